"""The program that is written for a kernel, and what is known within one function of it: variables, types, rules."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy

from cuprust._core import _jit, ufunc
from cuprust.jit._source import KernelError, KernelTypeError, KernelValueError, Source
from cuprust.jit._types import BOOL, VOID, Record, Scalar, Type, scalar
from cuprust.jit._values import Constant, Data, Items, Value, literal, type_of_number

if TYPE_CHECKING:
    from cuprust.jit._kernel import Kernel


def c_name(name: str) -> str:
    """A variable's name in CUDA C++: one that no keyword, type or function there has."""
    return re.sub(r"[^0-9A-Za-z_]", lambda found: f"u{ord(found[0]):x}", name) + "_"


class Wider(Exception):
    """A loop's variable needs a wider type than it got: the function is compiled once more, with that."""

    def __init__(self, name: str, type: Scalar) -> None:
        super().__init__(name)
        self.name, self.type = name, type


class Program:
    """One kernel with the functions that it calls, and the options of the compiler."""

    def __init__(self, numpy_rules: bool) -> None:
        self.numpy_rules = numpy_rules
        self.headers: dict[str, None] = {}
        # Texts before the functions, in the order in which they were requested.
        self.texts: dict[str, None] = {}
        self.functions: list[str] = []
        # The compiled device functions by types of arguments. Compile-time arguments are kept alive, so that their
        # identities are not reused.
        self.known: dict[Any, tuple[str, Type, Sequence[Value]]] = {}
        # The kernels that are being compiled.
        self.open: list[Kernel] = []
        self.cooperative = False
        self.numbers = itertools.count(1)

    def record(self, types: Sequence[Type]) -> Record:
        """The type of a tuple of values of these types."""
        fields = tuple(f"item{place}" for place in range(len(types)))
        members = " ".join(f"{type.c} {field};" for type, field in zip(types, fields))
        name = f"Tuple{sum(text.startswith('struct Tuple') for text in self.texts) + 1}"
        for text in self.texts:
            if text.endswith(f" {{ {members} }};") and text.startswith("struct Tuple"):
                name = text.split()[1]
        self.texts.setdefault(f"struct {name} {{ {members} }};")
        return Record(name, tuple(types), fields)

    def text(self) -> str:
        """The whole program."""
        includes = "".join(f"#include <{header}>\n" for header in self.headers)
        body = "\n\n".join([*self.texts, *self.functions])
        return f"{includes}\n{_jit.prelude(body)}{body}\n"


class Scope:
    """One function while it is compiled."""

    def __init__(self, program: Program, source: Source) -> None:
        self.program = program
        self.source = source
        self.node: ast.AST = source.definition
        self.variables: dict[str, Value] = {}
        # The types of loop variables that the first number alone does not determine.
        self.wider: dict[str, Scalar] = {}
        self.declarations: list[str] = []
        self.result: Type | None = None
        self.is_kernel = False

    @property
    def numpy_rules(self) -> bool:
        return self.program.numpy_rules

    def fail(self, text: str, error: type[KernelError] = KernelTypeError) -> NoReturn:
        """Raises an error at the node that is compiled."""
        self.source.fail(self.node, text, error)

    def fresh(self, name: str) -> str:
        """A name that no variable has."""
        return f"{name}{next(self.program.numbers)}"

    def declare(self, type: Type, name: str) -> None:
        """Declares a variable at the head of the function."""
        self.declarations.append(f"{type.c} {name};")

    # Values.

    def number(self, value: Value) -> Data:
        """A value as a number of the kernel."""
        if isinstance(value, Constant) and value.is_number:
            type = type_of_number(value.value, self.numpy_rules)
            return Data(literal(value.value, type), type)
        if isinstance(value, Data) and isinstance(value.type, Scalar):
            return value
        self.fail(f"a number is expected here, not {self.describe(value)}")

    def data(self, value: Value) -> Data:
        """A value as one of the kernel: a number, an array, a tuple as a record."""
        if isinstance(value, Items):
            parts = [self.data(item) for item in value.items]
            type = self.program.record([part.type for part in parts])
            return Data(f"{type.c}{{{', '.join(part.code for part in parts)}}}", type)
        if isinstance(value, Data) and value.type is not VOID:
            return value
        return self.number(value)

    def describe(self, value: Value) -> str:
        """What a value is, for an error."""
        if isinstance(value, Items):
            return "a tuple"
        if isinstance(value, Data):
            return "the result of a function that returns nothing" if value.type is VOID else f"a value of type {value.type}"
        return repr(value.value)

    def cast(self, value: Value, type: Scalar) -> str:
        """A number converted to a type, as an expression."""
        if isinstance(value, Constant) and value.is_number:
            if isinstance(value.value, (complex, numpy.complexfloating)) and type.dtype.kind != "c":
                self.fail(f"{value.value!r} is complex, and a number of dtype {type} is expected")
            whole = isinstance(value.value, (int, float, bool, numpy.number, numpy.bool_))
            if type.dtype.kind in "iu" and whole and value.value not in (numpy.inf, -numpy.inf) and value.value == value.value:
                number = int(value.value.real)
                information = numpy.iinfo(type.dtype)
                if self.numpy_rules and not information.min <= number <= information.max:
                    self.fail(f"Python integer {number} out of bounds for {type}", KernelValueError)
                return literal(number, type)
            if type.dtype.kind not in "iu":
                return literal(value.value, type)
        data = self.number(value)
        assert isinstance(data.type, Scalar)
        if data.type == type:
            return data.code
        if data.type.dtype.kind == "c" and type.dtype.kind not in "cb":
            self.fail(f"a complex number does not become one of dtype {type}: take its .real")
        return f"cast<{type.c}>({data.code})"

    def integer(self, value: Value) -> str:
        """An integer as an expression: an index, a count."""
        if isinstance(value, Constant) and isinstance(value.value, (bool, numpy.bool_)):
            value = Constant(int(value.value))
        data = self.number(value)
        if data.type.dtype.kind not in "iub":  # type: ignore[attr-defined]
            self.fail(f"an index is an integer, not {self.describe(data)}")
        return data.code

    def truth(self, value: Value) -> str:
        """Whether a number is other than zero, as an expression."""
        data = self.number(value)
        return data.code if data.type == BOOL else f"bool({data.code})"

    def constant(self, value: Value, what: str, classes: type | tuple[type, ...]) -> Any:
        """An object that must be known when the kernel is compiled."""
        if not isinstance(value, Constant):
            self.fail(f"{what} must be known when the kernel is compiled")
        if not isinstance(value.value, classes):
            self.fail(f"{what} has the wrong type: {value.value!r}")
        return value.value

    def common(self, values: Sequence[Value]) -> Scalar:
        """The type in which several numbers are one: by NumPy's rules or those of C++."""
        if self.numpy_rules:
            return scalar(numpy.result_type(*[self._plain(value) for value in values]))
        return scalar(_jit.highest([self.number(value).type.dtype for value in values]))  # type: ignore[attr-defined]

    def _plain(self, value: Value) -> Any:
        if isinstance(value, Constant) and value.is_number:
            return value.value
        return self.number(value).type.dtype  # type: ignore[attr-defined]

    # Operations.

    def apply(self, function: ufunc, operands: Sequence[Value]) -> Value:
        """An operation of the table of rows on numbers."""
        if len(operands) != function.nin:
            self.fail(f"{function.__name__} takes {function.nin} arguments, and {len(operands)} are given")
        forms = [self._form(value) for value in operands]
        try:
            inputs, outputs, texts, exchanged = _jit.row_text(function, forms, self.numpy_rules)
        except TypeError as error:
            self.fail(str(error))
        if exchanged:
            operands = operands[::-1]
        codes = [self.cast(value, scalar(dtype)) for value, dtype in zip(operands, inputs)]
        results = tuple(Data(_filled(text, codes, inputs, dtype), scalar(dtype)) for text, dtype in zip(texts, outputs))
        return results[0] if len(results) == 1 else Items(results)

    def _form(self, value: Value) -> Any:
        """A dtype, or the class of a Python number, by which the row is chosen."""
        if isinstance(value, Constant) and value.is_number and self.numpy_rules:
            number = value.value
            return number.dtype if isinstance(number, numpy.generic) else type(number)
        return self.number(value).type.dtype  # type: ignore[attr-defined]

    # Functions.

    def call(self, kernel: Kernel, arguments: Sequence[Value]) -> Value:
        """A call of a device function, which is compiled for arguments of these types."""
        if not kernel.device:
            self.fail(f"{kernel.__name__} is a kernel: a function that kernels call is made by rawkernel(device=True)")
        fixed = [isinstance(value, Constant) and not value.is_number for value in arguments]
        operands: list[Value] = [value if known else self.data(value) for value, known in zip(arguments, fixed)]
        key = (kernel, *[id(value.value) if isinstance(value, Constant) else value.type for value in operands])  # type: ignore[union-attr]
        if key not in self.program.known:
            if kernel in self.program.open:
                self.fail(f"{kernel.__name__} calls itself: recursion is not supported in a kernel", KernelValueError)
            self.program.known[key] = (*kernel.compile_function(self.program, operands, self.fail), operands)
        name, type, _ = self.program.known[key]
        codes = [value.code for value in operands if isinstance(value, Data)]
        return Data(f"{name}({', '.join(codes)})", type)


def _filled(text: str, codes: Sequence[str], inputs: Sequence[Any], result: Any) -> str:
    """The text of a row with its operands. Where it names one twice, a function computes that once."""
    names = [f"{{{place}}}" for place in range(len(codes))]
    if any(text.count(name) > 1 and not re.fullmatch(r"\w+", code) for name, code in zip(names, codes)):
        parameters = ", ".join(f"{scalar(dtype).c} a{place}" for place, dtype in enumerate(inputs))
        text = _replaced(text, names, [f"a{place}" for place in range(len(codes))])
        return f"[]({parameters}) -> {scalar(result).c} {{ return {text}; }}({', '.join(codes)})"
    filled = _replaced(text, names, codes)
    result = numpy.dtype(result)
    if result.itemsize <= 2 and not (result.kind == "b" and numpy.dtype(inputs[0]).kind != "b"):
        # Operators compute small integers as int, and functions compute half precision as float.
        return f"({scalar(result).c})({filled})"
    return filled if re.fullmatch(r"\w+\([^()]*\)", text) else f"({filled})"


def _replaced(text: str, names: Sequence[str], codes: Sequence[str]) -> str:
    # All at once, because the inserted texts may contain braces.
    found: Callable[[re.Match[str]], str] = lambda match: codes[names.index(match[0])]
    return re.sub("|".join(map(re.escape, names)), found, text)
