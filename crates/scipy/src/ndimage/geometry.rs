//! Images that are shifted, scaled, rotated, and transformed by matrices.

use cuprust_ir::{Error, Result};

use super::interpolation::{Interpolation, Points};
use super::{Mode, check_each, give};
use cuprust::table::Output;
use cuprust::{Array, normalize_axis};

/// A matrix for coordinates, and its numbers of rows and columns; one column is a diagonal matrix if `is_diagonal`.
#[derive(Debug, Clone)]
pub struct Matrix {
    values: Vec<f64>,
    rows: usize,
    columns: usize,
    is_diagonal: bool,
}

impl Matrix {
    /// The diagonal matrix of these elements.
    pub fn diagonal(values: &[f64]) -> Matrix {
        Matrix { values: values.to_vec(), rows: values.len(), columns: 1, is_diagonal: true }
    }

    /// A matrix of this number of rows, from its elements in C order.
    pub fn of_rows(values: &[f64], rows: usize) -> Matrix {
        Matrix {
            values: values.to_vec(),
            rows,
            columns: values.len().checked_div(rows).unwrap_or(0),
            is_diagonal: false,
        }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..][..self.columns]
    }
}

/// An image under an affine transformation of coordinates: the element at `i` of the result is the image at `matrix i +
/// offset`. `scipy.ndimage.affine_transform`. The matrix may also be one of homogeneous coordinates, which holds the
/// offset in its last column.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{Matrix, affine_transform, interpolation};
/// # fn main() -> Result<()> {
/// let image = array![[1, 2], [3, 4]];
/// let transpose = Matrix::of_rows(&[0.0, 1.0, 1.0, 0.0], 2);
/// let transposed = affine_transform(&image, &transpose, &[0.0, 0.0], None, interpolation().order(1))?;
/// assert_eq!(transposed.to_string(), "[[1 3]\n [2 4]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A runtime error for an order that is not from 0 to 5, a matrix, offset or output of another shape, and for arrays
/// without axes; a value error where the last row is none of homogeneous coordinates.
pub fn affine_transform(
    image: &Array,
    matrix: &Matrix,
    offset: &[f64],
    shape: Option<&[i64]>,
    interpolation: Interpolation,
) -> Result<Array> {
    interpolation.check(image)?;
    let shape = match (shape, interpolation.output) {
        (Some(shape), _) => shape.to_vec(),
        (None, Output::Array(out)) => out.shape().to_vec(),
        (None, _) => image.shape().to_vec(),
    };
    if shape.is_empty() {
        return Err(Error::runtime("input and output rank must be > 0"));
    }
    check_shape(&shape)?;
    let (rank, mut offset, mut matrix) = (image.ndim(), offset.to_vec(), matrix.clone());
    if matrix.rows < 1 {
        return Err(Error::runtime("no proper affine matrix provided"));
    }
    let is_homogeneous = !matrix.is_diagonal && matrix.columns == rank + 1 && [rank, rank + 1].contains(&matrix.rows);
    if is_homogeneous {
        if matrix.rows == rank + 1 && !matrix.row(rank).iter().zip(0..).all(|(&x, at)| x == f64::from(at == rank)) {
            return Err(Error::value(format!(
                "Expected homogeneous transformation matrix with shape ({}, {}) for image shape {}, but bottom row was not \
                 equal to {:?}",
                rank + 1,
                rank + 1,
                text_of(image.shape()),
                (0..=rank).map(|at| i32::from(at == rank)).collect::<Vec<_>>(),
            )));
        }
        offset = (0..rank).map(|row| matrix.row(row)[rank]).collect();
        let values: Vec<f64> = (0..rank).flat_map(|row| matrix.row(row)[..rank].to_vec()).collect();
        matrix = Matrix { values, rows: rank, columns: rank, is_diagonal: false };
    }
    if matrix.rows != rank {
        return Err(Error::runtime("affine matrix has wrong number of rows"));
    }
    if !matrix.is_diagonal && matrix.columns != shape.len() {
        return Err(Error::runtime("affine matrix has wrong number of columns"));
    }
    check_each(&offset, rank)?;
    let points = if matrix.is_diagonal {
        if shape.len() != rank {
            return Err(Error::runtime("input and output rank must be equal"));
        }
        let shift = offset.iter().zip(&matrix.values).map(|(offset, zoom)| offset / zoom).collect();
        Points::Diagonal { shift: Some(shift), zoom: Some(matrix.values), grid: false }
    } else {
        Points::Affine { matrix: matrix.values, offset }
    };
    interpolation.sampled(image, &points, rank, &shape, &|out| Ok(out.clone()))
}

/// A shape as Python writes it.
fn text_of(shape: &[i64]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

fn check_shape(shape: &[i64]) -> Result<()> {
    if shape.iter().any(|&extent| extent < 0) {
        return Err(Error::value("negative dimensions are not allowed"));
    }
    Ok(())
}

/// An image moved by a distance along each axis: `scipy.ndimage.shift`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{interpolation, shift};
/// # fn main() -> Result<()> {
/// assert_eq!(shift(&array![1, 2, 3, 4], &[1.5], interpolation().order(1))?.to_string(), "[0 0 2 3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A runtime error for an order that is not from 0 to 5, another number of distances, and an image without axes.
pub fn shift(image: &Array, by: &[f64], interpolation: Interpolation) -> Result<Array> {
    interpolation.check(image)?;
    check_each(by, image.ndim())?;
    let points = Points::Diagonal { shift: Some(by.iter().map(|by| -by).collect()), zoom: None, grid: false };
    interpolation.sampled(image, &points, image.ndim(), image.shape(), &|out| Ok(out.clone()))
}

/// An image of another size: each extent is multiplied by a factor. The centres of the first and the last elements stay
/// where they are, or with `grid` their outer edges. `scipy.ndimage.zoom`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{interpolation, zoom};
/// # fn main() -> Result<()> {
/// assert_eq!(zoom(&array![1.0, 3.0], &[1.5], false, interpolation().order(1))?.to_string(), "[1. 2. 3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A runtime error for an order that is not from 0 to 5, another number of factors, and an image without axes; a value
/// error for a negative factor.
pub fn zoom(image: &Array, factors: &[f64], grid: bool, interpolation: Interpolation) -> Result<Array> {
    interpolation.check(image)?;
    check_each(factors, image.ndim())?;
    let shape: Vec<i64> = image
        .shape()
        .iter()
        .zip(factors)
        .map(|(&extent, factor)| (extent as f64 * factor).round_ties_even() as i64)
        .collect();
    check_shape(&shape)?;
    if factors.iter().all(|&factor| factor == 1.0) && interpolation.is_prefiltered() {
        return give(interpolation.output, image.astype(interpolation.dtype_of(image)?)?);
    }
    if grid && matches!(interpolation.named_mode(), Mode::Constant | Mode::Wrap) {
        let own = if interpolation.named_mode() == Mode::Constant { "constant" } else { "wrap" };
        let text = format!("It is recommended to use mode = grid-{own} instead of {own} when grid_mode is True.");
        cuprust::chapters::warn(cuprust::Warning::User, &text)?;
    }
    let less = i64::from(!grid);
    let steps = image.shape().iter().zip(&shape).map(|(&from, &to)| match to - less {
        0 => 1.0,
        divisor => (from - less) as f64 / divisor as f64,
    });
    let points = Points::Diagonal { shift: None, zoom: Some(steps.collect()), grid };
    interpolation.sampled(image, &points, image.ndim(), &shape, &|out| Ok(out.clone()))
}

/// An image rotated by an angle, in degrees, in the plane of two axes; with `reshape` the result is large enough to
/// hold all of it. `scipy.ndimage.rotate`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::{interpolation, rotate};
/// # fn main() -> Result<()> {
/// let rotated = rotate(&array![[1, 2, 3]], 90.0, [1, 0], true, interpolation().order(1))?;
/// assert_eq!(rotated.to_string(), "[[3]\n [2]\n [1]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for an image of less than two axes and for axes that it has not; a runtime error for an order that is
/// not from 0 to 5.
pub fn rotate(
    image: &Array,
    degrees: f64,
    axes: [i64; 2],
    reshape: bool,
    interpolation: Interpolation,
) -> Result<Array> {
    let rank = image.ndim();
    if rank < 2 {
        return Err(Error::value("input array should be at least 2D"));
    }
    let within = |axis| normalize_axis(axis, rank).map_err(|_| Error::value("invalid rotation plane specified"));
    let mut axes = [within(axes[0])?, within(axes[1])?];
    axes.sort_unstable();
    interpolation.check(image)?;
    if axes[0] == axes[1] {
        return Err(Error::value("invalid rotation plane specified"));
    }
    let (cosine, sine) = cos_sin_degrees(degrees);
    let matrix = [[cosine, sine], [-sine, cosine]];
    let plane = axes.map(|axis| image.shape()[axis]);
    let [height, width] = plane.map(|extent| extent as f64);
    let rotated = |[y, x]: [f64; 2]| matrix.map(|[a, b]| a * y + b * x);
    let bounds = if reshape {
        let corners = [[0.0, 0.0], [0.0, width], [height, 0.0], [height, width]].map(rotated);
        let extent = |axis: usize| {
            let along = corners.iter().map(|corner| corner[axis]);
            let (low, high) = (along.clone().fold(f64::INFINITY, f64::min), along.fold(f64::NEG_INFINITY, f64::max));
            (high - low + 0.5) as i64
        };
        [extent(0), extent(1)]
    } else {
        plane
    };
    let centre = rotated(bounds.map(|extent| (extent - 1) as f64 / 2.0));
    let offset = [0, 1].map(|axis| (plane[axis] - 1) as f64 / 2.0 - centre[axis]);
    let mut shape = image.shape().to_vec();
    axes.into_iter().zip(bounds).for_each(|(axis, extent)| shape[axis] = extent);
    let points = Points::Affine { matrix: matrix.as_flattened().to_vec(), offset: offset.to_vec() };
    let from = axes.map(|axis| axis as i64);
    let placed = |array: &Array| array.moveaxis(from, [-2, -1]);
    interpolation.sampled(&placed(image)?, &points, 2, &shape, &placed)
}

/// The cosine and the sine of an angle in degrees: exact at multiples of a right angle.
fn cos_sin_degrees(degrees: f64) -> (f64, f64) {
    let quarters = (degrees / 90.0).round();
    let (sine, cosine) = (degrees - 90.0 * quarters).to_radians().sin_cos();
    match quarters.rem_euclid(4.0) as i64 {
        0 => (cosine, sine),
        1 => (-sine, cosine),
        2 => (-cosine, -sine),
        _ => (sine, -cosine),
    }
}
