//! What some devices can do and others cannot: a trait each, which an executor names in its [`Extensions`].
//!
//! [`Extensions`]: super::Extensions

use std::any::Any;

use cuprust_num::{DType, Scalar};

use super::{Memory, Prepared, StreamId};
use crate::{Error, Layout, Result};

/// The id of an error that a device reports after the call that caused it has returned, because data decides it.
///
/// The runtime hands an id out again once the stream of its work was waited for.
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

/// Steps that report an error after their call has returned. A device needs them that runs work asynchronously and
/// checks indices, exponents and pivots in its kernels.
pub trait DeferredRuns: Send + Sync {
    /// Whether only the data decides that a step goes well.
    fn may_fail(&self, step: &Prepared) -> bool;

    /// As [`Executor::run`](super::Executor::run) for a step that may fail, which is not waited for:
    /// [`DeferredRuns::poll`] says what became of it.
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

    /// What went wrong in the work of a deferred error, as far as it is done.
    fn poll(&self, deferred: DeferredError) -> Option<Error>;

    /// Forgets what went wrong in the work of a deferred error, which is about to be done once more.
    fn clear(&self, deferred: DeferredError);
}

/// Host-mapped memory for small results. A device needs it whose results are far from the host: a result of one element
/// is read without a copy and without waiting for the work behind it.
pub trait MappedResults: Send + Sync {
    /// Memory for a result of so many bytes, of one element, that one kernel writes, no other step touches, and the
    /// host is about to read. Nothing where it is too large or there is no more.
    fn allocate_mapped(&self, bytes: u64) -> Option<Memory>;

    /// Copies what is in such memory to other memory, in stream order, and takes the former back.
    ///
    /// # Errors
    /// Where the device refuses; the memory is taken back nevertheless.
    fn migrate(&self, from: Memory, to: u64, stream: StreamId) -> Result<()>;

    /// Copies bytes of such memory to the host, if the kernel that writes them comes to it soon. Otherwise, and for
    /// other memory, nothing is copied and false given.
    fn peek(&self, from: u64, bytes: &mut [u8]) -> bool;
}

/// Allocations outside of the pool. Programs need them that use managed memory, or share an allocation with others.
pub trait DedicatedMemory: Send + Sync {
    /// Memory of an allocation of its own, of one byte at least; where it is managed, the host and the device see it at
    /// one address.
    ///
    /// # Errors
    /// Out of memory.
    fn allocate_alone(&self, bytes: u64, managed: bool) -> Result<Memory>;

    /// Takes such memory back, after the work that uses it. It waits for the device.
    fn release_alone(&self, memory: Memory);

    /// Brings managed memory to the device of a number, in stream order.
    ///
    /// # Errors
    /// Where the device refuses.
    fn prefetch(&self, memory: Memory, number: i64, stream: StreamId) -> Result<()>;

    /// Says how managed memory will be used by the device of a number.
    ///
    /// # Errors
    /// Where the device refuses.
    fn advise(&self, memory: Memory, advice: i32, number: i64) -> Result<()>;
}

/// Work of a device that was put together once, and is launched as one.
pub trait DeviceGraph: Send + Sync {
    /// Queues the work on a stream.
    ///
    /// # Errors
    /// Where the device refuses.
    fn launch(&self, stream: StreamId) -> Result<()>;

    /// Brings what the first launch needs to the device.
    ///
    /// # Errors
    /// Where the device refuses.
    fn upload(&self, stream: StreamId) -> Result<()>;

    /// The native handles of the graph and of what was made of it to be launched.
    fn native(&self) -> (u64, u64);

    /// The graph in the language of Graphviz. The flags say how much each node shows.
    ///
    /// # Errors
    /// Where the device refuses.
    fn dot(&self, flags: u32) -> Result<String>;
}

/// Graphs of the driver's. Captures need them to be launched as one; without them the runtime repeats what was captured
/// step by step.
pub trait Graphs: Send + Sync {
    /// Puts the work that `queue` queues on so many new streams together as a graph. All begin with the first one, and
    /// end there.
    ///
    /// # Errors
    /// What `queue` gives; where the device refuses something of it.
    fn capture(&self, streams: usize, queue: &mut dyn FnMut(&[StreamId]) -> Result<()>)
    -> Result<Box<dyn DeviceGraph>>;

    /// Copies host bytes to the device within [`Graphs::capture`]: the graph keeps the bytes, and copies them at each
    /// launch.
    ///
    /// # Errors
    /// Where the device refuses.
    fn upload_captured(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()>;
}

/// Copies from another device's memory. Devices need them that reach each other without the host.
pub trait Peers: Send + Sync {
    /// The executor by its own type, for [`Peers::copy_from_peer`].
    fn as_any(&self) -> &dyn Any;

    /// Copies bytes from another device's memory, in the order of both streams, where the two devices reach each
    /// other's memory. Otherwise nothing is copied and false given.
    ///
    /// # Errors
    /// Where a device refuses.
    fn copy_from_peer(&self, peer: &dyn Peers, from: (u64, StreamId), to: (u64, StreamId), bytes: u64) -> Result<bool>;
}

/// Tensor contractions on operands of any strides by a library, where it is installed. `einsum` and `tensordot` need
/// them where a program chooses the library.
pub trait Contractions: Send + Sync {
    /// Whether the library is installed, which is loaded now.
    fn has_library(&self) -> bool;

    /// A contraction of two factors into a result, all of one dtype, whose axes have these labels. Nothing for what the
    /// library does not take.
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

/// A matrix in compressed sparse rows in memory: its elements row after row, their columns, and where each row begins.
/// Columns and starts are of one dtype.
#[derive(Debug, Clone, Copy)]
pub struct StoredRows {
    /// The address of the elements.
    pub data: u64,
    /// The address of their columns.
    pub columns: u64,
    /// The address of the starts, one more than there are rows.
    pub starts: u64,
    /// How many elements there are.
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
    /// Where each row begins.
    pub starts: Memory,
    /// How many elements there are.
    pub count: i64,
}

/// Where the transpose of a matrix is written: addresses of an index for each element (int64), of its row, and of a
/// start for each column and the end of all, in the dtype of the columns.
#[derive(Debug, Clone, Copy)]
pub struct TransposedRows {
    /// The indices of the elements in the matrix.
    pub order: u64,
    /// Their rows.
    pub rows: u64,
    /// Where columns begin.
    pub starts: u64,
}

/// What is made of two sparse matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combine {
    /// The sum, without zeros.
    Sum,
    /// The products of elements, without zeros. An element that the other matrix does not have is multiplied by zero:
    /// the product of one that is not finite is NaN.
    Intersection,
    /// The matrix product, with an element for each that has a product.
    Product,
}

/// Operations on matrices in compressed sparse rows, done when the call returns. `scipy.sparse` needs them on a device
/// that is synchronous: how long a result is only its data decides, so that no instruction with a known shape is
/// recorded. Without them the same results are made of recorded sorts and sums.
pub trait SparseRows: Send + Sync {
    /// The sum or the product of two matrices of a dtype, whose columns and starts are int32 or int64. Nothing where a
    /// row that is to be merged is not sorted, or has two elements in one column.
    ///
    /// # Errors
    /// A value error for starts that are none, an index error for columns beyond the matrix, out of memory.
    ///
    /// # Safety
    /// The addresses are aligned and are those of as many elements, columns and starts as said, which do not change
    /// meanwhile.
    unsafe fn join_rows(
        &self,
        combine: Combine,
        dtype: DType,
        index: DType,
        pair: [StoredRows; 2],
        stream: StreamId,
    ) -> Result<Option<JoinedMemory>>;

    /// The sums of the columns of a matrix, each row times a number where there are such, as the product of its
    /// transpose with a vector. Says whether the dtype has sums.
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

    /// Finds the order of a matrix's elements by columns, in which elements of one column keep theirs. Columns and
    /// starts are int32 or int64, which holds the numbers of elements and rows.
    ///
    /// # Errors
    /// A value error for starts that are none, an index error for columns beyond the matrix.
    ///
    /// # Safety
    /// The addresses of the matrix but that of its elements are as [`SparseRows::join_rows`] takes them, and those of
    /// the transpose have memory for all.
    unsafe fn transpose_rows(&self, index: DType, of: StoredRows, into: TransposedRows) -> Result<()>;
}
