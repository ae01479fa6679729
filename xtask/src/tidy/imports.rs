//! Checks that the modules of a crate import one another in one direction only.
//!
//! The layers of a crate are ordered by the table of `ARCHITECTURE.md`; a file imports from its own layer and from
//! earlier ones, and no files import one another in a circle. An import leads to the file that defines the item: `pub
//! use` only reexports names. Methods of types are not imports.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Fault;
use super::source::{File, Token};

/// The crates whose modules are checked: the folder of their sources, and the paragraph of `ARCHITECTURE.md` before
/// their table.
const CRATES: &[(&str, &str)] = &[("crates/cuprust/src", "**`cuprust`**:"), ("crates/scipy/src", "**`scipy`**:")];

/// The file with the order of the layers.
const ORDER: &str = "ARCHITECTURE.md";

/// Finds imports of a later layer, folders without a layer, and files that import one another in a circle.
pub fn one_direction(files: &[File]) -> Vec<Fault> {
    let text = files.iter().find(|file| file.path == ORDER).map_or("", |file| &file.text);
    CRATES
        .iter()
        .flat_map(|(folder, paragraph)| {
            let modules = Modules::of(files, folder);
            let imports = modules.imports();
            let mut faults = against_order(&modules, &imports, &layers(text, paragraph));
            faults.extend(circles(&modules, &imports));
            faults
        })
        .collect()
}

/// The layers of a crate in order, from the first column of the table: folders, which end with a slash, and files of a
/// name, whatever folder they are in.
fn layers<'a>(text: &'a str, paragraph: &str) -> Vec<&'a str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(paragraph)).skip_while(|line| !line.starts_with('|'));
    let lines = lines.take_while(|line| line.starts_with('|'));
    let cells = lines.filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    cells.flat_map(|cell| cell.split('`')).filter(|name| name.ends_with('/') || name.ends_with(".rs")).collect()
}

/// The path of a module from its crate's root.
type Path = Vec<String>;

/// An import: the file that defines what is imported, and the line.
type Imports = BTreeMap<Path, BTreeMap<Path, usize>>;

/// The modules of a crate that are files.
struct Modules<'a>(BTreeMap<Path, Module<'a>>);

struct Module<'a> {
    file: &'a File,
    /// The path of the file from the folder of the crate's sources.
    relative_path: &'a str,
    /// The items that it uses from elsewhere, and the names that it reexports.
    uses: Vec<Use>,
    /// Paths in its code.
    paths: Vec<(usize, Path)>,
    /// The names of the items that it defines.
    items: BTreeSet<String>,
}

/// `use path as name;`
struct Use {
    line: usize,
    path: Path,
    name: String,
    reexports: bool,
}

impl<'a> Modules<'a> {
    fn of(files: &'a [File], folder: &str) -> Modules<'a> {
        let sources = files.iter().filter(|file| file.is_in(&[folder]) && file.ends(&["rs"]));
        let modules = sources.map(|file| {
            let relative_path = &file.path[folder.len() + 1..];
            (module_path(relative_path), Module::of(file, relative_path))
        });
        Modules(modules.collect())
    }

    /// For each module the other modules that it imports items of.
    fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (own, module) in &self.0 {
            let mut found = BTreeMap::new();
            for Use { line, path, reexports, .. } in &module.uses {
                let Some(target) = self.absolute(own, path).and_then(|path| self.definition(&path)) else { continue };
                // A module that declares its own modules does not depend on them.
                if !(*reexports && target.starts_with(own)) {
                    found.entry(target).or_insert(*line);
                }
            }
            for (line, path) in &module.paths {
                let named = module.uses.iter().find(|own| own.name == path[0] && !own.reexports);
                let whole = match named {
                    Some(named) => named.path.iter().chain(&path[1..]).cloned().collect(),
                    None => path.clone(),
                };
                if let Some(target) = self.absolute(own, &whole).and_then(|path| self.definition(&path)) {
                    found.entry(target).or_insert(*line);
                }
            }
            found.remove(own);
            imports.insert(own.clone(), found);
        }
        imports
    }

    /// A path from the root of the crate; None if it leads to another crate.
    fn absolute(&self, own: &Path, path: &[String]) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([own, rest].concat()),
            "super" => {
                let mut parent = own.clone();
                parent.pop();
                let rest = if rest.first().is_some_and(|next| next == "super") {
                    rest.to_vec()
                } else {
                    [&["self".to_owned()], rest].concat()
                };
                self.absolute(&parent, &rest)
            }
            _ => {
                let child = [own, std::slice::from_ref(first)].concat();
                self.0.contains_key(&child).then(|| [own, path].concat())
            }
        }
    }

    /// The module whose file defines what a path names; None if the crate's root reexports it from another crate.
    fn definition(&self, path: &[String]) -> Option<Path> {
        let (target, is_found) = self.defined(path, &mut BTreeSet::new());
        (is_found || !target.is_empty()).then_some(target)
    }

    /// As [`Modules::definition`], and whether the item was found there: items that macros define are not seen.
    fn defined(&self, path: &[String], seen: &mut BTreeSet<(Path, String)>) -> (Path, bool) {
        let known = (0..=path.len()).rev().find(|&length| self.0.contains_key(&path[..length])).unwrap_or(0);
        let (own, rest) = (path[..known].to_vec(), &path[known..]);
        let (Some(module), Some(name)) = (self.0.get(&own), rest.first()) else { return (own, true) };
        if !seen.insert((own.clone(), name.clone())) {
            return (own, false);
        }
        let mut follow = |path: &[String]| Some(self.defined(&self.absolute(&own, path)?, seen));
        let named = |reexports: bool| {
            let found = module.uses.iter().find(|own| own.name == *name && own.reexports == reexports);
            found.map(|own| [&own.path, &rest[1..]].concat())
        };
        if let Some(found) = named(true).and_then(|path| follow(&path)) {
            return found;
        }
        if module.items.contains(name) {
            return (own, true);
        }
        for whole in module.uses.iter().filter(|own| own.reexports && own.name == "*") {
            if let Some((found, true)) = follow(&[&whole.path, rest].concat()) {
                return (found, true);
            }
        }
        named(false).and_then(|path| follow(&path)).unwrap_or((own, false))
    }
}

/// The path of a module from the crate's root, by its file's path from the folder of sources.
fn module_path(file: &str) -> Path {
    let mut path: Path = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    path.pop_if(|last| matches!(last.as_str(), "mod" | "lib"));
    path
}

impl<'a> Module<'a> {
    fn of(file: &'a File, relative_path: &'a str) -> Module<'a> {
        let tokens = without_tests(file.tokens());
        let mut module = Module { file, relative_path, uses: Vec::new(), paths: Vec::new(), items: BTreeSet::new() };
        let mut index = 0;
        while index < tokens.len() {
            let text = tokens[index].text.as_str();
            match text {
                "use" if index == 0 || tokens[index - 1].text != "." => {
                    let end = (index..tokens.len()).find(|&at| tokens[at].text == ";").unwrap_or(tokens.len());
                    let reexports = is_visible(&tokens[..index]);
                    let mut found = Vec::new();
                    tree(&tokens[index + 1..end], &[], &mut found);
                    module.uses.extend(found.into_iter().map(|(line, path, name)| Use { line, path, name, reexports }));
                    index = end;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" | "mod" | "macro_rules" => {
                    let named = tokens[index + 1..].iter().find(|token| !matches!(token.text.as_str(), "!" | "mut"));
                    module.items.extend(named.map(|token| token.text.clone()));
                    index += 1;
                }
                // `pub(in path)` restricts visibility and imports nothing.
                "in" if index > 1 && starts(&tokens[index - 2..], &["pub", "(", "in"]) => {
                    index = path_at(&tokens, index + 1).1
                }
                _ if is_name(text) && !follows_path(&tokens, index) => {
                    let (path, next) = path_at(&tokens, index);
                    if path.len() > 1 {
                        module.paths.push((tokens[index].line, path));
                    }
                    index = next;
                }
                _ => index += 1,
            }
        }
        module
    }
}

impl Module<'_> {
    /// Whether it is the root of a folder of layers, which reexports their items.
    fn holds_layers(&self, layers: &[&str]) -> bool {
        let folder = self.relative_path.strip_suffix("mod.rs").unwrap_or_default();
        !folder.is_empty() && layers.iter().any(|layer| layer.len() > folder.len() && layer.starts_with(folder))
    }
}

/// The tokens without those of modules and other items for tests only.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((first, behind)) = rest.split_first() {
        if !starts(rest, &["#", "[", "cfg", "(", "test", ")", "]"]) {
            kept.push(first.clone());
            rest = behind;
            continue;
        }
        // The item ends with its braces, or with a semicolon outside of brackets.
        let mut depth = 0;
        let end = rest[7..].iter().position(|token| {
            match token.text.as_str() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            depth == 0 && matches!(token.text.as_str(), "}" | ";")
        });
        rest = end.map_or(&[], |end| &rest[7 + end + 1..]);
    }
    kept
}

fn starts(tokens: &[Token], texts: &[&str]) -> bool {
    tokens.len() >= texts.len() && tokens.iter().zip(texts).all(|(token, text)| token.text == *text)
}

/// Whether the tokens before `use` make it visible elsewhere: `pub`, `pub(crate)`.
fn is_visible(before: &[Token]) -> bool {
    match before {
        [.., last] if last.text == "pub" => true,
        [.., public, open, _, close] => public.text == "pub" && open.text == "(" && close.text == ")",
        _ => false,
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

fn follows_path(tokens: &[Token], index: usize) -> bool {
    index > 1 && tokens[index - 1].text == ":" && tokens[index - 2].text == ":"
}

/// The names of a path that begins here, and the index after it.
fn path_at(tokens: &[Token], mut index: usize) -> (Path, usize) {
    let mut path = vec![tokens[index].text.clone()];
    index += 1;
    while let [first, second, name, ..] = &tokens[index..] {
        if first.text != ":" || second.text != ":" || !is_name(&name.text) {
            break;
        }
        path.push(name.text.clone());
        index += 3;
    }
    (path, index)
}

/// The paths of a tree of imports and the names that they get, with `*` for all.
fn tree(tokens: &[Token], before: &[String], found: &mut Vec<(usize, Path, String)>) {
    let mut path = before.to_vec();
    let mut alias = None;
    let mut index = 0;
    while index < tokens.len() {
        let token = &tokens[index];
        match token.text.as_str() {
            ":" => {}
            "as" => {
                alias = tokens.get(index + 1).map(|token| token.text.clone());
                index += 1;
            }
            "{" => {
                let mut depth = 0;
                let inner: Vec<&[Token]> = {
                    let close = tokens[index..].iter().position(|token| {
                        depth += i32::from(token.text == "{") - i32::from(token.text == "}");
                        depth == 0
                    });
                    split(&tokens[index + 1..index + close.unwrap_or(1)])
                };
                inner.iter().for_each(|part| tree(part, &path, found));
                return;
            }
            "*" => {
                found.push((token.line, path, "*".to_owned()));
                return;
            }
            name => path.push(name.to_owned()),
        }
        index += 1;
    }
    let Some(token) = tokens.first() else { return };
    // `path::{self}` is the module itself.
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = alias.or_else(|| path.last().cloned()).unwrap_or_default();
    found.push((token.line, path, name));
}

/// The parts between commas outside of braces.
fn split(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0;
    tokens
        .split(|token| {
            depth += i32::from(token.text == "{") - i32::from(token.text == "}");
            depth == 0 && token.text == ","
        })
        .collect()
}

/// The layer of a module: the files of its name, or the longest folder that it is in. The files of the root are above
/// all layers.
fn layer_of(module: &Module, layers: &[&str]) -> Option<usize> {
    let (folder, name) = module.relative_path.rsplit_once('/')?;
    let of_name = layers.iter().position(|layer| *layer == name);
    of_name.or_else(|| {
        let folder = format!("{folder}/");
        let holding = layers.iter().enumerate().filter(|(_, layer)| folder.starts_with(**layer));
        holding.max_by_key(|(_, layer)| layer.len()).map(|(index, _)| index)
    })
}

fn against_order(modules: &Modules, imports: &Imports, layers: &[&str]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (own, targets) in imports {
        let module = &modules.0[own];
        let Some(layer) = layer_of(module, layers) else {
            if module.relative_path.contains('/') && !module.holds_layers(layers) {
                faults.push(Fault::new(module.file, 1, format!("the folder is not in the table of {ORDER}")));
            }
            continue;
        };
        for (target, &line) in targets {
            let what = match layer_of(&modules.0[target], layers) {
                Some(other) if other <= layer => continue,
                Some(other) => {
                    format!("{} imports from {}, which stands after it in {ORDER}", layers[layer], layers[other])
                }
                None => format!("imports from {}, which is above all layers", shown(target)),
            };
            faults.push(Fault::new(module.file, line, what));
        }
    }
    faults
}

fn shown(module: &[String]) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("/") }
}

/// A fault for each set of files all of which import all others, directly or by way of others.
fn circles(modules: &Modules, imports: &Imports) -> Vec<Fault> {
    let reached: HashMap<&Path, BTreeSet<&Path>> = imports.keys().map(|from| (from, reached(from, imports))).collect();
    let mut faults = Vec::new();
    for from in imports.keys() {
        let circle: Vec<&Path> = reached[from].iter().copied().filter(|other| reached[other].contains(from)).collect();
        // One fault at the first file represents the circle.
        if circle.first() == Some(&from) {
            let names: Vec<String> = circle.iter().map(|module| shown(module)).collect();
            faults.push(Fault::new(modules.0[from].file, 1, format!("import one another: {}", names.join(", "))));
        }
    }
    faults
}

/// The modules that a module imports, directly or by way of others.
fn reached<'a>(from: &Path, imports: &'a Imports) -> BTreeSet<&'a Path> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&Path> = imports[from].keys().collect();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(imports.get(next).into_iter().flat_map(BTreeMap::keys));
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "**`cuprust`**: layers\n\n| layer | what |\n|---|---|\n| `low/` | a |\n| `high/`, `higher/` | b |\n| the layers' `table.rs` | c |\n";

    fn faults(sources: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<File> = sources
            .iter()
            .map(|(path, text)| File::new(format!("crates/cuprust/src/{path}"), *text))
            .chain([File::new(ORDER, TABLE)])
            .collect();
        one_direction(&files).iter().map(Fault::to_string).collect()
    }

    #[test]
    fn layers_are_read_from_the_table() {
        assert_eq!(layers(TABLE, CRATES[0].1), ["low/", "high/", "higher/", "table.rs"]);
    }

    #[test]
    fn imports_downwards_are_none() {
        let high = "use crate::low::{self, Item};\nfn f() { low::g(); }\n";
        assert_eq!(
            faults(&[
                ("lib.rs", "mod low;\nmod high;\npub use high::f;\n"),
                ("low/mod.rs", "pub struct Item;\n"),
                ("high/mod.rs", high)
            ]),
            [""; 0]
        );
    }

    #[test]
    fn an_import_of_a_later_layer_is_a_fault() {
        let low = "mod part;\n\nuse crate::{std_like, high::f};\n";
        let found = faults(&[
            ("lib.rs", ""),
            ("low/mod.rs", low),
            ("low/part.rs", "fn f() { crate::higher::g() }\n"),
            ("high/mod.rs", "pub fn f() {}\n"),
            ("higher/mod.rs", "pub fn g() {}\n"),
        ]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("crates/cuprust/src/low/mod.rs:3: low/ imports from high/"), "{found:?}");
        assert!(found[1].starts_with("crates/cuprust/src/low/part.rs:1: low/ imports from higher/"), "{found:?}");
    }

    #[test]
    fn a_name_that_is_passed_on_leads_to_its_definition() {
        let root = "pub use high::f;\npub use low::item::*;\npub use other::foreign;\n";
        let found = faults(&[
            ("lib.rs", root),
            ("low/mod.rs", "use crate::f;\n"),
            ("high/mod.rs", "pub use inner::f;\n"),
            ("high/inner.rs", "pub fn f() {}\nuse crate::{Item, foreign};\n"),
            ("low/item.rs", "pub struct Item;\n"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("crates/cuprust/src/low/mod.rs:1: low/ imports from high/"), "{found:?}");
        let handed = faults(&[("low/mod.rs", "pub use crate::high::f;\n"), ("high/mod.rs", "pub fn f() {}\n")]);
        assert_eq!(handed.len(), 1, "{handed:?}");
    }

    #[test]
    fn files_that_import_one_another_are_a_fault() {
        let both = [
            ("low/a.rs", "use super::b::B;\npub struct A;\n"),
            ("low/b.rs", "use super::a::A;\npub struct B;\n"),
            ("low/mod.rs", "mod a;\nmod b;\npub use a::A;\n"),
        ];
        assert_eq!(faults(&both), ["crates/cuprust/src/low/a.rs:1: import one another: low/a, low/b"]);
        let three = [
            ("low/a.rs", "fn f() { super::b::g() }\n"),
            ("low/b.rs", "use super::c;\npub fn g() { c::h() }\n"),
            ("low/c.rs", "pub fn h() { crate::low::a::f() }\n"),
            ("low/mod.rs", ""),
        ];
        assert_eq!(faults(&three), ["crates/cuprust/src/low/a.rs:1: import one another: low/a, low/b, low/c"]);
        let with_parent = [
            ("low/mod.rs", "mod a;\nfn f() { a::g() }\npub struct P;\n"),
            ("low/a.rs", "use super::P;\npub fn g() {}\n"),
        ];
        assert_eq!(faults(&with_parent).len(), 1);
    }

    #[test]
    fn the_root_of_a_folder_of_layers_reexports_their_items() {
        let table = TABLE.replace("`low/`", "`low/a/`, `low/b/`");
        let sources = [
            ("low/mod.rs", "mod a;\nmod b;\npub use a::A;\npub use b::B;\n"),
            ("low/a/mod.rs", "pub(in crate::low) struct A;\nuse crate::low::B;\n"),
            ("low/b/mod.rs", "pub struct B;\n"),
        ];
        let files = sources.map(|(path, text)| File::new(format!("crates/cuprust/src/{path}"), text));
        let files: Vec<File> = files.into_iter().chain([File::new(ORDER, table)]).collect();
        let found: Vec<String> = one_direction(&files).iter().map(Fault::to_string).collect();
        assert_eq!(
            found,
            ["crates/cuprust/src/low/a/mod.rs:2: low/a/ imports from low/b/, which stands after it in ARCHITECTURE.md"]
        );
    }

    #[test]
    fn tests_and_listings_are_no_imports() {
        let test = "pub struct A;\n#[cfg(test)]\nmod tests {\n    use crate::high::f;\n}\n";
        assert_eq!(faults(&[("low/mod.rs", test), ("high/mod.rs", "pub fn f() {}\n")]), [""; 0]);
    }

    #[test]
    fn files_of_a_name_are_a_layer_of_their_own() {
        let table = "use crate::higher::g;\npub const A: i64 = 0;\n";
        let sources = [
            ("low/table.rs", table),
            ("low/mod.rs", "mod table;\npub fn f() -> i64 { table::A }\n"),
            ("higher/mod.rs", "pub fn g() {}\n"),
        ];
        let found = faults(&sources);
        assert_eq!(
            found,
            ["crates/cuprust/src/low/mod.rs:2: low/ imports from table.rs, which stands after it in ARCHITECTURE.md"]
        );
    }

    #[test]
    fn a_folder_without_a_layer_is_a_fault() {
        let found = faults(&[
            ("attic/mod.rs", ""),
            ("attic/a.rs", ""),
            ("modules.rs", "use crate::low::A;\n"),
            ("low/mod.rs", "pub struct A;\nuse crate::modules::LIST;\n"),
        ]);
        assert!(
            found
                .iter()
                .any(|fault| fault.starts_with("crates/cuprust/src/attic/a.rs:1: the folder is not in the table")),
            "{found:?}"
        );
        assert!(
            found.iter().any(|fault| fault.contains("imports from modules, which is above all layers")),
            "{found:?}"
        );
    }
}
