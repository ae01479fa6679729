//! Fused multiply-add of half-precision numbers, rounded once, by f64 arithmetic.
//!
//! In f64 the product is exact, and the sum is rounded to odd: the last bit records that something was cut off, so that
//! a second rounding, to a format of far fewer bits, gives the correctly rounded result.

use half::{bf16, f16};

/// The sum, rounded to odd; the operands are within the range of products of two bf16.
#[inline(always)]
fn odd_sum(x: f64, y: f64) -> f64 {
    let sum = x + y;
    let part = sum - x;
    let cut = (x - (sum - part)) + (y - part);
    // Infinities and NaN give a NaN error term, and stay as they are.
    if cut == 0.0 || cut.is_nan() || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let away = (cut > 0.0) == (sum > 0.0);
    f64::from_bits(if away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// The f32 that has the last bit set where it is not exact.
#[inline(always)]
fn odd_f32(x: f64) -> f32 {
    let near = x as f32;
    let back = f64::from(near);
    if back == x || x.is_nan() || near.to_bits() & 1 == 1 {
        return near;
    }
    let bits = near.to_bits();
    // If the even neighbour is too large in magnitude, infinity included, the odd one is below it, and the other way
    // round.
    f32::from_bits(if back.abs() > x.abs() { bits - 1 } else { bits + 1 })
}

/// `fma.rn.f16`, a NaN being 0x7fff.
#[inline(always)]
pub(crate) fn half(a: u16, b: u16, c: u16) -> u16 {
    let wide = |x: u16| f64::from(f16::from_bits(x).to_f32());
    let y = f16::from_f32(odd_f32(odd_sum(wide(a) * wide(b), wide(c))));
    if y.is_nan() { 0x7fff } else { y.to_bits() }
}

/// `fma.rn.bf16`, a NaN being 0x7fff.
#[inline(always)]
pub(crate) fn brain(a: u16, b: u16, c: u16) -> u16 {
    let wide = |x: u16| f64::from(bf16::from_bits(x).to_f32());
    let y = bf16::from_f32(odd_f32(odd_sum(wide(a) * wide(b), wide(c))));
    if y.is_nan() { 0x7fff } else { y.to_bits() }
}

/// The same on both halves of a register.
#[inline(always)]
pub(crate) fn packed(a: u32, b: u32, c: u32, f: impl Fn(u16, u16, u16) -> u16) -> u32 {
    let high = |x: u32| (x >> 16) as u16;
    u32::from(f(a as u16, b as u16, c as u16)) | u32::from(f(high(a), high(b), high(c))) << 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soft::{BF16, F16, Operation, Spec};

    /// Compared with exact arithmetic on integers: pairs of edge cases, neighbours of ties, and random bits.
    #[test]
    fn as_the_exact_value_rounded_once() {
        let mut state = 1u64;
        let mut any = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as u16
        };
        let edges =
            [0u16, 1, 2, 0x3ff, 0x400, 0x7f, 0x80, 0x3c00, 0x3c01, 0x3f80, 0x7bff, 0x7c00, 0x7f7f, 0x7f80, 0x7fff];
        let edges: Vec<u16> = edges.iter().flat_map(|e| [*e, e | 0x8000]).collect();
        let mut cases: Vec<[u16; 3]> = Vec::new();
        for a in &edges {
            for b in &edges {
                cases.extend(edges.iter().map(|c| [*a, *b, *c]));
            }
        }
        cases.extend((0..200_000).map(|_| [any(), any(), any()]));
        // Results near ties: the addend about 2^11 times smaller or larger than the product.
        cases.extend((0..200_000).map(|_| [0x3c00 | any() & 0x3ff, 0x3c00 | any() & 0x3ff, any() & 0x8fff]));
        for [a, b, c] in cases {
            let exact = |format| Spec::plain(Operation::Fma, format).apply(a.into(), b.into(), c.into()) as u16;
            assert_eq!(half(a, b, c), exact(F16), "f16 {a:#x} {b:#x} {c:#x}");
            assert_eq!(brain(a, b, c), exact(BF16), "bf16 {a:#x} {b:#x} {c:#x}");
        }
    }
}
