//! Sums of products along an axis of narrow integers, of which the whole parts alone are written: they are computed in
//! float32, and in float64 where the error of float32 could change a whole part.

use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::Edge;

use super::axis::{Taps, Window, register_sums, tiles};
use crate::routines::{Site, Work};
use crate::simd::wide;

/// Sums that are accumulated at once, in registers.
const REGISTER_SUMS: usize = 64;

/// The most that a sum may be and its greatest error, so that few sums are near a whole number.
const MAX_SUM: f64 = 65536.0;
const MAX_ERROR: f64 = 1.0 / 256.0;

/// Adding this to a float32 within [`MAX_SUM`], and subtracting it, rounds to the nearest whole number.
const ROUNDING_OFFSET: f32 = 1.5 * (1 << 23) as f32;

/// Writes the whole parts of the sums, if their errors are small; whether they are.
pub(super) fn correlate(work: &Work, site: &Site, window: Window, taps: Taps, outside: f64) -> Result<bool> {
    let greatest = match work.view(0)?.dtype {
        DType::Bool => 1.0,
        DType::U8 => 255.0,
        DType::I8 => 128.0,
        DType::U16 => 65535.0,
        DType::I16 => 32768.0,
        _ => return Ok(false),
    };
    let is_whole = matches!(
        work.output().dtype,
        DType::U8 | DType::I8 | DType::U16 | DType::I16 | DType::U32 | DType::I32 | DType::I64
    );
    let outside = if window.edge == Edge::Constant { outside } else { 0.0 };
    if !is_whole || f64::from(outside as f32) != outside {
        return Ok(false);
    }
    // No term of a sum is greater, nor is any sum of some terms; the weights, products and sums are rounded.
    let most = taps.weights.iter().map(|weight| weight.abs()).sum::<f64>() * f64::max(greatest, outside.abs());
    let error = most * (taps.weights.len() + 4) as f64 * f64::from(f32::EPSILON) / 2.0;
    if !(most <= MAX_SUM && error <= MAX_ERROR) {
        return Ok(false);
    }
    let mut near = cuprust_reserve::list(taps.weights.len())?;
    near.extend(taps.weights.iter().map(|&weight| weight as f32));
    tiles(work, site, window, outside as f32, REGISTER_SUMS, &|tile: &[f32], step, out: &mut [i32], _: &mut [f32]| {
        // SAFETY: after the elements that the windows of the tile reach there are as many as are summed at once.
        unsafe { sums(tile.as_ptr(), (taps, &near), error as f32, step, out) }
    })?;
    Ok(true)
}

wide! {
    /// The whole parts of the sums of products for each element of `out`: the first window begins at `tile`, and each
    /// next one an element after. The elements of a window are `step` apart. `error` is no less than that of any sum
    /// with the weights in float32.
    ///
    /// # Safety
    /// There are as many elements from `tile` on as the windows reach, and [`REGISTER_SUMS`] more.
    unsafe fn sums(tile: *const f32, taps: (Taps<'_>, &[f32]), error: f32, step: usize, out: &mut [i32]) {
        let (Taps { weights, symmetry }, near) = taps;
        let length = out.len();
        for at in (0..length).step_by(REGISTER_SUMS) {
            // SAFETY: the indices lie within what the caller promises.
            let load = |tap: usize| unsafe { tile.add(at + tap * step).cast::<[f32; REGISTER_SUMS]>().read() };
            let sums = register_sums(near, symmetry, load);
            let mut is_certain = true;
            for sum in sums {
                let nearest = (sum + ROUNDING_OFFSET) - ROUNDING_OFFSET;
                // The whole part is zero on both sides of zero.
                is_certain &= (sum - nearest).abs() > error || nearest == 0.0;
            }
            let mut whole = [0; REGISTER_SUMS];
            for i in 0..REGISTER_SUMS {
                // SAFETY: a sum is less than the greatest int32.
                whole[i] = unsafe { sums[i].to_int_unchecked() };
            }
            if !is_certain {
                let sums = register_sums(weights, symmetry, |tap| load(tap).map(f64::from));
                for i in 0..REGISTER_SUMS {
                    // SAFETY: as above.
                    whole[i] = unsafe { sums[i].to_int_unchecked() };
                }
            }
            let some = REGISTER_SUMS.min(length - at);
            out[at..at + some].copy_from_slice(&whole[..some]);
        }
    }
}
