//! Cosine and sine transforms of types 1 to 4, by Fourier transforms of as many elements, of twice as many for types 1
//! and 4.

use cuprust::chapters::positions;
use cuprust::chapters::wide_inexact;
use cuprust::creation::{shape, zeros};
use cuprust::fft::{self, Norm};
use cuprust::manipulation::concatenate;
use cuprust::ufunc::rows;
use cuprust::{Array, normalize_axis};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, c128};

/// Whether cosines or sines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Cosines.
    Cosine,
    /// Sines.
    Sine,
}

/// Which transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trigonometric {
    /// Cosines or sines.
    pub kind: Kind,
    /// The type, from 1 to 4.
    pub number: i64,
    /// Whether the inverse.
    pub inverse: bool,
    /// How it is scaled.
    pub norm: Norm,
    /// Whether elements are scaled so that the matrix of the transform is orthogonal up to a factor; without a word
    /// where the norm is `Ortho`.
    pub orthogonal: Option<bool>,
}

/// The transform along an axis, cut or padded with zeros to `n` elements: `scipy.fft.dct`, `dst` and their inverses.
/// Real numbers stay real; single precision stays single.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::fft::{Kind, Trigonometric, transform};
/// # fn main() -> Result<()> {
/// let norm = fft::Norm::Backward;
/// let what = Trigonometric { kind: Kind::Cosine, number: 2, inverse: false, norm, orthogonal: None };
/// assert_eq!(transform(&array![1.0, 1.0], what, None, -1)?.to_string(), "[4. 0.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for another type, and for less than one element, two for the first cosine transform; an axis error.
pub fn transform(x: &Array, what: Trigonometric, n: Option<i64>, axis: i64) -> Result<Array> {
    let axis = normalize_axis(axis, x.ndim())?;
    let n = n.unwrap_or(x.shape()[axis]);
    let least = if (what.kind, what.number) == (Kind::Cosine, 1) { 2 } else { 1 };
    if n < least {
        return Err(Error::value(match least {
            2 => "DCT-I is not defined for size < 2".into(),
            _ => format!("invalid number of data points ({n}) specified"),
        }));
    }
    let dtype = wide_inexact(x.dtype());
    let x = fitted(&x.moveaxis(axis as i64, -1)?.astype(dtype)?, n)?;
    let found = if dtype.is_complex() {
        let part = |part: Array| along_last(&part.ascontiguous()?, what);
        let (re, im) = (part(x.real_part()?)?, part(x.imaginary_part()?)?);
        rows::add(&re, &rows::multiply(&im, Scalar::new(c128::new(0.0, 1.0)).cast(dtype))?)?
    } else {
        along_last(&x, what)?
    };
    found.moveaxis(-1, axis as i64)?.ascontiguous()
}

/// The transform along several axes, one after another: `scipy.fft.dctn`, `dstn` and their inverses. All axes without
/// names, the last ones for lengths without axes.
///
/// # Errors
/// As [`transform`], and a value error where lengths and axes are not as many, or an axis is there twice.
pub fn transform_over(x: &Array, what: Trigonometric, lengths: Option<&[i64]>, axes: Option<&[i64]>) -> Result<Array> {
    let rank = x.ndim() as i64;
    let axes: Vec<i64> = match (axes, lengths) {
        (Some(axes), _) => axes.to_vec(),
        (None, None) => (0..rank).collect(),
        (None, Some(lengths)) => (-(lengths.len() as i64)..0).collect(),
    };
    if lengths.is_some_and(|lengths| lengths.len() != axes.len()) {
        return Err(Error::value("when given, axes and shape arguments have to be of the same length"));
    }
    let indices = axes.iter().map(|&axis| normalize_axis(axis, x.ndim())).collect::<Result<Vec<_>>>()?;
    if (1..indices.len()).any(|position| indices[..position].contains(&indices[position])) {
        return Err(Error::value("all axes must be unique"));
    }
    let mut result = x.clone();
    for (position, &axis) in axes.iter().enumerate() {
        let n = lengths.map(|lengths| lengths[position]).filter(|&n| n != -1);
        result = transform(&result, what, n, axis)?;
    }
    if axes.is_empty() { x.copy() } else { Ok(result) }
}

/// The last axis cut or padded with zeros.
fn fitted(x: &Array, n: i64) -> Result<Array> {
    let (axis, own) = (x.ndim() - 1, x.shape()[x.ndim() - 1]);
    if own >= n {
        return Ok(x.view_within(x.layout().slice(axis, 0, 1, n)));
    }
    let mut extents = x.shape().to_vec();
    extents[axis] = n - own;
    concatenate(&[x, &zeros(shape(&extents[..]).dtype(x.dtype()).on(x.device()))?], axis as i64)
}

/// Elements of the last axis, every `step`-th from a first one on.
fn every(x: &Array, from: i64, step: i64, count: i64) -> Array {
    x.view_within(x.layout().slice(x.ndim() - 1, from, step, count))
}

/// A copy in which each element along the last axis is multiplied by a number of the same index.
fn with_scaled(x: &Array, position: i64, factor: f64) -> Result<Array> {
    let copy = x.copy()?;
    let one = every(&copy, position, 1, 1);
    one.assign(&rows::multiply(&one, factor)?)?;
    Ok(copy)
}

/// Real numbers along the last axis.
fn along_last(x: &Array, what: Trigonometric) -> Result<Array> {
    let Trigonometric { kind, number, inverse, norm, orthogonal } = what;
    let n = x.shape()[x.ndim() - 1];
    // The inverse of type 2 is type 3 but for the scale, and the other way; types 1 and 4 are their own.
    let (number, norm) = match (inverse, number) {
        (_, ..=0 | 5..) => return Err(Error::value(format!("invalid type {number}; the types are 1 to 4"))),
        (false, number) => (number, norm),
        (true, 2) => (3, norm.swapped()),
        (true, 3) => (2, norm.swapped()),
        (true, number) => (number, norm.swapped()),
    };
    let length = match (kind, number) {
        (Kind::Cosine, 1) => 2 * (n - 1),
        (Kind::Sine, 1) => 2 * (n + 1),
        _ => 2 * n,
    } as f64;
    let factor = match norm {
        Norm::Backward => 1.0,
        Norm::Ortho => 1.0 / length.sqrt(),
        Norm::Forward => 1.0 / length,
    };
    let orthogonal = orthogonal.unwrap_or(norm == Norm::Ortho);
    let root = std::f64::consts::SQRT_2;
    let end = if kind == Kind::Cosine { 0 } else { n - 1 };
    let mut x = x.clone();
    if orthogonal && number == 3 {
        x = with_scaled(&x, end, root)?;
    } else if orthogonal && (kind, number) == (Kind::Cosine, 1) {
        x = with_scaled(&with_scaled(&x, 0, root)?, n - 1, root)?;
    }
    let mut y = match (kind, number) {
        (Kind::Cosine, 1) => {
            let mirrored = concatenate(&[&x, &every(&x, n - 2, -1, n - 2)], -1)?;
            fft::rfft(&mirrored, -1)?.real_part()?.copy()?
        }
        (Kind::Sine, 1) => {
            let mut extents = x.shape().to_vec();
            extents[x.ndim() - 1] = 1;
            let none = zeros(shape(&extents[..]).dtype(x.dtype()).on(x.device()))?;
            let mirrored = concatenate(&[&none, &x, &none, &rows::negative(&every(&x, n - 1, -1, n))?], -1)?;
            let spectrum = fft::rfft(&mirrored, -1)?.imaginary_part()?;
            rows::negative(&every(&spectrum, 1, 1, n))?
        }
        (Kind::Cosine, 2) => second(&x)?,
        (Kind::Cosine, 3) => third(&x)?,
        (Kind::Cosine, _) => fourth(&x)?,
        // Sines are cosines of the reversed signal, with every other sign changed.
        (Kind::Sine, 2) => every(&second(&alternating(&x)?)?, n - 1, -1, n),
        (Kind::Sine, 3) => alternating(&third(&every(&x, n - 1, -1, n))?)?,
        (Kind::Sine, _) => alternating(&fourth(&every(&x, n - 1, -1, n))?)?,
    };
    if factor != 1.0 {
        y = rows::multiply(&y, factor)?;
    }
    if orthogonal && number == 2 {
        y = with_scaled(&y, end, 1.0 / root)?;
    } else if orthogonal && (kind, number) == (Kind::Cosine, 1) {
        y = with_scaled(&with_scaled(&y, 0, 1.0 / root)?, n - 1, 1.0 / root)?;
    }
    Ok(y)
}

/// Every other sign changed, from the second on.
fn alternating(x: &Array) -> Result<Array> {
    let n = x.shape()[x.ndim() - 1];
    let odd = rows::bitwise_and(&positions(&[n], 0, &[1], DType::I64, x.device())?, 1)?;
    let signs = rows::subtract(1, &rows::multiply(&odd, 2)?)?.astype(x.dtype())?;
    rows::multiply(x, &signs)
}

/// The unit numbers `exp(i pi (scale k + shift))` for the first `n` indices, in the complex dtype of a real dtype.
fn unit_roots(n: i64, scale: f64, shift: f64, x: &Array) -> Result<Array> {
    let indices = positions(&[n], 0, &[1], DType::F64, x.device())?;
    let angle = rows::multiply(&rows::add(&rows::multiply(&indices, scale)?, shift)?, std::f64::consts::PI)?;
    rows::exp(&rows::multiply(&angle, Scalar::new(c128::new(0.0, 1.0)))?)?.astype(x.dtype().complex())
}

/// Type 2: the transform of the even elements followed by the odd ones in reverse, multiplied by quarter-step phases
/// (Makhoul, "A fast cosine transform in one and two dimensions", 1980).
fn second(x: &Array) -> Result<Array> {
    let n = x.shape()[x.ndim() - 1];
    let odd = n / 2;
    let last = if n % 2 == 0 { n - 1 } else { n - 2 };
    let sorted = match odd {
        0 => x.clone(),
        _ => concatenate(&[every(x, 0, 2, n - odd), every(x, last, -2, odd)], -1)?,
    };
    let half = fft::rfft(&sorted, -1)?;
    let shifted = rows::multiply(&half, &rows::multiply(&unit_roots(n / 2 + 1, -0.5 / n as f64, 0.0, x)?, 2.0)?)?;
    // The elements after the middle are the imaginary parts of those before it.
    let rest = (n - 1) / 2;
    let behind = rows::negative(&every(&shifted.imaginary_part()?, rest, -1, rest))?;
    concatenate(&[shifted.real_part()?, behind], -1)
}

/// Type 3, the inverse of type 2 times twice the number of elements.
fn third(x: &Array) -> Result<Array> {
    let n = x.shape()[x.ndim() - 1];
    let (odd, middle) = (n / 2, n / 2 + 1);
    let first = every(x, 0, 1, middle);
    // x[n - k], which is zero for k = 0.
    let mut extents = x.shape().to_vec();
    extents[x.ndim() - 1] = 1;
    let none = zeros(shape(&extents[..]).dtype(x.dtype()).on(x.device()))?;
    let mirrored = if odd == 0 { none } else { concatenate(&[none, every(x, n - 1, -1, odd)], -1)? };
    let unit = Scalar::new(c128::new(0.0, -1.0)).cast(x.dtype().complex());
    let half = rows::add(&first, &rows::multiply(&mirrored, unit)?)?;
    let half = rows::multiply(&half, &unit_roots(middle, 0.5 / n as f64, 0.0, x)?)?;
    let sorted = fft::irfft(&half, fft::along(-1).n(n).norm(Norm::Forward))?;
    let y = Array::empty(x.shape(), x.dtype(), x.device())?;
    every(&y, 0, 2, n - odd).assign(&every(&sorted, 0, 1, n - odd))?;
    if odd > 0 {
        let last = if n % 2 == 0 { n - 1 } else { n - 2 };
        every(&y, last, -2, odd).assign(&every(&sorted, n - odd, 1, odd))?;
    }
    Ok(y)
}

/// Type 4: a transform of twice as many complex elements, half of which are zero.
fn fourth(x: &Array) -> Result<Array> {
    let n = x.shape()[x.ndim() - 1];
    let shifted = rows::multiply(x, &unit_roots(n, -0.5 / n as f64, 0.0, x)?)?;
    let spectrum = every(&fft::fft(&shifted, fft::along(-1).n(2 * n))?, 0, 1, n);
    let back = rows::multiply(&unit_roots(n, -0.5 / n as f64, -0.25 / n as f64, x)?, 2.0)?;
    rows::multiply(&spectrum, &back)?.real_part()?.copy()
}
