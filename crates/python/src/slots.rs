//! The operators of `ndarray` as type slots: what stands between the interpreter's `a + b` and the crate.
//!
//! PyO3 can write these slots too, and writes all the others; its way to a method costs as much as the recording itself.
//! Here a slot looks at the classes of its operands, calls the crate, and makes the object.

use cuprust::ops::RowId;
use cuprust::ufunc::{binary, binary_scalar, unary};
use cuprust::{Argument, Array, MapOptions};
use pyo3::ffi;
use pyo3::impl_::pyclass::{PyClassImpl, PyClassItems};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Result, caught};
use crate::index::one_part;
use crate::number;
use crate::object::{free, new_object, ours};
use crate::operand::{Operand, is_numpy, unsupported};

pub(crate) type Object = *mut ffi::PyObject;

/// What a slot gives: a new reference, or null with an exception set.
pub(crate) fn give(result: Result<Array>) -> Object {
    // SAFETY: the interpreter calls slots, and they call this, with the thread attached.
    let py = unsafe { Python::assume_attached() };
    match result.and_then(|array| new_object(py, array, None)) {
        Ok(object) => object,
        Err(failure) => raise(failure.into()),
    }
}

#[cold]
pub(crate) fn raise(error: PyErr) -> Object {
    Python::attach(|py| error.restore(py));
    std::ptr::null_mut()
}

/// `a op b`, where one of the two is an array.
fn operate(row: RowId, left: Borrowed<'_, '_, PyAny>, right: Borrowed<'_, '_, PyAny>) -> Object {
    match (ours(left), ours(right)) {
        (Some(a), Some(b)) => give(caught(|| binary(row, a.array(), b.array()))),
        (Some(a), None) => match number::exact(right) {
            Some(value) => give(caught(|| binary_scalar(row, a.array(), value, false))),
            None => operate_on_other(row, a, right, false),
        },
        (None, Some(b)) => match number::exact(left) {
            Some(value) => give(caught(|| binary_scalar(row, b.array(), value, true))),
            None => operate_on_other(row, b, left, true),
        },
        (None, None) => not_implemented(),
    }
}

fn not_implemented() -> Object {
    // SAFETY: the constant lives as long as the interpreter; the caller of a slot wants a reference of its own.
    unsafe {
        let object = ffi::Py_NotImplemented();
        ffi::Py_INCREF(object);
        object
    }
}

/// `a op b`, or `b op a` where it is reflected, for a list, a number of NumPy's, or an object that may know better. Python
/// asks the latter; a NumPy array would ask us again.
#[inline(never)]
fn operate_on_other(row: RowId, a: &NdArray, other: Borrowed<'_, '_, PyAny>, reflected: bool) -> Object {
    let result = Python::attach(|py| -> Result<Object> {
        let a = Argument::Array(a.array());
        let operand = other.extract::<Operand<'_>>()?;
        let b = match operand.argument() {
            Some(b) => b,
            None if is_numpy(&other)? => return Err(unsupported(&other)),
            None => return Ok(not_implemented()),
        };
        let arguments = if reflected { [b, a] } else { [a, b] };
        let mut results = caught(|| cuprust::ufunc::map(row, &arguments, &MapOptions::default()))?;
        new_object(py, results.swap_remove(0), None)
    });
    result.unwrap_or_else(|failure| raise(failure.into()))
}

/// `owner[index]`.
fn get(owner: Borrowed<'_, '_, PyAny>, index: Borrowed<'_, '_, PyAny>) -> Object {
    let Some(array) = ours(owner) else { return not_implemented() };
    let view = match one_part(index) {
        Ok(Some(part)) => caught(|| array.array().at([part])),
        Ok(None) => return get_otherwise(owner, index),
        Err(failure) => Err(failure),
    };
    match view.and_then(|view| new_object(owner.py(), view, Some(array.root(owner)))) {
        Ok(object) => object,
        Err(failure) => raise(failure.into()),
    }
}

/// `owner[index]`, where the index has several parts or is an array.
#[inline(never)]
fn get_otherwise(owner: Borrowed<'_, '_, PyAny>, index: Borrowed<'_, '_, PyAny>) -> Object {
    let result = Python::attach(|_| -> Result<Object> {
        let owner = owner.cast::<NdArray>()?;
        Ok(crate::index::get(&owner, &index)?.into_ptr())
    });
    result.unwrap_or_else(|failure| raise(failure.into()))
}

/// An operand of a slot, or an argument of a function.
///
/// # Safety
/// The interpreter has lent it to a slot or a function that is running.
pub(crate) unsafe fn lent<'a>(object: Object) -> Borrowed<'a, 'a, PyAny> {
    // SAFETY: both are called with the thread attached, and their operands live as long as the call.
    unsafe { Borrowed::from_ptr(Python::assume_attached(), object) }
}

unsafe extern "C" fn get_slot(owner: Object, index: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (owner, index) = unsafe { (lent(owner), lent(index)) };
    get(owner, index)
}

unsafe extern "C" fn binary_slot<const ROW: u16>(left: Object, right: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (left, right) = unsafe { (lent(left), lent(right)) };
    operate(row::<ROW>(), left, right)
}

unsafe extern "C" fn unary_slot<const ROW: u16>(operand: Object) -> Object {
    // SAFETY: this is a slot, and this is its operand.
    match ours(unsafe { lent(operand) }) {
        Some(a) => give(caught(|| unary(row::<ROW>(), a.array()))),
        None => not_implemented(),
    }
}

unsafe extern "C" fn compare_slot(left: Object, right: Object, operator: std::ffi::c_int) -> Object {
    let row = match operator {
        ffi::Py_LT => const { RowId::named("less") },
        ffi::Py_LE => const { RowId::named("less_equal") },
        ffi::Py_EQ => const { RowId::named("equal") },
        ffi::Py_NE => const { RowId::named("not_equal") },
        ffi::Py_GT => const { RowId::named("greater") },
        _ => const { RowId::named("greater_equal") },
    };
    // SAFETY: this is a slot, and these are its operands.
    let (left, right) = unsafe { (lent(left), lent(right)) };
    operate(row, left, right)
}

/// The row of a number that was a row's.
#[inline]
fn row<const ROW: u16>() -> RowId {
    RowId::from_number(ROW).expect("the slots below name rows")
}

macro_rules! slots {
    ($($slot:ident $function:ident $row:literal)*) => { &[
        $(ffi::PyType_Slot {
            slot: ffi::$slot,
            pfunc: $function::<{ RowId::named($row).number() }> as *mut std::ffi::c_void,
        },)*
        ffi::PyType_Slot { slot: ffi::Py_mp_subscript, pfunc: get_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_tp_richcompare, pfunc: compare_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_tp_free, pfunc: free as *mut std::ffi::c_void },
    ] };
}

// As `#[pymethods]` hands in the slots that it writes.
pyo3::inventory::submit! {
    type Inventory = <NdArray as PyClassImpl>::Inventory;
    Inventory::new(PyClassItems { methods: &[], slots: slots! {
        Py_nb_add binary_slot "add"
        Py_nb_subtract binary_slot "subtract"
        Py_nb_multiply binary_slot "multiply"
        Py_nb_true_divide binary_slot "divide"
        Py_nb_floor_divide binary_slot "floor_divide"
        Py_nb_remainder binary_slot "remainder"
        Py_nb_lshift binary_slot "left_shift"
        Py_nb_rshift binary_slot "right_shift"
        Py_nb_and binary_slot "bitwise_and"
        Py_nb_or binary_slot "bitwise_or"
        Py_nb_xor binary_slot "bitwise_xor"
        Py_nb_negative unary_slot "negative"
        Py_nb_positive unary_slot "positive"
        Py_nb_absolute unary_slot "absolute"
        Py_nb_invert unary_slot "invert"
    } })
}
