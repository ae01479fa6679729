//! Functions for the compiler of Python functions to kernels (`cuprust.jit`): the texts and dtypes of rows, and the
//! forms of arguments.

use cuprust::cuda::{RowText, TypeRules, c_type, highest, prelude};
use cuprust::ops::Operand;
use cuprust::{DType, Value, Weak};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyString, PyTuple};

use crate::array::NdArray;
use crate::dtype::{AnyDType, from_python, to_numpy};
use crate::error::{Result, type_error};
use crate::number::{Number, number};
use crate::sequence::{list, tuple};
use crate::ufunc::Ufunc;

/// The text of a ufunc for operands of these dtypes: the dtypes that its operands are converted to, those of its
/// results, an expression in CUDA C++ for each result, and whether the two operands are exchanged first. Of a number
/// without a dtype the class stands for it.
#[pyfunction]
fn row_text<'py>(
    py: Python<'py>,
    ufunc: &Ufunc,
    operands: Vec<Bound<'py, PyAny>>,
    numpy_rules: bool,
) -> Result<Bound<'py, PyTuple>> {
    let rules = if numpy_rules { TypeRules::NumPy } else { TypeRules::Cpp };
    let operands = operands.iter().map(operand).collect::<Result<Vec<_>>>()?;
    let RowText { inputs, outputs, texts, exchanged } = RowText::of(ufunc.row, &operands, rules).map_err(type_error)?;
    let dtypes = |all: Vec<DType>| -> Result<Bound<'py, PyAny>> {
        let all = all.into_iter().map(|dtype| to_numpy(py, dtype)).collect::<Result<Vec<_>>>()?;
        Ok(tuple(py, all)?.into_any())
    };
    let texts: Vec<Bound<'_, PyString>> = texts.iter().map(|text| PyString::new(py, text)).collect();
    let exchanged = PyBool::new(py, exchanged).to_owned().into_any();
    Ok(tuple(py, vec![dtypes(inputs)?, dtypes(outputs)?, tuple(py, texts)?.into_any(), exchanged])?)
}

fn operand(object: &Bound<'_, PyAny>) -> Result<Operand> {
    let py = object.py();
    let weak = [
        (py.get_type::<PyBool>(), Weak::Bool),
        (py.get_type::<PyInt>(), Weak::Int),
        (py.get_type::<PyFloat>(), Weak::Float),
        (py.get_type::<PyComplex>(), Weak::Complex),
    ];
    match weak.iter().find(|(class, _)| object.is(class)) {
        Some((_, weak)) => Ok(Operand::Weak(*weak)),
        None => Ok(Operand::Strong(from_python(object)?)),
    }
}

/// The dtype of these that is the highest by the rules of C++.
#[pyfunction(name = "highest")]
fn highest_of(dtypes: Vec<AnyDType>) -> Result<AnyDType> {
    let highest = highest(dtypes.into_iter().map(|AnyDType(dtype)| dtype));
    highest.map(AnyDType).ok_or_else(|| type_error("there are no dtypes"))
}

/// The type of CUDA C++ of a dtype.
#[pyfunction(name = "c_type")]
fn c_type_of(dtype: AnyDType) -> &'static str {
    c_type(dtype.0)
}

/// The types and functions that a text in CUDA C++ uses of those that texts of rows use.
#[pyfunction(name = "prelude")]
fn prelude_of(body: &str) -> String {
    prelude(body)
}

/// The arguments of a kernel by their forms, and as the kernel takes them: of an array its address and its extents,
/// with its strides where it is not contiguous.
#[pyfunction]
fn arguments<'py>(py: Python<'py>, args: &Bound<'py, PyTuple>) -> Result<(String, Bound<'py, PyAny>)> {
    let mut form = String::with_capacity(4 * args.len());
    let mut all: Vec<Bound<'py, PyAny>> = Vec::with_capacity(3 * args.len());
    for (position, object) in args.iter_borrowed().enumerate() {
        all.push(object.to_owned());
        if let Ok(array) = object.cast::<NdArray>() {
            let array = array.get().array();
            let contiguous = array.layout().is_contiguous();
            let strides = array.strides();
            let strides: &[i64] = if contiguous { &[] } else { &strides };
            for value in array.shape().iter().chain(strides) {
                all.push(value.into_pyobject(py).map_err(PyErr::from)?.into_any());
            }
            form.extend(['[', array.dtype().character()]);
            form.push_str(&array.ndim().to_string());
            form.push(if contiguous { ']' } else { ')' });
            continue;
        }
        match number(object)? {
            Some(Number::Weak(Value::Bool(_))) => form.push_str("pb"),
            Some(Number::Weak(Value::Int(value))) if i32::try_from(value).is_ok() => form.push_str("pi"),
            Some(Number::Weak(Value::Int(value))) if i64::try_from(value).is_ok() => form.push_str("pl"),
            Some(Number::Weak(Value::Int(_))) => form.push_str("pL"),
            Some(Number::Weak(Value::Float(_))) => form.push_str("pf"),
            Some(Number::Weak(Value::Complex(_))) => form.push_str("pc"),
            Some(Number::Strong(scalar)) => form.extend(['n', scalar.dtype().character()]),
            None => {
                let class = object.get_type().name()?;
                return Err(type_error(format!(
                    "argument {} of a kernel has the unsupported type {class}: it takes arrays of cuprust and numbers",
                    position + 1
                )));
            }
        }
    }
    Ok((form, list(py, all)?.into_any()))
}

/// Adds the module `_jit`.
pub(crate) fn register(jit: &Bound<'_, PyModule>) -> PyResult<()> {
    jit.add_function(wrap_pyfunction!(row_text, jit)?)?;
    jit.add_function(wrap_pyfunction!(highest_of, jit)?)?;
    jit.add_function(wrap_pyfunction!(c_type_of, jit)?)?;
    jit.add_function(wrap_pyfunction!(prelude_of, jit)?)?;
    jit.add_function(wrap_pyfunction!(arguments, jit)?)?;
    Ok(())
}
