//! The operators of `ndarray`: `a + b`, `a += b`, `a < b`, `-a`, and their kin.

// The methods are written by a macro, within which PyO3's own unsafe calls are taken for ours.
#![allow(unsafe_op_in_unsafe_fn)]

use cuprust::elementwise::{binary, binary_scalar, in_place, map, unary};
use cuprust::ops::RowId;
use cuprust::{Argument, Array, DType, Error, Kind, MapOptions, Scalar, Value};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;

use crate::array::{NdArray, object};
use crate::error::{Failure, Result, caught};
use crate::number::Number;
use crate::operand::{Operand, Own, is_numpy, unsupported};

/// `a op b`, or `b op a` where it is reflected.
#[inline]
fn operate(py: Python<'_>, row: RowId, a: &NdArray, b: &Operand<'_>, reflected: bool) -> Result<Py<PyAny>> {
    let a = a.array();
    let result = caught(|| match b {
        Operand::Array(b) if reflected => binary(row, b, a),
        Operand::Array(b) => binary(row, a, b),
        Operand::Number(Number::Weak(value)) => binary_scalar(row, a, *value, reflected),
        Operand::New(_) | Operand::Number(Number::Strong(_)) => {
            let other = b.argument().unwrap_or(Argument::Array(a));
            let arguments = if reflected { [other, Argument::Array(a)] } else { [Argument::Array(a), other] };
            map(row, &arguments, &MapOptions::default()).map(|mut arrays| arrays.swap_remove(0))
        }
        Operand::Foreign => Err(Error::type_("a foreign operand was not handed back")),
    })?;
    object(py, result)
}

#[inline]
fn operate_in_place(row: RowId, a: &NdArray, b: &Own<'_>) -> Result<()> {
    let Some(argument) = b.0.argument() else { return Ok(()) };
    caught(|| in_place(row, a.array(), argument))
}

/// What an operator gives for a foreign operand: Python then asks the operand. A NumPy array would ask us again.
#[cold]
fn not_ours(py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
    if is_numpy(other)? { Err(unsupported(other)) } else { Ok(py.NotImplemented()) }
}

macro_rules! operators {
    ($($forward:ident $reflected:ident $in_place:ident $row:literal)*) => {
        #[pymethods]
        impl NdArray { $(
            fn $forward(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
                match other.extract::<Operand<'_>>()? {
                    Operand::Foreign => not_ours(py, other),
                    operand => operate(py, const { RowId::named($row) }, self, &operand, false),
                }
            }

            fn $reflected(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
                match other.extract::<Operand<'_>>()? {
                    Operand::Foreign => not_ours(py, other),
                    operand => operate(py, const { RowId::named($row) }, self, &operand, true),
                }
            }

            fn $in_place(&self, other: Own<'_>) -> Result<()> {
                operate_in_place(const { RowId::named($row) }, self, &other)
            }
        )* }
    };
}

operators! {
    __add__ __radd__ __iadd__ "add"
    __sub__ __rsub__ __isub__ "subtract"
    __mul__ __rmul__ __imul__ "multiply"
    __truediv__ __rtruediv__ __itruediv__ "divide"
    __floordiv__ __rfloordiv__ __ifloordiv__ "floor_divide"
    __mod__ __rmod__ __imod__ "remainder"
    __lshift__ __rlshift__ __ilshift__ "left_shift"
    __rshift__ __rrshift__ __irshift__ "right_shift"
    __and__ __rand__ __iand__ "bitwise_and"
    __or__ __ror__ __ior__ "bitwise_or"
    __xor__ __rxor__ __ixor__ "bitwise_xor"
}

#[pymethods]
impl NdArray {
    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> Result<Py<PyAny>> {
        let row = match op {
            CompareOp::Lt => const { RowId::named("less") },
            CompareOp::Le => const { RowId::named("less_equal") },
            CompareOp::Eq => const { RowId::named("equal") },
            CompareOp::Ne => const { RowId::named("not_equal") },
            CompareOp::Gt => const { RowId::named("greater") },
            CompareOp::Ge => const { RowId::named("greater_equal") },
        };
        match other.extract::<Operand<'_>>()? {
            Operand::Foreign => not_ours(py, other),
            operand => operate(py, row, self, &operand, false),
        }
    }

    fn __neg__(&self, py: Python<'_>) -> Result<Py<PyAny>> {
        one(py, const { RowId::named("negative") }, self)
    }

    fn __pos__(&self, py: Python<'_>) -> Result<Py<PyAny>> {
        one(py, const { RowId::named("positive") }, self)
    }

    fn __abs__(&self, py: Python<'_>) -> Result<Py<PyAny>> {
        one(py, const { RowId::named("absolute") }, self)
    }

    fn __invert__(&self, py: Python<'_>) -> Result<Py<PyAny>> {
        one(py, const { RowId::named("invert") }, self)
    }

    fn __pow__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, modulo: Option<Bound<'_, PyAny>>) -> Result<Py<PyAny>> {
        match other.extract::<Operand<'_>>()? {
            Operand::Foreign => not_ours(py, other),
            _ if modulo.is_some() => Ok(py.NotImplemented()),
            operand => {
                check_power(self.array().dtype(), operand.argument())?;
                operate(py, const { RowId::named("power") }, self, &operand, false)
            }
        }
    }

    fn __rpow__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        modulo: Option<Bound<'_, PyAny>>,
    ) -> Result<Py<PyAny>> {
        match other.extract::<Operand<'_>>()? {
            Operand::Foreign => not_ours(py, other),
            _ if modulo.is_some() => Ok(py.NotImplemented()),
            operand => operate(py, const { RowId::named("power") }, self, &operand, true),
        }
    }

    fn __ipow__(&self, other: Own<'_>, _modulo: Option<Bound<'_, PyAny>>) -> Result<()> {
        check_power(self.array().dtype(), other.0.argument())?;
        operate_in_place(const { RowId::named("power") }, self, &other)
    }

    fn __divmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
        two(py, self, other, false)
    }

    fn __rdivmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
        two(py, self, other, true)
    }
}

fn one(py: Python<'_>, row: RowId, a: &NdArray) -> Result<Py<PyAny>> {
    object(py, caught(|| unary(row, a.array()))?)
}

fn two(py: Python<'_>, a: &NdArray, other: &Bound<'_, PyAny>, reflected: bool) -> Result<Py<PyAny>> {
    let operand = other.extract::<Operand<'_>>()?;
    let Some(b) = operand.argument() else { return not_ours(py, other) };
    let a = Argument::Array(a.array());
    let arguments = if reflected { [b, a] } else { [a, b] };
    let arrays = caught(|| map(const { RowId::named("divmod") }, &arguments, &MapOptions::default()))?;
    let objects = arrays.into_iter().map(|array| object(py, array)).collect::<Result<Vec<_>>>()?;
    Ok(pyo3::types::PyTuple::new(py, objects)?.into_any().unbind())
}

/// Refuses an integer raised to a negative integer, as NumPy does.
///
/// Exponents that are arrays are not looked at, since that would need their values: there, the result is zero.
pub(crate) fn check_power(dtype: DType, exponent: Option<Argument<'_>>) -> Result<()> {
    let integer = matches!(dtype.kind(), Kind::Bool | Kind::Signed | Kind::Unsigned);
    let negative = match exponent {
        Some(Argument::Value(Value::Int(value))) => value < 0,
        Some(Argument::Scalar(scalar)) => scalar.dtype().kind() == Kind::Signed && scalar.get::<i64>() < 0,
        _ => false,
    };
    if integer && negative {
        return Err(Failure::Crate(Error::value("Integers to negative integer powers are not allowed.")));
    }
    Ok(())
}

/// The one element of an array, after all that it waits for. The interpreter is left to others meanwhile.
pub(crate) fn element(py: Python<'_>, array: &Array) -> Result<Scalar> {
    let array = array.clone();
    let scalar = py.detach(|| caught(|| array.item()))?;
    py.check_signals()?;
    Ok(scalar)
}
