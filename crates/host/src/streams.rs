//! Streams and events of the CPU: each call finishes its work before it returns, so they are numbers and times.

use std::sync::Arc;

use cuprust_ir::{Error, EventId, Events, HostCalls, NativeStreams, RESERVED_HANDLES, Result, StreamId, Streams};

use crate::Host;

impl Streams for Host {
    fn create_stream(&self, _non_blocking: bool, _priority: i32) -> Result<StreamId> {
        Ok(self.clock.create_stream())
    }

    fn destroy_stream(&self, _stream: StreamId) {}

    fn synchronize(&self, _stream: StreamId) -> Result<()> {
        Ok(())
    }

    fn is_done(&self, _stream: StreamId) -> Result<bool> {
        Ok(true)
    }

    fn share(&self) {}
}

impl Events for Host {
    fn create_event(&self, _timing: bool) -> Result<EventId> {
        Ok(self.clock.create_event())
    }

    fn destroy_event(&self, event: EventId) {
        self.clock.destroy_event(event);
    }

    fn record_event(&self, event: EventId, _stream: StreamId) -> Result<()> {
        self.clock.record(event)
    }

    fn synchronize_event(&self, event: EventId) -> Result<()> {
        self.clock.check(event)
    }

    fn is_event_done(&self, event: EventId) -> Result<bool> {
        self.clock.check(event).map(|()| true)
    }

    fn wait_event(&self, _stream: StreamId, event: EventId) -> Result<()> {
        self.clock.check(event)
    }

    fn elapsed(&self, start: EventId, end: EventId) -> Result<f32> {
        self.clock.elapsed(start, end)
    }
}

impl NativeStreams for Host {
    fn native_stream(&self, stream: StreamId) -> u64 {
        if stream.0 == 0 { 0 } else { RESERVED_HANDLES + u64::from(stream.0) }
    }

    fn wait_for_native(&self, _stream: StreamId, _native: u64, _back: bool) -> Result<()> {
        Ok(())
    }

    unsafe fn adopt_stream(&self, native: u64) -> Result<StreamId> {
        let unknown = || Error::value(format!("there is no stream {native:#x}"));
        let id = if native == 0 { 0 } else { native.checked_sub(RESERVED_HANDLES).ok_or_else(unknown)? };
        u32::try_from(id).map(StreamId).map_err(|_| unknown())
    }

    fn has_stream(&self, _stream: StreamId) -> bool {
        true
    }

    fn abandon_stream(&self, _stream: StreamId) {}
}

impl HostCalls for Host {
    fn call_host(&self, call: &Arc<dyn Fn() + Send + Sync>, _stream: StreamId) -> Result<()> {
        call();
        Ok(())
    }

    fn call_host_once(&self, call: Box<dyn Fn() + Send + Sync>, _stream: StreamId) -> Result<()> {
        call();
        Ok(())
    }
}
