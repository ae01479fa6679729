"""Structured dtypes for users' kernels: every field at the offset that CUDA C++ gives it."""

from __future__ import annotations

from typing import Any as _Any

import numpy as _numpy

__all__ = ["make_aligned_dtype"]


def make_aligned_dtype(dtype: _Any, *, alignment: int = -1, recurse: bool = True) -> _numpy.dtype[_Any]:
    """A structured dtype whose fields are aligned as those of a struct in CUDA C++.

    A field begins at a multiple of its own size, also a complex one, for which a processor needs only the alignment of its real part; the
    whole is a multiple of the greatest. `alignment` requires a greater one, a power of two, which the dtype carries as metadata and
    structures around it respect. Without `recurse` structures within stay as they are. Raises TypeError for a dtype that is not
    structured or holds objects, ValueError for an alignment less than is needed.

    >>> cp.make_aligned_dtype([("flag", "?"), ("z", "c16")]).itemsize
    32
    """
    structure = _numpy.dtype(dtype)
    if structure.names is None:
        raise TypeError(f"make_aligned_dtype() takes a structured dtype, not {structure}")
    if structure.hasobject:
        raise TypeError("a structure of Python objects has no place in the memory of a device")
    return _aligned(structure, alignment, recurse)[0]


def _aligned(dtype: _numpy.dtype[_Any], alignment: int, recurse: bool) -> tuple[_numpy.dtype[_Any], int]:
    """A dtype with every field at its offset, and the alignment that it needs."""
    if dtype.subdtype is not None:
        element, shape = dtype.subdtype
        element, needed = _aligned(element, -1, recurse)
        return _numpy.dtype((element, shape)), needed
    if dtype.names is None:
        if dtype.itemsize & (dtype.itemsize - 1) or dtype.kind in "SUV":
            raise TypeError(f"CUDA C++ has no type for a field of {dtype}")
        return dtype, dtype.itemsize
    assert dtype.fields is not None
    formats, offsets, end, greatest = [], [], 0, 1
    for name in dtype.names:
        field = dtype.fields[name][0]
        inner = field.base if field.subdtype is not None else field
        if recurse or inner.names is None:
            field, needed = _aligned(field, _named(inner), recurse)
        else:
            needed = max(_named(inner), inner.alignment)
        end = -(-end // needed) * needed
        formats.append(field)
        offsets.append(end)
        end += field.itemsize
        greatest = max(greatest, needed)
    if alignment != -1:
        if alignment <= 0 or alignment & (alignment - 1):
            raise ValueError(f"an alignment is a power of two, not {alignment}")
        if alignment < greatest:
            raise ValueError(f"{dtype} needs an alignment of {greatest}: {alignment} is less")
        greatest = alignment
    described = {"names": dtype.names, "formats": formats, "offsets": offsets, "itemsize": -(-end // greatest) * greatest}
    made: _numpy.dtype[_Any] = _numpy.dtype(described, align=True)  # type: ignore[call-overload]
    return (_numpy.dtype(made, metadata={"alignment": greatest}) if alignment != -1 else made), greatest


def _named(dtype: _numpy.dtype[_Any]) -> int:
    """The alignment that a structure was made with, or -1."""
    metadata: _Any = dtype.metadata or {}
    return int(metadata.get("alignment", -1))
