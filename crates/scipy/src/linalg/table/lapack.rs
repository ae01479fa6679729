//! The declarations of CuPy's own linear algebra: LAPACK's drivers by name, and solutions by factors beside SciPy's.

use cuprust::Array;
use cuprust::table::functions;
use cuprust::table::texts::{FINITE, UNCHANGED};

use super::*;

functions! {
    in "cuprust.linalg";

    /// The solution of a system by a Cholesky factor, and whether that is the lower one: a tuple of two.
    ///
    #[doc = FINITE]
    ///
    /// >>> factor = cp.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    /// >>> cp.linalg.cho_solve((factor, True), cp.array([6.0, 12.0]))
    /// array([1., 1.])
    fn cho_solve(c_and_lower: Vec<&Array>, b: &Array, overwrite_b: bool = False, check_finite: bool = True)
    ignoring { overwrite_b: UNCHANGED } -> Array {
        let [factor, lower] = two(&c_and_lower, "c_and_lower")?;
        factors::check_finite(b, check_finite)?;
        cho_solve(factor, lower.item()?.get::<bool>(), b)
    }

    /// The inverses of Hermitian positive definite matrices, the last two axes, of which the lower triangle is read.
    ///
    /// Raises LinAlgError for matrices that are not square or not positive definite, TypeError for half precision.
    ///
    /// >>> cp.linalg.invh(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    /// array([[0.5 , 0.  ],
    ///        [0.  , 0.25]])
    fn invh(a: &Array) -> Array {
        invh(a)
    }

    in "cuprust.lapack";

    /// Solves `a x = b` for a square matrix and writes the solution to `b`.
    ///
    /// Raises TypeError where the dtypes differ or are none of single and double precision, ValueError for other shapes
    /// and for more than one axis that is neither in C nor in Fortran order; LinAlgError where `a` is singular.
    ///
    /// >>> b = cp.array([2.0, 8.0])
    /// >>> cp.lapack.gesv(cp.array([[2.0, 0.0], [0.0, 4.0]]), b)
    /// >>> b
    /// array([1., 2.])
    fn gesv(a: &Array, b: &Array) -> () {
        gesv(a, b)
    }

    /// The least-squares solution of `a x = b`, of least length where there are more unknowns than equations: for
    /// matrices of full rank.
    ///
    /// Raises ValueError for other shapes.
    ///
    /// >>> cp.lapack.gels(cp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), cp.array([1.0, 4.0, 3.0]))
    /// array([1., 2.])
    fn gels(a: &Array, b: &Array) -> Array {
        gels(a, b)
    }

    /// The solution of `a x = b` for Hermitian positive definite matrices, the last two axes.
    ///
    /// Raises LinAlgError for matrices that are not square or not positive definite, ValueError where shapes do not go
    /// together.
    ///
    /// >>> cp.lapack.posv(cp.array([[4.0, 2.0], [2.0, 10.0]]), cp.array([6.0, 12.0]))
    /// array([1., 1.])
    fn posv(a: &Array, b: &Array) -> Array {
        posv(a, b)
    }

    /// The solution of a system by a Cholesky factor, the lower one or the upper one.
    ///
    /// Raises LinAlgError for factors that are not square, ValueError where shapes do not go together.
    ///
    /// >>> factor = cp.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    /// >>> cp.lapack.potrs(factor, cp.array([6.0, 12.0]), True)
    /// array([1., 1.])
    fn potrs(L: &Array, b: &Array, lower: bool) -> Array {
        potrs(L, b, lower)
    }
}
