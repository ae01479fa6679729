"""Names of NumPy 1 that NumPy 2 has no more and that programs written for CuPy use."""

from __future__ import annotations

import ast as _ast
import sys as _sys
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from typing import Any as _Any

import numpy as _numpy
from numpy.rec import format_parser
from numpy.typing import DTypeLike as _DTypeLike

from cuprust import _core

__all__ = [
    "asfarray", "disp", "find_common_type", "format_parser", "get_array_wrap", "issctype", "issubclass_", "issubsctype", "obj2sctype",
    "safe_eval", "sctype2char", "who",
]  # fmt: skip


def obj2sctype(rep: _Any, default: _Any = None) -> _Any:
    """The scalar type that an object stands for: a dtype, a name of one, a type, an array. The default where it stands for none.

    >>> cp.obj2sctype("f4")
    <class 'numpy.float32'>
    """
    if isinstance(rep, type) and issubclass(rep, _numpy.generic):
        return rep
    if isinstance(rep, (_core.ndarray, _numpy.ndarray)):
        return rep.dtype.type
    if isinstance(rep, type) and rep not in (bool, int, float, complex, bytes, str):
        return default
    try:
        return _numpy.dtype(rep).type
    except (TypeError, ValueError):
        return default


def issctype(rep: _Any) -> bool:
    """Whether an object is a scalar type or a dtype.

    >>> cp.issctype(cp.int32), cp.issctype(list), cp.issctype(1.1)
    (True, False, False)
    """
    if not isinstance(rep, (type, _numpy.dtype)):
        return False
    found = obj2sctype(rep)
    return found is not None and found is not _numpy.object_


def issubclass_(arg1: _Any, arg2: _Any) -> bool:
    """Whether a class is derived from another; False where the first is no class.

    >>> cp.issubclass_(cp.int32, int), cp.issubclass_(1, int)
    (False, False)
    """
    try:
        return issubclass(arg1, arg2)
    except TypeError:
        return False


def issubsctype(arg1: _Any, arg2: _Any) -> bool:
    """Whether the scalar type of one object is derived from that of another.

    >>> cp.issubsctype("f4", cp.floating)
    True
    """
    return issubclass(obj2sctype(arg1), obj2sctype(arg2))


def sctype2char(sctype: _Any) -> str:
    """The character of a scalar type. Raises ValueError where the object stands for none.

    >>> cp.sctype2char(cp.float32)
    'f'
    """
    found = obj2sctype(sctype)
    if found is None:
        raise ValueError("unrecognized type")
    return str(_numpy.dtype(found).char)


def find_common_type(array_types: _Sequence[_DTypeLike], scalar_types: _Sequence[_DTypeLike]) -> _numpy.dtype[_Any] | None:
    """The dtype of arrays beside scalars: that of the arrays, unless the scalars are of a greater kind.

    >>> cp.find_common_type(["f4"], ["i8", "f8"])
    dtype('float32')
    """
    arrays = [_numpy.dtype(each) for each in array_types]
    scalars = [_numpy.dtype(each) for each in scalar_types]
    promoted = [_numpy.result_type(*each) if each else None for each in (arrays, scalars)]
    array, scalar = promoted
    if array is None or scalar is None:
        return scalar if array is None else array
    kinds = "buifc"
    if array.kind not in kinds or scalar.kind not in kinds:
        return None
    return scalar if kinds.index(scalar.kind) > kinds.index(array.kind) else array


def safe_eval(source: str) -> _Any:
    """The value of a literal of Python. Raises SyntaxError or ValueError for a text that is none.

    >>> cp.safe_eval("[1, 2.5]")
    [1, 2.5]
    """
    return _ast.literal_eval(source)


def disp(mesg: _Any, device: _Any = None, linefeed: bool = True) -> None:
    """Write an object as text to a file, the standard output where None is given, with a line's end after it."""
    file = _sys.stdout if device is None else device
    file.write(f"{mesg}\n" if linefeed else f"{mesg}")
    file.flush()


def who(vardict: _Mapping[str, _Any] | None = None) -> None:
    """Print the arrays among variables as NumPy 1 does: name, shape, bytes, dtype. Without an argument they are those of the caller's module.

    The second name of an array is followed by the first one in parentheses, and its bytes are counted once.

    >>> cp.who({"a": cp.ones((2, 3)), "n": 1})
    Name            Shape            Bytes            Type
    ===========================================================
    <BLANKLINE>
    a               2 x 3            48               float64
    <BLANKLINE>
    Upper bound on total bytes  =       48
    """
    variables = _sys._getframe(1).f_globals if vardict is None else vardict
    rows: list[tuple[str, str, str, str]] = []
    names: dict[int, str] = {}
    total = 0
    for name, value in list(variables.items()):
        if not isinstance(value, (_core.ndarray, _numpy.ndarray)):
            continue
        if id(value) in names:
            name = f"{name} ({names[id(value)]})"
        else:
            names[id(value)] = name
            total += value.nbytes
        rows.append((name, " x ".join(map(str, value.shape)), str(value.nbytes), value.dtype.name))
    heads = ("Name", "Shape", "Bytes")
    widths = [max(10, *(len(row[column]) for row in rows)) + len(head) + 2 for column, head in enumerate(heads) if rows]
    if rows:
        line = "".join(head.ljust(width) for head, width in zip(heads, widths)) + "Type"
        print(line, "=" * (len(line) + 5), "", sep="\n")
    for row in rows:
        print("".join(part.ljust(width) for part, width in zip(row, widths)) + row[3])
    print(f"\nUpper bound on total bytes  =       {total}")


def get_array_wrap(*args: _Any) -> _Any:
    """The method ``__array_wrap__`` of the argument that has one, the greatest ``__array_priority__`` first; None where none has."""
    found = [(getattr(x, "__array_priority__", 0), -place, x.__array_wrap__) for place, x in enumerate(args) if hasattr(x, "__array_wrap__")]
    return max(found, key=lambda each: each[:2])[2] if found else None


def asfarray(a: _Any, dtype: _DTypeLike = _numpy.float64) -> _core.ndarray:
    """An array of floats or complex numbers: of this dtype, and of float64 where it is of another kind.

    >>> cp.asfarray([1, 2])
    array([1., 2.])
    """
    wanted = _numpy.dtype(dtype)
    return _core.asarray(a, dtype=wanted if wanted.kind in "fc" else _numpy.float64)
