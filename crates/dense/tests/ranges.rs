//! Are factors right of matrices at the ends of a precision's range, and of those whose singular values lie far apart?

use cuprust_dense::{Operand, Team, run};
use cuprust_num::{Element, c64, c128};
use cuprust_ops::Routine;

fn operand<'a, T: Element>(shape: &'a [i64], elements: &mut [T]) -> Operand<'a> {
    Operand { dtype: T::DTYPE, shape, address: elements.as_mut_ptr().cast() }
}

/// The solution of a system of two equations.
fn solve<T: Element>(a: [T; 4], mut b: [T; 2]) -> [T; 2] {
    let (mut a, mut pivots, mut info) = (a, [0i64; 2], [0i64]);
    let in_place = a.as_mut_ptr();
    let matrix = Operand { dtype: T::DTYPE, shape: &[2, 2], address: in_place.cast() };
    let side = operand(&[1, 2], &mut b);
    let pivots = operand(&[2], &mut pivots);
    let solve = Routine::LuSolve { transposed: false, conjugated: false };
    // SAFETY: the arrays have as many elements; the first input and output of both routines are one.
    unsafe {
        run(Routine::Lu, &[matrix], &[matrix, pivots, operand(&[], &mut info)], &Team::alone()).unwrap();
        run(solve, &[side, matrix, pivots], &[side], &Team::alone()).unwrap();
    }
    b
}

#[test]
fn complex_systems_of_any_size_are_solved_to_the_same_bits() {
    let elements = [(3.0, 1.0), (1.0, -2.0), (-1.0, 2.0), (2.0, 5.0)];
    let wide = |scale: f64| elements.map(|(re, im)| c128::new(re * scale, im * scale));
    let side = |scale: f64| [c128::new(scale, 0.0), c128::new(2.0 * scale, -scale)];
    let expected = solve(wide(1.0), side(1.0));
    for exponent in [-1070, -1040, -1000, -600, -520, 500, 600, 1020] {
        // A subnormal power of two is no power of the normal one.
        let scale = 2.0f64.powi(exponent / 2) * 2.0f64.powi(exponent - exponent / 2);
        let close = if exponent < -1000 { 1e-3f64.max(2.0f64.powi(-1060 - exponent)) } else { 0.0 };
        for (found, right) in solve(wide(scale), side(scale)).into_iter().zip(expected) {
            assert!((found - right).norm() <= close, "2^{exponent}: {found} for {right}");
        }
    }
    let narrow = |scale: f32| elements.map(|(re, im)| c64::new(re as f32 * scale, im as f32 * scale));
    let side = |scale: f32| [c64::new(scale, 0.0), c64::new(2.0 * scale, -scale)];
    let expected = solve(narrow(1.0), side(1.0));
    for exponent in [-120, -70, 60, 100, 124] {
        let scale = 2.0f32.powi(exponent);
        assert_eq!(solve(narrow(scale), side(scale)), expected, "2^{exponent}");
    }
}

/// The singular values of a matrix of `n` columns, each of `m` elements, and what is left of it.
fn svd(a: &[f64], m: usize, n: usize) -> (Vec<f64>, f64) {
    let (rows, columns) = (m as i64, n as i64);
    let (mut values, mut u, mut v, mut info) = (vec![0.0; n], vec![0.0; m * n], vec![0.0; n * n], [0i64]);
    let mut given = a.to_vec();
    let (shape, line, square) = ([columns, rows], [columns], [columns, columns]);
    let outputs =
        [operand(&line, &mut values), operand(&shape, &mut u), operand(&square, &mut v), operand(&[], &mut info)];
    // SAFETY: the vectors have as many elements, apart.
    unsafe {
        run(Routine::Svd { vectors: true }, &[operand(&shape, &mut given)], &outputs, &Team::alone()).unwrap();
    }
    assert_eq!(info, [0]);
    let mut left = 0.0f64;
    for column in 0..n {
        for row in 0..m {
            // The right vectors are rows, and matrices lie column by column.
            let product: f64 = (0..n).map(|k| u[k * m + row] * values[k] * v[column * n + k]).sum();
            left = left.max((product - a[column * m + row]).abs());
        }
    }
    (values, left)
}

#[test]
fn singular_values_of_low_rank_are_in_order_and_right() {
    let number = |at: usize| ((at * 2_654_435_761) % 1_000_003) as f64 / 1_000_003.0 - 0.5;
    for (m, n) in [(32, 32), (33, 33), (40, 40), (64, 64), (70, 65), (150, 66), (129, 129)] {
        for rank in [0, 1, 2, n / 2 - 1, n / 2, n / 2 + 1, n - 1, n] {
            let a: Vec<f64> = (0..m * n)
                .map(|at| (0..rank).map(|k| number(3 + k * m + at % m) * number(77_777 + k * n + at / m)).sum())
                .collect();
            let (values, left) = svd(&a, m, n);
            assert!(
                values.windows(2).all(|pair| pair[0] >= pair[1]) && values[n - 1] >= 0.0,
                "{m} x {n} of rank {rank}"
            );
            let near = 1e-14 * n as f64 * values[0].max(1e-300);
            assert!(left <= near, "{m} x {n} of rank {rank}: {left}");
            assert!(values[rank..].iter().all(|&value| value <= near), "{m} x {n} of rank {rank}");
        }
    }
}

#[test]
fn singular_values_of_bidiagonal_matrices_are_those_that_squares_sum_to() {
    // Graded ones of both directions, equal ones, and those that a small element beside the diagonal almost divides.
    let (n, beside) = (80, [0.0, 1e-16, 1e-9, 1.0]);
    for (kind, beside) in (0..5).flat_map(|kind| beside.map(|beside| (kind, beside))) {
        let mut a = vec![0.0; n * n];
        for index in 0..n {
            let at = index as f64 / n as f64;
            a[index * n + index] = match kind {
                0 => 10.0f64.powf(-18.0 * at),
                1 => 10.0f64.powf(-18.0 * (1.0 - at)),
                2 => 1.0,
                3 => f64::from(u8::from(index % 2 == 0)),
                _ => 10.0f64.powf(-14.0 * f64::from(u8::from(index > n / 2))),
            };
            if index > 0 {
                a[index * n + index - 1] = beside * a[(index - 1) * n + index - 1];
            }
        }
        let (values, left) = svd(&a, n, n);
        let squares = |values: &[f64]| values.iter().map(|x| x * x).sum::<f64>();
        assert!(
            left <= 1e-13 && (squares(&values) - squares(&a)).abs() <= 1e-13 * squares(&a),
            "{kind}, {beside}: {left}"
        );
    }
}
