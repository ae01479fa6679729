//! Random permutations and choices.

use cuprust_ir::{Error, Opcode, Result, shape_text};
use cuprust_num::{Casting, DType, Scalar};
use cuprust_ops::Routine;

use super::Generator;
use crate::array::IntoInts;
use crate::creation::{shape as of_shape, zeros};
use crate::indexing::{take, take_along_axis};
use crate::runtime::Input;
use crate::sorting::{Side, argsort, searchsorted, unique};
use crate::ufunc::rows;
use crate::{Array, Bounds, concatenate};

/// Fewest integers of which some are drawn by rejection: fewer are permuted whole, which waits for nothing.
const MIN_REJECTED: i64 = 1 << 20;

impl Generator {
    /// The integers from 0 to `n` in random order, as int64.
    ///
    /// # Errors
    /// A value error for a negative number.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// assert_eq!(rng.permutation(10)?.sum(..)?.to_string(), "45");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn permutation(&self, n: i64) -> Result<Array> {
        if n < 0 {
            return Err(Error::value("permutation: the number of elements must not be negative"));
        }
        // The routine sorts the keys that `keys` draws, without writing them to memory.
        if n > 1 << 31 {
            return argsort(&self.keys([n])?, Some(-1));
        }
        let consumed = (n as u64).div_ceil(2);
        let Some((seed, counter)) = self.counters(consumed) else {
            return argsort(&self.keys([n])?, Some(-1));
        };
        let out = Array::empty([n], DType::I64, self.device())?;
        if n != 0 {
            let inputs = [seed, counter].map(|word| Input::Scalar(Scalar::new(word)));
            let mut state = self.device().lock()?;
            state.record(Opcode::Routine(Routine::Permutation), &[n], &[out.output()], &inputs)?;
            state.note_draw(consumed, || self.counting());
        }
        Ok(out)
    }

    /// A copy of an array with its first axis in random order.
    ///
    /// # Errors
    /// A type error for an array without axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// # fn main() -> Result<()> {
    /// let generator = random::default_rng(0)?;
    /// let rows = generator.permutation_of(&array![[1, 2], [3, 4]].to_device(Device::cpu())?)?;
    /// assert_eq!(rows.sum(..)?.to_string(), "10");
    /// assert_eq!(rows.shape(), [2, 2]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn permutation_of(&self, array: &Array) -> Result<Array> {
        let Some(&count) = array.shape().first() else {
            return Err(Error::type_("x must be an integer or at least 1-dimensional"));
        };
        take(array, &self.permutation(count)?, 0, Bounds::Wrap, None)
    }

    /// Indices from 0 to `n`, as int64: with the probabilities `p` if given, and each at most once if `replace` is
    /// false. Without replacement, at most a third of 2^20 or more indices take the time and memory of those alone, and
    /// the call waits.
    ///
    /// # Errors
    /// A value error for no indices to choose from, for probabilities that are not `n`, negative, or do not sum to one,
    /// and for more draws without replacement than there are indices.
    ///
    /// ```
    /// # use cuprust::*;
    /// let rng = random::default_rng(0)?;
    /// assert_eq!(rng.choice(5, 3, false, None)?.size(), 3);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn choice(&self, n: i64, shape: impl IntoInts, replace: bool, p: Option<&[f64]>) -> Result<Array> {
        let shape = &*shape.into_ints();
        let count = crate::array::byte_size(shape, DType::Bool)? as i64;
        if n <= 0 && count != 0 {
            return Err(Error::value("a must be a positive integer unless no samples are taken"));
        }
        if let Some(p) = p {
            check_probabilities(p, n)?;
        }
        if !replace {
            return self.distinct(n, count, p)?.reshape(shape);
        }
        let Some(p) = p else { return self.integers(0..n.max(1), shape) };
        let sums = Array::from_slice(&cumulative(p), [n], self.device())?;
        // The index is the number of cumulative probabilities below the draw; the last one is one, which no draw
        // exceeds.
        searchsorted(&sums, &self.random(shape)?, Side::Right, None)
    }

    fn distinct(&self, n: i64, count: i64, p: Option<&[f64]>) -> Result<Array> {
        if count > n {
            return Err(Error::value("Cannot take a larger sample than population when replace is False"));
        }
        let Some(p) = p else {
            let is_sparse = n >= MIN_REJECTED && count <= n / 3;
            return if is_sparse { self.distinct_by_rejection(n, count) } else { self.permutation(n)?.at(..count) };
        };
        if (p.iter().filter(|&&p| p > 0.0).count() as i64) < count {
            return Err(Error::value("Fewer non-zero entries in p than size"));
        }
        // The smallest of exponential waiting times with these rates come out in the order of drawing without
        // replacement. (Efraimidis and Spirakis, "Weighted random sampling with a reservoir", 2006.)
        let rates = Array::from_slice(p, [n], self.device())?;
        let waiting = rows::divide(&self.standard_exponential([n])?, &rates)?;
        argsort(&waiting, Some(-1))?.at(..count)
    }

    /// Different integers from 0 to `n`, in random order: what was drawn twice is drawn again, so that work and memory
    /// are those of `count` integers. Waits for the number of those that differ.
    fn distinct_by_rejection(&self, n: i64, count: i64) -> Result<Array> {
        let mut found = self.integers(0..n, 0)?;
        while found.size() < count {
            let missing = count - found.size();
            found = unique(&concatenate(&[&found, &self.integers(0..n, missing + missing / 8 + 8)?], 0)?, None)?;
        }
        let order = self.permutation(found.size())?;
        take(&found, &order.at(..count)?, 0, Bounds::Wrap, None)
    }

    /// Elements of a vector, chosen as [`Generator::choice`] chooses indices.
    ///
    /// # Errors
    /// As [`Generator::choice`], and a value error for an array of another number of axes.
    ///
    /// ```
    /// # use cuprust::*;
    /// let drawn = random::default_rng(0)?.choice_of(&array![10, 20, 30], 3, false, None)?;
    /// assert_eq!(drawn.sum(..)?.to_string(), "60");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn choice_of(&self, elements: &Array, shape: impl IntoInts, replace: bool, p: Option<&[f64]>) -> Result<Array> {
        let shape = &*shape.into_ints();
        let &[n] = elements.shape() else {
            return Err(Error::value(format!(
                "a must be 1-dimensional, not of shape {}",
                shape_text(elements.shape())
            )));
        };
        if n == 0 && crate::array::byte_size(shape, DType::Bool)? != 0 {
            return Err(Error::value("'a' cannot be empty unless no samples are taken"));
        }
        let chosen = self.choice(n, shape, replace, p)?;
        if n == 0 {
            return zeros(of_shape(shape).dtype(elements.dtype()).on(self.device()));
        }
        take(elements, &chosen, None, Bounds::Wrap, None)
    }

    /// Permutes an axis of an array randomly, in the same way for all lines along it.
    ///
    /// # Errors
    /// A type error for an array without axes, a value error for one that is read-only, an axis error for an axis out
    /// of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(10)?;
    /// random::default_rng(0)?.shuffle(&a, 0)?;
    /// assert_eq!(sorting::sort(&a, Some(0))?.to_string(), arange(10)?.to_string());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn shuffle(&self, array: &Array, axis: i64) -> Result<()> {
        let lines = if array.ndim() == 0 || axis == 0 { array.clone() } else { array.moveaxis(axis, 0)? };
        lines.copy_from(&self.permutation_of(&lines)?, Casting::SameKind, None)
    }

    /// A copy of an array in which each line along an axis is permuted randomly on its own; without an axis, all
    /// elements are.
    ///
    /// # Errors
    /// An axis error for an axis out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// let drawn = random::default_rng(0)?.permuted(&array![[1, 2, 3], [4, 5, 6]], 1)?;
    /// assert_eq!(drawn.sum(1)?.to_string(), "[ 6 15]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn permuted(&self, array: &Array, axis: impl Into<Option<i64>>) -> Result<Array> {
        match axis.into() {
            Some(axis) => take_along_axis(array, &argsort(&self.keys(array.shape())?, Some(axis))?, axis),
            None => {
                let flat = array.reshape([-1])?;
                take(&flat, &self.permutation(array.size())?, 0, Bounds::Wrap, None)?.reshape(array.shape())
            }
        }
    }

    /// Keys whose order is a random permutation: 64 bits each.
    pub(super) fn keys(&self, shape: impl IntoInts) -> Result<Array> {
        self.integers(0..=u64::MAX, of_shape(shape).dtype(DType::U64))
    }
}

fn check_probabilities(p: &[f64], n: i64) -> Result<()> {
    if p.len() as i64 != n {
        return Err(Error::value("a and p must have same size"));
    }
    if p.iter().any(|p| p.is_nan()) {
        return Err(Error::value("probabilities contain NaN"));
    }
    if p.iter().any(|&p| p < 0.0) {
        return Err(Error::value("probabilities are not non-negative"));
    }
    // NumPy's tolerance: the square root of float64's resolution.
    if (p.iter().sum::<f64>() - 1.0).abs() > f64::EPSILON.sqrt() {
        return Err(Error::value("probabilities do not sum to 1"));
    }
    Ok(())
}

/// The cumulative sums of the probabilities, normalised to end at one.
fn cumulative(p: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums: Vec<f64> = p
        .iter()
        .map(|p| {
            sum += p;
            sum
        })
        .collect();
    sums.iter_mut().for_each(|each| *each /= sum);
    // No draw may exceed the last index of positive probability: rounding must not reach an impossible one.
    if let Some(last) = p.iter().rposition(|&p| p > 0.0) {
        sums[last..].fill(1.0);
    }
    sums
}
