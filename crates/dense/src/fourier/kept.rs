//! A cache of plans: the most recently used ones are kept, as long as the total size of their tables is bounded.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Most plans that are cached, and most elements of all of them.
pub const MAX_PLANS: usize = 64;
pub const MAX_ELEMENTS: usize = 1 << 22;

/// Plans, the most recently used first.
pub struct PlanCache<P: ?Sized>(pub Mutex<Entries<P>>);

type Entries<P> = VecDeque<((usize, u8), Arc<P>)>;

impl<P: ?Sized> PlanCache<P> {
    /// No plans.
    pub const fn new() -> PlanCache<P> {
        PlanCache(Mutex::new(VecDeque::new()))
    }

    /// The plan of a key, which is made if it is not cached.
    pub fn get(&self, key: (usize, u8), make: impl FnOnce() -> Arc<P>) -> Arc<P> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut entries = lock();
            let index = entries.iter().position(|(own, _)| *own == key);
            index.and_then(|index| entries.remove(index)).inspect(|entry| entries.push_front(entry.clone()))
        };
        if let Some((_, plan)) = known {
            return plan;
        }
        // The lock is not held while a plan is made, which takes long.
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
