"""Series of Legendre polynomials."""

from typing import Any

import numpy as np

from cuprust import ndarray
from cuprust.polynomial._legendre import *
from cuprust.polynomial._series import Series

legdomain: np.ndarray[Any, Any]
legone: np.ndarray[Any, Any]
legx: np.ndarray[Any, Any]
legzero: np.ndarray[Any, Any]

def legline(off: float, scl: float) -> ndarray: ...

class Legendre(Series): ...
