"""Series of polynomials: of powers, and of the bases of Chebyshev, Legendre, Hermite and Laguerre, as NumPy's package of the same name."""

from numpy.polynomial import set_default_printstyle

from cuprust.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial
from cuprust.polynomial.chebyshev import Chebyshev
from cuprust.polynomial.hermite import Hermite
from cuprust.polynomial.hermite_e import HermiteE
from cuprust.polynomial.laguerre import Laguerre
from cuprust.polynomial.legendre import Legendre
from cuprust.polynomial.polynomial import Polynomial

__all__ = [
    "Chebyshev", "Hermite", "HermiteE", "Laguerre", "Legendre", "Polynomial", "chebyshev", "hermite", "hermite_e", "laguerre", "legendre",
    "polynomial", "set_default_printstyle",
]  # fmt: skip
