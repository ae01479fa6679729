//! Integrals of Struve functions of order zero: Chebyshev's series up to eight, and beyond the integrals of Bessel
//! functions with what is left of the differences.

use super::bessel_integrals::{half_logarithm, integral_of_modified, integrals_of_first, integrals_over_argument};
use super::polynomials::chebyshev;
use crate::math::polynomial;

/// log(2x) and the constant of Euler.
fn double_logarithm(x: f64) -> f64 {
    half_logarithm(4.0 * x)
}

/// The integral of the Struve function of order zero from zero to x.
pub fn itstruve0(x: f64) -> f64 {
    let a = x.abs();
    if a <= 8.0 {
        return a * a * polynomial(a * a / 32.0 - 1.0, &STRUVE_NEAR);
    }
    if !(a < 1e300) {
        return a;
    }
    let (_, second) = integrals_of_first(a);
    let rest = chebyshev(16.0 / a - 1.0, &STRUVE_FAR_WAVE) / a / a;
    std::f64::consts::FRAC_2_PI * double_logarithm(a) + (second + rest)
}

/// The integral of the Struve function of order zero over t from x to infinity.
pub fn it2struve0(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let a = x.abs();
    if a <= 8.0 {
        return std::f64::consts::FRAC_PI_2 - x * polynomial(a * a / 32.0 - 1.0, &OVER_STRUVE);
    }
    // The integral over all numbers is pi.
    let whole = if x > 0.0 { 0.0 } else { std::f64::consts::PI };
    if a > 1e300 {
        return whole;
    }
    let (_, second) = integrals_over_argument(a);
    let rest = second + chebyshev(16.0 / a - 1.0, &OVER_STRUVE_FAR_WAVE) / a;
    if x > 0.0 { rest } else { whole - rest }
}

/// The integral of the modified Struve function of order zero from zero to x.
pub fn itmodstruve0(x: f64) -> f64 {
    let a = x.abs();
    if a <= 8.0 {
        return a * a * polynomial(a * a, &MODIFIED_STRUVE);
    }
    if !(a < 1e300) {
        return a;
    }
    let rest = chebyshev(16.0 / a - 1.0, &MODIFIED_STRUVE_FAR_WAVE) / a / a;
    integral_of_modified(a) - (std::f64::consts::FRAC_2_PI * double_logarithm(a) - rest)
}

/// The integral of H0 from zero over x^2 in powers of x^2/32 - 1, for x up to 8.
const STRUVE_NEAR: [f64; 15] = [
    0.05944517767717707,
    -0.0790712362034179,
    0.091052125287623,
    -0.05879064227918692,
    0.022837502686740088,
    -0.005874945575106676,
    0.001074275382799162,
    -0.00014694046548886018,
    1.561524633025865e-05,
    -1.3273814817788091e-06,
    9.236326027654634e-08,
    -5.360123502352747e-09,
    2.6348367891234823e-10,
    -1.1163225947057927e-11,
    4.0826501822650694e-13,
];

/// x^2 times the same less that of Y0 and the logarithm in Chebyshev polynomials of 16/x - 1, for x from 8.
const STRUVE_FAR_WAVE: [f64; 23] = [
    0.31106807359213795,
    -0.009386890552738971,
    -0.0019639525036570966,
    0.00018977252315315415,
    4.7578902846995795e-06,
    -3.5040026779789695e-06,
    4.167851663095664e-07,
    1.3958827597870949e-08,
    -1.4836101689650016e-08,
    2.813074641332232e-09,
    -1.2421731047996004e-10,
    -8.543240872381821e-11,
    3.0058633818705866e-11,
    -4.829936392510452e-12,
    -7.732711345701871e-14,
    3.0688076524925355e-13,
    -1.0416472726085933e-13,
    1.848336754126483e-14,
    7.724926069103567e-17,
    -1.373122148615744e-15,
    5.615034836323777e-16,
    -1.3038344182272424e-16,
    1.0831717968196234e-17,
];

/// The integral of H0(t)/t from zero over x in powers of x^2/32 - 1, for x up to 8.
const OVER_STRUVE: [f64; 15] = [
    0.2589097889878534,
    -0.14908095302016752,
    0.12379160384933076,
    -0.0708981868660062,
    0.026082773915308544,
    -0.0065119394121444345,
    0.0011686076021584803,
    -0.00015780071326467837,
    1.6612949526282647e-05,
    -1.4021430392914742e-06,
    9.701766692725932e-08,
    -5.6046337961067565e-09,
    2.7446676258860535e-10,
    -1.1591499490875025e-11,
    4.2278555355172873e-13,
];

/// x times the integral of (H0(t) - Y0(t))/t to infinity in Chebyshev polynomials of 16/x - 1, for x from 8.
const OVER_STRUVE_FAR_WAVE: [f64; 19] = [
    0.6354404899860499,
    -0.0015564567378033053,
    -0.00036590268967171447,
    1.229552754537118e-05,
    8.667936079589961e-07,
    -1.5274217085133763e-07,
    6.1407266503880585e-09,
    1.456578019019535e-09,
    -3.3798270918761163e-10,
    2.6708735595636048e-11,
    3.7668428877903e-12,
    -1.6729599033950735e-12,
    2.759292319963483e-13,
    -7.236686293388645e-15,
    -9.87769580205246e-15,
    3.319438465505719e-15,
    -5.554124822967107e-16,
    4.8915234071832104e-18,
    3.0642920623569994e-17,
];

/// The integral of L0 from zero over x^2 in powers of x^2, all of whose terms are positive, for x up to 8.
const MODIFIED_STRUVE: [f64; 26] = [
    0.3183098861837907,
    0.017683882565766147,
    0.00047157020175376396,
    7.217911251333122e-06,
    7.128801235884565e-08,
    4.909642724438405e-10,
    2.490097746967915e-12,
    9.68371346043078e-15,
    2.9784585806784405e-17,
    7.425520007231569e-20,
    1.5307194407816057e-22,
    2.6524754014804133e-25,
    3.917502131417226e-28,
    4.989959603020178e-31,
    5.537806931611771e-34,
    5.40238709509473e-37,
    4.669053828202651e-40,
    3.59972403988413e-43,
    2.4910627318409263e-46,
    1.5558905951669165e-49,
    8.814994448695031e-53,
    4.5507370918579e-56,
    2.14956985552064e-59,
    9.325506767197585e-63,
    3.7286491030860816e-66,
    1.3784081207989831e-69,
];

/// x^2 times the integral of L0 - I0 and the logarithm in Chebyshev polynomials of 16/x - 1, for x from 8.
const MODIFIED_STRUVE_FAR_WAVE: [f64; 49] = [
    0.3290944711025153,
    0.015042186813178865,
    0.00473448143515659,
    0.0004928548711972562,
    -3.77925522613054e-05,
    -7.371177437501214e-05,
    -1.8743941731856315e-05,
    4.305002390794225e-06,
    3.403271551920069e-06,
    -1.7512969749925614e-07,
    -5.495867067501099e-07,
    8.473883860416191e-09,
    9.62542351097528e-08,
    -5.881410444870492e-09,
    -1.7910728690278026e-08,
    3.2408963842317363e-09,
    3.1977439904439718e-09,
    -1.254798953718372e-09,
    -4.391967884766314e-10,
    3.83296214815917e-10,
    2.241406938275321e-12,
    -9.084104275524449e-11,
    2.707006243237811e-11,
    1.3511822478940911e-11,
    -1.1458523410685017e-11,
    7.38301276277984e-13,
    2.694325629787921e-12,
    -1.2787555788365176e-12,
    -1.8730824051588333e-13,
    4.3036111481236354e-13,
    -1.4260626608479956e-13,
    -5.4143984591192405e-14,
    6.663885441282795e-14,
    -1.74600258078317e-14,
    -1.0531067072184723e-14,
    1.0659692159769365e-14,
    -2.568952759604975e-15,
    -1.807989745246519e-15,
    1.7963876527027006e-15,
    -4.704201390285022e-16,
    -2.845581777976833e-16,
    3.168692996671505e-16,
    -1.0145743687210028e-16,
    -3.894357414935507e-17,
    5.709402151358521e-17,
    -2.3591705485843096e-17,
    -3.522242018495636e-18,
    1.0106030930774596e-17,
    -5.527651732008738e-18,
];
