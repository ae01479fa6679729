//! Formulas of numbers and arrays written with operators: a number stays one until it meets an array, and an error is
//! kept until the formula is done.

use std::ops::{Add, Div, Mul, Neg, Sub};

use cuprust::ufunc::{apply, rows, where_};
use cuprust::{Argument, Array, Bounds, DType, axis, full, shape, take};
use cuprust_ir::{Error, Result};
use cuprust_num::special;
use cuprust_ops::RowId;

/// A term of a formula.
#[derive(Clone)]
pub(in crate::stats) enum Term {
    /// A number, which takes its dtype from the arrays that it meets. A truth value is 0 or 1.
    Number(f64),
    /// An array.
    Array(Array),
    /// The error of an earlier operation.
    Failed(Error),
}

impl From<f64> for Term {
    fn from(number: f64) -> Term {
        Term::Number(number)
    }
}

impl From<i64> for Term {
    fn from(number: i64) -> Term {
        Term::Number(number as f64)
    }
}

impl From<Array> for Term {
    fn from(array: Array) -> Term {
        Term::Array(array)
    }
}

impl From<&Array> for Term {
    fn from(array: &Array) -> Term {
        Term::Array(array.clone())
    }
}

impl From<Result<Array>> for Term {
    fn from(result: Result<Array>) -> Term {
        result.map_or_else(Term::Failed, Term::Array)
    }
}

impl From<Result<Term>> for Term {
    fn from(result: Result<Term>) -> Term {
        result.unwrap_or_else(Term::Failed)
    }
}

impl From<&Term> for Term {
    fn from(term: &Term) -> Term {
        term.clone()
    }
}

/// A number as an array without axes.
fn alone(number: f64) -> Result<Array> {
    full(shape(()).dtype(DType::F64), number)
}

impl Term {
    /// The array of a dtype that the term is.
    ///
    /// # Errors
    /// The error of the first operation that failed.
    pub fn done(&self, dtype: DType) -> Result<Array> {
        match self {
            Term::Number(number) => full(shape(()).dtype(dtype), *number),
            Term::Array(array) => array.in_dtype(dtype),
            Term::Failed(error) => Err(error.clone()),
        }
    }

    /// The number that the term is, where it is one.
    pub fn number(&self) -> Option<f64> {
        if let Term::Number(number) = self { Some(*number) } else { None }
    }

    /// The term with arrays in a dtype.
    pub fn to(&self, dtype: DType) -> Term {
        match self {
            Term::Array(array) => array.in_dtype(dtype).into(),
            other => other.clone(),
        }
    }

    fn argument(&self) -> Result<Argument<'_>> {
        match self {
            Term::Number(number) => Ok(Argument::from(*number)),
            Term::Array(array) => Ok(Argument::Array(array)),
            Term::Failed(error) => Err(error.clone()),
        }
    }

    /// What a function of arrays makes of the term.
    pub fn with(&self, make: impl FnOnce(&Array) -> Result<Array>) -> Term {
        match self {
            Term::Number(number) => alone(*number).and_then(|array| make(&array)).into(),
            Term::Array(array) => make(array).into(),
            Term::Failed(error) => Term::Failed(error.clone()),
        }
    }

    fn unary(&self, number: fn(f64) -> f64, row: RowId) -> Term {
        match self {
            Term::Number(own) => Term::Number(number(*own)),
            Term::Array(array) => apply(row, &[Argument::Array(array)]).into(),
            Term::Failed(error) => Term::Failed(error.clone()),
        }
    }

    fn binary(&self, other: impl Into<Term>, number: fn(f64, f64) -> f64, row: RowId) -> Term {
        let other = other.into();
        if let (Term::Number(a), Term::Number(b)) = (self, &other) {
            return Term::Number(number(*a, *b));
        }
        let arguments = self.argument().and_then(|a| other.argument().map(|b| [a, b]));
        arguments.and_then(|arguments| apply(row, &arguments)).into()
    }

    fn ternary(&self, b: impl Into<Term>, c: impl Into<Term>, number: fn(f64, f64, f64) -> f64, row: RowId) -> Term {
        let (b, c) = (b.into(), c.into());
        if let (Term::Number(a), Term::Number(b), Term::Number(c)) = (self, &b, &c) {
            return Term::Number(number(*a, *b, *c));
        }
        let arguments = self.argument().and_then(|own| Ok([own, b.argument()?, c.argument()?]));
        arguments.and_then(|arguments| apply(row, &arguments)).into()
    }

    /// Of two terms the first where this one, a condition, is true, the second elsewhere.
    pub fn choose(&self, x: impl Into<Term>, y: impl Into<Term>) -> Term {
        let (x, y) = (x.into(), y.into());
        match self {
            Term::Number(truth) => {
                if *truth != 0.0 {
                    x
                } else {
                    y
                }
            }
            Term::Failed(error) => Term::Failed(error.clone()),
            Term::Array(condition) => x.argument().and_then(|x| where_(condition, x, y.argument()?)).into(),
        }
    }

    /// The term, NaN where a condition is true.
    pub fn nan_where(&self, condition: impl Into<Term>) -> Term {
        condition.into().choose(f64::NAN, self)
    }

    /// The sums along the last axis, which stays with extent one, over elements where a mask is true.
    pub fn sum(&self, mask: Option<&Array>) -> Term {
        self.with(|array| {
            let narrow = array.dtype() == DType::Bool;
            rows::sum(array, axis(-1).keepdims().mask(mask).dtype(narrow.then_some(DType::F64)))
        })
    }

    /// The largest elements along the last axis, which stays with extent one; negative infinity where no mask is true.
    pub fn max(&self, mask: Option<&Array>) -> Term {
        self.with(|array| rows::max(array, axis(-1).keepdims().mask(mask).initial(f64::NEG_INFINITY)))
    }

    /// The smallest elements along the last axis, which stays with extent one; infinity where no mask is true.
    pub fn min(&self, mask: Option<&Array>) -> Term {
        self.with(|array| rows::min(array, axis(-1).keepdims().mask(mask).initial(f64::INFINITY)))
    }

    /// Whether any element along the last axis, which stays with extent one, is true.
    pub fn any(&self) -> Term {
        self.with(|array| rows::any(array, axis(-1).keepdims()))
    }

    /// The squares.
    pub fn squared(&self) -> Term {
        self * self
    }

    /// The elements of a table, a vector of numbers, at the term's places, which are cut to those that there are.
    pub fn in_table(&self, table: &[f64]) -> Term {
        self.with(|places| {
            let table = Array::from_slice(table, table.len(), places.device())?;
            take(&table, &places.in_dtype(DType::I64)?, Some(0), Bounds::Clip, None)
        })
    }
}

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident, $row:literal, $number:expr;)*) => {
        impl Term { $(
            $(#[$doc])*
            pub fn $name(&self) -> Term {
                self.unary($number, const { RowId::named($row) })
            }
        )* }
    };
}
unary! {
    /// The square roots.
    sqrt, "sqrt", f64::sqrt;
    /// The exponentials.
    exp, "exp", f64::exp;
    /// The logarithms.
    log, "log", f64::ln;
    /// The logarithms of one plus the elements.
    log1p, "log1p", f64::ln_1p;
    /// The absolute values.
    abs, "absolute", f64::abs;
    /// The signs: -1, 0 or 1.
    sign, "sign", |x| if x == 0.0 || x.is_nan() { x } else { x.signum() };
    /// The integers below.
    floor, "floor", f64::floor;
    /// The integers above.
    ceil, "ceil", f64::ceil;
    /// The nearest integers, of two as near the even one.
    rint, "rint", f64::round_ties_even;
    /// The inverse hyperbolic tangents.
    arctanh, "arctanh", f64::atanh;
    /// The hyperbolic tangents.
    tanh, "tanh", f64::tanh;
    /// The inverse hyperbolic sines.
    arcsinh, "arcsinh", f64::asinh;
    /// Which elements are NaN.
    is_nan, "isnan", |x| f64::from(x.is_nan());
    /// Which elements are false.
    not, "logical_not", |x| f64::from(x == 0.0);
    /// The distribution function of the standard normal distribution.
    ndtr, "ndtr", special::ndtr;
    /// The quantiles of the standard normal distribution.
    ndtri, "ndtri", special::ndtri;
    /// The logarithm of the normal distribution's function.
    log_ndtr, "log_ndtr", special::log_ndtr;
    /// The survival function of Kolmogorov's limiting distribution.
    kolmogorov, "kolmogorov", special::kolmogorov;
    /// The logarithm of the gamma function.
    gammaln, "gammaln", special::gammaln;
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident, $row:literal, $number:expr;)*) => {
        impl Term { $(
            $(#[$doc])*
            pub fn $name(&self, other: impl Into<Term>) -> Term {
                self.binary(other, $number, const { RowId::named($row) })
            }
        )* }
    };
}
binary! {
    /// Powers.
    pow, "power", f64::powf;
    /// The larger elements, NaN where one is.
    maximum, "maximum", |a, b| if a.is_nan() || a > b { a } else { b };
    /// The smaller elements, NaN where one is.
    minimum, "minimum", |a, b| if a.is_nan() || a < b { a } else { b };
    /// Where the elements are less than others.
    lt, "less", |a, b| f64::from(a < b);
    /// Where they are less or equal.
    le, "less_equal", |a, b| f64::from(a <= b);
    /// Where they are greater.
    gt, "greater", |a, b| f64::from(a > b);
    /// Where they are greater or equal.
    ge, "greater_equal", |a, b| f64::from(a >= b);
    /// Where they are equal.
    equals, "equal", |a, b| f64::from(a == b);
    /// Where they differ.
    differs, "not_equal", |a, b| f64::from(a != b);
    /// Where both are true.
    and, "logical_and", |a, b| f64::from(a != 0.0 && b != 0.0);
    /// Where one is true.
    or, "logical_or", |a, b| f64::from(a != 0.0 || b != 0.0);
    /// The product with the logarithm of another term, zero where the first factor is.
    xlogy, "xlogy", special::xlogy;
    /// The distribution function of Student's distribution with the term as degrees of freedom.
    stdtr, "stdtr", special::stdtr;
    /// The quantiles of Student's distribution with the term as degrees of freedom.
    stdtrit, "stdtrit", special::stdtrit;
    /// The survival function of the chi-squared distribution with the term as degrees of freedom.
    chdtrc, "chdtrc", special::chdtrc;
    /// The distribution function of the chi-squared distribution with the term as degrees of freedom.
    chdtr, "chdtr", special::chdtr;
    /// The survival function of the one-sided Kolmogorov-Smirnov statistic of as many observations as the term.
    smirnov, "smirnov", special::smirnov;
    /// The modified Bessel function of the second kind of the term's order.
    kv, "kv", special::kv;
}

impl Term {
    /// The survival function of the F distribution, with the term and another one as degrees of freedom.
    pub fn fdtrc(&self, d: impl Into<Term>, x: impl Into<Term>) -> Term {
        self.ternary(d, x, special::fdtrc, const { RowId::named("fdtrc") })
    }

    /// The distribution function of the beta distribution, with the term and another one as parameters.
    pub fn betainc(&self, b: impl Into<Term>, x: impl Into<Term>) -> Term {
        self.ternary(b, x, special::betainc, const { RowId::named("betainc") })
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $row:literal $number:expr;)*) => { $(
        impl<T: Into<Term>> $trait<T> for &Term {
            type Output = Term;

            fn $method(self, other: T) -> Term {
                self.binary(other, $number, const { RowId::named($row) })
            }
        }
        impl<T: Into<Term>> $trait<T> for Term {
            type Output = Term;

            fn $method(self, other: T) -> Term {
                (&self).binary(other, $number, const { RowId::named($row) })
            }
        }
        impl $trait<&Term> for f64 {
            type Output = Term;

            fn $method(self, other: &Term) -> Term {
                Term::Number(self).binary(other, $number, const { RowId::named($row) })
            }
        }
        impl $trait<Term> for f64 {
            type Output = Term;

            fn $method(self, other: Term) -> Term {
                Term::Number(self).binary(other, $number, const { RowId::named($row) })
            }
        }
    )* };
}
operators! {
    Add add "add" |a, b| a + b;
    Sub sub "subtract" |a, b| a - b;
    Mul mul "multiply" |a, b| a * b;
    Div div "divide" |a, b| a / b;
}

impl Neg for &Term {
    type Output = Term;

    fn neg(self) -> Term {
        self.unary(|x| -x, const { RowId::named("negative") })
    }
}

impl Neg for Term {
    type Output = Term;

    fn neg(self) -> Term {
        -&self
    }
}
