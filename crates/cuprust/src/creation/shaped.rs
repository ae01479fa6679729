//! Arrays of a shape: uninitialised, zeros, ones, one value; and their options.

use cuprust_ir::{Dims, Error, Result};
use cuprust_num::{DType, Element, Scalar, Value};

use super::like::like;
use crate::array::{IntoInts, Number, Order};
use crate::runtime::Device;
use crate::{Argument, Array};

/// The shape of a new array, and its options: dtype, device and order.
///
/// Any shape converts to it: `5`, `(2, 3)`, `[2, 3]`, `&shape[..]`. [`shape()`] begins one with options. NumPy's
/// default is float64, and Rust has no default for a function's type parameter, so `zeros` has none: the dtype is an
/// option of the shape. `E` has the options of one family: [`New::k`] is for matrices with a diagonal.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(zeros((2, 3))?.dtype(), DType::F64);
/// assert_eq!(zeros(shape((2, 3)).of::<f32>())?.dtype(), DType::F32);
/// let ones = ones(shape([64, 64]).dtype(DType::I8).on(Device::cpu()).order(Order::F))?;
/// assert_eq!(*ones.strides(), [1, 64]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct New<E = ()> {
    pub(crate) shape: Dims,
    dtype: Option<DType>,
    device: Option<Device>,
    pub(crate) order: Order,
    pub(crate) extra: E,
}

/// The diagonal: 0 is the main one, positive ones are above it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Diagonal(pub(crate) i64);

/// The shape of a new array, to which options are added: `shape((2, 3)).dtype(DType::F32)`.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(zeros(shape((2, 2)).dtype(DType::I32))?.to_string(), "[[0 0]\n [0 0]]");
/// # Ok::<(), Error>(())
/// ```
#[inline]
pub fn shape(shape: impl IntoInts) -> New {
    New { shape: shape.into_ints(), dtype: None, device: None, order: Order::C, extra: () }
}

impl<E> New<E> {
    /// Sets the dtype; by default the function's.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(ones(shape(2).dtype(DType::Bool))?.to_string(), "[ True  True]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn dtype(self, dtype: impl Into<Option<DType>>) -> Self {
        New { dtype: dtype.into(), ..self }
    }

    /// The dtype of a Rust type: `shape(5).of::<f32>()`.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(ones(shape(2).of::<f32>())?.dtype(), DType::F32);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn of<T: Element>(self) -> Self {
        self.dtype(T::DTYPE)
    }

    /// Sets the device; by default the current one.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(ones(shape(2).on(Device::cpu()))?.device(), Device::cpu());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn on(self, device: impl Into<Option<Device>>) -> Self {
        New { device: device.into(), ..self }
    }

    /// Sets the order of the elements in memory. There is no prototype, so [`Order::A`] and [`Order::K`] are
    /// [`Order::C`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(zeros(shape((2, 3)).order(Order::F))?.strides()[..], [8, 16]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn order(self, order: Order) -> Self {
        New { order, ..self }
    }

    pub(crate) fn device(&self) -> Result<Device> {
        self.device.map_or_else(Device::current, Ok)
    }

    /// Whether another device than this one is requested.
    pub(crate) fn other_device(&self, device: Device) -> bool {
        self.device.is_some_and(|own| own != device)
    }

    pub(crate) fn dtype_or(&self, dtype: DType) -> DType {
        self.dtype.unwrap_or(dtype)
    }

    fn make(&self, dtype: DType) -> Result<Array> {
        let (dtype, device) = (self.dtype_or(dtype), self.device()?);
        match self.order {
            Order::F => Ok(Array::empty(self.shape.iter().rev().copied().collect::<Dims>(), dtype, device)?.t()),
            _ => Array::empty(&self.shape, dtype, device),
        }
    }
}

impl New {
    /// Sets the diagonal: 0 is the main one, positive ones are above it.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(eye(shape((2, 2)).k(1))?.to_string(), "[[0. 1.]\n [0. 0.]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn k(self, k: i64) -> New<Diagonal> {
        let New { shape, dtype, device, order, extra: () } = self;
        New { shape, dtype, device, order, extra: Diagonal(k) }
    }
}

impl<S: IntoInts> From<S> for New {
    #[inline]
    fn from(own: S) -> New {
        shape(own)
    }
}

impl<S: IntoInts> From<S> for New<Diagonal> {
    fn from(own: S) -> Self {
        shape(own).k(0)
    }
}

impl From<New> for New<Diagonal> {
    fn from(new: New) -> Self {
        new.k(0)
    }
}

/// An uninitialised array, of float64 if no dtype is given.
///
/// # Errors
/// A value error for a negative extent, more than 64 axes, or more elements than memory can be addressed with.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(empty((2, 3))?.shape(), [2, 3]);
/// # Ok::<(), Error>(())
/// ```
pub fn empty(shape: impl Into<New>) -> Result<Array> {
    shape.into().make(DType::F64)
}

/// An array of zeros, of float64 if no dtype is given. It is recorded, not written: kernels that read it may fuse with
/// it.
///
/// # Errors
/// As [`empty`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(zeros((2, 3))?.shape(), [2, 3]);
/// assert_eq!(zeros(shape(2).dtype(DType::F32))?.dtype(), DType::F32);
/// # Ok::<(), Error>(())
/// ```
pub fn zeros(shape: impl Into<New>) -> Result<Array> {
    filled(&shape.into(), DType::F64, Scalar::zero)
}

/// An array of ones, of float64 if no dtype is given.
///
/// # Errors
/// As [`empty`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(ones(shape(3).of::<i8>())?.to_string(), "[1 1 1]");
/// # Ok::<(), Error>(())
/// ```
pub fn ones(shape: impl Into<New>) -> Result<Array> {
    filled(&shape.into(), DType::F64, Scalar::one)
}

fn filled(new: &New, dtype: DType, value: impl Fn(DType) -> Scalar) -> Result<Array> {
    let out = new.make(dtype)?;
    out.fill(value(out.dtype()))?;
    Ok(out)
}

/// An array filled with a number, or with an array broadcast: `full((2, 3), 7)`. By default it has the value's dtype:
/// int64 for Rust's integer literals and float64 for the others.
///
/// # Errors
/// As [`empty`]; an overflow error for an integer that does not fit, a value error for an array that does not
/// broadcast.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(full((2, 2), 7)?.to_string(), "[[7 7]\n [7 7]]");
/// # Ok::<(), Error>(())
/// ```
pub fn full<'a>(shape: impl Into<New>, value: impl Into<Argument<'a>>) -> Result<Array> {
    let new = shape.into();
    match value.into() {
        Argument::Scalar(scalar) => filled(&new, scalar.dtype(), |dtype| scalar.cast(dtype)),
        Argument::Value(value) => {
            let dtype = match new.dtype {
                Some(dtype) => dtype,
                None => alone(value)?,
            };
            let scalar = Number::Weak(value).to(dtype)?;
            filled(&new, dtype, |_| scalar)
        }
        Argument::Array(value) => {
            let out = new.make(value.dtype())?;
            out.assign(value)?;
            Ok(out)
        }
    }
}

/// Fills a new array with a value. As in NumPy, floats are cast, while assignment to an element refuses those that an
/// integer dtype cannot hold.
///
/// # Errors
/// As [`full`].
pub(super) fn fill_new(out: &Array, value: Argument) -> Result<()> {
    match value {
        Argument::Value(value) => out.fill(Number::Weak(value).to(out.dtype())?),
        value => out.fill(value),
    }
}

/// The array of an argument: a number gets its own or default dtype. A bool of the host language counts as an integer
/// there.
///
/// # Errors
/// An overflow error for an integer beyond int64 and uint64.
pub(crate) fn counted(argument: Argument<'_>) -> Result<Array> {
    let scalar = match argument {
        Argument::Array(array) => return Ok(array.clone()),
        Argument::Scalar(scalar) => scalar,
        Argument::Value(Value::Bool(truth)) => Scalar::new(i64::from(truth)),
        Argument::Value(value) => Number::Weak(value).alone()?,
    };
    full(shape(()), scalar)
}

/// The default dtype of a number: integers beyond int64 are uint64, as in NumPy.
fn alone(value: Value) -> Result<DType> {
    match value {
        Value::Int(integer) if i64::try_from(integer).is_err() => match u64::try_from(integer) {
            Ok(_) => Ok(DType::U64),
            Err(_) => Err(Error::overflow(format!("integer {integer} is too large for 64 bits"))),
        },
        value => Ok(value.weak().alone()),
    }
}

impl Array {
    /// An uninitialised array with this one's shape, order of axes and device, and by default its dtype:
    /// `a.empty_like(None)`, `a.empty_like(DType::F32)`.
    ///
    /// # Errors
    /// As [`empty`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].empty_like(DType::F32)?.dtype(), DType::F32);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn empty_like(&self, dtype: impl Into<Option<DType>>) -> Result<Array> {
        like(self, dtype.into(), Order::K, None, None)
    }

    /// An array like this one, of zeros.
    ///
    /// # Errors
    /// As [`empty`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].zeros_like(None)?.to_string(), "[0 0]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn zeros_like(&self, dtype: impl Into<Option<DType>>) -> Result<Array> {
        let out = self.empty_like(dtype)?;
        out.fill(Scalar::zero(out.dtype()))?;
        Ok(out)
    }

    /// An array like this one, of ones.
    ///
    /// # Errors
    /// As [`empty`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].ones_like(DType::F64)?.to_string(), "[1. 1.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn ones_like(&self, dtype: impl Into<Option<DType>>) -> Result<Array> {
        let out = self.empty_like(dtype)?;
        out.fill(Scalar::one(out.dtype()))?;
        Ok(out)
    }

    /// An array like this one, of one value converted to its dtype: `a.full_like(7, None)`.
    ///
    /// # Errors
    /// As [`full`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1, 2].full_like(7, None)?.to_string(), "[7 7]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn full_like<'a>(&self, value: impl Into<Argument<'a>>, dtype: impl Into<Option<DType>>) -> Result<Array> {
        let out = self.empty_like(dtype)?;
        fill_new(&out, value.into())?;
        Ok(out)
    }
}
