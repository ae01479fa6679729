//! A cache of the loop dtype for the most common operands, which all have one dtype.

use std::sync::atomic::{AtomicU8, Ordering};

use cuprust_num::{DType, Weak};

use super::{COUNT, RowId};
use crate::{MAX_INPUTS, Operand, Slot};

impl RowId {
    /// The dtype of the loop in the most common case, found by `Row::resolve` and cached: the row has one result, and
    /// all of its `operands` inputs are of the loop's dtype; the operands with a dtype have this one, and the others
    /// are Python scalars of the kind `weak`. `None` where the row is another, or has no loop for them.
    #[inline]
    pub fn resolve_one_dtype(self, dtype: DType, weak: Option<Weak>, operands: usize) -> Option<DType> {
        let kind = weak.map_or(0, |weak| weak as usize + 1);
        let index = (self.0 as usize * DType::COUNT + dtype as usize) * WEAK_KINDS + kind;
        let found = CACHED_DTYPES[index].load(Ordering::Relaxed);
        let found = if found == UNKNOWN { self.resolve_uncached(dtype, weak, index) } else { found };
        // The number of operands is part of the cached value, so that no caller can use one row's loop for another's.
        let (count, number) = (found / OPERAND_RADIX, found % OPERAND_RADIX);
        if count as usize == operands { DType::from_number(number) } else { None }
    }

    #[cold]
    fn resolve_uncached(self, dtype: DType, weak: Option<Weak>, index: usize) -> u8 {
        let row = self.row();
        let strong = if weak.is_some() { 1 } else { row.inputs.len() };
        let operands: Vec<Operand> = (0..row.inputs.len())
            .map(|index| match weak {
                Some(weak) if index >= strong => Operand::Weak(weak),
                _ => Operand::Strong(dtype),
            })
            .collect();
        let common = row.outputs.len() == 1 && row.inputs.iter().all(|slot| *slot == Slot::Same);
        let found = match row.resolve(&operands) {
            Ok(dtype) if common => row.inputs.len() as u8 * OPERAND_RADIX + dtype as u8,
            _ => NO_LOOP,
        };
        CACHED_DTYPES[index].store(found, Ordering::Relaxed);
        found
    }
}

/// The results of [`RowId::resolve_one_dtype`], by row, dtype and kind: the number of inputs and the number of the
/// dtype.
static CACHED_DTYPES: [AtomicU8; COUNT * DType::COUNT * WEAK_KINDS] =
    [const { AtomicU8::new(UNKNOWN) }; COUNT * DType::COUNT * WEAK_KINDS];

/// No Python scalar, or one of the four kinds.
const WEAK_KINDS: usize = 5;

/// The radix of a cached value: above all numbers of dtypes, and small enough for a byte to hold as many operands as a
/// row has.
const OPERAND_RADIX: u8 = 16;
const _: () =
    assert!(DType::COUNT < OPERAND_RADIX as usize && (MAX_INPUTS + 1) * (OPERAND_RADIX as usize) < UNKNOWN as usize);
const NO_LOOP: u8 = 0;
const UNKNOWN: u8 = u8::MAX;
