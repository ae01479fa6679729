//! The one seam between devices and everything above them.
//!
//! Architecture invariant: above this trait no code knows which device runs; below it none knows what an array is.
//! [`Executor`] and the traits it builds on (`streams.rs`) are what every device does. [`Extensions`] are what some
//! devices do (`extensions.rs`), and [`Capabilities`] are facts that choices depend on.

mod collectives;
mod extensions;
mod streams;

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use cuprust_num::Scalar;

pub use self::collectives::{
    Collective, CollectiveCall, Collectives, Combination, Communicator, GROUP_ID_BYTES, GroupId, GroupSettings,
    NO_COMMUNICATOR, Poll, collectives_timeout,
};
pub use self::extensions::{
    Combine, Contractions, DedicatedMemory, DeferredError, DeferredRuns, DeviceGraph, Graphs, InterprocessMemory,
    JoinedMemory, MappedResults, Peers, SparseRows, StepGraphs, StoredRows, TransposedRows,
};
pub use self::streams::{EventId, Events, HostCalls, NativeStreams, RESERVED_HANDLES, StreamId, Streams};
use crate::{Result, Step};

/// Memory of a device, by value. On the CPU the address is a pointer of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// The first byte.
    pub address: u64,
    /// The number of bytes.
    pub bytes: u64,
}

impl Memory {
    /// Whether two ranges have bytes in common.
    pub fn overlaps(self, other: Memory) -> bool {
        self.address < other.address.saturating_add(other.bytes)
            && other.address < self.address.saturating_add(self.bytes)
    }
}

/// A step prepared by the executor that will run it: a compiled kernel, a chosen library call.
pub type Prepared = Arc<dyn Any + Send + Sync>;

/// How much memory a device has, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemoryUse {
    /// Held by arrays.
    pub used: u64,
    /// Cached for the next arrays.
    pub cached: u64,
    /// Free on the device.
    pub free: u64,
    /// The total of the device.
    pub total: u64,
}

/// Facts about an executor that are constant for its life. The runtime reads them once, when it opens the device.
///
/// Code above the seam asks for the one fact that its choice depends on, never for which device runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// The compute capability of a GPU, as (9, 0); `None` for other devices.
    pub compute: Option<(u32, u32)>,
    /// Whether addresses are pointers of this process, so that the host reads and writes elements in place.
    pub host_memory: bool,
    /// Whether work is done when its call returns, so that streams need no order and nothing is waited for.
    pub synchronous: bool,
    /// Whether a program simulates the device, so that its times are meaningless.
    pub simulated: bool,
    /// Whether a forked child may go on using the executor.
    pub survives_fork: bool,
    /// Whether [`Executor::prepare`] may run a compiler, for longer than the handling of a signal may be delayed.
    pub compiles: bool,
    /// Whether an index updates elements that it contains more than once in its order, with NumPy's roundings.
    pub ordered_updates: bool,
    /// Whether memory-bound products run faster as reductions of a fused kernel than as routines.
    pub fuses_products: bool,
    /// Whether selecting among the parts of an assembled array costs less than assembling it in memory.
    pub selects_parts: bool,
    /// Whether a launch, and what a cut of a kernel moves, costs more than long kernels do.
    pub long_kernels: bool,
    /// Whether loads and stores of several elements must be aligned.
    pub aligned_access: bool,
    /// How many operations of a fused kernel cost as much as 64 bytes that it stores or loads: the most that are
    /// computed again to move 64 bytes less.
    pub operations_per_64_bytes: i64,
    /// The size of the largest element that such an update changes atomically, in bytes.
    pub max_update_bytes: usize,
    /// Whether factorisations report a matrix with NaN as a failure. Otherwise its factors are NaN, and the caller
    /// tests them.
    pub reports_nan_matrices: bool,
}

/// The optional abilities of an executor, each named as present or absent.
#[derive(Clone, Copy)]
pub struct Extensions<'a> {
    /// Errors that work reports after its call has returned.
    pub deferred: Option<&'a dyn DeferredRuns>,
    /// Results that the host reads without a copy.
    pub mapped: Option<&'a dyn MappedResults>,
    /// Allocations outside of the pool.
    pub dedicated: Option<&'a dyn DedicatedMemory>,
    /// Such allocations that several processes map.
    pub interprocess: Option<&'a dyn InterprocessMemory>,
    /// Graphs of captured work.
    pub graphs: Option<&'a dyn Graphs>,
    /// Steps that are launched together.
    pub step_graphs: Option<&'a dyn StepGraphs>,
    /// Copies between the memories of two devices.
    pub peers: Option<&'a dyn Peers>,
    /// Tensor contractions by a library.
    pub contractions: Option<&'a dyn Contractions>,
    /// Operations on sparse rows whose results have a length that depends on data.
    pub sparse_rows: Option<&'a dyn SparseRows>,
    /// Calls that several ranks do together.
    pub collectives: Option<&'a dyn Collectives>,
}

impl std::fmt::Debug for Extensions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Extensions")
            .field("deferred", &self.deferred.is_some())
            .field("mapped", &self.mapped.is_some())
            .field("dedicated", &self.dedicated.is_some())
            .field("interprocess", &self.interprocess.is_some())
            .field("graphs", &self.graphs.is_some())
            .field("step_graphs", &self.step_graphs.is_some())
            .field("peers", &self.peers.is_some())
            .field("contractions", &self.contractions.is_some())
            .field("sparse_rows", &self.sparse_rows.is_some())
            .field("collectives", &self.collectives.is_some())
            .finish()
    }
}

/// A device that runs kernels and routines.
///
/// Work on one stream is done in the order of the calls. Every call may come from any thread.
///
/// The runtime needs these methods for every program: memory, transfers, and steps. No method here or in the traits it
/// builds on has a default, so that the compiler lists what a new executor lacks; optional abilities are listed in
/// [`Extensions`].
pub trait Executor: Streams + Events + NativeStreams + HostCalls + Send + Sync {
    /// `"cpu"`, `"cuda:0"`, ..
    fn name(&self) -> String;

    /// The name of the device, and its main properties.
    fn description(&self) -> String;

    /// The facts that code above the seam depends on.
    fn capabilities(&self) -> Capabilities;

    /// The optional abilities of the device.
    fn extensions(&self) -> Extensions<'_>;

    /// Whether the calling process may use the device. It costs next to nothing.
    ///
    /// # Errors
    /// In a child that was forked since the device was opened, where the device cannot be used in one.
    fn check_process(&self) -> Result<()>;

    /// Memory with undefined contents, aligned to at least 64 bytes, for use on a stream.
    ///
    /// # Errors
    /// Out of memory, after everything that could be freed was freed.
    fn allocate(&self, bytes: u64, stream: StreamId) -> Result<Memory>;

    /// Frees memory; work queued on the stream before may still use it.
    fn release(&self, memory: Memory, stream: StreamId);

    /// The number of bytes after an allocation of this length that belong to no other: an access there by address is
    /// out of bounds.
    fn padding(&self, bytes: u64) -> u64;

    /// The present use of memory.
    fn memory(&self) -> MemoryUse;

    /// Sets the most bytes that it allocates from the device for arrays; zero removes the limit. Memory that is
    /// allocated already stays.
    fn set_limit(&self, bytes: u64);

    /// The most bytes that it allocates from the device for arrays; zero where there is no limit.
    fn limit(&self) -> u64;

    /// Returns memory that no array holds to the device.
    fn trim(&self);

    /// Copies host bytes to the device. The host bytes may change when this returns.
    ///
    /// # Errors
    /// Where the device refuses.
    fn upload(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()>;

    /// Copies device bytes to the host, and waits for them.
    ///
    /// # Errors
    /// Where the device refuses.
    fn download(&self, from: u64, bytes: &mut [u8], stream: StreamId) -> Result<()>;

    /// Copies bytes within the device.
    ///
    /// # Errors
    /// Where the device refuses.
    fn copy(&self, from: u64, to: u64, bytes: u64, stream: StreamId) -> Result<()>;

    /// Prepares kernels and routines, in parallel where that helps. The result has one entry for each step.
    ///
    /// # Errors
    /// A kernel that does not compile, a library that is missing.
    fn prepare(&self, steps: &[&Step]) -> Result<Vec<Prepared>>;

    /// Runs a step that this executor prepared, on the memories of the plan's storages and the program's scalars.
    ///
    /// A step whose data may make it fail is waited for.
    ///
    /// # Errors
    /// The error that data causes; where the device refuses.
    fn run(&self, step: &Prepared, memories: &[Memory], scalars: &[Scalar], stream: StreamId) -> Result<()>;

    /// How long [`Executor::run`] occupies its caller with a step, by order of magnitude.
    fn estimate(&self, step: &Step) -> Duration;

    /// Ends the executor's background work. It is called before the process ends.
    fn finish(&self);
}
