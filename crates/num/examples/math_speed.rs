//! Measures the nanoseconds per element of each function, under each set of vector instructions, and of the system's.
//!
//! `cargo run --release -p cuprust-num --example math_speed`, on an otherwise idle machine.

use std::hint::black_box;
use std::time::Instant;

use cuprust_num::math::{self, Elementary, single};

const BLOCK: usize = 256;

/// The least time per element of some two hundred passes over a block.
fn time<T: Copy + Default>(lo: T, at: impl Fn(T, f64) -> T, mut pass: impl FnMut(&[T], &mut [T])) -> f64 {
    let x: Vec<T> = (0..BLOCK).map(|i| at(lo, (i * 97 % BLOCK) as f64 / BLOCK as f64)).collect();
    let mut y = vec![T::default(); BLOCK];
    let mut least = f64::INFINITY;
    for _ in 0..200 {
        let start = Instant::now();
        for _ in 0..20 {
            pass(black_box(&x), black_box(&mut y));
        }
        least = least.min(start.elapsed().as_nanos() as f64 / (20 * BLOCK) as f64);
    }
    least
}

/// One row: the body, compiled for each set of features, and the system's function.
macro_rules! row {
    ($type:ty, $name:literal, $lo:literal, $hi:literal, $system:expr, |$x:ident, $y:ident| $body:block) => {{
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
        fn avx512($x: &[$type], $y: &mut [$type]) $body
        #[target_feature(enable = "avx2,fma")]
        fn avx2($x: &[$type], $y: &mut [$type]) $body
        fn baseline($x: &[$type], $y: &mut [$type]) $body
        fn system(x: &[$type], y: &mut [$type]) {
            let f: fn($type) -> $type = $system;
            for (y, &x) in y.iter_mut().zip(x) {
                *y = f(x);
            }
        }
        let at = |lo: $type, t: f64| lo + ($hi - lo) * t as $type;
        let wide = is_x86_feature_detected!("avx512dq") && is_x86_feature_detected!("avx512vl");
        let medium = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        // SAFETY: the function runs only where the processor was found to have its features.
        let a = if wide { time($lo, at, |x, y| unsafe { avx512(x, y) }) } else { f64::NAN };
        // SAFETY: as above.
        let b = if medium { time($lo, at, |x, y| unsafe { avx2(x, y) }) } else { f64::NAN };
        let (c, d) = (time($lo, at, baseline), time($lo, at, system));
        println!("{} {:8} {a:8.2} {b:8.2} {c:8.2} {d:8.2}", stringify!($type), $name);
    }};
}

macro_rules! both {
    ($($name:literal $f:ident $system:ident $lo:literal $hi:literal;)*) => {$(
        row!(f64, $name, $lo, $hi, f64::$system, |x, y| {
            for (y, &x) in y.iter_mut().zip(x) {
                *y = math::$f(x);
            }
        });
        row!(f32, $name, $lo, $hi, f32::$system, |x, y| {
            for (y, &x) in y.iter_mut().zip(x) {
                *y = single::$f(x);
            }
        });
    )*};
    (block $($name:literal $f:ident $system:ident $lo:literal $hi:literal;)*) => {$(
        row!(f64, $name, $lo, $hi, f64::$system, |x, y| { <f64 as Elementary>::$f(x, y) });
        row!(f32, $name, $lo, $hi, f32::$system, |x, y| { <f32 as Elementary>::$f(x, y) });
    )*};
    (binary $($name:literal $f:ident $system:ident $lo:literal $hi:literal $other:literal;)*) => {$(
        row!(f64, $name, $lo, $hi, |x| x.$system(black_box($other)), |x, y| {
            for (y, &x) in y.iter_mut().zip(x) {
                *y = math::$f(x, $other);
            }
        });
        row!(f32, $name, $lo, $hi, |x| x.$system(black_box($other)), |x, y| {
            for (y, &x) in y.iter_mut().zip(x) {
                *y = single::$f(x, $other);
            }
        });
    )*};
}

fn main() {
    println!("    function   avx512     avx2 baseline   system  (ns per element)");
    both! {
        "exp" exp exp -20.0 20.0;
        "tanh" tanh tanh -3.0 3.0;
        "log" log ln 0.01 100.0;
    }
    both! { block
        "sin" sin_block sin -100.0 100.0;
        "cos" cos_block cos -100.0 100.0;
        "tan" tan_block tan -100.0 100.0;
    }
    row!(f64, "far sin", -1e6, 1e6, f64::sin, |x, y| { <f64 as Elementary>::sin_block(x, y) });
    both! { binary
        "pow" pow powf 0.01 100.0 2.7;
        "atan2" atan2 atan2 -3.0 3.0 1.3;
        "hypot" hypot hypot -3.0 3.0 1.3;
    }
    both! {
        "expm1" expm1 exp_m1 -3.0 3.0;
        "log1p" log1p ln_1p -0.9 3.0;
        "atan" atan atan -3.0 3.0;
        "exp2" exp2 exp2 -20.0 20.0;
        "log2" log2 log2 0.01 100.0;
        "log10" log10 log10 0.01 100.0;
        "sinh" sinh sinh -3.0 3.0;
        "cosh" cosh cosh -3.0 3.0;
        "asinh" asinh asinh -3.0 3.0;
        "acosh" acosh acosh 1.0 30.0;
        "atanh" atanh atanh -0.9 0.9;
        "asin" asin asin -0.9 0.9;
        "acos" acos acos -0.9 0.9;
        "cbrt" cbrt cbrt -30.0 30.0;
    }
}
