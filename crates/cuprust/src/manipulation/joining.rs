//! Joining several arrays along an existing axis, or along a new one.

use std::borrow::Borrow;

use cuprust_ir::{Error, Layout, Result, shape_text};
use cuprust_num::{Casting, DType, can_cast, promote_all};

use crate::array::{Int, insert_in_order};
use crate::{Array, normalize_axis};

/// The axis to join along, and options.
///
/// An integer converts to it, and so does `None`, with which arrays are flattened first. [`Join::along`] begins one
/// with options: `concatenate(&[&a, &b], Join::along(0).dtype(DType::F32))`.
#[derive(Clone, Copy)]
pub struct Join<'a> {
    axis: Option<i64>,
    out: Option<&'a Array>,
    dtype: Option<DType>,
    casting: Casting,
}

impl<'a> Join<'a> {
    /// Along an axis; `None` flattens the arrays first.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = array![[1, 2]];
    /// assert_eq!(concatenate(&[&a, &a], Join::along(None))?.to_string(), "[1 2 1 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn along(axis: impl Into<Option<i64>>) -> Join<'a> {
        Join { axis: axis.into(), out: None, dtype: None, casting: Casting::SameKind }
    }

    /// Sets the array to write to.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (a, out) = (array![1, 2], zeros(4)?);
    /// concatenate(&[&a, &a], Join::along(0).out(&out))?;
    /// assert_eq!(out.to_string(), "[1. 2. 1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn out(self, out: impl Into<Option<&'a Array>>) -> Join<'a> {
        Join { out: out.into(), ..self }
    }

    /// Sets the dtype of the result; by default it is found by promotion.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = array![1, 2];
    /// assert_eq!(concatenate(&[&a, &a], Join::along(0).dtype(DType::F64))?.to_string(), "[1. 2. 1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn dtype(self, dtype: impl Into<Option<DType>>) -> Join<'a> {
        Join { dtype: dtype.into(), ..self }
    }

    /// Sets which casts are allowed; by default those within a kind.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (a, join) = (array![1.5], Join::along(0).dtype(DType::I64));
    /// assert!(concatenate(&[&a, &a], join).is_err());
    /// assert_eq!(concatenate(&[&a, &a], join.casting(Casting::Unsafe))?.to_string(), "[1 1]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn casting(self, casting: Casting) -> Join<'a> {
        Join { casting, ..self }
    }
}

impl<I: Int> From<I> for Join<'_> {
    fn from(axis: I) -> Self {
        Join::along(axis.to_i64())
    }
}

impl From<Option<i64>> for Join<'_> {
    fn from(axis: Option<i64>) -> Self {
        Join::along(axis)
    }
}

/// Arrays joined along an axis they have: `concatenate(&[&a, &b], 0)`; flattened first by `concatenate(&[&a, &b],
/// None)`.
///
/// # Errors
/// A value error where there are no arrays or their shapes differ along another axis, and an axis error for one out of
/// range; a type error where a cast is not allowed.
///
/// ```
/// # use cuprust::*;
/// let (a, b) = (arange(2)?, arange(3)?);
/// assert_eq!(concatenate(&[&a, &b], 0)?.to_string(), "[0 1 0 1 2]");
/// # Ok::<(), Error>(())
/// ```
pub fn concatenate<'a, A: Borrow<Array>>(arrays: &[A], join: impl Into<Join<'a>>) -> Result<Array> {
    let options: Join = join.into();
    let Some(first) = arrays.first() else { return Err(Error::value("need at least one array to concatenate")) };
    let first: &Array = first.borrow();
    let Some(axis) = options.axis else {
        let flat = arrays.iter().map(|array| array.borrow().ravel()).collect::<Result<Vec<_>>>()?;
        return concatenate(&flat, Join { axis: Some(0), ..options });
    };
    if first.ndim() == 0 {
        return Err(Error::value("zero-dimensional arrays cannot be concatenated"));
    }
    let axis = normalize_axis(axis, first.ndim())?;
    let mut shape = first.shape().to_vec();
    for (position, array) in arrays.iter().map(Borrow::borrow).enumerate().skip(1) {
        if array.ndim() != first.ndim() {
            return Err(Error::value(format!(
                "all the input array dimensions must match in number, but the array at index 0 has {} dimension(s) and the \
                 array at index {position} has {} dimension(s)",
                first.ndim(),
                array.ndim()
            )));
        }
        for other in (0..shape.len()).filter(|&other| other != axis) {
            if array.shape()[other] != shape[other] {
                return Err(Error::value(format!(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along \
                     dimension {other}, the array at index 0 has size {} and the array at index {position} has size {}",
                    shape[other],
                    array.shape()[other]
                )));
            }
        }
        shape[axis] = shape[axis].checked_add(array.shape()[axis]).ok_or_else(|| too_large("joined"))?;
        first.check_device(array)?;
    }
    let promoted = promote_all(arrays.iter().map(|array| array.borrow().dtype())).unwrap_or(first.dtype());
    let out = match options.out {
        Some(_) if options.dtype.is_some() => {
            return Err(Error::type_(
                "concatenate() only takes `out` or `dtype` as an argument, but both were provided.",
            ));
        }
        Some(out) if out.shape() != shape => {
            return Err(Error::value(format!(
                "Output array is the wrong shape: it is {}, and the result {}",
                shape_text(out.shape()),
                shape_text(&shape)
            )));
        }
        Some(out) => {
            out.check_writable()?;
            out.clone()
        }
        None => {
            let out = Array::empty(&shape, options.dtype.unwrap_or(promoted), first.device())?;
            out.view_of(Layout::ordered(&shape, &order_in_memory(arrays, shape.len())))
        }
    };
    for array in arrays.iter().map(Borrow::borrow) {
        if !can_cast(array.dtype(), out.dtype(), options.casting) {
            return Err(Error::type_(format!(
                "Cannot cast array data from {} to {} according to the rule '{}'",
                array.dtype(),
                out.dtype(),
                options.casting.name()
            )));
        }
        crate::ufunc::casting::warn_of_lost_parts(array.dtype(), out.dtype())?;
    }
    let mut start = 0;
    for array in arrays.iter().map(Borrow::borrow) {
        let extent = array.shape()[axis];
        out.view_of(out.layout().slice(axis, start, 1, extent)).assign_unchecked(array)?;
        start += extent;
    }
    Ok(out)
}

/// Arrays of one shape joined along a new axis: `stack(&[&a, &b], 0)`.
///
/// # Errors
/// A value error for no arrays or different shapes, an axis error for one out of range, a type error if none is given.
///
/// ```
/// # use cuprust::*;
/// let (a, b) = (arange(2)?, ones(2)?);
/// assert_eq!(stack(&[&a, &b], 0)?.to_string(), "[[0. 1.]\n [1. 1.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn stack<'a, A: Borrow<Array>>(arrays: &[A], join: impl Into<Join<'a>>) -> Result<Array> {
    let options: Join = join.into();
    let Some(first) = arrays.first() else { return Err(Error::value("need at least one array to stack")) };
    let first: &Array = first.borrow();
    if arrays.iter().any(|array| array.borrow().shape() != first.shape()) {
        return Err(Error::value("all input arrays must have the same shape"));
    }
    let Some(axis) = options.axis else { return Err(Error::type_("stack needs the position of the new axis")) };
    let axis = normalize_axis(axis, first.ndim() + 1)? as i64;
    let wider = arrays.iter().map(|array| array.borrow().expand_dims(axis)).collect::<Result<Vec<_>>>()?;
    concatenate(&wider, Join { axis: Some(axis), ..options })
}

/// Arrays stacked vertically: along the first of at least two axes.
///
/// # Errors
/// As [`concatenate`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(vstack(&[array![1, 2], array![3, 4]])?.to_string(), "[[1 2]\n [3 4]]");
/// # Ok::<(), Error>(())
/// ```
pub fn vstack<A: Borrow<Array>>(arrays: &[A]) -> Result<Array> {
    vstack_with(arrays, Join::along(0))
}

/// As [`vstack`], with a dtype and a casting rule; the axis is ignored.
///
/// # Errors
/// As [`concatenate`].
///
/// ```
/// # use cuprust::*;
/// let joined = manipulation::vstack_with(&[array![1], array![2]], Join::along(0).dtype(DType::F64))?;
/// assert_eq!(joined.to_string(), "[[1.]\n [2.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn vstack_with<A: Borrow<Array>>(arrays: &[A], join: Join) -> Result<Array> {
    joined(arrays, Join { axis: Some(0), ..join }, |array| array.at_least(2))
}

/// Arrays stacked horizontally: along the second axis, or for vectors along their only one.
///
/// # Errors
/// As [`concatenate`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(hstack(&[array![[1], [2]], array![[3], [4]]])?.to_string(), "[[1 3]\n [2 4]]");
/// # Ok::<(), Error>(())
/// ```
pub fn hstack<A: Borrow<Array>>(arrays: &[A]) -> Result<Array> {
    hstack_with(arrays, Join::along(1))
}

/// As [`hstack`], with a dtype and a casting rule; the axis is ignored.
///
/// # Errors
/// As [`concatenate`].
///
/// ```
/// # use cuprust::*;
/// let joined = manipulation::hstack_with(&[array![1], array![2]], Join::along(0).dtype(DType::F64))?;
/// assert_eq!(joined.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn hstack_with<A: Borrow<Array>>(arrays: &[A], join: Join) -> Result<Array> {
    let axis = i64::from(arrays.first().is_some_and(|first| first.borrow().ndim() > 1));
    joined(arrays, Join { axis: Some(axis), ..join }, |array| array.at_least(1))
}

/// Arrays stacked in depth: along the third of at least three axes.
///
/// # Errors
/// As [`concatenate`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(dstack(&[array![1, 2], array![3, 4]])?.to_string(), "[[[1 3]\n  [2 4]]]");
/// # Ok::<(), Error>(())
/// ```
pub fn dstack<A: Borrow<Array>>(arrays: &[A]) -> Result<Array> {
    joined(arrays, Join::along(2), Array::atleast_3d)
}

/// Vectors as the columns of a matrix; matrices are stacked horizontally.
///
/// # Errors
/// As [`concatenate`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(column_stack(&[array![1, 2], array![3, 4]])?.to_string(), "[[1 3]\n [2 4]]");
/// # Ok::<(), Error>(())
/// ```
pub fn column_stack<A: Borrow<Array>>(arrays: &[A]) -> Result<Array> {
    joined(arrays, Join::along(1), |array| match array.ndim() {
        0 | 1 => array.view_of(array.at_least(1).layout().with_axis(1)),
        _ => array.clone(),
    })
}

/// The memory order of the axes of joined arrays, slowest first, as in NumPy: C order, except for two axes of which
/// every array with several elements along both has the larger stride along the second.
fn order_in_memory<A: Borrow<Array>>(arrays: &[A], rank: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).collect();
    if arrays.iter().all(|array| array.borrow().layout().is_contiguous()) {
        return order;
    }
    let slower = |axis: usize, than: usize| {
        let layouts = arrays.iter().map(|array| array.borrow().layout());
        let compared = layouts.filter(|layout| layout.shape[axis] != 1 && layout.shape[than] != 1);
        compared
            .map(|layout| layout.strides[axis].abs() > layout.strides[than].abs())
            .reduce(|before, own| before && own)
    };
    insert_in_order(&mut order, slower);
    order
}

fn joined<A: Borrow<Array>>(arrays: &[A], join: Join, shape: impl Fn(&Array) -> Array) -> Result<Array> {
    let shaped: Vec<Array> = arrays.iter().map(|array| shape(array.borrow())).collect();
    concatenate(&shaped, join)
}

#[cold]
pub(crate) fn too_large(what: &str) -> Error {
    Error::value(format!("the {what} array is too large"))
}
