//! Modified Bessel functions of real order: Debye's expansion where the order or the argument is large (DLMF 10.41),
//! else the power series (10.25.2) for the first kind, and for the second the series of Temme ("On the numerical
//! evaluation of the modified Bessel function of the third kind", 1975) or his continued fraction, and the recurrence
//! over the order.

use super::bessel_order::{bessel_power_series, recurred, rounded, twice_reciprocal};
use super::polynomials::sin_pi;
use crate::math::{cosh, exp, exp2_of_pair, log, log2_pair, polynomial, sinh, two_product, two_sum};

/// Up to this argument the series of Temme is summed, whose terms cancel more and more; the fraction ends sooner
/// beyond.
const MAX_TEMME_ARGUMENT: f64 = 1.0;
/// The sum of the squares of order and argument from which fourteen terms of Debye's expansion do.
const MIN_DEBYE_SQUARES: f64 = 1600.0;

/// The modified Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is
/// no integer.
pub fn iv(v: f64, x: f64) -> f64 {
    modified_first(v, x, false)
}

/// `exp(-|x|)` times [`iv`], without overflow.
pub fn ive(v: f64, x: f64) -> f64 {
    modified_first(v, x, true)
}

/// The modified Bessel function of the second kind and of real order v: infinite at zero, NaN below.
pub fn kv(v: f64, x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY;
    }
    if !(x > 0.0) || v.is_nan() || v.is_infinite() {
        return f64::NAN;
    }
    if x.is_infinite() { 0.0 } else { second_of_order(v.abs(), x, false) }
}

/// `exp(x)` times [`kv`].
pub fn kve(v: f64, x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY;
    }
    if !(x > 0.0) || x.is_infinite() || v.is_nan() || v.is_infinite() {
        return f64::NAN;
    }
    second_of_order(v.abs(), x, true)
}

/// [`kv`] of a whole order. A fraction of n is dropped.
pub fn kn(n: f64, x: f64) -> f64 {
    if n.is_nan() {
        return n;
    }
    // The limit of an infinite order at infinity is SciPy's.
    if n.is_infinite() && x.is_infinite() && x > 0.0 { 0.0 } else { kv(n.trunc(), x) }
}

fn modified_first(v: f64, x: f64, scaled: bool) -> f64 {
    if v.is_nan() || x.is_nan() || x.is_infinite() {
        return f64::NAN;
    }
    let (order, a) = (v.abs(), x.abs());
    if order.is_infinite() {
        return if scaled { f64::NAN } else { 0.0 };
    }
    let whole = order == order.floor();
    if x < 0.0 && !whole {
        return f64::NAN;
    }
    let reflected = v < 0.0 && !whole;
    if a == 0.0 {
        let pole = if scaled { f64::NAN } else { f64::INFINITY };
        return if reflected {
            pole
        } else if order == 0.0 {
            1.0
        } else {
            0.0
        };
    }
    let value = if reflected { reflected_first(order, a, scaled) } else { first_of_order(order, a, scaled) };
    let odd = whole && 0.5 * order != (0.5 * order).floor();
    if odd && x < 0.0 { -value } else { value }
}

/// The function of the first kind of an order from zero and a positive argument.
pub(super) fn first_of_order(order: f64, x: f64, scaled: bool) -> f64 {
    if order * order + x * x >= MIN_DEBYE_SQUARES {
        return debye_modified(order, x, scaled, true);
    }
    let value = bessel_power_series(order, x, false, 1.0);
    if scaled { exp(-x) * value } else { value }
}

/// The function of the first kind of the negative of an order that is no integer (DLMF 10.27.2).
fn reflected_first(order: f64, x: f64, scaled: bool) -> f64 {
    if x * x <= 4.0 * (if order > 1.0 { order } else { 1.0 }) && order < 1000.0 {
        let value = bessel_power_series(order, x, true, 1.0);
        return if scaled { exp(-x) * value } else { value };
    }
    let second = second_of_order(order, x, scaled);
    let factor = if scaled { exp(-2.0 * x) } else { 1.0 };
    first_of_order(order, x, scaled) + std::f64::consts::FRAC_2_PI * sin_pi(order) * (second * factor)
}

/// The function of the second kind of an order from zero and a positive argument.
pub(super) fn second_of_order(order: f64, x: f64, scaled: bool) -> f64 {
    if order * order + x * x >= MIN_DEBYE_SQUARES {
        return debye_modified(order, x, scaled, false);
    }
    let steps = order.round_ties_even();
    let mu = order - steps;
    let near = x <= MAX_TEMME_ARGUMENT;
    let (value, next) = if near { temme_modified(mu, x) } else { temme_fraction(mu, x) };
    let factor = if near == scaled { exp(if scaled { x } else { -x }) } else { 1.0 };
    let (mut current, mut ahead) = ((value * factor, 0.0), (next * factor, 0.0));
    let reciprocal = twice_reciprocal(x);
    for k in 1..41 {
        if k as f64 > steps {
            break;
        }
        (current, ahead) = (ahead, recurred(two_sum(mu, k as f64), reciprocal, ahead, current, 1.0));
    }
    rounded(current)
}

/// The first terms of Temme's series, which are those for both functions of the second kind but for a factor: f0, p0
/// and q0 of an order from -1/2 to 1/2.
pub(super) fn temme_terms(mu: f64, x: f64) -> (f64, f64, f64) {
    let t = 8.0 * (mu * mu) - 1.0;
    let (odd, even) = (polynomial(t, &TEMME_ODD), polynomial(t, &TEMME_EVEN));
    // 1/gamma(1 + mu) and 1/gamma(1 - mu), whose product is sin(pi mu)/(pi mu).
    let (plus, minus) = (even - mu * odd, even + mu * odd);
    let logarithm = log(2.0 / x);
    let exponent = mu * logarithm;
    let ratio = if exponent == 0.0 { 1.0 } else { sinh(exponent) / exponent };
    let power = exp(exponent);
    let f = (odd * cosh(exponent) + even * ratio * logarithm) / (plus * minus);
    (f, 0.5 * power / plus, 0.5 / (power * minus))
}

/// The function of the second kind of an order from -1/2 to 1/2 and of the next, for x up to 1.
fn temme_modified(mu: f64, x: f64) -> (f64, f64) {
    let (mut f, mut p, mut q) = temme_terms(mu, x);
    let square = 0.25 * x * x;
    let (mut c, mut sum, mut next) = (1.0, f, p);
    for k in 1..40 {
        let n = k as f64;
        f = (n * f + p + q) / (n * n - mu * mu);
        c *= square / n;
        p /= n - mu;
        q /= n + mu;
        let step = c * f;
        sum += step;
        next += c * p - n * step;
        if step.abs() < 1e-17 * sum.abs() {
            break;
        }
    }
    (sum, next * (2.0 / x))
}

/// exp(x) times the function of the second kind of an order from -1/2 to 1/2 and of the next, for x from 1: the
/// confluent hypergeometric function's continued fraction with its sum.
fn temme_fraction(mu: f64, x: f64) -> (f64, f64) {
    let mut b = 2.0 * (1.0 + x);
    let mut d = 1.0 / b;
    let (mut ratio, mut step) = (d, d);
    let (mut before, mut current) = (0.0, 1.0);
    let first = 0.25 - mu * mu;
    let (mut weight, mut c, mut a) = (first, first, -first);
    let (mut sum, mut lost) = two_sum(1.0, weight * step);
    for k in 2..200 {
        let n = k as f64;
        a -= 2.0 * (n - 1.0);
        c = -a * c / n;
        (before, current) = (current, (before - b * current) / a);
        weight += c * current;
        b += 2.0;
        let part = a * d;
        d = 1.0 / (b + part);
        // The factor is b d - 1, which would cancel.
        step *= -part * d;
        ratio += step;
        let more = weight * step;
        let (total, rest) = two_sum(sum, more);
        sum = total;
        lost += rest;
        if more.abs() < 1e-17 * sum.abs() {
            break;
        }
    }
    let value = (std::f64::consts::FRAC_PI_2 / x).sqrt() / (sum + lost);
    (value, value * ((mu + x + 0.5 - first * ratio) / x))
}

/// The function of the first or of the second kind by Debye's expansion (DLMF 10.41.3, 10.41.4), with the exponent
/// `s + v log(x/(v + s))` in pairs, where s is the root of the sum of the squares.
fn debye_modified(order: f64, x: f64, scaled: bool, first: bool) -> f64 {
    /// log2(e), and what its rounding lost; 2^64.
    const LOG2_E: f64 = std::f64::consts::LOG2_E;
    const LOG2_E_LOW: f64 = 2.0355273740931033e-17;
    const LARGE: f64 = 18446744073709551616.0;
    // Beyond 1e150 a square would overflow; there one of the two is negligible relative to the other, or they are
    // divided by 2^600.
    let unit = if order > 1e150 || x > 1e150 { 2.409919865102884e-181 } else { 1.0 };
    let (v, y) = (order * unit, x * unit);
    let (v2, v2_low) = two_product(v, v);
    let (y2, y2_low) = two_product(y, y);
    let (square, square_low) = two_sum(v2, y2);
    let root = square.sqrt();
    let rest = root.mul_add(-root, square) + (square_low + v2_low + y2_low);
    let (s, s_low) = (root / unit, 0.5 * rest / root / unit);
    let inverse = 1.0 / s;
    let ratio = order * inverse;
    let z = ratio * ratio;
    let (mut sum, mut power, mut at) = (1.0, 1.0, 1usize);
    for k in 1..14 {
        power *= if first { inverse } else { -inverse };
        let mut term = DEBYE_ROWS[at + k];
        for j in 0..k {
            term = term * z + DEBYE_ROWS[at + (k - 1 - j)];
        }
        at += k + 1;
        sum += power * term;
        if power.abs() * DEBYE_LIMIT < 1e-17 {
            break;
        }
    }
    let (total, total_low) = two_sum(order, s);
    let (top, top_low) = log2_pair(x);
    let (base, base_low) = log2_pair(total);
    let base_low = base_low + (total_low + s_low) / total * LOG2_E;
    let (l, l_low) = two_sum(top, -base);
    let (product, product_low) = two_product(order, l);
    let product_low = product_low + order * (l_low + top_low - base_low);
    // s, less x where the function is scaled: v^2/(s + x) without cancellation.
    let (length, length_low) = if scaled { scaled_length(order, x, s, s_low) } else { (s, s_low) };
    let (growth, growth_low) = two_product(length, LOG2_E);
    let growth_low = growth_low + length * LOG2_E_LOW + length_low * LOG2_E;
    let (exponent, low) = two_sum(growth, product);
    let low = low + growth_low + product_low;
    let (exponent, low) = if first { (exponent, low) } else { (-exponent, -low) };
    let amplitude =
        if first { (inverse / std::f64::consts::TAU).sqrt() } else { (std::f64::consts::FRAC_PI_2 * inverse).sqrt() };
    // A power may overflow where its product with the amplitude does not.
    let large = exponent > 900.0;
    let shifted = if large { exponent - 64.0 } else { exponent };
    let inside = shifted.abs() < 1100.0;
    let power =
        exp2_of_pair(if inside { shifted } else { 1100.0f64.copysign(shifted) }, if inside { low } else { 0.0 });
    let value = power * (amplitude * sum);
    if large { value * LARGE } else { value }
}

/// `s - x`, as `v^2/(s + x)`, in a pair.
fn scaled_length(order: f64, x: f64, s: f64, s_low: f64) -> (f64, f64) {
    let (sum, sum_low) = two_sum(s, x);
    let share = order / sum;
    let length = order * share;
    // The rounding error of the divisions and the product: v^2 - length (s + x), over s + x.
    let (product, product_low) = two_product(length, sum);
    let (square, square_low) = two_product(order, order);
    let rest = (square - product) + (square_low - product_low) - length * (sum_low + s_low);
    let low = rest / sum;
    (length, if order < 1e150 && x < 1e150 { low } else { 0.0 })
}

/// More than any of the rows' polynomials is, between zero and one, over the tenth term's.
const DEBYE_LIMIT: f64 = 1e5;

/// (1/gamma(1 - mu) - 1/gamma(1 + mu))/(2 mu) in powers of 8 mu^2 - 1, for mu up to 1/2.
pub(super) const TEMME_ODD: [f64; 8] = [
    -0.5713200422589904,
    0.006526923331866358,
    0.0006173624820439731,
    -1.3883243452475953e-05,
    5.5556642285830955e-08,
    5.88476760106204e-10,
    -4.3404643275725595e-12,
    -2.3553910276069108e-15,
];

/// (1/gamma(1 - mu) + 1/gamma(1 + mu))/2 in powers of 8 mu^2 - 1, for mu up to 1/2.
pub(super) const TEMME_EVEN: [f64; 8] = [
    0.9205983333878486,
    -0.07683792442311572,
    0.0025441192792029902,
    -1.989179309204759e-05,
    -2.650007867326584e-07,
    3.877120633148362e-09,
    -5.447608525604073e-12,
    -9.563946921708161e-14,
];

/// U_k(p)/p^k for k from zero, each in powers of p^2 (DLMF 10.41.9).
const DEBYE_ROWS: [f64; 105] = [
    1.0,
    0.125,
    -0.20833333333333334,
    0.0703125,
    -0.4010416666666667,
    0.3342013888888889,
    0.0732421875,
    -0.8912109375,
    1.8464626736111112,
    -1.0258125964506173,
    0.112152099609375,
    -2.3640869140625,
    8.78912353515625,
    -11.207002616222994,
    4.669584423426247,
    0.22710800170898438,
    -7.368794359479632,
    42.53499874538846,
    -91.81824154324002,
    84.63621767460073,
    -28.212072558200244,
    0.5725014209747314,
    -26.491430486951554,
    218.1905117442116,
    -699.5796273761325,
    1059.9904525279999,
    -765.2524681411817,
    212.57013003921713,
    1.7277275025844574,
    -108.09091978839466,
    1200.9029132163525,
    -5305.646978613403,
    11655.393336864534,
    -13586.550006434138,
    8061.722181737309,
    -1919.457662318407,
    6.074042001273483,
    -493.915304773088,
    7109.514302489364,
    -41192.65496889755,
    122200.46498301746,
    -203400.17728041555,
    192547.00123253153,
    -96980.59838863752,
    20204.29133096615,
    24.380529699556064,
    -2499.8304818112097,
    45218.76898136273,
    -331645.1724845636,
    1268365.2733216248,
    -2813563.226586534,
    3763271.297656404,
    -2998015.9185381066,
    1311763.6146629772,
    -242919.18790055133,
    110.01714026924674,
    -13886.08975371704,
    308186.4046126624,
    -2785618.1280864547,
    13288767.166421818,
    -37567176.66076335,
    66344512.27472903,
    -74105148.21153265,
    50952602.49266464,
    -19706819.118432228,
    3284469.853072038,
    551.3358961220206,
    -84005.43360302408,
    2243768.1779224495,
    -24474062.72573873,
    142062907.7975331,
    -495889784.2750303,
    1106842816.8230145,
    -1621080552.1083372,
    1553596899.57058,
    -939462359.6815784,
    325573074.18576574,
    -49329253.66450996,
    3038.090510922384,
    -549842.3275722887,
    17395107.553978164,
    -225105661.88941526,
    1559279864.8792574,
    -6563293792.619285,
    17954213731.1556,
    -33026599749.800724,
    41280185579.753975,
    -34632043388.158775,
    18688207509.295826,
    -5866481492.051847,
    814789096.1183121,
    18257.755474293175,
    -3871833.442572613,
    143157876.71888897,
    -2167164983.223795,
    17634730606.83497,
    -87867072178.02327,
    287900649906.1506,
    -645364869245.3765,
    1008158106865.3821,
    -1098375156081.2233,
    819218669548.5773,
    -399096175224.4665,
    114498237732.0258,
    -14679261247.695616,
];
