"""Measures the errors of special functions against mpmath, beside SciPy's, and writes `docs/special-errors.md`.

    python docs/special_errors.py                           # all functions on the current device; hours
    python docs/special_errors.py --seconds 5 --jobs 2      # at most so many seconds of a processor for a function and dtype
    python docs/special_errors.py --only 'gamma|beta.*'     # the rows that a pattern names; the others stay

Exact functions, arguments and what an error is relative to are those of the tests: `test_special.py`,
`test_special_complex.py`, `special_composed.py`.
"""

import argparse
import multiprocessing
import re
import sys
import time
from pathlib import Path

import mpmath
import numpy as np
import scipy
import scipy.special as theirs

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "python"))

import test_special  # noqa: E402
import test_special_complex  # noqa: E402
from conftest import host, parts  # noqa: E402
from special_bessel import INTEGERS  # noqa: E402
from special_composed import COMPOSED, wave  # noqa: E402

import cuprust as cp  # noqa: E402
from cuprust.scipy import special as ours  # noqa: E402

PAGE = Path(__file__).with_name("special-errors.md")
UNITS = {"float64": 2.0**-52, "float32": 2.0**-23}


def ufunc(name):
    """How a module calls a ufunc, whose integer operands are drawn as floats."""
    whole = INTEGERS.get(name, [])
    return lambda s, *operands: getattr(s, name)(*(x.astype("int64") if place in whole else x for place, x in enumerate(operands)))


def rows():
    """Of each name: how a module is called, the exact function, the arguments, and what errors are relative to."""
    for name, (exact, draws, _, beside) in test_special.EXACT.items():
        yield name, (ufunc(name), exact, draws, beside)
    for name, (exact, draws, _, least) in test_special_complex.EXACT.items():
        yield f"{name} complex", (ufunc(name), exact, draws, bool(least))
    for name, (exact, factor) in test_special.COMPLEX.items():
        scaled = lambda v, z, exact=exact, factor=factor: exact(v, z) * factor(z)  # noqa: E731
        size = lambda v, z, exact=exact, factor=factor: wave(exact, v, z) * abs(factor(z))  # noqa: E731
        yield f"{name} complex", (ufunc(name), scaled, test_special.complex_arguments, size)
    for name, (call, exact, draws, _, beside) in COMPOSED.items():
        yield name, (call, exact, draws, beside)


ROWS = dict(rows())


def points(draws, count, dtype):
    random = np.random.default_rng(11)
    # Ranges share the arguments out in two to six parts.
    drawn = count + -count % 60
    operands = draws(random, drawn) if callable(draws) else [np.asarray(draw(random, drawn)) for draw in draws]
    order = random.permutation(min(len(x) for x in operands))[:count]
    kinds = {"float64": {"f": "f8", "c": "c16"}, "float32": {"f": "f4", "c": "c8"}}[dtype]
    with np.errstate(over="ignore", under="ignore"):
        return [np.asarray(x)[order].astype(kinds[np.asarray(x).dtype.kind]) for x in operands]


def number(x):
    return mpmath.mpc(complex(x)) if np.iscomplexobj(x) else mpmath.mpf(float(x))


def measure(name, dtype, count, seconds):
    """The largest errors of both, the arguments and values of ours, and of how many points; None where the dtype has none."""
    call, exact, draws, beside = ROWS[name]
    operands = points(draws, count, dtype)
    try:
        own = [np.asarray(x) for x in parts(host(call(ours, *map(cp.asarray, operands))))]
    except TypeError:
        return None
    base = name.split()[0]
    try:
        with np.errstate(all="ignore"):
            other = [np.asarray(x) for x in parts(call(theirs, *operands))] if hasattr(theirs, base) else []
    except (TypeError, AttributeError):
        other = []
    if own[0].dtype.itemsize // (2 if own[0].dtype.kind == "c" else 1) != np.dtype(dtype).itemsize:
        return None
    least, most = (mpmath.mpf(2) ** -960, mpmath.mpf(2) ** 1023) if dtype == "float64" else (mpmath.mpf(2) ** -120, mpmath.mpf(2) ** 127)
    worst, worst_other, where, done, begun = 0.0, 0.0, (), 0, time.process_time()
    for place, arguments in enumerate(zip(*operands)):
        if time.process_time() - begun > seconds:
            break
        given = [number(x) for x in arguments]
        try:
            with mpmath.workdps(40 if name in COMPOSED else 60):
                wanted = exact(*given)
                wanted = list(wanted) if isinstance(wanted, tuple) else [wanted]
                if not all(mpmath.isfinite(want) for want in wanted):
                    continue
                size = beside(*given) if callable(beside) else 1 if beside else 0
                scales = [max(abs(want), size) for want in wanted]
        except (ValueError, ZeroDivisionError, mpmath.libmp.NoConvergence, OverflowError):
            continue
        done += 1
        for which, (want, scale) in enumerate(zip(wanted, scales)):
            if not least < abs(want) < most or scale == 0:
                continue
            for mine, values in ((True, own), (False, other)):
                if not values:
                    continue
                value = values[which][place]
                with mpmath.workdps(60):
                    error = float(abs(number(value) - want) / scale / UNITS[dtype]) if np.isfinite(value) else np.inf
                if mine and error > worst:
                    worst, where = error, (*arguments, value, mpmath.nstr(want, 20))
                elif not mine:
                    worst_other = max(worst_other, error)
    return (worst, worst_other if other else None, where, done) if done else None


def job(task):
    name, dtype, count, seconds = task
    try:
        return name, dtype, measure(name, dtype, count, seconds)
    except Exception as error:  # noqa: BLE001
        print(name, dtype, repr(error), file=sys.stderr)
        return name, dtype, None


def figure(error, best=None):
    """An error in two or three digits, bold where it is above four units and above the best that is allowed beside."""
    if error is None:
        return ""
    text = "no digit" if error > 2**52 else f"{error:.1f}" if error < 100 else f"{error:.3g}" if error < 1e4 else f"{error:.1e}".replace("e+0", "e").replace("e+", "e")
    return f"**{text}**" if best is not None and error > max(4, best) else text


HEAD = """# Errors of special functions

The largest errors against [mpmath](https://mpmath.org), ours and SciPy {scipy}'s, in units of 2^-52 in float64 and complex128 and of 2^-23 in float32 and complex64. Written by
`python docs/special_errors.py`, which has the details; the CPU and GPUs give the same bits, but for `erf`, `erfc` and `i0`, and what is NumPy's too.

An error is relative to the value; where a function has zeros, to the greater of the value and one, or to the size of its waves, as the function's test says. Points are drawn over
magnitudes and signs, beside poles, zeros and ends too: at most 10 000, or what mpmath computed in the seconds that the command allows. Bold is what is above both four
units and SciPy's. No digit is right where it says so. A number after a name is its parameter, as the derivative's order; `slope` is the first derivative.

| function | points | ours | SciPy | points in single precision | ours | SciPy |
|---|---|---|---|---|---|---|
"""


def written(name, results):
    """A row of the table."""
    cells = [f"`{name.split()[0]}`{name[len(name.split()[0]) :]}"]
    for result in results:
        own, other, _, count = result or (None, None, None, "")
        cells += [str(count), figure(own, other or 0), figure(other)]
    return f"| {' | '.join(cells)} |"


def main():
    given = argparse.ArgumentParser()
    given.add_argument("--only", default="")
    given.add_argument("--count", type=int, default=10_000)
    given.add_argument("--seconds", type=float, default=60)
    given.add_argument("--jobs", type=int, default=1)
    given = given.parse_args()
    names = [name for name in ROWS if re.fullmatch(given.only or ".*", name)]
    tasks = [(name, dtype, given.count, given.seconds) for name in names for dtype in UNITS]
    lines = {}
    if given.only and PAGE.exists():
        found = (re.match(r"\| `(\w+)`(.*?) \|", line) for line in PAGE.read_text().splitlines())
        lines = {match[1] + match[2]: match.string for match in found if match}
    results = {}
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for name, dtype, result in pool.imap(job, tasks):
            results[name, dtype] = result
            if result:
                print(name, dtype, figure(result[0], result[1] or 0), figure(result[1]), result[3], result[2], flush=True)
            if dtype == "float32":
                lines[name] = written(name, [results[name, each] for each in UNITS])
                body = "\n".join(lines[each] for each in sorted(lines, key=str.lower) if each in ROWS)
                PAGE.write_text(HEAD.format(scipy=scipy.__version__) + body + "\n")


if __name__ == "__main__":
    main()
