//! FFTPACK's form of the transform of real numbers: the parts of its elements one after another.

use cuprust::creation::{shape, zeros};
use cuprust::fft;
use cuprust::manipulation::concatenate;
use cuprust::ufunc::rows;
use cuprust::{Array, DType, normalize_axis};
use cuprust_ir::Result;

use super::single;

/// The transform of real numbers along an axis as real numbers: the first element, the real and the imaginary part of
/// each other, and for an even length the last element: `scipy.fftpack.rfft`.
///
/// # Errors
/// As [`fft::rfft`].
pub fn rfft(x: &Array, n: Option<i64>, axis: i64) -> Result<Array> {
    let index = normalize_axis(axis, x.ndim())? as i64;
    let n = n.unwrap_or(x.shape()[index as usize]);
    let half = fft::rfft(&single(x)?, fft::along(axis).n(n))?.moveaxis(index, -1)?.ascontiguous()?;
    let parts = half.reinterpret(half.dtype().real())?;
    // The imaginary part of the first element is zero, and so is that of the last one of an even length.
    let last = parts.ndim() - 1;
    let part = |from: i64, count: i64| parts.view_within(parts.layout().slice(last, from, 1, count));
    concatenate(&[part(0, 1), part(2, n - 1)], -1)?.moveaxis(-1, index)?.ascontiguous()
}

/// The inverse of [`rfft`]: `scipy.fftpack.irfft`.
///
/// # Errors
/// As [`fft::irfft`].
pub fn irfft(x: &Array, n: Option<i64>, axis: i64) -> Result<Array> {
    let index = normalize_axis(axis, x.ndim())? as i64;
    let x = single(x)?;
    let x = if x.dtype().is_inexact() { x } else { x.astype(DType::F64)? };
    let n = n.unwrap_or(x.shape()[index as usize]);
    if n < 1 {
        return fft::irfft(&x, fft::along(axis).n(n));
    }
    let x = x.moveaxis(index, -1)?;
    let (last, own) = (x.ndim() - 1, x.shape()[x.ndim() - 1].min(n));
    let x = x.view_within(x.layout().slice(last, 0, 1, own));
    let none = |count: i64| -> Result<Array> {
        let mut extents = x.shape().to_vec();
        extents[last] = count;
        zeros(shape(&extents[..]).dtype(x.dtype()).on(x.device()))
    };
    let part = |from: i64, count: i64| x.view_within(x.layout().slice(last, from, 1, count));
    let wanted = (n / 2 + 1).saturating_mul(2);
    let parts = concatenate(&[part(0, 1), none(1)?, part(1, own - 1), none(wanted - own - 1)?], -1)?.ascontiguous()?;
    let half = parts.reinterpret(x.dtype().complex())?;
    let found = fft::irfft(&half, fft::along(-1).n(n))?;
    rows::positive(&found.moveaxis(-1, index)?)?.ascontiguous()
}
