//! Exported memory of an array: its address, for as long as the array or a lease lives.

use cuprust_ir::{Memory, Result};

use super::Array;

impl Array {
    /// The address of the first element, computed and fixed from now on: others may use it as long as the array lives.
    ///
    /// From now on, work on the elements is launched before the call returns.
    ///
    /// # Errors
    /// What went wrong in computing the elements.
    pub fn export(&self) -> Result<u64> {
        self.address_for_others(false)
    }

    /// As [`Array::export`], if others may use the elements already and no work on them is pending; `None` otherwise.
    #[doc(hidden)]
    pub fn exported(&self) -> Option<u64> {
        self.device().lock().ok()?.exported(&self.storage).map(|memory| self.first_address(memory))
    }

    /// As [`Array::export`], until the lease is dropped.
    ///
    /// # Errors
    /// What went wrong in computing the elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = zeros(shape(3).on(Device::cpu()))?;
    /// let lease = a.lease()?;
    /// assert!(lease.address() != 0 && lease.array().shares_storage(&a));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn lease(&self) -> Result<Lease> {
        Ok(Lease { address: self.address_for_others(true)?, array: self.clone() })
    }

    /// What `say` returns for the owner of the array's memory, where the memory is not the device's own.
    pub fn with_owner<T>(&self, read: impl FnOnce(&dyn std::any::Any) -> Option<T>) -> Option<T> {
        self.device().lock().ok()?.with_owner(&self.storage, read)
    }

    fn address_for_others(&self, lease: bool) -> Result<u64> {
        let mut state = self.device().lock()?;
        state.export(&self.storage, lease).map(|memory| self.first_address(memory))
    }

    /// The address of the first element in the storage's memory.
    fn first_address(&self, memory: Memory) -> u64 {
        memory.address + self.layout.offset as u64 * self.dtype.size() as u64
    }
}

/// Memory of an array that others may read and write as long as this lives.
#[derive(Debug)]
pub struct Lease {
    array: Array,
    address: u64,
}

impl Lease {
    /// The address of the array's first element.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// The array that has the memory.
    pub fn array(&self) -> &Array {
        &self.array
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // A forked child that cannot use the device has no leases to end.
        if let Ok(mut state) = self.array.device().lock() {
            state.end_lease(&self.array.storage);
        }
    }
}
