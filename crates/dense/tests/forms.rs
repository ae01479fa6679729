//! Are eigenvectors, Schur forms, functions of triangular matrices and solutions of Sylvester's equation right to
//! rounding?

use cuprust_dense::{Operand, Team, run};
use cuprust_num::{DType, c128};
use cuprust_ops::{MatrixFunction, Routine};

/// A matrix column by column.
type Columns = Vec<c128>;

/// Numbers that look random, between -1 and 1.
fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// The matrices that the forms are tried with: random ones, and those with few, repeated or no different eigenvalues.
fn matrices(n: usize, real: bool) -> Vec<(&'static str, Columns)> {
    let mut next = numbers(n as u64 + 1);
    let mut random = || c128::new(next(), if real { 0.0 } else { next() });
    let mut made: Vec<(&'static str, Columns)> = Vec::new();
    let mut from = |name, element: &mut dyn FnMut(usize, usize) -> c128| {
        made.push((name, (0..n * n).map(|index| element(index % n, index / n)).collect()));
    };
    let number = |x: f64| c128::new(x, 0.0);
    from("random", &mut |_, _| random());
    from("zero", &mut |_, _| number(0.0));
    from("one", &mut |i, j| number(f64::from(u8::from(i == j))));
    from("cycle", &mut |i, j| number(f64::from(u8::from(i == (j + 1) % n))));
    from("jordan", &mut |i, j| number(if i == j { 2.0 } else { f64::from(u8::from(i + 1 == j)) }));
    from("nilpotent", &mut |i, j| number(f64::from(u8::from(i == j + 1))));
    from("lower", &mut |i, j| number(if i >= j { (1 + i + 2 * j) as f64 } else { 0.0 }));
    from("equal", &mut |_, _| number(1.0));
    from("graded", &mut |i, j| random() * 10f64.powi(-((i + j) as i32)));
    from("rotation", &mut |i, j| number(if i / 2 == j / 2 && i != j { if i > j { -1.0 } else { 1.0 } } else { 0.0 }));
    from("companion", &mut |i, j| number(if i == 0 { -1.0 } else { f64::from(u8::from(i == j + 1)) }));
    from("large", &mut |_, _| random() * 1e300);
    from("small", &mut |_, _| random() * 1e-300);
    made
}

fn product(a: &[c128], b: &[c128], n: usize) -> Columns {
    (0..n * n).map(|index| (0..n).map(|k| a[k * n + index % n] * b[index / n * n + k]).sum()).collect()
}

fn adjoint(a: &[c128], n: usize) -> Columns {
    (0..n * n).map(|index| a[index % n * n + index / n].conj()).collect()
}

fn largest(a: &[c128]) -> f64 {
    a.iter().map(|x| x.norm()).fold(0.0, |most, x| if x <= most { most } else { x })
}

fn difference(a: &[c128], b: &[c128]) -> f64 {
    let parts: Columns = a.iter().zip(b).map(|(x, y)| x - y).collect();
    largest(&parts)
}

fn one(n: usize) -> Columns {
    (0..n * n).map(|index| c128::new(f64::from(u8::from(index % n == index / n)), 0.0)).collect()
}

/// Runs a routine on one matrix of each operand, of which these are the shapes; all are of float64 or complex128,
/// eigenvalues of complex128, and the last may be a count.
fn ran(
    routine: Routine,
    real: bool,
    inputs: &[(&[i64], &[c128])],
    shapes: &[&[i64]],
    info: bool,
) -> (Vec<Columns>, i64) {
    let is_real = |index: usize| real && !(index == 0 && matches!(routine, Routine::Eig { .. }));
    let chosen = routine == Routine::SchurOrder;
    let packed: Vec<Vec<f64>> = inputs
        .iter()
        .enumerate()
        .map(|(index, (_, values))| match (chosen && index == 2, real) {
            (true, _) => values.iter().map(|x| f64::from_bits(x.re as u64)).collect(),
            (false, true) => values.iter().map(|x| x.re).collect(),
            (false, false) => values.iter().flat_map(|x| [x.re, x.im]).collect(),
        })
        .collect();
    let buffers = |(index, shape): (usize, &&[i64])| {
        vec![0.0; shape.iter().product::<i64>() as usize * if is_real(index) { 1 } else { 2 }]
    };
    let mut made: Vec<Vec<f64>> = shapes.iter().enumerate().map(buffers).collect();
    let mut count = 0i64;
    let dtype = |real| if real { DType::F64 } else { DType::C128 };
    let taken: Vec<Operand> = inputs
        .iter()
        .zip(&packed)
        .enumerate()
        .map(|(index, ((shape, _), values))| Operand {
            dtype: if chosen && index == 2 { DType::I64 } else { dtype(real) },
            shape,
            address: values.as_ptr().cast_mut().cast(),
        })
        .collect();
    let mut given: Vec<Operand> = made
        .iter_mut()
        .zip(shapes)
        .enumerate()
        .map(|(index, (values, shape))| Operand {
            dtype: dtype(is_real(index)),
            shape,
            address: values.as_mut_ptr().cast(),
        })
        .collect();
    if info {
        given.push(Operand { dtype: DType::I64, shape: &[], address: (&raw mut count).cast() });
    }
    // SAFETY: the operands have memory for as many elements as their shapes say, apart from each other.
    unsafe { run(routine, &taken, &given, &Team::alone()) }.unwrap();
    let unpacked = made.iter().enumerate().map(|(index, values)| {
        if is_real(index) {
            values.iter().map(|&x| c128::new(x, 0.0)).collect()
        } else {
            values.chunks(2).map(|x| c128::new(x[0], x[1])).collect()
        }
    });
    (unpacked.collect(), count)
}

/// Whether `z` is unitary and `z t z*` is `a`, to this many times the precision.
#[track_caller]
fn check_form(name: &str, a: &[c128], t: &[c128], z: &[c128], n: usize) {
    let bound = 40.0 * (n as f64 + 1.0) * f64::EPSILON;
    let unitary = difference(&product(&adjoint(z, n), z, n), &one(n));
    assert!(unitary <= bound, "{name} {n}: the basis is unitary to {unitary}");
    let residual = difference(&product(&product(z, t, n), &adjoint(z, n), n), a);
    assert!(residual <= bound * largest(a), "{name} {n}: the residual is {residual} of {}", largest(a));
}

/// Whether a form is triangular but for standard blocks of two rows.
#[track_caller]
fn check_blocks(name: &str, t: &[c128], n: usize, real: bool) {
    let at = |i: usize, j: usize| t[j * n + i];
    for j in 0..n {
        for i in j + 1..n {
            assert!(at(i, j) == c128::ZERO || real && i == j + 1, "{name} {n}: {i} {j} holds {}", at(i, j));
        }
        if real && j + 1 < n && at(j + 1, j) != c128::ZERO {
            assert_eq!(at(j, j), at(j + 1, j + 1), "{name} {n}: the diagonal at {j}");
            assert!(at(j, j + 1).re.signum() != at(j + 1, j).re.signum(), "{name} {n}: the block at {j}");
            assert!(j + 2 >= n || at(j + 2, j + 1) == c128::ZERO, "{name} {n}: two blocks meet at {j}");
        }
    }
}

#[test]
fn schur_forms() {
    for n in [1, 2, 3, 4, 5, 8, 17, 40, 90] {
        let shape: &[i64] = &[n as i64, n as i64];
        for real in [true, false] {
            for (name, a) in matrices(n, real) {
                let (form, _) = ran(Routine::Hessenberg, real, &[(shape, &a)], &[shape, shape], false);
                check_form(name, &a, &form[0], &form[1], n);
                let below = (0..n * n).filter(|index| index % n > index / n + 1);
                assert!(below.clone().all(|index| form[0][index] == c128::ZERO), "{name} {n}");
                let (form, info) = ran(Routine::Schur, real, &[(shape, &a)], &[shape, shape], true);
                assert_eq!(info, 0, "{name} {n}");
                check_form(name, &a, &form[0], &form[1], n);
                check_blocks(name, &form[0], n, real);
                if real {
                    let inputs = [(shape, &form[0][..]), (shape, &form[1][..])];
                    let (split, _) = ran(Routine::SchurSplit, false, &inputs, &[shape, shape], false);
                    check_form(name, &a, &split[0], &split[1], n);
                    check_blocks(name, &split[0], n, false);
                }
            }
        }
    }
}

/// Whether the columns are eigenvectors of length one. Those of a real matrix are packed: after the real parts of one
/// of two conjugates its imaginary parts stand.
#[track_caller]
fn check_eigenvectors(name: &str, a: &[c128], values: &[c128], packed: &[c128], n: usize, real: bool) {
    let (columns, mut vectors): (Vec<&[c128]>, Columns) = (packed.chunks(n).collect(), Vec::new());
    while vectors.len() < n * n {
        let index = vectors.len() / n;
        if real && values[index].im != 0.0 {
            assert_eq!(values[index + 1], values[index].conj(), "{name} {n}: conjugates stand together");
            let parts = || columns[index].iter().zip(columns[index + 1]);
            vectors.extend(parts().map(|(x, y)| c128::new(x.re, y.re)));
            vectors.extend(parts().map(|(x, y)| c128::new(x.re, -y.re)));
        } else {
            vectors.extend(columns[index]);
        }
    }
    let image = product(a, &vectors, n);
    let bound = 40.0 * (n as f64 + 1.0) * f64::EPSILON * largest(a);
    for index in 0..n {
        let (vector, image) = (&vectors[index * n..][..n], &image[index * n..][..n]);
        let length = vector.iter().map(|x| x.norm()).fold(0.0, f64::hypot);
        assert!((length - 1.0).abs() <= 1e-13 * n as f64, "{name} {n}: vector {index} has the length {length}");
        let scaled: Columns = vector.iter().map(|x| *x * values[index]).collect();
        let residual = difference(image, &scaled);
        assert!(
            residual <= bound,
            "{name} {n}: the residual of vector {index} is {residual}, and {bound} is the bound"
        );
    }
}

#[test]
fn eigenvectors() {
    // From 200 rows on faer is asked first.
    for n in [1, 2, 3, 4, 5, 8, 17, 40, 90, 207] {
        let shape: &[i64] = &[n as i64, n as i64];
        for real in [true, false] {
            for (name, a) in matrices(n, real) {
                if n > 90 && !["random", "jordan", "cycle"].contains(&name) {
                    continue;
                }
                let shapes: [&[i64]; 2] = [&shape[..1], shape];
                let (found, info) = ran(Routine::Eig { vectors: true }, real, &[(shape, &a)], &shapes, true);
                assert_eq!(info, 0, "{name} {n}");
                check_eigenvectors(name, &a, &found[0], &found[1], n, real);
            }
        }
    }
}

#[test]
fn orders_of_eigenvalues() {
    for n in [1, 2, 3, 5, 8, 17, 40] {
        let shape: &[i64] = &[n as i64, n as i64];
        for real in [true, false] {
            for (name, a) in
                matrices(n, real).into_iter().filter(|(name, _)| ["random", "graded", "lower", "cycle"].contains(name))
            {
                let (form, _) = ran(Routine::Schur, real, &[(shape, &a)], &[shape, shape], true);
                let at = |t: &Columns, i: usize, j: usize| t[j * n + i];
                let middle: f64 = (0..n).map(|index| at(&form[0], index, index).re).sum::<f64>() / n as f64;
                let chosen: Columns = (0..n)
                    .map(|index| c128::new(f64::from(u8::from(at(&form[0], index, index).re > middle)), 0.0))
                    .collect();
                let inputs = [(shape, &form[0][..]), (shape, &form[1][..]), (&shape[..1], &chosen[..])];
                let (ordered, info) = ran(Routine::SchurOrder, real, &inputs, &[shape, shape], true);
                assert_eq!(info, 0, "{name} {n}");
                check_form(name, &a, &ordered[0], &ordered[1], n);
                check_blocks(name, &ordered[0], n, real);
                let count = chosen.iter().filter(|chosen| chosen.re != 0.0).count();
                let slack = 1e-9 * largest(&a);
                for index in 0..n {
                    let value = at(&ordered[0], index, index).re;
                    let right = if index < count { value > middle - slack } else { value <= middle + slack };
                    assert!(right, "{name} {n}: {value} stands at {index} of {count}, and the middle is {middle}");
                }
            }
        }
    }
}

/// A triangular matrix whose eigenvalues lie to the right of the imaginary axis, of which two are equal.
fn triangle(n: usize) -> Columns {
    let mut next = numbers(7 + n as u64);
    (0..n * n)
        .map(|index| {
            let (i, j) = (index % n, index / n);
            let (x, y) = (next(), next());
            match i.cmp(&j) {
                std::cmp::Ordering::Less => c128::new(x, y),
                std::cmp::Ordering::Equal => c128::new(1.5 + if j == 2 { 0.25 } else { x.abs() }, 0.5 * y),
                std::cmp::Ordering::Greater => c128::ZERO,
            }
        })
        .collect()
}

#[test]
fn functions_of_triangles() {
    for n in [1, 2, 3, 8, 20] {
        let shape: &[i64] = &[n as i64, n as i64];
        let t = triangle(n);
        let of = |function, t: &[c128]| {
            let (made, info) = ran(Routine::TriangularFunction { function }, false, &[(shape, t)], &[shape], true);
            assert_eq!(info, 0);
            made.into_iter().next().unwrap()
        };
        let root = of(MatrixFunction::Root, &t);
        let bound = 100.0 * n as f64 * f64::EPSILON * largest(&root).powi(2).max(1.0);
        assert!(difference(&product(&root, &root, n), &t) <= bound);
        // The exponential of the logarithm, by its series on a part of it.
        let logarithm = of(MatrixFunction::Logarithm, &t);
        let part: Columns = logarithm.iter().map(|x| x / 1024.0).collect();
        let (mut sum, mut term) = (one(n), one(n));
        for k in 1..12 {
            term = product(&term, &part, n).iter().map(|x| x / f64::from(k)).collect();
            sum.iter_mut().zip(&term).for_each(|(sum, term)| *sum += term);
        }
        (0..10).for_each(|_| sum = product(&sum, &sum, n));
        assert!(
            difference(&sum, &t) <= 1e-11 * largest(&logarithm).max(1.0).powi(2) * n as f64,
            "{n}: {}",
            difference(&sum, &t)
        );
        // Half of the eigenvalues to the left.
        let mixed: Columns = (0..n * n)
            .map(|index| if index % n == index / n && index % 2 == 0 { -t[index] } else { t[index] })
            .collect();
        let sign = of(MatrixFunction::Sign, &mixed);
        assert!(difference(&product(&sign, &sign, n), &one(n)) <= 1e-12 * largest(&sign).powi(2) * n as f64);
        assert!(
            difference(&product(&sign, &mixed, n), &product(&mixed, &sign, n)) <= 1e-12 * largest(&sign) * n as f64
        );
        // The third power by its values.
        let values: Columns = (0..n).map(|index| mixed[index * n + index].powi(3)).collect();
        let given = Routine::TriangularFunction { function: MatrixFunction::AtEigenvalues };
        let (cube, _) = ran(given, false, &[(shape, &mixed), (&shape[..1], &values)], &[shape], true);
        let wanted = product(&mixed, &product(&mixed, &mixed, n), n);
        assert!(
            n > 8 || difference(&cube[0], &wanted) <= 1e-9 * largest(&wanted),
            "{n}: {}",
            difference(&cube[0], &wanted)
        );
    }
    let shape: &[i64] = &[2, 2];
    let nilpotent = [c128::ZERO, c128::ZERO, c128::ONE, c128::ZERO];
    for function in [MatrixFunction::Root, MatrixFunction::Logarithm] {
        let (made, info) = ran(Routine::TriangularFunction { function }, false, &[(shape, &nilpotent)], &[shape], true);
        assert!(info != 0 && made[0].iter().all(|x| x.is_nan()));
    }
}

#[test]
fn sylvesters_equation() {
    for (m, n) in [(1, 1), (2, 3), (5, 4), (17, 20)] {
        let (a, b) = (triangle(m), triangle(n));
        let mut next = numbers(3);
        let c: Columns = (0..m * n).map(|_| c128::new(next(), next())).collect();
        for adjoint_b in [false, true] {
            let shapes: [&[i64]; 3] = [&[n as i64, m as i64], &[m as i64, m as i64], &[n as i64, n as i64]];
            let inputs = [(shapes[0], &c[..]), (shapes[1], &a[..]), (shapes[2], &b[..])];
            let (x, _) = ran(Routine::Sylvester { adjoint: adjoint_b }, false, &inputs, &[shapes[0]], false);
            let other = if adjoint_b { adjoint(&b, n) } else { b.clone() };
            let left = |i: usize, j: usize| -> c128 {
                let first: c128 = (0..m).map(|k| a[k * m + i] * x[0][j * m + k]).sum();
                let second: c128 = (0..n).map(|k| x[0][k * m + i] * other[j * n + k]).sum();
                first + second - c[j * m + i]
            };
            let worst = (0..m * n).map(|index| left(index % m, index / m).norm()).fold(0.0, f64::max);
            assert!(worst <= 1e-13 * (m + n) as f64 * largest(&x[0]).max(1.0), "{worst}");
        }
    }
}
