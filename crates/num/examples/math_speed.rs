//! How many nanoseconds an element of each function takes, under each set of vector instructions, beside the system's.
//!
//! `cargo run --release -p cuprust-num --example math_speed`, on an otherwise idle machine.

use std::hint::black_box;
use std::time::Instant;

use cuprust_num::math::{self, Elementary, single};

const BLOCK: usize = 256;

/// The same loop, compiled for each set of features.
macro_rules! loops {
    ($type:ty: $($feature:literal $name:ident),*) => {$(
        #[target_feature(enable = $feature)]
        fn $name(x: &[$type], y: &mut [$type], f: impl Fn(&[$type], &mut [$type])) {
            f(x, y)
        }
    )*};
}

mod double {
    loops!(f64: "sse2" baseline, "avx2,fma" avx2, "avx512f,avx512dq,avx512vl,avx512bw" avx512);
}

mod float {
    loops!(f32: "sse2" baseline, "avx2,fma" avx2, "avx512f,avx512dq,avx512vl,avx512bw" avx512);
}

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

macro_rules! row {
    ($module:ident $type:ty, $name:literal, $lo:expr, $hi:expr, $ours:expr, $system:expr) => {{
        let at = |lo: $type, t: f64| lo + ($hi - lo) * t as $type;
        let map = |x: &[$type], y: &mut [$type]| {
            #[allow(clippy::redundant_closure_call)]
            $ours(x, y)
        };
        let wide = is_x86_feature_detected!("avx512dq") && is_x86_feature_detected!("avx512vl");
        let medium = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        // SAFETY: each function runs only where the processor was found to have its features.
        let (a, b, c) = unsafe {
            (
                if wide { time($lo, at, |x, y| $module::avx512(x, y, map)) } else { f64::NAN },
                if medium { time($lo, at, |x, y| $module::avx2(x, y, map)) } else { f64::NAN },
                time($lo, at, |x, y| $module::baseline(x, y, map)),
            )
        };
        let system = time($lo, at, |x: &[$type], y: &mut [$type]| {
            for (y, &x) in y.iter_mut().zip(x) {
                *y = $system(x);
            }
        });
        println!("{:4} {:8} {a:8.2} {b:8.2} {c:8.2} {system:8.2}", stringify!($type), $name);
    }};
}

/// A block function from a function of one number.
macro_rules! each {
    ($f:expr) => {
        #[inline(always)]
        |x, y| {
            for (y, &x) in std::iter::zip(y, x) {
                *y = $f(x);
            }
        }
    };
}

macro_rules! both {
    ($($name:literal $f:ident $system:ident $lo:literal $hi:literal;)*) => {$(
        row!(double f64, $name, $lo, $hi, each!(math::$f), f64::$system);
        row!(float f32, $name, $lo, $hi, each!(single::$f), f32::$system);
    )*};
}

fn main() {
    println!("type function  avx512     avx2 baseline  system   (ns per element)");
    both! {
        "exp" exp exp -20.0 20.0;
        "tanh" tanh tanh -3.0 3.0;
        "log" log ln 0.01 100.0;
    }
    row!(double f64, "sin", -100.0, 100.0, <f64 as Elementary>::sin_block, f64::sin);
    row!(float f32, "sin", -100.0, 100.0, <f32 as Elementary>::sin_block, f32::sin);
    row!(double f64, "cos", -100.0, 100.0, <f64 as Elementary>::cos_block, f64::cos);
    row!(float f32, "cos", -100.0, 100.0, <f32 as Elementary>::cos_block, f32::cos);
    row!(double f64, "tan", -100.0, 100.0, <f64 as Elementary>::tan_block, f64::tan);
    row!(float f32, "tan", -100.0, 100.0, <f32 as Elementary>::tan_block, f32::tan);
    row!(double f64, "pow", 0.01, 100.0, each!(|x| math::pow(x, 2.7)), |x: f64| x.powf(black_box(2.7)));
    row!(float f32, "pow", 0.01, 100.0, each!(|x| single::pow(x, 2.7)), |x: f32| x.powf(black_box(2.7)));
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
    row!(double f64, "atan2", -3.0, 3.0, each!(|x| math::atan2(x, 1.3)), |x: f64| x.atan2(black_box(1.3)));
    row!(float f32, "atan2", -3.0, 3.0, each!(|x| single::atan2(x, 1.3)), |x: f32| x.atan2(black_box(1.3)));
    row!(double f64, "hypot", -3.0, 3.0, each!(|x| math::hypot(x, 1.3)), |x: f64| x.hypot(black_box(1.3)));
    row!(float f32, "hypot", -3.0, 3.0, each!(|x| single::hypot(x, 1.3)), |x: f32| x.hypot(black_box(1.3)));
}
