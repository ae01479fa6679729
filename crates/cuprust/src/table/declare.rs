//! The macro that declares functions.

/// Declares the functions of a file as `FUNCTIONS`, a slice of [`Function`](super::Function).
///
/// ```text
/// functions! {
///     in "cuprust";
///
///     /// The running sum along an axis, or over the elements in C order.
///     ///
///     /// >>> cp.cumsum(cp.arange(4))
///     /// array([0, 1, 3, 6])
///     method cumsum(a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
///         cumsum_with(a, axis, dtype, out.0)
///     }
/// }
/// ```
///
/// Before the name stands `fn` for a function or `method` for one that arrays have as a method too; after it, in
/// brackets, other names of the function, which methods do not have: `round["around"]`. Parameters are as Python writes
/// them, with `/` and `*`; their types are Rust's, each a [`Typed`](super::Typed), so the call in the braces has them
/// under their names. Its value is a result of what is after the arrow, an [`Answer`](super::Answer) of one word.
/// Parameters without effect are named before the arrow, each with the reason: `ignoring { overwrite_input: UNCHANGED
/// }`, or as a list that has a name, `ignoring TRANSFORM`. [`texts`](super::texts) has the reasons and the sentences
/// that are said of many functions; one of these is `#[doc = AXIS]` among the lines of the documentation.
#[doc(hidden)]
#[macro_export]
macro_rules! functions {
    (in $module:literal; $($rest:tt)*) => {
        /// The declarations of this chapter's functions.
        #[allow(non_snake_case, unused_variables)]
        pub(crate) static FUNCTIONS: &[$crate::table::Function] =
            $crate::functions!(@each $module [] $($rest)*);
    };

    (@each $module:literal [$($done:expr,)*]) => { &[$($done,)*] };
    (@each $module:literal [$($done:expr,)*] in $next:literal; $($rest:tt)*) => {
        $crate::functions!(@each $next [$($done,)*] $($rest)*)
    };
    (@each $module:literal [$($done:expr,)*]
        $(#[doc = $doc:expr])* $kind:ident $name:ident $([$($alias:literal),*])? ($($parameters:tt)*)
        $(ignoring $ignored:tt)? -> $result:tt $body:block $($rest:tt)*
    ) => {
        $crate::functions!(@each $module [$($done,)* $crate::functions!(
            @one $module, $name, $kind, [$($($alias),*)?], [$($doc),*], ($($ignored)?), $result, $body, $($parameters)*
        ),] $($rest)*)
    };

    (@one $module:literal, $name:ident, $kind:ident, [$($alias:literal),*], [$($doc:expr),*],
        ($($ignored:tt)?), $result:tt, $body:block, $($parameters:tt)*
    ) => {
        $crate::table::Function {
            module: $module,
            name: $crate::table::declare::name(stringify!($name)),
            aliases: &[$($alias),*],
            method: $crate::functions!(@method $kind),
            parameters: $crate::functions!(@parameters Either [] $($parameters)*,),
            result: <$result as $crate::table::Answer>::PYTHON,
            ignored: $crate::functions!(@ignored $($ignored)?),
            doc: &[$($doc),*],
            call: $crate::functions!(@call $result, $body, $($parameters)*),
        }
    };

    (@ignored) => { &[] };
    (@ignored { $($ignored:ident: $why:expr),* }) => { &[$((stringify!($ignored), $why)),*] };
    (@ignored $named:ident) => { $named };

    (@method fn) => { false };
    (@method method) => { true };

    // The commonest results as they are, so that they are not copied once more.
    (@call Array, $body:block, $($parameters:tt)*) => {
        $crate::table::Call::Array(|arguments| $crate::functions!(@body arguments, Array, $body, $($parameters)*))
    };
    (@call View, $body:block, $($parameters:tt)*) => {
        $crate::table::Call::View(|arguments| {
            $crate::functions!(@body arguments, View, $body, $($parameters)*).map(|view| view.0)
        })
    };
    (@call $result:tt, $body:block, $($parameters:tt)*) => {
        $crate::table::Call::Other(|arguments| {
            $crate::functions!(@body arguments, $result, $body, $($parameters)*)
                .map($crate::table::Answer::returned)
        })
    };
    (@body $arguments:ident, $result:tt, $body:block, $($parameters:tt)*) => {{
        #[allow(unused_mut, unused_variables)]
        let mut given = $arguments.iter();
        $crate::functions!(@take given $($parameters)*,);
        let call = move || -> $crate::Result<$result> { $body };
        call()
    }};

    // Takes each argument into a variable of the parameter's name and type.
    (@take $given:ident $(,)?) => {};
    (@take $given:ident /, $($rest:tt)*) => { $crate::functions!(@take $given $($rest)*); };
    (@take $given:ident *, $($rest:tt)*) => { $crate::functions!(@take $given $($rest)*); };
    (@take $given:ident *$name:ident: $takes:ty, $($rest:tt)*) => {
        let $name: $takes = $given.take(stringify!($name), None)?;
        $crate::functions!(@take $given $($rest)*);
    };
    (@take $given:ident $name:ident: $takes:ty, $($rest:tt)*) => {
        let $name: $takes = $given.take(stringify!($name), None)?;
        $crate::functions!(@take $given $($rest)*);
    };
    (@take $given:ident $name:ident: $takes:ty = -$default:literal, $($rest:tt)*) => {
        let $name: $takes = $given.take(stringify!($name), Some((-$default).into()))?;
        $crate::functions!(@take $given $($rest)*);
    };
    (@take $given:ident $name:ident: $takes:ty = $default:tt, $($rest:tt)*) => {
        let $name: $takes = $given.take(stringify!($name), Some($crate::functions!(@literal $default)))?;
        $crate::functions!(@take $given $($rest)*);
    };

    (@literal None) => { $crate::table::Literal::None };
    (@literal True) => { $crate::table::Literal::Bool(true) };
    (@literal False) => { $crate::table::Literal::Bool(false) };
    (@literal ($($integer:literal),*)) => { $crate::table::Literal::Ints(&[$($integer),*]) };
    (@literal ($($flag:ident),+)) => { $crate::table::Literal::Bools(&[$($crate::functions!(@flag $flag)),+]) };
    (@flag True) => { true };
    (@flag False) => { false };
    (@literal $default:literal) => { $default.into() };

    // The parameters, as a slice.
    (@parameters $passing:ident [$($done:expr,)*] $(,)?) => { &[$($done,)*] };
    (@parameters $passing:ident [$($done:expr,)*] /, $($rest:tt)*) => {
        $crate::functions!(@parameters Either [$($crate::table::declare::by_position($done),)*] $($rest)*)
    };
    (@parameters $passing:ident [$($done:expr,)*] *, $($rest:tt)*) => {
        $crate::functions!(@parameters Name [$($done,)*] $($rest)*)
    };
    (@parameters $passing:ident [$($done:expr,)*] *$name:ident: $takes:ty, $($rest:tt)*) => {
        $crate::functions!(@parameters Name [$($done,)*
            $crate::functions!(@parameter Rest $name $takes, None),
        ] $($rest)*)
    };
    (@parameters $passing:ident [$($done:expr,)*] $name:ident: $takes:ty, $($rest:tt)*) => {
        $crate::functions!(@parameters $passing [$($done,)*
            $crate::functions!(@parameter $passing $name $takes, None),
        ] $($rest)*)
    };
    (@parameters $passing:ident [$($done:expr,)*] $name:ident: $takes:ty = -$default:literal, $($rest:tt)*) => {
        $crate::functions!(@parameters $passing [$($done,)*
            $crate::functions!(@parameter $passing $name $takes, Some(concat!("-", stringify!($default)))),
        ] $($rest)*)
    };
    (@parameters $passing:ident [$($done:expr,)*] $name:ident: $takes:ty = $default:tt, $($rest:tt)*) => {
        $crate::functions!(@parameters $passing [$($done,)*
            $crate::functions!(@parameter $passing $name $takes, Some(stringify!($default))),
        ] $($rest)*)
    };
    (@parameter $passing:ident $name:ident $takes:ty, $default:expr) => {
        $crate::table::Parameter {
            name: $crate::table::declare::name(stringify!($name)),
            passing: $crate::table::Passing::$passing,
            takes: <$takes as $crate::table::Typed>::TYPE,
            default: $default,
        }
    };
}

pub use crate::functions;

use super::{Parameter, Passing};

/// A name as Python has it, where Rust needs an underscore after a word of its own.
pub const fn name(rust: &'static str) -> &'static str {
    let bytes = rust.as_bytes();
    match bytes {
        [.., b'_'] => rust.split_at(bytes.len() - 1).0,
        _ => rust,
    }
}

/// The parameter, passed by position alone.
pub const fn by_position(parameter: Parameter) -> Parameter {
    Parameter { passing: Passing::Position, ..parameter }
}
