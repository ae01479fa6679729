//! Zeros of the functions of Kelvin and of their derivatives, of which scaled ones are computed, so that none is out of
//! range.

use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};

use cuprust::{Array, Device, c128};
use cuprust_ir::Result;
use cuprust_num::special::{ive_c128, kve_c128};

use super::zeros::{MAX_COMPLEX_ZEROS, counted, zeros_beyond};

/// A function of Kelvin by SciPy's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kelvin {
    /// The real part of the first kind.
    Ber,
    /// The imaginary part of the first kind.
    Bei,
    /// The real part of the second kind.
    Ker,
    /// The imaginary part of the second kind.
    Kei,
}

impl Kelvin {
    /// The function at a positive number, or its derivative, times a positive number.
    fn scaled(self, slope: bool, x: f64) -> f64 {
        let z = c128::new(x * FRAC_1_SQRT_2, x * FRAC_1_SQRT_2);
        let order = if slope { 1.0 } else { 0.0 };
        let value = match self {
            Kelvin::Ber | Kelvin::Bei => ive_c128(order, z),
            Kelvin::Ker | Kelvin::Kei => {
                // The scaled function has a wave beside its growth.
                let wave = c128::new(z.im.cos(), -z.im.sin());
                let value = kve_c128(order, z) * wave;
                if slope { c128::new(-value.re, -value.im) } else { value }
            }
        };
        let rotated = if slope { value * c128::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2) } else { value };
        match self {
            Kelvin::Ber | Kelvin::Ker => rotated.re,
            Kelvin::Bei | Kelvin::Kei => rotated.im,
        }
    }
}

/// The first `nt` positive zeros of a function of Kelvin or, for `slope`, of its derivative.
///
/// # Errors
/// A value error for `nt` below one and above the most; an error of memory.
pub fn kelvin_zeros(function: Kelvin, slope: bool, nt: i64, device: Device) -> Result<Array> {
    let count = counted(nt, MAX_COMPLEX_ZEROS)?;
    // Half a wave is pi sqrt(2), and the first zeros are beyond one.
    let zeros = zeros_beyond(|x| function.scaled(slope, x), 1.0, |_| PI * SQRT_2, count)?;
    Array::from_slice(&zeros, [nt], device)
}
