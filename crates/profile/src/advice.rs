//! Advice on how to make a program faster: rules over a recording, each with its evidence and the change to make.

use std::collections::HashMap;

use crate::event::{Copied, Event, Kind, Pool, device_name};
use crate::host::{host_ranges, host_work, idle, python_loops};
use crate::json::quoted;
use crate::loops::{growing, small_operations, synchronizations};
use crate::numbers::total;
use crate::recording::Recording;
use crate::roofline::{bound, double_precision};
use crate::tables::{steps, uploads};

/// A piece of advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The rule's identifier.
    pub rule: &'static str,
    /// Nanoseconds that the program spends in the problem.
    pub time: u64,
    /// The problem.
    pub title: String,
    /// What was measured.
    pub evidence: String,
    /// What to change.
    pub change: String,
}

impl Advice {
    /// The problem's share of a recording's time, as `98.9 %`. Work of several threads, or of a device in parallel with
    /// the host, counts as 100 % at most.
    pub fn share(&self, recording: &Recording) -> String {
        let (began, ended) = recording.extent();
        let whole = ended.saturating_sub(began).max(1);
        format!("{:.1} %", 100.0 * (self.time as f64 / whole as f64).min(1.0))
    }

    /// As JSON.
    pub fn json(&self, recording: &Recording) -> String {
        format!(
            "{{\"share\":{},\"rule\":{},\"title\":{},\"evidence\":{},\"change\":{}}}",
            quoted(&self.share(recording)),
            quoted(self.rule),
            quoted(&self.title),
            quoted(&self.evidence),
            quoted(&self.change)
        )
    }
}

/// Every rule: its advice, or nothing.
const RULES: &[fn(&Recording) -> Option<Advice>] = &[
    python_loops,
    host_work,
    host_ranges,
    idle,
    read_backs,
    repeated_transfers,
    small_copies,
    large_copies,
    small_operations,
    synchronizations,
    growing,
    launch_bound,
    too_small,
    allocation_stalls,
    fresh_memory,
    bound,
    double_precision,
];

/// The advice for a recording: what takes more of the program's time comes first.
pub(crate) fn advice(recording: &Recording) -> Vec<Advice> {
    let mut found: Vec<Advice> = RULES.iter().filter_map(|rule| rule(recording)).collect();
    found.sort_by_key(|advice| std::cmp::Reverse(advice.time));
    found
}

impl Recording {
    /// How to make the program faster.
    pub fn advice(&self) -> Vec<Advice> {
        advice(self)
    }
}

pub(crate) fn milliseconds(nanoseconds: u64) -> String {
    format!("{:.3} ms", nanoseconds as f64 * 1e-6)
}

pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

fn median(mut values: Vec<u64>) -> u64 {
    let middle = values.len() / 2;
    if values.is_empty() { 0 } else { *values.select_nth_unstable(middle).1 }
}

/// Where most of these events come from, as part of a sentence.
pub(crate) fn at_location(recording: &Recording, events: &[&Event]) -> String {
    let mut by_location: HashMap<u32, usize> = HashMap::new();
    events
        .iter()
        .filter(|event| event.location != 0)
        .for_each(|event| *by_location.entry(event.location).or_default() += 1);
    match by_location.into_iter().max_by_key(|&(location, count)| (count, std::cmp::Reverse(location))) {
        Some((location, count)) if count == events.len() => format!(" at {}", recording.name(location)),
        Some((location, count)) => format!(", {count} of them at {}", recording.name(location)),
        None => String::new(),
    }
}

/// The fewest reads of single elements that count as a loop: a function of arrays may read a few itself.
const MIN_READS: usize = 25;

fn read_backs(recording: &Recording) -> Option<Advice> {
    let is_small = |event: &&Event| event.detail == Copied::DeviceToHost as u8 && event.values[0] <= 16;
    let reads: Vec<&Event> = recording.of(Kind::Transfer).filter(is_small).collect();
    let mut by_location: HashMap<u32, Vec<&Event>> = HashMap::new();
    reads.iter().for_each(|read| by_location.entry(read.location).or_default().push(read));
    let (_, reads) =
        by_location.into_iter().max_by_key(|(location, reads)| (reads.len(), std::cmp::Reverse(*location)))?;
    let time = total(reads.iter().map(|read| read.duration));
    (reads.len() >= MIN_READS).then(|| Advice {
        rule: "read-backs",
        time,
        title: "Single values are read back from the device in a loop".into(),
        evidence: format!(
            "{} reads of one element{}, {} in all: each runs the recorded operations and waits for them",
            reads.len(),
            at_location(recording, &reads),
            milliseconds(time)
        ),
        change:
            "keep the value in an array (cp.where instead of if), or read it in every hundredth iteration, or once at the end"
                .into(),
    })
}

/// Fingerprints of larger arrays cover only parts of them.
const MAX_COMPARED_BYTES: u64 = 1 << 16;

fn repeated_transfers(recording: &Recording) -> Option<Advice> {
    let seen = uploads(recording);
    let (&(_, bytes), events) = seen.iter().max_by_key(|((fingerprint, bytes), events)| {
        ((events.len() as u64 - 1).saturating_mul(*bytes), *fingerprint)
    })?;
    let repeats = events.len() - 1;
    let resent = (repeats as u64).saturating_mul(bytes);
    (repeats >= 2 && resent >= 100_000).then(|| Advice {
        rule: "repeated-transfers",
        time: total(events.iter().skip(1).map(|event| event.duration)),
        title: "The same host array is copied to the device repeatedly".into(),
        evidence: format!(
            "{} copies of the same {} with equal elements{}{}: {} were copied in vain",
            events.len(),
            size(bytes),
            if bytes > MAX_COMPARED_BYTES { " in the 64 parts that were compared" } else { "" },
            at_location(recording, events),
            size(resent)
        ),
        change: "copy it once, before the loop (x = cp.asarray(host)), and use x".into(),
    })
}

/// The size up to which a copy takes the same time.
const MAX_SMALL_COPY_BYTES: u64 = 1 << 16;

fn small_copies(recording: &Recording) -> Option<Advice> {
    let mut by_location: HashMap<(u8, u32), Vec<&Event>> = HashMap::new();
    let is_small = |event: &&Event| {
        event.values[0] <= MAX_SMALL_COPY_BYTES && (event.detail != Copied::DeviceToHost as u8 || event.values[0] > 16)
    };
    for event in recording.of(Kind::Transfer).filter(is_small) {
        by_location.entry((event.detail, event.location)).or_default().push(event);
    }
    let ((detail, _), copies) =
        by_location.into_iter().max_by_key(|((_, location), events)| (events.len(), std::cmp::Reverse(*location)))?;
    let different = copies.iter().map(|event| event.values[1]).collect::<std::collections::HashSet<_>>().len();
    let bytes = total(copies.iter().map(|event| event.values[0]));
    let to_device = detail == Copied::HostToDevice as u8;
    // Copies that repeat one array are reported by another rule.
    (copies.len() >= 50 && (!to_device || different * 2 > copies.len())).then(|| Advice {
        rule: "small-copies",
        time: total(copies.iter().map(|event| event.duration)),
        title: "Many small arrays are copied one by one".into(),
        evidence: format!(
            "{} copies {} of {} on average{}, {} in all",
            copies.len(),
            if to_device { "to the device" } else { "to the host" },
            size(bytes / copies.len() as u64),
            at_location(recording, &copies),
            milliseconds(total(copies.iter().map(|event| event.duration)))
        ),
        change: if to_device {
            "put them into one host array and copy that: cp.asarray(np.stack(parts))".into()
        } else {
            "join them on the device and copy once: cp.asnumpy(cp.stack(parts))".into()
        },
    })
}

/// The fewest copies of whole arrays that count as a loop.
const MIN_LARGE_COPIES: usize = 10;

/// Kernels that move more than this many times the copied bytes take longer than the copies.
const MAX_KERNEL_BYTES_PER_COPIED: u64 = 4;

/// Arrays that are copied to or from the host in a loop, although the kernels do little work on them.
fn large_copies(recording: &Recording) -> Option<Advice> {
    let mut by_location: HashMap<(u8, u32), Vec<&Event>> = HashMap::new();
    for event in recording.of(Kind::Transfer).filter(|event| event.values[0] > MAX_SMALL_COPY_BYTES) {
        by_location.entry((event.detail, event.location)).or_default().push(event);
    }
    let bytes = |copies: &[&Event]| total(copies.iter().map(|event| event.values[0]));
    let ((detail, location), copies) =
        by_location.into_iter().max_by_key(|((_, location), copies)| (bytes(copies), std::cmp::Reverse(*location)))?;
    let to_device = detail == Copied::HostToDevice as u8;
    let different = copies.iter().map(|event| event.values[1]).collect::<std::collections::HashSet<_>>().len();
    let in_kernels = total(steps(recording).map(moved));
    let copied = bytes(&copies);
    let is_loop = copies.len() >= MIN_LARGE_COPIES && copied.saturating_mul(MAX_KERNEL_BYTES_PER_COPIED) >= in_kernels;
    // Copies that repeat one array are reported by another rule.
    (is_loop && (!to_device || different * 2 > copies.len())).then(|| Advice {
        rule: "large-copies",
        time: total(copies.iter().map(|event| event.duration)),
        title: if to_device {
            "Arrays are made on the host and copied to the device in a loop".into()
        } else {
            "Arrays are copied to the host in a loop".into()
        },
        evidence: format!(
            "{} copies of {} on average{}, {} in all; all kernels together read and write {}",
            copies.len(),
            size(copied / copies.len() as u64),
            if location == 0 { String::new() } else { format!(" at {}", recording.name(location)) },
            size(copied),
            size(in_kernels)
        ),
        change: if to_device {
            "make the arrays on the device (cp.random, cp.arange, cp.linspace), or copy all of them at once before the loop".into()
        } else {
            "compute on the device what is computed from them on the host, and copy the results alone".into()
        },
    })
}

/// A kernel of less time than this is short compared with its launch.
const MAX_SHORT_KERNEL_NS: u64 = 10_000;

/// A GPU needs a few microseconds at most for a step of fewer bytes.
const MAX_SMALL_STEP_BYTES: u64 = 1 << 20;

fn is_gpu(event: &&Event) -> bool {
    event.device > 0
}

pub(crate) fn moved(step: &Event) -> u64 {
    step.values[0].saturating_add(step.values[1])
}

fn launch_bound(recording: &Recording) -> Option<Advice> {
    let kernels: Vec<&Event> = recording.of(Kind::Kernel).filter(is_gpu).collect();
    if kernels.len() < 100 {
        return None;
    }
    let on_gpu = kernels.iter().any(|kernel| kernel.device > 1);
    let typical = median(kernels.iter().map(|kernel| kernel.duration).collect());
    let bytes = median(steps(recording).filter(is_gpu).map(moved).collect());
    let busy = total(kernels.iter().map(|kernel| kernel.duration));
    let first = kernels.iter().map(|kernel| kernel.start).min()?;
    let last = kernels.iter().map(|kernel| kernel.end()).max()?;
    let idle = 1.0 - (busy as f64 / (last - first).max(1) as f64).min(1.0);
    // The times of the PTX machine say nothing about a GPU's, so the bytes decide there.
    let is_bound =
        if on_gpu { typical < MAX_SHORT_KERNEL_NS && idle > 0.3 } else { bytes > 0 && bytes < MAX_SMALL_STEP_BYTES };
    let flushes = recording.of(Kind::Flush).filter(is_gpu).count().max(1);
    is_bound.then(|| Advice {
        rule: "launch-bound",
        time: (last - first).saturating_sub(busy),
        title: "Launching the kernels takes longer than running them".into(),
        evidence: format!(
            "{} kernels, half of them shorter than {:.1} us, which move {} each; the device is idle {:.0} % of the time; {:.1} kernels a flush",
            kernels.len(),
            typical as f64 / 1e3,
            size(bytes),
            100.0 * idle,
            kernels.len() as f64 / flushes as f64
        ),
        change: "give each operation more elements (several problems as one array with one more axis), read values less often so that more \
                 operations become one kernel, or write the loop as one kernel"
            .into(),
    })
}

fn too_small(recording: &Recording) -> Option<Advice> {
    let all: Vec<&Event> = steps(recording).filter(is_gpu).collect();
    let bytes = median(all.iter().map(|step| moved(step)).collect());
    let largest = all.iter().map(|step| moved(step)).max()?;
    (all.len() >= 20 && largest < MAX_SMALL_STEP_BYTES).then(|| Advice {
        rule: "too-small",
        time: total(all.iter().map(|step| step.duration)),
        title: "The arrays are too small for a GPU".into(),
        evidence: format!(
            "none of {} steps on {} moves more than {}, half of them less than {}: a GPU moves that in a microsecond, and a launch takes several",
            all.len(),
            device_name(all[0].device),
            size(largest),
            size(bytes)
        ),
        change: "run it on the CPU (CUPRUST_DEVICE=cpu, or device=\"cpu\"), or take larger problems; cuprust.profiler.crossover finds \
                 from which size on the GPU is faster"
            .into(),
    })
}

/// The fewest releases of memory that count as a loop.
const MIN_RETURNS: usize = 5;

fn allocation_stalls(recording: &Recording) -> Option<Advice> {
    let is_allocation = |name: &str| {
        ["cuMemAlloc", "cuMemFree", "cudaMalloc", "cudaFree", "cuMemCreate"].iter().any(|call| name.starts_with(call))
    };
    let calls: Vec<&Event> = recording.of(Kind::Call).filter(|call| is_allocation(recording.name(call.name))).collect();
    // Memory that is allocated and kept is needed; memory that is released is allocated again.
    let returned = calls.iter().filter(|call| recording.name(call.name).contains("Free")).count();
    let all = total(recording.of(Kind::Call).map(|call| call.duration));
    let time = total(calls.iter().map(|call| call.duration));
    let in_calls = calls.len() >= 10 && returned >= MIN_RETURNS && time >= 1_000_000 && time as f64 >= 0.1 * all as f64;
    // The CPU's memory has a rule of its own.
    let memory: Vec<&Event> = recording.of(Kind::Memory).filter(is_gpu).collect();
    let flushes = total(recording.of(Kind::Flush).map(|flush| flush.duration));
    let spent = total(memory.iter().map(|event| event.duration));
    let released = memory.iter().filter(|event| event.detail == Pool::Release as u8).count();
    let in_pool =
        memory.len() >= 10 && released >= MIN_RETURNS && spent >= 1_000_000 && spent as f64 >= 0.1 * flushes as f64;
    let (count, time, whole, what) = match (in_calls, in_pool) {
        (true, _) => (calls.len(), time, all, "the driver's calls"),
        (false, true) => (memory.len(), spent, flushes, "running recorded operations"),
        _ => return None,
    };
    Some(Advice {
        rule: "allocation-stalls",
        time,
        title: "Memory is allocated from the system and freed too often".into(),
        evidence: format!(
            "{count} allocations and releases took {}, {:.0} % of {what}; freeing memory of a GPU waits for all its work",
            milliseconds(time),
            100.0 * time as f64 / whole.max(1) as f64
        ),
        change: "let the pool keep memory (no free_all_blocks in a loop, no set_allocator(None)), and write to existing arrays: out=, +="
            .into(),
    })
}

/// The fewest bytes of new memory on the CPU that count as a loop, and the fewest times the peak use.
const REALLOCATION_LIMITS: (u64, u64) = (64 << 20, 4);

/// On the CPU the system calls take little time; page faults do, since the system clears each page at its first access.
fn fresh_memory(recording: &Recording) -> Option<Advice> {
    let memory = || recording.of(Kind::Memory).filter(|event| event.device == 0);
    let fresh = || memory().filter(|event| event.detail == Pool::Allocate as u8 && event.values[3] == 1);
    let (taken, count) = (total(fresh().map(|event| event.values[0])), fresh().count());
    let held = memory().map(|event| event.values[2]).max()?;
    let moved = total(steps(recording).filter(|step| step.device == 0).map(moved));
    // Memory that is allocated and kept is needed.
    let anew = taken.saturating_sub(held);
    (anew >= REALLOCATION_LIMITS.0 && anew >= REALLOCATION_LIMITS.1.saturating_mul(held) && anew.saturating_mul(10) >= moved).then(|| Advice {
        rule: "allocation-stalls",
        time: total(fresh().map(|event| event.duration)),
        title: "Memory is allocated from the system and freed repeatedly".into(),
        evidence: format!(
            "the system provided {} in {count} pieces, although no more than {} were in use at a time, and the kernels moved {}: the first access to \
             a page takes longer than writing it",
            size(taken),
            size(held),
            size(moved)
        ),
        change: "let the pool keep memory (no free_all_blocks in a loop), work in parts that the pool keeps, and write to existing arrays: \
                 out=, +="
            .into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::flags;
    use crate::recording::Builder;

    fn recording(make: impl FnOnce(&mut Builder)) -> Recording {
        let mut builder = Builder::default();
        make(&mut builder);
        builder.finish()
    }

    fn rules(recording: &Recording) -> Vec<&'static str> {
        advice(recording).iter().map(|advice| advice.rule).collect()
    }

    fn kernels(count: u64, duration: u64, every: u64, bytes: u64) -> Recording {
        recording(|builder| {
            let name = builder.name("add");
            for number in 0..count {
                let step =
                    Event { start: number * every, duration: 5, link: number + 1, ..Event::new(Kind::Step, name) };
                builder.add(step.on(2, 0).with(0, [bytes, 0, bytes / 8, 1]));
                let kernel =
                    Event { start: number * every, duration, link: number + 1, ..Event::new(Kind::Kernel, name) };
                builder.add(kernel.on(2, 0));
            }
        })
    }

    #[test]
    fn short_kernels_with_gaps_are_launch_bound_and_long_or_dense_ones_are_not() {
        assert!(rules(&kernels(500, 1_500, 8_000, 2 << 20)).contains(&"launch-bound"));
        assert!(!rules(&kernels(500, 1_500, 1_600, 2 << 20)).contains(&"launch-bound"));
        assert!(!rules(&kernels(500, 50_000, 100_000, 2 << 20)).contains(&"launch-bound"));
        assert!(!rules(&kernels(50, 1_500, 8_000, 2 << 20)).contains(&"launch-bound"));
    }

    #[test]
    fn small_arrays_of_the_cpu_that_come_and_go_are_no_stalls() {
        let found = |device| {
            recording(|builder| {
                for number in 0..200_000 {
                    let event = Event { start: number * 100, duration: 40, ..Event::new(Kind::Memory, 0) };
                    let change = if number % 2 == 0 { Pool::Allocate } else { Pool::Release };
                    builder.add(event.on(device, 0).with(change as u8, [80, 80 * (1 - number % 2), 4096, 0]));
                }
            })
        };
        assert!(!rules(&found(0)).contains(&"allocation-stalls"));
        assert!(rules(&found(2)).contains(&"allocation-stalls"));
    }

    #[test]
    fn steps_of_few_bytes_are_too_small_for_a_gpu() {
        assert!(rules(&kernels(50, 1_500, 8_000, 1 << 12)).contains(&"too-small"));
        assert!(!rules(&kernels(50, 1_500, 8_000, 1 << 21)).contains(&"too-small"));
    }

    #[test]
    fn the_longest_kernel_is_held_against_what_the_device_was_measured_to_do() {
        // 16 MB in 8 us are 2 TB/s.
        let mut recording = kernels(10, 8_000, 9_000, 16_000_000);
        assert!(!rules(&recording).iter().any(|rule| rule.ends_with("-bound")), "nothing was measured");
        recording.notes.push(("_ceiling cuda:0".into(), "3e12 6e13 3e13".into()));
        assert!(rules(&recording).contains(&"memory-bound"));
        recording.notes[0].1 = "1e12 6e13 3e13".into();
        assert!(!rules(&recording).iter().any(|rule| rule.ends_with("-bound")), "it finds its bytes in a cache");
        recording.notes[0].1 = "3e14 4e11 3e13".into();
        assert!(rules(&recording).contains(&"compute-bound"));
        recording.notes[0].1 = "3e14 1e11 3e13".into();
        assert!(!rules(&recording).iter().any(|rule| rule.ends_with("-bound")), "no ceiling of its own was measured");
        // Their operations are in half precision: 2.5e11 a second.
        recording.events.iter_mut().for_each(|event| event.detail |= flags::HALF);
        assert!(!rules(&recording).iter().any(|rule| rule.ends_with("-bound")), "of halves nothing was measured");
        recording.notes[0].1 = "3e14 2.5e11 3e13 3e14".into();
        assert!(!rules(&recording).iter().any(|rule| rule.ends_with("-bound")), "halves have a ceiling of their own");
        recording.notes[0].1 = "3e14 1e10 3e13 4e11".into();
        let found = advice(&recording);
        assert!(found.iter().any(|one| one.rule == "compute-bound" && one.evidence.contains("half precision")));
        recording.events.iter_mut().for_each(|event| event.detail = 0);
        recording.notes[0].1 = "3e14 6e13 3e13".into();
        assert!(!rules(&recording).iter().any(|rule| rule.ends_with("-bound")));
    }

    #[test]
    fn calls_that_allocate_and_take_the_time_are_stalls() {
        let calls = |name: &str, duration: u64| {
            recording(|builder| {
                let (free, launch) = (builder.name(name), builder.name("cuLaunchKernel"));
                for number in 0..60 {
                    builder.add(Event { start: number, duration, ..Event::new(Kind::Call, free) });
                    builder.add(Event { start: number, duration: 3_000, ..Event::new(Kind::Call, launch) });
                }
            })
        };
        assert_eq!(rules(&calls("cudaFree", 26_010_325)), ["allocation-stalls"]);
        assert!(rules(&calls("cudaFree", 200)).is_empty());
        assert!(rules(&calls("cudaMalloc", 26_010_325)).is_empty(), "it is kept");
        assert!(rules(&calls("cuStreamSynchronize", 26_010_325)).is_empty());
    }

    #[test]
    fn memory_that_the_cpu_takes_anew_is_named_and_memory_that_it_keeps_is_not() {
        let taken = |fresh: u64, held: u64, moved: u64| {
            recording(|builder| {
                let name = builder.name("add");
                for _ in 0..20 {
                    let memory = Event::new(Kind::Memory, 0).on(0, 0);
                    builder.add(memory.with(Pool::Allocate as u8, [32_000_000, 32_000_000, held, fresh]));
                    builder.add(Event::new(Kind::Kernel, name).with(0, [moved, 0, 1, 1]));
                }
            })
        };
        assert_eq!(rules(&taken(1, 32_000_000, 64_000_000)), ["allocation-stalls"]);
        assert!(rules(&taken(0, 32_000_000, 64_000_000)).is_empty(), "the pool had it");
        assert!(rules(&taken(1, 640_000_000, 64_000_000)).is_empty(), "it is kept");
        assert!(rules(&taken(1, 32_000_000, 64_000_000_000)).is_empty(), "the work takes longer");
    }
}
