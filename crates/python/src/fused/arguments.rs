//! The arguments of a fused function as a key: arrays by signature, numbers and text by value, everything else by
//! identity.

use cuprust::Array;
use cuprust::fused::write_signature;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyComplex, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::array::NdArray;
use crate::dtype::numpy;
use crate::error::Result;
use crate::object::ours;

/// The arguments of a call.
pub(super) struct Arguments<'py> {
    pub(super) py: Python<'py>,
    /// The arrays, in the order in which they were found.
    pub(super) leaves: Vec<Bound<'py, NdArray>>,
    /// Objects that are compared: by value numbers too large for a word, and text; others by identity.
    pub(super) objects: Vec<Bound<'py, PyAny>>,
    words: Vec<u64>,
}

/// The properties of its arguments that a recording depends on.
pub(super) struct Key {
    words: Vec<u64>,
    pub(super) objects: Vec<Py<PyAny>>,
}

const ARRAY: u64 = 1;
const INTEGER: u64 = 2;
const FLOAT: u64 = 3;
const COMPLEX: u64 = 4;
const VALUE: u64 = 5;
const IDENTITY: u64 = 6;
const TUPLE: u64 = 7;
const LIST: u64 = 8;
const DICT: u64 = 9;

/// The deepest nesting of tuples, lists and dictionaries that is examined.
const MAX_DEPTH: usize = 16;

impl<'py> Arguments<'py> {
    /// The arguments of a call; `None` if one may have changed without changing identity, such as a NumPy array.
    pub(super) fn of(
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> Result<Option<Arguments<'py>>> {
        let (leaves, objects, words) = (Vec::new(), Vec::new(), Vec::with_capacity(32));
        let mut own = Arguments { py: args.py(), leaves, objects, words };
        let mut is_seen = own.sequence(TUPLE, args.iter_borrowed(), args.len(), 0)?;
        if let Some(kwargs) = kwargs {
            is_seen &= own.dictionary(kwargs, 0)?;
        }
        if !is_seen {
            return Ok(None);
        }
        let mut words = std::mem::take(&mut own.words);
        write_signature(&own.arrays(), &mut words);
        own.words = words;
        Ok(Some(own))
    }

    /// The arrays.
    pub(super) fn arrays(&self) -> Vec<&Array> {
        self.leaves.iter().map(|leaf| leaf.get().array()).collect()
    }

    pub(super) fn into_key(self) -> Key {
        Key { words: self.words, objects: self.objects.into_iter().map(Bound::unbind).collect() }
    }

    fn sequence<'b>(
        &mut self,
        tag: u64,
        items: impl Iterator<Item = Borrowed<'b, 'py, PyAny>>,
        count: usize,
        depth: usize,
    ) -> Result<bool>
    where
        'py: 'b,
    {
        self.words.push(tag | (count as u64) << 8);
        let mut is_seen = depth < MAX_DEPTH;
        for item in items {
            is_seen = is_seen && self.value(item, depth + 1)?;
        }
        Ok(is_seen)
    }

    fn dictionary(&mut self, items: &Bound<'py, PyDict>, depth: usize) -> Result<bool> {
        self.words.push(DICT | (items.len() as u64) << 8);
        let mut is_seen = depth < MAX_DEPTH;
        for (key, value) in items.iter() {
            is_seen =
                is_seen && self.value(key.as_borrowed(), depth + 1)? && self.value(value.as_borrowed(), depth + 1)?;
        }
        Ok(is_seen)
    }

    fn value(&mut self, value: Borrowed<'_, 'py, PyAny>, depth: usize) -> Result<bool> {
        if ours(value).is_some() {
            self.words.push(ARRAY);
            self.leaves.push(value.to_owned().cast_into::<NdArray>()?);
        } else if let Ok(number) = value.cast_exact::<PyFloat>() {
            self.words.extend_from_slice(&[FLOAT, number.value().to_bits()]);
        } else if value.cast_exact::<PyInt>().is_ok() {
            match value.extract::<i64>() {
                Ok(number) => self.words.extend_from_slice(&[INTEGER, number as u64]),
                Err(_) => self.object(VALUE, value),
            }
        } else if let Ok(number) = value.cast_exact::<PyComplex>() {
            self.words.extend_from_slice(&[COMPLEX, number.real().to_bits(), number.imag().to_bits()]);
        } else if value.cast_exact::<PyString>().is_ok() || value.cast_exact::<PyBytes>().is_ok() {
            self.object(VALUE, value);
        } else if value.is_none() || value.cast_exact::<PyBool>().is_ok() {
            self.object(IDENTITY, value);
        } else if let Ok(items) = value.cast_exact::<PyTuple>() {
            return self.sequence(TUPLE, items.iter_borrowed(), items.len(), depth);
        } else if let Ok(items) = value.cast_exact::<PyList>() {
            let items: Vec<_> = items.iter().collect();
            return self.sequence(LIST, items.iter().map(|item| item.as_borrowed()), items.len(), depth);
        } else if let Ok(items) = value.cast_exact::<PyDict>() {
            return self.dictionary(&items.to_owned(), depth);
        } else if let Ok(items) = value.cast::<PyTuple>()
            && value.get_type().hasattr("_fields")?
        {
            // A named tuple.
            self.object(IDENTITY, value.get_type().as_any().as_borrowed());
            return self.sequence(TUPLE, items.iter_borrowed(), items.len(), depth);
        } else if let Some(bytes) = of_numpy(value)? {
            // A NumPy scalar, by its type and bytes.
            self.object(IDENTITY, value.get_type().as_any().as_borrowed());
            self.object(VALUE, bytes.as_borrowed());
        } else if has_elements(value)? {
            return Ok(false);
        } else {
            self.object(IDENTITY, value);
        }
        Ok(true)
    }

    fn object(&mut self, tag: u64, value: Borrowed<'_, 'py, PyAny>) {
        self.words.push(tag);
        self.objects.push(value.to_owned());
    }
}

impl Key {
    /// Whether it is the key of these arguments.
    pub(super) fn is_of(&self, arguments: &Arguments<'_>) -> Result<bool> {
        if self.words != arguments.words {
            return Ok(false);
        }
        for (own, other) in self.objects.iter().zip(&arguments.objects) {
            if !is_same(own.bind_borrowed(other.py()), other.as_borrowed())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether two objects are identical, or equal numbers or text.
pub(super) fn is_same(a: Borrowed<'_, '_, PyAny>, b: Borrowed<'_, '_, PyAny>) -> Result<bool> {
    if a.is(b) {
        return Ok(true);
    }
    if !a.get_type().is(b.get_type()) {
        return Ok(false);
    }
    if let (Ok(a), Ok(b)) = (a.cast_exact::<PyFloat>(), b.cast_exact::<PyFloat>()) {
        return Ok(a.value().to_bits() == b.value().to_bits());
    }
    if let (Ok(a), Ok(b)) = (a.cast_exact::<PyComplex>(), b.cast_exact::<PyComplex>()) {
        return Ok([a.real(), a.imag()].map(f64::to_bits) == [b.real(), b.imag()].map(f64::to_bits));
    }
    let is_value =
        a.cast_exact::<PyInt>().is_ok() || a.cast_exact::<PyString>().is_ok() || a.cast_exact::<PyBytes>().is_ok();
    Ok(is_value && a.eq(b)?)
}

/// The bytes of a NumPy scalar; `None` for another object.
fn of_numpy<'py>(value: Borrowed<'_, 'py, PyAny>) -> Result<Option<Bound<'py, PyAny>>> {
    if value.is_instance(numpy(value.py())?.generic.bind(value.py()))? {
        Ok(Some(value.call_method0("tobytes")?))
    } else {
        Ok(None)
    }
}

/// Whether an object has elements that may change while its identity stays.
pub(super) fn has_elements(value: Borrowed<'_, '_, PyAny>) -> Result<bool> {
    for name in ["__array_interface__", "__cuda_array_interface__", "__dlpack__", "__array__"] {
        if value.get_type().hasattr(name)? {
            return Ok(true);
        }
    }
    // Not all objects with a buffer are known: these are those of the language.
    let name = value.get_type().name()?;
    Ok(["bytearray", "memoryview", "array"].iter().any(|known| name == *known))
}
