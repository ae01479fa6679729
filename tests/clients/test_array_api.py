"""array-api-compat and array-api-extra know our arrays by the standard's protocol."""

import array_api_compat as compat
import array_api_extra as extra
import numpy as np
import pytest
from sameness import same

import cuprust as cp

A = np.arange(12.0).reshape(3, 4)


def test_compat():
    a = cp.asarray(A)
    assert compat.array_namespace(a, a + 1, None) is cp
    assert compat.is_array_api_obj(a) and not compat.is_numpy_array(a)
    assert compat.device(a) == a.device and compat.size(a) == 12
    assert compat.to_device(a, "cpu").device == cp.cuda.Device("cpu")
    with pytest.raises(TypeError):
        compat.array_namespace(a, A)


@pytest.mark.parametrize("function", [
    lambda x: extra.atleast_nd(x, ndim=3), lambda x: extra.expand_dims(x, axis=(0, 2)), lambda x: extra.pad(x, 2, constant_values=7),
    lambda x: extra.create_diagonal(x[0]), lambda x: extra.sinc(x), lambda x: extra.kron(x, x[:1]), lambda x: extra.isclose(x, x + 1e-9),
    lambda x: extra.at(x)[1, :].set(5), lambda x: extra.at(x)[0, 1].add(2), lambda x: extra.cov(x), lambda x: extra.nan_to_num(x / 0, fill_value=3.0),
    lambda x: extra.one_hot(x[0].astype("int64"), 4), lambda x: extra.apply_where(x > 4, x, lambda y: y * 2, fill_value=0.0),
], ids=range(13))  # fmt: skip
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_extra(function):
    same(function, A, close=1e-12)


def test_default_dtypes():
    assert extra.default_dtype(cp) == np.float64 and extra.default_dtype(cp, "integral") == np.int64
