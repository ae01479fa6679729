//! Checks that every set of vector instructions gives the same bits as the function called on one number.

use cuprust_num::math::Elementary;

macro_rules! rows {
    ($type:ty: $($name:ident)*) => {$({
        fn plain(x: &[$type], y: &mut [$type]) {
            body(x, y)
        }
        #[inline(always)]
        fn body(x: &[$type], y: &mut [$type]) {
            for (y, &x) in y.iter_mut().zip(x) {
                *y = Elementary::$name(x);
            }
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        fn avx2(x: &[$type], y: &mut [$type]) {
            body(x, y)
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
        fn avx512(x: &[$type], y: &mut [$type]) {
            body(x, y)
        }
        let x: Vec<$type> = arguments().map(|x| x as $type).collect();
        let one: Vec<$type> = x.iter().map(|&x| std::hint::black_box(Elementary::$name(std::hint::black_box(x)))).collect();
        let mut y = x.clone();
        let same = |y: &[$type], set: &str| {
            for ((x, y), one) in x.iter().zip(y).zip(&one) {
                let equal = y.to_bits() == one.to_bits() || (y.is_nan() && one.is_nan());
                assert!(equal, "{}({x:e}) is {y:e} under {set}, {one:e} alone", stringify!($name));
            }
        };
        plain(&x, &mut y);
        same(&y, "the default");
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the processor was just found to have these features.
            unsafe { avx2(&x, &mut y) };
            same(&y, "avx2");
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512dq") && is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor was just found to have these features.
            unsafe { avx512(&x, &mut y) };
            same(&y, "avx512");
        }
    })*};
}

/// Two thousand numbers of every size and sign, with the special ones among them.
fn arguments() -> impl Iterator<Item = f64> {
    let special = [0.0, f64::INFINITY, f64::NAN, 1.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, 1e-45, 1e38];
    let spread = (0..1000).map(|i| {
        let i = i as f64;
        (1.0 + (i * 0.618).fract()) * 2f64.powf((i * 0.414).fract() * 60.0 - 40.0)
    });
    special.into_iter().chain(spread).flat_map(|x| [x, -x])
}

#[test]
fn double() {
    rows!(f64: exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh cbrt);
}

#[test]
fn single() {
    rows!(f32: exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh cbrt);
}
