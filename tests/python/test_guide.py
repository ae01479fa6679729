"""The examples of the guide run and give the results on the pages."""

import doctest
import re
import runpy

import pytest
from conftest import ROOT

PAGES = sorted((ROOT / "docs" / "guide").glob("*.md"))
# The pages that show no Python.
WITHOUT = {"limits.md"}


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_examples(page):
    blocks = re.findall(r"```pycon\n(.*?)```", page.read_text(), re.DOTALL)
    assert bool(blocks) != (page.name in WITHOUT)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_first_pages(page, capsys):
    """Their programs run, and their links and pictures exist."""
    path = ROOT / page
    text = path.read_text(encoding="utf-8")
    program = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    exec(compile(program, page, "exec"), {})
    assert capsys.readouterr().out
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert len(links) > 2 and [link for link in links if not (path.parent / link).exists()] == []


def test_the_chart_shows_the_measurements():
    chart = runpy.run_path(str(ROOT / "docs" / "guide" / "pictures" / "speed.py"))
    assert len(chart["figures"]()) == 14
    assert chart["drawing"]() == (ROOT / "docs" / "guide" / "pictures" / "speed.svg").read_text(encoding="utf-8"), "run docs/guide/pictures/speed.py"


def test_every_page_is_in_the_list():
    listed = re.findall(r"^guide/(.+)$", (ROOT / "docs" / "index.md").read_text(), re.MULTILINE)
    assert sorted(f"{name}.md" for name in listed) == [page.name for page in PAGES]
