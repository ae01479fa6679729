//! Windows along an axis over narrow integers: sums that fit 16 or 32 bits are exact, as those in float64 are, and four
//! to eight times as many fit a register.

use cuprust_ir::Result;
use cuprust_num::{DType, Element, Kind};
use cuprust_ops::Edge;

use super::axis::{MAX_FEW, Window, fold_few, folded, tiles};
use super::direct::direct;
use crate::routines::{Site, Work};
use crate::simd::wide;

/// Sums that are accumulated at once, in registers.
const REGISTER_SUMS: usize = 64;

/// The greatest size for which the mean of bytes is a product and a shift.
const MAX_BYTES_OF_MEAN: i64 = 256;

/// The integers that a routine reads, the greatest of them and of the constant beyond the edges, where all sums are of
/// integers and are written as such.
struct Narrow {
    greatest: i64,
    outside: i64,
}

impl Narrow {
    fn of(work: &Work, edge: Edge, outside: f64) -> Result<Option<Narrow>> {
        let greatest = match work.view(0)?.dtype {
            DType::Bool => 1,
            DType::U8 => 255,
            DType::I8 => 128,
            DType::U16 => 65535,
            DType::I16 => 32768,
            _ => return Ok(None),
        };
        let is_used = edge == Edge::Constant;
        // A float has a fraction, and its zero a sign; a fraction makes a bool true.
        let is_whole = matches!(work.output().dtype.kind(), Kind::Unsigned | Kind::Signed);
        if !is_whole || is_used && !(outside.fract() == 0.0 && outside.abs() <= f64::from(u16::MAX)) {
            return Ok(None);
        }
        let outside = if is_used { outside as i64 } else { 0 };
        Ok(Some(Narrow { greatest: outside.abs().max(greatest), outside }))
    }
}

/// A type that sums are of.
trait Sum: Element + Default {
    /// An integer that the type holds.
    fn of(integer: i64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

macro_rules! sum {
    ($($T:ident)*) => { $(
        impl Sum for $T {
            fn of(integer: i64) -> $T {
                integer as $T
            }

            #[inline(always)]
            fn plus(self, other: $T) -> $T {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn times(self, other: $T) -> $T {
                self.wrapping_mul(other)
            }
        }
    )* };
}
sum!(i16 i32);

/// The sums of products with weights, if they are integers; whether they are.
pub(super) fn correlate(work: &Work, site: &Site, window: Window, weights: &[f64], outside: f64) -> Result<bool> {
    let Some(narrow) = Narrow::of(work, window.edge, outside)? else { return Ok(false) };
    // A window's sum is no greater than this, and neither is the sum of some of its terms.
    let bound = weights.iter().map(|weight| weight.abs()).sum::<f64>() * narrow.greatest as f64;
    if weights.iter().any(|weight| weight.fract() != 0.0) || bound.is_nan() {
        return Ok(false);
    }
    if bound <= i16::MAX as f64 {
        products::<i16>(work, site, window, weights, narrow.outside)?;
    } else if bound <= i32::MAX as f64 {
        products::<i32>(work, site, window, weights, narrow.outside)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn products<T: Sum>(work: &Work, site: &Site, window: Window, weights: &[f64], outside: i64) -> Result<()> {
    let mut taps = cuprust_reserve::list(weights.len())?;
    let some = weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
    taps.extend(some.map(|(tap, &weight)| (tap, T::of(weight as i64))));
    tiles(work, site, window, T::of(outside), REGISTER_SUMS, &|tile: &[T], step, out: &mut [T], _: &mut [T]| {
        // SAFETY: after the elements that the windows of the tile reach there are as many as are summed at once.
        unsafe { sums(tile.as_ptr(), &taps, step, out) }
    })
}

wide! {
    /// The sums of products for each element of `out`: the first window begins at `tile`, and each next one an element
    /// after. The elements of a window are `step` apart.
    ///
    /// # Safety
    /// There are as many elements from `tile` on as the windows reach, and [`REGISTER_SUMS`] more.
    unsafe fn sums<T: Sum>(tile: *const T, taps: &[(usize, T)], step: usize, out: &mut [T]) {
        let length = out.len();
        for at in (0..length).step_by(REGISTER_SUMS) {
            let mut held = [T::default(); REGISTER_SUMS];
            for &(tap, weight) in taps {
                // SAFETY: the indices lie within what the caller promises.
                let x = unsafe { &*tile.add(at + tap * step).cast::<[T; REGISTER_SUMS]>() };
                for i in 0..REGISTER_SUMS {
                    held[i] = held[i].plus(x[i].times(weight));
                }
            }
            let some = REGISTER_SUMS.min(length - at);
            out[at..at + some].copy_from_slice(&held[..some]);
        }
    }
}

/// The means of windows without their fractions, if the sums are small integers; whether they are.
pub(super) fn means(work: &Work, site: &Site, window: Window, outside: f64) -> Result<bool> {
    let Some(narrow) = Narrow::of(work, window.edge, outside)? else { return Ok(false) };
    let size = window.size;
    let is_unsigned = work.view(0)?.dtype.kind() != Kind::Signed && narrow.outside >= 0;
    if is_unsigned && narrow.greatest <= 255 && size <= MAX_BYTES_OF_MEAN {
        // The quotient of a sum s up to 255 n is s m >> k for m = 2^k / n + 1, rounded down, if 255 n^2 < 2^k.
        let shift = if (2..=16).contains(&size) { 16 } else { 24 };
        let factor = (1u32 << shift) / size as u32 + 1;
        let are_bytes = work.view(0)?.dtype == DType::U8 && work.output().dtype == DType::U8 && narrow.outside <= 255;
        if are_bytes && (2..=MAX_FEW as i64).contains(&size) {
            let mean = |sum: u16| ((u32::from(sum) * factor) >> 16) as u8;
            let is_done =
                direct(work, site, window, narrow.outside as u8, &|elements: &[u8], step, out: &mut [u8]| {
                    // SAFETY: there are no requirements.
                    unsafe { fold_few(elements, size as usize, step, out, u16::from, u16::wrapping_add, mean) }
                })?;
            if is_done {
                return Ok(true);
            }
        }
        tiles(work, site, window, narrow.outside as u16, 0, &|tile: &[u16], step, out: &mut [u16], spare| {
            folded(tile, size as usize, step, out, spare, u16::wrapping_add);
            // SAFETY: there are no requirements.
            unsafe { if shift == 16 { scale_by_16(out, factor as u16) } else { scale_by_24(out, factor) } }
        })?;
        return Ok(true);
    }
    if size.saturating_mul(narrow.greatest) > i64::from(i32::MAX) {
        return Ok(false);
    }
    tiles(work, site, window, narrow.outside as i32, 0, &|tile: &[i32], step, out: &mut [i32], spare| {
        folded(tile, size as usize, step, out, spare, i32::wrapping_add);
        // SAFETY: there are no requirements.
        unsafe { divide(out, size as f64) }
    })?;
    Ok(true)
}

wide! {
    /// # Safety
    /// There are no requirements.
    unsafe fn scale_by_16(sums: &mut [u16], factor: u16) {
        for sum in sums {
            *sum = ((u32::from(*sum) * u32::from(factor)) >> 16) as u16;
        }
    }
}

wide! {
    /// # Safety
    /// There are no requirements.
    unsafe fn scale_by_24(sums: &mut [u16], factor: u32) {
        for sum in sums {
            *sum = (u32::from(*sum).wrapping_mul(factor) >> 24) as u16;
        }
    }
}

wide! {
    /// # Safety
    /// There are no requirements.
    unsafe fn divide(sums: &mut [i32], by: f64) {
        for sum in sums {
            // SAFETY: the quotient is no greater than the sum.
            *sum = unsafe { (f64::from(*sum) / by).to_int_unchecked() };
        }
    }
}
