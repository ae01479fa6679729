//! Events: marks in streams, for waiting and for measuring time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuprust_cuda::Cuda;
use cuprust_ir::{Error, EventId, Result, StreamId};

use crate::runtime::host::host_calls;
use crate::runtime::host::signals::check_waiting;
use crate::runtime::state::{Capture, Device, Raised};

/// The CUDA executor of a device that is a GPU.
///
/// # Errors
/// Of the kind `Cuda` where it is not a GPU.
pub(crate) fn gpu_of(device: Device) -> Result<&'static Cuda> {
    let text =
        "cudaErrorNotSupported: operation not supported: only a GPU shares memory and events with other processes";
    device.gpu().ok_or_else(|| Error::cuda(text))
}

/// A mark in a stream of a device.
pub struct Event {
    pub(in crate::runtime) device: Device,
    pub(super) id: EventId,
    timing: bool,
    /// The stream that it was last recorded in.
    stream: Mutex<Option<StreamId>>,
    /// Its last mark, if that was recorded within a capture.
    captured: Mutex<Option<(Arc<Capture>, usize)>>,
}

impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Event({:?} of {})", self.id, self.device)
    }
}

impl Event {
    /// A new event. Without timing it is cheaper, but [`Event::elapsed`] refuses it.
    ///
    /// # Errors
    /// Where the device has no more.
    ///
    /// ```
    /// # use cuprust::*;
    /// let event = Event::new(Device::cpu(), false)?;
    /// event.record(&Stream::null(Device::cpu()))?;
    /// event.synchronize()?;
    /// assert!(event.is_done()?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(device: Device, timing: bool) -> Result<Event> {
        Ok(Event::of(device, device.executor().create_event(timing)?, timing))
    }

    fn of(device: Device, id: EventId, timing: bool) -> Event {
        Event { device, id, timing, stream: Mutex::default(), captured: Mutex::default() }
    }

    /// A new event without timing that other processes may use, by its handle.
    ///
    /// # Errors
    /// Of the kind `Cuda` where the device cannot share events with other processes.
    pub fn shared(device: Device) -> Result<Event> {
        host_calls::run_postponed();
        let id = gpu_of(device)?.create_shared_event()?;
        Ok(Event::of(device, id, false))
    }

    /// Opens an event of another process by its handle.
    ///
    /// # Errors
    /// Of the kind `Cuda` for bytes that are not a handle, and where the device cannot share events with other
    /// processes.
    pub fn open(device: Device, handle: [u8; 64]) -> Result<Event> {
        host_calls::run_postponed();
        let id = gpu_of(device)?.open_event(handle)?;
        Ok(Event::of(device, id, false))
    }

    /// The handle by which another process opens it.
    ///
    /// # Errors
    /// Of the kind `Cuda` for an event that [`Event::shared`] did not make.
    pub fn handle(&self) -> Result<[u8; 64]> {
        gpu_of(self.device)?.handle_of_event(self.id)
    }

    /// The native handle, as CUDA's `cudaEvent_t`; `None` where there is no GPU.
    pub fn native(&self) -> Option<u64> {
        gpu_of(self.device).ok()?.native_event(self.id).ok()
    }

    /// The device it belongs to.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Event::new(Device::cpu(), false)?.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn device(&self) -> Device {
        self.device
    }

    /// Its mark within a capture.
    pub(super) fn captured(&self) -> MutexGuard<'_, Option<(Arc<Capture>, usize)>> {
        self.captured.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stream that it was last recorded in.
    pub(super) fn stream(&self) -> MutexGuard<'_, Option<StreamId>> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_captured(&self) -> Result<()> {
        match &*self.captured() {
            Some(_) => {
                Err(Error::cuda("cudaErrorCapturedEvent: the event was last recorded in a capture and has no time"))
            }
            None => Ok(()),
        }
    }

    /// Waits until the work before the event is done.
    ///
    /// # Errors
    /// What went wrong in that work.
    ///
    /// ```
    /// # use cuprust::*;
    /// let event = Stream::null(Device::cpu()).record()?;
    /// event.synchronize()?;
    /// assert!(event.is_done()?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn synchronize(&self) -> Result<()> {
        check_waiting()?;
        self.check_captured()?;
        let executor = self.device.executor();
        let _location = cuprust_profile::located();
        self.device.wait_until(
            "an event",
            || executor.is_event_done(self.id),
            || executor.synchronize_event(self.id),
        )?;
        let stream = *self.stream();
        self.device.check(None, stream.map_or(Raised::Own, Raised::Stream))
    }

    /// Whether the work before the event is done.
    ///
    /// # Errors
    /// What went wrong in that work.
    ///
    /// ```
    /// # use cuprust::*;
    /// let event = Stream::null(Device::cpu()).record()?;
    /// event.synchronize()?;
    /// assert!(event.is_done()?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn is_done(&self) -> Result<bool> {
        self.check_captured()?;
        self.device.executor().is_event_done(self.id)
    }

    /// Milliseconds from this event to a later one.
    ///
    /// # Errors
    /// A value error for events of different devices or without timing; where one was not recorded or is not done.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (stream, timing) = (Stream::null(Device::cpu()), true);
    /// let (start, end) = (Event::new(Device::cpu(), timing)?, Event::new(Device::cpu(), timing)?);
    /// start.record(&stream)?;
    /// end.record(&stream)?;
    /// end.synchronize()?;
    /// assert!(start.elapsed(&end)? >= 0.0);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn elapsed(&self, end: &Event) -> Result<f32> {
        if self.device != end.device {
            return Err(Error::value("there is no time between events of different devices"));
        }
        if !self.timing || !end.timing {
            return Err(Error::value(
                "an event made without timing has no time: make it with Event::new(device, true)",
            ));
        }
        self.check_captured()?;
        end.check_captured()?;
        self.device.executor().elapsed(self.id, end.id)
    }

    pub(crate) fn id(&self) -> EventId {
        self.id
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        let (device, id) = (self.device, self.id);
        host_calls::outside(move || device.executor().destroy_event(id));
    }
}
