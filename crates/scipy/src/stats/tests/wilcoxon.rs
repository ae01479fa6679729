//! Wilcoxon's test of signed ranks.

use cuprust::chapters::{epsilon, positions};
use cuprust::ufunc::rows;
use cuprust::{Array, DType};
use cuprust_ir::{Error, Result};
use cuprust_reserve::filled;

use super::alternative::{Alternative, PValue};
use super::tables::{Tables, symmetric_distribution};
use crate::stats::samples::groups::Test;
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::ranks::Ranked;
use crate::stats::terms::Term;

/// Most differences for which the exact distribution is the default, as in SciPy.
const MAX_EXACT: i64 = 50;

/// Most differences, some of them equal or zero, of which all signs are tried.
const MAX_SIGNS: i64 = 13;

/// The treatment of differences of zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zeros {
    /// They are left out before differences are ranked.
    #[default]
    Wilcox,
    /// They are ranked, and then left out.
    Pratt,
    /// They are ranked, and half of their ranks counts for either sign.
    Split,
}

impl Zeros {
    /// The rule of SciPy's name: "wilcox", "pratt" or "zsplit".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Zeros> {
        match name.to_lowercase().as_str() {
            "wilcox" => Ok(Zeros::Wilcox),
            "pratt" => Ok(Zeros::Pratt),
            "zsplit" => Ok(Zeros::Split),
            _ => Err(Error::value("`zero_method` must be one of {'wilcox', 'pratt', 'zsplit'}.")),
        }
    }
}

/// The result of [`wilcoxon`].
#[derive(Debug, Clone)]
pub struct Wilcoxon {
    /// The sum of the ranks of positive differences, of the two-sided test the smaller one of both signs.
    pub statistic: Array,
    /// The p-value under the alternative.
    pub pvalue: Array,
    /// The statistic as a normal one, if the limiting distribution was requested.
    pub zstatistic: Option<Array>,
}

/// Whether differences of paired samples, or observations, are symmetric about zero, by Wilcoxon's signed ranks:
/// `scipy.stats.wilcoxon`. `correction` corrects the limiting distribution for continuity.
///
/// [`PValue::Exact`] waits for the number of differences that are not zero.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, PValue, Zeros, along};
/// # fn main() -> Result<()> {
/// let d = array![1.0, -2.0, 3.0, 4.0, 5.0];
/// let test = stats::wilcoxon(&d, None, Zeros::Wilcox, false, Alternative::TwoSided, along(..), PValue::Auto)?;
/// assert_eq!(format!("{} {}", test.statistic, test.pvalue), "2.0 0.1875");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn wilcoxon(
    x: &Array,
    y: Option<&Array>,
    zeros: Zeros,
    correction: bool,
    alternative: Alternative,
    along: Along,
    method: PValue,
) -> Result<Wilcoxon> {
    let arrays: Vec<&Array> = std::iter::once(x).chain(y).collect();
    let test = Test::paired(&arrays, &along, 1)?;
    let [statistic, pvalue, z] = test.run(|samples| {
        let difference = match samples.get(1) {
            Some(second) => samples[0].x() - second.x(),
            None => samples[0].x(),
        };
        let sample = samples[0].with(difference.done(samples[0].values.dtype())?);
        Signed::new(sample, zeros)?.results(correction, alternative, method)
    })?;
    Ok(Wilcoxon { statistic, pvalue, zstatistic: (method == PValue::Asymptotic).then_some(z) })
}

/// The ranks of absolute differences.
struct Signed {
    sample: Sample,
    zeros: Zeros,
    zero: Term,
    ranked: Ranked,
    /// Ranks in the original order of the differences, zero for those that do not count.
    ranks: Term,
    /// How many differences are ranked.
    count: Term,
}

impl Signed {
    fn new(sample: Sample, zeros: Zeros) -> Result<Signed> {
        let zero = sample.x().equals(0.0);
        let marked = Term::from(sample.marked()?).abs();
        let marked = if zeros == Zeros::Wilcox { marked.nan_where(&zero) } else { marked };
        let ranked = Ranked::of(&marked.done(sample.values.dtype())?)?;
        let counts = !marked.is_nan();
        let ranks = counts.choose(ranked.in_place(), 0.0);
        let count = if zeros == Zeros::Wilcox { counts.sum(None) } else { sample.n() };
        Ok(Signed { sample, zeros, zero, ranked, ranks, count })
    }

    /// The sum of ranks over differences of which a condition is true.
    fn sum(&self, condition: &Term) -> Term {
        condition.choose(&self.ranks, 0.0).sum(None)
    }

    fn results(&self, correction: bool, alternative: Alternative, method: PValue) -> Result<[Term; 3]> {
        let half = match self.zeros {
            Zeros::Split => self.sum(&self.zero) * 0.5,
            _ => Term::Number(0.0),
        };
        let plus = self.sum(&self.sample.x().gt(0.0)) + &half;
        let minus = self.sum(&self.sample.x().lt(0.0)) + &half;
        let (z, deviation) = self.normal(&plus);
        let limit = || {
            let sign = match alternative {
                Alternative::Greater => Term::Number(1.0),
                Alternative::Less => Term::Number(-1.0),
                Alternative::TwoSided => z.sign(),
            };
            let corrected = if correction { &z - sign * 0.5 / &deviation } else { z.clone() };
            (alternative.normal(&corrected), corrected)
        };
        let length = self.sample.length();
        let (p, shown) = match method {
            PValue::Asymptotic => limit(),
            PValue::Exact => (self.exact(&plus, &self.count, alternative)?, z.clone()),
            PValue::Auto if length > MAX_EXACT && self.sample.valid.is_none() => limit(),
            PValue::Auto => {
                let n = self.sample.n();
                let tied = self.ranked.has_ties().or(self.zero.any());
                let tied = self.sample.any_or_each(&tied);
                let exact = n.le(MAX_EXACT as f64).choose(self.exact(&plus, &n, alternative)?, f64::NAN);
                let irregular = n.le(MAX_SIGNS as f64).choose(self.by_signs(&plus, &half, alternative), limit().0);
                let small = tied.choose(irregular, exact);
                (n.le(MAX_EXACT as f64).choose(small, limit().0), z.clone())
            }
        };
        let two_sided = alternative == Alternative::TwoSided;
        let statistic = if two_sided { plus.minimum(&minus) } else { plus };
        let shown = if two_sided && method == PValue::Asymptotic { -shown.abs() } else { shown };
        Ok([statistic, p, shown])
    }

    /// The statistic as a normal one, and its standard deviation.
    fn normal(&self, plus: &Term) -> (Term, Term) {
        let n = &self.count;
        let mut mean = n * (n + 1.0) * 0.25;
        let mut squares = n * (n + 1.0) * (n * 2.0 + 1.0);
        let mut ties = self.ranked.tie_term();
        if self.zeros == Zeros::Pratt {
            let zeros = self.zero.and(!Term::from(self.sample.marked()).is_nan()).sum(None);
            mean = mean - &zeros * (&zeros + 1.0) * 0.25;
            squares = squares - &zeros * (&zeros + 1.0) * (&zeros * 2.0 + 1.0);
            ties = ties - (&zeros * &zeros * &zeros - &zeros);
        }
        let deviation = ((squares - ties * 0.5) / 24.0).sqrt();
        ((plus - mean) / &deviation, deviation)
    }

    /// The p-value by the distribution for this number of differences without ties or zeros.
    fn exact(&self, plus: &Term, count: &Term, alternative: Alternative) -> Result<Term> {
        let table = Tables::new(&[count], |counts| Ok(symmetric_distribution(&signed_ranks(counts[0])?)))?;
        let most = count * (count + 1.0) * 0.5;
        let at_most = |sum: Term| sum.lt(0.0).choose(0.0, table.at(&sum));
        let less = at_most(plus.ceil());
        // The distribution is symmetric.
        let greater = at_most(&most - plus.floor());
        Ok(match alternative {
            Alternative::Less => less,
            Alternative::Greater => greater,
            Alternative::TwoSided => (less.minimum(greater) * 2.0).maximum(0.0).minimum(1.0),
        })
    }

    /// The p-value by all signs that the differences might have.
    fn by_signs(&self, plus: &Term, half: &Term, alternative: Alternative) -> Term {
        let length = self.sample.length();
        let used = length.min(MAX_SIGNS);
        let signed = self.sample.x().differs(0.0).choose(&self.ranks, 0.0);
        // Those that count are first, so that the ranks beyond them are zero.
        let signed = signed.to(DType::F64).with(|ranks| {
            let descending = cuprust::sorting::sort(&rows::negative(ranks)?, Some(-1))?;
            rows::negative(&descending)
        });
        let sums = signed.with(|ranks| {
            let codes = Term::from(positions(&[1 << used], 0, &[1], DType::I64, ranks.device()));
            let mut sums = Term::Number(0.0);
            for index in 0..used {
                let rank = Term::from(crate::stats::samples::ranks::slice(ranks, index, index + 1));
                let set = codes.with(|codes| rows::bitwise_and(&rows::right_shift(codes, index)?, 1i64));
                sums = sums + set * rank;
            }
            sums.done(DType::F64)
        });
        let sums = sums + half;
        let slack = plus.abs() * (100.0 * epsilon(self.sample.values.dtype()));
        let share = |condition: Term| condition.sum(None) / (1i64 << used) as f64;
        let less = share(sums.le(plus + &slack));
        let greater = share(sums.ge(plus - &slack));
        match alternative {
            Alternative::Less => less,
            Alternative::Greater => greater,
            Alternative::TwoSided => (less.minimum(greater) * 2.0).minimum(1.0),
        }
    }
}

/// The probabilities of each sum of the ranks 1 to n, of which each counts or not.
fn signed_ranks(n: i64) -> Result<Vec<f64>> {
    let n = n.max(0) as usize;
    let mut mass = filled(0.0, n * (n + 1) / 2 + 1)?;
    mass[0] = 1.0;
    for rank in 1..=n {
        for sum in (0..=rank * (rank + 1) / 2).rev() {
            let with = if sum >= rank { mass[sum - rank] } else { 0.0 };
            mass[sum] = 0.5 * (mass[sum] + with);
        }
    }
    Ok(mass)
}
