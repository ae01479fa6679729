//! Splines at the points of a grid, whose coordinates along an axis depend on the index along that axis alone. The
//! elements of the last axes are read once for several lines of the output, as far as these are interpolated from the
//! same elements; sums are those of single points.

use cuprust_ir::Result;

use super::near::Near;
use super::points::next_tuple;
use super::read::Reader;
use super::taps::{self, Axis, LANES, OUTSIDE_BOUND, OUTSIDE_OFFSET};
use super::{Splines, Target};
use crate::block::Scratch;
use crate::parallel::spread;
use crate::routines::load::Elements;
use crate::routines::windows::chunk_buffer;
use crate::simd::wide;

/// Coordinates that are read at a time.
const CHUNK: usize = 1 << 12;

/// The last axes, as few as have this many elements, are the columns: one loop runs over all. They are fewer axes if
/// there are more elements around a column than this.
const MIN_COLUMNS: i64 = 32;
const MAX_AROUND: usize = 64;

/// The number of columns that go through each step is a multiple of this.
const COLUMN_GRAIN: usize = 32;

/// Bytes of what a thread keeps, elements and weights, of which it reads all for each line: a part of a second cache.
const KEPT_BYTES: usize = 192 << 10;

/// Most lines of elements that are kept.
const MAX_KEPT_LINES: usize = 64;

/// The coordinates of a grid: a row for each axis, as long as the longest one.
pub(super) struct Coordinates<'a> {
    pub elements: &'a Elements<'a>,
    pub longest: i64,
}

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
    let width = (KEPT_BYTES / bytes / COLUMN_GRAIN).clamp(1, 128) * COLUMN_GRAIN;
    let chunks = (line as u64).div_ceil(width as u64) as i64;
    let work = target.size().saturating_mul(splines.elements_around().max(4));
    // The lines of a chunk of columns follow one another, so that elements are still there for the next line.
    spread(chunks * lines, work, 1, |first, end| {
        let buffer = chunk_buffer()?;
        let mut thread = Thread::new(splines, &along, kept, around * width, width)?;
        for unit in first..end {
            let (chunk, number) = (unit / lines, unit % lines);
            let begin = chunk * width as i64;
            let count = (line - begin).min(width as i64) as usize;
            if unit == first || number == 0 {
                thread.columns.find(splines, coordinates, &shape[leading..], begin, count)?;
                thread.keys.fill(NO_LINE);
            }
            let mut rest = number;
            for (axis, index) in thread.index.iter_mut().enumerate().rev() {
                (*index, rest) = ((rest % shape[axis]) as usize, rest / shape[axis]);
            }
            thread.sum(splines.entry(rest));
            // SAFETY: a line is written by one thread.
            unsafe { target.write(number * line + begin, &thread.sums[..count], &buffer) };
        }
        Ok(())
    })
}

/// The elements around each of some coordinates along an axis, and their weights: those of each tap one after the
/// other.
struct AxisTaps {
    count: usize,
    offsets: Vec<i64>,
    weights: Vec<f64>,
    constant: Vec<bool>,
}

impl AxisTaps {
    fn new(coordinates: &Coordinates, axis: usize, (first, count): (i64, i64), along: Axis) -> Result<AxisTaps> {
        let (taps, count) = (along.order + 1, count as usize);
        let mut own = AxisTaps {
            count,
            offsets: cuprust_reserve::filled(0, taps * count)?,
            weights: cuprust_reserve::filled(0.0, taps * count)?,
            constant: cuprust_reserve::filled(false, count)?,
        };
        let buffer = Scratch::try_new(CHUNK.min(count) * size_of::<f64>())?;
        let (mut offsets, mut weights) = ([[0; LANES]; 6], [[0.0; LANES]; 6]);
        for begin in (0..count).step_by(CHUNK) {
            let some = CHUNK.min(count - begin);
            let from = axis as i64 * coordinates.longest + first + begin as i64;
            // SAFETY: each axis has as many coordinates, which are not written meanwhile, and the buffer holds them.
            let read = unsafe { coordinates.elements.at(from, some, || Ok(buffer.at(0)))? };
            for lane in (0..some).step_by(LANES) {
                let own_lanes = LANES.min(some - lane);
                let (mut x, mut constant) = ([0.0; LANES], [false; LANES]);
                // SAFETY: as many coordinates were read, which may be unaligned.
                unsafe {
                    let from = read.add(lane * size_of::<f64>());
                    std::ptr::copy_nonoverlapping(from, x.as_mut_ptr().cast::<u8>(), own_lanes * size_of::<f64>());
                    taps::find(along, &mut x, &mut offsets[..taps], &mut weights[..taps], &mut constant);
                }
                let at = begin + lane;
                own.constant[at..at + own_lanes].copy_from_slice(&constant[..own_lanes]);
                for tap in 0..taps {
                    let to = tap * count + at;
                    own.offsets[to..to + own_lanes].copy_from_slice(&offsets[tap][..own_lanes]);
                    own.weights[to..to + own_lanes].copy_from_slice(&weights[tap][..own_lanes]);
                }
            }
        }
        Ok(own)
    }
}

/// How elements at offsets are read.
#[derive(Clone, Copy)]
enum Way {
    /// They follow one another.
    Line,
    /// They are near one another.
    Near,
    Each,
}

/// The elements around each of some columns within a line, and their weights.
struct Columns {
    /// The number of the columns' axes, and of the elements around each column.
    axes: usize,
    around: usize,
    /// How many columns are interpolated: the last ones may be beyond those that there are.
    padded: usize,
    /// For each element around a column, the offset of it for each column.
    offsets: Vec<i64>,
    /// How the elements at the offsets of each are read, and these offsets where they are near one another.
    ways: Vec<Way>,
    near: Vec<Near>,
    /// For each element and each axis, the weight for each column; none of order zero.
    weights: Vec<f64>,
    /// The columns that are the constant.
    constant: Vec<usize>,
}

impl Columns {
    /// Finds the elements around `count` columns from the one at `begin` on of a line of a shape.
    fn find(
        &mut self,
        splines: &Splines,
        coordinates: &Coordinates,
        shape: &[i64],
        begin: i64,
        count: usize,
    ) -> Result<()> {
        let (leading, taps) = (splines.axes.len() - shape.len(), splines.taps());
        let below: i64 = shape[1..].iter().product();
        let (from, to) = (begin / below, (begin + count as i64 - 1) / below + 1);
        let along: Vec<AxisTaps> = (0..shape.len())
            .map(|axis| {
                let range = if axis == 0 { (from, to - from) } else { (0, shape[axis]) };
                AxisTaps::new(coordinates, leading + axis, range, splines.axes[leading + axis])
            })
            .collect::<Result<_>>()?;
        self.padded = count.next_multiple_of(COLUMN_GRAIN);
        self.constant.clear();
        let padded = self.padded;
        let mut tuple = cuprust_reserve::filled(0, shape.len())?;
        for element in 0..self.around {
            let offsets = &mut self.offsets[element * padded..][..padded];
            for (column, offset) in offsets.iter_mut().enumerate() {
                // The padding repeats the last column.
                let mut rest = begin + column.min(count - 1) as i64;
                *offset = 0;
                let mut is_constant = false;
                for (axis, own) in along.iter().enumerate().rev() {
                    let mut index = (rest - from) as usize;
                    if axis > 0 {
                        (index, rest) = ((rest % shape[axis]) as usize, rest / shape[axis]);
                    }
                    let at = tuple[axis] * own.count + index;
                    *offset += own.offsets[at];
                    is_constant |= own.constant[index];
                    if taps > 1 {
                        self.weights[(element * self.axes + axis) * padded + column] = own.weights[at];
                    }
                }
                if element == 0 && is_constant && column < count {
                    self.constant.push(column);
                }
            }
            let follow = offsets.iter().zip(offsets[0]..).all(|(&offset, next)| offset == next);
            self.ways[element] = if follow && offsets[0] >= OUTSIDE_BOUND {
                Way::Line
            } else if self.near[element].prepare(offsets) {
                Way::Near
            } else {
                Way::Each
            };
            next_tuple(&mut tuple, taps);
        }
        Ok(())
    }

    /// Reads the elements around each column of a line.
    ///
    /// # Safety
    /// The offsets lead to elements from the address on, or stand for constants.
    unsafe fn read(&self, reader: &Reader, line: *const u8, values: &mut [f64]) {
        for (element, to) in values.chunks_exact_mut(self.padded).enumerate() {
            let offsets = &self.offsets[element * self.padded..][..self.padded];
            // SAFETY: the caller's promise.
            unsafe {
                match self.ways[element] {
                    Way::Line => {
                        reader.read_line(line.wrapping_offset(offsets[0] as isize * reader.size() as isize), to);
                    }
                    Way::Near => reader.read_near(line, &self.near[element], to),
                    Way::Each => reader.read(line, offsets, to),
                }
            }
        }
    }
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
        let weighted = if splines.taps() > 1 { axes } else { 0 };
        Ok(Thread {
            splines,
            along,
            columns: Columns {
                axes: weighted,
                around: capacity / width,
                padded: 0,
                offsets: cuprust_reserve::filled(0, capacity)?,
                ways: cuprust_reserve::filled(Way::Each, capacity / width)?,
                near: (0..capacity / width).map(|_| Near::new(splines.reader.size(), width)).collect::<Result<_>>()?,
                weights: cuprust_reserve::filled(0.0, capacity * weighted)?,
                constant: cuprust_reserve::list(width)?,
            },
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
