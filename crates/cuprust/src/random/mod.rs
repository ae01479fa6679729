//! Random numbers by Philox4x32-10: the counters a draw takes are reserved when it is recorded, so results depend on the
//! seed and the order of the calls alone, on every device.

pub(crate) mod table;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, OnceLock, PoisonError};

use cuprust_ir::{Error, Opcode, Result, shape_text};
use cuprust_num::{DType, Kind, Scalar, integer_range};
use cuprust_ops::{Distribution, Routine};

use crate::Array;
use crate::array::IntoInts;
use crate::creation::zeros;
use crate::runtime::{Device, DeviceKind, Input};
use crate::ufunc::rows;

/// A source of random numbers on a device.
#[derive(Debug)]
pub struct Generator {
    device: Device,
    state: Mutex<GeneratorState>,
}

/// All there is to know of a generator: with it, a run can be repeated from any point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneratorState {
    /// The key of the Philox function.
    pub seed: u64,
    /// The first counter that no draw has taken.
    pub counter: u64,
}

impl Generator {
    /// A generator of numbers on a device. Equal seeds give equal numbers.
    pub fn new(seed: u64, device: Device) -> Generator {
        Generator { device, state: Mutex::new(GeneratorState { seed, counter: 0 }) }
    }

    /// A generator whose seed nobody knows.
    pub fn unseeded(device: Device) -> Generator {
        Generator::new(fresh_seed(), device)
    }

    /// The device its arrays are on.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Begins anew from a seed.
    pub fn seed(&self, seed: u64) {
        self.set_state(GeneratorState { seed, counter: 0 });
    }

    /// Where it stands.
    pub fn state(&self) -> GeneratorState {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes on from where a state was taken.
    pub fn set_state(&self, state: GeneratorState) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    fn draw(&self, distribution: Distribution, shape: &[i64], dtype: DType, parameters: &[Scalar]) -> Result<Array> {
        let out = Array::empty(shape, dtype, self.device)?;
        // A counter gives 128 bits: four elements of up to 32, two of 64.
        let each = match (distribution, dtype) {
            (Distribution::Integers, _) | (_, DType::F64) => 2,
            _ => 4,
        };
        let taken = (out.size() as u64).div_ceil(each);
        let GeneratorState { seed, counter } = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let before = *state;
            state.counter = state.counter.wrapping_add(taken);
            before
        };
        if out.size() != 0 {
            let head = [Input::Scalar(Scalar::new(seed)), Input::Scalar(Scalar::new(counter))];
            let inputs: Vec<Input> =
                head.into_iter().chain(parameters.iter().map(|&scalar| Input::Scalar(scalar))).collect();
            let opcode = Opcode::Routine(Routine::Random { distribution });
            self.device.lock()?.record(opcode, shape, &[out.output()], &inputs)?;
        }
        Ok(out)
    }

    /// Floats uniform on [0, 1).
    ///
    /// # Errors
    /// A type error for a dtype that is not a real float.
    pub fn random(&self, shape: impl IntoInts, dtype: DType) -> Result<Array> {
        self.draw(Distribution::Uniform, &shape.into_ints(), float("random", dtype)?, &[])
    }

    /// Floats of the standard normal distribution.
    ///
    /// # Errors
    /// A type error for a dtype that is not a real float.
    pub fn standard_normal(&self, shape: impl IntoInts, dtype: DType) -> Result<Array> {
        self.draw(Distribution::Normal, &shape.into_ints(), float("standard_normal", dtype)?, &[])
    }

    /// Integers from `low` to `high`, with `high` itself only where `endpoint` says so.
    ///
    /// # Errors
    /// A value error where there is no such integer, or a bound does not fit the dtype; a type error for a dtype that is
    /// neither integer nor bool.
    pub fn integers(&self, low: i128, high: i128, endpoint: bool, shape: impl IntoInts, dtype: DType) -> Result<Array> {
        if !matches!(dtype.kind(), Kind::Bool | Kind::Signed | Kind::Unsigned) {
            return Err(Error::type_(format!(
                "integers: unsupported dtype {dtype}, it must be an integer dtype or bool"
            )));
        }
        let last = if endpoint { high } else { high.saturating_sub(1) };
        let (smallest, largest) = integer_range(dtype);
        if low < smallest {
            return Err(Error::value(format!("low is out of bounds for {dtype}")));
        }
        if last > largest {
            return Err(Error::value(format!("high is out of bounds for {dtype}")));
        }
        if low > last {
            return Err(Error::value(if endpoint { "low > high" } else { "low >= high" }));
        }
        let bound = |value: i128| match dtype {
            DType::U64 => Scalar::new(value as u64),
            _ => Scalar::new(value as i64),
        };
        self.draw(Distribution::Integers, &shape.into_ints(), dtype, &[bound(low), bound(last)])
    }

    /// Floats uniform on `[low, high)`.
    ///
    /// # Errors
    /// An overflow error where the interval is not finite; a type error for a dtype that is not a real float.
    pub fn uniform(&self, low: f64, high: f64, shape: impl IntoInts, dtype: DType) -> Result<Array> {
        if !(high - low).is_finite() {
            return Err(Error::overflow("Range exceeds valid bounds"));
        }
        scaled(&self.random(shape, dtype)?, high - low, low)
    }

    /// Floats of the normal distribution with a mean and a standard deviation.
    ///
    /// # Errors
    /// A value error for a negative deviation; a type error for a dtype that is not a real float.
    pub fn normal(&self, mean: f64, deviation: f64, shape: impl IntoInts, dtype: DType) -> Result<Array> {
        if deviation < 0.0 || deviation.is_nan() {
            return Err(Error::value("scale < 0"));
        }
        scaled(&self.standard_normal(shape, dtype)?, deviation, mean)
    }

    /// Floats of the exponential distribution with a mean.
    ///
    /// # Errors
    /// A value error for a negative mean; a type error for a dtype that is not a real float.
    pub fn exponential(&self, mean: f64, shape: impl IntoInts, dtype: DType) -> Result<Array> {
        if mean < 0.0 || mean.is_nan() {
            return Err(Error::value("scale < 0"));
        }
        let uniform = self.random(shape, dtype)?;
        let log = rows::log1p(&rows::negative(&uniform)?)?;
        rows::multiply(&log, -mean)
    }

    /// The integers from 0 to `n` in random order, as int64. It waits for the draw.
    ///
    /// # Errors
    /// A value error for a negative number.
    pub fn permutation(&self, n: i64) -> Result<Array> {
        if n < 0 {
            return Err(Error::value("permutation: the number of elements must not be negative"));
        }
        let keys = self.integers(0, u64::MAX as i128, true, [n], DType::U64)?.to_vec::<u64>()?;
        let mut order: Vec<i64> = (0..n).collect();
        order.sort_by_key(|&place| keys[place as usize]);
        Array::from_slice(&order, [n], self.device)
    }

    /// A copy of an array with its first axis in random order. It waits for the draw.
    ///
    /// # Errors
    /// A type error for an array without axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let generator = random::Generator::new(0, Device::cpu());
    /// let rows = generator.permutation_of(&array![[1, 2], [3, 4]].to_device(Device::cpu())?)?;
    /// assert_eq!(rows.sum(..)?.to_string(), "10");
    /// assert_eq!(rows.shape(), [2, 2]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn permutation_of(&self, array: &Array) -> Result<Array> {
        let Some(&count) = array.shape().first() else {
            return Err(Error::type_("x must be an integer or at least 1-dimensional"));
        };
        crate::indexing::take(array, &self.permutation(count)?, 0, crate::Bounds::Raise, None)
    }

    /// Indices from 0 to `n`, as int64: with the probabilities `p` where they are given, each once where `replace` is false.
    ///
    /// # Errors
    /// A value error for no indices to choose from, for probabilities that are not `n`, negative, or do not sum to one, and
    /// for more draws without replacement than there are indices.
    pub fn choice(&self, n: i64, shape: impl IntoInts, replace: bool, p: Option<&[f64]>) -> Result<Array> {
        let shape = &*shape.into_ints();
        let count = crate::array::byte_size(shape, DType::Bool)? as i64;
        if n <= 0 && count != 0 {
            return Err(Error::value("a must be a positive integer unless no samples are taken"));
        }
        if let Some(p) = p {
            check_probabilities(p, n)?;
        }
        if !replace {
            return self.distinct(n, count, p)?.reshape(shape);
        }
        let Some(p) = p else { return self.integers(0, n.max(1) as i128, false, shape, DType::I64) };
        let uniform = self.random(shape, DType::F64)?;
        let sums = Array::from_slice(&cumulative(p), [n], self.device)?;
        // The index is how many cumulative probabilities the draw has passed; the last is one, and never passed.
        let wide = uniform.view_of(uniform.layout().with_axis(uniform.ndim()));
        rows::greater_equal(&wide, &sums)?.sum(-1)
    }

    fn distinct(&self, n: i64, count: i64, p: Option<&[f64]>) -> Result<Array> {
        if count > n {
            return Err(Error::value("Cannot take a larger sample than population when replace is False"));
        }
        let Some(p) = p else { return self.permutation(n)?.at(..count) };
        if (p.iter().filter(|&&p| p > 0.0).count() as i64) < count {
            return Err(Error::value("Fewer non-zero entries in p than size"));
        }
        // The smallest of exponential waiting times with these rates come out in the order of drawing without replacement.
        // (Efraimidis and Spirakis, "Weighted random sampling with a reservoir", 2006.)
        let waiting = self.exponential(1.0, [n], DType::F64)?.to_vec::<f64>()?;
        let mut order: Vec<i64> = (0..n).collect();
        let key = |place: i64| waiting[place as usize] / p[place as usize];
        order.sort_by(|&a, &b| key(a).total_cmp(&key(b)));
        order.truncate(count as usize);
        Array::from_slice(&order, [count], self.device)
    }

    /// Elements of a vector, chosen as [`Generator::choice`] chooses indices.
    ///
    /// # Errors
    /// As [`Generator::choice`], and a value error for an array of another number of axes.
    pub fn choice_of(&self, elements: &Array, shape: impl IntoInts, replace: bool, p: Option<&[f64]>) -> Result<Array> {
        let shape = &*shape.into_ints();
        let &[n] = elements.shape() else {
            return Err(Error::value(format!(
                "a must be 1-dimensional, not of shape {}",
                shape_text(elements.shape())
            )));
        };
        if n == 0 && crate::array::byte_size(shape, DType::Bool)? != 0 {
            return Err(Error::value("'a' cannot be empty unless no samples are taken"));
        }
        let chosen = self.choice(n, shape, replace, p)?;
        if n == 0 {
            return zeros(crate::creation::shape(shape).dtype(elements.dtype()).on(self.device));
        }
        if n > MOST_COMPARED {
            return gathered_here(elements, &chosen);
        }
        let mut result = elements.at(0)?.broadcast_to(shape)?;
        for place in 1..n {
            result = crate::indexing::where_(&rows::equal(&chosen, place)?, &elements.at(place)?, &result)?;
        }
        if result.layout().is_contiguous() { Ok(result) } else { result.copy() }
    }
}

/// Up to this many elements are chosen between by comparisons, which fuse with the draw.
const MOST_COMPARED: i64 = 16;

/// Picks elements by index on the host, and takes them back to the device.
fn gathered_here(elements: &Array, chosen: &Array) -> Result<Array> {
    let (bytes, size) = (elements.to_bytes()?, elements.dtype().size());
    let mut picked = Vec::with_capacity(chosen.size() as usize * size);
    for index in chosen.to_vec::<i64>()? {
        picked.extend_from_slice(&bytes[index as usize * size..][..size]);
    }
    Array::from_bytes(&picked, chosen.shape(), elements.dtype(), chosen.device())
}

fn check_probabilities(p: &[f64], n: i64) -> Result<()> {
    if p.len() as i64 != n {
        return Err(Error::value("a and p must have same size"));
    }
    if p.iter().any(|p| p.is_nan()) {
        return Err(Error::value("probabilities contain NaN"));
    }
    if p.iter().any(|&p| p < 0.0) {
        return Err(Error::value("probabilities are not non-negative"));
    }
    // NumPy's tolerance: the square root of float64's resolution.
    if (p.iter().sum::<f64>() - 1.0).abs() > f64::EPSILON.sqrt() {
        return Err(Error::value("probabilities do not sum to 1"));
    }
    Ok(())
}

/// The sums of the probabilities up to each one, made to end at one.
fn cumulative(p: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums: Vec<f64> = p
        .iter()
        .map(|p| {
            sum += p;
            sum
        })
        .collect();
    sums.iter_mut().for_each(|each| *each /= sum);
    // Behind the last index that has a probability, no draw may pass: rounding must not reach an impossible one.
    if let Some(last) = p.iter().rposition(|&p| p > 0.0) {
        sums[last..].fill(1.0);
    }
    sums
}

fn float(name: &str, dtype: DType) -> Result<DType> {
    if dtype.is_float() {
        return Ok(dtype);
    }
    Err(Error::type_(format!("Unsupported dtype {dtype} for {name}: it must be a real float")))
}

fn scaled(array: &Array, by: f64, offset: f64) -> Result<Array> {
    rows::add(&rows::multiply(array, by)?, offset)
}

/// The generator of a device that the whole process shares. Its seed is nobody's choice until [`seed`] is called.
pub fn default_generator(device: Device) -> &'static Generator {
    static GENERATORS: OnceLock<Mutex<HashMap<DeviceKind, &'static Generator>>> = OnceLock::new();
    let generators = GENERATORS.get_or_init(Mutex::default);
    let mut generators = generators.lock().unwrap_or_else(PoisonError::into_inner);
    generators.entry(device.kind()).or_insert_with(|| Box::leak(Box::new(Generator::unseeded(device))))
}

/// A seed that was never chosen.
fn fresh_seed() -> u64 {
    // The standard library keys its hashes from the system's entropy.
    RandomState::new().hash_one(std::time::SystemTime::now())
}

/// The seed that a number stands for; a fresh one where there is none.
///
/// # Errors
/// A value error for a negative number.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(random::seed_of(Some(7))?, 7);
/// assert_ne!(random::seed_of(Some(1 << 64))?, random::seed_of(Some(0))?);
/// assert!(random::seed_of(Some(-1)).is_err());
/// # Ok(())
/// # }
/// ```
pub fn seed_of(number: Option<i128>) -> Result<u64> {
    match number {
        None => Ok(fresh_seed()),
        Some(number) if number < 0 => Err(Error::value("expected non-negative integer")),
        // Beyond 64 bits the upper half is folded in, so that different seeds stay different.
        Some(number) => Ok(number as u64 ^ (number >> 64) as u64),
    }
}

/// Begins the shared generator of the current device anew from a seed.
///
/// # Errors
/// Where there is no current device.
pub fn seed(seed: u64) -> Result<()> {
    default_generator(Device::current()?).seed(seed);
    Ok(())
}
