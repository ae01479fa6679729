//! Running folds along the last axis, by a row's own loop.

use cuprust_ir::{Error, Result};
use cuprust_ops::{Loop, RowId};

use super::{Shared, Site, Work, whole_walk};
use crate::block::Scratch;
use crate::parallel::spread;
use crate::sum::running;

/// How many elements are scanned at a time.
const BLOCK: usize = 512;

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
    // Where an output element is an input element at the same place, each block is read before it is written.
    let same = view.same_map(output) && view.storage == output.storage;
    let source = if same { site.source_in_place(view)? } else { site.source(view, output)? };
    let (walk, size) = (whole_walk(output)?, dtype.size());
    let (from, to) = (Shared(source.start.cast_mut()), Shared(site.start(output)));
    let reading = &source.walk;
    // Rounding makes the order matter: floats are folded one after another, as NumPy does. The baseline loop starts fastest.
    let scan = Scan { block: loops.best(), single: loops.baseline, size, ordered: dtype.is_inexact() };
    // Additions in turn need no more than the latency of one each: no tree is faster, and the rounding is NumPy's.
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
                    // SAFETY: both views lie in their memories; blocks have room for the elements; rows are apart.
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
                // SAFETY: both views lie in their memories; blocks have room for the elements; rows are apart.
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

struct Scan {
    block: Loop,
    single: Loop,
    size: usize,
    ordered: bool,
}

impl Scan {
    /// The scan of a block that goes on from `carry`: in one of the three blocks.
    ///
    /// # Safety
    /// The blocks have room for `n` elements, one at least, and are apart; `x` holds them, and `carry` one.
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
