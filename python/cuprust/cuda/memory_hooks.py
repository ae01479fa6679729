"""Two hooks: one prints each allocation and free, the other profiles memory by line of the program."""

from __future__ import annotations as _annotations

import json as _json
import os as _os
import sys as _sys
import traceback as _traceback
from typing import Any as _Any

from cuprust.cuda.memory_hook import MemoryHook

__all__ = ["DebugPrintHook", "LineProfileHook"]


class DebugPrintHook(MemoryHook):
    """Prints a line of JSON for each allocation from the device, allocation of an array, and free.

    >>> with cp.cuda.memory_hooks.DebugPrintHook(file=open("/dev/null", "w")):
    ...     a = cp.zeros(3)
    """

    name = "DebugPrintHook"

    def __init__(self, file: _Any = None, flush: bool = True) -> None:
        self._file, self._flush = file, flush

    def _print(self, hook: str, event: dict[str, _Any]) -> None:
        if "pmem_id" in event:
            event["pmem_id"] = hex(event["pmem_id"])
        file = _sys.stdout if self._file is None else self._file
        file.write(_json.dumps({"hook": hook, **event}) + "\n")
        if self._flush:
            file.flush()

    def alloc_postprocess(self, **event: _Any) -> None:
        self._print("alloc", event)

    def malloc_postprocess(self, **event: _Any) -> None:
        self._print("malloc", event)

    def free_postprocess(self, **event: _Any) -> None:
        self._print("free", event)


class _LineNode:
    """A line of the program, with the bytes that arrays and the pool allocated within it."""

    def __init__(self, name: str) -> None:
        self.name, self.used, self.acquired = name, 0, 0
        self.inner: dict[str, _LineNode] = {}


class LineProfileHook(MemoryHook):
    """Adds up, for each line of the program, how much memory arrays allocated in it and how much of that the pool allocated from the device.

    `max_depth` bounds how many lines, of functions that call one another, are distinguished; 0 means no limit.

    >>> hook = cp.cuda.memory_hooks.LineProfileHook()
    >>> with hook:
    ...     a = cp.zeros(1000)
    >>> hook.print_report(open("/dev/null", "w"))
    """

    name = "LineProfileHook"

    def __init__(self, max_depth: int = 0) -> None:
        self._root, self._max_depth = _LineNode("_root"), max_depth

    def _lines(self) -> list[str]:
        own = _os.path.dirname(_os.path.dirname(__file__))
        frames = [frame for frame in _traceback.extract_stack() if not frame.filename.startswith(own)]
        return [f"{frame.filename}:{frame.lineno}:{frame.name}" for frame in frames]

    def _nodes(self) -> list[_LineNode]:
        nodes = [self._root]
        lines = self._lines()
        if self._max_depth:
            lines = lines[: self._max_depth - 1]
        for line in lines:
            inner = nodes[-1].inner
            nodes.append(inner.setdefault(line, _LineNode(line)))
        return nodes

    def malloc_preprocess(self, *, device_id: int, size: int, mem_size: int) -> None:
        for node in self._nodes():
            node.used += mem_size

    def alloc_preprocess(self, *, device_id: int, mem_size: int) -> None:
        for node in self._nodes():
            node.acquired += mem_size

    def print_report(self, file: _Any = None) -> None:
        """Print the lines with their bytes: those allocated by arrays, and those of them allocated from the device."""
        file = _sys.stdout if file is None else file
        self._report(self._root, 0, file)
        file.flush()

    def _report(self, node: _LineNode, depth: int, file: _Any) -> None:
        file.write(f"{' ' * depth}{node.name} ({_size(node.used)}, {_size(node.acquired)})\n")
        for inner in node.inner.values():
            self._report(inner, depth + 1, file)


def _size(count: float) -> str:
    for unit in ("B", "KB", "MB", "GB", "TB"):
        if count < 1024:
            return f"{count:.2f}{unit}"
        count /= 1024
    return f"{count:.2f}PB"
