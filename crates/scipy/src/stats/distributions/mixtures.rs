//! Distributions of whole numbers about series and mixtures: the logarithmic one, those of Yule and Simon, of Skellam
//! and of Laplace, the binomial one of a beta variable, and the negative hypergeometric one.

use cuprust::DType;
use cuprust::random::Generator;

use super::family::{
    Family, factorial, falling_factorial, moment_of_cumulants, moment_of_factorial, rising_factorial,
    statistics_of_moments,
};
use crate::stats::terms::{
    Term, beta_binomial_entropy, beta_binomial_lower, beta_binomial_upper, betaln, chndtr, hypergeometric_lower,
    hypergeometric_upper, ive, logarithmic_series_lower, logarithmic_series_upper, noncentral_chi_square_upper,
};

/// The methods of a family that search for a count.
macro_rules! by_search {
    ($shapes:ty) => {
        fn quantile(p: &Term, shapes: &$shapes) -> Term {
            $crate::stats::distributions::numeric::searched_count::<Self>(|k| Self::lower(k, shapes).ge(p), shapes)
        }

        fn upper_quantile(q: &Term, shapes: &$shapes) -> Term {
            $crate::stats::distributions::numeric::searched_count::<Self>(|k| Self::upper(k, shapes).le(q), shapes)
        }
    };
}
pub(crate) use by_search;

/// The logarithmic distribution: probabilities in proportion to p^k/k from one on.
pub(crate) struct LogSer;

impl Family for LogSer {
    type Shapes = [Term; 1];
    const NAME: &'static str = "logser";
    const SHAPES: &'static [&'static str] = &["p"];
    const DISCRETE: bool = true;

    fn valid([p]: &[Term; 1]) -> Term {
        p.gt(0.0) & p.lt(1.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(1.0), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [p]: &[Term; 1]) -> Term {
        let value = k * p.log() - k.log() - (-(-p).log1p()).log();
        k.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn density(k: &Term, [p]: &[Term; 1]) -> Term {
        -p.pow(k) / k / (-p).log1p()
    }

    fn lower(k: &Term, [p]: &[Term; 1]) -> Term {
        logarithmic_series_lower(k, p)
    }

    fn upper(k: &Term, [p]: &[Term; 1]) -> Term {
        logarithmic_series_upper(k, p)
    }

    by_search!([Term; 1]);

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [p]: &[Term; 1]) -> Term {
        let (odds, scale) = (p / (1.0 - p), -(-p).log1p());
        // (k - 1)! (p/(1 - p))^k over the scale.
        moment_of_factorial(order, |k| (0..k).fold(factorial(k - 1) / &scale, |product, _| product * &odds))
    }

    fn entropy([p]: &[Term; 1]) -> Term {
        p.logarithmic_series_entropy()
    }

    fn draw(generator: &Generator, size: &[i64], [p]: &[Term; 1]) -> Term {
        Term::from(p.argument().and_then(|p| generator.logseries(p, size))).to(DType::F64)
    }
}

/// The distribution of Yule and Simon of shape alpha: probabilities alpha B(k, alpha + 1) from one on.
pub(crate) struct YuleSimon;

impl Family for YuleSimon {
    type Shapes = [Term; 1];
    const NAME: &'static str = "yulesimon";
    const SHAPES: &'static [&'static str] = &["alpha"];
    const DISCRETE: bool = true;

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(1.0), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [alpha]: &[Term; 1]) -> Term {
        let value = alpha.log() + betaln(k, alpha + 1.0);
        k.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(k: &Term, shapes: &[Term; 1]) -> Term {
        -Self::log_upper(k, shapes).expm1()
    }

    fn upper(k: &Term, shapes: &[Term; 1]) -> Term {
        Self::log_upper(k, shapes).exp()
    }

    fn log_upper(k: &Term, [alpha]: &[Term; 1]) -> Term {
        k.log() + betaln(k, alpha + 1.0)
    }

    by_search!([Term; 1]);

    fn statistics([alpha]: &[Term; 1]) -> [Term; 4] {
        let above = |least: f64, value: Term, otherwise: f64| alpha.gt(least).choose(value, otherwise);
        let mean = above(1.0, alpha / (alpha - 1.0), f64::INFINITY);
        let variance = alpha.squared() / ((alpha - 2.0) * (alpha - 1.0).squared());
        let variance = above(1.0, above(2.0, variance, f64::INFINITY), f64::NAN);
        let skewness = (alpha - 2.0).sqrt() * (alpha + 1.0).squared() / (alpha * (alpha - 3.0));
        let skewness = above(2.0, above(3.0, skewness, f64::INFINITY), f64::NAN);
        let top = (alpha.squared() * alpha * 11.0 - alpha * 49.0 - 22.0) / (alpha * (alpha - 4.0) * (alpha - 3.0));
        let kurtosis = above(2.0, above(4.0, alpha + 3.0 + top, f64::INFINITY), f64::NAN);
        [mean, variance, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [alpha]: &[Term; 1]) -> Term {
        // Factorial moments alpha (k - 1)! k!/((alpha - 1) .. (alpha - k)).
        let value = moment_of_factorial(order, |k| {
            let divisor = (1..=k).fold(Term::from(1.0), |product, i| product * (alpha - f64::from(i)));
            alpha * (factorial(k - 1) * factorial(k)) / divisor
        });
        alpha.gt(f64::from(order)).choose(value, f64::INFINITY)
    }

    fn entropy([alpha]: &[Term; 1]) -> Term {
        alpha.yule_simon_entropy()
    }

    fn draw(generator: &Generator, size: &[i64], [alpha]: &[Term; 1]) -> Term {
        let exponential = || Term::from(generator.standard_exponential(size));
        let share = -(-exponential() / alpha).exp();
        (-exponential() / share.log1p()).ceil().maximum(1.0)
    }
}

/// The discrete distribution of Laplace: probabilities in proportion to e^(-a |k|).
pub(crate) struct DLaplace;

impl Family for DLaplace {
    type Shapes = [Term; 1];
    const NAME: &'static str = "dlaplace";
    const SHAPES: &'static [&'static str] = &["a"];
    const DISCRETE: bool = true;

    fn support(_: &[Term; 1]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [a]: &[Term; 1]) -> Term {
        (a * 0.5).tanh().log() - a * k.abs()
    }

    fn lower(k: &Term, shapes: &[Term; 1]) -> Term {
        Self::upper(&(-k - 1.0), shapes)
    }

    fn upper(k: &Term, [a]: &[Term; 1]) -> Term {
        // e^(-a k)/(1 + e^a) of k from zero on.
        let tail = |k: &Term| (-(a * (k + 1.0))).exp() / ((-a).exp() + 1.0);
        k.lt(0.0).choose(1.0 - tail(&(-k - 1.0)), tail(k))
    }

    by_search!([Term; 1]);

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [variance, fourth] = [2, 4].map(|order| Self::raw_moment(order, shapes));
        let kurtosis = fourth / variance.squared() - 3.0;
        [Term::from(0.0), variance, Term::from(0.0), kurtosis]
    }

    fn raw_moment(order: u32, [a]: &[Term; 1]) -> Term {
        if order % 2 == 1 {
            return Term::from(0.0);
        }
        // The difference of two geometric variables from zero on, of odds 1/(e^a - 1).
        let odds = 1.0 / a.expm1();
        let own = |n: u32| {
            if n == 0 {
                return Term::from(1.0);
            }
            moment_of_factorial(n, |k| (0..k).fold(Term::from(factorial(k)), |product, _| product * &odds))
        };
        let (mut choose, mut sum) = (1.0, Term::from(0.0));
        for k in 0..=order {
            sum = sum + own(k) * own(order - k) * if k % 2 == 1 { -choose } else { choose };
            choose *= f64::from(order - k) / f64::from(k + 1);
        }
        sum
    }

    fn entropy([a]: &[Term; 1]) -> Term {
        a / a.sinh() - (a * 0.5).tanh().log()
    }

    fn draw(generator: &Generator, size: &[i64], [a]: &[Term; 1]) -> Term {
        let p = -(-a).expm1();
        let geometric = || Term::from(p.argument().and_then(|p| generator.geometric(p, size))).to(DType::F64);
        geometric() - geometric()
    }
}

/// Skellam's distribution: of the difference of two variables of Poisson's of the means mu1 and mu2.
pub(crate) struct Skellam;

impl Family for Skellam {
    type Shapes = [Term; 2];
    const NAME: &'static str = "skellam";
    const SHAPES: &'static [&'static str] = &["mu1", "mu2"];
    const DISCRETE: bool = true;

    fn support(_: &[Term; 2]) -> (Term, Term) {
        (Term::from(f64::NEG_INFINITY), Term::from(f64::INFINITY))
    }

    fn log_density(k: &Term, [first, second]: &[Term; 2]) -> Term {
        let distance = (first.sqrt() - second.sqrt()).squared();
        let bessel = ive(k.abs(), (first * second).sqrt() * 2.0).log();
        let value = bessel - distance + k * 0.5 * (first / second).log();
        k.abs().equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(k: &Term, [first, second]: &[Term; 2]) -> Term {
        Self::upper(&(-k - 1.0), &[second.clone(), first.clone()])
    }

    fn upper(k: &Term, [first, second]: &[Term; 2]) -> Term {
        // By the noncentral chi-square distribution (Johnson 1959).
        let from_zero = chndtr(first * 2.0, (k + 1.0).maximum(0.5) * 2.0, second * 2.0);
        let below = noncentral_chi_square_upper(second * 2.0, (-k).maximum(0.5) * 2.0, first * 2.0);
        let value = k.lt(0.0).choose(below, from_zero);
        k.abs().equals(f64::INFINITY).choose(k.lt(0.0), value)
    }

    by_search!([Term; 2]);

    fn statistics([first, second]: &[Term; 2]) -> [Term; 4] {
        let (mean, variance) = (first - second, first + second);
        let skewness = &mean / variance.pow(1.5);
        [mean, variance.clone(), skewness, 1.0 / variance]
    }

    fn raw_moment(order: u32, [first, second]: &[Term; 2]) -> Term {
        moment_of_cumulants(order, |n| if n % 2 == 1 { first - second } else { first + second })
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        // Over twenty deviations from the mean, which have practically all of the probability.
        super::numeric::entropy_of_counts::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [first, second]: &[Term; 2]) -> Term {
        let poisson =
            |mean: &Term| Term::from(mean.argument().and_then(|mean| generator.poisson(mean, size))).to(DType::F64);
        poisson(first) - poisson(second)
    }
}

/// The binomial distribution of n trials whose probability is a beta variable of shapes a and b.
pub(crate) struct BetaBinom;

impl Family for BetaBinom {
    type Shapes = [Term; 3];
    const NAME: &'static str = "betabinom";
    const SHAPES: &'static [&'static str] = &["n", "a", "b"];
    const DISCRETE: bool = true;

    fn valid([n, a, b]: &[Term; 3]) -> Term {
        n.ge(0.0) & n.is_whole() & a.gt(0.0) & b.gt(0.0)
    }

    fn support([n, _, _]: &[Term; 3]) -> (Term, Term) {
        (Term::from(0.0), n.clone())
    }

    fn log_density(k: &Term, [n, a, b]: &[Term; 3]) -> Term {
        let ways = -(n + 1.0).log() - betaln(n - k + 1.0, k + 1.0);
        ways + betaln(k + a, n - k + b) - betaln(a, b)
    }

    fn lower(k: &Term, [n, a, b]: &[Term; 3]) -> Term {
        beta_binomial_lower(k, n, a, b)
    }

    fn upper(k: &Term, [n, a, b]: &[Term; 3]) -> Term {
        beta_binomial_upper(k, n, a, b)
    }

    by_search!([Term; 3]);

    fn statistics(shapes: &[Term; 3]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [n, a, b]: &[Term; 3]) -> Term {
        let sum = a + b;
        moment_of_factorial(order, |k| falling_factorial(n, k) * rising_factorial(a, k) / rising_factorial(&sum, k))
    }

    fn entropy([n, a, b]: &[Term; 3]) -> Term {
        beta_binomial_entropy(n, a, b)
    }

    fn draw(generator: &Generator, size: &[i64], [n, a, b]: &[Term; 3]) -> Term {
        let p = a.argument().and_then(|a| generator.beta(a, b.argument()?, size));
        let drawn = p.and_then(|p| generator.binomial(n.argument()?, &p, size));
        Term::from(drawn).to(DType::F64)
    }
}

/// The negative hypergeometric distribution: how many of n successes in M trials are drawn before the r-th failure. It
/// is the mixture of a beta variable of shapes r and M - n - r + 1.
pub(crate) struct NHyperGeom;

impl NHyperGeom {
    fn mixture([total, n, r]: &[Term; 3]) -> [Term; 3] {
        [n.clone(), r.clone(), total - n - r + 1.0]
    }
}

impl Family for NHyperGeom {
    type Shapes = [Term; 3];
    const NAME: &'static str = "nhypergeom";
    const SHAPES: &'static [&'static str] = &["M", "n", "r"];
    const DISCRETE: bool = true;

    fn valid([total, n, r]: &[Term; 3]) -> Term {
        let whole = total.is_whole() & n.is_whole() & r.is_whole();
        n.ge(0.0) & n.le(total) & r.ge(0.0) & r.le(total - n) & whole
    }

    fn support([_, n, _]: &[Term; 3]) -> (Term, Term) {
        (Term::from(0.0), n.clone())
    }

    fn log_density(k: &Term, shapes: &[Term; 3]) -> Term {
        let [_, _, r] = shapes;
        let certain = k.equals(0.0).choose(0.0, f64::NEG_INFINITY);
        r.equals(0.0).choose(certain, BetaBinom::log_density(k, &Self::mixture(shapes)))
    }

    fn lower(k: &Term, [total, n, r]: &[Term; 3]) -> Term {
        // Among the first k + r draws are at most k successes.
        let k = k.minimum(n);
        r.equals(0.0).choose(1.0, hypergeometric_lower(&k, total, n, &k + r))
    }

    fn upper(k: &Term, [total, n, r]: &[Term; 3]) -> Term {
        let k = k.minimum(n);
        r.equals(0.0).choose(0.0, hypergeometric_upper(&k, total, n, &k + r))
    }

    by_search!([Term; 3]);

    fn statistics(shapes: &[Term; 3]) -> [Term; 4] {
        BetaBinom::statistics(&Self::mixture(shapes))
    }

    fn raw_moment(order: u32, shapes: &[Term; 3]) -> Term {
        BetaBinom::raw_moment(order, &Self::mixture(shapes))
    }

    fn entropy(shapes: &[Term; 3]) -> Term {
        let [_, _, r] = shapes;
        r.equals(0.0).choose(0.0, BetaBinom::entropy(&Self::mixture(shapes)))
    }
}
