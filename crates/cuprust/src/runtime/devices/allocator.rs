//! User-defined allocators: arrays take their memory from them instead of from the device's pool.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use cuprust_ir::{Memory, Result};

use crate::runtime::state::{Device, Foreign, Guard, Owner, StorageRef};

/// Memory for arrays.
pub trait Allocator: Send + Sync {
    /// Allocates this many bytes of device memory. The thread that makes the array calls it, with no lock held; arrays
    /// that the allocator itself makes come from the device's pool.
    ///
    /// # Errors
    /// Whatever the allocator raises, where it has no memory.
    fn allocate(&self, bytes: u64, device: Device) -> Result<Allocation>;
}

/// Memory that an allocator gave.
pub struct Allocation {
    /// The start address: memory of the device, aligned to at least 16 bytes, that no other array uses until the owner
    /// is dropped.
    pub address: u64,
    /// Dropped when no array needs the memory any more.
    pub owner: Box<dyn std::any::Any + Send>,
}

/// Whether any allocator was ever set: until then, creating an array costs one load for this.
static ANY_SET: AtomicBool = AtomicBool::new(false);

static PROCESS_ALLOCATOR: RwLock<Option<Arc<dyn Allocator>>> = RwLock::new(None);

thread_local! {
    /// This thread's own choice, if it made one: an allocator, or the device's pool.
    static THREAD_ALLOCATOR: RefCell<Option<Option<Arc<dyn Allocator>>>> = const { RefCell::new(None) };
    /// Whether the thread is inside an allocator's call.
    static IN_ALLOCATOR: Cell<bool> = const { Cell::new(false) };
}

/// Sets the allocator of arrays that are made from now on, in all threads that have not chosen another one; `None`
/// returns to the device's pool.
///
/// # Safety
/// The allocator gives memory as [`Allocation`] says.
pub unsafe fn set_allocator(allocator: Option<Arc<dyn Allocator>>) {
    ANY_SET.store(true, Ordering::Relaxed);
    *PROCESS_ALLOCATOR.write().unwrap_or_else(PoisonError::into_inner) = allocator;
}

/// As [`set_allocator`], for this thread alone, until it is called with `None`. Returns the previous choice.
///
/// # Safety
/// As [`set_allocator`].
#[allow(clippy::option_option)]
pub unsafe fn set_thread_allocator(choice: Option<Option<Arc<dyn Allocator>>>) -> Option<Option<Arc<dyn Allocator>>> {
    ANY_SET.store(true, Ordering::Relaxed);
    THREAD_ALLOCATOR.replace(choice)
}

/// The allocator of this thread's arrays; `None` for the device's pool.
fn allocator() -> Option<Arc<dyn Allocator>> {
    if IN_ALLOCATOR.get() {
        return None;
    }
    match THREAD_ALLOCATOR.with_borrow(Clone::clone) {
        Some(own) => own,
        None => PROCESS_ALLOCATOR.read().unwrap_or_else(PoisonError::into_inner).clone(),
    }
}

/// Whether arrays of this thread take their memory from a user's allocator.
#[inline]
pub(in crate::runtime) fn is_set() -> bool {
    ANY_SET.load(Ordering::Relaxed) && allocator().is_some()
}

impl Guard {
    /// Memory of the user's allocator for a new array; `None` where no allocator is set or the array needs no memory.
    /// The state is unlocked during the call.
    ///
    /// # Errors
    /// What the allocator raises.
    #[inline]
    pub(in crate::runtime) fn allocate_by_user(&mut self, bytes: u64) -> Result<Option<Foreign>> {
        if bytes == 0 || !ANY_SET.load(Ordering::Relaxed) { Ok(None) } else { self.call_allocator(bytes) }
    }

    #[cold]
    fn call_allocator(&mut self, bytes: u64) -> Result<Option<Foreign>> {
        /// Clears the flag also if the allocator panics.
        struct CallGuard;
        impl Drop for CallGuard {
            fn drop(&mut self) {
                IN_ALLOCATOR.set(false);
            }
        }
        let Some(allocator) = allocator() else { return Ok(None) };
        let device = self.device;
        let allocation = self.briefly_unlocked(|| {
            IN_ALLOCATOR.set(true);
            let _guard = CallGuard;
            allocator.allocate(bytes, device)
        })?;
        let owner: Owner = allocation.owner;
        Ok(Some(Foreign { memory: Memory { address: allocation.address, bytes }, owner }))
    }

    /// Attaches the memory that a user's allocator gave to a new storage.
    pub(in crate::runtime) fn attach_allocation(&mut self, index: u32, allocation: Option<Foreign>) {
        if let Some(Foreign { memory, owner }) = allocation {
            let slot = self.state.table.get_mut(index);
            slot.memory = Some(memory);
            slot.owner = Some(owner);
        }
    }

    /// What `read` returns for the owner of a storage's memory, where the memory is not the device's own.
    pub(crate) fn with_owner<T>(
        &self,
        storage: &StorageRef,
        read: impl FnOnce(&dyn std::any::Any) -> Option<T>,
    ) -> Option<T> {
        read(self.state.table.get(storage.index()).owner.as_deref()?)
    }
}
