"""Reductions by the threads of a warp or a block in kernels, by the names of the library CUB.

>>> @jit.rawkernel()
... def sum_rows(x, y):
...     Reduce = jit.cub.BlockReduce[cp.float32, 256]
...     storage = jit.shared_memory(Reduce.TempStorage, 1)
...     total = Reduce(storage[0]).Sum(x[jit.blockIdx.x, jit.threadIdx.x])
...     if jit.threadIdx.x == 0:
...         y[jit.blockIdx.x] = total
"""

from __future__ import annotations as _annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cuprust.jit._arrays import FOLDER
from cuprust.jit._functions import Intrinsic
from cuprust.jit._source import KernelValueError
from cuprust.jit._types import Opaque, Scalar, Type, scalar
from cuprust.jit._values import Constant, Data, Value

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope


class Operation:
    """What a reduction combines values by."""

    def __init__(self, name: str) -> None:
        self.name = name

    def compile_call(self, scope: Scope, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        if arguments or keywords:
            scope.fail(f"{self.name}() takes no arguments")
        return Constant(self)

    def __repr__(self) -> str:
        return f"jit.cub.{self.name}"


Sum, Max, Min = Operation("Sum"), Operation("Max"), Operation("Min")


@dataclass(frozen=True)
class Reducer(Type):
    """A reduction that has its memory."""

    of: Scalar
    threads: int

    @property
    def c(self) -> str:  # type: ignore[override]
        return f"reductions::Reduction<{self.of.c}, {self.threads}>"

    @property
    def TempStorage(self) -> Type:
        """The type of the memory that it takes, which is to be shared."""
        return Opaque(f"{self.c}::TempStorage")

    def compile_call(self, scope: Scope, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        if len(arguments) != 1 or keywords or not isinstance(arguments[0], Data) or arguments[0].type != self.TempStorage:
            scope.fail("a reduction is made of one TempStorage in shared memory")
        scope.program.texts.setdefault((FOLDER / "reductions.cuh").read_text().strip())
        return Data(f"{self.c}({arguments[0].code})", self)

    def attribute(self, scope: Scope, data: Data, name: str) -> Value | None:
        def reduce(scope: Scope, value: Value, operation: Value, count: Value = Constant(self.threads)) -> Value:
            chosen = scope.constant(operation, "the operation of a reduction", Operation)
            values = [scope.cast(value, self.of), f"reductions::{chosen.name}{{}}", scope.integer(count)]
            return Data(f"{data.code}.reduce({', '.join(values)})", self.of)

        if name == "Reduce":
            return Constant(Intrinsic(reduce))
        if name == "Sum":
            return Constant(Intrinsic(lambda scope, input, num=Constant(self.threads): reduce(scope, input, Constant(Sum), num)))
        return None


class _Warps:
    """`WarpReduce`: ``WarpReduce[dtype]`` reduces the values of the lanes of a warp."""

    def __getitem__(self, dtype: Any) -> Reducer:
        return Reducer(scalar(dtype), 32)


class _Blocks:
    """`BlockReduce`: ``BlockReduce[dtype, threads]`` reduces the values of the threads of a block."""

    def __getitem__(self, dtype_and_threads: tuple[Any, int]) -> Reducer:
        dtype, threads = dtype_and_threads
        if not isinstance(threads, int) or not 1 <= threads <= 1024:
            raise KernelValueError(f"a block has 1 to 1024 threads, not {threads!r}")
        return Reducer(scalar(dtype), threads)


WarpReduce, BlockReduce = _Warps(), _Blocks()
__all__ = ["BlockReduce", "Max", "Min", "Sum", "WarpReduce"]
