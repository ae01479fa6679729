"""Statements of kernels against Python's: the order in which values are computed and stored, and how far loops count."""

import itertools
import random
import subprocess
import sys

import numpy as np
import pytest
from conftest import LONG

import cuprust as cp
from cuprust import jit

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")


def outputs(function, *args, size=12, modes=("cuda", "numpy")):
    """The array of int64 that a function writes, in a kernel of each mode and by Python itself."""
    expected = np.zeros(size, np.int64)
    with np.errstate(over="ignore"):
        function(expected, *args)
    for mode in modes:
        out = cp.zeros(size, np.int64)
        jit.rawkernel(mode=mode)(function)[1, 1](out, *args)
        assert out.get().tolist() == expected.tolist(), mode


def bound(dice, dtype):
    """A number of a dtype: near an end of it or near zero, or any."""
    information = np.iinfo(dtype)
    least, most = int(information.min), int(information.max)
    near = dice.choice([least, most, 0, most // 2, least // 2]) + dice.randrange(-7, 8)
    return min(max(near if dice.random() < 0.8 else dice.randrange(least, most + 1), least), most)


class TestAssignments:
    def test_the_right_side_is_computed_before_the_first_target(self):
        def f(out, a, b, c):
            t = (a, b)
            t = (t[1], t[0])
            out[0], out[1] = t
            a, (b, c) = b, (a, c)
            out[2], out[3], out[4] = a, b, c
            a, b, c = c, a, b
            out[5], out[6], out[7] = a, b, c
            out[8], out[9] = out[7], out[8] + 1
            t, (a, b) = (t[1], t[0]), t
            out[10] = t[0] * 1000 + t[1] * 100 + a * 10 + b

        outputs(f, 1, 2, 3)

    def test_targets_one_after_another(self):
        def f(out, a, b):
            x = y = (b, a)
            (a, b), c = x, y[0]
            x = a, b = (b + c, x[0])
            out[0], out[1], out[2], out[3], out[4] = a, b, c, x[0], x[1]
            # A later target sees the value of an earlier one.
            a, out[a] = 7, 70
            a = out[a + 1] = a + 2

        outputs(f, 5, 6)

    def test_tuples_of_tuples_and_of_functions(self):
        @jit.rawkernel(device=True, mode="numpy")
        def swapped(a, b):
            return b, a

        def f(out, a, b):
            t = ((a, b), a + b)
            t = ((t[1], t[0][0]), t[0][1])
            out[0], out[1], out[2] = t[0][0], t[0][1], t[1]
            a, b = exchange(a, b)
            a, b = exchange(a, b)[0] * 10, a
            out[3], out[4] = a, b

        exchange = swapped.function
        expected = np.zeros(8, np.int64)
        f(expected, 3, 4)
        exchange, out = swapped, cp.zeros(8, np.int64)
        jit.rawkernel(mode="numpy")(f)[1, 1](out, 3, 4)
        assert out.get().tolist() == expected.tolist()

    def test_a_range_keeps_its_bounds(self):
        def f(out, n):
            steps = range(1, n, 2)
            n = 100
            for i in steps:
                n += i
            first, steps2 = n, range(n, n + 3)
            n = 0
            for i in steps2:
                n += i
            out[0], out[1], out[2] = n, first, i

        outputs(f, 9)

    def test_a_variable_holds_what_is_added_to_it(self):
        def f(out, small, large, n):
            total = small
            total += large
            out[0] = total
            total -= 3 * large
            out[1] = total
            # Parameters too; elements keep the dtype of their array.
            n += large
            out[2] = n

        for small in (np.int8(100), np.uint8(200), np.int32(2**31 - 1), np.uint32(2**32 - 1)):
            outputs(f, np.int64(small), np.int64(2**40), np.int64(small), modes=("numpy",))
            out = cp.zeros(12, np.int64)
            jit.rawkernel()(f)[1, 1](out, small, np.int64(2**40), small)
            assert out.get()[:3].tolist() == [int(small) + 2**40, int(small) - 2**41, int(small) + 2**40]

        @jit.rawkernel()
        def floats(x, out):
            total = 0.0
            for i in range(3):
                total += x[0]
            out[0] = total

        out = cp.zeros(1)
        floats[1, 1](cp.array([0.1]), out)
        assert out.get().tolist() == [0.1 + 0.1 + 0.1]


class TestOrder:
    def test_operands_are_computed_from_left_to_right(self):
        def log(out, k):
            n = out[0]
            out[0] = n + 1
            out[n + 1] = k
            return n * 100 + k

        def three(x, y, z):
            return x * 1_000_000 + y * 1000 + z

        def f(out, results):
            results[0] = log(out, 1) + log(out, 2) * log(out, 3)
            results[1] = three(log(out, 4), log(out, 5), log(out, 6))
            results[2] = max(log(out, 7), log(out, 8), log(out, 9))
            results[log(out, 11) % 4] = log(out, 10)
            t = (log(out, 12), log(out, 13))
            results[4] = t[1] - t[0]
            results[5] = 1 if log(out, 14) < log(out, 15) < log(out, 16) else 0
            results[6] = 1 if log(out, 18) < log(out, 17) - 200 < log(out, 19) < log(out, 20) else 0
            results[7] = log(out, 21) if log(out, 22) < 0 or log(out, 23) else log(out, 24)
            results[8] = out[0] + log(out, 25) + out[0]

        expected = np.zeros(40, np.int64), np.zeros(9, np.int64)
        f(*expected)
        log, three = (jit.rawkernel(device=True)(each) for each in (log, three))
        ours = cp.zeros(40, np.int64), cp.zeros(9, np.int64)
        jit.rawkernel()(f)[1, 1](*ours)
        assert [each.get().tolist() for each in ours] == [each.tolist() for each in expected]

    def test_a_chain_ends_where_it_does_not_hold(self):
        """An element beyond the array is not read: under CUPRUST_CHECK the machine would complain."""

        def f(out, n):
            for i in range(8):
                if 0 <= i < n <= out[i % n + i // n * 100_000_000] + n < 100:
                    out[i] = i + 1

        outputs(f, 5)


BOUNDS = [
    (np.uint8, [(0, 255, 2), (250, 255, 3), (255, 0, 7), (0, 255, 254), (5, 5, 2)]),
    (np.int8, [(-128, 127, 100), (127, -128, -100), (127, -128, -128), (-128, 127, 127), (0, -5, 3)]),
    (np.uint16, [(60_000, 65_535, 4000)]),
    (np.int32, [(0, 2**31 - 1, 10**9), (-(2**31), 2**31 - 1, 2**31 - 1), (2**31 - 1, -(2**31), -(2**31))]),
    (np.uint32, [(0, 2**32 - 1, 2**31), (2**32 - 1, 1, 2)]),
    (np.int64, [(-(2**63), 2**63 - 1, 2**62 + 1), (2**63 - 1, -(2**63), -(2**63)), (2**63 - 3, 2**63 - 1, 2)]),
    (np.uint64, [(0, 2**64 - 1, 2**63), (2**64 - 5, 2**64 - 1, 3)]),
]


class TestLoops:
    @pytest.mark.parametrize("dtype, bounds", BOUNDS, ids=[dtype.__name__ for dtype, _ in BOUNDS])
    def test_a_loop_ends_at_the_end_of_its_dtype(self, dtype, bounds):
        @jit.rawkernel()
        def f(start, stop, step, last, out):
            i = last[0]
            for i in range(start, stop, step):
                out[0] += 1
            last[0] = i

        for start, stop, step in bounds:
            last, out = cp.full(1, 77, dtype), cp.zeros(1, np.int64)
            f[1, 1](dtype(start), dtype(stop), dtype(step), last, out)
            numbers = range(start, stop, step)
            assert (int(out[0]), int(last[0])) == (len(numbers), numbers[-1] if numbers else 77), (start, stop, step)

    def test_known_bounds(self):
        def f(out):
            for i in range(0, 2**31 - 1, 10**9):
                out[0] += 1
            out[1] = i
            for i in range(2**31 - 1, -(2**31), -(2**31)):
                out[2] += i
            for i in range(2**62, 2**63 - 1, 2**61):
                out[3] += 1
            for i in range(True):
                out[4] += 5

        outputs(f)

    def test_bounds_of_different_dtypes(self):
        def f(out, start, stop, step):
            for i in range(start, stop, step):
                out[0] += i
                out[1] += 1

        for args in [(np.uint32(10), np.uint32(0), np.int32(-3)), (np.int32(-2), np.uint32(3), np.int8(2)), (np.uint64(7), np.int64(-2), np.int16(-4)),
                     (np.uint8(3), np.int8(-3), np.int8(-1)), (np.bool_(True), np.uint8(9), np.uint16(4))]:  # fmt: skip
            out = cp.zeros(12, np.int64)
            jit.rawkernel()(f)[1, 1](out, *args)
            numbers = range(*map(int, args))
            assert out.get()[:2].tolist() == [sum(numbers), len(numbers)], args

    def test_random_bounds_of_any_dtypes(self):
        """The numbers of a range are Python's, with bounds of all signs and widths."""

        @jit.rawkernel()
        def f(out, start, stop, step):
            for i in range(start, stop, step):
                out[1 + out[0] % 8] = i
                out[0] += 1

        dice, seen = random.Random(31), set()
        for _ in range(60 if not LONG else 400):
            dtypes = [dice.choice([np.int8, np.int32, np.uint32, np.int64, np.uint64, np.uint64]) for _ in range(3)]
            for _ in range(25):
                start, stop, step = (bound(dice, dtype) for dtype in dtypes)
                numbers = range(start, stop, step or 1)
                # No dtype holds negative numbers and those from 2^63 on: a loop that comes to these ends its kernel.
                held = not numbers or max(numbers[0], numbers[-1]) < 2**63 or all(np.dtype(dtype).kind == "u" for dtype in dtypes)
                if step == 0 or not held or len(numbers[:50]) == 50:
                    continue
                out = cp.zeros(9, np.uint64)
                f[1, 1](out, *(dtype(value) for dtype, value in zip(dtypes, (start, stop, step))))
                expected = [len(numbers)] + [0] * 8
                for place, number in enumerate(numbers):
                    expected[1 + place % 8] = number % 2**64
                assert out.get().tolist() == expected, (dtypes, start, stop, step)
                seen.add("".join(np.dtype(dtype).kind for dtype in dtypes) + str(bool(numbers)))
        assert len(seen) == 16, seen

    def test_numbers_from_2_to_the_63_on_beside_negative_ones(self):
        def down(out, n):
            for i in range(n - 1, -1, -3):
                out[0] += 1
                if out[0] > 9:
                    break
                out[out[0]] = i

        def up(out, n):
            for i in range(-2, n):
                out[0] += 1
                if out[0] > 9:
                    break
                out[out[0]] = i

        for n in (0, 1, 5, 2**63 - 1, 2**63, 2**63 + 9, 2**64 - 1):
            for f, numbers in ((down, range((n - 1) % 2**64, -1, -3)), (up, range(-2, n))):
                out = cp.zeros(10, np.uint64)
                jit.rawkernel()(f)[1, 1](out, np.uint64(n))
                expected = [number % 2**64 for number in itertools.islice(numbers, 9)]
                assert out.get()[1 : 1 + len(expected)].tolist() == expected, (f.__name__, n)

    def test_what_the_body_changes(self):
        def f(out, n, step):
            for i in range(0, n, step):
                n -= 1
                step += 5
                i = i * 2
                out[0] += i
            out[1], out[2], out[3] = n, step, i
            for i in range(3):
                for i in range(10, 12):
                    out[4] += i
                out[5] += i
            for i in range(5, 5):
                out[6] = 1
            out[7] = i

        outputs(f, 9, 2)

    @pytest.mark.parametrize("bounds", ["np.int32(0), np.int32(5), np.int32(0)", "np.int64(0), np.uint64(5), np.int64(0)", "np.int64(-1), np.uint64(2**64 - 1), np.uint64(2**62)"])
    def test_a_step_of_zero_or_beyond_the_dtype(self, tmp_path, bounds):
        """It ends the kernel, as an assertion that does not hold: in a process of its own, for a GPU is of no use after that."""
        program = tmp_path / "program.py"
        program.write_text(ENDLESS.replace("BOUNDS", bounds))
        done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=600)
        assert done.stdout == "ended\n", done.stderr


ENDLESS = """
import numpy as np, cuprust as cp
from cuprust import jit

@jit.rawkernel()
def f(out, start, stop, step):
    for i in range(start, stop, step):
        out[0] += 1

try:
    f[1, 1](cp.zeros(1, np.int64), BOUNDS)
    cp.cuda.Device().synchronize()
except Exception:
    print("ended", flush=True)
"""
