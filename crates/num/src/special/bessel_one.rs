//! The Bessel functions of the first kind of order one and of the second kind of orders zero and one: power series and
//! a logarithm (DLMF 10.8), Chebyshev series (Clenshaw, "Chebyshev series for mathematical functions", 1962) and,
//! beyond their range, the modulus of Hankel's functions.

use super::bessel::{J0_P, J0_POWERS, J0_Q};
use super::polynomials::chebyshev;
use crate::math::{cos, log, polynomial, sin};

/// The Bessel function of the first kind and order one. NaN at infinity, as SciPy has it.
pub fn j1(x: f64) -> f64 {
    let a = x.abs();
    if a <= 3.0 {
        return x * polynomial(a * a, &J1_POWERS);
    }
    if a <= 8.0 {
        return x * chebyshev((a * a - 36.5) / 27.5, &J1_SMALL_WAVE);
    }
    let (p, q) = parts_of_order_one(a);
    // The wave's phase is a - 3 pi/4, of which the sine and cosine are multiples of sums of the sine and cosine of a.
    let (c, s) = (cos(a), sin(a));
    let value = (p * (s - c) + q * (s + c)) / (std::f64::consts::PI.sqrt() * a.sqrt());
    if x < 0.0 { -value } else { value }
}

/// The Bessel function of the second kind and order zero: minus infinity at zero, NaN below and at infinity.
pub fn y0(x: f64) -> f64 {
    if !(x > 0.0) {
        return if x == 0.0 { f64::NEG_INFINITY } else { f64::NAN };
    }
    if x <= 3.0 {
        let square = x * x;
        let regular = polynomial(square, &Y0_POWERS);
        return std::f64::consts::FRAC_2_PI * (log(x) * polynomial(square, &J0_POWERS)) + regular;
    }
    if x <= 8.0 {
        return chebyshev((x - 5.5) / 2.5, &Y0_SMALL_WAVE);
    }
    let inverse = 8.0 / x;
    let t = 2.0 * (inverse * inverse) - 1.0;
    let (p, q) = (chebyshev(t, &J0_P), inverse * chebyshev(t, &J0_Q));
    let (c, s) = (cos(x), sin(x));
    (p * (s - c) + q * (s + c)) / (std::f64::consts::PI.sqrt() * x.sqrt())
}

/// The Bessel function of the second kind and order one: minus infinity at zero, NaN below and at infinity.
pub fn y1(x: f64) -> f64 {
    if !(x > 0.0) {
        return if x == 0.0 { f64::NEG_INFINITY } else { f64::NAN };
    }
    if x <= 3.0 {
        let square = x * x;
        let wave = log(x) * (x * polynomial(square, &J1_POWERS)) - 1.0 / x;
        return std::f64::consts::FRAC_2_PI * wave + x * polynomial(square, &Y1_POWERS);
    }
    if x <= 8.0 {
        return chebyshev((x - 5.5) / 2.5, &Y1_SMALL_WAVE);
    }
    let (p, q) = parts_of_order_one(x);
    let (c, s) = (cos(x), sin(x));
    (q * (s - c) - p * (s + c)) / (std::f64::consts::PI.sqrt() * x.sqrt())
}

/// The parts of Hankel's function of order one in phase and out of phase, for arguments from 8.
fn parts_of_order_one(x: f64) -> (f64, f64) {
    let inverse = 8.0 / x;
    let t = 2.0 * (inverse * inverse) - 1.0;
    (chebyshev(t, &J1_P_WAVE), inverse * chebyshev(t, &J1_Q_WAVE))
}

/// J1(x)/x in powers of x^2, for x up to 3 (DLMF 10.2.2).
const J1_POWERS: [f64; 15] = [
    0.5,
    -0.0625,
    0.0026041666666666665,
    -5.425347222222222e-05,
    6.781684027777778e-07,
    -5.651403356481481e-09,
    3.363930569334215e-11,
    -1.5017547184527747e-13,
    5.214426105738801e-16,
    -1.4484516960385557e-18,
    3.2919356728148996e-21,
    -6.234726653058522e-24,
    9.991549123491221e-27,
    -1.3724655389411017e-29,
    1.6338875463584545e-32,
];

/// Y0(x) - 2/pi log(x) J0(x) in powers of x^2, for x up to 3 (DLMF 10.8.2).
const Y0_POWERS: [f64; 16] = [
    -0.07380429510868723,
    0.17760601686906713,
    -0.016073968025938426,
    0.000538602666861655,
    -9.495005205221546e-06,
    1.0358476033628096e-07,
    -7.693079900902932e-10,
    4.14356573651271e-12,
    -1.693271517935695e-14,
    5.4310606578548e-17,
    -1.4038708139145751e-19,
    2.987159174975409e-22,
    -5.323857951785231e-25,
    8.063719388102309e-28,
    -1.0508248887626168e-30,
    1.1906979901326175e-33,
];

/// (Y1(x) + 2/(pi x) - 2/pi log(x) J1(x))/x in powers of x^2, for x up to 3 (DLMF 10.8.1).
const Y1_POWERS: [f64; 16] = [
    -0.19605709064623894,
    0.05434868816051024,
    -0.0029553053360798338,
    7.164268749973962e-05,
    -9.926740619424822e-07,
    8.931879621220132e-09,
    -5.6480245515956583e-11,
    2.649481507008778e-13,
    -9.591486586335139e-16,
    2.761635978378275e-18,
    -6.476490578642439e-21,
    1.2611877823341046e-23,
    -2.0721023573350753e-26,
    2.9111047350002186e-29,
    -3.5374217998032877e-32,
    3.7547907607606843e-35,
];

/// J1(x)/x in Chebyshev polynomials of (x^2 - 36.5)/27.5, for x from 3 to 8.
const J1_SMALL_WAVE: [f64; 16] = [
    0.004140229351070408,
    -0.00500095291029438,
    0.05765556364634554,
    -0.035447285002791394,
    0.009240817690170893,
    -0.0013870545482367056,
    0.00013746653345353548,
    -9.740523679564166e-06,
    5.201463904121767e-07,
    -2.1737342397638543e-08,
    7.314574031633576e-10,
    -2.0265995807783634e-11,
    4.707234137608595e-13,
    -9.303322073035108e-15,
    1.58419657575666e-16,
    -2.349119174529119e-18,
];

/// Y0(x) in Chebyshev polynomials of (x - 5.5)/2.5, for x from 3 to 8.
const Y0_SMALL_WAVE: [f64; 26] = [
    0.02678359385854266,
    -0.05197503681285635,
    0.3176549945477884,
    -0.029071041071710157,
    -0.04637328158060855,
    0.004562894915111337,
    0.0021773513284570494,
    -0.00018573700005419694,
    -5.772042796426466e-05,
    4.704967461038628e-06,
    8.255190402802788e-07,
    -4.678199244668659e-08,
    -1.3430939312425897e-08,
    1.4323620499407402e-09,
    -1.0375411413454024e-10,
    3.678558456838631e-11,
    -9.871232408819603e-12,
    2.1633372706914302e-12,
    -4.856006727945626e-13,
    1.1151029520850653e-13,
    -2.559989723329763e-14,
    5.878860892505025e-15,
    -1.3527777520410617e-15,
    3.1185072682272514e-16,
    -7.200294001495624e-17,
    1.6649204989901e-17,
];

/// Y1(x) in Chebyshev polynomials of (x - 5.5)/2.5, for x from 3 to 8.
const Y1_SMALL_WAVE: [f64; 27] = [
    0.04705279805442406,
    -0.3699418397756161,
    0.052525566658563054,
    0.13830615150084535,
    -0.017244931913541327,
    -0.01008834955710201,
    0.0010066477469040215,
    0.0003629368194918285,
    -3.3479453399481245e-05,
    -6.473919479465294e-06,
    3.9631231999687506e-07,
    1.302328427769369e-07,
    -1.5369213533966968e-08,
    1.2958253776482854e-09,
    -4.726482145832708e-10,
    1.3377929934143466e-10,
    -3.1221199762635144e-11,
    7.427524508543728e-12,
    -1.799812881231697e-12,
    4.348748203020275e-13,
    -1.0485639406239776e-13,
    2.527646456926544e-14,
    -6.091531068313335e-15,
    1.467576133342752e-15,
    -3.534776947751932e-16,
    8.51196850555922e-17,
    -2.0493594977173174e-17,
];

/// The part in phase, in Chebyshev polynomials of 128/x^2 - 1, for x from 8.
const J1_P_WAVE: [f64; 12] = [
    1.0009030408600137,
    0.0008989898330859408,
    -3.987284300488908e-06,
    6.177633960644299e-08,
    -1.8718907491063067e-09,
    8.816898659582339e-11,
    -5.704863640395645e-12,
    4.699195515230542e-13,
    -4.6842237839904895e-14,
    5.452674896044717e-15,
    -7.221180842274018e-16,
    1.0667689114335412e-16,
];

/// The part out of phase times x/8, in the same polynomials.
const J1_Q_WAVE: [f64; 14] = [
    0.04677778706953532,
    -9.62772354915708e-05,
    9.138615257955454e-07,
    -2.0959781384083424e-08,
    8.229193327650554e-10,
    -4.686363688176945e-11,
    3.5152187949686082e-12,
    -3.2643156743279e-13,
    3.5967765829165294e-14,
    -4.5612523950772974e-15,
    6.508282957783384e-16,
    -1.0269147531823243e-16,
    1.767635548776479e-17,
    -3.2834519872981614e-18,
];
