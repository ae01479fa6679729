//! The U test of Mann and Whitney.

use cuprust::Array;
use cuprust_ir::Result;
use cuprust_reserve::{collected, filled};

use super::alternative::{Alternative, PValue};
use super::rank_tests::rank_sums;
use super::tables::{Tables, running};
use super::ttests::Significance;
use crate::stats::samples::groups::{Test, joined};
use crate::stats::samples::observations::Along;
use crate::stats::samples::ranks::Ranked;
use crate::stats::terms::Term;

/// Most observations of a sample for which the exact distribution is the default, as in SciPy.
const MAX_EXACT: f64 = 8.0;

/// Whether observations of one sample are greater than those of another one, by Mann and Whitney:
/// `scipy.stats.mannwhitneyu`. The statistic is the number of pairs in which the first sample's observation is the
/// greater one, equal ones counted by halves. `continuity` corrects the limiting distribution by half a pair.
///
/// Where NaN are left out, exact distributions wait for the counts of observations.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, PValue, along};
/// # fn main() -> Result<()> {
/// let (x, y) = (array![1.0, 2.0, 3.0], array![4.0, 5.0]);
/// let test = stats::mannwhitneyu(&x, &y, true, Alternative::Less, along(..), PValue::Auto)?;
/// assert_eq!(format!("{} {:.1}", test.statistic, test.pvalue.item()?.get::<f64>()), "0.0 0.1");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn mannwhitneyu(
    x: &Array,
    y: &Array,
    continuity: bool,
    alternative: Alternative,
    along: Along,
    method: PValue,
) -> Result<Significance> {
    let results = Test::independent(&[x, y], &along, 1)?.run(|samples| {
        let all = joined(samples)?;
        let ranked = Ranked::new(&all)?;
        let [n1, n2] = [samples[0].n(), samples[1].n()];
        let u1 = &rank_sums(samples, &ranked)[0] - &n1 * (&n1 + 1.0) * 0.5;
        let u2 = &n1 * &n2 - &u1;
        let (u, factor) = match alternative {
            Alternative::Greater => (u1.clone(), 1.0),
            Alternative::Less => (u2, 1.0),
            Alternative::TwoSided => (u1.maximum(u2), 2.0),
        };
        let limit = || {
            let n = &n1 + &n2;
            let ties = ranked.tie_term() / (&n * (&n - 1.0));
            let deviation = (&n1 * &n2 / 12.0 * (&n + 1.0 - ties)).sqrt();
            let above = &u - &n1 * &n2 * 0.5 - if continuity { 0.5 } else { 0.0 };
            (-(above / deviation)).ndtr()
        };
        let exact = |most: f64| -> Result<Term> {
            let table = Tables::new(&[&n1, &n2], |counts| match counts {
                &[n1, n2] if n1.min(n2) as f64 <= most => at_least(n1, n2),
                _ => Ok(Vec::new()),
            })?;
            Ok(table.at(&u))
        };
        let p = match method {
            PValue::Asymptotic => limit(),
            PValue::Exact => exact(f64::INFINITY)?,
            PValue::Auto => {
                let few = n1.minimum(&n2).le(MAX_EXACT);
                if few.number() == Some(0.0) {
                    limit()
                } else {
                    few.and(!all.any_or_each(&ranked.has_ties())).choose(exact(MAX_EXACT)?, limit())
                }
            }
        };
        Ok([u1, (p * factor).maximum(0.0).minimum(1.0)])
    })?;
    Ok(results.into())
}

/// The probabilities of U to be at least each value, for samples of given sizes without ties.
fn at_least(n1: i64, n2: i64) -> Result<Vec<f64>> {
    let (n1, n2) = (n1.min(n2) as usize, n1.max(n2) as usize);
    let most = n1 * n2;
    // By symmetry the lower half of the values is enough.
    let half = most / 2 + 1;
    // The number of orders, of which each value has a part, fits into 126 bits or not.
    let orders: f64 = (1..=n1).map(|own| (n2 + own) as f64 / own as f64).product();
    let mass: Vec<f64> = if orders < 2f64.powi(126) {
        let mut ways = filled(0u128, half)?;
        ways[0] = 1;
        for own in 1..=n1 {
            // Times 1 - x^(n2 + own), then over 1 - x^own: modulo 2^128, as the result fits.
            for index in (n2 + own..half).rev() {
                ways[index] = ways[index].wrapping_sub(ways[index - n2 - own]);
            }
            for index in own..half {
                ways[index] = ways[index].wrapping_add(ways[index - own]);
            }
        }
        ways.iter().map(|&ways| ways as f64 / orders).collect()
    } else {
        let mut mass = filled(0.0, half)?;
        mass[0] = 1.0;
        for own in 1..=n1 {
            for index in (n2 + own..half).rev() {
                mass[index] -= mass[index - n2 - own];
            }
            for index in own..half {
                mass[index] += mass[index - own];
            }
            let scale = own as f64 / (n2 + own) as f64;
            mass.iter_mut().for_each(|mass| *mass *= scale);
        }
        mass
    };
    let at_most = running(mass);
    let from_below = |value: usize| if value == 0 { 1.0 } else { 1.0 - at_most[value - 1] };
    let all = (0..=most).map(|value| if value > most - value { at_most[most - value] } else { from_below(value) });
    Ok(collected(all)?)
}
