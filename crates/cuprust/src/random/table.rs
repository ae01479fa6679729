//! The declarations of a generator's methods.

use cuprust_num::{DType, Value};

use super::{Generator, seed_of};
use crate::table::{Out, Shape, Source, functions};
use crate::{Argument, Array, Dims, Error, Result};

/// The shape of draws: where none is given, one number, as an array without axes.
fn of(size: Option<Shape>) -> Dims {
    size.map_or(Dims::EMPTY, |shape| shape.0)
}

/// The dtype of floats.
fn float(dtype: Option<DType>) -> DType {
    dtype.unwrap_or(DType::F64)
}

/// A parameter of a distribution.
///
/// # Errors
/// Not implemented for an array with axes, a type error for a complex number.
fn parameter(value: Argument) -> Result<f64> {
    let value = match value {
        Argument::Array(array) if array.ndim() == 0 => array.item()?.value(),
        Argument::Array(_) => {
            return Err(Error::not_implemented(
                "parameters of distributions that are arrays are not built yet: draw from the standard distribution, then scale and shift",
            ));
        }
        Argument::Value(value) => value,
        Argument::Scalar(scalar) => scalar.value(),
    };
    match value {
        Value::Bool(value) => Ok(f64::from(value)),
        Value::Int(value) => Ok(value as f64),
        Value::Float(value) => Ok(value),
        Value::Complex(_) => Err(Error::type_("a parameter of a distribution must be a real number, not complex")),
    }
}

/// The probabilities of a choice, which are waited for.
///
/// # Errors
/// A value error for another number of axes than one.
fn probabilities(p: Source) -> Result<Vec<f64>> {
    let p = p.array(Some(DType::F64))?;
    if p.ndim() != 1 {
        return Err(Error::value("'p' must be 1-dimensional"));
    }
    p.to_vec()
}

functions! {
    in "cuprust.random.Generator";

    /// Floats uniform on [0, 1), in an array of a shape, or written to `out`.
    ///
    /// Raises TypeError for a dtype that is not a real float, or not that of `out`, ValueError for another size than that of `out`.
    ///
    /// >>> cp.random.default_rng(0).random((2, 3)).shape
    /// (2, 3)
    fn random(generator: &Generator, size: Option<Shape> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        let Some(out) = out.0 else { return generator.random(of(size), float(dtype)) };
        if size.is_some_and(|size| *size.0 != *out.shape()) {
            return Err(Error::value("size must match out.shape when used together"));
        }
        if dtype.is_some_and(|dtype| dtype != out.dtype()) {
            return Err(Error::type_(format!("Supplied output array has the wrong type: it is {}", out.dtype())));
        }
        generator.random(out.shape(), out.dtype())?.into_out(Some(out))
    }

    /// Integers from `low` to `high`, `high` itself only where `endpoint` says so; from zero to `low` where `high` is not given.
    ///
    /// Raises ValueError where there are no such integers, or the dtype does not hold them.
    ///
    /// >>> cp.random.default_rng(0).integers(3, size=5).max() < 3
    /// array(True)
    fn integers(
        generator: &Generator, low: i128, high: Option<i128> = None, size: Option<Shape> = None, dtype: Option<DType> = None,
        endpoint: bool = False
    ) -> Array {
        let (low, high) = high.map_or((0, low), |high| (low, high));
        generator.integers(low, high, endpoint, of(size), dtype.unwrap_or(DType::I64))
    }

    /// Numbers of the standard normal distribution.
    ///
    /// Raises TypeError for a dtype that is not a real float.
    ///
    /// >>> cp.random.default_rng(0).standard_normal(3).dtype
    /// dtype('float64')
    fn standard_normal(generator: &Generator, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        generator.standard_normal(of(size), float(dtype))
    }

    /// Numbers of a normal distribution with a mean and a standard deviation.
    ///
    /// Raises ValueError for a negative deviation.
    ///
    /// >>> cp.random.default_rng(0).normal(5, 0, size=2)
    /// array([5., 5.])
    fn normal(
        generator: &Generator, loc: Argument = 0.0, scale: Argument = 1.0, size: Option<Shape> = None,
        dtype: Option<DType> = None
    ) -> Array {
        generator.normal(parameter(loc)?, parameter(scale)?, of(size), float(dtype))
    }

    /// Floats uniform on [low, high).
    ///
    /// Raises OverflowError where the interval is not finite.
    ///
    /// >>> cp.random.default_rng(0).uniform(2, 3, 4).min() >= 2
    /// array(True)
    fn uniform(
        generator: &Generator, low: Argument = 0.0, high: Argument = 1.0, size: Option<Shape> = None,
        dtype: Option<DType> = None
    ) -> Array {
        generator.uniform(parameter(low)?, parameter(high)?, of(size), float(dtype))
    }

    /// Numbers of an exponential distribution with a mean.
    ///
    /// Raises ValueError for a negative mean.
    ///
    /// >>> cp.random.default_rng(0).exponential(2.0, 4).min() >= 0
    /// array(True)
    fn exponential(
        generator: &Generator, scale: Argument = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        generator.exponential(parameter(scale)?, of(size), float(dtype))
    }

    /// Elements of a vector, or integers below a number, drawn with or without repetition, each with its probability.
    ///
    /// Raises ValueError where there is nothing to choose from, or the probabilities are not as many, not positive or do not sum to one.
    ///
    /// >>> cp.random.default_rng(0).choice([7, 8, 9], 2, p=[0, 1, 0])
    /// array([8, 8])
    fn choice(
        generator: &Generator, a: Source, size: Option<Shape> = None, replace: bool = True, p: Option<Source> = None
    ) -> Array {
        let chances = p.map(probabilities).transpose()?;
        match a.integer()? {
            Some(count) => generator.choice(count, of(size), replace, chances.as_deref()),
            None => generator.choice_of(&a.array(None)?, of(size), replace, chances.as_deref()),
        }
    }

    /// The integers below a number in random order; of an array, a copy with its first axis in random order. Waits for the draw.
    ///
    /// Raises TypeError for an array without axes.
    ///
    /// >>> cp.sort(cp.random.default_rng(0).permutation(4))
    /// array([0, 1, 2, 3])
    fn permutation(generator: &Generator, x: Source) -> Array {
        match x.integer()? {
            Some(count) => generator.permutation(count),
            None => generator.permutation_of(&x.array(None)?),
        }
    }

    /// Begins anew from a seed; from a fresh one where none is given.
    ///
    /// Raises ValueError for a negative seed.
    ///
    /// >>> generator = cp.random.default_rng(0)
    /// >>> first = generator.random()
    /// >>> generator.seed(0)
    /// >>> generator.random() == first
    /// array(True)
    fn seed(generator: &Generator, seed: Option<i128> = None) -> () {
        generator.seed(seed_of(seed)?);
        Ok(())
    }
}
