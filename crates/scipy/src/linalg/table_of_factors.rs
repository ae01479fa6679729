//! The declarations of SciPy's linear algebra by eigenvalues, singular values and orthonormal bases.

use cuprust::linalg::{self, Reflections};
use cuprust::table::texts::{ONE_ALGORITHM, UNCHANGED, WORKSPACE};
use cuprust::table::{ArrayOrSequence, Returned, functions};
use cuprust::{Array, Error, Result};
use cuprust_num::{DType, Scalar};

use super::*;

/// Several new arrays.
type Arrays = Box<[Array]>;

/// Refuses what is no name of an algorithm for singular values.
pub(super) fn check_driver(name: &str) -> Result<()> {
    match name {
        "gesdd" | "gesvd" => Ok(()),
        _ => Err(Error::value(format!("lapack_driver must be \"gesdd\" or \"gesvd\", not \"{name}\""))),
    }
}

/// Which eigenvalues of Hermitian matrices a call asks for.
///
/// # Errors
/// A value error for two selections, for what is no range, and for an algorithm that is none, or not of this problem.
fn selection(places: Option<&Array>, values: Option<&Array>, driver: Option<&str>, pair: bool) -> Result<Select> {
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
        if (places.is_some() || values.is_some()) && ["ev", "evd", "gv", "gvd"].contains(&name) {
            return Err(Error::value(format!("\"{name}\" cannot compute subsets of eigenvalues")));
        }
    }
    let ends = |given: &Array| -> Result<[f64; 2]> {
        let ends = given.astype(DType::F64)?.to_vec::<f64>()?;
        <[f64; 2]>::try_from(ends).map_err(|_| Error::value("a range of eigenvalues has two ends"))
    };
    match (places, values) {
        (Some(_), Some(_)) => Err(Error::value("Either index or value subset can be requested.")),
        (Some(places), None) => ends(places).map(|[first, last]| Select::Places(first as i64, last as i64)),
        (None, Some(values)) => match ends(values)? {
            [low, high] if low < high => Ok(Select::Values(low, high)),
            [low, high] => Err(Error::value(format!(
                "Requested eigenvalue bounds are not valid. Valid range is (-inf, inf) and low < high, but low={low}, high={high} is given"
            ))),
        },
        (None, None) => Ok(Select::All),
    }
}

/// The order of columns, as SciPy gives it.
fn of_columns(order: Option<Array>) -> Result<Option<Returned>> {
    order.map(|order| order.astype(DType::I32).map(Returned::Array)).transpose()
}

functions! {
    in "cuprust.scipy.linalg";

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
        check_driver(lapack_driver)?;
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

    /// The eigenvalues of Hermitian matrices, the last two axes, in ascending order, and the eigenvectors as columns,
    /// unless `eigvals_only`; with `b` those of pairs of matrices, of which the second is positive definite. Of the
    /// matrices one triangle is read.
    ///
    /// By `type` they solve `a v = w b v`, `a b v = w v` or `b a v = w v`, and the vectors' products by way of `b`, or
    /// of its inverse for the third, are zeros and ones. `subset_by_index` names the first and the last place of those
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
        let select = selection(subset_by_index, subset_by_value, driver, b.is_some())?;
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
        let select = selection(subset_by_index, subset_by_value, driver, b.is_some())?;
        let pair = b.map(|b| Equation::numbered(type_).map(|equation| (b, equation))).transpose()?;
        eigh(a, pair, lower, select, false).map(|found| found.0)
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

    /// Orthonormal bases and upper triangles whose products are matrices, the last two axes, a tuple of both.
    ///
    /// `mode` is "full", "economic" for as many columns of the basis as the lesser extent, "r" for the triangle alone,
    /// in a tuple, or "raw" for a tuple of what LAPACK's geqrf writes and the scales of its reflections, and the
    /// triangle. With `pivoting` columns are exchanged so that the triangle's diagonal descends, and a last result says
    /// which column each was, int32: `a[:, P]` is the product. Raises ValueError for another mode, and with
    /// `check_finite` where an element is infinite or NaN; LinAlgError for fewer than two axes.
    ///
    /// >>> R, P = cp.scipy.linalg.qr(cp.array([[1.0, 3.0], [0.0, 4.0]]), mode="r", pivoting=True)
    /// >>> P
    /// array([1, 0], dtype=int32)
    fn qr(
        a: &Array, overwrite_a: bool = False, lwork: Option<i64> = None, mode: &str = "full", pivoting: bool = False,
        check_finite: bool = True
    ) ignoring { overwrite_a: UNCHANGED, lwork: WORKSPACE } -> Returned {
        if !["full", "qr", "r", "economic", "raw"].contains(&mode) {
            return Err(Error::value("Mode argument should be one of ['full', 'r', 'economic', 'raw']"));
        }
        factors::check_finite(a, check_finite)?;
        let (_, m, n) = linalg::extents_of(a)?;
        let found = Reflections::of(&factors::in_precision(a)?, pivoting)?;
        let height = if matches!(mode, "economic" | "raw") { m.min(n) } else { m };
        let triangle = Returned::Array(found.triangle(height)?);
        let mut parts = match mode {
            "r" => vec![triangle],
            "raw" => {
                let raw = vec![found.factored().ascontiguous()?, found.scales.clone()];
                vec![Returned::Tuple(raw), triangle]
            }
            _ => vec![Returned::Array(found.basis(height)?), triangle],
        };
        parts.extend(of_columns(found.order)?);
        Ok(Returned::Several(parts))
    }

    /// Upper triangles and orthonormal bases, as rows, whose products are matrices, the last two axes, a tuple of both.
    ///
    /// `mode` is "full", "economic" for as many rows of the basis as the lesser extent, or "r" for the triangle alone.
    /// Raises ValueError for another mode, and with `check_finite` where an element is infinite or NaN; LinAlgError for
    /// fewer than two axes.
    ///
    /// >>> R, Q = cp.scipy.linalg.rq(cp.array([[1.0, 2.0], [3.0, 4.0]]))
    /// >>> (R @ Q).round(9)
    /// array([[1., 2.],
    ///        [3., 4.]])
    fn rq(
        a: &Array, overwrite_a: bool = False, lwork: Option<i64> = None, mode: &str = "full", check_finite: bool = True
    ) ignoring { overwrite_a: UNCHANGED, lwork: WORKSPACE } -> Returned {
        if !["full", "r", "economic"].contains(&mode) {
            return Err(Error::value("Mode argument should be one of ['full', 'r', 'economic']"));
        }
        factors::check_finite(a, check_finite)?;
        let (r, q) = rq(a, mode != "economic")?;
        Ok(if mode == "r" { Returned::Array(r) } else { Returned::Tuple(vec![r, q]) })
    }

    /// The products of the orthonormal bases of matrices, the last two axes, and `c`, and the upper triangles: of `c`
    /// and the basis, or with `mode` "left" of the basis and `c`. Of `c` with fewer axes than two it is a vector.
    ///
    /// The basis has as many columns as the lesser extent; on the left of as many rows as the matrix has, all. With
    /// `pivoting` a third result is the order of the columns, as of `qr`; with `conjugate` the conjugate of the basis
    /// is taken. Raises ValueError for another mode, where shapes do not go together, and where an element is infinite
    /// or NaN.
    ///
    /// >>> product, R = cp.scipy.linalg.qr_multiply(cp.array([[0.0, 2.0], [3.0, 0.0]]), cp.eye(2))
    /// >>> abs(product)
    /// array([[0., 1.],
    ///        [1., 0.]])
    fn qr_multiply(
        a: &Array, c: &Array, mode: &str = "right", pivoting: bool = False, conjugate: bool = False, overwrite_a: bool = False,
        overwrite_c: bool = False
    ) ignoring { overwrite_a: UNCHANGED, overwrite_c: UNCHANGED } -> Returned {
        let beside = match mode {
            "left" => Beside::Left,
            "right" => Beside::Right,
            _ => return Err(Error::value(format!("Mode argument can only be 'left' or 'right' but not '{mode}'"))),
        };
        factors::check_finite(c, true)?;
        factors::check_finite(a, true)?;
        let found = qr_multiply(a, c, beside, pivoting, conjugate)?;
        let mut parts = vec![Returned::Array(found.product), Returned::Array(found.r)];
        parts.extend(of_columns(found.order)?);
        Ok(Returned::Several(parts))
    }

    /// The cosines and sines of unitary matrices, the last two axes: `u`, `cs` and `vh`, whose product they are. `u`
    /// and `vh` have two blocks on the diagonal, `cs`, real, has cosines, sines, ones and zeros alone. Waits for the
    /// cosines.
    ///
    /// `X` is an array whose upper left blocks have `p` rows and `q` columns, or a sequence of four blocks. With
    /// `separate` pairs of blocks stand for `u` and `vh`, and the angles, in ascending order, for `cs`. With
    /// `swap_sign` the negative sines stand below on the left, and not above on the right. Without `compute_u` or
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
                let [x11, x12, x21, x22] = [0, 1, 2, 3].map(|place| array.view_within(array.layout().at(0, place)));
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

    /// The factors of matrices without `p` rows or columns from the place `k` on, of the factors of the whole ones.
    ///
    /// `which` is "row" or "col". Bases stay whole where they are. The factors are found from the matrix, in the time
    /// of `qr`. Raises ValueError for another `which`, for dtypes other than single and double precision, for shapes
    /// that do not go together, for places out of range, and with `check_finite` where an element is infinite or NaN.
    ///
    /// >>> Q, R = cp.scipy.linalg.qr(cp.array([[1.0, 2.0], [3.0, 4.0]]))
    /// >>> Q, R = cp.scipy.linalg.qr_delete(Q, R, 0)
    /// >>> (Q @ R).round(9)
    /// array([[3., 4.]])
    fn qr_delete(
        Q: &Array, R: &Array, k: i64, p: i64 = 1, which: &str = "row", overwrite_qr: bool = False, check_finite: bool = True
    ) ignoring { overwrite_qr: UNCHANGED } -> Arrays {
        qr_delete(Q, R, k, p, Line::named(which)?, check_finite).map(|(q, r)| [q, r].into())
    }

    /// The factors of matrices with further rows or columns before the place `k`: `u` has one, or, where it has as many
    /// axes as the factors, several.
    ///
    /// `which` is "row" or "col". Bases stay whole where they are. The factors are found from the matrix, in the time
    /// of `qr`. Raises as `qr_delete`.
    ///
    /// >>> Q, R = cp.scipy.linalg.qr(cp.array([[3.0, 4.0]]))
    /// >>> Q, R = cp.scipy.linalg.qr_insert(Q, R, cp.array([1.0, 2.0]), 0)
    /// >>> (Q @ R).round(9)
    /// array([[1., 2.],
    ///        [3., 4.]])
    fn qr_insert(
        Q: &Array, R: &Array, u: &Array, k: i64, which: &str = "row", rcond: Option<f64> = None, overwrite_qru: bool = False,
        check_finite: bool = True
    ) ignoring { rcond: "columns need not be independent", overwrite_qru: UNCHANGED } -> Arrays {
        let line = Line::named(which)?;
        if line == Line::Row && rcond.is_some() {
            return Err(Error::value("'rcond' is unused when inserting rows and must be None"));
        }
        qr_insert(Q, R, u, k, line, check_finite).map(|(q, r)| [q, r].into())
    }

    /// The factors of matrices plus the product of `u` and the conjugate transpose of `v`, vectors or, where they have
    /// as many axes as the factors, matrices.
    ///
    /// Bases stay whole where they are. The factors are found from the matrix, in the time of `qr`. Raises as
    /// `qr_delete`.
    ///
    /// >>> Q, R = cp.scipy.linalg.qr(cp.eye(2))
    /// >>> Q, R = cp.scipy.linalg.qr_update(Q, R, cp.array([1.0, 0.0]), cp.array([0.0, 1.0]))
    /// >>> (Q @ R).round(9)
    /// array([[1., 1.],
    ///        [0., 1.]])
    fn qr_update(
        Q: &Array, R: &Array, u: &Array, v: &Array, overwrite_qruv: bool = False, check_finite: bool = True
    ) ignoring { overwrite_qruv: UNCHANGED } -> Arrays {
        qr_update(Q, R, u, v, check_finite).map(|(q, r)| [q, r].into())
    }
}
