"""Polynomials as objects, and the functions of coefficients that take and give them."""

from __future__ import annotations

import functools as _functools
from collections.abc import Callable as _Callable
from collections.abc import Iterator as _Iterator
from typing import Any as _Any

import numpy as _numpy

from cuprust import _core

_ndarray = _core.ndarray


class poly1d:
    """A polynomial by its coefficients, the highest power first, or by its zeros where `r` says so.

    Polynomials are added, subtracted, multiplied and divided, also with numbers and sequences of coefficients; calling one gives its
    values. Zeros before the first other coefficient are left out when the coefficients or their number are requested, which waits for
    them. Raises ValueError for more than one axis of coefficients.

    >>> p = cp.poly1d([1, 2, 3])
    >>> p(cp.array([0.5, 2.0])), p * 2
    (array([ 4.25, 11.  ]), poly1d([2, 4, 6]))
    """

    __hash__ = None  # type: ignore[assignment]
    # NumPy's scalars leave the operation to the polynomial.
    __array_ufunc__ = None

    def __init__(self, c_or_r: _Any, r: bool = False, variable: str | None = None) -> None:
        self._variable = "x"
        self._is_trimmed = False
        if isinstance(c_or_r, (poly1d, _numpy.poly1d)):
            self._variable = c_or_r.variable
            self._is_trimmed = c_or_r._is_trimmed if isinstance(c_or_r, poly1d) else True
            self._coeffs = _core.asarray(_coefficients(c_or_r))
        else:
            values = c_or_r if isinstance(c_or_r, _ndarray) else _core.asarray(c_or_r)
            self._coeffs = _core.atleast_1d(_core.poly(values) if r else values)
            if self._coeffs.ndim > 1:
                raise ValueError("Polynomial must be 1d only.")
        if variable is not None:
            self._variable = variable

    @property
    def coeffs(self) -> _Any:
        """The coefficients, the highest power first."""
        if not self._is_trimmed:
            trimmed = _core.trim_zeros(self._coeffs, trim="f")
            self._coeffs = trimmed if trimmed.size else _core.zeros(1, trimmed.dtype)
            self._is_trimmed = True
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value: _Any) -> None:
        # An in-place operator returns the array that was passed.
        if value is not self._coeffs:
            raise AttributeError("Cannot set attribute")

    c = coef = coefficients = coeffs

    @property
    def roots(self) -> _Any:
        """The zeros of the polynomial. Waits for the coefficients."""
        return _core.roots(self._coeffs)

    r = roots

    @property
    def variable(self) -> str:
        """The name of the variable in the printed polynomial."""
        return self._variable

    @property
    def order(self) -> int:
        """The highest power."""
        return len(self.coeffs) - 1

    o = order

    def get(self, stream: _Any = None, out: _Any = None) -> _numpy.poly1d:
        """The polynomial as NumPy's. Waits for the coefficients."""
        return _numpy.poly1d(self.coeffs.get(stream=stream, out=out), variable=self._variable)

    def set(self, polyin: _numpy.poly1d, stream: _Any = None) -> None:
        """Takes over the coefficients and the variable of a polynomial of NumPy's. Raises TypeError for anything else."""
        if not isinstance(polyin, _numpy.poly1d):
            raise TypeError("Only numpy.poly1d can be set to cuprust.poly1d")
        self._variable = polyin.variable
        self._coeffs = _core.asarray(polyin.coeffs)
        self._is_trimmed = True

    def __cupy_get_ndarray__(self) -> _Any:
        """The coefficients, for functions of arrays."""
        return self.coeffs

    def __repr__(self) -> str:
        return repr(self.get())

    def __str__(self) -> str:
        return str(self.get())

    def __len__(self) -> int:
        return self.order

    def __iter__(self) -> _Iterator[_Any]:
        return iter(self.coeffs)

    def __call__(self, val: _Any) -> _Any:
        """The values at points: a polynomial, where the point is one."""
        return polyval(self, val)

    def __getitem__(self, val: int) -> _Any:
        """The coefficient of a power: zero where there is none."""
        # Coefficients that will be stripped are zero, and the positions of the others are counted from the last.
        if not 0 <= val < len(self._coeffs):
            return _core.zeros((), self._coeffs.dtype)
        return self._coeffs[-1 - val]

    def __setitem__(self, key: int, val: _Any) -> None:
        if key < 0:
            raise ValueError("Does not support negative powers.")
        missing = key + 1 - len(self._coeffs)
        if missing > 0:
            self._coeffs = _core.concatenate((_core.zeros(missing, self._coeffs.dtype), self._coeffs))
            # As in NumPy, a first coefficient that was assigned is kept, even if it is zero.
            self._is_trimmed = True
        self._coeffs[-1 - key] = val

    def __neg__(self) -> poly1d:
        return poly1d(-self._coeffs)

    def __pos__(self) -> poly1d:
        return self

    def __add__(self, other: _Any) -> poly1d:
        return poly1d(_core.polyadd(self._coeffs, _coefficients(other)))

    def __radd__(self, other: _Any) -> _Any:
        # Together with an array the coefficients are elements, as in NumPy.
        return other + self.coeffs if isinstance(other, _ndarray) else self + other

    def __sub__(self, other: _Any) -> poly1d:
        return poly1d(_core.polysub(self._coeffs, _coefficients(other)))

    def __rsub__(self, other: _Any) -> _Any:
        if isinstance(other, _ndarray):
            return other - self.coeffs
        return poly1d(_core.polysub(_coefficients(other), self._coeffs))

    def __mul__(self, other: _Any) -> poly1d:
        if _numpy.isscalar(other):
            return poly1d(self._coeffs * other)
        return poly1d(_core.polymul(self._coeffs, _coefficients(other)))

    def __rmul__(self, other: _Any) -> _Any:
        return other * self.coeffs if isinstance(other, _ndarray) else self * other

    def __truediv__(self, other: _Any) -> _Any:
        if _numpy.isscalar(other):
            return poly1d(self._coeffs / other)
        return polydiv(self, poly1d(other))

    def __rtruediv__(self, other: _Any) -> _Any:
        if isinstance(other, _ndarray):
            return other / self.coeffs
        if _numpy.isscalar(other):
            return poly1d(other / self._coeffs)
        return polydiv(poly1d(other), self)

    def __pow__(self, val: _Any) -> poly1d:
        times: _Any = val
        if not _numpy.isscalar(val) or int(times) != times or times < 0:
            raise ValueError("Power to non-negative integers only.")
        power = poly1d([1])
        for _ in range(int(times)):
            power = self * power
        return power

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, poly1d):
            return NotImplemented
        return self.coeffs.shape == other.coeffs.shape and bool((self.coeffs == other.coeffs).all())

    def __ne__(self, other: object) -> bool:
        if not isinstance(other, poly1d):
            return NotImplemented
        return not self == other

    def deriv(self, m: int = 1) -> poly1d:
        """The derivative, `m` times. Raises ValueError for a negative `m`."""
        return poly1d(_core.polyder(self._coeffs, m=m))

    def integ(self, m: int = 1, k: _Any = 0) -> poly1d:
        """The integral, `m` times, with the constants `k`. Raises ValueError for a negative `m`, and for fewer constants."""
        return poly1d(_core.polyint(self._coeffs, m=m, k=k))


def _coefficients(value: _Any) -> _Any:
    """The coefficients of a polynomial, zeros before the first other one among them; anything else as it is."""
    if isinstance(value, poly1d):
        return value._coeffs
    return value.coeffs if isinstance(value, _numpy.poly1d) else value


def _of_polynomials(function: _Any) -> _Callable[..., _Any]:
    """A function of coefficients as one of polynomials too: where an argument is one, the results are."""

    @_functools.wraps(function)
    def call(*args: _Any, **kwargs: _Any) -> _Any:
        if not any(isinstance(value, poly1d) for value in (*args, *kwargs.values())):
            return function(*args, **kwargs)
        result = function(*map(_coefficients, args), **{name: _coefficients(value) for name, value in kwargs.items()})
        return tuple(map(poly1d, result)) if isinstance(result, tuple) else poly1d(result)

    return call


@_functools.wraps(_core.roots)
def roots(p: _Any) -> _Any:
    return _core.roots(_coefficients(p))


polyadd = _of_polynomials(_core.polyadd)
polysub = _of_polynomials(_core.polysub)
polymul = _of_polynomials(_core.polymul)
polydiv = _of_polynomials(_core.polydiv)
polyder = _of_polynomials(_core.polyder)
polyint = _of_polynomials(_core.polyint)


@_functools.wraps(_core.polyval)
def polyval(*args: _Any, **kwargs: _Any) -> _Any:
    values = dict(zip(("p", "x"), args), **kwargs)
    x = values.get("x")
    if len(args) > 2 or not isinstance(x, poly1d) or values.keys() != {"p", "x"}:
        # The function itself raises the error for invalid arguments.
        return _core.polyval(*map(_coefficients, args), **{name: _coefficients(value) for name, value in kwargs.items()})
    # Zero is weak, so the result has the dtype of the polynomials.
    result: _Any = 0
    for coefficient in _core.asarray(_coefficients(values["p"])):
        result = result * x + coefficient
    return result
