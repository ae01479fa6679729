//! Products of real floats with few rows and columns and long sums, as of the columns of two tables: the sums stay in
//! registers, and threads share their length.
//!
//! The order of a sum follows from the extents alone: parts of one length are summed, and added in order.

use cuprust_ir::Result;
use cuprust_num::Element;
use cuprust_reserve::filled;

use super::Shared;
use super::matmul::{Matrices, positions};
use super::small_matrices::has_fma;
use super::vectors::{Real, block, in_order};
use crate::parallel::spread;
use crate::simd::wide;

/// The largest product, its largest side, and the shortest sums.
const MAX_ELEMENTS: usize = 1 << 8;
const MAX_SIDE: usize = 64;
const MIN_DEPTH: usize = 128;

/// Rows of the sums that are kept in registers, with two vectors of AVX2 or one of AVX-512 each.
const ROWS: usize = 6;

/// The sums of a row, and one term of as many vectors.
pub(super) trait Block: Copy {
    type Item: Real;
    const LANES: usize;

    /// Those that begin at an address.
    ///
    /// # Safety
    /// They lie in memory.
    unsafe fn read(from: *const Self::Item) -> Self;

    /// `self + factor * beside`, rounded once.
    fn plus_product(self, factor: Self::Item, beside: Self) -> Self;
}

impl<T: Real, const N: usize> Block for [T; N] {
    type Item = T;
    const LANES: usize = N;

    #[inline(always)]
    unsafe fn read(from: *const T) -> [T; N] {
        // SAFETY: the caller promises it.
        unsafe { block(from) }
    }

    #[inline(always)]
    fn plus_product(mut self, factor: T, beside: [T; N]) -> [T; N] {
        for lane in 0..N {
            self[lane] = self[lane].plus_product_fused(factor, beside[lane]);
        }
        self
    }
}

/// Multiplications of a part.
const PART: usize = 1 << 17;

/// Terms whose lanes are packed at a time: they stay in the first cache.
const PACKED: usize = 64;
const PACKED_LANES: usize = 8;

/// Whether matrices of these extents are multiplied here.
pub(super) fn takes(m: usize, n: usize, k: usize) -> bool {
    has_fma() && m * n <= MAX_ELEMENTS && m.max(n) <= MAX_SIDE && k >= MIN_DEPTH.max(4 * m.max(n))
}

/// The vectors of one factor: as many as the product has rows, or columns.
#[derive(Clone, Copy)]
struct Side<T> {
    start: *const T,
    /// Elements from one term of a vector to the next, and from one vector to the next.
    term: isize,
    vector: isize,
    count: usize,
}

impl<T> Side<T> {
    /// The vectors from a term on.
    fn from(self, term: usize) -> Side<T> {
        Side { start: self.start.wrapping_offset(term as isize * self.term), ..self }
    }
}

/// Writes the product of each entry of a stack of `batch` matrices.
///
/// # Errors
/// Out of memory for the parts of the sums.
pub(super) fn multiply<T: Element + Real>(
    a: &Matrices<T>,
    b: &Matrices<T>,
    out: &Matrices<T>,
    extents: (usize, usize, usize, usize),
) -> Result<()> {
    let (_, m, n, _) = extents;
    let is_wide = size_of::<T>() == 4 && m.max(n) > 8;
    if is_wide { by_blocks::<T, [T; 16]>(a, b, out, extents) } else { by_blocks::<T, [T; 8]>(a, b, out, extents) }
}

/// As [`multiply`], with blocks of so many lanes.
fn by_blocks<T: Element + Real, B: Block<Item = T>>(
    a: &Matrices<T>,
    b: &Matrices<T>,
    out: &Matrices<T>,
    (batch, m, n, k): (usize, usize, usize, usize),
) -> Result<()> {
    // The side along the lanes is the one whose vectors lie side by side, or that leaves fewer lanes empty.
    let blocks = |rows: usize, lanes: usize| rows.div_ceil(ROWS) * lanes.div_ceil(B::LANES);
    let swaps = match (a.row == 1, b.column == 1) {
        (true, false) => true,
        (false, true) => false,
        _ => blocks(n, m) < blocks(m, n),
    };
    let sides = |entry: usize| {
        let rows = Side { start: a.entry(entry).cast_const(), term: a.column, vector: a.row, count: m };
        let columns = Side { start: b.entry(entry).cast_const(), term: b.row, vector: b.column, count: n };
        if swaps { (columns, rows) } else { (rows, columns) }
    };
    let (height, lanes) = if swaps { (n, m) } else { (m, n) };
    let (height, width) = (height.next_multiple_of(ROWS), lanes.next_multiple_of(B::LANES));
    let part = (PART / (m * n)).next_multiple_of(PACKED);
    let parts = k.div_ceil(part);
    let size = height * width;
    let mut sums = filled(T::default(), batch * parts * size)?;
    let own = Shared(sums.as_mut_ptr());
    spread((batch * parts) as i64, positions(batch.saturating_mul(m * n * k)), 1, |first, end| {
        let mut packed = filled(T::default(), PACKED * width)?;
        for task in first as usize..end as usize {
            let (entry, at) = (task / parts, task % parts * part);
            let (x, y) = sides(entry);
            // SAFETY: the terms are those of matrices in memory, and the sums are this task's alone.
            unsafe {
                let sums = std::slice::from_raw_parts_mut(own.get().add(task * size), size);
                products::<B>(x.from(at), y.from(at), part.min(k - at), &mut packed, sums);
            }
        }
        Ok(())
    })?;
    let (row, column) = if swaps { (out.column, out.row) } else { (out.row, out.column) };
    for (entry, sums) in sums.chunks(parts * size).enumerate() {
        let (start, (x, y)) = (out.entry(entry), sides(entry));
        for (i, j) in (0..x.count).flat_map(|i| (0..y.count).map(move |j| (i, j))) {
            let total = in_order(sums[i * width + j..].iter().step_by(size));
            // SAFETY: the element is one of the output's, at any byte.
            unsafe { start.wrapping_offset(i as isize * row + j as isize * column).write_unaligned(total) };
        }
    }
    Ok(())
}

wide! {
    /// Adds the products of all pairs of vectors, of this many terms, to the sums of each.
    ///
    /// # Safety
    /// The vectors have as many terms; `packed` has room for the lanes of `PACKED` terms, and there are sums for whole
    /// blocks.
    unsafe fn products<B: Block>(
        x: Side<B::Item>, y: Side<B::Item>, depth: usize, packed: &mut [B::Item], sums: &mut [B::Item],
    ) {
        let width = packed.len() / PACKED;
        for first in (0..depth).step_by(PACKED) {
            let count = PACKED.min(depth - first);
            let x = x.from(first);
            // SAFETY: the caller promises the terms.
            unsafe { pack(y.from(first), count, width, packed) };
            for top in (0..x.count).step_by(ROWS) {
                // The rows that fill up a block are the last one again.
                let mut rows = [x.start; ROWS];
                for (number, row) in rows.iter_mut().enumerate() {
                    *row = x.start.wrapping_offset((top + number).min(x.count - 1) as isize * x.vector);
                }
                for left in (0..width).step_by(B::LANES) {
                    let to = sums[top * width + left..].as_mut_ptr();
                    // SAFETY: the rows have as many terms, and the block lies in the packed lanes and in the sums.
                    unsafe { tile::<B>((rows, x.term), (packed[left..].as_ptr(), width), count, to) };
                }
            }
        }
    }
}

/// Copies terms of vectors, those of one index side by side; the lanes that fill up a block stay as they are.
///
/// # Safety
/// The vectors have `count` terms, for which there is room.
#[inline(always)]
unsafe fn pack<T: Real>(side: Side<T>, count: usize, width: usize, to: &mut [T]) {
    let to = to[..count * width].as_mut_ptr();
    for left in (0..side.count).step_by(PACKED_LANES) {
        let from = side.start.wrapping_offset(left as isize * side.vector);
        let side = Side { start: from, count: side.count - left, ..side };
        let to = to.wrapping_add(left);
        // SAFETY: the caller promises the elements, and each call copies as many vectors as there are at most.
        unsafe {
            match side.count {
                1 => pack_lanes::<T, 1>(side, count, width, to),
                2 => pack_lanes::<T, 2>(side, count, width, to),
                3 => pack_lanes::<T, 3>(side, count, width, to),
                4 => pack_lanes::<T, 4>(side, count, width, to),
                5 => pack_lanes::<T, 5>(side, count, width, to),
                6 => pack_lanes::<T, 6>(side, count, width, to),
                7 => pack_lanes::<T, 7>(side, count, width, to),
                _ => pack_lanes::<T, PACKED_LANES>(side, count, width, to),
            }
        }
    }
}

/// # Safety
/// As [`pack`], for the first `N` vectors.
#[inline(always)]
unsafe fn pack_lanes<T: Real, const N: usize>(side: Side<T>, count: usize, width: usize, to: *mut T) {
    for term in 0..count {
        let from = side.start.wrapping_offset(term as isize * side.term);
        // SAFETY: the caller promises the elements.
        unsafe {
            let lanes = if side.vector == 1 {
                block::<T, N>(from)
            } else {
                let mut lanes = [T::default(); N];
                for (vector, lane) in lanes.iter_mut().enumerate() {
                    *lane = from.wrapping_offset(vector as isize * side.vector).read_unaligned();
                }
                lanes
            };
            to.add(term * width).cast::<[T; N]>().write_unaligned(lanes);
        }
    }
}

/// Defines the function on six rows of sums: a loop over them would not be unrolled, and they be kept in memory.
macro_rules! tile {
    ($($sum:ident $row:tt),*) => {
        /// Adds the products of `count` terms to a block of sums, whose rows lie as far apart as the lanes' terms.
        ///
        /// # Safety
        /// There are as many terms, `x_step` and `y_step` elements apart, and sums.
        #[inline(always)]
        unsafe fn tile<B: Block>(
            (x, x_step): ([*const B::Item; ROWS], isize),
            (y, y_step): (*const B::Item, usize),
            count: usize,
            to: *mut B::Item,
        ) {
            // SAFETY: the caller promises the elements.
            unsafe {
                $( let mut $sum = B::read(to.add($row * y_step)); )*
                for term in 0..count {
                    let beside = B::read(y.add(term * y_step));
                    $(
                        let factor = x[$row].wrapping_offset(term as isize * x_step).read_unaligned();
                        $sum = $sum.plus_product(factor, beside);
                    )*
                }
                $( to.add($row * y_step).cast::<B>().write_unaligned($sum); )*
            }
        }
    };
}
tile!(a 0, b 1, c 2, d 3, e 4, f 5);
