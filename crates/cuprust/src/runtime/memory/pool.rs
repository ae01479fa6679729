//! The use of a device's memory, and freeing what is unused.

use cuprust_ir::{Error, Memory, MemoryUse, Result, StreamId};

use crate::runtime::host::embedding::released;
use crate::runtime::host::host_calls;
use crate::runtime::memory::known;
use crate::runtime::state::Device;
use crate::runtime::streams::stream::Stream;

impl Device {
    /// Bytes held by arrays, held for the next arrays, free, and all there are.
    ///
    /// Arrays that are recorded and not computed hold none.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = ones(shape(1000).on(Device::cpu()))?;
    /// a.device().synchronize()?;
    /// assert!(Device::cpu().pool().used >= 8000);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn pool(self) -> MemoryUse {
        self.memory()
    }

    /// Returns memory that no array holds to the device.
    ///
    /// ```
    /// # use cuprust::*;
    /// drop(ones(shape(100_000).on(Device::cpu()))?);
    /// Device::cpu().free_all_blocks();
    /// assert_eq!(Device::cpu().pool().used, 0);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn free_all_blocks(self) {
        // Taking the lock frees arrays that were dropped, so that their memory is returned too. A forked child that
        // cannot use the device has nothing to free.
        if let Ok(state) = self.lock() {
            drop(state);
            self.drop_graphs(0, 0);
            self.executor().trim();
        }
    }

    /// Sets the most bytes that arrays may hold in all; zero removes the limit. What they already hold stays.
    ///
    /// ```
    /// # use cuprust::*;
    /// Device::cpu().set_memory_limit(1 << 20);
    /// assert!(ones(shape(1 << 20).on(Device::cpu())).and_then(|a| a.to_vec::<f64>()).is_err());
    /// Device::cpu().set_memory_limit(0);
    /// ```
    pub fn set_memory_limit(self, bytes: u64) {
        self.executor().set_limit(bytes);
    }

    /// Sets the most bytes that arrays may hold in all to a fraction of the device's memory.
    ///
    /// # Errors
    /// A value error for a fraction that is not between zero and one.
    ///
    /// ```
    /// # use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let device = Device::cpu();
    /// let all = device.memory().total;
    /// device.set_memory_fraction(0.5)?;
    /// assert_eq!(device.memory_limit(), all / 2);
    /// device.set_memory_limit(0);
    /// assert!(device.set_memory_fraction(2.0).is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_memory_fraction(self, fraction: f64) -> Result<()> {
        if !(0.0..=1.0).contains(&fraction) {
            return Err(Error::value(format!("fraction must be between 0 and 1, not {fraction}")));
        }
        self.set_memory_limit((self.memory().total as f64 * fraction) as u64);
        Ok(())
    }

    /// The most bytes that arrays may hold in all; zero where there is no limit.
    ///
    /// ```
    /// # use cuprust::*;
    /// Device::cpu().set_memory_limit(1 << 30);
    /// assert_eq!(Device::cpu().memory_limit(), 1 << 30);
    /// ```
    pub fn memory_limit(self) -> u64 {
        self.executor().limit()
    }

    /// The compute capability of a GPU, as (9, 0); `None` for another device.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Device::cpu().compute_capability(), None);
    /// ```
    pub fn compute_capability(self) -> Option<(u32, u32)> {
        self.capabilities().compute
    }
}

/// Memory of a device outside of arrays, freed when this is dropped.
#[derive(Debug)]
pub struct DeviceMemory {
    device: Device,
    memory: Memory,
    stream: StreamId,
    /// Whether it is an allocation of its own and not part of the device's pool.
    alone: bool,
}

/// Where memory of a device comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemorySource {
    /// The device's pool.
    Pool,
    /// The driver, as an allocation of its own.
    Alone,
    /// As [`MemorySource::Alone`], at one address for both the host and the device.
    Managed,
}

impl DeviceMemory {
    /// Allocates this many bytes of any content, in the order of this thread's stream.
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(device: Device, bytes: u64, source: MemorySource) -> Result<DeviceMemory> {
        host_calls::run_postponed();
        let (executor, stream) = (device.executor(), device.stream());
        let alone = match (source, device.extensions().dedicated) {
            (MemorySource::Alone | MemorySource::Managed, Some(dedicated)) if bytes > 0 => {
                Some(released(|| dedicated.allocate_alone(bytes, source == MemorySource::Managed))?)
            }
            _ => None,
        };
        let memory = match alone {
            Some(memory) => memory,
            None => host_calls::released_while_pending(|| executor.allocate(bytes, stream))?,
        };
        known::register(memory);
        Ok(DeviceMemory { device, memory, stream, alone: alone.is_some() })
    }

    /// Its start address; zero where it has no bytes.
    pub fn address(&self) -> u64 {
        self.memory.address
    }

    /// The device.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Moves managed memory to a device, by its number, in the order of a stream.
    ///
    /// # Errors
    /// Where there is no such device, or it refuses.
    pub fn prefetch(&self, stream: &Stream, number: i64) -> Result<()> {
        check_number(number)?;
        let dedicated = self.device.extensions().dedicated;
        dedicated.map_or(Ok(()), |dedicated| dedicated.prefetch(self.memory, number, stream.id()))
    }

    /// Advises how a device of this number will use managed memory, by the numbers of CUDA's `CUmem_advise`.
    ///
    /// # Errors
    /// Where there is no such advice or device.
    pub fn advise(&self, advice: i32, number: i64) -> Result<()> {
        check_number(number)?;
        if !(1..=6).contains(&advice) {
            return Err(Error::cuda(format!("cudaErrorInvalidValue: there is no advice {advice}")));
        }
        let dedicated = self.device.extensions().dedicated;
        dedicated.map_or(Ok(()), |dedicated| dedicated.advise(self.memory, advice, number))
    }
}

/// Raises where no device has a number.
fn check_number(number: i64) -> Result<()> {
    let known = Device::numbered(number);
    known.map(drop).map_err(|error| Error::cuda(format!("cudaErrorInvalidDevice: invalid device ordinal: {error}")))
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        known::forget(self.memory);
        let executor = self.device.executor();
        if executor.check_process().is_err() {
            return;
        }
        let DeviceMemory { memory, stream, alone, .. } = *self;
        let dedicated = self.device.extensions().dedicated.filter(|_| alone);
        let device = self.device;
        host_calls::outside(move || match dedicated {
            Some(dedicated) => {
                // The address is of no memory afterwards, so what was recorded for it runs before.
                let _ = device.synchronize();
                released(|| dedicated.release_alone(memory));
            }
            None => executor.release(memory, stream),
        });
    }
}

/// An empty list on the host with capacity for this many entries.
///
/// A system that overcommits memory grants any capacity and kills the process that fills it, so a list larger than the
/// host's memory is refused here.
///
/// # Errors
/// Out of memory, where the host cannot hold them. `what` names the entries in the error.
pub fn list_for<T>(count: usize, what: &str) -> Result<Vec<T>> {
    let out_of_host_memory = || Error::out_of_memory(format!("the host cannot allocate {count} {what}"));
    // Lists from this size on are compared with the system's memory.
    const MIN_CHECKED_BYTES: usize = 1 << 26;
    let bytes = count.checked_mul(size_of::<T>()).ok_or_else(out_of_host_memory)?;
    if bytes > MIN_CHECKED_BYTES && exceeds(bytes, Device::cpu().memory().total) {
        return Err(out_of_host_memory());
    }
    cuprust_reserve::list(count).map_err(|_| out_of_host_memory())
}

/// Whether this is more than all memory; false where that is not known.
fn exceeds(bytes: usize, total: u64) -> bool {
    total > 0 && bytes as u64 > total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_beyond_the_memory_are_refused() {
        assert!(!exceeds(100, 100) && exceeds(101, 100) && !exceeds(101, 0));
        assert!(list_for::<u64>(1000, "numbers").unwrap().capacity() >= 1000);
        // One page more than there is, which an overcommitting system grants.
        let total = Device::cpu().memory().total as usize;
        for count in [total + 4096, usize::MAX] {
            assert_eq!(list_for::<u8>(count, "bytes").unwrap_err().kind(), cuprust_ir::ErrorKind::OutOfMemory);
        }
    }
}
