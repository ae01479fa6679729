//! Sobol sequences, in the order of Gray's code, and their scrambling by linear matrices and a digital shift.

use cuprust::random::Generator;
use cuprust::ufunc::rows;
use cuprust::{Array, DType, Device, Ellipsis, arange, full, s, shape, span, zeros};
use cuprust_ir::{Error, Result};
use cuprust_reserve::collected;

use super::directions::{MAX_DIMENSIONS, direction_numbers};

/// A Sobol sequence of points in the unit cube: `scipy.stats.qmc.Sobol`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::qmc::Sobol;
/// # fn main() -> Result<()> {
/// let mut sobol = Sobol::new(1, 30, Device::current()?)?;
/// sobol.fast_forward(2);
/// assert_eq!(sobol.random(2)?.to_string(), "[[0.75]\n [0.25]]");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Sobol {
    /// The direction numbers of each dimension, and the first point.
    directions: Array,
    shift: Array,
    bits: i64,
    generated: i64,
}

impl Sobol {
    /// The sequence of a number of dimensions, of points with `bits` bits, on a device.
    ///
    /// # Errors
    /// A value error for a negative number of dimensions or more than 21201, and for bits that are not 1 to 64.
    pub fn new(dimensions: i64, bits: i64, device: Device) -> Result<Sobol> {
        if dimensions < 0 {
            return Err(Error::value("d must be a non-negative integer value"));
        }
        if dimensions > MAX_DIMENSIONS {
            return Err(Error::value(format!("Maximum supported dimensionality is {MAX_DIMENSIONS}.")));
        }
        if !(1..=64).contains(&bits) {
            return Err(Error::value("Maximum supported 'bits' is 64"));
        }
        let numbers = direction_numbers(dimensions as usize, bits as usize)?;
        let directions = Array::from_slice(&numbers, [dimensions, bits], device)?;
        let shift = zeros(shape(dimensions).dtype(DType::U64).on(device))?;
        Ok(Sobol { directions, shift, bits, generated: 0 })
    }

    /// The sequence of direction numbers and a shift, both uint64, from its first point on.
    pub(in crate::stats) fn of_parts(directions: &Array, shift: &Array, generated: i64) -> Sobol {
        let bits = directions.shape()[1];
        Sobol { directions: directions.clone(), shift: shift.clone(), bits, generated }
    }

    /// The direction numbers and the shift.
    pub(in crate::stats) fn parts(self) -> [Array; 2] {
        [self.directions, self.shift]
    }

    /// The sequence whose direction numbers are multiplied by random lower triangular matrices of bits, and whose
    /// points are shifted, each bit by a random one.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn scrambled(self, generator: &Generator) -> Result<Sobol> {
        let dimensions = self.directions.shape()[0];
        let shift = generator.integers(0..2, shape([dimensions, self.bits]).dtype(DType::U64))?;
        let matrices = generator.integers(0..2, shape([dimensions, self.bits, self.bits]).dtype(DType::U64))?;
        self.scrambled_by(&shift, &matrices)
    }

    /// The sequence scrambled by given bits: those of the shift, the lowest first, and of the matrices, of which only
    /// the part below the diagonal is used. This waits for them.
    ///
    /// # Errors
    /// A value error for bits of other extents.
    pub fn scrambled_by(self, shift: &Array, matrices: &Array) -> Result<Sobol> {
        let [dimensions, bits] = [self.directions.shape()[0], self.bits];
        if shift.shape() != [dimensions, bits] || matrices.shape() != [dimensions, bits, bits] {
            return Err(Error::value("the bits that scramble have other extents than the direction numbers"));
        }
        let device = self.directions.device();
        let shift = words(&shift.in_dtype(DType::U64)?.to_vec()?, bits as usize, false)?;
        let rows = words(&matrices.in_dtype(DType::U64)?.to_vec()?, bits as usize, true)?;
        let mut numbers: Vec<u64> = self.directions.ravel()?.to_vec()?;
        let bits = bits as usize;
        for (own, rows) in numbers.chunks_exact_mut(bits).zip(rows.chunks_exact(bits)) {
            for number in own {
                // Row p gives bit p, the highest first: its bits before p are used, and that at p is one.
                *number = rows.iter().enumerate().fold(0, |made, (index, row)| {
                    let diagonal = 1u64 << (bits - 1 - index);
                    let row = row & !(diagonal | (diagonal - 1)) | diagonal;
                    made << 1 | u64::from((row & *number).count_ones() & 1)
                });
            }
        }
        let directions = Array::from_slice(&numbers, [dimensions, bits as i64], device)?;
        let shift = Array::from_slice(&shift, dimensions, device)?;
        Ok(Sobol { directions, shift, ..self })
    }

    /// The next points, one a row of float64.
    ///
    /// # Errors
    /// A value error for a negative number and for more points than the bits can say.
    pub fn random(&mut self, count: i64) -> Result<Array> {
        let (bits, generated) = (self.bits, self.generated);
        let total = i128::from(generated) + i128::from(count);
        let max_points = 1i128 << bits;
        if count < 0 {
            return Err(Error::value("the number of points must not be negative"));
        }
        if total > max_points {
            let more = if bits == 64 { "" } else { "Consider increasing `bits`." };
            return Err(Error::value(format!(
                "At most 2**{bits}={max_points} distinct points can be generated. {generated} points have been previously \
                 generated, then: n={generated}+{count}={total}. {more}"
            )));
        }
        let points = self.points(count)?;
        self.generated += count;
        Ok(points)
    }

    /// The next 2^m points.
    ///
    /// # Errors
    /// A value error where the number of all points would be no power of two.
    pub fn random_base2(&mut self, m: u32) -> Result<Array> {
        let count = 1i64.checked_shl(m).filter(|&count| count > 0).unwrap_or(i64::MAX);
        let generated = self.generated;
        let total = generated.saturating_add(count);
        if total & (total - 1) != 0 {
            return Err(Error::value(format!(
                "The balance properties of Sobol' points require n to be a power of 2. {generated} points have been \
                 previously generated, then: n={generated}+2**{m}={total}. If you still want to do this, the function \
                 'Sobol.random()' can be used."
            )));
        }
        self.random(count)
    }

    /// Leaves out the next points.
    pub fn fast_forward(&mut self, count: i64) {
        self.generated += count;
    }

    /// Begins again, with the same scrambling.
    pub fn reset(&mut self) {
        self.generated = 0;
    }

    /// The points from the next one on: each is the exclusive or of the shift and of the direction numbers where the
    /// bits of Gray's code of its index are set.
    fn points(&self, count: i64) -> Result<Array> {
        let (device, dimensions) = (self.directions.device(), self.directions.shape()[0]);
        // 32 bits are half of the traffic and of the operations.
        let words = if self.bits <= 32 { DType::U32 } else { DType::U64 };
        let directions = self.directions.in_dtype(words)?;
        let end = self.generated + count;
        let indices = arange(span(self.generated..end).on(device))?.in_dtype(words)?.reshape((count, 1))?;
        let code = rows::bitwise_xor(&indices, &rows::right_shift(&indices, 1)?)?;
        let shift = self.shift.in_dtype(words)?.reshape((1, dimensions))?;
        let mut points = shift.broadcast_to(&[count, dimensions][..])?;
        for bit in 0..i64::from(64 - (end - 1).max(0).leading_zeros()) {
            let is_set = rows::bitwise_and(&rows::right_shift(&code, bit)?, 1)?;
            let number = directions.at(s![Ellipsis, bit])?.reshape((1, dimensions))?;
            points = rows::bitwise_xor(&points, &rows::multiply(&number, &is_set)?)?;
        }
        let unit = full(shape(()).dtype(DType::F64).on(device), (-self.bits as f64).exp2())?;
        rows::multiply(&points.in_dtype(DType::F64)?, &unit)
    }
}

/// The bits of numbers, in lists of a length: the highest first, or the lowest.
fn words(bits: &[u64], length: usize, highest_first: bool) -> Result<Vec<u64>> {
    let word = |bits: &[u64]| match highest_first {
        true => bits.iter().fold(0, |word, bit| word << 1 | bit & 1),
        false => bits.iter().rev().fold(0, |word, bit| word << 1 | bit & 1),
    };
    Ok(collected(bits.chunks_exact(length).map(word))?)
}
