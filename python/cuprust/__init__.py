"""NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed."""

import builtins as _builtins
import importlib as _importlib
import sys as _sys

import numpy as _numpy

# NumPy's names that need no array: dtypes, their promotion, constants, and print options.
from numpy import (
    base_repr,
    binary_repr,
    bool,
    bool_,
    byte,
    cdouble,
    clongdouble,
    complex64,
    complex128,
    complexfloating,
    csingle,
    double,
    dtype,
    e,
    euler_gamma,
    finfo,
    float16,
    float32,
    float64,
    floating,
    format_float_positional,
    format_float_scientific,
    generic,
    get_printoptions,
    half,
    iinfo,
    index_exp,
    inexact,
    inf,
    int8,
    int16,
    int32,
    int64,
    int_,
    intc,
    integer,
    intp,
    isdtype,
    isscalar,
    issubdtype,
    iterable,
    long,
    longlong,
    mintypecode,
    nan,
    ndindex,
    newaxis,
    number,
    pi,
    printoptions,
    promote_types,
    s_,
    set_printoptions,
    short,
    signedinteger,
    single,
    typename,
    ubyte,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
    uintc,
    uintp,
    ulong,
    ulonglong,
    unsignedinteger,
    ushort,
)
from numpy.exceptions import (
    AxisError,
    ComplexWarning,
    ModuleDeprecationWarning,
    RankWarning,
    TooHardError,
    VisibleDeprecationWarning,
)
from numpy.lib.npyio import DataSource

from cuprust import _core
from cuprust._core import *  # noqa: F403
from cuprust._core import __version__, ndarray



class _OfEachUfunc:
    """A descriptor: the class `ufunc` has the attribute itself, and each ufunc derives its own from its row when it is read."""

    def __init__(self, maker, of_class):
        self.maker, self.of_class = maker, of_class

    def __get__(self, ufunc, owner=None):
        if ufunc is None:
            return self.of_class
        return getattr(_importlib.import_module("cuprust._ufunc_text"), self.maker)(ufunc)


_core.ufunc.__doc__, _core.ufunc.__signature__ = _OfEachUfunc("documentation", _core.ufunc.__doc__), _OfEachUfunc("signature", None)

float_ = float64
complex_ = complex128
cfloat = complex128
singlecomplex = complex64
longfloat = float64
Inf = Infinity = PINF = infty = inf
NINF = -inf
NAN = NaN = nan
PZERO, NZERO = 0.0, -0.0
__array_api_version__ = "2025.12"
# CuPy's programs set it; there are no experimental features to warn of.
disable_experimental_feature_warning = False

# Modules that are loaded at their first use, so that importing cuprust stays cheap.
_MODULES = ("cuda", "cusolver", "cusparse", "distributed", "exceptions", "jit", "profiler", "testing", "time", *_core._submodules("cuprust"))
# Those that `import *` brings too, as NumPy's and CuPy's does.
_STARRED = {"cuda", "exceptions", "fft", "lib", "linalg", "polynomial", "random", "testing"}

# Names of modules that are loaded at the first use of one of their names. If the extension has a function of the same
# name, the module's is the public one: it also takes Python functions and objects, and calls the extension's.
_LATER = {
    "_core": ("ElementwiseKernel", "RawKernel", "RawModule", "ReductionKernel"),
    "_apply": (
        "apply_along_axis", "apply_over_axes", "block", "broadcast", "byte_bounds", "mask_indices", "pad", "piecewise",
        "require", "vectorize",
    ),
    "_fuse": ("fuse",),
    "_files": (
        "fromfile", "fromstring", "genfromtxt", "load", "loadtxt", "save", "savetxt", "savez", "savez_compressed",
    ),
    "_gufunc": ("GeneralizedUFunc",),
    "_grids": ("c_", "mgrid", "ogrid", "r_"),
    "_memo": ("clear_memo", "memoize"),
    "_numpy1": (
        "asfarray", "disp", "find_common_type", "format_parser", "get_array_wrap", "issctype", "issubclass_", "issubsctype",
        "obj2sctype", "safe_eval", "sctype2char", "who",
    ),
    "_pinned": ("empty_like_pinned", "empty_pinned", "zeros_like_pinned", "zeros_pinned"),
    "_runtime_info": ("get_runtime_info", "show_config"),
    "_polynomials": (
        "poly1d", "polyadd", "polyder", "polydiv", "polyint", "polymul", "polysub", "polyval", "roots",
    ),
    "_sets": ("unique_all", "unique_counts", "unique_inverse", "unique_values"),
    "cuda.memory": ("get_default_memory_pool",),
    "cuda.pinned_memory": ("get_default_pinned_memory_pool",),
    "_settings": ("allow_synchronize", "errstate", "geterr", "seterr"),
    "_structures": ("make_aligned_dtype",),
}  # fmt: skip
_PLACES = {name: module for module, names in _LATER.items() for name in names}
for _name in _PLACES:
    globals().pop(_name, None)


def __getattr__(name):
    if name in _MODULES:
        return _importlib.import_module(f"cuprust.{name}")
    if name in _PLACES:
        found = getattr(_importlib.import_module(f"cuprust.{_PLACES[name]}"), name)
        globals()[name] = found
        return found
    if name == "__all__":
        names = {*globals(), *_PLACES}.difference(_MODULES)
        return sorted(_STARRED.union(name for name in names if not name.startswith("_")))
    if "cuprust._alias" in _sys.modules:
        raise _importlib.import_module("cuprust._alias").missing(_sys.modules[__name__], name)
    raise AttributeError(f"module 'cuprust' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_MODULES, *_PLACES})


def install_as_cupy():
    """Make ``import cupy`` and ``import cupyx`` in this process mean cuprust; a second call changes nothing.

    Raises RuntimeError where the real CuPy has been imported already, as half of the program would keep using it.
    """
    # The import machinery takes longer to load than all of cuprust, and few programs need it.
    from cuprust._alias import install_as_cupy

    install_as_cupy()


def __array_namespace_info__():
    """The inspection interface of the array API standard: capabilities, devices and dtypes."""
    from cuprust._namespace import NamespaceInfo

    return NamespaceInfo()


def get_array_module(*args):
    """cuprust where one of the arguments is an array of it, else numpy: for code that takes both."""
    # Python's own any and bool are hidden here by the functions of the same names.
    if _builtins.any(isinstance(arg, ndarray) for arg in args):
        return _importlib.import_module("cuprust")
    return _numpy


def is_available():
    """Whether there is a GPU that cuprust can use. Arrays live on the CPU where there is none."""
    return _core.cuda._gpu_count() > 0


def can_cast(from_, to, casting="safe"):
    """Whether a cast is allowed: of a dtype, or of an array's elements."""
    return _numpy.can_cast(from_.dtype if isinstance(from_, ndarray) else from_, to, casting)


def result_type(*arrays_and_dtypes):
    """The dtype that an operation on these arrays, numbers and dtypes has."""
    return _numpy.result_type(*[a.dtype if isinstance(a, ndarray) else a for a in arrays_and_dtypes])


def common_type(*arrays):
    """The floating-point dtype that holds the elements of all arrays."""
    return _numpy.common_type(*[_numpy.empty(0, a.dtype) for a in arrays]) if arrays else float16


def einsum_path(*operands, optimize="greedy", einsum_call=False):
    """The order of contractions that NumPy finds for an `einsum` of operands of these shapes, and a text that explains it.

    The first of the two, a list, is what ``einsum(.., optimize=)`` takes. Elements are not read.

    >>> a, b = cp.ones((2, 8)), cp.ones((8, 3))
    >>> cp.einsum_path("ij,jk->ik", a, b)[0]
    ['einsum_path', (0, 1)]
    """
    like = [_numpy.broadcast_to(_numpy.empty((), x.dtype), x.shape) if isinstance(x, ndarray) else x for x in operands]
    return _numpy.einsum_path(*like, optimize=optimize, einsum_call=einsum_call)


def min_scalar_type(a):
    """The smallest dtype that holds a number; the dtype of an array with axes."""
    if isinstance(a, ndarray):
        return _numpy.min_scalar_type(a.get()) if a.ndim == 0 else a.dtype
    return _numpy.min_scalar_type(a)


def isfortran(a):
    """Whether an array's elements lie in Fortran order and not in C order."""
    return a.flags.fnc


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """The text of an array with its dtype, as NumPy prints it."""
    return _numpy.array_repr(asnumpy(arr), max_line_width, precision, suppress_small)  # noqa: F405


def array_str(arr, max_line_width=None, precision=None, suppress_small=None):
    """The text of an array's elements, as NumPy prints it."""
    return _numpy.array_str(asnumpy(arr), max_line_width, precision, suppress_small)  # noqa: F405


def array2string(a, *args, **kwargs):
    """The text of an array's elements, as NumPy prints it."""
    return _numpy.array2string(asnumpy(a), *args, **kwargs)  # noqa: F405


# This comes last, since dask may look up any name of the package.
_importlib.import_module("cuprust._engines").install()
