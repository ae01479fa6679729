//! The stub and the reference page of the functions in the function table.

use std::fmt::Write;

use cuprust::table::{CHAPTERS, Function, GENERATORS, METHODS, Parameter, Passing, Type, UFUNCS, functions};

/// What an argument may be, as a stub says it.
fn annotation(parameter: &Parameter) -> &'static str {
    match parameter.takes {
        Type::Arrays if parameter.passing == Passing::Rest => "ArrayLike",
        Type::Ints | Type::Shape | Type::OptionalShape | Type::OptionalInts if parameter.passing == Passing::Rest => {
            "int | Sequence[int] | None"
        }
        Type::IntLists => "int | Sequence[int]",
        Type::Array | Type::Operand => "ArrayLike",
        Type::Indices | Type::EachIndices => "ArrayLike | np.ndarray[Any, Any]",
        Type::IntPairs => "int | Sequence[int | Sequence[int]]",
        Type::OptionalIntLists => "Sequence[int | Sequence[int]] | None",
        Type::OptionalIntPairs => "int | Sequence[int | Sequence[int]] | None",
        Type::OptionalNumberPairs => "complex | Sequence[complex | Sequence[complex]] | None",
        Type::OptionalArray | Type::OptionalOperand | Type::Limit => "ArrayLike | None",
        Type::Elements => "ArrayLike | np.ndarray[Any, Any]",
        Type::OptionalElements => "ArrayLike | np.ndarray[Any, Any] | None",
        Type::Prototype => "ArrayLike | np.ndarray[Any, Any]",
        Type::Shaped => "ndarray | np.ndarray[Any, Any]",
        Type::Arrays => "Sequence[ArrayLike] | ndarray",
        Type::Out => "ndarray | None",
        Type::Mask => "ArrayLike | None",
        Type::Number => "complex | np.generic | ndarray",
        Type::OptionalNumber => "complex | np.generic | ndarray | None",
        Type::Axes => "int | tuple[int, ...] | None",
        Type::Int => "int",
        Type::OptionalInt => "int | None",
        Type::Counts => "float | Sequence[float] | ndarray | np.ndarray[Any, Any]",
        Type::Ints | Type::Shape | Type::Sections => "int | Sequence[int]",
        Type::Sequence => "Sequence[int]",
        Type::OptionalSequence => "Sequence[int] | None",
        Type::OptionalInts | Type::OptionalShape => "int | Sequence[int] | None",
        Type::AxisPairs => "int | Sequence[int | Sequence[int]]",
        Type::Float => "float",
        Type::OptionalFloat => "float | None",
        Type::Bool => "bool_type",
        Type::OptionalBool => "bool_type | None",
        Type::Text | Type::Casting => "str",
        Type::OptionalText => "str | None",
        Type::DType => "DTypeLike",
        Type::OptionalDType => "DTypeLike | None",
        Type::Order | Type::OptionalOrder => "str | None",
        Type::Bounds => "str | int | None",
        Type::Quantiles => "ArrayLike | np.ndarray[Any, Any]",
        Type::EachBounds => "str | int | None | tuple[str | int | None, ...]",
        Type::Labelled => "str | ArrayLike | Sequence[Any]",
        Type::Contraction => "bool_type | str | Sequence[Any] | None",
        Type::Bins => "int | str | ArrayLike",
        Type::EachBins => "int | ArrayLike | Sequence[int | ArrayLike]",
        Type::OptionalInterval => "Sequence[float] | None",
        Type::EachInterval => "Sequence[Sequence[float] | None] | None",
        Type::Operands => "Sequence[ArrayLike] | ndarray",
        Type::Points => "ArrayLike | Sequence[ArrayLike]",
        Type::Index => "Any",
        Type::Device => "Device | str | int",
        Type::Stream => "Stream | None",
        Type::OptionalDevice => "Device | str | int | None",
        Type::NumberOrText => "float | str | None",
        Type::OptionalLoop => "str | tuple[DTypeLike | None, ...] | None",
        Type::Wide => "int",
        Type::OptionalWide => "int | None",
        Type::Source | Type::Object | Type::Ignored | Type::Ufunc | Type::Generator => "Any",
        Type::OptionalSource => "Any | None",
    }
}

/// The stub's lines for a function under a name, or for a method.
fn definition(function: &Function, name: &str, method: bool) -> String {
    let show = |parameter: &Parameter| format!("{}: {}", parameter.name, annotation(parameter));
    let signature = function.signature_with(method, show, " = ");
    let (indent, owner) = match method {
        true if signature == "()" => ("    ", "self"),
        true => ("    ", "self, "),
        false => ("", ""),
    };
    let result = function.result.0.replace("bool", "bool_type");
    let doc = function.documentation().replace('\\', "\\\\").replace('\n', &format!("\n    {indent}"));
    format!("{indent}def {name}({owner}{} -> {result}:\n{indent}    \"\"\"{doc}\"\"\"\n", &signature[1..])
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// The classes whose methods are declared: the owner, the class of the stub that has them, and its doc.
const CLASSES: &[(&str, &str, &str)] = &[
    (METHODS, "Methods", "The methods of arrays."),
    (UFUNCS, "UfuncMethods", "The methods of ufuncs."),
    (GENERATORS, "GeneratorMethods", "The methods of generators of random numbers."),
];

/// What a stub needs before its functions.
fn head(what: &str) -> String {
    format!(
        "# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.\n\
         \"\"\"{what}\"\"\"\n\n\
         from collections.abc import Sequence\n\
         from typing import Any\n\n\
         import numpy as np\n\
         from numpy.typing import DTypeLike\n\n\
         from cuprust import ArrayLike, bool_type, ndarray\n\
         from cuprust.cuda import Device, Stream\n",
    )
}

/// The stub's definitions of a module's functions.
fn definitions(module: &str) -> String {
    let own = functions().filter(|function| function.module == module);
    own.flat_map(|function| function.names().map(|name| format!("\n{}", definition(function, name, false)))).collect()
}

/// The text of `python/cuprust/_functions.pyi`.
pub fn stub() -> String {
    let mut out =
        head("The functions of cuprust that are declared in its table, and the methods of arrays among them.");
    for (owner, class, doc) in CLASSES {
        write!(out, "\nclass {class}:\n    \"\"\"{doc}\"\"\"\n").expect("a string takes all");
        for function in functions().filter(|own| own.module == *owner || own.method && *owner == METHODS) {
            write!(out, "\n{}", definition(function, function.name, true)).expect("a string takes all");
        }
    }
    out + &definitions("cuprust")
}

/// The text of the stub of a module's functions.
pub fn stub_of(module: &str) -> String {
    head(&format!("The functions of {module} that are declared in the function table.")) + &definitions(module)
}

/// The text of `docs/functions.md`.
pub fn page() -> String {
    let mut out = String::from(
        "# The functions\n\n\
         Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this page. Ufuncs and plain\n\
         reductions are on [their own page](rows.md).\n",
    );
    for (chapter, functions) in CHAPTERS.iter().filter(|(_, functions)| !functions.is_empty()) {
        write!(out, "\n## {chapter}\n").expect("a string takes all");
        for function in *functions {
            let Function { module, name, .. } = function;
            let signature = function.signature(function.is_method());
            write!(out, "\n### `{module}.{name}{signature}`\n\n{}\n", paragraphs(&function.documentation()))
                .expect("a string takes all");
            let also: Vec<String> = function.aliases.iter().map(|alias| format!("`{alias}`")).collect();
            if !also.is_empty() {
                write!(out, "\nAlso {}.\n", also.join(", ")).expect("a string takes all");
            }
            if function.method {
                write!(out, "\nAlso a method of arrays.\n").expect("a string takes all");
            }
        }
    }
    out
}

/// A documentation as Markdown: examples as code.
fn paragraphs(doc: &str) -> String {
    let part = |part: &str| match part.trim_start().starts_with(">>>") {
        true => format!("```python\n{}\n```", part.trim_matches('\n')),
        false => part.to_owned(),
    };
    doc.split("\n\n").map(part).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use cuprust::ops::{REDUCTIONS, RowId};

    use super::*;

    #[test]
    fn rows_that_are_functions_are_declared_and_others_are_not() {
        for row in RowId::all().map(RowId::row) {
            let declared = functions().any(|function| {
                row.modules.contains(&function.module) && function.names().any(|name| name == row.name)
            });
            assert_eq!(declared, row.function, "{}", row.name);
        }
        for row in REDUCTIONS {
            assert!(functions().any(|function| function.names().any(|name| name == row.name)), "{}", row.name);
        }
    }
}
