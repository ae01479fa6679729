//! The observations along axes that a statistic reduces, and the treatment of NaN among them.

use cuprust::chapters::list_for;
use cuprust::indexing::take_along_axis;
use cuprust::ufunc::{rows, where_};
use cuprust::{
    Array, Bounds, IntoAxes, axis, broadcast_shapes, concatenate, full, normalize_axes, s, shape, sorting, take,
};
use cuprust_ir::{Dims, Error, Result};
use cuprust_num::{DType, promote};
use cuprust_reserve::collected;

/// The treatment of NaN among observations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NanPolicy {
    /// A statistic of NaN is NaN.
    #[default]
    Propagate,
    /// NaN are left out.
    Omit,
    /// They are an error.
    Raise,
}

impl NanPolicy {
    /// The policy of SciPy's name: "propagate", "omit" or "raise".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<NanPolicy> {
        match name {
            "propagate" => Ok(NanPolicy::Propagate),
            "omit" => Ok(NanPolicy::Omit),
            "raise" => Ok(NanPolicy::Raise),
            _ => Err(Error::value("nan_policy must be one of {'propagate', 'raise', 'omit'}")),
        }
    }
}

/// The axes of the observations, and the options that all statistics share.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let a = array![[1.0, f64::NAN, 3.0], [1.0, 2.0, 6.0]];
/// assert_eq!(stats::sem(&a, along(1).omit().keepdims(), 0.0)?.shape(), [2, 1]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Along {
    axes: Option<Dims>,
    nan_policy: NanPolicy,
    keepdims: bool,
}

/// The axes of the observations: all elements are one sample for `..`.
pub fn along(axes: impl IntoAxes) -> Along {
    Along { axes: axes.into_axes(), ..Along::default() }
}

impl Along {
    /// NaN are left out.
    pub fn omit(self) -> Along {
        self.nan_policy(NanPolicy::Omit)
    }

    /// The treatment of NaN.
    pub fn nan_policy(self, nan_policy: NanPolicy) -> Along {
        Along { nan_policy, ..self }
    }

    /// The axes of the observations stay, with extent one.
    pub fn keepdims(self) -> Along {
        self.with_keepdims(true)
    }

    /// The axes of the observations as they were named; none where all are meant.
    pub(in crate::stats) fn named(&self) -> Option<&[i64]> {
        self.axes.as_deref()
    }

    /// Whether a statistic of NaN is NaN.
    pub(in crate::stats) fn propagates(&self) -> bool {
        self.nan_policy == NanPolicy::Propagate
    }

    /// Whether the axes of the observations stay, with extent one.
    pub fn with_keepdims(self, keepdims: bool) -> Along {
        Along { keepdims, ..self }
    }
}

/// The layout of results: how arrays whose last axis has extent one become results.
#[derive(Debug, Clone)]
struct Places {
    /// The axes of the observations in the array that was given.
    axes: Dims,
    keepdims: bool,
}

/// Samples of observations, which lie along the last axis of an array of a floating-point dtype.
///
/// What its methods give has that axis with extent one, so that it broadcasts to the observations; [`Sample::result`]
/// makes a result of it.
#[derive(Clone)]
pub(in crate::stats) struct Sample {
    /// The observations.
    pub values: Array,
    /// Which of them count; all where there is none.
    pub valid: Option<Array>,
    /// Whether a NaN among them makes the statistic NaN.
    pub propagates: bool,
    positions: Places,
}

impl Sample {
    /// The samples of an array. Integers and bools become float64. As in SciPy, a number is a sample of one.
    ///
    /// # Errors
    /// An axis error for axes out of range; a value error for NaN, where the policy says so, and for axes named twice.
    pub fn new(a: &Array, along: &Along) -> Result<Sample> {
        let sample = Sample::as_given(a, along)?;
        Ok(Sample { values: sample.values.inexact()?, ..sample })
    }

    /// The same, with integers and bools unchanged.
    ///
    /// # Errors
    /// As [`Sample::new`].
    pub fn as_given(a: &Array, along: &Along) -> Result<Sample> {
        let array = a.at_least(1);
        let chosen = normalize_axes(along.axes.as_deref(), array.ndim())?;
        let axes: Dims = (0..array.ndim()).filter(|&axis| chosen.contains(axis)).map(|axis| axis as i64).collect();
        let kept: Dims = (0..array.ndim()).filter(|&axis| !chosen.contains(axis)).map(|axis| axis as i64).collect();
        let order: Dims = kept.iter().chain(axes.iter()).copied().collect();
        let extent = |axes: &Dims| axes.iter().map(|&axis| array.shape()[axis as usize]).collect::<Dims>();
        let extents: Dims = extent(&kept).iter().copied().chain([extent(&axes).iter().product()]).collect();
        let values = array.transpose(&order[..])?.reshape(&extents[..])?;
        let positions = Places { axes, keepdims: along.keepdims };
        Sample { values, valid: None, propagates: false, positions }
            .with_policy(a.dtype().is_inexact(), along.nan_policy)
    }

    /// The samples of two arrays whose observations belong together: the arrays broadcast, and where NaN are left out,
    /// what is beside one is too. Both have one dtype.
    ///
    /// # Errors
    /// As [`Sample::new`], and a value error for shapes that do not broadcast.
    pub fn pair(a: &Array, b: &Array, along: &Along) -> Result<[Sample; 2]> {
        let extents = broadcast_shapes(&[a.shape(), b.shape()])?;
        let first = Sample::new(&a.broadcast_to(&extents[..])?, along)?;
        let second = Sample::new(&b.broadcast_to(&extents[..])?, along)?;
        let dtype = promote(first.values.dtype(), second.values.dtype());
        let valid = match (&first.valid, &second.valid) {
            (Some(first), Some(second)) => Some(rows::logical_and(first, second)?),
            (first, second) => first.as_ref().or(second.as_ref()).cloned(),
        };
        let masked = |sample: Sample| -> Result<Sample> {
            Ok(Sample { values: sample.values.in_dtype(dtype)?, valid: valid.clone(), ..sample })
        };
        Ok([masked(first)?, masked(second)?])
    }

    /// The sample with other observations, of which the same count.
    pub fn with(&self, values: Array) -> Sample {
        Sample { values, ..self.clone() }
    }

    /// The sample under a policy, of which elements may be NaN or not.
    fn with_policy(self, may_be_nan: bool, policy: NanPolicy) -> Result<Sample> {
        if !may_be_nan {
            return Ok(self);
        }
        match policy {
            NanPolicy::Propagate => Ok(Sample { propagates: true, ..self }),
            NanPolicy::Omit => {
                let valid = rows::logical_not(&rows::isnan(&self.values)?)?;
                Ok(Sample { valid: Some(valid), ..self })
            }
            NanPolicy::Raise => {
                if rows::any(&rows::isnan(&self.values)?, ..)?.item()?.get() {
                    return Err(Error::value("The input contains nan values"));
                }
                Ok(self)
            }
        }
    }

    /// The number of observations along the axis, those that do not count too.
    pub fn length(&self) -> i64 {
        self.values.shape()[self.values.ndim() - 1]
    }

    /// How many observations count, in the sample's dtype of real numbers: a number without axes where all do.
    pub fn count(&self) -> Result<Array> {
        let dtype = self.values.inexact()?.dtype().real();
        match &self.valid {
            None => full(shape(()).dtype(dtype).on(self.values.device()), self.length() as f64),
            Some(valid) => rows::sum(valid, axis(-1).keepdims().dtype(dtype)),
        }
    }

    /// The sum of terms, one for each observation, over those that count.
    pub fn sum(&self, terms: &Array) -> Result<Array> {
        rows::sum(terms, axis(-1).keepdims().mask(self.valid.as_ref()))
    }

    /// The mean of terms, one for each observation, over those that count: NaN where none does.
    pub fn mean_of(&self, terms: &Array) -> Result<Array> {
        rows::divide(&self.sum(terms)?, &self.count()?)
    }

    /// The mean of the observations.
    pub fn mean(&self) -> Result<Array> {
        self.mean_of(&self.values)
    }

    /// The observations less their mean.
    pub fn deviations(&self) -> Result<Array> {
        rows::subtract(&self.values, &self.mean()?)
    }

    /// The sum of squared deviations from the mean, of their magnitudes for complex numbers.
    pub fn squares(&self) -> Result<Array> {
        let deviations = self.deviations()?;
        let squares = match deviations.dtype().is_complex() {
            true => rows::add(&rows::square(&rows::real(&deviations)?)?, &rows::square(&rows::imag(&deviations)?)?)?,
            false => rows::square(&deviations)?,
        };
        self.sum(&squares)
    }

    /// The variance: squared deviations divided by the count less `ddof`, NaN where that is not positive.
    pub fn variance(&self, ddof: f64) -> Result<Array> {
        let divisor = rows::subtract(&self.count()?, ddof)?;
        let divisor = where_(&rows::greater(&divisor, 0.0)?, &divisor, f64::NAN)?;
        rows::divide(&self.squares()?, &divisor)?.in_dtype(self.values.dtype().real())
    }

    /// The sample of which only those observations count that counted before and are within a mask.
    ///
    /// # Errors
    /// Those of the recording.
    pub fn within(self, mask: Array) -> Result<Sample> {
        let valid = match &self.valid {
            None => mask,
            Some(valid) => rows::logical_and(valid, &mask)?,
        };
        Ok(Sample { valid: Some(valid), ..self })
    }

    /// The observations in ascending order; those that do not count are NaN and come last.
    pub fn sorted(&self) -> Result<Array> {
        sorting::sort(&self.marked()?, Some(-1))
    }

    /// The observations, of which those that do not count are NaN.
    pub fn marked(&self) -> Result<Array> {
        match &self.valid {
            None => Ok(self.values.clone()),
            Some(valid) => where_(valid, &self.values, f64::NAN)?.in_dtype(self.values.dtype()),
        }
    }

    /// A statistic that is no sum, as a rank or an extreme: NaN where a NaN among the observations is to make it so.
    pub fn spoiled(&self, statistic: &Array) -> Result<Array> {
        if !self.propagates {
            return Ok(statistic.clone());
        }
        let spoiled = rows::any(&rows::isnan(&self.values)?, axis(-1).keepdims())?;
        where_(&spoiled, f64::NAN, statistic)?.in_dtype(statistic.dtype())
    }

    /// A statistic that cannot be computed with a mask: it gets arrays of samples of one length, all of whose
    /// observations count, and returns their last axis with extent one. If observations are left out, this waits for
    /// their number, and samples of equal length are processed together.
    pub fn by_length(&self, statistic: impl Fn(&Array) -> Result<Array>) -> Result<Array> {
        let Some(valid) = &self.valid else { return statistic(&self.values) };
        let length = self.length();
        let samples = self.values.reshape((-1, length))?;
        // A stable order in which those that count come first.
        let order = sorting::argsort(&rows::logical_not(&valid.reshape((-1, length))?)?, Some(-1))?;
        let compact = take_along_axis(&samples, &order, 1)?;
        let counts: Vec<i64> = rows::sum(valid, axis(-1).dtype(DType::I64))?.ravel()?.to_vec()?;
        let mut lengths = collected(counts.iter().copied())?;
        lengths.sort_unstable();
        lengths.dedup();
        let (mut order, mut parts) = (list_for::<i64>(counts.len(), "samples")?, Vec::new());
        for length in lengths {
            let begin = order.len();
            order.extend((0i64..).zip(&counts).filter(|(_, count)| **count == length).map(|(row, _)| row));
            let chosen = Array::from_slice(&order[begin..], order.len() - begin, samples.device())?;
            let some = take(&compact, &chosen, 0, Bounds::Raise, None)?;
            parts.push(statistic(&some.at(s![.., ..length])?)?);
        }
        let positions = Array::from_slice(&order, order.len(), samples.device())?;
        let back = sorting::argsort(&positions, Some(0))?;
        let mut extents = Dims::new(self.values.shape());
        extents[self.values.ndim() - 1] = 1;
        take(&concatenate(&parts, 0)?, &back, 0, Bounds::Raise, None)?.reshape(&extents[..])
    }

    /// The result that a statistic is, whose last axis has extent one: the axis is left out, or those of the
    /// observations stay with extent one.
    pub fn result(&self, statistic: &Array) -> Result<Array> {
        let mut extents = Dims::new(self.values.shape());
        extents[self.values.ndim() - 1] = 1;
        let statistic = statistic.broadcast_to(&extents[..])?.squeeze(-1)?;
        match self.positions.keepdims {
            true => statistic.expand_dims(&self.positions.axes[..]),
            false => Ok(statistic),
        }
    }
}
