//! Streams and events of a GPU, streams of other libraries, and host calls in stream order.

use std::sync::Arc;

use cuprust_ir::{EventId, Events, HostCalls, NativeStreams, Result, StreamId, Streams};

use super::Cuda;
use crate::driver::{Driver, Stream};

/// Lets a stream wait for the work queued so far on another, which may be of another device.
pub(super) fn after(driver: &dyn Driver, stream: Stream, other: &dyn Driver, first: Stream) -> Result<()> {
    let event = other.event_create(false)?;
    let waits = other.event_record(event, first).and_then(|()| driver.stream_wait(stream, event));
    // SAFETY: the event was made here. The waits on it have been queued, and the driver keeps it until they have
    // passed.
    let _ = unsafe { other.event_destroy(event) };
    waits
}

impl Streams for Cuda {
    fn create_stream(&self, non_blocking: bool, priority: i32) -> Result<StreamId> {
        Ok(self.streams.add_stream(self.driver.stream_create(non_blocking, priority)?))
    }

    fn destroy_stream(&self, stream: StreamId) {
        let Some(state) = self.streams.remove_stream(stream, &self.pool) else { return };
        // An error here was caused by earlier work, and is raised where that work is waited for.
        let _ = self.pool.forget_stream(state.stream);
        self.routines.forget_stream(state.stream);
        // SAFETY: the stream came from this driver and was removed from the list, so no thread finds it again.
        let _ = unsafe { self.driver.stream_destroy(state.stream) };
    }

    fn synchronize(&self, stream: StreamId) -> Result<()> {
        self.driver.stream_synchronize(self.stream(stream)?)
    }

    fn is_done(&self, stream: StreamId) -> Result<bool> {
        self.driver.stream_query(self.stream(stream)?)
    }

    fn share(&self) {
        self.streams.end_overlap();
    }
}

impl Events for Cuda {
    fn create_event(&self, timing: bool) -> Result<EventId> {
        Ok(self.streams.add_event(self.driver.event_create(timing)?))
    }

    fn destroy_event(&self, event: EventId) {
        let Some(event) = self.streams.remove_event(event) else { return };
        // SAFETY: the event came from this driver and was removed from the list, so no thread finds it again.
        let _ = unsafe { self.driver.event_destroy(event) };
    }

    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.driver.event_record(self.streams.event(event)?, self.stream(stream)?)
    }

    fn synchronize_event(&self, event: EventId) -> Result<()> {
        self.driver.event_synchronize(self.streams.event(event)?)
    }

    fn is_event_done(&self, event: EventId) -> Result<bool> {
        self.driver.event_query(self.streams.event(event)?)
    }

    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()> {
        self.driver.stream_wait(self.stream(stream)?, self.streams.event(event)?)
    }

    fn elapsed(&self, start: EventId, end: EventId) -> Result<f32> {
        self.driver.event_elapsed(self.streams.event(start)?, self.streams.event(end)?)
    }
}

impl NativeStreams for Cuda {
    fn native_stream(&self, stream: StreamId) -> u64 {
        self.stream(stream).map_or(0, |stream| stream.raw())
    }

    fn wait_for_native(&self, stream: StreamId, native: u64, back: bool) -> Result<()> {
        let own = self.stream(stream)?;
        // SAFETY: the caller vouches for the handle, which is used only during this call.
        let other = unsafe { Stream::from_raw(native) };
        let (waits, first) = if back { (other, own) } else { (own, other) };
        if own == other { Ok(()) } else { after(&*self.driver, waits, &*self.driver, first) }
    }

    unsafe fn adopt_stream(&self, native: u64) -> Result<StreamId> {
        // SAFETY: the caller vouches for the handle.
        let stream = unsafe { Stream::from_raw(native) };
        Ok(self.streams.adopt(stream))
    }

    fn has_stream(&self, stream: StreamId) -> bool {
        self.streams.stream(stream).is_ok()
    }

    fn abandon_stream(&self, stream: StreamId) {
        let Some(state) = self.streams.abandon(stream, &self.pool) else { return };
        let _ = self.pool.forget_stream(state.stream);
        self.routines.forget_stream(state.stream);
    }
}

impl HostCalls for Cuda {
    fn call_host(&self, call: &Arc<dyn Fn() + Send + Sync>, stream: StreamId) -> Result<()> {
        unsafe extern "C" fn run(data: *mut std::ffi::c_void) {
            // SAFETY: the data is the address of a call that its owner keeps, see below.
            let call = unsafe { &*data.cast::<Arc<dyn Fn() + Send + Sync>>() };
            // A panic must not leave this function; it was reported when it began.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call()));
        }
        let data = std::ptr::from_ref(call).cast_mut().cast();
        // SAFETY: the caller keeps the closure where it is until its last call, and it uses no device.
        unsafe { self.driver.call_host(self.stream(stream)?, run, data) }
    }

    fn call_host_once(&self, call: Box<dyn Fn() + Send + Sync>, stream: StreamId) -> Result<()> {
        crate::driver::call(&*self.driver, self.stream(stream)?, call)
    }
}
