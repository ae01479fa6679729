//! Real numbers of formulas: numbers, which are computed with at once, and float64 arrays, whose operations are
//! recorded.
//!
//! An operation on something that failed is that failure, so that a formula reads as one; [`Term::array`] says it. Both
//! kinds give the same bits: a row and the function of the same name are one text.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use cuprust::ufunc::{apply, where_};
use cuprust::{Argument, Array, DType, Device, Value, full, shape};
use cuprust_ir::{Error, Result};
use cuprust_num::{math, special};
use cuprust_ops::RowId;

/// A real number or a float64 array of them.
#[derive(Clone)]
pub(crate) struct Term(Result<Content>);

#[derive(Clone)]
enum Content {
    Number(f64),
    Array(Array),
}

impl Content {
    fn argument(&self) -> Argument<'_> {
        match self {
            Content::Number(value) => Argument::Value(Value::Float(*value)),
            Content::Array(array) => Argument::Array(array),
        }
    }
}

impl Term {
    /// An argument as float64; a failure for complex numbers.
    pub fn new(given: Argument<'_>) -> Term {
        let value = match given {
            Argument::Array(array) if array.dtype().is_complex() => return Term::complex(),
            Argument::Array(array) => return Term(array.in_dtype(DType::F64).map(Content::Array)),
            Argument::Value(value) => value,
            Argument::Scalar(scalar) => scalar.value(),
        };
        match value {
            Value::Bool(value) => Term::from(f64::from(value)),
            Value::Int(value) => Term::from(value as f64),
            Value::Float(value) => Term::from(value),
            Value::Complex(_) => Term::complex(),
        }
    }

    fn complex() -> Term {
        Term(Err(Error::type_("the parameters and variables of distributions are real, not complex")))
    }

    /// The number, where it is one.
    pub fn number(&self) -> Option<f64> {
        match self.0 {
            Ok(Content::Number(value)) => Some(value),
            _ => None,
        }
    }

    /// The extents: none of a number.
    pub fn shape(&self) -> &[i64] {
        match &self.0 {
            Ok(Content::Array(array)) => array.shape(),
            _ => &[],
        }
    }

    /// Where it is, of an array.
    pub fn device(&self) -> Option<Device> {
        match &self.0 {
            Ok(Content::Array(array)) => Some(array.device()),
            _ => None,
        }
    }

    /// The term as an operand.
    ///
    /// # Errors
    /// What failed.
    pub fn argument(&self) -> Result<Argument<'_>> {
        match &self.0 {
            Ok(content) => Ok(content.argument()),
            Err(error) => Err(error.clone()),
        }
    }

    /// A new array of these extents.
    ///
    /// # Errors
    /// What failed; a value error where it does not broadcast to them.
    pub fn array(&self, extents: &[i64], device: Device) -> Result<Array> {
        match &self.0 {
            Ok(Content::Number(value)) => full(shape(extents).dtype(DType::F64).on(device), *value),
            Ok(Content::Array(array)) if array.shape() == extents => Ok(array.clone()),
            Ok(Content::Array(array)) => array.broadcast_to(extents)?.copy(),
            Err(error) => Err(error.clone()),
        }
    }

    fn unary(&self, row: RowId, number: fn(f64) -> f64) -> Term {
        Term(match &self.0 {
            Ok(Content::Number(value)) => Ok(Content::Number(number(*value))),
            Ok(content) => apply(row, &[content.argument()]).map(Content::Array),
            Err(error) => Err(error.clone()),
        })
    }

    fn compared(&self, row: RowId, number: fn(&f64, &f64) -> bool, other: &Term) -> Mask {
        Mask(match (&self.0, &other.0) {
            (Err(error), _) | (_, Err(error)) => Err(error.clone()),
            (Ok(Content::Number(a)), Ok(Content::Number(b))) => Ok(Truth::Known(number(a, b))),
            (Ok(a), Ok(b)) => apply(row, &[a.argument(), b.argument()]).map(Truth::Array),
        })
    }

    /// Whether it is less, which nothing is than minus infinity.
    pub fn less(&self, other: impl Into<Term>) -> Mask {
        let other = other.into();
        if other.number() == Some(f64::NEG_INFINITY) || self.number() == Some(f64::INFINITY) {
            return Mask::from(false);
        }
        self.compared(const { RowId::named("less") }, f64::lt, &other)
    }

    /// Whether it is greater, which nothing is than infinity.
    pub fn greater(&self, other: impl Into<Term>) -> Mask {
        other.into().less(self)
    }

    /// Whether it is at most another.
    pub fn at_most(&self, other: impl Into<Term>) -> Mask {
        self.compared(const { RowId::named("less_equal") }, f64::le, &other.into())
    }

    /// Whether it is at least another.
    pub fn at_least(&self, other: impl Into<Term>) -> Mask {
        self.compared(const { RowId::named("greater_equal") }, f64::ge, &other.into())
    }

    /// Whether it equals another.
    pub fn equals(&self, other: impl Into<Term>) -> Mask {
        self.compared(const { RowId::named("equal") }, f64::eq, &other.into())
    }

    /// Whether it is NaN.
    pub fn is_nan(&self) -> Mask {
        !self.equals(self)
    }

    /// Whether it is a whole number.
    pub fn is_whole(&self) -> Mask {
        self.floor().equals(self)
    }

    /// Its square.
    pub fn square(&self) -> Term {
        self * self
    }

    /// Its power by a number.
    pub fn power(&self, exponent: impl Into<Term>) -> Term {
        power(self, exponent)
    }
}

impl From<f64> for Term {
    fn from(value: f64) -> Term {
        Term(Ok(Content::Number(value)))
    }
}

impl From<&Term> for Term {
    fn from(term: &Term) -> Term {
        term.clone()
    }
}

impl From<Result<Array>> for Term {
    fn from(array: Result<Array>) -> Term {
        Term(array.and_then(|array| array.in_dtype(DType::F64)).map(Content::Array))
    }
}

/// A function of several terms.
fn applied<const N: usize>(row: RowId, terms: [Term; N], numbers: fn([f64; N]) -> f64) -> Term {
    if let Some(error) = terms.iter().find_map(|term| term.0.as_ref().err()) {
        return Term(Err(error.clone()));
    }
    let mut values = [0.0; N];
    let mut known = true;
    for (value, term) in values.iter_mut().zip(&terms) {
        match term.number() {
            Some(number) => *value = number,
            None => known = false,
        }
    }
    if known {
        return Term::from(numbers(values));
    }
    let arguments: Vec<Argument<'_>> =
        terms.iter().filter_map(|term| term.0.as_ref().ok()).map(Content::argument).collect();
    Term(apply(row, &arguments).map(Content::Array))
}

macro_rules! methods {
    ($($name:ident => $number:expr;)*) => {
        impl Term {
            $(
                #[doc = concat!("The function `", stringify!($name), "` of it.")]
                pub fn $name(&self) -> Term {
                    self.unary(const { RowId::named(stringify!($name)) }, $number)
                }
            )*
        }
    };
}

methods! {
    exp => math::exp;
    expm1 => math::expm1;
    log => math::log;
    log1p => math::log1p;
    tan => math::tan;
    arctan => math::atan;
    sqrt => f64::sqrt;
    floor => f64::floor;
    ceil => f64::ceil;
    absolute => f64::abs;
    ndtr => special::ndtr;
    ndtri => special::ndtri;
    ndtri_exp => special::ndtri_exp;
    log_ndtr => special::log_ndtr;
    erf => special::erf;
    erfinv => special::erfinv;
    expit => special::expit;
    log_expit => special::log_expit;
    logit => special::logit;
    gamma => special::gamma;
    gammaln => special::gammaln;
    digamma => special::digamma;
    entr => special::entr;
    exp1 => special::exp1;
    exponential_normal_entropy => special::exponential_normal_entropy;
    poisson_entropy => special::poisson_entropy;
}

macro_rules! functions {
    ($($name:ident($($operand:ident),+) => $number:expr;)*) => {
        $(
            #[doc = concat!("The function `", stringify!($name), "` of terms.")]
            pub(crate) fn $name($($operand: impl Into<Term>),+) -> Term {
                applied(const { RowId::named(stringify!($name)) }, [$($operand.into()),+], |[$($operand),+]| $number)
            }
        )*
    };
}

functions! {
    power(x, y) => math::pow(x, y);
    maximum(x, y) => if x.is_nan() || x > y { x } else { y };
    minimum(x, y) => if x.is_nan() || x < y { x } else { y };
    arctan2(y, x) => math::atan2(y, x);
    logaddexp(x, y) => log_of_sum(x, y);
    xlogy(x, y) => special::xlogy(x, y);
    xlog1py(x, y) => special::xlog1py(x, y);
    poch(a, m) => special::poch(a, m);
    betaln(a, b) => special::betaln(a, b);
    gammainc(a, x) => special::gammainc(a, x);
    gammaincc(a, x) => special::gammaincc(a, x);
    gammaincinv(a, p) => special::gammaincinv(a, p);
    gammainccinv(a, q) => special::gammainccinv(a, q);
    betainc(a, b, x) => special::betainc(a, b, x);
    betaincc(a, b, x) => special::betaincc(a, b, x);
    betaincinv(a, b, p) => special::betaincinv(a, b, p);
    betainccinv(a, b, q) => special::betainccinv(a, b, q);
    stdtr(df, x) => special::stdtr(df, x);
    stdtrit(df, p) => special::stdtrit(df, p);
    fdtr(n, d, x) => special::fdtr(n, d, x);
    fdtrc(n, d, x) => special::fdtrc(n, d, x);
    fdtri(n, d, p) => special::fdtri(n, d, p);
    pdtr(k, m) => special::pdtr(k, m);
    pdtrc(k, m) => special::pdtrc(k, m);
    bdtr(k, n, p) => special::bdtr(k, n, p);
    bdtrc(k, n, p) => special::bdtrc(k, n, p);
    gamma_density(a, x) => special::gamma_density(a, x);
    log_gamma_density(a, x) => special::log_gamma_density(a, x);
    beta_density(a, b, x) => special::beta_density(a, b, x);
    log_beta_density(a, b, x) => special::log_beta_density(a, b, x);
    f_density(n, d, x) => special::f_density(n, d, x);
    log_f_density(n, d, x) => special::log_f_density(n, d, x);
    log_student_density(df, x) => special::log_student_density(df, x);
    poisson_mass(k, m) => special::poisson_mass(k, m);
    log_poisson_mass(k, m) => special::log_poisson_mass(k, m);
    poisson_quantile(p, m) => special::poisson_quantile(p, m);
    poisson_upper_quantile(q, m) => special::poisson_upper_quantile(q, m);
    binomial_mass(k, n, p) => special::binomial_mass(k, n, p);
    log_binomial_mass(k, n, p) => special::log_binomial_mass(k, n, p);
    binomial_quantile(y, n, p) => special::binomial_quantile(y, n, p);
    binomial_upper_quantile(z, n, p) => special::binomial_upper_quantile(z, n, p);
    binomial_entropy(n, p) => special::binomial_entropy(n, p);
    negative_binomial_mass(k, n, p) => special::negative_binomial_mass(k, n, p);
    log_negative_binomial_mass(k, n, p) => special::log_negative_binomial_mass(k, n, p);
    negative_binomial_quantile(y, n, p) => special::negative_binomial_quantile(y, n, p);
    negative_binomial_upper_quantile(z, n, p) => special::negative_binomial_upper_quantile(z, n, p);
    negative_binomial_entropy(n, p) => special::negative_binomial_entropy(n, p);
    hypergeometric_mass(k, total, good, draws) => special::hypergeometric_mass(k, total, good, draws);
    log_hypergeometric_mass(k, total, good, draws) => special::log_hypergeometric_mass(k, total, good, draws);
    hypergeometric_lower(k, total, good, draws) => special::hypergeometric_lower(k, total, good, draws);
    hypergeometric_upper(k, total, good, draws) => special::hypergeometric_upper(k, total, good, draws);
    hypergeometric_quantile(p, total, good, draws) => special::hypergeometric_quantile(p, total, good, draws);
    hypergeometric_upper_quantile(q, total, good, draws) => special::hypergeometric_upper_quantile(q, total, good, draws);
    log_inverse_gaussian_lower(x, m) => special::log_inverse_gaussian_lower(x, m);
    log_inverse_gaussian_upper(x, m) => special::log_inverse_gaussian_upper(x, m);
    inverse_gaussian_quantile(p, m) => special::inverse_gaussian_quantile(p, m);
    inverse_gaussian_upper_quantile(q, m) => special::inverse_gaussian_upper_quantile(q, m);
    log_exponential_normal_lower(x, k) => special::log_exponential_normal_lower(x, k);
    log_exponential_normal_upper(x, k) => special::log_exponential_normal_upper(x, k);
    exponential_normal_quantile(p, k) => special::exponential_normal_quantile(p, k);
    exponential_normal_upper_quantile(q, k) => special::exponential_normal_upper_quantile(q, k);
    zeta(x, q) => special::zeta(x, q);
    zipf_upper_quantile(q, a) => special::zipf_upper_quantile(q, a);
    hypergeometric_entropy(total, good, draws) => special::hypergeometric_entropy(total, good, draws);
}

/// log(e^x + e^y).
fn log_of_sum(x: f64, y: f64) -> f64 {
    if x == y {
        return x + std::f64::consts::LN_2;
    }
    let (small, large) = if x < y { (x, y) } else { (y, x) };
    large + math::log1p(math::exp(small - large))
}

macro_rules! operators {
    ($($trait:ident::$method:ident, $row:literal, $operator:tt, $neutral:expr;)*) => {
        $(
            impl<T: Into<Term>> $trait<T> for &Term {
                type Output = Term;

                fn $method(self, other: T) -> Term {
                    let other = other.into();
                    if other.number() == Some($neutral) {
                        return self.clone();
                    }
                    applied(const { RowId::named($row) }, [self.clone(), other], |[a, b]| a $operator b)
                }
            }

            impl<T: Into<Term>> $trait<T> for Term {
                type Output = Term;

                fn $method(self, other: T) -> Term {
                    $trait::$method(&self, other)
                }
            }

            impl $trait<Term> for f64 {
                type Output = Term;

                fn $method(self, other: Term) -> Term {
                    $trait::$method(Term::from(self), other)
                }
            }

            impl $trait<&Term> for f64 {
                type Output = Term;

                fn $method(self, other: &Term) -> Term {
                    $trait::$method(Term::from(self), other)
                }
            }
        )*
    };
}

operators! {
    Add::add, "add", +, 0.0;
    Sub::sub, "subtract", -, 0.0;
    Mul::mul, "multiply", *, 1.0;
    Div::div, "divide", /, 1.0;
}

impl Neg for &Term {
    type Output = Term;

    fn neg(self) -> Term {
        self.unary(const { RowId::named("negative") }, f64::neg)
    }
}

impl Neg for Term {
    type Output = Term;

    fn neg(self) -> Term {
        -&self
    }
}

/// Whether something holds: known, or for each element.
#[derive(Clone)]
pub(crate) struct Mask(Result<Truth>);

#[derive(Clone)]
enum Truth {
    Known(bool),
    Array(Array),
}

impl From<bool> for Mask {
    fn from(known: bool) -> Mask {
        Mask(Ok(Truth::Known(known)))
    }
}

impl Mask {
    /// Of two terms the first one where this holds.
    pub fn choose(&self, yes: impl Into<Term>, no: impl Into<Term>) -> Term {
        let (yes, no) = (yes.into(), no.into());
        match &self.0 {
            Ok(Truth::Known(known)) => {
                if *known {
                    yes
                } else {
                    no
                }
            }
            Ok(Truth::Array(array)) => Term(chosen(array, &yes, &no).map(Content::Array)),
            Err(error) => Term(Err(error.clone())),
        }
    }

    /// Whether it holds everywhere. Waits for the elements of an array.
    ///
    /// # Errors
    /// What failed.
    pub fn all(&self) -> Result<bool> {
        match &self.0 {
            Ok(Truth::Known(known)) => Ok(*known),
            Ok(Truth::Array(array)) => Ok(array.all(..)?.item()?.get()),
            Err(error) => Err(error.clone()),
        }
    }

    /// A connective, of which one truth of either side decides.
    fn connected(&self, other: &Mask, row: RowId, deciding: bool) -> Mask {
        match (&self.0, &other.0) {
            (Err(error), _) | (_, Err(error)) => Mask(Err(error.clone())),
            (Ok(Truth::Known(known)), _) if *known != deciding => other.clone(),
            (_, Ok(Truth::Known(known))) if *known != deciding => self.clone(),
            (Ok(Truth::Known(_)), _) | (_, Ok(Truth::Known(_))) => Mask::from(deciding),
            (Ok(Truth::Array(a)), Ok(Truth::Array(b))) => {
                Mask(apply(row, &[Argument::Array(a), Argument::Array(b)]).map(Truth::Array))
            }
        }
    }
}

fn chosen(condition: &Array, yes: &Term, no: &Term) -> Result<Array> {
    where_(condition, yes.argument()?, no.argument()?)?.in_dtype(DType::F64)
}

impl BitAnd for Mask {
    type Output = Mask;

    fn bitand(self, other: Mask) -> Mask {
        self.connected(&other, const { RowId::named("logical_and") }, false)
    }
}

impl BitOr for Mask {
    type Output = Mask;

    fn bitor(self, other: Mask) -> Mask {
        self.connected(&other, const { RowId::named("logical_or") }, true)
    }
}

impl Not for Mask {
    type Output = Mask;

    fn not(self) -> Mask {
        match &self.0 {
            Ok(Truth::Known(known)) => Mask::from(!known),
            Ok(Truth::Array(array)) => {
                Mask(apply(const { RowId::named("logical_not") }, &[Argument::Array(array)]).map(Truth::Array))
            }
            Err(_) => self,
        }
    }
}
