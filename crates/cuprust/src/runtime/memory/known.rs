//! What is known of memory that a caller names by its address: whether it lies within memory that was handed out here,
//! and may be written.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, Memory, Result};

use crate::runtime::state::Device;

/// The memories of devices that no arrays have, by where they begin.
static HANDED_OUT: Mutex<BTreeMap<u64, u64>> = Mutex::new(BTreeMap::new());

fn handed_out() -> MutexGuard<'static, BTreeMap<u64, u64>> {
    HANDED_OUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes memory that is handed out by its address.
pub(super) fn hand_out(memory: Memory) {
    if memory.bytes > 0 {
        handed_out().insert(memory.address, memory.bytes);
    }
}

/// Forgets memory that is given back.
pub(super) fn forget(memory: Memory) {
    handed_out().remove(&memory.address);
}

/// Checks memory that a caller names by its address against what is known. Addresses outside
/// of all known memory are not checked.
///
/// # Errors
/// Of the kind `Cuda` for bytes that begin or end in memory that was handed out here and leave it, or that touch what
/// pads it; for writing to memory that may only be read.
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
    handed_out().range(..end).rev().take(2).for_each(|(&address, &bytes)| look(Memory { address, bytes }));
    let (own, is_read_only) = device.lock()?.known_within(Memory { address, bytes });
    own.into_iter().for_each(look);
    match beside {
        _ if writes && is_read_only => Err(invalid(address, bytes, "is written, and was lent to be read alone")),
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
