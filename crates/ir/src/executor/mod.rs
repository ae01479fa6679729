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
    Collective, CollectiveCall, Collectives, Combination, Communicator, GROUP_ID_BYTES, GroupId, GroupSettings, Poll,
    collectives_timeout,
};
pub use self::extensions::{
    Combine, Contractions, DedicatedMemory, DeferredError, DeferredRuns, DeviceGraph, Graphs, JoinedMemory,
    MappedResults, Peers, SparseRows, StoredRows, TransposedRows,
};
pub use self::streams::{EventId, Events, HostCalls, NativeStreams, RESERVED_HANDLES, StreamId, Streams};
use crate::{Result, Step};

/// Memory of a device, by value. On the CPU the address is a pointer of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// The first byte.
    pub address: u64,
    /// How many bytes there are.
    pub bytes: u64,
}

impl Memory {
    /// Whether two ranges have bytes in common.
    pub fn overlaps(self, other: Memory) -> bool {
        self.address < other.address.saturating_add(other.bytes)
            && other.address < self.address.saturating_add(self.bytes)
    }
}

/// A step made ready to run by the executor that will run it: a compiled kernel, a chosen library call.
pub type Prepared = Arc<dyn Any + Send + Sync>;

/// How much memory a device has, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemoryUse {
    /// Held by arrays.
    pub used: u64,
    /// Held for the next arrays.
    pub cached: u64,
    /// Free on the device.
    pub free: u64,
    /// All there is on the device.
    pub total: u64,
}

/// Facts about an executor that hold as long as it lives. The runtime reads them once, when it opens the device.
///
/// Code above the seam asks for the one fact that its choice depends on, never for which device runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// The compute capability of a GPU, as (9, 0); nothing of what is no GPU.
    pub compute: Option<(u32, u32)>,
    /// Whether addresses are pointers of this process, so that the host reads and writes elements where they lie.
    pub host_memory: bool,
    /// Whether work is done when its call returns, so that streams need no order and nothing is waited for.
    pub synchronous: bool,
    /// Whether a program simulates the device, so that its times say nothing.
    pub simulated: bool,
    /// Whether a forked child may go on using the executor.
    pub survives_fork: bool,
    /// Whether [`Executor::prepare`] may run a compiler, for longer than a signal may wait.
    pub compiles: bool,
    /// Whether elements that an index names more than once are updated in the order of the index, with NumPy's
    /// roundings.
    pub ordered_updates: bool,
    /// Whether products that memory bounds run faster as reductions of a fused kernel than as routines.
    pub fuses_products: bool,
    /// The size of the largest element that such an update changes in one step, in bytes.
    pub max_update_bytes: usize,
    /// Whether factorisations report a matrix with NaN as a failure. Otherwise its factors are NaN, and the caller
    /// tests them.
    pub reports_nan_matrices: bool,
}

/// What an executor can do that not every device can. An executor names each one, present or absent.
#[derive(Clone, Copy)]
pub struct Extensions<'a> {
    /// Errors that work reports after its call has returned.
    pub deferred: Option<&'a dyn DeferredRuns>,
    /// Results that the host reads without a copy.
    pub mapped: Option<&'a dyn MappedResults>,
    /// Allocations outside of the pool.
    pub dedicated: Option<&'a dyn DedicatedMemory>,
    /// Graphs of captured work.
    pub graphs: Option<&'a dyn Graphs>,
    /// Copies between the memories of two devices.
    pub peers: Option<&'a dyn Peers>,
    /// Tensor contractions by a library.
    pub contractions: Option<&'a dyn Contractions>,
    /// Operations on sparse rows whose results have a length that only their data decides.
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
            .field("graphs", &self.graphs.is_some())
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
/// builds on has a default, so that the compiler lists what a new executor lacks; what a device may lack altogether
/// stands in [`Extensions`].
pub trait Executor: Streams + Events + NativeStreams + HostCalls + Send + Sync {
    /// `"cpu"`, `"cuda:0"`, ..
    fn name(&self) -> String;

    /// What the device calls itself, and its most telling properties.
    fn description(&self) -> String;

    /// The facts that code above the seam chooses by.
    fn capabilities(&self) -> Capabilities;

    /// What the device can do that others cannot.
    fn extensions(&self) -> Extensions<'_>;

    /// Whether the calling process may use the device. It costs next to nothing.
    ///
    /// # Errors
    /// In a child that was forked since the device was opened, where the device does not live on in one.
    fn check_process(&self) -> Result<()>;

    /// Memory with any contents, aligned to 64 bytes at least, for use on a stream.
    ///
    /// # Errors
    /// Out of memory, after everything that could be freed was.
    fn allocate(&self, bytes: u64, stream: StreamId) -> Result<Memory>;

    /// Takes memory back; work queued on the stream before may still use it.
    fn release(&self, memory: Memory, stream: StreamId);

    /// The number of bytes behind an allocation of this length that belong to no other: a program that names them by
    /// an address has left the allocation.
    fn padding(&self, bytes: u64) -> u64;

    /// How much memory there is.
    fn memory(&self) -> MemoryUse;

    /// Sets the most bytes that it takes from the device for arrays; zero takes the limit away. What is held already
    /// stays.
    fn set_limit(&self, bytes: u64);

    /// The most bytes that it takes from the device for arrays; zero where there is no limit.
    fn limit(&self) -> u64;

    /// Gives memory that no array holds back to the device.
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

    /// Makes kernels and routines ready, in parallel where that helps. The result has one entry for each step.
    ///
    /// # Errors
    /// A kernel that does not compile, a library that is missing.
    fn prepare(&self, steps: &[&Step]) -> Result<Vec<Prepared>>;

    /// Runs a step that this executor prepared, on the memories of the plan's storages and the program's scalars.
    ///
    /// A step whose data may make it fail is waited for.
    ///
    /// # Errors
    /// What is wrong with the data; where the device refuses.
    fn run(&self, step: &Prepared, memories: &[Memory], scalars: &[Scalar], stream: StreamId) -> Result<()>;

    /// How long [`Executor::run`] keeps its caller with a step, roughly: by orders of magnitude.
    fn estimate(&self, step: &Step) -> Duration;

    /// Ends what the executor does beside its calls. It is called before the process ends.
    fn finish(&self);
}
