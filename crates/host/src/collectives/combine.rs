//! The combination of several ranks' elements into one, block by block, in the order of the ranks.

use cuprust_ir::{Combination, Error, Result};
use cuprust_num::{DType, Kind, bf16, f16};
use cuprust_ops::{Loop, RowId};

/// The bytes of a block: an accumulator and its successor stay in the first cache.
const BLOCK_BYTES: usize = 4096;

/// A block that is aligned for every dtype.
#[repr(align(64))]
struct Block([u8; BLOCK_BYTES]);

/// How elements of a dtype are combined.
#[derive(Clone, Copy)]
pub(super) struct Combiner {
    step: Loop,
    dtype: DType,
    averages: bool,
}

impl Combiner {
    /// The combiner of a dtype.
    ///
    /// # Errors
    /// A type error for a dtype that has no such combination: the average of bools.
    pub fn new(how: Combination, dtype: DType) -> Result<Combiner> {
        let row = match how {
            Combination::Sum | Combination::Average => "add",
            Combination::Product => "multiply",
            Combination::Max => "maximum",
            Combination::Min => "minimum",
        };
        let averages = how == Combination::Average;
        let loops = RowId::find(row).filter(|_| !(averages && dtype == DType::Bool));
        match loops.and_then(|row| (row.row().loops)(dtype)) {
            Some(loops) => Ok(Combiner { step: loops.best(), dtype, averages }),
            None => Err(Error::type_(format!("ranks cannot combine elements of {dtype} by {how:?}"))),
        }
    }

    /// Combines `count` elements of each part, the first part first, and writes them to an address.
    ///
    /// # Safety
    /// Each part and the result are aligned memory of as many elements. The result may be one of the parts, and
    /// overlaps none otherwise.
    pub unsafe fn combine(&self, parts: &[u64], count: usize, to: u64) {
        let item = self.dtype.size();
        let (mut sum, mut next) = (Block([0; BLOCK_BYTES]), Block([0; BLOCK_BYTES]));
        for first in (0..count).step_by(BLOCK_BYTES / item) {
            let n = (BLOCK_BYTES / item).min(count - first);
            let at = |address: u64| (address as usize + first * item) as *mut u8;
            for (rank, &part) in parts.iter().enumerate() {
                // SAFETY: the caller promises the elements of each part; the blocks hold `n` and overlap nothing. All
                // of a block's parts are read before its result is written.
                unsafe {
                    if rank == 0 {
                        std::ptr::copy_nonoverlapping(at(part), sum.0.as_mut_ptr(), n * item);
                    } else {
                        let inputs = [sum.0.as_ptr(), at(part).cast_const()];
                        let outputs = [next.0.as_mut_ptr()];
                        (self.step)(inputs.as_ptr(), outputs.as_ptr(), n);
                        std::mem::swap(&mut sum, &mut next);
                    }
                }
            }
            if self.averages {
                divide(&mut sum, self.dtype, n, parts.len());
            }
            // SAFETY: the caller promises that the result holds the elements.
            unsafe { std::ptr::copy_nonoverlapping(sum.0.as_ptr(), at(to), n * item) };
        }
    }
}

/// Divides the first `n` elements of a block by a number; integers are rounded towards zero.
fn divide(block: &mut Block, dtype: DType, n: usize, by: usize) {
    macro_rules! each {
        ($type:ty, |$x:ident| $quotient:expr) => {
            for element in block.0.chunks_exact_mut(size_of::<$type>()).take(n) {
                if let Ok(bytes) = (&*element).try_into() {
                    let $x = <$type>::from_ne_bytes(bytes);
                    element.copy_from_slice(&<$type>::to_ne_bytes($quotient));
                }
            }
        };
    }
    match dtype {
        DType::Bool => {}
        DType::I8 => each!(i8, |x| (i128::from(x) / by as i128) as i8),
        DType::U8 => each!(u8, |x| (u128::from(x) / by as u128) as u8),
        DType::I16 => each!(i16, |x| (i128::from(x) / by as i128) as i16),
        DType::U16 => each!(u16, |x| (u128::from(x) / by as u128) as u16),
        DType::I32 => each!(i32, |x| (i128::from(x) / by as i128) as i32),
        DType::U32 => each!(u32, |x| (u128::from(x) / by as u128) as u32),
        DType::I64 => each!(i64, |x| (i128::from(x) / by as i128) as i64),
        DType::U64 => each!(u64, |x| (u128::from(x) / by as u128) as u64),
        DType::F16 => each!(f16, |x| f16::from_f32(x.to_f32() / by as f32)),
        DType::BF16 => each!(bf16, |x| bf16::from_f32(x.to_f32() / by as f32)),
        DType::F32 => each!(f32, |x| x / by as f32),
        DType::F64 => each!(f64, |x| x / by as f64),
        // Both parts of a complex number are divided.
        DType::C64 => divide(block, DType::F32, 2 * n, by),
        DType::C128 => divide(block, DType::F64, 2 * n, by),
    }
    debug_assert!(dtype.kind() != Kind::Bool, "bools have no average");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combined<T: Copy + Default>(how: Combination, dtype: DType, parts: &[Vec<T>]) -> Vec<T> {
        let addresses: Vec<u64> = parts.iter().map(|part| part.as_ptr() as u64).collect();
        let mut to = vec![T::default(); parts[0].len()];
        let combiner = Combiner::new(how, dtype).unwrap();
        // SAFETY: the lists have as many elements of the dtype, and the result is one of its own.
        unsafe { combiner.combine(&addresses, to.len(), to.as_mut_ptr() as u64) };
        to
    }

    #[test]
    fn blocks_of_any_length_are_combined_in_the_order_of_the_ranks() {
        for n in [0, 1, 511, 512, 513, 3000] {
            let parts: Vec<Vec<f64>> =
                (0..3).map(|r| (0..n).map(|i| i as f64 - f64::from(r) * 7.0).collect()).collect();
            let expected: Vec<f64> = (0..n).map(|i| parts[0][i] + parts[1][i] + parts[2][i]).collect();
            assert_eq!(combined(Combination::Sum, DType::F64, &parts), expected);
            let expected: Vec<f64> = (0..n).map(|i| (parts[0][i] + parts[1][i] + parts[2][i]) / 3.0).collect();
            assert_eq!(combined(Combination::Average, DType::F64, &parts), expected);
        }
    }

    #[test]
    fn integers_wrap_and_their_average_is_rounded_towards_zero() {
        let parts = [vec![100_i8, -5], vec![100, 2]];
        assert_eq!(combined(Combination::Sum, DType::I8, &parts), [-56, -3]);
        assert_eq!(combined(Combination::Average, DType::I8, &parts), [-28, -1]);
        assert_eq!(combined(Combination::Max, DType::I8, &parts), [100, 2]);
        assert_eq!(combined(Combination::Product, DType::I8, &parts), [16, -10]);
    }

    #[test]
    fn nan_stays_and_bools_have_no_average() {
        let parts = [vec![f32::NAN, 1.0], vec![0.0, 2.0]];
        assert!(combined(Combination::Max, DType::F32, &parts)[0].is_nan());
        assert_eq!(combined(Combination::Sum, DType::Bool, &[vec![true, false], vec![true, false]]), [true, false]);
        assert!(Combiner::new(Combination::Average, DType::Bool).is_err());
    }

    #[test]
    fn every_dtype_has_every_combination_but_the_average_of_bools() {
        for &dtype in DType::ALL {
            for how in Combination::ALL {
                let none = dtype == DType::Bool && how == Combination::Average;
                assert_eq!(Combiner::new(how, dtype).is_err(), none, "{how:?} of {dtype}");
            }
        }
    }
}
