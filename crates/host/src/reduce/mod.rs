//! The running state of a reduction: folds, positions of extremes, and squared deviations, by blocks.
//!
//! A block is pushed in one of two ways. *Rows*: its lanes are successive elements of one reduction, and in the end the
//! lanes are reduced too. *Columns*: each lane is a reduction of its own.

mod fold;
mod rank;
mod squared_deviations;

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::Reduction;

use crate::block::Scratch;
use crate::sum::total;
use fold::{Fold, Folding};
use rank::{Extreme, Ranked};
use squared_deviations::{Spread, SquaredDeviations};

/// A reduction prepared for a dtype.
#[derive(Clone, Copy)]
pub enum Reducer {
    /// By a row's own loop.
    Fold(Folding),
    /// Largest or smallest, by its index.
    Rank(&'static Ranked),
    /// Squares about the mean.
    SquaredDeviations(&'static Spread),
}

impl Reducer {
    /// The reducer of elements of `dtype`.
    ///
    /// # Errors
    /// A type error where the reduction is not defined for the dtype.
    pub fn new(reduction: Reduction, dtype: DType) -> Result<Reducer> {
        let undefined = || Error::type_(format!("{} is not defined for {dtype}", reduction.name()));
        match reduction {
            Reduction::Fold(id) => {
                let row = id.row();
                let own = |slots: &[cuprust_ops::Slot]| slots.iter().all(|slot| slot.dtype(dtype) == dtype);
                if row.inputs.len() != 2 || row.outputs.len() != 1 || !own(row.inputs) || !own(row.outputs) {
                    return Err(undefined());
                }
                let run = (row.loops)(dtype).ok_or_else(undefined)?.best();
                let identity = row.identity.map(|identity| *Scalar::new(identity).cast(dtype).bytes());
                Ok(Reducer::Fold(Folding {
                    run,
                    name: row.name,
                    total: total(id, dtype),
                    size: dtype.size(),
                    identity,
                    rounds: dtype.is_inexact() && !matches!(row.name, "maximum" | "minimum" | "fmax" | "fmin"),
                }))
            }
            Reduction::ArgMax => Ok(Reducer::Rank(rank::ranked(Extreme::Largest, dtype))),
            Reduction::ArgMin => Ok(Reducer::Rank(rank::ranked(Extreme::Smallest, dtype))),
            Reduction::SquaredDeviations => {
                Ok(Reducer::SquaredDeviations(squared_deviations::spread(dtype).ok_or_else(undefined)?))
            }
        }
    }

    /// An empty state for blocks of up to `lanes` lanes.
    pub fn state(&self, lanes: usize) -> State {
        match *self {
            Reducer::Fold(folding) => State::Fold(Fold::new(folding, lanes)),
            Reducer::Rank(ranked) => State::Rank(rank::Ranks::new(ranked, lanes)),
            Reducer::SquaredDeviations(spread) => State::SquaredDeviations(SquaredDeviations::new(spread, lanes)),
        }
    }
}

/// The state of a reduction over the blocks pushed so far.
pub enum State {
    /// Of a fold.
    Fold(Fold),
    /// Of the index of an extreme.
    Rank(rank::Ranks),
    /// Of the squared deviations.
    SquaredDeviations(SquaredDeviations),
}

impl State {
    /// Resets the state to that of no elements.
    pub fn reset(&mut self) {
        match self {
            State::Fold(state) => state.reset(),
            State::Rank(state) => state.reset(),
            State::SquaredDeviations(state) => state.reset(),
        }
    }

    /// Folds in a block whose lanes are elements `first`, `first + 1`, .. of one reduction.
    ///
    /// # Safety
    /// `block` holds `n` elements of the reducer's dtype, at most the lanes of the state.
    pub unsafe fn push_row(&mut self, block: *const u8, n: usize, first: i64) {
        // SAFETY: passed on.
        unsafe {
            match self {
                State::Fold(state) => state.push(block, n),
                State::Rank(state) => state.push_row(block, n, first),
                State::SquaredDeviations(state) => state.push_row(block, n),
            }
        }
    }

    /// Reduces each of `rows` rows of `n` elements, which follow one another in `block`, and writes the results: those
    /// of [`State::push_row`], [`State::close_row`] and [`State::finish`] for each row.
    ///
    /// # Safety
    /// `block` holds the elements, of the reducer's dtype, at least one a row;
    /// neither they nor the rows are more than the lanes of the state. `into` holds a result for each row, and does not
    /// overlap them.
    pub unsafe fn rows(&mut self, block: *const u8, n: usize, rows: usize, into: *mut u8) {
        // SAFETY: passed on.
        unsafe {
            match self {
                State::Fold(state) => state.rows(block, n, rows, into),
                State::Rank(state) => state.rows(block, n, rows, into),
                State::SquaredDeviations(state) => state.rows(block, n, rows, into),
            }
        }
    }

    /// Folds in a block whose lanes are each element `index` of a separate reduction.
    ///
    /// # Safety
    /// As [`State::push_row`], and every push since the last reset had the same `n`.
    pub unsafe fn push_column(&mut self, block: *const u8, n: usize, index: i64) {
        // SAFETY: passed on.
        unsafe {
            match self {
                State::Fold(state) => state.push(block, n),
                State::Rank(state) => state.push_column(block, n, index),
                State::SquaredDeviations(state) => state.push_column(block, n),
            }
        }
    }

    /// As [`Fold::running`], where the state is that of a fold.
    pub fn running(&mut self, n: usize, neutral: &[u8]) -> Option<(*mut u8, i64)> {
        match self {
            State::Fold(state) => state.running(n, neutral),
            State::Rank(_) | State::SquaredDeviations(_) => None,
        }
    }

    /// As [`Fold::entered`].
    pub fn entered(&mut self, blocks: i64) {
        if let State::Fold(state) = self {
            state.entered(blocks);
        }
    }

    /// Ends the pushing of rows: the state then has one lane.
    pub fn close_row(&mut self) {
        match self {
            State::Fold(state) => state.close(true),
            State::Rank(_) | State::SquaredDeviations(_) => {}
        }
    }

    /// Ends the pushing of columns.
    pub fn close_column(&mut self) {
        match self {
            State::Fold(state) => state.close(false),
            State::Rank(_) | State::SquaredDeviations(_) => {}
        }
    }

    /// Folds in a closed state of elements that come after this state's.
    pub fn merge(&mut self, later: &State) {
        match (self, later) {
            (State::Fold(state), State::Fold(later)) => state.merge(later),
            (State::Rank(state), State::Rank(later)) => state.merge(later),
            (State::SquaredDeviations(state), State::SquaredDeviations(later)) => state.merge(later),
            _ => unreachable!("states of one reducer are of one kind"),
        }
    }

    /// Writes the results of `n` lanes.
    ///
    /// # Errors
    /// A value error where nothing was pushed and a reduction over nothing has no result.
    ///
    /// # Safety
    /// The state is closed, `n` is the number of lanes pushed (1 for rows), and `into` holds as many results.
    pub unsafe fn finish(&mut self, into: *mut u8, n: usize) -> Result<()> {
        // SAFETY: passed on.
        unsafe {
            match self {
                State::Fold(state) => state.finish(into, n),
                State::Rank(state) => state.finish(into, n),
                State::SquaredDeviations(state) => {
                    state.finish(into, n);
                    Ok(())
                }
            }
        }
    }
}

/// Merges the states of successive parts of a reduction by a tree of fixed shape.
pub fn merge_all(mut states: Vec<State>) -> Option<State> {
    let mut gap = 1;
    while gap < states.len() {
        let mut first = 0;
        while first + gap < states.len() {
            let (left, right) = states.split_at_mut(first + gap);
            left[first].merge(&right[0]);
            first += 2 * gap;
        }
        gap *= 2;
    }
    states.into_iter().next()
}

/// Memory for `lanes` elements of `size` bytes.
fn scratch_for(lanes: usize, size: usize) -> Scratch {
    Scratch::new(lanes * size)
}
