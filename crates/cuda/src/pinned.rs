//! Page-locked memory of the host that programs hold: a GPU reads and writes it while the host goes on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

use cuprust_ir::Result;

use crate::driver::{Address, Driver, Event, Stream};

/// Memory that was locked, by where it begins.
static ALL: RwLock<BTreeMap<usize, Weak<Pinned>>> = RwLock::new(BTreeMap::new());

/// With so many copies under way, those that are done are forgotten.
const COPIES: usize = 8;

/// Page-locked memory. It is given back when the last reference goes, after the copies that use it.
pub struct Pinned {
    driver: Arc<dyn Driver>,
    start: usize,
    bytes: usize,
    /// The ends of copies that may be under way.
    copies: Mutex<Vec<Event>>,
}

/// The memory that holds a range of the host's addresses, where it is page-locked memory that was allocated here.
pub fn holder(start: usize, bytes: usize) -> Option<Arc<Pinned>> {
    let all = ALL.read().unwrap_or_else(PoisonError::into_inner);
    let (_, last) = all.range(..=start).next_back()?;
    last.upgrade().filter(|pinned| bytes <= pinned.bytes && start - pinned.start <= pinned.bytes - bytes)
}

impl Pinned {
    /// So many bytes. Error: `OutOfMemory`.
    pub(crate) fn new(driver: Arc<dyn Driver>, bytes: usize) -> Result<Arc<Pinned>> {
        let start = driver.alloc_pinned(bytes.max(1))? as usize;
        let pinned = Arc::new(Pinned { driver, start, bytes, copies: Mutex::default() });
        ALL.write().unwrap_or_else(PoisonError::into_inner).insert(start, Arc::downgrade(&pinned));
        Ok(pinned)
    }

    /// Where it begins.
    pub fn address(&self) -> usize {
        self.start
    }

    /// Queues a copy of so many bytes of it to a device.
    ///
    /// # Errors
    /// Where the device refuses.
    ///
    /// # Safety
    /// The bytes are in the memory, the device's range is valid, and neither is changed before the stream has passed the copy.
    pub unsafe fn upload(
        &self,
        driver: &dyn Driver,
        from: usize,
        to: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<()> {
        // SAFETY: the caller vouches for both ranges.
        unsafe { driver.upload(to, from as *const u8, bytes, stream) }
    }

    /// Queues a copy of so many bytes of a device to it.
    ///
    /// # Errors
    /// Where the device refuses.
    ///
    /// # Safety
    /// As [`Pinned::upload`], and nothing reads the bytes before.
    pub unsafe fn download(
        &self,
        driver: &dyn Driver,
        to: usize,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<()> {
        // SAFETY: the caller vouches for both ranges.
        unsafe { driver.download(to as *mut u8, from, bytes, stream) }
    }

    /// Notes that what a stream has queued so far uses the memory.
    ///
    /// # Errors
    /// Where the device refuses.
    pub fn mark(&self, stream: Stream) -> Result<()> {
        let event = self.driver.event_create(false)?;
        let mut copies = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        copies.push(event);
        self.driver.event_record(event, stream)?;
        if copies.len() > COPIES {
            copies.retain(|event| match self.driver.event_query(*event) {
                Ok(true) => {
                    self.forget(*event);
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
    /// What went wrong on the device.
    pub fn settle(&self) -> Result<()> {
        let copies = std::mem::take(&mut *self.copies.lock().unwrap_or_else(PoisonError::into_inner));
        let mut settled = Ok(());
        for event in copies {
            let waited = self.driver.event_synchronize(event);
            self.forget(event);
            settled = settled.and(waited);
        }
        settled
    }

    fn forget(&self, event: Event) {
        // SAFETY: the event was made here, and has left the list. What a failed device does not take back goes with it.
        let _ = unsafe { self.driver.event_destroy(event) };
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if self.driver.check_process().is_err() {
            return;
        }
        // The entry may be that of newer memory at the same place, but only after this was given back below.
        ALL.write().unwrap_or_else(PoisonError::into_inner).remove(&self.start);
        let _ = self.settle();
        // SAFETY: the memory was allocated here, and the copies that use it have been waited for.
        let _ = unsafe { self.driver.free_pinned(self.start as *mut u8) };
    }
}

impl crate::Cuda {
    /// Page-locked memory of so many bytes; nothing on a machine that imitates a GPU.
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
            // SAFETY: both ranges are of so many bytes, and live to the end of the test.
            unsafe { pinned.upload(&*driver, start, to, 1000, stream) }.unwrap();
            pinned.mark(stream).unwrap();
        }
        assert_eq!(fake.waiting(), 40);
        // The copies are done before the memory is given back.
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
