//! The declarations of SciPy's linear algebra by Schur forms: functions of matrices, and equations.

use cuprust::table::texts::{SQUARE, UNCHANGED, WORKSPACE};
use cuprust::table::{Anything, Returned, functions};
use cuprust::{Array, Error, Result};

use super::*;

/// Several new arrays.
type Arrays = Box<[Array]>;

/// Eigenvalues, or their numerators and denominators.
fn values_of(found: &Eigen, homogeneous: bool) -> Result<Array> {
    if !homogeneous {
        return found.values();
    }
    let beta = found.beta.astype(found.alpha.dtype())?;
    cuprust::manipulation::stack(&[&found.alpha, &beta], -2)
}

functions! {
    in "cuprust.scipy.linalg";

    /// The matrices, zero below the first subdiagonal, that square matrices, the last two axes, are in a unitary basis;
    /// with `calc_q` a pair of these and the bases.
    ///
    /// Raises ValueError for matrices that are not square, and with `check_finite` where an element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.hessenberg(cp.array([[1.0, 2.0], [3.0, 4.0]]))
    /// array([[1., 2.],
    ///        [3., 4.]])
    fn hessenberg(a: &Array, calc_q: bool = False, overwrite_a: bool = False, check_finite: bool = True)
    ignoring { overwrite_a: UNCHANGED } -> Returned {
        factors::check_finite(a, check_finite)?;
        let (h, q) = hessenberg(a)?;
        Ok(if calc_q { Returned::Tuple(vec![h, q]) } else { Returned::Array(h) })
    }

    /// The triangular complex Schur form, and its basis, of a quasi-triangular real one `T` and its basis `Z`. Of a
    /// pair of conjugate eigenvalues the one of positive imaginary part comes first.
    ///
    /// Raises ValueError for matrices that are not square or have not as many rows, and with `check_finite` where an
    /// element is infinite or NaN.
    ///
    /// >>> cp.scipy.linalg.rsf2csf(cp.array([[0.0, 1.0], [-1.0, 0.0]]), cp.eye(2))[0].diagonal()
    /// array([0.+1.j, 0.-1.j])
    fn rsf2csf(T: &Array, Z: &Array, check_finite: bool = True) -> Arrays {
        factors::check_finite(Z, check_finite)?;
        factors::check_finite(T, check_finite)?;
        rsf2csf(T, Z).map(|(t, z)| [t, z].into())
    }

    /// The generalized Schur form of two square matrices, the last two axes: the triangular `AA` and `BB`, and the
    /// unitary `Q` and `Z`, by which they are `Q @ AA @ Z*` and `Q @ BB @ Z*`.
    ///
    /// That of real matrices is real, with a block of two rows of `AA` for each pair of conjugate eigenvalues, unless
    /// `output` is "complex". Raises ValueError for another `output`, for a `sort`, for matrices that are not square or
    /// of other shapes, and with `check_finite` where an element is infinite or NaN; LinAlgError where the iterations
    /// do not converge.
    ///
    /// >>> AA, BB, Q, Z = cp.scipy.linalg.qz(cp.array([[6.0]]), cp.array([[2.0]]))
    /// >>> AA / BB
    /// array([[3.]])
    fn qz(
        A: &Array, B: &Array, output: &str = "real", lwork: Option<i64> = None, sort: Anything = None, overwrite_a: bool = False,
        overwrite_b: bool = False, check_finite: bool = True
    ) ignoring {
        lwork: WORKSPACE, overwrite_a: UNCHANGED, overwrite_b: UNCHANGED
    } -> Arrays {
        if sort.given {
            return Err(Error::value("The 'sort' input of qz() has to be None: use ordqz"));
        }
        let complex = match output {
            "real" | "r" => false,
            "complex" | "c" => true,
            _ => return Err(Error::value("argument must be 'real', or 'complex'")),
        };
        factors::check_finite(A, check_finite)?;
        factors::check_finite(B, check_finite)?;
        let form = qz(A, B, complex)?;
        Ok([form.s, form.t, form.q, form.z].into())
    }

    /// The eigenvalues of square matrices, the last two axes, complex, or with `b` of pairs of them, `a v = w b v`;
    /// with `left` the left eigenvectors as columns, and with `right` the right ones, of length one.
    ///
    /// With `homogeneous_eigvals` numerators and denominators are stacked in the stead of eigenvalues. Vectors of real
    /// matrices are real where all eigenvalues are, which is waited for. Raises ValueError for matrices that are not
    /// square or of other shapes, and with `check_finite` where an element is infinite or NaN; LinAlgError where values
    /// are not found.
    ///
    /// >>> cp.scipy.linalg.eig(cp.array([[6.0]]), cp.array([[2.0]]))[0]
    /// array([3.+0.j])
    fn eig(
        a: &Array, b: Option<&Array> = None, left: bool = False, right: bool = True, overwrite_a: bool = False, overwrite_b: bool = False,
        check_finite: bool = True, homogeneous_eigvals: bool = False
    ) ignoring { overwrite_a: UNCHANGED, overwrite_b: UNCHANGED } -> Returned {
        for each in [Some(a), b].into_iter().flatten() {
            factors::check_finite(each, check_finite)?;
        }
        let found = eig(a, b, left, right)?;
        let mut parts = vec![values_of(&found, homogeneous_eigvals)?];
        parts.extend(found.left);
        parts.extend(found.right);
        Ok(if parts.len() == 1 { Returned::Array(parts.swap_remove(0)) } else { Returned::Tuple(parts) })
    }

    /// The eigenvalues of `eig` alone.
    ///
    /// >>> cp.scipy.linalg.eigvals(cp.array([[6.0]]), cp.array([[2.0]]))
    /// array([3.+0.j])
    fn eigvals(
        a: &Array, b: Option<&Array> = None, overwrite_a: bool = False, check_finite: bool = True, homogeneous_eigvals: bool = False
    ) ignoring { overwrite_a: UNCHANGED } -> Array {
        for each in [Some(a), b].into_iter().flatten() {
            factors::check_finite(each, check_finite)?;
        }
        values_of(&eig(a, b, false, false)?, homogeneous_eigvals)
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
}
