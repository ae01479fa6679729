//! Which sections of shared text a kernel needs: those that it names, and those that these name.

use cuprust_ir::Kernel;

/// What stands in a section of the skeleton, by words that call for it.
const SKELETON: &[(&str, &[&str])] = &[
    ("ring", &["ahead(", "behind("]),
    ("pack", &["load_pack<", "store_pack<"]),
    ("step", &["load_step<", "store_step<"]),
    ("same", &["load_same<"]),
    ("zero", &["zero<"]),
    ("shuffle", &["join_lanes<", "from_lane(", "join_block<"]),
    ("block", &["join_block<"]),
    ("columns", &["join_columns<"]),
    ("split", &["last_of("]),
    ("fold", &["Fold<"]),
    ("fold_first", &["FoldFirst<"]),
    ("argument", &["Argument<"]),
    ("deviations_real", &["Deviations<float", "Deviations<double"]),
    ("deviations_complex", &["Deviations<c64", "Deviations<c128"]),
    ("deviations", &["Deviations<"]),
];

/// The whole program of a kernel, of which `body` is the end.
pub(super) fn assemble(_kernel: &Kernel, body: &str, wide: bool) -> String {
    let mut text = String::new();
    text.push_str(PRELUDE);
    text.push_str(section(if wide { "index64" } else { "index32" }));
    for (name, words) in SKELETON {
        if words.iter().any(|word| body.contains(word)) {
            text.push_str(section(name));
        }
    }
    text.push_str(body);
    text
}

fn section(name: &str) -> &'static str {
    let skeleton = include_str!("skeleton.cu");
    let head = format!("//:: {name}\n");
    let start = skeleton.find(&head).map(|at| at + head.len()).unwrap_or(skeleton.len());
    let rest = &skeleton[start..];
    &rest[..rest.find("//:: ").unwrap_or(rest.len())]
}

/// Conversion between the types that C++ converts itself.
const PRELUDE: &str = "\
template <class To, class From> inline To cast(From x) { return (To)x; }
";
