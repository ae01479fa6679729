# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The special functions of mathematics, by SciPy's names."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

# Trigonometry
sinc: ufunc
"""The normalised sinc: sin(pi x) / (pi x), one at zero."""

# Floating point
i0: ufunc
"""The modified Bessel function of the first kind and order zero."""

# Special functions
erf: ufunc
"""The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to the operand."""
erfc: ufunc
"""One less the error function, without loss of digits where that is small."""
erfcx: ufunc
"""The exponential of the operand's square times one less the error function, without overflow or loss of digits."""
gamma: ufunc
"""The gamma function: NaN at negative integers, infinite with its sign at zeros."""
gammaln: ufunc
"""The logarithm of the absolute value of the gamma function."""
digamma: ufunc
"""The logarithmic derivative of the gamma function: NaN at negative integers, infinite with its sign at zeros."""
psi: ufunc
"""The logarithmic derivative of the gamma function: NaN at negative integers, infinite with its sign at zeros."""
ellipk: ufunc
"""The complete elliptic integral of the first kind of the parameter m: the integral of 1/sqrt(1 - m sin(t)^2) over a quarter turn."""
ellipkm1: ufunc
"""The complete elliptic integral of the first kind of the parameter 1 - p, with all digits where p is small."""
ellipj: ufunc
"""Jacobi's elliptic functions sn, cn and dn of u and the parameter m from 0 to 1, and the amplitude."""
elliprc: ufunc
"""Carlson's degenerate elliptic integral RC(x, y); for negative y its principal value."""
elliprf: ufunc
"""Carlson's symmetric elliptic integral of the first kind RF(x, y, z)."""
elliprd: ufunc
"""Carlson's elliptic integral of the second kind RD(x, y, z)."""
elliprj: ufunc
"""Carlson's symmetric elliptic integral of the third kind RJ(x, y, z, p); for negative p its principal value."""
ndtr: ufunc
"""The area under the standard normal density up to the operand."""
ndtri: ufunc
"""The number up to which the area under the standard normal density is the operand."""
zeta: ufunc
"""The zeta function of Hurwitz: the sum of (k + q)^-x over k from zero, infinite at x = 1 and NaN below."""
betainc: ufunc
"""The regularized incomplete beta function: the integral of t^(a-1) (1-t)^(b-1) from zero to x over that to one."""

# Special functions: Bessel
i0e: ufunc
"""The modified Bessel function of the first kind and order zero, times exp(-|x|)."""
i1: ufunc
"""The modified Bessel function of the first kind and order one."""
i1e: ufunc
"""The modified Bessel function of the first kind and order one, times exp(-|x|)."""
j0: ufunc
"""The Bessel function of the first kind and order zero."""
j1: ufunc
"""The Bessel function of the first kind and order one: NaN at infinity."""
y0: ufunc
"""The Bessel function of the second kind and order zero: minus infinity at zero, NaN below and at infinity."""
y1: ufunc
"""The Bessel function of the second kind and order one: minus infinity at zero, NaN below and at infinity."""
k0: ufunc
"""The modified Bessel function of the second kind and order zero: infinite at zero, NaN below."""
k0e: ufunc
"""The modified Bessel function of the second kind and order zero, times exp(x): infinite at zero, NaN below."""
k1: ufunc
"""The modified Bessel function of the second kind and order one: infinite at zero, NaN below."""
k1e: ufunc
"""The modified Bessel function of the second kind and order one, times exp(x): infinite at zero, NaN below."""
jv: ufunc
"""The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."""
jn: ufunc
"""The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."""
jve: ufunc
"""The Bessel function of the first kind and of real order v, times exp(-|y|), y the imaginary part of the operand."""
yve: ufunc
"""The Bessel function of the second kind and of real order v, times exp(-|y|), y the imaginary part of the operand."""
yv: ufunc
"""The Bessel function of the second kind and of real order v: infinite at zero, NaN below and at infinity."""
yn: ufunc
"""The Bessel function of the second kind and of whole order n, of which a fraction is dropped."""
iv: ufunc
"""The modified Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."""
ive: ufunc
"""The modified Bessel function of the first kind and of real order v, times exp(-|x|)."""
kv: ufunc
"""The modified Bessel function of the second kind and of real order v: infinite at zero, NaN below."""
kve: ufunc
"""The modified Bessel function of the second kind and of real order v, times exp(x)."""
hankel1: ufunc
"""Hankel's function of the first kind and of real order v, the sum of J and i Y, of complex numbers."""
hankel2: ufunc
"""Hankel's function of the second kind and of real order v, J less i Y, of complex numbers."""
hankel1e: ufunc
"""Hankel's function of the first kind and of real order v, times exp(-i z)."""
hankel2e: ufunc
"""Hankel's function of the second kind and of real order v, times exp(i z)."""
kn: ufunc
"""The modified Bessel function of the second kind and of whole order n, of which a fraction is dropped."""
ber: ufunc
"""The function of Kelvin ber: the real part of I of order zero at x exp(i pi/4)."""
bei: ufunc
"""The function of Kelvin bei: the imaginary part of I of order zero at x exp(i pi/4)."""
ker: ufunc
"""The function of Kelvin ker: the real part of K of order zero at x exp(i pi/4); NaN below zero."""
kei: ufunc
"""The function of Kelvin kei: the imaginary part of K of order zero at x exp(i pi/4); NaN below zero."""
berp: ufunc
"""The derivative of the function of Kelvin ber."""
beip: ufunc
"""The derivative of the function of Kelvin bei."""
kerp: ufunc
"""The derivative of the function of Kelvin ker."""
keip: ufunc
"""The derivative of the function of Kelvin kei."""
kelvin: ufunc
"""The functions of Kelvin as complex numbers: ber + i bei, ker + i kei, and the derivatives of both."""
airy: ufunc
"""The functions of Airy: Ai, its derivative, Bi and its derivative."""
airye: ufunc
"""The functions of Airy with their exponentials taken out: Ai and its derivative times exp(2/3 x^(3/2)), NaN for negative x, and Bi and its derivative times exp(-2/3 x^(3/2)), which is one for negative x."""

# Special functions: integrals
exp1: ufunc
"""The exponential integral E1, of exp(-t)/t from x to infinity: infinite at zero, NaN below."""
expi: ufunc
"""The exponential integral Ei, of exp(t)/t from minus infinity to x as a principal value: minus infinity at zero."""
expn: ufunc
"""The exponential integral of whole order n: the integral of exp(-x t)/t^n from one to infinity. A fraction of n is dropped."""
sici: ufunc
"""The sine integral, of sin(t)/t from zero to x, and the cosine integral: the constant of Euler, log(x) and the integral of (cos(t) - 1)/t."""
shichi: ufunc
"""The hyperbolic sine integral, of sinh(t)/t from zero to x, and the hyperbolic cosine integral."""
spence: ufunc
"""The dilogarithm of 1 - x: minus the integral of log(t)/(t - 1) from one to x. NaN below zero."""
ellipe: ufunc
"""The complete elliptic integral of the second kind of the parameter m up to one: the integral of sqrt(1 - m sin(t)^2) over a quarter turn."""
ellipkinc: ufunc
"""The elliptic integral of the first kind of the angle phi and the parameter m up to one: the integral of 1/sqrt(1 - m sin(t)^2) from zero to phi."""
ellipeinc: ufunc
"""The elliptic integral of the second kind of the angle phi and the parameter m up to one: the integral of sqrt(1 - m sin(t)^2) from zero to phi."""

# Special functions: polynomials and hypergeometric functions
eval_legendre: ufunc
"""The polynomial of Legendre of degree n; for other degrees the function."""
eval_chebyt: ufunc
"""The polynomial of Chebyshev of the first kind and of degree n: cos(n arccos(x))."""
eval_chebyu: ufunc
"""The polynomial of Chebyshev of the second kind and of degree n: sin((n + 1) t)/sin(t) with t = arccos(x)."""
eval_chebyc: ufunc
"""The polynomial of Chebyshev of the first kind and of degree n on -2 to 2: twice eval_chebyt of x/2."""
eval_chebys: ufunc
"""The polynomial of Chebyshev of the second kind and of degree n on -2 to 2: eval_chebyu of x/2."""
eval_sh_legendre: ufunc
"""The polynomial of Legendre of degree n of 2x - 1."""
eval_sh_chebyt: ufunc
"""The polynomial of Chebyshev of the first kind and of degree n of 2x - 1."""
eval_sh_chebyu: ufunc
"""The polynomial of Chebyshev of the second kind and of degree n of 2x - 1."""
eval_hermite: ufunc
"""The polynomial of Hermite of whole degree n and of the weight exp(-x^2), in float64. NaN for negative n."""
eval_hermitenorm: ufunc
"""The polynomial of Hermite of whole degree n and of the weight exp(-x^2/2), in float64. NaN for negative n."""
eval_laguerre: ufunc
"""The polynomial of Laguerre of degree n; for other degrees the function."""
eval_genlaguerre: ufunc
"""The generalized polynomial of Laguerre of degree n and of the parameter alpha above -1."""
eval_gegenbauer: ufunc
"""The polynomial of Gegenbauer of degree n and of the parameter alpha."""
eval_jacobi: ufunc
"""The polynomial of Jacobi of degree n and of the parameters alpha and beta."""
eval_sh_jacobi: ufunc
"""The polynomial of Jacobi of degree n on 0 to 1, of the parameters p - q and q - 1, with one as leading coefficient."""
lpmv: ufunc
"""The associated function of Legendre of whole order m and of degree v, with Condon and Shortley's phase, for x from -1 to 1."""
hyp0f1: ufunc
"""The confluent hypergeometric limit function 0F1(v; x)."""
hyp1f1: ufunc
"""The confluent hypergeometric function of Kummer, 1F1(a; b; x)."""
hyp2f1: ufunc
"""The hypergeometric function of Gauss, 2F1(a, b; c; x): infinite beyond one, unless it is a polynomial."""
wrightomega: ufunc
"""The function omega of Wright: the solution w of w + log(w) = x."""
wright_bessel: ufunc
"""The generalized Bessel function of Wright: the sum of x^k/(k! gamma(a k + b)) over k from zero, for operands that are not negative."""

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

def sph_harm_y(n: ArrayLike, m: ArrayLike, theta: ArrayLike, phi: ArrayLike, *, diff_n: int = 0) -> ndarray:
    """The spherical harmonic of degree n and order m at the polar angle theta and the azimuth phi, as complex128:
    sqrt((2n + 1)/(4 pi) (n - m)!/(n + m)!) exp(i m phi) times the associated Legendre function of cos(theta), with
    Condon and Shortley's phase. Zero for orders beyond the degree.

    >>> cp.scipy.special.sph_harm_y(1, 0, 0.0, 0.0)
    array(0.48860251+0.j)"""

def sph_harm(m: ArrayLike, n: ArrayLike, theta: ArrayLike, phi: ArrayLike) -> ndarray:
    """The spherical harmonic of order m and degree n at the azimuth theta and the polar angle phi, as complex128, in
    the order of parameters that SciPy had before 1.15.

    >>> cp.scipy.special.sph_harm(0, 1, 0.0, 0.0)
    array(0.48860251+0.j)"""
