//! The keys of elements: unsigned integers that compare as NumPy sorts, and their digits.

use super::network::{Vector, lanes};
#[cfg(target_arch = "x86_64")]
use super::registers::InRegister;

/// The bounds of an integer key in vector code: on other processors there are none.
#[cfg(not(target_arch = "x86_64"))]
pub trait InRegister {}
#[cfg(not(target_arch = "x86_64"))]
impl<K> InRegister for K {}

/// An element that is sorted, with NaN after all others; all NaN are equal, and both zeros are.
pub trait Sorted: Copy + Send + Sync {
    /// The key, which is compared.
    type Key: Ord + Copy + 'static;

    /// The number of digits of eight bits.
    const DIGITS: usize;

    /// The key.
    fn key(self) -> Self::Key;

    /// A digit of the key, counted from the least significant one.
    fn digit(self, index: usize) -> u8;
}

/// A real number whose key has its size and determines it, except for the elements of a few keys.
pub trait Number: Sorted<Key: InRegister> {
    /// A vector of keys.
    type Vector: Vector;

    /// The keys of elements that compare equal and differ in bits: zeros and NaN.
    const TIES: &'static [Self::Key];

    /// An element of the key.
    fn from_key(key: Self::Key) -> Self;

    /// Whether two elements have the same bits.
    fn is_same(self, other: Self) -> bool;

    /// The bits of a key reinterpreted as an element, and back.
    fn holding(key: Self::Key) -> Self;
    /// See [`Number::holding`].
    fn held(self) -> Self::Key;
}

/// The bits of an unsigned integer, or of a bool.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Unsigned<U>(U);

/// The bits of a signed integer.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Signed<U>(U);

/// The bits of a float whose infinity has the bits `INFINITY`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Float<U, const INFINITY: u64>(U);

/// The bits of a float as [`Float`], but in an order that distinguishes zeros, so that a key determines the element:
/// -0.0 precedes 0.0. All NaN are equal.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Total<U, const INFINITY: u64>(U);

/// The bits of a complex number.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Complex<F> {
    re: F,
    im: F,
}

/// A key or an element, and its index before the sort.
#[derive(Clone, Copy)]
pub struct Indexed<E, P> {
    /// The element that is compared.
    pub element: E,
    /// Its index.
    pub index: P,
}

macro_rules! by_key {
    ($unsigned:ty) => {
        type Key = $unsigned;
        const DIGITS: usize = size_of::<$unsigned>();

        #[inline(always)]
        fn digit(self, index: usize) -> u8 {
            (self.key() >> (8 * index)) as u8
        }
    };
}

macro_rules! number {
    ($unsigned:ty) => {
        type Vector = [$unsigned; lanes::<$unsigned>()];

        #[inline(always)]
        fn is_same(self, other: Self) -> bool {
            self.0 == other.0
        }

        #[inline(always)]
        fn holding(key: $unsigned) -> Self {
            Self(key)
        }

        #[inline(always)]
        fn held(self) -> $unsigned {
            self.0
        }
    };
}

macro_rules! widths {
    ($([$unsigned:ty, $signed:ty])*) => {$(
        impl Sorted for Unsigned<$unsigned> {
            by_key!($unsigned);

            #[inline(always)]
            fn key(self) -> $unsigned {
                self.0
            }
        }

        impl Sorted for Signed<$unsigned> {
            by_key!($unsigned);

            #[inline(always)]
            fn key(self) -> $unsigned {
                self.0 ^ <$signed>::MIN as $unsigned
            }
        }

        impl<const INFINITY: u64> Sorted for Float<$unsigned, INFINITY> {
            by_key!($unsigned);

            /// Negative numbers are negated as integers, so that both zeros coincide; then minus infinity is moved to
            /// 0, and what was below it, NaN with a sign, wraps above plus infinity to the other NaN.
            #[inline(always)]
            fn key(self) -> $unsigned {
                let (infinity, high) = (INFINITY as $unsigned, <$signed>::MIN as $unsigned);
                let sign = (self.0 as $signed >> (<$unsigned>::BITS - 1)) as $unsigned;
                let ordered = (self.0 ^ sign).wrapping_sub(sign) ^ (!sign & high);
                ordered.wrapping_sub(high - infinity).min(2 * infinity + 1)
            }
        }

        impl Number for Unsigned<$unsigned> {
            number!($unsigned);
            const TIES: &'static [$unsigned] = &[];

            #[inline(always)]
            fn from_key(key: $unsigned) -> Self {
                Unsigned(key)
            }
        }

        impl Number for Signed<$unsigned> {
            number!($unsigned);
            const TIES: &'static [$unsigned] = &[];

            #[inline(always)]
            fn from_key(key: $unsigned) -> Self {
                Signed(key ^ <$signed>::MIN as $unsigned)
            }
        }

        impl<const INFINITY: u64> Number for Float<$unsigned, INFINITY> {
            number!($unsigned);
            const TIES: &'static [$unsigned] = &[INFINITY as $unsigned, 2 * INFINITY as $unsigned + 1];

            #[inline(always)]
            fn from_key(key: $unsigned) -> Self {
                let (infinity, high) = (INFINITY as $unsigned, <$signed>::MIN as $unsigned);
                let ordered = key.wrapping_add(high - infinity);
                let bits = if ordered >= high { ordered ^ high } else { ordered.wrapping_neg() };
                let quiet = infinity | (infinity & infinity.wrapping_neg()) >> 1;
                Float(if key > 2 * infinity { quiet } else { bits })
            }
        }

        impl<const INFINITY: u64> Sorted for Total<$unsigned, INFINITY> {
            by_key!($unsigned);

            #[inline(always)]
            fn key(self) -> $unsigned {
                let high = <$signed>::MIN as $unsigned;
                let sign = (self.0 as $signed >> (<$unsigned>::BITS - 1)) as $unsigned;
                let ordered = self.0 ^ (sign | high);
                if self.0 & !high > INFINITY as $unsigned { <$unsigned>::MAX } else { ordered }
            }
        }

        impl<const INFINITY: u64> Number for Total<$unsigned, INFINITY> {
            number!($unsigned);
            const TIES: &'static [$unsigned] = &[];

            #[inline(always)]
            fn from_key(key: $unsigned) -> Self {
                let (infinity, high) = (INFINITY as $unsigned, <$signed>::MIN as $unsigned);
                let quiet = infinity | (infinity & infinity.wrapping_neg()) >> 1;
                let bits = if key & high != 0 { key ^ high } else { !key };
                Total(if key == <$unsigned>::MAX { quiet } else { bits })
            }
        }

        impl<const INFINITY: u64> Sorted for Complex<Float<$unsigned, INFINITY>> {
            /// Numbers without a NaN come first, then those with one in the imaginary part, then in the real part, then
            /// in both.
            type Key = (bool, bool, $unsigned, $unsigned);
            const DIGITS: usize = 2 * size_of::<$unsigned>() + 1;

            #[inline]
            fn key(self) -> Self::Key {
                let (re, im, nan) = (self.re.key(), self.im.key(), 2 * INFINITY as $unsigned + 1);
                (re == nan, im == nan, re, im)
            }

            #[inline]
            fn digit(self, index: usize) -> u8 {
                const BYTES: usize = size_of::<$unsigned>();
                if index < BYTES {
                    self.im.digit(index)
                } else if index < 2 * BYTES {
                    self.re.digit(index - BYTES)
                } else {
                    let (re, im, ..) = self.key();
                    2 * re as u8 + im as u8
                }
            }
        }
    )*};
}

widths!([u8, i8] [u16, i16] [u32, i32] [u64, i64]);

impl<E: Sorted, P: Copy + Send + Sync> Sorted for Indexed<E, P> {
    type Key = E::Key;
    const DIGITS: usize = E::DIGITS;

    #[inline(always)]
    fn key(self) -> E::Key {
        self.element.key()
    }

    #[inline(always)]
    fn digit(self, index: usize) -> u8 {
        self.element.digit(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_ordered_as_numpy_orders_them() {
        type F = Float<u32, 0x7f80_0000>;
        let key = |value: f32| F::key(Float(value.to_bits()));
        let ascending = [f32::NEG_INFINITY, f32::MIN, -1.5, -1e-45, 0.0, 1e-45, 1.5, f32::MAX, f32::INFINITY];
        assert!(ascending.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
        assert_eq!(key(0.0), key(-0.0));
        for bits in [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xffff_ffff] {
            assert_eq!(key(f32::from_bits(bits)), key(f32::INFINITY) + 1, "{bits:x}");
        }
        let half = |bits: u16| Float::<u16, 0x7c00>(bits).key();
        assert!(half(0xfc00) == 0 && half(0x7c00) < half(0xfe00) && half(0x8000) == half(0));
        for value in ascending {
            assert!(F::from_key(key(value)).is_same(Float(value.to_bits())), "{value}");
        }
        assert!(F::from_key(key(f32::NAN)).is_same(Float(f32::NAN.to_bits())));
        assert!(F::TIES.contains(&key(0.0)) && F::TIES.contains(&key(f32::NAN)));
        assert!(Signed(0x80u8).key() < Signed(0xffu8).key() && Signed(0xffu8).key() < Signed(0u8).key());
    }

    #[test]
    fn the_total_order_tells_zeros_apart() {
        type T = Total<u32, 0x7f80_0000>;
        let key = |value: f32| T::key(Total(value.to_bits()));
        let ascending = [f32::NEG_INFINITY, f32::MIN, -1e-45, -0.0, 0.0, 1e-45, 1.5, f32::MAX, f32::INFINITY];
        assert!(ascending.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
        for value in ascending {
            assert!(T::from_key(key(value)).is_same(Total(value.to_bits())), "{value}");
        }
        for bits in [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xffff_ffff] {
            assert_eq!(key(f32::from_bits(bits)), u32::MAX, "{bits:x}");
        }
        assert!(T::from_key(u32::MAX).is_same(Total(f32::NAN.to_bits())));
    }

    #[test]
    fn complex_numbers_are_ordered_as_numpy_orders_them() {
        type F = Float<u64, 0x7ff0_0000_0000_0000>;
        let nan = f64::NAN;
        let key = |re: f64, im: f64| Complex::<F> { re: Float(re.to_bits()), im: Float(im.to_bits()) }.key();
        let ascending = [
            (-1.0, 5.0),
            (0.0, -1.0),
            (-0.0, 2.0),
            (1.0, f64::INFINITY),
            (-9.0, nan),
            (2.0, nan),
            (nan, -1.0),
            (nan, nan),
        ];
        assert!(ascending.windows(2).all(|pair| key(pair[0].0, pair[0].1) < key(pair[1].0, pair[1].1)));
        let digits = |(re, im): (f64, f64)| {
            let number = Complex::<F> { re: Float(re.to_bits()), im: Float(im.to_bits()) };
            (0..Complex::<F>::DIGITS).rev().map(|index| number.digit(index)).collect::<Vec<_>>()
        };
        assert!(ascending.windows(2).all(|pair| digits(pair[0]) < digits(pair[1])));
    }
}
