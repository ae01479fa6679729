//! Zeros of Bessel functions and of Airy's, found between changes of sign by bisection and secants; and the numbers of
//! Bernoulli and Euler.

use cuprust::chapters::poll_signals;
use cuprust::{Array, Device};
use cuprust_ir::{Error, Result};
use cuprust_num::special::{airy, jv, yv};
use cuprust_reserve::list;

/// The function whose zeros are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wave {
    /// The Bessel function of the first kind.
    First,
    /// Its derivative.
    FirstSlope,
    /// The Bessel function of the second kind.
    Second,
    /// Its derivative.
    SecondSlope,
}

impl Wave {
    /// The function of whole order n.
    fn at(self, n: f64, x: f64) -> f64 {
        match self {
            Wave::First => jv(n, x),
            Wave::FirstSlope => 0.5 * (jv(n - 1.0, x) - jv(n + 1.0, x)),
            Wave::Second => yv(n, x),
            Wave::SecondSlope => 0.5 * (yv(n - 1.0, x) - yv(n + 1.0, x)),
        }
    }
}

/// A zero between two arguments at which the function differs in sign, to the last bits: bisection, and the secant
/// where it falls inside (the rule of Illinois).
fn zero_between(function: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = ((low, function(low)), (high, function(high)));
    let mut last = 0;
    for _ in 0..200 {
        let middle = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
        let middle = if middle > low.0 && middle < high.0 { middle } else { 0.5 * (low.0 + high.0) };
        let value = function(middle);
        if value == 0.0 || high.0 - low.0 <= 2.0 * f64::EPSILON * high.0.abs() {
            return middle;
        }
        if (value < 0.0) == (low.1 < 0.0) {
            low = (middle, value);
            if last == 1 {
                high.1 *= 0.5;
            }
            last = 1;
        } else {
            high = (middle, value);
            if last == 2 {
                low.1 *= 0.5;
            }
            last = 2;
        }
    }
    0.5 * (low.0 + high.0)
}

/// The first `count` zeros beyond `start`, by steps of an eighth of the half wave at an argument.
pub(super) fn zeros_beyond(
    function: impl Fn(f64) -> f64,
    start: f64,
    half_wave: impl Fn(f64) -> f64,
    count: usize,
) -> Result<Vec<f64>> {
    let mut found = list(count)?;
    let mut low = start;
    let mut value = function(low);
    while found.len() < count {
        poll_signals()?;
        let high = low + 0.125 * half_wave(low);
        let next = function(high);
        if next == 0.0 || (value < 0.0) != (next < 0.0) {
            let zero = if next == 0.0 { high } else { zero_between(&function, low, high) };
            found.push(zero);
            low = zero + 0.5 * half_wave(zero);
            value = function(low);
            continue;
        }
        (low, value) = (high, next);
    }
    Ok(found)
}

/// The number of zeros, at least one.
pub(super) fn counted(nt: i64, max_count: i64) -> Result<usize> {
    if nt <= 0 {
        return Err(Error::value("nt > 0"));
    }
    if nt > max_count {
        return Err(Error::value(format!("nt <= {max_count}")));
    }
    Ok(nt as usize)
}

/// Most zeros of one call, as in SciPy.
const MAX_ZEROS: i64 = 1200;
/// Most zeros of one call of the functions of which SciPy has no bound.
pub(super) const MAX_COMPLEX_ZEROS: i64 = 1_000_000;

/// The first positive zeros of a Bessel function of whole order n, or of its derivative.
pub(super) fn positive_zeros(wave: Wave, n: i64, count: usize) -> Result<Vec<f64>> {
    let order = n.unsigned_abs() as f64;
    // Below the order the functions have no zeros, and zero itself is not a zero of J0'. Beyond it a half wave is pi
    // x/sqrt(x^2 - n^2), and near it some cube root of the order (DLMF 10.21.40).
    let start = if order > 0.0 { order } else { 0.125 };
    let third = order.cbrt();
    let half_wave = |x: f64| 3.0 * x / ((x - order) * (x + order) + third * order).sqrt();
    zeros_beyond(|x| wave.at(order, x), start, half_wave, count)
}

/// The first `nt` positive zeros of a Bessel function of whole order n, or of its derivative, on a device.
///
/// # Errors
/// A value error for `nt` below one or above 1200; an error of memory.
pub fn bessel_zeros(wave: Wave, n: i64, nt: i64, device: Device) -> Result<Array> {
    let zeros = positive_zeros(wave, n, counted(nt, MAX_ZEROS)?)?;
    Array::from_slice(&zeros, [zeros.len() as i64], device)
}

/// The first `nt` zeros of all Bessel functions of the first kind and whole order and of their derivatives, zero among
/// them, as that of the derivative of order zero: the zeros, the orders, the numbers of each among those of its
/// function, and whether it is the derivative's.
///
/// # Errors
/// A value error for a negative `nt` and for one above 1200; an error of memory.
pub fn zeros_of_all_orders(nt: i64, device: Device) -> Result<[Array; 4]> {
    if !(0..=MAX_ZEROS).contains(&nt) {
        return Err(Error::value("Number must be integer <= 1200."));
    }
    // Up to x there are some x^2/4 of them.
    let last = 2.0 * (nt as f64).sqrt() + 8.0;
    let mut found: Vec<(f64, i32, i32, i32)> = vec![(0.0, 0, 0, 1)];
    for order in 0..=last as i64 {
        let count = ((last - order as f64) / std::f64::consts::PI) as usize + 2;
        for (wave, slope) in [(Wave::First, 0), (Wave::FirstSlope, 1)] {
            // The derivative of order zero is minus the function of order one.
            let of = if (order, slope) == (0, 1) { (Wave::First, 1) } else { (wave, order) };
            let zeros = positive_zeros(of.0, of.1, count)?;
            let numbered = zeros.into_iter().zip(1..).take_while(|(zero, _)| *zero <= last);
            found.extend(numbered.map(|(zero, number)| (zero, order as i32, number, slope)));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.3.cmp(&b.3)));
    found.truncate(nt as usize);
    let numbers = |part: fn(&(f64, i32, i32, i32)) -> i32| {
        Array::from_slice(&found.iter().map(part).collect::<Vec<i32>>(), [nt], device)
    };
    let zeros: Vec<f64> = found.iter().map(|zero| zero.0).collect();
    Ok([
        Array::from_slice(&zeros, [nt], device)?,
        numbers(|zero| zero.1)?,
        numbers(|zero| zero.2)?,
        numbers(|zero| zero.3)?,
    ])
}

/// The first `nt` negative zeros of the function Ai or, for `second`, Bi, those of its derivative, the function at the
/// latter, and the derivative at the former, on a device.
///
/// # Errors
/// A value error for `nt` below one or above a million; an error of memory.
pub fn airy_zeros(second: bool, nt: i64, device: Device) -> Result<[Array; 4]> {
    let count = counted(nt, 1_000_000)?;
    let value = |x: f64| if second { airy(x).2 } else { airy(x).0 };
    let slope = |x: f64| if second { airy(x).3 } else { airy(x).1 };
    let (mut zeros, mut extremes) = (list(count)?, list(count)?);
    // The distance of the zeros is a half wave of 2/3 t^(3/2): between neighbours there is one of the derivative.
    for (found, function) in [(&mut zeros, &value as &dyn Fn(f64) -> f64), (&mut extremes, &slope)] {
        let mut low: f64 = 0.25;
        let mut before = function(-low);
        while found.len() < count {
            poll_signals()?;
            let step = 0.3 / low.max(1.0).sqrt();
            let next = function(-(low + step));
            if (before < 0.0) != (next < 0.0) {
                found.push(-zero_between(|t| function(-t), low, low + step));
            }
            (low, before) = (low + step, next);
        }
    }
    let (mut at_extremes, mut at_zeros) = (list(count)?, list(count)?);
    at_extremes.extend(extremes.iter().map(|&x| value(x)));
    at_zeros.extend(zeros.iter().map(|&x| slope(x)));
    let array = |values: &[f64]| Array::from_slice(values, [values.len() as i64], device);
    Ok([array(&zeros)?, array(&extremes)?, array(&at_extremes)?, array(&at_zeros)?])
}

/// The Bernoulli numbers from the one of index zero to that of index n, on a device.
///
/// # Errors
/// A value error for negative n; an error of memory.
pub fn bernoulli(n: i64, device: Device) -> Result<Array> {
    let count = index_count(n)?;
    let mut numbers = cuprust_reserve::filled(0.0, count)?;
    // For even indices beyond 60 the sum in the zeta function's formula is one (DLMF 24.4, 25.6.2).
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = match index {
            0 => 1.0,
            1 => -0.5,
            odd if odd % 2 == 1 => 0.0,
            even => bernoulli_number(even),
        };
    }
    Array::from_slice(&numbers, [count as i64], device)
}

/// An index from which the numbers of Bernoulli and of Euler overflow.
const MIN_OVERFLOWING_INDEX: usize = 300;

/// `2 k!/(2 pi)^k` times the zeta function, with the sign, for even k from two; infinite where it overflows.
fn bernoulli_number(k: usize) -> f64 {
    const EXACT: [(f64, f64); 12] = [
        (1.0, 6.0),
        (-1.0, 30.0),
        (1.0, 42.0),
        (-1.0, 30.0),
        (5.0, 66.0),
        (-691.0, 2730.0),
        (7.0, 6.0),
        (-3617.0, 510.0),
        (43867.0, 798.0),
        (-174611.0, 330.0),
        (854513.0, 138.0),
        (-236364091.0, 2730.0),
    ];
    if k > MIN_OVERFLOWING_INDEX {
        return f64::INFINITY.copysign(if k.is_multiple_of(4) { -1.0 } else { 1.0 });
    }
    if k <= 24 {
        let (numerator, divisor) = EXACT[k / 2 - 1];
        return numerator / divisor;
    }
    let zeta: f64 = (1..60).rev().map(|n| f64::from(n).powi(-(k as i32))).sum();
    let mut size = 2.0 * zeta;
    for factor in 1..=k {
        size *= factor as f64 / std::f64::consts::TAU;
    }
    if k.is_multiple_of(4) { -size } else { size }
}

/// The Euler numbers from the one of index zero to that of index n, on a device.
///
/// # Errors
/// A value error for negative n; an error of memory.
pub fn euler(n: i64, device: Device) -> Result<Array> {
    let count = index_count(n)?;
    let mut numbers = cuprust_reserve::filled(0.0, count)?;
    for (index, number) in numbers.iter_mut().enumerate().step_by(2) {
        *number = euler_number(index);
    }
    Array::from_slice(&numbers, [count as i64], device)
}

/// `2 (2/pi)^(k + 1) k!` times the alternating sum of `(2n + 1)^-(k + 1)`, with the sign, for even k (DLMF 24.8).
fn euler_number(k: usize) -> f64 {
    const EXACT: [f64; 8] = [1.0, -1.0, 5.0, -61.0, 1385.0, -50521.0, 2702765.0, -199360981.0];
    if k < 16 {
        return EXACT[k / 2];
    }
    if k > MIN_OVERFLOWING_INDEX {
        return f64::INFINITY.copysign(if k % 4 == 2 { -1.0 } else { 1.0 });
    }
    let power = |n: i32| f64::from(n).powi(-(k as i32 + 1));
    let mut size = 2.0 * (1.0 - power(3) + power(5) - power(7)) * std::f64::consts::FRAC_2_PI;
    for factor in 1..=k {
        size *= factor as f64 * std::f64::consts::FRAC_2_PI;
    }
    if k % 4 == 2 { -size } else { size }
}

/// How many numbers there are up to the index.
fn index_count(n: i64) -> Result<usize> {
    if n < 0 {
        return Err(Error::value("n must be a non-negative integer."));
    }
    usize::try_from(n.saturating_add(1)).map_err(|_| Error::value("n is too large"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_those_of_tables() {
        // DLMF, table 10.21 and 9.9; SciPy's for the derivative of order zero.
        let close = |found: Vec<f64>, wanted: &[f64]| {
            assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}")
        };
        close(positive_zeros(Wave::First, 0, 2).unwrap(), &[2.404825557695773, 5.520078110286311]);
        close(positive_zeros(Wave::FirstSlope, 0, 2).unwrap(), &[3.8317059702075125, 7.015586669815619]);
        close(positive_zeros(Wave::Second, 0, 2).unwrap(), &[0.8935769662791675, 3.957678419314858]);
        close(positive_zeros(Wave::SecondSlope, 1, 2).unwrap(), &[3.683022856585178, 6.941499953654175]);
    }

    #[test]
    fn numbers_of_bernoulli_and_euler_continue_their_tables() {
        // The formulas, at the last index of the tables of exact numbers and beyond it.
        assert!((bernoulli_number(26) / (8553103.0 / 6.0) - 1.0).abs() < 1e-14);
        assert!((euler_number(16) / 19391512145.0 - 1.0).abs() < 1e-14);
    }
}
