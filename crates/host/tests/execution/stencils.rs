//! Rows that are cut where circular axes end, sums of many operands, and positions at the edge of 64 bits.

use crate::reference::{Bench, elements};
use cuprust_ir::{Layout, View};
use cuprust_num::{DType, Scalar};

/// A sum of `count` shifted views of one grid, and what is stored of it besides.
fn stencil(shape: [i64; 2], dtype: DType, count: i64, also: bool) -> Bench {
    let mut bench = Bench::new(&shape, 2);
    let storage = bench.numbers(dtype, (shape[0] * shape[1]) as usize, 3);
    let grid = View::new(storage, dtype, Layout::contiguous(&shape));
    let mut sum = bench.read(grid.clone());
    for i in 1..count {
        let tap = bench.read(grid.roll(0, i % 3 - 1).roll(1, i * i % 7 - 3));
        sum = bench.row("add", dtype, &[sum, tap]);
        if also && i == count / 2 {
            bench.store(sum, true);
        }
    }
    bench.store(sum, true);
    bench
}

#[test]
fn shifted_grids_are_added_up() {
    for shape in [[3, 31], [5, 33], [40, 100], [2, 700], [300, 257]] {
        for dtype in [DType::I64, DType::F64, DType::F32, DType::U8, DType::F16, DType::C64, DType::Bool] {
            for count in [2, 3, 8, 9, 10, 20] {
                stencil(shape, dtype, count, false).check();
            }
            stencil(shape, dtype, 9, true).check();
        }
    }
}

#[test]
fn rows_of_slices_flips_and_columns_are_taken_where_they_stand() {
    let shape = [6, 90];
    let mut bench = Bench::new(&shape, 2);
    let storage = bench.numbers(DType::I32, 8 * 100, 1);
    let whole = Layout::contiguous(&[8, 100]);
    let inner = whole.slice(0, 1, 1, 6).slice(1, 5, 1, 90);
    let a = bench.read(View::new(storage, DType::I32, inner.clone()));
    let other = bench.numbers(DType::I32, 8 * 100, 4);
    let mut flipped = View::new(other, DType::I32, inner.clone()).roll(1, 40);
    flipped.circular[0].step = -1;
    let b = bench.read(flipped);
    let column = bench.numbers(DType::I32, 6, 2);
    let c = bench.read(View::new(column, DType::I32, Layout::contiguous(&[6, 1]).broadcast(&shape).unwrap()));
    let transposed = bench.numbers(DType::I32, 6 * 90, 3);
    let d = bench.read(View::new(transposed, DType::I32, Layout::contiguous(&[90, 6]).permute(&[1, 0])).roll(1, 3));
    let index = bench.position(Layout { offset: 7, ..Layout::contiguous(&shape) });
    let index = bench.cast(index, DType::I32);
    let mut sum = a;
    for term in [b, c, d, index] {
        sum = bench.row("add", DType::I32, &[sum, term]);
    }
    bench.store(sum, true);
    // A read that is stored as it is, and a write over what is read.
    bench.store(b, true);
    bench.write(View::new(storage, DType::I32, inner), a);
    bench.check();
}

#[test]
fn positions_wrap_as_integers_do() {
    for shape in [[3, 5], [4, 80]] {
        let mut bench = Bench::new(&shape, 2);
        let layout = Layout { offset: i64::MAX - 1, ..Layout::contiguous(&shape) };
        let index = bench.position(layout);
        let one = bench.scalar(Scalar::new(1i64), DType::I64);
        let next = bench.row("add", DType::I64, &[index, one]);
        let out = bench.store(next, true);
        let numbers: Vec<i64> = elements(&bench.run()[out.0 as usize]);
        let expected: Vec<i64> = (0..shape[0] * shape[1]).map(|i| i64::MAX.wrapping_add(i)).collect();
        assert_eq!(numbers, expected);
    }
}
