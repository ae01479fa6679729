//! Advice on loops over operations: operations on few elements each, waits between operations, arrays that grow.

use std::collections::HashMap;

use crate::advice::{Advice, at_location, milliseconds, moved, size};
use crate::event::{Event, Kind, flags};
use crate::numbers::{add, total};
use crate::recording::Recording;
use crate::tables::steps;

/// The fewest operations for which a program is reported to loop over elements.
const MIN_SMALL_OPERATIONS: u64 = 2_000;

/// An operation that moves fewer bytes takes less time than recording and planning it.
const MAX_SMALL_OPERATION_BYTES: u64 = 4_096;

/// The longest time that an operation which ran within its call is assumed to have cost the host.
const MAX_IMMEDIATE_COST_NS: u64 = 50_000;

/// Many operations on so few elements each that the overhead of the operations dominates.
pub(crate) fn small_operations(recording: &Recording) -> Option<Advice> {
    let is_immediate = |event: &&Event| event.kind == Kind::Kernel && event.detail & flags::IMMEDIATE != 0;
    let recorded = total(recording.of(Kind::Flush).map(|flush| flush.values[0]));
    let immediate = recording.events.iter().filter(is_immediate).count() as u64;
    let operations = recorded.saturating_add(immediate);
    let bytes = total(steps(recording).map(moved)).checked_div(operations)?;
    (operations >= MIN_SMALL_OPERATIONS && bytes <= MAX_SMALL_OPERATION_BYTES).then(|| {
        let kernels = total(steps(recording).map(|step| step.duration));
        Advice {
            rule: "small-operations",
            time: total(recording.of(Kind::Flush).map(|flush| flush.duration))
                .saturating_add(total(immediate_times(recording).iter().map(|(start, end)| end - start))),
            title: "The program computes with many operations on few elements each".into(),
            evidence: format!(
                "{operations} operations move {} each on average, and their kernels take {} in all: an operation costs the host some microseconds, \
                 whatever its size",
                size(bytes),
                milliseconds(kernels)
            ),
            change: "replace loops over elements or rows by operations on whole arrays: axis= for rows, cp.where or a mask for conditions, slices for \
                     neighbors; a loop that needs the result before it belongs into a kernel (cuprust.ElementwiseKernel, cuprust.jit)"
                .into(),
        }
    })
}

/// The times for which operations that ran within their calls kept the host busy: from each one's start until its
/// thread's next event.
pub(crate) fn immediate_times(recording: &Recording) -> Vec<(u64, u64)> {
    let mut last: HashMap<u32, u64> = HashMap::new();
    let mut times = vec![];
    for event in &recording.events {
        if let Some(start) = last.remove(&event.thread) {
            times.push((start, event.start.clamp(start, start.saturating_add(MAX_IMMEDIATE_COST_NS))));
        }
        if event.kind == Kind::Kernel && event.detail & flags::IMMEDIATE != 0 {
            last.insert(event.thread, event.start);
        }
    }
    times
}

/// The reason of a flush by a thread that waits for a stream.
pub const SYNCHRONIZED: &str = "a thread waits for the stream";

/// The fewest waits for a device that count as a loop.
const MIN_WAITS: usize = 100;

/// The most operations between two waits for which a wait is considered to prevent fusion.
const MAX_OPERATIONS_PER_WAIT: u64 = 4;

/// Waits for the device after every few operations, which prevent their fusion into one kernel.
pub(crate) fn synchronizations(recording: &Recording) -> Option<Advice> {
    let waits: Vec<&Event> =
        recording.of(Kind::Flush).filter(|flush| recording.name(flush.name) == SYNCHRONIZED).collect();
    let operations = total(waits.iter().map(|flush| flush.values[0]));
    let is_loop = waits.len() >= MIN_WAITS && operations <= MAX_OPERATIONS_PER_WAIT * waits.len() as u64;
    is_loop.then(|| Advice {
        rule: "synchronizations",
        time: total(waits.iter().map(|flush| flush.duration)),
        title: "The program waits for the device after every few operations".into(),
        evidence: format!(
            "{} waits{}, {:.1} operations before each: what is waited for runs at once and becomes no kernel with what follows",
            waits.len(),
            at_location(recording, &waits),
            operations as f64 / waits.len() as f64
        ),
        change: "leave out the calls of synchronize: reading a value waits by itself; to measure time, use cuprust.profiler.benchmark or events"
            .into(),
    })
}

/// The fewest steps, each longer than all before it, that count as a loop.
const MIN_GROWING_STEPS: usize = 50;

/// Copies each of which is longer than all before: an array to which a loop appends.
pub(crate) fn growing(recording: &Recording) -> Option<Advice> {
    let mut devices: HashMap<u16, Vec<&Event>> = HashMap::new();
    let mut all = 0;
    for step in steps(recording) {
        add(&mut all, moved(step));
        // A step without computing operations is a copy.
        if step.values[2] == 0 && step.values[0] > 0 {
            let longest = devices.entry(step.device).or_default();
            if longest.last().is_none_or(|last| moved(step) > moved(last)) {
                longest.push(step);
            }
        }
    }
    let longest = devices.into_values().max_by_key(Vec::len)?;
    let bytes = total(longest.iter().map(|step| moved(step)));
    (longest.len() >= MIN_GROWING_STEPS && bytes >= all / 2).then(|| Advice {
        rule: "growing-array",
        time: total(longest.iter().map(|step| step.duration)),
        title: "A loop appends to an array, which is copied each time".into(),
        evidence: format!(
            "{} copies{}, each longer than all before it, move {} in all, the last of them {}",
            longest.len(),
            at_location(recording, &longest),
            size(bytes),
            longest.last().map_or(String::new(), |last| size(moved(last)))
        ),
        change: "collect the parts in a list and join them once after the loop (cp.concatenate(parts)), or make the whole array before it and \
                 write the parts into it (out[start:stop] = part)"
            .into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Builder;

    fn rules(make: impl FnOnce(&mut Builder)) -> Vec<&'static str> {
        let mut builder = Builder::default();
        make(&mut builder);
        builder.finish().advice().iter().map(|advice| advice.rule).collect()
    }

    fn flushes(builder: &mut Builder, count: u64, instructions: u64, reason: &str, bytes: u64) {
        let (reason, name) = (builder.name(reason), builder.name("add"));
        for number in 0..count {
            let event =
                |kind, name, duration| Event { start: number * 1_000, duration, ..Event::new(kind, name).on(0, 0) };
            builder.add(event(Kind::Flush, reason, 900).with(0, [instructions, 1, 0, 0]));
            builder.add(event(Kind::Kernel, name, 100).with(0, [bytes, 0, 1, instructions]));
        }
    }

    #[test]
    fn many_operations_on_few_elements_are_named_and_few_or_large_ones_are_not() {
        let found = |count, bytes| rules(|builder| flushes(builder, count, 200, "the queue is full", bytes));
        assert_eq!(found(20, 200 * 8), ["small-operations"]);
        assert!(found(20, 200 * 80_000).is_empty());
        assert!(found(5, 200 * 8).is_empty());
    }

    #[test]
    fn operations_that_ran_as_they_were_called_cost_the_time_until_the_next_event() {
        let found = |count: u64, gap: u64| {
            let mut builder = Builder::default();
            let name = builder.name("greater");
            for number in 0..count {
                let event = Event { start: number * gap, duration: 300, thread: 1, ..Event::new(Kind::Kernel, name) };
                builder.add(event.on(0, 0).with(flags::IMMEDIATE, [16, 1, 1, 1]));
            }
            builder.finish().advice().iter().map(|advice| (advice.rule, advice.time)).collect::<Vec<_>>()
        };
        assert_eq!(found(5_001, 2_000), [("small-operations", 10_000_000)]);
        assert_eq!(found(5_001, 60_000), [("small-operations", 5_000 * MAX_IMMEDIATE_COST_NS)]);
        assert!(found(1_000, 2_000).is_empty());
    }

    #[test]
    fn a_wait_after_every_few_operations_is_named_and_waits_for_much_work_or_other_reasons_are_not() {
        let found = |count, instructions, reason: &str| {
            rules(|builder| flushes(builder, count, instructions, reason, 1_000_000))
        };
        assert_eq!(found(300, 2, SYNCHRONIZED), ["synchronizations"]);
        assert!(found(300, 40, SYNCHRONIZED).is_empty());
        assert!(found(20, 2, SYNCHRONIZED).is_empty());
        assert!(found(300, 2, "elements are read").is_empty());
    }

    #[test]
    fn an_array_that_grows_is_named_and_copies_of_one_size_or_of_few_bytes_are_not() {
        let found = |grows: u64, operations: u64| {
            rules(|builder| {
                let name = builder.name("copy");
                for number in 0..200 {
                    for bytes in [20_000, 20_000 + number * grows] {
                        let step = Event { start: number * 10, duration: 5, ..Event::new(Kind::Kernel, name) };
                        builder.add(step.on(0, 0).with(0, [bytes, bytes, operations, 0]));
                    }
                }
            })
        };
        assert_eq!(found(20_000, 0), ["growing-array"]);
        assert!(found(0, 0).is_empty());
        assert!(found(20_000, 1).is_empty(), "it computes");
    }
}
