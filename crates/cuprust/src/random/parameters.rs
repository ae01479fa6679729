//! Parameters of distributions: numbers or arrays, checked against a domain.

use cuprust_ir::{Error, Layout, Result, broadcast_shapes, shape_text};
use cuprust_num::{DType, Value};
use cuprust_ops::RowId;

use crate::array::IntoInts;
use crate::ufunc::{apply, rows};
use crate::{Argument, Array, Dims};

/// The domain of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Domain {
    Any,
    /// As in NumPy, NaN is allowed here and in the next one: the draw is NaN.
    NotNegative,
    Positive,
    /// As `NotNegative`, without NaN, since integers are drawn. On a GPU NaN counts as zero.
    Mean,
    /// As `Positive`, without NaN.
    Exponent,
    Probability,
}

impl Domain {
    fn has(self, value: f64) -> bool {
        match self {
            Domain::Any => true,
            Domain::NotNegative => value >= 0.0 || value.is_nan(),
            Domain::Positive => value > 0.0 || value.is_nan(),
            Domain::Mean => value >= 0.0,
            Domain::Exponent => value > 0.0,
            Domain::Probability => (0.0..=1.0).contains(&value),
        }
    }

    /// The row that detects elements outside of the domain on a GPU.
    fn row(self) -> Option<RowId> {
        match self {
            Domain::Any => None,
            Domain::NotNegative | Domain::Mean => Some(const { RowId::named("not_negative") }),
            Domain::Positive | Domain::Exponent => Some(const { RowId::named("above_zero") }),
            Domain::Probability => Some(const { RowId::named("probability") }),
        }
    }

    /// Whether elements are in the domain.
    fn truths(self, array: &Array) -> Result<Array> {
        match self {
            Domain::Any => rows::equal(array, array),
            Domain::NotNegative => rows::logical_not(&rows::less(array, 0.0)?),
            Domain::Positive => rows::logical_not(&rows::less_equal(array, 0.0)?),
            Domain::Mean => rows::greater_equal(array, 0.0),
            Domain::Exponent => rows::greater(array, 0.0),
            Domain::Probability => rows::logical_and(&rows::greater_equal(array, 0.0)?, &rows::less_equal(array, 1.0)?),
        }
    }
}

/// A parameter, as float64.
pub(super) enum Parameter {
    Number(f64),
    Array(Array),
}

impl Parameter {
    /// A parameter in a domain; `wrong` is the error's text where it is outside. An array on the CPU is checked at
    /// once; an invalid element on a GPU is raised by the next call that waits for it.
    /// # Errors
    /// A value error for a parameter outside of the domain, a type error for a complex number.
    pub(super) fn new(argument: Argument<'_>, domain: Domain, wrong: &str) -> Result<Parameter> {
        let value = match argument {
            Argument::Array(array) if array.dtype().is_complex() => return Err(complex()),
            Argument::Array(array) => return Parameter::Array(array.in_dtype(DType::F64)?).within(domain, wrong),
            Argument::Value(value) => value,
            Argument::Scalar(scalar) => scalar.value(),
        };
        let number = match value {
            Value::Bool(value) => f64::from(value),
            Value::Int(value) => value as f64,
            Value::Float(value) => value,
            Value::Complex(_) => return Err(complex()),
        };
        Parameter::Number(number).within(domain, wrong)
    }

    /// Restricts the parameter to a domain: see [`Parameter::new`].
    ///
    /// # Errors
    /// A value error for a parameter outside of the domain.
    pub(super) fn within(self, domain: Domain, wrong: &str) -> Result<Parameter> {
        let right = match (&self, domain.row()) {
            (_, None) => true,
            (Parameter::Number(number), _) => domain.has(*number),
            (Parameter::Array(array), Some(row)) if array.device().defers_errors() => {
                return Ok(Parameter::Array(apply(row, &[Argument::Array(array)])?));
            }
            (Parameter::Array(array), _) => domain.truths(array)?.all(..)?.item()?.get(),
        };
        if right { Ok(self) } else { Err(Error::value(wrong)) }
    }

    /// The parameter as an operand.
    pub(super) fn operand(&self) -> Argument<'_> {
        match self {
            Parameter::Number(value) => Argument::Value(Value::Float(*value)),
            Parameter::Array(array) => Argument::Array(array),
        }
    }

    /// The parameter as a count: int64, rounded towards zero.
    pub(super) fn count(&self) -> Result<Count> {
        Ok(match self {
            Parameter::Number(value) => Count::Number(*value as i64),
            Parameter::Array(array) => Count::Array(array.astype(DType::I64)?),
        })
    }

    /// A parameter computed from this one by a function.
    pub(super) fn map(
        &self,
        number: impl Fn(f64) -> f64,
        array: impl Fn(&Array) -> Result<Array>,
    ) -> Result<Parameter> {
        Ok(match self {
            Parameter::Number(value) => Parameter::Number(number(*value)),
            Parameter::Array(values) => Parameter::Array(array(values)?),
        })
    }

    fn shape(&self) -> &[i64] {
        match self {
            Parameter::Number(_) => &[],
            Parameter::Array(array) => array.shape(),
        }
    }
}

/// An integer parameter.
pub(super) enum Count {
    Number(i64),
    Array(Array),
}

impl Count {
    /// The count as an operand.
    pub(super) fn operand(&self) -> Argument<'_> {
        match self {
            Count::Number(value) => Argument::Value(Value::Int(i128::from(*value))),
            Count::Array(array) => Argument::Array(array),
        }
    }
}

fn complex() -> Error {
    Error::type_("a parameter of a distribution must be a real number, not complex")
}

/// The shape of a draw, to which the parameters must broadcast.
///
/// # Errors
/// A value error where they do not.
pub(super) fn checked(shape: impl IntoInts, parameters: &[&Parameter]) -> Result<Dims> {
    let shape = shape.into_ints();
    for parameter in parameters {
        let own = parameter.shape();
        if !own.is_empty() && Layout::contiguous(own).broadcast(&shape).is_err() {
            return Err(Error::value(format!(
                "Output size {} is not compatible with broadcast dimensions of inputs {}",
                shape_text(&shape),
                shape_text(own)
            )));
        }
    }
    Ok(shape)
}

/// The shape that parameters broadcast to.
///
/// # Errors
/// A value error where they do not.
pub(super) fn shape_of(parameters: &[Argument<'_>]) -> Result<Dims> {
    let shapes: Vec<&[i64]> = parameters
        .iter()
        .map(|parameter| match parameter {
            Argument::Array(array) => array.shape(),
            _ => &[],
        })
        .collect();
    broadcast_shapes(&shapes)
}
