//! Sums and products of two sparse matrices in CSR form: rows with sorted columns, each computed by one thread.
//!
//! A first pass counts the elements of each result row, a second one writes them to their final position, so that
//! sorted rows need not be sorted again.

use cuprust_ir::{
    Combine, Error, Executor, JoinedMemory, Memory, Result, SparseRows, StoredRows, StreamId, TransposedRows,
};
use cuprust_num::{DType, c64, c128};
use cuprust_reserve::{filled, list};

use super::sparse_product::Summed;
use super::sparse_transpose::transpose;
use super::{Shared, out_of_bounds};
use crate::Host;
use crate::parallel::{spread, with_threads};

/// Fewest rows that a thread claims at a time.
const MIN_ROWS_PER_TASK: i64 = 64;

/// Instantiates a function for the element type of a dtype and the index type of another. None for dtypes without sums.
macro_rules! typed {
    ($dtype:expr, $index:expr, |$T:ident, $I:ident| $done:expr) => {{
        macro_rules! with {
            ($E:ty) => {{
                type $T = $E;
                Some(match $index {
                    DType::I32 => {
                        type $I = i32;
                        $done
                    }
                    _ => {
                        type $I = i64;
                        $done
                    }
                })
            }};
        }
        match $dtype {
            DType::Bool => with!(bool),
            DType::I8 | DType::U8 => with!(u8),
            DType::I16 | DType::U16 => with!(u16),
            DType::I32 | DType::U32 => with!(u32),
            DType::I64 | DType::U64 => with!(u64),
            DType::F32 => with!(f32),
            DType::F64 => with!(f64),
            DType::C64 => with!(c64),
            DType::C128 => with!(c128),
            _ => None,
        }
    }};
}

impl SparseRows for Host {
    unsafe fn join_rows(
        &self,
        combine: Combine,
        dtype: DType,
        index: DType,
        pair: [StoredRows; 2],
        stream: StreamId,
    ) -> Result<Option<JoinedMemory>> {
        // SAFETY: as the caller promises.
        typed!(dtype, index, |T, I| unsafe { join::<T, I>(self, combine, pair, stream) }).unwrap_or(Ok(None))
    }

    unsafe fn sum_columns(
        &self,
        dtype: DType,
        index: DType,
        of: StoredRows,
        by: Option<u64>,
        into: u64,
    ) -> Result<bool> {
        // SAFETY: as the caller promises.
        let summed = typed!(dtype, index, |T, I| unsafe { columns::<T, I>(of, by, into) });
        Ok(summed.transpose()?.is_some())
    }

    unsafe fn transpose_rows(&self, index: DType, of: StoredRows, into: TransposedRows) -> Result<()> {
        // SAFETY: as the caller promises.
        unsafe { transpose(index, of, into) }
    }
}

/// Parts of the rows that are summed separately; the number does not depend on the threads, so that sums have the same
/// bits.
const SUM_PARTS: i64 = 4;

/// # Safety
/// As [`SparseRows::sum_columns`]; the dtypes are as large as those of the matrix.
unsafe fn columns<T: Summed, I: Index>(of: StoredRows, by: Option<u64>, into: u64) -> Result<()> {
    let [rows, width] = of.shape;
    // SAFETY: as the caller promises.
    let matrix = unsafe { Rows::<T, I>::of(&of) };
    let sums: &mut [T] = match width {
        0 => &mut [],
        // SAFETY: the result holds a sum for each column.
        _ => unsafe { std::slice::from_raw_parts_mut(into as *mut T, width as usize) },
    };
    let add = |first: i64, end: i64, sums: &mut [T]| -> Result<()> {
        for row in first..end {
            let (positions, values) = matrix.row(row)?;
            // SAFETY: there is a number for each row.
            let factor = by.map(|by| unsafe { (by as *const T).add(row as usize).read() });
            for (&position, &value) in positions.iter().zip(values) {
                let sum =
                    sums.get_mut(position.wide() as usize).ok_or_else(|| out_of_bounds(position.wide(), width))?;
                *sum = match factor {
                    Some(factor) => sum.fold(value, factor),
                    None => sum.add(value),
                };
            }
        }
        Ok(())
    };
    sums.fill(T::ZERO);
    // If there are many columns relative to the elements, separate parts would cost more than they save.
    if width == 0 || of.count < 4 * SUM_PARTS * width || rows < SUM_PARTS {
        return add(0, rows, sums);
    }
    with_threads(of.count, || {
        let mut parts = filled(T::ZERO, (SUM_PARTS * width) as usize)?;
        let shared = Shared(parts.as_mut_ptr());
        spread(SUM_PARTS, of.count, 1, |first, end| {
            (first..end).try_for_each(|part| {
                // SAFETY: each part has sums of its own.
                let own = unsafe {
                    std::slice::from_raw_parts_mut(shared.get().add((part * width) as usize), width as usize)
                };
                add(rows * part / SUM_PARTS, rows * (part + 1) / SUM_PARTS, own)
            })
        })?;
        for part in parts.chunks_exact(width as usize) {
            sums.iter_mut().zip(part).for_each(|(sum, &part)| *sum = sum.add(part));
        }
        Ok(())
    })
}

/// The dtype of columns and starts.
pub(super) trait Index: Copy + Send + Sync + Ord + 'static {
    fn wide(self) -> i64;
    /// The number in this dtype, which must have it.
    fn narrow(number: i64) -> Self;
}
impl Index for i32 {
    fn wide(self) -> i64 {
        self.into()
    }
    fn narrow(number: i64) -> i32 {
        number as i32
    }
}
impl Index for i64 {
    fn wide(self) -> i64 {
        self
    }
    fn narrow(number: i64) -> i64 {
        number
    }
}

/// A matrix as slices.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, T, I> {
    data: &'a [T],
    pub(super) columns: &'a [I],
    pub(super) starts: &'a [I],
}

impl<'a, T, I: Index> Rows<'a, T, I> {
    /// # Safety
    /// As [`SparseRows::join_rows`].
    pub(super) unsafe fn of(stored: &StoredRows) -> Rows<'a, T, I> {
        // SAFETY: the caller promises the addresses; an empty array has no address.
        unsafe fn slice<'a, E>(address: u64, count: i64) -> &'a [E] {
            match count {
                0 => &[],
                // SAFETY: as the caller promises.
                _ => unsafe { std::slice::from_raw_parts(address as *const E, count as usize) },
            }
        }
        // SAFETY: as the caller promises.
        unsafe {
            Rows {
                data: slice(stored.data, stored.count),
                columns: slice(stored.columns, stored.count),
                starts: slice(stored.starts, stored.shape[0] + 1),
            }
        }
    }

    /// The columns and elements of a row.
    fn row(&self, row: i64) -> Result<(&'a [I], &'a [T])> {
        let [from, to] = [0, 1].map(|next| self.starts[row as usize + next].wide());
        match (usize::try_from(from), usize::try_from(to)) {
            (Ok(begin), Ok(end)) if begin <= end && end <= self.data.len() => {
                Ok((&self.columns[begin..end], &self.data[begin..end]))
            }
            _ => Err(Error::value(format!("row {row} has elements {from} to {to} of {}", self.data.len()))),
        }
    }
}

/// The reason why a row was not joined.
enum Refused {
    Error(Error),
    Unsorted,
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        Refused::Error(error)
    }
}

/// Merges two rows, and yields the nonzero results: products if `INTERSECT`, else sums.
fn merge<const INTERSECT: bool, T: Summed + PartialEq, I: Index>(
    (a, x): (&[I], &[T]),
    (b, y): (&[I], &[T]),
    mut give: impl FnMut(I, T),
) -> std::result::Result<(), Refused> {
    let (mut i, mut j, mut last) = (0, 0, -1);
    while i < a.len() || j < b.len() {
        let (from_a, from_b) = match (a.get(i), b.get(j)) {
            (Some(left), Some(right)) => (left <= right, right <= left),
            (left, right) => (left.is_some(), right.is_some()),
        };
        let (column, value) = match (from_a, from_b) {
            (true, true) if INTERSECT => (a[i], T::ZERO.fold(x[i], y[j])),
            (true, true) => (a[i], x[i].add(y[j])),
            (true, false) => (a[i], if INTERSECT { T::ZERO.fold(x[i], T::ZERO) } else { x[i] }),
            _ => (b[j], if INTERSECT { T::ZERO.fold(y[j], T::ZERO) } else { y[j] }),
        };
        if column.wide() <= last {
            return Err(Refused::Unsorted);
        }
        last = column.wide();
        (i, j) = (i + usize::from(from_a), j + usize::from(from_b));
        if value != T::ZERO {
            give(column, value);
        }
    }
    Ok(())
}

/// Sums of products by their columns.
struct Sums<T, I> {
    /// For each column the last row that had it, counted from 1, and the sum there.
    sums: Vec<(i64, T)>,
    columns: Vec<I>,
}

impl<T: Summed, I: Index> Sums<T, I> {
    /// Each column is recorded once in a row: the list has capacity for all.
    fn new(width: i64) -> Result<Sums<T, I>> {
        Ok(Sums { sums: filled((0, T::ZERO), width as usize)?, columns: list(width as usize)? })
    }

    /// Finds the columns of a row of the product, and, if `SUMMED`, the sums.
    fn row<const SUMMED: bool>(&mut self, row: i64, (a, x): (&[I], &[T]), other: Rows<T, I>) -> Result<()> {
        self.columns.clear();
        let (rows, width) = (other.starts.len() as i64 - 1, self.sums.len() as i64);
        for (&met, &x) in a.iter().zip(x) {
            if !(0..rows).contains(&met.wide()) {
                return Err(out_of_bounds(met.wide(), rows));
            }
            let (b, y) = other.row(met.wide())?;
            for (&column, &y) in b.iter().zip(y) {
                let position = self.sums.get_mut(column.wide() as usize);
                let (seen, sum) = position.ok_or_else(|| out_of_bounds(column.wide(), width))?;
                if *seen != row + 1 {
                    (*seen, *sum) = (row + 1, T::ZERO);
                    self.columns.push(column);
                }
                if SUMMED {
                    *sum = sum.fold(x, y);
                }
            }
        }
        Ok(())
    }
}

/// Memory of the pool that is released unless it is kept.
struct ResultMemory<'a> {
    host: &'a Host,
    memory: Memory,
    stream: StreamId,
}

impl ResultMemory<'_> {
    fn keep(self) -> Memory {
        let memory = self.memory;
        std::mem::forget(self);
        memory
    }
}

impl Drop for ResultMemory<'_> {
    fn drop(&mut self) {
        self.host.release(self.memory, self.stream);
    }
}

/// # Safety
/// As [`SparseRows::join_rows`]; the dtypes are as large as those of the matrices.
unsafe fn join<T: Summed + PartialEq, I: Index>(
    host: &Host,
    combine: Combine,
    pair: [StoredRows; 2],
    stream: StreamId,
) -> Result<Option<JoinedMemory>> {
    let (rows, width) = (pair[0].shape[0], pair[1].shape[1]);
    let count = pair[0].count.saturating_add(pair[1].count);
    let kept = |count: i64, size: usize| -> Result<ResultMemory<'_>> {
        let memory = host.allocate(count as u64 * size as u64, stream)?;
        Ok(ResultMemory { host, memory, stream })
    };
    // SAFETY: as the caller promises.
    let [a, b] = unsafe { [Rows::<T, I>::of(&pair[0]), Rows::<T, I>::of(&pair[1])] };
    let (work, meets) = (count.max(rows), combine == Combine::Intersection);
    with_threads(work, || {
        // A row's count is stored at the index of its end.
        let starts = kept(rows + 1, size_of::<I>())?;
        let to = Shared(starts.memory.address as *mut I);
        let unsorted = std::sync::atomic::AtomicBool::new(false);
        let refused = |refused: Refused| match refused {
            Refused::Error(error) => error,
            Refused::Unsorted => {
                unsorted.store(true, std::sync::atomic::Ordering::Relaxed);
                Error::value("the rows are not sorted")
            }
        };
        let counted = spread(rows, work, MIN_ROWS_PER_TASK, |first, end| {
            let mut sums = (combine == Combine::Product).then(|| Sums::<T, I>::new(width)).transpose()?;
            for row in first..end {
                let mut count = 0;
                match &mut sums {
                    None if meets => {
                        merge::<true, T, I>(a.row(row)?, b.row(row)?, |_, _| count += 1).map_err(refused)?
                    }
                    None => merge::<false, T, I>(a.row(row)?, b.row(row)?, |_, _| count += 1).map_err(refused)?,
                    Some(sums) => {
                        sums.row::<false>(row, a.row(row)?, b)?;
                        count = sums.columns.len() as i64;
                    }
                }
                // SAFETY: there is a start for each row and one end; this row's is this call's.
                unsafe { to.get().add(row as usize + 1).write(I::narrow(count)) };
            }
            Ok(())
        });
        match counted {
            Err(_) if unsorted.load(std::sync::atomic::Ordering::Relaxed) => return Ok(None),
            counted => counted?,
        }
        let mut total = 0;
        for row in 0..=rows {
            // SAFETY: every count but the first was just written, and no thread is left.
            unsafe {
                let position = to.get().add(row as usize);
                total += if row == 0 { 0 } else { position.read().wide() };
                // A product may have more elements than the dtype of the columns can count.
                if size_of::<I>() == 4 && total > i64::from(i32::MAX) {
                    return Ok(None);
                }
                position.write(I::narrow(total));
            }
        }
        let (data, columns) = (kept(total, size_of::<T>())?, kept(total, size_of::<I>())?);
        let (values, positions) = (Shared(data.memory.address as *mut T), Shared(columns.memory.address as *mut I));
        spread(rows, work, MIN_ROWS_PER_TASK, |first, end| {
            let mut sums = (combine == Combine::Product).then(|| Sums::<T, I>::new(width)).transpose()?;
            for row in first..end {
                // SAFETY: the starts were written above.
                let [mut at, last] = [0, 1].map(|next| unsafe { to.get().add(row as usize + next).read() }.wide());
                let mut put = |column: I, value: T| {
                    if at < last {
                        // SAFETY: the position is one of this row's, of which there are as many as were counted.
                        unsafe {
                            positions.get().add(at as usize).write(column);
                            values.get().add(at as usize).write(value);
                        }
                    }
                    at += 1;
                };
                match &mut sums {
                    None if meets => merge::<true, T, I>(a.row(row)?, b.row(row)?, put).map_err(refused)?,
                    None => merge::<false, T, I>(a.row(row)?, b.row(row)?, put).map_err(refused)?,
                    Some(sums) => {
                        sums.row::<true>(row, a.row(row)?, b)?;
                        sums.columns.sort_unstable();
                        sums.columns.iter().for_each(|&column| put(column, sums.sums[column.wide() as usize].1));
                    }
                }
                if at != last {
                    return Err(Error::value("the elements changed while they were read"));
                }
            }
            Ok(())
        })?;
        Ok(Some(JoinedMemory { data: data.keep(), columns: columns.keep(), starts: starts.keep(), count: total }))
    })
}
