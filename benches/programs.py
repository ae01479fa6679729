"""Whole programs, side by side: the same text on NumPy, CuPy, cuprust and a compiler (JAX), in turns in one process.

    python benches/programs.py numpy,cuprust,jax           on the CPU
    python benches/programs.py cupy,cuprust,jax            on a GPU
    python benches/programs.py cupy,cuprust --only image --json figures.json

A program is a function of arrays. A repeat calls it several times where it is short, each call on arrays of its own,
holds all results, and waits for the device: so no module waits within a repeat, and none can share work between calls.
`jax` compiles the whole of it by `jax.jit`, with products in full precision; `fused` is cuprust under `cuprust.fuse`.
Every result is held against NumPy's. Printed are the medians in microseconds a call, how many times as fast as the last
module each other one is, and the first calls.

With `--plans`, for each program of `fused` also: the kernels of a call, the bytes that they read and write, those of the
arguments and results, which are the least, and the microseconds in which the device copies as many.
"""

import argparse
import functools
import importlib
import json
import math
import re
import statistics
import time

import numpy as np

REPEATS = 7

# Most seconds, bytes of arrays and calls of a repeat that makes more than one call.
REPEAT_TIME, REPEAT_BYTES, MAX_CALLS = 5e-3, 4e9, 16
PROGRAMS = []


def program(name, *arguments, tolerance=1e-4):
    """Adds a program: its name, and the functions that create its arguments from random numbers and the class of sizes."""

    def add(function):
        PROGRAMS.append((name, function, arguments, tolerance))
        return function

    return add


def size(cpu, gpu):
    return lambda large: gpu if large else cpu


def array(dtype, *shape, low=0.0, high=1.0):
    """Random numbers; extents may be functions, which give the CPU's or the GPU's size."""

    def make(random, large):
        extents = tuple(extent(large) if callable(extent) else extent for extent in shape)
        if np.dtype(dtype).kind in "iu":
            return random.integers(int(low), int(high), extents).astype(dtype)
        values = low + (high - low) * random.random(extents)
        return (values + 1j * random.random(extents)).astype(dtype) if np.dtype(dtype).kind == "c" else values.astype(dtype)

    return make


F4, F8, I4, I8, U1, U4 = np.float32, np.float64, np.int32, np.int64, np.uint8, np.uint32
SIDE, LONG = size(512, 2048), size(1 << 19, 1 << 24)
IMAGE = array(U1, SIDE, SIDE, 3, high=256)
GREY = array(F4, SIDE, SIDE)


# Images


@program("image: grey of interleaved bytes", IMAGE)
def _(xp, image):
    return (0.299 * image[..., 0] + 0.587 * image[..., 1] + 0.114 * image[..., 2]).astype(U1)


@program("image: saturation and value of bytes", IMAGE)
def _(xp, image):
    rgb = image / F4(255)
    high, low = rgb.max(-1), rgb.min(-1)
    return xp.stack([xp.where(high > 0, (high - low) / xp.maximum(high, F4(1e-6)), F4(0)), high], axis=-1)


@program("image: hue of bytes", IMAGE)
def _(xp, image):
    rgb = image.astype(F4)
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    high, spread = rgb.max(-1), rgb.max(-1) - rgb.min(-1)
    safe = xp.where(spread == 0, F4(1), spread)
    hue = xp.where(high == r, (g - b) / safe, xp.where(high == g, 2 + (b - r) / safe, 4 + (r - g) / safe))
    return xp.where(spread == 0, F4(0), hue * 60)


@program("image: sepia matrix of bytes", IMAGE)
def _(xp, image):
    weights = xp.asarray(np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]], F4))
    return xp.minimum((image[..., None, :] * weights).sum(-1), F4(255)).astype(U1)


@program("image: alpha blend", array(F4, SIDE, SIDE, 4), array(F4, SIDE, SIDE, 4))
def _(xp, front, back):
    alpha = front[..., 3:] + back[..., 3:] * (1 - front[..., 3:])
    colour = (front[..., :3] * front[..., 3:] + back[..., :3] * back[..., 3:] * (1 - front[..., 3:])) / alpha
    return xp.concatenate([colour, alpha], axis=-1)


@program("image: sobel magnitude by slices", GREY)
def _(xp, a):
    x = a[:-2, 2:] - a[:-2, :-2] + 2 * (a[1:-1, 2:] - a[1:-1, :-2]) + a[2:, 2:] - a[2:, :-2]
    y = a[2:, :-2] - a[:-2, :-2] + 2 * (a[2:, 1:-1] - a[:-2, 1:-1]) + a[2:, 2:] - a[:-2, 2:]
    return xp.sqrt(x * x + y * y)


@program("image: five blurs by rolls", GREY)
def _(xp, a):
    for _ in range(5):
        a = (xp.roll(a, 1, 0) + 2 * a + xp.roll(a, -1, 0)) / 4
        a = (xp.roll(a, 1, 1) + 2 * a + xp.roll(a, -1, 1)) / 4
    return a


@program("image: windows of bytes summed", array(U1, SIDE, SIDE, high=256))
def _(xp, a):
    rows, columns = a.shape[0] - 2, a.shape[1] - 2
    return sum(a[i : i + rows, j : j + columns].astype(np.uint16) for i in range(3) for j in range(3)) // 9


@program("image: max pool 2 x 2", GREY)
def _(xp, a):
    return a.reshape(a.shape[0] // 2, 2, a.shape[1] // 2, 2).max(axis=(1, 3))


@program("image: mean pool 4 x 4", GREY)
def _(xp, a):
    return a.reshape(a.shape[0] // 4, 4, a.shape[1] // 4, 4).mean(axis=(1, 3))


@program("image: bilinear samples", GREY, array(F4, SIDE, SIDE, high=500), array(F4, SIDE, SIDE, high=500))
def _(xp, a, y, x):
    top, left = xp.floor(y).astype(I4), xp.floor(x).astype(I4)
    v, u = y - top, x - left
    return (a[top, left] * (1 - u) + a[top, left + 1] * u) * (1 - v) + (a[top + 1, left] * (1 - u) + a[top + 1, left + 1] * u) * v


@program("image: unsharp mask and clip", GREY)
def _(xp, a):
    blurred = (a + xp.roll(a, 1, 0) + xp.roll(a, -1, 0) + xp.roll(a, 1, 1) + xp.roll(a, -1, 1)) / 5
    return xp.clip(a + F4(1.5) * (a - blurred), 0, 1)


@program("image: equalised by its histogram", array(U1, SIDE, SIDE, high=256))
def _(xp, a):
    counts = xp.bincount(a.ravel(), minlength=256)[:256]
    table = (xp.cumsum(counts) * 255 // a.size).astype(U1)
    return table[a]


# Physics


@program("physics: n-body, 3 steps", array(F4, size(512, 2048), 3), array(F4, size(512, 2048), 3), array(F4, size(512, 2048)), tolerance=1e-2)
def _(xp, p, v, m):
    for _ in range(3):
        d = p[None] - p[:, None]
        r2 = (d**2).sum(-1) + F4(1e-3)
        v = v + F4(1e-3) * (d * (m * r2**-1.5)[..., None]).sum(1)
        p = p + F4(1e-3) * v
    return p, v


@program("physics: density of smoothed particles", array(F4, size(512, 4096), 2))
def _(xp, p):
    d = p[:, None] - p[None]
    r = xp.sqrt((d * d).sum(-1))
    w = xp.where(r < F4(0.1), (1 - r * 10) ** 3, F4(0))
    rho = w.sum(1)
    return ((rho[:, None] + rho[None]) * w).sum(1)


def laplacian(xp, u):
    return xp.roll(u, 1, 0) + xp.roll(u, -1, 0) + xp.roll(u, 1, 1) + xp.roll(u, -1, 1) - 4 * u


@program("physics: Gray-Scott, 20 steps", array(F4, size(256, 1024), size(256, 1024)), array(F4, size(256, 1024), size(256, 1024)))
def _(xp, u, v):
    for _ in range(20):
        uvv = u * v * v
        u, v = u + F4(0.16) * laplacian(xp, u) - uvv + F4(0.035) * (1 - u), v + F4(0.08) * laplacian(xp, v) + uvv - F4(0.1) * v
    return u, v


@program("physics: heat by slices, 20 steps", array(F8, size(256, 1024), size(256, 1024)))
def _(xp, u):
    for _ in range(20):
        inner = u[1:-1, 1:-1] + 0.2 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
        u = xp.pad(inner, 1)
    return u


@program("physics: wave in three dimensions, 5 steps", array(F4, size(48, 192), size(48, 192), size(48, 192)))
def _(xp, u):
    before = u
    for _ in range(5):
        around = sum(xp.roll(u, s, axis) for axis in range(3) for s in (1, -1)) - 6 * u
        u, before = 2 * u - before + F4(0.1) * around, u
    return u


@program("physics: lattice Boltzmann, 3 steps", array(F4, 9, size(128, 1024), size(128, 1024), low=0.5))
def _(xp, f):
    cx, cy = (0, 1, 0, -1, 0, 1, -1, -1, 1), (0, 0, 1, 0, -1, 1, 1, -1, -1)
    w = [4 / 9] + [1 / 9] * 4 + [1 / 36] * 4
    for _ in range(3):
        f = [xp.roll(xp.roll(f[i], cx[i], 1), cy[i], 0) for i in range(9)]
        rho = sum(f)
        ux = sum(cx[i] * f[i] for i in range(9) if cx[i]) / rho
        uy = sum(cy[i] * f[i] for i in range(9) if cy[i]) / rho
        square = ux * ux + uy * uy
        out = []
        for i in range(9):
            cu = cx[i] * ux + cy[i] * uy
            out.append(f[i] - F4(0.6) * (f[i] - F4(w[i]) * rho * (1 + 3 * cu + F4(4.5) * cu * cu - F4(1.5) * square)))
        f = out
    return xp.stack(f)


@program("physics: Ising by a checkerboard, 4 sweeps", array(F4, 4, size(256, 1024), size(256, 1024)))
def _(xp, draws):
    n = draws.shape[1]
    board = (xp.arange(n)[:, None] + xp.arange(n)) % 2
    spins = xp.where(draws[0] < F4(0.5), 1, -1).astype(np.int8)
    for k in range(4):
        for colour in (0, 1):
            around = xp.roll(spins, 1, 0) + xp.roll(spins, -1, 0) + xp.roll(spins, 1, 1) + xp.roll(spins, -1, 1)
            flips = (draws[k] < xp.exp(F4(-0.8) * spins * around)) & (board == colour)
            spins = xp.where(flips, -spins, spins)
    return spins


@program("physics: Lorenz systems, 50 steps", array(F8, 3, size(4096, 1 << 18)))
def _(xp, s):
    x, y, z = s[0], s[1], s[2]
    for _ in range(50):
        x, y, z = x + 0.01 * 10 * (y - x), y + 0.01 * (x * (28 - z) - y), z + 0.01 * (x * y - z * 8 / 3)
    return xp.stack([x, y, z])


@program("physics: vectors crossed and normed", array(F4, LONG, 3), array(F4, LONG, 3))
def _(xp, a, b):
    cross = xp.stack(
        [a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1], a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2], a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]], axis=-1
    )
    return cross / xp.sqrt((cross * cross).sum(-1, keepdims=True))


@program("physics: quaternions turn vectors", array(F4, LONG, 4), array(F4, LONG, 3))
def _(xp, q, v):
    q = q / xp.sqrt((q * q).sum(-1, keepdims=True))
    w, x, y, z = q[:, 0], q[:, 1], q[:, 2], q[:, 3]
    a, b, c = v[:, 0], v[:, 1], v[:, 2]
    tx, ty, tz = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
    return xp.stack([a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx], axis=-1)


# Statistics


TABLE = array(F4, size(1 << 14, 1 << 18), 64)


@program("statistics: columns standardised", TABLE)
def _(xp, x):
    return (x - x.mean(0)) / x.std(0)


@program("statistics: covariance by its definition", TABLE, tolerance=1e-3)
def _(xp, x):
    centred = x - x.mean(0)
    return centred.T @ centred / (len(x) - 1)


@program("statistics: logarithms of sums of exponentials", array(F8, size(1 << 11, 1 << 14), 256))
def _(xp, x):
    high = x.max(-1, keepdims=True)
    return xp.log(xp.exp(x - high).sum(-1)) + high[:, 0]


@program("statistics: norms of half-precision rows", array(np.float16, size(1 << 11, 1 << 16), 256), tolerance=1e-2)
def _(xp, x):
    return xp.sqrt((x.astype(F4) ** 2).sum(-1))


@program("statistics: moving mean by running sums", array(F8, LONG))
def _(xp, x):
    sums = xp.cumsum(x)
    return (sums[64:] - sums[:-64]) / 64


@program("statistics: skewness and kurtosis of columns", TABLE, tolerance=1e-2)
def _(xp, x):
    d = x - x.mean(0)
    square = (d * d).mean(0)
    return (d**3).mean(0) / square**1.5, (d**4).mean(0) / square**2 - 3


@program("statistics: masked means of groups", array(F4, LONG), array(I4, LONG, high=8))
def _(xp, x, group):
    return xp.stack([xp.where(group == k, x, F4(0)).sum() / (group == k).sum() for k in range(8)])


@program("statistics: correlations with one column", TABLE, tolerance=1e-3)
def _(xp, x):
    d = x - x.mean(0)
    return (d * d[:, :1]).sum(0) / xp.sqrt((d * d).sum(0) * (d[:, 0] ** 2).sum())


# Finance


def normal_cdf(xp, x):
    k = 1 / (1 + F4(0.2316419) * xp.abs(x))
    poly = k * (F4(0.31938153) + k * (F4(-0.356563782) + k * (F4(1.781477937) + k * (F4(-1.821255978) + k * F4(1.330274429)))))
    tail = F4(0.39894228) * xp.exp(-x * x / 2) * poly
    return xp.where(x > 0, 1 - tail, tail)


@program("finance: Black-Scholes", array(F4, LONG, low=50, high=150), array(F4, LONG, low=50, high=150), array(F4, LONG, low=0.1, high=2))
def _(xp, s, k, t):
    root = xp.sqrt(t)
    d1 = (xp.log(s / k) + F4(0.07) * t) / (F4(0.2) * root)
    d2 = d1 - F4(0.2) * root
    growth = k * xp.exp(F4(-0.05) * t)
    call = s * normal_cdf(xp, d1) - growth * normal_cdf(xp, d2)
    return call, call - s + growth


@program("finance: paths and an Asian option", array(F4, 64, size(1 << 13, 1 << 18), low=-1), tolerance=1e-3)
def _(xp, z):
    paths = xp.exp(xp.cumsum(F4(0.02) * z - F4(0.0002), axis=0))
    return xp.maximum(paths.mean(0) - 1, F4(0)).mean()


@program("finance: smoothed prices by a loop", array(F8, 64, size(1 << 12, 1 << 18)))
def _(xp, prices):
    state, out = prices[0], []
    for row in prices:
        state = 0.1 * row + 0.9 * state
        out.append(state)
    return xp.stack(out)


@program("finance: yields by Newton's method", array(F8, size(1 << 14, 1 << 20), low=60, high=140))
def _(xp, price):
    y = xp.full(price.shape, 0.05)
    for _ in range(6):
        f, slope = -price, 0.0
        for year in range(1, 6):
            pay = (5 if year < 5 else 105) / (1 + y) ** year
            f, slope = f + pay, slope - year * pay / (1 + y)
        y = y - f / slope
    return y


# Machine learning


@program("learning: layer norm", array(F4, size(1 << 11, 1 << 16), 1024), array(F4, 1024), array(F4, 1024))
def _(xp, x, gain, bias):
    centred = x - x.mean(-1, keepdims=True)
    return centred / xp.sqrt((centred * centred).mean(-1, keepdims=True) + F4(1e-5)) * gain + bias


@program("learning: batch norm and a rectifier", array(F4, size(1 << 12, 1 << 16), 256), array(F4, 256), array(F4, 256))
def _(xp, x, gain, bias):
    return xp.maximum((x - x.mean(0)) / xp.sqrt(x.var(0) + F4(1e-5)) * gain + bias, F4(0))


@program("learning: softmax and cross entropy of 10 classes", array(F4, size(1 << 16, 1 << 21), 10), array(I4, size(1 << 16, 1 << 21), high=10))
def _(xp, x, labels):
    shifted = x - x.max(-1, keepdims=True)
    logs = shifted - xp.log(xp.exp(shifted).sum(-1, keepdims=True))
    return -xp.where(labels[:, None] == xp.arange(10), logs, F4(0)).sum(-1).mean()


@program("learning: attention", *[array(F4, 8, size(128, 512), 64) for _ in range(3)], tolerance=1e-3)
def _(xp, q, k, v):
    scores = q @ k.transpose(0, 2, 1) / 8
    scores = xp.exp(scores - scores.max(-1, keepdims=True))
    return scores / scores.sum(-1, keepdims=True) @ v


@program("learning: Adam, 10 steps", *[array(F4, size(1 << 18, 1 << 22)) for _ in range(4)])
def _(xp, p, g, m, v):
    for step in range(1, 11):
        g = g + F4(0.01) * p
        m, v = F4(0.9) * m + F4(0.1) * g, F4(0.999) * v + F4(0.001) * g * g
        p = p - F4(1e-3) * (m / F4(1 - 0.9**step)) / (xp.sqrt(v / F4(1 - 0.999**step)) + F4(1e-8))
    return p, m, v


@program("learning: momentum of twenty parameters", array(F4, 20, 40_000), array(F4, 20, 40_000), array(F4, 20, 40_000))
def _(xp, p, g, v):
    out = []
    for one, slope, speed in zip(p, g, v):
        speed = F4(0.9) * speed + slope
        out.append(one - F4(0.01) * speed)
    return tuple(out)


@program("learning: k-means, 3 steps", array(F4, size(1 << 13, 1 << 18), 8), array(F4, 10, 8), tolerance=1e-2)
def _(xp, x, centres):
    for _ in range(3):
        nearest = ((x[:, None] - centres[None]) ** 2).sum(-1).argmin(1)
        centres = xp.stack([xp.where((nearest == k)[:, None], x, F4(0)).sum(0) / xp.maximum((nearest == k).sum(), 1) for k in range(10)])
        centres = centres.astype(F4)
    return centres


@program("learning: nearest of 256 by distances", array(F4, size(1 << 12, 1 << 16), 16), array(F4, 256, 16), tolerance=1e-2)
def _(xp, x, y):
    return ((x * x).sum(1)[:, None] - 2 * (x @ y.T) + (y * y).sum(1)).min(1)


@program("learning: LSTM, 20 steps", array(F4, 20, 8, 64), array(F4, 64, 256, low=-0.1, high=0.1), array(F4, 64, 256, low=-0.1, high=0.1))
def _(xp, x, w, u):
    def sigmoid(a):
        return 1 / (1 + xp.exp(-a))

    h = c = xp.zeros((8, 64), F4)
    for step in range(20):
        gates = x[step] @ w + h @ u
        i, f, o, g = (gates[:, 64 * k : 64 * k + 64] for k in range(4))
        c = sigmoid(f) * c + sigmoid(i) * xp.tanh(g)
        h = sigmoid(o) * xp.tanh(c)
    return h


@program("learning: logistic regression, 10 steps", array(F8, size(1 << 12, 1 << 17), 32), array(F8, size(1 << 12, 1 << 17)), tolerance=1e-6)
def _(xp, x, y):
    w = xp.zeros(32)
    for _ in range(10):
        w = w - 0.1 * (x.T @ (1 / (1 + xp.exp(-(x @ w))) - y)) / len(y)
    return w


@program("learning: two layers forward", array(F4, size(256, 4096), 512), array(F4, 512, 512, low=-0.05, high=0.05), array(F4, 512, 64), tolerance=1e-3)
def _(xp, x, a, b):
    hidden = x @ a
    hidden = F4(0.5) * hidden * (1 + xp.tanh(F4(0.79788456) * (hidden + F4(0.044715) * hidden**3)))
    return hidden @ b


@program("learning: rotary positions", array(F4, 8, size(256, 4096), 64), array(F4, size(256, 4096), 32))
def _(xp, x, angle):
    even, odd = x[..., ::2], x[..., 1::2]
    sine, cosine = xp.sin(angle), xp.cos(angle)
    return xp.stack([even * cosine - odd * sine, even * sine + odd * cosine], axis=-1).reshape(x.shape)


# Linear algebra


@program("algebra: conjugate gradient, 30 steps", array(F8, size(256, 1024), size(256, 1024)), array(F8, size(256, 1024)), tolerance=1e-6)
def _(xp, a, b):
    a = a + a.T + 2 * a.shape[0] * xp.eye(a.shape[0])
    x, r = xp.zeros_like(b), b
    p, rr = r, r @ r
    for _ in range(30):
        q = a @ p
        alpha = rr / (p @ q)
        x, r = x + alpha * p, r - alpha * q
        new = r @ r
        p, rr = r + new / rr * p, new
    return x


@program("algebra: power iteration, 20 steps", array(F4, size(512, 2048), size(512, 2048)), tolerance=1e-3)
def _(xp, a):
    x = xp.ones(a.shape[0], F4)
    for _ in range(20):
        x = a @ x
        x = x / xp.sqrt((x * x).sum())
    return x


@program("algebra: Jacobi's method, 20 steps", array(F8, size(512, 2048), size(512, 2048)), array(F8, size(512, 2048)))
def _(xp, a, b):
    n = a.shape[0]
    d = xp.full(n, 2.0 * n)
    x = xp.zeros(n)
    for _ in range(20):
        x = (b - a @ x) / d
    return x


@program("algebra: stacks of 2 x 2 matrices inverted", array(F4, LONG, 2, 2), tolerance=1e-1)
def _(xp, a):
    p, q, r, s = a[:, 0, 0] + 2, a[:, 0, 1], a[:, 1, 0], a[:, 1, 1] + 2
    det = p * s - q * r
    return xp.stack([xp.stack([s, -q], -1), xp.stack([-r, p], -1)], -2) / det[:, None, None]


@program("algebra: stacks of 3 x 3 products", array(F4, size(1 << 16, 1 << 20), 3, 3), array(F4, size(1 << 16, 1 << 20), 3, 3))
def _(xp, a, b):
    return a @ b


@program("algebra: stacks of 4 x 4 times vectors", array(F4, LONG, 4), array(F4, 4, 4))
def _(xp, x, a):
    return (x[:, None, :] * a).sum(-1)


@program("algebra: polynomial by Horner's rule", array(F4, LONG))
def _(xp, x):
    y = xp.zeros_like(x)
    for k in range(12):
        y = y * x + F4(1 / (k + 1))
    return y


@program("algebra: shortest paths by products of minimum and plus", array(F4, size(96, 512), size(96, 512)))
def _(xp, d):
    for _ in range(2):
        d = xp.minimum(d, (d[:, :, None] + d[None]).min(1))
    return d


@program("algebra: best paths of hidden states, 8 steps", array(F4, 8, size(64, 256), size(8, 64)), array(F4, size(64, 256), size(64, 256)))
def _(xp, seen, steps):
    score = seen[0]
    for observed in seen[1:]:
        score = (steps[:, :, None] + score[:, None]).max(0) + observed
    return score


@program("algebra: complex impedances", array(np.complex64, LONG), array(np.complex64, LONG), tolerance=1e-3)
def _(xp, a, b):
    z = a * b / (a + b + F4(1))
    return xp.abs(z * z.conj() + 1)


# Small arrays, integers and loops


@program("loops: 200 small steps", array(F8, 100))
def _(xp, x):
    for _ in range(100):
        x = x + 0.01 * (1 - x * x)
    return x


@program("loops: a small pendulum, 100 steps", array(F8, 64), array(F8, 64))
def _(xp, angle, speed):
    for _ in range(100):
        speed = speed - 0.01 * xp.sin(angle)
        angle = angle + 0.01 * speed
    return angle, speed


@program("loops: Mandelbrot, 40 steps", array(F8, SIDE, SIDE, low=-2), array(F8, SIDE, SIDE, low=-1))
def _(xp, re, im):
    x, y, count = xp.zeros_like(re), xp.zeros_like(re), xp.zeros(re.shape, I4)
    for _ in range(40):
        inside = x * x + y * y <= 4
        x, y = xp.where(inside, x * x - y * y + re, x), xp.where(inside, 2 * x * y + im, y)
        count = count + inside
    return count


@program("loops: xorshift, 20 steps", array(U4, LONG, low=1, high=1 << 31))
def _(xp, x):
    for _ in range(20):
        x = x ^ (x << U4(13))
        x = x ^ (x >> U4(17))
        x = x ^ (x << U4(5))
    return x


@program("loops: Collatz, 40 steps", array(I8, LONG, low=1, high=1000))
def _(xp, n):
    count = xp.zeros_like(n)
    for _ in range(40):
        count = count + (n != 1)
        n = xp.where(n == 1, 1, xp.where(n % 2 == 0, n // 2, 3 * n + 1))
    return count


@program("loops: bits counted", array(U4, LONG, high=1 << 31))
def _(xp, x):
    x = x - ((x >> U4(1)) & U4(0x55555555))
    x = (x & U4(0x33333333)) + ((x >> U4(2)) & U4(0x33333333))
    x = (x + (x >> U4(4))) & U4(0x0F0F0F0F)
    return ((x * U4(0x01010101)) >> U4(24)).sum()


@program("loops: powers in a chain", array(F4, LONG, high=0.9))
def _(xp, x):
    y = x
    for _ in range(8):
        y = x + F4(0.1) * y**3 - F4(0.05) * y**2
    return y


@program("loops: nested choices over bytes", array(U1, LONG, high=256))
def _(xp, x):
    return xp.where(x < 64, x * U1(2), xp.where(x < 128, x + U1(64), xp.where(x < 192, U1(255) - x, x // U1(2))))


@program("loops: 2-norms and maxima of one array", array(F4, LONG))
def _(xp, x):
    return xp.sqrt((x * x).sum()), x.max(), x.min(), xp.abs(x - x.mean()).max()


# Running them


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", help="numpy, cupy, cuprust, fused and jax, with commas between")
    parser.add_argument("--only", default="", metavar="REGEX", help="the programs to run")
    parser.add_argument("--json", metavar="FILE", help="where to write the figures, in seconds")
    parser.add_argument("--large", action=argparse.BooleanOptionalAction, help="sizes for a GPU (default: where cupy takes part)")
    parser.add_argument("--repeats", type=int, default=REPEATS, help="how often each program is called")
    parser.add_argument("--plans", action="store_true", help="also kernels and bytes of each program under cuprust.fuse")
    return parser.parse_args()


def runner(module, function):
    """Functions that call the program, wait for results, create a module's arrays, and copy results to the host."""
    if module == "jax":
        import jax

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_default_matmul_precision", "highest")
        compiled = jax.jit(functools.partial(function, jax.numpy))
        return compiled, jax.block_until_ready, jax.numpy.asarray, np.asarray
    xp = importlib.import_module("cuprust" if module == "fused" else module)
    call = functools.partial(function, xp)
    if module == "fused":
        call = xp.fuse(call)
    if module == "numpy":
        return call, lambda results: None, np.array, np.asarray
    return call, lambda results: xp.cuda.Stream.null.synchronize(), xp.array, xp.asnumpy


def as_tuple(results):
    return tuple(results) if isinstance(results, (tuple, list)) else (results,)


def distance(found, wanted):
    """The largest difference of two results as a part of the larger's size; infinite where shapes differ."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    if found.shape != wanted.shape:
        return math.inf
    kind = np.complex128 if wanted.dtype.kind == "c" else np.float64
    found, wanted = found.astype(kind), wanted.astype(kind)
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=1e-30)
    differs = ~((found == wanted) | (np.isnan(found) & np.isnan(wanted)))
    return float(np.abs(found[differs] - wanted[differs]).max(initial=0) / scale)


def copied(large):
    """The bytes that the device of cuprust reads and writes in a second as it copies an array."""
    import cuprust

    array = cuprust.ones(1 << (28 if large else 25), np.float32)
    taken = []
    for _ in range(REPEATS):
        cuprust.cuda.Stream.null.synchronize()
        begin = time.perf_counter()
        copy = array.copy()
        cuprust.cuda.Stream.null.synchronize()
        taken.append(time.perf_counter() - begin)
        del copy
    return 2 * array.nbytes / min(taken)


def plan(call, wait, inputs):
    """The kernels of a call under `cuprust.fuse`, the bytes that they read and write, and those of arguments and results."""
    from cuprust import profiler

    with profiler.profile() as profile:
        results = as_tuple(call(*inputs[0]))
        wait(results)
    fusion = profile.tables().get("fusion", {"columns": [], "rows": []})
    count, read, written = (
        sum(row[fusion["columns"].index(column)] for row in fusion["rows"])
        for column in ("Instances", "Read (MB)", "Written (MB)")
    )
    least = sum(one.nbytes for one in (*inputs[0], *results))
    return {"kernels": count, "bytes": (read + written) * 1e6, "least": least}


def side_by_side(entry, modules, large, repeats, plans=False):
    """Seconds a call by module (None where it cannot), those of the first call, the differences from NumPy's result, and the plan."""
    name, function, makers, tolerance = entry
    random = np.random.default_rng(0)
    host = [make(random, large) for make in makers]
    with np.errstate(all="ignore"):
        wanted = as_tuple(function(np, *[np.array(one) for one in host]))
    held = sum(one.nbytes for one in host) + sum(np.asarray(one).nbytes for one in wanted)
    calls, first, times, wrong = {}, {}, {module: [] for module in modules}, {}

    def timed(call, wait, inputs):
        begin = time.perf_counter()
        results = [call(*arrays) for arrays in inputs]
        wait(results)
        return (time.perf_counter() - begin) / len(inputs)

    for module in modules:
        try:
            call, wait, put, get = runner(module, function)
            arrays = [put(one) for one in host]
            begin = time.perf_counter()
            results = as_tuple(call(*arrays))
            wait(results)
            first[module] = time.perf_counter() - begin
            far = max(distance(get(found), one) for found, one in zip(results, wanted))
            if not far <= tolerance:
                wrong[module] = far
            del results
            taken = min(timed(call, wait, [arrays]) for _ in range(2))
            count = int(max(1, min(MAX_CALLS, REPEAT_TIME / taken, REPEAT_BYTES / held)))
            inputs = [[put(one) for one in host] for _ in range(count)]
            timed(call, wait, inputs)
            calls[module] = (call, wait, inputs)
        except Exception as error:
            print(f"{name}: {module}: {type(error).__name__}: {str(error)[:200]}", flush=True)
    with np.errstate(all="ignore"):
        for _ in range(repeats):
            for module, one in calls.items():
                times[module].append(timed(*one))
    planned = plan(*calls["fused"]) if plans and "fused" in calls else None
    return {module: statistics.median(taken) if taken else None for module, taken in times.items()}, first, wrong, planned


def main():
    arguments = parse()
    modules = arguments.modules.split(",")
    large = arguments.large if arguments.large is not None else "cupy" in modules
    ratios, figures = {module: [] for module in modules[:-1]}, {}
    head = " ".join(f"{module:>10}" for module in modules)
    rate = copied(large) if arguments.plans else None
    print(f"{'':52} {head}   {'first calls, ms'}" + (f"; copies {rate / 1e9:.0f} GB/s" if rate else ""))
    for entry in PROGRAMS:
        if not re.search(arguments.only, entry[0]):
            continue
        times, first, wrong, one = side_by_side(entry, modules, large, arguments.repeats, arguments.plans)
        figures[entry[0]] = {"seconds": times, "first": first, "wrong": wrong, "plan": one}
        last = times[modules[-1]]
        cells = []
        for module in modules:
            cells.append("-" if times[module] is None else f"{times[module] * 1e6:.0f}")
            if module != modules[-1] and times[module] and last:
                ratios[module].append(last / times[module])
        ratio = " ".join(f"{last / times[module]:.2f}" if times[module] and last else "-" for module in modules[:-1])
        firsts = " ".join(f"{first[module] * 1e3:.0f}" if module in first else "-" for module in modules)
        planned = ""
        if one:
            planned = f"kernels {one['kernels']}, MB {one['bytes'] / 1e6:.2f} of {one['least'] / 1e6:.2f}, {one['least'] / rate * 1e6:.1f} us"
        print(f"{entry[0]:52} {' '.join(f'{cell:>10}' for cell in cells)}   {ratio:14} {firsts:16} {planned} {wrong or ''}", flush=True)
    for module, values in ratios.items():
        if values:
            mean = math.exp(statistics.fmean(map(math.log, values)))
            capped = math.exp(statistics.fmean(math.log(min(value, 4)) for value in values))
            print(f"{module}: {mean:.2f} times the speed of {modules[-1]} over {len(values)} programs, {capped:.2f} with gains of 4 at most; "
                  f"below half: {sum(value < 0.5 for value in values)}, below: {sum(value < 1 for value in values)}")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main()
