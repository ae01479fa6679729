//! The operators of `ndarray` as type slots, called by the interpreter's `a + b`.
//!
//! PyO3 can generate these slots too, and generates all others; its way to a method costs as much as the recording
//! itself. Here a slot checks the classes of its operands, calls the crate, and makes the object.

use cuprust::linalg::matmul_with;
use cuprust::ops::RowId;
use cuprust::ufunc::{binary, binary_scalar, in_place, map, single_output, unary};
use cuprust::{Argument, Array, MapOptions};
use pyo3::ffi;
use pyo3::impl_::pyclass::{PyClassImpl, PyClassItems};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Result, caught, value_error};
use crate::index::one_part;
use crate::number;
use crate::object::{free, new_object, object, ours};
use crate::operand::{Operand, is_numpy, unsupported};
use crate::profiler::{away, called};
use crate::sequence::tuple;

pub(crate) type Object = *mut ffi::PyObject;

pub(crate) const POWER: RowId = RowId::named("power");

/// The return value of a slot: a new reference, or null with an exception set.
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
    let _away = away();
    let _called = called(row.row().name, [left, right]);
    match (ours(left), ours(right)) {
        (Some(a), Some(b)) => return give(caught(|| binary(row, a.array(), b.array()))),
        (Some(a), None) => {
            if let Some(value) = number::beside(right, a.array().dtype()) {
                return give(caught(|| binary_scalar(row, a.array(), value, false)));
            }
        }
        (None, Some(b)) => {
            if let Some(value) = number::beside(left, b.array().dtype()) {
                return give(caught(|| binary_scalar(row, b.array(), value, true)));
            }
        }
        (None, None) => return not_implemented(),
    }
    with_operands(left, right, |py, a, b| {
        let mut results = caught(|| map(row, &[a, b], &MapOptions::default()))?;
        new_object(py, results.swap_remove(0), None)
    })
}

fn not_implemented() -> Object {
    // SAFETY: the constant lives as long as the interpreter; the caller of a slot owns the new reference.
    unsafe {
        let object = ffi::Py_NotImplemented();
        ffi::Py_INCREF(object);
        object
    }
}

/// The result of a call with two operands, of which one may be a list, a NumPy scalar, or an object that may override
/// the operator. Python asks the latter; a NumPy array would call us again.
#[inline(never)]
fn with_operands(
    left: Borrowed<'_, '_, PyAny>,
    right: Borrowed<'_, '_, PyAny>,
    call: impl FnOnce(Python<'_>, Argument<'_>, Argument<'_>) -> Result<Object>,
) -> Object {
    let result = Python::attach(|py| -> Result<Object> {
        let operands = (left.extract::<Operand<'_>>()?, right.extract::<Operand<'_>>()?);
        match (operands.0.argument(), operands.1.argument()) {
            (Some(a), Some(b)) => call(py, a, b),
            (None, _) if is_numpy(&left)? => Err(unsupported(&left)),
            (_, None) if is_numpy(&right)? => Err(unsupported(&right)),
            _ => Ok(not_implemented()),
        }
    });
    result.unwrap_or_else(|failure| raise(failure.into()))
}

/// `a op= b`: the array itself. If `b` cannot be an operand, Python tries its reflected operator.
fn operate_in_place(row: RowId, left: Borrowed<'_, '_, PyAny>, right: Borrowed<'_, '_, PyAny>) -> Object {
    let Some(a) = ours(left) else { return not_implemented() };
    let _away = away();
    let written = match (ours(right), number::exact(right)) {
        (Some(b), _) => caught(|| in_place(row, a.array(), Argument::Array(b.array()))),
        (None, Some(value)) => caught(|| in_place(row, a.array(), Argument::Value(value))),
        (None, None) => {
            return with_operands(left, right, |_, _, b| {
                caught(|| in_place(row, a.array(), b))?;
                Ok(left.to_owned().into_ptr())
            });
        }
    };
    written.map_or_else(|failure| raise(failure.into()), |()| left.to_owned().into_ptr())
}

/// `divmod(a, b)`: a tuple of two arrays.
fn divide_with_remainder(left: Borrowed<'_, '_, PyAny>, right: Borrowed<'_, '_, PyAny>) -> Object {
    with_operands(left, right, |py, a, b| {
        let arrays = caught(|| map(const { RowId::named("divmod") }, &[a, b], &MapOptions::default()))?;
        let objects = arrays.into_iter().map(|array| object(py, array)).collect::<Result<Vec<_>>>()?;
        Ok(tuple(py, objects)?.into_ptr())
    })
}

/// `a @ b`, or `a @= b`, which is the array itself.
fn multiply_matrices(left: Borrowed<'_, '_, PyAny>, right: Borrowed<'_, '_, PyAny>, in_place: bool) -> Object {
    with_operands(left, right, |py, a, b| {
        let (Argument::Array(a), Argument::Array(b)) = (a, b) else {
            return Err(value_error(
                "matmul: an operand does not have enough dimensions: it is a number, use * for it",
            ));
        };
        let options = MapOptions { out: single_output(in_place.then_some(a)), ..MapOptions::default() };
        let product = caught(|| matmul_with(a, b, &options))?;
        if in_place { Ok(left.to_owned().into_ptr()) } else { new_object(py, product, None) }
    })
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

/// `owner[index]`, for an index of several parts or an array.
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
/// The interpreter has passed it to a slot or a function that is still running.
pub(crate) unsafe fn borrowed<'a>(object: Object) -> Borrowed<'a, 'a, PyAny> {
    // SAFETY: both are called with the thread attached, and their operands live as long as the call.
    unsafe { Borrowed::from_ptr(Python::assume_attached(), object) }
}

unsafe extern "C" fn get_slot(owner: Object, index: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (owner, index) = unsafe { (borrowed(owner), borrowed(index)) };
    let _away = away();
    let _called = called("getitem", [owner, index]);
    get(owner, index)
}

unsafe extern "C" fn binary_slot<const ROW: u16>(left: Object, right: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (left, right) = unsafe { (borrowed(left), borrowed(right)) };
    operate(row::<ROW>(), left, right)
}

unsafe extern "C" fn unary_slot<const ROW: u16>(operand: Object) -> Object {
    // SAFETY: this is a slot, and this is its operand.
    let operand = unsafe { borrowed(operand) };
    let _away = away();
    let _called = called(row::<ROW>().row().name, [operand]);
    match ours(operand) {
        Some(a) => give(caught(|| unary(row::<ROW>(), a.array()))),
        None => not_implemented(),
    }
}

unsafe extern "C" fn in_place_slot<const ROW: u16>(left: Object, right: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (left, right) = unsafe { (borrowed(left), borrowed(right)) };
    let _called = called(row::<ROW>().row().name, [left, right]);
    operate_in_place(row::<ROW>(), left, right)
}

unsafe extern "C" fn power_slot(left: Object, right: Object, modulus: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (left, right, modulus) = unsafe { (borrowed(left), borrowed(right), borrowed(modulus)) };
    if modulus.is_none() { operate(POWER, left, right) } else { not_implemented() }
}

unsafe extern "C" fn power_in_place_slot(left: Object, right: Object, _modulus: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (left, right) = unsafe { (borrowed(left), borrowed(right)) };
    operate_in_place(POWER, left, right)
}

unsafe extern "C" fn divmod_slot(left: Object, right: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (left, right) = unsafe { (borrowed(left), borrowed(right)) };
    let _away = away();
    divide_with_remainder(left, right)
}

unsafe extern "C" fn matmul_slot(left: Object, right: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (left, right) = unsafe { (borrowed(left), borrowed(right)) };
    let _away = away();
    let _called = called("matmul", [left, right]);
    multiply_matrices(left, right, false)
}

unsafe extern "C" fn matmul_in_place_slot(left: Object, right: Object) -> Object {
    // SAFETY: this is a slot, and these are its operands.
    let (left, right) = unsafe { (borrowed(left), borrowed(right)) };
    let _away = away();
    multiply_matrices(left, right, true)
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
    let (left, right) = unsafe { (borrowed(left), borrowed(right)) };
    operate(row, left, right)
}

/// The row of a const parameter.
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
        ffi::PyType_Slot { slot: ffi::Py_nb_power, pfunc: power_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_nb_inplace_power, pfunc: power_in_place_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_nb_divmod, pfunc: divmod_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_nb_matrix_multiply, pfunc: matmul_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_nb_inplace_matrix_multiply, pfunc: matmul_in_place_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_mp_subscript, pfunc: get_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_tp_richcompare, pfunc: compare_slot as *mut std::ffi::c_void },
        ffi::PyType_Slot { slot: ffi::Py_tp_free, pfunc: free as *mut std::ffi::c_void },
    ] };
}

// `#[pymethods]` submits its slots in the same way.
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
        Py_nb_inplace_add in_place_slot "add"
        Py_nb_inplace_subtract in_place_slot "subtract"
        Py_nb_inplace_multiply in_place_slot "multiply"
        Py_nb_inplace_true_divide in_place_slot "divide"
        Py_nb_inplace_floor_divide in_place_slot "floor_divide"
        Py_nb_inplace_remainder in_place_slot "remainder"
        Py_nb_inplace_lshift in_place_slot "left_shift"
        Py_nb_inplace_rshift in_place_slot "right_shift"
        Py_nb_inplace_and in_place_slot "bitwise_and"
        Py_nb_inplace_or in_place_slot "bitwise_or"
        Py_nb_inplace_xor in_place_slot "bitwise_xor"
        Py_nb_negative unary_slot "negative"
        Py_nb_positive unary_slot "positive"
        Py_nb_absolute unary_slot "absolute"
        Py_nb_invert unary_slot "invert"
    } })
}
