//! What is kept until a call ends: objects that arguments were taken from, and memory for what is made of long lists.

use cuprust::table::Kind;
use cuprust_reserve::Reservation;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::Result;

/// What keeps objects that arguments were taken from: tuples of the items of lists, which may change while the call
/// runs.
#[derive(Default)]
pub(super) struct ArgumentOwners {
    tuples: [Option<Py<PyTuple>>; 2],
    /// Memory for what is made of the items of long lists, here and in the call.
    items: Vec<Reservation>,
}

/// Bytes that are allocated at most for an item of a list: twice in one that doubles, and in a copy of it or two.
const FOR_ITEM: usize = 96;

impl ArgumentOwners {
    /// Keeps a tuple until the call ends; whether there was room.
    pub(super) fn keep(&mut self, tuple: &Bound<'_, PyTuple>) -> bool {
        let place = self.tuples.iter_mut().find(|place| place.is_none());
        place.map(|place| *place = Some(tuple.clone().unbind())).is_some()
    }

    /// Reserves memory for the items of a list, where they are many.
    ///
    /// # Errors
    /// Where there is none.
    pub(super) fn reserve(&mut self, object: &Bound<'_, PyAny>) -> Result<()> {
        let bytes = object.len().unwrap_or(0).saturating_mul(FOR_ITEM);
        if bytes > cuprust_reserve::MAX_COVERED_BYTES {
            self.items.push(cuprust_reserve::reserve(bytes)?);
        }
        Ok(())
    }
}

/// Whether each item of a list that is given for a parameter becomes a number, a list or an array of its own.
pub(super) fn takes_items(kind: Kind) -> bool {
    use Kind::*;
    !matches!(
        kind,
        Array
            | AnyArray
            | Prototype
            | Shaped
            | Operand
            | Elements
            | Out
            | Output
            | Mask
            | Bool
            | Text
            | DType
            | Object
            | Source
    )
}
