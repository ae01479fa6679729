//! Checks the repository's own rules. Each rule is a function from a file, or from all files, to the faults found.

mod allocations;
mod borders;
mod floors;
mod imports;
mod names;
mod notes;
mod sizes;
mod source;
mod unfinished;
mod widths;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use source::File;

/// A position at which a rule is broken; it prints as `file:line: what`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Fault {
    file: String,
    line: usize,
    what: String,
}

impl Fault {
    fn new(file: &File, line: usize, what: impl Into<String>) -> Fault {
        Fault { file: file.path.clone(), line, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// The rules for single files; each ignores files that it does not apply to.
const RULES: &[fn(&File) -> Vec<Fault>] = &[
    source::tokenises,
    floors::lower_floors_only,
    floors::foreign_dependencies,
    borders::foreign_crates,
    borders::other_names,
    borders::devices_above_the_seam,
    names::file_names,
    names::module_names,
    notes::opening_sentence,
    notes::safety,
    allocations::lists_that_cannot_fail,
    allocations::fallible_elsewhere,
    unfinished::words,
    unfinished::macros,
    widths::comments,
];

/// The rules for all files at once.
const RULES_OF_ALL: &[RuleOfAll] = &[imports::one_direction];

type RuleOfAll = fn(&[File]) -> Vec<Fault>;

/// Print every fault below `root`; the exit code is 1 where there is one, and 2 where the files cannot be read.
pub fn run(root: &Path, arguments: &[String]) -> ExitCode {
    if let Some(unknown) = arguments.first() {
        eprintln!("tidy: expected no argument, found {unknown:?}");
        return ExitCode::from(2);
    }
    let files = match source::files(root) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("tidy: {error}");
            return ExitCode::from(2);
        }
    };
    let mut faults: Vec<Fault> = files.iter().flat_map(|file| RULES.iter().flat_map(|rule| rule(file))).collect();
    faults.extend(RULES_OF_ALL.iter().flat_map(|rule| rule(&files)));
    faults.sort();
    for fault in &faults {
        println!("{fault}");
    }
    for grown in sizes::grown(root, &files) {
        println!("note: {grown}");
    }
    println!("tidy: {} files, {} faults", files.len(), faults.len());
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_prints_its_position() {
        let file = File::new("a/b.rs", "");
        assert_eq!(Fault::new(&file, 7, "what").to_string(), "a/b.rs:7: what");
    }

    #[test]
    fn the_repository_is_found_and_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let files = source::files(root).unwrap();
        for path in ["crates/ir/src/error.rs", "crates/ir/Cargo.toml", "xtask/src/tidy.rs", "Makefile"] {
            assert!(files.iter().any(|file| file.path == path), "{path}");
        }
        assert!(!files.iter().any(|file| file.path.contains("target/") || file.path.contains(".venv")));
    }
}
