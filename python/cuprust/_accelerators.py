"""The choice of libraries by the names that CuPy's private module `cupy._core` has for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cuprust._core import cuda

__all__ = ["get_reduction_accelerators", "get_routine_accelerators", "set_reduction_accelerators", "set_routine_accelerators"]

# CuPy's numbers of the libraries.
NUMBERS = {"cub": 1, "cutensor": 2, "cutensornet": 3}


def get_routine_accelerators() -> list[int]:
    """The result of `cuprust.cuda.get_accelerators` as CuPy's numbers: 1 for CUB, 2 for cuTENSOR, 3 for cuTensorNet.

    CUB and cuTensorNet are there where a program or `CUPY_ACCELERATORS` named them, and have no effect.
    """
    return [NUMBERS[name] for name in cuda.get_accelerators()]


def set_routine_accelerators(accelerators: Iterable[Any]) -> None:
    """Chooses libraries by their names or CuPy's numbers. Raises ValueError for others."""
    names: dict[Any, str] = {number: name for name, number in NUMBERS.items()}
    cuda.set_accelerators([names.get(one, one) for one in accelerators])


# Routines and reductions share one choice here.
get_reduction_accelerators = get_routine_accelerators
set_reduction_accelerators = set_routine_accelerators
