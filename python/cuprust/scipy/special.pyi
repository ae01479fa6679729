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
i0e: ufunc
"""The modified Bessel function of the first kind and order zero, times exp(-|x|)."""
j0: ufunc
"""The Bessel function of the first kind and order zero."""
jv: ufunc
"""The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."""
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
