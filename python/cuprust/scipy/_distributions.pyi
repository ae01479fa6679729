"""SciPy's probability distributions: objects whose methods take parameters as SciPy's do, and frozen ones that have them."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from cuprust import ArrayLike, ndarray
from cuprust.random import Generator

_Size: TypeAlias = int | Sequence[int] | None

def _generator(random_state: Any) -> Generator: ...

class _Distribution:
    name: str
    shapes: str | None
    random_state: Any
    def __init__(self, name: str, shapes: tuple[str, ...], doc: str) -> None: ...
    @property
    def numargs(self) -> int: ...
    def __call__(self, *args: ArrayLike, **kwds: ArrayLike) -> Any: ...
    def freeze(self, *args: ArrayLike, **kwds: ArrayLike) -> Any: ...
    def rvs(self, *args: Any, size: _Size = None, random_state: int | Generator | None = None, **kwds: ArrayLike) -> ndarray: ...
    def ppf(self, q: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def isf(self, q: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def stats(self, *args: ArrayLike, moments: str = "mv", **kwds: ArrayLike) -> Any: ...
    def mean(self, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def median(self, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def var(self, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def std(self, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def moment(self, order: int, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def entropy(self, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def interval(self, confidence: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> tuple[ndarray, ndarray]: ...
    def support(self, *args: ArrayLike, **kwds: ArrayLike) -> tuple[ndarray, ndarray]: ...

class rv_continuous(_Distribution):
    def __call__(self, *args: ArrayLike, **kwds: ArrayLike) -> rv_continuous_frozen: ...
    def freeze(self, *args: ArrayLike, **kwds: ArrayLike) -> rv_continuous_frozen: ...
    def pdf(self, x: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def logpdf(self, x: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def cdf(self, x: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def logcdf(self, x: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def sf(self, x: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def logsf(self, x: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def fit(self, data: ArrayLike, *args: float, **kwds: Any) -> tuple[float, ...]: ...
    def expect(
        self, func: Callable[[ndarray], Any] | None = None, args: tuple[Any, ...] = (), loc: float = 0, scale: float = 1, lb: float | None = None,
        ub: float | None = None, conditional: bool = False, **kwds: Any,
    ) -> ndarray: ...

class rv_discrete(_Distribution):
    def __call__(self, *args: ArrayLike, **kwds: ArrayLike) -> rv_discrete_frozen: ...
    def freeze(self, *args: ArrayLike, **kwds: ArrayLike) -> rv_discrete_frozen: ...
    def pmf(self, k: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def logpmf(self, k: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def cdf(self, k: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def logcdf(self, k: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def sf(self, k: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def logsf(self, k: ArrayLike, *args: ArrayLike, **kwds: ArrayLike) -> ndarray: ...
    def expect(
        self, func: Callable[[ndarray], Any] | None = None, args: tuple[Any, ...] = (), loc: float = 0, lb: float | None = None, ub: float | None = None,
        conditional: bool = False, maxcount: int = 1000, tolerance: float = 1e-10, chunksize: int = 32,
    ) -> ndarray: ...

class rv_frozen:
    dist: Any
    args: tuple[Any, ...]
    kwds: dict[str, Any]
    random_state: Any
    def __init__(self, dist: _Distribution, *args: ArrayLike, **kwds: ArrayLike) -> None: ...
    @property
    def a(self) -> ndarray: ...
    @property
    def b(self) -> ndarray: ...
    def cdf(self, x: ArrayLike) -> ndarray: ...
    def logcdf(self, x: ArrayLike) -> ndarray: ...
    def sf(self, x: ArrayLike) -> ndarray: ...
    def logsf(self, x: ArrayLike) -> ndarray: ...
    def ppf(self, q: ArrayLike) -> ndarray: ...
    def isf(self, q: ArrayLike) -> ndarray: ...
    def rvs(self, size: _Size = None, random_state: int | Generator | None = None) -> ndarray: ...
    def expect(
        self, func: Callable[[ndarray], Any] | None = None, lb: float | None = None, ub: float | None = None, conditional: bool = False, **kwds: Any
    ) -> ndarray: ...
    def stats(self, moments: str = "mv") -> Any: ...
    def mean(self) -> ndarray: ...
    def median(self) -> ndarray: ...
    def var(self) -> ndarray: ...
    def std(self) -> ndarray: ...
    def moment(self, order: int) -> ndarray: ...
    def entropy(self) -> ndarray: ...
    def interval(self, confidence: ArrayLike) -> tuple[ndarray, ndarray]: ...
    def support(self) -> tuple[ndarray, ndarray]: ...

class rv_continuous_frozen(rv_frozen):
    def pdf(self, x: ArrayLike) -> ndarray: ...
    def logpdf(self, x: ArrayLike) -> ndarray: ...

class rv_discrete_frozen(rv_frozen):
    def pmf(self, k: ArrayLike) -> ndarray: ...
    def logpmf(self, k: ArrayLike) -> ndarray: ...

alpha: rv_continuous
anglit: rv_continuous
arcsine: rv_continuous
argus: rv_continuous
bernoulli: rv_discrete
beta: rv_continuous
betabinom: rv_discrete
betanbinom: rv_discrete
betaprime: rv_continuous
binom: rv_discrete
boltzmann: rv_discrete
bradford: rv_continuous
burr: rv_continuous
burr12: rv_continuous
cauchy: rv_continuous
chi: rv_continuous
chi2: rv_continuous
cosine: rv_continuous
crystalball: rv_continuous
dgamma: rv_continuous
dlaplace: rv_discrete
dpareto_lognorm: rv_continuous
dweibull: rv_continuous
erlang: rv_continuous
expon: rv_continuous
exponnorm: rv_continuous
exponpow: rv_continuous
exponweib: rv_continuous
f: rv_continuous
fatiguelife: rv_continuous
fisk: rv_continuous
foldcauchy: rv_continuous
foldnorm: rv_continuous
gamma: rv_continuous
gausshyper: rv_continuous
genexpon: rv_continuous
genextreme: rv_continuous
gengamma: rv_continuous
genhalflogistic: rv_continuous
genhyperbolic: rv_continuous
geninvgauss: rv_continuous
genlogistic: rv_continuous
gennorm: rv_continuous
genpareto: rv_continuous
geom: rv_discrete
gibrat: rv_continuous
gompertz: rv_continuous
gumbel_l: rv_continuous
gumbel_r: rv_continuous
halfcauchy: rv_continuous
halfgennorm: rv_continuous
halflogistic: rv_continuous
halfnorm: rv_continuous
hypergeom: rv_discrete
hypsecant: rv_continuous
invgamma: rv_continuous
invgauss: rv_continuous
invweibull: rv_continuous
irwinhall: rv_continuous
jf_skew_t: rv_continuous
johnsonsb: rv_continuous
johnsonsu: rv_continuous
kappa3: rv_continuous
kappa4: rv_continuous
ksone: rv_continuous
kstwobign: rv_continuous
landau: rv_continuous
laplace: rv_continuous
laplace_asymmetric: rv_continuous
levy: rv_continuous
levy_l: rv_continuous
loggamma: rv_continuous
logistic: rv_continuous
loglaplace: rv_continuous
lognorm: rv_continuous
logser: rv_discrete
loguniform: rv_continuous
lomax: rv_continuous
maxwell: rv_continuous
mielke: rv_continuous
moyal: rv_continuous
nakagami: rv_continuous
nbinom: rv_discrete
ncf: rv_continuous
nchypergeom_fisher: rv_discrete
nchypergeom_wallenius: rv_discrete
nct: rv_continuous
ncx2: rv_continuous
nhypergeom: rv_discrete
norm: rv_continuous
norminvgauss: rv_continuous
pareto: rv_continuous
pearson3: rv_continuous
planck: rv_discrete
poisson: rv_discrete
powerlaw: rv_continuous
powerlognorm: rv_continuous
powernorm: rv_continuous
randint: rv_discrete
rayleigh: rv_continuous
rdist: rv_continuous
recipinvgauss: rv_continuous
reciprocal: rv_continuous
rel_breitwigner: rv_continuous
rice: rv_continuous
semicircular: rv_continuous
skellam: rv_discrete
skewcauchy: rv_continuous
skewnorm: rv_continuous
studentized_range: rv_continuous
t: rv_continuous
trapezoid: rv_continuous
triang: rv_continuous
truncexpon: rv_continuous
truncnorm: rv_continuous
truncpareto: rv_continuous
truncweibull_min: rv_continuous
tukeylambda: rv_continuous
uniform: rv_continuous
vonmises: rv_continuous
vonmises_line: rv_continuous
wald: rv_continuous
weibull_max: rv_continuous
weibull_min: rv_continuous
wrapcauchy: rv_continuous
yulesimon: rv_discrete
zipf: rv_discrete
zipfian: rv_discrete

__all__: list[str]
