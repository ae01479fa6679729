"""Algorithms over ranges in kernels, by the names of the library Thrust. The thread that calls one does all of it.

A range is two iterators: ``array.begin()`` and ``array.end()`` of an array of one axis, or of a part of one, or addresses within shared memory.

>>> @jit.rawkernel()
... def sort_rows(x):
...     row = x[jit.grid(1)]
...     jit.thrust.sort(jit.thrust.seq, row.begin(), row.end())
"""

from __future__ import annotations as _annotations

from typing import TYPE_CHECKING

from cuprust.jit._functions import Intrinsic
from cuprust.jit._iterators import Iterator, include
from cuprust.jit._types import BOOL, INT64, VOID, Record, Scalar, Type
from cuprust.jit._values import Constant, Data, Value

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope


class Policy:
    """How an algorithm is executed: here always by the thread that calls it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"jit.thrust.{self.name}"


device = Policy("device")
seq = Policy("seq")

# The parameters of each algorithm after the policy, and its result. A range is `[`, an iterator of a range `*`, a
# number of the first range's dtype `v`, one that is summed `+`. The result is `bool`, `count`, `void`, the number of a
# parameter, two of these, or `v` or `+` for numbers of these dtypes.
_ALGORITHMS = {
    "adjacent_difference": ["[* 2"],
    "binary_search": ["[v bool", "[[* 4"],
    "copy": ["[* 2"],
    "count": ["[v count"],
    "equal": ["[* bool"],
    "equal_range": ["[v 00"],
    "exclusive_scan": ["[* 2", "[*+ 2"],
    "exclusive_scan_by_key": ["[** 3", "[**+ 3"],
    "fill": ["[v void"],
    "find": ["[v 0"],
    "gather": ["[** 3"],
    "inclusive_scan": ["[* 2"],
    "inclusive_scan_by_key": ["[** 3"],
    "inner_product": ["[*+ +"],
    "is_sorted": ["[ bool"],
    "is_sorted_until": ["[ 0"],
    "lower_bound": ["[v 0", "[[* 4"],
    "mismatch": ["[* 02"],
    "reduce": ["[ +", "[+ +"],
    "reduce_by_key": ["[*** 34"],
    "remove": ["[v 0"],
    "remove_copy": ["[*v 2"],
    "replace": ["[vv void"],
    "replace_copy": ["[*vv 2"],
    "reverse": ["[ void"],
    "reverse_copy": ["[* 2"],
    "scatter": ["[** void"],
    "sequence": ["[ void", "[v void", "[vv void"],
    "set_difference": ["[[* 4"],
    "set_difference_by_key": ["[[**** 67"],
    "set_intersection": ["[[* 4"],
    "set_intersection_by_key": ["[[*** 56"],
    "set_symmetric_difference": ["[[* 4"],
    "set_symmetric_difference_by_key": ["[[**** 67"],
    "set_union": ["[[* 4"],
    "set_union_by_key": ["[[**** 67"],
    "sort": ["[ void"],
    "sort_by_key": ["[* void"],
    "stable_sort": ["[ void"],
    "stable_sort_by_key": ["[* void"],
    "swap_ranges": ["[* 2"],
    "unique": ["[ 0"],
    "unique_by_key": ["[* 02"],
    "upper_bound": ["[v 0", "[[* 4"],
}
# The elements that a set operation copies: of the first range alone, of both, of the second alone.
_SETS = {
    "set_difference": "true, false, false",
    "set_intersection": "false, true, false",
    "set_symmetric_difference": "true, false, true",
    "set_union": "true, true, true",
}


def _algorithm(name: str) -> Intrinsic:
    forms = [form.split() for form in _ALGORITHMS[name]]

    def compile(scope: Scope, exec_policy: Value, *args: Value) -> Value:
        scope.constant(exec_policy, "the policy of an algorithm", Policy)
        counts = [len(takes) + takes.count("[") for takes, _ in forms]
        if len(args) not in counts:
            scope.fail(f"{name} takes a policy and {' or '.join(map(str, counts))} arguments, and {len(args)} are given")
        takes, gives = forms[counts.index(len(args))]
        return _called(scope, name, takes.replace("[", "**"), gives, args)

    compile.__name__ = name
    compile.__doc__ = f"Thrust's ``{name}``, by the thread that calls it."
    return Intrinsic(compile)


def _called(scope: Scope, name: str, takes: str, gives: str, args: tuple[Value, ...]) -> Value:
    include(scope)
    iterators = [_place(scope, value) for value, form in zip(args, takes) if form == "*"]
    own = iterators[0].type.of  # type: ignore[attr-defined]
    summed = iterators[2 if name.endswith("by_key") else 0].type.of  # type: ignore[attr-defined]
    if "+" in takes:
        summed = scope.common([Data("", summed), args[takes.index("+")]])
    remaining = iter(iterators)
    codes = [next(remaining).code if form == "*" else scope.cast(value, summed if form == "+" else own) for value, form in zip(args, takes)]
    if name in ("exclusive_scan", "exclusive_scan_by_key", "reduce") and "+" not in takes:
        codes.append(scope.cast(Constant(0), summed))
    if name == "sequence":
        codes += [scope.cast(Constant(number), own) for number in (0, 1)][takes.count("v") :]
    function = name
    if name.removesuffix("_by_key") in _SETS:
        function = f"merged<{_SETS[name.removesuffix('_by_key')]}>"
        if name == "set_intersection_by_key":
            # Common elements are copied from the first range: the second needs no values.
            codes.insert(5, codes[4])
    types = {"bool": BOOL, "count": INT64, "void": VOID, "v": own, "+": summed}
    result = types[gives] if gives in types else _given(gives, [value.type for value in iterators])
    return Data(f"algorithms::{function}({', '.join(codes)})", result)


def _place(scope: Scope, value: Value) -> Data:
    if isinstance(value, Data) and isinstance(getattr(value.type, "of", None), Scalar) and not hasattr(value.type, "ndim"):
        return value
    scope.fail(f"a place of a range is expected, as array.begin(), not {scope.describe(value)}")


def _given(positions: str, types: list[Type]) -> Type:
    """The type of a returned iterator, or of two."""
    found = [types[int(place)] for place in positions]
    if len(found) == 1:
        return found[0]
    return Record(f"algorithms::Pair<{found[0].c}, {found[1].c}>", tuple(found), ("first", "second"))


@Intrinsic
def make_constant_iterator(scope: Scope, x: Value) -> Value:
    """A range of the same number.

    >>> sevens = jit.thrust.make_constant_iterator(7)
    """
    return _made(scope, "Same", x)


@Intrinsic
def make_counting_iterator(scope: Scope, x: Value) -> Value:
    """A range of numbers that count up from one.

    >>> places = jit.thrust.make_counting_iterator(0)
    """
    return _made(scope, "Counting", x)


def _made(scope: Scope, form: str, value: Value) -> Value:
    include(scope)
    data = scope.number(value)
    assert isinstance(data.type, Scalar)
    type = Iterator(form, data.type)
    return Data(f"{type.c}{{{data.code}, 0}}", type)


globals().update({name: _algorithm(name) for name in _ALGORITHMS})
__all__ = sorted([*_ALGORITHMS, "device", "make_constant_iterator", "make_counting_iterator", "seq"])
