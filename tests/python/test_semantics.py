"""What NumPy answers at the corners of its functions: casts of Python scalars, masks, orders, axes, too broad outputs, powers.

Each table is of expressions in which `xp` is NumPy or cuprust: both must give the same result, or the same kind of exception.
"""

import fractions
import itertools

import numpy as np
import pytest
from conftest import assert_same, in_turns

import cuprust as cp

# The corner cases overflow, give NaN, and lose imaginary parts on purpose.
pytestmark = [pytest.mark.filterwarnings("ignore::RuntimeWarning"),
              pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning"),
              pytest.mark.filterwarnings("ignore:'where' used without 'out'")]  # fmt: skip

ON_CPU = str(cp.cuda.Device()) == "cpu"
INTEGERS = ["i1", "u1", "i4", "i8", "u8"]
DTYPES = ["?", *INTEGERS, "f2", "f4", "f8", "c8", "c16"]
SCALARS = ["True", "1", "1.5", "1j", "300", "-1"]
CASTINGS = ["no", "equiv", "safe", "same_kind", "unsafe"]


def spread(template, **choices):
    """The template once for each combination of the choices."""
    for values in itertools.product(*choices.values()):
        yield template.format(**dict(zip(choices, values)))


def compare(both, *tables, close=0.0):
    """Compares all expressions of the tables; a difference names its expression."""
    for expression in in_turns(list(itertools.chain(*tables)), 0, 5):
        code = compile(expression, "<expression>", "eval")
        names = {"np": np, "nan": float("nan"), "inf": float("inf")}
        try:
            both(lambda xp: eval(code, {**names, "xp": xp}), close=close)
        except Exception as error:
            raise AssertionError(expression) from error


def test_python_scalars_are_cast_under_the_rule(both):
    compare(
        both,
        spread("xp.add(xp.ones(2, '{d}'), {s}, casting='{c}')", d=DTYPES, s=SCALARS, c=CASTINGS),
        spread("xp.multiply(xp.ones(2, '{d}'), {s}, dtype='{t}', casting='{c}')", d=DTYPES, s=SCALARS, c=CASTINGS,
               t=["?", "i1", "u8", "f4", "c8"]),
        spread("xp.add(xp.ones(2, '{d}'), {s}, out=xp.zeros(2, '{t}'))", d=DTYPES, s=SCALARS, t=DTYPES),
        spread("xp.less(xp.ones(2, '{d}'), {s}, casting='safe')", d=DTYPES, s=SCALARS),
        spread("xp.add(xp.ones(2, '{d}'), {s}, dtype='i4', where=xp.array([True, True]))", d=DTYPES, s=SCALARS),
    )  # fmt: skip


def test_python_scalars_that_are_copied_or_assigned(both):
    copied = "(lambda a: (xp.copyto(a, {s}{more}), a)[1])(xp.zeros(2, '{d}'))"
    mores = [f", casting='{casting}'" for casting in CASTINGS] + [", where=xp.array([True, False])"]
    compare(
        both,
        spread(copied, d=DTYPES, s=SCALARS, more=mores),
        spread("xp.{f}(xp.ones(3, '{d}'), initial={s})", d=DTYPES, s=SCALARS, f=["sum", "prod", "max", "add.reduce"]),
        spread("xp.array({s}, dtype='{d}')", d=DTYPES, s=[*SCALARS, "nan", "inf"]),
        spread("xp.select([xp.array([True, False])], [xp.ones(2, '{d}')], default={s})", d=DTYPES, s=SCALARS),
    )


def test_operands_are_cast_under_the_rule(both):
    pairs = {"d": DTYPES, "t": DTYPES, "c": CASTINGS}
    compare(
        both,
        spread("xp.{f}(xp.ones(2, '{d}'), xp.ones(2, '{t}'), casting='{c}')", f=["add", "power", "logical_and", "divide"], **pairs),
        spread("xp.matmul(xp.ones((2, 2), '{d}'), xp.ones((2, 2), '{t}'), casting='{c}')", **pairs),
        spread("xp.matmul(xp.ones((2, 2), '{d}'), xp.ones((2, 2), '{d}'), dtype='{t}', casting='{c}')", **pairs),
        spread("xp.{f}(xp.ones(2, '{d}'), casting='{c}')", f=["sqrt", "absolute", "negative", "isnan"], d=DTYPES, c=CASTINGS),
    )


NEGATIVE = ["xp.array([-1], '{e}')", "xp.array([2, -1, 3], '{e}')", "xp.array(-1, '{e}')", "xp.array([[1], [-2]], '{e}')"]


def test_integers_to_negative_powers(both):
    base = "xp.array([3, 2, 0]).astype('{d}')"
    exponents = ["-1", "2", "0", "-2.0", "np.int64(-3)", "np.uint8(2)", "np.float32(-1)", "xp.array([2, 0, 3])", "xp.array([1.0, -1.0, 0.5])"]
    real = [dtype for dtype in DTYPES if dtype[0] != "c"]
    compare(
        both,
        spread(f"xp.power({base}, {{e}}{{more}})", d=real, e=exponents, more=["", ", dtype='f8'", ", dtype='i4'"]),
        spread(f"{base} ** {{e}}", d=real, e=exponents),
        spread(f"(lambda a: a.__ipow__({{e}}))({base})", d=real, e=exponents),
        spread("xp.power(xp.zeros((0, 3), 'i4'), xp.array([-1, 2, 3])), xp.power(xp.zeros(0, 'i4'), -1)"),
        # Under a mask that is false there, a negative exponent takes no part.
        spread("xp.power(xp.array([2, 3]), {e}, where=xp.array([True, False]), out=xp.zeros(2, int))", e=["xp.array([2, 2])"]),
        close=1e-12,
    )
    arrays = [exponent.format(e=dtype) for exponent in NEGATIVE for dtype in ["i1", "i8"]]
    compare(
        both,
        spread(f"xp.power({base}, {{e}})", d=["?", *INTEGERS, "f4"], e=arrays),
        spread(f"{base} ** {{e}}", d=["?", *INTEGERS, "f4"], e=arrays),
        spread("xp.power(xp.array([2, 3]), {e}, where=xp.array([True, {m}]), out=xp.zeros(2, int))",
               e=["xp.array([2, -1])", "-1", "np.int8(-1)", "xp.array([-1])"], m=[True, False]),
        spread("xp.power(xp.array([2, 3]), {e}, where=xp.array([False, False]), out=xp.zeros(2, int))",
               e=["-1", "np.int8(-1)", "xp.array([-1])"]),
        spread("xp.power({b}, {e}, dtype={d!r}, casting='unsafe')", b=["xp.array([2, 3])", "xp.array([2.5, 3.0])"],
               e=["xp.array([-1.0, 2.0])", "xp.array([1.5, 2.0])", "xp.array([2, 2 ** 63], 'u8')"], d=["i8", "u8", "f8"]),
        spread("xp.power.outer(xp.array([2, 3]), xp.array([2, {e}]))", e=[-1, 1]),
        spread("(lambda a: (xp.power.at(a, xp.array([0]), xp.array([{e}])), a)[1])(xp.full(2, 3))", e=[-1, 2]),
        spread("(xp.array([2, 3]) ** xp.array([{e}, 1])).sum()", e=[-1, 2]),
        close=1e-6,
    )


def test_powers_of_bool(both):
    bools = "xp.array([True, False])"
    compare(both, spread(bools + " ** {e}", e=["0", "1", "2", "3", "2.0", "True", "np.int8(2)", bools]), close=1e-12)


SHAPES = [(3,), (1, 3), (2, 3), (2, 1), (4, 3), (2, 2, 3), (0,), (0, 3), (3, 3), ()]
BROAD_OPERANDS = ["xp.arange(3.0)", "xp.arange(3.0)[None]", "xp.arange(2.0)[:, None]", "xp.arange(6.0).reshape(2, 3)", "xp.asarray(2.0)", "xp.zeros((0, 3))"]
UFUNC_OUTPUTS = [
    "xp.add({a}, 1, out={o})", "xp.add({a}, {a}, out={o})", "xp.add({a}, xp.arange(3.0), out={o})", "xp.negative({a}, {o})",
    "xp.modf({a}, out=({o}, None))[0]", "xp.modf({a}, out=(xp.zeros((2, 3)), {o}))[0]", "xp.clip({a}, 0, 1, out={o})",
    "xp.add({a}, 1, out={o}, where=xp.array([True, False, True]))", "xp.add({a}, 1, out={o}, where=xp.array([[True], [False]]))",
    "xp.round({a}, 1, out={o})", "xp.round({a}, 0, out={o})", "xp.round(xp.asarray({a}).astype(int), 0, out={o}.astype(int))",
    "xp.multiply.outer({a}, xp.arange(3.0), out={o})", "xp.outer({a}, xp.arange(3.0), out={o})",
]  # fmt: skip
OTHER_OUTPUTS = [
    "xp.{f}({a}, axis=0, out={o})", "xp.{f}({a}, axis=-1, out={o})", "xp.{f}({a}, out={o})", "xp.{f}({a}, axis=0, keepdims=True, out={o})",
]  # fmt: skip


def test_outputs_that_are_broader_than_the_operands(both):
    outputs = [f"xp.full({shape}, 9.0)" for shape in SHAPES]
    reductions = ["sum", "max", "all", "mean", "var", "std", "ptp", "nansum", "nanmean", "nanmax"]
    for template in UFUNC_OUTPUTS:
        compare(both, spread(template, a=BROAD_OPERANDS, o=outputs))
    for template in OTHER_OUTPUTS:
        compare(both, spread(template, a=BROAD_OPERANDS, o=outputs, f=reductions), close=1e-15)
    products = ["xp.ones((2, 3))", "xp.ones(3)", "xp.ones((2, 2, 3))"]
    outputs = [f"xp.zeros({shape})" for shape in [(2, 4), (1, 2, 4), (5, 2, 4), (2, 2, 4), (5, 4), (2, 1, 4)]]
    compare(both, spread("xp.matmul({a}, xp.ones((3, 4)), out={o})", a=products, o=outputs))
    compare(both, spread("xp.dot({a}, 2.0, out={o})", a=["xp.ones(3)", "xp.asarray(1.0)"], o=["xp.ones(3)", "xp.ones((2, 3))"]))


MASKS = ["xp.array([1, 0, 1])", "xp.array([1.0, 0, 1])", "xp.array([1, 0, 1], 'u1')", "[1, 0, 1]", "[True, False, True]", "True",
         "np.bool_(True)", "xp.asarray(1)", "xp.asarray(True)", "(True, False, True)", "xp.array([True, False])", "xp.array([[True], [False]])"]  # fmt: skip


def test_masks(both):
    calls = [
        "xp.add(xp.arange(3), 1, where={m}, out=xp.zeros((2, 3), int))", "xp.add.reduce(xp.arange(3.0), where={m})",
        "xp.max(xp.arange(3.0), where={m}, initial=0)", "(lambda a: (xp.copyto(a, 7, where={m}), a)[1])(xp.zeros((2, 3)))",
        *spread("xp.{f}(xp.arange(3.0), where={{m}})", f=["sum", "prod", "any", "mean", "var", "std", "nanmean", "nanvar", "nanstd"]),
    ]  # fmt: skip
    compare(both, *[spread(call, m=MASKS) for call in calls], close=1e-15)


def test_a_mask_without_an_output_leaves_the_rest_unset():
    x, mask = np.arange(6.0).reshape(2, 3), np.array([True, False, True])
    ours, allowed = cp.array(x), cp.array(mask)
    for name, operands in [("add", 2), ("negative", 1), ("less", 2), ("modf", 1), ("frexp", 1), ("divmod", 2)]:
        got = getattr(cp, name)(*[ours + 1] * operands, where=allowed)
        expected = getattr(np, name)(*[x + 1] * operands)
        for one, other in zip(got if isinstance(got, tuple) else (got,), expected if isinstance(expected, tuple) else (expected,)):
            assert one.shape == other.shape and one.dtype == other.dtype
            np.testing.assert_array_equal(one.get()[:, mask], other[:, mask])
    # One output that is given, and one that is not.
    out = cp.full((2, 3), 9.0)
    fraction, whole = cp.modf(ours + 0.25, out=(out, None), where=allowed)
    assert fraction is out
    assert_same(out, np.where(mask, 0.25, 9.0) + np.zeros((2, 1)))
    np.testing.assert_array_equal(whole.get()[:, mask], x[:, mask])


LAYOUTS = ["xp.zeros({s}, 'f4')", "xp.zeros({s}, 'f4', order='F')", "xp.zeros({s}, 'f4')[..., ::-1]", "xp.zeros((*{s}, 4), 'f4')[..., ::2]",
           "xp.moveaxis(xp.zeros((*{s}, 4), 'f4'), -1, 0)", "xp.swapaxes(xp.zeros((*{s}, 4, 2), 'f4'), -1, 0)"]  # fmt: skip
COPIES = ["({m}).copy(order='{o}')", "({m}).ravel('{o}')", "({m}).flatten('{o}')", "({m}).astype('f8', order='{o}')", "xp.copy({m}, order='{o}')",
          "xp.zeros_like({m}, order='{o}')", "xp.empty_like({m}, order='{o}')", "xp.add({m}, 1, order='{o}')", "xp.add({m}, {m}, order='{o}')",
          "xp.sin({m}, order='{o}')", "xp.modf({m}, order='{o}')[1]", "xp.less({m}, 1, order='{o}')", "xp.add({m}, 1, dtype='f8', order='{o}')",
          "xp.negative({m}, order='{o}', where=xp.asarray(True))"]  # fmt: skip


def test_orders_are_kept_in_strides(both):
    # Older versions of NumPy give new arrays without elements other strides.
    empty = [(0, 3), (3, 0), (2, 0, 3)] if np.zeros((0, 3)).strides == (0, 0) else []
    for layout in LAYOUTS:
        made = list(spread(layout, s=[(2, 3), (2, 3, 4), *empty]))
        for copy in COPIES:
            compare(both, spread(copy + ".strides", m=made, o="CFAK"))
    compare(both, spread("xp.broadcast_to(xp.zeros((2, 3)), (4, 2, 3)).copy(order='{o}').strides", o="CFAK"))
    if empty:
        compare(both, spread("xp.zeros((2, 0)).reshape({s}).strides", s=[(0, 5), (3, 0), (0,), (2, 0)]))


def test_orders_of_elements(both):
    x = np.arange(24).reshape(2, 3, 4)
    views = [lambda a: a, lambda a: a.T, lambda a: a[:, ::-1], lambda a: a[..., ::2], lambda a: a.transpose(1, 0, 2), lambda a: a.transpose(2, 0, 1)]
    for view, order in itertools.product(views, "CFAK"):
        both(lambda xp, a: view(a).ravel(order), x)
        both(lambda xp, a: view(a).flatten(order), x)
        both(lambda xp, a: view(a).copy(order), x)

        def raveled(xp, a):
            view(a).ravel(order)[...] = 0
            return a

        # Views in NumPy are views here, and copies are copies.
        both(raveled, x)


def test_names_of_orders(both):
    orders = ["'nonsense'", "None", "1", "'c'", "'f'", "'K'", "''", "'CF'", "b'F'", "'a'"]
    calls = ["xp.add(xp.ones((2, 3)), 1, order={o})", "xp.sin(xp.ones((2, 3)), order={o})", "xp.add.outer(xp.ones(2), xp.ones(3), order={o})",
             "xp.ones((2, 3)).copy({o})", "xp.ones((2, 3)).flatten({o})", "xp.ones((2, 3)).reshape(6, order={o})"]  # fmt: skip
    compare(both, *[spread(call + ".strides", o=orders) for call in calls])
    compare(both, spread("xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), order={o}).strides", o=[o for o in orders if o[0] != "b"]))
    a = ["xp.ones((2, 3))", "xp.ones((3, 2)).T", "xp.ones((4, 2, 3))", "xp.ones(3)"]
    b = ["xp.ones((3, 2))", "xp.ones((2, 3)).T", "xp.ones(3)", "xp.ones((4, 3, 5))"]
    compare(both, spread("xp.matmul({a}, {b}, order='{o}').strides", a=a, b=b, o="CFAK"))


REDUCTIONS = ["sum", "prod", "max", "any", "all", "argmax", "argmin", "mean", "var", "std", "ptp", "nansum", "nanmax", "nanmean", "nanvar",
              "count_nonzero", "average", "cumsum", "cumprod", "add.reduce", "logical_or.reduce", "add.accumulate", "squeeze"]  # fmt: skip


def test_axes_of_arrays_that_have_none(both):
    axes = ["0", "-1", "1", "-2", "(0,)", "(-1,)", "(0, -1)", "None", "2**70"]
    numbers = ["xp.asarray(5.0)", "xp.asarray(5)", "xp.arange(3.0)"]
    for name in REDUCTIONS:
        # Functions that take one axis alone refuse a tuple in words of their own.
        one = name in ("argmax", "argmin", "cumsum", "cumprod", "add.accumulate")
        compare(both, spread(f"xp.{name}({{x}}, axis={{a}})", x=numbers, a=[a for a in axes if not one or a[0] not in "(N"]))
        if name in ("sum", "max", "mean", "any"):
            compare(both, spread(f"{{x}}.{name}(axis={{a}}, keepdims=True)", x=numbers, a=axes))
    compare(both, spread("xp.sum(xp.arange(3), axis={a})", a=["True", "[0]", "1.0", "'x'"]))


def test_moments_of_few_and_of_what_is_not_finite(both):
    numbers = ["nan", "inf", "-inf", "[nan]", "[inf]", "[inf, 1]", "[nan, 1]", "[[nan, 1], [inf, 2]]", "[inf, -inf]", "[2, 3]"]
    options = ["", "axis=()", "axis=0", "axis=-1", "keepdims=True"]
    call = "xp.{f}(xp.asarray({x}).astype('{d}'), {s})"
    dtypes = ["f2", "f4", "f8", "c8", "c16"]
    compare(both, spread(call, x=numbers, d=dtypes, s=options, f=["mean", "ptp", "nanmean"]), close=1e-3)
    both_ddof = [*options, "ddof=1", "ddof=2", "axis=(), ddof=1", "where=xp.asarray(False)"]
    compare(both, spread(call, x=numbers, d=dtypes, s=both_ddof, f=["var", "std", "nanvar", "nanstd"]), close=1e-3)


def test_moments_in_a_dtype_that_is_named(both):
    numbers = ["[3]", "[1, 2]", "[[1, 2], [3, 5]]", "3", "[1, 2, 3, 100]"]
    call = "xp.{f}(xp.array({x}).astype('{d}'), dtype='{t}'{more})"
    names = ["i4", "f4", "f8", "c8", "c16", "?"]
    compare(both, spread(call, x=numbers, d=DTYPES, t=names, f=["mean", "var", "std"], more=["", ", axis=0"]), close=1e-5)
    compare(both, spread(call, x=numbers, d=["i4", "f8", "c8"], t=names, f=["nanmean", "nanvar", "nanstd"], more=[""]), close=1e-5)


def test_average(both):
    weights = ["[1, -1, 0]", "[0, 0, 0]", "[1, 2, 3]", "[0.5, 0.5, -1.0]", "[nan, 1, 1]", "[[1, 2, 3], [0, 0, 0]]", "[[1, 1, 1], [2, 2, 2]]",
               "[1, 2]", "[]", "[1, 2j, 3]", "[True, False, True]"]  # fmt: skip
    arrays = ["xp.arange(3.0)", "xp.arange(6.0).reshape(2, 3)", "xp.arange(3)", "xp.zeros(0)", "xp.arange(3).astype('f4')", "xp.arange(3) * 1j"]
    more = ["", ", axis=0", ", axis=1", ", axis=-1", ", axis=(0, 1)", ", axis=(1, 0)", ", axis=()", ", axis=0, returned=True", ", keepdims=True"]
    compare(both, spread("xp.average({x}, weights=xp.array({w}){m})", x=arrays, w=weights, m=more), close=1e-6)
    compare(both, spread("xp.average(xp.zeros({s}){m})", s=[(2, 0), (0,), (2, 3)], m=more[:4]), close=1e-6)
    compare(both, spread("xp.average(xp.ones((2, 3, 4)), axis={a}, weights=xp.ones({s}))", a=[(0, 2), (2, 0), (1, 2)], s=[(2, 4), (4, 2), (3, 4)]))


def test_axes_of_tensordot(both):
    axes = ["([0, 0], [0, 1])", "([0, 1], [0, 0])", "([0, 1], [0, 1])", "([0, 1], [1, 0])", "1", "0", "2", "3", "-1", "([0], [0, 1])", "([-1, 1], [0, 1])",
            "(0, 0)", "((0,), (1,))", "([], [])", "([0, 2], [0, 1])", "(0,)", "'x'", "([0, 1], 0)", "(0, 1, 2)", "1.0"]  # fmt: skip
    compare(both, spread("xp.tensordot({a}, {b}, axes={x})", a=["xp.ones((2, 2))", "xp.ones((2, 2, 3))", "xp.ones((3, 3, 3))", "xp.ones(())"],
                         b=["xp.ones((2, 2))", "xp.ones((3, 2, 2))"], x=axes))  # fmt: skip


def test_round(both):
    array = "xp.array([0, 1, 25, 115]).astype('{d}')"
    compare(both, spread(f"xp.round({array}, {{n}})", d=DTYPES, n=[0, 1, -1, 2]), spread(f"{array}.round({{n}})", d=DTYPES, n=[1, -1]))
    compare(both, spread(f"xp.round({array}, {{n}}, out=xp.zeros(4, '{{t}}'))", d=DTYPES, n=[0, 1, -1], t=DTYPES))


def test_clip(both):
    given = ["2, 4, min=2", "2, 4, max=3", "2, min=1", "min=2, max=3", "min=2", "None, 4, min=2", "2, None, max=None", "None, None", "", "a_min=2",
             "a_min=2, a_max=4", "a_max=4", "2", "min=None, max=None", "None, 4", "4, 2"]  # fmt: skip
    compare(both, spread("xp.clip(xp.arange(6), {g})", g=given))
    limits = ["-5", "300", "2", "None", "1.5", "2**70", "-2**70", "1j", "True", "inf"]
    compare(both, spread("xp.clip(xp.array([0, 1, 3, 100]).astype('{d}'), {low}, {high})", d=DTYPES, low=limits, high=limits))
    compare(both, spread("xp.array([0, 1, 3, 100]).astype('{d}').clip({low}, 50)", d=DTYPES, low=[*limits, "xp.array(2, 'i1')", "np.int64(-5)"]))


def exact_powers(x, count):
    """The powers of floats as fractions."""
    return [fractions.Fraction(float(value)) ** count for value in x]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_powers_with_whole_exponents_are_within_one_unit_of_the_last_place(dtype):
    random = np.random.default_rng(12)
    info = np.finfo(dtype)
    for count in [2, 3, 4, 5, 6, 7, 8, 15, 16, 33, 63, 64, 65]:
        # Magnitudes whose powers do not leave the normal numbers, close to where units double, and roots of two.
        reach = min(abs(info.minexp), info.maxexp) / count * 0.95
        x = np.exp2(random.uniform(-reach, reach, 300)) * random.choice([-1, 1], 300)
        x = np.concatenate([x, 1 + random.uniform(0, 1e-3, 50), np.sqrt(2) * (1 + random.uniform(0, 1e-3, 50)), np.exp2(1 / count) * (1 - random.uniform(0, 1e-6, 50))])
        x = x.astype(dtype)
        ours = cp.array(x)
        in_place = ours.copy()
        in_place **= count
        out = cp.empty_like(ours)
        cp.power(ours, count, out=out)
        exponents = cp.full(x.shape, count, dtype)
        results = [ours**count, ours ** float(count), cp.power(ours, count), ours**exponents, in_place, out]
        for exact, values in zip(exact_powers(x, count), zip(*[result.get() for result in results])):
            assert len(set(values)) == 1
            error = abs(fractions.Fraction(float(values[0])) - exact) / fractions.Fraction(float(np.spacing(np.abs(values[0]))))
            assert error <= (4 if count > 64 else 0.51), (count, values[0], float(error))


def test_powers_at_the_edges_are_numpys(both):
    for dtype in ["float16", "float32", "float64"]:
        info = np.finfo(dtype)
        edges = [0.0, 1.0, np.inf, np.nan, info.tiny, info.smallest_subnormal, info.max, info.eps, 0.5, 2.0, 1.5]
        # Cubes that are subnormal, and that just overflow.
        edges += [np.cbrt(np.float64(info.tiny)) * 0.7, np.cbrt(np.float64(info.max)) * 1.01]
        x = np.array(edges + [-edge for edge in edges], dtype)
        for count in [2, 3, 4, 7, 10, 64]:
            expected, got = np.power(x, np.array(count, dtype)), (cp.array(x) ** count).get()
            assert got.dtype == expected.dtype
            numbers = ~np.isnan(expected)
            np.testing.assert_array_equal(np.signbit(got)[numbers], np.signbit(expected)[numbers])
            same = (got == expected) | (np.isnan(got) & np.isnan(expected))
            near = np.isfinite(got) & np.isfinite(expected) & (np.abs(got - expected) <= 1.01 * np.spacing(np.abs(expected)))
            assert (same | near).all(), (dtype, count, got[~(same | near)], expected[~(same | near)])
    z = np.array([1 + 2j, -0.5j, 0, 3, np.inf, complex(np.nan, 1)])
    for count in [-2, -1, 0, 1, 2, 3, 4, 7]:
        both(lambda xp, z: z**count, z[:4], close=1e-14)


def test_exponents_of_every_kind_in_one_array(both):
    x = np.tile(np.linspace(0.1, 9, 40), 20)
    y = np.resize([0, 1, 2, 3, 4.5, -1, 64, 65, -3, 0.5], x.size)
    both(lambda xp, x, y: xp.power(x, y), x, y, close=1e-13)
    both(lambda xp, x, y: xp.power(x, y)[:7] - xp.power(x[:7], y[:7]), x, y)


def test_bytes_of_an_array():
    for a in (np.arange(6.0).reshape(2, 3), np.arange(6, dtype="i4").reshape(2, 3).T, np.empty((3, 0, 4)), np.array(2.5), np.array(3, "i1"), np.array(True), np.array(1j)):
        assert bytes(cp.asarray(a)) == bytes(a)
    with pytest.raises(ValueError):
        bytes(cp.array(-3))


def test_complex_numbers_are_rounded_by_parts(both):
    numbers = np.array([complex(np.inf, 1.234), complex(1.256, np.nan), complex(np.nan, 1.5), complex(-0.5, 12.5), complex(1e300, -np.inf)])
    for decimals in (0, 1, 2, -1, 400):
        both(lambda xp, a: xp.round(a, decimals), numbers)  # noqa: B023
        both(lambda xp, a, out: xp.round(a, decimals, out=out), numbers, np.zeros(5, "c16"))  # noqa: B023
        both(lambda xp, a: xp.round(a.reshape(5, 1).T, decimals), numbers.astype("c8"))  # noqa: B023


def test_the_loop_of_a_dtype_takes_complex_operands(both):
    for dtype in ("c8", "c16", "f4", "f8", "i4"):
        a = np.array([3 + 4j, 1j]).astype(dtype) if dtype[0] == "c" else np.array([-3, 4], dtype)
        for wanted in ("f2", "f4", "f8", "c8", "c16", "i4"):
            for casting in ("no", "safe", "same_kind", "unsafe"):
                both(lambda xp, x: xp.absolute(x, dtype=wanted, casting=casting), a)  # noqa: B023


def test_new_arrays_cast_floats_where_assignments_refuse_them():
    for value in (1.5, -1, 7, True, np.float32(2.5), 2**40):
        for dtype in ("u4", "i2", "f4", "?"):
            for make in (lambda xp: xp.full((2, 3), value, dtype), lambda xp: xp.full_like(xp.zeros((2, 3), dtype), value)):  # noqa: B023
                same(make)
    # What an integer does not hold is the machine's: a float is no error, whatever it becomes.
    for value in (1e300, -1e300, np.nan, np.inf):
        for template in (cp.zeros(3, "u4"), cp.zeros((2, 3), "i2")):
            assert cp.full_like(template, value).shape == template.shape
            assert cp.full_like(template, value, shape=[2, 3]).dtype == cp.full((2, 3), value, template.dtype).dtype
    for value in ("np.nan", "1e300", "1j", "2**40", "[np.nan]", "-1", "1.5", "[1, 2]"):
        for places in ("0", "[]", "[0, 1]"):
            for call in (f"a.put({places}, {value})", f"xp.put(a, {places}, {value})"):
                same(lambda xp: (a := xp.zeros(2, "u2"), eval(call, {"xp": xp, "np": np, "a": a}))[0])  # noqa: B023


def test_dtypes_and_axes_that_take_part(both):
    both(lambda xp, a, out: xp.ptp(a, out=out), np.array([-32768, 32767, 4], "i2"), np.zeros((), "f8"))
    both(lambda xp, a, out: xp.ptp(a, axis=0, out=out), np.array([[2**31 - 1, 5], [-(2**31), 4]], "i4"), np.zeros(2, "c16"))
    for dtype in ("f2", "f4", "f8", "i1"):
        for ends in ((np.int8(0), np.int8(5)), (np.int8(3), np.int8(3)), (0, 5), (np.float32(0), 4), (np.int64(0), np.int8(2))):
            both(lambda xp, a: xp.histogram_bin_edges(a, range=ends), np.arange(4).astype(dtype))  # noqa: B023
    both(lambda xp, y, dx: xp.trapezoid(y, dx=dx), np.arange(4.0), np.arange(18.0).reshape(2, 3, 3))
    both(lambda xp, base: xp.logspace(1, xp.asarray(np.complex64(1j)), base=base), np.arange(1, 4, dtype="c8"), close=1e-14)
    both(lambda xp, base: xp.logspace(0.5, 2, num=4, base=base), np.array([2, 3], "f4"), close=1e-6)
    for axis in (-2, -1, 0, 1, 7):
        same(lambda xp: xp.lexsort([xp.asarray(3)], axis=axis))  # noqa: B023
        same(lambda xp: xp.roll(xp.arange(3), (), axis=axis))  # noqa: B023
    for axis in ([0], [0, 1], (0, 1), (1,), 0, None):
        same(lambda xp: xp.linalg.norm(xp.arange(6.0).reshape(2, 3), axis=axis))  # noqa: B023
    same(lambda xp: xp.linalg.norm(xp.arange(3.0), 2 - 1j))
    same(lambda xp: xp.linalg.matrix_rank(xp.zeros((2, 0)), hermitian=True))
    same(lambda xp: xp.pad(xp.arange(3), 1, constant_values={0: 1}))
    for call in (lambda xp: xp.triu(xp.asarray(2)), lambda xp: xp.tril(2.5, k=1)):
        same(call)


def same(call):
    """Both give the same, or raise the same class."""
    try:
        expected = call(np)
    except Exception as error:
        with pytest.raises(TypeError if isinstance(error, TypeError) else type(error)):
            call(cp)
        return
    assert_same(call(cp), expected)
