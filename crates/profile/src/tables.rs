//! The tables of a report, with Nsight Systems' columns: time by name.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use crate::event::{Copied, Event, Kind, Outcome, Pool, device_name, flags};
use crate::json::{number, quoted};
use crate::numbers::{ByNumber, Grouped, add, total};
use crate::recording::Recording;
use crate::statistics::Summary;
use crate::text::printable;

/// A table, sorted by its first column in descending order.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its identifier in commands and files.
    pub key: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column(pub &'static str);

/// The contents of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A part of the whole, in percent.
    Percent(f64),
    /// A whole number.
    Count(u64),
    /// A number with one decimal, as a mean of nanoseconds.
    Mean(f64),
    /// Megabytes (10^6 bytes), with three decimals.
    Megabytes(f64),
    /// Text.
    Text(String),
}

impl Cell {
    /// As JSON.
    pub fn json(&self) -> String {
        match self {
            Cell::Percent(value) | Cell::Mean(value) | Cell::Megabytes(value) => number(*value),
            Cell::Count(value) => value.to_string(),
            Cell::Text(text) => quoted(text),
        }
    }

    /// As text for a spreadsheet and for a terminal.
    pub fn csv(&self) -> String {
        match self {
            Cell::Percent(value) => format!("{value:.1}"),
            Cell::Count(value) => value.to_string(),
            Cell::Mean(value) => format!("{value:.1}"),
            Cell::Megabytes(value) => format!("{value:.6}"),
            Cell::Text(text) => {
                let text = printable(text);
                if text.contains(['"', ',', '\n']) {
                    format!("\"{}\"", text.replace('"', "\"\""))
                } else {
                    text.into_owned()
                }
            }
        }
    }
}

const TIMES: [&str; 6] = ["Avg (ns)", "Med (ns)", "Min (ns)", "Max (ns)", "StdDev (ns)", ""];

/// The tables of a recording; empty tables are left out.
pub fn tables(recording: &Recording) -> Vec<Table> {
    let all = [
        ranges(recording),
        calls(recording),
        by_name(recording, Kind::Call, "api", "CUDA API Summary", "Num Calls", "Name"),
        by_name(recording, Kind::Kernel, "kernels", on_gpu(recording, KERNELS), "Instances", "Name"),
        memory_by_time(recording),
        memory_by_size(recording),
        flushes(recording),
        fusion(recording),
        compilations(recording),
        waits(recording),
        transfers(recording),
        memory(recording),
    ];
    all.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

/// Titles if a GPU did the work, as in Nsight Systems, and otherwise.
const KERNELS: [&str; 2] = ["GPU Kernel Execution", "Kernel Execution"];
const MEMORY_BY_TIME: [&str; 2] = ["GPU Memory Operations (by Time)", "Memory Operations (by Time)"];
const MEMORY_BY_SIZE: [&str; 2] = ["GPU Memory Operations (by Size)", "Memory Operations (by Size)"];

fn on_gpu(recording: &Recording, [gpu, other]: [&'static str; 2]) -> &'static str {
    let is_gpus = |event: &Event| matches!(event.kind, Kind::Kernel | Kind::Copy) && event.device > 1;
    if recording.events.iter().any(is_gpus) { gpu } else { other }
}

/// A table that is left out because it is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmptyTable {
    /// The key that the table would have.
    pub key: &'static str,
    /// The heading that it would have.
    pub title: &'static str,
    /// Why it has no row.
    pub why: &'static str,
}

/// Those of Nsight Systems' tables that are empty, and why.
pub fn empty_tables(recording: &Recording) -> Vec<EmptyTable> {
    let ran_on_gpu = recording.of(Kind::Kernel).any(|kernel| kernel.device > 0);
    let no_copies = "nothing was copied: what is copied within a kernel or read where it stands is no copy of memory";
    let all = [
        ("ranges", "NVTX Range Summary", "no range was named; cuprust.profiler.time_range names one"),
        (
            "api",
            "CUDA API Summary",
            if ran_on_gpu {
                "no call of the driver was recorded"
            } else {
                "the CPU ran the kernels, without calls of a driver"
            },
        ),
        ("kernels", KERNELS[1], "no kernel ran"),
        ("memory-time", MEMORY_BY_TIME[1], no_copies),
        ("memory-size", MEMORY_BY_SIZE[1], no_copies),
    ];
    let there: Vec<&str> = tables(recording).iter().map(|table| table.key).collect();
    all.into_iter()
        .filter(|(key, ..)| !there.contains(key))
        .map(|(key, title, why)| EmptyTable { key, title, why })
        .collect()
}

/// The durations of events grouped by key.
fn grouped<'a, K: Ord + Copy + Hash>(
    events: impl Iterator<Item = &'a Event>,
    key: impl Fn(&Event) -> K,
) -> Vec<(K, Vec<u64>)> {
    let mut groups = Grouped::<K, Vec<u64>>::new();
    for event in events {
        groups.of(key(event)).push(event.duration);
    }
    let mut groups = groups.into_groups();
    groups.sort_by_cached_key(|(key, durations)| (std::cmp::Reverse(total(durations)), *key));
    groups
}

fn percent(part: u64, whole: u64) -> Cell {
    Cell::Percent(if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 })
}

/// The cells from the share of the time to the deviation.
fn figures(durations: &mut [u64], whole: u64) -> Vec<Cell> {
    let summary = Summary::of(durations);
    vec![
        percent(summary.total, whole),
        Cell::Count(summary.total),
        Cell::Count(summary.count),
        Cell::Mean(summary.mean),
        Cell::Mean(summary.median),
        Cell::Count(summary.min),
        Cell::Count(summary.max),
        Cell::Mean(summary.deviation),
    ]
}

fn time_columns(count: &'static str, rest: &[&'static str]) -> Vec<Column> {
    let first = ["Time (%)", "Total Time (ns)", count];
    first.iter().chain(&TIMES[..5]).chain(rest).map(|title| Column(title)).collect()
}

fn timed<K: Ord>(
    (key, title, count): (&'static str, &'static str, &'static str),
    groups: Vec<(K, Vec<u64>)>,
    rest: &[&'static str],
    cells: impl Fn(&K) -> Vec<Cell>,
) -> Table {
    let whole = total(groups.iter().flat_map(|(_, durations)| durations));
    let row = |(key, mut durations): (K, Vec<u64>)| {
        let mut row = figures(&mut durations, whole);
        row.extend(cells(&key));
        row
    };
    Table { key, title, columns: time_columns(count, rest), rows: groups.into_iter().map(row).collect() }
}

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

fn by_name(
    recording: &Recording,
    kind: Kind,
    key: &'static str,
    title: &'static str,
    count: &'static str,
    name: &'static str,
) -> Table {
    let groups = grouped(recording.of(kind), |event| event.name);
    timed((key, title, count), groups, &[name], |&number| vec![text(recording.name(number))])
}

fn calls(recording: &Recording) -> Table {
    let is_call = |event: &&Event| event.detail & flags::CALL != 0;
    let groups = grouped(recording.of(Kind::Range).filter(is_call), |event| event.name);
    timed(("calls", "Calls of Functions", "Num Calls"), groups, &["Function"], |&number| {
        vec![text(recording.name(number))]
    })
}

fn ranges(recording: &Recording) -> Table {
    let is_named = |event: &&Event| event.detail & flags::CALL == 0;
    let groups = grouped(recording.of(Kind::Range).filter(is_named), |event| event.name);
    timed(("ranges", "NVTX Range Summary", "Instances"), groups, &["Style", "Range"], |&number| {
        vec![text("PushPop"), text(format!(":{}", recording.name(number)))]
    })
}

/// The name of a copy; a GPU's has the name that Nsight Systems gives it.
pub(crate) fn copy_name(device: u16, detail: u8) -> String {
    let made = match device {
        0 => "CPU",
        1 => "PTX",
        _ => "CUDA",
    };
    format!("[{made} {}]", Copied::text(detail))
}

/// A figure of copies by name, which does not distinguish all kinds of memory.
fn copies(recording: &Recording, figure: impl Fn(&Event) -> u64) -> BTreeMap<String, Vec<u64>> {
    let mut kinds = Grouped::<(u16, u8), Vec<u64>>::new();
    for event in recording.of(Kind::Copy) {
        kinds.of((event.device, event.detail)).push(figure(event));
    }
    let mut groups: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for ((device, detail), figures) in kinds.into_groups() {
        groups.entry(copy_name(device, detail)).or_default().extend(figures);
    }
    groups
}

fn memory_by_time(recording: &Recording) -> Table {
    let mut groups: Vec<(String, Vec<u64>)> = copies(recording, |event| event.duration).into_iter().collect();
    groups.sort_by_key(|(_, durations)| std::cmp::Reverse(total(durations)));
    timed(("memory-time", on_gpu(recording, MEMORY_BY_TIME), "Count"), groups, &["Operation"], |name| {
        vec![text(name.as_str())]
    })
}

fn memory_by_size(recording: &Recording) -> Table {
    let mut groups: Vec<(String, Vec<u64>)> = copies(recording, |event| event.values[0]).into_iter().collect();
    groups.sort_by_key(|(_, sizes)| std::cmp::Reverse(total(sizes)));
    let row = |(name, mut sizes): (String, Vec<u64>)| {
        let summary = Summary::of(&mut sizes);
        let megabytes = |bytes: f64| Cell::Megabytes(bytes / 1e6);
        vec![
            megabytes(summary.total as f64),
            Cell::Count(summary.count),
            megabytes(summary.mean),
            megabytes(summary.median),
            megabytes(summary.min as f64),
            megabytes(summary.max as f64),
            megabytes(summary.deviation),
            text(name),
        ]
    };
    Table {
        key: "memory-size",
        title: on_gpu(recording, MEMORY_BY_SIZE),
        columns: ["Total (MB)", "Count", "Avg (MB)", "Med (MB)", "Min (MB)", "Max (MB)", "StdDev (MB)", "Operation"]
            .map(Column)
            .to_vec(),
        rows: groups.into_iter().map(row).collect(),
    }
}

fn flushes(recording: &Recording) -> Table {
    let groups = grouped(recording.of(Kind::Flush), |event| event.name);
    let mut work: HashMap<u32, [u64; 3]> = HashMap::new();
    for event in recording.of(Kind::Flush) {
        let sums = work.entry(event.name).or_default();
        sums.iter_mut().zip(event.values).for_each(|(sum, value)| add(sum, value));
    }
    let rest = ["Instructions", "Kernels", "New plans", "Reason"];
    timed(("flushes", "Flushes by Reason", "Count"), groups, &rest, |number| {
        let sums = work.get(number).copied().unwrap_or_default();
        let mut cells: Vec<Cell> = sums.into_iter().map(Cell::Count).collect();
        cells.push(text(recording.name(*number)));
        cells
    })
}

/// The steps of plans: on the CPU the kernels themselves, on other devices their launches.
pub(crate) fn steps(recording: &Recording) -> impl Iterator<Item = &Event> + Clone {
    let is_step = |event: &&Event| event.kind == Kind::Step || event.kind == Kind::Kernel && event.device == 0;
    recording.events.iter().filter(is_step)
}

/// How long devices took for each step: the time of the kernels that name it. The CPU's steps are kernels, and have
/// their own.
pub(crate) fn step_times(recording: &Recording) -> ByNumber<u64, u64> {
    let mut times = ByNumber::default();
    for kernel in recording.of(Kind::Kernel).filter(|kernel| kernel.device > 0 && kernel.link != 0) {
        add(times.entry(kernel.link).or_default(), kernel.duration);
    }
    times
}

/// The steps of one name on a device.
#[derive(Default)]
struct StepGroup {
    durations: Vec<u64>,
    read: u64,
    written: u64,
    operations: u64,
    fused: u64,
    routine: bool,
    /// Whether it is unknown which kernels are theirs: the times are then those of launching them.
    unmeasured: bool,
}

impl StepGroup {
    fn total(&self) -> u64 {
        total(&self.durations)
    }
}

/// Whether a step's time is that of its work: on the CPU it is, and elsewhere if kernels name the step.
pub(crate) fn is_measured(step: &Event, times: &ByNumber<u64, u64>) -> bool {
    step.kind != Kind::Step || times.contains_key(&step.link)
}

/// How long a step took: its kernels, or itself.
pub(crate) fn time_of(step: &Event, times: &ByNumber<u64, u64>) -> u64 {
    if step.device == 0 { step.duration } else { times.get(&step.link).copied().unwrap_or(step.duration) }
}

fn fusion(recording: &Recording) -> Table {
    let times = step_times(recording);
    let mut groups = Grouped::<(u32, u16), StepGroup>::new();
    for step in steps(recording) {
        let group = groups.of((step.name, step.device));
        let [read, written, operations, fused] = step.values;
        group.durations.push(time_of(step, &times));
        add(&mut group.read, read);
        add(&mut group.written, written);
        add(&mut group.operations, operations);
        group.fused = fused;
        group.routine = step.detail & flags::ROUTINE != 0;
        group.unmeasured |= !is_measured(step, &times);
    }
    let mut groups = groups.into_groups();
    groups.sort_by_cached_key(|(key, group)| (std::cmp::Reverse(group.total()), *key));
    let whole = total(groups.iter().map(|(_, group)| group.total()));
    let row = |((name, device), group): ((u32, u16), StepGroup)| {
        let total = group.total();
        let has_rate = total > 0 && !group.unmeasured;
        let per_second = |amount: u64| if has_rate { amount as f64 / total as f64 } else { 0.0 };
        vec![
            percent(total, whole),
            Cell::Count(total),
            Cell::Count(group.durations.len() as u64),
            Cell::Count(group.fused),
            Cell::Megabytes(group.read as f64 / 1e6),
            Cell::Megabytes(group.written as f64 / 1e6),
            Cell::Mean(per_second(group.read.saturating_add(group.written))),
            Cell::Mean(per_second(group.operations)),
            text(if group.routine { "routine" } else { "kernel" }),
            text(device_name(device)),
            text(recording.name(name)),
        ]
    };
    Table {
        key: "fusion",
        title: "Fusion: Kernels of the Recorded Operations",
        columns: [
            "Time (%)",
            "Total Time (ns)",
            "Instances",
            "Operations",
            "Read (MB)",
            "Written (MB)",
            "GB/s",
            "GFLOP/s",
            "Kind",
            "Device",
            "Fused operations",
        ]
        .map(Column)
        .to_vec(),
        rows: groups.into_iter().map(row).collect(),
    }
}

fn compilations(recording: &Recording) -> Table {
    let groups = grouped(recording.of(Kind::Compilation), |event| (event.detail, event.name));
    timed(("compilations", "Kernel Compilations", "Count"), groups, &["Outcome", "Kernel"], |&(outcome, name)| {
        vec![text(Outcome::text(outcome)), text(recording.name(name))]
    })
}

/// Waits by cause, thread and source line, where that is known.
fn waits(recording: &Recording) -> Table {
    let groups = grouped(recording.of(Kind::Wait), |event| (event.name, event.thread, event.location));
    let threads = recording.threads();
    timed(
        ("waits", "Synchronisations", "Count"),
        groups,
        &["Waited for", "Thread", "Where"],
        |(what, thread, location)| {
            vec![text(recording.name(*what)), text(threads.name(*thread)), text(recording.name(*location))]
        },
    )
}

/// The uploaded host arrays by fingerprint and size, with their events.
pub(crate) fn uploads(recording: &Recording) -> HashMap<(u64, u64), Vec<&Event>> {
    let mut seen: HashMap<(u64, u64), Vec<&Event>> = HashMap::new();
    for event in recording.of(Kind::Transfer).filter(|event| event.detail == Copied::HostToDevice as u8) {
        seen.entry((event.values[1], event.values[0])).or_default().push(event);
    }
    seen
}

fn transfers(recording: &Recording) -> Table {
    let repeated = total(uploads(recording).values().map(|events| events.len() as u64 - 1));
    let groups = grouped(recording.of(Kind::Transfer), |event| event.detail);
    let bytes = |detail: u8| {
        total(recording.of(Kind::Transfer).filter(|event| event.detail == detail).map(|event| event.values[0]))
    };
    timed(("transfers", "Host Arrays", "Count"), groups, &["Total (MB)", "Repeats", "Direction"], |&detail| {
        let to_device = detail == Copied::HostToDevice as u8;
        vec![
            Cell::Megabytes(bytes(detail) as f64 / 1e6),
            Cell::Count(if to_device { repeated } else { 0 }),
            text(if to_device { "host to device" } else { "device to host" }),
        ]
    })
}

fn memory(recording: &Recording) -> Table {
    let mut devices: BTreeMap<u16, [u64; 5]> = BTreeMap::new();
    for event in recording.of(Kind::Memory) {
        let figures = devices.entry(event.device).or_default();
        figures[0] = figures[0].max(event.values[1]);
        figures[1] = figures[1].max(event.values[2]);
        figures[2] += u64::from(event.detail == Pool::Allocate as u8);
        figures[3] += u64::from(event.detail == Pool::Release as u8);
        add(&mut figures[4], event.duration);
    }
    let mut rows: Vec<_> = devices.into_iter().collect();
    rows.sort_by_key(|(_, figures)| std::cmp::Reverse(figures[0]));
    let row = |(device, figures): (u16, [u64; 5])| {
        vec![
            Cell::Megabytes(figures[0] as f64 / 1e6),
            Cell::Megabytes(figures[1] as f64 / 1e6),
            Cell::Count(figures[2]),
            Cell::Count(figures[3]),
            Cell::Count(figures[4]),
            text(device_name(device)),
        ]
    };
    Table {
        key: "memory",
        title: "Memory of Arrays",
        columns: ["Peak (MB)", "Peak held (MB)", "Allocations", "Releases", "Total Time (ns)", "Device"]
            .map(Column)
            .to_vec(),
        rows: rows.into_iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Builder;

    fn column(table: &Table, title: &str) -> usize {
        table.columns.iter().position(|column| column.0 == title).unwrap()
    }

    #[test]
    fn the_parts_of_every_table_are_the_whole() {
        let mut builder = Builder::default();
        let mut state = 1u64;
        let kinds = [Kind::Range, Kind::Call, Kind::Kernel, Kind::Copy, Kind::Flush, Kind::Wait, Kind::Compilation];
        for number in 0..5000u64 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let name = builder.name(&format!("name {}", state >> 60));
            let kind = kinds[(state >> 40) as usize % kinds.len()];
            let event = Event::new(kind, name).with((state >> 50 & 1) as u8 + 1, [state >> 48, 0, 0, 0]);
            builder.add(Event { start: number, duration: state >> 44, ..event });
        }
        let recording = builder.finish();
        let found = tables(&recording);
        assert_eq!(
            found.iter().map(|table| table.key).collect::<Vec<_>>(),
            ["ranges", "api", "kernels", "memory-time", "memory-size", "flushes", "fusion", "compilations", "waits"]
        );
        for (key, kind) in
            [("ranges", Kind::Range), ("api", Kind::Call), ("kernels", Kind::Kernel), ("waits", Kind::Wait)]
        {
            let table = found.iter().find(|table| table.key == key).unwrap();
            let sum = |title: &str| {
                let index = column(table, title);
                let value = |row: &Vec<Cell>| match row[index] {
                    Cell::Count(value) => value as f64,
                    Cell::Percent(value) => value,
                    _ => panic!("{title} is no number"),
                };
                table.rows.iter().map(value).sum::<f64>()
            };
            let count = if key == "ranges" || key == "kernels" {
                "Instances"
            } else if key == "api" {
                "Num Calls"
            } else {
                "Count"
            };
            assert_eq!(sum(count), recording.of(kind).count() as f64, "{key}");
            assert_eq!(sum("Total Time (ns)"), recording.of(kind).map(|event| event.duration as f64).sum::<f64>());
            assert!((sum("Time (%)") - 100.0).abs() < 1e-9);
            let totals: Vec<f64> = table
                .rows
                .iter()
                .map(|row| match row[0] {
                    Cell::Percent(p) => p,
                    _ => 0.0,
                })
                .collect();
            assert!(totals.is_sorted_by(|a, b| a >= b), "{key} is sorted");
        }
    }

    #[test]
    fn a_wait_names_its_thread_and_its_line() {
        let mut builder = Builder::default();
        let [stream, main, line] = ["a stream", "main thread", "life.py:7"].map(|name| builder.name(name));
        builder.add(Event { thread: 3, location: 0, ..Event::at(Kind::Thread, main, 0) });
        for (thread, location) in [(3, line), (3, line), (3, 0), (4, line)] {
            builder.add(Event { thread, location, duration: 10, ..Event::at(Kind::Wait, stream, 1) });
        }
        let table = waits(&builder.finish());
        let first = column(&table, "Waited for");
        let found: Vec<String> =
            table.rows.iter().map(|row| row[first..].iter().map(Cell::csv).collect::<Vec<_>>().join(", ")).collect();
        assert_eq!(
            found,
            ["a stream, main thread, life.py:7", "a stream, main thread, ", "a stream, thread 4, life.py:7"]
        );
        assert_eq!(table.rows[0][column(&table, "Count")], Cell::Count(2));
    }

    #[test]
    fn work_of_which_the_device_did_not_tell_has_no_rate() {
        let rates = |tells: bool| {
            let mut builder = Builder::default();
            let name = builder.name("matmul");
            let step = Event { start: 1, duration: 10, link: 7, ..Event::new(Kind::Step, name) };
            builder.add(step.on(2, 0).with(flags::ROUTINE, [400, 600, 90_000, 1]));
            let kernel =
                Event { start: 2, duration: 50, link: if tells { 7 } else { 0 }, ..Event::new(Kind::Kernel, name) };
            builder.add(kernel.on(2, 0));
            let table = tables(&builder.finish()).into_iter().find(|table| table.key == "fusion").unwrap();
            [table.rows[0][column(&table, "GB/s")].clone(), table.rows[0][column(&table, "GFLOP/s")].clone()]
        };
        assert_eq!(rates(true), [Cell::Mean(20.0), Cell::Mean(1800.0)]);
        assert_eq!(rates(false), [Cell::Mean(0.0), Cell::Mean(0.0)]);
    }

    #[test]
    fn a_cell_is_quoted_where_a_spreadsheet_needs_it() {
        assert_eq!(Cell::Text("f<1, \"2\">".into()).csv(), "\"f<1, \"\"2\"\">\"");
        assert_eq!((Cell::Megabytes(0.026).csv(), Cell::Mean(1.25).csv()), ("0.026000".into(), "1.2".into()));
    }
}
