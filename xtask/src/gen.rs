//! Generates the files that follow from the rows and the function table; with `--check` it lists the stale ones
//! instead.
//!
//! The rows' files come first and need only the crate `ops`, because `crates/cuprust` is compiled from them. The
//! function table's files are written by a separate program, which is compiled with `crates/cuprust` when the rows'
//! files are fresh.

mod examples;
mod page;
mod rust;
mod special;

use std::path::Path;
use std::process::{Command, ExitCode};

use cuprust_ops::{SPECIAL, TOP};
use xtask::made::{GeneratedFile, make, only_check};
use xtask::ufuncs;
use xtask::ufuncs::{chapters, chapters_of};

/// The files, in the order in which they are generated.
fn files() -> Vec<GeneratedFile<'static>> {
    vec![
        GeneratedFile::new("crates/cuda/src/write/special.cu", |root| {
            special::text(root).map_err(|refusal| refusal.to_string())
        }),
        GeneratedFile::new("crates/cuprust/src/ufunc/rows.rs", |_| Ok(rust::module(TOP))),
        GeneratedFile::new("crates/scipy/src/special/rows.rs", |_| Ok(rust::module(SPECIAL))),
        GeneratedFile::new("docs/ufuncs.md", |_| Ok(page::page())),
        GeneratedFile::new("python/cuprust/_ufuncs.pyi", |_| Ok(ufuncs::stub(TOP))),
    ]
}

/// Writes the files; with `--check` it changes nothing and fails if one is stale.
pub fn run(root: &Path, arguments: &[String]) -> ExitCode {
    let Some(check) = only_check(arguments) else {
        eprintln!("usage: cargo run -p xtask -- gen [--check]");
        return ExitCode::from(2);
    };
    let made = make(root, &files(), check);
    if made == ExitCode::SUCCESS { from_table(root, arguments) } else { made }
}

/// Builds and runs the program that writes the function table's files.
fn from_table(root: &Path, arguments: &[String]) -> ExitCode {
    const PROGRAM: &str = "xtask-table";
    let Ok(own) = std::env::current_exe() else { return ExitCode::FAILURE };
    // All packages are selected, as by `make`, so that nothing is compiled a second time with fewer features.
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--workspace", "--quiet", "--bin", PROGRAM]).current_dir(root);
    let mut program = Command::new(own.with_file_name(PROGRAM));
    program.args(arguments).current_dir(root);
    for mut step in [build, program] {
        match step.status() {
            Ok(status) if status.success() => {}
            Ok(_) => return ExitCode::FAILURE,
            Err(error) => {
                eprintln!("{}: {error}", step.get_program().to_string_lossy());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_and_alias_is_in_the_files_of_its_modules() {
        let (made, page) = (|module| [rust::module(module), ufuncs::stub(module)], page::page());
        for row in chapters().flat_map(|(_, rows)| *rows) {
            for name in std::iter::once(&row.name).chain(row.aliases) {
                let shown = [format!("`{name}`"), format!(".{name}`")];
                assert!(shown.iter().any(|shown| page.contains(shown)), "{name} is not in the page");
                for module in row.modules {
                    let [rust, stub] = made(module);
                    let mut words = rust.split(|c: char| c != '_' && !c.is_alphanumeric());
                    let in_rust = words.any(|word| word.trim_end_matches('_') == *name);
                    assert!(in_rust || rust::BY_HAND.contains(name), "{name} is not in the Rust file of {module}");
                    assert_eq!(
                        stub.contains(&format!("\n{name}: ufunc[")),
                        !row.function,
                        "{name} in the stub of {module}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_module_of_a_row_has_files() {
        for row in chapters().flat_map(|(_, rows)| *rows) {
            for module in row.modules {
                assert!([TOP, SPECIAL].contains(module), "{}: {module} has no files", row.name);
            }
        }
    }
}
