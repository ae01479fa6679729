"""Two dozen typical programs, good and bad, and the profiler's advice for each."""

import pytest
from conftest import LONG
from test_profiler import needs_cpu, recorded

# Rules that hold times of the host against each other. All others count calls, operations and bytes, which are the
# same in each run.
HOST_RULES = {"python-loops", "host-work", "host-ranges", "idle"}

# Whole arrays, values that are read at the end, float32: no advice is expected.
GOOD = {
    "heat spreads over a plate": """
        u = cp.zeros((600, 600), cp.float32)
        u[0] = 100
        for _ in range(150):
            u[1:-1, 1:-1] += 0.2 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
        print(float(u.mean()))
    """,
    "clusters by k-means": """
        points = cp.random.default_rng(0).random((20_000, 3), dtype=cp.float32)
        centers = points[:8].copy()
        for _ in range(15):
            nearest = ((points[:, None] - centers) ** 2).sum(2).argmin(1)
            member = (nearest[:, None] == cp.arange(8)).astype(cp.float32)
            centers = member.T @ points / member.sum(0)[:, None]
        print(centers.get())
    """,
    "pi by random points": """
        rng = cp.random.default_rng(1)
        inside = cp.zeros((), cp.int64)
        for _ in range(10):
            x, y = rng.random((2, 1_000_000), dtype=cp.float32)
            inside += (x * x + y * y < 1).sum()
        print(4 * int(inside) / 1e7)
    """,
    "conjugate gradients": """
        rng = cp.random.default_rng(2)
        m = rng.random((400, 400), dtype=cp.float32)
        a, b = m @ m.T + 400 * cp.eye(400, dtype=cp.float32), rng.random(400, dtype=cp.float32)
        x, r = cp.zeros_like(b), b
        p, rr = r, r @ r
        for _ in range(60):
            ap = a @ p
            alpha = rr / (p @ ap + 1e-30)
            x, r = x + alpha * p, r - alpha * ap
            new = r @ r
            p, rr = r + new / (rr + 1e-30) * p, new
        print(float(cp.linalg.norm(a @ x - b)))
    """,
    "cells in an image": """
        from cupyx.scipy import ndimage
        image = cp.random.default_rng(3).random((500, 500), dtype=cp.float32)
        smooth = ndimage.gaussian_filter(image, 3)
        labels, count = ndimage.label(smooth > smooth.mean())
        sizes = ndimage.sum_labels(cp.ones_like(image), labels, cp.arange(1, count + 1))
        print(count, float(sizes.max()))
    """,
    "a spectrum that is filtered": """
        t = cp.linspace(0, 10, 1 << 18, dtype=cp.float32)
        signal = cp.sin(50 * t) + 0.3 * cp.random.default_rng(0).standard_normal(t.size, dtype=cp.float32)
        f = cp.fft.rfft(signal)
        f[2000:] = 0
        print(cp.fft.irfft(f)[:3])
    """,
    "a logistic regression": """
        rng = cp.random.default_rng(4)
        x = rng.standard_normal((5000, 40), dtype=cp.float32)
        y, w = (x[:, 0] > 0).astype(cp.float32), cp.zeros(40, cp.float32)
        for step in range(100):
            w -= 0.1 * x.T @ (1 / (1 + cp.exp(-x @ w)) - y) / 5000
        print(float(((x @ w > 0) == (y > 0)).mean()))
    """,
    "the Mandelbrot set": """
        c = cp.linspace(-2, 1, 400, dtype=cp.float32) + 1j * cp.linspace(-1.2, 1.2, 300, dtype=cp.float32)[:, None]
        z, n = cp.zeros_like(c), cp.zeros(c.shape, cp.int32)
        for _ in range(50):
            z = cp.where(abs(z) < 2, z * z + c, z)
            n += abs(z) < 2
        print(int(n.sum()))
    """,
    "bodies that attract each other": """
        x = cp.random.default_rng(5).random((300, 3), dtype=cp.float32)
        v = cp.zeros_like(x)
        for _ in range(40):
            d = x[None] - x[:, None]
            v += 1e-4 * (d / ((d * d).sum(2, keepdims=True) + 0.01) ** 1.5).sum(1)
            x += v
        print(x.mean(0))
    """,
    "means of groups": """
        rng = cp.random.default_rng(6)
        key, value = rng.integers(0, 1000, 500_000), rng.random(500_000, dtype=cp.float32)
        mean = cp.bincount(key, value, 1000) / cp.bincount(key, minlength=1000)
        print(cp.argsort(mean)[-5:])
    """,
    "ranks of pages, looked at every twentieth step": """
        from cupyx.scipy import sparse
        links = sparse.random(2000, 2000, 0.005, dtype=cp.float32, random_state=1).tocsr()
        rank = cp.full(2000, 1 / 2000, cp.float32)
        for step in range(60):
            new = 0.85 * (links @ rank) + 0.15 / 2000
            new /= new.sum()
            if step % 20 == 19 and float(abs(new - rank).max()) < 1e-9:
                break
            rank = new
        print(rank[:3])
    """,
    "a kernel of the user's": """
        f = cp.ElementwiseKernel("float32 x, float32 y", "float32 z", "z = x * y + sqrtf(x)", "fma_root")
        x = cp.arange(300_000, dtype=cp.float32)
        y = x
        for _ in range(20):
            y = f(x, y / 1e6)
        print(float(y.sum()))
    """,
}

# Programs that do it badly: the rules of calls, operations and bytes that speak, and of the host's rules what the
# title names.
BAD = {
    "Jacobi's method that looks at each step": (
        """
        u, change, steps = cp.zeros((200, 200), cp.float32), 1.0, 0
        u[0] = 100
        while change > 1e-3 and steps < 200:
            new = u.copy()
            new[1:-1, 1:-1] = (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]) / 4
            change = float(abs(new - u).max())
            u, steps = new, steps + 1
        """,
        {"read-backs"},
        None,
    ),
    "pixels of a list of lists": (
        """
        image = cp.random.default_rng(0).integers(0, 255, (500, 600)).tolist()
        def darken(image):
            for row in image:
                for j in range(len(row)):
                    row[j] = row[j] * 3 // 4 if row[j] > 99 else row[j] // 2
        for _ in range(8):
            darken(image)
        """,
        set(),
        "darken",
    ),
    "weights that are copied for each batch": (
        """
        weights = np.random.default_rng(0).standard_normal((300, 300)).astype(np.float32)
        x = cp.ones((64, 300), cp.float32)
        for batch in range(30):
            x = cp.tanh(x @ cp.asarray(weights) / 17)
        print(float(x.sum()))
        """,
        {"repeated-transfers"},
        None,
    ),
    "elements that are set one by one": (
        "a = cp.zeros(20_000)\nfor i in range(len(a)):\n    a[i] = i * 0.5\nprint(float(a.sum()))",
        {"small-operations"},
        None,
    ),
    "Python's own sum": ("print(sum(cp.random.default_rng(0).random(20_000)))", {"small-operations"}, None),
    "the largest element by a loop": (
        """
        a, best = cp.random.default_rng(0).random(5000), 0.0
        for i in range(a.size):
            if a[i] > best:
                best = a[i]
        """,
        {"small-operations"},
        None,
    ),
    "a function for each row": (
        "m = cp.random.default_rng(0).random((2000, 20))\nprint(cp.apply_along_axis(lambda row: row.max() - row.min(), 1, m).sum())",
        {"small-operations"},
        None,
    ),
    "an array that grows": (
        """
        out = cp.zeros(0, cp.float32)
        for i in range(300):
            out = cp.concatenate([out, cp.full(5000, i, cp.float32)])
            cp.cuda.get_current_stream().synchronize()
        """,
        {"growing-array", "synchronizations"},
        None,
    ),
    "medians by NumPy": (
        """
        x, medians = cp.random.default_rng(0).random(400_000, dtype=cp.float32), []
        for i in range(150):
            x = x * 0.99 + 0.01
            medians.append(np.median(cp.asnumpy(x)))
        """,
        {"large-copies"},
        "partition",
    ),
    "noise made by NumPy": (
        """
        total = cp.zeros(400_000, cp.float32)
        for i in range(40):
            total += cp.asarray(np.random.standard_normal(400_000).astype(np.float32))
        print(float(total.std()))
        """,
        {"large-copies"},
        "<module>",
    ),
    "a wait after each line": (
        """
        x = cp.random.default_rng(0).random(100_000, dtype=cp.float32)
        for i in range(100):
            y = x * 2
            cp.cuda.Device().synchronize()
            z = y + 1
            cp.cuda.Device().synchronize()
            x = cp.sqrt(z)
            cp.cuda.Device().synchronize()
        """,
        {"synchronizations"},
        None,
    ),
    "a queue that is polled": (
        "import time\nx = cp.arange(1000.0)\nfor _ in range(12):\n    x += 1\n    time.sleep(0.1)\nprint(float(x.sum()))",
        set(),
        "time.sleep",
    ),
    "memory that is given back each time": (
        """
        for i in range(40):
            a = cp.random.random(2_000_000, dtype=cp.float32)
            b = a * 2
            b.sum().item()
            del a, b
            cp.get_default_memory_pool().free_all_blocks()
        """,
        {"allocation-stalls", "read-backs"},
        None,
    ),
    "tracks that are copied one by one": (
        """
        tracks = [np.random.default_rng(i).random(7) for i in range(100)]
        print(float(cp.stack([cp.hypot(cp.diff(cp.asarray(track)), 1).sum() for track in tracks]).max()))
        """,
        {"small-copies"},
        None,
    ),
    "a history that is read each time": (
        "x, log = cp.random.default_rng(0).random(200), []\nfor i in range(200):\n    x = x + 0.1\n    log.append(x.get())",
        {"small-copies"},
        None,
    ),
}


def advised(place, body):
    """The rules that apply with their texts, the seconds of Python's functions, and the total."""
    body = body if body.startswith(("a", "p", "i", "m", "x")) else "\n".join(line[8:] for line in body.strip("\n").splitlines())
    recording, *_ = recorded(place, "import numpy as np\nimport cupy as cp\n" + body)
    lines = [line.split("\t", 5) for line in recording.notes["_python"].splitlines()]
    whole = sum(float(line[3]) for line in lines) + float(recording.notes["_away"])
    return {each["rule"]: each for each in recording.advice()}, {line[5]: float(line[3]) for line in lines}, whole


@needs_cpu
# In short every second one.
@pytest.mark.parametrize("name", list(GOOD) if LONG else list(GOOD)[::2])
def test_a_program_that_is_well_written_draws_no_advice(tmp_path, name):
    found, seconds, whole = advised(tmp_path, GOOD[name])
    assert not set(found) - HOST_RULES, found
    # Its loops are a few lines of Python: only a machine that does other things meanwhile lets them take so much.
    own = max(seconds.values())
    assert not set(found) & HOST_RULES or own >= 0.3 * whole, (found, own, whole)


@needs_cpu
@pytest.mark.parametrize("name", BAD)
def test_a_program_that_is_badly_written_is_told_what_to_change(tmp_path, name):
    body, rules, named = BAD[name]
    found, seconds, whole = advised(tmp_path, body)
    assert set(found) - HOST_RULES - {"float64"} == rules, found
    for each in found.values():
        assert 0 <= float(each["share"].removesuffix(" %")) <= 100
    if named is not None:
        # A function's share of the total follows from the recording's own times.
        own = max(own for function, own in seconds.items() if named in function)
        said = " ".join(found[rule]["title"] for rule in HOST_RULES & set(found))
        assert named in said or own < max(0.2, 0.35 * whole), (found, own, whole)
