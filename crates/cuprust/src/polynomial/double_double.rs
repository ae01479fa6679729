//! Numbers of some 106 bits: unevaluated sums of two float64, of which the second is at most half a unit of the first
//! (Dekker, "A floating-point technique for extending the available precision", 1971).

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two float64.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Double {
    /// The sum, rounded.
    pub high: f64,
    /// What rounding lost.
    pub low: f64,
}

impl Double {
    /// Zero.
    pub const ZERO: Double = Double { high: 0.0, low: 0.0 };
    /// One.
    pub const ONE: Double = Double { high: 1.0, low: 0.0 };

    /// The exact sum.
    pub fn sum(a: f64, b: f64) -> Double {
        let high = a + b;
        let part = high - a;
        Double { high, low: (a - (high - part)) + (b - part) }
    }

    /// The sum, where the first number is the larger one.
    fn fast_sum(a: f64, b: f64) -> Double {
        let high = a + b;
        Double { high, low: (a - high) + b }
    }

    /// The exact product.
    fn product(a: f64, b: f64) -> Double {
        let high = a * b;
        Double { high, low: a.mul_add(b, -high) }
    }

    /// The square root of a number from zero on.
    pub fn sqrt(self) -> Double {
        let root = self.high.sqrt();
        if root == 0.0 || !root.is_finite() {
            return Double::from(root);
        }
        // A step of Newton's method.
        let rest = self - Double::product(root, root);
        Double::fast_sum(root, rest.high / (2.0 * root))
    }

    /// The product with a power of two, which is exact.
    pub fn scaled(self, power: f64) -> Double {
        Double { high: self.high * power, low: self.low * power }
    }
}

impl From<f64> for Double {
    fn from(high: f64) -> Double {
        Double { high, low: 0.0 }
    }
}

impl Neg for Double {
    type Output = Double;

    fn neg(self) -> Double {
        Double { high: -self.high, low: -self.low }
    }
}

impl Add for Double {
    type Output = Double;

    fn add(self, other: Double) -> Double {
        let (high, low) = (Double::sum(self.high, other.high), Double::sum(self.low, other.low));
        let sum = Double::fast_sum(high.high, high.low + low.high);
        Double::fast_sum(sum.high, sum.low + low.low)
    }
}

impl Sub for Double {
    type Output = Double;

    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;

    fn mul(self, other: Double) -> Double {
        let product = Double::product(self.high, other.high);
        Double::fast_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Double {
    type Output = Double;

    fn div(self, other: Double) -> Double {
        let first = self.high / other.high;
        let rest = self - other * Double::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Double::from(second);
        Double::fast_sum(first, second) + Double::from(rest.high / other.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_keep_what_one_float_loses() {
        let third = Double::ONE / Double::from(3.0);
        let rest = third * Double::from(3.0) - Double::ONE;
        assert!(rest.high.abs() < 1e-31, "{rest:?}");
        let root = Double::from(2.0).sqrt();
        assert!((root * root - Double::from(2.0)).high.abs() < 1e-31);
        assert_eq!((Double::sum(1.0, 1e-20) - Double::ONE).high, 1e-20);
    }
}
