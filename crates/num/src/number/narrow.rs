//! The half types to float32 and back, rounded to nearest even, without branches so that loops of them vectorise.

use crate::{bf16, f16};

/// The same number in float32.
#[inline(always)]
pub fn widen_f16(x: f16) -> f32 {
    let bits = x.to_bits() as u32;
    let shifted = (bits & 0x7fff) << 13;
    let exponent = shifted & 0x0f80_0000;
    let rebased = shifted.wrapping_add((127 - 15) << 23);
    // Infinity and NaN keep an exponent of all ones; a subnormal is the difference of two normal numbers.
    let special = rebased.wrapping_add((128 - 16) << 23);
    let tiny = f32::from_bits(rebased.wrapping_add(1 << 23)) - f32::from_bits(113 << 23);
    let magnitude = if exponent == 0x0f80_0000 { special } else { rebased };
    let magnitude = if exponent == 0 { tiny.to_bits() } else { magnitude };
    f32::from_bits(magnitude | (bits & 0x8000) << 16)
}

/// The nearest float16, ties to even.
#[inline(always)]
pub fn narrow_f16(x: f32) -> f16 {
    let bits = x.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    // Adding 0.5 leaves a subnormal result, correctly rounded, in the low bits of the sum.
    let tiny = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    let odd = magnitude >> 13 & 1;
    let normal = magnitude.wrapping_sub((127 - 15) << 23).wrapping_add(0xfff + odd) >> 13;
    let special = if magnitude > 0x7f80_0000 { 0x7e00 } else { 0x7c00 };
    let rounded = if magnitude < 113 << 23 { tiny } else { normal };
    let rounded = if magnitude >= (127 + 16) << 23 { special } else { rounded };
    f16::from_bits((rounded | bits >> 16 & 0x8000) as u16)
}

/// The same number in float32.
#[inline(always)]
pub fn widen_bf16(x: bf16) -> f32 {
    f32::from_bits((x.to_bits() as u32) << 16)
}

/// The nearest bfloat16, ties to even.
#[inline(always)]
pub fn narrow_bf16(x: f32) -> bf16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
    let nan = bits >> 16 | 0x40;
    bf16::from_bits(if bits & 0x7fff_ffff > 0x7f80_0000 { nan } else { rounded } as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_widens_and_comes_back() {
        for bits in 0..=u16::MAX {
            let (h, b) = (f16::from_bits(bits), bf16::from_bits(bits));
            assert!(widen_f16(h).to_bits() == h.to_f32().to_bits() || h.is_nan(), "{bits:#x}");
            assert!(narrow_f16(widen_f16(h)).to_bits() == bits || h.is_nan(), "{bits:#x}");
            assert!(widen_bf16(b).to_bits() == b.to_f32().to_bits() || b.is_nan(), "{bits:#x}");
            assert!(narrow_bf16(widen_bf16(b)).to_bits() == bits || b.is_nan(), "{bits:#x}");
        }
    }

    #[test]
    fn narrowing_rounds_as_the_half_crate_does() {
        for high in 0..=u16::MAX {
            for low in [0u32, 1, 0xfff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x7fff, 0x8000, 0x8001, 0xffff] {
                let x = f32::from_bits((high as u32) << 16 | low);
                let (ours, theirs) = (narrow_f16(x), f16::from_f32_const(x));
                assert!(ours.to_bits() == theirs.to_bits() || x.is_nan() && ours.is_nan(), "{x}");
                let (ours, theirs) = (narrow_bf16(x), bf16::from_f32_const(x));
                assert!(ours.to_bits() == theirs.to_bits() || x.is_nan() && ours.is_nan(), "{x}");
            }
        }
    }
}
