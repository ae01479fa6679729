//! The declarations of SciPy's linear algebra: systems of equations, inverses, norms, and questions about matrices.

use cuprust::linalg::{NormOrder, Triangular, norm_of};
use cuprust::table::texts::{FINITE, MATRICES, ONE_ALGORITHM, UNCHANGED};
use cuprust::table::{ArrayOrSequence, NumberOrText, Returned, functions};
use cuprust::{Array, Error, Result};
use cuprust_num::Scalar;

use super::*;

/// The first column of a matrix of constant diagonals, and its first row where it is given.
fn column_and_row(argument: ArrayOrSequence) -> Result<(Array, Option<Array>)> {
    match argument {
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

/// A truth, or those of a stack.
fn truth(found: Array) -> Result<Returned> {
    Ok(if found.ndim() == 0 { Returned::Bool(found.item()?.get()) } else { Returned::Array(found) })
}

functions! {
    in "cuprust.scipy.linalg";

    /// The solution of `a x = b` for square matrices, the last two axes; the axes before broadcast. Of `b` with one
    /// axis it is a vector; where `b` does not fit as columns, it may be a vector for each matrix of the stack.
    ///
    /// `assume_a` says what is known of the matrices: "general", "banded", "diagonal", "tridiagonal", "upper
    /// triangular", "lower triangular", "symmetric", "hermitian" or "positive definite"; no other elements are read, of
    /// the last three those of the upper or, with `lower`, of the lower triangle. With `transposed` it is the solution
    /// of `a^T x = b`. One number as `a` divides any `b`. A warning of a matrix that is nearly singular is not given.
    /// Raises ValueError for another `assume_a`, for matrices that are not square, where shapes do not go together, and
    /// with `check_finite` where an element is infinite or NaN; LinAlgError where a matrix is singular or not as it is
    /// said to be.
    ///
    /// >>> cp.scipy.linalg.solve(cp.array([[2.0, 0.0], [0.0, 4.0]]), cp.array([2.0, 8.0]))
    /// array([1., 2.])
    fn solve(
        a: &Array, b: &Array, lower: bool = False, overwrite_a: bool = False, overwrite_b: bool = False, check_finite: bool = True,
        assume_a: Option<&str> = None, transposed: bool = False
    ) ignoring { overwrite_a: UNCHANGED, overwrite_b: UNCHANGED } -> Array {
        let structure = Structure::named(assume_a)?;
        factors::check_finite(a, check_finite)?;
        factors::check_finite(b, check_finite)?;
        solve(a, b, structure, lower, transposed)
    }

    /// The inverses of square matrices, the last two axes.
    ///
    /// `assume_a` and `lower` are as of `solve`. Raises ValueError for another `assume_a`, for matrices that are not
    /// square, and with `check_finite` where an element is infinite or NaN; LinAlgError where a matrix is singular or
    /// not as it is said to be.
    ///
    /// >>> cp.scipy.linalg.inv(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    /// array([[0.5 , 0.  ],
    ///        [0.  , 0.25]])
    fn inv(
        a: &Array, overwrite_a: bool = False, check_finite: bool = True, *, assume_a: Option<&str> = None, lower: bool = False
    ) ignoring { overwrite_a: UNCHANGED } -> Array {
        let structure = Structure::named(assume_a)?;
        factors::check_finite(a, check_finite)?;
        inv(a, structure, lower)
    }

    /// The determinants of square matrices, the last two axes, in double precision.
    ///
    /// Raises LinAlgError for matrices that are not square, ValueError with `check_finite` where an element is infinite
    /// or NaN.
    ///
    /// >>> cp.scipy.linalg.det(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    /// array(8.)
    fn det(a: &Array, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Array {
        factors::check_finite(a, check_finite)?;
        det(a)
    }

    /// The norm of vectors along one axis, of matrices along two, or of all elements.
    ///
    /// `ord` is as of `cuprust.linalg.norm`. Raises ValueError for another one, for more than two axes, and with
    /// `check_finite` where an element is infinite or NaN; AxisError for an axis out of range.
    ///
    /// >>> cp.scipy.linalg.norm(cp.array([3.0, 4.0]))
    /// array(5.)
    fn norm(
        a: &Array, ord: NumberOrText = None, axis: Option<&[i64]> = None, keepdims: bool = False, check_finite: bool = True
    ) -> Array {
        factors::check_finite(a, check_finite)?;
        norm_of(a, NormOrder::try_from(ord)?, axis, keepdims)
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

    /// The pseudo-inverses of matrices, the last two axes; with `return_rank` also their ranks, of a single matrix an
    /// int, which is waited for.
    ///
    /// Singular values up to `atol` plus `rtol` times the largest count as zero; without `rtol` the precision times the
    /// larger extent stands for it. Raises ValueError for a negative bound, and with `check_finite` where an element is
    /// infinite or NaN; LinAlgError for fewer than two axes or where values are not found.
    ///
    /// >>> cp.scipy.linalg.pinv(cp.array([[4.0, 0.0], [0.0, 0.0]]))
    /// array([[0.25, 0.  ],
    ///        [0.  , 0.  ]])
    fn pinv(
        a: &Array, *, atol: Option<f64> = None, rtol: Option<f64> = None, return_rank: bool = False, check_finite: bool = True
    ) -> Returned {
        factors::check_finite(a, check_finite)?;
        let (inverse, rank) = pinv(a, atol, rtol)?;
        Ok(match (return_rank, rank.ndim()) {
            (false, _) => Returned::Array(inverse),
            (true, 0) => Returned::Pair(inverse, Scalar::new(rank.item()?.get::<i64>())),
            (true, _) => Returned::Tuple(vec![inverse, rank]),
        })
    }

    /// The pseudo-inverses of Hermitian matrices, the last two axes, of which one triangle is read; with `return_rank`
    /// also their ranks, of a single matrix an int, which is waited for.
    ///
    /// Eigenvalues whose size is at most `atol` plus `rtol` times the largest count as zero; without `rtol` the
    /// precision times the extent stands for it. Raises ValueError for a negative bound, and with `check_finite` where
    /// an element is infinite or NaN; LinAlgError for matrices that are not square.
    ///
    /// >>> cp.scipy.linalg.pinvh(cp.array([[4.0, 0.0], [0.0, 0.0]]))
    /// array([[0.25, 0.  ],
    ///        [0.  , 0.  ]])
    fn pinvh(
        a: &Array, atol: Option<f64> = None, rtol: Option<f64> = None, lower: bool = True, return_rank: bool = False,
        check_finite: bool = True
    ) -> Returned {
        factors::check_finite(a, check_finite)?;
        let (inverse, rank) = pinvh(a, atol, rtol, lower)?;
        Ok(match (return_rank, rank.ndim()) {
            (false, _) => Returned::Array(inverse),
            (true, 0) => Returned::Pair(inverse, cuprust_num::Scalar::new(rank.item()?.get::<i64>())),
            (true, _) => Returned::Tuple(vec![inverse, rank]),
        })
    }

    /// The Kronecker product: each element of `a` times the whole of `b`, laid at the position of the element.
    ///
    /// >>> cp.scipy.linalg.kron([[1, 10]], [[5, 6]])
    /// array([[ 5,  6, 50, 60]])
    fn kron(a: &Array, b: &Array) -> Array {
        cuprust::linalg::kron(a, b)
    }

    /// The Kronecker products of columns.
    ///
    /// Raises ValueError for fewer than two axes, and for other numbers of columns.
    ///
    /// >>> cp.scipy.linalg.khatri_rao([[1, 2]], [[3, 4], [5, 6]])
    /// array([[ 3,  8],
    ///        [ 5, 12]])
    fn khatri_rao(a: &Array, b: &Array) -> Array {
        khatri_rao(a, b)
    }

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

    /// The solutions of circulant systems, by Fourier transforms: `c` is the first column of a matrix, along `caxis`,
    /// `b` runs along `baxis` and the result along `outaxis`; the other axes broadcast.
    ///
    /// A matrix is nearly singular where a Fourier coefficient of `c` is at most `tol`, or without it the precision of
    /// float64 times the extent and the largest coefficient. Then LinAlgError is raised, or with another `singular`
    /// than "raise" the least-squares solution is given. Waits for the coefficients. Raises ValueError for an axis out
    /// of range, and where extents differ.
    ///
    /// >>> cp.scipy.linalg.solve_circulant(cp.array([2.0, 0.0]), cp.array([4.0, 6.0]))
    /// array([2., 3.])
    fn solve_circulant(
        c: &Array, b: &Array, singular: &str = "raise", tol: Option<f64> = None, caxis: i64 = -1, baxis: i64 = 0, outaxis: i64 = 0
    ) -> Array {
        let nearly = if singular == "raise" { NearlySingular::Raise } else { NearlySingular::LeastSquares };
        solve_circulant(c, b, nearly, tol, [caxis, baxis, outaxis])
    }

    /// The solution of `a x = b` for triangular matrices, the last two axes: of the upper triangle or, with `lower`, of
    /// the lower one.
    ///
    /// `b` has columns, or is a vector; where it does not fit as columns, it may be a vector for each matrix of the
    /// stack. With `trans` 1 or "T" that of the transpose, with 2 or "C" of the conjugate transpose. With
    /// `unit_diagonal` the diagonal counts as ones. A zero on the diagonal gives what is not finite. Raises LinAlgError
    /// where `a` is not square, ValueError where shapes do not go together, and with `check_finite` where an element is
    /// infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.solve_triangular(cp.array([[2.0, 0.0], [1.0, 1.0]]), cp.array([2.0, 3.0]), lower=True)
    /// array([1., 2.])
    fn solve_triangular(
        a: &Array, b: &Array, trans: NumberOrText = 0, lower: bool = False, unit_diagonal: bool = False, overwrite_b: bool = False,
        check_finite: bool = False
    ) ignoring { overwrite_b: UNCHANGED } -> Array {
        factors::check_finite(a, check_finite)?;
        factors::check_finite(b, check_finite)?;
        let (transposed, conjugated) = transposition(trans)?;
        let triangular = Triangular { lower, unit: unit_diagonal, transposed, conjugated };
        let a = factors::in_precision(a)?;
        factors::by_vectors(&a, &factors::in_precision(b)?, |b| cuprust::linalg::solve_triangular(&a, b, triangular))
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

    /// Matrices `B`, which are `T^-1 A T` for square matrices `A`, the last two axes, and whose rows and columns have
    /// norms of one size, and the matrices `T`, float64; with `separate` a tuple of the scales of columns, float64, and
    /// the order of rows and columns, int64, in its stead.
    ///
    /// With `permute` rows and columns that isolate an eigenvalue are moved to the ends, and are not scaled; others are
    /// scaled by powers of two with `scale`. Raises ValueError for matrices that are not square or not finite.
    ///
    /// >>> cp.scipy.linalg.matrix_balance(cp.array([[1.0, 64.0], [1.0, 1.0]]))[0]
    /// array([[1., 8.],
    ///        [8., 1.]])
    fn matrix_balance(
        A: &Array, permute: bool = True, scale: bool = True, separate: bool = False, overwrite_a: bool = False
    ) ignoring { overwrite_a: UNCHANGED } -> Returned {
        let balanced = matrix_balance(A, permute, scale)?;
        let second = if separate {
            Returned::Tuple(vec![balanced.scales.clone(), balanced.order.clone()])
        } else {
            Returned::Array(balanced.transform()?)
        };
        Ok(Returned::Several(vec![Returned::Array(balanced.matrix), second]))
    }

    /// The angles between the ranges of two matrices, the last two axes, in descending order.
    ///
    /// Waits for the ranks. Raises ValueError for fewer than two axes, other numbers of rows, elements that are
    /// infinite or NaN, and matrices of a stack that are not of one rank.
    ///
    /// >>> cp.scipy.linalg.subspace_angles(cp.array([[1.0], [0.0]]), cp.array([[0.0], [1.0]]))
    /// array([1.57079633])
    fn subspace_angles(A: &Array, B: &Array) -> Array {
        subspace_angles(A, B)
    }

    /// The unitary matrices that take `A` nearest to `B` in the Frobenius norm, matrices, the last two axes, and the
    /// sums of the singular values of the conjugate transposes of `A` times `B`.
    ///
    /// Raises ValueError for fewer than two axes, for shapes that differ, and with `check_finite` where an element is
    /// infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.orthogonal_procrustes(cp.array([[2.0]]), cp.array([[3.0]]))[1]
    /// array(6.)
    fn orthogonal_procrustes(A: &Array, B: &Array, check_finite: bool = True) -> Arrays {
        factors::check_finite(A, check_finite)?;
        factors::check_finite(B, check_finite)?;
        orthogonal_procrustes(A, B).map(|(turn, scale)| [turn, scale].into())
    }

    /// How many diagonals of a matrix below and above the main one reach to an element that is not zero, two ints,
    /// which are waited for; of stacked matrices, the last two axes, two arrays.
    ///
    #[doc = MATRICES]
    ///
    /// >>> cp.scipy.linalg.bandwidth(cp.array([[1, 2], [0, 3]]))
    /// (0, 1)
    fn bandwidth(a: &Array) -> Returned {
        let [below, above] = bandwidth(a)?;
        if below.ndim() > 0 {
            return Ok(Returned::Tuple(vec![below, above]));
        }
        Ok(Returned::Ints([below.item()?.get::<i64>(), above.item()?.get::<i64>()].into_iter().collect()))
    }

    /// Whether a square matrix is equal to its transpose, a bool, which is waited for; of stacked matrices, the last
    /// two axes, an array.
    ///
    /// With `atol` or `rtol` elements may be as far from each other as `atol` plus `rtol` times their size. Raises
    /// ValueError for matrices that are not square.
    ///
    /// >>> cp.scipy.linalg.issymmetric(cp.array([[1, 2], [2, 3]]))
    /// True
    fn issymmetric(a: &Array, atol: Option<f64> = None, rtol: Option<f64> = None) -> Returned {
        truth(issymmetric(a, Bounds { atol, rtol })?)
    }

    /// Whether a square matrix is equal to its conjugate transpose, a bool, which is waited for; of stacked matrices,
    /// the last two axes, an array.
    ///
    /// `atol` and `rtol` are as of `issymmetric`. Raises ValueError for matrices that are not square.
    ///
    /// >>> cp.scipy.linalg.ishermitian(cp.array([[1, 2j], [-2j, 3]]))
    /// True
    fn ishermitian(a: &Array, atol: Option<f64> = None, rtol: Option<f64> = None) -> Returned {
        truth(ishermitian(a, Bounds { atol, rtol })?)
    }
}
