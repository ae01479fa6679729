//! Guards: the global and closed-over variables that a function uses, and their contents. A recording is valid as long
//! as all of them are unchanged.
//!
//! Of a module, only the names used in the code of the function, and of those that it calls, are guarded. A value that
//! cannot be examined, or may change unnoticed (an iterator, a set, Python's random numbers), means that the function
//! is called each time. Of a NumPy array the elements are guarded, where they are few; what the function computes of
//! such values with NumPy is then the same in each call.

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyComplex, PyDict, PyFloat, PyInt, PyList, PyMapping, PyModule, PyString, PyTuple, PyType,
};
use pyo3::{PyTraverseError, PyVisit};

use crate::array::NdArray;
use crate::error::Result;
use crate::fused::arguments::{has_elements, is_same};

/// A location that a function reads, and its expected value.
pub(super) struct Guard {
    location: Location,
    expected: Option<Py<PyAny>>,
}

enum Location {
    Entry(Py<PyDict>, Py<PyAny>),
    /// An entry of a class's namespace.
    Attribute(Py<PyAny>, Py<PyAny>),
    Cell(Py<PyAny>),
    Item(Py<PyList>, usize),
    /// The number of items of a list or a dictionary.
    Length(Py<PyAny>, usize),
    /// The elements of a NumPy array.
    Elements(Py<PyAny>),
}

impl Guard {
    fn holds(&self, py: Python<'_>) -> Result<bool> {
        let found = match &self.location {
            Location::Entry(entries, name) => entries.bind(py).get_item(name)?,
            Location::Attribute(namespace, name) => namespace.bind(py).get_item(name).ok(),
            Location::Cell(cell) => cell.bind(py).getattr(pyo3::intern!(py, "cell_contents")).ok(),
            Location::Item(list, location) => list.bind(py).get_item(*location).ok(),
            Location::Length(of, count) => return Ok(of.bind(py).len()? == *count),
            Location::Elements(array) => {
                let found = contents(array.bind(py))?;
                return self.expected.as_ref().map_or(Ok(false), |expected| Ok(expected.bind(py).eq(found)?));
            }
        };
        match (&self.expected, found) {
            (None, None) => Ok(true),
            (Some(expected), Some(found)) => is_same(expected.bind_borrowed(py), found.as_borrowed()),
            _ => Ok(false),
        }
    }

    pub(super) fn traverse(&self, visit: &PyVisit<'_>) -> std::result::Result<(), PyTraverseError> {
        match &self.location {
            Location::Entry(entries, _) => visit.call(entries)?,
            Location::Attribute(of, _) | Location::Cell(of) | Location::Length(of, _) | Location::Elements(of) => {
                visit.call(of)?;
            }
            Location::Item(list, _) => visit.call(list)?,
        }
        self.expected.as_ref().map_or(Ok(()), |expected| visit.call(expected))
    }
}

/// Whether the guarded NumPy arrays have the elements that they had.
pub(super) fn elements_hold(py: Python<'_>, guards: &[Guard]) -> Result<bool> {
    for guard in guards {
        if matches!(guard.location, Location::Elements(_)) && !guard.holds(py)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether all guards hold.
pub(super) fn hold(py: Python<'_>, guards: &[Guard]) -> Result<bool> {
    for guard in guards {
        if !guard.holds(py)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Libraries whose contents do not change.
const CONSTANT_LIBRARIES: [&str; 12] = [
    "builtins",
    "cuprust",
    "numpy",
    "scipy",
    "math",
    "cmath",
    "functools",
    "operator",
    "itertools",
    "enum",
    "abc",
    "typing",
];

/// Attributes of every class that no call depends on.
const COMMON_ATTRIBUTES: [&str; 9] = [
    "__module__",
    "__dict__",
    "__weakref__",
    "__doc__",
    "__qualname__",
    "__annotations__",
    "__firstlineno__",
    "__static_attributes__",
    "__slots__",
];

/// The top-level package of a class or a function.
fn library_of(object: &Bound<'_, PyAny>) -> Result<String> {
    let module: String = object.getattr("__module__").and_then(|module| module.extract()).unwrap_or_default();
    Ok(module.split('.').next().unwrap_or_default().to_owned())
}

/// The name of an object's class, or a base of it, whose instances have hidden state: one that Python code does not
/// define. `None` if there is none.
fn hidden_of(class: &Bound<'_, PyType>) -> Result<Option<String>> {
    const HEAP_TYPE: u64 = 1 << 9;
    const VISIBLE_CLASSES: [&str; 9] = ["object", "tuple", "list", "dict", "int", "float", "complex", "str", "bytes"];
    let mut is_made_by_code = false;
    for own in class.mro().iter() {
        let name = own.getattr("__name__")?.extract::<String>()?;
        let by_code = own.getattr("__flags__")?.extract::<u64>()? & HEAP_TYPE != 0;
        let entries = own.getattr("__dict__")?;
        is_made_by_code |= by_code;
        let is_seen = VISIBLE_CLASSES.contains(&&*name) || by_code && entries.contains("__module__")?;
        if !is_seen || entries.contains("__slots__")? && own.getattr("__slots__")?.len().unwrap_or(1) != 0 {
            return Ok(Some(name));
        }
    }
    Ok((!is_made_by_code).then(|| class.to_string()))
}

/// The most bytes of a NumPy array whose elements are compared in each call.
const MAX_COMPARED_BYTES: usize = 1 << 14;

/// What a function may see of a NumPy array.
fn contents<'py>(array: &Bound<'py, PyAny>) -> Result<Bound<'py, PyTuple>> {
    let part = |name: &str| array.getattr(name);
    Ok(PyTuple::new(array.py(), [array.call_method0("tobytes")?, part("dtype")?, part("shape")?, part("strides")?])?)
}

/// Modules whose functions give other values in each call.
const VARIABLE_MODULES: [&str; 6] = ["random", "time", "secrets", "uuid", "datetime", "os"];

/// The most guards of a recording.
const MAX_GUARDS: usize = 512;

/// The deepest nesting of objects that is examined.
const MAX_DEPTH: usize = 8;

/// The values that were found.
#[derive(Default)]
pub(super) struct Guards<'py> {
    pub(super) guards: Vec<Guard>,
    /// The arrays among them.
    pub(super) arrays: Vec<Bound<'py, NdArray>>,
    /// All objects among them.
    pub(super) objects: Vec<Bound<'py, PyAny>>,
    /// Whether there are elements among them that are not guarded.
    pub(super) reads_elements: bool,
    /// A value that cannot be examined.
    pub(super) unexamined: Option<String>,
    /// The global names and the attributes in the code of the function, and of those that it may call.
    names: HashSet<String>,
    /// Whether an attribute `random` is read of a value that may be NumPy.
    reads_random: bool,
    seen: HashSet<usize>,
}

impl<'py> Guards<'py> {
    /// The values that a function uses, and the contents of those arguments that are not arrays, numbers or text.
    pub(super) fn of(function: &Bound<'py, PyAny>, arguments: &[Bound<'py, PyAny>]) -> Result<Guards<'py>> {
        let mut names = HashSet::new();
        // A function that is found later may use names that were skipped before.
        loop {
            let mut found = Guards { names: names.clone(), ..Guards::default() };
            found.value(function, 0)?;
            for argument in arguments {
                // Arrays as arguments are others in each call.
                match has_elements(argument.as_borrowed())? && argument.cast::<NdArray>().is_err() {
                    true => found.reads_elements = true,
                    false => found.value(argument, 0)?,
                }
            }
            if found.names == names || found.unexamined.is_some() {
                return Ok(found);
            }
            names = found.names;
        }
    }

    fn unexamined(&mut self, what: impl Into<String>) {
        self.unexamined.get_or_insert(what.into());
    }

    fn guard(&mut self, location: Location, expected: Option<&Bound<'py, PyAny>>) {
        self.guards.push(Guard { location, expected: expected.map(|expected| expected.clone().unbind()) });
        if self.guards.len() > MAX_GUARDS {
            self.unexamined("it depends on too much outside of itself");
        }
    }

    /// Examines a value whose identity is already guarded.
    fn value(&mut self, value: &Bound<'py, PyAny>, depth: usize) -> Result<()> {
        if self.unexamined.is_some() || is_plain(value) {
            return Ok(());
        }
        if let Ok(array) = value.cast::<NdArray>() {
            self.arrays.push(array.clone());
            self.objects.push(value.clone());
            return Ok(());
        }
        if !self.seen.insert(value.as_ptr().addr()) {
            return Ok(());
        }
        if depth > MAX_DEPTH {
            self.unexamined("what it depends on lies too deep");
            return Ok(());
        }
        self.objects.push(value.clone());
        // The contents of a tuple, a list or a dictionary, or of a subclass.
        if let Ok(items) = value.cast::<PyTuple>() {
            items.iter().try_for_each(|item| self.value(&item, depth + 1))?;
        }
        if let Ok(items) = value.cast::<PyList>() {
            self.guard(Location::Length(value.clone().unbind(), items.len()), None);
            for (location, item) in items.iter().enumerate() {
                self.guard(Location::Item(items.clone().unbind(), location), Some(&item));
                self.value(&item, depth + 1)?;
            }
        }
        if let Ok(entries) = value.cast::<PyDict>() {
            self.dictionary(entries, depth)?;
        }
        let is_plain_container = value.cast_exact::<PyTuple>().is_ok()
            || value.cast_exact::<PyList>().is_ok()
            || value.cast_exact::<PyDict>().is_ok();
        if is_plain_container {
            return Ok(());
        }
        if let Ok(module) = value.cast::<PyModule>() {
            return self.module(module, depth);
        }
        if let Ok(class) = value.cast::<PyType>() {
            return self.class(class, depth);
        }
        self.other(value, depth)
    }

    fn dictionary(&mut self, entries: &Bound<'py, PyDict>, depth: usize) -> Result<()> {
        self.guard(Location::Length(entries.clone().into_any().unbind(), entries.len()), None);
        for (key, item) in entries.iter() {
            self.guard(Location::Entry(entries.clone().unbind(), key.unbind()), Some(&item));
            self.value(&item, depth + 1)?;
        }
        Ok(())
    }

    /// The names of a module that the code uses.
    fn module(&mut self, module: &Bound<'py, PyModule>, depth: usize) -> Result<()> {
        let name = module.name()?.to_string();
        let top = name.split('.').next().unwrap_or_default().to_owned();
        if VARIABLE_MODULES.contains(&top.as_str()) {
            self.unexamined(format!("it uses the module {name}"));
        }
        if top == "numpy" && (self.reads_random || name.contains("random")) {
            self.unexamined("it may draw random numbers of NumPy's");
        }
        if CONSTANT_LIBRARIES.contains(&top.as_str()) {
            return Ok(());
        }
        self.entries(&module.dict(), depth)
    }

    /// The entries of a module that the code uses.
    fn entries(&mut self, entries: &Bound<'py, PyDict>, depth: usize) -> Result<()> {
        let mut names: Vec<String> = self.names.iter().cloned().collect();
        names.sort_unstable();
        for name in names {
            let key = PyString::new(entries.py(), &name).into_any();
            let found = entries.get_item(&key)?;
            if let Some(found) = &found {
                self.guard(Location::Entry(entries.clone().unbind(), key.unbind()), Some(found));
                self.value(found, depth + 1)?;
            }
        }
        Ok(())
    }

    /// The attributes of a class outside of the libraries, and of its bases.
    fn class(&mut self, class: &Bound<'py, PyType>, depth: usize) -> Result<()> {
        for own in class.mro().iter() {
            if CONSTANT_LIBRARIES.contains(&&*library_of(&own)?) || !self.seen.insert(own.as_ptr().addr() + 1) {
                continue;
            }
            let namespace = own.getattr("__dict__")?;
            self.guard(Location::Length(namespace.clone().unbind(), namespace.len()?), None);
            for name in namespace.cast::<PyMapping>().map_err(PyErr::from)?.keys()?.iter() {
                let text = name.extract::<String>().unwrap_or_default();
                if COMMON_ATTRIBUTES.contains(&&*text) {
                    continue;
                }
                let found = namespace.get_item(&name)?;
                self.guard(Location::Attribute(namespace.clone().unbind(), name.unbind()), Some(&found));
                self.value(&found, depth + 1)?;
            }
        }
        Ok(())
    }

    /// A function, a method, or another object.
    fn other(&mut self, value: &Bound<'py, PyAny>, depth: usize) -> Result<()> {
        let class = value.get_type();
        let kind = class.name()?.to_string();
        match &*kind {
            "function" => return self.function(value, depth),
            "method" => {
                self.value(&value.getattr("__func__")?, depth)?;
                return self.value(&value.getattr("__self__")?, depth + 1);
            }
            "staticmethod" | "classmethod" => return self.value(&value.getattr("__func__")?, depth),
            "property" => {
                let get = value.getattr("fget")?;
                return self.value(&get, depth);
            }
            "_tuplegetter"
            | "builtin_function_or_method"
            | "method_descriptor"
            | "wrapper_descriptor"
            | "ellipsis"
            | "range"
            | "slice"
            | "getset_descriptor"
            | "member_descriptor" => return Ok(()),
            "partial" => {
                for name in ["func", "args", "keywords"] {
                    self.value(&value.getattr(name)?, depth + 1)?;
                }
                return Ok(());
            }
            _ => {}
        }
        let top = library_of(&class)?;
        if let Ok(fused) = value.cast::<super::Fused>() {
            let function = fused.get().function.bind(value.py()).clone();
            return self.value(&function, depth + 1);
        }
        // Cuprust's own objects do not change, except for arrays and generators, which a recording handles.
        if top == "cuprust" && value.getattr("__dict__").is_err() {
            return Ok(());
        }
        if top == "numpy" && ["dtype", "ufunc"].iter().any(|own| kind.contains(own)) || kind.ends_with("DType") {
            return Ok(());
        }
        if has_elements(value.as_borrowed())? {
            return self.elements(value);
        }
        if let Some(own) = hidden_of(&class)? {
            self.unexamined(format!("it uses a {own}, which may change"));
            return Ok(());
        }
        match value.getattr("__dict__").ok().and_then(|entries| entries.cast_into_exact::<PyDict>().ok()) {
            Some(entries) => {
                self.dictionary(&entries, depth)?;
                self.class(&class, depth)
            }
            // A tuple, a number or a text of a class without further state.
            None => self.class(&class, depth),
        }
    }

    /// An object with elements that may change while its identity stays.
    fn elements(&mut self, value: &Bound<'py, PyAny>) -> Result<()> {
        let numpy = value.py().import("numpy")?;
        if value.is_instance(&numpy.getattr("number")?)? || value.is_instance(&numpy.getattr("bool_")?)? {
            return Ok(());
        }
        if value.get_type().is(crate::dtype::numpy(value.py())?.ndarray.bind(value.py()))
            && value.getattr("nbytes")?.extract::<usize>()? <= MAX_COMPARED_BYTES
            && !value.getattr("dtype")?.getattr("hasobject")?.is_truthy()?
        {
            self.guard(Location::Elements(value.clone().unbind()), Some(contents(value)?.as_any()));
        } else {
            self.reads_elements = true;
        }
        Ok(())
    }

    /// The globals and closure of a Python function.
    fn function(&mut self, function: &Bound<'py, PyAny>, depth: usize) -> Result<()> {
        if CONSTANT_LIBRARIES.contains(&&*library_of(function)?) {
            return Ok(());
        }
        let code = function.getattr("__code__")?;
        let mut names = Names::default();
        names.read(&code)?;
        self.names.extend(names.globals.iter().chain(&names.attributes).cloned());
        let builtins = function.py().import("builtins")?;
        let globals = function.getattr("__globals__")?.cast_into::<PyDict>()?;
        for module in names.imported {
            let top = module.split('.').next().unwrap_or_default();
            if VARIABLE_MODULES.contains(&top) || top == "numpy" && names.attributes.contains("random") {
                self.unexamined(format!("it uses the module {module}"));
            }
        }
        for owner in names.owners_of_random {
            let owner = owner.and_then(|name| globals.get_item(name).ok().flatten());
            let module = owner.as_ref().and_then(|owner| owner.cast::<PyModule>().ok());
            let name = module.map(|module| module.name().map(|name| name.to_string())).transpose()?;
            self.reads_random |= name.is_none_or(|name| name.starts_with("numpy"));
        }
        let mut sorted: Vec<String> = names.globals.into_iter().collect();
        sorted.sort_unstable();
        for name in sorted {
            let key = PyString::new(function.py(), &name).into_any();
            let found = globals.get_item(&key)?;
            // A builtin's name may be shadowed later; any other name that is not a global is an attribute.
            if found.is_none() && !builtins.hasattr(&*name)? {
                continue;
            }
            self.guard(Location::Entry(globals.clone().unbind(), key.unbind()), found.as_ref());
            if let Some(found) = found {
                self.value(&found, depth + 1)?;
            }
        }
        for part in ["__defaults__", "__kwdefaults__"] {
            self.value(&function.getattr(part)?, depth)?;
        }
        let cells = function.getattr("__closure__")?;
        if !cells.is_none() {
            for cell in cells.try_iter()? {
                let cell = cell?;
                let held = cell.getattr("cell_contents").ok();
                self.guard(Location::Cell(cell.unbind()), held.as_ref());
                if let Some(held) = held {
                    self.value(&held, depth + 1)?;
                }
            }
        }
        Ok(())
    }
}

/// The names that code, including nested code, looks up.
#[derive(Default)]
struct Names {
    globals: HashSet<String>,
    attributes: HashSet<String>,
    imported: HashSet<String>,
    /// The global names of whose values an attribute `random` is read; `None` for other values.
    owners_of_random: HashSet<Option<String>>,
}

impl Names {
    fn read(&mut self, code: &Bound<'_, PyAny>) -> Result<()> {
        // The global name with which a chain of attributes begins.
        let mut owner = None;
        for instruction in code.py().import("dis")?.call_method1("get_instructions", (code,))?.try_iter()? {
            let instruction = instruction?;
            let name: String = instruction.getattr("opname")?.extract()?;
            let argument = instruction.getattr("argval")?.extract::<String>().ok();
            let last = owner.take();
            let Some(argument) = argument else { continue };
            // Of the opcodes with a name as argument, those of local variables have no name that is looked up.
            match &*name {
                "LOAD_GLOBAL" | "LOAD_NAME" | "STORE_GLOBAL" | "DELETE_GLOBAL" => {
                    owner = Some(argument.clone());
                    self.globals.insert(argument);
                }
                "IMPORT_NAME" => {
                    self.imported.insert(argument);
                }
                _ if name.contains("FAST") || name.contains("DEREF") || name.contains("CONST") => {}
                _ => {
                    if argument == "random" {
                        self.owners_of_random.insert(last.clone());
                    }
                    self.attributes.insert(argument);
                    owner = last;
                }
            }
        }
        for constant in code.getattr("co_consts")?.try_iter()? {
            let constant = constant?;
            if constant.hasattr("co_names")? {
                self.read(&constant)?;
            }
        }
        Ok(())
    }
}

/// Whether a value is a number, a text or None, which are immutable.
pub(super) fn is_plain(value: &Bound<'_, PyAny>) -> bool {
    value.is_none()
        || value.cast_exact::<PyBool>().is_ok()
        || value.cast_exact::<PyInt>().is_ok()
        || value.cast_exact::<PyFloat>().is_ok()
        || value.cast_exact::<PyComplex>().is_ok()
        || value.cast_exact::<PyString>().is_ok()
        || value.cast_exact::<PyBytes>().is_ok()
}
