//! The devices of the process, the default device, and the state that a device's arrays share.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

use cuprust_cuda::Cuda;
use cuprust_cuda::driver::imitation;
use cuprust_ir::{Capabilities, Error, Executor, Extensions, Memory, Result, StreamId};

use crate::runtime::devices::{allocator, fork};
use crate::runtime::host::embedding::{holds_lock, released};
use crate::runtime::host::host_calls;
use crate::runtime::host::signals::check_waiting;
use crate::runtime::settings::env;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{
    Device, DeviceKind, Eager, Guard, Locked, Opened, Owner, Raised, State, StorageRef, UserKernels, Waited,
};

/// Why a capture becomes invalid when its stream is waited for.
const WAITED_IN_CAPTURE: &str = "operation not permitted when stream is capturing: it was waited for";

/// The most GPUs that are opened.
const MAX_GPUS: usize = 32;

/// The CPU, the PTX machine and the GPUs: a device has an index below this.
const MAX_DEVICES: usize = 2 + MAX_GPUS;

static OPENED: [OnceLock<Result<Device>>; MAX_DEVICES] = [const { OnceLock::new() }; MAX_DEVICES];

thread_local! {
    static CURRENT: Cell<Option<Device>> = const { Cell::new(None) };
    static STREAMS: [Cell<u32>; MAX_DEVICES] = const { [const { Cell::new(0) }; MAX_DEVICES] };
}

/// Whether any thread ever chose a stream. Until then, reading the thread's current stream costs one load.
static ANY_STREAM_CHOSEN: AtomicBool = AtomicBool::new(false);

impl Device {
    /// The CPU.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(ones(shape(2).on(Device::cpu()))?.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn cpu() -> Device {
        Device::open(DeviceKind::Cpu).expect("the CPU can always be opened")
    }

    /// A GPU, by its number.
    ///
    /// # Errors
    /// Where there is no driver or no such GPU: the error says what is missing and how to install it.
    pub fn cuda(number: u32) -> Result<Device> {
        Device::open(DeviceKind::Cuda(number))
    }

    /// How many GPUs there are. None is opened to count them: a context takes memory of the GPU and a fifth of a
    /// second.
    ///
    /// ```
    /// # use cuprust::Device;
    /// assert_eq!(Device::gpus() > 0, Device::cuda(0).is_ok());
    /// ```
    pub fn gpus() -> usize {
        released(|| cuprust_cuda::count().unwrap_or(0))
    }

    /// The device of this kind, opened now if it was not.
    pub fn open(kind: DeviceKind) -> Result<Device> {
        let cell = device_index(kind)
            .and_then(|index| OPENED.get(index))
            .ok_or_else(|| Error::value(format!("there is no device {kind}")))?;
        if let Some(opened) = cell.get() {
            return opened.clone();
        }
        // Opening a GPU takes a fifth of a second.
        released(|| cell.get_or_init(|| Device::open_now(kind))).clone()
    }

    /// The devices that were opened.
    pub(crate) fn opened() -> impl Iterator<Item = Device> {
        OPENED.iter().filter_map(|cell| cell.get()?.clone().ok())
    }

    fn open_now(kind: DeviceKind) -> Result<Device> {
        // A device that was opened stays open as long as the process.
        let (executor, eager, user_kernels): (&'static dyn Executor, _, _) = match kind {
            DeviceKind::Cuda(number) => {
                let cuda: &'static Cuda = Box::leak(Box::new(Cuda::open(number as usize)?));
                (cuda, None, UserKernels::Queued(cuda))
            }
            DeviceKind::Ptx => {
                let cuda: &'static Cuda = Box::leak(Box::new(Cuda::imitated(imitation()?, "ptx")));
                (cuda, None, UserKernels::Interpreted(cuda))
            }
            DeviceKind::Cpu => {
                let host: &'static Eager = Box::leak(Box::new(Eager::new()));
                (host, Some(host), UserKernels::Borrowing)
            }
        };
        let opened = Opened {
            kind,
            executor,
            capabilities: executor.capabilities(),
            extensions: executor.extensions(),
            eager,
            user_kernels,
            state: Mutex::default(),
            graphs: Mutex::default(),
            retired: Mutex::default(),
            finished: Condvar::new(),
            dead: Mutex::default(),
            to_free: AtomicBool::new(false),
            recorded: AtomicU32::new(0),
        };
        let device = Device(Box::leak(Box::new(opened)));
        if device.capabilities().survives_fork {
            fork::watch(device);
        }
        Ok(device)
    }

    /// The device of this name: `cpu`, `cuda` (the first GPU), `cuda:1`, `ptx`.
    ///
    /// # Errors
    /// A value error that lists the known names.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Device::named("cpu")?, Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Device> {
        match name.split_once(':').map_or((name, None), |(kind, number)| (kind, Some(number))) {
            ("cpu", None) => Ok(Device::cpu()),
            ("ptx", None) => Device::open(DeviceKind::Ptx),
            ("cuda", None) => Device::cuda(0),
            ("cuda", Some(number)) if number.parse::<u32>().is_ok() => Device::cuda(number.parse().unwrap_or_default()),
            _ => Err(Error::value(format!(
                "there is no device `{name}`: the names are cpu, cuda and cuda:0, cuda:1, .., and ptx"
            ))),
        }
    }

    /// The device on which this thread makes new arrays: the one set by [`Device::make_current`], else the default one.
    ///
    /// The default is what `CUPRUST_DEVICE` names; where it is not set, the first GPU if there is one, else the CPU.
    ///
    /// # Errors
    /// Where an environment variable has an unknown value, or names a device that cannot be opened.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(ones(2)?.device(), Device::current()?);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn current() -> Result<Device> {
        match CURRENT.get() {
            Some(device) => Ok(device),
            None => Device::default_device().inspect(|device| CURRENT.set(Some(*device))),
        }
    }

    /// The device on which threads make new arrays that have chosen none: see [`Device::current`].
    ///
    /// # Errors
    /// As [`Device::current`].
    #[cold]
    pub fn default_device() -> Result<Device> {
        static DEFAULT: OnceLock<Result<Device>> = OnceLock::new();
        let choose = || match env::device()? {
            Some(name) => Device::named(name).map_err(|error| error.within("CUPRUST_DEVICE")),
            None => match cuprust_cuda::count() {
                Ok(1..) => Device::cuda(0).or_else(|_| Ok(Device::cpu())),
                _ => Ok(Device::cpu()),
            },
        };
        if let Some(device) = DEFAULT.get() {
            return device.clone();
        }
        released(|| DEFAULT.get_or_init(choose)).clone()
    }

    /// Makes this the device on which this thread makes new arrays, and returns the previous one. A GPU's context
    /// becomes current in the thread, where other libraries find it.
    ///
    /// ```
    /// # use cuprust::*;
    /// Device::cpu().make_current()?;
    /// assert_eq!(ones(2)?.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn make_current(self) -> Result<Device> {
        let before = Device::current()?;
        if let Some(cuda) = self.cuda_executor() {
            cuprust_cuda::driver::enter_context(&**cuda.driver());
        }
        CURRENT.set(Some(self));
        Ok(before)
    }

    /// Its kind.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Device::cpu().kind(), DeviceKind::Cpu);
    /// ```
    pub fn kind(self) -> DeviceKind {
        self.0.kind
    }

    /// Whether arrays on it lie in this process's own memory.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(Device::cpu().is_host());
    /// ```
    #[inline]
    pub fn is_host(self) -> bool {
        self.0.capabilities.host_memory
    }

    /// Facts about its executor that choices depend on.
    #[inline]
    pub(crate) fn capabilities(self) -> &'static Capabilities {
        &self.0.capabilities
    }

    /// Optional abilities of its executor.
    #[inline]
    pub(crate) fn extensions(self) -> &'static Extensions<'static> {
        &self.0.extensions
    }

    /// Whether data-dependent errors are raised by a later wait instead of by the call itself.
    #[inline]
    pub(crate) fn defers_errors(self) -> bool {
        self.0.extensions.deferred.is_some()
    }

    /// The executor that runs small work within the call, where that costs less than recording; `None` where the device
    /// has none.
    #[inline]
    pub(crate) fn eager(self) -> Option<&'static Eager> {
        self.0.eager
    }

    /// How it runs kernels that users write.
    pub(crate) fn user_kernels(self) -> UserKernels {
        self.0.user_kernels
    }

    /// Whether new arrays get their memory from the device's pool, and not from a user's allocator.
    pub(crate) fn has_own_memory(self) -> bool {
        !allocator::is_set()
    }

    /// Its name, as the device reports it.
    pub fn description(self) -> String {
        self.0.executor.description()
    }

    /// Its total and free memory.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(Device::cpu().memory().total > 0);
    /// ```
    pub fn memory(self) -> cuprust_ir::MemoryUse {
        // The pool has a lock of its own, which is free in a forked child only if the state was locked at the fork.
        let _state = self.capabilities().survives_fork.then(|| self.lock_state());
        self.0.executor.memory()
    }

    /// Waits for all work on all its streams.
    ///
    /// # Errors
    /// What went wrong in that work.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = sin(&ones(shape(3).on(Device::cpu()))?)?;
    /// Device::cpu().synchronize()?;
    /// assert!(a.to_vec::<f64>()?[0] > 0.84);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn synchronize(self) -> Result<()> {
        check_waiting()?;
        // The list is made before the loop: a guard within the loop's head would keep the state locked.
        let streams = {
            let state = self.lock()?;
            let streams: Vec<StreamId> = state.streams().collect();
            streams.iter().try_for_each(|stream| state.refuse_within_capture(*stream, WAITED_IN_CAPTURE))?;
            streams
        };
        streams.into_iter().try_for_each(|stream| self.synchronize_stream_because(stream, Reason::Synchronize, true))
    }

    /// Waits for all work on the streams that are not captured, because a recording begins or ends.
    ///
    /// # Errors
    /// What went wrong in that work.
    pub(crate) fn synchronize_for_recording(self) -> Result<()> {
        check_waiting()?;
        let streams: Vec<StreamId> = {
            let state = self.lock()?;
            state.streams().filter(|stream| state.capture_of(*stream).is_none()).collect()
        };
        streams.into_iter().try_for_each(|stream| self.synchronize_stream_because(stream, Reason::Recording, true))
    }

    /// Runs all that was recorded on a stream, and waits until it is done.
    ///
    /// # Errors
    /// What went wrong in that work.
    pub(crate) fn synchronize_stream(self, stream: StreamId) -> Result<()> {
        self.synchronize_stream_because(stream, Reason::Synchronize, false)
    }

    /// `all` says that the caller waits for every stream. What another thread traces is work once its function returns.
    fn synchronize_stream_because(self, stream: StreamId, reason: Reason, all: bool) -> Result<()> {
        host_calls::run_postponed();
        let _location = cuprust_profile::located();
        let waited = {
            let mut state = self.lock()?;
            if all && state.is_traced_elsewhere(stream) {
                return Ok(());
            }
            state.refuse_within_capture(stream, WAITED_IN_CAPTURE)?;
            state.flush(stream, reason)?;
            state.waiting_for(stream)
        };
        self.wait_for_stream(stream, "a stream")?;
        self.check(Some(waited), Raised::Stream(stream))
    }

    /// Raises the errors that were found so far; `waited` is a stream that was waited for.
    pub(crate) fn check(self, waited: Option<Waited>, raised: Raised<'_>) -> Result<()> {
        if self.defers_errors() || matches!(raised, Raised::Stream(_)) {
            self.lock()?.check(waited, raised)
        } else {
            Ok(())
        }
    }

    /// The executor of a GPU, or of the PTX machine that imitates one, for CUDA's own interface.
    pub(crate) fn cuda_executor(self) -> Option<&'static Cuda> {
        match self.0.user_kernels {
            UserKernels::Queued(cuda) | UserKernels::Interpreted(cuda) => Some(cuda),
            UserKernels::Borrowing => None,
        }
    }

    /// The executor of a real GPU, for what an imitated one lacks.
    pub(crate) fn gpu(self) -> Option<&'static Cuda> {
        match self.0.user_kernels {
            UserKernels::Queued(cuda) => Some(cuda),
            UserKernels::Interpreted(_) | UserKernels::Borrowing => None,
        }
    }

    #[inline]
    pub(crate) fn executor(self) -> &'static dyn Executor {
        self.0.executor
    }

    /// The stream on which this thread records for this device.
    #[inline]
    pub(crate) fn stream(self) -> StreamId {
        if !ANY_STREAM_CHOSEN.load(Ordering::Relaxed) {
            return StreamId(0);
        }
        StreamId(STREAMS.with(|streams| streams[self.index()].get()))
    }

    /// Sets the stream on which this thread records for this device, and returns the previous one.
    pub(crate) fn set_stream(self, stream: StreamId) -> StreamId {
        // A thread always sees its own store, whatever other threads see.
        ANY_STREAM_CHOSEN.store(true, Ordering::Relaxed);
        StreamId(STREAMS.with(|streams| streams[self.index()].replace(stream.0)))
    }

    fn index(self) -> usize {
        device_index(self.0.kind).expect("an opened device has an index")
    }

    /// Locks the device's state: every recording and every flush holds it.
    ///
    /// # Errors
    /// In a forked child that cannot use the device. Another thread of the parent may have held the lock, for ever.
    #[inline]
    pub(crate) fn lock(self) -> Result<Guard> {
        if !self.0.capabilities.survives_fork {
            self.0.executor.check_process()?;
        }
        let mut guard = Guard::new(self, self.lock_state());
        if self.0.to_free.load(Ordering::Relaxed) {
            guard.free_deferred();
        }
        Ok(guard)
    }

    /// The device's state. A thread that holds the host language's lock releases it before it waits for the state.
    #[inline]
    pub(in crate::runtime) fn lock_state(self) -> MutexGuard<'static, State> {
        // A panic while the state was locked has become an error of the call that caused it, and each step that changes
        // queues and tables leaves them consistent.
        self.try_state().unwrap_or_else(|| self.lock_contended())
    }

    #[inline]
    fn try_state(self) -> Option<MutexGuard<'static, State>> {
        match self.0.state.try_lock() {
            Ok(state) => Some(state),
            Err(TryLockError::Poisoned(state)) => Some(state.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    #[cold]
    fn lock_contended(self) -> MutexGuard<'static, State> {
        if !holds_lock() {
            return self.wait_for_state();
        }
        loop {
            released(|| drop(self.wait_for_state()));
            if let Some(state) = self.try_state() {
                return state;
            }
        }
    }

    /// Signalled when a program that left its queue has finished.
    pub(in crate::runtime) fn finished(self) -> &'static Condvar {
        &self.0.finished
    }

    /// Storages whose last reference was dropped while the state was locked, by their entries.
    pub(super) fn dead(self) -> &'static Mutex<Vec<u32>> {
        &self.0.dead
    }

    /// The device's state, for a thread that does not hold the host language's lock, or that stops all others as a fork
    /// does.
    pub(in crate::runtime) fn wait_for_state(self) -> MutexGuard<'static, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub(in crate::runtime) fn note_recorded(self, count: usize) {
        self.0.recorded.store(count as u32, Ordering::Relaxed);
    }

    /// The number of instructions in the program to which any thread recorded last.
    #[inline]
    pub(in crate::runtime) fn recorded(self) -> u32 {
        self.0.recorded.load(Ordering::Relaxed)
    }

    /// Records that the last reference to a storage was dropped. It never runs a program and never waits.
    #[inline]
    pub(in crate::runtime) fn free_slot(self, index: u32) {
        if !self.0.capabilities.survives_fork && self.0.executor.check_process().is_err() {
            // A forked child frees nothing: the memory is its parent's.
            return;
        }
        if host_calls::is_within() {
            return self.defer_free(index);
        }
        // If the state is free, the memory is returned at once.
        match self.try_state() {
            Some(mut state) => {
                let owner = state.end(self, index);
                // Dropping an owner may run foreign code, which may lock the state.
                drop(state);
                drop(owner);
            }
            None => self.defer_free(index),
        }
    }

    #[cold]
    fn defer_free(self, index: u32) {
        let mut dead = self.0.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.push(index);
        self.0.to_free.store(true, Ordering::Relaxed);
    }
}

/// The index of a device in lists of devices; `None` for a GPU whose number is too large.
fn device_index(kind: DeviceKind) -> Option<usize> {
    match kind {
        DeviceKind::Cpu => Some(0),
        DeviceKind::Ptx => Some(1),
        DeviceKind::Cuda(number) => Some(2 + number as usize).filter(|index| *index < MAX_DEVICES),
    }
}

impl Guard {
    pub(in crate::runtime) fn new(device: Device, state: MutexGuard<'static, State>) -> Guard {
        Guard { device, state: Locked(Some(state)) }
    }

    #[cold]
    fn free_deferred(&mut self) {
        let dead = {
            let mut dead = self.device.0.dead.lock().unwrap_or_else(PoisonError::into_inner);
            self.device.0.to_free.store(false, Ordering::Relaxed);
            std::mem::take(&mut *dead)
        };
        let mut owners = Vec::new();
        for &index in &dead {
            owners.extend(self.state.end(self.device, index));
        }
        self.drop_owners(owners);
        // The list's allocation is reused, so that dropping an array allocates nothing.
        let mut list = self.device.0.dead.lock().unwrap_or_else(PoisonError::into_inner);
        if list.is_empty() {
            *list = dead;
            list.clear();
        }
    }

    /// Runs work with the state unlocked and the host language's lock released. What was read of the state before may
    /// be out of date afterwards.
    pub(in crate::runtime) fn unlocked<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.state.0 = None;
        let result = released(work);
        self.state.0 = Some(self.device.lock_state());
        result
    }

    /// As [`Guard::unlocked`], for work of some microseconds: the host language's lock is kept.
    pub(in crate::runtime) fn briefly_unlocked<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.state.0 = None;
        let result = work();
        self.state.0 = Some(self.device.lock_state());
        result
    }

    /// Drops owners of memory that no storage names any more, with the state unlocked, since that may run foreign code.
    fn drop_owners(&mut self, owners: Vec<Owner>) {
        if !owners.is_empty() {
            self.briefly_unlocked(|| drop(owners));
        }
    }

    /// A new storage without memory.
    ///
    /// # Errors
    /// Out of memory, where the host cannot hold its table entry.
    #[inline]
    pub(crate) fn create(&mut self, bytes: u64) -> Result<StorageRef> {
        let allocation = self.allocate_by_user(bytes)?;
        let storage = self.create_empty(bytes)?;
        self.attach_allocation(storage.index(), allocation);
        Ok(storage)
    }

    /// As [`Guard::create`], without a user's allocator.
    #[inline]
    pub(in crate::runtime) fn create_empty(&mut self, bytes: u64) -> Result<StorageRef> {
        let stream = self.device.stream();
        let device = self.device;
        self.state.table.create(device, bytes, stream)
    }

    /// A new storage over memory of the CPU that was allocated for this many bytes and is already written.
    pub(crate) fn create_over(&mut self, bytes: u64, memory: Memory) -> Result<StorageRef> {
        let storage = self.create_empty(bytes)?;
        self.state.table.get_mut(storage.index()).memory = Some(memory);
        Ok(storage)
    }

    /// A new storage with memory that the caller fills before it unlocks the state; while events are recorded, also the
    /// time of the allocation.
    #[inline]
    pub(crate) fn create_filled(&mut self, bytes: u64, eager: &Eager) -> Result<(StorageRef, Memory, Option<u64>)> {
        let storage = self.create_empty(bytes)?;
        let (memory, at) = eager.allocate_at(bytes, self.device.stream())?;
        self.state.table.get_mut(storage.index()).memory = Some(memory);
        Ok((storage, memory, at))
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Device {}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceKind::Cpu => f.write_str("cpu"),
            DeviceKind::Ptx => f.write_str("ptx"),
            DeviceKind::Cuda(number) => write!(f, "cuda:{number}"),
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.kind.fmt(f)
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({self})")
    }
}

/// The error for operands of two devices.
#[cold]
pub fn on_different_devices(a: Device, b: Device) -> Error {
    Error::value(format!("arrays are on different devices, {a} and {b}: move one with to_device"))
}
