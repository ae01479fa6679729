//! Functions of the classes of probability distributions that are not in the function table.

use cuprust::{Argument, Array};
use cuprust_scipy::stats::{Distribution, Known, MultivariateNormal, families, fit, fit_multivariate_normal};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::convert::Shape;
use crate::error::{Result, caught, value_error};
use crate::number::{Number, number};
use crate::object::ours;
use crate::operand::array_like;
use crate::random::PyGenerator;

/// A parameter or a variable: a number, an array, or an object that converts to one.
enum NumberOrArray {
    Number(Number),
    Array(Array),
}

impl NumberOrArray {
    fn argument(&self) -> Argument<'_> {
        match self {
            NumberOrArray::Number(number) => Argument::from(*number),
            NumberOrArray::Array(array) => Argument::Array(array),
        }
    }

    /// The array; a number becomes one without axes.
    fn into_array(self) -> cuprust::Result<Array> {
        match self {
            NumberOrArray::Number(number) => cuprust::full((), number),
            NumberOrArray::Array(array) => Ok(array),
        }
    }
}

impl FromPyObject<'_, '_> for NumberOrArray {
    type Error = crate::error::Failure;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> Result<NumberOrArray> {
        if let Some(array) = ours(object) {
            return Ok(NumberOrArray::Array(array.array().clone()));
        }
        match number(object)? {
            Some(number) => Ok(NumberOrArray::Number(number)),
            None => Ok(NumberOrArray::Array(array_like(object)?.into_array())),
        }
    }
}

/// The distribution of a family by its name.
fn law(name: &str, parameters: &[NumberOrArray]) -> cuprust::Result<Distribution<'static>> {
    Distribution::named(name, &parameters.iter().map(NumberOrArray::argument).collect::<Vec<_>>())
}

/// What a method of a distribution gives: `x` is the variable, the probability or the order, where it takes one.
#[pyfunction(name = "_distribution")]
fn distribution(
    py: Python<'_>,
    name: &str,
    method: &str,
    parameters: Vec<NumberOrArray>,
    x: Option<NumberOrArray>,
) -> Result<Vec<NdArray>> {
    let order = match (&x, method) {
        (Some(NumberOrArray::Number(number)), "moment") => whole(*number)?,
        (_, "moment") => return Err(value_error("Moment must be an integer.")),
        _ => 0,
    };
    let found: Option<Vec<Array>> = py.detach(|| {
        caught(|| {
            let law = law(name, &parameters)?;
            let one = |result: cuprust::Result<Array>| Ok(Some(vec![result?]));
            let two = |result: cuprust::Result<(Array, Array)>| result.map(|(a, b)| Some(vec![a, b]));
            match (method, x.as_ref().map(NumberOrArray::argument)) {
                ("pdf", Some(x)) => one(law.pdf(x)),
                ("logpdf", Some(x)) => one(law.logpdf(x)),
                ("pmf", Some(x)) => one(law.pmf(x)),
                ("logpmf", Some(x)) => one(law.logpmf(x)),
                ("cdf", Some(x)) => one(law.cdf(x)),
                ("logcdf", Some(x)) => one(law.logcdf(x)),
                ("sf", Some(x)) => one(law.sf(x)),
                ("logsf", Some(x)) => one(law.logsf(x)),
                ("ppf", Some(x)) => one(law.ppf(x)),
                ("isf", Some(x)) => one(law.isf(x)),
                ("interval", Some(x)) => two(law.interval(x)),
                ("moment", Some(_)) => one(law.moment(order)),
                ("mean", None) => one(law.mean()),
                ("var", None) => one(law.var()),
                ("std", None) => one(law.std()),
                ("median", None) => one(law.median()),
                ("entropy", None) => one(law.entropy()),
                ("support", None) => two(law.support()),
                ("stats", None) => Ok(Some(law.stats()?.into())),
                _ => Ok(None),
            }
        })
    })?;
    match found {
        Some(found) => Ok(found.into_iter().map(NdArray::new).collect()),
        None => Err(value_error(format!("a distribution has no method {method}"))),
    }
}

/// The order of a moment.
///
/// # Errors
/// A value error for a number that is not an integer.
fn whole(order: Number) -> Result<i64> {
    use cuprust::Value;
    let value = match order {
        Number::Weak(value) => value,
        Number::Strong(scalar) => scalar.value(),
    };
    match value {
        Value::Bool(value) => Ok(i64::from(value)),
        Value::Int(value) if i64::try_from(value).is_ok() => Ok(value as i64),
        Value::Float(value) if value == value.floor() && value.abs() < 1e15 => Ok(value as i64),
        _ => Err(value_error("Moment must be an integer.")),
    }
}

/// Random variates of a distribution, of the shape that its parameters broadcast to where none is given.
#[pyfunction(name = "_variates")]
fn variates(
    py: Python<'_>,
    name: &str,
    parameters: Vec<NumberOrArray>,
    size: Option<Shape>,
    generator: &Bound<'_, PyGenerator>,
) -> Result<NdArray> {
    let generator = generator.get().generator()?;
    let drawn =
        py.detach(|| caught(|| law(name, &parameters)?.drawn(size.as_ref().map(|size| &size.0[..]), generator)))?;
    Ok(NdArray::new(drawn))
}

/// The likeliest shape parameters, location and scale of a family for a sample, of which some may be known, and others
/// the beginning of a search: both are given for all of them.
#[pyfunction(name = "_fitted")]
fn fitted(
    py: Python<'_>,
    name: &str,
    data: NumberOrArray,
    known: Vec<Option<f64>>,
    start: Vec<Option<f64>>,
) -> Result<Vec<f64>> {
    let (Some((shapes, [loc, scale])), Some((first, [first_loc, first_scale]))) =
        (known.split_last_chunk(), start.split_last_chunk())
    else {
        return Err(value_error("a fit needs a location and a scale"));
    };
    let mut fixed = Known::default().shapes(shapes).start(first, *first_loc, *first_scale);
    if let Some(loc) = loc {
        fixed = fixed.loc(*loc);
    }
    if let Some(scale) = scale {
        fixed = fixed.scale(*scale);
    }
    py.detach(|| caught(|| fit(name, &data.into_array()?, &fixed)))
}

/// The families: their names, those of their shape parameters, and whether they are discrete.
#[pyfunction(name = "_families")]
fn all_families() -> Vec<(&'static str, Vec<&'static str>, bool)> {
    families().map(|(name, shapes, discrete)| (name, shapes.to_vec(), discrete)).collect()
}

/// The multivariate normal distribution of a mean and a covariance, decomposed once.
#[pyclass(frozen, name = "_MultivariateNormal", module = "cuprust._core")]
struct PyMultivariateNormal(MultivariateNormal);

#[pymethods]
impl PyMultivariateNormal {
    #[new]
    fn new(
        py: Python<'_>,
        mean: Option<NumberOrArray>,
        cov: Option<NumberOrArray>,
        allow_singular: bool,
    ) -> Result<Self> {
        Ok(PyMultivariateNormal(py.detach(|| {
            caught(|| {
                let [mean, cov] = [mean, cov].map(|parameter| parameter.map(NumberOrArray::into_array).transpose());
                MultivariateNormal::new(mean?.as_ref(), cov?.as_ref(), allow_singular)
            })
        })?))
    }

    #[getter]
    fn mean(&self) -> NdArray {
        NdArray::new(self.0.mean().clone())
    }

    #[getter]
    fn cov(&self) -> NdArray {
        NdArray::new(self.0.cov().clone())
    }

    fn pdf(&self, py: Python<'_>, x: NumberOrArray) -> Result<NdArray> {
        Ok(NdArray::new(py.detach(|| caught(|| self.0.pdf(&x.into_array()?)))?))
    }

    fn logpdf(&self, py: Python<'_>, x: NumberOrArray) -> Result<NdArray> {
        Ok(NdArray::new(py.detach(|| caught(|| self.0.logpdf(&x.into_array()?)))?))
    }

    fn entropy(&self) -> Result<NdArray> {
        Ok(NdArray::new(caught(|| cuprust::full((), self.0.entropy()))?))
    }

    fn rvs(&self, py: Python<'_>, size: Shape, generator: &Bound<'_, PyGenerator>) -> Result<NdArray> {
        let generator = generator.get().generator()?;
        Ok(NdArray::new(py.detach(|| caught(|| self.0.rvs(&size.0[..], generator)))?))
    }
}

/// The likeliest mean and covariance for the rows of a matrix, of which either may be known.
#[pyfunction(name = "_fitted_multivariate_normal")]
fn fitted_multivariate_normal(
    py: Python<'_>,
    x: NumberOrArray,
    mean: Option<NumberOrArray>,
    cov: Option<NumberOrArray>,
) -> Result<(NdArray, NdArray)> {
    let (mean, cov) = py.detach(|| {
        caught(|| {
            let [mean, cov] = [mean, cov].map(|parameter| parameter.map(NumberOrArray::into_array).transpose());
            fit_multivariate_normal(&x.into_array()?, mean?.as_ref(), cov?.as_ref())
        })
    })?;
    Ok((NdArray::new(mean), NdArray::new(cov)))
}

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(distribution, module)?)?;
    module.add_function(wrap_pyfunction!(variates, module)?)?;
    module.add_function(wrap_pyfunction!(fitted, module)?)?;
    module.add_function(wrap_pyfunction!(all_families, module)?)?;
    module.add_function(wrap_pyfunction!(fitted_multivariate_normal, module)?)?;
    module.add_class::<PyMultivariateNormal>()
}
