//! Matrices made from their positions: identities, triangles, diagonals, and the grids of coordinates.

use cuprust_ir::{Dims, Error, Layout, Opcode, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::RowId;

use crate::creation::{positions, zeros};
use crate::runtime::{Device, Input};
use crate::ufunc::{Argument, MapOptions, map};
use crate::{Array, normalize_axis};

/// Ones on the `k`-th diagonal of `rows` by `columns`, zeros elsewhere.
///
/// # Errors
/// As [`Array::empty`].
pub fn eye(rows: i64, columns: i64, k: i64, dtype: DType, device: Device) -> Result<Array> {
    compare_positions(const { RowId::named("equal") }, rows, columns, k, dtype, device)
}

/// The square matrix with ones on its diagonal.
///
/// # Errors
/// As [`Array::empty`].
pub fn identity(n: i64, dtype: DType, device: Device) -> Result<Array> {
    eye(n, n, 0, dtype, device)
}

/// Ones on and below the `k`-th diagonal, zeros above.
///
/// # Errors
/// As [`Array::empty`].
pub fn tri(rows: i64, columns: i64, k: i64, dtype: DType, device: Device) -> Result<Array> {
    compare_positions(const { RowId::named("greater_equal") }, rows.max(0), columns.max(0), k, dtype, device)
}

/// Compares `i - j + k` with zero at each position `(i, j)`.
fn compare_positions(row: RowId, rows: i64, columns: i64, k: i64, dtype: DType, device: Device) -> Result<Array> {
    let out = Array::empty(&[rows, columns], dtype, device)?;
    if out.size() != 0 {
        // A diagonal beyond the corners is as good as the next one out.
        let k = k.clamp(-rows, columns);
        let layout = Layout { shape: Dims::new(out.shape()), strides: Dims::new(&[1, -1]), offset: k };
        let inputs = [Input::Position(&layout), Input::Scalar(Scalar::new(0i64))];
        device.lock()?.record(Opcode::Map(row, DType::I64), out.shape(), &[out.output()], &inputs)?;
    }
    Ok(out)
}

impl Array {
    /// A copy with zeros above the `k`-th diagonal of the last two axes.
    ///
    /// # Errors
    /// A value error for fewer than two axes.
    pub fn tril(&self, k: i64) -> Result<Array> {
        self.triangle(k, true)
    }

    /// A copy with zeros below the `k`-th diagonal of the last two axes.
    ///
    /// # Errors
    /// A value error for fewer than two axes.
    pub fn triu(&self, k: i64) -> Result<Array> {
        self.triangle(k.saturating_sub(1), false)
    }

    fn triangle(&self, k: i64, lower: bool) -> Result<Array> {
        let [.., rows, columns] = *self.shape() else {
            return Err(Error::value("a triangle needs an array of at least two dimensions"));
        };
        let mask = tri(rows, columns, k, DType::Bool, self.device())?;
        let (zero, own) = (Argument::Scalar(Scalar::zero(self.dtype())), Argument::Array(self));
        let (inside, outside) = if lower { (own, zero) } else { (zero, own) };
        let choice = const { RowId::named("where") };
        let arguments = [Argument::Array(&mask), inside, outside];
        map(choice, &arguments, &MapOptions::default()).map(|mut outputs| outputs.swap_remove(0))
    }

    /// The `offset`-th diagonal along two axes, as a view whose last axis it is.
    ///
    /// # Errors
    /// A value error for fewer than two axes or for one axis named twice; an axis error for an axis out of range.
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

    /// Of a vector, the matrix with it on the `k`-th diagonal; of a matrix, that diagonal.
    ///
    /// # Errors
    /// A value error for other numbers of axes.
    pub fn diag(&self, k: i64) -> Result<Array> {
        match self.ndim() {
            1 => {
                let n = self.shape()[0].saturating_add(k.saturating_abs());
                let out = zeros(&[n, n], self.dtype(), self.device())?;
                out.diagonal(k, 0, 1)?.assign(self)?;
                Ok(out)
            }
            2 => self.diagonal(k, 0, 1),
            _ => Err(Error::value("Input must be 1- or 2-d.")),
        }
    }

    /// The flattened elements on the `k`-th diagonal of a square matrix.
    ///
    /// # Errors
    /// As [`Array::diag`].
    pub fn diagflat(&self, k: i64) -> Result<Array> {
        self.ravel()?.diag(k)
    }
}

/// The coordinates of a grid, one array for each vector of them, as `numpy.meshgrid`.
///
/// With `xy` the first two axes are exchanged, as in pictures; `sparse` arrays have extent one along the other axes;
/// `copy` gives arrays of their own instead of views of the vectors.
///
/// # Errors
/// A value error where something has more than one axis.
pub fn meshgrid(vectors: &[&Array], xy: bool, sparse: bool, copy: bool) -> Result<Vec<Array>> {
    let rank = vectors.len();
    let swapped = |axis: usize| if xy && rank > 1 && axis < 2 { 1 - axis } else { axis };
    let mut shape = vec![1; rank];
    for (place, vector) in vectors.iter().enumerate() {
        if vector.ndim() > 1 {
            return Err(Error::value("meshgrid takes vectors: arrays of at most one dimension"));
        }
        shape[swapped(place)] = vector.size();
    }
    vectors
        .iter()
        .enumerate()
        .map(|(place, vector)| {
            let mut own = vec![1; rank];
            own[swapped(place)] = vector.size();
            let grid = vector.reshape(&own)?;
            let grid = if sparse { grid } else { grid.broadcast_to(&shape)? };
            if copy { grid.copy() } else { Ok(grid) }
        })
        .collect()
}

/// The index along each axis at every position of a shape: an array with one axis more, as `numpy.indices`.
///
/// # Errors
/// As [`Array::empty`].
pub fn indices(shape: &[i64], dtype: DType, device: Device) -> Result<Array> {
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
