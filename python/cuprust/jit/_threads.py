"""Threads in kernels: their indices, how they wait for each other, what they share, and what lanes of a warp exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cuprust.jit._arrays import Pointer, Vector
from cuprust.jit._functions import Intrinsic, Variable
from cuprust.jit._source import KernelValueError
from cuprust.jit._types import INT32, UINT32, VOID, Scalar, Type, scalar
from cuprust.jit._values import Constant, Data, Items, Value

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope

threadIdx = Variable(Data("threadIdx", Vector(), fixed=True))
blockIdx = Variable(Data("blockIdx", Vector(), fixed=True))
blockDim = Variable(Data("blockDim", Vector(), fixed=True))
gridDim = Variable(Data("gridDim", Vector(), fixed=True))
warpsize = Variable(Data("warpSize", INT32))


def _by_axis(scope: Scope, ndim: Value, text: str) -> Value:
    count = scope.constant(ndim, "ndim", int)
    if count not in (1, 2, 3):
        scope.fail(f"ndim is 1, 2 or 3, not {count}", KernelValueError)
    parts = tuple(Data(text.format(axis), UINT32) for axis in "xyz"[:count])
    return parts[0] if count == 1 else Items(parts)


@Intrinsic
def grid(scope: Scope, ndim: Value) -> Value:
    """The index of the thread in the whole grid, as uint32: a number for `ndim` 1, a tuple of two or three for 2 and 3.

    >>> x, y = jit.grid(2)
    """
    return _by_axis(scope, ndim, "(threadIdx.{0} + blockIdx.{0} * blockDim.{0})")


@Intrinsic
def gridsize(scope: Scope, ndim: Value) -> Value:
    """How many threads the whole grid has along one, two or three axes, as uint32.

    >>> for i in range(jit.grid(1), x.size, jit.gridsize(1)): ...
    """
    return _by_axis(scope, ndim, "(blockDim.{0} * gridDim.{0})")


@Intrinsic
def laneid(scope: Scope) -> Value:
    """The index of the thread in its warp, as uint32.

    >>> first = jit.laneid() == 0
    """
    scope.program.texts.setdefault(
        '__device__ unsigned int lane_id() {\n    unsigned int lane;\n    asm("mov.u32 %0, %%laneid;" : "=r"(lane));\n    return lane;\n}'
    )
    return Data("lane_id()", UINT32)


@Intrinsic
def syncthreads(scope: Scope) -> Value:
    """A barrier for all threads of the block.

    >>> jit.syncthreads()
    """
    return Data("__syncthreads()", VOID)


@Intrinsic
def syncwarp(scope: Scope, *, mask: Value = Constant(0xFFFFFFFF)) -> Value:
    """A barrier for the lanes of the warp that `mask` names.

    >>> jit.syncwarp(mask=0xFF)
    """
    return Data(f"__syncwarp({scope.cast(mask, UINT32)})", VOID)


@Intrinsic
def shared_memory(scope: Scope, dtype: Value, size: Value, alignment: Value = Constant(None)) -> Value:
    """Memory that the threads of a block share, for `size` elements of a dtype; where `size` is None, as much as `shared_mem` of the
    launch. It is indexed by one integer. `alignment` is in bytes.

    >>> part = jit.shared_memory(cp.float32, 256)
    """
    of = element(scope, dtype)
    count = scope.constant(size, "the size of shared memory", (int, numpy.integer, type(None)))
    bytes = scope.constant(alignment, "the alignment of shared memory", (int, type(None)))
    if bytes is not None and (bytes < 1 or bytes & (bytes - 1)):
        scope.fail(f"an alignment is a power of two, not {bytes}", KernelValueError)
    aligned = "" if bytes is None else f"__align__({bytes}) "
    if count is None:
        scope.program.texts.setdefault("extern __shared__ __align__(16) char dynamic_shared[];")
        return Data(f"(({of.c}*)dynamic_shared)", Pointer(of), fixed=True)
    if count < 1:
        scope.fail(f"shared memory has one element at least, not {count}", KernelValueError)
    name = scope.fresh("shared")
    scope.declarations.append(f"__shared__ {aligned}{of.c} {name}[{count}];")
    return Data(name, Pointer(of), fixed=True)


def element(scope: Scope, dtype: Value) -> Type:
    """The type of elements that a dtype, or a type of a library, says."""
    if isinstance(dtype, Constant) and isinstance(dtype.value, Type):
        return dtype.value
    try:
        return scalar(scope.constant(dtype, "a dtype", object))
    except TypeError as error:
        scope.fail(str(error))


def _shuffled(scope: Scope, name: str, mask: Value, var: Value, val_id: Value, width: Value) -> Value:
    data = scope.number(var)
    type = data.type
    assert isinstance(type, Scalar)
    if type.dtype.kind == "c":
        scope.fail("lanes exchange real numbers: exchange the parts of a complex one")
    # The exchange is of 32 and 64 bits.
    carried = type if type.dtype.itemsize >= 4 else INT32 if type.dtype.kind in "biu" else scalar("float32")
    lane = scope.integer(val_id)
    text = f"__{name}({scope.cast(mask, UINT32)}, {scope.cast(data, carried)}, {lane}, {scope.integer(width)})"
    return Data(scope.cast(Data(text, carried), type), type)


@Intrinsic
def shfl_sync(scope: Scope, mask: Value, var: Value, val_id: Value, *, width: Value = Constant(32)) -> Value:
    """The value of `var` in the lane `val_id`, among the lanes that `mask` names, in groups of `width` lanes.

    >>> first = jit.shfl_sync(0xFFFFFFFF, value, 0)
    """
    return _shuffled(scope, "shfl_sync", mask, var, val_id, width)


@Intrinsic
def shfl_up_sync(scope: Scope, mask: Value, var: Value, val_id: Value, *, width: Value = Constant(32)) -> Value:
    """The value of `var` in the lane `val_id` lanes below; the lowest keep their own.

    >>> before = jit.shfl_up_sync(0xFFFFFFFF, value, 1)
    """
    return _shuffled(scope, "shfl_up_sync", mask, var, val_id, width)


@Intrinsic
def shfl_down_sync(scope: Scope, mask: Value, var: Value, val_id: Value, *, width: Value = Constant(32)) -> Value:
    """The value of `var` in the lane `val_id` lanes above; the highest keep their own.

    >>> value += jit.shfl_down_sync(0xFFFFFFFF, value, 16)
    """
    return _shuffled(scope, "shfl_down_sync", mask, var, val_id, width)


@Intrinsic
def shfl_xor_sync(scope: Scope, mask: Value, var: Value, val_id: Value, *, width: Value = Constant(32)) -> Value:
    """The value of `var` in the lane whose number differs from the own one in the bits of `val_id`.

    >>> value += jit.shfl_xor_sync(0xFFFFFFFF, value, 1)
    """
    return _shuffled(scope, "shfl_xor_sync", mask, var, val_id, width)


def _bits(scope: Scope, x: Value, names: tuple[str, str], result: Any) -> Value:
    data = scope.number(x)
    dtype = data.type.dtype  # type: ignore[attr-defined]
    if dtype.kind not in "iu":
        scope.fail(f"bits are those of an integer, not of {scope.describe(data)}")
    wide = dtype.itemsize == 8
    taken = scope.cast(data, scalar("uint64" if wide else "uint32"))
    return Data(f"{names[wide]}({taken})", scalar(result) if result else scalar("uint64" if wide else "uint32"))


@Intrinsic
def ffs(scope: Scope, x: Value) -> Value:
    """The position of the lowest bit that is set, from 1; 0 where there is none. int32.

    >>> lowest = jit.ffs(mask)
    """
    return _bits(scope, x, ("__ffs", "__ffsll"), "int32")


@Intrinsic
def popc(scope: Scope, x: Value) -> Value:
    """How many bits of an integer are set. int32.

    >>> count = jit.popc(mask)
    """
    return _bits(scope, x, ("__popc", "__popcll"), "int32")


@Intrinsic
def clz(scope: Scope, x: Value) -> Value:
    """The number of leading zero bits. int32.

    >>> zeros = jit.clz(mask)
    """
    return _bits(scope, x, ("__clz", "__clzll"), "int32")


@Intrinsic
def brev(scope: Scope, x: Value) -> Value:
    """The bits of an integer in the opposite order, without a sign.

    >>> reversed_bits = jit.brev(mask)
    """
    return _bits(scope, x, ("__brev", "__brevll"), None)
