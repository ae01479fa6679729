"""Calls of every function of the table with arrays of any size: what tests of memory and of signals walk over."""

import functools
import itertools
import signal

import numpy as np

import cuprust as cp

# Functions that write files or print, or that need more than arrays and numbers.
LEFT_OUT = {"save", "savez", "savetxt", "fromfile", "loadtxt", "genfromtxt", "load", "frompyfunc", "set_printoptions", "lu_solve", "show_config"}
# Arguments that a function wants, by the name of the parameter, where those of its type do not serve.
NAMED = {
    "axis1": 0, "axis2": 1, "subscripts": "ij,jk->ik", "order": None, "repeats": lambda n: cp.ones(n, int), "deg": lambda n: min(n, 500),
    "pow": 3, "maxpower": 1000, "m": 2, "shape": lambda n: (2, 2), "newshape": -1, "dtype": "f8", "source": 0, "destination": -1, "k": 1,
    "num": lambda n: n, "start": 0.0, "stop": 5.0, "mode": "full", "kind": "symmetric", "pad_width": 2, "q": 0.5, "kth": 3, "bins": 10,
    "indices_or_sections": 2, "ord": None, "size": lambda n: n, "obj": 1, "shift": 3, "rcond": None, "side": "left", "dx": 1.0,
}  # fmt: skip
# The most rows of a matrix: what is done to it takes the third power.
LARGEST_SIDE = 1 << 10
ARRAYS = ("Array", "OptionalArray", "AnyArray", "OptionalAnyArray", "Operand", "Elements", "Prototype", "Shaped", "Source", "ArrayOrSequence")
# Kinds of parameters that an integer is an argument for, and those that several are.
WHOLE = ("Int", "Clamped", "Wide", "Number", "Float", "Operand")
SEVERAL = ("Ints", "Whole", "Shifts", "Shape", "Ranks", "Sequence", "Axes", "AxisPairs", "Sections", "Counts", "IntPairs", "Indices", "Index", "Bins")


class Slow(Exception):
    """A call took longer than it was given."""


def limited(seconds, call):
    """The exception that a call raises, Slow where it takes longer than so many seconds; None where it raises none."""
    may_raise = [True]

    def slow(*_):
        # The alarm may go off when the call has just ended.
        if may_raise:
            may_raise.clear()
            raise Slow

    signal.signal(signal.SIGALRM, slow)
    signal.alarm(seconds)
    try:
        try:
            call()
        finally:
            may_raise.clear()
    except BaseException as error:
        return error
    finally:
        signal.alarm(0)
    return None


def function_of(row):
    """The function of a row, or None."""
    owner = cp
    for part in row["module"].split(".")[1:]:
        owner = getattr(owner, part, None)
    return getattr(owner, row["name"], None)


def rows():
    """The functions that are walked over."""
    return [row for row in cp._core._table() if row["name"] not in LEFT_OUT and function_of(row) is not None]


def kinds(size):
    """Arrays for the operands of a call: matrices, and vectors of so many elements, in order or not, of floats, integers, complex numbers."""
    side = min(int(size**0.5) // 2 * 2, LARGEST_SIDE)
    square = np.random.default_rng(0).random((side, side)) + np.eye(side)
    definite = square @ square.T + side * np.eye(side)
    yield "matrices", lambda place: cp.asarray(definite if place == 0 else square)
    yield "vectors", lambda place: cp.arange(1.0, size + 1)
    yield "integers", lambda place: cp.arange(size) % (100 if place else size)
    yield "mixed", lambda place: cp.asarray(square) if place == 0 else cp.arange(float(side))
    yield "falling", lambda place: cp.arange(float(side if place else size))[::-1] * 1j
    yield "wide", lambda place: cp.asarray(square).reshape(2, -1)[:, : side * side // 2]


def calls(row, size):
    """Calls of a function by name, each with arguments that are made already. What does not take them raises an error soon."""
    function = function_of(row)
    for kind, array in kinds(size):
        named, further = arguments(row, array, size)
        yield f"{row['module']}.{row['name']} of {kind}", functools.partial(function, *named.values(), *further)


def extreme_calls(row, size, integers):
    """Calls of a function by name, in each of which one parameter that takes integers has one of `integers`, or a sequence of them."""
    function = function_of(row)
    for kind, array in list(kinds(size))[:3]:
        for name, takes, passing, default in row["parameters"]:
            kept = takes.removeprefix("Optional")
            values = integers if kept in WHOLE else [*integers, *itertools.product(integers, (1, *integers))] if kept in SEVERAL else []
            for value in values if passing != "Rest" else []:
                named, further = arguments(row, array, size)
                keywords = {} if default is None else {name: value}
                named.update({name: value} if default is None else {})
                yield f"{row['module']}.{row['name']} of {kind}, {name}={value}", functools.partial(function, *named.values(), *further, **keywords)


def arguments(row, array, size):
    """The required arguments of a function by the names of the parameters, and those that take the rest."""
    named, further, place = {}, [], 0
    for name, takes, passing, default in row["parameters"]:
        if takes == "Owner":
            named[name] = cp.add if row["module"] == "cuprust.ufunc" else cp.random.default_rng(1)
        elif passing == "Rest":
            further = [array(0), array(1)] if takes in ("Arrays", "Indices") else []
        elif default is not None:
            continue
        elif takes == "Arrays":
            named[name] = [array(0), array(1)]
        elif takes in ARRAYS or takes == "Out":
            # A polynomial takes as many steps as its degree.
            named[name] = array(place).real % 100 if name == "n" else array(place)
            place += 1
        elif name in NAMED:
            value = NAMED[name]
            named[name] = value(size) if callable(value) else value
        elif takes == "Sequence":
            named[name] = (2, 2)
        elif takes in ("Int", "Clamped", "Ints", "Whole", "Shifts", "Ranks", "Shape", "OptionalInt", "Wide"):
            named[name] = int(size**0.5)
        elif takes in ("Float", "Number"):
            named[name] = 0.5
        else:
            named[name] = array(place)
            place += 1
    return named, further
