//! The recorder of this process: the destination of events while it is on.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crate::clock::{Calibration, now};
use crate::event::{BYTES, Event, Kind};
use crate::format::{self, CHUNK_HEAD, Chunk, Sink};
use crate::local::{Local, local};
use crate::ranges::forget_calls;
use crate::recording::{BEGAN, ENDED, Recording};
use crate::ring::{Ring, SLOTS};

/// Whether events are recorded.
static ON: AtomicBool = AtomicBool::new(false);

/// The number of the recording, by which threads find that they are not registered in it.
static SESSION: AtomicU64 = AtomicU64::new(0);

static NEXT_STEP: AtomicU64 = AtomicU64::new(1);

static RECORDER: Mutex<Option<Recorder>> = Mutex::new(None);

static LOCATION_FINDER: OnceLock<fn() -> Option<u32>> = OnceLock::new();

static SOURCES: Mutex<Vec<&'static dyn Source>> = Mutex::new(Vec::new());

/// A source that buffers events of its own until they are collected, such as a GPU's tracing interface.
pub trait Source: Sync {
    /// Begins to buffer events.
    fn begin(&self);

    /// Hands over the buffered events, by [`crate::push`].
    fn collect(&self);

    /// Stops buffering events.
    fn end(&self);
}

/// The size in bytes from which collected events are written: 3276 events.
const BUFFER_BYTES: usize = 3276 * BYTES;

/// The most bytes by which the buffer exceeds that: one thread's events, its name, and the event that it adds.
const MARGIN_BYTES: usize = (SLOTS + 2) * BYTES;

/// The longest time before events are written, so that little is lost if the process is killed.
pub(crate) const MAX_WRITE_DELAY: Duration = Duration::from_millis(200);

/// The interned names of the process, and the current recording. Names outlive recordings, so callers may store their
/// numbers.
pub(crate) struct Recorder {
    numbers: HashMap<&'static str, u32>,
    names: Vec<&'static str>,
    session: Option<Session>,
    clock: Calibration,
    /// The buffers of running threads, and those of finished threads, which are reused.
    active: Vec<&'static Ring>,
    free: Vec<&'static Ring>,
}

struct Session {
    sink: Sink,
    /// Events that are not written yet, after space for the header of their chunk.
    buffer: Vec<u8>,
    /// How many names are written.
    named: usize,
    process: u32,
    /// When it was written last, by the recorder's clock.
    flushed: u64,
    /// The first error of writing: nothing is recorded after it.
    failed: Option<io::Error>,
}

/// The destination of a recording.
#[derive(Debug, Clone, Copy)]
pub enum Target<'a> {
    /// In this process's memory.
    Memory,
    /// In a file, which is truncated.
    File(&'a Path),
}

/// Whether events are recorded.
#[inline]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// The current time, if events are recorded.
#[inline]
pub fn started() -> Option<u64> {
    is_on().then(now)
}

/// Sets the function that finds the source line of the calling thread, as the number of an interned name. The first
/// call counts.
pub fn set_location_finder(finder: fn() -> Option<u32>) {
    let _ = LOCATION_FINDER.set(finder);
    // The longer ago the first sample of the clock is, the more precise its rate is in the first recording.
    calibrate_clock();
}

/// Sets the current source line for what this thread records, until the guard is dropped. `None` where the recorder is
/// off. The caller holds no lock that the program's code may need.
#[must_use = "the location is named as long as the guard lives"]
#[inline]
pub fn located() -> Option<Located> {
    if is_on() { find_location() } else { None }
}

#[cold]
fn find_location() -> Option<Located> {
    let location = LOCATION_FINDER.get().and_then(|finder| finder())?;
    Some(Located { before: local(|local| local.set_location(location)) })
}

/// While it lives, the thread's events have a source line.
pub struct Located {
    before: u32,
}

impl Drop for Located {
    fn drop(&mut self) {
        local(|local| local.set_location(self.before));
    }
}

/// Registers a source of events, which begins and ends with every recording from now on.
pub fn add_source(source: &'static dyn Source) {
    SOURCES.lock().unwrap_or_else(PoisonError::into_inner).push(source);
    if is_on() {
        source.begin();
    }
}

fn sources() -> Vec<&'static dyn Source> {
    SOURCES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Reserves this many consecutive step numbers: returns the first one and the end.
pub(crate) fn next_steps(count: u64) -> (u64, u64) {
    let first = NEXT_STEP.fetch_add(count, Ordering::Relaxed);
    (first, first + count)
}

pub(crate) type RecorderGuard = MutexGuard<'static, Option<Recorder>>;

pub(crate) fn lock() -> RecorderGuard {
    RECORDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves the parent's events to the parent. A recording in memory ends in the child, one in a file continues.
pub(crate) fn become_child(recorder: &mut Option<Recorder>) {
    let Some(recorder) = recorder else { return };
    // The child's only thread has another number than the parent's, and is not registered.
    let own = local(Local::become_child);
    recorder.active.iter().for_each(|ring| ring.clear());
    let is_own = |ring: &&Ring| own.is_some_and(|own| std::ptr::eq(own, *ring));
    let left = recorder.active.extract_if(.., |ring| !is_own(ring));
    recorder.free.extend(left);
    let Some(session) = &mut recorder.session else { return };
    if matches!(session.sink, Sink::Memory(_)) {
        ON.store(false, Ordering::Relaxed);
        recorder.session = None;
        return;
    }
    session.buffer.truncate(CHUNK_HEAD);
    session.named = 0;
    session.process = std::process::id();
}

impl Recorder {
    fn new() -> Recorder {
        Recorder {
            numbers: HashMap::from([("", 0)]),
            names: vec![""],
            session: None,
            clock: Calibration::default(),
            active: vec![],
            free: vec![],
        }
    }

    fn intern(&mut self, name: &str) -> (&'static str, u32) {
        if let Some((&name, &number)) = self.numbers.get_key_value(name) {
            return (name, number);
        }
        let number = self.names.len() as u32;
        let name: &'static str = String::from(name).leak();
        self.names.push(name);
        self.numbers.insert(name, number);
        (name, number)
    }

    /// A ring buffer for a thread.
    fn borrow_ring(&mut self) -> &'static Ring {
        let ring = self.free.pop().unwrap_or_else(|| Box::leak(Box::new(Ring::new())));
        self.active.push(ring);
        ring
    }

    /// Writes the events that threads have buffered.
    fn flush(&mut self) {
        if let Some(session) = &mut self.session {
            for ring in &self.active {
                ring.take(&mut session.buffer);
            }
            session.flush(&self.names);
        }
    }
}

/// Records an event, with those that its thread has buffered, and the name of the thread if it is new.
#[cold]
pub(crate) fn hand_over(thread: &Local, event: &Event) {
    with(|recorder| {
        let named = thread.is_new_to(session()).then(|| {
            let (_, name) = recorder.intern(&thread_name());
            Event { location: 0, ..Event::new(Kind::Thread, name) }
        });
        let ring = thread.ring(|| recorder.borrow_ring());
        let Some(session) = &mut recorder.session else { return };
        if let Some(ring) = ring {
            ring.take(&mut session.buffer);
        }
        named.iter().chain([event]).for_each(|event| event.write(&mut session.buffer));
        let after = MAX_WRITE_DELAY.as_nanos() as u64;
        if session.buffer.len() >= BUFFER_BYTES || event.end() > session.flushed + after {
            session.flush(&recorder.names);
        }
        thread.set_due(session.flushed + after);
    });
}

/// Takes back the buffer of a thread that ends, with its events.
pub(crate) fn return_ring(ring: &'static Ring) {
    with(|recorder| {
        match &mut recorder.session {
            Some(session) => ring.take(&mut session.buffer),
            None => ring.clear(),
        }
        recorder.active.retain(|active| !std::ptr::eq(*active, ring));
        recorder.free.push(ring);
    });
}

impl Session {
    /// Writes the names and events that are not written yet.
    fn flush(&mut self, names: &[&str]) {
        self.flushed = now();
        if self.named < names.len() {
            let mut chunk = format::begin_chunk();
            for (number, name) in names.iter().enumerate().skip(self.named) {
                format::write_name(&mut chunk, number as u32, name);
            }
            self.write(Chunk::Names, &mut chunk);
            self.named = names.len();
        }
        if self.buffer.len() > CHUNK_HEAD {
            let mut buffer = std::mem::take(&mut self.buffer);
            self.write(Chunk::Events, &mut buffer);
            buffer.clear();
            buffer.resize(CHUNK_HEAD, 0);
            self.buffer = buffer;
        }
    }

    fn write(&mut self, kind: Chunk, chunk: &mut Vec<u8>) {
        format::end_chunk(chunk, kind, self.process);
        if self.failed.is_none()
            && let Err(error) = self.sink.write(chunk)
        {
            self.failed = Some(error);
        }
    }
}

fn thread_name() -> String {
    let number = local(Local::number);
    if number == std::process::id() {
        return "main thread".into();
    }
    match std::thread::current().name() {
        Some(name) => format!("{name} {number}"),
        None => format!("thread {number}"),
    }
}

fn with<T>(work: impl FnOnce(&mut Recorder) -> T) -> T {
    work(lock().get_or_insert_with(Recorder::new))
}

/// Compares the processor's counter with the system's clock.
pub(crate) fn calibrate_clock() {
    with(|recorder| recorder.clock.sample());
}

/// The number of a name, the same for equal names as long as the process lives; zero for the empty name. Recently used
/// names are found in the thread's cache, without a lock.
#[inline]
pub fn intern(name: &str) -> u32 {
    local(|local| local.name(name, || with(|recorder| recorder.intern(name))))
}

/// The number of the current or the last recording.
pub(crate) fn session() -> u64 {
    SESSION.load(Ordering::Relaxed)
}

/// Adds a note about the whole recording. A later note of the same key replaces the earlier one.
pub fn note(key: &str, value: &str) {
    let mut chunk = format::begin_chunk();
    format::write_note(&mut chunk, key, value);
    with(|recorder| {
        if let Some(session) = &mut recorder.session {
            session.write(Chunk::Note, &mut chunk);
        }
    });
}

/// Begins to record.
///
/// # Errors
/// `AlreadyExists` where a recording is in progress; the system's error where the file cannot be made.
pub fn start(target: Target) -> io::Result<()> {
    crate::fork::watch();
    with(|recorder| {
        recorder.clock.sample();
        if recorder.session.is_some() {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "a recording is in progress in this process"));
        }
        let mut sink = match target {
            Target::Memory => Sink::Memory(vec![]),
            Target::File(path) => {
                // The file is truncated first: every process that records appends to it.
                std::fs::File::create(path)?;
                Sink::File(OpenOptions::new().append(true).read(true).open(path)?)
            }
        };
        sink.begin()?;
        // The first access to memory faults pages in, which is not to happen while the program runs.
        let mut buffer = vec![1; CHUNK_HEAD + BUFFER_BYTES + MARGIN_BYTES];
        buffer.truncate(CHUNK_HEAD);
        let session = Session { sink, buffer, named: 0, process: std::process::id(), flushed: now(), failed: None };
        recorder.session = Some(session);
        // Events from after the end of the previous recording are discarded.
        recorder.active.iter().for_each(|ring| ring.clear());
        Ok(())
    })?;
    note(BEGAN, &now().to_string());
    let session = SESSION.fetch_add(1, Ordering::Relaxed) + 1;
    ON.store(true, Ordering::Relaxed);
    // A program that computes for long, or hangs, records nothing meanwhile and may be killed, so a thread writes
    // periodically.
    let _ = std::thread::Builder::new().name("cuprust-recorder".into()).spawn(move || {
        while is_on() && SESSION.load(Ordering::Relaxed) == session {
            std::thread::sleep(MAX_WRITE_DELAY / 2);
            calibrate_clock();
            flush();
        }
    });
    sources().iter().for_each(|source| source.begin());
    Ok(())
}

/// Writes what was recorded so far to its destination.
pub fn flush() {
    with(Recorder::flush);
}

/// The recording so far, while it continues; sources are collected first. `None` where no recording is in progress.
///
/// # Errors
/// The system's error where the file cannot be read.
pub fn so_far() -> io::Result<Option<Recording>> {
    sources().iter().for_each(|source| source.collect());
    with(|recorder| {
        recorder.flush();
        let Some(session) = &mut recorder.session else { return Ok(None) };
        session.sink.read().map(Some)
    })
}

/// Ends the recording and returns it. `None` where none is in progress.
///
/// # Errors
/// The system's error where the recording could not be written, or cannot be read.
pub fn stop() -> io::Result<Option<Recording>> {
    let Some(mut sink) = finish()? else { return Ok(None) };
    sink.read().map(Some)
}

/// Ends the recording, which stays at its destination.
///
/// # Errors
/// The system's error where the recording could not be written.
pub fn end() -> io::Result<()> {
    finish().map(drop)
}

fn finish() -> io::Result<Option<Sink>> {
    pause();
    with(|recorder| {
        recorder.flush();
        let Some(session) = recorder.session.take() else { return Ok(None) };
        session.failed.map_or(Ok(Some(session.sink)), Err)
    })
}

/// Stops recording events, after collecting the sources. Notes can be added until the recording is ended.
pub fn pause() {
    forget_calls();
    if is_on() {
        note(ENDED, &now().to_string());
        sources().iter().for_each(|source| source.collect());
        sources().iter().for_each(|source| source.end());
    }
    ON.store(false, Ordering::Relaxed);
}
