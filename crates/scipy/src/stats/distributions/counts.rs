//! Distributions of whole numbers.

use cuprust::DType;
use cuprust::random::Generator;

use super::family::{Family, falling_factorial, moment_of_factorial, rising_factorial};
use crate::stats::terms::{
    Term, bdtr, bdtrc, betainc, betaincc, binomial_entropy, binomial_mass, binomial_quantile, binomial_upper_quantile,
    hypergeometric_entropy, hypergeometric_lower, hypergeometric_mass, hypergeometric_quantile, hypergeometric_upper,
    hypergeometric_upper_quantile, log_binomial_mass, log_hypergeometric_mass, log_negative_binomial_mass,
    log_poisson_mass, negative_binomial_entropy, negative_binomial_mass, negative_binomial_quantile,
    negative_binomial_upper_quantile, pdtr, pdtrc, poisson_mass, poisson_quantile, poisson_upper_quantile,
};

/// Whether a parameter is a probability.
fn is_probability(p: &Term) -> Term {
    p.ge(0.0) & p.le(1.0)
}

/// Poisson's distribution of mean mu.
pub(crate) struct Poisson;

impl Family for Poisson {
    type Shapes = [Term; 1];
    const NAME: &'static str = "poisson";
    const SHAPES: &'static [&'static str] = &["mu"];
    const DISCRETE: bool = true;

    fn valid([mu]: &[Term; 1]) -> Term {
        mu.ge(0.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [mu]: &[Term; 1]) -> Term {
        log_poisson_mass(k, mu)
    }

    fn density(k: &Term, [mu]: &[Term; 1]) -> Term {
        poisson_mass(k, mu)
    }

    fn lower(k: &Term, [mu]: &[Term; 1]) -> Term {
        pdtr(k, mu)
    }

    fn upper(k: &Term, [mu]: &[Term; 1]) -> Term {
        pdtrc(k, mu)
    }

    fn quantile(p: &Term, [mu]: &[Term; 1]) -> Term {
        poisson_quantile(p, mu)
    }

    fn upper_quantile(q: &Term, [mu]: &[Term; 1]) -> Term {
        poisson_upper_quantile(q, mu)
    }

    fn statistics([mu]: &[Term; 1]) -> [Term; 4] {
        [mu.clone(), mu.clone(), (1.0 / mu).sqrt(), 1.0 / mu]
    }

    fn raw_moment(order: u32, [mu]: &[Term; 1]) -> Term {
        moment_of_factorial(order, |k| (0..k).fold(Term::from(1.0), |product, _| product * mu))
    }

    fn entropy([mu]: &[Term; 1]) -> Term {
        mu.poisson_entropy()
    }

    fn draw(generator: &Generator, size: &[i64], [mu]: &[Term; 1]) -> Term {
        Term::from(mu.argument().and_then(|mu| generator.poisson(mu, size))).to(DType::F64)
    }
}

/// The binomial distribution: successes in n trials of probability p.
pub(crate) struct Binom;

impl Family for Binom {
    type Shapes = [Term; 2];
    const NAME: &'static str = "binom";
    const SHAPES: &'static [&'static str] = &["n", "p"];
    const DISCRETE: bool = true;

    fn valid([n, p]: &[Term; 2]) -> Term {
        n.ge(0.0) & n.is_whole() & is_probability(p)
    }

    fn support([n, _]: &[Term; 2]) -> (Term, Term) {
        (Term::from(0.0), n.clone())
    }

    fn log_density(k: &Term, [n, p]: &[Term; 2]) -> Term {
        log_binomial_mass(k, n, p)
    }

    fn density(k: &Term, [n, p]: &[Term; 2]) -> Term {
        binomial_mass(k, n, p)
    }

    fn lower(k: &Term, [n, p]: &[Term; 2]) -> Term {
        bdtr(k, n, p)
    }

    fn upper(k: &Term, [n, p]: &[Term; 2]) -> Term {
        bdtrc(k, n, p)
    }

    fn quantile(y: &Term, [n, p]: &[Term; 2]) -> Term {
        binomial_quantile(y, n, p)
    }

    fn upper_quantile(z: &Term, [n, p]: &[Term; 2]) -> Term {
        binomial_upper_quantile(z, n, p)
    }

    fn statistics([n, p]: &[Term; 2]) -> [Term; 4] {
        let q = 1.0 - p;
        let variance = n * p * &q;
        let skewness = (&q - p) / variance.sqrt();
        let kurtosis = (1.0 - p * &q * 6.0) / &variance;
        let none = |value: Term| variance.equals(0.0).choose(f64::NAN, value);
        [n * p, variance.clone(), none(skewness), none(kurtosis)]
    }

    fn raw_moment(order: u32, [n, p]: &[Term; 2]) -> Term {
        moment_of_factorial(order, |k| (0..k).fold(falling_factorial(n, k), |product, _| product * p))
    }

    fn entropy([n, p]: &[Term; 2]) -> Term {
        binomial_entropy(n, p)
    }

    fn draw(generator: &Generator, size: &[i64], [n, p]: &[Term; 2]) -> Term {
        Term::from(n.argument().and_then(|n| generator.binomial(n, p.argument()?, size))).to(DType::F64)
    }
}

/// The distribution of a trial: one with probability p, or zero.
pub(crate) struct Bernoulli;

impl Bernoulli {
    fn trials([p]: &[Term; 1]) -> [Term; 2] {
        [Term::from(1.0), p.clone()]
    }
}

impl Family for Bernoulli {
    type Shapes = [Term; 1];
    const NAME: &'static str = "bernoulli";
    const SHAPES: &'static [&'static str] = &["p"];
    const DISCRETE: bool = true;

    fn valid([p]: &[Term; 1]) -> Term {
        is_probability(p)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(0.0), Term::from(1.0))
    }

    fn log_density(k: &Term, [p]: &[Term; 1]) -> Term {
        k.equals(1.0).choose(p.log(), (-p).log1p())
    }

    fn density(k: &Term, [p]: &[Term; 1]) -> Term {
        k.equals(1.0).choose(p, 1.0 - p)
    }

    fn lower(k: &Term, [p]: &[Term; 1]) -> Term {
        k.ge(1.0).choose(1.0, 1.0 - p)
    }

    fn upper(k: &Term, [p]: &[Term; 1]) -> Term {
        k.ge(1.0).choose(0.0, p)
    }

    fn quantile(y: &Term, [p]: &[Term; 1]) -> Term {
        y.le(1.0 - p).choose(0.0, 1.0)
    }

    fn upper_quantile(z: &Term, [p]: &[Term; 1]) -> Term {
        z.ge(p).choose(0.0, 1.0)
    }

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        Binom::statistics(&Self::trials(shapes))
    }

    fn raw_moment(_: u32, [p]: &[Term; 1]) -> Term {
        p.clone()
    }

    fn entropy([p]: &[Term; 1]) -> Term {
        p.entr() + (1.0 - p).entr()
    }

    fn draw(generator: &Generator, size: &[i64], shapes: &[Term; 1]) -> Term {
        Binom::draw(generator, size, &Self::trials(shapes))
    }
}

/// The negative binomial distribution: failures before the n-th success of probability p.
pub(crate) struct NBinom;

impl Family for NBinom {
    type Shapes = [Term; 2];
    const NAME: &'static str = "nbinom";
    const SHAPES: &'static [&'static str] = &["n", "p"];
    const DISCRETE: bool = true;

    fn valid([n, p]: &[Term; 2]) -> Term {
        n.gt(0.0) & p.gt(0.0) & p.le(1.0)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        (Term::from(0.0), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [n, p]: &[Term; 2]) -> Term {
        log_negative_binomial_mass(k, n, p)
    }

    fn density(k: &Term, [n, p]: &[Term; 2]) -> Term {
        negative_binomial_mass(k, n, p)
    }

    fn lower(k: &Term, [n, p]: &[Term; 2]) -> Term {
        betainc(n, k + 1.0, p)
    }

    fn upper(k: &Term, [n, p]: &[Term; 2]) -> Term {
        betaincc(n, k + 1.0, p)
    }

    fn quantile(y: &Term, [n, p]: &[Term; 2]) -> Term {
        negative_binomial_quantile(y, n, p)
    }

    fn upper_quantile(z: &Term, [n, p]: &[Term; 2]) -> Term {
        negative_binomial_upper_quantile(z, n, p)
    }

    fn statistics([n, p]: &[Term; 2]) -> [Term; 4] {
        let q = 1.0 - p;
        let mean = n * &q / p;
        let skewness = (2.0 - p) / (n * &q).sqrt();
        let kurtosis = ((p - 6.0) * p + 6.0) / (n * &q);
        [mean.clone(), mean / p, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [n, p]: &[Term; 2]) -> Term {
        let odds = (1.0 - p) / p;
        moment_of_factorial(order, |k| (0..k).fold(rising_factorial(n, k), |product, _| product * &odds))
    }

    fn entropy([n, p]: &[Term; 2]) -> Term {
        negative_binomial_entropy(n, p)
    }

    fn draw(generator: &Generator, size: &[i64], [n, p]: &[Term; 2]) -> Term {
        Term::from(n.argument().and_then(|n| generator.negative_binomial(n, p.argument()?, size))).to(DType::F64)
    }
}

/// The hypergeometric distribution: how many of N draws from M are among n.
pub(crate) struct HyperGeom;

impl Family for HyperGeom {
    type Shapes = [Term; 3];
    const NAME: &'static str = "hypergeom";
    const SHAPES: &'static [&'static str] = &["M", "n", "N"];
    const DISCRETE: bool = true;

    fn valid([total, good, draws]: &[Term; 3]) -> Term {
        let ordered = good.le(total) & draws.le(total);
        let positive = total.gt(0.0) & good.ge(0.0) & draws.ge(0.0);
        positive & ordered & total.is_whole() & good.is_whole() & draws.is_whole()
    }

    fn support([total, good, draws]: &[Term; 3]) -> (Term, Term) {
        ((draws - (total - good)).maximum(0.0), good.minimum(draws))
    }

    fn log_density(k: &Term, [total, good, draws]: &[Term; 3]) -> Term {
        log_hypergeometric_mass(k, total, good, draws)
    }

    fn density(k: &Term, [total, good, draws]: &[Term; 3]) -> Term {
        hypergeometric_mass(k, total, good, draws)
    }

    fn lower(k: &Term, [total, good, draws]: &[Term; 3]) -> Term {
        hypergeometric_lower(k, total, good, draws)
    }

    fn upper(k: &Term, [total, good, draws]: &[Term; 3]) -> Term {
        hypergeometric_upper(k, total, good, draws)
    }

    fn quantile(p: &Term, [total, good, draws]: &[Term; 3]) -> Term {
        hypergeometric_quantile(p, total, good, draws)
    }

    fn upper_quantile(q: &Term, [total, good, draws]: &[Term; 3]) -> Term {
        hypergeometric_upper_quantile(q, total, good, draws)
    }

    fn statistics([total, good, draws]: &[Term; 3]) -> [Term; 4] {
        let bad = total - good;
        let left = total - draws;
        let mean = draws * (good / total);
        let variance = &mean * (&bad / total) * (&left / (total - 1.0));
        let skewness = (&bad - good) / (total - 2.0)
            * (total - draws * 2.0)
            * ((total - 1.0) / (good * draws) / (&bad * &left)).sqrt();
        let product = good * &bad;
        let kurtosis = total * (total + 1.0) - &product * 6.0 - draws * &left * 6.0;
        let kurtosis =
            kurtosis * (total - 1.0) * total.squared() + draws * &product * &left * (total * 5.0 - 6.0) * 6.0;
        let kurtosis = kurtosis / (draws * product * left * (total - 2.0) * (total - 3.0));
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [total, good, draws]: &[Term; 3]) -> Term {
        moment_of_factorial(order, |k| {
            (0..k).map(f64::from).fold(Term::from(1.0), |product, i| {
                // With fewer in all there are no more draws: zero over zero is zero.
                let ratio = (good - i) * ((draws - i) / (total - i));
                product * (total.gt(i).choose(ratio, 0.0))
            })
        })
    }

    fn entropy([total, good, draws]: &[Term; 3]) -> Term {
        hypergeometric_entropy(total, good, draws)
    }

    fn draw(generator: &Generator, size: &[i64], [total, good, draws]: &[Term; 3]) -> Term {
        let bad = total - good;
        let drawn =
            good.argument().and_then(|good| generator.hypergeometric(good, bad.argument()?, draws.argument()?, size));
        Term::from(drawn)
    }
}
