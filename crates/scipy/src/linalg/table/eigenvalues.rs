//! The declarations of SciPy's eigenvalue problems.

use cuprust::table::texts::{ONE_ALGORITHM, UNCHANGED};
use cuprust::table::{NumberOrText, Returned, functions};
use cuprust::{Array, Error, Result};
use cuprust_num::{DType, Value};

use super::*;

/// Eigenvalues, or their numerators and denominators.
fn values_of(found: &Eigen, homogeneous: bool) -> Result<Array> {
    if !homogeneous {
        return found.values();
    }
    let beta = found.beta.astype(found.alpha.dtype())?;
    cuprust::manipulation::stack(&[&found.alpha, &beta], -2)
}

/// Which eigenvalues of Hermitian matrices a call asks for.
///
/// # Errors
/// A value error for two selections, for what is no range, and for an algorithm that is none, or not of this problem.
fn hermitian_selection(
    positions: Option<&Array>,
    values: Option<&Array>,
    driver: Option<&str>,
    pair: bool,
) -> Result<Select> {
    let (standard, general) = (["ev", "evd", "evr", "evx"], ["gv", "gvd", "gvx"]);
    if let Some(name) = driver {
        if !standard.contains(&name) && !general.contains(&name) {
            return Err(Error::value(format!(
                "\"{name}\" is unknown. Possible values are {standard:?} and {general:?}."
            )));
        }
        if pair == standard.contains(&name) {
            let text = if pair { "does not accept input b array" } else { "requires input b array to be supplied" };
            return Err(Error::value(format!("\"{name}\" {text}.")));
        }
        if (positions.is_some() || values.is_some()) && ["ev", "evd", "gv", "gvd"].contains(&name) {
            return Err(Error::value(format!("\"{name}\" cannot compute subsets of eigenvalues")));
        }
    }
    let ends = |range: &Array| -> Result<[f64; 2]> {
        let ends = range.astype(DType::F64)?.to_vec::<f64>()?;
        <[f64; 2]>::try_from(ends).map_err(|_| Error::value("a range of eigenvalues has two ends"))
    };
    match (positions, values) {
        (Some(_), Some(_)) => Err(Error::value("Either index or value subset can be requested.")),
        (Some(positions), None) => ends(positions).map(|[first, last]| Select::Places(first as i64, last as i64)),
        (None, Some(values)) => match ends(values)? {
            [low, high] if low < high => Ok(Select::Values(low, high)),
            [low, high] => Err(Error::value(format!(
                "Requested eigenvalue bounds are not valid. Valid range is (-inf, inf) and low < high, but low={low}, high={high} is given"
            ))),
        },
        (None, None) => Ok(Select::All),
    }
}

/// Which eigenvalues a call asks for.
fn banded_selection(select: NumberOrText, range: Option<&Array>) -> Result<Select> {
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

/// Refuses what is no name of an algorithm for tridiagonal matrices.
fn check_eigen_driver(name: &str) -> Result<()> {
    const NAMES: [&str; 6] = ["auto", "stemr", "sterf", "stebz", "stev", "stevd"];
    if NAMES.contains(&name) {
        return Ok(());
    }
    Err(Error::value(format!("lapack_driver must be one of {NAMES:?}, got {name}")))
}

functions! {
    in "cuprust.scipy.linalg";

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

    /// The eigenvalues of Hermitian matrices, the last two axes, in ascending order, and the eigenvectors as columns,
    /// unless `eigvals_only`; with `b` those of pairs of matrices, of which the second is positive definite. Of the
    /// matrices one triangle is read.
    ///
    /// By `type` they solve `a v = w b v`, `a b v = w v` or `b a v = w v`, and the vectors' products by way of `b`, or
    /// of its inverse for the third, are zeros and ones. `subset_by_index` names the first and the last index of those
    /// that are wanted, `subset_by_value` bounds, of which the second is one of them; all are computed. Raises
    /// ValueError for matrices that are not square or of other shapes, for a selection, a type or a driver that is
    /// none, and with `check_finite` where an element is infinite or NaN; LinAlgError where values are not found, or
    /// `b` is not positive definite.
    ///
    /// >>> cp.scipy.linalg.eigh(cp.array([[6.0, 0.0], [0.0, 4.0]]), cp.array([[2.0, 0.0], [0.0, 4.0]]))[0]
    /// array([1., 3.])
    fn eigh(
        a: &Array, b: Option<&Array> = None, *, lower: bool = True, eigvals_only: bool = False, overwrite_a: bool = False,
        overwrite_b: bool = False, type_: i64 = 1, check_finite: bool = True, subset_by_index: Option<&Array> = None,
        subset_by_value: Option<&Array> = None, driver: Option<&str> = None
    ) ignoring {
        overwrite_a: UNCHANGED, overwrite_b: UNCHANGED, driver: ONE_ALGORITHM
    } -> Returned {
        for each in [Some(a), b].into_iter().flatten() {
            factors::check_finite(each, check_finite)?;
        }
        let select = hermitian_selection(subset_by_index, subset_by_value, driver, b.is_some())?;
        let pair = b.map(|b| Equation::numbered(type_).map(|equation| (b, equation))).transpose()?;
        Ok(match eigh(a, pair, lower, select, !eigvals_only)? {
            (values, Some(vectors)) => Returned::Tuple(vec![values, vectors]),
            (values, None) => Returned::Array(values),
        })
    }

    /// The eigenvalues of `eigh` alone.
    ///
    /// >>> cp.scipy.linalg.eigvalsh(cp.array([[6.0, 0.0], [0.0, 4.0]]))
    /// array([4., 6.])
    fn eigvalsh(
        a: &Array, b: Option<&Array> = None, *, lower: bool = True, overwrite_a: bool = False, overwrite_b: bool = False, type_: i64 = 1,
        check_finite: bool = True, subset_by_index: Option<&Array> = None, subset_by_value: Option<&Array> = None,
        driver: Option<&str> = None
    ) ignoring {
        overwrite_a: UNCHANGED, overwrite_b: UNCHANGED, driver: ONE_ALGORITHM
    } -> Array {
        for each in [Some(a), b].into_iter().flatten() {
            factors::check_finite(each, check_finite)?;
        }
        let select = hermitian_selection(subset_by_index, subset_by_value, driver, b.is_some())?;
        let pair = b.map(|b| Equation::numbered(type_).map(|equation| (b, equation))).transpose()?;
        eigh(a, pair, lower, select, false).map(|found| found.0)
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
        eig_banded(a_band, lower, banded_selection(select, select_range)?, !eigvals_only).map(eigen)
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
        eig_banded(a_band, lower, banded_selection(select, select_range)?, false).map(|found| found.0)
    }

    /// The eigenvalues of real symmetric tridiagonal matrices in ascending order, of the diagonal `d` and the elements
    /// `e` beside it, and the eigenvectors as columns, unless `eigvals_only`.
    ///
    /// With `select` "v" those larger than the first number of `select_range` and not larger than the second, with "i"
    /// those from one index to another. All are computed. Raises TypeError for complex numbers, ValueError for lengths
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
        check_eigen_driver(lapack_driver)?;
        eigh_tridiagonal(d, e, banded_selection(select, select_range)?, !eigvals_only).map(eigen)
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
        check_eigen_driver(lapack_driver)?;
        eigh_tridiagonal(d, e, banded_selection(select, select_range)?, false).map(|found| found.0)
    }

    /// The real matrices with blocks of two rows for pairs of conjugate eigenvalues, and the real vectors as columns,
    /// of complex eigenvalues `w`, the last axis, and vectors `v` as columns, as `eig` gives them. Waits for the
    /// eigenvalues.
    ///
    /// Raises ValueError for shapes that do not go together, for complex eigenvalues without a conjugate, and for what
    /// is not finite.
    ///
    /// >>> cp.scipy.linalg.cdf2rdf(*cp.linalg.eig(cp.array([[0.0, 2.0], [-2.0, 0.0]])))[0].round(9)
    /// array([[ 0.,  2.],
    ///        [-2.,  0.]])
    fn cdf2rdf(w: &Array, v: &Array) -> Arrays {
        factors::check_finite(w, true)?;
        factors::check_finite(v, true)?;
        cdf2rdf(w, v).map(|(values, vectors)| [values, vectors].into())
    }
}
