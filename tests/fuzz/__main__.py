"""Runs random array programs on NumPy and on cuprust, and compares everything that is alive at the end.

usage: python tests/fuzz [--programs N] [--seed S] [--steps K]

A program that differs is made as short as it can be and still differ, and printed. The first seed is printed too, so that
a run can be repeated. Kill-switches and devices are chosen by cuprust's own environment variables.
"""

import argparse
import sys
import time
import warnings

import numpy as np

import cuprust as cp
from program import make, statement, truths


def differences(lines):
    """What differs when the lines run on both sides: an empty string where nothing does."""
    sides = []
    for xp in (np, cp):
        reads, names, raised = [], {"xp": xp, "np": np, "odd": truths if xp is np else lambda bytes: bytes}, []
        names["read"] = lambda value, reads=reads: reads.append(to_numpy(value))
        for line in lines:
            error = None
            try:
                exec(statement(line), names)
            except Exception as exception:
                error = exception
            raised.append(error)
        values = {name: value for name, value in names.items() if name.startswith("a") and name[1:].isdigit()}
        try:
            values = {name: to_numpy(value) for name, value in values.items()}
        except Exception as exception:
            return f"reading the result raised {exception!r}"
        sides.append((raised, reads, values))
    (raised, reads, values), (own_raised, own_reads, own_values) = sides
    for line, theirs, ours in zip(lines, raised, own_raised):
        if (theirs is None) != (ours is None) or theirs is not None and not same_error(theirs, ours):
            return f"`{line}` raised {theirs!r} on NumPy and {ours!r} on cuprust"
    for place, (theirs, ours) in enumerate(zip(reads, own_reads)):
        if found := unequal(theirs, ours):
            return f"read {place}: {found}"
    for name, theirs in values.items():
        if name not in own_values:
            return f"{name} is missing on cuprust"
        if found := unequal(theirs, own_values[name]):
            return f"{name}: {found}"
    return ""


def same_error(theirs, ours):
    return isinstance(ours, type(theirs)) or isinstance(theirs, type(ours))


def to_numpy(value):
    return cp.asnumpy(value) if isinstance(value, cp.ndarray) else np.array(value)


def unequal(theirs, ours):
    if theirs.dtype != ours.dtype or theirs.shape != ours.shape:
        return f"{theirs.dtype}{theirs.shape} on NumPy, {ours.dtype}{ours.shape} on cuprust"
    if not np.array_equal(theirs, ours, equal_nan=theirs.dtype.kind in "fc"):
        places = np.argwhere(np.atleast_1d(theirs != ours))
        return f"{len(places)} elements differ, the first at {tuple(places[0])}: {theirs!r} on NumPy, {ours!r} on cuprust"
    return ""


def shorten(lines):
    """The lines without those that the difference does not need."""
    shorter = True
    while shorter:
        shorter = False
        for place in reversed(range(len(lines))):
            fewer = lines[:place] + lines[place + 1:]
            found = differences(fewer)
            if found and "NameError" not in found:
                lines, shorter = fewer, True
    return lines


def main():
    parser = argparse.ArgumentParser(prog="tests/fuzz")
    parser.add_argument("--programs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=14)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    on_host = str(cp.cuda.Device()) == "cpu"
    start = time.perf_counter()
    for seed in range(options.seed, options.seed + options.programs):
        lines = make(seed, options.steps, on_host).lines
        if differences(lines):
            lines = shorten(lines)
            print(f"program {seed} differs: {differences(lines)}\n")
            print("\n".join(lines))
            return 1
    seconds = time.perf_counter() - start
    print(f"{options.programs} programs from seed {options.seed} agree with NumPy ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
