//! The functions of one number, under the names that rows give them, for every dtype that has them.

mod complex;
mod float;
mod functions;
mod integer;
mod modulus;
mod narrow;
mod ordered;
mod products;
mod quotients;

pub use complex::Complex;
pub use float::Float;
pub use integer::Integer;
pub use narrow::{narrow_bf16, narrow_f16, widen_bf16, widen_f16};
pub use ordered::{Across, Ordered};
pub use quotients::{Quotients, divisor_multiplier, divisor_shift, half_range_multiplier};

use crate::Element;

/// The arithmetic that integers, floats and complex numbers share. Integers wrap around.
pub trait Number: Element {
    /// The sum.
    fn add(self, other: Self) -> Self;
    /// The difference.
    fn subtract(self, other: Self) -> Self;
    /// The product.
    fn multiply(self, other: Self) -> Self;
    /// The number of the opposite sign.
    fn negative(self) -> Self;
    /// The number times itself.
    fn square(self) -> Self;
    /// The number over its magnitude: -1, 0 or 1 where it is real, zero at zero, NaN at NaN.
    fn sign(self) -> Self;
    /// One over the number. Of integers, the whole part of that, and zero at zero.
    fn reciprocal(self) -> Self;
}
