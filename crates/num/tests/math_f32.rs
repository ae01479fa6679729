//! Whether the f32 functions are within one unit of the last place, with the right signs, infinities and NaNs.
//!
//! Every 4099th argument; `MATH_F32_STRIDE=1 cargo test --release -p cuprust-num --test math_f32 -- --nocapture` tries
//! all 2^32 of each function of one number, which takes about a minute each (`MATH_F32_ONLY=exp,log` only those). The reference is the system's f64 function,
//! whose error is nothing here.

use cuprust_num::math::{Elementary, single};

/// A row: the name, our function and the reference.
type Row = (&'static str, fn(f32) -> f32, fn(f64) -> f64);

const ROWS: [Row; 20] = [
    ("exp", single::exp, f64::exp),
    ("exp2", single::exp2, f64::exp2),
    ("expm1", single::expm1, f64::exp_m1),
    ("log", single::log, f64::ln),
    ("log2", single::log2, f64::log2),
    ("log10", single::log10, f64::log10),
    ("log1p", single::log1p, f64::ln_1p),
    ("sin", single::sin, f64::sin),
    ("cos", single::cos, f64::cos),
    ("tan", single::tan, f64::tan),
    ("asin", single::asin, f64::asin),
    ("acos", single::acos, f64::acos),
    ("atan", single::atan, f64::atan),
    ("sinh", single::sinh, f64::sinh),
    ("cosh", single::cosh, f64::cosh),
    ("tanh", single::tanh, f64::tanh),
    ("asinh", single::asinh, libm::asinh),
    ("acosh", single::acosh, |x| if x < 1.0 { f64::NAN } else { libm::acosh(x) }),
    ("atanh", single::atanh, libm::atanh),
    ("cbrt", single::cbrt, f64::cbrt),
];

/// The distance of `got` from `want` in units of the last place of f32: zero if it is the nearest f32, infinite where a
/// sign, an infinity or a NaN is not what it should be.
fn distance(got: f32, want: f64) -> f64 {
    let rounded = want as f32;
    if got.to_bits() == rounded.to_bits() {
        return 0.0;
    }
    if want.is_nan() {
        return if got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got.is_sign_negative() != want.is_sign_negative() {
        return f64::INFINITY;
    }
    if !got.is_finite() || rounded.is_infinite() {
        return f64::INFINITY;
    }
    let exponent = ((want.abs().to_bits() >> 52) as i32 - 1023).max(-126);
    (got as f64 - want).abs() * 2f64.powi(23 - exponent)
}

#[test]
fn of_one_number() {
    let stride = std::env::var("MATH_F32_STRIDE").ok().and_then(|s| s.parse().ok()).unwrap_or(4099);
    let only = std::env::var("MATH_F32_ONLY").ok();
    let chosen = |name: &str| only.as_ref().is_none_or(|list| list.split(',').any(|item| item == name));
    for (name, ours, reference) in ROWS.into_iter().filter(|row| chosen(row.0)) {
        let (mut worst, mut at) = (0.0, 0);
        let mut wrong = 0u64;
        for bits in (0..=u32::MAX as u64).step_by(stride) {
            let x = f32::from_bits(bits as u32);
            let d = distance(ours(x), reference(x as f64));
            wrong += (d > 0.0) as u64;
            if d > worst {
                (worst, at) = (d, bits as u32);
            }
        }
        println!("{name:6} {worst:.5} at {:e} ({at:#010x}); {wrong} not the nearest", f32::from_bits(at));
        assert!(worst <= 1.0, "{name} is off by {worst} ulp at {:e}", f32::from_bits(at));
    }
}

#[test]
fn of_two_numbers() {
    /// A row: the name, our function, the reference and the limit.
    type Row = (&'static str, fn(f32, f32) -> f32, fn(f64, f64) -> f64, f64);
    const ROWS: [Row; 3] = [
        ("pow", single::pow, f64::powf, 4.0),
        ("atan2", single::atan2, f64::atan2, 1.0),
        ("hypot", single::hypot, f64::hypot, 1.0),
    ];
    for (name, ours, reference, limit) in ROWS {
        let mut state = 1u64;
        let mut worst = (0.0, 0.0, 0.0);
        for i in 0..300_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let bits = state ^ (state >> 29);
            let x = f32::from_bits(bits as u32);
            // Any pair, a pair of about one, and a base about one with an exponent large enough to matter.
            let (x, y) = match i % 3 {
                0 => (x, f32::from_bits((bits >> 32) as u32)),
                1 => (x.abs().clamp(0.1, 10.0), ((bits >> 32) as i32) as f32 * 1e-8),
                _ => (1.0 + (bits as i32) as f32 * 1e-10, ((bits >> 32) as i32) as f32 * 1e-7),
            };
            let d = distance(ours(x, y), reference(x as f64, y as f64));
            if d > worst.0 {
                worst = (d, x, y);
            }
        }
        println!("{name:6} {:.5} at {:e}, {:e}", worst.0, worst.1, worst.2);
        assert!(worst.0 <= limit, "{name} is off by {} ulp at {:e}, {:e}", worst.0, worst.1, worst.2);
    }
}

macro_rules! blocks_are_the_functions {
    ($type:ty) => {
        // Near, far, and beyond what the quick reductions can do, the last two with near ones between.
        for scale in [1.0, 1e5, 1e25] {
            let at = |i: i32| (i - 500) as $type * 0.37 * if i % 7 == 0 { scale } else { 1.0 };
            let x: Vec<$type> = (0..1000).map(at).collect();
            let mut y = vec![0.0; x.len()];
            blocks_are_the_functions!($type, x, y, sin sin_block cos cos_block tan tan_block);
        }
    };
    ($type:ty, $x:ident, $y:ident, $($one:ident $block:ident)*) => {$(
        <$type as Elementary>::$block(&$x, &mut $y);
        assert!($x.iter().zip(&$y).all(|(&x, y)| <$type as Elementary>::$one(x).to_bits() == y.to_bits()));
    )*};
}

#[test]
fn blocks_are_the_functions() {
    blocks_are_the_functions!(f32);
    blocks_are_the_functions!(f64);
}
