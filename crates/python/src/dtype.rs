//! The mapping between NumPy's dtypes and the crate's, in both directions.

use cuprust::DType;
use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyString, PyType};

use crate::error::{Failure, Result, type_error};

/// The parts of NumPy that are used, looked up once.
pub(crate) struct NumPy {
    /// The class of NumPy's arrays.
    pub ndarray: Py<PyType>,
    /// The class of NumPy's scalars.
    pub generic: Py<PyType>,
    /// `numpy.asarray`.
    pub asarray: Py<PyAny>,
    /// `numpy.frombuffer`.
    pub frombuffer: Py<PyAny>,
    /// The method `view` of NumPy's arrays, even if a subclass overrides it.
    view: Py<PyAny>,
    /// `numpy.empty`.
    pub empty: Py<PyAny>,
    /// The class of dtypes.
    class: Py<PyType>,
    /// NumPy's dtype for each of the crate's, in the order of the list; `None` for bfloat16, which NumPy itself does
    /// not have.
    dtypes: Vec<Option<Py<PyAny>>>,
    /// The scalar type of each.
    scalars: Vec<Option<Py<PyAny>>>,
}

impl NumPy {
    /// The dtype whose scalars are of exactly this class.
    pub(crate) fn of_class(&self, class: *mut ffi::PyTypeObject) -> Option<DType> {
        let is_it = |known: &Option<Py<PyAny>>| known.as_ref().is_some_and(|known| known.as_ptr() == class.cast());
        self.scalars.iter().position(is_it).map(|position| DType::ALL[position])
    }
}

/// The parts of NumPy that are used.
pub(crate) fn numpy(py: Python<'_>) -> Result<&'static NumPy> {
    static NUMPY: PyOnceLock<NumPy> = PyOnceLock::new();
    Ok(NUMPY.get_or_try_init(py, || -> PyResult<NumPy> {
        let module = py.import("numpy")?;
        let class = module.getattr("dtype")?.cast_into::<PyType>()?;
        let mut dtypes = Vec::with_capacity(DType::COUNT);
        let mut scalars = Vec::with_capacity(DType::COUNT);
        for dtype in DType::ALL {
            let found = match dtype {
                DType::BF16 => None,
                _ => Some(class.call1((dtype.name(),))?),
            };
            scalars.push(found.as_ref().map(|found| found.getattr("type").map(Bound::unbind)).transpose()?);
            dtypes.push(found.map(Bound::unbind));
        }
        Ok(NumPy {
            ndarray: module.getattr("ndarray")?.cast_into::<PyType>()?.unbind(),
            generic: module.getattr("generic")?.cast_into::<PyType>()?.unbind(),
            asarray: module.getattr("asarray")?.unbind(),
            frombuffer: module.getattr("frombuffer")?.unbind(),
            view: module.getattr("ndarray")?.getattr("view")?.unbind(),
            empty: module.getattr("empty")?.unbind(),
            class: class.unbind(),
            dtypes,
            scalars,
        })
    })?)
}

/// NumPy's dtype for one of the crate's.
///
/// # Errors
/// An import error for bfloat16 where `ml_dtypes`, which defines it for NumPy, is not installed.
pub(crate) fn to_numpy(py: Python<'_>, dtype: DType) -> Result<Bound<'_, PyAny>> {
    let numpy = numpy(py)?;
    match &numpy.dtypes[dtype as usize] {
        Some(found) => Ok(found.bind(py).clone()),
        None => bfloat16(py),
    }
}

fn bfloat16(py: Python<'_>) -> Result<Bound<'_, PyAny>> {
    static DTYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let found = DTYPE.get_or_try_init(py, || -> Result<Py<PyAny>> {
        let module = py
            .import("ml_dtypes")
            .map_err(|_| PyImportError::new_err("NumPy itself has no bfloat16: install the package ml_dtypes"))?;
        Ok(numpy(py)?.class.bind(py).call1((module.getattr("bfloat16")?,))?.unbind())
    })?;
    Ok(found.bind(py).clone())
}

/// A NumPy array as one of NumPy's own class, over the same memory: its shape, dtype and address are then reliable,
/// while a subclass may override them.
///
/// # Errors
/// A type error for another object.
pub(crate) fn own_class<'py>(array: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let numpy = numpy(array.py())?;
    let class = numpy.ndarray.bind(array.py());
    if array.get_type().is(class) {
        return Ok(array.clone());
    }
    Ok(numpy.view.bind(array.py()).call1((array, class))?)
}

/// Whether a NumPy dtype has the machine's byte order.
pub(crate) fn is_native(dtype: &Bound<'_, PyAny>) -> Result<bool> {
    Ok(dtype.getattr("isnative")?.extract()?)
}

/// NumPy's dtype for any object that it converts to one, with the object's byte order.
fn described<'py>(object: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let numpy = numpy(object.py())?;
    match object.cast::<PyString>() {
        Ok(name) if name.to_string_lossy() == "bfloat16" => bfloat16(object.py()),
        _ if object.is_instance(numpy.class.bind(object.py()))? => Ok(object.clone()),
        _ => Ok(numpy.class.bind(object.py()).call1((object,))?),
    }
}

/// A dtype for reading memory in place, as an argument: NumPy's, and the crate's for the same elements in the machine's
/// byte order.
pub(crate) struct Stored<'py> {
    /// NumPy's dtype.
    pub numpys: Bound<'py, PyAny>,
    /// The crate's.
    pub dtype: DType,
}

impl Stored<'_> {
    /// The dtype of elements that are used in place.
    ///
    /// # Errors
    /// A type error for a byte order other than the machine's, which no array has.
    pub(crate) fn in_place(&self) -> Result<DType> {
        if is_native(&self.numpys)? {
            return Ok(self.dtype);
        }
        Err(type_error(format!(
            "Unsupported dtype {}: arrays hold numbers in this machine's order of bytes; convert them with NumPy first",
            self.numpys.getattr("str")?
        )))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Stored<'py> {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        Ok(Stored { numpys: described(&object)?, dtype: from_python(&object)? })
    }
}

/// The dtype for any object that NumPy converts to one: a dtype, a scalar type, a Python type, a name. One with another
/// byte order than the machine's gives the dtype of the same numbers in the machine's order, which all arrays have; for
/// reading memory in place, the argument is [`Stored`].
///
/// # Errors
/// A type error for a dtype that cuprust does not have.
pub(crate) fn from_python(object: &Bound<'_, PyAny>) -> Result<DType> {
    let py = object.py();
    let numpy = numpy(py)?;
    let same = |list: &[Option<Py<PyAny>>]| {
        let position =
            list.iter().position(|known| known.as_ref().is_some_and(|known| known.as_ptr() == object.as_ptr()));
        position.map(|position| DType::ALL[position])
    };
    if let Some(dtype) = same(&numpy.dtypes).or_else(|| same(&numpy.scalars)) {
        return Ok(dtype);
    }
    if object.is(py.get_type::<PyFloat>()) {
        return Ok(DType::F64);
    }
    if object.is(py.get_type::<PyInt>()) {
        return Ok(DType::I64);
    }
    if object.is(py.get_type::<PyBool>()) {
        return Ok(DType::Bool);
    }
    if object.is(py.get_type::<PyComplex>()) {
        return Ok(DType::C128);
    }
    if object.cast::<PyString>().is_ok_and(|name| name.to_string_lossy() == "bfloat16") {
        return Ok(DType::BF16);
    }
    let described = described(object)?;
    let kind: String = described.getattr("kind")?.extract()?;
    let size: usize = described.getattr("itemsize")?.extract()?;
    Ok(match (&*kind, size) {
        ("b", 1) => DType::Bool,
        ("i", 1) => DType::I8,
        ("i", 2) => DType::I16,
        ("i", 4) => DType::I32,
        ("i", 8) => DType::I64,
        ("u", 1) => DType::U8,
        ("u", 2) => DType::U16,
        ("u", 4) => DType::U32,
        ("u", 8) => DType::U64,
        ("f", 2) => DType::F16,
        ("f", 4) => DType::F32,
        ("f", 8) => DType::F64,
        ("c", 8) => DType::C64,
        ("c", 16) => DType::C128,
        _ if described.getattr("name")?.extract::<String>()? == "bfloat16" => DType::BF16,
        _ => return Err(unsupported(&described)),
    })
}

#[cold]
fn unsupported(dtype: &Bound<'_, PyAny>) -> Failure {
    type_error(format!(
        "Unsupported dtype {dtype}: arrays hold bool, integers, floats and complex numbers of at most 16 bytes"
    ))
}

/// A dtype as an argument.
#[derive(Clone, Copy)]
pub(crate) struct AnyDType(pub DType);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyDType {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        from_python(&object).map(AnyDType)
    }
}

impl<'py> IntoPyObject<'py> for AnyDType {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = Failure;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output> {
        to_numpy(py, self.0)
    }
}

/// An argument that is a dtype or missing.
pub(crate) type MaybeDType = Option<AnyDType>;

/// The dtype of an argument that may be missing.
pub(crate) fn optional_dtype(dtype: MaybeDType) -> Option<DType> {
    dtype.map(|AnyDType(dtype)| dtype)
}
