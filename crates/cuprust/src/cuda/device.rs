//! A device's attributes for kernels, as CUDA numbers them. The CPU has those of the PTX machine that runs kernels on
//! it.

use cuprust_cuda::driver::Properties;
use cuprust_ir::{Error, Result};

use super::module::driver_of;
use crate::runtime::Device;

/// CUDA's attributes of devices by name and number.
const ATTRIBUTES: &[(&str, u32)] = &[
    ("MaxThreadsPerBlock", 1),
    ("MaxBlockDimX", 2),
    ("MaxBlockDimY", 3),
    ("MaxBlockDimZ", 4),
    ("MaxGridDimX", 5),
    ("MaxGridDimY", 6),
    ("MaxGridDimZ", 7),
    ("MaxSharedMemoryPerBlock", 8),
    ("TotalConstantMemory", 9),
    ("WarpSize", 10),
    ("MaxPitch", 11),
    ("MaxRegistersPerBlock", 12),
    ("ClockRate", 13),
    ("TextureAlignment", 14),
    ("GpuOverlap", 15),
    ("MultiProcessorCount", 16),
    ("KernelExecTimeout", 17),
    ("Integrated", 18),
    ("CanMapHostMemory", 19),
    ("ComputeMode", 20),
    ("ConcurrentKernels", 31),
    ("EccEnabled", 32),
    ("PciBusId", 33),
    ("PciDeviceId", 34),
    ("MemoryClockRate", 36),
    ("GlobalMemoryBusWidth", 37),
    ("L2CacheSize", 38),
    ("MaxThreadsPerMultiProcessor", 39),
    ("AsyncEngineCount", 40),
    ("UnifiedAddressing", 41),
    ("PciDomainId", 50),
    ("ComputeCapabilityMajor", 75),
    ("ComputeCapabilityMinor", 76),
    ("StreamPrioritiesSupported", 78),
    ("MaxSharedMemoryPerMultiprocessor", 81),
    ("MaxRegistersPerMultiprocessor", 82),
    ("ManagedMemory", 83),
    ("CooperativeLaunch", 95),
    ("MaxSharedMemoryPerBlockOptin", 97),
    ("MaxBlocksPerMultiprocessor", 106),
    ("ReservedSharedMemoryPerBlock", 111),
];

/// The attributes that a device reports, by CUDA's names.
///
/// ```
/// let found = cuprust::cuda::attributes(cuprust::Device::cpu())?;
/// assert!(found.contains(&("WarpSize", 32)));
/// # Ok::<(), cuprust::Error>(())
/// ```
///
/// # Errors
/// Where the device runs no kernels.
pub fn attributes(device: Device) -> Result<Vec<(&'static str, i32)>> {
    let (driver, _) = driver_of(device)?;
    Ok(ATTRIBUTES.iter().filter_map(|(name, number)| Some((*name, driver.attribute(*number).ok()?))).collect())
}

/// One of a device's attributes, by CUDA's number for it.
///
/// # Errors
/// Of the kind `Cuda` for a number that the device does not report.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(cuda::attribute(Device::cpu(), 10)?, 32);
/// # Ok::<(), Error>(())
/// ```
pub fn attribute(device: Device, number: u32) -> Result<i32> {
    let (driver, _) = driver_of(device)?;
    let unknown = |error: Error| Error::cuda(format!("cudaErrorInvalidValue: invalid argument: {}", error.text()));
    driver.attribute(number).map_err(unknown)
}

/// Whether a device can access the memory of another one directly.
///
/// # Errors
/// Where a device refuses.
pub fn reaches(device: Device, other: Device) -> Result<bool> {
    let ((driver, real), (others, is_real)) = (driver_of(device)?, driver_of(other)?);
    Ok(real && is_real && driver.reaches(&*others)?)
}

/// A device's properties for kernels, such as the compute capability that they are compiled for.
///
/// # Errors
/// Where the device runs no kernels.
pub fn properties(device: Device) -> Result<Properties> {
    Ok(driver_of(device)?.0.properties().clone())
}
