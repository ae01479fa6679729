"""SciPy's Fourier transforms: SciPy's values, dtypes and exceptions."""

import itertools

import numpy as np
import pytest
import scipy.fft
import scipy.fftpack
from conftest import LONG, assert_same, host

import cuprust as cp
from cuprust.cuda.cufft import get_current_plan

TOLERANCE = {"f2": 2e-5, "f4": 2e-5, "c8": 2e-5}


def numbers(shape, dtype, seed=0):
    random = np.random.default_rng([seed, *np.atleast_1d(shape)])
    x = random.standard_normal(shape) * 5
    return (x + 1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def close(got, wanted, dtype="f8", bound=1e-12):
    got, wanted = host(got), np.asarray(wanted)
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    bound = TOLERANCE.get(np.dtype(dtype).str[1:], bound)
    assert np.abs(got - wanted).max(initial=0) <= bound * max(1, np.abs(wanted).max(initial=0))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4", "c8", "c16"])
@pytest.mark.parametrize("name", ["dct", "idct", "dst", "idst"])
def test_cosines_and_sines(name, dtype):
    ours, theirs = getattr(cp.scipy.fft, name), getattr(scipy.fft, name)
    for n in (1, 2, 3, 4, 5, 8, 15, 16, 31) if LONG else (1, 2, 5, 8):
        x = numbers((3, n), dtype)
        for number, norm in itertools.product((1, 2, 3, 4), (None, "ortho", "forward")):
            if n == 1 and number == 1 and "c" in name:
                continue
            # SciPy loses the word for complex numbers.
            orthogonal = {} if dtype[0] == "c" else {"orthogonalize": norm is None}
            for words in ({}, {"n": n + 3}, orthogonal, {"axis": 0}):
                words = {"type": number, "norm": norm, **words}
                close(ours(cp.array(x), **words), theirs(x, **words), dtype)


@pytest.mark.parametrize("name", ["dctn", "idctn", "dstn", "idstn"])
def test_cosines_and_sines_over_axes(name):
    x = numbers((4, 5, 6), "f8")
    for words in ({}, {"axes": (0, 2)}, {"s": (3, 8)}, {"s": (3, 8), "axes": (0, 1)}, {"type": 3}, {"norm": "ortho"}, {"axes": 1}):
        close(getattr(cp.scipy.fft, name)(cp.array(x), **words), getattr(scipy.fft, name)(x, **words))
    for words in ({"s": (3,), "axes": (0, 1)}, {"axes": (0, 0)}, {"type": 5}, {"norm": "no"}, {"axes": 7}):
        with pytest.raises(ValueError):
            getattr(scipy.fft, name)(x, **words)
        with pytest.raises(ValueError):
            getattr(cp.scipy.fft, name)(cp.array(x), **words)


TRANSFORMS = [first + second + last for first in ("", "i") for second in ("", "r", "h") for last in ("fft", "fft2", "fftn")]
TRANSFORMS = [name.replace("rif", "irf").replace("hif", "ihf") for name in TRANSFORMS]


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms(name):
    ours, theirs = getattr(cp.scipy.fft, name), getattr(scipy.fft, name)
    for norm, dtype in itertools.product((None, "ortho", "forward"), ("f2", "f4", "f8", "i2", "c16")):
        if dtype == "c16" and ("rfft" in name and "irfft" not in name or "ihfft" in name):
            continue
        x = numbers((4, 5, 6), dtype)
        close(ours(cp.array(x), norm=norm, workers=2, overwrite_x=True), theirs(x, norm=norm), dtype)
        words = {"n": 7, "axis": 1} if name.endswith("fft") else {"s": (3, 8), "axes": (0, 1)}
        close(ours(cp.array(x), norm=norm, plan=None, **words), theirs(x, norm=norm, **words), dtype)


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "fftn", "ifftn"])
def test_fftpack(name):
    ours, theirs = getattr(cp.scipy.fftpack, name), getattr(scipy.fftpack, name)
    for dtype in ("f4", "f8", "i4"):
        x = numbers((4, 5, 6), dtype)
        close(ours(cp.array(x)), theirs(x), dtype)
        for n, axis in itertools.product((1, 2, 3, 6, 7, 9), (-1, 0)) if name.endswith("fft") else ():
            close(ours(cp.array(x), n=n, axis=axis), theirs(x, n=n, axis=axis), dtype)
        if not name.endswith("fft"):
            close(ours(cp.array(x), shape=(3, 7), axes=(0, 1)), theirs(x, shape=(3, 7), axes=(0, 1)), dtype)


@pytest.mark.parametrize("name", ["fht", "ifht"])
def test_hankel_transforms(name):
    for n, mu, offset, bias in itertools.product((8, 9, 64), (0.0, 0.5, -0.3), (0.0, 0.3), (0.0, 0.2, -0.4)):
        x = numbers((2, n), "f8")
        close(getattr(cp.scipy.fft, name)(cp.array(x), 0.1, mu, offset, bias), getattr(scipy.fft, name)(x, 0.1, mu, offset, bias), bound=1e-10)


@pytest.mark.parametrize("name", ["fht", "ifht"])
def test_hankel_transforms_whose_coefficients_are_large_or_small(name):
    x = np.linspace(1, 2, 16)
    for mu, bias, dln in ((1.0, 40, 0.5), (3, -100, 0.01), (0.5, 60, 0.1), (2, -60, 0.1), (-200.7, 0, 0.1), (-61, 0, 0.1), (-1e6, 0, 0.01), (-130.7, 20, 1e-3), (2**62, 0, 0.1)):
        got, wanted = host(getattr(cp.scipy.fft, name)(cp.array(x), dln, mu, bias=bias)), getattr(scipy.fft, name)(x, dln, mu, bias=bias)
        assert np.isfinite(wanted).all()
        assert np.abs(got - wanted).max() <= 1e-9 * np.abs(wanted).max()


@pytest.mark.parametrize("name", ["fht", "ifht"])
def test_hankel_transforms_of_every_dtype(name):
    for dtype, bias in itertools.product(("?", "i1", "u2", "i4", "f2", "f4", "f8"), (0.0, 0.2)):
        x = (numbers((3, 8), "f8") * 9).astype(dtype)
        got, wanted = host(getattr(cp.scipy.fft, name)(cp.array(x), 0.1, 0.5, 0.3, bias)), getattr(scipy.fft, name)(x, 0.1, 0.5, 0.3, bias)
        assert got.dtype == wanted.dtype
        # The coefficients are those of double precision, also where the result is rounded to single precision.
        exact = getattr(scipy.fft, name)(x.astype("f8"), 0.1, 0.5, 0.3, bias)
        assert np.abs(got - exact).max() <= (3e-7 if wanted.dtype == "f4" else 1e-11) * np.abs(exact).max()


def test_lengths_frequencies_and_plans():
    for target, real in itertools.product((*range(1, 200), 1000003, 12345678), (False, True)):
        assert cp.scipy.fft.next_fast_len(target, real) == scipy.fft.next_fast_len(target, real)
    for wrong in (-1, 2**63 - 1):
        with pytest.raises(ValueError):
            cp.scipy.fft.next_fast_len(wrong)
    with pytest.raises(TypeError):
        cp.scipy.fft.next_fast_len(2.5)
    assert_same(cp.scipy.fft.fftfreq(5, 0.1), scipy.fft.fftfreq(5, 0.1))
    assert_same(cp.scipy.fft.fftshift(cp.arange(5)), scipy.fft.fftshift(np.arange(5)))
    x = cp.array(numbers((4, 6), "c16"))
    with cp.scipy.fft.get_fft_plan(x, axes=1) as plan:
        assert get_current_plan() is plan
        close(cp.scipy.fft.fft(x, plan=plan), scipy.fft.fft(host(x)))
    assert get_current_plan() is None
    assert (plan.shape, plan.axes, plan.value_type) == ((6,), (1,), "C2C")
    assert cp.scipy.fftpack.get_fft_plan(x, (3, 5)).shape == (3, 5)
    for words in ({"value_type": "X"}, {"shape": (3,), "axes": (0, 1)}, {"axes": (0, 0)}, {"axes": 2}, {"shape": 0, "axes": 0}, {"value_type": "R2C"}):
        with pytest.raises(ValueError):
            cp.scipy.fft.get_fft_plan(x, **words)


def test_what_is_refused():
    x = cp.ones((3, 4))
    for call in (lambda f, x: f.fft(x, n=0), lambda f, x: f.dct(x, type=0), lambda f, x: f.dct(x, n=0), lambda f, x: f.dct(x, type=1, n=1), lambda f, x: f.fft(x, norm="no"), lambda f, x: f.dst(x, axis=5)):
        with pytest.raises((ValueError, IndexError, RuntimeError)):
            call(scipy.fft, np.ones((3, 4)))
        with pytest.raises(ValueError):
            call(cp.scipy.fft, x)
    with pytest.raises(TypeError):
        cp.scipy.fft.rfft(x + 1j)


def test_it_is_a_backend_of_scipys():
    x = np.random.default_rng(4).random((4, 6))
    with scipy.fft.set_backend(cp.scipy.fft):
        for name, arguments in (("fft", ()), ("rfft2", ((3, 4),)), ("irfft", (7,)), ("hfft", ()), ("dctn", (2,)), ("idst", (3,)), ("fftn", (None, (0,)))):
            ours, numpys = (getattr(scipy.fft, name)(given, *arguments) for given in (cp.array(x), x))
            assert type(ours) is cp.ndarray and type(numpys) is np.ndarray
            assert_same(ours, numpys, 1e-10)
    with scipy.fft.set_backend(cp.scipy.fft, coerce=True):
        assert type(scipy.fft.fft(x)) is cp.ndarray
    assert type(scipy.fft.fft(x)) is np.ndarray
