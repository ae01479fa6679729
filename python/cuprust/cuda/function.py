"""Kernels on a device, and programs that were compiled already."""

from __future__ import annotations as _annotations

from typing import Any as _Any

from cuprust._core import cuda as _cuda

Function = _cuda.Function


class Module:
    """A program in machine code or PTX: kernels and variables. `load_file` or `load` gives it one."""

    def __init__(self) -> None:
        self._module: _Any = None

    def load_file(self, filename: str) -> None:
        """Take the program of a file. Raises CUDARuntimeError where it cannot be read, CompileException where it does not suit the device."""
        from cuprust import RawModule

        module = RawModule(path=str(filename))
        module.compile()
        self._module = module

    def load(self, cubin: bytes) -> None:
        """Take a program of machine code, or of PTX as bytes. Raises CompileException where it does not suit the device."""
        import os
        import tempfile

        file, path = tempfile.mkstemp(suffix=".cubin")
        try:
            with os.fdopen(file, "wb") as stream:
                stream.write(cubin)
            self.load_file(path)
        finally:
            os.unlink(path)

    def get_function(self, name: str) -> _cuda.Function:
        """The kernel of a name. Raises CUDARuntimeError where there is none."""
        found: _cuda.Function = self._loaded().get_function(name).kernel
        return found

    def get_global_var(self, name: str) -> _cuda.MemoryPointer:
        """The memory of a variable. Raises CUDARuntimeError where there is none."""
        found: _cuda.MemoryPointer = self._loaded().get_global(name)
        return found

    def _loaded(self) -> _Any:
        if self._module is None:
            raise RuntimeError("the module has no program: give it one with load_file or load")
        return self._module
