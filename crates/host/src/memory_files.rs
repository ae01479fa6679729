//! Linux's files in memory: without a name in any file system, opened by other processes through `/proc`, and freed
//! with the last process that has one. Elsewhere there are none.

/// The bytes that identify where a process runs: the start of its system, and the namespace of its process numbers.
pub(crate) const PLACE_BYTES: usize = 24;
pub(crate) type Place = [u8; PLACE_BYTES];

pub(crate) use system::{File, page, place};

/// A part of a file in this process's memory.
#[derive(Debug)]
pub(crate) struct Mapping {
    start: *mut u8,
    bytes: usize,
}

// SAFETY: a mapping is an address and a length; who reads and writes there keeps order.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    pub fn start(&self) -> *mut u8 {
        self.start
    }

    pub fn address(&self) -> u64 {
        self.start as u64
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        system::unmap(self.start, self.bytes);
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::ffi::{CStr, CString};
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
    use std::os::unix::fs::MetadataExt;

    use super::{Mapping, PLACE_BYTES, Place};

    /// Where this process runs; `None` where `/proc` does not say it.
    pub(crate) fn place() -> Option<Place> {
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        let digits = boot.trim().replace('-', "");
        let namespace = std::fs::metadata("/proc/self/ns/pid").ok()?.ino();
        let mut place = [0; PLACE_BYTES];
        place[..16].copy_from_slice(&u128::from_str_radix(&digits, 16).ok()?.to_le_bytes());
        place[16..].copy_from_slice(&namespace.to_le_bytes());
        Some(place)
    }

    /// The bytes of a page: parts of files are mapped at multiples of them.
    pub(crate) fn page() -> u64 {
        // SAFETY: the call has no preconditions.
        u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(1 << 16)
    }

    /// A file in memory, closed where this is dropped.
    #[derive(Debug)]
    pub(crate) struct File(OwnedFd);

    impl File {
        /// A new one without bytes, by the name that the list of a process's mappings shows; `None` where the system
        /// refuses it.
        pub fn new(name: &CStr) -> Option<File> {
            // SAFETY: the name is a string, and an open file is this function's own.
            unsafe {
                let file = libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING);
                (file >= 0).then(|| File(OwnedFd::from_raw_fd(file)))
            }
        }

        /// The file of a number in another process; `None` where that has ended, or this one may not open its files.
        pub fn open(process: u32, number: i32) -> Option<File> {
            let path = CString::new(format!("/proc/{process}/fd/{number}")).ok()?;
            let flags = libc::O_RDWR | libc::O_CLOEXEC | libc::O_NONBLOCK | libc::O_NOCTTY;
            // SAFETY: the path is a string, and an open file is this function's own.
            let file = unsafe {
                let file = libc::open(path.as_ptr(), flags);
                if file < 0 {
                    return None;
                }
                File(OwnedFd::from_raw_fd(file))
            };
            file.status().is_some_and(|status| status.st_mode & libc::S_IFMT == libc::S_IFREG).then_some(file)
        }

        /// Its number in this process.
        pub fn number(&self) -> i32 {
            self.0.as_raw_fd()
        }

        fn status(&self) -> Option<libc::stat> {
            // SAFETY: zeros are a value of the type, which is written before it is returned.
            unsafe {
                let mut status = std::mem::zeroed::<libc::stat>();
                (libc::fstat(self.number(), &raw mut status) == 0).then_some(status)
            }
        }

        /// What no other file in memory has since the system started.
        pub fn identity(&self) -> Option<u64> {
            self.status().map(|status| status.st_ino)
        }

        /// Its bytes.
        pub fn length(&self) -> Option<u64> {
            self.status().and_then(|status| u64::try_from(status.st_size).ok())
        }

        /// Sets its bytes; new ones are zeros, and take no memory before they are written.
        pub fn set_length(&self, bytes: u64) -> Option<()> {
            let bytes = libc::off_t::try_from(bytes).ok()?;
            // SAFETY: the file is open.
            (unsafe { libc::ftruncate(self.number(), bytes) } == 0).then_some(())
        }

        /// Takes memory for the first bytes, so that no access to them fails later; from then on the length is fixed.
        pub fn reserve(&self, bytes: u64) -> Option<()> {
            self.set_length(bytes)?;
            let bytes = libc::off_t::try_from(bytes).ok()?;
            // SAFETY: the file is open. Where no seals are known, the processes trust one another.
            unsafe {
                if libc::fallocate(self.number(), 0, 0, bytes) != 0 {
                    return None;
                }
                libc::fcntl(self.number(), libc::F_ADD_SEALS, libc::F_SEAL_SHRINK | libc::F_SEAL_GROW);
            }
            Some(())
        }

        /// Frees the memory of a part, which reads as zeros from then on.
        pub fn cut(&self, offset: u64, bytes: u64) {
            let (Ok(offset), Ok(bytes)) = (libc::off_t::try_from(offset), libc::off_t::try_from(bytes)) else { return };
            let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            // SAFETY: the file is open. What is refused keeps its memory until the file is closed.
            unsafe { libc::fallocate(self.number(), mode, offset, bytes) };
        }

        /// Maps a part, which begins at a multiple of a page.
        pub fn map(&self, offset: u64, bytes: usize) -> Option<Mapping> {
            self.map_for(libc::PROT_READ | libc::PROT_WRITE, offset, bytes)
        }

        /// Maps the first bytes as code.
        pub fn map_code(&self, bytes: usize) -> Option<Mapping> {
            self.map_for(libc::PROT_READ | libc::PROT_EXEC, 0, bytes)
        }

        fn map_for(&self, access: libc::c_int, offset: u64, bytes: usize) -> Option<Mapping> {
            let offset = libc::off_t::try_from(offset).ok()?;
            // SAFETY: a new mapping of an open file, at an address that the system chooses.
            let start =
                unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, libc::MAP_SHARED, self.number(), offset) };
            (start != libc::MAP_FAILED).then(|| Mapping { start: start.cast(), bytes })
        }
    }

    pub(super) fn unmap(start: *mut u8, bytes: usize) {
        // SAFETY: the mapping was made here, and its owner is dropped.
        unsafe { libc::munmap(start.cast(), bytes) };
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::{Mapping, Place};

    pub(crate) fn place() -> Option<Place> {
        None
    }

    pub(crate) fn page() -> u64 {
        1 << 16
    }

    #[derive(Debug)]
    pub(crate) enum File {}

    impl File {
        pub fn new(_name: &std::ffi::CStr) -> Option<File> {
            None
        }

        pub fn open(_process: u32, _number: i32) -> Option<File> {
            None
        }

        pub fn number(&self) -> i32 {
            match *self {}
        }

        pub fn identity(&self) -> Option<u64> {
            match *self {}
        }

        pub fn length(&self) -> Option<u64> {
            match *self {}
        }

        pub fn set_length(&self, _bytes: u64) -> Option<()> {
            match *self {}
        }

        pub fn reserve(&self, _bytes: u64) -> Option<()> {
            match *self {}
        }

        pub fn cut(&self, _offset: u64, _bytes: u64) {
            match *self {}
        }

        pub fn map(&self, _offset: u64, _bytes: usize) -> Option<Mapping> {
            match *self {}
        }

        pub fn map_code(&self, _bytes: usize) -> Option<Mapping> {
            match *self {}
        }
    }

    pub(super) fn unmap(_start: *mut u8, _bytes: usize) {}
}
