//! Corrupted recordings: every report can be made from them, and no sum of their numbers overflows.

use std::io::sink;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cuprust_profile::{Builder, Copied, Event, Kind, Pool, Recording, flags, html, report, tables, trace};

/// Numbers whose sums and products are likely to overflow.
const EXTREMES: [u64; 8] =
    [u64::MAX, u64::MAX - 1, u64::MAX / 2, 1 << 63, u64::MAX / 3, u64::MAX / 10, i64::MAX as u64, 0];

const KINDS: [Kind; 14] = [
    Kind::RangeBegin,
    Kind::Range,
    Kind::Mark,
    Kind::Flush,
    Kind::Step,
    Kind::Kernel,
    Kind::Copy,
    Kind::Call,
    Kind::Memory,
    Kind::Compilation,
    Kind::Wait,
    Kind::Transfer,
    Kind::Thread,
    Kind::Device,
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A recording with every kind of event on three devices, and enough of each that every table has rows and every rule
/// of the advice applies. `number` makes the times, sizes and counts.
fn recording(random: &mut Random, number: &mut impl FnMut(&mut Random) -> u64) -> Recording {
    let mut builder = Builder::default();
    let names = ["add", "sort", "cuLaunchKernel", "cuLaunchKernelEx", "cuMemFree", "life.py:7"];
    let names = names.map(|name| builder.name(name));
    let details = [
        Copied::HostToDevice as u8,
        Copied::DeviceToHost as u8,
        Pool::Allocate as u8,
        Pool::Release as u8,
        Copied::Fill as u8,
        flags::DOUBLE,
        flags::CALL,
        0,
    ];
    for _ in 0..1600 {
        let kind = KINDS[random.below(KINDS.len())];
        let name = names[random.below(names.len())];
        let event = Event {
            start: number(random),
            duration: number(random),
            thread: random.below(3) as u32,
            location: names[5] * random.below(2) as u32,
            link: random.below(40) as u64,
            ..Event::at(kind, name, 0)
        };
        let [a, b, c] = [(); 3].map(|()| number(random));
        let last = if kind == Kind::Memory { random.below(2) as u64 } else { number(random) };
        // A call names its kernel, and transfers of one array share a fingerprint.
        let b = match kind {
            Kind::Call => u64::from(names[random.below(2)]),
            Kind::Transfer => random.below(5) as u64,
            _ => b,
        };
        let device = random.below(3) as u16;
        builder
            .add(event.on(device, random.below(2) as u32).with(details[random.below(details.len())], [a, b, c, last]));
    }
    let mut recording = builder.finish();
    recording.notes.extend([
        ("_ceiling cpu".into(), "1e10 1e11 1e10 1e11".into()),
        ("_ceiling cuda:0".into(), "1e12 1e13 1e12 1e14".into()),
        ("_python".into(), "a.py\t1\t18446744073709551615\t0.5\t0.75\tf".into()),
        ("_python_calls".into(), "0\t0\t2\t0.5\t0.75".into()),
    ]);
    recording
}

/// Makes all reports of a recording; returns whether nothing panicked.
fn is_reported(recording: &Recording) -> bool {
    let all = || {
        let (first, last) = recording.span();
        tables(recording);
        report(recording);
        html(recording);
        recording.advice();
        trace(recording, &mut sink()).expect("a sink takes everything");
        recording.between(first, last.max(first)).to_bytes()
    };
    catch_unwind(AssertUnwindSafe(all)).is_ok()
}

#[test]
fn the_recordings_have_rows_in_every_table_and_advice() {
    let mut random = Random(1);
    let recording = recording(&mut random, &mut |random| 1 + random.below(1 << 30) as u64);
    let keys: Vec<&str> = tables(&recording).iter().map(|table| table.key).collect();
    let expected = ["ranges", "calls", "api", "kernels", "memory-time", "memory-size", "flushes", "fusion"];
    assert_eq!(keys[..8], expected);
    assert_eq!(keys[8..], ["compilations", "waits", "transfers", "memory"]);
    assert!(!recording.advice().is_empty());
}

#[test]
fn no_sum_of_extreme_numbers_overflows() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut number = |random: &mut Random| match random.below(3) {
            0 => random.below(1 << 20) as u64,
            _ => EXTREMES[random.below(EXTREMES.len())],
        };
        let made = recording(&mut random, &mut number);
        assert!(is_reported(&made), "seed {seed}");
        let read = Recording::from_bytes(&made.to_bytes()).expect("it is a recording");
        assert!(is_reported(&read), "seed {seed}, read");
    }
}

#[test]
fn recordings_of_which_bytes_are_changed_are_reported() {
    let mut random = Random(7);
    let whole = recording(&mut random, &mut |random| random.below(1 << 30) as u64).to_bytes();
    for seed in 0..150 {
        let (mut random, mut bytes) = (Random(1_000 + seed), whole.clone());
        for _ in 0..1 + random.below(400) {
            // Only after the header: without it nothing is read.
            let position = 16 + random.below(bytes.len() - 24);
            if random.below(3) == 0 {
                bytes[position] = random.below(256) as u8;
            } else {
                let word = EXTREMES[random.below(EXTREMES.len())].to_le_bytes();
                // The words of events follow their chunk's header in groups of eight bytes, and make up most of the
                // file.
                let position = bytes.len() - (bytes.len() - position).next_multiple_of(8).min(bytes.len() - 16);
                bytes[position..position + 8].copy_from_slice(&word);
            }
        }
        bytes.truncate(bytes.len() - random.below(2) * random.below(100));
        let read = Recording::from_bytes(&bytes).expect("its head was not changed");
        assert!(is_reported(&read), "seed {seed}");
    }
}
