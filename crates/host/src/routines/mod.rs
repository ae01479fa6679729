//! The routines, one file each, and what they share: the operands in memory.

mod at;
mod components;
mod correlate;
mod dense;
mod envelope;
mod gather;
mod load;
mod long_sums;
mod marks;
mod matmul;
mod nonzero;
mod order_statistics;
mod partition;
mod permutation;
mod random;
mod scan;
mod scatter;
mod search;
mod select;
mod small_matrices;
mod sort;
mod sparse_product;
mod sparse_rows;
mod sparse_transpose;
mod vectors;
mod windows;

use std::ops::Range;

use cuprust_ir::{Error, Load, Memory, Operand, Relation, Result, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::Routine;

use crate::block::Scratch;
use crate::gather::Walk;
use crate::memory::Pool;
use crate::parallel::spread;
use crate::threads;

use load::{Computed, Elements};
use windows::interpolate::Sampling;

/// A routine on its operands, after its checks.
pub struct Work {
    routine: Routine,
    outputs: Box<[View]>,
    inputs: Vec<Operand>,
    /// The inputs that are computed.
    loads: Vec<Option<Computed>>,
}

impl Work {
    /// Makes a routine ready.
    ///
    /// # Errors
    /// Operands of other number, shape or dtype than the routine's.
    pub fn new(routine: Routine, outputs: &[View], inputs: &[Operand], loads: &[Option<Load>]) -> Result<Work> {
        let signature = routine.signature();
        let least = signature.inputs.len() - signature.optional;
        if outputs.len() != signature.outputs.len() || !(least..=signature.inputs.len()).contains(&inputs.len()) {
            let (takes, gives) = (signature.inputs.join(", "), signature.outputs.join(", "));
            return Err(Error::runtime(format!("{} takes {takes} and gives {gives}", routine.title())));
        }
        if let Some(output) = outputs.iter().find(|out| !out.circular.is_empty() || out.overlaps_itself()) {
            return Err(Error::runtime(format!(
                "{}: the output {output} overlaps itself or is circular",
                routine.title()
            )));
        }
        let loads = loads.iter().map(|load| load.as_ref().map(Computed::new).transpose()).collect::<Result<_>>()?;
        let work = Work { routine, outputs: outputs.into(), inputs: inputs.to_vec(), loads };
        match routine {
            Routine::MatMul => matmul::check(&work),
            Routine::SparseProduct => sparse_product::check(&work),
            Routine::Correlate { .. } => correlate::check(&work),
            Routine::CorrelateAxis { axis, .. } => windows::axis::check_correlate(&work, axis),
            Routine::Slide { summary, axis, size, .. } => windows::axis::check_slide(&work, summary, axis, size),
            Routine::Neighbors { .. } => windows::neighbors::check(&work),
            Routine::RankNeighbors { rank, .. } => windows::rank::check(&work, rank),
            Routine::SplineFilter { axis, order, edge } => windows::spline_filter::check(&work, axis, order, edge),
            Routine::Interpolate { axes, order, extrapolation, grid } => {
                windows::interpolate::check(&work, Sampling { axes, order, extrapolation, grid })
            }
            Routine::Components => components::check(&work),
            Routine::LowerEnvelope => envelope::check(&work),
            Routine::Random { distribution } => random::check(&work, distribution),
            Routine::Permutation => permutation::check(&work),
            Routine::Scan { row } => scan::check(&work, row),
            Routine::At { row, .. } => at::check(&work, row),
            Routine::Gather { .. } => gather::check(&work),
            Routine::Scatter { .. } => scatter::check(&work),
            Routine::Sort { values, indices } => sort::check(&work, values, indices),
            Routine::OrderStatistics { .. } => order_statistics::check(&work),
            Routine::Partition { indices } => partition::check(&work, indices),
            Routine::Search { .. } => search::check(&work),
            Routine::Nonzero => nonzero::check(&work),
            Routine::Select => select::check(&work),
            Routine::Fft { .. } | cuprust_ops::matrix_routines!() => dense::check(&work),
        }
        .map_err(|error| error.within(&routine.title()))?;
        Ok(work)
    }

    /// Runs the routine.
    ///
    /// # Errors
    /// A view that leaves its memory, a missing scalar, an index out of bounds.
    pub fn run(&self, pool: &Pool, memories: &[Memory], scalars: &[Scalar]) -> Result<()> {
        let site = Site { pool, memories, scalars };
        let large = |view: &View| view.layout.size() >= 1 << 10;
        if self.inputs.iter().filter_map(Operand::view).chain(&self.outputs).any(large) {
            threads::run(|| self.run_here(&site))
        } else {
            self.run_here(&site)
        }
    }

    fn run_here(&self, site: &Site) -> Result<()> {
        self.outputs.iter().try_for_each(|view| site.check(view))?;
        for (index, input) in self.inputs.iter().enumerate() {
            match (self.load(index), input.view()) {
                (Some(load), _) => load.check(site)?,
                (None, Some(view)) => site.check(view)?,
                (None, None) => {}
            }
        }
        match self.routine {
            Routine::MatMul => matmul::run(self, site),
            Routine::SparseProduct => sparse_product::run(self, site),
            Routine::Correlate { before } => correlate::run(self, before, site),
            Routine::CorrelateAxis { axis, before, edge } => windows::axis::correlate(self, (axis, before, edge), site),
            Routine::Slide { summary, axis, size, before, edge } => {
                windows::axis::slide(self, summary, (axis, size, before, edge), site)
            }
            Routine::Neighbors { weighted, edge, .. } => windows::neighbors::run(self, weighted, edge, site),
            Routine::RankNeighbors { rank, edge, .. } => windows::rank::run(self, rank as usize, edge, site),
            Routine::SplineFilter { axis, order, edge } => {
                windows::spline_filter::run(self, axis as usize, order, edge, site)
            }
            Routine::Interpolate { axes, order, extrapolation, grid } => {
                windows::interpolate::run(self, Sampling { axes, order, extrapolation, grid }, site)
            }
            Routine::Components => components::run(self, site),
            Routine::LowerEnvelope => envelope::run(self, site),
            Routine::Random { distribution } => random::run(self, distribution, site),
            Routine::Permutation => permutation::run(self, site),
            Routine::Scan { row } => scan::run(self, row, site),
            Routine::At { row, ordered } => at::run(self, row, ordered, site),
            Routine::Gather { .. } => gather::run(self, site),
            Routine::Scatter { unique } => scatter::run(self, unique, site),
            Routine::Sort { values, indices } => sort::run(self, (values, indices), site),
            Routine::OrderStatistics { propagate } => order_statistics::run(self, propagate, site),
            Routine::Partition { indices } => partition::run(self, indices, site),
            Routine::Search { right } => search::run(self, right, site),
            Routine::Nonzero => nonzero::run(self, site),
            Routine::Select => select::run(self, site),
            Routine::Fft { .. } | cuprust_ops::matrix_routines!() => dense::run(self, site),
        }
        .map_err(|error| error.within(&self.routine.title()))
    }

    /// The first output.
    fn output(&self) -> &View {
        &self.outputs[0]
    }

    /// The computation of an input, if it is computed.
    fn load(&self, input: usize) -> Option<&Computed> {
        self.loads.get(input).and_then(Option::as_ref)
    }

    /// The elements of an input, which must be a view.
    fn elements<'a>(&'a self, input: usize, site: &'a Site<'a>) -> Result<Elements<'a>> {
        Elements::new(site, self.view(input)?, self.load(input))
    }

    /// As [`Work::elements`], of a copy if the input overlaps the output. If several threads will each read `all` of
    /// many elements, a computed input is a copy too.
    fn elements_without_overlap<'a>(&'a self, input: usize, site: &'a Site<'a>, all: bool) -> Result<Elements<'a>> {
        let view = self.view(input)?;
        match self.load(input) {
            Some(load) if all && view.layout.size() >= MIN_PARALLEL_INDICES && threads::count() > 1 => {
                Elements::precomputed(site, view, load)
            }
            load => Elements::copied_if_overlapping(site, view, load, self.output()),
        }
    }

    /// An input, which must be a view.
    fn view(&self, input: usize) -> Result<&View> {
        let view = self.inputs.get(input).and_then(Operand::view);
        view.ok_or_else(|| Error::runtime(format!("input {input} must be an array")))
    }
}

/// The memories and scalars that a routine runs on.
struct Site<'a> {
    pool: &'a Pool,
    memories: &'a [Memory],
    scalars: &'a [Scalar],
}

impl Site<'_> {
    fn check(&self, view: &View) -> Result<()> {
        let memory = self.memories.get(view.storage.0 as usize);
        let memory = memory.ok_or_else(|| Error::runtime(format!("{} has no memory", view.storage)))?;
        match view.byte_range() {
            Some((low, high)) if low < 0 || high as u64 >= memory.bytes => {
                Err(Error::runtime(format!("{view} leaves its memory of {} bytes", memory.bytes)))
            }
            _ => Ok(()),
        }
    }

    /// A buffer of this many bytes with any contents, for the duration of a run.
    fn buffer(&self, bytes: usize) -> Result<PoolBuffer<'_>> {
        Ok(PoolBuffer { pool: self.pool, memory: self.pool.allocate(bytes as u64)? })
    }

    /// The address of a view's first element.
    fn start(&self, view: &View) -> *mut u8 {
        let start = self.memories[view.storage.0 as usize].address as *mut u8;
        start.wrapping_offset((view.layout.offset * view.dtype.size() as i64) as isize)
    }

    /// The 64 bits of a scalar input that is int64 or uint64.
    fn word(&self, work: &Work, input: usize) -> Result<u64> {
        let Some(Operand::Scalar(id)) = work.inputs.get(input) else {
            return Err(Error::runtime(format!("input {input} must be a scalar")));
        };
        let scalar = self.scalars.get(id.0 as usize);
        let scalar = scalar.ok_or_else(|| Error::runtime(format!("scalar {} is missing", id.0)))?;
        Ok(if scalar.dtype() == DType::U64 { scalar.get::<u64>() } else { scalar.get::<i64>() as u64 })
    }

    /// An input in place, for a routine that reads each element before it is overwritten.
    fn source_in_place(&self, view: &View) -> Result<Source> {
        Ok(Source { start: self.start(view).cast_const(), walk: whole_walk(view)?, copy: None })
    }

    /// An input in place, or a copy if it overlaps the output.
    fn source(&self, view: &View, output: &View) -> Result<Source> {
        let walk = whole_walk(view)?;
        if view.relation(output) == Relation::Disjoint {
            return Ok(Source { start: self.start(view).cast_const(), walk, copy: None });
        }
        let copy = gathered(self.start(view).cast_const(), &walk, view)?;
        let whole = View::new(view.storage, view.dtype, cuprust_ir::Layout::contiguous(&view.layout.shape));
        Ok(Source { start: copy.at(0).cast_const(), walk: whole_walk(&whole)?, copy: Some(copy) })
    }
}

/// A buffer from the pool, which is released when this is dropped.
struct PoolBuffer<'a> {
    pool: &'a Pool,
    memory: Memory,
}

impl PoolBuffer<'_> {
    /// The first byte, which is aligned to a cache line.
    fn at<T>(&self) -> *mut T {
        self.memory.address as *mut T
    }
}

impl Drop for PoolBuffer<'_> {
    fn drop(&mut self) {
        self.pool.release(self.memory);
    }
}

/// The elements of an input.
struct Source {
    start: *const u8,
    walk: Walk,
    /// Owns the copy, if there is one.
    #[allow(dead_code)]
    copy: Option<Scratch>,
}

/// A pointer that several threads use, each for elements of its own.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);
// SAFETY: each use says why the threads' elements do not overlap.
unsafe impl<T> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> *mut T {
        self.0
    }
}

/// Calls `each` with ranges that make up the outputs `0..extent`: each thread reads all of many indices, in order, and
/// updates the outputs in its own range. If the outputs' `bytes` fit the caches, a single thread has no cache misses
/// that others could hide.
fn by_output_ranges(count: i64, extent: i64, bytes: i64, each: impl Fn(Range<i64>) -> Result<()> + Sync) -> Result<()> {
    let sequential = count < MIN_PARALLEL_INDICES || bytes < MIN_PARALLEL_BYTES;
    let parts = if sequential { 1 } else { (threads::count() as i64).clamp(1, MAX_PARTS.min(extent.max(1))) };
    if parts == 1 {
        return each(0..extent);
    }
    let end = |part: i64| (i128::from(extent) * i128::from(part) / i128::from(parts)) as i64;
    spread(parts, count, 1, |from, to| (from..to).try_for_each(|part| each(end(part)..end(part + 1))))
}

/// The error for an index beyond an extent.
fn out_of_bounds(index: i64, extent: i64) -> Error {
    Error::index(format!("index {index} is out of bounds for {extent} elements"))
}

/// Indices that are read at a time.
const BLOCK: usize = 512;

/// The indices of a block that fall into a thread's own range. They are collected without branches, which would be
/// unpredictable, and then processed back to back, so that their cache misses overlap.
struct OwnIndices {
    indices: [i64; BLOCK],
    numbers: [u16; BLOCK],
}

impl OwnIndices {
    fn new() -> OwnIndices {
        OwnIndices { indices: [0; BLOCK], numbers: [0; BLOCK] }
    }

    /// The indices among n that lie in a range, with their numbers among the n.
    ///
    /// # Errors
    /// An index error if one of the n is out of bounds.
    ///
    /// # Safety
    /// There are n indices, at most a block.
    unsafe fn find(
        &mut self,
        from: *const i64,
        n: usize,
        extent: i64,
        own: &Range<i64>,
    ) -> Result<impl Iterator<Item = (i64, usize)>> {
        let (length, mut count, mut wrong) = (own.end.wrapping_sub(own.start) as u64, 0, None);
        debug_assert!(n <= BLOCK, "a block holds its indices");
        for i in 0..n.min(BLOCK) {
            // SAFETY: there are n indices. Each is read once, so that no other thread can change it after the check.
            let index = unsafe { from.add(i).read_unaligned() };
            if !(0..extent).contains(&index) {
                wrong = Some(index);
            }
            self.indices[count] = index;
            self.numbers[count] = i as u16;
            count += usize::from((index.wrapping_sub(own.start) as u64) < length);
        }
        match wrong {
            Some(index) => Err(out_of_bounds(index, extent)),
            None => Ok(self.indices[..count]
                .iter()
                .zip(&self.numbers)
                .map(|(&index, &number)| (index, usize::from(number)))),
        }
    }
}

/// Fewest indices that several threads share, and the most threads that do.
const MIN_PARALLEL_INDICES: i64 = 1 << 17;
const MAX_PARTS: i64 = 8;

/// Fewest bytes of outputs for which several threads pay off. A million additions of float32 at random indices take 1.2
/// ms in 4 MB and 10 in 256 MB; a thread that adds its own half of them takes 2.1 and 5.7 (EPYC, the loops alone).
const MIN_PARALLEL_BYTES: i64 = 64 << 20;

/// The walk over all axes of a view in order.
fn whole_walk(view: &View) -> Result<Walk> {
    let axes: Vec<usize> = (0..view.layout.rank()).collect();
    Walk::new(&view.layout, &view.circular, &axes, view.dtype.size())
}

/// Elements that a thread copies or computes at a time.
const CHUNK: usize = 1 << 14;

/// A contiguous copy of all elements of a view. The view was checked to lie in its memory.
fn gathered(start: *const u8, walk: &Walk, view: &View) -> Result<Scratch> {
    let (count, size) = (view.layout.size() as usize, view.dtype.size());
    let copy = Scratch::try_new(count * size)?;
    let (from, to) = (Shared(start.cast_mut()), Shared(copy.at(0)));
    spread(count as i64, count as i64, CHUNK as i64, |first, end| {
        // SAFETY: the view lies in its memory, the copy holds its elements, and ranges do not overlap.
        unsafe {
            walk.gather(from.get().cast_const(), first, (end - first) as usize, to.get().add(first as usize * size))
        };
        Ok(())
    })?;
    Ok(copy)
}
