"""Iterators in kernels: positions in arrays, for algorithms over ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cuprust.jit._arrays import FOLDER, Array, Pointer
from cuprust.jit._types import Scalar, Type
from cuprust.jit._values import Data, Value

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope


@dataclass(frozen=True)
class Iterator(Type):
    """A position in a range whose elements are not contiguous in memory, or are computed. `form` is its class."""

    form: str
    of: Scalar
    declared = True

    @property
    def c(self) -> str:  # type: ignore[override]
        return f"algorithms::{self.form}<{self.of.c}>"

    def item(self, scope: Scope, data: Data, index: tuple[Value, ...]) -> Value | None:
        if len(index) != 1:
            scope.fail(f"an iterator is indexed by one number, not by {len(index)}")
        return Data(f"{data.code}[{scope.integer(index[0])}]", self.of)

    def __str__(self) -> str:
        return f"iterator over {self.of}"


def include(scope: Scope) -> None:
    """Adds the algorithms to the program."""
    scope.program.texts.setdefault((FOLDER / "algorithms.cuh").read_text().strip())


class Ends:
    """``array.begin`` or ``array.end`` of an array of one axis."""

    def __init__(self, array: Array, data: Data, name: str) -> None:
        self.array, self.data, self.name = array, data, name

    def compile_call(self, scope: Scope, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        if arguments or keywords:
            scope.fail(f"{self.name}() takes no arguments")
        array, code = self.array, self.data.code
        count = f"{code}.shape[0]"
        if array.contiguous:
            first = f"{code}.data"
            return Data(first if self.name == "begin" else f"({first} + {count})", Pointer(array.of))
        include(scope)
        type = Iterator("Steps", array.of)
        first = f"{type.c}{{{code}.data, {code}.stride(0)}}"
        return Data(first if self.name == "begin" else f"({first} + {count})", type)
