"""Random single calls of every function of NumPy's that cuprust has, with random arguments: results, dtypes and classes of exceptions are NumPy's.

usage: python tests/fuzz/calls.py [--calls N] [--seed S] [--only NAME] [--every]

A call is an expression of Python in which `xp` is NumPy or cuprust. Arguments are made by the types of the function's parameters in the
function table: arrays of random dtypes, shapes, layouts and values, numbers of Python and of NumPy, keywords. A call that differs is printed.
Which of several faults of a call is told first is not compared (`faults.py`): `tests/python/test_table.py` compares exceptions one fault at a time.
"""

import argparse
import inspect
import random
import re
import sys
import warnings

import numpy as np

import faults

import cuprust as cp

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
SHAPES = [(), (0,), (1,), (3,), (4,), (2, 3), (3, 3), (1, 3), (3, 1), (0, 3), (2, 0), (2, 3, 3), (2, 1, 2, 2)]
VECTORS = [(0,), (1,), (3,), (4,)]
# Relative tolerances by the bytes of the narrowest real part in a call: both libraries round sums and functions in
# their own order.
CLOSE = {2: 2e-2, 4: 2e-3, 8: 1e-6}


def array(xp, dtype, shape, seed, kind, layout="C"):
    """An array of `xp`: small whole numbers ("tame"), or the dtype's extremes, infinities, NaN and negative zero among them ("wild")."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    whole = rng.integers(0 if dtype.kind in "bu" else -4, 2 if dtype.kind == "b" else 6, shape)
    values = np.asarray(whole).astype(dtype)
    if dtype.kind == "c":
        values = (values + 1j * rng.integers(-3, 4, shape)).astype(dtype)
    if kind == "wild":
        if dtype.kind in "iu":
            limits = np.iinfo(dtype)
            extremes = np.array([limits.min, limits.max, limits.max // 2, 0, 1], dtype)
        elif dtype.kind in "fc":
            limits = np.finfo(dtype)
            parts = [np.nan, np.inf, -np.inf, -0.0, 0.5, float(limits.max), float(limits.tiny), 1e-3]
            extremes = np.array([complex(a, b) for a in parts for b in parts] if dtype.kind == "c" else parts, dtype)
        else:
            extremes = np.array([True, False])
        values = np.where(rng.random(shape) < 0.3, rng.choice(extremes, shape), values).astype(dtype)
    made = xp.asarray(np.asarray(values))
    if layout == "T" and made.ndim > 1:
        return made.T.copy().T
    if layout == "R" and made.ndim > 0:
        return xp.asarray(np.flip(values).copy())[tuple([slice(None, None, -1)] * made.ndim)]
    if layout == "S" and made.ndim > 0:
        return xp.asarray(np.repeat(values, 2, -1))[..., ::2]
    return made


class Arguments:
    """Texts of random arguments by the types of parameters."""

    def __init__(self, seed, tame=False, shapes=SHAPES):
        self.random = random.Random(seed)
        self.tame = tame
        self.shapes = shapes
        self.shape = self.random.choice(shapes)
        self.dtype = self.random.choice(DTYPES)

    def one(self, *texts):
        return self.random.choice(texts)

    def array(self, dtype=None, shape=None, tame=False):
        """Mostly of the call's shape and dtype, so that operands often fit one another."""
        if shape is None:
            shape = self.shape if self.random.random() < 0.75 else self.random.choice(self.shapes)
        dtype = dtype or (self.dtype if self.random.random() < 0.5 else self.random.choice(DTYPES))
        kind = "tame" if self.tame or tame or self.random.random() < 0.5 else "wild"
        return f"array(xp, {dtype!r}, {shape}, {self.random.randrange(99)}, {kind!r}, {self.one('C', 'C', 'T', 'R', 'S')!r})"

    def number(self):
        return self.one(
            "0", "1", "2", "-1", "3", "1.5", "-0.0", "0.5", "True", "1j", "(2-1j)", "np.float32(1.5)", "np.int8(3)", "np.uint64(2)", "np.True_",
            "np.complex64(1j)", "np.float64(2)", "np.float16(0.5)", *([] if self.tame else ["np.inf", "np.nan", "2**40", "1e300"]),
        )

    def operand(self):
        return self.array() if self.random.random() < 0.65 else self.number()

    def real(self):
        return self.one("0", "1", "2", "-1", "1.5", "0.5", "np.float32(1.5)", "np.int8(3)", "np.float64(2)")

    def integer(self):
        return self.one("0", "1", "-1", "2", "3", "np.int32(1)", "np.int64(2)", "None", "7")

    def dtype_(self):
        return repr(self.random.choice(DTYPES))

    def argument(self, name, takes):
        """The text of an argument for a parameter, or None if the call cannot be compared."""
        choose = self.random.random
        match takes:
            case "Array" | "Elements" | "Source" | "OptionalArray" | "OptionalElements" | "OptionalSource" | "Prototype" | "Shaped":
                return self.operand() if choose() < 0.3 else self.array()
            case "Operand" | "OptionalOperand":
                return self.operand()
            case "Number" | "OptionalNumber":
                return self.number()
            case "NumberOrText":
                return self.one(self.number(), "None", "'fro'", "'nuc'", "np.inf", "-np.inf", "1", "2", "-2", "'same'", "'full'", "'valid'")
            case "Operands":
                return "[" + ", ".join(self.operand() for _ in range(self.random.randrange(1, 4))) + "]"
            case "Arrays" | "ArrayOrSequence":
                return "[" + ", ".join(self.array() for _ in range(self.random.randrange(1, 5))) + "]"
            case "Axes":
                return self.one("0", "-1", "1", "None", "(0, 1)", "()", "(0,)", "np.int64(0)", "2")
            case "Int" | "OptionalInt" | "Clamped" | "OptionalClamped" | "Wide" | "OptionalWide":
                return self.integer()
            case "Shifts":
                return self.one("0", "1", "-1", "(0, 1)", "(1, 0)", "[0]", "()", "np.int64(0)", "2", "None", "2**70", "(-(2**63) - 1, 2)")
            case "Ints" | "OptionalInts" | "Ranks" | "Sequence" | "OptionalSequence":
                return self.one("0", "1", "-1", "(0, 1)", "(1, 0)", "[0]", "()", "np.int64(0)", "2", "None")
            case "Bool" | "OptionalBool":
                return self.one("True", "False", "1", "0", *(["np.True_", "np.False_"] if name != "keepdims" else []))
            case "Float" | "OptionalFloat":
                return self.one("0", "1", "0.5", "2", "1e-3", "np.float32(0.5)", "True", "np.int8(1)")
            case "DType" | "OptionalDType":
                return self.dtype_()
            case "Order" | "OptionalOrder":
                return self.one("'C'", "'F'", "'A'", "'K'")
            case "Casting":
                return self.one("'no'", "'equiv'", "'safe'", "'same_kind'", "'unsafe'")
            case "Shape" | "OptionalShape":
                return self.one("3", "(2, 3)", "(3,)", "()", "(0, 3)", "np.int64(3)", "(3, 2)", "[2, 3]")
            case "Out":
                return self.array()
            case "Mask":
                return self.one(self.array("?"), "True", "False", "np.True_", "np.False_", self.array())
            case "Indices":
                return self.one("0", "1", "-1", "[0, 1]", "[0, -1, 1]", "np.int8(1)", self.array("i4", tame=True), self.array("u8", tame=True), "[]", "True")
            case "Index" | "IndexAsWritten":
                return self.one("0", "-1", "slice(0, 2)", "slice(None, None, -1)", "[0, 1]", "np.True_", "np.False_", "True", "None", "...", "(0, np.True_)", "np.int8(1)")
            case "IntPairs" | "OptionalIntPairs" | "OptionalNumberPairs":
                return self.one("1", "(1, 2)", "((1, 2),)", "((0, 1), (2, 0))", "0", "{0: 1}", "{-1: (1, 2)}", "{}", "{1: 2, 0: (0, 1)}", "{5: 1}", "np.int8(2)", "1.5", "[1, 2]")
            case "Sections":
                return self.one("1", "2", "3", "[1, 2]", "[0]", "0", "np.int64(3)", "[]")
            case "Counts":
                return self.one("2", "[1, 2, 0]", "0", "np.int64(1)", "True", "[2]", "1.5", "-1")
            case "Text" | "OptionalText":
                return {
                    "mode": self.one("'constant'", "'edge'", "'reflect'", "'wrap'", "'mean'", "'linear_ramp'", "'maximum'", "'median'", "'symmetric'", "'empty'", "'r'", "'complete'", "'raw'"),
                    "norm": self.one("'ortho'", "'forward'", "'backward'"), "indexing": self.one("'xy'", "'ij'"), "UPLO": self.one("'U'", "'L'", "'l'"),
                    "method": self.one("'linear'", "'lower'", "'hazen'", "'inverted_cdf'", "'midpoint'"), "side": self.one("'left'", "'right'"),
                    "trim": self.one("'f'", "'b'", "'fb'"), "bitorder": self.one("'big'", "'little'"), "reflect_type": self.one("'even'", "'odd'"),
                }.get(name)
            case "Reals":
                return self.one("0.5", "0", "1", "[0.1, 0.75]", "np.float32(0.3)", "0.25", "[]", "2", "np.nan")
            case "Bounds" | "EachBounds":
                return self.one("'raise'", "'wrap'", "'clip'")
            case "AxisPairs":
                return self.one("0", "1", "2", "([0], [1])", "([0, 1], [0, 1])", "(0, 0)")
            case "Bins" | "EachBins":
                return self.one("3", "1", "[0, 1, 2, 5]", "np.int64(4)", "[0.5, 1.5]", "'auto'", "'fd'", "[2, 3]", "0", self.array(shape=(3,)))
            case "OptionalInterval":
                return self.one("(0, 4)", "(-1.5, 3)", "(2, 2)", "(-1e308, 1e308)", "(-1.7e308, 1e308)", "(0, np.inf)", "(np.float32(0), np.float32(3))", "(np.int8(0), np.int8(5))", "(3, 1)", "(True, 4)")
            case "OptionalEachInterval":
                return self.one("[(0, 4), (1, 2)]", "[None, (0, 3)]", "[(-1e308, 1e308), (0, 1)]", "None")
            case "Contraction":
                return self.one("True", "False", "'greedy'", "'optimal'")
        return None


# Functions with undefined results, about memory, or that differ by decision: eigenvalues are always complex.
SKIPPED = {"empty", "empty_like", "shares_memory", "may_share_memory", "asfarray", "get", "set", "to_device", "tolist", "eig", "eigvals"}
# Functions whose shapes, dtypes and refusals are compared, but not their values.
VALUES_DIFFER = re.compile(
    # Results that are not unique, as the order of equal elements, or as inexact as the zeros of a polynomial.
    r"(partition|svd|qr|eigh|roots|lstsq|companion|argsort|cond)\(|pinv\(.*rcond=0|(std|var)\(array\(xp, 'c\d+', .*'wild'|searchsorted\(.*sorter=|interp\(|poly\(.*'wild'"
    # NumPy leaves the memory of a transform of no elements as it is.
    r"|pad\(.*mode='empty'|fft\w*\(array\(xp, '\w+', \((0,|2, 0|0, 3)"
    # A product of three in another order overflows elsewhere.
    r"|einsum\(.*'wild'.*optimize="
    # The argument of a power of large complex numbers has no exact digit.
    r"|(power|pow|exp2?)\(.*('c\d+', .*'wild'|'wild'.*'c\d+')"
)
# Sums of products, whose terms can be far larger than the sum, and overflow in another order.
SUMS = re.compile(r"\.linalg\.|\.polynomial\.|\.fft\.|poly|(inner|dot|matmul|matvec|vecmat|einsum|convolve|correlate|cov|corrcoef|prod)\(")
# Parameters that are left out, by the function or for all (""): the meaning of other argument types is decided
# (docs/compatibility.md).
LEFT_OUT = {
    "": {"device", "descending", "blocking", "copy", "M"}, "argmin": {"dtype"}, "argmax": {"dtype"}, "matmul": {"keepdims", "axes", "axis"}, "matvec": {"keepdims", "axis"},
    "vecmat": {"keepdims", "axis"}, "vecdot": {"keepdims"}, "histogramdd": {"weights"}, "histogram2d": {"weights"}, "take": {"out"}, "compress": {"out"}, "einsum": {"out"},
    "median": {"out"}, "nanmedian": {"out"}, "nanquantile": {"weights"}, "nanpercentile": {"weights"}, "interp": {"period"}, "ldexp": {"casting", "dtype"}, "dot": {"out"}, "multi_dot": {"out"},
    "frexp": {"dtype"}, "modf": {"dtype"}, "divmod": {"dtype"},
}  # fmt: skip
# Arguments by name, whatever their type admits.
NAMED = {
    "scl": Arguments.real, "lbnd": Arguments.real, "maxpower": lambda own: own.one("1", "2", "7"), "axisc": lambda own: own.one("0", "-1"), "tol": Arguments.real, "rtol": Arguments.real, "rcond": Arguments.real,
    "mean": Arguments.real, "kth": lambda own: own.one("0", "1", "-1"), "posinf": Arguments.real, "neginf": Arguments.real,
}  # fmt: skip
# Calls that differ by decision or by a fault of NumPy's, each with the reason.
DECIDED = [
    (r"astype\(.*'wild'|'[iu]\d', .*'wild'.*decimals=-|cumulative_\w+\(.*(inf|nan|1e300|'wild').*dtype='[iu]|(pow|power|divide)\.at\(.*'[iu]\d'",
     "casts to integers of what these do not hold are the machine's; the array standard leaves them open"),
    (r"reciprocal\(array\(xp, '[iu]|reciprocal\((-?\d|True|np\.u?int)", "a quotient by the integer zero is the machine's in NumPy, zero in CuPy"),
    (r"sign\(array\(xp, 'c\d+', .*'wild'", "the magnitude of the largest complex numbers overflows in NumPy, and their sign is that of infinite ones"),
    (r"(pow|power|arctan2|atan2)\.reduce", "NumPy 2.4 with AVX-512 raises the first element to the power of the last one alone"),
    (r"median\(.*[ (]0[,)].*axis=\(\)|(quantile|percentile)\(.*[ (]0[,)].*axis=\(\)", "NumPy reshapes what has no elements to an extent that it cannot know"),
    (r"nan(quantile|percentile|median)\(.*[ (]0[,)].*axis=\[", "NumPy takes a list of axes but where there are no elements"),
    (r"(tri|triu|tril|eye|identity)\w*\(.*np\.int8|fftfreq\(np\.uint64", "NumPy counts in the dtype of the numbers that are given, which overflows"),
    (r"array\(xp, '..?.?', \(\).*(mean|var|std)\(|(mean|var|std)\((array\(xp, '..?.?', \(\)|(?!array)).*", "NumPy names an axis of an array that has none, or not, by the function"),
    (r"matrix_rank\(.*tol=(0|False)[,)]", "without a tolerance the rank of a singular matrix is the rounding of its singular values"),
    (r"slogdet\(array\(xp, '[iu?b]", "the determinant of a singular matrix is the rounding of its elimination"),
    (r"nan(min|max)\((?!array).*initial=", "NumPy keeps a NaN that is the initial value, or not, by whether the operand is an array"),
    (r"(vecdot|matvec|vecmat|matmul)\(.*axis=None", "None is the default, and names no axis"),
    (r"ldexp\.reduce", "a fold by `ldexp` takes results of other dtypes than it gives; CuPy folds by no such function"),
    (r"(repeat|tile)\(.*-1", "a negative count is refused where there is nothing to repeat too, as in CuPy"),
    (r"(equal|less|greater)\w*\(.*casting=", "one loop compares integers of every width, so that none is cast"),
    (r"tensorinv\(.*[ (]0[,)]", "NumPy reshapes what has no elements to an extent that it cannot know"),
    (r"roll\((?!array).*axis=\(\)", "NumPy cannot unpack the shifts along no axes of an array that has none; along no axes of others it moves nothing"),
    (r"roll\(.*None", "the standard's shift is an integer or a tuple of integers; NumPy does not look at it where there are no axes"),
    (r"concatenate\(\[(?!array)", "CuPy joins arrays alone: a number has the dtype that it has as an array"),
    (r"choose\(.*out=", "NumPy writes to an `out` in another order as if it were in C order"),
    (r"fit\(.*full=.*rcond=|fit\(.*rcond=.*full=", "a tolerance that is given comes back as float64"),
    (r"fit\(.*'wild'", "what is not finite has no fit: NumPy raises LinAlgError or gives NaN, CuPy gives NaN"),
    (r"int\(.*k=(array|.*j\))", "constants of an integral are a list of numbers, as NumPy documents, and real where coefficients are"),
    (r"hermeder\(.*axis=", "NumPy's derivative of HermiteE series to nothing forgets the axis"),
    (r"histogram\w*\(.*'c\d+'", "CuPy refuses complex numbers; NumPy compares them with edges in two ways"),
    (r"histogram\w*\(.*weights=.*'wild'", "NumPy takes differences of running sums, in which NaN and infinity of other bins stay; CuPy adds each weight to its bin"),
    (r"insert\(array\(xp, '\w+', \([^)]*\b0", "NumPy inserts nothing into nothing whatever the shapes"),
    (r"einsum\(.*optimize=.*dtype=", "NumPy's optimised contractions cast by another rule"),
    (r"1d\(.*assume_unique=(1|True|np\.True_)", "what is said to be unique is not"),
    (r"unpackbits\(array\(xp, 'u1', \(([^)]*\b)?0\b.*count=", "NumPy leaves the memory of what it unpacks from nothing as it is"),
]
DIFFERS = [re.compile(pattern) for pattern, _ in DECIDED]


def function_of(module, name, package):
    owner = package
    for part in module.split(".")[1:]:
        owner = getattr(owner, part, None)
    return getattr(owner, name, None)


def shared(function, parameters):
    """The parameters that NumPy's function has too; all of them where it does not say which it has."""
    try:
        known = inspect.signature(function).parameters
    except ValueError:
        return [parameter for parameter in parameters if parameter[0] not in ("x", "y") or function is not np.where]
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in known.values()):
        return parameters
    return [parameter for parameter in parameters if parameter[3] is None or parameter[0] in known]


def functions():
    """The callables: names as expressions, and parameters."""
    found = []
    for row in cp._core._table():
        module, name = row["module"], row["name"]
        if module.startswith(("cuprust.scipy", "cuprust.random", "cuprust.lapack", "cuprust.ufunc", "cuprust.lib", "cuprust.ndarray")) or name in SKIPPED:
            continue
        numpys = function_of(module, name, np)
        if numpys is not None:
            found.append((f"xp{module.removeprefix('cuprust')}.{name}", name, shared(numpys, row["parameters"]), "tame" if module != "cuprust" else ""))
        if row["method"] and hasattr(np.ndarray, name):
            known = [parameter for parameter in row["parameters"] if parameter[0] not in ("correction", "newshape", "min", "max")]
            found.append((f".{name}", name, known, ""))
    for name in sorted(dir(cp)):
        if type(getattr(cp, name)).__name__ == "ufunc" and isinstance(getattr(np, name, None), np.ufunc):
            found.append((f"xp.{name}", name, None, "ufunc"))
    return found


def make(seed, entries):
    """The text of a random call; None if a required argument has none."""
    chance = random.Random(seed)
    expression, name, parameters, kind = chance.choice(entries)
    if kind == "ufunc":
        return ufunc_call(expression, name, Arguments(seed + 1))
    series = name.startswith(("poly", "roots", "vander")) or ".polynomial." in expression
    shapes = [shape for shape in SHAPES if 0 not in shape and shape] if series else SHAPES
    shapes = VECTORS[1:] if name in ("poly", "polyder", "polyint", "polyadd", "polysub", "polymul", "polydiv", "polyfit") else shapes
    shapes = [shape for shape in SHAPES if shape] if ".fft." in expression or name == "roll" else shapes
    made = Arguments(seed + 1, kind == "tame", shapes)
    texts, out = [], None
    ordered = "xp.sort({})" if name == "searchsorted" else "{}"
    for parameter, takes, passing, default in parameters:
        if parameter in LEFT_OUT[""] | LEFT_OUT.get(name, set()) and default is not None or default is not None and takes == "Out" and ".fft." in expression:
            continue
        if passing == "Rest":
            texts += rest(made, takes, chance)
            continue
        if default is not None and chance.random() < 0.75 and name != "where":
            continue
        if takes == "Out" and default is not None:
            out = parameter
            continue
        text = NAMED[parameter](made) if parameter in NAMED and default is not None else made.argument(parameter, takes)
        if ".fft." in expression and takes in ("OptionalInts", "OptionalSequence"):
            alone = [] if takes == "OptionalInts" else ["0", "np.int64(1)"]
            text = made.one("(0,)", "(0, 1)", "(-1,)", *alone) if parameter == "axes" else made.one("(2,)", "(3, 2)", "[3]", *alone)
        if name == "arange":
            text = made.real()
        if name == "astype" and takes == "Array":
            text = made.array()
        if parameter == "dtype" and re.search("mean|var|std|average", name):
            text = made.one("'f4'", "'f8'", "'c16'")
        if text is None:
            if default is None:
                return None
            continue
        text = text if texts else ordered.format(text)
        texts.append(f"{parameter}={text}" if default is not None and name != "where" else text)
    if expression.startswith("."):
        expression, texts = f"{ordered.format(made.array())}{expression}", texts[1:]
    if parameters and parameters[0][1] == "Out":
        return f"changed(lambda a: {expression}(a, {', '.join(texts[1:])}), {made.array()})"
    return with_out(made, f"{expression}({', '.join(texts)})", out)


def rest(made, takes, chance):
    """Arguments for a variadic parameter."""
    match takes:
        case "Labelled":
            count = chance.randrange(1, 4)
            made.shape = made.one((3, 3), (2, 3, 3), (3,))
            labels = {1: ["i", "i", "j"], 2: ["ij", "jk", "ki"], 3: ["aij", "ajk", "aki"]}[len(made.shape)]
            return [repr(",".join(labels[:count])), *[made.array(shape=made.shape) for _ in range(count)]]
        case "Arrays":
            return [made.array() for _ in range(chance.randrange(1, 4))]
    return [text for text in [made.argument("", takes)] if text]


def with_out(made, text, name):
    """The call with an output array of the shape of NumPy's result."""
    given, _ = outcome(text, np) if name else (None, None)
    if given is None or len(given) != 1:
        return text
    # A narrower output array holds less of NumPy's intermediate results.
    dtypes = [dtype for dtype in DTYPES if np.can_cast(given[0].dtype, dtype)]
    return f"{text[:-1]}, {name}={made.array(made.random.choice(dtypes), given[0].shape)})"


def ufunc_call(expression, name, made):
    """A call of a ufunc, or of one of its methods."""
    of = getattr(np, name)
    keywords = []
    method = made.one("", "", "", ".reduce", ".accumulate", ".reduceat", ".outer", ".at") if of.nin == 2 and of.nout == 1 else ""
    if method == ".reduce":
        texts = [made.array()]
        for key, text in [("axis", made.argument("axis", "Axes")), ("dtype", made.dtype_()), ("keepdims", "True"), ("initial", made.number()), ("where", made.argument("where", "Mask"))]:
            keywords += [f"{key}={text}"] if made.random.random() < 0.3 else []
    elif method in (".accumulate", ".reduceat"):
        texts = [made.array()] + ([made.one("[0, 1]", "[0]", "[2, 0, 1]", "[]", "[0, 0, 2, 1]")] if method == ".reduceat" else [])
        for key, text in [("axis", made.one("0", "-1", "1", "None")), ("dtype", made.dtype_())]:
            keywords += [f"{key}={text}"] if made.random.random() < 0.3 else []
    elif method == ".at":
        return f"changed(lambda a: {expression}.at(a, {made.argument('i', 'Index')}, {made.operand()}), {made.array()})"
    else:
        for key, text in [("dtype", made.dtype_()), ("casting", made.argument("", "Casting")), ("out", made.array()), ("where", made.array("?"))]:
            wanted = made.random.random() < 0.15 and not (key == "out" and of.nout > 1) and key not in LEFT_OUT.get(name, ())
            keywords += [f"{key}={text}"] if wanted else []
        # If all operands are Python numbers, casting rules treat them as arrays in some ufuncs and not in others.
        texts = [made.array() if keywords else made.operand() for _ in range(of.nin)]
        if any(key.startswith("where") for key in keywords) and not any(key.startswith("out") for key in keywords):
            keywords = [key for key in keywords if not key.startswith("where")]
    wants_out = "out" if method and made.random.random() < 0.15 else None
    return with_out(made, f"{expression}{method}({', '.join(texts + keywords)})", wants_out)


def changed(call, a):
    """An array after a call that writes to it."""
    result = call(a)
    assert result is None
    return a


def outcome(text, xp):
    """The result of a call, in NumPy's arrays, or its exception."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return flat(eval(text, {"xp": xp, "np": np, "array": array, "changed": changed})), None
        except Exception as error:
            return None, error


def flat(value):
    if isinstance(value, (tuple, list)):
        return [part for own in value for part in flat(own)]
    return [cp.asnumpy(value) if isinstance(value, cp.ndarray) else np.asarray(value)]


def same_fault(text, theirs, ours):
    """Whether an exception is of NumPy's class, or reports another fault of the call than NumPy's."""
    return isinstance(ours, faults.public(theirs)) or faults.tells_another_fault(
        text, ours, lambda other: outcome(other, np)[1], lambda other: outcome(other, cp)[1]
    )


def difference(text, values=True):
    """The difference of cuprust's result from NumPy's; an empty text if there is none."""
    theirs, refused = outcome(text, np)
    ours, own = outcome(text, cp)
    if refused is not None or own is not None:
        alike = refused is not None and own is not None and same_fault(text, refused, own)
        return "" if alike else f"NumPy: {refused!r}; cuprust: {own!r} {'' if theirs is None else theirs} {'' if ours is None else ours}"
    if len(theirs) != len(ours):
        return f"NumPy: {len(theirs)} results; cuprust: {len(ours)}"
    for their, our in zip(theirs, ours):
        # Whether NumPy's zeros of a polynomial are complex depends on their rounding.
        alike = their.real.dtype == our.real.dtype if "roots(" in text else their.dtype == our.dtype
        if not alike or their.shape != our.shape:
            return f"NumPy: {their.dtype}{their.shape}; cuprust: {our.dtype}{our.shape}"
        if values and compared(text, their) and not close(their, our, text):
            return f"NumPy: {their!r}; cuprust: {our!r}"
    return ""


def compared(text, their):
    """Whether values are compared: casts of values out of an integer's range depend on the machine."""
    if re.search(r"'wild'.*dtype='[iu]", text):
        return False
    floats = r"hypot|'[fc]\d+'|\d\.\d|divide|power|inf|nan|1e300|'unsafe'|space\(|'u8'.*'i\d'|'i\d'.*'u8'"
    if their.dtype.kind in "fc" or not re.search(floats, text):
        return True
    return their.dtype.kind == "b" or not re.search(r"'wild'|inf|nan|1e300|2\*\*40|divide\.|power|hypot|mod|remainder|'unsafe'|space\(", text)


def close(their, our, text):
    if their.dtype.kind not in "fc":
        return np.array_equal(their, our)
    size = min([their.real.dtype.itemsize] + [{"f": 1, "c": 2}[kind] and int(size) // {"f": 1, "c": 2}[kind] for kind, size in re.findall(r"'([fc])(\d+)'", text)])
    sums = bool(SUMS.search(text))
    if their.dtype.kind == "c" or their.dtype.itemsize == 2 or size == 2 or sums and "'wild'" in text:
        # Where a product of complex infinities is NaN, and where half precision and sums overflow, depends on the order
        # of operations.
        both = np.isfinite(their) & np.isfinite(our)
        their, our = np.where(both, their, 0), np.where(both, our, 0)
    with np.errstate(all="ignore"):
        finite = np.abs(their[np.isfinite(their)])
        largest = float(finite.max()) if finite.size else 0.0
        wide = "c16" if their.dtype.kind == "c" else "f8"
        absolute = max(CLOSE[size] * min(largest, 1e300), CLOSE[size] ** 2 if sums else 0)
        return np.allclose(our.astype(wide), their.astype(wide), CLOSE[size], absolute, equal_nan=True)


def main():
    parser = argparse.ArgumentParser(prog="tests/fuzz/calls.py")
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", help="functions whose expression contains this")
    parser.add_argument("--every", action="store_true", help="go on after a difference")
    options = parser.parse_args()
    entries = [entry for entry in functions() if not options.only or options.only in entry[0]]
    found = 0
    for seed in range(options.seed, options.seed + options.calls):
        text = make(seed, entries)
        if text is None or any(pattern.search(text) for pattern in DIFFERS):
            continue
        how = difference(text, not VALUES_DIFFER.search(text))
        if how:
            found += 1
            print(f"call {seed}: {text}\n    {how}", flush=True)
            if not options.every:
                return 1
    print(f"{options.calls} calls from seed {options.seed}: {found} differ from NumPy")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
