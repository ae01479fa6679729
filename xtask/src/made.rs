//! Generated files: written where they are stale, or reported.

use std::path::Path;
use std::process::ExitCode;

/// Generates the text of a file, given the repository's root.
type Text<'a> = Box<dyn Fn(&Path) -> Result<String, String> + 'a>;

/// A generated file: its path, and the function that generates its text or says why it cannot.
pub struct GeneratedFile<'a> {
    path: String,
    text: Text<'a>,
}

impl<'a> GeneratedFile<'a> {
    /// A file at a path below the root; its text is generated when the file is written or checked.
    pub fn new(path: impl Into<String>, text: impl Fn(&Path) -> Result<String, String> + 'a) -> GeneratedFile<'a> {
        GeneratedFile { path: path.into(), text: Box::new(text) }
    }

    /// The path below the root.
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// Parses the command line of a program that generates files: whether it only checks; None for other arguments.
pub fn only_check(arguments: &[String]) -> Option<bool> {
    match arguments {
        [] => Some(false),
        [flag] if flag == "--check" => Some(true),
        _ => None,
    }
}

/// Writes the files in order; with `check` it changes nothing and fails if one is stale.
pub fn make(root: &Path, files: &[GeneratedFile<'_>], check: bool) -> ExitCode {
    let mut faults = 0;
    for GeneratedFile { path, text } in files {
        let file = root.join(path);
        let text = match text(root) {
            Ok(text) => text,
            Err(why) => {
                eprintln!("{why}");
                faults += 1;
                continue;
            }
        };
        if std::fs::read_to_string(&file).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            eprintln!("{path}: stale; `cargo run -p xtask -- gen` writes it anew");
            faults += 1;
        } else if let Err(error) = write(&file, &text) {
            eprintln!("{path}: {error}");
            faults += 1;
        } else {
            println!("{path}: written");
        }
    }
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_file_is_found_and_mended() {
        let files = &[
            GeneratedFile::new("one", |_| Ok("1".to_owned())),
            GeneratedFile::new("folder/two", |_| Ok("2".to_owned())),
        ];
        let root = std::env::temp_dir().join(format!("cuprust-made-{}", std::process::id()));
        assert_eq!(make(&root, files, true), ExitCode::FAILURE);
        assert_eq!(make(&root, files, false), ExitCode::SUCCESS);
        assert_eq!(make(&root, files, true), ExitCode::SUCCESS);
        std::fs::write(root.join("folder/two"), "old").unwrap();
        assert_eq!(make(&root, files, true), ExitCode::FAILURE);
        std::fs::remove_dir_all(&root).unwrap();
    }
}
