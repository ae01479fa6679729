//! `searchsorted`: how many sorted elements are before each of some values. Few elements are compared with all
//! values. If the elements are many and the values too, a table gives the range of elements near each value; otherwise
//! bisection, of several values at a time.

use cuprust_ir::{Error, Relation, Result};
use cuprust_num::DType;
use cuprust_reserve::{filled, list};

use super::sort::keys::{Complex, Float, Number, Signed, Sorted, Unsigned};
use super::{Shared, Site, Work, whole_walk};
use crate::parallel::spread;

/// Values that are searched at a time: the cache misses of their searches overlap.
const VALUES_PER_STEP: usize = 16;

/// Values that a thread processes at a time.
const CHUNK: usize = 4096;

/// Most elements that are all compared with each value, by vectors.
const MAX_COMPARED_ELEMENTS: usize = 16;

/// Fewest values per element for which a table pays off, and most elements that fit a core's caches. Beyond these a
/// bisection has a cache miss at each step, and a fourth as many values as elements are enough.
const MIN_VALUES_PER_ELEMENT: i64 = 2;
const MAX_CACHED_ELEMENTS: usize = 1 << 15;

pub(super) fn check(work: &Work) -> Result<()> {
    let (sorted, values, output) = (work.view(0)?, work.view(1)?, work.output());
    if work.inputs.len() != 2 || output.dtype != DType::I64 || sorted.dtype != values.dtype {
        return Err(Error::type_("takes two arrays of one dtype and gives int64"));
    }
    if sorted.layout.rank() != 1 || !sorted.circular.is_empty() || output.layout.shape != values.layout.shape {
        return Err(Error::runtime("takes one axis of sorted elements, and gives an index for each value"));
    }
    if [sorted, values].iter().any(|view| view.relation(output) != Relation::Disjoint) {
        return Err(Error::runtime("the output overlaps an input"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, right: bool, site: &Site) -> Result<()> {
    match work.view(0)?.dtype {
        DType::Bool | DType::U8 => search::<Unsigned<u8>>(work, right, site),
        DType::U16 => search::<Unsigned<u16>>(work, right, site),
        DType::U32 => search::<Unsigned<u32>>(work, right, site),
        DType::U64 => search::<Unsigned<u64>>(work, right, site),
        DType::I8 => search::<Signed<u8>>(work, right, site),
        DType::I16 => search::<Signed<u16>>(work, right, site),
        DType::I32 => search::<Signed<u32>>(work, right, site),
        DType::I64 => search::<Signed<u64>>(work, right, site),
        DType::F16 => search::<Float<u16, 0x7c00>>(work, right, site),
        DType::BF16 => search::<Float<u16, 0x7f80>>(work, right, site),
        DType::F32 => search::<Float<u32, 0x7f80_0000>>(work, right, site),
        DType::F64 => search::<Float<u64, 0x7ff0_0000_0000_0000>>(work, right, site),
        DType::C64 => search::<Complex<Float<u32, 0x7f80_0000>>>(work, right, site),
        DType::C128 => search::<Complex<Float<u64, 0x7ff0_0000_0000_0000>>>(work, right, site),
    }
}

fn search<E: Numbered>(work: &Work, right: bool, site: &Site) -> Result<()> {
    if right {
        indices::<E>(work, site, |element, value| element <= value)
    } else {
        indices::<E>(work, site, |element, value| element < value)
    }
}

/// An element that can be mapped to a number.
trait Numbered: Sorted<Key: Sync> {
    /// The number of a key; it never decreases where keys increase, and NaN comes last.
    fn number(key: Self::Key) -> f64;
}

macro_rules! numbered {
    ($($element:ty, $key:ident => $number:expr;)*) => { $(
        impl Numbered for $element {
            #[inline(always)]
            fn number($key: Self::Key) -> f64 {
                $number
            }
        }
    )* };
}
numbered! {
    Unsigned<u8>, key => key.into();
    Unsigned<u16>, key => key.into();
    Unsigned<u32>, key => key.into();
    Unsigned<u64>, key => key as f64;
    Signed<u8>, key => key.into();
    Signed<u16>, key => key.into();
    Signed<u32>, key => key.into();
    Signed<u64>, key => key as f64;
    Float<u16, 0x7c00>, key => key.into();
    Float<u16, 0x7f80>, key => key.into();
    Float<u32, 0x7f80_0000>, key => f32::from_bits(Self::from_key(key).held()).into();
    Float<u64, 0x7ff0_0000_0000_0000>, key => f64::from_bits(Self::from_key(key).held());
    Complex<Float<u32, 0x7f80_0000>>, _key => 0.0;
    Complex<Float<u64, 0x7ff0_0000_0000_0000>>, _key => 0.0;
}

/// For each of some equally long intervals of numbers, the number of elements before it. The first and the last
/// interval are unbounded.
struct IntervalTable {
    low: f64,
    scale: f64,
    starts: Vec<u32>,
}

impl IntervalTable {
    /// As many intervals as there are keys, at least one. The least and the greatest 1/64 of the keys are in the two
    /// unbounded intervals, so that one outlier does not leave all others in one interval.
    ///
    /// # Errors
    /// Out of memory.
    fn of<E: Numbered>(keys: &[E::Key]) -> Result<Option<IntervalTable>> {
        let count = keys.len();
        let (low, high) = (E::number(keys[count / 64]), E::number(keys[count - 1 - count / 64]));
        let scale = count as f64 / (high - low);
        let found = low.is_finite() && scale > 0.0 && scale.is_finite();
        if !found || u32::try_from(count).is_err() {
            return Ok(None);
        }
        let mut table = IntervalTable { low, scale, starts: filled(0, count + 1)? };
        let mut begun = 1;
        for (index, &key) in keys.iter().enumerate() {
            let interval = table.interval(E::number(key));
            while begun <= interval {
                table.starts[begun] = index as u32;
                begun += 1;
            }
        }
        table.starts[begun..].fill(count as u32);
        Ok(Some(table))
    }

    /// The interval of a number: both roundings are monotonic.
    #[inline(always)]
    fn interval(&self, number: f64) -> usize {
        let (at, last) = ((number - self.low) * self.scale, self.starts.len() - 2);
        if at < last as f64 { at as usize } else { last }
    }
}

/// The partition point of a value in `rest` elements from `low` on; elements outside of these are before it or after.
#[inline(always)]
fn partition_point(low: usize, mut rest: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let mut low = low;
    while rest > 1 {
        let half = rest / 2;
        low += usize::from(is_before(low + half - 1)) * half;
        rest -= half;
    }
    low + usize::from(rest == 1 && is_before(low))
}

/// Writes the indices of all values, by whether an element is `before` a value.
fn indices<E: Numbered>(work: &Work, site: &Site, before: impl Fn(E::Key, E::Key) -> bool + Copy + Sync) -> Result<()> {
    let (sorted, output) = (work.view(0)?, work.output());
    let (count, step) = (sorted.layout.shape[0] as usize, sorted.layout.strides[0] as isize);
    let (elements, start) = (work.elements(1, site)?, Shared(site.start(sorted).cast::<E>()));
    let (to, walk) = (Shared(site.start(output)), whole_walk(output)?);
    let (total, steps) = (output.layout.size(), i64::from(usize::BITS - count.leading_zeros()) + 1);
    // SAFETY: indices are below the count, and elements are unaligned.
    let at = |index: usize| unsafe { start.get().offset(index as isize * step).cast_const().read_unaligned().key() };
    // A table of all elements pays off for many values.
    let worth = count > 0
        && count as i64
            <= if count > MAX_CACHED_ELEMENTS { total.saturating_mul(4) } else { total / MIN_VALUES_PER_ELEMENT };
    let mut keys: Vec<E::Key> = list(if worth { count } else { 0 })?;
    keys.extend((0..keys.capacity()).map(at));
    let table = if keys.len() > MAX_COMPARED_ELEMENTS { IntervalTable::of::<E>(&keys)? } else { None };
    spread(total, total.saturating_mul(steps), CHUNK as i64, |first, end| {
        let (values, found) = (site.buffer(CHUNK * elements.size())?, site.buffer(CHUNK * 8)?);
        for first in (first..end).step_by(CHUNK) {
            let n = CHUNK.min((end - first) as usize);
            // SAFETY: the buffer has as many elements, and each chunk is read once.
            let from = unsafe { elements.at(first, n, || Ok(values.at()))? }.cast::<E>();
            for begin in (0..n).step_by(VALUES_PER_STEP) {
                let some = VALUES_PER_STEP.min(n - begin);
                // Lanes beyond the last value repeat it.
                // SAFETY: the index is one of n, unaligned.
                let value = |i: usize| unsafe { from.add(begin + i.min(some - 1)).read_unaligned().key() };
                let wanted: [E::Key; VALUES_PER_STEP] = std::array::from_fn(value);
                let mut low = [0; VALUES_PER_STEP];
                if let Some(table) = &table {
                    let intervals = wanted.map(|value| table.interval(E::number(value)));
                    let ends = intervals.map(|own| [table.starts[own] as usize, table.starts[own + 1] as usize]);
                    for ((low, [start, end]), &value) in low.iter_mut().zip(ends).zip(&wanted) {
                        *low = partition_point(start, end - start, |index| before(keys[index], value));
                    }
                } else if worth && count <= MAX_COMPARED_ELEMENTS {
                    for &key in &keys {
                        low.iter_mut().zip(&wanted).for_each(|(low, &value)| *low += usize::from(before(key, value)));
                    }
                } else {
                    let mut rest = count;
                    while rest > 1 {
                        let half = rest / 2;
                        for (low, &value) in low.iter_mut().zip(&wanted) {
                            *low += usize::from(before(at(*low + half - 1), value)) * half;
                        }
                        rest -= half;
                    }
                    for (low, &value) in low.iter_mut().zip(&wanted) {
                        *low += usize::from(rest == 1 && before(at(*low), value));
                    }
                }
                for (i, &index) in low.iter().enumerate().take(some) {
                    // SAFETY: the block holds n indices.
                    unsafe { found.at::<i64>().add(begin + i).write(index as i64) };
                }
            }
            // SAFETY: the output lies in its memory, and these of its elements are this call's; n indices were found.
            unsafe { walk.scatter(to.get(), first, n, found.at()) };
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_says_where_equal_numbers_are() {
        for count in [1u64, 2, 3, 100, 1000] {
            for spread in [1u64, 7, 1 << 20, u64::MAX / 1024] {
                let keys: Vec<u64> = (0..count).map(|i| 5 + i / 3 * spread).collect();
                let Some(table) = IntervalTable::of::<Unsigned<u64>>(&keys).unwrap() else {
                    assert!(count < 4);
                    continue;
                };
                for value in keys.iter().flat_map(|&key| [key - 1, key, key + 1]).chain([0, u64::MAX]) {
                    let own = table.interval(Unsigned::<u64>::number(value));
                    let (start, end) = (table.starts[own] as usize, table.starts[own + 1] as usize);
                    let index = partition_point(start, end - start, |index| keys[index] < value);
                    assert_eq!(index, keys.partition_point(|&key| key < value), "{value} among {keys:?}");
                }
            }
        }
    }
}
