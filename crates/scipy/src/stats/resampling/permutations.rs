//! Resamples and permutations of observations, exhaustive or random.

use cuprust::chapters::take_known;
use cuprust::indexing::take_along_axis;
use cuprust::random::Generator;
use cuprust::sorting::argsort;
use cuprust::ufunc::rows;
use cuprust::{Array, DType, Ellipsis, concatenate, s, stack};
use cuprust_ir::{Error, Result};

use crate::stats::samples::ranks::slice;

/// The elements of samples along the last axis at indices, int64 and within the samples: the axes of the indices
/// replace that axis.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let drawn = stats::resampled(&array![1.0, 2.0, 3.0], &array![[0, 0, 2], [1, 2, 1]])?;
/// assert_eq!(drawn.to_string(), "[[1. 1. 3.]\n [2. 3. 2.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for samples without axes.
pub fn resampled(sample: &Array, indices: &Array) -> Result<Array> {
    if sample.ndim() == 0 {
        return Err(Error::value("a sample has an axis of observations"));
    }
    take_known(sample, &indices.in_dtype(DType::I64)?, sample.ndim() - 1)
}

/// All ways to divide indices among samples of given sizes, as rows: the indices of each sample one after another, in
/// ascending order.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// assert_eq!(stats::partitions(&[2, 1], Device::current()?)?.to_string(), "[[0 1 2]\n [0 2 1]\n [1 2 0]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative number, a memory error for more ways than fit.
pub fn partitions(counts: &[i64], device: cuprust::Device) -> Result<Array> {
    if counts.iter().any(|&count| count < 0) {
        return Err(Error::value("a sample has no negative number of observations"));
    }
    let all: i64 = counts.iter().sum();
    let mut rows: Vec<(Vec<i64>, Vec<i64>)> = vec![(Vec::new(), (0..all).collect())];
    for &count in counts {
        let mut next = Vec::new();
        for (chosen, left) in &rows {
            each_choice(left.len(), count as usize, |indices| {
                let mut chosen = chosen.clone();
                chosen.extend(indices.iter().map(|&index| left[index]));
                let rest = (0..left.len()).filter(|index| !indices.contains(index)).map(|index| left[index]).collect();
                next.push((chosen, rest));
            });
        }
        rows = next;
    }
    let flat: Vec<i64> = rows.iter().flat_map(|(chosen, _)| chosen).copied().collect();
    Array::from_slice(&flat, (rows.len(), all as usize), device)
}

/// Calls a function with every choice of `k` of n indices, in ascending order.
fn each_choice(n: usize, count: usize, mut call: impl FnMut(&[usize])) {
    if count > n {
        return;
    }
    let mut indices: Vec<usize> = (0..count).collect();
    loop {
        call(&indices);
        let Some(moved) = (0..count).rev().find(|&index| indices[index] < n - count + index) else { return };
        indices[moved] += 1;
        for index in moved + 1..count {
            indices[index] = indices[index - 1] + 1;
        }
    }
}

/// All combinations of permutations of n indices, one for each of some samples: an array of combinations, samples and
/// indices.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// assert_eq!(stats::orders(2, 1, Device::current()?)?.to_string(), "[[[0 1]]\n\n [[1 0]]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative number, a memory error for more combinations than fit.
pub fn orders(n: i64, samples: i64, device: cuprust::Device) -> Result<Array> {
    let (n, samples) = match (usize::try_from(n), usize::try_from(samples)) {
        (Ok(n), Ok(samples)) => (n, samples),
        _ => return Err(Error::value("numbers of observations and samples are not negative")),
    };
    let mut single: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..n {
        let longer = |order: &Vec<i64>| {
            let order = order.clone();
            (0..n as i64).filter(move |index| !order.contains(index)).collect::<Vec<_>>()
        };
        single = single
            .iter()
            .flat_map(|order| longer(order).into_iter().map(move |index| [&order[..], &[index]].concat()))
            .collect();
    }
    let mut combined: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..samples {
        combined = combined
            .iter()
            .flat_map(|before| single.iter().map(move |order| [&before[..], &order[..]].concat()))
            .collect();
    }
    let flat: Vec<i64> = combined.concat();
    Array::from_slice(&flat, (combined.len(), samples, n), device)
}

/// Which observations a test by permutations moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Permuted {
    /// All, from sample to sample.
    #[default]
    Independent,
    /// Those of each sample among its own, so that pairs change.
    Pairings,
    /// Permutes the pairings of observations from sample to sample; for a single sample the signs.
    Samples,
}

impl Permuted {
    /// The kind of SciPy's name: "independent", "pairings" or "samples", in any case.
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Permuted> {
        match name.to_lowercase().as_str() {
            "independent" => Ok(Permuted::Independent),
            "pairings" => Ok(Permuted::Pairings),
            "samples" => Ok(Permuted::Samples),
            _ => Err(Error::value("`permutation_type` must be in {'samples', 'pairings', 'independent'}.")),
        }
    }

    /// The extents of the indices of one permutation of samples of given sizes: each permutation is along the last
    /// axis.
    pub fn extents(self, lengths: &[i64]) -> Vec<i64> {
        let (count, length) = (lengths.len() as i64, lengths.first().copied().unwrap_or(0));
        match self {
            Permuted::Independent => vec![lengths.iter().sum()],
            Permuted::Pairings => vec![count, length],
            Permuted::Samples => vec![length, count.max(2)],
        }
    }

    /// How many permutations there are.
    pub fn count(self, lengths: &[i64]) -> f64 {
        if self == Permuted::Independent {
            let mut all = 0;
            let choices = |&count: &i64| {
                all += count;
                cuprust_num::special::binom(all as f64, count as f64)
            };
            return lengths.iter().map(choices).product::<f64>().round();
        }
        let extents = self.extents(lengths);
        let factorial: f64 = (1..=extents[1]).map(|own| own as f64).product();
        factorial.powf(extents[0] as f64)
    }

    /// The indices of all permutations.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn all(self, lengths: &[i64], device: cuprust::Device) -> Result<Array> {
        let extents = self.extents(lengths);
        match self {
            Permuted::Independent => partitions(lengths, device),
            Permuted::Pairings | Permuted::Samples => orders(extents[1], extents[0], device),
        }
    }

    /// The indices of `count` permutations that a generator draws.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn drawn(self, count: i64, lengths: &[i64], generator: &Generator) -> Result<Array> {
        let extents: Vec<i64> = std::iter::once(count).chain(self.extents(lengths)).collect();
        argsort(&generator.random(&extents[..])?, Some(-1))
    }

    /// The samples, whose observations are along the last axis, under permutations by these indices: an axis of the
    /// permutations is first.
    ///
    /// # Errors
    /// A value error for incompatible shapes.
    pub fn apply(self, samples: &[&Array], indices: &Array) -> Result<Vec<Array>> {
        match self {
            Permuted::Independent => {
                let moved = resampled(&concatenate(samples, -1)?, indices)?.moveaxis(-2, 0)?;
                let mut from = 0;
                let part = |sample: &&Array| {
                    let to = from + sample.shape().last().copied().unwrap_or(0);
                    let own = slice(&moved, from, to);
                    from = to;
                    own
                };
                samples.iter().map(part).collect()
            }
            Permuted::Pairings => {
                let own = |(index, sample): (usize, &&Array)| {
                    resampled(sample, &indices.at(s![.., index as i64])?)?.moveaxis(-2, 0)
                };
                samples.iter().enumerate().map(own).collect()
            }
            Permuted::Samples => {
                let negated = match samples {
                    [only] => Some(rows::negative(only)?),
                    _ => None,
                };
                let all: Vec<&Array> = samples.iter().copied().chain(&negated).collect();
                let stacked = stack(&all, -1)?.expand_dims(0)?;
                let between = stacked.ndim() as i64 - 3;
                let axes: Vec<i64> = (1..=between).collect();
                let moved = take_along_axis(&stacked, &indices.expand_dims(&axes[..])?, -1)?;
                (0..samples.len() as i64).map(|own| moved.at(s![Ellipsis, own])).collect()
            }
        }
    }
}
