"""Filters and transforms of `scipy.ndimage` that take functions and kernels of users, against SciPy."""

import numpy as np
import pytest
import scipy.ndimage as reference
from conftest import assert_same
from images import call, compare

import cuprust as cp
from cuprust.scipy import ndimage

MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]


@pytest.mark.parametrize("mode", MODES)
def test_filters_of_callables(mode):
    dice = np.random.default_rng(1)
    for dtype in ("f8", "i4", "u1", "?"):
        a = dice.integers(0, 2 if dtype == "?" else 9, (5, 6)).astype(dtype)
        for keywords in ({"size": 3}, {"size": (2, 3)}, {"footprint": np.array([[1, 0, 1], [1, 1, 0]])}, {"size": 2, "origin": -1}, {"size": 3, "axes": 1}):
            compare("generic_filter", (a, lambda w: w.max() - w.min()), keywords | {"mode": mode, "cval": 2.0})
        for axis in (0, 1):
            for size, origin in ((3, 0), (4, 1), (9, -2)):

                def steps(line, out, more=0.0, size=size):
                    out[...] = line[: len(line) - size + 1] + line[size - 1 :] + more

                compare("generic_filter1d", (a, steps, size, axis), {"mode": mode, "cval": 2.0, "origin": origin, "extra_arguments": (1.0,)})
    a = dice.random((4, 5))
    for own in ("generic_laplace", "generic_gradient_magnitude"):
        for axes in (None, 0, (1, 0), ()):
            results = []
            for module in (reference, ndimage):

                def derivative(image, axis, output, mode, cval, module=module):
                    return module.correlate1d(image, [-1, 0, 1], axis, output, mode, cval)

                results.append(call(module, own, (a, derivative), {"mode": mode, "axes": axes}))
            assert_same(results[1], results[0], close=1e-12)


def test_bad_filters_of_callables():
    a = np.arange(6.0).reshape(2, 3)
    for keywords in ({}, {"size": 3, "mode": "no"}, {"size": 3, "origin": 2}, {"footprint": np.ones(3)}, {"size": 3, "axes": (0, 4)}, {"size": 3, "output": np.zeros(3)}):
        compare("generic_filter", (a, np.max), keywords)
    compare("generic_filter", (a * 1j, np.max), {"size": 3})
    for size, keywords in ((0, {}), (3, {"axis": 4}), (3, {"origin": 5}), (3, {"mode": "no"})):
        compare("generic_filter1d", (a, None, size), keywords)
    sums = cp.ReductionKernel("float64 x", "float64 y", "x", "a + b", "y = a", "0", "sums")
    assert_same(ndimage.generic_filter(cp.asarray(a), sums, 3), reference.generic_filter(a, np.sum, 3), close=1e-12)


def test_transforms_by_a_function():
    dice = np.random.default_rng(2)
    a = dice.random((6, 5))
    rotated = lambda index, far=0.5: (index[1] - far, index[0] + far)  # noqa: E731
    for order in range(6):
        for mode in (*MODES, "grid-wrap"):
            compare("geometric_transform", (a, rotated), {"order": order, "mode": mode, "extra_arguments": (0.25,)}, close=1e-11)
    compare("geometric_transform", (a, rotated), {"output_shape": (3, 8), "extra_keywords": {"far": 1.5}, "output": "f4"}, close=1e-6)
    compare("geometric_transform", (a * 1j + a, rotated), {"cval": 2.0, "prefilter": False}, close=1e-11)
    compare("geometric_transform", (dice.integers(0, 99, 7), lambda index: (index[0] * index[1] / 2,)), {"output_shape": (2, 9)})
    with pytest.raises(RuntimeError, match="a coordinate for each axis"):
        ndimage.geometric_transform(cp.asarray(a), lambda index: index[:1])
    compare("geometric_transform", (np.array(1.0), lambda index: ()))
    for keywords in ({"order": 6}, {"mode": "no"}, {"output_shape": ()}):
        compare("geometric_transform", (a, rotated), keywords)


def of_module(module):
    return np if module is reference else cp


@pytest.mark.parametrize("mode", [*MODES, "grid-mirror", "grid-constant", "grid-wrap", "valid"])
def test_vectorized_filters(mode):
    dice = np.random.default_rng(4)
    for dtype in ("f8", "f2", "i4", "c16"):
        a = dice.integers(0, 9, (6, 5)).astype(dtype)
        for keywords in (
            {"size": 3}, {"size": (2, 4)}, {"size": 3, "axes": 0}, {"size": (2, 3), "axes": (1, 0)}, {"footprint": np.array([[1, 0, 1], [1, 1, 0]])},
            {"size": 3, "batch_memory": 700}, {"size": 3, "output": np.zeros((6, 5), dtype)}, {"size": 3, "origin": 1}, {"size": 9, "axes": 1},
            {"footprint": np.array([1, 0, 1]), "axes": -1, "origin": (-1,)}, {"size": 3, "cval": 2},
        ):  # fmt: skip
            results = []
            for module in (reference, ndimage):
                try:
                    results.append(call(module, "vectorized_filter", (a, of_module(module).sum), keywords | {"mode": mode}))
                except Exception as error:
                    results.append(type(error))
            if isinstance(results[0], type):
                assert results[1] is results[0], (keywords, results)
            else:
                assert_same(results[1], results[0], close=1e-12, where=keywords)


def test_bad_vectorized_filters():
    a = np.arange(6.0).reshape(2, 3)
    for keywords in (
        {}, {"size": 3, "footprint": np.ones(3)}, {"size": 0}, {"size": 1.5}, {"size": 3, "mode": "no"}, {"size": (3,)}, {"size": 3, "axes": (0, 1, 0)},
        {"size": 3, "origin": 0.5}, {"size": 3, "origin": (0,)}, {"size": 3, "batch_memory": 0}, {"size": 3, "batch_memory": 8},
    ):  # fmt: skip
        compare("vectorized_filter", (a, np.sum), keywords)
    compare("vectorized_filter", (a, 3), {"size": 3})
    assert ndimage.vectorized_filter(cp.zeros((0, 3)), cp.sum, size=2).shape == (0, 3)
    assert ndimage.vectorized_filter(cp.array(2.0), cp.sum, size=()) == 2


RANGE = r"""
extern "C" __global__ void widest(double* window, int size, double* result) {
  double least = window[0], most = window[0];
  for (int k = 1; k < size; ++k) {
    least = fmin(least, window[k]);
    most = fmax(most, window[k]);
  }
  *result = std::is_signed<int>::value ? most - least : M_PI;
}
"""
SUMS = r"""
extern "C" __global__ void sums(double* line, ptrdiff_t length, double* results, ptrdiff_t count) {
  for (ptrdiff_t k = 0; k < count; ++k) {
    results[k] = 0;
    for (ptrdiff_t far = 0; far <= length - count; ++far) results[k] += line[k + far];
  }
}
"""


@pytest.mark.parametrize("device", ["own", "ptx"])
def test_kernels_of_windows(device):
    widest, sums = cp.RawKernel(RANGE, "widest"), cp.RawKernel(SUMS, "sums")
    dice = np.random.default_rng(6)
    with cp.cuda.Device() if device == "own" else cp.cuda.Device("ptx"):
        for a in (dice.random((9, 20)), dice.integers(0, 99, (4, 3, 5)), np.zeros((0, 3))):
            for mode in ("reflect", "constant"):
                for keywords in ({"size": 3}, {"size": 2, "origin": -1}, {"size": 3, "axes": (1,)}):
                    own = ndimage.generic_filter(cp.asarray(a), widest, mode=mode, cval=3.0, **keywords)
                    if a.size:
                        assert_same(own, reference.generic_filter(a, lambda w: w.max() - w.min(), mode=mode, cval=3.0, **keywords), close=1e-12)
                    for axis in (0, -1):
                        own = ndimage.generic_filter1d(cp.asarray(a), sums, 3, axis, mode=mode, cval=3.0)
                        if a.size:
                            assert_same(own, reference.correlate1d(a, [1.0, 1.0, 1.0], axis, mode=mode, cval=3.0), close=1e-12)
        footprint = np.array([[1, 0, 1], [0, 1, 0]])
        own = ndimage.generic_filter(cp.asarray(dice.random((5, 6))), widest, footprint=footprint, output="f4")
        assert own.dtype == "f4"


def test_a_reduction_gives_the_dtype_of_the_output():
    kernel = cp.ReductionKernel("X x", "Y y", "x", "a + b", "y = a", "0", "sum_of_a_window")
    x = np.arange(20).reshape(4, 5)
    for output in (None, "f4", "f8"):
        given = ndimage.generic_filter(cp.asarray(x), kernel, 3, output=output)
        wanted = reference.generic_filter(x, np.sum, 3, output=output)
        assert given.dtype == wanted.dtype
        np.testing.assert_array_equal(given.get(), wanted)


@pytest.mark.parametrize("device", ["own", "ptx"])
def test_a_reduction_sees_one_window(device):
    """`_in_ind`, `_out_ind`, `_j` and `_raw_x` are of a window, as in CuPy, not of the array of all windows."""
    size = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a / _in_ind.size()", "0", "mean_of_a_window")
    last = cp.ReductionKernel("T x", "int64 y", "_j", "max(a, b)", "y = a + 100 * _out_ind.size()", "-1", "last_of_a_window", reduce_type="int64")
    places = cp.ReductionKernel("T x", "float64 y", "x * _in_ind.get()[0]", "a + b", "y = a", "0", "places_in_a_window", reduce_type="double")
    whole = cp.ReductionKernel("T x", "T y", "x == _raw_x[_raw_x.size() - 1 - _j]", "a + b", "y = _type_reduce(a)", "0", "palindromes", reduce_type="long long")
    dice, footprint = np.random.default_rng(2), np.array([[1, 0, 1], [1, 1, 0]])
    with cp.cuda.Device() if device == "own" else cp.cuda.Device("ptx"):
        for a in (dice.random((6, 7)), dice.random(9), dice.random((3, 4, 2)).T):
            for keywords in ({"size": 3}, {"size": 2, "origin": -1}, {"size": 3, "axes": (-1,)}, *([{"footprint": footprint}] if a.ndim == 2 else [])):
                for mode in ("reflect", "constant"):
                    own = [ndimage.generic_filter(cp.asarray(a), kernel, mode=mode, cval=2.0, **keywords) for kernel in (size, last, places, whole)]
                    for given, function in zip(own, (
                        np.mean, lambda w: len(w) + 99, lambda w: (w * np.arange(len(w))).sum(), lambda w: (w == w[::-1]).sum(),
                    )):  # fmt: skip
                        assert_same(given, reference.generic_filter(a, function, mode=mode, cval=2.0, **keywords), close=1e-12)


def test_a_reduction_computes_in_the_dtypes_of_its_letters():
    """As in CuPy a letter of the input is the image's dtype, and another letter the output's."""
    same = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a / _in_ind.size()", "0", "mean_in_one_dtype")
    other = cp.ReductionKernel("X x", "Y y", "x", "a + b", "y = a / (Y)_in_ind.size()", "0", "mean_in_two_dtypes")
    fixed = cp.ReductionKernel("float32 x", "float64 y", "x", "a + b", "y = a / _in_ind.size()", "0", "mean_in_fixed_dtypes")
    x = np.arange(20).reshape(4, 5)
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(x, 1, "symmetric"), (3, 3)).sum((2, 3))
    for kernel, output, wanted in [
        (same, None, windows // 9), (same, "f4", (windows // 9).astype("f4")), (other, "f8", windows / 9), (fixed, "f8", windows / 9), (fixed, None, windows // 9),
    ]:  # fmt: skip
        assert_same(ndimage.generic_filter(cp.asarray(x), kernel, 3, output=output), wanted, close=1e-12)
    for wrong in (cp.ReductionKernel("T x, T y", "T z", "x", "a + b", "z = a", "0"), cp.ReductionKernel("T x", "T y, T z", "x", "a + b", "y = z = a", "0"), cp.ElementwiseKernel("T x", "T y", "y = x")):
        with pytest.raises(TypeError):
            ndimage.generic_filter(cp.asarray(x), wrong, 3)
