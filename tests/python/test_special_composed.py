"""What `cuprust.scipy.special` has beside ufuncs of real numbers, against exact values."""

import mpmath
import numpy as np
import pytest
from conftest import LONG, host, parts
from special_composed import COMPOSED
from test_special import EXACT

import cuprust as cp
from cuprust.scipy import special

EPSILON = mpmath.mpf(2) ** -52


@pytest.mark.parametrize("name", COMPOSED)
def test_error(name):
    call, exact, draws, bound, beside = COMPOSED[name]
    random = np.random.default_rng(1)
    # Ranges share the arguments out in two to four parts.
    count = 2000 if LONG else 12
    operands = draws(random, count) if callable(draws) else [np.asarray(draw(random, count)) for draw in draws]
    got = [np.asarray(part) for part in parts(host(call(special, *map(cp.asarray, operands))))]
    with mpmath.workdps(40):
        for arguments, values in zip(zip(*operands), zip(*got)):
            arguments = [mpmath.mpc(complex(x)) if np.iscomplexobj(x) else mpmath.mpf(float(x)) for x in arguments]
            wanted = exact(*arguments)
            for value, want in zip(values, wanted if len(got) > 1 else [wanted]):
                if not 1e-290 < abs(want) < 1.7e308:
                    continue
                scale = beside(*arguments) if callable(beside) else max(abs(want), 1 if beside else 0)
                error = abs(mpmath.mpmathify(value.item()) - want) / scale / EPSILON
                assert error <= bound, f"{name}{arguments} is {value!r}, {float(error):.1f} units from {mpmath.nstr(want, 20)}"


def test_every_function_has_an_exact_one():
    """Beside the ufuncs of real numbers, and those that have tests of their own: zeros, and polynomials as objects."""
    elsewhere = {"bernoulli", "euler", "legendre_p_all", "assoc_legendre_p_all", "sph_legendre_p_all", "sph_harm_y_all", "sph_harm", "round", "btdtr", "btdtri", "psi", "jn", "wofz", "kelvin"}
    named = {name.split()[0] for name in COMPOSED} | set(EXACT) | elsewhere
    missing = {name for name in special.__all__ if name not in named and not name.endswith(("_zeros", "_roots")) and not name.startswith("roots_")}
    from special_bessel import COMPLEX
    from test_special_polynomials import FAMILIES

    assert missing == set(COMPLEX) - named | set(FAMILIES)


def newton(function, start):
    """A zero beside a float64, where the function takes the order of its derivative."""
    x = mpmath.mpf(float(start))
    for _ in range(4):
        x -= function(x, 0) / function(x, 1)
    return x


@pytest.mark.parametrize("name, function, slope", [("jn_zeros", mpmath.besselj, 0), ("jnp_zeros", mpmath.besselj, 1), ("yn_zeros", mpmath.bessely, 0), ("ynp_zeros", mpmath.bessely, 1)])
def test_zeros_of_bessel_are_exact(name, function, slope):
    for order in (0, 1, 10, 60) if LONG else (1, 10):
        zeros = host(getattr(special, name)(order, 40))
        with mpmath.workdps(35):
            for zero in zeros[[0, 1, 39]]:
                exact = newton(lambda x, n, order=order: function(order, x, derivative=slope + n), zero)
                assert abs(zero - exact) <= 2 * EPSILON * exact, (order, zero)


@pytest.mark.parametrize("name, function", [("ai_zeros", mpmath.airyai), ("bi_zeros", mpmath.airybi)])
def test_zeros_of_airy_are_exact(name, function):
    """The zeros, those of the derivative, the values there and the derivatives at the first ones.

    SciPy's errors are up to 460 units."""
    found = host(getattr(special, name)(50))
    with mpmath.workdps(35):
        for place in (0, 1, 10, 49):
            zero, other = newton(lambda x, n: function(x, derivative=n), found[0][place]), newton(lambda x, n: function(x, derivative=n + 1), found[1][place])
            for own, exact in zip(found, (zero, other, function(other), function(zero, derivative=1)), strict=True):
                assert abs(own[place] - exact) <= 4 * EPSILON * abs(exact), (name, place)
