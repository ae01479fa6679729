//! Memory that holds machine code.
//!
//! Code lies one function after another in regions that are mapped twice: where it is written, and where it is
//! executed. A mapping of its own for each kernel would take as long as planning a small one. Memory is not used a
//! second time within a region, which is unmapped with the last kernel whose code it holds: a forked process shares
//! it.

use std::sync::{Arc, Mutex, TryLockError};

use crate::memory_files::{File, Mapping};

/// Bytes of a region. Its pages are not in memory before they are used.
const REGION_BYTES: usize = 256 << 10;

/// Functions begin at multiples of this many bytes.
const ALIGNMENT: usize = 64;

/// Memory that is mapped twice.
struct Region {
    /// Where it is written: only by the owner of the space behind what is in use, once, before the code there is known
    /// to anybody.
    writable: Mapping,
    /// Where it is executed. A caller that runs code in it holds a reference to the region.
    executable: Mapping,
    /// The process that made it. Another one may only execute it.
    process: u32,
}

impl Region {
    /// A region of this many bytes at least; `None` where the system refuses it.
    fn new(bytes: usize) -> Option<Region> {
        let bytes = bytes.max(REGION_BYTES).next_multiple_of(4096);
        let file = File::new(c"cuprust")?;
        file.set_length(bytes as u64)?;
        Some(Region { writable: file.map(0, bytes)?, executable: file.map_code(bytes)?, process: std::process::id() })
    }
}

/// A region, and how much of it is in use.
struct Space {
    region: Arc<Region>,
    used: usize,
}

impl Space {
    /// Copies code behind what is in use, if there is room for it.
    fn copy(&mut self, code: &[u8]) -> Option<Executable> {
        let start = self.used;
        if self.region.process != std::process::id() || self.region.writable.bytes() - start < code.len() {
            return None;
        }
        // SAFETY: the region has room for the code, and this space alone writes to it; no code runs there yet.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), self.region.writable.start().add(start), code.len()) };
        self.used = (start + code.len()).next_multiple_of(ALIGNMENT).min(self.region.writable.bytes());
        Some(Executable { region: self.region.clone(), start, bytes: code.len() })
    }
}

/// Machine code that may be executed, and not written.
pub struct Executable {
    region: Arc<Region>,
    start: usize,
    bytes: usize,
}

impl Executable {
    /// Copies code to memory that can be executed; `None` where the system refuses it.
    pub fn new(code: &[u8]) -> Option<Executable> {
        static SPACE: Mutex<Option<Space>> = Mutex::new(None);
        // A thread that a fork has stopped holds the lock for ever; a region of its own serves as well.
        let mut own = None;
        let mut shared = match SPACE.try_lock() {
            Ok(space) => Some(space),
            Err(TryLockError::Poisoned(space)) => Some(space.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        let space = shared.as_deref_mut().unwrap_or(&mut own);
        if let Some(executable) = space.as_mut().and_then(|space| space.copy(code)) {
            return Some(executable);
        }
        let region = Arc::new(Region::new(code.len())?);
        space.insert(Space { region, used: 0 }).copy(code)
    }

    /// The address of a byte of the code.
    pub fn at(&self, offset: usize) -> *const u8 {
        debug_assert!(offset < self.bytes);
        self.region.executable.start().wrapping_add(self.start + offset)
    }
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn code_of_any_length_is_executed() {
        // mov eax, number; ret
        let function = |number: u32| [&[0xB8][..], &number.to_le_bytes(), &[0xC3]].concat();
        let mut all = Vec::new();
        for number in 0..3000 {
            let mut code = function(number);
            code.resize(code.len() + [0, 100, 1000][number as usize % 3], 0xCC);
            all.push((number, Executable::new(&code).unwrap()));
        }
        let mut large = function(7);
        large.resize(2 * REGION_BYTES, 0xCC);
        all.push((7, Executable::new(&large).unwrap()));
        for (number, executable) in all {
            // SAFETY: the code is a function that returns a number.
            let call = unsafe { std::mem::transmute::<*const u8, extern "sysv64" fn() -> u32>(executable.at(0)) };
            assert_eq!(call(), number);
        }
    }
}
