//! The approximate instructions: results within the error that the PTX manual states, computed in f64.

/// `ftz`: subnormal operands and results count as zero.
fn flushed(x: f32, flush: bool) -> f32 {
    if flush && x.is_subnormal() { 0f32.copysign(x) } else { x }
}

/// One approximate function of one f32, rounded once from f64.
fn by_f64(x: u32, flush: bool, f: impl Fn(f64) -> f64) -> u32 {
    let y = f(f64::from(flushed(f32::from_bits(x), flush))) as f32;
    canonical(flushed(y, flush))
}

/// The bits of this number, with a canonical NaN.
#[inline(always)]
pub(crate) fn canonical(x: f32) -> u32 {
    if x.is_nan() { 0x7fff_ffff } else { x.to_bits() }
}

pub(crate) fn rcp(x: u32, flush: bool) -> u32 {
    by_f64(x, flush, |x| 1.0 / x)
}

pub(crate) fn sqrt(x: u32, flush: bool) -> u32 {
    by_f64(x, flush, f64::sqrt)
}

pub(crate) fn rsqrt(x: u32, flush: bool) -> u32 {
    by_f64(x, flush, |x| 1.0 / x.sqrt())
}

pub(crate) fn sin(x: u32, flush: bool) -> u32 {
    by_f64(x, flush, libm::sin)
}

pub(crate) fn cos(x: u32, flush: bool) -> u32 {
    by_f64(x, flush, libm::cos)
}

pub(crate) fn lg2(x: u32, flush: bool) -> u32 {
    by_f64(x, flush, libm::log2)
}

pub(crate) fn ex2(x: u32, flush: bool) -> u32 {
    by_f64(x, flush, libm::exp2)
}

pub(crate) fn tanh(x: u32) -> u32 {
    by_f64(x, false, libm::tanh)
}

/// `div.approx` gives zero for divisors of 2^126 and more, `div.full` does not.
pub(crate) fn div(x: u32, y: u32, flush: bool, full: bool) -> u32 {
    let (x, y) = (flushed(f32::from_bits(x), flush), flushed(f32::from_bits(y), flush));
    if !full && y.abs() > 2f32.powi(126) && y.is_finite() {
        return if x.is_infinite() || x.is_nan() { 0x7fff_ffff } else { canonical(0f32.copysign(x * y)) };
    }
    canonical(flushed((f64::from(x) / f64::from(y)) as f32, flush))
}

/// `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64`: only the high word is computed, with twenty bits.
pub(crate) fn high_word(x: u64, f: impl Fn(f64) -> f64) -> u64 {
    let flush = |bits: u64| if bits & 0x7ff0_0000_0000_0000 == 0 { bits & 1 << 63 } else { bits };
    let y = f(f64::from_bits(flush(x & 0xffff_ffff_0000_0000)));
    if y.is_nan() { 0x7fff_ffff_0000_0000 } else { flush(y.to_bits() & 0xffff_ffff_0000_0000) }
}
