"""Linear operators: matrices of which only the products are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse._formats import csc_matrix, csr_matrix
from cuprust.scipy.sparse._matrix import spmatrix

_Product = Callable[[cuprust.ndarray], Any]


class LinearOperator:
    """A matrix that is known by its products with vectors.

    It is made of functions, or a subclass has the methods `_matvec`, `_rmatvec`, `_matmat` and `_adjoint`. `rmatvec` is the product of the
    conjugate transpose, `matmat` that with a matrix. Without `dtype` the dtype is that of a product with zeros. Sums, products, powers and
    multiples of operators are operators.

    Raises ValueError for a shape of other than two extents, and for operands whose shapes do not match.

    >>> from cuprust.scipy.sparse.linalg import LinearOperator
    >>> twice = LinearOperator((2, 2), matvec=lambda x: 2 * x)
    >>> twice @ cp.ones(2)
    array([2., 2.])
    """

    ndim = 2
    # NumPy's operators leave it to these.
    __array_ufunc__ = None
    shape: tuple[int, int]
    dtype: Any

    def __new__(cls, *args: Any, **kwargs: Any) -> LinearOperator:
        made: LinearOperator = super().__new__(_OfFunctions if cls is LinearOperator else cls)
        return made

    def __init__(self, dtype: Any, shape: Any) -> None:
        shape = tuple(shape)
        if len(shape) != 2 or not all(isinstance(extent, (int, numpy.integer)) for extent in shape):
            raise ValueError(f"invalid shape {shape!r} (must be 2-d)")
        self.shape = int(shape[0]), int(shape[1])
        self.dtype = None if dtype is None else numpy.dtype(dtype)

    def _find_dtype(self) -> None:
        if self.dtype is None:
            self.dtype = self.matvec(cuprust.zeros(self.shape[1])).dtype

    def _core(self) -> Any:
        """What the crate's solvers take: the operator itself, or the matrix whose products it has."""
        return self

    # Defined by subclasses.

    def _matvec(self, x: cuprust.ndarray) -> Any:
        return self.matmat(x.reshape(-1, 1))

    def _matmat(self, X: cuprust.ndarray) -> Any:
        return cuprust.stack([self.matvec(X[:, column]) for column in range(X.shape[1])], axis=1)

    def _rmatvec(self, x: cuprust.ndarray) -> Any:
        if type(self)._adjoint is LinearOperator._adjoint:
            raise NotImplementedError("the product of the conjugate transpose is not known")
        return self.H.matvec(x)

    def _rmatmat(self, X: cuprust.ndarray) -> Any:
        if type(self)._adjoint is LinearOperator._adjoint:
            return cuprust.stack([self.rmatvec(X[:, column]) for column in range(X.shape[1])], axis=1)
        return self.H.matmat(X)

    def _adjoint(self) -> LinearOperator:
        return _Transposed(self, True)

    def _transpose(self) -> LinearOperator:
        return _Transposed(self, False)

    # Products.

    def _vector(self, x: Any, extent: int, product: _Product, out: int) -> cuprust.ndarray:
        x = cuprust.asarray(x)
        if x.shape not in ((extent,), (extent, 1)):
            raise ValueError("dimension mismatch")
        return cuprust.asarray(product(x)).reshape((out,) if x.ndim == 1 else (out, 1))

    def _matrix(self, X: Any, extent: int, product: _Product) -> Any:
        X = X if isinstance(X, spmatrix) else cuprust.asarray(X)
        if X.ndim != 2:
            raise ValueError(f"expected 2-d ndarray or matrix, not {X.ndim}-d")
        if X.shape[0] != extent:
            raise ValueError(f"dimension mismatch: {self.shape}, {X.shape}")
        return product(X)

    def matvec(self, x: Any) -> cuprust.ndarray:
        """The product with a vector, shape (n,) or (n, 1); shape (m,) or (m, 1).

        Raises ValueError for another shape.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.matvec(cp.ones(3))
        array([3.+0.j, 1.+1.j])
        """
        return self._vector(x, self.shape[1], self._matvec, self.shape[0])

    def rmatvec(self, x: Any) -> cuprust.ndarray:
        """The product of the conjugate transpose with a vector, shape (m,) or (m, 1); shape (n,) or (n, 1).

        Raises ValueError for another shape, NotImplementedError for an operator without that product.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.rmatvec(cp.ones(2))
        array([1.+0.j, 3.+0.j, 0.-1.j])
        """
        return self._vector(x, self.shape[0], self._rmatvec, self.shape[1])

    def matmat(self, X: Any) -> Any:
        """The product with a matrix of shape (n, k), dense or sparse; shape (m, k).

        Raises ValueError for another shape.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.matmat(cp.ones((3, 1)))
        array([[3.+0.j],
               [1.+1.j]])
        """
        return self._matrix(X, self.shape[1], self._matmat)

    def rmatmat(self, X: Any) -> Any:
        """The product of the conjugate transpose with a matrix of shape (m, k), dense or sparse; shape (n, k).

        Raises ValueError for another shape, NotImplementedError for an operator without that product.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.rmatmat(cp.ones((2, 1)))
        array([[1.+0.j],
               [3.+0.j],
               [0.-1.j]])
        """
        return self._matrix(X, self.shape[0], self._rmatmat)

    def dot(self, x: Any) -> Any:
        """The product with a vector or a matrix, an array, or with a number or another operator, an operator.

        Raises ValueError for shapes that do not match.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.dot(cp.ones(3))
        array([3.+0.j, 1.+1.j])
        >>> (a * 2).dot(cp.ones(3))
        array([6.+0.j, 2.+2.j])
        """
        if isinstance(x, LinearOperator):
            return _Chain(self, x)
        if numpy.isscalar(x) or isinstance(x, cuprust.ndarray) and x.ndim == 0:
            return _Scaled(self, x)
        x = x if isinstance(x, spmatrix) else cuprust.asarray(x)
        if x.ndim == 1 or x.ndim == 2 and x.shape[1] == 1 and not isinstance(x, spmatrix):
            return self.matvec(x)
        if x.ndim == 2:
            return self.matmat(x)
        raise ValueError(f"expected 1-d or 2-d array or matrix, got {x.ndim}-d")

    def __call__(self, x: Any) -> Any:
        return self * x

    def __mul__(self, x: Any) -> Any:
        return self.dot(x)

    def __matmul__(self, x: Any) -> Any:
        if numpy.isscalar(x):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.dot(x)

    def __rmul__(self, x: Any) -> Any:
        return _Scaled(self, x) if numpy.isscalar(x) else NotImplemented

    def __truediv__(self, x: Any) -> Any:
        if not numpy.isscalar(x):
            raise ValueError("Can only divide a linear operator by a scalar.")
        return _Scaled(self, 1.0 / x)  # type: ignore[operator]

    def __pow__(self, p: Any) -> Any:
        return _Power(self, p) if numpy.isscalar(p) else NotImplemented

    def __add__(self, x: Any) -> Any:
        return _Sum(self, x) if isinstance(x, LinearOperator) else NotImplemented

    def __neg__(self) -> Any:
        return _Scaled(self, -1)

    def __sub__(self, x: Any) -> Any:
        return self + -x if isinstance(x, LinearOperator) else NotImplemented

    def __repr__(self) -> str:
        of = "unspecified dtype" if self.dtype is None else f"dtype={self.dtype}"
        return f"<{self.shape[0]}x{self.shape[1]} {type(self).__name__} with {of}>"

    def adjoint(self) -> LinearOperator:
        """The conjugate transpose, an operator.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.adjoint().matvec(cp.ones(2))
        array([1.+0.j, 3.+0.j, 0.-1.j])
        """
        return self._adjoint()

    def transpose(self) -> LinearOperator:
        """The transpose, an operator.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.transpose().matvec(cp.ones(2))
        array([1.-0.j, 3.-0.j, 0.+1.j])
        """
        return self._transpose()

    @property
    def H(self) -> LinearOperator:
        """The conjugate transpose, an operator, as `adjoint`.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.H.shape
        (3, 2)
        """
        return self._adjoint()

    @property
    def T(self) -> LinearOperator:
        """The transpose, an operator, as `transpose`.

        >>> from cuprust.scipy.sparse.linalg import aslinearoperator
        >>> a = aslinearoperator(cp.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1j]]))
        >>> a.T.shape
        (3, 2)
        """
        return self._transpose()


class _OfFunctions(LinearOperator):
    """An operator of functions."""

    def __init__(
        self,
        shape: Any,
        matvec: _Product,
        rmatvec: _Product | None = None,
        matmat: _Product | None = None,
        dtype: Any = None,
        rmatmat: _Product | None = None,
    ) -> None:
        super().__init__(dtype, shape)
        self._functions = matvec, rmatvec, matmat, rmatmat
        self._find_dtype()

    def _matvec(self, x: cuprust.ndarray) -> Any:
        return self._functions[0](x)

    def _rmatvec(self, x: cuprust.ndarray) -> Any:
        if self._functions[1] is None:
            raise NotImplementedError("rmatvec is not defined")
        return self._functions[1](x)

    def _matmat(self, X: cuprust.ndarray) -> Any:
        return super()._matmat(X) if self._functions[2] is None else self._functions[2](X)

    def _rmatmat(self, X: cuprust.ndarray) -> Any:
        if self._functions[3] is not None:
            return self._functions[3](X)
        return cuprust.stack([self.rmatvec(X[:, column]) for column in range(X.shape[1])], axis=1)

    def _adjoint(self) -> LinearOperator:
        matvec, rmatvec, matmat, rmatmat = self._functions
        return _OfFunctions(self.shape[::-1], self._rmatvec if rmatvec is None else rmatvec, matvec, rmatmat, self.dtype, matmat)


class _Transposed(LinearOperator):
    """The transpose of an operator, or the conjugate one."""

    def __init__(self, of: LinearOperator, conjugate: bool) -> None:
        super().__init__(of.dtype, of.shape[::-1])
        self._own, self._conjugate = of, conjugate

    def _apply(self, product: _Product, x: cuprust.ndarray) -> Any:
        return product(x) if self._conjugate else cuprust.conj(product(cuprust.conj(x)))

    def _matvec(self, x: cuprust.ndarray) -> Any:
        return self._apply(self._own._rmatvec, x)

    def _rmatvec(self, x: cuprust.ndarray) -> Any:
        return self._apply(self._own._matvec, x)

    def _matmat(self, X: cuprust.ndarray) -> Any:
        return self._apply(self._own._rmatmat, X)

    def _rmatmat(self, X: cuprust.ndarray) -> Any:
        return self._apply(self._own._matmat, X)

    def _adjoint(self) -> LinearOperator:
        return self._own if self._conjugate else super()._adjoint()

    def _transpose(self) -> LinearOperator:
        return super()._transpose() if self._conjugate else self._own


def _promoted(*all: Any) -> Any:
    dtypes = [one.dtype if hasattr(one, "dtype") else numpy.asarray(one).dtype for one in all]
    return None if any(dtype is None for dtype in dtypes) else numpy.result_type(*dtypes)


class _Sum(LinearOperator):
    def __init__(self, a: LinearOperator, b: LinearOperator) -> None:
        if a.shape != b.shape:
            raise ValueError(f"cannot add {a} and {b}: shape mismatch")
        super().__init__(_promoted(a, b), a.shape)
        self._parts = a, b

    def _matvec(self, x: cuprust.ndarray) -> Any:
        return self._parts[0].matvec(x) + self._parts[1].matvec(x)

    def _rmatvec(self, x: cuprust.ndarray) -> Any:
        return self._parts[0].rmatvec(x) + self._parts[1].rmatvec(x)

    def _matmat(self, X: cuprust.ndarray) -> Any:
        return self._parts[0].matmat(X) + self._parts[1].matmat(X)

    def _rmatmat(self, X: cuprust.ndarray) -> Any:
        return self._parts[0].rmatmat(X) + self._parts[1].rmatmat(X)

    def _adjoint(self) -> LinearOperator:
        return _Sum(self._parts[0].H, self._parts[1].H)


class _Chain(LinearOperator):
    def __init__(self, a: LinearOperator, b: LinearOperator) -> None:
        if a.shape[1] != b.shape[0]:
            raise ValueError(f"cannot multiply {a} and {b}: shape mismatch")
        super().__init__(_promoted(a, b), (a.shape[0], b.shape[1]))
        self._parts = a, b

    def _matvec(self, x: cuprust.ndarray) -> Any:
        return self._parts[0].matvec(self._parts[1].matvec(x))

    def _rmatvec(self, x: cuprust.ndarray) -> Any:
        return self._parts[1].rmatvec(self._parts[0].rmatvec(x))

    def _matmat(self, X: cuprust.ndarray) -> Any:
        return self._parts[0].matmat(self._parts[1].matmat(X))

    def _rmatmat(self, X: cuprust.ndarray) -> Any:
        return self._parts[1].rmatmat(self._parts[0].rmatmat(X))

    def _adjoint(self) -> LinearOperator:
        return _Chain(self._parts[1].H, self._parts[0].H)


class _Scaled(LinearOperator):
    def __init__(self, of: LinearOperator, factor: Any) -> None:
        super().__init__(_promoted(of, factor), of.shape)
        self._own, self._factor = of, factor

    def _conjugate(self) -> Any:
        return self._factor.conj() if isinstance(self._factor, cuprust.ndarray) else numpy.conj(self._factor)

    def _matvec(self, x: cuprust.ndarray) -> Any:
        return self._factor * self._own.matvec(x)

    def _rmatvec(self, x: cuprust.ndarray) -> Any:
        return self._conjugate() * self._own.rmatvec(x)

    def _matmat(self, X: cuprust.ndarray) -> Any:
        return self._factor * self._own.matmat(X)

    def _rmatmat(self, X: cuprust.ndarray) -> Any:
        return self._conjugate() * self._own.rmatmat(X)

    def _adjoint(self) -> LinearOperator:
        return _Scaled(self._own.H, self._conjugate())


class _Power(LinearOperator):
    def __init__(self, of: LinearOperator, power: Any) -> None:
        if of.shape[0] != of.shape[1]:
            raise ValueError(f"square LinearOperator expected, got {of!r}")
        if not isinstance(power, (int, numpy.integer)) or power < 0:
            raise ValueError("non-negative integer expected as a power")
        super().__init__(of.dtype, of.shape)
        self._own, self._times = of, int(power)

    def _repeated(self, product: _Product, x: cuprust.ndarray) -> Any:
        for _ in range(self._times):
            x = product(x)
        return x

    def _matvec(self, x: cuprust.ndarray) -> Any:
        return self._repeated(self._own.matvec, x)

    def _rmatvec(self, x: cuprust.ndarray) -> Any:
        return self._repeated(self._own.rmatvec, x)

    def _matmat(self, X: cuprust.ndarray) -> Any:
        return self._repeated(self._own.matmat, X)

    def _rmatmat(self, X: cuprust.ndarray) -> Any:
        return self._repeated(self._own.rmatmat, X)

    def _adjoint(self) -> LinearOperator:
        return _Power(self._own.H, self._times)


class _OfMatrix(LinearOperator):
    """A matrix, dense or of few elements."""

    def __init__(self, matrix: Any) -> None:
        super().__init__(matrix.dtype, matrix.shape)
        self.A = matrix
        self._transposed: LinearOperator | None = None

    def _matvec(self, x: cuprust.ndarray) -> Any:
        return self.A @ x

    def _matmat(self, X: cuprust.ndarray) -> Any:
        return self.A @ X

    def _core(self) -> Any:
        # By its rows, or by its columns, which are the rows of the transpose.
        by_rows, by_columns = isinstance(self.A, csr_matrix), isinstance(self.A, csc_matrix)
        if by_rows or by_columns:
            return self.A._csr if by_rows else (self.A._csr,)
        return self if isinstance(self.A, spmatrix) else self.A

    def _adjoint(self) -> LinearOperator:
        if self._transposed is None:
            transposed = self.A.T
            self._transposed = _OfMatrix(transposed.conj() if self.dtype.kind == "c" else transposed)
        return self._transposed


def aslinearoperator(A: Any) -> LinearOperator:
    """An operator of a dense matrix, of one of few elements, or of an object with `shape` and `matvec`; an operator itself.

    Raises TypeError for what is none of these, ValueError for an array of more than two axes.

    >>> from cuprust.scipy.sparse.linalg import aslinearoperator
    >>> aslinearoperator(cp.array([[1.0, 2.0]])).rmatvec(cp.ones(1))
    array([1., 2.])
    """
    if isinstance(A, LinearOperator):
        return A
    if isinstance(A, spmatrix):
        return _OfMatrix(A)
    if isinstance(A, cuprust.ndarray):
        if A.ndim > 2:
            raise ValueError("array must have ndim <= 2")
        return _OfMatrix(cuprust.atleast_2d(A))
    if hasattr(A, "shape") and hasattr(A, "matvec"):
        functions = {name: getattr(A, name, None) for name in ("rmatvec", "rmatmat", "dtype")}
        return _OfFunctions(A.shape, A.matvec, **functions)
    raise TypeError("type not understood")
