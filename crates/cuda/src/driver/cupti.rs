//! What a GPU does, as CUPTI's activity interface tells it: kernels, copies and fills with their times, and calls of
//! libraries.
//!
//! Records are read by the places of their fields, which later versions of CUPTI keep: they only append fields. Of the
//! driver's calls CUPTI is not asked: it takes as long for a record of each as a launch takes. [`super::recorded`]
//! tells of them, and a kernel is found to belong to the launch of its name in the same turn. Libraries launch by
//! CUDA's runtime, whose calls CUPTI ties to the step that they are made in: it is asked of them from a library's first
//! call in a recording on. cuFFT and cuSOLVER launch by the driver too: with their first call in a recording CUPTI is
//! asked of the driver's calls after all, for their numbers alone.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_uint, c_void};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};

use cuprust_ir::{Switch, disabled};
use cuprust_profile::{Copied, Event, Kind, Source, current_step, intern, now, push};

use super::library::{self, Name};
use super::symbols::table;

type Requested = unsafe extern "C" fn(*mut *mut u8, *mut usize, *mut usize);
type Completed = unsafe extern "C" fn(*mut c_void, c_uint, *mut u8, usize, usize);

table! {
    /// The functions of libcupti.
    Functions {
        cuptiActivityRegisterCallbacks(Requested, Completed) -> c_uint;
        cuptiActivityEnable(c_uint) -> c_uint;
        cuptiActivityDisable(c_uint) -> c_uint;
        cuptiActivityFlushAll(c_uint) -> c_uint;
        cuptiActivityFlushPeriod(c_uint) -> c_uint;
        cuptiActivityGetNextRecord(*mut u8, usize, *mut *mut u8) -> c_uint;
        cuptiActivityPushExternalCorrelationId(c_uint, u64) -> c_uint;
        cuptiActivityPopExternalCorrelationId(c_uint, *mut u64) -> c_uint;
        cuptiGetTimestamp(*mut u64) -> c_uint;
        cuptiSetThreadIdType(c_uint) -> c_uint;
        cuptiGetCallbackName(c_uint, c_uint, *mut *const c_char) -> c_uint;
    }
}

/// The kinds of records that are asked for.
mod kind {
    pub(super) const MEMCPY: u32 = 1;
    pub(super) const MEMSET: u32 = 2;
    pub(super) const DRIVER: u32 = 4;
    pub(super) const RUNTIME: u32 = 5;
    pub(super) const CONCURRENT_KERNEL: u32 = 10;
    pub(super) const MEMCPY2: u32 = 22;
    pub(super) const EXTERNAL_CORRELATION: u32 = 39;
    /// What devices do.
    pub(super) const WORK: [u32; 4] = [CONCURRENT_KERNEL, MEMCPY, MEMSET, MEMCPY2];
    /// What libraries call, and which step they do it for.
    pub(super) const LIBRARIES: [u32; 2] = [RUNTIME, EXTERNAL_CORRELATION];
}

/// The kind of numbers that tie our steps to calls (`CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0`).
const STEPS: u32 = 3;

/// Bytes of a buffer: some twenty thousand records.
const BUFFER: usize = 4 << 20;

/// Milliseconds after which buffers are handed over that are not full.
const FLUSH_INTERVAL_MS: u32 = 200;

/// Calls that look something up and queue nothing; there are many, and each takes less time than a record of it.
const LOOK_UPS: [&str; 3] = ["cudaGetLastError", "cudaPeekAtLastError", "cudaGetDevice"];

/// Whether CUPTI was asked of libraries' calls in this recording.
static LIBRARY_CALLS: AtomicBool = AtomicBool::new(false);

/// Whether CUPTI was asked of the driver's calls in this recording.
static DRIVER_CALLS: AtomicBool = AtomicBool::new(false);

static TRACING: AtomicBool = AtomicBool::new(false);

/// Nanoseconds from CUPTI's clock to the recorder's.
static OFFSET: AtomicI64 = AtomicI64::new(0);

static STATE: Mutex<Option<State>> = Mutex::new(None);

/// What ties records to one another.
#[derive(Default)]
struct State {
    /// The step of each call, by the number that the call and its work have in common.
    steps: HashMap<u32, u64>,
    /// Work whose call was not seen yet.
    untied: Vec<(u32, Event)>,
    /// The names of calls and kernels, as the recorder numbers them.
    calls: HashMap<u32, Option<u32>>,
    kernels: HashMap<usize, u32>,
}

/// Whether CUPTI tells the recorder what the devices do.
#[inline]
pub(super) fn is_tracing() -> bool {
    TRACING.load(Ordering::Relaxed)
}

/// Has CUPTI trace every recording from now on, where it is installed. It is looked for when a recording begins.
pub(super) fn attach() {
    static ATTACHED: Once = Once::new();
    ATTACHED.call_once(|| cuprust_profile::add_source(&Cupti));
}

fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS
        .get_or_init(|| {
            let opened = library::open(Name::Cupti).ok()?;
            // SAFETY: the library is CUPTI and is never closed.
            unsafe { Functions::load(&opened.library, "libcupti") }.ok()
        })
        .as_ref()
}

struct Cupti;

impl Source for Cupti {
    fn begin(&self) {
        let Some(cupti) = functions().filter(|_| !disabled(Switch::Cupti)) else { return };
        static REGISTERED: OnceLock<bool> = OnceLock::new();
        const SYSTEM_THREAD_NUMBERS: u32 = 1;
        let registered = *REGISTERED.get_or_init(|| {
            // SAFETY: the two functions have the types that CUPTI calls them by, and stay where they are.
            let result = unsafe {
                let _ = (cupti.cuptiSetThreadIdType)(SYSTEM_THREAD_NUMBERS);
                (cupti.cuptiActivityRegisterCallbacks)(requested, completed)
            };
            result == 0
        });
        if !registered {
            cuprust_profile::note("GPU times", "none: another profiler of this process has CUPTI");
            return;
        }
        set_offset(cupti);
        *lock() = Some(State::default());
        // A kind that this version or device does not have is left out.
        // SAFETY: the functions take numbers only.
        let enabled = unsafe { kind::WORK.map(|kind| (cupti.cuptiActivityEnable)(kind) == 0) };
        TRACING.store(enabled[0], Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { (cupti.cuptiActivityFlushPeriod)(FLUSH_INTERVAL_MS) };
    }

    fn collect(&self) {
        if let Some(cupti) = functions().filter(|_| is_tracing()) {
            // SAFETY: the function takes a flag: also what is not complete.
            unsafe { (cupti.cuptiActivityFlushAll)(1) };
            lock().iter_mut().for_each(State::push_untied);
        }
    }

    fn end(&self) {
        let Some(cupti) = functions() else { return };
        if TRACING.swap(false, Ordering::Relaxed) {
            // SAFETY: the functions take numbers only.
            unsafe {
                for kind in kind::WORK {
                    (cupti.cuptiActivityDisable)(kind);
                }
                if LIBRARY_CALLS.swap(false, Ordering::Relaxed) {
                    for kind in kind::LIBRARIES {
                        (cupti.cuptiActivityDisable)(kind);
                    }
                }
                if DRIVER_CALLS.swap(false, Ordering::Relaxed) {
                    (cupti.cuptiActivityDisable)(kind::DRIVER);
                }
            }
            *lock() = None;
        }
    }
}

fn lock() -> std::sync::MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Measures how far CUPTI's clock is from the recorder's: of some attempts, the one that took the least time.
fn set_offset(cupti: &Functions) {
    let mut best = (u64::MAX, 0);
    for _ in 0..16 {
        let (before, mut theirs) = (now(), 0);
        // SAFETY: the pointer is valid for the one number that is written.
        unsafe { (cupti.cuptiGetTimestamp)(&mut theirs) };
        let after = now();
        if after - before < best.0 {
            best = (after - before, (before + (after - before) / 2) as i64 - theirs as i64);
        }
    }
    OFFSET.store(best.1, Ordering::Relaxed);
}

/// By which calls a library launches its kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Launches {
    ByRuntime,
    ByDriver,
}

/// Ties what libraries queue in this thread to the step that it runs, until this is dropped. Nothing where CUPTI does
/// not trace.
#[inline]
pub(crate) fn tie(launches: Launches) -> Option<Tie> {
    if is_tracing() { Tie::new(launches) } else { None }
}

/// As long as it lives, what its thread queues belongs to a step.
pub(crate) struct Tie(&'static Functions);

impl Tie {
    #[cold]
    fn new(launches: Launches) -> Option<Tie> {
        let cupti = functions()?;
        if !LIBRARY_CALLS.swap(true, Ordering::Relaxed) {
            for kind in kind::LIBRARIES {
                // SAFETY: the function takes a number only.
                unsafe { (cupti.cuptiActivityEnable)(kind) };
            }
        }
        if launches == Launches::ByDriver && !DRIVER_CALLS.swap(true, Ordering::Relaxed) {
            // SAFETY: the function takes a number only.
            unsafe { (cupti.cuptiActivityEnable)(kind::DRIVER) };
        }
        // SAFETY: the function takes numbers only.
        (unsafe { (cupti.cuptiActivityPushExternalCorrelationId)(STEPS, current_step()) } == 0).then_some(Tie(cupti))
    }
}

impl Drop for Tie {
    fn drop(&mut self) {
        let mut last = 0;
        // SAFETY: the pointer is valid for the one number that is written, and a number was pushed.
        unsafe { (self.0.cuptiActivityPopExternalCorrelationId)(STEPS, &mut last) };
    }
}

fn layout() -> std::alloc::Layout {
    std::alloc::Layout::from_size_align(BUFFER, 8).expect("the size is a multiple of the alignment")
}

/// Gives CUPTI memory for records.
unsafe extern "C" fn requested(buffer: *mut *mut u8, size: *mut usize, most_records: *mut usize) {
    // SAFETY: the layout is not empty; CUPTI's pointers are valid for what is written.
    unsafe {
        let memory = std::alloc::alloc(layout());
        *buffer = memory;
        *size = if memory.is_null() { 0 } else { BUFFER };
        *most_records = 0;
    }
}

/// Takes records from CUPTI, with the memory that they are in.
unsafe extern "C" fn completed(_context: *mut c_void, _stream: c_uint, buffer: *mut u8, _size: usize, valid: usize) {
    if buffer.is_null() {
        return;
    }
    let _ = std::panic::catch_unwind(|| {
        let Some(cupti) = functions() else { return };
        let mut state = lock();
        let Some(state) = state.as_mut() else { return };
        let mut record = std::ptr::null_mut();
        // SAFETY: CUPTI gives its own buffer and how much of it is valid, and then pointers to records within it.
        while unsafe { (cupti.cuptiActivityGetNextRecord)(buffer, valid, &mut record) } == 0 {
            // SAFETY: the record is whole and of the kind that its first word says.
            unsafe { state.take(cupti, Record(record)) };
        }
    });
    // SAFETY: the buffer was allocated by `requested` with this layout, and CUPTI has given it back.
    unsafe { std::alloc::dealloc(buffer, layout()) };
}

/// A record, whose fields are read by their places.
#[derive(Clone, Copy)]
struct Record(*const u8);

impl Record {
    /// # Safety
    /// The record has a field of this type at this place.
    unsafe fn at<T: Copy>(self, place: usize) -> T {
        // SAFETY: the caller vouches for the place; fields need not be aligned.
        unsafe { self.0.add(place).cast::<T>().read_unaligned() }
    }
}

fn moment(theirs: u64) -> u64 {
    theirs.saturating_add_signed(OFFSET.load(Ordering::Relaxed))
}

impl State {
    /// # Safety
    /// The record is one that CUPTI gave, whole.
    unsafe fn take(&mut self, cupti: &Functions, record: Record) {
        // SAFETY: the places are those of CUPTI's structures for each kind.
        unsafe {
            match record.at::<u32>(0) {
                kind::EXTERNAL_CORRELATION => {
                    let step: u64 = record.at(8);
                    if step != 0 {
                        self.steps.insert(record.at(16), step);
                    }
                }
                kind::RUNTIME => {
                    let Some(name) = self.call_name(cupti, record.at(4)) else { return };
                    let (start, end) = (record.at::<u64>(8), record.at::<u64>(16));
                    let event = Event { thread: record.at(28), ..Event::at(Kind::Call, name, moment(start)) };
                    let correlation: u32 = record.at(32);
                    push(
                        Event { duration: end.saturating_sub(start), place: 0, ..event }
                            .with(0, [correlation.into(), 0, 0, 0]),
                    );
                }
                kind::CONCURRENT_KERNEL => {
                    let extent = |place: usize| record.at::<u32>(place);
                    let packed = |place: usize| {
                        u64::from(extent(place)) << 32
                            | u64::from(extent(place + 4).min(0xffff)) << 16
                            | u64::from(extent(place + 8).min(0xffff))
                    };
                    let shared = u64::from(extent(76)) + u64::from(extent(80));
                    let registers = u64::from(record.at::<u16>(6)) | u64::from(record.at::<u32>(92)) << 32;
                    let name = self.kernel_name(record.at::<*const c_char>(104));
                    let event = Event::at(Kind::Kernel, name, 0).with(0, [packed(52), packed(64), shared, registers]);
                    self.work(event, record, (16, 24), (40, 48, 92));
                }
                kind::MEMCPY | kind::MEMCPY2 => {
                    let copied: u8 = record.at(4);
                    let event = Event::at(Kind::Copy, 0, 0).with(copied, [record.at(8), 0, 0, 0]);
                    self.work(event, record, (16, 24), (32, 40, 44));
                }
                kind::MEMSET => {
                    let event = Event::at(Kind::Copy, 0, 0).with(Copied::Fill as u8, [record.at(8), 0, 0, 0]);
                    self.work(event, record, (16, 24), (32, 40, 44));
                }
                _ => {}
            }
        }
    }

    /// Tells of work on a device: at these places of the record are its start and end, and its device, stream and
    /// number.
    ///
    /// # Safety
    /// The record has them there.
    unsafe fn work(
        &mut self,
        event: Event,
        record: Record,
        (start, end): (usize, usize),
        (device, stream, correlation): (usize, usize, usize),
    ) {
        // SAFETY: the caller vouches for the places.
        let (start, end, device, stream, correlation) = unsafe {
            let (start, end) = (record.at::<u64>(start), record.at::<u64>(end));
            (start, end, record.at::<u32>(device), record.at::<u32>(stream), record.at::<u32>(correlation))
        };
        // Work that did not end has no time.
        if start == 0 || end < start {
            return;
        }
        let event =
            Event { start: moment(start), duration: end - start, place: 0, ..event }.on(device as u16 + 2, stream);
        match self.steps.remove(&correlation) {
            Some(step) => push(Event { link: step, ..event }),
            // Where no library was called, there is no step to wait for.
            None if !LIBRARY_CALLS.load(Ordering::Relaxed) => push(event),
            None => self.untied.push((correlation, event)),
        }
        if self.untied.len() > 10_000 {
            self.push_untied();
        }
    }

    /// Records the work whose call was not seen before it: by now it was, or the work belongs to no step.
    fn push_untied(&mut self) {
        for (correlation, event) in self.untied.drain(..) {
            push(Event { link: self.steps.remove(&correlation).unwrap_or(0), ..event });
        }
    }

    /// The number of the name of a call; nothing for calls that only look something up.
    fn call_name(&mut self, cupti: &Functions, number: u32) -> Option<u32> {
        const RUNTIME_INTERFACE: u32 = 2;
        *self.calls.entry(number).or_insert_with(|| {
            let mut name = std::ptr::null();
            // SAFETY: the pointer is valid for the one pointer that is written.
            let result = unsafe { (cupti.cuptiGetCallbackName)(RUNTIME_INTERFACE, number, &mut name) };
            if result != 0 || name.is_null() {
                return Some(intern(&format!("call {number}")));
            }
            // SAFETY: CUPTI gives text of its own that ends in NUL.
            let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
            // Names of the runtime's functions end in the version that they came with.
            let name = name.split("_v").next().unwrap_or(&name);
            (!LOOK_UPS.contains(&name)).then(|| intern(name))
        })
    }

    /// The number of a kernel's name, demangled as far as its identifier goes.
    fn kernel_name(&mut self, name: *const c_char) -> u32 {
        if name.is_null() {
            return 0;
        }
        // SAFETY: CUPTI gives text of its own that ends in NUL, and keeps it.
        let text = || unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        *self.kernels.entry(name as usize).or_insert_with(|| intern(&text()))
    }
}
