"""SciPy's Schur form, in an order that a function may choose, and functions of matrices that are given as Python functions."""

from collections.abc import Callable
from typing import Any, Literal

from cuprust import ArrayLike, bool_type, ndarray

def schur(
    a: ArrayLike,
    output: Literal["real", "complex", "r", "c"] = "real",
    lwork: int | None = None,
    overwrite_a: bool_type = False,
    sort: Callable[..., Any] | Literal["lhp", "rhp", "iuc", "ouc"] | None = None,
    check_finite: bool_type = True,
) -> tuple[ndarray, ...]: ...
def ordqz(
    A: ArrayLike,
    B: ArrayLike,
    sort: Callable[[ndarray, ndarray], ArrayLike] | Literal["lhp", "rhp", "iuc", "ouc"] = "lhp",
    output: Literal["real", "complex", "r", "c"] = "real",
    overwrite_a: bool_type = False,
    overwrite_b: bool_type = False,
    check_finite: bool_type = True,
) -> tuple[ndarray, ...]: ...
def funm(A: ArrayLike, func: Callable[[ndarray], ArrayLike], disp: bool_type = True) -> Any: ...
