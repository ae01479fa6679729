"""Atomic operations on an element."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cuprust.jit._arrays import FOLDER
from cuprust.jit._functions import Intrinsic
from cuprust.jit._types import Scalar
from cuprust.jit._values import Constant, Data, Items, Value

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope

_INTEGERS = ("int32", "uint32", "int64", "uint64")
_NUMBERS = (*_INTEGERS, "float16", "bfloat16", "float32", "float64")
# The dtypes that each operation has.
_DTYPES = {
    "add": _NUMBERS,
    "sub": _NUMBERS,
    "exch": (*_INTEGERS, "float32", "float64"),
    "min": _INTEGERS,
    "max": _INTEGERS,
    "inc": ("uint32",),
    "dec": ("uint32",),
    "cas": ("uint16", *_INTEGERS),
    "and": _INTEGERS,
    "or": _INTEGERS,
    "xor": _INTEGERS,
}


def _atomic(name: str, does: str) -> Intrinsic:
    def compile(scope: Scope, array: Value, index: Value, value: Value, alt_value: Value = Constant(None)) -> Value:
        if not isinstance(array, Data):
            scope.fail(f"an atomic operation is on an array, not on {scope.describe(array)}")
        if isinstance(index, Constant) and isinstance(index.value, tuple):
            index = Items(tuple(map(Constant, index.value)))
        place = array.type.item(scope, array, index.items if isinstance(index, Items) else (index,))
        if not isinstance(place, Data) or not isinstance(place.type, Scalar):
            scope.fail(f"an atomic operation is on an element, not on {scope.describe(place or array)}")
        type = place.type
        if type.dtype.name not in _DTYPES[name]:
            scope.fail(f"atomic_{name} is for {', '.join(_DTYPES[name])}, not for {type}")
        has_alt_value = isinstance(alt_value, Data) or alt_value.value is not None if not isinstance(alt_value, Items) else True
        if has_alt_value is not (name == "cas"):
            scope.fail("alt_value is what atomic_cas stores, and is given to it alone")
        values = [value, alt_value] if has_alt_value else [value]
        codes = ", ".join(scope.cast(each, type) for each in values)
        scope.program.texts.setdefault((FOLDER / "atomics.cuh").read_text().strip())
        return Data(f"atomic_{name}(&{place.code}, {codes})", type)

    compile.__name__ = f"atomic_{name}"
    compile.__doc__ = (
        f"{does} The result is what was there before. The element's dtype is one of {', '.join(_DTYPES[name])}.\n\n"
        f"    >>> before = jit.atomic_{name}(x, 0, {'1, 2' if name == 'cas' else '1'})\n"
    )
    return Intrinsic(compile)


atomic_add = _atomic("add", "Adds `value` to ``array[index]``.")
atomic_sub = _atomic("sub", "Subtracts `value` from ``array[index]``.")
atomic_exch = _atomic("exch", "Stores `value` in ``array[index]``.")
atomic_min = _atomic("min", "Stores the smaller of ``array[index]`` and `value`.")
atomic_max = _atomic("max", "Stores the larger of ``array[index]`` and `value`.")
atomic_inc = _atomic("inc", "Adds one to ``array[index]``, which becomes 0 where it has reached `value`.")
atomic_dec = _atomic("dec", "Takes one from ``array[index]``, which becomes `value` where it is 0 or larger than that.")
atomic_cas = _atomic("cas", "Stores `alt_value` in ``array[index]`` where that is `value`.")
atomic_and = _atomic("and", "Stores the bits that both ``array[index]`` and `value` have.")
atomic_or = _atomic("or", "Stores the bits that ``array[index]`` or `value` has.")
atomic_xor = _atomic("xor", "Stores the bits that one of ``array[index]`` and `value` has.")
