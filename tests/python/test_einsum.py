"""Sums of products by labels, equal to NumPy's: texts and lists, ellipses, diagonals, orders of contraction, views and errors."""

import numpy as np
import pytest
from conftest import assert_same, host, outcome

import cuprust as cp

EXTENTS = dict(zip("ijklmnab", (3, 4, 5, 2, 6, 3, 1, 7), strict=True))
TEXTS = [
    "i->i", "i->", "i", "ii", "ii->i", "ij->ji", "ji", "iij->j", "iij->ij", "iii->i", "ij->", "ijk->ki", "i,i", "i,i->i", "i,j", "i,j->ji",
    "ij,j", "ij,j->i", "ij,jk", "ij,jk->ik", "ij,kj->ik", "ji,jk->ki", "ij,ij->", "ij,ij->ij", "ijk,ikl->ijl", "ijk,ilk->lij",
    "kij,jk->ik", "ii,ij->j", "ij,kl->", "ij,kl->ijkl", "ij,jk,kl->il", "ij,jk,kl,lm->im", "i,i,i->i", "ij,ij,ij->j", "ijk,jl,km->ilm",
    "ij,jk,ki->", "a,a", "ia,aj->ij", "ij,->ji", ",->", "ijk,ijk,kl,lm->mj", "...i->...", "...i->i...", "...,...", "ij...,jk...->ik...",
    "i...j,j->i...", "...ij,...jk->...ik", "i...->...", " i j , j k -> i k ",
]  # fmt: skip


def close_to(dtype):
    """How close results are whose sums are rounded in another order."""
    return {2: 4e-3, 4: 2e-5, 8: 1e-11}[np.dtype(dtype).type(0).real.itemsize] if dtype.kind in "fc" else 0.0


def arrays(text, dtype="f8", extra=()):
    """Operands whose extents match a text; an ellipsis stands for `extra`."""
    rng = np.random.default_rng(len(text))
    made = []
    for term in text.replace(" ", "").split("->")[0].split(","):
        before, dots, behind = term.partition("...")
        shape = [EXTENTS[c] for c in before] + list(extra if dots else ()) + [EXTENTS[c] for c in behind]
        numbers = rng.integers(-4, 5, shape)
        made.append((numbers % 2 == 0) if dtype == "?" else numbers.astype(dtype))
    return made


def compare(*arguments, **options):
    """NumPy's and ours on the same operands: equal, or of one kind of exception."""
    ours = [cp.asarray(argument) if isinstance(argument, np.ndarray) else argument for argument in arguments]
    theirs, refused = outcome(lambda: np.einsum(*arguments, **options), read=False)
    got, own = outcome(lambda: cp.einsum(*ours, **options), read=False)
    if refused is not None:
        assert own is not None, (arguments, options, refused)
        assert isinstance(own, type(refused)) or isinstance(refused, type(own)), (repr(own), repr(refused))
        return
    assert own is None, (arguments[0], options, own)
    theirs = np.asarray(theirs)
    assert_same(np.asarray(host(got)), theirs, close_to(theirs.dtype), where=(arguments[0], options))


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_every_dtype(text):
    for dtype in ("f8", "f4", "c16", "i1", "u8", "i8", "?", "f2"):
        for optimize in (False, True, "optimal"):
            compare(text, *arrays(text, dtype, (2, 3)), optimize=optimize)


def test_an_ellipsis_is_broadcast():
    a, b = np.arange(24.0).reshape(2, 3, 4), np.arange(12.0).reshape(3, 4)
    for text in ("...j,...j->...", "...j,...j", "i...,...->i...", "...,...", "...ij,...j->...i"):
        compare(text, a, b)
    compare("...ij,...jk->...ik", np.ones((5, 1, 2, 3)), np.ones((4, 3, 2)))
    compare("...i->i", a)
    compare("i...->i...", np.float64(3))
    compare("...", np.array(3.0))


def test_extents_of_one_are_broadcast():
    compare("i,i", np.ones(1), np.arange(3.0))
    compare("ij,jk->ik", np.ones((3, 1)), np.arange(12.0).reshape(4, 3))
    compare("ij,ij->ij", np.ones((1, 4)), np.arange(12.0).reshape(3, 4))
    compare("ii->i", np.ones((1, 3)))


def test_lists_of_labels():
    a, b = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    compare(a, [0, 1], b, [1, 2])
    compare(a, [0, 1], b, [1, 2], [2, 0])
    compare(a, [30, 2])
    compare(a, [Ellipsis, 1], [1, Ellipsis])
    for wrong in ([0, 60], [0, -1], [0, "a"], [0, 1.5], [0], [0, 1, 2]):
        compare(a, wrong)


def test_layouts_of_operands_do_not_matter():
    a, b = np.arange(24.0).reshape(4, 6), np.arange(30.0).reshape(6, 5)
    for one, other in ((a[::-1, ::2], b[::2]), (a.T[:4].T, b[1:5]), (np.broadcast_to(a[:1], (4, 6)), b), (a[:0], b), (a[:, :0], b[:0])):
        compare("ij,jk->ik", one, other)
        compare("ij,jk->ki", one, other)
        compare("ij,jk->", one, other)


def test_orders_of_contraction_give_the_same():
    operands = arrays("ij,jk,kl,lm->im", "i8")
    expected = np.einsum("ij,jk,kl,lm->im", *operands)
    ours = [cp.asarray(own) for own in operands]
    for path in (
        ["einsum_path", (0, 1), (0, 1), (0, 1)], ["einsum_path", (2, 3), (1, 2), (0, 1)], ["einsum_path", (0, 1, 2, 3)],
        ["einsum_path", (0, 3), (0, 1), (0, 1)], ("greedy", 100), ("optimal", 1e9), "greedy", "optimal", True, False, None,
    ):  # fmt: skip
        assert (host(cp.einsum("ij,jk,kl,lm->im", *ours, optimize=path)) == expected).all(), path
    for wrong, raised in ((["einsum_path", (0, 1)], RuntimeError), (["einsum_path", (0, 9)], ValueError), ([(0, 1)], TypeError), (3, TypeError), ("no", (KeyError, ValueError))):
        with pytest.raises(raised):
            cp.einsum("ij,jk,kl,lm->im", *ours, optimize=wrong)


def test_dtype_casting_and_out():
    a, b = np.arange(6, dtype="i1").reshape(2, 3), np.full(3, 100, "i1")
    compare("ij,j", a, b)
    compare("ij,j", a, b, dtype="f4")
    compare("ij,j", a.astype("f8"), b, dtype="f4")
    compare("ij,j", a.astype("f8"), b, dtype="f4", casting="same_kind")
    compare("ij->ji", a, dtype="f4", casting="no")
    for order in "CFAK":
        result = cp.einsum("ijk->kij", cp.ones((2, 3, 4)), order=order)
        expected = np.einsum("ijk->kij", np.ones((2, 3, 4)), order=order)
        assert result.strides == expected.strides, order
    for dtype, casting in (("f4", "safe"), ("i8", "safe"), ("f4", "same_kind"), ("i1", "unsafe")):
        out, theirs = cp.zeros(2, dtype), np.zeros(2, dtype)
        _, refused = outcome(lambda: np.einsum("ij,j", a, b, out=theirs, casting=casting), read=False)
        got, own = outcome(lambda: cp.einsum("ij,j", cp.asarray(a), cp.asarray(b), out=out, casting=casting), read=False)
        assert (own is None) == (refused is None), (dtype, own, refused)
        assert refused is not None or got is out
        assert_same(host(out), theirs)
    x = cp.arange(9.0).reshape(3, 3)
    expected = np.einsum("ij,jk", host(x), host(x))
    assert cp.einsum("ij,jk", x, x, out=x) is x
    assert_same(host(x), expected)
    with pytest.raises(ValueError):
        cp.einsum("ij->ji", cp.ones((2, 3)), out=cp.zeros((2, 3)))


def test_of_one_operand_without_sums_it_is_a_view():
    a = cp.zeros((3, 3))
    cp.einsum("ii->i", a)[:] = 1
    cp.einsum("ij->ji", a)[0, 1] = 7
    assert_same(host(a), np.array([[1.0, 0, 0], [7, 1, 0], [0, 0, 1]]))


def test_what_is_wrong():
    a, b = np.ones((2, 3)), np.ones((3, 4))
    for arguments in (
        (), ("ij",), (a,), ("ij", a, b), ("ij,jk", a), ("i", a), ("ijk", a), ("ij->k", a), ("ij->ii", a), ("i1", a), ("i.j", a),
        ("..ij", a), ("ij->i->j", a), ("ij-i", a), ("ij>i", a), ("ij,jk->i,k", a, b), ("ij,ij", a, b), ("...i...", a), ("ii", a),
    ):  # fmt: skip
        compare(*arguments)
    for options in ({"nonsense": 1}, {"order": "Q"}, {"casting": "nonsense"}, {"dtype": "nonsense"}, {"out": 3}):
        compare("ij,jk", a, b, **options)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i4"])
def test_matrices_times_themselves(dtype):
    rng = np.random.default_rng(8)
    for rows, columns in ((33, 400), (100, 150), (300, 129)):
        a = rng.integers(-3, 4, (rows, columns)).astype(dtype)
        x = cp.asarray(a)
        for ours, theirs in ((x @ x.T, a @ a.T), (x.T @ x, a.T @ a), (x[::-1] @ x[::-1].T, a[::-1] @ a[::-1].T), (x @ x[::-1].T, a @ a[::-1].T)):
            np.testing.assert_array_equal(ours.get(), theirs)
        out = cp.zeros((2 * rows, rows), dtype)[::-2]
        cp.matmul(x, x.T, out=out)
        np.testing.assert_array_equal(out.get(), a @ a.T)
