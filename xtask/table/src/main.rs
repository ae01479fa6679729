//! Are the files that are made from the function table as it is now? `xtask gen` runs this program after it has written
//! what the table's crate is compiled from.

mod coverage;
mod functions;
mod inventory;
mod modules;

use std::path::Path;
use std::process::ExitCode;

use xtask::made::{Made, make, only_check};

/// The files, in the order in which they are made: the coverage is read from the stubs.
fn files(root: &Path) -> Vec<Made<'static>> {
    let mut files = vec![Made::new("python/cuprust/_functions.pyi", |_| Ok(functions::stub()))];
    files.extend(modules::files(root));
    files.push(Made::new("docs/functions.md", |_| Ok(functions::page())));
    files.push(Made::new("docs/coverage.md", |root| Ok(coverage::page(root))));
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
    for place in &left_over {
        eprintln!("{place}: its module is not declared any more; remove it");
    }
    let made = make(root, &files, check);
    if left_over.is_empty() { made } else { ExitCode::FAILURE }
}
