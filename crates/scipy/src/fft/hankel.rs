//! The fast Hankel transform of logarithmically spaced samples (Hamilton, "Uncorrelated modes of the non-linear power
//! spectrum", 2000).

use std::f64::consts::{LN_2, PI};

use cuprust::chapters::positions;
use cuprust::chapters::{poll_signals, warn};
use cuprust::fft;
use cuprust::ufunc::rows;
use cuprust::{Array, Warning};
use cuprust_ir::Result;
use cuprust_num::{Complex, DType, Number as _, c128};
use cuprust_reserve::{collected, list};

/// The transform of order `mu` of samples whose logarithms are `dln` apart, along the last axis: `scipy.fft.fht`.
/// `offset` is that of the results' logarithms, `bias` the exponent of a power law that is removed from the samples.
///
/// # Errors
/// As [`fft::rfft`].
pub fn fht(a: &Array, dln: f64, mu: f64, offset: f64, bias: f64) -> Result<Array> {
    let a = super::single(a)?;
    let n = a.shape().last().copied().unwrap_or(0);
    let power = |shift: f64, sign: f64| powers(n, dln, shift, sign * bias, &a);
    let unbiased = if bias == 0.0 { a.clone() } else { rows::multiply(&a, &power(0.0, -1.0)?)? };
    let found = convolved(&unbiased, &coefficients(n, [dln, mu, offset, bias], false)?, false)?;
    if bias == 0.0 { Ok(found) } else { rows::multiply(&found, &power(offset, -1.0)?) }
}

/// The inverse of [`fht`]: `scipy.fft.ifht`.
///
/// # Errors
/// As [`fft::rfft`].
pub fn ifht(a: &Array, dln: f64, mu: f64, offset: f64, bias: f64) -> Result<Array> {
    let a = super::single(a)?;
    let n = a.shape().last().copied().unwrap_or(0);
    let power = |shift: f64| powers(n, dln, shift, bias, &a);
    let biased = if bias == 0.0 { a.clone() } else { rows::multiply(&a, &power(offset)?)? };
    let found = convolved(&biased, &coefficients(n, [dln, mu, offset, bias], true)?, true)?;
    if bias == 0.0 { Ok(found) } else { rows::multiply(&found, &power(0.0)?) }
}

/// `exp(bias ((j - middle) dln + shift))` for each index.
fn powers(n: i64, dln: f64, shift: f64, bias: f64, like: &Array) -> Result<Array> {
    let indices = positions(&[n], 0, &[1], DType::F64, like.device())?;
    let logarithm = rows::add(&rows::multiply(&rows::subtract(&indices, (n - 1) as f64 / 2.0)?, dln)?, shift)?;
    rows::exp(&rows::multiply(&logarithm, bias)?)
}

/// The transform, multiplied by coefficients or divided by their conjugates, back and reversed.
fn convolved(a: &Array, coefficients: &[c128], inverse: bool) -> Result<Array> {
    let n = a.shape().last().copied().unwrap_or(0);
    let spectrum = fft::rfft(a, -1)?;
    let own = collected(coefficients.iter().map(|value| if inverse { value.conj().reciprocal() } else { *value }))?;
    let coefficients = Array::from_slice(&own, [own.len() as i64], a.device())?;
    let product = rows::multiply(&spectrum, &coefficients)?;
    let found = fft::irfft(&product, fft::along(-1).n(n))?.flip(-1)?.ascontiguous()?;
    // Single precision stays.
    if a.dtype() == DType::F32 { found.astype(DType::F32) } else { Ok(found) }
}

/// The coefficients of the transform's kernel.
///
/// # Errors
/// Where the host language makes an error of a warning.
fn coefficients(n: i64, [dln, mu, offset, bias]: [f64; 4], inverse: bool) -> Result<Vec<c128>> {
    let (plus, minus) = ((mu + 1.0 + bias) / 2.0, (mu + 1.0 - bias) / 2.0);
    let last = n / 2;
    let coefficient = |m: i64| {
        let y = PI * m as f64 / (n as f64 * dln);
        let (u, v) = (log_gamma(c128::new(plus, y)), log_gamma(c128::new(minus, y)));
        let re = u.re - v.re + LN_2 * bias;
        let im = u.im + v.im + 2.0 * (LN_2 - offset) * y;
        c128::new(im.cos(), im.sin()) * re.exp()
    };
    let mut all = list(last as usize + 1)?;
    for m in 0..=last {
        poll_signals()?;
        all.push(coefficient(m));
    }
    // The last coefficient of an even number of real samples is real.
    if let Some(end) = all.last_mut().filter(|_| n % 2 == 0) {
        end.im = 0.0;
    }
    if let Some(first) = all.first_mut()
        && !(first.re.is_finite() && first.im.is_finite())
    {
        // Gamma(plus) / Gamma(minus) where both are infinite.
        *first = c128::new(2f64.powf(bias) * ratio(minus, plus - minus), 0.0);
    }
    // Where the transform, or its inverse, is singular, the mean is left out.
    let (singular, instead) = if inverse { (0.0, f64::INFINITY) } else { (f64::INFINITY, 0.0) };
    if let Some(first) = all.first_mut().filter(|first| first.re == singular) {
        let what = if inverse { "singular inverse transform" } else { "singular transform" };
        warn(Warning::Runtime, &format!("{what}; consider changing the bias"))?;
        *first = c128::new(instead, 0.0);
    }
    Ok(all)
}

/// `Gamma(z + m) / Gamma(z)`, also where both have poles. A product that is infinite or zero stays it.
fn ratio(z: f64, m: f64) -> f64 {
    let mut product: f64 = 1.0;
    let (mut z, mut m) = (z, m);
    let is_open = |product: f64| product.is_finite() && product != 0.0;
    while m >= 1.0 && is_open(product) {
        if z + m == 1.0 {
            break;
        }
        m -= 1.0;
        product *= z + m;
    }
    while m <= -1.0 && is_open(product) {
        if z + m == 0.0 {
            break;
        }
        product /= z + m;
        m += 1.0;
    }
    if m == 0.0 {
        return product;
    }
    if z.abs() > 1e4 && m.abs() <= 1.0 {
        return product * z.powf(m);
    }
    let is_pole = |x: f64| x <= 0.0 && x == x.floor();
    if is_pole(z + m) && !is_pole(z) {
        return f64::INFINITY;
    }
    if is_pole(z) && !is_pole(z + m) {
        return 0.0;
    }
    let (a, b) = (log_gamma(c128::new(z + m, 0.0)), log_gamma(c128::new(z, 0.0)));
    // The signs are the parities of the imaginary parts.
    let sign = ((a.im - b.im) / PI).round() as i64 % 2 == 0;
    z = if sign { 1.0 } else { -1.0 };
    product * z * (a.re - b.re).exp()
}

/// The logarithm of the gamma function by Stirling's series, after the real part is shifted far enough to the right.
/// The imaginary part is that of the sum, on any branch: only its cosine and sine are used. Far to the left the
/// argument is reflected, since each step of the shift is one unit.
fn log_gamma(z: c128) -> c128 {
    /// The least real part that is shifted: of 64 steps the rounding errors are as small as those of a reflection.
    const MIN_SHIFTED: f64 = -52.0;
    // B(2k) / (2k (2k - 1))
    const SERIES: [f64; 8] = [
        1.0 / 12.0,
        -1.0 / 360.0,
        1.0 / 1260.0,
        -1.0 / 1680.0,
        1.0 / 1188.0,
        -691.0 / 360_360.0,
        1.0 / 156.0,
        -3617.0 / 122_400.0,
    ];
    if z.re < MIN_SHIFTED {
        return PI.ln() - log_sine(z) - log_gamma(1.0 - z);
    }
    let mut shifted = z;
    let mut before = c128::new(0.0, 0.0);
    while shifted.re < 12.0 {
        before += shifted.ln();
        shifted.re += 1.0;
    }
    let inverse = shifted.reciprocal();
    let square = inverse * inverse;
    let series = SERIES.iter().rev().fold(c128::new(0.0, 0.0), |sum, &term| sum * square + term);
    (shifted - 0.5) * shifted.ln() - shifted + 0.5 * (2.0 * PI).ln() + series * inverse - before
}

/// A logarithm of `sin(pi z)`, which overflows itself where the imaginary part is large.
fn log_sine(z: c128) -> c128 {
    // The period is exact.
    let z = c128::new(z.re % 2.0, z.im);
    if z.im == 0.0 {
        return c128::new((PI * z.re).sin(), 0.0).ln();
    }
    if z.im < 0.0 {
        return log_sine(z.conjugate()).conjugate();
    }
    // sin(w) is i/2 exp(-i w) (1 - exp(2i w)), whose last factor is near one.
    let exponent = c128::new(0.0, 1.0).multiply(z) * (2.0 * PI);
    let near = Complex::expm1(exponent).negative();
    c128::new(PI * z.im - LN_2, PI / 2.0 - PI * z.re) + near.ln()
}
