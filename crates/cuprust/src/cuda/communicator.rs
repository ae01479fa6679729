//! Groups of ranks that transfer and combine elements: each rank has a device, and is a thread or a process.
//!
//! On a device without collectives of its own, such as the imitation of a GPU, the CPU's run through host memory.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

pub use cuprust_ir::{
    Collective, CollectiveCall, Combination, GROUP_ID_BYTES, GroupId, GroupSettings, NO_COMMUNICATOR,
};
use cuprust_ir::{Collectives, Communicator as ExecutorCommunicator, Error, Result, StreamId};

use crate::runtime::{Device, DeviceKind, Stream, host_calls_outside, interruptible, on_different_devices, released};
use crate::{Array, DType, Lease};

thread_local! {
    /// The nesting depth of this thread's batches.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// Resources of the calls in this thread's batch, and their follow-up work.
    static HELD: RefCell<Vec<Held>> = const { RefCell::new(Vec::new()) };
}

/// A resource that a call needs until it is done.
enum Held {
    /// A lease of an array's memory.
    Leased { _lease: Lease },
    /// A result in a temporary, with the array to copy it to.
    Result(Array, Array),
    /// Elements on the host, with the device and the address to copy them to.
    Staged(Device, Vec<u128>, Option<(u64, usize)>),
}

impl Held {
    fn finish(self) -> Result<()> {
        match self {
            Held::Leased { .. } | Held::Staged(_, _, None) => Ok(()),
            Held::Result(result, to) => to.assign(&result),
            Held::Staged(device, elements, Some((address, bytes))) => {
                // SAFETY: a list of words has as many bytes, each with a value.
                let bytes = unsafe { std::slice::from_raw_parts(elements.as_ptr().cast::<u8>(), bytes) };
                device.executor().upload(bytes, address, StreamId(0))
            }
        }
    }
}

/// A rank of a group. It leaves when this is dropped.
///
/// ```
/// use cuprust::cuda::{Collective, Combination, Communicator};
/// use cuprust::*;
///
/// # fn main() -> Result<()> {
/// let device = Device::current()?;
/// let alone = Communicator::join(device, &Communicator::group_id(device)?, 0, 1)?;
/// let (a, sum) = (arange(3)?, zeros(shape(3).dtype(DType::I64))?);
/// alone.call(Collective::AllReduce(Combination::Sum), Some(&a), Some(&sum), None)?;
/// assert_eq!(sum.to_vec::<i64>()?, [0, 1, 2]);
/// # Ok(())
/// # }
/// ```
pub struct Communicator {
    device: Device,
    inner: Arc<dyn ExecutorCommunicator>,
    /// Whether the calls go through host memory.
    staged: bool,
}

impl std::fmt::Debug for Communicator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Communicator(rank {} of {} on {})", self.rank(), self.size(), self.device)
    }
}

/// The implementation of a device's collectives, and whether it works in host memory.
fn collectives(device: Device) -> Result<(&'static dyn Collectives, bool)> {
    if let Some(own) = device.executor().extensions().collectives {
        return Ok((own, false));
    }
    let host = Device::open(DeviceKind::Cpu)?.executor().extensions().collectives;
    host.map(|host| (host, true)).ok_or_else(|| Error::runtime(format!("{device} has no collectives")))
}

impl Communicator {
    /// Whether ranks of the current device can be joined: by NCCL on GPUs. If NCCL is installed no device is opened for
    /// the check, so processes may still be forked afterwards.
    ///
    /// ```
    /// # use cuprust::{Device, cuda::Communicator};
    /// # Device::cpu().make_current()?;
    /// assert!(Communicator::is_available());
    /// # Ok::<(), cuprust::Error>(())
    /// ```
    pub fn is_available() -> bool {
        cuprust_cuda::has_nccl() || Device::current().and_then(Communicator::version).is_ok()
    }

    /// The version of NCCL for a GPU, or the version whose calls are imitated.
    ///
    /// # Errors
    /// An error of the kind `Library` where NCCL is missing.
    pub fn version(device: Device) -> Result<i32> {
        collectives(device)?.0.version()
    }

    /// An id for a new group of ranks on such devices, which one rank makes and hands to the others.
    ///
    /// # Errors
    /// Where NCCL is missing, or the network refuses.
    pub fn group_id(device: Device) -> Result<GroupId> {
        device.executor().check_process()?;
        collectives(device)?.0.group_id()
    }

    /// Joins a group of `size` ranks as this rank. Outside of a batch it waits for the others.
    ///
    /// # Errors
    /// A value error for a rank beyond the size; a runtime error where the others do not join in time, or with another
    /// size.
    pub fn join(device: Device, id: &GroupId, rank: u32, size: u32) -> Result<Communicator> {
        Communicator::join_with(device, id, rank, size, GroupSettings::default())
    }

    /// As [`Communicator::join`], with settings of the group.
    ///
    /// # Errors
    /// As [`Communicator::join`].
    pub fn join_with(
        device: Device,
        id: &GroupId,
        rank: u32,
        size: u32,
        settings: GroupSettings,
    ) -> Result<Communicator> {
        device.executor().check_process()?;
        let (collectives, staged) = collectives(device)?;
        let inner = interruptible(|poll| collectives.join(id, rank, size, settings, poll))?;
        Ok(Communicator { device, inner, staged })
    }

    /// Begins a batch of this thread: its calls and joins are executed when the outermost batch ends.
    ///
    /// # Errors
    /// Where NCCL is missing.
    pub fn begin_batch(device: Device) -> Result<()> {
        collectives(device)?.0.begin_batch()?;
        DEPTH.set(DEPTH.get() + 1);
        Ok(())
    }

    /// Ends a batch of this thread.
    ///
    /// # Errors
    /// Where none was begun; errors of its calls.
    pub fn end_batch(device: Device) -> Result<()> {
        let collectives = collectives(device)?.0;
        let ended = interruptible(|poll| collectives.end_batch(poll));
        DEPTH.set(DEPTH.get().saturating_sub(1));
        if DEPTH.get() > 0 {
            return ended;
        }
        let held = HELD.take();
        ended?;
        held.into_iter().try_for_each(Held::finish)
    }

    /// The device of this rank.
    pub fn device(&self) -> Device {
        self.device
    }

    /// The index of this rank.
    pub fn rank(&self) -> u32 {
        self.inner.rank()
    }

    /// How many ranks there are.
    pub fn size(&self) -> u32 {
        self.inner.size()
    }

    /// The native handle, as `ncclComm_t`; zero once the rank has left.
    pub fn native(&self) -> u64 {
        self.inner.native()
    }

    /// Executes a call with the elements of arrays, on the current stream: work recorded for the arrays runs before,
    /// and later work on them waits. `count` is that of [`Collective`]'s call; without one it follows from the arrays.
    /// The result goes to the first elements of `to`, in C order. Either array may be missing if the rank reads, or
    /// writes, nothing.
    ///
    /// # Errors
    /// A type error for arrays of two dtypes, or of one that cannot be combined so; a value error for arrays that are
    /// missing, too small, on another device, or written although read-only; a runtime error where another rank makes a
    /// different call, has left, or does not call in time.
    pub fn call(
        &self,
        collective: Collective,
        from: Option<&Array>,
        to: Option<&Array>,
        count: Option<i64>,
    ) -> Result<()> {
        let plan = self.plan(collective, from, to, count)?;
        let Plan { call, held } = self.lease(collective, plan)?;
        // SAFETY: the leases keep memory with as many elements, as was checked, until the call is done.
        unsafe { self.call_at(&call, Stream::current(self.device).native()) }?;
        if DEPTH.get() > 0 {
            HELD.with_borrow_mut(|all| all.extend(held));
            return Ok(());
        }
        held.into_iter().try_for_each(Held::finish)
    }

    /// The arrays that a call reads and writes, checked.
    fn plan<'a>(
        &self,
        collective: Collective,
        from: Option<&'a Array>,
        to: Option<&'a Array>,
        count: Option<i64>,
    ) -> Result<Operands<'a>> {
        let (rank, size) = (self.rank(), self.size());
        if let Some(peer) = collective.peer().filter(|peer| *peer >= size) {
            return Err(Error::value(format!("rank {peer} is not one of {size}")));
        }
        // With a count of 1, the extents say which of the arrays are needed.
        let needs = collective.extents(1, rank, size).map(|extent| extent > 0);
        let mut dtype = None;
        for array in [from, to].into_iter().flatten() {
            if array.device() != self.device {
                return Err(on_different_devices(self.device, array.device()));
            }
            if *dtype.get_or_insert(array.dtype()) != array.dtype() {
                return Err(Error::type_(format!(
                    "a collective takes and gives elements of one dtype, and the arrays are of {} and {}",
                    dtype.unwrap_or(DType::Bool),
                    array.dtype()
                )));
            }
        }
        let find = |array: Option<&'a Array>, needed: bool, what: &str| match array {
            None if needed => Err(Error::value(format!("rank {rank} has no array to {what}"))),
            array => Ok(array.filter(|_| needed)),
        };
        let (from, to) = (find(from, needs[0], "send")?, find(to, needs[1], "receive in")?);
        if to.is_some_and(|to| !to.is_writable()) {
            return Err(Error::value("the array that a collective writes is read-only"));
        }
        let count = match count {
            Some(count) => {
                u64::try_from(count).map_err(|_| Error::value("the number of elements must not be negative"))?
            }
            None => {
                let of = |array: Option<&Array>| array.map(|array| array.size().unsigned_abs());
                match collective {
                    Collective::ReduceScatter(_) => of(to),
                    _ => of(from).or_else(|| of(to)),
                }
                .unwrap_or(0)
            }
        };
        let extents = collective.extents(count, rank, size);
        for (array, extent) in [from, to].into_iter().zip(extents) {
            if let Some(array) = array
                && array.size().unsigned_abs() < extent
            {
                return Err(Error::value(format!(
                    "rank {rank} of {size} reads or writes {extent} elements, and the array of shape {:?} has {}",
                    array.shape(),
                    array.size()
                )));
            }
        }
        Ok(Operands { from, to, dtype: dtype.unwrap_or(DType::U8), count })
    }

    /// The memory that a call reads and writes, computed and leased until the call is done.
    fn lease(&self, collective: Collective, operands: Operands<'_>) -> Result<Plan> {
        let Operands { from, to, dtype, count } = operands;
        let mut held = Vec::new();
        let mut to = to.cloned();
        if let Some(destination) = to.as_ref().filter(|to| !to.layout().is_contiguous()) {
            // A call may write fewer elements than the array has.
            let result = destination.copy()?.ascontiguous()?;
            held.push(Held::Result(result.clone(), destination.clone()));
            to = Some(result);
        }
        let mut from = from.map(Array::ascontiguous).transpose()?;
        if let (Some(read), Some(written)) = (&from, &to)
            && !self.is_in_place(collective, read, written, count)
            && read.may_share_memory(written)
        {
            from = Some(read.copy()?);
        }
        let arrays: Vec<&Array> = from.iter().chain(&to).collect();
        let stream = self.device.stream();
        {
            let mut state = self.device.lock()?;
            if state.capture_of(stream).is_some() {
                return Err(Error::runtime("a collective cannot be captured: the other ranks would not repeat it"));
            }
            let storages: Vec<_> = arrays.iter().map(|array| (array.storage(), false)).collect();
            state.borrow_storages(&storages, stream)?;
        }
        let mut address = |array: &Option<Array>| -> Result<u64> {
            let Some(array) = array else { return Ok(0) };
            let lease = array.lease()?;
            let address = lease.address();
            held.insert(0, Held::Leased { _lease: lease });
            Ok(address)
        };
        let (from, to) = (address(&from)?, address(&to)?);
        Ok(Plan { call: CollectiveCall { collective, dtype, count, from, to }, held })
    }

    /// Whether a call reads and writes the same memory in the way of an in-place collective.
    fn is_in_place(&self, collective: Collective, from: &Array, to: &Array, count: u64) -> bool {
        let own = (u64::from(self.rank()) * count) as usize;
        let (read, written) = match collective {
            Collective::ReduceScatter(_) => (own, 0),
            Collective::AllGather => (0, own),
            _ => (0, 0),
        };
        let first = |array: &Array, skipped: usize| array.layout().offset as usize + skipped;
        from.storage().index() == to.storage().index() && first(from, read) == first(to, written)
    }

    /// Executes a call with elements at addresses, on a stream of the device by its native handle.
    ///
    /// # Errors
    /// As [`Communicator::call`]; the contents at the addresses are not checked.
    ///
    /// # Safety
    /// The addresses are those of memory of the device with as many elements as [`Collective::extents`] says, until the
    /// call is done, which is the end of the batch in one; the stream is one of the device's.
    pub unsafe fn call_at(&self, call: &CollectiveCall, stream: u64) -> Result<()> {
        if self.staged {
            self.device.executor().check_process()?;
            // SAFETY: as the caller promises.
            return released(|| unsafe { self.call_staged(call) });
        }
        if DEPTH.get() > 0 {
            // A call in a batch is noted, and waits for nothing.
            // SAFETY: as the caller promises.
            return unsafe { self.inner.call(call, stream, &|| false) };
        }
        // SAFETY: as the caller promises.
        interruptible(|poll| unsafe { self.inner.call(call, stream, poll) })
    }

    /// Executes a call of a device whose memory the host's collectives cannot access.
    ///
    /// # Safety
    /// As [`Communicator::call_at`].
    unsafe fn call_staged(&self, call: &CollectiveCall) -> Result<()> {
        let executor = self.device.executor();
        let extents = call.collective.extents(call.count, self.rank(), self.size());
        let item = call.dtype.size() as u64;
        let mut held = Vec::new();
        let mut staged = |address: u64, extent: u64, is_result: bool| -> Result<u64> {
            let Some(bytes) = extent.checked_mul(item).and_then(|bytes| usize::try_from(bytes).ok()) else {
                return Err(Error::value(format!("{extent} elements exceed the memory")));
            };
            if bytes == 0 {
                return Ok(0);
            }
            let mut elements = cuprust_reserve::filled(0_u128, bytes.div_ceil(16))?;
            // SAFETY: a list of words has as many bytes, each with a value.
            let all = unsafe { std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast::<u8>(), bytes) };
            executor.download(address, all, StreamId(0))?;
            let at = elements.as_ptr() as u64;
            held.push(Held::Staged(self.device, elements, is_result.then_some((address, bytes))));
            Ok(at)
        };
        let from = staged(call.from, extents[0], false)?;
        let to = staged(call.to, extents[1], true)?;
        let call = CollectiveCall { from, to, ..*call };
        // SAFETY: the lists have as many elements, and are held until the call is done.
        interruptible(|poll| unsafe { self.inner.call(&call, 0, poll) })?;
        if DEPTH.get() > 0 {
            HELD.with_borrow_mut(|all| all.extend(held));
            return Ok(());
        }
        held.into_iter().try_for_each(Held::finish)
    }

    /// The group of all ranks with the same color, ordered by `key`, then by their ranks here; `None` for a rank
    /// without a color. All ranks must call it. Without settings the new group has those of this one.
    ///
    /// # Errors
    /// As [`Communicator::join`].
    pub fn split(&self, color: Option<u32>, key: i32, settings: Option<GroupSettings>) -> Result<Option<Communicator>> {
        let split = interruptible(|poll| self.inner.split(color, key, settings, poll))?;
        Ok(split.map(|inner| Communicator { device: self.device, inner, staged: self.staged }))
    }

    /// Raises the error of a call that has returned.
    ///
    /// # Errors
    /// The call's error.
    pub fn check(&self) -> Result<()> {
        self.inner.check()
    }

    /// Leaves the group after pending calls.
    pub fn leave(&self) {
        released(|| self.inner.leave());
    }

    /// Leaves the group immediately: pending calls end with errors, here and in the other ranks.
    pub fn abort(&self) {
        released(|| self.inner.abort());
    }
}

impl Drop for Communicator {
    fn drop(&mut self) {
        // A forked child is not a member of the group.
        if self.device.executor().check_process().is_ok() {
            let inner = self.inner.clone();
            host_calls_outside(move || released(|| inner.leave()));
        }
    }
}

/// The arrays that a call reads and writes.
struct Operands<'a> {
    from: Option<&'a Array>,
    to: Option<&'a Array>,
    dtype: DType,
    count: u64,
}

/// A call, and its resources until it is done.
struct Plan {
    call: CollectiveCall,
    held: Vec<Held>,
}
