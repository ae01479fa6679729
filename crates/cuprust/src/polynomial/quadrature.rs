//! Nodes and weights of Gauss quadrature.

use std::f64::consts::{LN_10, PI};

use cuprust_ir::{Error, Result};
use cuprust_reserve::{collected, filled, list};

use super::basis::Basis;
use crate::runtime::{Device, list_for, poll_signals};
use crate::{Array, linalg};

/// The values at a node of the normalised polynomials of a basis.
struct Ended {
    /// The polynomial divided by its derivative.
    step: f64,
    /// The sum of the squares of those of lower degree, divided by a power of ten.
    squares: f64,
    /// The exponent of that power.
    power: f64,
}

impl Basis {
    /// The normalised polynomial of degree `n` at a point.
    fn ended(self, n: usize, x: f64) -> Ended {
        let (mut before, mut own, mut slope_before, mut slope, mut down) = (0.0, 1.0, 0.0, 0.0, 0.0);
        let (mut squares, mut power) = (0.0, 0.0);
        for k in 0..n {
            squares += own * own;
            let step = self.step(k);
            let up = (step.up * self.step(k + 1).down).sqrt();
            let next = ((x - step.same) * own - down * before) / up;
            let next_slope = (own + (x - step.same) * slope - down * slope_before) / up;
            (before, own, slope_before, slope, down) = (own, next, slope, next_slope, up);
            if own.abs() > 1e100 {
                // Only ratios matter.
                for value in [&mut before, &mut own, &mut slope_before, &mut slope] {
                    *value *= 1e-100;
                }
                squares *= 1e-200;
                power += 200.0;
            }
        }
        Ended { step: own / slope, squares, power }
    }

    /// The nodes and weights of Gauss quadrature with the basis's weight, exact for polynomials up to degree `2 deg -
    /// 1`.
    ///
    /// The nodes are eigenvalues of a tridiagonal matrix (Golub, Welsch, "Calculation of Gauss quadrature rules",
    /// 1969), improved by a step of Newton's method; a weight is the reciprocal of the sum of squares of the normalised
    /// polynomials.
    ///
    /// ```
    /// use cuprust::{polynomial::Basis, *};
    /// # fn main() -> Result<()> {
    /// let (places, weights) = Basis::Legendre.gauss(2, Device::cpu())?;
    /// assert_eq!(math::round(&places, 6)?.to_string(), "[-0.57735  0.57735]");
    /// assert_eq!(math::round(&weights, 6)?.to_string(), "[1. 1.]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for a degree that is not positive, and for powers, which have no weight.
    pub fn gauss(self, deg: i64, device: Device) -> Result<(Array, Array)> {
        let Some(whole) = self.weighs() else { return Err(Error::value("powers have no weight")) };
        let n = usize::try_from(deg).unwrap_or(0);
        if n == 0 {
            return Err(Error::value("deg must be a positive integer"));
        }
        let capacity = if self == Basis::Chebyshev { n } else { n.saturating_mul(n) };
        list_for::<f64>(capacity, "numbers of a quadrature")?;
        let given = |nodes: &[f64], weights: &[f64]| {
            Ok((Array::from_slice(nodes, [n as i64], device)?, Array::from_slice(weights, [n as i64], device)?))
        };
        if self == Basis::Chebyshev {
            let nodes = collected((0..n).map(|k| (PI * (2 * k + 1) as f64 / (2 * n) as f64).cos()))?;
            return given(&nodes, &filled(PI / n as f64, n)?);
        }
        let mut matrix = filled(0.0, n * n)?;
        for k in 0..n {
            matrix[k * n + k] = self.step(k).same;
            if k + 1 < n {
                let beside = (self.step(k).up * self.step(k + 1).down).sqrt();
                (matrix[(k + 1) * n + k], matrix[k * n + k + 1]) = (beside, beside);
            }
        }
        let matrix = Array::from_slice(&matrix, [n as i64, n as i64], Device::cpu())?;
        let mut nodes = linalg::eigvalsh(&matrix, true)?.to_vec::<f64>()?;
        for node in &mut nodes {
            poll_signals()?;
            *node -= self.ended(n, *node).step;
        }
        if self.is_even() {
            let reversed = collected(nodes.iter().rev().copied())?;
            nodes.iter_mut().zip(reversed).for_each(|(node, other)| *node = (*node - other) / 2.0);
        }
        let weight = |&node: &f64| {
            let Ended { squares, power, .. } = self.ended(n, node);
            if power == 0.0 { whole / squares } else { (whole.ln() - squares.ln() - power * LN_10).exp() }
        };
        let mut weights = list(n)?;
        for node in &nodes {
            poll_signals()?;
            weights.push(weight(node));
        }
        given(&nodes, &weights)
    }
}
