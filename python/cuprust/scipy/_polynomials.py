"""Orthogonal polynomials of SciPy's special functions as objects."""

from __future__ import annotations

from collections.abc import Callable as _Callable
from typing import Any as _Any

import cuprust as _cuprust
from cuprust import _core
from cuprust._polynomials import poly1d as _poly1d
from cuprust.scipy import _orthogonal

# Of each family its weight, as a function of the variable and the parameters, and its interval.
_WEIGHTS: dict[str, tuple[_Callable[..., _Any], tuple[float, float]]] = {
    "legendre": (lambda x: 1.0, (-1, 1)),
    "chebyt": (lambda x: 1.0 / _cuprust.sqrt(1 - x * x), (-1, 1)),
    "chebyu": (lambda x: _cuprust.sqrt(1 - x * x), (-1, 1)),
    "chebyc": (lambda x: 1.0 / _cuprust.sqrt(1 - x * x / 4.0), (-2, 2)),
    "chebys": (lambda x: _cuprust.sqrt(1 - x * x / 4.0), (-2, 2)),
    "jacobi": (lambda x, alpha, beta: (1 - x) ** alpha * (1 + x) ** beta, (-1, 1)),
    "laguerre": (lambda x: _cuprust.exp(-x), (0, float("inf"))),
    "genlaguerre": (lambda x, alpha: _cuprust.exp(-x) * x**alpha, (0, float("inf"))),
    "hermite": (lambda x: _cuprust.exp(-x * x), (-float("inf"), float("inf"))),
    "hermitenorm": (lambda x: _cuprust.exp(-x * x / 2.0), (-float("inf"), float("inf"))),
    "gegenbauer": (lambda x, alpha: (1 - x * x) ** (alpha - 0.5), (-1, 1)),
    "sh_legendre": (lambda x: 0.0 * x + 1.0, (0, 1)),
    "sh_chebyt": (lambda x: (x - x * x) ** -0.5, (0, 1)),
    "sh_chebyu": (lambda x: (x - x * x) ** 0.5, (0, 1)),
    "sh_jacobi": (lambda x, p, q: (1.0 - x) ** (p - q) * x ** (q - 1.0), (0, 1)),
}


class _OrthogonalPolynomial(_poly1d):
    """An orthogonal polynomial, with the quadrature of its zeros.

    Called with numbers it is evaluated by the family's function `eval_..`, whose error does not grow as that of sums of coefficients does.
    What arithmetic makes of it is a `poly1d`.
    """

    def __init__(self, family: str, n: int, parameters: tuple[float, ...], monic: bool) -> None:
        first, second = (*parameters, 0.0, 0.0)[:2]
        coefficients, nodes, weights, leading, norm = _orthogonal.orthogonal_polynomial(family, n, first, second, bool(monic))
        super().__init__(coefficients)
        self._family, self._degree, self._parameters = family, n, parameters
        self._divisor = leading if monic else 1.0
        self._nodes = nodes
        self.normcoef = norm
        self.weights = _core.stack((nodes, weights, weights / self.weight_func(nodes)), axis=1) if n else _core.zeros((0, 3))

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of the interval."""
        return _WEIGHTS[self._family][1]

    def weight_func(self, x: _Any) -> _Any:
        """The family's weight at points."""
        return _WEIGHTS[self._family][0](x, *self._parameters)

    @property
    def roots(self) -> _Any:
        """The zeros of the polynomial, in ascending order."""
        return self._nodes

    r = roots

    def __call__(self, v: _Any) -> _Any:
        if isinstance(v, _poly1d):
            return super().__call__(v)
        value = getattr(_cuprust.scipy.special, f"eval_{self._family}")(self._degree, *self._parameters, v)
        return value / self._divisor if self._divisor != 1.0 else value


def legendre(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Legendre of degree n, from -1 to 1 of the weight one; with one as leading coefficient if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_legendre`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.legendre(2)
    poly1d([ 1.5,  0. , -0.5])
    """
    return _OrthogonalPolynomial("legendre", n, (), monic)


def chebyt(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Chebyshev of the first kind of degree n, from -1 to 1 of the weight 1/sqrt(1 - x^2); with one as leading coefficient if
    `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_chebyt`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.chebyt(2)
    poly1d([ 2.,  0., -1.])
    """
    return _OrthogonalPolynomial("chebyt", n, (), monic)


def chebyu(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Chebyshev of the second kind of degree n, from -1 to 1 of the weight sqrt(1 - x^2); with one as leading coefficient if
    `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_chebyu`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.chebyu(2)
    poly1d([ 4.,  0., -1.])
    """
    return _OrthogonalPolynomial("chebyu", n, (), monic)


def chebyc(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Chebyshev of the first kind of degree n, from -2 to 2 of the weight 1/sqrt(1 - (x/2)^2); with one as leading coefficient
    if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_chebyc`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.chebyc(2)
    poly1d([ 1.,  0., -2.])
    """
    return _OrthogonalPolynomial("chebyc", n, (), monic)


def chebys(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Chebyshev of the second kind of degree n, from -2 to 2 of the weight sqrt(1 - (x/2)^2); with one as leading coefficient if
    `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_chebys`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.chebys(2)
    poly1d([ 1.,  0., -1.])
    """
    return _OrthogonalPolynomial("chebys", n, (), monic)


def jacobi(n: int, alpha: float, beta: float, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Jacobi of degree n, from -1 to 1 of the weight (1 - x)^alpha (1 + x)^beta; with one as leading coefficient if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_jacobi`.
    Raises ValueError for a negative degree and for parameters that are not above -1.

    >>> cp.scipy.special.jacobi(1, 1.0, 1.0)
    poly1d([2., 0.])
    """
    return _OrthogonalPolynomial("jacobi", n, (alpha, beta), monic)


def laguerre(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Laguerre of degree n, from zero on of the weight e^-x; with one as leading coefficient if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_laguerre`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.laguerre(2)
    poly1d([ 0.5, -2. ,  1. ])
    """
    return _OrthogonalPolynomial("laguerre", n, (), monic)


def genlaguerre(n: int, alpha: float, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Laguerre of degree n, from zero on of the weight x^alpha e^-x; with one as leading coefficient if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_genlaguerre`.
    Raises ValueError for a negative degree and for an alpha that is not above -1.

    >>> cp.scipy.special.genlaguerre(2, 1.0)
    poly1d([ 0.5, -3. ,  3. ])
    """
    return _OrthogonalPolynomial("genlaguerre", n, (alpha,), monic)


def hermite(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Hermite of degree n, of the weight e^(-x^2); with one as leading coefficient if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_hermite`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.hermite(2)
    poly1d([ 4.,  0., -2.])
    """
    return _OrthogonalPolynomial("hermite", n, (), monic)


def hermitenorm(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Hermite of degree n, of the weight e^(-x^2/2); with one as leading coefficient if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_hermitenorm`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.hermitenorm(2)
    poly1d([ 1.,  0., -1.])
    """
    return _OrthogonalPolynomial("hermitenorm", n, (), monic)


def gegenbauer(n: int, alpha: float, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Gegenbauer of degree n, from -1 to 1 of the weight (1 - x^2)^(alpha - 1/2); with one as leading coefficient if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_gegenbauer`.
    Raises ValueError for a negative degree and for an alpha that is not above -1/2.

    >>> cp.scipy.special.gegenbauer(2, 1.0)
    poly1d([ 4.,  0., -1.])
    """
    return _OrthogonalPolynomial("gegenbauer", n, (alpha,), monic)


def sh_legendre(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Legendre of degree n, from 0 to 1 of the weight one; with one as leading coefficient if `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_sh_legendre`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.sh_legendre(2)
    poly1d([ 6., -6.,  1.])
    """
    return _OrthogonalPolynomial("sh_legendre", n, (), monic)


def sh_chebyt(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Chebyshev of the first kind of degree n, from 0 to 1 of the weight 1/sqrt(x - x^2); with one as leading coefficient if
    `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_sh_chebyt`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.sh_chebyt(2)
    poly1d([ 8., -8.,  1.])
    """
    return _OrthogonalPolynomial("sh_chebyt", n, (), monic)


def sh_chebyu(n: int, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Chebyshev of the second kind of degree n, from 0 to 1 of the weight sqrt(x - x^2); with one as leading coefficient if
    `monic`.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_sh_chebyu`.
    Raises ValueError for a negative degree.

    >>> cp.scipy.special.sh_chebyu(2)
    poly1d([ 16., -16.,   3.])
    """
    return _OrthogonalPolynomial("sh_chebyu", n, (), monic)


def sh_jacobi(n: int, p: float, q: float, monic: bool = False) -> _OrthogonalPolynomial:
    """The polynomial of Jacobi of degree n, from 0 to 1 of the weight (1 - x)^(p - q) x^(q - 1), whose leading coefficient is one.

    It is a `poly1d` that has `weights`, the zeros, weights and weights over the function's values of Gauss' quadrature, `weight_func`,
    `limits` and `normcoef`, the root of the integral of its square times the weight. Called with numbers it is `eval_sh_jacobi`.
    Raises ValueError for a negative degree, for a p - q that is not above -1 and a q that is not above zero.

    >>> cp.scipy.special.sh_jacobi(1, 2.0, 1.5)
    poly1d([ 1. , -0.5])
    """
    return _OrthogonalPolynomial("sh_jacobi", n, (p, q), monic)

__all__ = ["legendre", "chebyt", "chebyu", "chebyc", "chebys", "jacobi", "laguerre", "genlaguerre", "hermite", "hermitenorm", "gegenbauer", "sh_legendre", "sh_chebyt", "sh_chebyu", "sh_jacobi"]  # fmt: skip
