//! Checks that working memory whose size a caller chooses is allocated fallibly.

use super::Fault;
use super::source::{File, Token};

/// Folders of code whose lists have the lengths of operands. Libraries that allocate for themselves are called within a
/// reservation instead.
const FOLDERS: &[&str] = &[
    "crates/host/src/routines",
    "crates/dense/src/sparse",
    "crates/cuprust/src/polynomial",
    "crates/cuprust/src/random",
    "crates/cuprust/src/statistics",
    "crates/scipy/src",
];

/// Names in lengths that are small whatever the operands: numbers of axes and of threads.
const BOUNDED_LENGTHS: &[&str] = &["axes", "ndim", "rank", "outer", "stack", "len", "self", "chunks"];

/// The crate of the fallible allocations.
const RESERVE: &[&str] = &["crates/reserve"];

/// Finds lists of a length that a caller chooses whose allocation would abort the process if it fails.
pub fn lists_that_cannot_fail(file: &File) -> Vec<Fault> {
    if !file.is_in(FOLDERS) {
        return Vec::new();
    }
    let tokens = file.tokens();
    let tests = tokens.windows(3).position(|three| texts(three) == ["cfg", "(", "test"]).unwrap_or(tokens.len());
    let tokens = &tokens[..tests];
    let mut faults = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let found = match token.text.as_str() {
            "with_capacity" => true,
            "vec" => {
                tokens.get(index + 1).is_some_and(|next| next.text == "!") && has_chosen_length(&tokens[index + 2..])
            }
            _ => false,
        };
        if found {
            let what = format!("{}: a list whose length a caller chooses is made by cuprust_reserve", token.text);
            faults.push(Fault::new(file, token.line, what));
        }
    }
    faults
}

/// Finds fallible allocations that would use the reserve for those that cannot fail.
pub fn fallible_elsewhere(file: &File) -> Vec<Fault> {
    if !file.is_in(&["crates/host", "crates/dense", "crates/cuprust", "crates/cuda", "crates/scipy", "crates/python"])
        || file.is_in(RESERVE)
    {
        return Vec::new();
    }
    let calls = file.tokens().iter().filter(|token| token.text.starts_with("try_reserve"));
    calls.map(|call| Fault::new(file, call.line, format!("{}: use cuprust_reserve", call.text))).collect()
}

fn texts(tokens: &[Token]) -> Vec<&str> {
    tokens.iter().map(|token| token.text.as_str()).collect()
}

/// Whether the brackets that follow have an element and a length, and the length names something other than constants
/// and small numbers.
fn has_chosen_length(tokens: &[Token]) -> bool {
    let (mut depth, mut in_length) = (0, false);
    for token in tokens {
        match token.text.as_str() {
            "[" | "(" | "{" => depth += 1,
            "]" | ")" | "}" => depth -= 1,
            ";" if depth == 1 => in_length = true,
            name if in_length
                && name.starts_with(|c: char| c.is_ascii_lowercase())
                && !BOUNDED_LENGTHS.contains(&name) =>
            {
                return true;
            }
            _ => {}
        }
        if depth == 0 {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_a_chosen_length_is_a_fault() {
        let text = "//! a\nfn f(n: usize) {\n    let a = vec![0; n];\n    let b = vec![[0; 4]; BLOCK];\n    let c = vec![1; ndim];\n    \
                    let d: Vec<u8> = Vec::with_capacity(2 * n);\n    let e = vec![n, n];\n}\n#[cfg(test)]\nmod tests {\n    fn g() { vec![0; n]; }\n}\n";
        let lines = |path: &str| {
            lists_that_cannot_fail(&File::new(path, text)).iter().map(|fault| fault.line).collect::<Vec<_>>()
        };
        assert_eq!(lines("crates/host/src/routines/a.rs"), [3, 6]);
        assert_eq!(lines("crates/ptx/src/a.rs"), [0; 0]);
    }

    #[test]
    fn a_fallible_allocation_has_one_home() {
        let text = "//! a\nfn f() {\n    list.try_reserve_exact(3);\n}\n";
        let count = |path: &str| fallible_elsewhere(&File::new(path, text)).len();
        assert_eq!((count("crates/cuprust/src/a.rs"), count("crates/reserve/src/a.rs")), (1, 0));
    }
}
