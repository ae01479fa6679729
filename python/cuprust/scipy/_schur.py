"""SciPy's Schur form, in an order that a function may choose, and functions of matrices that are given as Python functions."""

from __future__ import annotations

import numpy as _numpy

from cuprust import _core


def _array(a):
    """An array on the device where it is, or on the current one."""
    return a if isinstance(a, _core.ndarray) else _core.asarray(a)


def schur(a, output="real", lwork=None, overwrite_a=False, sort=None, check_finite=True):
    """The upper triangular `T` and the unitary `Z` by which `a` is `Z @ T @ Z*`, of square matrices, the last two axes.

    Those of real matrices are real, with a block of two rows for each pair of conjugate eigenvalues, unless `output` is "complex". With `sort` the
    eigenvalues are first that it chooses, and how many these are is a third result, for which the form is waited for: "lhp" those of negative
    real part, "rhp" the others, "iuc" those of absolute value one at most, "ouc" the others, or a function of an eigenvalue, or of its two parts
    where `T` is real. `lwork` and `overwrite_a` have no effect. Raises ValueError for matrices that are not square, for another `output` or `sort`,
    and with `check_finite` where an element is infinite or NaN; LinAlgError where the iterations do not converge, or eigenvalues are too close to
    be exchanged.

    >>> T, Z = cp.scipy.linalg.schur(cp.array([[0.0, 1.0], [-1.0, 0.0]]))
    >>> T
    array([[ 0.,  1.],
           [-1.,  0.]])
    """
    if output not in ("real", "complex", "r", "c"):
        raise ValueError("argument must be 'real', or 'complex'")
    if sort is not None and not callable(sort):
        _core._first_eigenvalues(sort, None, None)
    t, z = _core._schur(_array(a), output in ("complex", "c"), bool(check_finite))
    if sort is None:
        return t, z
    values = _core._eigenvalues_of_schur(t)
    if not callable(sort):
        chosen = _core._first_eigenvalues(sort, values, None)
    else:
        values = values.get()
        calls = (sort(value) if t.dtype.kind == "c" else sort(value.real, value.imag) for value in values.ravel())
        chosen = _core.asarray(_numpy.fromiter(map(bool, calls), bool, values.size).reshape(values.shape), device=t.device)
    t, z, count = _core._order_schur(t, z, chosen)
    return t, z, int(count) if t.ndim == 2 else count


def ordqz(A, B, sort="lhp", output="real", overwrite_a=False, overwrite_b=False, check_finite=True):
    """The generalized Schur form of `qz` with chosen eigenvalues first: `AA`, `BB`, `alpha`, `beta`, `Q` and `Z`, where these are `alpha / beta`.

    `sort` is "lhp" for those of negative real part, "rhp" of positive real part, "iuc" for those inside the unit circle, "ouc" outside of it, or a
    function of arrays `alpha` and `beta` that gives bools. Waits for the form. `overwrite_a` and `overwrite_b` have no effect. Raises what `qz` does,
    ValueError for another `sort`, and LinAlgError where eigenvalues are too close to be exchanged.

    >>> alpha, beta = cp.scipy.linalg.ordqz(cp.diag(cp.array([2.0, -3.0])), cp.eye(2))[2:4]
    >>> (alpha / beta).real
    array([-3.,  2.])
    """
    if not callable(sort):
        _core._first_eigenvalues(sort, None, None)
    qz = _core._functions("cuprust.scipy.linalg")["qz"]
    parts = list(qz(A, B, output=output, check_finite=check_finite))
    alpha, beta = _core._pencil(parts, None)[2:4]
    chosen = sort(alpha, beta) if callable(sort) else _core._first_eigenvalues(sort, alpha, beta)
    return tuple(_core._pencil(parts, _array(chosen).astype(bool)))


def funm(A, func, disp=True):
    """A function of square matrices, the last two axes, of which `func` gives the values at an array of eigenvalues.

    By Parlett's recurrence on the complex Schur form, which loses digits where eigenvalues are close. A result of real matrices is real where
    all of its imaginary parts are as small as rounding makes them. With `disp` a text is printed where the result may be inaccurate; without it
    the estimated error, relative to the 1-norm, is a second result. Waits for the result. Raises ValueError for matrices that are not square, or
    not finite.

    >>> cp.scipy.linalg.funm(cp.array([[1.0, 3.0], [1.0, 4.0]]), lambda values: values**2).round(9)
    array([[ 4., 15.],
           [ 5., 19.]])
    """
    A = _array(A)
    if A.ndim < 2 or A.shape[-1] != A.shape[-2]:
        raise ValueError("expected square array_like input")
    t, z = _core._complex_schur(A)
    values = _core.diagonal(t, 0, -2, -1)
    found = _core._function_of_schur(t, z, _array(func(values)).astype(t.dtype))
    single = found.dtype == _numpy.complex64
    eps = float(_numpy.finfo(found.dtype).eps)
    if A.dtype.kind != "c" and bool((abs(found.imag) <= (eps * 1e3 if single else eps * 1e6)).all()):
        found = found.real.copy()
    if t.size == 0:
        return found if disp else (found, _core.zeros(t.shape[:-2], device=t.device))
    # The distances of eigenvalues bound the growth of rounding errors.
    apart = abs(values[..., :, None] - values[..., None, :]) + _core.where(_core.eye(t.shape[-1], dtype=bool, device=t.device), _numpy.inf, 0)
    least = _core.minimum(apart.min((-2, -1)), abs(values[..., 0]))
    above = abs(_core.triu(t, 1)).sum(-2).max(-1)
    errors = _core.minimum(1, _core.maximum(eps, eps / _core.where(least == 0, eps, least) * above))
    errors = _core.where((~_core.isfinite(found)).all((-2, -1)), _numpy.inf, errors)
    if not disp:
        return found, errors
    worst = float(errors.max())
    if worst > 1000 * eps:
        print("funm result may be inaccurate, approximate err =", worst)
    return found
