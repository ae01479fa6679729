//! The names that the package has, read from its stubs, which a test compares with the package, and from its Python
//! modules.

use std::collections::BTreeMap;
use std::path::Path;

use cuprust_scipy::modules::modules;

use crate::modules::sources;

/// The kind of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A function, with the names of its parameters.
    Function(Vec<String>),
    /// A class, with its members.
    Class(BTreeMap<String, Entry>),
    /// Anything else.
    Value,
}

/// The names of one module.
pub type Names = BTreeMap<String, Entry>;

/// The names at the top of a Python file or stub, with those of its classes.
pub fn names(text: &str) -> Names {
    let mut top = Names::new();
    let mut class: Option<String> = None;
    for (indent, statement) in statements(text) {
        let Some((name, entry)) = defined(&statement) else {
            if let Some(imported) = statement.strip_prefix("from ").and_then(|rest| rest.split_once(" import ")) {
                for part in imported.1.trim_matches(['(', ')', ' ']).split(',') {
                    let name = part.split(" as ").last().unwrap_or_default().trim();
                    if indent == 0 && !name.is_empty() && name != "*" {
                        top.insert(name.to_owned(), Entry::Value);
                    }
                }
            }
            continue;
        };
        match (indent, &class) {
            (0, _) => {
                class = matches!(entry, Entry::Class(_)).then(|| name.clone());
                top.insert(name, entry);
            }
            (4, Some(class)) => {
                if let Some(Entry::Class(members)) = top.get_mut(class) {
                    members.insert(name, entry);
                }
            }
            _ => {}
        }
    }
    top
}

/// The statements of a Python text, each as one line, with its indent. Strings over several lines are left out.
fn statements(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut open, mut quoted) = (0i32, false);
    let mut current: Option<(usize, String)> = None;
    for line in text.lines() {
        let quotes = line.matches("\"\"\"").count();
        if quoted || quotes > 0 {
            quoted ^= quotes % 2 == 1;
            continue;
        }
        let code = line.split(" #").next().unwrap_or_default().trim_end();
        if code.trim().is_empty() || code.trim_start().starts_with('#') {
            continue;
        }
        let part = code.trim();
        match &mut current {
            Some((_, statement)) => {
                statement.push(' ');
                statement.push_str(part);
            }
            None => current = Some((code.len() - code.trim_start().len(), part.to_owned())),
        }
        open += code.matches(['(', '[', '{']).count() as i32 - code.matches([')', ']', '}']).count() as i32;
        if open == 0 {
            found.extend(current.take());
        }
    }
    found
}

fn defined(statement: &str) -> Option<(String, Entry)> {
    let identifier = |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    if let Some(rest) = statement.strip_prefix("def ") {
        let name = identifier(rest);
        let inner = rest[name.len()..].strip_prefix('(')?;
        return Some((name, Entry::Function(parameters(inner))));
    }
    if let Some(rest) = statement.strip_prefix("class ") {
        return Some((identifier(rest), Entry::Class(BTreeMap::new())));
    }
    let name = identifier(statement);
    let rest = statement[name.len()..].trim_start();
    let assigns = (rest.starts_with('=') && !rest.starts_with("==")) || rest.starts_with(':') || rest.starts_with(',');
    (assigns && !name.is_empty()).then_some((name, Entry::Value))
}

/// The names of parameters, of a text that begins after the opening parenthesis; `self` left out.
pub fn parameters(text: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0i32, vec![String::new()]);
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => quote = Some(c),
            (')', None) if depth == 0 => break,
            ('(' | '[' | '{', None) => depth += 1,
            (')' | ']' | '}', None) => depth -= 1,
            (',', None) if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("there is a part").push(c);
    }
    let name = |part: &String| part.split([':', '=']).next().unwrap_or_default().trim().to_owned();
    parts.iter().map(name).filter(|name| !matches!(name.as_str(), "" | "self" | "cls" | "*" | "/")).collect()
}

/// The files of `cuprust.testing`: those that define its functions, and then the one that selects among them.
const TESTING: [&str; 10] = [
    "testing/__init__.py",
    "testing/_asserts.py",
    "testing/_classes.py",
    "testing/_compare.py",
    "testing/_dtypes.py",
    "testing/_parameters.py",
    "testing/_random.py",
    "testing/_requirements.py",
    "testing/_values.py",
    "testing/_wrapping.py",
];

/// The files of `cuprust.scipy.sparse`, as those of [`TESTING`].
const SPARSE: [&str; 6] = [
    "scipy/sparse/__init__.py",
    "scipy/sparse/_construct.py",
    "scipy/sparse/_diagonals.py",
    "scipy/sparse/_formats.py",
    "scipy/sparse/_matrix.py",
    "scipy/sparse/_extremes.py",
];

/// The files of `cuprust.distributed.array`, as those of [`TESTING`].
const DISTRIBUTED_ARRAY: [&str; 3] =
    ["distributed/array/__init__.py", "distributed/array/_array.py", "distributed/array/_products.py"];

/// The files of `cuprust.scipy.sparse.linalg`, as those of [`TESTING`].
const SPARSE_LINALG: [&str; 9] = [
    "scipy/sparse/linalg/__init__.py",
    "scipy/sparse/linalg/_blocks.py",
    "scipy/sparse/linalg/_eigen.py",
    "scipy/sparse/linalg/_gmres.py",
    "scipy/sparse/linalg/_iterative.py",
    "scipy/sparse/linalg/_least_squares.py",
    "scipy/sparse/linalg/_norm.py",
    "scipy/sparse/linalg/_operator.py",
    "scipy/sparse/linalg/_systems.py",
];

/// The names of the package's modules, by CuPy's names of them.
pub fn package(root: &Path) -> BTreeMap<String, Names> {
    let folder = root.join("python/cuprust");
    let read = |files: &[&str]| -> Names {
        let text = |file: &&str| std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        files.iter().flat_map(|file| names(&text(file))).collect()
    };
    let mut top = read(&["_ufuncs.pyi", "_functions.pyi", "__init__.pyi"]);
    // `__init__.pyi` imports the classes of methods, which hides their members.
    let mut made = read(&["_functions.pyi"]);
    for (class, methods) in [("ndarray", "Methods"), ("ufunc", "UfuncMethods")] {
        top.remove(methods);
        if let (Some(Entry::Class(members)), Some(Entry::Class(methods))) = (top.get_mut(class), made.remove(methods)) {
            members.extend(methods);
        }
    }
    let mut sparse = read(&SPARSE);
    for (class, bases) in [
        ("csr_matrix", &["_CompressedMatrix", "spmatrix", "Extremes"][..]),
        ("csc_matrix", &["_CompressedMatrix", "spmatrix", "Extremes"]),
        ("coo_matrix", &["spmatrix", "Extremes"]),
        ("dia_matrix", &["spmatrix", "Extremes"]),
    ] {
        let inherited = bases.iter().filter_map(|base| match sparse.get(*base) {
            Some(Entry::Class(members)) => Some(members.clone()),
            _ => None,
        });
        let inherited: Vec<_> = inherited.flatten().collect();
        if let Some(Entry::Class(members)) = sparse.get_mut(class) {
            members.extend(inherited);
        }
    }
    let mut package = BTreeMap::new();
    for module in modules() {
        let files = sources(root, module);
        let text = files.iter().map(|file| std::fs::read_to_string(root.join(file)).unwrap_or_default());
        let found: Names = text.flat_map(|text| names(&text)).collect();
        // `cupy.a` and `cupyx.a` mean the same module.
        let inner = module.name.split_once('.').map_or("", |(_, inner)| inner);
        package.extend(["cupy", "cupyx"].map(|top| (format!("{top}.{inner}"), found.clone())));
    }
    // What is not declared, or is more than what is declared.
    let others = [
        ("cupyx", top.clone()),
        ("cupy", top),
        ("cupyx.cusolver", read(&["cusolver.py"])),
        ("cupyx.cusparse", read(&["cusparse.py"])),
        ("cupy.testing", read(&TESTING)),
        ("cupy.polynomial", read(&["polynomial/__init__.py"])),
        ("cupy.cuda", read(&["cuda/__init__.py"])),
        ("cupy.cuda.memory", read(&["cuda/memory.py"])),
        ("cupy.cuda.stream", read(&["cuda/stream.py"])),
        ("cupyx.distributed", read(&["distributed/_backend.py", "distributed/__init__.py"])),
        ("cupyx.distributed.array", read(&DISTRIBUTED_ARRAY)),
        ("cupyx.jit", read(&["jit/__init__.pyi"])),
        ("cupyx.profiler", read(&["profiler.py"])),
        ("cupyx.time", read(&["time.py"])),
        ("cupyx.scipy", read(&["scipy/__init__.py"])),
        ("cupyx.scipy.sparse", sparse),
        ("cupyx.scipy.sparse.linalg", read(&SPARSE_LINALG)),
    ];
    package.extend(others.map(|(name, names)| (name.to_owned(), names)));
    package
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_read_with_their_parameters() {
        let text = "from a import (\n    b,\n    c as d,\n)\nx: int\ny = 1\n\ndef f(\n    p: dict[str, int], /, q: str = \"a,b\", *args: Any\n) -> None:\n    \"\"\"A text.\n\n    def no(): ...\n    \"\"\"\n\nclass C(B):\n    z: int\n    def m(self, r=1): ...\n";
        let found = names(text);
        let function = |names: &[&str]| Entry::Function(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(found["f"], function(&["p", "q", "*args"]));
        let members = BTreeMap::from([("m".to_owned(), function(&["r"])), ("z".to_owned(), Entry::Value)]);
        assert_eq!(found["C"], Entry::Class(members));
        for name in ["b", "d", "x", "y"] {
            assert_eq!(found[name], Entry::Value);
        }
        assert_eq!(found.len(), 6);
    }
}
