"""Series of Chebyshev polynomials of the first kind."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cuprust import ndarray
from cuprust.polynomial._chebyshev import *
from cuprust.polynomial._series import Series

chebdomain: np.ndarray[Any, Any]
chebone: np.ndarray[Any, Any]
chebx: np.ndarray[Any, Any]
chebzero: np.ndarray[Any, Any]

def chebline(off: float, scl: float) -> ndarray: ...

def chebpts1(npts: int) -> ndarray: ...
def chebpts2(npts: int) -> ndarray: ...
def chebinterpolate(func: Callable[..., ndarray], deg: int, args: tuple[Any, ...] = ()) -> ndarray: ...

class Chebyshev(Series):
    @classmethod
    def interpolate(
        cls, func: Callable[..., ndarray], deg: int, domain: Any = None, args: tuple[Any, ...] = ()
    ) -> Chebyshev: ...
