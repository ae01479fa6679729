//! A distribution: a family with shape parameters, a location and a scale, and what SciPy's methods say of it.

use cuprust::random::Generator;
use cuprust::{Argument, Array, Device, Dims, IntoInts};
use cuprust::{DType, Layout, shape_text};
use cuprust_ir::{Error, Result};

use super::family::{Function, Law};
use super::term::{Mask, Term, extents_of};

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
    family: &'a dyn Law,
    shapes: Vec<Term>,
    loc: Term,
    scale: Term,
}

/// What a function is where the variable lies below the support, or at its lower end, and above.
fn beside(function: Function) -> (f64, f64) {
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
    /// A distribution of a family by SciPy's name: shape parameters in their order, and where they are given a
    /// location and a scale.
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
        let terms: Vec<Term> = parameters.iter().map(|&each| Term::new(each)).collect();
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
        self.with_loc(Term::new(loc.into()))
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
        self.with_scale(Term::new(scale.into()))
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
    fn valid(&self) -> Mask {
        let valid = self.family.is_valid(&self.shapes);
        if self.family.is_discrete() { valid } else { valid & self.scale.greater(0.0) }
    }

    /// The location and the scale applied to a variable of standard form.
    fn moved(&self, x: &Term) -> Term {
        x * &self.scale + &self.loc
    }

    /// The extents that the parameters broadcast to, with those of others.
    fn extents(&self, others: &[&Term]) -> Result<Dims> {
        extents_of(self.shapes.iter().chain([&self.loc, &self.scale]).chain(others.iter().copied()))
    }

    /// The result that a term is, with NaN for parameters that are not valid.
    fn result(&self, term: &Term, others: &[&Term]) -> Result<Array> {
        let extents = self.extents(others)?;
        let mut terms = self.shapes.iter().chain([&self.loc, &self.scale]).chain(others.iter().copied());
        let device = terms.find_map(Term::device).map_or_else(Device::current, Ok)?;
        self.valid().choose(term, f64::NAN).array(&extents, device)
    }

    fn function(&self, function: Function, x: Argument<'_>) -> Result<Array> {
        let x = Term::new(x);
        let term = match function {
            Function::Quantile | Function::UpperQuantile => self.quantile(function, &x),
            _ => self.value(function, &x),
        };
        self.result(&term, &[&x])
    }

    fn value(&self, function: Function, x: &Term) -> Term {
        let (low, high) = self.family.ends(&self.shapes);
        let discrete = self.family.is_discrete();
        let standard = (x - &self.loc) / &self.scale;
        let (below, above) = beside(function);
        let density = matches!(function, Function::Density | Function::LogDensity);
        let y = if discrete && !density { standard.floor() } else { standard.clone() };
        let value = self.family.value(function, &y, &self.shapes);
        let value = match function {
            _ if discrete => value,
            Function::Density => value / &self.scale,
            Function::LogDensity if self.scale.number() == Some(1.0) => value,
            Function::LogDensity => value - self.scale.log(),
            _ => value,
        };
        let value = match (density, discrete) {
            (true, false) => (y.less(&low) | y.greater(&high)).choose(below, value),
            (true, true) => (y.less(&low) | y.greater(&high) | !y.is_whole()).choose(below, value),
            (false, true) => y.at_least(&high).choose(above, y.less(&low).choose(below, value)),
            (false, false) => y.at_least(&high).choose(above, y.at_most(&low).choose(below, value)),
        };
        standard.is_nan().choose(f64::NAN, value)
    }

    fn quantile(&self, function: Function, p: &Term) -> Term {
        let (low, high) = self.family.ends(&self.shapes);
        let low = if self.family.is_discrete() { low - 1.0 } else { low };
        let (at_zero, at_one) = if function == Function::Quantile { (low, high) } else { (high, low) };
        let within = p.greater(0.0) & p.less(1.0);
        let inside = self.family.value(function, p, &self.shapes);
        let ends = p.equals(0.0).choose(at_zero, p.equals(1.0).choose(at_one, f64::NAN));
        self.moved(&within.choose(inside, ends))
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

    /// As [`Distribution::rvs`], of the shape that the parameters broadcast to where none is given.
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
        let valid = self.family.is_valid(&self.shapes) & self.scale.at_least(0.0);
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

    /// Mean and variance, with location and scale, and skewness and kurtosis, which neither changes.
    fn all_statistics(&self) -> [Term; 4] {
        let [mean, variance, skewness, kurtosis] = self.family.moments(&self.shapes);
        [self.moved(&mean), variance * self.scale.square(), skewness, kurtosis]
    }

    /// Mean, variance, skewness, and kurtosis less three.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// let [mean, variance, skewness, kurtosis] = stats::expon(1.0, 2.0).stats()?;
    /// assert_eq!([mean, variance, skewness, kurtosis].map(|each| each.to_string()), ["3.0", "4.0", "2.0", "6.0"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A type error for complex parameters, a value error for those that do not broadcast.
    pub fn stats(&self) -> Result<[Array; 4]> {
        let [mean, variance, skewness, kurtosis] = self.all_statistics();
        let result = |term: Term| self.result(&term, &[]);
        Ok([result(mean)?, result(variance)?, result(skewness)?, result(kurtosis)?])
    }

    /// The mean.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(stats::uniform(1.0, 2.0).mean()?.to_string(), "2.0");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::stats`].
    pub fn mean(&self) -> Result<Array> {
        let [mean, ..] = self.all_statistics();
        self.result(&mean, &[])
    }

    /// The variance.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(stats::norm(1.0, 3.0).var()?.to_string(), "9.0");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::stats`].
    pub fn var(&self) -> Result<Array> {
        let [_, variance, ..] = self.all_statistics();
        self.result(&variance, &[])
    }

    /// The standard deviation: the root of the variance.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(stats::expon(0.0, 3.0).std()?.to_string(), "3.0");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::stats`].
    pub fn std(&self) -> Result<Array> {
        let [_, variance, ..] = self.all_statistics();
        self.result(&variance.sqrt(), &[])
    }

    /// The median: the quantile of a half.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(stats::cauchy(2.0, 1.0).median()?.to_string(), "2.0");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::stats`].
    pub fn median(&self) -> Result<Array> {
        self.ppf(0.5)
    }

    /// The mean of the variable's power by an order, with location and scale.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(stats::norm(1.0, 2.0).moment(2)?.to_string(), "5.0");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::stats`], and a value error for a negative order.
    pub fn moment(&self, order: i64) -> Result<Array> {
        let order = u32::try_from(order).map_err(|_| Error::value("Moment must be positive."))?;
        let own = |n: u32| if n == 0 { Term::from(1.0) } else { self.family.moment(n, &self.shapes) };
        if self.loc.number() == Some(0.0) {
            let scale = (0..order).fold(Term::from(1.0), |product, _| product * &self.scale);
            return self.result(&(own(order) * scale), &[]);
        }
        // The binomial theorem of loc + scale x, as a polynomial in the scale over powers of the location.
        let (mut choose, mut sum) = (1.0, Term::from(0.0));
        for n in 0..=order {
            let scale = (0..n).fold(Term::from(1.0), |product, _| product * &self.scale);
            let loc = (n..order).fold(Term::from(1.0), |product, _| product * &self.loc);
            sum = sum + own(n) * scale * loc * choose;
            choose *= f64::from(order - n) / f64::from(n + 1);
        }
        self.result(&sum, &[])
    }

    /// The entropy, in natural units.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// assert_eq!(stats::expon(5.0, 1.0).entropy()?.to_string(), "1.0");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::stats`].
    pub fn entropy(&self) -> Result<Array> {
        let entropy = self.family.entropy_of(&self.shapes);
        self.result(&if self.family.is_discrete() { entropy } else { entropy + self.scale.log() }, &[])
    }

    /// The ends of the support.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// let (low, high) = stats::uniform(1.0, 3.0).support()?;
    /// assert_eq!((low.to_string(), high.to_string()), ("1.0".into(), "4.0".into()));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::stats`].
    pub fn support(&self) -> Result<(Array, Array)> {
        let (low, high) = self.family.ends(&self.shapes);
        Ok((self.result(&self.moved(&low), &[])?, self.result(&self.moved(&high), &[])?))
    }

    /// The quantiles between which the variable is with a probability, with equal probabilities beside them. Waits for
    /// probabilities that are an array.
    ///
    /// ```
    /// # use cuprust_scipy::stats;
    /// # fn main() -> cuprust::Result<()> {
    /// let (low, high) = stats::uniform(0.0, 1.0).interval(0.5)?;
    /// assert_eq!((low.to_string(), high.to_string()), ("0.25".into(), "0.75".into()));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Distribution::pdf`], and a value error for numbers that are no probabilities.
    pub fn interval<'x>(&self, confidence: impl Into<Argument<'x>>) -> Result<(Array, Array)> {
        let confidence = Term::new(confidence.into());
        if !(!confidence.less(0.0) & !confidence.greater(1.0)).all()? {
            return Err(Error::value("alpha must be between 0 and 1 inclusive"));
        }
        let quantile = |p: Term| self.result(&self.quantile(Function::Quantile, &p), &[&p]);
        Ok((quantile((1.0 - &confidence) * 0.5)?, quantile((confidence + 1.0) * 0.5)?))
    }
}
