//! `ufunc.at`: elements updated in the order of their indices, once for each repetition of an index. Where there are
//! far more indices than elements, all threads add: integers, and floats that need no order in parts whose number is
//! fixed.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use super::load::Elements;
use super::{BLOCK, MIN_PARALLEL_INDICES, OwnIndices, Shared, Site, Work, by_output_ranges, out_of_bounds, whole_walk};
use crate::block::Scratch;
use crate::gather::Walk;
use crate::parallel::spread;

/// Most bins for which each thread sums into private bins.
const MAX_PRIVATE_BINS: i64 = 1 << 16;

/// Parts whose sums of floats are added in order: as many for any number of threads, so that all round alike.
const FLOAT_PARTS: i64 = 16;

/// Indices and values that are read at a time.
const READ: usize = 1 << 11;

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

pub(super) fn run(work: &Work, row: RowId, ordered: bool, site: &Site) -> Result<()> {
    let (output, index) = (work.output(), work.view(0)?);
    let Some(loops) = (row.row().loops)(output.dtype) else { return Ok(()) };
    let (size, walk) = (output.dtype.size(), whole_walk(output)?);
    let (extent, count, to) = (output.layout.shape[0], index.layout.size(), Shared(site.start(output)));
    let add = if row == RowId::ADD { adder(output.dtype) } else { None };
    let parts = if output.dtype.is_integer() { 1 } else { FLOAT_PARTS };
    let few = (parts == 1 || !ordered)
        && count >= MIN_PARALLEL_INDICES
        && extent <= MAX_PRIVATE_BINS
        && extent <= count / (8 * parts);
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
            let mut positions = [0; BLOCK];
            for first in (0..extent).step_by(BLOCK) {
                let n = BLOCK.min((extent - first) as usize);
                positions[..n].iter_mut().zip(first..).for_each(|(position, own)| *position = own);
                // SAFETY: the sums and the output have as many elements, each unaligned.
                unsafe {
                    let sums = sums.add(first as usize * size);
                    add(positions.as_ptr(), sums, n, (extent, &(0..extent)), to.get(), &walk)?;
                }
            }
            Ok(())
        };
        let private = Private { operands: &operands, count, extent, dtype: output.dtype, add };
        return if parts == 1 { private.integers(site, finish) } else { private.floats(site, finish) };
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
        let (positions, operands) = (Scratch::new(READ * 8), Scratch::new(READ * 16));
        let mut at = first;
        while at < end {
            let n = (READ as i64).min(end - at) as usize;
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

/// Values that are added to private sums first.
struct Private<'a> {
    operands: &'a Operands<'a>,
    /// The number of values, and of sums.
    count: i64,
    extent: i64,
    dtype: DType,
    add: Add,
}

impl Private<'_> {
    /// Adds integers, whose order does not matter: each thread to sums of its own, which are passed to `finish`.
    fn integers(&self, site: &Site, finish: impl Fn(*const u8) -> Result<()> + Sync) -> Result<()> {
        let finishing = Mutex::new(());
        spread(self.count, self.count, BLOCK as i64, |first, end| {
            let sums = site.buffer(self.bytes())?;
            // SAFETY: the buffer holds the sums, which are this call's.
            unsafe { self.sum(first, end, sums.at())? };
            let _one = finishing.lock().unwrap_or_else(PoisonError::into_inner);
            finish(sums.at::<u8>().cast_const())
        })
    }

    /// Adds floats: each part to sums of its own, which are passed to `finish` one after the other.
    fn floats(&self, site: &Site, finish: impl Fn(*const u8) -> Result<()>) -> Result<()> {
        let bytes = self.bytes().next_multiple_of(64);
        let all = site.buffer(bytes * FLOAT_PARTS as usize)?;
        let sums = Shared(all.at::<u8>());
        let begin = |part: i64| (i128::from(self.count) * i128::from(part) / i128::from(FLOAT_PARTS)) as i64;
        spread(FLOAT_PARTS, self.count, 1, |first, end| {
            for part in first..end {
                // SAFETY: the buffer holds the sums of each part, which are one call's.
                unsafe { self.sum(begin(part), begin(part + 1), sums.get().add(part as usize * bytes))? };
            }
            Ok(())
        })?;
        // SAFETY: as above.
        (0..FLOAT_PARTS as usize).try_for_each(|part| finish(unsafe { sums.get().add(part * bytes) }))
    }

    fn bytes(&self) -> usize {
        self.extent as usize * self.dtype.size()
    }

    /// Writes the sums of the values from `first` to `end`.
    ///
    /// # Safety
    /// `sums` holds them, aligned, and no other thread touches them or reads these values.
    unsafe fn sum(&self, first: i64, end: i64, sums: *mut u8) -> Result<()> {
        // What leaves every number as it is: zero, of floats the negative one.
        let zero = Scalar::new(if self.dtype.is_integer() { 0.0 } else { -0.0 }).cast(self.dtype);
        let size = self.dtype.size();
        for position in 0..self.extent as usize {
            // SAFETY: the sums hold as many elements.
            unsafe { std::ptr::copy_nonoverlapping(zero.bytes().as_ptr(), sums.add(position * size), size) };
        }
        let walk = Walk::new(&Layout::contiguous(&[self.extent]), &[], &[0], size)?;
        self.operands.each(first, end, |positions, values, n| {
            // SAFETY: there are n indices and values, and the indices are checked; the sums have as many elements.
            unsafe { (self.add)(positions, values, n, (self.extent, &(0..self.extent)), sums, &walk) }
        })
    }
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
