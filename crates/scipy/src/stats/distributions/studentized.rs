//! The distribution of the studentized range.

use cuprust::random::Generator;

use super::family::{Family, Start, from_zero, statistics_of_some_moments, uniform};
use super::samples::Moments;
use crate::stats::terms::{
    Term, studentized_range_density, studentized_range_entropy, studentized_range_lower, studentized_range_moment,
    studentized_range_quantile, studentized_range_upper, studentized_range_upper_quantile,
};

/// The distribution of the range of k normal variables over an estimate of their deviation with df degrees of freedom.
pub(crate) struct StudentizedRange;

impl Family for StudentizedRange {
    type Shapes = [Term; 2];
    const NAME: &'static str = "studentized_range";
    const SHAPES: &'static [&'static str] = &["k", "df"];

    fn valid([k, df]: &[Term; 2]) -> Term {
        k.gt(1.0) & k.lt(f64::INFINITY) & df.gt(0.0)
    }

    fn support(_: &[Term; 2]) -> (Term, Term) {
        from_zero()
    }

    fn log_density(x: &Term, shapes: &[Term; 2]) -> Term {
        Self::density(x, shapes).log()
    }

    fn density(x: &Term, [k, df]: &[Term; 2]) -> Term {
        studentized_range_density(x, k, df)
    }

    fn lower(x: &Term, [k, df]: &[Term; 2]) -> Term {
        studentized_range_lower(x, k, df)
    }

    fn upper(x: &Term, [k, df]: &[Term; 2]) -> Term {
        studentized_range_upper(x, k, df)
    }

    fn quantile(p: &Term, [k, df]: &[Term; 2]) -> Term {
        studentized_range_quantile(p, k, df)
    }

    fn upper_quantile(q: &Term, [k, df]: &[Term; 2]) -> Term {
        studentized_range_upper_quantile(q, k, df)
    }

    fn statistics(shapes: &[Term; 2]) -> [Term; 4] {
        statistics_of_some_moments(|order| Self::raw_moment(order, shapes))
    }

    fn raw_moment(order: u32, [k, df]: &[Term; 2]) -> Term {
        studentized_range_moment(f64::from(order), k, df)
    }

    fn entropy([k, df]: &[Term; 2]) -> Term {
        studentized_range_entropy(k, df)
    }

    fn draw(generator: &Generator, size: &[i64], [k, df]: &[Term; 2]) -> Term {
        // The range of normal variables is that of infinitely many degrees of freedom.
        let range = studentized_range_quantile(uniform(generator, size), k, f64::INFINITY);
        // For more degrees of freedom the estimate counts as exact.
        let df = df.minimum(1e15);
        let square = df.argument().and_then(|df| generator.chisquare(df, size));
        range / (Term::from(square) / df).sqrt()
    }

    fn start(sample: &Moments) -> Start {
        Start::of(sample, vec![3.0, 10.0])
    }
}
