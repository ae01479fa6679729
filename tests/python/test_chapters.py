"""Every function of the table outside the top namespace: equal to the function of NumPy or SciPy that has its name, on every dtype and form
of array, and the exception of it for what is wrong. `test_table.py` has the top namespace."""

import importlib
import pkgutil
import re
from pathlib import Path

import numpy as np
import pytest
from conftest import SCIPY_118, assert_same, crossed, host, parts, quiet, turn_of

import cuprust as cp
import cuprust.scipy

# The modules as the function table declares them, with what each is compared with. `test_table.py` compares the top,
# `test_special.py` the rows.
MODULES = cp._core._modules()
REFERENCES = {name: importlib.import_module(reference) for name, _, reference, _ in MODULES if reference}
# Functions that the module of their reference has not, and why.
NOT_THERE = {
    **dict.fromkeys(["cuprust.scatter_add", "cuprust.scatter_max", "cuprust.scatter_min", "cuprust.rsqrt"], "CuPy has it alone"),
    **dict.fromkeys([f"cuprust.{name}" for name in ("trapz", "round_", "cumproduct", "msort", "in1d", "product", "sometrue", "alltrue")], "a name of NumPy 1"),
    **dict.fromkeys(["cuprust.linalg.cho_solve", "cuprust.linalg.invh"], "CuPy has it alone: `test_linalg.py` multiplies the result back"),
    **dict.fromkeys(["cuprust.scipy.special.btdtr", "cuprust.scipy.special.btdtri"], "names of older SciPy for `betainc` and `betaincinv`"),
    "cuprust.scipy.linalg.kron": "a name of older SciPy for NumPy's function",
    "cuprust.scipy.special.sph_harm": "a name of SciPy before 1.17",
    **({} if hasattr(np, "row_stack") else {"cuprust.row_stack": "a name of NumPy before 2.5"}),
}  # fmt: skip
DTYPES = ["?", "i1", "i8", "u1", "f2", "f4", "f8", "c8", "c16"]
# SciPy's statistics of bools and small integers take logarithms in half precision, those of half precision come in one
# dtype or another, and those of complex numbers have no sense.
DTYPES_OF_STATISTICS = ["i8", "f4", "f8"]
# The argument for a parameter that is not an array, by its type.
NUMBERS = {"Int": 3, "Clamped": 3, "Float": 0.5, "Number": 0.5, "Ints": [2, 3, 2], "Whole": [2, 3, 2], "Reals": 0.75}
# Keyword arguments, because one of several parameters must be given, or because two arrays differ in shape.
NAMED = {
    **dict.fromkeys([f"{name}_filter" for name in ("minimum", "maximum", "median", "rank", "percentile")], {"size": 3}),
    **dict.fromkeys(["correlate1d", "convolve1d"], {"weights": [1.0, 2.0, 4.0]}),
    **dict.fromkeys(["correlate", "convolve"], {"weights": [[1.0, 2.0], [4.0, 3.0]]}),
}
FORMS = ["plain", "fortran", "reversed", "steps", "stack", "empty", "0-d", "no matrix"]

# Functions whose results are unique up to a basis or signs: separate tests check their defining properties.
NOT_UNIQUE = {"rq", "qr_multiply", "qr_update", "qr_insert", "qr_delete", "hessenberg", "rsf2csf", "qz", "eig_banded", "svd", "eigh", "eig", "qr", "orth", "null_space", "eigvals", "polyroots", "chebroots", "legroots", "hermroots", "hermeroots", "lagroots"}
# Results of another dtype, or other results, and why.
OTHER_RESULTS = {
    **dict.fromkeys(["kruskal", "mood"], "of equal observations SciPy divides the rounding of single precision by zero"),
    "bartlett": "of bools SciPy has no counts",
    "fisher_exact": "of other tables than of two rows and columns both draw random ones, and SciPy's statistic has an axis",
    **dict.fromkeys(["ttest_rel", "ttest_ind_from_stats"], "SciPy's unsigned integers wrap around"),
    **dict.fromkeys(["lagval", "lagval2d", "lagval3d", "laggrid2d", "laggrid3d"], "NumPy subtracts unsigned places from degrees in their own dtype"),
    "eig": "as of eigvals",
    "eigvals": "complex also where all eigenvalues are real, and where there are none",
    "pinv": "of matrices without elements a precision, as of all others",
    **dict.fromkeys(["qr", "rq", "qr_multiply", "lu_factor", "cholesky_banded", "ldl", "solve_sylvester", "solve_continuous_lyapunov"], "as of pinv"),
    "lstsq": "as of pinv; the rank is int64",
    **dict.fromkeys(["eig_banded", "eigvals_banded"], "of a band without diagonals the eigenvalues of zero"),
    "fractional_matrix_power": "real where the imaginary parts are only rounding",
    "signm": "of bools in the precision of other functions",
    "solve_discrete_lyapunov": "as of orthogonal_procrustes",
    **dict.fromkeys(["solve_continuous_are", "solve_discrete_are"], "unsigned integers are not negated"),
    "expm_cond": "in double precision, where SciPy's exponential overflows",
    **dict.fromkeys(["sobel", "prewitt", "laplace", "gaussian_laplace", "gaussian_gradient_magnitude"], "SciPy's bools between two passes hold other bytes than 0 and 1"),
    "norm": "of single precision it, where SciPy gives Python's number",
    "orthogonal_procrustes": "SciPy multiplies small integers in their own dtype",
    "solve_circulant": "of half precision and no elements float32, as of some",
    **dict.fromkeys(["spherical_jn", "spherical_yn", "spherical_in", "spherical_kn"], "SciPy asks whether an order is odd before it drops the fraction"),
    "fht": "float64 also of single precision",
    "assoc_laguerre": "of degree -1 and parameter 0 SciPy has NaN for floats, and zero for integers as cuprust for both",
    **dict.fromkeys(["lqn", "lqmn"], "infinite at one, where SciPy has 1e300"),
    "y0_zeros": "SciPy's derivatives have the other sign than its documentation says",
    "ifht": "as of fht",
    "cho_factor": "`lower` is one flag for a stack of matrices",
    "fftn": "half precision over no axes is single precision, as over some",
    "ifftn": "as of fftn",
    "tanhm": "the quotient of results in single precision",
    "round": "CuPy's function, which is NumPy's and rounds small dtypes in their own",
    **dict.fromkeys(["cumfreq", "relfreq"], "the limits of no elements are float64, as those of some"),
    "yeojohnson": "of a number alone in its precision, as of arrays",
    "boxcox_llf": "of equal observations infinite, where SciPy's sum of exponentials leaves rounding",
    "multigammaln": "of no elements in the precision of those that there are not",
    **dict.fromkeys(["softmax", "log_softmax"], "of small integers float64, where SciPy gives half precision"),
    **dict.fromkeys(["factorial", "factorial2"], "of no integers float64, as of some"),
    **dict.fromkeys(["comb", "perm"], "of small integers and of half precision float64, as all special functions"),
    **dict.fromkeys(["coshm", "sinhm"], "unsigned integers are not negated before the exponential"),
    **dict.fromkeys(
        [f"{name}fromroots" for name in ("poly", "cheb", "leg", "herm", "herme", "lag")]
        + [f"poly2{name}" for name in ("cheb", "leg", "herm", "herme", "lag")]
        + [f"{name}{what}" for name in ("leg", "herm", "herme", "lag") for what in ("mul", "div", "pow")],
        "the dtype of the coefficients stays; NumPy's first coefficient or last remainder is float64",
    ),
}  # fmt: skip
# What SciPy 1.18 gives another result of than 1.17, or refuses, for some dtype or form: there only 1.17 is compared
# with.
SINCE_118 = {
    **dict.fromkeys(["rankdata", "linregress", "theilslopes", "siegelslopes", "kendalltau", "brunnermunzel", "ks_2samp"], "the dtype is that of the observations"),
    **dict.fromkeys(["shapiro", "mannwhitneyu"], "NaN of constants, and bools are refused"),
    "mode": "the count of no observations is an integer",
    **dict.fromkeys(["polygamma", "sph_harm_y"], "half precision, bools and small integers are computed in single precision"),
    **dict.fromkeys(["spherical_jn", "spherical_yn", "spherical_in", "spherical_kn"], "small integers are computed in single precision"),
    **dict.fromkeys(["fiedler", "fiedler_companion"], "a matrix without elements has two axes"),
    "lu": "bools in the order of columns are transposed, so that the factors are another matrix's",
}  # fmt: skip
# What NumPy or SciPy refuses by an accident of its code, and is a result here.
GENEROUS = {
    "zmap", "zscore", "gzscore", "gstd", "differential_entropy", "wasserstein_distance", "energy_distance", "cumfreq", "relfreq", "trimboth", "trim1", "yeojohnson",
    "tiecorrect", "ttest_rel", "ttest_ind_from_stats", "bartlett", "chi2_contingency",
    "center_of_mass", "distance_transform_cdt", "tensorinv", "fftshift", "ifftshift", "solve_circulant", "coshm", "sinhm", "tanhm", "hankel", "toeplitz", "irfft", "bandwidth", "matrix_rank",
    "logsumexp", "softmax", "log_softmax", "factorial", "round", "rsf2csf", "qz", "solve_continuous_are", "solve_discrete_are", "expm_frechet", "expm_cond", "issymmetric", "ishermitian", "fiedler_companion", "logm", "fractional_matrix_power", "signm", "solve_discrete_lyapunov", "solve_toeplitz", "matmul_toeplitz", "lstsq",
    *(f"spherical_{kind}" for kind in ("jn", "yn", "in", "kn")), "jvp", "yvp", "ivp", "kvp", "h1vp", "h2vp", "sph_harm_y",
    *(f"{name}{what}" for name in ("poly", "cheb", "leg", "herm", "herme", "lag") for what in ("vander3d", "int", "fromroots")),
}  # fmt: skip
# Calls with stacks, half precision or only numbers that SciPy accepts and cuprust refuses.
REFUSED = {
    "friedmanchisquare": "two samples without observations",
    **dict.fromkeys(["spherical_jn", "spherical_yn", "spherical_in", "spherical_kn"], "complex numbers"),
    "pinv": "half precision without elements", "tensorsolve": "matrices without elements",
    **dict.fromkeys(["lu_factor", "cho_factor", "expm", "sqrtm", "cholesky_banded", "ldl"], "numbers alone"),
    "solve_sylvester": "matrices without rows that are not square", "lstsq": "stacks of matrices beside right sides of several axes",
}  # fmt: skip

# Of operands that are ill-conditioned, what their functions are compared within in double precision.
ILL_CONDITIONED = {
    "tanhm": 1e-5,  # The cosine has condition 3e10: SciPy's result is 5e-8 from the exact one (by mpmath), as is ours.
    "yeojohnson": 1e-5,  # The exponent is the position of a maximum, which is known to half of the digits.
}


# Of half precision SciPy's hypothesis tests give several dtypes, and of complex numbers accidents of their code.
NOT_TESTED = ["f2", "c8", "c16"]


def is_test(row):
    """Whether a function is a hypothesis test: one with a result of its own class, which is no description of a sample."""
    described = ("mode", "describe", "sigmaclip", "cumfreq", "relfreq")
    return row["module"] == "cuprust.scipy.stats" and row["result"] == "Any" and row["name"] not in described


def rows():
    table = [row for row in cp._core._table() if row["module"] in REFERENCES and row["module"] != "cuprust"]
    found = [row for row in table if hasattr(REFERENCES[row["module"]], row["name"])]
    assert len(found) > 200
    return [pytest.param(row, id=f"{row['module'].removeprefix('cuprust.')}.{row['name']}") for row in found]


def elements(dtype, shape, seed):
    dice = np.random.default_rng(seed)
    numbers = dice.integers(0 if dtype[0] in "?u" else -3, 2 if dtype == "?" else 6, shape)
    if dtype[0] == "c":
        return (numbers + 1j * dice.integers(-3, 4, shape)).astype(dtype)
    return (numbers / 2 if dtype[0] == "f" else numbers).astype(dtype)


def matrix(dtype, seed):
    """A regular matrix; of numbers one whose eigenvalues are far from each other."""
    if dtype == "?":
        return np.triu(np.ones((4, 4), "?"))
    return (elements(dtype, (4, 4), seed) + np.diag([16, 24, 32, 40])).astype(dtype)


def in_form(xp, plain, form):
    """An array in one of `FORMS`."""
    axes = plain.ndim
    if form == "fortran":
        return xp.asarray(plain).T.copy().T
    if form == "reversed":
        return xp.asarray(plain)[(slice(None, None, -1),) * axes]
    if form == "steps":
        wide = np.repeat(plain, 2, -1) if axes == 1 else np.repeat(np.repeat(plain, 2, 0), 2, 1)
        return xp.asarray(wide)[(slice(None, None, 2),) * axes]
    if form == "stack":
        return xp.broadcast_to(xp.asarray(plain), (2, *plain.shape))
    if form == "empty":
        return xp.asarray(plain[:0])
    if form == "0-d":
        return xp.asarray(plain.ravel()[:1]).reshape(())
    return xp.zeros((0, 0), plain.dtype) if form == "no matrix" else xp.asarray(plain)


def operands(xp, row, dtype, form):
    """The arguments that a function requires: matrices for linear algebra, coefficients for polynomials, signals of two axes for the rest."""

    def array(seed):
        if "linalg" in row["module"]:
            plain = matrix(dtype, seed)
        else:
            plain = elements(dtype, (5,) if "polynomial" in row["module"] else (4, 6), seed)
        return in_form(xp, plain, form)

    made = []
    for parameter, takes, passing, default in row["parameters"]:
        if default is not None or "ndimage" in row["module"] and parameter in NAMED.get(row["name"], {}):
            continue
        if passing == "Rest":
            made += [array(0), array(1)]
        elif takes == "Arrays":
            made.append([array(0), array(1), array(2)])
        else:
            made.append(NUMBERS[takes] if takes in NUMBERS else array(len(made)))
    return made


def compare(row, ours, theirs, where):
    name, given = row["name"], np.dtype(where[2])
    if SCIPY_118 and name in SINCE_118:
        return
    if isinstance(theirs, dict):
        assert [int(key) for key in theirs] == list(ours), where
        ours, theirs = list(ours.values()), list(theirs.values())
    for one, other in zip(*map(parts, (ours, theirs)), strict=True):
        one, other = np.asarray(host(one)), np.asarray(host(other))
        if name in OTHER_RESULTS and (one.dtype != other.dtype or one.shape != other.shape or not np.allclose(one, other, equal_nan=True)):
            continue
        assert one.dtype == other.dtype and one.shape == other.shape, (where, one.dtype, other.dtype, one.shape, other.shape)
        if name not in NOT_UNIQUE:
            # What single precision gives is as precise as that, though it may be stored in double precision; SciPy's
            # determinants and polygamma functions of small integers too.
            single = given in (np.float16, np.float32, np.complex64) or name in ("det", "polygamma") and given.itemsize <= 2
            size = min(other.real.dtype.itemsize, 4 if single else 8) if other.dtype.kind in "fc" else 0
            # Half precision is rounded after each of many steps, here and there in another order.
            close = {2: 8e-2, 4: 1e-3, 8: ILL_CONDITIONED.get(name, 1e-9)}.get(size, 0.0)
            assert_same(one, other, close, where=where)


@pytest.mark.parametrize("row", rows())
@pytest.mark.filterwarnings("ignore")
def test_every_form_of_every_dtype(row):
    name, theirs_of = row["name"], getattr(REFERENCES[row["module"]], row["name"])
    ours_of = cp
    for part in [*row["module"].split(".")[1:], name]:
        ours_of = getattr(ours_of, part)
    dtypes = DTYPES_OF_STATISTICS if "stats" in row["module"] and not is_test(row) else DTYPES
    # NumPy has no polynomials of bools; of the others says `NOT_TESTED`.
    left_out = (["?"] if "polynomial" in row["module"] else []) + (NOT_TESTED if is_test(row) else [])
    for dtype, form in crossed([dtype for dtype in dtypes if dtype not in left_out], FORMS, turn_of(name)):
        where = (row["module"], name, dtype, form)
        given, ours_given = (operands(package, row, dtype, form) for package in (np, cp))
        named = NAMED.get(name, {}) if "ndimage" in row["module"] else {}
        theirs, refused = quiet(lambda: theirs_of(*given, **named))  # noqa: B023
        ours, ours_refused = quiet(lambda: ours_of(*ours_given, **named))  # noqa: B023
        if refused is None and ours_refused is None:
            compare(row, ours, theirs, where)
        elif SCIPY_118 and name in SINCE_118:
            continue
        elif refused is None:
            assert name in REFUSED and isinstance(ours_refused, (TypeError, ValueError)), (*where, ours_refused)
        elif ours_refused is None:
            # Images of half precision, which SciPy has not, are filtered in double precision.
            assert name in GENEROUS or ("ndimage" in row["module"] and dtype == "f2"), (*where, "refused by the reference", refused)
        else:
            told = (TypeError, ValueError, IndexError, ZeroDivisionError, type(refused))
            assert isinstance(ours_refused, told), (*where, ours_refused)


# Functions of Python's that call those of the table, and resample where `method` says so.
WITH_METHODS = {"pearsonr", "ttest_ind", "mannwhitneyu", "wilcoxon", "fisher_exact", "chi2_contingency"}


@pytest.mark.parametrize("name, doc, reference, reason", MODULES, ids=[module[0] for module in MODULES])
def test_every_module_is_compared_or_says_why_not(name, doc, reference, reason):
    module = importlib.import_module(name)
    assert module.__doc__.splitlines()[0] == doc, "the module's file says something else than its declaration"
    functions = cp._core._functions(name)
    # At the top level some Python functions wrap those of the table.
    if name != "cuprust":
        before = WITH_METHODS if name == "cuprust.scipy.stats" else set()
        assert {function for function, made in functions.items() if getattr(module, function) is not made} == before
        assert set(functions) <= set(module.__all__) & set(dir(module))
    if reference is None:
        tests = re.findall(r"test_\w+\.py", reason)
        assert tests and all(Path(__file__).with_name(test).exists() for test in tests), f"no reference, and no test in its stead: {reason}"
        return
    missing = {f"{name}.{function}" for function in functions if not hasattr(REFERENCES[name], function)}
    assert missing == {path for path in NOT_THERE if path.rpartition(".")[0] == name}


def test_every_module_of_scipy_is_declared():
    declared = {name for name, *_ in MODULES}
    found = {name for _, name, _ in pkgutil.iter_modules(cuprust.scipy.__path__, "cuprust.scipy.") if not name.rpartition(".")[2].startswith("_")}
    assert found == {name for name in declared if name.startswith("cuprust.scipy.") and "._" not in name}
    assert set(cuprust.scipy.__all__) == {name.rpartition(".")[2] for name in found} | {"get_array_module"} <= set(dir(cuprust.scipy))
    with pytest.raises(AttributeError):
        cuprust.scipy.nonsense  # noqa: B018
