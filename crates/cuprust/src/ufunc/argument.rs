//! Operands of operations: arrays, and numbers with and without a dtype.

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::{DType, Scalar, Value};
use cuprust_ops::Operand;

use crate::Array;
use crate::array::Number;

/// An operand of an operation.
#[derive(Clone, Copy)]
pub enum Argument<'a> {
    /// An array.
    Array(&'a Array),
    /// A number of the host language: a weak scalar, which takes its dtype from the array operands.
    Value(Value),
    /// A number with a dtype.
    Scalar(Scalar),
}

impl Argument<'_> {
    pub(crate) fn operand(&self) -> Operand {
        match self {
            Argument::Array(array) => Operand::Strong(array.dtype()),
            Argument::Value(value) => Operand::Weak(value.weak()),
            Argument::Scalar(scalar) => Operand::Strong(scalar.dtype()),
        }
    }

    pub(super) fn layout(&self, shape: &[i64]) -> Result<Option<Layout>> {
        match self {
            Argument::Array(array) => array.layout().broadcast(shape).map(Some),
            _ => Ok(None),
        }
    }

    pub(crate) fn scalar(&self, dtype: DType, name: &str) -> Result<Option<Scalar>> {
        match self {
            Argument::Array(_) => Ok(None),
            Argument::Scalar(scalar) => Ok(Some(scalar.cast(dtype))),
            Argument::Value(value) => value.to(dtype).map(Some).ok_or_else(|| {
                let Value::Int(integer) = value else { unreachable!("only integers can fail to fit") };
                Error::overflow(format!("{name}: Python integer {integer} out of bounds for {dtype}"))
            }),
        }
    }
}

impl From<Number> for Argument<'_> {
    fn from(number: Number) -> Self {
        match number {
            Number::Weak(value) => Argument::Value(value),
            Number::Strong(scalar) => Argument::Scalar(scalar),
        }
    }
}
