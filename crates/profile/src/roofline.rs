//! Advice on the longest kernel: what it is bound by, by comparison with the measured peak rates of its device.

use crate::advice::{Advice, moved, size};
use crate::event::{Event, device_name, flags};
use crate::numbers::{ByNumber, Grouped, add, total};
use crate::recording::Recording;
use crate::tables::{is_measured, step_times, steps, time_of};

/// The measured peak rates of a device: the note `_ceiling cuda:0`, as bytes a second, and operations in single, double
/// and half precision.
fn ceilings(recording: &Recording, device: u16) -> Option<(f64, [Option<f64>; 3])> {
    let text = recording.note(&format!("_ceiling {}", device_name(device)))?;
    let mut numbers = text.split(' ').map(|number| number.parse::<f64>().ok().filter(|number| *number > 0.0));
    Some((numbers.next()??, [numbers.next()?, numbers.next()?, numbers.next().flatten()]))
}

/// The steps of one name on a device that took the most time: `(steps, their time, the time of all steps)`.
fn longest<'a>(recording: &'a Recording, times: &ByNumber<u64, u64>) -> Option<(Vec<&'a Event>, u64, u64)> {
    let time = |step: &Event| time_of(step, times);
    let mut groups = Grouped::<(u32, u16), (Vec<&Event>, u64)>::new();
    for step in steps(recording).filter(|step| is_measured(step, times)) {
        let (events, sum) = groups.of((step.name, step.device));
        events.push(step);
        add(sum, time(step));
    }
    let groups = groups.into_groups();
    let whole = total(groups.iter().map(|(_, (_, sum))| sum));
    let (_, (events, sum)) = groups.into_iter().max_by_key(|(name, (_, sum))| (*sum, *name))?;
    Some((events, sum, whole))
}

/// Bytes, operations and seconds of the step of median rate, weighted by work: the first runs of a program touch new
/// memory and do not show the device's rate.
fn typical(steps: &[&Event], times: &ByNumber<u64, u64>) -> Option<(u64, u64, f64)> {
    /// The most steps, spread over all of them, of which the median is taken.
    const MAX_SAMPLED_STEPS: usize = 1 << 16;
    let seconds = |step: &Event| time_of(step, times).max(1) as f64 * 1e-9;
    let rated = |step: &&Event| {
        let work = moved(step).saturating_add(step.values[2]);
        (work as f64 / seconds(step), work)
    };
    let sampled = steps.iter().step_by(steps.len().div_ceil(MAX_SAMPLED_STEPS).max(1));
    let mut sorted: Vec<((f64, u64), &Event)> = sampled.map(|step| (rated(step), *step)).collect();
    sorted.sort_by(|((a, _), _), ((b, _), _)| a.total_cmp(b));
    let half = total(sorted.iter().map(|((_, work), _)| work)) / 2;
    let mut done = 0;
    let (_, middle) = sorted.iter().find(|((_, work), _)| {
        add(&mut done, *work);
        done > half
    })?;
    Some((moved(middle), middle.values[2], seconds(middle)))
}

pub(crate) fn bound(recording: &Recording) -> Option<Advice> {
    let times = step_times(recording);
    let (steps, time, whole) = longest(recording, &times)?;
    let (memory, peaks) = ceilings(recording, steps[0].device)?;
    let (bytes, operations, seconds) = typical(&steps, &times)?;
    let (index, precision) = match steps[0].detail & (flags::DOUBLE | flags::HALF) {
        flags::DOUBLE => (1, "double precision"),
        flags::HALF => (2, "half precision"),
        _ => (0, "single precision"),
    };
    let peak = peaks[index]?;
    let (of_memory, of_peak) = (bytes as f64 / seconds / memory, operations as f64 / seconds / peak);
    // A kernel faster than the measured product uses another algorithm, and one faster than the measured copy has its
    // data in a cache: neither has a measured peak.
    if time.saturating_mul(5) < whole || of_memory.max(of_peak) < 0.4 || of_peak > 1.25 || of_memory > 1.5 {
        return None;
    }
    let memory_bound = of_memory >= of_peak;
    let name = recording.name(steps[0].name);
    let name: String = name.chars().take(60).collect();
    Some(Advice {
        rule: if memory_bound { "memory-bound" } else { "compute-bound" },
        time,
        title: format!(
            "The longest kernel is bound by {}",
            if memory_bound { "the memory's bandwidth" } else { "arithmetic" }
        ),
        evidence: format!(
            "{name}: {} steps of {} operations each take {:.0} % of the kernels' time at {:.1} GB/s and {:.1} GFLOP/s; a typical one reaches {:.0} % of \
             what this device was measured to copy and {:.0} % of its measured {precision}",
            steps.len(),
            steps[0].values[3],
            100.0 * time as f64 / whole.max(1) as f64,
            // As in the table of kernels.
            total(steps.iter().map(|step| moved(step))) as f64 / time.max(1) as f64,
            total(steps.iter().map(|step| step.values[2])) as f64 / time.max(1) as f64,
            100.0 * of_memory,
            100.0 * of_peak
        ),
        change: if memory_bound {
            "move fewer bytes: take a smaller dtype, keep fewer arrays, do more operations between two reads of a value so that they become one kernel".into()
        } else if index == 1 {
            "compute in float32 where 7 digits are enough, or use an algorithm with fewer operations".into()
        } else {
            "use an algorithm with fewer operations; more bandwidth or other memory access would not help".into()
        },
    })
}

pub(crate) fn double_precision(recording: &Recording) -> Option<Advice> {
    let times = step_times(recording);
    let time = |step: &Event| time_of(step, &times);
    let (mut double, mut all, mut count, mut bytes) = (0, 0, 0, 0);
    for step in steps(recording).filter(|step| is_measured(step, &times)) {
        add(&mut all, time(step));
        if step.detail & flags::DOUBLE != 0 {
            add(&mut double, time(step));
            count += 1;
            add(&mut bytes, moved(step));
        }
    }
    (double > all / 2 && bytes >= 10_000_000).then(|| Advice {
        rule: "float64",
        time: double,
        title: "Most of the time is spent in double precision".into(),
        evidence: format!(
            "{count} steps in float64 or complex128 move {} and take {:.0} % of the kernels' time",
            size(bytes),
            100.0 * double as f64 / all.max(1) as f64
        ),
        change: "where 7 digits are enough, make the arrays float32 (dtype=cp.float32 where they are created): half the bytes, and on most GPUs \
                 2 to 64 times the arithmetic"
            .into(),
    })
}
