//! The samples of a test: independent ones, which may differ in length, and paired ones, whose observations belong to
//! each other.

use cuprust::chapters::warn;
use cuprust::ufunc::rows;
use cuprust::{Array, DType, Warning, broadcast_shapes, concatenate, full, normalize_axes, promote_all, shape};
use cuprust_ir::{Dims, Error, Result};

use super::observations::{Along, Sample};
use super::ranks::slice;
use crate::stats::terms::Term;

/// The samples of a test, and where they are too small for it.
pub(in crate::stats) struct Test {
    /// The samples, of one dtype, float32 at least, whose axes except the last one are equal.
    pub samples: Vec<Sample>,
    /// Where a sample has too few observations.
    small: Term,
    /// Whether it is too small for a reason of which the program was warned.
    warned: bool,
    /// Whether the observations were vectors, which decides SciPy's warning.
    vectors: bool,
    /// The dtype of results.
    dtype: DType,
}

/// The dtype of a statistic of arrays.
///
/// # Errors
/// A type error for complex numbers.
pub(in crate::stats) fn common_dtype(arrays: &[&Array]) -> Result<DType> {
    let dtype = promote_all(arrays.iter().map(|array| array.dtype())).unwrap_or(DType::F64);
    if dtype.is_complex() {
        return Err(Error::type_("statistics of complex numbers are not defined"));
    }
    Ok(if dtype.is_inexact() { dtype } else { DType::F64 })
}

/// The dtype that a test computes in for results of a dtype: half precision is too narrow for sums of ranks.
fn computed_in(dtype: DType) -> DType {
    if matches!(dtype, DType::F16 | DType::BF16) { DType::F32 } else { dtype }
}

fn incompatible() -> Error {
    Error::value("Array shapes are incompatible for broadcasting.")
}

/// The arrays with all axes as observations, as the last one of as many as the array of most has.
fn flattened(arrays: &[&Array], rank: usize) -> Result<Vec<Array>> {
    let flat = |array: &&Array| {
        let mut extents = vec![1; rank];
        extents[rank - 1] = array.size();
        array.reshape(&extents[..])
    };
    arrays.iter().map(flat).collect()
}

/// The arrays broadcast along the axes that are no observations.
fn broadcast_beside(arrays: &[&Array], rank: usize, axes: &[i64]) -> Result<Vec<Array>> {
    let arrays: Vec<Array> = arrays.iter().map(|array| array.at_least(rank)).collect();
    let chosen = normalize_axes(Some(axes), rank)?;
    let others = |array: &Array| {
        array.shape().iter().enumerate().map(|(axis, &extent)| if chosen.contains(axis) { 1 } else { extent }).collect()
    };
    let shapes: Vec<Dims> = arrays.iter().map(others).collect();
    let shapes: Vec<&[i64]> = shapes.iter().map(|shape| &shape[..]).collect();
    let broadcast = broadcast_shapes(&shapes).map_err(|_| incompatible())?;
    let own = |array: &Array| {
        let extent = |axis: usize| if chosen.contains(axis) { array.shape()[axis] } else { broadcast[axis] };
        array.broadcast_to((0..rank).map(extent).collect::<Dims>())
    };
    arrays.iter().map(own).collect()
}

/// The arrays broadcast along the axes but one, which becomes the last.
///
/// # Errors
/// An axis error for an axis out of range, a value error for shapes that do not broadcast.
pub(in crate::stats) fn observations(arrays: &[&Array], axis: i64) -> Result<Vec<Array>> {
    let rank = arrays.iter().map(|array| array.ndim()).max().unwrap_or(0).max(1);
    broadcast_beside(arrays, rank, &[axis])?.iter().map(|array| array.moveaxis(axis, -1)).collect()
}

impl Test {
    /// Samples that are independent of each other, of which each needs this many observations. Axes that are no
    /// observations broadcast; all elements of each array are one sample where no axis is named.
    ///
    /// # Errors
    /// As [`Sample::new`]; a value error for shapes that do not broadcast, a type error for complex numbers.
    pub fn independent(arrays: &[&Array], along: &Along, least: i64) -> Result<Test> {
        let dtype = common_dtype(arrays)?;
        let rank = arrays.iter().map(|array| array.ndim()).max().unwrap_or(0).max(1);
        let placed = match along.named() {
            None => flattened(arrays, rank)?,
            Some(axes) => broadcast_beside(arrays, rank, axes)?,
        };
        let wide = computed_in(dtype);
        let samples = placed.iter().map(|array| Sample::new(array, along)?.in_dtype(wide)).collect::<Result<_>>()?;
        Test::of(samples, least, dtype)
    }

    /// Samples whose observations belong to each other: the arrays broadcast, or are flattened where no axis is named,
    /// and where NaN are left out, what is beside one is too.
    ///
    /// # Errors
    /// As [`Test::independent`].
    pub fn paired(arrays: &[&Array], along: &Along, least: i64) -> Result<Test> {
        let dtype = common_dtype(arrays)?;
        let rank = arrays.iter().map(|array| array.ndim()).max().unwrap_or(0).max(1);
        let placed: Vec<Array> = match along.named() {
            None => {
                let flat = flattened(arrays, rank)?;
                let shortest = arrays.iter().map(|array| array.size()).min().unwrap_or(0);
                match arrays.iter().all(|array| array.size() == shortest) {
                    true => flat,
                    // As in SciPy, a sample that is too small is reported before shapes that do not match.
                    false if shortest < least => {
                        flat.iter().map(|array| slice(array, 0, shortest)).collect::<Result<_>>()?
                    }
                    false => return Err(incompatible()),
                }
            }
            Some(_) => arrays.iter().map(|array| array.at_least(rank)).collect(),
        };
        let shapes: Vec<&[i64]> = placed.iter().map(Array::shape).collect();
        let extents = broadcast_shapes(&shapes).map_err(|_| incompatible())?;
        let wide = computed_in(dtype);
        let sample = |array: &Array| Sample::new(&array.broadcast_to(&extents)?, along)?.in_dtype(wide);
        let mut samples = placed.iter().map(sample).collect::<Result<Vec<_>>>()?;
        let mut valid: Option<Array> = None;
        for own in samples.iter().filter_map(|sample| sample.valid.as_ref()) {
            valid = Some(valid.map_or_else(|| Ok(own.clone()), |valid| rows::logical_and(&valid, own))?);
        }
        samples.iter_mut().for_each(|sample| sample.valid.clone_from(&valid));
        Test::of(samples, least, dtype)
    }

    fn of(samples: Vec<Sample>, least: i64, dtype: DType) -> Result<Test> {
        let small = if samples.iter().any(|sample| sample.length() < least) {
            Term::Number(1.0)
        } else {
            let fewer = |sample: &Sample| sample.n().lt(least);
            samples.iter().map(fewer).fold(Term::Number(0.0), |any, small| any.or(small))
        };
        let vectors = samples.iter().all(|sample| sample.values.ndim() <= 1);
        Ok(Test { samples, small, vectors, warned: false, dtype })
    }

    /// The same, too small where a condition of its own is true, a number where shapes decide.
    pub fn small_where(self, condition: impl Fn(&[Sample]) -> Term) -> Test {
        let small = self.small.or(condition(&self.samples));
        Test { small, ..self }
    }

    /// The same, without SciPy's warning for samples that are too small.
    pub fn quietly_small_where(self, condition: impl Fn(&[Sample]) -> Term) -> Test {
        let before = self.small.number();
        let test = self.small_where(condition);
        Test { warned: before == Some(0.0), ..test }
    }

    /// The dtype of results.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The results of the test in the samples' dtype, each NaN where samples are too small or have a NaN that is not
    /// left out.
    ///
    /// The first error of the computation.
    pub fn run<const N: usize>(&self, compute: impl FnOnce(&[Sample]) -> Result<[Term; N]>) -> Result<[Array; N]> {
        self.run_in(self.dtype(), compute)
    }

    /// The same, with results of a dtype.
    ///
    /// # Errors
    /// As [`Test::run`].
    pub fn run_in<const N: usize>(
        &self,
        dtype: DType,
        compute: impl FnOnce(&[Sample]) -> Result<[Term; N]>,
    ) -> Result<[Array; N]> {
        let first = &self.samples[0];
        let small = self.small.number().is_some_and(|small| small != 0.0);
        // As in SciPy, results that are NaN because of shapes have the samples' dtype.
        let dtype = if small { self.dtype() } else { dtype };
        let terms = if small {
            self.warn()?;
            let device = first.values.device();
            std::array::from_fn(|_| Term::from(full(shape(()).dtype(dtype).on(device), f64::NAN)))
        } else {
            let spoils = |sample: &&Sample| sample.propagates;
            let nan = |sample: &Sample| Term::from(&sample.values).is_nan().any();
            let spoiled = self.samples.iter().filter(spoils).map(nan).fold(self.small.clone(), |any, own| any.or(own));
            compute(&self.samples)?.map(|term| term.nan_where(&spoiled))
        };
        let device = first.values.device();
        let finished = terms.map(|term| match term {
            Term::Number(number) => full(shape(()).dtype(dtype).on(device), number).and_then(|own| first.result(&own)),
            term => first.result(&term.done(dtype)?),
        });
        let mut arrays = Vec::new();
        for array in finished {
            arrays.push(array?);
        }
        arrays.try_into().map_err(|_| Error::runtime("a test has as many results as it computes"))
    }

    /// Warns as SciPy does of shapes that are too small: of vectors, and of arrays without observations that have
    /// results nevertheless.
    fn warn(&self) -> Result<()> {
        let values = &self.samples[0].values;
        let results: i64 = values.shape()[..values.ndim() - 1].iter().product();
        let empty = self.samples.iter().any(|sample| sample.values.size() == 0);
        let text = match self.vectors {
            _ if self.warned => return Ok(()),
            true => "One or more sample arguments is too small; all returned values will be NaN.",
            false if empty && results != 0 => {
                "All axis-slices of one or more sample arguments are too small; all elements of returned arrays will \
                 be NaN."
            }
            false => return Ok(()),
        };
        warn(Warning::Of("cuprust.scipy.stats", "SmallSampleWarning"), text)
    }
}

impl Sample {
    /// The sample in a floating-point dtype.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn in_dtype(self, dtype: DType) -> Result<Sample> {
        Ok(self.with(self.values.in_dtype(dtype)?))
    }

    /// The observations.
    pub fn x(&self) -> Term {
        Term::from(&self.values)
    }

    /// How many observations count: a number where shapes tell.
    pub fn n(&self) -> Term {
        match &self.valid {
            None => Term::Number(self.length() as f64),
            Some(_) => self.count().into(),
        }
    }

    /// The sum of terms, one for each observation, over those that count.
    pub fn total(&self, terms: impl Into<Term>) -> Term {
        terms.into().sum(self.valid.as_ref())
    }

    /// The mean of terms, one for each observation, over those that count.
    pub fn average(&self, terms: impl Into<Term>) -> Term {
        self.total(terms) / self.n()
    }

    /// The sum of squared deviations of terms from their mean.
    pub fn squares_of(&self, terms: impl Into<Term>) -> Term {
        let terms = terms.into();
        self.total((&terms - self.average(&terms)).squared())
    }

    /// The variance of terms with a number subtracted from the count.
    pub fn variance_of(&self, terms: impl Into<Term>, ddof: f64) -> Term {
        self.squares_of(terms) / (self.n() - ddof)
    }

    /// Whether a condition is true of any sample, where no NaN is among the observations of any; else of each sample
    /// for itself. That is how SciPy chooses among methods: for all samples at once, unless it takes them one by one
    /// because of NaN.
    pub fn any_or_each(&self, condition: &Term) -> Term {
        if self.valid.is_none() && !self.propagates {
            return condition.with(|condition| rows::any(condition, ..));
        }
        let nan = self.x().is_nan().with(|nan| rows::any(nan, ..));
        nan.choose(condition, condition.with(|condition| rows::any(condition, ..)))
    }

    /// Whether all observations that count are equal.
    pub fn is_constant(&self) -> Term {
        self.x().max(self.valid.as_ref()).equals(self.x().min(self.valid.as_ref()))
    }
}

/// The observations of several samples one after another, as one sample.
///
/// # Errors
/// Where there is no memory.
pub(in crate::stats) fn joined(samples: &[Sample]) -> Result<Sample> {
    let values: Vec<&Array> = samples.iter().map(|sample| &sample.values).collect();
    let values = concatenate(&values, -1)?;
    let valid = if samples.iter().any(|sample| sample.valid.is_some()) {
        let own = |sample: &Sample| match &sample.valid {
            Some(valid) => Ok(valid.clone()),
            None => full(shape(sample.values.shape()).dtype(DType::Bool).on(sample.values.device()), true),
        };
        let each = samples.iter().map(own).collect::<Result<Vec<_>>>()?;
        Some(concatenate(&each, -1)?)
    } else {
        None
    };
    let propagates = samples.iter().any(|sample| sample.propagates);
    let mut sample = samples[0].with(values);
    (sample.valid, sample.propagates) = (valid, propagates);
    Ok(sample)
}
