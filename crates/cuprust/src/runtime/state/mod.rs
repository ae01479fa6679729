//! What the arrays of a device share: its storages, the queue of each stream, the programs that run, and what captures
//! keep.
//!
//! These types name one another, so they stand in one file; what is done with them stands in the folders beside it.

pub(super) mod actions;
pub(super) mod captured;
pub(super) mod operands;
pub(super) mod plans;
pub(super) mod reason;
pub(super) mod sizes;
pub(super) mod storage;
pub(super) mod tape;

use std::any::Any;
use std::collections::{BTreeMap, HashSet};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use cuprust_cuda::Cuda;
pub(crate) use cuprust_host::Host as Eager;
use cuprust_ir::{Capabilities, Error, Executor, Extensions, Memory, Storage, StreamId};
use cuprust_profile::Event;

use crate::runtime::state::actions::Action;
use crate::runtime::state::plans::{Plans, ReadyPlan};
use crate::runtime::state::tape::Tape;

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
pub struct Device(pub(in crate::runtime) &'static Opened);

pub(in crate::runtime) struct Opened {
    pub kind: DeviceKind,
    pub executor: &'static dyn Executor,
    /// What the executor says of itself, read once: asking for it again would be a virtual call each time.
    pub capabilities: Capabilities,
    pub extensions: Extensions<'static>,
    /// What runs small work within the call that asks for it, by its own type, so that no call of it is virtual.
    /// Nothing where recording costs less than a call.
    pub eager: Option<&'static Eager>,
    pub user_kernels: UserKernels,
    pub state: Mutex<State>,
    /// Told when a program that was taken from its queue has run.
    pub finished: Condvar,
    /// Storages whose last reference was dropped, by their entries.
    pub dead: Mutex<Vec<u32>>,
    /// Whether `dead` may hold any.
    pub to_free: AtomicBool,
    /// How many instructions the program has to which one was recorded last.
    pub recorded: AtomicU32,
}

/// How a device runs kernels that users write.
#[derive(Clone, Copy)]
pub(crate) enum UserKernels {
    /// The driver queues them on a stream.
    Queued(&'static Cuda),
    /// A machine runs them within the call, over memory of its own.
    Interpreted(&'static Cuda),
    /// A machine runs them within the call, over memory of the host that it borrows for the launch.
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
    /// How many threads wait for the end of a program.
    pub waiters: u32,
    /// How many queues are captured or traced.
    pub captures: u32,
}

/// The program that a stream has still to run.
pub(in crate::runtime) struct Queue {
    /// Tells this program from earlier ones: a storage whose entry has this number is named in it.
    pub epoch: u64,
    /// The program before which all were waited for.
    pub waited: u64,
    /// Whether a program that was taken from this queue still runs. The next one waits for its end.
    pub running: bool,
    /// What went wrong in a program whose caller was interrupted: it is raised by the next that has to do with the
    /// stream.
    pub unraised: Option<Error>,
    /// A program that has run, kept for its allocations.
    pub spare: Option<Box<Run>>,
    pub tape: Tape,
    /// The storages named, by their entries in the table.
    pub storages: Vec<u32>,
    /// Bytes of the storages written that have no memory yet: those that have died since they were counted are among
    /// them.
    pub waiting: u64,
    /// Bytes that a user's allocator gave for storages of the program.
    pub furnished: u64,
    /// How many bytes may wait before they are counted anew.
    pub most_waiting: u64,
    /// Whether each instruction runs as it is recorded.
    pub synchronous: bool,
    /// What takes the place of running its programs.
    pub capture: Option<Arc<Capture>>,
    /// What is noted of its program, which is to be run again on other storages.
    pub tracing: Option<Box<Tracing>>,
}

/// What is noted beside the tape of a queue whose program becomes a [`Trace`].
#[derive(Default)]
pub(in crate::runtime) struct Tracing {
    /// New storages whose elements came from the host.
    pub uploaded: Vec<StorageRef>,
    pub draws: Vec<Draw>,
    /// Why the program is not all that was done, or does not do the same to other storages.
    pub broken: Option<&'static str>,
}

/// An instruction of a trace that draws random numbers: it takes other counters each time.
pub(in crate::runtime) struct Draw {
    /// The scalars that are the generator's seed and the first counter: the one of this number, and the next.
    pub scalar: u32,
    /// How many counters it takes.
    pub taken: u64,
    pub counters: Counters,
}

/// Takes so many counters of a generator: its seed, and the first of them; nothing where it no longer counts.
pub(crate) type Counters = Arc<dyn Fn(u64) -> Option<(u64, u64)> + Send + Sync>;

/// A program that is run again and again, each time on other storages. It names its arguments first, then its
/// constants, then its results, and then what it only needs meanwhile.
pub(crate) struct Trace {
    pub(in crate::runtime) device: Device,
    pub(in crate::runtime) tape: Tape,
    pub(in crate::runtime) arguments: usize,
    /// Storages that were there before, which it reads and writes where they are.
    pub(in crate::runtime) constants: Vec<StorageRef>,
    /// Bytes of each result.
    pub(in crate::runtime) results: Vec<u64>,
    /// Bytes of what is only needed meanwhile.
    pub(in crate::runtime) temporaries: Vec<i64>,
    /// Which of the storages that it names are what the function gave, in the function's order.
    pub(in crate::runtime) returned: Vec<usize>,
    /// Of each storage, whether it is written, and the last instruction that names it.
    pub(in crate::runtime) written: Vec<bool>,
    pub(in crate::runtime) last: Vec<u32>,
    pub(in crate::runtime) draws: Vec<Draw>,
    /// Whether elements of its constants came from the host while it was recorded.
    pub(in crate::runtime) uploads: bool,
    /// The plans made for it so far, by what was known of the storages.
    pub(in crate::runtime) plans: Mutex<Vec<TracePlan>>,
}

/// What was known of the storages of a trace, and its plan for that.
pub(in crate::runtime) type TracePlan = (Vec<Storage>, Arc<ReadyPlan>);

/// A program, with all that running it needs.
pub(in crate::runtime) struct Run {
    pub device: Device,
    pub stream: StreamId,
    pub tape: Tape,
    /// The trace whose program it is; the tape has the scalars alone then.
    pub trace: Option<Arc<Trace>>,
    /// The storages it names, by their entries in the table; and by their places in the program, what is known of each.
    pub storages: Vec<u32>,
    pub facts: Vec<Storage>,
    pub memories: Vec<Memory>,
    pub notes: Vec<Note>,
    pub key: Vec<u64>,
    pub plan: Option<Arc<ReadyPlan>>,
    pub is_new: bool,
    pub deferred: PendingErrors,
    /// Whether results of one element are about to be read, and those that got memory that the host sees at once.
    pub reading: bool,
    pub mapped: Vec<u32>,
    pub failure: Option<Failure>,
    /// The event of the run, where the profiler is on.
    pub watched: Option<Box<Watched>>,
    /// What its steps become part of, in the place of running.
    pub capture: Option<Arc<Capture>>,
}

/// What is known of a storage that a program names.
pub(in crate::runtime) struct Note {
    /// The last instruction that names it.
    pub last: u32,
    /// Whether its memory is another library's.
    pub foreign: bool,
    /// Whether the program writes it.
    pub written: bool,
}

/// What went wrong in running a program, and which storages do not hold what they should for it.
pub(in crate::runtime) struct Failure {
    /// What is raised by the use of a storage that is lost.
    pub error: Error,
    pub lost: Vec<bool>,
    /// What is raised now; nothing where all that went wrong was raised before.
    pub raise: Option<Error>,
}

/// The part of a table entry that references point to.
pub(in crate::runtime) struct Header {
    /// The handles, and one for the queue whose program names the storage.
    pub references: AtomicU32,
    /// How many instructions had been recorded when the last handle was dropped of a storage that a queue names.
    pub died: AtomicU32,
    pub index: u32,
    pub device: Device,
}

/// A counted reference to a storage.
pub(crate) struct StorageRef(pub(in crate::runtime) &'static Header);

/// An entry of the table.
pub(in crate::runtime) struct Slot {
    pub header: &'static Header,
    /// Length in bytes.
    pub bytes: u64,
    /// Its memory, once something was written or given.
    pub memory: Option<Memory>,
    /// The owner of the memory, where it is not the device's own.
    pub owner: Option<Owner>,
    /// The stream whose queue names it, or that used it last.
    pub stream: StreamId,
    /// The number of the queue's program in which `local` holds.
    pub epoch: u64,
    /// Its place in that program.
    pub local: u32,
    /// Whether that program writes it.
    pub written: bool,
    /// The instruction of that program that first writes it.
    pub born: u32,
    /// The last instruction of that program that names it.
    pub last: u32,
    /// Whether others may read and write its memory: it stays where it is, and what touches it is launched before the
    /// call returns.
    pub shared: bool,
    /// Whether its memory may only be read.
    pub read_only: bool,
    /// How many leases of its memory are out, where it is shared for as long as they are.
    pub leases: u32,
    /// Whether a program that was taken from its queue and still runs names it: its memory is not known meanwhile.
    pub running: bool,
    /// Whether bytes of bools in it may be other than 0 and 1, as in all memory that is shared or another library's.
    pub loose: bool,
    /// What went wrong when it should have been computed.
    pub poison: Option<Error>,
    /// Whether the memory is such as the host sees at once. Kernels after the one that wrote it are not given it.
    pub mapped: bool,
    /// The deferred errors that what it holds depends on, as bits.
    pub deferred: u64,
    /// Whether a capture that has not ended writes it: it holds nothing before the graph is launched.
    pub captured: bool,
    /// How many graphs name its memory, which stays where it is.
    pub anchors: u32,
}

/// How a program names a storage.
#[derive(Clone, Copy)]
pub(in crate::runtime) struct Name {
    /// The number of the program.
    pub epoch: u64,
    /// The storage's place in it.
    pub local: u32,
    /// The instruction that names it.
    pub instruction: u32,
}

/// The storages of a device.
#[derive(Default)]
pub(in crate::runtime) struct Table {
    pub slots: Vec<Slot>,
    pub free: Vec<u32>,
    /// How many have memory that the host sees at once.
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
    /// What each member had done at each mark.
    pub marks: Vec<Vec<(StreamId, u64)>>,
    /// Why it can give no graph.
    pub invalid: Option<&'static str>,
    /// Addresses of memory that was allocated within the capture; of it, what died on which stream.
    pub allocated: HashSet<u64>,
    pub free: Vec<(StreamId, Memory)>,
    /// Memory that was there before, whose arrays are gone.
    pub memories: Vec<Memory>,
    pub owners: Vec<Owner>,
    pub storages: Vec<StorageRef>,
    pub known: HashSet<u32>,
}

/// A stream of a capture.
pub(in crate::runtime) struct Member {
    pub stream: StreamId,
    pub done: u64,
    /// How much of what each other member did comes before what it does next.
    pub behind: Vec<(StreamId, u64)>,
}

/// The open deferred errors of a device.
#[derive(Default)]
pub(in crate::runtime) struct DeferredErrors {
    /// The numbers that are taken, as bits, and of each the stream of its step and how many had begun before it.
    pub open: u64,
    pub steps: Vec<(StreamId, u64)>,
    /// How many have begun.
    pub begun: u64,
    /// The numbers that graphs have for themselves, as bits, and of each the storages that its graph writes.
    pub reserved: u64,
    pub written: Vec<Arc<[u32]>>,
}

/// The deferred errors that the storages of a running program are in.
#[derive(Default)]
pub(in crate::runtime) struct PendingErrors {
    /// By storage, temporaries of the plan among them; empty where none has one open.
    pub of: Vec<u64>,
    /// How many storages the program names.
    pub named: usize,
}

/// That a stream was waited for; how many deferred errors had begun when the wait began, of which those of the stream
/// are checked; and which program of the stream was the next then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waited {
    pub(in crate::runtime) stream: StreamId,
    pub(in crate::runtime) begun: u64,
    pub(in crate::runtime) epoch: u64,
}

/// The storages whose memory others know, by where it begins.
#[derive(Default)]
pub(in crate::runtime) struct Shared {
    pub ends: BTreeMap<(u64, u32), u64>,
    /// The most bytes that one of them has had.
    pub longest: u64,
}

/// What keeps memory alive that is not the device's own. It is dropped with no state locked: that may run any code of
/// its own.
pub(in crate::runtime) type Owner = Box<dyn Any + Send>;

/// Memory that is not the device's own, and what keeps it alive.
pub(crate) struct Foreign {
    /// The memory.
    pub memory: Memory,
    /// Dropped, with no lock held, when no storage names the memory any more.
    pub owner: Owner,
}

/// The copy, or the place of one that is on its way.
#[derive(Default)]
pub(in crate::runtime) struct Window {
    /// The entry of the storage.
    pub storage: Option<u32>,
    /// Where in it the copy begins.
    pub first: u64,
    /// Empty while the copy is on its way.
    pub bytes: Vec<u8>,
    /// Tells this copy from those before it.
    pub number: u64,
}

/// A run of a program, which ends as one event.
pub(in crate::runtime) struct Watched {
    pub event: Event,
    pub instructions: u64,
    /// Nanoseconds of planning and of making the kernels ready; none where the plan was known.
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
