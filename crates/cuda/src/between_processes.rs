//! Sharing memory and events of a GPU with other processes, by handles of 64 bytes.

use cuprust_ir::{EventId, InterprocessMemory, Result};

use crate::Cuda;
use crate::driver::{Address, Event, Handle};

impl InterprocessMemory for Cuda {
    fn handle_of_memory(&self, address: u64) -> Result<[u8; 64]> {
        Ok(self.driver().handle_of_memory(Address(address))?.0)
    }

    unsafe fn open_memory(&self, handle: [u8; 64]) -> Result<u64> {
        // SAFETY: the caller vouches for the other process.
        Ok(unsafe { self.driver().open_memory(Handle(handle)) }?.0)
    }

    unsafe fn close_memory(&self, address: u64) -> Result<()> {
        self.driver().synchronize()?;
        // SAFETY: the device's work was waited for, and the caller vouches for the rest.
        unsafe { self.driver().close_memory(Address(address)) }
    }
}

impl Cuda {
    /// A new event without a time that other processes may use too.
    ///
    /// # Errors
    /// Where the driver refuses.
    pub fn create_shared_event(&self) -> Result<EventId> {
        Ok(self.streams().add_event(self.driver().event_create_shared()?))
    }

    /// An event of another process.
    ///
    /// # Errors
    /// For bytes that are no handle.
    pub fn open_event(&self, handle: [u8; 64]) -> Result<EventId> {
        Ok(self.streams().add_event(self.driver().open_event(Handle(handle))?))
    }

    /// The handle of an event.
    ///
    /// # Errors
    /// For an event that cannot be shared.
    pub fn handle_of_event(&self, event: EventId) -> Result<[u8; 64]> {
        Ok(self.driver().handle_of_event(self.streams().event(event)?)?.0)
    }

    /// The handle of an event, given by the driver's own handle.
    ///
    /// # Safety
    /// The driver's handle is that of an event of the device.
    ///
    /// # Errors
    /// For an event that cannot be shared.
    pub unsafe fn handle_of_native_event(&self, native: u64) -> Result<[u8; 64]> {
        // SAFETY: the caller vouches for the driver's handle.
        let event = unsafe { Event::from_raw(native) };
        Ok(self.driver().handle_of_event(event)?.0)
    }

    /// The driver's handle of an event.
    ///
    /// # Errors
    /// `Value` where it was destroyed or never made.
    pub fn native_event(&self, event: EventId) -> Result<u64> {
        Ok(self.streams().event(event)?.raw())
    }
}
