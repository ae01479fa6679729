//! The array: a dtype and a layout over a counted storage.

mod axes;
mod lease;
#[cfg(feature = "ndarray")]
mod ndarray;
mod number;
mod order;
mod overlap;
mod pairs;
mod reading;
mod reinterpret;
mod shape;

use cuprust_ir::{Dims, Error, Layout, Opcode, Result, shape_text};
use cuprust_num::{DType, Element};
use cuprust_reserve::collected;

use crate::runtime::{
    Device, Foreign, Input, Output, Reason, StorageRef, copy_in_parts, on_different_devices, released, transfer,
};

pub use crate::runtime::MAX_AXES;
pub(crate) use crate::runtime::{byte_size, check_rank};
pub(crate) use axes::insert_in_order;
pub use axes::{normalize_axes, normalize_axis, normalize_order};
pub use lease::Lease;
pub use number::{Number, scalar_for};
pub use order::Order;
pub use pairs::Pairs;
pub use shape::{Int, IntoAxes, IntoInts};

/// An n-dimensional array of one dtype on one device.
///
/// Cloning it makes another handle to the same elements, as binding another name does in Python; [`Array::copy`] copies
/// the elements. Operations on arrays are recorded and run when a value is needed: reading a shape or a dtype needs
/// none, printing or [`Array::to_vec`] does.
#[derive(Clone)]
pub struct Array {
    storage: StorageRef,
    dtype: DType,
    writable: bool,
    /// Whether the layout is plain: computing it again would cost as much as recording an operand.
    plain: bool,
    layout: Layout,
}

impl Array {
    /// A new array over a storage of its own, in C order, with uninitialised elements.
    #[inline]
    pub(crate) fn over(storage: StorageRef, dtype: DType, layout: Layout) -> Array {
        Array { storage, dtype, writable: true, plain: layout.is_plain(), layout }
    }

    /// As [`Array::over`], for a layout that is known to be plain or not.
    #[inline]
    pub(crate) fn over_known(storage: StorageRef, dtype: DType, layout: Layout, plain: bool) -> Array {
        debug_assert_eq!(plain, layout.is_plain());
        Array { storage, dtype, writable: true, plain, layout }
    }

    /// Another view of the same storage.
    #[inline]
    pub(crate) fn view_of(&self, layout: Layout) -> Array {
        self.view_as(self.dtype, layout)
    }

    /// Another view of the same elements, for the crates named in [`chapters`](crate::chapters).
    ///
    /// # Panics
    /// Where the layout exceeds the array's first or last element.
    #[doc(hidden)]
    pub fn view_within(&self, layout: Layout) -> Array {
        if let Some((low, high)) = layout.bounds() {
            let within = self.layout.bounds().is_some_and(|(first, last)| first <= low && high <= last);
            assert!(within, "a view leaves its array: {layout:?} of {:?}", self.layout);
        }
        self.view_of(layout)
    }

    /// Another view of the same storage, reinterpreted as another dtype.
    #[inline]
    pub(crate) fn view_as(&self, dtype: DType, layout: Layout) -> Array {
        Array { storage: self.storage.clone(), dtype, writable: self.writable, plain: layout.is_plain(), layout }
    }

    /// An array of this shape with uninitialised elements.
    ///
    /// # Errors
    /// A value error for a negative extent or more elements than memory can be addressed with.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Array::empty((2, 3), DType::F32, Device::cpu())?.shape(), [2, 3]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn empty(shape: impl IntoInts, dtype: DType, device: Device) -> Result<Array> {
        let shape = shape.into_ints();
        let bytes = byte_size(&shape, dtype)?;
        let storage = device.lock()?.create(bytes)?;
        Ok(Array::over(storage, dtype, Layout::of_new(&shape)))
    }

    /// An array with the elements of a slice, in C order.
    ///
    /// # Errors
    /// A value error where the slice does not have as many elements as the shape.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Array::from_slice(&[1, 2, 3, 4], (2, 2), Device::cpu())?.to_string(), "[[1 2]\n [3 4]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_slice<T: Element>(elements: &[T], shape: impl IntoInts, device: Device) -> Result<Array> {
        let shape = &*shape.into_ints();
        let size: i64 = shape.iter().product();
        if size != elements.len() as i64 {
            return Err(Error::value(format!(
                "cannot make an array of shape {} from {} elements",
                shape_text(shape),
                elements.len()
            )));
        }
        // SAFETY: an Element is plain data, so a slice of them may be read as bytes; the length is that of the slice.
        let bytes = unsafe { std::slice::from_raw_parts(elements.as_ptr().cast::<u8>(), size_of_val(elements)) };
        Array::from_bytes(bytes, shape, T::DTYPE, device)
    }

    /// An array with elements given as bytes, in C order. The bytes have been copied when this returns.
    ///
    /// # Errors
    /// A value error for another number of bytes than the shape's.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Array::from_bytes(&[1, 0, 2, 0], 2, DType::I16, Device::cpu())?.to_string(), "[1 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8], shape: impl IntoInts, dtype: DType, device: Device) -> Result<Array> {
        let shape = &*shape.into_ints();
        if byte_size(shape, dtype)? != bytes.len() as u64 {
            return Err(Error::value(format!(
                "cannot make an array of shape {} and dtype {dtype} from {} bytes",
                shape_text(shape),
                bytes.len()
            )));
        }
        let array = Array::empty(shape, dtype, device)?;
        if dtype == DType::Bool && bytes.iter().any(|&byte| byte > 1) {
            // Any nonzero byte is true; kernels rely on 0 and 1.
            let bools =
                collected(bytes.iter().map(|&byte| u8::from(byte != 0))).map_err(|_| elements_out_of_memory(&array))?;
            return Array::from_bytes(&bools, shape, dtype, device);
        }
        if !bytes.is_empty() {
            let _location = cuprust_profile::located();
            let start = cuprust_profile::started();
            let mut state = device.lock()?;
            let memory = state.memory_to_fill(&array.storage)?;
            let stream = state.stream_of(&array.storage);
            if state.upload_captured(&array.storage, memory, bytes) {
                return Ok(array);
            }
            // Nothing else has the new memory yet.
            drop(state);
            copy_in_parts(bytes.len(), |part| {
                let to = memory.address + part.start as u64;
                device.executor().upload(&bytes[part], to, stream)
            })?;
            if let Some(start) = start {
                transfer(device, true, bytes, start);
            }
        }
        Ok(array)
    }

    /// An array over memory that another object owns, such as a NumPy array or a DLPack capsule.
    ///
    /// All work on it runs before the call returns, since others may read and write the memory at any time.
    ///
    /// # Safety
    /// `address` is memory of `device`, valid for `bytes` bytes and for reads (and, if `writable`, for writes) until
    /// `owner` is dropped; `layout` stays within it. For bools, any nonzero byte is true.
    ///
    /// # Errors
    /// A value error where the layout exceeds the memory or the address is not aligned to the dtype.
    pub unsafe fn from_foreign(
        address: u64,
        bytes: u64,
        dtype: DType,
        layout: Layout,
        writable: bool,
        owner: Box<dyn std::any::Any + Send>,
        device: Device,
    ) -> Result<Array> {
        let size = dtype.size() as i64;
        let inside = layout.bounds().is_none_or(|(low, high)| low >= 0 && (high + 1) * size <= bytes as i64);
        let alignment = if dtype.is_complex() { size / 2 } else { size };
        if !inside || !address.is_multiple_of(alignment as u64) {
            return Err(Error::value(format!("a view of shape {} exceeds its memory", shape_text(&layout.shape))));
        }
        let memory = cuprust_ir::Memory { address, bytes };
        let (storage, start) = device.lock()?.adopt(Foreign { memory, owner }, writable, size as u64)?;
        let layout = Layout { offset: layout.offset + start as i64 / size, ..layout };
        Ok(Array { writable, ..Array::over(storage, dtype, layout) })
    }

    /// The dtype of the elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.5, 2.0].dtype(), DType::F64);
    /// ```
    #[inline]
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The extent of each axis.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2, 3]].shape(), [1, 3]);
    /// ```
    #[inline]
    pub fn shape(&self) -> &[i64] {
        &self.layout.shape
    }

    /// The step of each axis in bytes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((2, 3))?.strides()[..], [24, 8]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn strides(&self) -> Dims {
        self.layout.strides.iter().map(|stride| stride * self.dtype.size() as i64).collect()
    }

    /// The shape, strides and offset of the elements in the storage.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(zeros((2, 3))?.layout().is_contiguous());
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the layout is plain: in C order, with exactly the strides of [`Layout::of_new`], from any offset.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    /// The number of axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((2, 3))?.ndim(), 2);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn ndim(&self) -> usize {
        self.layout.rank()
    }

    /// The number of elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((2, 3))?.size(), 6);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn size(&self) -> i64 {
        self.layout.size()
    }

    /// The bytes of all elements together.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros((2, 3))?.nbytes(), 48);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nbytes(&self) -> i64 {
        self.size() * self.dtype.size() as i64
    }

    /// The device it is on.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros(shape(2).on(Device::cpu()))?.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn device(&self) -> Device {
        self.storage.device()
    }

    /// Whether its elements may be written.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(zeros(2)?.is_writable());
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn is_writable(&self) -> bool {
        self.writable
    }

    /// Allows or forbids writing through this handle. A view whose elements may overlap, such as a broadcast one, stays
    /// read-only: writes of several positions to one element would conflict.
    ///
    /// ```
    /// # use cuprust::*;
    /// let mut a = zeros(2)?;
    /// a.set_writable(false);
    /// assert!(a.fill(1.0).is_err());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_writable(&mut self, writable: bool) {
        self.writable = writable && !self.layout.overlaps_itself();
    }

    /// Whether two arrays share one storage.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(4)?;
    /// assert!(a.shares_storage(&a.at(1..)?) && !a.shares_storage(&a.copy()?));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn shares_storage(&self, other: &Array) -> bool {
        self.storage == other.storage
    }

    #[inline]
    pub(crate) fn storage(&self) -> &StorageRef {
        &self.storage
    }

    /// The array as an operand of a recorded instruction.
    #[inline]
    pub(crate) fn input(&self) -> Input<'_> {
        Input::View(&self.storage, self.dtype, &self.layout, &[])
    }

    /// The array as an operand of an instruction of the array's own shape.
    #[inline]
    pub(crate) fn whole_input(&self) -> Input<'_> {
        if self.plain { Input::Plain(&self.storage, self.dtype, self.layout.offset) } else { self.input() }
    }

    /// The range of the elements' values, where they are integers of int64, as far as their dtype and the recorded
    /// operations show it.
    ///
    /// # Errors
    /// Errors in locking the device.
    pub(crate) fn value_range(&self) -> Result<Option<(i64, i64)>> {
        Ok(self.device().lock()?.value_range(&self.storage, self.dtype, self.layout()))
    }

    /// The array as the target of a recorded instruction.
    #[inline]
    pub(crate) fn output(&self) -> Output<'_> {
        (&self.storage, self.dtype, &self.layout)
    }

    /// A copy of the elements, in C order.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(3)?;
    /// let b = a.copy()?;
    /// a.fill(7)?;
    /// assert_eq!(b.to_string(), "[0 1 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn copy(&self) -> Result<Array> {
        self.astype(self.dtype)
    }

    /// A copy of the elements converted to a dtype, in C order.
    ///
    /// Floats are truncated to integers; complex numbers lose their imaginary part.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.5, -2.5].astype(DType::I32)?.to_string(), "[ 1 -2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn astype(&self, dtype: DType) -> Result<Array> {
        let layout = if self.plain { self.layout.from_start() } else { Layout::of_new(self.shape()) };
        self.filled_by_copy(layout, true, dtype, self.whole_input())
    }

    /// A new array on this device, with a layout from the start of its storage and a copy of an input of that shape;
    /// `plain` says whether the layout is plain.
    #[inline]
    pub(crate) fn filled_by_copy(&self, layout: Layout, plain: bool, dtype: DType, input: Input) -> Result<Array> {
        let bytes = byte_size(&layout.shape, dtype)?;
        let mut state = self.device().lock()?;
        let storage = match bytes {
            0 => state.create(0)?,
            _ => state.record_new(Opcode::Copy, bytes, (dtype, &layout, plain), &[input])?,
        };
        Ok(Array::over_known(storage, dtype, layout, plain))
    }

    /// This array if it is C-contiguous, else a copy that is.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(zeros((2, 3))?.t().ascontiguous()?.layout().is_contiguous());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn ascontiguous(&self) -> Result<Array> {
        if self.layout.is_contiguous() { Ok(self.clone()) } else { self.copy() }
    }

    /// Writes the elements of another array, broadcast to this shape and converted to this dtype, as `a[...] = b`.
    ///
    /// # Errors
    /// A value error where the shapes do not broadcast or this array is read-only.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = zeros((2, 2))?;
    /// a.assign(&array![1, 2])?;
    /// assert_eq!(a.to_string(), "[[1. 2.]\n [1. 2.]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn assign(&self, value: &Array) -> Result<()> {
        self.check_writable()?;
        let value = if value.device() == self.device() { value.clone() } else { value.to_device(self.device())? };
        let value = value.view_of(value.layout.broadcast_for_assignment(self.shape())?);
        self.assign_unchecked(&value)
    }

    /// Copies from an array of the same shape on the same device.
    pub(crate) fn assign_unchecked(&self, value: &Array) -> Result<()> {
        if self.size() == 0 {
            return Ok(());
        }
        self.device().lock()?.record(Opcode::Copy, self.shape(), &[self.output()], &[value.input()])
    }

    /// Checks that results of this shape, computed on a device, can be written here.
    ///
    /// # Errors
    /// A value error for another device or shape, or a read-only array.
    pub(crate) fn check_out(&self, name: &str, shape: &[i64], device: Device) -> Result<()> {
        if self.device() != device {
            return Err(on_different_devices(device, self.device()));
        }
        if self.shape() != shape {
            let (own, wanted) = (shape_text(self.shape()), shape_text(shape));
            return Err(Error::value(format!("{name}: out has shape {own}, and the result has {wanted}")));
        }
        match self.is_writable() {
            true => Ok(()),
            false => Err(Error::value(format!("{name}: output array is read-only"))),
        }
    }

    /// Refuses an operand of another device.
    ///
    /// # Errors
    /// A value error.
    #[doc(hidden)]
    pub fn check_device(&self, other: &Array) -> Result<()> {
        match self.device() == other.device() {
            true => Ok(()),
            false => Err(on_different_devices(self.device(), other.device())),
        }
    }

    /// The result of a function with an `out`, which was checked before: the elements are written to it.
    pub(crate) fn into_out(self, out: Option<&Array>) -> Result<Array> {
        match out {
            None => Ok(self),
            Some(out) => {
                out.assign(&self)?;
                Ok(out.clone())
            }
        }
    }

    pub(crate) fn check_writable(&self) -> Result<()> {
        if self.writable { Ok(()) } else { Err(Error::value("assignment destination is read-only")) }
    }

    /// The same elements on another device; the array itself if it is there already.
    ///
    /// # Errors
    /// Where memory is exhausted, or computing the elements fails.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = arange(3)?.to_device(Device::cpu())?;
    /// assert_eq!(x.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn to_device(&self, device: Device) -> Result<Array> {
        if device == self.device() {
            return Ok(self.clone());
        }
        if let Some(there) = self.to_peer(device)? {
            return Ok(there);
        }
        Array::from_bytes(&self.to_bytes()?, self.shape(), self.dtype, device)
    }

    /// A copy on another device that can access this one's memory; `None` where it cannot.
    fn to_peer(&self, device: Device) -> Result<Option<Array>> {
        let (Some(origin), Some(target)) = (self.device().extensions().peers, device.extensions().peers) else {
            return Ok(None);
        };
        if self.size() == 0 {
            return Ok(None);
        }
        let source = self.ascontiguous()?;
        let there = Array::empty(self.shape(), self.dtype, device)?;
        let (bytes, offset) = (self.nbytes() as u64, source.layout.offset as u64 * self.dtype.size() as u64);
        let location = |array: &Array| -> Result<(u64, cuprust_ir::StreamId)> {
            let mut state = array.device().lock()?;
            Ok((state.memory(&array.storage)?.address, state.stream_of(&array.storage)))
        };
        let ((from, from_stream), to) = (location(&source)?, location(&there)?);
        // The copy waits on the stream for the other device: work that was recorded before must not be delayed by that.
        device.lock()?.flush(to.1, Reason::OtherDevice)?;
        let copied = released(|| target.copy_from_peer(origin, (from + offset, from_stream), to, bytes))?;
        Ok(copied.then_some(there))
    }
}

#[cold]
fn elements_out_of_memory(array: &Array) -> Error {
    Error::out_of_memory(format!("the host cannot allocate {} bytes of elements", array.nbytes()))
}

trait Assignable {
    fn broadcast_for_assignment(&self, shape: &[i64]) -> Result<Layout>;
}

impl Assignable for Layout {
    /// As broadcasting, but additional leading axes of extent one are dropped, as NumPy allows.
    fn broadcast_for_assignment(&self, shape: &[i64]) -> Result<Layout> {
        let mut layout = self.clone();
        while layout.rank() > shape.len() && layout.shape[0] == 1 {
            layout = layout.without(0);
        }
        layout.broadcast(shape).map_err(|_| {
            Error::value(format!(
                "could not broadcast input array from shape {} into shape {}",
                shape_text(&self.shape),
                shape_text(shape)
            ))
        })
    }
}
