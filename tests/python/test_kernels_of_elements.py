"""`ElementwiseKernel`, `ReductionKernel` and `fuse`: against NumPy, on whatever device the tests run."""

import sys

import numpy as np
import pytest
from conftest import LONG, assert_same

import cuprust as cp

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")

REALS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64"]
SQUARED = cp.ElementwiseKernel("T x, T y", "T z", "z = (x - y) * (x - y)", "squared")


def forms(dtype="float64"):
    """Pairs of arrays that broadcast: plain, strided, reversed, transposed, of no axes, empty."""
    x = np.arange(24).reshape(4, 6).astype(dtype)
    return [
        (x, x + 1), (x, x[1]), (x[:, :1], x[2]), (x.T, (x * 2).T), (x[::-2, ::3], x[:2, :2]), (x[..., ::-1], x),
        (x[1, 2], x), (np.array(3, dtype), np.array(5, dtype)), (x[:0], x[0]), (np.broadcast_to(x[0], (3, 6)), x[:3]),
    ]  # fmt: skip


def ours(array):
    """The array on the device, as a view of the same steps."""
    base = array
    while isinstance(base.base, np.ndarray):
        base = base.base
    if base is array or array.size == 0:
        return cp.array(array)
    offset = (array.__array_interface__["data"][0] - base.__array_interface__["data"][0]) // array.itemsize
    whole = cp.array(base.ravel())[offset:] if min(array.strides, default=0) >= 0 else None
    return cp.array(array) if whole is None else cp.lib.stride_tricks.as_strided(whole, array.shape, array.strides)


class TestElementwise:
    @pytest.mark.parametrize("a, b", forms())
    def test_shapes(self, a, b):
        got = SQUARED(ours(a), ours(b))
        assert got.shape == np.broadcast(a, b).shape and got.dtype == np.float64
        np.testing.assert_array_equal(got.get(), (a - b) * (a - b))

    @pytest.mark.parametrize("dtype", REALS)
    def test_dtypes(self, dtype):
        a, b = np.arange(6).astype(dtype), np.arange(6)[::-1].astype(dtype)
        got = cp.ElementwiseKernel("T x, T y", "T z", "z = x > y ? x : y", "larger")(cp.array(a), cp.array(b))
        assert got.dtype == dtype
        np.testing.assert_array_equal(got.get(), np.maximum(a, b))

    def test_bools_and_complex_numbers(self):
        a = np.array([1 + 2j, -3j, 0.5], np.complex64)
        kernel = cp.ElementwiseKernel("T x", "T y, bool z", "y = exp(x) * conj(x); z = x == T(0.5)", "k")
        y, z = kernel(cp.array(a))
        np.testing.assert_allclose(y.get(), np.exp(a) * a.conj(), rtol=1e-5)
        assert z.get().tolist() == [False, False, True]
        flags = cp.array([True, False])
        assert cp.ElementwiseKernel("bool x", "bool y", "y = !x", "k")(flags).get().tolist() == [False, True]

    @pytest.mark.parametrize("name", ["exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh"])
    def test_functions_of_complex_numbers(self, name):
        a = np.array([1 + 2j, -3 + 0.5j, 0.5 - 0.25j, -0.125 - 2j, 2 + 1e-3j])
        got = cp.ElementwiseKernel("T x", "T y", f"y = {name}(x)", "k")(cp.array(a))
        np.testing.assert_allclose(got.get(), getattr(np, name.replace("as", "arcs").replace("ac", "arcc").replace("at", "arct"))(a), rtol=1e-12)

    def test_numbers(self):
        x = cp.arange(3, dtype=cp.float32)
        assert SQUARED(x, 2).dtype == np.float32 and SQUARED(x, 2).get().tolist() == [4, 1, 0]
        assert SQUARED(x, np.float64(2)).dtype == np.float32
        assert SQUARED(np.int16(5), 2).dtype == np.int16 and float(SQUARED(5, 2.5)) == 6.25
        kernel = cp.ElementwiseKernel("int32 x, float64 y, complex64 c", "float64 z", "z = x * y + c.imag()", "k")
        assert float(kernel(3, 2, 4j)) == 10 and kernel(cp.arange(2, dtype="i"), 0.5, 1).get().tolist() == [0, 0.5]
        with pytest.raises(OverflowError):
            SQUARED(cp.arange(3, dtype=cp.int8), 300)

    def test_raw_operands(self):
        shift = cp.ElementwiseKernel("T x, raw T y", "T z", "z = x + y[_ind.size() - i - 1] + (n == 6)", "shift")
        a, b = np.arange(6.0), np.arange(12.0)[::2]
        np.testing.assert_array_equal(shift(cp.array(a), cp.arange(12.0)[::2]).get(), a + b[::-1] + 1)
        total = cp.ElementwiseKernel("raw T x", "raw T y", "atomicAdd(&y[0], x[i])", "total")
        y = cp.zeros(1)
        assert total(cp.arange(100.0), y, size=100) is y and float(y[0]) == 4950
        index = cp.ElementwiseKernel("raw T x", "T y", "int at[] = {int(_ind.get()[1]), int(_ind.get()[0])}; y = x[at]", "k", reduce_dims=False)
        x = np.arange(6.0).reshape(2, 3)
        np.testing.assert_array_equal(index(cp.array(x), cp.zeros((3, 2))).get(), x.T)
        sizes = cp.ElementwiseKernel("raw T x, raw T u", "int64 y", "y = i == 0 ? x.size() : i == 1 ? x.shape()[1] : i == 2 ? x.strides()[0] : x.ndim", "k")
        assert sizes(cp.array(x).T, cp.zeros(1), size=4).get().tolist() == [6, 2, 8, 2]

    def test_raw_operands_may_be_numbers(self):
        kernel = cp.ElementwiseKernel("raw int32 b, T x, raw T w", "T y", "y = x * b + w + i", "numbers")
        x = np.arange(4.0)
        assert kernel(3, cp.array(x), 0.5).get().tolist() == (x * 3 + 0.5 + np.arange(4)).tolist()
        assert kernel(np.int64(3), cp.array(x), np.float32(0.5)).get().tolist() == (x * 3 + 0.5 + np.arange(4)).tolist()
        with pytest.raises(ValueError, match="undecided"):
            cp.ElementwiseKernel("raw T x, raw T w", "T y", "y = w + i", "numbers")(1.0, 2.0)

    def test_constants_of_math(self):
        kernel = cp.ElementwiseKernel("T x", "T y", "y = x * M_PI + M_SQRT1_2 * 0 + i * 0", "constants")
        assert kernel(cp.array([0.0, 0.5, 2.0])).get().tolist() == [0, np.pi / 2, 2 * np.pi]
        kernel = cp.ElementwiseKernel("T x", "T y", "y = x > 0 ? CUDART_INF : float(-CUDART_INF_F) + i * CUDART_PI", "more_constants")
        assert kernel(cp.array([0.0, 0.5])).get().tolist() == [-np.inf, np.inf]

    def test_integers_of_fixed_sizes(self):
        kernel = cp.ElementwiseKernel("T x", "T y", "uint64_t a = x; int16_t b = a; y = b + (int8_t)300 + (uint32_t)1 * (int64_t)2", "sizes")
        assert_same(kernel(cp.arange(70000)), np.arange(70000).astype(np.int16).astype(np.int64) + 44 + 2)

    @pytest.mark.parametrize("dtype", ["float32", "float64"])
    def test_atomic_extremes(self, dtype):
        text = "atomicMax(&y[i % 3], x); atomicMin(&z[i % 3], x)"
        kernel = cp.ElementwiseKernel("T x", "raw T y, raw T z", text, "extremes")
        x = np.random.default_rng(3).standard_normal(60).astype(dtype)
        y, z = cp.full(3, -9, dtype), cp.full(3, 9, dtype)
        kernel(cp.array(x), y, z)
        assert_same(y, x.reshape(20, 3).max(axis=0))
        assert_same(z, x.reshape(20, 3).min(axis=0))

    @pytest.mark.parametrize("dtype", ["int64", "uint64", "float16", "float32", "float64"])
    def test_atomic_sums(self, dtype):
        kernel = cp.ElementwiseKernel("T x", "raw T y", "atomicAdd(&y[i % 3], x)", "sums")
        x, y = np.arange(60).astype(dtype), cp.ones(3, dtype)
        kernel(cp.array(x), y)
        assert_same(y, (x.reshape(20, 3).sum(axis=0) + 1).astype(dtype))

    def test_a_parameter_may_be_named_as_the_number_of_elements(self):
        x = cp.arange(6)
        assert_same(cp.ElementwiseKernel("raw T g, int32 n", "T y", "y = g[(i + n) % 6]", "turned")(x, 2, size=6), np.roll(np.arange(6), -2))
        assert_same(cp.ElementwiseKernel("T n, raw T g", "T y", "y = n + g[0]", "n_of_elements")(x, cp.array([10])), np.arange(6) + 10)
        assert_same(cp.ElementwiseKernel("raw T n", "T y", "y = n[i] + n.size()", "n_as_a_whole")(x, size=6), np.arange(6) + 6)
        assert_same(cp.ElementwiseKernel("T n", "T y", "y = n * n", "plain")(x), np.arange(6) ** 2)
        assert_same(cp.ElementwiseKernel("raw T g", "T y", "y = g[n - 1 - i]", "still_the_number")(x, size=6), np.arange(6)[::-1])
        assert_same(cp.ReductionKernel("T x, int64 n", "T y", "x * n", "a + b", "y = a", "0", "scaled")(x, 3), 3 * np.arange(6).sum())

    def test_outputs(self):
        x, out = cp.arange(6.0).reshape(2, 3), cp.zeros((3, 2))
        assert SQUARED(x, 1.0, out.T) is not out
        np.testing.assert_array_equal(out.get(), ((np.arange(6.0).reshape(2, 3) - 1) ** 2).T)
        x2 = SQUARED(x, 0, x)
        assert x2 is x and x.get().tolist() == [[0, 1, 4], [9, 16, 25]]
        kernel = cp.ElementwiseKernel("T x", "T y, int32 z", "y = x + 1; z = x", "two")
        y, z = kernel(cp.arange(3.0))
        assert (y.dtype, z.dtype) == (np.float64, np.int32) and z.get().tolist() == [0, 1, 2]
        assert cp.ElementwiseKernel("T x", "T y", "y = x", "k", no_return=True)(x) is None
        assert isinstance(cp.ElementwiseKernel("T x", "T y", "y = x", "k", return_tuple=True)(x), tuple)
        for wrong, error in [
            (lambda: SQUARED(x, x, cp.zeros(2)), ValueError), (lambda: SQUARED(x, x, cp.zeros((1, 2, 3))), None), (lambda: SQUARED(x, x, np.zeros((2, 3))), TypeError),
            (lambda: SQUARED(x, x, cp.zeros((2, 3), "f")), TypeError), (lambda: SQUARED(x), TypeError), (lambda: SQUARED(x, x, x, x), TypeError),
            (lambda: SQUARED(x, x, cp.broadcast_to(cp.zeros(3), (2, 3))), ValueError), (lambda: SQUARED(x, cp.zeros(4)), ValueError),
            (lambda: SQUARED(x, x.astype("f")), TypeError), (lambda: SQUARED(np.zeros(3), x), TypeError), (lambda: SQUARED(x, x, size=3), ValueError),
            (lambda: SQUARED(x, x, wrong=3), TypeError), (lambda: SQUARED(x, None), TypeError), (lambda: SQUARED(x, "x"), TypeError),
        ]:  # fmt: skip
            if error is None:
                wrong()
                continue
            with pytest.raises(error):
                wrong()
        only_raw = cp.ElementwiseKernel("raw T x", "T y", "y = x[i]", "k")
        with pytest.raises(ValueError):
            only_raw(x)

    def test_texts_around_the_loop(self):
        kernel = cp.ElementwiseKernel(
            "T x", "T y", "y = helper(x) * factor; count++", "around",
            preamble="__device__ double helper(double x) { return x + OFFSET; }",
            loop_prep="double factor = 3; int count = 0", after_loop="if (count < 0) __trap()", options=("-DOFFSET=2",),
        )  # fmt: skip
        assert kernel(cp.arange(3.0)).get().tolist() == [6, 9, 12]
        assert kernel.kwargs == {"options": ("-DOFFSET=2",), "loop_prep": "double factor = 3; int count = 0", "after_loop": "if (count < 0) __trap()"}

    def test_attributes(self):
        kernel = cp.ElementwiseKernel("raw T x, int32 y", "float32 z", "z = x[y]", "named")
        assert (kernel.nin, kernel.nout, kernel.nargs, kernel.name, kernel.__name__, kernel.operation) == (2, 1, 3, "named", "named", "z = x[y]")
        assert [(p.name, p.ctype, p.raw, p.is_const, p.dtype) for p in kernel.params] == [
            ("x", "T", True, True, None), ("y", "int32", False, True, np.dtype("i")), ("z", "float32", False, False, np.dtype("f"))
        ]  # fmt: skip
        assert kernel.cached_codes == {} and not kernel.no_return and kernel.reduce_dims

    @pytest.mark.parametrize(
        "parameters, error",
        [(("T x", "T x", ""), ValueError), (("T i", "T y", ""), ValueError), (("T", "T y", ""), ValueError), (("float31 x", "T y", ""), TypeError), (("T x", "T y", "", "a b"), ValueError)],
    )
    def test_wrong_parameters(self, parameters, error):
        with pytest.raises(error):
            cp.ElementwiseKernel(*parameters)

    def test_a_text_that_does_not_compile(self):
        with pytest.raises(cp.cuda.compiler.CompileException, match="undefined"):
            cp.ElementwiseKernel("T x", "T y", "y = nothing(x)", "k")(cp.zeros(3))

    def test_many_elements(self):
        x = cp.arange(100_003, dtype=cp.float32)
        np.testing.assert_array_equal(SQUARED(x, 1, block_size=256).get(), (np.arange(100_003, dtype=np.float32) - 1) ** 2)


NORM = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm")


class TestReduction:
    @pytest.mark.parametrize("shape", [(7,), (3, 5), (2, 300), (300, 2), (4, 5, 6), (1, 1), (33, 1, 2)])
    def test_axes(self, shape):
        a = np.random.default_rng(0).random(shape)
        for axis in [None, *range(len(shape)), -1, tuple(range(len(shape))), (), (0, len(shape) - 1) if len(shape) > 1 else (0,)]:
            for keepdims in (False, True):
                got = NORM(cp.array(a), axis=axis, keepdims=keepdims)
                expected = np.sqrt((a * a).sum(axis=axis, keepdims=keepdims))
                assert got.shape == expected.shape
                np.testing.assert_allclose(got.get(), expected, rtol=1e-13)

    @pytest.mark.parametrize("dtype", REALS)
    def test_dtypes_and_views(self, dtype):
        total = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "total")
        a = np.arange(60).reshape(3, 4, 5).astype(dtype) % 7
        for view in [lambda x: x, lambda x: x.T, lambda x: x[:, ::-2], lambda x: x[1:2]]:
            got = total(view(cp.array(a)), axis=1)
            assert got.dtype == dtype
            np.testing.assert_array_equal(got.get(), view(a).sum(axis=1, dtype=dtype))

    def test_without_an_identity(self):
        largest = cp.ReductionKernel("T x", "T y", "x", "max(a, b)", "y = a", None, "largest")
        a = -1 - np.arange(2 * 300).reshape(2, 300)
        assert int(largest(cp.array(a))) == -1 and largest(cp.array(a), axis=1).get().tolist() == [-1, -301]
        with pytest.raises(ValueError, match="no identity"):
            largest(cp.zeros((0, 3)), axis=0)
        assert largest(cp.zeros((0, 3)), axis=1).shape == (0,)
        assert NORM(cp.zeros((0, 3)), axis=0).get().tolist() == [0, 0, 0]

    def test_several_operands_and_outputs(self):
        x, y = np.arange(12.0).reshape(3, 4), np.arange(4.0)
        dot = cp.ReductionKernel("T x, T y, float64 s", "T d, int64 m", "s * x * y", "a + b", "d = a; m = _in_ind.size() / _out_ind.size()", "0", "dot")
        d, n = dot(cp.array(x), cp.array(y), 2, axis=1)
        np.testing.assert_array_equal(d.get(), 2 * (x * y).sum(axis=1))
        assert n.get().tolist() == [4, 4, 4]
        out = cp.zeros(3), cp.zeros(3, cp.int64)
        assert dot(cp.array(x), cp.array(y), 2, *out, axis=1)[0] is out[0]
        np.testing.assert_array_equal(out[0].get(), d.get())

    def test_a_type_of_its_own(self):
        mean = cp.ReductionKernel(
            "T x, raw T w", "float32 y", "Mean(x * w[_in_ind.get()[0]])", "a + b", "y = a.sum / a.count", "Mean()", "mean", "Mean",
            preamble="""struct Mean { double sum; int count; __device__ Mean() : sum(0), count(0) {} __device__ Mean(double x) : sum(x), count(1) {} };
            __device__ Mean operator+(Mean a, Mean b) { a.sum += b.sum; a.count += b.count; return a; }""",
        )  # fmt: skip
        x, w = np.arange(40.0).reshape(4, 10), np.arange(10.0)
        np.testing.assert_allclose(mean(cp.array(x), cp.array(w), axis=1).get(), (x * w).mean(axis=1))

    def test_names_of_cupys_template(self):
        """The type of the reduction, positions with the reduced axes first, and operands as whole arrays."""
        x = np.arange(24.0).reshape(2, 3, 4)
        total = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = _type_reduce(a) + (_type_reduce)0.5", "0", "typed", reduce_type="int")
        assert total(cp.array(x)).get() == x.sum()
        order = cp.ReductionKernel(
            "T x", "int64 y, int64 z", "_j == _in_ind.get()[0] * 6 + _in_ind.get()[1] * 3 + _in_ind.get()[2] && _J == _j / _count", "a && b",
            "y = a; z = _i * 10 + _out_ind.get()[0]", "1", "positions", reduce_type="bool",
        )  # fmt: skip
        for own in (cp.array(x), cp.array(x.transpose(2, 1, 0).copy()).T):
            y, z = order(own.transpose(1, 2, 0), axis=(1, 2))
            assert y.get().tolist() == [1, 1, 1] and z.get().tolist() == [0, 11, 22]
        neighbors = cp.ReductionKernel(
            "T x", "T y", "abs(x - _raw_x[(_j + _out_ind.size()) % _in_ind.size()])", "a + b", "_raw_y[_i] = a", "0", "steps",
        )  # fmt: skip
        for axis in (0, 1, 2):
            for view in (lambda a: a, lambda a: a[:, ::-1], lambda a: a.T):
                moved = np.moveaxis(view(x), axis, 0).reshape(view(x).shape[axis], -1)
                own = neighbors(view(cp.array(x)), axis=axis)
                np.testing.assert_array_equal(own.get().ravel(), np.abs(moved - np.roll(moved, -1, 0)).sum(0))
        macro = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a / COUNT", "0", "by_macro", preamble="#define COUNT _in_ind.size()")
        assert macro(cp.array(x)).get() == x.sum() / 24
        index = cp.ReductionKernel("T x", "int64 y", "(IndexT)_J", "max(a, b)", "y = a", "-1", "last_index", reduce_type="IndexT")
        assert index(cp.array(x), axis=[0, 2]).get().tolist() == [7, 7, 7]

    @pytest.mark.parametrize("shape", [(70_001,), (9000, 3), (3, 9001), (2, 5000, 3), (40, 33, 40)])
    def test_long_reductions_in_parts(self, shape):
        a = np.random.default_rng(1).integers(-1000, 1000, shape)
        total = cp.ReductionKernel("T x", "T y, int64 z", "x", "a + b", "y = a; z = a * 2", "0", "total")
        largest = cp.ReductionKernel("T x", "T y", "x", "max(a, b)", "y = a", None, "largest")
        views = [lambda x: x, lambda x: x.T, lambda x: x[::-1], lambda x: x[..., ::2]]
        for view in views if len(shape) > 1 else views[:1]:
            for axis in [None, *range(len(shape)), tuple(range(len(shape)))[-2:]]:
                ours, theirs = view(cp.array(a)), view(a)
                y, z = total(ours, axis=axis)
                np.testing.assert_array_equal(y.get(), theirs.sum(axis=axis))
                np.testing.assert_array_equal(z.get(), 2 * theirs.sum(axis=axis))
                np.testing.assert_array_equal(largest(ours, axis=axis).get(), theirs.max(axis=axis))

    def test_parts_of_a_type_of_its_own(self):
        first = cp.ReductionKernel(
            "T x, raw int64 w, T s", "T y, int64 place", "Least(x * s, w[_in_ind.get()[0]])", "a.value <= b.value ? a : b",
            "y = a.value; place = a.place + _out_ind.size()", "Least(1e300, -1)", "first", "Least",
            preamble="""struct Least { double value; char gap; long long place; __device__ Least() {}
            __device__ Least(double v, long long p) : value(v), gap(0), place(p) {} };""",
        )  # fmt: skip
        x = np.random.default_rng(2).permutation(20_000 * 3).reshape(20_000, 3) / 7
        y, place = first(cp.array(x), cp.arange(20_000), 3, axis=0)
        np.testing.assert_array_equal(y.get(), 3 * x.min(axis=0))
        assert place.get().tolist() == (x.argmin(axis=0) + 3).tolist() and len(first.cached_codes) == 1
        out = cp.zeros((1, 3, 2))[..., 0], cp.zeros((1, 3), cp.int64)
        assert first(cp.array(x), cp.arange(20_000), 3, axis=0, keepdims=True, out=out)[0] is out[0]
        np.testing.assert_array_equal(out[0].get()[0], y.get())

    def test_sums_are_the_same_each_time(self):
        x = cp.array(np.random.default_rng(3).random((3000, 40)).astype("f"))
        for axis in (None, 0, 1):
            found = {NORM(x, axis=axis).get().tobytes() for _ in range(4)}
            assert len(found) == 1
            np.testing.assert_allclose(NORM(x, axis=axis).get(), np.linalg.norm(x.get().astype("d"), axis=axis), rtol=1e-5)

    def test_one_text_serves_all_sizes(self):
        kernel = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "total")
        for shape in [(5,), (3, 4), (100_000,), (2, 3, 4)]:
            assert int(kernel(cp.ones(shape, cp.int32))) == np.prod(shape)
        assert len(kernel.cached_codes) == 1 and "total" in kernel.cached_code

    def test_raw_operands_may_be_numbers(self):
        kernel = cp.ReductionKernel("T x, raw T w", "T y", "x * w", "a + b", "y = a", "0", "weighted")
        x = np.arange(12.0).reshape(3, 4)
        assert kernel(cp.array(x), 2.0, axis=1).get().tolist() == (x * 2).sum(1).tolist()

    def test_out_and_wrong_arguments(self):
        x, out = cp.arange(6.0).reshape(2, 3), cp.zeros(4)[::2]
        assert NORM(x, axis=1, out=out) is out
        np.testing.assert_allclose(out.get(), np.sqrt([5, 50]))
        for wrong, error in [
            (lambda: NORM(x, out=out), ValueError), (lambda: NORM(x, axis=2), np.exceptions.AxisError), (lambda: NORM(x, axis=(0, 0)), ValueError),
            (lambda: NORM(), TypeError), (lambda: NORM(x, out, out), TypeError), (lambda: NORM(x, out, out=out), TypeError), (lambda: NORM(x, wrong=1), TypeError),
            (lambda: NORM(x, out=cp.zeros((), "f")), TypeError), (lambda: NORM(3.0), ValueError), (lambda: NORM(x, axis="x"), TypeError),
        ]:  # fmt: skip
            with pytest.raises(error):
                wrong()
        assert NORM.identity == "0" and NORM.map_expr == "x * x" and NORM.reduce_expr == "a + b" and NORM.reduce_type is None


class TestFuse:
    def test_what_is_wrapped_gives_what_it_gives(self):
        @cp.fuse
        def a(x, y):
            """A sum."""
            return x * 2 + y

        @cp.fuse(kernel_name="named")
        def b(x):
            return cp.sqrt(x), cp.sum(x)

        x = cp.arange(4.0)
        assert a(x, 1).get().tolist() == [1, 3, 5, 7] and (a.__name__, a.__doc__) == ("a", "A sum.")
        assert b(x)[0].get().tolist() == [0, 1, 2**0.5, 3**0.5] and float(b(x)[1]) == 6

    def test_integer_powers(self):
        """Whether an exponent is negative is looked at for the power's sake, not for the function's."""
        power = cp.fuse(lambda x, y: x**y + 1)
        x = cp.arange(4)
        assert power(x, x).get().tolist() == [2, 2, 5, 28] and power(2, x).get().tolist() == [2, 3, 5, 9]
        with pytest.raises(ValueError):
            power(x, x - 1).get()

    def test_elements_are_not_looked_at(self):
        @cp.fuse()
        def sign(x):
            return x if x > 0 else -x

        with pytest.raises(TypeError):
            sign(cp.array(3.0))
        assert float(cp.array(2.0)) == 2
        with pytest.raises(TypeError):
            cp.fuse(wrong=1)


class TestPlainArithmetic:
    """Texts of plain arithmetic are recorded as operations: their results equal those of the compiled text."""

    EXPRESSIONS = [
        "x + y * 2 - 1", "x - y", "-x", "+y", "~x ^ y", "x & y | 3", "x << 2 >> 1", "x % (y + 9)", "x < y", "x == y ? x : y", "!x && y || x > 3",
        "x > y ? x * 2 : y", "(T)(x + 0.5f)", "int(y) / 2u", "static_cast<double>(x) / 3", "min(x, y) + max(x, y)", "x * 0x7fffffffu", "x * 10000000000",
        "x + 1e-3", "x * .5f", "(x + 1) * (y - 1)", "(unsigned char)x + (short)y", "x ? 1 : 2.5", "(long long)x * y", "x + true",
    ]  # fmt: skip
    FUNCTIONS = [
        "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
        "asinh", "acosh", "atanh", "floor", "ceil", "trunc", "rint", "fabs", "abs", "isnan", "isinf", "isfinite", "sqrtf", "expf", "floorf",
    ]  # fmt: skip

    RESULTS = ("float64", "int64", "bool", "float16", "uint8")

    def compare(self, value, *arrays, close=0.0):
        """What is recorded of `z = value` beside what is compiled, for results of five dtypes. A preamble that says nothing has a text compiled."""
        inputs = "A x, B y"[: 3 if len(arrays) == 1 else None]
        names = [f"z_{dtype}" for dtype in self.RESULTS]
        outputs = ", ".join(f"{dtype} {name}" for dtype, name in zip(self.RESULTS, names))
        text = "; ".join(f"{name} = {value}" for name in names)
        compiled = cp.ElementwiseKernel(inputs, outputs, text, "k", preamble="//", options=("-fmad=false",))(*arrays)
        recorded = cp.ElementwiseKernel(inputs, "C z", f"z = {value}", "k")
        for dtype, other in zip(self.RESULTS, compiled):
            result = recorded(*arrays, cp.zeros(arrays[0].shape, dtype))
            np.testing.assert_allclose(result.get(), other.get(), rtol=close, err_msg=f"{value} {[a.dtype for a in arrays]} {dtype}")

    PAIRS = [
        ("int8", "uint8"), ("int32", "uint32"), ("int16", "int64"), ("uint64", "int32"), ("float32", "int8"), ("float32", "float64"),
        ("float16", "int32"), ("bool", "bool"), ("int32", "float32"),
    ]  # fmt: skip

    def compare_all(self, values, close, *arrays):
        """The same for many values of one dtype, whose texts are compiled as one."""
        inputs = "A x, B y"[: 3 if len(arrays) == 1 else None]
        outputs = ", ".join(f"float64 z_{place}" for place in range(len(values)))
        text = "; ".join(f"z_{place} = {value}" for place, value in enumerate(values))
        compiled = cp.ElementwiseKernel(inputs, outputs, text, "k", preamble="//", options=("-fmad=false",))(*arrays)
        for value, other in zip(values, compiled):
            result = cp.ElementwiseKernel(inputs, "float64 z", f"z = {value}", "k")(*arrays)
            np.testing.assert_allclose(result.get(), other.get(), rtol=close, err_msg=f"{value} {arrays[0].dtype}")

    @pytest.mark.parametrize("text", EXPRESSIONS)
    def test_expressions(self, text):
        # Neighbours in the list are tried on other pairs, which makes every kind of expression meet every pair.
        first = self.EXPRESSIONS.index(text) % 3
        for a, b in self.PAIRS if LONG else self.PAIRS[first::3]:
            x, y = cp.array([0, 1, 3, 5, 100, 7]).astype(a), cp.array([0, 1, 2, 9, 6, 3]).astype(b)
            value = text.replace("(T)", "(A)")
            try:
                self.compare(value, x, y, close=1e-6)
            except cp.cuda.compiler.CompileException:
                # Texts that the compiler refuses are refused.
                with pytest.raises(cp.cuda.compiler.CompileException):
                    cp.ElementwiseKernel("A x, B y", "C z", f"z = {value}", "k")(x, y, cp.zeros(6))

    @pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
    def test_functions(self, dtype):
        values = ["acosh(x + 1)" if name == "acosh" else f"{name}(x)" for name in self.FUNCTIONS]
        self.compare_all(values, 2e-6, cp.array([0.125, 0.5, 0.75, 1.0]).astype(dtype))

    def test_functions_of_two(self):
        values = [f"{name}(x, y)" for name in ["fmod", "atan2", "hypot", "copysign", "fmin", "fmax", "pow"]]
        self.compare_all(values, 1e-6, cp.array([0.5, -2.5, 3]), cp.array([2.0, 1.5, -4]))

    def test_what_is_recorded_compiles_nothing_and_fuses(self):
        for text in ["z = (x - y) * (x - y)", "float t = x * y; const double u = t + 1; z = u", "z = x > y ? sqrt(x) : 0"]:
            kernel = cp.ElementwiseKernel("T x, T y", "T z", text, "k")
            kernel(cp.arange(3.0), 1)
            assert kernel.cached_codes == {}, text
        for text in ["z = x / y", "z = x * 0.5", "z = int(x * 0.5)", "z = erf(x * 1.0)", "int k = 2; if (x > k) z = x; else z = y", "z = x; z += y"]:
            kernel = cp.ElementwiseKernel("T x, T y", "T z", text, "k")
            kernel(cp.arange(3), 1)
            assert len(kernel.cached_codes) == 1, text

    def test_variables_outputs_and_memory(self):
        kernel = cp.ElementwiseKernel("T x, T y", "T s, float32 d, bool b", "T t = x + y; s = t * 2; float u = s; d = u / 4; b = d > t", "k")
        x, y = np.arange(6, dtype=np.int32).reshape(2, 3), np.arange(3, dtype=np.int32)
        s, d, b = kernel(cp.array(x), cp.array(y))
        t = x + y
        assert (s.dtype, d.dtype, b.dtype) == (np.int32, np.float32, np.bool_)
        np.testing.assert_array_equal(s.get(), 2 * t)
        np.testing.assert_array_equal(d.get(), (2 * t / 4).astype("f"))
        np.testing.assert_array_equal(b.get(), 2 * t / 4 > t)
        same = cp.ElementwiseKernel("T x", "T y", "y = x", "k")
        a = cp.arange(6.0).reshape(2, 3)
        copy = same(a.T)
        copy[...] = 7
        assert copy.flags.c_contiguous and a.get().tolist() == [[0, 1, 2], [3, 4, 5]]
        assert same(4).shape == () and same(a[:0]).shape == (0, 3)
        a[...] = 1
        same(a[0, ::-1], a[1])
        same(cp.arange(3.0), a[0])
        assert a.get().tolist() == [[0, 1, 2], [1, 1, 1]]
        # Two outputs of one value are two arrays, and one of part of the operands has the whole shape.
        twice = cp.ElementwiseKernel("T x, T y", "T p, T q, T r", "p = x * 2; q = x * 2; r = y", "k")
        p, q, r = twice(cp.arange(3.0), a)
        p += 1
        assert p.shape == q.shape == r.shape == (2, 3) and q.get().tolist() == [[0, 2, 4]] * 2 and p.get().tolist() == [[1, 3, 5]] * 2
        r[...] = 9
        assert a.get().tolist() == [[0, 1, 2], [1, 1, 1]]
