//! Memory shared between processes, by handles that one passes to another.

use cuprust_ir::{Error, InterprocessMemory, Result};

use crate::runtime::{Device, gpu_of, host_calls_outside, released};

/// # Errors
/// Where the device does not share memory with other processes.
fn interprocess(device: Device) -> Result<&'static dyn InterprocessMemory> {
    let none = "cudaErrorNotSupported: operation not supported: the device shares no memory with other processes";
    device.extensions().interprocess.ok_or_else(|| Error::cuda(none))
}

/// The handle by which another process opens the memory at an address: the whole allocation that contains it. On the
/// CPU only a [`DeviceMemory`](crate::DeviceMemory) that is [`Alone`](crate::MemorySource::Alone) has one.
///
/// # Errors
/// Of the kind `Cuda` for memory that cannot be shared.
pub fn handle_of_memory(device: Device, address: u64) -> Result<[u8; 64]> {
    interprocess(device)?.handle_of_memory(address)
}

/// The handle by which another process opens an event, from the event's native handle.
///
/// # Safety
/// The native handle is that of an event of the device.
///
/// # Errors
/// Of the kind `Cuda` for an event that cannot be shared, and where the device is no GPU.
pub unsafe fn handle_of_native_event(device: Device, native: u64) -> Result<[u8; 64]> {
    // SAFETY: the caller vouches for the word.
    unsafe { gpu_of(device)?.handle_of_native_event(native) }
}

/// Memory of another process, until this is dropped, which waits for the device.
#[derive(Debug)]
pub struct OpenedMemory {
    device: Device,
    address: u64,
}

impl OpenedMemory {
    /// Opens the whole allocation of a handle.
    ///
    /// # Safety
    /// The other process keeps the allocation as long as this lives.
    ///
    /// # Errors
    /// Of the kind `Cuda` for bytes that are not a handle, for a handle of this process, and where the other process is
    /// gone.
    pub unsafe fn open(device: Device, handle: [u8; 64]) -> Result<OpenedMemory> {
        // SAFETY: the caller vouches for the other process.
        let address = released(|| unsafe { interprocess(device)?.open_memory(handle) })?;
        Ok(OpenedMemory { device, address })
    }

    /// Its start address.
    pub fn address(&self) -> u64 {
        self.address
    }
}

impl Drop for OpenedMemory {
    fn drop(&mut self) {
        let OpenedMemory { device, address } = *self;
        let Ok(memory) = interprocess(device) else { return };
        if device.executor().check_process().is_ok() {
            host_calls_outside(move || {
                // What was recorded for the memory runs before. A failed device closes what it can.
                let _ = device.synchronize();
                // SAFETY: the memory was opened here, and nothing holds it any more.
                released(|| drop(unsafe { memory.close_memory(address) }));
            });
        }
    }
}
