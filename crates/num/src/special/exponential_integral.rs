//! Exponential, sine and cosine integrals: power series and a logarithm (DLMF 6.6), Chebyshev series written as powers
//! beyond, and for the order n the power series or the continued fraction (DLMF 8.19).

use super::gamma::digamma;
use crate::c128;
use crate::math::{cos, exp, log, log1p, polynomial, sin};

/// The constant of Euler.
const EULER_MASCHERONI: f64 = 0.5772156649015329;

/// The exponential integral E1, of exp(-t)/t from x to infinity: infinite at zero, NaN below.
pub fn exp1(x: f64) -> f64 {
    if !(x > 0.0) {
        return if x == 0.0 { f64::INFINITY } else { f64::NAN };
    }
    if x <= 1.0 { small_e1(x) } else { exp(-x) * scaled_e1(x) }
}

/// The exponential integral Ei, of exp(t)/t from minus infinity to x as a principal value: minus infinity at zero.
pub fn expi(x: f64) -> f64 {
    if x <= 0.0 {
        return -exp1(-x);
    }
    if x <= 6.0 {
        // Beside its zero all but the distance from it would cancel.
        let distance = (x - EI_ROOT) - EI_ROOT_LOW;
        let ratio = if distance.abs() < 0.125 { log1p(distance / EI_ROOT) } else { log(x / EI_ROOT) };
        return ratio + distance * polynomial(x / 3.0 - 1.0, &EI_SMALL);
    }
    if x.is_nan() {
        return x;
    }
    let scaled = if x <= 12.0 {
        polynomial(24.0 / x - 3.0, &EI_MIDDLE)
    } else if x <= 24.0 {
        polynomial(48.0 / x - 3.0, &EI_FARTHER)
    } else {
        polynomial(48.0 / x - 1.0, &EI_LARGE)
    };
    if x > 700.0 {
        if x > 800.0 {
            return f64::INFINITY;
        }
        let half = exp(0.5 * x);
        return half * (scaled / x) * half;
    }
    exp(x) * (scaled / x)
}

/// E1(x) for x up to one. The large terms are summed first: of x near one the difference of x and the constant of Euler
/// is exact, and the sum of all powers from the second on is smaller than the result.
fn small_e1(x: f64) -> f64 {
    ((x - EULER_MASCHERONI) - log(x)) + x * x * polynomial(x, &E1_POWERS)
}

/// exp(x) E1(x) for x from one.
fn scaled_e1(x: f64) -> f64 {
    (if x <= 3.0 { polynomial(x - 2.0, &E1_MIDDLE) } else { polynomial(6.0 / x - 1.0, &E1_LARGE) }) / x
}

/// The exponential integral En of whole order n from zero: the integral of `exp(-x t)/t^n` from one to infinity. A
/// fraction of n is dropped.
pub fn expn(n: f64, x: f64) -> f64 {
    if n.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    let order = n.trunc();
    if order < 0.0 || x < 0.0 {
        return f64::NAN;
    }
    if order.is_infinite() && (x == 0.0 || x.is_infinite()) {
        return f64::NAN;
    }
    if x > 745.2 {
        return 0.0;
    }
    if x == 0.0 {
        return if order < 2.0 { f64::INFINITY } else { 1.0 / (order - 1.0) };
    }
    if order == 0.0 {
        return exp(-x) / x;
    }
    if order == 1.0 {
        return exp1(x);
    }
    // From a half on the terms of the power series cancel.
    if x > 0.5 || order > 40.0 { exp(-x) * scaled_fraction(order, x) } else { power_series_of_order(order, x) }
}

/// exp(x) En(x) by the continued fraction (DLMF 8.19.17) in its even form, from its tail on. The remainder after k
/// terms decreases as exp(-4 sqrt(k x)), and for large n as the reciprocal of a binomial coefficient.
fn scaled_fraction(order: f64, x: f64) -> f64 {
    let least = 8.0 + 90.0 / x;
    let count = (if order > 40.0 && least > 40.0 { 40.0 } else { least }).ceil();
    let (base, below) = (x + order, order - 1.0);
    let mut k = count;
    let mut value = base + 2.0 * k;
    for _ in 0..MAX_FRACTION_TERMS {
        if k < 1.0 {
            break;
        }
        value = base + 2.0 * (k - 1.0) - k * (below + k) / value;
        k -= 1.0;
    }
    1.0 / value
}

/// More than the terms of the continued fraction, of which x = 1/2 needs most.
const MAX_FRACTION_TERMS: usize = 200;

/// The power series, with the logarithm at the term of x^(n - 1) (DLMF 8.19.8), for x up to a half.
fn power_series_of_order(order: f64, x: f64) -> f64 {
    let last = order - 1.0;
    let (mut term, mut sum, mut before) = (1.0, 0.0, 1.0);
    for k in 0..60 {
        let i = k as f64;
        if k > 0 {
            term *= -x / i;
        }
        if i == last {
            before = term;
        } else {
            sum -= term / (i - last);
        }
        if i > last && term.abs() < 1e-18 * sum.abs() {
            break;
        }
    }
    before * (digamma(order) - log(x)) + sum
}

/// The sine integral, of sin(t)/t from zero to x, and the cosine integral, whose value below zero is that at -x as in
/// SciPy.
pub fn sici(x: f64) -> (f64, f64) {
    let a = x.abs();
    if a.is_nan() {
        return (a, a);
    }
    if a <= 4.0 {
        let square = a * a;
        let sine = x * polynomial(square, &SI_POWERS);
        return (
            sine,
            if a == 0.0 {
                f64::NEG_INFINITY
            } else {
                EULER_MASCHERONI + log(a) + square * polynomial(square, &CI_POWERS)
            },
        );
    }
    if a.is_infinite() {
        return if x > 0.0 { (std::f64::consts::FRAC_PI_2, 0.0) } else { (-std::f64::consts::FRAC_PI_2, f64::NAN) };
    }
    let inverse = 1.0 / a;
    let square = inverse * inverse;
    let (f, g) = if a <= 8.0 {
        let t = (128.0 * square - 5.0) / 3.0;
        (polynomial(t, &F_NEAR), polynomial(t, &G_NEAR))
    } else {
        let t = 128.0 * square - 1.0;
        (polynomial(t, &F_FAR), polynomial(t, &G_FAR))
    };
    let (c, s) = (cos(a), sin(a));
    let (f, g) = (f * inverse, g * square);
    let sine = std::f64::consts::FRAC_PI_2 - (f * c + g * s);
    (sine.copysign(x), f * s - g * c)
}

/// The hyperbolic sine integral, of sinh(t)/t from zero to x, and the hyperbolic cosine integral, whose value below
/// zero is that at -x as in SciPy.
pub fn shichi(x: f64) -> (f64, f64) {
    let a = x.abs();
    if a.is_nan() {
        return (a, a);
    }
    if a <= 4.0 {
        // The powers of the sine and cosine integrals without their signs.
        let square = -(a * a);
        let sine = x * polynomial(square, &SI_POWERS);
        return (
            sine,
            if a == 0.0 {
                f64::NEG_INFINITY
            } else {
                EULER_MASCHERONI + log(a) + square * polynomial(square, &CI_POWERS)
            },
        );
    }
    let (up, down) = (expi(a), exp1(a));
    ((0.5 * (up + down)).copysign(x), 0.5 * (up - down))
}

/// The dilogarithm of `1 - x`: minus the integral of `log(t)/(t - 1)` from one to x. NaN below zero.
pub fn spence(x: f64) -> f64 {
    /// pi^2/6.
    const SIXTH_OF_SQUARE: f64 = 1.6449340668482264;
    if !(x >= 0.0) {
        return f64::NAN;
    }
    if x == 0.0 {
        return SIXTH_OF_SQUARE;
    }
    // At infinity SciPy has the limit of the difference of two infinities.
    if x.is_infinite() {
        return f64::NAN;
    }
    // Euler's reflection and the inversion (DLMF 25.12.4, 25.12.6) map the argument to the range from a half to two.
    let far = x > 2.0;
    let y = if far { 1.0 / x } else { x };
    let logarithm = if y > 0.5 { log1p(y - 1.0) } else { log(y) };
    let value = if y < 0.5 {
        let rest = log1p(-y);
        SIXTH_OF_SQUARE - logarithm * rest - by_logarithm(-rest)
    } else {
        by_logarithm(-logarithm)
    };
    if far { -0.5 * logarithm * logarithm - value } else { value }
}

/// The dilogarithm of `1 - exp(-w)` in powers of w (DLMF 25.12, by the generating function of Bernoulli's numbers).
fn by_logarithm(w: f64) -> f64 {
    let square = w * w;
    w - 0.25 * square + w * square * polynomial(square, &DEBYE_POWERS)
}

/// The same of a complex number.
pub(super) fn dilogarithm_by_logarithm(w: c128) -> c128 {
    let square = w * w;
    let mut sum = c128::new(0.0, 0.0);
    for k in (0..11).rev() {
        let product = sum * square;
        sum = c128::new(product.re + DEBYE_POWERS[k], product.im);
    }
    let cube = w * square * sum;
    c128::new(w.re - 0.25 * square.re + cube.re, w.im - 0.25 * square.im + cube.im)
}

/// (E1(x) + log(x) + the constant of Euler - x)/x^2 in powers of x, for x up to 1 (DLMF 6.6.2).
const E1_POWERS: [f64; 17] = [
    -0.25,
    0.05555555555555555,
    -0.010416666666666666,
    0.0016666666666666668,
    -0.0002314814814814815,
    2.834467120181406e-05,
    -3.1001984126984127e-06,
    3.0619243582206544e-07,
    -2.755731922398589e-08,
    2.27746439867652e-09,
    -1.7397297489890083e-10,
    1.2353110643708935e-11,
    -8.193389712664089e-13,
    5.0981091545465446e-14,
    -2.9871733327421158e-15,
    1.6537983849091297e-16,
    -8.677337204770125e-18,
];

/// x exp(x) E1(x) in powers of x - 2, for x from 1 to 3.
const E1_MIDDLE: [f64; 26] = [
    0.7226572337764452,
    0.0839858506646678,
    -0.027342766223552854,
    0.009440514073514063,
    -0.003417845778053923,
    0.001285835985315673,
    -0.0004991264766396508,
    0.00019880109878444663,
    -8.089570712910198e-05,
    3.351555400952772e-05,
    -1.4099263497097427e-05,
    6.009468712468784e-06,
    -2.59144653304959e-06,
    1.1284876153835267e-06,
    -4.931822458106746e-07,
    2.1774090963726164e-07,
    -1.0186783942374065e-07,
    4.644706111564704e-08,
    -1.4297947540873204e-08,
    5.716727761219992e-09,
    -8.754406330090212e-09,
    4.480906022884515e-09,
    1.619162042944533e-09,
    -9.200848517571726e-10,
    -8.531876375136923e-10,
    4.232416636873022e-10,
];

/// x exp(x) E1(x) in powers of 6/x - 1, for x from 3.
const E1_LARGE: [f64; 30] = [
    0.8716057754033214,
    -0.10124042782324967,
    0.019779037502957536,
    -0.005029518962008127,
    0.0015116584997154831,
    -0.0005113603294414384,
    0.00018913883800613081,
    -7.506799924393665e-05,
    3.155720909026799e-05,
    -1.391894662832133e-05,
    6.3940373165593775e-06,
    -3.0424137691746266e-06,
    1.5026532347656894e-06,
    -7.646177685929281e-07,
    3.590918203597038e-07,
    -1.694913274190415e-07,
    1.9777441913641915e-07,
    -1.5545106479300363e-07,
    -1.3632925689580193e-07,
    1.5383244176516465e-07,
    2.4887041165839e-07,
    -2.3354184350511404e-07,
    -2.2638951444562717e-07,
    2.058273032999336e-07,
    1.4964547254336198e-07,
    -1.2834094952011243e-07,
    -5.722124542040277e-08,
    4.706259002568295e-08,
    1.0797228676008084e-08,
    -8.422062842762223e-09,
];

/// The zero of Ei, and what its rounding lost.
const EI_ROOT: f64 = 0.3725074107813666;
const EI_ROOT_LOW: f64 = 1.3140183414386028e-17;

/// (Ei(x) - log(x/root))/(x - root) in powers of x/3 - 1, for x up to 6.
const EI_SMALL: [f64; 21] = [
    2.986772243435986,
    3.8535675550242976,
    3.434770585137441,
    2.3217200962908175,
    1.2664576815080542,
    0.5800776053968245,
    0.2292554580841337,
    0.07974156050349793,
    0.024780457941105134,
    0.006961836119615334,
    0.0017851254499828683,
    0.0004210738005420688,
    9.197224255094417e-05,
    1.8706885445050278e-05,
    3.5604015677784285e-06,
    6.368736660828254e-07,
    1.074275183904224e-07,
    1.7060187003561097e-08,
    2.5855149518422466e-09,
    4.1160383817922684e-10,
    5.6375638000251275e-11,
];

/// x exp(-x) Ei(x) in powers of 24/x - 3, for x from 6 to 12.
const EI_MIDDLE: [f64; 20] = [
    1.181847986987208,
    0.09097863630348535,
    0.010157308753613368,
    -0.003353388660169933,
    -0.0011258914510904388,
    0.00037313842221168794,
    4.205947065220941e-05,
    -4.5551153612023504e-05,
    9.196642801101977e-06,
    1.4333396048004571e-06,
    -1.4452403430554843e-06,
    4.245281687484372e-07,
    -2.9644872655961334e-08,
    -3.0560803589086644e-08,
    1.682531201203508e-08,
    -4.761318064140845e-09,
    5.785494885117564e-10,
    2.7905901089352965e-10,
    -2.2366966060686517e-10,
    5.477529028181542e-11,
];

/// x exp(-x) Ei(x) in powers of 48/x - 3, for x from 12 to 24.
const EI_FARTHER: [f64; 19] = [
    1.0723449766623854,
    0.028391549978593562,
    0.001940304027931447,
    0.0002684049246182495,
    3.961169113365822e-05,
    -5.37275975225954e-06,
    -5.1601824361418225e-06,
    -2.2547676788072954e-07,
    4.922896187248928e-07,
    4.033117166877781e-09,
    -4.963298627277413e-08,
    7.121042345237143e-09,
    3.672995698476681e-09,
    -1.5907405176174908e-09,
    3.3244058779267077e-11,
    1.6705204248786374e-10,
    -5.116179338277017e-11,
    -6.270079689497129e-12,
    5.141672387096858e-12,
];

/// x exp(-x) Ei(x) in powers of 48/x - 1, for x from 24.
const EI_LARGE: [f64; 20] = [
    1.0217607036601566,
    0.022753072027360828,
    0.0010637687855441262,
    7.863790798684312e-05,
    8.211967584774147e-06,
    1.1430188598494646e-06,
    2.0531150301960122e-07,
    4.6844841027596855e-08,
    1.3577757017822956e-08,
    5.036596429762775e-09,
    2.421392542112946e-09,
    1.648386298285285e-09,
    1.1359475279131517e-09,
    -6.621219535716691e-11,
    -1.0454659507646431e-09,
    -5.758981872455477e-10,
    2.772736748156991e-10,
    2.6369414725278334e-10,
    -2.920645261340121e-11,
    -4.3128144278422854e-11,
];

/// Si(x)/x in powers of x^2, for x up to 4 (DLMF 6.6.5).
const SI_POWERS: [f64; 15] = [
    1.0,
    -0.05555555555555555,
    0.0016666666666666668,
    -2.834467120181406e-05,
    3.0619243582206544e-07,
    -2.27746439867652e-09,
    1.2353110643708935e-11,
    -5.0981091545465446e-14,
    1.6537983849091297e-16,
    -4.326650129802279e-19,
    9.32044812542441e-22,
    -1.6818131176655147e-24,
    2.5787801137537893e-27,
    -3.401366616220572e-30,
    3.8999872022233505e-33,
];

/// (Ci(x) - log(x) - the constant of Euler)/x^2 in powers of x^2, for x up to 4 (DLMF 6.6.6).
const CI_POWERS: [f64; 14] = [
    -0.25,
    0.010416666666666666,
    -0.0002314814814814815,
    3.1001984126984127e-06,
    -2.755731922398589e-08,
    1.7397297489890083e-10,
    -8.193389712664089e-13,
    2.9871733327421158e-15,
    -8.677337204770125e-18,
    2.0551588116560825e-20,
    -4.0439960874775335e-23,
    6.715573212900493e-26,
    -9.53690870471076e-29,
    1.1713890132392279e-31,
];

/// x f(x) of the auxiliary function f in powers of (128/x^2 - 5)/3, for x from 4 to 8.
const F_NEAR: [f64; 22] = [
    0.9418119807878753,
    -0.027569764262193115,
    0.002946843058101783,
    -0.0005093313348859523,
    0.00011368354130234851,
    -2.9775809983806256e-05,
    8.707184792725577e-06,
    -2.760756685302925e-06,
    9.315117878811163e-07,
    -3.30236658182439e-07,
    1.2185126586540555e-07,
    -4.65015813643928e-08,
    1.8396523609712996e-08,
    -7.43859672955617e-09,
    2.8164246397320812e-09,
    -1.1378297931642186e-09,
    7.762133118021103e-10,
    -3.6980248132505875e-10,
    -5.479954567091516e-11,
    3.9555768900511754e-11,
    7.353648904905422e-11,
    -3.6255512403618825e-11,
];

/// x^2 g(x) of the auxiliary function g, likewise.
const G_NEAR: [f64; 24] = [
    0.849912766580565,
    -0.06306367239922105,
    0.009640901941620181,
    -0.002049538794554685,
    0.0005268883729582553,
    -0.00015339018925660674,
    4.877573436587897e-05,
    -1.657130108227376e-05,
    5.92867112551684e-06,
    -2.2112292203089915e-06,
    8.536069160491926e-07,
    -3.391703687342373e-07,
    1.3784873443485014e-07,
    -5.7266118878876565e-08,
    2.490837510100694e-08,
    -1.0870622868348082e-08,
    3.746929417433165e-09,
    -1.505408079910938e-09,
    1.7271535711867568e-09,
    -8.923224313842794e-10,
    -2.88815242835635e-10,
    1.7744077165108551e-10,
    1.828599201983625e-10,
    -9.354497413975343e-11,
];

/// x f(x) in powers of 128/x^2 - 1, for x from 8.
const F_FAR: [f64; 26] = [
    0.9855904297170983,
    -0.013381738359286459,
    0.0008826900462555174,
    -0.00011493614900756445,
    2.213496983360865e-05,
    -5.503310023145993e-06,
    1.6383671193498031e-06,
    -5.577770181917687e-07,
    2.1078509368813752e-07,
    -8.662326923405538e-08,
    3.757455613558654e-08,
    -1.702508719661716e-08,
    1.045592514512509e-08,
    -6.820738204257128e-09,
    -2.633212603215135e-09,
    4.738310445441847e-09,
    9.757869901647436e-09,
    -1.0532041296758833e-08,
    -1.0780349957233477e-08,
    1.1363672934606572e-08,
    8.71943076758935e-09,
    -8.532529646484318e-09,
    -3.9388636887377136e-09,
    3.666693587380912e-09,
    8.532142558014418e-10,
    -7.457055836675743e-10,
];

/// x^2 g(x), likewise.
const G_FAR: [f64; 30] = [
    0.9588269529985257,
    -0.03661445489281537,
    0.0037238333371133986,
    -0.0006274732868538637,
    0.00014418163420285853,
    -4.087592293945671e-05,
    1.348977846528679e-05,
    -4.995345687828176e-06,
    2.025301635004435e-06,
    -8.837004667095072e-07,
    4.073897672503367e-07,
    -1.9619755728549944e-07,
    1.1236475919932633e-07,
    -7.075093429481119e-08,
    -1.2856554780620762e-08,
    4.400631031534165e-08,
    1.2510325003088834e-07,
    -1.5816525133666447e-07,
    -2.201901633176774e-07,
    2.7275856760492484e-07,
    3.062176162195851e-07,
    -3.530648303960414e-07,
    -2.868428737499049e-07,
    3.137927488560228e-07,
    1.790108239898043e-07,
    -1.8604798790498205e-07,
    -6.632187175568682e-08,
    6.586194625903778e-08,
    1.1358838692325874e-08,
    -1.0760714460858152e-08,
];

/// B(2k)/(2k + 1)! for k from one, B the Bernoulli numbers.
const DEBYE_POWERS: [f64; 11] = [
    0.027777777777777776,
    -0.0002777777777777778,
    4.72411186696901e-06,
    -9.185773074661964e-08,
    1.8978869988971e-09,
    -4.0647616451442256e-11,
    8.921691020456452e-13,
    -1.9939295860721074e-14,
    4.518980029619918e-16,
    -1.0356517612181247e-17,
    2.395218621026187e-19,
];
