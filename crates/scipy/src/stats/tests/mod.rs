//! Hypothesis tests and their null distributions.

pub(in crate::stats) mod alternative;
pub(in crate::stats) mod anderson;
pub(in crate::stats) mod combining;
pub(in crate::stats) mod contingency;
pub(in crate::stats) mod cramer;
pub(in crate::stats) mod exact_tests;
pub(in crate::stats) mod kolmogorov;
pub(in crate::stats) mod ks;
pub(in crate::stats) mod mannwhitney;
pub(in crate::stats) mod normality;
pub(in crate::stats) mod random_tables;
pub(in crate::stats) mod rank_tests;
pub(in crate::stats) mod scale_tests;
pub(in crate::stats) mod shapiro;
pub(in crate::stats) mod tables;
pub(in crate::stats) mod ttests;
pub(in crate::stats) mod variance_analysis;
pub(in crate::stats) mod wilcoxon;
