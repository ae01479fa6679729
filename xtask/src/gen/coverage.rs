//! The page that says which of CuPy's names there are.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use super::inventory::{Entry, Names, package, parameters};

/// Why parameters differ where they do, by name.
const REASONS: &[(&str, &str)] = &[];

/// The text of `docs/coverage.md`.
pub fn page(root: &Path) -> String {
    let listed = std::fs::read_to_string(root.join("docs/cupy-14.2-names.json")).unwrap_or_default();
    let listed: BTreeMap<String, BTreeMap<String, Value>> = serde_json::from_str(&listed).unwrap_or_default();
    let package = package(root);
    let mut modules = String::new();
    let mut table =
        String::from("| module | names | present | parameters as CuPy's | missing |\n|---|---|---|---|---|\n");
    let (mut all, mut have) = (0, 0);
    for (module, names) in &listed {
        let empty = Names::new();
        let own = package.get(module.as_str()).unwrap_or(&empty);
        let report = Report::of(module, names, own);
        all += names.len();
        have += report.present;
        let (same, missing) = (report.same, report.missing.len());
        writeln!(table, "| `{module}` | {} | {} | {same} | {missing} |", names.len(), report.present)
            .expect("a string takes all");
        modules += &report.text(module);
    }
    format!(
        "# What there is of CuPy 14.2\n\n\
         Made from the list `docs/cupy-14.2-names.json` and the package's stubs by `cargo run -p xtask -- gen`: change the package, not\n\
         this page. {have} of {all} public names are present. Values and classes have no parameters to compare.\n\n{table}{modules}"
    )
}

/// What of one module there is.
#[derive(Default)]
struct Report {
    present: usize,
    /// How many functions have the same parameters.
    same: usize,
    missing: Vec<String>,
    differs: Vec<String>,
}

impl Report {
    fn of(module: &str, names: &BTreeMap<String, Value>, own: &Names) -> Report {
        let mut report = Report::default();
        for (name, described) in names {
            let Some(entry) = own.get(name) else {
                report.missing.push(format!("`{name}`"));
                continue;
            };
            report.present += 1;
            report.compare(&format!("{module}.{name}"), name, described, entry);
            if let (Some(members), Entry::Class(own)) = (described["members"].as_array(), entry) {
                let members = members.iter().filter_map(Value::as_str);
                let missing = members.filter(|member| !own.contains_key(*member));
                let missing: Vec<String> = missing.map(|member| format!("`{member}`")).collect();
                if !missing.is_empty() {
                    report.differs.push(format!("- `{name}` lacks the members {}", missing.join(", ")));
                }
            }
        }
        report
    }

    /// Compares the parameters of a function.
    fn compare(&mut self, path: &str, name: &str, described: &Value, entry: &Entry) {
        let (Entry::Function(own), Some(signature)) = (entry, described["signature"].as_str()) else { return };
        let theirs = parameters(signature.trim_start_matches('('));
        let (own, theirs): (Vec<&str>, Vec<&str>) =
            (own.iter().map(String::as_str).collect(), theirs.iter().map(String::as_str).collect());
        if own == theirs {
            self.same += 1;
            return;
        }
        let reason = REASONS.iter().find(|(known, _)| *known == path).map(|(_, why)| format!(": {why}"));
        let lacks = listed(theirs.iter().filter(|parameter| !own.contains(parameter)));
        let more = listed(own.iter().filter(|parameter| !theirs.contains(parameter)));
        let difference = match (lacks, more) {
            (None, None) => "the order differs".to_owned(),
            (lacks, more) => {
                let lacks = lacks.map(|names| format!("lacks {names}"));
                let more = more.map(|names| format!("has also {names}"));
                lacks.into_iter().chain(more).collect::<Vec<_>>().join(", ")
            }
        };
        self.differs.push(format!("- `{name}` {difference}{}", reason.unwrap_or_default()));
    }

    fn text(&self, module: &str) -> String {
        let mut out = format!("\n## `{module}`\n");
        if !self.differs.is_empty() {
            write!(out, "\nDifferent:\n\n{}\n", self.differs.join("\n")).expect("a string takes all");
        }
        if !self.missing.is_empty() {
            write!(out, "\nMissing: {}.\n", self.missing.join(", ")).expect("a string takes all");
        }
        out
    }
}

/// The names as text; nothing where there are none.
fn listed<'a>(names: impl Iterator<Item = &'a &'a str>) -> Option<String> {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| names.join(", "))
}
