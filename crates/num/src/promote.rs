//! Which dtype holds both of two, and which casts are allowed: NumPy's promotion (NEP 50) and casting rules.

use crate::{DType, Kind};

/// The smallest dtype to which both can be cast safely, as `numpy.promote_types`.
///
/// bfloat16 behaves as in `ml_dtypes`: with float16 it gives float32, and with integers the same as float16, one step
/// wider where bfloat16 cannot hold them.
pub const fn promote(a: DType, b: DType) -> DType {
    TABLE[a as usize][b as usize]
}

/// The dtype that holds several, as `numpy.result_type` of dtypes; None for an empty list.
///
/// Promotion is not associative: uint16 and int16 promote to int32, and int32 and float16 to float64, but float32 holds
/// all three. So each is first promoted with one of the greatest kind, as in NumPy.
pub fn promote_all<I: IntoIterator<Item = DType, IntoIter: Clone>>(dtypes: I) -> Option<DType> {
    let dtypes = dtypes.into_iter();
    let greatest = dtypes.clone().max_by_key(|dtype| dtype.kind())?;
    dtypes.map(|dtype| promote(greatest, dtype)).reduce(promote)
}

/// How much a cast may change, in NumPy's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Casting {
    /// Not at all.
    No,
    /// Byte order only; the same as `No` here.
    Equiv,
    /// Every value is kept.
    Safe,
    /// Safe, or within a kind, as float64 to float32.
    SameKind,
    /// Anything.
    Unsafe,
}

impl Casting {
    /// The casting of this NumPy name: `"same_kind"`.
    pub fn from_name(name: &str) -> Option<Casting> {
        Some(match name {
            "no" => Casting::No,
            "equiv" => Casting::Equiv,
            "safe" => Casting::Safe,
            "same_kind" => Casting::SameKind,
            "unsafe" => Casting::Unsafe,
            _ => return None,
        })
    }

    /// NumPy's name.
    pub const fn name(self) -> &'static str {
        match self {
            Casting::No => "no",
            Casting::Equiv => "equiv",
            Casting::Safe => "safe",
            Casting::SameKind => "same_kind",
            Casting::Unsafe => "unsafe",
        }
    }
}

/// Whether a cast is allowed, as `numpy.can_cast` between dtypes.
pub const fn can_cast(from: DType, to: DType, casting: Casting) -> bool {
    match casting {
        Casting::No | Casting::Equiv => from as u8 == to as u8,
        Casting::Safe => promote(from, to) as u8 == to as u8,
        Casting::SameKind => can_cast(from, to, Casting::Safe) || from.kind() as u8 <= to.kind() as u8,
        Casting::Unsafe => true,
    }
}

/// Whether a Python scalar may be converted to a dtype by the rules of NumPy's ufuncs: by its kind, whatever the width,
/// and under `Equiv` only to its own default dtype. Whether an integer is in range is tested elsewhere.
pub const fn can_cast_weak(from: Weak, to: DType, casting: Casting) -> bool {
    match (casting, from) {
        (Casting::Unsafe, _) => true,
        (Casting::Equiv, _) => from.alone() as u8 == to as u8,
        (_, Weak::Bool) => can_cast(DType::Bool, to, casting),
        (_, Weak::Int) => !matches!(to.kind(), Kind::Bool),
        (_, Weak::Float) => to.is_inexact(),
        (_, Weak::Complex) => to.is_complex(),
    }
}

/// A Python scalar's kind, by which alone it takes part in promotion (NEP 50).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weak {
    /// Python's `bool`.
    Bool,
    /// Python's `int`.
    Int,
    /// Python's `float`.
    Float,
    /// Python's `complex`.
    Complex,
}

impl Weak {
    /// The dtype of an array made of this scalar alone.
    pub const fn alone(self) -> DType {
        match self {
            Weak::Bool => DType::Bool,
            Weak::Int => DType::I64,
            Weak::Float => DType::F64,
            Weak::Complex => DType::C128,
        }
    }

    /// The dtype of an operation between this scalar and an array of `dtype`.
    pub const fn with(self, dtype: DType) -> DType {
        match (self, dtype.kind()) {
            (Weak::Bool, _) => dtype,
            (Weak::Int, Kind::Bool) => DType::I64,
            (Weak::Int, _) => dtype,
            (Weak::Float, Kind::Float | Kind::Complex) => dtype,
            (Weak::Float, _) => DType::F64,
            (Weak::Complex, Kind::Float | Kind::Complex) => dtype.complex(),
            (Weak::Complex, _) => DType::C128,
        }
    }
}

const TABLE: [[DType; DType::COUNT]; DType::COUNT] = {
    let mut table = [[DType::Bool; DType::COUNT]; DType::COUNT];
    let mut i = 0;
    while i < DType::COUNT {
        let mut j = 0;
        while j < DType::COUNT {
            table[i][j] = derive(DType::ALL[i], DType::ALL[j]);
            j += 1;
        }
        i += 1;
    }
    table
};

const fn derive(a: DType, b: DType) -> DType {
    if a as u8 == b as u8 {
        return a;
    }
    if (a.kind() as u8) > (b.kind() as u8) {
        return derive(b, a);
    }
    match (a.kind(), b.kind()) {
        (Kind::Bool, _) => b,
        (Kind::Unsigned, Kind::Signed) => signed_holding(a, b),
        (Kind::Unsigned | Kind::Signed, Kind::Float) if a.size() < b.size() => b,
        (Kind::Unsigned | Kind::Signed, Kind::Float) => wider(float_holding(a), b),
        (Kind::Unsigned | Kind::Signed | Kind::Float, Kind::Complex) => {
            let real = match a.kind() {
                Kind::Float => a,
                _ => float_holding(a),
            };
            wider(real.complex(), b)
        }
        _ => wider(a, b),
    }
}

/// The larger of two dtypes of one kind; float16 and bfloat16 promote to float32.
const fn wider(a: DType, b: DType) -> DType {
    match (a, b) {
        (DType::F16, DType::BF16) | (DType::BF16, DType::F16) => DType::F32,
        _ if a.size() >= b.size() => a,
        _ => b,
    }
}

const fn signed_holding(unsigned: DType, signed: DType) -> DType {
    if signed.size() > unsigned.size() {
        return signed;
    }
    match unsigned.size() {
        1 => DType::I16,
        2 => DType::I32,
        4 => DType::I64,
        _ => DType::F64,
    }
}

/// The smallest float that NumPy lets an integer rise to.
pub const fn float_holding(integer: DType) -> DType {
    match (integer.kind(), integer.size()) {
        (Kind::Float | Kind::Complex, _) => integer,
        (_, 1) => DType::F16,
        (_, 2) => DType::F32,
        _ => DType::F64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DType::*;

    #[test]
    fn promotion_is_numpys() {
        for (a, b, both) in [
            (Bool, Bool, Bool),
            (Bool, I8, I8),
            (I8, U8, I16),
            (I64, U64, F64),
            (U32, I32, I64),
            (I8, F16, F16),
            (I16, F16, F32),
            (I32, F16, F64),
            (I64, F32, F64),
            (U16, F32, F32),
            (F16, BF16, F32),
            (I8, BF16, BF16),
            (I16, BF16, F32),
            (F16, C64, C64),
            (F64, C64, C128),
            (I32, C64, C128),
            (I16, C64, C64),
            (BF16, F64, F64),
        ] {
            assert_eq!(promote(a, b), both, "{a} with {b}");
            assert_eq!(promote(b, a), both, "{b} with {a}");
        }
    }

    #[test]
    fn many_are_promoted_whatever_their_order() {
        assert_eq!(promote_all([]), None);
        assert_eq!(promote_all([U8]), Some(U8));
        for (dtypes, all) in [
            ([U16, I16, F16], F32),
            ([I8, U8, F16], F16),
            ([U32, I32, F16], F64),
            ([U16, I16, F32], F32),
            ([U16, I16, C64], C64),
            ([U64, I64, F32], F64),
            ([U8, I8, BF16], BF16),
            ([U16, I16, Bool], I32),
            ([F16, BF16, I8], F32),
        ] {
            let [a, b, c] = dtypes;
            for order in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                assert_eq!(promote_all(order), Some(all), "{order:?}");
            }
        }
    }

    #[test]
    fn same_kind_goes_up_only() {
        assert!(can_cast(F64, F32, Casting::SameKind));
        assert!(can_cast(U8, I8, Casting::SameKind));
        assert!(!can_cast(I8, U8, Casting::SameKind));
        assert!(!can_cast(F64, I64, Casting::SameKind));
        assert!(!can_cast(C64, F64, Casting::SameKind));
        assert!(can_cast(C64, F64, Casting::Unsafe));
        assert!(!can_cast(I64, F32, Casting::Safe));
        assert!(can_cast(I64, F64, Casting::Safe));
    }

    #[test]
    fn python_scalars_are_cast_by_their_kind() {
        for casting in [Casting::No, Casting::Safe, Casting::SameKind] {
            assert!(can_cast_weak(Weak::Int, I8, casting) && can_cast_weak(Weak::Int, F16, casting));
            assert!(can_cast_weak(Weak::Float, F16, casting) && can_cast_weak(Weak::Float, C64, casting));
            assert!(!can_cast_weak(Weak::Float, I64, casting) && !can_cast_weak(Weak::Complex, F64, casting));
            assert!(!can_cast_weak(Weak::Int, Bool, casting));
        }
        assert!(!can_cast_weak(Weak::Bool, I8, Casting::No) && can_cast_weak(Weak::Bool, I8, Casting::Safe));
        assert!(!can_cast_weak(Weak::Int, I32, Casting::Equiv) && can_cast_weak(Weak::Int, I64, Casting::Equiv));
        assert!(can_cast_weak(Weak::Complex, Bool, Casting::Unsafe));
    }

    #[test]
    fn python_scalars_are_weak() {
        assert_eq!(Weak::Int.with(I8), I8);
        assert_eq!(Weak::Int.with(Bool), I64);
        assert_eq!(Weak::Float.with(F16), F16);
        assert_eq!(Weak::Float.with(I8), F64);
        assert_eq!(Weak::Complex.with(F32), C64);
        assert_eq!(Weak::Bool.with(F32), F32);
    }
}
