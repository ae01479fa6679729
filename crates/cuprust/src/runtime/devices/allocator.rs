//! Allocators of users: what arrays take their memory from, in the place of the device's pool.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use cuprust_ir::{Memory, Result};

use crate::runtime::state::{Device, Foreign, Guard, Owner, StorageRef};

/// Memory for arrays.
pub trait Allocator: Send + Sync {
    /// So many bytes of memory of a device. It is called by the thread that makes the array, with no lock held; arrays
    /// that it makes itself lie in the device's pool.
    ///
    /// # Errors
    /// Where there is none.
    fn allocate(&self, bytes: u64, device: Device) -> Result<Allocation>;
}

/// Memory that an allocator gave.
pub struct Allocation {
    /// Where it begins: memory of the device, aligned to 16 bytes at least, that no other array has, until the owner is
    /// dropped.
    pub address: u64,
    /// Dropped when no array needs the memory any more.
    pub owner: Box<dyn std::any::Any + Send>,
}

/// Whether any allocator was ever set: as long as none was, an array costs one load.
static ANY: AtomicBool = AtomicBool::new(false);

static EVERYWHERE: RwLock<Option<Arc<dyn Allocator>>> = RwLock::new(None);

thread_local! {
    /// The thread's own choice, where it has made one: an allocator, or the device's pool.
    static OWN: RefCell<Option<Option<Arc<dyn Allocator>>>> = const { RefCell::new(None) };
    /// Whether the thread is within an allocator.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Lets arrays that are made from now on take their memory from an allocator, in all threads that have not chosen
/// another one; where none is given, from the device's pool.
///
/// # Safety
/// The allocator gives memory as [`Allocation`] says.
pub unsafe fn set_allocator(allocator: Option<Arc<dyn Allocator>>) {
    ANY.store(true, Ordering::Relaxed);
    *EVERYWHERE.write().unwrap_or_else(PoisonError::into_inner) = allocator;
}

/// As [`set_allocator`] for this thread alone, until it is called with `None`. Gives the choice before.
///
/// # Safety
/// As [`set_allocator`].
#[allow(clippy::option_option)]
pub unsafe fn set_thread_allocator(choice: Option<Option<Arc<dyn Allocator>>>) -> Option<Option<Arc<dyn Allocator>>> {
    ANY.store(true, Ordering::Relaxed);
    OWN.replace(choice)
}

/// What arrays of this thread take their memory from; nothing where that is the device's pool.
fn allocator() -> Option<Arc<dyn Allocator>> {
    if ASKING.get() {
        return None;
    }
    match OWN.with_borrow(Clone::clone) {
        Some(own) => own,
        None => EVERYWHERE.read().unwrap_or_else(PoisonError::into_inner).clone(),
    }
}

/// Whether arrays of this thread take their memory from an allocator of a user.
#[inline]
pub(in crate::runtime) fn is_set() -> bool {
    ANY.load(Ordering::Relaxed) && allocator().is_some()
}

impl Guard {
    /// Memory of the user's allocator for a new array; nothing where there is none, or the array needs no memory. The
    /// state is unlocked meanwhile.
    ///
    /// # Errors
    /// What the allocator gives.
    #[inline]
    pub(in crate::runtime) fn allocate_by_user(&mut self, bytes: u64) -> Result<Option<Foreign>> {
        if bytes == 0 || !ANY.load(Ordering::Relaxed) { Ok(None) } else { self.call_allocator(bytes) }
    }

    #[cold]
    fn call_allocator(&mut self, bytes: u64) -> Result<Option<Foreign>> {
        /// Ends the call, whatever the allocator does.
        struct Asked;
        impl Drop for Asked {
            fn drop(&mut self) {
                ASKING.set(false);
            }
        }
        let Some(allocator) = allocator() else { return Ok(None) };
        let device = self.device;
        let given = self.briefly_unlocked(|| {
            ASKING.set(true);
            let _asked = Asked;
            allocator.allocate(bytes, device)
        })?;
        let owner: Owner = given.owner;
        Ok(Some(Foreign { memory: Memory { address: given.address, bytes }, owner }))
    }

    /// Gives a new storage the memory that an allocator gave for it.
    pub(in crate::runtime) fn furnish(&mut self, index: u32, given: Option<Foreign>) {
        if let Some(Foreign { memory, owner }) = given {
            let slot = self.state.table.get_mut(index);
            slot.memory = Some(memory);
            slot.owner = Some(owner);
        }
    }

    /// What is said of the owner of a storage's memory, where it is not the device's own.
    pub(crate) fn with_owner<T>(
        &self,
        storage: &StorageRef,
        say: impl FnOnce(&dyn std::any::Any) -> Option<T>,
    ) -> Option<T> {
        say(self.state.table.get(storage.index()).owner.as_deref()?)
    }
}
