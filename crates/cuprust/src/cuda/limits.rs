//! What a program uses of a GPU itself: limits, locked pages of the host's memory, contexts, and libraries by a handle.

use cuprust_cuda::Cuda;
use cuprust_cuda::driver::{self, HandleOf};
use cuprust_ir::{Error, Result};

use crate::runtime::Device;

fn gpu(device: Device) -> Result<&'static Cuda> {
    let unsupported = || Error::cuda("cudaErrorNotSupported: operation not supported: the device is no GPU");
    device.gpu().ok_or_else(unsupported)
}

/// A limit of a GPU, by CUDA's number (`cudaLimit`): 0 is a thread's stack, 1 the buffer that kernels print to, 2 their
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

/// A handle of a library for a program's own calls in this thread on the device's current stream, which ends with the
/// thread or the stream.
///
/// # Errors
/// Of the kind `Cuda` where the device is no GPU, `Library` where the library is not installed.
pub fn library_handle(device: Device, library: HandleOf) -> Result<u64> {
    gpu(device)?.user_handle(library, device.stream())
}

/// The context of the devices that are no GPU: the only one, which is current in every thread.
const ONLY_CONTEXT: u64 = 1;

/// The context of a device, as CUDA's `CUcontext`: of a GPU its primary context; 1 of another device.
pub fn context(device: Device) -> u64 {
    let of_driver = |cuda: &Cuda| cuda.driver().device_and_context();
    device.cuda_executor().and_then(of_driver).map_or(ONLY_CONTEXT, |(_, context)| context)
}

/// The context that is current in this thread, as CUDA's `CUcontext`: 0 where none is, which a thread has that has not
/// used a GPU yet. Where the current device is no GPU, that device's.
///
/// # Errors
/// What the driver says.
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

/// Memory of the host whose pages are locked for a GPU, until this is dropped.
#[derive(Debug)]
pub struct LockedPages {
    device: Device,
    address: usize,
}

impl LockedPages {
    /// Locks the pages of so many bytes; `flags` are CUDA's (`cudaHostRegister`). Nothing is to be done for a device
    /// that is no GPU.
    ///
    /// # Safety
    /// The memory stays as long as this lives.
    ///
    /// # Errors
    /// Of the kind `Cuda` for memory that is locked already, or that is none.
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
        // What failed on the device before is raised where its work is waited for.
        let _ = cuda.driver().synchronize();
        // SAFETY: the pages were locked here, and the device's work was waited for.
        let _ = unsafe { cuda.driver().unlock_pages(self.address as *mut u8) };
    }
}
