"""What one operation costs the host, in nanoseconds: the least of some rounds, each of many calls whose results are dropped.

    python benches/recording.py numpy,cuprust
    python benches/recording.py cupy,cuprust --only 'record|Life'

Arrays of 16 elements are computed at once on the CPU; those of a million are recorded, and as nothing reads the results,
nothing but recording them is timed. Life is timed as a program runs it: 100 generations that are all kept, up to the end of
the last.
"""

import argparse
import importlib
import re
import time

import numpy as np

from workloads import simulate, wait

CALLS = {
    "small a + b": "small + small",
    "small a + 1": "small + 1",
    "small a *= b": "small *= small",
    "small a == b": "small == small",
    "small a[2:8]": "small[2:8]",
    "small a.copy()": "small.copy()",
    "small a.sum()": "small.sum()",
    "small float(a.sum())": "float(small.sum())",
    "small float(a)": "float(one)",
    "record a + b": "large + large",
    "record a == 3": "large == 3",
    "record a & b": "mask & mask",
    "record roll": "xp.roll(large, 1, axis=0)",
    "record where": "xp.where(mask, 1, 0)",
    "record copy": "large.copy()",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", help="modules of NumPy's kind, with commas between")
    parser.add_argument("--only", default="", help="what the names of rows to time match")
    arguments = parser.parse_args()
    modules = {name: importlib.import_module(name) for name in arguments.modules.split(",")}
    print(f"{'':24}" + "".join(f"{name:>12}" for name in modules))
    for name, call in CALLS.items():
        # NumPy computes large arrays at once: there is no recording to be timed.
        if re.search(arguments.only, name):
            line(name, [least(call, xp) if xp is not np or "record" not in name else None for xp in modules.values()])
    for size in (10, 100, 1000):
        name = f"Life, a step, N = {size}"
        if re.search(arguments.only, name):
            line(name, [life(xp, size) for xp in modules.values()])


def line(name, times):
    print(f"{name:24}" + "".join(f"{'' if t is None else round(t):>12}" for t in times), flush=True)


def least(call, xp, rounds=9):
    names = {}
    exec(f"def many(count, xp, small, large, mask, one):\n for _ in range(count):\n  {call}\n", names)
    large = xp.ones((1000, 1000), np.int64)
    operands = xp, xp.ones(16, np.float32), large, large > 0, xp.ones((), np.float64)
    count, best = 500, float("inf")
    for _ in range(rounds):
        wait(xp)
        start = time.perf_counter()
        names["many"](count, *operands)
        best = min(best, (time.perf_counter() - start) / count)
    return best * 1e9


def life(xp, size, steps=100, rounds=9):
    grid = xp.asarray((np.random.default_rng(0).random((size, size)) < 0.2).astype(np.int64))
    best = float("inf")
    for _ in range(rounds):
        wait(xp)
        start = time.perf_counter()
        held = simulate(xp, grid, steps)
        wait(xp)
        best = min(best, (time.perf_counter() - start) / steps)
        del held
    return best * 1e9


if __name__ == "__main__":
    main()
