//! Nodes and weights of Gauss quadrature.

use std::f64::consts::PI;

use cuprust_ir::{Error, Result};
use cuprust_num::special;
use cuprust_reserve::{collected, filled, list};

use super::basis::Basis;
use super::double_double::Double;
use crate::runtime::{Device, list_for, poll_signals};
use crate::{Array, linalg};

/// The weight of a family of orthogonal polynomials, with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weight {
    /// `(1 - x)^a (1 + x)^b` from -1 to 1, of a and b above -1.
    Jacobi(Double, Double),
    /// `x^a e^-x` from zero on, of a above -1.
    Laguerre(Double),
    /// `e^(-x^2)`.
    Hermite,
    /// `e^(-x^2/2)`.
    HermiteE,
}

/// A step of the recurrence `p_(k+1) = (x - centre) p_k - square p_(k-1)` of polynomials whose leading coefficient is
/// one.
#[derive(Debug, Clone, Copy)]
pub struct MonicStep {
    /// The coefficient of the polynomial itself.
    pub centre: Double,
    /// The coefficient of the previous one, which is positive; zero at the first step.
    pub square: Double,
}

impl Weight {
    /// The weight one from -1 to 1.
    pub const LEGENDRE: Weight = Weight::Jacobi(Double::ZERO, Double::ZERO);

    /// The step from the polynomial of degree k to the next one (DLMF 18.9).
    pub fn step(self, k: usize) -> MonicStep {
        let n = Double::from(k as f64);
        match self {
            Weight::Jacobi(a, b) => {
                let (two, sum) = (Double::from(2.0), a + b);
                let middle = two * n + sum;
                let centre = if k == 0 { (b - a) / (sum + two) } else { (b - a) * sum / (middle * (middle + two)) };
                let square = match k {
                    0 => Double::ZERO,
                    // Of a + b = -1 both factors that this leaves out are zero.
                    1 => {
                        ((a + Double::ONE) * (b + Double::ONE)).scaled(4.0) / (middle * middle * (middle + Double::ONE))
                    }
                    _ => {
                        let over = (n * (n + a)).scaled(4.0) * ((n + b) * (n + sum));
                        over / (middle * middle * ((middle + Double::ONE) * (middle - Double::ONE)))
                    }
                };
                MonicStep { centre, square }
            }
            Weight::Laguerre(a) => MonicStep { centre: n.scaled(2.0) + a + Double::ONE, square: n * (n + a) },
            Weight::Hermite => MonicStep { centre: Double::ZERO, square: n.scaled(0.5) },
            Weight::HermiteE => MonicStep { centre: Double::ZERO, square: n },
        }
    }

    /// Whether zeros and weights are symmetric around zero.
    fn is_even(self) -> bool {
        match self {
            Weight::Jacobi(a, b) => a == b,
            Weight::Laguerre(_) => false,
            Weight::Hermite | Weight::HermiteE => true,
        }
    }

    /// The integral of the weight over its interval.
    pub fn total(self) -> f64 {
        match self {
            Weight::Jacobi(Double::ZERO, Double::ZERO) => 2.0,
            Weight::Jacobi(a, b) => {
                let (first, second) = ((a + Double::ONE).high, (b + Double::ONE).high);
                let power = (a + b + Double::ONE).high;
                if power < 500.0 {
                    power.exp2() * special::beta(first, second)
                } else {
                    (power * std::f64::consts::LN_2 + special::betaln(first, second)).exp()
                }
            }
            Weight::Laguerre(a) => special::gamma((a + Double::ONE).high),
            Weight::Hermite => PI.sqrt(),
            Weight::HermiteE => (2.0 * PI).sqrt(),
        }
    }

    /// Nodes and weights of Gauss quadrature with n nodes, which is exact for polynomials up to degree 2n - 1.
    ///
    /// The nodes are eigenvalues of a tridiagonal matrix (Golub, Welsch, "Calculation of Gauss quadrature rules",
    /// 1969) and steps of Newton's method; a weight is the reciprocal of the sum of squares of the normalised
    /// polynomials. Both are computed in pairs of float64, because the weights depend on the distances of nodes from
    /// the ends of the interval, of which one float64 has few digits.
    ///
    /// # Errors
    /// A value error for no nodes, an error of memory.
    pub fn rule(self, n: i64) -> Result<Rule> {
        let n = usize::try_from(n).unwrap_or(0);
        if n == 0 {
            return Err(Error::value("deg must be a positive integer"));
        }
        list_for::<f64>(n.saturating_mul(n), "numbers of a quadrature")?;
        let lengths = Lengths::new(self, n)?;
        let guesses = lengths.eigenvalues()?;
        let total = self.total();
        let (mut nodes, mut weights) = (list(n)?, list(n)?);
        // Of even ones the upper half is computed.
        let first = if self.is_even() { n / 2 } else { 0 };
        for (k, &guess) in guesses.iter().enumerate().skip(first) {
            poll_signals()?;
            let is_middle = self.is_even() && 2 * k + 1 == n;
            let node = if is_middle { Double::ZERO } else { lengths.zero_beside(guess) };
            let Ended { squares, power, .. } = lengths.ended(node);
            nodes.push(node);
            weights.push(scaled_down(total / squares, power));
        }
        if self.is_even() {
            let mirrored = collected(nodes.iter().rev().map(|&node| -node).take(n / 2))?;
            nodes.splice(0..0, mirrored);
            let mirrored = collected(weights.iter().rev().copied().take(n / 2))?;
            weights.splice(0..0, mirrored);
        }
        Ok(Rule { nodes, weights })
    }
}

/// Nodes and weights of a quadrature.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The nodes, in ascending order.
    pub nodes: Vec<Double>,
    /// The weight of each.
    pub weights: Vec<f64>,
}

/// Polynomials that grow beyond this size are scaled: by two to the power of minus [`SCALE_POWER`].
const MAX_SIZE: f64 = 1e100;
const SCALE_POWER: i32 = 332;
const SCALE: f64 = f64::from_bits((1023 - SCALE_POWER as u64) << 52);

/// A number times two to a negative power, which may be far out of range.
fn scaled_down(mut value: f64, mut power: i32) -> f64 {
    while power > 0 && value > 0.0 {
        value *= SCALE;
        power -= SCALE_POWER;
    }
    value
}

/// The recurrence of normalised polynomials, `x p_k = beside_(k+1) p_(k+1) + centre_k p_k + beside_k p_(k-1)`.
struct Lengths {
    centre: Vec<Double>,
    /// From `beside_1` on, as many as centres.
    beside: Vec<Double>,
    /// The reciprocals of these.
    inverse: Vec<Double>,
}

/// The values at a node of the normalised polynomial of the last degree.
struct Ended {
    /// The polynomial divided by its derivative.
    step: f64,
    /// The sum of the squares of those of lower degree, divided by two to a power.
    squares: f64,
    /// The power of two.
    power: i32,
}

impl Lengths {
    fn new(weight: Weight, n: usize) -> Result<Lengths> {
        let centre = collected((0..n).map(|k| weight.step(k).centre))?;
        let beside = collected((1..=n).map(|k| weight.step(k).square.sqrt()))?;
        let inverse = collected(beside.iter().map(|&root| Double::ONE / root))?;
        Ok(Lengths { centre, beside, inverse })
    }

    /// The zeros of the last polynomial, as exact as eigenvalues are.
    fn eigenvalues(&self) -> Result<Vec<f64>> {
        let n = self.centre.len();
        let on_host = |values: &[Double]| -> Result<Array> {
            let rounded = collected(values.iter().map(|value| value.high))?;
            Array::from_slice(&rounded, [rounded.len() as i64], Device::cpu())
        };
        linalg::eigvalsh_tridiagonal(&on_host(&self.centre)?, &on_host(&self.beside[..n - 1])?)?.to_vec::<f64>()
    }

    /// The zero beside a guess.
    fn zero_beside(&self, guess: f64) -> Double {
        let mut node = Double::from(guess);
        // Steps are squared from one to the next; the guess has some twelve digits, fewer near the end of an interval.
        for _ in 0..8 {
            let step = self.ended(node).step;
            node = node - Double::from(step);
            if step.abs() <= 1e-20 * node.high.abs() {
                break;
            }
        }
        node
    }

    /// The polynomial of the last degree at a node.
    fn ended(&self, x: Double) -> Ended {
        let (mut before, mut own, mut down) = (Double::ZERO, Double::ONE, Double::ZERO);
        let (mut slope_before, mut slope) = (0.0, 0.0);
        let (mut squares, mut power) = (Double::ZERO, 0);
        for k in 0..self.centre.len() {
            squares = squares + own * own;
            let distance = x - self.centre[k];
            let next = (distance * own - down * before) * self.inverse[k];
            let next_slope = (own.high + distance.high * slope - down.high * slope_before) * self.inverse[k].high;
            (before, own, slope_before, slope, down) = (own, next, slope, next_slope, self.beside[k]);
            if own.high.abs() > MAX_SIZE {
                // Only ratios matter.
                (before, own) = (before.scaled(SCALE), own.scaled(SCALE));
                (slope_before, slope) = (slope_before * SCALE, slope * SCALE);
                squares = squares.scaled(SCALE * SCALE);
                power += 2 * SCALE_POWER;
            }
        }
        Ended { step: own.high / slope, squares: squares.high, power }
    }
}

impl Basis {
    /// The weight for which the basis is orthogonal; `None` for powers.
    fn weighs(self) -> Option<Weight> {
        match self {
            Basis::Power => None,
            Basis::Chebyshev => Some(Weight::Jacobi(Double::from(-0.5), Double::from(-0.5))),
            Basis::Legendre => Some(Weight::LEGENDRE),
            Basis::Hermite => Some(Weight::Hermite),
            Basis::HermiteE => Some(Weight::HermiteE),
            Basis::Laguerre => Some(Weight::Laguerre(Double::ZERO)),
        }
    }

    /// The nodes and weights of Gauss quadrature with the basis's weight, exact for polynomials up to degree `2 deg -
    /// 1`.
    ///
    /// ```
    /// use cuprust::{polynomial::Basis, *};
    /// # fn main() -> Result<()> {
    /// let (nodes, weights) = Basis::Legendre.gauss(2, Device::cpu())?;
    /// assert_eq!(math::round(&nodes, 6)?.to_string(), "[-0.57735  0.57735]");
    /// assert_eq!(math::round(&weights, 6)?.to_string(), "[1. 1.]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for a degree that is not positive, and for powers, which have no weight.
    pub fn gauss(self, deg: i64, device: Device) -> Result<(Array, Array)> {
        let Some(weight) = self.weighs() else { return Err(Error::value("powers have no weight")) };
        if self == Basis::Chebyshev && deg > 0 {
            let n = deg as usize;
            list_for::<f64>(n, "numbers of a quadrature")?;
            let nodes = collected((0..n).map(|k| (PI * (2 * k + 1) as f64 / (2 * n) as f64).cos()))?;
            let weights = filled(PI / n as f64, n)?;
            return Ok((Array::from_slice(&nodes, [deg], device)?, Array::from_slice(&weights, [deg], device)?));
        }
        let Rule { nodes, weights } = weight.rule(deg)?;
        let nodes = collected(nodes.iter().map(|node| node.high))?;
        Ok((Array::from_slice(&nodes, [deg], device)?, Array::from_slice(&weights, [deg], device)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_those_with_few_nodes() {
        // The nodes of three are 0 and the roots of 3/5, of weights 8/9 and 5/9.
        let rule = Weight::LEGENDRE.rule(3).unwrap();
        assert_eq!(rule.nodes[1], Double::ZERO);
        assert!((rule.nodes[2].high - 0.6_f64.sqrt()).abs() < 2e-16);
        assert!((rule.weights[1] - 8.0 / 9.0).abs() < 2e-16 && (rule.weights[0] - 5.0 / 9.0).abs() < 2e-16);
        // Of one node it is the mean, with the whole weight.
        let rule = Weight::Laguerre(Double::from(1.5)).rule(1).unwrap();
        assert_eq!(rule.nodes[0].high, 2.5);
        assert!((rule.weights[0] / special::gamma(2.5) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn weights_of_many_nodes_integrate_powers() {
        // Chebyshev's weight, of which all are equal, by the same way.
        let rule = Weight::Jacobi(Double::from(-0.5), Double::from(-0.5)).rule(400).unwrap();
        assert!(rule.weights.iter().all(|weight| (weight * 400.0 / PI - 1.0).abs() < 1e-14));
        // The integral of x^2 e^(-x^2) is half of that of the weight.
        let rule = Weight::Hermite.rule(300).unwrap();
        let sum: f64 = rule.nodes.iter().zip(&rule.weights).map(|(x, w)| w * x.high * x.high).sum();
        assert!((sum * 2.0 / PI.sqrt() - 1.0).abs() < 1e-13);
    }
}
