//! The declarations of those special functions that are no rows.

use cuprust::table::texts::{AXIS, WAITS};
use cuprust::table::{Axes, Out, Returned, functions};
use cuprust::ufunc::apply;
use cuprust::{Argument, Array, Error};
use cuprust_ops::RowId;

use super::legendre::arrays_of;
use super::{
    comb, diric, factorial, factorial2, factorialk, log_softmax, logsumexp, logsumexp_signed, multigammaln, perm,
    polygamma, softmax, softplus, stirling2,
};

/// The error of functions whose exact integers are requested.
fn inexact_alone(exact: bool) -> cuprust::Result<()> {
    match exact {
        true => Err(Error::value(
            "integers of any length are Python's: `math.comb`, `math.perm` and `math.factorial` have them",
        )),
        false => Ok(()),
    }
}

/// Whether a factorial is the function of all numbers.
fn extended(extend: &str) -> cuprust::Result<bool> {
    match extend {
        "zero" => Ok(false),
        "complex" => Ok(true),
        other => Err(Error::value(format!("argument `extend` must be either 'zero' or 'complex', received: {other}"))),
    }
}

functions! {
    in "cuprust.scipy.special";

    /// log(sum(b exp(a))) over axes, without overflow; with the signs of the sums where `return_sign` is true.
    ///
    /// Elements whose weight in `b` is zero count for nothing. The logarithm of a negative sum is NaN without its sign.
    /// Complex numbers are summed too.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.special.logsumexp(cp.array([1000.0, 1000.0]))
    /// array(1000.69314718)
    fn logsumexp(
        a: &Array, axis: Axes = None, b: Option<&Array> = None, keepdims: bool = False, return_sign: bool = False
    ) -> Returned {
        if !return_sign {
            return Ok(Returned::Array(logsumexp(a, axis.named(), b, keepdims)?));
        }
        let (logarithm, sign) = logsumexp_signed(a, axis.named(), b, keepdims)?;
        Ok(Returned::Tuple(vec![logarithm, sign]))
    }

    /// The softmax function exp(x)/sum(exp(x)) over axes, without overflow.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.special.softmax(cp.array([1000.0, 1000.0]))
    /// array([0.5, 0.5])
    fn softmax(x: &Array, axis: Axes = None) -> Array {
        softmax(x, axis.named())
    }

    /// The logarithm of the softmax function, x - log(sum(exp(x))) over axes, without overflow.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.special.log_softmax(cp.array([1000.0, 0.0]))
    /// array([    0., -1000.])
    fn log_softmax(x: &Array, axis: Axes = None) -> Array {
        log_softmax(x, axis.named())
    }

    /// The elements rounded to a number of decimals, halves to even.
    ///
    /// >>> cp.scipy.special.round(cp.array([0.5, 1.5, 2.7]))
    /// array([0., 2., 3.])
    fn round(a: &Array, decimals: i64 = 0, out: Out = None) -> Array {
        cuprust::math::round_with(a, decimals, out.0)
    }

    /// The derivative of order n of the digamma function: (-1)^(n + 1) gamma(n + 1) zeta(n + 1, x).
    ///
    /// >>> cp.scipy.special.polygamma(1, cp.array([1.0, 2.0]))
    /// array([1.64493407, 0.64493407])
    fn polygamma(n: &Array, x: &Array) -> Array {
        polygamma(n, x)
    }

    /// The logarithm of the multivariate gamma function of dimension d.
    ///
    #[doc = WAITS]
    /// Raises ValueError for elements that are not above (d - 1)/2.
    ///
    /// >>> cp.scipy.special.multigammaln(cp.array([23.5]), 10)
    /// array([457.17667478])
    fn multigammaln(a: &Array, d: i64) -> Array {
        multigammaln(a, d)
    }

    /// How many ways there are to choose k of N things, with `repetition` if they can be chosen again.
    ///
    /// Integers give float64. Raises ValueError for `exact`.
    ///
    /// >>> cp.scipy.special.comb(cp.array([5, 10]), cp.array([2, 3]))
    /// array([ 10., 120.])
    fn comb(N: &Array, k: &Array, *, exact: bool = False, repetition: bool = False) -> Array {
        inexact_alone(exact)?;
        comb(N, k, repetition)
    }

    /// How many ways there are to put k of N things in a row.
    ///
    /// Integers give float64. Raises ValueError for `exact`.
    ///
    /// >>> cp.scipy.special.perm(cp.array([5, 10]), cp.array([2, 3]))
    /// array([ 20., 720.])
    fn perm(N: &Array, k: &Array, exact: bool = False) -> Array {
        inexact_alone(exact)?;
        perm(N, k)
    }

    /// The factorial, zero for negative numbers: of other than whole numbers gamma(n + 1).
    ///
    /// Integers give float64. Raises ValueError for `exact`, and for `extend` other than "zero".
    ///
    /// >>> cp.scipy.special.factorial(cp.array([0, 3, 5]))
    /// array([  1.,   6., 120.])
    fn factorial(n: &Array, exact: bool = False, extend: &str = "zero") -> Array {
        inexact_alone(exact)?;
        match extend {
            "zero" => factorial(n),
            other => Err(Error::value(format!("argument `extend` must be 'zero', received: {other}"))),
        }
    }

    /// The product of n, n - 2, n - 4 and so on down to above zero: one for n = 0, zero for negative numbers.
    ///
    /// With `extend` "complex" it is the function sqrt(2/pi) 2^(n/2) gamma(n/2 + 1) of all numbers. Integers give
    /// float64.
    /// Raises ValueError for `exact`, for another `extend`, for bools, and for other than integers where it is "zero".
    ///
    /// >>> cp.scipy.special.factorial2(cp.array([0, 5, 6]))
    /// array([ 1., 15., 48.])
    fn factorial2(n: &Array, exact: bool = False, extend: &str = "zero") -> Array {
        inexact_alone(exact)?;
        factorial2(n, extended(extend)?)
    }

    /// The product of n, n - k, n - 2k and so on down to above zero: one for n = 0, zero for negative numbers.
    ///
    /// With `extend` "complex" it is the function k^((n - 1)/k) gamma(n/k + 1)/gamma(1/k + 1) of all numbers.
    /// Integers give float64.
    /// Raises ValueError for `exact`, for another `extend`, for bools, for a k that is not positive, and for other than
    /// integers where `extend` is "zero".
    ///
    /// >>> cp.scipy.special.factorialk(cp.array([0, 5, 7]), 3)
    /// array([ 1., 10., 28.])
    fn factorialk(n: &Array, k: f64, exact: bool = False, extend: &str = "zero") -> Array {
        inexact_alone(exact)?;
        factorialk(n, k, extended(extend)?)
    }

    /// Stirling's numbers of the second kind: how many partitions of N things into K parts there are.
    ///
    /// In float64, with an error of some N units of the last place.
    #[doc = WAITS]
    /// Raises ValueError for `exact`, TypeError for other than integers, bools too.
    ///
    /// >>> cp.scipy.special.stirling2(cp.array([5, 4]), cp.array([2, 0]))
    /// array([15.,  0.])
    fn stirling2(N: &Array, K: &Array, *, exact: bool = False) -> Array {
        inexact_alone(exact)?;
        stirling2(N, K)
    }

    /// The kernel of Dirichlet, sin(n x/2)/(n sin(x/2)), also called the periodic sinc: NaN where n is no positive
    /// whole number. It is exact to a few units of the last place beside multiples of 2 pi too.
    ///
    /// Raises TypeError for complex numbers.
    ///
    /// >>> cp.scipy.special.diric(cp.array([0.0, cp.pi / 2]), 3)
    /// array([1.        , 0.33333333])
    fn diric(x: Argument, n: Argument) -> Array {
        let [x, n] = arrays_of([x, n])?;
        diric(&x, &n)
    }

    /// The smooth rectifier log(1 + exp(x)), without overflow. It is written to `out` where that is given.
    ///
    /// >>> cp.scipy.special.softplus(cp.array([-1000.0, 0.0, 1000.0]))
    /// array([0.00000000e+00, 6.93147181e-01, 1.00000000e+03])
    fn softplus(x: &Array, *, out: Out = None) -> Array {
        softplus(x, out.0)
    }

    /// The generalized polynomial of Laguerre of degree n and of the parameter k: `eval_genlaguerre` with its arguments
    /// in another order.
    ///
    /// >>> cp.scipy.special.assoc_laguerre(cp.array([0.0, 1.0]), 2, 1)
    /// array([3. , 0.5])
    fn assoc_laguerre(x: Argument, n: Argument, k: Argument = 0.0) -> Array {
        apply(RowId::named("eval_genlaguerre"), &[n, k, x])
    }
}
