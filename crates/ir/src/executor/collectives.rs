//! Collectives: transfers and reductions between the ranks of a group, each on a device of its own.
//!
//! A group is identified by an id, which one rank makes and passes to the others. The ranks are threads of a process,
//! processes of a host, or processes of several hosts; every rank makes the same calls in the same order.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cuprust_num::DType;

use crate::{Error, Result};

/// The length of a [`GroupId`].
pub const GROUP_ID_BYTES: usize = 128;

/// The id of a group that is about to be formed. It is used for one group.
pub type GroupId = [u8; GROUP_ID_BYTES];

/// The error text of a call on a rank without a native communicator.
pub const NO_COMMUNICATOR: &str =
    "the communicator was destroyed or aborted, or the group of calls that makes it has not ended";

/// The reduction of elements of several ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Combination {
    /// Their sum.
    Sum,
    /// Their product.
    Product,
    /// Their maximum.
    Max,
    /// Their minimum.
    Min,
    /// Their average; of integers, rounded towards zero.
    Average,
}

impl Combination {
    /// All combinations, in the order of their numbers in NCCL.
    pub const ALL: [Combination; 5] =
        [Combination::Sum, Combination::Product, Combination::Max, Combination::Min, Combination::Average];
}

/// An operation of the ranks of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Collective {
    /// Every rank gets the combination of all ranks' elements.
    AllReduce(Combination),
    /// The rank `root` gets the combination of all ranks' elements.
    Reduce(Combination, u32),
    /// Every rank gets the elements of the rank `root`.
    Broadcast(u32),
    /// Each rank gets one block of `count` elements of the combination of `count * size` elements from each rank.
    ReduceScatter(Combination),
    /// Every rank gets the `count` elements of each rank, in the order of the ranks.
    AllGather,
    /// Elements are sent to one rank, which receives them.
    Send(u32),
    /// Elements are received from one rank, which sends them.
    Receive(u32),
}

impl Collective {
    /// The root or peer rank of the call, if it has one.
    pub fn peer(self) -> Option<u32> {
        match self {
            Collective::Reduce(_, rank)
            | Collective::Broadcast(rank)
            | Collective::Send(rank)
            | Collective::Receive(rank) => Some(rank),
            Collective::AllReduce(_) | Collective::ReduceScatter(_) | Collective::AllGather => None,
        }
    }

    /// The combination of the call, if it has one.
    pub fn combination(self) -> Option<Combination> {
        match self {
            Collective::AllReduce(how) | Collective::Reduce(how, _) | Collective::ReduceScatter(how) => Some(how),
            _ => None,
        }
    }

    /// The numbers of elements that a rank of a group of this size reads and writes, for a call with `count`.
    pub fn extents(self, count: u64, rank: u32, size: u32) -> [u64; 2] {
        let all = count.saturating_mul(u64::from(size));
        let only = |root: u32| if rank == root { count } else { 0 };
        match self {
            Collective::AllReduce(_) => [count, count],
            Collective::Reduce(_, root) => [count, only(root)],
            Collective::Broadcast(root) => [only(root), count],
            Collective::ReduceScatter(_) => [all, count],
            Collective::AllGather => [count, all],
            Collective::Send(_) => [count, 0],
            Collective::Receive(_) => [0, count],
        }
    }
}

/// A call of a collective by one rank.
///
/// The two ranges are equal or disjoint; for [`Collective::ReduceScatter`] the result may be the rank's block of the
/// operand, and for [`Collective::AllGather`] the operand the rank's block of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CollectiveCall {
    /// The operation.
    pub collective: Collective,
    /// The dtype of the elements.
    pub dtype: DType,
    /// The number of elements, as [`Collective::extents`] defines it.
    pub count: u64,
    /// The address of the rank's elements in memory of its device.
    pub from: u64,
    /// The address of its result.
    pub to: u64,
}

/// Called from time to time: whether the caller wants the call to end early.
pub type Poll<'a> = &'a dyn Fn() -> bool;

/// Groups of ranks on devices of one kind. Programs on several devices or processes need them.
pub trait Collectives: Send + Sync {
    /// The version of the library, as 22 703 for NCCL 2.27.3.
    ///
    /// # Errors
    /// Where a library is missing.
    fn version(&self) -> Result<i32>;

    /// An id for a new group. The calling process takes part in forming the group, and must stay alive until then.
    ///
    /// # Errors
    /// Where a library is missing; where the network refuses.
    fn group_id(&self) -> Result<GroupId>;

    /// Joins a group as one rank of `size`, and waits for the others. Between [`Collectives::begin_batch`] and its end
    /// it returns at once, and the end waits.
    ///
    /// # Errors
    /// A value error for a rank beyond the size; a runtime error where the other ranks do not join in time, or join
    /// with another size, and for an id whose group exists already; of the kind `Interrupted` where `poll` says so.
    fn join(
        &self,
        id: &GroupId,
        rank: u32,
        size: u32,
        settings: GroupSettings,
        poll: Poll<'_>,
    ) -> Result<Arc<dyn Communicator>>;

    /// Begins a batch of this thread: its calls are executed together where the outermost batch ends.
    ///
    /// # Errors
    /// Where a library is missing.
    fn begin_batch(&self) -> Result<()>;

    /// Ends a batch of this thread.
    ///
    /// # Errors
    /// Where no batch has begun; the error of a call in the batch.
    fn end_batch(&self, poll: Poll<'_>) -> Result<()>;
}

/// How a group is formed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupSettings {
    /// Whether groups that are split from this one share its buffers and threads, if the library has such.
    pub split_share: bool,
}

/// A rank's membership of a group. Calls may come from any thread; two calls of one rank are executed one after the
/// other.
pub trait Communicator: Send + Sync {
    /// The number of the rank.
    fn rank(&self) -> u32;

    /// The number of ranks.
    fn size(&self) -> u32;

    /// Queues a call on a stream, given by its native handle: it follows the stream's earlier work, and later work
    /// waits for it. On a synchronous device it is done when this returns, unless in a batch.
    ///
    /// # Errors
    /// A type error for a dtype that the combination does not support; a value error for a rank beyond the size; a
    /// runtime error where another rank makes another call, has ended, or does not call in time, and for every call
    /// after such an error; of the kind `Interrupted` where `poll` says so.
    ///
    /// # Safety
    /// The call names memory of the device with as many elements, aligned to them, which nothing else uses until the
    /// call is done; the stream is one of the device's.
    unsafe fn call(&self, call: &CollectiveCall, stream: u64, poll: Poll<'_>) -> Result<()>;

    /// Forms a group of all ranks with the same color, ordered by `key` and then by their ranks here. A rank without a
    /// color is in none. All ranks must call it. Without settings the new group has those of this one.
    ///
    /// # Errors
    /// As [`Collectives::join`].
    fn split(
        &self,
        color: Option<u32>,
        key: i32,
        settings: Option<GroupSettings>,
        poll: Poll<'_>,
    ) -> Result<Option<Arc<dyn Communicator>>>;

    /// Raises the error of a call that has returned.
    ///
    /// # Errors
    /// The error of the call.
    fn check(&self) -> Result<()>;

    /// The native handle, if there is one.
    fn native(&self) -> u64;

    /// Leaves the group after the queued calls. Later calls are errors.
    fn leave(&self);

    /// Leaves the group at once: unfinished calls end with errors, here and in the other ranks.
    fn abort(&self);
}

const TIMEOUT: &str = "CUPRUST_COLLECTIVES_TIMEOUT";

/// The most seconds that a rank waits for another: the value of `CUPRUST_COLLECTIVES_TIMEOUT`, or ten minutes.
///
/// # Errors
/// A value error where the variable is not such a number.
pub fn collectives_timeout() -> Result<Duration> {
    static READ: OnceLock<Result<Duration>> = OnceLock::new();
    READ.get_or_init(|| seconds(&std::env::var(TIMEOUT).unwrap_or_default())).clone()
}

fn seconds(text: &str) -> Result<Duration> {
    if text.is_empty() {
        return Ok(Duration::from_secs(600));
    }
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| Error::value(format!("{TIMEOUT}: `{text}` is not a number of seconds above 0")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_say_what_each_rank_reads_and_writes() {
        let extents = |collective: Collective| [0, 1].map(|rank| collective.extents(3, rank, 2));
        assert_eq!(extents(Collective::AllReduce(Combination::Sum)), [[3, 3]; 2]);
        assert_eq!(extents(Collective::Reduce(Combination::Sum, 1)), [[3, 0], [3, 3]]);
        assert_eq!(extents(Collective::Broadcast(0)), [[3, 3], [0, 3]]);
        assert_eq!(extents(Collective::ReduceScatter(Combination::Max)), [[6, 3]; 2]);
        assert_eq!(extents(Collective::AllGather), [[3, 6]; 2]);
        assert_eq!(extents(Collective::Send(1))[0], [3, 0]);
        assert_eq!(extents(Collective::Receive(1))[0], [0, 3]);
    }

    #[test]
    fn a_timeout_is_a_number_of_seconds() {
        assert_eq!(seconds("").unwrap(), Duration::from_secs(600));
        assert_eq!(seconds("1.5").unwrap(), Duration::from_millis(1500));
        for text in ["0", "-1", "nan", "inf", "soon"] {
            assert!(seconds(text).unwrap_err().text().contains("is not a number of seconds above 0"), "{text}");
        }
    }
}
