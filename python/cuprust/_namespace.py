"""The inspection interface of the array API standard: devices, dtypes and capabilities of a namespace."""

from __future__ import annotations

from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

import numpy as _numpy

from cuprust._core import cuda as _cuda

_Device: _TypeAlias = "_cuda.Device | str | int | None"
_Kind: _TypeAlias = "str | tuple[str, ...] | None"


class NamespaceInfo:
    """The information about cuprust, by version 2025.12 of the standard."""

    def capabilities(self) -> dict[str, _Any]:
        """Which optional parts of the standard are implemented."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> _cuda.Device:
        """The device where arrays are made."""
        return _cuda.Device()

    def default_dtypes(self, *, device: _Device = None) -> dict[str, _numpy.dtype[_Any]]:
        """The dtypes of results where nothing says another, by kind."""
        _checked(device)
        return {
            "real floating": _numpy.dtype(_numpy.float64),
            "complex floating": _numpy.dtype(_numpy.complex128),
            "integral": _numpy.dtype(_numpy.int64),
            "indexing": _numpy.dtype(_numpy.int64),
        }

    def dtypes(self, *, device: _Device = None, kind: _Kind = None) -> dict[str, _numpy.dtype[_Any]]:
        """The dtypes of the standard that arrays may have, by name; of one kind, or of several."""
        _checked(device)
        every = ("bool", "numeric") if kind is None else kind
        kinds = every if isinstance(every, tuple) else (every,)
        found: dict[str, _numpy.dtype[_Any]] = {}
        for one in kinds:
            names = _NAMES.get(one)
            if names is None:
                raise ValueError(f"unsupported kind: {one!r}; the kinds are {', '.join(map(repr, _NAMES))}")
            found.update({name: _numpy.dtype(name) for name in names})
        return found

    def devices(self) -> tuple[_cuda.Device, ...]:
        """The devices that `device=` takes: the default one first."""
        default = _cuda.Device()
        others = [_cuda.Device("cpu"), *(_cuda.Device(f"cuda:{number}") for number in range(_cuda._gpu_count()))]
        return (default, *(device for device in others if device != default))


def _checked(device: _Device) -> None:
    if device is not None:
        _cuda.Device(device)


_SIGNED = ("int8", "int16", "int32", "int64")
_UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
_REAL = ("float32", "float64")
_COMPLEX = ("complex64", "complex128")
_NAMES = {
    "bool": ("bool",),
    "signed integer": _SIGNED,
    "unsigned integer": _UNSIGNED,
    "integral": _SIGNED + _UNSIGNED,
    "real floating": _REAL,
    "complex floating": _COMPLEX,
    "numeric": _SIGNED + _UNSIGNED + _REAL + _COMPLEX,
}
