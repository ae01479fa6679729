//! Managed memory, which the host and the device access at one address.

use std::ffi::{c_int, c_uint};

use cuprust_ir::{Error, Result};

#[cfg(feature = "ptx")]
use super::machine::Imitation;
use super::real::{Real, handle};
use super::recorded::{Recorded, called};
use super::symbols::{Handle, optional};
use super::{Address, Stream};

/// The operations of a device on managed memory.
pub trait Managed {
    /// Allocates managed memory; [`super::Driver::free`] frees it. Error: `OutOfMemory`.
    fn alloc_managed(&self, bytes: usize) -> Result<Address>;

    /// Queues the migration to the device of a number, or to the host for -1. Error: for memory that is not managed.
    fn prefetch(&self, address: Address, bytes: usize, device: i32, stream: Stream) -> Result<()>;

    /// Advises the driver of the future use, by the driver's numbers. Error: for an unknown number.
    fn advise(&self, address: Address, bytes: usize, advice: i32, device: i32) -> Result<()>;
}

optional! {
    allocation = cuMemAllocManaged(*mut u64, usize, c_uint) -> c_uint;
    prefetching = cuMemPrefetchAsync(u64, usize, c_int, Handle) -> c_uint;
    prefetching_to = cuMemPrefetchAsync_v2(u64, usize, Location, c_uint, Handle) -> c_uint;
    advising = cuMemAdvise(u64, usize, c_uint, c_int) -> c_uint;
    advising_at = cuMemAdvise_v2(u64, usize, c_uint, Location) -> c_uint;
}

/// `CUmemLocation`: the host, or the device of a number.
#[repr(C)]
struct Location {
    kind: c_uint,
    number: c_int,
}

impl Location {
    fn of(device: i32) -> Location {
        const DEVICE: c_uint = 1;
        const HOST: c_uint = 2;
        if device < 0 { Location { kind: HOST, number: 0 } } else { Location { kind: DEVICE, number: device } }
    }
}

#[cold]
fn missing(name: &str) -> Error {
    Error::not_implemented(format!("the installed driver has no {name}"))
}

// Stream handles are trusted, and the driver refuses addresses and numbers that it does not know.
impl Managed for Real {
    fn alloc_managed(&self, bytes: usize) -> Result<Address> {
        const ATTACH_GLOBAL: u32 = 1;
        let alloc = allocation().ok_or_else(|| missing("managed memory"))?;
        self.enter()?;
        let mut address = 0;
        // SAFETY: the pointer is valid for the one address that is written.
        let result = unsafe { alloc(&mut address, bytes, ATTACH_GLOBAL) };
        self.check(result, "allocating managed memory")?;
        Ok(Address(address))
    }

    fn prefetch(&self, address: Address, bytes: usize, device: i32, stream: Stream) -> Result<()> {
        self.enter_to_queue()?;
        let result = match (prefetching(), prefetching_to()) {
            // SAFETY: as above.
            (Some(prefetch), _) => unsafe { prefetch(address.0, bytes, device, handle(stream.0)) },
            // SAFETY: as above; there are no flags.
            (None, Some(prefetch)) => unsafe { prefetch(address.0, bytes, Location::of(device), 0, handle(stream.0)) },
            (None, None) => return Err(missing("prefetching of managed memory")),
        };
        self.check(result, "prefetching managed memory")
    }

    fn advise(&self, address: Address, bytes: usize, advice: i32, device: i32) -> Result<()> {
        self.enter()?;
        let result = match (advising(), advising_at()) {
            // SAFETY: as above.
            (Some(advise), _) => unsafe { advise(address.0, bytes, advice as u32, device) },
            // SAFETY: as above.
            (None, Some(advise)) => unsafe { advise(address.0, bytes, advice as u32, Location::of(device)) },
            (None, None) => return Err(missing("advice about managed memory")),
        };
        self.check(result, "advising about managed memory")
    }
}

impl Managed for Recorded {
    fn alloc_managed(&self, bytes: usize) -> Result<Address> {
        self.call(called!("cuMemAllocManaged"), |driver| driver.alloc_managed(bytes))
    }

    fn prefetch(&self, address: Address, bytes: usize, device: i32, stream: Stream) -> Result<()> {
        self.call(called!("cuMemPrefetchAsync"), |driver| driver.prefetch(address, bytes, device, stream))
    }

    fn advise(&self, address: Address, bytes: usize, advice: i32, device: i32) -> Result<()> {
        self.call(called!("cuMemAdvise"), |driver| driver.advise(address, bytes, advice, device))
    }
}

/// A driver whose memory is all accessible to the host and the device.
#[cfg(any(feature = "ptx", test))]
macro_rules! in_one_place {
    ($driver:ty) => {
        impl Managed for $driver {
            fn alloc_managed(&self, bytes: usize) -> Result<Address> {
                $crate::driver::Driver::alloc(self, bytes)
            }

            fn prefetch(&self, _: Address, _: usize, _: i32, _: Stream) -> Result<()> {
                Ok(())
            }

            fn advise(&self, _: Address, _: usize, _: i32, _: i32) -> Result<()> {
                Ok(())
            }
        }
    };
}
#[cfg(feature = "ptx")]
in_one_place!(Imitation);
#[cfg(test)]
in_one_place!(super::fake::Fake);
