//! The special functions that SciPy has and NumPy has not. As there, float32 is kept, and each row says whether half
//! precision and small integers become float32 (`Rule::First`), integers alone do not (`Rule::Orders`), or neither
//! does, so that they become float64 (`Rule::Double`).
//!
//! Each is a function of [`cuprust_num::special`]; `xtask gen` writes the CUDA C++ of the same text, under the name
//! `special_..`, which all but the error functions use on a GPU.

use cuprust_num::math::Elementary;
use cuprust_num::special;

use crate::loops::loops;
use crate::{Row, Rule, SPECIAL, Slot};

/// The row of a special function: its name, its loops, and its operands' slots where there are several. Float32 is
/// computed in float64, unless it has loops of its own.
macro_rules! row {
    ($name:ident($x:ident) by $shape:ident) => {
        row!($name: unary, "({0})", loops!($shape singles => |$x: T| T::from_f64(special::$name($x.to_f64()))))
    };
    // Complex numbers are computed by a function of complex128.
    ($name:ident($x:ident) by $shape:ident, complex $complex:ident) => {
        row!(
            $name: unary, "({0})",
            loops!(
                $shape singles => |$x: T| T::from_f64(special::$name($x.to_f64()));
                scalar_unary complexes => |$x: T| {
                    let w = special::$complex(cuprust_num::c128::new($x.re.to_f64(), $x.im.to_f64()));
                    T::new(Elementary::from_f64(w.re), Elementary::from_f64(w.im))
                }
            )
        )
    };
    // Real parameters before a number that may be complex; complex64 is computed in complex128.
    ($name:ident($v:ident | $z:ident), complex $complex:ident) => {
        row!(
            $name: binary, [],
            loops!(
                scalar_binary singles => |$v: T, $z: T| T::from_f64(special::$name($v.to_f64(), $z.to_f64()));
                scalar_binary narrow_complexes => |$v: f32, $z: T| {
                    let w = special::$complex($v as f64, cuprust_num::c128::new($z.re as f64, $z.im as f64));
                    T::new(w.re as f32, w.im as f32)
                };
                scalar_binary wide_complexes => |$v: f64, $z: T| special::$complex($v, $z)
            )
        )
        .text(&[concat!("narrowed<{T}>(special_", stringify!($name), "((double){0}, widened({1})))")])
        .takes(&[crate::Slot::Real, crate::Slot::Same])
    };
    ($name:ident($a:ident, $b:ident | $z:ident), complex $complex:ident) => {
        row!(
            $name: ternary, [],
            loops!(
                scalar_ternary singles => |$a: T, $b: T, $z: T| {
                    T::from_f64(special::$name($a.to_f64(), $b.to_f64(), $z.to_f64()))
                };
                scalar_ternary narrow_complexes => |$a: f32, $b: f32, $z: T| {
                    let z = cuprust_num::c128::new($z.re as f64, $z.im as f64);
                    let w = special::$complex($a as f64, $b as f64, z);
                    T::new(w.re as f32, w.im as f32)
                };
                scalar_ternary wide_complexes => |$a: f64, $b: f64, $z: T| special::$complex($a, $b, $z)
            )
        )
        .text(&[concat!("narrowed<{T}>(special_", stringify!($name), "((double){0}, (double){1}, widened({2})))")])
        .takes(&[crate::Slot::Real, crate::Slot::Real, crate::Slot::Same])
    };
    ($name:ident($a:ident, $b:ident, $c:ident | $z:ident), complex $complex:ident) => {
        row!(
            $name: quaternary, [],
            loops!(
                scalar_quaternary singles => |$a: T, $b: T, $c: T, $z: T| {
                    T::from_f64(special::$name($a.to_f64(), $b.to_f64(), $c.to_f64(), $z.to_f64()))
                };
                scalar_quaternary narrow_complexes => |$a: f32, $b: f32, $c: f32, $z: T| {
                    let z = cuprust_num::c128::new($z.re as f64, $z.im as f64);
                    let w = special::$complex($a as f64, $b as f64, $c as f64, z);
                    T::new(w.re as f32, w.im as f32)
                };
                scalar_quaternary wide_complexes => |$a: f64, $b: f64, $c: f64, $z: T| special::$complex($a, $b, $c, $z)
            )
        )
        .text(&[concat!(
            "narrowed<{T}>(special_", stringify!($name), "((double){0}, (double){1}, (double){2}, widened({3})))"
        )])
        .takes(&[crate::Slot::Real, crate::Slot::Real, crate::Slot::Real, crate::Slot::Same])
    };
    ($name:ident($x:ident, $y:ident) by $shape:ident, complex $complex:ident) => {
        row!(
            $name: binary, "({0}, {1})",
            loops!(
                $shape singles => |$x: T, $y: T| T::from_f64(special::$name($x.to_f64(), $y.to_f64()));
                scalar_binary complexes => |$x: T, $y: T| {
                    let x = cuprust_num::c128::new($x.re.to_f64(), $x.im.to_f64());
                    let y = cuprust_num::c128::new($y.re.to_f64(), $y.im.to_f64());
                    let w = special::$complex(x, y);
                    T::new(Elementary::from_f64(w.re), Elementary::from_f64(w.im))
                }
            )
        )
    };
    ($name:ident($x:ident, $y:ident, $z:ident) by $shape:ident, complex $complex:ident) => {
        row!(
            $name: ternary, "({0}, {1}, {2})",
            loops!(
                $shape singles => |$x: T, $y: T, $z: T| {
                    T::from_f64(special::$name($x.to_f64(), $y.to_f64(), $z.to_f64()))
                };
                scalar_ternary complexes => |$x: T, $y: T, $z: T| {
                    let x = cuprust_num::c128::new($x.re.to_f64(), $x.im.to_f64());
                    let y = cuprust_num::c128::new($y.re.to_f64(), $y.im.to_f64());
                    let z = cuprust_num::c128::new($z.re.to_f64(), $z.im.to_f64());
                    let w = special::$complex(x, y, z);
                    T::new(Elementary::from_f64(w.re), Elementary::from_f64(w.im))
                }
            )
        )
    };
    ($name:ident($x:ident, $y:ident, $z:ident, $p:ident) by $shape:ident, complex $complex:ident) => {
        row!(
            $name: quaternary, "({0}, {1}, {2}, {3})",
            loops!(
                $shape singles => |$x: T, $y: T, $z: T, $p: T| {
                    T::from_f64(special::$name($x.to_f64(), $y.to_f64(), $z.to_f64(), $p.to_f64()))
                };
                scalar_quaternary complexes => |$x: T, $y: T, $z: T, $p: T| {
                    let x = cuprust_num::c128::new($x.re.to_f64(), $x.im.to_f64());
                    let y = cuprust_num::c128::new($y.re.to_f64(), $y.im.to_f64());
                    let z = cuprust_num::c128::new($z.re.to_f64(), $z.im.to_f64());
                    let p = cuprust_num::c128::new($p.re.to_f64(), $p.im.to_f64());
                    let w = special::$complex(x, y, z, p);
                    T::new(Elementary::from_f64(w.re), Elementary::from_f64(w.im))
                }
            )
        )
    };
    ($name:ident($x:ident, $y:ident) by $shape:ident) => {
        row!(
            $name: binary, "({0}, {1})",
            loops!($shape singles => |$x: T, $y: T| T::from_f64(special::$name($x.to_f64(), $y.to_f64())))
        )
    };
    ($name:ident($x:ident, $y:ident, $z:ident) by $shape:ident) => {
        row!(
            $name: ternary, "({0}, {1}, {2})",
            loops!($shape singles => |$x: T, $y: T, $z: T| {
                T::from_f64(special::$name($x.to_f64(), $y.to_f64(), $z.to_f64()))
            })
        )
    };
    ($name:ident($x:ident, $y:ident, $z:ident, $w:ident) by $shape:ident) => {
        row!(
            $name: quaternary, "({0}, {1}, {2}, {3})",
            loops!($shape singles => |$x: T, $y: T, $z: T, $w: T| {
                T::from_f64(special::$name($x.to_f64(), $y.to_f64(), $z.to_f64(), $w.to_f64()))
            })
        )
    };
    ($name:ident($x:ident, $y:ident, $z:ident, $w:ident, $v:ident) by $shape:ident) => {
        row!(
            $name: quinary, "({0}, {1}, {2}, {3}, {4})",
            loops!($shape singles => |$x: T, $y: T, $z: T, $w: T, $v: T| {
                T::from_f64(special::$name($x.to_f64(), $y.to_f64(), $z.to_f64(), $w.to_f64(), $v.to_f64()))
            })
        )
    };
    ($name:ident: $operands:ident, $arguments:literal, $loops:expr) => {
        row!($name: $operands, [$arguments], $loops)
    };
    ($name:ident: $operands:ident, [$($arguments:literal),*], $loops:expr) => {
        Row::$operands(stringify!($name), &[$(concat!("special_", stringify!($name), $arguments)),*], $loops)
            .within(&[SPECIAL])
            .rule(Rule::Double)
            .long()
    };
}
pub(super) use row;

pub(super) const ROWS: &[Row] = &[
    // On a GPU these two are CUDA's own for real numbers, which take a third of the time of ours (measured: 141 and 360
    // us for 2^26 float32).
    Row::unary(
        "erf",
        &["error_function({0})"],
        loops!(
            unary float32s => |x: T| special::erf_f32(x);
            unary doubles => |x: T| special::erf(x);
            scalar_unary complexes => |x: T| {
                let w = special::erf_c128(cuprust_num::c128::new(x.re.to_f64(), x.im.to_f64()));
                T::new(Elementary::from_f64(w.re), Elementary::from_f64(w.im))
            }
        ),
    )
    .within(&[SPECIAL])
    .rule(Rule::Double)
    .long()
    .doc("The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to the operand."),
    Row::unary(
        "erfc",
        &["complementary_error_function({0})"],
        loops!(
            unary float32s => |x: T| special::erfc_f32(x);
            unary doubles => |x: T| special::erfc(x);
            scalar_unary complexes => |x: T| {
                let w = special::erfc_c128(cuprust_num::c128::new(x.re.to_f64(), x.im.to_f64()));
                T::new(Elementary::from_f64(w.re), Elementary::from_f64(w.im))
            }
        ),
    )
    .within(&[SPECIAL])
    .rule(Rule::Double)
    .long()
    .doc("One less the error function, without loss of digits where that is small."),
    row!(erfcx(x) by unary, complex erfcx_c128)
        .doc("The exponential of the operand's square times one less the error function, without overflow or loss of digits."),
    row!(gamma(x) by scalar_unary, complex gamma_c128)
        .doc("The gamma function: NaN at negative integers, infinite with its sign at zeros."),
    row!(gammaln(x) by scalar_unary).doc("The logarithm of the absolute value of the gamma function."),
    row!(digamma(x) by scalar_unary, complex digamma_c128)
        .also(&["psi"])
        .doc("The logarithmic derivative of the gamma function: NaN at negative integers, infinite with its sign at zeros."),
    row!(ellipk(m) by unary)
        .doc("The complete elliptic integral of the first kind of the parameter m: the integral of 1/sqrt(1 - m sin(t)^2) over a quarter turn."),
    row!(ellipkm1(p) by unary).doc("The complete elliptic integral of the first kind of the parameter 1 - p, with all digits where p is small."),
    row!(
        ellipj: binary,
        ["({0}, {1}).first", "({0}, {1}).second", "({0}, {1}).third", "({0}, {1}).fourth"],
        loops!(
            scalar_binary_quadruple float32s => |u: T, m: T| {
                let (sn, cn, dn, amplitude) = special::ellipj(u as f64, m as f64);
                (sn as f32, cn as f32, dn as f32, amplitude as f32)
            };
            scalar_binary_quadruple doubles => |u: T, m: T| special::ellipj(u, m)
        )
    )
    .gives(&[Slot::Same; 4])
    .doc("Jacobi's elliptic functions sn, cn and dn of u and the parameter m from 0 to 1, and the amplitude."),
    row!(elliprc(x, y) by scalar_binary, complex elliprc_c128)
        .rule(Rule::First)
        .doc("Carlson's degenerate elliptic integral RC(x, y); for negative y its principal value."),
    row!(elliprf(x, y, z) by scalar_ternary, complex elliprf_c128).rule(Rule::First).doc("Carlson's symmetric elliptic integral of the first kind RF(x, y, z)."),
    row!(elliprd(x, y, z) by scalar_ternary, complex elliprd_c128).rule(Rule::First).doc("Carlson's elliptic integral of the second kind RD(x, y, z)."),
    row!(elliprg(x, y, z) by scalar_ternary, complex elliprg_c128)
        .rule(Rule::First)
        .doc("Carlson's symmetric elliptic integral of the second kind RG(x, y, z)."),
    row!(elliprj(x, y, z, p) by scalar_quaternary, complex elliprj_c128)
        .rule(Rule::First)
        .doc("Carlson's symmetric elliptic integral of the third kind RJ(x, y, z, p); for negative p its principal value."),
    row!(ndtr(x) by unary, complex ndtr_c128).doc("The area under the standard normal density up to the operand."),
    row!(ndtri(p) by scalar_unary).rule(Rule::First).doc("The number up to which the area under the standard normal density is the operand."),
    row!(zeta(x, q) by scalar_binary)
        .rule(Rule::First)
        .doc("The zeta function of Hurwitz: the sum of (k + q)^-x over k from zero, infinite at x = 1 and NaN below."),
    row!(betainc(a, b, x) by scalar_ternary)
        .also(&["btdtr"])
        .rule(Rule::First)
        .doc("The regularized incomplete beta function: the integral of t^(a-1) (1-t)^(b-1) from zero to x over that to one."),
];
