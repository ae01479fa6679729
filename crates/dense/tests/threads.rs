//! Are products and factors right, and the same whatever the number of threads?
//!
//! The tests are outside of their crate: inside, every factorisation would be compiled a second time for them.

use cuprust_dense::{Operand, Strided, Team, multiply, run};
use cuprust_num::{DType, c64, c128};
use cuprust_ops::Routine;

/// Calls with every number, on three threads.
fn shared(count: usize, each: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        (0..3).for_each(|first| drop(scope.spawn(move || (first..count).step_by(3).for_each(each))));
    });
}

fn numbers(count: usize, from: usize) -> impl Iterator<Item = f64> {
    (from..from + count).map(|at| ((at * 2_654_435_761) % 1_000_003) as f64 / 1_000_003.0 - 0.5)
}

/// Multiplies matrices of a type, each by rows or by columns, and compares elements with sums in double precision.
fn check<T: Copy + PartialEq + Send + Sync + 'static>(
    of: impl Fn(f64) -> T,
    product: impl Fn(T, T) -> c128,
    one: T,
    near: f64,
) {
    let shapes =
        [(1, 1, 1), (3, 2000, 900), (2000, 3, 900), (129, 70, 333), (500, 300, 700), (64, 65, 1100), (5, 7, 0)];
    for (m, n, k) in shapes {
        for (number, kept) in [(0, false), (3, true), (5, false), (6, true)] {
            let strided = |start: &[T], bit: usize, rows: usize, columns: usize| {
                let (row, column) = if number >> bit & 1 == 0 { (columns, 1) } else { (1, rows) };
                let (row, column) = (row as isize, column as isize);
                Strided { start: start.as_ptr().cast_mut(), row, column, conjugate: false }
            };
            let a: Vec<T> = numbers(m * k, 0).map(&of).collect();
            let b: Vec<T> = numbers(k * n, 77).map(&of).collect();
            let start: Vec<T> = numbers(m * n, 5).map(&of).collect();
            let (x, y) = (strided(&a, 0, m, k), strided(&b, 1, k, n));
            let made = |team: &Team| {
                let mut out = start.clone();
                let to = Strided { start: out.as_mut_ptr(), ..strided(&start, 2, m, n) };
                // SAFETY: the vectors hold the elements of these extents.
                unsafe { multiply(to, (kept.then_some(one), one), x, y, (m, n, k), team) };
                out
            };
            let out = made(&Team::alone());
            assert!(out == made(&Team { count: 3, share: &shared, pooled: true }), "{m} x {n} x {k}");
            let to = strided(&start, 2, m, n);
            let at = |of: Strided<T>, row: usize, column: usize| {
                (row as isize * of.row + column as isize * of.column) as usize
            };
            for (i, j) in [(0, 0), (m - 1, n - 1), (m / 2, n / 3)] {
                let sum: c128 = (0..k).map(|l| product(a[at(x, i, l)], b[at(y, l, j)])).sum();
                let before = if kept { product(start[at(to, i, j)], one) } else { c128::ZERO };
                let found = product(out[at(to, i, j)], one);
                let error = (found - before - sum).norm();
                assert!(error < near * (k + 1) as f64, "{m} x {n} x {k}: {found} for {sum}");
            }
        }
    }
}

#[test]
fn products_are_near_exact_sums() {
    check(|x| x as f32, |a, b| c128::from(a as f64 * b as f64), 1.0, 1e-6);
    check(|x| x, |a, b| c128::from(a * b), 1.0, 1e-14);
    check(|x| c64::new(x as f32, 0.0), |a, b| c128::from((a.re * b.re) as f64), c64::ONE, 1e-6);
    check(|x| c128::new(x, 0.0), |a, b| a * b, c128::ONE, 1e-14);
}

#[test]
fn conjugates_are_multiplied() {
    let (m, n, k) = (100, 90, 80);
    let a: Vec<c128> = numbers(m * k, 0).zip(numbers(m * k, 9)).map(|(re, im)| c128::new(re, im)).collect();
    let b: Vec<c128> = numbers(k * n, 1).zip(numbers(k * n, 7)).map(|(re, im)| c128::new(re, im)).collect();
    let by_rows = |of: &[c128], columns: usize, conjugate: bool| Strided {
        start: of.as_ptr().cast_mut(),
        row: columns as isize,
        column: 1,
        conjugate,
    };
    for (turn_a, turn_b) in [(false, true), (true, false), (true, true)] {
        let mut out = vec![c128::ONE; m * n];
        let to = Strided { start: out.as_mut_ptr(), row: n as isize, column: 1, conjugate: false };
        let (x, y) = (by_rows(&a, k, turn_a), by_rows(&b, n, turn_b));
        // SAFETY: the vectors hold the elements of these extents.
        unsafe { multiply(to, (Some(c128::ONE), -c128::ONE), x, y, (m, n, k), &Team::alone()) };
        let conjugated = |value: c128, turn: bool| if turn { value.conj() } else { value };
        for (i, j) in [(0, 0), (99, 89), (13, 57)] {
            let sum: c128 = (0..k).map(|l| conjugated(a[i * k + l], turn_a) * conjugated(b[l * n + j], turn_b)).sum();
            assert!((out[i * n + j] - (c128::ONE - sum)).norm() < 1e-12, "{turn_a} {turn_b}");
        }
    }
}

/// The bytes of a routine's results.
fn results(routine: Routine, inputs: &[(&[i64], &[f64])], outputs: &[(&[i64], DType)], team: &Team) -> Vec<Vec<u64>> {
    let mut buffers: Vec<Vec<u64>> = outputs
        .iter()
        .map(|(shape, dtype)| vec![0; shape.iter().product::<i64>() as usize * dtype.size() / 8])
        .collect();
    let address = |elements: &[f64]| elements.as_ptr().cast_mut().cast();
    let inputs: Vec<Operand> = inputs
        .iter()
        .map(|(shape, elements)| Operand { dtype: DType::F64, shape, address: address(elements) })
        .collect();
    let outputs: Vec<Operand> = outputs
        .iter()
        .zip(&mut buffers)
        .map(|(&(shape, dtype), buffers)| Operand { dtype, shape, address: buffers.as_mut_ptr().cast() })
        .collect();
    // SAFETY: the vectors hold as many elements, apart.
    unsafe { run(routine, &inputs, &outputs, team) }.unwrap();
    buffers
}

#[test]
fn factors_do_not_depend_on_threads() {
    let n = 300;
    let (square, line): ([i64; 2], [i64; 1]) = ([n, n], [n]);
    let a: Vec<f64> = numbers((n * n) as usize, 3).collect();
    let mut positive = vec![0.0; a.len()];
    let of = |start: *const f64, row: i64, column: i64| Strided {
        start: start.cast_mut(),
        row: row as isize,
        column: column as isize,
        conjugate: false,
    };
    let size = n as usize;
    let (x, y) = (of(a.as_ptr(), n, 1), of(a.as_ptr(), 1, n));
    // SAFETY: the vectors hold the elements of these extents.
    unsafe { multiply(of(positive.as_mut_ptr(), n, 1), (None, 1.0), x, y, (size, size, size), &Team::alone()) };
    (0..size).for_each(|index| positive[index * (size + 1)] += 1.0);
    let (f64s, counts) = (DType::F64, DType::I64);
    let cases = [
        (Routine::Lu, vec![(&square[..], &a[..])], vec![(&square[..], f64s), (&line[..], counts), (&[][..], counts)]),
        (Routine::Cholesky, vec![(&square[..], &positive[..])], vec![(&square[..], f64s), (&[][..], counts)]),
        (Routine::Qr, vec![(&square[..], &a[..])], vec![(&square[..], f64s), (&line[..], f64s)]),
        (
            Routine::TriangularSolve { lower: true, unit: false, transposed: false, conjugated: false },
            vec![(&square[..], &a[..]), (&square[..], &positive[..])],
            vec![(&square[..], f64s)],
        ),
    ];
    for (routine, inputs, outputs) in &cases {
        let (routine, inputs, outputs) = (*routine, &inputs[..], &outputs[..]);
        let alone = results(routine, inputs, outputs, &Team::alone());
        assert!(
            alone == results(routine, inputs, outputs, &Team { count: 3, share: &shared, pooled: true }),
            "{routine}"
        );
    }
}

#[test]
fn parts_of_a_pool_do_not_depend_on_its_threads() {
    // Large enough for faer to share the reduction to a band, whose sums its parts make.
    let n = 520;
    let (square, line): ([i64; 2], [i64; 1]) = ([n, n], [n]);
    let a: Vec<f64> = numbers((n * n) as usize, 3).collect();
    let (f64s, counts) = (DType::F64, DType::I64);
    let small: [i64; 2] = [210, 210];
    let cases = [
        (
            Routine::Svd { vectors: true },
            &square[..],
            vec![(&line[..], f64s), (&square, f64s), (&square, f64s), (&[], counts)],
        ),
        (Routine::Svd { vectors: false }, &square[..], vec![(&line[..], f64s), (&[], counts)]),
        (
            Routine::Eigh { vectors: true, lower: true },
            &square[..],
            vec![(&line[..], f64s), (&square, f64s), (&[], counts)],
        ),
        (Routine::Eig { vectors: true }, &small[..], vec![(&[210][..], DType::C128), (&small, f64s), (&[], counts)]),
        (Routine::Schur, &small[..], vec![(&small[..], f64s), (&small, f64s), (&[], counts)]),
        (Routine::Hessenberg, &square[..], vec![(&square[..], f64s), (&square, f64s)]),
    ];
    for (routine, shape, outputs) in &cases {
        let made = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let team = Team { count: threads, share: &shared, pooled: true };
                let of = &a[..shape.iter().product::<i64>() as usize];
                results(*routine, &[(shape, of)], outputs, &team)
            })
        };
        let alone = made(1);
        assert!([2, 3, 7].into_iter().all(|threads| alone == made(threads)), "{routine}");
    }
}
