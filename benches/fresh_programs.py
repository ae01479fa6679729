"""More programs on which nothing was tuned before they were first measured, as `programs.py` measures them.

    python benches/fresh_programs.py numpy,cuprust,fused,jax     on the CPU
    python benches/fresh_programs.py cupy,cuprust,fused,jax      on a GPU; with the options of programs.py
"""

import numpy as np
import programs
from programs import F4, F8, GREY, I4, I8, IMAGE, LONG, SIDE, U1, U4, array, main, program, size

# `program` adds to the list that the module's name stands for, and `main` reads it there.
programs.PROGRAMS = []

F2, C8, C16, I2, U8 = np.float16, np.complex64, np.complex128, np.int16, np.uint64
MANY, SHORT = size(1 << 16, 1 << 22), size(1 << 14, 1 << 20)
GRID = (size(192, 1024), size(192, 1024))
FIELD = array(F8, *GRID)


def counted(xp, index, length, **options):
    """How often each number below `length` occurs; JAX has another name for the length of the result."""
    name = "length" if xp.__name__ == "jax.numpy" else "minlength"
    return xp.bincount(index, **{name: length}, **options)


# Signals and series


@program("signal: echoes and a soft clip of two channels", array(F4, 2, LONG, low=-1))
def _(xp, x):
    y = x[:, 3000:] + F4(0.5) * x[:, 2000:-1000] + F4(0.25) * x[:, 1000:-2000] + F4(0.125) * x[:, :-3000]
    y = xp.tanh(F4(1.5) * y)
    middle, sides = (y[0] + y[1]) * F4(0.5), (y[0] - y[1]) * F4(0.7)
    return xp.stack([middle + sides, middle - sides])


@program("signal: samples of 16 bits mixed and saturated", array(I2, 4, LONG, low=-32768, high=32767))
def _(xp, x):
    gains = (200, 100, 80, 60)
    mixed = sum(x[k].astype(I4) * gains[k] for k in range(4)) >> 8
    return xp.clip(mixed, -32768, 32767).astype(I2)


@program("signal: mu-law codes there and back", array(F4, LONG, low=-1))
def _(xp, x):
    code = xp.sign(x) * xp.log1p(F4(255) * xp.abs(x)) / F4(np.log(256))
    byte = xp.floor((code + 1) * F4(127.5)).astype(U1)
    back = byte.astype(F4) / F4(127.5) - 1
    return xp.sign(back) * (xp.exp(xp.abs(back) * F4(np.log(256))) - 1) / F4(255)


@program("signal: Savitzky and Golay over rows", array(F8, size(64, 1024), 4096))
def _(xp, x):
    weights = (-21, 14, 39, 54, 59, 54, 39, 14, -21)
    return sum(w * x[:, k : k + 4088] for k, w in enumerate(weights)) / 231


@program("signal: resampled three to two by phases", array(F4, size(1 << 17, 1 << 22), 3), array(F4, 2, 9, low=-1), tolerance=1e-3)
def _(xp, x, taps):
    before, after = x[:-2], x[2:]
    window = xp.concatenate([before, x[1:-1], after], axis=1)
    return xp.stack([(window * taps[0]).sum(1), (window * taps[1]).sum(1)], axis=1).ravel()


@program("signal: beams of 16 microphones by delays", array(F4, 16, size(1 << 14, 1 << 20), low=-1))
def _(xp, x):
    n = x.shape[1] - 64
    return xp.stack([sum(x[m, m * d : m * d + n] for m in range(16)) / F4(16) for d in range(4)])


@program("signal: adaptive filter of 8 taps, many channels, 48 samples", array(F4, 56, size(1 << 10, 1 << 16), low=-1), tolerance=1e-3)
def _(xp, x):
    w = [xp.zeros_like(x[0]) for _ in range(8)]
    errors = []
    for n in range(8, 56):
        taps = [x[n - 1 - k] for k in range(8)]
        guess = sum(a * b for a, b in zip(w, taps))
        error = x[n] - guess
        power = sum(t * t for t in taps) + F4(1e-3)
        w = [a + F4(0.5) * error * t / power for a, t in zip(w, taps)]
        errors.append(error)
    return xp.stack(errors)


@program("signal: relative strength and bands of prices", array(F8, size(256, 1 << 13), 256, low=50, high=60), tolerance=1e-6)
def _(xp, p):
    d = xp.diff(p, axis=1)
    up, down = xp.maximum(d, 0), xp.maximum(-d, 0)
    ups = sum(up[:, k : k + 242] for k in range(14))
    downs = sum(down[:, k : k + 242] for k in range(14))
    strength = 100 - 100 / (1 + ups / (downs + 1e-12))
    mean = sum(p[:, k : k + 237] for k in range(20)) / 20
    spread = xp.sqrt(sum((p[:, k : k + 237] - mean) ** 2 for k in range(20)) / 20)
    return strength[:, 5:], (p[:, 19:] - mean) / (2 * spread + 1e-12)


@program("signal: distances of a query to all windows", array(F4, size(1 << 14, 1 << 20)), array(F4, 64), tolerance=1e-2)
def _(xp, x, q):
    n = len(x) - 63
    total = sum((x[k : k + n] - q[k]) ** 2 for k in range(64))
    return xp.sqrt(total), xp.argmin(total)


# Images


@program("image: contrast by local means and deviations", GREY, tolerance=1e-2)
def _(xp, a):
    def box(v):
        n, m = v.shape[0] - 6, v.shape[1] - 6
        v = sum(v[k : k + n] for k in range(7))
        return sum(v[:, k : k + m] for k in range(7)) / F4(49)

    mean = box(a)
    spread = xp.sqrt(xp.maximum(box(a * a) - mean * mean, F4(0)) + F4(1e-4))
    return (a[3:-3, 3:-3] - mean) / spread


@program("image: chroma key of bytes over a background", IMAGE, IMAGE)
def _(xp, front, back):
    f = front.astype(I4)
    green = (f[..., 1] > 90) & (f[..., 1] * 2 > f[..., 0] + f[..., 2] + 40)
    return xp.where(green[..., None], back, front)


@program("image: posterised, solarised and inverted bytes", IMAGE)
def _(xp, a):
    poster = (a >> 5) << 5
    solar = xp.where(a > 128, 255 - a, a)
    return poster ^ solar


@program("image: exposures of five pictures fused", array(F4, 5, SIDE, SIDE, low=0.01))
def _(xp, a):
    w = xp.exp(F4(-12.5) * (a - F4(0.5)) ** 2)
    fused = (w * a).sum(0) / (w.sum(0) + F4(1e-6))
    return fused / (1 + fused) * 2


@program("image: optical density of a stain from bytes", IMAGE, tolerance=1e-3)
def _(xp, a):
    od = -xp.log((a.astype(F4) + 1) / F4(256))
    r, g, b = od[..., 0], od[..., 1], od[..., 2]
    h = F4(1.88) * r - F4(0.07) * g - F4(0.60) * b
    e = F4(-1.02) * r + F4(1.13) * g - F4(0.48) * b
    return xp.clip(xp.stack([h, e], -1), 0, 3)


@program("image: bicubic by Catmull and Rom, rows doubled", GREY)
def _(xp, a):
    p, q, r, s = a[:-3], a[1:-2], a[2:-1], a[3:]
    half = (-p + 9 * q + 9 * r - s) / 16
    return xp.stack([q, half], axis=1).reshape(-1, a.shape[1])


@program("image: cells of Voronoi of 24 seeds", array(F4, 24, 2), array(F4, SIDE), array(F4, SIDE))
def _(xp, seeds, y, x):
    best, owner = None, None
    for k in range(24):
        d = (y[:, None] - seeds[k, 0]) ** 2 + (x[None] - seeds[k, 1]) ** 2
        if best is None:
            best, owner = d, xp.zeros(d.shape, I4)
        else:
            owner = xp.where(d < best, k, owner).astype(I4)
            best = xp.minimum(best, d)
    return owner, best


@program("image: distance to a mask by sweeps of chamfers, 12 steps", array(U1, SIDE, SIDE, high=40))
def _(xp, a):
    d = xp.where(a == 0, I4(0), I4(10000))
    for _ in range(12):
        p = xp.pad(d, 1, constant_values=10000)
        straight = xp.minimum(xp.minimum(p[:-2, 1:-1], p[2:, 1:-1]), xp.minimum(p[1:-1, :-2], p[1:-1, 2:])) + 3
        slanted = xp.minimum(xp.minimum(p[:-2, :-2], p[2:, 2:]), xp.minimum(p[2:, :-2], p[:-2, 2:])) + 4
        d = xp.minimum(d, xp.minimum(straight, slanted))
    return d


@program("image: parts labelled by the largest neighbour, 16 steps", array(U1, SIDE, SIDE, high=3))
def _(xp, a):
    inside = a > 0
    label = xp.where(inside, xp.arange(a.size, dtype=I4).reshape(a.shape) + 1, 0).astype(I4)
    for _ in range(16):
        p = xp.pad(label, 1)
        best = xp.maximum(xp.maximum(p[:-2, 1:-1], p[2:, 1:-1]), xp.maximum(p[1:-1, :-2], p[1:-1, 2:]))
        label = xp.where(inside, xp.maximum(label, best), 0)
    return label


@program("image: two-dimensional histogram of chroma", array(U1, SIDE, SIDE, 2, high=256))
def _(xp, a):
    index = (a[..., 0] >> 3).astype(I4) * 32 + (a[..., 1] >> 3)
    return counted(xp, index.ravel(), 1024).reshape(32, 32)


@program("image: sinogram projected back from 16 angles", array(F4, 16, size(256, 1024)), array(F4, size(128, 512), size(128, 512)), tolerance=1e-2)
def _(xp, s, a):
    n = a.shape[0]
    axis = (xp.arange(n, dtype=F4) - n / 2) / n
    total = a * 0
    for k in range(16):
        c, d = F4(np.cos(np.pi * k / 16)), F4(np.sin(np.pi * k / 16))
        t = (axis[:, None] * c + axis[None] * d + 1) * F4(0.5 * (s.shape[1] - 2))
        low = xp.floor(t).astype(I4)
        part = t - low.astype(F4)
        total = total + s[k, low] * (1 - part) + s[k, low + 1] * part
    return total / 16


@program("image: warped by a flow, nearest borders", GREY, array(F4, SIDE, SIDE, low=-3, high=3), array(F4, SIDE, SIDE, low=-3, high=3))
def _(xp, a, u, v):
    n, m = a.shape
    y = xp.clip(xp.rint(xp.arange(n, dtype=F4)[:, None] + u), 0, n - 1).astype(I4)
    x = xp.clip(xp.rint(xp.arange(m, dtype=F4)[None] + v), 0, m - 1).astype(I4)
    return xp.abs(a[y, x] - a)


# Physics


@program("physics: vorticity and stream function, 6 steps of Jacobi", FIELD)
def _(xp, w):
    psi = w * 0
    for _ in range(6):
        psi = (xp.roll(psi, 1, 0) + xp.roll(psi, -1, 0) + xp.roll(psi, 1, 1) + xp.roll(psi, -1, 1) + w) / 4
    u = (xp.roll(psi, -1, 0) - xp.roll(psi, 1, 0)) / 2
    v = -(xp.roll(psi, -1, 1) - xp.roll(psi, 1, 1)) / 2
    dx = (xp.roll(w, -1, 1) - xp.roll(w, 1, 1)) / 2
    dy = (xp.roll(w, -1, 0) - xp.roll(w, 1, 0)) / 2
    return w - 0.1 * (u * dx + v * dy)


@program("physics: Cahn and Hilliard, 6 steps", FIELD)
def _(xp, c):
    def laplace(f):
        return xp.roll(f, 1, 0) + xp.roll(f, -1, 0) + xp.roll(f, 1, 1) + xp.roll(f, -1, 1) - 4 * f

    for _ in range(6):
        mu = c * c * c - c - 0.5 * laplace(c)
        c = c + 0.01 * laplace(mu)
    return c


@program("physics: excitable medium of FitzHugh, 12 steps", array(F4, *GRID), array(F4, *GRID))
def _(xp, u, v):
    for _ in range(12):
        lap = xp.roll(u, 1, 0) + xp.roll(u, -1, 0) + xp.roll(u, 1, 1) + xp.roll(u, -1, 1) - 4 * u
        u, v = u + F4(0.05) * (u * (1 - u) * (u - F4(0.1)) - v + F4(0.3) * lap), v + F4(0.05) * (F4(0.5) * u - v) * F4(0.1)
    return u, v


@program("physics: heat in a rod by an implicit step, many rods", array(F8, 32, size(1 << 10, 1 << 16)))
def _(xp, t):
    r = 0.4
    c, d = [None] * 32, [None] * 32
    c[0], d[0] = -r / (1 + 2 * r), t[0] / (1 + 2 * r)
    for k in range(1, 32):
        scale = 1 + 2 * r + r * c[k - 1]
        c[k] = -r / scale
        d[k] = (t[k] + r * d[k - 1]) / scale
    x = [None] * 32
    x[31] = d[31]
    for k in range(30, -1, -1):
        x[k] = d[k] - c[k] * x[k + 1]
    return xp.stack(x)


@program("physics: springs of a cloth, 10 steps", array(F4, size(128, 512), size(128, 512), 3), array(F4, size(128, 512), size(128, 512), 3, low=-0.1, high=0.1))
def _(xp, x, v):
    def pull(axis, step):
        d = xp.roll(x, step, axis) - x
        length = xp.sqrt((d * d).sum(-1, keepdims=True)) + F4(1e-6)
        return d * (1 - F4(0.5) / length)

    for _ in range(10):
        force = pull(0, 1) + pull(0, -1) + pull(1, 1) + pull(1, -1)
        v = (v + F4(0.01) * force) * F4(0.99)
        x = x + F4(0.01) * v
    return x


@program("physics: magnetisation turned by pulses of Bloch, 5 steps", array(F4, 3, MANY, low=-1), array(F4, MANY, low=-1))
def _(xp, m, offset):
    x, y, z = m[0], m[1], m[2]
    c, s = xp.cos(offset), xp.sin(offset)
    # XLA's time to compile grows as a power of the steps: it takes minutes for 30.
    for k in range(5):
        a, b = F4(np.cos(0.1 * k)), F4(np.sin(0.1 * k))
        y, z = a * y - b * z, b * y + a * z
        x, y = (c * x - s * y) * F4(0.99), (s * x + c * y) * F4(0.99)
        z = 1 + (z - 1) * F4(0.995)
    return xp.stack([x, y, z])


@program("physics: spectra of a gas by lines of Voigt's kind", array(F8, 40), array(F8, 40, low=0.01, high=0.1), array(F8, MANY))
def _(xp, centre, width, nu):
    total = nu * 0
    for k in range(40):
        d = (nu - centre[k]) / width[k]
        total = total + 0.6 / (1 + d * d) + 0.4 * xp.exp(-0.69 * d * d)
    return xp.exp(-total * 0.1)


@program("physics: orbits by Kepler's equation, 8 steps", array(F8, MANY, high=6.28), array(F8, MANY, high=0.8))
def _(xp, mean, e):
    E = mean
    for _ in range(8):
        E = E - (E - e * xp.sin(E) - mean) / (1 - e * xp.cos(E))
    nu = 2 * xp.arctan2(xp.sqrt(1 + e) * xp.sin(E / 2), xp.sqrt(1 - e) * xp.cos(E / 2))
    return xp.stack([(1 - e * xp.cos(E)) * xp.cos(nu), (1 - e * xp.cos(E)) * xp.sin(nu)])


@program("physics: radiances of Planck over bands", array(F8, 32, low=1e-6, high=2e-5), array(F8, size(1 << 12, 1 << 17), low=200, high=320))
def _(xp, wave, t):
    c1, c2 = 1.191042972e-16, 1.438776877e-2
    b = c1 / (wave[:, None] ** 5 * (xp.exp(c2 / (wave[:, None] * t[None])) - 1))
    return b.sum(0) * 6e-7, xp.argmax(b, axis=0)


@program("physics: humidity and dew points", array(F4, LONG, low=-20, high=40), array(F4, LONG, low=0.1, high=1))
def _(xp, t, rh):
    es = F4(6.112) * xp.exp(F4(17.67) * t / (t + F4(243.5)))
    g = xp.log(rh * es / F4(6.112))
    dew = F4(243.5) * g / (F4(17.67) - g)
    return dew, F4(0.622) * rh * es / (F4(1013.25) - rh * es)


@program("physics: percolation by a flood, 24 steps", array(F4, *GRID))
def _(xp, a):
    free = a < F4(0.6)
    wet = free & (xp.arange(a.shape[0])[:, None] == 0)
    for _ in range(24):
        p = xp.pad(wet, 1)
        wet = free & (wet | p[:-2, 1:-1] | p[2:, 1:-1] | p[1:-1, :-2] | p[1:-1, 2:])
    return wet


@program("physics: Wireworld of bytes, 12 generations", array(U1, SIDE, SIDE, high=4))
def _(xp, a):
    for _ in range(12):
        head = xp.pad((a == 1).astype(U1), 1)
        n, m = a.shape
        near = sum(head[i : i + n, j : j + m] for i in range(3) for j in range(3) if (i, j) != (1, 1))
        wire = xp.where((near == 1) | (near == 2), U1(1), U1(3))
        a = xp.where(a == 1, U1(2), xp.where(a == 2, U1(3), xp.where(a == 3, wire, U1(0))))
    return a


@program("physics: forest on fire, 10 steps", array(U1, SIDE, SIDE, high=3), array(F4, 10, SIDE, SIDE))
def _(xp, a, draws):
    for k in range(10):
        fire = a == 2
        near = xp.roll(fire, 1, 0) | xp.roll(fire, -1, 0) | xp.roll(fire, 1, 1) | xp.roll(fire, -1, 1)
        caught = (a == 1) & (near | (draws[k] < F4(0.001)))
        grown = (a == 0) & (draws[k] > F4(0.95))
        a = xp.where(fire, U1(0), xp.where(caught, U1(2), xp.where(grown, U1(1), a)))
    return a


# Statistics


@program("statistics: ridge by normal equations", array(F8, size(1 << 13, 1 << 18), 24, low=-1), array(F8, size(1 << 13, 1 << 18)), tolerance=1e-6)
def _(xp, x, y):
    mean = x.mean(0)
    z = x - mean
    a = z.T @ z + 0.1 * xp.eye(24)
    return xp.linalg.solve(a, z.T @ (y - y.mean()))


@program("statistics: areas under curves of many scores", array(F4, size(64, 1024), 1024), array(U1, size(64, 1024), 1024, high=2))
def _(xp, score, label):
    order = xp.argsort(score, axis=1)
    sorted_ = xp.take_along_axis(label, order, axis=1).astype(I4)
    positives = sorted_.sum(1)
    ranks = (sorted_ * (xp.arange(1024, dtype=I4) + 1)).sum(1)
    return (ranks - positives * (positives + 1) // 2) / (positives * (1024 - positives)).astype(F8)


@program("statistics: calibration in 15 bins", array(F4, LONG), array(U1, LONG, high=2), tolerance=1e-3)
def _(xp, p, y):
    bin_ = xp.minimum((p * 15).astype(I4), 14)
    total = 0
    for k in range(15):
        inside = bin_ == k
        hits = xp.where(inside, y, 0).sum()
        sure = xp.where(inside, p, F4(0)).sum(dtype=F8)
        total = total + xp.abs(hits - sure)
    return total / p.size


@program("statistics: factors of non-negative matrices, 6 steps", array(F4, size(512, 2048), size(256, 1024), low=0.1), array(F4, size(512, 2048), 12, low=0.1), array(F4, 12, size(256, 1024), low=0.1), tolerance=1e-2)
def _(xp, v, w, h):
    for _ in range(6):
        h = h * (w.T @ v) / (w.T @ w @ h + F4(1e-9))
        w = w * (v @ h.T) / (w @ (h @ h.T) + F4(1e-9))
    return w, h


@program("statistics: independent components, 4 steps", array(F8, 6, size(1 << 13, 1 << 18), low=-1), array(F8, 6, 6, low=-1), tolerance=1e-4)
def _(xp, x, w):
    for _ in range(4):
        g = xp.tanh(w @ x)
        w = (g @ x.T) / x.shape[1] - (1 - g * g).mean(1)[:, None] * w
        w = w / xp.sqrt((w * w).sum(1, keepdims=True))
    return w


@program("statistics: Hamilton's samples of a Gaussian, 3 times 8 steps", array(F8, 4, SHORT, low=-1), array(F8, 3, 4, SHORT, low=-1), tolerance=1e-6)
def _(xp, q, momenta):
    scale = np.array([1.0, 0.5, 2.0, 1.5])[:, None]
    scale = xp.asarray(scale)
    for k in range(3):
        p = momenta[k]
        start = (q * q / scale + p * p).sum(0) / 2
        new = q
        for _ in range(8):
            p = p - 0.05 * new / scale
            new = new + 0.1 * p
            p = p - 0.05 * new / scale
        end = (new * new / scale + p * p).sum(0) / 2
        q = xp.where(xp.exp(start - end) > 0.9999, new, q)
    return q


@program("statistics: Mann and Whitney by comparison", array(F4, size(1024, 8192)), array(F4, size(1024, 8192)))
def _(xp, a, b):
    return (a[:, None] > b[None]).sum() + 0.5 * (a[:, None] == b[None]).sum()


@program("statistics: neighbours within a radius counted", array(F4, size(1024, 8192), 3))
def _(xp, p):
    d = sum((p[:, None, k] - p[None, :, k]) ** 2 for k in range(3))
    near = (d < F4(0.02)).sum(1)
    return near, near >= 8


@program("statistics: weights of resampling by sums", array(F8, size(128, 2048), 1024, low=-3, high=3), tolerance=1e-6)
def _(xp, logw):
    w = xp.exp(logw - logw.max(1, keepdims=True))
    w = w / w.sum(1, keepdims=True)
    effective = 1 / (w * w).sum(1)
    return xp.cumsum(w, axis=1), effective


@program("statistics: medians of columns and their deviations", array(F4, 501, size(256, 8192)))
def _(xp, x):
    middle = xp.median(x, axis=0)
    return middle, xp.median(xp.abs(x - middle), axis=0)


@program("statistics: groups' sums by indices added", array(F4, LONG), array(I4, LONG, high=200), tolerance=1e-2)
def _(xp, x, g):
    sums = counted(xp, g, 200, weights=x.astype(F8))
    counts = counted(xp, g, 200)
    return (x - (sums / counts)[g]).astype(F4)


# Finance


@program("finance: deltas, gammas and vegas of options", array(F8, MANY, low=80, high=120), array(F8, MANY, low=0.1, high=0.5), array(F8, MANY, low=0.1, high=2))
def _(xp, s, vol, t):
    k, r = 100.0, 0.02
    root = vol * xp.sqrt(t)
    d = (xp.log(s / k) + (r + vol * vol / 2) * t) / root
    density = xp.exp(-d * d / 2) / np.sqrt(2 * np.pi)
    # The distribution by Abramowitz and Stegun.
    u = 1 / (1 + 0.2316419 * xp.abs(d))
    tail = density * u * (0.319381530 + u * (-0.356563782 + u * (1.781477937 + u * (-1.821255978 + u * 1.330274429))))
    delta = xp.where(d > 0, 1 - tail, tail)
    return delta, density / (s * root), s * density * xp.sqrt(t)


@program("finance: bonds' prices, durations and convexities", array(F8, SHORT, low=0.01, high=0.08), array(F8, SHORT, low=0.01, high=0.1))
def _(xp, y, coupon):
    price, first, second = 0, 0, 0
    for k in range(1, 21):
        flow = (coupon + (1.0 if k == 20 else 0.0)) / (1 + y) ** k
        price = price + flow
        first = first + k * flow
        second = second + k * (k + 1) * flow
    return price, first / price / (1 + y), second / price / (1 + y) ** 2


@program("finance: ratings moved by a matrix, 12 years", array(F8, 8, 8, low=0.01), array(F8, size(1 << 12, 1 << 17), 8))
def _(xp, m, x):
    m = m / m.sum(1, keepdims=True)
    worst = []
    for _ in range(12):
        x = x @ m
        worst.append(x[:, 7])
    return xp.stack(worst, 1)


@program("finance: barrier options by paths of 32 steps", array(F4, 32, SHORT, low=-1.7, high=1.7), tolerance=1e-3)
def _(xp, z):
    s, alive = xp.full(z.shape[1], F4(100)), xp.ones(z.shape[1], bool)
    for k in range(32):
        s = s * xp.exp(F4(-0.0005) + F4(0.03) * z[k])
        alive = alive & (s < F4(125)) & (s > F4(80))
    return xp.where(alive, xp.maximum(s - 100, F4(0)), F4(0)).mean()


@program("finance: mean prices by volumes, and slips", array(F8, size(512, 1 << 13), 128, low=90, high=110), array(F8, size(512, 1 << 13), 128, low=1, high=100))
def _(xp, p, v):
    running = xp.cumsum(p * v, axis=1) / xp.cumsum(v, axis=1)
    slip = (p - running) / running
    return running, xp.maximum.accumulate(slip, axis=1) if xp.__name__ != "jax.numpy" else __import__("jax").lax.cummax(slip, axis=1)


# Learning


@program("learning: AdamW with the norm of all slopes clipped, 4 steps", *[array(F4, 6, size(1 << 14, 1 << 20), low=-1) for _ in range(2)], tolerance=1e-3)
def _(xp, w, g):
    m = v = w * 0
    for k in range(1, 5):
        norm = xp.sqrt((g * g).sum())
        slope = g * xp.minimum(F4(1), F4(1) / (norm + F4(1e-6)))
        m = F4(0.9) * m + F4(0.1) * slope
        v = F4(0.999) * v + F4(0.001) * slope * slope
        w = w * F4(1 - 1e-4) - F4(1e-2) * (m / F4(1 - 0.9**k)) / (xp.sqrt(v / F4(1 - 0.999**k)) + F4(1e-8))
        g = g * F4(0.9) + w * F4(0.01)
    return w


@program("learning: norm by roots of squares and its slopes", array(F4, size(1024, 1 << 15), 512), array(F4, size(1024, 1 << 15), 512), array(F4, 512), tolerance=1e-2)
def _(xp, x, dy, gain):
    r = 1 / xp.sqrt((x * x).mean(1, keepdims=True) + F4(1e-6))
    h = x * r
    dh = dy * gain
    dx = r * (dh - h * (dh * h).mean(1, keepdims=True))
    return dx, (dy * h).sum(0)


@program("learning: smoothed labels, losses and slopes of 32 classes", array(F4, size(1 << 13, 1 << 18), 32, low=-3, high=3), array(I4, size(1 << 13, 1 << 18), high=32), tolerance=1e-3)
def _(xp, z, y):
    target = xp.where(y[:, None] == xp.arange(32, dtype=I4), F4(0.9), F4(0.1 / 31))
    z = z - z.max(1, keepdims=True)
    e = xp.exp(z)
    p = e / e.sum(1, keepdims=True)
    loss = -(target * xp.log(p + F4(1e-12))).sum(1)
    return loss.mean(), p - target


@program("learning: two experts of eight by gates", array(F4, size(1 << 13, 1 << 18), 8, low=-2, high=2), tolerance=1e-3)
def _(xp, z):
    first = xp.argmax(z, axis=1)
    masked = xp.where(xp.arange(8) == first[:, None], F4(-1e9), z)
    second = xp.argmax(masked, axis=1)
    a, b = z.max(1), masked.max(1)
    w = 1 / (1 + xp.exp(b - a))
    load = xp.stack([((first == k) | (second == k)).sum() for k in range(8)])
    return first, second, w, load


@program("learning: depthwise convolution 5 x 5 of 8 channels", array(F4, 8, size(96, 512), size(96, 512)), array(F4, 8, 5, 5, low=-0.1, high=0.1))
def _(xp, x, w):
    n, m = x.shape[1] - 4, x.shape[2] - 4
    y = sum(w[:, i, j][:, None, None] * x[:, i : i + n, j : j + m] for i in range(5) for j in range(5))
    return xp.minimum(xp.maximum(y, F4(0)), F4(6))


@program("learning: swish and its slope, in halves", array(F2, LONG, low=-4, high=4), tolerance=1e-2)
def _(xp, x):
    f = x.astype(F4)
    s = 1 / (1 + xp.exp(-f))
    return (f * s).astype(F2), (s * (1 + f * (1 - s))).astype(F2)


@program("learning: attention with linear biases of 4 heads", *[array(F4, 4, size(96, 512), 32, low=-1) for _ in range(3)], tolerance=1e-2)
def _(xp, q, k, v):
    n = q.shape[1]
    scores = q @ xp.swapaxes(k, 1, 2) / F4(np.sqrt(32))
    gap = (xp.arange(n, dtype=I4)[None] - xp.arange(n, dtype=I4)[:, None]).astype(F4)
    slope = xp.asarray(np.array([0.5, 0.25, 0.125, 0.0625], F4))[:, None, None]
    scores = xp.where(gap > 0, F4(-1e9), scores + slope * gap)
    e = xp.exp(scores - scores.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)) @ v


@program("learning: a graph's means by its matrix, 3 layers", array(F4, size(512, 4096), size(512, 4096)), array(F4, size(512, 4096), 16, low=-1), array(F4, 16, 16, low=-0.3, high=0.3), tolerance=1e-2)
def _(xp, a, h, w):
    links = (a > F4(0.9)).astype(F4)
    degree = links.sum(1, keepdims=True) + 1
    for _ in range(3):
        h = xp.tanh(((links @ h + h) / degree) @ w)
    return h


@program("learning: advantages by discounts backwards, 64 steps", array(F4, 64, size(1 << 12, 1 << 17)), array(F4, 65, size(1 << 12, 1 << 17)), array(U1, 64, size(1 << 12, 1 << 17), high=20))
def _(xp, reward, value, over):
    gae, out = xp.zeros_like(reward[0]), []
    for k in range(63, -1, -1):
        alive = (over[k] != 0).astype(F4)
        delta = reward[k] + F4(0.99) * value[k + 1] * alive - value[k]
        gae = delta + F4(0.99 * 0.95) * alive * gae
        out.append(gae)
    return xp.stack(out[::-1])


@program("learning: Q-values of a grid world, 20 sweeps", array(F4, *GRID, low=-0.1, high=0.1))
def _(xp, reward):
    v = reward * 0
    for _ in range(20):
        p = xp.pad(v, 1, mode="edge")
        v = reward + F4(0.95) * xp.maximum(xp.maximum(p[:-2, 1:-1], p[2:, 1:-1]), xp.maximum(p[1:-1, :-2], p[1:-1, 2:]))
    return v


@program("learning: swarm of 512 particles in 16 dimensions, 10 steps", array(F8, 512, 16, low=-5, high=5), array(F8, 10, 2, 512, 16), tolerance=1e-6)
def _(xp, x, draws):
    v = x * 0
    best, cost = x, (x * x - 10 * xp.cos(2 * np.pi * x) + 10).sum(1)
    for k in range(10):
        leader = best[xp.argmin(cost)]
        v = 0.7 * v + 1.4 * draws[k, 0] * (best - x) + 1.4 * draws[k, 1] * (leader - x)
        x = x + v
        new = (x * x - 10 * xp.cos(2 * np.pi * x) + 10).sum(1)
        better = new < cost
        best, cost = xp.where(better[:, None], x, best), xp.where(better, new, cost)
    return best, cost


@program("learning: maps that organise themselves, 8 steps", array(F4, 400, 3), array(F4, 8, 3), tolerance=1e-3)
def _(xp, w, samples):
    grid = xp.arange(20, dtype=F4)
    y, x = xp.repeat(grid, 20), xp.tile(grid, 20)
    for k in range(8):
        winner = xp.argmin(((w - samples[k]) ** 2).sum(1))
        d = (y - y[winner]) ** 2 + (x - x[winner]) ** 2
        w = w + F4(0.5) * xp.exp(-d / F4(2 * (4 - k * 0.4) ** 2))[:, None] * (samples[k] - w)
    return w


# Algebra and geometry


@program("algebra: LU of stacks of 4 x 4 by rows", array(F8, size(1 << 12, 1 << 17), 4, 4, low=0.1))
def _(xp, m):
    m = m + 4 * xp.eye(4)
    rows = [m[:, k] for k in range(4)]
    for k in range(3):
        for i in range(k + 1, 4):
            factor = rows[i][:, k] / rows[k][:, k]
            rows[i] = rows[i] - factor[:, None] * rows[k]
    d = rows[0][:, 0]
    for k in range(1, 4):
        d = d * rows[k][:, k]
    return d, rows[3][:, 3]


@program("algebra: 8 x 8 systems by Householder in stacks", array(F8, size(1 << 9, 1 << 14), 8, 8, low=-1), tolerance=1e-6)
def _(xp, a):
    a = a + 4 * xp.eye(8)
    for k in range(7):
        x = a[:, k:, k]
        sign = xp.where(x[:, 0] >= 0, 1.0, -1.0)
        alpha = sign * xp.sqrt((x * x).sum(1))
        v = xp.concatenate([(x[:, 0] + alpha)[:, None], x[:, 1:]], axis=1)
        v = v / xp.sqrt((v * v).sum(1, keepdims=True))
        part = a[:, k:, k:]
        part = part - 2 * v[:, :, None] * (v[:, :, None] * part).sum(1)[:, None, :]
        a = xp.concatenate([a[:, :k], xp.concatenate([a[:, k:, :k], part], axis=2)], axis=1)
    return a


@program("algebra: eigenvalues of 2 x 2 tensors over a field", array(F4, 3, *GRID, low=-1))
def _(xp, t):
    a, b, c = t[0], t[1], t[2]
    mean, half = (a + c) / 2, (a - c) / 2
    root = xp.sqrt(half * half + b * b)
    angle = xp.arctan2(b, half) / 2
    return xp.stack([mean + root, mean - root]), angle


@program("algebra: polynomials of Chebyshev by Clenshaw, 24 terms", array(F8, 24, low=-1), array(F8, MANY, low=-1))
def _(xp, c, x):
    b1 = b2 = x * 0
    for k in range(23, 0, -1):
        b1, b2 = c[k] + 2 * x * b1 - b2, b1
    return c[0] + x * b1 - b2


@program("algebra: square roots of matrices by Denman and Beavers", array(F8, size(96, 512), size(96, 512)), tolerance=1e-3)
def _(xp, a):
    n = a.shape[0]
    y = a @ a.T / n + xp.eye(n)
    z = xp.eye(n)
    for _ in range(4):
        y, z = (y + xp.linalg.inv(z)) / 2, (z + xp.linalg.inv(y)) / 2
    return y


@program("algebra: Krylov space of a stencil, 10 steps", FIELD, tolerance=1e-6)
def _(xp, b):
    basis, q = [], b / xp.sqrt((b * b).sum())
    for _ in range(10):
        basis.append(q)
        w = 4 * q - xp.roll(q, 1, 0) - xp.roll(q, -1, 0) - xp.roll(q, 1, 1) - xp.roll(q, -1, 1)
        for v in basis[-2:]:
            w = w - (w * v).sum() * v
        q = w / xp.sqrt((w * w).sum())
    return q


@program("geometry: normals of a mesh's faces", array(F4, size(1 << 14, 1 << 19), 3), array(I4, size(1 << 15, 1 << 20), 3, high=1 << 14))
def _(xp, points, faces):
    a, b, c = points[faces[:, 0]], points[faces[:, 1]], points[faces[:, 2]]
    n = xp.cross(b - a, c - a)
    area = xp.sqrt((n * n).sum(1, keepdims=True))
    return n / (area + F4(1e-12)), area[:, 0] / 2


@program("geometry: projected by a camera with lens", array(F8, MANY, 3, low=1, high=3), array(F8, 3, 4, low=-1))
def _(xp, p, camera):
    q = p @ camera[:, :3].T + camera[:, 3]
    x, y = q[:, 0] / q[:, 2], q[:, 1] / q[:, 2]
    r = x * x + y * y
    k = 1 + r * (-0.1 + 0.01 * r)
    return xp.stack([800 * x * k + 320, 800 * y * k + 240], 1)


@program("geometry: angles of Euler from quaternions and back", array(F8, MANY, 4, low=-1))
def _(xp, q):
    q = q / xp.sqrt((q * q).sum(1, keepdims=True))
    w, x, y, z = q[:, 0], q[:, 1], q[:, 2], q[:, 3]
    roll = xp.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    pitch = xp.arcsin(xp.clip(2 * (w * y - z * x), -1, 1))
    yaw = xp.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return xp.stack([xp.cos(roll / 2) * xp.cos(pitch / 2) * xp.cos(yaw / 2), roll, pitch, yaw], 1)


@program("geometry: codes of a curve through squares", array(U4, LONG, high=1 << 16), array(U4, LONG, high=1 << 16))
def _(xp, x, y):
    d = x * U4(0)
    for k in range(15, -1, -1):
        rx, ry = (x >> U4(k)) & U4(1), (y >> U4(k)) & U4(1)
        d = d + ((U4(3) * rx) ^ ry) * U4((1 << (2 * k)) & 0xFFFFFFFF)
        flip = (ry == 0) & (rx == 1)
        x2 = xp.where(flip, U4(0xFFFF) - x, x)
        y2 = xp.where(flip, U4(0xFFFF) - y, y)
        x, y = xp.where(ry == 0, y2, x2), xp.where(ry == 0, x2, y2)
    return d


@program("geometry: hulls' widths in 32 directions", array(F4, size(1 << 12, 1 << 17), 2, low=-1))
def _(xp, p):
    t = np.arange(32) * np.pi / 32
    d = xp.asarray(np.stack([np.cos(t), np.sin(t)]).astype(F4))
    q = p[:, 0, None] * d[0] + p[:, 1, None] * d[1]
    return q.max(0) - q.min(0)


# Bits and text


@program("bits: Adler's sums of rows of bytes", array(U1, size(1 << 11, 1 << 16), 256, high=256))
def _(xp, a):
    v = a.astype(U4)
    weights = (256 - xp.arange(256)).astype(U4)
    low = (1 + v.sum(1, dtype=U4)) % U4(65521)
    high = (U4(256) + (v * weights).sum(1, dtype=U4)) % U4(65521)
    return (high << U4(16)) | low


@program("bits: rounds of a cipher of adds, turns and exclusive ors", array(U4, 4, LONG, high=1 << 32))
def _(xp, s):
    a, b, c, d = s[0], s[1], s[2], s[3]
    for _ in range(6):
        a = a + b
        d = d ^ a
        d = (d << U4(16)) | (d >> U4(16))
        c = c + d
        b = b ^ c
        b = (b << U4(12)) | (b >> U4(20))
    return xp.stack([a, b, c, d])


@program("bits: split-mix of 64 bits", array(U8, LONG, high=1 << 62))
def _(xp, x):
    z = x + U8(0x9E3779B97F4A7C15)
    z = (z ^ (z >> U8(30))) * U8(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U8(27))) * U8(0x94D049BB133111EB)
    return (z ^ (z >> U8(31))) >> U8(11)


@program("bits: order reversed and runs of ones", array(U4, LONG, high=1 << 32))
def _(xp, x):
    y = ((x >> U4(1)) & U4(0x55555555)) | ((x & U4(0x55555555)) << U4(1))
    y = ((y >> U4(2)) & U4(0x33333333)) | ((y & U4(0x33333333)) << U4(2))
    y = ((y >> U4(4)) & U4(0x0F0F0F0F)) | ((y & U4(0x0F0F0F0F)) << U4(4))
    y = ((y >> U4(8)) & U4(0x00FF00FF)) | ((y & U4(0x00FF00FF)) << U4(8))
    y = (y >> U4(16)) | (y << U4(16))
    run = x
    for k in (1, 2, 4):
        run = run & (run >> U4(k))
    return y, run != 0


@program("bits: fixed-point squares and roots by Newton", array(I4, LONG, low=1 << 8, high=1 << 20))
def _(xp, x):
    r = (x >> 4) + 128
    for _ in range(6):
        r = (r + (x * 256) // r) >> 1
    return r


@program("text: numbers of cards checked", array(U1, size(1 << 13, 1 << 19), 16, high=10))
def _(xp, a):
    doubled = a[:, ::2] * 2
    doubled = xp.where(doubled > 9, doubled - 9, doubled)
    total = doubled.sum(1) + a[:, 1::2].sum(1)
    return total % 10 == 0


@program("text: bytes of UTF-8 classified", array(U1, LONG, high=256))
def _(xp, a):
    kind = xp.where(a < 0x80, U1(1), xp.where(a < 0xC0, U1(0), xp.where(a < 0xE0, U1(2), xp.where(a < 0xF0, U1(3), U1(4)))))
    follows = (a[1:] & 0xC0) == 0x80
    return kind, (kind[:-1] > 1) & ~follows, (kind != 0).sum()


@program("text: distances of edits of many words of 12", array(U1, size(1 << 10, 1 << 16), 12, high=26), array(U1, size(1 << 10, 1 << 16), 12, high=26))
def _(xp, a, b):
    n = a.shape[0]
    row = [xp.full(n, k, I4) for k in range(13)]
    for i in range(12):
        new = [xp.full(n, i + 1, I4)]
        for j in range(12):
            change = row[j] + (a[:, i] != b[:, j]).astype(I4)
            new.append(xp.minimum(xp.minimum(row[j + 1] + 1, new[j] + 1), change))
        row = new
    return row[12]


# Sorting, selecting, complex numbers, loops


@program("sorting: ranks in rows by comparing all pairs", array(F4, size(512, 1 << 14), 48))
def _(xp, x):
    return (x[:, :, None] > x[:, None, :]).sum(2)


@program("sorting: the nearest 4 of 128 and their mean", array(F4, size(512, 1 << 13), 3), array(F4, 128, 3), array(F4, 128))
def _(xp, p, q, value):
    d = ((p[:, None] - q[None]) ** 2).sum(-1)
    order = xp.argsort(d, axis=1)[:, :4]
    return value[order].mean(1)


@program("sorting: unique values counted after a sort", array(I4, MANY, high=1000))
def _(xp, a):
    s = xp.sort(a)
    first = xp.concatenate([xp.ones(1, bool), s[1:] != s[:-1]])
    return xp.cumsum(first.astype(I4)), first.sum()


@program("sorting: merged by the ranks of two sorted lists", array(F8, SHORT), array(F8, SHORT))
def _(xp, a, b):
    a, b = xp.sort(a), xp.sort(b)
    at = xp.searchsorted(b, a) + xp.arange(a.size)
    bt = xp.searchsorted(a, b, side="right") + xp.arange(b.size)
    return at, bt


@program("complex: Newton's fractal of a cubic, 3 steps", array(C8, SIDE, SIDE, low=-1), tolerance=1e-1)
def _(xp, z):
    for _ in range(3):
        z = z - (z * z * z - 1) / (3 * z * z)
    return xp.abs(z) < 2


@program("complex: Mueller and Jones of waves, 8 plates", array(C16, 2, MANY, low=-1), array(F8, 8, MANY, high=3.1))
def _(xp, e, angle):
    x, y = e[0], e[1]
    for k in range(8):
        c, s = xp.cos(angle[k]), xp.sin(angle[k])
        u, v = c * x + s * y, 1j * (c * y - s * x)
        x, y = c * u - s * v, s * u + c * v
    return (x * xp.conj(x)).real + (y * xp.conj(y)).real


@program("complex: transfer matrices of thin films, 10 layers", array(F8, MANY, low=0.4, high=0.8), array(F8, 10, low=0.05, high=0.2), tolerance=1e-6)
def _(xp, wave, thickness):
    a, b, c, d = 1 + 0j, 0j, 0j, 1 + 0j
    for k in range(10):
        n = 1.45 if k % 2 else 2.3
        delta = 2 * np.pi * n * thickness[k] / wave
        co, si = xp.cos(delta), 1j * xp.sin(delta)
        a, b, c, d = a * co + b * si * n, a * si / n + b * co, c * co + d * si * n, c * si / n + d * co
    r = (a + b * 1.5 - c - d * 1.5) / (a + b * 1.5 + c + d * 1.5)
    return xp.abs(r) ** 2


@program("complex: fields of a phased array", array(F8, 24, 2, low=-5, high=5), array(F8, MANY, high=3.1))
def _(xp, at, angle):
    c, s = xp.cos(angle), xp.sin(angle)
    field = sum(xp.exp(1j * (6.28 * (at[k, 0] * c + at[k, 1] * s))) for k in range(24))
    return 20 * xp.log10(xp.abs(field) / 24 + 1e-9)


@program("loops: secant and bisection of a cubic, 30 steps", array(F8, SHORT, low=1, high=9))
def _(xp, c):
    low, high = c * 0, c * 0 + 10
    for _ in range(30):
        mid = (low + high) / 2
        below = mid * mid * mid + mid < c
        low, high = xp.where(below, mid, low), xp.where(below, high, mid)
    return (low + high) / 2


@program("loops: greatest common divisors, 20 steps", array(I4, MANY, low=1, high=5000), array(I4, MANY, low=1, high=5000))
def _(xp, a, b):
    for _ in range(20):
        a, b = xp.where(b == 0, a, b), xp.where(b == 0, 0, a % xp.maximum(b, 1))
    return a


@program("loops: powers modulo a prime, 30 bits", array(I8, SHORT, low=2, high=10**6), array(I8, SHORT, high=1 << 30))
def _(xp, x, e):
    p = 1000003
    x = x % p
    r = xp.ones_like(x)
    for _ in range(30):
        r = xp.where(e & 1 == 1, r * x % p, r)
        x = x * x % p
        e = e >> 1
    return r


@program("loops: a net of 40 neurons with spikes, 50 steps", array(F8, 40, 40, low=-0.3, high=0.4), array(F8, 50, 40))
def _(xp, w, drive):
    v, spikes, out = xp.zeros(40), xp.zeros(40), []
    for k in range(50):
        v = 0.9 * v + w @ spikes + drive[k]
        spikes = (v > 1).astype(F8)
        v = v * (1 - spikes)
        out.append(spikes)
    return xp.stack(out)


@program("loops: predators and prey on 256 islands, 6 steps", array(F8, 256, low=5, high=15), array(F8, 256, low=2, high=6))
def _(xp, prey, hunters):
    # As with the pulses of Bloch.
    for _ in range(6):
        moved = 0.01 * (xp.roll(prey, 1) + xp.roll(prey, -1) - 2 * prey)
        prey, hunters = prey + 0.01 * prey * (1 - 0.1 * hunters) + moved, hunters + 0.01 * hunters * (0.075 * prey - 0.5)
    return prey, hunters


if __name__ == "__main__":
    main()
