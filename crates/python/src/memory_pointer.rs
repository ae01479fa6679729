//! Pointers to memory: their addresses, arithmetic, copies to and from the host, filling.

use std::sync::OnceLock;

use cuprust::{Array, DType, Scalar, Stream};
use pyo3::prelude::*;

use crate::device::PyDevice;
use crate::error::{Result, caught, type_error, value_error};
use crate::kernel::chosen;

/// The memory of an array, as a pointer object with its address. It keeps the memory alive.
#[pyclass(frozen, module = "cuprust.cuda")]
pub(crate) struct MemoryPointer(Pointee);

/// The memory of a pointer.
enum Pointee {
    /// The elements of an array.
    Array(Box<Array>),
    /// A part of other memory, reached by arithmetic.
    Part(Box<Part>),
    /// Memory of an object of another class.
    Foreign(Box<Foreign>),
}

/// A part of an array's memory, to its end.
struct Part {
    array: Array,
    /// The bytes of the whole memory, and how many lie before the part.
    whole: Array,
    before: i64,
}

/// Memory of an object that has an address, a size and a device number.
struct Foreign {
    object: Py<PyAny>,
    /// The bytes before the pointer.
    offset: i64,
    /// The memory as an array, once it is needed.
    array: OnceLock<Array>,
}

impl MemoryPointer {
    /// The memory of an array.
    pub(crate) fn of(array: Array) -> MemoryPointer {
        MemoryPointer(Pointee::Array(Box::new(array)))
    }

    /// Memory of an object that has an address, a size and a device number.
    pub(crate) fn within(object: Py<PyAny>, offset: i64) -> MemoryPointer {
        MemoryPointer(Pointee::Foreign(Box::new(Foreign { object, offset, array: OnceLock::new() })))
    }

    /// The array that has the memory.
    ///
    /// # Errors
    /// Errors of querying an object for its memory.
    pub(crate) fn array(&self, py: Python<'_>) -> Result<&Array> {
        match &self.0 {
            Pointee::Array(array) => Ok(array),
            Pointee::Part(part) => Ok(&part.array),
            Pointee::Foreign(foreign) => foreign.array(py),
        }
    }

    /// An array of a dtype that begins at the start of the memory, from which a view is made; without elements if none
    /// are needed.
    ///
    /// # Errors
    /// A value error for memory of less than one element, and for an address that is not a multiple of its size.
    pub(crate) fn read_as(&self, py: Python<'_>, dtype: DType, empty: bool) -> Result<Array> {
        let array = self.array(py)?;
        let own = array.dtype().size() as i64;
        caught(|| {
            if empty {
                return Array::empty([0], dtype, array.device());
            }
            let count = (dtype.size() as i64 / own).max(1);
            array.as_strided(Some(&[count]), Some(&[own]))?.reinterpret(dtype)
        })
    }
}

impl Foreign {
    /// The memory as an array.
    fn array(&self, py: Python<'_>) -> Result<&Array> {
        if let Some(array) = self.array.get() {
            return Ok(array);
        }
        let (object, offset) = (self.object.bind(py), self.offset);
        let (address, size): (i64, i64) = (object.getattr("ptr")?.extract()?, object.getattr("size")?.extract()?);
        let device = match object.getattr_opt("device")? {
            Some(device) => crate::device::named(&device)?,
            None => crate::device::named(&object.getattr("device_id")?)?,
        };
        if offset < 0 {
            return Err(value_error(format!("a pointer {} bytes before its memory is invalid", offset.unsigned_abs())));
        }
        let bytes = size.saturating_sub(offset).max(0);
        let array = caught(|| match (bytes, address) {
            (0, _) | (_, 0) => Array::empty([0], DType::U8, device),
            _ => {
                let owner = crate::foreign_memory::owner(object.clone().unbind());
                let layout = cuprust::Layout::contiguous(&[bytes]);
                let address = (address + offset) as u64;
                // SAFETY: the object says that this is its memory, which it keeps as long as it lives.
                unsafe { Array::from_foreign(address, bytes as u64, DType::U8, layout, true, owner, device) }
            }
        })?;
        Ok(self.array.get_or_init(|| array))
    }
}

impl MemoryPointer {
    /// The memory as bytes, this many from an offset.
    fn bytes(&self, py: Python<'_>, offset: i64, size: Option<i64>) -> Result<Array> {
        let array = self.array(py)?;
        let all = caught(|| {
            if !array.layout().is_contiguous() {
                return Err(cuprust::Error::value("the memory of a view with gaps is not contiguous"));
            }
            array.reshape([-1])?.reinterpret(DType::U8)
        })?;
        let size = size.unwrap_or(all.size().saturating_sub(offset));
        if offset < 0 || size < 0 || offset.checked_add(size).is_none_or(|end| end > all.size()) {
            let bytes = all.size();
            return Err(value_error(format!(
                "{size} bytes from the offset {offset} are not within {bytes} bytes of memory"
            )));
        }
        caught(|| all.at(cuprust::s![offset..offset + size]))
    }

    fn shifted(&self, py: Python<'_>, offset: i64) -> Result<MemoryPointer> {
        let (whole, before) = match &self.0 {
            Pointee::Foreign(foreign) => {
                let object = foreign.object.clone_ref(py);
                return Ok(MemoryPointer::within(object, foreign.offset.saturating_add(offset)));
            }
            Pointee::Part(part) => (part.whole.clone(), part.before),
            _ => (self.bytes(py, 0, None)?, 0),
        };
        let before = before.saturating_add(offset);
        let array = MemoryPointer::of(whole.clone()).bytes(py, before, None)?;
        Ok(MemoryPointer(Pointee::Part(Box::new(Part { array, whole, before }))))
    }
}

/// An address on the host: an integer, or a pointer of `ctypes`.
fn address(object: &Bound<'_, PyAny>) -> Result<usize> {
    let value = match object.getattr_opt("value")? {
        Some(value) => value,
        None => object.clone(),
    };
    let address = value.extract::<usize>();
    let address = address.map_err(|_| type_error("host memory must be an address, or a pointer of ctypes"))?;
    if address == 0 { Err(value_error("the address of the host's memory is null")) } else { Ok(address) }
}

/// Records work on a stream, or on the current one.
fn on<T>(stream: Option<&Stream>, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let _guard = stream.map(Stream::enter);
    work()
}

#[pymethods]
impl MemoryPointer {
    #[new]
    #[pyo3(signature = (mem, offset=0))]
    fn new(mem: Py<PyAny>, offset: i64) -> MemoryPointer {
        MemoryPointer::within(mem, offset)
    }

    /// The address of the first element. Reading it computes the elements, and fixes where they lie.
    #[getter]
    fn ptr(&self, py: Python<'_>) -> Result<u64> {
        if let Pointee::Foreign(foreign) = &self.0 {
            let address: i64 = foreign.object.bind(py).getattr("ptr")?.extract()?;
            return Ok((address + foreign.offset) as u64);
        }
        let array = self.array(py)?;
        match array.exported() {
            Some(address) => Ok(address),
            None => py.detach(|| caught(|| array.export())),
        }
    }

    /// The device.
    #[getter]
    fn device(&self, py: Python<'_>) -> Result<PyDevice> {
        match &self.0 {
            Pointee::Foreign(foreign) => {
                crate::device::named(&foreign.object.bind(py).getattr("device")?).map(PyDevice)
            }
            _ => Ok(PyDevice(self.array(py)?.device())),
        }
    }

    /// The number of the device.
    #[getter]
    fn device_id(&self, py: Python<'_>) -> Result<i64> {
        Ok(self.device(py)?.0.number())
    }

    /// The memory itself: the object that it is of, or that an allocator gave; of the device's own pool the pointer.
    #[getter]
    fn mem<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyAny>> {
        let py = slf.py();
        if let Pointee::Foreign(foreign) = &slf.get().0 {
            return Ok(foreign.object.bind(py).clone());
        }
        match crate::foreign_memory::lender(py, slf.get().array(py)?) {
            Some(lender) => {
                let lender = lender.into_bound(py);
                Ok(lender.getattr_opt("mem")?.unwrap_or(lender))
            }
            None => Ok(slf.clone().into_any()),
        }
    }

    /// The bytes of the array's elements.
    #[getter]
    fn size(&self, py: Python<'_>) -> Result<i64> {
        match &self.0 {
            Pointee::Foreign(foreign) => {
                Ok(foreign.object.bind(py).getattr("size")?.extract::<i64>()? - foreign.offset)
            }
            _ => Ok(self.array(py)?.nbytes()),
        }
    }

    fn __int__(&self, py: Python<'_>) -> Result<u64> {
        self.ptr(py)
    }

    fn __add__(&self, py: Python<'_>, offset: i64) -> Result<MemoryPointer> {
        self.shifted(py, offset)
    }

    fn __radd__(&self, py: Python<'_>, offset: i64) -> Result<MemoryPointer> {
        self.shifted(py, offset)
    }

    fn __sub__(&self, py: Python<'_>, offset: i64) -> Result<MemoryPointer> {
        self.shifted(py, offset.saturating_neg())
    }

    /// Copies this many bytes from other memory of a device.
    fn copy_from_device(&self, py: Python<'_>, src: &MemoryPointer, size: i64) -> Result<()> {
        let (to, from) = (self.bytes(py, 0, Some(size))?, src.bytes(py, 0, Some(size))?);
        caught(|| to.assign(&from))
    }

    /// As `copy_from_device`, on a stream.
    #[pyo3(signature = (src, size, stream=None))]
    fn copy_from_device_async(
        &self,
        py: Python<'_>,
        src: &MemoryPointer,
        size: i64,
        stream: Option<&Bound<'_, PyAny>>,
    ) -> Result<()> {
        let stream = chosen(stream)?;
        on(stream.as_ref(), || self.copy_from_device(py, src, size))
    }

    /// Copies this many bytes from the host, from an address or a pointer of ctypes.
    fn copy_from_host(&self, py: Python<'_>, mem: &Bound<'_, PyAny>, size: i64) -> Result<()> {
        let (to, address) = (self.bytes(py, 0, Some(size))?, address(mem)?);
        // SAFETY: the caller guarantees the host memory that it passes, and it is read within this call alone.
        let bytes = unsafe { std::slice::from_raw_parts(address as *const u8, size as usize) };
        caught(|| to.assign(&Array::from_bytes(bytes, [size], DType::U8, to.device())?))
    }

    /// As `copy_from_host`, on a stream. Page-locked memory must not change before the stream has passed the copy;
    /// other memory may when this returns.
    #[pyo3(signature = (mem, size, stream=None))]
    fn copy_from_host_async(
        &self,
        py: Python<'_>,
        mem: &Bound<'_, PyAny>,
        size: i64,
        stream: Option<&Bound<'_, PyAny>>,
    ) -> Result<()> {
        let stream = chosen(stream)?;
        on(stream.as_ref(), || {
            let (to, address) = (self.bytes(py, 0, Some(size))?, address(mem)?);
            // SAFETY: the caller guarantees the host memory that it passes, until the stream has passed.
            let begun = caught(|| unsafe { to.begin_upload(address, &Stream::current(to.device())) })?;
            if begun { Ok(()) } else { self.copy_from_host(py, mem, size) }
        })
    }

    /// Copies this many bytes from a device's memory or from the host.
    fn copy_from(&self, py: Python<'_>, mem: &Bound<'_, PyAny>, size: i64) -> Result<()> {
        match mem.cast::<MemoryPointer>() {
            Ok(memory) => self.copy_from_device(py, memory.get(), size),
            Err(_) => self.copy_from_host(py, mem, size),
        }
    }

    /// As `copy_from`, on a stream.
    #[pyo3(signature = (mem, size, stream=None))]
    fn copy_from_async(
        &self,
        py: Python<'_>,
        mem: &Bound<'_, PyAny>,
        size: i64,
        stream: Option<&Bound<'_, PyAny>>,
    ) -> Result<()> {
        let stream = chosen(stream)?;
        on(stream.as_ref(), || self.copy_from(py, mem, size))
    }

    /// Copies this many bytes to the host, to an address or a pointer of ctypes.
    fn copy_to_host(&self, py: Python<'_>, mem: &Bound<'_, PyAny>, size: i64) -> Result<()> {
        let (from, address) = (self.bytes(py, 0, Some(size))?, address(mem)?);
        // SAFETY: the caller guarantees the host memory that it passes, and it is written within this call alone.
        let to = unsafe { std::slice::from_raw_parts_mut(address as *mut u8, from.nbytes() as usize) };
        crate::profiler::detached(py, || caught(|| from.read_into(to)))
    }

    /// As `copy_to_host`, on a stream. In page-locked memory the bytes are there when the stream has passed the
    /// copy; in other memory when this returns.
    #[pyo3(signature = (mem, size, stream=None))]
    fn copy_to_host_async(
        &self,
        py: Python<'_>,
        mem: &Bound<'_, PyAny>,
        size: i64,
        stream: Option<&Bound<'_, PyAny>>,
    ) -> Result<()> {
        let stream = chosen(stream)?;
        on(stream.as_ref(), || {
            let (from, address) = (self.bytes(py, 0, Some(size))?, address(mem)?);
            // SAFETY: the caller guarantees the host memory that it passes, until the stream has passed.
            let begun = caught(|| unsafe { from.begin_download(address, &Stream::current(from.device())) })?;
            if begun { Ok(()) } else { self.copy_to_host(py, mem, size) }
        })
    }

    /// Sets this many bytes to a value.
    fn memset(&self, py: Python<'_>, value: i64, size: i64) -> Result<()> {
        let to = self.bytes(py, 0, Some(size))?;
        caught(|| to.fill(Scalar::new(value as u8)))
    }

    /// As `memset`, on a stream.
    #[pyo3(signature = (value, size, stream=None))]
    fn memset_async(&self, py: Python<'_>, value: i64, size: i64, stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let stream = chosen(stream)?;
        on(stream.as_ref(), || self.memset(py, value, size))
    }
}
