//! Complex zeros of Bessel functions of the second kind, of the error function and of Fresnel's integrals, by Newton's
//! method from what asymptotic series say.

use std::f64::consts::PI;

use cuprust::chapters::poll_signals;
use cuprust::{Array, Device, c128};
use cuprust_ir::Result;
use cuprust_num::Complex;
use cuprust_num::special::{erf_c128, yv_c128};
use cuprust_reserve::list;

use super::zeros::{MAX_COMPLEX_ZEROS, Wave, counted, positive_zeros};

/// A function whose complex zeros are wanted, with its derivative.
type Sloped = fn(c128) -> (c128, c128);

/// The zero beside a guess.
fn zero_beside(function: Sloped, guess: c128) -> c128 {
    let mut z = guess;
    for _ in 0..40 {
        let (value, slope) = function(z);
        let step = value / slope;
        z -= step;
        if step.re.hypot(step.im) <= 4e-16 * z.re.hypot(z.im) {
            break;
        }
    }
    z
}

/// A Bessel function of the second kind whose zeros are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondKind {
    /// Of order zero.
    Zeroth,
    /// Of order one.
    First,
    /// The derivative of that of order one.
    FirstSlope,
}

fn real(x: f64) -> c128 {
    c128::new(x, 0.0)
}

/// Y of order zero and its derivative.
fn zeroth(z: c128) -> (c128, c128) {
    (yv_c128(0.0, z), real(-1.0) * yv_c128(1.0, z))
}

/// Y of order one and its derivative.
fn first(z: c128) -> (c128, c128) {
    let value = yv_c128(1.0, z);
    (value, yv_c128(0.0, z) - value / z)
}

/// The derivative of Y of order one and its second derivative, by Bessel's equation.
fn first_slope(z: c128) -> (c128, c128) {
    let (value, slope) = first(z);
    (slope, (real(1.0) / (z * z) - real(1.0)) * value - slope / z)
}

/// The first `nt` zeros of a Bessel function of the second kind, positive ones or, for `complex`, those in the upper
/// half of the plane, and the values there: of the functions their derivatives', of the derivative its function's.
///
/// # Errors
/// A value error for `nt` below one and above the most; an error of memory.
pub fn second_kind_zeros(kind: SecondKind, nt: i64, complex: bool, device: Device) -> Result<[Array; 2]> {
    let count = counted(nt, MAX_COMPLEX_ZEROS)?;
    let (function, wave, order): (Sloped, _, _) = match kind {
        SecondKind::Zeroth => (zeroth, Wave::Second, 0),
        SecondKind::First => (first, Wave::Second, 1),
        SecondKind::FirstSlope => (first_slope, Wave::SecondSlope, 1),
    };
    let mut zeros = list(count)?;
    if complex {
        // The zeros lie along the negative axis about half a unit above, some half wave apart.
        let starts: &[c128] = match kind {
            SecondKind::Zeroth => &[c128 { re: -2.4, im: 0.54 }],
            SecondKind::First => &[c128 { re: -0.503, im: 0.786 }, c128 { re: -3.83, im: 0.56 }],
            SecondKind::FirstSlope => {
                &[c128 { re: 0.577, im: 0.904 }, c128 { re: -1.94, im: 0.721 }, c128 { re: -5.33, im: 0.567 }]
            }
        };
        for k in 0..count {
            poll_signals()?;
            let guess = match (starts.get(k), zeros.last()) {
                (None, Some(&last)) => last - real(PI),
                (start, _) => start.copied().unwrap_or(real(-1.0)),
            };
            zeros.push(zero_beside(function, guess));
        }
    } else {
        zeros.extend(positive_zeros(wave, order, count)?.into_iter().map(real));
    }
    let mut values = list(count)?;
    for &z in &zeros {
        values.push(match kind {
            SecondKind::Zeroth => zeroth(z).1,
            SecondKind::First => first(z).1,
            SecondKind::FirstSlope => first(z).0,
        });
    }
    let array = |values: &[c128]| Array::from_slice(values, [nt], device);
    Ok([array(&zeros)?, array(&values)?])
}

/// The error function and its derivative.
fn error_function(z: c128) -> (c128, c128) {
    (erf_c128(z), real(2.0 / PI.sqrt()) * Complex::exp(real(-1.0) * z * z))
}

/// The first `nt` zeros of the error function in the first quadrant, by their size (DLMF 7.13.1).
///
/// # Errors
/// As [`second_kind_zeros`].
pub fn erf_zeros(nt: i64, device: Device) -> Result<Array> {
    let count = counted(nt, MAX_COMPLEX_ZEROS)?;
    let mut zeros = list(count)?;
    for k in 1..=count {
        poll_signals()?;
        let size = ((k as f64 - 0.125) * PI).sqrt();
        let shift = 0.25 * (size * (2.0 * PI).sqrt()).ln() / size;
        zeros.push(zero_beside(error_function, c128::new(size - shift, size + shift)));
    }
    Array::from_slice(&zeros, [nt], device)
}

/// The error functions of z sqrt(pi) (1 - i)/2 and of z sqrt(pi) (1 + i)/2 times (1 + i)/2 and (1 - i)/2.
fn fresnel_parts(z: c128) -> (c128, c128) {
    let half = 0.5 * PI.sqrt();
    let upper = c128::new(0.5, 0.5) * erf_c128(c128::new(half, -half) * z);
    let lower = c128::new(0.5, -0.5) * erf_c128(c128::new(half, half) * z);
    (upper, lower)
}

/// Fresnel's integral of the cosine and its derivative.
fn fresnel_cosine(z: c128) -> (c128, c128) {
    let (upper, lower) = fresnel_parts(z);
    (real(0.5) * (upper + lower), Complex::cos(real(0.5 * PI) * z * z))
}

/// Fresnel's integral of the sine and its derivative.
fn fresnel_sine(z: c128) -> (c128, c128) {
    let (upper, lower) = fresnel_parts(z);
    (c128::new(0.0, -0.5) * (upper - lower), Complex::sin(real(0.5 * PI) * z * z))
}

/// The first `nt` zeros of Fresnel's integral of the cosine or, for `sine`, of the sine, in the first quadrant, by
/// their size (DLMF 7.13.5).
///
/// # Errors
/// As [`second_kind_zeros`].
pub fn fresnel_zeros(sine: bool, nt: i64, device: Device) -> Result<Array> {
    let count = counted(nt, MAX_COMPLEX_ZEROS)?;
    let mut zeros = list(count)?;
    for k in 1..=count {
        poll_signals()?;
        let size = (if sine { 4.0 * k as f64 } else { 4.0 * k as f64 - 1.0 }).sqrt();
        let height = (PI * size).ln() / (PI * size);
        zeros.push(zero_beside(if sine { fresnel_sine } else { fresnel_cosine }, c128::new(size, height)));
    }
    Array::from_slice(&zeros, [nt], device)
}
