"""Kernels written in Python: the translation of the language, its types, and launches."""

import math
import sys
import threading

import numpy as np
import pytest
from conftest import on_cpu

import cuprust as cp
from cuprust import jit

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")
FACTOR = 3
NUMBERS = (2, 3, 5)


def elements(function, *arrays, mode="cuda", dtype=None):
    """The results of a function of one element: run in a kernel, and by Python itself."""
    inner = jit.rawkernel(mode=mode, device=True)(function)

    @jit.rawkernel(mode=mode)
    def one(x, out):
        i = jit.grid(1)
        if i < out.size:
            out[i] = inner(x[i])

    @jit.rawkernel(mode=mode)
    def two(x, y, out):
        i = jit.grid(1)
        if i < out.size:
            out[i] = inner(x[i], y[i])

    given = [cp.asarray(array) for array in arrays]
    out = cp.empty(given[0].shape, dtype or given[0].dtype)
    (one if len(given) == 1 else two)[2, 32](*given, out)
    with np.errstate(all="ignore"):
        expected = [function(*each) for each in zip(*arrays)]
    return out.get(), np.array(expected).astype(out.dtype)


def same(function, *arrays, **how):
    ours, expected = elements(function, *arrays, **how)
    np.testing.assert_allclose(ours, expected, rtol=1e-6)


INTS = np.array([-9, -4, -1, 0, 1, 2, 5, 13, 21, 40], np.int64)
OTHERS = np.array([2, 3, -2, 5, 7, -3, 1, 4, -6, 11], np.int64)
FLOATS = np.array([-2.5, -1.0, -0.25, 0.0, 0.5, 1.0, 2.75, 8.0])


class TestLanguage:
    def test_branches(self):
        def f(x):
            if x < 0:
                y = -x
            elif x > 10:
                y = x * 2
            else:
                y = x + 100
            return y

        same(f, INTS)

    def test_loops(self):
        def f(x):
            total = x * 0
            for i in range(10):
                if i == 5:
                    continue
                if i > 8:
                    break
                total += i
            for i in range(20, x, -3):
                total += i * 10
            n = x
            while n > 3:
                n //= 2
                total += 1
            return total + i

        same(f, INTS)

    def test_a_range_by_a_step_of_either_sign(self):
        def f(x, step):
            total = x * 0
            for i in range(x, 17, step):
                total = total * 3 + i
                if total > 1_000_000:
                    return total
            return total

        same(f, np.array([-3, 0, 16, 17, 30, 25]), np.array([2, 5, 1, 3, -4, -1]))

    def test_the_variable_of_a_loop_is_not_what_counts(self):
        def f(x):
            total = x * 0
            for i in range(5):
                total += i
                i = i * 2
            return total * 100 + i

        same(f, INTS)

    def test_unsigned_ranges_go_down_to_zero(self):
        @jit.rawkernel()
        def f(out, n):
            for i in range(n - 1, -1, -1):
                out[i] = i + 1

        out = cp.zeros(5, cp.int32)
        f[1, 1](out, np.uint32(5))
        assert out.get().tolist() == [1, 2, 3, 4, 5]

    def test_operators(self):
        def f(x, y):
            return x + y * 2 - x // y + x % y ^ (x & 12) | (y << 2) >> 1

        same(f, INTS, OTHERS)

    def test_division_power_and_signs(self):
        same(lambda_free_division, INTS, OTHERS, dtype=np.float64, mode="numpy")

        def powers(x):
            return x**2 + 2**3 - (-x) + (+x) + ~x

        same(powers, INTS)

    def test_truth(self):
        def f(x, y):
            a = x > 0 and y > 0
            b = not (x or y > 3)
            c = x and y
            d = x or y
            return a * 1000 + b * 100 + c * 10 + d

        same(f, INTS, OTHERS)

    def test_chains_compute_each_operand_once(self):
        @jit.rawkernel(device=True)
        def bump(x):
            x[0] += 1
            return x[0]

        @jit.rawkernel()
        def f(x, out):
            out[0] = 0 < bump(x) < 5
            out[1] = 1 < x[0] <= 1 < 5

        x, out = cp.zeros(1, cp.int32), cp.zeros(2, cp.int32)
        f[1, 1](x, out)
        assert (int(x[0]), out.get().tolist()) == (1, [1, 0])

    def test_conditional_expressions(self):
        def f(x):
            return (x if x > 2 else -x) + (1 if True else 0)

        same(f, INTS)

    def test_tuples(self):
        @jit.rawkernel(device=True)
        def both(a, b):
            return a + b, a - b

        def f(x, y):
            a, b = x, y
            a, b = b, a
            pair = (a * 2, b * 3)
            sum, difference = both(pair[0], pair[1])
            c = d = sum
            [e, g] = both(c, d)
            return sum * 1000 + difference * 100 + e + g + len(pair) + NUMBERS[1]

        def expected(x, y):
            a, b = y * 2, x * 3
            return (a + b) * 1000 + (a - b) * 100 + 2 * (a + b) + 2 + 3

        ours, _ = elements_only(f, INTS, OTHERS)
        np.testing.assert_array_equal(ours, [expected(*each) for each in zip(INTS, OTHERS)])

    def test_names_of_outside(self):
        local = 7

        def f(x):
            """A documentation text."""
            pass
            return x * FACTOR + local + NUMBERS[-1]

        same(f, INTS)

    def test_names_that_mean_something_in_cpp(self):
        def f(x):
            register = x + 1
            float_ = register * 2
            new = float_
            add = new + 1
            größe = add
            x_ = größe
            return x_ + add

        same(f, INTS)

    def test_functions_of_python(self):
        def f(x, y):
            return min(x, y, 3) + max(x, y) * 10 + abs(x) + int(y) + bool(x) + len(NUMBERS) + pow(x, 2)

        same(f, INTS, OTHERS)

    def test_divmod(self):
        def f(x, y):
            quotient, rest = divmod(x, y)
            return quotient * 100 + rest

        same(f, INTS, OTHERS)

    def test_annotations_and_assertions(self):
        def f(x):
            y: int = x + 1
            z: int
            assert FACTOR == 3
            assert y == x + 1, "a text"
            z = y
            return z

        same(f, INTS)

    def test_decorated_methods_and_indentation(self):
        class Holder:
            @staticmethod
            @jit.rawkernel()
            def fill(x, value):
                x[jit.grid(1)] = value

        x = cp.zeros(4)
        Holder.fill[1, 4](x, 2.5)
        assert x.get().tolist() == [2.5] * 4


def lambda_free_division(x, y):
    return x / y


def elements_only(function, *arrays):
    """What `elements` gives of a function that calls functions of kernels, which Python cannot call."""

    @jit.rawkernel()
    def kernel(x, y, out):
        i = jit.grid(1)
        if i < out.size:
            out[i] = inner(x[i], y[i])

    inner = jit.rawkernel(device=True)(function)
    given = [cp.asarray(array) for array in arrays]
    out = cp.empty_like(given[0])
    kernel[1, 64](*given, out)
    return out.get(), kernel


class TestUfuncs:
    @pytest.mark.parametrize("name", ["sin", "exp", "sqrt", "floor", "absolute", "sign", "isnan", "log1p", "square", "arctan"])
    def test_of_one(self, name):
        ours, numpys = getattr(cp, name), getattr(np, name)

        @jit.rawkernel()
        def f(x, out):
            i = jit.grid(1)
            out[i] = ours(x[i])

        with np.errstate(all="ignore"):
            for dtype in (np.float32, np.float64):
                x = FLOATS.astype(dtype)
                expected = numpys(x)
                out = cp.empty(len(x), expected.dtype)
                f[1, len(x)](cp.asarray(x), out)
                np.testing.assert_allclose(out.get(), expected, rtol=1e-6)

    def test_of_two_and_names_of_numpy_and_math(self):
        def f(x, y):
            return np.maximum(x, y) + np.hypot(x, y) + np.arctan2(x, y) + math.exp(x) * math.sqrt(abs(y)) + math.pi

        same(f, FLOATS, FLOATS[::-1].copy())

    def test_several_results(self):
        @jit.rawkernel()
        def f(x, part, whole):
            i = jit.grid(1)
            part[i], whole[i] = cp.modf(x[i])

        x = cp.asarray(FLOATS)
        part, whole = cp.empty_like(x), cp.empty_like(x)
        f[1, x.size](x, part, whole)
        for ours, expected in zip((part, whole), np.modf(FLOATS)):
            np.testing.assert_array_equal(ours.get(), expected)

    def test_an_operand_that_a_text_names_twice_is_computed_once(self):
        @jit.rawkernel(mode="numpy")
        def f(x, y, out):
            out[0] = x[jit.atomic_add(out, 1, 1)] <= y[0]

        x, y, out = cp.asarray([-1, 5]), cp.asarray([3], dtype=cp.uint64), cp.zeros(2, cp.int32)
        f[1, 1](x, y, out)
        assert out.get().tolist() == [1, 1]


class TestTypes:
    def dtype(self, expression, *values, mode):
        """The dtype of an expression of x and y, by a device function's result."""
        function = jit.rawkernel(mode=mode, device=True)(expression)

        @jit.rawkernel(mode=mode)
        def f(x, y, out):
            out[0] = inner(x, y)

        @jit.rawkernel(mode=mode, device=True)
        def inner(x, y):
            return function(x, y)

        f[1, 1](*values, cp.zeros(1, cp.complex128))
        head = next(line for line in f.cached_code.splitlines() if line.startswith("__device__") and " inner_" in line)
        return head.split("__device__ ")[1].split(" inner_")[0]

    @pytest.mark.parametrize("dtype, name", [("int8", "signed char"), ("uint32", "unsigned int"), ("float16", "f16"), ("float64", "double")])
    def test_an_operation_on_equal_dtypes_has_it(self, dtype, name):
        number = np.dtype(dtype).type(1)

        def add(x, y):
            return x + y

        for mode in ("cuda", "numpy"):
            assert self.dtype(add, number, number, mode=mode) == name

    def test_the_modes_differ(self):
        def add(x, y):
            return x + y

        def divide(x, y):
            return x / y

        def half(x, y):
            return x * 0.5

        cases = [
            (add, np.int32(1), np.float32(1), "float", "double"),
            (add, np.int32(1), np.uint32(1), "unsigned int", "long long"),
            (add, np.int64(1), np.float32(1), "float", "double"),
            (add, 1, 1, "int", "long long"),
            (add, 1.0, 1.0, "float", "double"),
            (divide, np.int32(1), np.int32(2), "double", "double"),
            (divide, np.float32(1), np.int32(2), "float", "double"),
            (half, np.float32(1), 0, "float", "float"),
            (half, np.int32(1), 0, "float", "double"),
        ]
        for function, x, y, cuda, numpys in cases:
            assert self.dtype(function, x, y, mode="cuda") == cuda
            assert self.dtype(function, x, y, mode="numpy") == numpys

    def test_constants_keep_their_digits_beside_doubles(self):
        def f(x):
            return x + 0.1

        ours, expected = elements(f, FLOATS)
        np.testing.assert_array_equal(ours, expected)

    @pytest.mark.parametrize("dtype", [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64,
                                       np.float16, np.float32, np.float64, np.complex64, np.complex128])  # fmt: skip
    def test_every_dtype_is_taken_and_given(self, dtype):
        @jit.rawkernel()
        def f(x, value, out):
            i = jit.grid(1)
            out[i, 0] = x[i]
            out[i, 1] = value
            out[i, 2] = dtype(1)
            out[i, 3] = x.dtype == dtype

        x = np.array([0, 1, 3], dtype)
        out = cp.zeros((3, 4), dtype)
        f[1, 3](cp.asarray(x), dtype(2), out)
        expected = np.stack([x, np.full(3, 2, dtype), np.ones(3, dtype), np.ones(3, dtype)], 1)
        np.testing.assert_array_equal(out.get(), expected)

    @pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, -0.0, 1e-45, 3.4e38, 0.1])
    @pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
    def test_literals(self, value, dtype):
        @jit.rawkernel()
        def f(x):
            x[0] = dtype(value)
            x[1] = value

        x = cp.zeros(2, dtype)
        f[1, 1](x)
        with np.errstate(over="ignore"):
            np.testing.assert_array_equal(x.get(), np.array([value, np.float32(value)]).astype(dtype) if dtype != np.float64 else value)
        assert np.signbit(x.get()).all() == np.signbit(value)

    def test_integers_at_their_ends(self):
        @jit.rawkernel()
        def f(a, b, c):
            a[0] = -2147483648
            a[1] = 2147483647
            b[0] = -9223372036854775808
            b[1] = 9223372036854775807
            c[0] = 18446744073709551615
            c[1] = -1

        arrays = [cp.zeros(2, dtype) for dtype in (cp.int32, cp.int64, cp.uint64)]
        f[1, 1](*arrays)
        assert [a.get().tolist() for a in arrays] == [[-(2**31), 2**31 - 1], [-(2**63), 2**63 - 1], [2**64 - 1, 2**64 - 1]]

    def test_variables_hold_what_loses_nothing(self):
        @jit.rawkernel()
        def f(x):
            total = np.float64(0)
            total = x[0]
            total = 5
            x[0] = total

        x = cp.ones(1, cp.float32)
        f[1, 1](x)
        assert x.get().tolist() == [5]

    def test_complex_numbers(self):
        def f(x):
            return x * (1 + 2j) + x.real - x.imag

        x = np.array([1 + 1j, -2j, 0.5])
        same(f, x)


class TestArrays:
    @pytest.mark.parametrize("order", ["C", "F"])
    def test_indices_of_several_axes_and_attributes(self, order):
        @jit.rawkernel()
        def f(x, out, about):
            i, j, k = jit.grid(3)
            if i < x.shape[0] and j < x.shape[1] and k < x.shape[2]:
                out[k, j, i] = x[i, j, k] + x[i][j][k] + x[i, j][k]
            if i == 0 and j == 0 and k == 0:
                about[0], about[1], about[2], about[3] = x.size, x.ndim, len(x), x.strides[1]
                shape = x.shape
                about[4] = shape[0] * 100 + shape[1] * 10 + shape[-1]

        x = np.arange(24.0).reshape(2, 3, 4)
        ours = cp.array(x, order=order)
        out, about = cp.zeros((4, 3, 2)), cp.zeros(5, cp.int64)
        f[(1, 2, 2), (2, 2, 2)](ours, out, about)
        np.testing.assert_array_equal(out.get(), 3 * x.T)
        assert about.get().tolist() == [24, 3, 2, ours.strides[1], 234]

    def test_views(self):
        @jit.rawkernel()
        def f(x, y):
            i = jit.grid(1)
            y[i] = x[i] * 2

        x = cp.arange(20)
        for view in (x[::-1], x[3:13:2], x[5:], cp.broadcast_to(x[2:3], (6,))):
            y = cp.zeros(view.shape, view.dtype)
            f[1, view.size](view, y)
            np.testing.assert_array_equal(y.get(), view.get() * 2)
        f[1, 10](x[:10], x[10:])
        np.testing.assert_array_equal(x.get()[10:], np.arange(10) * 2)

    def test_arrays_without_axes_and_without_elements(self):
        @jit.rawkernel()
        def f(x, y, nothing):
            y[()] = x[()] + nothing.size
            y[()] += 1

        x, y = cp.asarray(5), cp.asarray(0)
        f[1, 1](x, y, cp.zeros((0, 3)))
        assert int(y) == 6

    def test_elements_change_in_place_once(self):
        @jit.rawkernel()
        def f(x, counts):
            i = jit.grid(1)
            x[jit.atomic_add(counts, i, 1)] += 5
            x[i] *= 2
            x[i] -= 1
            x[i] /= 2.0
            x[i] **= 2

        x, counts = cp.full(4, 3.0, cp.float32), cp.arange(4, dtype=cp.int32)
        f[1, 4](x, counts)
        np.testing.assert_allclose(x.get(), ((3 + 5) * 2 - 1) ** 2 / 4)
        assert counts.get().tolist() == [1, 2, 3, 4]

    def test_what_is_recorded_runs_before_and_after(self):
        @jit.rawkernel()
        def f(x):
            x[jit.grid(1)] += 1

        x = cp.arange(8) * 2
        f[1, 8](x)
        y = x * 10
        f[1, 8](x)
        np.testing.assert_array_equal(y.get(), (np.arange(8) * 2 + 1) * 10)
        np.testing.assert_array_equal(x.get(), np.arange(8) * 2 + 2)


class TestLaunch:
    def test_both_ways(self):
        @jit.rawkernel()
        def f(x, value):
            x[jit.grid(1)] = value

        x = cp.zeros(8, cp.int32)
        f((2,), (4,), (x, 1))
        assert x.get().tolist() == [1] * 8
        f[2, 4](x, 2)
        assert x.get().tolist() == [2] * 8
        f[(2, 1, 1), (4,)](x, np.int8(3))
        assert x.get().tolist() == [3] * 8
        with cp.cuda.Stream() as stream:
            f((2,), (4,), (x, 4), stream=stream)
        stream.synchronize()
        assert x.get().tolist() == [4] * 8

    def test_texts_are_kept_by_dtypes(self):
        @jit.rawkernel()
        def f(x, y):
            y[0] = x[0]

        assert f.cached_codes == {}
        with pytest.raises(RuntimeError, match="not been called"):
            f.cached_code
        for dtype in (cp.int32, cp.float32, cp.int32):
            f[1, 1](cp.zeros(2, dtype), cp.zeros(3, dtype))
        assert len(f.cached_codes) == 2 and "float" in f.cached_code and f.__name__ == "f"
        f[1, 1](cp.zeros((2, 2), cp.int32)[0], cp.zeros(1, cp.int32))
        assert len(f.cached_codes) == 2

    def test_wrong_calls(self):
        @jit.rawkernel()
        def f(x):
            x[0] = 1

        @jit.rawkernel(device=True)
        def g(x):
            return x

        x = cp.zeros(1)
        for wrong in (lambda: f[1](x), lambda: f[1, 1, 1](x), lambda: f[0, 1](x), lambda: f[1, 5000](x)):
            with pytest.raises(ValueError):
                wrong()
        for wrong in (lambda: f[1, 1](), lambda: f[1, 1](x, x), lambda: f[1, 1]("text"), lambda: f[1, 1](np.ones(3)), lambda: g[1, 1](x)):
            with pytest.raises(TypeError):
                wrong()
        with pytest.raises(ValueError, match="mode"):
            jit.rawkernel(mode="c")
        with pytest.raises(RuntimeError, match="kernels"):
            jit.grid(1)
        assert "kernel f" in repr(f)

    def test_threads(self):
        @jit.rawkernel()
        def f(x):
            x[jit.grid(1)] += 1

        arrays = [cp.zeros(16, dtype) for dtype in (cp.int32, cp.float32, cp.int64, cp.float64)]

        def work(x):
            for _ in range(10):
                f[1, 16](x)

        threads = [threading.Thread(target=work, args=(x,)) for x in arrays]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert all((x.get() == 10).all() for x in arrays)

    @pytest.mark.skipif(not on_cpu() and str(cp.cuda.Device()) != "ptx", reason="a GPU tells of a wrong kernel later, and the process is lost")
    def test_a_wrong_access_is_told_by_the_line_of_the_function(self):
        @jit.rawkernel()
        def f(x):
            i = jit.grid(1)
            x[i] = 1

        with pytest.raises(RuntimeError, match=rf"out of bounds(.|\n)*test_jit.py:{f.function.__code__.co_firstlineno + 3}"):
            f[1, 8](cp.zeros(4))
            cp.cuda.Device().synchronize()
