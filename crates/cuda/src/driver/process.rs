//! libcuda in this process: opening and initialisation, its results, and the properties of its devices.

use std::ffi::{CStr, c_char, c_int};
use std::ptr;
use std::sync::OnceLock;

use cuprust_ir::{Error, ErrorKind, Result};

use super::Properties;
use super::fork::Birthplace;
use super::library::{self, Name};
use super::symbols::Cuda;

/// `CUDA_SUCCESS`.
pub(super) const SUCCESS: u32 = 0;
const OUT_OF_MEMORY: u32 = 2;
const NO_DEVICE: u32 = 100;

/// The number of GPUs in this machine. Error: `Library` where no driver is installed.
pub fn devices() -> Result<usize> {
    let cuda = match initialized() {
        Ok(cuda) => cuda,
        Err(Failure::NoDevice) => return Ok(0),
        Err(Failure::Other(error)) => return Err(error),
    };
    let mut count = 0;
    // SAFETY: the pointer is valid for the one integer that is written.
    check(cuda, unsafe { (cuda.cuDeviceGetCount)(&mut count) }, "counting the devices")?;
    Ok(count.max(0) as usize)
}

/// The number of the GPU whose memory is at an address; `None` if the driver does not know the address. Error:
/// `Library` if no driver is installed.
pub fn device_of_address(address: u64) -> Result<Option<usize>> {
    const DEVICE_ORDINAL: u32 = 9;
    let cuda = match initialized() {
        Ok(cuda) => cuda,
        Err(Failure::NoDevice) => return Ok(None),
        Err(Failure::Other(error)) => return Err(error),
    };
    let mut ordinal: c_int = -1;
    // SAFETY: the pointer is valid for the one integer that this attribute is; an unknown address is refused.
    let result = unsafe { (cuda.cuPointerGetAttribute)((&raw mut ordinal).cast(), DEVICE_ORDINAL, address) };
    Ok(usize::try_from(ordinal).ok().filter(|_| result == SUCCESS))
}

/// The version of CUDA, major and minor, that the installed driver supports. Needs no GPU. Error: `Library` without a
/// driver.
pub fn driver_version() -> Result<(u32, u32)> {
    let cuda = table()?;
    let mut version: c_int = 0;
    // SAFETY: the pointer is valid for the one integer that is written; this function may be called before `cuInit`.
    check(cuda, unsafe { (cuda.cuDriverGetVersion)(&mut version) }, "asking the driver's version")?;
    Ok((version as u32 / 1000, version as u32 % 1000 / 10))
}

/// Starts or stops the collection of an external profiler, as Nsight Systems. Without a driver nothing happens. Error:
/// `Cuda` if the driver refuses.
pub fn set_external_profiler(on: bool) -> Result<()> {
    let Ok(cuda) = initialized() else { return Ok(()) };
    let opened = library::open(Name::Cuda)?;
    let name: &[u8] = if on { b"cuProfilerStart\0" } else { b"cuProfilerStop\0" };
    // SAFETY: the driver's interface has both functions with this type.
    let Ok(function) = (unsafe { opened.library.get::<unsafe extern "C" fn() -> u32>(name) }) else { return Ok(()) };
    // SAFETY: the function takes nothing.
    match unsafe { function() } {
        // Without a profiler, or without a context in the thread, there is nothing to start.
        SUCCESS | 5..=8 | 201 => Ok(()),
        result => check(cuda, result, "starting or stopping the profiler"),
    }
}

enum Failure {
    NoDevice,
    Other(Error),
}

/// The functions of libcuda, once it is open.
pub(super) fn table() -> Result<&'static Cuda> {
    static TABLE: OnceLock<Cuda> = OnceLock::new();
    if let Some(table) = TABLE.get() {
        return Ok(table);
    }
    let opened = library::open(Name::Cuda)?;
    // SAFETY: the library is libcuda, whose interface the table states, and it is never closed.
    let table = unsafe { Cuda::load(&opened.library, "libcuda") }?;
    Ok(TABLE.get_or_init(|| table))
}

/// The functions of libcuda after `cuInit`, which is called once and whose result is kept.
fn initialized() -> Result<&'static Cuda, Failure> {
    static RESULT: OnceLock<(u32, Birthplace)> = OnceLock::new();
    let cuda = table().map_err(Failure::Other)?;
    // SAFETY: `cuInit` takes no flags and may be called at any time.
    let (result, birthplace) = *RESULT.get_or_init(|| (unsafe { (cuda.cuInit)(0) }, Birthplace::here()));
    birthplace.check("the GPU").map_err(Failure::Other)?;
    match result {
        NO_DEVICE => Err(Failure::NoDevice),
        result => check(cuda, result, "starting the driver").map(|()| cuda).map_err(Failure::Other),
    }
}

/// An error that names the action and the driver's result, unless that is success.
#[inline]
pub(super) fn check(cuda: &Cuda, result: u32, doing: &str) -> Result<()> {
    if result == SUCCESS { Ok(()) } else { Err(failure(cuda, result, doing)) }
}

/// Whether an error corrupts the context, so that only a new process helps.
pub(super) fn corrupts_context(result: u32) -> bool {
    matches!(result, 700 | 702 | 710 | 714..=719)
}

#[cold]
fn failure(cuda: &Cuda, result: u32, doing: &str) -> Error {
    let text = |function: unsafe extern "C" fn(u32, *mut *const c_char) -> u32| {
        let mut text = ptr::null();
        // SAFETY: the pointer is valid for the one pointer that is written; the driver's texts are static.
        let known = unsafe { function(result, &mut text) } == SUCCESS && !text.is_null();
        // SAFETY: a known result has a text that ends in NUL.
        known.then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    };
    let name = text(cuda.cuGetErrorName).unwrap_or_else(|| format!("CUDA error {result}"));
    let sentence = text(cuda.cuGetErrorString).unwrap_or_default();
    let kind = if result == OUT_OF_MEMORY { ErrorKind::OutOfMemory } else { ErrorKind::Cuda };
    let hint = match result {
        _ if corrupts_context(result) => {
            "; a kernel that ran before went wrong, and the device can be used again only in a new process \
             (CUPRUST_SYNC=1 shows which kernel it was)"
        }
        803 | 804 => {
            "; the driver and the kernel module are of different versions: restart the machine or the container"
        }
        _ => "",
    };
    Error::new(kind, format!("{doing}: {name}: {sentence}{hint}"))
}

/// One of a device's numbered attributes.
pub(super) fn attribute(cuda: &Cuda, device: c_int, number: u32) -> Result<i32> {
    let mut value = 0;
    // SAFETY: the pointer is valid for the one integer that is written; an unknown number is refused.
    check(cuda, unsafe { (cuda.cuDeviceGetAttribute)(&mut value, number, device) }, "asking for a device attribute")?;
    Ok(value)
}

/// Reads all properties once. The numbers are those of `CUdevice_attribute` in the driver's interface.
pub(super) fn properties(cuda: &Cuda, device: c_int, ordinal: usize) -> Result<Properties> {
    let attribute = |number| attribute(cuda, device, number).map(|value| value.max(0) as u32);
    let mut text = [0 as c_char; 256];
    // SAFETY: the buffer is as long as stated, and the driver ends the text in NUL.
    check(cuda, unsafe { (cuda.cuDeviceGetName)(text.as_mut_ptr(), 256, device) }, "asking for the device's name")?;
    // SAFETY: the driver wrote a text that ends in NUL.
    let name = unsafe { CStr::from_ptr(text.as_ptr()) }.to_string_lossy().into_owned();
    // SAFETY: as for the name.
    check(cuda, unsafe { (cuda.cuDeviceGetPCIBusId)(text.as_mut_ptr(), 256, device) }, "asking for the bus address")?;
    // SAFETY: the driver wrote a text that ends in NUL.
    let pci_id = unsafe { CStr::from_ptr(text.as_ptr()) }.to_string_lossy().to_lowercase();
    let mut uuid = [0; 16];
    // SAFETY: the driver writes 16 bytes.
    check(cuda, unsafe { (cuda.cuDeviceGetUuid_v2)(&mut uuid, device) }, "asking for the device's identity")?;
    let mut total_memory = 0;
    // SAFETY: the pointer is valid for the one integer that is written.
    check(cuda, unsafe { (cuda.cuDeviceTotalMem_v2)(&mut total_memory, device) }, "asking for the memory's size")?;
    Ok(Properties {
        ordinal,
        name,
        capability: (attribute(75)?, attribute(76)?),
        multiprocessors: attribute(16)?,
        warp: attribute(10)?,
        threads_per_block: attribute(1)?,
        threads_per_multiprocessor: attribute(39)?,
        shared_per_block: attribute(8)? as usize,
        shared_per_block_most: attribute(97)? as usize,
        level2_cache: attribute(38)? as usize,
        total_memory,
        largest_grid: [attribute(5)?, attribute(6)?, attribute(7)?],
        uuid,
        pci_id,
    })
}
