//! The rows by chapters and modules, and the lines of the Python stubs for ufuncs.

use std::fmt::Write;

use cuprust_ops::Row;
use cuprust_ops::rows::{CHAPTERS, UNNAMED};

/// The chapters whose rows have names of their own.
pub fn chapters() -> impl Iterator<Item = &'static (&'static str, &'static [Row])> {
    CHAPTERS.iter().filter(|(chapter, _)| *chapter != UNNAMED)
}

/// The rows that a module has, with their chapters.
pub fn chapters_of(module: &str) -> impl Iterator<Item = (&'static str, Vec<&'static Row>)> {
    chapters().filter_map(move |(chapter, rows)| {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.modules.contains(&module)).collect();
        (!rows.is_empty()).then_some((*chapter, rows))
    })
}

/// The text of the stub of a module's ufuncs.
pub fn stub(module: &str) -> String {
    format!(
        "# Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.\n\
         \"\"\"The ufuncs of {module}, one for each row.\"\"\"\n\n\
         from cuprust import ndarray, ufunc\n{}",
        definitions(module)
    )
}

/// The stub's lines for a module's ufuncs; empty for a module without any.
pub fn definitions(module: &str) -> String {
    let mut out = String::new();
    for (chapter, rows) in chapters_of(module) {
        write!(out, "\n# {chapter}\n").expect("a string takes all");
        for row in rows.iter().filter(|row| !row.function) {
            let result = match row.outputs.len() {
                1 => "ndarray".to_owned(),
                several => format!("tuple[{}]", vec!["ndarray"; several].join(", ")),
            };
            for name in std::iter::once(&row.name).chain(row.aliases) {
                writeln!(out, "{name}: ufunc[{result}]\n\"\"\"{}\"\"\"", row.doc.replace('\\', "\\\\"))
                    .expect("a string takes all");
            }
        }
    }
    out
}
