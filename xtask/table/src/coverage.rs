//! The page that lists which of CuPy's names are provided.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::inventory::{Entry, Names, package, parameters};

/// Reasons why functions have parameters that CuPy's lack.
const ADDITIONAL_PARAMETERS: &[(&[&str], &str)] = &[
    (&["descending", "device"], "the array API standard has it"),
    (&["where", "initial", "keepdims", "mode", "correction", "weights", "kind", "sorted"], "NumPy has it"),
    (
        &["order", "stable", "axis", "upper", "hermitian", "rtol", "sparse", "mean", "subok", "writeable"],
        "NumPy has it",
    ),
    (&["workers", "orthogonalize", "p_indices", "permc_spec", "use_umfpack", "show"], "SciPy has it"),
    (&["damp", "atol", "btol", "conlim", "iter_lim", "calc_var", "x0"], "SciPy has it"),
    (&["radius", "truncate", "extra_arguments", "extra_keywords", "input", "nan_policy"], "SciPy has it"),
    (&["min", "max"], "names of NumPy 2 and the array API standard"),
    (&["x1", "x2"], "a function here, and a ufunc there"),
    (&["comm"], "the array's chunks may be of several processes"),
    (
        &[
            "buffer",
            "dtype",
            "count",
            "offset",
            "function",
            "shape",
            "iter",
            "indexing",
            "sparse",
            "copy",
            "constant_values",
            "end_values",
            "stat_length",
            "reflect_type",
            "m",
            "x",
            "obj",
            "ary",
            "ar1",
            "ar2",
            "arr",
            "*args",
            "**kw",
            "a",
            "out",
            "optimize",
            "casting",
            "A",
        ],
        "named here as NumPy names them",
    ),
];

/// Reasons why functions lack parameters that CuPy's have.
const MISSING_PARAMETERS: &[(&[&str], &str)] = &[
    (&["*args", "**kwargs"], "CuPy hands them on to NumPy"),
    (&["a", "x", "M", "arr", "arr1", "arr2", "indices", "dims"], "NumPy names it otherwise"),
    (&["image"], "SciPy names it otherwise"),
    (&["bias", "ddof", "dtype", "interpolation"], "NumPy has it no more"),
    (&["kind"], "NumPy has it, and there is one way here"),
    (&["axes", "axis", "keepdims", "signature"], "parameters of generalized ufuncs are not built"),
];

/// Names that the list has and no program uses: what `from __future__ import annotations` leaves in a module.
const IGNORED_NAMES: &[&str] = &["annotations"];

/// CuPy's names by module, with what each is.
fn listed(root: &Path) -> BTreeMap<String, BTreeMap<String, Value>> {
    let text = std::fs::read_to_string(root.join("docs/cupy-14.2-names.json")).unwrap_or_default();
    let mut listed: BTreeMap<String, BTreeMap<String, Value>> = serde_json::from_str(&text).unwrap_or_default();
    listed.values_mut().for_each(|names| names.retain(|name, _| !IGNORED_NAMES.contains(&name.as_str())));
    listed
}

/// The text of `docs/coverage.md`.
pub fn page(root: &Path) -> String {
    let (listed, package) = (listed(root), package(root));
    let mut modules = String::new();
    let mut table =
        String::from("| module | names | present | parameters as CuPy's | missing |\n|---|---|---|---|---|\n");
    let (mut all, mut have) = (0, 0);
    for (module, names) in &listed {
        let empty = Names::new();
        let own = package.get(module.as_str()).unwrap_or(&empty);
        let report = Report::of(names, own);
        all += names.len();
        have += report.present;
        let (same, missing) = (report.same, report.missing.len());
        writeln!(table, "| `{module}` | {} | {} | {same} | {missing} |", names.len(), report.present)
            .expect("a string takes all");
        modules += &report.text(module);
    }
    format!(
        "# Coverage of CuPy 14.2's names\n\n\
         Made from the list `docs/cupy-14.2-names.json` and the package's stubs by `cargo run -p xtask -- gen`: change the package, not\n\
         this page. {have} of {all} public names are present. Values and classes have no parameters to compare.\n\n{table}{modules}"
    )
}

/// The coverage of one module.
#[derive(Default)]
struct Report {
    present: usize,
    /// How many functions have the same parameters.
    same: usize,
    missing: Vec<String>,
    differs: Vec<String>,
    /// Parameters that differ and have no reason.
    unexplained: Vec<String>,
}

impl Report {
    fn of(names: &BTreeMap<String, Value>, own: &Names) -> Report {
        let mut report = Report::default();
        for (name, described) in names {
            let Some(entry) = own.get(name) else {
                report.missing.push(format!("`{name}`"));
                continue;
            };
            report.present += 1;
            report.compare(name, described, entry);
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
    fn compare(&mut self, name: &str, described: &Value, entry: &Entry) {
        let (Entry::Function(own), Some(signature)) = (entry, described["signature"].as_str()) else { return };
        let theirs = parameters(signature.trim_start_matches('('));
        let (own, theirs): (Vec<&str>, Vec<&str>) =
            (own.iter().map(String::as_str).collect(), theirs.iter().map(String::as_str).collect());
        if own == theirs {
            self.same += 1;
            return;
        }
        let lacks: Vec<&str> = theirs.iter().copied().filter(|parameter| !own.contains(parameter)).collect();
        let more: Vec<&str> = own.iter().copied().filter(|parameter| !theirs.contains(parameter)).collect();
        let parts: Vec<String> = [("lacks", &lacks, MISSING_PARAMETERS), ("has also", &more, ADDITIONAL_PARAMETERS)]
            .into_iter()
            .filter(|(_, parameters, _)| !parameters.is_empty())
            .map(|(what, parameters, reasons)| format!("{what} {}", self.explained(name, parameters, reasons)))
            .collect();
        let difference = if parts.is_empty() { "the order differs".to_owned() } else { parts.join("; ") };
        self.differs.push(format!("- `{name}` {difference}"));
    }

    /// The parameters as text, with why they differ.
    fn explained(&mut self, name: &str, parameters: &[&str], reasons: &[(&[&str], &str)]) -> String {
        let mut parts: Vec<(Option<&str>, Vec<String>)> = Vec::new();
        for parameter in parameters {
            let reason = reasons.iter().find(|(known, _)| known.contains(parameter)).map(|(_, why)| *why);
            if reason.is_none() {
                self.unexplained.push(format!("{name}: {parameter}"));
            }
            let shown = format!("`{parameter}`");
            match parts.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, names)) => names.push(shown),
                None => parts.push((reason, vec![shown])),
            }
        }
        let part = |(reason, names): (Option<&str>, Vec<String>)| {
            let reason = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
            names.join(", ") + &reason
        };
        parts.into_iter().map(part).collect::<Vec<_>>().join(", ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_that_differs_has_a_reason() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let (package, listed) = (package(root), listed(root));
        assert!(!listed.is_empty());
        for (module, names) in &listed {
            let report = Report::of(names, package.get(module.as_str()).unwrap_or(&Names::new()));
            assert!(report.unexplained.is_empty(), "{module}: {:?}: give a reason above", report.unexplained);
        }
    }

    #[test]
    fn a_parameter_without_a_reason_is_found() {
        let described: Value = serde_json::json!({"kind": "function", "signature": "(a, strange=None)"});
        let mut report = Report::default();
        report.compare("f", &described, &Entry::Function(vec!["a".into(), "device".into(), "odd".into()]));
        assert_eq!(report.unexplained, ["f: strange", "f: odd"]);
        assert_eq!(report.differs, ["- `f` lacks `strange`; has also `device` (the array API standard has it), `odd`"]);
    }
}
