"""Polynomials by the coefficients of powers, the lowest first."""

from typing import Any

import numpy as np

from cuprust import ndarray
from cuprust.polynomial._polynomial import *
from cuprust.polynomial._series import Series

polydomain: np.ndarray[Any, Any]
polyone: np.ndarray[Any, Any]
polyx: np.ndarray[Any, Any]
polyzero: np.ndarray[Any, Any]

def polyline(off: float, scl: float) -> ndarray: ...

class Polynomial(Series): ...
