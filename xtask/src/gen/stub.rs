//! The lines of the Python stubs that are the ufuncs'.

use std::fmt::Write;

use super::chapters_of;

/// The text of the stub of a module's ufuncs.
pub fn stub(module: &'static str) -> String {
    let mut out = format!(
        "# Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.\n\
         \"\"\"The ufuncs of {module}, one for each row.\"\"\"\n\n\
         from cuprust import ufunc\n",
    );
    for (chapter, rows) in chapters_of(module) {
        write!(out, "\n# {chapter}\n").expect("a string takes all");
        for row in rows.iter().filter(|row| !row.function) {
            for name in std::iter::once(&row.name).chain(row.aliases) {
                writeln!(out, "{name}: ufunc\n\"\"\"{}\"\"\"", row.doc.replace('\\', "\\\\"))
                    .expect("a string takes all");
            }
        }
    }
    out
}
