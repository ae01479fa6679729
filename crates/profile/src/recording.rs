//! A recording in memory: events sorted by their starts, names, and notes.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::event::{BYTES, Event, Kind};
use crate::format::{CHUNK_HEAD, Chunk, HEAD, begin_chunk, chunk_head, end_chunk, word, write_name, write_note};
use crate::order::sort;

/// The notes of when a recording began and ended, by the recorder's clock.
pub(crate) const BEGAN: &str = "_began";
pub(crate) const ENDED: &str = "_ended";

/// A recording.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// The events, in the order of their starts.
    pub events: Vec<Event>,
    /// The names of events by number; the first is empty.
    pub names: Vec<String>,
    /// Notes about the whole recording.
    pub notes: Vec<(String, String)>,
    /// Warnings about the recording itself, for example that its end is missing.
    pub warnings: Vec<String>,
    /// How many processes took part.
    pub processes: usize,
}

impl Recording {
    /// Reads a recording.
    ///
    /// # Errors
    /// The system's error for the file; `InvalidData` where it is not a recording.
    pub fn open(path: &Path) -> io::Result<Recording> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        Recording::read(&mut file, length)
    }

    /// Decodes a recording.
    ///
    /// # Errors
    /// `InvalidData` where the bytes are not a recording.
    pub fn from_bytes(mut bytes: &[u8]) -> io::Result<Recording> {
        let length = bytes.len() as u64;
        Recording::read(&mut bytes, length)
    }

    /// Reads a recording of about this many bytes. [`Recording::warnings`] says whether its end is missing.
    ///
    /// # Errors
    /// The system's error for the source; `InvalidData` where it is not a recording.
    pub(crate) fn read(source: &mut impl Read, length: u64) -> io::Result<Recording> {
        let mut head = Vec::new();
        source.by_ref().take(HEAD.len() as u64).read_to_end(&mut head)?;
        check_head(&head)?;
        let mut reading = Reading::default();
        reading.builder.reserve(length / BYTES as u64)?;
        let mut payload = Vec::new();
        let tail = loop {
            let mut head = Vec::with_capacity(CHUNK_HEAD);
            source.by_ref().take(CHUNK_HEAD as u64).read_to_end(&mut head)?;
            let Some((kind, process, length)) = chunk_head(&head) else {
                break head.len() as u64 + io::copy(source, &mut io::sink())?;
            };
            payload.clear();
            source.by_ref().take(length.into()).read_to_end(&mut payload)?;
            if payload.len() < length as usize {
                break (CHUNK_HEAD + payload.len()) as u64;
            }
            reading.take(kind, process, &payload);
        };
        Ok(reading.finish(tail))
    }

    /// The bytes of the recording, which [`Recording::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD.len() + self.events.len() * BYTES);
        bytes.extend(HEAD);
        let mut end = |mut chunk: Vec<u8>, kind| {
            end_chunk(&mut chunk, kind, 0);
            bytes.extend(chunk);
        };
        let mut chunk = begin_chunk();
        for (number, name) in self.names.iter().enumerate() {
            write_name(&mut chunk, number as u32, name);
        }
        end(chunk, Chunk::Names);
        for (key, value) in &self.notes {
            let mut chunk = begin_chunk();
            write_note(&mut chunk, key, value);
            end(chunk, Chunk::Note);
        }
        for events in self.events.chunks(1 << 20) {
            let mut chunk = begin_chunk();
            events.iter().for_each(|event| event.write(&mut chunk));
            end(chunk, Chunk::Events);
        }
        bytes
    }

    /// The name with a number.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", String::as_str)
    }

    /// The note of a key.
    pub fn note(&self, key: &str) -> Option<&str> {
        self.notes.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    }

    /// The names of threads.
    pub(crate) fn threads(&self) -> Threads<'_> {
        Threads(self.of(Kind::Thread).map(|event| (event.thread, self.name(event.name))).collect())
    }

    /// The events of a kind.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &Event> + Clone {
        self.events.iter().filter(move |event| event.kind == kind)
    }

    /// The first start and the last end of events that took time; equal where none did.
    pub fn span(&self) -> (u64, u64) {
        let first = self.events.first().map_or(0, |event| event.start);
        (first, self.events.iter().map(Event::end).max().unwrap_or(first))
    }

    /// When the recording began and ended, including the time before the first event and after the last one. The same
    /// as [`Recording::span`] where that was not noted, for example by another tool.
    pub fn extent(&self) -> (u64, u64) {
        let noted = |key| self.note(key).and_then(|text| text.parse::<u64>().ok());
        let (first, last) = self.span();
        let (began, ended) = (noted(BEGAN), noted(ENDED));
        if self.events.is_empty() {
            let began = began.unwrap_or(0);
            return (began, ended.unwrap_or(0).max(began));
        }
        (began.unwrap_or(first).min(first), ended.unwrap_or(last).max(last))
    }

    /// The events that began in an interval of the recorder's clock.
    pub fn between(&self, start: u64, end: u64) -> Recording {
        let within = |event: &&Event| event.kind == Kind::Thread || (start..=end).contains(&event.start);
        let mut part = Recording { events: self.events.iter().filter(within).copied().collect(), ..self.clone() };
        part.notes.retain(|(key, _)| key != BEGAN && key != ENDED);
        part.notes.extend([(BEGAN.into(), start.to_string()), (ENDED.into(), end.to_string())]);
        part
    }
}

/// The names of threads by their numbers.
pub(crate) struct Threads<'a>(HashMap<u32, &'a str>);

impl Threads<'_> {
    pub(crate) fn name(&self, number: u32) -> String {
        self.0.get(&number).map_or_else(|| format!("thread {number}"), |name| (*name).to_owned())
    }
}

fn check_head(head: &[u8]) -> io::Result<()> {
    let what = match head {
        head if head == HEAD => return Ok(()),
        [] => "it is empty",
        head if head.starts_with(&HEAD[..15]) => "it was written by another version of cuprust",
        head if head.len() < HEAD.len() && HEAD.starts_with(head) => "it ends within its first 16 bytes",
        _ => "it begins with other bytes than a recording does",
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, format!("no recording of cuprust: {what}")))
}

/// A recording that is read chunk by chunk.
#[derive(Default)]
struct Reading {
    builder: Builder,
    /// For each process the numbers of its names in the builder.
    numbers: HashMap<u32, Vec<u32>>,
    notes: Vec<(String, String)>,
    /// How many records have unknown kinds.
    unknown: usize,
}

impl Reading {
    fn take(&mut self, kind: u32, process: u32, payload: &[u8]) {
        let known = self.numbers.entry(process).or_insert_with(|| vec![0]);
        match kind {
            kind if kind == Chunk::Names as u32 => read_names(payload, known, &mut self.builder),
            kind if kind == Chunk::Events as u32 => {
                for bytes in payload.as_chunks::<BYTES>().0 {
                    let Some(mut event) = Event::read(bytes) else {
                        self.unknown += 1;
                        continue;
                    };
                    event.name = known.get(event.name as usize).copied().unwrap_or(0);
                    event.location = known.get(event.location as usize).copied().unwrap_or(0);
                    if event.kind == Kind::Call {
                        let kernel = known.get(event.values[1] as usize).copied().unwrap_or(0);
                        event.values[1] = u64::from(kernel);
                    }
                    self.builder.add(event);
                }
            }
            kind if kind == Chunk::Note as u32 => {
                if let Some((key, value)) = read_note(payload) {
                    self.notes.retain(|(other, _)| *other != key);
                    self.notes.push((key, value));
                }
            }
            _ => self.unknown += 1,
        }
    }

    /// The finished recording; `tail` is the number of bytes at the end that are not a whole chunk.
    fn finish(self, tail: u64) -> Recording {
        let Reading { builder, numbers, notes, unknown } = self;
        let mut warnings = vec![];
        if tail > 0 {
            warnings.push(format!(
                "the recording is cut off: its last {tail} bytes are no whole chunk and are left out, as where the process \
                 was killed or the disk was full"
            ));
        }
        if unknown > 0 {
            warnings.push(format!("{unknown} records of unknown kinds are left out"));
        }
        Recording { notes, warnings, processes: numbers.len(), ..builder.finish() }
    }
}

fn read_names(payload: &[u8], known: &mut Vec<u32>, builder: &mut Builder) {
    let mut at = 0;
    while let (Some(number), Some(length)) = (word(payload, at), word(payload, at + 4)) {
        let Some(name) = payload.get(at + 8..at + 8 + length as usize) else { return };
        let number = number as usize;
        // Numbers are consecutive: a much larger one is not of this format.
        if number <= known.len() + payload.len() {
            if known.len() <= number {
                known.resize(number + 1, 0);
            }
            known[number] = builder.name(&String::from_utf8_lossy(name));
        }
        at += 8 + length as usize;
    }
}

fn read_note(payload: &[u8]) -> Option<(String, String)> {
    let length = word(payload, 0)? as usize;
    let (key, value) = (payload.get(4..4 + length)?, payload.get(4 + length..)?);
    Some((String::from_utf8_lossy(key).into_owned(), String::from_utf8_lossy(value).into_owned()))
}

/// The call that may launch a kernel while its predecessor runs.
const OVERLAPPING_LAUNCH: &str = "cuLaunchKernelEx";

/// A recording that is assembled event by event, for example from another tool's file.
#[derive(Debug, Default)]
pub struct Builder {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    events: Vec<Event>,
}

impl Builder {
    /// The number of a name.
    pub fn name(&mut self, name: &str) -> u32 {
        if self.names.is_empty() {
            self.names.push(String::new());
            self.numbers.insert(String::new(), 0);
        }
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Reserves capacity for this many events.
    fn reserve(&mut self, events: u64) -> io::Result<()> {
        let events = usize::try_from(events).unwrap_or(usize::MAX);
        self.events.try_reserve_exact(events).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))
    }

    /// Adds an event, whose names are numbers of this builder.
    pub fn add(&mut self, event: Event) {
        self.events.push(event);
    }

    /// The finished recording. A range without an end lasts until the last event.
    pub fn finish(mut self) -> Recording {
        self.name("");
        self.close_ranges();
        sort(&mut self.events);
        self.link_kernels();
        Recording { events: self.events, names: self.names, notes: vec![], warnings: vec![], processes: 1 }
    }

    /// Finds the steps of kernels that the device reported without them: kernels of one name ran in the order of the
    /// calls that launched them. A kernel that was launched while its predecessor ran waits for it, so its time counts
    /// from there.
    fn link_kernels(&mut self) {
        let overlapping = self.numbers.get(OVERLAPPING_LAUNCH).copied();
        let mut launches: HashMap<(u16, u32), Vec<(u64, bool)>> = HashMap::new();
        for call in self.events.iter().filter(|event| event.kind == Kind::Call && event.values[1] != 0) {
            let launch = (call.link, Some(call.name) == overlapping);
            launches.entry((call.device, call.values[1] as u32)).or_default().push(launch);
        }
        if launches.is_empty() {
            return;
        }
        let is_kernel = |event: &Event| event.kind == Kind::Kernel && event.device > 1;
        let mut kernels: HashMap<(u16, u32), Vec<(u64, usize)>> = HashMap::new();
        for (index, event) in self.events.iter().enumerate().filter(|(_, event)| is_kernel(event)) {
            kernels.entry((event.device, event.name)).or_default().push((event.values[3] >> 32, index));
        }
        let mut waiting = vec![];
        for (key, mut kernels) in kernels {
            let Some(launches) = launches.get(&key) else { continue };
            kernels.sort_unstable();
            for ((_, index), &(step, overlaps)) in kernels.into_iter().zip(launches) {
                let event = &mut self.events[index];
                if event.link == 0 {
                    event.link = step;
                }
                if overlaps {
                    waiting.push(index);
                }
            }
        }
        waiting.sort_unstable();
        let mut waiting = waiting.into_iter().peekable();
        let mut ends: HashMap<(u16, u32), u64> = HashMap::new();
        for (index, event) in self.events.iter_mut().enumerate().filter(|(_, event)| is_kernel(event)) {
            let end = ends.entry((event.device, event.stream)).or_default();
            if waiting.next_if_eq(&index).is_some() && event.start < *end {
                let start = event.end().min(*end);
                *event = Event { start, duration: event.end() - start, ..*event };
            }
            *end = (*end).max(event.end());
        }
        sort(&mut self.events);
    }

    fn close_ranges(&mut self) {
        // The open ranges of each thread: usually the last that began is the first to end.
        let mut open: HashMap<u32, Vec<Event>> = HashMap::new();
        for event in &self.events {
            match event.kind {
                Kind::RangeBegin => open.entry(event.thread).or_default().push(*event),
                Kind::Range => {
                    let Some(begun) = open.get_mut(&event.thread) else { continue };
                    let is_its = |other: &Event| (other.start, other.name) == (event.start, event.name);
                    if let Some(position) = begun.iter().rposition(is_its) {
                        begun.remove(position);
                    }
                }
                _ => {}
            }
        }
        let last = self.events.iter().map(Event::end).max().unwrap_or(0);
        self.events.retain(|event| event.kind != Kind::RangeBegin);
        self.events.extend(open.into_values().flatten().map(|event| Event {
            kind: Kind::Range,
            duration: last.saturating_sub(event.start),
            ..event
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording() -> Recording {
        let mut builder = Builder::default();
        for (start, name) in [(5, "b"), (1, "a"), (9, "b")] {
            let name = builder.name(name);
            builder.add(Event { start, duration: 2, thread: 1, ..Event::new(Kind::Kernel, name) });
        }
        let mut recording = builder.finish();
        recording.notes.push(("version".into(), "1".into()));
        recording
    }

    #[test]
    fn what_was_written_is_read() {
        let (written, bytes) = (recording(), recording().to_bytes());
        let read = Recording::from_bytes(&bytes).unwrap();
        assert_eq!(read.events, written.events);
        assert_eq!(read.note("version"), Some("1"));
        assert_eq!(read.events.iter().map(|event| read.name(event.name)).collect::<Vec<_>>(), ["a", "b", "b"]);
        assert_eq!((read.span(), read.warnings.len()), ((1, 11), 0));
    }

    #[test]
    fn a_recording_that_is_cut_off_anywhere_is_read_up_to_there() {
        let bytes = recording().to_bytes();
        let mut ends = vec![HEAD.len()];
        while let Some((_, _, length)) = chunk_head(&bytes[ends[ends.len() - 1]..]) {
            ends.push(ends[ends.len() - 1] + CHUNK_HEAD + length as usize);
        }
        for length in HEAD.len()..bytes.len() {
            let read = Recording::from_bytes(&bytes[..length]).unwrap();
            let whole = ends.contains(&length);
            assert_eq!(read.warnings.is_empty(), whole, "{length} bytes: {:?}", read.warnings);
        }
        let mut broken = bytes.clone();
        broken[16..20].fill(0);
        assert!(Recording::from_bytes(&broken).unwrap().warnings[0].contains("cut off"));
    }

    #[test]
    fn other_files_are_refused() {
        for (bytes, what) in [
            (&b""[..], "empty"),
            (b"cuprust profile9xxxx", "another version"),
            (b"cuprust", "within its first"),
            (b"SQLite format 3\0....", "other bytes"),
        ] {
            let error = Recording::from_bytes(bytes).unwrap_err();
            assert!(error.to_string().contains(what), "{error}");
        }
        let endless = Recording::read(&mut &HEAD[..], u64::MAX / 2).unwrap_err();
        assert_eq!(endless.kind(), io::ErrorKind::OutOfMemory);
    }

    #[test]
    fn kernels_find_the_steps_that_launched_them() {
        let mut builder = Builder::default();
        let (launch, add, sort) = (builder.name("cuLaunchKernel"), builder.name("add"), builder.name("sort"));
        for (start, name, step) in [(1, add, 11), (2, sort, 12), (3, add, 13), (4, add, 14)] {
            let call = Event { start, link: step, ..Event::new(Kind::Call, launch) };
            builder.add(call.on(2, 0).with(0, [0, u64::from(name), 0, 0]));
        }
        // The second of the three ends first, on another stream, and a library's kernel already has a step.
        for (start, name, number, step) in
            [(9, add, 103, 0), (10, add, 101, 0), (11, sort, 102, 0), (12, add, 104, 0), (13, launch, 105, 7)]
        {
            let kernel = Event { start, link: step, ..Event::new(Kind::Kernel, name) };
            builder.add(kernel.on(2, 0).with(0, [0, 0, 0, number << 32 | 32]));
        }
        let recording = Recording::from_bytes(&builder.finish().to_bytes()).unwrap();
        let links: Vec<u64> = recording.of(Kind::Kernel).map(|event| event.link).collect();
        assert_eq!(links, [13, 11, 12, 14, 7]);
    }

    #[test]
    fn a_kernel_that_waits_for_its_predecessor_counts_from_there_on() {
        let kernels = |call: &str| {
            let mut builder = Builder::default();
            let (launch, name) = (builder.name(call), builder.name("add"));
            for start in 1..=4 {
                let call = Event { start, link: start, ..Event::new(Kind::Call, launch) };
                builder.add(call.on(2, 0).with(0, [0, u64::from(name), 0, 0]));
            }
            // The fourth runs on another stream.
            for (number, start, end, stream) in [(1, 100, 200, 0), (2, 130, 250, 0), (3, 260, 300, 0), (4, 110, 290, 1)]
            {
                let kernel = Event { start, ..Event::new(Kind::Kernel, name) }.until(end);
                builder.add(kernel.on(2, stream).with(0, [0, 0, 0, number << 32]));
            }
            let mut found: Vec<_> =
                builder.finish().of(Kind::Kernel).map(|each| (each.link, each.start, each.end())).collect();
            found.sort_unstable();
            found
        };
        assert_eq!(kernels(OVERLAPPING_LAUNCH), [(1, 100, 200), (2, 200, 250), (3, 260, 300), (4, 110, 290)]);
        assert_eq!(kernels("cuLaunchKernel"), [(1, 100, 200), (2, 130, 250), (3, 260, 300), (4, 110, 290)]);
    }

    #[test]
    fn a_range_that_did_not_end_lasts_until_the_last_event() {
        let mut builder = Builder::default();
        let name = builder.name("outer");
        builder.add(Event { start: 1, thread: 1, ..Event::new(Kind::RangeBegin, name) });
        let inner = builder.name("inner");
        builder.add(Event { start: 2, thread: 1, ..Event::new(Kind::RangeBegin, inner) });
        builder.add(Event { start: 2, duration: 7, thread: 1, ..Event::new(Kind::Range, inner) });
        let recording = builder.finish();
        let ranges: Vec<_> = recording.events.iter().map(|event| (event.kind, event.start, event.duration)).collect();
        assert_eq!(ranges, [(Kind::Range, 1, 8), (Kind::Range, 2, 7)]);
    }
}
