//! Which devices there are, which is the default, and the state that each one's arrays share.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cuprust_host::Host;
use cuprust_ir::{Error, Executor, Memory, Result, StreamId};

use super::queue::State;
use super::{StorageRef, env};

/// What a device is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// The processor this program runs on.
    Cpu,
    /// An NVIDIA GPU, by its number among those the driver shows.
    Cuda(u32),
    /// The kernels of a GPU on a PTX machine that runs on the CPU and checks them.
    Ptx,
}

/// A device: `cpu`, `cuda:0`, `cuda:1`, .., `ptx`. Devices stand side by side in one process.
///
/// It is a plain value; devices are opened at first use and live as long as the process.
#[derive(Clone, Copy)]
pub struct Device(&'static Opened);

pub(super) struct Opened {
    kind: DeviceKind,
    pub(super) executor: Arc<dyn Executor>,
    /// The CPU's executor by its own type: small work runs on it without being recorded.
    pub(super) host: Option<Arc<Host>>,
    state: Mutex<State>,
    /// Storages whose last reference was dropped, by their entries.
    dead: Mutex<Vec<u32>>,
    /// Whether `dead` may hold any.
    dying: AtomicBool,
    /// How many instructions the program has to which one was recorded last.
    recorded: AtomicU32,
}

/// GPUs beyond this number are not looked at.
const MOST_GPUS: usize = 32;

/// The CPU, the GPUs and the PTX machine each have a place.
const PLACES: usize = 2 + MOST_GPUS;

static OPENED: [OnceLock<Result<Device>>; PLACES] = [const { OnceLock::new() }; PLACES];

thread_local! {
    static CURRENT: Cell<Option<Device>> = const { Cell::new(None) };
    static STREAMS: [Cell<u32>; PLACES] = const { [const { Cell::new(0) }; PLACES] };
}

/// Whether any thread ever chose a stream. As long as none did, asking for the thread's stream is one load.
static CHOSEN: AtomicBool = AtomicBool::new(false);

impl Device {
    /// The CPU.
    pub fn cpu() -> Device {
        Device::open(DeviceKind::Cpu).expect("the CPU can always be opened")
    }

    /// A GPU, by its number.
    ///
    /// # Errors
    /// Where there is no driver or no such GPU: what is missing, and what brings it.
    pub fn cuda(number: u32) -> Result<Device> {
        Device::open(DeviceKind::Cuda(number))
    }

    /// The device of this kind, opened now if it was not.
    pub fn open(kind: DeviceKind) -> Result<Device> {
        let cell = place(kind)
            .and_then(|place| OPENED.get(place))
            .ok_or_else(|| Error::value(format!("there is no device {kind}")))?;
        cell.get_or_init(|| {
            let host = (kind == DeviceKind::Cpu).then(|| Arc::new(Host::new()));
            let executor: Arc<dyn Executor> = match (kind, &host) {
                (DeviceKind::Cuda(number), _) => Arc::new(cuprust_cuda::Cuda::open(number as usize)?),
                (DeviceKind::Ptx, _) => {
                    let driver = Arc::new(cuprust_cuda::driver::Imitation::from_environment()?);
                    Arc::new(cuprust_cuda::Cuda::imitated(driver, "ptx"))
                }
                (DeviceKind::Cpu, Some(host)) => host.clone(),
                (DeviceKind::Cpu, None) => unreachable!("the CPU's executor was made above"),
            };
            let opened = Opened {
                kind,
                executor,
                host,
                state: Mutex::default(),
                dead: Mutex::default(),
                dying: AtomicBool::new(false),
                recorded: AtomicU32::new(0),
            };
            Ok(Device(Box::leak(Box::new(opened))))
        })
        .clone()
    }

    /// The device of this name: `cpu`, `cuda` (the first GPU), `cuda:1`, `ptx`.
    ///
    /// # Errors
    /// A value error that lists the known names.
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
    #[inline]
    pub fn current() -> Result<Device> {
        match CURRENT.get() {
            Some(device) => Ok(device),
            None => Device::default_device(),
        }
    }

    #[cold]
    fn default_device() -> Result<Device> {
        static DEFAULT: OnceLock<Result<Device>> = OnceLock::new();
        let chosen = DEFAULT.get_or_init(|| match env::device()? {
            Some(name) => Device::named(name).map_err(|error| error.within("CUPRUST_DEVICE")),
            None => match cuprust_cuda::count() {
                Ok(1..) => Device::cuda(0).or_else(|_| Ok(Device::cpu())),
                _ => Ok(Device::cpu()),
            },
        });
        let device = chosen.clone()?;
        CURRENT.set(Some(device));
        Ok(device)
    }

    /// Makes this the device on which this thread makes new arrays, and gives the one before.
    pub fn make_current(self) -> Result<Device> {
        let before = Device::current()?;
        CURRENT.set(Some(self));
        Ok(before)
    }

    /// What it is.
    pub fn kind(self) -> DeviceKind {
        self.0.kind
    }

    /// Whether arrays on it lie in this process's own memory.
    #[inline]
    pub fn is_host(self) -> bool {
        self.0.host.is_some()
    }

    /// What it calls itself.
    pub fn description(self) -> String {
        self.0.executor.description()
    }

    /// How much memory it has.
    pub fn memory(self) -> cuprust_ir::MemoryUse {
        self.0.executor.memory()
    }

    /// Waits for all work on all its streams.
    ///
    /// # Errors
    /// What went wrong in that work.
    pub fn synchronize(self) -> Result<()> {
        let mut state = self.lock()?;
        for stream in state.streams() {
            state.flush(stream)?;
            self.0.executor.synchronize(stream)?;
            state.settle(Some(stream))?;
        }
        Ok(())
    }

    /// Raises what the device has found wrong in data by now. `waited_for` is a stream whose work is all done.
    pub(crate) fn settle(self, waited_for: Option<StreamId>) -> Result<()> {
        // On the CPU all is known when a call returns.
        if self.is_host() { Ok(()) } else { self.lock()?.settle(waited_for) }
    }

    #[inline]
    pub(crate) fn host(self) -> Option<&'static Arc<Host>> {
        self.0.host.as_ref()
    }

    #[inline]
    pub(crate) fn executor(self) -> &'static dyn Executor {
        &*self.0.executor
    }

    /// The stream on which this thread records for this device.
    #[inline]
    pub(crate) fn stream(self) -> StreamId {
        if !CHOSEN.load(Ordering::Relaxed) {
            return StreamId(0);
        }
        StreamId(STREAMS.with(|streams| streams[self.place()].get()))
    }

    /// Sets the stream on which this thread records for this device, and gives the one before.
    pub(crate) fn set_stream(self, stream: StreamId) -> StreamId {
        // A thread reads its own store, whatever the others see.
        CHOSEN.store(true, Ordering::Relaxed);
        StreamId(STREAMS.with(|streams| streams[self.place()].replace(stream.0)))
    }

    fn place(self) -> usize {
        place(self.0.kind).expect("a device that was opened has a place")
    }

    /// Locks the device's state: every recording and every flush holds it.
    ///
    /// # Errors
    /// In a forked child that cannot use the device. Another thread of the parent may have held the lock, for ever.
    #[inline]
    pub(crate) fn lock(self) -> Result<Guard> {
        if self.0.host.is_none() {
            self.0.executor.check_process()?;
        }
        // A panic while the state was locked has been turned into an error of the call that caused it; queues and tables
        // are changed in steps that each leave them whole.
        let state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut guard = Guard { device: self, state };
        if self.0.dying.load(Ordering::Relaxed) {
            guard.bury_the_dead();
        }
        Ok(guard)
    }

    #[inline]
    pub(super) fn note_recorded(self, count: usize) {
        self.0.recorded.store(count as u32, Ordering::Relaxed);
    }

    /// How many instructions the program has to which one was recorded last, by any thread.
    #[inline]
    pub(super) fn recorded(self) -> u32 {
        self.0.recorded.load(Ordering::Relaxed)
    }

    /// Notes that the last reference to a storage is gone. Never runs anything, and never waits.
    #[inline]
    pub(super) fn bury(self, index: u32) {
        if self.0.host.is_none() && self.0.executor.check_process().is_err() {
            // A forked child has nothing to give back: the memory is its parent's.
            return;
        }
        // Where nobody holds the state, the memory is taken back at once. What others lend is given back later, when the
        // next instruction is recorded: that may run their code.
        if let Ok(mut state) = self.0.state.try_lock()
            && !state.is_lent(index)
        {
            state.end(self, index);
            return;
        }
        self.bury_later(index);
    }

    #[cold]
    fn bury_later(self, index: u32) {
        let mut dead = self.0.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.push(index);
        self.0.dying.store(true, Ordering::Relaxed);
    }
}

/// Where a device stands in lists of devices; nothing for a GPU whose number is beyond all.
fn place(kind: DeviceKind) -> Option<usize> {
    match kind {
        DeviceKind::Cpu => Some(0),
        DeviceKind::Ptx => Some(1),
        DeviceKind::Cuda(number) => Some(2 + number as usize).filter(|place| *place < PLACES),
    }
}

/// A device's state, locked.
pub(crate) struct Guard {
    pub(super) device: Device,
    pub(super) state: MutexGuard<'static, State>,
}

impl Guard {
    #[cold]
    fn bury_the_dead(&mut self) {
        let dead = {
            let mut dead = self.device.0.dead.lock().unwrap_or_else(PoisonError::into_inner);
            self.device.0.dying.store(false, Ordering::Relaxed);
            std::mem::take(&mut *dead)
        };
        for &index in &dead {
            self.state.end(self.device, index);
        }
        // The list's memory is used again, so that dropping an array allocates nothing.
        let mut list = self.device.0.dead.lock().unwrap_or_else(PoisonError::into_inner);
        if list.is_empty() {
            *list = dead;
            list.clear();
        }
    }
}

/// Memory that is not the device's own, and what keeps it alive.
pub(crate) struct Foreign {
    /// The memory.
    pub memory: Memory,
    /// Dropped when no storage names the memory any more.
    pub owner: Box<dyn std::any::Any + Send>,
    /// Whether others may write it at any time.
    pub volatile: bool,
}

impl Guard {
    /// A new storage without memory.
    #[inline]
    pub(crate) fn create(&mut self, bytes: u64) -> StorageRef {
        let stream = self.device.stream();
        let device = self.device;
        self.state.table.create(device, bytes, stream)
    }

    /// A new storage with memory of the CPU, which the caller fills before it lets the state go.
    #[inline]
    pub(crate) fn create_filled(&mut self, bytes: u64, host: &Host) -> Result<(StorageRef, Memory)> {
        let memory = host.allocate(bytes, self.device.stream())?;
        let storage = self.create(bytes);
        self.state.table.get_mut(storage.index()).memory = Some(memory);
        Ok((storage, memory))
    }

    /// A new storage over memory that exists.
    pub(crate) fn adopt(&mut self, foreign: Foreign) -> StorageRef {
        self.device.executor().share();
        let storage = self.create(foreign.memory.bytes);
        let slot = self.state.table.get_mut(storage.index());
        slot.memory = Some(foreign.memory);
        slot.owner = Some(foreign.owner);
        slot.volatile = foreign.volatile;
        slot.exported = true;
        slot.loose = true;
        storage
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
