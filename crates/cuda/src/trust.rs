//! Which folders and files a cache of machine code may trust: those that only the user and root can write.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// Creates a folder that only the user can write, and its missing parents.
///
/// # Errors
/// The system's error if a folder cannot be created.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Why a folder may not be trusted with code that this process will run; `None` if it may.
///
/// # Errors
/// The system's error if the folder cannot be inspected.
pub(crate) fn distrust(folder: &Path) -> io::Result<Option<&'static str>> {
    fs::metadata(folder).map(|data| reason(&data))
}

/// Opens a file for reading: `None` if it is not a regular file, or another user can write it. Opening never blocks, as
/// it would for a FIFO without a writer.
///
/// # Errors
/// The system's error if the file cannot be opened.
pub(crate) fn open_file(path: &Path) -> io::Result<Option<File>> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    let file = options.open(path)?;
    let data = file.metadata()?;
    Ok((data.is_file() && reason(&data).is_none()).then_some(file))
}

/// A new file that only the user can write.
///
/// # Errors
/// The system's error if a file of this name exists, or none can be created.
pub(crate) fn new_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
fn reason(data: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt;
    // SAFETY: geteuid has no preconditions and cannot fail.
    let user = unsafe { libc::geteuid() };
    if data.uid() != user && data.uid() != 0 {
        return Some("another user owns it");
    }
    (data.mode() & 0o002 != 0).then_some("all users can write it")
}

#[cfg(not(unix))]
fn reason(_data: &Metadata) -> Option<&'static str> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::sync::Mutex;

    use super::*;
    use crate::cache::{Cache, Key, tests::Folder};

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn an_entry_that_is_no_regular_file_is_no_entry_and_does_not_hang() {
        let folder = Folder::new("fifo");
        let cache = Cache::open(&folder.0, 1 << 20).unwrap();
        let key = Key::of(&["k"]);
        let path = std::ffi::CString::new(cache.path(key).to_str().unwrap()).unwrap();
        // SAFETY: the path is a string that ends in a zero byte.
        assert_eq!(unsafe { libc::mkfifo(path.as_ptr(), 0o600) }, 0);
        assert!(cache.get(key).is_none());
        cache.put(key, b"code");
        assert_eq!(cache.get(key).unwrap(), b"code");
        fs::remove_file(cache.path(key)).unwrap();
        fs::create_dir(cache.path(key)).unwrap();
        assert!(cache.get(key).is_none());
    }

    #[test]
    fn an_entry_that_others_can_write_is_replaced() {
        let folder = Folder::new("open-entry");
        let cache = Cache::open(&folder.0, 1 << 20).unwrap();
        let key = Key::of(&["k"]);
        cache.put(key, b"code");
        set_mode(&cache.path(key), 0o666);
        assert!(cache.get(key).is_none() && !cache.path(key).exists());
        cache.put(key, b"code");
        assert_eq!(cache.get(key).unwrap(), b"code");
        assert_eq!(fs::metadata(cache.path(key)).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_folder_that_others_can_write_is_refused_with_one_warning() {
        static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let folder = Folder::new("open-folder");
        let count = || {
            let path = folder.0.display().to_string();
            WARNINGS.lock().unwrap().iter().filter(|text| text.contains(&path)).count()
        };
        crate::warning::tests::add_listener(|text| WARNINGS.lock().unwrap().push(text.to_owned()));
        assert!(Cache::open(&folder.0, 1000).is_some());
        assert_eq!(fs::metadata(&folder.0).unwrap().permissions().mode() & 0o777, 0o700);
        for mode in [0o777, 0o1777, 0o702] {
            set_mode(&folder.0, mode);
            assert!(Cache::open(&folder.0, 1000).is_none());
        }
        assert_eq!(count(), 1);
        set_mode(&folder.0, 0o775);
        assert!(Cache::open(&folder.0, 1000).is_some());
        assert_eq!(count(), 1);
    }

    #[test]
    fn a_folder_of_another_user_is_refused_and_one_of_root_is_not() {
        let folder = Folder::new("owner");
        make_folder(&folder.0).unwrap();
        // Only root can change the owner of a folder.
        if chown(&folder.0, Some(12_345), None).is_err() {
            println!("not tested: this user cannot give a folder to another");
            return;
        }
        assert_eq!(distrust(&folder.0).unwrap(), Some("another user owns it"));
        assert!(Cache::open(&folder.0, 1000).is_none());
        chown(&folder.0, Some(0), None).unwrap();
        assert!(Cache::open(&folder.0, 1000).is_some());
    }
}
