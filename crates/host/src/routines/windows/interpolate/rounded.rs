//! Lines of a grid over integers that are estimated and rounded, each between two lines of the array.

use cuprust_ir::Result;

use super::columns::{AxisTaps, Columns};
use super::estimates::{Estimates, Lines, MAX_AROUND, estimates_of};
use super::{Splines, Target};

/// How many lines after one of uncertain sums are not estimated: most images that have one have several.
const SKIPPED_LINES: usize = 63;

/// What a thread needs to write rounded lines, each between two lines of elements.
pub(super) struct RoundedLines<'a> {
    splines: &'a Splines,
    along: &'a AxisTaps,
    estimates: Box<dyn Estimates>,
    /// For each element around a column, memory for a line of them.
    elements: Vec<Vec<u64>>,
    /// How many lines are still computed as others are, since many sums of one were uncertain.
    skipped: usize,
}

impl<'a> RoundedLines<'a> {
    /// `None` for other splines and dtypes.
    pub fn new(
        splines: &'a Splines,
        target: &Target,
        along: &'a [AxisTaps],
        around: usize,
        width: usize,
    ) -> Result<Option<RoundedLines<'a>>> {
        let [along] = along else { return Ok(None) };
        let has_estimates = splines.taps() == 2 && around <= MAX_AROUND;
        if !has_estimates || splines.dtype != target.dtype || splines.reader.has_constants() {
            return Ok(None);
        }
        let Some(estimates) = estimates_of(splines.dtype, around, width)? else { return Ok(None) };
        // Elements near one another are read in pieces of 64 bytes.
        let words = (width * splines.reader.size()).next_multiple_of(64) / size_of::<u64>();
        let mut elements = cuprust_reserve::list(around)?;
        for _ in 0..around {
            elements.push(cuprust_reserve::filled(0, words)?);
        }
        Ok(Some(RoundedLines { splines, along, estimates, elements, skipped: 0 }))
    }

    /// Begins with other columns.
    pub fn set_columns(&mut self, columns: &Columns) {
        self.estimates.set_columns(&columns.weights, columns.axes, columns.padded);
    }

    /// Writes the line at an index, if not too many of its sums are uncertain; whether it has.
    ///
    /// # Safety
    /// The columns' offsets lead to elements from the address on, and there is memory for as many as are counted.
    pub unsafe fn write(
        &mut self,
        columns: &Columns,
        index: usize,
        start: *const u8,
        to: *mut u8,
        count: usize,
    ) -> bool {
        if self.along.constant[index] {
            return false;
        }
        if self.skipped > 0 {
            self.skipped -= 1;
            return false;
        }
        let (splines, reader) = (self.splines, &self.splines.reader);
        let line = |tap: usize| {
            let at = tap * self.along.count + index;
            let offset = self.along.offsets[at].wrapping_mul(splines.axes[0].stride);
            (start.wrapping_offset(offset as isize * reader.size() as isize), self.along.weights[at])
        };
        let lines = [line(0), line(1)];
        let starts = lines.map(|(start, _)| start);
        let [upper, lower] = starts;
        let slots = [(upper, lower), (lower, upper)].map(|(own, other)| {
            let (slot, is_new) = self.estimates.slot(own.addr() as i64, other.addr() as i64);
            if is_new {
                // SAFETY: the columns lead to elements of the line, of which there is one at the address.
                unsafe {
                    let elements = columns.elements(reader, own, &mut self.elements);
                    self.estimates.sum_line(slot, &elements[..self.elements.len()]);
                }
            }
            slot
        });
        let lines = Lines {
            starts,
            factors: lines.map(|(_, factor)| factor),
            offsets: &columns.offsets[..columns.around * columns.padded],
            weights: &columns.weights,
            axes: columns.axes,
            padded: columns.padded,
            constant: &columns.constant,
            outside: splines.outside,
        };
        // SAFETY: the caller promises the memory; the elements are those that were just summed.
        let is_written = unsafe { self.estimates.write(slots, &lines, to, count) };
        if !is_written {
            self.skipped = SKIPPED_LINES;
        }
        is_written
    }
}
