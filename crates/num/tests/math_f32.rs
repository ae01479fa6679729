//! Checks that the f32 functions are within one unit of the last place, with the right signs, infinities and NaNs.
//!
//! Every 4099th argument against the system's f64 functions, whose error is nothing here. All 2^32 of each function of
//! one number by `MATH_F32_STRIDE=1 RUSTFLAGS="-C target-cpu=native" cargo test --release -p cuprust-num --test
//! math_f32 -- --nocapture`, some ten or twenty seconds each (`MATH_F32_ONLY=exp,log` only those).

use cuprust_num::math::{self, Elementary, single};

/// Numbers tried at a time.
const BLOCK: usize = 1024;

/// A row: the name, the reference, our function of one number, and our answers and those of our f64 function for a
/// block.
type Row = (&'static str, fn(f64) -> f64, fn(f32) -> f32, fn(&[f32; BLOCK], &mut [f32; BLOCK], &mut [f32; BLOCK]));

macro_rules! rows {
    ({ $($name:ident $reference:expr,)* } { $($block_name:ident $block:ident $block_reference:expr,)* }) => {
        [$((stringify!($name), $reference, single::$name, |x, got, near| {
            for i in 0..BLOCK {
                got[i] = single::$name(x[i]);
                near[i] = math::$name(x[i] as f64) as f32;
            }
        }),)*
        $((stringify!($block_name), $block_reference, single::$block_name, |x, got, near| {
            <f32 as Elementary>::$block(x, got);
            let wide = x.map(|x| x as f64);
            let mut wide_answers = [0.0; BLOCK];
            <f64 as Elementary>::$block(&wide, &mut wide_answers);
            *near = wide_answers.map(|x| x as f32);
        }),)*]
    };
}

const ROWS: [Row; 20] = rows! {{
    exp f64::exp,
    exp2 f64::exp2,
    expm1 f64::exp_m1,
    log f64::ln,
    log2 f64::log2,
    log10 f64::log10,
    log1p f64::ln_1p,
    asin f64::asin,
    acos f64::acos,
    atan f64::atan,
    sinh f64::sinh,
    cosh f64::cosh,
    tanh f64::tanh,
    asinh libm::asinh,
    acosh |x| if x < 1.0 { f64::NAN } else { libm::acosh(x) },
    atanh libm::atanh,
    cbrt f64::cbrt,
}{
    sin sin_block f64::sin,
    cos cos_block f64::cos,
    tan tan_block f64::tan,
}};

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
    let stride: u64 = std::env::var("MATH_F32_STRIDE").ok().and_then(|s| s.parse().ok()).unwrap_or(4099);
    let only = std::env::var("MATH_F32_ONLY").ok();
    let chosen = |name: &str| only.as_ref().is_none_or(|list| list.split(',').any(|item| item == name));
    for (name, reference, one, block) in ROWS.into_iter().filter(|row| chosen(row.0)) {
        let (mut worst, mut at, mut wrong) = (0.0, 0.0, 0u64);
        let (mut x, mut got, mut near) = ([0.0; BLOCK], [0.0; BLOCK], [0.0; BLOCK]);
        let mut first = 0;
        while first <= u32::MAX as u64 {
            for (i, x) in x.iter_mut().enumerate() {
                *x = f32::from_bits((first + i as u64 * stride) as u32);
            }
            first += BLOCK as u64 * stride;
            block(&x, &mut got, &mut near);
            let same = |(a, b): (&f32, &f32)| (a.to_bits() == b.to_bits()) | (a.is_nan() & b.is_nan());
            // Every answer of a sparse run is held against the system's; in a full run, those that are the rounded
            // answer of our f64 function, which math_accuracy.rs and math_edges.rs answer for, are taken to be right.
            if stride < 100 && got.iter().zip(&near).map(same).fold(true, |all, same| all & same) {
                continue;
            }
            for ((&x, &got), &near) in x.iter().zip(&got).zip(&near) {
                if stride < 100 && same((&got, &near)) {
                    continue;
                }
                let d = distance(got, reference(x as f64));
                wrong += (d > 0.0) as u64;
                if d > worst {
                    (worst, at) = (d, x);
                }
                assert!(stride < 100 || same((&one(x), &got)), "{name}({x:e}) in a block is another");
            }
        }
        println!("{name:6} {worst:.5} at {at:e}; {wrong} not the nearest");
        assert!(worst <= 1.0, "{name} is off by {worst} ulp at {at:e}");
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
