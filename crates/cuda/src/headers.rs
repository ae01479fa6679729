//! Finds the headers of CUDA for a user's kernel: those of a toolkit, or of the Python packages that contain them.

use std::path::{Path, PathBuf};

use crate::driver::library::{self, Name};

/// The directories of CUDA's headers for a compiler of this major version, if they are installed: that of `cuda_fp16.h`
/// and the like, and that of CCCL (`cuda/std`, `cub`, `thrust`).
pub fn directories(major: u32) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let has = |found: &[PathBuf], file: &str| found.iter().any(|dir| dir.join(file).is_file());
    for dir in library::directories_of_libraries(Name::Nvrtc).iter().flat_map(|lib| include_directories(lib)) {
        if !has(&found, "cuda_fp16.h")
            && dir.join("cuda_fp16.h").is_file()
            && version(&dir).is_none_or(|own| own == major)
        {
            found.push(dir.clone());
        }
        for dir in [dir.join("cccl"), dir] {
            if !has(&found, "cuda/std/version") && dir.join("cuda/std/version").is_file() {
                found.push(dir);
            }
        }
    }
    found
}

/// The directories of headers that belong to a directory of libraries: for a toolkit `../include`, for a Python package
/// the same, and those of its sibling packages, which have a directory each for CUDA 12.
fn include_directories(lib: &Path) -> Vec<PathBuf> {
    let Some(root) = lib.parent() else { return Vec::new() };
    let mut dirs = vec![root.join("include"), root.join("../../include")];
    if root.parent().is_some_and(|wheels| wheels.ends_with("nvidia")) {
        let packages = root.parent().and_then(|wheels| std::fs::read_dir(wheels).ok()).into_iter().flatten().flatten();
        let mut packages: Vec<PathBuf> = packages.map(|entry| entry.path().join("include")).collect();
        packages.sort();
        dirs.extend(packages);
    }
    dirs
}

/// The major version of CUDA that headers belong to, if they state it.
fn version(dir: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(dir.join("cuda.h")).ok()?;
    let line = text.lines().find_map(|line| line.trim().strip_prefix("#define CUDA_VERSION"))?;
    line.trim().parse::<u32>().ok().map(|number| number / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_another_major_version_are_left_alone() {
        let root = std::env::temp_dir().join(format!("cuprust-headers-{}", std::process::id()));
        let include = root.join("include");
        std::fs::create_dir_all(include.join("cuda/std")).unwrap();
        std::fs::write(include.join("cuda_fp16.h"), "").unwrap();
        std::fs::write(include.join("cuda.h"), "#pragma once\n#define CUDA_VERSION 12040\n").unwrap();
        std::fs::write(include.join("cuda/std/version"), "").unwrap();
        assert_eq!(version(&include), Some(12));
        assert_eq!(version(&root), None);
        assert_eq!(include_directories(&root.join("lib"))[0], include);
        std::fs::remove_dir_all(root).unwrap();
    }
}
