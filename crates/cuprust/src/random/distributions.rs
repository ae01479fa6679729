//! Continuous distributions: computed from uniform, normal and gamma numbers by recorded operations, which fuse.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::RowId;

use super::Generator;
use super::parameters::Domain::{Any, NotNegative, Positive};
use super::parameters::{Parameter, checked};
use crate::array::IntoInts;
use crate::creation::{New, shape as of_shape};
use crate::ufunc::where_;
use crate::ufunc::{apply, rows};
use crate::{Argument, Array};

/// The smallest uniform number whose logarithm is taken: half of the spacing of such numbers.
const MIN_UNIFORM: f64 = 1.0 / (1u64 << 54) as f64;

impl Generator {
    /// Floats uniform on `[low, high)`.
    ///
    /// # Errors
    /// An overflow error where the interval of two numbers is not finite; a type error for a dtype that is not a real
    /// float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.uniform(2.0, 4.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 3.0).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn uniform<'a>(
        &self,
        low: impl Into<Argument<'a>>,
        high: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let (low, high) = (Parameter::new(low.into(), Any, "")?, Parameter::new(high.into(), Any, "")?);
        if let (Parameter::Number(low), Parameter::Number(high)) = (&low, &high) {
            if !(high - low).is_finite() {
                return Err(Error::overflow("Range exceeds valid bounds"));
            }
            return rows::add(&rows::multiply(&self.random(of_shape(shape).dtype(dtype))?, high - low)?, *low);
        }
        let width = rows::subtract(high.operand(), low.operand())?;
        let drawn = self.random(of_shape(checked(shape, &[&low, &high])?).dtype(dtype))?;
        rows::add(&rows::multiply(&drawn, &width)?, low.operand())?.in_dtype(dtype)
    }

    /// Floats of the normal distribution with a mean and a standard deviation.
    ///
    /// # Errors
    /// A value error for a negative deviation; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// assert_eq!(rng.normal(10.0, 2.0, (1000, 4))?.shape(), [1000, 4]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn normal<'a>(
        &self,
        mean: impl Into<Argument<'a>>,
        deviation: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let mean = Parameter::new(mean.into(), Any, "")?;
        let deviation = Parameter::new(deviation.into(), NotNegative, "scale < 0")?;
        let drawn = self.standard_normal(of_shape(checked(shape, &[&mean, &deviation])?).dtype(dtype))?;
        moved(&drawn, &mean, &deviation, dtype)
    }

    /// Floats whose logarithm is normal with a mean and a standard deviation.
    ///
    /// # Errors
    /// As [`Generator::normal`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.lognormal(0.0, 0.5, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 0.125f64.exp()).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn lognormal<'a>(
        &self,
        mean: impl Into<Argument<'a>>,
        sigma: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let mean = Parameter::new(mean.into(), Any, "")?;
        let sigma = Parameter::new(sigma.into(), NotNegative, "sigma < 0")?;
        let drawn = self.standard_normal(of_shape(checked(shape, &[&mean, &sigma])?).dtype(dtype))?;
        rows::exp(&moved(&drawn, &mean, &sigma, dtype)?)
    }

    /// Floats of the exponential distribution with mean 1.
    ///
    /// # Errors
    /// A type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.standard_exponential(10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.0).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn standard_exponential(&self, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let uniform = self.random(of_shape(shape).dtype(dtype))?;
        rows::negative(&rows::log1p(&rows::negative(&uniform)?)?)
    }

    /// Floats of the exponential distribution with a mean.
    ///
    /// # Errors
    /// A value error for a negative mean; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.exponential(3.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 3.0).abs() < 0.15);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn exponential<'a>(&self, mean: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let mean = Parameter::new(mean.into(), NotNegative, "scale < 0")?;
        let drawn = self.standard_exponential(of_shape(checked(shape, &[&mean])?).dtype(dtype))?;
        rows::multiply(&drawn, mean.operand())?.in_dtype(dtype)
    }

    /// Floats of the double exponential (Laplace) distribution around a location.
    ///
    /// # Errors
    /// As [`Generator::normal`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.laplace(1.0, 2.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.0).abs() < 0.15);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn laplace<'a>(
        &self,
        location: impl Into<Argument<'a>>,
        scale: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let (location, scale) = location_and_scale(location.into(), scale.into())?;
        let uniform = self.inner(checked(shape, &[&location, &scale])?)?;
        let share = rows::subtract(&uniform, 0.5)?;
        let magnitude = rows::log1p(&rows::multiply(&rows::absolute(&share)?, -2.0)?)?;
        moved(&rows::copysign(&magnitude, &share)?, &location, &scale, dtype)
    }

    /// Floats of the logistic distribution around a location.
    ///
    /// # Errors
    /// As [`Generator::normal`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.logistic(1.0, 2.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.0).abs() < 0.2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn logistic<'a>(
        &self,
        location: impl Into<Argument<'a>>,
        scale: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let (location, scale) = location_and_scale(location.into(), scale.into())?;
        let uniform = self.inner(checked(shape, &[&location, &scale])?)?;
        let drawn = rows::subtract(&rows::log(&uniform)?, &rows::log1p(&rows::negative(&uniform)?)?)?;
        moved(&drawn, &location, &scale, dtype)
    }

    /// Floats of the Gumbel distribution, of the maximum of many, around a location.
    ///
    /// # Errors
    /// As [`Generator::normal`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.gumbel(1.0, 2.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - (1.0 + 2.0 * 0.5772)).abs() < 0.15);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn gumbel<'a>(
        &self,
        location: impl Into<Argument<'a>>,
        scale: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let (location, scale) = location_and_scale(location.into(), scale.into())?;
        let uniform = self.inner(checked(shape, &[&location, &scale])?)?;
        let drawn = rows::negative(&rows::log(&rows::negative(&rows::log(&uniform)?)?)?)?;
        moved(&drawn, &location, &scale, dtype)
    }

    /// Floats of the Rayleigh distribution with a mode.
    ///
    /// # Errors
    /// A value error for a negative mode; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.rayleigh(2.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 2.0 * std::f64::consts::FRAC_PI_2.sqrt()).abs() < 0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn rayleigh<'a>(&self, scale: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let scale = Parameter::new(scale.into(), NotNegative, "scale < 0")?;
        let drawn = self.standard_exponential(of_shape(checked(shape, &[&scale])?).dtype(dtype))?;
        rows::multiply(&rows::sqrt(&rows::multiply(&drawn, 2.0)?)?, scale.operand())?.in_dtype(dtype)
    }

    /// Floats of the Pareto distribution of the second kind (Lomax) with a shape.
    ///
    /// # Errors
    /// A value error for a shape that is not positive; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.pareto(5.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 0.25).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn pareto<'a>(&self, a: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let a = Parameter::new(a.into(), Positive, "a <= 0")?;
        let drawn = self.standard_exponential(of_shape(checked(shape, &[&a])?).dtype(dtype))?;
        rows::expm1(&rows::divide(&drawn, a.operand())?)?.in_dtype(dtype)
    }

    /// Floats of the power distribution: `a - 1` is the exponent of its density on [0, 1].
    ///
    /// # Errors
    /// As [`Generator::pareto`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.power(3.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 0.75).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn power<'a>(&self, a: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let a = Parameter::new(a.into(), Positive, "a <= 0")?;
        let drawn = self.standard_exponential(of_shape(checked(shape, &[&a])?).dtype(dtype))?;
        let share = rows::negative(&rows::expm1(&rows::negative(&drawn)?)?)?;
        rows::power(&share, reciprocal(&a)?.operand())?.in_dtype(dtype)
    }

    /// Floats of the Weibull distribution with a shape, and scale 1.
    ///
    /// # Errors
    /// A value error for a negative shape; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.weibull(1.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.0).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn weibull<'a>(&self, a: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let a = Parameter::new(a.into(), NotNegative, "a < 0")?;
        let drawn = self.standard_exponential(of_shape(checked(shape, &[&a])?).dtype(dtype))?;
        // A shape of zero gives zero, as in NumPy.
        let power = rows::power(&drawn, reciprocal(&a)?.operand())?;
        match a {
            Parameter::Number(0.0) => rows::multiply(&drawn, 0.0),
            Parameter::Number(_) => power.in_dtype(dtype),
            Parameter::Array(a) => where_(&rows::equal(&a, 0.0)?, 0.0, &power)?.in_dtype(dtype),
        }
    }

    /// Floats of the triangular distribution on `[left, right]` with a mode.
    ///
    /// # Errors
    /// A value error for numbers that are not in this order, or an empty interval; a type error for a dtype that is not
    /// a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.triangular(0.0, 1.0, 5.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 2.0).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn triangular<'a>(
        &self,
        left: impl Into<Argument<'a>>,
        mode: impl Into<Argument<'a>>,
        right: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let [left, mode, right] = [left.into(), mode.into(), right.into()];
        let [left, mode, right] = [left, mode, right].map(|each| Parameter::new(each, Any, ""));
        let (left, mode, right) = (left?, mode?, right?);
        let rising = difference(&mode, &left)?.within(NotNegative, "left > mode")?;
        let falling = difference(&right, &mode)?.within(NotNegative, "mode > right")?;
        let width = difference(&right, &left)?.within(Positive, "left == right")?;
        let uniform = self.random(checked(shape, &[&left, &mode, &right])?)?;
        let area = |side: &Parameter, share: &Array| {
            rows::sqrt(&rows::multiply(&rows::multiply(share, width.operand())?, side.operand())?)
        };
        let below = rows::add(&area(&rising, &uniform)?, left.operand())?;
        let rest = rows::add(&rows::negative(&uniform)?, 1.0)?;
        let above = rows::subtract(right.operand(), &area(&falling, &rest)?)?;
        let first = rows::less_equal(&rows::multiply(&uniform, width.operand())?, rising.operand())?;
        where_(&first, &below, &above)?.in_dtype(dtype)
    }

    /// Floats of the standard Cauchy distribution.
    ///
    /// # Errors
    /// A type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let middle: f64 = rng.standard_cauchy(10_000)?.median(..)?.item()?.get();
    /// assert!(middle.abs() < 0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn standard_cauchy(&self, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let shape = shape.into_ints();
        rows::divide(
            &self.standard_normal(of_shape(&shape[..]).dtype(dtype))?,
            &self.standard_normal(of_shape(&shape[..]).dtype(dtype))?,
        )
    }

    /// Floats of the gamma distribution with a shape, and scale 1.
    ///
    /// # Errors
    /// A value error for a negative shape parameter; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.standard_gamma(3.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 3.0).abs() < 0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn standard_gamma<'a>(&self, a: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let a = Parameter::new(a.into(), NotNegative, "shape < 0")?;
        self.gammas(&a, shape)?.in_dtype(super::float("standard_gamma", dtype)?)
    }

    /// Floats of the gamma distribution with a shape and a scale.
    ///
    /// # Errors
    /// A value error for a negative parameter; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.gamma(3.0, 2.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 6.0).abs() < 0.2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn gamma<'a>(
        &self,
        a: impl Into<Argument<'a>>,
        scale: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let a = Parameter::new(a.into(), NotNegative, "shape < 0")?;
        let scale = Parameter::new(scale.into(), NotNegative, "scale < 0")?;
        let drawn = self.gammas(&a, checked(shape, &[&a, &scale])?)?;
        rows::multiply(&drawn, scale.operand())?.in_dtype(super::float("gamma", dtype)?)
    }

    /// Floats of the beta distribution.
    ///
    /// # Errors
    /// A value error for a parameter that is not positive; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.beta(1.0, 3.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 0.25).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn beta<'a>(
        &self,
        a: impl Into<Argument<'a>>,
        b: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let (a, b) = (Parameter::new(a.into(), Positive, "a <= 0")?, Parameter::new(b.into(), Positive, "b <= 0")?);
        let row = const { RowId::named("draw_beta") };
        let drawn = self.by_key(row, &[a.operand(), b.operand()], checked(shape, &[&a, &b])?)?;
        drawn.in_dtype(super::float("beta", dtype)?)
    }

    /// Floats of the chi-squared distribution with degrees of freedom.
    ///
    /// # Errors
    /// As [`Generator::beta`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.chisquare(4.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 4.0).abs() < 0.15);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn chisquare<'a>(&self, df: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let df = Parameter::new(df.into(), Positive, "df <= 0")?;
        self.chisquares(&df, checked(shape, &[&df])?)?.in_dtype(super::float("chisquare", dtype)?)
    }

    /// Floats of the F distribution with degrees of freedom of the numerator and of the denominator.
    ///
    /// # Errors
    /// As [`Generator::beta`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.f(4.0, 10.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.25).abs() < 0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn f<'a>(
        &self,
        numerator: impl Into<Argument<'a>>,
        denominator: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let numerator = Parameter::new(numerator.into(), Positive, "dfnum <= 0")?;
        let denominator = Parameter::new(denominator.into(), Positive, "dfden <= 0")?;
        let shape = checked(shape, &[&numerator, &denominator])?;
        let above = rows::divide(&self.chisquares(&numerator, &shape)?, numerator.operand())?;
        let below = rows::divide(&self.chisquares(&denominator, &shape)?, denominator.operand())?;
        rows::divide(&above, &below)?.in_dtype(super::float("f", dtype)?)
    }

    /// Floats of the noncentral chi-squared distribution.
    ///
    /// # Errors
    /// A value error for degrees of freedom that are not positive or a negative noncentrality; a type error for a dtype
    /// that is not real. For an integer dtype the numbers are rounded towards zero.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.noncentral_chisquare(3.0, 2.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 5.0).abs() < 0.2);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn noncentral_chisquare<'a>(
        &self,
        df: impl Into<Argument<'a>>,
        nonc: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let df = Parameter::new(df.into(), Positive, "df <= 0")?;
        let nonc = Parameter::new(nonc.into(), NotNegative, "nonc < 0")?;
        let shape = checked(shape, &[&df, &nonc])?;
        self.noncentral_chisquares(&df, &nonc, &shape)?.in_dtype(super::real("noncentral_chisquare", dtype)?)
    }

    /// Floats of the noncentral F distribution.
    ///
    /// # Errors
    /// As [`Generator::noncentral_chisquare`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.noncentral_f(4.0, 10.0, 2.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.875).abs() < 0.15);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn noncentral_f<'a>(
        &self,
        numerator: impl Into<Argument<'a>>,
        denominator: impl Into<Argument<'a>>,
        nonc: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let numerator = Parameter::new(numerator.into(), Positive, "dfnum <= 0")?;
        let denominator = Parameter::new(denominator.into(), Positive, "dfden <= 0")?;
        let nonc = Parameter::new(nonc.into(), NotNegative, "nonc < 0")?;
        let shape = checked(shape, &[&numerator, &denominator, &nonc])?;
        let above = rows::divide(&self.noncentral_chisquares(&numerator, &nonc, &shape)?, numerator.operand())?;
        let below = rows::divide(&self.chisquares(&denominator, &shape)?, denominator.operand())?;
        rows::divide(&above, &below)?.in_dtype(super::real("noncentral_f", dtype)?)
    }

    /// Floats of Student's t distribution with degrees of freedom.
    ///
    /// # Errors
    /// As [`Generator::beta`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.standard_t(10.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 0.0).abs() < 0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn standard_t<'a>(&self, df: impl Into<Argument<'a>>, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let df = Parameter::new(df.into(), Positive, "df <= 0")?;
        let shape = checked(shape, &[&df])?;
        let normal = self.standard_normal(&*shape)?;
        let spread = rows::sqrt(&rows::divide(&self.chisquares(&df, &shape)?, df.operand())?)?;
        rows::divide(&normal, &spread)?.in_dtype(super::float("standard_t", dtype)?)
    }

    /// Angles of the von Mises distribution around a mean direction, on [-pi, pi].
    ///
    /// # Errors
    /// A value error for a negative concentration; a type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.vonmises(1.0, 4.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 1.0).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn vonmises<'a>(
        &self,
        mu: impl Into<Argument<'a>>,
        kappa: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        use std::f64::consts::{PI, TAU};
        let mu = Parameter::new(mu.into(), Any, "")?;
        let kappa = Parameter::new(kappa.into(), NotNegative, "kappa < 0")?;
        let row = const { RowId::named("draw_vonmises") };
        let drawn = self.by_key(row, &[kappa.operand()], checked(shape, &[&mu, &kappa])?)?;
        let rotated = rows::add(&rows::add(&drawn, mu.operand())?, PI)?;
        rows::subtract(&rows::remainder(&rotated, TAU)?, PI)?.in_dtype(super::float("vonmises", dtype)?)
    }

    /// Floats of the Wald (inverse Gaussian) distribution with a mean and a scale. (Michael, Schucany, Haas,
    /// "Generating random variates using transformations with multiple roots", 1976.)
    ///
    /// # Errors
    /// As [`Generator::beta`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.wald(2.0, 4.0, 10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 2.0).abs() < 0.1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn wald<'a>(
        &self,
        mean: impl Into<Argument<'a>>,
        scale: impl Into<Argument<'a>>,
        shape: impl Into<New>,
    ) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let mean = Parameter::new(mean.into(), Positive, "mean <= 0")?;
        let scale = Parameter::new(scale.into(), Positive, "scale <= 0")?;
        let shape = checked(shape, &[&mean, &scale])?;
        let normal = self.standard_normal(&*shape)?;
        // The smaller root, in a form without cancellation: with t = mean * normal^2 / (2 * scale) it is mean / (1 + t
        // + sqrt(t * (t + 2))).
        let t = rows::divide(&rows::multiply(&rows::square(&normal)?, mean.operand())?, scale.operand())?;
        let t = rows::multiply(&t, 0.5)?;
        let root = rows::sqrt(&rows::multiply(&t, &rows::add(&t, 2.0)?)?)?;
        let smaller = rows::divide(mean.operand(), &rows::add(&rows::add(&t, 1.0)?, &root)?)?;
        let larger = rows::divide(mean.map(|mean| mean * mean, rows::square)?.operand(), &smaller)?;
        let share = rows::divide(mean.operand(), &rows::add(&smaller, mean.operand())?)?;
        let first = rows::less_equal(&self.random(&*shape)?, &share)?;
        where_(&first, &smaller, &larger)?.in_dtype(super::float("wald", dtype)?)
    }

    /// Proportions that sum to one along the last axis, of the Dirichlet distribution with these concentrations, a
    /// vector. The shape is that of the draws, before the axis of the proportions.
    ///
    /// # Errors
    /// A value error for concentrations that are not a vector or are negative.
    ///
    /// ```
    /// # use cuprust::*;
    /// let drawn = random::default_rng(0)?.dirichlet(&array![1.0, 2.0, 3.0], 4)?;
    /// assert_eq!(drawn.shape(), [4, 3]);
    /// assert!(logic::allclose(&drawn.sum(1)?, &ones(4)?, Default::default())?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn dirichlet(&self, concentrations: &Array, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        let &[count] = concentrations.shape() else {
            return Err(Error::value("alpha must be a vector"));
        };
        let mut shape = shape.into_ints().to_vec();
        shape.push(count);
        let alpha = Parameter::new(Argument::Array(concentrations), NotNegative, "alpha < 0")?;
        // Gamma numbers of small shape parameters underflow in float64; their logarithms, computed with the shape
        // parameter plus one and a power of a uniform number, do not.
        let raised = alpha.map(|alpha| alpha + 1.0, |alpha| rows::add(alpha, 1.0))?;
        let gammas = rows::log(&self.gammas(&raised, &shape[..])?)?;
        let shrunk = rows::divide(&rows::log(&self.inner(&shape[..])?)?, alpha.operand())?;
        let logs = rows::add(&gammas, &shrunk)?;
        let shares = rows::exp(&rows::subtract(&logs, &logs.max(crate::axis(-1).keepdims())?)?)?;
        rows::divide(&shares, &shares.sum(crate::axis(-1).keepdims())?)?.in_dtype(super::float("dirichlet", dtype)?)
    }

    /// One number of a row for each key with its parameters.
    pub(super) fn by_key(&self, row: RowId, parameters: &[Argument<'_>], shape: impl IntoInts) -> Result<Array> {
        let keys = self.keys(shape)?;
        let mut operands = parameters.to_vec();
        operands.push(Argument::Array(&keys));
        apply(row, &operands)
    }

    /// Gammas of scale 1, in float64.
    pub(super) fn gammas(&self, a: &Parameter, shape: impl IntoInts) -> Result<Array> {
        let shape = checked(shape, &[a])?;
        self.by_key(const { RowId::named("draw_gamma") }, &[a.operand()], shape)
    }

    fn chisquares(&self, df: &Parameter, shape: impl IntoInts) -> Result<Array> {
        rows::multiply(&self.gammas(&df.map(|df| df / 2.0, |df| rows::multiply(df, 0.5))?, shape)?, 2.0)
    }

    /// A chi-squared number whose degrees of freedom are increased by twice a Poisson number.
    fn noncentral_chisquares(&self, df: &Parameter, nonc: &Parameter, shape: &[i64]) -> Result<Array> {
        let half = nonc.map(|nonc| nonc / 2.0, |nonc| rows::multiply(nonc, 0.5))?;
        let raised = self.by_key(const { RowId::named("draw_poisson") }, &[half.operand()], shape)?;
        let degrees = rows::add(&rows::multiply(&raised.in_dtype(DType::F64)?, 2.0)?, df.operand())?;
        self.chisquares(&Parameter::Array(degrees), shape)
    }

    /// Uniform float64 numbers in the open interval (0, 1).
    pub(super) fn inner(&self, shape: impl IntoInts) -> Result<Array> {
        rows::maximum(&self.random(shape)?, MIN_UNIFORM)
    }
}

fn location_and_scale(location: Argument<'_>, scale: Argument<'_>) -> Result<(Parameter, Parameter)> {
    Ok((Parameter::new(location, Any, "")?, Parameter::new(scale, NotNegative, "scale < 0")?))
}

fn moved(drawn: &Array, location: &Parameter, scale: &Parameter, dtype: DType) -> Result<Array> {
    rows::add(&rows::multiply(drawn, scale.operand())?, location.operand())?.in_dtype(dtype)
}

pub(super) fn difference(high: &Parameter, low: &Parameter) -> Result<Parameter> {
    match (high, low) {
        (Parameter::Number(high), Parameter::Number(low)) => Ok(Parameter::Number(high - low)),
        _ => Ok(Parameter::Array(rows::subtract(high.operand(), low.operand())?)),
    }
}

fn reciprocal(a: &Parameter) -> Result<Parameter> {
    a.map(f64::recip, rows::reciprocal)
}
