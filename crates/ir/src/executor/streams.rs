//! Streams and events of a device: the order of its work.

use std::sync::Arc;

use crate::Result;

/// The largest native handle that stands for a special stream in CUDA's interfaces, as 1 and 2 do: a device without
/// handles of CUDA gives greater ones.
pub const RESERVED_HANDLES: u64 = 0xff;

/// A stream of a device. Zero is the null stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StreamId(pub u32);

/// An event of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventId(pub u64);

/// Streams of the executor. Every queue of instructions needs them.
pub trait Streams {
    /// A new stream. A non-blocking stream does not wait for the null stream. Lower numbers of priority go first.
    ///
    /// # Errors
    /// Where the device has no more.
    fn create_stream(&self, non_blocking: bool, priority: i32) -> Result<StreamId>;

    /// Destroys a stream after its work.
    fn destroy_stream(&self, stream: StreamId);

    /// Waits until all work of a stream is done, and raises its error.
    ///
    /// # Errors
    /// The error of that work.
    fn synchronize(&self, stream: StreamId) -> Result<()>;

    /// Whether all work of a stream is done.
    ///
    /// # Errors
    /// Where the device has failed.
    fn is_done(&self, stream: StreamId) -> Result<bool>;

    /// Notes that others will read and write memory of arrays from now on, by work that the executor does not see:
    /// launches no longer overlap.
    fn share(&self);
}

/// Events in streams. Programs measure time by them, and let one stream wait for another.
pub trait Events {
    /// A new event.
    ///
    /// # Errors
    /// Where the device has no more.
    fn create_event(&self, timing: bool) -> Result<EventId>;

    /// Destroys an event.
    fn destroy_event(&self, event: EventId);

    /// Records the event at the present end of a stream.
    ///
    /// # Errors
    /// For an unknown event or stream.
    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()>;

    /// Waits until the work before the event is done.
    ///
    /// # Errors
    /// The error of that work.
    fn synchronize_event(&self, event: EventId) -> Result<()>;

    /// Whether the work before the event is done.
    ///
    /// # Errors
    /// The error of that work.
    fn is_event_done(&self, event: EventId) -> Result<bool>;

    /// Lets a stream wait for an event.
    ///
    /// # Errors
    /// For an unknown event or stream.
    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()>;

    /// Milliseconds between two events.
    ///
    /// # Errors
    /// Where one of them was not recorded, is not done or has no time.
    fn elapsed(&self, start: EventId, end: EventId) -> Result<f32>;
}

/// Streams by their native handles. Other libraries need them: the work that they queue is ordered with the work of
/// arrays.
pub trait NativeStreams {
    /// The native handle of a stream, as CUDA's `cudaStream_t`.
    fn native_stream(&self, stream: StreamId) -> u64;

    /// Lets a stream wait for the work queued so far on a stream that another library made, given by its native handle;
    /// or, with `back`, the other way round.
    ///
    /// # Errors
    /// Where the device refuses the handle.
    fn wait_for_native(&self, stream: StreamId, native: u64, back: bool) -> Result<()>;

    /// The stream of a native handle: one of the executor's, or one that another library made.
    ///
    /// # Safety
    /// The handle is that of a stream of the device, which outlives its use here.
    ///
    /// # Errors
    /// For an invalid handle.
    unsafe fn adopt_stream(&self, native: u64) -> Result<StreamId>;

    /// Whether a number is that of a stream that exists and was not abandoned.
    fn has_stream(&self, stream: StreamId) -> bool;

    /// Forgets a stream that another library made.
    fn abandon_stream(&self, stream: StreamId);
}

/// Calls of host functions in stream order. Programs that must know how far a stream has come need them.
pub trait HostCalls {
    /// Queues a call on a stream. It may not use the device. The caller keeps the function alive until all such calls
    /// have been made.
    ///
    /// # Errors
    /// Where the device refuses.
    fn call_host(&self, call: &Arc<dyn Fn() + Send + Sync>, stream: StreamId) -> Result<()>;

    /// Queues a call on a stream that is made exactly once. It may not use the device.
    ///
    /// # Errors
    /// Where the device refuses.
    fn call_host_once(&self, call: Box<dyn Fn() + Send + Sync>, stream: StreamId) -> Result<()>;
}
