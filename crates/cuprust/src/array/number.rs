//! A number that is not an array.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Kind, Scalar, Value};

/// A number of a host language.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A weak scalar: it takes its dtype from the array operands (NEP 50).
    Weak(Value),
    /// A number with a dtype.
    Strong(Scalar),
}

impl Number {
    /// The number with its own or default dtype.
    ///
    /// # Errors
    /// An overflow error for an integer beyond int64 and uint64.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Number::Weak(Value::Int(3)).alone()?, Scalar::new(3i64));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn alone(self) -> Result<Scalar> {
        match self {
            Number::Strong(scalar) => Ok(scalar),
            Number::Weak(value) => {
                let dtype = value.weak().alone();
                // As in NumPy, an integer beyond int64 becomes uint64.
                let scalar = value.to(dtype).or_else(|| value.to(DType::U64));
                scalar.ok_or_else(|| Error::overflow("Python integer too large for int64 and uint64"))
            }
        }
    }

    /// The number as it is assigned to an element of a dtype.
    ///
    /// # Errors
    /// A type error for a complex number where the dtype is real, an overflow error where an integer does not fit.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Number::Weak(Value::Float(2.5)).assigned(DType::I64)?, Scalar::new(2i64));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn assigned(self, dtype: DType) -> Result<Scalar> {
        match self {
            Number::Strong(scalar) => Ok(scalar.cast(dtype)),
            Number::Weak(value) => scalar_for(value, dtype),
        }
    }

    /// The number in a dtype, converted as an array's element is.
    ///
    /// # Errors
    /// An overflow error where an integer does not fit.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Number::Weak(Value::Int(3)).to(DType::F32)?, Scalar::new(3f32));
    /// assert!(Number::Weak(Value::Int(300)).to(DType::U8).is_err());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn to(self, dtype: DType) -> Result<Scalar> {
        match self {
            Number::Strong(scalar) => Ok(scalar.cast(dtype)),
            Number::Weak(value) => value
                .to(dtype)
                .ok_or_else(|| Error::overflow(format!("Python integer out of bounds for {dtype}: {value:?}"))),
        }
    }

    /// The number without its dtype.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(Number::Strong(Scalar::new(3i16)).value(), Value::Int(3));
    /// ```
    pub fn value(self) -> Value {
        match self {
            Number::Weak(value) => value,
            Number::Strong(scalar) => scalar.value(),
        }
    }
}

/// A Python number as an element to be assigned.
///
/// # Errors
/// An overflow error for an integer that does not fit, and for a float whose whole part does not, a value error for NaN
/// in an integer dtype, a type error for a complex number in a real dtype.
pub fn scalar_for(value: Value, dtype: DType) -> Result<Scalar> {
    let whole = matches!(dtype.kind(), Kind::Signed | Kind::Unsigned);
    match value {
        Value::Float(number) if whole && number.is_nan() => Err(Error::value("cannot convert float NaN to integer")),
        Value::Float(number) if whole && number.is_infinite() => {
            Err(Error::overflow("cannot convert float infinity to integer"))
        }
        // The cast from a float saturates 128 bits, which no dtype has.
        Value::Float(number) if whole => scalar_for(Value::Int(number as i128), dtype),
        Value::Complex(_) if !dtype.is_complex() && dtype != DType::Bool => Err(Error::type_(format!(
            "a complex number cannot be assigned to an element of {dtype}: take its real part"
        ))),
        _ => value.to(dtype).ok_or_else(|| {
            let Value::Int(integer) = value else { unreachable!("only integers can fail to fit") };
            Error::overflow(format!("Python integer {integer} out of bounds for {dtype}"))
        }),
    }
}
