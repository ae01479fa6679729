//! Reports the files that grew long in the current change. This is not a fault: a file is one subject, and a number of
//! lines only suggests where to look.

use std::path::Path;
use std::process::Command;

use super::source::File;

/// The number of lines of Rust or Python beyond which a file may hold two subjects.
const MAX_LINES: usize = 600;

/// Files and folders that are long because they are tables, read by looking a row up.
const TABLES: &[&str] =
    &["crates/ops/src/rows", "crates/cuprust/src/ufunc/rows.rs", "crates/scipy/src/special/rows.rs"];

/// A report for each file that grew beyond the number since the change began: since the branch left `main`, or since
/// the last commit if there is no such branch. All long files, if git fails.
pub fn grown(root: &Path, files: &[File]) -> Vec<String> {
    let base = git(root, &["merge-base", "HEAD", "main"]).unwrap_or_else(|| "HEAD".into());
    let before = |path: &str| git(root, &["show", &format!("{}:{path}", base.trim())]).map(|text| text.lines().count());
    files.iter().filter(|file| is_long(file)).filter_map(|file| report(file, before(&file.path))).collect()
}

fn is_long(file: &File) -> bool {
    file.text.lines().count() > MAX_LINES && file.ends(&["rs", "py"]) && !file.is_in(TABLES)
}

/// The report for a long file that had this number of lines before; None if it did not grow.
fn report(file: &File, before: Option<usize>) -> Option<String> {
    let lines = file.text.lines().count();
    (before.unwrap_or(0) < lines)
        .then(|| format!("{}: grew from {} to {lines} lines; is it one subject?", file.path, before.unwrap_or(0)))
}

/// The output of git; None if it fails.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_grew_long_is_reported_and_one_that_was_as_long_is_not() {
        let file = |path: &str, lines: usize| File::new(path, "x\n".repeat(lines));
        let long = |path: &str, lines: usize| is_long(&file(path, lines));
        assert_eq!((long("a.rs", 600), long("a.rs", 601), long("a.py", 601)), (false, true, true));
        assert_eq!((long("a.pyi", 601), long("crates/ops/src/rows/float.rs", 601)), (false, false));
        let reported = |before| report(&file("a.rs", 601), before);
        assert_eq!(reported(Some(600)).as_deref(), Some("a.rs: grew from 600 to 601 lines; is it one subject?"));
        assert_eq!((reported(None).is_some(), reported(Some(601)), reported(Some(700))), (true, None, None));
    }

    #[test]
    fn a_folder_without_git_gives_nothing_to_compare_with() {
        assert_eq!(git(&std::env::temp_dir().join("no such folder"), &["show", "HEAD:a"]), None);
    }
}
