//! The declarations of a generator's methods.

use cuprust_num::{DType, Value};

use super::operands::{draw_shape, of, target, vector};
use super::{Generator, Mixing, Validity, seed_of};
use crate::Array;
use crate::creation::shape as of_shape;
use crate::table::texts::AXIS;
use crate::table::{Elements, Out, Shape, Source, functions};

functions! {
    in "cuprust.random.Generator";

    /// Floats uniform on [0, 1), in an array of a shape, or written to `out`.
    ///
    /// Raises TypeError for a dtype that is not a real float, or not that of `out`, ValueError for another size than
    /// that of `out`.
    ///
    /// >>> cp.random.default_rng(0).random((2, 3)).shape
    /// (2, 3)
    fn random(generator: &Generator, size: Option<Shape> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        let Some(out) = target(out, size.as_ref(), dtype, true)? else { return generator.random(of_shape(of(size)).dtype(dtype)) };
        generator.random(of_shape(out.shape()).dtype(out.dtype()))?.into_out(Some(out))
    }

    /// Integers from `low` to `high`, `high` itself only where `endpoint` says so; from zero to `low` where `high` is
    /// not given. Each bound may be an array, which is waited for.
    ///
    /// Raises ValueError where there are no such integers, the dtype does not hold them, or the bounds do not broadcast
    /// to the shape.
    ///
    /// >>> cp.random.default_rng(0).integers(3, size=5).max() < 3
    /// array(True)
    fn integers(
        generator: &Generator, low: Elements, high: Option<Elements> = None, size: Option<Shape> = None, dtype: Option<DType> = None,
        endpoint: bool = False
    ) -> Array {
        let zero = Elements(crate::Argument::Value(Value::Int(0)));
        let (low, high) = high.map_or((zero, low), |high| (low, high));
        generator.integers_between(low, high, endpoint, of_shape(draw_shape(size, &[low, high])?).dtype(dtype))
    }

    /// Numbers of the standard normal distribution, in an array of a shape, or written to `out`.
    ///
    /// Raises TypeError for a dtype that is not a real float, or not that of `out`, ValueError for another size than
    /// that of `out`.
    ///
    /// >>> cp.random.default_rng(0).standard_normal(3).dtype
    /// dtype('float64')
    fn standard_normal(generator: &Generator, size: Option<Shape> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        let Some(out) = target(out, size.as_ref(), dtype, true)? else {
            return generator.standard_normal(of_shape(of(size)).dtype(dtype));
        };
        generator.standard_normal(of_shape(out.shape()).dtype(out.dtype()))?.into_out(Some(out))
    }

    /// Numbers of a normal distribution with a mean and a standard deviation; each may be an array.
    ///
    /// Raises ValueError for a negative deviation and parameters that do not broadcast to the shape, TypeError for a
    /// dtype that is not a real float.
    ///
    /// >>> cp.random.default_rng(0).normal(5, 0, size=2)
    /// array([5., 5.])
    fn normal(
        generator: &Generator, loc: Elements = 0.0, scale: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[loc, scale])?;
        generator.normal(loc, scale, of_shape(shape).dtype(dtype))
    }

    /// Floats uniform on [low, high); each may be an array.
    ///
    /// Raises OverflowError where the interval is not finite, ValueError for parameters that do not broadcast to the
    /// shape.
    ///
    /// >>> cp.random.default_rng(0).uniform(2, 3, 4).min() >= 2
    /// array(True)
    fn uniform(
        generator: &Generator, low: Elements = 0.0, high: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[low, high])?;
        generator.uniform(low, high, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the exponential distribution with mean 1, in an array of a shape, or written to `out`.
    ///
    /// Raises TypeError for a dtype that is not a real float, or not that of `out`, ValueError for another size than
    /// that of `out`.
    ///
    /// >>> cp.random.default_rng(0).standard_exponential(4).min() >= 0
    /// array(True)
    fn standard_exponential(generator: &Generator, size: Option<Shape> = None, dtype: Option<DType> = None, out: Out = None) -> Array {
        let Some(out) = target(out, size.as_ref(), dtype, true)? else {
            return generator.standard_exponential(of_shape(of(size)).dtype(dtype));
        };
        generator.standard_exponential(of_shape(out.shape()).dtype(out.dtype()))?.into_out(Some(out))
    }

    /// Numbers of an exponential distribution with a mean, or with an array of means.
    ///
    /// Raises ValueError for a negative mean and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).exponential(2.0, 4).min() >= 0
    /// array(True)
    fn exponential(
        generator: &Generator, scale: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[scale])?;
        generator.exponential(scale, of_shape(shape).dtype(dtype))
    }

    /// Numbers whose logarithm is normal with a mean and a standard deviation.
    ///
    /// Raises ValueError for a negative deviation and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).lognormal(0, 0, 2)
    /// array([1., 1.])
    fn lognormal(
        generator: &Generator, mean: Elements = 0.0, sigma: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[mean, sigma])?;
        generator.lognormal(mean, sigma, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the double exponential (Laplace) distribution around a location.
    ///
    /// Raises ValueError for a negative scale and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).laplace(3, 0, 2)
    /// array([3., 3.])
    fn laplace(
        generator: &Generator, loc: Elements = 0.0, scale: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[loc, scale])?;
        generator.laplace(loc, scale, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the logistic distribution around a location.
    ///
    /// Raises ValueError for a negative scale and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).logistic(3, 0, 2)
    /// array([3., 3.])
    fn logistic(
        generator: &Generator, loc: Elements = 0.0, scale: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[loc, scale])?;
        generator.logistic(loc, scale, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the Gumbel distribution, of the largest of many, around a location.
    ///
    /// Raises ValueError for a negative scale and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).gumbel(3, 0, 2)
    /// array([3., 3.])
    fn gumbel(
        generator: &Generator, loc: Elements = 0.0, scale: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[loc, scale])?;
        generator.gumbel(loc, scale, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the Rayleigh distribution with a mode.
    ///
    /// Raises ValueError for a negative mode and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).rayleigh(0, 2)
    /// array([0., 0.])
    fn rayleigh(
        generator: &Generator, scale: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[scale])?;
        generator.rayleigh(scale, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the Pareto distribution of the second kind (Lomax) with a shape.
    ///
    /// Raises ValueError for a shape that is not positive and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).pareto(3.0, 4).min() >= 0
    /// array(True)
    fn pareto(generator: &Generator, a: Elements, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        let shape = draw_shape(size, &[a])?;
        generator.pareto(a, of_shape(shape).dtype(dtype))
    }

    /// Numbers on [0, 1] whose density is a power, with exponent `a - 1`.
    ///
    /// Raises ValueError for an `a` that is not positive and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).power(3.0, 4).max() <= 1
    /// array(True)
    fn power(generator: &Generator, a: Elements, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        let shape = draw_shape(size, &[a])?;
        generator.power(a, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the Weibull distribution with a shape, and scale 1.
    ///
    /// Raises ValueError for a negative shape and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).weibull(0, 2)
    /// array([0., 0.])
    fn weibull(generator: &Generator, a: Elements, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        let shape = draw_shape(size, &[a])?;
        generator.weibull(a, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the triangular distribution on [left, right] with a mode.
    ///
    /// Raises ValueError for numbers that are not in this order, no interval, and parameters that do not broadcast to
    /// the shape.
    ///
    /// >>> cp.random.default_rng(0).triangular(1, 2, 3, 4).min() >= 1
    /// array(True)
    fn triangular(
        generator: &Generator, left: Elements, mode: Elements, right: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[left, mode, right])?;
        generator.triangular(left, mode, right, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the standard Cauchy distribution.
    ///
    /// Raises TypeError for a dtype that is not a real float.
    ///
    /// >>> cp.random.default_rng(0).standard_cauchy(3).shape
    /// (3,)
    fn standard_cauchy(generator: &Generator, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        generator.standard_cauchy(of_shape(of(size)).dtype(dtype))
    }

    /// Numbers of the gamma distribution with a shape, and scale 1, in a new array or written to `out`.
    ///
    /// Raises ValueError for a negative shape and parameters that do not broadcast to the shape, TypeError for a dtype
    /// that is not a real float.
    ///
    /// >>> cp.random.default_rng(0).standard_gamma(0, 2)
    /// array([0., 0.])
    fn standard_gamma(
        generator: &Generator, shape: Elements, size: Option<Shape> = None, dtype: Option<DType> = None, out: Out = None
    ) -> Array {
        let Some(out) = target(out, size.as_ref(), dtype, false)? else {
            let dims = draw_shape(size, &[shape])?;
            return generator.standard_gamma(shape, of_shape(dims).dtype(dtype));
        };
        generator.standard_gamma(shape, of_shape(out.shape()).dtype(out.dtype()))?.into_out(Some(out))
    }

    /// Numbers of the gamma distribution with a shape and a scale.
    ///
    /// Raises ValueError for a negative parameter and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).gamma(2.0, 0.0, 2)
    /// array([0., 0.])
    fn gamma(
        generator: &Generator, shape: Elements, scale: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let dims = draw_shape(size, &[shape, scale])?;
        generator.gamma(shape, scale, of_shape(dims).dtype(dtype))
    }

    /// Numbers of the beta distribution, on [0, 1].
    ///
    /// Raises ValueError for a parameter that is not positive and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).beta(2, 3, 4).max() <= 1
    /// array(True)
    fn beta(
        generator: &Generator, a: Elements, b: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[a, b])?;
        generator.beta(a, b, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the chi-squared distribution with degrees of freedom.
    ///
    /// Raises ValueError for degrees that are not positive and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).chisquare(2, 4).min() >= 0
    /// array(True)
    fn chisquare(
        generator: &Generator, df: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[df])?;
        generator.chisquare(df, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the F distribution with degrees of freedom of the numerator and of the denominator.
    ///
    /// Raises ValueError for degrees that are not positive and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).f(2, 3, 4).min() >= 0
    /// array(True)
    fn f(
        generator: &Generator, dfnum: Elements, dfden: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[dfnum, dfden])?;
        generator.f(dfnum, dfden, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the noncentral chi-squared distribution.
    ///
    /// Raises ValueError for degrees of freedom that are not positive, a negative noncentrality, and parameters that do
    /// not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).noncentral_chisquare(2, 1, 4).min() >= 0
    /// array(True)
    fn noncentral_chisquare(
        generator: &Generator, df: Elements, nonc: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[df, nonc])?;
        generator.noncentral_chisquare(df, nonc, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the noncentral F distribution.
    ///
    /// Raises ValueError for degrees of freedom that are not positive, a negative noncentrality, and parameters that do
    /// not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).noncentral_f(2, 3, 1, 4).min() >= 0
    /// array(True)
    fn noncentral_f(
        generator: &Generator, dfnum: Elements, dfden: Elements, nonc: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[dfnum, dfden, nonc])?;
        generator.noncentral_f(dfnum, dfden, nonc, of_shape(shape).dtype(dtype))
    }

    /// Numbers of Student's t distribution with degrees of freedom.
    ///
    /// Raises ValueError for degrees that are not positive and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).standard_t(5, 3).shape
    /// (3,)
    fn standard_t(
        generator: &Generator, df: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[df])?;
        generator.standard_t(df, of_shape(shape).dtype(dtype))
    }

    /// Angles of the von Mises distribution around a mean direction, on [-pi, pi], with a concentration.
    ///
    /// Raises ValueError for a negative concentration and parameters that do not broadcast to the shape.
    ///
    /// >>> abs(cp.random.default_rng(0).vonmises(0, 1, 4)).max() <= 3.15
    /// array(True)
    fn vonmises(
        generator: &Generator, mu: Elements, kappa: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[mu, kappa])?;
        generator.vonmises(mu, kappa, of_shape(shape).dtype(dtype))
    }

    /// Numbers of the Wald (inverse Gaussian) distribution with a mean and a scale.
    ///
    /// Raises ValueError for a parameter that is not positive and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).wald(2, 3, 4).min() >= 0
    /// array(True)
    fn wald(
        generator: &Generator, mean: Elements, scale: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[mean, scale])?;
        generator.wald(mean, scale, of_shape(shape).dtype(dtype))
    }

    /// Integers of the Poisson distribution with a mean.
    ///
    /// Raises ValueError for a mean that is negative or too large and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).poisson(0, 2)
    /// array([0, 0])
    fn poisson(
        generator: &Generator, lam: Elements = 1.0, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[lam])?;
        generator.poisson(lam, of_shape(shape).dtype(dtype))
    }

    /// How many of `n` trials succeed that do so with probability `p`.
    ///
    /// Raises ValueError for a negative `n`, a `p` that is no probability, and parameters that do not broadcast to the
    /// shape.
    ///
    /// >>> cp.random.default_rng(0).binomial(5, 1.0, 2)
    /// array([5, 5])
    fn binomial(
        generator: &Generator, n: Elements, p: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[n, p])?;
        generator.binomial(n, p, of_shape(shape).dtype(dtype))
    }

    /// How many failures come before `n` successes of probability `p`.
    ///
    /// Raises ValueError for an `n` that is not positive, a `p` that is zero or no probability, and parameters that do
    /// not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).negative_binomial(5, 1.0, 2)
    /// array([0, 0])
    fn negative_binomial(
        generator: &Generator, n: Elements, p: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[n, p])?;
        generator.negative_binomial(n, p, of_shape(shape).dtype(dtype))
    }

    /// How many trials it takes until the first success of probability `p`.
    ///
    /// Raises ValueError for a `p` that is zero or no probability and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).geometric(1.0, 2)
    /// array([1, 1])
    fn geometric(generator: &Generator, p: Elements, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        let shape = draw_shape(size, &[p])?;
        generator.geometric(p, of_shape(shape).dtype(dtype))
    }

    /// How many of a sample of `nsample` without replacement are good.
    ///
    /// Raises ValueError for negative numbers, populations of 10^9 or more, a sample of more than there are, and
    /// parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).hypergeometric(3, 0, 2, 2)
    /// array([2, 2])
    fn hypergeometric(
        generator: &Generator, ngood: Elements, nbad: Elements, nsample: Elements, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[ngood, nbad, nsample])?;
        generator.hypergeometric(ngood, nbad, nsample, of_shape(shape).dtype(dtype))
    }

    /// Integers of the logarithmic series distribution.
    ///
    /// Raises ValueError for a `p` that is negative, one or more, and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).logseries(0.5, 4).min() >= 1
    /// array(True)
    fn logseries(generator: &Generator, p: Elements, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        let shape = draw_shape(size, &[p])?;
        generator.logseries(p, of_shape(shape).dtype(dtype))
    }

    /// Integers of the zeta distribution: `k` with a probability that `k ** -a` is proportional to.
    ///
    /// Raises ValueError for an exponent that is not above one and parameters that do not broadcast to the shape.
    ///
    /// >>> cp.random.default_rng(0).zipf(2.0, 4).min() >= 1
    /// array(True)
    fn zipf(generator: &Generator, a: Elements, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        let shape = draw_shape(size, &[a])?;
        generator.zipf(a, of_shape(shape).dtype(dtype))
    }

    /// How often each of the outcomes with the probabilities `pvals` comes in `n` trials: one more axis, the last.
    ///
    /// Raises ValueError for a negative number of trials, or probabilities whose sum is above one.
    ///
    /// >>> cp.random.default_rng(0).multinomial(5, [1.0, 0.0])
    /// array([5, 0])
    fn multinomial(
        generator: &Generator, n: Elements, pvals: Source, size: Option<Shape> = None, dtype: Option<DType> = None
    ) -> Array {
        let shape = draw_shape(size, &[n])?;
        generator.multinomial(n, &vector(pvals, "pvals")?, of_shape(shape).dtype(dtype))
    }

    /// How many of each colour a sample without replacement has, of a population with this many of each: one more axis,
    /// the last.
    ///
    /// Raises ValueError for negative numbers, populations of 10^9 or more, or a sample of more than there are.
    ///
    /// >>> cp.random.default_rng(0).multivariate_hypergeometric([3, 0], 2)
    /// array([2, 0])
    fn multivariate_hypergeometric(generator: &Generator, colors: Source, nsample: i64, size: Option<Shape> = None) -> Array {
        let colors: Vec<i64> = vector(colors, "colors")?.into_iter().map(|color| color as i64).collect();
        generator.multivariate_hypergeometric(&colors, nsample, of(size))
    }

    /// Shares that sum to one along the last axis, of the Dirichlet distribution with these concentrations.
    ///
    /// Raises ValueError for concentrations that are no vector or negative.
    ///
    /// >>> cp.random.default_rng(0).dirichlet([1, 2, 3], 4).shape
    /// (4, 3)
    fn dirichlet(generator: &Generator, alpha: Source, size: Option<Shape> = None, dtype: Option<DType> = None) -> Array {
        generator.dirichlet(&alpha.array(Some(DType::F64))?, of_shape(of(size)).dtype(dtype))
    }

    /// Vectors of the multivariate normal distribution with a mean and a covariance, along a new last axis.
    ///
    /// `method` is "svd", "eigh" or "cholesky", the factors by which normal numbers are mixed; the last one wants a
    /// covariance that is positive definite. `check_valid` is "warn", "raise" or "ignore": what is done where the
    /// covariance is not symmetric or has a negative eigenvalue, up to `tol`, for which it is waited for. Raises
    /// ValueError for other shapes and names.
    ///
    /// >>> cp.random.default_rng(0).multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], 4).shape
    /// (4, 2)
    fn multivariate_normal(
        generator: &Generator, mean: Source, cov: Source, size: Option<Shape> = None, check_valid: &str = "warn", tol: f64 = 1e-8, *,
        method: &str = "svd", dtype: Option<DType> = None
    ) -> Array {
        let (mixing, validity) = (Mixing::from_name(method)?, Validity::from_name(check_valid)?);
        let (mean, covariance) = (mean.array(Some(DType::F64))?, cov.array(Some(DType::F64))?);
        generator.multivariate_normal(&mean, &covariance, of(size), mixing, (validity, tol), dtype.unwrap_or(DType::F64))
    }

    /// A copy of an array in which each line along an axis is in a random order of its own; of all elements where no
    /// axis is named.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.sort(cp.random.default_rng(0).permuted(cp.arange(4)))
    /// array([0, 1, 2, 3])
    fn permuted(generator: &Generator, x: &Array, axis: Option<i64> = None, out: Out = None) -> Array {
        generator.permuted(x, axis)?.into_out(out.0)
    }

    /// Brings an axis of an array into random order, in place: the same order for all lines along it.
    ///
    /// Raises TypeError for an array without axes, ValueError for one that is read-only, AxisError for an axis out of
    /// range.
    ///
    /// >>> a = cp.arange(4)
    /// >>> cp.random.default_rng(0).shuffle(a)
    /// >>> cp.sort(a)
    /// array([0, 1, 2, 3])
    fn shuffle(generator: &Generator, x: &Array, axis: i64 = 0) -> () {
        generator.shuffle(x, axis)
    }

    /// Elements of a vector, or integers below a number, drawn with or without repetition, each with its probability.
    ///
    /// Raises ValueError where there is nothing to choose from, or the probabilities are not as many, not positive or
    /// do not sum to one.
    ///
    /// >>> cp.random.default_rng(0).choice([7, 8, 9], 2, p=[0, 1, 0])
    /// array([8, 8])
    fn choice(
        generator: &Generator, a: Source, size: Option<Shape> = None, replace: bool = True, p: Option<Source> = None
    ) -> Array {
        let chances = p.map(|p| vector(p, "p")).transpose()?;
        match a.integer()? {
            Some(count) => generator.choice(count, of(size), replace, chances.as_deref()),
            None => generator.choice_of(&a.array(None)?, of(size), replace, chances.as_deref()),
        }
    }

    /// The integers below a number in random order; of an array, a copy with its first axis in random order.
    ///
    /// Raises TypeError for an array without axes.
    ///
    /// >>> cp.sort(cp.random.default_rng(0).permutation(4))
    /// array([0, 1, 2, 3])
    fn permutation(generator: &Generator, x: Source) -> Array {
        match x.integer()? {
            Some(count) => generator.permutation(count),
            None => generator.permutation_of(&x.array(None)?),
        }
    }

    /// Begins anew from a seed; from a fresh one where none is given.
    ///
    /// Raises ValueError for a negative seed.
    ///
    /// >>> generator = cp.random.default_rng(0)
    /// >>> first = generator.random()
    /// >>> generator.seed(0)
    /// >>> generator.random() == first
    /// array(True)
    fn seed(generator: &Generator, seed: Option<i128> = None) -> () {
        generator.seed(seed_of(seed)?);
        Ok(())
    }
}
