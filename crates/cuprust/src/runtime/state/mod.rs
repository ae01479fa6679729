//! What the arrays of a device share: its storages, the queue of each stream, the programs that run, and what captures
//! keep.
//!
//! These types refer to one another, so they are in one file; the folders next to it have their methods.

pub(super) mod actions;
pub(super) mod captured;
pub(super) mod operands;
pub(super) mod plan_graphs;
pub(super) mod plans;
pub(super) mod reason;
pub(super) mod sizes;
pub(super) mod storage;
pub(super) mod tape;
pub(super) mod unraised;

use std::any::Any;
use std::collections::{BTreeMap, HashSet};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use cuprust_cuda::Cuda;
pub(crate) use cuprust_host::Host as Eager;
use cuprust_ir::{Capabilities, Error, Executor, Extensions, Memory, Storage, StreamId};
use cuprust_profile::Event;

use crate::runtime::state::actions::Action;
use crate::runtime::state::plan_graphs::RetiredGraph;
use crate::runtime::state::plans::{GraphsOfDevice, Plans, ReadyPlan};
use crate::runtime::state::tape::Tape;
use crate::runtime::state::unraised::{RecordedBy, Unraised};

/// What a device is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// The processor this program runs on.
    Cpu,
    /// An NVIDIA GPU, by its number among those the driver shows.
    Cuda(u32),
    /// A GPU's kernels on a machine that interprets PTX on the CPU and checks them.
    Ptx,
}

/// A device: `cpu`, `cuda:0`, `cuda:1`, .., `ptx`. One process may use several.
///
/// It is a plain value; devices are opened at first use and live as long as the process.
#[derive(Clone, Copy)]
pub struct Device(pub(in crate::runtime) &'static Opened);

pub(in crate::runtime) struct Opened {
    pub kind: DeviceKind,
    pub executor: &'static dyn Executor,
    /// The executor's capabilities, read once: querying them would be a virtual call each time.
    pub capabilities: Capabilities,
    pub extensions: Extensions<'static>,
    /// The executor of small work within a call, by its concrete type, so that its calls are not virtual. `None` where
    /// recording costs less than a call.
    pub eager: Option<&'static Eager>,
    pub user_kernels: UserKernels,
    pub state: Mutex<State>,
    pub graphs: Mutex<GraphsOfDevice>,
    /// Graphs that wait to be destroyed.
    pub retired: Mutex<Vec<RetiredGraph>>,
    /// Signalled when a program that left its queue has finished.
    pub finished: Condvar,
    /// Table entries of storages whose last reference was dropped.
    pub dead: Mutex<Vec<u32>>,
    /// Whether `dead` may hold any.
    pub to_free: AtomicBool,
    /// The number of instructions in the program that was recorded into last.
    pub recorded: AtomicU32,
}

/// How a device runs kernels that users write.
#[derive(Clone, Copy)]
pub(crate) enum UserKernels {
    /// The driver queues them on a stream.
    Queued(&'static Cuda),
    /// The PTX machine runs them within the call, over memory of its own.
    Interpreted(&'static Cuda),
    /// The PTX machine runs them within the call, over host memory that it borrows for the launch.
    Borrowing,
}

/// What the arrays of a device share.
#[derive(Default)]
pub(in crate::runtime) struct State {
    pub table: Table,
    pub queues: Vec<Queue>,
    pub plans: Plans,
    pub deferred: DeferredErrors,
    pub shared: Shared,
    pub window: Window,
    /// Errors that were found and not raised yet.
    pub unraised: Vec<Unraised>,
    /// How many threads wait for the end of a program.
    pub waiters: u32,
    /// How many queues are captured or traced.
    pub captures: u32,
}

/// The program that a stream has recorded and not yet run.
pub(in crate::runtime) struct Queue {
    /// The number of this program, which no earlier one has: a table entry with this epoch belongs to a storage that it
    /// names.
    pub epoch: u64,
    /// The epoch before which all programs were waited for.
    pub waited: u64,
    /// Whether a program that left this queue still runs. The next one waits for its end.
    pub running: bool,
    /// The thread that recorded it.
    pub recorder: RecordedBy,
    /// A program that has run, kept for its allocations.
    pub spare: Option<Box<Run>>,
    pub tape: Tape,
    /// The table entries of the storages that it names.
    pub storages: Vec<u32>,
    /// Bytes of written storages that have no memory yet, including storages that died since the last count.
    pub waiting: u64,
    /// Bytes of storages of the program that a user's allocator gave.
    pub user_allocated: u64,
    /// The value of `waiting` at which it is recounted.
    pub most_waiting: u64,
    /// Whether each instruction runs as it is recorded.
    pub synchronous: bool,
    /// The capture that records its programs instead of running them.
    pub capture: Option<Arc<Capture>>,
    /// The records of a trace of its program, which is to be run again on other storages.
    pub tracing: Option<Box<Tracing>>,
}

/// Records kept in addition to the tape of a queue whose program becomes a [`Trace`].
#[derive(Default)]
pub(in crate::runtime) struct Tracing {
    /// New storages whose elements came from the host.
    pub uploaded: Vec<StorageRef>,
    pub draws: Vec<Draw>,
    /// Why the program does not capture all that was done, or would not do the same to other storages.
    pub broken: Option<&'static str>,
}

/// An instruction of a trace that draws random numbers: it consumes other counters at each replay.
pub(in crate::runtime) struct Draw {
    /// The index of the scalar that is the generator's seed; the next one is the first counter.
    pub scalar: u32,
    /// How many counters it consumes.
    pub consumed: u64,
    pub counters: Counters,
}

/// Consumes this many counters of a generator: returns its seed and the first of them, or `None` if the generator no
/// longer counts.
pub(crate) type Counters = Arc<dyn Fn(u64) -> Option<(u64, u64)> + Send + Sync>;

/// A program that is replayed, each time on other storages. Its storages are numbered in this order: arguments,
/// constants, results, temporaries.
pub(crate) struct Trace {
    pub(in crate::runtime) device: Device,
    pub(in crate::runtime) tape: Tape,
    pub(in crate::runtime) arguments: usize,
    /// Storages that existed before, which it reads and writes in place.
    pub(in crate::runtime) constants: Vec<StorageRef>,
    /// Bytes of each result.
    pub(in crate::runtime) results: Vec<u64>,
    /// Bytes of each temporary.
    pub(in crate::runtime) temporaries: Vec<i64>,
    /// Which of its storages are the function's return values, in the function's order.
    pub(in crate::runtime) returned: Vec<usize>,
    /// For each storage, whether it is written, and the last instruction that names it.
    pub(in crate::runtime) written: Vec<bool>,
    pub(in crate::runtime) last: Vec<u32>,
    pub(in crate::runtime) draws: Vec<Draw>,
    /// Whether elements of its constants came from the host while it was recorded.
    pub(in crate::runtime) uploads: bool,
    /// The plans made so far, by the facts about the storages.
    pub(in crate::runtime) plans: Mutex<Vec<TracePlan>>,
}

/// The facts about a trace's storages, and the plan for them.
pub(in crate::runtime) type TracePlan = (Vec<Storage>, Arc<ReadyPlan>);

/// A program, and all that is needed to run it.
pub(in crate::runtime) struct Run {
    pub device: Device,
    pub stream: StreamId,
    pub recorder: RecordedBy,
    /// Whether its caller recorded it, so that its errors are raised in the caller.
    pub raises: bool,
    pub tape: Tape,
    /// The trace that is replayed; the tape then holds its scalars alone.
    pub trace: Option<Arc<Trace>>,
    /// The table entries of the storages it names; and, by their index in the program, the facts about each.
    pub storages: Vec<u32>,
    pub facts: Vec<Storage>,
    pub memories: Vec<Memory>,
    pub notes: Vec<Note>,
    pub key: Vec<u64>,
    pub plan: Option<Arc<ReadyPlan>>,
    pub is_new: bool,
    pub deferred: PendingErrors,
    /// Whether single-element results are about to be read, and those that were allocated host-mapped.
    pub reading: bool,
    pub mapped: Vec<u32>,
    pub failure: Option<Failure>,
    /// The event of the run, where the profiler is on.
    pub watched: Option<Box<Watched>>,
    /// The capture that records its steps instead of running them.
    pub capture: Option<Arc<Capture>>,
}

/// What is noted of a storage that a program names.
pub(in crate::runtime) struct Note {
    /// The last instruction that names it.
    pub last: u32,
    /// Whether its memory is another library's.
    pub foreign: bool,
    /// Whether the program writes it.
    pub written: bool,
}

/// The error of a program's run, and the storages that lack their contents because of it.
pub(in crate::runtime) struct Failure {
    /// The error that any use of a lost storage raises.
    pub error: Error,
    pub lost: Vec<bool>,
    /// The error to be raised now; `None` if all errors were raised before.
    pub raise: Option<Error>,
}

/// The part of a table entry that references point to.
pub(in crate::runtime) struct Header {
    /// The number of handles, plus one for the queue whose program names the storage.
    pub references: AtomicU32,
    /// How many instructions had been recorded when the last handle to a storage that a queue names was dropped.
    pub died: AtomicU32,
    pub index: u32,
    pub device: Device,
    /// The address of its memory while that is exported for good and no work on it is pending; otherwise zero.
    pub exported: AtomicU64,
}

/// A counted reference to a storage.
pub(crate) struct StorageRef(pub(in crate::runtime) &'static Header);

/// An entry of the table.
pub(in crate::runtime) struct Slot {
    pub header: &'static Header,
    /// Length in bytes.
    pub bytes: u64,
    /// Its memory, once it was allocated or attached.
    pub memory: Option<Memory>,
    /// The owner of the memory, where it is not the device's own.
    pub owner: Option<Owner>,
    /// The stream whose queue names it, or that last used it.
    pub stream: StreamId,
    /// The epoch of the queue's program for which `local` is valid.
    pub epoch: u64,
    /// Its index in that program.
    pub local: u32,
    /// Whether that program writes it.
    pub written: bool,
    /// The instruction of that program that first writes it.
    pub born: u32,
    /// The last instruction of that program that names it.
    pub last: u32,
    /// Whether it is exported: its memory may not move, and work on it is launched before the call returns.
    pub shared: bool,
    /// Whether its memory may only be read.
    pub read_only: bool,
    /// The number of leases, while it is exported only as long as there are any.
    pub leases: u32,
    /// Whether a running program that left its queue names it: its memory may change meanwhile.
    pub running: bool,
    /// Whether its bools may have bytes other than 0 and 1, as in all exported or foreign memory.
    pub raw_bools: bool,
    /// The error that occurred when it should have been computed.
    pub poison: Option<Error>,
    /// Whether its memory is host-mapped. Only the kernel that wrote it may use such memory.
    pub mapped: bool,
    /// A bit set of the deferred errors that its contents depend on.
    pub deferred: u64,
    /// Whether an unfinished capture writes it: it has no contents before the graph is launched.
    pub captured: bool,
    /// How many graphs name its memory, which may not move.
    pub anchors: u32,
}

/// The name of a storage in a program.
#[derive(Clone, Copy)]
pub(in crate::runtime) struct Name {
    /// The program's epoch.
    pub epoch: u64,
    /// The storage's index in it.
    pub local: u32,
    /// The instruction that names it.
    pub instruction: u32,
}

/// The storages of a device.
#[derive(Default)]
pub(in crate::runtime) struct Table {
    pub slots: Vec<Slot>,
    pub free: Vec<u32>,
    /// How many have host-mapped memory.
    pub mapped: usize,
}

/// What is captured from one stream, and from those that joined it.
pub(crate) struct Capture {
    pub(in crate::runtime) origin: StreamId,
    pub(in crate::runtime) inner: Mutex<Inner>,
}

#[derive(Default)]
pub(in crate::runtime) struct Inner {
    pub actions: Vec<(StreamId, Action)>,
    pub members: Vec<Member>,
    /// The vector clock of the stream at each mark.
    pub marks: Vec<Vec<(StreamId, u64)>>,
    /// Why the capture is invalid.
    pub invalid: Option<&'static str>,
    /// Addresses of memory that was allocated within the capture; and the part of it that was freed, with its stream.
    pub allocated: HashSet<u64>,
    pub free: Vec<(StreamId, Memory)>,
    /// Memory from before the capture whose arrays were dropped.
    pub memories: Vec<Memory>,
    pub owners: Vec<Owner>,
    pub storages: Vec<StorageRef>,
    pub known: HashSet<u32>,
}

/// A stream of a capture.
pub(in crate::runtime) struct Member {
    pub stream: StreamId,
    pub done: u64,
    /// Its vector clock: how many actions of each other member precede its next one.
    pub clock: Vec<(StreamId, u64)>,
}

/// The open deferred errors of a device.
#[derive(Default)]
pub(in crate::runtime) struct DeferredErrors {
    /// A bit set of the ids in use; and by id, its step.
    pub open: u64,
    pub steps: Vec<DeferredStep>,
    /// How many steps have begun.
    pub begun: u64,
    /// A bit set of the ids reserved by graphs; by id, the storages that its graph writes.
    pub reserved: u64,
    pub written: Vec<Arc<[u32]>>,
}

/// A step that may fail later.
#[derive(Clone, Copy, Default)]
pub(in crate::runtime) struct DeferredStep {
    pub stream: StreamId,
    /// How many steps had begun before it.
    pub begun: u64,
    pub recorder: RecordedBy,
}

/// The deferred errors that the contents of a running program's storages depend on.
#[derive(Default)]
pub(in crate::runtime) struct PendingErrors {
    /// By storage, including temporaries of the plan; empty if none has any.
    pub of: Vec<u64>,
    /// How many storages the program names.
    pub named: usize,
}

/// A wait for a stream: how many deferred errors had begun when it began, of which it covers those of the stream; and
/// the epoch of the stream's next program at that time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waited {
    pub(in crate::runtime) stream: StreamId,
    pub(in crate::runtime) begun: u64,
    pub(in crate::runtime) epoch: u64,
}

/// Which errors a check raises.
#[derive(Clone, Copy)]
pub(crate) enum Raised<'a> {
    /// Those of what this thread recorded.
    Own,
    /// Also that of a storage which was read.
    Read(&'a StorageRef),
    /// Also those of a stream which the caller waited for.
    Stream(StreamId),
}

/// The exported storages, by their start address.
#[derive(Default)]
pub(in crate::runtime) struct Shared {
    pub ends: BTreeMap<(u64, u32), u64>,
    /// The length of the longest of them so far, in bytes.
    pub longest: u64,
}

/// The owner of memory that is not the device's own. It is dropped with no state locked, since that may run foreign
/// code.
pub(in crate::runtime) type Owner = Box<dyn Any + Send>;

/// Memory that is not the device's own, and its owner.
pub(crate) struct Foreign {
    /// The memory.
    pub memory: Memory,
    /// Dropped, with no lock held, when no storage names the memory any more.
    pub owner: Owner,
}

/// The host copy of a part of a storage, or the range of one that is being made.
#[derive(Default)]
pub(in crate::runtime) struct Window {
    /// The entry of the storage.
    pub storage: Option<u32>,
    /// The offset of the copy in it.
    pub first: u64,
    /// Empty until the copy is finished.
    pub bytes: Vec<u8>,
    /// The number of the copy, which no earlier one has.
    pub number: u64,
}

/// A run of a program, which is recorded as one event at its end.
pub(in crate::runtime) struct Watched {
    pub event: Event,
    pub instructions: u64,
    /// Nanoseconds of planning and preparing kernels; `None` where the plan came from the cache.
    pub planning: Option<u64>,
}

/// A device's state, locked.
pub(crate) struct Guard {
    pub(in crate::runtime) device: Device,
    pub(in crate::runtime) state: Locked,
}

/// The state of a locked device. It is empty only within [`Guard::unlocked`].
pub(in crate::runtime) struct Locked(pub Option<MutexGuard<'static, State>>);

impl Deref for Locked {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        self.0.as_ref().expect("the state is locked")
    }
}

impl DerefMut for Locked {
    #[inline]
    fn deref_mut(&mut self) -> &mut State {
        self.0.as_mut().expect("the state is locked")
    }
}
