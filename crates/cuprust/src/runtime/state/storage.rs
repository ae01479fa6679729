//! The table of a device's storages, and counted references to its entries.
//!
//! A reference is one pointer to a header that is never freed, only reused, so creating and dropping one allocates
//! nothing and needs no lock. A queue that names a storage counts as one more reference: a storage that a program names
//! exists until the program has run, and a flush recognises a dead storage by this being the only reference. A drop
//! never runs a program, and never overtakes a queued read.

use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use cuprust_ir::{Error, Memory, Result, StreamId};
use cuprust_reserve::{check, grow, list};

use crate::runtime::state::{Device, Header, Name, Slot, StorageRef, Table};

impl StorageRef {
    /// The device that the storage is on.
    #[inline]
    pub(crate) fn device(&self) -> Device {
        self.0.device
    }

    /// The entry in the device's table.
    #[inline]
    pub(crate) fn index(&self) -> u32 {
        self.0.index
    }

    /// The address of its memory, if that is known to be exported for good and no work on it is pending; never in the
    /// fork of a process that had opened a GPU, where the device must say what is wrong.
    #[inline]
    pub(crate) fn exported(&self) -> Option<u64> {
        let address = self.0.exported.load(Ordering::Relaxed);
        (address != 0 && !cuprust_cuda::is_forked()).then_some(address)
    }
}

impl Clone for StorageRef {
    #[inline]
    fn clone(&self) -> StorageRef {
        // As in Arc: a new reference is made from one that exists, so no ordering is needed.
        self.0.references.fetch_add(1, Ordering::Relaxed);
        StorageRef(self.0)
    }
}

impl Drop for StorageRef {
    #[inline]
    fn drop(&mut self) {
        // Release, so that all uses of this reference happen before the entry is reused; the thread that drops the last
        // reference acquires.
        match self.0.references.fetch_sub(1, Ordering::Release) {
            1 => {
                self.0.references.load(Ordering::Acquire);
                self.0.device.free_slot(self.0.index);
            }
            // Only the queue's reference is left, or one other handle, whose drop will store the same.
            2 => self.0.died.store(self.0.device.recorded(), Ordering::Relaxed),
            _ => {}
        }
    }
}

impl PartialEq for StorageRef {
    fn eq(&self, other: &StorageRef) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl fmt::Debug for StorageRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "storage {} on {}", self.index(), self.device())
    }
}

impl Slot {
    /// Notes the address for [`StorageRef::exported`]; zero where work on the memory may be pending from now on.
    #[inline]
    pub(in crate::runtime) fn note_exported(&self, address: u64) {
        self.header.exported.store(address, Ordering::Relaxed);
    }

    /// Any use raises this error from now on, unless it raises an earlier one.
    pub(in crate::runtime) fn poison(&mut self, error: &Error) {
        self.note_exported(0);
        self.poison.get_or_insert_with(|| error.clone());
    }
}

impl Table {
    /// A storage without memory, and the one reference to it.
    ///
    /// # Errors
    /// Out of memory, where the host cannot hold its table entry.
    #[inline]
    pub(in crate::runtime) fn create(&mut self, device: Device, bytes: u64, stream: StreamId) -> Result<StorageRef> {
        // A call that makes array after array consumes the reserve for small allocations: it fails here before the
        // reserve is empty.
        check()?;
        let index = match self.free.pop() {
            Some(index) => index,
            None => self.grow(device)?,
        };
        let slot = &mut self.slots[index as usize];
        slot.bytes = bytes;
        slot.stream = stream;
        slot.header.references.store(1, Ordering::Relaxed);
        Ok(StorageRef(slot.header))
    }

    /// Names a new storage in a stream's program, an instruction of which will write it.
    #[inline]
    pub(in crate::runtime) fn name_new(&mut self, storage: &StorageRef, name: Name) {
        // No other thread has the storage yet, so a plain store counts the queue's reference too.
        storage.0.references.store(2, Ordering::Relaxed);
        storage.0.died.store(0, Ordering::Relaxed);
        let slot = &mut self.slots[storage.index() as usize];
        slot.epoch = name.epoch;
        slot.local = name.local;
        slot.written = true;
        slot.born = name.instruction;
        slot.last = name.instruction;
    }

    /// Notes that a program names a storage for the first time.
    #[inline]
    pub(in crate::runtime) fn name(&mut self, index: u32, name: Name) {
        let slot = &mut self.slots[index as usize];
        slot.header.references.fetch_add(1, Ordering::Relaxed);
        slot.header.died.store(0, Ordering::Relaxed);
        slot.note_exported(0);
        slot.epoch = name.epoch;
        slot.local = name.local;
        slot.written = false;
    }

    /// Drops the queue's reference, and returns whether it was the last.
    pub(in crate::runtime) fn unname(&mut self, index: u32) -> bool {
        let references = &self.slots[index as usize].header.references;
        // No other thread can clone the last reference, so a plain store drops it without an atomic exchange. Acquire:
        // all uses through handles happen before the entry is reused.
        if references.load(Ordering::Acquire) == 1 {
            references.store(0, Ordering::Relaxed);
            return true;
        }
        references.fetch_sub(1, Ordering::AcqRel) == 1
    }

    #[cold]
    fn grow(&mut self, device: Device) -> Result<u32> {
        let out_of_host_memory = |_| Error::out_of_memory("the host cannot allocate the table entry of another array");
        let index = self.slots.len() as u32;
        let mut header = list(1).map_err(out_of_host_memory)?;
        grow(&mut self.slots, 1).map_err(out_of_host_memory)?;
        // Freeing an entry may not fail: the free list has capacity for all entries.
        let capacity = self.slots.len() + 1;
        grow(&mut self.free, capacity).map_err(out_of_host_memory)?;
        let (references, died, exported) = (AtomicU32::new(0), AtomicU32::new(0), AtomicU64::new(0));
        header.push(Header { references, died, index, device, exported });
        // Headers are leaked on purpose: a reference may outlive every owner, and entries are reused.
        let header: &'static Header = &header.leak()[0];
        self.slots.push(Slot {
            header,
            bytes: 0,
            memory: None,
            owner: None,
            stream: StreamId(0),
            epoch: 0,
            local: 0,
            written: false,
            born: 0,
            last: 0,
            shared: false,
            leases: 0,
            running: false,
            raw_bools: false,
            poison: None,
            mapped: false,
            deferred: 0,
            captured: false,
            read_only: false,
            anchors: 0,
        });
        Ok(index)
    }

    /// Frees an entry for the next storage. Its memory was freed before.
    pub(in crate::runtime) fn recycle(&mut self, index: u32) {
        let slot = &mut self.slots[index as usize];
        debug_assert_eq!(slot.header.references.load(Ordering::Relaxed), 0);
        debug_assert!(!slot.running, "a running program counts as a reference");
        slot.memory = None;
        slot.note_exported(0);
        slot.epoch = 0;
        slot.written = false;
        // Shared or foreign memory may hold raw bools.
        if slot.raw_bools {
            slot.owner = None;
            slot.shared = false;
            slot.read_only = false;
            slot.leases = 0;
            slot.raw_bools = false;
        }
        slot.poison = None;
        self.mapped -= usize::from(std::mem::take(&mut slot.mapped));
        slot.deferred = 0;
        slot.captured = false;
        self.free.push(index);
    }

    /// Whether handles remain to a storage that a queue names.
    pub(in crate::runtime) fn is_held(&self, index: u32) -> bool {
        self.slots[index as usize].header.references.load(Ordering::Relaxed) > 1
    }

    /// The last instruction at which a storage that a queue names, and no array holds any more, was held or named.
    pub(in crate::runtime) fn last_held(&self, index: u32) -> u32 {
        let slot = &self.slots[index as usize];
        slot.header.died.load(Ordering::Relaxed).saturating_sub(1).max(slot.last)
    }

    #[inline]
    pub(in crate::runtime) fn get(&self, index: u32) -> &Slot {
        &self.slots[index as usize]
    }

    /// How many storages have host-mapped memory.
    #[inline]
    pub(in crate::runtime) fn mapped(&self) -> usize {
        self.mapped
    }

    /// Notes that a storage's memory is host-mapped.
    pub(in crate::runtime) fn mark_mapped(&mut self, index: u32) {
        self.slots[index as usize].mapped = true;
        self.mapped += 1;
    }

    /// Replaces a storage's host-mapped memory.
    pub(in crate::runtime) fn unmap(&mut self, index: u32, memory: Memory) {
        let slot = &mut self.slots[index as usize];
        slot.mapped = false;
        slot.memory = Some(memory);
        self.mapped -= 1;
    }

    /// A reference to a storage that is in use; `None` if its last reference was dropped.
    pub(in crate::runtime) fn reference(&self, index: u32) -> Option<StorageRef> {
        let header = self.slots[index as usize].header;
        // A count of zero stays zero until the entry is reused, which the lock held here prevents.
        let more = |count: u32| (count > 0).then_some(count + 1);
        header.references.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        Some(StorageRef(header))
    }

    /// All entries, whether used or free.
    pub(in crate::runtime) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Slot> {
        self.slots.iter_mut()
    }

    #[inline]
    pub(in crate::runtime) fn get_mut(&mut self, index: u32) -> &mut Slot {
        &mut self.slots[index as usize]
    }
}
