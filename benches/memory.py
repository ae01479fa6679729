"""How much memory the Life run needs in addition to its history: the history's bytes, and the pool's peak above them.

    python benches/memory.py cuprust 1000 100
"""

import importlib
import resource
import sys

import numpy as np

from workloads import simulate, wait


def main():
    name, size, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    xp = importlib.import_module(name)
    grid = xp.asarray((np.random.default_rng(0).random((size, size)) < 0.2).astype(np.int64))
    # A small run first, so that code, threads and the context are not counted.
    run(xp, grid[:64, :64].copy(), 10)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    held = run(xp, grid, steps)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    history = sum(board.nbytes for board in held[0]) + held[1].nbytes
    print(f"{name}, {size} x {size}, {steps} steps: history and last board {history / 1e6:.1f} MB")
    if xp is not np:
        # The grid that it began with is held as well.
        pool = xp.get_default_memory_pool().total_bytes() - grid.nbytes
        print(f"the pool has taken {pool / 1e6:.1f} MB, {100 * (pool / history - 1):+.1f} %")
    print(f"the process grew by {(after - before) / 1e6:.1f} MB")


def run(xp, grid, steps):
    held = simulate(xp, grid, steps)
    wait(xp)
    return held


if __name__ == "__main__":
    main()
