//! Integer distributions.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::RowId;
use cuprust_reserve::list;

use super::Generator;
use super::distributions::difference;
use super::parameters::Domain::{Any, Exponent, Mean, NotNegative, Positive, Probability};
use super::parameters::{Count, Parameter, checked};
use crate::array::IntoInts;
use crate::creation::{New, full, shape as of_shape};
use crate::manipulation::stack;
use crate::ufunc::rows;
use crate::ufunc::where_;
use crate::{Argument, Array};

/// The largest float64 that int64 can hold.
const MAX_COUNT: f64 = 9_223_372_036_854_774_784.0;

impl Generator {
    /// The number of rare events whose mean number is `lam`: the Poisson distribution.
    ///
    /// # Errors
    /// A value error for a mean that is negative or too large; a type error for a dtype that is not an integer.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// assert_eq!(rng.poisson(&array![1.0, 50.0], (3, 2))?.dtype(), DType::I64);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn poisson<'a>(&self, lam: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        let lam = Parameter::new(lam.into(), Mean, "lam < 0 or lam contains NaNs")?;
        if matches!(lam, Parameter::Number(lam) if lam > 9.223_372_006_484_771e18) {
            return Err(Error::value("lam value too large"));
        }
        self.poissons(&lam, checked(shape, &[&lam])?)?.in_dtype(dtype)
    }

    /// The number of successes in `n` trials of probability `p`: the binomial distribution.
    ///
    /// # Errors
    /// A value error for a negative number of trials, or a `p` that is not a probability.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.binomial(10, 0.5, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 5.0).abs() < 0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn binomial<'a>(
        &self,
        n: impl Into<Argument<'a>>,
        p: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        let n = Parameter::new(n.into(), NotNegative, "n < 0")?;
        let p = Parameter::new(p.into(), Probability, "p < 0, p > 1 or p is NaN")?;
        self.binomials(&n.count()?, &p, checked(shape, &[&n, &p])?)?.in_dtype(dtype)
    }

    /// The number of failures before `n` successes of probability `p`: the negative binomial distribution.
    ///
    /// # Errors
    /// A value error for an `n` that is not positive, or a `p` that is zero or not a probability.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.negative_binomial(3, 0.5, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 3.0).abs() < 0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn negative_binomial<'a>(
        &self,
        n: impl Into<Argument<'a>>,
        p: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        let n = Parameter::new(n.into(), Exponent, "n <= 0")?;
        let p = chance(p.into())?;
        let shape = checked(shape, &[&n, &p])?;
        // A Poisson number whose mean is a gamma number.
        let odds = p.map(|p| (1.0 - p) / p, |p| rows::subtract(&rows::reciprocal(p)?, 1.0))?;
        let mean = rows::multiply(&self.gammas(&n, &shape[..])?, odds.operand())?;
        self.poissons(&Parameter::Array(mean), &shape[..])?.in_dtype(dtype)
    }

    /// The number of trials up to the first success of probability `p`: the geometric distribution.
    ///
    /// # Errors
    /// A value error for a `p` that is zero or not a probability.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.geometric(0.25, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 4.0).abs() < 0.15);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn geometric<'a>(&self, p: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        let p = chance(p.into())?;
        let waiting = self.standard_exponential(checked(shape, &[&p])?)?;
        let rate = p.map(|p| -(-p).ln_1p(), |p| rows::negative(&rows::log1p(&rows::negative(p)?)?))?;
        let trials = rows::ceil(&rows::divide(&waiting, rate.operand())?)?;
        clipped(&trials, 1.0)?.in_dtype(dtype)
    }

    /// Integers of the logarithmic series distribution. (Kemp, "Efficient generation of logarithmically distributed
    /// pseudo-random variables", 1981.)
    ///
    /// # Errors
    /// A value error for a `p` that is negative, or one or more.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.logseries(0.5, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.0 / std::f64::consts::LN_2).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn logseries<'a>(&self, p: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        const WRONG: &str = "p < 0, p >= 1 or p is NaN";
        let p = Parameter::new(p.into(), Probability, WRONG)?;
        // One minus p must be positive.
        let rest = p.map(|p| 1.0 - p, |p| rows::add(&rows::negative(p)?, 1.0))?.within(Positive, WRONG)?;
        let shape = checked(shape, &[&p])?;
        let (u, v) = (self.inner(&shape[..])?, self.inner(&shape[..])?);
        let rate = rest.map(f64::ln, rows::log)?;
        let q = rows::negative(&rows::expm1(&rows::multiply(&u, rate.operand())?)?)?;
        let far = rows::add(&rows::floor(&rows::divide(&rows::log(&v)?, &rows::log(&q)?)?)?, 1.0)?;
        let near = where_(&rows::greater(&v, &q)?, 1.0, 2.0)?;
        let drawn = where_(&rows::less_equal(&v, &rows::square(&q)?)?, &far, &near)?;
        clipped(&drawn, 1.0)?.in_dtype(dtype)
    }

    /// Integers of the zeta distribution: the probability of `k` is proportional to `k` to the power of `-a`.
    ///
    /// # Errors
    /// A value error for an exponent that is not greater than one.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.zipf(5.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.0437).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn zipf<'a>(&self, a: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        let a = Parameter::new(a.into(), Any, "")?;
        let less = a.map(|a| a - 1.0, |a| rows::subtract(a, 1.0))?.within(Exponent, "a <= 1 or a is NaN")?;
        let a = less.map(|less| less + 1.0, |less| rows::add(less, 1.0))?;
        let row = const { RowId::named("draw_zipf") };
        self.by_key(row, &[a.operand()], checked(shape, &[&a])?)?.in_dtype(dtype)
    }

    /// The number of good elements in a sample without replacement: the hypergeometric distribution.
    ///
    /// # Errors
    /// A value error for negative numbers, populations of 10^9 or more, or a sample larger than the population.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.hypergeometric(6, 4, 5, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 3.0).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn hypergeometric<'a>(
        &self,
        good: impl Into<Argument<'a>>,
        bad: impl Into<Argument<'a>>,
        sample: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        let good = population(good.into(), "ngood < 0", "ngood >= 1000000000")?;
        let bad = population(bad.into(), "nbad < 0", "nbad >= 1000000000")?;
        let sample = Parameter::new(sample.into(), NotNegative, "nsample < 0")?;
        let all = sum(&good, &bad)?;
        let rest = difference(&all, &sample)?.within(NotNegative, "ngood + nbad < nsample")?;
        let sample = difference(&all, &rest)?;
        let shape = checked(shape, &[&good, &bad, &sample])?;
        self.hypergeometrics(&good, &bad, &sample, &shape)?.in_dtype(dtype)
    }

    /// The number of times each outcome with the probabilities `p`, a vector, occurs in `n` trials, along a new last
    /// axis. The probability missing to one goes to the last outcome.
    ///
    /// # Errors
    /// A value error for a negative number of trials, or probabilities whose sum is above one.
    ///
    /// ```
    /// # use cuprust::*;
    /// let drawn = random::default_rng(0)?.multinomial(20, &[0.2, 0.3, 0.5], 4)?;
    /// assert_eq!(drawn.sum(1)?.to_string(), "[20 20 20 20]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn multinomial<'a>(&self, n: impl Into<Argument<'a>>, p: &[f64], shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
        let n = Parameter::new(n.into(), NotNegative, "n < 0")?;
        let Some((_, leading)) = p.split_last() else {
            return Err(Error::value(
                "pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.",
            ));
        };
        if p.iter().any(|p| !(0.0..=1.0).contains(p)) {
            return Err(Error::value("pvals < 0, pvals > 1 or pvals contains NaNs"));
        }
        if leading.iter().sum::<f64>() > 1.0 + 1e-12 {
            return Err(Error::value("sum(pvals[:-1]) > 1.0"));
        }
        let shape = checked(shape, &[&n])?;
        let whole = self.filled_with(&n, &shape)?;
        let (mut left, mut rest, mut counts) = (whole, 1.0, list(p.len())?);
        for &p in leading {
            let share = if rest > 0.0 { (p / rest).clamp(0.0, 1.0) } else { 0.0 };
            let count = self.binomials(&Count::Array(left.clone()), &Parameter::Number(share), &shape[..])?;
            left = rows::subtract(&left, &count)?;
            rest -= p;
            counts.push(count);
        }
        counts.push(left);
        stack(&counts.iter().collect::<Vec<_>>(), -1)?.in_dtype(dtype)
    }

    /// The number of elements of each colour in a sample without replacement from a population with `colors` of each,
    /// along a new last axis.
    ///
    /// # Errors
    /// A value error for negative numbers, populations of 10^9 or more, or a sample larger than the population.
    ///
    /// ```
    /// # use cuprust::*;
    /// let drawn = random::default_rng(0)?.multivariate_hypergeometric(&[3, 5, 2], 4, 2)?;
    /// assert_eq!((drawn.shape(), drawn.sum(1)?.to_string()), (&[2, 3][..], "[4 4]".into()));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn multivariate_hypergeometric(&self, colors: &[i64], sample: i64, shape: impl IntoInts) -> Result<Array> {
        if colors.iter().any(|&color| color < 0) {
            return Err(Error::value("elements of colors must be nonnegative."));
        }
        let all: i128 = colors.iter().map(|&color| i128::from(color)).sum();
        if all >= 1_000_000_000 {
            return Err(Error::value("When method is \"marginals\", sum(colors) must be less than 1000000000."));
        }
        if sample < 0 {
            return Err(Error::value("nsample must be nonnegative."));
        }
        if i128::from(sample) > all {
            return Err(Error::value("nsample > sum(colors)"));
        }
        let shape = shape.into_ints();
        let sample = Parameter::Number(sample as f64);
        let (mut left, mut rest) = (self.filled_with(&sample, &shape)?, all as f64);
        let mut counts = list(colors.len())?;
        for (position, &color) in colors.iter().enumerate() {
            rest -= color as f64;
            if position + 1 == colors.len() {
                counts.push(left.clone());
                break;
            }
            let drawn = Parameter::Array(left.in_dtype(DType::F64)?);
            let count =
                self.hypergeometrics(&Parameter::Number(color as f64), &Parameter::Number(rest), &drawn, &shape)?;
            left = rows::subtract(&left, &count)?;
            counts.push(count);
        }
        if counts.is_empty() {
            let mut shape = shape.to_vec();
            shape.push(0);
            return Array::empty(&shape, DType::I64, self.device());
        }
        stack(&counts.iter().collect::<Vec<_>>(), -1)
    }

    fn poissons(&self, lam: &Parameter, shape: impl IntoInts) -> Result<Array> {
        self.by_key(const { RowId::named("draw_poisson") }, &[lam.operand()], shape)
    }

    fn binomials(&self, n: &Count, p: &Parameter, shape: impl IntoInts) -> Result<Array> {
        self.by_key(const { RowId::named("draw_binomial") }, &[p.operand(), n.operand()], shape)
    }

    fn hypergeometrics(&self, good: &Parameter, bad: &Parameter, sample: &Parameter, shape: &[i64]) -> Result<Array> {
        // Two populations below 2^32 packed into one operand.
        let high = bad.map(|bad| bad * 4_294_967_296.0, |bad| rows::multiply(bad, 4_294_967_296.0))?;
        let both = sum(good, &high)?;
        let operands = [both.count()?, sample.count()?];
        self.by_key(
            const { RowId::named("draw_hypergeometric") },
            &[operands[0].operand(), operands[1].operand()],
            shape,
        )
    }

    /// Counts broadcast to a shape.
    fn filled_with(&self, counts: &Parameter, shape: &[i64]) -> Result<Array> {
        match counts.count()? {
            Count::Number(count) => full(of_shape(shape).dtype(DType::I64).on(self.device()), count),
            Count::Array(counts) => counts.broadcast_to(shape),
        }
    }
}

/// The probability of a success, which must not be zero.
fn chance(p: Argument<'_>) -> Result<Parameter> {
    const WRONG: &str = "p <= 0, p > 1 or p contains NaNs";
    Parameter::new(p, Probability, WRONG)?.within(Positive, WRONG)
}

fn population(count: Argument<'_>, negative: &str, many: &str) -> Result<Parameter> {
    let count = Parameter::new(count, NotNegative, negative)?;
    // On a GPU the check is a row of its own, so the parameter is computed from the checked difference.
    let limit = Parameter::Number(999_999_999.0);
    let left = difference(&limit, &count)?.within(NotNegative, many)?;
    difference(&limit, &left)
}

fn sum(a: &Parameter, b: &Parameter) -> Result<Parameter> {
    match (a, b) {
        (Parameter::Number(a), Parameter::Number(b)) => Ok(Parameter::Number(a + b)),
        _ => Ok(Parameter::Array(rows::add(a.operand(), b.operand())?)),
    }
}

/// Floats as int64, clipped to a minimum and to the largest int64.
fn clipped(array: &Array, least: f64) -> Result<Array> {
    rows::minimum(&rows::maximum(array, least)?, MAX_COUNT)?.astype(DType::I64)
}
