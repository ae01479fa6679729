//! Kernels of small integers, which the CPU computes in bytes where what they load allows it, against their meaning.

use crate::reference::{Bench, Dice};
use cuprust_ir::{Layout, View};
use cuprust_num::{DType, Scalar};

/// Many operations on few integers, most of them small.
fn kernel(seed: u64) -> Bench {
    let mut dice = Dice(seed);
    let shape = dice.pick(&[[40, 64], [2, 700], [1, 5000], [300, 5], [17, 150]]);
    let mut bench = Bench::new(&shape, 2);
    let dtype = dice.pick(&[DType::I64, DType::I64, DType::U64, DType::I32, DType::U32, DType::I16]);
    let elements = shape[0] * (shape[1] + 3);
    let storage = bench.numbers(dtype, elements as usize, seed);
    if dice.below(4) == 0 {
        // One that no byte holds, or that is at the edge.
        let value =
            Scalar::new(dice.pick(&[-1i64, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 1 << 33])).cast(dtype);
        let at = dice.below(elements as usize) * dtype.size();
        bench.storages[storage.0 as usize][at..at + dtype.size()].copy_from_slice(&value.bytes()[..dtype.size()]);
    }
    let layout = Layout { offset: dice.below(4) as i64, ..Layout::contiguous(&shape) };
    let grid = View::new(storage, dtype, layout);
    let wrapped = View::new(storage, dtype, Layout::contiguous(&[shape[0], shape[1]]));
    let mut integers = vec![bench.read(grid)];
    for i in 0..2 + dice.below(7) as i64 {
        integers.push(bench.read(wrapped.roll(0, i % 3 - 1).roll(1, i * i % 7 - 3)));
    }
    for value in [0i64, 1, 3] {
        integers.push(bench.scalar(Scalar::new(value), dtype));
    }
    if dice.below(6) == 0 {
        integers.push(bench.scalar(Scalar::new(dice.pick(&[-2i64, 100, 300])), dtype));
    }
    let (_, mask) = bench.whole(DType::Bool, 1);
    integers.push(bench.cast(mask, dtype));
    let (_, byte) = bench.whole(DType::U8, 2);
    integers.push(bench.cast(byte, dtype));
    let mut flags = vec![mask];
    for _ in 0..6 + dice.below(12) {
        let (a, b) = (dice.pick(&integers), dice.pick(&integers));
        match dice.below(12) {
            0 => flags.push(bench.row(dice.pick(&["equal", "not_equal", "less", "greater_equal"]), dtype, &[a, b])),
            1 => flags.push(bench.row(
                dice.pick(&["less_equal", "greater", "logical_and", "logical_xor"]),
                dtype,
                &[a, b],
            )),
            2 => {
                let flag = dice.pick(&flags);
                integers.push(bench.row("where", dtype, &[flag, a, b]));
            }
            3 => {
                let (one, other) = (dice.pick(&flags), dice.pick(&flags));
                flags.push(bench.row("bitwise_or", DType::Bool, &[one, other]));
            }
            4 => {
                let flag = dice.pick(&flags);
                integers.push(bench.cast(flag, dtype));
            }
            5 => integers.push(bench.row(dice.pick(&["bitwise_and", "bitwise_or", "bitwise_xor"]), dtype, &[a, b])),
            6 => integers.push(bench.row(dice.pick(&["maximum", "minimum"]), dtype, &[a, b])),
            7 if dice.below(3) == 0 => integers.push(bench.row("multiply", dtype, &[a, b])),
            8 if dice.below(8) == 0 => integers.push(bench.row("subtract", dtype, &[a, b])),
            _ => integers.push(bench.row("add", dtype, &[a, b])),
        }
    }
    let last = *integers.last().unwrap();
    bench.store(last, true);
    let flag = dice.pick(&flags);
    bench.store(flag, true);
    let other = dice.pick(&[DType::F64, DType::I8, DType::I16, DType::Bool, DType::C64]);
    let cast = bench.cast(last, other);
    bench.store(cast, true);
    bench
}

#[test]
fn small_integers_are_computed_as_wide_ones_are() {
    for seed in 0..400 {
        kernel(seed * 7919 + 1).check();
    }
}

#[test]
fn a_grid_is_changed_in_place() {
    for large in [3, 200] {
        let mut bench = Bench::new(&[64, 64], 2);
        let (view, mut a) = bench.whole(DType::I64, 1);
        for name in ["maximum", "add", "bitwise_xor", "minimum", "bitwise_and", "add", "maximum", "add"] {
            let value = bench.scalar(Scalar::new(large), DType::I64);
            a = bench.row(name, DType::I64, &[a, value]);
        }
        let mask = bench.row("equal", DType::I64, &[a, 0]);
        bench.store(mask, true);
        bench.write(view, a);
        bench.check();
    }
}

#[test]
fn many_positions_are_shared_among_threads() {
    for last in [1i64, 40, -1] {
        let shape = [500, 300];
        let mut bench = Bench::new(&shape, 2);
        let storage = bench.numbers(DType::I64, 500 * 300, 4);
        let bytes = &mut bench.storages[storage.0 as usize];
        let end = bytes.len();
        bytes[end - 8..].copy_from_slice(&last.to_ne_bytes());
        let grid = View::new(storage, DType::I64, Layout::contiguous(&shape));
        let mut sum = bench.read(grid.clone());
        for (down, right) in [(1, 1), (1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)] {
            let tap = bench.read(grid.roll(0, down).roll(1, right));
            sum = bench.row("add", DType::I64, &[sum, tap]);
        }
        bench.store(sum, true);
        bench.check();
    }
}
