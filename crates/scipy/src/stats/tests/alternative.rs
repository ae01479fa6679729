//! The alternative hypothesis of a test, and how the p-value of a statistic under it is computed.

use cuprust_ir::{Error, Result};

use crate::stats::terms::{Term, betainc, stdtr};

/// The alternative hypothesis of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alternative {
    /// The parameter is another one.
    #[default]
    TwoSided,
    /// It is less.
    Less,
    /// It is greater.
    Greater,
}

impl Alternative {
    /// The alternative of SciPy's name: "two-sided", "less" or "greater".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Alternative> {
        match name {
            "two-sided" => Ok(Alternative::TwoSided),
            "less" => Ok(Alternative::Less),
            "greater" => Ok(Alternative::Greater),
            _ => Err(Error::value("`alternative` must be 'less', 'greater', or 'two-sided'.")),
        }
    }

    /// SciPy's number of it: -1 for less, 1 for greater, 0 for both.
    pub fn sign(self) -> i64 {
        match self {
            Alternative::Less => -1,
            Alternative::TwoSided => 0,
            Alternative::Greater => 1,
        }
    }

    /// The p-value of a statistic that is symmetric about zero, from its distribution function.
    fn symmetric(self, statistic: &Term, cdf: impl Fn(&Term) -> Term) -> Term {
        match self {
            Alternative::Less => cdf(statistic),
            Alternative::Greater => cdf(&-statistic),
            Alternative::TwoSided => cdf(&-statistic.abs()) * 2.0,
        }
    }

    /// The p-value of a statistic that is normal.
    pub(in crate::stats) fn normal(self, statistic: &Term) -> Term {
        self.symmetric(statistic, Term::ndtr)
    }

    /// The p-value of a statistic of Student's distribution.
    pub(in crate::stats) fn student(self, df: &Term, statistic: &Term) -> Term {
        self.symmetric(statistic, |t| stdtr(df, t))
    }

    /// The p-value of a statistic between -1 and 1 of the symmetric beta distribution with a parameter.
    pub(in crate::stats) fn beta(self, parameter: &Term, statistic: &Term) -> Term {
        self.symmetric(statistic, |r| betainc(parameter, parameter, (r + 1.0) * 0.5))
    }
}

/// How a p-value is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PValue {
    /// By the exact distribution of few observations none of which are equal, else by the limiting one.
    #[default]
    Auto,
    /// By the exact distribution.
    Exact,
    /// By the distribution of infinitely many observations.
    Asymptotic,
}

impl PValue {
    /// The way of SciPy's name: "auto", "exact" or "asymptotic".
    ///
    /// # Errors
    /// A value error with this text for another name.
    pub fn from_name(name: &str, text: &str) -> Result<PValue> {
        match name {
            "auto" => Ok(PValue::Auto),
            "exact" => Ok(PValue::Exact),
            "asymptotic" => Ok(PValue::Asymptotic),
            _ => Err(Error::value(text)),
        }
    }
}
