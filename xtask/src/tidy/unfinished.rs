//! Checks that no work is left unfinished.

use super::Fault;
use super::source::File;

/// Words that mark unfinished work; written in two halves, so that this file does not find itself.
const WORDS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];

/// Macros that mark unfinished work.
const MACROS: &[&str] = &["todo", "unimplemented"];

/// Finds words in any line, comments included, that mark unfinished work.
pub fn words(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let mut parts = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        if let Some(word) = parts.find(|part| WORDS.contains(part)) {
            faults.push(Fault::new(file, index + 1, format!("{word}: finish it, or open an issue")));
        }
    }
    faults
}

/// Finds calls of macros that mark unfinished work.
pub fn macros(file: &File) -> Vec<Fault> {
    let pairs = file.tokens().windows(2);
    pairs
        .filter(|pair| pair[1].text == "!" && MACROS.contains(&pair[0].text.as_str()))
        .map(|pair| Fault::new(file, pair[0].line, format!("{}!: what is not there is an error value", pair[0].text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_of_unfinished_work_is_a_fault() {
        for word in WORDS {
            let faults = words(&File::new("a.py", format!("x = 1\n# {word}: more\n# {word}S\n")));
            assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2]);
        }
    }

    #[test]
    fn a_macro_for_unfinished_work_is_a_fault() {
        let faults =
            macros(&File::new("a.rs", "//! todo!()\nfn f() {\n    todo!()\n}\nfn g() { unimplemented!(\"x\") }\n"));
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3, 5]);
    }
}
