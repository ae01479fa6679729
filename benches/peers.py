"""Side by side: the same NumPy-shaped calls on several modules, in one process, in turns.

    python benches/peers.py numpy,cuprust                on the CPU
    python benches/peers.py cupy,cuprust                 on a GPU
    python benches/peers.py cupy,cuprust --only 'life|softmax' --json figures.json
    python benches/peers.py cupy,cuprust --chapters      indexing, sorting, statistics, .. instead
    python benches/peers.py cupy,cuprust --numerics      random numbers, matrices, stacks of them, Fourier transforms

A repeat makes every call of a workload once, each on inputs of its own, holds all results, and waits for the device: no
module can share work between calls, or leave out what nothing reads. Printed are the medians, in microseconds a call, and
how many times the first module's time each other module needs the less. The modules take turns within each repeat.
"""

import argparse
import importlib
import json
import re
import statistics
import time

from chapters import CHAPTERS
from numerics import NUMERICS
from workloads import WORKLOADS, wait

REPEATS = 7

# Threads of OpenBLAS spin for a while after a product: on two cores they would take one from the module whose turn is
# next.
PAUSE = 0.15


def main():
    arguments = parse()
    modules = {name: importlib.import_module(name) for name in arguments.modules.split(",")}
    on_gpu = arguments.large if arguments.large is not None else "cupy" in modules
    figures = {}
    for work in CHAPTERS if arguments.chapters else NUMERICS if arguments.numerics else WORKLOADS:
        if re.search(arguments.only, work.name):
            figures[work.name] = measured = side_by_side(work, modules, on_gpu)
            print(line(work.name, measured), flush=True)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(figures, file, indent=1)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", help="numpy, cupy, cuprust, .. with commas between; the first is compared with")
    parser.add_argument("--only", default="", metavar="REGEX", help="the workloads to run")
    parser.add_argument("--chapters", action="store_true", help="the workloads of NumPy's chapters (chapters.py)")
    parser.add_argument("--numerics", action="store_true", help="the workloads of libraries (numerics.py)")
    parser.add_argument("--json", metavar="FILE", help="where to write the figures, in seconds")
    parser.add_argument("--large", action=argparse.BooleanOptionalAction, help="sizes for a GPU (default: where cupy takes part)")
    return parser.parse_args()


def side_by_side(work, modules, large):
    """Seconds a call, the median of the repeats, for each module; None where the module cannot do it."""
    calls, times = {}, {name: [] for name in modules}
    for name, xp in modules.items():
        try:
            calls[name] = work.calls(xp, large)
            once(calls[name], xp)
        except Exception as error:
            print(f"{work.name}: {name} leaves it out: {type(error).__name__}: {str(error)[:90]}")
            calls.pop(name, None)
    for _ in range(REPEATS):
        for name in calls:
            if "numpy" in calls:
                time.sleep(PAUSE)
            # Short workloads are repeated, so that the clock's resolution and a stray interrupt count little.
            turns = [once(calls[name], modules[name])]
            while sum(turns) < 0.02 and len(turns) < 50:
                turns.append(once(calls[name], modules[name]))
            times[name].append(statistics.median(turns))
    return {name: statistics.median(seconds) / len(calls[name]) if seconds else None for name, seconds in times.items()}


def once(calls, xp):
    """Seconds for all calls, with every result held until the device has them."""
    start = time.perf_counter()
    held = [call() for call in calls]
    wait(xp)
    seconds = time.perf_counter() - start
    del held
    wait(xp)
    return seconds


def line(name, figures):
    first, *others = figures
    base = figures[first]
    parts = [f"{first} {base * 1e6:12.2f}" if base else f"{first} {'-':>12}"]
    for other in others:
        seconds = figures[other]
        ratio = f"x{base / seconds:7.2f}" if base and seconds else ""
        parts.append(f"{other} {seconds * 1e6:12.2f} {ratio}" if seconds else f"{other} {'-':>12}")
    return f"{name:36} " + "   ".join(parts)


if __name__ == "__main__":
    main()
