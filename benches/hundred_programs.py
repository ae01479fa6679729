"""A hundred further whole programs, as `programs.py` measures them: signals, images, physics, statistics, finance, learning, geometry, bits.

    python benches/hundred_programs.py numpy,cuprust,jax            on the CPU
    python benches/hundred_programs.py cupy,cuprust,fused,jax       on a GPU; with the options of programs.py
"""

import numpy as np
import programs
from programs import F4, F8, GREY, I4, I8, IMAGE, LONG, SIDE, TABLE, U1, U4, array, main, program, size

# `program` adds to the list that the module's name stands for, and `main` reads it there.
programs.PROGRAMS = []

F2, I2, U2, C8 = np.float16, np.int16, np.uint16, np.complex64
MANY, SHORT, ROWS = size(1 << 16, 1 << 22), size(1 << 14, 1 << 20), size(1 << 10, 1 << 14)
BYTES = array(U1, SIDE, SIDE, high=256)


# Signals


@program("signal: filter of 31 taps", array(F4, LONG, low=-1), array(F4, 31, low=-1))
def _(xp, x, taps):
    n = len(x) - 30
    y = taps[30] * x[:n]
    for k in range(1, 31):
        y = y + taps[30 - k] * x[k : k + n]
    return y


@program("signal: Goertzel's power of three tones", array(F4, 96, size(1 << 12, 1 << 17), low=-1), tolerance=1e-3)
def _(xp, x):
    out = []
    for tone in (7, 15, 22):
        c = F4(2 * np.cos(2 * np.pi * tone / 96))
        one = two = xp.zeros_like(x[0])
        for k in range(96):
            one, two = x[k] + c * one - two, one
        out.append(one * one + two * two - c * one * two)
    return xp.stack(out)


@program("signal: autocorrelation at 24 lags", array(F4, LONG), tolerance=1e-3)
def _(xp, x):
    d = x - x.mean()
    n = len(d)
    sums = xp.stack([(d[k:] * d[: n - k]).sum() for k in range(24)])
    return sums / sums[0]


@program("signal: spectra by matrices of cosines", array(F4, MANY, low=-1), tolerance=1e-3)
def _(xp, x):
    t = xp.arange(256, dtype=F4)
    window = F4(0.5) - F4(0.5) * xp.cos(t * F4(2 * np.pi / 256))
    turns = (t[:, None] * t[None, :128]) % 256 * F4(2 * np.pi / 256)
    frames = x.reshape(-1, 256) * window
    re, im = frames @ xp.cos(turns), frames @ xp.sin(turns)
    return 10 * xp.log10(re * re + im * im + F4(1e-2))


@program("signal: envelope by the analytic signal", array(F4, size(128, 4096), 1024, low=-1), tolerance=1e-3)
def _(xp, x):
    n = x.shape[-1]
    k = xp.arange(n)
    weight = xp.where((k == 0) | (k == n // 2), F4(1), xp.where(k < n // 2, F4(2), F4(0)))
    return xp.abs(xp.fft.ifft(xp.fft.fft(x, axis=-1) * weight, axis=-1))


@program("signal: medians of five by exchanges", array(F4, LONG))
def _(xp, x):
    a, b, c, d, e = (x[k : len(x) - 4 + k] for k in range(5))
    low = xp.maximum(xp.minimum(a, b), xp.minimum(c, d))
    high = xp.minimum(xp.maximum(a, b), xp.maximum(c, d))
    return xp.maximum(xp.minimum(low, e), xp.minimum(xp.maximum(low, e), high))


@program("signal: crossings and energies of frames", array(I2, LONG, low=-32768, high=32767))
def _(xp, x):
    frames = x.reshape(-1, 512)
    crossings = ((frames[:, 1:] < 0) != (frames[:, :-1] < 0)).sum(1)
    scaled = frames.astype(F4) * F4(1 / 32768)
    return crossings, xp.sqrt((scaled * scaled).mean(1)), xp.abs(scaled).max(1)


# Images


@program("image: bilateral filter of 5 x 5", GREY)
def _(xp, a):
    rows, columns = a.shape[0] - 4, a.shape[1] - 4
    centre = a[2:-2, 2:-2]
    total, weights = xp.zeros_like(centre), xp.zeros_like(centre)
    for i in range(5):
        for j in range(5):
            other = a[i : i + rows, j : j + columns]
            w = xp.exp(F4(-0.1 * ((i - 2) ** 2 + (j - 2) ** 2)) - 20 * (other - centre) ** 2)
            total, weights = total + w * other, weights + w
    return total / weights


@program("image: opening and closing of bytes", BYTES)
def _(xp, a):
    def slide(a, pick):
        a = pick(pick(a[:-2], a[1:-1]), a[2:])
        return pick(pick(a[:, :-2], a[:, 1:-1]), a[:, 2:])

    opened = slide(slide(a, xp.minimum), xp.maximum)
    closed = slide(slide(opened, xp.maximum), xp.minimum)
    return closed, a[4:-4, 4:-4] - xp.minimum(a[4:-4, 4:-4], closed)


@program("image: local binary patterns", BYTES)
def _(xp, a):
    rows, columns = a.shape[0] - 2, a.shape[1] - 2
    code = xp.zeros((rows, columns), U1)
    for bit, (i, j) in enumerate(((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))):
        code = code | ((a[i : i + rows, j : j + columns] >= a[1:-1, 1:-1]).astype(U1) << U1(bit))
    return code


@program("image: boxes of 15 by an integral image", BYTES)
def _(xp, a):
    sums = xp.pad(xp.cumsum(xp.cumsum(a.astype(I4), axis=0, dtype=I4), axis=1, dtype=I4), ((1, 0), (1, 0)))
    boxes = (sums[15:, 15:] - sums[:-15, 15:] - sums[15:, :-15] + sums[:-15, :-15]).astype(F4) * F4(1 / 225)
    return a[7:-7, 7:-7] > boxes - F4(5.001), boxes


@program("image: census costs of four disparities", BYTES, BYTES)
def _(xp, left, right):
    def census(a):
        rows, columns = a.shape[0] - 4, a.shape[1] - 4
        code = xp.zeros((rows, columns), U4)
        for i in range(5):
            for j in range(5):
                if (i, j) != (2, 2):
                    code = (code << U4(1)) | (a[i : i + rows, j : j + columns] < a[2:-2, 2:-2]).astype(U4)
        return code

    one, two = census(left), census(right)
    best, where = xp.full(one[:, 4:].shape, 99, U1), xp.zeros(one[:, 4:].shape, U1)
    for k in range(4):
        x = one[:, 4:] ^ two[:, 4 - k : two.shape[1] - k]
        x = x - ((x >> U4(1)) & U4(0x55555555))
        x = (x & U4(0x33333333)) + ((x >> U4(2)) & U4(0x33333333))
        cost = ((((x + (x >> U4(4))) & U4(0x0F0F0F0F)) * U4(0x01010101)) >> U4(24)).astype(U1)
        where = xp.where(cost < best, U1(k), where)
        best = xp.minimum(cost, best)
    return where, best


@program("image: Harris corners", GREY, tolerance=1e-3)
def _(xp, a):
    x, y = (a[1:-1, 2:] - a[1:-1, :-2]) / 2, (a[2:, 1:-1] - a[:-2, 1:-1]) / 2

    def box(a):
        a = a[:-4] + a[1:-3] + a[2:-2] + a[3:-1] + a[4:]
        return a[:, :-4] + a[:, 1:-3] + a[:, 2:-2] + a[:, 3:-1] + a[:, 4:]

    xx, yy, xy = box(x * x), box(y * y), box(x * y)
    response = xx * yy - xy * xy - F4(0.05) * (xx + yy) ** 2
    return xp.where(response > 0, response, F4(0))


@program("image: histograms of gradients in cells of 8", GREY, tolerance=1e-3)
def _(xp, a):
    x, y = xp.roll(a, -1, 1) - xp.roll(a, 1, 1), xp.roll(a, -1, 0) - xp.roll(a, 1, 0)
    size, angle = xp.sqrt(x * x + y * y), xp.arctan2(y, x) * F4(9 / np.pi)
    cells = []
    for k in range(9):
        off = (angle - k) % 9
        weight = xp.maximum(1 - xp.minimum(off, 9 - off), F4(0)) * size
        cells.append(weight.reshape(a.shape[0] // 8, 8, a.shape[1] // 8, 8).sum(axis=(1, 3)))
    cells = xp.stack(cells, axis=-1)
    return cells / xp.sqrt((cells * cells).sum(-1, keepdims=True) + F4(1e-4))


@program("image: YUV with halved colours from bytes", IMAGE, tolerance=1e-2)
def _(xp, image):
    rgb = image.astype(F4)
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    y = F4(0.299) * r + F4(0.587) * g + F4(0.114) * b
    u, v = F4(0.492) * (b - y) + 128, F4(0.877) * (r - y) + 128

    def halved(a):
        return (a[::2, ::2] + a[1::2, ::2] + a[::2, 1::2] + a[1::2, 1::2]) / 4

    return y.astype(U1), xp.clip(halved(u), 0, 255).astype(U1), xp.clip(halved(v), 0, 255).astype(U1)


@program("image: CIE Lab of bytes", IMAGE, tolerance=1e-3)
def _(xp, image):
    c = image.astype(F4) / 255
    c = xp.where(c > F4(0.04045), ((c + F4(0.055)) / F4(1.055)) ** F4(2.4), c / F4(12.92))
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], F4)
    matrix = matrix / np.array([[0.95047], [1.0], [1.08883]], F4)
    t = c @ xp.asarray(matrix.T.copy())
    f = xp.where(t > F4(0.008856), xp.cbrt(t), F4(7.787) * t + F4(16 / 116))
    return xp.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


@program("image: ordered dithering", BYTES)
def _(xp, a):
    bayer = np.array([[0]])
    for _ in range(3):
        bayer = np.block([[4 * bayer, 4 * bayer + 2], [4 * bayer + 3, 4 * bayer + 1]])
    cells = a.reshape(a.shape[0] // 8, 8, a.shape[1] // 8, 8)
    limits = xp.asarray((4 * bayer + 2).astype(U1))
    return xp.where(cells > limits[None, :, None, :], U1(255), U1(0)).reshape(a.shape)


@program("image: mosaic of a sensor to colours", array(U2, SIDE, SIDE, high=4096))
def _(xp, raw):
    a = raw.astype(F4) * F4(1 / 4096)
    up, down, left, right = xp.roll(a, 1, 0), xp.roll(a, -1, 0), xp.roll(a, 1, 1), xp.roll(a, -1, 1)
    across, along = (left + right) / 2, (up + down) / 2
    corners = (xp.roll(across, 1, 0) + xp.roll(across, -1, 0)) / 2
    odd_row, odd_column = (xp.arange(a.shape[0]) % 2 == 1)[:, None], xp.arange(a.shape[1]) % 2 == 1
    red = xp.where(odd_row, xp.where(odd_column, corners, along), xp.where(odd_column, across, a))
    green = xp.where(odd_row ^ odd_column, a, (across + along) / 2)
    blue = xp.where(odd_row, xp.where(odd_column, a, across), xp.where(odd_column, along, corners))
    return xp.stack([red, green, blue], axis=-1)


@program("image: thin edges by suppression of non-maxima", BYTES)
def _(xp, a):
    a = a.astype(I4)
    x = a[:-2, 2:] - a[:-2, :-2] + 2 * (a[1:-1, 2:] - a[1:-1, :-2]) + a[2:, 2:] - a[2:, :-2]
    y = a[2:, :-2] - a[:-2, :-2] + 2 * (a[2:, 1:-1] - a[:-2, 1:-1]) + a[2:, 2:] - a[:-2, 2:]
    m = xp.abs(x) + xp.abs(y)
    c, x, y = m[1:-1, 1:-1], x[1:-1, 1:-1], y[1:-1, 1:-1]
    flat, steep, falling = 5 * xp.abs(y) < 2 * xp.abs(x), 5 * xp.abs(x) < 2 * xp.abs(y), x * y > 0
    one = xp.where(flat, m[1:-1, 2:], xp.where(steep, m[2:, 1:-1], xp.where(falling, m[2:, 2:], m[2:, :-2])))
    two = xp.where(flat, m[1:-1, :-2], xp.where(steep, m[:-2, 1:-1], xp.where(falling, m[:-2, :-2], m[:-2, 2:])))
    return xp.where((c >= one) & (c >= two) & (c > 200), c, 0)


@program("image: four levels of a pyramid", GREY)
def _(xp, a):
    details = []
    for _ in range(4):
        wide = xp.pad(a, 2, mode="edge")
        rows = (wide[:-4] + 4 * wide[1:-3] + 6 * wide[2:-2] + 4 * wide[3:-1] + wide[4:]) / 16
        both = (rows[:, :-4] + 4 * rows[:, 1:-3] + 6 * rows[:, 2:-2] + 4 * rows[:, 3:-1] + rows[:, 4:]) / 16
        half = both[::2, ::2]
        details.append(a - xp.repeat(xp.repeat(half, 2, axis=0), 2, axis=1))
        a = half
    return tuple(details) + (a,)


@program("image: turned by nearest pixels", IMAGE)
def _(xp, image):
    n = image.shape[0]
    c, s, half = round(65536 * np.cos(0.4)), round(65536 * np.sin(0.4)), n // 2
    y, x = xp.arange(n, dtype=I4)[:, None] - half, xp.arange(n, dtype=I4)[None] - half
    column = ((c * x - s * y + 32768) >> 16) + half
    row = ((s * x + c * y + 32768) >> 16) + half
    inside = (row >= 0) & (row < n) & (column >= 0) & (column < n)
    return xp.where(inside[..., None], image[xp.clip(row, 0, n - 1), xp.clip(column, 0, n - 1)], U1(0))


@program("image: regions grown from seeds, 20 steps", BYTES)
def _(xp, a):
    open_, region = a > 100, a > 250
    for _ in range(20):
        wide = xp.pad(region, 1)
        region = open_ & (region | wide[2:, 1:-1] | wide[:-2, 1:-1] | wide[1:-1, 2:] | wide[1:-1, :-2])
    return region, region.sum(0)


@program("image: Otsu's threshold", BYTES)
def _(xp, a):
    below = xp.searchsorted(xp.sort(a.ravel()), xp.arange(256, dtype=U1), side="right").astype(F8)
    counts = below - xp.pad(below[:-1], (1, 0))
    moment = xp.cumsum(counts * xp.arange(256, dtype=F8))
    total, mean = below[-1], moment[-1] / below[-1]
    between = (mean * below - moment) ** 2 / xp.maximum(below * (total - below), 1.0)
    return xp.where(a > xp.argmax(between).astype(U1), U1(255), U1(0))


@program("image: rays composed through a volume", array(F4, 64, size(128, 512), size(128, 512)), array(F4, 64, size(128, 512), size(128, 512)))
def _(xp, density, shade):
    alpha = 1 - xp.exp(F4(-0.1) * density)
    passed = xp.cumprod(1 - alpha, axis=0)
    before = xp.concatenate([xp.ones_like(passed[:1]), passed[:-1]])
    return (before * alpha * shade).sum(0), passed[-1]


# Physics


@program("physics: Lennard-Jones and Verlet, 3 steps", array(F4, size(216, 1728), 3), tolerance=1e-3)
def _(xp, jitter):
    side = round(jitter.shape[0] ** (1 / 3))
    length, k = F4(1.2 * side), xp.arange(side**3)
    p = xp.stack([k // side**2, k // side % side, k % side], axis=-1).astype(F4) * F4(1.2) + F4(0.1) * jitter
    v, myself = xp.zeros_like(p), xp.eye(side**3, dtype=F4)

    def forces(p):
        d = p[:, None] - p[None]
        d = d - length * xp.rint(d / length)
        r2 = (d * d).sum(-1) + myself * 100
        near = xp.where(r2 < F4(6.25), 1 / r2, F4(0))
        six = near**3
        return ((24 * (2 * six * six - six) * near)[..., None] * d).sum(1)

    f = forces(p)
    for _ in range(3):
        v = v + F4(0.001) * f
        p = p + F4(0.002) * v
        f = forces(p)
        v = v + F4(0.001) * f
    return p, v


@program("physics: Maxwell on a staggered grid, 20 steps", array(F4, size(256, 1024), size(256, 1024)))
def _(xp, e):
    n, m = e.shape
    hx, hy = xp.zeros((n, m - 1), F4), xp.zeros((n - 1, m), F4)
    e = e * xp.exp(-((xp.arange(n, dtype=F4)[:, None] - n // 2) ** 2 + (xp.arange(m, dtype=F4) - m // 2) ** 2) * F4(1e-3))
    for _ in range(20):
        hx = hx - F4(0.5) * (e[:, 1:] - e[:, :-1])
        hy = hy + F4(0.5) * (e[1:] - e[:-1])
        curl = hy[1:, 1:-1] - hy[:-1, 1:-1] - hx[1:-1, 1:] + hx[1:-1, :-1]
        e = xp.pad(e[1:-1, 1:-1] + F4(0.5) * curl, 1)
    return e, hx, hy


@program("physics: shallow water, 10 steps", array(F4, size(256, 1024), size(256, 1024), low=1.0, high=1.2))
def _(xp, h):
    hu, hv = xp.zeros_like(h), xp.zeros_like(h)

    def step(q, fx, fy):
        mean = (xp.roll(q, 1, 0) + xp.roll(q, -1, 0) + xp.roll(q, 1, 1) + xp.roll(q, -1, 1)) / 4
        return mean - F4(0.05) * (xp.roll(fx, -1, 1) - xp.roll(fx, 1, 1) + xp.roll(fy, -1, 0) - xp.roll(fy, 1, 0))

    for _ in range(10):
        u, v, pressure = hu / h, hv / h, F4(4.9) * h * h
        h, hu, hv = step(h, hu, hv), step(hu, hu * u + pressure, hu * v), step(hv, hv * u, hv * v + pressure)
    return h, hu, hv


@program("physics: Burgers upwind, 20 steps", array(F8, SHORT, low=-1))
def _(xp, u):
    for _ in range(20):
        left, right = xp.concatenate([u[-1:], u[:-1]]), xp.concatenate([u[1:], u[:1]])
        u = u - 0.2 * xp.where(u > 0, u * (u - left), u * (right - u)) + 0.05 * (left - 2 * u + right)
    return u


@program("physics: Kuramoto's oscillators, 5 steps", array(F4, size(256, 4096), high=6.28), array(F4, size(256, 4096)))
def _(xp, phase, speed):
    for _ in range(5):
        phase = phase + F4(0.05) * (speed + 2 * xp.sin(phase[None] - phase[:, None]).mean(1))
    return phase, xp.abs(xp.exp(1j * phase).mean())


@program(
    "physics: double pendula, 50 steps",
    array(F8, size(1 << 12, 1 << 17), low=-2, high=2),
    array(F8, size(1 << 12, 1 << 17), low=-2, high=2),
    tolerance=1e-6,
)
def _(xp, a, b):
    u, v = xp.zeros_like(a), xp.zeros_like(b)
    for _ in range(50):
        d = a - b
        den = 3 - xp.cos(2 * d)
        up = (-29.43 * xp.sin(a) - 9.81 * xp.sin(a - 2 * b) - 2 * xp.sin(d) * (v * v + u * u * xp.cos(d))) / den
        vp = 2 * xp.sin(d) * (2 * u * u + 19.62 * xp.cos(a) + v * v * xp.cos(d)) / den
        u, v = u + 0.005 * up, v + 0.005 * vp
        a, b = a + 0.005 * u, b + 0.005 * v
    return a, b, u, v


@program("physics: Schroedinger's wave in halves, 12 steps", array(F8, SHORT), array(F8, SHORT))
def _(xp, potential, re):
    im = xp.zeros_like(re)

    def energy(f):
        return potential * f - 0.5 * (xp.pad(f[1:], (0, 1)) - 2 * f + xp.pad(f[:-1], (1, 0)))

    for _ in range(12):
        re = re + 0.1 * energy(im)
        im = im - 0.1 * energy(re)
    return re * re + im * im


@program("physics: Poisson by red and black, 10 sweeps", array(F8, size(256, 1024), size(256, 1024)))
def _(xp, f):
    n, m = f.shape
    red = (xp.arange(n)[:, None] + xp.arange(m)) % 2 == 0
    u = xp.zeros_like(f)
    for sweep in range(20):
        wide = xp.pad(u, 1)
        new = (wide[2:, 1:-1] + wide[:-2, 1:-1] + wide[1:-1, 2:] + wide[1:-1, :-2] + f) / 4
        u = xp.where(red if sweep % 2 == 0 else ~red, u + 1.5 * (new - u), u)
    return u


@program("physics: a cycle of two grids", array(F8, size(256, 1024), size(256, 1024), low=-1))
def _(xp, f):
    def around(u):
        wide = xp.pad(u, 1)
        return wide[2:, 1:-1] + wide[:-2, 1:-1] + wide[1:-1, 2:] + wide[1:-1, :-2]

    def smooth(u, f, steps):
        for _ in range(steps):
            u = u + 0.8 * ((f + around(u)) / 4 - u)
        return u

    u = smooth(xp.zeros_like(f), f, 3)
    rest = f - (4 * u - around(u))
    coarse = 4 * rest.reshape(f.shape[0] // 2, 2, f.shape[1] // 2, 2).mean(axis=(1, 3))
    fix = smooth(xp.zeros_like(coarse), coarse, 8)
    return smooth(u + xp.repeat(xp.repeat(fix, 2, axis=0), 2, axis=1), f, 3)


@program("physics: radiation up and down 40 layers", array(F4, 40, size(1 << 12, 1 << 17)), array(F4, 40, size(1 << 12, 1 << 17)))
def _(xp, depth, source):
    through = xp.exp(-depth)
    down = xp.zeros_like(depth[0])
    for k in range(40):
        down = down * through[k] + source[k] * (1 - through[k])
    up, heating = F4(0.3) * down + F4(0.7), []
    for k in range(39, -1, -1):
        above = up * through[k] + source[k] * (1 - through[k])
        heating.append(up - above)
        up = above
    return xp.stack(heating[::-1]), up, down


@program("physics: rays and 16 spheres", array(F8, size(1 << 14, 1 << 20), 2, low=-1), array(F8, 16, 4, low=0.1, high=0.9))
def _(xp, screen, spheres):
    direction = xp.concatenate([screen, xp.ones_like(screen[:, :1])], axis=1)
    direction = direction / xp.sqrt((direction * direction).sum(-1, keepdims=True))
    centre = xp.stack([4 * spheres[:, 0] - 2, 4 * spheres[:, 1] - 2, 3 + 4 * spheres[:, 2]], axis=-1)
    radius = spheres[:, 3]
    along = direction @ centre.T
    inner = along * along - (centre * centre).sum(-1) + radius * radius
    t = xp.where(inner > 0, along - xp.sqrt(xp.maximum(inner, 0.0)), 1e3)
    nearest = t.argmin(1)
    depth = t.min(1)
    normal = (direction * depth[:, None] - centre[nearest]) / radius[nearest][:, None]
    light = xp.maximum((normal * xp.asarray(np.array([0.6, 0.48, -0.64]))).sum(-1), 0.0)
    return xp.where(depth < 1e3, 0.1 + 0.9 * light, 0.0)


@program(
    "physics: Potts's model by a table, 4 sweeps",
    array(U1, size(256, 1024), size(256, 1024), high=5),
    array(U1, 4, size(256, 1024), size(256, 1024), high=5),
    array(F4, 4, size(256, 1024), size(256, 1024)),
)
def _(xp, state, proposals, draws):
    n, m = state.shape
    black = (xp.arange(n)[:, None] + xp.arange(m)) % 2 == 0
    chance = xp.asarray(np.minimum(np.exp(0.9 * np.arange(-4.0, 5.0)), 1).astype(F4))

    def same(a):
        return sum((xp.roll(state, shift, axis) == a).astype(np.int8) for axis in (0, 1) for shift in (1, -1))

    for k in range(4):
        for colour in (black, ~black):
            gain = same(proposals[k]) - same(state)
            state = xp.where(colour & (draws[k] < chance[gain.astype(I4) + 4]), proposals[k], state)
    return state


@program("physics: walks between walls", array(U1, 64, size(1 << 12, 1 << 18), high=3))
def _(xp, steps):
    place = xp.cumsum(steps.astype(I4) - 1, axis=0, dtype=I4)
    folded = (place + 5) % 20
    folded = xp.where(folded > 10, 20 - folded, folded)
    return folded[-1], (place * place).mean(1), (folded == 0).sum(0)


# Statistics


@program("statistics: means and spreads of a bootstrap", array(F4, 4096), array(I4, size(256, 4096), 4096, high=4096))
def _(xp, x, draw):
    sample = x[draw]
    means = sample.mean(1)
    return means, sample.std(1), xp.sort(means)[:: means.shape[0] // 32]


@program("statistics: mixture of three gaussians, 5 steps", array(F8, size(1 << 14, 1 << 20), low=-3, high=3), tolerance=1e-6)
def _(xp, x):
    mean, variance, share = xp.asarray(np.array([-2.0, 0.1, 1.5])), xp.ones(3), xp.ones(3) / 3
    for _ in range(5):
        d = x[:, None] - mean
        p = share * xp.exp(-0.5 * d * d / variance) / xp.sqrt(variance)
        p = p / p.sum(1, keepdims=True)
        total = p.sum(0)
        mean = (p * x[:, None]).sum(0) / total
        variance = (p * (x[:, None] - mean) ** 2).sum(0) / total
        share = total / x.shape[0]
    return mean, variance, share


@program("statistics: density by kernels on a grid", array(F4, size(1 << 11, 1 << 16), low=-2, high=2), tolerance=1e-3)
def _(xp, x):
    grid = xp.linspace(-3, 3, 256).astype(F4)
    u = (grid[:, None] - x) * F4(1 / 0.3)
    return xp.exp(F4(-0.5) * u * u).sum(1) * F4(0.39894228 / 0.3) / x.shape[0]


@program("statistics: distances of Mahalanobis", array(F4, size(1 << 13, 1 << 19), 16), array(F4, 16, 16), tolerance=1e-3)
def _(xp, x, root):
    precision = root @ root.T + xp.eye(16, dtype=F4)
    d = x - x.mean(0)
    square = ((d @ precision) * d).sum(-1)
    return square, xp.exp(F4(-0.05) * square)


@program("statistics: a robust line by weights, 8 steps", array(F8, MANY), array(F8, MANY, low=-1), tolerance=1e-6)
def _(xp, x, noise):
    y = 2 * x + 1 + noise**5
    weight = xp.ones_like(x)
    for _ in range(8):
        total, mx, my = weight.sum(), (weight * x).sum(), (weight * y).sum()
        slope = (total * (weight * x * y).sum() - mx * my) / (total * (weight * x * x).sum() - mx * mx)
        rest = xp.abs(y - slope * x - (my - slope * mx) / total)
        weight = xp.where(rest <= 0.1, 1.0, 0.1 / xp.maximum(rest, 0.1))
    return slope, (my - slope * mx) / total


@program("statistics: Kalman filters of many series, 24 steps", array(F4, 24, size(1 << 12, 1 << 18)), array(F4, size(1 << 12, 1 << 18), low=0.2))
def _(xp, seen, noise):
    level, slope = seen[0], xp.zeros_like(seen[0])
    a, b, c, out = xp.ones_like(level), xp.zeros_like(level), xp.ones_like(level), []
    for z in seen:
        level = level + slope
        a, b, c = a + 2 * b + c + F4(0.01), b + c, c + F4(0.001)
        error, total = z - level, a + noise
        k, g = a / total, b / total
        level, slope = level + k * error, slope + g * error
        a, b, c = (1 - k) * a, (1 - k) * b, c - g * b
        out.append(level)
    return xp.stack(out), a


@program("statistics: likelihoods of hidden chains, 20 steps", array(F4, 20, size(1 << 10, 1 << 16), 16, low=0.1), array(F4, 16, 16))
def _(xp, seen, steps):
    steps = steps / steps.sum(1, keepdims=True)
    belief, total = seen[0] / 16, xp.zeros(seen.shape[1], F4)
    for observed in seen[1:]:
        belief = (belief @ steps) * observed
        scale = belief.sum(1)
        belief, total = belief / scale[:, None], total + xp.log(scale)
    return belief, total


@program("statistics: means trimmed thrice at two deviations", array(F8, ROWS, 512, low=-1))
def _(xp, x):
    x = x**5
    mean, spread = x.mean(1, keepdims=True), x.std(1, keepdims=True)
    for _ in range(3):
        kept = xp.abs(x - mean) < 2 * spread
        count = kept.sum(1, keepdims=True).astype(F8)
        mean = xp.where(kept, x, 0.0).sum(1, keepdims=True) / count
        spread = xp.sqrt(xp.where(kept, (x - mean) ** 2, 0.0).sum(1, keepdims=True) / count)
    return mean[:, 0], spread[:, 0]


@program("statistics: gaps filled with means of columns", TABLE, tolerance=1e-3)
def _(xp, x):
    x = xp.where((x > F4(0.4)) & (x < F4(0.5)), F4(np.nan), x)
    gap = xp.isnan(x)
    known = (~gap).sum(0).astype(F4)
    mean = xp.where(gap, F4(0), x).sum(0) / known
    filled = xp.where(gap, mean, x)
    return filled, xp.sqrt(((filled - mean) ** 2).sum(0) / known), gap.mean(1)


# Finance


@program(
    "finance: American puts on a tree of 48 steps",
    array(F4, size(1 << 10, 1 << 16), low=80, high=120),
    array(F4, size(1 << 10, 1 << 16), low=0.1, high=0.5),
)
def _(xp, spot, volatility):
    up = xp.exp(volatility * F4((1 / 48) ** 0.5))[:, None]
    p = (F4(np.exp(0.03 / 48)) - 1 / up) / (up - 1 / up)
    prices = spot[:, None] * up ** (2 * xp.arange(49, dtype=F4) - 48)
    value = xp.maximum(100 - prices, F4(0))
    for _ in range(48):
        prices = prices[:, :-1] * up
        value = xp.maximum(F4(np.exp(-0.03 / 48)) * (p * value[:, 1:] + (1 - p) * value[:, :-1]), 100 - prices)
    return value[:, 0]


@program("finance: Heston's paths, 32 steps", array(F4, 2, 32, size(1 << 13, 1 << 18), low=-1.7, high=1.7), tolerance=1e-3)
def _(xp, z):
    log, v = xp.zeros_like(z[0, 0]), xp.full(z.shape[2:], 0.04, F4)
    for k in range(32):
        positive = xp.maximum(v, F4(0))
        root = xp.sqrt(positive * F4(1 / 32))
        log = log - positive * F4(0.5 / 32) + root * z[0, k]
        v = v + F4(1.5 / 32) * (F4(0.04) - positive) + F4(0.4) * root * (F4(-0.7) * z[0, k] + F4(0.714) * z[1, k])
    s = xp.exp(log)
    return xp.stack([xp.maximum(s - F4(k), F4(0)).mean() for k in (0.8, 0.9, 1.0, 1.1, 1.2)]), v


@program("finance: drawdowns by doubled windows", array(F4, size(256, 1 << 14), 512, low=-1), tolerance=1e-3)
def _(xp, returns):
    wealth = xp.cumsum(F4(0.01) * returns, axis=1)
    peak, k = wealth, 1
    while k < wealth.shape[1]:
        peak = xp.concatenate([peak[:, :k], xp.maximum(peak[:, k:], peak[:, :-k])], axis=1)
        k *= 2
    fall = 1 - xp.exp(wealth - peak)
    return fall.max(1), fall.mean(1), peak[:, ::32]


@program("finance: value at risk by a sort", array(F4, size(1 << 14, 1 << 20), 32, low=-1), array(F4, 32), tolerance=1e-3)
def _(xp, returns, weights):
    gain = xp.sort(returns @ (weights / weights.sum()))
    tail = gain[: gain.shape[0] // 100]
    return gain[gain.shape[0] // 100], tail.mean(), gain[:: gain.shape[0] // 100]


@program(
    "finance: likelihoods of GARCH, 60 days",
    array(F4, 60, size(1 << 12, 1 << 17), low=-0.02, high=0.02),
    array(F4, 2, size(1 << 12, 1 << 17), low=0.1, high=0.4),
)
def _(xp, returns, parameters):
    variance = (returns * returns).mean(0)
    base, total = variance * (1 - parameters[0] - parameters[1]), xp.zeros_like(variance)
    for r in returns:
        total = total - F4(0.5) * (xp.log(variance) + r * r / variance)
        variance = base + parameters[0] * r * r + parameters[1] * variance
    return total, variance


@program(
    "finance: implied volatilities, 8 steps",
    array(F8, SHORT, low=90, high=110),
    array(F8, SHORT, low=0.5, high=2),
    array(F8, SHORT, low=0.1, high=0.5),
    tolerance=1e-6,
)
def _(xp, strike, time, volatility):
    def worth(v):
        spread = v * xp.sqrt(time)
        one = xp.log(100 / strike) / spread + 0.5 * spread
        two = one - spread

        def normal(x):
            return 1 / (1 + xp.exp(-x * (1.5976 + 0.070565992 * x * x)))

        return 100 * normal(one) - strike * normal(two), 39.894228 * xp.exp(-0.5 * one * one) * xp.sqrt(time)

    price, _ = worth(volatility)
    v = xp.full(price.shape, 0.3)
    for _ in range(8):
        value, slope = worth(v)
        v = xp.clip(v - (value - price) / xp.maximum(slope, 1e-3), 0.01, 2.0)
    return v


# Machine learning


@program(
    "learning: gated recurrent units, 20 steps",
    array(F4, 20, 16, 64),
    array(F4, 64, 192, low=-0.1, high=0.1),
    array(F4, 64, 192, low=-0.1, high=0.1),
)
def _(xp, x, w, u):
    h = xp.zeros((16, 64), F4)
    for step in x:
        a, b = step @ w, h @ u
        z, r = 1 / (1 + xp.exp(-a[:, :64] - b[:, :64])), 1 / (1 + xp.exp(-a[:, 64:128] - b[:, 64:128]))
        h = (1 - z) * xp.tanh(a[:, 128:] + r * b[:, 128:]) + z * h
    return h


@program(
    "learning: convolution 3 x 3 by shifted products",
    array(F4, 8, size(34, 130), size(34, 130), 16),
    array(F4, 3, 3, 16, 32, low=-1),
    tolerance=1e-3,
)
def _(xp, x, w):
    h, v = x.shape[1] - 2, x.shape[2] - 2
    return xp.maximum(sum(x[:, i : i + h, j : j + v] @ w[i, j] for i in range(3) for j in range(3)), F4(0))


@program(
    "learning: root mean square and a gated unit",
    array(F4, size(256, 4096), 512, low=-1),
    array(F4, 512),
    array(F4, 512, 1024, low=-0.05, high=0.05),
    array(F4, 512, 512, low=-0.05, high=0.05),
    tolerance=1e-3,
)
def _(xp, x, gain, both, back):
    y = (x / xp.sqrt((x * x).mean(-1, keepdims=True) + F4(1e-6)) * gain) @ both
    gate, value = y[:, :512], y[:, 512:]
    return x + (gate / (1 + xp.exp(-gate)) * value) @ back


@program(
    "learning: groups of channels normalised",
    array(F4, size(2, 16), 32, size(32, 128), size(32, 128)),
    array(F4, 32),
    array(F4, 32),
    tolerance=1e-3,
)
def _(xp, x, gain, bias):
    groups = x.reshape(x.shape[0], 8, 4, x.shape[2], x.shape[3])
    d = groups - groups.mean(axis=(2, 3, 4), keepdims=True)
    y = (d / xp.sqrt((d * d).mean(axis=(2, 3, 4), keepdims=True) + F4(1e-5))).reshape(x.shape)
    return xp.maximum(y * gain[:, None, None] + bias[:, None, None], F4(0))


@program("learning: causal attention of heads", *[array(F4, 4, size(64, 512), 8, 64, low=-1) for _ in range(3)], tolerance=1e-3)
def _(xp, q, k, v):
    q, k, v = (a.transpose(0, 2, 1, 3) for a in (q, k, v))
    n = q.shape[2]
    scores = q @ k.swapaxes(-1, -2) * F4(0.125) - F4(0.05) * xp.abs(xp.arange(n, dtype=F4)[:, None] - xp.arange(n, dtype=F4))
    scores = xp.where(xp.arange(n)[:, None] >= xp.arange(n), scores, F4(-1e9))
    scores = xp.exp(scores - scores.max(-1, keepdims=True))
    out = (scores / scores.sum(-1, keepdims=True)) @ v
    return out.transpose(0, 2, 1, 3).reshape(q.shape[0], n, -1)


@program("learning: focal loss and its slope", array(F4, LONG, low=-4, high=4), array(U1, LONG, high=2))
def _(xp, x, label):
    sign = 2 * label.astype(F4) - 1
    z = sign * x
    log = -(xp.maximum(-z, F4(0)) + xp.log1p(xp.exp(-xp.abs(z))))
    p = xp.exp(log)
    alpha = xp.where(label == 1, F4(0.25), F4(0.75))
    rest = (1 - p) ** 2
    return -(alpha * rest * log).mean(), alpha * sign * rest * (2 * p * log - (1 - p))


@program(
    "learning: embeddings gathered and pooled",
    array(F4, size(5000, 50000), 64),
    array(I4, size(1 << 10, 1 << 14), 16, high=5000),
    array(F4, 64, 8, low=-1),
    tolerance=1e-3,
)
def _(xp, table, ids, w):
    present = (ids > 200).astype(F4)
    pooled = (table[ids] * present[..., None]).sum(1) / xp.maximum(present.sum(1), F4(1))[:, None]
    return pooled @ w


@program(
    "learning: images and smoothed labels mixed",
    array(U1, size(64, 1024), 64, 64, 3, high=256),
    array(I4, size(64, 1024), high=10),
    array(I4, size(64, 1024), high=64),
    array(F4, size(64, 1024)),
)
def _(xp, image, label, other, share):
    x = (image.astype(F4) / 255 - F4(0.45)) / F4(0.225)
    y = xp.where(label[:, None] == xp.arange(10), F4(0.91), F4(0.01))
    part = share[:, None, None, None]
    return part * x + (1 - part) * x[other], share[:, None] * y + (1 - share[:, None]) * y[other]


@program(
    "learning: dropout, residual and norm in halves",
    array(F2, ROWS, 1024, low=-1),
    array(F2, ROWS, 1024, low=-1),
    array(U1, ROWS, 1024, high=10),
    array(F2, 1024),
    tolerance=1e-2,
)
def _(xp, x, rest, mask, gain):
    y = (xp.where(mask > 0, x * F2(1.111), F2(0)) + rest).astype(F4)
    d = y - y.mean(-1, keepdims=True)
    return (d / xp.sqrt((d * d).mean(-1, keepdims=True) + F4(1e-5))).astype(F2) * gain


@program("learning: RMSprop with clipped slopes, 10 steps", array(F4, MANY), array(F4, MANY, low=-1))
def _(xp, p, target):
    square, speed = xp.zeros_like(p), xp.zeros_like(p)
    for _ in range(10):
        g = p - target
        g = g * xp.minimum(F4(100) / xp.sqrt((g * g).sum()), F4(1))
        square = F4(0.9) * square + F4(0.1) * g * g
        speed = F4(0.9) * speed + F4(0.01) * g / (xp.sqrt(square) + F4(1e-3))
        p = p - speed
    return p


@program("learning: the 8 best of 128 kept", array(F4, size(1 << 12, 1 << 17), 128, low=-2, high=2))
def _(xp, logits):
    least = xp.sort(logits, axis=-1)[:, -8:-7]
    p = xp.where(logits >= least, xp.exp(logits - logits.max(-1, keepdims=True)), F4(0))
    return p / p.sum(-1, keepdims=True)


@program("learning: greedy tokens, 12 steps", array(F8, 32, 128, low=-1), array(F8, 128, 128, low=-0.2, high=0.2), array(F8, 512, 128, low=-1))
def _(xp, h, w, table):
    out, total = [], xp.zeros(32)
    for _ in range(12):
        logits = h @ table.T
        token = logits.argmax(-1)
        total = total + logits.max(-1) - xp.log(xp.exp(logits).sum(-1))
        h = xp.tanh(h @ w + table[token])
        out.append(token)
    return xp.stack(out, axis=1), total


@program("learning: contrast of two views", array(F4, size(256, 2048), 128, low=-1), array(F4, size(256, 2048), 128, low=-1), tolerance=1e-3)
def _(xp, a, b):
    b = a + b
    a, b = a / xp.sqrt((a * a).sum(1, keepdims=True)), b / xp.sqrt((b * b).sum(1, keepdims=True))
    logits = a @ b.T * 10
    right = (a * b).sum(1) * 10
    rows = xp.log(xp.exp(logits - 10).sum(1)) + 10 - right
    columns = xp.log(xp.exp(logits - 10).sum(0)) + 10 - right
    return (rows.mean() + columns.mean()) / 2, logits.argmax(1)


# Linear algebra


@program("algebra: eight columns made orthogonal", array(F8, SHORT, 8), tolerance=1e-6)
def _(xp, a):
    columns = []
    for k in range(8):
        v = a[:, k]
        for q in columns:
            v = v - (q @ v) * q
        columns.append(v / xp.sqrt(v @ v))
    return xp.stack(columns, axis=1)


@program("algebra: stacks of 3 x 3 matrices inverted", array(F4, MANY, 3, 3), tolerance=1e-3)
def _(xp, m):
    m = m + 2 * xp.eye(3, dtype=F4)
    r0, r1, r2 = m[:, 0], m[:, 1], m[:, 2]

    def cross(a, b):
        return xp.stack([a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1], a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2], a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]], axis=-1)

    first = cross(r1, r2)
    det = (r0 * first).sum(-1)
    return xp.stack([first, cross(r2, r0), cross(r0, r1)], axis=-1) / det[:, None, None], det


@program("algebra: transport by Sinkhorn, 20 steps", array(F4, size(256, 2048), 2), array(F4, size(256, 2048), 2), tolerance=1e-3)
def _(xp, x, y):
    cost = ((x[:, None] - y[None]) ** 2).sum(-1)
    kernel, n = xp.exp(cost * F4(-10)), x.shape[0]
    v = xp.ones(n, F4)
    for _ in range(20):
        u = F4(1 / n) / (kernel @ v)
        v = F4(1 / n) / (kernel.T @ u)
    plan = u[:, None] * kernel * v
    return (plan * cost).sum(), plan.sum(1)


@program(
    "algebra: tridiagonal systems of 40",
    array(F8, 40, size(1 << 11, 1 << 16)),
    array(F8, 40, size(1 << 11, 1 << 16)),
    array(F8, 40, size(1 << 11, 1 << 16)),
    array(F8, 40, size(1 << 11, 1 << 16)),
)
def _(xp, lower, middle, upper, right):
    c, d = [upper[0] / (middle[0] + 4)], [right[0] / (middle[0] + 4)]
    for k in range(1, 40):
        pivot = 1 / (middle[k] + 4 - lower[k] * c[-1])
        c.append(upper[k] * pivot)
        d.append((right[k] - lower[k] * d[-1]) * pivot)
    x = [d[-1]]
    for k in range(38, -1, -1):
        x.append(d[k] - c[k] * x[-1])
    return xp.stack(x[::-1])


@program(
    "algebra: stacks of 4 x 4 systems by Cholesky",
    array(F4, size(1 << 14, 1 << 20), 4, 4),
    array(F4, size(1 << 14, 1 << 20), 4),
    tolerance=1e-3,
)
def _(xp, root, right):
    a = root @ root.transpose(0, 2, 1) + xp.eye(4, dtype=F4)
    low, y = {}, []
    for i in range(4):
        for j in range(i + 1):
            s = a[:, i, j] - sum(low[i, k] * low[j, k] for k in range(j))
            low[i, j] = xp.sqrt(s) if i == j else s / low[j, j]
        y.append((right[:, i] - sum(low[i, k] * y[k] for k in range(i))) / low[i, i])
    x = [None] * 4
    for i in range(3, -1, -1):
        x[i] = (y[i] - sum(low[k, i] * x[k] for k in range(i + 1, 4))) / low[i, i]
    return xp.stack(x, axis=-1), 2 * sum(xp.log(low[i, i]) for i in range(4))


@program("algebra: exponentials of 4 x 4 matrices", array(F4, size(1 << 12, 1 << 18), 4, 4, low=-1), tolerance=1e-3)
def _(xp, a):
    a = a / 4
    term = total = xp.eye(4, dtype=F4) + xp.zeros_like(a)
    for k in range(1, 8):
        term = term @ a / k
        total = total + term
    total = total @ total
    return total @ total


@program("algebra: eigenvalues of symmetric 3 x 3 matrices", array(F8, 6, SHORT, low=-1), tolerance=1e-6)
def _(xp, m):
    xx, yy, zz, xy, xz, yz = m
    q = (xx + yy + zz) / 3
    a, b, c = xx - q, yy - q, zz - q
    p = xp.sqrt((a * a + b * b + c * c + 2 * (xy * xy + xz * xz + yz * yz)) / 6)
    det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz)
    angle = xp.arccos(xp.clip(det / (2 * p**3), -1, 1)) / 3
    high, low = q + 2 * p * xp.cos(angle), q + 2 * p * xp.cos(angle + 2 * np.pi / 3)
    return xp.stack([high, 3 * q - high - low, low])


@program("algebra: Newton and Schulz, 5 steps", array(F4, size(128, 1024), size(128, 1024), low=-1), tolerance=1e-2)
def _(xp, g):
    x = g / xp.sqrt((g * g).sum())
    for _ in range(5):
        a = x @ x.T
        x = F4(3.4445) * x + (F4(2.0315) * a @ a - F4(4.775) * a) @ x
    return x


# Geometry


@program("geometry: points in a polygon of 16 corners", array(F8, MANY, 2, low=-1), array(F8, 16, low=0.4, high=0.9))
def _(xp, p, radius):
    angle = xp.arange(16) * (np.pi / 8)
    x, y, inside = radius * xp.cos(angle), radius * xp.sin(angle), xp.zeros(p.shape[0], bool)
    for k in range(16):
        j = k - 1
        crosses = (y[k] > p[:, 1]) != (y[j] > p[:, 1])
        inside = inside ^ (crosses & (p[:, 0] < (x[j] - x[k]) * (p[:, 1] - y[k]) / (y[j] - y[k] + 1e-30) + x[k]))
    return inside, inside.mean()


@program(
    "geometry: areas and normals of a mesh",
    array(F4, size(1 << 12, 1 << 18), 3),
    array(I4, size(1 << 13, 1 << 20), 3, high=4096),
    tolerance=1e-3,
)
def _(xp, corner, face):
    a, b, c = corner[face[:, 0]], corner[face[:, 1]], corner[face[:, 2]]
    u, v = b - a, c - a
    normal = xp.stack([u[:, 1] * v[:, 2] - u[:, 2] * v[:, 1], u[:, 2] * v[:, 0] - u[:, 0] * v[:, 2], u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]], axis=-1)
    length = xp.sqrt((normal * normal).sum(-1))
    return length / 2, normal / (length + F4(1e-3))[:, None], (normal * a).sum() / 6


@program(
    "geometry: great circles between all places",
    array(F4, size(512, 4096), low=-1.5, high=1.5),
    array(F4, size(512, 4096), low=-3.1, high=3.1),
    tolerance=1e-3,
)
def _(xp, latitude, longitude):
    a, b = xp.sin((latitude[:, None] - latitude) / 2), xp.sin((longitude[:, None] - longitude) / 2)
    cosine = xp.cos(latitude)
    h = a * a + cosine[:, None] * cosine * b * b
    return 12742 * xp.arcsin(xp.sqrt(xp.minimum(h, F4(1))))


@program("geometry: rays marched through distances, 24 steps", array(F8, size(256, 1024), size(256, 1024), low=-0.01, high=0.01), tolerance=1e-6)
def _(xp, jitter):
    n, m = jitter.shape
    u, v = xp.linspace(-1, 1, m)[None] + jitter, xp.linspace(-1, 1, n)[:, None] + jitter
    length = xp.sqrt(u * u + v * v + 2.25)
    u, v, w, t = u / length, v / length, 1.5 / length, xp.zeros_like(jitter)
    for _ in range(24):
        x, y, z = u * t, v * t, w * t - 4
        ball = xp.sqrt((x - 0.5) ** 2 + y * y + z * z) - 1
        box = xp.maximum(xp.maximum(xp.abs(x + 1), xp.abs(y)), xp.abs(z)) - 0.6
        t = xp.minimum(t + xp.minimum(xp.minimum(ball, box), y + 1.2), 12.0)
    return xp.exp(-0.2 * t)


@program("geometry: overlaps of all boxes", array(F4, size(512, 4096), 4, low=0.01), array(F4, size(256, 2048), 4, low=0.01))
def _(xp, a, b):
    top, bottom, left, right = a[:, None, :2], a[:, None, :2] + a[:, None, 2:], b[:, :2], b[:, :2] + b[:, 2:]
    both = xp.maximum(xp.minimum(bottom, right) - xp.maximum(top, left), F4(0)).prod(-1)
    overlap = both / (a[:, 2:].prod(-1)[:, None] + b[:, 2:].prod(-1) - both)
    return overlap, overlap.max(1)


# Bits and integers


@program("bits: Morton codes there and back", array(U4, LONG, high=1 << 16), array(U4, LONG, high=1 << 16))
def _(xp, x, y):
    def spread(a):
        for shift, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
            a = (a | (a << U4(shift))) & U4(mask)
        return a

    code = spread(x) | (spread(y) << U4(1))
    back = code & U4(0x55555555)
    for shift, mask in ((1, 0x33333333), (2, 0x0F0F0F0F), (4, 0x00FF00FF), (8, 0x0000FFFF)):
        back = (back | (back >> U4(shift))) & U4(mask)
    return code, back


@program("bits: checksums of 16 bytes by a table", array(U1, size(1 << 14, 1 << 20), 16, high=256))
def _(xp, data):
    table = np.arange(256, dtype=U4)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ U4(0xEDB88320), table >> 1).astype(U4)
    table, crc = xp.asarray(table), xp.full(data.shape[0], 0xFFFFFFFF, U4)
    for k in range(16):
        crc = table[((crc ^ data[:, k]) & U4(255)).astype(I4)] ^ (crc >> U4(8))
    return ~crc


@program("bits: numbers without small factors", array(I4, MANY, low=3, high=1 << 30))
def _(xp, n):
    prime, least = n % 2 != 0, xp.where(n % 2 == 0, 2, n)
    for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47):
        divides = (n % p == 0) & (n != p)
        least = xp.where(divides & (least > p), p, least)
        prime = prime & ~divides
    return prime.sum(), least


@program("bits: congruential draws made normal", array(U4, LONG, high=1 << 31), tolerance=1e-3)
def _(xp, x):
    total = xp.zeros(x.shape, F4)
    for _ in range(4):
        x = x * U4(1664525) + U4(1013904223)
        radius = xp.sqrt(-2 * xp.log(((x >> U4(8)).astype(F4) + 1) * F4(2**-24)))
        x = x * U4(1664525) + U4(1013904223)
        total = total + radius * xp.cos((x >> U4(8)).astype(F4) * F4(2 * np.pi * 2**-24))
    return x, total / 2


@program("bits: places in runs of equal bytes", array(U1, MANY, high=3))
def _(xp, x):
    index = xp.arange(x.shape[0], dtype=I4)
    start = xp.where(xp.concatenate([xp.ones(1, bool), x[1:] != x[:-1]]), index, 0)
    for k in (1, 2, 4, 8, 16, 32):
        start = xp.maximum(start, xp.concatenate([xp.zeros(k, I4), start[:-k]]))
    place = index - start
    return place, place.max() + 1


@program(
    "bits: differing bits of all signatures",
    array(np.uint64, size(512, 4096), high=(1 << 62)),
    array(np.uint64, size(256, 2048), high=(1 << 62)),
)
def _(xp, a, b):
    u = np.uint64
    x = a[:, None] ^ b
    x = x - ((x >> u(1)) & u(0x5555555555555555))
    x = (x & u(0x3333333333333333)) + ((x >> u(2)) & u(0x3333333333333333))
    count = ((((x + (x >> u(4))) & u(0x0F0F0F0F0F0F0F0F)) * u(0x0101010101010101)) >> u(56)).astype(U1)
    return count.min(1), (count < 25).sum(1)


@program("bits: histogram of 16 bins by comparisons", array(F4, LONG), array(F4, LONG))
def _(xp, x, weight):
    bins = xp.minimum((x * 16).astype(I4), 15)
    return xp.stack([(bins == k).sum() for k in range(16)]), xp.stack([xp.where(bins == k, weight, F4(0)).sum() for k in range(16)])


@program("text: dates of days", array(I4, MANY, low=-200000, high=200000))
def _(xp, days):
    z = days + 719468
    era = z // 146097
    doe = z - era * 146097
    yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
    doy = doe - (365 * yoe + yoe // 4 - yoe // 100)
    mp = (5 * doy + 2) // 153
    month = xp.where(mp < 10, mp + 3, mp - 9)
    year = yoe + era * 400 + (month <= 2).astype(I4)
    return year * 10000 + month * 100 + doy - (153 * mp + 2) // 5 + 1, (days + 4) % 7


@program("text: numbers parsed from bytes", array(U1, size(1 << 15, 1 << 21), 10, low=46, high=58))
def _(xp, text):
    digit = (text >= 48) & (text <= 57)
    good = xp.cumsum((~digit).astype(I4), axis=1) == 0
    value = xp.zeros(text.shape[0], I8)
    for k in range(10):
        value = xp.where(good[:, k], value * 10 + (text[:, k] - U1(48)), value)
    return value, good.sum(1)


# Sorting and searching


@program("sorting: values looked up between knots", array(F8, MANY), array(F8, 1024), array(F8, 1024))
def _(xp, x, steps, y):
    knots = xp.cumsum(steps + 0.1)
    knots = knots / knots[-1]
    k = xp.clip(xp.searchsorted(knots, x), 1, 1023)
    left, right = knots[k - 1], knots[k]
    return y[k - 1] + (y[k] - y[k - 1]) * xp.clip((x - left) / (right - left), 0, 1)


@program("sorting: sums of a hundred groups by a sort", array(I4, SHORT, high=100), array(F8, SHORT), tolerance=1e-6)
def _(xp, key, value):
    order = xp.argsort(key)
    sums = xp.concatenate([xp.zeros(1), xp.cumsum(value[order])])
    bounds = xp.searchsorted(key[order], xp.arange(101, dtype=I4))
    count = bounds[1:] - bounds[:-1]
    return (sums[bounds[1:]] - sums[bounds[:-1]]) / count, count


@program("sorting: correlations of ranks", array(F8, size(128, 2048), 1024), array(F8, size(128, 2048), 1024))
def _(xp, x, y):
    a, b = xp.argsort(xp.argsort(x, axis=1), axis=1), xp.argsort(xp.argsort(x + y, axis=1), axis=1)
    d = (a - b).astype(F8)
    return 1 - 6 * (d * d).sum(1) / (1024.0 * (1024.0**2 - 1))


@program("sorting: slots of tokens in eight queues", array(I4, SHORT, high=8))
def _(xp, queue):
    chosen = queue[:, None] == xp.arange(8, dtype=I4)
    place = xp.cumsum(chosen.astype(I4), axis=0, dtype=I4) - 1
    slot = xp.where(chosen, place, 0).sum(1)
    count = chosen.sum(0)
    return slot, (xp.cumsum(count) - count)[queue] + slot, slot < len(queue) // 8


# Complex numbers


@program("complex: Julia's set, 30 steps", array(np.complex128, SIDE, SIDE, low=-1))
def _(xp, z):
    z, count = 1.5 * z - 0.75j, xp.zeros(z.shape, I4)
    for _ in range(30):
        inside = z.real * z.real + z.imag * z.imag < 16
        z = xp.where(inside, z * z + (-0.7 + 0.27j), z)
        count = count + inside
    return count


@program("complex: blurred by a transform in two dimensions", GREY, tolerance=1e-3)
def _(xp, a):
    n, m = a.shape
    u, v = xp.arange(n, dtype=F4)[:, None], xp.arange(m // 2 + 1, dtype=F4)[None]
    u = xp.minimum(u, n - u) / n
    low = xp.exp(F4(-200) * (u * u + (v / m) ** 2))
    return xp.fft.irfft2(xp.fft.rfft2(a) * low, s=(n, m))


@program("complex: phases unwrapped and their delays", array(np.complex128, ROWS, 512, low=-1))
def _(xp, z):
    phase = xp.arctan2(z.imag - 0.3, z.real)
    step = phase[:, 1:] - phase[:, :-1]
    folded = step - 2 * np.pi * xp.rint(step * (0.5 / np.pi))
    smooth = phase[:, :1] + xp.cumsum(folded, axis=1)
    return smooth, (smooth[:, 2:] - smooth[:, :-2]) / 2


@program("complex: reflections of a ladder, 12 sections", array(F4, MANY, low=0.1, high=2), array(C8, MANY, low=0.2), tolerance=1e-3)
def _(xp, frequency, load):
    z, jw = load, frequency * np.complex64(1j)
    for k in range(12):
        z = z + jw * F4(0.1 + 0.01 * k)
        z = z / (1 + jw * F4(0.2 - 0.01 * k) * z)
    gamma = (z - 1) / (z + 1)
    return gamma, 20 * xp.log10(xp.abs(gamma) + F4(0.01))


# Shapes and small loops


@program(
    "shapes: patches of images projected",
    array(U1, size(4, 64), 224, 224, 3, high=256),
    array(F4, 768, 64, low=-0.05, high=0.05),
    tolerance=1e-3,
)
def _(xp, image, w):
    x = image.reshape(-1, 14, 16, 14, 16, 3).transpose(0, 1, 3, 2, 4, 5).reshape(-1, 196, 768)
    x = x.astype(F4) / 127.5 - 1
    return x @ w + xp.sin(xp.arange(196, dtype=F4)[:, None] * F4(0.1))


@program("shapes: mirrored, turned and averaged", GREY)
def _(xp, a):
    b = a.T
    views = (a, a[::-1], a[:, ::-1], a[::-1, ::-1], b, b[::-1], b[:, ::-1], b[::-1, ::-1])
    return sum(views) / 8, xp.where(a > b, a[::-1], b[:, ::-1])[::2, 1::2]


@program("shapes: a field of three broadcast axes", array(F4, size(64, 256)), array(F4, size(64, 256)), array(F4, size(64, 256)))
def _(xp, x, y, z):
    field = xp.exp(-x[:, None, None] * y[None, :, None]) * xp.cos(3 * z) + xp.hypot(x[:, None, None] - z, y[:, None])
    return field.sum(1), field.max(axis=(0, 2)), (field > 1).mean()


@program("loops: Runge and Kutta of 100 equations, 20 steps", array(F8, 100), array(F8, 100, 100, low=-1))
def _(xp, x, w):
    def slope(x):
        return xp.tanh(w @ x) - x

    for _ in range(20):
        a = slope(x)
        b = slope(x + 0.05 * a)
        c = slope(x + 0.05 * b)
        d = slope(x + 0.1 * c)
        x = x + (a + 2 * b + 2 * c + d) / 60
    return x


@program("loops: an epidemic in 64 towns, 50 steps", array(F8, 64, 64), array(F8, 64, high=0.1))
def _(xp, travel, sick):
    travel = travel / travel.sum(1, keepdims=True)
    well, cured, peak = 1 - sick, xp.zeros_like(sick), xp.zeros_like(sick)
    for _ in range(50):
        new = well * (1 - xp.exp(-0.5 * (0.8 * sick + 0.2 * (travel @ sick))))
        healed = 0.2 * sick
        well, sick, cured = well - new, sick + new - healed, cured + healed
        peak = xp.maximum(peak, sick)
    return well, cured, peak


if __name__ == "__main__":
    main()
