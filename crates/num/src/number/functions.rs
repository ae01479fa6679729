//! The elementary functions of complex128: exact signs of zero, infinities and NaN as in C's Annex G.
//!
//! The inverse functions follow Kahan, "Branch cuts for complex elementary functions, or much ado about nothing's sign
//! bit" (1987). complex64 is computed here too, and rounded.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, LN_10, LOG2_E, LOG10_E, PI};

use super::{Complex, Number};
use crate::c128;
use crate::math::Elementary;

const NAN: f64 = f64::NAN;
const INFINITY: f64 = f64::INFINITY;

/// Beyond this magnitude one is negligible relative to the number, and squares may overflow.
const HUGE: f64 = 1e150;

/// e to the power z.
pub fn exp(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return c128::new(Elementary::exp(x), y);
    }
    if !y.is_finite() {
        return match x {
            f64::NEG_INFINITY => c128::new(0.0, if y.is_nan() { 0.0 } else { 0f64.copysign(y) }),
            INFINITY => c128::new(INFINITY, NAN),
            _ => c128::new(NAN, NAN),
        };
    }
    let (sin, cos) = (Elementary::sin(y), Elementary::cos(y));
    if x > 709.0 && x < 1500.0 {
        // The exponential may overflow where its product with the sine or cosine does not.
        let half = Elementary::exp(x / 2.0);
        return c128::new(half * cos * half, half * sin * half);
    }
    let radius = Elementary::exp(x);
    c128::new(radius * cos, radius * sin)
}

/// Two to the power z.
pub fn exp2(z: c128) -> c128 {
    exp(c128::new(z.re * LN_2, z.im * LN_2))
}

/// e to the power z, minus one, accurate near zero.
pub fn expm1(z: c128) -> c128 {
    let half = Elementary::sin(z.im / 2.0);
    let real = Elementary::expm1(z.re) * Elementary::cos(z.im) - 2.0 * half * half;
    c128::new(real, Elementary::exp(z.re) * Elementary::sin(z.im))
}

/// The natural logarithm, its imaginary part within [-pi, pi].
pub fn log(z: c128) -> c128 {
    c128::new(log_magnitude(z.re, z.im), Elementary::atan2(z.im, z.re))
}

/// The logarithm to base two.
pub fn log2(z: c128) -> c128 {
    let w = log(z);
    c128::new(w.re * LOG2_E, w.im * LOG2_E)
}

/// The logarithm to base ten.
pub fn log10(z: c128) -> c128 {
    let w = log(z);
    if w.re.is_finite() { c128::new(w.re / LN_10, w.im / LN_10) } else { c128::new(w.re * LOG10_E, w.im * LOG10_E) }
}

/// The natural logarithm of one plus z, accurate near zero.
pub fn log1p(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    let real = if x.abs() < 0.5 && y.abs() < 0.5 {
        0.5 * Elementary::log1p(x * (2.0 + x) + y * y)
    } else {
        log_magnitude(1.0 + x, y)
    };
    c128::new(real, Elementary::atan2(y, 1.0 + x))
}

fn log_magnitude(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    let (small, large) = if x < y { (x, y) } else { (y, x) };
    if large > 1e300 && large < INFINITY {
        return Elementary::log(Elementary::hypot(x / 4.0, y / 4.0)) + 2.0 * LN_2;
    }
    if large < 1e-290 && large > 0.0 {
        let scale = 2f64.powi(500);
        return Elementary::log(Elementary::hypot(x * scale, y * scale)) - 500.0 * LN_2;
    }
    let magnitude = Elementary::hypot(x, y);
    if magnitude > 0.7 && magnitude < 1.5 {
        return 0.5 * Elementary::log1p((large - 1.0) * (large + 1.0) + small * small);
    }
    Elementary::log(magnitude)
}

/// The square root with a real part that is not negative.
pub fn sqrt(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if x == 0.0 && y == 0.0 {
        return c128::new(0.0, y);
    }
    if y.is_infinite() {
        return c128::new(INFINITY, y);
    }
    if x.is_nan() {
        return c128::new(x, NAN);
    }
    if x.is_infinite() {
        let rest = if y.is_nan() { y } else { 0.0 };
        return if x > 0.0 {
            c128::new(x, if y.is_nan() { y } else { rest.copysign(y) })
        } else {
            c128::new(rest, x.copysign(y))
        };
    }
    if y.is_nan() {
        return c128::new(y, y);
    }
    // Scaling by a power of four keeps the sum from overflowing and its low bits from being lost.
    let largest = x.abs().max(y.abs());
    let (scale, back) = if largest > 1e300 {
        (0.0625, 4.0)
    } else if largest < 1e-280 {
        (2f64.powi(108), 2f64.powi(-54))
    } else {
        (1.0, 1.0)
    };
    let (x, y) = (x * scale, y * scale);
    let root = ((x.abs() + Elementary::hypot(x, y)) / 2.0).sqrt();
    let other = y.abs() / (2.0 * root);
    if x >= 0.0 {
        c128::new(root * back, (other * back).copysign(y))
    } else {
        c128::new(other * back, (root * back).copysign(y))
    }
}

/// The hyperbolic sine.
pub fn sinh(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return c128::new(Elementary::sinh(x), y);
    }
    if !y.is_finite() {
        let real = if x == 0.0 { x } else { x.abs() };
        let real = if real.is_finite() && x != 0.0 { NAN } else { real };
        return c128::new(real, NAN);
    }
    let (sin, cos) = (Elementary::sin(y), Elementary::cos(y));
    if x == 0.0 {
        return c128::new(x.copysign(x * cos), sin);
    }
    if x.abs() > 709.0 && x.is_finite() {
        let half = Elementary::exp(x.abs() / 2.0);
        return c128::new((half * cos / 2.0 * half).copysign(x * cos), half * sin / 2.0 * half);
    }
    c128::new(Elementary::sinh(x) * cos, Elementary::cosh(x) * sin)
}

/// The hyperbolic cosine.
pub fn cosh(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        let imaginary = if x.is_nan() { y } else { 0f64.copysign(x) * y };
        return c128::new(Elementary::cosh(x), imaginary);
    }
    if !y.is_finite() {
        return match x {
            0.0 => c128::new(NAN, 0.0),
            _ if x.is_infinite() => c128::new(INFINITY, NAN),
            _ => c128::new(NAN, NAN),
        };
    }
    let (sin, cos) = (Elementary::sin(y), Elementary::cos(y));
    if x == 0.0 {
        return c128::new(cos, x * sin);
    }
    if x.abs() > 709.0 && x.is_finite() {
        let half = Elementary::exp(x.abs() / 2.0);
        return c128::new(half * cos / 2.0 * half, (half * sin / 2.0 * half).copysign(x * sin));
    }
    c128::new(Elementary::cosh(x) * cos, Elementary::sinh(x) * sin)
}

/// The hyperbolic tangent.
pub fn tanh(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if x.is_nan() {
        return c128::new(x, if y == 0.0 { y } else { NAN });
    }
    if x.is_infinite() {
        let sign = if y.is_finite() { Elementary::sin(y) * Elementary::cos(y) } else { y };
        return c128::new(1f64.copysign(x), 0f64.copysign(sign));
    }
    if !y.is_finite() {
        return c128::new(if x == 0.0 { x } else { NAN }, NAN);
    }
    let (sin, cos) = (Elementary::sin(y), Elementary::cos(y));
    if x.abs() > 20.0 {
        let decay = Elementary::exp(-x.abs());
        return c128::new(1f64.copysign(x), 4.0 * sin * cos * decay * decay);
    }
    let tan = Elementary::tan(y);
    let sinh = Elementary::sinh(x);
    let secant = 1.0 + tan * tan;
    let bottom = 1.0 + secant * sinh * sinh;
    c128::new(secant * (1.0 + sinh * sinh).sqrt() * sinh / bottom, tan / bottom)
}

/// The sine.
pub fn sin(z: c128) -> c128 {
    rotated(z, sinh)
}

/// The cosine.
pub fn cos(z: c128) -> c128 {
    cosh(c128::new(-z.im, z.re))
}

/// The tangent.
pub fn tan(z: c128) -> c128 {
    rotated(z, tanh)
}

/// The inverse sine.
pub fn arcsin(z: c128) -> c128 {
    rotated(z, arcsinh)
}

/// The inverse tangent.
pub fn arctan(z: c128) -> c128 {
    rotated(z, arctanh)
}

/// `i f(-i z)`, which makes a circular function of a hyperbolic one.
fn rotated(z: c128, f: fn(c128) -> c128) -> c128 {
    let w = f(c128::new(z.im, -z.re));
    c128::new(-w.im, w.re)
}

/// The inverse hyperbolic sine.
pub fn arcsinh(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if !x.is_finite() || !y.is_finite() {
        return match (x.is_infinite(), y.is_infinite()) {
            (true, true) => c128::new(x, FRAC_PI_4.copysign(y)),
            (true, false) if y.is_nan() => c128::new(x, y),
            (true, false) => c128::new(x, 0f64.copysign(y)),
            (false, true) if x.is_nan() => c128::new(INFINITY, NAN),
            (false, true) => c128::new(INFINITY.copysign(x), FRAC_PI_2.copysign(y)),
            _ if y == 0.0 => c128::new(NAN, y),
            _ => c128::new(NAN, NAN),
        };
    }
    if x.abs() > HUGE || y.abs() > HUGE {
        let real = log_magnitude(x, y) + LN_2;
        return c128::new(real.copysign(x), Elementary::atan2(y, x.abs()));
    }
    // i z is (-y, x), so 1 - i z is (1 + y, -x) and 1 + i z is (1 - y, x).
    let (lower, upper) = (sqrt(c128::new(1.0 + y, -x)), sqrt(c128::new(1.0 - y, x)));
    let real = Elementary::asinh(lower.re * upper.im - lower.im * upper.re);
    let imaginary = Elementary::atan2(y, lower.re * upper.re - lower.im * upper.im);
    c128::new(real.abs().copysign(x), imaginary)
}

/// The inverse cosine.
pub fn arccos(z: c128) -> c128 {
    let (x, y) = (z.re, z.im);
    if !x.is_finite() || !y.is_finite() {
        return match (x.is_infinite(), y.is_infinite()) {
            (true, true) => c128::new(if x < 0.0 { 3.0 * FRAC_PI_4 } else { FRAC_PI_4 }, -y),
            (true, false) if y.is_nan() => c128::new(y, -x.abs()),
            (true, false) => c128::new(if x < 0.0 { PI } else { 0.0 }, -INFINITY.copysign(y)),
            (false, true) if x.is_nan() => c128::new(x, -y),
            (false, true) => c128::new(FRAC_PI_2, -y),
            _ if x == 0.0 => c128::new(FRAC_PI_2, y),
            _ => c128::new(NAN, NAN),
        };
    }
    if x.abs() > HUGE || y.abs() > HUGE {
        let real = log_magnitude(x, y) + LN_2;
        return c128::new(Elementary::atan2(y.abs(), x), (-real).copysign(-y));
    }
    let (lower, upper) = (sqrt(c128::new(1.0 - x, -y)), sqrt(c128::new(1.0 + x, y)));
    let imaginary = Elementary::asinh(upper.re * lower.im - upper.im * lower.re);
    c128::new(2.0 * Elementary::atan2(lower.re, upper.re), imaginary.abs().copysign(-y))
}

/// The inverse hyperbolic cosine with a real part that is not negative.
pub fn arccosh(z: c128) -> c128 {
    let w = arccos(z);
    if w.re.is_nan() && w.im.is_nan() {
        return w;
    }
    if w.re.is_nan() {
        return c128::new(w.im.abs(), w.re);
    }
    if w.im.is_nan() {
        return c128::new(w.im, w.re);
    }
    c128::new(w.im.abs(), w.re.copysign(z.im))
}

/// The inverse hyperbolic tangent.
pub fn arctanh(z: c128) -> c128 {
    let (x, y) = (z.re.abs(), z.im.abs());
    let signed = |re: f64, im: f64| c128::new(re.copysign(z.re), im.copysign(z.im));
    if y.is_infinite() {
        return signed(0.0, FRAC_PI_2);
    }
    if x.is_infinite() {
        return signed(0.0, if y.is_nan() { NAN } else { FRAC_PI_2 });
    }
    if x.is_nan() || y.is_nan() {
        return signed(if x == 0.0 { 0.0 } else { NAN }, NAN);
    }
    if y == 0.0 && x <= 1.0 {
        return signed(Elementary::atanh(x), 0.0);
    }
    if x > HUGE || y > HUGE {
        // The real part of one over z, computed so that no square overflows.
        let large = x.max(y);
        let (u, v) = (x / large, y / large);
        return signed(u / (u * u + v * v) / large, FRAC_PI_2);
    }
    // Near one the distance underflows in its square, and the logarithm is that of the distance itself.
    let distance = if x == 1.0 && y < 1e-100 { 0.0 } else { (1.0 - x) * (1.0 - x) + y * y };
    let real =
        if distance == 0.0 { 0.5 * (LN_2 - Elementary::log(y)) } else { 0.25 * Elementary::log1p(4.0 * x / distance) };
    let imaginary = if x == 1.0 && distance == 0.0 {
        0.5 * Elementary::atan2(2.0, -y)
    } else {
        0.5 * Elementary::atan2(2.0 * y, (1.0 - x) * (1.0 + x) - y * y)
    };
    signed(real, imaginary)
}

/// The normalised sinc: one at zero, and `sin(pi z) / (pi z)` elsewhere.
pub fn sinc(z: c128) -> c128 {
    if z.re == 0.0 && z.im == 0.0 {
        return c128::new(1.0, 0.0);
    }
    let y = c128::new(z.re * PI, z.im * PI);
    sin(y).divide(y)
}

/// `z` to the power `exponent`: whole powers up to 100 by multiplication, as NumPy has it.
pub fn power(z: c128, exponent: c128) -> c128 {
    if exponent.re == 0.0 && exponent.im == 0.0 {
        return c128::new(1.0, 0.0);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return if exponent.re > 0.0 { c128::new(0.0, 0.0) } else { c128::new(NAN, NAN) };
    }
    if exponent.im == 0.0 && exponent.re == exponent.re.trunc() && exponent.re.abs() < 100.0 {
        let count = exponent.re.abs() as u32;
        let (mut rest, mut base, mut product) = (count, z, c128::new(1.0, 0.0));
        while rest != 0 {
            if rest & 1 != 0 {
                product = product.multiply(base);
            }
            base = base.multiply(base);
            rest >>= 1;
        }
        // Multiplying by one first would lose the sign of a zero, which NumPy keeps in the two lowest powers.
        let product = match count {
            1 => z,
            2 => z.multiply(z),
            _ => product,
        };
        return if exponent.re < 0.0 { c128::new(1.0, 0.0).divide(product) } else { product };
    }
    exp(exponent.multiply(log(z)))
}
