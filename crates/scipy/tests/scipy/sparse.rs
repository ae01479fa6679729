//! Sparse matrices from Rust: compared with dense ones, and refused arguments.

use cuprust::*;
use cuprust_scipy::sparse::{Csr, Elimination, Form, Half, Ordering};

fn numbers(rows: i64, columns: i64, seed: i64) -> Result<Array> {
    let positions = arange(span(rows * columns))?;
    let mixed = remainder(&multiply(&add(&positions, seed)?, 7919)?, 11)?;
    // A third of them are not zero.
    multiply(&mixed, &less(&mixed, 4)?)?.astype(DType::F64)?.reshape([rows, columns])
}

fn same(a: &Array, b: &Array) -> Result<bool> {
    Ok(a.shape() == b.shape() && all(&equal(a, b)?, ..)?.item()?.get())
}

#[test]
fn matrices_hold_what_the_dense_ones_hold() -> Result<()> {
    let (x, y) = (numbers(7, 9, 3)?, numbers(9, 5, 1)?);
    let (a, b) = (Csr::from_dense(&x)?, Csr::from_dense(&y)?);
    assert_eq!((a.shape(), a.indices().dtype(), a.indptr().size()), ([7, 9], DType::I32, 8));
    assert!(a.count() < 63 && same(&a.to_dense()?, &x)?);
    assert!(same(&a.product(&y)?, &linalg::matmul(&x, &y)?)?);
    assert!(same(&a.multiply(&b)?.to_dense()?, &linalg::matmul(&x, &y)?)?);
    for _ in 0..2 {
        // The second time it is known where the elements go.
        assert!(same(&a.transpose()?.to_dense()?, &x.transpose(..)?)?);
    }
    assert!(same(&a.add(&a, false)?.to_dense()?, &multiply(&x, 2)?)?);
    assert_eq!(a.add(&a, true)?.count(), 0);
    assert!(same(&a.sum_along(1, DType::F64)?.ravel()?, &x.sum(1)?)?);
    assert!(same(&a.sum_along(0, DType::F64)?.ravel()?, &x.sum(0)?)?);
    Ok(())
}

#[test]
fn elements_of_one_place_are_added_up() -> Result<()> {
    let a = Csr::from_coordinates(&array![1.0, 2.0, 4.0], &array![1, 0, 1], &array![2, 0, 2], [2, 3])?;
    assert_eq!(a.count(), 2);
    assert_eq!(a.to_dense()?.to_string(), "[[2. 0. 0.]\n [0. 0. 5.]]");
    assert_eq!(a.diagonal(1)?.to_string(), "[0. 5.]");
    Ok(())
}

#[test]
fn a_sum_of_infinities_has_the_parts_of_a_sum() -> Result<()> {
    let infinite = Csr::from_dense(&array![[f64::INFINITY, 0.0], [0.0, 2.0]].astype(DType::C128)?)?;
    let twice = Csr::from_coordinates(infinite.data(), &array![0, 0], &array![1, 1], [1, 2])?;
    assert_eq!(twice.data().to_string(), "[inf+0.j]");
    for axis in [0, 1] {
        assert_eq!(infinite.sum_along(axis, DType::C128)?.ravel()?.to_string(), "[inf+0.j  2.+0.j]");
    }
    // An element that is not stored is zero, and its product with an infinity is NaN.
    let (a, b) = (Csr::from_dense(&array![[f64::INFINITY, 3.0]])?, Csr::from_dense(&array![[0.0, 2.0]])?);
    if let Some(product) = a.multiply_intersection(&b)? {
        assert_eq!(product.to_dense()?.to_string(), "[[nan  6.]]");
    }
    Ok(())
}

#[test]
fn what_is_no_matrix_is_refused() -> Result<()> {
    let (data, zero) = (array![1.0, 2.0], array![0, 0]);
    let wrong = |indices: &Array, indptr: &Array| Csr::new(&data, indices, indptr, [2, 2]).unwrap_err().kind();
    assert_eq!(wrong(&array![0, 2], &array![0, 1, 2]), ErrorKind::Value);
    assert_eq!(wrong(&array![0, -1], &array![0, 1, 2]), ErrorKind::Value);
    assert_eq!(wrong(&zero, &array![0, 2, 1]), ErrorKind::Value);
    assert_eq!(wrong(&zero, &array![0, 2]), ErrorKind::Value);
    assert_eq!(wrong(&array![0.0, 1.0], &array![0, 1, 2]), ErrorKind::Type);
    assert!(
        Csr::from_dense(&data).is_err()
            && Csr::new(&data, &zero, &array![0, 1, 2], [2, 2])?.product(&array![1.0]).is_err()
    );
    Ok(())
}

#[test]
fn systems_are_solved() -> Result<()> {
    let x = array![[4.0, 1.0, 0.0], [0.0, 3.0, 2.0], [1.0, 0.0, 5.0]];
    let (a, b) = (Csr::from_dense(&x)?, array![6.0, 12.0, 16.0]);
    let lu =
        a.transpose()?.factor_transposed(Elimination { ordering: Ordering::Columns, threshold: 1.0, drop: 0.0 })?;
    let error = absolute(&subtract(&lu.solve(&b, Form::Plain)?, &array![1.0, 2.0, 3.0])?)?;
    assert!(all(&less(&error, 1e-14)?, ..)?.item()?.get::<bool>() && lu.size() == 3);
    let half = Half { lower: false, unit: false, form: Form::Plain };
    assert!(same(&a.solve_triangle(&array![6.0, 12.0, 15.0], half)?, &array![1.0, 2.0, 3.0])?);
    assert_eq!(a.solve_triangle(&array![1.0], half).unwrap_err().kind(), ErrorKind::Value);
    let singular = Csr::empty([2, 2], DType::F64, Device::cpu())?;
    let how = Elimination { ordering: Ordering::Natural, threshold: 1.0, drop: 0.0 };
    assert_eq!(singular.factor_transposed(how).unwrap_err().kind(), ErrorKind::Runtime);
    assert_eq!(singular.solve_triangle(&array![1.0, 1.0], half).unwrap_err().kind(), ErrorKind::LinAlg);
    assert!(same(&a.incomplete_factors()?.to_dense()?, &array![[4.0, 1.0, 0.0], [0.0, 3.0, 2.0], [0.25, 0.0, 5.0]])?);
    Ok(())
}
