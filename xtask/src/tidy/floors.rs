//! Does each crate depend on lower floors only, and on foreign libraries only where they may be named?

use toml::{Table, Value};

use super::Fault;
use super::source::File;

/// The house: a crate's folder below `crates/` and its floor. A crate may depend on crates of lower floors.
const FLOORS: &[(&str, u32)] = &[
    ("num", 0),
    ("reserve", 0),
    ("ptx", 0),
    ("profile", 0),
    ("ops", 1),
    ("ir", 2),
    ("dense", 2),
    ("fuse", 3),
    ("host", 3),
    ("cuda", 3),
    ("cuprust", 4),
    ("scipy", 5),
    ("python", 6),
];

/// The libraries that only one crate may depend on: the prefix of their names, and the crate's folder.
const FOREIGN: &[(&str, &str)] = &[("libloading", "cuda"), ("faer", "dense"), ("pyo3", "python")];

/// A dependency between crates of the house that does not lead downwards, tests and build scripts included.
pub fn lower_floors_only(file: &File) -> Vec<Fault> {
    let Some(folder) = crate_folder(file) else { return Vec::new() };
    let Some(floor) = floor_of(folder) else {
        return vec![Fault::new(file, 1, format!("the crate {folder} has no floor; give it one in xtask/src/tidy"))];
    };
    let mut faults = Vec::new();
    for (line, name) in dependencies(file, &mut faults) {
        let Some(other) = folder_of(&name) else { continue };
        match floor_of(other) {
            Some(lower) if lower < floor => {}
            Some(lower) => faults.push(Fault::new(
                file,
                line,
                format!("{folder} on floor {floor} depends on {other} on floor {lower}; only lower floors may be used"),
            )),
            None => faults.push(Fault::new(file, line, format!("{folder} depends on {name}, which has no floor"))),
        }
    }
    faults
}

/// A dependency on a library that belongs to another crate.
pub fn foreign_dependencies(file: &File) -> Vec<Fault> {
    let Some(folder) = crate_folder(file) else { return Vec::new() };
    let named = dependencies(file, &mut Vec::new());
    named
        .into_iter()
        .filter_map(|(line, name)| {
            let (_, home) = FOREIGN.iter().find(|(foreign, home)| name.starts_with(foreign) && *home != folder)?;
            Some(Fault::new(file, line, format!("{folder} depends on {name}, which only crates/{home} may")))
        })
        .collect()
}

/// The folder below `crates/` whose `Cargo.toml` the file is.
fn crate_folder(file: &File) -> Option<&str> {
    file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml").filter(|folder| !folder.contains('/'))
}

fn floor_of(folder: &str) -> Option<u32> {
    FLOORS.iter().find(|(name, _)| *name == folder).map(|(_, floor)| *floor)
}

/// The folder of a package of the repository: `cuprust-num` is in `num`, and `cuprust` in `cuprust`.
fn folder_of(package: &str) -> Option<&str> {
    if package == "cuprust" { Some(package) } else { package.strip_prefix("cuprust-") }
}

/// Every package in every dependency list of a `Cargo.toml`, with its line.
fn dependencies(file: &File, faults: &mut Vec<Fault>) -> Vec<(usize, String)> {
    let table: Table = match file.text.parse() {
        Ok(table) => table,
        Err(error) => {
            faults.push(Fault::new(file, 1, format!("cannot be read as TOML: {error}")));
            return Vec::new();
        }
    };
    let mut found = Vec::new();
    collect(&table, file, &mut found);
    if let Some(Value::Table(targets)) = table.get("target") {
        targets.values().filter_map(Value::as_table).for_each(|target| collect(target, file, &mut found));
    }
    found
}

fn collect(table: &Table, file: &File, found: &mut Vec<(usize, String)>) {
    for list in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let Some(Value::Table(entries)) = table.get(list) else { continue };
        for (key, value) in entries {
            let renamed = value.get("package").and_then(Value::as_str);
            let line = file.text.lines().position(|line| {
                line.trim_start()
                    .strip_prefix(key.as_str())
                    .is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
            });
            found.push((line.map_or(1, |index| index + 1), renamed.unwrap_or(key).to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(folder: &str, text: &str) -> Vec<String> {
        let file = File::new(format!("crates/{folder}/Cargo.toml"), text);
        lower_floors_only(&file).into_iter().chain(foreign_dependencies(&file)).map(|fault| fault.to_string()).collect()
    }

    #[test]
    fn a_lower_floor_is_fine() {
        assert!(
            faults("ir", "[dependencies]\ncuprust-num.workspace = true\ncuprust-ops = { path = \"../ops\" }\n")
                .is_empty()
        );
    }

    #[test]
    fn an_equal_and_a_higher_floor_are_faults() {
        let found =
            faults("fuse", "[dependencies]\ncuprust-host.workspace = true\n\n[dev-dependencies]\ncuprust = \"1\"\n");
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("crates/fuse/Cargo.toml:2: fuse on floor 3 depends on host on floor 3"));
        assert!(found[1].starts_with("crates/fuse/Cargo.toml:5: fuse on floor 3 depends on cuprust on floor 4"));
    }

    #[test]
    fn a_renamed_and_a_target_dependency_are_seen() {
        let renamed = faults("num", "[dependencies]\nx = { package = \"cuprust-ir\", path = \"../ir\" }\n");
        assert!(renamed[0].contains(":2: num on floor 0 depends on ir"));
        let target = faults("ops", "[target.'cfg(unix)'.build-dependencies]\ncuprust-ops = \"1\"\n");
        assert!(target[0].contains(":2: ops on floor 1 depends on ops"));
    }

    #[test]
    fn a_crate_without_a_floor_is_a_fault() {
        assert!(faults("attic", "[dependencies]\n")[0].contains("attic has no floor"));
        assert!(
            faults("ir", "[dependencies]\ncuprust-attic = \"1\"\n")[0].contains("cuprust-attic, which has no floor")
        );
    }

    #[test]
    fn a_foreign_library_has_one_home() {
        assert!(faults("cuda", "[dependencies]\nlibloading = \"0.9\"\n").is_empty());
        assert!(faults("python", "[build-dependencies]\npyo3-build-config = \"0.30\"\n").is_empty());
        let found = faults("host", "[dependencies]\nlibloading = \"0.9\"\npyo3 = \"0.30\"\n");
        assert_eq!(found.len(), 2);
        assert!(found[0].contains(":2: host depends on libloading") && found[1].contains(":3: host depends on pyo3"));
    }

    #[test]
    fn what_is_no_toml_is_a_fault() {
        assert!(faults("ir", "[dependencies\n")[0].contains("cannot be read as TOML"));
    }
}
