# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.scipy.special that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

# Arithmetic
cbrt: ufunc[ndarray]
"""The cube root, which negative numbers have too."""

# Exponentials and logarithms
exp2: ufunc[ndarray]
"""Two to the power of the operand."""
expm1: ufunc[ndarray]
"""e to the power of the operand, less one, exact near zero."""
log1p: ufunc[ndarray]
"""The natural logarithm of one plus the operand, exact near zero."""

# Trigonometry
sinc: ufunc[ndarray]
"""The normalised sinc: sin(pi x) / (pi x), one at zero."""

# Floating point
i0: ufunc[ndarray]
"""The modified Bessel function of the first kind and order zero."""

# Special functions
erf: ufunc[ndarray]
"""The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to the operand."""
erfc: ufunc[ndarray]
"""One less the error function, without loss of digits where that is small."""
erfcx: ufunc[ndarray]
"""The exponential of the operand's square times one less the error function, without overflow or loss of digits."""
gamma: ufunc[ndarray]
"""The gamma function: NaN at negative integers, infinite with its sign at zeros."""
gammaln: ufunc[ndarray]
"""The logarithm of the absolute value of the gamma function."""
digamma: ufunc[ndarray]
"""The logarithmic derivative of the gamma function: NaN at negative integers, infinite with its sign at zeros."""
psi: ufunc[ndarray]
"""The logarithmic derivative of the gamma function: NaN at negative integers, infinite with its sign at zeros."""
ellipk: ufunc[ndarray]
"""The complete elliptic integral of the first kind of the parameter m: the integral of 1/sqrt(1 - m sin(t)^2) over a quarter turn."""
ellipkm1: ufunc[ndarray]
"""The complete elliptic integral of the first kind of the parameter 1 - p, with all digits where p is small."""
ellipj: ufunc[tuple[ndarray, ndarray, ndarray, ndarray]]
"""Jacobi's elliptic functions sn, cn and dn of u and the parameter m from 0 to 1, and the amplitude."""
elliprc: ufunc[ndarray]
"""Carlson's degenerate elliptic integral RC(x, y); for negative y its principal value."""
elliprf: ufunc[ndarray]
"""Carlson's symmetric elliptic integral of the first kind RF(x, y, z)."""
elliprd: ufunc[ndarray]
"""Carlson's elliptic integral of the second kind RD(x, y, z)."""
elliprg: ufunc[ndarray]
"""Carlson's symmetric elliptic integral of the second kind RG(x, y, z)."""
elliprj: ufunc[ndarray]
"""Carlson's symmetric elliptic integral of the third kind RJ(x, y, z, p); for negative p its principal value."""
ndtr: ufunc[ndarray]
"""The area under the standard normal density up to the operand."""
ndtri: ufunc[ndarray]
"""The number up to which the area under the standard normal density is the operand."""
zeta: ufunc[ndarray]
"""The zeta function of Hurwitz: the sum of (k + q)^-x over k from zero, infinite at x = 1 and NaN below."""
betainc: ufunc[ndarray]
"""The regularized incomplete beta function: the integral of t^(a-1) (1-t)^(b-1) from zero to x over that to one."""
btdtr: ufunc[ndarray]
"""The regularized incomplete beta function: the integral of t^(a-1) (1-t)^(b-1) from zero to x over that to one."""

# Special functions: Bessel
i0e: ufunc[ndarray]
"""The modified Bessel function of the first kind and order zero, times exp(-|x|)."""
i1: ufunc[ndarray]
"""The modified Bessel function of the first kind and order one."""
i1e: ufunc[ndarray]
"""The modified Bessel function of the first kind and order one, times exp(-|x|)."""
j0: ufunc[ndarray]
"""The Bessel function of the first kind and order zero."""
j1: ufunc[ndarray]
"""The Bessel function of the first kind and order one: NaN at infinity."""
y0: ufunc[ndarray]
"""The Bessel function of the second kind and order zero: minus infinity at zero, NaN below and at infinity."""
y1: ufunc[ndarray]
"""The Bessel function of the second kind and order one: minus infinity at zero, NaN below and at infinity."""
k0: ufunc[ndarray]
"""The modified Bessel function of the second kind and order zero: infinite at zero, NaN below."""
k0e: ufunc[ndarray]
"""The modified Bessel function of the second kind and order zero, times exp(x): infinite at zero, NaN below."""
k1: ufunc[ndarray]
"""The modified Bessel function of the second kind and order one: infinite at zero, NaN below."""
k1e: ufunc[ndarray]
"""The modified Bessel function of the second kind and order one, times exp(x): infinite at zero, NaN below."""
jv: ufunc[ndarray]
"""The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."""
jn: ufunc[ndarray]
"""The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."""
jve: ufunc[ndarray]
"""The Bessel function of the first kind and of real order v, times exp(-|y|), y the imaginary part of the operand."""
yve: ufunc[ndarray]
"""The Bessel function of the second kind and of real order v, times exp(-|y|), y the imaginary part of the operand."""
yv: ufunc[ndarray]
"""The Bessel function of the second kind and of real order v: infinite at zero, NaN below and at infinity."""
yn: ufunc[ndarray]
"""The Bessel function of the second kind and of whole order n, of which a fraction is dropped."""
iv: ufunc[ndarray]
"""The modified Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."""
ive: ufunc[ndarray]
"""The modified Bessel function of the first kind and of real order v, times exp(-|x|)."""
kv: ufunc[ndarray]
"""The modified Bessel function of the second kind and of real order v: infinite at zero, NaN below."""
kve: ufunc[ndarray]
"""The modified Bessel function of the second kind and of real order v, times exp(x)."""
struve: ufunc[ndarray]
"""The Struve function of real order v: NaN for negative x where v is no integer."""
modstruve: ufunc[ndarray]
"""The modified Struve function of real order v: NaN for negative x where v is no integer."""
hankel1: ufunc[ndarray]
"""Hankel's function of the first kind and of real order v, the sum of J and i Y, of complex numbers."""
hankel2: ufunc[ndarray]
"""Hankel's function of the second kind and of real order v, J less i Y, of complex numbers."""
hankel1e: ufunc[ndarray]
"""Hankel's function of the first kind and of real order v, times exp(-i z)."""
hankel2e: ufunc[ndarray]
"""Hankel's function of the second kind and of real order v, times exp(i z)."""
kn: ufunc[ndarray]
"""The modified Bessel function of the second kind and of whole order n, of which a fraction is dropped."""
ber: ufunc[ndarray]
"""The function of Kelvin ber: the real part of I of order zero at x exp(i pi/4)."""
bei: ufunc[ndarray]
"""The function of Kelvin bei: the imaginary part of I of order zero at x exp(i pi/4)."""
ker: ufunc[ndarray]
"""The function of Kelvin ker: the real part of K of order zero at x exp(i pi/4); NaN below zero."""
kei: ufunc[ndarray]
"""The function of Kelvin kei: the imaginary part of K of order zero at x exp(i pi/4); NaN below zero."""
berp: ufunc[ndarray]
"""The derivative of the function of Kelvin ber."""
beip: ufunc[ndarray]
"""The derivative of the function of Kelvin bei."""
kerp: ufunc[ndarray]
"""The derivative of the function of Kelvin ker."""
keip: ufunc[ndarray]
"""The derivative of the function of Kelvin kei."""
kelvin: ufunc[tuple[ndarray, ndarray, ndarray, ndarray]]
"""The functions of Kelvin as complex numbers: ber + i bei, ker + i kei, and the derivatives of both."""
airy: ufunc[tuple[ndarray, ndarray, ndarray, ndarray]]
"""The functions of Airy: Ai, its derivative, Bi and its derivative."""
airye: ufunc[tuple[ndarray, ndarray, ndarray, ndarray]]
"""The functions of Airy with their exponentials taken out: Ai and its derivative times exp(2/3 x^(3/2)), NaN for negative x, and Bi and its derivative times exp(-2/3 x^(3/2)), which is one for negative x."""
itairy: ufunc[tuple[ndarray, ndarray, ndarray, ndarray]]
"""The integrals of Airy's functions from zero to x: of Ai(t), Bi(t), Ai(-t) and Bi(-t)."""
besselpoly: ufunc[ndarray]
"""The integral of x^lmb times the Bessel function of order nu of 2 a x from zero to one: NaN for negative a."""

# Special functions: integrals
exp1: ufunc[ndarray]
"""The exponential integral E1, of exp(-t)/t from x to infinity: infinite at zero, NaN for real numbers below. Of complex numbers the cut is the negative real axis."""
expi: ufunc[ndarray]
"""The exponential integral Ei, of exp(t)/t from minus infinity to x as a principal value: minus infinity at zero."""
expn: ufunc[ndarray]
"""The exponential integral of whole order n: the integral of exp(-x t)/t^n from one to infinity. A fraction of n is dropped."""
sici: ufunc[tuple[ndarray, ndarray]]
"""The sine integral, of sin(t)/t from zero to x, and the cosine integral: the constant of Euler, log(x) and the integral of (cos(t) - 1)/t."""
shichi: ufunc[tuple[ndarray, ndarray]]
"""The hyperbolic sine integral, of sinh(t)/t from zero to x, and the hyperbolic cosine integral."""
spence: ufunc[ndarray]
"""The dilogarithm of 1 - x: minus the integral of log(t)/(t - 1) from one to x. NaN for real numbers below zero."""
fresnel: ufunc[tuple[ndarray, ndarray]]
"""The integrals of Fresnel, of sin(pi t^2/2) and of cos(pi t^2/2) from zero to x."""
ellipe: ufunc[ndarray]
"""The complete elliptic integral of the second kind of the parameter m up to one: the integral of sqrt(1 - m sin(t)^2) over a quarter turn."""
ellipkinc: ufunc[ndarray]
"""The elliptic integral of the first kind of the angle phi and the parameter m up to one: the integral of 1/sqrt(1 - m sin(t)^2) from zero to phi."""
ellipeinc: ufunc[ndarray]
"""The elliptic integral of the second kind of the angle phi and the parameter m up to one: the integral of sqrt(1 - m sin(t)^2) from zero to phi."""
itj0y0: ufunc[tuple[ndarray, ndarray]]
"""The integrals of the Bessel functions of order zero, of the first and of the second kind, from zero to x; the second NaN for negative x."""
iti0k0: ufunc[tuple[ndarray, ndarray]]
"""The integrals of the modified Bessel functions of order zero, of the first and of the second kind, from zero to x; the second NaN for negative x."""
it2j0y0: ufunc[tuple[ndarray, ndarray]]
"""The integral of (1 - J0(t))/t from zero to x and that of Y0(t)/t from x to infinity, which is NaN for negative x."""
it2i0k0: ufunc[tuple[ndarray, ndarray]]
"""The integral of (I0(t) - 1)/t from zero to x and that of K0(t)/t from x to infinity, which is NaN for negative x."""
itstruve0: ufunc[ndarray]
"""The integral of the Struve function of order zero from zero to x."""
it2struve0: ufunc[ndarray]
"""The integral of the Struve function of order zero over t from x to infinity."""
itmodstruve0: ufunc[ndarray]
"""The integral of the modified Struve function of order zero from zero to x."""
modfresnelp: ufunc[tuple[ndarray, ndarray]]
"""The modified integral of Fresnel of exp(i t^2) from x to infinity, and the same over sqrt(pi) exp(i (x^2 + pi/4))."""
modfresnelm: ufunc[tuple[ndarray, ndarray]]
"""The modified integral of Fresnel of exp(-i t^2) from x to infinity, and the same over sqrt(pi) exp(-i (x^2 + pi/4))."""

# Special functions: polynomials and hypergeometric functions
eval_legendre: ufunc[ndarray]
"""The polynomial of Legendre of degree n; for other degrees the function."""
eval_chebyt: ufunc[ndarray]
"""The polynomial of Chebyshev of the first kind and of degree n: cos(n arccos(x))."""
eval_chebyu: ufunc[ndarray]
"""The polynomial of Chebyshev of the second kind and of degree n: sin((n + 1) t)/sin(t) with t = arccos(x)."""
eval_chebyc: ufunc[ndarray]
"""The polynomial of Chebyshev of the first kind and of degree n on -2 to 2: twice eval_chebyt of x/2."""
eval_chebys: ufunc[ndarray]
"""The polynomial of Chebyshev of the second kind and of degree n on -2 to 2: eval_chebyu of x/2."""
eval_sh_legendre: ufunc[ndarray]
"""The polynomial of Legendre of degree n of 2x - 1."""
eval_sh_chebyt: ufunc[ndarray]
"""The polynomial of Chebyshev of the first kind and of degree n of 2x - 1."""
eval_sh_chebyu: ufunc[ndarray]
"""The polynomial of Chebyshev of the second kind and of degree n of 2x - 1."""
eval_hermite: ufunc[ndarray]
"""The polynomial of Hermite of whole degree n and of the weight exp(-x^2), in float64. NaN for negative n."""
eval_hermitenorm: ufunc[ndarray]
"""The polynomial of Hermite of whole degree n and of the weight exp(-x^2/2), in float64. NaN for negative n."""
eval_laguerre: ufunc[ndarray]
"""The polynomial of Laguerre of degree n, NaN for degrees above 1e6; for other degrees the function."""
eval_genlaguerre: ufunc[ndarray]
"""The generalized polynomial of Laguerre of degree n and of the parameter alpha above -1; NaN for whole degrees above 1e6."""
eval_gegenbauer: ufunc[ndarray]
"""The polynomial of Gegenbauer of degree n and of the parameter alpha; NaN for whole degrees above 1e6."""
eval_jacobi: ufunc[ndarray]
"""The polynomial of Jacobi of degree n and of the parameters alpha and beta; NaN for whole degrees above 1e6."""
eval_sh_jacobi: ufunc[ndarray]
"""The polynomial of Jacobi of degree n on 0 to 1, of the parameters p - q and q - 1, with one as leading coefficient; NaN for whole degrees above 1e6."""
lpmv: ufunc[ndarray]
"""The associated function of Legendre of whole order m and of degree v, with Condon and Shortley's phase, for x from -1 to 1; NaN for degrees above 1e6 unless m is zero."""
hyp0f1: ufunc[ndarray]
"""The confluent hypergeometric limit function 0F1(v; x)."""
hyp1f1: ufunc[ndarray]
"""The confluent hypergeometric function of Kummer, 1F1(a; b; x)."""
hyp2f1: ufunc[ndarray]
"""The hypergeometric function of Gauss, 2F1(a, b; c; x): of real numbers infinite beyond one, unless it is a polynomial; of complex ones the cut is there."""
hyperu: ufunc[ndarray]
"""The confluent hypergeometric function of Tricomi, U(a, b, x): NaN for negative x, and for parameters beyond 20000 in size."""
wrightomega: ufunc[ndarray]
"""The function omega of Wright: the solution w of w + log(w) = x."""
wright_bessel: ufunc[ndarray]
"""The generalized Bessel function of Wright: the sum of x^k/(k! gamma(a k + b)) over k from zero, for operands that are not negative."""
log_wright_bessel: ufunc[ndarray]
"""The logarithm of the generalized Bessel function of Wright, finite where that overflows."""

# Special functions: elementary
exp10: ufunc[ndarray]
"""Ten to the power of the operand."""
cosm1: ufunc[ndarray]
"""The cosine less one, cos(x) - 1, with all digits where that is small."""
exprel: ufunc[ndarray]
"""The relative exponential (exp(x) - 1)/x: one at zero."""
powm1: ufunc[ndarray]
"""The power less one, x^y - 1, with all digits where that is small."""
boxcox: ufunc[ndarray]
"""The transformation of Box and Cox: (x^lambda - 1)/lambda, and log(x) where lambda is zero."""
boxcox1p: ufunc[ndarray]
"""The transformation of Box and Cox of 1 + x: ((1 + x)^lambda - 1)/lambda, and log(1 + x) where lambda is zero."""
inv_boxcox: ufunc[ndarray]
"""The inverse of `boxcox`: (1 + lambda x)^(1/lambda), and exp(x) where lambda is zero."""
inv_boxcox1p: ufunc[ndarray]
"""The inverse of `boxcox1p`: (1 + lambda x)^(1/lambda) - 1, and exp(x) - 1 where lambda is zero."""
radian: ufunc[ndarray]
"""The angle in radians of so many degrees, minutes and seconds."""
sindg: ufunc[ndarray]
"""The sine of an angle in degrees: exact at its zeros, and zero beyond 1e14."""
cosdg: ufunc[ndarray]
"""The cosine of an angle in degrees: exact at its zeros, and zero beyond 1e14."""
tandg: ufunc[ndarray]
"""The tangent of an angle in degrees: infinite at odd multiples of 90, and zero beyond 1e14."""
cotdg: ufunc[ndarray]
"""The cotangent of an angle in degrees: infinite at multiples of 180, and zero beyond 1e14."""
expit: ufunc[ndarray]
"""The logistic function 1/(1 + exp(-x))."""
log_expit: ufunc[ndarray]
"""The logarithm of the logistic function: -log(1 + exp(-x))."""
logit: ufunc[ndarray]
"""The inverse of the logistic function, log(p/(1 - p)): infinite at zero and one, NaN beyond."""
xlogy: ufunc[ndarray]
"""The product x log(y): zero where x is zero and y is a number."""
xlog1py: ufunc[ndarray]
"""The product x log(1 + y): zero where x is zero and y is a number."""
agm: ufunc[ndarray]
"""The arithmetic-geometric mean of Gauss, the common limit of the means of the operands: NaN for opposite signs."""
entr: ufunc[ndarray]
"""The term of an entropy, -x log(x): zero at zero, minus infinity below."""
rel_entr: ufunc[ndarray]
"""The term of a relative entropy, x log(x/y): zero for x = 0 and y >= 0, infinite elsewhere outside of x, y > 0."""
kl_div: ufunc[ndarray]
"""The term of a Kullback-Leibler divergence, x log(x/y) - x + y: y for x = 0 and y >= 0, infinite elsewhere outside of x, y > 0."""
huber: ufunc[ndarray]
"""Huber's loss: r^2/2 for |r| up to delta, beyond it delta (|r| - delta/2); infinite for negative delta."""
pseudo_huber: ufunc[ndarray]
"""Huber's smooth loss, delta^2 (sqrt(1 + (r/delta)^2) - 1); infinite for negative delta."""

# Special functions: gamma
gammasgn: ufunc[ndarray]
"""The sign of the gamma function: NaN at negative integers, and that of a zero at zeros."""
rgamma: ufunc[ndarray]
"""One over the gamma function: zero at zero and at negative integers."""
loggamma: ufunc[ndarray]
"""The principal branch of the logarithm of the gamma function: infinite at zero, NaN at negative real numbers."""
beta: ufunc[ndarray]
"""The beta function, gamma(a) gamma(b)/gamma(a + b)."""
betaln: ufunc[ndarray]
"""The logarithm of the absolute value of the beta function."""
binom: ufunc[ndarray]
"""The binomial coefficient of real numbers, gamma(n + 1)/(gamma(k + 1) gamma(n - k + 1)): NaN for negative integers n."""
poch: ufunc[ndarray]
"""The rising factorial of Pochhammer, gamma(a + m)/gamma(a)."""
gammainc: ufunc[ndarray]
"""The regularized lower incomplete gamma function: the integral of t^(a - 1) exp(-t)/gamma(a) from zero to x, for a and x from zero on."""
gammaincc: ufunc[ndarray]
"""The regularized upper incomplete gamma function: the integral of t^(a - 1) exp(-t)/gamma(a) from x on, for a and x from zero on."""
gammaincinv: ufunc[ndarray]
"""The inverse of `gammainc` over x, for p from 0 to 1."""
gammainccinv: ufunc[ndarray]
"""The inverse of `gammaincc` over x, for q from 0 to 1."""
betaincc: ufunc[ndarray]
"""The complement of `betainc`: the integral of t^(a - 1) (1 - t)^(b - 1) from x to one over that from zero."""
betaincinv: ufunc[ndarray]
"""The inverse of `betainc` over x, for p from 0 to 1."""
btdtri: ufunc[ndarray]
"""The inverse of `betainc` over x, for p from 0 to 1."""
betainccinv: ufunc[ndarray]
"""The inverse of `betaincc` over x, for q from 0 to 1."""
erfinv: ufunc[ndarray]
"""The inverse of the error function: infinite at one and minus one, NaN beyond."""
erfcinv: ufunc[ndarray]
"""The inverse of the complementary error function: infinite at zero and two, NaN beyond."""
log_ndtr: ufunc[ndarray]
"""The logarithm of the area under the standard normal density up to the operand."""
ndtri_exp: ufunc[ndarray]
"""The number up to which the area under the standard normal density is exp(y): the inverse of `log_ndtr`."""
dawsn: ufunc[ndarray]
"""Dawson's integral: exp(-x^2) times the integral of exp(t^2) from zero to x."""
erfi: ufunc[ndarray]
"""The imaginary error function: 2/sqrt(pi) times the integral of exp(t^2) from zero to x."""
voigt_profile: ufunc[ndarray]
"""The density at x of the sum of a normal variable of standard deviation sigma and one of Cauchy's distribution of half width gamma."""
owens_t: ufunc[ndarray]
"""Owen's T function: 1/(2 pi) times the integral of exp(-h^2 (1 + t^2)/2)/(1 + t^2) from zero to a."""
wofz: ufunc[ndarray]
"""The function of Faddeeva of complex numbers: exp(-z^2) erfc(-i z)."""
zetac: ufunc[ndarray]
"""The zeta function of Riemann less one, with all digits for large x: infinite at one."""

# Special functions: distributions
bdtr: ufunc[ndarray]
"""The probability of at most k successes in n trials of probability p; k and n are rounded down."""
bdtrc: ufunc[ndarray]
"""The probability of more than k successes in n trials of probability p; k and n are rounded down."""
bdtri: ufunc[ndarray]
"""The inverse of `bdtr` over p: the probability of success for which that of at most k successes in n trials is y."""
chdtr: ufunc[ndarray]
"""The probability that a variable of a chi-square distribution with v degrees of freedom is at most x."""
chdtrc: ufunc[ndarray]
"""The probability that a variable of a chi-square distribution with v degrees of freedom is above x."""
chdtri: ufunc[ndarray]
"""The inverse of `chdtrc` over x."""
fdtr: ufunc[ndarray]
"""The probability that a variable of an F distribution with dfn and dfd degrees of freedom is at most x."""
fdtrc: ufunc[ndarray]
"""The probability that a variable of an F distribution with dfn and dfd degrees of freedom is above x."""
fdtri: ufunc[ndarray]
"""The inverse of `fdtr` over x."""
gdtr: ufunc[ndarray]
"""The probability that a variable of a gamma distribution of rate a and shape b is at most x."""
gdtrc: ufunc[ndarray]
"""The probability that a variable of a gamma distribution of rate a and shape b is above x."""
gdtria: ufunc[ndarray]
"""The inverse of `gdtr` over the rate a."""
gdtrix: ufunc[ndarray]
"""The inverse of `gdtr` over x."""
nbdtr: ufunc[ndarray]
"""The probability of at most k failures before the n-th success of probability p; k and n are rounded towards zero."""
nbdtrc: ufunc[ndarray]
"""The probability of more than k failures before the n-th success of probability p; k and n are rounded towards zero."""
nbdtri: ufunc[ndarray]
"""The inverse of `nbdtr` over p."""
pdtr: ufunc[ndarray]
"""The probability of at most k events of a Poisson distribution of mean m; k is rounded down."""
pdtrc: ufunc[ndarray]
"""The probability of more than k events of a Poisson distribution of mean m; k is rounded down."""
pdtri: ufunc[ndarray]
"""The inverse of `pdtr` over m."""
stdtr: ufunc[ndarray]
"""The probability that a variable of Student's distribution with df degrees of freedom is at most t."""
stdtrit: ufunc[ndarray]
"""The inverse of `stdtr` over t."""
nrdtrimn: ufunc[ndarray]
"""The mean of a normal distribution of standard deviation sd for which the probability of at most x is p."""
nrdtrisd: ufunc[ndarray]
"""The standard deviation of a normal distribution of this mean for which the probability of at most x is p."""
kolmogorov: ufunc[ndarray]
"""The probability that sqrt(n) times the greatest distance of the empirical distribution of n samples is above x, for large n."""
kolmogi: ufunc[ndarray]
"""The inverse of `kolmogorov`."""
tklmbda: ufunc[ndarray]
"""The distribution function of Tukey's lambda distribution, whose quantile of p is (p^shape - (1 - p)^shape)/shape."""
gdtrib: ufunc[ndarray]
"""The inverse of `gdtr` over the shape b."""
chdtriv: ufunc[ndarray]
"""The inverse of `chdtr` over the degrees of freedom v."""
pdtrik: ufunc[ndarray]
"""The inverse of `pdtr` over k, as a real number."""
btdtria: ufunc[ndarray]
"""The inverse of `betainc` over its first parameter a."""
btdtrib: ufunc[ndarray]
"""The inverse of `betainc` over its second parameter b."""
bdtrik: ufunc[ndarray]
"""The inverse of `bdtr` over k, as a real number."""
bdtrin: ufunc[ndarray]
"""The inverse of `bdtr` over n, as a real number."""
nbdtrik: ufunc[ndarray]
"""The inverse of `nbdtr` over k, as a real number."""
nbdtrin: ufunc[ndarray]
"""The inverse of `nbdtr` over n, as a real number."""
fdtridfd: ufunc[ndarray]
"""The inverse of `fdtr` over the degrees of freedom dfd, up to 1e10."""
stdtridf: ufunc[ndarray]
"""The inverse of `stdtr` over the degrees of freedom, up to 1e10."""
smirnov: ufunc[ndarray]
"""The probability that the greatest distance of the empirical distribution of n samples above the true one is at least d; NaN where n is not whole."""
smirnovi: ufunc[ndarray]
"""The inverse of `smirnov` over d."""
chndtr: ufunc[ndarray]
"""The probability that a variable of a noncentral chi-square distribution with df degrees of freedom and noncentrality nc is at most x."""
ncfdtr: ufunc[ndarray]
"""The probability that a variable of a noncentral F distribution with dfn and dfd degrees of freedom and noncentrality nc is at most f."""
nctdtr: ufunc[ndarray]
"""The probability that a variable of a noncentral distribution of Student with df degrees of freedom and noncentrality nc is at most t."""
nctdtrit: ufunc[ndarray]
"""The inverse of `nctdtr` over t."""
nctdtridf: ufunc[ndarray]
"""The inverse of `nctdtr` over the degrees of freedom, up to 1e10."""
nctdtrinc: ufunc[ndarray]
"""The inverse of `nctdtr` over the noncentrality."""
chndtrix: ufunc[ndarray]
"""The inverse of `chndtr` over x."""
chndtridf: ufunc[ndarray]
"""The inverse of `chndtr` over the degrees of freedom, up to 1e10."""
chndtrinc: ufunc[ndarray]
"""The inverse of `chndtr` over the noncentrality, up to 1e6: zero where the central distribution has less."""
ncfdtri: ufunc[ndarray]
"""The inverse of `ncfdtr` over f."""
ncfdtridfn: ufunc[ndarray]
"""The inverse of `ncfdtr` over the degrees of freedom dfn, the nearest to 5 up to 1e10: NaN where there are none."""
ncfdtridfd: ufunc[ndarray]
"""The inverse of `ncfdtr` over the degrees of freedom dfd, the nearest to 5 up to 1e10: NaN where there are none."""
ncfdtrinc: ufunc[ndarray]
"""The inverse of `ncfdtr` over the noncentrality, up to 1e6: zero where the central distribution has less."""

def logsumexp(a: ArrayLike, axis: int | tuple[int, ...] | None = None, b: ArrayLike | None = None, keepdims: bool_type = False, return_sign: bool_type = False) -> Any:
    """log(sum(b exp(a))) over axes, without overflow; with the signs of the sums where `return_sign` is true.

    Elements whose weight in `b` is zero count for nothing. The logarithm of a negative sum is NaN without its sign.
    Complex numbers are summed too.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.special.logsumexp(cp.array([1000.0, 1000.0]))
    array(1000.69314718)"""

def softmax(x: ArrayLike, axis: int | tuple[int, ...] | None = None) -> ndarray:
    """The softmax function exp(x)/sum(exp(x)) over axes, without overflow.

    Raises AxisError for an axis out of range.

    >>> cp.scipy.special.softmax(cp.array([1000.0, 1000.0]))
    array([0.5, 0.5])"""

def log_softmax(x: ArrayLike, axis: int | tuple[int, ...] | None = None) -> ndarray:
    """The logarithm of the softmax function, x - log(sum(exp(x))) over axes, without overflow.

    Raises AxisError for an axis out of range.

    >>> cp.scipy.special.log_softmax(cp.array([1000.0, 0.0]))
    array([    0., -1000.])"""

def round(a: ArrayLike, decimals: int = 0, out: ndarray | None = None) -> ndarray:
    """The elements rounded to a number of decimals, halves to even.

    >>> cp.scipy.special.round(cp.array([0.5, 1.5, 2.7]))
    array([0., 2., 3.])"""

def polygamma(n: ArrayLike, x: ArrayLike) -> ndarray:
    """The derivative of order n of the digamma function: (-1)^(n + 1) gamma(n + 1) zeta(n + 1, x).

    >>> cp.scipy.special.polygamma(1, cp.array([1.0, 2.0]))
    array([1.64493407, 0.64493407])"""

def multigammaln(a: ArrayLike, d: int) -> ndarray:
    """The logarithm of the multivariate gamma function of dimension d.

    Waits for the elements.
    Raises ValueError for elements that are not above (d - 1)/2.

    >>> cp.scipy.special.multigammaln(cp.array([23.5]), 10)
    array([457.17667478])"""

def comb(N: ArrayLike, k: ArrayLike, *, exact: bool_type = False, repetition: bool_type = False) -> ndarray:
    """How many ways there are to choose k of N things, with `repetition` if they can be chosen again.

    Integers give float64. Raises ValueError for `exact`.

    >>> cp.scipy.special.comb(cp.array([5, 10]), cp.array([2, 3]))
    array([ 10., 120.])"""

def perm(N: ArrayLike, k: ArrayLike, exact: bool_type = False) -> ndarray:
    """How many ways there are to put k of N things in a row.

    Integers give float64. Raises ValueError for `exact`.

    >>> cp.scipy.special.perm(cp.array([5, 10]), cp.array([2, 3]))
    array([ 20., 720.])"""

def factorial(n: ArrayLike, exact: bool_type = False, extend: str = "zero") -> ndarray:
    """The factorial, zero for negative numbers: of other than whole numbers gamma(n + 1).

    Integers give float64. Raises ValueError for `exact`, and for `extend` other than "zero".

    >>> cp.scipy.special.factorial(cp.array([0, 3, 5]))
    array([  1.,   6., 120.])"""

def factorial2(n: ArrayLike, exact: bool_type = False, extend: str = "zero") -> ndarray:
    """The product of n, n - 2, n - 4 and so on down to above zero: one for n = 0, zero for negative numbers.

    With `extend` "complex" it is the function sqrt(2/pi) 2^(n/2) gamma(n/2 + 1) of all numbers. Integers give
    float64.
    Raises ValueError for `exact`, for another `extend`, for bools, and for other than integers where it is "zero".

    >>> cp.scipy.special.factorial2(cp.array([0, 5, 6]))
    array([ 1., 15., 48.])"""

def factorialk(n: ArrayLike, k: float, exact: bool_type = False, extend: str = "zero") -> ndarray:
    """The product of n, n - k, n - 2k and so on down to above zero: one for n = 0, zero for negative numbers.

    With `extend` "complex" it is the function k^((n - 1)/k) gamma(n/k + 1)/gamma(1/k + 1) of all numbers.
    Integers give float64.
    Raises ValueError for `exact`, for another `extend`, for bools, for a k that is not positive, and for other than
    integers where `extend` is "zero".

    >>> cp.scipy.special.factorialk(cp.array([0, 5, 7]), 3)
    array([ 1., 10., 28.])"""

def stirling2(N: ArrayLike, K: ArrayLike, *, exact: bool_type = False) -> ndarray:
    """Stirling's numbers of the second kind: how many partitions of N things into K parts there are.

    In float64, with an error of some N units of the last place.
    Waits for the elements.
    Raises ValueError for `exact`, TypeError for other than integers, bools too.

    >>> cp.scipy.special.stirling2(cp.array([5, 4]), cp.array([2, 0]))
    array([15.,  0.])"""

def diric(x: ArrayLike, n: ArrayLike) -> ndarray:
    """The kernel of Dirichlet, sin(n x/2)/(n sin(x/2)), also called the periodic sinc: NaN where n is no positive
    whole number. It is exact to a few units of the last place beside multiples of 2 pi too.

    Raises TypeError for complex numbers.

    >>> cp.scipy.special.diric(cp.array([0.0, cp.pi / 2]), 3)
    array([1.        , 0.33333333])"""

def softplus(x: ArrayLike, *, out: ndarray | None = None) -> ndarray:
    """The smooth rectifier log(1 + exp(x)), without overflow. It is written to `out` where that is given.

    >>> cp.scipy.special.softplus(cp.array([-1000.0, 0.0, 1000.0]))
    array([0.00000000e+00, 6.93147181e-01, 1.00000000e+03])"""

def assoc_laguerre(x: ArrayLike, n: ArrayLike, k: ArrayLike = 0.0) -> ndarray:
    """The generalized polynomial of Laguerre of degree n and of the parameter k: `eval_genlaguerre` with its arguments
    in another order.

    >>> cp.scipy.special.assoc_laguerre(cp.array([0.0, 1.0]), 2, 1)
    array([3. , 0.5])"""

def spherical_jn(n: ArrayLike, z: ArrayLike, derivative: bool_type = False) -> ndarray:
    """The spherical Bessel function of the first kind and of whole order n from zero, sqrt(pi/(2z)) times the Bessel
    function of order n + 1/2, or its derivative. NaN for negative n. The function's error is
    within 40 units of the last place of the amplitude.

    >>> cp.scipy.special.spherical_jn(0, cp.array([0.0, 1.0]))
    array([1.        , 0.84147098])"""

def spherical_yn(n: ArrayLike, z: ArrayLike, derivative: bool_type = False) -> ndarray:
    """The spherical Bessel function of the second kind and of whole order n from zero, sqrt(pi/(2z)) times the Bessel
    function of order n + 1/2, or its derivative: minus infinity at zero. NaN for negative n.
    The function's error is within 40 units of the last place of the amplitude.

    >>> cp.scipy.special.spherical_yn(0, cp.array([1.0, 2.0]))
    array([-0.54030231,  0.20807342])"""

def spherical_in(n: ArrayLike, z: ArrayLike, derivative: bool_type = False) -> ndarray:
    """The modified spherical Bessel function of the first kind and of whole order n from zero, sqrt(pi/(2z)) times the
    modified Bessel function of order n + 1/2, or its derivative. NaN for negative n. The function's error is within
    30 units of the last place.

    >>> cp.scipy.special.spherical_in(0, cp.array([0.0, 1.0]))
    array([1.        , 1.17520119])"""

def spherical_kn(n: ArrayLike, z: ArrayLike, derivative: bool_type = False) -> ndarray:
    """The modified spherical Bessel function of the second kind and of whole order n from zero, sqrt(pi/(2z)) times
    the modified Bessel function of order n + 1/2, or its derivative: infinite at zero. NaN for negative n. The
    function's error is within 30 units of the last place.

    >>> cp.scipy.special.spherical_kn(0, cp.array([1.0, 2.0]))
    array([0.57786367, 0.10629208])"""

def jvp(v: ArrayLike, z: ArrayLike, n: int = 1) -> ndarray:
    """The n-th derivative with respect to z of the Bessel function of the first kind and of real order v.

    Raises ValueError for negative n.

    >>> cp.scipy.special.jvp(0, cp.array([0.0, 1.0]))
    array([-0.        , -0.44005059])"""

def yvp(v: ArrayLike, z: ArrayLike, n: int = 1) -> ndarray:
    """The n-th derivative with respect to z of the Bessel function of the second kind and of real order v.

    Raises ValueError for negative n.

    >>> cp.scipy.special.yvp(0, cp.array([1.0, 2.0]))
    array([0.78121282, 0.10703243])"""

def ivp(v: ArrayLike, z: ArrayLike, n: int = 1) -> ndarray:
    """The n-th derivative with respect to z of the modified Bessel function of the first kind and of real order v.

    Raises ValueError for negative n.

    >>> cp.scipy.special.ivp(0, cp.array([0.0, 1.0]))
    array([0.       , 0.5651591])"""

def kvp(v: ArrayLike, z: ArrayLike, n: int = 1) -> ndarray:
    """The n-th derivative with respect to z of the modified Bessel function of the second kind and of real order v.

    Raises ValueError for negative n.

    >>> cp.scipy.special.kvp(0, cp.array([1.0, 2.0]))
    array([-0.60190723, -0.13986588])"""

def h1vp(v: ArrayLike, z: ArrayLike, n: int = 1) -> ndarray:
    """The n-th derivative with respect to z of the Hankel function of the first kind and of real order v.

    Raises ValueError for negative n.

    >>> cp.scipy.special.h1vp(0, cp.array([1.0]))
    array([-0.44005059+0.78121282j])"""

def h2vp(v: ArrayLike, z: ArrayLike, n: int = 1) -> ndarray:
    """The n-th derivative with respect to z of the Hankel function of the second kind and of real order v.

    Raises ValueError for negative n.

    >>> cp.scipy.special.h2vp(0, cp.array([1.0]))
    array([-0.44005059-0.78121282j])"""

def lmbda(v: float, x: float) -> tuple[ndarray, ...]:
    """The functions of Jahnke and Emde, gamma(v + 1) (2/x)^v times the Bessel function of order v, of the orders v, v
    - 1 and so on down to above -1, the lowest first, and their derivatives with respect to x.

    Raises ValueError for a negative v, and for one above a million.

    >>> cp.scipy.special.lmbda(1, 2.0)[0]
    array([0.22389078, 0.57672481])"""

def riccati_jn(n: int, x: float) -> tuple[ndarray, ...]:
    """The functions of Riccati of the first kind, x times the spherical Bessel functions of the first kind, of the
    whole orders up to n, and their derivatives.

    Raises ValueError for a negative n, and for one above a million.

    >>> cp.scipy.special.riccati_jn(1, 2.0)[0]
    array([0.90929743, 0.87079555])"""

def riccati_yn(n: int, x: float) -> tuple[ndarray, ...]:
    """The functions of Riccati of the second kind, x times the spherical Bessel functions of the second kind, of the
    whole orders up to n, and their derivatives.

    Raises ValueError for a negative n, and for one above a million.

    >>> cp.scipy.special.riccati_yn(1, 2.0)[0]
    array([ 0.41614684, -0.70122401])"""

def bernoulli(n: int) -> ndarray:
    """The Bernoulli numbers from that of index zero to that of index n.

    Raises ValueError for negative n.

    >>> cp.scipy.special.bernoulli(2)
    array([ 1.        , -0.5       ,  0.16666667])"""

def euler(n: int) -> ndarray:
    """The Euler numbers from that of index zero to that of index n.

    Raises ValueError for negative n.

    >>> cp.scipy.special.euler(4)
    array([ 1.,  0., -1.,  0.,  5.])"""

def lambertw(z: ArrayLike, k: ArrayLike = 0, tol: float = 1e-08) -> ndarray:
    """The branch k of the function of Lambert: the solution w of w exp(w) = z, as complex128. An iteration ends when
    its step is below tol times the value. Its error is within 4 units of the last place.

    >>> cp.scipy.special.lambertw(cp.array([1.0, -0.25])).real
    array([ 0.56714329, -0.35740296])"""

def sph_harm_y(n: ArrayLike, m: ArrayLike, theta: ArrayLike, phi: ArrayLike, *, diff_n: int = 0) -> Any:
    """The spherical harmonic of degree n and order m at the polar angle theta and the azimuth phi, as complex128:
    sqrt((2n + 1)/(4 pi) (n - m)!/(n + m)!) exp(i m phi) times the associated Legendre function of cos(theta), with
    Condon and Shortley's phase. Zero for orders beyond the degree.

    With `diff_n` of one the result is a tuple of this and of the gradient along a further last axis, over theta and
    phi; with two the matrix of second derivatives along two last axes follows.
    Raises ValueError for a negative `diff_n` and for one above two.

    >>> cp.scipy.special.sph_harm_y(1, 0, 0.0, 0.0)
    array(0.48860251+0.j)"""

def sph_harm(m: ArrayLike, n: ArrayLike, theta: ArrayLike, phi: ArrayLike, out: ndarray | None = None) -> ndarray:
    """The spherical harmonic of order m and degree n at the azimuth theta and the polar angle phi, as complex128, in
    the order of parameters that SciPy had before 1.15. It is written to `out` where that is given.

    Raises TypeError for an `out` of real numbers, ValueError for one of another shape.

    >>> cp.scipy.special.sph_harm(0, 1, 0.0, 0.0)
    array(0.48860251+0.j)"""

def legendre_p(n: ArrayLike, z: ArrayLike, *, diff_n: int = 0) -> ndarray:
    """The polynomials of Legendre of whole degrees n and their first `diff_n` derivatives, up to two, one after
    another along a first axis, in float64. Negative degrees give what degree one does, as in SciPy.

    Raises TypeError for degrees that are no integers and for complex numbers, ValueError for a negative `diff_n`,
    NotImplementedError for one above two.

    >>> cp.scipy.special.legendre_p(2, cp.array([0.0, 0.5]), diff_n=1)
    array([[-0.5  , -0.125],
           [ 0.   ,  1.5  ]])"""

def legendre_p_all(n: int, z: ArrayLike, *, diff_n: int = 0) -> ndarray:
    """The polynomials of Legendre of all degrees up to n and their first `diff_n` derivatives: these along the first
    axis, the degrees along the second one. Float32 and complex numbers keep their dtype, others give float64.

    Raises ValueError for a negative n or `diff_n`, and for a `diff_n` above two.

    >>> cp.scipy.special.legendre_p_all(2, 0.5)
    array([[ 1.   ,  0.5  , -0.125]])"""

def assoc_legendre_p(n: ArrayLike, m: ArrayLike, z: ArrayLike, *, branch_cut: int = 2, norm: bool_type = False, diff_n: int = 0) -> ndarray:
    """The associated functions of Legendre of whole degrees n and orders m of real or complex numbers and their first
    `diff_n` derivatives, up to two, one after another along a first axis, in double precision.

    With `branch_cut` 2 the cuts of complex numbers lie beyond -1 and 1 and there is Condon and Shortley's phase,
    with 3 the cut lies between them; on a cut real numbers give NaN for orders other than zero. With `norm` the
    integral of the square from -1 to 1 is one.
    Raises TypeError for degrees and orders that are no integers, ValueError for another `branch_cut`, for a
    negative `diff_n` and for one above two.

    >>> cp.scipy.special.assoc_legendre_p(2, 2, cp.array([0.0, 0.5]))
    array([[3.  , 2.25]])"""

def assoc_legendre_p_all(n: int, m: int, z: ArrayLike, *, branch_cut: int = 2, norm: bool_type = False, diff_n: int = 0) -> ndarray:
    """The associated functions of Legendre of all degrees up to n and orders up to m, then from -m to -1, and their
    first `diff_n` derivatives: these along the first axis, degrees and orders along the next two.

    Raises ValueError for a negative n, m or `diff_n`, for a `diff_n` above two and for another `branch_cut` than 2
    and 3.

    >>> cp.scipy.special.assoc_legendre_p_all(2, 2, 0.5).shape
    (1, 3, 5)"""

def sph_legendre_p(n: ArrayLike, m: ArrayLike, theta: ArrayLike, *, diff_n: int = 0) -> ndarray:
    """The spherical functions of Legendre of whole degrees n and orders m at polar angles theta, which are spherical
    harmonics at the azimuth zero, and their first `diff_n` derivatives, up to two, one after another along a first
    axis, in float64.

    Raises TypeError for degrees and orders that are no integers and for complex angles, ValueError for a negative
    `diff_n` and for one above two.

    >>> cp.scipy.special.sph_legendre_p(1, 0, 0.0)
    array([0.48860251])"""

def sph_legendre_p_all(n: int, m: int, theta: ArrayLike, *, diff_n: int = 0) -> ndarray:
    """The spherical functions of Legendre of all degrees up to n and orders up to m, then from -m to -1, and their
    first `diff_n` derivatives: these along the first axis, degrees and orders along the next two. A negative m
    counts as a positive one. Float32 stays, other dtypes give float64.

    Raises TypeError for complex angles, ValueError for a negative n or `diff_n` and for a `diff_n` above two.

    >>> cp.scipy.special.sph_legendre_p_all(2, 1, 0.5).shape
    (1, 3, 3)"""

def sph_harm_y_all(n: int, m: int, theta: ArrayLike, phi: ArrayLike, *, diff_n: int = 0) -> Any:
    """The spherical harmonics of all degrees up to n and orders up to m, then from -m to -1, along the first two
    axes, at polar angles theta and azimuths phi. A negative m counts as a positive one. Angles that are float32
    give complex64, others complex128.

    With `diff_n` of one the result is a tuple of these and of the gradient along a further last axis, over theta
    and phi; with two the matrix of second derivatives along two last axes follows.
    Raises TypeError for complex angles, ValueError for a negative n or `diff_n` and for a `diff_n` above two.

    >>> cp.scipy.special.sph_harm_y_all(2, 1, 0.5, 0.0).shape
    (3, 3)"""

def lqn(n: int, z: ArrayLike) -> tuple[ndarray, ...]:
    """The functions of Legendre of the second kind of the degrees up to n, along a first axis, and their derivatives,
    in double precision. Of numbers of a size above one they are those without a cut there, of others the functions
    of the interval from -1 to 1, at whose ends they are infinite.

    Raises ValueError for a negative n.

    >>> cp.scipy.special.lqn(1, 0.5)[0]
    array([ 0.54930614, -0.72534693])"""

def lqmn(m: int, n: int, z: ArrayLike) -> tuple[ndarray, ...]:
    """The associated functions of Legendre of the second kind of the orders up to m, along a first axis, and of the
    degrees up to n, along a second one, and their derivatives, in double precision. Of numbers of a size above one
    they are those without a cut there, of others the functions of the interval from -1 to 1, with Condon and
    Shortley's phase, at whose ends they are infinite.

    Raises ValueError for a negative m or n.

    >>> cp.scipy.special.lqmn(1, 1, 0.5)[0]
    array([[ 0.54930614, -0.72534693],
           [-1.15470054, -1.05306334]])"""

def roots_legendre(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Legendre of degree n and the weights of Gauss' quadrature with them, whose weight
    is one from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_legendre(2)[0]
    array([-0.57735027,  0.57735027])"""

def p_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Legendre of degree n and the weights of Gauss' quadrature with them, whose weight
    is one from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_legendre(2)[0]
    array([-0.57735027,  0.57735027])"""

def roots_chebyt(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the first kind of degree n and the weights of Gauss' quadrature with
    them, whose weight is 1/sqrt(1 - x^2) from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_chebyt(2)[0]
    array([-0.70710678,  0.70710678])"""

def t_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the first kind of degree n and the weights of Gauss' quadrature with
    them, whose weight is 1/sqrt(1 - x^2) from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_chebyt(2)[0]
    array([-0.70710678,  0.70710678])"""

def roots_chebyu(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the second kind of degree n and the weights of Gauss' quadrature
    with them, whose weight is sqrt(1 - x^2) from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_chebyu(2)[0]
    array([-0.5,  0.5])"""

def u_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the second kind of degree n and the weights of Gauss' quadrature
    with them, whose weight is sqrt(1 - x^2) from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_chebyu(2)[0]
    array([-0.5,  0.5])"""

def roots_chebyc(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the first kind from -2 to 2 of degree n and the weights of Gauss'
    quadrature with them, whose weight is 1/sqrt(1 - (x/2)^2) from -2 to 2.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_chebyc(2)[0]
    array([-1.41421356,  1.41421356])"""

def c_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the first kind from -2 to 2 of degree n and the weights of Gauss'
    quadrature with them, whose weight is 1/sqrt(1 - (x/2)^2) from -2 to 2.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_chebyc(2)[0]
    array([-1.41421356,  1.41421356])"""

def roots_chebys(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the second kind from -2 to 2 of degree n and the weights of Gauss'
    quadrature with them, whose weight is sqrt(1 - (x/2)^2) from -2 to 2.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_chebys(2)[0]
    array([-1.,  1.])"""

def s_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the second kind from -2 to 2 of degree n and the weights of Gauss'
    quadrature with them, whose weight is sqrt(1 - (x/2)^2) from -2 to 2.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_chebys(2)[0]
    array([-1.,  1.])"""

def roots_jacobi(n: float, alpha: float, beta: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Jacobi of degree n and the weights of Gauss' quadrature with them, whose weight
    is (1 - x)^alpha (1 + x)^beta from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer and for parameters that are not above -1.

    >>> cp.scipy.special.roots_jacobi(2, 0.5, 0.5)[0]
    array([-0.5,  0.5])"""

def j_roots(n: float, alpha: float, beta: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Jacobi of degree n and the weights of Gauss' quadrature with them, whose weight
    is (1 - x)^alpha (1 + x)^beta from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer and for parameters that are not above -1.

    >>> cp.scipy.special.roots_jacobi(2, 0.5, 0.5)[0]
    array([-0.5,  0.5])"""

def roots_laguerre(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Laguerre of degree n and the weights of Gauss' quadrature with them, whose weight
    is e^-x from zero on.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_laguerre(2)[0]
    array([0.58578644, 3.41421356])"""

def l_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Laguerre of degree n and the weights of Gauss' quadrature with them, whose weight
    is e^-x from zero on.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_laguerre(2)[0]
    array([0.58578644, 3.41421356])"""

def roots_genlaguerre(n: float, alpha: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Laguerre with a parameter of degree n and the weights of Gauss' quadrature with
    them, whose weight is x^alpha e^-x from zero on.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer and for an alpha that is not above -1.

    >>> cp.scipy.special.roots_genlaguerre(2, 1.0)[0]
    array([1.26794919, 4.73205081])"""

def la_roots(n: float, alpha: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Laguerre with a parameter of degree n and the weights of Gauss' quadrature with
    them, whose weight is x^alpha e^-x from zero on.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer and for an alpha that is not above -1.

    >>> cp.scipy.special.roots_genlaguerre(2, 1.0)[0]
    array([1.26794919, 4.73205081])"""

def roots_hermite(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Hermite of degree n and the weights of Gauss' quadrature with them, whose weight
    is e^(-x^2).
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_hermite(2)[0]
    array([-0.70710678,  0.70710678])"""

def h_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Hermite of degree n and the weights of Gauss' quadrature with them, whose weight
    is e^(-x^2).
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_hermite(2)[0]
    array([-0.70710678,  0.70710678])"""

def roots_hermitenorm(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Hermite of the other weight of degree n and the weights of Gauss' quadrature with
    them, whose weight is e^(-x^2/2).
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_hermitenorm(2)[0]
    array([-1.,  1.])"""

def he_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Hermite of the other weight of degree n and the weights of Gauss' quadrature with
    them, whose weight is e^(-x^2/2).
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_hermitenorm(2)[0]
    array([-1.,  1.])"""

def roots_gegenbauer(n: float, alpha: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Gegenbauer of degree n and the weights of Gauss' quadrature with them, whose
    weight is (1 - x^2)^(alpha - 1/2) from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer and for an alpha that is not above -1/2.

    >>> cp.scipy.special.roots_gegenbauer(2, 1.5)[0]
    array([-0.4472136,  0.4472136])"""

def cg_roots(n: float, alpha: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Gegenbauer of degree n and the weights of Gauss' quadrature with them, whose
    weight is (1 - x^2)^(alpha - 1/2) from -1 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer and for an alpha that is not above -1/2.

    >>> cp.scipy.special.roots_gegenbauer(2, 1.5)[0]
    array([-0.4472136,  0.4472136])"""

def roots_sh_legendre(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Legendre from 0 to 1 of degree n and the weights of Gauss' quadrature with them,
    whose weight is one from 0 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_sh_legendre(2)[0]
    array([0.21132487, 0.78867513])"""

def ps_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Legendre from 0 to 1 of degree n and the weights of Gauss' quadrature with them,
    whose weight is one from 0 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_sh_legendre(2)[0]
    array([0.21132487, 0.78867513])"""

def roots_sh_chebyt(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the first kind from 0 to 1 of degree n and the weights of Gauss'
    quadrature with them, whose weight is 1/sqrt(x - x^2) from 0 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_sh_chebyt(2)[0]
    array([0.14644661, 0.85355339])"""

def ts_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the first kind from 0 to 1 of degree n and the weights of Gauss'
    quadrature with them, whose weight is 1/sqrt(x - x^2) from 0 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_sh_chebyt(2)[0]
    array([0.14644661, 0.85355339])"""

def roots_sh_chebyu(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the second kind from 0 to 1 of degree n and the weights of Gauss'
    quadrature with them, whose weight is sqrt(x - x^2) from 0 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_sh_chebyu(2)[0]
    array([0.25, 0.75])"""

def us_roots(n: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Chebyshev of the second kind from 0 to 1 of degree n and the weights of Gauss'
    quadrature with them, whose weight is sqrt(x - x^2) from 0 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer.

    >>> cp.scipy.special.roots_sh_chebyu(2)[0]
    array([0.25, 0.75])"""

def roots_sh_jacobi(n: float, p1: float, q1: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Jacobi from 0 to 1 of degree n and the weights of Gauss' quadrature with them,
    whose weight is (1 - x)^(p1 - q1) x^(q1 - 1) from 0 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer, for a p1 - q1 that is not above -1 and a q1 that is
    not above zero.

    >>> cp.scipy.special.roots_sh_jacobi(2, 2.0, 1.5)[0]
    array([0.25, 0.75])"""

def js_roots(n: float, p1: float, q1: float, mu: bool_type = False) -> Any:
    """The zeros of the polynomial of Jacobi from 0 to 1 of degree n and the weights of Gauss' quadrature with them,
    whose weight is (1 - x)^(p1 - q1) x^(q1 - 1) from 0 to 1.
    With `mu` the sum of the weights follows. The error is a few units of the last place, of small weights too.

    Raises ValueError for an n that is not a positive integer, for a p1 - q1 that is not above -1 and a q1 that is
    not above zero.

    >>> cp.scipy.special.roots_sh_jacobi(2, 2.0, 1.5)[0]
    array([0.25, 0.75])"""

def jn_zeros(n: int, nt: int) -> ndarray:
    """The first nt positive zeros of the Bessel function of the first kind and of whole order n.

    Raises ValueError for nt below one or above 1200.

    >>> cp.scipy.special.jn_zeros(0, 2)
    array([2.40482556, 5.52007811])"""

def jnp_zeros(n: int, nt: int) -> ndarray:
    """The first nt positive zeros of the derivative of the Bessel function of the first kind and of whole order n.

    Raises ValueError for nt below one or above 1200.

    >>> cp.scipy.special.jnp_zeros(1, 2)
    array([1.84118378, 5.33144277])"""

def yn_zeros(n: int, nt: int) -> ndarray:
    """The first nt positive zeros of the Bessel function of the second kind and of whole order n.

    Raises ValueError for nt below one or above 1200.

    >>> cp.scipy.special.yn_zeros(0, 2)
    array([0.89357697, 3.95767842])"""

def ynp_zeros(n: int, nt: int) -> ndarray:
    """The first nt positive zeros of the derivative of the Bessel function of the second kind and of whole order n.

    Raises ValueError for nt below one or above 1200.

    >>> cp.scipy.special.ynp_zeros(0, 2)
    array([2.19714133, 5.42968104])"""

def jnyn_zeros(n: int, nt: int) -> Any:
    """The first nt positive zeros of the Bessel function of the first kind and of whole order n, of its derivative, of
    the function of the second kind, and of its derivative.

    Raises ValueError for nt below one or above 1200.

    >>> cp.scipy.special.jnyn_zeros(0, 1)[2]
    array([0.89357697])"""

def ai_zeros(nt: int) -> Any:
    """The first nt negative zeros of Airy's function Ai, those of its derivative, the values of Ai at the latter, and
    the values of the derivative at the former.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.ai_zeros(2)[0]
    array([-2.33810741, -4.08794944])"""

def bi_zeros(nt: int) -> Any:
    """The first nt negative zeros of Airy's function Bi, those of its derivative, the values of Bi at the latter, and
    the values of the derivative at the former.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.bi_zeros(2)[0]
    array([-1.17371322, -3.2710933 ])"""

def jnjnp_zeros(nt: int) -> tuple[ndarray, ...]:
    """The first nt zeros of all Bessel functions of the first kind and whole order and of their derivatives, in
    ascending order; the orders; the numbers of each zero among those of its function; and one for a zero of the
    derivative, else zero.

    Raises ValueError for a negative nt and for one above 1200.

    >>> cp.scipy.special.jnjnp_zeros(3)[0]
    array([0.        , 1.84118378, 2.40482556])"""

def y0_zeros(nt: int, complex: bool_type = False) -> tuple[ndarray, ...]:
    """The first nt zeros of the Bessel function of the second kind and of order zero, and its derivatives there:
    positive ones, or with `complex` those in the upper half of the plane. Both are complex128.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.y0_zeros(1)[0]
    array([0.89357697+0.j])"""

def y1_zeros(nt: int, complex: bool_type = False) -> tuple[ndarray, ...]:
    """The first nt zeros of the Bessel function of the second kind and of order one, and its derivatives there:
    positive ones, or with `complex` those in the upper half of the plane. Both are complex128.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.y1_zeros(1)[0]
    array([2.19714133+0.j])"""

def y1p_zeros(nt: int, complex: bool_type = False) -> tuple[ndarray, ...]:
    """The first nt zeros of the derivative of the Bessel function of the second kind and of order one, and the
    function's values there: positive ones, or with `complex` those in the upper half of the plane. Both are
    complex128.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.y1p_zeros(1)[0]
    array([3.68302286+0.j])"""

def erf_zeros(nt: int) -> ndarray:
    """The first nt zeros of the error function in the first quadrant.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.erf_zeros(1)
    array([1.45061616+1.880943j])"""

def fresnel_zeros(nt: int) -> tuple[ndarray, ...]:
    """The first nt zeros of Fresnel's integral of the sine in the first quadrant, and those of the cosine's.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.fresnel_zeros(1)[0]
    array([2.00925701+0.2885479j])"""

def fresnelc_zeros(nt: int) -> ndarray:
    """The first nt zeros of Fresnel's integral of the cosine in the first quadrant.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.fresnelc_zeros(1)
    array([1.74366749+0.30573506j])"""

def fresnels_zeros(nt: int) -> ndarray:
    """The first nt zeros of Fresnel's integral of the sine in the first quadrant.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.fresnels_zeros(1)
    array([2.00925701+0.2885479j])"""

def ber_zeros(nt: int) -> ndarray:
    """The first nt positive zeros of the function of Kelvin ber.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.ber_zeros(2)
    array([2.84891782, 7.23882945])"""

def bei_zeros(nt: int) -> ndarray:
    """The first nt positive zeros of the function of Kelvin bei.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.bei_zeros(2)
    array([5.02622395, 9.4554063 ])"""

def ker_zeros(nt: int) -> ndarray:
    """The first nt positive zeros of the function of Kelvin ker.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.ker_zeros(2)
    array([1.71854296, 6.12727913])"""

def kei_zeros(nt: int) -> ndarray:
    """The first nt positive zeros of the function of Kelvin kei.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.kei_zeros(2)
    array([3.91466761, 8.34422506])"""

def berp_zeros(nt: int) -> ndarray:
    """The first nt positive zeros of the derivative of the function of Kelvin ber.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.berp_zeros(2)
    array([ 6.03871081, 10.51364251])"""

def beip_zeros(nt: int) -> ndarray:
    """The first nt positive zeros of the derivative of the function of Kelvin bei.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.beip_zeros(2)
    array([3.7726733 , 8.28098785])"""

def kerp_zeros(nt: int) -> ndarray:
    """The first nt positive zeros of the derivative of the function of Kelvin ker.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.kerp_zeros(2)
    array([2.66583979, 7.17212212])"""

def keip_zeros(nt: int) -> ndarray:
    """The first nt positive zeros of the derivative of the function of Kelvin kei.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.keip_zeros(2)
    array([4.93181194, 9.40405458])"""

def kelvin_zeros(nt: int) -> tuple[ndarray, ...]:
    """The first nt positive zeros of the functions of Kelvin ber, bei, ker and kei and of their derivatives, in this
    order.

    Raises ValueError for nt below one or above a million.

    >>> cp.scipy.special.kelvin_zeros(1)[2]
    array([1.71854296])"""
