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

    /// Sets the most bytes that arrays may hold together; zero takes the limit away. What they hold already stays.
    pub fn set_memory_limit(self, bytes: u64) {
        self.executor().set_limit(bytes);
    }

    /// Sets the most bytes that arrays may hold together to a part of all there are.
    ///
    /// # Errors
    /// A value error for a part that is not between zero and one.
    ///
    /// ```
    /// # use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let device = Device::cpu();
    /// let all = device.memory().total;
    /// device.set_memory_fraction(0.5)?;
    /// assert_eq!(device.memory_limit(), all / 2);
    /// device.set_memory_limit(0);
    /// assert!(device.set_memory_fraction(2.0).is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_memory_fraction(self, fraction: f64) -> Result<()> {
        if !(0.0..=1.0).contains(&fraction) {
            return Err(Error::value(format!("fraction must be between 0 and 1, not {fraction}")));
        }
        self.set_memory_limit((self.memory().total as f64 * fraction) as u64);
        Ok(())
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
