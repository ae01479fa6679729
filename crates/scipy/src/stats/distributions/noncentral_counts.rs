//! Noncentral hypergeometric distributions: how many good ones are drawn without replacement, where a good one has
//! other odds than a bad one.

use cuprust::random::Generator;
use cuprust::sorting::{Side, searchsorted};
use cuprust::{Array, DType};
use cuprust_ir::Result;

use super::family::{Family, uniform};
use super::mixtures::by_search;
use crate::stats::terms::{
    Term, fisher_hypergeometric_lower, fisher_hypergeometric_mass, fisher_hypergeometric_moment,
    fisher_hypergeometric_upper, log_fisher_hypergeometric_mass, log_wallenius_hypergeometric_mass,
    wallenius_hypergeometric_lower, wallenius_hypergeometric_mass, wallenius_hypergeometric_moment,
    wallenius_hypergeometric_upper,
};

/// Largest population whose tails have their digits.
const MAX_POPULATION: f64 = 1e10;
/// Largest odds, whose products with populations are finite.
const MAX_ODDS: f64 = 1e280;
/// Most counts whose probabilities are tabulated for draws.
const MAX_TABULATED: i64 = 1 << 20;

/// Whether the parameters are a population, good ones of it, draws of it, and odds.
fn are_draws([total, good, draws, odds]: &[Term; 4]) -> Term {
    let whole = total.is_whole() & good.is_whole() & draws.is_whole();
    let ordered = good.ge(0.0) & draws.ge(0.0) & good.le(total) & draws.le(total);
    whole & ordered & total.le(MAX_POPULATION) & odds.gt(0.0) & odds.le(MAX_ODDS)
}

/// The fewest and the most good ones among the draws.
fn ends([total, good, draws, _]: &[Term; 4]) -> (Term, Term) {
    ((draws - (total - good)).maximum(0.0), good.minimum(draws))
}

/// The counts from one on to another as an array like `like`.
fn counts(low: f64, high: f64, like: &Array) -> Result<Array> {
    let numbers: Vec<f64> = (0..=(high - low) as i64).map(|index| low + index as f64).collect();
    Array::from_slice(&numbers, numbers.len(), like.device())
}

/// Random variates by a table of probabilities, where parameters are numbers: twelve deviations from the mean and forty
/// more counts have all but 1e-20.
fn drawn_by_table<F: Family<Shapes = [Term; 4]>>(generator: &Generator, size: &[i64], shapes: &[Term; 4]) -> Term {
    let uniform = uniform(generator, size);
    let (mean, variance, (low, high)) = (F::mean(shapes), F::variance(shapes), ends(shapes));
    let [Some(mean), Some(variance), Some(low), Some(high)] = [mean, variance, low, high].map(|term| term.number())
    else {
        return F::quantile(&uniform, shapes);
    };
    let reach = 12.0 * variance.sqrt() + 40.0;
    let (low, high) = ((mean - reach).floor().max(low), (mean + reach).ceil().min(high));
    if high - low >= MAX_TABULATED as f64 {
        return F::quantile(&uniform, shapes);
    }
    uniform.with(|uniform| {
        let table = F::lower(&Term::from(counts(low, high, uniform)?), shapes).done(DType::F64)?;
        let index = searchsorted(&table, uniform, Side::Left, None)?;
        (Term::from(index).to(DType::F64) + low).minimum(high).done(DType::F64)
    })
}

macro_rules! noncentral {
    ($($(#[$doc:meta])* $family:ident $name:literal: $mass:ident $log_mass:ident $lower:ident $upper:ident $moment:ident;)*) => { $(
        $(#[$doc])*
        pub(crate) struct $family;

        impl Family for $family {
            type Shapes = [Term; 4];
            const NAME: &'static str = $name;
            const SHAPES: &'static [&'static str] = &["M", "n", "N", "odds"];
            const DISCRETE: bool = true;

            fn valid(shapes: &[Term; 4]) -> Term {
                are_draws(shapes)
            }

            fn support(shapes: &[Term; 4]) -> (Term, Term) {
                ends(shapes)
            }

            fn log_density(k: &Term, [total, good, draws, odds]: &[Term; 4]) -> Term {
                $log_mass(k, total, good, draws, odds)
            }

            fn density(k: &Term, [total, good, draws, odds]: &[Term; 4]) -> Term {
                $mass(k, total, good, draws, odds)
            }

            fn lower(k: &Term, [total, good, draws, odds]: &[Term; 4]) -> Term {
                $lower(k, total, good, draws, odds)
            }

            fn upper(k: &Term, [total, good, draws, odds]: &[Term; 4]) -> Term {
                $upper(k, total, good, draws, odds)
            }

            by_search!([Term; 4]);

            fn statistics(shapes: &[Term; 4]) -> [Term; 4] {
                let [total, good, draws, odds] = shapes;
                let [third, fourth] = [3.0, 4.0].map(|order| $moment(order, total, good, draws, odds));
                let variance = Self::variance(shapes);
                let (skewness, kurtosis) = (third / variance.pow(1.5), fourth / variance.squared() - 3.0);
                [Self::mean(shapes), variance, skewness, kurtosis]
            }

            fn mean([total, good, draws, odds]: &[Term; 4]) -> Term {
                $moment(1.0, total, good, draws, odds)
            }

            fn variance([total, good, draws, odds]: &[Term; 4]) -> Term {
                $moment(2.0, total, good, draws, odds)
            }

            fn raw_moment(order: u32, [total, good, draws, odds]: &[Term; 4]) -> Term {
                // The sum of the central moments of lower orders times choices and powers of the mean.
                let mean = $moment(1.0, total, good, draws, odds);
                let mut choices = 1.0;
                let (mut sum, mut power) = (Term::from(0.0), Term::from(1.0));
                for k in 0..=order {
                    let central = match order - k {
                        0 => Term::from(1.0),
                        1 => Term::from(0.0),
                        rest => $moment(f64::from(rest), total, good, draws, odds),
                    };
                    sum = sum + central * &power * choices;
                    choices *= f64::from(order - k) / f64::from(k + 1);
                    power = power * &mean;
                }
                sum
            }

            fn entropy([total, good, draws, odds]: &[Term; 4]) -> Term {
                $moment(0.0, total, good, draws, odds)
            }

            fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 4]) -> Term {
                drawn_by_table::<Self>(generator, size, shapes)
            }
        }
    )* };
}

noncentral! {
    /// Fisher's distribution: how many of N draws from M are among n, where the draws of both kinds are independent and
    /// only their sum is known.
    FisherHyperGeom "nchypergeom_fisher": fisher_hypergeometric_mass log_fisher_hypergeometric_mass
        fisher_hypergeometric_lower fisher_hypergeometric_upper fisher_hypergeometric_moment;
    /// Wallenius's distribution: how many of N draws from M, one after another, are among n.
    WalleniusHyperGeom "nchypergeom_wallenius": wallenius_hypergeometric_mass log_wallenius_hypergeometric_mass
        wallenius_hypergeometric_lower wallenius_hypergeometric_upper wallenius_hypergeometric_moment;
}
