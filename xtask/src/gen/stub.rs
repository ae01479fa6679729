//! The lines of the Python stub that are the ufuncs'.

use std::fmt::Write;

use super::chapters;

/// The text of `python/cuprust/_ufuncs.pyi`.
pub fn stub() -> String {
    let mut out = String::from(
        "# Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.\n\
         \"\"\"The ufuncs of cuprust, one for each row.\"\"\"\n\n\
         from cuprust import ufunc\n",
    );
    for (chapter, rows) in chapters() {
        write!(out, "\n# {chapter}\n").expect("a string takes all");
        // As in NumPy, `where` is a function and no ufunc.
        for row in rows.iter().filter(|row| row.name != "where") {
            for name in std::iter::once(&row.name).chain(row.aliases) {
                writeln!(out, "{name}: ufunc\n\"\"\"{}\"\"\"", row.doc.replace('\\', "\\\\"))
                    .expect("a string takes all");
            }
        }
    }
    out
}
