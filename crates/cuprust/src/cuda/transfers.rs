//! Copies between arrays and page-locked host memory that run while the host continues.

use cuprust_cuda::driver::Address;
use cuprust_cuda::pinned::holder;
use cuprust_ir::{Error, Result, StreamId};
use cuprust_num::DType;

use crate::Array;
use crate::runtime::{Action, StorageRef, Stream};

/// The direction of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl Array {
    /// Queues on a stream a copy of host memory to the elements, in C order. Returns whether it did: it does not if the
    /// address is not in page-locked memory ([`PinnedMemory`](crate::PinnedMemory)), the array is not contiguous, or
    /// its device is not a GPU.
    ///
    /// # Safety
    /// The array's number of bytes from the address on is valid, and is not changed before the stream has passed the
    /// copy.
    ///
    /// # Errors
    /// A value error for an array that is read-only, or a stream of another device; errors in what was recorded before.
    pub unsafe fn begin_upload(&self, from: usize, stream: &Stream) -> Result<bool> {
        if !self.is_writable() {
            return Err(Error::value("the array is read-only"));
        }
        self.begin_copy(Direction::Up, from, stream)
    }

    /// Queues on a stream a copy of the elements to host memory, in C order. Returns whether it did, as
    /// [`Array::begin_upload`].
    ///
    /// # Safety
    /// The array's number of bytes from the address on is valid, and is neither read nor changed before the stream has
    /// passed the copy.
    ///
    /// # Errors
    /// As [`Array::begin_upload`].
    pub unsafe fn begin_download(&self, to: usize, stream: &Stream) -> Result<bool> {
        self.begin_copy(Direction::Down, to, stream)
    }

    fn begin_copy(&self, direction: Direction, host: usize, stream: &Stream) -> Result<bool> {
        let (device, bytes) = (self.device(), self.nbytes() as usize);
        let (Some(cuda), Some(pinned)) = (device.gpu(), holder(host, bytes)) else { return Ok(false) };
        if bytes == 0 || !self.layout().is_contiguous() {
            return Ok(false);
        }
        if stream.device() != device {
            return Err(Error::value(format!("an array on {device} is copied on a stream of {}", stream.device())));
        }
        let _guard = stream.enter();
        let _location = cuprust_profile::located();
        let id = stream.id();
        let mut state = device.lock()?;
        let raw_bools = direction == Direction::Up && self.dtype() == DType::Bool;
        let storages: [(&StorageRef, bool); 1] = [(self.storage(), raw_bools)];
        let borrowed = state.borrow_storages(&storages, id)?;
        let offset = self.layout().offset as u64 * self.dtype().size() as u64;
        let there = Address(borrowed.memories[0].address + offset);
        let queue = move |id: StreamId| {
            let (driver, stream) = (&**cuda.driver(), cuda.driver_stream(id)?);
            match direction {
                // SAFETY: the caller vouches for the host's bytes; the array's memory is its own until the stream has
                // passed.
                Direction::Up => unsafe { driver.upload(there, host as *const u8, bytes, stream) },
                // SAFETY: as above.
                Direction::Down => unsafe { driver.download(host as *mut u8, there, bytes, stream) },
            }
        };
        if let Some(capture) = state.capture_of(id) {
            let name = if direction == Direction::Up { "copy from pinned memory" } else { "copy to pinned memory" };
            let launch = Box::new(move |id| {
                // The graph keeps the memory.
                let _kept = &pinned;
                queue(id)
            });
            capture.add(id, Action::Kernel { name: name.to_owned(), launch });
            return Ok(true);
        }
        state.queue_borrowed(&borrowed, || {
            queue(id)?;
            pinned.mark(cuda.driver(), cuda.driver_stream(id)?)
        })?;
        Ok(true)
    }
}
