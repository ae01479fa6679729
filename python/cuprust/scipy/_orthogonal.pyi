# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""What the classes of orthogonal polynomials are made of."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def orthogonal_polynomial(family: str, n: int, first: float, second: float, monic: bool_type) -> Any:
    """The coefficients of a polynomial of a family of SciPy's name, the highest power first, the zeros and weights of
    its quadrature, its leading coefficient where it is not `monic`, and the root of the integral of its square
    times the weight.

    Raises ValueError for a negative degree and for parameters out of range.

    >>> cp.scipy._orthogonal.orthogonal_polynomial("legendre", 2, 0.0, 0.0, False)[0]
    array([ 1.5,  0. , -0.5])"""
