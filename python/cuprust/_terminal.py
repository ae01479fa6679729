"""Terminal output: control characters in names of kernels, files and the like are escaped."""

from __future__ import annotations

import argparse
import sys
from typing import Any, TextIO

from cuprust._core import profiler


def shown(value: object) -> str:
    """The text of a value with control characters, ends of lines and tabs apart, as escapes, and so what is no Unicode text."""
    return profiler.printable(str(value).encode("utf-8", "backslashreplace").decode())


def complain(text: object) -> None:
    """Print a line on stderr."""
    print(shown(text), file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """A parser of command lines that quotes wrong arguments so."""

    def _print_message(self, message: str, file: Any = None) -> None:
        stream: TextIO = file or sys.stderr
        super()._print_message(shown(message) if message else message, stream)
