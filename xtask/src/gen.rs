//! Are the files that are made from the rows and the function table as these are now? Writes them, or with `--check` says which are stale.

mod coverage;
mod functions;
mod inventory;
mod page;
mod rust;
mod stub;

use std::path::Path;
use std::process::ExitCode;

use cuprust_ops::Row;
use cuprust_ops::rows::{CHAPTERS, UNNAMED};

/// A file that is made: where it stands, and what makes its text.
type Made = (&'static str, fn(&Path) -> String);

const FILES: &[Made] = &[
    ("crates/cuprust/src/ufunc/rows.rs", |_| rust::functions()),
    ("docs/rows.md", |_| page::page()),
    ("python/cuprust/_ufuncs.pyi", |_| stub::stub()),
    ("python/cuprust/_functions.pyi", |_| functions::stub()),
    ("docs/functions.md", |_| functions::page()),
    ("docs/coverage.md", coverage::page),
];

/// Writes the files; with `--check` it changes nothing and fails where one is stale.
pub fn run(root: &Path, arguments: &[String]) -> ExitCode {
    let check = match arguments {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => {
            eprintln!("usage: cargo run -p xtask -- gen [--check]");
            return ExitCode::from(2);
        }
    };
    let mut faults = 0;
    // The coverage is read from the stubs, so it comes after them.
    for (place, make) in FILES {
        let (path, text) = (root.join(place), make(root));
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            eprintln!("{place}: stale; `cargo run -p xtask -- gen` writes it anew");
            faults += 1;
        } else if let Err(error) = write(&path, &text) {
            eprintln!("{place}: {error}");
            faults += 1;
        } else {
            println!("{place}: written");
        }
    }
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text)
}

/// The chapters whose rows have names of their own.
fn chapters() -> impl Iterator<Item = &'static (&'static str, &'static [Row])> {
    CHAPTERS.iter().filter(|(chapter, _)| *chapter != UNNAMED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_and_alias_is_in_every_file() {
        for (place, make) in FILES {
            if !place.contains("rows") && !place.contains("_ufuncs") {
                continue;
            }
            let text = make(Path::new("."));
            for row in chapters().flat_map(|(_, rows)| *rows) {
                for name in std::iter::once(&row.name).chain(row.aliases) {
                    let by_hand = rust::BY_HAND.contains(name) && !place.ends_with(".md");
                    assert!(by_hand || text.contains(name), "{name} is not in {place}");
                }
            }
        }
    }

    #[test]
    fn a_stale_file_is_found_and_mended() {
        let root = std::env::temp_dir().join(format!("cuprust-gen-{}", std::process::id()));
        let check = ["--check".to_owned()];
        assert_eq!(run(&root, &check), ExitCode::FAILURE);
        assert_eq!(run(&root, &[]), ExitCode::SUCCESS);
        assert_eq!(run(&root, &check), ExitCode::SUCCESS);
        std::fs::write(root.join(FILES[1].0), "old").unwrap();
        assert_eq!(run(&root, &check), ExitCode::FAILURE);
        std::fs::remove_dir_all(&root).unwrap();
    }
}
