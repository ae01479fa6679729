# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The modules of cuprust that are declared in the function table."""

from cuprust import fft as fft
from cuprust import lapack as lapack
from cuprust import lib as lib
from cuprust import linalg as linalg
from cuprust import polynomial as polynomial
from cuprust import random as random
from cuprust import scipy as scipy
