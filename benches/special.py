"""Special functions on a GPU: do their bits equal the CPU's, how long is a first call, and how fast are they beside CuPy's?

    python benches/special.py           on a GPU, with CuPy
    python benches/special.py bits      the bits and first calls alone, without CuPy; a number after it: of this many numbers a kind

The kernels' cache is empty at first. Bits are compared on 400 000 numbers of every size and sign, edges among them; times are
medians of nine calls on 2^26 numbers from 0.25 to 1.25, in microseconds.
"""

import os
import sys
import tempfile
import time

os.environ["CUPRUST_CACHE_DIR"] = tempfile.mkdtemp()

import numpy as np  # noqa: E402

import cuprust as cp  # noqa: E402
from cuprust.scipy import special  # noqa: E402

EDGES = [0.0, 1.0, 2.0, 3.0, 0.5, 8.0, 28.0, 170.5, 171.3, 1e9, 1e17, 1e22, 2.0**600, 1e300, 1e-300, 1e-310, 5e-324, np.inf]
NAMES = [name for name in sorted(dir(special)) if isinstance(getattr(special, name), cp.ufunc)]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000


def arguments(seed):
    random = np.random.default_rng(seed)
    edges = np.array([*EDGES, *(-x for x in EDGES), np.nan])
    parts = [edges, np.exp(random.uniform(-30, 30, COUNT)), -np.exp(random.uniform(-10, 10, COUNT))]
    numbers = np.concatenate([*parts, random.uniform(-20, 20, COUNT), random.uniform(0, 1, COUNT)])
    random.shuffle(numbers)
    return numbers


def results(function, operands):
    made = function(*operands)
    return [cp.asnumpy(part) for part in (made if isinstance(made, tuple) else (made,))]


def bits():
    cp.asnumpy(cp.ones(100) * 3)
    print(f"{'function':12} {'float64: other bits, first call':>34} {'float32':>30}")
    for name in NAMES:
        function, columns = getattr(special, name), []
        for dtype in ("float64", "float32"):
            with np.errstate(over="ignore"):
                operands = [arguments(seed).astype(dtype) for seed in range(function.nin)]
            expected = results(function, [cp.asarray(x, device="cpu") for x in operands])
            here = [cp.asarray(x) for x in operands]
            cp.cuda.synchronize()
            start = time.perf_counter()
            got = results(function, here)
            took = (time.perf_counter() - start) * 1e3
            pairs = [(a.view(a.real.dtype), b.view(b.real.dtype)) for a, b in zip(expected, got)]
            view = f"u{pairs[0][0].dtype.itemsize}"
            same = [(a.view(view) == b.view(view)) | (np.isnan(a) & np.isnan(b)) for a, b in pairs]
            columns.append(f"{sum(int((~part).sum()) for part in same):>10} of {len(operands[0])} {took:7.0f} ms")
        print(f"{name:12}", *columns, flush=True)


def median(run, wait):
    times = []
    for _ in range(9):
        wait()
        start = time.perf_counter()
        kept = run()
        wait()
        times.append(time.perf_counter() - start)
        del kept
    return sorted(times)[4] * 1e6


def speed():
    import cupy
    import cupyx.scipy.special as other

    for dtype in ("float32", "float64"):
        numbers = np.random.default_rng(0).random(1 << 26, dtype=dtype) + np.asarray(0.25, dtype)
        ours, theirs = cp.asarray(numbers), cupy.asarray(numbers)
        for name in NAMES:
            function, counterpart = getattr(special, name), getattr(other, name, None)
            if function.nin > 1 or counterpart is None:
                continue
            function(ours), counterpart(theirs)
            own = median(lambda: function(ours), cp.cuda.synchronize)  # noqa: B023
            its = median(lambda: counterpart(theirs), cupy.cuda.Device().synchronize)  # noqa: B023
            print(f"{dtype:8} {name:10} cupy {its:8.0f}  cuprust {own:8.0f}  x {its / own:5.2f}", flush=True)


if __name__ == "__main__":
    bits()
    if sys.argv[1:] != ["bits"]:
        speed()
