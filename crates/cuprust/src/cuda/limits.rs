//! A program's direct use of a GPU: limits, page-locked host memory, contexts, and library handles.

use cuprust_cuda::Cuda;
use cuprust_cuda::driver::{self, HandleOf};
use cuprust_ir::{Error, Result};

use crate::runtime::Device;

fn gpu(device: Device) -> Result<&'static Cuda> {
    let unsupported = || Error::cuda("cudaErrorNotSupported: operation not supported: the device is not a GPU");
    device.gpu().ok_or_else(unsupported)
}

/// A limit of a GPU, by CUDA's number (`cudaLimit`): 0 is a thread's stack, 1 the buffer of `printf`, 2 the kernels'
/// heap, in bytes.
///
/// # Errors
/// Of the kind `Cuda` for another number, and where the device is no GPU.
pub fn limit(device: Device, number: u32) -> Result<usize> {
    gpu(device)?.driver().limit(number)
}

/// Sets a limit of a GPU, see [`limit`].
///
/// # Errors
/// Of the kind `Cuda` for a value that the GPU refuses, and where the device is no GPU.
pub fn set_limit(device: Device, number: u32, value: usize) -> Result<()> {
    gpu(device)?.driver().set_limit(number, value)
}

/// A library's handle for a program's own calls in this thread on the device's current stream. It is destroyed with the
/// thread or the stream.
///
/// # Errors
/// Of the kind `Cuda` where the device is not a GPU, `Library` where the library is not installed.
pub fn library_handle(device: Device, library: HandleOf) -> Result<u64> {
    gpu(device)?.user_handle(library, device.stream())
}

/// The context of devices that are not GPUs: the only one, which is current in every thread.
const ONLY_CONTEXT: u64 = 1;

/// The context of a device, as CUDA's `CUcontext`: a GPU's primary context; 1 for another device.
pub fn context(device: Device) -> u64 {
    let of_driver = |cuda: &Cuda| cuda.driver().device_and_context();
    device.cuda_executor().and_then(of_driver).map_or(ONLY_CONTEXT, |(_, context)| context)
}

/// The context that is current in this thread, as CUDA's `CUcontext`: 0 in a thread that has not used a GPU yet. If the
/// current device is not a GPU, that device's.
///
/// # Errors
/// The driver's error.
pub fn current_context() -> Result<u64> {
    let device = Device::current()?;
    if gpu(device).is_ok() { driver::current_context() } else { Ok(context(device)) }
}

/// The number of the device whose context is current in this thread.
///
/// # Errors
/// Of the kind `Cuda` where none is.
pub fn context_device() -> Result<i64> {
    let device = Device::current()?;
    if gpu(device).is_ok() { driver::context_device().map(i64::from) } else { Ok(device.number()) }
}

/// Host memory whose pages are locked for a GPU, until this is dropped.
#[derive(Debug)]
pub struct LockedPages {
    device: Device,
    address: usize,
}

impl LockedPages {
    /// Locks the pages of this many bytes; `flags` are CUDA's (`cudaHostRegister`). On a device that is not a GPU it
    /// does nothing.
    ///
    /// # Safety
    /// The memory outlives this.
    ///
    /// # Errors
    /// Of the kind `Cuda` for memory that is locked already, or that is not mapped.
    pub unsafe fn new(device: Device, address: usize, bytes: usize, flags: u32) -> Result<LockedPages> {
        if let Some(cuda) = device.cuda_executor() {
            // SAFETY: the caller keeps the memory.
            unsafe { cuda.driver().lock_pages(address as *mut u8, bytes, flags) }?;
        }
        Ok(LockedPages { device, address })
    }
}

impl Drop for LockedPages {
    fn drop(&mut self) {
        let Some(cuda) = self.device.cuda_executor() else { return };
        // Earlier errors of the device are raised by the next wait for it.
        let _ = cuda.driver().synchronize();
        // SAFETY: the pages were locked here, and the device's work was waited for.
        let _ = unsafe { cuda.driver().unlock_pages(self.address as *mut u8) };
    }
}
