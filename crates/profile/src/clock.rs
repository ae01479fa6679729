//! The recorder's clock: the system's monotonic clock, told by the processor's counter of cycles where that counts
//! evenly.
//!
//! To read the counter takes a half or a third of the time of a call of the system's library (20 ns beside 50 on two
//! machines), and a recorded operation reads a clock some five times. What the counter's steps are worth is measured
//! against the system's clock again and again while events are recorded.

use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Nanoseconds of a clock that never goes back, the same in a process and in its forked children.
#[inline]
pub fn now() -> u64 {
    match scaled() {
        Some(time) => time,
        None => system(),
    }
}

/// How the counter becomes a time: at some count it was some time, and since then each step is so many nanoseconds,
/// times 2^32. No nanoseconds have the system's clock be asked.
struct Scale {
    /// Odd while the others are written.
    version: AtomicU64,
    count: AtomicU64,
    time: AtomicU64,
    rate: AtomicU64,
}

static SCALE: Scale =
    Scale { version: AtomicU64::new(0), count: AtomicU64::new(0), time: AtomicU64::new(0), rate: AtomicU64::new(0) };

impl Scale {
    /// The caller is the only one that writes.
    fn write(&self, count: u64, time: u64, rate: u64) {
        let version = self.version.load(Ordering::Relaxed);
        self.version.store(version + 1, Ordering::Relaxed);
        fence(Ordering::Release);
        self.count.store(count, Ordering::Relaxed);
        self.time.store(time, Ordering::Relaxed);
        self.rate.store(rate, Ordering::Relaxed);
        self.version.store(version + 2, Ordering::Release);
    }
}

#[inline]
fn scaled() -> Option<u64> {
    loop {
        let version = SCALE.version.load(Ordering::Acquire);
        let (from, time) = (SCALE.count.load(Ordering::Relaxed), SCALE.time.load(Ordering::Relaxed));
        let rate = SCALE.rate.load(Ordering::Relaxed);
        let count = counter()?;
        fence(Ordering::Acquire);
        if version.is_multiple_of(2) && SCALE.version.load(Ordering::Relaxed) == version {
            return (rate > 0).then(|| at(count, from, time, rate));
        }
    }
}

#[inline]
fn at(count: u64, from: u64, time: u64, rate: u64) -> u64 {
    time + ((u128::from(count.saturating_sub(from)) * u128::from(rate)) >> 32) as u64
}

/// The processor's counter of cycles.
#[inline]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn counter() -> Option<u64> {
    // SAFETY: every processor of this architecture has the instruction, and Linux allows it.
    Some(unsafe { std::arch::x86_64::_rdtsc() })
}

#[inline]
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn counter() -> Option<u64> {
    None
}

/// Whether the system itself tells the time by the counter: then it counts evenly, and on all cores alike.
#[cfg(target_os = "linux")]
fn counts_evenly() -> bool {
    let source = std::fs::read_to_string("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    source.is_ok_and(|source| source.trim() == "tsc")
}

#[cfg(not(target_os = "linux"))]
fn counts_evenly() -> bool {
    false
}

/// The system's monotonic clock.
#[cfg(unix)]
fn system() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is valid for the one time that is written, and every system has this clock.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(not(unix))]
fn system() -> u64 {
    static BASE: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    // The clock begins at one: zero is before everything.
    BASE.get_or_init(std::time::Instant::now).elapsed().as_nanos() as u64 + 1
}

/// Looks at both clocks are this far apart at least: the error of a look, a tenth of a microsecond, is then 5 parts in
/// a million.
const MIN_INTERVAL_NS: u64 = 20_000_000;

/// A look that takes longer was interrupted, and says nothing.
const INTERRUPTED: u64 = 5_000;

/// What is known of the counter. The recorder's lock guards it.
#[derive(Default)]
pub(crate) struct Calibration {
    /// A count, and the system's time at that count.
    last: Option<(u64, u64)>,
    is_even: Option<bool>,
    rate: u64,
}

impl Calibration {
    /// Compares the counter with the system's clock.
    pub(crate) fn sample(&mut self) {
        let Some((count, time)) = both() else { return };
        let Some((last_count, last_time)) = self.last else {
            self.last = Some((count, time));
            return;
        };
        if time < last_time + MIN_INTERVAL_NS || !*self.is_even.get_or_insert_with(counts_evenly) {
            return;
        }
        self.last = Some((count, time));
        let rate = (u128::from(time - last_time) << 32) / u128::from(count.saturating_sub(last_count).max(1));
        let rate = u64::try_from(rate).unwrap_or(0);
        // One that differs was measured over a time in which the machine slept or moved.
        let is_steady = self.rate == 0 || rate.abs_diff(self.rate) < self.rate / 1000;
        self.rate = rate;
        // The clock does not go back where it was ahead.
        let [from, before, by] = [&SCALE.count, &SCALE.time, &SCALE.rate].map(|part| part.load(Ordering::Relaxed));
        let time = if by > 0 { time.max(at(count, from, before, by)) } else { time };
        SCALE.write(count, time, if is_steady { rate } else { 0 });
    }
}

/// A count, and the system's time that it is at the latest: of some looks the one that took the least time.
fn both() -> Option<(u64, u64)> {
    let sample = |_| {
        let before = system();
        let count = counter()?;
        Some((system() - before, count, before))
    };
    let (took, count, before) = (0..5).filter_map(sample).min()?;
    (took < INTERRUPTED).then_some((count, before + took))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorder::calibrate_clock;

    #[test]
    fn the_clock_is_the_systems_and_never_goes_back() {
        /// So often the scale is measured anew.
        const CALIBRATIONS: u64 = 8;
        let is_even = counter().is_some() && counts_evenly();
        let measured = || SCALE.version.load(Ordering::Relaxed) / 2;
        let (begin, mut last, mut turns) = (measured(), 0, 0);
        // What the clock was ahead of the system's it stays until that has come up with it.
        let mut longest = MIN_INTERVAL_NS;
        while if is_even { measured() < begin + CALIBRATIONS } else { turns < 10_000 } {
            calibrate_clock();
            for _ in 0..100 {
                let (before, time, after) = (system(), now(), system());
                if measured() > begin {
                    longest = longest.max(after.saturating_sub(SCALE.time.load(Ordering::Relaxed)));
                }
                // The error of two looks, and what it makes of the time since the scale was measured, on a busy machine
                // however much.
                let error = 2 * INTERRUPTED + longest / 1000;
                assert!(time >= last, "{time} after {last}");
                assert!(time + error > before && time < after + error, "{before} {time} {after}, {error}");
                last = time;
            }
            turns += 1;
        }
        assert_eq!(SCALE.rate.load(Ordering::Relaxed) > 0, is_even);
    }
}
