//! `ufunc.at`: elements updated in the order of their indices, once for each repetition of an index. Integers are added
//! by all threads.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::load::Elements;
use super::{BLOCK, MIN_PARALLEL_INDICES, OwnIndices, Shared, Site, Work, by_output_ranges, out_of_bounds, whole_walk};
use crate::block::Scratch;
use crate::gather::Walk;
use crate::parallel::spread;

/// Most bins for which each thread sums integers into private bins.
const MAX_PRIVATE_BINS: i64 = 1 << 16;

pub(super) fn check(work: &Work, row: RowId) -> Result<()> {
    let (slots, dtype) = (row.row(), work.output().dtype);
    if work.inputs.len() != slots.inputs.len() || !matches!(slots.inputs.len(), 1 | 2) || slots.outputs.len() != 1 {
        return Err(Error::type_(format!("{} has not an element and a value to take", slots.name)));
    }
    if slots.inputs[0].dtype(dtype) != dtype || slots.outputs[0].dtype(dtype) != dtype || (slots.loops)(dtype).is_none()
    {
        return Err(Error::type_(format!("{} has no loop from {dtype} to {dtype}", slots.name)));
    }
    let index = work.view(0)?;
    if index.dtype != DType::I64 || work.output().layout.rank() != 1 {
        return Err(Error::type_("takes an int64 index and changes a one-dimensional array"));
    }
    if slots.inputs.len() == 2 {
        let value = work.view(1)?;
        if value.dtype != slots.inputs[1].dtype(dtype) || value.layout.shape != index.layout.shape {
            return Err(Error::type_(format!("{} takes one value of {dtype} for each index", slots.name)));
        }
    }
    Ok(())
}

pub(super) fn run(work: &Work, row: RowId, site: &Site) -> Result<()> {
    let (output, index) = (work.output(), work.view(0)?);
    let Some(loops) = (row.row().loops)(output.dtype) else { return Ok(()) };
    let (size, walk) = (output.dtype.size(), whole_walk(output)?);
    let (extent, count, to) = (output.layout.shape[0], index.layout.size(), Shared(site.start(output)));
    let add = if row == RowId::ADD { adder(output.dtype) } else { None };
    let few =
        output.dtype.is_integer() && count >= MIN_PARALLEL_INDICES && extent <= MAX_PRIVATE_BINS && extent <= count / 8;
    let counts = add.filter(|_| few);
    let operands = Operands {
        indices: work.elements_without_overlap(0, site, counts.is_none())?,
        values: if work.inputs.len() == 2 {
            Some(work.elements_without_overlap(1, site, counts.is_none())?)
        } else {
            None
        },
    };
    if let Some(add) = counts {
        let finish = |sums: *const u8| {
            for position in 0..extent {
                // SAFETY: the sums and the output have as many elements, each unaligned.
                unsafe {
                    add(&position, sums.add(position as usize * size), 1, (extent, &(0..extent)), to.get(), &walk)?
                };
            }
            Ok(())
        };
        return in_parts(&operands, (count, extent), size, site, add, finish);
    }
    let value_size = operands.values.as_ref().map_or(0, Elements::size);
    by_output_ranges(count, extent, extent.saturating_mul(size as i64), |own| {
        // The new element is computed in a temporary: a loop does not write what it reads.
        let mut made = [0u64; 2];
        let made = made.as_mut_ptr().cast::<u8>();
        operands.each(0, count, |positions, values, n| {
            if let Some(add) = add {
                // SAFETY: there are n indices and values, and the indices are checked; elements may be unaligned, and
                // those in the range belong to this thread.
                return unsafe { add(positions, values, n, (extent, &own), to.get(), &walk) };
            }
            for i in 0..n {
                // SAFETY: there are n indices.
                let position = unsafe { positions.add(i).read_unaligned() };
                if !(0..extent).contains(&position) {
                    return Err(out_of_bounds(position, extent));
                }
                if !own.contains(&position) {
                    continue;
                }
                // SAFETY: the index is within the output, and this thread's; the value is one of n; the temporary holds
                // any element.
                unsafe {
                    let element = to.get().offset(walk.offset(position) as isize);
                    let inputs = [element.cast_const(), values.add(i * value_size)];
                    (loops.baseline)(inputs.as_ptr(), &made, 1);
                    std::ptr::copy_nonoverlapping(made.cast_const(), element, size);
                }
            }
            Ok(())
        })
    })
}

/// The operands: indices and values.
struct Operands<'a> {
    indices: Elements<'a>,
    values: Option<Elements<'a>>,
}

impl Operands<'_> {
    /// Calls `each` with blocks of the indices and values from `first` to `end`, and the length of each block.
    fn each(
        &self,
        first: i64,
        end: i64,
        mut each: impl FnMut(*const i64, *const u8, usize) -> Result<()>,
    ) -> Result<()> {
        let (positions, operands) = (Scratch::new(BLOCK * 8), Scratch::new(BLOCK * 16));
        let mut at = first;
        while at < end {
            let n = (BLOCK as i64).min(end - at) as usize;
            // SAFETY: there are as many elements, each of which one call reads; the blocks hold n.
            let (positions, values) = unsafe {
                let positions = self.indices.at(at, n, || Ok(positions.at(0)))?.cast();
                let values = match &self.values {
                    Some(values) => values.at(at, n, || Ok(operands.at(0)))?,
                    None => std::ptr::null(),
                };
                (positions, values)
            };
            each(positions, values, n)?;
            at += n as i64;
        }
        Ok(())
    }
}

/// Adds integers, whose order does not matter: each thread to sums of its own, which are passed to `finish`.
fn in_parts(
    operands: &Operands,
    (count, extent): (i64, i64),
    size: usize,
    site: &Site,
    add: Add,
    finish: impl Fn(*const u8) -> Result<()> + Sync,
) -> Result<()> {
    let line = Layout::contiguous(&[extent]);
    let walk = Walk::new(&line, &[], &[0], size)?;
    let finishing = Mutex::new(());
    spread(count, count, BLOCK as i64, |first, end| {
        let sums = site.buffer(extent as usize * size)?;
        // SAFETY: the buffer has as many bytes.
        unsafe { std::ptr::write_bytes(sums.at::<u8>(), 0, extent as usize * size) };
        operands.each(first, end, |positions, values, n| {
            // SAFETY: there are n indices and values, and the indices are checked; the buffer has as many elements.
            unsafe { add(positions, values, n, (extent, &(0..extent)), sums.at(), &walk) }
        })?;
        let _one = finishing.lock().unwrap_or_else(PoisonError::into_inner);
        finish(sums.at::<u8>().cast_const())
    })
}

/// Adds n values to the elements that indices below an extent name, if these are in a range.
type Add = unsafe fn(*const i64, *const u8, usize, (i64, &Range<i64>), *mut u8, &Walk) -> Result<()>;

/// The addition loop of a dtype, for the dtypes that are counted and summed most.
fn adder(dtype: DType) -> Option<Add> {
    Some(match dtype {
        DType::I64 | DType::U64 => add::<u64>,
        DType::I32 | DType::U32 => add::<u32>,
        DType::F32 => add::<f32>,
        DType::F64 => add::<f64>,
        _ => return None,
    })
}

/// A number that is added as its dtype adds.
trait Number: Copy {
    fn plus(self, other: Self) -> Self;
}

macro_rules! numbers {
    ($($kind:ty, $own:ident, $other:ident => $sum:expr;)*) => { $(
        impl Number for $kind {
            #[inline]
            fn plus(self, other: Self) -> Self {
                let ($own, $other) = (self, other);
                $sum
            }
        }
    )* };
}

numbers! {
    u32, a, b => a.wrapping_add(b);
    u64, a, b => a.wrapping_add(b);
    f32, a, b => a + b;
    f64, a, b => a + b;
}

/// # Safety
/// There are n indices and n values; `to` and its walk lead to as many elements as the extent, each unaligned.
unsafe fn add<T: Number>(
    positions: *const i64,
    values: *const u8,
    n: usize,
    (extent, own): (i64, &Range<i64>),
    to: *mut u8,
    walk: &Walk,
) -> Result<()> {
    let Some((origin, step)) = walk.line() else { return Err(Error::runtime("the elements do not lie in a line")) };
    let (line, values) = (to.wrapping_offset(origin as isize), values.cast::<T>());
    let change = |position: i64, i: usize| {
        // SAFETY: there are n values, and the index, which was checked, is within the output.
        unsafe {
            let element = line.offset((position * step) as isize).cast::<T>();
            element.write_unaligned(element.read_unaligned().plus(values.add(i).read_unaligned()));
        }
    };
    if *own != (0..extent) {
        let mut found = OwnIndices::new();
        for first in (0..n).step_by(BLOCK) {
            // SAFETY: there are n indices.
            let found = unsafe { found.find(positions.add(first), BLOCK.min(n - first), extent, own)? };
            found.for_each(|(position, i)| change(position, first + i));
        }
        return Ok(());
    }
    for i in 0..n {
        // SAFETY: there are n indices. Each is read once, so that no other thread can change it after it was checked.
        let position = unsafe { positions.add(i).read_unaligned() };
        if !(0..extent).contains(&position) {
            return Err(out_of_bounds(position, extent));
        }
        change(position, i);
    }
    Ok(())
}
