//! Sums of several operands in one loop: each is read once, and no partial sum goes through memory.

use cuprust_num::DType;
use cuprust_ops::RowId;

use crate::simd::wide;

/// How many operands are added up in one loop at most.
pub const TERMS: usize = 8;

/// A loop that adds up the first `count` inputs, from the first to the last, rounding each time as single additions do.
///
/// # Safety
/// As [`cuprust_ops::Loop`], where `count` is 3 at least and [`TERMS`] at most.
pub type SumLoop = unsafe fn(inputs: &[*const u8; TERMS], count: usize, output: *mut u8, n: usize);

/// The loop of a row and a dtype, where the row is addition and a sum of many is the sums of two in turn.
pub fn sum_loop(row: RowId, dtype: DType) -> Option<SumLoop> {
    if row.row().name != "add" {
        return None;
    }
    Some(match dtype {
        DType::I8 | DType::U8 => sum::<u8>,
        DType::I16 | DType::U16 => sum::<u16>,
        DType::I32 | DType::U32 => sum::<u32>,
        DType::I64 | DType::U64 => sum::<u64>,
        DType::F32 => sum::<f32>,
        DType::F64 => sum::<f64>,
        _ => return None,
    })
}

/// A number whose additions wrap or round as its row's do.
trait Term: Copy {
    fn plus(self, other: Self) -> Self;
}
macro_rules! terms {
    ($($T:ty: |$a:ident, $b:ident| $sum:expr;)*) => { $(
        impl Term for $T {
            #[inline(always)]
            fn plus(self, $b: $T) -> $T { let $a = self; $sum }
        }
    )* };
}
terms! {
    u8: |a, b| a.wrapping_add(b);
    u16: |a, b| a.wrapping_add(b);
    u32: |a, b| a.wrapping_add(b);
    u64: |a, b| a.wrapping_add(b);
    f32: |a, b| a + b;
    f64: |a, b| a + b;
}

wide! {
    /// # Safety
    /// As [`SumLoop`].
    unsafe fn sum<T: Term>(inputs: &[*const u8; TERMS], count: usize, output: *mut u8, n: usize) {
        // SAFETY: the caller keeps the promises of SumLoop: all are aligned, have n elements, and the output is apart.
        unsafe {
            let output: &mut [T] = std::slice::from_raw_parts_mut(output.cast(), n);
            match count {
                3 => sum_of::<T, 3>(inputs, output),
                4 => sum_of::<T, 4>(inputs, output),
                5 => sum_of::<T, 5>(inputs, output),
                6 => sum_of::<T, 6>(inputs, output),
                7 => sum_of::<T, 7>(inputs, output),
                _ => sum_of::<T, 8>(inputs, output),
            }
        }
    }
}

/// # Safety
/// As [`SumLoop`], with `K` inputs.
#[inline(always)]
unsafe fn sum_of<T: Term, const K: usize>(inputs: &[*const u8; TERMS], output: &mut [T]) {
    let inputs: [*const T; K] = std::array::from_fn(|k| inputs[k].cast());
    for (i, output) in output.iter_mut().enumerate() {
        // SAFETY: the caller promises as many elements as the output has.
        unsafe {
            let mut sum = *inputs[0].add(i);
            for input in &inputs[1..] {
                sum = sum.plus(*input.add(i));
            }
            *output = sum;
        }
    }
}
