"""Arrays, pointers and vectors in kernels: their types, what they are indexed by, and their attributes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cuprust.jit._source import KernelTypeError
from cuprust.jit._types import INT64, UINT32, Scalar, Type
from cuprust.jit._values import Constant, Data, Items, Value

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Array(Type):
    """An array, or a part of one with fewer axes. `contiguous` are elements in C order without gaps."""

    of: Scalar
    ndim: int
    contiguous: bool
    declared = True

    @property
    def c(self) -> str:  # type: ignore[override]
        return f"Array<{self.of.c}, {self.ndim}, {'true' if self.contiguous else 'false'}>"

    def attribute(self, scope: Scope, data: Data, name: str) -> Value | None:
        axes = range(self.ndim)
        if name == "shape":
            return Items(tuple(Data(f"{data.code}.shape[{axis}]", INT64) for axis in axes))
        if name == "strides":
            return Items(tuple(Data(f"{data.code}.stride({axis})", INT64) for axis in axes))
        if name == "size":
            return Data(f"{data.code}.size()", INT64)
        if name == "ndim":
            return Constant(self.ndim)
        if name == "dtype":
            return Constant(self.of.dtype)
        if name in ("begin", "end") and self.ndim == 1:
            from cuprust.jit._iterators import Ends

            return Constant(Ends(self, data, name))
        return None

    def item(self, scope: Scope, data: Data, index: tuple[Value, ...]) -> Value | None:
        if len(index) > self.ndim:
            scope.fail(f"an array of {self.ndim} axes is indexed by {len(index)} numbers")
        indices = [scope.integer(place) for place in index]
        if len(index) == self.ndim:
            return Data(f"{data.code}({', '.join(indices)})", self.of)
        rows = "".join(f".row({place})" for place in indices)
        return Data(data.code + rows, Array(self.of, self.ndim - len(index), self.contiguous))

    def __str__(self) -> str:
        return f"array of {self.of}, {self.ndim} axes"


@dataclass(frozen=True)
class Pointer(Type):
    """The address of elements: shared memory, or a position in an array."""

    of: Type
    declared = True

    @property
    def c(self) -> str:  # type: ignore[override]
        return f"{self.of.c}*"

    def item(self, scope: Scope, data: Data, index: tuple[Value, ...]) -> Value | None:
        if len(index) != 1:
            scope.fail(f"memory without axes is indexed by {len(index)} numbers", KernelTypeError)
        return Data(f"{data.code}[{scope.integer(index[0])}]", self.of)

    def __str__(self) -> str:
        return f"memory of {self.of}"


@dataclass(frozen=True)
class Vector(Type):
    """Three unsigned numbers: the position of a thread or a block, or how many there are."""

    c: str = "dim3"
    declared = True

    def attribute(self, scope: Scope, data: Data, name: str) -> Value | None:
        return Data(f"{data.code}.{name}", UINT32) if name in ("x", "y", "z") else None

    def __str__(self) -> str:
        return self.c
