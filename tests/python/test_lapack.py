"""The functions of CuPy's `cupyx.lapack`: each equal to NumPy's solution, on every dtype and form of array, and an exception for what is wrong."""

import numpy as np
import pytest
from conftest import host, outcome
from test_chapters import DTYPES, in_form, matrix

import cuprust as cp

FORMS = ["plain", "fortran", "steps", "stack", "empty", "0-d", "no matrix"]
EXACT = ("f4", "f8", "c8", "c16")


def positive(dtype, seed):
    a = matrix(dtype, seed)
    return np.eye(4, dtype="?") if dtype == "?" else ((a + np.conj(a.T)) if dtype[0] in "fc" else np.tril(a) + np.tril(a, -1).T).astype(dtype)


def right_sides(dtype):
    dice = np.random.default_rng(5)
    for shape in ((4,), (4, 2)):
        numbers = dice.integers(0, 2, shape) if dtype == "?" else dice.integers(0, 5, shape)
        yield (numbers + 1j * dice.integers(0, 5, shape) if dtype[0] == "c" else numbers).astype(dtype)


def near(got, wanted, where):
    got = host(got)
    assert got.shape == wanted.shape, where
    bound = 1e-3 if got.dtype in ("f4", "c8") else 1e-10
    np.testing.assert_allclose(got, wanted, rtol=bound, atol=bound, err_msg=str(where))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_every_dtype(dtype, form):
    wide = np.result_type(dtype, "f8")
    for b in right_sides(dtype):
        for name, plain in (("gesv", matrix(dtype, 0)), ("gels", matrix(dtype, 0)), ("posv", positive(dtype, 0)), ("potrs", None)):
            where = (name, dtype, form, b.shape)
            lower = form != "fortran"
            if name == "potrs":
                factor = np.linalg.cholesky(positive(dtype, 0).astype(wide))
                plain = (factor if lower else np.conj(factor.T)).astype(dtype if dtype in EXACT else wide)
            a = in_form(cp, plain, form)
            same = host(a)
            own = cp.array(b.astype(plain.dtype), order="F")
            function = getattr(cp.lapack, name)
            result, refused = outcome(lambda: function(a, own, lower) if name == "potrs" else function(a, own), read=False)  # noqa: B023
            single = same.ndim == 2 and same.shape == (4, 4)
            if not single and form != "stack" or form == "stack" and name in ("gesv", "gels"):
                assert isinstance(refused, ValueError) or dtype not in EXACT and isinstance(refused, TypeError), (*where, refused)
                continue
            if dtype not in EXACT and name != "potrs":
                # Only single and double precision; integers become double precision if the matrix is not overwritten.
                half = dtype == "f2"
                assert (isinstance(refused, TypeError)) == (name == "gesv" or half), (*where, refused)
                if refused is not None:
                    continue
            assert refused is None or form == "steps" and name == "gesv", (*where, refused)
            if refused is not None:
                assert isinstance(refused, ValueError), (*where, refused)
                continue
            whole = positive(dtype, 0) if name == "potrs" else same
            wanted = np.linalg.solve(whole.astype(wide), b.astype(wide))
            wanted = np.broadcast_to(wanted, ((2,) if form == "stack" else ()) + b.shape)
            assert (result is None) == (name == "gesv"), where
            near(own if name == "gesv" else result, wanted, where)
            np.testing.assert_array_equal(host(a), same)


def test_least_squares_of_other_shapes():
    dice = np.random.default_rng(1)
    for m, n in ((5, 3), (3, 5), (4, 1), (1, 4)):
        for dtype in EXACT:
            a, b = (dice.standard_normal(shape).astype(dtype) for shape in ((m, n), (m, 2)))
            for right in (b, b[:, 0]):
                near(cp.lapack.gels(cp.array(a), cp.array(right)), np.linalg.lstsq(a, right, rcond=None)[0], (m, n, dtype))


@pytest.mark.parametrize("dtype", EXACT)
def test_what_is_wrong(dtype):
    one, two = cp.eye(2, dtype=dtype), cp.ones(2, dtype)
    for name, args in (
        ("gesv", (one, cp.ones(3, dtype))), ("gesv", (cp.ones((2, 3), dtype), two)), ("gesv", (one, cp.ones((2, 3), dtype))), ("gels", (one, cp.ones(3, dtype))), ("gels", (two, two)),
        ("posv", (one, cp.ones(3, dtype))), ("potrs", (one, cp.ones(3, dtype), True)), ("posv", (cp.ones((2, 3), dtype), two)), ("posv", (-one, two)), ("gesv", (cp.zeros((2, 2), dtype), two)),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            found = getattr(cp.lapack, name)(*args)
            # A GPU says so where it is waited for.
            host(args[1] if found is None else found)
    with pytest.raises(TypeError):
        cp.lapack.gesv(one, cp.ones(2, "f8" if dtype != "f8" else "f4"))
    with pytest.raises(TypeError):
        cp.lapack.potrs(one, two)
