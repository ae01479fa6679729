//! SciPy's Fourier transforms: those of NumPy in single precision as well, cosine and sine transforms, and the fast
//! Hankel transform.

mod cosines;
mod hankel;
mod packed;
pub(crate) mod table;

use cuprust::Array;
use cuprust::fft::{Extents, irfftn, rfftn};
use cuprust::ufunc::rows;
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

pub use cosines::{Kind, Trigonometric, transform, transform_over};
pub use hankel::{fht, ifht};
pub use packed::{irfft, rfft};

/// Half precision is computed in single precision, as in SciPy.
fn single(x: &Array) -> Result<Array> {
    if matches!(x.dtype(), DType::F16 | DType::BF16) { x.astype(DType::F32) } else { Ok(x.clone()) }
}

/// The real spectrum over several axes of a signal of which half is given along the last axis; the other half is its
/// conjugate: `scipy.fft.hfftn`.
///
/// # Errors
/// As [`irfftn`].
pub fn hfftn<'a>(x: &Array, extents: impl Into<Extents<'a>>) -> Result<Array> {
    let extents = extents.into();
    irfftn(&rows::conjugate(x)?, extents.norm(extents.norm.swapped()))
}

/// The inverse of [`hfftn`]: `scipy.fft.ihfftn`.
///
/// # Errors
/// As [`rfftn`].
pub fn ihfftn<'a>(x: &Array, extents: impl Into<Extents<'a>>) -> Result<Array> {
    let extents = extents.into();
    rows::conjugate(&rfftn(x, extents.norm(extents.norm.swapped()))?)
}

/// The least length of a fast transform that is not less than this one: of small prime factors, for real numbers up to
/// 5, else up to 11. `scipy.fft.next_fast_len`.
///
/// ```
/// assert_eq!(cuprust_scipy::fft::next_fast_len(13, false), Ok(14));
/// ```
///
/// # Errors
/// A value error for a negative length, and one whose next does not fit.
pub fn next_fast_len(target: i64, real: bool) -> Result<i64> {
    if target < 0 {
        return Err(Error::value("Target cannot be negative"));
    }
    let primes: &[i64] = if real { &[2, 3, 5] } else { &[2, 3, 5, 7, 11] };
    if target <= 6 {
        return Ok(target);
    }
    let mut best = None;
    search(target, 1, primes, &mut best);
    best.ok_or_else(|| Error::value("Target length is too large to perform FFT"))
}

/// The least product of these primes that is at least the target, among multiples of a number.
fn search(target: i64, number: i64, primes: &[i64], best: &mut Option<i64>) {
    if best.is_some_and(|best| number >= best) {
        return;
    }
    if number >= target {
        *best = Some(number);
        return;
    }
    if let Some((&largest, rest)) = primes.split_last() {
        search(target, number, rest, best);
        if let Some(next) = number.checked_mul(largest) {
            search(target, next, primes, best);
        }
    }
}
