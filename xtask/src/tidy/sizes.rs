//! Is every file short enough to be one room?

use super::Fault;
use super::source::File;

/// The most lines a file of Rust or Python may have.
const LINES: usize = 600;

/// Files and folders that may be longer, and why.
const LONGER: &[(&str, &str)] = &[
    ("crates/ops/src/rows", "a table: one row for each operation, read by looking one up"),
    ("crates/cuprust/src/ufunc/rows.rs", "made from that table: one function for each row"),
    ("crates/scipy/src/special/rows.rs", "made from that table as well"),
];

/// A file of Rust or Python that is longer than a room.
pub fn not_too_long(file: &File) -> Vec<Fault> {
    let lines = file.text.lines().count();
    if lines <= LINES || !file.ends(&["rs", "py"]) || LONGER.iter().any(|(place, _)| file.is_in(&[place])) {
        return Vec::new();
    }
    vec![Fault::new(file, LINES + 1, format!("{lines} lines; a file past {LINES} is two files"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_many_is_a_fault() {
        let faults = |path: &str, lines: usize| not_too_long(&File::new(path, "x\n".repeat(lines))).len();
        assert_eq!((faults("a.rs", 600), faults("a.rs", 601), faults("a.py", 601)), (0, 1, 1));
        assert_eq!((faults("a.pyi", 601), faults("crates/ops/src/rows/float.rs", 601)), (0, 0));
    }

    #[test]
    fn every_exception_says_why() {
        assert!(LONGER.iter().all(|(_, why)| why.len() > 20));
    }
}
