//! Compiled kernels on disk: where they lie, how an entry proves that it is whole, and when old ones go.
//!
//! An entry is a header (magic, key, length, checksum) and the image. The key is a 128-bit hash of all that the image
//! depends on. An entry that fails verification is deleted and compiled again; nothing unverified from a file reaches
//! the device.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use cuprust_ir::{Result, Switch, disabled};
use cuprust_profile::{Event, Kind, Outcome, Topic, intern, log, push, started};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::compile::{self, CompiledModule, Image, Options};
use crate::driver::nvrtc::{self, Form};
use crate::signature::Signature;
use crate::trust;
use crate::warning::warn;

/// The image of a program for a device of this compute capability: from disk if it was compiled before, otherwise
/// compiled and stored. Errors as for [`compile::compile`]; problems with the disk cause at most a warning.
pub fn image(text: &str, capability: (u32, u32), options: &Options) -> Result<Image> {
    image_with(global(), Form::Cubin, text, capability, options)
}

/// As [`images`], but PTX text also where the compiler knows the device's machine code.
pub(crate) fn ptx_images(programs: &[(&str, &Options)], capability: (u32, u32)) -> Vec<Result<Image>> {
    images_with(Form::Ptx, programs, capability)
}

/// As [`image`] for several programs, on as many threads as the machine has; results are in the order of the programs.
pub fn images(programs: &[(&str, &Options)], capability: (u32, u32)) -> Vec<Result<Image>> {
    images_with(Form::Cubin, programs, capability)
}

fn images_with(requested: Form, programs: &[(&str, &Options)], capability: (u32, u32)) -> Vec<Result<Image>> {
    compile::in_parallel(programs.len(), |index| {
        let (text, options) = programs[index];
        image_with(global(), requested, text, capability, options)
    })
}

/// The cache of this process, configured from the environment at the first call. `None` if it is disabled or has no
/// folder.
pub fn global() -> Option<&'static Cache> {
    static CACHE: OnceLock<Option<Cache>> = OnceLock::new();
    CACHE
        .get_or_init(|| {
            if disabled(Switch::DiskCache) {
                return None;
            }
            let limit = std::env::var("CUPRUST_CACHE_SIZE")
                .ok()
                .and_then(|text| {
                    let number = text.trim().parse().ok();
                    if number.is_none() {
                        warn(&format!("CUPRUST_CACHE_SIZE is {text:?}, which is not a number of bytes; it is ignored"));
                    }
                    number
                })
                .unwrap_or(256 << 20);
            let Some(folder) = folder(|name| std::env::var_os(name).filter(|value| !value.is_empty())) else {
                warn("kernels are not kept on disk, because there is no home directory: set CUPRUST_CACHE_DIR");
                return None;
            };
            Cache::open(folder, limit)
        })
        .as_ref()
}

fn folder(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Option<PathBuf> {
    let own = variable("CUPRUST_CACHE_DIR").or_else(|| variable("CUPY_CACHE_DIR")).map(PathBuf::from);
    own.or_else(|| Some(PathBuf::from(variable("XDG_CACHE_HOME")?).join("cuprust/kernels")))
        .or_else(|| Some(PathBuf::from(variable("HOME")?).join(".cache/cuprust/kernels")))
}

fn image_with(
    cache: Option<&Cache>,
    requested: Form,
    text: &str,
    capability: (u32, u32),
    options: &Options,
) -> Result<Image> {
    let start = started();
    let begin = Instant::now();
    let log_outcome = |outcome: Outcome, image: &Image| {
        log(Topic::Kernels, || {
            let what = if outcome == Outcome::Compiled { "compiled" } else { "read from disk" };
            let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
            format!("{} {what} in {milliseconds:.1} ms, {} bytes", kernel_name(text), image.code.len())
        });
        if let Some(start) = start {
            record_lookup(text, outcome, start, image.code.len());
        }
    };
    let Some(cache) = cache.filter(|_| self_contained(text, options)) else {
        return compile::compile_to(requested, text, capability, options)
            .inspect(|image| log_outcome(Outcome::Compiled, image));
    };
    let key = key_of(requested, "image", text, capability, options)?;
    if let Some(image) = cache.get(key).and_then(|bytes| unpack(&bytes)) {
        log_outcome(Outcome::FromDisk, &image);
        return Ok(image);
    }
    let image = compile::compile_to(requested, text, capability, options)?;
    cache.put(key, &pack(&image));
    log_outcome(Outcome::Compiled, &image);
    Ok(image)
}

/// Records the lookup of a kernel since a start time.
#[cold]
fn record_lookup(text: &str, outcome: Outcome, start: u64, code: usize) {
    let event = Event::new(Kind::Compilation, intern(kernel_name(text))).since(start);
    push(event.with(outcome as u8, [text.len() as u64, code as u64, 0, 0]));
}

/// The name of the first kernel in a text: the identifier before its parameters.
fn kernel_name(text: &str) -> &str {
    let Some((_, after)) = text.split_once("__global__") else { return "" };
    let after = match after.split_once("void") {
        Some((_, after)) => after,
        None => after,
    };
    let after = after.trim_start();
    let after = match after.strip_prefix("__launch_bounds__(").and_then(|after| after.split_once(')')) {
        Some((_, after)) => after.trim_start(),
        None => after,
    };
    after.split(|character: char| !character.is_alphanumeric() && character != '_').next().unwrap_or("")
}

/// As [`image`], or PTX text, for a program that a user wrote, with the signatures of its kernels.
///
/// # Errors
/// As for [`compile::compile`].
pub(crate) fn module(form: Form, text: &str, capability: (u32, u32), options: &Options) -> Result<CompiledModule> {
    let start = started();
    let log_outcome = |outcome: Outcome, image: &Image| {
        if let Some(start) = start {
            record_lookup(text, outcome, start, image.code.len());
        }
    };
    let Some(cache) = global().filter(|_| self_contained(text, options)) else {
        return compile::compile_module(form, text, capability, options)
            .inspect(|module| log_outcome(Outcome::Compiled, &module.image));
    };
    let key = key_of(form, "module", text, capability, options)?;
    let kept = cache.get(key).and_then(|bytes| unpack(&bytes));
    if let Some(mut image) = kept.filter(|image| image.names.len() >= options.names.len()) {
        let kernels = image.names.split_off(options.names.len());
        let kernels: Option<Vec<_>> = kernels.iter().map(|line| Signature::of_line(line)).collect();
        if let Some(kernels) = kernels {
            log_outcome(Outcome::FromDisk, &image);
            return Ok(CompiledModule { image, kernels, log: String::new() });
        }
    }
    let module = compile::compile_module(form, text, capability, options)?;
    let mut entry = module.image.clone();
    entry.names.extend(module.kernels.iter().map(Signature::line));
    cache.put(key, &pack(&entry));
    log_outcome(Outcome::Compiled, &module.image);
    Ok(module)
}

/// The key of a program: the hash of all that its image depends on.
fn key_of(requested: Form, kind: &str, text: &str, capability: (u32, u32), options: &Options) -> Result<Key> {
    let nvrtc = nvrtc::open()?;
    let (architecture, form) = compile::target_of(nvrtc, capability, requested)?;
    let version = format!("{}.{}", nvrtc.version.0, nvrtc.version.1);
    let form = if form == Form::Cubin { "cubin" } else { "ptx" };
    let mut parts = vec![env!("CARGO_PKG_VERSION"), kind, &version, &architecture, form, text];
    parts.extend(options.flags.iter().map(String::as_str));
    parts.push("names");
    parts.extend(options.names.iter().map(String::as_str));
    parts.push("headers");
    parts.extend(options.headers.iter().flat_map(|(name, text)| [*name, *text]));
    Ok(Key::of(&parts))
}

/// Whether the image depends on the text and the flags alone. Headers of a CUDA toolkit belong to its version and do
/// not change; a user's headers do, and an image made from them is not stored.
fn self_contained(text: &str, options: &Options) -> bool {
    let toolkit = |dir: &str| Path::new(dir.trim_matches([' ', '=', '"'])).join("cuda_fp16.h").is_file();
    let mut flags = options.flags.iter().map(String::as_str);
    while let Some(flag) = flags.next() {
        if flag.starts_with("-include") || flag.starts_with("--pre-include") {
            return false;
        }
        let dir = match flag.strip_prefix("-I").or_else(|| flag.strip_prefix("--include-path")) {
            Some("") => flags.next().unwrap_or(""),
            Some(dir) => dir,
            None => continue,
        };
        if !toolkit(dir) {
            return false;
        }
    }
    !text.lines().any(|line| {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        directive.and_then(|line| line.strip_prefix("include")).is_some_and(|line| line.trim_start().starts_with('"'))
    })
}

/// The number of names, each name after its length, and the code: all numbers are 32-bit words, low byte first.
fn pack(image: &Image) -> Vec<u8> {
    let mut bytes = (image.names.len() as u32).to_le_bytes().to_vec();
    for name in &image.names {
        bytes.extend((name.len() as u32).to_le_bytes());
        bytes.extend(name.as_bytes());
    }
    bytes.extend(&image.code);
    bytes
}

fn unpack(bytes: &[u8]) -> Option<Image> {
    let number = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?) as usize);
    let count = number(bytes)?;
    let mut rest = &bytes[4..];
    let mut names = Vec::new();
    for _ in 0..count {
        let length = number(rest)?;
        names.push(String::from_utf8(rest.get(4..4 + length)?.to_vec()).ok()?);
        rest = &rest[4 + length..];
    }
    Some(Image { code: rest.to_vec(), names })
}

/// The key of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key(u128);

impl Key {
    /// The hash of these parts, each with its length, so that no two lists of parts are the same bytes.
    pub fn of(parts: &[&str]) -> Key {
        let mut hash = Xxh3::new();
        for part in parts {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        Key(hash.digest128())
    }
}

const MAGIC: [u8; 8] = *b"cuprust\x01";
const HEADER: usize = 8 + 16 + 8 + 16;
const SUFFIX: &str = "cuprust";

/// A folder of entries, shared by any number of processes.
pub struct Cache {
    folder: PathBuf,
    limit: u64,
    /// Bytes in the folder as far as this process knows; `None` before they are counted.
    total: Mutex<Option<u64>>,
    broken: AtomicBool,
}

impl Cache {
    /// The cache in this folder, which is created if it is missing, holding up to `limit` bytes. `None`, and a warning,
    /// if the folder cannot be created, or another user could put code into it.
    pub fn open(folder: impl Into<PathBuf>, limit: u64) -> Option<Cache> {
        let folder = folder.into();
        match trust::make_folder(&folder).and_then(|()| trust::distrust(&folder)) {
            Ok(None) => {}
            Ok(Some(reason)) => {
                warn(&format!(
                    "kernels are neither kept in {} nor taken from it, because {reason}: make it yours alone (chmod 700), or set \
                     CUPRUST_CACHE_DIR to another folder",
                    folder.display()
                ));
                return None;
            }
            Err(error) => {
                unwritable(&folder, &error);
                return None;
            }
        }
        Some(Cache { folder, limit, total: Mutex::new(None), broken: AtomicBool::new(false) })
    }

    /// The folder of the entries.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The bytes stored under a key. An entry that is damaged, truncated, another key's, not a regular file or one that
    /// others can write is deleted and not returned.
    pub fn get(&self, key: Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        let file = trust::open_file(&path).ok()?;
        let mut bytes = Vec::new();
        let read = file.as_ref().is_some_and(|mut file| file.read_to_end(&mut bytes).is_ok());
        let Some(file) = file.filter(|_| read && whole(key, &bytes)) else {
            let _ = fs::remove_file(&path);
            return None;
        };
        bytes.drain(..HEADER);
        touch(&file);
        Some(bytes)
    }

    /// Stores bytes under a key. A failure to write disables this cache, with one warning.
    pub fn put(&self, key: Key, payload: &[u8]) {
        let size = (HEADER + payload.len()) as u64;
        if self.broken.load(Ordering::Relaxed) || size > self.limit {
            return;
        }
        match self.write(key, payload) {
            Ok(()) => self.grown(size),
            Err(error) => {
                if !self.broken.swap(true, Ordering::Relaxed) {
                    unwritable(&self.folder, &error);
                }
            }
        }
    }

    pub(crate) fn path(&self, key: Key) -> PathBuf {
        self.folder.join(format!("{:032x}.{SUFFIX}", key.0))
    }

    /// Writes to a temporary file and renames it, so that a reader finds a whole entry or none.
    fn write(&self, key: Key, payload: &[u8]) -> io::Result<()> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = self.folder.join(format!("{:032x}.{}-{count}.temporary", key.0, std::process::id()));
        let written = trust::new_file(&temporary).and_then(|mut file| {
            file.write_all(&MAGIC)?;
            file.write_all(&key.0.to_le_bytes())?;
            file.write_all(&(payload.len() as u64).to_le_bytes())?;
            file.write_all(&xxh3_128(payload).to_le_bytes())?;
            file.write_all(payload)?;
            drop(file);
            fs::rename(&temporary, self.path(key))
        });
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn grown(&self, bytes: u64) {
        let mut total = self.total.lock().unwrap_or_else(PoisonError::into_inner);
        let now = match *total {
            Some(known) => known + bytes,
            None => self.trim(),
        };
        *total = Some(if now > self.limit { self.trim() } else { now });
    }

    /// If the cache exceeds its limit, deletes the least recently used entries until the rest fits in nine tenths of
    /// it, and temporary files of crashed writers. Returns the remaining bytes.
    fn trim(&self) -> u64 {
        let mut entries = Vec::new();
        let mut total = 0;
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let (path, Ok(data)) = (entry.path(), entry.metadata()) else { continue };
            let modified = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            match path.extension().and_then(|extension| extension.to_str()) {
                Some(SUFFIX) => {
                    total += data.len();
                    entries.push((modified, data.len(), path));
                }
                Some("temporary") if modified.elapsed().is_ok_and(|age| age > Duration::from_secs(3600)) => {
                    let _ = fs::remove_file(path);
                }
                _ => {}
            }
        }
        if total <= self.limit {
            return total;
        }
        entries.sort();
        for (_, length, path) in entries {
            if total <= self.limit / 10 * 9 {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= length;
            }
        }
        total
    }
}

/// Marks an entry as used, so that it is not evicted next. Once an hour is enough.
fn touch(file: &fs::File) {
    let now = SystemTime::now();
    let modified = file.metadata().and_then(|data| data.modified());
    if modified.is_ok_and(|then| now.duration_since(then).is_ok_and(|age| age > Duration::from_secs(3600))) {
        let _ = file.set_modified(now);
    }
}

/// Whether these bytes are an entry of this key, complete and unchanged.
fn whole(key: Key, bytes: &[u8]) -> bool {
    let Some((header, payload)) = bytes.split_at_checked(HEADER) else { return false };
    header[..8] == MAGIC
        && header[8..24] == key.0.to_le_bytes()
        && header[24..32] == (payload.len() as u64).to_le_bytes()
        && header[32..48] == xxh3_128(payload).to_le_bytes()
}

fn unwritable(folder: &Path, error: &io::Error) {
    warn(&format!(
        "kernels are not kept on disk, because {} cannot be written ({error}): set CUPRUST_CACHE_DIR to another folder, or \
         CUPRUST_DISABLE=cache to keep none",
        folder.display()
    ));
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A folder that is removed at the end of the test.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Folder {
            Folder(std::env::temp_dir().join(format!("cuprust-cache-{name}-{}", std::process::id())))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_put_is_got_and_other_keys_are_not() {
        let folder = Folder::new("put");
        let cache = Cache::open(&folder.0, 1 << 20).unwrap();
        let key = Key::of(&["a", "bc"]);
        cache.put(key, b"machine code");
        cache.put(Key::of(&["empty"]), b"");
        assert_eq!(cache.get(key).unwrap(), b"machine code");
        assert_eq!(cache.get(Key::of(&["empty"])).unwrap(), b"");
        assert!(cache.get(Key::of(&["ab", "c"])).is_none());
        let names: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "a temporary file stayed: {names:?}");
    }

    #[test]
    fn every_flipped_byte_every_cut_and_a_foreign_entry_are_refused_and_deleted() {
        let folder = Folder::new("damage");
        let cache = Cache::open(&folder.0, 1 << 20).unwrap();
        let key = Key::of(&["k"]);
        cache.put(key, b"code");
        let good = fs::read(cache.path(key)).unwrap();
        let mut damaged: Vec<Vec<u8>> = (0..good.len()).map(|cut| good[..cut].to_vec()).collect();
        for byte in 0..good.len() {
            let mut bytes = good.clone();
            bytes[byte] ^= 0x40;
            damaged.push(bytes);
        }
        let mut longer = good.clone();
        longer.push(0);
        damaged.push(longer);
        cache.put(Key::of(&["foreign"]), b"code");
        damaged.push(fs::read(cache.path(Key::of(&["foreign"]))).unwrap());
        for bytes in damaged {
            fs::write(cache.path(key), &bytes).unwrap();
            assert!(cache.get(key).is_none(), "{bytes:?}");
            assert!(!cache.path(key).exists());
        }
        cache.put(key, b"code");
        assert_eq!(cache.get(key).unwrap(), b"code");
    }

    #[test]
    fn the_oldest_go_when_the_limit_is_passed() {
        let folder = Folder::new("trim");
        let entry = (HEADER + 1000) as u64;
        let cache = Cache::open(&folder.0, entry * 10).unwrap();
        let keys: Vec<Key> = (0..11).map(|i| Key::of(&[&i.to_string()])).collect();
        let now = SystemTime::now();
        for (i, key) in keys.iter().enumerate().take(10) {
            cache.put(*key, &[i as u8; 1000]);
            let file = fs::File::options().append(true).open(cache.path(*key)).unwrap();
            file.set_modified(now - Duration::from_secs(10_000 - 100 * i as u64)).unwrap();
        }
        // Reading the oldest makes it the youngest.
        assert!(cache.get(keys[0]).is_some());
        cache.put(keys[10], &[10; 1000]);
        let kept: Vec<usize> = (0..11).filter(|i| cache.path(keys[*i]).exists()).collect();
        assert_eq!(kept, [0, 3, 4, 5, 6, 7, 8, 9, 10]);
        cache.put(Key::of(&["too large"]), &vec![0; entry as usize * 10]);
        assert!(cache.get(Key::of(&["too large"])).is_none());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_no_cache_and_one_warning() {
        static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());
        crate::warning::tests::add_listener(|text| WARNINGS.lock().unwrap().push(text.to_owned()));
        let folder = Folder::new("file");
        fs::write(&folder.0, "a file is in the way").unwrap();
        assert!(Cache::open(folder.0.join("below"), 1000).is_none());
        assert!(Cache::open(folder.0.join("below"), 1000).is_none());
        let path = folder.0.display().to_string();
        assert_eq!(WARNINGS.lock().unwrap().iter().filter(|text| text.contains(&path)).count(), 1);
        fs::remove_file(&folder.0).unwrap();
    }

    #[test]
    fn a_folder_that_vanished_breaks_nothing() {
        let folder = Folder::new("gone");
        let cache = Cache::open(&folder.0, 1000).unwrap();
        fs::remove_dir_all(&folder.0).unwrap();
        cache.put(Key::of(&["a"]), b"x");
        assert!(cache.broken.load(Ordering::Relaxed));
        assert!(cache.get(Key::of(&["a"])).is_none());
    }

    #[test]
    fn the_folder_follows_the_environment() {
        let of = |set: &[(&str, &str)]| {
            folder(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
        };
        assert_eq!(of(&[("HOME", "/h")]).unwrap(), Path::new("/h/.cache/cuprust/kernels"));
        assert_eq!(of(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/x")]).unwrap(), Path::new("/x/cuprust/kernels"));
        assert_eq!(of(&[("XDG_CACHE_HOME", "/x"), ("CUPY_CACHE_DIR", "/c")]).unwrap(), Path::new("/c"));
        assert_eq!(of(&[("CUPY_CACHE_DIR", "/c"), ("CUPRUST_CACHE_DIR", "/own")]).unwrap(), Path::new("/own"));
        assert!(of(&[]).is_none());
    }

    #[test]
    fn a_program_with_headers_of_a_user_is_not_kept() {
        let plain = |flags: &[&str]| Options::plain(flags.iter().map(|flag| flag.to_string()));
        assert!(self_contained("# include <cuda_fp16.h>", &plain(&["-DN=3"])));
        assert!(!self_contained("x;\n  # include \"mine.h\"", &plain(&[])));
        assert!(!self_contained("", &plain(&["-I/nowhere"])));
        assert!(!self_contained("", &plain(&["-I", "/nowhere"])));
        assert!(!self_contained("", &plain(&["--include-path=/nowhere"])));
        assert!(!self_contained("", &plain(&["-include=mine.h"])));
        let folder = Folder::new("toolkit");
        fs::create_dir_all(&folder.0).unwrap();
        fs::write(folder.0.join("cuda_fp16.h"), "").unwrap();
        assert!(self_contained("", &plain(&[&format!("-I{}", folder.0.display())])));
        assert!(self_contained("", &plain(&[&format!("--include-path={}", folder.0.display())])));
    }

    #[test]
    fn images_survive_packing() {
        let image = Image { code: vec![1, 2, 3], names: vec!["_Z1a".into(), String::new()] };
        let bytes = pack(&image);
        assert_eq!(unpack(&bytes).unwrap(), image);
        assert!(unpack(&bytes[..6]).is_none() && unpack(&[]).is_none());
    }

    #[test]
    fn a_kernel_is_compiled_once_and_again_when_its_entry_is_damaged() {
        if let Err(error) = compile::version() {
            println!("not tested: {error}");
            return;
        }
        let folder = Folder::new("kernel");
        let cache = Cache::open(&folder.0, 1 << 20).unwrap();
        let text = "extern \"C\" __global__ void one(int* x) { *x = 1; }";
        let options = Options::exact();
        let first = image_with(Some(&cache), Form::Cubin, text, (9, 0), &options).unwrap();
        let entry = fs::read_dir(&folder.0).unwrap().next().unwrap().unwrap().path();
        let mut bytes = fs::read(&entry).unwrap();
        assert_eq!(image_with(Some(&cache), Form::Cubin, text, (9, 0), &options).unwrap(), first);
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&entry, &bytes).unwrap();
        assert_eq!(image_with(Some(&cache), Form::Cubin, text, (9, 0), &options).unwrap(), first);
        // Another architecture and other flags are other entries.
        image_with(Some(&cache), Form::Cubin, text, (8, 0), &options).unwrap();
        image_with(Some(&cache), Form::Cubin, text, (9, 0), &Options::plain([])).unwrap();
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 3);
        // And so is PTX.
        let ptx = image_with(Some(&cache), Form::Ptx, text, (9, 0), &options).unwrap();
        assert!(String::from_utf8_lossy(&ptx.code).contains(".entry one"));
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 4);
    }
}
