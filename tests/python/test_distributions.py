"""Distributions of random numbers: their laws, against SciPy's; parameters in arrays; the same numbers on every device; bad parameters."""

import numpy as np
import pytest
from conftest import LONG, assert_same, host, on_cpu
from scipy import stats

import cuprust as cp

# The method, its parameters, and the law by SciPy's names.
FLOATS = [
    ("normal", (1.0, 2.0), stats.norm(1, 2)), ("uniform", (-1.0, 3.0), stats.uniform(-1, 4)), ("exponential", (2.0,), stats.expon(scale=2)),
    ("standard_exponential", (), stats.expon()), ("lognormal", (0.5, 0.7), stats.lognorm(0.7, scale=np.exp(0.5))),
    ("laplace", (1.0, 2.0), stats.laplace(1, 2)), ("logistic", (1.0, 2.0), stats.logistic(1, 2)), ("gumbel", (1.0, 2.0), stats.gumbel_r(1, 2)),
    ("rayleigh", (2.0,), stats.rayleigh(scale=2)), ("pareto", (3.0,), stats.lomax(3)), ("power", (3.0,), stats.powerlaw(3)),
    ("weibull", (1.5,), stats.weibull_min(1.5)), ("triangular", (1.0, 2.0, 4.0), stats.triang(1 / 3, 1, 3)), ("standard_cauchy", (), stats.cauchy()),
    *[("standard_gamma", (a,), stats.gamma(a)) for a in (0.05, 0.7, 1.0, 3.5, 1e4)], ("gamma", (2.0, 3.0), stats.gamma(2, scale=3)),
    *[("beta", (a, b), stats.beta(a, b)) for a, b in ((0.5, 0.5), (0.1, 0.9), (2.0, 5.0), (0.5, 3.0))], ("chisquare", (3.0,), stats.chi2(3)),
    ("f", (3.0, 7.0), stats.f(3, 7)), ("noncentral_chisquare", (3.0, 2.0), stats.ncx2(3, 2)), ("noncentral_chisquare", (0.5, 9.0), stats.ncx2(0.5, 9)),
    ("noncentral_f", (3.0, 7.0, 2.0), stats.ncf(3, 7, 2)), ("standard_t", (4.0,), stats.t(4)),
    *[("vonmises", (0.0, kappa), stats.vonmises(kappa)) for kappa in (0.3, 4.0, 500.0)], ("vonmises", (0.0, 1e-9), stats.uniform(-np.pi, 2 * np.pi)),
    ("wald", (2.0, 3.0), stats.invgauss(2 / 3, scale=3)), ("wald", (1e6, 1.0), stats.invgauss(1e6, scale=1)),
]  # fmt: skip
COUNTS = [
    *[("poisson", (lam,), stats.poisson(lam)) for lam in (0.2, 3.0, 9.99, 10.0, 50.0, 1e5)],
    *[("binomial", (n, p), stats.binom(n, p)) for n, p in ((1, 0.3), (20, 0.1), (20, 0.9), (100, 0.5), (1000, 0.7), (10**6, 0.001))],
    ("negative_binomial", (4.0, 0.3), stats.nbinom(4, 0.3)), ("geometric", (0.02,), stats.geom(0.02)), ("geometric", (0.7,), stats.geom(0.7)),
    *[("hypergeometric", each, stats.hypergeom(each[0] + each[1], each[0], each[2]))
      for each in ((5, 7, 4), (30, 50, 20), (50, 30, 60), (3000, 500, 1200), (8, 1000, 900))],
    ("logseries", (0.6,), stats.logser(0.6)), ("logseries", (0.99,), stats.logser(0.99)), ("zipf", (2.5,), stats.zipf(2.5)), ("zipf", (1.8,), stats.zipf(1.8)),
]  # fmt: skip
NUMBER = 10_000_000 if LONG else 20_000


def name_of(each):
    return f"{each[0]}{each[1]}" if isinstance(each, tuple) and len(each) == 3 else None


@pytest.mark.parametrize("case", FLOATS, ids=name_of)
def test_floats_follow_their_law(case):
    name, parameters, law = case
    drawn = getattr(cp.random.default_rng(11), name)(*parameters, size=NUMBER)
    assert drawn.shape == (NUMBER,) and drawn.dtype == np.float64
    assert stats.kstest(drawn.get(), law.cdf).pvalue > 1e-4


@pytest.mark.parametrize("case", COUNTS, ids=name_of)
def test_counts_follow_their_law(case):
    name, parameters, law = case
    drawn = getattr(cp.random.default_rng(12), name)(*parameters, size=NUMBER)
    assert drawn.shape == (NUMBER,) and drawn.dtype == np.int64
    drawn = drawn.get()
    # Cells of about as many draws each: between quantiles of the law.
    edges = np.unique(law.ppf(np.linspace(0.02, 0.98, 49)))
    cells = np.diff(np.concatenate([[0], law.cdf(edges), [1]]))
    counts = np.bincount(np.searchsorted(edges, drawn), minlength=len(cells))
    wanted = NUMBER * cells
    kept = wanted > 5
    assert counts[~kept].sum() <= 5 * (~kept).sum() + wanted[~kept].sum()
    assert stats.chi2.sf(((counts[kept] - wanted[kept]) ** 2 / wanted[kept]).sum(), max(kept.sum() - 1, 1)) > 1e-4


def test_streams_are_independent():
    # Draws of one generator, of neighbouring seeds, and of neighbouring elements.
    one, other = cp.random.default_rng(1), cp.random.default_rng(2)
    first, second, third = one.gamma(2, size=NUMBER).get(), one.gamma(2, size=NUMBER).get(), other.gamma(2, size=NUMBER).get()
    for a, b in [(first, second), (first, third), (first[1:], first[:-1])]:
        assert abs(np.corrcoef(a, b)[0, 1]) < 5 / NUMBER**0.5


@pytest.mark.parametrize("case", FLOATS + COUNTS, ids=name_of)
def test_parameters_in_arrays_and_dtypes(case):
    name, parameters, law = case
    draw = getattr(cp.random.default_rng(5), name)
    assert draw(*parameters).shape == ()
    assert draw(*parameters, size=(0, 3)).shape == (0, 3)
    assert draw(*parameters, size=4, dtype="float32" if case in FLOATS else "int32").dtype.itemsize == 4
    if parameters:
        wide = [cp.full((300, 1), each) for each in parameters]
        assert draw(*wide).shape == (300, 1) and draw(*wide[:1], *parameters[1:], size=(2, 300, 7)).shape == (2, 300, 7)
        with pytest.raises(ValueError, match="not compatible"):
            draw(*wide, size=(2, 7))
        # A parameter of each row is that of its numbers.
        if name in ("gamma", "poisson", "binomial", "normal"):
            means = draw(cp.array([[1.0], [50.0]]), *parameters[1:], size=(2, 2000)).mean(1).get()
            assert means[1] > 10 * means[0]


def test_vectors():
    rng = cp.random.default_rng(3)
    counts = rng.multinomial(cp.array([[100], [7]]), [0.2, 0.0, 0.5, 0.3], size=(2, 500))
    assert counts.shape == (2, 500, 4) and counts.dtype == np.int64
    assert (counts.sum(-1) == cp.array([[100], [7]])).all() and not counts[..., 1].any()
    assert stats.chi2.sf(((counts[0].sum(0).get()[[0, 2, 3]] / [0.2, 0.5, 0.3] / 50_000 - 1) ** 2 * 50_000 * np.array([0.2, 0.5, 0.3])).sum(), 2) > 1e-4
    drawn = rng.multivariate_hypergeometric([5, 0, 12, 3], 9, 400)
    assert drawn.shape == (400, 4) and (drawn.sum(-1) == 9).all() and (drawn <= cp.array([5, 0, 12, 3])).all()
    assert abs(drawn[:, 2].mean() - 9 * 12 / 20) < 0.2
    shares = rng.dirichlet([0.001, 3.0, 1.0], 5000)
    assert shares.shape == (5000, 3) and cp.allclose(shares.sum(-1), 1)
    assert stats.kstest(shares[:, 1].get(), stats.beta(3, 1.001).cdf).pvalue > 1e-4


def test_orders():
    rng = cp.random.default_rng(7)
    a = cp.arange(24).reshape(4, 6)
    assert_same(cp.sort(rng.permuted(a, axis=1), axis=1), a.get())
    assert_same(cp.sort(rng.permuted(a).ravel()), np.arange(24))
    rows = a.copy()
    rng.shuffle(rows)
    assert sorted(map(tuple, rows.get())) == sorted(map(tuple, a.get()))
    cp.random.shuffle(rows[:, ::2])
    columns = cp.asfortranarray(a)[:, ::-1]
    for axis in (1, -1):
        rng.shuffle(columns, axis=axis)
        assert sorted(map(tuple, columns.get().T)) == sorted(map(tuple, a.get().T))
    for axis in (2, -3):
        with pytest.raises(np.exceptions.AxisError):
            rng.shuffle(columns, axis)
    orders = cp.stack([rng.permutation(4) for _ in range(2000)]).get()
    _, counts = np.unique(orders, axis=0, return_counts=True)
    assert len(counts) == 24 and stats.chisquare(counts).pvalue > 1e-4
    chosen = rng.choice(5, 3, replace=False, p=[0.1, 0.4, 0.0, 0.5, 0.0])
    assert sorted(chosen.get()) == [0, 1, 3]
    lots = rng.choice(1000, 100_000, p=np.arange(1000) / 499_500).get()
    assert abs(lots.mean() - 666.3) < 5
    for wrong, error in [(cp.array(3), TypeError), (cp.broadcast_to(cp.arange(3), (2, 3)), ValueError)]:
        with pytest.raises(error):
            rng.shuffle(wrong)


@pytest.mark.parametrize("draw", ["permutation", "permuted", "shuffle", "choice"])
def test_every_order_is_as_likely(draw):
    rng, turns = cp.random.default_rng(21), 6000 if on_cpu() else 600

    def order():
        if draw == "permutation":
            return rng.permutation(5)
        if draw == "choice":
            return rng.choice(5, 5, replace=False)
        x = cp.arange(5)
        return rng.shuffle(x) or x if draw == "shuffle" else rng.permuted(x)

    orders = cp.stack([order() for _ in range(turns)]).get()
    _, counts = np.unique(orders, axis=0, return_counts=True)
    assert len(counts) == 120 and stats.chisquare(counts).pvalue > 1e-4


def test_places_of_elements_in_long_orders():
    # Of several buckets: where elements of each sixteenth go, which neighbours come together, and how many stand where
    # they stood.
    rng, n, turns = cp.random.default_rng(22), 40_000 if on_cpu() else 20_000, 40 if on_cpu() else 3
    orders = [rng.permutation(n).get() for _ in range(turns)]
    for order in orders:
        assert_same(np.sort(order), np.arange(n))
    parts = sum(np.bincount(order // (n // 16) * 16 + np.arange(n) // (n // 16), minlength=256) for order in orders)
    # Sums along both axes are fixed, and each table is a little more even than a multinomial one.
    assert stats.chi2.sf(((parts - turns * n / 256) ** 2 / (turns * n / 256)).sum() * (n - 1) / n, 225) > 1e-4
    rising = sum((np.diff(order) > 0).sum() for order in orders)
    assert abs(rising - turns * (n - 1) / 2) < 5 * (turns * (n + 1) / 12) ** 0.5
    fixed = sum((order == np.arange(n)).sum() for order in orders)
    assert stats.poisson(turns).sf(fixed - 1) > 1e-5 and stats.poisson(turns).cdf(fixed) > 1e-5


@pytest.mark.skipif(not on_cpu(), reason="the device is compared with the CPU")
def test_numbers_are_the_same_on_the_ptx_machine():
    drawn = {}
    for device in ["cpu", "ptx"]:
        with cp.cuda.Device(device):
            rng = cp.random.default_rng(5)
            drawn[device] = {(name, parameters): getattr(rng, name)(*parameters, size=70) for name, parameters, _ in FLOATS + COUNTS}
            drawn[device]["permutation"] = rng.permutation(30_000)
            drawn[device]["choice"] = rng.choice(9000, 100, replace=False)
    for each, on_ptx in drawn["ptx"].items():
        assert_same(on_ptx, drawn["cpu"][each].get(), close=1e-12 if on_ptx.dtype.kind == "f" else 0.0, where=each)


@pytest.mark.parametrize("call", [
    lambda r, x: r.gamma(x(-1.0), 1.0), lambda r, x: r.gamma(1.0, x(-0.5)), lambda r, x: r.beta(x(0.0), 1.0), lambda r, x: r.poisson(x(-1.0)),
    lambda r, x: r.binomial(x(-1), 0.5), lambda r, x: r.binomial(3, x(1.5)), lambda r, x: r.geometric(x(0.0)), lambda r, x: r.logseries(x(1.0)),
    lambda r, x: r.zipf(x(1.0)), lambda r, x: r.hypergeometric(x(5), 3, 9), lambda r, x: r.hypergeometric(x(-5), 3, 1), lambda r, x: r.normal(0, x(-1.0)),
    lambda r, x: r.vonmises(0.0, x(-1.0)), lambda r, x: r.wald(x(0.0), 1.0), lambda r, x: r.triangular(x(3.0), 2.0, 4.0), lambda r, x: r.triangular(1.0, 1.0, x(1.0)),
    lambda r, x: r.negative_binomial(x(0), 0.5), lambda r, x: r.negative_binomial(1, x(0.0)), lambda r, x: r.standard_t(x(0.0)), lambda r, x: r.pareto(x(0.0)),
    lambda r, x: r.weibull(x(-1.0)), lambda r, x: r.multinomial(x(-1), [0.5, 0.5]), lambda r, x: r.multinomial(3, [0.9, 0.9, 0.1]),
    lambda r, x: r.dirichlet([x(-1.0), 1.0]), lambda r, x: r.multivariate_hypergeometric([3, -1], 1), lambda r, x: r.multivariate_hypergeometric([3, 1], 9),
    lambda r, x: r.poisson(x(1e19)),
])  # fmt: skip
def test_bad_parameters_are_numpys(call):
    with pytest.raises(ValueError):
        call(np.random.default_rng(), lambda value: value)
    with pytest.raises(ValueError):
        cp.asnumpy(call(cp.random.default_rng(), lambda value: value))


@pytest.mark.parametrize("call", [
    lambda r, x: r.gamma(x), lambda r, x: r.poisson(x), lambda r, x: r.binomial(x, 0.5), lambda r, x: r.normal(0, x), lambda r, x: r.zipf(x),
    lambda r, x: r.triangular(0.0, x, 3.0), lambda r, x: r.hypergeometric(x, 3, 2),
])  # fmt: skip
def test_bad_parameters_in_arrays(call):
    rng = cp.random.default_rng()
    with pytest.raises(ValueError):
        call(rng, cp.array([2, -5])).get()
    call(rng, cp.array([2, 3])).get()
    if on_cpu():
        with cp.cuda.Device("ptx"):
            rng = cp.random.default_rng()
            with pytest.raises(ValueError):
                call(rng, cp.array([2, -5])).get()
            call(rng, cp.array([2, 3])).get()


@pytest.mark.parametrize("method", ["svd", "eigh", "cholesky"])
def test_multivariate_normal(method):
    mean, cov = np.array([1.0, -2.0, 0.5]), np.array([[2.0, 0.6, 0.0], [0.6, 1.0, -0.3], [0.0, -0.3, 0.5]])
    drawn = host(cp.random.default_rng(5).multivariate_normal(mean, cov, (200, 300), method=method))
    assert (drawn.shape, drawn.dtype) == ((200, 300, 3), np.float64)
    flat = drawn.reshape(-1, 3)
    # Whitened, the components are independent and standard normal.
    white = (flat - mean) @ np.linalg.inv(np.linalg.cholesky(cov)).T
    for component in white.T:
        assert stats.kstest(component, "norm").pvalue > 1e-4
    close = 5 * np.sqrt(2 / len(flat))
    assert np.abs(np.cov(white.T) - np.eye(3)).max() < close
    assert host(cp.random.default_rng(1).multivariate_normal(mean, cov, dtype="f4")).dtype == np.float32
    assert cp.random.default_rng(1).multivariate_normal(mean, cov).shape == (3,)
    assert cp.random.multivariate_normal(mean, cov, 4).shape == cp.random.RandomState(1).multivariate_normal(mean, cov, (4,), method=method).shape


def test_multivariate_normals_that_are_none():
    draw, mean, cov = cp.random.default_rng(0).multivariate_normal, [0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    wrong = [([[0.0]], cov, {}), (mean, [1.0, 1.0], {}), (mean, [[1.0, 2.0]], {}), ([0.0], cov, {}), (mean, cov, {"method": "x"}), (mean, cov, {"check_valid": "x"})]
    wrong += [(mean, [[1.0, 2.0], [2.0, 1.0]], {"check_valid": "raise"}), (mean, [[1.0, 0.5], [0.0, 1.0]], {"check_valid": "raise"})]
    for mean_of, cov_of, words in wrong:
        for one in (draw, np.random.default_rng(0).multivariate_normal):
            with pytest.raises(ValueError):
                one(mean_of, cov_of, **words)
    with pytest.warns(RuntimeWarning):
        draw(mean, [[1.0, 2.0], [2.0, 1.0]])
    draw(mean, [[1.0, 2.0], [2.0, 1.0]], check_valid="ignore")
    # Two components that are one.
    same = host(draw(mean, [[1.0, 1.0], [1.0, 1.0]], 10))
    np.testing.assert_allclose(same[:, 0], same[:, 1], atol=1e-7)
