//! Devices by number, as CUDA's programs name them.

use cuprust_ir::{Error, ErrorKind, Result};

use crate::runtime::state::{Device, DeviceKind};

impl Device {
    /// The device of a number: a GPU or, where arrays are not made on a GPU by default, the only device.
    /// As in CuPy, a negative number is the current device.
    ///
    /// # Errors
    /// A CUDA error for a number that no device has, a value error for one that none can have.
    ///
    /// ```
    /// # use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let device = Device::numbered(0)?;
    /// assert_eq!((device, device.number()), (Device::default_device()?, 0));
    /// assert!(Device::numbered(1 << 40).is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn numbered(number: i64) -> Result<Device> {
        if number < 0 {
            return Device::current();
        }
        let Ok(number) = u32::try_from(number) else {
            return Err(Error::value(format!("there is no device {number}")));
        };
        let wrong = |there: String| {
            let text = format!("cudaErrorInvalidDevice: invalid device ordinal: there is no device {number}, {there}");
            Err(Error::new(ErrorKind::Cuda, text))
        };
        let default = Device::default_device()?;
        match default.kind() {
            DeviceKind::Cuda(_) => match cuprust_cuda::count() {
                Ok(count) if number as usize >= count => {
                    wrong(format!("the GPUs are 0 to {}", count.saturating_sub(1)))
                }
                _ => Device::cuda(number),
            },
            _ if number == 0 => Ok(default),
            _ => wrong(format!("only device 0, which is {default}")),
        }
    }

    /// The number of a GPU. The CPU and the PTX machine are device 0 where arrays are made there by default; elsewhere
    /// numbers name GPUs, and the CPU has -1.
    pub fn number(self) -> i64 {
        let on_gpus = || Device::default_device().is_ok_and(|device| matches!(device.kind(), DeviceKind::Cuda(_)));
        match self.kind() {
            DeviceKind::Cpu if on_gpus() => -1,
            DeviceKind::Cpu | DeviceKind::Ptx => 0,
            DeviceKind::Cuda(number) => i64::from(number),
        }
    }
}
