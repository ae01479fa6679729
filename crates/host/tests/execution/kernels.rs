//! Kernels of every form, against their meaning computed one element at a time.

use crate::reference::{Bench, elements};
use cuprust_ir::{ErrorKind, Layout, View};
use cuprust_num::{DType, Kind, Scalar, c128};

const F: DType = DType::F64;

#[test]
fn every_dtype_is_added_and_compared_and_chosen() {
    for &dtype in DType::ALL {
        for n in [1, 3, 255, 1000, 5000] {
            let mut bench = Bench::new(&[n], 1);
            let (_, a) = bench.whole(dtype, 1);
            let (_, b) = bench.whole(dtype, 2);
            let sum = bench.row("add", dtype, &[a, b]);
            let equal = bench.row("equal", dtype, &[a, b]);
            let one = bench.scalar(Scalar::new(3.0), dtype);
            let chosen = bench.row("where", dtype, &[equal, one, sum]);
            bench.store(sum, true);
            bench.store(equal, true);
            bench.store(chosen, true);
            bench.check();
        }
    }
}

#[test]
fn every_cast_is_made_within_a_kernel() {
    for &from in DType::ALL {
        let mut bench = Bench::new(&[700], 1);
        let (_, a) = bench.whole(from, 4);
        for &to in DType::ALL {
            let cast = bench.cast(a, to);
            bench.store(cast, true);
        }
        bench.check();
    }
}

/// Views of one storage of 24 x 36 elements, all of shape (24, 36).
fn views(storage: cuprust_ir::StorageId, dtype: DType) -> Vec<View> {
    let whole = View::new(storage, dtype, Layout::contiguous(&[24, 36]));
    let view = |layout: Layout| View::new(storage, dtype, layout);
    let mut backward = whole.roll(1, 5);
    backward.circular[0].step = -1;
    vec![
        whole.clone(),
        whole.roll(0, 1),
        whole.roll(1, -1),
        whole.roll(0, -1).roll(1, 1),
        backward,
        view(Layout::contiguous(&[36, 24]).permute(&[1, 0])),
        view(whole.layout.slice(0, 23, -1, 24)),
        view(whole.layout.slice(1, 35, -1, 36)),
        view(Layout::contiguous(&[36]).broadcast(&[24, 36]).unwrap()),
        view(Layout::contiguous(&[24, 1]).broadcast(&[24, 36]).unwrap()),
        view(Layout::contiguous(&[1]).broadcast(&[24, 36]).unwrap()),
        view(Layout { offset: 7, ..Layout::contiguous(&[24, 18]) }.slice(1, 0, 1, 1).broadcast(&[24, 36]).unwrap()),
    ]
}

#[test]
fn every_pair_of_views_is_read_together() {
    for dtype in [DType::U8, DType::F16, DType::F32, DType::I64, DType::C128] {
        for i in 0..12 {
            for j in 0..12 {
                let mut bench = Bench::new(&[24, 36], 2);
                let storage = bench.numbers(dtype, 24 * 36, 5);
                let all = views(storage, dtype);
                let a = bench.read(all[i].clone());
                let b = bench.read(all[j].clone());
                let sum = bench.row("add", dtype, &[a, b]);
                bench.store(sum, true);
                bench.check();
            }
        }
    }
}

#[test]
fn results_go_to_any_layout() {
    for &dtype in DType::ALL {
        for layout in [
            Layout::contiguous(&[36, 24]).permute(&[1, 0]),
            Layout::contiguous(&[24, 36]).slice(1, 35, -1, 36),
            Layout::contiguous(&[24, 72]).slice(1, 1, 2, 36),
        ] {
            let mut bench = Bench::new(&[24, 36], 2);
            let (_, a) = bench.whole(dtype, 1);
            let out = bench.numbers(dtype, 24 * 72, 9);
            let sum = bench.row("add", dtype, &[a, a]);
            bench.write(View::new(out, dtype, layout), sum);
            bench.check();
        }
    }
}

#[test]
fn views_are_written_where_they_are_read() {
    for n in [5, 256, 257, 100_000] {
        let mut bench = Bench::new(&[n], 1);
        let (view, a) = bench.whole(F, 1);
        let (other, b) = bench.whole(F, 2);
        let sum = bench.row("add", F, &[a, b]);
        let product = bench.row("multiply", F, &[sum, b]);
        // Both are changed, and each needs what the other was before.
        bench.write(view, sum);
        bench.write(other, product);
        bench.store(sum, true);
        bench.check();
    }
}

#[test]
fn every_other_element_is_written_where_it_is_read() {
    let mut bench = Bench::new(&[300], 1);
    let storage = bench.numbers(DType::I32, 600, 3);
    let even = View::new(storage, DType::I32, Layout::contiguous(&[600]).slice(0, 0, 2, 300));
    let odd = View::new(storage, DType::I32, Layout::contiguous(&[600]).slice(0, 1, 2, 300));
    let (a, b) = (bench.read(even.clone()), bench.read(odd));
    let sum = bench.row("add", DType::I32, &[a, b]);
    bench.write(even, sum);
    bench.check();
}

#[test]
fn positions_and_scalars_alone_make_arrays() {
    let mut bench = Bench::new(&[30, 40], 2);
    let index = bench.position(Layout { offset: 5, ..Layout::contiguous(&[30, 40]) });
    let column = bench.position(Layout::contiguous(&[40]).broadcast(&[30, 40]).unwrap());
    let two = bench.scalar(Scalar::new(2i64), DType::I64);
    let four = bench.row("add", DType::I64, &[two, two]);
    let scaled = bench.row("multiply", DType::I64, &[index, four]);
    let sum = bench.row("add", DType::I64, &[scaled, column]);
    let float = bench.cast(sum, DType::F32);
    bench.store(float, true);
    bench.store(four, true);
    bench.check();
}

#[test]
fn both_outputs_of_a_row_come_from_one_run() {
    let mut bench = Bench::new(&[1000], 1);
    let (_, a) = bench.whole(DType::I32, 1);
    let three = bench.scalar(Scalar::new(3), DType::I32);
    let remainder = bench.output("divmod", DType::I32, &[a, three], 1);
    let quotient = bench.output("divmod", DType::I32, &[a, three], 0);
    bench.store(quotient, true);
    bench.store(remainder, true);
    bench.check();
    let mut bench = Bench::new(&[1000], 1);
    let (_, a) = bench.whole(DType::I32, 1);
    let remainder = bench.output("divmod", DType::I32, &[a, a], 1);
    bench.store(remainder, true);
    bench.check();
}

#[test]
fn a_generation_of_life_on_a_torus() {
    for n in [3, 10, 100] {
        let mut bench = Bench::new(&[n, n], 2);
        let dtype = DType::I64;
        let layout = Layout::contiguous(&[n, n]);
        let cells: Vec<i64> = (0..n * n).map(|i| (i * i / 3 + i / 7) % 2).collect();
        let storage = bench.storage(&cells);
        let grid = View::new(storage, dtype, layout);
        let own = bench.read(grid.clone());
        let mut sum = None;
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let read = bench.read(grid.roll(0, down).roll(1, right));
            sum = Some(sum.map_or(read, |sum| bench.row("add", dtype, &[sum, read])));
        }
        let two = bench.scalar(Scalar::new(2i64), dtype);
        let three = bench.scalar(Scalar::new(3i64), dtype);
        let is_two = bench.row("equal", dtype, &[sum.unwrap(), two]);
        let is_three = bench.row("equal", dtype, &[sum.unwrap(), three]);
        let alive = bench.cast(own, DType::Bool);
        let stays = bench.row("logical_and", DType::Bool, &[alive, is_two]);
        let next = bench.row("logical_or", DType::Bool, &[stays, is_three]);
        let next = bench.cast(next, dtype);
        bench.store(next, true);
        bench.check();
    }
}

#[test]
fn folds_over_any_axes_of_any_dtype() {
    // The shape, and how many of its axes stay.
    let shapes: &[(&[i64], usize)] = &[
        (&[1000], 0),
        (&[7, 300], 1),
        (&[300, 7], 1),
        (&[40, 3], 1),
        (&[3, 4, 5, 6], 2),
        (&[1, 9000], 1),
        (&[2, 5000], 1),
        (&[9000, 1], 1),
        (&[5, 1, 1], 1),
    ];
    for &dtype in DType::ALL {
        for &(shape, outer) in shapes {
            for transposed in [false, true] {
                let mut bench = Bench::new(shape, outer);
                let order: Vec<usize> =
                    if transposed { (0..shape.len()).rev().collect() } else { (0..shape.len()).collect() };
                let layout = Layout::ordered(shape, &order);
                let storage = bench.numbers(dtype, layout.size() as usize, 11);
                let a = bench.read(View::new(storage, dtype, layout));
                let mut names = vec!["argmax", "argmin", "maximum", "minimum"];
                // Half types are summed as float32 by what makes the kernels: here their sums would round.
                if !matches!(dtype, DType::F16 | DType::BF16) {
                    names.push("add");
                }
                if dtype.kind() == Kind::Bool {
                    names.extend(["logical_and", "logical_or"]);
                }
                for name in names {
                    let reduced = bench.reduce(name, a);
                    bench.store(reduced, false);
                }
                bench.check();
            }
        }
    }
}

#[test]
fn a_sweep_uses_what_the_sweep_before_found() {
    // The largest is found, the distances from it are summed, and each is compared with the sum.
    for (shape, outer) in
        [(&[5i64, 1000][..], 1), (&[1000, 5], 1), (&[300_000], 0), (&[2, 3, 200], 2), (&[3, 200_000], 1)]
    {
        for transposed in [false, true] {
            let mut bench = Bench::new(shape, outer);
            let order: Vec<usize> =
                if transposed { (0..shape.len()).rev().collect() } else { (0..shape.len()).collect() };
            let layout = Layout::ordered(shape, &order);
            let storage = bench.numbers(F, layout.size() as usize, 3);
            let a = bench.read(View::new(storage, F, layout));
            let largest = bench.reduce("maximum", a);
            let distance = bench.row("subtract", F, &[a, largest]);
            let sum = bench.reduce("add", distance);
            let two = bench.scalar(Scalar::new(2.0), F);
            let doubled = bench.row("multiply", F, &[sum, two]);
            let last = bench.row("subtract", F, &[distance, doubled]);
            bench.store(last, true);
            bench.store(doubled, false);
            bench.store(largest, true);
            bench.check();
        }
    }
}

#[test]
fn what_is_normalised_in_place_is_read_before_it_is_written() {
    for shape in [[4, 1000], [1000, 4], [1, 300_000]] {
        let mut bench = Bench::new(&shape, 1);
        let (view, a) = bench.whole(F, 3);
        let one = bench.scalar(Scalar::new(1.0), F);
        let more = bench.row("add", F, &[a, one]);
        let sum = bench.reduce("add", more);
        let last = bench.row("add", F, &[more, sum]);
        let largest = bench.reduce("maximum", last);
        bench.write(view, more);
        bench.store(last, true);
        bench.store(largest, false);
        bench.check();
    }
}

#[test]
fn outer_operands_are_read_once_and_written_after() {
    for shape in [[40, 1000], [1000, 40]] {
        let mut bench = Bench::new(&shape, 1);
        let (_, a) = bench.whole(F, 3);
        let storage = bench.numbers(F, shape[0] as usize, 8);
        let view = View::new(storage, F, Layout::contiguous(&[shape[0], 1]).broadcast(&shape).unwrap());
        let total = bench.read(view.clone());
        let sum = bench.reduce("add", a);
        let new = bench.row("add", F, &[total, sum]);
        let scaled = bench.row("multiply", F, &[a, total]);
        bench.write(view, new);
        bench.store(scaled, true);
        bench.check();
    }
}

#[test]
fn what_is_the_same_everywhere_is_reduced_too() {
    for shape in [[3, 1000], [1000, 3]] {
        let mut bench = Bench::new(&shape, 1);
        let one = bench.scalar(Scalar::new(1.0), F);
        let count = bench.reduce("add", one);
        let first = bench.reduce("argmax", one);
        bench.store(count, false);
        bench.store(first, false);
        bench.check();
    }
}

#[test]
fn nothing_is_reduced_to_the_identity() {
    for shape in [[4, 0], [0, 4], [0, 0]] {
        let mut bench = Bench::new(&shape, 1);
        let (_, a) = bench.whole(F, 1);
        let storage = bench.numbers(F, 4, 2);
        let along = View::new(storage, F, Layout::contiguous(&[shape[0], 1]).broadcast(&shape).unwrap());
        let along = bench.read(along);
        let sum = bench.reduce("add", a);
        let product = bench.reduce("multiply", a);
        let spread = bench.reduce("deviations", a);
        let both = bench.row("add", F, &[sum, along]);
        for node in [sum, product, spread, both] {
            bench.store(node, false);
        }
        bench.store(a, true);
        bench.check();
    }
    let mut bench = Bench::new(&[3, 0], 1);
    let (_, a) = bench.whole(F, 1);
    let largest = bench.reduce("maximum", a);
    bench.store(largest, false);
    let error = bench.try_run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Value);
    assert!(error.text().contains("maximum over no elements"), "{error}");
}

#[test]
fn the_first_nan_is_the_largest_and_the_smallest() {
    let (nan, zero) = (f64::NAN, 0.0);
    for values in [[1.0, nan, 3.0, nan], [zero, -zero, 0.0, -0.0], [-1.0, 5.0, 5.0, -1.0]] {
        for copies in [1, 300, 50_000] {
            let mut bench = Bench::new(&[1, 4 * copies as i64], 1);
            let all: Vec<f64> = values.iter().copied().cycle().take(4 * copies).collect();
            let storage = bench.storage(&all);
            let complex: Vec<c128> = all.iter().map(|&x| c128::new(1.0, x)).collect();
            let other = bench.storage(&complex);
            let layout = Layout::contiguous(&[1, 4 * copies as i64]);
            let a = bench.read(View::new(storage, F, layout.clone()));
            let c = bench.read(View::new(other, DType::C128, layout));
            let half = bench.cast(a, DType::F16);
            let brain = bench.cast(a, DType::BF16);
            for of in [a, c, half, brain] {
                for name in ["argmax", "argmin"] {
                    let index = bench.reduce(name, of);
                    bench.store(index, false);
                }
            }
            bench.check();
        }
    }
}

#[test]
fn deviations_are_those_of_the_definition() {
    for dtype in [DType::F32, DType::F64, DType::C64, DType::C128] {
        for (shape, outer) in [(&[6i64, 500][..], 1), (&[500, 6], 1), (&[1, 400_000], 1), (&[300_000, 2], 1)] {
            for offset in [0.0, 1e6] {
                let mut bench = Bench::new(shape, outer);
                let (_, a) = bench.whole(dtype, 7);
                let far = bench.scalar(Scalar::new(offset), dtype);
                let moved = bench.row("add", dtype, &[a, far]);
                let spread = bench.reduce("deviations", moved);
                let storage = bench.store(spread, false).0 as usize;
                let (got, expected) = (&bench.run()[storage], &bench.expected()[storage]);
                for (got, expected) in got.chunks(dtype.real().size()).zip(expected.chunks(dtype.real().size())) {
                    let number = |bytes| Scalar::from_bytes(dtype.real(), bytes).get::<f64>();
                    let (got, expected) = (number(got), number(expected));
                    let bound = if dtype.real() == DType::F32 { 2e-7 } else { 1e-9 };
                    assert!((got - expected).abs() <= bound * expected, "{dtype} {shape:?} {offset}: {got} {expected}");
                }
            }
        }
    }
}

#[test]
fn views_outside_their_memory_are_refused() {
    let mut bench = Bench::new(&[10], 1);
    let (_, a) = bench.whole(F, 1);
    bench.store(a, true);
    bench.storages[0].truncate(72);
    let error = bench.try_run().unwrap_err();
    assert!(error.text().contains("touches bytes 0 to 79 of s0, which has 72 bytes"), "{error}");
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let mut benches = Vec::new();
    for (shape, outer) in [(&[1i64, 3_000_000][..], 1), (&[2_000_000, 1], 1), (&[30, 50_000], 1), (&[50_000, 30], 1)] {
        for transposed in [false, true] {
            let mut bench = Bench::new(shape, outer);
            let order: Vec<usize> = if transposed { vec![1, 0] } else { vec![0, 1] };
            let layout = Layout::ordered(shape, &order);
            let values: Vec<f32> = (0..layout.size()).map(|i| ((i * 7919 % 10007) as f32).sqrt() - 30.0).collect();
            let storage = bench.storage(&values);
            let a = bench.read(View::new(storage, DType::F32, layout));
            let mut results = vec![];
            for name in ["add", "deviations", "argmax"] {
                let reduced = bench.reduce(name, a);
                results.push(bench.store(reduced, false));
            }
            let sum = bench.reduce("add", a);
            let far = bench.row("subtract", DType::F32, &[a, sum]);
            let next = bench.reduce("add", far);
            bench.store(next, false);
            bench.store(far, true);
            benches.push(bench);
        }
    }
    for bench in benches {
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| bench.run());
        for threads in [2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert!(pool.install(|| bench.run()) == alone, "{threads} threads, {:?}", bench.kernel.shape);
        }
    }
}

#[test]
fn sums_of_many_floats_are_nearly_exact() {
    // A naive sum in float32 is wrong in the third digit here.
    let n = 1 << 24;
    let values: Vec<f32> =
        (0..n).map(|i: u64| 0.1 + (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f32 * 1e-8).collect();
    let exact: f64 = values.iter().map(|&value| value as f64).sum();
    for (shape, outer) in [(&[1i64, n as i64][..], 1), (&[n as i64, 1], 1), (&[4, 1 << 22], 1), (&[1 << 22, 4], 1)] {
        let mut bench = Bench::new(shape, 1);
        let storage = bench.storage(&values);
        // The kept axis is the second: sums along the first, of elements that lie apart.
        let layout = Layout::contiguous(shape);
        let layout = if shape[0] > shape[1] { layout.permute(&[1, 0]) } else { layout };
        bench.kernel.shape = layout.shape.clone();
        let a = bench.read(View::new(storage, DType::F32, layout));
        let sum = bench.reduce("add", a);
        let storage = bench.store(sum, false).0 as usize;
        let _ = outer;
        let sums: Vec<f32> = elements(&bench.run()[storage]);
        let total: f64 = sums.iter().map(|&sum| sum as f64).sum();
        assert!((total - exact).abs() / exact < 2e-7, "{total} is not {exact}");
    }
}

#[test]
fn rows_are_kept_from_sweep_to_sweep() {
    // Three lengths: less than a block, several blocks, and too long to be kept.
    for length in [100, 3000, 50_000] {
        for in_place in [false, true] {
            let mut bench = Bench::new(&[5, length], 1);
            let (view, a) = bench.whole(F, 3);
            let largest = bench.reduce("maximum", a);
            let less = bench.row("subtract", F, &[a, largest]);
            let square = bench.row("multiply", F, &[less, less]);
            let sum = bench.reduce("add", square);
            let next = bench.row("add", F, &[square, sum]);
            let both = bench.row("multiply", F, &[next, less]);
            let index = bench.reduce("argmin", both);
            let column = bench.cast(index, F);
            let last = bench.row("subtract", F, &[both, column]);
            if in_place {
                bench.write(view, square);
            } else {
                bench.store(square, true);
            }
            bench.store(last, true);
            bench.store(sum, false);
            bench.check();
        }
    }
}

#[test]
fn tiny_operations_are_done_at_once() {
    let host = cuprust_host::Host::new();
    let find = |name| cuprust_ops::RowId::find(name).unwrap();
    for n in [0, 1, 255, 256, 257, 5000] {
        let a: Vec<i64> = (0..n).collect();
        let mut b: Vec<i64> = (0..n).map(|i| i * i).collect();
        let mut equal = vec![false; n as usize];
        let inputs = [a.as_ptr().cast::<u8>(), b.as_ptr().cast()];
        // SAFETY: the vectors have n elements of the dtypes of the rows' slots.
        unsafe {
            host.map_now(find("equal"), DType::I64, &inputs, &[equal.as_mut_ptr().cast()], n as usize).unwrap();
            // The result replaces the second operand.
            host.map_now(find("add"), DType::I64, &inputs, &[b.as_mut_ptr().cast()], n as usize).unwrap();
        }
        assert!((0..n).all(|i| b[i as usize] == i * i + i && equal[i as usize] == (i * i == i)));
        // SAFETY: nothing is run.
        let error = unsafe { host.map_now(find("add"), DType::I64, &inputs, &[], n as usize) }.unwrap_err();
        assert!(error.text().contains("2 inputs and 1 outputs"), "{error}");
    }
}
