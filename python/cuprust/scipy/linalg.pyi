"""SciPy's linear algebra: factors, systems solved by them, functions of matrices, and matrices of a pattern."""

from cuprust.linalg import LinAlgError as LinAlgError
from cuprust.scipy._linalg import *
from cuprust.scipy._schur import funm as funm
from cuprust.scipy._schur import ordqz as ordqz
from cuprust.scipy._schur import schur as schur
from cuprust.scipy._sketches import clarkson_woodruff_transform as clarkson_woodruff_transform
