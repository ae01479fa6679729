"""Statistics of samples and distributions beside CuPy's and SciPy's: 2 000 samples of 5 000 float64 observations.

    python benches/stats.py

Printed are microseconds a call, the best of seven, of cuprust, of CuPy where it is installed and has the function, and one call of SciPy's.
"""

import time

import numpy as np
import scipy.stats as scipys

import cuprust as cp
from cuprust.scipy import stats

try:
    import cupy
    import cupyx.scipy.stats as cupys
except ImportError:
    cupy = cupys = None

REPEATS = 7


def best(call, device):
    """Seconds a call, the best of the repeats, each waited for."""
    seconds = []
    for _ in range(1 + REPEATS):
        start = time.perf_counter()
        # The result is held until the device has it, because a result that is never read is not computed.
        held = call()
        device.synchronize()
        seconds.append(time.perf_counter() - start)
        del held
    return min(seconds[1:])


def calls(module, xp, x, broken):
    """The calls by name, of a module on its arrays."""
    y = x * 1.1 + 0.1
    return {
        "zscore": lambda: module.zscore(x, 1),
        "zscore, NaN left out": lambda: module.zscore(broken, 1, nan_policy="omit"),
        "entropy": lambda: module.entropy(x, axis=1),
        "trim_mean": lambda: module.trim_mean(x, 0.1, 1),
        "skew": lambda: module.skew(x, 1),
        "kurtosis": lambda: module.kurtosis(x, 1),
        "describe": lambda: module.describe(x, 1),
        "rankdata": lambda: module.rankdata(x, axis=1),
        "ttest_ind": lambda: module.ttest_ind(x, y, axis=1),
        "pearsonr": lambda: module.pearsonr(x, y, axis=1),
        "mannwhitneyu": lambda: module.mannwhitneyu(x, y, axis=1),
        "norm.pdf": lambda: module.norm.pdf(x),
        "norm.ppf": lambda: module.norm.ppf(x / 100),
        "gamma.cdf": lambda: module.gamma.cdf(x, 2.0),
        "t.sf": lambda: module.t.sf(x, 5.0),
        "gaussian_kde at 10 000 points": lambda: module.gaussian_kde(x[0])(xp.linspace(0, 10, 10_000)),
        "bootstrap of a mean, 9 999 of 2 000": lambda: module.bootstrap((x[0, :2000],), xp.mean, method="percentile"),
    }


def main():
    rng = np.random.default_rng(0)
    x = rng.gamma(2.0, size=(2000, 5000))
    broken = np.where(rng.random(x.shape) < 0.01, np.nan, x)
    ours = calls(stats, cp, cp.asarray(x), cp.asarray(broken))
    theirs = calls(scipys, np, x, broken)
    cupys_calls = calls(cupys, cupy, cupy.asarray(x), cupy.asarray(broken)) if cupy else {}
    print("| call | cuprust | CuPy | SciPy |\n|---|---|---|---|")
    for name, call in ours.items():
        own = best(call, cp.cuda.Device())
        try:
            other = f"{best(cupys_calls[name], cupy.cuda.Device()) * 1e6:.0f}"
        except (KeyError, AttributeError, TypeError):
            other = ""
        start = time.perf_counter()
        theirs[name]()
        print(f"| {name} | {own * 1e6:.0f} | {other} | {(time.perf_counter() - start) * 1e6:.0f} |", flush=True)


if __name__ == "__main__":
    main()
