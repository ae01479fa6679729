"""Cooperative groups in kernels: the threads of a block or of the whole grid as one.

They need CUDA's headers, which a toolkit or the package nvidia-cuda-runtime contains, and for an `aligned_size` those of nvidia-cuda-cccl. A kernel that calls `this_grid` is launched so that
all its blocks run at the same time.

>>> @jit.rawkernel()
... def step(x):
...     g = jit.cg.this_grid()
...     x[g.thread_rank()] += 1
...     g.sync()
"""

from __future__ import annotations as _annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cuprust.jit._arrays import Pointer, Vector
from cuprust.jit._functions import Intrinsic
from cuprust.jit._types import BOOL, UINT32, VOID, Type, scalar
from cuprust.jit._values import Constant, Data, Items, Value

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope

_UINT64 = scalar("uint64")
_METHODS: dict[str, dict[str, Type]] = {
    "thread_block": {
        "sync": VOID,
        "thread_rank": UINT32,
        "group_index": Vector(),
        "thread_index": Vector(),
        "group_dim": Vector(),
        "size": UINT32,
        "num_threads": UINT32,
        "dim_threads": Vector(),
    },
    "grid_group": {
        "is_valid": BOOL,
        "sync": VOID,
        "thread_rank": _UINT64,
        "size": _UINT64,
        "group_dim": Vector(),
        "num_threads": _UINT64,
        "dim_blocks": Vector(),
        "num_blocks": _UINT64,
        "block_rank": _UINT64,
        "block_index": Vector(),
    },
}


@dataclass(frozen=True)
class Group(Type):
    """A group of threads."""

    name: str

    @property
    def c(self) -> str:  # type: ignore[override]
        return f"cooperative_groups::{self.name}"

    def attribute(self, scope: Scope, data: Data, name: str) -> Value | None:
        result = _METHODS[self.name].get(name)
        if result is None:
            return None
        return Constant(Intrinsic(lambda scope: Data(f"{data.code}.{name}()", result)))

    def __str__(self) -> str:
        return self.name


def _group(scope: Scope, value: Value) -> Data:
    if isinstance(value, Data) and isinstance(value.type, Group):
        return value
    scope.fail(f"a group of threads is expected, not {scope.describe(value)}")


@Intrinsic
def this_grid(scope: Scope) -> Value:
    """All threads of the grid.

    >>> g = jit.cg.this_grid()
    """
    scope.program.headers.setdefault("cooperative_groups.h")
    scope.program.cooperative = True
    return Data("cooperative_groups::this_grid()", Group("grid_group"))


@Intrinsic
def this_thread_block(scope: Scope) -> Value:
    """The threads of the block.

    >>> g = jit.cg.this_thread_block()
    """
    scope.program.headers.setdefault("cooperative_groups.h")
    return Data("cooperative_groups::this_thread_block()", Group("thread_block"))


@Intrinsic
def sync(scope: Scope, group: Value) -> Value:
    """A barrier for all threads of the group.

    >>> jit.cg.sync(g)
    """
    return Data(f"cooperative_groups::sync({_group(scope, group).code})", VOID)


@Intrinsic
def memcpy_async(
    scope: Scope, group: Value, dst: Value, dst_idx: Value, src: Value, src_idx: Value, size: Value, *, aligned_size: Value = Constant(None)
) -> Value:
    """Begins a copy of `size` bytes from ``src[src_idx]`` to ``dst[dst_idx]``, of which one is in shared memory. `aligned_size` is what the
    addresses and the size are known to be multiples of, in bytes.

    >>> jit.cg.memcpy_async(g, part, 0, x, 0, 4 * 32)
    """
    scope.program.headers.setdefault("cooperative_groups.h")
    scope.program.headers.setdefault("cooperative_groups/memcpy_async.h")
    addresses = []
    for value, index in ((dst, dst_idx), (src, src_idx)):
        if not isinstance(value, Data):
            scope.fail(f"memory is expected, not {scope.describe(value)}")
        place = value.type.item(scope, value, index.items if isinstance(index, Items) else (index,))
        if not isinstance(place, Data) or isinstance(place.type, Pointer):
            scope.fail(f"an element is expected, not {scope.describe(place or value)}")
        addresses.append(f"&{place.code}")
    bytes = scope.integer(size)
    alignment = scope.constant(aligned_size, "aligned_size", (int, type(None)))
    if alignment is not None:
        scope.program.headers.setdefault("cuda/barrier")
        bytes = f"cuda::aligned_size_t<{alignment}>({bytes})"
    return Data(f"cooperative_groups::memcpy_async({_group(scope, group).code}, {', '.join(addresses)}, {bytes})", VOID)


@Intrinsic
def wait(scope: Scope, group: Value) -> Value:
    """Waits for all copies that the group began.

    >>> jit.cg.wait(g)
    """
    scope.program.headers.setdefault("cooperative_groups/memcpy_async.h")
    return Data(f"cooperative_groups::wait({_group(scope, group).code})", VOID)


@Intrinsic
def wait_prior(scope: Scope, group: Value, step: Value) -> Value:
    """Waits for all copies that the group began, but for the last `step` of them.

    >>> jit.cg.wait_prior(g, 1)
    """
    scope.program.headers.setdefault("cooperative_groups/memcpy_async.h")
    count = scope.constant(step, "step", int)
    return Data(f"cooperative_groups::wait_prior<{count}>({_group(scope, group).code})", VOID)


__all__ = ["memcpy_async", "sync", "this_grid", "this_thread_block", "wait", "wait_prior"]
