//! Integrals over the line by double-exponential rules (Takahasi, Mori 1974): expectations of functions of the
//! caller's.

use std::f64::consts::FRAC_PI_2;

use cuprust::ufunc::{rows, where_};
use cuprust::{Array, Device};
use cuprust_ir::{Error, Result};

/// Points beyond which terms of a rule are below the rounding of their sum: for finite intervals, near whose ends a
/// density may have a pole, and for infinite ones.
const REACH: f64 = 6.0;
const WIDE_REACH: f64 = 4.6;

/// The points and the weights of a rule between two bounds, one of which may be infinite: then points spread from the
/// other by multiples of a width. Each level doubles their number.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let [points, weights] = stats::quadrature([0.0, 1.0], 1.0, 4, Device::current()?)?;
/// let integral: f64 = stats::integrated(&points, &points, &weights)?.item()?.get();
/// assert!((integral - 1.0 / 3.0).abs() < 1e-14);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for two infinite bounds, and for bounds that are NaN.
pub fn quadrature([low, high]: [f64; 2], width: f64, level: u32, device: Device) -> Result<[Array; 2]> {
    if low.is_nan() || high.is_nan() || (low.is_infinite() && high.is_infinite()) {
        return Err(Error::value("the bounds of an integral are numbers, and one of them is finite"));
    }
    let finite = low.is_finite() && high.is_finite();
    let step = (-f64::from(level.min(12))).exp2();
    let count = (if finite { REACH } else { WIDE_REACH } / step) as i64;
    let (mut points, mut weights) = (Vec::new(), Vec::new());
    for index in -count..=count {
        let t = index as f64 * step;
        let (sinh, slope) = (FRAC_PI_2 * t.sinh(), FRAC_PI_2 * t.cosh() * step);
        let (point, weight) = if finite {
            // The share of the interval from the nearer end.
            let near = 1.0 / (1.0 + (2.0 * sinh.abs()).exp());
            let point = if t < 0.0 { low + (high - low) * near } else { high - (high - low) * near };
            (point, (high - low) * 2.0 * near * (1.0 - near) * slope)
        } else if low.is_finite() {
            (low + width * sinh.exp(), width * sinh.exp() * slope)
        } else {
            (high - width * sinh.exp(), width * sinh.exp() * slope)
        };
        // An end itself may be a pole.
        if point > low && point < high && weight > 0.0 {
            points.push(point);
            weights.push(weight);
        }
    }
    let array = |numbers: &[f64]| Array::from_slice(numbers, numbers.len(), device);
    Ok([array(&points)?, array(&weights)?])
}

/// The sum of products of a function's values, densities and weights; where a density is zero the term is zero.
///
/// # Errors
/// A value error for values that do not broadcast.
pub fn integrated(values: &Array, densities: &Array, weights: &Array) -> Result<Array> {
    let products = rows::multiply(&rows::multiply(values, densities)?, weights)?;
    rows::sum(&where_(&rows::equal(densities, 0.0)?, 0.0, &products)?, ..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_line() {
        let [points, weights] = quadrature([f64::NEG_INFINITY, 2.0], 1.0, 5, Device::cpu()).unwrap();
        let densities = rows::exp(&rows::subtract(&points, 2.0).unwrap()).unwrap();
        let mean: f64 = integrated(&points, &densities, &weights).unwrap().item().unwrap().get();
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }
}
