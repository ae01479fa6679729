//! The elements around the columns of a grid, the points of its last axes, and their weights: found once for many
//! lines.

use cuprust_ir::Result;

use super::Splines;
use super::estimates::MAX_AROUND;
use super::near::Near;
use super::points::next_tuple;
use super::read::Reader;
use super::taps::{self, Axis, LANES, OUTSIDE_BOUND};
use crate::block::Scratch;
use crate::routines::load::Elements;

/// Coordinates that are read at a time.
const CHUNK: usize = 1 << 12;

/// The number of columns that go through each step is a multiple of this.
pub(super) const COLUMN_GRAIN: usize = 32;

/// The coordinates of a grid: a row for each axis, as long as the longest one.
pub(super) struct Coordinates<'a> {
    pub elements: &'a Elements<'a>,
    pub longest: i64,
}

/// The elements around each of some coordinates along an axis, and their weights: those of each tap one after the
/// other.
pub(super) struct AxisTaps {
    pub count: usize,
    pub offsets: Vec<i64>,
    pub weights: Vec<f64>,
    pub constant: Vec<bool>,
}

impl AxisTaps {
    pub fn new(coordinates: &Coordinates, axis: usize, (first, count): (i64, i64), along: Axis) -> Result<AxisTaps> {
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
pub(super) struct Columns {
    /// The number of the columns' axes, and of the elements around each column.
    pub axes: usize,
    pub around: usize,
    /// How many columns are interpolated: the last ones may be beyond those that there are.
    pub padded: usize,
    /// For each element around a column, the offset of it for each column.
    pub offsets: Vec<i64>,
    /// How the elements at the offsets of each are read, and these offsets where they are near one another.
    ways: Vec<Way>,
    near: Vec<Near>,
    /// For each element and each axis, the weight for each column; none of order zero.
    pub weights: Vec<f64>,
    /// The columns that are the constant.
    pub constant: Vec<usize>,
}

impl Columns {
    /// No columns yet, but memory for as many as the width, on a number of axes.
    pub fn new(splines: &Splines, axes: usize, around: usize, width: usize) -> Result<Columns> {
        let (weighted, capacity) = (if splines.taps() > 1 { axes } else { 0 }, around * width);
        Ok(Columns {
            axes: weighted,
            around,
            padded: 0,
            offsets: cuprust_reserve::filled(0, capacity)?,
            ways: cuprust_reserve::filled(Way::Each, around)?,
            near: (0..around).map(|_| Near::new(splines.reader.size(), width)).collect::<Result<_>>()?,
            weights: cuprust_reserve::filled(0.0, capacity * weighted)?,
            constant: cuprust_reserve::list(width)?,
        })
    }

    /// Finds the elements around `count` columns from the one at `begin` on of a line of a shape.
    pub fn find(
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

    /// The elements around each column of a line, one line for each element around a column, aligned: copied to the
    /// memory of each of them, but where they lie if they follow one another.
    ///
    /// # Safety
    /// The offsets lead to elements from the address on, and none stands for a constant.
    pub unsafe fn elements(&self, reader: &Reader, line: *const u8, to: &mut [Vec<u64>]) -> [*const u8; MAX_AROUND] {
        let mut all = [std::ptr::null(); MAX_AROUND];
        for (element, (all, to)) in all.iter_mut().zip(to).enumerate() {
            let offsets = &self.offsets[element * self.padded..][..self.padded];
            let to = to.as_mut_ptr().cast::<u8>();
            *all = to;
            // SAFETY: the caller's promise; the memory holds a line.
            unsafe {
                match self.ways[element] {
                    Way::Line => {
                        let from = line.wrapping_offset(offsets[0] as isize * reader.size() as isize);
                        *all = reader.aligned_line(from, self.padded, to);
                    }
                    Way::Near => self.near[element].read(line, 0, self.padded, to),
                    Way::Each => reader.copy(line, offsets, to),
                }
            }
        }
        all
    }

    /// Reads the elements around each column of a line.
    ///
    /// # Safety
    /// The offsets lead to elements from the address on, or stand for constants.
    pub unsafe fn read(&self, reader: &Reader, line: *const u8, values: &mut [f64]) {
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
