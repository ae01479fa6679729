//! Finds the shared libraries of CUDA: the files and their order of precedence, and the error if none is installed.
//!
//! A library is opened once, by its full path if that is known, and never closed: its functions are called until the
//! process ends, and libraries that depend on it find it loaded. A missing one is searched for again at the next call,
//! so that a search directory may be added later.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use cuprust_ir::{Error, Result};
use cuprust_profile::{Topic, log};
use libloading::Library;

/// A library that cuprust knows how to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Name {
    Cuda,
    Nvrtc,
    Cublas,
    CublasLt,
    Cusolver,
    Cusparse,
    Cufft,
    Curand,
    NvJitLink,
    Nccl,
    Cutensor,
    Cupti,
}

/// An opened library.
pub struct Opened {
    /// The library itself, never closed.
    pub library: Library,
    /// The file, or the bare name if the system's loader found it.
    pub path: PathBuf,
}

/// How to query the version of a library.
enum Version {
    /// `f(MAJOR | MINOR | PATCH, &mut value)`.
    Property(&'static str),
    /// `f(&mut major, &mut minor)`.
    Pair(&'static str),
    /// `f(&mut number)`, where the number is major and minor in steps of these.
    Number(&'static str, i32, i32),
    /// `f() -> number`, likewise.
    Returned(&'static str, usize, usize),
}

/// The facts of a library: its names, files, packages and version.
struct LibraryFacts {
    name: Name,
    /// The name in messages.
    title: &'static str,
    /// File names, newest first, each with the major version of CUDA it belongs to (0: any).
    files: &'static [(&'static str, u32)],
    /// Libraries of the same directory to open first, by the prefix of their file names.
    dependencies: &'static [&'static str],
    /// The Python package that contains it for CUDA 13, and the one for CUDA 12.
    packages: [&'static str; 2],
    version: Version,
}

const LIBRARIES: &[LibraryFacts] = &[
    LibraryFacts {
        name: Name::Cuda,
        title: "libcuda",
        files: &[("libcuda.so.1", 0)],
        dependencies: &[],
        packages: ["", ""],
        version: Version::Number("cuDriverGetVersion", 1000, 10),
    },
    LibraryFacts {
        name: Name::Nvrtc,
        title: "libnvrtc",
        files: &[("libnvrtc.so.13", 13), ("libnvrtc.so.12", 12)],
        dependencies: &["libnvrtc-builtins.so"],
        packages: ["nvidia-cuda-nvrtc", "nvidia-cuda-nvrtc-cu12"],
        version: Version::Pair("nvrtcVersion"),
    },
    LibraryFacts {
        name: Name::Cublas,
        title: "libcublas",
        files: &[("libcublas.so.13", 13), ("libcublas.so.12", 12)],
        dependencies: &["libcublasLt.so."],
        packages: ["nvidia-cublas", "nvidia-cublas-cu12"],
        version: Version::Property("cublasGetProperty"),
    },
    LibraryFacts {
        name: Name::CublasLt,
        title: "libcublasLt",
        files: &[("libcublasLt.so.13", 13), ("libcublasLt.so.12", 12)],
        dependencies: &[],
        packages: ["nvidia-cublas", "nvidia-cublas-cu12"],
        version: Version::Property("cublasLtGetProperty"),
    },
    LibraryFacts {
        name: Name::Cusolver,
        title: "libcusolver",
        files: &[("libcusolver.so.12", 13), ("libcusolver.so.11", 12)],
        dependencies: &[],
        packages: ["nvidia-cusolver", "nvidia-cusolver-cu12"],
        version: Version::Property("cusolverGetProperty"),
    },
    LibraryFacts {
        name: Name::Cusparse,
        title: "libcusparse",
        files: &[("libcusparse.so.12", 0)],
        dependencies: &[],
        packages: ["nvidia-cusparse", "nvidia-cusparse-cu12"],
        version: Version::Property("cusparseGetProperty"),
    },
    LibraryFacts {
        name: Name::Cufft,
        title: "libcufft",
        files: &[("libcufft.so.12", 13), ("libcufft.so.11", 12)],
        dependencies: &[],
        packages: ["nvidia-cufft", "nvidia-cufft-cu12"],
        version: Version::Property("cufftGetProperty"),
    },
    LibraryFacts {
        name: Name::Curand,
        title: "libcurand",
        files: &[("libcurand.so.10", 0)],
        dependencies: &[],
        packages: ["nvidia-curand", "nvidia-curand-cu12"],
        version: Version::Property("curandGetProperty"),
    },
    LibraryFacts {
        name: Name::NvJitLink,
        title: "libnvJitLink",
        files: &[("libnvJitLink.so.13", 13), ("libnvJitLink.so.12", 12)],
        dependencies: &[],
        packages: ["nvidia-nvjitlink", "nvidia-nvjitlink-cu12"],
        version: Version::Pair("nvJitLinkVersion"),
    },
    LibraryFacts {
        name: Name::Nccl,
        title: "libnccl",
        files: &[("libnccl.so.2", 0)],
        dependencies: &[],
        packages: ["nvidia-nccl-cu13", "nvidia-nccl-cu12"],
        version: Version::Number("ncclGetVersion", 10000, 100),
    },
    LibraryFacts {
        name: Name::Cutensor,
        title: "libcutensor",
        files: &[("libcutensor.so.2", 0)],
        dependencies: &[],
        packages: ["cutensor-cu13", "cutensor-cu12"],
        version: Version::Returned("cutensorGetVersion", 10000, 100),
    },
    LibraryFacts {
        name: Name::Cupti,
        title: "libcupti",
        files: &[("libcupti.so.13", 13), ("libcupti.so.12", 12)],
        dependencies: &[],
        packages: ["nvidia-cuda-cupti", "nvidia-cuda-cupti-cu12"],
        version: Version::Number("cuptiGetVersion", 10000, 100),
    },
];

static SEARCH_DIRECTORIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static PACKAGE_DIRECTORIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Adds a directory that is searched before every other one. It may contain the libraries, or be the `nvidia` directory
/// of Python wheels, or the parent of that one.
pub fn add_search_directory(path: impl Into<PathBuf>) {
    let path = path.into();
    let mut added = SEARCH_DIRECTORIES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if !added.contains(&path) {
        added.push(path);
    }
}

/// Adds a directory that may contain Python wheels, in its `nvidia`. Whether it does is found out when a library is
/// first searched for.
pub fn add_package_directory(path: impl Into<PathBuf>) {
    let path = path.into();
    let mut packages = PACKAGE_DIRECTORIES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if !packages.contains(&path) {
        packages.push(path);
    }
}

/// The library, opened at the first call that finds it. Error: `Library`, which names the library and the package that
/// contains it.
pub fn open(name: Name) -> Result<&'static Opened> {
    static OPENED: [OnceLock<Opened>; LIBRARIES.len()] = [const { OnceLock::new() }; LIBRARIES.len()];
    static OPENING: Mutex<()> = Mutex::new(());
    let index = LIBRARIES.iter().position(|known| known.name == name).expect("every library has a line in the list");
    if let Some(opened) = OPENED[index].get() {
        return Ok(opened);
    }
    // A search is slow and prints nothing; a lock serialises threads that need one library. The driver's version is
    // queried before the lock is taken, because that opens a library too.
    let newest = if name == Name::Cuda { None } else { super::driver_version().ok().map(|(major, _)| major) };
    let _guard = OPENING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(opened) = OPENED[index].get() {
        return Ok(opened);
    }
    let opened = search(&LIBRARIES[index], newest)?;
    log(Topic::Libraries, || {
        let version = version(&LIBRARIES[index], &opened).unwrap_or_default();
        format!("{} {version} loaded from {}", LIBRARIES[index].title, opened.path.display())
    });
    Ok(OPENED[index].get_or_init(|| opened))
}

/// Each known library: its name, the file it was found in, and its version (empty if it was not found).
pub fn found() -> Vec<(&'static str, Option<PathBuf>, String)> {
    LIBRARIES
        .iter()
        .map(|known| match open(known.name) {
            Ok(opened) => (known.title, Some(opened.path.clone()), version(known, opened).unwrap_or_default()),
            Err(_) => (known.title, None, String::new()),
        })
        .collect()
}

/// Opens the first file that the loader accepts. `newest` is the major version of CUDA that the driver supports: a
/// library of a later one would load and then fail on the device.
fn search(known: &LibraryFacts, newest: Option<u32>) -> Result<Opened> {
    let fits = |major: u32| newest.is_none_or(|newest| major <= newest);
    let files: Vec<&str> = known.files.iter().filter(|(_, major)| fits(*major)).map(|(file, _)| *file).collect();
    let mut refused = String::new();
    let mut try_file = |path: &Path, dir: Option<&Path>| -> Option<Opened> {
        if let Some(dir) = dir {
            open_dependencies(known, dir);
        }
        // SAFETY: loading a library of CUDA runs only its own initialisers, which do not depend on the program.
        match unsafe { Library::new(path) } {
            Ok(library) => Some(Opened { library, path: path.to_owned() }),
            Err(error) => {
                if dir.is_some() {
                    refused = format!(" ({} is there, but does not load: {error})", path.display());
                }
                None
            }
        }
    };
    let (explicit, fallback) = directories(known.name);
    for dir in &explicit {
        for file in &files {
            let path = dir.join(file);
            if path.is_file()
                && let Some(opened) = try_file(&path, Some(dir))
            {
                return Ok(opened);
            }
        }
    }
    for file in &files {
        if let Some(opened) = try_file(Path::new(file), None) {
            return Ok(opened);
        }
    }
    for dir in &fallback {
        for file in &files {
            let path = dir.join(file);
            if path.is_file()
                && let Some(opened) = try_file(&path, Some(dir))
            {
                return Ok(opened);
            }
        }
    }
    Err(missing(known, newest, &refused))
}

/// Opens dependencies of a library that its own search may not find: the loader uses an open file of the same name.
fn open_dependencies(known: &LibraryFacts, dir: &Path) {
    for prefix in known.dependencies {
        let Ok(entries) = std::fs::read_dir(dir) else { continue };
        for entry in entries.flatten() {
            if entry.file_name().to_string_lossy().starts_with(prefix) {
                // SAFETY: as for the library itself. A failure is reported by the library that needs the file.
                if let Ok(library) = unsafe { Library::new(entry.path()) } {
                    std::mem::forget(library);
                }
            }
        }
    }
}

/// The directories in which a library is searched for, in order.
pub(crate) fn directories_of_libraries(name: Name) -> Vec<PathBuf> {
    let (mut explicit, fallback) = directories(name);
    explicit.extend(fallback);
    explicit
}

/// Debian's library directory of this architecture.
const SYSTEM_DIRECTORY: &str =
    if cfg!(target_arch = "aarch64") { "/usr/lib/aarch64-linux-gnu" } else { "/usr/lib/x86_64-linux-gnu" };

/// The library subdirectory of a toolkit for this architecture: `sbsa` is NVIDIA's name of servers with aarch64.
const TOOLKIT_SUBDIRECTORY: &str =
    if cfg!(target_arch = "aarch64") { "targets/sbsa-linux/lib" } else { "targets/x86_64-linux/lib" };

/// Directories to search before the system's loader, and those after it.
fn directories(name: Name) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let strings = |paths: &[&str]| paths.iter().map(PathBuf::from).collect::<Vec<_>>();
    if name == Name::Cuda {
        // The driver comes with the machine, never with a toolkit: a toolkit's libcuda is a stub to link against.
        let system_directories = ["/usr/lib/wsl/lib", "/usr/local/nvidia/lib64", SYSTEM_DIRECTORY, "/usr/lib64"];
        return (Vec::new(), strings(&system_directories));
    }
    let mut explicit_directories = PACKAGE_DIRECTORIES.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
    explicit_directories.retain(|folder| folder.join("nvidia").is_dir());
    explicit_directories
        .extend(SEARCH_DIRECTORIES.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).iter().cloned());
    if let Some(paths) = std::env::var_os("CUPRUST_LIBRARY_PATH") {
        explicit_directories.extend(std::env::split_paths(&paths));
    }
    let mut explicit = Vec::new();
    for path in explicit_directories {
        // The directory itself, the wheels in it, and the wheels in its `nvidia`.
        let wheels: Vec<PathBuf> = [path.clone(), path.join("nvidia")].iter().flat_map(|dir| wheels(dir)).collect();
        explicit.push(path);
        explicit.extend(wheels);
    }
    for variable in ["CUDA_PATH", "CUDA_HOME"] {
        if let Some(toolkit) = std::env::var_os(variable).filter(|toolkit| !toolkit.is_empty()) {
            let toolkit = PathBuf::from(toolkit);
            let folders = ["lib64", "lib", TOOLKIT_SUBDIRECTORY, "extras/CUPTI/lib64"];
            explicit.extend(folders.map(|folder| toolkit.join(folder)));
        }
    }
    let mut fallback = strings(&["/usr/local/cuda/lib64", SYSTEM_DIRECTORY, "/usr/lib64", "/opt/cuda/lib64"]);
    let mut toolkits: Vec<PathBuf> = std::fs::read_dir("/usr/local")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("cuda-"))
        .map(|entry| entry.path().join("lib64"))
        .collect();
    toolkits.sort();
    fallback.extend(toolkits.into_iter().rev());
    (explicit, fallback)
}

/// The `lib` directories of the wheels in a directory: `cu13/lib`, `cuda_nvrtc/lib` and the like, newest first.
fn wheels(dir: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("lib"))
        .filter(|lib| lib.is_dir())
        .collect();
    found.sort();
    // "cu13" comes before the wheels of CUDA 12, whose directories are named for libraries.
    found.sort_by_key(|lib| !lib.parent().is_some_and(|dir| dir.ends_with("cu13")));
    found
}

fn missing(known: &LibraryFacts, newest: Option<u32>, refused: &str) -> Error {
    if known.name == Name::Cuda {
        return Error::library(format!(
            "libcuda was not found{refused}: it comes with the NVIDIA driver, which has to be installed on this machine \
             (in a container, start it with access to the GPU)"
        ));
    }
    let install = installation(known, newest);
    Error::library(format!(
        "{} was not found{refused}: {install}, or set CUPRUST_LIBRARY_PATH to the directory that holds it",
        known.title
    ))
}

/// The command that installs a library for the newest CUDA that the driver supports.
fn installation(known: &LibraryFacts, newest: Option<u32>) -> String {
    let [thirteen, twelve] = known.packages;
    match newest {
        Some(12) => format!("pip install {twelve}"),
        Some(_) => format!("pip install {thirteen}"),
        None => format!("pip install {thirteen} (with a driver for CUDA 12: {twelve})"),
    }
}

/// The pip command that installs the library of a title of [`found`]; `None` for the driver, which is part of the
/// machine.
pub fn installed_by(title: &str) -> Option<String> {
    let known = LIBRARIES.iter().find(|known| known.title == title && known.name != Name::Cuda)?;
    Some(installation(known, super::driver_version().ok().map(|(major, _)| major)))
}

/// The version as "13.0" or "13.0.88". Empty if the library does not report it.
fn version(known: &LibraryFacts, opened: &Opened) -> Option<String> {
    let library = &opened.library;
    match known.version {
        Version::Property(name) => {
            // SAFETY: every library listed so has this function with this type.
            let property =
                unsafe { library.get::<unsafe extern "C" fn(u32, *mut i32) -> u32>(name.as_bytes()) }.ok()?;
            let mut parts = Vec::new();
            for part in 0..3 {
                let mut value = 0;
                // SAFETY: the pointer is valid for the one integer that is written.
                if unsafe { property(part, &mut value) } != 0 {
                    return None;
                }
                parts.push(value.to_string());
            }
            Some(parts.join("."))
        }
        Version::Pair(name) => {
            // SAFETY: every library listed so has this function with this type.
            let pair =
                unsafe { library.get::<unsafe extern "C" fn(*mut i32, *mut i32) -> u32>(name.as_bytes()) }.ok()?;
            let (mut major, mut minor) = (0, 0);
            // SAFETY: both pointers are valid for the one integer that is written.
            (unsafe { pair(&mut major, &mut minor) } == 0).then(|| format!("{major}.{minor}"))
        }
        Version::Number(name, major, minor) => {
            // SAFETY: every library listed so has this function with this type.
            let number = unsafe { library.get::<unsafe extern "C" fn(*mut i32) -> u32>(name.as_bytes()) }.ok()?;
            let mut value = 0;
            // SAFETY: the pointer is valid for the one integer that is written.
            (unsafe { number(&mut value) } == 0).then(|| format!("{}.{}", value / major, value % major / minor))
        }
        Version::Returned(name, major, minor) => {
            // SAFETY: every library listed so has this function with this type.
            let number = unsafe { library.get::<unsafe extern "C" fn() -> usize>(name.as_bytes()) }.ok()?;
            // SAFETY: the function takes nothing and only returns a constant.
            let value = unsafe { number() };
            Some(format!("{}.{}", value / major, value % major / minor))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_are_found_below_a_directory_and_below_its_nvidia() {
        let root = std::env::temp_dir().join(format!("cuprust-wheels-{}", std::process::id()));
        for dir in ["nvidia/cuda_nvrtc/lib", "nvidia/cu13/lib", "nvidia/cublas/include"] {
            std::fs::create_dir_all(root.join(dir)).unwrap();
        }
        let found = wheels(&root.join("nvidia"));
        std::fs::remove_dir_all(&root).unwrap();
        assert_eq!(found, [root.join("nvidia/cu13/lib"), root.join("nvidia/cuda_nvrtc/lib")]);
    }

    #[test]
    fn a_missing_library_names_the_package_of_the_drivers_version() {
        let cublas = LIBRARIES.iter().find(|known| known.name == Name::Cublas).unwrap();
        assert!(missing(cublas, Some(12), "").text().contains("pip install nvidia-cublas-cu12"));
        assert!(missing(cublas, Some(13), "").text().contains("pip install nvidia-cublas,"));
        assert!(installation(cublas, Some(12)).ends_with("nvidia-cublas-cu12"));
        assert!(installed_by("libcublas").unwrap().contains("nvidia-cublas"));
        assert_eq!((installed_by("libcuda"), installed_by("libnothing")), (None, None));
        let cuda = missing(&LIBRARIES[0], None, "");
        assert_eq!(cuda.kind(), cuprust_ir::ErrorKind::Library);
        assert!(cuda.text().contains("NVIDIA driver"), "{cuda}");
    }

    #[test]
    fn a_file_that_is_no_library_is_refused_and_named() {
        let dir = std::env::temp_dir().join(format!("cuprust-broken-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("libcuprust-broken.so.1"), "no ELF").unwrap();
        add_search_directory(&dir);
        let known = LibraryFacts {
            name: Name::Curand,
            title: "libcuprust-broken",
            files: &[("libcuprust-broken.so.1", 0)],
            dependencies: &[],
            packages: ["some-package", "some-package-cu12"],
            version: Version::Pair(""),
        };
        let error = search(&known, None).err().unwrap();
        std::fs::remove_dir_all(&dir).unwrap();
        assert!(error.text().contains("does not load"), "{error}");
    }

    #[test]
    fn found_lists_every_library_once() {
        let found = found();
        assert_eq!(found.len(), LIBRARIES.len());
        for (title, path, version) in found {
            println!("{title} {path:?} {version}");
            assert!(path.is_none() || !version.is_empty(), "{title} is there but does not tell its version");
        }
    }
}
