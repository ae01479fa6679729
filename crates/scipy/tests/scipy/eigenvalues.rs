//! Few eigenvalues and singular values from Rust: against those of the dense matrices.

use cuprust::linalg::{eigvalsh, matmul, norm, svdvals};
use cuprust::*;
use cuprust_scipy::sparse::Csr;
use cuprust_scipy::sparse::linalg::{Blocks, Lanczos, LinearOperator, Products, Which, eigsh, lobpcg, svds};

/// A Hermitian matrix with well separated eigenvalues.
fn hermitian(n: i64, dtype: DType) -> Result<Array> {
    let mixed = remainder(&multiply(&arange(span(n * n))?, 7919)?, 13)?.reshape([n, n])?;
    let mut x = multiply(&mixed, 0.01)?.astype(dtype)?;
    if dtype.is_complex() {
        x = multiply(&x, Value::Complex(c128::new(1.0, 1.0)))?;
    }
    let diagonal = multiply(&eye(n)?, &arange(n)?)?.astype(dtype)?;
    add(&add(&x, &conjugate(&x.t())?)?, &diagonal)
}

fn largest(x: &Array) -> Result<f64> {
    Ok(absolute(x)?.max(..)?.astype(DType::F64)?.item()?.get())
}

#[test]
fn few_eigenvalues_are_those_at_an_end() -> Result<()> {
    for dtype in [DType::F64, DType::C128] {
        let a = hermitian(80, dtype)?;
        let rows = Csr::from_dense(&a)?;
        let products = Products::new([80, 80], dtype, |x| matmul(&a, x));
        let all = eigvalsh(&a, true)?;
        let operators: [&dyn LinearOperator; 3] = [&a, &rows, &products];
        for operator in operators {
            for (which, expected) in [(Which::Largest, all.at(76..)?), (Which::Least, all.at(..4)?)] {
                let found = eigsh(operator, 4, which, Lanczos::default())?;
                assert_eq!((found.found(), found.vectors.shape()), (4, &[80, 4][..]));
                assert!(largest(&subtract(&found.values, &expected)?)? < 1e-9);
                let image = matmul(&a, &found.vectors)?;
                assert!(largest(&subtract(&image, &multiply(&found.vectors, &found.values)?)?)? < 1e-8);
            }
        }
    }
    Ok(())
}

#[test]
fn closed_spaces_and_too_few_restarts_are_survived() -> Result<()> {
    let found = eigsh(&eye(100)?, 3, Which::Largest, Lanczos::default())?;
    assert_eq!((found.found(), largest(&subtract(&found.values, 1)?)? < 1e-12), (3, true));
    let far = multiply(&eye(500)?, &linspace(0.0, 1.0, 500)?)?;
    let few = eigsh(&far, 6, Which::Least, Lanczos { maxiter: Some(1), ..Default::default() })?;
    assert!(few.found() < 6 && few.vectors.shape() == [500, few.found()]);
    let none = eigsh(&far, 6, Which::Least, Lanczos { maxiter: Some(0), ..Default::default() })?;
    assert_eq!((none.found(), none.vectors.shape()), (0, &[500, 0][..]));
    Ok(())
}

#[test]
fn what_has_no_eigenvalues_is_refused() -> Result<()> {
    let kind = |a: &Array, k| eigsh(a, k, Which::default(), Lanczos::default()).unwrap_err().kind();
    assert_eq!(kind(&ones((3, 4))?, 1), ErrorKind::Value);
    assert_eq!((kind(&eye(3)?, 0), kind(&eye(3)?, 3)), (ErrorKind::Value, ErrorKind::Value));
    assert_eq!(kind(&eye(3)?.astype(DType::I64)?, 1), ErrorKind::Type);
    assert_eq!(svds(&eye(3)?, 3, Lanczos::default()).unwrap_err().kind(), ErrorKind::Value);
    let refused = |x: &Array| lobpcg(&eye(5)?, x, Blocks::default()).map(drop);
    for x in [ones(5)?, ones((4, 1))?, ones((5, 2))?, zeros((5, 0))?] {
        assert_eq!(refused(&x).unwrap_err().kind(), ErrorKind::Value);
    }
    Ok(())
}

#[test]
fn singular_values_have_their_vectors() -> Result<()> {
    for (a, k) in [(hermitian(60, DType::C128)?.at(s![.., ..45])?, 3), (hermitian(60, DType::F64)?.at(..45)?, 2)] {
        let found = svds(&a, k, Lanczos::default())?;
        let all = svdvals(&a)?.flip(-1)?;
        assert!(largest(&subtract(&found.values, &all.at(all.size() - k..)?)?)? < 1e-9);
        let image = matmul(&a, &conjugate(&found.vh.t())?)?;
        assert!(largest(&subtract(&image, &multiply(&found.u, &found.values)?)?)? < 1e-8);
    }
    let none = svds(&ones((100, 90))?, 2, Lanczos { maxiter: Some(0), ..Default::default() })?;
    assert_eq!((none.space.found(), none.u.shape(), none.vh.shape()), (0, &[100, 0][..], &[0, 90][..]));
    Ok(())
}

#[test]
fn blocks_find_both_ends_and_the_rest_of_a_spectrum() -> Result<()> {
    let a = hermitian(50, DType::F64)?;
    let all = eigvalsh(&a, true)?;
    let start = add(&eye(shape((50, 2)))?, 0.1)?;
    let of = Blocks { tol: Some(1e-8), maxiter: 200, ..Default::default() };
    let top = lobpcg(&Csr::from_dense(&a)?, &start, of)?;
    assert!(top.is_complete() && top.steps() > 0 && top.history.len() == top.steps() + 1);
    assert!(largest(&subtract(&top.values, &all.flip(0)?.at(..2)?)?)? < 1e-7);
    let bottom = lobpcg(&a, &start, Blocks { largest: false, ..of })?;
    assert!(largest(&subtract(&bottom.values, &all.at(..2)?)?)? < 1e-7);
    let next = lobpcg(&a, &start, Blocks { constraints: Some(&top.vectors), ..of })?;
    assert!(largest(&subtract(&next.values, &all.flip(0)?.at(2..4)?)?)? < 1e-6);
    // The vectors of a generalized problem are orthonormal with respect to its other matrix.
    let weights = multiply(&eye(50)?, &add(&remainder(&arange(50)?, 3)?, 1)?)?;
    let found = lobpcg(&a, &start, Blocks { b: Some(&weights), ..of })?;
    let left = subtract(&matmul(&a, &found.vectors)?, &multiply(&matmul(&weights, &found.vectors)?, &found.values)?)?;
    assert!(norm(&left, ..)?.item()?.get::<f64>() < 1e-7);
    assert!(!lobpcg(&a, &start, Blocks { maxiter: 1, ..of })?.is_complete());
    Ok(())
}
