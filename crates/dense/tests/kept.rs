//! Which plans of transforms are kept?
//!
//! The test is outside of its crate: inside, every factorisation would be compiled a second time for it.

#[path = "../src/fourier/kept.rs"]
mod kept;

use std::sync::Arc;

use kept::{MAX_ELEMENTS, MAX_PLANS, PlanCache};

#[test]
fn the_plans_used_last_are_kept() {
    let kept: PlanCache<usize> = PlanCache::new();
    let first = kept.get((8, 0), || Arc::new(1));
    for length in 100..100 + MAX_PLANS {
        kept.get((length, 0), || Arc::new(length));
        assert!(Arc::ptr_eq(&kept.get((8, 0), || Arc::new(2)), &first));
    }
    assert_eq!(*kept.get((100, 0), || Arc::new(3)), 3);
    assert_eq!(*kept.get((100 + MAX_PLANS - 1, 0), || Arc::new(3)), 100 + MAX_PLANS - 1);
    kept.get((MAX_ELEMENTS, 0), || Arc::new(4));
    assert_eq!(kept.0.lock().unwrap().len(), 1);
}
