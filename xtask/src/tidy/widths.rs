//! Checks the width of comments: `cargo fmt` breaks lines of code, and leaves comments as they are.

use super::Fault;
use super::source::File;

/// The most columns of a line that is a comment.
const MAX_COLUMNS: usize = 120;

/// Finds lines of Rust or Python that consist of a comment and are too long. A word that cannot be broken, such as an
/// address, may be longer.
pub fn comments(file: &File) -> Vec<Fault> {
    let mark = match (file.ends(&["rs"]), file.ends(&["py"])) {
        (true, _) => "//",
        (_, true) => "#",
        _ => return Vec::new(),
    };
    let long = |line: &str| line.chars().count() > MAX_COLUMNS && line.trim_start().starts_with(mark);
    let breaks = |line: &str| {
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        line.chars().take(MAX_COLUMNS).skip(indent).collect::<String>().split(' ').count() > 2
    };
    let found = file.text.lines().enumerate().filter(|(_, line)| long(line) && breaks(line) && !is_verbatim(line));
    found
        .map(|(index, line)| {
            let columns = line.chars().count();
            Fault::new(file, index + 1, format!("a comment of {columns} columns; {MAX_COLUMNS} are the most"))
        })
        .collect()
}

/// Whether a line is not prose: of a table, of an example and its output, or of a text that a program writes.
fn is_verbatim(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches(['/', '!', '#']);
    let text = text.strip_prefix(' ').unwrap_or(text);
    text.ends_with("\\n\\")
        || text.starts_with(['|', '#'])
        || text.starts_with("    ")
        || text.starts_with(">>>")
        || text.starts_with("...")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_comment_is_a_fault() {
        let words = "word ".repeat(30);
        let lines = |path: &str, text: String| comments(&File::new(path, text)).len();
        assert_eq!(lines("a.rs", format!("    /// {words}\n// {words}\nlet a = \"{words}\";\n")), 2);
        assert_eq!(lines("a.py", format!("# {words}\nx = '{words}'\n")), 1);
        assert_eq!(lines("a.rs", format!("// | {words} |\n// {}\n//     {words}\n", "a".repeat(130))), 0);
        assert_eq!(lines("a.md", format!("# {words}\n")), 0);
    }
}
