//! Memory that holds machine code.

/// Machine code in pages that may be executed, and not written.
pub struct Executable {
    start: *mut u8,
    bytes: usize,
}

// SAFETY: the pages are not written after they were made.
unsafe impl Send for Executable {}
// SAFETY: as above.
unsafe impl Sync for Executable {}

impl Executable {
    /// Copies code to pages of its own; `None` where the system refuses them.
    pub fn new(code: &[u8]) -> Option<Executable> {
        let bytes = code.len();
        // SAFETY: a new private mapping, which no other code knows. It is written before it becomes executable.
        unsafe {
            let (writes, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            let start = libc::mmap(std::ptr::null_mut(), bytes, writes, flags, -1, 0);
            if start == libc::MAP_FAILED {
                return None;
            }
            let executable = Executable { start: start.cast(), bytes };
            std::ptr::copy_nonoverlapping(code.as_ptr(), executable.start, bytes);
            let allowed = libc::mprotect(start, bytes, libc::PROT_READ | libc::PROT_EXEC) == 0;
            allowed.then_some(executable)
        }
    }

    /// The address of a byte of the code.
    pub fn at(&self, offset: usize) -> *const u8 {
        debug_assert!(offset < self.bytes);
        self.start.wrapping_add(offset)
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the mapping was made here, and who runs the code holds a reference to this.
        unsafe { libc::munmap(self.start.cast(), self.bytes) };
    }
}
