//! Which chore of the repository is to be done: `cargo run -p xtask -- tidy`.

mod r#gen;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

/// A chore: its name, what it does, and the function that does it at the repository's root with the rest of the
/// command line.
type Chore = (&'static str, &'static str, fn(&Path, &[String]) -> ExitCode);

const CHORES: &[Chore] = &[
    ("gen", "write what is made from the rows, or --check that it is fresh", r#gen::run),
    ("tidy", "check layers, sizes, names and notes", tidy::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let chosen = arguments.first().and_then(|name| CHORES.iter().find(|chore| chore.0 == name));
    if let Some((_, _, chore)) = chosen {
        return chore(root, &arguments[1..]);
    }
    eprintln!("usage: cargo run -p xtask -- CHORE, where CHORE is one of");
    for (name, what, _) in CHORES {
        eprintln!("  {name:<8} {what}");
    }
    ExitCode::from(2)
}
