"""Kernels that are written in Python: compiled for the arguments that they are called with, and launched as raw kernels."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import cuprust
from cuprust._core import _jit
from cuprust.cuda.compiler import CompileException
from cuprust.jit._arrays import FOLDER, Array
from cuprust.jit._scope import Program, Scope, Wider, c_name
from cuprust.jit._source import KernelError, Source
from cuprust.jit._statements import block
from cuprust.jit._types import VOID, Scalar, Type, scalar
from cuprust.jit._values import Data, Value, type_of_number


def rawkernel(*, mode: str = "cuda", device: bool = False) -> Callable[[Callable[..., Any]], Kernel]:
    """A decorator that makes a kernel of a Python function.

    The function is compiled from its source when it is first called with arguments of new dtypes. `mode` says the dtypes of results:
    'cuda' by the rules of C++, where a Python integer is an int and a Python float a float32; 'numpy' by those of NumPy. A
    `device` function is called by kernels.

    Raises KernelError at the call where the function is no kernel; it names the line and what is there.

    >>> @jit.rawkernel()
    ... def twice(x, y):
    ...     i = jit.grid(1)
    ...     if i < x.size:
    ...         y[i] = 2 * x[i]
    """
    if mode not in ("cuda", "numpy"):
        raise ValueError(f"mode is 'cuda' or 'numpy', not {mode!r}")
    return lambda function: Kernel(function, mode, device)


class Kernel:
    """A kernel that is written in Python, or a function of kernels. Made by `rawkernel`."""

    def __init__(self, function: Callable[..., Any], mode: str, device: bool) -> None:
        functools.update_wrapper(self, function)
        self.__name__: str = function.__name__
        self.function = function
        self.mode = mode
        self.device = device
        self._lock = threading.RLock()
        self._source: Source | None = None
        # The kernels and their texts by the forms of their arguments.
        self._compiled: dict[str, tuple[cuprust.RawKernel, str]] = {}

    def __call__(
        self,
        grid: Sequence[int],
        block: Sequence[int],
        args: Sequence[Any],
        shared_mem: int = 0,
        stream: Any = None,
    ) -> None:
        """Runs the kernel over a grid of blocks, as ``RawKernel`` does: the extents are tuples of one to three integers.

        Raises TypeError and ValueError for wrong arguments, KernelError for a function that is no kernel.
        """
        if self.device:
            raise TypeError(f"{self.__name__} is a function that kernels call: it has no grid")
        form, given = _jit.arguments(tuple(args))
        found = self._compiled.get(form)
        kernel = found[0] if found is not None else self._compile(form, args)
        try:
            kernel(grid, block, given, shared_mem=shared_mem, stream=stream)
        except CompileException as error:
            self._missing(str(error))
            raise

    def _missing(self, text: str) -> None:
        """Raises an error that says what to install, where the compiler did not find a header."""
        found = re.search(r'(?:cannot|could not) open source file "([^"]+)"', text)
        if found:
            raise KernelError(
                f"{self.__name__} needs the header {found[1]} of CUDA: install a toolkit, or its headers by "
                f"'pip install nvidia-cuda-runtime nvidia-cuda-cccl'"
            ) from None

    def __getitem__(self, grid_and_block: tuple[Any, Any]) -> Callable[..., None]:
        """``kernel[grid, block](*args)``: the kernel with its extents, integers or tuples of up to three."""
        if not isinstance(grid_and_block, tuple) or len(grid_and_block) != 2:
            raise ValueError("a kernel is indexed by two: kernel[grid, block](*args)")
        grid, block = ((extent,) if not isinstance(extent, (tuple, list)) else extent for extent in grid_and_block)
        return lambda *args, **keywords: self(grid, block, args, **keywords)

    @property
    def cached_codes(self) -> dict[Any, str]:
        """The texts in CUDA C++ that were written so far, by the forms of the arguments."""
        return {form: text for form, (_, text) in self._compiled.items()}

    @property
    def cached_code(self) -> str:
        """The text that was written last. Raises RuntimeError where there is none yet."""
        if not self._compiled:
            raise RuntimeError(f"{self.__name__} has not been called yet: its text depends on its arguments")
        return next(reversed(self._compiled.values()))[1]

    def __repr__(self) -> str:
        return f"<{'function of kernels' if self.device else 'kernel'} {self.__name__}>"

    def _compile(self, form: str, args: Sequence[Any]) -> cuprust.RawKernel:
        """Writes the kernel for arguments like these."""
        with self._lock:
            if form in self._compiled:
                return self._compiled[form][0]
            program = Program(self.mode == "numpy")
            types = [_type_of(value, program.numpy_rules) for value in args]
            name = self._compile_kernel(program, types)
            text = program.text()
            kernel = cuprust.RawKernel(text, name, options=_OPTIONS, enable_cooperative_groups=program.cooperative)
            self._compiled[form] = kernel, text
            return kernel

    def source(self) -> Source:
        """The source of the function. Raises KernelError where it is not to be had."""
        if self._source is None:
            self._source = Source(self.function)
        return self._source

    def _compile_kernel(self, program: Program, types: Sequence[Type]) -> str:
        """Writes the kernel for arguments of these types, and gives its name."""
        source = self.source()
        scope = Scope(program, source)
        scope.is_kernel = True
        names = source.parameters()
        if len(names) != len(types):
            raise TypeError(f"{self.__name__} takes {len(names)} arguments, and {len(types)} are given")
        parameters, heads = [], []
        for name, type in zip(names, types):
            own = c_name(name)
            scope.variables[name] = Data(own, type)
            if not isinstance(type, Array):
                parameters.append(f"{type.c} {own}")
                continue
            program.texts.setdefault((FOLDER / "arrays.cuh").read_text().strip())
            extents = [f"{own}shape{axis}" for axis in range(type.ndim)]
            strides = [] if type.contiguous else [f"{own}stride{axis}" for axis in range(type.ndim)]
            parameters += [f"{type.of.c}* {own}data", *[f"long long {extent}" for extent in extents + strides]]
            lists = ", ".join(f"{{{', '.join(each)}}}" for each in ([extents, strides] if strides else [extents]))
            heads.append(f"{type.c} {own} = {{{own}data, {lists}}};")
        lines = self._body(program, scope)
        name = c_name(self.__name__)
        head = f'extern "C" __global__ void {name}({", ".join(parameters)}) {{'
        program.functions.append(_function(head, [*heads, *scope.declarations, *lines]))
        return name

    def compile_function(
        self, program: Program, arguments: Sequence[Value], fail: Callable[[str], NoReturn]
    ) -> tuple[str, Type]:
        """Writes a device function for arguments like these, and gives its name and what it returns."""
        source = self.source()
        scope = Scope(program, source)
        names = source.parameters()
        if len(names) != len(arguments):
            fail(f"{self.__name__} takes {len(names)} arguments, and {len(arguments)} are given")
        parameters = []
        for name, value in zip(names, arguments):
            if isinstance(value, Data):
                parameters.append(f"{value.type.c} {c_name(name)}")
                value = Data(c_name(name), value.type)
            scope.variables[name] = value
        lines = self._body(program, scope)
        result = scope.result or VOID
        name = scope.fresh(c_name(self.__name__))
        head = f"__device__ {result.c} {name}({', '.join(parameters)}) {{"
        program.functions.append(_function(head, [*scope.declarations, *lines]))
        return name, result

    def _body(self, program: Program, scope: Scope) -> list[str]:
        program.open.append(self)
        parameters, wider = dict(scope.variables), scope.wider
        while True:
            try:
                lines = block(scope, scope.source.definition.body)
                break
            except Wider as found:
                if wider.get(found.name) == found.type:
                    scope.fail(f"Data type mismatch of variable: {found.name!r} does not hold what it becomes")
                wider[found.name] = found.type
                scope.variables, scope.declarations, scope.result = dict(parameters), [], None
                for name in wider.keys() & parameters.keys():
                    # A parameter is copied to a variable of that type.
                    own = c_name(name)
                    scope.declarations.append(f"{wider[name].c} {own}wide = {scope.cast(parameters[name], wider[name])};")
                    scope.variables[name] = Data(f"{own}wide", wider[name])
        program.open.pop()
        return lines


# Texts of rows are device code without an explicit qualifier.
_OPTIONS = ("-default-device", "--std=c++17")


def _function(head: str, lines: Sequence[str]) -> str:
    return "\n".join([head, *[line if line.startswith("#") else "    " + line for line in lines], "}"])


def _type_of(value: Any, numpy_rules: bool) -> Type:
    """The type of an argument of a kernel."""
    if isinstance(value, cuprust.ndarray):
        return Array(scalar(value.dtype), value.ndim, value.flags.c_contiguous)
    return type_of_number(value, numpy_rules)


__all__ = ["Kernel", "KernelError", "Scalar", "rawkernel"]
