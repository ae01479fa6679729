//! Products of matrices of floats and complexes: bands of the output, each computed by one thread with the kernels of
//! the `gemm` crate.
//!
//! The bands follow from the shapes alone, so that no element depends on the number of threads.

use gemm::Parallelism;

use crate::{Shared, Team};

/// A matrix in memory: its first element, and the strides along rows and columns in elements.
#[derive(Debug, Clone, Copy)]
pub struct Strided<T> {
    /// The first element.
    pub start: *mut T,
    /// The stride from one row to the next.
    pub row: isize,
    /// The stride from one column to the next.
    pub column: isize,
    /// Whether the conjugate is used; ignored for the output.
    pub conjugate: bool,
}

/// The width of a band in bytes along the output's shorter stride, which is two tiles of the kernels; one tile if there
/// would be few bands. The other factor is read in place; the part of this one that a band reads is packed once and
/// stays in the second cache. Measured with 1000 x 1000 and 500 x 500 matrices on an EPYC of the fourth generation:
/// half and twice as much are equal to within 3 %.
const MAX_PACKED_COLUMNS: usize = 768;

/// Most and fewest elements of a band along the longer stride. With 64 the packing takes a tenth of the time, with 128
/// a twentieth.
const MAX_BAND_ROWS: usize = 256;
const MIN_BAND_ROWS: usize = 32;

/// Fewest multiplications of a band: 10 to 20 microseconds.
const MIN_BAND_MULTIPLICATIONS: usize = 1 << 19;

/// Bands of small products that are enough to balance the load.
const TARGET_BANDS: usize = 24;

/// The extents of a band of an output that is `wide` along its shorter stride and `tall` along the other.
fn band(wide: usize, tall: usize, depth: usize, size: usize) -> (usize, usize) {
    let work = wide.saturating_mul(tall).saturating_mul(depth);
    let wanted = (work / MIN_BAND_MULTIPLICATIONS).min(TARGET_BANDS);
    if wanted < 2 {
        return (wide, tall);
    }
    let bands = |across: usize| wide.div_ceil(across) * tall.div_ceil(MAX_BAND_ROWS);
    let across = if bands(MAX_PACKED_COLUMNS / size) < wanted {
        MAX_PACKED_COLUMNS / 2 / size
    } else {
        MAX_PACKED_COLUMNS / size
    };
    let down = wanted.div_ceil(wide.div_ceil(across)).max(tall.div_ceil(MAX_BAND_ROWS));
    (across, tall.div_ceil(down).next_multiple_of(8).max(MIN_BAND_ROWS))
}

/// Writes `kept out + factor a b` of an m by k and a k by n matrix; without `kept`, `out` is not read.
///
/// # Safety
/// `T` is `f32`, `f64` or a complex number of two such parts. The elements lie in memory, unaligned; those of `out`
/// overlap neither one another nor the operands', and no other thread accesses them meanwhile. `out` holds values if
/// they are kept.
pub unsafe fn multiply<T: Copy + Send + Sync + 'static>(
    out: Strided<T>,
    (kept, factor): (Option<T>, T),
    a: Strided<T>,
    b: Strided<T>,
    (m, n, k): (usize, usize, usize),
    team: &Team,
) {
    let by_rows = out.column.unsigned_abs() < out.row.unsigned_abs();
    let (wide, tall) = if by_rows { (n, m) } else { (m, n) };
    let (across, down) = band(wide, tall, k, size_of::<T>());
    if wide == 0 || tall == 0 {
        return;
    }
    let column = tall.div_ceil(down);
    let (to, x, y) = (Shared(out.start), Shared(a.start), Shared(b.start));
    team.spread(wide.div_ceil(across) * column, wide * tall * k, &|number| {
        let (left, top) = (number / column * across, number % column * down);
        let (width, height) = (across.min(wide - left), down.min(tall - top));
        let (row, rows, first, columns) = if by_rows { (top, height, left, width) } else { (left, width, top, height) };
        let (row, first) = (row as isize, first as isize);
        // SAFETY: the caller promises the matrices and `T`. The band lies in the output, and is this call's alone.
        unsafe {
            gemm::gemm(
                rows,
                columns,
                k,
                to.start().wrapping_offset(row * out.row + first * out.column),
                out.column,
                out.row,
                kept.is_some(),
                x.start().wrapping_offset(row * a.row).cast_const(),
                a.column,
                a.row,
                y.start().wrapping_offset(first * b.column).cast_const(),
                b.column,
                b.row,
                kept.unwrap_or(factor),
                factor,
                false,
                a.conjugate,
                b.conjugate,
                Parallelism::None,
            );
        }
    });
}
