"""The workloads of the side-by-side benchmarks: what the seeds do, and a spread of array work.

A workload makes a list of calls for a module, each on inputs of its own. Where sizes differ, the first is the CPU's and
the second a GPU's.
"""

from dataclasses import dataclass
from typing import Callable

import numpy as np


@dataclass
class Workload:
    """A name, the number of calls on the CPU and on a GPU, and the function that creates a call from a module and random numbers."""

    name: str
    count: tuple[int, int]
    make: Callable

    def calls(self, xp, large):
        random = np.random.default_rng(0)
        return [self.make(xp, random, large) for _ in range(self.count[large])]


def wait(xp):
    """Waits until the device has finished its work; NumPy has always finished."""
    if xp is not np:
        xp.cuda.Stream.null.synchronize()


WORKLOADS = []


def work(name, cpu, gpu):
    def add(make):
        WORKLOADS.append(Workload(name, (cpu, gpu), make))
        return make

    return add


# The Game of Life, as the seed has it


def life_step(xp, grid):
    neighbours = (
        xp.roll(xp.roll(grid, 1, axis=0), 1, axis=1)
        + xp.roll(xp.roll(grid, 1, axis=0), -1, axis=1)
        + xp.roll(xp.roll(grid, -1, axis=0), 1, axis=1)
        + xp.roll(xp.roll(grid, -1, axis=0), -1, axis=1)
        + xp.roll(grid, 1, axis=0)
        + xp.roll(grid, -1, axis=0)
        + xp.roll(grid, 1, axis=1)
        + xp.roll(grid, -1, axis=1)
    )
    return xp.where((neighbours == 3) | ((grid == 1) & (neighbours == 2)), 1, 0)


def simulate(xp, grid, steps):
    history = []
    for _ in range(steps):
        history.append(grid.copy())
        grid = life_step(xp, grid)
    return history, grid


def life(size):
    @work(f"life, 100 steps, N = {size}", 1, 1)
    def _(xp, random, large):
        grid = xp.asarray((random.random((size, size)) < 0.2).astype(np.int64))
        return lambda: simulate(xp, grid, 100 if size < 4096 or large else 5)


for size in (10, 100, 1000, 4096):
    life(size)

# One small operation: what a call costs


def small(xp, random):
    return xp.asarray(random.random(16, dtype=np.float32))


@work("a + b, 16 elements", 200, 200)
def _(xp, random, large):
    a, b = small(xp, random), small(xp, random)
    return lambda: a + b


@work("add(a, b, out), 16 elements", 200, 200)
def _(xp, random, large):
    a, b, out = small(xp, random), small(xp, random), small(xp, random)
    return lambda: xp.add(a, b, out=out)


@work("a[2:8]", 200, 200)
def _(xp, random, large):
    a = small(xp, random)
    return lambda: a[2:8]


@work("a.sum(), 16 elements", 200, 200)
def _(xp, random, large):
    a = small(xp, random)
    return lambda: a.sum()


@work("float(a.sum()), 16 elements", 50, 50)
def _(xp, random, large):
    a = small(xp, random)
    return lambda: float(a.sum())


@work("chain of 40, 16 elements", 5, 5)
def _(xp, random, large):
    a = small(xp, random)

    def chain():
        t = a
        for _ in range(20):
            t = t * 1.01 + 0.5
        return t

    return chain


# The seeds' other examples


@work("sqrt(sum(a**2, -1)) 256 x 1024 f64", 4, 20)
def _(xp, random, large):
    a = xp.asarray(random.random((256, 1024)))
    return lambda: xp.sqrt(xp.sum(a**2, axis=-1))


@work("a.sum() 256^3 f32", 2, 10)
def _(xp, random, large):
    a = xp.asarray(random.random((256, 256, 256), dtype=np.float32))
    return lambda: a.sum()


def of_a_million(name, dtype, call):
    @work(name, 2, 20)
    def _(xp, random, large):
        a = xp.asarray(random.random(1_000_000, dtype=dtype))
        return lambda: call(xp, a)


of_a_million("sin 1e6 f64", np.float64, lambda xp, a: xp.sin(a))
of_a_million("log 1e6 f64", np.float64, lambda xp, a: xp.log(a))
of_a_million("x**1.5 1e6 f64", np.float64, lambda xp, a: a**1.5)
of_a_million("exp 1e6 f32", np.float32, lambda xp, a: xp.exp(a))


@work("dot 1000 f64", 1, 10)
def _(xp, random, large):
    a, b = (xp.asarray(random.random((1000, 1000))) for _ in range(2))
    return lambda: xp.dot(a, b)


# Memory's speed: 2e7 float64 on the CPU, 2^28 float32 on a GPU


def long(xp, random, large):
    return xp.asarray(random.random(1 << 28, dtype=np.float32) if large else random.random(20_000_000))


def square(xp, random, large):
    shape, dtype = ((1 << 14, 1 << 14), np.float32) if large else ((2000, 2000), np.float64)
    return xp.asarray(random.random(shape, dtype=dtype))


def of_long(name, call):
    @work(name, 1, 1)
    def _(xp, random, large):
        a = long(xp, random, large)
        return lambda: call(xp, a)


def of_square(name, call):
    @work(name, 1, 1)
    def _(xp, random, large):
        a = square(xp, random, large)
        return lambda: call(xp, a)


def gelu(xp, a):
    return 0.5 * a * (1 + xp.tanh(0.79788456 * (a + 0.044715 * a * a * a)))


def softmax(xp, a):
    e = xp.exp(a - a.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@work("add with out, long", 1, 1)
def _(xp, random, large):
    a = long(xp, random, large)
    b, out = a + 1, xp.empty_like(a)
    return lambda: xp.add(a, b, out=out)


of_long("a + a, long", lambda xp, a: a + a)
of_long("a * a + a, long", lambda xp, a: a * a + a)
of_long("gelu chain, long", gelu)
of_long("sum, long", lambda xp, a: a.sum())
of_long("cumsum, long", lambda xp, a: xp.cumsum(a))
of_square("sum axis 0, square", lambda xp, a: a.sum(axis=0))
of_square("sum axis 1, square", lambda xp, a: a.sum(axis=1))
of_square("argmax axis 1, square", lambda xp, a: a.argmax(axis=1))
of_square("var, square", lambda xp, a: a.var())
of_square("softmax of rows, square", softmax)
of_square("transpose copy, square", lambda xp, a: xp.ascontiguousarray(a.T))


@work("random f32", 1, 1)
def _(xp, random, large):
    count = 1 << 26 if large else 10_000_000
    draw = random.random if xp is np else xp.random.random
    return lambda: draw(count, dtype=np.float32)


@work("standard_normal f32", 1, 1)
def _(xp, random, large):
    count = 1 << 26 if large else 10_000_000
    draw = random.standard_normal if xp is np else xp.random.standard_normal
    return lambda: draw(count, dtype=np.float32)


# To the device and back


@work("asarray of 256 MB", 1, 1)
def _(xp, random, large):
    host = np.ones(1 << 26, np.float32)
    return lambda: xp.asarray(host)


@work("asnumpy of 256 MB", 1, 1)
def _(xp, random, large):
    a = xp.asarray(np.ones(1 << 26, np.float32))
    return lambda: a if xp is np else xp.asnumpy(a)
