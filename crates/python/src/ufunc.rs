//! The class `ufunc`, with one object for each row.

use cuprust::ops::rows::{CHAPTERS, UNNAMED};
use cuprust::ops::{Row, RowId};
use cuprust::table::ArrayCow;
use cuprust::ufunc::{Loop, Signature, binary, binary_scalar, map, unary, write};
use cuprust::{Argument, DType, MapOptions};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::array::NdArray;
use crate::convert::{casting_of, from_any, order_of};
use crate::dtype::from_python;
use crate::error::{Result, caught, type_error, value_error};
use crate::function::operand_names;
use crate::number;
use crate::object::object;
use crate::operand::{Operand, array_like, is_numpy, mask, target, unsupported};
use crate::overriding;
use crate::sequence::tuple;
use crate::slots::POWER;

/// A function applied to each element of its operands, which are broadcast; with NumPy's methods.
#[pyclass(frozen, name = "ufunc", module = "cuprust")]
pub(crate) struct Ufunc {
    pub(crate) row: RowId,
}

impl Ufunc {
    fn row(&self) -> &'static Row {
        self.row.row()
    }
}

#[pymethods]
impl Ufunc {
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        slf: &Bound<'_, Self>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> Result<Py<PyAny>> {
        let made = slf.get().answer(slf.py(), args, kwargs);
        made.or_else(|failure| match overriding::elementwise(slf.as_any(), args, kwargs) {
            Some(made) => Ok(made?.unbind()),
            None => Err(failure),
        })
    }

    /// The function applied to all pairs of elements.
    #[pyo3(signature = (a, b, /, **kwargs))]
    fn outer(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> Result<Py<PyAny>> {
        let (a, b) = (array_like(a.as_borrowed())?, array_like(b.as_borrowed())?);
        let (a, b) = (a.array(), b.array());
        let Some(kwargs) = kwargs else {
            let results = caught(|| cuprust::ufunc_methods::outer(self.row, a, b, &MapOptions::default()))?;
            return several(py, results.into_iter().map(|array| object(py, array)).collect::<Result<_>>()?);
        };
        if self.row().inputs.len() != 2 {
            return Err(value_error("outer product only supported for binary functions"));
        }
        let mut shape = a.shape().to_vec();
        shape.resize(a.ndim() + b.ndim(), 1);
        let a = caught(|| a.reshape(&shape))?;
        let args = tuple(py, vec![object(py, a)?, object(py, b.clone())?])?;
        self.call(py, &args, Some(kwargs))
    }

    /// The function's name.
    #[getter]
    fn name(&self) -> String {
        format!("cuprust_{}", self.row().name)
    }

    /// The function's name.
    #[getter]
    fn __name__(&self) -> &'static str {
        self.row().name
    }

    /// The function's name.
    #[getter]
    fn __qualname__(&self) -> &'static str {
        self.row().name
    }

    /// What the function computes, in a sentence or more. `cuprust._ufunc_text` makes the documentation of it.
    #[getter]
    fn _summary(&self) -> &'static str {
        self.row().doc
    }

    /// The other names of the function.
    #[getter]
    fn _aliases(&self) -> Vec<&'static str> {
        self.row().aliases.to_vec()
    }

    /// The module that the function belongs to.
    #[getter]
    fn _module(&self) -> &'static str {
        self.row().modules[0]
    }

    /// The number of operands.
    #[getter]
    fn nin(&self) -> usize {
        self.row().inputs.len()
    }

    /// The number of results.
    #[getter]
    fn nout(&self) -> usize {
        self.row().outputs.len()
    }

    /// The number of operands and results together.
    #[getter]
    fn nargs(&self) -> usize {
        self.nin() + self.nout()
    }

    /// The number of loops.
    #[getter]
    fn ntypes(&self) -> usize {
        self.row().dtypes.len()
    }

    /// The dtypes of operands and results of each loop, as NumPy's letters: `dd->d`.
    #[getter]
    fn types(&self) -> Vec<String> {
        let row = self.row();
        let letters = |slots: &[cuprust::ops::Slot], dtype: DType| -> String {
            slots.iter().map(|slot| slot.dtype(dtype).character()).collect()
        };
        let loops = row.dtypes.iter();
        loops.map(|&dtype| format!("{}->{}", letters(row.inputs, dtype), letters(row.outputs, dtype))).collect()
    }

    /// The value that leaves every other unchanged, or None.
    #[getter]
    fn identity<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>> {
        let Some(identity) = self.row().identity else { return Ok(None) };
        // As in NumPy, a bool for the logical functions, and an integer if the value is one.
        if self.row().outputs == [cuprust::ops::Slot::Fixed(DType::Bool)] {
            return Ok(Some(pyo3::types::PyBool::new(py, identity != 0.0).to_owned().into_any()));
        }
        if identity.fract() == 0.0 {
            return Ok(Some((identity as i64).into_pyobject(py).map_err(PyErr::from)?.into_any()));
        }
        Ok(Some(pyo3::types::PyFloat::new(py, identity).into_any()))
    }

    fn __repr__(&self) -> String {
        format!("<ufunc 'cuprust_{}'>", self.row().name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let named = py.import("cuprust._core")?.getattr("_ufunc")?;
        Ok((named, (self.row().name,)).into_pyobject(py)?.into_any())
    }
}

/// A single object unchanged, several as a tuple.
fn several(py: Python<'_>, mut objects: Vec<Py<PyAny>>) -> Result<Py<PyAny>> {
    match objects.pop() {
        Some(only) if objects.is_empty() => Ok(only),
        last => {
            objects.extend(last);
            Ok(tuple(py, objects)?.into_any().unbind())
        }
    }
}

impl Ufunc {
    /// A call.
    #[inline]
    fn answer(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> Result<Py<PyAny>> {
        let row = self.row();
        let nin = row.inputs.len();
        let _called = crate::profiler::called(row.name, args.iter_borrowed());
        // The common cases, without lists: arrays, and an `out`.
        let out = match kwargs {
            None if args.len() == nin => None,
            None if args.len() == nin + 1 => Some(args.get_borrowed_item(nin)?.to_owned()),
            Some(kwargs) if args.len() == nin && kwargs.len() == 1 => kwargs.get_item(intern!(py, "out"))?,
            _ => return self.call(py, args, kwargs),
        };
        if row.outputs.len() == 1 && (out.is_some() || kwargs.is_none()) {
            let array = |position| {
                args.get_borrowed_item(position).ok()?.cast::<NdArray>().ok().map(|array| array.get().array())
            };
            let (first, second) = (array(0), if nin == 2 { array(1) } else { None });
            if let Some(a) = first
                && (nin == 1 || second.is_some())
            {
                let Some(out) = out else {
                    return object(
                        py,
                        caught(|| second.map_or_else(|| unary(self.row, a), |b| binary(self.row, a, b)))?,
                    );
                };
                if let Ok(to) = out.cast::<NdArray>()
                    && caught(|| write(self.row, a, second, to.get().array()))?
                {
                    return Ok(out.unbind());
                }
            } else if nin == 2 && out.is_none() && self.row != POWER {
                // Not of powers: their operator chooses cheaper functions by the exponent, and with them other dtypes.
                let (array, number, reflected) = match (first, second) {
                    (Some(array), _) => (array, args.get_borrowed_item(1)?, false),
                    (None, Some(array)) => (array, args.get_borrowed_item(0)?, true),
                    (None, None) => return self.call(py, args, kwargs),
                };
                if let Some(value) = number::beside(number, array.dtype()) {
                    return object(py, caught(|| binary_scalar(self.row, array, value, reflected))?);
                }
            }
        }
        self.call(py, args, kwargs)
    }

    /// A call with all of NumPy's keyword arguments.
    fn call(&self, py: Python<'_>, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> Result<Py<PyAny>> {
        let row = self.row();
        let (nin, nout) = (row.inputs.len(), row.outputs.len());
        if args.len() < nin
            && let (Some(kwargs), Some(names)) = (kwargs, operand_names(row.name))
            && let (Some(args), kwargs) = operands_by_name(args, kwargs, names)?
        {
            return self.call(py, &args, Some(&kwargs));
        }
        if args.len() < nin || args.len() > nin + nout {
            let count = if nout == 0 { nin.to_string() } else { format!("from {nin} to {}", nin + nout) };
            let were = if args.len() == 1 { "was" } else { "were" };
            return Err(type_error(format!(
                "{}() takes {count} positional arguments but {} {were} given",
                row.name,
                args.len()
            )));
        }
        let mut operands = Vec::with_capacity(nin);
        let mut outs: Vec<Option<Bound<'_, NdArray>>> = vec![None; nout];
        for (position, object) in args.iter_borrowed().enumerate() {
            if position < nin {
                operands.push(operand(object)?);
            } else if !object.is_none() {
                outs[position - nin] = Some(out(&object)?);
            }
        }
        let mut options = MapOptions::default();
        let mut keep_mask = None;
        for (name, value) in kwargs.into_iter().flat_map(|kwargs| kwargs.iter()) {
            match &*name.cast::<PyString>()?.to_string_lossy() {
                "out" if value.is_none() => {}
                "out" => match value.cast::<PyTuple>() {
                    Ok(tuple) if tuple.len() != nout => {
                        return Err(value_error("The 'out' tuple must have exactly one entry per ufunc output"));
                    }
                    Ok(tuple) => {
                        for (position, object) in
                            tuple.iter_borrowed().enumerate().filter(|(_, object)| !object.is_none())
                        {
                            outs[position] = Some(out(&object)?);
                        }
                    }
                    Err(_) if nout > 1 => return Err(type_error("'out' must be a tuple of arrays")),
                    Err(_) => outs[0] = Some(out(&value)?),
                },
                "where" => keep_mask = mask(value.as_borrowed())?.map(ArrayCow::into_array),
                "dtype" if value.is_none() => {}
                "dtype" => options.dtype = Some(from_python(&value)?),
                "signature" | "sig" => {
                    options.signature = Some({
                        let requested = loop_of(value.as_borrowed())?;
                        caught(|| Signature::of(self.row, &requested))?
                    })
                }
                "casting" => {
                    options.casting = casting_of(&value.cast::<PyString>()?.to_string_lossy())?;
                }
                "order" => options.order = order_of(value.as_borrowed())?,
                "subok" => {}
                name => return Err(type_error(format!("{}() got an unexpected keyword argument '{name}'", row.name))),
            }
        }
        options.mask = keep_mask.as_ref();
        for (position, out) in outs.iter().enumerate() {
            options.out[position] = out.as_ref().map(|out| out.get().array());
        }
        let arguments: Vec<Argument<'_>> = operands.iter().filter_map(Operand::argument).collect();
        let results = caught(|| map(self.row, &arguments, &options))?;
        let mut objects = Vec::with_capacity(nout);
        for (array, out) in results.into_iter().zip(outs) {
            objects.push(match out {
                Some(out) => out.into_any().unbind(),
                None => object(py, array)?,
            });
        }
        several(py, objects)
    }
}

/// All operands of a call by their names, and the other keyword arguments; nothing where one is missing.
#[cold]
fn operands_by_name<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: &Bound<'py, PyDict>,
    names: &[&str],
) -> Result<(Option<Bound<'py, PyTuple>>, Bound<'py, PyDict>)> {
    let (mut operands, rest): (Vec<_>, _) = (args.iter().collect(), kwargs.copy()?);
    for name in &names[operands.len()..] {
        let Some(operand) = rest.get_item(name)? else { return Ok((None, rest)) };
        rest.del_item(name)?;
        operands.push(operand);
    }
    Ok((Some(PyTuple::new(args.py(), operands)?), rest))
}

fn operand<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<Operand<'a>> {
    match Operand::extract(object)? {
        Operand::Foreign if is_numpy(&object)? => Err(unsupported(&object)),
        Operand::Foreign => from_any(&object, None).map(Operand::New),
        operand => Ok(operand),
    }
}

/// The loop of `signature=`: a text such as `dd->d`, a tuple of dtypes and None, or the letter of the first result's
/// dtype.
pub(crate) fn loop_of(named: Borrowed<'_, '_, PyAny>) -> Result<Loop> {
    let Ok(text) = named.cast::<PyString>() else {
        let Ok(dtypes) = named.cast::<PyTuple>() else {
            return Err(type_error("the signature object to ufunc must be a string or a tuple."));
        };
        let optional_dtype = |dtype: Borrowed<'_, '_, PyAny>| match dtype.is_none() {
            true => Ok(None),
            false => from_python(&dtype).map(Some),
        };
        if dtypes.len() == 1 {
            return Err(type_error("Use `dtype` or fill the tuple with more than one 'None'."));
        }
        return Ok(Loop::Each(dtypes.iter_borrowed().map(optional_dtype).collect::<Result<_>>()?));
    };
    let letters = |text: &str| -> Result<Vec<DType>> {
        text.chars()
            .filter(|letter| !letter.is_whitespace())
            .map(|letter| from_python(&PyString::new(named.py(), letter.encode_utf8(&mut [0; 4])).into_any()))
            .collect()
    };
    match text.to_string_lossy().split_once("->") {
        Some((inputs, outputs)) => Ok(Loop::Between(letters(inputs)?, letters(outputs)?)),
        None if text.to_string_lossy().trim().chars().count() == 1 => Ok(Loop::Result(from_python(&named)?)),
        // The lists are split later, by the ufunc's numbers of operands and results.
        None => Ok(Loop::Between(Vec::new(), Vec::new())),
    }
}

fn out<'py>(object: &Bound<'py, PyAny>) -> Result<Bound<'py, NdArray>> {
    target(object.as_borrowed())?;
    Ok(object.cast::<NdArray>()?.clone())
}

/// The rows whose ufuncs are in a module, each with the module in which it is defined.
pub(crate) fn rows_of(module: &str) -> impl Iterator<Item = (RowId, &'static str)> {
    // Rows are numbered in the order of their chapters.
    let chapters = CHAPTERS.iter().flat_map(|(chapter, rows)| std::iter::repeat_n(*chapter, rows.len()));
    let named = RowId::all().zip(chapters).filter(|(_, chapter)| *chapter != UNNAMED).map(|(id, _)| id);
    let own = named.filter(move |id| !id.row().function && id.row().modules.contains(&module));
    own.map(|id| (id, id.row().modules[0]))
}

/// Adds the class.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Ufunc>()
}
