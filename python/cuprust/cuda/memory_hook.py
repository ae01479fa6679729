"""Hooks: what is called where memory is allocated and freed."""

from __future__ import annotations as _annotations

import threading as _threading
from collections.abc import Callable as _Callable
from typing import Any as _Any

_own = _threading.local()


def _nothing() -> None:
    """What is called where the hooks of a thread change, until the module of memory names another."""


_told: _Callable[[], None] = _nothing


def _hooks() -> list[_Any]:
    """The hooks of the thread."""
    return getattr(_own, "hooks", [])


class MemoryHook:
    """What is called, within a ``with`` statement, where the thread's memory is allocated and freed. The methods of a subclass do it.

    ``malloc`` is about what arrays get, ``alloc`` about what the pool takes from the device for it, ``free`` about what arrays give back.
    While there are hooks arrays get their memory when they are made, and not when they are computed.
    """

    name = "MemoryHook"

    def __enter__(self) -> MemoryHook:
        hooks = _own.__dict__.setdefault("hooks", [])
        if any(hook.name == self.name for hook in hooks):
            raise KeyError(f"memory hook {self.name} already exists")
        _own.hooks = [*hooks, self]
        _told()
        return self

    def __exit__(self, *_: object) -> None:
        _own.hooks = [hook for hook in _hooks() if hook is not self]
        _told()

    def alloc_preprocess(self, *, device_id: int, mem_size: int) -> None:
        """Called before the pool takes memory."""

    def alloc_postprocess(self, *, device_id: int, mem_size: int, mem_ptr: int) -> None:
        """Called after the pool took memory."""

    def malloc_preprocess(self, *, device_id: int, size: int, mem_size: int) -> None:
        """Called before memory is handed out."""

    def malloc_postprocess(self, *, device_id: int, size: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called after memory was handed out."""

    def free_preprocess(self, *, device_id: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called before memory comes back."""

    def free_postprocess(self, *, device_id: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called after memory came back."""
