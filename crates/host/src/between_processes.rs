//! Memory of the CPU that several processes map: allocations of their own, with handles by which another process opens
//! them.
//!
//! All allocations of a process are parts of one file in memory (`memory_files.rs`), each at an offset that no other
//! gets later, so a process needs one descriptor however many it has. What is freed is cut out of the file. A process
//! that still has it mapped reads zeros there, and memory goes back to the system in any case with the last process,
//! since the file is in no file system.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuprust_ir::{DedicatedMemory, Error, InterprocessMemory, Memory, Result, StreamId};

use crate::Host;
use crate::memory_files::{File, Mapping, Place, place};

const MAGIC: [u8; 4] = *b"cpm1";

/// The memory that this process shares with others.
#[derive(Debug, Default)]
pub(crate) struct SharedMemory(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The file of this process's allocations, once there is one.
    file: Option<Arc<OwnFile>>,
    /// Allocations, by their addresses.
    own: BTreeMap<u64, Own>,
    /// What was opened of other processes, by address.
    opened: BTreeMap<u64, Mapping>,
}

/// A file of allocations.
#[derive(Debug)]
struct OwnFile {
    file: File,
    /// A forked process has its parent's, and must not change it.
    process: u32,
    /// Where the next allocation begins.
    end: Mutex<u64>,
}

/// An allocation.
#[derive(Debug)]
struct Own {
    file: Arc<OwnFile>,
    offset: u64,
    /// What was asked for.
    bytes: u64,
    mapping: Mapping,
}

/// What a handle says about an allocation.
#[derive(Debug, PartialEq, Eq)]
struct Handle {
    process: u32,
    /// The number of the file in that process, and what tells it from others that get the number later.
    file: i32,
    identity: u64,
    offset: u64,
    bytes: u64,
    place: Place,
}

impl Handle {
    fn to_bytes(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..8].copy_from_slice(&self.process.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.file.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.identity.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.offset.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.bytes.to_le_bytes());
        bytes[40..].copy_from_slice(&self.place);
        bytes
    }

    /// `None` for bytes that are no handle of this kind.
    fn of_bytes(bytes: &[u8; 64]) -> Option<Handle> {
        let word = |at: usize| bytes[at..].first_chunk().map(|word| u64::from_le_bytes(*word));
        let half = |at: usize| bytes[at..].first_chunk().map(|half| u32::from_le_bytes(*half));
        (bytes[..4] == MAGIC).then_some(())?;
        Some(Handle {
            process: half(4)?,
            file: half(8)?.cast_signed(),
            identity: word(16)?,
            offset: word(24)?,
            bytes: word(32)?,
            place: *bytes.last_chunk()?,
        })
    }
}

impl SharedMemory {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is consistent between any two statements, so a panic elsewhere leaves nothing to repair.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An allocation; `None` where the system refuses it.
    fn allocate(&self, bytes: u64) -> Option<u64> {
        let mut state = self.lock();
        let process = std::process::id();
        let file = match &state.file {
            Some(file) if file.process == process => file.clone(),
            _ => {
                let file = Arc::new(OwnFile { file: File::new(c"cuprust-shared")?, process, end: Mutex::new(0) });
                state.file = Some(file.clone());
                file
            }
        };
        let (offset, mapping) = {
            let mut end = file.end.lock().unwrap_or_else(PoisonError::into_inner);
            let length = bytes.checked_next_multiple_of(crate::memory_files::page())?;
            let offset = *end;
            let next = offset.checked_add(length)?;
            file.file.set_length(next)?;
            let mapping = file.file.map(offset, usize::try_from(length).ok()?)?;
            *end = next;
            (offset, mapping)
        };
        let address = mapping.address();
        state.own.insert(address, Own { file, offset, bytes, mapping });
        Some(address)
    }

    /// Frees an allocation. Returns whether there is one at the address.
    fn release(&self, address: u64) -> bool {
        let Some(Own { file, offset, mapping, .. }) = self.lock().own.remove(&address) else { return false };
        if file.process == std::process::id() {
            file.file.cut(offset, mapping.bytes() as u64);
        }
        true
    }
}

#[cold]
fn invalid(text: impl std::fmt::Display) -> Error {
    Error::cuda(format!("cudaErrorInvalidValue: invalid argument: {text}"))
}

impl DedicatedMemory for Host {
    /// Memory of the pool where the system has no files in memory, or refuses one; it has no handle then.
    fn allocate_alone(&self, bytes: u64, managed: bool) -> Result<Memory> {
        if managed {
            return self.pool.allocate(bytes);
        }
        // The system grants any length of a file, and ends the process that fills it.
        self.pool.charge(bytes)?;
        match self.shared.allocate(bytes) {
            Some(address) => Ok(Memory { address, bytes }),
            None => {
                self.pool.discharge(bytes);
                self.pool.allocate(bytes)
            }
        }
    }

    fn release_alone(&self, memory: Memory) {
        match self.shared.release(memory.address) {
            true => self.pool.discharge(memory.bytes),
            false => {
                self.pool.release(memory);
            }
        }
    }

    fn prefetch(&self, _memory: Memory, _number: i64, _stream: StreamId) -> Result<()> {
        Ok(())
    }

    fn advise(&self, _memory: Memory, _advice: i32, _number: i64) -> Result<()> {
        Ok(())
    }
}

impl InterprocessMemory for Host {
    fn handle_of_memory(&self, address: u64) -> Result<[u8; 64]> {
        let state = self.shared.lock();
        let Some((_, own)) =
            state.own.range(..=address).next_back().filter(|(start, own)| address - *start < own.bytes)
        else {
            return Err(Error::cuda(
                "cudaErrorNotSupported: operation not supported: on the CPU only memory of `cuda.runtime.malloc` has a \
                 handle, and memory of arrays has none",
            ));
        };
        let not_shared = || Error::cuda("cudaErrorNotSupported: operation not supported: /proc is not there");
        let handle = Handle {
            process: std::process::id(),
            file: own.file.file.number(),
            identity: own.file.file.identity().ok_or_else(not_shared)?,
            offset: own.offset,
            bytes: own.bytes,
            place: place().ok_or_else(not_shared)?,
        };
        Ok(handle.to_bytes())
    }

    unsafe fn open_memory(&self, handle: [u8; 64]) -> Result<u64> {
        let handle =
            Handle::of_bytes(&handle).ok_or_else(|| invalid("the bytes are no handle of memory of the CPU"))?;
        if handle.process == std::process::id() && place() == Some(handle.place) {
            return Err(invalid("the handle is of this process's own memory"));
        }
        if place() != Some(handle.place) {
            return Err(invalid("the handle is of a process of another host or container"));
        }
        let gone = || {
            let process = handle.process;
            Error::cuda(format!(
                "cudaErrorMapBufferObjectFailed: mapping of buffer object failed: the process {process} of the handle \
                 has ended, or this one may not open its files"
            ))
        };
        let file = File::open(handle.process, handle.file).ok_or_else(gone)?;
        if file.identity() != Some(handle.identity) {
            return Err(gone());
        }
        let length = handle.bytes.checked_next_multiple_of(crate::memory_files::page());
        let length = length.and_then(|length| usize::try_from(length).ok()).filter(|length| *length > 0);
        let end = handle.offset.checked_add(handle.bytes);
        let (Some(length), true) = (length, end.is_some_and(|end| Some(end) <= file.length())) else {
            return Err(invalid("the handle is not of its file"));
        };
        let mapping = file.map(handle.offset, length).ok_or_else(gone)?;
        let address = mapping.address();
        self.shared.lock().opened.insert(address, mapping);
        Ok(address)
    }

    unsafe fn close_memory(&self, address: u64) -> Result<()> {
        let mapping = self.shared.lock().opened.remove(&address);
        mapping
            .map(drop)
            .ok_or_else(|| invalid(format!("{address:#x} is no memory of another process that was opened")))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_handle_survives_its_bytes() {
        let handle =
            Handle { process: 7, file: -3, identity: u64::MAX - 1, offset: 1 << 40, bytes: 12345, place: [9; 24] };
        assert_eq!(Handle::of_bytes(&handle.to_bytes()), Some(handle));
        assert_eq!(Handle::of_bytes(&[0; 64]), None);
    }

    #[test]
    fn allocations_are_apart_and_counted() {
        let host = Host::new();
        let before = host.pool.usage().used;
        let [a, b] = [5000, 1].map(|bytes| host.allocate_alone(bytes, false).unwrap());
        assert_eq!(host.pool.usage().used, before + 5001);
        // SAFETY: the first allocation has as many bytes.
        unsafe { (a.address as *mut u8).write_bytes(7, 5000) };
        // SAFETY: the second one has a byte.
        assert_eq!(unsafe { *(b.address as *const u8) }, 0);
        let handles = [a.address, a.address + 4999, b.address].map(|address| host.handle_of_memory(address).unwrap());
        assert!(handles[0] == handles[1] && handles[1] != handles[2]);
        assert!(host.handle_of_memory(b.address + 1).is_err());
        // SAFETY: the handle is of this process, which is an error.
        assert!(unsafe { host.open_memory(handles[0]) }.unwrap_err().text().contains("this process's own"));
        host.release_alone(a);
        host.release_alone(b);
        assert_eq!(host.pool.usage().used, before);
        assert!(host.handle_of_memory(a.address).is_err());
        // SAFETY: nothing was opened.
        assert!(unsafe { host.close_memory(4096) }.is_err());
    }

    #[test]
    fn what_the_limit_or_the_machine_forbids_is_an_error() {
        let host = Host::new();
        assert!(host.allocate_alone(1 << 60, false).is_err());
        host.pool.set_limit(1 << 20);
        assert!(host.allocate_alone(2 << 20, false).is_err());
        host.release_alone(host.allocate_alone(1 << 19, false).unwrap());
        host.release_alone(host.allocate_alone(1 << 19, true).unwrap());
    }
}
