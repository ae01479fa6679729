//! Operations on memory by its address: pointer arithmetic, copies to and from the host, filling.

use cuprust::{Array, DType, Scalar, Stream};
use pyo3::prelude::*;

use crate::attributes::MemoryPointer;
use crate::error::{Result, caught, type_error, value_error};
use crate::kernel::chosen;

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
        if let Some((object, before)) = &self.object {
            return Ok(MemoryPointer::within(object.clone_ref(py), before.saturating_add(offset)));
        }
        let (all, before) = match self.origin.as_deref() {
            Some((all, before)) => (all.clone(), *before),
            None => (self.bytes(py, 0, None)?, 0),
        };
        let before = before.saturating_add(offset);
        let array = MemoryPointer::of(all.clone()).bytes(py, before, None)?;
        let mut moved = MemoryPointer::of(array);
        moved.origin = Some(Box::new((all, before)));
        Ok(moved)
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
