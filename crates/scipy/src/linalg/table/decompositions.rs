//! The declarations of SciPy's decompositions by elimination, singular values and symmetric factors.

use cuprust::table::texts::{FINITE, ONE_ALGORITHM, UNCHANGED};
use cuprust::table::{ArrayOrSequence, NumberOrText, Returned, functions};
use cuprust::{Array, Error, Result, linalg};

use super::*;

/// Refuses what is no name of an algorithm for singular values.
fn check_svd_driver(name: &str) -> Result<()> {
    match name {
        "gesdd" | "gesvd" => Ok(()),
        _ => Err(Error::value(format!("lapack_driver must be \"gesdd\" or \"gesvd\", not \"{name}\""))),
    }
}

functions! {
    in "cuprust.scipy.linalg";

    /// A permutation, a unit lower and an upper triangle whose product are matrices; with `permute_l` the product of
    /// the first two, and the third; with `p_indices` the indices of the permutation's rows in its stead.
    ///
    /// Waits for the pivots. Raises ValueError with `check_finite` where an element is infinite or NaN, LinAlgError for
    /// fewer than two axes.
    ///
    /// >>> cp.scipy.linalg.lu(cp.array([[1.0, 2.0], [4.0, 4.0]]))[2]
    /// array([[4., 4.],
    ///        [0., 1.]])
    fn lu(
        a: &Array, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True, p_indices: bool = False
    ) ignoring { overwrite_a: UNCHANGED } -> Arrays {
        factors::check_finite(a, check_finite)?;
        if permute_l {
            return lu_permuted(a).map(Box::from);
        }
        if p_indices {
            let (order, l, u) = lu_ordered(a)?;
            // The indices by which the rows of the product become those of the matrix.
            return Ok([cuprust::sorting::argsort(&order, Some(-1))?, l, u].into());
        }
        lu(a).map(Box::from)
    }

    /// The factors of matrices by elimination in one, and the rows that each row was exchanged with, int32, counted
    /// from zero.
    ///
    /// Of singular matrices a pivot is zero. Raises ValueError with `check_finite` where an element is infinite or NaN,
    /// LinAlgError for fewer than two axes.
    ///
    /// >>> cp.scipy.linalg.lu_factor(cp.array([[1.0, 2.0], [4.0, 4.0]]))[1]
    /// array([1, 1], dtype=int32)
    fn lu_factor(a: &Array, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Arrays {
        factors::check_finite(a, check_finite)?;
        lu_factor(a).map(|(factors, pivots)| [factors, pivots].into())
    }

    /// The solution of a system by the factors and exchanged rows of `lu_factor`.
    ///
    /// `b` is as of `solve_triangular`. With `trans` 1 that of the transpose, with 2 of the conjugate transpose.
    #[doc = FINITE]
    ///
    /// >>> factors = cp.scipy.linalg.lu_factor(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    /// >>> cp.scipy.linalg.lu_solve(factors, cp.array([2.0, 8.0]))
    /// array([1., 2.])
    fn lu_solve(
        lu_and_piv: Vec<&Array>, b: &Array, trans: NumberOrText = 0, overwrite_b: bool = False, check_finite: bool = True
    ) ignoring { overwrite_b: UNCHANGED } -> Array {
        let [factors, pivots] = two(&lu_and_piv, "lu_and_piv")?;
        let (transposed, conjugated) = transposition(trans)?;
        factors::check_finite(b, check_finite)?;
        lu_solve(factors, pivots, b, transposed, conjugated)
    }

    /// The singular value decomposition of matrices, the last two axes: left vectors as columns, values in descending
    /// order, and the conjugates of right vectors as rows; the values alone without `compute_uv`.
    ///
    /// There are as many vectors as values or, with `full_matrices`, all. Raises ValueError for a driver that is none,
    /// and with `check_finite` where an element is infinite or NaN; LinAlgError for fewer than two axes or where values
    /// are not found.
    ///
    /// >>> cp.scipy.linalg.svd(cp.array([[3.0, 0.0], [0.0, 4.0]]))[1]
    /// array([4., 3.])
    fn svd(
        a: &Array, full_matrices: bool = True, compute_uv: bool = True, overwrite_a: bool = False, check_finite: bool = True,
        lapack_driver: &str = "gesdd"
    ) ignoring { overwrite_a: UNCHANGED, lapack_driver: ONE_ALGORITHM } -> Returned {
        check_svd_driver(lapack_driver)?;
        factors::check_finite(a, check_finite)?;
        let a = factors::in_precision(a)?;
        if !compute_uv {
            return linalg::svdvals(&a).map(Returned::Array);
        }
        let parts = linalg::svd(&a, full_matrices)?;
        Ok(Returned::Tuple(vec![parts.u, parts.values, parts.vh]))
    }

    /// The singular values of matrices, the last two axes, in descending order.
    ///
    /// Raises ValueError with `check_finite` where an element is infinite or NaN, LinAlgError for fewer than two axes
    /// or where values are not found.
    ///
    /// >>> cp.scipy.linalg.svdvals(cp.array([[3.0, 0.0], [0.0, 4.0]]))
    /// array([4., 3.])
    fn svdvals(a: &Array, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Array {
        factors::check_finite(a, check_finite)?;
        linalg::svdvals(&factors::in_precision(a)?)
    }

    /// Matrices of `M` rows and `N` columns with singular values, the last axis, on their diagonals.
    ///
    /// Raises ValueError where there are not as many as the lesser of the two.
    ///
    /// >>> cp.scipy.linalg.diagsvd(cp.array([3, 2]), 2, 3)
    /// array([[3, 0, 0],
    ///        [0, 2, 0]])
    fn diagsvd(s: &Array, M: i64, N: i64) -> Array {
        diagsvd(s, M, N)
    }

    /// Orthonormal bases of the ranges of matrices, the last two axes, as columns. Singular values up to `rcond` times
    /// the largest, without it the precision times the larger extent, count as zero; they are waited for.
    ///
    /// Raises ValueError for fewer than two axes, and for matrices of a stack that are not of one rank.
    ///
    /// >>> cp.scipy.linalg.orth(cp.array([[2.0, 0.0], [0.0, 0.0]])).shape
    /// (2, 1)
    fn orth(A: &Array, rcond: Option<f64> = None) -> Array {
        orth(A, rcond)
    }

    /// Orthonormal bases of the null spaces of matrices, the last two axes, as columns. Which singular values count as
    /// zero is as in `orth`; they are waited for.
    ///
    /// Raises ValueError for fewer than two axes, for matrices of a stack that are not of one rank, for a driver that
    /// is none, and with `check_finite` where an element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.null_space(cp.array([[2.0, 0.0], [0.0, 0.0]])).shape
    /// (2, 1)
    fn null_space(
        A: &Array, rcond: Option<f64> = None, *, overwrite_a: bool = False, check_finite: bool = True, lapack_driver: &str = "gesdd"
    ) ignoring { overwrite_a: UNCHANGED, lapack_driver: ONE_ALGORITHM } -> Array {
        check_svd_driver(lapack_driver)?;
        factors::check_finite(A, check_finite)?;
        null_space(A, rcond)
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

    /// The triangles whose products with their conjugate transposes are Hermitian matrices, the last two axes: upper
    /// ones, or with `lower` lower ones. Of the matrices that triangle is read.
    ///
    /// Raises LinAlgError for matrices that are not square or not positive definite, ValueError with `check_finite`
    /// where an element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    /// array([[2., 1.],
    ///        [0., 3.]])
    fn cholesky(a: &Array, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Array {
        factors::check_finite(a, check_finite)?;
        cholesky(a, lower)
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

    /// The Cholesky factor of Hermitian positive definite matrices, and whether it is the lower one. What the other
    /// triangle holds is that of the matrices.
    ///
    /// Raises LinAlgError for matrices that are not square or not positive definite, ValueError with `check_finite`
    /// where an element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.cho_factor(cp.array([[4.0, 2.0], [2.0, 10.0]]), lower=True)[0]
    /// array([[2., 2.],
    ///        [1., 3.]])
    fn cho_factor(a: &Array, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Returned {
        factors::check_finite(a, check_finite)?;
        Ok(Returned::Pair(cho_factor(a, lower)?, cuprust_num::Scalar::new(lower)))
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

    /// The polar factors of matrices, the last two axes: one whose columns or rows are orthonormal, and a Hermitian
    /// positive semidefinite one, which is on the right or the left `side`.
    ///
    /// Raises ValueError for another side, LinAlgError for fewer than two axes.
    ///
    /// >>> cp.scipy.linalg.polar(cp.array([[0.0, -2.0], [3.0, 0.0]]))[1].round(6)
    /// array([[3., 0.],
    ///        [0., 2.]])
    fn polar(a: &Array, side: &str = "right") -> Arrays {
        let side = match side {
            "right" => Side::Right,
            "left" => Side::Left,
            _ => return Err(Error::value("`side` must be either 'right' or 'left'")),
        };
        polar(a, side).map(|(u, p)| [u, p].into())
    }

    /// The cosines and sines of unitary matrices, the last two axes: `u`, `cs` and `vh`, whose product they are. `u`
    /// and `vh` have two blocks on the diagonal, `cs`, real, has cosines, sines, ones and zeros alone. Waits for the
    /// cosines.
    ///
    /// `X` is an array whose upper left blocks have `p` rows and `q` columns, or a sequence of four blocks. With
    /// `separate` pairs of blocks stand for `u` and `vh`, and the angles, in ascending order, for `cs`. With
    /// `swap_sign` the negative sines are below on the left, and not above on the right. Without `compute_u` or
    /// `compute_vh` those are empty. Raises ValueError for matrices that are not square or not finite, and for blocks
    /// that have no elements or do not go together.
    ///
    /// >>> u, cs, vh = cp.scipy.linalg.cossin(cp.array([[0.8, -0.6], [0.6, 0.8]]), p=1, q=1)
    /// >>> cs.round(9)
    /// array([[ 0.8, -0.6],
    ///        [ 0.6,  0.8]])
    fn cossin(
        X: ArrayOrSequence, p: Option<i64> = None, q: Option<i64> = None, separate: bool = False, swap_sign: bool = False, compute_u: bool = True,
        compute_vh: bool = True
    ) -> Returned {
        let whole = p.unwrap_or(0) != 0 || q.unwrap_or(0) != 0;
        let (x, p, q) = match X {
            ArrayOrSequence::Array(array) if whole => (array.clone(), p.unwrap_or(1), q.unwrap_or(1)),
            ArrayOrSequence::Sequence(each) if whole => (cuprust::manipulation::stack(&each, 0)?, p.unwrap_or(1), q.unwrap_or(1)),
            ArrayOrSequence::Array(array) if array.ndim() > 0 && array.shape()[0] == 4 => {
                let [x11, x12, x21, x22] = [0, 1, 2, 3].map(|position| array.view_within(array.layout().at(0, position)));
                of_blocks([&x11, &x12, &x21, &x22])?
            }
            ArrayOrSequence::Sequence(each) if each.len() == 4 => of_blocks([each[0], each[1], each[2], each[3]])?,
            _ => return Err(Error::value("When p and q are None, exactly four arrays should be in X")),
        };
        factors::check_finite(&x, true)?;
        let found = cossin(&x, p, q, swap_sign)?;
        let none = |array: &Array| cuprust::creation::zeros(cuprust::creation::shape((0, 0)).dtype(array.dtype()).on(array.device()));
        let kept = |pair: &[Array; 2], wanted: bool| -> Result<[Array; 2]> {
            Ok(if wanted { pair.clone() } else { [none(&pair[0])?, none(&pair[1])?] })
        };
        let (u, vh) = (kept(&found.u, compute_u)?, kept(&found.vh, compute_vh)?);
        if separate {
            let pairs = [u, vh].map(|pair| Returned::Tuple(pair.into()));
            let [u, vh] = pairs;
            return Ok(Returned::Several(vec![u, Returned::Array(found.angles), vh]));
        }
        let blocks = |pair: &[Array; 2]| block_diag(&[&pair[0], &pair[1]], pair[0].device());
        Ok(Returned::Tuple(vec![blocks(&u)?, found.middle(swap_sign)?, blocks(&vh)?]))
    }
}
