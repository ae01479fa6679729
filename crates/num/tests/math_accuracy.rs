//! Whether the elementary functions of f64 are within their stated distance of the exact values.
//!
//! Two hundred thousand arguments each; `MATH_SAMPLES=20000000 cargo test --release -p cuprust-num --test math_accuracy
//! -- --nocapture` tries more and prints the largest distances. All f32 are tried by `math_f32.rs`.

mod oracle;

use cuprust_num::math::{self, Elementary};
use oracle::{Pair, ulps};

/// A generator of 64-bit words (splitmix64), so that every run tries the same arguments.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn uniform(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * (self.next() >> 11) as f64 / 9007199254740992.0
    }

    /// Any finite double, or one whose exponent is from -20 to 20.
    fn anything(&mut self) -> f64 {
        loop {
            let bits = self.next();
            let x = if bits & 1 == 0 {
                f64::from_bits(self.next())
            } else {
                f64::from_bits((self.next() & 0x800f_ffff_ffff_ffff) | ((1003 + self.next() % 40) << 52))
            };
            if x.is_finite() {
                return x;
            }
        }
    }
}

fn samples() -> usize {
    std::env::var("MATH_SAMPLES").ok().and_then(|s| s.parse().ok()).unwrap_or(200_000)
}

fn plain(f: fn(f64) -> Pair) -> impl Fn(f64) -> (Pair, i32) {
    move |x| (f(x), 0)
}

/// Tries `f` from `lo` to `hi`: evenly, and near `lo`, zero and `hi` at every scale.
fn check(name: &str, f: fn(f64) -> f64, exact: impl Fn(f64) -> (Pair, i32), lo: f64, hi: f64, spread: f64) {
    let mut words = Words(name.len() as u64 + 7);
    let mut worst = (0.0, 0.0);
    for i in 0..samples() {
        let x = match i % 4 {
            0 => words.uniform(lo.max(-spread), hi.min(spread)),
            1 => words.uniform(lo.max(-2.0), hi.min(2.0)),
            2 if i % 8 == 2 => lo + (hi - lo) * words.anything().abs(),
            2 => hi - (hi - lo) * words.anything().abs(),
            _ => words.anything(),
        };
        if !(x > lo && x < hi) {
            continue;
        }
        let distance = ulps(f(x), exact(x));
        if distance > worst.0 || distance.is_nan() {
            worst = (distance, x);
        }
    }
    println!("{name:8} {:.4} at {:e}", worst.0, worst.1);
    assert!(worst.0 <= 1.0, "{name} is off by {} ulp at {:e}", worst.0, worst.1);
}

const MAX: f64 = f64::MAX;

#[test]
fn exponentials() {
    check("exp", math::exp, |x| oracle::exp(x.into()), -745.13, 709.78, 30.0);
    check("exp2", math::exp2, |x| oracle::exp(oracle::LN2 * x.into()), -1074.9, 1023.9999, 30.0);
    check("expm1", math::expm1, oracle::expm1, -100.0, 709.78, 30.0);
}

#[test]
fn logarithms() {
    check("log", math::log, |x| (oracle::log(x.into()), 0), 0.0, MAX, 5.0);
    check("log2", math::log2, |x| (oracle::log(x.into()) / oracle::LN2, 0), 0.0, MAX, 5.0);
    check("log10", math::log10, |x| (oracle::log(x.into()) / oracle::log(10.0.into()), 0), 0.0, MAX, 5.0);
    check("log1p", math::log1p, |x| (oracle::log1p(x.into()), 0), -1.0, MAX, 5.0);
}

#[test]
fn trigonometric() {
    let range = math::TRIGONOMETRIC_RANGE;
    let small = |x: f64| x.abs() < 1e-150;
    check(
        "sin",
        math::sin,
        |x| (if small(x) { x.into() } else { oracle::sin_cos(x.into()).0 }, 0),
        -range,
        range,
        range,
    );
    check("cos", math::cos, |x| (oracle::sin_cos(x.into()).1, 0), -range, range, range);
    let tan = |x: f64| {
        let (s, c) = oracle::sin_cos(x.into());
        (if small(x) { x.into() } else { s / c }, 0)
    };
    check("tan", math::tan, tan, -range, range, range);
    let far = math::TRIGONOMETRIC_FAR_RANGE;
    check("far sin", math::sin, |x| (oracle::sin_cos(x.into()).0, 0), range, far, far);
    check("far cos", math::cos, |x| (oracle::sin_cos(x.into()).1, 0), range, far, far);
    check("far tan", math::tan, tan, range, far, far);
}

#[test]
fn near_multiples_of_half_pi() {
    // Every multiple in the nearer range, and as many in the farther.
    for n in (1..32767).chain((32768..600_000_000).step_by(18_313)) {
        let x = n as f64 * std::f64::consts::FRAC_PI_2;
        for x in [x.next_down(), x, x.next_up()] {
            let (s, c) = oracle::sin_cos(x.into());
            assert!(ulps(Elementary::sin(x), (s, 0)) <= 1.0 && ulps(Elementary::cos(x), (c, 0)) <= 1.0, "{x:e}");
            assert!(ulps(math::tan(x), (s / c, 0)) <= 1.0, "tan {x:e}");
        }
    }
}

#[test]
fn arcs() {
    check("asin", math::asin, plain(oracle::asin), -1.0, 1.0, 1.0);
    check("acos", math::acos, plain(oracle::acos), -1.0, 1.0, 1.0);
    check("atan", math::atan, plain(oracle::atan), -MAX, MAX, 5.0);
}

#[test]
fn hyperbolic() {
    check("sinh", math::sinh, oracle::sinh, -710.47, 710.47, 5.0);
    check("cosh", math::cosh, oracle::cosh, -710.47, 710.47, 5.0);
    check("tanh", math::tanh, plain(oracle::tanh), -MAX, MAX, 5.0);
    check("asinh", math::asinh, plain(oracle::asinh), -MAX, MAX, 5.0);
    check("acosh", math::acosh, plain(oracle::acosh), 1.0, MAX, 5.0);
    check("atanh", math::atanh, plain(oracle::atanh), -1.0, 1.0, 1.0);
}

#[test]
fn roots() {
    check("cbrt", math::cbrt, oracle::cbrt, -MAX, MAX, 5.0);
}

#[test]
fn of_two_numbers() {
    let mut words = Words(3);
    let mut worst = [(0.0, 0.0, 0.0); 3];
    for i in 0..samples() {
        let (x, y) = match i % 3 {
            0 => (words.anything(), words.anything()),
            1 => (words.uniform(-2.0, 2.0), words.uniform(-2.0, 2.0)),
            _ => {
                let x = words.anything();
                (x, x * words.uniform(-2.0, 2.0))
            }
        };
        if !y.is_finite() || x == 0.0 || y == 0.0 {
            continue;
        }
        let mut note = |k: usize, distance: f64, x: f64, y: f64| {
            if distance > worst[k].0 || distance.is_nan() {
                worst[k] = (distance, x, y);
            }
        };
        let h = math::hypot(x, y);
        if h.is_finite() {
            note(0, ulps(h, oracle::hypot(x, y)), x, y);
        } else {
            assert!(x.hypot(y).is_infinite(), "hypot {x:e} {y:e}");
        }
        let within = |v: f64| v.abs() > 1e-130 && v.abs() < 1e130;
        if within(x) && within(y) {
            note(1, ulps(math::atan2(y, x), (oracle::atan2(y.into(), x.into()), 0)), x, y);
        } else {
            // Near the ends of the exponent range the system's answer, itself within one unit, has to do.
            let (got, want) = (math::atan2(y, x), y.atan2(x));
            let apart = got.to_bits().abs_diff(want.to_bits());
            assert!(apart <= 1, "atan2 {y:e} {x:e}: {got:e}, not {want:e}");
        }
        // An exponent that keeps the power in range, so that most trials say something.
        let base = x.abs();
        let limit = 744.0 / base.ln().abs().max(1e-300);
        let exponent = words.uniform(-1.0, 1.0) * limit.min(1e290);
        let reference = oracle::pow(base, exponent);
        if reference.1 < 1023 && reference.1 > -1073 {
            note(2, ulps(math::pow(base, exponent), reference), base, exponent);
        }
    }
    for ((name, limit), w) in [("hypot", 1.0), ("atan2", 1.0), ("pow", 4.0)].into_iter().zip(worst) {
        println!("{name:8} {:.4} at {:e}, {:e}", w.0, w.1, w.2);
        assert!(w.0 <= limit, "{name} is off by {} ulp at {:e}, {:e}", w.0, w.1, w.2);
    }
}
