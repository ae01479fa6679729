"""Statistics of samples and probability distributions, by SciPy's names."""

from cuprust.scipy._distributions import *
from cuprust.scipy._multivariate import multivariate_normal as multivariate_normal
from cuprust.scipy._stats import *
