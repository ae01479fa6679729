//! Collectives of GPUs: NCCL's communicators, calls and groups of calls.
//!
//! An NCCL group belongs to the calling thread, and so does a batch. Forming a communicator is a blocking call of NCCL
//! without a timeout, so a separate thread makes it, which is abandoned after the timeout; within a batch NCCL requires
//! the call on the batch's thread, and the end of the batch waits without a limit.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use cuprust_ir::{
    Collective, CollectiveCall, Combination, Communicator, Error, ErrorKind, GROUP_ID_BYTES, GroupId, GroupSettings,
    NO_COMMUNICATOR, Poll, Result,
};
use cuprust_num::DType;

use super::Driver;
use super::library::{self, Name};
use super::symbols::{Handle, table};

table! {
    /// The functions of libnccl, version 2.18 or later.
    Functions {
        ncclGetVersion(*mut c_int) -> c_int;
        ncclGetUniqueId(*mut UniqueId) -> c_int;
        ncclCommInitRankConfig(*mut Handle, c_int, UniqueId, c_int, *const Config) -> c_int;
        ncclCommSplit(Handle, c_int, c_int, *mut Handle, *const Config) -> c_int;
        ncclCommDestroy(Handle) -> c_int;
        ncclCommAbort(Handle) -> c_int;
        ncclCommCount(Handle, *mut c_int) -> c_int;
        ncclCommUserRank(Handle, *mut c_int) -> c_int;
        ncclCommGetAsyncError(Handle, *mut c_int) -> c_int;
        ncclGetErrorString(c_int) -> *const c_char;
        ncclGetLastError(Handle) -> *const c_char;
        ncclAllReduce(*const c_void, *mut c_void, usize, c_int, c_int, Handle, Handle) -> c_int;
        ncclReduce(*const c_void, *mut c_void, usize, c_int, c_int, c_int, Handle, Handle) -> c_int;
        ncclBroadcast(*const c_void, *mut c_void, usize, c_int, c_int, Handle, Handle) -> c_int;
        ncclReduceScatter(*const c_void, *mut c_void, usize, c_int, c_int, Handle, Handle) -> c_int;
        ncclAllGather(*const c_void, *mut c_void, usize, c_int, Handle, Handle) -> c_int;
        ncclSend(*const c_void, usize, c_int, c_int, Handle, Handle) -> c_int;
        ncclRecv(*mut c_void, usize, c_int, c_int, Handle, Handle) -> c_int;
        ncclGroupStart() -> c_int;
        ncclGroupEnd() -> c_int;
    }
}

/// `ncclUniqueId`, which is passed by value.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct UniqueId(GroupId);

/// `ncclConfig_t` of version 2.18, which later versions accept with defaults for their new fields.
#[repr(C)]
pub(crate) struct Config {
    size: usize,
    magic: c_uint,
    version: c_uint,
    blocking: c_int,
    cga_cluster_size: c_int,
    min_ctas: c_int,
    max_ctas: c_int,
    net_name: *const c_char,
    split_share: c_int,
}

impl Config {
    fn new(settings: GroupSettings) -> Config {
        // NCCL_CONFIG_UNDEF_INT: NCCL's default.
        const CHOSEN: c_int = c_int::MIN;
        Config {
            size: size_of::<Config>(),
            magic: 0xcafe_beef,
            version: 21_800,
            blocking: CHOSEN,
            cga_cluster_size: CHOSEN,
            min_ctas: CHOSEN,
            max_ctas: CHOSEN,
            net_name: std::ptr::null(),
            split_share: c_int::from(settings.split_share),
        }
    }
}

/// `ncclInProgress`: the communicator's last call is not finished.
const IN_PROGRESS: c_int = 7;

/// `NCCL_SPLIT_NOCOLOR`: the rank is in no group of a split.
const NO_COLOR: c_int = -1;

/// The interval between two questions to the caller whether to end a wait.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

thread_local! {
    /// The batches of this thread that have begun and not ended.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// Where NCCL will write the communicators of the batch.
    static PENDING_COMMUNICATORS: RefCell<Vec<Arc<AtomicPtr<c_void>>>> = const { RefCell::new(Vec::new()) };
}

/// The loaded NCCL.
#[derive(Clone, Copy)]
pub(crate) struct Nccl(&'static Functions);

impl Nccl {
    /// The library. Error: `Library` where it is not installed.
    pub fn open() -> Result<Nccl> {
        static FUNCTIONS: OnceLock<Functions> = OnceLock::new();
        if let Some(functions) = FUNCTIONS.get() {
            return Ok(Nccl(functions));
        }
        let opened = library::open(Name::Nccl)?;
        // SAFETY: the library is libnccl, whose interface the table states, and it is never closed.
        let functions = unsafe { Functions::load(&opened.library, "libnccl") }?;
        Ok(Nccl(FUNCTIONS.get_or_init(|| functions)))
    }

    /// Its version, as 22 703 for 2.27.3.
    ///
    /// # Errors
    /// Where NCCL refuses.
    pub fn version(self) -> Result<i32> {
        let mut version = 0;
        // SAFETY: the pointer is valid for the number that is written.
        self.check(unsafe { (self.0.ncclGetVersion)(&mut version) }, "asking for the version")?;
        Ok(version)
    }

    /// An id for a new group.
    ///
    /// # Errors
    /// Where NCCL refuses.
    pub fn group_id(self) -> Result<GroupId> {
        let mut id = UniqueId([0; GROUP_ID_BYTES]);
        // SAFETY: the pointer is valid for the id that is written.
        self.check(unsafe { (self.0.ncclGetUniqueId)(&mut id) }, "making an id")?;
        Ok(id.0)
    }

    /// Begins a batch of this thread.
    ///
    /// # Errors
    /// Where NCCL refuses.
    pub fn begin_batch(self) -> Result<()> {
        // SAFETY: the function takes nothing.
        self.check(unsafe { (self.0.ncclGroupStart)() }, "beginning a group of calls")?;
        DEPTH.set(DEPTH.get() + 1);
        Ok(())
    }

    /// Ends a batch of this thread.
    ///
    /// # Errors
    /// If no batch has begun, and if NCCL refuses one of its calls.
    pub fn end_batch(self) -> Result<()> {
        let Some(depth) = DEPTH.get().checked_sub(1) else {
            return Err(Error::value("no group of calls has begun in this thread"));
        };
        DEPTH.set(depth);
        // SAFETY: the function takes nothing; the arguments of the batch's calls live as their callers promise.
        let ended = self.check(unsafe { (self.0.ncclGroupEnd)() }, "ending a group of calls");
        if depth == 0 {
            PENDING_COMMUNICATORS.take();
        }
        ended
    }

    /// Joins a group with the device of a driver, and waits for the other ranks, unless in a batch.
    ///
    /// # Errors
    /// If NCCL refuses; a runtime error after the timeout; of the kind `Interrupted` where `poll` says so.
    pub fn join(
        self,
        driver: &Arc<dyn Driver>,
        id: &GroupId,
        (rank, size): (u32, u32),
        settings: GroupSettings,
        timeout: Duration,
        poll: Poll<'_>,
    ) -> Result<Rank> {
        if rank >= size {
            return Err(Error::value(format!("rank {rank} is not one of {size}, which are counted from 0")));
        }
        let (own, id) = (driver.clone(), UniqueId(*id));
        let init = move |made: &AtomicPtr<c_void>| {
            own.make_current()?;
            let config = Config::new(settings);
            // SAFETY: the pointer is valid for the handle that is written, until the end of the batch if there is one;
            // the device is current; the configuration is read within the call.
            let result =
                unsafe { (self.0.ncclCommInitRankConfig)(made.as_ptr(), size as c_int, id, rank as c_int, &config) };
            self.check(result, "joining a group")
        };
        let doing = format!("rank {rank} of {size} has waited for the other ranks");
        let handle = self.made(init, &doing, timeout, poll)?;
        Ok(Rank { nccl: self, driver: driver.clone(), rank, size, handle, call_lock: Mutex::new(()) })
    }

    /// Makes a communicator by a call that may wait for other ranks.
    fn made(
        self,
        make: impl FnOnce(&AtomicPtr<c_void>) -> Result<()> + Send + 'static,
        doing: &str,
        timeout: Duration,
        poll: Poll<'_>,
    ) -> Result<Arc<AtomicPtr<c_void>>> {
        let handle = Arc::new(AtomicPtr::default());
        if DEPTH.get() > 0 {
            make(&handle)?;
            PENDING_COMMUNICATORS.with_borrow_mut(|pending| pending.push(handle.clone()));
            return Ok(handle);
        }
        let (sender, receiver) = channel();
        let made = handle.clone();
        let work = move || {
            let done = make(&made);
            // The wait has ended without it: the communicator is useless.
            if sender.send(done).is_err() {
                let handle = made.swap(std::ptr::null_mut(), Ordering::AcqRel);
                if !handle.is_null() {
                    // SAFETY: the communicator was just made, and is not used elsewhere.
                    unsafe { (self.0.ncclCommAbort)(handle) };
                }
            }
        };
        std::thread::Builder::new()
            .name("cuprust-nccl".into())
            .spawn(work)
            .map_err(|error| Error::new(ErrorKind::Io, format!("starting a thread: {error}")))?;
        let deadline = Instant::now() + timeout;
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok(done) => return done.map(|()| handle),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::runtime("internal: the thread that forms a group has ended"));
                }
                Err(RecvTimeoutError::Timeout) if poll() => {
                    return Err(Error::new(ErrorKind::Interrupted, "joining a group was interrupted"));
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() > deadline => {
                    return Err(Error::runtime(format!(
                        "{doing} {} s; CUPRUST_COLLECTIVES_TIMEOUT sets another time",
                        timeout.as_secs_f64()
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// # Errors
    /// If the result is neither success nor in progress.
    fn check(self, result: c_int, doing: &str) -> Result<()> {
        if result == 0 || result == IN_PROGRESS { Ok(()) } else { Err(self.refused(result, doing)) }
    }

    #[cold]
    fn refused(self, result: c_int, doing: &str) -> Error {
        let name = match result {
            1 => "UNHANDLED_CUDA_ERROR",
            2 => "SYSTEM_ERROR",
            3 => "INTERNAL_ERROR",
            4 => "INVALID_ARGUMENT",
            5 => "INVALID_USAGE",
            6 => "REMOTE_ERROR",
            8 => "TIMEOUT",
            _ => "UNKNOWN",
        };
        // SAFETY: NCCL returns static texts that end with a zero byte, or null.
        let [text, last] = unsafe {
            [(self.0.ncclGetErrorString)(result), (self.0.ncclGetLastError)(std::ptr::null_mut())].map(|text| {
                if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
            })
        };
        let last = if last.is_empty() { String::new() } else { format!("; {last}") };
        Error::new(ErrorKind::Runtime, format!("NCCL, {doing}: NCCL_ERROR_{name} ({result}): {text}{last}"))
    }
}

/// NCCL's number of a dtype, and how many of its elements make one of the dtype.
///
/// Complex numbers are pairs of their parts, bools and integers of 16 bits are bytes.
fn element(dtype: DType) -> (c_int, usize) {
    match dtype {
        DType::I8 => (0, 1),
        DType::Bool | DType::U8 => (1, 1),
        DType::I16 | DType::U16 => (1, 2),
        DType::I32 => (2, 1),
        DType::U32 => (3, 1),
        DType::I64 => (4, 1),
        DType::U64 => (5, 1),
        DType::F16 => (6, 1),
        DType::F32 => (7, 1),
        DType::F64 => (8, 1),
        DType::BF16 => (9, 1),
        DType::C64 => (7, 2),
        DType::C128 => (8, 2),
    }
}

/// NCCL's number of a combination of elements of a dtype.
///
/// # Errors
/// A type error for a combination that NCCL does not support for the dtype.
fn operation(how: Combination, dtype: DType) -> Result<c_int> {
    let number = |how: Combination| match how {
        Combination::Sum => 0,
        Combination::Product => 1,
        Combination::Max => 2,
        Combination::Min => 3,
        Combination::Average => 4,
    };
    match (dtype, how) {
        // Bytes of 0 and 1.
        (DType::Bool, Combination::Sum | Combination::Max) => Ok(number(Combination::Max)),
        (DType::Bool, Combination::Product | Combination::Min) => Ok(number(Combination::Min)),
        (DType::C64 | DType::C128, Combination::Sum | Combination::Average) => Ok(number(how)),
        (DType::Bool | DType::I16 | DType::U16 | DType::C64 | DType::C128, _) => {
            Err(Error::type_(format!("NCCL does not support {how:?} for {dtype}")))
        }
        _ => Ok(number(how)),
    }
}

/// A rank's membership of an NCCL communicator.
pub(crate) struct Rank {
    nccl: Nccl,
    driver: Arc<dyn Driver>,
    rank: u32,
    size: u32,
    /// The communicator; null once the rank has left, and before the end of the batch that makes it.
    handle: Arc<AtomicPtr<c_void>>,
    /// Held during a call of NCCL, which allows one at a time for each communicator.
    call_lock: Mutex<()>,
}

impl Rank {
    /// # Errors
    /// If there is no communicator.
    fn handle(&self) -> Result<Handle> {
        let handle = self.handle.load(Ordering::Acquire);
        if handle.is_null() { Err(Error::value(NO_COMMUNICATOR)) } else { Ok(handle) }
    }

    /// Takes the communicator; `None` if there is none, or it is unusable.
    fn take(&self) -> Option<Handle> {
        let handle = self.handle.swap(std::ptr::null_mut(), Ordering::AcqRel);
        let usable = self.driver.check_process().and_then(|()| self.driver.make_current()).is_ok();
        (usable && !handle.is_null()).then_some(handle)
    }
}

impl Communicator for Rank {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.size
    }

    unsafe fn call(&self, call: &CollectiveCall, stream: u64, _poll: Poll<'_>) -> Result<()> {
        if let Some(peer) = call.collective.peer().filter(|peer| *peer >= self.size) {
            return Err(Error::value(format!("rank {peer} is not one of {}", self.size)));
        }
        let (dtype, parts) = element(call.dtype);
        let how = call.collective.combination().map(|how| operation(how, call.dtype)).transpose()?.unwrap_or(0);
        let count = usize::try_from(call.count).ok().and_then(|count| count.checked_mul(parts));
        let Some(count) = count else {
            return Err(Error::value(format!("{} elements are more than memory holds", call.count)));
        };
        let (from, to) = (call.from as *const c_void, call.to as *mut c_void);
        let stream = stream as usize as Handle;
        let functions = self.nccl.0;
        let _guard = self.call_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let handle = self.handle()?;
        self.driver.count_queued()?;
        // NCCL makes the communicator's device current itself, as one thread may make calls of several devices in turn.
        // SAFETY: the communicator exists and is used by this call alone; the caller vouches for memory and stream.
        let result = unsafe {
            match call.collective {
                Collective::AllReduce(_) => (functions.ncclAllReduce)(from, to, count, dtype, how, handle, stream),
                Collective::Reduce(_, root) => {
                    (functions.ncclReduce)(from, to, count, dtype, how, root as c_int, handle, stream)
                }
                Collective::Broadcast(root) => {
                    (functions.ncclBroadcast)(from, to, count, dtype, root as c_int, handle, stream)
                }
                Collective::ReduceScatter(_) => {
                    (functions.ncclReduceScatter)(from, to, count, dtype, how, handle, stream)
                }
                Collective::AllGather => (functions.ncclAllGather)(from, to, count, dtype, handle, stream),
                Collective::Send(peer) => (functions.ncclSend)(from, count, dtype, peer as c_int, handle, stream),
                Collective::Receive(peer) => (functions.ncclRecv)(to, count, dtype, peer as c_int, handle, stream),
            }
        };
        self.nccl.check(result, "a collective")
    }

    fn split(
        &self,
        color: Option<u32>,
        key: i32,
        settings: Option<GroupSettings>,
        poll: Poll<'_>,
    ) -> Result<Option<Arc<dyn Communicator>>> {
        let nccl = self.nccl;
        if DEPTH.get() > 0 {
            return Err(Error::value("a group of calls cannot split a communicator"));
        }
        let color = match color.map(c_int::try_from) {
            None => NO_COLOR,
            Some(Ok(color)) => color,
            Some(Err(_)) => return Err(Error::value("a color is a number below 2^31")),
        };
        let _guard = self.call_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let (parent, driver) = (self.handle()? as usize, self.driver.clone());
        let split = move |made: &AtomicPtr<c_void>| {
            driver.make_current()?;
            let config = settings.map(Config::new);
            let config = config.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
            // SAFETY: the communicator exists, and the pointer is valid for the one that is written; the configuration
            // is read within the call, and without one the new communicator inherits that of the old.
            let result = unsafe { (nccl.0.ncclCommSplit)(parent as Handle, color, key, made.as_ptr(), config) };
            nccl.check(result, "splitting a group")
        };
        let doing = format!("rank {} has waited for the other ranks to split the group", self.rank);
        let handle = nccl.made(split, &doing, cuprust_ir::collectives_timeout()?, poll)?;
        let made = handle.load(Ordering::Acquire);
        if made.is_null() {
            return Ok(None);
        }
        let (mut rank, mut size) = (0, 0);
        // SAFETY: the communicator was just made, and the pointers are valid for one number each.
        unsafe {
            nccl.check((nccl.0.ncclCommUserRank)(made, &mut rank), "asking for the rank")?;
            nccl.check((nccl.0.ncclCommCount)(made, &mut size), "asking for the number of ranks")?;
        }
        let (rank, size) = (rank as u32, size as u32);
        Ok(Some(Arc::new(Rank { nccl, driver: self.driver.clone(), rank, size, handle, call_lock: Mutex::new(()) })))
    }

    fn check(&self) -> Result<()> {
        let (handle, mut status) = (self.handle()?, 0);
        // SAFETY: the communicator exists, and the pointer is valid for the status that is written.
        let result = unsafe { (self.nccl.0.ncclCommGetAsyncError)(handle, &mut status) };
        self.nccl.check(result, "asking for errors")?;
        self.nccl.check(status, "a collective that was under way")
    }

    fn native(&self) -> u64 {
        self.handle.load(Ordering::Acquire) as u64
    }

    fn leave(&self) {
        let _guard = self.call_lock.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = self.take() {
            // SAFETY: the communicator is not used elsewhere any more. An error leaves nothing to be done.
            unsafe { (self.nccl.0.ncclCommDestroy)(handle) };
        }
    }

    fn abort(&self) {
        // Without the lock: a call that holds it may wait for what is aborted.
        if let Some(handle) = self.take() {
            // SAFETY: as above; NCCL allows an abort during a call.
            unsafe { (self.nccl.0.ncclCommAbort)(handle) };
        }
    }
}

impl Drop for Rank {
    fn drop(&mut self) {
        self.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::fake::Fake;

    thread_local! {
        static CALLS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
        static RESULT: Cell<c_int> = const { Cell::new(0) };
    }

    fn note(text: String) -> c_int {
        CALLS.with_borrow_mut(|calls| calls.push(text));
        RESULT.get()
    }

    /// A mock library that records its calls; its communicators are numbers.
    static NOTING: Functions = {
        unsafe extern "C" fn version(version: *mut c_int) -> c_int {
            // SAFETY: the tests give valid pointers, here and below.
            unsafe { *version = 22703 };
            0
        }
        unsafe extern "C" fn unique(id: *mut UniqueId) -> c_int {
            // SAFETY: as above.
            unsafe { *id = UniqueId([7; GROUP_ID_BYTES]) };
            0
        }
        unsafe extern "C" fn init(
            made: *mut Handle,
            size: c_int,
            id: UniqueId,
            rank: c_int,
            c: *const Config,
        ) -> c_int {
            // SAFETY: the caller's configuration is valid during the call.
            let config = unsafe { &*c };
            assert_eq!((config.size, config.magic, config.version), (48, 0xcafe_beef, 21_800));
            // SAFETY: as above.
            unsafe { *made = 0x1000 as Handle };
            // A group whose id begins with 1 is never completed.
            if id.0[0] == 1 {
                loop {
                    std::thread::sleep(Duration::from_secs(1));
                }
            }
            note(format!("init {rank} of {size} by {} {}", id.0[0], id.0[127]));
            0
        }
        unsafe extern "C" fn split(of: Handle, color: c_int, _: c_int, made: *mut Handle, _: *const Config) -> c_int {
            // SAFETY: as above.
            unsafe { *made = if color < 0 { std::ptr::null_mut() } else { (of as usize + 1) as Handle } };
            0
        }
        unsafe extern "C" fn destroy(of: Handle) -> c_int {
            note(format!("destroy {of:?}"))
        }
        unsafe extern "C" fn abort(of: Handle) -> c_int {
            note(format!("abort {of:?}"))
        }
        unsafe extern "C" fn number(_: Handle, number: *mut c_int) -> c_int {
            // SAFETY: as above.
            unsafe { *number = 3 };
            0
        }
        unsafe extern "C" fn status(_: Handle, status: *mut c_int) -> c_int {
            // SAFETY: as above.
            unsafe { *status = RESULT.get() };
            0
        }
        unsafe extern "C" fn text(_: c_int) -> *const c_char {
            c"what it means".as_ptr()
        }
        unsafe extern "C" fn last(_: Handle) -> *const c_char {
            c"".as_ptr()
        }
        type Const = *const c_void;
        type Mut = *mut c_void;
        unsafe extern "C" fn all_reduce(f: Const, t: Mut, n: usize, d: c_int, o: c_int, c: Handle, s: Handle) -> c_int {
            note(format!("all_reduce {f:?} {t:?} {n} {d} {o} {c:?} {s:?}"))
        }
        #[rustfmt::skip]
        unsafe extern "C" fn reduce(f: Const, t: Mut, n: usize, d: c_int, o: c_int, r: c_int, c: Handle, s: Handle) -> c_int {
            note(format!("reduce {f:?} {t:?} {n} {d} {o} {r} {c:?} {s:?}"))
        }
        unsafe extern "C" fn broadcast(f: Const, t: Mut, n: usize, d: c_int, r: c_int, c: Handle, s: Handle) -> c_int {
            note(format!("broadcast {f:?} {t:?} {n} {d} {r} {c:?} {s:?}"))
        }
        unsafe extern "C" fn scatter(f: Const, t: Mut, n: usize, d: c_int, o: c_int, c: Handle, s: Handle) -> c_int {
            note(format!("reduce_scatter {f:?} {t:?} {n} {d} {o} {c:?} {s:?}"))
        }
        unsafe extern "C" fn gather(f: Const, t: Mut, n: usize, d: c_int, c: Handle, s: Handle) -> c_int {
            note(format!("all_gather {f:?} {t:?} {n} {d} {c:?} {s:?}"))
        }
        unsafe extern "C" fn send(f: Const, n: usize, d: c_int, p: c_int, c: Handle, s: Handle) -> c_int {
            note(format!("send {f:?} {n} {d} {p} {c:?} {s:?}"))
        }
        unsafe extern "C" fn recv(t: Mut, n: usize, d: c_int, p: c_int, c: Handle, s: Handle) -> c_int {
            note(format!("recv {t:?} {n} {d} {p} {c:?} {s:?}"))
        }
        unsafe extern "C" fn start() -> c_int {
            note("start".into())
        }
        unsafe extern "C" fn end() -> c_int {
            note("end".into())
        }
        Functions {
            ncclGetVersion: version,
            ncclGetUniqueId: unique,
            ncclCommInitRankConfig: init,
            ncclCommSplit: split,
            ncclCommDestroy: destroy,
            ncclCommAbort: abort,
            ncclCommCount: number,
            ncclCommUserRank: number,
            ncclCommGetAsyncError: status,
            ncclGetErrorString: text,
            ncclGetLastError: last,
            ncclAllReduce: all_reduce,
            ncclReduce: reduce,
            ncclBroadcast: broadcast,
            ncclReduceScatter: scatter,
            ncclAllGather: gather,
            ncclSend: send,
            ncclRecv: recv,
            ncclGroupStart: start,
            ncclGroupEnd: end,
        }
    };

    const NCCL: Nccl = Nccl(&NOTING);

    fn joined(size: u32) -> Rank {
        let driver: Arc<dyn Driver> = Arc::new(Fake::new(1 << 20));
        NCCL.join(&driver, &[9; GROUP_ID_BYTES], (1, size), GroupSettings::default(), Duration::from_secs(60), &|| {
            false
        })
        .unwrap()
    }

    fn called(rank: &Rank, collective: Collective, dtype: DType) -> Result<String> {
        CALLS.take();
        let call = CollectiveCall { collective, dtype, count: 5, from: 0x100, to: 0x200 };
        // SAFETY: the library of the tests touches no memory.
        unsafe { rank.call(&call, 0x300, &|| false) }.map(|()| CALLS.take().join("; "))
    }

    #[test]
    fn calls_are_those_of_the_library() {
        use Combination::*;
        let rank = joined(4);
        let call = |collective, dtype| called(&rank, collective, dtype).unwrap();
        assert_eq!(call(Collective::AllReduce(Sum), DType::F32), "all_reduce 0x100 0x200 5 7 0 0x1000 0x300");
        assert_eq!(call(Collective::AllReduce(Average), DType::C128), "all_reduce 0x100 0x200 10 8 4 0x1000 0x300");
        assert_eq!(call(Collective::AllReduce(Sum), DType::Bool), "all_reduce 0x100 0x200 5 1 2 0x1000 0x300");
        assert_eq!(call(Collective::Reduce(Max, 2), DType::I8), "reduce 0x100 0x200 5 0 2 2 0x1000 0x300");
        assert_eq!(call(Collective::Broadcast(3), DType::I16), "broadcast 0x100 0x200 10 1 3 0x1000 0x300");
        assert_eq!(call(Collective::ReduceScatter(Min), DType::U64), "reduce_scatter 0x100 0x200 5 5 3 0x1000 0x300");
        assert_eq!(call(Collective::AllGather, DType::F16), "all_gather 0x100 0x200 5 6 0x1000 0x300");
        assert_eq!(call(Collective::Send(0), DType::BF16), "send 0x100 5 9 0 0x1000 0x300");
        assert_eq!(call(Collective::Receive(2), DType::I32), "recv 0x200 5 2 2 0x1000 0x300");
    }

    #[test]
    fn what_the_library_does_not_combine_is_an_error_and_so_is_an_unknown_rank() {
        let rank = joined(2);
        for (how, dtype) in
            [(Combination::Sum, DType::I16), (Combination::Product, DType::C64), (Combination::Average, DType::Bool)]
        {
            let error = called(&rank, Collective::AllReduce(how), dtype).unwrap_err();
            assert_eq!((error.kind(), error.text().contains("does not support")), (ErrorKind::Type, true));
        }
        assert_eq!(called(&rank, Collective::Send(2), DType::F32).unwrap_err().text(), "rank 2 is not one of 2");
    }

    #[test]
    fn a_status_of_the_library_is_an_error_that_has_it() {
        let rank = joined(2);
        RESULT.set(6);
        let text = "NCCL, a collective: NCCL_ERROR_REMOTE_ERROR (6): what it means";
        assert_eq!(called(&rank, Collective::AllGather, DType::F32).unwrap_err().text(), text);
        assert!(rank.check().unwrap_err().text().contains("REMOTE_ERROR (6)"));
        RESULT.set(IN_PROGRESS);
        assert!(rank.check().is_ok());
        RESULT.set(0);
    }

    #[test]
    fn a_rank_leaves_once_and_what_it_calls_then_is_an_error() {
        let rank = joined(2);
        CALLS.take();
        rank.abort();
        rank.leave();
        assert_eq!(CALLS.take(), ["abort 0x1000"]);
        assert!(called(&rank, Collective::AllGather, DType::F32).unwrap_err().text().contains("destroyed or aborted"));
        let rank = joined(2);
        CALLS.take();
        drop(rank);
        assert_eq!(CALLS.take(), ["destroy 0x1000"]);
    }

    #[test]
    fn a_batch_joins_on_its_own_thread_and_waits_at_its_end() {
        CALLS.take();
        NCCL.begin_batch().unwrap();
        let rank = joined(2);
        assert_eq!(CALLS.take(), ["start", "init 1 of 2 by 9 9"]);
        assert!(rank.split(Some(0), 0, None, &|| false).is_err());
        NCCL.end_batch().unwrap();
        assert_eq!(CALLS.take(), ["end"]);
        assert!(NCCL.end_batch().unwrap_err().text().contains("no group of calls has begun"));
    }

    #[test]
    fn a_rank_that_never_comes_is_an_error() {
        let driver: Arc<dyn Driver> = Arc::new(Fake::new(1 << 20));
        let never = |timeout, poll: Poll<'_>| {
            NCCL.join(&driver, &[1; GROUP_ID_BYTES], (0, 2), GroupSettings::default(), timeout, poll).err().unwrap()
        };
        let error = never(Duration::from_millis(50), &|| false);
        assert!(error.text().starts_with("rank 0 of 2 has waited for the other ranks 0.05 s"), "{error}");
        assert_eq!(never(Duration::from_secs(60), &|| true).kind(), ErrorKind::Interrupted);
    }

    #[test]
    fn a_split_gives_the_ranks_of_a_color_a_communicator() {
        let rank = joined(2);
        let part = rank.split(Some(0), 0, None, &|| false).unwrap().unwrap();
        assert_eq!((part.native(), part.rank(), part.size()), (0x1001, 3, 3));
        assert!(rank.split(None, 0, Some(GroupSettings { split_share: true }), &|| false).unwrap().is_none());
        assert_eq!((NCCL.version().unwrap(), NCCL.group_id().unwrap()[0]), (22703, 7));
    }
}
