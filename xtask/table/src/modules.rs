//! The Python files of the modules that are declared: their stubs, and the modules themselves where no file is written
//! by hand.

use std::path::Path;

use cuprust::table::Module;
use cuprust_scipy::modules::{functions, modules, submodules};
use xtask::made::GeneratedFile;
use xtask::ufuncs;

use crate::functions::{definitions, head};

/// The first lines of a file that is generated from the function table.
pub const MARK: &str =
    "# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.\n";

/// The folder of Python's package.
const PACKAGE: &str = "python/cuprust";

/// The files of all modules but the top, whose stub is `_functions.pyi`.
pub fn files(root: &Path) -> Vec<GeneratedFile<'static>> {
    let mut files = Vec::new();
    for module in modules().filter(|module| module.name != cuprust::ops::TOP && has_functions(module)) {
        let file = file_of(module);
        if is_written(root, module) {
            let what = format!("The functions of {} that are declared in the function table.", module.name);
            files.push(GeneratedFile::new(stub_path(root, module), move |_| Ok(stub(module, &what, true))));
        } else {
            files.push(GeneratedFile::new(format!("{file}.py"), move |_| Ok(python(module))));
            files.push(GeneratedFile::new(stub_path(root, module), move |_| Ok(stub(module, module.doc, false))));
        }
    }
    for package in packages(root) {
        let path = format!("{}/_modules.pyi", folder(&package));
        files.push(GeneratedFile::new(path, move |_| Ok(list(&package))));
    }
    files
}

/// The files that begin as generated from the function table and are not among these: their modules are no longer
/// declared.
pub fn left_over(root: &Path, files: &[GeneratedFile<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.join(PACKAGE)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if begins_with_mark(&path)
                && let Ok(relative) = path.strip_prefix(root)
            {
                let relative = relative.to_string_lossy().replace('\\', "/");
                if files.iter().all(|made| made.path() != relative) {
                    found.push(relative);
                }
            }
        }
    }
    found
}

/// The files that say which names a module has: the one that is written by hand, and the stub.
pub fn sources(root: &Path, module: &Module) -> Vec<String> {
    let written = [".pyi", ".py", "/__init__.py"].map(|end| format!("{}{end}", folder(module.name)));
    let stub = has_functions(module).then(|| stub_path(root, module));
    let written = written.into_iter().find(|file| root.join(file).exists() && Some(file) != stub.as_ref());
    written.filter(|_| is_written(root, module)).into_iter().chain(stub).collect()
}

/// Whether the table or the rows declare anything that the module has.
fn has_functions(module: &Module) -> bool {
    functions().any(|function| function.module == module.name) || ufuncs::chapters_of(module.name).next().is_some()
}

/// Whether the module's file is written by hand.
fn is_written(root: &Path, module: &Module) -> bool {
    let folder = folder(module.name);
    let files = [format!("{folder}.py"), format!("{folder}/__init__.py")].map(|file| root.join(file));
    files.iter().any(|file| file.exists() && !begins_with_mark(file))
}

fn begins_with_mark(file: &Path) -> bool {
    let python = file.extension().is_some_and(|end| end == "py" || end == "pyi");
    python && std::fs::read_to_string(file).is_ok_and(|text| text.starts_with(MARK))
}

/// The path of the file of a module that is not written by hand, without its extension.
fn file_of(module: &Module) -> String {
    let package = if submodules(module.name).is_empty() { "" } else { "/__init__" };
    folder(module.name) + package
}

fn folder(name: &str) -> String {
    let inner: String = name.split('.').skip(1).map(|part| format!("/{part}")).collect();
    format!("{PACKAGE}{inner}")
}

/// The path of the stub of the module's functions. The stub of a handwritten module, which imports it, is next to the
/// module's file, with an underscore before the name.
fn stub_path(root: &Path, module: &Module) -> String {
    let file = file_of(module);
    match file.rsplit_once('/') {
        Some((folder, "__init__")) if is_written(root, module) => format!("{folder}/_functions.pyi"),
        Some((folder, name)) if is_written(root, module) => format!("{folder}/_{name}.pyi"),
        _ => format!("{file}.pyi"),
    }
}

/// The text of the stub of a module; for a package that is not written by hand it lists the modules.
fn stub(module: &Module, what: &str, written: bool) -> String {
    let modules: String = match written {
        true => String::new(),
        false => imports(module.name),
    };
    let functions = definitions(module.name);
    format!("{MARK}{}{modules}{}{functions}", head(what, &functions), ufuncs::definitions(module.name))
}

/// The text of a module that is not written by hand.
fn python(module: &Module) -> String {
    let doc = module.doc.replace('\\', "\\\\");
    if submodules(module.name).is_empty() {
        return format!(
            "{MARK}\"\"\"{doc}\"\"\"\n\n\
             from cuprust._core import _functions\n\n\
             _found = _functions(__name__)\n\
             globals().update(_found)\n\
             __all__ = sorted(_found)\n"
        );
    }
    format!(
        "{MARK}\"\"\"{doc}\"\"\"\n\n\
         from importlib import import_module as _import_module\n\n\
         from cuprust._core import _functions, _submodules\n\n\
         _found = _functions(__name__)\n\
         globals().update(_found)\n\
         __all__ = sorted([*_found, *_submodules(__name__)])\n\n\n\
         def __getattr__(name):\n    \
         if name in _submodules(__name__):\n        \
         return _import_module(f\"{{__name__}}.{{name}}\")\n    \
         raise AttributeError(f\"module {{__name__!r}} has no attribute {{name!r}}\")\n\n\n\
         def __dir__():\n    \
         return sorted({{*globals(), *__all__}})\n"
    )
}

/// The packages whose stub, or whose file where there is no stub, imports the list of their modules.
fn packages(root: &Path) -> Vec<String> {
    let mut packages: Vec<String> = modules()
        .flat_map(|module| {
            let dots = module.name.match_indices('.').map(|(at, _)| module.name[..at].to_owned());
            dots.collect::<Vec<_>>()
        })
        .collect();
    packages.sort_unstable();
    packages.dedup();
    packages.retain(|package| {
        let text = |end| std::fs::read_to_string(root.join(format!("{}/__init__.{end}", folder(package))));
        text("pyi")
            .or_else(|_| text("py"))
            .is_ok_and(|text| text.contains(&format!("from {package}._modules import *")))
    });
    packages
}

/// The text of the stub that lists the modules of a package.
fn list(package: &str) -> String {
    format!(
        "{MARK}\"\"\"The modules of {package} that are declared in the function table.\"\"\"\n\n{}",
        imports(package)
    )
}

/// A stub's lines that import the modules of a package.
fn imports(package: &str) -> String {
    submodules(package).iter().map(|name| format!("from {package} import {name} as {name}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_made_no_more_are_found() {
        let root = std::env::temp_dir().join(format!("cuprust-modules-{}", std::process::id()));
        let folder = root.join(PACKAGE).join("scipy");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("gone.py"), format!("{MARK}x = 1\n")).unwrap();
        std::fs::write(folder.join("own.py"), "x = 1\n").unwrap();
        let files = files(&root);
        assert_eq!(left_over(&root, &files), ["python/cuprust/scipy/gone.py"]);
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_module_is_generated_unless_it_is_written_by_hand() {
        let root = std::env::temp_dir().join(format!("cuprust-written-{}", std::process::id()));
        let paths = || -> Vec<String> { files(&root).iter().map(|made| made.path().to_owned()).collect() };
        assert!(paths().contains(&"python/cuprust/scipy/fft.py".to_owned()));
        let folder = root.join(PACKAGE).join("scipy");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("fft.py"), "x = 1\n").unwrap();
        let made = paths();
        assert!(!made.contains(&"python/cuprust/scipy/fft.py".to_owned()));
        assert!(made.contains(&"python/cuprust/scipy/_fft.pyi".to_owned()));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
