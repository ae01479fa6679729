//! Limits of a GPU, and page-locking of the host's memory for its copies.

use std::ffi::{c_uint, c_void};

use cuprust_ir::{Error, Result};

#[cfg(feature = "ptx")]
use super::machine::Imitation;
use super::real::Real;
use super::recorded::{Recorded, called};
use super::symbols::optional;

/// The settings of a device's driver.
pub trait Limits {
    /// The value of a limit by the driver's number (`CUlimit`), as the bytes of the buffer for kernels' output. Error:
    /// for an unknown number.
    fn limit(&self, number: u32) -> Result<usize>;

    /// Sets a limit. Error: for a value that the driver refuses.
    fn set_limit(&self, number: u32, value: usize) -> Result<()>;

    /// Locks the pages of host memory; flags are the driver's. Error: for memory that is locked already.
    ///
    /// # Safety
    /// The memory stays until its pages are unlocked.
    unsafe fn lock_pages(&self, host: *mut u8, bytes: usize, flags: u32) -> Result<()>;

    /// Unlocks what [`Limits::lock_pages`] locked.
    ///
    /// # Safety
    /// Neither queued nor later work relies on the pages.
    unsafe fn unlock_pages(&self, host: *mut u8) -> Result<()>;
}

optional! {
    getting_limit = cuCtxGetLimit(*mut usize, c_uint) -> c_uint;
    setting_limit = cuCtxSetLimit(c_uint, usize) -> c_uint;
    locking = cuMemHostRegister_v2(*mut c_void, usize, c_uint) -> c_uint;
    unlocking = cuMemHostUnregister(*mut c_void) -> c_uint;
}

fn present<T>(function: Option<T>) -> Result<T> {
    function.ok_or_else(|| Error::not_implemented("the installed driver has neither limits nor locked pages"))
}

impl Limits for Real {
    fn limit(&self, number: u32) -> Result<usize> {
        let (get, mut value) = (present(getting_limit())?, 0);
        self.enter()?;
        // SAFETY: the pointer is valid for the one number that is written.
        self.check(unsafe { get(&mut value, number) }, "asking for a limit")?;
        Ok(value)
    }

    fn set_limit(&self, number: u32, value: usize) -> Result<()> {
        let set = present(setting_limit())?;
        self.enter()?;
        // SAFETY: the driver refuses numbers and values that it does not know.
        self.check(unsafe { set(number, value) }, "setting a limit")
    }

    unsafe fn lock_pages(&self, host: *mut u8, bytes: usize, flags: u32) -> Result<()> {
        let lock = present(locking())?;
        self.enter()?;
        // SAFETY: the caller keeps the memory; the driver refuses invalid memory.
        self.check(unsafe { lock(host.cast(), bytes, flags) }, "locking pages")
    }

    unsafe fn unlock_pages(&self, host: *mut u8) -> Result<()> {
        let unlock = present(unlocking())?;
        self.enter()?;
        // SAFETY: the caller's work with the pages is done.
        self.check(unsafe { unlock(host.cast()) }, "unlocking pages")
    }
}

impl Limits for Recorded {
    fn limit(&self, number: u32) -> Result<usize> {
        self.call(called!("cuCtxGetLimit"), |driver| driver.limit(number))
    }

    fn set_limit(&self, number: u32, value: usize) -> Result<()> {
        self.call(called!("cuCtxSetLimit"), |driver| driver.set_limit(number, value))
    }

    unsafe fn lock_pages(&self, host: *mut u8, bytes: usize, flags: u32) -> Result<()> {
        // SAFETY: the caller keeps the memory.
        self.call(called!("cuMemHostRegister"), |driver| unsafe { driver.lock_pages(host, bytes, flags) })
    }

    unsafe fn unlock_pages(&self, host: *mut u8) -> Result<()> {
        // SAFETY: the caller's work with the pages is done.
        self.call(called!("cuMemHostUnregister"), |driver| unsafe { driver.unlock_pages(host) })
    }
}

/// A driver without limits, over memory that any copy can access.
#[cfg(any(feature = "ptx", test))]
macro_rules! without_limits {
    ($driver:ty) => {
        impl Limits for $driver {
            fn limit(&self, _: u32) -> Result<usize> {
                unsupported()
            }

            fn set_limit(&self, _: u32, _: usize) -> Result<()> {
                unsupported()
            }

            unsafe fn lock_pages(&self, _: *mut u8, _: usize, _: u32) -> Result<()> {
                Ok(())
            }

            unsafe fn unlock_pages(&self, _: *mut u8) -> Result<()> {
                Ok(())
            }
        }
    };
}
#[cfg(feature = "ptx")]
without_limits!(Imitation);
#[cfg(test)]
without_limits!(super::fake::Fake);

#[cfg(any(feature = "ptx", test))]
fn unsupported<T>() -> Result<T> {
    Err(Error::cuda("cudaErrorUnsupportedLimit: limit is not supported on this architecture: only a GPU has limits"))
}
