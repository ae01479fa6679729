"""xarray gives names to the axes of our arrays."""

import numpy as np
import pytest
import xarray as xr

import cuprust as cp

A = np.arange(24.0).reshape(4, 6)


def labelled(xp):
    return xr.DataArray(xp.asarray(A), dims=("a", "b"), coords={"a": [10, 20, 30, 40]}, name="x")


GROUPS = xr.DataArray([0, 0, 1, 1], dims="a", name="group")
FUNCTIONS = {
    "add": lambda x: x + 1, "ufunc": lambda x: np.exp(x / 10), "sum": lambda x: x.sum("a"), "mean": lambda x: x.mean("b"), "std": lambda x: x.std("a"),
    "max": lambda x: x.max(), "prod": lambda x: x.prod("a"), "median": lambda x: x.median("a"), "argmax": lambda x: x.argmax("a"), "any": lambda x: x.isnull().any(),
    "quantile": lambda x: x.quantile(0.5, "a"), "cumsum": lambda x: x.cumsum("a"), "diff": lambda x: x.diff("b"), "isel": lambda x: x.isel(b=slice(1, 4)),
    "sel": lambda x: x.sel(a=20), "where": lambda x: x.where(x > 5), "fillna": lambda x: x.where(x > 5).fillna(0), "clip": lambda x: x.clip(3, 9),
    "astype": lambda x: x.astype("f4"), "transpose": lambda x: x.T, "roll": lambda x: x.roll(a=1), "shift": lambda x: x.shift(a=1), "pad": lambda x: x.pad(a=1),
    "expand_dims": lambda x: x.expand_dims("z"), "stack": lambda x: x.stack(z=("a", "b")), "concat": lambda x: xr.concat([x, x], "a"),
    "dot": lambda x: xr.dot(x, x, dim="b"), "broadcast": lambda x: xr.broadcast(x, x.isel(a=0, drop=True))[1], "groupby": lambda x: x.groupby(GROUPS).sum(),
    "coarsen": lambda x: x.coarsen(a=2).mean(), "rolling": lambda x: x.rolling(a=2).mean(), "sortby": lambda x: x.sortby("a", ascending=False),
    "dataset": lambda x: xr.Dataset({"p": x, "q": x.sum("a")}).mean("b")["p"],
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_numpys(name):
    ours, theirs = FUNCTIONS[name](labelled(cp)), FUNCTIONS[name](labelled(np))
    assert type(ours.data) is cp.ndarray and ours.dims == theirs.dims and ours.dtype == theirs.dtype
    np.testing.assert_allclose(ours.data.get(), theirs.data, rtol=1e-12)
