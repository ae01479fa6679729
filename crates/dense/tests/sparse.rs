//! Are factors of matrices of which few elements are stored right, and what is refused?

use cuprust_dense::sparse::{Compressed, Elimination, Form, Half, Numbers, Ordering, SparseLu, Stop};
use cuprust_dense::sparse::{factor_in_place, solve_triangle};

/// A matrix by its rows, or by its columns, of a dense one.
fn compressed(dense: &[&[f64]]) -> Compressed {
    let (mut starts, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
    for row in dense {
        for (index, &value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            indices.push(index);
            values.push(value);
        }
        starts.push(indices.len());
    }
    Compressed { starts, indices, values: Numbers::F64(values) }
}

fn elimination(ordering: Ordering) -> Elimination {
    Elimination { ordering, threshold: 1.0, drop: 0.0 }
}

fn close(found: &Numbers, wanted: &[f64]) -> bool {
    let Numbers::F64(found) = found else { return false };
    found.len() == wanted.len() && found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12)
}

const MATRIX: [&[f64]; 4] =
    [&[0.0, 2.0, 0.0, 1.0], &[4.0, 0.0, 1.0, 0.0], &[1.0, 0.0, 0.0, 3.0], &[0.0, 1.0, 5.0, 0.0]];

#[test]
fn systems_are_solved_by_factors() {
    for ordering in [Ordering::Natural, Ordering::Columns, Ordering::Symmetric] {
        // The rows are columns: the matrix is the transpose.
        let lu = SparseLu::of(&compressed(&MATRIX), elimination(ordering), &|| false).unwrap();
        let (x, rows): ([f64; 4], _) = ([1.0, -2.0, 3.0, 0.5], [0, 1, 2, 3]);
        let by_rows = rows.map(|row| MATRIX[row].iter().zip(x).map(|(a, x)| a * x).sum::<f64>());
        let by_columns = rows.map(|row| rows.iter().map(|&other| MATRIX[other][row] * x[other]).sum::<f64>());
        for (form, b) in [(Form::Plain, by_columns), (Form::Transposed, by_rows), (Form::Adjoint, by_rows)] {
            let mut sides = Numbers::F64([b, b].concat());
            assert!(
                lu.solve(&mut sides, form, &|| false).unwrap() && close(&sides, &[x, x].concat()),
                "{ordering:?} {form:?}"
            );
        }
        assert!(!lu.solve(&mut Numbers::F32(vec![0.0; 4]), Form::Plain, &|| false).unwrap());
        assert_eq!(lu.count(), lu.lower().unwrap().indices.len() + lu.upper().unwrap().indices.len());
        let mut indices = lu.columns().unwrap();
        indices.sort_unstable();
        assert_eq!(indices, rows);
    }
}

#[test]
fn singular_matrices_have_no_factors() {
    for singular in [[&[0.0, 0.0][..], &[0.0, 0.0]], [&[1.0, 2.0], &[2.0, 4.0]], [&[1.0, 1.0], &[0.0, 0.0]]] {
        for ordering in [Ordering::Natural, Ordering::Columns, Ordering::Symmetric] {
            assert!(SparseLu::of(&compressed(&singular), elimination(ordering), &|| false).is_err());
        }
    }
    let empty = SparseLu::of(&compressed(&[]), elimination(Ordering::Columns), &|| false).unwrap();
    assert!(empty.solve(&mut Numbers::F64(Vec::new()), Form::Plain, &|| false).unwrap() && empty.rows().is_empty());
}

#[test]
fn triangles_are_read_alone() {
    let matrix = compressed(&[&[2.0, 7.0, 0.0], &[1.0, 4.0, 9.0], &[0.0, 3.0, 5.0]]);
    let solve = |lower, unit, form| {
        let mut sides = Numbers::F64(vec![2.0, 9.0, 11.0]);
        solve_triangle(&matrix, Half { lower, unit, form }, &mut sides, &|| false).unwrap();
        sides
    };
    assert!(close(&solve(true, false, Form::Plain), &[1.0, 2.0, 1.0]));
    assert!(close(&solve(true, true, Form::Plain), &[2.0, 7.0, -10.0]));
    assert!(close(&solve(false, true, Form::Plain), &[632.0, -90.0, 11.0]));
    assert!(close(&solve(false, true, Form::Transposed), &[2.0, -5.0, 56.0]));
    let mut sides = Numbers::F64(vec![1.0; 2]);
    let without = compressed(&[&[1.0, 0.0], &[1.0, 0.0]]);
    let half = Half { lower: true, unit: false, form: Form::Plain };
    assert_eq!(solve_triangle(&without, half, &mut sides, &|| false), Err(Stop::Singular(1)));
}

#[test]
fn incomplete_factors_keep_the_places() {
    let mut matrix = compressed(&[&[4.0, 2.0, 1.0], &[2.0, 3.0, 0.0], &[1.0, 0.0, 2.0]]);
    let indices = matrix.indices.clone();
    factor_in_place(&mut matrix, &|| false).unwrap();
    assert_eq!(matrix.indices, indices);
    assert!(close(&matrix.values, &[4.0, 2.0, 1.0, 0.5, 2.0, 0.25, 1.75]));
    assert_eq!(factor_in_place(&mut compressed(&[&[0.0, 1.0], &[1.0, 1.0]]), &|| false), Err(Stop::Singular(0)));
    assert_eq!(factor_in_place(&mut compressed(&[&[1.0, 1.0], &[1.0, 1.0]]), &|| false), Err(Stop::Singular(1)));
}

#[test]
fn the_caller_ends_the_work() {
    let asked = std::cell::Cell::new(0);
    for times in 0..12 {
        let poll = || {
            asked.set(asked.get() + 1);
            asked.get() > times
        };
        for ordering in [Ordering::Natural, Ordering::Columns, Ordering::Symmetric] {
            asked.set(0);
            let found = SparseLu::of(&compressed(&MATRIX), elimination(ordering), &poll);
            assert!(found.is_ok() || found.is_err_and(|stop| stop == Stop::Interrupted));
        }
    }
    let stopped = SparseLu::of(&compressed(&MATRIX), elimination(Ordering::Natural), &|| true);
    assert_eq!(stopped.err(), Some(Stop::Interrupted));
    let lu = SparseLu::of(&compressed(&MATRIX), elimination(Ordering::Natural), &|| false).unwrap();
    for form in [Form::Plain, Form::Transposed] {
        assert_eq!(lu.solve(&mut Numbers::F64(vec![1.0; 4]), form, &|| true), Err(Stop::Interrupted));
    }
}
