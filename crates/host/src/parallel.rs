//! Runs a compiled kernel: sweeps, and their division among several threads.
//!
//! The parts of a reduction depend on the space alone, and are merged in order, so that no result depends on the number
//! of threads.

use std::sync::{Mutex, PoisonError};

use cuprust_ir::{Error, Memory, Result};
use cuprust_num::Scalar;

use crate::block::{Memories, OutOfBounds, Outer, Worker};
use crate::plan::{Compiled, Region, Stage, Sweep, Whole};
use crate::reduce::{State, merge_all};
use crate::region::MIN_ROW_COLUMNS;
use crate::sweep::POSITIONS_PER_PART;
use crate::threads;
use crate::tile::Tiles;

/// Fewest positions for which waking other threads pays off, each as long as the copy of an element.
const MIN_PARALLEL_POSITIONS: i64 = 1 << 16;

/// Most parts of one reduction.
const MAX_REDUCTION_PARTS: i64 = 128;

/// Runs a kernel on the memories of its storages.
///
/// # Errors
/// A view that leaves its memory, a scalar that is missing, a reduction over nothing without a result.
pub fn run(plan: &Compiled, memories: &[Memory], scalars: &[Scalar]) -> Result<()> {
    plan.accesses.views.iter().try_for_each(|access| check(access.storage, access.range, memories))?;
    plan.tables.iter().try_for_each(|table| check(table.storage, table.range, memories))?;
    if let Some(scalar) = plan.scalars.iter().find(|&&scalar| scalar as usize >= scalars.len()) {
        return Err(Error::runtime(format!("scalar {scalar} is missing: there are {}", scalars.len())));
    }
    let (outer, inner) = match plan.sweep {
        Sweep::Columns => (plan.lanes, plan.steps),
        Sweep::Rows => (plan.steps, plan.lanes),
    };
    if outer == 0 || plan.lanes == 0 && plan.sweep == Sweep::Columns {
        return Ok(());
    }
    let out_of_bounds = OutOfBounds::default();
    let task = Task { plan, memories: Memories(memories), scalars, out_of_bounds: &out_of_bounds };
    let work = outer.saturating_mul(inner).saturating_mul(plan.weight);
    with_threads(work, || task.run(outer, work))?;
    out_of_bounds.check()
}

/// Runs work on this many positions, with several threads available if the work is worth waking them.
///
/// # Errors
/// As [`threads::run`].
pub fn with_threads<R: Send>(positions: i64, work: impl FnOnce() -> Result<R> + Send) -> Result<R> {
    if positions < MIN_PARALLEL_POSITIONS { work() } else { threads::run(work) }
}

/// Calls `each` on ranges that make up `0..total`, on several threads if there is work for them. Ranges start at
/// multiples of `grain`. `work` is the cost of the whole, in positions.
pub fn spread(total: i64, work: i64, grain: i64, each: impl Fn(i64, i64) -> Result<()> + Sync) -> Result<()> {
    spread_ranges(total, work, grain, &each)
}

/// As [`spread`]: one function for the work of all routines and dtypes.
fn spread_ranges(total: i64, work: i64, grain: i64, each: &(dyn Fn(i64, i64) -> Result<()> + Sync)) -> Result<()> {
    if work < MIN_PARALLEL_POSITIONS {
        return each(0, total);
    }
    let threads = threads::count() as i64;
    if threads == 1 {
        return each(0, total);
    }
    // A few ranges for each thread balance the load; each range still has enough work to be worth its start.
    let ranges = (4 * threads).min(work / (MIN_PARALLEL_POSITIONS / 4)).max(1);
    let length = ceiling(ceiling(total, ranges), grain) * grain;
    let failed = Mutex::new(None);
    threads::share(ceiling(total, length) as usize, &|range| {
        let from = range as i64 * length;
        if let Err(error) = each(from, (from + length).min(total)) {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// How many pieces of a size make up a whole.
fn ceiling(whole: i64, size: i64) -> i64 {
    whole / size + (whole % size != 0) as i64
}

struct Task<'a> {
    plan: &'a Compiled,
    memories: Memories<'a>,
    scalars: &'a [Scalar],
    out_of_bounds: &'a OutOfBounds,
}

impl<'a> Task<'a> {
    fn run(&self, outer: i64, work: i64) -> Result<()> {
        let plan = self.plan;
        if plan.parts {
            return self.in_parts();
        }
        if !plan.regions.is_empty() {
            return spread(plan.lanes / self.row_length(), work, 1, |from, to| self.regions(from, to));
        }
        if let Some(tiles) = &plan.tiles {
            return spread(outer, work, tiles.rows, |from, to| {
                self.tiles(tiles, from, to);
                Ok(())
            });
        }
        match (plan.sweep, plan.strips) {
            (Sweep::Rows, _) => spread(outer, work, 1, |from, to| self.rows(from, to)),
            (Sweep::Columns, Some(length)) => self.strips(length),
            (Sweep::Columns, None) => spread(outer, work, plan.block as i64, |from, to| self.columns(from, to)),
        }
    }

    fn worker(&self) -> Worker<'a> {
        // SAFETY: `run` has checked that the views lie in the memories and that the scalars are there.
        unsafe { Worker::new(self.plan, self.memories, self.scalars) }.reporting_to(self.out_of_bounds).with_states()
    }

    /// Lanes `from` to `to`, block by block.
    fn columns(&self, from: i64, to: i64) -> Result<()> {
        let mut worker = self.worker();
        if let Some(whole) = &self.plan.whole {
            // SAFETY: the function is of the plan, and the lanes lie within its space.
            if unsafe { worker.run_whole(whole, from, (to - from) as usize, 1) } > 0 {
                return Ok(());
            }
        }
        let block = self.plan.block as i64;
        let mut at = from;
        while at < to {
            let rest_of_row = self.plan.row.map_or(block, |row| row - at % row);
            let n = block.min(to - at).min(rest_of_row);
            self.column_block(&mut worker, at, n as usize)?;
            at += n;
        }
        Ok(())
    }

    /// The number of columns of all regions.
    fn row_length(&self) -> i64 {
        self.plan.regions.iter().map(|region| region.width).sum()
    }

    /// Rows `from` to `to` of a map, region by region.
    fn regions(&self, from: i64, to: i64) -> Result<()> {
        let mut worker = self.worker();
        for region in &self.plan.regions {
            worker.enter(&region.accesses);
            if !region.broad {
                let (mut at, to) = (from * region.width, to * region.width);
                while at < to {
                    let n = (self.plan.block as i64).min(to - at);
                    // SAFETY: the operations are of the plan, and the lanes lie within the region and within a block.
                    unsafe { worker.run(&region.ops, at, n as usize) };
                    at += n;
                }
                continue;
            }
            if let Some(whole) = &self.plan.whole
                && self.whole_rows(&mut worker, region, whole, from, to)
            {
                continue;
            }
            let pinnable = worker.is_pinnable(region);
            if pinnable && region.joined && worker.is_apart(region) {
                self.joined_rows(&mut worker, region, from, to);
                continue;
            }
            if region.width < MIN_ROW_COLUMNS {
                // Rows of a region that was cut out only for being joined are too short to be run one at a time.
                return self.columns(from * self.row_length(), to * self.row_length());
            }
            let ops = if pinnable { &region.ops } else { &self.plan.stages[0].outer };
            // A row is cut into blocks of similar lengths.
            let block = ceiling(region.width, ceiling(region.width, self.plan.block as i64));
            for row in from..to {
                worker.set_step(row);
                let mut at = 0;
                while at < region.width {
                    let n = block.min(region.width - at);
                    if pinnable {
                        worker.pin(region, at, n as usize);
                    }
                    // SAFETY: as above; pinned elements lie within their view, contiguous and aligned.
                    unsafe { worker.run(ops, at, n as usize) };
                    at += n;
                }
            }
        }
        Ok(())
    }

    /// Computes rows of a region by the function of the whole map. Returns whether it could.
    fn whole_rows(&self, worker: &mut Worker<'a>, region: &Region, whole: &Whole, from: i64, to: i64) -> bool {
        let mut row = from;
        while row < to {
            worker.set_step(row);
            // SAFETY: the function is of the plan, and these are the lanes of a row of the region.
            let rows = unsafe { worker.run_whole(whole, 0, region.width as usize, to - row) };
            if rows == 0 {
                return false;
            }
            row += rows;
        }
        true
    }

    /// Joins as many rows of a region as are equally spaced, with the elements between them, since short rows would
    /// make short blocks. The last element is one of the region's, so nothing beyond these rows is touched.
    fn joined_rows(&self, worker: &mut Worker<'a>, region: &Region, from: i64, to: i64) {
        let (block, length) = (self.plan.block as i64, self.row_length());
        let mut row = from;
        while row < to {
            worker.set_step(row);
            let rows = worker.rows_apart(region, row, length).min(to - row);
            let whole = (rows - 1) * length + region.width;
            let mut at = 0;
            while at < whole {
                let n = block.min(whole - at);
                worker.pin(region, at, n as usize);
                // SAFETY: the operations are of the plan. Pinned elements are contiguous and lie between two elements
                // of their view; no other thread touches these rows, and nothing of them is read.
                unsafe { worker.run(&region.ops, at, n as usize) };
                at += n;
            }
            row += rows;
        }
    }

    #[inline]
    fn column_block(&self, worker: &mut Worker<'a>, at: i64, n: usize) -> Result<()> {
        // SAFETY: the operations are of the plan, and the lanes lie within its space and within a block.
        unsafe {
            for stage in &self.plan.stages {
                worker.run(&stage.outer, at, n);
                if !stage.inner.is_empty() {
                    worker.open(stage);
                    worker.sweep(stage, at, n, 0, self.plan.steps);
                    worker.close(stage);
                    worker.settle(stage, n)?;
                    worker.set_step(0);
                }
            }
            worker.run(&self.plan.finish, at, n);
        }
        Ok(())
    }

    /// All lanes, in strips a block wide: rows of `length` lanes below one another.
    fn strips(&self, length: i64) -> Result<()> {
        let (rows, block) = (self.plan.lanes / length, self.plan.block as i64);
        let across = ceiling(length, block);
        // A tile is a strip of as many rows as are worth a thread's start.
        let tall = (MIN_PARALLEL_POSITIONS / 4 / block).clamp(1, rows);
        let down = ceiling(rows, tall);
        spread(across * down, self.plan.lanes.saturating_mul(self.plan.weight), 1, |from, to| {
            let mut worker = self.worker();
            for tile in from..to {
                let (left, top) = (tile / down * block, tile % down * tall);
                let n = block.min(length - left) as usize;
                for row in top..(top + tall).min(rows) {
                    self.column_block(&mut worker, row * length + left, n)?;
                }
            }
            Ok(())
        })
    }

    /// Outer positions `from` to `to`, tile by tile. No row is empty, so that every reduction has a result.
    fn tiles(&self, tiles: &'a Tiles, from: i64, to: i64) {
        let mut worker = self.worker();
        // Along the rows and along all lanes, views begin with the same elements.
        worker.enter(&tiles.outer);
        let mut row = from;
        while row < to {
            let rows = tiles.rows.min(to - row);
            for stage in &self.plan.stages {
                worker.run_along(&tiles.outer, rows as usize);
                // SAFETY: the operations are of the plan, and a tile's rows and lanes lie within the space and within a
                // block.
                unsafe { worker.run(&stage.outer, row, rows as usize) };
                worker.run_along(&tiles.inner, rows as usize);
                // SAFETY: as above.
                unsafe { worker.run(&stage.inner, row * tiles.lanes, (rows * tiles.lanes) as usize) };
            }
            worker.run_along(&tiles.outer, rows as usize);
            // SAFETY: as above.
            unsafe { worker.run(&self.plan.finish, row, rows as usize) };
            row += rows;
        }
    }

    /// Outer positions `from` to `to`, one after another: each a row that is longer than a block.
    fn rows(&self, from: i64, to: i64) -> Result<()> {
        let mut worker = self.worker();
        for step in from..to {
            worker.set_step(step);
            for stage in &self.plan.stages {
                // SAFETY: the operations are of the plan; outer values are one lane.
                unsafe { worker.run(&stage.outer, 0, 1) };
                if !stage.inner.is_empty() {
                    worker.open(stage);
                    self.row_part(&mut worker, stage, 0, self.plan.lanes);
                    worker.close(stage);
                    // SAFETY: the sweep is closed.
                    unsafe { worker.settle(stage, 1)? };
                }
            }
            // SAFETY: as above.
            unsafe { worker.run(&self.plan.finish, 0, 1) };
        }
        Ok(())
    }

    fn row_part(&self, worker: &mut Worker<'a>, stage: &Stage, from: i64, to: i64) {
        let block = self.plan.block as i64;
        let mut at = from;
        while at < to {
            let n = block.min(to - at);
            // SAFETY: the operations are of the plan, and the lanes lie within its space and within a block.
            unsafe { worker.run(&stage.inner, at, n as usize) };
            at += n;
        }
    }

    /// For few reductions of many elements each, the inner positions are cut into parts, sweep by sweep.
    fn in_parts(&self) -> Result<()> {
        let mut main = self.worker();
        let block = self.plan.block as i64;
        let (units, swept) = match self.plan.sweep {
            Sweep::Rows => (self.plan.steps, self.plan.lanes),
            Sweep::Columns => (ceiling(self.plan.lanes, block), self.plan.steps),
        };
        for unit in 0..units {
            let (at, n) = match self.plan.sweep {
                Sweep::Rows => {
                    main.set_step(unit);
                    (0, 1)
                }
                Sweep::Columns => (unit * block, block.min(self.plan.lanes - unit * block) as usize),
            };
            let in_unit = swept * if self.plan.sweep == Sweep::Rows { 1 } else { n as i64 };
            let parts = (in_unit / POSITIONS_PER_PART).clamp(1, MAX_REDUCTION_PARTS);
            let grain = if self.plan.sweep == Sweep::Rows { block } else { 1 };
            let length = ceiling(ceiling(swept, parts), grain) * grain;
            for stage in &self.plan.stages {
                // SAFETY: the operations are of the plan, and the lanes lie within its space and within a block.
                unsafe { main.run(&stage.outer, at, n) };
                if stage.inner.is_empty() {
                    continue;
                }
                let outer = main.outer();
                let parts = ceiling(swept, length) as usize;
                let states: Vec<Mutex<Vec<State>>> = (0..parts).map(|_| Mutex::default()).collect();
                threads::share(parts, &|part| {
                    let from = part as i64 * length;
                    let own = self.part(stage, &outer, unit, (at, n), from, (from + length).min(swept));
                    *states[part].lock().unwrap_or_else(PoisonError::into_inner) = own;
                });
                // The lists by part become lists by reduction, each merged in the order of the parts.
                let mut by_reduction: Vec<Vec<State>> = stage.reductions.iter().map(|_| Vec::new()).collect();
                for part in states {
                    let part = part.into_inner().unwrap_or_else(PoisonError::into_inner);
                    part.into_iter().zip(&mut by_reduction).for_each(|(state, list)| list.push(state));
                }
                for (&reduction, list) in stage.reductions.iter().zip(by_reduction) {
                    if let Some(state) = merge_all(list) {
                        main.states[reduction as usize] = state;
                    }
                }
                // SAFETY: the states are closed, and have n lanes.
                unsafe { main.settle(stage, n)? };
            }
            // SAFETY: as above.
            unsafe { main.run(&self.plan.finish, at, n) };
        }
        Ok(())
    }

    /// One part of a sweep, and the states of its reductions.
    fn part(&self, stage: &Stage, outer: &Outer, unit: i64, lanes: (i64, usize), from: i64, to: i64) -> Vec<State> {
        let mut worker = self.worker();
        // SAFETY: the main worker has computed its outer values for these lanes, and waits.
        unsafe { worker.copy_outer(outer, lanes.1) };
        worker.open(stage);
        match self.plan.sweep {
            Sweep::Rows => {
                worker.set_step(unit);
                self.row_part(&mut worker, stage, from, to);
            }
            Sweep::Columns => {
                // SAFETY: the stage is of the plan, and the lanes lie within its space and within a block.
                unsafe { worker.sweep(stage, lanes.0, lanes.1, from, to) };
            }
        }
        worker.close(stage);
        let mut states: Vec<Option<State>> = std::mem::take(&mut worker.states).into_iter().map(Some).collect();
        stage.reductions.iter().filter_map(|&reduction| states[reduction as usize].take()).collect()
    }
}

/// Checks that a first and a last byte lie in a memory.
pub fn check(storage: usize, range: Option<(i64, i64)>, memories: &[Memory]) -> Result<()> {
    let memory = memories.get(storage).ok_or_else(|| Error::runtime(format!("s{storage} has no memory")))?;
    match range {
        Some((low, high)) if low < 0 || high as u64 >= memory.bytes => Err(Error::runtime(format!(
            "a view touches bytes {low} to {high} of s{storage}, which has {} bytes",
            memory.bytes
        ))),
        _ => Ok(()),
    }
}
