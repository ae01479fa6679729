//! The one seam between devices and everything above them.
//!
//! Architecture invariant: above this trait no code knows which device runs; below it none knows what an array is.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use cuprust_num::Scalar;

use crate::{Error, Result, Step};

/// Native handles up to this one mean certain streams in CUDA's interfaces, as 1 and 2 do: a device that has no handles
/// of CUDA's gives greater ones.
pub const RESERVED_HANDLES: u64 = 0xff;

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

/// A stream of a device. Zero is the null stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StreamId(pub u32);

/// An event of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventId(pub u64);

/// A number for work of which the device tells only later whether it went well, because data decides it.
///
/// The giver of a number gives it out again once the stream of that work was waited for.
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

/// A step made ready to run by the executor that will run it: a compiled kernel, a chosen library call.
pub type Prepared = Arc<dyn Any + Send + Sync>;

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

    /// The graph in the language of Graphviz. The flags say how much is told of each node.
    ///
    /// # Errors
    /// Where the device refuses.
    fn dot(&self, flags: u32) -> Result<String>;
}

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

/// A device that runs kernels and routines.
///
/// Work on one stream is done in the order of the calls. Every call may come from any thread.
pub trait Executor: Send + Sync {
    /// `"cpu"`, `"cuda:0"`, ..
    fn name(&self) -> String;

    /// What the device calls itself, and its most telling properties.
    fn description(&self) -> String;

    /// The compute capability of a GPU, as (9, 0); nothing of what is no GPU.
    fn capability(&self) -> Option<(u32, u32)> {
        None
    }

    /// Whether addresses are pointers of this process, and work is done when a call returns.
    fn is_host(&self) -> bool;

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

    /// Memory of an allocation of its own; where it is managed, the host and the device see it at one address. Nothing
    /// where all memory is such.
    ///
    /// # Errors
    /// Out of memory.
    fn allocate_alone(&self, _bytes: u64, _managed: bool) -> Result<Option<Memory>> {
        Ok(None)
    }

    /// Takes such memory back, after the work that uses it. It waits for the device.
    fn release_alone(&self, _memory: Memory) {}

    /// Brings managed memory to the device of a number, in stream order.
    ///
    /// # Errors
    /// Where the device refuses.
    fn prefetch(&self, _memory: Memory, _number: i64, _stream: StreamId) -> Result<()> {
        Ok(())
    }

    /// Says how managed memory will be used by the device of a number.
    ///
    /// # Errors
    /// Where the device refuses.
    fn advise(&self, _memory: Memory, _advice: i32, _number: i64) -> Result<()> {
        Ok(())
    }

    /// Memory for a result of so many bytes, of one element, that one kernel writes, no other step touches, and the
    /// host is about to read: [`Executor::download`] sees it the moment it is there. Nothing where there is no better
    /// than other memory.
    fn allocate_mapped(&self, _bytes: u64) -> Option<Memory> {
        None
    }

    /// Copies what is in such memory to other memory, in stream order, and takes the former back.
    ///
    /// # Errors
    /// As [`Executor::copy`]; the memory is taken back nevertheless.
    fn migrate(&self, from: Memory, to: u64, stream: StreamId) -> Result<()> {
        let copied = self.copy(from.address, to, from.bytes, stream);
        self.release(from, stream);
        copied
    }

    /// Notes that others will read and write memory that arrays have here too, with work of which the device is not
    /// told.
    fn share(&self) {}

    /// How much memory there is.
    fn memory(&self) -> MemoryUse;

    /// Sets the most bytes that it takes from the device for arrays; zero takes the limit away. What is held already
    /// stays.
    fn set_limit(&self, bytes: u64);

    /// The most bytes that it takes from the device for arrays; zero where there is no limit.
    fn limit(&self) -> u64;

    /// Gives memory that no array holds back to the device.
    fn trim(&self);

    /// Makes kernels and routines ready, in parallel where that helps. The result has one entry for each step.
    ///
    /// # Errors
    /// A kernel that does not compile, a library that is missing.
    fn prepare(&self, steps: &[&Step]) -> Result<Vec<Prepared>>;

    /// Runs a step that this executor prepared, on the memories of the plan's storages and the program's scalars.
    ///
    /// A step that may fail later is waited for.
    fn run(&self, step: &Prepared, memories: &[Memory], scalars: &[Scalar], stream: StreamId) -> Result<()>;

    /// Whether only the data decides that a step goes well, on a device that tells later.
    fn may_fail(&self, _step: &Prepared) -> bool {
        false
    }

    /// As [`Executor::run`] for a step that may fail later, which is not waited for: [`Executor::poll`] tells what
    /// became of it.
    fn run_deferred(
        &self,
        step: &Prepared,
        memories: &[Memory],
        scalars: &[Scalar],
        stream: StreamId,
        _deferred: DeferredError,
    ) -> Result<()> {
        self.run(step, memories, scalars, stream)
    }

    /// What went wrong in the work of a deferred error, as far as it is done.
    fn poll(&self, _deferred: DeferredError) -> Option<Error> {
        None
    }

    /// Forgets what went wrong in the work of a deferred error, which is about to be done once more.
    fn clear(&self, _deferred: DeferredError) {}

    /// Ends what the executor does beside its calls. It is called before the process ends.
    fn finish(&self) {}

    /// How long [`Executor::run`] keeps its caller with a step, roughly: by orders of magnitude.
    fn estimate(&self, step: &Step) -> Duration;

    /// Copies host bytes to the device. The host bytes may change when this returns.
    fn upload(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()>;

    /// As [`Executor::upload`], within [`Executor::capture`]: the graph keeps the bytes, and copies them at each
    /// launch.
    ///
    /// # Errors
    /// As [`Executor::upload`].
    fn upload_captured(&self, bytes: &[u8], to: u64, stream: StreamId) -> Result<()> {
        self.upload(bytes, to, stream)
    }

    /// Copies bytes of such memory as [`Executor::allocate_mapped`] gives to the host, if the kernel that writes them
    /// comes to it soon. Otherwise, and for other memory, nothing is copied and false given.
    fn peek(&self, _from: u64, _bytes: &mut [u8]) -> bool {
        false
    }

    /// Copies device bytes to the host, and waits for them.
    fn download(&self, from: u64, bytes: &mut [u8], stream: StreamId) -> Result<()>;

    /// Copies bytes from another device's memory, in the order of both streams, where the two devices reach each
    /// other's memory. Otherwise nothing is copied and false given.
    ///
    /// # Errors
    /// Where a device refuses.
    fn copy_from_peer(
        &self,
        _peer: &dyn Executor,
        _from: (u64, StreamId),
        _to: (u64, StreamId),
        _bytes: u64,
    ) -> Result<bool> {
        Ok(false)
    }

    /// The executor by its own type, for [`Executor::copy_from_peer`].
    fn as_any(&self) -> &dyn Any;

    /// Lets a stream wait for what was queued so far on a stream that another library made, by its native handle; or
    /// where `back`, that one for this one. On the CPU, work is done when a call returns.
    ///
    /// # Errors
    /// Where the device refuses the handle.
    fn wait_for_native(&self, _stream: StreamId, _native: u64, _back: bool) -> Result<()> {
        Ok(())
    }

    /// Copies bytes within the device.
    fn copy(&self, from: u64, to: u64, bytes: u64, stream: StreamId) -> Result<()>;

    /// A new stream. A non-blocking stream does not wait for the null stream. Lower numbers of priority go first.
    fn create_stream(&self, non_blocking: bool, priority: i32) -> Result<StreamId>;

    /// Ends a stream after its work.
    fn destroy_stream(&self, stream: StreamId);

    /// Waits until all work of a stream is done, and raises what went wrong in it.
    fn synchronize(&self, stream: StreamId) -> Result<()>;

    /// Whether all work of a stream is done.
    fn is_done(&self, stream: StreamId) -> Result<bool>;

    /// The native handle of a stream, as CUDA's `cudaStream_t`.
    fn native_stream(&self, stream: StreamId) -> u64;

    /// Puts the work that `queue` queues on so many new streams together as a graph. All begin with the first one, and
    /// end there. Nothing where the device has no graphs.
    ///
    /// # Errors
    /// What `queue` gives; where the device refuses something of it.
    fn capture(
        &self,
        _streams: usize,
        _queue: &mut dyn FnMut(&[StreamId]) -> Result<()>,
    ) -> Result<Option<Box<dyn DeviceGraph>>> {
        Ok(None)
    }

    /// Queues a call on a stream. It may not use the device. The caller keeps what it calls until all such calls were
    /// made.
    ///
    /// # Errors
    /// Where the device refuses.
    fn call_host(&self, call: &Arc<dyn Fn() + Send + Sync>, _stream: StreamId) -> Result<()> {
        call();
        Ok(())
    }

    /// Queues a call on a stream. It may not use the device.
    ///
    /// # Errors
    /// Where the device refuses.
    fn call_host_once(&self, call: Box<dyn Fn() + Send + Sync>, _stream: StreamId) -> Result<()> {
        call();
        Ok(())
    }

    /// The stream of a native handle: one of its own, or one that another library made.
    ///
    /// # Safety
    /// The handle is that of a stream of the device, which outlives its use here.
    ///
    /// # Errors
    /// For a handle that no stream can have.
    unsafe fn adopt_stream(&self, native: u64) -> Result<StreamId> {
        let unknown = || Error::value(format!("there is no stream {native:#x}"));
        let id = if native == 0 { 0 } else { native.checked_sub(RESERVED_HANDLES).ok_or_else(unknown)? };
        u32::try_from(id).map(StreamId).map_err(|_| unknown())
    }

    /// Whether a number is that of a stream which was not let go of.
    fn has_stream(&self, _stream: StreamId) -> bool {
        true
    }

    /// Lets go of a stream that another library made.
    fn abandon_stream(&self, _stream: StreamId) {}

    /// A new event.
    fn create_event(&self, timing: bool) -> Result<EventId>;

    /// Ends an event.
    fn destroy_event(&self, event: EventId);

    /// Marks the present end of a stream.
    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()>;

    /// Waits until what was before the mark is done.
    fn synchronize_event(&self, event: EventId) -> Result<()>;

    /// Whether what was before the mark is done.
    fn is_event_done(&self, event: EventId) -> Result<bool>;

    /// Lets a stream wait for an event.
    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()>;

    /// Milliseconds between two events.
    fn elapsed(&self, start: EventId, end: EventId) -> Result<f32>;
}
