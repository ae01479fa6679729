//! The timeline of the report's page: lanes of threads and streams, with few enough items for a browser.

use std::collections::{BTreeMap, HashMap};

use crate::event::{Event, Kind, device_name};
use crate::json::quoted;
use crate::numbers::{Grouped, add, total};
use crate::recording::{Recording, Threads};
use crate::trace::{label, on_device};

/// The most items that are drawn one by one; shorter ones are counted by interval.
const MAX_ITEMS: usize = 60_000;

/// The number of intervals into which the time is divided for those.
const INTERVALS: u64 = 4000;

/// The lane of an event: those of threads come before those of devices.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum Lane {
    Ranges(u32),
    Host(u32),
    Calls(u32),
    Kernels(u16, u32),
    Copies(u16, u32),
}

fn lane(event: &Event) -> Option<Lane> {
    Some(match event.kind {
        Kind::Range => Lane::Ranges(event.thread),
        Kind::Flush | Kind::Wait | Kind::Compilation | Kind::Transfer => Lane::Host(event.thread),
        Kind::Call => Lane::Calls(event.thread),
        Kind::Kernel => Lane::Kernels(event.device, event.stream),
        Kind::Copy if on_device(event) => Lane::Copies(event.device, event.stream),
        _ => return None,
    })
}

impl Lane {
    fn title(self, threads: &Threads) -> String {
        let thread = |number: u32| threads.name(number);
        match self {
            Lane::Ranges(number) => format!("{} · ranges", thread(number)),
            Lane::Host(number) => format!("{} · flushes and waits", thread(number)),
            Lane::Calls(number) => format!("{} · CUDA calls", thread(number)),
            Lane::Kernels(device, stream) => format!("{} · stream {stream} · kernels", device_name(device)),
            Lane::Copies(device, stream) => format!("{} · stream {stream} · memory operations", device_name(device)),
        }
    }
}

/// The lanes of the timeline as JSON, and a sentence on what is left out of them.
pub(crate) fn lanes(recording: &Recording) -> (String, String) {
    let (first, last) = recording.span();
    let threads = recording.threads();
    let mut durations: Vec<u64> =
        recording.events.iter().filter(|event| lane(event).is_some()).map(|event| event.duration).collect();
    let all = durations.len();
    // The longest are drawn one by one. If many are as short as the shortest of these, they are left out too.
    let least = if all > MAX_ITEMS { durations.select_nth_unstable(all - MAX_ITEMS).1.saturating_add(1) } else { 0 };
    let mut names = Names::default();
    let mut found: BTreeMap<Lane, Drawn> = BTreeMap::new();
    let interval = ((last - first) / INTERVALS).max(1);
    let mut counted = 0u64;
    for event in &recording.events {
        let Some(lane) = lane(event) else { continue };
        let drawn = found.entry(lane).or_default();
        if event.duration < least {
            counted += 1;
            let (count, busy) = drawn.intervals.entry((event.start - first) / interval).or_default();
            *count += 1;
            add(busy, event.duration);
            continue;
        }
        let row = drawn.row(event);
        let name = names.number(recording, event);
        let [a, b, c, d] = event.values;
        drawn.items.push(format!(
            "[{},{},{name},{row},{},{a},{b},{c},{d},{}]",
            event.start - first,
            event.duration,
            event.kind as u8,
            names.location(recording, event)
        ));
    }
    let lanes: Vec<String> = found
        .iter()
        .map(|(lane, drawn)| {
            let intervals =
                drawn.intervals.iter().map(|(number, (count, busy))| format!("[{},{count},{busy}]", number * interval));
            format!(
                "{{\"title\":{},\"rows\":{},\"items\":[{}],\"intervals\":[{}]}}",
                quoted(&lane.title(&threads)),
                drawn.rows.len().max(1),
                drawn.items.join(","),
                intervals.collect::<Vec<_>>().join(",")
            )
        })
        .collect();
    let left_out = if counted == 0 {
        String::new()
    } else {
        format!(
            "Of {all} events the timeline draws the {} longest one by one; the other {counted}, each shorter than {least} ns, are drawn as how \
             busy each {:.3} ms was, and are not found by the search. The tables count all of them.",
            all as u64 - counted,
            interval as f64 * 1e-6
        )
    };
    let json = format!(
        "{{\"span\":{},\"interval\":{interval},\"names\":[{}],\"lanes\":[{}]}}",
        last - first,
        names.texts.join(","),
        lanes.join(",")
    );
    (json, left_out)
}

#[derive(Default)]
struct Drawn {
    items: Vec<String>,
    /// The end of the last item of each row.
    rows: Vec<u64>,
    intervals: BTreeMap<u64, (u64, u64)>,
}

impl Drawn {
    /// The first row with space for an event. Events come in the order of their starts, so nested ones are placed
    /// below.
    fn row(&mut self, event: &Event) -> usize {
        const MAX_ROWS: usize = 12;
        let free = self.rows.iter().position(|&end| end <= event.start);
        let row = free.unwrap_or(self.rows.len()).min(MAX_ROWS - 1);
        if row == self.rows.len() {
            self.rows.push(0);
        }
        self.rows[row] = event.end();
        row
    }
}

#[derive(Default)]
struct Names {
    numbers: HashMap<String, usize>,
    texts: Vec<String>,
}

impl Names {
    fn number(&mut self, recording: &Recording, event: &Event) -> usize {
        self.of(label(recording, event))
    }

    fn location(&mut self, recording: &Recording, event: &Event) -> i64 {
        if event.location == 0 { -1 } else { self.of(recording.name(event.location).to_owned()) as i64 }
    }

    fn of(&mut self, text: String) -> usize {
        let next = self.texts.len();
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        self.texts.push(quoted(&text));
        self.numbers.insert(text, next);
        next
    }
}

/// The memory in use over time, as JSON: for each device the maximum of each interval.
pub(crate) fn memory(recording: &Recording) -> String {
    let (first, last) = recording.span();
    let interval = ((last - first) / INTERVALS).max(1);
    let mut devices: BTreeMap<u16, BTreeMap<u64, (u64, u64)>> = BTreeMap::new();
    for event in recording.of(Kind::Memory) {
        let point = devices.entry(event.device).or_default().entry((event.start - first) / interval).or_default();
        *point = (point.0.max(event.values[1]), point.1.max(event.values[2]));
    }
    let device = |(number, points): (&u16, &BTreeMap<u64, (u64, u64)>)| {
        let points = points.iter().map(|(number, (used, held))| format!("[{},{used},{held}]", number * interval));
        format!(
            "{{\"device\":{},\"points\":[{}]}}",
            quoted(&device_name(*number)),
            points.collect::<Vec<_>>().join(",")
        )
    };
    format!("[{}]", devices.iter().map(device).collect::<Vec<_>>().join(","))
}

/// The work of each device, as JSON: the time of its kernels and copies by name, the longest first, and that of all
/// others.
pub(crate) fn busy(recording: &Recording) -> String {
    const MAX_NAMED: usize = 6;
    let mut devices: BTreeMap<u16, HashMap<String, u64>> = BTreeMap::new();
    let mut known = Grouped::<(u16, Kind, u8, u32), u64>::new();
    let is_work = |event: &&Event| event.kind == Kind::Kernel || event.kind == Kind::Copy && on_device(event);
    for event in recording.events.iter().filter(is_work) {
        add(known.of((event.device, event.kind, event.detail, event.name)), event.duration);
    }
    for ((device, kind, detail, name), time) in known.into_groups() {
        let event = Event { device, detail, name, ..Event::at(kind, name, 0) };
        add(devices.entry(device).or_default().entry(label(recording, &event)).or_default(), time);
    }
    let device = |(number, times): (u16, HashMap<String, u64>)| {
        let mut times: Vec<(String, u64)> = times.into_iter().collect();
        times.sort_by(|(name, time), (other, longer)| longer.cmp(time).then_with(|| name.cmp(other)));
        let others = total(times.iter().skip(MAX_NAMED).map(|(_, time)| time));
        let named = times.iter().take(MAX_NAMED).map(|(name, time)| format!("[{},{time}]", quoted(name)));
        format!(
            "{{\"device\":{},\"named\":[{}],\"others\":{others}}}",
            quoted(&device_name(number)),
            named.collect::<Vec<_>>().join(",")
        )
    };
    format!("[{}]", devices.into_iter().map(device).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Builder;

    #[test]
    fn the_work_of_each_device_is_summed_by_name() {
        let mut builder = Builder::default();
        for number in 0..20u16 {
            let name = builder.name(&format!("kernel {}", number % 10));
            let duration = u64::from(number % 10) + 1;
            builder.add(Event { duration, ..Event::at(Kind::Kernel, name, 5) }.on(number % 2 * 2, 0));
        }
        builder.add(Event { duration: 100, ..Event::at(Kind::Copy, 0, 5) }.on(2, 0).with(1, [8, 0, 0, 0]));
        builder.add(Event { duration: 1000, ..Event::at(Kind::Range, 0, 5) });
        let even = "\"named\":[[\"kernel 8\",18],[\"kernel 6\",14],[\"kernel 4\",10],[\"kernel 2\",6],[\"kernel 0\",2]],\"others\":0";
        let odd =
            "[\"kernel 9\",20],[\"kernel 7\",16],[\"kernel 5\",12],[\"kernel 3\",8],[\"kernel 1\",4]],\"others\":0";
        let copy = "[[\"[CUDA memcpy Host-to-Device]\",100],";
        let found = busy(&builder.finish());
        assert_eq!(found, format!("[{{\"device\":\"cpu\",{even}}},{{\"device\":\"cuda:0\",\"named\":{copy}{odd}}}]"));
    }

    #[test]
    fn nested_ranges_stand_below_one_another_and_what_is_left_out_is_said() {
        let mut builder = Builder::default();
        let name = builder.name("step");
        builder.add(Event { start: 0, duration: 1_000_000, thread: 1, ..Event::new(Kind::Range, name) });
        for number in 0..10 {
            builder.add(Event { start: 10 + number * 20, duration: 15, thread: 1, ..Event::new(Kind::Range, name) });
        }
        let (json, left_out) = lanes(&builder.finish());
        assert!(json.contains("\"rows\":2") && left_out.is_empty(), "{json}");

        let mut builder = Builder::default();
        let name = builder.name("kernel");
        for number in 0..200_000u64 {
            builder.add(Event {
                start: number * 10,
                duration: 1 + number % 7,
                thread: 1,
                ..Event::new(Kind::Kernel, name)
            });
        }
        let (json, left_out) = lanes(&builder.finish());
        assert!(left_out.starts_with("Of 200000 events the timeline draws the "), "{left_out}");
        assert!(json.matches("],[").count() < MAX_ITEMS + INTERVALS as usize + 10);
        let counted: u64 = left_out.split("the other ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
        let drawn: u64 = left_out.split("draws the ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert_eq!(counted + drawn, 200_000);
    }
}
