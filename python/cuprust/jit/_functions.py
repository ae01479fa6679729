"""Functions and variables that kernels have beside their own: those of Python, of CUDA, and ufuncs."""

from __future__ import annotations

import builtins
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy

import cuprust
from cuprust.jit._source import KernelValueError
from cuprust.jit._types import Scalar, scalar
from cuprust.jit._values import Constant, Data, Items, Value, type_of_number

if TYPE_CHECKING:
    from cuprust.jit._scope import Scope


class Intrinsic:
    """A function for kernels alone: `compile` says what a call of it is, from the scope of the call and its arguments."""

    def __init__(self, compile: Callable[..., Value]) -> None:
        self.compile = compile
        self.__name__ = compile.__name__.strip("_")
        self.__doc__ = compile.__doc__
        self.__module__ = compile.__module__
        signature = inspect.signature(compile)
        # The first parameter is the scope.
        self.__signature__ = signature.replace(parameters=[*signature.parameters.values()][1:])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(f"{self.__name__} is a function for kernels: it is called in one that jit.rawkernel makes")

    def __repr__(self) -> str:
        return f"<function {self.__name__} for kernels>"


@dataclass(frozen=True)
class Variable:
    """A variable that every kernel has."""

    data: Data

    def __repr__(self) -> str:
        return f"<variable {self.data.code} of kernels>"


@dataclass(frozen=True)
class Range:
    """What a loop goes over."""

    start: Value
    stop: Value
    step: Value
    unroll: bool | int | None = None


def call(
    scope: Scope,
    function: Any,
    arguments: Sequence[Value],
    keywords: dict[str, Value],
    computed: Callable[..., Constant],
) -> Value:
    """A call in a kernel of an object that is known."""
    from cuprust.jit._kernel import Kernel

    intrinsic = function if isinstance(function, Intrinsic) else _OF_PYTHON.get(function) if _hashable(function) else None
    if intrinsic is not None:
        try:
            inspect.signature(intrinsic.compile).bind(scope, *arguments, **keywords)
        except TypeError as error:
            scope.fail(f"{intrinsic.__name__}: {error}")
        return intrinsic.compile(scope, *arguments, **keywords)
    if isinstance(function, Kernel):
        if keywords:
            scope.fail("the arguments of a function of a kernel have no names")
        return scope.call(function, arguments)
    if hasattr(function, "compile_call"):
        found: Value = function.compile_call(scope, arguments, keywords)
        return found
    known = [value.value for value in (*arguments, *keywords.values()) if isinstance(value, Constant)]
    if len(known) == len(arguments) + len(keywords) and not isinstance(function, cuprust.ufunc):
        names = dict(zip(keywords, known[len(arguments) :]))
        return computed(scope, function, *known[: len(arguments)], **names)
    if keywords:
        scope.fail(f"{_name(function)} takes no arguments by name in a kernel")
    if isinstance(function, type) and issubclass(function, (numpy.number, numpy.bool_)) or isinstance(function, numpy.dtype):
        return _converted(scope, arguments, scalar(function))
    row = _row(function)
    if row is None:
        scope.fail(f"{_name(function)} is no function of a kernel: make it one with jit.rawkernel(device=True)")
    return scope.apply(row, arguments)


def _name(function: Any) -> str:
    return getattr(function, "__name__", repr(function))


def _hashable(function: Any) -> bool:
    return type(function).__hash__ is not None


def _row(function: Any) -> cuprust.ufunc | None:
    """The ufunc that a function means: it itself, or the one of a function's name in NumPy and in Python's module `math`."""
    if isinstance(function, cuprust.ufunc):
        return function
    if isinstance(function, numpy.ufunc) or getattr(function, "__module__", None) == "math":
        found = getattr(cuprust, {"pow": "power", "fabs": "fabs"}.get(function.__name__, function.__name__), None)
        return found if isinstance(found, cuprust.ufunc) else None
    return None


def _converted(scope: Scope, arguments: Sequence[Value], type: Scalar) -> Value:
    if len(arguments) != 1:
        scope.fail(f"a number of dtype {type} is made of one number, and {len(arguments)} are given")
    return Data(scope.cast(arguments[0], type), type)


# Functions of Python.


@Intrinsic
def _range(scope: Scope, *args: Value) -> Value:
    return _steps(scope, args, None)


def _steps(scope: Scope, args: Sequence[Value], unroll: bool | int | None) -> Constant:
    if not 1 <= len(args) <= 3:
        scope.fail(f"range takes one to three numbers, and {len(args)} are given")
    for value in args:
        scope.integer(value)
    start, stop, step = (Constant(0), args[0], Constant(1)) if len(args) == 1 else (*args, Constant(1))[:3]
    if isinstance(step, Constant) and step.value == 0:
        scope.fail("the step of a range is zero", KernelValueError)
    return Constant(Range(start, stop, step, unroll))


@Intrinsic
def range(scope: Scope, *args: Value, unroll: Value = Constant(None)) -> Value:
    """As Python's `range`, with a word to the compiler: `unroll` is whether the loop is unrolled, or how often.

    >>> for i in jit.range(8, unroll=True): ...
    """
    factor = scope.constant(unroll, "unroll", (bool, int, type(None)))
    return _steps(scope, args, factor)


@Intrinsic
def _len(scope: Scope, x: Value) -> Value:
    if isinstance(x, Items):
        return Constant(len(x.items))
    if isinstance(x, Data):
        shape = x.type.attribute(scope, x, "shape")
        if isinstance(shape, Items) and shape.items:
            return shape.items[0]
    elif hasattr(x.value, "__len__"):
        return Constant(len(x.value))
    scope.fail(f"{scope.describe(x)} has no length")


def _folded(name: str, choose: Callable[..., Any]) -> Intrinsic:
    def compile(scope: Scope, *args: Value) -> Value:
        values = args[0].items if len(args) == 1 and isinstance(args[0], Items) else args
        if not values:
            scope.fail(f"{name} takes one number at least")
        if all(isinstance(value, Constant) for value in values):
            return Constant(choose([value.value for value in values if isinstance(value, Constant)]))
        found = values[0]
        for value in values[1:]:
            found = scope.apply(getattr(cuprust, name), (found, value))
        return found

    compile.__name__ = name
    return Intrinsic(compile)


def _operation(name: str) -> Intrinsic:
    def compile(scope: Scope, *args: Value) -> Value:
        return scope.apply(getattr(cuprust, name), args)

    compile.__name__ = name
    return Intrinsic(compile)


def _number(kind: type, example: Any) -> Intrinsic:
    def compile(scope: Scope, x: Value = Constant(example)) -> Value:
        if isinstance(x, Constant):
            return Constant(kind(x.value))
        own = scope.number(x).type
        if kind is int and own.dtype.kind in "iu":  # type: ignore[attr-defined]
            return x
        return _converted(scope, [x], type_of_number(example, scope.numpy_rules))

    compile.__name__ = kind.__name__
    return Intrinsic(compile)


_OF_PYTHON: dict[Any, Intrinsic] = {
    builtins.range: _range,
    builtins.len: _len,
    builtins.min: _folded("minimum", builtins.min),
    builtins.max: _folded("maximum", builtins.max),
    builtins.abs: _operation("absolute"),
    builtins.pow: _operation("power"),
    builtins.divmod: _operation("divmod"),
    builtins.bool: _number(builtins.bool, False),
    builtins.int: _number(builtins.int, 0),
    builtins.float: _number(builtins.float, 0.0),
    builtins.complex: _number(builtins.complex, 0j),
    math.pow: _operation("power"),
}
