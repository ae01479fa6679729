//! The declarations of SciPy's functions of matrices.

use cuprust::table::texts::{ONE_ALGORITHM, SQUARE};
use cuprust::table::{Returned, functions};
use cuprust::{Array, Error};

use super::*;

functions! {
    in "cuprust.scipy.linalg";

    /// The exponentials of square matrices, the last two axes. Waits for their norms.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.expm(cp.array([[0.0, 1.0], [0.0, 0.0]]))
    /// array([[1., 1.],
    ///        [0., 1.]])
    fn expm(a: &Array) -> Array {
        expm(a)
    }

    /// The principal logarithms of matrices, the last two axes, in double precision.
    ///
    /// Those of real matrices are real where no eigenvalue is a negative number, which is waited for. An eigenvalue of
    /// less size than 1e-20 counts as that number. Raises ValueError for matrices that are not square, or not finite.
    ///
    /// >>> cp.scipy.linalg.logm(cp.array([[1.0, 0.0], [0.0, 1.0]]))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn logm(A: &Array) -> Array {
        logm(A)
    }

    /// The cosines of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.cosm(cp.zeros((2, 2)))
    /// array([[1., 0.],
    ///        [0., 1.]])
    fn cosm(A: &Array) -> Array {
        cosm(A)
    }

    /// The sines of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.sinm(cp.zeros((2, 2)))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn sinm(A: &Array) -> Array {
        sinm(A)
    }

    /// The tangents of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.tanm(cp.zeros((2, 2)))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn tanm(A: &Array) -> Array {
        tanm(A)
    }

    /// The hyperbolic cosines of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.coshm(cp.zeros((2, 2)))
    /// array([[1., 0.],
    ///        [0., 1.]])
    fn coshm(A: &Array) -> Array {
        coshm(A)
    }

    /// The hyperbolic sines of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.sinhm(cp.zeros((2, 2)))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn sinhm(A: &Array) -> Array {
        sinhm(A)
    }

    /// The hyperbolic tangents of square matrices, the last two axes.
    ///
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.tanhm(cp.zeros((2, 2)))
    /// array([[0., 0.],
    ///        [0., 0.]])
    fn tanhm(A: &Array) -> Array {
        tanhm(A)
    }

    /// The signs of matrices, the last two axes: 1 of eigenvalues to the right of the imaginary axis, -1 of those to
    /// the left, and 0 of those on it, but for rounding.
    ///
    /// Raises ValueError for matrices that are not square, or not finite.
    ///
    /// >>> cp.scipy.linalg.signm(cp.array([[2.0, 0.0], [0.0, -3.0]]))
    /// array([[ 1.,  0.],
    ///        [ 0., -1.]])
    fn signm(A: &Array) -> Array {
        signm(A)
    }

    /// The square roots of matrices, the last two axes, whose eigenvalues have no negative real part.
    ///
    /// Those of real matrices are real where no eigenvalue is a negative number, which is waited for. NaN where there
    /// is no root, or an element is not finite.
    #[doc = SQUARE]
    ///
    /// >>> cp.scipy.linalg.sqrtm(cp.array([[4.0, 0.0], [0.0, 9.0]]))
    /// array([[2., 0.],
    ///        [0., 3.]])
    fn sqrtm(A: &Array) -> Array {
        sqrtm(A)
    }

    /// Powers of matrices, the last two axes.
    ///
    /// An integer `t` is that of `linalg.matrix_power`; other powers are computed in double precision, and NaN where a
    /// matrix is singular and `t` negative. Those of real matrices are real where all eigenvalues are, and none is
    /// negative, which is waited for. Raises ValueError for matrices that are not square, or not finite, LinAlgError
    /// for negative integer powers of singular ones.
    ///
    /// >>> cp.scipy.linalg.fractional_matrix_power(cp.array([[4.0, 0.0], [0.0, 9.0]]), 0.5).round(9)
    /// array([[2., 0.],
    ///        [0., 3.]])
    fn fractional_matrix_power(A: &Array, t: f64) -> Array {
        fractional_matrix_power(A, t)
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
}
