//! How long a thread was away from the program's own code: running recorded operations, or waiting for a device.
//!
//! A profiler of the program's language attributes this time to the function that happened to read a value. With a
//! clock that stops meanwhile it does not.

use std::cell::Cell;
use std::marker::PhantomData;

use crate::clock::now;
use crate::recorder::is_on;

thread_local! {
    static TIMES: Cell<Times> = const { Cell::new(Times { depth: 0, since: 0, before: 0 }) };
}

#[derive(Clone, Copy)]
struct Times {
    /// How many absences are open, one within another.
    depth: u32,
    /// When the outermost one began.
    since: u64,
    /// Nanoseconds of those that have ended.
    before: u64,
}

/// An absence of the calling thread, which ends when this is dropped. Nested absences count once.
#[derive(Debug)]
pub struct Away(PhantomData<*const ()>);

/// Begins an absence, while a recording is under way.
#[inline]
pub fn away() -> Option<Away> {
    is_on().then(|| {
        let times = TIMES.get();
        let since = if times.depth == 0 { now() } else { times.since };
        TIMES.set(Times { depth: times.depth + 1, since, ..times });
        Away(PhantomData)
    })
}

impl Drop for Away {
    fn drop(&mut self) {
        let times = TIMES.get();
        let own = if times.depth == 1 { now().saturating_sub(times.since) } else { 0 };
        TIMES.set(Times { depth: times.depth - 1, before: times.before + own, ..times });
    }
}

/// Nanoseconds that the calling thread has spent away.
pub fn time_away() -> u64 {
    let times = TIMES.get();
    times.before + if times.depth > 0 { now().saturating_sub(times.since) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits until the clock has advanced.
    fn pass(nanoseconds: u64) {
        let end = now() + nanoseconds;
        while now() < end {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn absences_count_once_and_threads_have_their_own() {
        // As `away` does while a recording is under way.
        let begin = || {
            let times = TIMES.get();
            TIMES.set(Times {
                depth: times.depth + 1,
                since: if times.depth == 0 { now() } else { times.since },
                ..times
            });
            Away(PhantomData)
        };
        let (start, before) = (now(), time_away());
        let outer = begin();
        let inner = begin();
        pass(10_000);
        drop(inner);
        let within = time_away() - before;
        assert!((10_000..=now() - start).contains(&within), "{within}");
        pass(10_000);
        drop(outer);
        let whole = time_away() - before;
        assert!((20_000..=now() - start).contains(&whole), "{whole}");
        pass(10_000);
        assert_eq!(time_away() - before, whole, "it has ended");
        assert_eq!(std::thread::spawn(time_away).join().ok(), Some(0));
    }
}
