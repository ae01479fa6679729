//! Matrices made from their indices: identities, triangles, diagonals, and coordinate grids.

use std::borrow::Borrow;

use cuprust_ir::{Dims, Error, Layout, Opcode, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use crate::array::Order;
use crate::creation::{Diagonal, New, positions, shape, zeros};
use crate::runtime::Input;
use crate::ufunc::scan::scan;
use crate::ufunc::where_;
use crate::{Array, normalize_axis};

/// Ones on a diagonal, zeros elsewhere: `eye(3)` is square, `eye((2, 3))` is not, `eye(shape(3).k(1))` has another
/// diagonal. Of float64 where no dtype is named.
///
/// # Errors
/// As [`crate::creation::empty`], and a value error for a shape of more than two axes.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(eye(shape((2, 3)).k(1))?.to_string(), "[[0. 1. 0.]\n [0. 0. 1.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn eye(shape: impl Into<New<Diagonal>>) -> Result<Array> {
    let new = shape.into();
    let [rows, columns] = extents(&new)?;
    compare_positions(const { RowId::named("equal") }, rows, columns, &new)
}

/// The square matrix with ones on its diagonal.
///
/// # Errors
/// As [`eye`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(identity(2)?.to_string(), "[[1. 0.]\n [0. 1.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn identity(n: impl Into<New>) -> Result<Array> {
    eye(n.into())
}

/// Ones on and below a diagonal, zeros above: the shape and the diagonal are said as in [`eye`]. A negative extent
/// counts as zero.
///
/// # Errors
/// As [`eye`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(tri(shape((2, 3)).k(1))?.to_string(), "[[1. 1. 0.]\n [1. 1. 1.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn tri(shape: impl Into<New<Diagonal>>) -> Result<Array> {
    let new = shape.into();
    let [rows, columns] = extents(&new)?;
    compare_positions(const { RowId::named("greater_equal") }, rows.max(0), columns.max(0), &new)
}

/// Rows and columns: one extent stands for both.
fn extents(new: &New<Diagonal>) -> Result<[i64; 2]> {
    match *new.shape {
        [n] => Ok([n, n]),
        [rows, columns] => Ok([rows, columns]),
        _ => Err(Error::value(format!("a matrix has two axes, not {}", new.shape.len()))),
    }
}

/// Compares `i - j + k` with zero at each position `(i, j)`.
fn compare_positions(row: RowId, rows: i64, columns: i64, new: &New<Diagonal>) -> Result<Array> {
    let (dtype, device) = (new.dtype_or(DType::F64), new.device()?);
    let fortran = new.order == Order::F;
    let extents = if fortran { [columns, rows] } else { [rows, columns] };
    let out = Array::empty(extents, dtype, device)?;
    let out = if fortran { out.t() } else { out };
    if out.size() != 0 {
        // A diagonal outside of the matrix is clamped to the next one outside.
        let k = new.extra.0.clamp(-rows, columns);
        let layout = Layout { shape: Dims::new(out.shape()), strides: Dims::new(&[1, -1]), offset: k };
        let inputs = [Input::Position(&layout), Input::Scalar(Scalar::new(0i64))];
        device.lock()?.record(Opcode::Map(row, DType::I64), out.shape(), &[out.output()], &inputs)?;
    }
    Ok(out)
}

impl Array {
    /// A copy with zeros above the `k`-th diagonal of the last two axes. A vector becomes each row of a square matrix.
    ///
    /// # Errors
    /// A value error for no axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].tril(0)?.to_string(), "[[1 0]\n [3 4]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn tril(&self, k: i64) -> Result<Array> {
        self.triangle(k, true)
    }

    /// A copy with zeros below the `k`-th diagonal of the last two axes. A vector becomes each row of a square matrix.
    ///
    /// # Errors
    /// A value error for no axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].triu(0)?.to_string(), "[[1 2]\n [0 4]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn triu(&self, k: i64) -> Result<Array> {
        self.triangle(k.saturating_sub(1), false)
    }

    fn triangle(&self, k: i64, lower: bool) -> Result<Array> {
        let (rows, columns) = match *self.shape() {
            [.., rows, columns] => (rows, columns),
            [count] => (count, count),
            [] => return Err(Error::type_("a triangle needs an array of at least one dimension")),
        };
        let mask = tri(shape([rows, columns]).k(k).dtype(DType::Bool).on(self.device()))?;
        let zero = Scalar::zero(self.dtype());
        if lower { where_(&mask, self, zero) } else { where_(&mask, zero, self) }
    }

    /// The `offset`-th diagonal along two axes, as a view with the diagonal as its last axis.
    ///
    /// # Errors
    /// A value error for fewer than two axes or for one axis named twice; an axis error for an axis out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].diagonal(0, 0, 1)?.to_string(), "[1 4]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn diagonal(&self, offset: i64, axis1: i64, axis2: i64) -> Result<Array> {
        if self.ndim() < 2 {
            return Err(Error::value("diag requires an array of at least two dimensions"));
        }
        let (first, second) = (normalize_axis(axis1, self.ndim())?, normalize_axis(axis2, self.ndim())?);
        if first == second {
            return Err(Error::value("axis1 and axis2 cannot be the same"));
        }
        let layout = self.layout();
        let (row, column) = if offset < 0 { (offset.saturating_neg(), 0) } else { (0, offset) };
        let count = (layout.shape[first].saturating_sub(row)).min(layout.shape[second].saturating_sub(column)).max(0);
        let mut out = layout.clone();
        if count > 0 {
            out.offset += row * layout.strides[first] + column * layout.strides[second];
        }
        let step = layout.strides[first] + layout.strides[second];
        let out = out.without(first.max(second)).without(first.min(second));
        let last = |dims: &Dims, value| dims.iter().copied().chain([value]).collect();
        let shape = last(&out.shape, count);
        let strides = last(&out.strides, step);
        Ok(self.view_of(Layout { shape, strides, offset: out.offset }))
    }

    /// For a vector, the matrix with it on the `k`-th diagonal; for a matrix, that diagonal.
    ///
    /// # Errors
    /// A value error for other numbers of axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].diag(0)?.to_string(), "[[1 0]\n [0 2]]");
    /// assert_eq!(array![[1, 2], [3, 4]].diag(1)?.to_string(), "[2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn diag(&self, k: i64) -> Result<Array> {
        match self.ndim() {
            1 => {
                let n = self.shape()[0].saturating_add(k.saturating_abs());
                let out = zeros(shape((n, n)).dtype(self.dtype()).on(self.device()))?;
                out.diagonal(k, 0, 1)?.assign(self)?;
                Ok(out)
            }
            2 => self.diagonal(k, 0, 1),
            _ => Err(Error::value("Input must be 1- or 2-d.")),
        }
    }

    /// A square matrix with the flattened elements on the `k`-th diagonal.
    ///
    /// # Errors
    /// As [`Array::diag`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1], [2]].diagflat(0)?.to_string(), "[[1 0]\n [0 2]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn diagflat(&self, k: i64) -> Result<Array> {
        self.ravel()?.diag(k)
    }
}

/// Options of [`meshgrid`].
#[derive(Debug, Clone, Copy)]
pub struct Grid {
    xy: bool,
    sparse: bool,
    copy: bool,
}

impl Grid {
    /// The first two axes are exchanged: NumPy's default.
    ///
    /// ```
    /// # use cuprust::*;
    /// let grid = meshgrid(&[arange(3)?, arange(2)?], Grid::xy())?;
    /// assert_eq!(grid[0].shape(), [2, 3]);
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn xy() -> Grid {
        Grid { xy: true, sparse: false, copy: true }
    }

    /// The axes are in the order of the vectors, as in matrices.
    ///
    /// ```
    /// # use cuprust::*;
    /// let grid = meshgrid(&[arange(3)?, arange(2)?], Grid::ij())?;
    /// assert_eq!(grid[0].shape(), [3, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn ij() -> Grid {
        Grid { xy: false, ..Grid::xy() }
    }

    /// Whether the arrays have extent one along the axes of the other vectors.
    ///
    /// ```
    /// # use cuprust::*;
    /// let grid = meshgrid(&[arange(3)?, arange(2)?], Grid::ij().sparse(true))?;
    /// assert_eq!((grid[0].shape(), grid[1].shape()), (&[3, 1][..], &[1, 2][..]));
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn sparse(self, sparse: bool) -> Grid {
        Grid { sparse, ..self }
    }

    /// Whether the arrays are copies instead of views of the vectors.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = arange(3)?;
    /// let grid = meshgrid(&[&x], Grid::ij().copy(false))?;
    /// assert!(grid[0].shares_storage(&x));
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn copy(self, copy: bool) -> Grid {
        Grid { copy, ..self }
    }
}

/// The coordinates of a grid, one array for each vector of them, as `numpy.meshgrid`: `meshgrid(&[&x, &y],
/// Grid::xy())`.
///
/// # Errors
/// A value error where something has more than one axis.
///
/// ```
/// # use cuprust::*;
/// let grid = meshgrid(&[array![1, 2], array![5, 6]], Grid::xy())?;
/// assert_eq!(grid[0].to_string(), "[[1 2]\n [1 2]]");
/// assert_eq!(grid[1].to_string(), "[[5 5]\n [6 6]]");
/// # Ok::<(), Error>(())
/// ```
pub fn meshgrid<A: Borrow<Array>>(vectors: &[A], grid: Grid) -> Result<Vec<Array>> {
    let rank = vectors.len();
    let swapped = |axis: usize| if grid.xy && rank > 1 && axis < 2 { 1 - axis } else { axis };
    let mut shape = vec![1; rank];
    for (position, vector) in vectors.iter().enumerate() {
        shape[swapped(position)] = vector.borrow().size();
    }
    let grids = vectors.iter().enumerate().map(|(position, vector)| {
        let vector: &Array = vector.borrow();
        let mut own = vec![1; rank];
        own[swapped(position)] = vector.size();
        let array = vector.reshape(&own)?;
        let array = if grid.sparse { array } else { array.broadcast_to(&shape)? };
        if grid.copy { array.copy() } else { Ok(array) }
    });
    grids.collect()
}

/// The index along each axis at every position of a shape: an array with one axis more, of int64 where no dtype is
/// named, as `numpy.indices`.
///
/// # Errors
/// As [`crate::creation::empty`]; a type error for bool where there are more than two indices along an axis.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(indices((2, 2))?.to_string(), "[[[0 0]\n  [1 1]]\n\n [[0 1]\n  [0 1]]]");
/// # Ok::<(), Error>(())
/// ```
pub fn indices(shape: impl Into<New>) -> Result<Array> {
    let new = shape.into();
    let (shape, dtype, device) = (&*new.shape, new.dtype_or(DType::I64), new.device()?);
    shape.iter().try_for_each(|&extent| super::ranges::check_bool(dtype, extent))?;
    let full: Vec<i64> = [shape.len() as i64].iter().chain(shape).copied().collect();
    let out = Array::empty(&full, dtype, device)?;
    for axis in 0..shape.len() {
        let target = out.view_of(out.layout().at(0, axis as i64));
        let mut steps = vec![0; shape.len()];
        steps[axis] = 1;
        target.assign_unchecked(&positions(shape, 0, &steps, dtype, device)?)?;
    }
    Ok(out)
}

/// As [`indices`], with an array for each axis that has extent one along the others.
///
/// # Errors
/// As [`indices`].
///
/// ```
/// # use cuprust::*;
/// let open = creation::open_indices((2, 3))?;
/// assert_eq!((open[0].to_string(), open[1].to_string()), ("[[0]\n [1]]".into(), "[[0 1 2]]".into()));
/// # Ok::<(), Error>(())
/// ```
pub fn open_indices(shape: impl Into<New>) -> Result<Vec<Array>> {
    let new = shape.into();
    let (shape, dtype, device) = (&*new.shape, new.dtype_or(DType::I64), new.device()?);
    shape.iter().try_for_each(|&extent| super::ranges::check_bool(dtype, extent))?;
    let along = |axis: usize| {
        let mut extents = vec![1; shape.len()];
        extents[axis] = shape[axis];
        positions(&extents, 0, &vec![1; shape.len()], dtype, device)
    };
    (0..shape.len()).map(along).collect()
}

/// The powers of a vector's elements as columns: `n` of them, from the highest to the zeroth, or in reverse.
/// `numpy.vander`.
///
/// # Errors
/// A value error for other than one axis.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(creation::vander(&array![2, 3], Some(3), false)?.to_string(), "[[4 2 1]\n [9 3 1]]");
/// # Ok::<(), Error>(())
/// ```
pub fn vander(x: &Array, n: Option<i64>, increasing: bool) -> Result<Array> {
    if x.ndim() != 1 {
        return Err(Error::value("x must be a one-dimensional array or sequence."));
    }
    let n = n.unwrap_or(x.size());
    let dtype = cuprust_num::promote(x.dtype(), DType::I64);
    let powers = Array::empty([x.size(), n], dtype, x.device())?;
    let ascending = if increasing { powers.clone() } else { powers.flip([1])? };
    if powers.size() != 0 {
        // Ones and the repeated elements, multiplied cumulatively.
        let part = |start, count| ascending.view_of(ascending.layout().slice(1, start, 1, count));
        part(0, 1).fill(1)?;
        let column = x.in_dtype(dtype)?;
        part(1, n - 1).assign(&column.view_of(column.layout().with_axis(1)))?;
        scan(const { RowId::named("multiply") }, &ascending, 1, dtype, Some(&ascending))?;
    }
    Ok(powers)
}
