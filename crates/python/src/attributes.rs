//! The attributes of `ndarray`: shape, dtype, strides, flags, and the views that have a name.

use cuprust::Array;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::NdArray;
use crate::convert::{Shape, from_any};
use crate::device::PyDevice;
use crate::dtype::AnyDType;
use crate::error::{Failure, Result, caught, value_error};
use crate::flat::{FlatIterator, set_flat};
use crate::memory_pointer::MemoryPointer;
use crate::operand::Operand;
use crate::sequence::ints;

#[pymethods]
impl NdArray {
    /// The extent of each axis. Setting it gives the array another shape of as many elements.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        Ok(ints(py, self.array().shape())?)
    }

    #[setter]
    fn set_shape(&self, shape: Shape) -> Result<()> {
        let array = self.array().reshaped_in_place(&shape.0)?;
        self.show(array);
        Ok(())
    }

    /// The dtype of the elements.
    #[getter]
    fn dtype(&self) -> AnyDType {
        AnyDType(self.array().dtype())
    }

    /// The step of each axis in bytes.
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        Ok(ints(py, &self.array().strides())?)
    }

    /// The number of axes.
    #[getter]
    fn ndim(&self) -> usize {
        self.array().ndim()
    }

    /// The number of elements.
    #[getter]
    fn size(&self) -> i64 {
        self.array().size()
    }

    /// The bytes of one element.
    #[getter]
    fn itemsize(&self) -> usize {
        self.array().dtype().size()
    }

    /// The bytes of all elements together.
    #[getter]
    fn nbytes(&self) -> i64 {
        self.array().nbytes()
    }

    /// The array whose memory this one shares, or None.
    #[getter]
    fn get_base(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.base(py).map(|base| base.clone().unbind())
    }

    /// The device that the array is on.
    #[getter]
    fn device(&self) -> PyDevice {
        PyDevice(self.array().device())
    }

    /// Where the elements lie in memory. Reading it computes them.
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<Py<MemoryPointer>> {
        self.pointer(py)
    }

    /// How the elements lie in memory, and whether they may be written.
    #[getter]
    fn flags(slf: &Bound<'_, Self>) -> Flags {
        Flags { owner: slf.clone().unbind() }
    }

    /// The array with its axes reversed.
    #[getter(T)]
    fn reversed_axes<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, NdArray>> {
        NdArray::from_view(slf.get().array().t(), slf)
    }

    /// The array with its last two axes exchanged.
    #[getter(mT)]
    fn matrix_transpose<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, NdArray>> {
        NdArray::from_view(slf.get().array().matrix_transpose()?, slf)
    }

    /// The real part: the array itself where the elements are real.
    #[getter]
    fn real<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, NdArray>> {
        if !slf.get().array().dtype().is_complex() {
            return Ok(slf.clone());
        }
        NdArray::from_view(real_part(slf.get().array())?, slf)
    }

    #[setter]
    fn set_real(&self, value: &Bound<'_, PyAny>) -> Result<()> {
        assign(&real_part(self.array())?, value)
    }

    /// The imaginary part; zeros where the elements are real.
    #[getter]
    fn imag<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, NdArray>> {
        NdArray::from_view(caught(|| slf.get().array().imaginary())?, slf)
    }

    #[setter]
    fn set_imag(&self, value: &Bound<'_, PyAny>) -> Result<()> {
        if !self.array().dtype().is_complex() {
            return Err(crate::error::type_error("array does not have imaginary part to set"));
        }
        assign(&caught(|| self.array().imaginary_part())?, value)
    }

    /// The elements in C order, as if the array had one axis. Values that it is set to are repeated where they are too
    /// few.
    #[getter]
    fn flat(slf: &Bound<'_, Self>) -> FlatIterator {
        FlatIterator::new(slf)
    }

    #[setter]
    fn set_flat(&self, value: &Bound<'_, PyAny>) -> Result<()> {
        set_flat(self.array(), cuprust::Index::ALL, value)
    }
}

/// The real part: a view if the elements are complex, and the array itself if they are real.
pub(crate) fn real_part(array: &Array) -> Result<Array> {
    caught(|| array.real_part())
}

/// Writes a number, or any object that converts to an array, to all elements of an array.
pub(crate) fn assign(array: &Array, value: &Bound<'_, PyAny>) -> Result<()> {
    let operand = value.extract::<Operand<'_>>()?;
    match operand.argument() {
        Some(argument) => caught(|| array.fill(argument)),
        None => {
            let value = from_any(value, None)?;
            caught(|| array.fill(&value))
        }
    }
}

/// How an array's elements lie in memory: attributes, or items by NumPy's names.
#[pyclass(frozen, name = "flagsobj", module = "cuprust")]
pub(crate) struct Flags {
    owner: Py<NdArray>,
}

#[pymethods]
impl Flags {
    /// Whether the elements lie in C order without gaps.
    #[getter]
    fn c_contiguous(&self) -> bool {
        self.owner.get().array().layout().is_contiguous()
    }

    /// Whether the elements lie in Fortran order without gaps.
    #[getter]
    fn f_contiguous(&self) -> bool {
        self.owner.get().array().layout().is_fortran()
    }

    /// Whether the elements lie in Fortran order and not in C order.
    #[getter]
    fn fnc(&self) -> bool {
        self.f_contiguous() && !self.c_contiguous()
    }

    /// Whether the elements lie in either order.
    #[getter]
    fn forc(&self) -> bool {
        self.f_contiguous() || self.c_contiguous()
    }

    /// Whether the memory is the array's own.
    #[getter]
    fn owndata(&self, py: Python<'_>) -> bool {
        self.owner.get().base(py).is_none()
    }

    /// Whether the elements may be written. It can be set; for a view of what is read-only, or one whose elements may
    /// overlap as a broadcast one's do, only to False.
    #[getter]
    fn writeable(&self) -> bool {
        self.owner.get().array().is_writable()
    }

    #[setter]
    fn set_writeable(&self, py: Python<'_>, writeable: bool) -> Result<()> {
        let owner = self.owner.get();
        if writeable && !owner.array().is_writable() {
            let allowed = match owner.base(py) {
                None => true,
                Some(base) => base.cast::<NdArray>().is_ok_and(|base| base.get().array().is_writable()),
            };
            if !allowed || owner.array().layout().overlaps_itself() {
                return Err(value_error(
                    "cannot set WRITEABLE flag to True of this array: its memory is read-only, or its elements overlap; copy it",
                ));
            }
        }
        let mut array = owner.array().clone();
        array.set_writable(writeable);
        owner.show(array);
        Ok(())
    }

    /// Whether each element lies at a multiple of its size: always.
    #[getter]
    fn aligned(&self) -> bool {
        true
    }

    fn __getitem__(&self, py: Python<'_>, name: &str) -> Result<bool> {
        Ok(match name {
            "C_CONTIGUOUS" | "CONTIGUOUS" | "C" => self.c_contiguous(),
            "F_CONTIGUOUS" | "FORTRAN" | "F" => self.f_contiguous(),
            "FNC" => self.fnc(),
            "FORC" => self.forc(),
            "OWNDATA" | "O" => self.owndata(py),
            "WRITEABLE" | "W" => self.writeable(),
            "ALIGNED" | "A" => self.aligned(),
            _ => return Err(unknown(name)),
        })
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: bool) -> Result<()> {
        match name {
            "WRITEABLE" | "W" => self.set_writeable(py, value),
            _ => Err(unknown(name)),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let word = |value: bool| if value { "True" } else { "False" };
        format!(
            "  C_CONTIGUOUS : {}\n  F_CONTIGUOUS : {}\n  OWNDATA : {}\n  WRITEABLE : {}\n  ALIGNED : True",
            word(self.c_contiguous()),
            word(self.f_contiguous()),
            word(self.owndata(py)),
            word(self.writeable())
        )
    }
}

#[cold]
fn unknown(name: &str) -> Failure {
    Failure::Python(PyKeyError::new_err(format!(
        "Unknown flag {name}: the flags are C_CONTIGUOUS, F_CONTIGUOUS, FNC, FORC, OWNDATA, WRITEABLE and ALIGNED"
    )))
}
