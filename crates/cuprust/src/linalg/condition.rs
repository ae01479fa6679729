//! Condition numbers of matrices: how strongly a small change of a matrix changes results computed with it.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, promote};

use super::factors::{precision, square, stacked};
use super::norms::{MatrixNorm, matrix_norm};
use super::solving::inverse;
use super::spectral::svdvals;
use crate::Array;
use crate::creation::{full, shape};
use crate::ufunc::{rows, where_};

/// The condition numbers of stacked matrices in a norm, by default the 2-norm: `numpy.linalg.cond`. Infinity for
/// singular matrices.
///
/// # Errors
/// A linear algebra error for matrices without elements, and for non-square ones in norms other than 2-norms.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::cond(&array![[4.0, 0.0], [0.0, 1.0]], None)?.to_string(), "4.0");
/// # Ok::<(), Error>(())
/// ```
pub fn cond(a: &Array, norm: Option<MatrixNorm>) -> Result<Array> {
    let (_, m, n) = stacked(a)?;
    if m == 0 || n == 0 {
        return Err(Error::lin_alg("cond is not defined on empty arrays"));
    }
    let condition = match norm {
        None | Some(MatrixNorm::Spectral | MatrixNorm::LeastSingular) => {
            let values = svdvals(a)?;
            let least = values.shape()[values.ndim() - 1] - 1;
            let at = |position| values.view_of(values.layout().at(values.ndim() - 1, position));
            if norm == Some(MatrixNorm::LeastSingular) {
                rows::divide(&at(least), &at(0))?
            } else {
                rows::divide(&at(0), &at(least))?
            }
        }
        Some(norm) => {
            square(a)?;
            let own = a.in_dtype(precision(a.dtype())?)?;
            // In double precision, as in NumPy: the reciprocals of the smallest float32 overflow.
            let inverse = inverse(&own.in_dtype(promote(own.dtype(), DType::F64))?, false)?;
            rows::multiply(&matrix_norm(&own, [-2, -1], norm, false)?, &matrix_norm(&inverse, [-2, -1], norm, false)?)?
                .in_dtype(own.dtype().real())?
        }
    };
    let has_nan = if a.dtype().is_inexact() {
        rows::any(&rows::isnan(a)?, crate::axis([-2, -1]))?
    } else {
        full(shape(condition.shape()).dtype(DType::Bool).on(a.device()), false)?
    };
    let undefined = rows::logical_and(&rows::isnan(&condition)?, &rows::logical_not(&has_nan)?)?;
    let infinity = Scalar::new(f64::INFINITY).cast(condition.dtype());
    where_(&undefined, infinity, &condition)
}
