"""Draws images.png: runs the examples of the page on images and shows the arrays that they make.

python docs/guide/pictures/images.py       needs matplotlib
"""

import re
from doctest import DocTestParser
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

SHOWN = {"image": "gray", "smooth": "gray", "edges": "magma", "mask": "gray", "distances": "magma", "divided": "tab10"}


def main():
    here = Path(__file__).parent
    page = (here.parent / "images.md").read_text()
    names = {}
    for block in re.findall(r"```pycon\n(.*?)```", page, re.DOTALL):
        for example in DocTestParser().get_examples(block):
            exec(compile(example.source, "images.md", "single"), names)
    figure, axes = plt.subplots(2, 3, figsize=(9, 4.8), layout="constrained")
    for axis, (name, colours) in zip(axes.flat, SHOWN.items(), strict=True):
        axis.imshow(names[name].get(), cmap=colours)
        axis.set_title(name)
        axis.set_axis_off()
    figure.savefig(here / "images.png", dpi=100)


main()
