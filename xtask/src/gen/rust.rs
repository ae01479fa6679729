//! The Rust functions and methods of every row and reduction.

use std::fmt::Write;

use cuprust_ops::{REDUCTIONS, Row};

use super::chapters;

/// Rows that have a function written by hand, because its arguments are others than the row's operands.
pub(super) const BY_HAND: &[&str] = &["where", "clip"];

/// Words of Rust that cannot be names.
const KEYWORDS: &[&str] = &["mod", "where"];

/// A name as Rust can say it.
fn identifier(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// The text of `crates/cuprust/src/ufunc/rows.rs`.
pub fn functions() -> String {
    let mut out = String::from(
        "//! Every row and every reduction as a function, and as a method of arrays.\n\
         //!\n\
         //! Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.\n\
         //!\n\
         //! The functions of rows return what [`crate::ufunc::map`] returns, and its errors: a type error where the row\n\
         //! has no loop for the dtypes, a value error where shapes do not broadcast, an overflow error for a number that does\n\
         //! not fit. Those of reductions have the errors of [`crate::ufunc::reduction::reduce`].\n\n\
         use cuprust_ir::Result;\n\
         use cuprust_ops::RowId;\n\n\
         use crate::ufunc::reduction::named;\n\
         use crate::ufunc::{apply, apply_pair, unary};\n\
         use crate::{Argument, Array, ReduceOptions};\n",
    );
    let rows: Vec<&Row> = chapters().flat_map(|(_, rows)| *rows).filter(|row| !BY_HAND.contains(&row.name)).collect();
    for row in &rows {
        function(&mut out, row);
    }
    for row in REDUCTIONS {
        let name = row.name;
        write!(
            out,
            "\n{}///\n/// # Errors\n/// See the module.\n\
             pub fn {name}(a: &Array, options: &ReduceOptions) -> Result<Array> {{\n    named(\"{name}\", a, options)\n}}\n",
            doc(row.doc, "")
        )
        .expect("a string takes all");
        aliases(&mut out, name, row.aliases);
    }
    out += "\nimpl Array {\n";
    let methods = rows.iter().map(|row| method(row)).chain(REDUCTIONS.iter().map(|row| {
        format!(
            "{}    ///\n    /// # Errors\n    /// As [`{name}`].\n    \
             pub fn {name}(&self, options: &ReduceOptions) -> Result<Array> {{\n        {name}(self, options)\n    }}\n",
            doc(row.doc, "    "),
            name = row.name
        )
    }));
    out += &methods.collect::<Vec<_>>().join("\n");
    out += "}\n";
    out
}

const OPERANDS: [&str; 3] = ["a", "b", "c"];

fn function(out: &mut String, row: &Row) {
    let name = identifier(row.name);
    let (result, call) = match row.outputs.len() {
        1 => ("Result<Array>", "apply"),
        _ => ("Result<(Array, Array)>", "apply_pair"),
    };
    let id = format!("const {{ RowId::named(\"{}\") }}", row.name);
    write!(out, "\n{}///\n/// # Errors\n/// See the module.\n", doc(row.doc, "")).expect("a string takes all");
    let count = row.inputs.len();
    if count == 1 {
        let body = match row.outputs.len() {
            1 => format!("unary({id}, a)"),
            _ => format!("{call}({id}, &[Argument::Array(a)])"),
        };
        write!(out, "pub fn {name}(a: &Array) -> {result} {{\n    {body}\n}}\n").expect("a string takes all");
    } else {
        let operands = &OPERANDS[..count];
        let parameters: Vec<String> =
            operands.iter().map(|operand| format!("{operand}: impl Into<Argument<'a>>")).collect();
        let arguments: Vec<String> = operands.iter().map(|operand| format!("{operand}.into()")).collect();
        write!(
            out,
            "pub fn {name}<'a>({}) -> {result} {{\n    {call}({id}, &[{}])\n}}\n",
            parameters.join(", "),
            arguments.join(", ")
        )
        .expect("a string takes all");
    }
    aliases(out, &name, row.aliases);
}

fn aliases(out: &mut String, name: &str, aliases: &[&str]) {
    for alias in aliases {
        write!(out, "#[doc(inline)]\npub use self::{name} as {};\n", identifier(alias)).expect("a string takes all");
    }
}

fn method(row: &Row) -> String {
    let name = identifier(row.name);
    let result = if row.outputs.len() == 1 { "Result<Array>" } else { "Result<(Array, Array)>" };
    let head = format!("{}    ///\n    /// # Errors\n    /// As [`{name}`].\n", doc(row.doc, "    "));
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
