//! The methods of `ndarray` that copy, convert and read, and those that return views of another shape.

use cuprust::{DType, Order, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::array::NdArray;
use crate::convert::{AnyOrder, Shape, download, in_one_run, integers, order_for_host, upload};
use crate::dtype::{MaybeDType, Stored, optional_dtype};
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::memory_pointer::MemoryPointer;
use crate::number::{element, to_python};
use crate::operand::is_numpy;

#[pymethods]
impl NdArray {
    /// An array of a shape whose elements are not set; over the memory of another one where `memptr` names it, and with
    /// steps in bytes where `strides` does.
    #[new]
    #[pyo3(
        signature = (shape, dtype=None, memptr=None, strides=None, order=AnyOrder(Order::C)),
        text_signature = "(shape, dtype=None, memptr=None, strides=None, order='C')"
    )]
    fn __new__(
        py: Python<'_>,
        shape: Shape,
        dtype: MaybeDType,
        memptr: Option<&Bound<'_, PyAny>>,
        strides: Option<&Bound<'_, PyAny>>,
        order: AnyOrder,
    ) -> Result<NdArray> {
        let new = cuprust::shape(&shape.0).dtype(optional_dtype(dtype)).order(order.0);
        if memptr.is_none() && strides.is_none() {
            return caught(|| cuprust::empty(new)).map(NdArray::new);
        }
        let dtype = optional_dtype(dtype).unwrap_or(DType::F64);
        let steps = match strides {
            Some(strides) => integers(strides)?,
            None => steps_of(&shape.0, dtype, order.0),
        };
        let memory = match memptr {
            None => caught(|| cuprust::empty(cuprust::shape(shape.0.iter().product::<i64>()).dtype(dtype)))?,
            Some(memptr) => memptr.cast::<MemoryPointer>()?.get().read_as(py, dtype, shape.0.contains(&0))?,
        };
        caught(|| memory.as_strided(Some(&shape.0), Some(&steps))).map(NdArray::new)
    }

    fn __copy__(&self) -> Result<NdArray> {
        caught(|| self.array().copy_ordered(self.array().dtype(), Order::K)).map(NdArray::new)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Result<NdArray> {
        self.__copy__()
    }

    /// The elements as a NumPy array. Waits for them; but where `blocking` is False and `out` lies in page-locked
    /// memory, they are there when the stream has passed the copy.
    #[pyo3(
        signature = (stream=None, order=AnyOrder(Order::C), out=None, blocking=true),
        text_signature = "($self, stream=None, order='C', out=None, blocking=True)"
    )]
    fn get<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Bound<'py, PyAny>>,
        order: AnyOrder,
        out: Option<&Bound<'py, PyAny>>,
        blocking: bool,
    ) -> Result<Bound<'py, PyAny>> {
        let stream = crate::kernel::chosen(stream)?;
        let array = self.array();
        if let (false, Some(out)) = (blocking, out)
            && let Some(address) = in_one_run(out, array, true)?
        {
            let stream = stream.unwrap_or_else(|| Stream::current(array.device()));
            // SAFETY: `out` has as many bytes, and a caller that does not wait keeps them until the stream has passed.
            if caught(|| unsafe { array.begin_download(address, &stream) })? {
                return Ok(out.clone());
            }
        }
        download(py, array, order.0, out)
    }

    /// Writes the elements of a NumPy array of the same shape and dtype. Where a stream is given and the array lies in
    /// page-locked memory, it must not change before the stream has passed the copy.
    #[pyo3(signature = (arr, stream=None))]
    fn set(&self, arr: &Bound<'_, PyAny>, stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let stream = crate::kernel::chosen(stream)?;
        if !is_numpy(arr)? {
            return Err(type_error("Only numpy.ndarray can be set to cuprust.ndarray"));
        }
        let own = self.array();
        if let Some(stream) = stream.as_ref().filter(|stream| stream.device() != own.device()) {
            let (own, other) = (own.device(), stream.device());
            return Err(value_error(format!("an array on {own} is copied on a stream of {other}")));
        }
        if let Some(stream) = &stream
            && let Some(address) = in_one_run(arr, own, false)?
            // SAFETY: `arr` has as many bytes, and a caller that names a stream keeps them until it has passed.
            && caught(|| unsafe { own.begin_upload(address, stream) })?
        {
            return Ok(());
        }
        let _guard = stream.as_ref().map(Stream::enter);
        let source = upload(arr, own.device())?;
        if source.dtype() != own.dtype() {
            return Err(type_error(format!("{} array cannot be set to {} array", source.dtype(), own.dtype())));
        }
        if source.shape() != own.shape() {
            let (from, to) = (cuprust::shape_text(source.shape()), cuprust::shape_text(own.shape()));
            return Err(value_error(format!("Shape mismatch. Old shape: {to}, new shape: {from}")));
        }
        caught(|| own.assign(&source))
    }

    /// One element as a Python number: the only one, or the one at an index.
    #[pyo3(signature = (*args))]
    fn item<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> Result<Bound<'py, PyAny>> {
        let indices = match args.len() {
            0 => return to_python(py, element(py, self.array())?),
            1 => integers(&args.get_item(0)?)?,
            _ => integers(args)?,
        };
        to_python(py, element(py, &caught(|| self.array().element_at(&indices))?)?)
    }

    /// The elements as nested lists of Python numbers.
    fn tolist<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(download(py, self.array(), Order::C, None)?.call_method0("tolist")?)
    }

    /// The elements as bytes, in C order or another.
    #[pyo3(signature = (order=AnyOrder(Order::C)), text_signature = "($self, order='C')")]
    fn tobytes<'py>(&self, py: Python<'py>, order: AnyOrder) -> Result<Bound<'py, PyBytes>> {
        let array = self.array().clone();
        let fortran = order_for_host(order.0).is_fortran_of(array.layout());
        let source = if fortran { array.t() } else { array };
        PyBytes::new_with(py, source.nbytes() as usize, |bytes| {
            Ok(crate::profiler::detached(py, || caught(|| source.read_into(bytes)))?)
        })
        .map_err(Failure::Python)
    }

    /// Write the elements in C order to a file: as bytes, or as text with a separator. The arguments are those of
    /// NumPy's method.
    #[pyo3(signature = (fid, sep="", format="%s"))]
    fn tofile(&self, py: Python<'_>, fid: &Bound<'_, PyAny>, sep: &str, format: &str) -> Result<()> {
        download(py, self.array(), Order::C, None)?.call_method1("tofile", (fid, sep, format))?;
        Ok(())
    }

    /// Write a pickle of the array to a file, or to the file of a path.
    fn dump(slf: &Bound<'_, Self>, file: &Bound<'_, PyAny>) -> Result<()> {
        let py = slf.py();
        let pickle = py.import("pickle")?;
        if file.hasattr("write")? {
            pickle.call_method1("dump", (slf, file, -1))?;
            return Ok(());
        }
        let opened = py.import("builtins")?.call_method1("open", (file, "wb"))?;
        let written = pickle.call_method1("dump", (slf, &opened, -1));
        opened.call_method0("close")?;
        written?;
        Ok(())
    }

    /// A pickle of the array.
    fn dumps<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>> {
        Ok(slf.py().import("pickle")?.call_method1("dumps", (slf, -1))?)
    }

    /// A DLPack capsule of the array, of the version before 1.0.
    #[allow(non_snake_case)]
    fn toDlpack<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>> {
        Ok(slf.call_method0("__dlpack__")?)
    }

    /// Add a value to the elements at indices; to one that is named twice twice.
    fn scatter_add(slf: &Bound<'_, Self>, slices: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
        scatter(slf, "add", slices, value)
    }

    /// Let the elements at indices be the maximum of what they are and a value.
    fn scatter_max(slf: &Bound<'_, Self>, slices: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
        scatter(slf, "maximum", slices, value)
    }

    /// Let the elements at indices be the minimum of what they are and a value.
    fn scatter_min(slf: &Bound<'_, Self>, slices: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
        scatter(slf, "minimum", slices, value)
    }

    /// The same memory read as another dtype.
    #[pyo3(signature = (dtype=None))]
    fn view<'py>(slf: &Bound<'py, Self>, dtype: Option<Stored<'py>>) -> Result<Bound<'py, NdArray>> {
        let array = slf.get().array();
        match dtype.map(|stored| stored.in_place()).transpose()? {
            None => NdArray::from_view(array.clone(), slf),
            Some(dtype) => NdArray::from_view(caught(|| array.reinterpret(dtype))?, slf),
        }
    }
}

/// The strides in bytes of contiguous elements in an order.
fn steps_of(shape: &[i64], dtype: DType, order: Order) -> Vec<i64> {
    let mut steps = vec![0; shape.len()];
    let mut step = dtype.size() as i64;
    let fortran = order == Order::F;
    for position in 0..shape.len() {
        let axis = if fortran { position } else { shape.len() - 1 - position };
        steps[axis] = step;
        step = step.saturating_mul(shape[axis].max(1));
    }
    steps
}

/// Calls the method `at` of a ufunc.
fn scatter(array: &Bound<'_, NdArray>, ufunc: &str, slices: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
    array.py().import("cuprust")?.getattr(ufunc)?.call_method1("at", (array, slices, value))?;
    Ok(())
}
