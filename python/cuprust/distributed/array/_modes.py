"""What an element is that several chunks hold."""

from __future__ import annotations

from typing import Any

import numpy


class Combination:
    """A mode in which an element is its chunks' elements combined by `name`, one of NumPy's binary functions."""

    def __init__(self, label: str, name: str, *, idempotent: bool) -> None:
        self.name = name
        # Whether an element that two chunks hold may be combined with itself.
        self.idempotent = idempotent
        self._label = label

    def identity(self, dtype: numpy.dtype[Any]) -> Any:
        """The value of a dtype that changes no other. Raises TypeError for the extremes of complex numbers, which have none."""
        if self.name in ("add", "multiply"):
            return dtype.type(self.name == "multiply")
        if dtype.kind == "b":
            return dtype.type(self.name == "minimum")
        if dtype.kind in "iu":
            limits = numpy.iinfo(dtype)
            return dtype.type(limits.max if self.name == "minimum" else limits.min)
        if dtype.kind == "f":
            return dtype.type(numpy.inf if self.name == "minimum" else -numpy.inf)
        raise TypeError(f"no {dtype} changes no other in the mode {self._label}")

    def __repr__(self) -> str:
        return self._label


Mode = Combination | None

REPLICA: Mode = None
MIN = Combination("MIN", "minimum", idempotent=True)
MAX = Combination("MAX", "maximum", idempotent=True)
SUM = Combination("SUM", "add", idempotent=False)
PROD = Combination("PROD", "multiply", idempotent=False)
