//! Checks of memory that a caller names by its address: whether it lies within memory that was allocated here, and may
//! be written.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, Memory, Result};

use crate::runtime::state::Device;

/// Device memory outside of arrays: length by start address.
static ALLOCATIONS: Mutex<BTreeMap<u64, u64>> = Mutex::new(BTreeMap::new());

fn allocations() -> MutexGuard<'static, BTreeMap<u64, u64>> {
    ALLOCATIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers memory whose address is given to the caller.
pub(super) fn register(memory: Memory) {
    if memory.bytes > 0 {
        allocations().insert(memory.address, memory.bytes);
    }
}

/// Unregisters memory that is freed.
pub(super) fn forget(memory: Memory) {
    allocations().remove(&memory.address);
}

/// Checks a range of addresses that a caller gives against the known allocations. Addresses outside of all known memory
/// are not checked.
///
/// # Errors
/// Of the kind `Cuda` for a range that crosses the end of an allocation or touches its padding; for writing to
/// read-only memory.
pub fn check_memory(device: Device, address: u64, bytes: u64, writes: bool) -> Result<()> {
    let Some(end) = address.checked_add(bytes) else { return Err(invalid(address, bytes, "leaves the address space")) };
    let (mut is_within, mut beside) = (false, None);
    let mut look = |memory: Memory| {
        let its_end = memory.address + memory.bytes;
        is_within |= memory.address <= address && end <= its_end;
        if address < its_end + device.executor().padding(memory.bytes) && memory.address < end {
            beside = Some(memory);
        }
    };
    allocations().range(..end).rev().take(2).for_each(|(&address, &bytes)| look(Memory { address, bytes }));
    let (own, is_read_only) = device.lock()?.known_within(Memory { address, bytes });
    own.into_iter().for_each(look);
    match beside {
        _ if writes && is_read_only => Err(invalid(address, bytes, "is written, but is read-only")),
        Some(memory) if !is_within => {
            let Memory { address: start, bytes: own } = memory;
            Err(invalid(address, bytes, &format!("leaves the {own} bytes of memory at {start:#x}")))
        }
        _ => Ok(()),
    }
}

#[cold]
fn invalid(address: u64, bytes: u64, what: &str) -> Error {
    Error::cuda(format!("cudaErrorInvalidValue: invalid argument: memory of {bytes} bytes at {address:#x} {what}"))
}
