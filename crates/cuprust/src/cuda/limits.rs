//! What a program sets of a GPU itself: limits, locked pages of the host's memory, and cuBLAS by a handle.

use cuprust_cuda::Cuda;
use cuprust_ir::{Error, Result};

use crate::runtime::Device;

fn gpu(device: Device) -> Result<&'static Cuda> {
    let unsupported = || Error::cuda("cudaErrorNotSupported: operation not supported: the device is no GPU");
    device.as_cuda().filter(|cuda| cuda.is_real()).ok_or_else(unsupported)
}

/// A limit of a GPU, by CUDA's number (`cudaLimit`): 0 is a thread's stack, 1 the buffer that kernels print to, 2 their heap, in bytes.
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

/// A handle of cuBLAS for a program's own calls on the device's current stream, which ends with that stream.
///
/// # Errors
/// Of the kind `Cuda` where the device is no GPU, `Library` without cuBLAS.
pub fn cublas_handle(device: Device) -> Result<u64> {
    gpu(device)?.cublas_handle(device.stream())
}

/// Memory of the host whose pages are locked for a GPU, until this is dropped.
#[derive(Debug)]
pub struct LockedPages {
    device: Device,
    address: usize,
}

impl LockedPages {
    /// Locks the pages of so many bytes; `flags` are CUDA's (`cudaHostRegister`). Nothing is to be done for a device that is no GPU.
    ///
    /// # Safety
    /// The memory stays as long as this lives.
    ///
    /// # Errors
    /// Of the kind `Cuda` for memory that is locked already, or that is none.
    pub unsafe fn new(device: Device, address: usize, bytes: usize, flags: u32) -> Result<LockedPages> {
        if let Some(cuda) = device.as_cuda() {
            // SAFETY: the caller keeps the memory.
            unsafe { cuda.driver().lock_pages(address as *mut u8, bytes, flags) }?;
        }
        Ok(LockedPages { device, address })
    }
}

impl Drop for LockedPages {
    fn drop(&mut self) {
        let Some(cuda) = self.device.as_cuda() else { return };
        // What failed on the device before is raised where its work is waited for.
        let _ = cuda.driver().synchronize();
        // SAFETY: the pages were locked here, and the device's work was waited for.
        let _ = unsafe { cuda.driver().unlock_pages(self.address as *mut u8) };
    }
}
