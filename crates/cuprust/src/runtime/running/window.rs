//! A host copy of the elements around one that was read: a loop that reads one element at a time waits for one copy of
//! many.
//!
//! Each device has one such copy. It is dropped when its storage is freed or shared, or when a program that writes the
//! storage leaves its queue.

use std::ops::Range;

use crate::runtime::state::{Guard, StorageRef, Window};

/// Copies begin and end at multiples of this many bytes: copying that much takes no longer than copying one element.
const WINDOW_BYTES: u64 = 4096;

/// A copy to be made with the state unlocked.
pub(crate) struct Fetch {
    /// The bytes of the storage to copy.
    pub(crate) range: Range<u64>,
    number: u64,
}

impl Window {
    /// Drops the copy if it is of this storage.
    #[inline]
    pub(in crate::runtime) fn forget(&mut self, index: u32) {
        if self.storage == Some(index) {
            self.storage = None;
        }
    }
}

impl Guard {
    /// The copied bytes of an element, without waiting.
    pub(crate) fn seen(&self, storage: &StorageRef, offset: u64, bytes: usize) -> Option<&[u8]> {
        let window = &self.state.window;
        let start = offset.checked_sub(window.first).filter(|_| window.storage == Some(storage.index()))? as usize;
        window.bytes.get(start..start + bytes)
    }

    /// The range to copy instead of one element, if the storage is larger and others do not write it.
    pub(crate) fn fetch(&mut self, storage: &StorageRef, offset: u64, bytes: u64) -> Option<Fetch> {
        let slot = self.state.table.get(storage.index());
        let first = offset - offset % WINDOW_BYTES;
        let range = first..(first + WINDOW_BYTES).min(slot.bytes);
        if self.device.capabilities().host_memory
            || slot.shared
            || range.end - range.start <= bytes
            || offset + bytes > range.end
        {
            return None;
        }
        let window = &mut self.state.window;
        *window = Window { storage: Some(storage.index()), first, bytes: Vec::new(), number: window.number + 1 };
        Some(Fetch { range, number: window.number })
    }

    /// Keeps a finished copy, unless it was invalidated meanwhile.
    pub(crate) fn keep(&mut self, fetch: &Fetch, bytes: Vec<u8>) {
        let window = &mut self.state.window;
        if window.number == fetch.number {
            window.bytes = bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Array, Device, ufunc::rows};

    fn is_kept(device: Device) -> bool {
        let state = device.lock().unwrap();
        state.state.window.storage.is_some() && !state.state.window.bytes.is_empty()
    }

    #[test]
    fn elements_around_one_that_was_read_are_there_until_they_are_written() {
        let Some((device, _alone)) = crate::runtime::ptx_alone() else { return };
        let values: Vec<f64> = (0..2000).map(f64::from).collect();
        let a = Array::from_slice(&values, [2000], device).unwrap();
        let number = |position: i64| a.at(position).unwrap().item().unwrap().get::<f64>();
        assert_eq!((number(3), is_kept(device)), (3.0, true));
        // A program that reads it, or one that writes something else, does not invalidate it.
        let twice = rows::multiply(&a, 2.0).unwrap();
        assert_eq!(twice.sum(..).unwrap().item().unwrap().get::<f64>(), 3_998_000.0);
        assert!(is_kept(device));
        assert_eq!([number(511), number(512), number(1999), number(0)], [511.0, 512.0, 1999.0, 0.0]);
        a.at(1).unwrap().fill(-1.0).unwrap();
        assert_eq!([number(1), number(2)], [-1.0, 2.0]);
        a.set(.., &rows::add(&a, 1.0).unwrap()).unwrap();
        assert_eq!([number(1), number(2)], [0.0, 3.0]);
        // Others may write shared memory without notice.
        let lease = a.lease().unwrap();
        assert_eq!((number(5), is_kept(device)), (6.0, false));
        drop(lease);
        assert_eq!((number(5), is_kept(device)), (6.0, true));
        drop(a);
        let _ = device.lock().unwrap();
        assert!(!is_kept(device));
    }
}
