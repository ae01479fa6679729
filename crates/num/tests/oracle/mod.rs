//! The exact values: the elementary functions in pairs of doubles, some 100 bits, by series and Newton steps that share
//! nothing with the code under test.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// An unevaluated sum of two doubles, the second at most half a unit of the first.
#[derive(Clone, Copy, Debug)]
pub struct Pair(pub f64, pub f64);

pub const LN2: Pair = Pair(std::f64::consts::LN_2, 2.3190468138462996e-17);
const LN2_THIRD: f64 = 5.707708438416212e-34;
const HALF_PI: Pair = Pair(std::f64::consts::FRAC_PI_2, 6.123233995736766e-17);
const HALF_PI_THIRD: f64 = -1.4973849048591698e-33;

fn fast(a: f64, b: f64) -> Pair {
    let s = a + b;
    Pair(s, b - (s - a))
}

fn sum(a: f64, b: f64) -> Pair {
    let s = a + b;
    let t = s - a;
    Pair(s, (a - (s - t)) + (b - t))
}

fn product(a: f64, b: f64) -> Pair {
    let p = a * b;
    Pair(p, a.mul_add(b, -p))
}

impl From<f64> for Pair {
    fn from(x: f64) -> Pair {
        Pair(x, 0.0)
    }
}

impl Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        Pair(-self.0, -self.1)
    }
}

impl Add for Pair {
    type Output = Pair;
    fn add(self, o: Pair) -> Pair {
        let (s, t) = (sum(self.0, o.0), sum(self.1, o.1));
        let s = fast(s.0, s.1 + t.0);
        fast(s.0, s.1 + t.1)
    }
}

impl Sub for Pair {
    type Output = Pair;
    fn sub(self, o: Pair) -> Pair {
        self + -o
    }
}

impl Mul for Pair {
    type Output = Pair;
    fn mul(self, o: Pair) -> Pair {
        let p = product(self.0, o.0);
        fast(p.0, p.1 + (self.0 * o.1 + self.1 * o.0))
    }
}

impl Div for Pair {
    type Output = Pair;
    fn div(self, o: Pair) -> Pair {
        let first = self.0 / o.0;
        let rest = self - o * first.into();
        let second = rest.0 / o.0;
        let rest = rest - o * second.into();
        fast(first, second) + (rest.0 / o.0).into()
    }
}

impl Pair {
    pub fn sqrt(self) -> Pair {
        if self.0 == 0.0 {
            return self;
        }
        let s = Pair::from(self.0.sqrt());
        s + (self - s * s) / (s + s)
    }

    fn times(self, power_of_two: f64) -> Pair {
        Pair(self.0 * power_of_two, self.1 * power_of_two)
    }
}

/// 2^n, for n from -1022 to 1023.
fn two(n: i32) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// `x = m 2^k` with `m` from 0.7 to 1.4, for positive finite `x`.
fn mantissa(x: f64) -> (f64, i32) {
    if x < f64::MIN_POSITIVE {
        let (m, k) = mantissa(x * two(64));
        return (m, k - 64);
    }
    let k = ((x.to_bits() >> 52) as i32) - 1023;
    let m = f64::from_bits((x.to_bits() & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    if m > 1.41 { (m * 0.5, k + 1) } else { (m, k) }
}

fn expm1_series(r: Pair, terms: i32) -> Pair {
    let mut s = Pair(1.0, 0.0);
    for n in (2..=terms).rev() {
        s = Pair(1.0, 0.0) + r * s / Pair::from(n as f64);
    }
    r * s
}

/// `exp(x) = m 2^k`.
pub fn exp(x: Pair) -> (Pair, i32) {
    let k = (x.0 / LN2.0).round();
    let r = x - LN2 * k.into() - product(k, LN2_THIRD);
    let mut p = expm1_series(r.times(1.0 / 256.0), 10);
    for _ in 0..8 {
        p = p.times(2.0) + p * p;
    }
    (p + Pair(1.0, 0.0), k as i32)
}

pub fn expm1(x: f64) -> (Pair, i32) {
    if x.abs() < 1e-200 {
        return (x.into(), 0);
    }
    if x < -100.0 {
        return (Pair(-1.0, x.exp()), 0);
    }
    if x.abs() < 0.5 {
        return (expm1_series(x.into(), 26), 0);
    }
    let (m, k) = exp(x.into());
    if k < 120 { (m.times(two(k)) - Pair(1.0, 0.0), 0) } else { (m, k) }
}

pub fn log1p(f: Pair) -> Pair {
    if f.0.abs() < 1e-200 {
        return f;
    }
    if f.0.abs() > 1.0 / 64.0 {
        return log(f + Pair(1.0, 0.0));
    }
    let s = f / (f + Pair(2.0, 0.0));
    let z = s * s;
    let mut t = Pair(0.0, 0.0);
    for n in (0..10).rev() {
        t = t * z + Pair(1.0, 0.0) / Pair::from((2 * n + 1) as f64);
    }
    (s * t).times(2.0)
}

pub fn log(x: Pair) -> Pair {
    let (m, k) = mantissa(x.0);
    let m = if k == 0 { x } else { Pair(m, if k.abs() < 900 { x.1 * two(-k) } else { 0.0 }) };
    let near = m - Pair(1.0, 0.0);
    let part = if near.0.abs() <= 1.0 / 64.0 {
        log1p(near)
    } else {
        let guess = m.0.ln();
        let (e, n) = exp((-guess).into());
        let off = m * e.times(two(n)) - Pair(1.0, 0.0);
        Pair::from(guess) + (off - (off * off).times(0.5))
    };
    part + (LN2 * (k as f64).into() + product(k as f64, LN2_THIRD))
}

/// The sine and cosine of x, for |x| up to some 10^5.
pub fn sin_cos(x: Pair) -> (Pair, Pair) {
    let n = (x.0 / HALF_PI.0).round();
    let r = (x - product(n, HALF_PI.0)) - product(n, HALF_PI.1) - product(n, HALF_PI_THIRD);
    let z = r * r;
    let (mut s, mut c) = (Pair(1.0, 0.0), Pair(1.0, 0.0));
    for k in (1..=14).rev() {
        let k = k as f64;
        s = Pair(1.0, 0.0) - z * s / Pair::from(2.0 * k * (2.0 * k + 1.0));
        c = Pair(1.0, 0.0) - z * c / Pair::from(2.0 * k * (2.0 * k - 1.0));
    }
    let s = r * s;
    match (n as i64).rem_euclid(4) {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// The angle of (x, y), neither of which may be near the ends of the exponent range.
pub fn atan2(y: Pair, x: Pair) -> Pair {
    let guess = y.0.atan2(x.0);
    let (s, c) = sin_cos(guess.into());
    Pair::from(guess) + (y * c - x * s) / (x * c + y * s)
}

pub fn atan(x: f64) -> Pair {
    if x.abs() < 1e-200 {
        x.into()
    } else if x.abs() > 1e200 {
        HALF_PI.times(1f64.copysign(x))
    } else {
        atan2(x.into(), Pair(1.0, 0.0))
    }
}

fn circle(x: f64) -> Pair {
    ((Pair(1.0, 0.0) - x.into()) * (Pair(1.0, 0.0) + x.into())).sqrt()
}

pub fn asin(x: f64) -> Pair {
    if x.abs() < 1e-200 { x.into() } else { atan2(x.into(), circle(x)) }
}

pub fn acos(x: f64) -> Pair {
    if x.abs() < 1e-200 { HALF_PI } else { atan2(circle(x), x.into()) }
}

pub fn sinh(x: f64) -> (Pair, i32) {
    if x.abs() < 1e-200 {
        return (x.into(), 0);
    }
    if x.abs() < 0.7 {
        let z = Pair::from(x) * x.into();
        let mut s = Pair(1.0, 0.0);
        for k in (1..=13).rev() {
            s = Pair(1.0, 0.0) + z * s / Pair::from((2 * k * (2 * k + 1)) as f64);
        }
        return (s * x.into(), 0);
    }
    let (m, k) = exp(x.abs().into());
    let rest = if k < 100 { (Pair(1.0, 0.0) / m).times(two(-2 * k)) } else { Pair(0.0, 0.0) };
    ((m - rest).times(1f64.copysign(x)), k - 1)
}

pub fn cosh(x: f64) -> (Pair, i32) {
    let (m, k) = exp(x.abs().into());
    let rest = if k < 100 { (Pair(1.0, 0.0) / m).times(two(-2 * k)) } else { Pair(0.0, 0.0) };
    (m + rest, k - 1)
}

pub fn tanh(x: f64) -> Pair {
    if x.abs() < 1e-200 {
        return x.into();
    }
    let x = x.clamp(-50.0, 50.0);
    let ((s, j), (c, k)) = (sinh(x), cosh(x));
    (s / c).times(two(j - k))
}

pub fn asinh(x: f64) -> Pair {
    let a = x.abs();
    if a < 1e-200 {
        return x.into();
    }
    let value = if a > 1e150 {
        log(a.into()) + LN2
    } else {
        let square = Pair::from(a) * a.into();
        log1p(square / ((square + Pair(1.0, 0.0)).sqrt() + Pair(1.0, 0.0)) + a.into())
    };
    value.times(1f64.copysign(x))
}

pub fn acosh(x: f64) -> Pair {
    if x > 1e150 {
        return log(x.into()) + LN2;
    }
    let t = Pair::from(x) - Pair(1.0, 0.0);
    log1p(t + (t * (t + Pair(2.0, 0.0))).sqrt())
}

pub fn atanh(x: f64) -> Pair {
    if x.abs() < 1e-200 {
        return x.into();
    }
    let a = Pair::from(x.abs());
    log1p(a.times(2.0) / (Pair(1.0, 0.0) - a)).times(0.5f64.copysign(x))
}

pub fn cbrt(x: f64) -> (Pair, i32) {
    let (m, k) = mantissa(x.abs());
    let rest = k.rem_euclid(3);
    let a = Pair::from(m * two(rest));
    let mut t = Pair::from(a.0.cbrt());
    for _ in 0..2 {
        t = t - (t * t * t - a) / (t * t).times(3.0);
    }
    (t.times(1f64.copysign(x)), (k - rest) / 3)
}

pub fn hypot(x: f64, y: f64) -> (Pair, i32) {
    let (far, near) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    let (m, k) = mantissa(far);
    // 2^-k in two steps, each of which is in range.
    let near = near * two(-k / 2) * two(-k + k / 2);
    let near = if near < 1e-100 { 0.0 } else { near };
    ((Pair::from(m) * m.into() + Pair::from(near) * near.into()).sqrt(), k)
}

/// `|x|^y = m 2^k`.
pub fn pow(x: f64, y: f64) -> (Pair, i32) {
    exp(log(x.into()) * y.into())
}

/// The distance of `got` from `m 2^k`, in units of the last place of that number.
pub fn ulps(got: f64, (m, k): (Pair, i32)) -> f64 {
    if m.0 == 0.0 {
        return if got == 0.0 { 0.0 } else { f64::INFINITY };
    }
    let (_, e) = mantissa(m.0.abs());
    // The exponent of the leading bit: mantissas run from 0.7, so those below one belong to the binade before.
    let e = if mantissa(m.0.abs()).0 < 1.0 { e - 1 } else { e };
    let unit = (e + k - 52).max(-1074) - k;
    let shift = -k;
    let got = got * two(shift / 2) * two(shift - shift / 2);
    // In two steps, as the unit of a subnormal number is out of range itself.
    ((got - m.0) - m.1).abs() * two(-unit / 2) * two(-unit + unit / 2)
}
