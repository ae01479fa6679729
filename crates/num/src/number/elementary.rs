//! The elementary functions of float32 and float64, from the standard library and `libm`.

/// exp, log, sin and their kin, within 1 ulp.
pub trait Elementary: Copy {
    fn exp(self) -> Self;
    fn exp2(self) -> Self;
    fn expm1(self) -> Self;
    fn log(self) -> Self;
    fn log2(self) -> Self;
    fn log10(self) -> Self;
    fn log1p(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    fn atan(self) -> Self;
    fn sinh(self) -> Self;
    fn cosh(self) -> Self;
    fn tanh(self) -> Self;
    fn asinh(self) -> Self;
    fn acosh(self) -> Self;
    fn atanh(self) -> Self;
    fn cbrt(self) -> Self;
    fn atan2(self, other: Self) -> Self;
    fn pow(self, other: Self) -> Self;
    fn hypot(self, other: Self) -> Self;
}

macro_rules! from_std {
    ($($name:ident = $function:path),*; $($name2:ident = $function2:path),*) => {
        impl Elementary for f64 {
            $(#[inline(always)] fn $name(self) -> f64 { $function(self) })*
            $(#[inline(always)] fn $name2(self, other: f64) -> f64 { $function2(self, other) })*
        }
        /// Through float64, so that the only rounding that counts is the last.
        impl Elementary for f32 {
            $(#[inline(always)] fn $name(self) -> f32 { $function(self as f64) as f32 })*
            $(#[inline(always)] fn $name2(self, other: f32) -> f32 { $function2(self as f64, other as f64) as f32 })*
        }
    };
}
from_std! {
    exp = f64::exp, exp2 = f64::exp2, expm1 = f64::exp_m1, log = f64::ln, log2 = f64::log2, log10 = f64::log10,
    log1p = f64::ln_1p, sin = f64::sin, cos = f64::cos, tan = f64::tan, asin = f64::asin, acos = f64::acos,
    atan = f64::atan, sinh = f64::sinh, cosh = f64::cosh, tanh = f64::tanh, asinh = libm::asinh,
    acosh = acosh, atanh = libm::atanh, cbrt = f64::cbrt;
    atan2 = f64::atan2, pow = f64::powf, hypot = f64::hypot
}

/// `libm` answers below -1 as if the function were even.
fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}
