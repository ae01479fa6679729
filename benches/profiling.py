"""How much longer Life takes while it is recorded, in turns with and without a recording.

    python benches/profiling.py [--size 1000] [--steps 100] [--rounds 40]
"""

import argparse
import time

import cuprust as cp
from cuprust._core import profiler

from workloads import simulate


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    board = (cp.random.random((options.size, options.size)) < 0.2).astype(int)

    def run():
        # The startup cost of a recording ends after some steps.
        simulate(cp, board, 10)
        cp.cuda.synchronize()
        start = time.perf_counter()
        boards = simulate(cp, board, options.steps)
        cp.cuda.synchronize()
        del boards
        return time.perf_counter() - start

    run()
    without, recorded = [], []
    for _ in range(options.rounds):
        without.append(run())
        with cp.profiler.profile():
            recorded.append(run())
    ratio, low, high = profiler.ratio(without, recorded)
    print(f"without {min(without) * 1e3:.3f} ms, recorded {min(recorded) * 1e3:.3f} ms; {ratio:.3f} times as long, 95 %: {low:.3f} to {high:.3f}")


if __name__ == "__main__":
    main()
