//! The modules of Python's package, and all functions of the function table: every list that a chapter declares is
//! named here.

use crate::scipy;
use crate::table::{Function, Module, Reference};
use crate::{
    creation, editing, fft, indexing, linalg, logic, manipulation, math, polynomial, random, sorting, statistics, ufunc,
};

/// The modules that NumPy has, and those of CuPy that are no modules of SciPy.
pub static MODULES: &[Module] = &[
    Module {
        name: "cuprust",
        doc: "NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed.",
        reference: Reference::Module("numpy"),
        lists: &[
            ("creation", creation::table::FUNCTIONS),
            ("indexing", indexing::table::FUNCTIONS),
            ("manipulation", manipulation::table::FUNCTIONS),
            ("editing", editing::table::FUNCTIONS),
            ("logic", logic::table::FUNCTIONS),
            ("math", math::table::FUNCTIONS),
            ("sorting", sorting::table::FUNCTIONS),
            ("statistics", statistics::table::FUNCTIONS),
            ("polynomial", polynomial::table::FUNCTIONS),
            ("ufunc", ufunc::table::FUNCTIONS),
        ],
    },
    Module {
        name: "cuprust.linalg",
        doc: "Linear algebra: products, systems of equations, factors, and norms.",
        reference: Reference::Module("numpy.linalg"),
        lists: &[("linalg", linalg::table::FUNCTIONS)],
    },
    Module {
        name: "cuprust.fft",
        doc: "Discrete Fourier transforms, and the frequencies of their elements.",
        reference: Reference::Module("numpy.fft"),
        lists: &[("fft", fft::table::FUNCTIONS)],
    },
    Module {
        name: "cuprust.random",
        doc: "Random numbers, counter-based (Philox4x32-10) unless another bit generator is named: a seed gives the same numbers on every \
              device.",
        reference: Reference::None("numbers are drawn: test_distributions.py compares how they are distributed"),
        lists: &[("random", random::table::FUNCTIONS)],
    },
    Module {
        name: "cuprust.lib.stride_tricks",
        doc: "Views of memory by strides.",
        reference: Reference::Module("numpy.lib.stride_tricks"),
        lists: &[],
    },
    Module {
        name: "cuprust.lapack",
        doc: "Systems of equations by the names of CuPy's `cupyx.lapack`.",
        reference: Reference::None(
            "neither NumPy nor SciPy has such functions: test_lapack.py multiplies the solutions back",
        ),
        lists: &[],
    },
    Module {
        name: "cuprust.polynomial.polynomial",
        doc: "Polynomials by the coefficients of powers, the lowest first.",
        reference: Reference::Module("numpy.polynomial.polynomial"),
        lists: &[("polynomial.polynomial", polynomial::families::polynomial::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.chebyshev",
        doc: "Series of Chebyshev polynomials of the first kind.",
        reference: Reference::Module("numpy.polynomial.chebyshev"),
        lists: &[("polynomial.chebyshev", polynomial::families::chebyshev::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.legendre",
        doc: "Series of Legendre polynomials.",
        reference: Reference::Module("numpy.polynomial.legendre"),
        lists: &[("polynomial.legendre", polynomial::families::legendre::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.hermite",
        doc: "Series of Hermite polynomials, as physicists have them.",
        reference: Reference::Module("numpy.polynomial.hermite"),
        lists: &[("polynomial.hermite", polynomial::families::hermite::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.hermite_e",
        doc: "Series of Hermite polynomials, as statisticians have them.",
        reference: Reference::Module("numpy.polynomial.hermite_e"),
        lists: &[("polynomial.hermite_e", polynomial::families::hermite_e::FUNCTIONS)],
    },
    Module {
        name: "cuprust.polynomial.laguerre",
        doc: "Series of Laguerre polynomials.",
        reference: Reference::Module("numpy.polynomial.laguerre"),
        lists: &[("polynomial.laguerre", polynomial::families::laguerre::FUNCTIONS)],
    },
];

/// All modules.
pub fn modules() -> impl Iterator<Item = &'static Module> {
    MODULES.iter().chain(scipy::modules::MODULES)
}

/// The names of the modules within a package, and of packages with such modules, in order.
pub fn submodules(package: &str) -> Vec<&'static str> {
    let inner = |name: &'static str| name.strip_prefix(package)?.strip_prefix('.')?.split('.').next();
    let mut names: Vec<&str> = modules().filter_map(|module| inner(module.name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// All functions of the table.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    modules().flat_map(|module| module.lists).flat_map(|(_, functions)| functions.iter())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::table::{GENERATORS, METHODS, Passing, UFUNCS};

    #[test]
    fn no_name_is_declared_twice() {
        let mut seen = BTreeSet::new();
        for function in functions() {
            for name in function.names() {
                assert!(seen.insert((function.module, name)), "{}.{name} is declared twice", function.module);
            }
        }
    }

    #[test]
    fn defaults_follow_what_is_required() {
        for function in functions() {
            let by_position = function.parameters.iter().filter(|parameter| parameter.passing != Passing::Name);
            let defaults: Vec<bool> = by_position.map(|parameter| parameter.default.is_some()).collect();
            assert!(defaults.is_sorted(), "{}: a required parameter follows one with a default", function.name);
        }
    }

    #[test]
    fn what_has_no_effect_is_a_parameter() {
        for function in functions() {
            for (name, why) in function.ignored {
                let known = function.parameters.iter().any(|parameter| parameter.name == *name);
                assert!(known && !why.ends_with('.'), "{}: {name}", function.name);
            }
        }
    }

    #[test]
    fn every_function_is_documented_in_sentences() {
        for function in functions() {
            let text = function.documentation();
            let first = text.split("\n\n").next().unwrap_or_default();
            assert!(first.ends_with(['.', ':']), "{}: {first:?}", function.name);
        }
    }

    #[test]
    fn signatures_read_as_python() {
        let named = |name| functions().find(|function| function.name == name).unwrap();
        assert_eq!(named("cumsum").signature(false), "(a, axis=None, dtype=None, out=None)");
        assert_eq!(named("cumsum").signature(true), "(axis=None, dtype=None, out=None)");
        assert_eq!(
            named("matmul").signature(false),
            "(x1, x2, /, out=None, *, axes=None, axis=None, keepdims=False, casting=\"same_kind\", dtype=None, order=\"K\", signature=None)"
        );
    }

    #[test]
    fn every_function_and_row_has_a_module_that_is_declared_once() {
        let names: Vec<&str> = modules().map(|module| module.name).collect();
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len(), "a module is declared twice");
        for function in functions() {
            let home = function.module;
            let class = [METHODS, UFUNCS, GENERATORS].contains(&home);
            assert!(class || distinct.contains(home), "{}: {home} is not declared", function.name);
        }
        for (row, home) in cuprust_ops::RowId::all().flat_map(|id| id.row().modules.iter().map(move |home| (id, home)))
        {
            assert!(distinct.contains(home), "{}: {home} is not declared", row.row().name);
        }
    }

    #[test]
    fn modules_are_documented_in_sentences() {
        for module in modules() {
            assert!(module.doc.ends_with('.') && !module.doc.contains('\n'), "{}: {:?}", module.name, module.doc);
            let (Reference::Module(text) | Reference::None(text)) = module.reference;
            assert!(!text.is_empty(), "{}", module.name);
        }
    }
}
