//! The dtypes: one list, from which everything that enumerates them is generated.

use std::fmt;

/// Calls a macro with the list of dtypes: `Variant RustType "name" kind size character`.
///
/// This is the only list of the dtypes, in the order of NumPy's type numbers, with bfloat16 after float16.
#[macro_export]
macro_rules! for_each_dtype {
    ($callback:ident $(, $argument:tt)*) => {
        $callback! { $($argument)*
            [Bool bool "bool" Bool 1 '?']
            [I8 i8 "int8" Signed 1 'b']
            [U8 u8 "uint8" Unsigned 1 'B']
            [I16 i16 "int16" Signed 2 'h']
            [U16 u16 "uint16" Unsigned 2 'H']
            [I32 i32 "int32" Signed 4 'i']
            [U32 u32 "uint32" Unsigned 4 'I']
            [I64 i64 "int64" Signed 8 'l']
            [U64 u64 "uint64" Unsigned 8 'L']
            [F16 f16 "float16" Float 2 'e']
            [BF16 bf16 "bfloat16" Float 2 'E']
            [F32 f32 "float32" Float 4 'f']
            [F64 f64 "float64" Float 8 'd']
            [C64 c64 "complex64" Complex 8 'F']
            [C128 c128 "complex128" Complex 16 'D']
        }
    };
}

/// The kind of number that a dtype holds. The order is that of NumPy's `same_kind` casting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// True or false.
    Bool,
    /// Integers from zero.
    Unsigned,
    /// Integers with a sign, in two's complement.
    Signed,
    /// Binary floating point.
    Float,
    /// Pairs of floating point numbers: real and imaginary part.
    Complex,
}

macro_rules! define {
    ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
        /// The type of an array's elements.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum DType { $(
            #[doc = concat!("NumPy's `", $name, "`.")]
            $variant,
        )* }

        impl DType {
            /// Every dtype, in the order of the list.
            pub const ALL: &[DType] = &[$(DType::$variant),*];

            /// NumPy's name: `"float64"`.
            pub const fn name(self) -> &'static str {
                match self { $(DType::$variant => $name),* }
            }

            /// The kind of number.
            pub const fn kind(self) -> Kind {
                match self { $(DType::$variant => Kind::$kind),* }
            }

            /// Bytes of one element.
            pub const fn size(self) -> usize {
                match self { $(DType::$variant => $size),* }
            }

            /// NumPy's one-character code, as `ndarray.dtype.char` on Linux.
            pub const fn character(self) -> char {
                match self { $(DType::$variant => $character),* }
            }
        }

        $(impl Element for crate::$rust {
            const DTYPE: DType = DType::$variant;
        })*
    };
}

/// A Rust type that is the element of an array.
///
/// It has the size and alignment of its dtype, and every bit pattern that cuprust writes is a value of it.
pub trait Element: Copy + Send + Sync + PartialEq + fmt::Debug + 'static {
    /// The dtype whose elements these are.
    const DTYPE: DType;
}

for_each_dtype!(define);

impl DType {
    /// How many dtypes there are.
    pub const COUNT: usize = DType::ALL.len();

    /// The dtype of this NumPy name, if there is one.
    pub fn from_name(name: &str) -> Option<DType> {
        DType::ALL.iter().copied().find(|dtype| dtype.name() == name)
    }

    /// The dtype at this index of the list.
    pub fn from_number(number: u8) -> Option<DType> {
        DType::ALL.get(number as usize).copied()
    }

    /// Whether the numbers are signed or unsigned integers; bool is neither.
    pub const fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Signed | Kind::Unsigned)
    }

    /// Whether the numbers are real floating point.
    pub const fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float)
    }

    /// Whether the numbers are complex.
    pub const fn is_complex(self) -> bool {
        matches!(self.kind(), Kind::Complex)
    }

    /// Whether the numbers are floating point, real or complex.
    pub const fn is_inexact(self) -> bool {
        matches!(self.kind(), Kind::Float | Kind::Complex)
    }

    /// The dtype of the real part: complex128 to float64, and every real dtype to itself.
    pub const fn real(self) -> DType {
        match self {
            DType::C64 => DType::F32,
            DType::C128 => DType::F64,
            other => other,
        }
    }

    /// The complex dtype whose parts hold this one: float32 to complex64, float64 and integers to complex128.
    pub const fn complex(self) -> DType {
        match self {
            DType::C64 | DType::F16 | DType::BF16 | DType::F32 => DType::C64,
            _ => DType::C128,
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_lead_back() {
        for (number, &dtype) in DType::ALL.iter().enumerate() {
            assert_eq!(DType::from_name(dtype.name()), Some(dtype));
            assert_eq!(DType::from_number(number as u8), Some(dtype));
            assert_eq!(dtype as usize, number);
        }
        assert_eq!(DType::from_name("object"), None);
    }
}
