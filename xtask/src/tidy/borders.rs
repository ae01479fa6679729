//! Checks that each foreign library is named only in the folders that wrap it.

use super::Fault;
use super::source::{File, Token};

/// The foreign crates, and the folders whose code may name each, the library's own first.
const FOREIGN: &[(&str, &[&str])] = &[
    ("libloading", &["crates/cuda/src/driver", "crates/cuda/tests"]),
    ("faer", &["crates/dense/src"]),
    ("pyo3", &["crates/python"]),
];

/// The names of CuPy, the library that this one replaces, and the one module that may use them.
const OTHER: &[&str] = &["cupy", "cupyx"];
const ALIAS: &str = "python/cuprust/_alias.py";

/// A foreign crate in Rust code outside its folders; comments and texts may name it.
pub fn foreign_crates(file: &File) -> Vec<Fault> {
    let named = |token: &&Token| FOREIGN.iter().any(|(name, homes)| token.text == *name && !file.is_in(homes));
    let home = |name: &str| FOREIGN.iter().find(|(foreign, _)| *foreign == name).map_or("", |(_, homes)| homes[0]);
    file.tokens()
        .iter()
        .filter(named)
        .map(|token| Fault::new(file, token.line, format!("{} is named outside {}", token.text, home(&token.text))))
        .collect()
}

/// CuPy's module names in the code of the library, as names or as whole strings; documentation may use them.
pub fn other_names(file: &File) -> Vec<Fault> {
    if !file.is_in(&["crates", "python"]) || file.path == ALIAS {
        return Vec::new();
    }
    let mut lines: Vec<usize> =
        file.tokens().iter().filter(|token| is_other(&token.text)).map(|token| token.line).collect();
    for (index, (code, text)) in file.python_code().iter().zip(file.text.lines()).enumerate() {
        let name = code.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_other);
        if name || quoted(text).any(is_other) {
            lines.push(index + 1);
        }
    }
    lines.into_iter().map(|line| Fault::new(file, line, format!("CuPy's module is named outside {ALIAS}"))).collect()
}

/// The folders above the seam of executors, those among them that open devices and speak CUDA's own interface, and
/// what no other code there may name.
const ABOVE: &[&str] = &["crates/cuprust/src", "crates/scipy/src"];
const OPENING: &[&str] = &["crates/cuprust/src/runtime", "crates/cuprust/src/cuda"];
const EXECUTORS: &[&str] = &["cuprust_host", "cuprust_cuda"];

/// Finds choices above the seam by which device runs: code there must use a capability, and chapters know no executor.
pub fn devices_above_the_seam(file: &File) -> Vec<Fault> {
    if !file.is_in(ABOVE) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for pair in file.tokens().windows(2) {
        let (before, token) = (&*pair[0].text, &pair[1]);
        if EXECUTORS.contains(&&*token.text) && !file.is_in(OPENING) {
            let what = format!("{} is named in a chapter; ask the device for a capability or an extension", token.text);
            faults.push(Fault::new(file, token.line, what));
        }
        if token.text == "is_host" && before == "." {
            faults.push(Fault::new(file, token.line, "is_host says which device runs; ask for the capability meant"));
        }
    }
    faults
}

/// Whether the text is a name such as `cupy` or `cupyx.scipy`, bare or as a string literal.
fn is_other(text: &str) -> bool {
    let name = text.trim_matches('"');
    let top = name.split('.').next().unwrap_or(name);
    OTHER.contains(&top) && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}

/// The texts between each two adjacent quotation marks of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    let mut parts: Vec<&str> = line.split(['"', '\'']).skip(1).collect();
    parts.pop();
    parts.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rule: fn(&File) -> Vec<Fault>, path: &str, text: &str) -> Vec<usize> {
        rule(&File::new(path, text)).into_iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn a_foreign_crate_stays_in_its_folder() {
        let text = "//! libloading\nuse libloading::Library;\n// pyo3\nuse pyo3::prelude::*;\nlet s = \"pyo3\";";
        assert_eq!(lines(foreign_crates, "crates/host/src/a.rs", text), [2, 4]);
        assert_eq!(lines(foreign_crates, "crates/cuda/src/a.rs", text), [2, 4]);
        assert_eq!(lines(foreign_crates, "crates/cuda/src/driver/a.rs", text), [4]);
        assert_eq!(lines(foreign_crates, "crates/python/src/a.rs", text), [2]);
    }

    #[test]
    fn a_chapter_asks_for_capabilities_alone() {
        let text = "//! cuprust_host\nuse cuprust_host::Host;\nfn is_host() {}\nfn f() { a.is_host() }";
        assert_eq!(lines(devices_above_the_seam, "crates/cuprust/src/linalg/a.rs", text), [2, 4]);
        assert_eq!(lines(devices_above_the_seam, "crates/scipy/src/a.rs", text), [2, 4]);
        assert_eq!(lines(devices_above_the_seam, "crates/cuprust/src/runtime/a.rs", text), [4]);
        assert_eq!(lines(devices_above_the_seam, "crates/python/src/a.rs", text), [0usize; 0]);
    }

    #[test]
    fn the_other_library_is_named_in_the_alias_alone() {
        let text = "\"\"\"Like cupy.\"\"\"\nimport cupy\n# cupy\nx = load(\"cupy\") or 'cupyx.scipy'\ny = install_as_cupy\nz = 'as cupy does'\n";
        assert_eq!(lines(other_names, "python/cuprust/a.py", text), [2, 4]);
        assert_eq!(lines(other_names, ALIAS, text), [0usize; 0]);
        assert_eq!(lines(other_names, "tests/python/a.py", text), [0usize; 0]);
    }

    #[test]
    fn rust_may_name_it_in_documentation() {
        let text = "//! As cupy does.\nfn cupy() {}\nconst A: &str = \"cupy.core\";\nconst B: &str = \"see cupy\";";
        assert_eq!(lines(other_names, "crates/cuprust/src/a.rs", text), [2, 3]);
    }
}
