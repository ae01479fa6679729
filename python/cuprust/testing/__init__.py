"""Tests of array programs: assertions about arrays, and decorators that run a test with NumPy and with cuprust and compare.

Names and parameters are those of ``cupy.testing``. Assertions take arrays of both libraries, which are compared on the host.
"""

from cuprust.testing._asserts import (
    assert_allclose,
    assert_array_almost_equal,
    assert_array_almost_equal_nulp,
    assert_array_equal,
    assert_array_less,
    assert_array_list_equal,
    assert_array_max_ulp,
    assert_warns,
)
from cuprust.testing._classes import AssertFunctionIsCalled, NumpyAliasBasicTestBase, NumpyAliasValuesTestBase
from cuprust.testing._compare import (
    numpy_cupy_allclose,
    numpy_cupy_array_almost_equal,
    numpy_cupy_array_almost_equal_nulp,
    numpy_cupy_array_equal,
    numpy_cupy_array_less,
    numpy_cupy_array_list_equal,
    numpy_cupy_array_max_ulp,
    numpy_cupy_equal,
    numpy_cupy_raises,
)
from cuprust.testing._dtypes import (
    for_all_dtypes,
    for_all_dtypes_combination,
    for_CF_orders,
    for_complex_dtypes,
    for_contiguous_axes,
    for_dtypes,
    for_dtypes_combination,
    for_float_dtypes,
    for_int_dtypes,
    for_int_dtypes_combination,
    for_orders,
    for_signed_dtypes,
    for_signed_dtypes_combination,
    for_unsigned_dtypes,
    for_unsigned_dtypes_combination,
)
from cuprust.testing._parameters import parameterize, product, product_dict
from cuprust.testing._random import fix_random, generate_seed
from cuprust.testing._requirements import installed, multi_gpu, numpy_satisfies, slow, with_requires
from cuprust.testing._values import (
    generate_matrix,
    shaped_arange,
    shaped_linspace,
    shaped_random,
    shaped_reverse_arange,
    shaped_sparse_random,
)

__all__ = [
    "AssertFunctionIsCalled", "NumpyAliasBasicTestBase", "NumpyAliasValuesTestBase", "assert_allclose",
    "assert_array_almost_equal", "assert_array_almost_equal_nulp", "assert_array_equal", "assert_array_less",
    "assert_array_list_equal", "assert_array_max_ulp", "assert_warns", "fix_random", "for_CF_orders", "for_all_dtypes",
    "for_all_dtypes_combination", "for_complex_dtypes", "for_contiguous_axes", "for_dtypes", "for_dtypes_combination",
    "for_float_dtypes", "for_int_dtypes", "for_int_dtypes_combination", "for_orders", "for_signed_dtypes",
    "for_signed_dtypes_combination", "for_unsigned_dtypes", "for_unsigned_dtypes_combination", "generate_matrix",
    "generate_seed", "installed", "multi_gpu", "numpy_cupy_allclose", "numpy_cupy_array_almost_equal",
    "numpy_cupy_array_almost_equal_nulp", "numpy_cupy_array_equal", "numpy_cupy_array_less", "numpy_cupy_array_list_equal",
    "numpy_cupy_array_max_ulp", "numpy_cupy_equal", "numpy_cupy_raises", "numpy_satisfies", "parameterize", "product",
    "product_dict", "shaped_arange", "shaped_linspace", "shaped_random", "shaped_reverse_arange", "shaped_sparse_random",
    "slow", "with_requires",
]  # fmt: skip
