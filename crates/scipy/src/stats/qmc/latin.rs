//! Latin hypercubes: samples with one point in each of as many slices of equal width along each dimension.

use cuprust::indexing::take_along_axis;
use cuprust::random::Generator;
use cuprust::ufunc::rows;
use cuprust::{Array, DType, Device, arange, full, shape, span};
use cuprust_ir::{Error, Result};

/// Points of a Latin hypercube of strength one, one a row: where `permutations`, of extents `(d, n)`, are the order of
/// the slices 1 to n along each dimension, and `within`, of extents `(n, d)` or none, how far below the end of its
/// slice each point lies.
pub(in crate::stats) fn in_slices(permutations: &Array, within: &Array) -> Result<Array> {
    let slices = permutations.t().in_dtype(DType::F64)?;
    let count = slices.shape()[0] as f64;
    rows::divide(&rows::subtract(&slices, within)?, count)
}

/// Permutations of 1 to n, as rows.
fn orders(generator: &Generator, extents: &[i64], device: Device) -> Result<Array> {
    let last = extents.len() - 1;
    let slices = arange(span(1..extents[last] + 1).on(device))?.broadcast_to(extents)?;
    generator.permuted(&slices, last as i64)
}

/// How far points lie below the ends of their slices: at random, or in the middle.
fn depths(generator: &Generator, extents: &[i64], device: Device, centered: bool) -> Result<Array> {
    match centered {
        true => full(shape(()).dtype(DType::F64).on(device), 0.5),
        false => generator.random(extents),
    }
}

/// Points of a Latin hypercube in the unit cube, one a row: `scipy.stats.qmc.LatinHypercube`. They lie at random within
/// their slices, or in the middle.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::qmc;
/// # fn main() -> Result<()> {
/// let points = qmc::latin_hypercube(4, 2, true, &random::Generator::new(1, Device::current()?))?;
/// assert_eq!(sorting::sort(&points, Some(0))?.at(s![.., 0])?.to_string(), "[0.125 0.375 0.625 0.875]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for negative numbers.
pub fn latin_hypercube(count: i64, dimensions: i64, centered: bool, generator: &Generator) -> Result<Array> {
    if count < 0 || dimensions < 0 {
        return Err(Error::value("d must be a non-negative integer value"));
    }
    let device = generator.device();
    let within = depths(generator, &[count, dimensions], device, centered)?;
    in_slices(&orders(generator, &[dimensions, count], device)?, &within)
}

/// The root of a number of points that is the square of a prime, for strength two.
///
/// # Errors
/// A value error for another number, and for more dimensions than the prime and one.
pub(in crate::stats) fn prime_root(count: i64, dimensions: i64) -> Result<i64> {
    let root = (count.max(0) as f64).sqrt() as i64;
    let is_prime = |n: i64| n > 1 && (2..).take_while(|k| k * k <= n).all(|k| n % k != 0);
    if !is_prime(root) || root * root != count {
        let near: Vec<i64> = (0..=root.max(3)).rev().filter(|&n| is_prime(n)).take(2).map(|n| n * n).collect();
        let width = near.first().map_or(0, |number| number.to_string().len());
        let near: Vec<String> = near.iter().rev().map(|n| format!("{n:width$}")).collect();
        return Err(Error::value(format!(
            "n is not the square of a prime number. Close values are [{}]",
            near.join(" ")
        )));
    }
    if dimensions > root + 1 {
        return Err(Error::value("n is too small for d. Must be n > (d-1)**2"));
    }
    Ok(root)
}

/// Points of a Latin hypercube of an orthogonal array of strength two (Tang 1993): p^2 points of p + 1 dimensions, of
/// which `symbols`, of extents `(p + 1, p)`, are the order of the p symbols of each dimension, `permutations` of `(p +
/// 1, p, p)` that of the slices 1 to p within each symbol, and `within`, of as many or none, how far below the end of
/// its slice each point lies.
pub(in crate::stats) fn in_orthogonal_slices(
    symbols: &Array,
    permutations: &Array,
    within: &Array,
    dimensions: i64,
) -> Result<Array> {
    let (device, prime) = (symbols.device(), symbols.shape()[1]);
    let columns = prime + 1;
    // The first two columns count; the others are their sums, the second one times 1 to p - 1, modulo p.
    let mut rows_of_array = Vec::new();
    for column in 0..columns {
        for point in 0..prime * prime {
            let (first, second) = (point % prime, point / prime);
            rows_of_array.push(match column {
                0 => first,
                1 => second,
                _ => (first + (column - 1) * second) % prime,
            });
        }
    }
    let array = Array::from_slice(&rows_of_array, [columns, prime * prime], device)?;
    let symbol = take_along_axis(&symbols.in_dtype(DType::I64)?, &array, 1)?;
    // The points of a symbol are numbered by the first column where that is not their own, else by the second.
    let numbers: Vec<i64> = (0..columns)
        .flat_map(|column| (0..prime * prime).map(move |point| if column == 1 { point % prime } else { point / prime }))
        .collect();
    let number = Array::from_slice(&numbers, [columns, prime * prime], device)?;
    let depths = rows::divide(&rows::subtract(&permutations.in_dtype(DType::F64)?, within)?, prime as f64)?;
    let index = rows::add(&rows::multiply(&symbol, prime)?, &number)?;
    let depth = take_along_axis(&depths.reshape((columns, prime * prime))?, &index, 1)?;
    let points = rows::divide(&rows::add(&depth, &symbol.in_dtype(DType::F64)?)?, prime as f64)?;
    points.at(cuprust::s![..dimensions]).map(|points| points.t())
}

/// Points of a Latin hypercube of strength two in the unit cube: each pair of dimensions has one point in each of p by
/// p squares. There are p^2 points, p a prime.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::qmc;
/// # fn main() -> Result<()> {
/// assert_eq!(qmc::orthogonal_latin_hypercube(25, 3, false, &random::Generator::new(1, Device::current()?))?.shape(),
/// [25, 3]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a number of points that is not the square of a prime, and for more dimensions than it and one.
pub fn orthogonal_latin_hypercube(count: i64, dimensions: i64, centered: bool, generator: &Generator) -> Result<Array> {
    let prime = prime_root(count, dimensions)?;
    let (device, columns) = (generator.device(), prime + 1);
    let symbols = rows::subtract(&orders(generator, &[columns, prime], device)?, 1)?;
    let within = depths(generator, &[columns, prime, prime], device, centered)?;
    in_orthogonal_slices(&symbols, &orders(generator, &[columns, prime, prime], device)?, &within, dimensions)
}
