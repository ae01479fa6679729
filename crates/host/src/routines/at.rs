//! `ufunc.at`: elements changed in the order of their indices, repeated ones each time.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::{Site, Work, whole_walk};
use crate::block::Scratch;
use crate::gather::Walk;

/// How many indices are read at a time.
const BLOCK: usize = 512;

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
    let size = output.dtype.size();
    let (indices, walk) = (site.source(index, output)?, whole_walk(output)?);
    let values = if work.inputs.len() == 2 { Some(site.source(work.view(1)?, output)?) } else { None };
    let (extent, count, to) = (output.layout.shape[0], index.layout.size(), site.start(output));
    let (places, operands) = (Scratch::new(BLOCK * 8), Scratch::new(BLOCK * 16));
    let value_size = if values.is_some() { work.view(1)?.dtype.size() } else { 0 };
    // The new element is made aside: a loop does not write what it reads.
    let mut made = [0u64; 2];
    let made = made.as_mut_ptr().cast::<u8>();
    let add = if row == RowId::ADD { adder(output.dtype) } else { None };
    let mut at = 0;
    while at < count {
        let n = (BLOCK as i64).min(count - at) as usize;
        // SAFETY: the inputs lie in their memories, or are copies; the blocks have room for n elements.
        unsafe {
            indices.walk.gather(indices.start, at, n, places.at(0));
            if let Some(values) = &values {
                values.walk.gather(values.start, at, n, operands.at(0));
            }
        }
        if let Some(add) = add {
            // SAFETY: there are n indices and values, and places are checked; elements may lie at any byte.
            unsafe { add(places.at(0).cast(), operands.at(0), n, extent, to, &walk) }?;
            at += n as i64;
            continue;
        }
        for i in 0..n {
            // SAFETY: there are n indices.
            let place = unsafe { places.at(0).cast::<i64>().add(i).read() };
            if !(0..extent).contains(&place) {
                return Err(Error::index(format!("index {place} is out of bounds for {extent} elements")));
            }
            // SAFETY: the place is within the output; the value is one of n; what is made has room for any element.
            unsafe {
                let element = to.offset(walk.offset(place) as isize);
                let inputs = [element.cast_const(), operands.at(0).add(i * value_size).cast_const()];
                (loops.baseline)(inputs.as_ptr(), &made, 1);
                std::ptr::copy_nonoverlapping(made.cast_const(), element, size);
            }
        }
        at += n as i64;
    }
    Ok(())
}

/// Adds n values where indices below an extent say.
type Add = unsafe fn(*const i64, *const u8, usize, i64, *mut u8, &Walk) -> Result<()>;

/// How numbers of a dtype are added, of those that are counted and summed most.
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
/// There are n indices and n values; `to` and its walk lead to as many elements as the extent, each at any byte.
unsafe fn add<T: Number>(
    places: *const i64,
    values: *const u8,
    n: usize,
    extent: i64,
    to: *mut u8,
    walk: &Walk,
) -> Result<()> {
    for i in 0..n {
        // SAFETY: there are n of both.
        let (place, value) = unsafe { (places.add(i).read(), values.cast::<T>().add(i).read_unaligned()) };
        if !(0..extent).contains(&place) {
            return Err(Error::index(format!("index {place} is out of bounds for {extent} elements")));
        }
        // SAFETY: the place is within the output.
        unsafe {
            let element = to.offset(walk.offset(place) as isize).cast::<T>();
            element.write_unaligned(element.read_unaligned().plus(value));
        }
    }
    Ok(())
}
