//! Page-locked memory of the host.

use std::sync::Arc;

use cuprust_cuda::pinned::Pinned;
use cuprust_ir::Result;

use crate::runtime::host::embedding::released;
use crate::runtime::host::host_calls;
use crate::runtime::state::Device;

/// Page-locked memory of the host, freed after the copies that use it when this is dropped.
///
/// A GPU reads and writes it directly: [`Array::begin_upload`](crate::Array::begin_upload) and
/// [`Array::begin_download`](crate::Array::begin_download) return while it does.
pub struct PinnedMemory(Option<Arc<Pinned>>);

impl std::fmt::Debug for PinnedMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PinnedMemory({:#x})", self.address())
    }
}

impl PinnedMemory {
    /// Allocates this many bytes of any content. `None` where the device is no GPU: there, page-locking makes no
    /// difference.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(device: Device, bytes: usize) -> Result<Option<PinnedMemory>> {
        host_calls::run_postponed();
        let Some(cuda) = device.cuda_executor() else { return Ok(None) };
        let pinned = released(|| cuda.alloc_pinned(bytes))?;
        Ok(pinned.map(|pinned| PinnedMemory(Some(pinned))))
    }

    fn pinned(&self) -> &Pinned {
        self.0.as_ref().expect("the memory is there until it is dropped")
    }

    /// Its start address.
    pub fn address(&self) -> usize {
        self.pinned().address()
    }

    /// Whether a graph whose launches copy from or to it keeps it too.
    pub fn is_kept(&self) -> bool {
        self.0.as_ref().is_some_and(|pinned| Arc::strong_count(pinned) > 1)
    }

    /// Waits for the copies that use it.
    ///
    /// # Errors
    /// What went wrong on the device.
    pub fn settle(&self) -> Result<()> {
        released(|| self.pinned().settle())
    }
}

impl Drop for PinnedMemory {
    fn drop(&mut self) {
        let pinned = self.0.take();
        host_calls::outside(move || released(|| drop(pinned)));
    }
}
