//! One number of a distribution from a key: the definition that every executor follows.
//!
//! An element has a key of 64 bits from its generator, and draws as many words as it needs from Philox under that key.
//! The result depends on the key and the parameters only, so it is the same on every device and in every order, except
//! where an elementary function differs in its last place between a CPU and a GPU and a decision is as close as that.
//! Parameters outside of a distribution's domain are refused by the rows; each function still terminates for them.
//!
//! This is restricted Rust, which `xtask gen` translates to CUDA C++ with the device's own elementary functions. A
//! function that draws takes the counter of the key's next block and returns that of the block after its own.

#![expect(
    clippy::neg_cmp_op_on_partial_ord,
    clippy::manual_range_contains,
    reason = "NaN lies outside of every domain, which these comparisons say"
)]

use crate::math::{acos, cos_fast, exp, exp2, log, log1p};
use crate::random::philox_words;

/// Two independent numbers on [0, 1) from the key's block at the counter.
#[inline(always)]
fn uniforms(key: u64, counter: u64) -> (f64, f64) {
    let (a, b, c, d) = philox_words(key, counter, 0);
    (uniform(a, b), uniform(c, d))
}

/// A number on [0, 1): 27 high bits of the first word and 26 of the second, times 2^-53.
#[inline(always)]
fn uniform(first: u32, second: u32) -> f64 {
    ((first >> 5) as i64 * 67108864 + (second >> 6) as i64) as f64 * 1.1102230246251565e-16
}

/// A number on (0, 1].
#[inline(always)]
fn positive(key: u64, counter: u64) -> f64 {
    let (share, _) = uniforms(key, counter);
    1.0 - share
}

/// A number of the standard normal distribution, by the Box-Muller transform.
#[inline(always)]
fn normal(key: u64, counter: u64) -> f64 {
    let (a, b, c, d) = philox_words(key, counter, 0);
    let share = ((a >> 5) as i64 * 67108864 + (b >> 6) as i64 + 1) as f64 * 1.1102230246251565e-16;
    (-2.0 * log(share)).sqrt() * cos_fast(uniform(c, d) * std::f64::consts::TAU)
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
    (k + 0.5) * log(k) - k + 0.918_938_533_204_672_8 + series
}

/// A number of the gamma distribution with a shape and scale 1, and the next counter. (Marsaglia, Tsang, "A simple
/// method for generating gamma variables", 2000; a shape below one is raised by one and a power of a uniform number
/// undoes it.)
#[inline(always)]
fn gamma_of(key: u64, first: u64, shape: f64) -> (f64, u64) {
    if !(shape > 0.0) || shape == f64::INFINITY {
        return (shape, first);
    }
    let raised = if shape < 1.0 { shape + 1.0 } else { shape };
    let d = raised - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    let mut counter = first;
    loop {
        let x = normal(key, counter);
        counter += 1;
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        let u = positive(key, counter);
        counter += 1;
        if u < 1.0 - 0.0331 * (x * x) * (x * x) || log(u) < 0.5 * x * x + d * (1.0 - v + log(v)) {
            let drawn = d * v;
            if shape < 1.0 {
                return (drawn * exp(log(positive(key, counter)) / shape), counter + 1);
            }
            return (drawn, counter);
        }
    }
}

/// The gamma distribution with a shape, and scale 1.
pub fn draw_gamma(shape: f64, key: u64) -> f64 {
    let (drawn, _) = gamma_of(key, 0, shape);
    drawn
}

/// The beta distribution. (Johnk, 1964, in logarithms, where both parameters are at most one; else a ratio of gammas.)
pub fn draw_beta(a: f64, b: f64, key: u64) -> f64 {
    if !(a > 0.0 && b > 0.0) {
        return f64::NAN;
    }
    if a > 1.0 || b > 1.0 {
        let (first, counter) = gamma_of(key, 0, a);
        let (second, _) = gamma_of(key, counter, b);
        return first / (first + second);
    }
    let mut counter = 0u64;
    loop {
        let (u, v) = (positive(key, counter), positive(key, counter + 1));
        counter += 2;
        let (log_x, log_y) = (log(u) / a, log(v) / b);
        let most = if log_x > log_y { log_x } else { log_y };
        let log_sum = most + log(exp(log_x - most) + exp(log_y - most));
        if log_sum <= 0.0 {
            return exp(log_x - log_sum);
        }
    }
}

/// The Poisson distribution. (Below ten by inversion; else PTRS of Hormann, "The transformed rejection
/// method for generating Poisson random variables", 1993.)
pub fn draw_poisson(lam: f64, key: u64) -> i64 {
    if !(lam > 0.0) {
        return 0;
    }
    if lam > 9.223_372_006_484_771e18 {
        return i64::MAX;
    }
    let mut counter = 0u64;
    if lam < 10.0 {
        let (mut left, _) = uniforms(key, counter);
        let (mut probability, mut count) = (exp(-lam), 0i64);
        // A number that rounding leaves beyond all probabilities ends at a count that is as unlikely.
        while left > probability && count < 100 {
            left -= probability;
            count += 1;
            probability *= lam / count as f64;
        }
        return count;
    }
    let (root, log_lam) = (lam.sqrt(), log(lam));
    let b = 0.931 + 2.53 * root;
    let a = -0.059 + 0.02483 * b;
    let inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    let sure = 0.9277 - 3.6224 / (b - 2.0);
    loop {
        let (u, v) = uniforms(key, counter);
        counter += 1;
        let (u, v) = (u - 0.5, 1.0 - v);
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + lam + 0.43).floor();
        if us >= 0.07 && v <= sure {
            return k as i64;
        }
        if k < 0.0 || (us < 0.013 && v > us) {
            continue;
        }
        let left = log(v) + log(inverse_alpha) - log(a / (us * us) + b);
        if left <= k * log_lam - lam - log_factorial(k) {
            return k as i64;
        }
    }
}

/// The binomial distribution. (By inversion where a mean below ten is expected; else BTRS of Hormann, "The generation
/// of binomial random variates", 1993.)
pub fn draw_binomial(p: f64, n: i64, key: u64) -> i64 {
    if !(p > 0.0) || n <= 0 {
        return 0;
    }
    if p >= 1.0 {
        return n;
    }
    let trials = n as f64;
    let small = if p > 0.5 { 1.0 - p } else { p };
    let drawn = if trials * small < 10.0 {
        binomial_by_inversion(key, trials, small)
    } else {
        binomial_by_rejection(key, trials, small)
    };
    // For more trials than a float64 counts exactly, the float may exceed them by one.
    let count = drawn as i64;
    let count = if count > n { n } else { count };
    if p > 0.5 { n - count } else { count }
}

#[inline(always)]
fn binomial_by_inversion(key: u64, n: f64, p: f64) -> f64 {
    let q = 1.0 - p;
    let none = exp(n * log1p(-p));
    let mean = n * p;
    let far = mean + 10.0 * (mean * q + 1.0).sqrt();
    let most = if far < n { far } else { n };
    let mut counter = 0u64;
    loop {
        let (mut left, _) = uniforms(key, counter);
        counter += 1;
        let (mut k, mut probability) = (0.0, none);
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
fn binomial_by_rejection(key: u64, n: f64, p: f64) -> f64 {
    let q = 1.0 - p;
    let root = (n * p * q).sqrt();
    let b = 1.15 + 2.53 * root;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let c = n * p + 0.5;
    let sure = 0.92 - 4.2 / b;
    let alpha = (2.83 + 5.1 / b) * root;
    let odds = log(p / q);
    let mode = ((n + 1.0) * p).floor();
    let height = log_factorial(mode) + log_factorial(n - mode);
    let mut counter = 0u64;
    loop {
        let (u, v) = uniforms(key, counter);
        counter += 1;
        let (u, v) = (u - 0.5, 1.0 - v);
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + c).floor();
        if us >= 0.07 && v <= sure {
            return k;
        }
        if k < 0.0 || k > n {
            continue;
        }
        let left = log(v * alpha / (a / (us * us) + b));
        if left <= height - log_factorial(k) - log_factorial(n - k) + (k - mode) * odds {
            return k;
        }
    }
}

/// How many of `sample` draws without replacement are good, of `populations` whose low half counts the good and whose
/// high half the bad. (Draw by draw where few are drawn or left; else HRUA of Stadlober, "The ratio of uniforms
/// approach for generating discrete random variates", 1990.)
pub fn draw_hypergeometric(populations: i64, sample: i64, key: u64) -> i64 {
    let (good, bad) = (populations & 0xffff_ffff, (populations >> 32) & 0xffff_ffff);
    let all = good + bad;
    if sample <= 0 || sample > all {
        return 0;
    }
    // By symmetry the good ones are counted in the smaller of the drawn set and the rest.
    let drawn = if sample < all - sample { sample } else { all - sample };
    let mut count = 0i64;
    if drawn < 10 {
        let (mut left, mut drawn_so_far) = (good, 0i64);
        while drawn_so_far < drawn {
            let (share, _) = uniforms(key, drawn_so_far as u64);
            if share * ((all - drawn_so_far) as f64) < left as f64 {
                left -= 1;
                count += 1;
            }
            drawn_so_far += 1;
        }
    } else {
        let (few, many) = if good > bad { (bad, good) } else { (good, bad) };
        count = hypergeometric_by_rejection(key, few as f64, many as f64, drawn as f64) as i64;
        if good > bad {
            count = drawn - count;
        }
    }
    if drawn < sample { good - count } else { count }
}

#[inline(always)]
fn hypergeometric_by_rejection(key: u64, few: f64, many: f64, drawn: f64) -> f64 {
    let all = few + many;
    let share = few / all;
    let centre = drawn * share + 0.5;
    let spread = ((all - drawn) * drawn * share * (1.0 - share) / (all - 1.0) + 0.5).sqrt();
    let width = 1.715_527_769_921_413_5 * spread + 0.898_916_162_058_898_8;
    let mode = ((drawn + 1.0) * (few + 1.0) / (all + 2.0)).floor();
    let height = log_ways(mode, few, many, drawn);
    let most = (if drawn < few { drawn } else { few }) + 1.0;
    let far = (centre + 16.0 * spread).floor();
    let end = if most < far { most } else { far };
    let mut counter = 0u64;
    loop {
        let (x, y) = uniforms(key, counter);
        counter += 1;
        let x = 1.0 - x;
        let position = centre + width * (y - 0.5) / x;
        if !(position >= 0.0 && position < end) {
            continue;
        }
        let k = position.floor();
        let gain = height - log_ways(k, few, many, drawn);
        if x * (4.0 - x) - 3.0 <= gain {
            return k;
        }
        if x * (x - gain) < 1.0 && 2.0 * log(x) <= gain {
            return k;
        }
    }
}

/// The logarithm of the product of factorials by which the ways to draw k are divided.
#[inline(always)]
fn log_ways(k: f64, few: f64, many: f64, drawn: f64) -> f64 {
    log_factorial(k) + log_factorial(few - k) + log_factorial(drawn - k) + log_factorial(many - drawn + k)
}

/// The zeta distribution with an exponent. (Devroye, "Non-uniform random variate generation", 1986.)
pub fn draw_zipf(a: f64, key: u64) -> i64 {
    // With so large an exponent only the integer one has a probability.
    if !(a > 1.0) || a >= 1025.0 {
        return 1;
    }
    let less = a - 1.0;
    let b = exp2(less);
    // With an exponent so near to one, nearly all of the probability is beyond the range of integers.
    let mut counter = 0u64;
    while counter < 100_000 {
        let (u, v) = uniforms(key, counter);
        counter += 1;
        let x = exp(-log(1.0 - u) / less).floor();
        if !(x >= 1.0 && x < 9.223_372_036_854_775e18) {
            continue;
        }
        let t = exp(less * log1p(1.0 / x));
        if v * x * (t - 1.0) / (b - 1.0) <= t / b {
            return x as i64;
        }
    }
    i64::MAX
}

/// The von Mises distribution around zero, on [-pi, pi]. (Best, Fisher, "Efficient simulation of the von Mises
/// distribution", 1979; from a concentration of a million on a normal number, to which it is equal then.)
pub fn draw_vonmises(kappa: f64, key: u64) -> f64 {
    const PI: f64 = std::f64::consts::PI;
    if !(kappa >= 0.0) {
        return f64::NAN;
    }
    if kappa < 1e-8 {
        return PI * (2.0 * uniforms(key, 0).0 - 1.0);
    }
    if kappa > 1e6 {
        return limited(normal(key, 0) / kappa.sqrt(), PI);
    }
    let s = if kappa < 1e-5 {
        1.0 / kappa + kappa
    } else {
        let r = 1.0 + (1.0 + 4.0 * kappa * kappa).sqrt();
        let rho = (r - (2.0 * r).sqrt()) / (2.0 * kappa);
        (1.0 + rho * rho) / (2.0 * rho)
    };
    let mut counter = 0u64;
    loop {
        let (u, v) = uniforms(key, counter);
        counter += 1;
        let z = cos_fast(PI * u);
        let w = (1.0 + s * z) / (s + z);
        let y = kappa * (s - w);
        let v = 1.0 - v;
        if y * (2.0 - y) - v >= 0.0 || log(y / v) + 1.0 - y >= 0.0 {
            let angle = acos(limited(w, 1.0));
            return if uniforms(key, counter).0 < 0.5 { -angle } else { angle };
        }
    }
}

/// The number, at most the limit from zero.
#[inline(always)]
fn limited(x: f64, limit: f64) -> f64 {
    if x > limit {
        limit
    } else if x < -limit {
        -limit
    } else {
        x
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
            assert!(
                (mean(|key| draw_gamma(shape, key)) / shape - 1.0).abs() < 6.0 / (20_000.0 * shape).sqrt(),
                "{shape}"
            );
        }
        for (a, b) in [(0.5, 0.5), (0.01, 0.02), (2.0, 7.0)] {
            assert!((mean(|key| draw_beta(a, b, key)) - a / (a + b)).abs() < 0.025, "{a} {b}");
        }
        for lam in [0.3, 9.9, 10.0, 1e4] {
            assert!(
                (mean(|key| draw_poisson(lam, key) as f64) / lam - 1.0).abs() < 6.0 / (20_000.0 * lam).sqrt(),
                "{lam}"
            );
        }
        for (p, n) in [(0.1, 20), (0.9, 20), (0.3, 1000), (0.7, 100_000)] {
            let wanted = p * n as f64;
            let drawn = mean(|key| draw_binomial(p, n, key) as f64);
            assert!((drawn - wanted).abs() < 6.0 * (wanted / 20_000.0).sqrt(), "{p} {n}: {drawn}");
        }
        for (good, bad, sample) in [(5, 7, 4), (50, 70, 40), (70, 50, 100), (100_000, 3, 50_000)] {
            let wanted = sample as f64 * good as f64 / (good + bad) as f64;
            let drawn = mean(|key| draw_hypergeometric(good | bad << 32, sample, key) as f64);
            assert!((drawn - wanted).abs() < 6.0 * (wanted / 20_000.0).sqrt(), "{good} {bad} {sample}: {drawn}");
        }
        assert!(mean(|key| draw_vonmises(3.0, key)).abs() < 0.03);
        assert!((mean(|key| draw_zipf(6.0, key) as f64) - 1.0369 / 1.0173).abs() < 0.01);
    }

    #[test]
    fn whatever_the_parameters_each_draw_ends() {
        let odd = [0.0, -1.0, 1e-300, 1e-9, 1.0, 1.0 + 1e-15, 1e15, 1e18, 1e19, 1e300, f64::INFINITY, f64::NAN];
        for x in odd {
            for key in 0..20 {
                draw_gamma(x, key);
                draw_poisson(x, key);
                draw_zipf(x, key);
                draw_vonmises(x, key);
                for y in odd {
                    draw_beta(x, y, key);
                }
                for n in [-1, 0, 1, 1000, i64::MAX] {
                    let drawn = draw_binomial(x, n, key);
                    assert!((0..=n.max(0)).contains(&drawn), "{x} {n}: {drawn}");
                }
            }
        }
        for populations in [0, -1, i64::MAX, 5 << 32, 7, 1 << 62 | 12345] {
            for sample in [-1, 0, 3, 1000, i64::MAX] {
                draw_hypergeometric(populations, sample, 3);
            }
        }
    }
}
