//! The handles of a library on one device: one for each stream for our own computations, and one for each thread that
//! uses the library directly.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};

use cuprust_ir::Result;

use super::symbols::Handle;
use super::{Driver, Stream};

/// How to create a handle of a library for a stream of the device, which is current, and how to destroy it.
#[derive(Clone, Copy)]
pub(crate) struct Maker {
    pub(crate) create: fn(Stream) -> Result<Handle>,
    pub(crate) destroy: fn(Handle) -> Result<()>,
}

/// The handles of one library on one device.
pub(crate) struct Handles(Mutex<List>);

/// Handles, each with its stream, and the thread that borrows it.
pub(crate) struct List {
    maker: Maker,
    known: Vec<(Stream, Option<ThreadId>, Owned)>,
}

struct Owned(Handle);

// SAFETY: a library's handle may be used from any thread, one at a time, which the lock around the list ensures, or the
// thread that borrows it.
unsafe impl Send for Owned {}

impl List {
    /// The handle of a stream and a borrowing thread, created at the first call, with the device current.
    pub(crate) fn of(&mut self, stream: Stream, thread: Option<ThreadId>) -> Result<Handle> {
        if let Some((_, _, Owned(handle))) =
            self.known.iter().find(|(own, borrower, _)| (*own, *borrower) == (stream, thread))
        {
            return Ok(*handle);
        }
        let handle = (self.maker.create)(stream)?;
        self.known.push((stream, thread, Owned(handle)));
        Ok(handle)
    }
}

impl Handles {
    pub(crate) fn new(maker: Maker) -> Arc<Handles> {
        Arc::new(Handles(Mutex::new(List { maker, known: Vec::new() })))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, List> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A handle for this thread's own calls on a stream of the driver's device. It is destroyed with the thread or the
    /// stream.
    pub(crate) fn user_handle(self: &Arc<Handles>, driver: &Arc<dyn Driver>, stream: Stream) -> Result<u64> {
        driver.make_current()?;
        let handle = self.lock().of(stream, Some(thread::current().id()))?;
        BORROWED.with_borrow_mut(|all| {
            let own = Arc::downgrade(self);
            if !all.iter().any(|known| known.handles.ptr_eq(&own)) {
                all.push(Borrowed { handles: own, driver: driver.clone() });
            }
        });
        Ok(handle as u64)
    }

    /// Destroys handles by their stream and borrowing thread.
    pub(crate) fn destroy(&self, driver: &dyn Driver, which: impl Fn(Stream, Option<ThreadId>) -> bool) -> Result<()> {
        let (maker, removed) = {
            let mut list = self.lock();
            let removed: Vec<_> = list.known.extract_if(.., |(stream, thread, _)| which(*stream, *thread)).collect();
            (list.maker, removed)
        };
        if removed.is_empty() {
            return Ok(());
        }
        driver.make_current()?;
        // The handles were removed from the list; a borrowed one ends with its thread, its stream or the device.
        removed.into_iter().try_for_each(|(_, _, Owned(handle))| (maker.destroy)(handle))
    }
}

thread_local! {
    /// The devices and libraries whose handles this thread borrows.
    static BORROWED: RefCell<Vec<Borrowed>> = const { RefCell::new(Vec::new()) };
}

/// The handles that a thread borrows, which are destroyed with it.
struct Borrowed {
    handles: Weak<Handles>,
    driver: Arc<dyn Driver>,
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        let own = thread::current().id();
        if let Some(handles) = self.handles.upgrade() {
            // An error is ignored: what a driver in its destruction does not free goes with it.
            let _ = handles.destroy(&*self.driver, |_, thread| thread == Some(own));
        }
    }
}
