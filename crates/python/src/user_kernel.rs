//! `ElementwiseKernel` and `ReductionKernel`: kernels of which a user writes the elementwise part.

use cuprust::Array;
use cuprust::cuda::{CallOptions, ElementwiseKernel, KernelOptions, OperandParameter, ReductionKernel, ReductionTexts};
use cuprust::ufunc::Argument;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use smallvec::SmallVec;

use crate::array::NdArray;
use crate::dtype::to_numpy;
use crate::error::{Result, caught, type_error};
use crate::kernel::{Flags, KernelOperand, chosen, kernel_operand};
use crate::number;
use crate::object::{bound, ours};
use crate::overriding;
use crate::sequence::tuple;

/// A parameter of a kernel.
#[pyclass(frozen, name = "ParameterInfo", module = "cuprust")]
struct PyParameter(OperandParameter);

#[pymethods]
impl PyParameter {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// Its type as it is written.
    #[getter]
    fn ctype(&self) -> &str {
        &self.0.ctype
    }

    /// Its dtype, or None where a call says it.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>> {
        self.0.dtype.map(|dtype| to_numpy(py, dtype)).transpose()
    }

    /// Whether the kernel sees the whole array.
    #[getter]
    fn raw(&self) -> bool {
        self.0.raw
    }

    /// Whether the kernel only reads it.
    #[getter]
    fn is_const(&self) -> bool {
        !self.0.written
    }

    fn __repr__(&self) -> String {
        let raw = if self.0.raw { "raw " } else { "" };
        format!("<ParameterInfo {raw}{} {}>", self.0.ctype, self.0.name)
    }
}

fn shown<'py>(py: Python<'py>, parameters: &[OperandParameter]) -> Result<Bound<'py, PyTuple>> {
    let all = parameters.iter().map(|parameter| Bound::new(py, PyParameter(parameter.clone())));
    Ok(tuple(py, all.collect::<PyResult<Vec<_>>>()?)?)
}

/// An operand of a kernel: an array or a number.
///
/// # Errors
/// A type error for another object.
fn operand<'a>(operand: &'a KernelOperand<'_>, position: usize) -> Result<Argument<'a>> {
    match operand {
        KernelOperand::Array(array) => Ok(Argument::Array(array.get().array())),
        KernelOperand::Foreign(array) => Ok(Argument::Array(array)),
        KernelOperand::Number(value) => Ok(Argument::Value(*value)),
        KernelOperand::Scalar(scalar) => Ok(Argument::Scalar(*scalar)),
        KernelOperand::Memory(_) | KernelOperand::Span(_) | KernelOperand::Bytes(_) => {
            Err(type_error(format!("argument {} is neither an array nor a number", position + 1)))
        }
    }
}

/// The arguments of a call: inputs, and outputs if they are given.
struct Arguments<'py> {
    inputs: Vec<KernelOperand<'py>>,
    outputs: Vec<Bound<'py, NdArray>>,
}

impl<'py> Arguments<'py> {
    fn of(args: &Bound<'py, PyTuple>, inputs: usize, outputs: usize, name: &str) -> Result<Arguments<'py>> {
        let count = args.len();
        if count != inputs && count != inputs + outputs {
            return Err(type_error(format!(
                "Wrong number of arguments for {name}: it takes {inputs}, or {} with its outputs, and {count} are given",
                inputs + outputs
            )));
        }
        let mut all = Arguments { inputs: Vec::with_capacity(inputs), outputs: Vec::new() };
        for (position, object) in args.iter().enumerate() {
            match position < inputs {
                true => all.inputs.push(kernel_operand(&object, position)?),
                false => all.outputs.push(output(&object)?),
            }
        }
        Ok(all)
    }
}

fn output<'py>(object: &Bound<'py, PyAny>) -> Result<Bound<'py, NdArray>> {
    match object.cast::<NdArray>() {
        Ok(array) => Ok(array.clone()),
        Err(_) => Err(type_error("Output arguments type must be cuprust.ndarray")),
    }
}

/// The results of a call: the arrays passed as outputs, or new ones.
fn results<'py>(
    py: Python<'py>,
    made: Vec<Array>,
    outputs: Vec<Bound<'py, NdArray>>,
    as_tuple: bool,
) -> Result<Bound<'py, PyAny>> {
    let mut all = match outputs.is_empty() {
        true => made.into_iter().map(|array| bound(py, array, None)).collect::<Result<Vec<_>>>()?,
        false => outputs,
    };
    match (all.len(), as_tuple) {
        (1, false) => Ok(all.remove(0).into_any()),
        _ => Ok(tuple(py, all)?.into_any()),
    }
}

/// The texts by index.
fn numbered(py: Python<'_>, texts: Vec<String>) -> Result<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    for (number, text) in texts.into_iter().enumerate() {
        found.set_item(number, text)?;
    }
    Ok(found)
}

/// A kernel that computes elements by a text in CUDA C++.
///
/// `in_params` and `out_params` name the operands with their types: a dtype, or a letter for whatever dtype a call
/// gives. The text `operation` is run for each element of the arrays, which broadcast; of a ``raw`` operand it sees the
/// whole array, with ``i`` the number of the element, ``n`` their count and ``_ind`` the position; a parameter may be
/// named ``n`` too. `preamble` is before the kernel, `loop_prep` and `after_loop` around the loop. `doc` is
/// accepted and has no effect.
///
/// >>> squared = cp.ElementwiseKernel("T x, T y", "T z", "z = (x - y) * (x - y)", "squared")
/// >>> squared(cp.arange(3.0), 5)
/// array([25., 16.,  9.])
#[pyclass(frozen, name = "ElementwiseKernel", module = "cuprust")]
pub(crate) struct PyElementwise {
    kernel: ElementwiseKernel,
    /// Whether calls return None.
    #[pyo3(get)]
    no_return: bool,
    /// Whether calls return a tuple for one result too.
    #[pyo3(get)]
    return_tuple: bool,
}

#[pymethods]
impl PyElementwise {
    #[new]
    #[pyo3(signature = (in_params, out_params, operation, name="kernel", reduce_dims=true, preamble="", no_return=false, return_tuple=false, doc="", *, options=None, loop_prep="", after_loop=""))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        in_params: &str,
        out_params: &str,
        operation: &str,
        name: &str,
        reduce_dims: bool,
        preamble: &str,
        no_return: bool,
        return_tuple: bool,
        doc: &str,
        options: Option<Flags>,
        loop_prep: &str,
        after_loop: &str,
    ) -> Result<PyElementwise> {
        let options = KernelOptions {
            name: name.to_owned(),
            preamble: preamble.to_owned(),
            loop_prep: loop_prep.to_owned(),
            after_loop: after_loop.to_owned(),
            reduce_dims,
            flags: options.map_or_else(Vec::new, |flags| flags.0),
        };
        // An object's documentation is its class's.
        let _ = doc;
        let kernel = caught(|| ElementwiseKernel::new(in_params, out_params, operation, options))?;
        Ok(PyElementwise { kernel, no_return, return_tuple })
    }

    /// Computes the outputs: in the arrays that follow the inputs where there are some, else in new ones.
    ///
    /// `size` is the number of elements where all operands are raw, `block_size` the threads of a block.
    ///
    /// Raises TypeError for wrong dtypes or a wrong number of arguments, ValueError for shapes that do not broadcast.
    #[pyo3(signature = (*args, size=None, block_size=None, stream=None))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        size: Option<i64>,
        block_size: Option<u32>,
        stream: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        let made = slf.get().answer(slf.py(), args, size, block_size, stream);
        made.or_else(|failure| match overriding::elementwise(slf.as_any(), args, None) {
            Some(made) => Ok(made?),
            None => Err(failure),
        })
    }

    /// The text of one element.
    #[getter]
    fn operation(&self) -> &str {
        self.kernel.operation()
    }

    /// The other keywords that it was made with.
    #[getter]
    fn kwargs<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let (found, options) = (PyDict::new(py), self.kernel.options());
        if !options.flags.is_empty() {
            found.set_item("options", PyTuple::new(py, &options.flags)?)?;
        }
        for (name, text) in [("loop_prep", &options.loop_prep), ("after_loop", &options.after_loop)] {
            if !text.is_empty() {
                found.set_item(name, text)?;
            }
        }
        Ok(found)
    }

    fn __repr__(&self) -> String {
        format!("<ElementwiseKernel {}>", self.kernel.options().name)
    }
}

impl PyElementwise {
    fn answer<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        size: Option<i64>,
        block_size: Option<u32>,
        stream: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        let is_common = size.is_none() && block_size.is_none() && stream.is_none() && !self.no_return;
        if is_common
            && !self.return_tuple
            && let Some(made) = self.call_same_shape(args)?
        {
            return Ok(bound(py, made, None)?.into_any());
        }
        let (kernel, stream) = (&self.kernel, chosen(stream)?);
        let all = Arguments::of(args, kernel.inputs.len(), kernel.outputs.len(), &kernel.options().name)?;
        let inputs = all.inputs.iter().enumerate().map(|(position, input)| operand(input, position));
        let inputs = inputs.collect::<Result<Vec<_>>>()?;
        let outputs: Vec<&Array> = all.outputs.iter().map(|output| output.get().array()).collect();
        let options = CallOptions { size, block_size, stream: stream.as_ref() };
        let made = caught(|| kernel.call(&inputs, &outputs, options))?;
        if self.no_return {
            return Ok(py.None().into_bound(py));
        }
        results(py, made, all.outputs, self.return_tuple)
    }

    /// The fast path without lists: arrays of ours and Python's own numbers. `None` for other calls.
    fn call_same_shape(&self, args: &Bound<'_, PyTuple>) -> Result<Option<Array>> {
        let mut arguments: SmallVec<[Argument<'_>; 8]> = SmallVec::new();
        for object in args.iter_borrowed() {
            let number = || number::exact(object).map(Argument::Value);
            match ours(object).map(|array| Argument::Array(array.array())).or_else(number) {
                Some(argument) => arguments.push(argument),
                None => return Ok(None),
            }
        }
        caught(|| self.kernel.call_same_shape(&arguments))
    }
}

/// A kernel that reduces arrays by texts in CUDA C++.
///
/// Each element becomes `map_expr`, an expression of the inputs; two of them become `reduce_expr`, an expression of
/// ``a`` and ``b``; the outputs follow from ``a`` by `post_map_expr`, a statement. A reduction begins with `identity`;
/// where that is None, with the first element. `reduce_type` is the type of ``a`` and ``b``, the first output's where
/// it is None; the texts call it ``_type_reduce``. ``_in_ind`` and ``_out_ind`` are the positions of an element and of
/// a result, with a ``size()``, and with their indices by ``get()``: those of the axes that are reduced first. ``_j``
/// and ``_i`` number them, ``_J`` the elements of a result; ``_raw_x`` is the whole array of an operand ``x``.
///
/// >>> norm = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "norm")
/// >>> norm(cp.arange(6.0).reshape(2, 3), axis=1)
/// array([2.23606798, 7.07106781])
#[pyclass(frozen, name = "ReductionKernel", module = "cuprust")]
pub(crate) struct PyReduction {
    kernel: ReductionKernel,
}

#[pymethods]
impl PyReduction {
    #[new]
    #[pyo3(signature = (in_params, out_params, map_expr, reduce_expr, post_map_expr, identity, name="reduce_kernel", reduce_type=None, reduce_dims=true, preamble="", options=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        in_params: &str,
        out_params: &str,
        map_expr: &str,
        reduce_expr: &str,
        post_map_expr: &str,
        identity: Option<&Bound<'_, PyAny>>,
        name: &str,
        reduce_type: Option<String>,
        reduce_dims: bool,
        preamble: &str,
        options: Option<Flags>,
    ) -> Result<PyReduction> {
        let identity = match identity.filter(|identity| !identity.is_none()) {
            Some(identity) => Some(identity.str()?.to_string()).filter(|text| !text.is_empty()),
            None => None,
        };
        let texts = ReductionTexts {
            map: map_expr.to_owned(),
            reduce: reduce_expr.to_owned(),
            post_map: post_map_expr.to_owned(),
            identity,
            reduce_type,
        };
        let options = KernelOptions {
            name: name.to_owned(),
            preamble: preamble.to_owned(),
            reduce_dims,
            flags: options.map_or_else(Vec::new, |flags| flags.0),
            ..KernelOptions::default()
        };
        Ok(PyReduction { kernel: caught(|| ReductionKernel::new(in_params, out_params, texts, options))? })
    }

    /// Reduces the inputs along axes: all of them where `axis` is None. The result is written to `out`, or to the
    /// arrays that follow the inputs.
    ///
    /// Raises TypeError for wrong dtypes or a wrong number of arguments, AxisError for an axis out of range, ValueError
    /// for shapes that do not broadcast and for no elements without an identity.
    #[pyo3(signature = (*args, out=None, axis=None, keepdims=false, stream=None))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        out: Option<&Bound<'py, PyAny>>,
        axis: Option<&Bound<'py, PyAny>>,
        keepdims: bool,
        stream: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        let (kernel, stream) = (&self.kernel, chosen(stream)?);
        let mut all = Arguments::of(args, kernel.inputs.len(), kernel.outputs.len(), &kernel.options().name)?;
        if let Some(out) = out.filter(|out| !out.is_none()) {
            if !all.outputs.is_empty() {
                return Err(type_error("outputs are given both by position and by name"));
            }
            match out.cast::<PyTuple>() {
                Ok(several) => all.outputs = several.iter().map(|one| output(&one)).collect::<Result<_>>()?,
                Err(_) => all.outputs.push(output(out)?),
            }
        }
        let axes = match axis.filter(|axis| !axis.is_none()) {
            None => None,
            Some(axis) if axis.is_instance_of::<PyTuple>() || axis.is_instance_of::<PyList>() => {
                let several = axis.try_iter()?.map(|one| crate::convert::integer(&one?));
                Some(several.collect::<Result<Vec<i64>>>()?)
            }
            Some(axis) => Some(vec![crate::convert::integer(axis)?]),
        };
        let inputs = all.inputs.iter().enumerate().map(|(position, input)| operand(input, position));
        let inputs = inputs.collect::<Result<Vec<_>>>()?;
        let outputs: Vec<&Array> = all.outputs.iter().map(|output| output.get().array()).collect();
        let options = CallOptions { stream: stream.as_ref(), ..CallOptions::default() };
        let made = caught(|| kernel.call(&inputs, &outputs, axes.as_deref(), keepdims, options))?;
        results(py, made, all.outputs, false)
    }

    /// Reduces the last axis of the inputs, each line as an array of its own, into the arrays that follow the inputs:
    /// what a filter calls for windows.
    #[pyo3(signature = (*args))]
    fn _on_lines<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> Result<Bound<'py, PyAny>> {
        let kernel = &self.kernel;
        let all = Arguments::of(args, kernel.inputs.len(), kernel.outputs.len(), &kernel.options().name)?;
        let inputs = all.inputs.iter().enumerate().map(|(position, input)| operand(input, position));
        let inputs = inputs.collect::<Result<Vec<_>>>()?;
        let outputs: Vec<&Array> = all.outputs.iter().map(|output| output.get().array()).collect();
        let made = caught(|| kernel.call_on_lines(&inputs, &outputs))?;
        results(py, made, all.outputs, false)
    }

    /// What a reduction begins with, or None.
    #[getter]
    fn identity(&self) -> Option<&str> {
        self.kernel.texts().identity.as_deref()
    }

    /// What an element becomes.
    #[getter]
    fn map_expr(&self) -> &str {
        &self.kernel.texts().map
    }

    /// What two of them become.
    #[getter]
    fn reduce_expr(&self) -> &str {
        &self.kernel.texts().reduce
    }

    /// How the outputs follow.
    #[getter]
    fn post_map_expr(&self) -> &str {
        &self.kernel.texts().post_map
    }

    /// The type in which is reduced, or None.
    #[getter]
    fn reduce_type(&self) -> Option<&str> {
        self.kernel.texts().reduce_type.as_deref()
    }

    /// The flags for the compiler.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        Ok(PyTuple::new(py, &self.kernel.options().flags)?)
    }

    fn __repr__(&self) -> String {
        format!("<ReductionKernel {}>", self.kernel.options().name)
    }
}

/// The properties that the classes of kernels share: operands and texts.
macro_rules! shared_properties {
    ($($class:ident)*) => { $(
        #[pymethods]
        impl $class {
            /// The inputs.
            #[getter]
            fn in_params<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
                shown(py, &self.kernel.inputs)
            }

            /// The outputs.
            #[getter]
            fn out_params<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
                shown(py, &self.kernel.outputs)
            }

            /// The inputs and the outputs.
            #[getter]
            fn params<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
                let all = self.kernel.inputs.iter().chain(&self.kernel.outputs).cloned();
                shown(py, &all.collect::<Vec<OperandParameter>>())
            }

            /// The number of inputs.
            #[getter]
            fn nin(&self) -> usize {
                self.kernel.inputs.len()
            }

            /// The number of outputs.
            #[getter]
            fn nout(&self) -> usize {
                self.kernel.outputs.len()
            }

            /// The number of operands.
            #[getter]
            fn nargs(&self) -> usize {
                self.nin() + self.nout()
            }

            /// The name of the kernel.
            #[getter]
            fn name(&self) -> &str {
                &self.kernel.options().name
            }

            /// The name of the kernel.
            #[getter]
            fn __name__(&self) -> &str {
                &self.kernel.options().name
            }

            /// The text before the kernel.
            #[getter]
            fn preamble(&self) -> &str {
                &self.kernel.options().preamble
            }

            /// Whether arrays without gaps are seen as of one axis.
            #[getter]
            fn reduce_dims(&self) -> bool {
                self.kernel.options().reduce_dims
            }

            /// The text of the kernel that was made last for a call; empty before the first.
            #[getter]
            fn cached_code(&self) -> String {
                self.kernel.written().pop().unwrap_or_default()
            }

            /// The texts of the kernels that were made for calls, by number.
            #[getter]
            fn cached_codes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
                numbered(py, self.kernel.written())
            }
        }
    )* };
}
shared_properties!(PyElementwise PyReduction);

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyElementwise>()?;
    module.add_class::<PyReduction>()
}
