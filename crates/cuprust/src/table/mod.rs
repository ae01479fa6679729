//! The function table: a description of each function for a host language, from which callables, signatures,
//! documentation, stubs, pages and tests are made.
//!
//! In each chapter's folder, `table.rs` has the declarations of its functions, written with [`functions!`](declare):
//! the name and the module as in NumPy or CuPy, each parameter with its type and default, the documentation, and the
//! call of the Rust function. The compiler checks that call, so the two interfaces agree. This module has the types;
//! [`crate::modules`] lists the declarations.

mod argument;
mod argument_value;
pub(crate) mod conversion;
#[doc(hidden)]
pub mod declare;

mod kind;
mod kinds;
mod literal;
mod module;
mod result;
pub mod texts;

pub use argument::{Arguments, Operand, Remaining, Typed};
pub use argument_value::{ArgumentValue, ArrayCow};
pub use kind::{Kind, Type};
pub use kinds::{
    AnyArray, AnyStream, Anything, ArrayOrSequence, ArrayOrText, Axes, AxisPairs, Bools, Clamped, Counts, EachIndices,
    Elements, Foreign, Ignored, IndexPart, Indices, IntLists, Lengths, Limit, Limits, Mask, NumberOrText, Out, Output,
    Parts, PerAxis, Prototype, Ranks, Reals, Sequence, Shape, Shaped, Shifts, Source, WrittenParts,
};
pub use literal::Literal;
pub use module::{Module, Reference};
pub use result::{
    Answer, Class, EachView, EachViewOrOne, Named, Own, Python, Returned, Shared, View, ViewTuple, Views,
};

use crate::{Array, Result};
pub use declare::functions;

/// A function as a host language sees it.
pub struct Function {
    /// The module that has it; for what is a method alone, the class: [`METHODS`], [`UFUNCS`] or [`GENERATORS`].
    pub module: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Other names for it in the same module; methods have none.
    pub aliases: &'static [&'static str],
    /// Whether arrays have it as a method too, with the first parameter as the array.
    pub method: bool,
    /// The parameters in order.
    pub parameters: &'static [Parameter],
    /// What the function gives.
    pub result: Python,
    /// Parameters that are accepted without effect, and why.
    pub ignored: Reasons,
    /// The documentation: lines, and texts of several lines that functions share.
    pub doc: &'static [&'static str],
    /// The call of the Rust function.
    pub call: Call,
}

/// Parameters, each with the reason why it has no effect.
pub type Reasons = &'static [(&'static str, &'static str)];

/// The class of arrays: the module of the functions that are methods of arrays alone.
pub const METHODS: &str = "cuprust.ndarray";
/// The class of ufuncs.
pub const UFUNCS: &str = "cuprust.ufunc";
/// The class of generators of random numbers.
pub const GENERATORS: &str = "cuprust.random.Generator";

/// The call of a Rust function, by what it gives.
pub enum Call {
    /// A new array.
    Array(fn(&Arguments<'_>) -> Result<Array>),
    /// An array that may share the memory of the first argument.
    View(fn(&Arguments<'_>) -> Result<Array>),
    /// Anything.
    Other(fn(&Arguments<'_>) -> Result<Returned>),
}

/// A parameter of a function.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// How an argument for it may be passed.
    pub passing: Passing,
    /// What an argument for it may be.
    pub takes: Type,
    /// The default as Python writes it; none where an argument is required.
    pub default: Option<&'static str>,
}

/// How an argument may be passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// By position alone.
    Position,
    /// By position or by name.
    Either,
    /// By name alone.
    Name,
    /// All further positions together.
    Rest,
}

impl Function {
    /// The name and the aliases.
    ///
    /// ```
    /// # use cuprust::*;
    /// let functions = || modules::MODULES.iter().flat_map(|module| module.lists).flat_map(|(_, list)| *list);
    /// assert!(functions().any(|function| function.names().eq(["concatenate", "concat"])));
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether it is a method alone, of the class that is its module.
    pub fn is_method(&self) -> bool {
        [METHODS, UFUNCS, GENERATORS].contains(&self.module)
    }

    /// The signature as Python writes it, with the parentheses; without the first parameter for a method.
    ///
    /// ```
    /// # use cuprust::*;
    /// let functions = || modules::MODULES.iter().flat_map(|module| module.lists).flat_map(|(_, list)| *list);
    /// let found = functions().find(|function| function.name == "kron").map(|function| function.signature(false));
    /// assert_eq!(found.as_deref(), Some("(a, b)"));
    /// ```
    pub fn signature(&self, method: bool) -> String {
        self.signature_with(method, |parameter| parameter.name.to_owned(), "=")
    }

    /// The signature with each parameter formatted by `show`, and this separator between parameter and default.
    pub fn signature_with(&self, method: bool, show: impl Fn(&Parameter) -> String, equals: &str) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut named = false;
        let shown = &self.parameters[usize::from(method)..];
        for (position, parameter) in shown.iter().enumerate() {
            if parameter.passing == Passing::Name && !named {
                let after_rest = position > 0 && shown[position - 1].passing == Passing::Rest;
                if !after_rest {
                    parts.push("*".into());
                }
                named = true;
            }
            let star = if parameter.passing == Passing::Rest { "*" } else { "" };
            let default = parameter.default.map(|default| format!("{equals}{default}")).unwrap_or_default();
            parts.push(format!("{star}{}{default}", show(parameter)));
            let last_by_position = parameter.passing == Passing::Position
                && shown.get(position + 1).is_none_or(|next| next.passing != Passing::Position);
            if last_by_position {
                parts.push("/".into());
            }
        }
        format!("({})", parts.join(", "))
    }

    /// The documentation with a line for each parameter that has no effect.
    pub fn documentation(&self) -> String {
        let lines: Vec<&str> = self.doc.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        let mut text = lines.join("\n").trim_end().to_owned();
        for (name, why) in self.ignored {
            text += &format!("\n\n`{name}` is accepted and has no effect: {why}.");
        }
        text
    }
}
