//! Checks that every file begins with a sentence about it, and that every unsafe block says why it is sound.

use super::Fault;
use super::source::File;

/// A Rust file that does not begin with its `//!` sentence.
pub fn opening_sentence(file: &File) -> Vec<Fault> {
    let first = file.text.lines().next().unwrap_or_default();
    let opens = first.strip_prefix("//!").is_some_and(|sentence| !sentence.trim().is_empty());
    if opens || !file.ends(&["rs"]) {
        return Vec::new();
    }
    vec![Fault::new(file, 1, "does not open with a //! sentence that says what the file answers")]
}

/// An unsafe block or impl without a note on its line, in the comment that ends right above it, or four lines up.
pub fn safety(file: &File) -> Vec<Fault> {
    let lines: Vec<&str> = file.text.lines().collect();
    file.tokens()
        .windows(2)
        .filter(|pair| pair[0].text == "unsafe" && (pair[1].text == "{" || pair[1].text == "impl"))
        .filter(|pair| !has_note(&lines[..pair[0].line.min(lines.len())]))
        .map(|pair| Fault::new(file, pair[0].line, "unsafe without a SAFETY note directly above"))
        .collect()
}

/// Whether the last of `lines`, or the comment above it, has the note.
fn has_note(lines: &[&str]) -> bool {
    for (distance, line) in lines.iter().rev().enumerate() {
        // A long note may begin further up, as long as only comment lines are between.
        if distance > 4 && !line.trim_start().starts_with("//") {
            return false;
        }
        if line.contains("// SAFETY:") {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_its_sentence_is_a_fault() {
        let faults = |path: &str, text: &str| opening_sentence(&File::new(path, text)).len();
        assert_eq!((faults("a.rs", "//! What?\n"), faults("a.py", "x = 1\n")), (0, 0));
        assert_eq!(
            (faults("a.rs", "fn f() {}\n"), faults("a.rs", ""), faults("a.rs", "//!\n"), faults("a.rs", "\n//! a\n")),
            (1, 1, 1, 1)
        );
    }

    fn unsafe_lines(text: &str) -> Vec<usize> {
        safety(&File::new("a.rs", text)).into_iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn an_unsafe_block_or_impl_without_a_note_is_a_fault() {
        assert_eq!(unsafe_lines("fn f() {\n    unsafe { g() }\n}\n\nunsafe impl Send for A {}\n"), [2, 5]);
        assert_eq!(unsafe_lines("macro_rules! m { () => {\n    unsafe { g() }\n}; }\n"), [2]);
    }

    #[test]
    fn a_note_above_or_beside_is_enough() {
        assert_eq!(unsafe_lines("// SAFETY: g has no conditions.\nlet x = unsafe { g() };"), [0usize; 0]);
        assert_eq!(unsafe_lines("let x = unsafe { g() }; // SAFETY: g has no conditions."), [0usize; 0]);
        let long = format!("// SAFETY: first\n{}let x = unsafe {{ g() }};", "// and so on\n".repeat(8));
        assert_eq!(unsafe_lines(&long), [0usize; 0]);
    }

    #[test]
    fn a_note_far_above_is_not() {
        let far = format!("// SAFETY: first\n{}let x = unsafe {{ g() }};", "h();\n".repeat(5));
        assert_eq!(unsafe_lines(&far), [7]);
    }

    #[test]
    fn an_unsafe_function_an_attribute_and_a_text_need_none() {
        assert_eq!(
            unsafe_lines("#[unsafe(no_mangle)]\npub unsafe fn f() {}\nconst A: &str = \"unsafe { }\";"),
            [0usize; 0]
        );
    }
}
