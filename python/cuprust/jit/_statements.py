"""Statements of Python as lines of CUDA C++."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import numpy

from cuprust.jit._arrays import FOLDER
from cuprust.jit._expressions import binary, expression, item
from cuprust.jit._functions import Range
from cuprust.jit._scope import Scope, Wider, c_name
from cuprust.jit._source import KernelSyntaxError, KernelTypeError, KernelValueError
from cuprust.jit._types import INT64, UINT64, VOID, Record, Scalar, Type, scalar
from cuprust.jit._values import Constant, Data, Items, Value

Lines = list[str]
WORDS = {
    "AsyncFor": "async for",
    "AsyncFunctionDef": "async def",
    "AsyncWith": "async with",
    "ClassDef": "class",
    "Delete": "del",
    "FunctionDef": "def",
    "ImportFrom": "import",
    "TryStar": "try",
}


def block(scope: Scope, statements: list[ast.stmt]) -> Lines:
    """The lines of statements that follow one another."""
    lines: Lines = []
    for node in statements:
        outer, scope.node = scope.node, node
        compile = _KINDS.get(type(node))
        if compile is None:
            name = type(node).__name__
            scope.fail(f"{WORDS.get(name, name.lower())!r} is not supported in a kernel", KernelSyntaxError)
        written = compile(scope, node)
        if written:
            # Messages of the compiler, or about a run, are attributed to the function's own lines.
            lines += [f'#line {scope.source.line(node)} "{scope.source.base}"', *written]
        scope.node = outer
    return lines


def _indented(lines: Lines) -> Lines:
    return ["    " + line if line and not line.startswith("#") else line for line in lines]


# Assignments.


def assign(scope: Scope, target: ast.expr, value: Value) -> Lines:
    """The lines that give a value to a name, an element, or each of several."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return _unpack(scope, target, value)
    if isinstance(target, ast.Name):
        return bind(scope, target.id, value)
    if isinstance(target, ast.Subscript):
        place = _element(scope, target)
        return [f"{place.code} = {_stored(scope, value, place)};"]
    scope.fail(f"{ast.unparse(target)} cannot be assigned to in a kernel", KernelSyntaxError)


def bind(scope: Scope, name: str, value: Value) -> Lines:
    """The lines that give a value to a variable. Its type is that of its first value."""
    lines, scope.variables[name] = _variable(scope, name, c_name(name), scope.variables.get(name), value)
    return lines


def _variable(scope: Scope, name: str, code: str, known: Value | None, value: Value) -> tuple[Lines, Value]:
    """The lines that give a value to a variable that is `known`, or that is made under the name `code`; and what it is then."""
    if isinstance(value, Items):
        if known is not None and (not isinstance(known, Items) or len(known.items) != len(value.items)):
            _mismatch(scope, name, known, value)
        parts: list[Value | None] = [None] * len(value.items) if known is None else list(known.items)
        made = [_variable(scope, name, scope.fresh(code), *pair) for pair in zip(parts, value.items)]
        return [line for lines, _ in made for line in lines], Items(tuple(part for _, part in made))
    if isinstance(value, Constant) and not value.is_number or isinstance(value, Data) and value.fixed:
        if known is None or isinstance(known, Constant) and isinstance(value, Constant) and known.value is value.value:
            return [], value
        _mismatch(scope, name, known, value)
    if isinstance(known, (Constant, Items)) or known is not None and known.fixed:
        _mismatch(scope, name, known, value)
    data = scope.data(value)
    if known is None and name in scope.wider and isinstance(data.type, Scalar):
        data = Data(scope.cast(value, scope.wider[name]), scope.wider[name])
    if known is not None:
        return [f"{known.code} = {_held(scope, name, value, known)};"], known
    if not data.type.declared:
        return [f"{data.type.c} {code} = {data.code};"], Data(code, data.type)
    scope.declare(data.type, code)
    return [f"{code} = {data.code};"], Data(code, data.type)


def _mismatch(scope: Scope, name: str, known: Value, value: Value) -> NoReturn:
    scope.fail(f"Data type mismatch of variable: {name!r} is {scope.describe(known)}, and {scope.describe(value)} is assigned to it")


def _held(scope: Scope, name: str, value: Value, known: Data) -> str:
    """A value for a variable that has a type already: nothing of a number may be lost."""
    type = known.type
    if isinstance(type, Scalar):
        if isinstance(value, Constant) and value.is_number:
            if numpy.can_cast(numpy.min_scalar_type(value.value), type.dtype, "same_kind"):
                return scope.cast(value, type)
        elif numpy.can_cast(scope.number(value).type.dtype, type.dtype, "safe"):  # type: ignore[attr-defined]
            return scope.cast(value, type)
    elif isinstance(value, Data) and value.type == type:
        return value.code
    _mismatch(scope, name, known, scope.data(value))


def _stored(scope: Scope, value: Value, place: Data) -> str:
    """A value for an element, which takes numbers of any dtype but loses no imaginary part."""
    if isinstance(place.type, Scalar):
        return scope.cast(value, place.type)
    data = scope.data(value)
    if data.type != place.type:
        scope.fail(f"{scope.describe(data)} is assigned to {scope.describe(place)}")
    return data.code


def _element(scope: Scope, target: ast.Subscript) -> Data:
    place = expression(scope, target)
    if not isinstance(place, Data) or not isinstance(place.type, Scalar):
        scope.fail(f"{ast.unparse(target)} is no element: it is {scope.describe(place)}")
    return place


def _unpack(scope: Scope, target: ast.Tuple | ast.List, value: Value) -> Lines:
    if isinstance(value, Data) and isinstance(value.type, Record):
        value = Items(tuple(value.type.parts(value)))
    if isinstance(value, Constant) and isinstance(value.value, (tuple, list)):
        value = Items(tuple(map(Constant, value.value)))
    if not isinstance(value, Items):
        scope.fail(f"cannot unpack {scope.describe(value)}", KernelValueError)
    if len(value.items) != len(target.elts):
        scope.fail(f"{len(target.elts)} values are expected to unpack, and there are {len(value.items)}", KernelValueError)
    return [line for each, part in zip(target.elts, value.items) for line in assign(scope, each, part)]


def _evaluated(scope: Scope, value: Value, lines: Lines) -> Value:
    """A value that no assignment to a variable changes any more: each part of it has a name, which `lines` define."""
    if isinstance(value, Items):
        return Items(tuple(_evaluated(scope, part, lines) for part in value.items))
    if isinstance(value, Constant) and isinstance(value.value, Range):
        # A range outlives the statement.
        start, stop, step = (_evaluated(scope, bound, lines) for bound in (value.value.start, value.value.stop, value.value.step))
        return Constant(replace(value.value, start=start, stop=stop, step=step))
    if not isinstance(value, Data) or value.fixed or value.type is VOID:
        return value
    name = scope.fresh("part")
    if value.type.declared:
        scope.declare(value.type, name)
        lines.append(f"{name} = {value.code};")
    else:
        lines.append(f"const auto {name} = {value.code};")
    return Data(name, value.type)


def _assigned(scope: Scope, targets: list[ast.expr], value: Value) -> Lines:
    """The lines that give a value to each of several targets. The value is computed whole before the first is assigned."""
    lines: Lines = []
    if len(targets) > 1 or not isinstance(value, Data) or isinstance(targets[0], (ast.Tuple, ast.List)):
        value = _evaluated(scope, value, lines)
    for target in targets:
        lines += assign(scope, target, value)
    return lines


def _assign(scope: Scope, node: ast.Assign) -> Lines:
    return _assigned(scope, node.targets, expression(scope, node.value))


def _annotated(scope: Scope, node: ast.AnnAssign) -> Lines:
    return _assigned(scope, [node.target], expression(scope, node.value)) if node.value is not None else []


def _augmented(scope: Scope, node: ast.AugAssign) -> Lines:
    """``target op= value``, where the target is evaluated once."""
    lines: Lines = []
    if isinstance(node.target, ast.Subscript):
        place = _element(scope, node.target)
        name = scope.fresh("place")
        lines.append(f"{place.type.c}& {name} = {place.code};")
        place = Data(name, place.type)
    elif isinstance(node.target, ast.Name):
        known = expression(scope, node.target)
        if isinstance(known, Items) or isinstance(known, Data) and known.fixed:
            scope.fail(f"{scope.describe(known)} cannot be changed in place")
        place = scope.data(known)
    else:
        scope.fail(f"{ast.unparse(node.target)} cannot be assigned to in a kernel", KernelSyntaxError)
    value = expression(scope, node.value)
    result = binary(scope, type(node.op), place, value)
    if isinstance(place.type, Scalar):
        own = scope.number(result).type
        assert isinstance(own, Scalar)
        is_wide = isinstance(value, Data) or place.type.dtype.kind in "iu" and not _holds(place.type, [value])
        if isinstance(node.target, ast.Name) and is_wide and own != place.type:
            _hold(scope, node.target.id, place.type, own)
        if not numpy.can_cast(own.dtype, place.type.dtype, "same_kind"):
            scope.fail(f"a result of dtype {own} does not become {place.type} in place", KernelTypeError)
        lines.append(f"{place.code} = {scope.cast(result, place.type)};")
    else:
        lines.append(f"{place.code} = {_stored(scope, result, place)};")
    return ["{", *_indented(lines), "}"] if len(lines) > 1 else lines


def _hold(scope: Scope, name: str, known: Scalar, type: Scalar) -> None:
    """Requests a wider variable where its type loses digits of a result of another. An element keeps its dtype, as an array's does."""
    wider = numpy.promote_types(known.dtype, type.dtype)
    if wider != known.dtype and wider.kind == known.dtype.kind or wider.kind + known.dtype.kind == "iu":
        raise Wider(name, scalar(wider))


# Control flow.


def _if(scope: Scope, node: ast.If) -> Lines:
    test = expression(scope, node.test)
    if isinstance(test, Constant):
        # Code behind a compile-time condition is not written, so that a function may end its own recursion.
        return block(scope, node.body if test.value else node.orelse)
    lines = [f"if ({scope.truth(test)}) {{", *_indented(block(scope, node.body))]
    if node.orelse:
        lines += ["} else {", *_indented(block(scope, node.orelse))]
    return [*lines, "}"]


def _while(scope: Scope, node: ast.While) -> Lines:
    _no_else(scope, node.orelse)
    test = expression(scope, node.test)
    if isinstance(test, Constant):
        return [] if not test.value else ["while (true) {", *_indented(block(scope, node.body)), "}"]
    return [f"while ({scope.truth(test)}) {{", *_indented(block(scope, node.body)), "}"]


def _for(scope: Scope, node: ast.For) -> Lines:
    _no_else(scope, node.orelse)
    steps = expression(scope, node.iter)
    if not isinstance(steps, Constant) or not isinstance(steps.value, Range):
        scope.fail("a loop goes over a range: 'for i in range(..)'", KernelSyntaxError)
    if not isinstance(node.target, ast.Name):
        scope.fail("a loop over a range has one variable", KernelSyntaxError)
    bounds: Range = steps.value
    kind, mixed = _counter(scope, node.target.id, bounds)
    number = scope.fresh("")
    lines: Lines = []
    start, stop, step = (
        _bound(scope, f"{name}{number}", value, _own_type(scope, value) if mixed else kind, lines)
        for name, value in (("start", bounds.start), ("stop", bounds.stop), ("step", bounds.step))
    )
    sign = bounds.step.value if isinstance(bounds.step, Constant) and not mixed else 0
    if sign in (1, -1):
        # The next number is within the bounds or is the end.
        at = f"at{number}"
        head = f"for ({kind.c} {at} = {start}; {at} {'<' if sign == 1 else '>'} {stop}; {'++' if sign == 1 else '--'}{at}) {{"
    else:
        # The next number may exceed the type, so iterations are counted.
        scope.program.texts.setdefault((FOLDER / "loops.cuh").read_text().strip())
        count, trip, trips = f"wrapping<{kind.c}>", f"trip{number}", f"trips{number}"
        if mixed:
            lines.append(f"const Trips {trips} = mixed_trips<{kind.c}>({start}, {stop}, {step});")
            condition = f"{trips}.go({trip})"
        else:
            lines.append(f"const {count} {trips} = trips<{kind.c}>({start}, {stop}, {step});")
            condition = f"{trip} < {trips}"
        at = f"({kind.c})(({count}){start} + {trip} * ({count}){step})"
        head = f"for ({count} {trip} = 0; {condition}; ++{trip}) {{"
    inner = bind(scope, node.target.id, Data(at, kind)) + block(scope, node.body)
    if bounds.unroll is not None:
        lines.append("#pragma unroll" + ("" if bounds.unroll is True else f"({int(bounds.unroll) or 1})"))
    loop = [head, *_indented(inner), "}"]
    return ["{", *_indented([*lines, *loop]), "}"] if lines else loop


def _bound(scope: Scope, name: str, value: Value, kind: Scalar, lines: Lines) -> str:
    """A bound of a range, which is computed once."""
    code = scope.cast(value, kind)
    if isinstance(value, Constant):
        return code
    lines.append(f"const {kind.c} {name} = {code};")
    return name


def _counter(scope: Scope, name: str, bounds: Range) -> tuple[Scalar, bool]:
    """The type of a loop's variable, and whether the bounds are of types that it does not hold.

    It holds all bounds where a type does, and is that of the variable where it is there and holds them. No type holds a uint64 beside negative
    numbers: then it is the first of int64 and uint64 that holds the numbers of the range, or int64, which a loop may leave.
    """
    values = [bounds.start, bounds.stop, bounds.step]
    computed = [value for value in values if not isinstance(value, Constant)]
    # Not C++'s common type: in it a negative number becomes a large one if the other is unsigned.
    type = _whole(scope, [scope.number(value).type for value in computed], values) if computed else scope.common(values)
    type = _whole(scope, [type], values)
    mixed = not all(_fits(scope, value, type) for value in values)
    if mixed:
        lower, upper = _numbers(scope, bounds)
        type = next((kind for kind in (INT64, UINT64) if _reaches(kind, lower, upper)), INT64)
    known = scope.variables.get(name)
    if not isinstance(known, Data) or not isinstance(known.type, Scalar) or known.type.dtype.kind not in "iu":
        return type, mixed
    if numpy.can_cast(type.dtype, known.type.dtype, "safe") and (mixed or _holds(known.type, values)):
        return known.type, mixed
    if all(isinstance(value, Constant) for value in values) and _holds(known.type, values):
        return known.type, mixed
    raise Wider(name, _whole(scope, [type, known.type], [] if mixed else values))


def _own_type(scope: Scope, value: Value) -> Scalar:
    """The type of a bound by itself: of a known number 64 bits."""
    if isinstance(value, Constant):
        return INT64 if value.value < 2**63 else UINT64
    type = scope.number(value).type
    assert isinstance(type, Scalar)
    return type


def _limits(scope: Scope, value: Value) -> tuple[int, int]:
    """The least and the greatest number that a bound may be."""
    if isinstance(value, Constant):
        return int(value.value), int(value.value)
    dtype = _own_type(scope, value).dtype
    if dtype.kind == "b":
        return 0, 1
    information = numpy.iinfo(dtype)
    return int(information.min), int(information.max)


def _reaches(type: Scalar, lower: int, upper: int) -> bool:
    information = numpy.iinfo(type.dtype)
    return bool(information.min <= lower and upper <= information.max)


def _fits(scope: Scope, value: Value, type: Scalar) -> bool:
    """Whether a type holds a bound, whatever it is."""
    return _reaches(type, *_limits(scope, value))


def _numbers(scope: Scope, bounds: Range) -> tuple[int, int]:
    """The least and the greatest number that a range may have."""
    (first, last), (lowest, highest), (down, up) = (_limits(scope, value) for value in (bounds.start, bounds.stop, bounds.step))
    ends = ([(first, highest - 1)] if up > 0 else []) + ([(lowest + 1, last)] if down < 0 else [])
    return min(lower for lower, _ in ends), max(upper for _, upper in ends)


def _whole(scope: Scope, types: Sequence[Type], values: list[Value]) -> Scalar:
    """The type of integers that holds those of some types, and the known ones of some values."""
    dtype = numpy.result_type(*[type.dtype for type in types])  # type: ignore[attr-defined]
    kinds = [scalar(dtype)] if dtype.kind in "iu" else []
    for kind in (*kinds, INT64, UINT64):
        if _holds(kind, values):
            return kind
    scope.fail("no type of integers holds the bounds of the range", KernelValueError)


def _holds(type: Scalar, values: list[Value]) -> bool:
    """Whether a type holds the numbers among these that are known."""
    information = numpy.iinfo(type.dtype)
    return all(information.min <= value.value <= information.max for value in values if isinstance(value, Constant))


def _no_else(scope: Scope, body: list[ast.stmt]) -> None:
    if body:
        scope.fail("'else' of a loop is not supported in a kernel", KernelSyntaxError)


def _return(scope: Scope, node: ast.Return) -> Lines:
    value = Constant(None) if node.value is None else expression(scope, node.value)
    if isinstance(value, Constant) and value.value is None:
        if scope.result not in (None, VOID):
            scope.fail(f"the function returns {scope.result} elsewhere")
        scope.result = VOID
        return ["return;"]
    if scope.is_kernel:
        scope.fail("a kernel returns nothing: it writes to arrays")
    data = scope.data(value)
    if scope.result is None:
        scope.result = data.type
        return [f"return {data.code};"]
    if scope.result is VOID:
        scope.fail("the function returns nothing elsewhere")
    return [f"return {_held(scope, 'the result', value, Data('', scope.result))};"]


def _expression(scope: Scope, node: ast.Expr) -> Lines:
    if isinstance(node.value, ast.Constant):
        # A docstring.
        return []
    value = expression(scope, node.value)
    return [f"{value.code};"] if isinstance(value, Data) else []


def _pass(scope: Scope, node: ast.Pass) -> Lines:
    return []


def _assert(scope: Scope, node: ast.Assert) -> Lines:
    """What is known is asserted at once, what the kernel computes ends the kernel."""
    test = expression(scope, node.test)
    if isinstance(test, Constant):
        if not test.value:
            scope.fail(f"the assertion {ast.unparse(node.test)} does not hold", KernelValueError)
        return []
    return [f"if (!{scope.truth(test)}) __trap();"]


_KINDS: dict[type[ast.stmt], Callable[[Scope, Any], Lines]] = {
    ast.AnnAssign: _annotated,
    ast.Assert: _assert,
    ast.Assign: _assign,
    ast.AugAssign: _augmented,
    ast.Break: lambda scope, node: ["break;"],
    ast.Continue: lambda scope, node: ["continue;"],
    ast.Expr: _expression,
    ast.For: _for,
    ast.If: _if,
    ast.Pass: _pass,
    ast.Return: _return,
    ast.While: _while,
}
