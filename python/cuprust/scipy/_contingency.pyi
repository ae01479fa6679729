"""Tables of contingency, by SciPy's names."""

from cuprust.scipy._statistics import expected_freq as expected_freq
from cuprust.scipy._statistics import margins as margins
from cuprust.scipy._stats import chi2_contingency as chi2_contingency
