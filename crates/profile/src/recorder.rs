//! The recorder of this process: where events go while it is on.

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

/// The number of the recording: it tells threads that they are new to it.
static SESSION: AtomicU64 = AtomicU64::new(0);

static STEPS: AtomicU64 = AtomicU64::new(1);

static RECORDER: Mutex<Option<Recorder>> = Mutex::new(None);

static PLACE: OnceLock<fn() -> Option<u32>> = OnceLock::new();

static SOURCES: Mutex<Vec<&'static dyn Source>> = Mutex::new(Vec::new());

/// What keeps events of its own until it is asked, as a GPU's tracing interface does.
pub trait Source: Sync {
    /// Begins to keep events.
    fn begin(&self);

    /// Hands over the events that it keeps, by [`crate::push`].
    fn collect(&self);

    /// Keeps no more events.
    fn end(&self);
}

/// So many bytes of events are collected before they are written: 3276 events.
const BUFFER: usize = 3276 * BYTES;

/// So many bytes more may be there when that is seen: what a thread keeps, its name, and the event that it adds.
const MARGIN_BYTES: usize = (SLOTS + 2) * BYTES;

/// Events are written at the latest after this time, so that little is lost where the process is killed.
pub(crate) const WRITTEN_AFTER: Duration = Duration::from_millis(200);

/// The interned names of the process, and the recording under way. Names outlive recordings, so their numbers may be
/// kept.
pub(crate) struct Recorder {
    numbers: HashMap<&'static str, u32>,
    names: Vec<&'static str>,
    session: Option<Session>,
    clock: Calibration,
    /// Where threads keep events until they are handed over, and what threads that have ended have left for others.
    lent: Vec<&'static Ring>,
    free: Vec<&'static Ring>,
}

struct Session {
    sink: Sink,
    /// Events that are not written yet, behind room for the head of their chunk.
    buffer: Vec<u8>,
    /// How many names are written.
    named: usize,
    process: u32,
    /// When it was written last, by the recorder's clock.
    flushed: u64,
    /// The first error of writing: what comes after it is not recorded.
    failed: Option<io::Error>,
}

/// Where a recording is kept.
#[derive(Debug, Clone, Copy)]
pub enum Target<'a> {
    /// In this process's memory.
    Memory,
    /// In a file, which is made anew.
    File(&'a Path),
}

/// Whether events are recorded.
#[inline]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// The time at which something begins, where events are recorded.
#[inline]
pub fn started() -> Option<u64> {
    is_on().then(now)
}

/// Names the function that says where in the program the calling thread is, by the number of an interned name. The
/// first call counts.
pub fn set_location_finder(finder: fn() -> Option<u32>) {
    let _ = PLACE.set(finder);
    // The longer ago the first look at the clock is, the better the first recording knows it.
    calibrate_clock();
}

/// Has what this thread records name the present place in the program, until the guard is dropped. Nothing where the
/// recorder is off. The caller holds no lock that running any code of the program may want.
#[must_use = "the place is named as long as the guard lives"]
#[inline]
pub fn located() -> Option<Located> {
    if is_on() { find_location() } else { None }
}

#[cold]
fn find_location() -> Option<Located> {
    let place = PLACE.get().and_then(|finder| finder())?;
    Some(Located { before: local(|local| local.set_location(place)) })
}

/// As long as it lives, events name a place.
pub struct Located {
    before: u32,
}

impl Drop for Located {
    fn drop(&mut self) {
        local(|local| local.set_location(self.before));
    }
}

/// Has a keeper of events begin and end with every recording from now on.
pub fn add_source(source: &'static dyn Source) {
    SOURCES.lock().unwrap_or_else(PoisonError::into_inner).push(source);
    if is_on() {
        source.begin();
    }
}

fn sources() -> Vec<&'static dyn Source> {
    SOURCES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The first of so many numbers of steps that follow one another, and the number behind them.
pub(crate) fn next_steps(count: u64) -> (u64, u64) {
    let first = STEPS.fetch_add(count, Ordering::Relaxed);
    (first, first + count)
}

pub(crate) type RecorderGuard = MutexGuard<'static, Option<Recorder>>;

pub(crate) fn lock() -> RecorderGuard {
    RECORDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves the parent's events to the parent. A recording in memory ends in the child, one in a file goes on.
pub(crate) fn become_child(recorder: &mut Option<Recorder>) {
    let Some(recorder) = recorder else { return };
    // The child's one thread has another number than the parent's, and is new to the recording.
    let own = local(Local::become_child);
    recorder.lent.iter().for_each(|ring| ring.clear());
    let is_own = |ring: &&Ring| own.is_some_and(|own| std::ptr::eq(own, *ring));
    let left = recorder.lent.extract_if(.., |ring| !is_own(ring));
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
            lent: vec![],
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
        self.lent.push(ring);
        ring
    }

    /// Takes what threads keep, and writes it.
    fn flush(&mut self) {
        if let Some(session) = &mut self.session {
            for ring in &self.lent {
                ring.take(&mut session.buffer);
            }
            session.flush(&self.names);
        }
    }
}

/// Records an event, with those that its thread keeps, and the name of the thread where it is new.
#[cold]
pub(crate) fn hand_over(thread: &Local, event: &Event) {
    with(|recorder| {
        let named = thread.is_new_to(session()).then(|| {
            let (_, name) = recorder.intern(&thread_name());
            Event { place: 0, ..Event::new(Kind::Thread, name) }
        });
        let ring = thread.ring(|| recorder.borrow_ring());
        let Some(session) = &mut recorder.session else { return };
        if let Some(ring) = ring {
            ring.take(&mut session.buffer);
        }
        named.iter().chain([event]).for_each(|event| event.write(&mut session.buffer));
        let after = WRITTEN_AFTER.as_nanos() as u64;
        if session.buffer.len() >= BUFFER || event.end() > session.flushed + after {
            session.flush(&recorder.names);
        }
        thread.set_due(session.flushed + after);
    });
}

/// Takes the ring of a thread that ends, with what is in it.
pub(crate) fn return_ring(ring: &'static Ring) {
    with(|recorder| {
        match &mut recorder.session {
            Some(session) => ring.take(&mut session.buffer),
            None => ring.clear(),
        }
        recorder.lent.retain(|lent| !std::ptr::eq(*lent, ring));
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

/// The number of a name, the same for equal names as long as the process lives; zero for the empty name. The numbers of
/// names that a thread has asked for lately it knows without a lock.
#[inline]
pub fn intern(name: &str) -> u32 {
    local(|local| local.name(name, || with(|recorder| recorder.intern(name))))
}

/// The number of the recording under way, or of the last one.
pub(crate) fn session() -> u64 {
    SESSION.load(Ordering::Relaxed)
}

/// Notes something about the whole recording. A later note of the same key takes the place of the earlier one.
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
/// `AlreadyExists` where a recording is under way; what the system says where the file cannot be made.
pub fn start(target: Target) -> io::Result<()> {
    crate::fork::watch();
    with(|recorder| {
        recorder.clock.sample();
        if recorder.session.is_some() {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "a recording is under way in this process"));
        }
        let mut sink = match target {
            Target::Memory => Sink::Memory(vec![]),
            Target::File(path) => {
                // It is truncated first: every process that records appends to it.
                std::fs::File::create(path)?;
                Sink::File(OpenOptions::new().append(true).read(true).open(path)?)
            }
        };
        sink.begin()?;
        // Memory that is touched for the first time is got from the system then, which is not to be while the program
        // runs.
        let mut buffer = vec![1; CHUNK_HEAD + BUFFER + MARGIN_BYTES];
        buffer.truncate(CHUNK_HEAD);
        let session = Session { sink, buffer, named: 0, process: std::process::id(), flushed: now(), failed: None };
        recorder.session = Some(session);
        // What was recorded after the end of the recording before.
        recorder.lent.iter().for_each(|ring| ring.clear());
        Ok(())
    })?;
    note(BEGAN, &now().to_string());
    let session = SESSION.fetch_add(1, Ordering::Relaxed) + 1;
    ON.store(true, Ordering::Relaxed);
    // A program that computes for long, or hangs, records nothing meanwhile and may be killed.
    let _ = std::thread::Builder::new().name("cuprust-recorder".into()).spawn(move || {
        while is_on() && SESSION.load(Ordering::Relaxed) == session {
            std::thread::sleep(WRITTEN_AFTER / 2);
            calibrate_clock();
            flush();
        }
    });
    sources().iter().for_each(|source| source.begin());
    Ok(())
}

/// Writes what was recorded so far to where the recording is kept.
pub fn flush() {
    with(Recorder::flush);
}

/// What was recorded so far, while the recording goes on: what keeps events of its own is asked for them. Nothing where
/// none is under way.
///
/// # Errors
/// What the system says where the file cannot be read.
pub fn so_far() -> io::Result<Option<Recording>> {
    sources().iter().for_each(|source| source.collect());
    with(|recorder| {
        recorder.flush();
        let Some(session) = &mut recorder.session else { return Ok(None) };
        session.sink.read().map(Some)
    })
}

/// Ends the recording and gives it. Nothing where none is under way.
///
/// # Errors
/// What the system said where the recording could not be written, or cannot be read.
pub fn stop() -> io::Result<Option<Recording>> {
    let Some(mut sink) = finish()? else { return Ok(None) };
    sink.read().map(Some)
}

/// Ends the recording, which stays where it is kept.
///
/// # Errors
/// What the system said where the recording could not be written.
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

/// Records no more: what keeps events of its own hands them over. The recording can be noted in until it is ended.
pub fn pause() {
    forget_calls();
    if is_on() {
        note(ENDED, &now().to_string());
        sources().iter().for_each(|source| source.collect());
        sources().iter().for_each(|source| source.end());
    }
    ON.store(false, Ordering::Relaxed);
}
