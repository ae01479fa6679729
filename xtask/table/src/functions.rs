//! The stub and the reference page of the functions in the function table.

use std::fmt::Write;

use cuprust::ops::TOP;
use cuprust::table::{Function, GENERATORS, Kind, METHODS, Module, Parameter, Passing, Reference, UFUNCS};
use cuprust_scipy::modules::{functions, modules};

use crate::modules::MARK;

/// The type annotation of a parameter in a stub.
fn annotation(parameter: &Parameter) -> String {
    let kind = annotation_of(parameter.takes.kind, parameter.passing == Passing::Rest);
    let none = parameter.takes.optional && !kind.ends_with("None");
    format!("{kind}{}", if none { " | None" } else { "" })
}

/// The annotation of an argument of a kind, or of the further positional arguments of a variadic parameter.
fn annotation_of(kind: Kind, further: bool) -> &'static str {
    match kind {
        Kind::Arrays if further => "ArrayLike",
        Kind::Ints | Kind::Shape if further => "int | Sequence[int] | None",
        Kind::IntLists if further => "int | Sequence[int]",
        Kind::Array | Kind::Operand => "ArrayLike",
        Kind::Indices | Kind::AnyArray | Kind::Elements | Kind::Prototype | Kind::Reals => {
            "ArrayLike | np.ndarray[Any, Any]"
        }
        Kind::IntPairs | Kind::AxisPairs => "int | Sequence[int | Sequence[int]]",
        Kind::IntLists => "Sequence[int | Sequence[int]]",
        Kind::NumberPairs => "complex | Sequence[complex | Sequence[complex]]",
        Kind::Shaped => "ndarray | np.ndarray[Any, Any]",
        Kind::Arrays | Kind::Operands => "Sequence[ArrayLike] | ndarray",
        Kind::Out => "ndarray | None",
        Kind::Output => "ndarray | DTypeLike | None",
        Kind::Texts => "str | Sequence[str]",
        Kind::Mask => "ArrayLike | None",
        Kind::Number => "complex | np.generic | ndarray",
        Kind::Axes => "int | tuple[int, ...] | None",
        Kind::Int | Kind::Clamped | Kind::Wide => "int",
        Kind::Counts => "float | Sequence[float] | ndarray | np.ndarray[Any, Any]",
        Kind::Whole => "float | Sequence[float]",
        Kind::Ints | Kind::Shifts | Kind::Ranks | Kind::Shape | Kind::Sections => "int | Sequence[int]",
        Kind::Sequence => "Sequence[int]",
        Kind::Float => "float",
        Kind::Bool => "bool_type",
        Kind::Text | Kind::Casting => "str",
        Kind::DType => "DTypeLike",
        Kind::Order => "str | None",
        Kind::Bounds => "str | int | None",
        Kind::EachBounds => "str | int | None | tuple[str | int | None, ...]",
        Kind::Labelled => "str | ArrayLike | Sequence[Any]",
        Kind::Contraction => "bool_type | str | Sequence[Any] | None",
        Kind::Bins => "int | str | ArrayLike",
        Kind::EachBins => "int | ArrayLike | Sequence[int | ArrayLike]",
        Kind::Interval => "Sequence[float]",
        Kind::Limits => "Sequence[float | None]",
        Kind::Bools => "Sequence[bool_type]",
        Kind::EachInterval => "Sequence[Sequence[float] | None]",
        Kind::ArrayOrSequence => "ArrayLike | Sequence[ArrayLike]",
        Kind::Device => "Device | str | int",
        Kind::Stream => "Stream | None",
        Kind::NumberOrText => "float | str | None",
        Kind::ArrayOrText => "str | ArrayLike",
        Kind::Loop => "str | tuple[DTypeLike | None, ...]",
        Kind::Source | Kind::Object | Kind::Ignored | Kind::Owner | Kind::Index | Kind::IndexAsWritten => "Any",
    }
}

/// Functions whose result is a class of its own: their module, their name and the class, which the module has.
const CLASSES_OF_RESULTS: &[(&str, &str, &str)] = &[
    ("cuprust.linalg", "slogdet", "SlogdetResult"),
    ("cuprust.linalg", "eigh", "EighResult"),
    ("cuprust.linalg", "eig", "EigResult"),
];

/// The parameters of a call in a stub, and the result.
type Case = (&'static str, &'static str);

/// Functions whose result type depends on their arguments: their module, their name and the cases. The function's own
/// line, which accepts any arguments, follows them.
const RESULTS_BY_ARGUMENTS: &[(&str, &str, &[Case])] = &[
    (
        TOP,
        "where",
        &[
            ("condition: ArrayLike", "tuple[ndarray, ...]"),
            ("condition: ArrayLike, x: ArrayLike, y: ArrayLike", "ndarray"),
        ],
    ),
    (
        "cuprust.linalg",
        "svd",
        &[
            (
                "a: ArrayLike, full_matrices: bool_type = True, compute_uv: Literal[True] = True, hermitian: bool_type = False",
                "SVDResult",
            ),
            (
                "a: ArrayLike, full_matrices: bool_type = True, *, compute_uv: Literal[False], hermitian: bool_type = False",
                "ndarray",
            ),
        ],
    ),
    (
        "cuprust.linalg",
        "qr",
        &[
            ("a: ArrayLike, mode: Literal[\"reduced\", \"complete\"] = \"reduced\"", "QRResult"),
            ("a: ArrayLike, mode: Literal[\"r\"]", "ndarray"),
            ("a: ArrayLike, mode: Literal[\"raw\"]", "tuple[ndarray, ndarray]"),
        ],
    ),
];

/// The stub's lines for a function under a name, or for a method.
fn definition(function: &Function, name: &str, method: bool) -> String {
    let show = |parameter: &Parameter| format!("{}: {}", parameter.name, annotation(parameter));
    let signature = function.signature_with(method, show, " = ");
    let (indent, owner) = match method {
        true if signature == "()" => ("    ", "self"),
        true => ("    ", "self, "),
        false => ("", ""),
    };
    let result = match CLASSES_OF_RESULTS.iter().find(|(owner, own, _)| (*owner, *own) == (function.module, name)) {
        Some((_, _, class)) => (*class).to_owned(),
        None => function.result.0.replace("bool", "bool_type"),
    };
    let cases =
        RESULTS_BY_ARGUMENTS.iter().find(|(owner, own, _)| !method && (*owner, *own) == (function.module, name));
    let mut overloads = String::new();
    if let Some((_, _, cases)) = cases {
        for (parameters, result) in *cases {
            writeln!(overloads, "@overload\ndef {name}({parameters}) -> {result}: ...").expect("a string takes all");
        }
        overloads += "@overload\n";
    }
    let doc = function.documentation().replace('\\', "\\\\").replace('\n', &format!("\n    {indent}"));
    format!("{overloads}{indent}def {name}({owner}{} -> {result}:\n{indent}    \"\"\"{doc}\"\"\"\n", &signature[1..])
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

/// The head of a stub: its documentation and its imports.
pub fn head(what: &str, functions: &str) -> String {
    let typing = if functions.contains("@overload") { "Any, Literal, overload" } else { "Any" };
    let classes = ["EigResult", "EighResult", "QRResult", "SVDResult", "SlogdetResult"];
    let classes: Vec<&str> = classes.into_iter().filter(|class| functions.contains(&format!("-> {class}:"))).collect();
    let results = match classes.is_empty() {
        true => String::new(),
        false => format!("from cuprust.linalg import {}\n", classes.join(", ")),
    };
    format!(
        "\"\"\"{what}\"\"\"\n\n\
         from collections.abc import Sequence\n\
         from typing import {typing}\n\n\
         import numpy as np\n\
         from numpy.typing import DTypeLike\n\n\
         from cuprust import ArrayLike, bool_type, ndarray, ufunc\n\
         from cuprust.cuda import Device, Stream\n\
         {results}",
    )
}

/// The stub's definitions of a module's functions.
pub fn definitions(module: &str) -> String {
    let own = functions().filter(|function| function.module == module);
    own.flat_map(|function| function.names().map(|name| format!("\n{}", definition(function, name, false)))).collect()
}

/// The text of `python/cuprust/_functions.pyi`.
pub fn stub() -> String {
    let what = "The functions of cuprust that are declared in its table, and the methods of arrays among them.";
    let own = definitions(TOP);
    let mut out = format!("{MARK}{}", head(what, &own));
    for (owner, class, doc) in CLASSES {
        write!(out, "\nclass {class}:\n    \"\"\"{doc}\"\"\"\n").expect("a string takes all");
        for function in functions().filter(|own| own.module == *owner || own.method && *owner == METHODS) {
            write!(out, "\n{}", definition(function, function.name, true)).expect("a string takes all");
        }
    }
    out + &own
}

/// A part of the page: its title, the modules that begin in it, and functions.
struct Section {
    title: String,
    modules: Vec<&'static Module>,
    functions: Vec<&'static Function>,
}

/// The parts of the page: one for each list of declarations, without functions of other modules, which have parts of
/// their own.
fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut section = |title: &str| match sections.iter().position(|section| section.title == title) {
        Some(index) => index,
        None => {
            sections.push(Section { title: title.to_owned(), modules: Vec::new(), functions: Vec::new() });
            sections.len() - 1
        }
    };
    let mut found: Vec<(usize, Option<&'static Module>, Vec<&'static Function>)> = Vec::new();
    for module in modules() {
        let first = module.lists.first().map_or_else(|| short(module.name), |(title, _)| title);
        found.push((section(first), Some(module), Vec::new()));
        for (title, functions) in module.lists {
            for function in *functions {
                let stays = function.is_method() || [module.name, TOP].contains(&function.module);
                found.push((section(if stays { title } else { short(function.module) }), None, vec![function]));
            }
        }
    }
    for (index, module, functions) in found {
        sections[index].modules.extend(module);
        sections[index].functions.extend(functions);
    }
    sections
}

/// The name of a module within the package.
fn short(module: &'static str) -> &'static str {
    module.split_once('.').map_or(module, |(_, inner)| inner)
}

/// The introduction of a module on the page.
fn introduction(module: &Module) -> String {
    let compared = match module.reference {
        Reference::Module(reference) => format!("Its functions are compared with those of `{reference}`"),
        Reference::None(why) => format!("Its functions are compared with no module's: {why}"),
    };
    format!("\n`{}`: {} {compared}.\n", module.name, module.doc)
}

/// The text of `docs/functions.md`.
pub fn page() -> String {
    let mut out = String::from(
        "# Functions\n\n\
         Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this page. Ufuncs and plain\n\
         reductions have [their own page](ufuncs.md).\n",
    );
    for Section { title, modules, functions } in sections() {
        write!(out, "\n## {title}\n").expect("a string takes all");
        out.extend(modules.iter().map(|module| introduction(module)));
        for function in functions {
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
