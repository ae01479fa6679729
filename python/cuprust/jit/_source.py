"""Where a kernel comes from: the source of a Python function, the names that it sees, and errors that say where in it they are."""

from __future__ import annotations

import ast
import builtins
import inspect
import os
import textwrap
from collections.abc import Callable
from typing import Any, NoReturn

from cuprust._terminal import shown


class KernelError(Exception):
    """A Python function that cannot be compiled to a kernel. The text names the file, the line and what is there."""


class KernelTypeError(KernelError, TypeError):
    """A value of a type that is not allowed there."""


class KernelValueError(KernelError, ValueError):
    """A value that is not allowed there."""


class KernelNameError(KernelError, NameError):
    """A name that means nothing."""


class KernelSyntaxError(KernelError, NotImplementedError):
    """A construct of Python that kernels do not have."""


class Source:
    """The definition of a function, with what its names mean outside of it.

    Raises KernelError where the source is not to be had, as of a function that was typed at a prompt.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.name = function.__name__
        self.file = function.__code__.co_filename
        self.base = os.path.basename(self.file)
        try:
            lines, first = inspect.getsourcelines(function)
        except (OSError, TypeError):
            raise KernelError(
                f"the source of {self.name} is not to be had: a kernel must be defined in a file, not at a prompt or by exec"
            ) from None
        self.lines = textwrap.dedent("".join(lines)).splitlines()
        self.first = max(first, 1)
        body = ast.parse("\n".join(self.lines)).body[0]
        if not isinstance(body, ast.FunctionDef):
            self.fail(body, f"{self.name} is not defined by 'def'", KernelSyntaxError)
        self.definition = body
        code = function.__code__
        self.locals = {*code.co_varnames, *code.co_cellvars}
        self.cells = dict(zip(code.co_freevars, function.__closure__ or ()))

    def parameters(self) -> list[str]:
        """The names of the parameters, each of which is given at every call."""
        parameters = self.definition.args
        if parameters.vararg or parameters.kwarg or parameters.kwonlyargs or parameters.defaults:
            self.fail(self.definition, "parameters of a kernel have no defaults, and are not collected by '*'", KernelSyntaxError)
        return [parameter.arg for parameter in (*parameters.posonlyargs, *parameters.args)]

    def outside(self, node: ast.Name) -> Any:
        """What a name means that is no local variable."""
        name = node.id
        if name in self.cells:
            try:
                return self.cells[name].cell_contents
            except ValueError:
                self.unbound(node)
        for names in (self.function.__globals__, vars(builtins)):
            if name in names:
                return names[name]
        self.unbound(node)

    def unbound(self, node: ast.Name) -> NoReturn:
        """Raises the error for a name that means nothing."""
        self.fail(node, f"Unbound name: {node.id}", KernelNameError)

    def line(self, node: ast.AST) -> int:
        """The number of the line of the file where a node begins."""
        return self.first + getattr(node, "lineno", 1) - 1

    def text(self, node: ast.AST) -> str:
        """The line of the source where a node begins."""
        return self.lines[node.lineno - 1].strip() if hasattr(node, "lineno") else ""

    def fail(self, node: ast.AST, text: str, error: type[KernelError] = KernelTypeError) -> NoReturn:
        """Raises an error that names the file and the line of a node."""
        place = f'  File "{self.file}", line {self.line(node)}, in {self.name}\n    {self.text(node)}'
        raise error(shown(f"{text}\n{place}")) from None
