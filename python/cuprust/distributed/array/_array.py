"""The array: its chunks, their modes and devices, and what is done chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, KeysView
from numbers import Number
from typing import TYPE_CHECKING, Any

import numpy
import numpy.typing as npt

import cuprust
from cuprust.distributed.array import _index
from cuprust.distributed.array._groups import Group, Process, Ranks, Transfer
from cuprust.distributed.array._index import Index, IndexMap
from cuprust.distributed.array._modes import MAX, MIN, PROD, REPLICA, SUM, Combination, Mode

if TYPE_CHECKING:
    from cuprust.distributed import NCCLBackend

# A chunk: its elements' indices, and an ordinary array of them on one device.
Chunk = tuple[Index, cuprust.ndarray]
Chunks = dict[int, list[Chunk]]
# A chunk with the device that holds it.
_Located = tuple[int, Index, cuprust.ndarray]

def _binary(name: str) -> Callable[[Any, Any], Any]:
    return lambda self, other: elementwise(getattr(cuprust, name), (self, other), {})


def _reflected(name: str) -> Callable[[Any, Any], Any]:
    return lambda self, other: elementwise(getattr(cuprust, name), (other, self), {})


def _unary(name: str) -> Callable[[Any], Any]:
    return lambda self: elementwise(getattr(cuprust, name), (self,), {})


class DistributedArray:
    """An array in chunks on several devices. `distributed_array` makes one.

    Operators, ufuncs, elementwise kernels, reductions and products of matrices take arrays of one index map and compute where the chunks are; of
    another map they are copied to the first one's first. Chunks are ordinary arrays, so what is done with each is fused.

    >>> from cuprust.distributed.array import distributed_array
    >>> a = distributed_array(np.arange(4.0), {0: slice(0, 2), 1: slice(2, 4)})
    >>> cp.sqrt(a * a + 1).sum()
    array(9.81255924)
    """

    __slots__ = ("_chunks", "_dtype", "_group", "_mode", "_shape")
    # NumPy leaves operators to this class.
    __array_priority__ = 200

    def __init__(self, shape: tuple[int, ...], dtype: npt.DTypeLike, chunks: Chunks, mode: Mode = REPLICA, group: Group | None = None) -> None:
        self._shape = tuple(shape)
        self._dtype = numpy.dtype(dtype)
        self._chunks = chunks
        self._mode = mode
        self._group = group or Process()

    # What it is

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents of the whole array."""
        return self._shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self._shape)

    @property
    def size(self) -> int:
        """The number of elements of the whole array."""
        return int(numpy.prod(self._shape, dtype=numpy.int64))

    @property
    def dtype(self) -> numpy.dtype[Any]:
        """The dtype of the elements."""
        return self._dtype

    @property
    def nbytes(self) -> int:
        """The bytes of the whole array's elements, each counted once."""
        return self.size * self._dtype.itemsize

    @property
    def mode(self) -> Mode:
        """What an element is that several chunks hold: REPLICA, SUM, PROD, MAX or MIN."""
        return self._mode

    @property
    def devices(self) -> KeysView[int]:
        """The numbers of the devices that hold chunks."""
        return self._chunks.keys()

    @property
    def index_map(self) -> IndexMap:
        """The indices of each device's chunks, as slices for all axes."""
        return {device: [index for index, _ in chunks] for device, chunks in self._chunks.items()}

    def all_chunks(self) -> dict[int, list[cuprust.ndarray]]:
        """Each device's chunks, in the order of its indices in `index_map`; between ranks, this rank's."""
        return {device: [array for _, array in chunks] for device, chunks in self._chunks.items() if self._group.holds(device)}

    def get(self, stream: Any = None, order: str = "C", out: npt.NDArray[Any] | None = None, blocking: bool = True) -> npt.NDArray[Any]:
        """The whole array in NumPy's. Elements that no chunk holds are 0 in the mode REPLICA, and the mode's identity in others.

        Chunks are downloaded on the stream given, or on their device's current one. Of an array between ranks every rank gets the whole, and so
        all make this call. Raises ValueError for an `out` of another shape.
        """
        if out is not None and out.shape != self._shape:
            raise ValueError(f"Shape mismatch: {out.shape} != {self._shape}")
        identity = self._mode.identity(self._dtype) if self._mode else self._dtype.type(0)
        whole = numpy.full(self._shape, identity, self._dtype, order="F" if order == "F" else "C")
        for device, index, array in self._each():
            part = self._group.everywhere(device, index, array).get(stream=stream)
            whole[index] = getattr(numpy, self._mode.name)(whole[index], part) if self._mode else part
        if out is None:
            return whole
        out[...] = whole
        return out

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy array explicitly.")

    def __repr__(self) -> str:
        return repr(self.get())

    def __str__(self) -> str:
        return str(self.get())

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def __bool__(self) -> bool:
        return bool(self.get())

    def __int__(self) -> int:
        return int(self.get())

    def __float__(self) -> float:
        return float(self.get())

    def __complex__(self) -> complex:
        return complex(self.get())

    def item(self) -> Any:
        """The one element as Python's number. Raises ValueError where there are more."""
        return self.get().item()

    # Its modes and devices

    def change_mode(self, mode: Mode) -> DistributedArray:
        """The array in another mode: itself where it has that, or else in chunks of the same indices."""
        if mode is self._mode:
            return self
        if mode is None:
            return self._combined()
        replica = self.change_mode(REPLICA)
        if mode.idempotent:
            return self._like(replica._chunks, mode)
        return self._like(_held_once(self._group, replica._chunks, mode, self._dtype), mode)

    def _like(self, chunks: Chunks, mode: Mode = REPLICA, shape: tuple[int, ...] | None = None) -> DistributedArray:
        """An array of other chunks in the same group, and of the same shape if no other is given."""
        return DistributedArray(self._shape if shape is None else shape, _dtype_of(chunks, self._dtype), chunks, mode, self._group)

    def _combined(self) -> DistributedArray:
        """The array in the mode REPLICA: each chunk combined with what others hold of its elements."""
        each = list(self._each())
        targets = [(chunk, [part for other, part in enumerate(each) if other != number]) for number, chunk in enumerate(each)]
        return self._like(_filled(self._group, self._mode, targets))

    def reshard(self, index_map: dict[int, Any]) -> DistributedArray:
        """The array in chunks of other indices and devices: itself where it has those, or else copied between the devices."""
        wanted = _normalized_map(self._shape, index_map, self._group)
        return self if wanted == self.index_map else self._resharded(wanted)

    def _resharded(self, wanted: IndexMap) -> DistributedArray:
        mode, dtype, group = self._mode, self._dtype, self._group
        each = list(self._each())
        targets: list[tuple[_Located, list[_Located]]] = []
        start = mode.identity(dtype) if mode else dtype.type(0)
        for device, indices in wanted.items():
            for index in indices:
                whole = next((array for own, array in self._chunks.get(device, []) if own == index), None) if mode is None else None
                if whole is not None:
                    targets.append(((device, index, whole), []))
                    continue
                shape = group.shape_held(device, index)
                targets.append(((device, index, group.on(device, lambda: cuprust.full(shape, start, dtype))), each))  # noqa: B023
        chunks = _filled(group, mode, targets)
        # A device without chunks stays in the map.
        chunks = {device: chunks.get(device, []) for device in wanted}
        if mode is not None and not mode.idempotent:
            chunks = _held_once(group, chunks, mode, dtype)
        return self._like(chunks, mode)

    def _each(self) -> Iterator[tuple[int, Index, cuprust.ndarray]]:
        for device, chunks in self._chunks.items():
            for index, array in chunks:
                yield device, index, array

    # Elementwise functions

    def __cupy_override_elementwise_kernel__(self, kernel: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return elementwise(kernel, args, kwargs)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        from cuprust.distributed.array._products import matmul

        if method != "__call__":
            return NotImplemented
        if ufunc.__name__ == "matmul":
            return matmul(*inputs, **kwargs)
        own = getattr(cuprust, ufunc.__name__, None)
        return NotImplemented if own is None else elementwise(own, inputs, kwargs)

    def astype(self, dtype: npt.DTypeLike) -> DistributedArray:
        """The array in another dtype."""
        return self._mapped(lambda array: array.astype(dtype))

    def copy(self) -> DistributedArray:
        """A copy in chunks of its own."""
        return self._like({device: [(index, array.copy()) for index, array in own] for device, own in self._chunks.items()}, self._mode)

    def conj(self) -> DistributedArray:
        """The complex conjugates."""
        return self._mapped(lambda array: array.conj())

    conjugate = conj

    @property
    def real(self) -> DistributedArray:
        """The real parts."""
        return self._mapped(lambda array: array.real)

    @property
    def imag(self) -> DistributedArray:
        """The imaginary parts."""
        return self._mapped(lambda array: array.imag)

    def round(self, decimals: int = 0) -> DistributedArray:
        """The elements rounded to this many decimals."""
        return self._mapped(lambda array: array.round(decimals))

    def clip(self, min: Any = None, max: Any = None) -> DistributedArray:
        """The elements between two numbers."""
        return self._mapped(lambda array: array.clip(min, max))

    def _mapped(self, function: Callable[[cuprust.ndarray], cuprust.ndarray]) -> DistributedArray:
        """A function of each element, which chunks that hold the same take in the mode REPLICA."""
        replica = self.change_mode(REPLICA)
        return self._like({device: [(index, function(array)) for index, array in own] for device, own in replica._chunks.items()})

    def transpose(self, *axes: Any) -> DistributedArray:
        """The array with its axes in another order, the reversed one where none is given."""
        order = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        if not axes or order == (None,):
            order = tuple(reversed(range(self.ndim)))
        order = tuple(numpy.lib.array_utils.normalize_axis_index(axis, self.ndim) for axis in order)
        if sorted(order) != list(range(self.ndim)):
            raise ValueError("axes don't match array")
        chunks = {
            device: [(tuple(index[axis] for axis in order), array.transpose(order)) for index, array in own] for device, own in self._chunks.items()
        }
        return self._like(chunks, self._mode, tuple(self._shape[axis] for axis in order))

    @property
    def T(self) -> DistributedArray:
        """The array with its axes reversed."""
        return self.transpose()

    # Reductions

    def sum(self, axis: Any = None, dtype: npt.DTypeLike | None = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """The sums along axes, in the mode SUM. Chunks are added on their own devices; a change of mode or `get` adds up what they have."""
        return self._reduced("sum", SUM, axis, keepdims, out, dtype)

    def prod(self, axis: Any = None, dtype: npt.DTypeLike | None = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """The products along axes, in the mode PROD."""
        return self._reduced("prod", PROD, axis, keepdims, out, dtype)

    def max(self, axis: Any = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """The largest elements along axes, in the mode MAX; NaN where there is one."""
        return self._reduced("max", MAX, axis, keepdims, out)

    def min(self, axis: Any = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """The smallest elements along axes, in the mode MIN; NaN where there is one."""
        return self._reduced("min", MIN, axis, keepdims, out)

    def any(self, axis: Any = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """Whether any element along axes is true, in the mode MAX."""
        return self._reduced("any", MAX, axis, keepdims, out)

    def all(self, axis: Any = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """Whether all elements along axes are true, in the mode MIN."""
        return self._reduced("all", MIN, axis, keepdims, out)

    def ptp(self, axis: Any = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """The largest less the smallest elements along axes."""
        apart: DistributedArray = self.max(axis, out, keepdims) - self.min(axis, out, keepdims)
        return apart

    def mean(self, axis: Any = None, dtype: npt.DTypeLike | None = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """The means along axes, in float64 of integers and bools."""
        wanted = numpy.dtype(dtype) if dtype is not None else self._dtype if self._dtype.kind in "fc" else numpy.dtype(numpy.float64)
        # Half precision is summed in single precision.
        added = numpy.dtype(numpy.float32) if wanted == numpy.float16 else wanted
        total = self.sum(axis, added, out, keepdims).change_mode(REPLICA)
        means: DistributedArray = total / added.type(self._count(axis))
        return means.astype(wanted)

    def var(self, axis: Any = None, dtype: npt.DTypeLike | None = None, out: None = None, ddof: float = 0, keepdims: bool = False) -> DistributedArray:
        """The means of squared distances from the mean, along axes; the divisor is the number of elements less `ddof`."""
        apart = self - self.mean(axis, dtype, None, True)
        squares = (apart * apart.conj()).real
        total = squares.sum(axis, None, out, keepdims).change_mode(REPLICA)
        count = self._count(axis) - ddof
        variances: DistributedArray = total / total.dtype.type(max(count, 0))
        return variances

    def std(self, axis: Any = None, dtype: npt.DTypeLike | None = None, out: None = None, ddof: float = 0, keepdims: bool = False) -> DistributedArray:
        """The square roots of `var`."""
        roots: DistributedArray = elementwise(cuprust.sqrt, (self.var(axis, dtype, out, ddof, keepdims),), {})
        return roots

    def argmax(self, axis: int | None = None, dtype: None = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """The first positions of the largest elements along an axis, or in the flattened array. Each line is gathered on one device."""
        return self._placed("argmax", axis, keepdims, out)

    def argmin(self, axis: int | None = None, dtype: None = None, out: None = None, keepdims: bool = False) -> DistributedArray:
        """The first positions of the smallest elements along an axis, or in the flattened array. Each line is gathered on one device."""
        return self._placed("argmin", axis, keepdims, out)

    def __cupy_override_reduction_kernel__(self, kernel: Any, axis: Any, dtype: Any, out: Any, keepdims: bool) -> Any:
        method = getattr(self, kernel.__name__)
        return method(axis, dtype, out, keepdims) if dtype is not None else method(axis, out=out, keepdims=keepdims)

    def _axes(self, axis: Any) -> tuple[int, ...]:
        if axis is None:
            return tuple(range(self.ndim))
        return numpy.lib.array_utils.normalize_axis_tuple(axis, self.ndim)

    def _count(self, axis: Any) -> int:
        return int(numpy.prod([self._shape[one] for one in self._axes(axis)], dtype=numpy.int64))

    def _reduced(self, name: str, mode: Combination, axis: Any, keepdims: bool, out: None, dtype: npt.DTypeLike | None = None) -> DistributedArray:
        _no_out(out)
        axes = self._axes(axis)
        if self._count(axis) == 0 and name in ("max", "min"):
            raise ValueError(f"zero-size array to reduction operation {mode.name} which has no identity")
        # An element that several chunks hold counts once: whether a partial value is true says nothing about the whole.
        source = self if self._mode is mode and name not in ("any", "all") else self.change_mode(REPLICA)
        if not mode.idempotent:
            source = source.change_mode(mode)
        keywords = {} if dtype is None else {"dtype": dtype}
        chunks: Chunks = {}
        for device, index, array in source._each():
            left = _index.kept(index, axes, keepdims)
            # A chunk without elements has no maximum.
            if 0 not in _index.shape_of(index) or 0 in _index.shape_of(left) or name not in ("max", "min"):
                chunks.setdefault(device, []).append((left, getattr(array, name)(axis=axes, keepdims=keepdims, **keywords)))
        return self._like(chunks, mode, self._shape_kept(axes, keepdims))

    def _shape_kept(self, axes: tuple[int, ...], keepdims: bool) -> tuple[int, ...]:
        return tuple(1 if at in axes else extent for at, extent in enumerate(self._shape) if keepdims or at not in axes)

    def _placed(self, name: str, axis: int | None, keepdims: bool, out: None) -> DistributedArray:
        _no_out(out)
        axes = self._axes(axis)
        whole = [slice(0, extent, 1) for extent in self._shape]
        seen: IndexMap = {}
        for device, index, _ in self._each():
            lines = tuple(whole[at] if at in axes else one for at, one in enumerate(index))
            if not any(lines in known for known in seen.values()):
                seen.setdefault(device, []).append(lines)
        gathered = self.change_mode(REPLICA)._resharded(seen)
        chunks = {
            device: [(_index.kept(index, axes, keepdims), getattr(array, name)(axis=axis, keepdims=keepdims)) for index, array in own]
            for device, own in gathered._chunks.items()
        }
        dtype = _dtype_of(chunks, numpy.dtype(numpy.int64))
        return DistributedArray(self._shape_kept(axes, keepdims), dtype, chunks, REPLICA, self._group)

    # Operators

    __add__, __radd__ = _binary("add"), _reflected("add")
    __sub__, __rsub__ = _binary("subtract"), _reflected("subtract")
    __mul__, __rmul__ = _binary("multiply"), _reflected("multiply")
    __truediv__, __rtruediv__ = _binary("true_divide"), _reflected("true_divide")
    __floordiv__, __rfloordiv__ = _binary("floor_divide"), _reflected("floor_divide")
    __mod__, __rmod__ = _binary("remainder"), _reflected("remainder")
    __pow__, __rpow__ = _binary("power"), _reflected("power")
    __divmod__, __rdivmod__ = _binary("divmod"), _reflected("divmod")
    __and__, __rand__ = _binary("bitwise_and"), _reflected("bitwise_and")
    __or__, __ror__ = _binary("bitwise_or"), _reflected("bitwise_or")
    __xor__, __rxor__ = _binary("bitwise_xor"), _reflected("bitwise_xor")
    __lshift__, __rlshift__ = _binary("left_shift"), _reflected("left_shift")
    __rshift__, __rrshift__ = _binary("right_shift"), _reflected("right_shift")
    __lt__ = _binary("less")
    __le__ = _binary("less_equal")
    __gt__ = _binary("greater")
    __ge__ = _binary("greater_equal")
    __neg__ = _unary("negative")
    __pos__ = _unary("positive")
    __abs__ = _unary("absolute")
    __invert__ = _unary("invert")

    def __eq__(self, other: object) -> Any:
        return elementwise(cuprust.equal, (self, other), {})

    def __ne__(self, other: object) -> Any:
        return elementwise(cuprust.not_equal, (self, other), {})

    def __matmul__(self, other: Any) -> Any:
        from cuprust.distributed.array._products import matmul

        return matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        from cuprust.distributed.array._products import matmul

        return matmul(other, self)

    __hash__ = None  # type: ignore[assignment]


def _no_out(out: Any) -> None:
    if out is not None:
        raise RuntimeError("Argument `out` is not supported")


def _dtype_of(chunks: Chunks, otherwise: numpy.dtype[Any]) -> numpy.dtype[Any]:
    return next((numpy.dtype(array.dtype) for own in chunks.values() for _, array in own), otherwise)


def _filled(group: Group, mode: Mode, targets: list[tuple[_Located, list[_Located]]]) -> Chunks:
    """Chunks with what others hold of their elements: copied over them in the mode REPLICA, else combined with them."""
    transfers, destinations = [], []
    for number, ((device, index, _), others) in enumerate(targets):
        for source, part, chunk in others:
            both = _index.common(index, part)
            if both is not None:
                transfers.append(Transfer(source, chunk, _index.within(part, both), device))
                destinations.append((number, _index.within(index, both)))
    arrays = [array for (_, _, array), _ in targets]
    changed = set()
    for (number, to), elements in zip(destinations, group.moved(transfers)):
        if group.holds(targets[number][0][0]):
            if number not in changed:
                arrays[number] = arrays[number].copy()
                changed.add(number)
            made = arrays[number]
            made[to] = elements if mode is None else getattr(cuprust, mode.name)(made[to], elements)
    chunks: Chunks = {}
    for ((device, index, _), _), array in zip(targets, arrays):
        chunks.setdefault(device, []).append((index, array))
    return chunks


def _held_once(group: Group, chunks: Chunks, mode: Combination, dtype: numpy.dtype[Any]) -> Chunks:
    """Chunks that hold the same, as those of a mode: each but the first to hold an element has the mode's identity for it."""
    identity, once = mode.identity(dtype), Chunks()
    earlier: list[Index] = []
    for device, own in chunks.items():
        once[device] = list(own)
        for place, (index, array) in enumerate(own):
            held = [both for before in earlier if (both := _index.common(index, before)) is not None]
            if held and group.holds(device):
                array = array.copy()
                for both in held:
                    array[_index.within(index, both)] = identity
                once[device][place] = (index, array)
            earlier.append(index)
    return once


def elementwise(kernel: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a ufunc or an elementwise kernel on the chunks of distributed arrays and on numbers.

    The results have the index map of the first array that has the result's shape. Raises RuntimeError for arrays that are not distributed, and
    for `out` and arrays as other keywords.
    """
    for value in [*args, *kwargs.values()]:
        is_number = isinstance(value, (Number, numpy.generic)) or value is None or isinstance(value, (str, type, numpy.dtype))
        if not isinstance(value, DistributedArray) and not is_number:
            raise RuntimeError("Mixing a distributed array with a non-distributed one is not supported")
    if any(isinstance(value, DistributedArray) for value in kwargs.values()):
        raise RuntimeError("Distributed arrays are operands; as keywords they are not supported")
    arrays = [value for value in args if isinstance(value, DistributedArray)]
    shape = numpy.broadcast_shapes(*(array.shape for array in arrays))
    lead = next((array for array in arrays if array.shape == shape), None)
    if lead is None:
        raise RuntimeError(f"one of the operands of the shapes {[array.shape for array in arrays]} must have the shape of the result, {shape}")
    if any(array._group != lead._group for array in arrays):
        raise RuntimeError("Mixing distributed arrays of two groups of processes is not supported")
    index_map, group = lead.index_map, lead._group
    ready = {id(array): _spread(array.change_mode(REPLICA), index_map) for array in arrays}
    results: list[Chunks] = []
    single = True
    for device, indices in index_map.items():
        for place, index in enumerate(indices):
            operands = [ready[id(value)][device][place] if isinstance(value, DistributedArray) else value for value in args]
            made = group.on(device, lambda: kernel(*operands, **kwargs))  # noqa: B023
            single = not isinstance(made, tuple)
            for number, array in enumerate((made,) if single else made):
                if number == len(results):
                    results.append({})
                results[number].setdefault(device, []).append((index, array))
    arrays_made = [lead._like(chunks) for chunks in results]
    return arrays_made[0] if single else tuple(arrays_made)


def _spread(array: DistributedArray, index_map: IndexMap) -> dict[int, list[cuprust.ndarray]]:
    """The parts of an array that belong to the chunks of a result it is broadcast to."""
    rank = array.ndim

    def part(index: Index) -> Index:
        own = index[len(index) - rank :]
        return tuple(slice(0, 1, 1) if extent == 1 else one for extent, one in zip(array.shape, own))

    wanted = {device: [part(index) for index in indices] for device, indices in index_map.items()}
    spread = array if wanted == array.index_map else array._resharded(wanted)
    return {device: [part for _, part in own] for device, own in spread._chunks.items()}


def distributed_array(array: Any, index_map: dict[int, Any], mode: Mode = REPLICA, comm: NCCLBackend | None = None) -> DistributedArray:
    """Distribute an array over devices.

    `array` is a distributed array, an array of a device, or what NumPy makes an array of. `index_map` has for each device the index of its chunk,
    of integers and slices with positive steps, or a list of indices. Whether each element is in a chunk is not checked. In another `mode` than
    REPLICA the first chunk that holds an element has it, and the others the mode's identity.

    With `comm`, which `init_process_group` gives, the devices are the ranks of the group: each rank makes the call with the same array, keeps its
    own chunks, and makes the same calls later. `from_chunks` takes chunks that no rank has all of. CuPy's arrays have the devices of one process.

    >>> from cuprust.distributed.array import SUM, distributed_array
    >>> a = distributed_array(cp.arange(4), {0: slice(0, 3), 1: [slice(1, 4), 0]}, SUM)
    >>> a.all_chunks()
    {0: [array([0, 1, 2])], 1: [array([0, 0, 3]), array([0])]}

    Raises IndexError for positions out of bounds, ValueError for steps below one and for devices that are no ranks.
    """
    if isinstance(array, DistributedArray):
        if comm is not None and array._group != Ranks(comm):
            raise RuntimeError("a distributed array stays in its group of processes")
        return array.change_mode(mode).reshard(index_map)
    if not isinstance(array, (numpy.ndarray, cuprust.ndarray)):
        array = numpy.array(array)
    group: Group = Process() if comm is None else Ranks(comm)
    indices = _normalized_map(array.shape, index_map, group)
    chunks = {device: [(index, group.own(array[index], device)) for index in own] for device, own in indices.items()}
    return DistributedArray(array.shape, array.dtype, chunks, REPLICA, group).change_mode(mode)


def from_chunks(
    shape: tuple[int, ...], dtype: npt.DTypeLike, index_map: dict[int, Any], chunks: dict[int, Any], mode: Mode = REPLICA, comm: NCCLBackend | None = None
) -> DistributedArray:
    """The distributed array of chunks that are there: `chunks` has for each device its array, or a list of as many as it has indices.

    With `comm` the devices are the ranks of the group, and each rank gives its own chunks. Arrays of the dtype that are where they belong are taken
    as they are, and others are copied. In the mode REPLICA chunks that overlap hold the same elements, which is not checked.

    >>> from cuprust.distributed.array import from_chunks
    >>> from_chunks((4,), float, {0: slice(0, 2), 1: slice(2, 4)}, {0: cp.zeros(2), 1: cp.ones(2)})
    array([0., 0., 1., 1.])

    Raises ValueError for chunks of other shapes than their indices, or as many chunks as no device has indices.
    """
    group: Group = Process() if comm is None else Ranks(comm)
    wanted = numpy.dtype(dtype)
    made: Chunks = {}
    for device, indices in _normalized_map(shape, index_map, group).items():
        own_chunks = chunks.get(device, []) if group.holds(device) else [cuprust.ones(group.shape_held(device, index), wanted) for index in indices]
        arrays = list(own_chunks) if isinstance(own_chunks, (list, tuple)) else [own_chunks]
        if len(arrays) != len(indices):
            raise ValueError(f"device {device} has {len(indices)} indices and {len(arrays)} chunks")
        for index, array in zip(indices, arrays):
            placed = group.placed(array, device).astype(wanted, copy=False)
            if placed.shape != group.shape_held(device, index):
                raise ValueError(f"a chunk of device {device} has the shape {placed.shape}, and its index {_index.shape_of(index)}")
            made.setdefault(device, []).append((index, placed))
    return DistributedArray(shape, wanted, made, mode, group)


def _normalized_map(shape: tuple[int, ...], index_map: dict[int, Any], group: Group) -> IndexMap:
    for device in index_map:
        group.check(device)
    return _index.normalized_map(shape, index_map)
