"""Statistics of samples, by SciPy's names."""

from cuprust.scipy import _contingency as contingency
from cuprust.scipy._density import gaussian_kde as gaussian_kde
from cuprust.scipy._distances import cramervonmises as cramervonmises
from cuprust.scipy._distances import ks_1samp as ks_1samp
from cuprust.scipy._distances import kstest as kstest
from cuprust.scipy._resampling import bootstrap as bootstrap
from cuprust.scipy._resampling import monte_carlo_test as monte_carlo_test
from cuprust.scipy._resampling import permutation_test as permutation_test
from cuprust.scipy._results import DegenerateDataWarning as DegenerateDataWarning
from cuprust.scipy._results import SmallSampleWarning as SmallSampleWarning
from cuprust.scipy._stats import *
