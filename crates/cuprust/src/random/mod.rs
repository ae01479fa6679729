//! Random numbers by Philox4x32-10: the counters of a draw are reserved when it is recorded, so results depend only on
//! the seed and the order of the calls, on every device. [`Sequence`] has sequential generators instead.

mod bounded;
mod choosing;
mod counts;
mod distributions;
mod multivariate;
mod operands;
mod parameters;
mod sequences;
pub(crate) mod table;

pub use multivariate::{Mixing, Validity};
pub use sequences::Sequence;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cuprust_ir::{Dims, Error, Opcode, Result};
use cuprust_num::{DType, Kind, Scalar, integer_range};
use cuprust_ops::{Distribution, Routine};

use crate::Array;
use crate::array::{IntoInts, Order};
use crate::creation::New;
use crate::runtime::{Counters, Device, DeviceKind, Input, break_trace};
use crate::table::{ArgumentValue, Type, Typed};

/// A random number generator on a device: [`default_rng`] makes one for the current device.
#[derive(Debug)]
pub struct Generator {
    device: Device,
    state: Arc<Mutex<GeneratorState>>,
}

/// The complete state of a generator, with which a run can be repeated from any point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GeneratorState {
    /// Philox4x32-10, whose numbers are computed on the array's device.
    Philox {
        /// The key of the function.
        seed: u64,
        /// The first counter that no draw has consumed.
        counter: u64,
    },
    /// A sequential generator, whose numbers are computed on the CPU at the call.
    Sequence(Sequence),
}

/// The bounds of random integers, from ranges such as `0..10` and `0..=9`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The smallest integer.
    pub low: i128,
    /// The end, exclusive or inclusive.
    pub high: i128,
    /// Whether `high` is included.
    pub endpoint: bool,
}

impl<T: Into<i128>> From<Range<T>> for Interval {
    fn from(range: Range<T>) -> Interval {
        Interval { low: range.start.into(), high: range.end.into(), endpoint: false }
    }
}

impl<T: Into<i128>> From<RangeInclusive<T>> for Interval {
    fn from(range: RangeInclusive<T>) -> Interval {
        let (low, high) = range.into_inner();
        Interval { low: low.into(), high: high.into(), endpoint: true }
    }
}

impl<'a> Typed<'a> for &'a Generator {
    const TYPE: Type = Type::of(crate::table::Kind::Owner);

    #[inline]
    fn typed(argument: &'a ArgumentValue<'a>) -> Option<&'a Generator> {
        if let ArgumentValue::Owner(owner) = argument { owner.downcast_ref() } else { None }
    }
}

impl Generator {
    /// A generator of numbers on a device. Equal seeds give equal numbers, on every device.
    ///
    /// ```
    /// # use cuprust::*;
    /// let draw = || random::Generator::new(7, Device::cpu()).random(3)?.to_vec::<f64>();
    /// assert_eq!(draw()?, draw()?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(seed: u64, device: Device) -> Generator {
        Generator::from_state(GeneratorState::Philox { seed, counter: 0 }, device)
    }

    /// A generator on a device that continues from a state.
    ///
    /// ```
    /// use cuprust::random::{Generator, GeneratorState, Sequence};
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let state = GeneratorState::Sequence(Sequence::mrg32k3a(7));
    /// let (a, b) = (Generator::from_state(state, Device::cpu()), Generator::from_state(state, Device::cpu()));
    /// assert_eq!(a.random([3])?.to_vec::<f64>()?, b.random([3])?.to_vec::<f64>()?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_state(state: GeneratorState, device: Device) -> Generator {
        break_trace("a generator of random numbers is made");
        Generator { device, state: Arc::new(Mutex::new(state)) }
    }

    /// A generator with a seed from the system's entropy.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (a, b) = (random::Generator::unseeded(Device::cpu()), random::Generator::unseeded(Device::cpu()));
    /// assert_ne!(a.state(), b.state());
    /// ```
    pub fn unseeded(device: Device) -> Generator {
        Generator::new(fresh_seed(), device)
    }

    /// The device its arrays are on.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(random::Generator::new(7, Device::cpu()).device(), Device::cpu());
    /// ```
    pub fn device(&self) -> Device {
        self.device
    }

    /// Resets the generator to a seed.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(7)?;
    /// let first = rng.random(3)?.to_vec::<f64>()?;
    /// rng.seed(7);
    /// assert_eq!(rng.random(3)?.to_vec::<f64>()?, first);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn seed(&self, seed: u64) {
        break_trace("a generator of random numbers is seeded");
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = match *state {
            GeneratorState::Philox { .. } => GeneratorState::Philox { seed, counter: 0 },
            GeneratorState::Sequence(sequence) => GeneratorState::Sequence(sequence.reseeded(seed)),
        };
    }

    /// The current state.
    ///
    /// ```
    /// # use cuprust::*;
    /// let state = random::default_rng(7)?.state();
    /// assert_eq!(state, random::GeneratorState::Philox { seed: 7, counter: 0 });
    /// # Ok::<(), Error>(())
    /// ```
    pub fn state(&self) -> GeneratorState {
        break_trace("the state of a generator is read");
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Continues from a state.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(7)?;
    /// let state = rng.state();
    /// let first = rng.random(3)?.to_vec::<f64>()?;
    /// rng.set_state(state);
    /// assert_eq!(rng.random(3)?.to_vec::<f64>()?, first);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_state(&self, state: GeneratorState) {
        break_trace("the state of a generator is set");
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// The shape and the dtype of a draw.
    ///
    /// # Errors
    /// A value error for another device than the generator's, and for Fortran's order.
    fn shape_and_dtype(&self, new: impl Into<New>, default: DType) -> Result<(Dims, DType)> {
        let new = new.into();
        if new.other_device(self.device) {
            return Err(Error::value(format!("a generator on {} draws only on its own device", self.device)));
        }
        if matches!(new.order, Order::F) {
            return Err(Error::value("random numbers are drawn in C order"));
        }
        let dtype = new.dtype_or(default);
        Ok((new.shape, dtype))
    }

    fn draw(&self, distribution: Distribution, shape: &[i64], dtype: DType, parameters: &[Scalar]) -> Result<Array> {
        // A counter gives 128 bits: four elements of up to 32 bits, two of 64.
        let each = match (distribution, dtype) {
            (Distribution::Integers, _) | (_, DType::F64) => 2,
            _ => 4,
        };
        let size = crate::array::byte_size(shape, DType::Bool)? as usize;
        let consumed = (size as u64).div_ceil(each);
        let (seed, counter) = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match &mut *state {
                GeneratorState::Philox { seed, counter } => (*seed, advance(counter, consumed)),
                GeneratorState::Sequence(sequence) => {
                    break_trace(SEQUENTIAL_DRAWS);
                    let bound =
                        |position: usize| parameters.get(position).map_or(0, |bound| bound.cast(DType::U64).get());
                    let drawn = sequence.drawn(distribution, size, dtype, [bound(0), bound(1)])?;
                    drop(state);
                    return drawn.array(shape, dtype, self.device);
                }
            }
        };
        let out = Array::empty(shape, dtype, self.device)?;
        if size != 0 {
            let head = [Input::Scalar(Scalar::new(seed)), Input::Scalar(Scalar::new(counter))];
            let inputs: Vec<Input> =
                head.into_iter().chain(parameters.iter().map(|&scalar| Input::Scalar(scalar))).collect();
            let opcode = Opcode::Routine(Routine::Random { distribution });
            let mut state = self.device.lock()?;
            state.record(opcode, shape, &[out.output()], &inputs)?;
            state.note_draw(consumed, || self.counting());
        }
        Ok(out)
    }

    /// Consumes counters as [`Generator::counters`], for recorded draws that are replayed.
    fn counting(&self) -> Counters {
        let state = self.state.clone();
        Arc::new(move |consumed| counters_of(&state, consumed))
    }

    /// Consumes this many counters: returns the seed and the first of them if the generator is Philox.
    fn counters(&self, consumed: u64) -> Option<(u64, u64)> {
        counters_of(&self.state, consumed)
    }

    /// The raw output of the algorithm: 64 bits of Philox4x32-10, or of [`Sequence::step`].
    ///
    /// # Errors
    /// A value error for a negative extent.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(random::default_rng(7)?.raw(4)?.dtype(), DType::U64);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn raw(&self, shape: impl IntoInts) -> Result<Array> {
        let shape = &*shape.into_ints();
        let size = crate::array::byte_size(shape, DType::Bool)? as usize;
        let numbers = match &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            GeneratorState::Philox { .. } => None,
            GeneratorState::Sequence(sequence) => {
                break_trace(SEQUENTIAL_DRAWS);
                Some(sequence.steps(size)?)
            }
        };
        match numbers {
            None => self.keys(shape),
            Some(numbers) => Array::from_slice(&numbers, shape, self.device),
        }
    }

    /// Uniform floats on [0, 1), of float64 if no dtype is given.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let rng = random::default_rng(0)?;
    /// assert_eq!(rng.random((2, 3))?.dtype(), DType::F64);
    /// assert_eq!(rng.random(shape(5).dtype(DType::F32))?.dtype(), DType::F32);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A type error for a dtype that is not a real float.
    pub fn random(&self, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        self.draw(Distribution::Uniform, &shape, float("random", dtype)?, &[])
    }

    /// Floats of the standard normal distribution.
    ///
    /// # Errors
    /// A type error for a dtype that is not a real float.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// let mean: f64 = rng.standard_normal(10_000)?.mean(..)?.item()?.get();
    /// assert!((mean - 0.0).abs() < 0.05);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn standard_normal(&self, shape: impl Into<New>) -> Result<Array> {
        let (shape, dtype) = self.shape_and_dtype(shape, DType::F64)?;
        self.draw(Distribution::Normal, &shape, float("standard_normal", dtype)?, &[])
    }

    /// Integers of a range, `0..10` or with its end `1..=6`, of int64 if no dtype is given.
    ///
    /// ```
    /// use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let throws = random::default_rng(1)?.integers(1..=6, shape(1000).dtype(DType::U8))?;
    /// assert_eq!((throws.min(..)?.to_string(), throws.max(..)?.to_string()), ("1".to_owned(), "6".to_owned()));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A value error where the range is empty, or a bound does not fit the dtype; a type error for a dtype that is
    /// neither integer nor bool.
    pub fn integers(&self, range: impl Into<Interval>, shape: impl Into<New>) -> Result<Array> {
        let Interval { low, high, endpoint } = range.into();
        let (shape, dtype) = self.shape_and_dtype(shape, DType::I64)?;
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
        self.draw(Distribution::Integers, &shape, dtype, &[bound(low), bound(last)])
    }
}

/// Why draws of sequential generators are not traced.
const SEQUENTIAL_DRAWS: &str = "random numbers are drawn that the host makes";

/// Consumes this many counters of a generator: returns the seed and the first of them if it is Philox.
fn counters_of(state: &Mutex<GeneratorState>, consumed: u64) -> Option<(u64, u64)> {
    match &mut *state.lock().unwrap_or_else(PoisonError::into_inner) {
        GeneratorState::Philox { seed, counter } => Some((*seed, advance(counter, consumed))),
        GeneratorState::Sequence(_) => None,
    }
}

/// Consumes this many counters, and returns the first.
fn advance(counter: &mut u64, consumed: u64) -> u64 {
    let first = *counter;
    *counter = first.wrapping_add(consumed);
    first
}

fn float(name: &str, dtype: DType) -> Result<DType> {
    if dtype.is_float() {
        return Ok(dtype);
    }
    Err(Error::type_(format!("Unsupported dtype {dtype} for {name}: it must be a real float")))
}

fn real(name: &str, dtype: DType) -> Result<DType> {
    if !dtype.is_complex() && dtype != DType::Bool {
        return Ok(dtype);
    }
    Err(Error::type_(format!("Unsupported dtype {dtype} for {name}: it must be that of real numbers")))
}

/// A generator of numbers on the current device, as `numpy.random.default_rng`: equal seeds give equal numbers.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let rng = random::default_rng(0)?;
/// let points = rng.normal(0.0, 2.0, (1000, 3))?;
/// assert_eq!((points.shape(), points.dtype()), (&[1000, 3][..], DType::F64));
/// assert!(rng.permutation(5)?.sum(..)?.to_vec::<i64>()? == [10]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Where there is no current device.
pub fn default_rng(seed: u64) -> Result<Generator> {
    Ok(Generator::new(seed, Device::current()?))
}

/// The generator of a device shared by the whole process. Its seed comes from the system's entropy until [`seed`] is
/// called.
///
/// ```
/// # use cuprust::*;
/// let rng = random::default_generator(Device::cpu());
/// assert_eq!(rng.random(3)?.device(), Device::cpu());
/// # Ok::<(), Error>(())
/// ```
pub fn default_generator(device: Device) -> &'static Generator {
    static GENERATORS: OnceLock<Mutex<HashMap<DeviceKind, &'static Generator>>> = OnceLock::new();
    let generators = GENERATORS.get_or_init(Mutex::default);
    let mut generators = generators.lock().unwrap_or_else(PoisonError::into_inner);
    generators.entry(device.kind()).or_insert_with(|| Box::leak(Box::new(Generator::unseeded(device))))
}

/// A seed from the system's entropy.
fn fresh_seed() -> u64 {
    // The standard library keys its hashes from the system's entropy.
    RandomState::new().hash_one(std::time::SystemTime::now())
}

/// The seed for an integer; a random one for `None`.
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
        // The upper half of a 128-bit number is folded in, so that different seeds stay different.
        Some(number) => Ok(number as u64 ^ (number >> 64) as u64),
    }
}

/// Resets the shared generator of the current device to a seed.
///
/// # Errors
/// Where there is no current device.
///
/// ```
/// # use cuprust::*;
/// random::seed(7)?;
/// let rng = random::default_generator(Device::current()?);
/// let first = rng.random(3)?.to_vec::<f64>()?;
/// random::seed(7)?;
/// assert_eq!(rng.random(3)?.to_vec::<f64>()?, first);
/// # Ok::<(), Error>(())
/// ```
pub fn seed(seed: u64) -> Result<()> {
    default_generator(Device::current()?).seed(seed);
    Ok(())
}
