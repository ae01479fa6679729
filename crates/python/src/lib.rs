//! The PyO3 seam: conversion, exceptions and protocols between Python and the crate cuprust.
