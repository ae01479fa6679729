//! Plans that are used again: the last used are kept, while their tables are not large together.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Most plans that are kept, and most elements of all of them together.
pub const MAX_PLANS: usize = 64;
pub const MAX_ELEMENTS: usize = 1 << 22;

/// Plans, the last used first.
pub struct Kept<P: ?Sized>(pub Mutex<Entries<P>>);

type Entries<P> = VecDeque<((usize, u8), Arc<P>)>;

impl<P: ?Sized> Kept<P> {
    /// No plans.
    pub const fn new() -> Kept<P> {
        Kept(Mutex::new(VecDeque::new()))
    }

    /// The plan of a length and a number, which is made where none is kept.
    pub fn get(&self, key: (usize, u8), make: impl FnOnce() -> Arc<P>) -> Arc<P> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut entries = lock();
            let place = entries.iter().position(|(own, _)| *own == key);
            place.and_then(|place| entries.remove(place)).inspect(|entry| entries.push_front(entry.clone()))
        };
        if let Some((_, plan)) = known {
            return plan;
        }
        // Making a plan takes long, and other threads need not wait for it.
        let plan = make();
        if key.0 > MAX_ELEMENTS {
            return plan;
        }
        let mut entries = lock();
        if !entries.iter().any(|(own, _)| *own == key) {
            entries.push_front((key, plan.clone()));
        }
        while entries.len() > MAX_PLANS || entries.iter().map(|((length, _), _)| length).sum::<usize>() > MAX_ELEMENTS {
            entries.pop_back();
        }
        plan
    }
}
