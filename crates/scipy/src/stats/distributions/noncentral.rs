//! Noncentral distributions: of sums of squares of normal variables whose means are not zero, and their quotients.

use cuprust::random::Generator;
use std::f64::consts::{FRAC_PI_2, LN_2};

use super::family::{
    Family, Start, factorial, from_zero, line, moment_of_cumulants, normals, statistics_of_moments,
    statistics_of_some_moments,
};
use super::numeric::{by_search, entropy_of};
use super::samples::Moments;
use crate::stats::terms::{
    Term, chndtr, ive, log_gamma_density, log_noncentral_f_density, log_noncentral_t_density, ncfdtr, nctdtr,
    noncentral_chi_square_upper, noncentral_f_upper, poch,
};

/// The noncentral chi-square distribution with df degrees of freedom and noncentrality nc.
pub(crate) struct NoncentralChiSquare;

impl Family for NoncentralChiSquare {
    type Shapes = [Term; 2];
    const NAME: &'static str = "ncx2";
    const SHAPES: &'static [&'static str] = &["df", "nc"];

    fn valid([df, nc]: &[Term; 2]) -> Term {
        df.gt(0.0) & df.lt(f64::INFINITY) & nc.ge(0.0)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        // The central density times that of the mixture, by the Bessel function of x nc and its limit.
        let order = df * 0.5 - 1.0;
        let root = (x * nc).sqrt();
        let distance = (x.sqrt() - nc.sqrt()).squared();
        let bessel = ive(&order, &root).log();
        let value = distance * -0.5 - LN_2 + &order * 0.5 * (x.log() - nc.log()) + bessel;
        let half = x * 0.5;
        let central = log_gamma_density(df * 0.5, half) - LN_2 - nc * 0.5;
        // (x nc/4)^k/(k! (df/2)_k) of the first two terms.
        let series = (x * nc * 0.25 / (df * 0.5)).log1p();
        let value = root.lt(1e-6).choose(central + series, value);
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        chndtr(x, df, nc)
    }

    fn upper(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        noncentral_chi_square_upper(x, df, nc)
    }

    by_search!([Term; 2]);

    fn statistics([df, nc]: &[Term; 2]) -> [Term; 4] {
        let sum = df + nc * 2.0;
        let skewness = (df + nc * 3.0) * 8f64.sqrt() / sum.pow(1.5);
        let kurtosis = (df + nc * 4.0) * 12.0 / sum.squared();
        [df + nc, sum * 2.0, skewness, kurtosis]
    }

    fn raw_moment(order: u32, [df, nc]: &[Term; 2]) -> Term {
        moment_of_cumulants(order, |n| (df + nc * f64::from(n)) * (factorial(n - 1) * 2f64.powi(n as i32 - 1)))
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [df, nc]: &[Term; 2]) -> Term {
        let drawn = df.argument().and_then(|df| generator.noncentral_chisquare(df, nc.argument()?, size));
        Term::from(drawn)
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![2.0, 1.0])
    }
}

/// The noncentral F distribution: of a noncentral chi-square variable over its degrees of freedom dfn, over a central
/// one over its dfd.
pub(crate) struct NoncentralF;

impl Family for NoncentralF {
    type Shapes = [Term; 3];
    const NAME: &'static str = "ncf";
    const SHAPES: &'static [&'static str] = &["dfn", "dfd", "nc"];

    fn valid([dfn, dfd, nc]: &[Term; 3]) -> Term {
        let finite = dfn.lt(f64::INFINITY) & dfd.lt(f64::INFINITY) & nc.lt(f64::INFINITY);
        dfn.gt(0.0) & dfd.gt(0.0) & nc.ge(0.0) & finite
    }

    fn support(_: &[Term; 3]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [dfn, dfd, nc]: &[Term; 3]) -> Term {
        log_noncentral_f_density(dfn, dfd, nc, x)
    }

    fn lower(x: &Term, [dfn, dfd, nc]: &[Term; 3]) -> Term {
        ncfdtr(dfn, dfd, nc, x)
    }

    fn upper(x: &Term, [dfn, dfd, nc]: &[Term; 3]) -> Term {
        noncentral_f_upper(dfn, dfd, nc, x)
    }

    by_search!([Term; 3]);

    fn statistics(shapes: &[Term; 3]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [dfn, dfd, nc]: &[Term; 3]) -> Term {
        // The moment of the numerator, and that of the inverse of the denominator.
        let above = NoncentralChiSquare::raw_moment(order, &[dfn.clone(), nc.clone()]);
        let value = (1..=order).fold(above, |product, k| product * (dfd / dfn) / (dfd - 2.0 * f64::from(k)));
        dfd.gt(2.0 * f64::from(order)).choose(value, f64::INFINITY)
    }

    fn entropy(shapes: &[Term; 3]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [dfn, dfd, nc]: &[Term; 3]) -> Term {
        let above = NoncentralChiSquare::draw(generator, size, &[dfn.clone(), nc.clone()]) / dfn;
        let below = Term::from(dfd.argument().and_then(|dfd| generator.chisquare(dfd, size))) / dfd;
        above / below
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![3.0, 6.0, 1.0])
    }
}

/// The noncentral distribution of Student with df degrees of freedom and noncentrality nc: of a normal variable of mean
/// nc over the root of a chi-square one by its degrees of freedom.
pub(crate) struct NoncentralT;

impl Family for NoncentralT {
    type Shapes = [Term; 2];
    const NAME: &'static str = "nct";
    const SHAPES: &'static [&'static str] = &["df", "nc"];

    fn valid([df, nc]: &[Term; 2]) -> Term {
        df.gt(0.0) & df.lt(f64::INFINITY) & nc.abs().lt(f64::INFINITY)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        line()
    }

    fn log_density(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        log_noncentral_t_density(df, nc, x)
    }

    fn lower(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        nctdtr(df, nc, x)
    }

    fn upper(x: &Term, [df, nc]: &[Term; 2]) -> Term {
        nctdtr(df, -nc, -x)
    }

    by_search!([Term; 2]);

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [df, nc]: &[Term; 2]) -> Term {
        // That of the normal variable, and that of the inverse of the root: E z^n = nc E z^(n - 1) + (n - 1) E z^(n -
        // 2).
        let (mut before, mut moment) = (Term::from(0.0), Term::from(1.0));
        for k in 0..order {
            let next = nc * &moment + before * f64::from(k);
            (before, moment) = (moment, next);
        }
        let half = f64::from(order) * 0.5;
        let root = (df * 0.5).pow(half) / poch((df - f64::from(order)) * 0.5, half);
        df.gt(f64::from(order)).choose(moment * root, f64::INFINITY)
    }

    fn entropy(shapes: &[Term; 2]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [df, nc]: &[Term; 2]) -> Term {
        let below = Term::from(df.argument().and_then(|df| generator.chisquare(df, size))) / df;
        (normals(generator, size) + nc) / below.sqrt()
    }

    fn start(sample: &Moments) -> Start {
        Start::centred(sample, vec![5.0, 0.1])
    }
}

/// The distribution of Rice: of the length of a vector of two normal variables that lies about b.
pub(crate) struct Rice;

impl Family for Rice {
    type Shapes = [Term; 1];
    const NAME: &'static str = "rice";
    const SHAPES: &'static [&'static str] = &["b"];

    fn valid([b]: &[Term; 1]) -> Term {
        b.ge(0.0)
    }

    fn support(_: &[Term; 1]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, [b]: &[Term; 1]) -> Term {
        let value = x.log() - (x - b).squared() * 0.5 + (x * b).i0e().log();
        x.equals(f64::INFINITY).choose(f64::NEG_INFINITY, value)
    }

    fn lower(x: &Term, [b]: &[Term; 1]) -> Term {
        chndtr(x.squared(), 2.0, b.squared())
    }

    fn upper(x: &Term, [b]: &[Term; 1]) -> Term {
        noncentral_chi_square_upper(x.squared(), 2.0, b.squared())
    }

    by_search!([Term; 1]);

    fn statistics(shapes: &[Term; 1]) -> [Term; 4] {
        let [one, two, three, four] = [1, 2, 3, 4].map(|order| Self::raw_moment(order, shapes));
        statistics_of_moments(one, two, three, four)
    }

    fn raw_moment(order: u32, [b]: &[Term; 1]) -> Term {
        // E x^(n + 2) = (2 n + 2 + b^2) E x^n - n^2 E x^(n - 2), from E 1/x or from one on.
        let square = b.squared();
        let quarter = &square * 0.25;
        let (mut before, mut moment, mut n) = if order % 2 == 1 {
            let root = FRAC_PI_2.sqrt();
            let (even, odd) = (quarter.i0e(), quarter.i1e());
            let first = ((&square * 0.5 + 1.0) * &even + &square * 0.5 * odd) * root;
            (even * root, first, 1.0)
        } else {
            (Term::from(0.0), Term::from(1.0), 0.0)
        };
        while n < f64::from(order) {
            let next = (&square + (2.0 * n + 2.0)) * &moment - before * (n * n);
            (before, moment) = (moment, next);
            n += 2.0;
        }
        moment
    }

    fn entropy(shapes: &[Term; 1]) -> Term {
        entropy_of::<Self>(shapes)
    }

    fn draw(generator: &Generator, size: &[i64], [b]: &[Term; 1]) -> Term {
        let (first, second) = (normals(generator, size) + b, normals(generator, size));
        (first.squared() + second.squared()).sqrt()
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![1.0])
    }
}
