//! Deferred errors, which depend on data: words to which kernels report them, and which the host reads after it has
//! waited for the kernels.
//!
//! The words lie in host memory that kernels write directly. A kernel without errors does not access its word.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuprust_ir::{DeferredError, Error, Result, View, indexed_axis};
use cuprust_ops::{OUTSIDE, Refusal};

use crate::driver::{Address, Driver, Mapped};

/// A kernel's report: the lowest and highest index out of range, or a low number where operands are refused. Unchanged
/// values mean that there is no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
struct Word {
    /// The lowest index below zero.
    low: i64,
    /// The highest index past the end.
    high: i64,
}

const CLEAN: Word = Word { low: 0, high: -1 };

/// The word of a step that is waited for, in addition to those of the deferred errors.
const WAITED_FOR: usize = DeferredError::MAX as usize;

/// The possible error, for its text.
#[derive(Debug, Clone)]
pub(crate) enum Risk {
    /// An index out of range.
    Index {
        /// The name of the operation, as `add.at`.
        operation: Arc<str>,
        /// The axis that the indices count along, as the error's text names it before its extent.
        axis: &'static str,
        /// The extent: valid indices are less than this.
        extent: i64,
    },
    /// One of several indices, each along an axis of its own.
    Indices,
    /// Operands that a row refuses.
    Refused(Refusal),
}

impl Risk {
    /// The error of indices along the last axis of a table. The kernel does not know which axis of the array it is.
    pub(crate) fn gather(table: &View) -> Risk {
        Risk::Index { operation: "take".into(), axis: "an axis of", extent: indexed_axis(table).0 }
    }
}

/// The words of one device.
pub(crate) struct Faults {
    driver: Arc<dyn Driver>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Mapped when first needed.
    page: Option<Mapped>,
    /// By the index of the word.
    risks: Vec<Option<Risk>>,
}

impl Faults {
    pub(crate) fn new(driver: Arc<dyn Driver>) -> Faults {
        Faults { driver, state: Mutex::default() }
    }

    /// The word that a kernel reports to: that of a deferred error whose earlier work was waited for, or that of the
    /// step that the caller waits for before anybody else uses it.
    pub(crate) fn word(&self, deferred: Option<DeferredError>, risk: &Risk) -> Result<Address> {
        let word_index = deferred.map_or(WAITED_FOR, |deferred| usize::from(deferred.number()));
        let mut state = self.lock();
        let page = match state.page {
            Some(page) => page,
            None => *state.page.insert(self.driver.alloc_mapped((WAITED_FOR + 1) * size_of::<Word>())?),
        };
        state.risks.resize(WAITED_FOR + 1, None);
        state.risks[word_index] = Some(risk.clone());
        // SAFETY: the page has this word, and no queued kernel uses it.
        unsafe { page.host.cast::<Word>().add(word_index).write_volatile(CLEAN) };
        Ok(page.device.offset(word_index * size_of::<Word>()))
    }

    /// Clears the error in the work of a deferred error, which was waited for.
    pub(crate) fn clear(&self, deferred: DeferredError) {
        if let Some(page) = self.lock().page {
            // SAFETY: the page has this word, and the kernels that used it are done.
            unsafe { page.host.cast::<Word>().add(usize::from(deferred.number())).write_volatile(CLEAN) };
        }
    }

    /// The error in the work of a deferred error, so far.
    pub(crate) fn poll(&self, deferred: Option<DeferredError>) -> Option<Error> {
        let word_index = deferred.map_or(WAITED_FOR, |deferred| usize::from(deferred.number()));
        let state = self.lock();
        let (page, risk) = (state.page?, state.risks.get(word_index)?.as_ref()?);
        // SAFETY: the page has this word, which only kernels write besides the host, each half atomically.
        let word = unsafe { page.host.cast::<Word>().add(word_index).read_volatile() };
        if word == CLEAN {
            return None;
        }
        let (operation, axis, extent) = match risk {
            Risk::Refused(Refusal { text, of_linear_algebra, .. }) => {
                return Some(if *of_linear_algebra { Error::lin_alg(*text) } else { Error::value(*text) });
            }
            Risk::Indices => return Some(Error::index("take: an index is out of bounds for its axis")),
            Risk::Index { operation, axis, extent } => (operation, axis, extent),
        };
        let index = match word {
            Word { low, .. } if low <= OUTSIDE / 2 => {
                return Some(Error::index(format!("{operation}: an index is out of bounds for its axis")));
            }
            // The kernel sees negative indices after the extent was added to them.
            Word { low, .. } if low < 0 => low.wrapping_sub(*extent),
            Word { high, .. } => high,
        };
        Some(Error::index(format!("{operation}: index {index} is out of bounds for {axis} size {extent}")))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        if let Some(page) = self.lock().page.take() {
            // There is no caller to report a failure to, and a process that ends has lost its device already.
            let _ = self.driver.synchronize();
            // SAFETY: the page was mapped here, and the kernels that used its words are done.
            let _ = unsafe { self.driver.free_pinned(page.host) };
        }
    }
}

#[cfg(test)]
mod tests {
    use cuprust_ir::ErrorKind;

    use super::*;
    use crate::driver::fake::Fake;

    #[test]
    fn a_word_tells_what_was_written_to_it_and_is_clean_when_it_is_given_out() {
        let driver = Arc::new(Fake::new(1 << 20));
        let faults = Faults::new(driver.clone());
        let risk = &Risk::Index { operation: "add.at".into(), axis: "axis 0 with", extent: 10 };
        let (one, two) = (Some(DeferredError::new(0)), Some(DeferredError::new(63)));
        let (at, other) = (faults.word(one, risk).unwrap(), faults.word(two, risk).unwrap());
        assert_eq!((faults.poll(one), faults.poll(two), faults.poll(None)), (None, None, None));
        let write = |to: Address, word: Word| {
            // SAFETY: the address is that of a word of the page, which is host memory here.
            unsafe { (to.0 as *mut Word).write_volatile(word) };
        };
        write(at, Word { low: -13, high: 40 });
        write(other, Word { high: 12, ..CLEAN });
        assert_eq!(faults.poll(one).unwrap().text(), "add.at: index -23 is out of bounds for axis 0 with size 10");
        assert_eq!(faults.poll(two).unwrap().text(), "add.at: index 12 is out of bounds for axis 0 with size 10");
        for (of_linear_algebra, kind) in [(false, ErrorKind::Value), (true, ErrorKind::LinAlg)] {
            let refusal = Refusal { cuda: "{0} < 0", text: "Not these.", of_linear_algebra };
            assert_eq!(faults.word(one, &Risk::Refused(refusal)).unwrap(), at);
            assert_eq!(faults.poll(one), None);
            write(at, Word { low: -1, ..CLEAN });
            let error = faults.poll(one).unwrap();
            assert_eq!((error.kind(), error.text()), (kind, "Not these."));
        }
        drop(faults);
        assert_eq!(driver.allocations(), (0, 0));
    }
}
