"""NVRTC itself: programs of CUDA C++ translated to PTX and machine code, by its own numbers of errors. `RawModule` does all of it at once."""

from __future__ import annotations as _annotations

import itertools as _itertools
import threading as _threading
from collections.abc import Sequence as _Sequence

from cuprust._core import cuda as _cuda

__all__ = [
    "NVRTCError", "addNameExpression", "compileProgram", "createProgram", "destroyProgram", "getCUBIN", "getLoweredName", "getPTX",
    "getProgramLog", "getSupportedArchs", "getVersion",
]  # fmt: skip

_NAMES = (
    "NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
    "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION", "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
    "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION", "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR",
)  # fmt: skip
_INVALID_INPUT, _INVALID_PROGRAM, _NAMED_TOO_LATE, _NOT_COMPILED, _NOT_NAMED = 3, 4, 8, 9, 10


class NVRTCError(RuntimeError):
    """An error of NVRTC, with its error code in `status`."""

    def __init__(self, status: int) -> None:
        self.status = status
        name = _NAMES[status] if 0 <= status < len(_NAMES) else "NVRTC_ERROR unknown"
        super().__init__(f"{name} ({status})")

    def __reduce__(self) -> tuple[type[NVRTCError], tuple[int]]:
        return type(self), (self.status,)


class _Program:
    """A program, and what it was translated to."""

    def __init__(self, text: str, file: str, headers: list[tuple[str, str]]) -> None:
        self.text, self.file, self.headers = text, file, headers
        self.names: list[str] = []
        self.log = ""
        self.ptx: bytes | None = None
        self.cubin = b""
        self.lowered: dict[str, str] = {}


_programs: dict[int, _Program] = {}
_lock = _threading.Lock()
_numbers = _itertools.count(1)


def _program(prog: int) -> _Program:
    with _lock:
        if prog not in _programs:
            raise NVRTCError(_INVALID_PROGRAM)
        return _programs[prog]


def getVersion() -> tuple[int, int]:
    """The version of NVRTC, as ``(13, 0)``. Raises ImportError where it is not installed.

    >>> cp.cuda.nvrtc.getVersion() >= (12, 0)
    True
    """
    version = _cuda._compiler_version()
    return version // 1000, version % 1000 // 10


def getSupportedArchs() -> list[int]:
    """The compute capabilities that NVRTC compiles for, as 90 for 9.0."""
    return _cuda._architectures()


def createProgram(src: str, name: str, headers: _Sequence[str], include_names: _Sequence[str]) -> int:
    """A program of CUDA C++ by a number, with texts of headers and the names by which it includes them. `destroyProgram` frees it.

    Raises NVRTCError for other than a name for each header.
    """
    if len(headers) != len(include_names):
        raise NVRTCError(_INVALID_INPUT)
    program = _Program(src, name or "default_program", list(zip(include_names, headers)))
    with _lock:
        number = next(_numbers)
        _programs[number] = program
    return number


def destroyProgram(prog: int) -> None:
    """Free a program. Raises NVRTCError for a number that is none."""
    with _lock:
        if _programs.pop(prog, None) is None:
            raise NVRTCError(_INVALID_PROGRAM)


def addNameExpression(prog: int, name: str) -> int:
    """Name a kernel or a variable by an expression, as ``scale<float>``, whose mangled name is needed. Returns 0.

    Raises NVRTCError for a program that was compiled already.
    """
    program = _program(prog)
    if program.ptx is not None:
        raise NVRTCError(_NAMED_TOO_LATE)
    program.names.append(name)
    return 0


def compileProgram(prog: int, options: _Sequence[str] = ()) -> None:
    """Compile a program with these options alone, as ``--gpu-architecture=compute_90``.

    Raises NVRTCError where something is wrong with the program or the options; `getProgramLog` says what.
    """
    program = _program(prog)
    status, program.log, ptx, cubin, names = _cuda._translate(program.text, program.file, list(options), program.names, program.headers)
    if status:
        raise NVRTCError(status)
    program.ptx, program.cubin, program.lowered = ptx, cubin, dict(zip(program.names, names))


def getPTX(prog: int) -> bytes:
    """The PTX of a program that was compiled."""
    found = _program(prog).ptx
    if found is None:
        raise NVRTCError(_INVALID_PROGRAM)
    return found


def getCUBIN(prog: int) -> bytes:
    """The machine code of a program that was compiled for a real architecture, as ``sm_90``. Raises NVRTCError for another one."""
    found = _program(prog).cubin
    if not found:
        raise NVRTCError(_INVALID_PROGRAM)
    return found


def getProgramLog(prog: int) -> str:
    """The compiler's log of a program."""
    return _program(prog).log


def getLoweredName(prog: int, name: str) -> str:
    """The mangled name of a name expression. Raises NVRTCError before the program is compiled, and for another expression."""
    program = _program(prog)
    if program.ptx is None:
        raise NVRTCError(_NOT_COMPILED)
    if name not in program.lowered:
        raise NVRTCError(_NOT_NAMED)
    return program.lowered[name]
