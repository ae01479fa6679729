//! The operators of `ndarray` as type slots: what stands between the interpreter's `a + b` and the crate.
//!
//! PyO3 can write these slots too, and writes all the others; its way to a method costs as much as the recording itself.
//! Here a slot looks at the classes of its operands, calls the crate, and makes the object.

use cuprust::elementwise::{binary, binary_scalar, unary};
use cuprust::ops::RowId;
use cuprust::{Argument, Array, MapOptions};
use pyo3::ffi;
use pyo3::impl_::pyclass::{PyClassImpl, PyClassItems};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Failure, Result, caught};
use crate::index::one_part;
use crate::number;
use crate::object::{free, new_object, ours};
use crate::operand::{Operand, is_numpy, unsupported};

type Object = *mut ffi::PyObject;

/// What a slot gives: a new reference, or null with an exception set.
fn give(result: Result<Array>) -> Object {
    // SAFETY: the interpreter calls slots, and they call this, with the thread attached.
    let py = unsafe { Python::assume_attached() };
    match result.and_then(|array| new_object(py, NdArray::new(array))) {
        Ok(object) => object,
        Err(failure) => raise(failure.into()),
    }
}

#[cold]
fn raise(error: PyErr) -> Object {
    Python::attach(|py| error.restore(py));
    std::ptr::null_mut()
}

/// `a op b`, where one of the two is an array.
///
/// # Safety
/// The thread is attached, and both are objects that live as long as the call.
unsafe fn operate(row: RowId, left: Object, right: Object) -> Object {
    // SAFETY: as the caller promises.
    let (py, a, b) = unsafe { (Python::assume_attached(), ours(left), ours(right)) };
    // SAFETY: as the caller promises.
    let exact = |object| number::exact(unsafe { Borrowed::from_ptr(py, object) });
    match (a, b) {
        (Some(a), Some(b)) => give(caught(|| binary(row, a.array(), b.array()))),
        (Some(a), None) => match exact(right) {
            Some(value) => give(caught(|| binary_scalar(row, a.array(), value, false))),
            None => operate_on_other(row, a, right, false),
        },
        (None, Some(b)) => match exact(left) {
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
#[cold]
fn operate_on_other(row: RowId, a: &NdArray, other: Object, reflected: bool) -> Object {
    let result = Python::attach(|py| -> Result<Object> {
        // SAFETY: the interpreter lends a slot its operands.
        let other = unsafe { Borrowed::from_ptr(py, other) };
        let a = Argument::Array(a.array());
        let operand = other.extract::<Operand<'_>>()?;
        let b = match operand.argument() {
            Some(b) => b,
            None if is_numpy(&other)? => return Err(unsupported(&other)),
            None => return Ok(not_implemented()),
        };
        let arguments = if reflected { [b, a] } else { [a, b] };
        let mut results = caught(|| cuprust::elementwise::map(row, &arguments, &MapOptions::default()))?;
        new_object(py, NdArray::new(results.swap_remove(0)))
    });
    result.unwrap_or_else(|failure| raise(failure.into()))
}

unsafe extern "C" fn get_slot(owner: Object, index: Object) -> Object {
    // SAFETY: the interpreter calls slots attached, and lends them their operands; the first is of the class.
    let (py, array, index) = unsafe {
        let Some(array) = ours(owner) else { return not_implemented() };
        (Python::assume_attached(), array, Borrowed::from_ptr(Python::assume_attached(), index))
    };
    let found = match one_part(index) {
        Ok(Some(part)) => caught(|| array.array().at(&[part])).map(Some),
        Ok(None) => Ok(None),
        Err(failure) => Err(failure),
    };
    match found {
        Ok(Some(view)) => match new_object(py, array.derived(view, owner)) {
            Ok(object) => object,
            Err(failure) => raise(failure.into()),
        },
        Ok(None) => get_otherwise(owner, index.as_ptr()),
        Err(failure) => raise(failure.into()),
    }
}

/// `a[index]` by several parts, or by an array.
#[inline(never)]
fn get_otherwise(owner: Object, index: Object) -> Object {
    let result = Python::attach(|py| {
        // SAFETY: the interpreter lends a slot its operands, of which the first is of the class.
        let (owner, index) = unsafe { (Borrowed::from_ptr(py, owner), Borrowed::from_ptr(py, index)) };
        // SAFETY: as above.
        let owner = unsafe { owner.cast_unchecked::<NdArray>() };
        crate::index::get(&owner, &index).map(|view| view.into_ptr())
    });
    result.unwrap_or_else(|failure: Failure| raise(failure.into()))
}

unsafe extern "C" fn binary_slot<const ROW: u16>(left: Object, right: Object) -> Object {
    // SAFETY: the interpreter calls slots attached, and lends them their operands.
    unsafe { operate(row::<ROW>(), left, right) }
}

unsafe extern "C" fn unary_slot<const ROW: u16>(operand: Object) -> Object {
    // SAFETY: as above; the operand of this class's slot is of this class.
    match unsafe { ours(operand) } {
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
    // SAFETY: the interpreter calls slots attached, and lends them their operands.
    unsafe { operate(row, left, right) }
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
