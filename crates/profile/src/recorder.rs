//! The recorder of this process: where events go while it is on.

use std::cell::Cell;
use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crate::batch;
use crate::clock::{Calibration, now};
use crate::event::{BYTES, Event, Kind, flags};
use crate::format::{self, Chunk, Sink};
use crate::recording::Recording;

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

    /// Hands over the events that it keeps, by [`push`].
    fn collect(&self);

    /// Keeps no more events.
    fn end(&self);
}

/// So many bytes of events are collected before they are written: 3276 events.
const BUFFER: usize = 3276 * BYTES;

/// Events are written at the latest after this time, so that little is lost where the process is killed.
pub(crate) const WRITTEN_AFTER: Duration = Duration::from_millis(200);

thread_local! {
    /// The number of this thread, and the recording that knows it.
    static THREAD: Cell<(u32, u64)> = const { Cell::new((0, 0)) };
    /// How many ranges of this thread are open.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// The place in the program that asked for what this thread does now.
    static HERE: Cell<u32> = const { Cell::new(0) };
    /// The step that this thread is running.
    static STEP: Cell<u64> = const { Cell::new(0) };
    /// When this thread last had queued work on a device.
    static QUEUED: Cell<u64> = const { Cell::new(0) };
    /// Where a part of a program's run ended that the next part follows at once; zero for none.
    static LAP: Cell<u64> = const { Cell::new(0) };
}

/// The interned names of the process, and the recording under way. Names outlive recordings, so their numbers may be kept.
pub(crate) struct Recorder {
    numbers: HashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
    session: Option<Session>,
    clock: Calibration,
}

struct Session {
    sink: Sink,
    /// Events that are not written yet.
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

/// The number of the calling thread.
#[inline]
pub(crate) fn thread_number() -> u32 {
    THREAD.with(|thread| {
        let (number, session) = thread.get();
        if number != 0 {
            return number;
        }
        let number = system_thread_number();
        thread.set((number, session));
        number
    })
}

#[cfg(target_os = "linux")]
fn system_thread_number() -> u32 {
    // SAFETY: the call takes nothing and only gives a number.
    unsafe { libc::gettid() as u32 }
}

#[cfg(not(target_os = "linux"))]
fn system_thread_number() -> u32 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed) as u32
}

/// Names the function that says where in the program the calling thread is, by the number of an interned name. The first call counts.
pub fn set_place_finder(finder: fn() -> Option<u32>) {
    let _ = PLACE.set(finder);
    // The longer ago the first look at the clock is, the better the first recording knows it.
    look_at_clock();
}

/// Has what this thread records name the present place in the program, until the guard is dropped. Nothing where the recorder is off.
/// The caller holds no lock that running any code of the program may want.
#[must_use = "the place is named as long as the guard lives"]
#[inline]
pub fn located() -> Option<Located> {
    if is_on() { find_place() } else { None }
}

#[cold]
fn find_place() -> Option<Located> {
    let place = PLACE.get().and_then(|finder| finder())?;
    Some(Located { before: HERE.replace(place) })
}

/// As long as it lives, events name a place.
pub struct Located {
    before: u32,
}

impl Drop for Located {
    fn drop(&mut self) {
        HERE.set(self.before);
    }
}

/// The place that events of this thread name now; zero for none.
#[inline]
pub fn place() -> u32 {
    HERE.get()
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

/// A number for a step that is about to run.
pub fn next_step() -> u64 {
    STEPS.fetch_add(1, Ordering::Relaxed)
}

/// The step that this thread is running; zero for none.
pub fn current_step() -> u64 {
    STEP.get()
}

/// Sets the step that this thread is running, and gives the one before.
pub fn set_step(step: u64) -> u64 {
    STEP.replace(step)
}

/// Has the next part of this thread's work begin at this time; zero has it begin when it does.
#[inline]
pub fn set_lap(time: u64) {
    LAP.set(time);
}

/// When a part of this thread's work begins, and whether that is where the part before it ended: then no clock is read.
#[inline]
pub fn lap() -> (u64, bool) {
    match LAP.replace(0) {
        0 => (now(), false),
        time => (time, true),
    }
}

/// Notes when this thread had queued work on a device.
#[inline]
pub fn set_queued(time: u64) {
    QUEUED.set(time);
}

/// When this thread last had queued work on a device; zero for never.
#[inline]
pub fn queued() -> u64 {
    QUEUED.get()
}

pub(crate) type Held = MutexGuard<'static, Option<Recorder>>;

pub(crate) fn lock() -> Held {
    RECORDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves the parent's events to the parent. A recording in memory ends in the child, one in a file goes on.
pub(crate) fn become_child(recorder: &mut Option<Recorder>) {
    let Some(recorder) = recorder else { return };
    let Some(session) = &mut recorder.session else { return };
    if matches!(session.sink, Sink::Memory(_)) {
        ON.store(false, Ordering::Relaxed);
        recorder.session = None;
        return;
    }
    batch::forget();
    session.buffer.clear();
    session.named = 0;
    session.process = std::process::id();
    // The child's one thread has another number than the parent's, and is new to the recording.
    THREAD.set((0, 0));
}

impl Recorder {
    fn new() -> Recorder {
        Recorder { numbers: HashMap::new(), names: vec!["".into()], session: None, clock: Calibration::default() }
    }

    fn intern(&mut self, name: &str) -> u32 {
        if name.is_empty() {
            return 0;
        }
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    /// Records events as they are written, the last of which ended at a moment, and the name of their thread where it is new.
    fn push(&mut self, events: &[u8], last: u64, new_thread: bool) {
        let thread = new_thread.then(|| Event::new(Kind::Thread, self.intern(&thread_name())));
        let Some(session) = &mut self.session else { return };
        if let Some(thread) = thread {
            Event { place: 0, ..thread }.write(&mut session.buffer);
        }
        session.buffer.extend_from_slice(events);
        if session.buffer.len() >= BUFFER || last > session.flushed + WRITTEN_AFTER.as_nanos() as u64 {
            session.flush(&self.names);
        }
    }
}

impl Session {
    /// Writes the names and events that are not written yet.
    fn flush(&mut self, names: &[Box<str>]) {
        self.flushed = now();
        if self.named < names.len() {
            let mut payload = Vec::new();
            for (number, name) in names.iter().enumerate().skip(self.named) {
                format::write_name(&mut payload, number as u32, name);
            }
            self.write(Chunk::Names, &payload);
            self.named = names.len();
        }
        if !self.buffer.is_empty() {
            let buffer = std::mem::take(&mut self.buffer);
            self.write(Chunk::Events, &buffer);
            self.buffer = buffer;
            self.buffer.clear();
        }
    }

    fn write(&mut self, chunk: Chunk, payload: &[u8]) {
        if self.failed.is_none()
            && let Err(error) = self.sink.append(chunk, self.process, payload)
        {
            self.failed = Some(error);
        }
    }
}

fn thread_name() -> String {
    let number = thread_number();
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
pub(crate) fn look_at_clock() {
    with(|recorder| recorder.clock.look());
}

/// The number of a name, the same for equal names as long as the process lives; zero for the empty name.
pub fn intern(name: &str) -> u32 {
    with(|recorder| recorder.intern(name))
}

/// As [`intern`], for a name that the program has in one place: of those asked for last, the number is known without a lock.
#[inline]
pub fn intern_static(name: &'static str) -> u32 {
    const KNOWN: usize = 64;
    thread_local! {
        static NUMBERS: [Cell<(usize, usize, u32)>; KNOWN] = const { [const { Cell::new((0, 0, 0)) }; KNOWN] };
    }
    let key = (name.as_ptr().addr(), name.len());
    let slot = (key.0 >> 3 ^ key.0 >> 9 ^ key.1) % KNOWN;
    let known = NUMBERS.with(|numbers| numbers[slot].get());
    if (known.0, known.1) == key {
        return known.2;
    }
    let number = intern(name);
    NUMBERS.with(|numbers| numbers[slot].set((key.0, key.1, number)));
    number
}

/// Records an event. Nothing where the recorder is off.
pub fn push(event: Event) {
    if is_on() && !batch::keep(&event) {
        let mut written = [0; BYTES];
        event.write_to(&mut written);
        record_written(&written, event.end());
    }
}

/// The number of the recording under way, or of the last one.
pub(crate) fn session() -> u64 {
    SESSION.load(Ordering::Relaxed)
}

/// Records events of this thread, as they are written, under one lock; the last of them ended at a moment.
pub(crate) fn record_written(events: &[u8], last: u64) {
    let session = session();
    let is_new = THREAD.with(|thread| {
        let (number, known) = thread.get();
        thread.set((number, session));
        known != session
    });
    with(|recorder| recorder.push(events, last, is_new));
}

/// Begins a range of time of this thread. The colour is `0xAARRGGBB`, or zero for none.
pub fn range_begin(name: &str, colour: u32) -> OpenRange {
    let depth = DEPTH.replace(DEPTH.get() + 1);
    let name = intern(name);
    let event = Event::new(Kind::RangeBegin, name).with(0, [u64::from(colour), u64::from(depth), 0, 0]);
    push(event);
    OpenRange { name, colour, depth, start: event.start }
}

/// Which calls of functions are recorded: none, all, or all with their operands.
static CALLS: AtomicU8 = AtomicU8::new(0);

/// Has the calls of functions recorded as ranges of their own from now on until the recording ends: by name, or with their operands.
pub fn record_calls(operands: bool) {
    CALLS.store(1 + u8::from(operands), Ordering::Relaxed);
}

/// Begins the call of a function, where calls are recorded: it ends when this is dropped. `operands` says what it is given.
#[inline]
pub fn called(name: &str, operands: impl FnOnce() -> String) -> Option<Called> {
    if CALLS.load(Ordering::Relaxed) == 0 { None } else { begin_call(name, operands) }
}

#[cold]
fn begin_call(name: &str, operands: impl FnOnce() -> String) -> Option<Called> {
    let name =
        if CALLS.load(Ordering::Relaxed) == 2 { intern(&format!("{name}({})", operands())) } else { intern(name) };
    let depth = DEPTH.replace(DEPTH.get() + 1);
    Some(Called(Event::new(Kind::Range, name).with(flags::CALL, [0, u64::from(depth), 0, 0])))
}

/// The call of a function under way.
pub struct Called(Event);

impl Drop for Called {
    fn drop(&mut self) {
        DEPTH.set(self.0.values[1] as u32);
        push(Event { duration: now() - self.0.start, ..self.0 });
    }
}

/// A range that was begun.
#[derive(Debug, Clone, Copy)]
pub struct OpenRange {
    name: u32,
    colour: u32,
    depth: u32,
    start: u64,
}

/// Ends a range that this thread began.
pub fn range_end(range: OpenRange) {
    DEPTH.set(range.depth);
    push(
        Event::new(Kind::Range, range.name)
            .since(range.start)
            .with(0, [u64::from(range.colour), u64::from(range.depth), 0, 0]),
    );
}

/// Notes something about the whole recording. A later note of the same key takes the place of the earlier one.
pub fn note(key: &str, value: &str) {
    let mut payload = Vec::with_capacity(key.len() + value.len() + 4);
    payload.extend((key.len() as u32).to_le_bytes());
    payload.extend(key.as_bytes());
    payload.extend(value.as_bytes());
    with(|recorder| {
        if let Some(session) = &mut recorder.session {
            session.write(Chunk::Note, &payload);
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
        recorder.clock.look();
        if recorder.session.is_some() {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "a recording is under way in this process"));
        }
        let mut sink = match target {
            Target::Memory => Sink::Memory(Vec::new()),
            Target::File(path) => {
                // It is truncated first: every process that records appends to it.
                std::fs::File::create(path)?;
                Sink::File(OpenOptions::new().append(true).read(true).open(path)?)
            }
        };
        sink.begin()?;
        // Memory that is touched for the first time is got from the system then, which is not to be while the program runs.
        let mut buffer = vec![1; BUFFER + BYTES];
        buffer.clear();
        let session = Session { sink, buffer, named: 0, process: std::process::id(), flushed: now(), failed: None };
        recorder.session = Some(session);
        Ok(())
    })?;
    let session = SESSION.fetch_add(1, Ordering::Relaxed) + 1;
    ON.store(true, Ordering::Relaxed);
    // A program that computes for long, or hangs, records nothing meanwhile and may be killed.
    let _ = std::thread::Builder::new().name("cuprust-recorder".into()).spawn(move || {
        while is_on() && SESSION.load(Ordering::Relaxed) == session {
            std::thread::sleep(WRITTEN_AFTER / 2);
            look_at_clock();
            flush();
        }
    });
    sources().iter().for_each(|source| source.begin());
    Ok(())
}

/// Writes what was recorded so far to where the recording is kept.
pub fn flush() {
    with(|recorder| {
        if let Some(session) = &mut recorder.session {
            session.flush(&recorder.names);
        }
    });
}

/// What was recorded so far, while the recording goes on: what keeps events of its own is asked for them. Nothing where none is
/// under way.
///
/// # Errors
/// What the system says where the file cannot be read.
pub fn so_far() -> io::Result<Option<Recording>> {
    sources().iter().for_each(|source| source.collect());
    with(|recorder| {
        let Some(session) = &mut recorder.session else { return Ok(None) };
        session.flush(&recorder.names);
        session.sink.read().map(|bytes| Recording::from_bytes(&bytes).map(Some))?
    })
}

/// Ends the recording and gives it. Nothing where none is under way.
///
/// # Errors
/// What the system said where the recording could not be written, or cannot be read.
pub fn stop() -> io::Result<Option<Recording>> {
    let Some(bytes) = finish(true)? else { return Ok(None) };
    Recording::from_bytes(&bytes).map(Some)
}

/// Ends the recording, which stays where it is kept.
///
/// # Errors
/// What the system said where the recording could not be written.
pub fn end() -> io::Result<()> {
    finish(false).map(drop)
}

fn finish(read: bool) -> io::Result<Option<Vec<u8>>> {
    pause();
    with(|recorder| {
        let Some(mut session) = recorder.session.take() else { return Ok(None) };
        session.flush(&recorder.names);
        if let Some(error) = session.failed {
            return Err(error);
        }
        if read { session.sink.read().map(Some) } else { Ok(None) }
    })
}

/// Records no more: what keeps events of its own hands them over. The recording can be noted in until it is ended.
pub fn pause() {
    CALLS.store(0, Ordering::Relaxed);
    if is_on() {
        sources().iter().for_each(|source| source.collect());
        sources().iter().for_each(|source| source.end());
    }
    ON.store(false, Ordering::Relaxed);
}
