//! Second names of parameters: those that CuPy has for what NumPy or SciPy call otherwise, or pass by position alone.

use cuprust::table::Function;

/// A function's module and name, and for each second name of a parameter the parameter, or nothing where the argument
/// has no effect.
type SecondNames = (&'static str, &'static str, &'static [(&'static str, Option<&'static str>)]);

const SECOND_NAMES: &[SecondNames] = &[
    ("cuprust", "bincount", &[("x", Some("x"))]),
    ("cuprust", "corrcoef", &[("a", Some("x")), ("bias", None), ("ddof", None)]),
    ("cuprust", "cov", &[("a", Some("m"))]),
    ("cuprust", "delete", &[("indices", Some("obj"))]),
    ("cuprust", "ediff1d", &[("arr", Some("ary"))]),
    ("cuprust", "histogram", &[("x", Some("a"))]),
    ("cuprust", "intersect1d", &[("arr1", Some("ar1")), ("arr2", Some("ar2"))]),
    ("cuprust", "matrix_transpose", &[("a", Some("x"))]),
    ("cuprust", "packbits", &[("a", Some("a"))]),
    ("cuprust", "percentile", &[("interpolation", Some("method"))]),
    ("cuprust", "putmask", &[("a", Some("a"))]),
    ("cuprust", "quantile", &[("interpolation", Some("method"))]),
    ("cuprust", "take_along_axis", &[("a", Some("arr"))]),
    ("cuprust", "union1d", &[("arr1", Some("ar1")), ("arr2", Some("ar2"))]),
    ("cuprust", "unpackbits", &[("a", Some("a"))]),
    ("cuprust", "unravel_index", &[("dims", Some("shape"))]),
    ("cuprust.linalg", "cholesky", &[("a", Some("a"))]),
    ("cuprust.linalg", "matrix_power", &[("M", Some("a"))]),
    ("cuprust.linalg", "matrix_rank", &[("M", Some("A"))]),
    ("cuprust.scipy.ndimage", "distance_transform_edt", &[("image", Some("input"))]),
];

/// The names that CuPy has for the operands of functions that are ufuncs here: `btdtr` and `btdtri` are the beta
/// distribution's.
const OPERANDS: &[(&str, &[&str])] =
    &[("betainc", &["a", "b", "x"]), ("betaincinv", &["a", "b", "p"]), ("isneginf", &["x"]), ("isposinf", &["x"])];

/// What the name of an argument stands for, where it is not the interned one of a parameter.
pub(super) enum SecondName {
    /// The parameter at this position, by its own name.
    First(usize),
    /// The parameter at this position, by its second name.
    Second(usize),
    /// An argument without effect.
    WithoutEffect,
}

/// The parameter of a function that a second name stands for.
#[cold]
pub(super) fn second_name(function: &Function, name: &str) -> Option<SecondName> {
    let own = |(module, own, _): &&SecondNames| *module == function.module && *own == function.name;
    let (_, parameter) = SECOND_NAMES.iter().find(own)?.2.iter().find(|(second, _)| *second == name)?;
    let Some(parameter) = parameter else { return Some(SecondName::WithoutEffect) };
    function.parameters.iter().position(|known| known.name == *parameter).map(SecondName::Second)
}

/// The names of a ufunc's operands, if it has them.
#[cold]
pub(crate) fn operand_names(ufunc: &str) -> Option<&'static [&'static str]> {
    OPERANDS.iter().find(|(name, _)| *name == ufunc).map(|(_, names)| *names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_scipy::modules::functions;

    #[test]
    fn second_names_are_of_parameters_and_are_no_first_names() {
        for (module, name, pairs) in SECOND_NAMES {
            let function = functions().find(|function| function.module == *module && function.name == *name);
            let function = function.unwrap_or_else(|| panic!("there is no {module}.{name}"));
            for (second, parameter) in *pairs {
                let known = |name: &str| function.parameters.iter().any(|parameter| parameter.name == name);
                assert!(parameter.is_none_or(known), "{name} has no {parameter:?}");
                assert!(Some(*second) == *parameter || !known(second), "{name} has {second} itself");
            }
        }
    }
}
