"""The workloads of NumPy's chapters: indexing, sorting, counting, statistics, manipulation, contractions.

Each call has arrays of its own. Where sizes differ, the smaller ones are the CPU's.
"""

import numpy as np
from workloads import Workload

CHAPTERS = []


def of(name, make):
    """A workload of one call, which `make` creates from a module, random numbers and the number of elements."""

    def sized(xp, random, large):
        return make(xp, random, 1 << (24 if large else 20))

    CHAPTERS.append(Workload(name, (1, 1), sized))


def floats(xp, random, *shape, dtype=np.float32):
    return xp.asarray(random.random(shape, dtype=dtype))


def places(xp, random, below, count):
    return xp.asarray(random.integers(0, below, count))


def of_floats(name, call, times=1, dtype=np.float32):
    def make(xp, random, n):
        x = floats(xp, random, n * times, dtype=dtype)
        return lambda: call(xp, x)

    of(name, make)


def of_matrix(name, call, dtype=np.float32):
    def make(xp, random, n):
        side = int(n**0.5)
        m = floats(xp, random, side, side, dtype=dtype)
        return lambda: call(xp, m)

    of(name, make)


def of_places(name, call):
    """`call` takes the module, an array of four times as many elements, indices into it, and as many values."""

    def make(xp, random, n):
        x, i, v = floats(xp, random, 4 * n), places(xp, random, 4 * n, n), floats(xp, random, n)
        return lambda: call(xp, x, i, v)

    of(name, make)


def of_ordered(name, order):
    """Values written at indices that `order` derives from random ones below four times as many."""

    def make(xp, random, n):
        x, i, v = floats(xp, random, 4 * n), order(random.integers(0, 4 * n, n)), floats(xp, random, n)
        i = xp.asarray(i)
        return lambda: assign(x, i, v)

    of(name, make)


def assign(x, i, v):
    x[i] = v
    return x


def add_at(xp, counts, i, v):
    xp.add.at(counts, i, v)
    return counts


# Indexing

of_places("x[i]", lambda xp, x, i, v: x[i])
of_places("(x[i] * 2).sum()", lambda xp, x, i, v: (x[i] * 2).sum())
of_places("x[i] = v", lambda xp, x, i, v: assign(x, i, v))
of_ordered("x[i] = v, rising", np.sort)
of_ordered("x[i] = v, one index", lambda i: np.full_like(i, 77))
of_ordered("x[i] = v, two indices alternating", lambda i: 77 + np.arange(i.size) % 2 * 1000)
of_ordered("x[i] = v, a 64th of the indices", lambda i: i // 64 * 64)
of_places("x[i] = 0", lambda xp, x, i, v: assign(x, i, 0))
of_places("x[10 places] = 1", lambda xp, x, i, v: assign(x, i[:10], 1))
of_floats("x[x > .5]", lambda xp, x: x[x > 0.5])
of_floats("x[x > .5] = 0", lambda xp, x: assign(x, x > 0.5, 0))
of_floats("nonzero(x > .5)", lambda xp, x: xp.nonzero(x > 0.5)[0])
of_matrix("m[:, c] of half the columns", lambda xp, m: m[:, xp.arange(0, m.shape[1], 2)])
of_matrix("take_along_axis of argsort", lambda xp, m: xp.take_along_axis(m, xp.argsort(m, axis=1), axis=1))


def _add_at(xp, random, n):
    counts, i, v = floats(xp, random, 1_000_000), places(xp, random, 1_000_000, n), floats(xp, random, n)
    return lambda: add_at(xp, counts, i, v)


of("add.at into 1e6", _add_at)

# One element after another

of_floats("float(x[k]), 1000 times", lambda xp, x: [float(x[k]) for k in range(1000)])

# Sorting, selecting, searching, sets

of_floats("sort", lambda xp, x: xp.sort(x))
of_floats("argsort", lambda xp, x: xp.argsort(x))
of_matrix("sort rows", lambda xp, m: xp.sort(m, axis=1))
of_matrix("sort columns", lambda xp, m: xp.sort(m, axis=0))
of_floats("partition at 1000", lambda xp, x: xp.partition(x, 1000))
of_floats("argpartition at 1000", lambda xp, x: xp.argpartition(x, 1000))
of_floats("partition complex at 1000", lambda xp, x: xp.partition(x.view(np.complex64), 1000), times=2)
of_floats("median", lambda xp, x: xp.median(x))
of_matrix("median of rows", lambda xp, m: xp.median(m, axis=1))
of_matrix("median of columns", lambda xp, m: xp.median(m, axis=0))
of_floats("percentile 5, 50, 95", lambda xp, x: xp.percentile(x, [5, 50, 95]))
of_floats("unique of 1000 values", lambda xp, x: xp.unique(xp.floor(x * 1000)))


def _search(xp, random, n):
    x, table = floats(xp, random, n, dtype=np.float64), xp.sort(floats(xp, random, 1_000_000, dtype=np.float64))
    return lambda: xp.searchsorted(table, x)


def _isin(xp, random, n):
    x, y = places(xp, random, 1 << 30, n // 16), places(xp, random, 1 << 30, n // 160)
    return lambda: xp.isin(x, y)


of("searchsorted in 1e6", _search)
of("isin", _isin)

# Counting and statistics


def _bincount(bins):
    def make(xp, random, n):
        i = places(xp, random, bins, n)
        return lambda: xp.bincount(i)

    return make


def _histogram2d(xp, random, n):
    x, y = floats(xp, random, n // 4), floats(xp, random, n // 4)
    return lambda: xp.histogram2d(x, y, 64)[0]


of("bincount into 1000", _bincount(1000))
of("bincount into 1e6", _bincount(1_000_000))


def _histogram_of_bytes(xp, random, n):
    x = xp.asarray(random.integers(-100, 100, 4 * n).astype(np.int8))
    return lambda: xp.histogram(x, 64)[0]


of("histogram 64 of int8", _histogram_of_bytes)
of_floats("histogram 256", lambda xp, x: xp.histogram(x, 256)[0])
of("histogram2d 64 x 64", _histogram2d)
of_matrix("cov of 256 rows", lambda xp, m: xp.cov(m[:256]))
of_floats("diff", lambda xp, x: xp.diff(x))
of_floats("gradient", lambda xp, x: xp.gradient(x))
of_matrix("cumsum of columns", lambda xp, m: xp.cumsum(m, axis=0))


def _interp(xp, random, n):
    x, table = floats(xp, random, n, dtype=np.float64), floats(xp, random, 10_000, dtype=np.float64)
    return lambda: xp.interp(x, xp.linspace(0, 1, 10_000), table)


def _convolve(xp, random, n):
    x, y = floats(xp, random, n // 16, dtype=np.float64), floats(xp, random, 1000, dtype=np.float64)
    return lambda: xp.convolve(x, y)


of("interp in 1e4", _interp)
of("convolve by 1000", _convolve)

# Manipulation and contractions

of_matrix("pad reflect", lambda xp, m: xp.pad(m, 8, mode="reflect"))
of_floats(
    "repeat, tile, concatenate f64",
    lambda xp, x: xp.concatenate([xp.repeat(x[: x.size // 4], 2), xp.tile(x[: x.size // 4], 2)]),
    dtype=np.float64,
)


def _batched(xp, random, n):
    a = floats(xp, random, n >> 18, 256, 256)
    return lambda: xp.einsum("bij,bjk->bik", a, a)


def _transposed(xp, random, n):
    """Axes of both operands in other orders than those of matrix products, which cuTENSOR reads in place."""
    side = round((n / 4) ** 0.25) // 4 * 4
    a, b = floats(xp, random, side, side, side, side), floats(xp, random, side, side, side, side)
    return lambda: xp.einsum("aibj,jcid->badc", a, b)


def _chain(xp, random, n):
    a, b, c = floats(xp, random, 64, 64, 128), floats(xp, random, 128, 256), floats(xp, random, 256, 32)
    return lambda: xp.einsum("abc,cd,de->abe", a, b, c)


of("einsum bij,bjk->bik 256^2", _batched)
of("einsum abc,cd,de->abe", _chain)
of("einsum aibj,jcid->badc", _transposed)
