"""Expressions of Python as expressions of CUDA C++. What is known when the kernel is compiled is computed by Python itself."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Any

import cuprust
from cuprust.jit import _functions
from cuprust.jit._scope import Scope
from cuprust.jit._source import KernelError, KernelSyntaxError
from cuprust.jit._types import BOOL, INT64, Record, Scalar, scalar
from cuprust.jit._values import Constant, Data, Items, Value, literal

# Operators: the function for Python's numbers, and the ufunc for other operands.
BINARY: dict[type[ast.operator], tuple[Callable[[Any, Any], Any], str]] = {
    ast.Add: (operator.add, "add"),
    ast.Sub: (operator.sub, "subtract"),
    ast.Mult: (operator.mul, "multiply"),
    ast.Div: (operator.truediv, "divide"),
    ast.FloorDiv: (operator.floordiv, "floor_divide"),
    ast.Mod: (operator.mod, "remainder"),
    ast.Pow: (operator.pow, "power"),
    ast.LShift: (operator.lshift, "left_shift"),
    ast.RShift: (operator.rshift, "right_shift"),
    ast.BitAnd: (operator.and_, "bitwise_and"),
    ast.BitOr: (operator.or_, "bitwise_or"),
    ast.BitXor: (operator.xor, "bitwise_xor"),
}
UNARY: dict[type[ast.unaryop], tuple[Callable[[Any], Any], str]] = {
    ast.UAdd: (operator.pos, "positive"),
    ast.USub: (operator.neg, "negative"),
    ast.Invert: (operator.invert, "invert"),
    ast.Not: (operator.not_, "logical_not"),
}
COMPARISONS: dict[type[ast.cmpop], tuple[Callable[[Any, Any], Any], str | None]] = {
    ast.Eq: (operator.eq, "equal"),
    ast.NotEq: (operator.ne, "not_equal"),
    ast.Lt: (operator.lt, "less"),
    ast.LtE: (operator.le, "less_equal"),
    ast.Gt: (operator.gt, "greater"),
    ast.GtE: (operator.ge, "greater_equal"),
    ast.Is: (operator.is_, None),
    ast.IsNot: (operator.is_not, None),
    ast.In: (lambda a, b: a in b, None),
    ast.NotIn: (lambda a, b: a not in b, None),
}
# Python's names of constructs that kernels do not support.
WORDS = {
    "Await": "await",
    "DictComp": "a dictionary comprehension",
    "GeneratorExp": "a generator expression",
    "JoinedStr": "a formatted text",
    "Lambda": "lambda",
    "ListComp": "a list comprehension",
    "NamedExpr": ":=",
    "SetComp": "a set comprehension",
    "Yield": "yield",
    "YieldFrom": "yield from",
}


def expression(scope: Scope, node: ast.expr) -> Value:
    """The value of an expression."""
    outer, scope.node = scope.node, node
    compile = _KINDS.get(type(node))
    if compile is None:
        name = type(node).__name__
        scope.fail(f"{WORDS.get(name, name.lower())!r} is not supported in a kernel", KernelSyntaxError)
    value = compile(scope, node)
    if isinstance(value, Constant) and isinstance(value.value, _functions.Variable):
        value = value.value.data
    scope.node = outer
    return value


def computed(scope: Scope, function: Callable[..., Any], *operands: Any, **keywords: Any) -> Constant:
    """What Python computes of objects that are known."""
    try:
        return Constant(function(*operands, **keywords))
    except KernelError:
        raise
    except Exception as error:
        scope.fail(f"{type(error).__name__}: {error}")


def binary(scope: Scope, kind: type[ast.operator], left: Value, right: Value) -> Value:
    """An operator between two values."""
    function, name = BINARY[kind]
    if isinstance(left, Constant) and isinstance(right, Constant):
        return computed(scope, function, left.value, right.value)
    if isinstance(left, Items) and isinstance(right, Items) and kind is ast.Add:
        return Items(left.items + right.items)
    if isinstance(left, Data) and not isinstance(left.type, Scalar) and kind in (ast.Add, ast.Sub):
        return _moved(scope, kind, left, right)
    return scope.apply(getattr(cuprust, name), (left, right))


def _moved(scope: Scope, kind: type[ast.operator], left: Data, right: Value) -> Value:
    """A pointer or an iterator some elements further, or the distance of two."""
    if isinstance(right, Data) and right.type == left.type and kind is ast.Sub:
        return Data(f"(long long)({left.code} - {right.code})", INT64)
    if not hasattr(left.type, "of") or hasattr(left.type, "ndim"):
        scope.fail(f"{scope.describe(left)} is no operand: a kernel computes with numbers")
    return Data(f"({left.code} {'+' if kind is ast.Add else '-'} {scope.integer(right)})", left.type)


def _constant(scope: Scope, node: ast.Constant) -> Value:
    return Constant(node.value)


def _name(scope: Scope, node: ast.Name) -> Value:
    if node.id in scope.variables:
        return scope.variables[node.id]
    if node.id in scope.source.locals:
        scope.source.unbound(node)
    return Constant(scope.source.outside(node))


def _attribute(scope: Scope, node: ast.Attribute) -> Value:
    value = expression(scope, node.value)
    if isinstance(value, Constant):
        return computed(scope, getattr, value.value, node.attr)
    if isinstance(value, Data):
        if isinstance(value.type, Scalar) and node.attr in ("real", "imag"):
            return _part(value, value.type, node.attr)
        found = value.type.attribute(scope, value, node.attr)
        if found is not None:
            return found
    scope.fail(f"{scope.describe(value)} has no attribute {node.attr!r} in a kernel")


def _part(value: Data, type: Scalar, name: str) -> Value:
    """The real or the imaginary part of a number."""
    if type.dtype.kind == "c":
        return Data(f"{value.code}.{'re' if name == 'real' else 'im'}", scalar(f"f{type.dtype.itemsize // 2}"))
    return value if name == "real" else Data(literal(0, type), type)


def _subscript(scope: Scope, node: ast.Subscript) -> Value:
    value, index = expression(scope, node.value), expression(scope, node.slice)
    return item(scope, value, index)


def item(scope: Scope, value: Value, index: Value) -> Value:
    """What ``value[index]`` is."""
    if isinstance(value, Data) and isinstance(value.type, Record):
        value = Items(tuple(value.type.parts(value)))
    if isinstance(value, Items):
        place = scope.constant(index, "the index of a tuple", int)
        try:
            found: Value | None = value.items[place]
            assert found is not None
            return found
        except IndexError:
            scope.fail(f"a tuple of {len(value.items)} has no item {place}")
    if isinstance(value, Constant):
        if isinstance(index, Items) and all(isinstance(item, Constant) for item in index.items):
            index = Constant(tuple(item.value for item in index.items if isinstance(item, Constant)))
        if isinstance(index, Constant):
            return computed(scope, operator.getitem, value.value, index.value)
        scope.fail(f"{value.value!r} is known when the kernel is compiled, and so must be what it is indexed by")
    if isinstance(index, Constant) and isinstance(index.value, tuple):
        index = Items(tuple(map(Constant, index.value)))
    found = value.type.item(scope, value, index.items if isinstance(index, Items) else (index,))
    if found is None:
        scope.fail(f"{scope.describe(value)} has no items")
    return found


def _slice(scope: Scope, node: ast.Slice) -> Value:
    scope.fail("a slice is not supported in a kernel: an array is indexed by integers", KernelSyntaxError)


def _tuple(scope: Scope, node: ast.Tuple | ast.List) -> Value:
    items = tuple(expression(scope, item) for item in node.elts)
    return Items(items)


def _binary(scope: Scope, node: ast.BinOp) -> Value:
    left, right = expression(scope, node.left), expression(scope, node.right)
    return binary(scope, type(node.op), left, right)


def _unary(scope: Scope, node: ast.UnaryOp) -> Value:
    function, name = UNARY[type(node.op)]
    value = expression(scope, node.operand)
    if isinstance(value, Constant):
        return computed(scope, function, value.value)
    return scope.apply(getattr(cuprust, name), (value,))


def _compare(scope: Scope, node: ast.Compare) -> Value:
    """A chain of comparisons, each operand of which is computed once, in its turn, and only where the ones before hold."""
    operands = [expression(scope, operand) for operand in (node.left, *node.comparators)]
    names: list[str] = [""] * len(operands)
    for place, value in enumerate(operands[:-1] if len(operands) > 2 else []):
        if isinstance(value, Data) and not re.fullmatch(r"\w+", value.code):
            name = scope.fresh("operand")
            names[place] = f"const auto {name} = {value.code}; "
            operands[place] = Data(name, value.type)
    results = [_comparison(scope, kind, *pair) for kind, pair in zip(node.ops, zip(operands, operands[1:]))]
    if len(results) == 1:
        return results[0]
    if all(isinstance(result, Constant) for result in results):
        return Constant(all(result.value for result in results if isinstance(result, Constant)))
    text = scope.truth(results[-1])
    for place in reversed(range(len(results) - 1)):
        text = f"{scope.truth(results[place])} && {text}"
        if names[place + 1]:
            text = f"[&] {{ {names[place + 1]}return {text}; }}()"
    return Data(f"[&] {{ {names[0]}return {text}; }}()" if names[0] else f"({text})", BOOL)


def _comparison(scope: Scope, kind: ast.cmpop, left: Value, right: Value) -> Value:
    function, name = COMPARISONS[type(kind)]
    if isinstance(left, Constant) and isinstance(right, Constant):
        return computed(scope, function, left.value, right.value)
    if name is None:
        other = right if isinstance(left, Data) else left
        if isinstance(kind, (ast.Is, ast.IsNot)) and isinstance(other, Constant) and other.value is None:
            # A value computed by the kernel is never None.
            return Constant(isinstance(kind, ast.IsNot))
        scope.fail("'is' and 'in' are for what is known when the kernel is compiled", KernelSyntaxError)
    if isinstance(left, Data) and isinstance(right, Data) and left.type == right.type and hasattr(left.type, "of"):
        sign = {"equal": "==", "not_equal": "!=", "less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">="}[name]
        return Data(f"({left.code} {sign} {right.code})", BOOL)
    return scope.apply(getattr(cuprust, name), (left, right))


def _boolean(scope: Scope, node: ast.BoolOp) -> Value:
    """`and` and `or`: what decides ends them, and of what is known nothing is written."""
    decides = isinstance(node.op, ast.Or)
    values: list[Value] = []
    for operand in node.values:
        value = expression(scope, operand)
        if isinstance(value, Constant) and operand is not node.values[-1]:
            if bool(value.value) is decides:
                values.append(value)
                break
            continue
        values.append(value)
    if len(values) == 1:
        return values[0]
    if all(isinstance(value, Constant) or scope.number(value).type == BOOL for value in values):
        sign = " || " if decides else " && "
        return Data(f"({sign.join(scope.truth(value) for value in values)})", BOOL)
    type = scope.common(values)
    text = scope.cast(values[-1], type)
    for value in reversed(values[:-1]):
        first = f"const {type.c} first = {scope.cast(value, type)};"
        chosen = f"bool(first) ? first : {text}" if decides else f"bool(first) ? {text} : first"
        text = f"[&] {{ {first} return {chosen}; }}()"
    return Data(text, type)


def _conditional(scope: Scope, node: ast.IfExp) -> Value:
    test = expression(scope, node.test)
    if isinstance(test, Constant):
        return expression(scope, node.body if test.value else node.orelse)
    values = [expression(scope, node.body), expression(scope, node.orelse)]
    type = scope.common(values)
    yes, no = (scope.cast(value, type) for value in values)
    return Data(f"({scope.truth(test)} ? {yes} : {no})", type)


def _call(scope: Scope, node: ast.Call) -> Value:
    function = expression(scope, node.func)
    arguments = [expression(scope, argument) for argument in node.args]
    for keyword in node.keywords:
        if keyword.arg is None:
            scope.fail("'**' is not supported in a kernel", KernelSyntaxError)
    keywords = {keyword.arg: expression(scope, keyword.value) for keyword in node.keywords if keyword.arg is not None}
    if not isinstance(function, Constant):
        scope.fail(f"{scope.describe(function)} cannot be called")
    return _functions.call(scope, function.value, arguments, keywords, computed)


def _starred(scope: Scope, node: ast.Starred) -> Value:
    scope.fail("'*' is not supported in a kernel", KernelSyntaxError)


_KINDS: dict[type[ast.expr], Callable[[Scope, Any], Value]] = {
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.BoolOp: _boolean,
    ast.Call: _call,
    ast.Compare: _compare,
    ast.Constant: _constant,
    ast.IfExp: _conditional,
    ast.List: _tuple,
    ast.Name: _name,
    ast.Slice: _slice,
    ast.Starred: _starred,
    ast.Subscript: _subscript,
    ast.Tuple: _tuple,
    ast.UnaryOp: _unary,
}
