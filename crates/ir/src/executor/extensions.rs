//! What some devices can do and others cannot: one trait for each, which an executor lists in its [`Extensions`].
//!
//! [`Extensions`]: super::Extensions

use std::any::Any;

use cuprust_num::{DType, Scalar};

use super::{Memory, Prepared, StreamId};
use crate::{Error, Layout, Result};

/// The id of a deferred error: one that a device reports after the call that caused it has returned, because it depends
/// on data.
///
/// The runtime reuses an id once the stream of its work has been waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeferredError(u8);

impl DeferredError {
    /// The number of ids.
    pub const MAX: u32 = 64;

    /// The deferred error of a number below [`DeferredError::MAX`].
    pub const fn new(number: u8) -> DeferredError {
        assert!((number as u32) < DeferredError::MAX, "a deferred error id is below 64");
        DeferredError(number)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// Steps that report an error after their call has returned. Devices that run work asynchronously, and check indices,
/// exponents and pivots in their kernels, need it.
pub trait DeferredRuns: Send + Sync {
    /// Whether the success of a step depends on data.
    fn may_fail(&self, step: &Prepared) -> bool;

    /// As [`Executor::run`](super::Executor::run) for a step that may fail, without waiting for it:
    /// [`DeferredRuns::poll`] reports its error.
    ///
    /// # Errors
    /// Where the device refuses.
    fn run_deferred(
        &self,
        step: &Prepared,
        memories: &[Memory],
        scalars: &[Scalar],
        stream: StreamId,
        deferred: DeferredError,
    ) -> Result<()>;

    /// The error in the work of a deferred error, as far as that work is done.
    fn poll(&self, deferred: DeferredError) -> Option<Error>;

    /// Clears the error in the work of a deferred error, which is about to run again.
    fn clear(&self, deferred: DeferredError);
}

/// Host-mapped memory for small results. Devices whose memory is far from the host need it: a result of one element is
/// read without a copy and without waiting for later work.
pub trait MappedResults: Send + Sync {
    /// Memory for a result of `bytes` bytes and one element, which one kernel writes, no other step accesses, and the
    /// host is about to read. `None` where it is too large or none is free.
    fn allocate_mapped(&self, bytes: u64) -> Option<Memory>;

    /// Copies the contents of such memory to other memory, in stream order, and frees the former.
    ///
    /// # Errors
    /// Where the device refuses; the memory is freed nevertheless.
    fn migrate(&self, from: Memory, to: u64, stream: StreamId) -> Result<()>;

    /// Copies bytes of such memory to the host, if the kernel that writes them gets there soon. Otherwise, and for
    /// other memory, copies nothing and returns false.
    fn peek(&self, from: u64, bytes: &mut [u8]) -> bool;
}

/// Allocations outside of the pool. Programs that use managed memory, or share an allocation with others, need them.
pub trait DedicatedMemory: Send + Sync {
    /// A separate allocation of at least one byte; where it is managed, the host and the device access it at one
    /// address.
    ///
    /// # Errors
    /// Out of memory.
    fn allocate_alone(&self, bytes: u64, managed: bool) -> Result<Memory>;

    /// Frees such memory, after the work that uses it. It waits for the device.
    fn release_alone(&self, memory: Memory);

    /// Moves managed memory to the device of a number, in stream order.
    ///
    /// # Errors
    /// Where the device refuses.
    fn prefetch(&self, memory: Memory, number: i64, stream: StreamId) -> Result<()>;

    /// Advises the driver how the device of a number will use managed memory.
    ///
    /// # Errors
    /// Where the device refuses.
    fn advise(&self, memory: Memory, advice: i32, number: i64) -> Result<()>;
}

/// Allocations of [`DedicatedMemory`] that other processes map too, by handles that one process passes to another.
pub trait InterprocessMemory: Send + Sync {
    /// The handle of the allocation that an address is in.
    ///
    /// # Errors
    /// Of the kind `Cuda` for memory that cannot be shared.
    fn handle_of_memory(&self, address: u64) -> Result<[u8; 64]>;

    /// The beginning of another process's allocation.
    ///
    /// # Errors
    /// Of the kind `Cuda` for bytes that are no handle, for one of this process, and where the other process is gone.
    ///
    /// # Safety
    /// The other process keeps the allocation until this one has closed it.
    unsafe fn open_memory(&self, handle: [u8; 64]) -> Result<u64>;

    /// Closes another process's allocation, after the work that uses it.
    ///
    /// # Errors
    /// Of the kind `Cuda` for another address.
    ///
    /// # Safety
    /// The address came from [`InterprocessMemory::open_memory`], and no later work uses it.
    unsafe fn close_memory(&self, address: u64) -> Result<()>;
}

/// Captured work of a device, which is launched as one.
pub trait DeviceGraph: Send + Sync {
    /// Queues the work on a stream.
    ///
    /// # Errors
    /// Where the device refuses.
    fn launch(&self, stream: StreamId) -> Result<()>;

    /// Uploads what the first launch needs to the device.
    ///
    /// # Errors
    /// Where the device refuses.
    fn upload(&self, stream: StreamId) -> Result<()>;

    /// The native handles of the graph and of the executable graph.
    fn native(&self) -> (u64, u64);

    /// The graph in Graphviz's language. The flags select the details of each node.
    ///
    /// # Errors
    /// Where the device refuses.
    fn dot(&self, flags: u32) -> Result<String>;
}

/// Graphs of the driver. Captures need them to be launched as one; without them the runtime repeats what was captured
/// step by step.
pub trait Graphs: Send + Sync {
    /// Captures the work that `queue` queues on `count` new streams as a graph. All streams fork from the first one,
    /// and join it at the end.
    ///
    /// # Errors
    /// The error of `queue`; where the device cannot capture some of the work.
    fn capture(&self, streams: usize, queue: &mut dyn FnMut(&[StreamId]) -> Result<()>)
    -> Result<Box<dyn DeviceGraph>>;

    /// Copies host bytes to the device within [`Graphs::capture`]: the graph keeps the bytes, and copies them at each
    /// launch.
    ///
    /// # Errors
    /// Where the device refuses.
    fn upload_captured(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()>;
}

/// Steps that are launched together, again and again, for less than a launch each. Devices whose launches cost more
/// than short kernels need it.
pub trait StepGraphs: Send + Sync {
    /// A graph of steps, for launches on one stream. `None` where one of the steps cannot be part of it: one that waits
    /// for the device, or that may fail later.
    fn graph_of_steps(&self, steps: &[Prepared], stream: StreamId) -> Option<Prepared>;

    /// Runs the steps of a graph on its stream, one after another, with these memories and scalars, as
    /// [`Executor::run`](super::Executor::run) does. Queues nothing and returns false where they must be run one by
    /// one: with memories that are new to a library which takes part, for example.
    ///
    /// # Errors
    /// Where the device refuses.
    fn launch_steps(&self, graph: &Prepared, memories: &[Memory], scalars: &[Scalar]) -> Result<bool>;
}

/// Copies from another device's memory. Devices that access each other's memory without the host need them.
pub trait Peers: Send + Sync {
    /// The executor as its own type, for [`Peers::copy_from_peer`].
    fn as_any(&self) -> &dyn Any;

    /// Copies bytes from another device's memory, in the order of both streams, where the two devices access each
    /// other's memory. Otherwise copies nothing and returns false.
    ///
    /// # Errors
    /// Where a device refuses.
    fn copy_from_peer(&self, peer: &dyn Peers, from: (u64, StreamId), to: (u64, StreamId), bytes: u64) -> Result<bool>;
}

/// Tensor contractions on operands of any strides by a library, where it is installed. `einsum` and `tensordot` need
/// them where a program chooses the library.
pub trait Contractions: Send + Sync {
    /// Whether the library is installed. It is loaded by this call.
    fn has_library(&self) -> bool;

    /// A contraction of two factors into a result, all of one dtype, whose axes have these labels. `None` for what the
    /// library does not support.
    fn contraction(&self, dtype: DType, operands: [(&[i32], &Layout); 3]) -> Option<Prepared>;

    /// Whether the library has a plan for a contraction of arrays at these addresses.
    ///
    /// # Errors
    /// Where the device fails.
    fn has_plan(&self, contraction: &Prepared, addresses: [u64; 3]) -> Result<bool>;

    /// Queues a contraction for which there is a plan. False where there is none.
    ///
    /// # Errors
    /// Where the device fails; out of memory for the library's workspace.
    ///
    /// # Safety
    /// The arrays lie at these addresses in memory of the device, and the result overlaps no factor.
    unsafe fn contract(&self, contraction: &Prepared, addresses: [u64; 3], stream: StreamId) -> Result<bool>;
}

/// A matrix in compressed sparse rows in memory: its elements row after row, their columns, and the start of each row.
/// Columns and starts are of one dtype.
#[derive(Debug, Clone, Copy)]
pub struct StoredRows {
    /// The address of the elements.
    pub data: u64,
    /// The address of their columns.
    pub columns: u64,
    /// The address of the starts, one more than the number of rows.
    pub starts: u64,
    /// The number of elements.
    pub count: i64,
    /// The numbers of rows and columns.
    pub shape: [i64; 2],
}

/// Memory with a new matrix in compressed sparse rows.
#[derive(Debug, Clone, Copy)]
pub struct JoinedMemory {
    /// The elements.
    pub data: Memory,
    /// Their columns.
    pub columns: Memory,
    /// The starts of the rows.
    pub starts: Memory,
    /// The number of elements.
    pub count: i64,
}

/// The destination of a transpose: the addresses of an index for each element (int64), of its row, and of a start for
/// each column and the end of all, in the dtype of the columns.
#[derive(Debug, Clone, Copy)]
pub struct TransposedRows {
    /// The indices of the elements in the matrix.
    pub order: u64,
    /// Their rows.
    pub rows: u64,
    /// Where columns begin.
    pub starts: u64,
}

/// The operation on two sparse matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combine {
    /// The sum, without zeros.
    Sum,
    /// The elementwise product, without zeros. A missing element of the other matrix counts as zero: the product with
    /// an element that is not finite is NaN.
    Intersection,
    /// The matrix product, with an element wherever there is a product.
    Product,
}

/// Operations on matrices in compressed sparse rows, done when the call returns. `scipy.sparse` needs them on a
/// synchronous device: the length of a result depends on data, so that no instruction with a known shape can be
/// recorded. Without them the same results are made of recorded sorts and sums.
pub trait SparseRows: Send + Sync {
    /// The sum or the product of two matrices of a dtype, whose columns and starts are int32 or int64. `None` where a
    /// row that must be merged is not sorted, or has two elements in one column.
    ///
    /// # Errors
    /// A value error for invalid starts, an index error for columns beyond the matrix, out of memory.
    ///
    /// # Safety
    /// The addresses are aligned and those of as many elements, columns and starts as stated, which do not change
    /// during the call.
    unsafe fn join_rows(
        &self,
        combine: Combine,
        dtype: DType,
        index: DType,
        pair: [StoredRows; 2],
        stream: StreamId,
    ) -> Result<Option<JoinedMemory>>;

    /// The sums of the columns of a matrix, each row multiplied by a number if `by` is given, as the product of its
    /// transpose with a vector. Returns whether the dtype is supported.
    ///
    /// # Errors
    /// As [`SparseRows::join_rows`].
    ///
    /// # Safety
    /// As [`SparseRows::join_rows`]; there is a number for each row at the address `by`, and memory for a sum for each
    /// column at `into`.
    unsafe fn sum_columns(
        &self,
        dtype: DType,
        index: DType,
        of: StoredRows,
        by: Option<u64>,
        into: u64,
    ) -> Result<bool>;

    /// Finds the order of a matrix's elements by columns, in which elements of one column keep their order. Columns and
    /// starts are int32 or int64, which holds the numbers of elements and rows.
    ///
    /// # Errors
    /// A value error for invalid starts, an index error for columns beyond the matrix.
    ///
    /// # Safety
    /// The addresses of the matrix, except that of its elements, are as [`SparseRows::join_rows`] requires, and those
    /// of the transpose have capacity for all.
    unsafe fn transpose_rows(&self, index: DType, of: StoredRows, into: TransposedRows) -> Result<()>;
}
