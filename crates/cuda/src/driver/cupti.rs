//! The activity of a GPU, as CUPTI reports it: kernels, copies and fills with their times, and calls of libraries.
//!
//! Records are read by the offsets of their fields, which later versions of CUPTI keep: they only append fields. CUPTI
//! does not record the driver's calls, because a record of each takes as long as a launch. [`super::recorded`] records
//! them, and a kernel is matched with the launch of the same name in the same order. Libraries launch by CUDA's
//! runtime, whose calls CUPTI correlates with the step that they are made in: these are recorded from a library's first
//! call in a recording on. cuFFT and cuSOLVER also launch by the driver: from their first call in a recording on, CUPTI
//! records the driver's calls after all, for their correlation numbers alone.

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

/// The kinds of records that are enabled.
mod kind {
    pub(super) const MEMCPY: u32 = 1;
    pub(super) const MEMSET: u32 = 2;
    pub(super) const DRIVER: u32 = 4;
    pub(super) const RUNTIME: u32 = 5;
    pub(super) const CONCURRENT_KERNEL: u32 = 10;
    pub(super) const MEMCPY2: u32 = 22;
    pub(super) const EXTERNAL_CORRELATION: u32 = 39;
    /// The activity of devices.
    pub(super) const WORK: [u32; 4] = [CONCURRENT_KERNEL, MEMCPY, MEMSET, MEMCPY2];
    /// The calls of libraries, and the steps that they belong to.
    pub(super) const LIBRARIES: [u32; 2] = [RUNTIME, EXTERNAL_CORRELATION];
}

/// The correlation kind that ties our steps to calls (`CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0`).
const STEP_CORRELATION_KIND: u32 = 3;

/// Bytes of a buffer: some twenty thousand records.
const BUFFER_BYTES: usize = 4 << 20;

/// Milliseconds after which partly filled buffers are delivered.
const FLUSH_INTERVAL_MS: u32 = 200;

/// Frequent calls that query something and queue nothing; each takes less time than a record of it.
const UNRECORDED_CALLS: [&str; 3] = ["cudaGetLastError", "cudaPeekAtLastError", "cudaGetDevice"];

/// Whether calls of libraries are recorded in this recording.
static LIBRARY_CALLS: AtomicBool = AtomicBool::new(false);

/// Whether the driver's calls are recorded in this recording.
static DRIVER_CALLS: AtomicBool = AtomicBool::new(false);

static TRACING: AtomicBool = AtomicBool::new(false);

/// The offset of CUPTI's clock from the recorder's, in nanoseconds.
static OFFSET: AtomicI64 = AtomicI64::new(0);

static STATE: Mutex<Option<State>> = Mutex::new(None);

/// The correlations between records.
#[derive(Default)]
struct State {
    /// The step of each call, by the correlation number that the call and its work share.
    steps: HashMap<u32, u64>,
    /// Work whose call has not been seen yet.
    untied: Vec<(u32, Event)>,
    /// The names of calls and kernels, by the recorder's numbers.
    calls: HashMap<u32, Option<u32>>,
    kernels: HashMap<usize, u32>,
}

/// Whether CUPTI delivers the activity of devices to the recorder.
#[inline]
pub(super) fn is_tracing() -> bool {
    TRACING.load(Ordering::Relaxed)
}

/// Makes CUPTI trace every recording from now on, if it is installed. It is searched for when a recording begins.
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
            // SAFETY: the two functions have the types that CUPTI calls them by, and are never unloaded.
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
        // A kind that this version or device does not support is skipped.
        // SAFETY: the functions take numbers only.
        let enabled = unsafe { kind::WORK.map(|kind| (cupti.cuptiActivityEnable)(kind) == 0) };
        TRACING.store(enabled[0], Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { (cupti.cuptiActivityFlushPeriod)(FLUSH_INTERVAL_MS) };
    }

    fn collect(&self) {
        if let Some(cupti) = functions().filter(|_| is_tracing()) {
            // SAFETY: the function takes a flag, which includes incomplete buffers.
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

/// Measures the offset of CUPTI's clock from the recorder's: of several attempts, the one that took the least time.
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

/// The calls by which a library launches its kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Launches {
    ByRuntime,
    ByDriver,
}

/// Ties what libraries queue in this thread to the present step, until this is dropped. Does nothing where CUPTI does
/// not trace.
#[inline]
pub(crate) fn tie(launches: Launches) -> Option<StepCorrelation> {
    if is_tracing() { StepCorrelation::new(launches) } else { None }
}

/// While it lives, the work that its thread queues belongs to a step.
pub(crate) struct StepCorrelation(&'static Functions);

impl StepCorrelation {
    #[cold]
    fn new(launches: Launches) -> Option<StepCorrelation> {
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
        (unsafe { (cupti.cuptiActivityPushExternalCorrelationId)(STEP_CORRELATION_KIND, current_step()) } == 0)
            .then_some(StepCorrelation(cupti))
    }
}

impl Drop for StepCorrelation {
    fn drop(&mut self) {
        let mut last = 0;
        // SAFETY: the pointer is valid for the one number that is written, and a number was pushed.
        unsafe { (self.0.cuptiActivityPopExternalCorrelationId)(STEP_CORRELATION_KIND, &mut last) };
    }
}

fn layout() -> std::alloc::Layout {
    std::alloc::Layout::from_size_align(BUFFER_BYTES, 8).expect("the size is a multiple of the alignment")
}

/// Gives CUPTI a buffer for records.
unsafe extern "C" fn requested(buffer: *mut *mut u8, size: *mut usize, most_records: *mut usize) {
    // SAFETY: the layout is not empty; CUPTI's pointers are valid for what is written.
    unsafe {
        let memory = std::alloc::alloc(layout());
        *buffer = memory;
        *size = if memory.is_null() { 0 } else { BUFFER_BYTES };
        *most_records = 0;
    }
}

/// Processes a buffer of records from CUPTI, and frees it.
unsafe extern "C" fn completed(_context: *mut c_void, _stream: c_uint, buffer: *mut u8, _size: usize, valid: usize) {
    if buffer.is_null() {
        return;
    }
    let _ = std::panic::catch_unwind(|| {
        let Some(cupti) = functions() else { return };
        let mut state = lock();
        let Some(state) = state.as_mut() else { return };
        let mut record = std::ptr::null_mut();
        // SAFETY: CUPTI returns its own buffer and its valid length, and then pointers to records within it.
        while unsafe { (cupti.cuptiActivityGetNextRecord)(buffer, valid, &mut record) } == 0 {
            // SAFETY: the record is complete and of the kind that its first word says.
            unsafe { state.take(cupti, Record(record)) };
        }
    });
    // SAFETY: the buffer was allocated by `requested` with this layout, and CUPTI has returned it.
    unsafe { std::alloc::dealloc(buffer, layout()) };
}

/// A record, whose fields are read by their offsets.
#[derive(Clone, Copy)]
struct Record(*const u8);

impl Record {
    /// # Safety
    /// The record has a field of this type at this offset.
    unsafe fn at<T: Copy>(self, offset: usize) -> T {
        // SAFETY: the caller vouches for the offset; fields need not be aligned.
        unsafe { self.0.add(offset).cast::<T>().read_unaligned() }
    }
}

fn moment(theirs: u64) -> u64 {
    theirs.saturating_add_signed(OFFSET.load(Ordering::Relaxed))
}

impl State {
    /// # Safety
    /// The record is one from CUPTI, complete.
    unsafe fn take(&mut self, cupti: &Functions, record: Record) {
        // SAFETY: the offsets are those of CUPTI's structures for each kind.
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
                        Event { duration: end.saturating_sub(start), location: 0, ..event }
                            .with(0, [correlation.into(), 0, 0, 0]),
                    );
                }
                kind::CONCURRENT_KERNEL => {
                    let extent = |offset: usize| record.at::<u32>(offset);
                    let packed = |offset: usize| {
                        u64::from(extent(offset)) << 32
                            | u64::from(extent(offset + 4).min(0xffff)) << 16
                            | u64::from(extent(offset + 8).min(0xffff))
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

    /// Records work on a device: at these offsets of the record are its start and end, and its device, stream and
    /// correlation number.
    ///
    /// # Safety
    /// The record has these fields at these offsets.
    unsafe fn work(
        &mut self,
        event: Event,
        record: Record,
        (start, end): (usize, usize),
        (device, stream, correlation): (usize, usize, usize),
    ) {
        // SAFETY: the caller vouches for the offsets.
        let (start, end, device, stream, correlation) = unsafe {
            let (start, end) = (record.at::<u64>(start), record.at::<u64>(end));
            (start, end, record.at::<u32>(device), record.at::<u32>(stream), record.at::<u32>(correlation))
        };
        // Unfinished work has no time.
        if start == 0 || end < start {
            return;
        }
        let event =
            Event { start: moment(start), duration: end - start, location: 0, ..event }.on(device as u16 + 2, stream);
        match self.steps.remove(&correlation) {
            Some(step) => push(Event { link: step, ..event }),
            // If no library was called, there is no step to wait for.
            None if !LIBRARY_CALLS.load(Ordering::Relaxed) => push(event),
            None => self.untied.push((correlation, event)),
        }
        if self.untied.len() > 10_000 {
            self.push_untied();
        }
    }

    /// Records the work whose call came later in the buffers: now it is known, or the work belongs to no step.
    fn push_untied(&mut self) {
        for (correlation, event) in self.untied.drain(..) {
            push(Event { link: self.steps.remove(&correlation).unwrap_or(0), ..event });
        }
    }

    /// The number of a call's name; `None` for calls that only query something.
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
            // Names of the runtime's functions end in the version that introduced them.
            let name = name.split("_v").next().unwrap_or(&name);
            (!UNRECORDED_CALLS.contains(&name)).then(|| intern(name))
        })
    }

    /// The number of a kernel's name, demangled up to the end of its identifier.
    fn kernel_name(&mut self, name: *const c_char) -> u32 {
        if name.is_null() {
            return 0;
        }
        // SAFETY: CUPTI gives text of its own that ends in NUL, and keeps it.
        let text = || unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        *self.kernels.entry(name as usize).or_insert_with(|| intern(&text()))
    }
}
