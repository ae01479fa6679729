//! Searching in sorted elements: how many stand before each of some values. Few elements are compared with all values,
//! and of more that are searched for many values a table says where those near a value are. Else it goes by halves,
//! several values at a time.

use cuprust_ir::{Error, Relation, Result};
use cuprust_num::DType;
use cuprust_reserve::{filled, list};

use super::sort::keys::{Complex, Float, Number, Signed, Sorted, Unsigned};
use super::{Shared, Site, Work, whole_walk};
use crate::parallel::spread;

/// Values that are searched at a time: a search waits for memory at each step, and the others go on meanwhile.
const VALUES_PER_STEP: usize = 16;

/// Values that a thread takes at a time.
const CHUNK: usize = 4096;

/// Up to this many elements are compared with each value by vectors.
const MAX_COMPARED_ELEMENTS: usize = 16;

/// What is made of all elements is worth it for twice as many values; where a core's caches do not hold the elements,
/// which makes a search wait at each step, for a fourth as many.
const WORTH: i64 = 2;
const CACHED: usize = 1 << 15;

pub(super) fn check(work: &Work) -> Result<()> {
    let (sorted, values, output) = (work.view(0)?, work.view(1)?, work.output());
    if work.inputs.len() != 2 || output.dtype != DType::I64 || sorted.dtype != values.dtype {
        return Err(Error::type_("takes two arrays of one dtype and gives int64"));
    }
    if sorted.layout.rank() != 1 || !sorted.circular.is_empty() || output.layout.shape != values.layout.shape {
        return Err(Error::runtime("takes one axis of sorted elements, and gives a place for each value"));
    }
    if [sorted, values].iter().any(|view| view.relation(output) != Relation::Disjoint) {
        return Err(Error::runtime("cannot write where it reads"));
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
        places::<E>(work, site, |element, value| element <= value)
    } else {
        places::<E>(work, site, |element, value| element < value)
    }
}

/// An element that is also a number.
trait Numbered: Sorted<Key: Sync> {
    /// The number of a key, which descends nowhere where keys ascend; NaN comes last.
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

/// For each of some intervals of numbers, all of one length, how many elements are before it. The outer two reach as
/// far as numbers do.
struct Guide {
    low: f64,
    scale: f64,
    starts: Vec<u32>,
}

impl Guide {
    /// The intervals of some keys, of which there is one at least: as many as there are keys. Some of the least and the
    /// greatest are in the outer two, so that one key far away does not leave all others in one.
    ///
    /// # Errors
    /// Where there is no memory.
    fn of<E: Numbered>(keys: &[E::Key]) -> Result<Option<Guide>> {
        let count = keys.len();
        let (low, high) = (E::number(keys[count / 64]), E::number(keys[count - 1 - count / 64]));
        let scale = count as f64 / (high - low);
        let found = low.is_finite() && scale > 0.0 && scale.is_finite();
        if !found || u32::try_from(count).is_err() {
            return Ok(None);
        }
        let mut guide = Guide { low, scale, starts: filled(0, count + 1)? };
        let mut begun = 1;
        for (place, &key) in keys.iter().enumerate() {
            let interval = guide.interval(E::number(key));
            while begun <= interval {
                guide.starts[begun] = place as u32;
                begun += 1;
            }
        }
        guide.starts[begun..].fill(count as u32);
        Ok(Some(guide))
    }

    /// The interval of a number: both roundings descend nowhere.
    #[inline(always)]
    fn interval(&self, number: f64) -> usize {
        let (at, last) = ((number - self.low) * self.scale, self.starts.len() - 2);
        if at < last as f64 { at as usize } else { last }
    }
}

/// The place of a value among those from `low` on, so many, where all others are before them or behind the value.
#[inline(always)]
fn among(low: usize, mut rest: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let mut low = low;
    while rest > 1 {
        let half = rest / 2;
        low += usize::from(is_before(low + half - 1)) * half;
        rest -= half;
    }
    low + usize::from(rest == 1 && is_before(low))
}

/// The places by whether an element stands `before` a value.
fn places<E: Numbered>(work: &Work, site: &Site, before: impl Fn(E::Key, E::Key) -> bool + Copy + Sync) -> Result<()> {
    let (sorted, output) = (work.view(0)?, work.output());
    let (count, step) = (sorted.layout.shape[0] as usize, sorted.layout.strides[0] as isize);
    let (elements, start) = (work.elements(1, site)?, Shared(site.start(sorted).cast::<E>()));
    let (to, walk) = (Shared(site.start(output)), whole_walk(output)?);
    let (total, steps) = (output.layout.size(), i64::from(usize::BITS - count.leading_zeros()) + 1);
    // SAFETY: places are below the count, and elements lie at any byte of their memory.
    let at = |place: usize| unsafe { start.get().offset(place as isize * step).cast_const().read_unaligned().key() };
    // What is made of all elements is worth it for many values.
    let worth = count > 0 && count as i64 <= if count > CACHED { total.saturating_mul(4) } else { total / WORTH };
    let mut keys: Vec<E::Key> = list(if worth { count } else { 0 })?;
    keys.extend((0..keys.capacity()).map(at));
    let guide = if keys.len() > MAX_COMPARED_ELEMENTS { Guide::of::<E>(&keys)? } else { None };
    spread(total, total.saturating_mul(steps), CHUNK as i64, |first, end| {
        let (values, found) = (site.room(CHUNK * elements.size())?, site.room(CHUNK * 8)?);
        for first in (first..end).step_by(CHUNK) {
            let n = CHUNK.min((end - first) as usize);
            // SAFETY: the room has as many elements, and each chunk is asked for once.
            let from = unsafe { elements.at(first, n, || Ok(values.at()))? }.cast::<E>();
            for begin in (0..n).step_by(VALUES_PER_STEP) {
                let some = VALUES_PER_STEP.min(n - begin);
                // What lies behind the last value is searched as that one.
                // SAFETY: the place is one of n, at any byte.
                let value = |i: usize| unsafe { from.add(begin + i.min(some - 1)).read_unaligned().key() };
                let wanted: [E::Key; VALUES_PER_STEP] = std::array::from_fn(value);
                let mut low = [0; VALUES_PER_STEP];
                if let Some(guide) = &guide {
                    let intervals = wanted.map(|value| guide.interval(E::number(value)));
                    let ends = intervals.map(|own| [guide.starts[own] as usize, guide.starts[own + 1] as usize]);
                    for ((low, [start, end]), &value) in low.iter_mut().zip(ends).zip(&wanted) {
                        *low = among(start, end - start, |place| before(keys[place], value));
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
                for (i, &place) in low.iter().enumerate().take(some) {
                    // SAFETY: there is room for n places.
                    unsafe { found.at::<i64>().add(begin + i).write(place as i64) };
                }
            }
            // SAFETY: the output lies in its memory, and these of its elements are this call's; n places were found.
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
                let Some(guide) = Guide::of::<Unsigned<u64>>(&keys).unwrap() else {
                    assert!(count < 4);
                    continue;
                };
                for value in keys.iter().flat_map(|&key| [key - 1, key, key + 1]).chain([0, u64::MAX]) {
                    let own = guide.interval(Unsigned::<u64>::number(value));
                    let (start, end) = (guide.starts[own] as usize, guide.starts[own + 1] as usize);
                    let place = among(start, end - start, |place| keys[place] < value);
                    assert_eq!(place, keys.partition_point(|&key| key < value), "{value} among {keys:?}");
                }
            }
        }
    }
}
