//! The input of the rules: the repository's own text files, and their code without comments and strings.

use std::cell::OnceCell;
use std::io;
use std::path::Path;

use proc_macro2::{Delimiter, LexError, TokenStream, TokenTree};

use super::Fault;

/// A text file: its path from the root, with `/` between folders, and its text.
pub struct File {
    pub path: String,
    pub text: String,
    tokens: OnceCell<Result<Vec<Token>, (usize, String)>>,
}

/// A token of Rust code and its line, counted from 1: an identifier, a literal, one sign or one bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub line: usize,
    pub text: String,
}

impl File {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> File {
        File { path: path.into(), text: text.into(), tokens: OnceCell::new() }
    }

    /// Whether the path is one of `folders`, or below one.
    pub fn is_in(&self, folders: &[&str]) -> bool {
        folders
            .iter()
            .any(|folder| self.path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }

    /// Whether the file's name ends with a dot and one of `endings`.
    pub fn ends(&self, endings: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
    }

    /// The tokens of a Rust file in their order; none for another file, or for one that cannot be read as Rust.
    pub fn tokens(&self) -> &[Token] {
        self.lexed().map_or(&[], |tokens| tokens)
    }

    fn lexed(&self) -> Result<&[Token], &(usize, String)> {
        let lexed = self.tokens.get_or_init(|| {
            let mut tokens = Vec::new();
            if self.ends(&["rs"]) {
                let stream: TokenStream = self
                    .text
                    .parse()
                    .map_err(|error: LexError| (error.span().start().line.max(1), error.to_string()))?;
                flatten(stream, &mut tokens);
            }
            Ok(tokens)
        });
        lexed.as_ref().map(Vec::as_slice)
    }

    /// The lines of a Python file without its comments and the contents of its strings.
    pub fn python_code(&self) -> Vec<String> {
        if self.ends(&["py", "pyi"]) { without_strings(&self.text) } else { Vec::new() }
    }
}

/// A Rust file that the lexer cannot read: no other rule can see into it.
pub fn tokenises(file: &File) -> Vec<Fault> {
    match file.lexed() {
        Ok(_) => Vec::new(),
        Err((line, what)) => vec![Fault::new(file, *line, format!("cannot be read as Rust: {what}"))],
    }
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    for tree in stream {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(Token { line: group.span_open().start().line, text: open.to_owned() });
                flatten(group.stream(), tokens);
                tokens.push(Token { line: group.span_close().start().line, text: close.to_owned() });
            }
            tree => tokens.push(Token { line: tree.span().start().line, text: tree.to_string() }),
        }
    }
}

fn without_strings(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut rest = text;
    let mut quote: Option<&str> = None;
    while let Some(character) = rest.chars().next() {
        let mut taken = character.len_utf8();
        if character == '\n' {
            lines.push(String::new());
            // A string of one line ends with it, closed or not.
            quote = quote.filter(|quote| quote.len() == 3);
        } else if let Some(open) = quote {
            if character == '\\' {
                // An escaped line end is still a line end, so it is left for the next turn.
                taken += rest[taken..].chars().next().filter(|&next| next != '\n').map_or(0, char::len_utf8);
            } else if rest.starts_with(open) {
                taken = open.len();
                quote = None;
            }
        } else if character == '#' {
            taken = rest.find('\n').unwrap_or(rest.len());
        } else if let Some(open) = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|open| rest.starts_with(open)) {
            taken = open.len();
            quote = Some(open);
        } else if let Some(line) = lines.last_mut() {
            line.push(character);
        }
        rest = &rest[taken..];
    }
    lines
}

/// The text files of the repository that people write, in the order of their paths.
///
/// # Errors
/// An unreadable folder or file, with its path.
pub fn files(root: &Path) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "python", "tests", "examples", "benches"] {
        if root.join(folder).is_dir() {
            walk(root, folder, &mut files)?;
        }
    }
    for path in ["ARCHITECTURE.md", "Cargo.toml", "Makefile", "pyproject.toml"] {
        read(root, path, &mut files)?;
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn walk(root: &Path, folder: &str, files: &mut Vec<File>) -> io::Result<()> {
    let with_folder = |error: io::Error| io::Error::new(error.kind(), format!("{folder}: {error}"));
    for entry in std::fs::read_dir(root.join(folder)).map_err(with_folder)? {
        let entry = entry.map_err(with_folder)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "target" || name == "__pycache__" {
            continue;
        }
        let path = format!("{folder}/{name}");
        let kind = entry.file_type().map_err(with_folder)?;
        if kind.is_dir() {
            walk(root, &path, files)?;
        } else if kind.is_file() {
            read(root, &path, files)?;
        }
    }
    Ok(())
}

fn read(root: &Path, path: &str, files: &mut Vec<File>) -> io::Result<()> {
    let bytes =
        std::fs::read(root.join(path)).map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
    // A file that is not text, such as a built extension or a recorded array, has no lines to check; its name is
    // checked.
    files.push(File::new(path, String::from_utf8(bytes).unwrap_or_default()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_tokens_leave_out_comments_and_know_their_lines() {
        let file = File::new("a.rs", "// one\nfn f() {\n    \"unsafe {\"; /* unsafe */\n}");
        let lines: Vec<_> = file.tokens().iter().map(|token| (token.line, token.text.as_str())).collect();
        let expected = [(2, "fn"), (2, "f"), (2, "("), (2, ")"), (2, "{"), (3, "\"unsafe {\""), (3, ";"), (4, "}")];
        assert_eq!(lines, expected);
    }

    #[test]
    fn python_code_leaves_out_comments_and_strings() {
        let text = "\"\"\"a\nb 'c\n\"\"\"\nx = 'it\\'s' + y  # z\nw = f\"\"\"{'\n'}\"\"\"\nv = \"\"\nu = 'open\nt";
        let code = File::new("a.py", text).python_code();
        assert_eq!(code, ["", "", "", "x =  + y  ", "w = f", "", "v = ", "u = ", "t"]);
    }

    #[test]
    fn a_file_that_is_no_rust_is_a_fault() {
        let faults = tokenises(&File::new("a.rs", "fn f() {\n    }}\n"));
        assert_eq!((faults.len(), faults[0].line), (1, 2));
        assert_eq!(tokenises(&File::new("a.rs", "fn f() {}")), []);
    }

    #[test]
    fn a_folder_holds_what_is_below_it_only() {
        let file = File::new("crates/cuda/src/driver/a.rs", "");
        assert!(file.is_in(&["crates/cuda/src/driver"]));
        assert!(!file.is_in(&["crates/cuda/src/drive"]) && !file.is_in(&["crates/cuda/src/driver/a.rs/b"]));
    }
}
