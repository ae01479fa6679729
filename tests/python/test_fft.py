"""Fourier transforms: NumPy's values within rounding, its dtypes and its exceptions, for every form of array."""

import itertools
import threading

import numpy as np
import pytest
from conftest import assert_same, host, outcome

import cuprust as cp

ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
REAL = ["rfft", "ihfft", "rfft2", "rfftn"]
SEVERAL = ["fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"]
DTYPES = ["?", "i1", "i4", "i8", "u1", "u8", "f2", "f4", "f8", "c8", "c16"]
LENGTHS = [1, 2, 3, 4, 5, 8, 12, 17, 30, 64, 97, 120, 128, 1000, 1009]


def close_to(ours, numpys, count, half=False):
    """Equal within the rounding of a transform of so many elements, in the precision of the result. Of half precision NumPy rounds what
    it scales by, and single precision holds it here."""
    ours, numpys = np.asarray(host(ours)), np.asarray(numpys)
    assert (ours.shape, ours.dtype) == (numpys.shape, numpys.dtype)
    single = numpys.dtype in (np.complex64, np.float32, np.float16)
    eps = np.finfo(np.float16).eps if half else np.finfo(np.float32 if single else np.float64).eps
    scale = np.abs(numpys.astype(complex)).max(initial=0)
    bound = 8 * eps * (1 + np.log2(max(count, 2))) * scale
    np.testing.assert_allclose(ours.astype(complex), numpys.astype(complex), rtol=0, atol=bound)


def values(shape, dtype, seed=0):
    random = np.random.default_rng(seed)
    a = random.integers(0, 9, shape) if np.dtype(dtype).kind in "biu" else random.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * random.standard_normal(shape)
    return a.astype(dtype)


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_has_numpys(name, dtype):
    a = values((3, 12), dtype)
    expected, wrong = outcome(lambda: getattr(np.fft, name)(a))
    if wrong is not None:
        with pytest.raises(type(wrong).__mro__[-3] if isinstance(wrong, TypeError) else type(wrong)):
            host(getattr(cp.fft, name)(cp.array(a)))
        return
    close_to(getattr(cp.fft, name)(cp.array(a)), expected, 12, half=dtype == "f2")


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("length", LENGTHS)
def test_every_length(name, length):
    a = values((2, length + 3), "f8" if name in REAL else "c16", length)
    for n, norm in ((None, "ortho"), (length, None), (length, "forward"), (2 * length + 1, "backward")):
        got = getattr(cp.fft, name)(cp.array(a), n, norm=norm)
        close_to(got, getattr(np.fft, name)(a, n, norm=norm), 2 * length + 3)


@pytest.mark.parametrize("name", ONE)
def test_every_axis_and_form_of_array(name):
    a = values((4, 6, 5), "f8")
    forms = [
        lambda x: x, lambda x: x[::-1, ::2], lambda x: x.T, lambda x: x[:, :, ::-1], lambda x: x[1],
        lambda x: x[None, ..., None].repeat(3, -1), lambda x: x[:, 2:3, :],
    ]  # fmt: skip
    for form in forms:
        x, y = form(a), form(cp.array(a))
        for axis, n in itertools.product(range(-x.ndim, x.ndim), (None, 1, 4, 9)):
            expected, wrong = outcome(lambda: getattr(np.fft, name)(x, n, axis))
            if wrong is not None:
                with pytest.raises(type(wrong)):
                    getattr(cp.fft, name)(y, n, axis)
            else:
                close_to(getattr(cp.fft, name)(y, n, axis), expected, 9)


@pytest.mark.parametrize("name", SEVERAL)
def test_several_axes(name):
    a = values((3, 4, 5, 6), "f8" if name in REAL else "c16")
    cases = [
        {}, {"axes": (0, 1)}, {"axes": (3, 0)}, {"axes": (1, 2, 3)}, {"axes": (-1,)}, {"axes": (0, 1, 2, 3)}, {"axes": (2, 2)},
        {"axes": (1, 2, 1)}, {"s": (4, 4), "axes": (0, 2)}, {"s": (7, 3), "axes": (3, 1)}, {"s": (-1, 3), "axes": (0, 1)},
        {"norm": "ortho"}, {"norm": "forward", "axes": (0, 3)}, {"s": (2, 3, 4), "axes": (0, 1)}, {"s": (0, 3), "axes": (0, 1)}, {"axes": (0, 9)},
        {"axes": ()}, {"norm": "none"},
    ]  # fmt: skip
    for case in cases:
        expected, wrong = outcome(lambda: getattr(np.fft, name)(a, **case))
        if wrong is not None:
            with pytest.raises(type(wrong)):
                getattr(cp.fft, name)(cp.array(a), **case)
        else:
            close_to(getattr(cp.fft, name)(cp.array(a), **case), expected, 360)


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_over_several_axes_has_numpys(name, dtype):
    a = values((3, 4, 6), dtype)
    expected, wrong = outcome(lambda: getattr(np.fft, name)(a))
    if wrong is not None:
        with pytest.raises(TypeError):
            getattr(cp.fft, name)(cp.array(a))
        return
    close_to(getattr(cp.fft, name)(cp.array(a)), expected, 72, half=dtype == "f2")


def test_inverses_lead_back():
    for dtype, bound in (("f4", 1e-6), ("f8", 1e-14)):
        a = values((7, 60), dtype)
        x = cp.array(a)
        assert_same(cp.fft.irfft(cp.fft.rfft(x), 60), a, bound)
        assert_same(cp.fft.hfft(cp.fft.ihfft(x), 60), a, bound)
        assert_same(cp.fft.irfftn(cp.fft.rfftn(x), x.shape), a, bound)
        assert_same(cp.fft.ifft2(cp.fft.fft2(x)).real, a, bound)


def test_special_values_spread_as_in_numpy():
    a = np.zeros((3, 8))
    a[1, 2] = np.nan
    got = host(cp.fft.fft(cp.array(a)))
    assert np.isnan(got[1]).any() and not np.isnan(got[[0, 2]]).any()
    close_to(cp.fft.irfft(cp.array([1 + 5j, 2, 3 + 7j])), np.fft.irfft([1 + 5j, 2, 3 + 7j]), 4)


def test_empty_and_without_axes():
    assert_same(cp.fft.fft(cp.ones((0, 4))), np.fft.fft(np.ones((0, 4))))
    assert_same(cp.fft.rfft2(cp.ones((0, 4, 6))), np.fft.rfft2(np.ones((0, 4, 6))))
    assert_same(cp.fft.fftn(cp.asarray(3.0)), np.fft.fftn(np.asarray(3.0)))
    for call in (
        lambda xp: xp.fft.fft(xp.ones((4, 0))), lambda xp: xp.fft.fft(xp.ones(0)), lambda xp: xp.fft.irfft(xp.ones(1)), lambda xp: xp.fft.fft(xp.ones(4), n=-1),
        lambda xp: xp.fft.fft(xp.asarray(1.0)), lambda xp: xp.fft.fft(xp.ones(4), n=2.5), lambda xp: xp.fft.fft(xp.ones(4), axis=1), lambda xp: xp.fft.fft2(xp.ones(4)),
        lambda xp: xp.fft.rfft(xp.ones(4, "c16")), lambda xp: xp.fft.fft(["a", "b"]),
    ):  # fmt: skip
        _, wrong = outcome(lambda: call(np))
        with pytest.raises(Exception) as got:
            call(cp)
        assert isinstance(wrong, type(got.value)) or isinstance(got.value, type(wrong)) or isinstance(wrong, TypeError) and got.type is TypeError


def test_out():
    a = values((3, 8), "f8")
    for name in ("fft", "ifft", "irfft"):
        expected = getattr(np.fft, name)(a)
        out = cp.empty(expected.shape, expected.dtype)
        assert getattr(cp.fft, name)(cp.array(a), out=out) is out
        close_to(out, expected, 14)
    x = cp.array(a.astype("c16"))
    assert cp.fft.fft(x, out=x) is x
    close_to(x, np.fft.fft(a), 8)
    y = cp.array(a.astype("c16"))
    cp.fft.fft(y[:, ::-1], out=y)
    close_to(y, np.fft.fft(a[:, ::-1]), 8)
    narrow = cp.empty((3, 8), "c8")
    cp.fft.fft(cp.array(a), out=narrow)
    close_to(narrow, np.fft.fft(a).astype("c8"), 8)
    with pytest.raises(TypeError):
        cp.fft.fft(cp.array(a), out=cp.empty((3, 8)))
    with pytest.raises(ValueError):
        cp.fft.fft(cp.array(a), out=cp.empty((3, 7), "c16"))
    fixed = cp.empty((3, 8), "c16")
    fixed.flags.writeable = False
    with pytest.raises(ValueError):
        cp.fft.fft(cp.array(a), out=fixed)


def test_what_is_written_later_does_not_change_a_transform():
    x = cp.arange(8.0)
    y = cp.fft.rfft(x)
    x += 100
    close_to(y, np.fft.rfft(np.arange(8.0)), 8)
    z = cp.fft.fft(x + 1) * 2 + 1
    close_to(z, np.fft.fft(np.arange(8.0) + 101) * 2 + 1, 8)


def test_frequencies_and_shifts(both):
    for n, d in itertools.product((1, 2, 3, 8, 9), (1.0, 0.5, -2, 3)):
        both(lambda xp: xp.fft.fftfreq(n, d))
        both(lambda xp: xp.fft.rfftfreq(n, d))
    for call in (lambda xp: xp.fft.fftfreq(0), lambda xp: xp.fft.fftfreq(2.5), lambda xp: xp.fft.fftfreq(3, 0.0), lambda xp: xp.fft.fftfreq(-3), lambda xp: xp.fft.rfftfreq(2.0)):
        both(call)
    assert_same(cp.fft.fftfreq(5, dtype="f4"), np.fft.fftfreq(5).astype("f4"))
    assert_same(cp.fft.rfftfreq(5, 0.5, dtype="f4"), np.fft.rfftfreq(5, 0.5).astype("f4"))
    for shape, axes in itertools.product(((5,), (4, 3), (2, 3, 4)), (None, 0, -1, (0, 0), (0,), (0, 1), (5,))):
        if isinstance(axes, tuple) and len(shape) == 1 and axes == (0, 1):
            axes = (0, 0)
        if axes == (5,):
            with pytest.raises(IndexError):
                cp.fft.fftshift(cp.ones(shape), axes)
            continue
        both(lambda xp, a: xp.fft.fftshift(a, axes), values(shape, "f8"))
        both(lambda xp, a: xp.fft.ifftshift(a, axes), values(shape, "i4"))


def test_threads_share_plans():
    a, wrong = values((64, 240), "c16"), []
    expected = {n: np.fft.fft(a, n) for n in range(200, 240)}

    def work():
        for n, spectrum in expected.items():
            if not np.allclose(host(cp.fft.fft(cp.array(a), n)), spectrum, atol=1e-11):
                wrong.append(n)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong
