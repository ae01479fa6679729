//! Memory and events that several processes use, by handles that one passes to another.

use std::ffi::c_uint;
use std::ptr;

use cuprust_ir::{Error, Result};

#[cfg(feature = "ptx")]
use super::machine::Imitation;
use super::real::{Real, handle};
use super::recorded::{Recorded, called};
use super::symbols::{Handle as Word, optional};
use super::{Address, Event};

/// The handle of memory or an event for another process: `CUipcMemHandle` and `CUipcEventHandle`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handle(pub [u8; 64]);

/// What a device shares with other processes.
pub trait BetweenProcesses {
    /// The handle of the allocation that an address is in. Error: memory that cannot be shared.
    fn handle_of_memory(&self, address: Address) -> Result<Handle>;

    /// Maps another process's allocation, and returns its start.
    ///
    /// # Safety
    /// The other process keeps the allocation until this one has closed it.
    unsafe fn open_memory(&self, handle: Handle) -> Result<Address>;

    /// Unmaps what [`BetweenProcesses::open_memory`] mapped.
    ///
    /// # Safety
    /// The address came from there, and neither queued nor later work uses it.
    unsafe fn close_memory(&self, address: Address) -> Result<()>;

    /// A new event without a time that other processes may use too.
    fn event_create_shared(&self) -> Result<Event>;

    /// The handle of such an event. Error: another event.
    fn handle_of_event(&self, event: Event) -> Result<Handle>;

    /// Another process's event, which is destroyed like one of this process.
    fn open_event(&self, handle: Handle) -> Result<Event>;
}

optional! {
    getting_memory = cuIpcGetMemHandle(*mut Handle, u64) -> c_uint;
    opening_memory = cuIpcOpenMemHandle_v2(*mut u64, Handle, c_uint) -> c_uint;
    closing_memory = cuIpcCloseMemHandle(u64) -> c_uint;
    getting_event = cuIpcGetEventHandle(*mut Handle, Word) -> c_uint;
    opening_event = cuIpcOpenEventHandle(*mut Word, Handle) -> c_uint;
}

fn present<T>(function: Option<T>) -> Result<T> {
    function.ok_or_else(|| Error::not_implemented("the installed driver does not support sharing between processes"))
}

// Event handles are trusted, and the driver refuses addresses and handles that it does not know.
impl BetweenProcesses for Real {
    fn handle_of_memory(&self, address: Address) -> Result<Handle> {
        let (get, mut found) = (present(getting_memory())?, Handle([0; 64]));
        self.enter()?;
        // SAFETY: the pointer is valid for the one handle that is written.
        self.check(unsafe { get(&mut found, address.0) }, "asking for a handle of memory")?;
        Ok(found)
    }

    unsafe fn open_memory(&self, handle: Handle) -> Result<Address> {
        const LAZY_ENABLE_PEER_ACCESS: c_uint = 1;
        let (open, mut address) = (present(opening_memory())?, 0);
        self.enter()?;
        // SAFETY: the pointer is valid for the one address that is written.
        let result = unsafe { open(&mut address, handle, LAZY_ENABLE_PEER_ACCESS) };
        self.check(result, "opening memory of another process")?;
        Ok(Address(address))
    }

    unsafe fn close_memory(&self, address: Address) -> Result<()> {
        let close = present(closing_memory())?;
        self.enter()?;
        // SAFETY: the caller gives the memory up.
        self.check(unsafe { close(address.0) }, "closing memory of another process")
    }

    fn event_create_shared(&self) -> Result<Event> {
        const DISABLE_TIMING_AND_INTERPROCESS: u32 = 2 | 4;
        let mut event = ptr::null_mut();
        // SAFETY: the pointer is valid for the one handle that is written.
        let result = unsafe { (self.enter()?.cuEventCreate)(&mut event, DISABLE_TIMING_AND_INTERPROCESS) };
        self.check(result, "creating an event")?;
        Ok(Event(event as u64))
    }

    fn handle_of_event(&self, event: Event) -> Result<Handle> {
        let (get, mut found) = (present(getting_event())?, Handle([0; 64]));
        self.enter()?;
        // SAFETY: handles are trusted, and the pointer is valid for the one handle that is written.
        self.check(unsafe { get(&mut found, handle(event.0)) }, "asking for a handle of an event")?;
        Ok(found)
    }

    fn open_event(&self, handle: Handle) -> Result<Event> {
        let (open, mut event) = (present(opening_event())?, ptr::null_mut());
        self.enter()?;
        // SAFETY: the pointer is valid for the one handle that is written.
        self.check(unsafe { open(&mut event, handle) }, "opening an event of another process")?;
        Ok(Event(event as u64))
    }
}

impl BetweenProcesses for Recorded {
    fn handle_of_memory(&self, address: Address) -> Result<Handle> {
        self.call(called!("cuIpcGetMemHandle"), |driver| driver.handle_of_memory(address))
    }

    unsafe fn open_memory(&self, handle: Handle) -> Result<Address> {
        // SAFETY: the caller vouches for the other process.
        self.call(called!("cuIpcOpenMemHandle"), |driver| unsafe { driver.open_memory(handle) })
    }

    unsafe fn close_memory(&self, address: Address) -> Result<()> {
        // SAFETY: the caller gives the memory up.
        self.call(called!("cuIpcCloseMemHandle"), |driver| unsafe { driver.close_memory(address) })
    }

    fn event_create_shared(&self) -> Result<Event> {
        self.call(called!("cuEventCreate"), |driver| driver.event_create_shared())
    }

    fn handle_of_event(&self, event: Event) -> Result<Handle> {
        self.call(called!("cuIpcGetEventHandle"), |driver| driver.handle_of_event(event))
    }

    fn open_event(&self, handle: Handle) -> Result<Event> {
        self.call(called!("cuIpcOpenEventHandle"), |driver| driver.open_event(handle))
    }
}

/// A driver whose memory is the process's own.
#[cfg(any(feature = "ptx", test))]
macro_rules! of_one_process {
    ($driver:ty) => {
        impl BetweenProcesses for $driver {
            fn handle_of_memory(&self, _: Address) -> Result<Handle> {
                not_shared()
            }

            unsafe fn open_memory(&self, _: Handle) -> Result<Address> {
                not_shared()
            }

            unsafe fn close_memory(&self, _: Address) -> Result<()> {
                not_shared()
            }

            fn event_create_shared(&self) -> Result<Event> {
                not_shared()
            }

            fn handle_of_event(&self, _: Event) -> Result<Handle> {
                not_shared()
            }

            fn open_event(&self, _: Handle) -> Result<Event> {
                not_shared()
            }
        }
    };
}
#[cfg(feature = "ptx")]
of_one_process!(Imitation);
#[cfg(test)]
of_one_process!(super::fake::Fake);

#[cfg(any(feature = "ptx", test))]
fn not_shared<T>() -> Result<T> {
    Err(Error::not_implemented("only a GPU shares memory and events with other processes"))
}
