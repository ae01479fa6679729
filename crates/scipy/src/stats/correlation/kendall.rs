//! Kendall's correlation of orders.

use cuprust::chapters::in_host_memory;
use cuprust::indexing::take_along_axis;
use cuprust::math::cumsum;
use cuprust::sorting::argsort;
use cuprust::ufunc::rows;
use cuprust::{Array, DType};
use cuprust_ir::{Error, Result};
use cuprust_reserve::filled;

use crate::stats::samples::groups::Test;
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::ranks::{Ranked, last_axis_indices};
use crate::stats::terms::Term;
use crate::stats::tests::alternative::{Alternative, PValue};
use crate::stats::tests::tables::{Tables, symmetric_distribution};
use crate::stats::tests::ttests::Significance;

/// Most observations for which the exact distribution is the default, as in SciPy.
const MAX_EXACT: f64 = 33.0;

/// Kendall's tau.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tau {
    /// Tau-b, which corrects for equal observations.
    #[default]
    B,
    /// Tau-c, of Stuart, for variables of different numbers of values.
    C,
}

impl Tau {
    /// The variant of SciPy's name: "b" or "c".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Tau> {
        match name {
            "b" => Ok(Tau::B),
            "c" => Ok(Tau::C),
            _ => {
                Err(Error::value(format!("Unknown variant of the method chosen: {name}. variant must be 'b' or 'c'.")))
            }
        }
    }
}

/// Kendall's tau of paired samples, and the p-value of there being no association: `scipy.stats.kendalltau`.
///
/// [`PValue::Exact`] waits for the elements, to refuse equal ones. Where NaN are left out, exact distributions wait for
/// the counts of observations.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, PValue, Tau, along};
/// # fn main() -> Result<()> {
/// let (x, y) = (array![1.0, 2.0, 3.0, 4.0], array![1.0, 2.0, 4.0, 3.0]);
/// let test = stats::kendalltau(&x, &y, along(..), PValue::Auto, Tau::B, Alternative::TwoSided)?;
/// let (statistic, pvalue): (f64, f64) = (test.statistic.item()?.get(), test.pvalue.item()?.get());
/// assert_eq!(format!("{statistic:.4} {pvalue:.4}"), "0.6667 0.3333");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range; a value error for shapes that do not broadcast, and for equal observations
/// where the exact distribution is requested.
pub fn kendalltau(
    x: &Array,
    y: &Array,
    along: Along,
    method: PValue,
    tau: Tau,
    alternative: Alternative,
) -> Result<Significance> {
    let test = Test::paired(&[x, y], &along, 2)?;
    let results = test.run_in(DType::F64, |samples| {
        let pairs = Pairs::new(&samples[0], &samples[1])?;
        if method == PValue::Exact {
            let tied = pairs.ties.gt(0.0).and(!pairs.is_constant()).done(DType::Bool)?;
            if rows::any(&tied, ..)?.item()?.get() {
                return Err(Error::value("Ties found, exact method cannot be used."));
            }
        }
        Ok([pairs.tau(tau), pairs.pvalue(method, alternative)?])
    })?;
    Ok(results.into())
}

/// The counts of the pairs of observations.
struct Pairs {
    /// The number of observations.
    n: Term,
    /// The number of pairs.
    all: Term,
    /// Pairs that are equal in the first variable, and in the second one.
    equal: [Term; 2],
    /// The sums of t(t-1)(t-2) and of t(t-1)(2t+5) over groups of t equal observations, of both variables.
    threes: [Term; 2],
    fives: [Term; 2],
    /// How many values each variable has.
    values: [Term; 2],
    /// Concordant pairs less discordant ones.
    surplus: Term,
    /// Pairs that are equal in either variable, those in both twice.
    ties: Term,
}

impl Pairs {
    fn new(x: &Sample, y: &Sample) -> Result<Pairs> {
        let n = x.n();
        let all = &n * (&n - 1.0) * 0.5;
        let each = [Ranked::new(x)?, Ranked::new(y)?];
        let sum = |of: &Ranked, term: fn(&Term) -> Term| {
            let t = of.equal();
            ((&t - 1.0) * term(&t)).sum(None)
        };
        let equal = [0, 1].map(|own| sum(&each[own], |_| Term::Number(0.5)));
        let threes = [0, 1].map(|own| sum(&each[own], |t| t - 2.0));
        let fives = [0, 1].map(|own| sum(&each[own], |t| t * 2.0 + 5.0));
        let values = [0, 1].map(|own| {
            let counted = Term::from(&each[own].first).and(!Term::from(&each[own].values).is_nan());
            counted.sum(None)
        });
        // The observations in the order of the first variable, and of the second one where that is equal.
        let second = take_along_axis(&x.marked()?, &each[1].order, -1)?;
        let order = take_along_axis(&each[1].order, &argsort(&second, Some(-1))?, -1)?;
        let [first, second] = [x, y].map(|own| own.marked().and_then(|own| take_along_axis(&own, &order, -1)));
        let (first, second) = (first?, second?);
        let both = Ranked::of_pairs(&first, &second, order)?;
        let both = sum(&both, |_| Term::Number(0.5));
        let discordant = inversions(&second)?;
        let ties = &equal[0] + &equal[1];
        let surplus = &all - &ties + both - discordant * 2.0;
        Ok(Pairs { n, all, equal, threes, fives, values, surplus, ties })
    }

    fn tau(&self, tau: Tau) -> Term {
        let [x, y] = [&self.equal[0], &self.equal[1]].map(|equal| &self.all - equal);
        let raw = match tau {
            Tau::B => &self.surplus / x.sqrt() / y.sqrt(),
            Tau::C => {
                let least = self.values[0].minimum(&self.values[1]);
                &self.surplus * 2.0 / (self.n.squared() * (&least - 1.0) / &least)
            }
        };
        raw.maximum(-1.0).minimum(1.0).nan_where(self.is_constant())
    }

    /// Whether all observations of a variable are equal.
    fn is_constant(&self) -> Term {
        self.equal[0].equals(&self.all).or(self.equal[1].equals(&self.all))
    }

    fn pvalue(&self, method: PValue, alternative: Alternative) -> Result<Term> {
        let pvalue = match method {
            PValue::Asymptotic => self.asymptotic(alternative),
            PValue::Exact => self.exact(alternative, f64::INFINITY)?,
            PValue::Auto => {
                let concordant = (&self.all + &self.surplus) * 0.5;
                let near = concordant.minimum(&self.all - &concordant);
                let chosen = self.ties.equals(0.0).and(self.n.le(MAX_EXACT).or(near.le(1.0)));
                chosen.choose(self.exact(alternative, MAX_EXACT)?, self.asymptotic(alternative))
            }
        };
        Ok(pvalue.nan_where(self.is_constant()))
    }

    fn asymptotic(&self, alternative: Alternative) -> Term {
        let n = &self.n;
        let pairs = n * (n - 1.0);
        let own = (&pairs * (n * 2.0 + 5.0) - &self.fives[0] - &self.fives[1]) / 18.0;
        let joint = &self.equal[0] * &self.equal[1] * 2.0 / &pairs;
        let triples = &self.threes[0] * &self.threes[1] / (&pairs * 9.0 * (n - 2.0));
        alternative.normal(&(&self.surplus / (own + joint + triples).sqrt()))
    }

    /// The p-value by the distribution of the number of concordant pairs without ties; for long samples if all pairs
    /// but one at most are concordant, or discordant.
    fn exact(&self, alternative: Alternative, max_exact: f64) -> Result<Term> {
        let concordant = (&self.all + &self.surplus) * 0.5;
        let table = Tables::new(&[&self.n], |counts| match counts {
            [n] if (*n as f64) <= max_exact => Ok(symmetric_distribution(&concordant_pairs(*n)?)),
            _ => Ok(Vec::new()),
        })?;
        // One of the n! orders has no concordant pair, and n - 1 have one.
        let factorial = (-(&self.n + 1.0).gammaln()).exp();
        let at_most = |pairs: &Term| {
            let few = pairs.lt(0.0).choose(0.0, pairs.equals(0.0).choose(&factorial, &factorial * &self.n));
            let many = 1.0 - (&self.all - pairs).equals(1.0).choose(&factorial, 0.0);
            let rare = pairs.le(1.0).choose(few, many);
            let tabled = pairs.lt(0.0).choose(0.0, table.at(pairs));
            self.n.le(max_exact).choose(tabled, rare)
        };
        let [less, greater] = [at_most(&concordant), at_most(&(&self.all - &concordant))];
        Ok(match alternative {
            Alternative::Less => less,
            Alternative::Greater => greater,
            Alternative::TwoSided => (less.minimum(greater) * 2.0).minimum(1.0),
        })
    }
}

/// The probabilities of each number of concordant pairs of n observations.
fn concordant_pairs(n: i64) -> Result<Vec<f64>> {
    let mut mass = vec![1.0];
    for order in 2..=n as usize {
        // The new observation is concordant with any number of those before it, from none to all.
        let mut next = filled(0.0, mass.len() + order - 1)?;
        let mut window = 0.0;
        for position in 0..next.len().div_ceil(2) {
            window += mass.get(position).copied().unwrap_or(0.0);
            if position >= order {
                window -= mass[position - order];
            }
            next[position] = window / order as f64;
        }
        let last = next.len() - 1;
        for position in 0..next.len() / 2 {
            next[last - position] = next[position];
        }
        mass = next;
    }
    Ok(mass)
}

/// The number of pairs of elements along the last axis in descending order: by merging if the host reads them without a
/// transfer, elsewhere by their bits.
fn inversions(elements: &Array) -> Result<Term> {
    if in_host_memory(elements.device()) { inversions_by_merging(elements) } else { inversions_by_bits(elements) }
}

/// Most elements that are sorted by insertion.
const MAX_INSERTED: usize = 16;

/// The pairs in descending order, by merges of sorted parts: an element of the right part is after all remaining
/// elements of the left part, which are greater.
fn inversions_by_merging(elements: &Array) -> Result<Term> {
    let (extents, device) = (elements.shape().to_vec(), elements.device());
    let length = extents.last().map_or(0, |&length| length as usize);
    let mut values = elements.in_dtype(DType::F64)?.to_vec::<f64>()?;
    // NaN, which do not count, are the greatest.
    values.iter_mut().filter(|value| value.is_nan()).for_each(|value| *value = f64::INFINITY);
    let mut other = filled(0.0, length)?;
    let counted = values.chunks_exact_mut(length.max(1)).map(|line| count_by_merging(line, &mut other) as f64);
    let counted: Vec<f64> = cuprust_reserve::collected(counted)?;
    let mut kept = extents;
    if let Some(last) = kept.last_mut() {
        *last = 1;
    }
    let counts = if length == 0 {
        cuprust::zeros(cuprust::shape(&kept[..]).dtype(DType::F64).on(device))
    } else {
        Array::from_slice(&counted, &kept[..], device)
    };
    Ok(Term::from(counts))
}

/// The number of pairs of a line in descending order, which is sorted; `other` has as many elements.
fn count_by_merging(line: &mut [f64], other: &mut [f64]) -> u64 {
    let mut count = 0;
    for part in line.chunks_mut(MAX_INSERTED) {
        for position in 1..part.len() {
            let value = part[position];
            let mut at = position;
            while at > 0 && part[at - 1] > value {
                part[at] = part[at - 1];
                at -= 1;
            }
            part[at] = value;
            count += (position - at) as u64;
        }
    }
    let mut width = MAX_INSERTED;
    while width < line.len() {
        for (pair, target) in line.chunks_mut(2 * width).zip(other.chunks_mut(2 * width)) {
            if pair.len() <= width {
                continue;
            }
            let (left, right) = pair.split_at(width);
            let (mut a, mut b) = (0, 0);
            for own in target.iter_mut() {
                if a < left.len() && (b == right.len() || left[a] <= right[b]) {
                    *own = left[a];
                    a += 1;
                } else {
                    *own = right[b];
                    b += 1;
                    count += (left.len() - a) as u64;
                }
            }
            pair.copy_from_slice(&target[..pair.len()]);
        }
        width *= 2;
    }
    count
}

/// The pairs in descending order, by kernels.
///
/// The ranks of the elements are processed bit by bit from the highest one. Elements with equal higher bits are
/// adjacent, and keep their order; a pair of these descends in this bit if a one precedes a zero.
fn inversions_by_bits(elements: &Array) -> Result<Term> {
    let length = elements.shape()[elements.ndim() - 1];
    let order = argsort(elements, Some(-1))?;
    let position = last_axis_indices(elements)?.in_dtype(DType::I64)?.broadcast_to(elements.shape())?;
    let mut rank = order.empty_like(None)?;
    rank.put_along_axis(&order, &position, -1)?;
    let mut count = Term::Number(0.0);
    let bits = i64::BITS - (length.max(1) - 1).leading_zeros();
    for bit in (0..i64::from(bits)).rev() {
        let set = rows::bitwise_and(&rows::right_shift(&rank, bit)?, 1i64)?;
        // Ones before each element, among all and among those before its group.
        let before = rows::subtract(&cumsum(&set, -1)?, &set)?;
        let group = rows::left_shift(&rows::right_shift(&rank, bit + 1)?, bit + 1)?;
        let ones = rows::subtract(&before, &take_along_axis(&before, &group, -1)?)?;
        let ones = Term::from(&ones);
        count = count + Term::from(&set).equals(0.0).choose(&ones, 0.0).to(DType::F64).sum(None);
        if bit > 0 {
            let zeros = Term::from(&position) - Term::from(&group) - &ones;
            let moved = Term::from(&group) + Term::from(&set).equals(0.0).choose(zeros, &ones + (1i64 << bit) as f64);
            let moved = moved.done(DType::I64)?;
            let next = rank.empty_like(None)?;
            next.put_along_axis(&moved, &rank, -1)?;
            rank = next;
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust::Device;

    #[test]
    fn both_ways_count_the_same_pairs() {
        let line: Vec<f64> = (0..200).map(|position| f64::from(position * 37 % 101 % 23)).collect();
        for length in [0, 1, 2, 15, 16, 17, 33, 100, 200] {
            let own = Array::from_slice(&line[..length], &[1, length as i64][..], Device::cpu()).unwrap();
            let pairs = |from: usize| line[from + 1..length].iter().filter(|other| line[from] > **other).count();
            let wanted = (0..length).map(pairs).sum::<usize>() as f64;
            for counted in [inversions_by_merging(&own), inversions_by_bits(&own)] {
                let counted: f64 = counted.unwrap().done(DType::F64).unwrap().item().unwrap().get();
                assert_eq!(counted, wanted, "{length}");
            }
        }
    }
}
