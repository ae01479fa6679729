"""Runs random array programs on NumPy and on cuprust, and compares everything that is alive at the end.

usage: python tests/fuzz [--programs N] [--seed S] [--steps K] [--threads T] [--forks F] [--fused] [--turns R]

A program that differs is made as short as it can be and still differ, and printed. The first seed is printed too, so that
a run can be repeated. Kill-switches and devices are chosen by cuprust's own environment variables.
"""

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
import warnings

import numpy as np

import cuprust as cp
from fused import Parts
from program import here, make, statement, truths


def differences(lines):
    """The difference when the lines run on both sides: an empty string if there is none."""
    sides, looks = [], set()
    for xp in (np, cp):
        reads, names = namespace(xp)
        raised = []
        for place, line in enumerate(lines):
            error = None
            try:
                if xp is np or not FUSED:
                    exec(statement(line), names)
                elif not run_blindly(line, names):
                    looks.add(place)
                    exec(statement(line), names)
            except Exception as exception:
                error = exception
            raised.append(error)
        try:
            values = results_of(names)
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
    alone = looks | {place for place, error in enumerate(own_raised) if error}
    return differences_fused(lines, alone, reads, values) if FUSED else ""


# Whether programs are also run with parts as functions of `fuse`.
FUSED, TURNS = False, 2
PROGRAMS = {}


def differences_fused(lines, alone, reads, values):
    """The difference when the lines run as functions of `fuse`, several times."""
    parts = Parts(lines, alone)
    for turn in range(1, TURNS + 1):
        own_reads, names = namespace(cp)
        try:
            if looks := parts.run(names):
                return differences_fused(lines, alone | set(looks), reads, values)
            own_values = results_of(names)
        except Exception as exception:
            return f"run {turn} as functions raised {exception!r}"
        for place, (theirs, ours) in enumerate(zip(reads, own_reads)):
            if found := unequal(theirs, ours):
                return f"read {place} of run {turn} as functions: {found}"
        for name, theirs in values.items():
            if name not in own_values:
                return f"{name} is missing in run {turn} as functions"
            if found := unequal(theirs, own_values[name]):
                return f"{name} of run {turn} as functions: {found}"
    for text in parts.programs():
        kind = "run as programs" if "program of" in text else text
        PROGRAMS[kind] = PROGRAMS.get(kind, 0) + 1
    return ""


def namespace(xp):
    """The namespace of lines, which records the names that they read."""
    reads, names = [], {"xp": xp, "np": np, "odd": truths if xp is np else lambda bytes: bytes}
    names["elsewhere"] = elsewhere if xp is cp else here
    names["read"] = lambda value: reads.append(to_numpy(value))
    return reads, names


def results_of(names):
    """The arrays of a program."""
    return {name: to_numpy(value) for name, value in names.items() if name.startswith("a") and name[1:].isdigit()}


def run_blindly(line, names):
    """Runs a line without reading elements; returns whether it reads none."""
    before = cp._core._allow_waiting(False)
    try:
        exec(statement(line), names)
        return True
    except cp._core.DeviceSynchronized:
        return False
    finally:
        cp._core._allow_waiting(before)


def elsewhere(call, *arrays):
    """The result of a call on arrays that were moved to another device, moved back."""
    own = cp.cuda.Device()
    other = cp.cuda.Device("cpu")
    with other:
        result = call(*[a.to_device(other) for a in arrays])
    return result.to_device(own)


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
    """The lines that the difference needs."""
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
    parser.add_argument("--threads", type=int, default=1, help="how many threads run programs, each on a stream of its own or the null one")
    parser.add_argument("--forks", type=int, default=0, help="how many children, which run programs too, are forked meanwhile")
    parser.add_argument("--fused", action="store_true", help="run each program in parts that are functions of `fuse` too")
    parser.add_argument("--turns", type=int, default=2, help="how often these functions run: from the sixth time on as graphs, on a GPU")
    options = parser.parse_args()
    global FUSED, TURNS
    FUSED, TURNS = options.fused, options.turns
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    on_host = str(cp.cuda.Device()) == "cpu"
    start = time.perf_counter()
    last = options.seed + options.programs
    # Programs are generated with NumPy only; each thread runs every n-th.
    found = []
    parts = [range(options.seed + number, last, options.threads) for number in range(options.threads)]
    threads = [threading.Thread(target=run, args=(number, part, options.steps, on_host, found)) for number, part in enumerate(parts)]
    if options.threads == 1 and not options.forks:
        run(0, parts[0], options.steps, on_host, found)
    else:
        # A module that another thread imports during a fork can never be imported in the child: what Python imports
        # when it is first used is imported before.
        for name in dir(cp):
            getattr(cp, name, None)
        run(0, range(last, last + 50), options.steps, on_host, found)
        for thread in threads:
            thread.start()
        for number in range(options.forks):
            found += in_a_child(range(last + 50 + 10 * number, last + 60 + 10 * number), options.steps)
        for thread in threads:
            thread.join()
    for seed, lines, difference, device in found[:1]:
        with device:
            lines = shorten(lines)
            print(f"program {seed} differs: {differences(lines) or 'not alone, but ' + difference}\n")
        print("\n".join(lines))
        return 1
    seconds = time.perf_counter() - start
    print(f"{options.programs} programs from seed {options.seed} agree with NumPy ({seconds:.0f} s)")
    for kind, count in sorted(PROGRAMS.items(), key=lambda item: -item[1]):
        print(f"{count:9} functions: {kind}")
    return 0


def run(number, seeds, steps, on_host, found):
    """Runs programs, the odd threads on streams of their own, until one differs."""
    np.seterr(all="ignore")
    with cp.cuda.Stream() if number % 2 else cp.cuda.Stream.null:
        for seed in seeds:
            lines = make(seed, steps, on_host).lines
            difference = "" if found else differences(lines)
            if difference:
                found.append((seed, lines, difference, cp.cuda.Device()))
            if found:
                return


def in_a_child(seeds, steps):
    """Runs programs in a forked child, on the CPU: no GPU that the parent used can be used there. Gives the program that differs there and
    how, or that the child hangs or ended otherwise."""
    cpu = cp.cuda.Device("cpu")
    with tempfile.TemporaryFile("w+") as report:
        child = os.fork()
        if child == 0:
            found = []
            cpu.use()
            run(0, seeds, steps, True, found)
            for seed, _, difference, _ in found:
                print(f"{seed} {difference}", file=report, flush=True)
            os._exit(1 if found else 0)
        end = time.monotonic() + 300
        ended, status = 0, 0
        while not ended and time.monotonic() < end:
            ended, status = os.waitpid(child, os.WNOHANG)
            time.sleep(0.002)
        if not ended:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return [(seeds[0], ["# a forked child hung"], "a forked child hung", cpu)]
        report.seek(0)
        seed, _, difference = report.read().partition(" ")
        if seed:
            return [(int(seed), make(int(seed), steps).lines, f"in a forked child {difference}", cpu)]
        code = os.waitstatus_to_exitcode(status)
        return [(seeds[0], ["# a forked child ended"], f"a forked child ended with {code}", cpu)] if code else []


if __name__ == "__main__":
    sys.exit(main())
