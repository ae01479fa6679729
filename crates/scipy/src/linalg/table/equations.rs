//! The declarations of SciPy's matrix equations.

use cuprust::table::functions;
use cuprust::{Array, Error};

use super::*;

functions! {
    in "cuprust.scipy.linalg";

    /// The solution of `a x + x b = q`, of matrices, the last two axes; stacks broadcast.
    ///
    /// Where an eigenvalue of `a` is minus one of `b`, a sum of eigenvalues that is too small is taken to be larger.
    /// Raises ValueError where `a` or `b` is not square or not finite, and where shapes do not go together.
    ///
    /// >>> cp.scipy.linalg.solve_sylvester(cp.array([[2.0]]), cp.array([[3.0]]), cp.array([[10.0]]))
    /// array([[2.]])
    fn solve_sylvester(a: &Array, b: &Array, q: &Array) -> Array {
        solve_sylvester(a, b, q)
    }

    /// The solution of `a x + x a* = q`, where `a*` is the conjugate transpose, of square matrices, the last two axes.
    ///
    /// Raises ValueError for matrices that are not square, of other shapes, or not finite.
    ///
    /// >>> cp.scipy.linalg.solve_continuous_lyapunov(cp.array([[2.0]]), cp.array([[8.0]]))
    /// array([[2.]])
    fn solve_continuous_lyapunov["solve_lyapunov"](a: &Array, q: &Array) -> Array {
        solve_continuous_lyapunov(a, q)
    }

    /// The solution of `a x a* - x + q = 0`, where `a*` is the conjugate transpose, of square matrices, the last two
    /// axes, in double precision.
    ///
    /// `method` is "direct", as a system of all elements, or "bilinear", by a continuous equation; without it the first
    /// for fewer than 10 rows. Raises ValueError for another, for matrices that are not square, of other shapes, or not
    /// finite; LinAlgError where the equation is singular.
    ///
    /// >>> cp.scipy.linalg.solve_discrete_lyapunov(cp.array([[0.5]]), cp.array([[3.0]]))
    /// array([[4.]])
    fn solve_discrete_lyapunov(a: &Array, q: &Array, method: Option<&str> = None) -> Array {
        let method = match method.map(str::to_lowercase).as_deref() {
            None => None,
            Some("direct") => Some(Discrete::Direct),
            Some("bilinear") => Some(Discrete::Bilinear),
            Some(other) => return Err(Error::value(format!("Unknown solver {other}"))),
        };
        solve_discrete_lyapunov(a, q, method)
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
}
