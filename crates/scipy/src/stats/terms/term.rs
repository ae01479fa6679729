//! Terms of formulas, numbers and arrays, written with operators: a number stays one until it is combined with an
//! array, and an error is kept until the formula is done.
//!
//! Both kinds give the same bits: a row and the scalar function of the same name are one text. A truth value is a term
//! too: a number 0 or 1, or an array of bools.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use cuprust::ufunc::{apply, rows, where_};
use cuprust::{Argument, Array, Bounds, DType, Device, Value, axis, full, shape, take};
use cuprust_ir::{Error, Result};
use cuprust_ops::RowId;

/// A term of a formula.
#[derive(Clone)]
pub(crate) enum Term {
    /// A number, whose dtype follows from the arrays that it is combined with.
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

impl From<bool> for Term {
    fn from(truth: bool) -> Term {
        Term::Number(f64::from(truth))
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
fn scalar_array(number: f64) -> Result<Array> {
    full(shape(()).dtype(DType::F64), number)
}

impl Term {
    /// An argument as float64; a failure for complex numbers.
    pub fn real(argument: Argument<'_>) -> Term {
        let complex =
            || Term::Failed(Error::type_("the parameters and variables of distributions are real, not complex"));
        let value = match argument {
            Argument::Array(array) if array.dtype().is_complex() => return complex(),
            Argument::Array(array) => return array.in_dtype(DType::F64).into(),
            Argument::Value(value) => value,
            Argument::Scalar(scalar) => scalar.value(),
        };
        match value {
            Value::Bool(value) => Term::from(value),
            Value::Int(value) => Term::from(value as f64),
            Value::Float(value) => Term::from(value),
            Value::Complex(_) => complex(),
        }
    }

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

    /// A new float64 array of these extents.
    ///
    /// # Errors
    /// As [`Term::done`]; a value error where the term does not broadcast to them.
    pub fn array(&self, extents: &[i64], device: Device) -> Result<Array> {
        match self {
            Term::Number(number) => full(shape(extents).dtype(DType::F64).on(device), *number),
            Term::Array(array) if array.shape() == extents => array.in_dtype(DType::F64),
            Term::Array(array) => array.in_dtype(DType::F64)?.broadcast_to(extents)?.copy(),
            Term::Failed(error) => Err(error.clone()),
        }
    }

    /// The number that the term is, where it is one.
    pub fn number(&self) -> Option<f64> {
        if let Term::Number(number) = self { Some(*number) } else { None }
    }

    /// The extents: none of a number.
    pub fn shape(&self) -> &[i64] {
        if let Term::Array(array) = self { array.shape() } else { &[] }
    }

    /// The device of an array.
    pub fn device(&self) -> Option<Device> {
        if let Term::Array(array) = self { Some(array.device()) } else { None }
    }

    /// The term with arrays in a dtype.
    pub fn to(&self, dtype: DType) -> Term {
        match self {
            Term::Array(array) => array.in_dtype(dtype).into(),
            other => other.clone(),
        }
    }

    /// The term as an operand.
    ///
    /// # Errors
    /// As [`Term::done`].
    pub fn argument(&self) -> Result<Argument<'_>> {
        match self {
            Term::Number(number) => Ok(Argument::from(*number)),
            Term::Array(array) => Ok(Argument::Array(array)),
            Term::Failed(error) => Err(error.clone()),
        }
    }

    /// The result of a function of arrays of the term.
    pub fn with(&self, make: impl FnOnce(&Array) -> Result<Array>) -> Term {
        match self {
            Term::Number(number) => scalar_array(*number).and_then(|array| make(&array)).into(),
            Term::Array(array) => make(array).into(),
            Term::Failed(error) => Term::Failed(error.clone()),
        }
    }

    pub(super) fn unary(&self, row: RowId, number: fn(f64) -> f64) -> Term {
        match self {
            Term::Number(own) => Term::Number(number(*own)),
            Term::Array(array) => apply(row, &[Argument::Array(array)]).into(),
            Term::Failed(error) => Term::Failed(error.clone()),
        }
    }

    pub(super) fn binary(&self, other: impl Into<Term>, row: RowId, number: fn(f64, f64) -> f64) -> Term {
        applied(row, [self, &other.into()], |[a, b]| number(a, b))
    }

    /// The first of two terms where this one, a condition, is true, the second elsewhere.
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

    /// As [`Term::choose`], of terms of which only the chosen one is computed where this one is a number.
    pub fn choose_lazily(&self, x: impl FnOnce() -> Term, y: impl FnOnce() -> Term) -> Term {
        match self {
            Term::Number(truth) if *truth != 0.0 => x(),
            Term::Number(_) => y(),
            _ => self.choose(x(), y()),
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

    /// Whether all elements are true. Waits for those of an array.
    ///
    /// # Errors
    /// As [`Term::done`].
    pub fn all(&self) -> Result<bool> {
        match self {
            Term::Number(truth) => Ok(*truth != 0.0),
            Term::Array(array) => Ok(array.all(..)?.item()?.get()),
            Term::Failed(error) => Err(error.clone()),
        }
    }

    /// The squares.
    pub fn squared(&self) -> Term {
        self * self
    }

    /// Which elements are whole numbers.
    pub fn is_whole(&self) -> Term {
        self.floor().equals(self)
    }

    /// Where the elements are less than others; nothing is less than minus infinity.
    pub fn lt(&self, other: impl Into<Term>) -> Term {
        let other = other.into();
        if other.number() == Some(f64::NEG_INFINITY) || self.number() == Some(f64::INFINITY) {
            return Term::from(false);
        }
        self.binary(other, const { RowId::named("less") }, |a, b| f64::from(a < b))
    }

    /// Where they are greater; nothing is greater than infinity.
    pub fn gt(&self, other: impl Into<Term>) -> Term {
        other.into().lt(self)
    }

    /// A connective of truth values, of which one truth of either side decides.
    fn connected(&self, other: impl Into<Term>, row: RowId, deciding: bool) -> Term {
        let other = other.into();
        let known = |term: &Term| term.number().map(|truth| (truth != 0.0) == deciding);
        let is_truth = |term: &Term| matches!(term, Term::Array(array) if array.dtype() == DType::Bool);
        match (known(self), known(&other)) {
            (Some(true), Some(_)) | (Some(_), Some(true)) => Term::from(deciding),
            (Some(false), Some(false)) => Term::from(!deciding),
            (Some(false), None) if is_truth(&other) => other,
            (None, Some(false)) if is_truth(self) => self.clone(),
            _ => applied(row, [self, &other], |_| f64::NAN),
        }
    }

    /// Where both are true.
    pub fn and(&self, other: impl Into<Term>) -> Term {
        self.connected(other, const { RowId::named("logical_and") }, false)
    }

    /// Where one is true.
    pub fn or(&self, other: impl Into<Term>) -> Term {
        self.connected(other, const { RowId::named("logical_or") }, true)
    }

    /// The elements of a table, a vector of numbers, at the term's indices, which are clipped to the table.
    pub fn in_table(&self, table: &[f64]) -> Term {
        self.with(|indices| {
            let table = Array::from_slice(table, table.len(), indices.device())?;
            take(&table, &indices.in_dtype(DType::I64)?, Some(0), Bounds::Clip, None)
        })
    }
}

/// A function of several terms.
pub(super) fn applied<const N: usize>(row: RowId, terms: [&Term; N], numbers: impl FnOnce([f64; N]) -> f64) -> Term {
    let mut values = [0.0; N];
    if are_numbers(&terms, &mut values) { Term::Number(numbers(values)) } else { recorded(row, &terms) }
}

/// Whether all terms are numbers, which are then the values.
fn are_numbers(terms: &[&Term], values: &mut [f64]) -> bool {
    values.iter_mut().zip(terms).all(|(value, term)| term.number().map(|number| *value = number).is_some())
}

/// A row's function of terms of which one at least is an array or a failure.
fn recorded(row: RowId, terms: &[&Term]) -> Term {
    let arguments = terms.iter().map(|term| term.argument()).collect::<Result<Vec<Argument>>>();
    arguments.and_then(|arguments| apply(row, &arguments)).into()
}

macro_rules! operators {
    ($($trait:ident $method:ident $row:literal $operator:tt $neutral:literal;)*) => { $(
        impl<T: Into<Term>> $trait<T> for &Term {
            type Output = Term;

            fn $method(self, other: T) -> Term {
                let other = other.into();
                match self {
                    // The operation converts integers and bools to real numbers.
                    Term::Array(array) if other.number() == Some($neutral) && array.dtype().is_inexact() => self.clone(),
                    _ => self.binary(other, const { RowId::named($row) }, |a, b| a $operator b),
                }
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
    )* };
}

operators! {
    Add add "add" + 0.0;
    Sub sub "subtract" - 0.0;
    Mul mul "multiply" * 1.0;
    Div div "divide" / 1.0;
}

impl Neg for &Term {
    type Output = Term;

    fn neg(self) -> Term {
        self.unary(const { RowId::named("negative") }, |x| -x)
    }
}

impl Neg for Term {
    type Output = Term;

    fn neg(self) -> Term {
        -&self
    }
}

impl Not for Term {
    type Output = Term;

    fn not(self) -> Term {
        self.unary(const { RowId::named("logical_not") }, |x| f64::from(x == 0.0))
    }
}

impl BitAnd for Term {
    type Output = Term;

    fn bitand(self, other: Term) -> Term {
        self.and(other)
    }
}

impl BitOr for Term {
    type Output = Term;

    fn bitor(self, other: Term) -> Term {
        self.or(other)
    }
}
