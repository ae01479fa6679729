//! Runs a task of the repository: `cargo run -p xtask -- tidy`.

mod r#gen;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

/// A task: its name, its description, and the function that runs it at the repository's root with the rest of the
/// command line.
type Task = (&'static str, &'static str, fn(&Path, &[String]) -> ExitCode);

const TASKS: &[Task] = &[
    ("gen", "write what is made from the rows, or --check that it is fresh", r#gen::run),
    ("tidy", "check layers, sizes, names and notes", tidy::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let chosen = arguments.first().and_then(|name| TASKS.iter().find(|chore| chore.0 == name));
    if let Some((_, _, chore)) = chosen {
        return chore(root, &arguments[1..]);
    }
    eprintln!("usage: cargo run -p xtask -- CHORE, where CHORE is one of");
    for (name, what, _) in TASKS {
        eprintln!("  {name:<8} {what}");
    }
    ExitCode::from(2)
}
