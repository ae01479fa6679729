//! The routines, against their definitions computed one element at a time.

use crate::reference::{Bench, apply, elements, run_step};
use cuprust_ir::{Error, ErrorKind, Layout, Operand, ScalarId, Step, StorageId, View};
use cuprust_num::{DType, Element, Scalar, bf16, c128, f16, random};
use cuprust_ops::{Distribution, Routine, RowId};

/// Runs a routine on storages of bytes: the last one is the output.
fn run(
    routine: Routine,
    storages: &mut [Vec<u8>],
    output: View,
    inputs: Vec<Operand>,
    scalars: &[Scalar],
) -> Result<(), Error> {
    run_step(&Step::Routine { routine, outputs: vec![output], inputs, loads: vec![] }, storages, scalars)
}

fn numbers(dtype: DType, count: usize, seed: u64) -> Vec<u8> {
    let mut bench = Bench::new(&[], 0);
    bench.numbers(dtype, count, seed);
    bench.storages.remove(0)
}

fn element(bytes: &[u8], dtype: DType, position: i64) -> Scalar {
    Scalar::from_bytes(dtype, &bytes[position as usize * dtype.size()..])
}

#[test]
fn matrices_of_every_dtype_and_layout() {
    let (m, n, k) = (37, 45, 50);
    for &dtype in DType::ALL {
        for (flip_a, flip_b, flip_out) in
            [(false, false, false), (true, false, false), (false, true, true), (true, true, false)]
        {
            let layout = |rows: i64, columns: i64, flip: bool, batch: i64| {
                let order: &[usize] = if flip { &[0, 2, 1] } else { &[0, 1, 2] };
                let one = Layout::ordered(&[batch, rows, columns], order);
                one.broadcast(&[3, rows, columns]).unwrap()
            };
            let a = View::new(StorageId(0), dtype, layout(m, k, flip_a, 3));
            // One matrix for all three, and its columns in another order.
            let b = View::new(StorageId(1), dtype, layout(k, n, flip_b, 1)).roll(2, 7);
            let out = View::new(StorageId(2), dtype, layout(m, n, flip_out, 3));
            let mut storages = [
                numbers(dtype, (3 * m * k) as usize, 1),
                numbers(dtype, (k * n) as usize, 2),
                numbers(dtype, (3 * m * n) as usize, 3),
            ];
            run(Routine::MatMul, &mut storages, out.clone(), vec![Operand::View(a.clone()), Operand::View(b)], &[])
                .unwrap();
            let (strides, last) = (&a.layout.strides, layout(k, n, flip_b, 1).strides);
            for batch in 0..3 {
                for i in 0..m {
                    for j in 0..n {
                        // Small integers: every sum is exact in complex128, and in wrapping int64.
                        let (mut sum, mut any, mut whole) = (c128::ZERO, false, 0i64);
                        for d in 0..k {
                            let x = element(&storages[0], dtype, batch * strides[0] + i * strides[1] + d * strides[2]);
                            let y = element(&storages[1], dtype, d * last[1] + (j - 7).rem_euclid(n) * last[2]);
                            sum += x.get::<c128>() * y.get::<c128>();
                            any |= x.get::<bool>() && y.get::<bool>();
                            whole = whole.wrapping_add(x.get::<i64>().wrapping_mul(y.get::<i64>()));
                        }
                        let expected = match dtype {
                            DType::Bool => Scalar::new(any),
                            _ if dtype.is_integer() => Scalar::new(whole).cast(dtype),
                            _ => Scalar::new(sum).cast(dtype),
                        };
                        let position =
                            batch * out.layout.strides[0] + i * out.layout.strides[1] + j * out.layout.strides[2];
                        assert_eq!(element(&storages[2], dtype, position), expected, "{dtype} at {batch} {i} {j}");
                    }
                }
            }
        }
    }
}

/// The place of an element of a stack of matrices.
fn at(layout: &Layout, index: [i64; 3]) -> usize {
    layout.strides.iter().zip(index).map(|(stride, index)| stride * index).sum::<i64>() as usize
}

#[test]
fn stacks_of_small_matrices_are_summed_in_order_with_a_rounding_for_each_operation() {
    const STACK: i64 = 3;
    let fractions = |count: i64, seed: i64| -> Vec<f32> {
        (0..count).map(|at| ((at * 7919 + seed) % 211 - 105) as f32 / 7.0).collect()
    };
    let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_ne_bytes()).collect::<Vec<u8>>();
    for (m, n, k) in (1..=8).flat_map(|m| (1..=8).flat_map(move |n| (1..=8).map(move |k| (m, n, k)))) {
        // Rows, columns, and one matrix for the whole stack.
        for flip in 0..4 {
            let layout = |rows: i64, columns: i64, flipped: bool, stack: i64| {
                let order: &[usize] = if flipped { &[2, 0, 1] } else { &[0, 1, 2] };
                Layout::ordered(&[stack, rows, columns], order).broadcast(&[STACK, rows, columns]).unwrap()
            };
            let a = layout(m, k, flip & 1 != 0, if flip == 3 { 1 } else { STACK });
            let b = layout(k, n, flip & 2 != 0, if flip == 0 { 1 } else { STACK });
            let out = layout(m, n, flip == 2, STACK);
            let (x, y) = (fractions(STACK * m * k, 3), fractions(STACK * k * n, 8));
            let mut storages = [bytes(&x), bytes(&y), vec![0xff; (4 * STACK * m * n) as usize]];
            let view = |storage, layout: &Layout| View::new(StorageId(storage), DType::F32, layout.clone());
            let inputs = vec![Operand::View(view(0, &a)), Operand::View(view(1, &b))];
            run(Routine::MatMul, &mut storages, view(2, &out), inputs, &[]).unwrap();
            let found: Vec<f32> = elements(&storages[2]);
            for (entry, i, j) in (0..STACK).flat_map(|s| (0..m).flat_map(move |i| (0..n).map(move |j| (s, i, j)))) {
                let terms = (0..k).map(|d| x[at(&a, [entry, i, d])] * y[at(&b, [entry, d, j])]);
                let expected = terms.fold(0.0, |sum: f32, term| sum + term);
                let got = found[at(&out, [entry, i, j])];
                assert_eq!(got.to_bits(), expected.to_bits(), "{m} x {k} x {n}, layouts {flip}, {entry} {i} {j}");
            }
        }
    }
}

#[test]
fn products_with_long_sums_are_exact_where_the_sums_are_and_keep_what_is_not_finite_to_its_row() {
    const STACK: i64 = 2;
    let whole =
        |count: i64, seed: i64| -> Vec<f64> { (0..count).map(|at| ((at * 7919 + seed) % 23 - 11) as f64).collect() };
    for (m, n, k) in
        [(2, 2, 129), (3, 20, 1_000), (4, 4, 20_000), (6, 8, 300), (7, 9, 4_099), (13, 5, 513), (64, 16, 260)]
    {
        for flip in 0..8 {
            let layout = |rows: i64, columns: i64, flipped: bool| {
                Layout::ordered(&[STACK, rows, columns], if flipped { &[2, 0, 1] } else { &[0, 1, 2] })
            };
            let [a, b] = [layout(m, k, flip & 1 != 0), layout(k, n, flip & 2 != 0)];
            let out = layout(m, n, flip & 4 != 0);
            let (mut x, y) = (whole(STACK * m * k, 3), whole(STACK * k * n, 8));
            x[at(&a, [1, 1, k - 1])] = f64::INFINITY;
            for dtype in [DType::F32, DType::F64] {
                let bytes = |values: &[f64]| -> Vec<u8> {
                    let scalar = |&value: &f64| Scalar::new(value).cast(dtype).bytes()[..dtype.size()].to_vec();
                    values.iter().flat_map(scalar).collect()
                };
                let mut storages = [bytes(&x), bytes(&y), bytes(&vec![f64::NAN; (STACK * m * n) as usize])];
                let view = |storage, layout: &Layout| View::new(StorageId(storage), dtype, layout.clone());
                let inputs = vec![Operand::View(view(0, &a)), Operand::View(view(1, &b))];
                run(Routine::MatMul, &mut storages, view(2, &out), inputs, &[]).unwrap();
                for (entry, i, j) in (0..STACK).flat_map(|s| (0..m).flat_map(move |i| (0..n).map(move |j| (s, i, j)))) {
                    let terms = (0..k).map(|d| x[at(&a, [entry, i, d])] * y[at(&b, [entry, d, j])]);
                    let expected: f64 = terms.sum();
                    let found = element(&storages[2], dtype, at(&out, [entry, i, j]) as i64).get::<f64>();
                    let same = found == expected || found.is_nan() && expected.is_nan();
                    assert!(same, "{dtype} {m} x {k} x {n}, layouts {flip}, {entry} {i} {j}: {found}, not {expected}");
                }
            }
        }
    }
}

#[test]
fn a_matrix_times_itself_transposed_is_what_any_product_is() {
    // Wide enough for the symmetric half product on a few threads.
    let (n, k) = (530, 130);
    for dtype in [DType::F32, DType::F64, DType::C128] {
        let rows = Layout::contiguous(&[n, k]);
        let columns = Layout::contiguous(&[k, n]).permute(&[1, 0]);
        for (a, out) in [
            (rows.clone(), Layout::contiguous(&[n, n])),
            (columns, Layout::contiguous(&[n, n])),
            (rows.slice(0, n - 1, -1, n), Layout::contiguous(&[n, n]).permute(&[1, 0])),
        ] {
            let both = (numbers(dtype, (n * k) as usize, 4), (n * n) as usize);
            let product = |second: u32| {
                let mut storages = [both.0.clone(), both.0.clone(), numbers(dtype, both.1, 1)];
                let view = |storage, layout: &Layout| View::new(StorageId(storage), dtype, layout.clone());
                let inputs = vec![Operand::View(view(0, &a)), Operand::View(view(second, &a.permute(&[1, 0])))];
                run(Routine::MatMul, &mut storages, view(2, &out), inputs, &[]).unwrap();
                storages[2].clone()
            };
            assert!(product(0) == product(1), "{dtype} {a:?}");
        }
    }
}

#[test]
fn a_matrix_is_replaced_by_its_square_and_an_empty_sum_is_zero() {
    let view = View::new(StorageId(0), DType::F64, Layout::contiguous(&[40, 40]));
    let mut storages = [numbers(DType::F64, 1600, 5)];
    let before: Vec<f64> = elements(&storages[0]);
    let both = vec![Operand::View(view.clone()), Operand::View(view.clone())];
    run(Routine::MatMul, &mut storages, view, both, &[]).unwrap();
    let after: Vec<f64> = elements(&storages[0]);
    for (position, &got) in after.iter().enumerate() {
        let (i, j) = (position / 40, position % 40);
        assert_eq!(got, (0..40).map(|k| before[i * 40 + k] * before[k * 40 + j]).sum::<f64>());
    }
    for dtype in [DType::F64, DType::F16, DType::I32] {
        let mut storages = [vec![], vec![], numbers(dtype, 6, 1)];
        let view = |s, shape: &[i64]| View::new(StorageId(s), dtype, Layout::contiguous(shape));
        let inputs = vec![Operand::View(view(0, &[2, 0])), Operand::View(view(1, &[0, 3]))];
        run(Routine::MatMul, &mut storages, view(2, &[2, 3]), inputs, &[]).unwrap();
        assert!(storages[2].iter().all(|&byte| byte == 0), "{dtype}");
    }
}

fn draw<T: Element>(distribution: Distribution, count: i64, scalars: &[Scalar]) -> Vec<T> {
    let mut storages = [vec![0; count as usize * size_of::<T>()]];
    let inputs = (0..scalars.len() as u32).map(|id| Operand::Scalar(ScalarId(id))).collect();
    let view = View::new(StorageId(0), T::DTYPE, Layout::contiguous(&[count]));
    run(Routine::Random { distribution }, &mut storages, view, inputs, scalars).unwrap();
    elements(&storages[0])
}

#[test]
fn random_numbers_are_those_of_the_definition() {
    let (seed, first, count) = (0x0123_4567_89ab_cdef_u64, u64::MAX - 5, 40_001);
    let state = [Scalar::new(seed), Scalar::new(first)];
    let counter = |i: usize, per: usize| random::philox(seed, first.wrapping_add((i / per) as u64));
    for (i, got) in draw::<f32>(Distribution::Uniform, count, &state).into_iter().enumerate() {
        assert_eq!(got, random::uniform_f32(counter(i, 4)[i % 4]));
    }
    for (i, got) in draw::<f64>(Distribution::Uniform, count, &state).into_iter().enumerate() {
        assert_eq!(got, random::uniform_f64(counter(i, 2)[i % 2 * 2], counter(i, 2)[i % 2 * 2 + 1]));
    }
    for (i, got) in draw::<f16>(Distribution::Uniform, count, &state).into_iter().enumerate() {
        assert_eq!(got.to_f32(), random::uniform_f16(counter(i, 4)[i % 4]));
    }
    for (i, got) in draw::<bf16>(Distribution::Uniform, count, &state).into_iter().enumerate() {
        assert_eq!(got.to_f32(), random::uniform_bf16(counter(i, 4)[i % 4]));
    }
    for (i, got) in draw::<f32>(Distribution::Normal, count, &state).into_iter().enumerate() {
        let words = counter(i, 4);
        let (u, angle) = random::box_muller_f32(words[i % 4 / 2 * 2], words[i % 4 / 2 * 2 + 1]);
        let wave = if i % 2 == 0 { (angle as f64).cos() } else { (angle as f64).sin() };
        let expected = (-2.0 * (u as f64).ln()).sqrt() * wave;
        assert!((got as f64 - expected).abs() < 1e-6, "{got} {expected}");
    }
    for (i, got) in draw::<f64>(Distribution::Normal, count, &state).into_iter().enumerate() {
        let (u, angle) = random::box_muller_f64(counter(i, 2));
        let expected = (-2.0 * u.ln()).sqrt() * if i % 2 == 0 { angle.cos() } else { angle.sin() };
        assert!((got - expected).abs() < 1e-14, "{got} {expected}");
    }
    for (low, high) in [(-3i64, 11), (i64::MIN, i64::MAX), (5, 5)] {
        let bounds = [state[0], state[1], Scalar::new(low), Scalar::new(high)];
        for (i, got) in draw::<i64>(Distribution::Integers, count, &bounds).into_iter().enumerate() {
            let (a, b) = (counter(i, 2)[i % 2 * 2], counter(i, 2)[i % 2 * 2 + 1]);
            let (integer, again) = random::integer(a, b, low as u64, high.wrapping_sub(low) as u64);
            assert!(!again, "spans so small, or a power of two, draw no integer again");
            assert_eq!(got, integer as i64);
            assert!((low..=high).contains(&got));
        }
    }
    let bits = [state[0], state[1], Scalar::new(0i64), Scalar::new(1i64)];
    let heads = draw::<bool>(Distribution::Integers, 100_000, &bits).into_iter().filter(|&head| head).count();
    assert!((49_000..51_000).contains(&heads), "{heads}");
}

#[test]
fn random_numbers_have_their_moments_and_go_to_any_layout() {
    let state = [Scalar::new(7u64), Scalar::new(0u64)];
    let normal = draw::<f32>(Distribution::Normal, 1 << 20, &state);
    let mean = normal.iter().map(|&x| x as f64).sum::<f64>() / normal.len() as f64;
    let spread = normal.iter().map(|&x| (x as f64 - mean).powi(2)).sum::<f64>() / normal.len() as f64;
    assert!(mean.abs() < 0.005 && (spread - 1.0).abs() < 0.01, "{mean} {spread}");
    let straight = draw::<f32>(Distribution::Uniform, 6000, &state);
    let mut storages = [vec![0; 4 * 6000]];
    let view = View::new(StorageId(0), DType::F32, Layout::contiguous(&[60, 100]).permute(&[1, 0]));
    let inputs = vec![Operand::Scalar(ScalarId(0)), Operand::Scalar(ScalarId(1))];
    run(Routine::Random { distribution: Distribution::Uniform }, &mut storages, view, inputs, &state).unwrap();
    let transposed: Vec<f32> = elements(&storages[0]);
    for i in 0..6000 {
        assert_eq!(transposed[i % 60 * 100 + i / 60], straight[i]);
    }
}

#[test]
fn scans_are_folds_so_far() {
    for &dtype in DType::ALL {
        for name in ["add", "maximum", "multiply"] {
            for (shape, in_place) in [([3i64, 1700], false), ([1700, 3], true), ([1, 1], false)] {
                let row = RowId::find(name).unwrap();
                let input = View::new(StorageId(0), dtype, Layout::contiguous(&shape)).roll(1, 1);
                let output = View::new(StorageId(if in_place { 0 } else { 1 }), dtype, Layout::contiguous(&shape));
                let input = if in_place { output.clone() } else { input };
                let count = (shape[0] * shape[1]) as usize;
                let mut storages = [numbers(dtype, count, 4), numbers(dtype, count, 5)];
                let before = storages[0].clone();
                let shift = if in_place { 0 } else { 1 };
                run(Routine::Scan { row }, &mut storages, output, vec![Operand::View(input)], &[]).unwrap();
                for r in 0..shape[0] {
                    let mut running = None;
                    for c in 0..shape[1] {
                        let x = element(&before, dtype, r * shape[1] + (c - shift).rem_euclid(shape[1]));
                        let next = running.map_or(x, |held| apply(row, dtype, &[held, x], 0));
                        running = Some(next);
                        let got = element(&storages[if in_place { 0 } else { 1 }], dtype, r * shape[1] + c);
                        // Infinities meet zeros in products of floats: bits are compared, not numbers.
                        assert_eq!(got.bytes(), next.bytes(), "{name} {dtype} at {r} {c}");
                    }
                }
            }
        }
    }
}

#[test]
fn repeated_indices_count_each_time() {
    for &dtype in DType::ALL {
        let (add, count) = (RowId::find("add").unwrap(), 2000);
        let index: Vec<i64> = (0..count).map(|i| i * i % 17).collect();
        let mut bench = Bench::new(&[], 0);
        bench.storage(&index);
        let mut storages = [bench.storages.remove(0), numbers(dtype, count as usize, 3), numbers(dtype, 34, 1)];
        let before = storages[2].clone();
        let view = |s, d, layout| View::new(StorageId(s), d, layout);
        let output = view(2, dtype, Layout::contiguous(&[34]).slice(0, 0, 2, 17));
        let inputs = vec![
            Operand::View(view(0, DType::I64, Layout::contiguous(&[count]))),
            Operand::View(view(1, dtype, Layout::contiguous(&[count]))),
        ];
        run(Routine::At { row: add, ordered: true }, &mut storages, output.clone(), inputs.clone(), &[]).unwrap();
        for position in 0..34 {
            let mut held = element(&before, dtype, position);
            for (i, _) in index.iter().enumerate().filter(|&(_, &at)| 2 * at == position) {
                held = apply(add, dtype, &[held, element(&storages[1], dtype, i as i64)], 0);
            }
            assert_eq!(element(&storages[2], dtype, position), held, "{dtype} at {position}");
        }
        let short = View { layout: output.layout.slice(0, 0, 1, 16), ..output };
        let error = run(Routine::At { row: add, ordered: true }, &mut storages, short, inputs, &[]).unwrap_err();
        assert_eq!(
            (error.kind(), error.text()),
            (ErrorKind::Index, "at.add: index 16 is out of bounds for 16 elements")
        );
    }
}

#[test]
fn elements_are_gathered_along_an_axis() {
    // Runs along the index, runs along the array, and both; one long enough for several threads.
    for (shape, strides, positions, extent, step) in [
        (vec![300_000], vec![0], vec![1], 40, 1),
        (vec![20, 30], vec![0, 40], vec![1, 0], 40, 1),
        (vec![20, 30], vec![40, 0], vec![0, 1], 40, 1),
        (vec![30, 20], vec![0, 1], vec![1, 0], 40, 20),
        (vec![3, 5, 7], vec![280, 0, 1], vec![0, 1, 0], 40, 7),
        (vec![], vec![], vec![], 40, 1),
    ] {
        for &dtype in DType::ALL {
            let count: i64 = shape.iter().product();
            let index: Vec<i64> = (0..count.max(50)).map(|i| i * i % extent).collect();
            let mut bench = Bench::new(&[], 0);
            bench.storage(&index);
            let size = dtype.size();
            let mut storages = [bench.storages.remove(0), numbers(dtype, 1200, 3), vec![0; count as usize * size]];
            let layout = |extents: &[i64], steps: &[i64]| Layout {
                shape: cuprust_ir::Dims::new(extents),
                strides: cuprust_ir::Dims::new(steps),
                offset: 0,
            };
            let from = layout(&[&shape[..], &[extent]].concat(), &[&strides[..], &[step]].concat());
            let output = View::new(StorageId(2), dtype, Layout::contiguous(&shape));
            let inputs = vec![
                Operand::View(View::new(StorageId(1), dtype, from.clone())),
                Operand::View(View::new(StorageId(0), DType::I64, layout(&shape, &positions))),
            ];
            run(Routine::Gather { known: false }, &mut storages, output.clone(), inputs.clone(), &[]).unwrap();
            for position in 0..count {
                let (mut rest, mut at, mut named) = (position, 0, 0);
                for axis in (0..shape.len()).rev() {
                    let coordinate = rest % shape[axis];
                    rest /= shape[axis];
                    at += coordinate * strides[axis];
                    named += coordinate * positions[axis];
                }
                let expected = element(&storages[1], dtype, at + index[named as usize] * step);
                assert_eq!(element(&storages[2], dtype, position), expected, "{shape:?} {dtype} at {position}");
            }
            let mut short = inputs;
            if let Operand::View(view) = &mut short[0] {
                view.layout = view.layout.slice(shape.len(), 0, 1, 1);
            }
            let result = run(Routine::Gather { known: false }, &mut storages, output, short, &[]);
            assert_eq!(result.is_err(), count > 1, "{shape:?}");
            assert!(result.is_ok() || result.is_err_and(|error| error.kind() == ErrorKind::Index));
        }
    }
}

#[test]
fn products_do_not_depend_on_the_threads() {
    let values: Vec<f64> = (0..400 * 400).map(|i| (i as f64 * 0.37).sin()).collect();
    let product = || {
        let mut bench = Bench::new(&[], 0);
        bench.storage(&values);
        let mut storages = [bench.storages.remove(0), vec![0; 8 * 400 * 400]];
        let view = |s| View::new(StorageId(s), DType::F64, Layout::contiguous(&[400, 400]));
        let inputs = vec![Operand::View(view(0)), Operand::View(view(0))];
        run(Routine::MatMul, &mut storages, view(1), inputs, &[]).unwrap();
        storages
    };
    let on = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(product);
    let alone = on(1);
    assert!(on(2) == alone && on(5) == alone);
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let view = |shape: &[i64], dtype| Operand::View(View::new(StorageId(0), dtype, Layout::contiguous(shape)));
    let out = View::new(StorageId(0), DType::F64, Layout::contiguous(&[2, 2]));
    let refused = |inputs| run(Routine::MatMul, &mut [vec![0; 32]], out.clone(), inputs, &[]).unwrap_err();
    let error = refused(vec![view(&[2, 3], DType::F64), view(&[2, 2], DType::F64)]);
    assert!(error.text().starts_with("matmul: ") && error.text().contains("does not give"), "{error}");
    assert_eq!(refused(vec![view(&[2, 2], DType::F32), view(&[2, 2], DType::F64)]).kind(), ErrorKind::Type);
    refused(vec![view(&[2, 2], DType::F64)]);
}
