//! Splines at the points of a grid, whose coordinates along an axis depend on the index along that axis alone. The
//! elements of the last axes are read once for several lines of the output, as far as these are interpolated from the
//! same elements; sums are those of single points.

use cuprust_ir::Result;

use super::columns::{AxisTaps, COLUMN_GRAIN, Columns, Coordinates};
use super::points::next_tuple;
use super::rounded::RoundedLines;
use super::taps::{Axis, OUTSIDE_BOUND, OUTSIDE_OFFSET};
use super::{Splines, Target};
use crate::parallel::spread;
use crate::routines::windows::chunk_buffer;
use crate::simd::wide;

/// The last axes, as few as have this many elements, are the columns: one loop runs over all. They are fewer axes if
/// there are more elements around a column than this.
const MIN_COLUMNS: i64 = 32;
const MAX_AROUND: usize = 64;

/// Most columns that go through each step, in [`COLUMN_GRAIN`].
const MAX_GRAINS: u64 = 128;

/// Bytes of what a thread keeps, elements and weights, of which it reads all for each line: a part of a second cache.
const KEPT_BYTES: usize = 192 << 10;

/// Most lines of elements that are kept.
const MAX_KEPT_LINES: usize = 64;

/// Writes the values at the points of a grid.
pub(super) fn run(splines: &Splines, coordinates: &Coordinates, target: &Target) -> Result<()> {
    let before = splines.batch.len();
    let shape = &target.shape[before..];
    let mut leading = shape.len() - 1;
    let around_in = |axes: usize| splines.taps().saturating_pow(axes as u32);
    while leading > 0
        && shape[leading..].iter().product::<i64>() < MIN_COLUMNS
        && around_in(shape.len() - leading + 1) <= MAX_AROUND
    {
        leading -= 1;
    }
    let line = shape[leading..].iter().product::<i64>();
    let lines = target.size() / line;
    let along: Vec<AxisTaps> = (0..leading)
        .map(|axis| AxisTaps::new(coordinates, axis, (0, shape[axis]), Axis { stride: 1, ..splines.axes[axis] }))
        .collect::<Result<_>>()?;
    let kept = around_in(leading).min(MAX_KEPT_LINES);
    let inner = shape.len() - leading;
    let around = around_in(inner);
    let bytes = around.saturating_mul(size_of::<f64>() * (kept + inner + 1));
    let most = (line as u64).div_ceil(COLUMN_GRAIN as u64).min(MAX_GRAINS) as usize;
    let width = (KEPT_BYTES / bytes / COLUMN_GRAIN).clamp(1, most) * COLUMN_GRAIN;
    let chunks = (line as u64).div_ceil(width as u64) as i64;
    let work = target.size().saturating_mul(splines.elements_around().max(4));
    // The lines of a chunk of columns follow one another, so that elements are still there for the next line.
    spread(chunks * lines, work, 1, |first, end| {
        let buffer = chunk_buffer()?;
        let mut thread = Thread::new(splines, &along, kept, around * width, width)?;
        let mut rounded = RoundedLines::new(splines, target, &along, around, width)?;
        for unit in first..end {
            let (chunk, number) = (unit / lines, unit % lines);
            let begin = chunk * width as i64;
            let count = (line - begin).min(width as i64) as usize;
            if unit == first || number == 0 {
                thread.columns.find(splines, coordinates, &shape[leading..], begin, count)?;
                thread.keys.fill(NO_LINE);
                if let Some(rounded) = &mut rounded {
                    rounded.set_columns(&thread.columns);
                }
            }
            let mut rest = number;
            for (axis, index) in thread.index.iter_mut().enumerate().rev() {
                (*index, rest) = ((rest % shape[axis]) as usize, rest / shape[axis]);
            }
            let (start, first) = (splines.entry(rest), number * line + begin);
            if let Some(rounded) = &mut rounded
                && let Some(to) = target.writer.direct(first, count)
                // SAFETY: a line is written by one thread, and the columns lead to elements from the start on.
                && unsafe { rounded.write(&thread.columns, thread.index[0], start, to, count) }
            {
                continue;
            }
            thread.sum(start);
            // SAFETY: a line is written by one thread.
            unsafe { target.write(first, &thread.sums[..count], &buffer) };
        }
        Ok(())
    })
}

/// The key of memory that holds no line's elements.
const NO_LINE: i64 = i64::MAX;

/// What a thread keeps from line to line.
struct Thread<'a> {
    splines: &'a Splines,
    along: &'a [AxisTaps],
    columns: Columns,
    /// The elements around each column in each of some lines, and the offsets of these.
    values: Vec<f64>,
    keys: Vec<i64>,
    capacity: usize,
    /// The index of the output's line along each of the leading axes, of the element along them, and its weights.
    index: Vec<usize>,
    tuple: Vec<usize>,
    factors: Vec<f64>,
    sums: Vec<f64>,
    scratch: Vec<f64>,
}

impl<'a> Thread<'a> {
    fn new(
        splines: &'a Splines,
        along: &'a [AxisTaps],
        kept: usize,
        capacity: usize,
        width: usize,
    ) -> Result<Thread<'a>> {
        let axes = splines.axes.len() - along.len();
        Ok(Thread {
            splines,
            along,
            columns: Columns::new(splines, axes, capacity / width, width)?,
            values: cuprust_reserve::filled(0.0, kept * capacity)?,
            keys: cuprust_reserve::filled(NO_LINE, kept)?,
            capacity,
            index: cuprust_reserve::filled(0, along.len())?,
            tuple: cuprust_reserve::filled(0, along.len())?,
            factors: cuprust_reserve::filled(0.0, along.len())?,
            sums: cuprust_reserve::filled(0.0, width)?,
            scratch: cuprust_reserve::filled(0.0, width)?,
        })
    }

    /// Computes the sums of the columns at the index, from elements whose first one is at an address.
    fn sum(&mut self, start: *const u8) {
        let (splines, padded) = (self.splines, self.columns.padded);
        if self.along.iter().zip(&self.index).any(|(own, &index)| own.constant[index]) {
            return self.sums[..padded].fill(splines.outside);
        }
        if !self.sum_two_lines(start) {
            self.sum_lines(start);
        }
        for &column in &self.columns.constant {
            self.sums[column] = splines.outside;
        }
    }

    /// Sums line after line.
    fn sum_lines(&mut self, start: *const u8) {
        let (taps, padded) = (self.splines.taps(), self.columns.padded);
        self.tuple.fill(0);
        let mut begin = true;
        loop {
            let (slot, _) = self.read_line(start);
            let values = &self.values[slot * self.capacity..][..self.columns.around * padded];
            let factors = if taps > 1 { &self.factors[..] } else { &[] };
            // SAFETY: there are no requirements.
            unsafe {
                let (sums, scratch) = (&mut self.sums[..padded], &mut self.scratch[..padded]);
                add_products(values, factors, (&self.columns.weights, self.columns.axes), begin, sums, scratch);
            }
            begin = false;
            if !next_tuple(&mut self.tuple, taps) {
                break;
            }
        }
    }

    /// Sums the two lines of a spline of order one over a plane, the usual case of images, at once. Does nothing and
    /// returns false in other cases, and where both lines have one slot.
    fn sum_two_lines(&mut self, start: *const u8) -> bool {
        if self.splines.taps() != 2 || self.along.len() != 1 || self.columns.axes != 1 || self.columns.around != 2 {
            return false;
        }
        let padded = self.columns.padded;
        let [(first, own), (second, other)] = [0, 1].map(|tap| {
            self.tuple[0] = tap;
            (self.read_line(start), self.factors[0])
        });
        if first.0 == second.0 && first.1 != second.1 {
            return false;
        }
        let values = [first, second].map(|(slot, _)| &self.values[slot * self.capacity..][..2 * padded]);
        // SAFETY: there are no requirements.
        unsafe { add_two_lines(values, [own, other], &self.columns.weights, &mut self.sums[..padded]) };
        true
    }

    /// Reads the line of the tuple, unless it is kept. Returns its slot and its key.
    fn read_line(&mut self, start: *const u8) -> (usize, i64) {
        let (splines, columns, taps) = (self.splines, &self.columns, self.splines.taps());
        // Lines near one another have slots of their own.
        let (mut line, mut slot, mut is_outside) = (0i64, 0usize, false);
        for (axis, own) in self.along.iter().enumerate() {
            let at = self.tuple[axis] * own.count + self.index[axis];
            let index = own.offsets[at];
            is_outside |= index < OUTSIDE_BOUND;
            line = line.wrapping_add(index.wrapping_mul(splines.axes[axis].stride));
            slot = slot * taps + index.rem_euclid(taps as i64) as usize;
            self.factors[axis] = own.weights[at];
        }
        let address = start.wrapping_offset((line as isize).wrapping_mul(splines.reader.size() as isize));
        let key = if is_outside { OUTSIDE_OFFSET } else { address.addr() as i64 };
        slot %= self.keys.len();
        if self.keys[slot] != key {
            self.keys[slot] = key;
            let values = &mut self.values[slot * self.capacity..][..columns.around * columns.padded];
            if is_outside {
                values.fill(splines.outside);
            } else {
                // SAFETY: there is a line of the array at the address.
                unsafe { columns.read(&splines.reader, address, values) };
            }
        }
        (slot, key)
    }
}

wide! {
    /// The sums of the products of two elements around a column in each of two lines, the line's factor, and their
    /// weights: those of [`add_products`] for one line after the other.
    ///
    /// # Safety
    /// There are no requirements.
    unsafe fn add_two_lines(values: [&[f64]; 2], factors: [f64; 2], weights: &[f64], sums: &mut [f64]) {
        let width = sums.len();
        let ([upper, lower], weights) = (values.map(|line| halves(line, width)), halves(weights, width));
        for column in 0..width {
            let mut sum = 0.0;
            for element in 0..2 {
                sum += upper[element][column] * factors[0] * weights[element][column];
            }
            for element in 0..2 {
                sum += lower[element][column] * factors[1] * weights[element][column];
            }
            sums[column] = sum;
        }
    }
}

wide! {
    /// Adds to each sum, or to zero at the beginning, the products of the elements around a column and their weights:
    /// first the line's own factors, then the weights along each of the columns' axes.
    ///
    /// # Safety
    /// There are no requirements.
    unsafe fn add_products(
        values: &[f64],
        factors: &[f64],
        columns: (&[f64], usize),
        begin: bool,
        sums: &mut [f64],
        scratch: &mut [f64],
    ) {
        let ((weights, axes), width) = (columns, sums.len());
        // The usual numbers of elements have a loop of their own, in which the sum is not stored in between.
        match (values.len() / width, factors, axes) {
            (2, [], 1) => add::<2>(values, weights, begin, sums, |x| x),
            (2, &[first], 1) => add::<2>(values, weights, begin, sums, |x| x * first),
            (2, &[first, second], 1) => add::<2>(values, weights, begin, sums, |x| x * first * second),
            (3, &[first], 1) => add::<3>(values, weights, begin, sums, |x| x * first),
            (4, [], 1) => add::<4>(values, weights, begin, sums, |x| x),
            (4, &[first], 1) => add::<4>(values, weights, begin, sums, |x| x * first),
            (4, &[first, second], 1) => add::<4>(values, weights, begin, sums, |x| x * first * second),
            (5, &[first], 1) => add::<5>(values, weights, begin, sums, |x| x * first),
            (6, &[first], 1) => add::<6>(values, weights, begin, sums, |x| x * first),
            _ => {
                if begin {
                    sums.fill(0.0);
                }
                for (element, values) in values.chunks_exact(width).enumerate() {
                    scratch.copy_from_slice(values);
                    for &factor in factors {
                        scratch.iter_mut().for_each(|x| *x *= factor);
                    }
                    for axis in 0..axes {
                        let weights = &weights[(element * axes + axis) * width..][..width];
                        scratch.iter_mut().zip(weights).for_each(|(x, weight)| *x *= weight);
                    }
                    sums.iter_mut().zip(scratch.iter()).for_each(|(sum, x)| *sum += x);
                }
            }
        }
    }
}

/// The first elements of a list, and as many after them.
#[inline(always)]
fn halves(all: &[f64], count: usize) -> [&[f64]; 2] {
    [&all[..count], &all[count..2 * count]]
}

/// Adds to each sum, or to zero, the products of `N` elements, to which a function applies factors, and their weights.
/// Only with a range of indices does the compiler see that all lists are as long, and vectorize.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
fn add<const N: usize>(values: &[f64], weights: &[f64], begin: bool, sums: &mut [f64], factored: impl Fn(f64) -> f64) {
    let width = sums.len();
    let values: [&[f64]; N] = std::array::from_fn(|element| &values[element * width..][..width]);
    let weights: [&[f64]; N] = std::array::from_fn(|element| &weights[element * width..][..width]);
    for column in 0..width {
        let mut sum = if begin { 0.0 } else { sums[column] };
        for element in 0..N {
            sum += factored(values[element][column]) * weights[element][column];
        }
        sums[column] = sum;
    }
}
