"""Every row, on every dtype, at the edges of the dtype: NumPy is right.

Exact operations must give NumPy's bits. The others are held against NumPy in extended precision, within a bound in units of
the last place; complex results are measured by the distance of the points over the last place of the magnitude.

`CUPRUST_EVALUATE` may name the program built from `crates/ops/examples/evaluate.rs`: then the rows' loops are tested
without the Python package.
"""

import math
import os
import subprocess
import warnings

import numpy as np
import pytest

try:
    from ml_dtypes import bfloat16
except ImportError:
    bfloat16 = None

# The edges overflow and give NaN on purpose.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

# Where cuprust differs from NumPy, and why. A difference that is not here is a defect.
DIFFERENCES = {
    "reciprocal of integer zero": "NumPy converts infinity to an integer, which C leaves undefined; here it is zero, as every"
    " other integer division by zero",
    "zeros of two signs": "the larger and the smaller of 0.0 and -0.0 are whichever NumPy's vector instructions return, which"
    " depends on the processor and the position; both are equal",
    "angle of bool": "NumPy's float64 comes of the Python integer with which it writes zero; here it is float16, as of every other"
    " function of bool",
    "clip of complex numbers by NaN": "NumPy's clip forgets a NaN bound where the numbers are complex; here it is kept, as maximum and"
    " minimum keep it",
    "complex powers of infinities": "C leaves them open, and NumPy gives what its C library does",
    "nextafter of zeros of two signs": "NumPy before 2.5 gives the first of two float16 zeros; since then, as C, the second",
    "i0 of infinity": "NumPy divides infinity by infinity; here it is infinity",
    "complex products that overflow": "NumPy fuses their multiplications and additions where the processor can, and then infinities"
    " come out as NaN or not; here each product rounds",
}

BOOL = ["bool"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["float16", "float32", "float64"]
COMPLEXES = ["complex64", "complex128"]
ALL = BOOL + INTEGERS + FLOATS + COMPLEXES

# name: (arity, dtypes). These give NumPy's bits.
EXACT = {
    "add": (2, ALL), "subtract": (2, INTEGERS + FLOATS + COMPLEXES), "multiply": (2, BOOL + INTEGERS + FLOATS),
    "divide": (2, FLOATS + INTEGERS + BOOL), "floor_divide": (2, INTEGERS + FLOATS), "remainder": (2, INTEGERS + FLOATS),
    "fmod": (2, INTEGERS + FLOATS), "divmod": (2, INTEGERS + FLOATS), "power": (2, UNSIGNED),
    "positive": (1, INTEGERS + FLOATS + COMPLEXES), "negative": (1, INTEGERS + FLOATS + COMPLEXES),
    "absolute": (1, BOOL + INTEGERS + FLOATS), "fabs": (1, BOOL + INTEGERS + FLOATS),
    "sign": (1, INTEGERS + FLOATS), "reciprocal": (1, INTEGERS + FLOATS), "square": (1, INTEGERS + FLOATS),
    "sqrt": (1, BOOL + INTEGERS + FLOATS), "heaviside": (2, FLOATS),
    "equal": (2, ALL), "not_equal": (2, ALL), "less": (2, ALL), "less_equal": (2, ALL), "greater": (2, ALL),
    "greater_equal": (2, ALL), "maximum": (2, ALL), "minimum": (2, ALL), "fmax": (2, ALL), "fmin": (2, ALL),
    "logical_and": (2, ALL), "logical_or": (2, ALL), "logical_xor": (2, ALL), "logical_not": (1, ALL),
    "isnan": (1, ALL), "isinf": (1, ALL), "isfinite": (1, ALL), "isposinf": (1, BOOL + INTEGERS + FLOATS),
    "isneginf": (1, BOOL + INTEGERS + FLOATS), "signbit": (1, FLOATS),
    "bitwise_and": (2, BOOL + INTEGERS), "bitwise_or": (2, BOOL + INTEGERS), "bitwise_xor": (2, BOOL + INTEGERS),
    "invert": (1, BOOL + INTEGERS), "left_shift": (2, INTEGERS), "right_shift": (2, INTEGERS),
    "bitwise_count": (1, INTEGERS), "gcd": (2, INTEGERS), "lcm": (2, INTEGERS),
    "floor": (1, BOOL + INTEGERS + FLOATS), "ceil": (1, BOOL + INTEGERS + FLOATS), "trunc": (1, BOOL + INTEGERS + FLOATS),
    "fix": (1, INTEGERS + FLOATS), "rint": (1, INTEGERS + FLOATS + COMPLEXES),
    "copysign": (2, FLOATS), "nextafter": (2, FLOATS), "spacing": (1, FLOATS), "modf": (1, FLOATS), "frexp": (1, FLOATS),
    "conjugate": (1, INTEGERS + FLOATS + COMPLEXES), "real": (1, ALL), "imag": (1, ALL),
    **{name: (1, FLOATS) for name in ["degrees", "radians", "rad2deg", "deg2rad"]},
}

# name: (arity, dtypes, bound in units of the last place).
ROUNDED = {
    **{name: (1, BOOL + ["int8", "uint16", "int32"] + FLOATS + COMPLEXES, 1) for name in
       ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh",
        "tanh", "arcsinh", "arccosh", "arctanh"]},
    "cbrt": (1, INTEGERS + FLOATS, 1), "arctan2": (2, FLOATS, 1), "hypot": (2, FLOATS, 1), "power": (2, FLOATS + COMPLEXES, 4),
    "float_power": (2, INTEGERS + FLOATS + COMPLEXES, 4), "logaddexp": (2, FLOATS, 2), "logaddexp2": (2, FLOATS, 2),
    "angle": (1, FLOATS + COMPLEXES, 1), "sqrt": (1, COMPLEXES, 1), "absolute": (1, COMPLEXES, 1),
    "divide": (2, COMPLEXES, 2), "multiply": (2, COMPLEXES, 1), "square": (1, COMPLEXES, 1), "reciprocal": (1, COMPLEXES, 2),
    "sign": (1, COMPLEXES, 1),
}

# A complex function takes more steps than a real one, so its bound is wider.
COMPLEX_BOUND = 4


def ufunc_of(cp, name):
    """The ufunc of a row, in its module."""
    return cp._core._ufunc(name)


def evaluate(name, *arrays):
    """The row applied to NumPy arrays (or Python scalars): a NumPy array, or a tuple of them. Raises TypeError as NumPy does."""
    program = os.environ.get("CUPRUST_EVALUATE")
    if program:
        return evaluate_by_program(program, name, *arrays)
    cp = pytest.importorskip("cuprust")
    result = ufunc_of(cp, name)(*[cp.asarray(a) if isinstance(a, np.ndarray) else a for a in arrays])
    return tuple(map(cp.asnumpy, result)) if isinstance(result, tuple) else cp.asnumpy(result)


def allowed(bound):
    """The bound where this runs: the functions of CUDA's own library reach 4 units (CUDA C++ Programming Guide, mathematical functions)."""
    if os.environ.get("CUPRUST_EVALUATE"):
        return bound
    cp = pytest.importorskip("cuprust")
    return bound if str(cp.zeros(1).device) == "cpu" else max(bound, 4)


RUNNING = {}


def evaluate_by_program(program, name, *arrays):
    if program not in RUNNING:
        RUNNING[program] = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    pipe = RUNNING[program]
    shape = np.broadcast_shapes(*[np.shape(a) for a in arrays])
    words, data = [], b""
    for a in arrays:
        if isinstance(a, np.ndarray):
            words.append(a.dtype.name)
            data += np.ascontiguousarray(np.broadcast_to(a, shape)).tobytes()
        else:
            words.append("bool_" if isinstance(a, bool) else type(a).__name__)
    n = int(np.prod(shape))
    pipe.stdin.write(f"{name} {n} {' '.join(words)}\n".encode() + data)
    pipe.stdin.flush()
    answer = pipe.stdout.readline().decode().rstrip("\n")
    if not answer:
        del RUNNING[program]
        raise AssertionError(f"the program died of {name} on {words}")
    if answer.startswith("error: "):
        raise TypeError(answer)
    out = []
    for word in answer.split():
        dtype = np.dtype(bfloat16) if word == "bfloat16" else np.dtype(word)
        out.append(np.frombuffer(pipe.stdout.read(n * dtype.itemsize), dtype).reshape(shape))
    return tuple(out) if len(out) > 1 else out[0]


def numpys(name, *arrays):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return getattr(np, name)(*arrays)


def values(dtype, few=False):
    """The edges of a dtype, and random numbers of every magnitude."""
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(7)
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        edges = [0, 1, 2, 3, 5, 7, 8, 10, 15, 16, 31, 32, 63, 64, 100, 127, info.max, info.max - 1, info.max // 2, info.max // 3]
        if info.min:
            edges += [-1, -2, -3, -7, -8, -10, -33, -64, -100, info.min, info.min + 1, info.min // 2]
        more = rng.integers(info.min, info.max, 6 if few else 40, dtype=dtype, endpoint=True)
        return np.concatenate([np.array(edges).astype(dtype) if info.min else np.array(edges, dtype), more])
    if dtype.kind == "c":
        part = np.dtype("float32" if dtype.itemsize == 8 else "float64")
        info = np.finfo(part)
        edges = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 30.0, -80.0, np.inf, -np.inf, np.nan]
        if not few:
            edges += [1e-6, -1e-20, 1e20, float(info.max), float(info.tiny), float(info.smallest_subnormal), 0.9999, 1.0001, 3.5, -0.5]
        edges = np.array(edges, part)
        grid = np.empty(len(edges) ** 2, dtype)
        grid.real, grid.imag = np.repeat(edges, len(edges)), np.tile(edges, len(edges))
        count = 20 if few else 2000
        more = np.empty(count, dtype)
        more.real, more.imag = (rng.normal(size=count) * 2.0 ** rng.integers(-8, 5, count) for _ in range(2))
        return np.concatenate([grid, more])
    info = np.finfo(np.float32) if dtype.kind == "V" or dtype.name == "bfloat16" else np.finfo(dtype)
    edges = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 10.0, 0.1, np.pi, 1e-5, 0.999, 1.001, 7.25, 100.5, np.inf, float(info.max),
             float(info.tiny), float(info.smallest_subnormal), float(info.smallest_subnormal) * 3, float(info.eps), 1 + float(info.eps),
             2.0 ** (info.nmant + 1), 2.0 ** info.nmant - 0.5, 22.0, 11.0, 17.5]
    if dtype.itemsize >= 4:
        edges += [88.5, 103.9, 128.0, 149.5, 1e10, 1e30, 3e4]
    if dtype.itemsize >= 8:
        edges += [709.5, 744.9, 1e22, 1e300, 1e-300]
    edges = np.array(edges + [-e for e in edges] + [np.nan])
    count = 20 if few else 3000
    more = np.concatenate([rng.normal(size=count) * 2.0 ** rng.integers(-20, 7, count), rng.uniform(-20, 20, count)])
    with np.errstate(all="ignore"):
        return np.concatenate([edges, more]).astype(dtype)


def operands(arity, dtype):
    if arity == 1:
        return [values(dtype)]
    each = values(dtype, few=True)
    # All pairs, and none of the operands a broadcast one, so that vector loops are tested too.
    return [np.repeat(each, len(each)), np.tile(each, len(each))]


def alike(got, want):
    """Where two arrays hold the same bits, or both NaN; of complex numbers part by part."""
    if np.dtype(want.dtype).kind == "c":
        return alike(got.real, want.real) & alike(got.imag, want.imag)
    if want.dtype.kind in "biu":
        return got == want
    return (got == want) & (np.signbit(got) == np.signbit(want)) | np.isnan(got) & np.isnan(want)


def excused(name, dtype, arrays, got, want):
    """Where a difference is one of DIFFERENCES."""
    if name == "reciprocal" and dtype in INTEGERS:
        return arrays[0] == 0
    old = np.lib.NumpyVersion(np.__version__) < "2.5.0"
    if name in ("maximum", "minimum", "fmax", "fmin") or old and (name, dtype) == ("nextafter", "float16"):
        return (got == want) & (arrays[0] == arrays[1])
    if name in ("multiply", "square"):
        return ~np.isfinite(got)
    if "power" in name and dtype in COMPLEXES:
        return ~np.isfinite(arrays[0]) | ~np.isfinite(arrays[1]) | ~np.isfinite(want)
    return np.zeros(got.shape, bool)


def complain(name, arrays, got, want, wrong):
    at = np.flatnonzero(wrong)
    lines = [f"{name}: {len(at)} of {got.size} differ"]
    for i in at[:12]:
        lines.append(f"  {', '.join(repr(a.flat[i]) for a in arrays)} -> {got.flat[i]!r}, not {want.flat[i]!r}")
    return "\n".join(lines)


def cases(table):
    return [pytest.param(name, *spec[:1], dtype, *spec[2:], id=f"{name}-{dtype}") for name, spec in table.items() for dtype in spec[1]]


@pytest.mark.parametrize("name, arity, dtype", cases(EXACT))
def test_exact(name, arity, dtype):
    arrays = operands(arity, dtype)
    got, want = evaluate(name, *arrays), numpys(name, *arrays)
    got, want = (got, want) if isinstance(want, tuple) else ((got,), (want,))
    for g, w in zip(got, want, strict=True):
        assert g.dtype == w.dtype
        wrong = ~alike(g, w) & ~excused(name, dtype, arrays, g, w)
        assert not wrong.any(), complain(name, arrays, g, w, wrong)


def spacing(magnitude, dtype):
    """The unit of the last place of numbers of this magnitude."""
    info = np.finfo(dtype)
    with np.errstate(all="ignore"):
        exponent = np.frexp(np.where(np.isfinite(magnitude) & (magnitude > 0), magnitude, 1))[1]
    exponent = np.where(magnitude == 0, info.minexp, exponent - 1)
    return np.ldexp(np.longdouble(1), np.maximum(exponent, info.minexp) - info.nmant)


def near(got, want, bound):
    """Where real results are within the bound of extended ones."""
    dtype = got.dtype
    with np.errstate(all="ignore"):
        rounded = want.astype(dtype)
        close = np.abs(got.astype(np.longdouble) - want) <= (bound + 0.5) * spacing(np.abs(want), dtype)
    same = alike(got, rounded)
    # At the edge of overflow infinity and the largest number are neighbours.
    largest = np.finfo(dtype).max
    edge = np.isinf(rounded) & (got == np.copysign(largest, want)) | np.isinf(got) & (np.abs(rounded) == largest)
    zero = (want == 0) & (np.signbit(got) != np.signbit(want))
    return (same | close | edge) & ~zero


def near_complex(got, want, bound):
    dtype = got.real.dtype
    with np.errstate(all="ignore"):
        rounded = want.astype(got.dtype)
        distance, size = np.abs(got.astype(np.clongdouble) - want), np.abs(want)
    finite = np.isfinite(want.real) & np.isfinite(want.imag)
    close = finite & (distance <= (bound + 0.5) * spacing(size, dtype))
    for ours, exact in [(got.real, want.real), (got.imag, want.imag)]:
        close &= (exact != 0) | (ours == 0) & (np.signbit(ours) == np.signbit(exact)) | (ours != 0)
    return close | alike(got, rounded)


def extended(name, arrays, dtype):
    """NumPy's answer in extended precision, for operands in the loop's dtype."""
    wide = [a if a.dtype.kind in "fc" else a.astype(dtype) for a in arrays]
    wide = [a.astype(np.clongdouble if a.dtype.kind == "c" else np.longdouble) for a in wide]
    if name == "log1p" and wide[0].dtype.kind == "c":
        # NumPy adds the one first.
        z = wide[0]
        with np.errstate(all="ignore"):
            inner, outer = np.log1p(z.real * (2 + z.real) + z.imag**2) / 2, np.log(1 + z)
            outer.real, outer.imag = np.where(np.abs(z) < 0.5, inner, outer.real), np.log1p(z).imag
        return outer
    return np.asarray(numpys("power" if name == "float_power" else name, *wide))


@pytest.mark.parametrize("name, arity, dtype, bound", cases(ROUNDED))
def test_rounded(name, arity, dtype, bound):
    arrays = operands(arity, dtype)
    got, want = evaluate(name, *arrays), numpys(name, *arrays)
    assert got.dtype == want.dtype
    wide = extended(name, arrays, got.dtype)
    bound = allowed(bound)
    if dtype in COMPLEXES:
        bound = allowed(1) * COMPLEX_BOUND
        with np.errstate(all="ignore"):
            # The rounding error of the base grows with the exponent.
            raised = arrays[1] * np.log(arrays[0]) if "power" in name else arrays[0] if name == "exp2" else np.zeros(1)
            bound = bound + np.nan_to_num(8 * np.abs(raised).astype(np.longdouble), posinf=0)
    close = near_complex(got, wide, bound) if got.dtype.kind == "c" else near(got, wide, bound)
    if name in ("logaddexp", "logaddexp2"):
        # Near zero the result is a difference of larger numbers.
        with np.errstate(all="ignore"):
            close |= np.abs(got - wide) <= 2 * np.finfo(got.dtype).eps * np.maximum(1, np.abs(arrays[0]))
    wrong = ~(close | alike(got, want)) & ~excused(name, dtype, arrays, got, want)
    assert not wrong.any(), complain(name, [*arrays, wide], got, want, wrong)


def in_float32(name, *arrays):
    """The truth for bfloat16: float32's answer, rounded once."""
    result = numpys(name, *[a.astype(np.float32) if a.dtype == bfloat16 else a for a in arrays])
    narrow = lambda r: r.astype(bfloat16) if r.dtype == np.float32 else r
    return tuple(map(narrow, result)) if isinstance(result, tuple) else narrow(result)


@pytest.mark.skipif(bfloat16 is None, reason="ml_dtypes is not installed")
@pytest.mark.parametrize("name", [n for table in (EXACT, ROUNDED) for n, spec in table.items()
                                  if "float16" in spec[1] and n not in ("nextafter", "spacing", "float_power")])
def test_bfloat16(name):
    arity = (EXACT.get(name) or ROUNDED[name])[0]
    arrays = operands(arity, np.dtype(bfloat16))
    got, want = evaluate(name, *arrays), in_float32(name, *arrays)
    got, want = (got, want) if isinstance(want, tuple) else ((got,), (want,))
    for g, w in zip(got, want, strict=True):
        assert g.dtype == w.dtype
        right = alike(g.astype(np.float32), w.astype(np.float32)) if g.dtype == bfloat16 else g == w
        if name in ROUNDED:
            step = np.abs(g.view(np.int16).astype(int) - w.view(np.int16).astype(int))
            right |= step <= 1
        wrong = ~right & ~excused(name, "bfloat16", arrays, g, w)
        assert not wrong.any(), complain(name, arrays, g, w, wrong)


@pytest.mark.parametrize("dtype", FLOATS)
def test_i0(dtype):
    x = np.concatenate([np.linspace(-700, 700, 2001), np.linspace(-9, 9, 2001), [0.0, np.nan, 8, -8, 39.99, 40]])
    x = x.astype(dtype)
    got, want = evaluate("i0", x), numpys("i0", x.astype(np.float64))
    assert got.dtype == x.dtype
    with np.errstate(all="ignore"):
        close = np.abs(got / want.astype(dtype).astype(np.float64) - 1) <= 1e-14 + allowed(2) * np.finfo(dtype).eps
    wrong = ~(close | alike(got, want.astype(dtype)))
    assert not wrong.any(), complain("i0", [x], got, want, wrong)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", *FLOATS])
@pytest.mark.parametrize("name, bound", [("erf", 1), ("erfc", 4)])
def test_error_functions(name, bound, dtype):
    """Against the C library's, as SciPy's own is farther from the truth than ours; dtypes are SciPy's."""
    x = values(dtype)
    if dtype in FLOATS:
        x = np.concatenate([x, np.linspace(-7, 7, 2001, dtype=dtype), np.linspace(7, 28, 1001, dtype=dtype)])
    got, wide = evaluate(name, x), x.astype(np.float64)
    assert got.dtype == ("float32" if dtype == "float32" else "float64")
    want = np.array([getattr(math, name)(value) for value in wide.tolist()], np.longdouble)
    wrong = ~near(got, want, allowed(bound))
    assert not wrong.any(), complain(name, [x], got, want, wrong)
    special = pytest.importorskip("scipy.special")
    # Since 1.18 SciPy has single precision of what that holds.
    newer = np.lib.NumpyVersion(pytest.importorskip("scipy").__version__) >= "1.18.0"
    assert newer and dtype in ("bool", "int8", "uint16", "float16") or got.dtype == getattr(special, name)(x).dtype
    np.testing.assert_allclose(got, getattr(special, name)(wide), rtol=1e-6 if dtype == "float32" else 1e-11, atol=1e-37)


@pytest.mark.parametrize("dtype", FLOATS + COMPLEXES)
def test_sinc(dtype):
    x = values(dtype)
    x = x[np.abs(x) < 50]
    got, want = evaluate("sinc", x), numpys("sinc", x)
    assert got.dtype == want.dtype
    # The half type rounds once here and after each step in NumPy.
    wide = numpys("sinc", x.astype(np.float32)) if dtype == "float16" else want
    bound = 1e-3 if dtype == "float16" else 16 * np.finfo(dtype).eps * (1 + np.abs(x))
    # Overflow and underflow on the way come earlier where complex64 is not computed in complex128.
    ordinary = np.isfinite(want) & ((x == 0) | (np.abs(x) > 1e-300))
    wrong = ~(np.abs(got - wide) <= bound * np.maximum(1, np.abs(wide))) & ordinary
    assert not wrong.any(), complain("sinc", [x], got, want, wrong)


@pytest.mark.parametrize("dtype", FLOATS)
def test_rsqrt(dtype):
    x = values(dtype)
    with np.errstate(all="ignore"):
        want = 1 / np.sqrt(x.astype(np.longdouble))
    got = evaluate("rsqrt", x)
    assert got.dtype == x.dtype
    wrong = ~near(got, want, allowed(1))
    assert not wrong.any(), complain("rsqrt", [x], got, want, wrong)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("exponent", ["int8", "int32", "int64", "uint8"])
def test_ldexp(dtype, exponent):
    x, e = values(dtype, few=True), values(exponent, few=True)
    x, e = np.repeat(x, len(e)), np.tile(e, len(x))
    got, want = evaluate("ldexp", x, e), numpys("ldexp", x, e)
    assert got.dtype == want.dtype
    wrong = ~alike(got, want)
    assert not wrong.any(), complain("ldexp", [x, e], got, want, wrong)


@pytest.mark.parametrize("dtype", ALL)
def test_choice(dtype):
    x, y = operands(2, dtype)
    z = np.roll(y, 17)
    got, want = evaluate("where", x.astype(bool), x, y), np.where(x.astype(bool), x, y)
    assert got.dtype == want.dtype and alike(got, want).all()
    got, want = evaluate("clip", x, y, z), numpys("clip", x, y, z)
    assert got.dtype == want.dtype
    wrong = ~alike(got, want) & ~(got == want)
    if dtype in COMPLEXES:
        wrong &= ~np.isnan(y) & ~np.isnan(z)
    assert not wrong.any(), complain("clip", [x, y, z], got, want, wrong)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["floor_divide", "remainder", "fmod"])
def test_division_of_ordinary_floats(name, dtype):
    # Blocks whose quotients are all moderate go another way than those at the edges.
    rng = np.random.default_rng(5)
    y = (rng.uniform(0.01, 9, 5000) * rng.choice([-1, 1], 5000)).astype(dtype)
    x = np.concatenate([rng.uniform(-100, 100, 2000), np.arange(-1500, 1500) / 10, np.zeros(5000)]).astype(dtype)[:5000]
    whole = (np.trunc(x / y) * y).astype(dtype)
    for x in [x, whole, np.nextafter(whole, y), np.nextafter(whole, -y)]:
        got, want = evaluate(name, x, y), numpys(name, x, y)
        assert got.dtype == want.dtype
        wrong = ~alike(got, want)
        assert not wrong.any(), complain(name, [x, y], got, want, wrong)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_ordinary_angles(name, dtype):
    x = np.random.default_rng(6).uniform(-300, 300, 5000).astype(dtype)
    got, wide = evaluate(name, x), extended(name, [x], dtype)
    wrong = ~near(got, wide, allowed(1))
    assert not wrong.any(), complain(name, [x], got, wide, wrong)


@pytest.mark.parametrize("dtype", SIGNED)
def test_power_of_signed_integers(dtype):
    x, y = operands(2, dtype)
    x, y = x[y >= 0], y[y >= 0]
    assert (evaluate("power", x, y) == numpys("power", x, y)).all()


@pytest.mark.parametrize("name", ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"])
@pytest.mark.parametrize("signed", SIGNED)
def test_int64_against_uint64_is_exact(name, signed):
    x, y = values(signed), values("uint64")
    x, y = np.repeat(x, len(y)), np.tile(y, len(x))
    assert (evaluate(name, x, y) == numpys(name, x, y)).all()
    assert (evaluate(name, y, x) == numpys(name, y, x)).all()


def dtypes_of(function, name, *arrays):
    try:
        result = function(name, *arrays)
    except TypeError:
        return "TypeError"
    return [r.dtype.name for r in (result if isinstance(result, tuple) else (result,))]


UNARY = sorted({n for table in (EXACT, ROUNDED) for n, spec in table.items() if spec[0] == 1})
BINARY = sorted({n for table in (EXACT, ROUNDED) for n, spec in table.items() if spec[0] == 2} | {"ldexp"})


@pytest.mark.parametrize("name", [*UNARY, "sinc", "i0"])
def test_dtypes_of_unary_rows(name):
    for dtype in ALL if name != "angle" else ALL[1:]:
        x = np.ones(3, dtype)
        assert dtypes_of(evaluate, name, x) == dtypes_of(numpys, name, x), dtype


@pytest.mark.parametrize("name", BINARY)
def test_dtypes_of_binary_rows(name):
    for first in ALL if name != "ldexp" else ALL[1:]:
        x = np.ones(3, first)
        for second in [*ALL, True, 1, 1.0, 1j]:
            y = second if not isinstance(second, str) else np.ones(3, second)
            assert dtypes_of(evaluate, name, x, y) == dtypes_of(numpys, name, x, y), (first, second)
            assert dtypes_of(evaluate, name, y, x) == dtypes_of(numpys, name, y, x), (second, first)


def test_every_ufunc_of_numpy_is_here():
    tested = {*EXACT, *ROUNDED, "ldexp", "matmul", "isnat", "vecdot", "matvec", "vecmat"}
    # The last five work on axes or dates, not on numbers.
    assert {f.__name__ for f in vars(np).values() if isinstance(f, np.ufunc)} <= tested
