//! Minima and roots of functions of one number, which are evaluated one after another.

use cuprust_ir::{Error, Result};

/// The smaller part of an interval that is divided by the golden ratio.
const GOLDEN_SECTION: f64 = 0.381_966_011_250_105_1;
/// How much an interval grows while a minimum is searched beyond it.
const GOLDEN_RATIO: f64 = 1.618_033_988_749_895;
/// How often a function is evaluated at most.
const MAX_EVALUATIONS: usize = 500;

/// The minimum near two numbers, by Brent's method, from an interval that grows downhill until it has a minimum inside.
///
/// # Errors
/// Those of the function; a runtime error where it falls without end.
pub(in crate::stats) fn bracketed_minimum(start: [f64; 2], mut f: impl FnMut(f64) -> Result<f64>) -> Result<f64> {
    let [mut a, mut b] = start;
    let (at_a, mut at_b) = (f(a)?, f(b)?);
    if at_a < at_b {
        (a, b, at_b) = (b, a, at_a);
    }
    let mut c = b + GOLDEN_RATIO * (b - a);
    let mut at_c = f(c)?;
    let mut evaluations = 3;
    while at_c < at_b {
        if evaluations > MAX_EVALUATIONS || !c.is_finite() {
            return Err(Error::runtime("the function has no minimum near the interval"));
        }
        (a, b, at_b) = (b, c, at_c);
        c = b + GOLDEN_RATIO * (b - a);
        at_c = f(c)?;
        evaluations += 1;
    }
    let (low, high) = (a.min(c), a.max(c));
    brent([low, high], b, at_b, |x| 1.48e-8 * x.abs() + 1e-11, &mut f)
}

/// The minimum within an interval, to a tolerance, by Brent's method.
///
/// # Errors
/// Those of the function.
pub(in crate::stats) fn minimum_between(
    [low, high]: [f64; 2],
    tolerance: f64,
    mut f: impl FnMut(f64) -> Result<f64>,
) -> Result<f64> {
    let start = low + GOLDEN_SECTION * (high - low);
    let at_start = f(start)?;
    let root = f64::EPSILON.sqrt();
    brent([low, high], start, at_start, |x| root * x.abs() + tolerance / 3.0, &mut f)
}

/// Brent's method: a parabola through three points where it falls within the interval and steps get shorter, else the
/// golden section.
fn brent(
    [mut low, mut high]: [f64; 2],
    start: f64,
    at_start: f64,
    tolerance: impl Fn(f64) -> f64,
    f: &mut impl FnMut(f64) -> Result<f64>,
) -> Result<f64> {
    // The best, the second best and the third best points.
    let [mut x, mut w, mut v] = [start; 3];
    let [mut at_x, mut at_w, mut at_v] = [at_start; 3];
    let (mut step, mut before_last) = (0.0_f64, 0.0_f64);
    for _ in 0..MAX_EVALUATIONS {
        let middle = 0.5 * (low + high);
        let least = tolerance(x);
        if (x - middle).abs() <= 2.0 * least - 0.5 * (high - low) {
            break;
        }
        let mut golden = true;
        if before_last.abs() > least {
            let (r, q) = ((x - w) * (at_x - at_v), (x - v) * (at_x - at_w));
            let (mut numerator, mut denominator) = ((x - v) * q - (x - w) * r, 2.0 * (q - r));
            if denominator > 0.0 {
                numerator = -numerator;
            }
            denominator = denominator.abs();
            let limit = 0.5 * denominator * before_last;
            before_last = step;
            if numerator.abs() < limit.abs()
                && numerator > denominator * (low - x)
                && numerator < denominator * (high - x)
            {
                step = numerator / denominator;
                let next = x + step;
                if next - low < 2.0 * least || high - next < 2.0 * least {
                    step = if x < middle { least } else { -least };
                }
                golden = false;
            }
        }
        if golden {
            before_last = if x < middle { high - x } else { low - x };
            step = GOLDEN_SECTION * before_last;
        }
        let next = x + if step.abs() >= least { step } else { least.copysign(step) };
        let at_next = f(next)?;
        if at_next <= at_x {
            if next < x {
                high = x
            } else {
                low = x
            }
            (v, w, x) = (w, x, next);
            (at_v, at_w, at_x) = (at_w, at_x, at_next);
        } else {
            if next < x {
                low = next
            } else {
                high = next
            }
            if at_next <= at_w || w == x {
                (v, w) = (w, next);
                (at_v, at_w) = (at_w, at_next);
            } else if at_next <= at_v || v == x || v == w {
                (v, at_v) = (next, at_next);
            }
        }
    }
    Ok(x)
}

/// The root of a function between a number where it is not negative and one where it is not positive, by bisection.
///
/// # Errors
/// Those of the function.
pub(in crate::stats) fn root(above: f64, below: f64, mut f: impl FnMut(f64) -> Result<f64>) -> Result<f64> {
    let (mut above, mut below) = (above, below);
    loop {
        let middle = 0.5 * (above + below);
        if (above - below).abs() <= 4.0 * f64::EPSILON * middle.abs().max(1e-3) {
            return Ok(middle);
        }
        if f(middle)? > 0.0 { above = middle } else { below = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minima_and_roots_are_found() {
        for center in [-3.0, 0.25, 40.0] {
            let bowl = |x: f64| Ok((x - center).powi(2) + 0.1 * (x - center).powi(4));
            assert!((bracketed_minimum([-2.0, 2.0], bowl).unwrap() - center).abs() < 1e-6);
            let within = minimum_between([-50.0, 50.0], 1e-9, bowl).unwrap();
            assert!((within - center).abs() < 1e-6, "{center}: {within}");
            let line = root(center - 7.0, center + 9.0, |x| Ok(center - x)).unwrap();
            assert!((line - center).abs() < 1e-12);
        }
        assert!(bracketed_minimum([-2.0, 2.0], |x| Ok(-x)).is_err());
    }
}
