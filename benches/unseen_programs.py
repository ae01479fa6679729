"""Programs on which nothing was tuned before they were first measured, as `programs.py` measures them.

    python benches/unseen_programs.py numpy,cuprust,fused,jax     on the CPU
    python benches/unseen_programs.py cupy,cuprust,fused,jax      on a GPU; with the options of programs.py
"""

import numpy as np
import programs
from programs import F4, F8, GREY, I4, I8, IMAGE, LONG, SIDE, U1, U4, array, main, program, size

# `program` adds to the list that the module's name stands for, and `main` reads it there.
programs.PROGRAMS = []

C16 = np.complex128
MANY, SHORT, ROWS = size(1 << 16, 1 << 22), size(1 << 14, 1 << 20), size(1 << 10, 1 << 14)
FIELD = array(F8, size(256, 1024), size(256, 1024))
BYTES = array(U1, SIDE, SIDE, high=256)


# Signals and series


@program("signal: moving averages of prices by windows", array(F8, size(64, 1024), 2048, low=1), tolerance=1e-6)
def _(xp, prices):
    if xp.__name__ == "jax.numpy":
        # It has no views of windows.
        fast = sum(prices[:, k : k + 2037] for k in range(12)) / 12
    else:
        fast = xp.lib.stride_tricks.sliding_window_view(prices, 12, axis=1).mean(-1)
    slow = sum(prices[:, k : k + 2023] for k in range(26)) / 26
    return fast[:, 14:] / slow


@program("signal: biquad of many channels, 64 samples", array(F4, 64, size(1 << 12, 1 << 17), low=-1), tolerance=1e-3)
def _(xp, x):
    b0, b1, b2, a1, a2 = (F4(c) for c in (0.2, 0.4, 0.2, -0.6, 0.3))
    s1 = s2 = xp.zeros_like(x[0])
    out = []
    for n in range(64):
        y = b0 * x[n] + s1
        s1 = b1 * x[n] - a1 * y + s2
        s2 = b2 * x[n] - a2 * y
        out.append(y)
    return xp.stack(out)


@program("signal: spectrogram of windows", array(F4, size(1 << 16, 1 << 21), low=-1), tolerance=1e-2)
def _(xp, x):
    frames = x[: len(x) // 512 * 512].reshape(-1, 512) * xp.asarray(np.hanning(512).astype(F4))
    power = xp.abs(xp.fft.rfft(frames, axis=-1)) ** 2
    return 10 * xp.log10(power + F4(1e-6))


@program("signal: Haar wavelet of five levels", array(F4, size(1 << 18, 1 << 23)))
def _(xp, x):
    parts = []
    for _ in range(5):
        even, odd = x[0::2], x[1::2]
        parts.append((even - odd) * F4(0.70710678))
        x = (even + odd) * F4(0.70710678)
    return xp.concatenate([x] + parts[::-1])


@program("signal: dynamic time warping of many pairs", array(F4, size(256, 1 << 14), 24), array(F4, size(256, 1 << 14), 24), tolerance=1e-3)
def _(xp, a, b):
    large = xp.full(a.shape[0], F4(1e9), F4)
    row = [xp.zeros(a.shape[0], F4)] + [large] * 24
    for i in range(24):
        last = [large]
        for j in range(24):
            cost = xp.abs(a[:, i] - b[:, j])
            last.append(cost + xp.minimum(xp.minimum(row[j], row[j + 1]), last[j]))
        row = last
    return row[24]


@program("signal: delta and zigzag codes of samples", array(I4, LONG, low=-30000, high=30000))
def _(xp, x):
    d = xp.diff(x, prepend=x[:1])
    z = (d << 1) ^ (d >> 31)
    return xp.stack([z & 127, (z >> 7) & 127, z >> 14]).astype(U1)


@program("signal: exponential smoothing of three orders", array(F8, 48, SHORT))
def _(xp, y):
    level, trend, season = y[0], y[1] - y[0], [y[k] - y[0] for k in range(12)]
    total = xp.zeros_like(level)
    for t in range(12, 48):
        forecast = level + trend + season[t % 12]
        error = y[t] - forecast
        total = total + error * error
        last, level = level, level + trend + 0.3 * error
        trend = trend + 0.1 * (level - last - trend)
        season[t % 12] = season[t % 12] + 0.2 * error
    return total, level, trend


# Images


@program("image: median of 3 x 3 by a stack", GREY)
def _(xp, a):
    h, w = a.shape[0] - 2, a.shape[1] - 2
    return xp.median(xp.stack([a[i : i + h, j : j + w] for i in range(3) for j in range(3)]), axis=0)


@program("image: gamma and white balance of bytes", IMAGE)
def _(xp, image):
    x = (image / F4(255)) ** F4(2.2)
    gain = x.mean(axis=(0, 1), keepdims=True)
    x = xp.clip(x * (gain.mean() / gain), 0, 1)
    return (x ** F4(1 / 2.2) * 255 + F4(0.5)).astype(U1)


@program("image: total variation, 10 steps", GREY)
def _(xp, f):
    u = f
    for _ in range(10):
        dx = xp.roll(u, -1, 1) - u
        dy = xp.roll(u, -1, 0) - u
        size_ = xp.sqrt(dx * dx + dy * dy + F4(1e-4))
        px, py = dx / size_, dy / size_
        u = u + F4(0.05) * (px - xp.roll(px, 1, 1) + py - xp.roll(py, 1, 0) - F4(0.2) * (u - f))
    return u


@program("image: diffusion of Perona and Malik, 10 steps", GREY)
def _(xp, a):
    for _ in range(10):
        p = xp.pad(a, 1, mode="edge")
        d = [p[:-2, 1:-1] - a, p[2:, 1:-1] - a, p[1:-1, 2:] - a, p[1:-1, :-2] - a]
        a = a + F4(0.2) * sum(xp.exp(-((k / F4(0.1)) ** 2)) * k for k in d)
    return a


@program("image: flow of Lucas and Kanade", GREY, GREY, tolerance=1e-2)
def _(xp, a, b):
    x = (xp.roll(a, -1, 1) - xp.roll(a, 1, 1)) / 2
    y = (xp.roll(a, -1, 0) - xp.roll(a, 1, 0)) / 2
    t = b - a

    def box(v):
        v = sum(xp.roll(v, k, 0) for k in (-2, -1, 0, 1, 2))
        return sum(xp.roll(v, k, 1) for k in (-2, -1, 0, 1, 2))

    xx, xy, yy, xt, yt = box(x * x), box(x * y), box(y * y), box(x * t), box(y * t)
    d = xx * yy - xy * xy + F4(1e-3)
    return xp.stack([(xy * yt - yy * xt) / d, (xy * xt - xx * yt) / d])


@program("image: structure tensor and coherence", GREY, tolerance=1e-2)
def _(xp, a):
    y, x = xp.gradient(a)
    p, q, r = x * x, x * y, y * y
    for axis in (0, 1):
        p, q, r = ((xp.roll(v, 1, axis) + 2 * v + xp.roll(v, -1, axis)) / 4 for v in (p, q, r))
    half, root = (p + r) / 2, xp.sqrt(((p - r) / 2) ** 2 + q * q)
    return xp.where(half > F4(1e-6), (root / (half + F4(1e-6))) ** 2, F4(0))


@program("image: blocks of 8 x 8 transformed and quantised", GREY, tolerance=1e-2)
def _(xp, a):
    k = np.arange(8)
    c = np.cos((2 * k[None] + 1) * k[:, None] * np.pi / 16) * np.where(k[:, None] == 0, np.sqrt(1 / 8), 0.5)
    c = xp.asarray(c.astype(F4))
    blocks = (a * 255 - 128).reshape(a.shape[0] // 8, 8, a.shape[1] // 8, 8).transpose(0, 2, 1, 3)
    y = c @ blocks @ c.T
    q = xp.asarray((16 + 3 * (k[:, None] + k[None])).astype(F4))
    return (c.T @ (xp.floor(y / q + F4(0.5)) * q) @ c).transpose(0, 2, 1, 3).reshape(a.shape)


@program("image: hash by differences of means", array(U1, size(64, 512), 72, 72, high=256))
def _(xp, a):
    m = a.reshape(-1, 9, 8, 9, 8).astype(F4).mean(axis=(2, 4))
    bits = (m[:, :8, :] > m[:, 1:, :])[:, :, :8].reshape(-1, 64)
    return xp.packbits(bits, axis=1)


@program("image: dilation by a cross, 8 steps", BYTES)
def _(xp, a):
    for _ in range(8):
        p = xp.pad(a, 1)
        a = xp.maximum(xp.maximum(xp.maximum(p[:-2, 1:-1], p[2:, 1:-1]), xp.maximum(p[1:-1, 2:], p[1:-1, :-2])), a)
    return a


@program("image: lens distortion undone by nearest pixels", GREY)
def _(xp, a):
    h, w = a.shape
    y, x = xp.meshgrid(xp.linspace(-1, 1, h), xp.linspace(-1, 1, w), indexing="ij")
    k = 1 + 0.1 * (x * x + y * y)
    row = xp.clip(((y * k + 1) * (h - 1) / 2), 0, h - 1).astype(I4)
    column = xp.clip(((x * k + 1) * (w - 1) / 2), 0, w - 1).astype(I4)
    return a[row, column]


@program("image: peak signal to noise and similarity", GREY, GREY)
def _(xp, a, b):
    error = ((a - b) ** 2).mean()
    x, y = (v.reshape(v.shape[0] // 8, 8, v.shape[1] // 8, 8) for v in (a, b))
    mx, my = x.mean(axis=(1, 3)), y.mean(axis=(1, 3))
    sx, sy = x.var(axis=(1, 3)), y.var(axis=(1, 3))
    xy = ((x - mx[:, None, :, None]) * (y - my[:, None, :, None])).mean(axis=(1, 3))
    s = (2 * mx * my + F4(1e-4)) * (2 * xy + F4(9e-4)) / ((mx * mx + my * my + F4(1e-4)) * (sx + sy + F4(9e-4)))
    return -10 * xp.log10(error), s.mean()


# Physics


@program("physics: acoustic wave with a sponge, 10 steps", FIELD)
def _(xp, u):
    n, m = u.shape
    edge = xp.minimum(xp.minimum(xp.arange(n)[:, None], xp.arange(m)[None]), xp.minimum(n - 1 - xp.arange(n)[:, None], m - 1 - xp.arange(m)[None]))
    damp = xp.where(edge < 20, xp.exp(-((0.015 * (20 - edge)) ** 2)), 1.0)
    last = u
    for _ in range(10):
        inner = -5 * u[2:-2, 2:-2] + (4 / 3) * (u[1:-3, 2:-2] + u[3:-1, 2:-2] + u[2:-2, 1:-3] + u[2:-2, 3:-1]) - (1 / 12) * (u[:-4, 2:-2] + u[4:, 2:-2] + u[2:-2, :-4] + u[2:-2, 4:])
        lap = xp.pad(inner, 2)
        u, last = (2 * u - last + 0.1 * lap) * damp, u * damp
    return u


@program("physics: sandpile, 10 topplings", array(I4, SIDE, SIDE, high=8))
def _(xp, a):
    for _ in range(10):
        over = (a >= 4).astype(I4)
        p = xp.pad(over, 1)
        a = a - 4 * over + p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
    return a


@program("physics: XY spins by Metropolis, 3 sweeps", array(F4, SIDE, SIDE, high=6.28), array(F4, 3, SIDE, SIDE), array(F4, 3, SIDE, SIDE), tolerance=1e-2)
def _(xp, angle, turns, draws):
    i = xp.arange(angle.shape[0])[:, None] + xp.arange(angle.shape[1])[None]
    for s in range(3):
        for colour in (0, 1):
            new = angle + (turns[s] - F4(0.5))
            change = xp.zeros_like(angle)
            for step, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
                other = xp.roll(angle, step, axis)
                change = change + xp.cos(angle - other) - xp.cos(new - other)
            angle = xp.where((i % 2 == colour) & (draws[s] < xp.exp(xp.minimum(-change, F4(0)))), new, angle)
    return xp.cos(angle).mean(), xp.sin(angle).mean()


@program("physics: orbits of planets by leapfrog, 20 steps", array(F8, size(1 << 12, 1 << 18), 3, low=0.5), array(F8, size(1 << 12, 1 << 18), 3, low=-1))
def _(xp, r, v):
    for _ in range(20):
        v = v - 0.005 * r / (xp.sum(r * r, axis=1, keepdims=True) ** 1.5)
        r = r + 0.01 * v
        v = v - 0.005 * r / (xp.sum(r * r, axis=1, keepdims=True) ** 1.5)
    energy = 0.5 * xp.sum(v * v, axis=1) - 1 / xp.sqrt(xp.sum(r * r, axis=1))
    return energy, xp.cross(r, v)


@program("physics: advection of Lax and Wendroff with limits, 10 steps", array(F8, MANY))
def _(xp, u):
    for _ in range(10):
        d = xp.roll(u, -1) - u
        r = xp.roll(d, 1) / xp.where(d == 0, 1e-12, d)
        phi = xp.maximum(0.0, xp.minimum(1.0, r))
        flux = u + 0.25 * phi * d
        u = u - 0.5 * (flux - xp.roll(flux, 1))
    return u


@program("physics: Euler's gas in one dimension, 8 steps", array(F8, SHORT, low=1, high=2), array(F8, SHORT, low=-0.2, high=0.2), array(F8, SHORT, low=1, high=2))
def _(xp, rho, vel, p):
    q = xp.stack([rho, rho * vel, p / 0.4 + 0.5 * rho * vel**2])
    for _ in range(8):
        u = q[1] / q[0]
        p = 0.4 * (q[2] - 0.5 * q[0] * u * u)
        f = xp.stack([q[1], q[1] * u + p, (q[2] + p) * u])
        c = xp.abs(u) + xp.sqrt(1.4 * p / q[0])
        fast = xp.maximum(c, xp.roll(c, -1))
        flux = 0.5 * (f + xp.roll(f, -1, 1)) - 0.5 * fast * (xp.roll(q, -1, 1) - q)
        q = q - 0.1 * (flux - xp.roll(flux, 1, 1))
    return q


@program("physics: pendulum's phase space by Runge and Kutta", array(F8, SHORT, low=-3, high=3), array(F8, SHORT, low=-2, high=2))
def _(xp, q, p):
    def slope(q, p):
        return p, -xp.sin(q) - 0.1 * p

    for _ in range(10):
        a, b = slope(q, p)
        c, d = slope(q + 0.05 * a, p + 0.05 * b)
        e, f = slope(q + 0.05 * c, p + 0.05 * d)
        g, h = slope(q + 0.1 * e, p + 0.1 * f)
        q, p = q + (a + 2 * c + 2 * e + g) / 60, p + (b + 2 * d + 2 * f + h) / 60
    return q, p


@program("physics: potential of charges on a grid", array(F4, 64, 2), array(F4, 64, low=-1), array(F4, size(96, 512), size(96, 512)), tolerance=1e-3)
def _(xp, where, charge, noise):
    n = noise.shape[0]
    x, y = xp.meshgrid(xp.linspace(0, 1, n, dtype=F4), xp.linspace(0, 1, n, dtype=F4))
    d = xp.sqrt((x[..., None] - where[:, 0]) ** 2 + (y[..., None] - where[:, 1]) ** 2 + F4(1e-3))
    potential = (charge / d).sum(-1) + noise
    gy, gx = xp.gradient(potential)
    return potential, -gx, -gy


@program("physics: angular distances and histogram of pairs", array(F8, size(512, 4096), 3, low=-1))
def _(xp, p):
    p = p / xp.linalg.norm(p, axis=1, keepdims=True)
    angle = xp.arccos(xp.clip(p @ p.T, -1, 1))
    return xp.stack([(angle < t).sum() for t in (0.1, 0.2, 0.5, 1.0, 1.5)])


# Statistics


@program("statistics: quartiles, outliers and means of columns", array(F8, size(512, 8192), 256))
def _(xp, x):
    low, middle, high = xp.percentile(x, xp.asarray(np.array([25.0, 50.0, 75.0])), axis=0)
    width = 1.5 * (high - low)
    kept = (x > low - width) & (x < high + width)
    return middle, xp.where(kept, x, 0).sum(0) / kept.sum(0)


@program("statistics: empirical distances of Kolmogorov", array(F8, size(64, 1024), 1024), array(F8, size(64, 1024), 1024))
def _(xp, a, b):
    both = xp.concatenate([a, b], axis=1)
    order = xp.argsort(both, axis=1)
    step = xp.where(order < 1024, 1 / 1024, -1 / 1024)
    return xp.abs(xp.cumsum(step, axis=1)).max(1)


@program("statistics: lasso by coordinate descent, 3 sweeps", array(F8, SHORT, 8, low=-1), array(F8, SHORT), tolerance=1e-6)
def _(xp, x, y):
    w = [xp.zeros(()) for _ in range(8)]
    norms = (x * x).sum(0)
    r = y
    for _ in range(3):
        for j in range(8):
            r = r + x[:, j] * w[j]
            rho = (x[:, j] * r).sum()
            w[j] = xp.sign(rho) * xp.maximum(xp.abs(rho) - 5.0, 0) / norms[j]
            r = r - x[:, j] * w[j]
    return xp.stack(w)


@program("statistics: logistic regression by Newton, 4 steps", array(F8, SHORT, 6, low=-1), array(F8, SHORT), tolerance=1e-6)
def _(xp, x, y):
    y = (y > 0.5).astype(F8)
    w = xp.zeros(6)
    for _ in range(4):
        p = 1 / (1 + xp.exp(-(x @ w)))
        g = x.T @ (p - y)
        h = (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * xp.eye(6)
        w = w - xp.linalg.solve(h, g)
    return w


@program("statistics: Gaussian process of 256 points", array(F8, 256, 3), array(F8, 256), array(F8, size(256, 4096), 3), tolerance=1e-6)
def _(xp, x, y, z):
    def kernel(a, b):
        return xp.exp(-2 * ((a[:, None] - b[None]) ** 2).sum(-1))

    k = kernel(x, x) + 0.1 * xp.eye(256)
    w = xp.linalg.solve(k, y)
    s = kernel(z, x)
    return s @ w, 1 - (s * xp.linalg.solve(k, s.T).T).sum(1)


@program("statistics: permutation test of a mean", array(F8, 512), array(F8, size(256, 4096), 512))
def _(xp, x, draws):
    sign = xp.where(draws < 0.5, -1.0, 1.0)
    means = (sign * (x - x.mean())).mean(1)
    return (xp.abs(means) >= xp.abs(x.mean() - 0.5)).mean()


@program("statistics: contingency by one-hot products", array(I4, MANY, high=12), array(I4, MANY, high=9))
def _(xp, a, b):
    x = (a[:, None] == xp.arange(12)).astype(F4)
    y = (b[:, None] == xp.arange(9)).astype(F4)
    t = x.T @ y
    e = t.sum(1, keepdims=True) * t.sum(0, keepdims=True) / t.sum()
    return ((t - e) ** 2 / e).sum()


@program("statistics: Gibbs sampling of two variables, 64 steps", array(F8, 2, 64, size(256, 1 << 15), low=-2, high=2))
def _(xp, z):
    x = y = xp.zeros_like(z[0, 0])
    total = xp.zeros_like(x)
    for t in range(64):
        x = 0.8 * y + 0.6 * z[0, t]
        y = 0.8 * x + 0.6 * z[1, t]
        total = total + x * y
    return total / 64


@program("statistics: entropies and information of tables", array(F4, size(4096, 1 << 16), 8, 8, low=0.01))
def _(xp, t):
    p = t / t.sum((1, 2), keepdims=True)
    a, b = p.sum(1), p.sum(2)

    def entropy(q, axis):
        return -(q * xp.log(q)).sum(axis)

    return entropy(a, 1) + entropy(b, 1) - entropy(p, (1, 2))


# Finance


@program("finance: implied volatilities by bisection, 20 steps", array(F8, SHORT, low=0.05, high=0.3), array(F8, SHORT, low=0.8, high=1.2), tolerance=1e-6)
def _(xp, price, strike):
    low, high = xp.full_like(price, 0.01), xp.full_like(price, 3.0)
    for _ in range(20):
        s = 0.5 * (low + high)
        d = (-xp.log(strike) + 0.5 * s * s) / s
        e = d - s
        value = 1 / (1 + xp.exp(-1.702 * d)) - strike / (1 + xp.exp(-1.702 * e))
        low, high = xp.where(value < price, s, low), xp.where(value < price, high, s)
    return 0.5 * (low + high)


@program("finance: American options by least squares, 8 dates", array(F8, 8, SHORT, low=-1), tolerance=1e-6)
def _(xp, z):
    paths = xp.exp(xp.cumsum(0.1 * z - 0.005, axis=0))
    value = xp.maximum(1.05 - paths[-1], 0)
    for t in range(6, -1, -1):
        s, value = paths[t], value * 0.995
        basis = xp.stack([xp.ones_like(s), s, s * s])
        w = xp.linalg.solve(basis @ basis.T + 1e-9 * xp.eye(3), basis @ value)
        hold, now = w @ basis, xp.maximum(1.05 - s, 0)
        value = xp.where((now > hold) & (now > 0), now, value)
    return value.mean()


@program("finance: weights and risk of portfolios", array(F8, 252, 64, low=-0.02, high=0.02), array(F8, size(2048, 1 << 16), 64), tolerance=1e-6)
def _(xp, returns, w):
    w = w / w.sum(1, keepdims=True)
    c = (returns - returns.mean(0)).T @ (returns - returns.mean(0)) / 251
    risk = xp.sqrt(((w @ c) * w).sum(1) * 252)
    gain = w @ returns.mean(0) * 252
    best = xp.argmax(gain / risk)
    return gain, risk, w[best]


@program("finance: covariances that decay, 100 days", array(F8, 100, 16, low=-0.02, high=0.02), tolerance=1e-6)
def _(xp, r):
    c = xp.zeros((16, 16))
    for t in range(100):
        c = 0.94 * c + 0.06 * r[t][:, None] * r[t][None]
    d = xp.sqrt(xp.diag(c))
    return c / (d[:, None] * d[None])


@program("finance: orders matched by cumulated sizes", array(F8, size(256, 4096), 256, low=90, high=110), array(I8, size(256, 4096), 256, low=1, high=100))
def _(xp, price, amount):
    order = xp.argsort(price, axis=1)
    price, amount = xp.take_along_axis(price, order, 1), xp.take_along_axis(amount, order, 1)
    before = xp.cumsum(amount, axis=1) - amount
    taken = xp.clip(2000 - before, 0, amount)
    return (taken * price).sum(1) / taken.sum(1)


# Learning


@program("learning: convolution by windows and a product", array(F4, 4, 32, size(32, 64), size(32, 64)), array(F4, 32, 288, low=-0.1, high=0.1), tolerance=1e-2)
def _(xp, x, w):
    n, c, h, v = x.shape
    p = xp.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    columns = xp.stack([p[:, :, i : i + h, j : j + v] for i in range(3) for j in range(3)], axis=2)
    y = w @ columns.reshape(n, c * 9, h * v)
    return xp.maximum(y, 0).reshape(n, 32, h, v)


@program("learning: two layers and their slopes, 3 steps", array(F4, size(512, 4096), 64, low=-1), array(F4, size(512, 4096), 8), array(F4, 64, 128, low=-0.1, high=0.1), array(F4, 128, 8, low=-0.1, high=0.1), tolerance=1e-2)
def _(xp, x, y, a, b):
    n = F4(1 / x.shape[0])
    for _ in range(3):
        h = xp.tanh(x @ a)
        e = (h @ b - y) * n
        gb = h.T @ e
        ga = x.T @ ((e @ b.T) * (1 - h * h))
        a, b = a - F4(0.1) * ga, b - F4(0.1) * gb
    return a, b


@program("learning: layer norm and its slopes", array(F4, size(1024, 1 << 15), 256), array(F4, size(1024, 1 << 15), 256), array(F4, 256), tolerance=1e-2)
def _(xp, x, dy, gain):
    mean = x.mean(1, keepdims=True)
    r = 1 / xp.sqrt(x.var(1, keepdims=True) + F4(1e-5))
    n = (x - mean) * r
    g = dy * gain
    dx = r * (g - g.mean(1, keepdims=True) - n * (g * n).mean(1, keepdims=True))
    return dx, (dy * n).sum(0), dy.sum(0)


@program("learning: dropout, residual and norm by roots", array(F4, size(1024, 1 << 15), 512), array(F4, size(1024, 1 << 15), 512), array(F4, size(1024, 1 << 15), 512), array(F4, 512))
def _(xp, x, y, u, gain):
    z = x + xp.where(u > F4(0.1), y / F4(0.9), F4(0))
    return z / xp.sqrt((z * z).mean(1, keepdims=True) + F4(1e-6)) * gain


@program("learning: gated units of two products", array(F4, size(128, 2048), 256, low=-1), array(F4, 256, 512, low=-0.1, high=0.1), array(F4, 256, 512, low=-0.1, high=0.1), array(F4, 512, 256, low=-0.1, high=0.1), tolerance=1e-2)
def _(xp, x, a, b, c):
    g = x @ a
    return (g / (1 + xp.exp(-g)) * (x @ b)) @ c


@program("learning: naive Bayes of 10 classes", array(F4, size(1 << 13, 1 << 19), 16), array(F4, 10, 16), array(F4, 10, 16, low=0.1), tolerance=1e-3)
def _(xp, x, mean, spread):
    d = (x[:, None] - mean) / spread
    score = -(0.5 * d * d + xp.log(spread)).sum(-1)
    return score.argmax(1), score.max(1)


@program("learning: quantised product of int8", array(F4, size(256, 2048), 256, low=-1), array(F4, 256, 256, low=-1), tolerance=1e-2)
def _(xp, a, b):
    sa, sb = xp.abs(a).max(1, keepdims=True) / 127, xp.abs(b).max(0, keepdims=True) / 127
    qa, qb = xp.round(a / sa), xp.round(b / sb)
    return (qa @ qb) * sa * sb


@program("learning: state spaces of 16, 64 steps", array(F4, 64, size(512, 1 << 14)), array(F4, 16, size(512, 1 << 14), low=0.5), array(F4, 16, size(512, 1 << 14), low=-1), tolerance=1e-3)
def _(xp, x, a, b):
    h, out = xp.zeros_like(a), []
    for t in range(64):
        h = a * h + b * x[t]
        out.append(h.sum(0))
    return xp.stack(out)


@program("learning: positions of sines added", array(F4, 8, size(128, 2048), 256))
def _(xp, x):
    n, d = x.shape[1], x.shape[2]
    angle = xp.arange(n, dtype=F4)[:, None] / 10000 ** (xp.arange(0, d, 2, dtype=F4) / d)
    table = xp.stack([xp.sin(angle), xp.cos(angle)], axis=-1).reshape(n, d)
    return x * F4(16) + table


@program("learning: squared hinge and accuracy", array(F4, size(1 << 14, 1 << 20), 10, low=-1), array(I4, size(1 << 14, 1 << 20), high=10))
def _(xp, score, label):
    hit = xp.arange(10) == label[:, None]
    right = xp.where(hit, score, F4(0)).sum(1, keepdims=True)
    gap = xp.maximum(score - right + 1, 0)
    return xp.where(hit, F4(0), gap * gap).sum(1).mean(), (score.argmax(1) == label).mean()


@program("learning: trees of depth 5", array(F4, size(1 << 14, 1 << 20), 8), array(I4, 31, high=8), array(F4, 31), array(F4, 32))
def _(xp, x, feature, cut, leaf):
    rows, at = xp.arange(x.shape[0]), xp.zeros(x.shape[0], I4)
    for _ in range(5):
        at = 2 * at + 1 + (x[rows, feature[at]] > cut[at])
    return leaf[at - 31]


@program("learning: soft k-means, 4 steps", array(F4, size(1 << 12, 1 << 17), 4), array(F4, 12, 4), tolerance=1e-2)
def _(xp, x, c):
    for _ in range(4):
        d = ((x[:, None] - c) ** 2).sum(-1)
        w = xp.exp(-8 * (d - d.min(1, keepdims=True)))
        w = w / w.sum(1, keepdims=True)
        c = (w.T @ x) / w.sum(0)[:, None]
    return c


# Algebra


@program("algebra: Cholesky of stacks of 4 x 4 by its formula", array(F8, size(1 << 13, 1 << 18), 4, 4, low=0.1))
def _(xp, m):
    a = m @ xp.swapaxes(m, 1, 2) + 4 * xp.eye(4)
    l = {}
    for j in range(4):
        s = a[:, j, j]
        for k in range(j):
            s = s - l[j, k] * l[j, k]
        l[j, j] = xp.sqrt(s)
        for i in range(j + 1, 4):
            s = a[:, i, j]
            for k in range(j):
                s = s - l[i, k] * l[j, k]
            l[i, j] = s / l[j, j]
    return xp.stack([l[i, j] for i in range(4) for j in range(i + 1)], axis=-1)


@program("algebra: Legendre's polynomials to degree 12", array(F8, MANY, low=-1))
def _(xp, x):
    p = [xp.ones_like(x), x]
    for n in range(1, 12):
        p.append(((2 * n + 1) * x * p[n] - n * p[n - 1]) / (n + 1))
    return xp.stack(p)


@program("algebra: Lanczos, 12 steps", array(F8, size(384, 2048), size(384, 2048), low=-1), tolerance=1e-3)
def _(xp, m):
    a = m + m.T
    v, last, beta, diagonal, off = xp.ones(len(m)) / np.sqrt(len(m)), xp.zeros(len(m)), 0.0, [], []
    for _ in range(12):
        w = a @ v - beta * last
        alpha = w @ v
        w = w - alpha * v
        beta = xp.sqrt(w @ w)
        last, v = v, w / beta
        diagonal.append(alpha)
        off.append(beta)
    return xp.stack(diagonal), xp.stack(off)


@program("algebra: discrete cosines by a matrix, rows and columns", GREY, tolerance=1e-2)
def _(xp, a):
    n = a.shape[0]
    k = xp.arange(n, dtype=F4)
    c = xp.cos((2 * k[None] + 1) * k[:, None] * F4(np.pi / (2 * n))) * F4(np.sqrt(2 / n))
    return c @ a @ c.T


@program("algebra: shortest ways of all pairs, 32 towns in stacks", array(F4, size(64, 2048), 32, 32, low=0.1))
def _(xp, d):
    for k in range(32):
        d = xp.minimum(d, d[:, :, k : k + 1] + d[:, k : k + 1, :])
    return d


@program("algebra: ranks of pages, 20 steps", array(F4, size(512, 2048), size(512, 2048)))
def _(xp, links):
    links = (links < F4(0.02)).astype(F4)
    n = links.shape[0]
    step = links / xp.maximum(links.sum(0), 1)
    rank = xp.full(n, F4(1 / n), F4)
    for _ in range(20):
        rank = F4(0.85) * (step @ rank) + F4(0.15 / n)
    return rank / rank.sum()


@program("algebra: barycentric interpolation at Chebyshev's nodes", array(F8, 33), array(F8, MANY, low=-1), tolerance=1e-6)
def _(xp, f, x):
    nodes = xp.cos(xp.pi * xp.arange(33) / 32)
    w = xp.where(xp.arange(33) % 2 == 0, 1.0, -1.0) * xp.where((xp.arange(33) == 0) | (xp.arange(33) == 32), 0.5, 1.0)
    c = w / (x[:, None] - nodes)
    return (c * f).sum(1) / c.sum(1)


@program("algebra: rotations from vectors by Rodrigues", array(F8, size(1 << 13, 1 << 19), 3, low=-1))
def _(xp, v):
    t = xp.sqrt((v * v).sum(1))
    k = v / t[:, None]
    x, y, z, o = k[:, 0], k[:, 1], k[:, 2], xp.zeros_like(t)
    skew = xp.stack([o, -z, y, z, o, -x, -y, x, o], axis=1).reshape(-1, 3, 3)
    return xp.eye(3) + xp.sin(t)[:, None, None] * skew + (1 - xp.cos(t))[:, None, None] * (skew @ skew)


# Geometry


@program("geometry: triangles hit by rays", array(F4, size(1 << 11, 1 << 16), 3, low=-1), array(F4, 32, 3, 3, low=-1), tolerance=1e-2)
def _(xp, d, t):
    a, e, f = t[:, 0], t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]
    p = xp.cross(d[:, None], f[None])
    det = (p * e).sum(-1)
    inverse = 1 / xp.where(xp.abs(det) < F4(1e-3), F4(1e-3), det)
    o = F4(0.1) - a
    u = (p * o).sum(-1) * inverse
    q = xp.cross(o, e)
    v = (d[:, None] * q).sum(-1) * inverse
    far = (f * q).sum(-1) * inverse
    hit = (u > 0) & (v > 0) & (u + v < 1) & (far > 0)
    return xp.where(hit, far, F4(1e9)).min(1)


@program("geometry: tiles of a map from degrees", array(F8, MANY, low=-180, high=180), array(F8, MANY, low=-80, high=80))
def _(xp, lon, lat):
    x = ((lon + 180) / 360 * 4096).astype(I4)
    r = xp.radians(lat)
    y = ((1 - xp.log(xp.tan(r) + 1 / xp.cos(r)) / xp.pi) / 2 * 4096).astype(I4)
    return x, y, (x.astype(I8) << 12) | y


@program("geometry: areas and centres of polygons", array(F8, size(1 << 12, 1 << 17), 12, 2))
def _(xp, p):
    x, y = p[..., 0], p[..., 1]
    u, v = xp.roll(x, -1, 1), xp.roll(y, -1, 1)
    cross = x * v - u * y
    area = cross.sum(1) / 2
    return area, ((x + u) * cross).sum(1) / (6 * area), ((y + v) * cross).sum(1) / (6 * area)


@program("geometry: curves of Bezier at 64 points", array(F4, size(1 << 11, 1 << 16), 4, 2), array(F4, 64))
def _(xp, c, t):
    s = 1 - t
    w = xp.stack([s**3, 3 * s * s * t, 3 * s * t * t, t**3])
    return (w[None, :, :, None] * c[:, :, None, :]).sum(1)


@program("geometry: nearest point on segments", array(F4, size(1 << 11, 1 << 16), 2), array(F4, 48, 2), array(F4, 48, 2))
def _(xp, p, a, b):
    e = b - a
    t = xp.clip(((p[:, None] - a) * e).sum(-1) / (e * e).sum(-1), 0, 1)
    d = p[:, None] - (a + t[..., None] * e)
    return xp.sqrt((d * d).sum(-1)).min(1)


# Bits, text, sorting


@program("bits: hash of Fowler, Noll and Vo over 32 bytes", array(U1, 32, MANY, high=256))
def _(xp, data):
    h = xp.full(data.shape[1], np.uint32(2166136261), U4)
    for k in range(32):
        h = (h ^ data[k].astype(U4)) * np.uint32(16777619)
    return h


@program("bits: rule 110, 64 generations", array(U1, size(1 << 14, 1 << 20), high=2))
def _(xp, a):
    for _ in range(64):
        left, right = xp.roll(a, 1), xp.roll(a, -1)
        a = (a | right) & (1 - (left & a & right))
    return a


@program("bits: Gray codes and parities", array(U4, LONG, high=1 << 31))
def _(xp, a):
    g = a ^ (a >> 1)
    p = g
    for s in (16, 8, 4, 2, 1):
        p = p ^ (p >> s)
    return g, (p & 1).astype(U1)


@program("bits: numbers of primes by a sieve's mask", array(I4, size(1 << 14, 1 << 20), high=1 << 20))
def _(xp, x):
    prime = x > 1
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        prime = prime & ((x % p != 0) | (x == p))
    return prime.sum(), xp.where(prime, x, 0).max()


@program("bits: Life packed in words, 8 generations", array(U4, SIDE, size(16, 64), high=1 << 32))
def _(xp, w):
    for _ in range(8):
        left = (w << 1) | (xp.roll(w, 1, 1) >> 31)
        right = (w >> 1) | (xp.roll(w, -1, 1) << 31)
        one, two = left ^ w ^ right, (left & w) | (right & (left ^ w))
        up1, up2, down1, down2 = xp.roll(one, 1, 0), xp.roll(two, 1, 0), xp.roll(one, -1, 0), xp.roll(two, -1, 0)
        own1, own2 = left ^ right, left & right
        s1 = up1 ^ down1 ^ own1
        c1 = (up1 & down1) | (own1 & (up1 ^ down1))
        t = up2 ^ down2
        s2 = t ^ own2 ^ c1
        more = (up2 & down2) | (t & own2) | ((t ^ own2) & c1)
        w = s2 & ~more & (s1 | w)
    return w


@program("text: letters counted and turned to capitals", array(U1, LONG, high=128))
def _(xp, a):
    small = (a >= 97) & (a <= 122)
    capital = (a >= 65) & (a <= 90)
    return xp.where(small, a - 32, a).astype(U1), small.sum(), capital.sum(), (a == 32).sum()


@program("text: base64 of bytes", array(U1, MANY, 3, high=256), array(U1, 64, high=128))
def _(xp, a, table):
    w = (a[:, 0].astype(I4) << 16) | (a[:, 1].astype(I4) << 8) | a[:, 2]
    return table[xp.stack([w >> 18, (w >> 12) & 63, (w >> 6) & 63, w & 63], axis=1)]


@program("sorting: runs and their lengths", array(I4, SHORT, high=50))
def _(xp, a):
    s = xp.sort(a)
    start = xp.concatenate([xp.ones(1, bool), s[1:] != s[:-1]])
    group = xp.cumsum(start) - 1
    return xp.bincount(group, minlength=50)[:50]


@program("sorting: bitonic, 8 numbers a row", array(F4, 8, MANY))
def _(xp, a):
    v = list(a)
    for i, j in ((0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (1, 2), (5, 6), (0, 4), (3, 7), (1, 5), (2, 6), (1, 4), (3, 6), (2, 4), (3, 5), (3, 4)):
        v[i], v[j] = xp.minimum(v[i], v[j]), xp.maximum(v[i], v[j])
    return xp.stack(v)


@program("complex: roots by Durand and Kerner, 10 steps", array(C16, size(1 << 11, 1 << 16), 4, low=-1), tolerance=1e-3)
def _(xp, c):
    z = [xp.full(c.shape[0], complex(np.exp(1j * (0.4 + k * np.pi / 2))), C16) for k in range(4)]
    for _ in range(10):
        for k in range(4):
            top = (((z[k] + c[:, 0]) * z[k] + c[:, 1]) * z[k] + c[:, 2]) * z[k] + c[:, 3]
            bottom = xp.ones_like(top)
            for m in range(4):
                if m != k:
                    bottom = bottom * (z[k] - z[m])
            z[k] = z[k] - top / bottom
    return xp.stack([xp.abs(v) for v in z]).sum(0)


@program("complex: filters of Butterworth over frequencies", array(F8, MANY, high=3.1))
def _(xp, w):
    z = xp.exp(-1j * w)
    top, bottom = 0.0675 + 0.1349 * z + 0.0675 * z * z, 1 - 1.143 * z + 0.4128 * z * z
    h = top / bottom
    return 20 * xp.log10(xp.abs(h)), xp.angle(h)


@program("complex: gates on 16 qubits", array(C16, 1 << 16, low=-1))
def _(xp, state):
    r = 0.7071067811865476
    for q in range(8):
        s = state.reshape(-1, 2, 1 << q)
        a, b = s[:, 0], s[:, 1]
        state = xp.stack([(a + b) * r, (a - b) * r], axis=1).reshape(-1)
    return xp.abs(state) ** 2


@program("loops: logistic maps, 100 steps", array(F8, SHORT, low=2.5, high=4), array(F8, SHORT))
def _(xp, r, x):
    for _ in range(100):
        x = r * x * (1 - x)
    return x


@program("loops: golden section over many parabolas, 20 steps", array(F8, SHORT), array(F8, SHORT))
def _(xp, c, k):
    a, b = xp.zeros_like(c), xp.ones_like(c)
    g = 0.6180339887498949
    for _ in range(20):
        x, y = b - g * (b - a), a + g * (b - a)
        left = (x - c) ** 2 + k * x < (y - c) ** 2 + k * y
        a, b = xp.where(left, a, x), xp.where(left, y, b)
    return (a + b) / 2


@program("loops: a chain of states of 12, 60 steps", array(F8, 12, 12), array(F8, 12))
def _(xp, p, x):
    p = p / p.sum(1, keepdims=True)
    out = []
    for _ in range(60):
        x = x @ p
        x = x / x.sum()
        out.append((x * xp.arange(12)).sum())
    return xp.stack(out)


@program("loops: control of a small plant, 80 steps", array(F8, 4, 4, low=-0.3, high=0.3), array(F8, 4), array(F8, 4))
def _(xp, a, b, k):
    x, cost = xp.ones(4), 0.0
    for _ in range(80):
        u = -xp.clip(k @ x, -1, 1)
        x = a @ x + b * u + 0.01
        cost = cost + x @ x + 0.1 * u * u
    return x, cost


if __name__ == "__main__":
    main()
