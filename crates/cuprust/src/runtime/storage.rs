//! Who holds what memory: a table of storages, and counted references to its entries.
//!
//! A reference is one pointer to a header that is never freed (only used again), so taking and dropping one allocates
//! nothing and needs no lock. What a drop leaves to do is put on the device's list of the dead, and done when the next
//! instruction is recorded: a drop never runs anything, and never overtakes a queued read.

use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use cuprust_ir::{Error, Memory, StreamId};

use super::device::Device;

/// The part of a table entry that references point to.
pub(super) struct Header {
    references: AtomicU32,
    pub(super) index: u32,
    pub(super) device: Device,
}

/// A counted reference to a storage.
pub(crate) struct StorageRef(&'static Header);

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
        // Release, so that what was done through this reference comes before the entry is used again; the lock of the
        // list of the dead makes it visible there.
        if self.0.references.fetch_sub(1, Ordering::Release) == 1 {
            self.0.device.bury(self.0.index);
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

/// An entry of the table.
pub(super) struct Slot {
    header: &'static Header,
    /// Length in bytes.
    pub bytes: u64,
    /// Its memory, once something was written or given.
    pub memory: Option<Memory>,
    /// Who lends the memory, where it is not the device's own.
    pub owner: Option<Box<dyn Any + Send>>,
    /// The stream whose queue names it, or that used it last.
    pub stream: StreamId,
    /// The number of the queue's program in which `local` holds.
    pub epoch: u64,
    /// Its place in that program.
    pub local: u32,
    /// Whether that program writes it.
    pub written: bool,
    /// The instruction of that program that first writes it.
    pub born: u32,
    /// Whether its memory is known outside and must stay where it is.
    pub exported: bool,
    /// Whether its memory may be read or written from outside at any time: what touches it runs before the call returns.
    pub volatile: bool,
    /// What went wrong when it should have been computed.
    pub poison: Option<Error>,
}

/// The storages of a device.
#[derive(Default)]
pub(super) struct Table {
    slots: Vec<Slot>,
    free: Vec<u32>,
}

impl Table {
    /// A storage without memory, and the one reference to it.
    #[inline]
    pub(super) fn create(&mut self, device: Device, bytes: u64, stream: StreamId) -> StorageRef {
        let index = self.free.pop().unwrap_or_else(|| self.grow(device));
        let slot = &mut self.slots[index as usize];
        slot.bytes = bytes;
        slot.stream = stream;
        slot.header.references.store(1, Ordering::Relaxed);
        StorageRef(slot.header)
    }

    #[cold]
    fn grow(&mut self, device: Device) -> u32 {
        let index = self.slots.len() as u32;
        // Headers are leaked by intention: a reference may outlive every owner, and entries are used again.
        let header: &'static Header = Box::leak(Box::new(Header { references: AtomicU32::new(0), index, device }));
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
            exported: false,
            volatile: false,
            poison: None,
        });
        index
    }

    /// Makes an entry free for the next storage. Its memory has been taken back before.
    pub(super) fn recycle(&mut self, index: u32) {
        let slot = &mut self.slots[index as usize];
        debug_assert_eq!(slot.header.references.load(Ordering::Relaxed), 0);
        slot.memory = None;
        slot.owner = None;
        slot.epoch = 0;
        slot.written = false;
        slot.exported = false;
        slot.volatile = false;
        slot.poison = None;
        self.free.push(index);
    }

    /// Whether a reference to the storage is left.
    pub(super) fn is_alive(&self, index: u32) -> bool {
        self.slots[index as usize].header.references.load(Ordering::Relaxed) != 0
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> &Slot {
        &self.slots[index as usize]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: u32) -> &mut Slot {
        &mut self.slots[index as usize]
    }
}
