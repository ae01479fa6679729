"""Statistics of samples, by SciPy's names."""

from __future__ import annotations

import sys as _sys
import types as _types

from cuprust import _core
from cuprust.scipy import _statistics
from cuprust.scipy._density import gaussian_kde
from cuprust.scipy._distances import cramervonmises, ks_1samp, kstest
from cuprust.scipy._resampling import bootstrap, monte_carlo_test, permutation_test
from cuprust.scipy._results import *  # noqa: F403
from cuprust.scipy._results import _correlation_result  # noqa: F401

# The functions are those of the function table: no list of their names stands here.
_found = _core._functions(__name__)
globals().update(_found)

# SciPy's module of tables of contingency.
contingency = _types.ModuleType(f"{__name__}.contingency", "Tables of contingency, by SciPy's names.")
contingency.chi2_contingency = _found["chi2_contingency"]  # type: ignore[attr-defined]
contingency.expected_freq, contingency.margins = _statistics.expected_freq, _statistics.margins  # type: ignore[attr-defined]
_sys.modules[contingency.__name__] = contingency

_OF_CALLABLES = ["bootstrap", "cramervonmises", "gaussian_kde", "ks_1samp", "kstest", "monte_carlo_test", "permutation_test"]
__all__ = sorted([*_found, *_OF_CALLABLES, "DegenerateDataWarning", "SmallSampleWarning", "contingency"])
