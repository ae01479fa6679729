//! Splines of order one over the planes of an array, the usual case of images: all steps for a batch of points whose
//! four elements lie within the plane. The sums are those of the general case, to the last bit.

use std::mem::MaybeUninit;

use cuprust_num::{CastTo, DType};
use cuprust_ops::{spline_centre, spline_weights};

use super::taps::{Axis, LANES, Lanes, MAX_ROUNDED, ROUNDING_OFFSET};
use crate::simd::wide;

/// Computes the values at a batch of points, by the rows and columns of each. Computes nothing and returns false if an
/// element around a point lies outside of the plane.
pub(super) type Linear = unsafe fn(*const u8, &[Axis; 2], [&Lanes<f64>; 2], &mut Lanes<f64>) -> bool;

/// The function for planes of a dtype of images, whose rows lie in one piece; `None` for other splines and arrays.
pub(super) fn linear_of(dtype: DType, axes: &[Axis]) -> Option<(Linear, [Axis; 2])> {
    let &[rows, columns] = axes else { return None };
    let far = (rows.extent as f64 * rows.stride as f64).abs() + columns.extent as f64;
    if rows.order != 1 || columns.order != 1 || columns.stride != 1 || far >= MAX_ROUNDED {
        return None;
    }
    let linear: Linear = match dtype {
        DType::U8 => linear::<u8>,
        DType::I16 => linear::<i16>,
        DType::U16 => linear::<u16>,
        DType::F32 => linear::<f32>,
        DType::F64 => linear::<f64>,
        _ => return None,
    };
    Some((linear, [rows, columns]))
}

wide! {
    /// # Safety
    /// There are elements at all indices below the extents of the axes, unaligned; the products of extents and strides
    /// are less than [`MAX_ROUNDED`].
    unsafe fn linear<T: CastTo<f64>>(
        start: *const u8,
        axes: &[Axis; 2],
        points: [&Lanes<f64>; 2],
        sums: &mut Lanes<f64>,
    ) => bool {
        let [y, x] = points;
        let (height, width) = ((axes[0].extent - 1) as f64, (axes[1].extent - 1) as f64);
        let inside = |at: f64, extent: f64| (at >= 0.0) & (at < extent);
        if !(0..LANES).fold(true, |all, lane| all & inside(y[lane], height) & inside(x[lane], width)) {
            return false;
        }
        let stride = axes[0].stride;
        let (mut offsets, mut from_row, mut from_column) = ([0i64; LANES], [0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            let (row, column) = (spline_centre(y[lane], 1), spline_centre(x[lane], 1));
            let offset = row * stride as f64 + column + ROUNDING_OFFSET;
            // A small integer is the difference of two bit patterns.
            offsets[lane] = (offset.to_bits() as i64).wrapping_sub(ROUNDING_OFFSET.to_bits() as i64);
            from_row[lane] = y[lane] - row;
            from_column[lane] = x[lane] - column;
        }
        let mut pairs = MaybeUninit::<[[[T; 2]; LANES]; 2]>::uninit();
        let pairs_start = pairs.as_mut_ptr().cast::<[T; 2]>();
        for (lane, &offset) in offsets.iter().enumerate() {
            // SAFETY: the caller promises the elements, and the points lie before the last of each axis; there is
            // memory for two pairs of each lane.
            unsafe {
                let first = start.cast::<T>().wrapping_offset(offset as isize);
                pairs_start.add(lane).write(first.cast::<[T; 2]>().read_unaligned());
                let second = first.wrapping_offset(stride as isize);
                pairs_start.add(LANES + lane).write(second.cast::<[T; 2]>().read_unaligned());
            }
        }
        // SAFETY: all pairs were just written.
        let [upper, lower] = unsafe { pairs.assume_init_ref() };
        for lane in 0..LANES {
            let (mut of_row, mut of_column) = ([0.0; 6], [0.0; 6]);
            spline_weights(from_row[lane], 1, &mut of_row);
            spline_weights(from_column[lane], 1, &mut of_column);
            let mut sum = 0.0 + upper[lane][0].cast() * of_row[0] * of_column[0];
            sum += upper[lane][1].cast() * of_row[0] * of_column[1];
            sum += lower[lane][0].cast() * of_row[1] * of_column[0];
            sums[lane] = sum + lower[lane][1].cast() * of_row[1] * of_column[1];
        }
        true
    }
}
