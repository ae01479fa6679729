"""The magics ``%gpu_timeit``, ``%%gpu_timeit`` and ``%%profile`` of IPython."""

from __future__ import annotations

import argparse
import math
import shlex
from typing import Any


def register(ipython: Any) -> None:
    """Add the magics to an IPython shell."""
    ipython.register_magic_function(lambda line, cell=None: gpu_timeit(ipython, line, cell), "line_cell", "gpu_timeit")
    # IPython has a line magic %profile of its own, which is kept.
    ipython.register_magic_function(lambda line, cell: profile(ipython, line, cell), "cell", "profile")


def gpu_timeit(ipython: Any, line: str, cell: str | None = None) -> Any:
    """Time a statement on the host and the device: ``%gpu_timeit [-n REPEATS] [-w WARMUP] [-d SECONDS] [-o] statement``.

    As a cell magic the line is executed once, before the cell is timed. The times are printed; with ``-o``, as with IPython's own ``%timeit``,
    the result of `cuprust.profiler.benchmark` is returned too, which IPython shows where nothing is assigned.
    """
    from cuprust.profiler import benchmark

    parser = argparse.ArgumentParser(prog="%gpu_timeit", add_help=False)
    parser.add_argument("-n", "--n-repeat", type=int, default=10000)
    parser.add_argument("-w", "--n-warmup", type=int, default=10)
    parser.add_argument("-d", "--max-duration", type=float, default=5.0 if cell is None else math.inf)
    # The statement is Python code: only the words before it belong to the magic.
    words, statement, returned = [], line.strip(), False
    while statement.startswith("-"):
        option, _, rest = statement.partition(" ")
        if option == "-o":
            returned, statement = True, rest.strip()
            continue
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
    return result if returned else None


def profile(ipython: Any, line: str, cell: str) -> Any:
    """Record what a cell does on its devices: ``%%profile [name]``.

    The cell's result is the `cuprust.profiler.profile`: a terminal shows its report, a notebook its page. A name in the line is assigned to it.
    """
    from cuprust.profiler import profile

    name = line.strip()
    if name and not name.isidentifier():
        raise ValueError(f"%%profile takes the name of a variable or nothing, not {name!r}")
    with profile() as found:
        exec(compile(cell, "<profile>", "exec"), ipython.user_ns)
    if name:
        ipython.user_ns[name] = found
    return found
