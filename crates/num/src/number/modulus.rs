//! Division with remainder of floats: exact, and vectorized where the quotients of a block are small enough.

/// float32 and float64, which have division with remainder.
pub trait Modulus: Copy {
    /// The quotient rounded down and the remainder, which has the divisor's sign, from the result of C's `fmod`.
    fn divide_down(self, other: Self, rest: Self) -> (Self, Self);
    /// `r[i] = finish(x[i], y[i], fmod(x[i], y[i]))` for blocks of one length.
    fn each_modulus(x: &[Self], y: &[Self], r: &mut [Self], finish: impl Fn(Self, Self, Self) -> Self);
}

macro_rules! modulus {
    ($($float:ident $near:ident $near_fmod:ident)*) => { $(
        impl Modulus for $float {
            #[inline(always)]
            fn divide_down(self, other: $float, rest: $float) -> ($float, $float) {
                let below = (rest != 0.0) & ((other < 0.0) != (rest < 0.0));
                let modulus = if below { rest + other } else { rest };
                let modulus = if rest == 0.0 { (0.0 as $float).copysign(other) } else { modulus };
                let quotient = (self - rest) / other;
                let quotient = if below { quotient - 1.0 } else { quotient };
                // The quotient is whole but for rounding.
                let whole = quotient.floor();
                let whole = if quotient - whole > 0.5 { whole + 1.0 } else { whole };
                let whole = if quotient == 0.0 { (0.0 as $float).copysign(self / other) } else { whole };
                if other == 0.0 { (self / other, rest) } else { (whole, modulus) }
            }
            #[inline(always)]
            fn each_modulus(
                x: &[$float],
                y: &[$float],
                r: &mut [$float],
                finish: impl Fn($float, $float, $float) -> $float,
            ) {
                let pairs = || x.iter().copied().zip(y.iter().copied());
                if pairs().fold(true, |all, (a, b)| all & $near(a, b)) {
                    for (r, (a, b)) in r.iter_mut().zip(pairs()) {
                        *r = finish(a, b, $near_fmod(a, b));
                    }
                } else {
                    for (r, (a, b)) in r.iter_mut().zip(pairs()) {
                        *r = finish(a, b, a % b);
                    }
                }
            }
        }
    )* };
}
modulus!(f32 near_f32 near_fmod_f32 f64 near_f64 near_fmod_f64);

/// Whether [`near_fmod_f64`] is exact: the quotient has no more bits than a float64, and no product over- or
/// underflows.
// `contains` would stop at the first bound, and a branch keeps the test out of vectors.
#[allow(clippy::manual_range_contains)]
#[inline(always)]
fn near_f64(a: f64, b: f64) -> bool {
    const MIN_MODULUS: f64 = 1e-270;
    let (a, b) = (a.abs(), b.abs());
    (b >= MIN_MODULUS) & (b <= 1e270) & (a <= b * 4e15) & ((a >= MIN_MODULUS) | (a == 0.0))
}

/// The rounded quotient is right or one too large; its product with the divisor is computed exactly (Dekker, "A
/// floating-point technique for extending the available precision", 1971), and so is the rest of the dividend.
#[inline(always)]
fn near_fmod_f64(a: f64, b: f64) -> f64 {
    let quotient = (a / b).trunc();
    let halves = |x: f64| {
        let scaled = 134217729.0 * x;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let ((qh, ql), (bh, bl)) = (halves(quotient), halves(b));
    let product = quotient * b;
    let rounding = ((qh * bh - product) + qh * bl + ql * bh) + ql * bl;
    settled((a - product) - rounding, a, b)
}

/// Whether [`near_fmod_f32`] is exact: the product of quotient and divisor fits float64.
#[inline(always)]
fn near_f32(a: f32, b: f32) -> bool {
    let (a, b) = (a.abs() as f64, b.abs() as f64);
    (b > 0.0) & (b < f64::INFINITY) & (a <= b * 2e8)
}

#[inline(always)]
fn near_fmod_f32(a: f32, b: f32) -> f32 {
    let (a, b) = (a as f64, b as f64);
    settled(a - (a / b).trunc() * b, a, b) as f32
}

/// The remainder with the dividend's sign, where the quotient may have been one too large.
#[inline(always)]
fn settled(rest: f64, a: f64, b: f64) -> f64 {
    let over = (rest != 0.0) & ((rest < 0.0) != (a < 0.0));
    let rest = if over { rest + b.abs().copysign(a) } else { rest };
    if rest == 0.0 { 0f64.copysign(a) } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_quotients_are_exact() {
        // A linear congruential generator (Knuth's MMIX constants) is random enough here.
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state
        };
        let (mut seen, mut seen_single) = (0, 0);
        for _ in 0..400_000 {
            let mut double = |spread: u64| {
                let exponent = 1023 - spread / 2 + (next() >> 32) % spread;
                f64::from_bits(next() & 0x800f_ffff_ffff_ffff | exponent << 52)
            };
            let (a, b) = (double(60), double(60));
            // Whole multiples, and their neighbours, are where the rounded quotient may be wrong.
            let whole = (a / b).trunc() * b;
            for a in [a, whole, f64::from_bits(whole.to_bits() + 1), f64::from_bits(whole.to_bits().saturating_sub(1))]
            {
                if near_f64(a, b) {
                    seen += 1;
                    assert_eq!(near_fmod_f64(a, b).to_bits(), (a % b).to_bits(), "{a} by {b}");
                }
                let (a, b) = (a as f32, b as f32);
                if near_f32(a, b) {
                    seen_single += 1;
                    assert_eq!(near_fmod_f32(a, b).to_bits(), (a % b).to_bits(), "{a} by {b}");
                }
            }
        }
        assert!(seen > 500_000 && seen_single > 500_000);
    }
}
