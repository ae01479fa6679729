//! The Rust functions and methods of every row and reduction.

use std::fmt::Write;

use cuprust_ops::{Accumulator, REDUCTIONS, Reduction, ReductionRow, Row, TOP};

use super::chapters_of;
use super::examples::{example, of_row};

/// Rows that have a function written by hand, because its arguments are others than the row's operands.
pub(super) const BY_HAND: &[&str] = &["where", "clip"];

/// Words of Rust that cannot be names.
const KEYWORDS: &[&str] = &["mod", "where"];

/// The longest line of Rust, as in `rustfmt.toml`.
const MAX_WIDTH: usize = 120;

/// A name as a valid Rust identifier.
fn identifier(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// The text of the file that has the functions of a module's rows: of [`TOP`] with those of reductions and with
/// methods; of another module in a crate above `cuprust`.
pub fn module(module: &'static str) -> String {
    if module == TOP {
        return functions();
    }
    let python = module.split_once('.').map_or(module, |(_, rest)| rest);
    let mut out = format!(
        "//! The rows of `{python}` as functions.\n\
         //!\n\
         //! Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.\n\
         //!\n\
         //! They return what [`cuprust::ufunc::map`] returns, and its errors: a type error where the row has no loop for the\n\
         //! dtypes, a value error where shapes do not broadcast, an overflow error for a number that does not fit.\n\n"
    );
    let (own, mut shown): (Vec<&Row>, Vec<&Row>) =
        chapters_of(module).flat_map(|(_, rows)| rows).partition(|row| row.modules[0] == module);
    let arguments = if own.iter().any(|row| row.inputs.len() > 1) { "{Argument, Array}" } else { "Array" };
    for call in ["apply", "apply_pair", "apply_several", "unary"] {
        if own.iter().any(|row| call_of(row) == call) {
            writeln!(out, "use cuprust::ufunc::{call};").expect("a string takes all");
        }
    }
    // Behind the others where it is a list, as rustfmt sorts them.
    let first = out.find("use cuprust::ufunc").filter(|_| arguments == "Array").unwrap_or(out.len());
    out.insert_str(first, &format!("use cuprust::{arguments};\n"));
    out += "use cuprust_ir::Result;\nuse cuprust_ops::RowId;\n";
    if !shown.is_empty() {
        out += "\n";
    }
    shown.sort_unstable_by_key(|row| row.name);
    for row in shown {
        write!(out, "#[doc(inline)]\npub use cuprust::ufunc::rows::{};\n", row.name).expect("a string takes all");
    }
    for row in own {
        function(&mut out, row);
    }
    out
}

/// The text of `crates/cuprust/src/ufunc/rows.rs`.
fn functions() -> String {
    let mut out = String::from(
        "//! Every row and every reduction as a function, and as a method of arrays.\n\
         //!\n\
         //! Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.\n\
         //!\n\
         //! The functions of rows return what [`crate::ufunc::map`] returns, and its errors: a type error where the row\n\
         //! has no loop for the dtypes, a value error where shapes do not broadcast, an overflow error for a number that does\n\
         //! not fit. Those of reductions have the errors of [`crate::ufunc::reduction::reduce`].\n\n\
         use cuprust_ir::Result;\n\
         use cuprust_ops::{ReductionRow, RowId};\n\n\
         use crate::ufunc::over::{Initial, Over};\n\
         use crate::ufunc::reduction::{reduce, start_over};\n\
         use crate::ufunc::{apply, apply_pair, unary};\n\
         use crate::{Argument, Array};\n",
    );
    let rows: Vec<&Row> =
        chapters_of(TOP).flat_map(|(_, rows)| rows).filter(|row| !BY_HAND.contains(&row.name)).collect();
    for row in &rows {
        function(&mut out, row);
    }
    for row in REDUCTIONS {
        let name = row.name;
        let (over, call) = if starts(row) {
            (
                "Over<'a, Initial<'a>>",
                format!("start_over(const {{ ReductionRow::named(\"{name}\") }}, a, over.into())"),
            )
        } else {
            ("Over<'a>", format!("reduce(const {{ ReductionRow::named(\"{name}\") }}, a, &over.into().options())"))
        };
        write!(
            out,
            "\n{}///\n/// # Errors\n/// See the module.\n{}\
             pub fn {name}<'a>(a: &Array, over: impl Into<{over}>) -> Result<Array> {{\n    {call}\n}}\n",
            doc(row.doc, ""),
            example(name, 1)
        )
        .expect("a string takes all");
        aliases(&mut out, name, row.aliases);
    }
    out += "\nimpl Array {\n";
    let methods = rows.iter().flat_map(|row| methods(row)).chain(REDUCTIONS.iter().map(|row| {
        format!(
            "{}    ///\n    /// # Errors\n    /// As [`{name}`].\n    \
             pub fn {name}<'a>(&self, over: impl Into<{over}>) -> Result<Array> {{\n        {name}(self, over)\n    }}\n",
            doc(row.doc, "    "),
            name = row.name,
            over = if starts(row) { "Over<'a, Initial<'a>>" } else { "Over<'a>" },
        )
    }));
    out += &methods.collect::<Vec<_>>().join("\n");
    out += "}\n";
    out
}

/// Whether a reduction may start from a value of the user's, as NumPy's sums, products and extremes may.
fn starts(row: &ReductionRow) -> bool {
    matches!(row.reduction, Reduction::Fold(_)) && row.accumulator != Accumulator::Truth
}

/// The function of `crate::ufunc` that a row's own function calls.
fn call_of(row: &Row) -> &'static str {
    match (row.inputs.len(), row.outputs.len()) {
        (1, 1) => "unary",
        (_, 1) => "apply",
        (_, 2) => "apply_pair",
        _ => "apply_several",
    }
}

const OPERANDS: [&str; cuprust_ops::MAX_INPUTS] = ["a", "b", "c", "d", "e", "f"];

fn function(out: &mut String, row: &Row) {
    let name = identifier(row.name);
    let call = call_of(row);
    let result = match row.outputs.len() {
        1 => "Result<Array>".to_owned(),
        2 => "Result<(Array, Array)>".to_owned(),
        several => format!("Result<[Array; {several}]>"),
    };
    let id = format!("const {{ RowId::named(\"{}\") }}", row.name);
    write!(out, "\n{}///\n/// # Errors\n/// See the module.\n{}", doc(row.doc, ""), of_row(row))
        .expect("a string takes all");
    let count = row.inputs.len();
    if count == 1 {
        let body = match row.outputs.len() {
            1 => format!("{call}({id}, a)"),
            _ => format!("{call}({id}, &[Argument::Array(a)])"),
        };
        write!(out, "pub fn {name}(a: &Array) -> {result} {{\n    {body}\n}}\n").expect("a string takes all");
    } else {
        let operands = &OPERANDS[..count];
        let parameters: Vec<String> =
            operands.iter().map(|operand| format!("{operand}: impl Into<Argument<'a>>")).collect();
        let arguments: Vec<String> = operands.iter().map(|operand| format!("{operand}.into()")).collect();
        let mut head = format!("pub fn {name}<'a>({}) -> {result} {{", parameters.join(", "));
        if head.len() > MAX_WIDTH {
            head = format!("pub fn {name}<'a>(\n    {},\n) -> {result} {{", parameters.join(",\n    "));
        }
        write!(out, "{head}\n    {call}({id}, &[{}])\n}}\n", arguments.join(", ")).expect("a string takes all");
    }
    aliases(out, &name, row.aliases);
}

fn aliases(out: &mut String, name: &str, aliases: &[&str]) {
    for alias in aliases {
        write!(out, "#[doc(inline)]\npub use self::{name} as {};\n", identifier(alias)).expect("a string takes all");
    }
}

/// The methods of a row, one of each name.
fn methods(row: &Row) -> Vec<String> {
    let own = identifier(row.name);
    let aliases = row.aliases.iter().map(|alias| {
        let text = format!("[`{own}`], by its other name.");
        method(row, &identifier(alias), &doc(&text, "    "))
    });
    [method(row, &own, &doc(row.doc, "    "))].into_iter().chain(aliases).collect()
}

fn method(row: &Row, name: &str, text: &str) -> String {
    let result = if row.outputs.len() == 1 { "Result<Array>" } else { "Result<(Array, Array)>" };
    let head = format!("{text}    ///\n    /// # Errors\n    /// As [`{name}`].\n");
    let others = &OPERANDS[1..row.inputs.len()];
    if others.is_empty() {
        return format!("{head}    pub fn {name}(&self) -> {result} {{\n        {name}(self)\n    }}\n");
    }
    let parameters: Vec<String> = others.iter().map(|operand| format!("{operand}: impl Into<Argument<'a>>")).collect();
    format!(
        "{head}    pub fn {name}<'a>(&'a self, {}) -> {result} {{\n        {name}(self, {})\n    }}\n",
        parameters.join(", "),
        others.join(", ")
    )
}

/// A sentence as lines of documentation.
fn doc(text: &str, indent: &str) -> String {
    let width = 120 - indent.len() - "/// ".len();
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.len() + 1 + word.len() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.iter().map(|line| format!("{indent}/// {line}\n")).collect()
}
