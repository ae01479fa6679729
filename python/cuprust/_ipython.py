"""The magics ``%gpu_timeit`` and ``%%gpu_timeit`` of IPython."""

from __future__ import annotations

import argparse
import math
import shlex
from typing import Any


def register(ipython: Any) -> None:
    """Add the magics to an IPython shell."""
    ipython.register_magic_function(lambda line, cell=None: gpu_timeit(ipython, line, cell), "line_cell", "gpu_timeit")


def gpu_timeit(ipython: Any, line: str, cell: str | None = None) -> Any:
    """Time a statement on the host and the device: ``%gpu_timeit [-n REPEATS] [-w WARMUP] [-d SECONDS] statement``.

    As a cell magic the line is set up once, and the cell is timed. Gives the result of `cuprust.profiler.benchmark`.
    """
    from cuprust.profiler import benchmark

    parser = argparse.ArgumentParser(prog="%gpu_timeit", add_help=False)
    parser.add_argument("-n", "--n-repeat", type=int, default=10000)
    parser.add_argument("-w", "--n-warmup", type=int, default=10)
    parser.add_argument("-d", "--max-duration", type=float, default=5.0 if cell is None else math.inf)
    # The statement is Python and not words: only what stands before it belongs to the magic.
    words, statement = [], line.strip()
    while statement.startswith("-"):
        option, _, rest = statement.partition(" ")
        value, _, statement = rest.strip().partition(" ")
        words += shlex.split(option) + [value]
        statement = statement.strip()
    options = parser.parse_args(words)
    if cell is not None:
        exec(compile(statement, "<gpu_timeit setup>", "exec"), ipython.user_ns)
    code = compile(statement if cell is None else cell, "<gpu_timeit>", "exec")
    result = benchmark(
        lambda: exec(code, ipython.user_ns),
        n_repeat=options.n_repeat,
        n_warmup=options.n_warmup,
        max_duration=options.max_duration,
        name="run",
    )
    print(result)
    return result
