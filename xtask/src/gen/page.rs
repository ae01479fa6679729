//! The page of documentation that lists the rows and reductions.

use std::fmt::Write;

use cuprust_num::DType;
use cuprust_ops::{Accumulator, REDUCTIONS, Row};

use super::chapters;

/// The text of `docs/ufuncs.md`.
pub fn page() -> String {
    let mut out = String::from(
        "# Ufuncs and reductions\n\n\
         Every ufunc and every reduction, with the dtypes that have a loop. Operands of other dtypes are cast to the first of\n\
         these that holds them. Generated from the rows by `cargo run -p xtask -- gen`: change the rows, not this page.\n",
    );
    for (chapter, rows) in chapters() {
        write!(out, "\n## {chapter}\n\n| name | also | dtypes | what it computes |\n|---|---|---|---|\n")
            .expect("a string takes all");
        for row in *rows {
            writeln!(out, "| `{}` | {} | {} | {} |", path(row), also(row), dtypes(row), cell(row.doc))
                .expect("a string takes all");
        }
    }
    out += "\n## Reductions\n\n| name | also | accumulates in | what it computes |\n|---|---|---|---|\n";
    for row in REDUCTIONS {
        let accumulator = match row.accumulator {
            Accumulator::Own | Accumulator::Single => "the operand's dtype",
            Accumulator::Wide => "64 bits, of integers",
            Accumulator::Truth => "bool",
        };
        writeln!(out, "| `{}` | {} | {accumulator} | {} |", row.name, listed(row.aliases.iter()), cell(row.doc))
            .expect("a string takes all");
    }
    out
}

/// The row's name with its module, where that is not the top.
fn path(row: &Row) -> String {
    within(row.modules[0], row.name)
}

/// The other names of a row, and the other modules that have it.
fn also(row: &Row) -> String {
    let modules = row.modules[1..].iter().map(|module| within(module, row.name));
    listed(row.aliases.iter().map(|alias| within(row.modules[0], alias)).chain(modules))
}

fn within(module: &str, name: &str) -> String {
    match module.split_once('.') {
        Some((_, inner)) => format!("{inner}.{name}"),
        None => name.to_owned(),
    }
}

fn listed(names: impl Iterator<Item: std::fmt::Display>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ")
}

/// A text escaped for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Families of dtypes by one word where a row has all of a family, else their names.
fn dtypes(row: &Row) -> String {
    let families: [(&str, &[DType]); 4] = [
        ("bool", &[DType::Bool]),
        ("integers", &[DType::I8, DType::U8, DType::I16, DType::U16, DType::I32, DType::U32, DType::I64, DType::U64]),
        ("floats", &[DType::F16, DType::BF16, DType::F32, DType::F64]),
        ("complex", &[DType::C64, DType::C128]),
    ];
    let mut left = row.dtypes.to_vec();
    let mut words: Vec<String> = Vec::new();
    for (word, family) in families {
        if family.iter().all(|dtype| left.contains(dtype)) {
            words.push(word.to_owned());
            left.retain(|dtype| !family.contains(dtype));
        }
    }
    words.extend(left.iter().map(|dtype| dtype.name().to_owned()));
    words.join(", ")
}
