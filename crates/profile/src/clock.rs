//! The recorder's clock: the system's monotonic clock, read by the processor's cycle counter where that has a constant
//! rate.
//!
//! Reading the counter takes a third to a half of the time of a system library call (20 ns against 50 on two machines),
//! and a recorded operation reads a clock some five times. The counter's rate is measured against the system's clock
//! repeatedly while events are recorded.

use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Nanoseconds of a clock that never goes back, the same in a process and in its forked children.
#[inline]
pub fn now() -> u64 {
    match scaled() {
        Some(time) => time,
        None => system(),
    }
}

/// The conversion from count to time: the time at one count, and the nanoseconds per count, times 2^32. With a rate of
/// zero the system's clock is read.
struct Scale {
    /// Odd while the others are written (a sequence lock).
    version: AtomicU64,
    count: AtomicU64,
    time: AtomicU64,
    rate: AtomicU64,
}

static SCALE: Scale =
    Scale { version: AtomicU64::new(0), count: AtomicU64::new(0), time: AtomicU64::new(0), rate: AtomicU64::new(0) };

impl Scale {
    /// There must be no other writer.
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

/// Whether the system's own clock uses the counter: then its rate is constant, and the same on all cores.
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
    // The clock starts at one: zero is before everything.
    BASE.get_or_init(std::time::Instant::now).elapsed().as_nanos() as u64 + 1
}

/// Samples of both clocks are at least this far apart: the error of a sample, a tenth of a microsecond, is then 5 parts
/// in a million.
const MIN_INTERVAL_NS: u64 = 20_000_000;

/// A sample that takes longer was interrupted, and is discarded.
const MAX_SAMPLE_NS: u64 = 5_000;

/// The measurements of the counter. The recorder's lock guards it.
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
        // A deviating rate was measured while the machine slept or migrated.
        let is_steady = self.rate == 0 || rate.abs_diff(self.rate) < self.rate / 1000;
        self.rate = rate;
        // If the clock is ahead of the system's, it does not go back.
        let [from, before, by] = [&SCALE.count, &SCALE.time, &SCALE.rate].map(|part| part.load(Ordering::Relaxed));
        let time = if by > 0 { time.max(at(count, from, before, by)) } else { time };
        SCALE.write(count, time, if is_steady { rate } else { 0 });
    }
}

/// A count, and an upper bound of the system's time at that count: the fastest of several samples.
fn both() -> Option<(u64, u64)> {
    let sample = |_| {
        let before = system();
        let count = counter()?;
        Some((system() - before, count, before))
    };
    let (took, count, before) = (0..5).filter_map(sample).min()?;
    (took < MAX_SAMPLE_NS).then_some((count, before + took))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorder::calibrate_clock;

    #[test]
    fn the_clock_is_the_systems_and_never_goes_back() {
        /// How many times the scale is measured.
        const CALIBRATIONS: u64 = 8;
        let is_even = counter().is_some() && counts_evenly();
        let measured = || SCALE.version.load(Ordering::Relaxed) / 2;
        let (begin, mut last, mut turns) = (measured(), 0, 0);
        // If the clock is ahead of the system's, it stands still until that has caught up.
        let mut longest = MIN_INTERVAL_NS;
        while if is_even { measured() < begin + CALIBRATIONS } else { turns < 10_000 } {
            calibrate_clock();
            for _ in 0..100 {
                let (before, time, after) = (system(), now(), system());
                if measured() > begin {
                    longest = longest.max(after.saturating_sub(SCALE.time.load(Ordering::Relaxed)));
                }
                // The error of two samples, extrapolated over the time since the scale was measured, which may be long
                // on a busy machine.
                let error = 2 * MAX_SAMPLE_NS + longest / 1000;
                assert!(time >= last, "{time} after {last}");
                assert!(time + error > before && time < after + error, "{before} {time} {after}, {error}");
                last = time;
            }
            turns += 1;
        }
        assert_eq!(SCALE.rate.load(Ordering::Relaxed) > 0, is_even);
    }
}
