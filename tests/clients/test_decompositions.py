"""POT and TensorLy take our arrays for CuPy's after `install_as_cupy()`, and compute with them what they compute with NumPy's."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.long

PROGRAM = """
import sys
import numpy as np
import cuprust as cp
cp.install_as_cupy()
dice = np.random.default_rng(0)
X, T = dice.normal(size=(30, 4)), dice.random((4, 5, 6))
A, M, P = np.full(30, 1 / 30), ((X[:, None] - X[None] - 1) ** 2).sum(-1), dice.normal(size=(4, 10))
BOTH = np.stack([A, A]).T
exec(sys.argv[1])
for text in sys.argv[2:]:
    results = []
    for backend, xp in (("cupy", cp), ("numpy", np)):
        begin(backend)
        names = {name: xp.asarray(value) for name, value in dict(x=X, t=T, a=A, m=M, both=BOTH, p=P).items()}
        results.append(eval(text, {**globals(), **names}))
    assert isinstance(results[0], cp.ndarray), (text, type(results[0]))
    np.testing.assert_allclose(results[0].get(), results[1], rtol=1e-4, atol=1e-8, err_msg=text)
print("done")
"""

TRANSPORT = [
    "ot.sinkhorn(a, a, m, 1.0)", "ot.emd(a, a, m)", "ot.emd2(a, a, m)", "ot.dist(x, x + 1)", "ot.unbalanced.sinkhorn_unbalanced(a, a, m, 1.0, 1.0)",
    "ot.sliced_wasserstein_distance(x, x + 1, projections=p)", "ot.wasserstein_1d(x[:, 0], x[:, 1])", "ot.gromov.gromov_wasserstein(m, m, a, a)",
    "ot.bregman.barycenter(both, m, 1.0)", "ot.gaussian.empirical_bures_wasserstein_distance(x, x * 2 + 1)", "ot.partial.entropic_partial_wasserstein(a, a, m, 1.0)",
    "ot.lowrank_sinkhorn(x, x + 1, rank=2, reg=0.1, init='deterministic')[0]", "ot.solve(m, a, a, reg=1.0).plan",
]  # fmt: skip
TENSORS = [
    "tl.unfold(t, 1)", "tl.cp_to_tensor(tld.parafac(t, 3, init='svd', n_iter_max=20))", "tl.tucker_to_tensor(tld.tucker(t, [2, 2, 2]))",
    "tl.tt_to_tensor(tld.tensor_train(t, [1, 2, 2, 1]))", "tl.cp_to_tensor(tld.non_negative_parafac(t, 2, init='svd', n_iter_max=20))", "tld.robust_pca(t)[0]",
    "tl.tenalg.khatri_rao([x, x])", "tl.tenalg.multi_mode_dot(t, [x[:3, :4]], [0])", "abs(tl.tenalg.svd_interface(x, n_eigenvecs=2)[1])", "tl.norm(t, 2) + 0 * t[0, 0, 0]",
]  # fmt: skip


@pytest.mark.parametrize("module, begin, texts", [
    ("ot", "import ot; begin = lambda backend: None", TRANSPORT),
    ("tensorly", "import tensorly as tl, tensorly.decomposition as tld; begin = tl.set_backend", TENSORS),
])  # fmt: skip
def test_as_cupys(module, begin, texts):
    pytest.importorskip(module)
    # The class of arrays is renamed for the whole process, and libraries keep what they have found.
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM, begin, *texts], capture_output=True, text=True)
    assert done.stdout.strip().endswith("done"), done.stderr[-3000:]
