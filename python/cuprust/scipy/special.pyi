"""The special functions of mathematics, by SciPy's names."""

from cuprust.scipy._special import *
from cuprust.scipy._polynomials import chebyc as chebyc
from cuprust.scipy._polynomials import chebys as chebys
from cuprust.scipy._polynomials import chebyt as chebyt
from cuprust.scipy._polynomials import chebyu as chebyu
from cuprust.scipy._polynomials import gegenbauer as gegenbauer
from cuprust.scipy._polynomials import genlaguerre as genlaguerre
from cuprust.scipy._polynomials import hermite as hermite
from cuprust.scipy._polynomials import hermitenorm as hermitenorm
from cuprust.scipy._polynomials import jacobi as jacobi
from cuprust.scipy._polynomials import laguerre as laguerre
from cuprust.scipy._polynomials import legendre as legendre
from cuprust.scipy._polynomials import sh_chebyt as sh_chebyt
from cuprust.scipy._polynomials import sh_chebyu as sh_chebyu
from cuprust.scipy._polynomials import sh_jacobi as sh_jacobi
from cuprust.scipy._polynomials import sh_legendre as sh_legendre
