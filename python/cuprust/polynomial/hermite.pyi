"""Series of Hermite polynomials, as physicists have them."""

from typing import Any

import numpy as np

from cuprust import ndarray
from cuprust.polynomial._hermite import *
from cuprust.polynomial._series import Series

hermdomain: np.ndarray[Any, Any]
hermone: np.ndarray[Any, Any]
hermx: np.ndarray[Any, Any]
hermzero: np.ndarray[Any, Any]

def hermline(off: float, scl: float) -> ndarray: ...

class Hermite(Series): ...
