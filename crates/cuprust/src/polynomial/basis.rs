//! The recurrences that define bases of polynomials, and their direct consequences.

/// A basis `p_0 = 1, p_1, ..` of polynomials, each of the degree of its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The powers of `x`.
    Power,
    /// Chebyshev polynomials of the first kind.
    Chebyshev,
    /// Legendre polynomials.
    Legendre,
    /// Hermite polynomials of physicists.
    Hermite,
    /// Hermite polynomials of statisticians.
    HermiteE,
    /// Laguerre polynomials.
    Laguerre,
}

/// A step of the recurrence `x p_k = up p_(k+1) + same p_k + down p_(k-1)`.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The coefficient of the next polynomial.
    pub up: f64,
    /// The coefficient of the polynomial itself.
    pub same: f64,
    /// The coefficient of the previous one.
    pub down: f64,
}

impl Basis {
    /// The product of `x` and a polynomial of the basis, in the basis.
    ///
    /// ```
    /// # use cuprust::*;
    /// let step = polynomial::Basis::Chebyshev.step(2);
    /// assert_eq!((step.up, step.same, step.down), (0.5, 0.0, 0.5));
    /// ```
    pub fn step(self, k: usize) -> Step {
        let n = k as f64;
        let (up, same, down) = match self {
            Basis::Power => (1.0, 0.0, 0.0),
            Basis::Chebyshev if k == 0 => (1.0, 0.0, 0.0),
            Basis::Chebyshev => (0.5, 0.0, 0.5),
            Basis::Legendre => ((n + 1.0) / (2.0 * n + 1.0), 0.0, n / (2.0 * n + 1.0)),
            Basis::Hermite => (0.5, 0.0, n),
            Basis::HermiteE => (1.0, 0.0, n),
            Basis::Laguerre => (-(n + 1.0), 2.0 * n + 1.0, -n),
        };
        Step { up, same, down }
    }
}
