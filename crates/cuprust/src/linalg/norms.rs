//! Norms of vectors and matrices.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, Value};

use super::factors::t;
use super::norm as length;
use super::spectral::svdvals;
use crate::table::NumberOrText;
use crate::ufunc::rows;
use crate::{Array, Dims, Over, normalize_axis};

/// A norm of vectors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum VectorNorm {
    /// The root of the sum of squares.
    Euclid,
    /// The largest absolute value.
    Largest,
    /// The least absolute value.
    Least,
    /// How many elements are not zero.
    Count,
    /// The root of the sum of powers, of this exponent.
    Power(f64),
}

impl VectorNorm {
    /// The norm that a number means in NumPy.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(linalg::VectorNorm::from_order(f64::INFINITY), linalg::VectorNorm::Largest);
    /// ```
    pub fn from_order(order: f64) -> VectorNorm {
        match order {
            2.0 => VectorNorm::Euclid,
            f64::INFINITY => VectorNorm::Largest,
            f64::NEG_INFINITY => VectorNorm::Least,
            0.0 => VectorNorm::Count,
            power => VectorNorm::Power(power),
        }
    }
}

/// A norm of matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixNorm {
    /// The root of the sum of squares.
    Frobenius,
    /// The sum of the singular values.
    Nuclear,
    /// The largest singular value.
    Spectral,
    /// The least singular value.
    LeastSingular,
    /// The largest sum of a column's absolute values.
    LargestColumn,
    /// The least sum of a column's absolute values.
    LeastColumn,
    /// The largest sum of a row's absolute values.
    LargestRow,
    /// The least sum of a row's absolute values.
    LeastRow,
}

impl MatrixNorm {
    /// The norm that a number means in NumPy.
    ///
    /// # Errors
    /// A value error for another number.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(linalg::MatrixNorm::from_order(2.0)?, linalg::MatrixNorm::Spectral);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_order(order: f64) -> Result<MatrixNorm> {
        Ok(match order {
            2.0 => MatrixNorm::Spectral,
            -2.0 => MatrixNorm::LeastSingular,
            1.0 => MatrixNorm::LargestColumn,
            -1.0 => MatrixNorm::LeastColumn,
            f64::INFINITY => MatrixNorm::LargestRow,
            f64::NEG_INFINITY => MatrixNorm::LeastRow,
            _ => return Err(invalid()),
        })
    }

    /// The norm by its name.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(linalg::MatrixNorm::from_name("nuc")?, linalg::MatrixNorm::Nuclear);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<MatrixNorm> {
        match name {
            "fro" | "f" => Ok(MatrixNorm::Frobenius),
            "nuc" => Ok(MatrixNorm::Nuclear),
            _ => Err(invalid()),
        }
    }
}

fn invalid() -> Error {
    Error::value("Invalid norm order for matrices.")
}

/// The norm of vectors along axes, or of all elements: `numpy.linalg.vector_norm`.
///
/// # Errors
/// An axis error; a value error for the minimum of no elements.
///
/// ```
/// # use cuprust::*;
/// let x = array![3.0, -4.0];
/// assert_eq!(linalg::vector_norm(&x, None, linalg::VectorNorm::Euclid, false)?.to_string(), "5.0");
/// assert_eq!(linalg::vector_norm(&x, None, linalg::VectorNorm::Power(1.0), false)?.to_string(), "7.0");
/// # Ok::<(), Error>(())
/// ```
pub fn vector_norm(a: &Array, axes: Option<&[i64]>, norm: VectorNorm, keepdims: bool) -> Result<Array> {
    let over = |a: &Array| {
        let rank = a.ndim() as i64;
        let axes: Dims = axes.map_or_else(|| (0..rank).collect(), Dims::new);
        crate::axis(&axes[..]).with_keepdims(keepdims)
    };
    let a = a.inexact()?;
    match norm {
        VectorNorm::Euclid => length(&a, crate::axis(axes).with_keepdims(keepdims)),
        VectorNorm::Largest => largest(&rows::absolute(&a)?, over(&a)),
        VectorNorm::Least => rows::min(&rows::absolute(&a)?, over(&a)),
        VectorNorm::Count => {
            let counted = rows::not_equal(&a, 0)?.astype(a.dtype().real())?;
            rows::sum(&counted, over(&a))
        }
        VectorNorm::Power(1.0) => rows::sum(&rows::absolute(&a)?, over(&a)),
        VectorNorm::Power(power) => {
            let powers = rows::power(&rows::absolute(&a)?, power)?;
            rows::power(&rows::sum(&powers, over(&a))?, 1.0 / power)
        }
    }
}

/// The norms of matrices along two axes, the rows and the columns: `numpy.linalg.matrix_norm`.
///
/// # Errors
/// An axis error, a value error for equal axes, and those of singular values.
///
/// ```
/// # use cuprust::*;
/// let a = array![[1.0, 2.0], [3.0, -4.0]];
/// assert_eq!(linalg::matrix_norm(&a, [0, 1], linalg::MatrixNorm::LargestColumn, false)?.to_string(), "6.0");
/// # Ok::<(), Error>(())
/// ```
pub fn matrix_norm(a: &Array, axes: [i64; 2], norm: MatrixNorm, keepdims: bool) -> Result<Array> {
    let [row, column] = [normalize_axis(axes[0], a.ndim())?, normalize_axis(axes[1], a.ndim())?];
    if row == column {
        return Err(Error::value("Duplicate axes given."));
    }
    let a = a.inexact()?;
    let order: Vec<usize> = (0..a.ndim()).filter(|&axis| axis != row && axis != column).chain([row, column]).collect();
    let matrices = a.view_of(a.layout().permute(&order));
    let sums = |a: &Array, of_all: bool| -> Result<Array> {
        let sums = rows::sum(&rows::absolute(a)?, crate::axis(-1))?;
        if of_all { largest(&sums, crate::axis(-1)) } else { rows::min(&sums, crate::axis(-1)) }
    };
    let result = match norm {
        MatrixNorm::Frobenius => length(&matrices, [-2, -1])?,
        MatrixNorm::LargestColumn => sums(&t(&matrices), true)?,
        MatrixNorm::LeastColumn => sums(&t(&matrices), false)?,
        MatrixNorm::LargestRow => sums(&matrices, true)?,
        MatrixNorm::LeastRow => sums(&matrices, false)?,
        MatrixNorm::Nuclear => rows::sum(&svdvals(&matrices)?, crate::axis(-1))?,
        MatrixNorm::Spectral => largest(&svdvals(&matrices)?, crate::axis(-1))?,
        MatrixNorm::LeastSingular => rows::min(&svdvals(&matrices)?, crate::axis(-1))?,
    };
    if !keepdims {
        return Ok(result);
    }
    let (first, second) = (row.min(column), row.max(column));
    Ok(result.view_of(result.layout().with_axis(first).with_axis(second)))
}

/// The largest of non-negative numbers; zero if there are none.
fn largest<'a>(numbers: &Array, over: Over<'a>) -> Result<Array> {
    match numbers.size() {
        0 => rows::max(numbers, over.initial(0)),
        _ => rows::max(numbers, over),
    }
}

/// The order of a norm as an argument.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NormOrder<'a> {
    /// None.
    Usual,
    /// A number.
    Number(f64),
    /// A name.
    Name(&'a str),
}

impl<'a> TryFrom<NumberOrText<'a>> for NormOrder<'a> {
    type Error = Error;

    /// # Errors
    /// A type error for a complex number.
    fn try_from(argument: NumberOrText<'a>) -> Result<NormOrder<'a>> {
        Ok(match argument {
            NumberOrText::None => NormOrder::Usual,
            NumberOrText::Number(number) => NormOrder::Number(match number {
                Value::Int(number) => number as f64,
                Value::Float(number) => number,
                Value::Complex(_) => return Err(Error::type_("the order of a norm must not be complex")),
                other => other.to(DType::F64).map_or(f64::NAN, |scalar| scalar.get()),
            }),
            NumberOrText::Text(name) => NormOrder::Name(name),
        })
    }
}

/// The norm of vectors along one axis, of matrices along two, or of all elements: `numpy.linalg.norm`.
///
/// # Errors
/// A value error for an order that does not exist, or another number of axes than one or two; an axis error.
///
/// ```
/// # use cuprust::*;
/// let a = array![[1.0, 2.0], [3.0, -4.0]];
/// assert_eq!(linalg::norm_of(&a, linalg::NormOrder::Number(1.0), None, false)?.to_string(), "6.0");
/// # Ok::<(), Error>(())
/// ```
pub fn norm_of(a: &Array, order: NormOrder, axes: Option<&[i64]>, keepdims: bool) -> Result<Array> {
    let flat = match (axes, order) {
        (None, NormOrder::Usual) => true,
        (None, NormOrder::Name("fro" | "f")) => a.ndim() == 2,
        (None, NormOrder::Number(2.0)) => a.ndim() == 1,
        _ => false,
    };
    if flat {
        return length(a, crate::axis(..).with_keepdims(keepdims));
    }
    let all: Vec<i64> = (0..a.ndim() as i64).collect();
    match (axes.unwrap_or(&all), order) {
        (axes @ [_], NormOrder::Usual) => length(a, crate::axis(axes).with_keepdims(keepdims)),
        (axes @ [_], NormOrder::Number(order)) => vector_norm(a, Some(axes), VectorNorm::from_order(order), keepdims),
        ([_], NormOrder::Name(name)) => Err(Error::value(format!("Invalid norm order '{name}' for vectors"))),
        (&[row, column], order) => {
            let norm = match order {
                NormOrder::Usual => MatrixNorm::Frobenius,
                NormOrder::Number(order) => MatrixNorm::from_order(order)?,
                NormOrder::Name(name) => MatrixNorm::from_name(name)?,
            };
            matrix_norm(a, [row, column], norm, keepdims)
        }
        _ => Err(Error::value("Improper number of dimensions to norm.")),
    }
}

/// A bound in a precision, as an array without axes.
pub(super) fn bound(value: f64, like: &Array) -> Result<Array> {
    crate::creation::full(crate::creation::shape(()).on(like.device()), Scalar::new(value))
}
