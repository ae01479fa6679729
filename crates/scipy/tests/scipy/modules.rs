//! What is declared of modules and functions is whole: names, defaults, signatures and documentation.

use std::collections::BTreeSet;

use cuprust::table::{GENERATORS, METHODS, Passing, Reference, UFUNCS};
use cuprust_scipy::modules::{functions, modules};

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
    for (row, home) in cuprust_ops::RowId::all().flat_map(|id| id.row().modules.iter().map(move |home| (id, home))) {
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
