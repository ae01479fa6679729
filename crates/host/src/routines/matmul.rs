//! Matrix products: floats and complexes by the `gemm` crate; vectors, small matrices and long sums of real floats by
//! loops of their own; integers and bool by a blocked loop here.

use cuprust_dense::{Strided, Team};
use cuprust_ir::{Error, Relation, Result, View};
use cuprust_num::{CastTo, DType, Element, bf16, c64, c128, f16};
use cuprust_reserve::{list, reserve};

use super::vectors::{self, Line, Matrix, Real};
use super::{Shared, Site, Work, gathered, long_sums, small_matrices, whole_walk};
use crate::block::Scratch;
use crate::cast::cast_loop;
use crate::parallel::spread;
use crate::simd::wide;
use crate::threads;

/// Fewest multiplications of a product that several threads share, and of a symmetric one that is halved.
const MIN_PARALLEL_MULTIPLICATIONS: usize = 1 << 18;

/// Smallest depth for which half of a product saves more than the mirroring costs.
const MIN_SYMMETRIC_DEPTH: usize = 128;

/// Half of a product is computed in bands of rows, for each of which the columns are packed again. The rows of a band
/// are a multiple of `BAND_ROWS`, up to `MAX_BAND_ROWS`; there are about `TARGET_BANDS` bands, or more if these would
/// be higher. They follow from the extents alone.
const BAND_ROWS: usize = 64;
const TARGET_BANDS: usize = 8;
const MAX_BAND_ROWS: usize = 256;

/// Fewest rows for which half of a product has enough bands to share.
const MIN_SYMMETRIC_ROWS: usize = 4 * BAND_ROWS;

pub(super) fn check(work: &Work) -> Result<()> {
    let (a, b, out) = (work.view(0)?, work.view(1)?, work.output());
    let rank = out.layout.rank();
    if work.inputs.len() != 2 || rank < 2 || a.layout.rank() != rank || b.layout.rank() != rank {
        return Err(Error::runtime("takes two arrays of the output's rank, two at least"));
    }
    if a.dtype != out.dtype || b.dtype != out.dtype {
        return Err(Error::type_(format!("{} @ {} into {}: the dtypes must be equal", a.dtype, b.dtype, out.dtype)));
    }
    let (x, y, z) = (&a.layout.shape, &b.layout.shape, &out.layout.shape);
    let batch = rank - 2;
    let fits = x[..batch] == z[..batch] && y[..batch] == z[..batch];
    if !fits || x[batch] != z[batch] || y[batch + 1] != z[batch + 1] || x[batch + 1] != y[batch] {
        return Err(Error::runtime(format!("{x:?} @ {y:?} does not give {z:?}")));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    if work.output().layout.size() == 0 {
        return Ok(());
    }
    match work.output().dtype {
        DType::F32 => by_reals::<f32>(work, site, 1.0),
        DType::F64 => by_reals::<f64>(work, site, 1.0),
        DType::C64 => by_gemm::<c64>(work, site, c64::ONE),
        DType::C128 => by_gemm::<c128>(work, site, c128::ONE),
        DType::F16 => through_float32::<f16>(work, site),
        DType::BF16 => through_float32::<bf16>(work, site),
        DType::Bool => by_blocks::<bool>(work, site),
        DType::I8 => by_blocks::<i8>(work, site),
        DType::U8 => by_blocks::<u8>(work, site),
        DType::I16 => by_blocks::<i16>(work, site),
        DType::U16 => by_blocks::<u16>(work, site),
        DType::I32 => by_blocks::<i32>(work, site),
        DType::U32 => by_blocks::<u32>(work, site),
        DType::I64 => by_blocks::<i64>(work, site),
        DType::U64 => by_blocks::<u64>(work, site),
    }
}

/// Matrices in memory: the first element of each batch entry, and the steps along rows and columns in elements.
pub(super) struct Matrices<T> {
    start: Shared<T>,
    batch: Vec<i64>,
    batch_strides: Vec<i64>,
    pub row: isize,
    pub column: isize,
    /// Owns the elements, if they are a copy.
    #[allow(dead_code)]
    copy: Option<Scratch>,
}

impl<T> Matrices<T> {
    /// The matrices of a view in place; of an operand that wraps or overlaps the output, a copy.
    fn new(view: &View, output: Option<&View>, site: &Site) -> Result<Matrices<T>> {
        let shared = output.is_some_and(|output| view.relation(output) != Relation::Disjoint);
        if view.circular.is_empty() && !shared {
            return Ok(Matrices::at(site.start(view), &view.layout, None));
        }
        let copy = gathered(site.start(view).cast_const(), &whole_walk(view)?, view)?;
        let layout = cuprust_ir::Layout::contiguous(&view.layout.shape);
        Ok(Matrices::at(copy.at(0), &layout, Some(copy)))
    }

    fn at(start: *mut u8, layout: &cuprust_ir::Layout, copy: Option<Scratch>) -> Matrices<T> {
        let batch = layout.rank() - 2;
        Matrices {
            start: Shared(start.cast()),
            batch: layout.shape[..batch].to_vec(),
            batch_strides: layout.strides[..batch].to_vec(),
            row: layout.strides[batch] as isize,
            column: layout.strides[batch + 1] as isize,
            copy,
        }
    }

    /// A copy of the first matrix with contiguous rows: contiguous columns are packed more slowly, and once for each
    /// band.
    fn in_rows(&self, rows: usize, columns: usize) -> Result<Matrices<T>>
    where
        T: Element,
    {
        const TILE: usize = 16;
        let copy = Scratch::try_new(rows * columns * size_of::<T>())?;
        let (from, to) = (Shared(self.entry(0)), Shared(copy.at(0).cast::<T>()));
        spread(rows.div_ceil(TILE) as i64, (rows * columns) as i64, 1, |first, end| {
            for top in (first as usize..end as usize).map(|tile| tile * TILE) {
                for left in (0..columns).step_by(TILE) {
                    for row in top..rows.min(top + TILE) {
                        for column in left..columns.min(left + TILE) {
                            // SAFETY: the element is one of the matrix, unaligned, and the copy holds all; each row
                            // belongs to one thread.
                            unsafe {
                                let offset = row as isize * self.row + column as isize * self.column;
                                to.get().add(row * columns + column).write(from.get().offset(offset).read_unaligned());
                            }
                        }
                    }
                }
            }
            Ok(())
        })?;
        let layout = cuprust_ir::Layout::contiguous(&[rows as i64, columns as i64]);
        Ok(Matrices::at(copy.at(0), &layout, Some(copy)))
    }

    /// Whether this is the transpose of another matrix in the same memory.
    fn is_transposed(&self, other: &Matrices<T>) -> bool {
        self.start.get() == other.start.get() && self.row == other.column && self.column == other.row
    }

    /// The first element of a batch entry.
    pub(super) fn entry(&self, number: usize) -> *mut T {
        let (mut rest, mut offset) = (number as i64, 0);
        for (&extent, &stride) in self.batch.iter().zip(&self.batch_strides).rev() {
            offset += rest % extent * stride;
            rest /= extent;
        }
        self.start.get().wrapping_offset(offset as isize)
    }
}

/// The extents of a product: how many matrices, their rows, columns, and the length of their sums.
fn extents(work: &Work) -> Result<(usize, usize, usize, usize)> {
    let (shape, rank) = (&work.output().layout.shape, work.output().layout.rank());
    let depth = work.view(0)?.layout.shape[rank - 1];
    let batch: i64 = shape[..rank - 2].iter().product();
    Ok((batch as usize, shape[rank - 2] as usize, shape[rank - 1] as usize, depth as usize))
}

/// The factors of a product, and its output.
fn operands<T>(work: &Work, site: &Site) -> Result<[Matrices<T>; 3]> {
    let output = work.output();
    Ok([
        Matrices::new(work.view(0)?, Some(output), site)?,
        Matrices::new(work.view(1)?, Some(output), site)?,
        Matrices::new(output, None, site)?,
    ])
}

fn by_reals<T: Element + Real>(work: &Work, site: &Site, one: T) -> Result<()> {
    let [a, b, out] = operands::<T>(work, site)?;
    multiply_reals(&a, &b, &out, extents(work)?, one)
}

/// Small matrices, long sums and vectors are multiplied here, and others by the library.
fn multiply_reals<T: Element + Real>(
    a: &Matrices<T>,
    b: &Matrices<T>,
    out: &Matrices<T>,
    (batch, m, n, k): (usize, usize, usize, usize),
    one: T,
) -> Result<()> {
    if batch > 1 && small_matrices::takes(m, n, k) {
        return small_matrices::multiply(a, b, out, (batch, m, n, k));
    }
    if m > 1 && n > 1 && long_sums::takes(m, n, k) {
        return long_sums::multiply(a, b, out, (batch, m, n, k));
    }
    if batch != 1 || m != 1 && n != 1 || k == 0 {
        return multiply(a, b, out, (batch, m, n, k), one);
    }
    // If a factor is one vector, the other is read in place.
    let (x, y, z) = (a.entry(0).cast_const(), b.entry(0).cast_const(), out.entry(0));
    // A row times a matrix is the transposed matrix times a column.
    let (matrix, vector, to) = match n {
        1 => (
            Matrix { start: x, rows: m, depth: k, row: a.row, column: a.column },
            Line { start: y, step: b.row },
            Line { start: z, step: out.row },
        ),
        _ => (
            Matrix { start: y, rows: n, depth: k, row: b.column, column: b.row },
            Line { start: x, step: a.column },
            Line { start: z, step: out.column },
        ),
    };
    let aligned = [x.addr(), y.addr(), z.addr()].iter().all(|address| address % align_of::<T>() == 0);
    if !matrix.is_dense() || !aligned {
        return multiply(a, b, out, (batch, m, n, k), one);
    }
    // SAFETY: the views lie in their memories, aligned, and the output overlaps neither.
    unsafe { vectors::multiply(matrix, vector, to) }
}

/// Fewest multiplications whose packed factors may exceed the reserve for small allocations.
const MIN_RESERVED_MULTIPLICATIONS: usize = 1 << 24;

fn by_gemm<T: Element>(work: &Work, site: &Site, one: T) -> Result<()> {
    let [a, b, out] = operands::<T>(work, site)?;
    multiply(&a, &b, &out, extents(work)?, one)
}

fn multiply<T: Element>(
    a: &Matrices<T>,
    b: &Matrices<T>,
    out: &Matrices<T>,
    (batch, m, n, k): (usize, usize, usize, usize),
    one: T,
) -> Result<()> {
    // The product of `height` rows from `top` on, for the columns from `left` on.
    let part = |b: &Matrices<T>, entry: usize, (top, height): (usize, usize), left: usize, team: &Team| {
        let strided = |of: &Matrices<T>, top: usize, left: usize| Strided {
            start: of.entry(entry).wrapping_offset(top as isize * of.row + left as isize * of.column),
            row: of.row,
            column: of.column,
            conjugate: false,
        };
        let (out, x, y) = (strided(out, top, left), strided(a, top, 0), strided(b, 0, left));
        // SAFETY: the views lie in their memories and the output overlaps neither; T is a float or complex type. One
        // call writes each of the output's elements.
        unsafe { cuprust_dense::multiply(out, (None, one), x, y, (height, n - left, k), team) };
    };
    let product = |entry: usize, team: &Team| part(b, entry, (0, m), 0, team);
    let work = m.saturating_mul(n).saturating_mul(k);
    let _packing =
        reserve(if work < MIN_RESERVED_MULTIPLICATIONS { 0 } else { cuprust_dense::packing(threads::count()) })?;
    if batch == 1
        && k >= MIN_SYMMETRIC_DEPTH
        && n >= MIN_SYMMETRIC_ROWS
        && work >= MIN_PARALLEL_MULTIPLICATIONS
        && a.is_transposed(b)
    {
        // The product of a matrix and its own transpose is symmetric.
        let band = n.div_ceil(TARGET_BANDS).next_multiple_of(BAND_ROWS).min(MAX_BAND_ROWS);
        let copy = if b.column == 1 { None } else { Some(b.in_rows(k, n)?) };
        let b = copy.as_ref().unwrap_or(b);
        spread(n.div_ceil(band) as i64, positions(work), 1, |first, end| {
            (first as usize..end as usize).map(|number| number * band).for_each(|top| {
                part(b, 0, (top, band.min(n - top)), top, &Team::alone());
            });
            Ok(())
        })?;
        return mirror(out, n);
    }
    if batch > 1 && work < 16 * MIN_PARALLEL_MULTIPLICATIONS {
        return spread(batch as i64, positions(batch.saturating_mul(work)), 1, |first, end| {
            (first..end).for_each(|entry| product(entry as usize, &Team::alone()));
            Ok(())
        });
    }

    let team = threads::team();
    (0..batch).for_each(|entry| product(entry, &team));
    Ok(())
}

/// Copies the elements above the diagonal of a square below it.
fn mirror<T: Element>(out: &Matrices<T>, n: usize) -> Result<()> {
    let start = Shared(out.entry(0));
    let bands = n.div_ceil(BAND_ROWS);
    spread(bands as i64, (n * n / 2) as i64, 1, |first, end| {
        for (down, right) in (first as usize..end as usize).flat_map(|down| (0..=down).map(move |right| (down, right)))
        {
            for row in down * BAND_ROWS..n.min(down * BAND_ROWS + BAND_ROWS) {
                for column in right * BAND_ROWS..row.min(right * BAND_ROWS + BAND_ROWS) {
                    let element = |row: usize, column: usize| {
                        start.get().wrapping_offset(row as isize * out.row + column as isize * out.column)
                    };
                    // SAFETY: both are elements of the output, unaligned; nothing below the diagonal is read, and each
                    // element belongs to one thread.
                    unsafe { element(row, column).write_unaligned(element(column, row).read_unaligned()) };
                }
            }
        }
        Ok(())
    })
}

/// The cost of this many multiplications, in positions of a map.
pub(super) fn positions(multiplications: usize) -> i64 {
    (multiplications / 4) as i64
}

/// The half types are multiplied and summed as float32, and rounded once.
fn through_float32<T>(work: &Work, site: &Site) -> Result<()>
where
    T: Element + CastTo<f32>,
    f32: CastTo<T>,
{
    let single = |view: &View| -> Result<Matrices<f32>> {
        let halves = gathered(site.start(view).cast_const(), &whole_walk(view)?, view)?;
        let count = view.layout.size() as usize;
        let singles = Scratch::try_new(4 * count)?;
        let (input, output) = (halves.at(0).cast_const(), singles.at(0));
        // SAFETY: both hold the view's elements, and do not overlap.
        unsafe { cast_loop(T::DTYPE, DType::F32)(&input, &output, count) };
        Ok(Matrices::at(singles.at(0), &cuprust_ir::Layout::contiguous(&view.layout.shape), Some(singles)))
    };
    let (a, b) = (single(work.view(0)?)?, single(work.view(1)?)?);
    let layout = cuprust_ir::Layout::contiguous(&work.output().layout.shape);
    let count = layout.size() as usize;
    let singles = Scratch::try_new(4 * count)?;
    let (wide, halves) = (singles.at(0).cast_const(), Scratch::try_new(count * T::DTYPE.size())?);
    multiply_reals(&a, &b, &Matrices::at(singles.at(0), &layout, None), extents(work)?, 1.0)?;
    // SAFETY: both hold the output's elements; the output lies in its memory.
    unsafe {
        cast_loop(DType::F32, T::DTYPE)(&wide, &halves.at(0), count);
        whole_walk(work.output())?.scatter(site.start(work.output()), 0, count, halves.at(0).cast_const());
    }
    Ok(())
}

/// A dtype whose sums of products are computed here.
pub(super) trait Term: Copy + Send + Sync {
    const ZERO: Self;
    /// `self + a * b`, wrapping; for bool, whether there is a pair of trues.
    fn fold(self, a: Self, b: Self) -> Self;
}
macro_rules! exact {
    ($($T:ident)*) => { $(
        impl Term for $T {
            const ZERO: $T = 0;
            #[inline(always)]
            fn fold(self, a: $T, b: $T) -> $T { self.wrapping_add(a.wrapping_mul(b)) }
        }
    )* };
}
exact!(i8 u8 i16 u16 i32 u32 i64 u64);
impl Term for bool {
    const ZERO: bool = false;
    #[inline(always)]
    fn fold(self, a: bool, b: bool) -> bool {
        self | a & b
    }
}

/// Columns of the output that are summed at once, in registers.
const PANEL_COLUMNS: usize = 64;

fn by_blocks<T: Element + Term>(work: &Work, site: &Site) -> Result<()> {
    let [a, b, out] = operands::<T>(work, site)?;
    let (batch, m, n, k) = extents(work)?;
    // A task is a panel of columns and as many rows as are worth its packing.
    let (panels, tall) =
        (n.div_ceil(PANEL_COLUMNS), (MIN_PARALLEL_MULTIPLICATIONS / PANEL_COLUMNS / k.max(1)).clamp(64, m.max(64)));
    let bands = m.div_ceil(tall);
    let multiplications = batch.saturating_mul(m).saturating_mul(n).saturating_mul(k.max(1));
    spread((batch * panels * bands) as i64, positions(multiplications), 1, |first, end| {
        let mut panel: Vec<T> = list(k * PANEL_COLUMNS)?;
        for task in first as usize..end as usize {
            let (entry, across, band) = (task / (panels * bands), task / bands % panels, task % bands);
            let (left, top) = (across * PANEL_COLUMNS, band * tall);
            let (width, bottom) = (PANEL_COLUMNS.min(n - left), (top + tall).min(m));
            let (x, y, z) = (a.entry(entry), b.entry(entry), out.entry(entry));
            panel.clear();
            panel.resize(k * PANEL_COLUMNS, T::ZERO);
            for depth in 0..k {
                for column in 0..width {
                    let element = depth as isize * b.row + (left + column) as isize * b.column;
                    // SAFETY: the element is one of the matrix.
                    panel[depth * PANEL_COLUMNS + column] = unsafe { y.offset(element).read_unaligned() };
                }
            }
            for row in top..bottom {
                let start = x.wrapping_offset(row as isize * a.row).cast_const();
                let mut sums = [T::ZERO; PANEL_COLUMNS];
                // SAFETY: the start is that of a row of the matrix, of k elements, as many as the panel is high.
                unsafe { line(start, a.column, &panel, &mut sums) };
                for (column, &sum) in sums.iter().enumerate().take(width) {
                    let element = row as isize * out.row + (left + column) as isize * out.column;
                    // SAFETY: the element is one of the output, and this task's alone.
                    unsafe { z.offset(element).write_unaligned(sum) };
                }
            }
        }
        Ok(())
    })
}

wide! {
    /// # Safety
    /// There are as many elements from the start on, a step apart, as the panel is high.
    unsafe fn line<T: Term>(start: *const T, step: isize, panel: &[T], sums: &mut [T; PANEL_COLUMNS]) {
        let mut held = *sums;
        for (depth, b) in panel.as_chunks::<PANEL_COLUMNS>().0.iter().enumerate() {
            // SAFETY: the caller promises that many elements.
            let a = unsafe { start.offset(depth as isize * step).read_unaligned() };
            for column in 0..PANEL_COLUMNS {
                held[column] = held[column].fold(a, b[column]);
            }
        }
        *sums = held;
    }
}
