//! B-splines: the poles of the recursive filters that make their coefficients, and their values at the elements around
//! a coordinate. (Unser, Aldroubi and Eden, "B-spline signal processing", 1993; Unser, "Splines: a perfect fit for
//! signal and image processing", 1999.)

/// The largest order of a spline.
pub const MAX_SPLINE_ORDER: i64 = 5;

/// The poles within the unit circle of the filter for the coefficients of a spline of an order; none below order two.
pub const fn spline_poles(order: i64) -> &'static [f64] {
    match order {
        2 => &[-0.171_572_875_253_809_9],
        3 => &[-0.267_949_192_431_122_7],
        4 => &[-0.361_341_225_900_220_16, -0.013_725_429_297_339_121],
        5 => &[-0.430_575_347_099_973_8, -0.043_096_288_203_264_65],
        _ => &[],
    }
}

/// The factor that values are multiplied by before the filter.
pub fn spline_gain(order: i64) -> f64 {
    spline_poles(order).iter().fold(1.0, |gain, &pole| gain * ((1.0 - pole) * (1.0 - 1.0 / pole)))
}

/// The centre of the elements around a coordinate, as an integer, from which [`spline_weights`] counts: the first of
/// the `order + 1` elements is `order / 2` before it.
#[inline(always)]
pub fn spline_centre(x: f64, order: usize) -> f64 {
    (if order % 2 == 1 { x } else { x + 0.5 }).floor()
}

/// The values of a spline at the `order + 1` elements around a coordinate that lies `x` after their centre: in SciPy's
/// order of operations, and with the last one such that they sum to one.
#[inline(always)]
pub fn spline_weights(x: f64, order: usize, to: &mut [f64; 6]) {
    let from_next = 1.0 - x;
    match order {
        1 => to[0] = 1.0 - x,
        2 => {
            let far = 0.5 - x;
            to[0] = 0.5 * far * far;
            to[1] = 0.75 - x * x;
        }
        3 => {
            let near = |y: f64| (y * y * (y - 2.0) * 3.0 + 4.0) / 6.0;
            to[0] = from_next * from_next * from_next / 6.0;
            to[1] = near(x);
            to[2] = near(from_next);
        }
        4 => {
            let square = x * x;
            let beside = |y: f64| y * (y * (y * (5.0 - y) / 6.0 - 1.25) + 5.0 / 24.0) + 55.0 / 96.0;
            let far = (0.5 - x) * (0.5 - x);
            to[0] = far * far / 24.0;
            to[1] = beside(1.0 + x);
            to[2] = square * (square * 0.25 - 0.625) + 115.0 / 192.0;
            to[3] = beside(from_next);
        }
        5 => {
            let near = |y: f64| {
                let square = y * y;
                square * (square * (0.25 - y / 12.0) - 0.5) + 0.55
            };
            let beside = |y: f64| y * (y * (y * (y * (y / 24.0 - 0.375) + 1.25) - 1.75) + 0.625) + 0.425;
            let square = from_next * from_next;
            to[0] = from_next * square * square / 120.0;
            to[1] = beside(x + 1.0);
            to[2] = near(x);
            to[3] = near(from_next);
            to[4] = beside(from_next + 1.0);
        }
        _ => {}
    }
    to[order] = to[..order].iter().fold(1.0, |rest, weight| rest - weight);
}
