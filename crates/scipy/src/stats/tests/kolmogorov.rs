//! The distributions of Kolmogorov's and Smirnov's statistics for finite numbers of observations.

use std::f64::consts::PI;

use cuprust_ir::Result;
use cuprust_num::special::{gammaln, smirnov};
use cuprust_reserve::filled;

/// The probability that Kolmogorov's two-sided statistic of n observations is at least d.
///
/// As Simard and L'Ecuyer (Journal of Statistical Software 39, 2011) divide the arguments: near the ends closed forms,
/// in the tail twice the one-sided probability, for few observations the matrix of Durbin, Marsaglia, Tsang and Wang,
/// else the series of Pelz and Good.
pub(in crate::stats) fn two_sided(n: i64, d: f64) -> Result<f64> {
    if n <= 0 || d.is_nan() {
        return Ok(f64::NAN);
    }
    let count = n as f64;
    let steps = count * d;
    let twice = || (2.0 * smirnov(count, d)).clamp(0.0, 1.0);
    let survival = if d >= 1.0 {
        0.0
    } else if steps <= 0.5 {
        1.0
    } else if steps <= 1.0 {
        let logarithm = gammaln(count + 1.0) + count * ((2.0 * steps - 1.0).ln() - count.ln());
        1.0 - logarithm.exp()
    } else if steps >= count - 1.0 {
        2.0 * (1.0 - d).powi(n as i32)
    } else if d >= 0.5 {
        return Ok(twice());
    } else {
        let squares = steps * d;
        match n <= 140 {
            true if squares <= 4.0 => 1.0 - by_matrix(n, d)?,
            true => return Ok(twice()),
            false if squares >= 370.0 => 0.0,
            false if squares >= 2.2 => return Ok(twice()),
            false if n <= 100_000 && count * d.powf(1.5) <= 1.4 => 1.0 - by_matrix(n, d)?,
            false => by_series(n, d),
        }
    };
    Ok(survival.clamp(0.0, 1.0))
}

/// The distribution function by the power of a matrix: its exponent of two is kept separately, as the elements
/// overflow.
fn by_matrix(n: i64, d: f64) -> Result<f64> {
    let steps = n as f64 * d;
    let k = steps.ceil();
    let h = k - steps;
    let (k, size) = (k as usize, 2 * k as usize - 1);
    let mut inverse_factorials = filled(1.0, size + 1)?;
    for index in 1..=size {
        inverse_factorials[index] = inverse_factorials[index - 1] / index as f64;
    }
    let mut matrix = filled(0.0, size * size)?;
    for row in 0..size {
        for column in 0..size {
            if row + 1 >= column {
                matrix[row * size + column] = inverse_factorials[row + 1 - column];
            }
        }
    }
    for index in 1..=size {
        let edge = (1.0 - h.powi(index as i32)) * inverse_factorials[index];
        matrix[(index - 1) * size] = edge;
        matrix[size * size - index] = edge;
    }
    let corner = (2.0 * h - 1.0).max(0.0).powi(size as i32) - 2.0 * h.powi(size as i32);
    matrix[(size - 1) * size] = (1.0 + corner) * inverse_factorials[size];
    let product = |a: &[f64], b: &[f64]| -> Result<Vec<f64>> {
        let mut result = filled(0.0, size * size)?;
        for row in 0..size {
            for (inner, &factor) in a[row * size..][..size].iter().enumerate() {
                for (sum, &other) in result[row * size..][..size].iter_mut().zip(&b[inner * size..]) {
                    *sum += factor * other;
                }
            }
        }
        Ok(result)
    };
    const SCALE: i32 = 128;
    let mut power = filled(0.0, size * size)?;
    (0..size).for_each(|index| power[index * (size + 1)] = 1.0);
    let center = (k - 1) * (size + 1);
    let (mut exponent, mut own, mut left) = (0, 0, n);
    while left > 0 {
        if left % 2 == 1 {
            power = product(&power, &matrix)?;
            exponent += own;
        }
        matrix = product(&matrix, &matrix)?;
        own *= 2;
        if matrix[center] > 2f64.powi(SCALE) {
            matrix.iter_mut().for_each(|element| *element *= 2f64.powi(-SCALE));
            own += SCALE;
        }
        left /= 2;
    }
    let mut probability = power[center];
    for index in 1..=n {
        probability *= index as f64 / n as f64;
        if probability < 2f64.powi(-SCALE) {
            probability *= 2f64.powi(SCALE);
            exponent -= SCALE;
        }
    }
    // In two steps, because the power of two alone may be out of range.
    Ok((probability * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)).clamp(0.0, 1.0))
}

/// The survival function by the series of Pelz and Good up to the third power of the root of n.
fn by_series(n: i64, d: f64) -> f64 {
    let z = (n as f64).sqrt() * d;
    let (z2, z4, z6) = (z.powi(2), z.powi(4), z.powi(6));
    let pi2 = PI * PI;
    let (pi4, pi6) = (pi2 * pi2, pi2 * pi2 * pi2);
    if -pi2 / 8.0 / z2 < -708.0 {
        return 1.0;
    }
    let mut sums = [0.0; 4];
    let last = (16.0 * z / PI).ceil() as i32;
    for k in 1..=last {
        let m = f64::from(2 * k - 1);
        let m2 = m * m;
        let weight = (-pi2 * m2 / (8.0 * z2)).exp();
        sums[0] += weight;
        sums[1] += weight * (pi2 / 4.0 * m2 - z2);
        sums[2] += weight
            * (6.0 * z6 + 2.0 * z4 + pi2 / 4.0 * (2.0 * z4 - 5.0 * z2) * m2 + pi4 / 16.0 * (1.0 - 2.0 * z2) * m2 * m2);
        sums[3] += weight
            * (-30.0 * z6 - 90.0 * z4 * z4
                + pi2 / 4.0 * (135.0 * z4 - 96.0 * z6) * m2
                + pi4 / 16.0 * (212.0 * z4 - 60.0 * z2) * m2 * m2
                + pi6 / 64.0 * (5.0 - 30.0 * z2) * m2 * m2 * m2);
    }
    let root = (2.0 * PI).sqrt();
    let scales = [z, 6.0 * z4, 72.0 * z.powi(7), 6480.0 * z.powi(10)];
    for (sum, scale) in sums.iter_mut().zip(scales) {
        *sum *= root / scale;
    }
    for k in 1..=last {
        let k = f64::from(k);
        let weight = k * k * (-pi2 * k * k / (2.0 * z2)).exp();
        sums[2] -= pi2 * root / (36.0 * z.powi(3)) * weight;
        sums[3] += pi2 * root / (216.0 * z6) * weight * (3.0 * z2 - pi2 * k * k);
    }
    let n = n as f64;
    1.0 - sums[0] - sums[1] / n.sqrt() - sums[2] / n - sums[3] / (n * n.sqrt())
}

/// The probability that the greatest distance between the distribution functions of two samples of m and n observations
/// is at least h over the least common multiple of both; of the first function above the second one where
/// `one_sided` is set.
pub(in crate::stats) fn of_two_samples(m: i64, n: i64, h: i64, one_sided: bool) -> Result<f64> {
    if h <= 0 {
        return Ok(1.0);
    }
    if m == n {
        return Ok(of_equal_counts(n, h, one_sided));
    }
    let (m, n) = (m.max(n), m.min(n));
    let divisor = gcd(m, n);
    let (up, across) = (n / divisor, m / divisor);
    // The fraction of the paths to a point with i observations of one sample and j of the other that has reached the
    // distance.
    let mut reached = filled(0.0f64, n as usize + 1)?;
    for i in 0..=m {
        for j in 0..=n {
            let distance = up * i - across * j;
            let index = j as usize;
            reached[index] = if distance >= h || (!one_sided && -distance >= h) {
                1.0
            } else if i + j == 0 {
                0.0
            } else {
                let from_i = if i > 0 { i as f64 * reached[index] } else { 0.0 };
                let from_j = if j > 0 { j as f64 * reached[index - 1] } else { 0.0 };
                (from_i + from_j) / (i + j) as f64
            };
        }
    }
    Ok(reached[n as usize].clamp(0.0, 1.0))
}

/// The same of as many observations in both samples, by reflections.
fn of_equal_counts(n: i64, h: i64, one_sided: bool) -> f64 {
    // The share of paths that end k times the distance away, as that of paths that reach it.
    let reflected = |k: i64| (0..h).map(move |j| (n - k * h - j) as f64 / (n + k * h + j + 1) as f64).product::<f64>();
    if one_sided {
        return reflected(0);
    }
    let probability = (0..=n / h).rev().fold(0.0, |sum, k| reflected(k) * (1.0 - sum));
    (2.0 * probability).clamp(0.0, 1.0)
}

/// The greatest common divisor.
pub(in crate::stats) fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
