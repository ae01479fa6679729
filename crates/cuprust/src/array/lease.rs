//! Exported memory of an array: its address, for as long as the array or a lease lives.

use cuprust_ir::Result;

use super::Array;
use crate::runtime::{Reason, break_trace};

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
        let address = match self.storage.exported() {
            Some(address) => address,
            None => self.device().lock().ok()?.exported(&self.storage)?.address,
        };
        // What others do with the memory is not part of a trace.
        break_trace(Reason::Memory.text());
        Some(self.first_address(address))
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
        state.export(&self.storage, lease).map(|memory| self.first_address(memory.address))
    }

    /// The address of the first element, where the storage's memory begins at an address.
    fn first_address(&self, memory: u64) -> u64 {
        memory + self.layout.offset as u64 * self.dtype.size() as u64
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

#[cfg(test)]
mod tests {
    use crate::{Array, DType, Device};

    #[test]
    fn an_exported_address_is_noted_until_a_program_names_the_storage() {
        let device = Device::cpu();
        let a = Array::from_slice(&[1.0, 2.0, 3.0], [3], device).unwrap();
        assert_eq!((a.exported(), a.storage.exported()), (None, None));
        let address = a.export().unwrap();
        assert_eq!((a.exported(), a.storage.exported()), (Some(address), Some(address)));
        assert_eq!(a.at(crate::s![1..]).unwrap().exported(), Some(address + 8));
        a.fill(5.0).unwrap();
        assert_eq!(a.storage.exported(), None);
        assert_eq!((a.exported(), a.storage.exported()), (Some(address), Some(address)));
        // A table entry that another storage reuses has no address.
        let entry = a.storage.index();
        drop(a);
        let _ = device.lock().unwrap();
        let others: Vec<Array> = (0..64).map(|_| Array::empty([3], DType::F64, device).unwrap()).collect();
        let again = others.iter().find(|other| other.storage.index() == entry).map(|other| other.storage.exported());
        assert!(again.is_none_or(|noted| noted.is_none()));
    }
}
