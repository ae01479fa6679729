"""Series of Chebyshev polynomials of the first kind."""

from __future__ import annotations as _annotations

import math as _math
from collections.abc import Callable as _Callable
from typing import Any as _Any

from cuprust import _core
from cuprust.polynomial import _series

_found = _series.functions("chebyshev", "cheb")
_Base = _series.series("chebyshev", "cheb", _found)
globals().update(_found)
__all__ = ["Chebyshev", "chebinterpolate", "chebpts1", "chebpts2", *sorted(_found)]


def _count(npts: int, least: int) -> int:
    count = int(npts)
    if count != npts:
        raise ValueError("npts must be integer")
    if count < least:
        raise ValueError(f"npts must be >= {least}")
    return count


def chebpts1(npts: int) -> _Any:
    """The roots of the Chebyshev polynomial of degree `npts`, in ascending order: shape (npts,), float64.

    Raises ValueError for a number that is not a positive integer.

    >>> cp.polynomial.chebyshev.chebpts1(2).round(6)
    array([-0.707107,  0.707107])
    """
    count = _count(npts, 1)
    return _core.sin(_core.arange(1 - count, count + 1, 2) * (0.5 * _math.pi / count))


def chebpts2(npts: int) -> _Any:
    """The extrema of the Chebyshev polynomial of degree `npts` - 1 on [-1, 1], in ascending order: shape (npts,),
    float64.

    Raises ValueError for a number that is not an integer of at least two.

    >>> cp.polynomial.chebyshev.chebpts2(3).round(6)
    array([-1.,  0.,  1.])
    """
    return _core.cos(_core.linspace(-_math.pi, 0, _count(npts, 2)))


def chebinterpolate(func: _Callable[..., _Any], deg: int, args: tuple[_Any, ...] = ()) -> _Any:
    """The Chebyshev series that equals `func` at the roots of the Chebyshev polynomial of degree `deg` + 1:
    coefficients, shape (deg + 1,).

    `func` takes an array of points and `args`. Raises TypeError for a `deg` that is not an integer, ValueError for a
    negative one.

    >>> cp.polynomial.chebyshev.chebinterpolate(lambda x: x**2, 2).round(6)
    array([0.5, 0. , 0.5])
    """
    if not isinstance(deg, int) and not hasattr(deg, "__index__"):
        raise TypeError("deg must be an int")
    if deg < 0:
        raise ValueError("expected deg >= 0")
    order = deg + 1
    points = chebpts1(order)
    shares = _found["chebvander"](points, deg).T @ func(points, *args)
    scale = _core.concatenate((_core.ones(1), _core.full(deg, 2.0))) / order
    return shares * scale.reshape((-1,) + (1,) * (shares.ndim - 1))


class Chebyshev(_Base):  # type: ignore[misc, valid-type]
    __doc__ = _Base.__doc__

    @classmethod
    def interpolate(cls, func: _Callable[..., _Any], deg: int, domain: _Any = None, args: tuple[_Any, ...] = ()) -> _Any:
        """The series of degree `deg` that equals `func` at the Chebyshev points of a domain, the class's for None.

        `func` takes an array of points and `args`. Raises TypeError for a `deg` that is not an integer, ValueError for
        a negative one.

        >>> cp.polynomial.Chebyshev.interpolate(lambda x: x**2, 2, domain=[0, 2]).coef.round(6)
        array([1.5, 2. , 0.5])
        """
        domain = cls.domain if domain is None else domain
        offset, scale = _series._polyutils.mapparms(cls.window, domain)
        return cls(chebinterpolate(lambda x: func(offset.item() + scale.item() * x, *args), deg), domain=domain)
