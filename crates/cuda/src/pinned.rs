//! Page-locked memory of the host that programs hold: a GPU reads and writes it while the host goes on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

use cuprust_ir::Result;

use crate::driver::{Driver, Event, Stream};

/// The allocations of locked memory, by their start.
static ALL: RwLock<BTreeMap<usize, Weak<Pinned>>> = RwLock::new(BTreeMap::new());

/// The most unfinished copies before finished ones are removed from the list.
const COPIES: usize = 8;

/// Page-locked memory. It is freed when the last reference is dropped, after the copies that use it.
pub struct Pinned {
    driver: Arc<dyn Driver>,
    start: usize,
    bytes: usize,
    /// The events after copies that may be unfinished, on the devices that copy.
    copies: Mutex<Vec<(Arc<dyn Driver>, Event)>>,
}

/// The page-locked memory that contains a range of host addresses, if it was allocated here.
pub fn holder(start: usize, bytes: usize) -> Option<Arc<Pinned>> {
    let found = {
        let all = ALL.read().unwrap_or_else(PoisonError::into_inner);
        let (_, last) = all.range(..=start).next_back()?;
        last.upgrade()
    };
    // It may be the last reference, whose drop takes the lock.
    found.filter(|pinned| bytes <= pinned.bytes && start - pinned.start <= pinned.bytes - bytes)
}

impl Pinned {
    /// Allocates `bytes` bytes. Error: `OutOfMemory`.
    pub(crate) fn new(driver: Arc<dyn Driver>, bytes: usize) -> Result<Arc<Pinned>> {
        let start = driver.alloc_pinned(bytes.max(1))? as usize;
        let pinned = Arc::new(Pinned { driver, start, bytes, copies: Mutex::default() });
        ALL.write().unwrap_or_else(PoisonError::into_inner).insert(start, Arc::downgrade(&pinned));
        Ok(pinned)
    }

    /// Its address.
    pub fn address(&self) -> usize {
        self.start
    }

    /// Records that work queued so far on a stream of a device uses the memory.
    ///
    /// # Errors
    /// Where the device refuses.
    pub fn mark(&self, driver: &Arc<dyn Driver>, stream: Stream) -> Result<()> {
        let event = driver.event_create(false)?;
        let mut copies = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        copies.push((driver.clone(), event));
        driver.event_record(event, stream)?;
        if copies.len() > COPIES {
            copies.retain(|(driver, event)| match driver.event_query(*event) {
                Ok(true) => {
                    forget(&**driver, *event);
                    false
                }
                _ => true,
            });
        }
        Ok(())
    }

    /// Waits for the copies that use it.
    ///
    /// # Errors
    /// The error of the device.
    pub fn settle(&self) -> Result<()> {
        let copies = std::mem::take(&mut *self.copies.lock().unwrap_or_else(PoisonError::into_inner));
        let mut settled = Ok(());
        for (driver, event) in copies {
            let waited = driver.event_synchronize(event);
            forget(&*driver, event);
            settled = settled.and(waited);
        }
        settled
    }
}

/// Destroys the event of a copy.
fn forget(driver: &dyn Driver, event: Event) {
    // SAFETY: the event was made for a copy, and has been removed from the list. An event that a failed device does not
    // destroy goes with the device.
    let _ = unsafe { driver.event_destroy(event) };
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if self.driver.check_process().is_err() {
            return;
        }
        // The entry may be that of newer memory at the same address, but only after this was freed below.
        ALL.write().unwrap_or_else(PoisonError::into_inner).remove(&self.start);
        let _ = self.settle();
        // SAFETY: the memory was allocated here, and the copies that use it have been waited for.
        let _ = unsafe { self.driver.free_pinned(self.start as *mut u8) };
    }
}

impl crate::Cuda {
    /// Page-locked memory of this many bytes; `None` on a machine that imitates a GPU.
    ///
    /// # Errors
    /// Out of memory.
    pub fn alloc_pinned(&self, bytes: usize) -> Result<Option<Arc<Pinned>>> {
        if !self.is_real() {
            return Ok(None);
        }
        Pinned::new(self.driver().clone(), bytes).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::fake::Fake;

    #[test]
    fn a_range_is_found_by_its_addresses_and_given_back_after_its_copies() {
        let fake = Arc::new(Fake::new(1 << 20));
        let driver: Arc<dyn Driver> = fake.clone();
        let pinned = Pinned::new(driver.clone(), 1000).unwrap();
        let start = pinned.address();
        for (from, bytes, is_within) in
            [(0, 1000, true), (10, 990, true), (10, 991, false), (0, 1001, false), (1000, 0, true)]
        {
            assert_eq!(holder(start + from, bytes).is_some(), is_within, "{from} {bytes}");
        }
        assert!(holder(start - 1, 1).is_none_or(|other| !Arc::ptr_eq(&other, &pinned)));
        let to = driver.alloc(1000).unwrap();
        let stream = driver.stream_create(true, 0).unwrap();
        // SAFETY: the memory was just allocated with this length.
        let bytes = unsafe { std::slice::from_raw_parts_mut(start as *mut u8, 1000) };
        bytes.fill(7);
        for _ in 0..20 {
            // SAFETY: both ranges are of this many bytes, and live to the end of the test.
            unsafe { driver.upload(to, start as *const u8, 1000, stream) }.unwrap();
            pinned.mark(&driver, stream).unwrap();
        }
        assert_eq!(fake.waiting(), 40);
        // The copies are done before the memory is freed.
        drop(pinned);
        assert_eq!((fake.waiting(), fake.allocations().1, fake.events()), (0, 0, 0));
        assert!(holder(start, 1).is_none());
        // SAFETY: the memory was just written by the copies.
        let copied = unsafe { std::slice::from_raw_parts(to.0 as *const u8, 1000) };
        assert!(copied.iter().all(|byte| *byte == 7));
        // SAFETY: nothing uses the memory any more.
        unsafe { driver.free(to) }.unwrap();
    }
}
