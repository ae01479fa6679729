//! The elements around coordinates along an axis, and their weights: a batch of coordinates goes through each step
//! together.

use cuprust_ops::{Edge, Extrapolation, spline_centre, spline_weights};

use crate::simd::wide;

/// Coordinates that go through each step together.
pub(super) const LANES: usize = 64;

/// A value for each coordinate of a batch.
pub(super) type Lanes<T> = [T; LANES];

/// The offset of an element that is the constant: any sum with as many offsets as there are axes is below
/// [`OUTSIDE_BOUND`], and that of an element never is.
pub(super) const OUTSIDE_OFFSET: i64 = i64::MIN / 4096;
pub(super) const OUTSIDE_BOUND: i64 = i64::MIN / 8192;

/// Adding this rounds a small integer into the low bits of a float64; and the greatest integer for which it does.
pub(super) const ROUNDING_OFFSET: f64 = 1.5 * (1u64 << 52) as f64;
pub(super) const MAX_ROUNDED: f64 = (1u64 << 50) as f64;

/// An axis of the array, and the spline along it.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub extent: i64,
    pub stride: i64,
    pub order: usize,
    pub extrapolation: Extrapolation,
}

wide! {
    /// The offsets and weights of the elements around coordinates along an axis, a batch for each of them. Coordinates
    /// whose value is the constant are marked. Returns whether the elements around each follow one another along the
    /// axis, so that none was folded at an edge.
    ///
    /// # Safety
    /// There are no requirements.
    pub(super) unsafe fn find(
        along: Axis,
        x: &mut Lanes<f64>,
        offsets: &mut [Lanes<i64>],
        weights: &mut [Lanes<f64>],
        constant: &mut Lanes<bool>,
    ) => bool {
        let Axis { extent, stride, order, extrapolation } = along;
        let last = (extent - 1) as f64;
        let inside = x.iter().fold(true, |all, &x| all & (x >= 0.0) & (x <= last));
        if !inside {
            for (x, constant) in x.iter_mut().zip(constant) {
                let folded = extrapolation.fold(*x, extent);
                let is_near = folded > -1.0 && folded < extent as f64 + 1.0;
                let is_far = !(is_near || extrapolation.is_unbounded());
                *constant |= is_far;
                *x = if is_far { 0.0 } else { folded };
            }
        }
        let mut first = [0i64; LANES];
        let mut from_centre = [0.0; LANES];
        let before = (order / 2) as i64;
        for lane in 0..LANES {
            let centre = spline_centre(x[lane], order);
            // A small integer is the difference of two bit patterns. A NaN gives any integer, which is then folded.
            let near = (centre.clamp(-MAX_ROUNDED, MAX_ROUNDED) + ROUNDING_OFFSET).to_bits() as i64;
            first[lane] = near.wrapping_sub(ROUNDING_OFFSET.to_bits() as i64).wrapping_sub(before);
            from_centre[lane] = x[lane] - centre;
        }
        let reach = extent - order as i64;
        let whole = first.iter().fold(true, |all, &at| all & (at >= 0) & (at < reach));
        if whole {
            for (tap, offsets) in offsets.iter_mut().enumerate() {
                for lane in 0..LANES {
                    offsets[lane] = first[lane].wrapping_add(tap as i64).wrapping_mul(stride);
                }
            }
        } else {
            let edge: Edge = extrapolation.edge();
            for (tap, offsets) in offsets.iter_mut().enumerate() {
                for lane in 0..LANES {
                    let index = edge.fold(first[lane].saturating_add(tap as i64), extent);
                    offsets[lane] = index.map_or(OUTSIDE_OFFSET, |index| index * stride);
                }
            }
        }
        // Each order has a loop of its own, which the compiler vectorizes.
        match order {
            1 => weigh::<1>(&from_centre, weights),
            2 => weigh::<2>(&from_centre, weights),
            3 => weigh::<3>(&from_centre, weights),
            4 => weigh::<4>(&from_centre, weights),
            5 => weigh::<5>(&from_centre, weights),
            _ => {}
        }
        whole
    }
}

wide! {
    /// Whether all coordinates lie beyond the first and the last element of an axis.
    ///
    /// # Safety
    /// There are no requirements.
    pub(super) unsafe fn are_outside(along: Axis, x: &Lanes<f64>) => bool {
        let last = (along.extent - 1) as f64;
        !x.iter().fold(false, |some, &x| some | ((x >= 0.0) & (x <= last)))
    }
}

#[inline(always)]
fn weigh<const ORDER: usize>(from_centre: &Lanes<f64>, weights: &mut [Lanes<f64>]) {
    let weights = &mut weights[..=ORDER];
    for lane in 0..LANES {
        let mut own = [0.0; 6];
        spline_weights(from_centre[lane], ORDER, &mut own);
        for tap in 0..=ORDER {
            weights[tap][lane] = own[tap];
        }
    }
}
