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
        drop(self.lock());
        self.executor().trim();
    }
}
