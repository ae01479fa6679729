"""Series of Laguerre polynomials."""

from typing import Any

import numpy as np

from cuprust import ndarray
from cuprust.polynomial._laguerre import *
from cuprust.polynomial._series import Series

lagdomain: np.ndarray[Any, Any]
lagone: np.ndarray[Any, Any]
lagx: np.ndarray[Any, Any]
lagzero: np.ndarray[Any, Any]

def lagline(off: float, scl: float) -> ndarray: ...

class Laguerre(Series): ...
