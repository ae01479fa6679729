//! The handles of cuBLAS: of each stream one for the products that are made here, and one for each thread that uses one itself, as it likes.

use std::cell::RefCell;
use std::ffi::c_uint;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};

use cuprust_ir::Result;

use super::{Functions, check, functions};
use crate::driver::symbols::Handle;
use crate::driver::{Driver, Stream};

/// The handles of one device.
#[derive(Default)]
pub(super) struct Handles(Mutex<List>);

/// Handles, each with its stream, and the thread that it is lent to.
#[derive(Default)]
pub(super) struct List(Vec<(Stream, Option<ThreadId>, Owned)>);

struct Owned(Handle);

// SAFETY: a handle of cuBLAS may be used from any thread, one at a time, which the lock around the list sees to, and the thread that one is lent to.
unsafe impl Send for Owned {}

impl List {
    /// The handle of a stream and a thread, made at the first call, with the device current. Its sums of half types are not rounded in between.
    pub(super) fn of(&mut self, functions: &Functions, stream: Stream, thread: Option<ThreadId>) -> Result<Handle> {
        const DISALLOW_REDUCED_PRECISION_REDUCTION: c_uint = 16;
        if let Some((_, _, Owned(handle))) = self.0.iter().find(|(own, lent, _)| (*own, *lent) == (stream, thread)) {
            return Ok(*handle);
        }
        let mut handle = ptr::null_mut();
        // SAFETY: the pointer is valid for the one handle that is written, and the device is current.
        check(unsafe { (functions.cublasCreate_v2)(&mut handle) }, "creating a handle")?;
        // SAFETY: the handle was just made, and the stream is the driver's.
        let result = unsafe { (functions.cublasSetStream_v2)(handle, stream.raw() as usize as Handle) };
        let result = check(result, "choosing a stream").and_then(|()| {
            // SAFETY: as above.
            let result = unsafe { (functions.cublasSetMathMode)(handle, DISALLOW_REDUCED_PRECISION_REDUCTION) };
            check(result, "choosing a precision")
        });
        if let Err(error) = result {
            // SAFETY: the handle was just made and is known here alone.
            unsafe { (functions.cublasDestroy_v2)(handle) };
            return Err(error);
        }
        self.0.push((stream, thread, Owned(handle)));
        Ok(handle)
    }
}

impl Handles {
    pub(super) fn lock(&self) -> MutexGuard<'_, List> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A handle for this thread's own calls on a stream of the device, which is current. It ends with the thread or the stream.
    pub(super) fn lend(
        self: &Arc<Handles>,
        functions: &Functions,
        driver: &Arc<dyn Driver>,
        stream: Stream,
    ) -> Result<Handle> {
        let handle = self.lock().of(functions, stream, Some(thread::current().id()))?;
        BORROWED.with_borrow_mut(|all| {
            let own = Arc::downgrade(self);
            if !all.iter().any(|known| known.handles.ptr_eq(&own)) {
                all.push(Borrowed { handles: own, driver: driver.clone() });
            }
        });
        Ok(handle)
    }

    /// Destroys handles by their stream and the thread that they are lent to.
    pub(super) fn destroy(&self, driver: &dyn Driver, which: impl Fn(Stream, Option<ThreadId>) -> bool) -> Result<()> {
        let gone: Vec<_> = self.lock().0.extract_if(.., |(stream, thread, _)| which(*stream, *thread)).collect();
        if gone.is_empty() {
            return Ok(());
        }
        driver.make_current()?;
        let functions = functions()?;
        gone.into_iter().try_for_each(|(_, _, Owned(handle))| {
            // SAFETY: the handle has left the list; one that was lent ends with its thread, its stream or the device.
            check(unsafe { (functions.cublasDestroy_v2)(handle) }, "destroying a handle")
        })
    }
}

thread_local! {
    /// The devices of which this thread was lent handles.
    static BORROWED: RefCell<Vec<Borrowed>> = const { RefCell::new(Vec::new()) };
}

/// Handles that a thread was lent, which end with it.
struct Borrowed {
    handles: Weak<Handles>,
    driver: Arc<dyn Driver>,
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        let own = thread::current().id();
        if let Some(handles) = self.handles.upgrade() {
            // What a driver that is about to end does not take back goes with it.
            let _ = handles.destroy(&*self.driver, |_, thread| thread == Some(own));
        }
    }
}
