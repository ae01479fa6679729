//! Descriptions of a distribution: moments, entropy, support and intervals.

use std::cell::LazyCell;

use cuprust::{Argument, Array};
use cuprust_ir::{Error, Result};

use super::distribution::Distribution;
use super::family::Function;
use crate::stats::terms::Term;

impl Distribution<'_> {
    /// Mean and variance, with location and scale, and skewness and kurtosis, which neither changes.
    fn all_statistics(&self) -> [Term; 4] {
        let [mean, variance, skewness, kurtosis] = self.family.moments(&self.shapes);
        [self.moved(&mean), variance * self.scale.squared(), skewness, kurtosis]
    }

    fn variance(&self) -> Term {
        self.family.variance_of(&self.shapes) * self.scale.squared()
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
        let all = LazyCell::new(|| self.all_statistics());
        let result = |place: usize| self.result(|| all[place].clone(), &[]);
        Ok([result(0)?, result(1)?, result(2)?, result(3)?])
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
        self.result(|| self.moved(&self.family.mean_of(&self.shapes)), &[])
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
        self.result(|| self.variance(), &[])
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
        self.result(|| self.variance().sqrt(), &[])
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
        self.result(|| self.raw_moment(order), &[])
    }

    /// The mean of the power by an order, with location and scale.
    fn raw_moment(&self, order: u32) -> Term {
        if self.loc.number() == Some(0.0) {
            let scale = (0..order).fold(Term::from(1.0), |product, _| product * &self.scale);
            let own = if order == 0 { Term::from(1.0) } else { self.family.moment(order, &self.shapes) };
            return own * scale;
        }
        let mut own = vec![Term::from(1.0)];
        own.extend(self.family.moments_up_to(order, &self.shapes));
        // The binomial theorem of loc + scale x, as a polynomial in the scale over powers of the location.
        let (mut choose, mut sum) = (1.0, Term::from(0.0));
        for (n, own) in (0..=order).zip(&own) {
            let scale = (0..n).fold(Term::from(1.0), |product, _| product * &self.scale);
            let loc = (n..order).fold(Term::from(1.0), |product, _| product * &self.loc);
            sum = sum + own * scale * loc * choose;
            choose *= f64::from(order - n) / f64::from(n + 1);
        }
        sum
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
        let own = || self.family.entropy_of(&self.shapes);
        self.result(|| if self.family.is_discrete() { own() } else { own() + self.scale.log() }, &[])
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
        Ok((self.result(|| self.moved(&low), &[])?, self.result(|| self.moved(&high), &[])?))
    }

    /// The quantiles between which the variable is with a probability, with equal probabilities on both sides. Waits
    /// for probabilities that are an array.
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
        let confidence = Term::real(confidence.into());
        if !(!confidence.lt(0.0) & !confidence.gt(1.0)).all()? {
            return Err(Error::value("alpha must be between 0 and 1 inclusive"));
        }
        let quantile = |p: Term| self.result(|| self.quantile(Function::Quantile, &p), &[&p]);
        Ok((quantile((1.0 - &confidence) * 0.5)?, quantile((confidence + 1.0) * 0.5)?))
    }
}
