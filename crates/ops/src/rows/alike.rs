//! Which loop the commonest operands take: what promotion found once is kept.

use std::sync::atomic::{AtomicU8, Ordering};

use cuprust_num::{DType, Weak};

use super::{COUNT, RowId};
use crate::{MAX_INPUTS, Operand, Slot};

impl RowId {
    /// The dtype of the loop in the commonest case, found as `Row::resolve` does and kept: the row has one result,
    /// and all of its `operands` inputs are of the loop's dtype; those that have a dtype have this one, and where
    /// `weak` says so, the rest are Python scalars of that kind. `None` where the row is another, or has no loop for
    /// them.
    #[inline]
    pub fn resolve_alike(self, dtype: DType, weak: Option<Weak>, operands: usize) -> Option<DType> {
        let kind = weak.map_or(0, |weak| weak as usize + 1);
        let place = (self.0 as usize * DType::COUNT + dtype as usize) * KINDS + kind;
        let found = ALIKE[place].load(Ordering::Relaxed);
        let found = if found == UNKNOWN { self.look_alike(dtype, weak, place) } else { found };
        // The number of operands is part of the answer, so that no caller can take one row's loop for another's.
        let (count, number) = (found / OPERANDS, found % OPERANDS);
        if count as usize == operands { DType::from_number(number) } else { None }
    }

    #[cold]
    fn look_alike(self, dtype: DType, weak: Option<Weak>, place: usize) -> u8 {
        let row = self.row();
        let strong = if weak.is_some() { 1 } else { row.inputs.len() };
        let operands: Vec<Operand> = (0..row.inputs.len())
            .map(|place| match weak {
                Some(weak) if place >= strong => Operand::Weak(weak),
                _ => Operand::Strong(dtype),
            })
            .collect();
        let common = row.outputs.len() == 1 && row.inputs.iter().all(|slot| *slot == Slot::Same);
        let found = match row.resolve(&operands) {
            Ok(dtype) if common => row.inputs.len() as u8 * OPERANDS + dtype as u8,
            _ => NONE,
        };
        ALIKE[place].store(found, Ordering::Relaxed);
        found
    }
}

/// What [`RowId::resolve_alike`] has found, by row, dtype and kind: the number of inputs and the number of the dtype.
static ALIKE: [AtomicU8; COUNT * DType::COUNT * KINDS] =
    [const { AtomicU8::new(UNKNOWN) }; COUNT * DType::COUNT * KINDS];

/// No Python scalar, or one of the four kinds.
const KINDS: usize = 5;

/// Above all numbers of dtypes, and small enough for a byte to hold as many operands as a row has.
const OPERANDS: u8 = 16;
const _: () = assert!(DType::COUNT < OPERANDS as usize && (MAX_INPUTS + 1) * (OPERANDS as usize) < UNKNOWN as usize);
const NONE: u8 = 0;
const UNKNOWN: u8 = u8::MAX;
