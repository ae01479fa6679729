//! Single-element results that the host is about to read: their kernel writes them to host-mapped memory.
//!
//! Such memory is slow for kernels to read, so a storage gets other memory before anything but the host touches it.

use cuprust_ir::{Memory, Result, StreamId};

use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Guard, StorageRef};

impl Guard {
    /// A storage's memory, as [`Guard::memory`] gives it, for the host to read up to this many bytes of it; and whether
    /// it is host-mapped, so that reading waits for no copy. The result of a storage of one element may be put into
    /// such memory when it is computed.
    pub(crate) fn memory_to_read(&mut self, storage: &StorageRef, bytes: u64) -> Result<(Memory, bool)> {
        if self.state.table.get(storage.index()).bytes != bytes {
            self.flush_storage(storage, false, Reason::Read)?;
            return Ok((self.memory(storage)?, false));
        }
        self.flush_storage(storage, true, Reason::Read)?;
        let slot = self.state.table.get(storage.index());
        match slot.memory {
            Some(memory) => Ok((memory, slot.mapped)),
            None => Ok((self.memory(storage)?, false)),
        }
    }

    /// Moves the storages that a stream's queue names out of host-mapped memory.
    #[inline]
    pub(in crate::runtime) fn migrate_named(&mut self, stream: StreamId) -> Result<()> {
        if self.state.table.mapped() == 0 {
            return Ok(());
        }
        for position in 0..self.state.queues[stream.0 as usize].storages.len() {
            let index = self.state.queues[stream.0 as usize].storages[position];
            self.migrate(index)?;
        }
        Ok(())
    }

    /// Moves a storage out of host-mapped memory, if it is there.
    pub(in crate::runtime) fn migrate(&mut self, index: u32) -> Result<()> {
        let slot = self.state.table.get(index);
        if let (Some(mapped), Some(results)) = (slot.memory.filter(|_| slot.mapped), self.device.extensions().mapped) {
            let stream = slot.stream;
            let memory = self.device.executor().allocate(slot.bytes, stream)?;
            self.state.table.unmap(index, memory);
            results.migrate(mapped, memory.address, stream)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use cuprust_num::DType;

    use crate::{Array, Device, ufunc::rows};

    fn mapped(device: Device) -> usize {
        device.lock().unwrap().state.table.mapped()
    }

    #[test]
    fn a_result_that_is_read_is_shown_and_what_else_uses_it_is_not_given_what_is_shown() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        let a = Array::from_slice(&[3.0f64, 1.0, 2.0], [3], device).unwrap();
        let number = |array: &Array| array.item().unwrap().get::<f64>();
        let sum = a.sum(..).unwrap();
        let largest = a.max(..).unwrap();
        assert_eq!((number(&sum), mapped(device)), (6.0, 2), "both results are of the program that is read");
        assert_eq!((number(&largest), number(&sum), mapped(device)), (3.0, 6.0, 2));
        // A kernel that reads one of them is given other memory.
        let both = rows::add(&sum, &a).unwrap();
        assert_eq!((both.to_vec::<f64>().unwrap(), mapped(device)), (vec![9.0, 7.0, 8.0], 1));
        assert_eq!(number(&sum), 6.0);
        drop(largest);
        assert_eq!(mapped(device), 0);
        // So is code that asks for the address.
        let product = a.prod(..).unwrap();
        assert_eq!((number(&product), mapped(device)), (6.0, 1));
        product.export().unwrap();
        assert_eq!((number(&product), mapped(device)), (6.0, 0));
        // A result that is not read is not mapped, nor is one that another step of the program reads.
        let (mean, twice) = (a.mean(..).unwrap(), rows::multiply(&a.sum(..).unwrap(), 2.0).unwrap());
        assert_eq!((number(&twice), number(&mean)), (12.0, 2.0));
        assert_eq!(mean.dtype(), DType::F64);
    }
}
