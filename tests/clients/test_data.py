"""Libraries that store, show and schedule data: h5py, matplotlib, dask.array."""

import dask.array as da
import h5py
import matplotlib
import numpy as np
import pytest
from dask.base import tokenize

import cuprust as cp

A = np.arange(24.0).reshape(4, 6)


def test_h5py(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        dataset = file.create_dataset("a", data=cp.asarray(A).get())
        dataset[1, :] = cp.full(6, 7.0).get()
        expected = A.copy()
        expected[1, :] = 7
        assert (cp.asarray(dataset[...]).get() == expected).all()
        assert float(cp.asarray(dataset[2:, ::2]).sum()) == expected[2:, ::2].sum()
        with pytest.raises(TypeError, match="get"):
            file.create_dataset("b", data=cp.asarray(A))


def test_matplotlib():
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    x = cp.linspace(0, 1, 5)
    (line,) = axes.plot(x.get(), (x * x).get())
    image = axes.imshow(cp.asarray(A).get())
    figure.canvas.draw()
    assert np.array_equal(line.get_ydata(), np.linspace(0, 1, 5) ** 2) and np.array_equal(image.get_array(), A)
    pyplot.close(figure)


def test_dask():
    a = cp.asarray(A)
    lazy = da.from_array(a, chunks=(2, 3), asarray=False)
    for function in [
        lambda x: x + 1, lambda x: x.sum(axis=0), lambda x: (x * 2).T, lambda x: x[1:3, ::2], lambda x: x.prod(axis=1), lambda x: da.exp(x).max(axis=1),
        lambda x: x.reshape(2, 2, 6), lambda x: da.where(x > 3, x, 0), lambda x: x.astype("f4"), lambda x: da.concatenate([x, x], axis=1),
    ]:  # fmt: skip
        got = function(lazy).compute()
        assert type(got) is cp.ndarray
        np.testing.assert_allclose(got.get(), function(da.from_array(A, chunks=(2, 3))).compute())
    assert tokenize(a) == tokenize(cp.asarray(A)) != tokenize(a + 1)
