//! The transpose of a sparse matrix in CSR form: the destination of each element, by a counting sort of the columns.

use cuprust_ir::{Error, Result, StoredRows, TransposedRows};
use cuprust_num::DType;
use cuprust_reserve::filled;

use super::sparse_rows::{Index, Rows};
use super::{Shared, out_of_bounds};
use crate::parallel::{spread, with_threads};

/// Fewest elements that several threads count.
const MIN_PARALLEL_ELEMENTS: i64 = 1 << 16;
/// Most parts that are counted separately.
const MAX_PARTS: i64 = 4;

/// # Safety
/// As [`SparseRows::transpose_rows`](cuprust_ir::SparseRows::transpose_rows).
pub(super) unsafe fn transpose(index: DType, of: StoredRows, into: TransposedRows) -> Result<()> {
    // SAFETY: as the caller promises.
    unsafe {
        match index {
            DType::I32 => transpose_indexed::<i32>(of, into),
            _ => transpose_indexed::<i64>(of, into),
        }
    }
}

/// # Safety
/// As [`transpose`]; the dtype is that of the columns.
unsafe fn transpose_indexed<I: Index>(of: StoredRows, into: TransposedRows) -> Result<()> {
    let [rows, width] = of.shape;
    // SAFETY: as the caller promises; an empty array may have any address.
    let matrix = unsafe { Rows::<(), I>::of(&of) };
    let (starts, columns) = (matrix.starts, matrix.columns);
    let fits = |pair: &[I]| 0 <= pair[0].wide() && pair[0] <= pair[1];
    let (first, last) = (starts[0].wide(), starts[rows as usize].wide());
    if first != 0 || last != of.count || !starts.windows(2).all(fits) {
        return Err(Error::value("the starts of rows do not rise from 0 to the number of elements"));
    }
    let is_many = of.count >= MIN_PARALLEL_ELEMENTS && width.saturating_mul(MAX_PARTS) <= 2 * of.count;
    let parts = if is_many { MAX_PARTS } else { 1 };
    let bounds = |part: i64| (of.count * part / parts) as usize;
    let mut positions = filled(0i64, (parts * width) as usize)?;
    let shared = Shared(positions.as_mut_ptr());
    let own = |part: i64| {
        // SAFETY: each part has a counter for each column, and belongs to one thread at a time.
        unsafe { std::slice::from_raw_parts_mut(shared.get().add((part * width) as usize), width as usize) }
    };
    let (order, to_rows) = (Shared(into.order as *mut i64), Shared(into.rows as *mut I));
    with_threads(of.count, || {
        spread(parts, of.count, 1, |first, end| {
            (first..end).try_for_each(|part| {
                let counts = own(part);
                columns[bounds(part)..bounds(part + 1)].iter().try_for_each(|column| {
                    let count = counts.get_mut(column.wide() as usize);
                    *count.ok_or_else(|| out_of_bounds(column.wide(), width))? += 1;
                    Ok(())
                })
            })
        })?;
        // A column's elements of each part go after those of earlier parts.
        let mut next = 0;
        for column in 0..width {
            // SAFETY: the output holds a start for each column and the end; no thread is left.
            unsafe { (into.starts as *mut I).add(column as usize).write(I::narrow(next)) };
            for part in 0..parts {
                let position = &mut own(part)[column as usize];
                next += std::mem::replace(position, next);
            }
        }
        // SAFETY: as above.
        unsafe { (into.starts as *mut I).add(width as usize).write(I::narrow(next)) };
        spread(parts, of.count, 1, |first, end| {
            (first..end).try_for_each(|part| {
                let (positions, from, to) = (own(part), bounds(part), bounds(part + 1));
                // The row of the part's first element is the last that begins there or before.
                let mut row = starts.partition_point(|start| start.wide() <= from as i64).saturating_sub(1);
                let mut end = starts.get(row + 1).map_or(from as i64, |start| start.wide());
                for (number, column) in columns[from..to].iter().enumerate() {
                    let number = from + number;
                    while end <= number as i64 && row + 1 < rows as usize {
                        row += 1;
                        end = starts[row + 1].wide();
                    }
                    let position =
                        positions.get_mut(column.wide() as usize).ok_or_else(|| out_of_bounds(column.wide(), width))?;
                    let at = std::mem::replace(position, *position + 1);
                    if at >= of.count {
                        return Err(Error::value("the elements changed while they were read"));
                    }
                    // SAFETY: there are as many indices as elements; if two parts write one index, it holds one of
                    // their numbers.
                    unsafe {
                        order.get().add(at as usize).write(number as i64);
                        to_rows.get().add(at as usize).write(I::narrow(row as i64));
                    }
                }
                Ok(())
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transposed(starts: &[i32], columns: &[i32], width: i64) -> Result<(Vec<i64>, Vec<i32>, Vec<i32>)> {
        let mut order = vec![-1i64; columns.len()];
        let (mut rows, mut ends) = (vec![-1i32; columns.len()], vec![-1i32; width as usize + 1]);
        let of = StoredRows {
            data: 8,
            columns: columns.as_ptr() as u64,
            starts: starts.as_ptr() as u64,
            count: columns.len() as i64,
            shape: [starts.len() as i64 - 1, width],
        };
        let into = TransposedRows {
            order: order.as_mut_ptr() as u64,
            rows: rows.as_mut_ptr() as u64,
            starts: ends.as_mut_ptr() as u64,
        };
        // SAFETY: the vectors are as long as the matrix says.
        unsafe { transpose_indexed::<i32>(of, into) }?;
        Ok((order, rows, ends))
    }

    #[test]
    fn elements_are_ordered_by_columns_and_keep_the_order_of_rows() {
        let (order, rows, ends) = transposed(&[0, 2, 2, 5, 5], &[2, 0, 0, 2, 2], 4).unwrap();
        assert_eq!((order, rows, ends), (vec![1, 2, 0, 3, 4], vec![0, 2, 0, 2, 2], vec![0, 2, 2, 5, 5]));
        assert_eq!(transposed(&[0, 0], &[], 0).unwrap(), (vec![], vec![], vec![0]));
        for (starts, columns) in
            [(&[0, 2][..], &[0, 3][..]), (&[0, 2], &[0, -1]), (&[0, 1], &[0, 0]), (&[0, 3, 2], &[0, 0])]
        {
            assert!(transposed(starts, columns, 3).is_err());
        }
        // Enough elements that parts are counted separately, with rows that begin within them and rows without
        // elements.
        let count = 3 * MIN_PARALLEL_ELEMENTS as usize + 7;
        let columns: Vec<i32> = (0..count).map(|i| (i * 2_654_435_761 % 1009) as i32).collect();
        // Every third row has none.
        let begin = |row: usize| (if row % 3 == 1 { row - 1 } else { row }) * (count / 500);
        let starts: Vec<i32> = (0..500).map(|row| begin(row) as i32).chain([count as i32]).collect();
        let (order, rows, ends) = transposed(&starts, &columns, 1009).unwrap();
        let mut expected: Vec<i64> = (0..count as i64).collect();
        expected.sort_by_key(|&number| columns[number as usize]);
        assert_eq!(order, expected);
        for (&number, &row) in order.iter().zip(&rows) {
            assert!((starts[row as usize]..starts[row as usize + 1]).contains(&(number as i32)));
        }
        assert!((0..1009).all(|column| {
            let own = &order[ends[column] as usize..ends[column + 1] as usize];
            own.iter().all(|&number| columns[number as usize] == column as i32)
        }));
    }
}
