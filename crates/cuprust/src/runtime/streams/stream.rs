//! Streams: queues of work on a device, and which one a thread records on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cuprust_ir::{Error, Result, StreamId};

use crate::runtime::host::embedding::released;
use crate::runtime::host::host_calls;
use crate::runtime::host::host_calls::Expected;
use crate::runtime::host::signals::check_waiting;
use crate::runtime::state::actions::Action;
use crate::runtime::state::captured::any_captures;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Device, DeviceKind, Guard, Raised};
use crate::runtime::streams::event::Event;

/// A queue of work of a device. Work on one stream is done in the order in which it was recorded.
///
/// A clone is another handle to the same stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream(Arc<Inner>);

#[derive(Debug, PartialEq, Eq)]
struct Inner {
    device: Device,
    id: StreamId,
    /// The kind of a stream other than the null stream, which is reused when no handle is left.
    kind: Option<StreamKind>,
    /// Whether another library made it and owns it.
    foreign: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct StreamKind {
    device: DeviceKind,
    non_blocking: bool,
    priority: i32,
}

/// Streams without a handle. Arrays may still name them, so they are kept for the next stream of the kind.
fn idle() -> &'static Mutex<HashMap<StreamKind, Vec<StreamId>>> {
    static IDLE: OnceLock<Mutex<HashMap<StreamKind, Vec<StreamId>>>> = OnceLock::new();
    IDLE.get_or_init(Mutex::default)
}

impl Stream {
    /// The default stream, on which work is recorded unless another one is chosen.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(Stream::null(Device::cpu()).is_null());
    /// ```
    pub fn null(device: Device) -> Stream {
        Stream(Arc::new(Inner { device, id: StreamId(0), kind: None, foreign: false }))
    }

    /// A new stream. A non-blocking one does not wait for the null stream; a lower number is a higher priority.
    ///
    /// # Errors
    /// Where the device has no more.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// let a = stream.scope(|| ones(shape(3).on(Device::cpu())))?;
    /// assert_eq!(a.to_string(), "[1. 1. 1.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(device: Device, non_blocking: bool, priority: i32) -> Result<Stream> {
        let kind = StreamKind { device: device.kind(), non_blocking, priority };
        let waiting = idle().lock().unwrap_or_else(PoisonError::into_inner).get_mut(&kind).and_then(Vec::pop);
        let id = match waiting {
            Some(id) => id,
            None => device.executor().create_stream(non_blocking, priority)?,
        };
        blocking().lock().unwrap_or_else(PoisonError::into_inner).insert((device.kind(), id), !non_blocking);
        Ok(Stream(Arc::new(Inner { device, id, kind: Some(kind), foreign: false })))
    }

    /// A stream that another library made and owns, by its native handle.
    ///
    /// # Safety
    /// The handle is that of a stream of the device, and stays valid until this is dropped.
    ///
    /// # Errors
    /// Where the device cannot use foreign streams.
    pub unsafe fn from_native(device: Device, native: u64) -> Result<Stream> {
        // SAFETY: the caller vouches for the handle.
        let id = unsafe { device.executor().adopt_stream(native) }?;
        Ok(Stream(Arc::new(Inner { device, id, kind: None, foreign: id != StreamId(0) })))
    }

    /// The stream on which this thread records for a device.
    ///
    /// Where another handle owns the stream, it must outlive all use of this one.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// stream.scope(|| assert!(!Stream::current(Device::cpu()).is_null()));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn current(device: Device) -> Stream {
        Stream(Arc::new(Inner { device, id: device.stream(), kind: None, foreign: false }))
    }

    /// The device it belongs to.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Stream::null(Device::cpu()).device(), Device::cpu());
    /// ```
    pub fn device(&self) -> Device {
        self.0.device
    }

    /// Whether it is the null stream.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert!(!Stream::new(Device::cpu(), true, 0)?.is_null());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn is_null(&self) -> bool {
        self.0.id == StreamId(0)
    }

    /// The native handle, as CUDA's `cudaStream_t`.
    pub fn native(&self) -> u64 {
        self.0.device.executor().native_stream(self.0.id)
    }

    /// Makes it the stream on which this thread records from now on.
    pub fn make_current(&self) {
        self.0.device.set_stream(self.0.id);
    }

    /// Makes it the stream on which this thread records until the guard is dropped.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// {
    ///     let _guard = stream.enter();
    ///     assert!(!Stream::current(Device::cpu()).is_null());
    /// }
    /// assert!(Stream::current(Device::cpu()).is_null());
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use = "the stream is current as long as the guard lives"]
    pub fn enter(&self) -> StreamGuard {
        StreamGuard {
            stream: self.clone(),
            before: self.0.device.set_stream(self.0.id),
            _thread: std::marker::PhantomData,
        }
    }

    /// Records what a closure does on it.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// let a = stream.scope(|| ones(shape(2).on(Device::cpu())))?;
    /// assert_eq!(a.to_string(), "[1. 1.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn scope<T>(&self, work: impl FnOnce() -> T) -> T {
        let _guard = self.enter();
        work()
    }

    /// Runs all that was recorded on it, and waits until it is done.
    ///
    /// # Errors
    /// What went wrong in that work.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// let a = stream.scope(|| sin(&ones(shape(3).on(Device::cpu()))?))?;
    /// stream.synchronize()?;
    /// assert!(stream.is_done()? && a.to_vec::<f64>()?[0] > 0.84);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn synchronize(&self) -> Result<()> {
        check_waiting()?;
        self.0.device.synchronize_stream(self.0.id)
    }

    /// Whether a stream (the null stream where none is given) has no work that could be waited for: true only where
    /// that is known without querying the device, because its work is done when its call returns.
    pub fn is_idle(device: Device, stream: Option<&Stream>) -> bool {
        let stream = stream.map_or(StreamId(0), |stream| stream.0.id);
        let is_idle = |state: Guard| state.is_idle(stream) && state.capture_of(stream).is_none();
        device.capabilities().synchronous && device.lock().is_ok_and(is_idle)
    }

    /// Whether all that was recorded on it is done. Work that was not launched yet is launched now.
    ///
    /// # Errors
    /// What went wrong in that work.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// stream.synchronize()?;
    /// assert!(stream.is_done()?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn is_done(&self) -> Result<bool> {
        if self.0.device.lock()?.invalidate(self.0.id, "the stream was asked whether it is done") {
            return Ok(false);
        }
        self.flush_because(Reason::Event)?;
        let mut state = self.0.device.lock()?;
        let waited = state.waiting_for(self.0.id);
        let done = self.0.device.executor().is_done(self.0.id)?;
        state.check(done.then_some(waited), Raised::Stream(self.0.id))?;
        Ok(done)
    }

    /// Makes later work on the stream wait for an event.
    ///
    /// # Errors
    /// Where what was recorded before cannot be run.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (a, b) = (Stream::new(Device::cpu(), true, 0)?, Stream::new(Device::cpu(), true, 0)?);
    /// b.wait_event(&a.record()?)?;
    /// b.synchronize()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn wait_event(&self, event: &Event) -> Result<()> {
        let mark = event.captured().clone();
        if let Some((capture, mark)) = mark {
            return self.0.device.lock()?.wait_captured(self.0.id, &capture, mark);
        }
        self.flush_because(Reason::Event)?;
        host_calls::released_while_pending(|| self.0.device.executor().wait_event(self.0.id, event.id()))
    }

    /// Whether it is captured.
    ///
    /// # Errors
    /// For the null stream, while a stream that waits for it is captured.
    ///
    /// ```
    /// # use cuprust::*;
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// stream.begin_capture()?;
    /// assert!(stream.is_capturing()?);
    /// stream.end_capture()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn is_capturing(&self) -> Result<bool> {
        let state = self.0.device.lock()?;
        if self.is_null() && state.capturing(|stream| is_blocking(self.0.device, stream)) {
            return Err(Error::cuda(
                "cudaErrorStreamCaptureImplicit: a stream that waits for the null stream is capturing",
            ));
        }
        Ok(state.capture_of(self.0.id).is_some())
    }

    /// Calls a host function once the stream has reached this point; within a capture, at each launch of the graph. The
    /// function may not use the device.
    ///
    /// # Errors
    /// What went wrong in what was recorded before.
    ///
    /// ```
    /// # use cuprust::*;
    /// use std::sync::mpsc::channel;
    /// let (send, receive) = channel();
    /// let stream = Stream::new(Device::cpu(), true, 0)?;
    /// stream.call_host(move || send.send(7).expect("the receiver waits"))?;
    /// stream.synchronize()?;
    /// assert_eq!(receive.recv(), Ok(7));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn call_host(&self, call: impl Fn() + Send + Sync + 'static) -> Result<()> {
        let device = self.0.device;
        host_calls::run_postponed();
        {
            let mut state = device.lock()?;
            state.flush(self.0.id, Reason::HostFunction)?;
            if let Some(capture) = state.capture_of(self.0.id) {
                // Each launch of the graph counts its calls.
                let call = move || host_calls::make(&call);
                capture.add(self.0.id, Action::Host(Arc::new(call)));
                return Ok(());
            }
        }
        // The captured values of the call are dropped within it too.
        let (expected, call) = (Expected::new(), Mutex::new(Some(call)));
        let once = move || {
            if let Some(call) = call.lock().unwrap_or_else(PoisonError::into_inner).take() {
                expected.make(call);
            }
        };
        match host_calls::queue_nested(Box::new(once)) {
            Some(call) => device.executor().call_host_once(call, self.0.id),
            None => Ok(()),
        }
    }

    /// Makes a stream that another library owns, by its native handle, wait for all that was recorded so far on this
    /// one.
    ///
    /// # Errors
    /// Where what was recorded cannot be run, or the device refuses the handle.
    pub fn let_native_wait(&self, native: u64) -> Result<()> {
        self.flush_because(Reason::Event)?;
        host_calls::released_while_pending(|| self.0.device.executor().wait_for_native(self.0.id, native, true))
    }

    /// Makes later work on the stream wait for what is queued so far on a stream that another library owns, by its
    /// native handle.
    ///
    /// # Errors
    /// Where what was recorded before cannot be run, or the device refuses the handle.
    pub fn wait_for_native(&self, native: u64) -> Result<()> {
        self.flush_because(Reason::Event)?;
        host_calls::released_while_pending(|| self.0.device.executor().wait_for_native(self.0.id, native, false))
    }

    /// A new event at the current end of the stream.
    ///
    /// # Errors
    /// Where what was recorded before cannot be run.
    ///
    /// ```
    /// # use cuprust::*;
    /// let event = Stream::new(Device::cpu(), true, 0)?.record()?;
    /// event.synchronize()?;
    /// assert!(event.is_done()?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn record(&self) -> Result<Event> {
        let event = Event::new(self.0.device, true)?;
        event.record(self)?;
        Ok(event)
    }

    /// Hands all that was recorded to the device.
    ///
    /// # Errors
    /// What went wrong in that work.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = ones(3)?;
    /// Stream::current(a.device()).flush()?;
    /// assert_eq!(a.to_string(), "[1. 1. 1.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn flush(&self) -> Result<()> {
        self.flush_because(Reason::Asked)
    }

    pub(super) fn flush_because(&self, reason: Reason) -> Result<()> {
        let _location = cuprust_profile::located();
        self.0.device.lock()?.flush(self.0.id, reason)
    }

    pub(crate) fn id(&self) -> StreamId {
        self.0.id
    }
}

/// Which streams wait for the null stream.
fn blocking() -> &'static Mutex<HashMap<(DeviceKind, StreamId), bool>> {
    static BLOCKING: OnceLock<Mutex<HashMap<(DeviceKind, StreamId), bool>>> = OnceLock::new();
    BLOCKING.get_or_init(Mutex::default)
}

fn is_blocking(device: Device, stream: StreamId) -> bool {
    let known = blocking().lock().unwrap_or_else(PoisonError::into_inner);
    known.get(&(device.kind(), stream)).copied().unwrap_or(false)
}

impl Event {
    /// Records the event at the current end of a stream, after launching all that was recorded there.
    ///
    /// # Errors
    /// A value error for a stream of another device; what went wrong in the work before.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (event, stream) = (Event::new(Device::cpu(), true)?, Stream::null(Device::cpu()));
    /// event.record(&stream)?;
    /// event.synchronize()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn record(&self, stream: &Stream) -> Result<()> {
        if stream.device() != self.device {
            return Err(Error::value(format!(
                "an event of {} cannot be recorded in a stream of {}",
                self.device,
                stream.device()
            )));
        }
        let mark = self.device.lock()?.mark_captured(stream.id())?;
        let is_captured = mark.is_some();
        *self.captured() = mark;
        if is_captured {
            return Ok(());
        }
        stream.flush_because(Reason::Event)?;
        *self.stream() = Some(stream.id());
        host_calls::released_while_pending(|| self.device.executor().record_event(self.id, stream.id()))
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if (self.kind.is_some() || self.foreign)
            && any_captures()
            && let Ok(mut state) = self.device.lock()
        {
            state.abandon_capture(self.id);
        }
        if self.foreign {
            let (device, id) = (self.device, self.id);
            host_calls::outside(move || {
                let Ok(mut state) = device.lock() else { return };
                // Recorded work is run now, and its arrays move to the null stream.
                let _ = state.leave_stream(id, StreamId(0), Reason::StreamLeft);
                drop(state);
                released(|| device.executor().abandon_stream(id));
            });
        }
        if let Some(kind) = self.kind {
            let mut idle = idle().lock().unwrap_or_else(PoisonError::into_inner);
            idle.entry(kind).or_default().push(self.id);
        }
    }
}

/// While it lives, its thread records on a stream; afterwards, on the previous one.
#[derive(Debug)]
pub struct StreamGuard {
    stream: Stream,
    before: StreamId,
    /// The current stream is a property of one thread, so the guard may not leave it.
    _thread: std::marker::PhantomData<*const ()>,
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        self.stream.device().set_stream(self.before);
    }
}

/// Runs all that was recorded on the current device, on every stream, and waits until it is done.
///
/// # Errors
/// What went wrong in that work.
///
/// ```
/// # use cuprust::*;
/// let a = sin(&ones(3)?)?;
/// synchronize()?;
/// assert!(a.to_vec::<f64>()?[0] > 0.84);
/// # Ok::<(), Error>(())
/// ```
pub fn synchronize() -> Result<()> {
    Device::current()?.synchronize()
}
