//! Searching in sorted elements: how many stand before each of some values, by halves, several values at a time.

use cuprust_ir::{Error, Relation, Result};
use cuprust_num::DType;

use super::sort::keys::{Complex, Float, Signed, Sorted, Unsigned};
use super::{Shared, Site, Work, whole_walk};
use crate::parallel::spread;

/// Values that are searched at a time: a search waits for memory at each step, and the others go on meanwhile.
const TOGETHER: usize = 16;

/// Values that a thread takes at a time.
const CHUNK: usize = 4096;

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

fn search<E: Sorted>(work: &Work, right: bool, site: &Site) -> Result<()> {
    if right {
        places::<E>(work, site, |element, value| element <= value)
    } else {
        places::<E>(work, site, |element, value| element < value)
    }
}

/// The places by whether an element stands `before` a value.
fn places<E: Sorted>(work: &Work, site: &Site, before: impl Fn(E::Key, E::Key) -> bool + Copy + Sync) -> Result<()> {
    let (sorted, output) = (work.view(0)?, work.output());
    let (count, step) = (sorted.layout.shape[0] as usize, sorted.layout.strides[0] as isize);
    let (elements, start) = (work.elements(1, site)?, Shared(site.start(sorted).cast::<E>()));
    let (to, walk) = (Shared(site.start(output)), whole_walk(output)?);
    let (total, steps) = (output.layout.size(), i64::from(usize::BITS - count.leading_zeros()) + 1);
    // SAFETY: places are below the count, and elements lie at any byte of their memory.
    let at = |place: usize| unsafe { start.get().offset(place as isize * step).cast_const().read_unaligned().key() };
    spread(total, total.saturating_mul(steps), CHUNK as i64, |first, end| {
        let (values, found) = (site.room(CHUNK * elements.size())?, site.room(CHUNK * 8)?);
        for first in (first..end).step_by(CHUNK) {
            let n = CHUNK.min((end - first) as usize);
            // SAFETY: the room has as many elements, and each chunk is asked for once.
            let from = unsafe { elements.at(first, n, || Ok(values.at()))? }.cast::<E>();
            for begin in (0..n).step_by(TOGETHER) {
                let some = TOGETHER.min(n - begin);
                // What lies behind the last value is searched as that one.
                // SAFETY: the place is one of n, at any byte.
                let value = |i: usize| unsafe { from.add(begin + i.min(some - 1)).read_unaligned().key() };
                let wanted: [E::Key; TOGETHER] = std::array::from_fn(value);
                let (mut low, mut rest) = ([0; TOGETHER], count);
                while rest > 1 {
                    let half = rest / 2;
                    for (low, &value) in low.iter_mut().zip(&wanted) {
                        *low += usize::from(before(at(*low + half - 1), value)) * half;
                    }
                    rest -= half;
                }
                for (i, (&low, &value)) in low.iter().zip(&wanted).take(some).enumerate() {
                    let place = low + usize::from(rest == 1 && before(at(low), value));
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
