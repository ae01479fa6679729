//! The results of a fused function, and how they are rebuilt from other arrays.

use cuprust::Array;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::array::NdArray;
use crate::error::Result;
use crate::fused::arguments::Arguments;
use crate::fused::guards::{Guards, is_plain};
use crate::object::bound;

/// How a result is built.
pub(super) enum Made {
    /// The program's resulting array of this number.
    Array(usize),
    /// The argument itself.
    Argument(usize),
    /// A constant.
    Fixed(Py<PyAny>),
    Tuple(Vec<Made>),
    List(Vec<Made>),
    Dict(Vec<(Py<PyAny>, Made)>),
    /// A named tuple.
    Named(Py<PyType>, Vec<Made>),
}

/// The results of a function.
pub(super) struct Results<'py> {
    pub(super) made: Made,
    /// The arrays among them that the program must produce.
    pub(super) arrays: Vec<Bound<'py, NdArray>>,
    /// For each of them, the argument whose memory it shares.
    pub(super) owners: Vec<Option<usize>>,
    /// A result that cannot be rebuilt.
    pub(super) unknown: Option<String>,
}

impl<'py> Results<'py> {
    /// Examines the result of a function that was called with these arguments and uses these values.
    pub(super) fn of(
        result: &Bound<'py, PyAny>,
        arguments: &Arguments<'py>,
        found: &Guards<'py>,
    ) -> Result<Results<'py>> {
        let mut results = Results { made: Made::Tuple(vec![]), arrays: vec![], owners: vec![], unknown: None };
        results.made = results.made_of(result, arguments, found)?;
        Ok(results)
    }

    fn made_of(&mut self, result: &Bound<'py, PyAny>, arguments: &Arguments<'py>, found: &Guards<'py>) -> Result<Made> {
        if is_plain(result) {
            return Ok(Made::Fixed(result.clone().unbind()));
        }
        if let Some(position) = arguments.leaves.iter().position(|leaf| leaf.is(result)) {
            return Ok(Made::Argument(position));
        }
        if let Some(position) = arguments.objects.iter().position(|object| object.is(result)) {
            return Ok(Made::Fixed(arguments.objects[position].clone().unbind()));
        }
        if found.objects.iter().any(|object| object.is(result)) {
            return Ok(Made::Fixed(result.clone().unbind()));
        }
        if let Ok(array) = result.cast::<NdArray>() {
            if let Some(position) = self.arrays.iter().position(|other| other.is(array)) {
                return Ok(Made::Array(position));
            }
            let shown = array.get().array();
            let owner = arguments.leaves.iter().position(|leaf| leaf.get().array().shares_storage(shown));
            if owner.is_none() && found.arrays.iter().any(|known| known.get().array().shares_storage(shown)) {
                self.unknown.get_or_insert_with(|| "it gives a view of an array that is no argument".to_owned());
            }
            self.arrays.push(array.clone());
            self.owners.push(owner);
            return Ok(Made::Array(self.arrays.len() - 1));
        }
        let mut all = |items: &Bound<'py, PyAny>| -> Result<Vec<Made>> {
            items.try_iter()?.map(|item| self.made_of(&item?, arguments, found)).collect()
        };
        if result.cast_exact::<PyTuple>().is_ok() {
            return Ok(Made::Tuple(all(result)?));
        }
        if result.cast_exact::<PyList>().is_ok() {
            return Ok(Made::List(all(result)?));
        }
        if result.cast::<PyTuple>().is_ok() && result.hasattr("_fields")? {
            return Ok(Made::Named(result.get_type().unbind(), all(result)?));
        }
        if let Ok(entries) = result.cast_exact::<PyDict>() {
            let mut made = Vec::new();
            for (key, value) in entries.iter() {
                if !is_plain(&key) {
                    self.unknown.get_or_insert_with(|| "it gives a dictionary whose keys are no text".to_owned());
                }
                made.push((key.unbind(), self.made_of(&value, arguments, found)?));
            }
            return Ok(Made::Dict(made));
        }
        let kind = result.get_type().name()?.to_string();
        self.unknown.get_or_insert_with(|| format!("it gives a {kind}"));
        Ok(Made::Tuple(vec![]))
    }
}

impl Made {
    /// The result, built from the program's arrays.
    pub(super) fn object<'py>(
        &self,
        arrays: Vec<Array>,
        owners: &[Option<usize>],
        arguments: &Arguments<'py>,
    ) -> Result<Bound<'py, PyAny>> {
        let object = |(array, owner): (Array, &Option<usize>)| match owner {
            Some(owner) => NdArray::from_view(array, &arguments.leaves[*owner]),
            None => bound(arguments.py, array, None),
        };
        let arrays: Vec<Bound<'py, NdArray>> = arrays.into_iter().zip(owners).map(object).collect::<Result<_>>()?;
        self.build(&arrays, arguments)
    }

    fn build<'py>(&self, arrays: &[Bound<'py, NdArray>], arguments: &Arguments<'py>) -> Result<Bound<'py, PyAny>> {
        let py = arguments.py;
        let all = |made: &[Made]| -> Result<Vec<Bound<'py, PyAny>>> {
            made.iter().map(|made| made.build(arrays, arguments)).collect()
        };
        Ok(match self {
            Made::Array(position) => arrays[*position].clone().into_any(),
            Made::Argument(position) => arguments.leaves[*position].clone().into_any(),
            Made::Fixed(object) => object.bind(py).clone(),
            Made::Tuple(made) => PyTuple::new(py, all(made)?)?.into_any(),
            Made::List(made) => PyList::new(py, all(made)?)?.into_any(),
            Made::Named(class, made) => class.bind(py).call_method1("_make", (all(made)?,))?,
            Made::Dict(made) => {
                let entries = PyDict::new(py);
                for (key, made) in made {
                    entries.set_item(key, made.build(arrays, arguments)?)?;
                }
                entries.into_any()
            }
        })
    }
}
