//! Splines at points of any coordinates: a batch of points goes through each step together, and then one element around
//! each after the other is read, multiplied and added, in the same order as for a single point.

use cuprust_ir::Result;
use cuprust_ops::Extrapolation;
use smallvec::SmallVec;

use super::read::{Reader, Weights};
use super::taps::{self, Axis, LANES, Lanes};
use super::{Splines, Target};
use crate::block::Scratch;
use crate::parallel::spread;
use crate::routines::load::Elements;
use crate::routines::windows::chunk_buffer;
use crate::simd::wide;

/// Points whose coordinates are read, and whose values are written, at a time.
const CHUNK: usize = 1 << 12;

/// Writes the values at points whose coordinates are, axis by axis, as many elements as the output has.
pub(super) fn run(splines: &Splines, coordinates: &Elements, target: &Target) -> Result<()> {
    let axes = splines.axes.len();
    let (total, inner) = (target.size(), target.shape[splines.batch.len()..].iter().product::<i64>());
    spread(total, total.saturating_mul(splines.elements_around().max(4)), LANES as i64, |first, end| {
        let buffer = chunk_buffer()?;
        let read = Scratch::try_new(axes * CHUNK * size_of::<f64>())?;
        let (mut stencil, mut sums) = (Stencil::new(splines)?, [0.0; LANES]);
        let mut values = cuprust_reserve::filled(0.0, CHUNK)?;
        let mut at = first;
        while at < end {
            // A chunk of points of one batch entry.
            let stack = at / inner;
            let count = (end - at).min((stack + 1) * inner - at).min(CHUNK as i64) as usize;
            let start = splines.entry(stack);
            for axis in 0..axes {
                let to = read.at(axis * CHUNK * size_of::<f64>());
                // SAFETY: the coordinates are this range's alone, and there is memory for a chunk of each axis.
                unsafe {
                    let from = coordinates.at(axis as i64 * total + at, count, || Ok(to))?;
                    if from != to.cast_const() {
                        std::ptr::copy_nonoverlapping(from, to, count * size_of::<f64>());
                    }
                }
            }
            for lane in (0..count).step_by(LANES) {
                let some = LANES.min(count - lane);
                // SAFETY: a chunk of coordinates was read for each axis, of which a whole batch is left.
                let whole = |axis: usize| unsafe { &*read.at(0).cast::<f64>().add(axis * CHUNK + lane).cast() };
                if let Some(sums) = values[lane..count].first_chunk_mut() {
                    if let Some((linear, axes)) = &splines.linear
                        // SAFETY: the axes are those of the array, which begins there.
                        && unsafe { linear(start, axes, [whole(0), whole(1)], sums) }
                    {
                        continue;
                    }
                    let is_outside = |(axis, &along): (usize, &Axis)| {
                        // SAFETY: there are no requirements.
                        along.extrapolation == Extrapolation::Constant
                            && unsafe { taps::are_outside(along, whole(axis)) }
                    };
                    if splines.axes.iter().enumerate().any(is_outside) {
                        *sums = [splines.outside; LANES];
                        continue;
                    }
                }
                stencil.constant = [false; LANES];
                for (axis, &along) in splines.axes.iter().enumerate() {
                    // SAFETY: a chunk of coordinates was read for each axis.
                    let x = unsafe { read.at(0).cast::<f64>().add(axis * CHUNK + lane) };
                    // SAFETY: as above.
                    let x = unsafe { std::slice::from_raw_parts(x, some) };
                    stencil.find(axis, along, x);
                }
                if stencil.constant == [true; LANES] {
                    sums = [splines.outside; LANES];
                } else {
                    // SAFETY: the offsets are those of elements of the array.
                    unsafe { sum(start, &mut stencil, &splines.reader, &mut sums) };
                }
                if stencil.constant != [false; LANES] {
                    for (sum, &constant) in sums.iter_mut().zip(&stencil.constant) {
                        *sum = if constant { splines.outside } else { *sum };
                    }
                }
                values[lane..lane + some].copy_from_slice(&sums[..some]);
            }
            // SAFETY: the elements are this range's alone.
            unsafe { target.write(at, &values[..count], &buffer) };
            at += count as i64;
        }
        Ok(())
    })
}

/// The elements around a batch of points, and which points lie outside of the array.
struct Stencil {
    axes: usize,
    taps: usize,
    /// The offset in elements and the weight of each element along each axis.
    offsets: Vec<Lanes<i64>>,
    weights: Vec<Lanes<f64>>,
    constant: Lanes<bool>,
    /// Whether the elements around each point are adjacent in memory along the last axis.
    are_adjacent: bool,
    /// The index of the current element along each axis, and its offset along all axes but the last.
    tuple: Vec<usize>,
    base: Lanes<i64>,
}

impl Stencil {
    fn new(splines: &Splines) -> Result<Stencil> {
        let (axes, taps) = (splines.axes.len(), splines.taps());
        Ok(Stencil {
            axes,
            taps,
            offsets: cuprust_reserve::filled([0; LANES], axes * taps)?,
            weights: cuprust_reserve::filled([0.0; LANES], axes * taps)?,
            constant: [false; LANES],
            are_adjacent: false,
            tuple: cuprust_reserve::filled(0, axes)?,
            base: NO_OFFSETS,
        })
    }

    /// Finds the elements around at most a batch of coordinates along an axis.
    fn find(&mut self, axis: usize, along: Axis, coordinates: &[f64]) {
        let mut x = coordinates.try_into().unwrap_or_else(|_| {
            let mut x = [0.0; LANES];
            x[..coordinates.len()].copy_from_slice(coordinates);
            x
        });
        let own = axis * self.taps..(axis + 1) * self.taps;
        let (offsets, weights) = (&mut self.offsets[own.clone()], &mut self.weights[own]);
        // SAFETY: there are no requirements.
        let is_whole = unsafe { taps::find(along, &mut x, offsets, weights, &mut self.constant) };
        self.are_adjacent = is_whole && along.stride == 1;
    }
}

/// Sums the products of all elements around each point and their weights.
///
/// # Safety
/// The offsets are those of elements from `start` on, or of constants.
unsafe fn sum(start: *const u8, stencil: &mut Stencil, reader: &Reader, sums: &mut Lanes<f64>) {
    let (axes, taps) = (stencil.axes, stencil.taps);
    let (leading, last) = stencil.offsets.split_at((axes - 1) * taps);
    let (leading_weights, last_weights) = stencil.weights.split_at((axes - 1) * taps);
    let are_adjacent = stencil.are_adjacent && !reader.has_constants();
    let tuple = &mut stencil.tuple;
    tuple.fill(0);
    *sums = [0.0; LANES];
    loop {
        let chosen = || tuple[..axes - 1].iter().enumerate().map(|(axis, tap)| axis * taps + tap);
        let base = match axes {
            1 => &NO_OFFSETS,
            2 => &leading[tuple[0]],
            _ => {
                stencil.base = NO_OFFSETS;
                // SAFETY: there are no requirements.
                chosen().for_each(|at| unsafe { add(&leading[at], &mut stencil.base) });
                &stencil.base
            }
        };
        // Splines of order zero have no weights.
        let mut factors: SmallVec<[&Lanes<f64>; 3]> = SmallVec::new();
        chosen().filter(|_| taps > 1).for_each(|at| factors.push(&leading_weights[at]));
        let weights = |tap: usize| Weights { factors: &factors, last: (taps > 1).then(|| &last_weights[tap]) };
        let mut tap = 0;
        while tap < taps {
            // SAFETY: the caller promises the elements.
            unsafe {
                if are_adjacent && tap + 1 < taps {
                    let weights = [weights(tap), weights(tap + 1)];
                    reader.add_products_of_pairs(start, [base, &last[tap]], &weights, sums);
                    tap += 2;
                } else {
                    reader.add_products(start, [base, &last[tap]], &weights(tap), sums);
                    tap += 1;
                }
            }
        }
        if !next_tuple(&mut tuple[..axes - 1], taps) {
            return;
        }
    }
}

const NO_OFFSETS: Lanes<i64> = [0; LANES];

wide! {
    /// # Safety
    /// There are no requirements.
    unsafe fn add(offsets: &Lanes<i64>, to: &mut Lanes<i64>) {
        for lane in 0..LANES {
            to[lane] = to[lane].wrapping_add(offsets[lane]);
        }
    }
}

/// The next tuple of indices below an extent in C order; whether there is one.
#[inline]
pub(super) fn next_tuple(tuple: &mut [usize], extent: usize) -> bool {
    for index in tuple.iter_mut().rev() {
        *index += 1;
        if *index < extent {
            return true;
        }
        *index = 0;
    }
    false
}
