"""The examples of the guide run and give what the pages say."""

import doctest
import re

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


def test_every_page_is_in_the_list():
    listed = re.findall(r"^guide/(.+)$", (ROOT / "docs" / "index.md").read_text(), re.MULTILINE)
    assert sorted(f"{name}.md" for name in listed) == [page.name for page in PAGES]
