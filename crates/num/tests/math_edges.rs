//! Checks the f64 functions at the edges that C99 Annex F defines: zeros, infinities, NaNs, thresholds, exact cases.
//!
//! The system's functions are the reference; where they give a zero, an infinity or a NaN, so must ours, sign included,
//! and elsewhere the two, each within a unit of the exact value, differ by at most two.

use cuprust_num::math::{self, special};

const EDGES: [f64; 42] = [
    0.0,
    f64::INFINITY,
    f64::NAN,
    1.0,
    2.0,
    3.0,
    4.0,
    0.5,
    1.5,
    2.5,
    0.499_999_999_999_999_94,
    0.999_999_999_999_999_9,
    1.000_000_000_000_000_2,
    1e-310,
    5e-324,
    f64::MIN_POSITIVE,
    2.225_073_858_507_201e-308,
    f64::MAX,
    1e-20,
    1e-8,
    1e5,
    1e22,
    1e300,
    51471.0,
    51_471.000_001,
    709.782_712_893_384,
    709.782_712_893_385,
    710.475_860_073_943_9,
    710.475_860_073_944,
    745.133_219_101_941_1,
    745.133_219_101_941_2,
    708.396_418_532_264_1,
    1_023.999_999_999_999_9,
    1024.0,
    1074.0,
    1074.999,
    1075.1,
    4503599627370495.5,
    4503599627370497.0,
    9007199254740991.0,
    9007199254740993.0,
    1e-200,
];

fn agree(got: f64, want: f64) -> bool {
    if want.is_nan() || got.is_nan() {
        return want.is_nan() && got.is_nan();
    }
    if want == 0.0 || want.is_infinite() || got == 0.0 || got.is_infinite() {
        return got.to_bits() == want.to_bits();
    }
    got.is_sign_negative() == want.is_sign_negative() && got.to_bits().abs_diff(want.to_bits()) <= 2
}

fn signed() -> impl Iterator<Item = f64> + Clone {
    EDGES.into_iter().flat_map(|x| [x, -x])
}

#[test]
fn of_one_number() {
    /// A row: the name, our function and the reference.
    type Row = (&'static str, fn(f64) -> f64, fn(f64) -> f64);
    const ROWS: [Row; 20] = [
        ("exp", math::exp, f64::exp),
        ("exp2", math::exp2, f64::exp2),
        ("expm1", math::expm1, f64::exp_m1),
        ("log", math::log, f64::ln),
        ("log2", math::log2, f64::log2),
        ("log10", math::log10, f64::log10),
        ("log1p", math::log1p, f64::ln_1p),
        ("sin", math::sin, f64::sin),
        ("cos", math::cos, f64::cos),
        ("tan", math::tan, f64::tan),
        ("asin", math::asin, f64::asin),
        ("acos", math::acos, f64::acos),
        ("atan", math::atan, f64::atan),
        ("sinh", math::sinh, f64::sinh),
        ("cosh", math::cosh, f64::cosh),
        ("tanh", math::tanh, f64::tanh),
        ("asinh", math::asinh, libm::asinh),
        ("acosh", math::acosh, |x| if x < 1.0 { f64::NAN } else { libm::acosh(x) }),
        ("atanh", math::atanh, libm::atanh),
        ("cbrt", math::cbrt, f64::cbrt),
    ];
    for (name, ours, reference) in ROWS {
        for x in signed() {
            assert!(agree(ours(x), reference(x)), "{name}({x:e}) is {:e}, not {:e}", ours(x), reference(x));
        }
    }
}

#[test]
fn of_two_numbers() {
    /// A row: the name, our function and the reference.
    type Row = (&'static str, fn(f64, f64) -> f64, fn(f64, f64) -> f64);
    const ROWS: [Row; 3] =
        [("pow", math::pow, f64::powf), ("atan2", math::atan2, f64::atan2), ("hypot", math::hypot, f64::hypot)];
    for (name, ours, reference) in ROWS {
        for x in signed() {
            for y in signed() {
                let (got, want) = (ours(x, y), reference(x, y));
                assert!(agree(got, want), "{name}({x:e}, {y:e}) is {got:e}, not {want:e}");
            }
        }
    }
}

#[test]
fn angles_of_subnormal_numbers() {
    for k in 0..300 {
        for y in [3.33745169642225e-309, 1.7e-311, 4.9e-320, 2.3e-300] {
            let x = 1.468766938694954 * 10f64.powi(-k);
            let (got, want) = (math::atan2(y, x), y.atan2(x));
            assert!(got.to_bits().abs_diff(want.to_bits()) <= 1, "atan2({y:e}, {x:e}) is {got:e}, not {want:e}");
        }
    }
}

#[test]
fn exact_where_the_answer_is() {
    for n in -1074..1024 {
        let x = f64::from_bits(if n < -1022 { 1 << (n + 1074) } else { ((n + 1023) as u64) << 52 });
        assert_eq!(math::log2(x), n as f64);
        assert_eq!(math::exp2(n as f64), x);
        assert_eq!(math::pow(2.0, n as f64), x);
    }
    for n in -300..300 {
        assert_eq!(math::cbrt(2f64.powi(3 * n)), 2f64.powi(n));
        assert_eq!(math::hypot(3.0 * 2f64.powi(n), 4.0 * 2f64.powi(n)), 5.0 * 2f64.powi(n));
    }
    for n in 0..23 {
        assert_eq!(math::log10(10f64.powi(n)), n as f64);
        assert_eq!(math::pow(10.0, n as f64), 10f64.powi(n));
    }
    // Every whole power that a double holds: below 2^53, and its root.
    for base in 3u64..4000 {
        let mut power = base;
        for exponent in 1.. {
            let (x, y) = (base as f64, exponent as f64);
            assert_eq!(math::pow(x, y), power as f64, "{base} to the power of {exponent}");
            assert_eq!(math::pow(1.0 / 1024.0 * x, y), power as f64 * 2f64.powi(-10 * exponent));
            power *= base;
            if power >= 1 << 53 {
                break;
            }
        }
    }
    for n in 0..1000 {
        let n = n as f64;
        assert_eq!(math::pow(n, 2.0), n * n);
        assert_eq!(math::pow(n * n, 0.5), n);
        assert_eq!(math::cbrt(n * n * n), n);
    }
}

#[test]
fn bessel_and_the_rest() {
    for (x, want) in I0 {
        assert!(
            (cuprust_num::special::i0(x) / want - 1.0).abs() < 1e-15,
            "i0({x}) is {:e}, not {want:e}",
            cuprust_num::special::i0(x)
        );
        assert_eq!(cuprust_num::special::i0(-x), cuprust_num::special::i0(x));
    }
    assert!(cuprust_num::special::i0(f64::NAN).is_nan());
    assert_eq!(special::sinc(0.0), 1.0);
    assert!((special::sinc(0.5) - std::f64::consts::FRAC_2_PI).abs() < 2e-16);
    assert!(special::sinc(3.0).abs() < 1e-16);
    let (inf, ln2) = (f64::INFINITY, std::f64::consts::LN_2);
    for (x, y, want) in [
        (0.0, 0.0, ln2),
        (1000.0, 1000.0, 1000.0 + ln2),
        (-1000.0, 0.0, 0.0),
        (inf, inf, inf),
        (-inf, -inf, -inf),
        (inf, -inf, inf),
        (-inf, 3.0, 3.0),
    ] {
        assert_eq!(special::logaddexp(x, y), want);
        assert_eq!(special::logaddexp(y, x), want);
    }
    assert_eq!(special::logaddexp2(5.0, 5.0), 6.0);
    assert_eq!(special::logaddexp2(-inf, -inf), -inf);
    assert!(special::logaddexp(f64::NAN, 1.0).is_nan() && special::logaddexp2(1.0, f64::NAN).is_nan());
}

/// I0 in 17 digits, from its series in 40.
const I0: [(f64, f64); 10] = [
    (0.0, 1.0),
    (1e-09, 1.0),
    (0.5, 1.0634833707413236),
    (1.0, 1.2660658777520084),
    (3.75, 9.118945860844567),
    (7.9, 389.406283282158),
    (8.0, 427.5641157218048),
    (8.1, 469.5006067101215),
    (30.0, 781672297823.9775),
    (700.0, 1.5295933476718737e+302),
];
