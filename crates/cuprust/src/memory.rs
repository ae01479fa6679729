//! What the memory of a device is used for, and giving back what is not.

use cuprust_ir::{Error, MemoryUse, Result};

use crate::runtime::Device;

impl Device {
    /// Bytes held by arrays, held for the next arrays, free, and all there are.
    ///
    /// Arrays that are recorded and not computed hold none.
    pub fn pool(self) -> MemoryUse {
        self.memory()
    }

    /// Gives memory that no array holds back to the device.
    pub fn free_all_blocks(self) {
        // Taking the lock buries arrays that were dropped, so that theirs counts too.
        // A forked child that cannot use the device has nothing to give back.
        if let Ok(state) = self.lock() {
            drop(state);
            self.executor().trim();
        }
    }

    /// Sets the most bytes that arrays may hold together; zero takes the limit away.
    ///
    /// # Errors
    /// An error of what is not built, on a GPU.
    pub fn set_memory_limit(self, bytes: u64) -> Result<()> {
        self.host().map(|host| host.set_limit(bytes)).ok_or_else(|| no_limit(self))
    }

    /// The most bytes that arrays may hold together; zero where there is no limit.
    ///
    /// # Errors
    /// An error of what is not built, on a GPU.
    pub fn memory_limit(self) -> Result<u64> {
        self.host().map(|host| host.limit()).ok_or_else(|| no_limit(self))
    }
}

fn no_limit(device: Device) -> Error {
    Error::not_implemented(format!("a limit on the memory of {device}: set one on the CPU"))
}
