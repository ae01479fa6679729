//! Tiles: short rows that are computed several at a time.
//!
//! Where lanes run over the inner positions of a space and a row of them fits a block, a block holds the lanes of
//! several rows, one row after another. The positions of a tile are successive positions of the whole space, so that
//! its elements are those of a view along all axes: in place where the rows follow one another in memory, gathered row
//! by row where they do not. Elementwise loops run once for all rows. Outer values are computed once for a tile too, in
//! a lane for each row; loops over inner positions read them repeated over the lanes of their row, and machine code
//! reads one element for each row. A reduction takes each row by itself, in the tree of its length, so that no result
//! depends on the rows that are computed with it.
//!
//! A sweep runs over a whole tile before the next sweep begins, and a value that one keeps for the next is that of a
//! tile. No position touches what another one writes: rows may run in any order, and a write that overlaps a read comes
//! after the reads of its own tile.

use cuprust_ir::{Kernel, Result};

use crate::plan::{Accesses, Compiled, Sweep};
use crate::region::accesses;

/// Bytes of a block of several rows, by its widest element. Of 2, 4, 8 and 16 KB, 4 is the fastest for most softmaxes
/// of rows of 32 to 512 elements, by a tenth at most. (`softmax` of the example `row_speed`, 48 KB of first cache.)
pub const TILE_BYTES: usize = 4096;

/// The tiles of a kernel.
pub struct Tiles {
    /// The most rows of a tile.
    pub rows: i64,
    /// The lanes of a row.
    pub lanes: i64,
    /// The views and positions along the rows, as outer values are.
    pub outer: Accesses,
    /// The same along the lanes of all rows, one row after another.
    pub inner: Accesses,
}

impl Tiles {
    /// The tiles of a kernel whose rows have as many lanes as `inner` axes have positions. The whole of a tile is at
    /// most `block` lanes, or one row.
    ///
    /// # Errors
    /// As [`accesses`].
    pub fn new(kernel: &Kernel, outer: &[usize], inner: &[usize], block: usize) -> Result<Tiles> {
        let extent = |axes: &[usize]| axes.iter().map(|&axis| kernel.shape[axis]).product::<i64>();
        let (steps, lanes) = (extent(outer), extent(inner));
        Ok(Tiles {
            rows: (block as i64 / lanes.max(1)).min(steps).max(1),
            lanes,
            outer: accesses(kernel, outer, &[])?,
            inner: accesses(kernel, &[outer, inner].concat(), &[])?,
        })
    }

    /// The lanes of a tile.
    pub fn block(&self) -> usize {
        (self.rows * self.lanes) as usize
    }

    /// The lanes that the state of a reduction needs: those of a row, and a result for each row.
    pub fn state_lanes(&self) -> usize {
        self.rows.max(self.lanes) as usize
    }
}

impl Compiled {
    /// Whether rows fit blocks of this many lanes, so that they can be computed in tiles.
    pub fn fits_tiles(&self, block: usize) -> bool {
        self.sweep == Sweep::Rows && !self.parts && self.lanes > 0 && self.lanes <= block as i64
    }
}
