//! Objects that are kept until a call ends: those from which arguments borrow, and memory reserved for long lists.

use cuprust::table::Kind;
use cuprust_reserve::Reservation;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::Result;

/// Keeps objects from which arguments borrow: tuples of the items of lists, since a list may change during the call.
#[derive(Default)]
pub(super) struct ArgumentOwners {
    tuples: [Option<Py<PyTuple>>; 2],
    /// A reservation for values made of the items of long lists, here and in the call.
    items: Vec<Reservation>,
}

/// The most bytes that are allocated per item of a list: twice in a list that doubles, and in one or two copies.
const MAX_BYTES_PER_ITEM: usize = 96;

impl ArgumentOwners {
    /// Keeps a tuple until the call ends; returns whether there was space.
    pub(super) fn keep(&mut self, tuple: &Bound<'_, PyTuple>) -> bool {
        let slot = self.tuples.iter_mut().find(|slot| slot.is_none());
        slot.map(|slot| *slot = Some(tuple.clone().unbind())).is_some()
    }

    /// Reserves memory for the items of a long list.
    ///
    /// # Errors
    /// A memory error.
    pub(super) fn reserve(&mut self, object: &Bound<'_, PyAny>) -> Result<()> {
        let bytes = object.len().unwrap_or(0).saturating_mul(MAX_BYTES_PER_ITEM);
        if bytes > cuprust_reserve::MAX_COVERED_BYTES {
            self.items.push(cuprust_reserve::reserve(bytes)?);
        }
        Ok(())
    }
}

/// Whether each item of a list passed for a parameter becomes a number, a list or an array of its own.
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
