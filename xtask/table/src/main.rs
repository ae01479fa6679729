//! Generates the files that follow from the function table. `xtask gen` runs this program after it has written the
//! sources that the table's crate is compiled from.

mod coverage;
mod functions;
mod inventory;
mod modules;

use std::path::Path;
use std::process::ExitCode;

use xtask::made::{GeneratedFile, make, only_check};

/// The files, in the order in which they are generated: the coverage is read from the stubs.
fn files(root: &Path) -> Vec<GeneratedFile<'static>> {
    let mut files = vec![GeneratedFile::new("python/cuprust/_functions.pyi", |_| Ok(functions::stub()))];
    files.extend(modules::files(root));
    files.push(GeneratedFile::new("docs/functions.md", |_| Ok(functions::page())));
    files.push(GeneratedFile::new("docs/coverage.md", |root| Ok(coverage::page(root))));
    files
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    let Some(check) = only_check(&arguments) else {
        eprintln!("usage: xtask-table [--check]");
        return ExitCode::from(2);
    };
    let files = files(root);
    let left_over = modules::left_over(root, &files);
    for path in &left_over {
        eprintln!("{path}: its module is not declared any more; remove it");
    }
    let made = make(root, &files, check);
    if left_over.is_empty() { made } else { ExitCode::FAILURE }
}
