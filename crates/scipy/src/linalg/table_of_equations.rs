//! The declarations of SciPy's linear algebra for systems, Riccati's equations, derivatives, and questions about
//! matrices.

use cuprust::linalg::{NormOrder, norm_of};
use cuprust::table::texts::{MATRICES, ONE_ALGORITHM, UNCHANGED};
use cuprust::table::{NumberOrText, Returned, functions};
use cuprust::{Array, Device, Error, Result};

use super::*;

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

    /// The solution of `a* x + x a - x b r^-1 b* x + q = 0`, or with `e` and `s` of `a* x e + e* x a - (e* x b + s)
    /// r^-1 (b* x e + s*) + q = 0`, where `a*` is the conjugate transpose, of matrices, the last two axes, in double
    /// precision.
    ///
    /// With `balanced` rows and columns are scaled first. Raises ValueError for shapes that do not go together, for `q`
    /// and `r` that are not Hermitian, for a singular `r` or `e`, and for what is not finite; LinAlgError where no
    /// solution is found.
    ///
    /// >>> one = cp.array([[1.0]])
    /// >>> cp.scipy.linalg.solve_continuous_are(cp.array([[1.5]]), one, cp.array([[4.0]]), one).round(9)
    /// array([[4.]])
    fn solve_continuous_are(
        a: &Array, b: &Array, q: &Array, r: &Array, e: Option<&Array> = None, s: Option<&Array> = None, balanced: bool = True
    ) -> Array {
        solve_continuous_are(Riccati { a, b, q, r, e, s, balanced })
    }

    /// The solution of `a* x a - x - a* x b (r + b* x b)^-1 b* x a + q = 0`, or with `e` and `s` of `a* x a - e* x e -
    /// (a* x b + s) (r + b* x b)^-1 (b* x a + s*) + q = 0`, where `a*` is the conjugate transpose, of matrices, the
    /// last two axes, in double precision.
    ///
    /// With `balanced` rows and columns are scaled first. Raises as `solve_continuous_are`, but for a singular `r`.
    ///
    /// >>> one = cp.array([[1.0]])
    /// >>> cp.scipy.linalg.solve_discrete_are(cp.array([[0.0]]), one, cp.array([[4.0]]), one).round(9)
    /// array([[4.]])
    fn solve_discrete_are(
        a: &Array, b: &Array, q: &Array, r: &Array, e: Option<&Array> = None, s: Option<&Array> = None, balanced: bool = True
    ) -> Array {
        solve_discrete_are(Riccati { a, b, q, r, e, s, balanced })
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

    /// The exponentials of square matrices, the last two axes, and their Fréchet derivatives in the directions `E`, in
    /// double precision; the derivatives alone without `compute_expm`.
    ///
    /// `method` is "SPS" or "blockEnlarge". Raises ValueError for another, for matrices that are not square or of other
    /// shapes, and with `check_finite` where an element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.expm_frechet(cp.array([[0.0]]), cp.array([[2.0]]))[1]
    /// array([[2.]])
    fn expm_frechet(
        A: &Array, E: &Array, method: Option<&str> = None, compute_expm: bool = True, check_finite: bool = True
    ) ignoring { method: ONE_ALGORITHM } -> Returned {
        if let Some(name) = method.filter(|name| !["SPS", "blockEnlarge"].contains(name)) {
            return Err(Error::value(format!("Unknown implementation {name}")));
        }
        factors::check_finite(A, check_finite)?;
        factors::check_finite(E, check_finite)?;
        let (whole, derivative) = expm_frechet(A, E)?;
        Ok(if compute_expm { Returned::Tuple(vec![whole, derivative]) } else { Returned::Array(derivative) })
    }

    /// The condition of the exponential of square matrices, the last two axes, in the Frobenius norm, in double
    /// precision. It takes the fourth power of the rows in memory.
    ///
    /// Raises ValueError for matrices that are not square or have no elements, and with `check_finite` where an element
    /// is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.expm_cond(cp.array([[2.0]])).round(9)
    /// array(2.)
    fn expm_cond(A: &Array, check_finite: bool = True) -> Array {
        factors::check_finite(A, check_finite)?;
        expm_cond(A)
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

    /// Pascal's matrix of binomial coefficients, uint64, or without `exact` float64.
    ///
    /// `kind` is "symmetric", "lower" or "upper". Raises ValueError for another, for a negative `n`, and for more than
    /// 34 rows of an exact one.
    ///
    /// >>> cp.scipy.linalg.pascal(3)
    /// array([[1, 1, 1],
    ///        [1, 2, 3],
    ///        [1, 3, 6]], dtype=uint64)
    fn pascal(n: i64, kind: &str = "symmetric", exact: bool = True) -> Array {
        pascal(n, Pascal::named(kind)?, exact, Device::current()?)
    }

    /// The inverse of Pascal's matrix, int64, or without `exact` float64.
    ///
    /// `kind` is as of `pascal`. Raises as `pascal`.
    ///
    /// >>> cp.scipy.linalg.invpascal(2)
    /// array([[ 2, -1],
    ///        [-1,  1]])
    fn invpascal(n: i64, kind: &str = "symmetric", exact: bool = True) -> Array {
        invpascal(n, Pascal::named(kind)?, exact, Device::current()?)
    }

    /// The inverse of `hilbert`, float64, or with `exact` int64.
    ///
    /// Raises ValueError for a negative `n`, and for more than 14 rows of an exact one.
    ///
    /// >>> cp.scipy.linalg.invhilbert(2)
    /// array([[ 4., -6.],
    ///        [-6., 12.]])
    fn invhilbert(n: i64, exact: bool = False) -> Array {
        invhilbert(n, exact, Device::current()?)
    }
}

/// A truth, or those of a stack.
fn truth(found: Array) -> Result<Returned> {
    Ok(if found.ndim() == 0 { Returned::Bool(found.item()?.get()) } else { Returned::Array(found) })
}
