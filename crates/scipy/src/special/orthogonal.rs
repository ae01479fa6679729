//! Families of orthogonal polynomials as SciPy has them: the nodes and weights of their quadratures, and their
//! coefficients.

use std::f64::consts::PI;

use cuprust::chapters::{Double, Rule, Weight, poll_signals};
use cuprust::{Array, Device};
use cuprust_ir::{Error, Result};
use cuprust_reserve::{collected, filled};

/// A family of orthogonal polynomials by its standard name in SciPy, of which some have parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Family {
    /// Of the weight one from -1 to 1.
    Legendre,
    /// Of the first kind, of the weight 1/sqrt(1 - x^2) from -1 to 1.
    ChebyshevFirst,
    /// Of the second kind, of the weight sqrt(1 - x^2).
    ChebyshevSecond,
    /// Of the first kind from -2 to 2, of the weight 1/sqrt(1 - x^2/4).
    ChebyshevFirstDoubled,
    /// Of the second kind from -2 to 2, of the weight sqrt(1 - x^2/4).
    ChebyshevSecondDoubled,
    /// Of the weight (1 - x)^alpha (1 + x)^beta, of parameters above -1.
    Jacobi(f64, f64),
    /// Of the weight x^alpha e^-x from zero on, of a parameter above -1.
    Laguerre(f64),
    /// Of the weight e^(-x^2).
    Hermite,
    /// Of the weight e^(-x^2/2).
    HermiteNorm,
    /// Of the weight (1 - x^2)^(alpha - 1/2), of a parameter above -1/2.
    Gegenbauer(f64),
    /// Those of Legendre from 0 to 1.
    ShiftedLegendre,
    /// Those of Chebyshev of the first kind from 0 to 1.
    ShiftedChebyshevFirst,
    /// Those of Chebyshev of the second kind from 0 to 1.
    ShiftedChebyshevSecond,
    /// Those of Jacobi from 0 to 1, of the weight (1 - x)^(p - q) x^(q - 1).
    ShiftedJacobi(f64, f64),
}

/// Nodes and weights of Gauss' quadrature, and the sum of the weights.
#[derive(Debug, Clone, Default)]
pub struct Quadrature {
    /// The nodes, in ascending order.
    pub nodes: Vec<f64>,
    /// The weight of each.
    pub weights: Vec<f64>,
    /// The integral of the family's weight.
    pub total: f64,
}

impl Quadrature {
    /// The nodes and the weights as arrays.
    ///
    /// # Errors
    /// An error of memory.
    pub fn arrays(&self, device: Device) -> Result<[Array; 2]> {
        let array = |values: &[f64]| Array::from_slice(values, [values.len() as i64], device);
        Ok([array(&self.nodes)?, array(&self.weights)?])
    }
}

/// The interval of a family as one of the weight's own variable x: the variable is (x + shift)/divisor.
struct Interval {
    shift: f64,
    divisor: f64,
}

impl Interval {
    const OWN: Interval = Interval { shift: 0.0, divisor: 1.0 };
    const DOUBLED: Interval = Interval { shift: 0.0, divisor: 0.5 };
    const SHIFTED: Interval = Interval { shift: 1.0, divisor: 2.0 };

    fn of(&self, x: Double) -> Double {
        (x + Double::from(self.shift)).scaled(1.0 / self.divisor)
    }
}

impl Family {
    /// Whether there is such a family.
    ///
    /// # Errors
    /// A value error for parameters out of range.
    fn check(self) -> Result<()> {
        let (holds, text) = match self {
            Family::Jacobi(a, b) => (a > -1.0 && b > -1.0, "alpha and beta must be greater than -1."),
            Family::Laguerre(a) => (a > -1.0, "alpha must be greater than -1."),
            Family::Gegenbauer(a) => (a > -0.5, "alpha must be greater than -0.5."),
            Family::ShiftedJacobi(p, q) => {
                (p - q > -1.0 && q > 0.0, "(p - q) must be greater than -1, and q must be greater than 0.")
            }
            _ => return Ok(()),
        };
        let finite = match self {
            Family::Jacobi(a, b) | Family::ShiftedJacobi(a, b) => a.is_finite() && b.is_finite(),
            Family::Laguerre(a) | Family::Gegenbauer(a) => a.is_finite(),
            _ => true,
        };
        if holds && finite { Ok(()) } else { Err(Error::value(text)) }
    }

    /// The weight on its own interval, and the interval.
    fn weight(self) -> (Weight, Interval) {
        let half = Double::from(0.5);
        let (first, second) = (Weight::Jacobi(-half, -half), Weight::Jacobi(half, half));
        match self {
            Family::Legendre => (Weight::LEGENDRE, Interval::OWN),
            Family::ChebyshevFirst => (first, Interval::OWN),
            Family::ChebyshevSecond => (second, Interval::OWN),
            Family::ChebyshevFirstDoubled => (first, Interval::DOUBLED),
            Family::ChebyshevSecondDoubled => (second, Interval::DOUBLED),
            Family::Jacobi(a, b) => (Weight::Jacobi(Double::from(a), Double::from(b)), Interval::OWN),
            Family::Laguerre(a) => (Weight::Laguerre(Double::from(a)), Interval::OWN),
            Family::Hermite => (Weight::Hermite, Interval::OWN),
            Family::HermiteNorm => (Weight::HermiteE, Interval::OWN),
            Family::Gegenbauer(a) => {
                let power = Double::sum(a, -0.5);
                (Weight::Jacobi(power, power), Interval::OWN)
            }
            Family::ShiftedLegendre => (Weight::LEGENDRE, Interval::SHIFTED),
            Family::ShiftedChebyshevFirst => (first, Interval::SHIFTED),
            Family::ShiftedChebyshevSecond => (second, Interval::SHIFTED),
            Family::ShiftedJacobi(p, q) => {
                (Weight::Jacobi(Double::sum(p, -q), Double::sum(q, -1.0)), Interval::SHIFTED)
            }
        }
    }

    /// The factor of weights beside those of the own interval, by which the family's weight is another function.
    fn factor(self) -> f64 {
        match self {
            Family::ChebyshevFirstDoubled | Family::ChebyshevSecondDoubled => 2.0,
            Family::ShiftedLegendre => 0.5,
            // x - x^2 is a quarter of what 1 - x^2 is on the own interval.
            Family::ShiftedChebyshevSecond => 0.25,
            Family::ShiftedJacobi(p, _) => (-p).exp2(),
            _ => 1.0,
        }
    }

    /// The integral of the family's weight.
    fn total(self) -> f64 {
        match self {
            Family::ChebyshevFirst | Family::ShiftedChebyshevFirst => PI,
            Family::ChebyshevSecond => 0.5 * PI,
            Family::ChebyshevFirstDoubled => 2.0 * PI,
            Family::ChebyshevSecondDoubled => PI,
            Family::ShiftedChebyshevSecond => PI / 8.0,
            _ => self.weight().0.total() * self.factor(),
        }
    }

    /// The nodes and weights of Gauss' quadrature of n nodes.
    ///
    /// ```
    /// use cuprust_scipy::special::Family;
    /// # fn main() -> cuprust::Result<()> {
    /// let quadrature = Family::ShiftedLegendre.quadrature(1)?;
    /// assert_eq!((quadrature.nodes, quadrature.weights, quadrature.total), (vec![0.5], vec![1.0], 1.0));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for no nodes and for parameters out of range, an error of memory.
    pub fn quadrature(self, n: i64) -> Result<Quadrature> {
        if n < 1 {
            return Err(Error::value("n must be a positive integer."));
        }
        self.check()?;
        let (weight, interval) = self.weight();
        let total = self.total();
        let (nodes, mut weights) = match waves(weight, n)? {
            Some(waves) => waves,
            None => {
                let Rule { nodes, weights } = weight.rule(n)?;
                (nodes, weights)
            }
        };
        let factor = self.factor();
        weights.iter_mut().for_each(|weight| *weight *= factor);
        let nodes = collected(nodes.iter().map(|&position| interval.of(position).high))?;
        Ok(Quadrature { nodes, weights, total })
    }

    /// The coefficients of the polynomial of degree n, the highest power first, and the root of the integral of its
    /// square times the weight; with one as leading coefficient where `monic` says so.
    ///
    /// ```
    /// use cuprust_scipy::special::Family;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(Family::Legendre.coefficients(2, false)?.0, [1.5, 0.0, -0.5]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for a negative degree and for parameters out of range, an error of memory.
    pub fn coefficients(self, n: i64, monic: bool) -> Result<(Vec<f64>, f64)> {
        let degree = usize::try_from(n).map_err(|_| Error::value("n must be nonnegative."))?;
        self.check()?;
        let (weight, interval) = self.weight();
        let leading = if monic { Double::ONE } else { self.leading(degree) };
        let count = degree.saturating_add(1);
        // The lowest power first.
        let mut before = filled(Double::ZERO, count)?;
        let mut own = filled(Double::ZERO, count)?;
        own[0] = Double::ONE;
        let mut norm = Double::from(self.total()).sqrt() * leading;
        for k in 0..degree {
            poll_signals()?;
            let step = weight.step(k);
            let (centre, square) = (interval.of(step.centre), step.square.scaled(interval.divisor.powi(-2)));
            // The next polynomial stands where the one before stood.
            for power in (0..=k + 1).rev() {
                let raised = if power > 0 { own[power - 1] } else { Double::ZERO };
                before[power] = raised - centre * own[power] - square * before[power];
            }
            std::mem::swap(&mut before, &mut own);
            let next = weight.step(k + 1).square.scaled(interval.divisor.powi(-2));
            norm = norm * next.sqrt();
        }
        let coefficients = collected(own.iter().rev().map(|&value| (value * leading).high))?;
        Ok((coefficients, norm.high.abs()))
    }

    /// The leading coefficient of the polynomial of degree n, of which a negative one counts as zero.
    pub fn leading_coefficient(self, n: i64) -> f64 {
        self.leading(usize::try_from(n).unwrap_or(0)).high
    }

    fn leading(self, n: usize) -> Double {
        let degree = Double::from(n as f64);
        let product = |factor: &dyn Fn(Double) -> Double| {
            (1..=n).fold(Double::ONE, |product, k| product * factor(Double::from(k as f64)))
        };
        let two_to = |power: i32| Double::from(f64::from(power).exp2());
        let power = i32::try_from(n).unwrap_or(i32::MAX / 4);
        match self {
            Family::Legendre => product(&|k| (degree + k) / k.scaled(2.0)),
            Family::ChebyshevFirst => two_to((power - 1).max(0)),
            Family::ChebyshevSecond | Family::Hermite => two_to(power),
            Family::ChebyshevFirstDoubled => Double::from(if n == 0 { 2.0 } else { 1.0 }),
            Family::Jacobi(a, b) => {
                let sum = degree + Double::sum(a, b);
                product(&|k| (sum + k) / k.scaled(2.0))
            }
            Family::Laguerre(_) => product(&|k| -(Double::ONE / k)),
            Family::Gegenbauer(a) => product(&|k| (Double::sum(a, -1.0) + k).scaled(2.0) / k),
            Family::ShiftedLegendre => product(&|k| (degree + k) / k),
            Family::ShiftedChebyshevFirst => two_to((2 * power - 1).max(0)),
            Family::ShiftedChebyshevSecond => two_to(2 * power),
            Family::ChebyshevSecondDoubled | Family::HermiteNorm | Family::ShiftedJacobi(..) => Double::ONE,
        }
    }
}

/// The nodes and weights of Chebyshev's polynomials, which are known.
fn waves(weight: Weight, n: i64) -> Result<Option<(Vec<Double>, Vec<f64>)>> {
    let Weight::Jacobi(a, b) = weight else { return Ok(None) };
    let half = Double::from(0.5);
    let parts = if (a, b) == (-half, -half) {
        n
    } else if (a, b) == (half, half) {
        n + 1
    } else {
        return Ok(None);
    };
    // Sines about the middle, so that none is a small cosine. Of an end's distance a square is taken.
    let sine = |numerator: i64| (PI * numerator as f64 / (2 * parts) as f64).sin();
    let numerators = (0..n).map(|k| if parts == n { 2 * k + 1 - n } else { 2 * (k + 1) - parts });
    let nodes = collected(numerators.clone().map(|numerator| {
        // 1 + x = 2 sin(t/2)^2 of the angle t from the end.
        let to_end = (parts - numerator.abs()) as f64 * PI / (4 * parts) as f64;
        let distance = 2.0 * to_end.sin().powi(2);
        let size = if distance < 0.5 { Double::sum(1.0, -distance) } else { Double::from(sine(numerator.abs())) };
        if numerator < 0 { -size } else { size }
    }))?;
    let weights = if parts == n {
        filled(PI / n as f64, n as usize)?
    } else {
        collected(numerators.map(|numerator| {
            let root = (PI * (parts - numerator.abs()) as f64 / (2 * parts) as f64).sin();
            PI / parts as f64 * root * root
        }))?
    };
    Ok(Some((nodes, weights)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_those_of_tables() {
        let of = |family: Family, n| family.coefficients(n, false).unwrap().0;
        assert_eq!(of(Family::Legendre, 3), [2.5, 0.0, -1.5, 0.0]);
        assert_eq!(of(Family::Hermite, 4), [16.0, 0.0, -48.0, 0.0, 12.0]);
        assert_eq!(of(Family::Laguerre(0.0), 2), [0.5, -2.0, 1.0]);
        assert_eq!(of(Family::ChebyshevFirstDoubled, 3), [1.0, 0.0, -3.0, 0.0]);
        assert_eq!(of(Family::ShiftedChebyshevFirst, 2), [8.0, -8.0, 1.0]);
        assert_eq!(of(Family::Gegenbauer(1.0), 2), of(Family::ChebyshevSecond, 2));
        // The integral of the square of the polynomial of degree one from -1 to 1 is 2/3.
        assert!((Family::Legendre.coefficients(1, false).unwrap().1.powi(2) * 1.5 - 1.0).abs() < 1e-15);
    }

    #[test]
    fn known_places_are_those_of_the_matrix() {
        let half = Double::from(0.5);
        for weight in [Weight::Jacobi(-half, -half), Weight::Jacobi(half, half)] {
            let (nodes, weights) = waves(weight, 7).unwrap().unwrap();
            let rule = weight.rule(7).unwrap();
            for k in 0..7 {
                assert!((nodes[k].high - rule.nodes[k].high).abs() < 2e-16);
                assert!((weights[k] / rule.weights[k] - 1.0).abs() < 2e-15);
            }
        }
    }
}
