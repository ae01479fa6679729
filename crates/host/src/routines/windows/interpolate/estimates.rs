//! Splines of order one on a grid over an array of integers, rounded to the array's dtype, the usual case of images:
//! each sum is estimated by few operations, in float32 for bytes, and computed as others are only where the bound of
//! the estimate's error leaves open to which integer it rounds.
//!
//! A sum is over elements times factors of their lines and weights of their columns. Its estimate first sums each line
//! by the weights, which serves all lines of the output between the same two, and then both lines by their factors.
//! With weights and factors from zero to one, which sum to one for each column and output line, the sum lies between
//! the array's least and greatest element, of magnitude M.
//!
//! The bound: let u be half the distance from one to the next greater number of the estimate's type. A weight and its
//! product are rounded, and so are the sums of a line, one less than its elements around a column, which are at most
//! [`MAX_AROUND`]; then a factor, its product and the sum of both lines. That is a relative error of 8 u of each
//! product, together 8 u M, where M is at most 2^BITS. The estimate is then moved to between 2^BITS and 2^(BITS + 1),
//! where the last bit is worth 2^(BITS + 1) u: the bound is 4 of this unit, and half of one for the rounding of the
//! move itself.

use std::ops::{Add, Mul};

use cuprust_ir::Result;
use cuprust_num::{CastTo, DType};

use super::rounding::{Integer, round};
use crate::simd::wide;

/// Most elements around a column within a line.
pub(super) const MAX_AROUND: usize = 4;

/// Columns that go through each step together.
const LANES: usize = 64;

/// Most columns among them that are computed one by one: an output of more, as one of weights like 1/10, is computed
/// sooner as others are.
const MAX_SINGLE: usize = 4;

/// An element that is summed and rounded.
pub(super) trait Pixel: Integer + CastTo<f64> + Copy + Default {
    /// What the sum is estimated in, and its bits.
    type Float: Copy + Default + Add<Output = Self::Float> + Mul<Output = Self::Float>;
    type Bits: Copy;

    /// Estimates nearer than this to the middle between two integers are uncertain: in units of the last bit.
    const MARGIN: u8;

    fn float(self) -> Self::Float;
    fn weight(weight: f64) -> Self::Float;
    /// The bits of a sum and a half, moved to where the type's integers are a field of the bits. A negative sum is
    /// made less by a bit, so that its halves, if they are exact, are rounded away from zero.
    fn moved(sum: Self::Float) -> Self::Bits;
    fn whole(moved: Self::Bits) -> Self;
    fn is_near_half(moved: Self::Bits, margin: u8) -> bool;
}

macro_rules! pixels {
    ($($T:ident $U:ident $Float:ident $Bits:ident $margin:literal;)*) => { $(
        impl Pixel for $T {
            type Float = $Float;
            type Bits = $Bits;
            const MARGIN: u8 = $margin;

            #[inline(always)]
            fn float(self) -> $Float {
                self as $Float
            }

            #[inline(always)]
            fn weight(weight: f64) -> $Float {
                weight as $Float
            }

            #[inline(always)]
            fn moved(sum: $Float) -> $Bits {
                const OFFSET: $Float = (1i64 << $T::BITS) as $Float - $T::MIN as $Float + 0.5;
                let moved = (sum + OFFSET).to_bits();
                if $T::MIN == 0 { moved } else { moved.wrapping_sub(sum.to_bits() >> ($Bits::BITS - 1)) }
            }

            #[inline(always)]
            fn whole(moved: $Bits) -> $T {
                ((moved >> ($Float::MANTISSA_DIGITS - 1 - $T::BITS)) as $U as $T).wrapping_add($T::MIN)
            }

            #[inline(always)]
            fn is_near_half(moved: $Bits, margin: u8) -> bool {
                const FRACTION: $Bits = (1 << ($Float::MANTISSA_DIGITS - 1 - $T::BITS)) - 1;
                moved.wrapping_add(margin as $Bits) & FRACTION < 2 * margin as $Bits
            }
        }
    )* };
}
// The sum in float64 has an error too, of ten roundings of products and sums and that of adding a half: nearly no part
// of a unit of float32, and 5.25 units of float64. Signed integers have half the magnitude, and their estimates may be
// a unit less.
pixels! {
    u8 u8 f32 u32 5;
    i8 u8 f32 u32 5;
    u16 u16 f64 u64 10;
    i16 u16 f64 u64 10;
    u32 u32 f64 u64 10;
    i32 u32 f64 u64 10;
}

/// The estimates of a thread for elements of a dtype.
pub(super) trait Estimates {
    /// Takes the weights of other columns: for each element around a column and each axis, those of all columns.
    fn set_columns(&mut self, weights: &[f64], axes: usize, padded: usize);

    /// The slot of the line of a key, and whether the line is to be summed, since its sums are not kept there yet. The
    /// slot of the other key's line is another one.
    fn slot(&mut self, key: i64, other: i64) -> (usize, bool);

    /// Sums the elements around each column of a line.
    ///
    /// # Safety
    /// There are elements for all columns at each of the addresses, aligned.
    unsafe fn sum_line(&mut self, slot: usize, elements: &[*const u8]);

    /// Writes the sums of two lines, rounded. Returns false if it has not written all, which are then to be computed
    /// in another way.
    ///
    /// # Safety
    /// There is memory for as many elements as columns, aligned, which no other thread touches; the lines lead to
    /// elements.
    unsafe fn write(&self, slots: [usize; 2], lines: &Lines, to: *mut u8, count: usize) -> bool;
}

/// Two lines of elements, by which single columns are computed.
pub(super) struct Lines<'a> {
    pub starts: [*const u8; 2],
    pub factors: [f64; 2],
    /// As those of the columns.
    pub offsets: &'a [i64],
    pub weights: &'a [f64],
    pub axes: usize,
    pub padded: usize,
    /// The columns that are the constant, and the constant.
    pub constant: &'a [usize],
    pub outside: f64,
}

/// The estimates for elements of a dtype, of at most `width` columns; `None` for a dtype that has none.
pub(super) fn estimates_of(dtype: DType, around: usize, width: usize) -> Result<Option<Box<dyn Estimates>>> {
    Ok(Some(match dtype {
        DType::I8 => Box::new(Typed::<i8>::new(around, width)?),
        DType::U8 => Box::new(Typed::<u8>::new(around, width)?),
        DType::I16 => Box::new(Typed::<i16>::new(around, width)?),
        DType::U16 => Box::new(Typed::<u16>::new(around, width)?),
        DType::I32 => Box::new(Typed::<i32>::new(around, width)?),
        DType::U32 => Box::new(Typed::<u32>::new(around, width)?),
        _ => return Ok(None),
    }))
}

/// The key of memory that holds no line.
const NO_LINE: i64 = i64::MAX;

/// Estimates for elements of a type.
struct Typed<T: Pixel> {
    around: usize,
    padded: usize,
    /// For each element around a column, the weight for each column: the product of those of all axes.
    weights: Vec<T::Float>,
    /// Whether all are from zero to one, and whether sums by them are exact.
    is_bounded: bool,
    is_exact: bool,
    /// Two lines of sums, and what they are sums of.
    sums: [Vec<T::Float>; 2],
    keys: [i64; 2],
}

impl<T: Pixel> Typed<T> {
    fn new(around: usize, width: usize) -> Result<Typed<T>> {
        let (zero, lanes) = (T::Float::default(), width.next_multiple_of(LANES));
        Ok(Typed {
            around,
            padded: 0,
            weights: cuprust_reserve::filled(zero, around * width)?,
            is_bounded: false,
            is_exact: false,
            sums: [cuprust_reserve::filled(zero, lanes)?, cuprust_reserve::filled(zero, lanes)?],
            keys: [NO_LINE; 2],
        })
    }
}

impl<T: Pixel> Estimates for Typed<T> {
    fn set_columns(&mut self, weights: &[f64], axes: usize, padded: usize) {
        (self.padded, self.keys) = (padded, [NO_LINE; 2]);
        let used = &weights[..self.around * axes * padded];
        self.is_bounded = used.iter().all(|&weight| is_bounded(weight));
        // One axis has weights of 7 bits, two have products of 6 bits, a line 7 more, and the elements of float32 8.
        let grain = if axes == 1 { 128.0 } else { 8.0 };
        self.is_exact = used.iter().all(|&weight| is_whole(weight * grain));
        for (own, weights) in self.weights.chunks_exact_mut(padded).zip(used.chunks_exact(axes * padded)) {
            for (column, own) in own.iter_mut().enumerate() {
                *own = T::weight((0..axes).map(|axis| weights[axis * padded + column]).product());
            }
        }
    }

    fn slot(&mut self, key: i64, other: i64) -> (usize, bool) {
        if let Some(slot) = self.keys.iter().position(|&kept| kept == key) {
            return (slot, false);
        }
        let slot = (self.keys[0] == other) as usize;
        self.keys[slot] = key;
        (slot, true)
    }

    unsafe fn sum_line(&mut self, slot: usize, elements: &[*const u8]) {
        let (weights, sums) = (&self.weights[..self.around * self.padded], &mut self.sums[slot][..self.padded]);
        // SAFETY: the caller's promise.
        unsafe { sum::<T>(elements, weights, sums) };
    }

    unsafe fn write(&self, slots: [usize; 2], lines: &Lines, to: *mut u8, count: usize) -> bool {
        if !self.is_bounded || !lines.factors.iter().all(|&factor| is_bounded(factor)) {
            return false;
        }
        let is_exact = self.is_exact && lines.factors.iter().all(|factor| is_whole(factor * 128.0));
        let sums = slots.map(|slot| &self.sums[slot][..]);
        // SAFETY: the caller promises the memory.
        unsafe {
            let to = std::slice::from_raw_parts_mut(to.cast::<T>(), count);
            if !write_sums::<T>(sums, lines, if is_exact { 0 } else { T::MARGIN }, to) {
                return false;
            }
            lines.constant.iter().for_each(|&column| to[column] = round(lines.outside));
        }
        true
    }
}

fn is_bounded(weight: f64) -> bool {
    (0.0..=1.0).contains(&weight)
}

fn is_whole(x: f64) -> bool {
    x.trunc() == x
}

wide! {
    /// Sums the elements around each column by their weights.
    ///
    /// # Safety
    /// There are as many elements at each address as sums, aligned.
    unsafe fn sum<T: Pixel>(elements: &[*const u8], weights: &[T::Float], sums: &mut [T::Float]) {
        // SAFETY: the caller's promise.
        unsafe {
            match *elements {
                [a, b] => sum_around::<T, 2>([a, b], weights, sums),
                [a, b, c, d] => sum_around::<T, 4>([a, b, c, d], weights, sums),
                _ => unreachable!("one axis has two elements around a column, and two axes have four"),
            }
        }
    }
}

/// # Safety
/// As [`sum`].
#[allow(clippy::needless_range_loop)]
#[inline(always)]
unsafe fn sum_around<T: Pixel, const N: usize>(from: [*const u8; N], weights: &[T::Float], sums: &mut [T::Float]) {
    let width = sums.len();
    let weights: [&[T::Float]; N] = std::array::from_fn(|element| &weights[element * width..][..width]);
    // SAFETY: the caller promises the elements.
    let elements = from.map(|from| unsafe { std::slice::from_raw_parts(from.cast::<T>(), width) });
    for column in 0..width {
        let mut sum = elements[0][column].float() * weights[0][column];
        for element in 1..N {
            sum = sum + elements[element][column].float() * weights[element][column];
        }
        sums[column] = sum;
    }
}

wide! {
    /// Rounds the sums of two lines by their factors. Returns false where many of some adjacent sums are uncertain.
    ///
    /// # Safety
    /// The lines lead to elements.
    unsafe fn write_sums<T: Pixel>(sums: [&[T::Float]; 2], lines: &Lines<'_>, margin: u8, to: &mut [T]) => bool {
        let factors = lines.factors.map(T::weight);
        let mut some = [T::default(); LANES];
        for (block, to) in to.chunks_mut(LANES).enumerate() {
            let first = block * LANES;
            let [upper, lower]: [&[T::Float; LANES]; 2] =
                sums.map(|sums| sums[first..].first_chunk().expect("lines are padded"));
            let is_certain = match to.first_chunk_mut() {
                Some(to) => round_lanes::<T>([upper, lower], factors, margin, to),
                None => {
                    let is_certain = round_lanes::<T>([upper, lower], factors, margin, &mut some);
                    to.copy_from_slice(&some[..to.len()]);
                    is_certain
                }
            };
            if is_certain {
                continue;
            }
            let mut single = 0;
            for (lane, to) in to.iter_mut().enumerate() {
                if T::is_near_half(T::moved(upper[lane] * factors[0] + lower[lane] * factors[1]), margin) {
                    single += 1;
                    if single > MAX_SINGLE {
                        return false;
                    }
                    // SAFETY: the caller's promise.
                    *to = round(unsafe { sum_single::<T>(lines, first + lane) });
                }
            }
        }
        true
    }
}

/// Rounds sums; whether all are certain.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
fn round_lanes<T: Pixel>(
    [upper, lower]: [&[T::Float; LANES]; 2],
    factors: [T::Float; 2],
    margin: u8,
    to: &mut [T; LANES],
) -> bool {
    let mut is_uncertain = false;
    for lane in 0..LANES {
        let moved = T::moved(upper[lane] * factors[0] + lower[lane] * factors[1]);
        to[lane] = T::whole(moved);
        is_uncertain |= T::is_near_half(moved, margin);
    }
    !is_uncertain
}

/// The sum of one column, in the order of all other splines.
///
/// # Safety
/// The lines lead to elements.
unsafe fn sum_single<T: Pixel>(lines: &Lines, column: usize) -> f64 {
    let Lines { offsets, weights, axes, padded, .. } = *lines;
    let mut sum = 0.0;
    for (&start, factor) in lines.starts.iter().zip(lines.factors) {
        for element in 0..offsets.len() / padded {
            let offset = offsets[element * padded + column] as isize;
            // SAFETY: the caller promises the elements.
            let value = unsafe { start.cast::<T>().wrapping_offset(offset).read_unaligned() };
            let weight = |axis| weights[(element * axes + axis) * padded + column];
            sum += (0..axes).fold(value.cast() * factor, |product, axis| product * weight(axis));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next number of a generator, from zero to one.
    fn next(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The greatest error of estimates, in units of the last bit.
    fn greatest_error<T: Pixel>(integer: impl Fn(f64) -> T, moved: impl Fn(T::Bits) -> f64) -> f64 {
        const WIDTH: usize = 256;
        let (mut state, mut greatest) = (1, 0.0f64);
        for round in 0..400 {
            // A weight in four is next to one.
            let mut pair = || {
                let x = next(&mut state);
                let x = if round % 4 == 0 { x * 1e-6 } else { x };
                [1.0 - x, x]
            };
            let factors = pair();
            // Two axes: for each of four elements the weights along both, each for all columns.
            let mut weights = vec![0.0; 8 * WIDTH];
            for column in 0..WIDTH {
                let (first, second) = (pair(), pair());
                for element in 0..4 {
                    weights[2 * element * WIDTH + column] = first[element / 2];
                    weights[(2 * element + 1) * WIDTH + column] = second[element % 2];
                }
            }
            let lines: [[Vec<T>; 4]; 2] = std::array::from_fn(|_| {
                std::array::from_fn(|_| (0..WIDTH).map(|_| integer(next(&mut state))).collect())
            });
            let mut estimates = Typed::<T>::new(4, WIDTH).expect("there is memory");
            estimates.set_columns(&weights, 2, WIDTH);
            assert!(estimates.is_bounded && !estimates.is_exact);
            for (slot, line) in lines.iter().enumerate() {
                // SAFETY: there are as many elements as columns.
                unsafe { estimates.sum_line(slot, &line.each_ref().map(|elements| elements.as_ptr().cast::<u8>())) };
            }
            for column in 0..WIDTH {
                let [upper, lower] = [0, 1].map(|slot| estimates.sums[slot][column] * T::weight(factors[slot]));
                let mut sum = 0.0;
                for (line, factor) in lines.iter().zip(factors) {
                    for (element, elements) in line.iter().enumerate() {
                        let along = |axis| weights[(2 * element + axis) * WIDTH + column];
                        sum += elements[column].cast() * factor * along(0) * along(1);
                    }
                }
                greatest = greatest.max((moved(T::moved(upper + lower)) - sum).abs());
            }
        }
        greatest
    }

    #[test]
    fn estimates_of_bytes_are_within_the_margin() {
        const UNIT: f64 = 1.0 / (1 << 15) as f64;
        let moved = |bits| f64::from(f32::from_bits(bits)) - 256.5;
        let greatest = greatest_error::<u8>(|x| 255 - (x * 4.0) as u8, moved) / UNIT;
        assert!(greatest > 1.0 && greatest < f64::from(u8::MARGIN) - 0.5, "{greatest}");
        let moved = |bits| f64::from(f32::from_bits(bits)) - 384.5;
        let greatest = greatest_error::<i8>(|x| i8::MIN + (x * 4.0) as i8, moved) / UNIT;
        assert!(greatest > 1.0 && greatest < f64::from(i8::MARGIN) - 0.5, "{greatest}");
    }

    #[test]
    fn the_middles_between_all_integers_are_uncertain() {
        for whole in -128..127i8 {
            let sum = f32::from(whole) + 0.5;
            assert!(i8::is_near_half(i8::moved(sum), i8::MARGIN));
            // An exact sum is rounded away from zero.
            assert_eq!(i8::whole(i8::moved(sum)), round::<i8>(f64::from(sum)), "{sum}");
            assert!(!i8::is_near_half(i8::moved(f32::from(whole)), i8::MARGIN));
            assert_eq!(i8::whole(i8::moved(f32::from(whole))), whole);
        }
        for whole in 0..=255u8 {
            let moved = u8::moved(f32::from(whole) + if whole < 255 { 0.5 } else { 0.0 });
            assert_eq!(u8::is_near_half(moved, u8::MARGIN), whole < 255);
            assert_eq!(u8::whole(moved), if whole < 255 { whole + 1 } else { 255 });
        }
        assert!(i32::is_near_half(i32::moved(-2147483647.5), i32::MARGIN));
        assert_eq!(i32::whole(i32::moved(-2147483647.5)), i32::MIN);
        assert_eq!(u32::whole(u32::moved(4294967295.0)), u32::MAX);
        assert_eq!(u16::whole(u16::moved(65534.5)), u16::MAX);
    }
}
