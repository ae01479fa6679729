//! The declarations of SciPy's decompositions by orthonormal bases: QR and RQ, their updates, Hessenberg's and Schur's
//! forms.

use cuprust::linalg::Reflections;
use cuprust::table::texts::{UNCHANGED, WORKSPACE};
use cuprust::table::{Anything, Returned, functions};
use cuprust::{Array, Error, Result, linalg};
use cuprust_num::DType;

use super::*;

/// The order of columns, as SciPy gives it.
fn of_columns(order: Option<Array>) -> Result<Option<Returned>> {
    order.map(|order| order.astype(DType::I32).map(Returned::Array)).transpose()
}

functions! {
    in "cuprust.scipy.linalg";

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

    /// The factors of matrices without `p` rows or columns from the index `k` on, of the factors of the whole ones.
    ///
    /// `which` is "row" or "col". Bases stay whole where they are. The factors are found from the matrix, in the time
    /// of `qr`. Raises ValueError for another `which`, for dtypes other than single and double precision, for shapes
    /// that do not go together, for indices out of range, and with `check_finite` where an element is infinite or NaN.
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

    /// The factors of matrices with further rows or columns before the index `k`: `u` has one, or, where it has as many
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
}
