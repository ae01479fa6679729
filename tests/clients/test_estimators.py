"""scikit-learn and SciPy compute with our arrays where they dispatch by the array API standard."""

import importlib
import os
import subprocess
import sys

import numpy as np
import pytest

import cuprust as cp

# scikit-learn wants it set for its own dispatch.
os.environ["SCIPY_ARRAY_API"] = "1"
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]

X = np.random.default_rng(0).normal(size=(30, 4))
Y, P = np.random.default_rng(1).integers(0, 2, (2, 30))
SHARE = np.clip(np.abs(X[:, 0]) / 4, 0.01, 0.99)


def same(ours, theirs, close=1e-9):
    assert isinstance(ours, cp.ndarray) or np.isscalar(ours)
    np.testing.assert_allclose(ours.get() if isinstance(ours, cp.ndarray) else ours, theirs, rtol=close, atol=1e-12)


@pytest.fixture(scope="module")
def sklearn():
    sklearn = pytest.importorskip("sklearn")
    with sklearn.config_context(array_api_dispatch=True):
        yield sklearn


@pytest.mark.parametrize("name", ["StandardScaler", "MinMaxScaler", "MaxAbsScaler", "Normalizer", "Binarizer", "KernelCenterer", "PolynomialFeatures"])
def test_preprocessing(sklearn, name):
    from sklearn import preprocessing

    x = X[:4] if name == "KernelCenterer" else X
    transform = getattr(preprocessing, name)
    same(transform().fit(cp.asarray(x)).transform(cp.asarray(x)), transform().fit(x).transform(x))


SCORES = {
    **dict.fromkeys(["accuracy_score", "zero_one_loss", "f1_score", "precision_score", "recall_score", "confusion_matrix", "hamming_loss", "jaccard_score",
                     "balanced_accuracy_score"], (Y, P)),
    **dict.fromkeys(["mean_squared_error", "r2_score", "mean_absolute_error", "mean_absolute_percentage_error", "mean_pinball_loss", "explained_variance_score"],
                    (X, X * 1.5 + 1)),
    **dict.fromkeys(["log_loss", "brier_score_loss"], (Y, SHARE)), "max_error": (X[:, 0], X[:, 1]), "d2_tweedie_score": (np.abs(X[:, 0]), np.abs(X[:, 1])),
}  # fmt: skip


@pytest.mark.parametrize("name", SCORES)
def test_metrics(sklearn, name):
    from sklearn import metrics

    score = getattr(metrics, name)
    same(score(*map(cp.asarray, SCORES[name])), score(*SCORES[name]))


@pytest.mark.parametrize("name", [
    "cosine_similarity", "euclidean_distances", "linear_kernel", "polynomial_kernel", "rbf_kernel", "sigmoid_kernel", "paired_euclidean_distances",
    "paired_cosine_distances", "manhattan_distances", "chi2_kernel", "cosine_distances", "additive_chi2_kernel",
])  # fmt: skip
def test_pairs(sklearn, name):
    from sklearn.metrics import pairwise

    function, x = getattr(pairwise, name), np.abs(X)
    same(function(cp.asarray(x), cp.asarray(x + 0.5)), function(x, x + 0.5))


LABELS, TARGETS = np.random.default_rng(2).integers(0, 3, 30), X @ [1.0, 2.0, 3.0, 4.0]
# Of components and of distances to them the signs are not determined.
ESTIMATORS = {
    "decomposition.PCA(2, svd_solver='full')": "abs(e.fit(x).transform(x))",
    "decomposition.PCA(2, svd_solver='full', whiten=True)": "abs(e.fit_transform(x))",
    "decomposition.PCA(2, svd_solver='covariance_eigh')": "abs(e.fit(x).transform(x))",
    "decomposition.PCA(2, svd_solver='randomized', random_state=0, power_iteration_normalizer='QR')": "abs(e.fit(x).transform(x))",
    "linear_model.Ridge(solver='svd')": "e.fit(x, targets).predict(x)",
    "linear_model.RidgeCV()": "e.fit(x, targets).predict(x)",
    "linear_model.RidgeClassifier(solver='svd')": "e.fit(x, labels).predict(x)",
    "linear_model.LogisticRegression()": "e.fit(x, labels % 2).predict(x)",
    "discriminant_analysis.LinearDiscriminantAnalysis()": "e.fit(x, labels).predict_proba(x)",
    "mixture.GaussianMixture(2, init_params='random', random_state=0)": "e.fit(x).predict_proba(x)",
    "kernel_approximation.Nystroem(n_components=5, random_state=0)": "e.fit(x).transform(x)",
    "naive_bayes.GaussianNB()": "e.fit(x, labels).predict_proba(x)",
    "preprocessing.LabelBinarizer()": "e.fit(labels).transform(labels)",
    "preprocessing.LabelEncoder()": "e.fit(labels).transform(labels)",
}


@pytest.mark.parametrize("text", ESTIMATORS)
def test_estimators(sklearn, text):
    module, _, call = text.partition(".")
    made = f"importlib.import_module('sklearn.{module}').{call}"

    def result(xp):
        names = {"e": eval(made), "x": xp.asarray(X), "labels": xp.asarray(LABELS), "targets": xp.asarray(TARGETS)}
        return eval(ESTIMATORS[text], names)

    same(result(cp), result(np), 1e-6)


def test_split(sklearn):
    from sklearn.model_selection import train_test_split

    for ours, theirs in zip(train_test_split(cp.asarray(X), random_state=0), train_test_split(X, random_state=0)):
        same(ours, theirs, 0)


# What SciPy computes in compiled code of its own asks for NumPy's arrays, and raises TypeError for ours.
FUNCTIONS = [
    "special.logsumexp(x, axis=1)", "special.softmax(x, axis=1)", "special.log_softmax(x, axis=1)", "special.xlogy(abs(x), abs(x))", "stats.zscore(x)", "stats.skew(x)",
    "stats.kurtosis(x)", "stats.moment(x, 3)", "stats.gmean(abs(x))", "stats.hmean(abs(x))", "stats.pmean(abs(x), 2)", "stats.sem(x)", "stats.variation(x)", "stats.tmean(x)",
    "stats.tvar(x)", "stats.circmean(x)", "stats.circstd(x)", "stats.kstat(x)", "stats.zmap(x, x)", "stats.gzscore(abs(x))", "stats.describe(x).variance", "stats.iqr(x)",
    "stats.directional_stats(x).mean_direction", "stats.rankdata(x)", "stats.quantile(x, 0.3)", "integrate.trapezoid(x)", "integrate.cumulative_simpson(x)",
    "integrate.cumulative_trapezoid(x)", "cluster.vq.whiten(x)", "constants.convert_temperature(x, 'C', 'K')", "optimize.rosen(x)", "optimize.rosen_der(x[0])",
    "fft.fft(x)", "fft.irfft(x)", "fft.rfftn(x)", "fft.ihfft(x)", "signal.hilbert(x[:, 0])", "signal.fftconvolve(x, x)", "signal.oaconvolve(x[:, 0], x[:5, 1])",
    "signal.resample(x, 12)", "special.softmax(x)", "stats.mode(x).mode", "spatial.transform.Rotation.from_euler('xyz', x[:, :3]).as_matrix()",
    "integrate.tanhsinh(lambda v: v * v, abs(x[0]), abs(x[1]) + 1).integral", "differentiate.derivative(lambda v: v * v * v, abs(x[0])).df",
]  # fmt: skip


PROGRAM = """
import sys
import numpy as np, scipy.cluster.vq, scipy.constants, scipy.differentiate, scipy.integrate, scipy.fft, scipy.optimize, scipy.signal, scipy.spatial.transform, scipy.special, scipy.stats
import cuprust as cp
X = np.random.default_rng(0).normal(size=(30, 4))
for text in sys.argv[1:]:
    function = eval("lambda x: scipy." + text)
    ours, theirs = function(cp.asarray(X)), function(X)
    assert isinstance(ours, cp.ndarray) or np.isscalar(ours), text
    np.testing.assert_allclose(ours.get() if isinstance(ours, cp.ndarray) else ours, theirs, rtol=1e-9, atol=1e-12, err_msg=text)
print("done")
"""


def test_scipy():
    # SciPy asks for the variable when it is imported, and other tests have imported it by now.
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM, *FUNCTIONS], capture_output=True, text=True)
    assert done.stdout.strip() == "done", done.stderr[-3000:]


def test_the_area_under_a_curve():
    pytest.importorskip("sklearn")
    # scikit-learn leaves it to SciPy, which asks for the variable when it is imported.
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", AREA], capture_output=True, text=True)
    assert done.stdout.strip() == "done", done.stderr[-3000:]


AREA = """
import numpy as np, sklearn
from sklearn.metrics import roc_auc_score
import cuprust as cp
labels, shares = np.random.default_rng(1).integers(0, 2, 30), np.random.default_rng(0).uniform(size=30)
with sklearn.config_context(array_api_dispatch=True):
    ours = roc_auc_score(cp.asarray(labels), cp.asarray(shares))
assert isinstance(ours, cp.ndarray) or np.isscalar(ours)
assert abs(ours - roc_auc_score(labels, shares)) < 1e-12
print("done")
"""


def test_zarr():
    zarr = pytest.importorskip("zarr")
    stored = zarr.create_array(store=zarr.storage.MemoryStore(), shape=X.shape, chunks=(7, 2), dtype="f8")
    stored[:] = cp.asarray(X).get()
    same(cp.asarray(stored[2:9, 1]), X[2:9, 1], 0)
