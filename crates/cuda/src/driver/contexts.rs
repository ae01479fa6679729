//! The driver's current context of a thread.

use std::ffi::c_int;
use std::ptr;

use cuprust_ir::{Error, Result};

use super::Driver;
use super::process::{check, table};
use super::symbols::{Handle, optional};

optional! {
    getting_device = cuCtxGetDevice(*mut c_int) -> u32;
}

/// The context that is current in this thread, as `CUcontext`; 0 where none is. Error: `Library` where no driver is
/// installed.
pub fn current_context() -> Result<u64> {
    let (cuda, mut context) = (table()?, ptr::null_mut());
    // SAFETY: the pointer is valid for the one handle that is written.
    check(cuda, unsafe { (cuda.cuCtxGetCurrent)(&mut context) }, "asking for the current context")?;
    Ok(context as u64)
}

/// The number of the device whose context is current in this thread. Error: `Cuda` where none is.
pub fn context_device() -> Result<i32> {
    let absent = || Error::not_implemented("the installed driver does not report its contexts");
    let (cuda, get, mut device) = (table()?, getting_device().ok_or_else(absent)?, -1);
    // SAFETY: the pointer is valid for the one integer that is written.
    check(cuda, unsafe { get(&mut device) }, "asking for the device of the current context")?;
    Ok(device)
}

/// Makes the context of a GPU current in this thread, for other libraries. An error of the driver is reported where the
/// device is used.
pub fn enter_context(driver: &dyn Driver) {
    let (Some((_, context)), Ok(()), Ok(cuda)) = (driver.device_and_context(), driver.check_process(), table()) else {
        return;
    };
    // SAFETY: the context was retained when the device was opened and is never released.
    let _ = unsafe { (cuda.cuCtxSetCurrent)(context as usize as Handle) };
}
