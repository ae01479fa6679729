//! CUDA's command-line compiler, for kernels that request it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use cuprust_ir::{Error, Result};

use crate::compile::{CompiledModule, Image, Options};
use crate::driver::nvrtc::Form;
use crate::signature::Signature;

/// The path of the compiler: from `NVCC`, in the toolkit of `CUDA_PATH` or `CUDA_HOME`, in `PATH`, or in the usual
/// directories of toolkits.
pub fn path() -> Option<PathBuf> {
    let named = |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(named) = named("NVCC") {
        return Some(named);
    }
    let toolkits = ["CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(named).map(|home| home.join("bin"));
    let searched = std::env::var_os("PATH").unwrap_or_default();
    let usual = PathBuf::from("/usr/local/cuda/bin");
    let all = toolkits.chain(std::env::split_paths(&searched)).chain([usual]);
    let found = all.map(|folder| folder.join("nvcc")).find(|file| file.is_file());
    // It is run in another folder.
    found.map(|file| std::path::absolute(&file).unwrap_or(file))
}

/// A folder for the files of one compilation, removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let folder = std::env::temp_dir().join(format!("cuprust-nvcc-{}-{number}", std::process::id()));
            match std::fs::create_dir(&folder) {
                Ok(()) => return Ok(Folder(folder)),
                // A process of the same number ended before it removed its folder.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Error::io(format!("{}: {error}", folder.display()))),
            }
        }
    }

    fn write(&self, name: &str, text: &str) -> Result<()> {
        let file = self.0.join(name);
        let written = match file.parent() {
            Some(parent) => std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&file, text)),
            None => std::fs::write(&file, text),
        };
        written.map_err(|error| Error::io(format!("{}: {error}", file.display())))
    }

    fn read(&self, name: &str) -> Result<Vec<u8>> {
        let file = self.0.join(name);
        std::fs::read(&file).map_err(|error| Error::io(format!("{}: {error}", file.display())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether a flag requests relocatable device code, as dynamic parallelism needs it.
fn is_separate(flag: &str) -> bool {
    matches!(flag, "-dc" | "--device-c" | "-rdc=true" | "--relocatable-device-code=true")
}

/// Flags that are followed by the path of a folder or a file: in the next flag, or in the same, perhaps after `=`.
const OF_PATHS: [&str; 12] = [
    "--include-path",
    "--system-include",
    "--pre-include",
    "--library-path",
    "--compiler-bindir",
    "--options-file",
    "-isystem",
    "-include",
    "-ccbin",
    "-optf",
    "-I",
    "-L",
];

/// The flags with absolute paths: the compiler is run in another folder.
fn with_whole_paths<'a>(flags: impl Iterator<Item = &'a str>) -> Vec<String> {
    let whole = |path: &str| std::path::absolute(path).map_or(path.to_owned(), |whole| whole.display().to_string());
    let mut is_path = false;
    let flag = |flag: &str| {
        if std::mem::take(&mut is_path) {
            return whole(flag);
        }
        let Some(name) = OF_PATHS.into_iter().find(|name| flag.starts_with(name)) else { return flag.to_owned() };
        is_path = flag == name;
        let (equals, path) = match flag[name.len()..].strip_prefix('=') {
            Some(path) => ("=", path),
            None => ("", &flag[name.len()..]),
        };
        // A long flag of another name may have this prefix.
        if path.is_empty() || name.starts_with("--") && equals.is_empty() {
            return flag.to_owned();
        }
        format!("{name}{equals}{}", whole(path))
    };
    flags.map(flag).collect()
}

/// Compiles a program for a device of a compute capability. A GPU gets machine code, another device PTX.
///
/// # Errors
/// `Library` where the compiler is not installed; `Compile` with what it says, and the numbered text.
pub(crate) fn module(form: Form, text: &str, capability: (u32, u32), options: &Options) -> Result<CompiledModule> {
    let Some(nvcc) = path() else {
        return Err(Error::library(
            "nvcc was not found, which backend='nvcc' calls: install a CUDA toolkit and let CUDA_PATH or PATH name it, or use backend='nvrtc'",
        ));
    };
    if !options.names.is_empty() {
        return Err(Error::value("name expressions are looked up by backend='nvrtc' alone"));
    }
    let folder = Folder::new()?;
    folder.write(FILE, text)?;
    options.headers.iter().try_for_each(|(name, text)| folder.write(name, text))?;
    let number = capability.0 * 10 + capability.1;
    let separate = options.flags.iter().any(|flag| is_separate(flag));
    let flags = with_whole_paths(options.flags.iter().map(String::as_str).filter(|flag| !is_separate(flag)));
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let run = |command: &[&str], architecture: &str| {
        call(&nvcc, &folder, command, &format!("-arch={architecture}{number}"), &flags)
    };
    // The signatures of kernels are read from PTX.
    let mut log = run(&["-ptx", "-rdc", if separate { "true" } else { "false" }, "-o", "kernel.ptx", FILE], "compute_")
        .map_err(|error| refused(&error, &options.flags, text))?;
    let ptx = folder.read("kernel.ptx")?;
    let kernels = Signature::of_ptx(&String::from_utf8_lossy(&ptx));
    let code = match (form, separate) {
        (Form::Ptx, _) => ptx,
        (Form::Cubin, false) => {
            log = run(&["-cubin", "-o", "kernel.cubin", FILE], "sm_")
                .map_err(|error| refused(&error, &options.flags, text))?;
            folder.read("kernel.cubin")?
        }
        (Form::Cubin, true) => {
            log =
                run(&["-dc", "-o", "kernel.o", FILE], "sm_").map_err(|error| refused(&error, &options.flags, text))?;
            run(&["-dlink", "-cubin", "-o", "kernel.cubin", "kernel.o", "-lcudadevrt"], "sm_")
                .map_err(|error| refused(&error, &options.flags, text))?;
            folder.read("kernel.cubin")?
        }
    };
    Ok(CompiledModule { image: Image { code, names: Vec::new() }, kernels, log })
}

/// The name of the program in diagnostics.
const FILE: &str = "kernel.cu";

/// Runs the compiler in a folder. Returns its output, as the error's text if it fails.
fn call(nvcc: &Path, folder: &Folder, command: &[&str], architecture: &str, flags: &[&str]) -> Result<String> {
    let mut process = Command::new(nvcc);
    process.current_dir(&folder.0).args(["-I", "."]).arg(architecture).args(command).args(flags);
    let done = process.stdin(Stdio::null()).output();
    let done = done.map_err(|error| Error::library(format!("{}: {error}", nvcc.display())))?;
    let log = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    if done.status.success() { Ok(log) } else { Err(Error::compile(format!("{log}\nnvcc ended with {}", done.status))) }
}

/// The error with the flags and the numbered program.
fn refused(error: &Error, flags: &[String], text: &str) -> Error {
    if error.kind() != cuprust_ir::ErrorKind::Compile {
        return error.clone();
    }
    Error::compile(crate::compile::numbered(error.text(), "nvcc", flags, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_folder_that_the_program_runs_in() {
        let here = |path: &str| std::env::current_dir().unwrap().join(path).display().to_string();
        let given_flags = [
            "-I",
            "a",
            "-Ib/c",
            "-I=d",
            "--include-path=e",
            "--include-path",
            "/f",
            "-O3",
            "-lineinfo",
            "--include-pathology",
        ];
        let found = with_whole_paths(given_flags.into_iter());
        let (in_b, in_d, in_e) =
            (format!("-I{}", here("b/c")), format!("-I={}", here("d")), format!("--include-path={}", here("e")));
        let expected =
            ["-I", &here("a"), &in_b, &in_d, &in_e, "--include-path", "/f", "-O3", "-lineinfo", "--include-pathology"];
        assert_eq!(found, expected);
        assert_eq!(with_whole_paths(["-isystem", "x", "-I"].into_iter()), ["-isystem", &here("x"), "-I"]);
    }
}
