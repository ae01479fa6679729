//! The operators of `ndarray` that `slots.rs` leaves to PyO3: in place, powers, and `divmod`; and reading one element.

// The methods are written by a macro, within which PyO3's own unsafe calls are taken for ours.
#![allow(unsafe_op_in_unsafe_fn)]

use cuprust::ops::RowId;
use cuprust::ufunc::{binary, binary_scalar, in_place, map};
use cuprust::{Argument, Array, Error, MapOptions, Scalar};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Result, caught};
use crate::number::Number;
use crate::object::object;
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
    ($($in_place:ident $row:literal)*) => {
        #[pymethods]
        impl NdArray { $(
            fn $in_place(&self, other: Own<'_>) -> Result<()> {
                operate_in_place(const { RowId::named($row) }, self, &other)
            }
        )* }
    };
}

operators! {
    __iadd__ "add"
    __isub__ "subtract"
    __imul__ "multiply"
    __itruediv__ "divide"
    __ifloordiv__ "floor_divide"
    __imod__ "remainder"
    __ilshift__ "left_shift"
    __irshift__ "right_shift"
    __iand__ "bitwise_and"
    __ior__ "bitwise_or"
    __ixor__ "bitwise_xor"
}

#[pymethods]
impl NdArray {
    fn __pow__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, modulo: Option<Bound<'_, PyAny>>) -> Result<Py<PyAny>> {
        match other.extract::<Operand<'_>>()? {
            Operand::Foreign => not_ours(py, other),
            _ if modulo.is_some() => Ok(py.NotImplemented()),
            operand => operate(py, const { RowId::named("power") }, self, &operand, false),
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
        operate_in_place(const { RowId::named("power") }, self, &other)
    }

    fn __divmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
        two(py, self, other, false)
    }

    fn __rdivmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
        two(py, self, other, true)
    }
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

/// The one element of an array, after all that it waits for. The interpreter is left to others meanwhile.
pub(crate) fn element(py: Python<'_>, array: &Array) -> Result<Scalar> {
    if let Some(scalar) = array.peek() {
        return Ok(scalar);
    }
    let array = array.clone();
    let scalar = py.detach(|| caught(|| array.item()))?;
    py.check_signals()?;
    Ok(scalar)
}
