//! Halton sequences: van der Corput's sequence in a prime base for each dimension, with digits permuted or not.

use cuprust::random::Generator;
use cuprust::ufunc::rows;
use cuprust::{Array, Bounds, DType, Device, arange, concatenate, shape, span, take, zeros};
use cuprust_ir::{Error, Result};
use cuprust_reserve::list;

/// How many digits of a base there are in 54 bits: as many are permuted.
///
/// ```
/// assert_eq!(cuprust_scipy::stats::qmc::digits(2), 53);
/// ```
pub fn digits(base: i64) -> i64 {
    (54.0 / (base as f64).log2()).ceil() as i64 - 1
}

/// A Halton sequence of points in the unit cube: `scipy.stats.qmc.Halton`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::qmc::Halton;
/// # fn main() -> Result<()> {
/// let mut halton = Halton::new(2, Device::current()?)?;
/// let bases_two_and_three = array![[0.0, 0.0], [0.5, 1.0 / 3.0], [0.25, 2.0 / 3.0]];
/// assert_eq!(halton.random(3)?.to_string(), bases_two_and_three.to_string());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Halton {
    bases: Vec<i64>,
    /// The permutations of the digits, one after another: for each base one a digit, the lowest first.
    permutations: Option<Array>,
    device: Device,
    generated: i64,
}

impl Halton {
    /// The sequence of a number of dimensions on a device, whose bases are the first primes.
    ///
    /// # Errors
    /// A value error for a negative number of dimensions.
    pub fn new(dimensions: i64, device: Device) -> Result<Halton> {
        if dimensions < 0 {
            return Err(Error::value("d must be a non-negative integer value"));
        }
        Ok(Halton { bases: primes(dimensions as usize)?, permutations: None, device, generated: 0 })
    }

    /// The bases: a prime number for each dimension.
    pub fn bases(&self) -> &[i64] {
        &self.bases
    }

    /// The sequence with randomly permuted digits, permuted differently at each digit position.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn scrambled(self, generator: &Generator) -> Result<Halton> {
        let mut each = Vec::new();
        for &base in &self.bases {
            let digits = arange(span(0..base).on(self.device))?.broadcast_to(&[digits(base), base][..])?;
            each.push(generator.permuted(&digits, 1)?.ravel()?);
        }
        if each.is_empty() {
            return Ok(self);
        }
        self.scrambled_by(&concatenate(&each, 0)?)
    }

    /// The sequence whose digits are permuted by given permutations: for each base as many as [`digits`] says, one
    /// after another.
    ///
    /// # Errors
    /// A value error for another number of elements.
    pub fn scrambled_by(self, permutations: &Array) -> Result<Halton> {
        let count: i64 = self.bases.iter().map(|&base| digits(base) * base).sum();
        if permutations.shape() != [count] {
            return Err(Error::value(format!("the permutations of the digits have {count} elements")));
        }
        Ok(Halton { permutations: Some(permutations.in_dtype(DType::I64)?), ..self })
    }

    /// The next points, one a row of float64.
    ///
    /// # Errors
    /// A value error for a negative number.
    pub fn random(&mut self, count: i64) -> Result<Array> {
        if count < 0 {
            return Err(Error::value("the number of points must not be negative"));
        }
        let points = self.points(count)?;
        self.generated += count;
        Ok(points)
    }

    /// Leaves out the next points.
    pub fn fast_forward(&mut self, count: i64) {
        self.generated += count;
    }

    /// Begins again, with the same permutations.
    pub fn reset(&mut self) {
        self.generated = 0;
    }

    /// A vector of a number for each dimension, as a row.
    fn row<T: cuprust::Element>(&self, each: impl Fn(i64) -> T) -> Result<Array> {
        let numbers: Vec<T> = self.bases.iter().map(|&base| each(base)).collect();
        Array::from_slice(&numbers, [1, self.bases.len() as i64], self.device)
    }

    fn points(&self, count: i64) -> Result<Array> {
        let dimensions = self.bases.len() as i64;
        let mut points = zeros(shape([count, dimensions]).dtype(DType::F64).on(self.device))?;
        if dimensions == 0 || count == 0 {
            return Ok(points);
        }
        let end = self.generated + count;
        let bases = self.row(|base| base)?;
        let mut rest = arange(span(self.generated..end).on(self.device))?.reshape((count, 1))?;
        // The value of a digit for each base, by repeated divisions, which round as SciPy's; zero from the last digit
        // on.
        let mut weights: Vec<f64> = self.bases.iter().map(|&base| 1.0 / base as f64).collect();
        let (mut quotient, mut index) = (end - 1, 0i64);
        loop {
            let mut any = false;
            let weight = |(&base, weight): (&i64, &f64)| match self.permutations {
                Some(_) if index < digits(base) => *weight,
                None if 1.0 - weight < 1.0 => *weight,
                _ => 0.0,
            };
            let counted: Vec<f64> = self.bases.iter().zip(&weights).map(weight).collect();
            any |= counted.iter().any(|&weight| weight != 0.0);
            // Without permutations higher digits are zero.
            if !any || (self.permutations.is_none() && quotient == 0) {
                return Ok(points);
            }
            let factor = Array::from_slice(&counted, [1, dimensions], self.device)?;
            let digit = if quotient > 0 {
                rows::remainder(&rest, &bases)?
            } else {
                zeros(shape([1, dimensions]).dtype(DType::I64).on(self.device))?
            };
            let digit = match &self.permutations {
                None => digit,
                Some(permutations) => {
                    let indices = rows::add(&digit, &self.first_places(index)?)?;
                    take(permutations, &indices, Some(0), Bounds::Clip, None)?
                }
            };
            points = rows::add(&points, &rows::multiply(&digit.in_dtype(DType::F64)?, &factor)?)?;
            rest = rows::floor_divide(&rest, &bases)?;
            quotient /= 2;
            index += 1;
            weights.iter_mut().zip(&self.bases).for_each(|(weight, &base)| *weight /= base as f64);
        }
    }

    /// The first index of the permutation of a digit position, for each base: of positions beyond a base's last, the
    /// last.
    fn first_places(&self, index: i64) -> Result<Array> {
        let mut begin = 0;
        let mut indices = list(self.bases.len())?;
        for &base in &self.bases {
            indices.push(begin + index.min(digits(base) - 1) * base);
            begin += digits(base) * base;
        }
        Array::from_slice(&indices, [1, indices.len() as i64], self.device)
    }
}

/// The first prime numbers.
fn primes(count: usize) -> Result<Vec<i64>> {
    let mut found: Vec<i64> = list(count)?;
    let mut next = 2;
    while found.len() < count {
        if found.iter().take_while(|&&prime| prime * prime <= next).all(|prime| next % prime != 0) {
            found.push(next);
        }
        next += 1;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_primes() {
        assert_eq!(primes(6).unwrap(), [2, 3, 5, 7, 11, 13]);
    }
}
