"""The classes of series: what all bases share."""

from __future__ import annotations

import numbers as _numbers
from collections.abc import Iterator as _Iterator
from typing import Any as _Any
from typing import ClassVar as _ClassVar

import numpy as _numpy
from numpy.polynomial import polyutils as _polyutils

from cuprust import _core

_ndarray = _core.ndarray


class Series:
    """A series of polynomials of a basis, given by its coefficients in order of increasing degree.

    `coef` has one axis and floating-point or complex elements; integers are converted to float64. `domain` and `window`
    are pairs of numbers, NumPy arrays: points are mapped linearly from the domain to the window before the series is
    evaluated. `symbol` is the name of the variable in printed text.

    Series of one class, domain and window are added, subtracted, multiplied and divided, with each other, numbers and
    sequences of coefficients; calling one evaluates it. Operations that read coefficients wait for them: all of these
    except calls, derivatives and integrals.

    Raises ValueError for an empty `coef` or one of several axes, for domains and windows of other than two numbers, and
    for a symbol that is no identifier, TypeError for one that is no string and for operands of another class, domain or
    window.

    >>> p = cp.polynomial.Polynomial([1.0, 2.0])
    >>> (p + p).coef, p.degree()
    (array([2., 4.]), 1)
    """

    __hash__ = None  # type: ignore[assignment]
    # NumPy's scalars leave the operation to the series.
    __array_ufunc__ = None

    maxpower: _ClassVar[int] = 100
    domain: _Any = _numpy.array([-1.0, 1.0])
    window: _Any = _numpy.array([-1.0, 1.0])
    basis_name: _ClassVar[str | None] = None
    # NumPy's class of this basis, the name of the basis, and the functions of its module by role.
    _numpys: _ClassVar[_Any]
    _basis: _ClassVar[str]
    _does: _ClassVar[dict[str, _Any]]

    def __init__(self, coef: _Any, domain: _Any = None, window: _Any = None, symbol: str = "x") -> None:
        coef = _core.atleast_1d(_core.asarray(coef))
        if coef.size == 0:
            raise ValueError("Coefficient array is empty")
        if coef.ndim != 1:
            raise ValueError("Coefficient array is not 1-d")
        self.coef = coef if coef.dtype.kind in "fc" else coef.astype(float)
        if domain is not None:
            self.domain = _pair(domain, "Domain")
        if window is not None:
            self.window = _pair(window, "Window")
        if not isinstance(symbol, str):
            raise TypeError("Symbol must be a non-empty string")
        if not symbol.isidentifier():
            raise ValueError("Symbol string must be a valid Python identifier")
        self._symbol = symbol

    @property
    def symbol(self) -> str:
        """The name of the variable in printed text.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.symbol
        'x'
        """
        return self._symbol

    def get(self, stream: _Any = None) -> _Any:
        """The series as an object of NumPy's class. Waits for the coefficients, which are copied in the order of
        `stream`.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> type(p.get()).__module__
        'numpy.polynomial.polynomial'
        """
        return self._numpys(self.coef.get(stream=stream), self.domain, self.window, self._symbol)

    def has_samecoef(self, other: Series) -> bool:
        """Whether the coefficients of two series are equal, including their number. Waits for them.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.has_samecoef(p + 1)
        False
        """
        return len(self.coef) == len(other.coef) and bool((self.coef == other.coef).all())

    def has_samedomain(self, other: Series) -> bool:
        """Whether the domains of two series are equal.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.has_samedomain(Polynomial([1.0], domain=[0, 1]))
        False
        """
        return bool(_numpy.all(self.domain == other.domain))

    def has_samewindow(self, other: Series) -> bool:
        """Whether the windows of two series are equal.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.has_samewindow(Polynomial([1.0], domain=[0, 1]))
        True
        """
        return bool(_numpy.all(self.window == other.window))

    def has_sametype(self, other: _Any) -> bool:
        """Whether `other` is of the class of the series.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.has_sametype(cp.polynomial.Chebyshev([1.0]))
        False
        """
        return isinstance(other, self.__class__)

    def _like(self, coef: _Any) -> _Any:
        return self.__class__(coef, self.domain, self.window, self._symbol)

    def _coefficients(self, other: _Any) -> _Any:
        """An operand in arithmetic: the coefficients of a series of this class, which must match; anything else unchanged."""
        if not isinstance(other, Series):
            return other
        if not isinstance(other, self.__class__):
            raise TypeError("Polynomial types differ")
        if not self.has_samedomain(other):
            raise TypeError("Domains differ")
        if not self.has_samewindow(other):
            raise TypeError("Windows differ")
        if self._symbol != other._symbol:
            raise ValueError("Polynomial symbols differ")
        return other.coef

    def _by(self, does: str, other: _Any, turned: bool = False) -> _Any:
        """The coefficients that a function gives of this series and an operand; NotImplemented for an operand of no use to it."""
        other = self._coefficients(other)
        try:
            return self._does[does](*((other, self.coef) if turned else (self.coef, other)))
        except ZeroDivisionError:
            raise
        except Exception:
            return NotImplemented

    def _made(self, coef: _Any) -> _Any:
        return coef if coef is NotImplemented else self._like(coef)

    def __repr__(self) -> str:
        return repr(self.get())

    def __str__(self) -> str:
        return str(self.get())

    def __format__(self, fmt_str: str) -> str:
        return format(self.get(), fmt_str)

    def _repr_latex_(self) -> str:
        return self.get()._repr_latex_()  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return len(self.coef)

    def __iter__(self) -> _Iterator[_Any]:
        return iter(self.coef)

    def __neg__(self) -> _Any:
        return self._like(-self.coef)

    def __pos__(self) -> _Any:
        return self

    def __add__(self, other: _Any) -> _Any:
        return self._made(self._by("add", other))

    def __radd__(self, other: _Any) -> _Any:
        return self._made(self._by("add", other, True))

    def __sub__(self, other: _Any) -> _Any:
        return self._made(self._by("sub", other))

    def __rsub__(self, other: _Any) -> _Any:
        return self._made(self._by("sub", other, True))

    def __mul__(self, other: _Any) -> _Any:
        return self._made(self._by("mul", other))

    def __rmul__(self, other: _Any) -> _Any:
        return self._made(self._by("mul", other, True))

    def __truediv__(self, other: _Any) -> _Any:
        if not isinstance(other, _numbers.Number) or isinstance(other, bool):
            raise TypeError(f"unsupported types for true division: '{type(self)}', '{type(other)}'")
        return self.__floordiv__(other)

    def __floordiv__(self, other: _Any) -> _Any:
        result = self.__divmod__(other)
        return result if result is NotImplemented else result[0]

    def __mod__(self, other: _Any) -> _Any:
        result = self.__divmod__(other)
        return result if result is NotImplemented else result[1]

    def __divmod__(self, other: _Any) -> _Any:
        result = self._by("div", other)
        return result if result is NotImplemented else tuple(map(self._like, result))

    def __rtruediv__(self, other: _Any) -> _Any:
        return NotImplemented

    def __rfloordiv__(self, other: _Any) -> _Any:
        result = self.__rdivmod__(other)
        return result if result is NotImplemented else result[0]

    def __rmod__(self, other: _Any) -> _Any:
        result = self.__rdivmod__(other)
        return result if result is NotImplemented else result[1]

    def __rdivmod__(self, other: _Any) -> _Any:
        result = self._by("div", other, True)
        return result if result is NotImplemented else tuple(map(self._like, result))

    def __pow__(self, other: _Any) -> _Any:
        power = int(other)
        if power != other:
            raise ValueError("Power must be a non-negative integer.")
        return self._like(self._does["pow"](self.coef, power, maxpower=self.maxpower))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, self.__class__)
            and self.has_samedomain(other)
            and self.has_samewindow(other)
            and self.has_samecoef(other)
            and self._symbol == other._symbol
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __call__(self, arg: _Any) -> _Any:
        """The values at points: a series, where the point is one."""
        offset, scale = self.mapparms()
        if not isinstance(arg, Series):
            return self._does["val"](offset + scale * (arg if isinstance(arg, _numbers.Number) else _core.asarray(arg)), self.coef)
        powers = _core._convert_series(self.coef, self._basis, "polynomial", offset, scale)
        result = arg * 0.0
        for power in range(len(powers) - 1, -1, -1):
            result = result * arg + powers[power]
        return result

    def copy(self) -> _Any:
        """A series of the same coefficients, domain, window and symbol.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.copy() == p
        True
        """
        return self._like(self.coef)

    def degree(self) -> int:
        """The degree: the number of coefficients less one, whether the last is zero or not.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.degree()
        2
        """
        return len(self) - 1

    def cutdeg(self, deg: int) -> _Any:
        """The series without the terms of a degree above `deg`.

        Raises ValueError for a degree that is negative or not an integer.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.cutdeg(1).coef
        array([1., 2.])
        """
        return self.truncate(deg + 1)

    def trim(self, tol: float = 0) -> _Any:
        """The series without the last coefficients whose absolute value is at most `tol`. Waits for the coefficients.

        Raises ValueError for a negative `tol`.

        >>> from cuprust.polynomial import Polynomial
        >>> Polynomial([1.0, 2.0, 0.0]).trim().coef
        array([1., 2.])
        """
        return self._like(self._does["trim"](self.coef, tol))

    def truncate(self, size: int) -> _Any:
        """The series of the first `size` coefficients.

        Raises ValueError for a size that is not a positive integer.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.truncate(2).coef
        array([1., 2.])
        """
        count = int(size)
        if count != size or count < 1:
            raise ValueError("size must be a positive integer")
        return self._like(self.coef[:count])

    def convert(self, domain: _Any = None, kind: type[Series] | None = None, window: _Any = None) -> _Any:
        """The same function as a series of the class `kind`, its own class for None, with a `domain` and a `window`,
        the class's for None.

        Raises ValueError for a domain or a window of other than two numbers.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.convert(kind=cp.polynomial.Chebyshev).coef
        array([2.5, 2. , 1.5])
        """
        kind = self.__class__ if kind is None else kind
        domain = kind.domain if domain is None else _pair(domain, "Domain")
        window = kind.window if window is None else _pair(window, "Window")
        offset, scale = self.mapparms()
        ahead, wide = _polyutils.mapparms(window, domain)
        coef = _core._convert_series(self.coef, self._basis, kind._basis, float(offset + scale * ahead), float(scale * wide))
        return kind(coef, domain, window, self._symbol)

    def mapparms(self) -> tuple[_Any, _Any]:
        """The linear map from the domain to the window, ``offset + scale * x``: the offset and the scale, Python
        numbers.

        >>> from cuprust.polynomial import Polynomial
        >>> Polynomial([1.0], domain=[0, 4]).mapparms()
        (-1.0, 0.5)
        """
        offset, scale = _polyutils.mapparms(self.domain, self.window)
        return offset.item(), scale.item()

    def integ(self, m: int = 1, k: _Any = (), lbnd: _Any = None) -> _Any:
        """The `m`-fold integral. `k` are the integration constants, at most `m`, and `lbnd` is the point at which the
        integrals have them.

        Raises ValueError for a negative `m` and for more constants than integrations.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.integ().coef
        array([0., 1., 1., 1.])
        """
        offset, scale = self.mapparms()
        bound = 0 if lbnd is None else offset + scale * lbnd
        constants = _core.atleast_1d(_core.asarray(k))
        return self._like(self._does["int"](self.coef, m, constants, bound, 1.0 / scale))

    def deriv(self, m: int = 1) -> _Any:
        """The `m`-th derivative.

        Raises ValueError for a negative `m`.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.deriv().coef
        array([2., 6.])
        """
        return self._like(self._does["der"](self.coef, m, self.mapparms()[1]))

    def roots(self) -> _Any:
        """The roots, an array of one axis in ascending order, complex where one is not real. Waits for the
        coefficients.

        >>> from cuprust.polynomial import Polynomial
        >>> Polynomial([-4.0, 0.0, 1.0]).roots()
        array([-2.,  2.])
        """
        offset, scale = _polyutils.mapparms(self.window, self.domain)
        return offset.item() + scale.item() * self._does["roots"](self.coef)

    def linspace(self, n: int = 100, domain: _Any = None) -> tuple[_Any, _Any]:
        """`n` evenly spaced points over the domain, or another one, and the values there: two arrays of shape (n,).

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> p.linspace(3)
        (array([-1.,  0.,  1.]), array([2., 1., 6.]))
        """
        first, last = self.domain if domain is None else domain
        points = _core.linspace(float(first), float(last), n)
        return points, self(points)

    @classmethod
    def fit(
        cls, x: _Any, y: _Any, deg: _Any, domain: _Any = None, rcond: float | None = None, full: bool = False, w: _Any = None,
        window: _Any = None, symbol: str = "x",
    ) -> _Any:  # fmt: skip
        """The least-squares series for values `y`, shape (m,), at points `x`, shape (m,), of degree `deg` or of the
        degrees that are listed.

        The domain is that which the points span for None, the class's for ``[]``. `w` are weights of the residuals,
        shape (m,), `rcond` is the relative cutoff of singular values, and with `full` the diagnostics of the basis'
        function, as `polyfit`, are a second result. Waits for the points. Raises TypeError and ValueError as that
        function, for arrays of other shapes and negative degrees.

        >>> from cuprust.polynomial import Polynomial
        >>> x = cp.array([0.0, 1.0, 2.0, 3.0])
        >>> Polynomial.fit(x, 1 + 2 * x, 1, domain=[-1, 1]).coef.round(9)
        array([1., 2.])
        """
        x = _core.asarray(x)
        if domain is None:
            domain = _span(x)
            if domain[0] == domain[1]:
                domain = domain + _numpy.array([-1, 1])
        elif isinstance(domain, list) and not domain:
            domain = cls.domain
        window = cls.window if window is None else _pair(window, "Window")
        domain = _pair(domain, "Domain")
        offset, scale = _polyutils.mapparms(domain, window)
        result = cls._does["fit"](offset.item() + scale.item() * x, y, deg, rcond=rcond, full=full, w=w)
        if full:
            return cls(result[0], domain, window, symbol), result[1]
        return cls(result, domain, window, symbol)

    @classmethod
    def fromroots(cls, roots: _Any, domain: _Any = [], window: _Any = None, symbol: str = "x") -> _Any:  # noqa: B006
        """The series with the roots `roots`, shape (n,), and leading coefficient one as a polynomial of the variable.

        The domain is the class's for ``[]``, and that which the roots span for None, which waits for them. Raises
        ValueError for no roots with None.

        >>> from cuprust.polynomial import Polynomial
        >>> Polynomial.fromroots(cp.array([1.0, 2.0])).coef
        array([ 2., -3.,  1.])
        """
        roots = _core.atleast_1d(_core.asarray(roots))
        if domain is None:
            domain = _span(roots)
        elif isinstance(domain, list) and not domain:
            domain = cls.domain
        window = cls.window if window is None else _pair(window, "Window")
        domain = _pair(domain, "Domain")
        offset, scale = _polyutils.mapparms(domain, window)
        coef = cls._does["fromroots"](offset.item() + scale.item() * roots) / scale.item() ** len(roots)
        return cls(coef, domain, window, symbol)

    @classmethod
    def identity(cls, domain: _Any = None, window: _Any = None, symbol: str = "x") -> _Any:
        """The series of the identity function, ``p(x) == x``.

        >>> from cuprust.polynomial import Polynomial
        >>> Polynomial.identity().coef
        array([0., 1.])
        """
        domain = cls.domain if domain is None else _pair(domain, "Domain")
        window = cls.window if window is None else _pair(window, "Window")
        offset, scale = _polyutils.mapparms(window, domain)
        coef = cls._does["line"](offset.item(), scale.item())
        return cls(coef, domain, window, symbol)

    @classmethod
    def basis(cls, deg: int, domain: _Any = None, window: _Any = None, symbol: str = "x") -> _Any:
        """The polynomial of degree `deg` of the basis.

        Raises ValueError for a degree that is negative or not an integer.

        >>> cp.polynomial.Chebyshev.basis(2).coef
        array([0., 0., 1.])
        """
        degree = int(deg)
        if degree != deg or degree < 0:
            raise ValueError("deg must be non-negative integer")
        return cls([0.0] * degree + [1.0], domain, window, symbol)

    @classmethod
    def cast(cls, series: Series, domain: _Any = None, window: _Any = None) -> _Any:
        """A series of any class as one of this class: `series.convert` with this class as `kind`.

        >>> from cuprust.polynomial import Polynomial
        >>> p = Polynomial([1.0, 2.0, 3.0])
        >>> cp.polynomial.Chebyshev.cast(p).coef
        array([2.5, 2. , 1.5])
        """
        return series.convert(cls.domain if domain is None else domain, cls, cls.window if window is None else window)


def _pair(values: _Any, name: str) -> _Any:
    """Two numbers, as NumPy's array."""
    values = values.get() if isinstance(values, _ndarray) else values
    [pair] = _polyutils.as_series([values], trim=False)
    if len(pair) != 2:
        raise ValueError(f"{name} has wrong number of elements.")
    return pair


def _span(points: _Any) -> _Any:
    """The least and the greatest of points, of complex ones the corners of their rectangle. Waits for them."""
    if points.size == 0:
        raise ValueError("Coefficient array is empty")
    ends = [[part.min().item(), part.max().item()] for part in ((points.real, points.imag) if points.dtype.kind == "c" else (points,))]
    return _numpy.array(ends[0]) + (1j * _numpy.array(ends[1]) if len(ends) == 2 else 0.0)


# The series of each basis, as named in a sentence.
_KINDS = {
    "polynomial": "power", "chebyshev": "Chebyshev", "hermite": "Hermite", "hermite_e": "Hermite (of statistics)", "laguerre": "Laguerre",
    "legendre": "Legendre",
}  # fmt: skip


def functions(basis: str, prefix: str) -> dict[str, _Any]:
    """The functions of a basis' module by their names, those of the function table and the constants."""
    found = _core._functions(f"cuprust.polynomial.{basis}")
    numpys = getattr(_numpy.polynomial, basis)
    for name in ("zero", "one", "x", "domain"):
        found[prefix + name] = getattr(numpys, prefix + name).copy()

    def line(off: _Any, scl: _Any) -> _Any:
        return _core.asarray(getattr(numpys, prefix + "line")(off, scl))

    line.__name__ = line.__qualname__ = prefix + "line"
    line.__module__ = f"cuprust.polynomial.{basis}"
    line.__doc__ = f"""The coefficients of the {_KINDS[basis]} series whose values are those of `off + scl * x`.

    >>> cp.polynomial.{basis}.{prefix}line(1, 2)
    {line(1, 2)!r}
    """
    return {**found, prefix + "line": line}


def series(basis: str, prefix: str, found: dict[str, _Any]) -> type[Series]:
    """The class of a basis."""
    name = {"hermite_e": "HermiteE"}.get(basis, basis.title())
    numpys = getattr(_numpy.polynomial, name)
    kinds = ("add", "sub", "mul", "div", "pow", "val", "der", "int", "fit", "fromroots", "roots", "trim", "line")
    doc = (Series.__doc__ or "").replace("A series of polynomials of a basis", f"A {_KINDS[basis]} series", 1)
    body = {
        "__doc__": doc.replace("cp.polynomial.Polynomial", f"cp.polynomial.{name}"),
        "__module__": f"cuprust.polynomial.{basis}", "_numpys": numpys, "_basis": basis,
        "_does": {kind: found[prefix + kind] for kind in kinds}, "domain": numpys.domain.copy(), "window": numpys.window.copy(),
        "basis_name": numpys.basis_name,
    }  # fmt: skip
    return type(name, (Series,), body)
