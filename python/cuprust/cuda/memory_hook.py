"""Hooks: methods that are called where memory is allocated and freed."""

from __future__ import annotations as _annotations

import threading as _threading
from collections.abc import Callable as _Callable
from typing import Any as _Any

_own = _threading.local()


def _nothing() -> None:
    """The function that is called when the hooks of a thread change; the module `memory` replaces it."""


_on_change: _Callable[[], None] = _nothing


def _hooks() -> list[_Any]:
    """The hooks of the thread."""
    return getattr(_own, "hooks", [])


class MemoryHook:
    """A hook: within a ``with`` statement, its methods are called where the thread's memory is allocated and freed. A subclass overrides them.

    ``malloc`` is an allocation of an array, ``alloc`` one of the pool from the device for it, ``free`` the release of an array's memory.
    While there are hooks arrays get their memory when they are made, and not when they are computed.
    """

    name = "MemoryHook"

    def __enter__(self) -> MemoryHook:
        hooks = _own.__dict__.setdefault("hooks", [])
        if any(hook.name == self.name for hook in hooks):
            raise KeyError(f"memory hook {self.name} already exists")
        _own.hooks = [*hooks, self]
        _on_change()
        return self

    def __exit__(self, *_: object) -> None:
        _own.hooks = [hook for hook in _hooks() if hook is not self]
        _on_change()

    def alloc_preprocess(self, *, device_id: int, mem_size: int) -> None:
        """Called before the pool allocates from the device."""

    def alloc_postprocess(self, *, device_id: int, mem_size: int, mem_ptr: int) -> None:
        """Called after the pool allocated from the device."""

    def malloc_preprocess(self, *, device_id: int, size: int, mem_size: int) -> None:
        """Called before an array gets memory."""

    def malloc_postprocess(self, *, device_id: int, size: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called after an array got memory."""

    def free_preprocess(self, *, device_id: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called before memory is freed."""

    def free_postprocess(self, *, device_id: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
        """Called after memory was freed."""
