//! What the memory of a device is used for, and giving back what is not.

use cuprust_ir::MemoryUse;

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

    /// Sets the most bytes that arrays may hold together; zero takes the limit away. What they hold already stays.
    pub fn set_memory_limit(self, bytes: u64) {
        self.executor().set_limit(bytes);
    }

    /// The most bytes that arrays may hold together; zero where there is no limit.
    pub fn memory_limit(self) -> u64 {
        self.executor().limit()
    }

    /// The compute capability of a GPU, as (9, 0); nothing of what is no GPU.
    pub fn compute_capability(self) -> Option<(u32, u32)> {
        self.executor().capability()
    }
}
