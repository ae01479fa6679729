//! The declarations of SciPy's linear algebra for matrices of a structure: bands, constant diagonals, symmetric ones,
//! and least squares.

use cuprust::table::texts::{FINITE, ONE_ALGORITHM, UNCHANGED};
use cuprust::table::{ArrayOrSequence, NumberOrText, Returned, functions};
use cuprust::{Array, Error, Result};
use cuprust_num::{DType, Value};

use super::*;

/// Several new arrays.
type Arrays = Box<[Array]>;

/// Two arrays of a tuple.
fn two<'a>(given: &[&'a Array], name: &str) -> Result<[&'a Array; 2]> {
    <[&Array; 2]>::try_from(given).map_err(|_| Error::value(format!("{name} is a tuple of two")))
}

/// Which eigenvalues a call asks for.
fn selection(select: NumberOrText, range: Option<&Array>) -> Result<Select> {
    let number = match select {
        NumberOrText::Number(Value::Int(number @ 0..=2)) => number,
        NumberOrText::Text("a" | "all") => 0,
        NumberOrText::Text("v" | "value") => 1,
        NumberOrText::Text("i" | "index") => 2,
        _ => return Err(Error::value("invalid argument for select")),
    };
    if number == 0 {
        return Ok(Select::All);
    }
    let wrong = || Error::value("select_range must be a 2-element array-like in nondecreasing order");
    let ends = range.ok_or_else(wrong)?.astype(DType::F64)?.to_vec::<f64>()?;
    match ends[..] {
        [first, last] if first <= last && number == 1 => Ok(Select::Values(first, last)),
        [first, last] if first <= last => Ok(Select::Places(first as i64, last as i64)),
        _ => Err(wrong()),
    }
}

/// Values, and vectors where there are some.
fn eigen((values, vectors): (Array, Option<Array>)) -> Returned {
    match vectors {
        Some(vectors) => Returned::Tuple(vec![values, vectors]),
        None => Returned::Array(values),
    }
}

/// The first column of a matrix of constant diagonals, and its first row where it is given.
fn column_and_row(given: ArrayOrSequence) -> Result<(Array, Option<Array>)> {
    match given {
        ArrayOrSequence::Sequence(each) if each.len() == 2 && each.iter().any(|own| own.ndim() > 0) => {
            Ok((each[0].clone(), Some(each[1].clone())))
        }
        ArrayOrSequence::Sequence(each) if each.is_empty() => {
            Err(Error::value("a column, or a column and a row, is wanted"))
        }
        ArrayOrSequence::Sequence(each) => Ok((cuprust::manipulation::stack(&each, 0)?, None)),
        ArrayOrSequence::Array(array) => Ok((array.clone(), None)),
    }
}

functions! {
    in "cuprust.scipy.linalg";

    /// The solution of `a x = b` for banded matrices, of a vector where `b` has one axis.
    ///
    /// `l_and_u` says how many diagonals `ab` holds below and above the main one: row `u + i - j` of `ab` holds in
    /// column `j` the element of row `i`. Raises ValueError for another number of diagonals, where shapes do not go
    /// together, and with `check_finite` where an element is infinite or NaN; LinAlgError for singular matrices.
    ///
    /// >>> cp.scipy.linalg.solve_banded((0, 1), cp.array([[0.0, 1.0], [2.0, 4.0]]), cp.array([4.0, 8.0]))
    /// array([1., 2.])
    fn solve_banded(
        l_and_u: &[i64], ab: &Array, b: &Array, overwrite_ab: bool = False, overwrite_b: bool = False, check_finite: bool = True
    ) ignoring { overwrite_ab: UNCHANGED, overwrite_b: UNCHANGED } -> Array {
        let &[below, above] = l_and_u else { return Err(Error::value("l_and_u is a tuple of two integers")) };
        factors::check_finite(ab, check_finite)?;
        factors::check_finite(b, check_finite)?;
        solve_banded(below, above, ab, b)
    }

    /// The solution of `a x = b` for Hermitian positive definite banded matrices: `ab` holds the diagonals of the upper
    /// triangle, from above to below, or with `lower` those of the lower one.
    ///
    /// Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or NaN;
    /// LinAlgError for matrices that are not positive definite.
    ///
    /// >>> cp.scipy.linalg.solveh_banded(cp.array([[4.0, 2.0]]), cp.array([4.0, 4.0]))
    /// array([1., 2.])
    fn solveh_banded(
        ab: &Array, b: &Array, overwrite_ab: bool = False, overwrite_b: bool = False, lower: bool = False, check_finite: bool = True
    ) ignoring { overwrite_ab: UNCHANGED, overwrite_b: UNCHANGED } -> Array {
        factors::check_finite(ab, check_finite)?;
        factors::check_finite(b, check_finite)?;
        solveh_banded(ab, lower, b)
    }

    /// The Cholesky factors of Hermitian positive definite banded matrices, in bands of the same form as
    /// `solveh_banded` takes.
    ///
    /// Raises LinAlgError for matrices that are not positive definite, ValueError with `check_finite` where an element
    /// is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.cholesky_banded(cp.array([[4.0, 9.0]]))
    /// array([[2., 3.]])
    fn cholesky_banded(ab: &Array, overwrite_ab: bool = False, lower: bool = False, check_finite: bool = True)
    ignoring { overwrite_ab: UNCHANGED } -> Array {
        factors::check_finite(ab, check_finite)?;
        cholesky_banded(ab, lower)
    }

    /// The solution of a system by a banded Cholesky factor, and whether that is the lower one: a tuple of two.
    ///
    #[doc = FINITE]
    ///
    /// >>> cp.scipy.linalg.cho_solve_banded((cp.array([[2.0, 3.0]]), False), cp.array([4.0, 18.0]))
    /// array([1., 2.])
    fn cho_solve_banded(cb_and_lower: Vec<&Array>, b: &Array, overwrite_b: bool = False, check_finite: bool = True)
    ignoring { overwrite_b: UNCHANGED } -> Array {
        let [factor, lower] = two(&cb_and_lower, "cb_and_lower")?;
        factors::check_finite(factor, check_finite)?;
        factors::check_finite(b, check_finite)?;
        cho_solve_banded(factor, lower.item()?.get::<bool>(), b)
    }

    /// The solution of `a x = b` for matrices of constant diagonals, in double precision, of a vector where `b` has one
    /// axis.
    ///
    /// `c_or_cr` is the first column, or a tuple of it and the first row, whose first element is not read; without it
    /// that is the conjugate of the column. By Levinson's recursion. Raises ValueError where shapes do not go together,
    /// and with `check_finite` where an element is infinite or NaN; LinAlgError where a leading part of a matrix is
    /// singular.
    ///
    /// >>> cp.scipy.linalg.solve_toeplitz(cp.array([2.0, 1.0]), cp.array([4.0, 5.0]))
    /// array([1., 2.])
    fn solve_toeplitz(c_or_cr: ArrayOrSequence, b: &Array, check_finite: bool = True) -> Array {
        let (c, r) = column_and_row(c_or_cr)?;
        for each in [Some(&c), r.as_ref(), Some(b)].into_iter().flatten() {
            factors::check_finite(each, check_finite)?;
        }
        solve_toeplitz(&c, r.as_ref(), b)
    }

    /// The products of matrices of constant diagonals and `x`, in double precision, by Fourier transforms.
    ///
    /// `c_or_cr` is as of `solve_toeplitz`.
    #[doc = FINITE]
    ///
    /// >>> cp.scipy.linalg.matmul_toeplitz(cp.array([2.0, 1.0]), cp.array([1.0, 2.0])).round(9)
    /// array([4., 5.])
    fn matmul_toeplitz(c_or_cr: ArrayOrSequence, x: &Array, check_finite: bool = False, workers: Option<i64> = None)
    ignoring { workers: "threads are shared by the whole process" } -> Array {
        let (c, r) = column_and_row(c_or_cr)?;
        for each in [Some(&c), r.as_ref(), Some(x)].into_iter().flatten() {
            factors::check_finite(each, check_finite)?;
        }
        matmul_toeplitz(&c, r.as_ref(), x)
    }

    /// The eigenvalues of real symmetric tridiagonal matrices in ascending order, of the diagonal `d` and the elements
    /// `e` beside it, and the eigenvectors as columns, unless `eigvals_only`.
    ///
    /// With `select` "v" those larger than the first number of `select_range` and not larger than the second, with "i"
    /// those from one place to another. All are computed. Raises TypeError for complex numbers, ValueError for lengths
    /// that do not go together, for a selection that is none, and with `check_finite` where an element is infinite or
    /// NaN; LinAlgError where values are not found.
    ///
    /// >>> cp.scipy.linalg.eigh_tridiagonal(cp.array([1.0, 3.0]), cp.array([0.0]))[0]
    /// array([1., 3.])
    fn eigh_tridiagonal(
        d: &Array, e: &Array, eigvals_only: bool = False, select: NumberOrText = "a", select_range: Option<&Array> = None,
        check_finite: bool = True, tol: f64 = 0.0, lapack_driver: &str = "auto"
    ) ignoring { tol: "values are as exact as they can be", lapack_driver: ONE_ALGORITHM } -> Returned {
        factors::check_finite(d, check_finite)?;
        factors::check_finite(e, check_finite)?;
        check_driver(lapack_driver)?;
        eigh_tridiagonal(d, e, selection(select, select_range)?, !eigvals_only).map(eigen)
    }

    /// The eigenvalues of `eigh_tridiagonal` alone.
    ///
    /// >>> cp.scipy.linalg.eigvalsh_tridiagonal(cp.array([1.0, 3.0]), cp.array([0.0]))
    /// array([1., 3.])
    fn eigvalsh_tridiagonal(
        d: &Array, e: &Array, select: NumberOrText = "a", select_range: Option<&Array> = None, check_finite: bool = True, tol: f64 = 0.0,
        lapack_driver: &str = "auto"
    ) ignoring { tol: "values are as exact as they can be", lapack_driver: ONE_ALGORITHM } -> Array {
        factors::check_finite(d, check_finite)?;
        factors::check_finite(e, check_finite)?;
        check_driver(lapack_driver)?;
        eigh_tridiagonal(d, e, selection(select, select_range)?, false).map(|found| found.0)
    }

    /// The eigenvalues of Hermitian banded matrices in ascending order, and the eigenvectors as columns, unless
    /// `eigvals_only`. `a_band` holds the diagonals of the upper triangle, from above to below, or with `lower` those
    /// of the lower one.
    ///
    /// `select` and `select_range` are as of `eigh_tridiagonal`. Raises ValueError for fewer than two axes, for a
    /// selection that is none, and with `check_finite` where an element is infinite or NaN; LinAlgError where values
    /// are not found.
    ///
    /// >>> cp.scipy.linalg.eig_banded(cp.array([[1.0, 3.0]]))[0]
    /// array([1., 3.])
    fn eig_banded(
        a_band: &Array, lower: bool = False, eigvals_only: bool = False, overwrite_a_band: bool = False, select: NumberOrText = "a",
        select_range: Option<&Array> = None, max_ev: i64 = 0, check_finite: bool = True
    ) ignoring { overwrite_a_band: UNCHANGED, max_ev: "memory is as large as the values need" } -> Returned {
        factors::check_finite(a_band, check_finite)?;
        eig_banded(a_band, lower, selection(select, select_range)?, !eigvals_only).map(eigen)
    }

    /// The eigenvalues of `eig_banded` alone.
    ///
    /// >>> cp.scipy.linalg.eigvals_banded(cp.array([[1.0, 3.0]]))
    /// array([1., 3.])
    fn eigvals_banded(
        a_band: &Array, lower: bool = False, overwrite_a_band: bool = False, select: NumberOrText = "a",
        select_range: Option<&Array> = None, check_finite: bool = True
    ) ignoring { overwrite_a_band: UNCHANGED } -> Array {
        factors::check_finite(a_band, check_finite)?;
        eig_banded(a_band, lower, selection(select, select_range)?, false).map(|found| found.0)
    }

    /// The solution of a system by a Cholesky factor, and whether that is the lower one: a tuple of two.
    ///
    #[doc = FINITE]
    ///
    /// >>> factor = cp.scipy.linalg.cho_factor(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    /// >>> cp.scipy.linalg.cho_solve(factor, cp.array([6.0, 12.0]))
    /// array([1., 1.])
    fn cho_solve(c_and_lower: Vec<&Array>, b: &Array, overwrite_b: bool = False, check_finite: bool = True)
    ignoring { overwrite_b: UNCHANGED } -> Array {
        let [factor, lower] = two(&c_and_lower, "c_and_lower")?;
        factors::check_finite(factor, check_finite)?;
        factors::check_finite(b, check_finite)?;
        cho_solve(factor, lower.item()?.get::<bool>(), b)
    }

    /// The least-squares solution of `a x = b` of least length, the squared length of what each column leaves, the rank
    /// of `a`, and its singular values.
    ///
    /// Singular values below `cond` times the largest, without it times the precision, count as zero. The second is
    /// empty where the matrix has not full rank, or not more rows than columns. The rank is waited for. Raises
    /// ValueError for another number of rows, for a driver that is none, and with `check_finite` where an element is
    /// infinite or NaN; LinAlgError for other than two axes of `a`.
    ///
    /// >>> cp.scipy.linalg.lstsq(cp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), cp.array([1.0, 4.0, 3.0]))[0]
    /// array([1., 2.])
    fn lstsq(
        a: &Array, b: &Array, cond: Option<f64> = None, overwrite_a: bool = False, overwrite_b: bool = False, check_finite: bool = True,
        lapack_driver: Option<&str> = None
    ) ignoring {
        overwrite_a: UNCHANGED, overwrite_b: UNCHANGED, lapack_driver: ONE_ALGORITHM
    } -> Arrays {
        if let Some(driver) = lapack_driver.filter(|driver| !["gelsd", "gelsy", "gelss"].contains(driver)) {
            return Err(Error::value(format!("LAPACK driver \"{driver}\" is not found")));
        }
        factors::check_finite(a, check_finite)?;
        factors::check_finite(b, check_finite)?;
        lstsq(a, b, cond).map(Box::from)
    }

    /// A triangle with exchanged rows, blocks of one or two rows on a diagonal, and the order `p` by which rows of the
    /// first are triangular, whose product `lu d lu*` are Hermitian matrices, the last two axes, of which one triangle
    /// is read; without `hermitian` `lu d lu^T` for symmetric ones.
    ///
    /// Raises ValueError for matrices that are not square, and with `check_finite` where an element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.ldl(cp.array([[4.0, 2.0], [2.0, 0.0]]))[1]
    /// array([[ 4.,  0.],
    ///        [ 0., -1.]])
    fn ldl(A: &Array, lower: bool = True, hermitian: bool = True, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Arrays {
        factors::check_finite(A, check_finite)?;
        ldl(A, lower, hermitian).map(Box::from)
    }
}

/// Refuses what is no name of an algorithm for tridiagonal matrices.
fn check_driver(name: &str) -> Result<()> {
    const NAMES: [&str; 6] = ["auto", "stemr", "sterf", "stebz", "stev", "stevd"];
    if NAMES.contains(&name) {
        return Ok(());
    }
    Err(Error::value(format!("lapack_driver must be one of {NAMES:?}, got {name}")))
}
