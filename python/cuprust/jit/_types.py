"""The types that values of a kernel have, and their names in CUDA C++."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy

from cuprust._core import _jit

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope
    from cuprust.jit._values import Data, Value


class Type:
    """What a value is. `c` is the type in CUDA C++, and `declared` says whether a variable of it can be declared without a value."""

    c: str
    declared: bool = False

    def attribute(self, scope: Scope, data: Data, name: str) -> Value | None:
        """What ``data.name`` is; None where there is no such attribute."""
        return None

    def item(self, scope: Scope, data: Data, index: tuple[Value, ...]) -> Value | None:
        """What ``data[index]`` is; None where it has no items."""
        return None


@dataclass(frozen=True)
class Scalar(Type):
    """A number of a dtype."""

    dtype: numpy.dtype[Any]
    declared = True

    @property
    def c(self) -> str:  # type: ignore[override]
        return _jit.c_type(self.dtype)

    def __str__(self) -> str:
        return self.dtype.name


@dataclass(frozen=True)
class Opaque(Type):
    """A type of a library, which is known by its name alone: a variable of it is declared where it gets its value."""

    c: str
    declared = False

    def __str__(self) -> str:
        return self.c


@dataclass(frozen=True)
class Record(Type):
    """Several values as one, as a function returns them. `fields` are its members' names."""

    c: str
    types: tuple[Type, ...]
    fields: tuple[str, ...]
    declared = True

    def parts(self, data: Data) -> list[Value]:
        """The members."""
        from cuprust.jit._values import Data

        return [Data(f"{data.code}.{field}", type) for field, type in zip(self.fields, self.types)]

    def __str__(self) -> str:
        return f"tuple of {', '.join(map(str, self.types))}"


def scalar(dtype: Any) -> Scalar:
    """The type of numbers of a dtype."""
    return Scalar(numpy.dtype(dtype))


BOOL, INT32, INT64, UINT32, UINT64 = (scalar(name) for name in ("bool", "int32", "int64", "uint32", "uint64"))
VOID = Opaque("void")
