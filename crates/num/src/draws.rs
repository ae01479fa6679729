//! One number of a distribution from a key: the definition that every executor follows.
//!
//! An element has a key of 64 bits, which its generator gave it, and draws as many words as it needs from Philox under that key.
//! What is drawn depends on the key and the parameters alone, so it is the same on every device and in every order, but where an
//! elementary function differs in its last place between a CPU and a GPU and a decision is as near as that. Parameters outside
//! of a distribution's domain are refused by the rows; each function ends for them too.

#![expect(
    clippy::neg_cmp_op_on_partial_ord,
    clippy::manual_range_contains,
    reason = "NaN lies outside of every domain, which these comparisons say"
)]

use crate::Float;
use crate::random::{box_muller_f64, philox, uniform_f64};

/// The words of a key, block by block.
struct Words {
    key: u64,
    counter: u64,
}

impl Words {
    #[inline(always)]
    fn new(key: u64) -> Words {
        Words { key, counter: 0 }
    }

    #[inline(always)]
    fn block(&mut self) -> [u32; 4] {
        self.counter += 1;
        philox(self.key, self.counter - 1)
    }

    /// Two independent numbers on [0, 1).
    #[inline(always)]
    fn uniforms(&mut self) -> (f64, f64) {
        let words = self.block();
        (uniform_f64(words[0], words[1]), uniform_f64(words[2], words[3]))
    }

    /// A number on (0, 1].
    #[inline(always)]
    fn positive(&mut self) -> f64 {
        1.0 - self.uniforms().0
    }

    /// A number of the standard normal distribution.
    #[inline(always)]
    fn normal(&mut self) -> f64 {
        let (share, angle) = box_muller_f64(self.block());
        (-2.0 * Float::log(share)).sqrt() * Float::cos(angle)
    }
}

/// The logarithms of the factorials from 0! to 9!.
const LOG_FACTORIALS: [f64; 10] = [
    0.0,
    0.0,
    std::f64::consts::LN_2,
    1.791_759_469_228_055,
    3.178_053_830_347_945_8,
    4.787_491_742_782_046,
    6.579_251_212_010_101,
    8.525_161_361_065_415,
    10.604_602_902_745_25,
    12.801_827_480_081_469,
];

/// The logarithm of a factorial: Stirling's series from ten on, whose next term is below the last place.
#[inline(always)]
fn log_factorial(k: f64) -> f64 {
    if k < 10.0 {
        return LOG_FACTORIALS[if k > 0.0 { k as usize } else { 0 }];
    }
    let inverse = 1.0 / k;
    let square = inverse * inverse;
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0))));
    (k + 0.5) * Float::log(k) - k + 0.918_938_533_204_672_8 + series
}

/// A number of the gamma distribution with a shape and scale 1. (Marsaglia, Tsang, "A simple method for generating gamma
/// variables", 2000; a shape below one is raised by one and a power of a uniform number undoes it.)
#[inline(always)]
fn gamma_of(words: &mut Words, shape: f64) -> f64 {
    if !(shape > 0.0) || shape == f64::INFINITY {
        return shape;
    }
    let raised = if shape < 1.0 { shape + 1.0 } else { shape };
    let d = raised - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    let drawn = loop {
        let x = words.normal();
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        let u = words.positive();
        if u < 1.0 - 0.0331 * (x * x) * (x * x) || Float::log(u) < 0.5 * x * x + d * (1.0 - v + Float::log(v)) {
            break d * v;
        }
    };
    if shape < 1.0 { drawn * Float::exp(Float::log(words.positive()) / shape) } else { drawn }
}

/// The gamma distribution with a shape, and scale 1.
pub fn gamma(shape: f64, key: u64) -> f64 {
    gamma_of(&mut Words::new(key), shape)
}

/// The beta distribution. (Johnk, 1964, in logarithms, where both parameters are at most one; else a ratio of gammas.)
pub fn beta(a: f64, b: f64, key: u64) -> f64 {
    let mut words = Words::new(key);
    if !(a > 0.0 && b > 0.0) {
        return f64::NAN;
    }
    if a > 1.0 || b > 1.0 {
        let first = gamma_of(&mut words, a);
        let second = gamma_of(&mut words, b);
        return first / (first + second);
    }
    loop {
        let (u, v) = (words.positive(), words.positive());
        let (log_x, log_y) = (Float::log(u) / a, Float::log(v) / b);
        let most = if log_x > log_y { log_x } else { log_y };
        let log_sum = most + Float::log(Float::exp(log_x - most) + Float::exp(log_y - most));
        if log_sum <= 0.0 {
            return Float::exp(log_x - log_sum);
        }
    }
}

/// The Poisson distribution. (Below ten by inversion; else PTRS of Hormann, "The transformed rejection
/// method for generating Poisson random variables", 1993.)
pub fn poisson(lam: f64, key: u64) -> i64 {
    let mut words = Words::new(key);
    if !(lam > 0.0) {
        return 0;
    }
    if lam > 9.223_372_006_484_771e18 {
        return i64::MAX;
    }
    if lam < 10.0 {
        let (mut left, mut probability, mut count) = (words.uniforms().0, Float::exp(-lam), 0);
        // What rounding leaves beyond all probabilities ends at a count that is as unlikely.
        while left > probability && count < 100 {
            left -= probability;
            count += 1;
            probability *= lam / count as f64;
        }
        return count;
    }
    let (root, log) = (lam.sqrt(), Float::log(lam));
    let b = 0.931 + 2.53 * root;
    let a = -0.059 + 0.02483 * b;
    let inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    let sure = 0.9277 - 3.6224 / (b - 2.0);
    loop {
        let (u, v) = words.uniforms();
        let (u, v) = (u - 0.5, 1.0 - v);
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + lam + 0.43).floor();
        if us >= 0.07 && v <= sure {
            return k as i64;
        }
        if k < 0.0 || (us < 0.013 && v > us) {
            continue;
        }
        let left = Float::log(v) + Float::log(inverse_alpha) - Float::log(a / (us * us) + b);
        if left <= k * log - lam - log_factorial(k) {
            return k as i64;
        }
    }
}

/// The binomial distribution. (By inversion where a mean below ten is expected; else BTRS of Hormann, "The generation of binomial
/// random variates", 1993.)
pub fn binomial(p: f64, n: i64, key: u64) -> i64 {
    let mut words = Words::new(key);
    if !(p > 0.0) || n <= 0 {
        return 0;
    }
    if p >= 1.0 {
        return n;
    }
    let trials = n as f64;
    let small = if p > 0.5 { 1.0 - p } else { p };
    let count = if trials * small < 10.0 {
        few_successes(&mut words, trials, small)
    } else {
        many_successes(&mut words, trials, small)
    };
    // Of more trials than a float64 counts, the float may be one beyond the last.
    let count = (count as i64).min(n);
    if p > 0.5 { n - count } else { count }
}

#[inline(always)]
fn few_successes(words: &mut Words, n: f64, p: f64) -> f64 {
    let q = 1.0 - p;
    let none = Float::exp(n * Float::log1p(-p));
    let mean = n * p;
    let most = mean + 10.0 * (mean * q + 1.0).sqrt();
    let most = if most < n { most } else { n };
    loop {
        let (mut k, mut probability, mut left) = (0.0, none, words.uniforms().0);
        while left > probability && k <= most {
            left -= probability;
            k += 1.0;
            probability = (n - k + 1.0) * p * probability / (k * q);
        }
        if k <= most {
            return k;
        }
    }
}

#[inline(always)]
fn many_successes(words: &mut Words, n: f64, p: f64) -> f64 {
    let q = 1.0 - p;
    let root = (n * p * q).sqrt();
    let b = 1.15 + 2.53 * root;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let c = n * p + 0.5;
    let sure = 0.92 - 4.2 / b;
    let alpha = (2.83 + 5.1 / b) * root;
    let odds = Float::log(p / q);
    let mode = ((n + 1.0) * p).floor();
    let height = log_factorial(mode) + log_factorial(n - mode);
    loop {
        let (u, v) = words.uniforms();
        let (u, v) = (u - 0.5, 1.0 - v);
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + c).floor();
        if us >= 0.07 && v <= sure {
            return k;
        }
        if k < 0.0 || k > n {
            continue;
        }
        let left = Float::log(v * alpha / (a / (us * us) + b));
        if left <= height - log_factorial(k) - log_factorial(n - k) + (k - mode) * odds {
            return k;
        }
    }
}

/// How many of `sample` draws without replacement are good, of `populations` whose low half counts the good and whose high half
/// the bad. (Draw by draw where few are drawn or left; else HRUA of Stadlober, "The ratio of uniforms approach for generating discrete random
/// variates", 1990.)
pub fn hypergeometric(populations: i64, sample: i64, key: u64) -> i64 {
    let mut words = Words::new(key);
    let (good, bad) = (populations & 0xffff_ffff, (populations >> 32) & 0xffff_ffff);
    let all = good + bad;
    if sample <= 0 || sample > all {
        return 0;
    }
    // Of as many as are left, the same are good as of those that are drawn.
    let drawn = sample.min(all - sample);
    let count = if drawn < 10 {
        let (mut left, mut count) = (good, 0);
        for turn in 0..drawn {
            if words.uniforms().0 * ((all - turn) as f64) < left as f64 {
                left -= 1;
                count += 1;
            }
        }
        count
    } else {
        let fewer = many_draws(&mut words, good.min(bad) as f64, good.max(bad) as f64, drawn as f64) as i64;
        if good > bad { drawn - fewer } else { fewer }
    };
    if drawn < sample { good - count } else { count }
}

#[inline(always)]
fn many_draws(words: &mut Words, few: f64, many: f64, drawn: f64) -> f64 {
    let all = few + many;
    let share = few / all;
    let centre = drawn * share + 0.5;
    let spread = ((all - drawn) * drawn * share * (1.0 - share) / (all - 1.0) + 0.5).sqrt();
    let width = 1.715_527_769_921_413_5 * spread + 0.898_916_162_058_898_8;
    let mode = ((drawn + 1.0) * (few + 1.0) / (all + 2.0)).floor();
    let logs =
        |k: f64| log_factorial(k) + log_factorial(few - k) + log_factorial(drawn - k) + log_factorial(many - drawn + k);
    let height = logs(mode);
    let most = if drawn < few { drawn } else { few } + 1.0;
    let far = (centre + 16.0 * spread).floor();
    let end = if most < far { most } else { far };
    loop {
        let (x, y) = words.uniforms();
        let x = 1.0 - x;
        let place = centre + width * (y - 0.5) / x;
        if !(place >= 0.0 && place < end) {
            continue;
        }
        let k = place.floor();
        let gain = height - logs(k);
        if x * (4.0 - x) - 3.0 <= gain {
            return k;
        }
        if x * (x - gain) < 1.0 && 2.0 * Float::log(x) <= gain {
            return k;
        }
    }
}

/// The zeta distribution with an exponent. (Devroye, "Non-uniform random variate generation", 1986.)
pub fn zipf(a: f64, key: u64) -> i64 {
    let mut words = Words::new(key);
    // So large an exponent leaves nothing to any integer but one.
    if !(a > 1.0) || a >= 1025.0 {
        return 1;
    }
    let less = a - 1.0;
    let b = Float::exp2(less);
    // An exponent as near to one as this has nearly all beyond the integers there are.
    for _ in 0..100_000 {
        let (u, v) = words.uniforms();
        let x = Float::exp(-Float::log(1.0 - u) / less).floor();
        if !(x >= 1.0 && x < 9.223_372_036_854_775e18) {
            continue;
        }
        let t = Float::exp(less * Float::log1p(1.0 / x));
        if v * x * (t - 1.0) / (b - 1.0) <= t / b {
            return x as i64;
        }
    }
    i64::MAX
}

/// The von Mises distribution around zero, on [-pi, pi]. (Best, Fisher, "Efficient simulation of the von Mises distribution",
/// 1979; from a concentration of a million on a normal number, to which it is equal then.)
pub fn vonmises(kappa: f64, key: u64) -> f64 {
    use std::f64::consts::PI;
    let mut words = Words::new(key);
    if !(kappa >= 0.0) {
        return f64::NAN;
    }
    if kappa < 1e-8 {
        return PI * (2.0 * words.uniforms().0 - 1.0);
    }
    if kappa > 1e6 {
        let angle = words.normal() / kappa.sqrt();
        return angle.clamp(-PI, PI);
    }
    let s = if kappa < 1e-5 {
        1.0 / kappa + kappa
    } else {
        let r = 1.0 + (1.0 + 4.0 * kappa * kappa).sqrt();
        let rho = (r - (2.0 * r).sqrt()) / (2.0 * kappa);
        (1.0 + rho * rho) / (2.0 * rho)
    };
    loop {
        let (u, v) = words.uniforms();
        let z = Float::cos(PI * u);
        let w = (1.0 + s * z) / (s + z);
        let y = kappa * (s - w);
        let v = 1.0 - v;
        if y * (2.0 - y) - v >= 0.0 || Float::log(y / v) + 1.0 - y >= 0.0 {
            let angle = Float::arccos(w.clamp(-1.0, 1.0));
            return if words.uniforms().0 < 0.5 { -angle } else { angle };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(draw: impl Fn(u64) -> f64) -> f64 {
        (0..20_000u64).map(|key| draw(key.wrapping_mul(0x9e37_79b9_7f4a_7c15))).sum::<f64>() / 20_000.0
    }

    #[test]
    fn means_are_those_of_the_distributions() {
        for shape in [0.1, 0.9, 1.0, 5.0, 1e5] {
            assert!((mean(|key| gamma(shape, key)) / shape - 1.0).abs() < 6.0 / (20_000.0 * shape).sqrt(), "{shape}");
        }
        for (a, b) in [(0.5, 0.5), (0.01, 0.02), (2.0, 7.0)] {
            assert!((mean(|key| beta(a, b, key)) - a / (a + b)).abs() < 0.025, "{a} {b}");
        }
        for lam in [0.3, 9.9, 10.0, 1e4] {
            assert!((mean(|key| poisson(lam, key) as f64) / lam - 1.0).abs() < 6.0 / (20_000.0 * lam).sqrt(), "{lam}");
        }
        for (p, n) in [(0.1, 20), (0.9, 20), (0.3, 1000), (0.7, 100_000)] {
            let wanted = p * n as f64;
            let drawn = mean(|key| binomial(p, n, key) as f64);
            assert!((drawn - wanted).abs() < 6.0 * (wanted / 20_000.0).sqrt(), "{p} {n}: {drawn}");
        }
        for (good, bad, sample) in [(5, 7, 4), (50, 70, 40), (70, 50, 100), (100_000, 3, 50_000)] {
            let wanted = sample as f64 * good as f64 / (good + bad) as f64;
            let drawn = mean(|key| hypergeometric(good | bad << 32, sample, key) as f64);
            assert!((drawn - wanted).abs() < 6.0 * (wanted / 20_000.0).sqrt(), "{good} {bad} {sample}: {drawn}");
        }
        assert!(mean(|key| vonmises(3.0, key)).abs() < 0.03);
        assert!((mean(|key| zipf(6.0, key) as f64) - 1.0369 / 1.0173).abs() < 0.01);
    }

    #[test]
    fn whatever_the_parameters_each_draw_ends() {
        let odd = [0.0, -1.0, 1e-300, 1e-9, 1.0, 1.0 + 1e-15, 1e15, 1e18, 1e19, 1e300, f64::INFINITY, f64::NAN];
        for x in odd {
            for key in 0..20 {
                gamma(x, key);
                poisson(x, key);
                zipf(x, key);
                vonmises(x, key);
                for y in odd {
                    beta(x, y, key);
                }
                for n in [-1, 0, 1, 1000, i64::MAX] {
                    let drawn = binomial(x, n, key);
                    assert!((0..=n.max(0)).contains(&drawn), "{x} {n}: {drawn}");
                }
            }
        }
        for populations in [0, -1, i64::MAX, 5 << 32, 7, 1 << 62 | 12345] {
            for sample in [-1, 0, 3, 1000, i64::MAX] {
                hypergeometric(populations, sample, 3);
            }
        }
    }
}
