"""Statements of Python as lines of CUDA C++."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NoReturn

import numpy

from cuprust.jit._expressions import binary, expression, item
from cuprust.jit._functions import Range
from cuprust.jit._scope import Scope, Wider, c_name
from cuprust.jit._source import KernelSyntaxError, KernelTypeError, KernelValueError
from cuprust.jit._types import INT64, VOID, Record, Scalar, scalar
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
    """The lines of statements that stand one after another."""
    lines: Lines = []
    for node in statements:
        outer, scope.node = scope.node, node
        compile = _KINDS.get(type(node))
        if compile is None:
            name = type(node).__name__
            scope.fail(f"{WORDS.get(name, name.lower())!r} is not supported in a kernel", KernelSyntaxError)
        written = compile(scope, node)
        if written:
            # Whatever is told of these lines, by a compiler or of a run, is told of the function's own.
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
    lines: Lines = []
    if isinstance(value, Data) and isinstance(value.type, Record):
        name = scope.fresh("parts")
        lines.append(f"const auto {name} = {value.code};")
        value = Items(tuple(value.type.parts(Data(name, value.type))))
    if isinstance(value, Constant) and isinstance(value.value, (tuple, list)):
        value = Items(tuple(map(Constant, value.value)))
    if not isinstance(value, Items):
        scope.fail(f"cannot unpack {scope.describe(value)}", KernelValueError)
    if len(value.items) != len(target.elts):
        scope.fail(f"{len(target.elts)} values are expected to unpack, and there are {len(value.items)}", KernelValueError)
    # All are computed before the first is assigned.
    items = []
    for part in value.items:
        if isinstance(part, Data) and not part.fixed and len(value.items) > 1:
            name = scope.fresh("part")
            lines.append(f"const auto {name} = {part.code};")
            part = Data(name, part.type)
        items.append(part)
    for each, part in zip(target.elts, items):
        lines += assign(scope, each, part)
    return ["{", *_indented(lines), "}"] if all(value.type.declared for value in items if isinstance(value, Data)) else lines


def _assign(scope: Scope, node: ast.Assign) -> Lines:
    value = expression(scope, node.value)
    lines: Lines = []
    if len(node.targets) > 1 and isinstance(value, Data) and not value.fixed:
        name = scope.fresh("value")
        lines.append(f"const auto {name} = {value.code};")
        value = Data(name, value.type)
    for target in node.targets:
        lines += assign(scope, target, value)
    return lines


def _annotated(scope: Scope, node: ast.AnnAssign) -> Lines:
    return assign(scope, node.target, expression(scope, node.value)) if node.value is not None else []


def _augmented(scope: Scope, node: ast.AugAssign) -> Lines:
    """``place op= value``, where the place is computed once."""
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
    result = binary(scope, type(node.op), place, expression(scope, node.value))
    if isinstance(place.type, Scalar):
        own = scope.number(result).type
        if not numpy.can_cast(own.dtype, place.type.dtype, "same_kind"):  # type: ignore[attr-defined]
            scope.fail(f"a result of dtype {own} does not become {place.type} in place", KernelTypeError)
        lines.append(f"{place.code} = {scope.cast(result, place.type)};")
    else:
        lines.append(f"{place.code} = {_stored(scope, result, place)};")
    return ["{", *_indented(lines), "}"] if len(lines) > 1 else lines


# Control flow.


def _if(scope: Scope, node: ast.If) -> Lines:
    test = expression(scope, node.test)
    if isinstance(test, Constant):
        # What is known already is not written, so that a function may end its own recursion.
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
    kind = _counter(scope, node.target.id, bounds)
    number = scope.fresh("")
    at, lines = f"at{number}", []
    stop = scope.cast(bounds.stop, kind)
    if not isinstance(bounds.stop, Constant):
        lines.append(f"const {kind.c} stop{number} = {stop};")
        stop = f"stop{number}"
    goes_on = f"{at} < {stop}"
    if isinstance(bounds.step, Constant):
        step = scope.cast(bounds.step, kind)
        if bounds.step.value < 0:
            goes_on = f"{at} > {stop}"
    else:
        step = f"step{number}"
        lines.append(f"const {kind.c} {step} = {scope.cast(bounds.step, kind)};")
        if kind.dtype.kind == "i":
            goes_on = f"{step} < 0 ? {at} > {stop} : {at} < {stop}"
    start = scope.cast(bounds.start, kind)
    inner = bind(scope, node.target.id, Data(at, kind)) + block(scope, node.body)
    if bounds.unroll is not None:
        lines.append("#pragma unroll" + ("" if bounds.unroll is True else f"({int(bounds.unroll) or 1})"))
    lines += [f"for ({kind.c} {at} = {start}; {goes_on}; {at} += {step}) {{", *_indented(inner), "}"]
    return ["{", *_indented(lines), "}"] if len(lines) > len(inner) + 2 else lines


def _counter(scope: Scope, name: str, bounds: Range) -> Scalar:
    """The type of a loop's variable: one that holds all bounds, and that of the variable where it is there and holds them."""
    values = [bounds.start, bounds.stop, bounds.step]
    type = scope.common([value for value in values if not isinstance(value, Constant)] or values)
    if not _holds(type, values):
        type = INT64
    known = scope.variables.get(name)
    if not isinstance(known, Data) or not isinstance(known.type, Scalar) or known.type.dtype.kind not in "iu":
        return type
    if _holds(known.type, values) and numpy.can_cast(type.dtype, known.type.dtype, "safe"):
        return known.type
    if all(isinstance(value, Constant) for value in values) and _holds(known.type, values):
        return known.type
    wider = numpy.promote_types(type.dtype, known.type.dtype)
    raise Wider(name, scalar(wider) if wider.kind in "iu" else INT64)


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
        # A documentation text.
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
