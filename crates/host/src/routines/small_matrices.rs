//! Products of stacks of small matrices of real floats, in registers: the preparation of a library takes longer.
//!
//! Products are added in the order of their index: of matrices whose products are reductions on other devices each is
//! rounded first, as there, and of larger ones with its addition.

use cuprust_ir::Result;

use super::matmul::{Matrices, positions};
use super::vectors::Real;
use crate::parallel::spread;
use crate::simd::wide;

/// The largest extent of a matrix, and the largest of those whose products are reductions elsewhere.
const MAX_EXTENT: usize = 16;
const MAX_ROUNDED_EXTENT: usize = 8;

/// Rows of a product that are summed side by side, so that no addition waits for the one before.
const ROWS: usize = 4;

/// Whether matrices of these extents are multiplied here.
pub(super) fn takes(m: usize, n: usize, k: usize) -> bool {
    (1..=MAX_EXTENT).contains(&k) && m.max(n) <= MAX_EXTENT && (m.max(n).max(k) <= MAX_ROUNDED_EXTENT || has_fma())
}

/// Whether a product is added with one rounding as fast as with two.
pub(super) fn has_fma() -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::simd::has_avx2();
    #[cfg(not(target_arch = "x86_64"))]
    cfg!(target_arch = "aarch64")
}

/// Writes the product of each entry of a stack of `batch` matrices.
///
/// # Errors
/// None of its own.
pub(super) fn multiply<T: Real>(
    a: &Matrices<T>,
    b: &Matrices<T>,
    out: &Matrices<T>,
    (batch, m, n, k): (usize, usize, usize, usize),
) -> Result<()> {
    let product: Product<T> = match if m.max(n).max(k) <= MAX_ROUNDED_EXTENT { n } else { MAX_EXTENT } {
        1 => rounded::<T, 1>,
        2 => rounded::<T, 2>,
        3 => rounded::<T, 3>,
        4 => rounded::<T, 4>,
        5 => rounded::<T, 5>,
        6 => rounded::<T, 6>,
        7 => rounded::<T, 7>,
        8 => rounded::<T, 8>,
        _ if n <= MAX_ROUNDED_EXTENT => fused::<T, MAX_ROUNDED_EXTENT>,
        _ => fused::<T, MAX_EXTENT>,
    };
    spread(batch as i64, positions(batch.saturating_mul(m * n * k)), 1, |first, end| {
        for entry in first as usize..end as usize {
            let side = |of: &Matrices<T>| Side { start: of.entry(entry), row: of.row, column: of.column };
            // SAFETY: the matrices lie in their memories, the output overlaps neither factor, each entry is one
            // thread's, and the function has lanes for the columns.
            unsafe { product(side(a), side(b), side(out), (m, n, k)) };
        }
        Ok(())
    })
}

/// A product of two matrices, which are written to a third, of extents `m`, `n` and `k`.
type Product<T> = unsafe fn(Side<T>, Side<T>, Side<T>, (usize, usize, usize));

/// A matrix: its first element, and the steps along rows and columns in elements.
#[derive(Clone, Copy)]
struct Side<T> {
    start: *mut T,
    row: isize,
    column: isize,
}

impl<T: Copy> Side<T> {
    #[inline(always)]
    fn at(self, row: usize, column: usize) -> *mut T {
        self.start.wrapping_offset(row as isize * self.row + column as isize * self.column)
    }
}

/// The product of two matrices, with a rounding for each multiplication and each addition.
///
/// # Safety
/// As [`in_lanes`].
unsafe fn rounded<T: Real, const LANES: usize>(a: Side<T>, b: Side<T>, out: Side<T>, extents: (usize, usize, usize)) {
    // SAFETY: passed on.
    unsafe { each_width::<T, Lanes<LANES, false>>(a, b, out, extents) }
}

/// The product of two matrices, with one rounding for each multiplication and addition.
///
/// # Safety
/// As [`in_lanes`].
unsafe fn fused<T: Real, const LANES: usize>(a: Side<T>, b: Side<T>, out: Side<T>, extents: (usize, usize, usize)) {
    // SAFETY: passed on.
    unsafe { each_width::<T, Lanes<LANES, true>>(a, b, out, extents) }
}

/// A way to compute a product: the lanes of a row, and whether a multiplication and an addition are one operation.
struct Lanes<const LANES: usize, const FUSED: bool>;

trait Way {
    /// The product of two matrices.
    ///
    /// # Safety
    /// As [`in_lanes`].
    unsafe fn product<T: Real>(a: Side<T>, b: Side<T>, out: Side<T>, extents: (usize, usize, usize));
}

impl<const LANES: usize, const FUSED: bool> Way for Lanes<LANES, FUSED> {
    #[inline(always)]
    unsafe fn product<T: Real>(a: Side<T>, b: Side<T>, out: Side<T>, extents: (usize, usize, usize)) {
        // SAFETY: passed on.
        unsafe { in_lanes::<T, LANES, FUSED>(a, b, out, extents) }
    }
}

wide! {
    /// A product by a way, compiled for each instruction set.
    ///
    /// # Safety
    /// As [`in_lanes`].
    unsafe fn each_width<T: Real, W: Way>(a: Side<T>, b: Side<T>, out: Side<T>, extents: (usize, usize, usize)) {
        // SAFETY: passed on.
        unsafe { W::product::<T>(a, b, out, extents) }
    }
}

/// The product of two matrices, a row of the output in so many lanes.
///
/// # Safety
/// The matrices of `m` by `k`, `k` by `n` and `m` by `n` elements lie in memory, at any byte, and the output does not
/// overlap the factors; `n` is at most `LANES`, and no extent is more than [`MAX_EXTENT`].
#[inline(always)]
unsafe fn in_lanes<T: Real, const LANES: usize, const FUSED: bool>(
    a: Side<T>,
    b: Side<T>,
    out: Side<T>,
    (m, n, k): (usize, usize, usize),
) {
    // Rows as wide as the vectors are read and written as a whole.
    let whole = n == LANES;
    let row_of = |depth: usize| -> [T; LANES] {
        // SAFETY: the caller promises the elements of the row.
        unsafe {
            if whole && b.column == 1 {
                return b.at(depth, 0).cast::<[T; LANES]>().read_unaligned();
            }
            let mut row = [T::default(); LANES];
            (0..n).for_each(|column| row[column] = b.at(depth, column).read_unaligned());
            row
        }
    };
    let mut rows = [const { std::mem::MaybeUninit::<[T; LANES]>::uninit() }; MAX_EXTENT];
    for (depth, row) in rows.iter_mut().enumerate().take(k) {
        row.write(row_of(depth));
    }
    for top in (0..m).step_by(ROWS) {
        let height = ROWS.min(m - top);
        let mut sums = [[T::default(); LANES]; ROWS];
        for (depth, row) in rows.iter().enumerate().take(k) {
            // SAFETY: the first `k` rows were written.
            let row = unsafe { row.assume_init_ref() };
            for (down, sums) in sums.iter_mut().enumerate() {
                // Past the last row, that one is read again.
                // SAFETY: the caller promises the elements of the row.
                let factor = unsafe { a.at(top + down.min(height - 1), depth).read_unaligned() };
                for lane in 0..LANES {
                    sums[lane] = if FUSED {
                        sums[lane].plus_product_fused(factor, row[lane])
                    } else {
                        sums[lane].plus_product(factor, row[lane])
                    };
                }
            }
        }
        for (down, sums) in sums.iter().enumerate().take(height) {
            // SAFETY: the caller promises the elements of the row.
            unsafe {
                if whole && out.column == 1 {
                    out.at(top + down, 0).cast::<[T; LANES]>().write_unaligned(*sums);
                } else {
                    (0..n).for_each(|column| out.at(top + down, column).write_unaligned(sums[column]));
                }
            }
        }
    }
}
