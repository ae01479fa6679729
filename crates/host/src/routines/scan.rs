//! Running folds along the last axis, by a row's own loop.
//!
//! If the elements of another axis are contiguous instead, as in a sum down the columns of a matrix, whole stretches of
//! that axis are folded with the stretches before.

use cuprust_ir::{Error, Relation, Result, View};
use cuprust_ops::{Loop, RowId};

use super::{Shared, Site, Work, whole_walk};
use crate::block::Scratch;
use crate::gather::Walk;
use crate::parallel::spread;
use crate::sum::running;

/// Elements that are scanned at a time.
const BLOCK: usize = 512;

/// Columns that are folded at a time.
const COLUMNS: usize = 256;

pub(super) fn check(work: &Work, row: RowId) -> Result<()> {
    let (view, dtype) = (work.view(0)?, work.output().dtype);
    if work.inputs.len() != 1 || view.layout.shape != work.output().layout.shape || view.layout.rank() == 0 {
        return Err(Error::runtime("takes one array, with an axis, and gives another of its shape"));
    }
    let slots = row.row().inputs.iter().chain(row.row().outputs);
    if row.row().inputs.len() != 2
        || row.row().outputs.len() != 1
        || !slots.into_iter().all(|s| s.dtype(dtype) == dtype)
    {
        return Err(Error::type_(format!("{} is no fold of {dtype}", row.row().name)));
    }
    if view.dtype != dtype || (row.row().loops)(dtype).is_none() {
        return Err(Error::type_(format!("{} has no loop from {} to {dtype}", row.row().name, view.dtype)));
    }
    Ok(())
}

pub(super) fn run(work: &Work, row: RowId, site: &Site) -> Result<()> {
    let (view, output) = (work.view(0)?, work.output());
    let dtype = output.dtype;
    let Some(loops) = (row.row().loops)(dtype) else { return Ok(()) };
    let length = output.layout.shape[output.layout.rank() - 1] as usize;
    let rows = (output.layout.size() as usize).checked_div(length).unwrap_or(0);
    // Where the output overlaps the input element by element, each block is read before it is written.
    let same = view.same_map(output) && view.storage == output.storage;
    if let Some(across) = across(output)
        && (same || view.relation(output) == Relation::Disjoint)
    {
        return columns(work, site, loops.best(), same, across);
    }
    let source = if same { site.source_in_place(view)? } else { site.source(view, output)? };
    let (walk, size) = (whole_walk(output)?, dtype.size());
    let (from, to) = (Shared(source.start.cast_mut()), Shared(site.start(output)));
    let reading = &source.walk;
    // Floats are folded one after another, as in NumPy, since rounding makes the order matter. The baseline loop has
    // the least latency.
    let ordered = dtype.is_inexact() || !row.row().associative;
    let scan = Scan { block: loops.best(), single: loops.baseline, size, ordered };
    // One addition after another is bounded by its latency: a tree would be no faster, and the rounding is NumPy's.
    let running = running(row, dtype);
    spread(rows as i64, output.layout.size(), 1, |first, end| {
        let [read, a, b, carry] = std::array::from_fn(|_| Scratch::new((BLOCK + 1) * size));
        for row in first as usize..end as usize {
            let mut at = 0;
            if let Some((run, mut carry)) = running {
                while at < length {
                    let n = BLOCK.min(length - at);
                    let position = (row * length + at) as i64;
                    let (from, to) = (from.get().cast_const(), to.get());
                    // SAFETY: both views lie in their memories; blocks hold the elements; rows do not overlap.
                    unsafe {
                        let source = match reading.direct(position, n) {
                            Some(offset) => from.offset(offset as isize),
                            None => {
                                reading.gather(from, position, n, read.at(0));
                                read.at(0).cast_const()
                            }
                        };
                        if let Some(offset) = walk.direct(position, n) {
                            run(source, n, to.offset(offset as isize), carry.as_mut_ptr());
                        } else {
                            run(source, n, a.at(0), carry.as_mut_ptr());
                            walk.scatter(to, position, n, a.at(0));
                        }
                    }
                    at += n;
                }
                continue;
            }
            while at < length {
                let n = BLOCK.min(length - at);
                let position = (row * length + at) as i64;
                // SAFETY: both views lie in their memories; blocks hold the elements; rows do not overlap.
                unsafe {
                    reading.gather(from.get().cast_const(), position, n, read.at(0));
                    let held = (at > 0).then_some(carry.at(0).cast_const());
                    let made = scan.block(read.at(0), a.at(0), b.at(0), held, n);
                    std::ptr::copy_nonoverlapping(made.add((n - 1) * size), carry.at(0), size);
                    walk.scatter(to.get(), position, n, made);
                }
                at += n;
            }
        }
        Ok(())
    })
}

/// The axis along which the elements of an output are contiguous, if it is long and is not the scanned one.
fn across(output: &View) -> Option<usize> {
    let (last, strides) = (output.layout.rank() - 1, &output.layout.strides);
    let many = |axis: &usize| strides[*axis] == 1 && output.layout.shape[*axis] >= 16;
    (strides[last] != 1).then(|| (0..last).find(many)).flatten()
}

/// Scans all rows side by side: stretches of the axis `across`, each folded with the one before. `same` says that each
/// element replaces the input element of the same index.
fn columns(work: &Work, site: &Site, fold: Loop, same: bool, across: usize) -> Result<()> {
    let (view, output) = (work.view(0)?, work.output());
    let (last, size) = (output.layout.rank() - 1, output.dtype.size());
    let axes: Vec<usize> = (0..last).filter(|&axis| axis != across).chain([last, across]).collect();
    let walk = |view: &View| Walk::new(&view.layout, &view.circular, &axes, size);
    let (reading, writing) = (walk(view)?, walk(output)?);
    let (length, width) = (output.layout.shape[last] as usize, output.layout.shape[across] as usize);
    let tiles = width.div_ceil(COLUMNS);
    let outer = (output.layout.size() as usize).checked_div(length * width).unwrap_or(0);
    let (from, to) = (Shared(site.start(view)), Shared(site.start(output)));
    spread((outer * tiles) as i64, output.layout.size(), 1, |first, end| {
        let read = Scratch::new(COLUMNS * size);
        for tile in first as usize..end as usize {
            let column = tile % tiles * COLUMNS;
            let n = COLUMNS.min(width - column);
            let mut before = None;
            for step in 0..length {
                let position = ((tile / tiles * length + step) * width + column) as i64;
                // SAFETY: both views lie in their memories, the scratch holds a stretch, tiles do not overlap, and the
                // stretch of the output is contiguous, as `across` has checked.
                unsafe {
                    let source = match reading.direct(position, n).filter(|_| !same) {
                        Some(offset) => from.get().offset(offset as isize).cast_const(),
                        None => {
                            reading.gather(from.get().cast_const(), position, n, read.at(0));
                            read.at(0).cast_const()
                        }
                    };
                    let Some(offset) = writing.direct(position, n) else {
                        return Err(Error::runtime("the stretch of an output is not in one piece"));
                    };
                    let into = to.get().offset(offset as isize);
                    match before {
                        None => std::ptr::copy_nonoverlapping(source, into, n * size),
                        Some(before) => fold([before, source].as_ptr(), &into, n),
                    }
                    before = Some(into.cast_const());
                }
            }
        }
        Ok(())
    })
}

struct Scan {
    block: Loop,
    single: Loop,
    size: usize,
    ordered: bool,
}

impl Scan {
    /// Scans a block, continuing from `carry`; the result is in one of the three blocks.
    ///
    /// # Safety
    /// The blocks hold `n` elements, at least one, and do not overlap; `x` has the elements, and `carry` one.
    unsafe fn block(&self, x: *mut u8, a: *mut u8, b: *mut u8, carry: Option<*const u8>, n: usize) -> *const u8 {
        // SAFETY: all offsets stay below n elements; each loop reads one block and writes another.
        unsafe {
            if let Some(carry) = carry {
                let inputs = [carry, x.cast_const()];
                (self.single)(inputs.as_ptr(), &a, 1);
                std::ptr::copy_nonoverlapping(a.cast_const(), x, self.size);
            }
            if self.ordered {
                std::ptr::copy_nonoverlapping(x.cast_const(), a, self.size);
                for i in 1..n {
                    let inputs = [a.add((i - 1) * self.size).cast_const(), x.add(i * self.size).cast_const()];
                    (self.single)(inputs.as_ptr(), &a.add(i * self.size), 1);
                }
                return a;
            }
            // Each round folds every element with the one twice as far before it. (Hillis, Steele, 1986.)
            let (mut from, mut to, mut gap) = (x, a, 1);
            while gap < n {
                std::ptr::copy_nonoverlapping(from.cast_const(), to, gap * self.size);
                let inputs = [from.cast_const(), from.add(gap * self.size).cast_const()];
                (self.block)(inputs.as_ptr(), &to.add(gap * self.size), n - gap);
                (from, to) = (to, if from == x { b } else { from });
                gap *= 2;
            }
            from
        }
    }
}
