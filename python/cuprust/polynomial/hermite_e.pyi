"""Series of Hermite polynomials, as statisticians have them."""

from typing import Any

import numpy as np

from cuprust import ndarray
from cuprust.polynomial._hermite_e import *
from cuprust.polynomial._series import Series

hermedomain: np.ndarray[Any, Any]
hermeone: np.ndarray[Any, Any]
hermex: np.ndarray[Any, Any]
hermezero: np.ndarray[Any, Any]

def hermeline(off: float, scl: float) -> ndarray: ...

class HermiteE(Series): ...
