"""Further whole programs, which no kernel and no plan was made for: they say what `programs.py` does not.

    python benches/further_programs.py cupy,cuprust,fused,jax       as benches/programs.py, with the same options
"""

import numpy as np

import programs
from programs import F4, F8, GREY, I4, IMAGE, LONG, SIDE, U1, U4, array, program, size

programs.PROGRAMS.clear()

N = size(1 << 17, 1 << 22)


@program("signal: FIR filter of 31 taps", array(F4, LONG), array(F4, 31))
def _(xp, x, h):
    n = x.shape[0] - 30
    return sum(h[k] * x[k : k + n] for k in range(31))


@program("signal: Goertzel of 64 blocks", array(F4, size(4096, 1 << 17), 64))
def _(xp, x):
    a = b = xp.zeros(x.shape[0], F4)
    for k in range(64):
        a, b = x[:, k] + F4(1.2) * a - b, a
    return a * a + b * b - F4(1.2) * a * b


@program("signal: windowed autocorrelation, 16 lags", array(F4, size(64, 1024), 4096))
def _(xp, x):
    w = xp.asarray(np.hanning(4096).astype(F4))
    y = (x - x.mean(-1, keepdims=True)) * w
    return xp.stack([(y[:, : 4096 - k] * y[:, k:]).sum(-1) for k in range(16)], -1)


@program("image: bilateral filter 5 x 5", GREY)
def _(xp, a):
    n, m = a.shape[0] - 4, a.shape[1] - 4
    c = a[2:-2, 2:-2]
    top = bottom = xp.zeros_like(c)
    for i in range(5):
        for j in range(5):
            p = a[i : i + n, j : j + m]
            w = xp.exp(-((p - c) ** 2) * F4(10) - F4(((i - 2) ** 2 + (j - 2) ** 2) / 8))
            top, bottom = top + w * p, bottom + w
    return top / bottom


@program("image: local binary patterns", array(U1, SIDE, SIDE, high=256))
def _(xp, a):
    c, code = a[1:-1, 1:-1], 0
    n, m = c.shape
    for bit, (i, j) in enumerate([(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]):
        code = code + (a[i : i + n, j : j + m] >= c).astype(U1) * U1(1 << bit)
    return code


@program("image: integral image and box means", GREY)
def _(xp, a):
    s = xp.cumsum(xp.cumsum(a.astype(F8), 0), 1)
    return (s[16:, 16:] - s[:-16, 16:] - s[16:, :-16] + s[:-16, :-16]) / 256


@program("image: Harris corners", GREY)
def _(xp, a):
    x, y = a[1:-1, 2:] - a[1:-1, :-2], a[2:, 1:-1] - a[:-2, 1:-1]

    def box(v):
        return sum(v[i : v.shape[0] - 2 + i, j : v.shape[1] - 2 + j] for i in range(3) for j in range(3))

    xx, yy, xy = box(x * x), box(y * y), box(x * y)
    return xx * yy - xy * xy - F4(0.04) * (xx + yy) ** 2


@program("image: YUV and back", IMAGE)
def _(xp, image):
    r, g, b = (image[..., k].astype(F4) for k in range(3))
    y = F4(0.299) * r + F4(0.587) * g + F4(0.114) * b
    u, v = (b - y) * F4(0.493), (r - y) * F4(0.877)
    y = xp.clip(y * F4(1.1), 0, 255)
    return xp.stack([y + v / F4(0.877), y - F4(0.395) * u - F4(0.581) * v, y + u / F4(0.493)], -1).clip(0, 255).astype(U1)


@program("image: non-maximum suppression", GREY)
def _(xp, a):
    c = a[1:-1, 1:-1]
    n, m = c.shape
    best = xp.maximum(xp.maximum(a[:n, 1:-1], a[2:, 1:-1]), xp.maximum(a[1:-1, :m], a[1:-1, 2:]))
    return xp.where(c >= best, c, F4(0))


@program("image: upsampled twice by repeats, and smoothed", GREY)
def _(xp, a):
    b = xp.repeat(xp.repeat(a, 2, 0), 2, 1)
    return (b[1:-1, 1:-1] * 4 + b[:-2, 1:-1] + b[2:, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:]) / 8


@program("physics: Lennard-Jones forces", array(F4, size(256, 2048), 3))
def _(xp, p):
    d = p[:, None] - p[None]
    r2 = (d * d).sum(-1) + xp.eye(p.shape[0], dtype=F4)
    s6 = (F4(0.01) / r2) ** 3
    return (d * ((48 * s6 * s6 - 24 * s6) / r2)[..., None]).sum(1)


@program("physics: FDTD in two dimensions, 10 steps", GREY, GREY, GREY)
def _(xp, e, hx, hy):
    for _ in range(10):
        hx = hx - F4(0.5) * (xp.roll(e, -1, 1) - e)
        hy = hy + F4(0.5) * (xp.roll(e, -1, 0) - e)
        e = e + F4(0.5) * ((hy - xp.roll(hy, 1, 0)) - (hx - xp.roll(hx, 1, 1)))
    return e


@program("physics: Kuramoto, 1024 phases, 10 steps", array(F4, size(256, 1024), high=6.28), array(F4, size(256, 1024)))
def _(xp, t, w):
    for _ in range(10):
        t = t + F4(0.01) * (w + xp.sin(t[None] - t[:, None]).mean(1))
    return t


@program("physics: Burgers, 40 steps", array(F4, LONG))
def _(xp, u):
    for _ in range(40):
        u = u - F4(0.1) * u * (u - xp.roll(u, 1)) + F4(0.05) * (xp.roll(u, 1) - 2 * u + xp.roll(u, -1))
    return u


@program("physics: rays and spheres", array(F4, size(1 << 13, 1 << 18), 3, low=-1), array(F4, 32, 3, low=-4, high=4))
def _(xp, d, c):
    d = d / xp.sqrt((d * d).sum(-1, keepdims=True))
    b = d @ c.T
    q = b * b - (c * c).sum(-1) + F4(1)
    t = xp.where(q > 0, b - xp.sqrt(xp.maximum(q, F4(0))), F4(1e9))
    t = xp.where(t > 0, t, F4(1e9))
    return t.min(1), t.argmin(1)


@program("statistics: mixtures of gaussians, 3 steps", array(F4, size(1 << 14, 1 << 20)), array(F4, 8), tolerance=1e-3)
def _(xp, x, m):
    s, w = xp.full(8, 0.1, F4), xp.full(8, 1 / 8, F4)
    for _ in range(3):
        p = w * xp.exp(-((x[:, None] - m) ** 2) / (2 * s * s)) / s
        r = p / p.sum(1, keepdims=True)
        t = r.sum(0)
        m, w = (r * x[:, None]).sum(0) / t, t / x.shape[0]
        s = xp.sqrt((r * (x[:, None] - m) ** 2).sum(0) / t) + F4(1e-3)
    return m, s, w


@program("statistics: kernel density of 2 000 points", array(F4, size(512, 2048)), array(F4, size(1024, 16384)))
def _(xp, p, at):
    return xp.exp(-F4(50) * (at[:, None] - p[None]) ** 2).mean(1)


@program("statistics: Huber weights, 5 steps", array(F4, size(1 << 12, 1 << 18), 8), array(F4, size(1 << 12, 1 << 18)), tolerance=1e-2)
def _(xp, x, y):
    b = xp.zeros(8, F4)
    for _ in range(5):
        r = y - x @ b
        w = xp.where(xp.abs(r) < F4(0.1), F4(1), F4(0.1) / xp.abs(r))
        b = b + F4(1e-5) * (x.T @ (w * r))
    return b


@program("statistics: rolling deviations of 20", array(F4, size(64, 512), 8192), tolerance=1e-2)
def _(xp, x):
    m = sum(x[:, k : k + 8173] for k in range(20)) / 20
    q = sum(x[:, k : k + 8173] ** 2 for k in range(20)) / 20
    return xp.sqrt(xp.maximum(q - m * m, F4(0)))


@program("statistics: Kalman filters of many series, 30 steps", array(F4, size(30, 30), size(1 << 12, 1 << 18)))
def _(xp, z):
    x, p = xp.zeros(z.shape[1], F4), xp.ones(z.shape[1], F4)
    for k in range(30):
        p = p + F4(0.01)
        g = p / (p + F4(0.1))
        x, p = x + g * (z[k] - x), (1 - g) * p
    return x, p


@program("finance: binomial tree of 64 steps, many strikes", array(F8, size(256, 1 << 14), low=80, high=120))
def _(xp, k):
    up = 1.02 ** xp.arange(-64, 65, 2)
    v = xp.maximum(k[:, None] - 100 * up, 0)
    for n in range(64, 0, -1):
        v = 0.999 * (0.5 * v[:, 1:] + 0.5 * v[:, :-1])
    return v[:, 0]


@program("finance: drawdowns", array(F4, size(256, 4096), 1024))
def _(xp, r):
    p = xp.exp(xp.cumsum(r - F4(0.5), 1) * F4(0.01))
    top = -(-p).min(1, keepdims=True)
    return (p / top).min(1), p[:, -1]


@program("finance: GARCH, 50 steps of many", array(F4, 50, size(1 << 12, 1 << 18)))
def _(xp, r):
    s = total = xp.full(r.shape[1], 0.1, F4)
    for k in range(50):
        s = F4(0.01) + F4(0.1) * r[k] ** 2 + F4(0.85) * s
        total = total + xp.log(s) + r[k] ** 2 / s
    return total


@program("learning: convolution 3 x 3 of 16 channels by shifts", array(F4, 16, size(64, 512), size(64, 512)), array(F4, 16, 3, 3))
def _(xp, x, w):
    n, m = x.shape[1] - 2, x.shape[2] - 2
    return sum(w[:, i, j][:, None, None] * x[:, i : i + n, j : j + m] for i in range(3) for j in range(3)).sum(0)


@program("learning: group norm", array(F4, 32, 64, size(256, 4096)), tolerance=1e-3)
def _(xp, x):
    g = x.reshape(32, 8, -1)
    d = g - g.mean(-1, keepdims=True)
    return (d / xp.sqrt((d * d).mean(-1, keepdims=True) + F4(1e-5))).reshape(x.shape)


@program("learning: GELU of a product", array(F4, size(256, 4096), 512), array(F4, 512, 512, low=-0.1, high=0.1), array(F4, 512))
def _(xp, x, w, b):
    h = x @ w + b
    return F4(0.5) * h * (1 + xp.tanh(F4(0.79788456) * (h + F4(0.044715) * h * h * h)))


@program("learning: triplet loss", *[array(F4, size(4096, 1 << 17), 64) for _ in range(3)])
def _(xp, a, p, n):
    return xp.maximum(((a - p) ** 2).sum(-1) - ((a - n) ** 2).sum(-1) + F4(0.2), F4(0)).mean()


@program("learning: focal loss of 20 classes", array(F4, size(1 << 14, 1 << 20), 20), array(I4, size(1 << 14, 1 << 20), high=20), tolerance=1e-3)
def _(xp, x, y):
    e = xp.exp(x - x.max(1, keepdims=True))
    p = (e / e.sum(1, keepdims=True) * (y[:, None] == xp.arange(20))).sum(1)
    return -((1 - p) ** 2 * xp.log(p)).mean()


@program("learning: embeddings summed", array(F4, 1000, 64), array(I4, size(1024, 1 << 15), 8, high=1000))
def _(xp, table, at):
    return table[at].sum(1)


@program("learning: GRU, 10 steps", array(F4, 10, 32, 128), *[array(F4, 128, 384, low=-0.1, high=0.1) for _ in range(2)], tolerance=1e-3)
def _(xp, x, w, u):
    h = xp.zeros((32, 128), F4)
    for k in range(10):
        a, b = x[k] @ w, h @ u
        r, z = 1 / (1 + xp.exp(-a[:, :128] - b[:, :128])), 1 / (1 + xp.exp(-a[:, 128:256] - b[:, 128:256]))
        h = (1 - z) * xp.tanh(a[:, 256:] + r * b[:, 256:]) + z * h
    return h


@program("learning: Lion, 10 steps", *[array(F4, N, low=-1) for _ in range(3)])
def _(xp, p, g, m):
    for _ in range(10):
        p = p - F4(1e-3) * (xp.sign(F4(0.9) * m + F4(0.1) * g) + F4(0.01) * p)
        m = F4(0.99) * m + F4(0.01) * g
        g = g + F4(0.1) * p
    return p, m


@program("learning: contrastive loss", array(F4, size(128, 1024), 64), array(F4, size(128, 1024), 64), tolerance=1e-3)
def _(xp, a, b):
    a, b = (v / xp.sqrt((v * v).sum(-1, keepdims=True)) for v in (a, b))
    s = a @ b.T * 10
    n = xp.arange(s.shape[0])
    return (xp.log(xp.exp(s - s.max(1, keepdims=True)).sum(1)) + s.max(1) - s[n, n]).mean()


@program("algebra: Gram-Schmidt of 8 columns", array(F4, size(1 << 12, 1 << 20), 8), tolerance=1e-2)
def _(xp, a):
    q = []
    for k in range(8):
        v = a[:, k]
        for u in q:
            v = v - (u * v).sum() * u
        q.append(v / xp.sqrt((v * v).sum()))
    return xp.stack(q, 1)


@program("algebra: inverses of 3 x 3 by cofactors", array(F4, size(1 << 14, 1 << 20), 3, 3, low=0.5, high=3), tolerance=1)
def _(xp, a):
    r = [[a[:, (i + 1) % 3, (j + 1) % 3] * a[:, (i + 2) % 3, (j + 2) % 3] - a[:, (i + 1) % 3, (j + 2) % 3] * a[:, (i + 2) % 3, (j + 1) % 3] for i in range(3)] for j in range(3)]
    d = a[:, 0, 0] * r[0][0] + a[:, 0, 1] * r[1][0] + a[:, 0, 2] * r[2][0]
    return xp.stack([xp.stack(row, -1) for row in r], 1) / d[:, None, None]


@program("algebra: Sinkhorn, 10 steps", array(F4, size(256, 2048), size(256, 2048), low=0.1))
def _(xp, k):
    u = xp.ones(k.shape[0], F4)
    for _ in range(10):
        v = 1 / (u @ k)
        u = 1 / (k @ v)
    return u[:, None] * k * v


@program("algebra: tridiagonal systems of 32, many", *[array(F4, 32, size(1 << 12, 1 << 17), low=0.1) for _ in range(2)])
def _(xp, a, d):
    c, y = [a[0] / 4], [d[0] / 4]
    for k in range(1, 32):
        m = 1 / (4 - a[k] * c[-1])
        c.append(a[k] * m)
        y.append((d[k] - a[k] * y[-1]) * m)
    x = [y[-1]]
    for k in range(30, -1, -1):
        x.append(y[k] - c[k] * x[-1])
    return xp.stack(x)


@program("geometry: overlaps of boxes", array(F4, size(256, 2048), 4), array(F4, size(256, 2048), 4))
def _(xp, a, b):
    low, high = xp.maximum(a[:, None, :2], b[None, :, :2]), xp.minimum(a[:, None, :2] + a[:, None, 2:], b[None, :, :2] + b[None, :, 2:])
    side = xp.maximum(high - low, F4(0))
    both = side[..., 0] * side[..., 1]
    return both / (a[:, 2] * a[:, 3])[:, None]


@program("geometry: great circles of all pairs", array(F4, size(256, 2048), 2), array(F4, size(256, 2048), 2))
def _(xp, a, b):
    d = (a[:, None] - b[None]) / 2
    h = xp.sin(d[..., 0]) ** 2 + xp.cos(a[:, None, 0]) * xp.cos(b[None, :, 0]) * xp.sin(d[..., 1]) ** 2
    return 2 * xp.arcsin(xp.sqrt(xp.minimum(h, F4(1))))


@program("geometry: points in a polygon of 16 corners", array(F4, LONG), array(F4, LONG), array(F4, 16, 2))
def _(xp, x, y, p):
    inside = xp.zeros(x.shape, bool)
    for k in range(16):
        (a, b), (c, d) = (p[k, 0], p[k, 1]), (p[(k + 1) % 16, 0], p[(k + 1) % 16, 1])
        inside = inside ^ (((b > y) != (d > y)) & (x < (c - a) * (y - b) / (d - b) + a))
    return inside


@program("bits: Morton codes", array(U4, LONG, high=1 << 16), array(U4, LONG, high=1 << 16))
def _(xp, x, y):
    def spread(v):
        for shift, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
            v = (v | (v << U4(shift))) & U4(mask)
        return v

    return spread(x) | (spread(y) << U4(1))


@program("bits: CRC of 16 bytes by a table", array(U4, 256, high=1 << 31), array(U1, size(1 << 13, 1 << 20), 16, high=256))
def _(xp, table, data):
    crc = xp.full(data.shape[0], 0xFFFFFFFF, U4)
    for k in range(16):
        crc = table[((crc ^ data[:, k]) & U4(255)).astype(I4)] ^ (crc >> U4(8))
    return crc


@program("complex: Julia set, 30 steps", array(np.complex64, size(1 << 16, 1 << 22), low=-1))
def _(xp, z):
    n = xp.zeros(z.shape, I4)
    for _ in range(30):
        inside = xp.abs(z) < 2
        z = xp.where(inside, z * z + np.complex64(-0.4 + 0.6j), z)
        n = n + inside
    return n


@program("complex: convolution by transforms", array(F4, size(64, 512), 4096), array(F4, 4096), tolerance=1e-3)
def _(xp, x, h):
    return xp.fft.irfft(xp.fft.rfft(x) * xp.fft.rfft(h), 4096)


@program("selection: top 5 of rows, and their mean", array(F4, size(256, 8192), 512))
def _(xp, x):
    return xp.sort(x, -1)[:, -5:].mean(-1)


@program("selection: grouped maxima by comparison", array(F4, size(1 << 14, 1 << 20)), array(I4, size(1 << 14, 1 << 20), high=16))
def _(xp, x, g):
    return xp.stack([xp.where(g == k, x, F4(-1)).max() for k in range(16)])


@program("loops: double pendulum of 100, 50 steps", *[array(F8, 100) for _ in range(4)])
def _(xp, a, b, p, q):
    for _ in range(50):
        d = a - b
        c, s = xp.cos(d), xp.sin(d)
        u = (p * p * s * c + xp.sin(b) * c - q * q * s - 2 * xp.sin(a)) / (2 - c * c)
        v = (-q * q * s * c + 2 * (xp.sin(a) * c + p * p * s - xp.sin(b))) / (2 - c * c)
        p, q = p + 0.01 * u, q + 0.01 * v
        a, b = a + 0.01 * p, b + 0.01 * q
    return a, b


@program("five dimensions: means of the middle", array(F4, 8, 16, size(8, 64), 16, 32))
def _(xp, x):
    return ((x - x.mean((1, 3), keepdims=True)) ** 2).mean((1, 3))


@program("halves: scaled sums of float16", array(np.float16, size(256, 8192), 1024), tolerance=1e-2)
def _(xp, x):
    y = x.astype(F4)
    return (y / xp.sqrt((y * y).mean(-1, keepdims=True) + F4(1e-6))).astype(np.float16)


if __name__ == "__main__":
    programs.main()
