//! Checks that every file and module is named for its content.

use super::Fault;
use super::source::File;

/// Names without meaning, as a whole name or as its last part.
const MEANINGLESS: &[&str] = &["util", "utils", "base", "common", "helper", "helpers", "misc", "manager"];

/// Finds folders and files with a name without meaning.
pub fn file_names(file: &File) -> Vec<Fault> {
    let parts = file.path.split('/').map(|part| part.split('.').next().unwrap_or(part));
    parts.filter(|part| says_nothing(part)).map(|part| fault(file, 1, part)).collect()
}

/// Finds modules that are declared with a name without meaning.
pub fn module_names(file: &File) -> Vec<Fault> {
    let pairs = file.tokens().windows(2);
    pairs
        .filter(|pair| pair[0].text == "mod" && says_nothing(&pair[1].text))
        .map(|pair| fault(file, pair[1].line, &pair[1].text))
        .collect()
}

fn fault(file: &File, line: usize, name: &str) -> Fault {
    Fault::new(file, line, format!("{name:?} says nothing of what is in it"))
}

fn says_nothing(name: &str) -> bool {
    MEANINGLESS.contains(&name) || name.rsplit_once('_').is_some_and(|(_, last)| MEANINGLESS.contains(&last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_name_of_a_file_or_folder_is_a_fault() {
        let faults = |path: &str| file_names(&File::new(path, "")).len();
        assert_eq!(
            (faults("crates/ir/src/utils.rs"), faults("python/common/a.py"), faults("tests/test_helpers.py")),
            (1, 1, 1)
        );
        assert_eq!((faults("crates/ir/src/common_type.rs"), faults("crates/ir/src/layout.rs")), (0, 0));
    }

    #[test]
    fn an_empty_name_of_a_module_is_a_fault() {
        let faults = module_names(&File::new("a.rs", "//! mod misc\nmod layout;\npub mod misc {\n}\n"));
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3]);
    }
}
