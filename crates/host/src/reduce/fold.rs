//! Folding blocks by a row's own loop, lane by lane, in a tree of fixed shape.

use cuprust_ir::{Error, Result};
use cuprust_ops::Loop;

use super::scratch_for;
use crate::block::Scratch;
use crate::gather::splat;
use crate::sum::Total;

/// Blocks that are folded one after another before they enter the tree. With 16 the error of a float sum grows as `16 +
/// log2(n)` roundings, no more than that of NumPy's pairwise sum.
const BLOCKS_PER_LEAF: u32 = 16;

/// A fold prepared for a dtype.
#[derive(Clone, Copy)]
pub struct Folding {
    /// The row's loop.
    pub run: Loop,
    /// The row's name, for errors.
    pub name: &'static str,
    /// The loop that folds the elements of one block, if the row has a special one.
    pub total: Option<Total>,
    /// Bytes of an element.
    pub size: usize,
    /// The result over nothing, where there is one.
    pub identity: Option<[u8; 16]>,
    /// Whether rounding makes the result depend on the order, so that a tree is used.
    pub rounds: bool,
}

impl Folding {
    /// Folds the elements of one block with the special loop; returns whether there is one.
    ///
    /// # Safety
    /// `block` holds `n` aligned elements, at least one; `into` holds one and does not overlap them.
    pub unsafe fn total_of(&self, block: *const u8, n: usize, into: *mut u8) -> bool {
        #[repr(align(16))]
        struct One([u8; 16]);
        let Some(total) = self.total else { return false };
        let Some(identity) = self.identity else {
            // SAFETY: passed on.
            unsafe { total(block, n, 1, into) };
            return true;
        };
        let (start, mut one) = (One(identity), One([0; 16]));
        // SAFETY: the caller promises the block; an element has at most 16 bytes. As in `Fold::finish`, a fold starts
        // from its identity.
        unsafe {
            total(block, n, 1, one.0.as_mut_ptr());
            (self.run)([start.0.as_ptr(), one.0.as_ptr()].as_ptr(), &into, 1);
        }
        true
    }
}

/// The state of a fold.
pub struct Fold {
    run: Loop,
    name: &'static str,
    total: Option<Total>,
    size: usize,
    identity: Option<[u8; 16]>,
    rounds: bool,
    /// The lanes of a buffer.
    lanes: usize,
    /// Two buffers, so that a loop never writes what it reads: the running fold is in the buffer `current`.
    buffers: Scratch,
    current: usize,
    /// The lanes of the running fold; zero if there is none.
    width: usize,
    /// The number of blocks in the running fold.
    blocks: u32,
    /// The lanes of each filled level.
    held: usize,
    /// Level `i` holds the fold of `BLOCKS_PER_LEAF << i` blocks where bit `i` of `filled` is set.
    levels: Vec<Scratch>,
    filled: u64,
}

impl Fold {
    pub(super) fn new(of: Folding, lanes: usize) -> Fold {
        let Folding { run, name, total, size, identity, rounds } = of;
        let buffers = scratch_for(2 * lanes.next_multiple_of(64), size);
        let (current, width, blocks, held, levels, filled) = (0, 0, 0, 0, Vec::new(), 0);
        Fold { run, name, total, size, identity, rounds, lanes, buffers, current, width, blocks, held, levels, filled }
    }

    /// The address of one of the two buffers.
    fn buffer(&self, which: usize) -> *mut u8 {
        self.buffers.at(which * self.lanes.next_multiple_of(64) * self.size)
    }

    pub(super) fn reset(&mut self) {
        (self.width, self.blocks, self.filled) = (0, 0, 0);
    }

    /// # Safety
    /// `block` holds `n` elements, at most as many as there are lanes.
    pub(super) unsafe fn push(&mut self, block: *const u8, n: usize) {
        debug_assert!(n <= self.lanes);
        if self.blocks == 0 {
            // SAFETY: the buffer holds the lanes, and does not overlap any block.
            unsafe { std::ptr::copy_nonoverlapping(block, self.buffer(self.current), n * self.size) };
            self.width = n;
        } else {
            // SAFETY: the block holds n elements.
            unsafe { self.combine(block, n, false) };
        }
        self.blocks += 1;
        if self.blocks == BLOCKS_PER_LEAF && self.rounds {
            self.carry();
        }
    }

    /// Folds each of `rows` rows of `n` elements, which follow one another in `block`, and writes the results. They are
    /// those of a push, a close and a finish for each row.
    ///
    /// # Safety
    /// `block` holds the elements, at least one a row and at most as many as there are lanes; there are no more rows
    /// than lanes. `into` holds a result for each row and does not overlap them.
    pub(super) unsafe fn rows(&mut self, block: *const u8, n: usize, rows: usize, into: *mut u8) {
        debug_assert!(n > 0 && n <= self.lanes && rows <= self.lanes);
        if let Some(total) = self.total {
            let totals = self.buffer(self.current);
            // SAFETY: the caller promises the elements; the buffer and `into` hold a result for each row.
            unsafe {
                match &self.identity {
                    Some(identity) => {
                        total(block, n, rows, totals);
                        self.start_from(identity, totals, into, rows);
                    }
                    None => total(block, n, rows, into),
                }
            }
            return;
        }
        for row in 0..rows {
            self.reset();
            // SAFETY: the caller promises the elements of each row, and memory for its result. The fold of a row that
            // has elements is closed before it is finished, and has a result.
            unsafe {
                self.push(block.add(row * n * self.size), n);
                self.close(true);
                self.write(into.add(row * self.size), 1);
            }
        }
    }

    /// The running fold of `n` lanes for a function that folds into it in place, and how many blocks may enter it
    /// before [`Fold::entered`]; `neutral` is what changes no element. `None` where the fold has another form.
    pub fn running(&mut self, n: usize, neutral: &[u8]) -> Option<(*mut u8, i64)> {
        if n > self.lanes || self.blocks > 0 && self.width != n {
            return None;
        }
        let into = self.buffer(self.current);
        if self.blocks == 0 {
            for lane in 0..n {
                // SAFETY: the buffer holds the lanes, of as many bytes as the neutral element.
                unsafe { std::ptr::copy_nonoverlapping(neutral.as_ptr(), into.add(lane * self.size), self.size) };
            }
            self.width = n;
        }
        Some((into, if self.rounds { (BLOCKS_PER_LEAF - self.blocks).into() } else { i64::MAX }))
    }

    /// So many blocks have been folded into the running fold.
    pub fn entered(&mut self, blocks: i64) {
        // Where nothing rounds, it matters only whether there are any.
        self.blocks = self.blocks.saturating_add(u32::try_from(blocks).unwrap_or(u32::MAX));
        if self.blocks == BLOCKS_PER_LEAF && self.rounds {
            self.carry();
        }
    }

    /// Folds `n` elements into the running fold; they come later, or earlier if `before`.
    ///
    /// # Safety
    /// `other` holds `n` elements and is not one of the two buffers.
    unsafe fn combine(&mut self, other: *const u8, n: usize, before: bool) {
        let (from, to) = (self.buffer(self.current), self.buffer(1 - self.current));
        let both = n.min(self.width);
        let inputs = if before { [other, from.cast_const()] } else { [from.cast_const(), other] };
        // SAFETY: the inputs hold `both` elements, the output holds as many and is neither input.
        unsafe { (self.run)(inputs.as_ptr(), &to, both) };
        // Lanes that only one side has stay as they are.
        let (longer, width) = if n > self.width { (other, n) } else { (from.cast_const(), self.width) };
        let (done, rest) = (both * self.size, (width - both) * self.size);
        // SAFETY: the longer side holds `width` elements, and so does the buffer.
        unsafe { std::ptr::copy_nonoverlapping(longer.add(done), to.add(done), rest) };
        self.width = width;
        self.current = 1 - self.current;
    }

    /// Adds the running fold to the tree, with carries as in a binary counter.
    fn carry(&mut self) {
        let mut level = 0;
        while self.filled >> level & 1 == 1 {
            let held = self.levels[level].at(0).cast_const();
            // SAFETY: a filled level holds that many lanes and is not a buffer.
            unsafe { self.combine(held, self.held, true) };
            self.filled &= !(1 << level);
            level += 1;
        }
        if self.levels.len() == level {
            self.levels.push(scratch_for(self.lanes, self.size));
        }
        let (from, to) = (self.buffer(self.current).cast_const(), self.levels[level].at(0));
        // SAFETY: both hold the lanes.
        unsafe { std::ptr::copy_nonoverlapping(from, to, self.width * self.size) };
        // Only the last block of all may be narrower than the rest, and it starts no full leaf.
        self.held = self.width;
        self.filled |= 1 << level;
        (self.blocks, self.width) = (0, 0);
    }

    /// Folds the levels of the tree, and the lanes too if they belong to one reduction.
    pub(super) fn close(&mut self, lanes_too: bool) {
        for level in 0..self.levels.len() {
            if self.filled >> level & 1 == 1 {
                let (held, lanes) = (self.levels[level].at(0).cast_const(), self.held);
                if self.blocks == 0 {
                    // SAFETY: the level holds the lanes, and so does the buffer.
                    unsafe {
                        std::ptr::copy_nonoverlapping(held, self.buffer(self.current), lanes * self.size);
                    }
                    (self.width, self.blocks) = (lanes, 1);
                } else {
                    // SAFETY: the level holds the lanes and is not a buffer.
                    unsafe { self.combine(held, lanes, true) };
                }
            }
        }
        self.filled = 0;
        if let Some(total) = self.total.filter(|_| lanes_too && self.width > 1) {
            let (from, to) = (self.buffer(self.current).cast_const(), self.buffer(1 - self.current));
            // SAFETY: one buffer holds the width, the other holds an element.
            unsafe { total(from, self.width, 1, to) };
            (self.width, self.current) = (1, 1 - self.current);
        }
        while lanes_too && self.width > 1 {
            let half = self.width / 2;
            let (from, to) = (self.buffer(self.current), self.buffer(1 - self.current));
            // SAFETY: both halves lie within the width; the other buffer holds them.
            unsafe {
                let inputs = [from.cast_const(), from.add(half * self.size).cast_const()];
                (self.run)(inputs.as_ptr(), &to, half);
                if self.width % 2 == 1 {
                    std::ptr::copy_nonoverlapping(from.add(2 * half * self.size), to.add(half * self.size), self.size);
                }
            }
            self.width = half + self.width % 2;
            self.current = 1 - self.current;
        }
    }

    /// Both states must be closed.
    pub(super) fn merge(&mut self, later: &Fold) {
        if later.width == 0 {
            return;
        }
        let other = later.buffer(later.current).cast_const();
        // SAFETY: the other state's buffer holds its width, which is at most the lanes of every state of the reducer.
        unsafe {
            if self.width == 0 {
                std::ptr::copy_nonoverlapping(other, self.buffer(self.current), later.width * self.size);
                (self.width, self.blocks) = (later.width, 1);
            } else {
                self.combine(other, later.width, false);
            }
        }
    }

    /// # Safety
    /// `into` holds `n` elements.
    pub(super) unsafe fn finish(&self, into: *mut u8, n: usize) -> Result<()> {
        if self.width > 0 {
            // SAFETY: passed on.
            unsafe { self.write(into, n) };
            return Ok(());
        }
        let identity = self.identity.ok_or_else(|| {
            let name = self.name;
            Error::value(format!("{name} over no elements has no result: give it elements, or an initial value"))
        })?;
        for lane in 0..n {
            // SAFETY: the caller's memory holds n elements.
            unsafe { std::ptr::copy_nonoverlapping(identity.as_ptr(), into.add(lane * self.size), self.size) };
        }
        Ok(())
    }

    /// Writes the first `n` lanes of the running fold.
    ///
    /// # Safety
    /// The running fold has n lanes at least, and `into` holds `n` elements.
    unsafe fn write(&self, into: *mut u8, n: usize) {
        debug_assert!(n <= self.width);
        let from = self.buffer(self.current).cast_const();
        // SAFETY: the running fold has n lanes, and the caller's memory does not overlap it.
        unsafe {
            match &self.identity {
                Some(identity) => self.start_from(identity, from, into, n),
                None => std::ptr::copy_nonoverlapping(from, into, n * self.size),
            }
        }
    }

    /// Folds the identity with each of `n` folds. A fold starts from it, which matters if nothing else was folded: a
    /// sum of minus zeros is plus zero, and the divisor of one negative number is positive.
    ///
    /// # Safety
    /// `from` holds `n` elements, at most the lanes, and is not the buffer that is not `current`; `into` holds as many
    /// and overlaps no buffer.
    unsafe fn start_from(&self, identity: &[u8; 16], from: *const u8, into: *mut u8, n: usize) {
        let start = self.buffer(1 - self.current);
        // SAFETY: the buffer holds the lanes, one at least; it overlaps neither `from` nor the caller's memory.
        unsafe {
            std::ptr::copy_nonoverlapping(identity.as_ptr(), start, self.size);
            splat(start, self.size, n);
            (self.run)([start.cast_const(), from].as_ptr(), &into, n);
        }
    }
}
