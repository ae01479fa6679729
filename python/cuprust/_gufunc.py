"""Generalized ufuncs of users: a Python function over the last axes of its operands, called for all positions of the other axes."""

from __future__ import annotations

import re as _re
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from typing import Any as _Any

import numpy as _numpy
from numpy.exceptions import AxisError as _AxisError

from cuprust import _core
from cuprust._core import ndarray as _ndarray
from cuprust._terminal import shown as _shown

# The stubs declare these functions in the package only.
_functions: _Any = _core

__all__ = ["GeneralizedUFunc"]

_DIMENSION = r"[A-Za-z_]\w*|\d+"
_CORE = rf"\(\s*(?:(?:{_DIMENSION})(?:\s*,\s*(?:{_DIMENSION}))*\s*,?)?\s*\)"
_CORES = rf"{_CORE}(?:\s*,\s*{_CORE})*"
_SIGNATURE = _re.compile(rf"\s*(?:{_CORES})?\s*->\s*{_CORES}\s*")


class GeneralizedUFunc:
    """A Python function as a generalized ufunc: `signature`, as ``(i,j),(j)->(i)``, names the core axes of operands and results.

    The core axes are last, or where `axes`, `axis` and `keepdims` of a call place them; the other axes are loop axes, which broadcast.
    `func` is called for every position of the loop axes with the operands' core axes, or once with all axes where `supports_batched`
    is true, because it broadcasts itself. With `supports_out` it gets ``out=`` from a batched call. `signatures`
    is a list of pairs of a text as ``"ff->f"`` and a function that takes the place of `func` where the operands can be cast safely to
    the dtypes before the arrow. `try_fastcall_func` is called first, with the caller's arguments, and may return NotImplemented.

    Raises ValueError for a signature that is none.

    >>> inner = cp.GeneralizedUFunc(lambda a, b: (a * b).sum(), "(i),(i)->()")
    >>> inner(cp.arange(6).reshape(2, 3), cp.array([1, 0, 2]))
    array([ 4, 13])
    """

    def __init__(
        self,
        func: _Callable[..., _Any],
        signature: str,
        *,
        name: str | None = None,
        doc: str | None = None,
        supports_batched: bool = False,
        supports_out: bool = False,
        signatures: _Sequence[tuple[str, _Callable[..., _Any]]] | None = None,
        try_fastcall_func: _Callable[..., _Any] | None = None,
    ) -> None:
        self._inputs, self._outputs = _parsed(signature)
        self._func = func
        self._signature = signature
        self._batched = supports_batched
        self._takes_out = supports_out
        self._loops = [(*_letters(text), loop) for text, loop in signatures or ()]
        self._fast = try_fastcall_func
        self.__name__ = name if name is not None else getattr(func, "__name__", type(func).__name__)
        self.__doc__ = doc if doc is not None else func.__doc__

    def __repr__(self) -> str:
        return f"<GeneralizedUFunc '{self.__name__}' {self._signature}>"

    def __call__(
        self,
        *args: _Any,
        axes: _Any = None,
        axis: int | None = None,
        keepdims: bool = False,
        out: _Any = None,
        order: str = "K",
        dtype: _Any = None,
        casting: str = "same_kind",
        signature: _Any = None,
        **kwargs: _Any,
    ) -> _Any:
        if self._fast is not None:
            said = {"axes": axes, "axis": axis, "out": out, "dtype": dtype, "signature": signature}
            said = {name: value for name, value in said.items() if value is not None}
            result = self._fast(*args, **said, **kwargs)
            if result is not NotImplemented:
                return result
        nin, nout = len(self._inputs), len(self._outputs)
        if len(args) == nin + nout and out is None:
            args, out = args[:nin], args[nin:] if nout > 1 else args[nin]
        if len(args) != nin:
            raise TypeError(f"{self.__name__} takes {nin} operands and was given {len(args)}")
        outs = _several(out, nout)
        if dtype is not None and signature is not None:
            raise TypeError("cannot specify both 'signature' and 'dtype'")
        func, wanted, operands = self._loop([_core.asarray(arg) for arg in args], signature, casting)
        input_axes, output_axes = self._axes(axes, axis, keepdims, [arg.ndim for arg in operands])
        operands = [_functions.moveaxis(arg, at, range(-len(at), 0)) for arg, at in zip(operands, input_axes)]
        sizes: dict[str, int] = {}
        loop = _functions.broadcast_shapes(*[_split(arg, core, sizes)[0] for arg, core in zip(operands, self._inputs)])
        if self._batched:
            if self._takes_out and out is not None and not keepdims and axes is None and axis is None:
                kwargs["out"] = out
            results = list(_several(func(*operands, **kwargs), nout))
            if kwargs.get("out") is not None:
                return out
        else:
            results = self._each(func, operands, loop, kwargs)
        finished = []
        for place, (result, at, to) in enumerate(zip(results, output_axes, outs)):
            core = len(self._outputs[place])
            if keepdims and core == 0:
                result = result.reshape(result.shape + (1,) * len(at))
                core = len(at)
            if core:
                result = _functions.moveaxis(result, range(-core, 0), at)
            as_dtype = dtype if dtype is not None else wanted[place] if wanted else None
            if to is not None:
                _functions.copyto(to, result, casting=casting)
                finished.append(to)
                continue
            if as_dtype is not None:
                result = result.astype(as_dtype, copy=False)
            finished.append(result if order == "K" else _core.asarray(result, order=order))
        return finished[0] if nout == 1 else tuple(finished)

    def _loop(
        self, args: list[_ndarray], signature: _Any, casting: str
    ) -> tuple[_Callable[..., _Any], list[str] | None, list[_ndarray]]:
        """The function for the operands, the dtypes of the results where they are named, and the operands in the dtypes that it takes."""
        if signature is not None:
            inputs, outputs = _letters(signature)
            if (len(inputs), len(outputs)) != (len(self._inputs), len(self._outputs)):
                raise ValueError(f"{signature!r} does not name the dtypes of {self._signature}")
            named = [loop for loop in self._loops if (loop[0], loop[1]) == (inputs, outputs)]
            func = named[0][2] if named else self._func
            for arg, to in zip(args, inputs):
                if not _numpy.can_cast(arg.dtype, to, casting):  # type: ignore[arg-type]
                    raise TypeError(f"cannot cast an operand from {arg.dtype} to {_numpy.dtype(to)} with casting rule {casting!r}")
            return func, outputs, [arg.astype(to, copy=False) for arg, to in zip(args, inputs)]
        for inputs, outputs, func in self._loops:
            if all(_numpy.can_cast(arg.dtype, to, "safe") for arg, to in zip(args, inputs)):
                return func, outputs, [arg.astype(to, copy=False) for arg, to in zip(args, inputs)]
        if self._loops:
            raise TypeError(f"{self.__name__} has no loop for operands of {', '.join(str(arg.dtype) for arg in args)}")
        return self._func, None, args

    def _axes(self, axes: _Any, axis: int | None, keepdims: bool, ranks: list[int]) -> tuple[list[_Any], list[_Any]]:
        """The positions of the core axes of operands and of results."""
        cores = [len(core) for core in self._inputs]
        result_cores = [len(core) for core in self._outputs]
        if keepdims and (len(set(cores)) > 1 or any(result_cores)):
            raise TypeError("keepdims can only be used where the operands have the same number of core axes and the results have none")
        if axes is not None and axis is not None:
            raise TypeError("cannot specify both 'axis' and 'axes'")
        if axis is not None:
            if not all(count in (0, 1) for count in cores + result_cores) or len({*sum(self._inputs, ()), *sum(self._outputs, ())}) > 1:
                raise TypeError("axis can only be used with a single shared core axis")
            if not isinstance(axis, int):
                raise TypeError("axis must be an integer")
            axes = [(axis,) * count for count in cores] + [(axis,) * count for count in result_cores if count]
        if axes is None:
            at = [tuple(range(-count, 0)) for count in cores]
            return at, [at[0] if keepdims else tuple(range(-count, 0)) for count in result_cores]
        if not isinstance(axes, list):
            raise TypeError("axes must be a list")
        said = [(each,) if isinstance(each, int) else tuple(each) for each in axes]
        if len(said) == len(cores) and not any(result_cores):
            said += [said[0] if keepdims else () for _ in result_cores]
        if len(said) != len(cores) + len(result_cores):
            raise ValueError("axes must have an entry for each operand and result; those of results without core axes may be left out")
        wanted = cores + (cores[:1] * len(result_cores) if keepdims else result_cores)
        for place, (each, count) in enumerate(zip(said, wanted)):
            if len(each) != count:
                raise ValueError(f"axes item {place} must name {count} axes, not {len(each)}")
            if len(set(each)) != len(each):
                raise ValueError(f"axes item {place} names an axis twice")
        for each, rank in zip(said, ranks):
            for one in each:
                if not -rank <= one < rank:
                    raise _AxisError(one, rank)
        return said[: len(cores)], said[len(cores) :]

    def _each(self, func: _Callable[..., _Any], args: list[_ndarray], loop: tuple[int, ...], kwargs: dict[str, _Any]) -> list[_ndarray]:
        """The results of a call for every position of the loop axes, joined."""
        cores = [arg.shape[arg.ndim - len(core) :] for arg, core in zip(args, self._inputs)]
        args = [_functions.broadcast_to(arg, (*loop, *core)) for arg, core in zip(args, cores)]
        nout = len(self._outputs)
        calls = [[_core.asarray(each) for each in _several(func(*(arg[at] for arg in args), **kwargs), nout)] for at in _numpy.ndindex(*loop)]
        if not calls:
            raise ValueError(f"{self.__name__} cannot be called without positions to call it for: the shapes broadcast to {loop}")
        return [_functions.stack(parts).reshape((*loop, *parts[0].shape)) for parts in zip(*calls)]


def _parsed(signature: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The names of the core axes of each operand and of each result."""
    if not _SIGNATURE.fullmatch(signature):
        raise ValueError(f"Not a valid gufunc signature: {signature}")
    inputs, outputs = signature.split("->")
    cores = [[tuple(_re.findall(_DIMENSION, core)) for core in _re.findall(_CORE, side)] for side in (inputs, outputs)]
    return cores[0], cores[1]


def _letters(signature: _Any) -> tuple[list[str], list[str]]:
    """The letters of the dtypes before and after the arrow of ``"ff->f"``, or of a pair of texts."""
    inputs, arrow, outputs = signature.partition("->") if isinstance(signature, str) else (signature[0], "->", signature[1])
    if not arrow:
        raise ValueError(f"{signature!r} has no '->' between the dtypes of operands and results")
    return list(inputs), list(outputs)


def _several(results: _Any, count: int) -> _Any:
    """Results or arrays to write to, as many as there are: none is None for each."""
    if results is None:
        return (None,) * count
    found = results if isinstance(results, (tuple, list)) else (results,)
    if len(found) != count:
        raise ValueError(f"{count} results are wanted, and there are {len(found)}")
    return tuple(found)


def _split(arg: _ndarray, core: tuple[str, ...], sizes: dict[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The extents of the loop axes and of the core axes, which must agree with earlier ones of the same names."""
    if arg.ndim < len(core):
        raise ValueError(f"an operand has {arg.ndim} axes and needs {len(core)} core axes: ({','.join(core)})")
    cut = arg.ndim - len(core)
    for name, extent in zip(core, arg.shape[cut:]):
        known = int(name) if name.isdigit() else sizes.setdefault(name, extent)
        if known != extent:
            raise ValueError(f"core axis {_shown(name)} has {extent} elements here and {known} before")
    return arg.shape[:cut], arg.shape[cut:]
