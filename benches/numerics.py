"""The workloads of libraries: random numbers, products and factors of matrices, stacks of small ones, Fourier transforms.

Where sizes differ, the first is the CPU's and the second a GPU's.
"""

import numpy as np
from workloads import Workload

NUMERICS = []


def of(name, make, sizes):
    """A workload of one call, which `make` makes from a module, NumPy's random numbers and one of the sizes."""

    def sized(xp, random, large):
        return make(xp, random, sizes[large])

    NUMERICS.append(Workload(name, (1, 1), sized))


# Random numbers


def of_numbers(name, call):
    """`call` takes the module's generator and the number of elements. CuPy's generators have no orders, but its module has."""

    def make(xp, random, n):
        generator = xp.random.default_rng(1)
        generator = generator if hasattr(generator, "permutation") else xp.random
        return lambda: call(generator, n)

    of(name, make, (1 << 20, 1 << 24))


of_numbers("random", lambda generator, n: generator.random(n))
of_numbers("standard_normal", lambda generator, n: generator.standard_normal(n))
of_numbers("permutation", lambda generator, n: generator.permutation(n))
of_numbers("choice of a tenth, each once", lambda generator, n: generator.choice(n, n // 10, replace=False))


def _shuffle(xp, random, n):
    x = xp.arange(n)
    generator = xp.random.default_rng(1)
    generator = generator if hasattr(generator, "shuffle") else xp.random
    return lambda: generator.shuffle(x)


of("shuffle", _shuffle, (1 << 20, 1 << 24))

# One matrix


def of_matrix(name, call, sizes, dtype=np.float64):
    """`call` takes the module, a matrix, a second one and a vector."""

    def make(xp, random, n):
        a, b, p = (xp.asarray(random.standard_normal(shape).astype(dtype)) for shape in ((n, n), (n, n), n))
        return lambda: call(xp, a, b, p)

    of(name, make, sizes)


of_matrix("a @ b f64", lambda xp, a, b, p: a @ b, (1024, 4096))
of_matrix("a @ b f64, 2000", lambda xp, a, b, p: a @ b, (2000, 2000))
of_matrix("a @ b f32", lambda xp, a, b, p: a @ b, (1024, 8192), np.float32)
of_matrix("a @ b f32, 2000", lambda xp, a, b, p: a @ b, (2000, 2000), np.float32)
of_matrix("a @ p f64", lambda xp, a, b, p: a @ p, (1024, 8192))
of_matrix("dot f64, 1000", lambda xp, a, b, p: xp.dot(a, b), (1000, 1000))
of_matrix("solve f64", lambda xp, a, b, p: xp.linalg.solve(a, p), (1000, 4096))
of_matrix("inv f64", lambda xp, a, b, p: xp.linalg.inv(a), (500, 4096))
of_matrix("cholesky f64", lambda xp, a, b, p: xp.linalg.cholesky(a @ a.T), (500, 4096))
of_matrix("qr f64", lambda xp, a, b, p: xp.linalg.qr(a)[1], (500, 2000))
of_matrix("svd f64", lambda xp, a, b, p: xp.linalg.svd(a)[1], (500, 1000))
of_matrix("eigh f64", lambda xp, a, b, p: xp.linalg.eigh(a + a.T)[0], (500, 1000))

# Stacks of small matrices

STACKED = {
    "inv": lambda xp, a, b: xp.linalg.inv(a),
    "solve": lambda xp, a, b: xp.linalg.solve(a, b),
    "det": lambda xp, a, b: xp.linalg.det(a),
    "cholesky": lambda xp, a, b: xp.linalg.cholesky(b),
    "eigh": lambda xp, a, b: xp.linalg.eigh(b)[1],
    "svd": lambda xp, a, b: xp.linalg.svd(a)[0],
}


def of_stack(name, call, count, order):
    """`call` takes the module, a stack of matrices, and one of positive definite matrices. The CPU has an eighth of them."""

    def make(xp, random, count):
        a = random.standard_normal((count, order, order))
        b = a @ a.swapaxes(1, 2) + order * np.eye(order)
        a, b = xp.asarray(a), xp.asarray(b)
        return lambda: call(xp, a, b)

    of(f"{name} of {count} x {order} x {order}", make, (count // 8, count))


for name, call in STACKED.items():
    for count, order in [(10_000, 8), (4096, 32), (256, 64), (64, 128)]:
        of_stack(name, call, count, order)

# Fourier transforms


def _fft2(xp, random, n):
    x = xp.asarray(random.standard_normal((n, n)) + 1j)
    return lambda: xp.fft.fft2(x)


def _rfft(xp, random, n):
    x = xp.asarray(random.standard_normal(n))
    return lambda: xp.fft.rfft(x)


of("fft2", _fft2, (1024, 4096))
of("rfft", _rfft, (1 << 20, 1 << 24))
