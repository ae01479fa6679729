//! Formats of sparse matrices, and functions of their elements, from Rust: against the dense arrays.

use cuprust::linalg::{kron, matmul};
use cuprust::*;
use cuprust_scipy::sparse::{Coo, Csr, Dia};

fn numbers(rows: i64, columns: i64, seed: i64) -> Result<Array> {
    let mixed = remainder(&multiply(&add(&arange(span(rows * columns))?, seed)?, 7919)?, 11)?;
    // A third of them are not zero.
    let few = multiply(&subtract(&mixed, 2)?, &less(&mixed, 5)?)?;
    few.astype(DType::F64)?.reshape([rows, columns])
}

#[track_caller]
fn same(found: &Csr, expected: &Array) -> Result<()> {
    let dense = found.to_dense()?;
    assert_eq!((dense.dtype(), dense.shape()), (expected.dtype(), expected.shape()));
    assert!(all(&equal(&dense, expected)?, ..)?.item()?.get::<bool>(), "{dense}\n{expected}");
    Ok(())
}

#[track_caller]
fn refused<T>(result: Result<T>, kind: ErrorKind) {
    assert_eq!(result.err().expect("an error was expected").kind(), kind);
}

fn coordinates(dense: &Array) -> Result<Coo> {
    Coo::from_csr(&Csr::from_dense(dense)?)
}

#[test]
fn coordinates_hold_what_the_dense_ones_hold() -> Result<()> {
    let (x, y) = (numbers(5, 7, 1)?, numbers(3, 2, 4)?);
    let (a, b) = (coordinates(&x)?, coordinates(&y)?);
    assert_eq!((a.shape(), a.row().dtype()), ([5, 7], DType::I32));
    same(&a.to_csr()?, &x)?;
    same(&a.transpose().to_csr()?, &x.t())?;
    same(&a.kron(&b)?.to_csr()?, &kron(&x, &y)?)?;
    for k in -5..8 {
        same(&a.triangle(true, k)?.to_csr()?, &x.triu(k)?)?;
        same(&a.triangle(false, k)?.to_csr()?, &x.tril(k)?)?;
    }
    let indices = Coo::new(&array![1.0, -1.0, 0.0, 2.0], &array![0, 0, 1, 1], &array![1, 1, 0, 1], [2, 2])?;
    assert_eq!((indices.count(), indices.without_zeros()?.count(), indices.to_csr()?.count()), (4, 3, 3));
    assert_eq!(indices.to_dense()?.to_string(), "[[0. 0.]\n [0. 2.]]");
    assert_eq!(Coo::empty([2, 3], DType::I64, Device::cpu())?.to_dense()?.to_string(), "[[0 0 0]\n [0 0 0]]");
    Ok(())
}

#[test]
fn blocks_are_laid_beside_one_another() -> Result<()> {
    let (x, y) = (numbers(2, 3, 1)?, numbers(2, 4, 2)?);
    let (a, b) = (coordinates(&x)?, coordinates(&y)?);
    let found = Coo::from_blocks(&[&[Some(&a), Some(&b)], &[None, Some(&b)]], None)?;
    let below = concatenate(&[&x.zeros_like(None)?, &y], 1)?;
    let expected = concatenate(&[&concatenate(&[&x, &y], 1)?, &below], 0)?;
    same(&found.to_csr()?, &expected)?;
    let single = Coo::from_blocks(&[&[Some(&a)]], Some(DType::F32))?;
    assert_eq!(single.data().dtype(), DType::F32);
    let none: [&[Option<&Coo>]; 1] = [&[None]];
    assert_eq!(Coo::from_blocks(&none, None)?.shape(), [0, 0]);
    let error = Coo::from_blocks(&[&[Some(&a)], &[Some(&b)]], None).unwrap_err();
    assert_eq!(
        error.text(),
        "blocks[:,0] has incompatible column dimensions. Got blocks[1,0].shape[1] == 4, expected 3."
    );
    refused(Coo::from_blocks(&[vec![Some(&a)], vec![]], None), ErrorKind::Value);
    Ok(())
}

#[test]
fn diagonals_hold_what_the_dense_ones_hold() -> Result<()> {
    for [rows, columns] in [[5, 7], [7, 5], [4, 4]] {
        let (x, y) = (numbers(rows, columns, 1)?, numbers(rows, columns, 3)?);
        let (a, b) = (Dia::from_csr(&Csr::from_dense(&x)?)?, Dia::from_csr(&Csr::from_dense(&y)?)?);
        assert!(a.offsets().is_sorted() && a.count() >= Csr::from_dense(&x)?.count());
        same(&a.to_csr()?, &x)?;
        same(&a.transpose()?.to_csr()?, &x.t())?;
        same(&a.add(&b, false)?.to_csr()?, &add(&x, &y)?)?;
        same(&a.add(&b, true)?.to_csr()?, &subtract(&x, &y)?)?;
        same(&a.multiply(&b)?.to_csr()?, &multiply(&x, &y)?)?;
        for other in [y.clone(), y.at(0)?, y.at(s![.., ..1])?] {
            same(&a.multiply_array(&other)?.to_csr()?, &multiply(&x, &other)?)?;
        }
        let right = numbers(columns, 3, 5)?;
        let product = matmul(&x, &right)?;
        assert_eq!(a.product(&right)?.to_vec::<f64>()?, product.to_vec::<f64>()?);
        assert_eq!(a.product(&right.at(s![.., 0])?)?.to_vec::<f64>()?, product.at(s![.., 0])?.to_vec::<f64>()?);
        for k in -6..7 {
            let expected =
                if k <= -rows || k >= columns { Vec::new() } else { x.diagonal(k, 0, 1)?.to_vec::<f64>()? };
            assert_eq!(a.diagonal(k)?.to_vec::<f64>()?, expected, "{k}");
        }
    }
    let stored = Dia::new(&array![[1, 2, 3]], &[1], [2, 3])?;
    assert_eq!((stored.count(), stored.stored()?.to_string()), (2, "[[0 2 3]]".to_string()));
    Ok(())
}

#[test]
fn diagonals_are_written_in_each_format() -> Result<()> {
    let x = numbers(4, 6, 1)?;
    for k in [-2, 0, 3] {
        let count = if k < 0 { 2 } else { 3 };
        let values = multiply(&add(&arange(count)?, 20)?, 1.5)?;
        let expected = x.copy()?;
        for index in 0..count {
            let at = s![index - k.min(0), index + k.max(0)];
            expected.set(at, &values.at(index)?)?;
        }
        same(&coordinates(&x)?.with_diagonal(k, &values)?.to_csr()?, &expected)?;
        same(&Dia::from_csr(&Csr::from_dense(&x)?)?.with_diagonal(k, &values)?.to_csr()?, &expected)?;
        let first = arange(count)?;
        let (row, column) = (add(&first, -k.min(0))?, add(&first, k.max(0))?);
        same(&Csr::from_dense(&x)?.with_elements(&row, &column, &values)?, &expected)?;
    }
    refused(coordinates(&x)?.with_diagonal(5, &ones(2)?), ErrorKind::Value);
    refused(Dia::new(&ones((1, 6))?, &[0], [4, 6])?.with_diagonal(0, &ones(5)?), ErrorKind::Value);
    Ok(())
}

#[test]
fn what_is_no_matrix_is_refused() -> Result<()> {
    let one = ones(1)?;
    refused(Coo::new(&one, &array![2], &array![0], [2, 2]), ErrorKind::Value);
    refused(Coo::new(&one, &array![0], &array![-1], [2, 2]), ErrorKind::Value);
    refused(Coo::new(&one, &array![0.0], &array![0], [2, 2]), ErrorKind::Type);
    refused(Coo::new(&one, &array![0, 1], &array![0, 1], [2, 2]), ErrorKind::Value);
    refused(Coo::new(&one.astype(DType::F16)?, &array![0], &array![0], [2, 2]), ErrorKind::Value);
    refused(Dia::new(&ones((2, 3))?, &[0], [3, 3]), ErrorKind::Value);
    refused(Dia::new(&ones((2, 3))?, &[1, 1], [3, 3]), ErrorKind::Value);
    refused(Dia::new(&ones(3)?, &[0], [3, 3]), ErrorKind::Value);
    let lines = [ones(2)?];
    refused(Dia::from_diagonals(&lines, &[0], Some([3, 3]), None), ErrorKind::Value);
    refused(Dia::from_diagonals(&lines, &[7], Some([3, 3]), None), ErrorKind::Value);
    refused(Dia::from_diagonals(&lines, &[], None, None), ErrorKind::Value);
    let a = Csr::from_dense(&ones((2, 3))?)?;
    refused(a.broadcast_to([4, 3]), ErrorKind::Value);
    refused(a.multiply_array(&ones((2, 2, 3))?), ErrorKind::Value);
    refused(Csr::union(&[&a, &Csr::from_dense(&ones((3, 2))?)?], |sides| Ok(sides[0].clone())), ErrorKind::Value);
    refused(Csr::union(&[&a], |_| ones(1)), ErrorKind::Value);
    refused(a.lines(Some(2)), ErrorKind::Value);
    Ok(())
}

#[test]
fn functions_of_elements_are_those_of_dense_arrays() -> Result<()> {
    let (x, y) = (numbers(5, 6, 1)?, numbers(5, 6, 3)?);
    let (a, b) = (Csr::from_dense(&x)?, Csr::from_dense(&y)?);
    same(&Csr::union(&[&a, &b], |sides| maximum(&sides[0], &sides[1]))?, &maximum(&x, &y)?)?;
    let row = Csr::from_dense(&x.at(s![..1, ..])?)?;
    let column = Csr::from_dense(&x.at(s![.., 1..2])?)?;
    same(&row.multiply_array(&y)?, &multiply(&x.at(s![..1, ..])?, &y)?)?;
    same(&column.multiply_array(&y)?, &multiply(&x.at(s![.., 1..2])?, &y)?)?;
    same(&a.multiply_array(&y.at(2)?)?, &multiply(&x, &y.at(2)?)?)?;
    // Products of two elements for one position are added up, and not the elements before.
    let bools = array![true, true].astype(DType::Bool)?;
    let twice = Csr::new(&bools, &array![1, 1], &array![0, 2], [1, 3])?;
    same(&twice.multiply_array(&array![[1, 3, 5], [2, 4, 6]])?, &array![[0, 6, 0], [0, 8, 0]])?;
    let (rows, columns) = (array![3, 0], array![5, 1, 1]);
    let expected = x.at(&rows)?.at(s![.., &columns])?;
    same(&a.select(Some(&rows), Some(&columns))?, &expected)?;
    same(&a.select(None, Some(&columns))?, &x.at(s![.., &columns])?)?;
    // Of several values for one position the last one stays.
    let written = a.with_elements(&array![0, 4, 0], &array![0, 5, 0], &array![7, 8, 9])?;
    let dense = x.copy()?;
    dense.set(s![0, 0], 9.0)?;
    dense.set(s![4, 5], 8.0)?;
    same(&written, &dense)
}

#[test]
fn extremes_and_their_places_are_those_of_dense_arrays() -> Result<()> {
    let x = numbers(6, 5, 2)?;
    x.set(s![2, ..], 0.0)?;
    x.set(s![4, 3], f64::NAN)?;
    let a = Csr::from_dense(&x)?;
    for axis in [None, Some(0), Some(1)] {
        let lines = a.lines(axis)?.merged()?;
        let dense = match axis {
            None => x.reshape([1, 30])?,
            Some(0) => x.t(),
            _ => x.clone(),
        };
        same_places(&lines.columns_of_extremes(true)?, &dense.argmax(1)?)?;
        same_places(&lines.columns_of_extremes(false)?, &dense.argmin(1)?)?;
    }
    Ok(())
}

fn same_places(found: &Array, expected: &Array) -> Result<()> {
    assert_eq!(found.to_vec::<i64>()?, expected.to_vec::<i64>()?);
    Ok(())
}
