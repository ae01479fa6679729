"""SciPy's linear algebra: factors, systems solved by them, functions of matrices, and matrices of a pattern."""

from cuprust.scipy._linalg import *
from cuprust.scipy._schur import funm as funm
from cuprust.scipy._schur import ordqz as ordqz
from cuprust.scipy._schur import schur as schur
