//! The loops that convert a block from one dtype to another.

use cuprust_num::{CastTo, DType, Element, for_each_dtype};
use cuprust_ops::Loop;

use crate::simd::wide;

/// The loop from one dtype to another, over contiguous blocks: one input, one output.
pub fn cast_loop(from: DType, to: DType) -> Loop {
    #[cfg(target_arch = "x86_64")]
    match (from, to) {
        (DType::F16, DType::F32) if crate::simd::has_avx512() => return halves::widen,
        (DType::F32, DType::F16) if crate::simd::has_avx512() => return halves::narrow,
        (DType::F16, DType::F32) if std::is_x86_feature_detected!("f16c") => return halves::widen_by_8,
        (DType::F32, DType::F16) if std::is_x86_feature_detected!("f16c") => return halves::narrow_by_8,
        _ => {}
    }
    macro_rules! pick {
        ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
            match from { $(DType::$variant => to_any::<cuprust_num::$rust>(to)),* }
        };
    }
    for_each_dtype!(pick)
}

macro_rules! define_to_any {
    ($([$variant:ident $rust:ident $name:literal $kind:ident $size:literal $character:literal])*) => {
        fn to_any<A>(to: DType) -> Loop
        where
            A: Element $(+ CastTo<cuprust_num::$rust>)*,
        {
            match to { $(DType::$variant => convert::<A, cuprust_num::$rust>),* }
        }
    };
}
for_each_dtype!(define_to_any);

wide! {
    /// # Safety
    /// As [`Loop`], with one input of `A` and one output of `B`.
    unsafe fn convert<A: CastTo<B>, B: Element>(inputs: *const *const u8, outputs: *const *mut u8, n: usize) {
        // SAFETY: the caller keeps the promises of Loop: both are aligned, have n elements and do not overlap.
        let (x, r): (&[A], &mut [B]) = unsafe {
            (std::slice::from_raw_parts((*inputs).cast(), n), std::slice::from_raw_parts_mut((*outputs).cast(), n))
        };
        for i in 0..n {
            r[i] = CastTo::<B>::cast(x[i]);
        }
    }
}

/// float16 to and from float32 by the processor's own instructions, which round as the scalar conversions do.
#[cfg(target_arch = "x86_64")]
mod halves {
    use std::arch::x86_64::*;

    /// # Safety
    /// As [`cuprust_ops::Loop`], from float16 to float32, on a processor with AVX-512.
    pub(super) unsafe fn widen(inputs: *const *const u8, outputs: *const *mut u8, n: usize) {
        // SAFETY: the caller keeps the promises.
        unsafe { widen_512(*inputs, *outputs, n) }
    }

    /// # Safety
    /// As [`widen`].
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    unsafe fn widen_512(from: *const u8, to: *mut u8, n: usize) {
        let mut i = 0;
        while i < n {
            let mask = lanes(n - i);
            // SAFETY: only the lanes below n are read and written.
            unsafe {
                let half = _mm256_maskz_loadu_epi16(mask, from.cast::<i16>().add(i));
                _mm512_mask_storeu_ps(to.cast::<f32>().add(i), mask, _mm512_cvtph_ps(half));
            }
            i += 16;
        }
    }

    /// # Safety
    /// As [`cuprust_ops::Loop`], from float32 to float16, on a processor with AVX-512.
    pub(super) unsafe fn narrow(inputs: *const *const u8, outputs: *const *mut u8, n: usize) {
        // SAFETY: the caller keeps the promises.
        unsafe { narrow_512(*inputs, *outputs, n) }
    }

    /// # Safety
    /// As [`narrow`].
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    unsafe fn narrow_512(from: *const u8, to: *mut u8, n: usize) {
        let mut i = 0;
        while i < n {
            let mask = lanes(n - i);
            // SAFETY: only the lanes below n are read and written.
            unsafe {
                let single = _mm512_maskz_loadu_ps(mask, from.cast::<f32>().add(i));
                let half = _mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(single);
                _mm256_mask_storeu_epi16(to.cast::<i16>().add(i), mask, half);
            }
            i += 16;
        }
    }

    /// # Safety
    /// As [`widen`], on a processor with F16C.
    pub(super) unsafe fn widen_by_8(inputs: *const *const u8, outputs: *const *mut u8, n: usize) {
        // SAFETY: the caller keeps the promises.
        unsafe { widen_256((*inputs).cast(), (*outputs).cast(), n) }
    }

    /// # Safety
    /// As [`widen_by_8`].
    #[target_feature(enable = "avx,f16c")]
    unsafe fn widen_256(from: *const u16, to: *mut f32, n: usize) {
        let whole = n / 8 * 8;
        // SAFETY: the elements lie below n; the rest is converted in a block of its own.
        unsafe {
            for i in (0..whole).step_by(8) {
                _mm256_storeu_ps(to.add(i), _mm256_cvtph_ps(_mm_loadu_si128(from.add(i).cast())));
            }
            let (mut rest, mut wide) = ([0u16; 8], [0f32; 8]);
            std::ptr::copy_nonoverlapping(from.add(whole), rest.as_mut_ptr(), n - whole);
            _mm256_storeu_ps(wide.as_mut_ptr(), _mm256_cvtph_ps(_mm_loadu_si128(rest.as_ptr().cast())));
            std::ptr::copy_nonoverlapping(wide.as_ptr(), to.add(whole), n - whole);
        }
    }

    /// # Safety
    /// As [`narrow`], on a processor with F16C.
    pub(super) unsafe fn narrow_by_8(inputs: *const *const u8, outputs: *const *mut u8, n: usize) {
        // SAFETY: the caller keeps the promises.
        unsafe { narrow_256((*inputs).cast(), (*outputs).cast(), n) }
    }

    /// # Safety
    /// As [`narrow_by_8`].
    #[target_feature(enable = "avx,f16c")]
    unsafe fn narrow_256(from: *const f32, to: *mut u16, n: usize) {
        const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT;
        let whole = n / 8 * 8;
        // SAFETY: as in `widen_256`.
        unsafe {
            for i in (0..whole).step_by(8) {
                _mm_storeu_si128(to.add(i).cast(), _mm256_cvtps_ph::<NEAREST>(_mm256_loadu_ps(from.add(i))));
            }
            let (mut rest, mut half) = ([0f32; 8], [0u16; 8]);
            std::ptr::copy_nonoverlapping(from.add(whole), rest.as_mut_ptr(), n - whole);
            _mm_storeu_si128(half.as_mut_ptr().cast(), _mm256_cvtps_ph::<NEAREST>(_mm256_loadu_ps(rest.as_ptr())));
            std::ptr::copy_nonoverlapping(half.as_ptr(), to.add(whole), n - whole);
        }
    }

    fn lanes(rest: usize) -> u16 {
        if rest >= 16 { u16::MAX } else { (1 << rest) - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_num::{Scalar, f16};

    #[test]
    fn every_pair_converts_as_scalars_do() {
        let values = [0.0, 1.0, -1.5, 3.7, 200.0, -70000.0, 65504.0, 1e9, f64::NAN, f64::INFINITY];
        for &from in DType::ALL {
            let scalars: Vec<Scalar> = values.iter().cycle().take(37).map(|&v| Scalar::new(v).cast(from)).collect();
            let mut block = vec![0u64; 37 * 2];
            for (i, scalar) in scalars.iter().enumerate() {
                // SAFETY: element i lies within the block.
                let to = unsafe { block.as_mut_ptr().cast::<u8>().add(i * from.size()) };
                // SAFETY: as above; a scalar has at least its dtype's bytes.
                unsafe { std::ptr::copy_nonoverlapping(scalar.bytes().as_ptr(), to, from.size()) };
            }
            for &to in DType::ALL {
                let mut out = vec![0u64; 37 * 2];
                let (input, output) = (block.as_ptr().cast::<u8>(), out.as_mut_ptr().cast::<u8>());
                // SAFETY: both blocks hold 37 elements of any dtype.
                unsafe { cast_loop(from, to)(&input, &output, 37) };
                for (i, scalar) in scalars.iter().enumerate() {
                    // SAFETY: element i lies within the block.
                    let bytes = unsafe { std::slice::from_raw_parts(output.add(i * to.size()), to.size()) };
                    let expected = scalar.cast(to);
                    assert_eq!(bytes, &expected.bytes()[..to.size()], "{from} to {to}: {scalar}");
                }
            }
        }
    }

    #[test]
    fn every_half_is_itself_again() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        let (mut wide, mut back) = (vec![0f32; all.len()], vec![0u16; all.len()]);
        let (input, output) = (all.as_ptr().cast::<u8>(), wide.as_mut_ptr().cast::<u8>());
        // SAFETY: the blocks have as many elements.
        unsafe { cast_loop(DType::F16, DType::F32)(&input, &output, all.len()) };
        let (input, output) = (wide.as_ptr().cast::<u8>(), back.as_mut_ptr().cast::<u8>());
        // SAFETY: as above.
        unsafe { cast_loop(DType::F32, DType::F16)(&input, &output, all.len()) };
        for i in 0..all.len() {
            let half = f16::from_bits(all[i]);
            assert!(half.is_nan() && f16::from_bits(back[i]).is_nan() || back[i] == all[i]);
            assert!(half.is_nan() || wide[i] == half.to_f32());
        }
    }
}
