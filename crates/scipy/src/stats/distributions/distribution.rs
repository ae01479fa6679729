//! A distribution: a family with shape parameters, a location and a scale, and what SciPy's methods say of it.

use cuprust::random::Generator;
use cuprust::{Argument, Array, Device, Dims, IntoInts};
use cuprust::{DType, Layout, broadcast_shapes, shape_text};
use cuprust_ir::{Error, Result};

use super::family::{Function, Law};
use crate::stats::terms::Term;

/// A distribution, of which the parameters are numbers or arrays that broadcast with one another and with the
/// variable. All results are float64.
///
/// Where a parameter is not valid, or the scale is not positive, results are NaN.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let waiting = stats::gamma(2.0).scale(3.0);
/// assert_eq!(waiting.mean()?.to_string(), "6.0");
/// assert_eq!(waiting.cdf(&waiting.ppf(&array![0.25, 0.5])?)?.to_string(), "[0.25 0.5 ]");
/// let means = array![1.0, 2.0];
/// assert_eq!(stats::norm(&means, 1.0).cdf(&array![[1.0], [2.0]])?.shape(), [2, 2]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Distribution<'a> {
    pub(super) family: &'a dyn Law,
    pub(super) shapes: Vec<Term>,
    pub(super) loc: Term,
    pub(super) scale: Term,
}

/// The values of a function below the support, or at its lower end, and above it.
fn values_outside(function: Function) -> (f64, f64) {
    match function {
        Function::Density => (0.0, 0.0),
        Function::LogDensity => (f64::NEG_INFINITY, f64::NEG_INFINITY),
        Function::Lower => (0.0, 1.0),
        Function::LogLower => (f64::NEG_INFINITY, 0.0),
        Function::Upper => (1.0, 0.0),
        Function::LogUpper => (0.0, f64::NEG_INFINITY),
        Function::Quantile | Function::UpperQuantile => (f64::NAN, f64::NAN),
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident => $function:ident;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// A type error for complex numbers, a value error for shapes that do not broadcast.
            pub fn $name<'x>(&self, x: impl Into<Argument<'x>>) -> Result<Array> {
                self.function(Function::$function, x.into())
            }
        )*
    };
}

impl<'a> Distribution<'a> {
    /// A distribution of a family by SciPy's name: shape parameters in order, and optionally a location and a scale.
    ///
    /// ```
    /// use cuprust::*;
    /// use cuprust_scipy::stats::Distribution;
    /// # fn main() -> Result<()> {
    /// let law = Distribution::named("pareto", &[3.0.into()])?;
    /// assert_eq!((law.mean()?.to_string(), law.sf(2.0)?.to_string()), ("1.5".into(), "0.125".into()));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for another name, a type error for another number of parameters.
    pub fn named(name: &str, parameters: &[Argument<'_>]) -> Result<Distribution<'static>> {
        let family = super::families::named(name)?;
        let shapes = family.shape_names().len();
        let others = if family.is_discrete() { 1 } else { 2 };
        if parameters.len() < shapes || parameters.len() > shapes + others {
            return Err(Error::type_(format!(
                "{name} takes {shapes} shape parameters, not {} parameters",
                parameters.len()
            )));
        }
        let terms: Vec<Term> = parameters.iter().map(|&each| Term::real(each)).collect();
        let mut law = Distribution::of_terms(family, terms[..shapes].to_vec());
        if let Some(loc) = terms.get(shapes) {
            law = law.with_loc(loc.clone());
        }
        if let Some(scale) = terms.get(shapes + 1) {
            law = law.with_scale(scale.clone());
        }
        Ok(law)
    }

    pub(crate) fn of_terms(family: &'a dyn Law, shapes: Vec<Term>) -> Distribution<'a> {
        Distribution { family, shapes, loc: Term::from(0.0), scale: Term::from(1.0) }
    }

    pub(crate) fn with_loc(self, loc: Term) -> Distribution<'a> {
        Distribution { loc, ..self }
    }

    pub(crate) fn with_scale(self, scale: Term) -> Distribution<'a> {
        Distribution { scale, ..self }
    }

    /// The same at a location, which is added to the variable.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(stats::gamma(2.0).loc(5.0).mean()?.to_string(), "7.0");
    /// # Ok(())
    /// # }
    /// ```
    pub fn loc<'x>(self, loc: impl Into<Argument<'x>>) -> Distribution<'a> {
        self.with_loc(Term::real(loc.into()))
    }

    /// The same with a scale, which the variable is multiplied with; a discrete distribution has none.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(stats::gamma(2.0).scale(5.0).mean()?.to_string(), "10.0");
    /// # Ok(())
    /// # }
    /// ```
    pub fn scale<'x>(self, scale: impl Into<Argument<'x>>) -> Distribution<'a> {
        self.with_scale(Term::real(scale.into()))
    }

    functions! {
        /// The density at x, zero outside of the support.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::expon(0.0, 1.0).pdf(0.0)?.to_string(), "1.0");
        /// # Ok(())
        /// # }
        /// ```
        pdf => Density;
        /// The logarithm of the density at x, minus infinity outside of the support.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::expon(0.0, 1.0).logpdf(1000.0)?.to_string(), "-1000.0");
        /// # Ok(())
        /// # }
        /// ```
        logpdf => LogDensity;
        /// The probability of x, of a discrete distribution.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::binom(2.0, 0.5).pmf(1.0)?.to_string(), "0.5");
        /// # Ok(())
        /// # }
        /// ```
        pmf => Density;
        /// The logarithm of the probability of x, of a discrete distribution.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::poisson(1000.0).logpmf(0.0)?.to_string(), "-1000.0");
        /// # Ok(())
        /// # }
        /// ```
        logpmf => LogDensity;
        /// The distribution function: the probability of at most x.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::norm(3.0, 2.0).cdf(3.0)?.to_string(), "0.5");
        /// # Ok(())
        /// # }
        /// ```
        cdf => Lower;
        /// The logarithm of the distribution function.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::gumbel_r(0.0, 1.0).logcdf(0.0)?.to_string(), "-1.0");
        /// # Ok(())
        /// # }
        /// ```
        logcdf => LogLower;
        /// The survival function: the probability of more than x.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::uniform(0.0, 4.0).sf(1.0)?.to_string(), "0.75");
        /// # Ok(())
        /// # }
        /// ```
        sf => Upper;
        /// The logarithm of the survival function.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::expon(0.0, 1.0).logsf(1000.0)?.to_string(), "-1000.0");
        /// # Ok(())
        /// # }
        /// ```
        logsf => LogUpper;
        /// The quantile function, the inverse of `cdf`: the ends of the support for zero and one.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::laplace(1.0, 2.0).ppf(0.5)?.to_string(), "1.0");
        /// # Ok(())
        /// # }
        /// ```
        ppf => Quantile;
        /// The inverse of `sf`.
        ///
        /// ```
        /// # use cuprust_scipy::stats;
        /// # fn main() -> cuprust::Result<()> {
        /// assert_eq!(stats::pareto(1.0).isf(1e-100)?.to_string(), "1e+100");
        /// # Ok(())
        /// # }
        /// ```
        isf => UpperQuantile;
    }

    /// Whether parameters are valid.
    fn valid(&self) -> Term {
        let valid = self.family.is_valid(&self.shapes);
        if self.family.is_discrete() { valid } else { valid & self.scale.gt(0.0) }
    }

    /// The location and the scale applied to a variable of standard form.
    pub(super) fn moved(&self, x: &Term) -> Term {
        x * &self.scale + &self.loc
    }

    /// The extents that the parameters broadcast to, with those of others.
    fn extents(&self, others: &[&Term]) -> Result<Dims> {
        extents_of(self.shapes.iter().chain([&self.loc, &self.scale]).chain(others.iter().copied()))
    }

    /// The result that a term is, with NaN for parameters that are not valid: where these are numbers, the term is not
    /// computed.
    pub(super) fn result(&self, term: impl FnOnce() -> Term, others: &[&Term]) -> Result<Array> {
        let extents = self.extents(others)?;
        let mut terms = self.shapes.iter().chain([&self.loc, &self.scale]).chain(others.iter().copied());
        let device = terms.find_map(Term::device).map_or_else(Device::current, Ok)?;
        self.valid().choose_lazily(term, || Term::from(f64::NAN)).array(&extents, device)
    }

    fn function(&self, function: Function, x: Argument<'_>) -> Result<Array> {
        let x = Term::real(x);
        let term = || match function {
            Function::Quantile | Function::UpperQuantile => self.quantile(function, &x),
            _ => self.value(function, &x),
        };
        self.result(term, &[&x])
    }

    fn value(&self, function: Function, x: &Term) -> Term {
        let (low, high) = self.family.ends(&self.shapes);
        let discrete = self.family.is_discrete();
        let standard = (x - &self.loc) / &self.scale;
        let (below, above) = values_outside(function);
        let density = matches!(function, Function::Density | Function::LogDensity);
        let y = if discrete && !density { standard.floor() } else { standard.clone() };
        let within = || {
            let value = self.family.value(function, &y, &self.shapes);
            match function {
                _ if discrete => value,
                Function::Density => value / &self.scale,
                Function::LogDensity if self.scale.number() == Some(1.0) => value,
                Function::LogDensity => value - self.scale.log(),
                _ => value,
            }
        };
        let (below, above) = (|| Term::from(below), || Term::from(above));
        let value = || match (density, discrete) {
            (true, false) => (y.lt(&low) | y.gt(&high)).choose_lazily(below, within),
            (true, true) => (y.lt(&low) | y.gt(&high) | !y.is_whole()).choose_lazily(below, within),
            (false, true) => y.ge(&high).choose_lazily(above, || y.lt(&low).choose_lazily(below, within)),
            (false, false) => y.ge(&high).choose_lazily(above, || y.le(&low).choose_lazily(below, within)),
        };
        standard.is_nan().choose_lazily(|| Term::from(f64::NAN), value)
    }

    pub(super) fn quantile(&self, function: Function, p: &Term) -> Term {
        let (low, high) = self.family.ends(&self.shapes);
        let low = if self.family.is_discrete() { low - 1.0 } else { low };
        let (at_zero, at_one) = if function == Function::Quantile { (low, high) } else { (high, low) };
        let within = p.gt(0.0) & p.lt(1.0);
        let inside = || self.family.value(function, p, &self.shapes);
        let ends = || p.equals(0.0).choose(at_zero, p.equals(1.0).choose(at_one, f64::NAN));
        self.moved(&within.choose_lazily(inside, ends))
    }

    /// Random variates of a shape, which the parameters must broadcast to: float64, int64 of a discrete distribution.
    /// Waits for parameters that are arrays.
    ///
    /// ```
    /// use cuprust::random::Generator;
    /// use cuprust::*;
    /// use cuprust_scipy::stats;
    /// # fn main() -> Result<()> {
    /// let drawn = stats::expon(3.0, 1.0).rvs((2, 5), &Generator::new(7, Device::cpu()))?;
    /// assert_eq!((drawn.shape(), drawn.min(..)?.item()?.get::<f64>() >= 3.0), (&[2, 5][..], true));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error for parameters that are not valid, a scale below zero, or another shape.
    pub fn rvs(&self, size: impl IntoInts, generator: &Generator) -> Result<Array> {
        self.drawn(Some(&size.into_ints()), generator)
    }

    /// As [`Distribution::rvs`], by default of the shape that the parameters broadcast to.
    ///
    /// ```
    /// use cuprust::random::Generator;
    /// use cuprust::*;
    /// use cuprust_scipy::stats;
    /// # fn main() -> Result<()> {
    /// let drawn = stats::norm(&array![1.0, 2.0], 1.0).drawn(None, &Generator::new(7, Device::cpu()))?;
    /// assert_eq!(drawn.shape(), [2]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::rvs`].
    pub fn drawn(&self, size: Option<&[i64]>, generator: &Generator) -> Result<Array> {
        let own = self.extents(&[])?;
        let size = size.unwrap_or(&own);
        if Layout::contiguous(&own).broadcast(size).is_err() {
            return Err(Error::value(format!(
                "size does not match the broadcast shape of the parameters. {}, {}",
                shape_text(size),
                shape_text(&own)
            )));
        }
        let valid = self.family.is_valid(&self.shapes) & self.scale.ge(0.0);
        if !valid.all()? {
            return Err(Error::value(format!(
                "Domain error in arguments. The `scale` parameter must be positive for all distributions, and many \
                 distributions have restrictions on shape parameters. Please see the `scipy.stats.{}` documentation \
                 for details.",
                self.family.name()
            )));
        }
        let drawn = self.moved(&self.family.drawn(generator, size, &self.shapes)).array(size, generator.device())?;
        if self.family.is_discrete() { drawn.in_dtype(DType::I64) } else { Ok(drawn) }
    }
}

/// The extents that terms broadcast to.
///
/// # Errors
/// A value error where they do not broadcast.
fn extents_of<'a>(terms: impl Iterator<Item = &'a Term>) -> Result<Dims> {
    let shapes: Vec<&[i64]> = terms.map(Term::shape).collect();
    broadcast_shapes(&shapes)
}
