//! Arguments of other classes: what becomes of a call whose arguments are NumPy's arrays, or override reductions.
//!
//! Most functions refuse NumPy's arrays, as CuPy's do. The lists here name those of CuPy that accept them: some compute
//! by methods and operators of their argument, which are NumPy's for its arrays, and some convert a parameter by
//! `asarray`. Only failed calls are looked at, since no function accepts such arguments at first.

use cuprust::ops::TOP;
use cuprust::table::{Call, Function};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple};

use super::Callable;
use super::second_names::{SecondName, second_name};
use crate::convert::from_any;
use crate::error::Result;
use crate::object::{bound, ours};
use crate::operand::is_numpy;
use crate::overriding;
use crate::slots::{Object, borrowed};

/// Reductions that CuPy delegates to the array: for NumPy's arrays to NumPy, and for objects that override reductions
/// to the object.
const DELEGATED_REDUCTIONS: &[&str] = &["argmax", "argmin", "max", "mean", "min", "prod", "ptp", "std", "sum", "var"];
/// Further reductions that such objects may override.
const OVERRIDABLE_REDUCTIONS: &[&str] = &["all", "any"];

/// Further functions that are NumPy's where the array is NumPy's and no argument is an array of ours.
const DELEGATED: &[&str] = &[
    "argpartition",
    "argsort",
    "array_equal",
    "array_equiv",
    "broadcast_arrays",
    "choose",
    "clip",
    "compress",
    "copy",
    "diagonal",
    "dot",
    "fill_diagonal",
    "flip",
    "fliplr",
    "flipud",
    "iscomplexobj",
    "isrealobj",
    "matrix_transpose",
    "msort",
    "nanmean",
    "nanstd",
    "nanvar",
    "ndim",
    "partition",
    "put",
    "ravel",
    "real_if_close",
    "repeat",
    "reshape",
    "rot90",
    "sort",
    "sort_complex",
    "squeeze",
    "swapaxes",
    "take",
    "take_along_axis",
    "trace",
    "transpose",
    "unravel_index",
    "linalg.matrix_rank",
];

/// The functions that convert NumPy's arrays, and the parameters that do.
const CONVERTED: &[(&str, &[&str])] = &[
    ("allclose", &["a", "b"]),
    ("append", &["arr", "values"]),
    ("atleast_1d", &["arys"]),
    ("atleast_2d", &["arys"]),
    ("atleast_3d", &["arys"]),
    ("average", &["a"]),
    ("broadcast_arrays", &["args"]),
    ("compress", &["condition"]),
    ("corrcoef", &["x", "y"]),
    ("cov", &["m", "y"]),
    ("cross", &["a", "b"]),
    ("diag", &["v"]),
    ("diagflat", &["v"]),
    ("diff", &["a", "prepend", "append"]),
    ("dstack", &["tup"]),
    ("einsum", &["operands"]),
    ("extract", &["condition"]),
    ("gradient", &["f", "varargs"]),
    ("hstack", &["tup"]),
    ("imag", &["val"]),
    ("intersect1d", &["ar1", "ar2"]),
    ("isclose", &["a", "b"]),
    ("iscomplex", &["x"]),
    ("isreal", &["x"]),
    ("linspace", &["start", "stop"]),
    ("logspace", &["start", "stop"]),
    ("place", &["mask"]),
    ("polyval", &["x"]),
    ("resize", &["a"]),
    ("round", &["a"]),
    ("row_stack", &["tup"]),
    ("setdiff1d", &["ar1", "ar2"]),
    ("setxor1d", &["ar1", "ar2"]),
    ("tile", &["A"]),
    ("trapezoid", &["dx"]),
    ("tril", &["m"]),
    ("triu", &["m"]),
    ("unique", &["ar"]),
    ("unwrap", &["p"]),
    ("vander", &["x"]),
    ("vstack", &["tup"]),
    ("fft.fftshift", &["x"]),
    ("fft.ifftshift", &["x"]),
    ("lib.stride_tricks.sliding_window_view", &["x"]),
    ("linalg.cond", &["x"]),
    ("linalg.cross", &["x1", "x2"]),
    ("linalg.matrix_rank", &["tol"]),
    ("linalg.norm", &["x"]),
];

/// What a function does with NumPy's arrays.
pub(super) struct NumPyOperands {
    /// The parameter whose argument decides that NumPy's function is called; none in a function of which that is never
    /// done.
    pub delegating: Option<usize>,
    /// The parameters whose arguments are converted.
    pub converted: Box<[usize]>,
}

impl NumPyOperands {
    pub(super) fn of(function: &Function) -> NumPyOperands {
        let position = |name: &&str| function.parameters.iter().position(|parameter| parameter.name == *name);
        let path = format!("{}.{}", function.module, function.name);
        let path = path.strip_prefix("cuprust.").unwrap_or(&path);
        let delegates = DELEGATED.contains(&path) || DELEGATED_REDUCTIONS.contains(&path);
        let names = CONVERTED.iter().filter(|(name, _)| *name == path).flat_map(|(_, parameters)| *parameters);
        NumPyOperands {
            // `compress` has its array behind the condition.
            delegating: delegates.then(|| position(&"a").unwrap_or(0)),
            converted: names.filter_map(position).collect(),
        }
    }
}

/// A failed call of a function, not of a method.
pub(super) struct FailedCall<'py> {
    callable: &'static Callable,
    /// The arguments by position, and after them those by name.
    arguments: Vec<Bound<'py, PyAny>>,
    /// The names of the last arguments.
    names: Vec<String>,
}

impl<'py> FailedCall<'py> {
    /// The call, if another class of arrays may compute it or its arguments may be converted.
    ///
    /// # Safety
    /// The thread is attached; after the passed arguments come as many as the tuple `names` has, which may be null;
    /// all of them outlive this.
    pub(super) unsafe fn new(
        callable: &'static Callable,
        passed: &[Object],
        arguments: *const Object,
        names: Object,
    ) -> Option<FailedCall<'py>> {
        let numpys = &callable.numpys;
        if numpys.delegating.is_none() && numpys.converted.is_empty() && !is_overridable(callable.function) {
            return None;
        }
        let mut call = FailedCall {
            callable,
            // SAFETY: the caller passes these as borrowed references.
            arguments: passed.iter().map(|&object| unsafe { borrowed(object) }.to_owned()).collect(),
            names: Vec::new(),
        };
        if !names.is_null() {
            // SAFETY: as above.
            call.names = unsafe { borrowed(names) }.extract::<Vec<String>>().ok()?;
            for name in &mut call.names {
                if let Some(SecondName::Second(position)) = second_name(callable.function, name) {
                    *name = callable.function.parameters[position].name.to_owned();
                }
            }
            for position in 0..call.names.len() {
                // SAFETY: as above.
                call.arguments.push(unsafe { borrowed(*arguments.add(passed.len() + position)) }.to_owned());
            }
        }
        Some(call)
    }

    /// How many arguments are passed by position.
    fn by_position(&self) -> usize {
        self.arguments.len() - self.names.len()
    }

    /// The parameter of an argument, if it is one of the function's.
    fn parameter(&self, argument: usize) -> Option<usize> {
        match argument.checked_sub(self.by_position()) {
            None => Some(self.callable.rest.map_or(argument, |rest| argument.min(rest))),
            Some(named) => {
                let mut parameters = self.callable.function.parameters.iter();
                parameters.position(|parameter| parameter.name == self.names[named])
            }
        }
    }

    /// The result of delegating the call to its array, if that is NumPy's or overrides reductions.
    pub(super) fn delegated(&self) -> Result<Option<Bound<'py, PyAny>>> {
        let function = self.callable.function;
        if is_overridable(function)
            && self.by_position() > 0
            && let Some(own) = overriding::reduction(&self.arguments[0], function.name)
        {
            return Ok(Some(self.call(own?, 1, &[])?));
        }
        let Some(delegating) = self.callable.numpys.delegating else { return Ok(None) };
        let mut numbered = self.arguments.iter().enumerate();
        let array = numbered.find(|(number, _)| self.parameter(*number) == Some(delegating));
        let Some((_, array)) = array else { return Ok(None) };
        // NumPy would hand over a call with one of our arrays to us.
        if !is_numpy(array)? || self.arguments.iter().any(holds_ours) {
            return Ok(None);
        }
        Ok(Some(self.numpys()?))
    }

    /// The result of NumPy's function. In place of an array it is a NumPy scalar, as CuPy's results are, where some of
    /// NumPy's functions give a Python number.
    fn numpys(&self) -> PyResult<Bound<'py, PyAny>> {
        let function = self.callable.function;
        let py = self.arguments[0].py();
        let top = py.import("numpy")?;
        let module = match function.module.strip_prefix(TOP).and_then(|rest| rest.strip_prefix('.')) {
            Some(name) => top.getattr(name)?,
            None => top.clone().into_any(),
        };
        // NumPy 2 has no `msort`.
        let (its, keywords) = match function.name {
            "msort" => ("sort", &[("axis", 0)][..]),
            name => (name, &[][..]),
        };
        let result = self.call(module.getattr(its)?, 0, keywords)?;
        if matches!(function.call, Call::Array(_)) && result.is_instance_of::<PyInt>() {
            return top.getattr("asarray")?.call1((result,))?.get_item(PyTuple::empty(py));
        }
        Ok(result)
    }

    /// Calls a function with the arguments but for this many of the first, and with further ones by name.
    fn call(
        &self,
        function: Bound<'py, PyAny>,
        skipped: usize,
        keywords: &[(&str, i64)],
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = function.py();
        let (by_position, named) = self.arguments.split_at(self.by_position());
        let mut by_position: Vec<_> = by_position[skipped..].to_vec();
        let by_name = PyDict::new(py);
        for (argument, name) in named.iter().zip(&self.names) {
            // NumPy has other names for the first parameter of some functions.
            match self.callable.function.parameters[0].name == name && self.by_position() == 0 {
                true => by_position.push(argument.clone()),
                false => by_name.set_item(name, argument)?,
            }
        }
        for (name, value) in keywords {
            by_name.set_item(name, value)?;
        }
        function.call(PyTuple::new(py, by_position)?, Some(&by_name))
    }

    /// The arguments with NumPy's arrays as arrays of ours where the function converts them; `None` without such.
    pub(super) fn converted(&self) -> Result<Option<Vec<Bound<'py, PyAny>>>> {
        let mut is_converted = false;
        let each = self.arguments.iter().enumerate().map(|(number, argument)| {
            let parameter = self.parameter(number);
            if parameter.is_some_and(|parameter| self.callable.numpys.converted.contains(&parameter))
                && let Some(array) = converted(argument)?
            {
                is_converted = true;
                return Ok(array);
            }
            Ok(argument.clone())
        });
        let arguments = each.collect::<Result<Vec<_>>>()?;
        Ok(is_converted.then_some(arguments))
    }
}

fn is_overridable(function: &Function) -> bool {
    function.module == TOP
        && (DELEGATED_REDUCTIONS.contains(&function.name) || OVERRIDABLE_REDUCTIONS.contains(&function.name))
}

/// Whether an object is an array of ours, or a list or tuple with one.
fn holds_ours(object: &Bound<'_, PyAny>) -> bool {
    let is_ours = |item: &Bound<'_, PyAny>| ours(item.as_borrowed()).is_some();
    match (object.cast::<PyList>(), object.cast::<PyTuple>()) {
        (Ok(list), _) => list.iter().any(|item| is_ours(&item)),
        (_, Ok(tuple)) => tuple.iter().any(|item| is_ours(&item)),
        _ => is_ours(object),
    }
}

/// An array of ours of NumPy's array, or a list of the items of a list or tuple that has NumPy's arrays, with these
/// converted; `None` for other objects.
fn converted<'py>(object: &Bound<'py, PyAny>) -> Result<Option<Bound<'py, PyAny>>> {
    if is_numpy(object)? {
        return Ok(Some(bound(object.py(), from_any(object, None)?, None)?.into_any()));
    }
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        return Ok(None);
    }
    let mut is_converted = false;
    let items = object.try_iter()?.map(|item| {
        let item = item?;
        if !is_numpy(&item)? {
            return Ok(item);
        }
        is_converted = true;
        Ok(bound(object.py(), from_any(&item, None)?, None)?.into_any())
    });
    let items = items.collect::<Result<Vec<_>>>()?;
    Ok(if is_converted { Some(PyList::new(object.py(), items)?.into_any()) } else { None })
}
