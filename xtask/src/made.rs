//! Files that are made: written where they are stale, or said to be.

use std::path::Path;
use std::process::ExitCode;

/// What makes the text of a file, below the repository's root.
type Text<'a> = Box<dyn Fn(&Path) -> Result<String, String> + 'a>;

/// A file that is made: where it stands, and what makes its text or says why it cannot.
pub struct Made<'a> {
    place: String,
    text: Text<'a>,
}

impl<'a> Made<'a> {
    /// A file at a place below the root, of a text that is made when its turn comes.
    pub fn new(place: impl Into<String>, text: impl Fn(&Path) -> Result<String, String> + 'a) -> Made<'a> {
        Made { place: place.into(), text: Box::new(text) }
    }

    /// Where it stands.
    pub fn place(&self) -> &str {
        &self.place
    }
}

/// Reads the command line of a program that makes files: whether it shall only check; none where it says something
/// else.
pub fn only_check(arguments: &[String]) -> Option<bool> {
    match arguments {
        [] => Some(false),
        [flag] if flag == "--check" => Some(true),
        _ => None,
    }
}

/// Writes the files in order; where it shall only check, it changes nothing and fails where one is stale.
pub fn make(root: &Path, files: &[Made<'_>], check: bool) -> ExitCode {
    let mut faults = 0;
    for Made { place, text } in files {
        let path = root.join(place);
        let text = match text(root) {
            Ok(text) => text,
            Err(why) => {
                eprintln!("{why}");
                faults += 1;
                continue;
            }
        };
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            eprintln!("{place}: stale; `cargo run -p xtask -- gen` writes it anew");
            faults += 1;
        } else if let Err(error) = write(&path, &text) {
            eprintln!("{place}: {error}");
            faults += 1;
        } else {
            println!("{place}: written");
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
        let files = &[Made::new("one", |_| Ok("1".to_owned())), Made::new("folder/two", |_| Ok("2".to_owned()))];
        let root = std::env::temp_dir().join(format!("cuprust-made-{}", std::process::id()));
        assert_eq!(make(&root, files, true), ExitCode::FAILURE);
        assert_eq!(make(&root, files, false), ExitCode::SUCCESS);
        assert_eq!(make(&root, files, true), ExitCode::SUCCESS);
        std::fs::write(root.join("folder/two"), "old").unwrap();
        assert_eq!(make(&root, files, true), ExitCode::FAILURE);
        std::fs::remove_dir_all(&root).unwrap();
    }
}
