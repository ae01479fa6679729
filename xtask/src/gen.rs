//! Are the files that are made from the rows and the function table as these are now? Writes them, or with `--check`
//! says which are stale.
//!
//! What is made from the rows comes first and needs the crate `ops` alone: `crates/cuprust` is compiled from it. What
//! is made from the function table is written by a program of its own, which is compiled with `crates/cuprust` when the
//! rows' files are fresh.

mod examples;
mod page;
mod rust;
mod special;

use std::path::Path;
use std::process::{Command, ExitCode};

use cuprust_ops::{SPECIAL, TOP};
use xtask::made::{Made, make, only_check};
use xtask::ufuncs;
use xtask::ufuncs::{chapters, chapters_of};

/// The files, in the order in which they are made.
fn files() -> Vec<Made<'static>> {
    vec![
        Made::new("crates/cuda/src/write/special.cu", |root| {
            special::text(root).map_err(|refusal| refusal.to_string())
        }),
        Made::new("crates/cuprust/src/ufunc/rows.rs", |_| Ok(rust::module(TOP))),
        Made::new("crates/scipy/src/special/rows.rs", |_| Ok(rust::module(SPECIAL))),
        Made::new("docs/ufuncs.md", |_| Ok(page::page())),
        Made::new("python/cuprust/_ufuncs.pyi", |_| Ok(ufuncs::stub(TOP))),
    ]
}

/// Writes the files; with `--check` it changes nothing and fails where one is stale.
pub fn run(root: &Path, arguments: &[String]) -> ExitCode {
    let Some(check) = only_check(arguments) else {
        eprintln!("usage: cargo run -p xtask -- gen [--check]");
        return ExitCode::from(2);
    };
    let made = make(root, &files(), check);
    if made == ExitCode::SUCCESS { from_table(root, arguments) } else { made }
}

/// Builds and runs the program that writes what is made from the function table.
fn from_table(root: &Path, arguments: &[String]) -> ExitCode {
    const PROGRAM: &str = "xtask-table";
    let Ok(own) = std::env::current_exe() else { return ExitCode::FAILURE };
    // With all packages chosen, as `make` chooses them, so that nothing is compiled a second time with fewer features.
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
