"""NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed."""

import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy import (
    bool as bool,
    bool_ as bool_,
    byte as byte,
    cdouble as cdouble,
    clongdouble as clongdouble,
    complex64 as complex64,
    complex128 as complex128,
    complexfloating as complexfloating,
    csingle as csingle,
    double as double,
    dtype as dtype,
    e as e,
    euler_gamma as euler_gamma,
    finfo as finfo,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    floating as floating,
    format_float_positional as format_float_positional,
    format_float_scientific as format_float_scientific,
    generic as generic,
    get_printoptions as get_printoptions,
    half as half,
    iinfo as iinfo,
    index_exp as index_exp,
    inexact as inexact,
    inf as inf,
    int8 as int8,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    int_ as int_,
    intc as intc,
    integer as integer,
    intp as intp,
    isdtype as isdtype,
    isscalar as isscalar,
    issubdtype as issubdtype,
    iterable as iterable,
    long as long,
    longlong as longlong,
    mintypecode as mintypecode,
    nan as nan,
    ndindex as ndindex,
    newaxis as newaxis,
    number as number,
    pi as pi,
    printoptions as printoptions,
    promote_types as promote_types,
    s_ as s_,
    set_printoptions as set_printoptions,
    short as short,
    signedinteger as signedinteger,
    single as single,
    typename as typename,
    ubyte as ubyte,
    uint as uint,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uintc as uintc,
    uintp as uintp,
    ulong as ulong,
    ulonglong as ulonglong,
    unsignedinteger as unsignedinteger,
    ushort as ushort,
)
from numpy.exceptions import AxisError as AxisError
from numpy.exceptions import ComplexWarning as ComplexWarning
from numpy.exceptions import TooHardError as TooHardError
from numpy.exceptions import VisibleDeprecationWarning as VisibleDeprecationWarning
from numpy.typing import DTypeLike

from cuprust import cuda as cuda
from cuprust import linalg as linalg
from cuprust import profiler as profiler
from cuprust import random as random
from cuprust import testing as testing

from cuprust._functions import *
from cuprust._functions import Methods
from cuprust._ufuncs import *
from cuprust.cuda import Device, MemoryPointer, MemoryPool, Stream

# What a function takes as an array: one of ours, a number, or a nest of lists of these. Not NumPy's arrays.
ArrayLike: TypeAlias = ndarray | complex | np.generic | Sequence[Any]

# Python's own bool: in this module the name is NumPy's scalar type.
bool_type: TypeAlias = builtins.bool

__version__: str
__array_api_version__: str
float_ = np.float64
complex_ = np.complex128
cfloat = np.complex128
singlecomplex = np.complex64
longfloat = np.float64
Inf: float
Infinity: float
PINF: float
infty: float
NINF: float
NAN: float
NaN: float
PZERO: float
NZERO: float

class _NamespaceInfo:
    """The answers for cuprust, by version 2024.12 of the standard."""

    def capabilities(self) -> dict[str, Any]: ...
    def default_device(self) -> Device: ...
    def default_dtypes(self, *, device: Device | str | int | None = None) -> dict[str, np.dtype[Any]]: ...
    def dtypes(
        self, *, device: Device | str | int | None = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, np.dtype[Any]]: ...
    def devices(self) -> list[Device]: ...

def __array_namespace_info__() -> _NamespaceInfo: ...

class ufunc:
    """A function applied to each element of its operands, which are broadcast; with NumPy's methods."""

    __name__: str
    @property
    def name(self) -> str: ...
    @property
    def nin(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def nargs(self) -> int: ...
    @property
    def ntypes(self) -> int: ...
    @property
    def types(self) -> list[str]: ...
    @property
    def identity(self) -> Any: ...
    def __call__(
        self,
        *args: ArrayLike,
        out: ndarray | tuple[ndarray | None, ...] | None = None,
        where: ndarray | bool_type | None = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: DTypeLike | None = None,
        subok: bool_type = True,
    ) -> Any: ...
    def reduce(
        self,
        array: ArrayLike,
        axis: int | Sequence[int] | None = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
        initial: complex | None = None,
        where: ndarray | bool_type | None = None,
    ) -> ndarray: ...
    def accumulate(
        self, array: ArrayLike, axis: int = 0, dtype: DTypeLike | None = None, out: ndarray | None = None
    ) -> ndarray: ...
    def outer(self, a: ArrayLike, b: ArrayLike, /, **kwargs: Any) -> Any: ...
    def at(self, a: ndarray, indices: ArrayLike, b: ArrayLike | None = None, /) -> None: ...
    def reduceat(
        self,
        array: ArrayLike,
        indices: ArrayLike | np.ndarray,
        axis: int = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
    ) -> ndarray: ...

class flagsobj:
    """How an array's elements lie in memory: attributes, or items by NumPy's names."""

    writeable: bool_type
    @property
    def c_contiguous(self) -> bool_type: ...
    @property
    def f_contiguous(self) -> bool_type: ...
    @property
    def fnc(self) -> bool_type: ...
    @property
    def forc(self) -> bool_type: ...
    @property
    def owndata(self) -> bool_type: ...
    @property
    def aligned(self) -> bool_type: ...
    def __getitem__(self, name: str) -> bool_type: ...
    def __setitem__(self, name: str, value: bool_type) -> None: ...

class ndarray(Methods):
    """An n-dimensional array of one dtype on one device."""

    __array_priority__: int
    shape: tuple[int, ...]
    real: ndarray
    imag: ndarray
    flat: ndarray
    def __init__(
        self,
        shape: int | Sequence[int],
        dtype: DTypeLike | None = float,
        memptr: None = None,
        strides: None = None,
        order: str = "C",
    ) -> None: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def base(self) -> Any: ...
    @property
    def device(self) -> Device: ...
    @property
    def data(self) -> MemoryPointer: ...
    @property
    def flags(self) -> flagsobj: ...
    @property
    def T(self) -> ndarray: ...
    @property
    def mT(self) -> ndarray: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __add__(self, other: ArrayLike, /) -> ndarray: ...
    def __radd__(self, other: ArrayLike, /) -> ndarray: ...
    def __iadd__(self, other: ArrayLike, /) -> ndarray: ...
    def __sub__(self, other: ArrayLike, /) -> ndarray: ...
    def __rsub__(self, other: ArrayLike, /) -> ndarray: ...
    def __isub__(self, other: ArrayLike, /) -> ndarray: ...
    def __mul__(self, other: ArrayLike, /) -> ndarray: ...
    def __rmul__(self, other: ArrayLike, /) -> ndarray: ...
    def __imul__(self, other: ArrayLike, /) -> ndarray: ...
    def __truediv__(self, other: ArrayLike, /) -> ndarray: ...
    def __rtruediv__(self, other: ArrayLike, /) -> ndarray: ...
    def __itruediv__(self, other: ArrayLike, /) -> ndarray: ...
    def __floordiv__(self, other: ArrayLike, /) -> ndarray: ...
    def __rfloordiv__(self, other: ArrayLike, /) -> ndarray: ...
    def __ifloordiv__(self, other: ArrayLike, /) -> ndarray: ...
    def __mod__(self, other: ArrayLike, /) -> ndarray: ...
    def __rmod__(self, other: ArrayLike, /) -> ndarray: ...
    def __imod__(self, other: ArrayLike, /) -> ndarray: ...
    def __lshift__(self, other: ArrayLike, /) -> ndarray: ...
    def __rlshift__(self, other: ArrayLike, /) -> ndarray: ...
    def __ilshift__(self, other: ArrayLike, /) -> ndarray: ...
    def __rshift__(self, other: ArrayLike, /) -> ndarray: ...
    def __rrshift__(self, other: ArrayLike, /) -> ndarray: ...
    def __irshift__(self, other: ArrayLike, /) -> ndarray: ...
    def __and__(self, other: ArrayLike, /) -> ndarray: ...
    def __rand__(self, other: ArrayLike, /) -> ndarray: ...
    def __iand__(self, other: ArrayLike, /) -> ndarray: ...
    def __or__(self, other: ArrayLike, /) -> ndarray: ...
    def __ror__(self, other: ArrayLike, /) -> ndarray: ...
    def __ior__(self, other: ArrayLike, /) -> ndarray: ...
    def __xor__(self, other: ArrayLike, /) -> ndarray: ...
    def __rxor__(self, other: ArrayLike, /) -> ndarray: ...
    def __ixor__(self, other: ArrayLike, /) -> ndarray: ...
    def __matmul__(self, other: ArrayLike, /) -> ndarray: ...
    def __rmatmul__(self, other: ArrayLike, /) -> ndarray: ...
    def __imatmul__(self, other: ArrayLike, /) -> ndarray: ...
    def __pow__(self, other: ArrayLike, modulo: None = None, /) -> ndarray: ...
    def __rpow__(self, other: ArrayLike, modulo: None = None, /) -> ndarray: ...
    def __ipow__(self, other: ArrayLike, /) -> ndarray: ...
    def __divmod__(self, other: ArrayLike, /) -> tuple[ndarray, ndarray]: ...
    def __rdivmod__(self, other: ArrayLike, /) -> tuple[ndarray, ndarray]: ...
    def __neg__(self) -> ndarray: ...
    def __pos__(self) -> ndarray: ...
    def __abs__(self) -> ndarray: ...
    def __invert__(self) -> ndarray: ...
    def __lt__(self, other: ArrayLike, /) -> ndarray: ...
    def __le__(self, other: ArrayLike, /) -> ndarray: ...
    def __gt__(self, other: ArrayLike, /) -> ndarray: ...
    def __ge__(self, other: ArrayLike, /) -> ndarray: ...
    def __eq__(self, other: object, /) -> ndarray: ...  # type: ignore[override]
    def __ne__(self, other: object, /) -> ndarray: ...  # type: ignore[override]
    def __bool__(self) -> bool_type: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __index__(self) -> int: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[ndarray]: ...
    def __contains__(self, value: ArrayLike, /) -> bool_type: ...
    def __getitem__(self, index: Any, /) -> ndarray: ...
    def __setitem__(self, index: Any, value: ArrayLike | np.ndarray, /) -> None: ...
    def __array_namespace__(self, *, api_version: str | None = None) -> ModuleType: ...
    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool_type | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def all(
        self,
        axis: int | Sequence[int] | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
        *,
        where: ndarray | bool_type | None = None,
    ) -> ndarray: ...
    def any(
        self,
        axis: int | Sequence[int] | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
        *,
        where: ndarray | bool_type | None = None,
    ) -> ndarray: ...
    def argmax(
        self,
        axis: int | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
    ) -> ndarray: ...
    def argmin(
        self,
        axis: int | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
    ) -> ndarray: ...
    def astype(
        self,
        dtype: DTypeLike | None,
        order: str | None = "K",
        casting: str = "unsafe",
        subok: bool_type | None = None,
        copy: bool_type | None = True,
    ) -> ndarray: ...
    def conj(self) -> ndarray: ...
    def conjugate(self) -> ndarray: ...
    def copy(self, order: str | None = "C") -> ndarray: ...
    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> ndarray: ...
    def fill(self, value: ArrayLike) -> None: ...
    def flatten(self, order: str | None = "C") -> ndarray: ...
    def get(
        self, stream: Stream | None = None, order: str | None = "C", out: ndarray | None = None, blocking: bool_type = True
    ) -> np.ndarray: ...
    def item(self, *args: ArrayLike) -> Any: ...
    def max(
        self,
        axis: int | Sequence[int] | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
        *,
        initial: complex | None = None,
        where: ndarray | bool_type | None = None,
    ) -> ndarray: ...
    def mean(
        self,
        axis: int | Sequence[int] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
    ) -> ndarray: ...
    def min(
        self,
        axis: int | Sequence[int] | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
        *,
        initial: complex | None = None,
        where: ndarray | bool_type | None = None,
    ) -> ndarray: ...
    def nonzero(self) -> tuple[ndarray, ...]: ...
    def prod(
        self,
        axis: int | Sequence[int] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
        *,
        initial: complex | None = None,
        where: ndarray | bool_type | None = None,
    ) -> ndarray: ...
    def ptp(
        self, axis: int | Sequence[int] | None = None, out: ndarray | None = None, keepdims: bool_type = False
    ) -> ndarray: ...
    def ravel(self, order: str | None = "C") -> ndarray: ...
    def repeat(self, repeats: int | Sequence[int], axis: int | None = None) -> ndarray: ...
    def reshape(self, *shape: int | Sequence[int], order: str | None = "C", copy: bool_type | None = None) -> ndarray: ...
    def set(self, arr: ArrayLike, stream: Stream | None = None) -> None: ...
    def squeeze(self, axis: int | Sequence[int] | None = None) -> ndarray: ...
    def std(
        self,
        axis: int | Sequence[int] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        ddof: float = 0,
        keepdims: bool_type = False,
    ) -> ndarray: ...
    def sum(
        self,
        axis: int | Sequence[int] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: bool_type = False,
        *,
        initial: complex | None = None,
        where: ndarray | bool_type | None = None,
    ) -> ndarray: ...
    def swapaxes(self, axis1: int, axis2: int) -> ndarray: ...
    def take(
        self,
        indices: ArrayLike | np.ndarray,
        axis: int | None = None,
        out: ndarray | None = None,
        mode: str = "raise",
    ) -> ndarray: ...
    def to_device(self, device: Any, /, *, stream: Stream | None = None) -> ndarray: ...
    def tobytes(self, order: str | None = "C") -> bytes: ...
    def tolist(self) -> Any: ...
    def transpose(self, *axes: int | Sequence[int] | None) -> ndarray: ...
    def var(
        self,
        axis: int | Sequence[int] | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        ddof: float = 0,
        keepdims: bool_type = False,
    ) -> ndarray: ...
    def view(self, dtype: DTypeLike | None = None) -> ndarray: ...

def install_as_cupy() -> None: ...
def get_array_module(*args: Any) -> ModuleType: ...
def is_available() -> bool_type: ...
def can_cast(from_: Any, to: DTypeLike, casting: str = "safe") -> bool_type: ...
def result_type(*arrays_and_dtypes: Any) -> np.dtype[Any]: ...
def common_type(*arrays: ndarray) -> type[np.inexact]: ...
def min_scalar_type(a: Any) -> np.dtype[Any]: ...
def isfortran(a: ndarray) -> bool_type: ...
def array_repr(
    arr: ArrayLike, max_line_width: int | None = None, precision: int | None = None, suppress_small: bool_type | None = None
) -> str: ...
def array_str(
    arr: ArrayLike, max_line_width: int | None = None, precision: int | None = None, suppress_small: bool_type | None = None
) -> str: ...
def array2string(a: ArrayLike, *args: Any, **kwargs: Any) -> str: ...
def all(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def amax(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    initial: complex | None = None,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def amin(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    initial: complex | None = None,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def any(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def arange(
    start: complex, stop: complex | None = None, step: complex | None = None, dtype: DTypeLike | None = None,
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def argmax(
    a: ArrayLike,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
) -> ndarray: ...
def argmin(
    a: ArrayLike,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
) -> ndarray: ...
def array(
    obj: Any,
    dtype: DTypeLike | None = None,
    copy: bool_type | None = True,
    order: str | None = "K",
    subok: bool_type | None = False,
    ndmin: int = 0,
    *,
    blocking: bool_type = False,
    device: Device | str | int | None = None,
) -> ndarray: ...
def array_split(
    ary: ArrayLike, indices_or_sections: int | Sequence[int], axis: int | Sequence[int] | None = 0
) -> list[ndarray]: ...
def asanyarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: str | None = None,
    *,
    copy: bool_type | None = None,
    blocking: bool_type = False,
    device: Device | str | int | None = None,
) -> ndarray: ...
def asarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: str | None = None,
    *,
    copy: bool_type | None = None,
    blocking: bool_type = False,
    device: Device | str | int | None = None,
) -> ndarray: ...
def ascontiguousarray(a: ArrayLike, dtype: DTypeLike | None = None) -> ndarray: ...
def asfortranarray(a: ArrayLike, dtype: DTypeLike | None = None) -> ndarray: ...
def asnumpy(
    a: ArrayLike,
    stream: Stream | None = None,
    order: str | None = "C",
    out: ndarray | None = None,
    *,
    blocking: bool_type = True,
) -> np.ndarray: ...
def astype(x: ArrayLike, dtype: DTypeLike | None, /, *, copy: bool_type | None = True) -> ndarray: ...
def atleast_1d(*arys: ArrayLike) -> Any: ...
def atleast_2d(*arys: ArrayLike) -> Any: ...
def atleast_3d(*arys: ArrayLike) -> Any: ...
def average(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    weights: ArrayLike | None = None,
    returned: bool_type = False,
    *,
    keepdims: bool_type = False,
) -> Any: ...
def broadcast_arrays(*args: ArrayLike) -> list[ndarray]: ...
def broadcast_shapes(*args: ArrayLike) -> tuple[int, ...]: ...
def broadcast_to(array: ArrayLike, shape: int | Sequence[int]) -> ndarray: ...
def column_stack(tup: Sequence[ArrayLike]) -> ndarray: ...
def concat(
    tup: Sequence[ArrayLike],
    axis: int | None = 0,
    out: ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: str = "same_kind",
) -> ndarray: ...
def concatenate(
    tup: Sequence[ArrayLike],
    axis: int | None = 0,
    out: ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: str = "same_kind",
) -> ndarray: ...
def copy(a: ArrayLike, order: str | None = "K") -> ndarray: ...
def copyto(dst: ndarray, src: ArrayLike, casting: str = "same_kind", where: ndarray | bool_type | None = None) -> None: ...
def count_nonzero(a: ArrayLike, axis: int | Sequence[int] | None = None, *, keepdims: bool_type = False) -> ndarray: ...
def diag(v: ArrayLike, k: int = 0) -> ndarray: ...
def diagflat(v: ArrayLike, k: int = 0) -> ndarray: ...
def diagonal(a: ArrayLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> ndarray: ...
def dsplit(ary: ArrayLike, indices_or_sections: int | Sequence[int]) -> list[ndarray]: ...
def dstack(tup: Sequence[ArrayLike]) -> ndarray: ...
def empty(
    shape: int | Sequence[int],
    dtype: DTypeLike | None = float,
    order: str | None = "C",
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def empty_like(
    prototype: ArrayLike | np.ndarray,
    dtype: DTypeLike | None = None,
    order: str | None = "K",
    subok: bool_type | None = None,
    shape: int | Sequence[int] = None,
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def expand_dims(a: ArrayLike, axis: int | Sequence[int]) -> ndarray: ...
def eye(
    N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = float, order: str | None = "C",
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def flatnonzero(a: ArrayLike) -> ndarray: ...
def flip(a: ArrayLike, axis: int | Sequence[int] | None = None) -> ndarray: ...
def fliplr(a: ArrayLike) -> ndarray: ...
def flipud(a: ArrayLike) -> ndarray: ...
def fromDlpack(x: ArrayLike, /, *, device: Any = None, copy: bool_type | None = None) -> ndarray: ...
def from_dlpack(x: ArrayLike, /, *, device: Any = None, copy: bool_type | None = None) -> ndarray: ...
def frombuffer(buffer: Any, dtype: DTypeLike | None = None, count: int = -1, offset: int = 0) -> ndarray: ...
def fromfunction(
    function: Callable[..., Any], shape: int | Sequence[int], *, dtype: DTypeLike | None = None, **kwargs: Any
) -> Any: ...
def fromiter(iter: Iterable[complex], dtype: DTypeLike | None, count: int = -1) -> ndarray: ...
def full(
    shape: int | Sequence[int], fill_value: ArrayLike, dtype: DTypeLike | None = None, order: str | None = "C",
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def full_like(
    a: ArrayLike | np.ndarray,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: str | None = "K",
    subok: bool_type | None = None,
    shape: int | Sequence[int] = None,
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def geomspace(
    start: complex, stop: complex, num: int = 50, endpoint: bool_type = True, dtype: DTypeLike | None = None, axis: int = 0
) -> ndarray: ...
def get_default_memory_pool() -> MemoryPool: ...
def hsplit(ary: ArrayLike, indices_or_sections: int | Sequence[int]) -> list[ndarray]: ...
def hstack(tup: Sequence[ArrayLike], *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray: ...
def identity(n: int, dtype: DTypeLike | None = float) -> ndarray: ...
def imag(val: ArrayLike) -> ndarray: ...
def indices(dimensions: int | Sequence[int], dtype: DTypeLike | None = int) -> ndarray: ...
def iscomplexobj(x: ArrayLike) -> bool_type: ...
def isrealobj(x: ArrayLike) -> bool_type: ...
def linspace(
    start: complex,
    stop: complex,
    num: int = 50,
    endpoint: bool_type = True,
    retstep: bool_type = False,
    dtype: DTypeLike | None = None,
    axis: int = 0,
    *,
    device: Device | str | int | None = None,
) -> Any: ...
def logspace(
    start: complex,
    stop: complex,
    num: int = 50,
    endpoint: bool_type = True,
    base: float = 10.0,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> ndarray: ...
def matrix_transpose(x: ArrayLike, /) -> ndarray: ...
def max(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    initial: complex | None = None,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def may_share_memory(a: ArrayLike, b: ArrayLike, max_work: Any = None) -> bool_type: ...
def mean(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def meshgrid(*xi: ArrayLike, indexing: str = "xy", sparse: bool_type = False, copy: bool_type | None = True) -> list[ndarray]: ...
def min(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    initial: complex | None = None,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def moveaxis(a: ArrayLike, source: int | Sequence[int], destination: int | Sequence[int]) -> ndarray: ...
def nanmax(
    a: ArrayLike, axis: int | Sequence[int] | None = None, out: ndarray | None = None, keepdims: bool_type = False
) -> ndarray: ...
def nanmean(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def nanmin(
    a: ArrayLike, axis: int | Sequence[int] | None = None, out: ndarray | None = None, keepdims: bool_type = False
) -> ndarray: ...
def nanprod(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
) -> ndarray: ...
def nanstd(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    ddof: float = 0,
    keepdims: bool_type = False,
    *,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def nansum(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
) -> ndarray: ...
def nanvar(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    ddof: float = 0,
    keepdims: bool_type = False,
    *,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def ndim(a: ArrayLike) -> int: ...
def nonzero(a: ArrayLike) -> tuple[ndarray, ...]: ...
def ones(
    shape: int | Sequence[int],
    dtype: DTypeLike | None = float,
    order: str | None = "C",
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def ones_like(
    a: ArrayLike | np.ndarray,
    dtype: DTypeLike | None = None,
    order: str | None = "K",
    subok: bool_type | None = None,
    shape: int | Sequence[int] = None,
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def pad(array: ArrayLike, pad_width: int | Sequence[Any], mode: str = "constant", **kwargs: Any) -> ndarray: ...
def permute_dims(a: ArrayLike, axes: int | Sequence[int] | None = None) -> ndarray: ...
def prod(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    initial: complex | None = None,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def promote_types(type1: ArrayLike, type2: ArrayLike, /) -> ndarray: ...
def ptp(
    a: ArrayLike, axis: int | Sequence[int] | None = None, out: ndarray | None = None, keepdims: bool_type = False
) -> ndarray: ...
def ravel(a: ArrayLike, order: str | None = "C") -> ndarray: ...
def real(val: ArrayLike) -> ndarray: ...
def repeat(a: ArrayLike, repeats: int | Sequence[int], axis: int | None = None) -> ndarray: ...
def reshape(
    a: ArrayLike, newshape: int | Sequence[int], order: str | None = "C", *, copy: bool_type | None = None
) -> ndarray: ...
def roll(a: ArrayLike, shift: int | Sequence[int], axis: int | Sequence[int] | None = None) -> ndarray: ...
def rollaxis(a: ArrayLike, axis: int, start: int = 0) -> ndarray: ...
def rot90(a: ArrayLike, k: int = 1, axes: int | Sequence[int] | None = (0, 1)) -> ndarray: ...
def row_stack(tup: Sequence[ArrayLike], *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray: ...
def select(condlist: Sequence[ArrayLike], choicelist: Sequence[ArrayLike], default: complex = 0) -> ndarray: ...
def shape(a: ArrayLike) -> tuple[int, ...]: ...
def size(a: ArrayLike, axis: int | None = None) -> int: ...
def split(
    ary: ArrayLike, indices_or_sections: int | Sequence[int], axis: int | Sequence[int] | None = 0
) -> list[ndarray]: ...
def squeeze(a: ArrayLike, axis: int | Sequence[int] | None = None) -> ndarray: ...
def stack(
    tup: Sequence[ArrayLike],
    axis: int = 0,
    out: ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: str = "same_kind",
) -> ndarray: ...
def std(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    ddof: float = 0,
    keepdims: bool_type = False,
    *,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def sum(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool_type = False,
    *,
    initial: complex | None = None,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def swapaxes(a: ArrayLike, axis1: int, axis2: int) -> ndarray: ...
def take(
    a: ArrayLike,
    indices: ArrayLike | np.ndarray,
    axis: int | None = None,
    out: ndarray | None = None,
    mode: str = "raise",
) -> ndarray: ...
def tile(A: ArrayLike, reps: int | Sequence[int]) -> ndarray: ...
def transpose(a: ArrayLike, axes: int | Sequence[int] | None = None) -> ndarray: ...
def tri(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = float) -> ndarray: ...
def tril(m: ArrayLike, k: int = 0) -> ndarray: ...
def triu(m: ArrayLike, k: int = 0) -> ndarray: ...
def var(
    a: ArrayLike,
    axis: int | Sequence[int] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    ddof: float = 0,
    keepdims: bool_type = False,
    *,
    where: ndarray | bool_type | None = None,
) -> ndarray: ...
def vsplit(ary: ArrayLike, indices_or_sections: int | Sequence[int]) -> list[ndarray]: ...
def vstack(tup: Sequence[ArrayLike], *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray: ...
def where(condition: ArrayLike, x: ArrayLike = None, y: ArrayLike = None) -> Any: ...
def zeros(
    shape: int | Sequence[int],
    dtype: DTypeLike | None = float,
    order: str | None = "C",
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
def zeros_like(
    a: ArrayLike | np.ndarray,
    dtype: DTypeLike | None = None,
    order: str | None = "K",
    subok: bool_type | None = None,
    shape: int | Sequence[int] = None,
    *,
    device: Device | str | int | None = None,
) -> ndarray: ...
