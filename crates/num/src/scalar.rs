//! One number of any dtype, by value: an operand that is not an array.

use std::cmp::Ordering;
use std::fmt;

use crate::{CastTo, DType, Element, Kind, Weak, bf16, c64, c128, f16, for_each_dtype};

/// A number and its dtype. Its bytes are those of an array's element, zero-padded to 16.
#[derive(Clone, Copy, PartialEq)]
pub struct Scalar {
    bytes: [u8; 16],
    dtype: DType,
}

impl Scalar {
    /// The scalar that holds this element.
    pub fn new<T: Element>(value: T) -> Scalar {
        let mut bytes = [0; 16];
        // SAFETY: an Element is plain data of at most 16 bytes (complex128), so its bytes may be copied out.
        unsafe { std::ptr::copy_nonoverlapping((&raw const value).cast(), bytes.as_mut_ptr(), size_of::<T>()) };
        Scalar { bytes, dtype: T::DTYPE }
    }

    /// The dtype.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The element's bytes, zero-padded: the first `dtype().size()` count.
    pub fn bytes(&self) -> &[u8; 16] {
        &self.bytes
    }

    /// A scalar from an element's bytes. For bool, anything but zero is true.
    ///
    /// # Panics
    /// If `bytes` is shorter than the dtype's size.
    pub fn from_bytes(dtype: DType, bytes: &[u8]) -> Scalar {
        let mut padded = [0; 16];
        padded[..dtype.size()].copy_from_slice(&bytes[..dtype.size()]);
        if dtype == DType::Bool {
            padded[0] = (padded[0] != 0) as u8;
        }
        Scalar { bytes: padded, dtype }
    }

    /// The value as a `T`, converted as an array's elements are.
    pub fn get<T: Element>(&self) -> T
    where
        bool: CastTo<T>,
        i8: CastTo<T>,
        u8: CastTo<T>,
        i16: CastTo<T>,
        u16: CastTo<T>,
        i32: CastTo<T>,
        u32: CastTo<T>,
        i64: CastTo<T>,
        u64: CastTo<T>,
        f16: CastTo<T>,
        bf16: CastTo<T>,
        f32: CastTo<T>,
        f64: CastTo<T>,
        c64: CastTo<T>,
        c128: CastTo<T>,
    {
        macro_rules! by_dtype {
            ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
                match self.dtype { $(DType::$variant => CastTo::<T>::cast(self.raw::<$rust>())),* }
            };
        }
        for_each_dtype!(by_dtype)
    }

    /// The same number in another dtype, converted as an array's elements are.
    pub fn cast(&self, dtype: DType) -> Scalar {
        macro_rules! by_dtype {
            ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
                match dtype { $(DType::$variant => Scalar::new(self.get::<$rust>())),* }
            };
        }
        if dtype == self.dtype { *self } else { for_each_dtype!(by_dtype) }
    }

    /// Zero of a dtype.
    pub fn zero(dtype: DType) -> Scalar {
        Scalar { bytes: [0; 16], dtype }
    }

    /// One of a dtype.
    pub fn one(dtype: DType) -> Scalar {
        Scalar::new(true).cast(dtype)
    }

    fn raw<T: Element>(&self) -> T {
        debug_assert_eq!(T::DTYPE, self.dtype);
        // SAFETY: the dtype says that the bytes are an element of type T; the read is unaligned.
        unsafe { self.bytes.as_ptr().cast::<T>().read_unaligned() }
    }
}

impl Scalar {
    /// How NumPy sorts two numbers of one dtype: NaN after everything, and a complex number with one after those
    /// without. What sorts is tested against it.
    ///
    /// ```
    /// # use cuprust_num::Scalar;
    /// let mut numbers = [f64::NAN, 2.0, -1.0].map(Scalar::new);
    /// numbers.sort_by(Scalar::order);
    /// assert_eq!(numbers.map(|number| number.to_string()), ["-1.0", "2.0", "NaN"]);
    /// ```
    pub fn order(&self, other: &Scalar) -> Ordering {
        let real = |x: f64, y: f64| x.partial_cmp(&y).unwrap_or(x.is_nan().cmp(&y.is_nan()));
        match self.dtype.kind() {
            Kind::Bool | Kind::Unsigned => self.get::<u64>().cmp(&other.get()),
            Kind::Signed => self.get::<i64>().cmp(&other.get()),
            Kind::Float => real(self.get(), other.get()),
            Kind::Complex => {
                let (a, b): (c128, c128) = (self.get(), other.get());
                let class = |x: c128| (x.re.is_nan(), x.im.is_nan());
                class(a).cmp(&class(b)).then(real(a.re, b.re)).then(real(a.im, b.im))
            }
        }
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.dtype)
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dtype {
            DType::Bool => write!(f, "{}", self.raw::<bool>()),
            DType::U64 => write!(f, "{}", self.raw::<u64>()),
            DType::F16 | DType::BF16 | DType::F32 => write!(f, "{:?}", self.get::<f32>()),
            DType::F64 => write!(f, "{:?}", self.get::<f64>()),
            DType::C64 => write!(f, "({:?},{:?})", self.raw::<c64>().re, self.raw::<c64>().im),
            DType::C128 => write!(f, "({:?},{:?})", self.raw::<c128>().re, self.raw::<c128>().im),
            _ => write!(f, "{}", self.get::<i64>()),
        }
    }
}

impl Scalar {
    /// The value without its dtype.
    pub fn value(self) -> Value {
        match (self.dtype, self.dtype.kind()) {
            (_, Kind::Bool) => Value::Bool(self.get()),
            (DType::U64, _) => Value::Int(self.get::<u64>().into()),
            (_, Kind::Signed | Kind::Unsigned) => Value::Int(self.get::<i64>().into()),
            (_, Kind::Float) => Value::Float(self.get()),
            (_, Kind::Complex) => Value::Complex(self.get()),
        }
    }
}

/// A scalar of a host language, whose dtype follows from the arrays it is combined with (NEP 50).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer; those beyond 128 bits exceed every dtype and are not distinguished.
    Int(i128),
    /// A float.
    Float(f64),
    /// A complex number.
    Complex(c128),
}

impl Value {
    /// Its kind in promotion.
    pub fn weak(self) -> Weak {
        match self {
            Value::Bool(_) => Weak::Bool,
            Value::Int(_) => Weak::Int,
            Value::Float(_) => Weak::Float,
            Value::Complex(_) => Weak::Complex,
        }
    }

    /// The value in a dtype, or `None` where it is an integer that the integer dtype cannot hold.
    pub fn to(self, dtype: DType) -> Option<Scalar> {
        Some(match self {
            Value::Bool(value) => Scalar::new(value).cast(dtype),
            Value::Float(value) => Scalar::new(value).cast(dtype),
            Value::Complex(value) => Scalar::new(value).cast(dtype),
            Value::Int(value) => match dtype.kind() {
                Kind::Signed | Kind::Unsigned => {
                    let (low, high) = integer_range(dtype);
                    if value < low || value > high {
                        return None;
                    }
                    match dtype.kind() {
                        Kind::Signed => Scalar::new(value as i64).cast(dtype),
                        _ => Scalar::new(value as u64).cast(dtype),
                    }
                }
                Kind::Bool => Scalar::new(value != 0),
                _ => Scalar::new(value as f64).cast(dtype),
            },
        })
    }
}

/// The smallest and the largest value of an integer dtype (of bool: 0 and 1).
///
/// # Panics
/// If the dtype is not integer or bool.
pub fn integer_range(dtype: DType) -> (i128, i128) {
    let bits = 8 * dtype.size() as u32;
    match dtype.kind() {
        Kind::Bool => (0, 1),
        Kind::Unsigned => (0, (1 << bits) - 1),
        Kind::Signed => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => panic!("{dtype} is not an integer dtype"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_that_do_not_fit_are_told() {
        assert_eq!(Value::Int(300).to(DType::U8), None);
        assert_eq!(Value::Int(-1).to(DType::U64), None);
        assert_eq!(Value::Int(255).to(DType::U8), Some(Scalar::new(255u8)));
        assert_eq!(Value::Int(u64::MAX as i128).to(DType::U64), Some(Scalar::new(u64::MAX)));
        assert_eq!(Value::Int(3).to(DType::F16), Some(Scalar::new(f16::from_f32(3.0))));
    }

    #[test]
    fn casting_is_cs() {
        assert_eq!(Scalar::new(300.7f64).cast(DType::U8), Scalar::new(44u8));
        assert_eq!(Scalar::new(-1.5f32).cast(DType::U64), Scalar::new(u64::MAX));
        assert_eq!(Scalar::new(f64::NAN).cast(DType::Bool), Scalar::new(true));
        assert_eq!(Scalar::new(c128::new(2.0, 3.0)).cast(DType::F32), Scalar::new(2.0f32));
    }
}
