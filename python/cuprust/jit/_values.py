"""What an expression of a kernel is while it is compiled: something known already, a text in CUDA C++, or several of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy

from cuprust.jit._types import Scalar, Type, scalar

NUMBERS = (bool, int, float, complex, numpy.generic)


@dataclass(frozen=True, eq=False)
class Constant:
    """An object of Python that is known when the kernel is compiled."""

    value: Any

    @property
    def is_number(self) -> bool:
        return isinstance(self.value, NUMBERS) and not isinstance(self.value, (numpy.str_, numpy.bytes_, numpy.void))


@dataclass(frozen=True, eq=False)
class Data:
    """What is computed when the kernel runs: an expression in CUDA C++. What is `fixed` can be named again instead of copied."""

    code: str
    type: Type
    fixed: bool = False


@dataclass(frozen=True, eq=False)
class Items:
    """A tuple."""

    items: tuple[Value, ...]


Value = Constant | Data | Items


def type_of_number(value: Any, numpy_rules: bool) -> Scalar:
    """The type of a number by itself: of a Python number NumPy's, or the one that C++ names as Python does."""
    if isinstance(value, numpy.generic):
        return scalar(value.dtype)
    if isinstance(value, bool):
        return scalar("bool")
    if isinstance(value, int):
        if -(2**31) <= value < 2**31 and not numpy_rules:
            return scalar("int32")
        return scalar("int64" if -(2**63) <= value < 2**63 else "uint64")
    if isinstance(value, float):
        return scalar("float64" if numpy_rules else "float32")
    return scalar("complex128" if numpy_rules else "complex64")


def literal(value: Any, type: Scalar) -> str:
    """A number as an expression of a type. An integer beyond it wraps around, as C++ converts it."""
    kind, size = type.dtype.kind, type.dtype.itemsize
    if type.dtype.name == "bfloat16":
        return f"bf16({_float(float(value), 4)})"
    if kind == "b":
        return "true" if value else "false"
    if kind in "iu":
        bits = 8 * size
        number = int(value) & (2**bits - 1)
        if kind == "u":
            return {4: f"{number}u", 8: f"{number}ull"}.get(size, f"({type.c}){number}")
        number -= 2**bits if number >> (bits - 1) else 0
        if number == -(2 ** (bits - 1)):
            # The smallest integer is not the negative of a positive one.
            return f"({type.c}){hex(-number)}ull"
        text = {4: f"{number}", 8: f"{number}ll"}.get(size, f"({type.c}){number}")
        return f"({text})" if number < 0 else text
    if kind == "c":
        whole = complex(value)
        return f"{type.c}({_float(whole.real, size // 2)}, {_float(whole.imag, size // 2)})"
    real = value.real if isinstance(value, (complex, numpy.complexfloating)) else value
    text = _float(float(real), size)
    return f"f16({text})" if size == 2 else text


def _float(value: float, size: int) -> str:
    if value != value:
        return "__longlong_as_double(0x7ff8000000000000ll)" if size == 8 else "__int_as_float(0x7fc00000)"
    if value in (float("inf"), float("-inf")):
        sign = "-" if value < 0 else ""
        text = "__longlong_as_double(0x7ff0000000000000ll)" if size == 8 else "__int_as_float(0x7f800000)"
        return f"({sign}{text})" if sign else text
    if size != 8:
        with numpy.errstate(over="ignore"):
            narrow = float(numpy.float32(value) if size == 4 else numpy.float16(value))
        text = f"{narrow!r}f" if narrow - narrow == 0 else ""
        if not text:
            return _float(narrow, size)
    else:
        text = repr(value)
    return f"({text})" if text.startswith("-") else text
