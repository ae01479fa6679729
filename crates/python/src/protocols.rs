//! Python's and NumPy's protocols of `ndarray`: truth and numbers, printing, pickling, hashing.

use std::sync::{Mutex, PoisonError};

use cuprust::{DType, Index, Kind, Order, Scalar};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::array::NdArray;
use crate::convert::download;
use crate::dtype::numpy;
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::number::{element, to_python};
use crate::operand::is_numpy;
use crate::sequence::tuple;
use crate::ufunc::Ufunc;

/// The largest array that a notebook shows completely.
const MAX_SHOWN_ELEMENTS: i64 = 200;

/// The most rows and columns of a larger one that a notebook shows.
const SHOWN_ROWS: i64 = 6;

/// NumPy's and SciPy's ufuncs that were requested, by their addresses, and ours that implement them: an expression
/// whose left operand is a NumPy scalar looks for one each time. Each entry keeps its ufunc, so that no other gets the
/// address.
static KNOWN_UFUNCS: Mutex<Vec<(Py<PyAny>, Py<Ufunc>)>> = Mutex::new(Vec::new());

/// The most ufuncs that are known; a program has fewer, unless it makes them.
const MAX_KNOWN_UFUNCS: usize = 256;

/// The ufunc that implements one of NumPy's or of `scipy.special`: the one of its name.
fn ufunc_of<'py>(ufunc: &Bound<'py, PyAny>) -> Result<Option<Bound<'py, PyAny>>> {
    let py = ufunc.py();
    let known = || KNOWN_UFUNCS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, ours)) = known().iter().find(|(theirs, _)| theirs.is(ufunc)) {
        return Ok(Some(ours.bind(py).clone().into_any()));
    }
    let found = search_ufunc(ufunc)?;
    if let Some(ours) = found.as_ref().and_then(|found| found.cast::<Ufunc>().ok()) {
        let mut known = known();
        if known.len() < MAX_KNOWN_UFUNCS {
            known.push((ufunc.clone().unbind(), ours.clone().unbind()));
        }
    }
    Ok(found)
}

fn search_ufunc<'py>(ufunc: &Bound<'py, PyAny>) -> Result<Option<Bound<'py, PyAny>>> {
    let py = ufunc.py();
    let name = ufunc.getattr("__name__")?.cast_into::<PyString>()?;
    if let Some(ours) = py.import("cuprust")?.getattr_opt(&name)? {
        return Ok(Some(ours));
    }
    // A ufunc of SciPy's exists only if its module is imported.
    let modules = py.import("sys")?.getattr("modules")?.cast_into::<PyDict>()?;
    let Some(scipys) = modules.get_item("scipy.special")? else { return Ok(None) };
    match scipys.getattr_opt(&name)? {
        Some(own) if own.is(ufunc) => Ok(py.import("cuprust.scipy.special")?.getattr_opt(&name)?),
        _ => Ok(None),
    }
}

#[pymethods]
impl NdArray {
    fn __bool__(&self, py: Python<'_>) -> Result<bool> {
        // If reading elements is forbidden, that is the error, however many there are.
        cuprust::check_waiting()?;
        match self.array().size() {
            1 => Ok(element(py, self.array())?.get()),
            0 => Err(value_error(
                "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.",
            )),
            _ => Err(value_error(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
            )),
        }
    }

    fn __int__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        // An integer is converted directly; for a float Python decides whether it can be.
        let only = self.only(py)?;
        match only.dtype().kind() {
            Kind::Bool => to_python(py, only.cast(DType::I64)),
            Kind::Signed | Kind::Unsigned => to_python(py, only),
            _ => Ok(py.get_type::<pyo3::types::PyInt>().call1((to_python(py, only)?,))?),
        }
    }

    fn __float__(&self, py: Python<'_>) -> Result<f64> {
        if self.array().dtype().is_complex() {
            return Err(type_error("float() argument must be a string or a real number, not 'complex'"));
        }
        Ok(self.only(py)?.get())
    }

    fn __complex__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(py.get_type::<pyo3::types::PyComplex>().call1((to_python(py, self.only(py)?)?,))?)
    }

    fn __index__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        if self.array().ndim() != 0 || !self.array().dtype().is_integer() {
            return Err(type_error("only integer scalar arrays can be converted to a scalar index"));
        }
        to_python(py, element(py, self.array())?)
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(download(py, self.array(), Order::C, None)?.repr()?.into_any())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(download(py, self.array(), Order::C, None)?.str()?.into_any())
    }

    /// The array as a notebook shows it: shape, dtype and device, and the elements, of a large array those of its first
    /// corner, which alone are read.
    fn _repr_html_(&self, py: Python<'_>) -> Result<String> {
        let array = self.array();
        let is_small = array.size() <= MAX_SHOWN_ELEMENTS;
        let axes = array.ndim();
        let corner = |axis: usize| match axis + 2 < axes {
            true => Index::At(0),
            false => Index::Slice { start: None, stop: Some(SHOWN_ROWS), step: None },
        };
        let shown = match is_small {
            true => array.clone(),
            false => caught(|| array.at(&(0..axes).map(corner).collect::<Vec<_>>()))?,
        };
        let elements = download(py, &shown, Order::C, None)?.str()?.to_string();
        let shape = crate::sequence::ints(py, array.shape())?.str()?.to_string();
        let note = if is_small { "" } else { "<div>and more: this is the first corner</div>" };
        let escaped = elements.replace('&', "&amp;").replace('<', "&lt;");
        Ok(format!(
            "<div><b>ndarray</b> {shape} {} on {}</div><pre>{escaped}</pre>{note}",
            array.dtype(),
            array.device()
        ))
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &Bound<'py, PyString>) -> Result<Bound<'py, PyAny>> {
        if self.array().ndim() == 0 {
            return Ok(to_python(py, element(py, self.array())?)?.call_method1("__format__", (spec,))?);
        }
        if !spec.is_empty()? {
            return Err(type_error("unsupported format string passed to cuprust.ndarray.__format__"));
        }
        self.__str__(py)
    }

    /// Of an array without axes, as of NumPy's scalars: the nearest integer as a Python int, which waits, or with
    /// `ndigits` an array without axes.
    #[pyo3(signature = (ndigits=None))]
    fn __round__<'py>(slf: &Bound<'py, Self>, ndigits: Option<&Bound<'py, PyAny>>) -> Result<Bound<'py, PyAny>> {
        let (py, array) = (slf.py(), slf.get().array());
        if array.ndim() != 0 {
            return Err(type_error(
                "round() takes an array without axes: use the method round, or cuprust.round, for the elements of others",
            ));
        }
        if let Some(digits) = ndigits {
            return Ok(slf.call_method1("round", (digits,))?);
        }
        if array.dtype().is_complex() {
            return Err(type_error("a complex number has no nearest integer: round() takes real numbers"));
        }
        Ok(to_python(py, element(py, array)?)?.call_method0("__round__")?)
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    #[classattr]
    #[pyo3(name = "__array_priority__")]
    const ARRAY_PRIORITY: i64 = 100;

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        let array = py.import("cuprust")?.getattr("asarray")?;
        let elements = download(py, self.array(), Order::K, None)?;
        Ok((array, (elements,)).into_pyobject(py)?)
    }

    /// Refuses: elements go to NumPy only where the program says so.
    #[pyo3(signature = (*_args, **_kwargs))]
    fn __array__(&self, _args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Result<()> {
        Err(Failure::Python(PyTypeError::new_err(
            "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy array explicitly.",
        )))
    }

    #[pyo3(signature = (ufunc, method, *inputs, **kwargs))]
    fn __array_ufunc__<'py>(
        &self,
        py: Python<'py>,
        ufunc: &Bound<'py, PyAny>,
        method: &str,
        inputs: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyAny>> {
        let Some(ours) = ufunc_of(ufunc)? else { return Ok(py.NotImplemented().into_bound(py)) };
        // In comparisons NumPy converts its scalars to arrays without axes before it calls us; they still count as
        // scalars.
        let mut converted = None;
        for (position, input) in inputs.iter_borrowed().enumerate() {
            if is_numpy(&input)? && input.getattr("ndim")?.extract::<usize>()? == 0 {
                let all = converted.get_or_insert_with(|| inputs.iter().collect::<Vec<_>>());
                all[position] = input.get_item(PyTuple::empty(py))?;
            }
        }
        let inputs = match converted {
            Some(converted) => &tuple(py, converted)?,
            None => inputs,
        };
        let kwargs = kwargs.filter(|kwargs| !kwargs.is_empty());
        // NumPy passes the outputs as a tuple, even a single one.
        if let Some(kwargs) = kwargs
            && let Some(out) = kwargs.get_item("out")?
            && let Ok(out) = out.cast_into::<PyTuple>()
            && out.len() == 1
        {
            kwargs.set_item("out", out.get_item(0)?)?;
        }
        match method {
            "__call__" => Ok(ours.call(inputs, kwargs)?),
            _ => Ok(ours.getattr(method)?.call(inputs, kwargs)?),
        }
    }

    fn __array_function__<'py>(
        &self,
        py: Python<'py>,
        func: &Bound<'py, PyAny>,
        types: &Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
        kwargs: &Bound<'py, PyDict>,
    ) -> Result<Bound<'py, PyAny>> {
        let not_ours = || Ok(py.NotImplemented().into_bound(py));
        // The function accepts or refuses NumPy's arrays among ours: an index may be one.
        let numpys = numpy(py)?.ndarray.bind(py);
        for class in types.try_iter()? {
            let class = class?;
            if !class.is(py.get_type::<NdArray>()) && !class.is(numpys) {
                return not_ours();
            }
        }
        // `numpy.linalg.norm` is implemented by `cuprust.linalg.norm`.
        let module: String = func.getattr("__module__")?.extract().unwrap_or_default();
        let name = func.getattr("__name__")?.cast_into::<PyString>()?;
        let mut found = py.import("cuprust")?.into_any();
        for part in module.split('.').skip(1) {
            match found.getattr_opt(part)? {
                Some(inner) => found = inner,
                None => return not_ours(),
            }
        }
        match found.getattr_opt(&name)? {
            // A function re-exported from NumPy would call us again.
            Some(ours) if !ours.is(func) => Ok(ours.call(args, Some(kwargs))?),
            _ => not_ours(),
        }
    }

    /// The module, by the array API standard. Raises ValueError for a version of the standard that it does not follow.
    #[pyo3(signature = (*, api_version=None))]
    fn __array_namespace__<'py>(&self, py: Python<'py>, api_version: Option<&str>) -> Result<Bound<'py, PyAny>> {
        match api_version {
            None | Some("2021.12" | "2022.12" | "2023.12" | "2024.12" | "2025.12") => {
                Ok(py.import("cuprust")?.into_any())
            }
            Some(version) => {
                Err(value_error(format!("Version {version:?} of the Array API Standard is not supported.")))
            }
        }
    }

    /// What stands for the array where dask looks for equal arguments: the class, dtype, shape and a hash of the
    /// elements.
    fn __dask_tokenize__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        let elements = download(py, self.array(), Order::C, None)?;
        let hash = py.import("hashlib")?.call_method1("blake2b", (elements.call_method0("tobytes")?,))?;
        let digest = hash.call_method0("hexdigest")?;
        let dtype = elements.getattr("dtype")?.getattr("str")?;
        Ok(("cuprust.ndarray", dtype, elements.getattr("shape")?, digest).into_pyobject(py)?)
    }

    /// The bytes of the elements, in C order. As with NumPy, an integer without axes says how many zeros there are.
    fn __bytes__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, array) = (slf.py(), slf.get().array());
        if array.ndim() == 0 && array.dtype().is_integer() {
            return py.get_type::<PyBytes>().call1((slf.call_method0("__index__")?,));
        }
        slf.call_method0("tobytes")
    }

    fn __sizeof__(&self) -> usize {
        std::mem::size_of::<NdArray>() + 2 * std::mem::size_of::<usize>()
    }
}

impl NdArray {
    /// The element of an array without axes, as NumPy requires where a number is expected.
    fn only(&self, py: Python<'_>) -> Result<Scalar> {
        if self.array().size() != 1 {
            return Err(type_error("only length-1 arrays can be converted to Python scalars"));
        }
        element(py, self.array())
    }
}
