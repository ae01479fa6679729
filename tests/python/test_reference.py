"""The page of modules and classes is what their docstrings make it."""

import runpy

from conftest import ROOT

import cuprust as cp


def test_the_page_is_fresh():
    made = runpy.run_path(str(ROOT / "docs" / "reference.py"))["page"]()
    assert made == (ROOT / "docs" / "reference.md").read_text(encoding="utf-8"), "run python docs/reference.py"


def test_what_the_page_shows():
    write = runpy.run_path(str(ROOT / "docs" / "reference.py"))
    text = write["page"]()
    for name in ("cuprust.RawKernel", "cuprust.jit.rawkernel", "cuprust.profiler.profile", "cuprust.cuda.MemoryPool", "cuprust.scipy.sparse.csr_matrix"):
        assert f"\n### {name}\n" in text, name
    # Of a class its members with their parameters, without `self`; of an object as a default its class and no address.
    assert "| `get_function(name)` |" in text and " at 0x" not in text
    assert write["signature"](cp.profiler.benchmark).startswith("(func, args=(), kwargs={}, n_repeat=10000, *, name=None")
    assert write["markdown"]("A sum of ``a ** 2`` and *args.\n\n>>> 1\n1") == "A sum of `a ** 2` and \\*args.\n\n```pycon\n>>> 1\n1\n```"
