"""The games as one HTML page that needs no other file: a chart, the table, and the last boards as pictures."""

from __future__ import annotations

import base64
import datetime
import io
import os
import platform
from collections.abc import Sequence
from html import escape

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import NullFormatter, ScalarFormatter
from PIL import Image

import cuprust as cp
from cuprust._core import profiler as core
from cuprust._life.measure import MAX_FRAMES, MAX_SIDE, Game
from cuprust._life.profiling import Found, fused, shown, tables
from cuprust._life.table import HEADINGS, LEGEND, row

COLORS = {"naive": "#8a8a8a", "numpy": "#2f6db5", "cuprust": "#c8501e"}
LABELS = {"naive": "naive loops", "numpy": "NumPy", "cuprust": "cuprust"}

# The style of the profiler's page, and additions. The first cell of a row is its heading.
STYLE = core.STYLE + """
header, main { max-width: 1260px }
p { max-width: 75rem }
th { cursor: auto }
th:first-child, td:first-child { text-align: left }
.table { max-height: none }
.profile td, .profile th { white-space: nowrap }
.profile td:first-child { white-space: normal; min-width: 14rem; overflow-wrap: anywhere }
svg { width: 100%; max-width: 48rem; height: auto; color: var(--ink) }
.boards { display: flex; flex-wrap: wrap; gap: 1.2rem }
figure { margin: 0 }
figure img { width: 14rem; height: 14rem; image-rendering: pixelated; border: 1px solid var(--line); display: block }
figcaption { font-size: .85rem; color: var(--faint); max-width: 14rem }
@media (prefers-color-scheme: dark) { figure img { filter: invert(1) } }
@media (max-width: 600px) {
  .boards { gap: 1rem 4vw }
  figure img { width: 42vw; height: 42vw }
  figcaption { max-width: 42vw }
  .profile td:first-child, .profile th:first-child { min-width: 38vw; max-width: 38vw; border-right: 1px solid var(--line) }
}
"""

# matplotlib's colours are replaced by those of the page, which may be dark.
INK, FAINT = "#1d1d1d", "#e4e4e4"

def page(games: Sequence[Game], steps: int, seed: int, found: Found | None = None) -> str:
    """The page for `games` of `steps` generations each, with the tables of what was recorded."""
    heading = "".join(f"<th>{escape(name).replace(chr(10), '<br>')}</th>" for name in HEADINGS)
    rows = "\n".join(
        "<tr>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in row(game))
        + "</tr>"
        for game in games
    )
    boards = "\n".join(_figure(game) for game in games)
    random = any(game.board.name == "random" for game in games)
    profiled = _tables(found) if found else ""
    drawing = f"<h2>Time per step against board size, random boards</h2>\n{chart(games)}" if random else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Game of Life: naive loops, NumPy, cuprust</title>
<style>{STYLE}</style>
</head>
<body>
<header>
<h1>Game of Life: naive loops, NumPy, cuprust</h1>
</header>
<main>
<p>Each board was played for {steps} generations on a torus, with seed {seed}. All ways agree in every cell of every step.
Times are per step; {escape(LEGEND)}. The chart shows the best runs. cuprust ran on {escape(games[0].device)}.</p>
<p>{escape(machine())}</p>
{drawing}
<h2>Times</h2>
<div class="table"><table>
<thead><tr>{heading}</tr></thead>
<tbody>
{rows}
</tbody>
</table></div>
{profiled}
<h2>Boards</h2>
<p>A picture shows the first {min(MAX_FRAMES, steps + 1)} boards of a game. Of a board with more than {MAX_SIDE} cells a side it shows the last generation.</p>
<div class="boards">
{boards}
</div>
</main>
</body>
</html>
"""


def chart(games: Sequence[Game]) -> str:
    """Time per step against board size for the random boards, both axes logarithmic, as an SVG element."""
    inks = dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), INK)
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "life", "font.family": "sans-serif", "font.size": 13, **inks}):
        figure, axes = plt.subplots(figsize=(6.4, 4.2))
        for way, label in LABELS.items():
            points = sorted(
                (game.board.size, game.timings[way].best)
                for game in games
                if game.board.name == "random" and way in game.timings
            )
            if points:
                axes.plot(*zip(*points), marker="o", color=COLORS[way], label=label)
        axes.set_xscale("log")
        axes.set_yscale("log")
        sizes = sorted({game.board.size for game in games if game.board.name == "random"})
        axes.set_xticks(sizes)
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("cells along one side of the board")
        axes.set_ylabel("seconds per step")
        axes.grid(True, which="major", color=FAINT)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
        figure.tight_layout()
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        plt.close(figure)
    text = out.getvalue().replace(INK, "currentColor").replace(FAINT, "var(--line)")
    return text[text.index("<svg") :]


def picture(grid: np.ndarray) -> str:
    """A board of 0 and 1 as a PNG data URI: one pixel a cell, living cells black."""
    out = io.BytesIO()
    Image.fromarray(np.where(grid == 1, 0, 255).astype(np.uint8)).convert("1").save(out, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode("ascii")


def machine() -> str:
    """The processor, the date and the versions."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), model)
    except OSError:
        pass
    today = datetime.date.today().isoformat()
    return (
        f"Measured on {today} on {model} with {os.cpu_count()} threads; cuprust {cp.__version__}, NumPy {np.__version__}, "
        f"Python {platform.python_version()}. In a first run the system also provides the memory, page by page."
    )


def animation(frames: Sequence[np.ndarray]) -> str:
    """Boards of 0 and 1 one after another as an animated PNG in a data URI, ten a second."""
    images = [Image.fromarray(np.where(grid == 1, 0, 255).astype(np.uint8)).convert("1") for grid in frames]
    out = io.BytesIO()
    images[0].save(out, "PNG", save_all=True, append_images=images[1:], duration=100, loop=0)
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode("ascii")


def _tables(found: Found) -> str:
    """The tables of the profiling course, of NumPy's and cuprust's games. The name of a row, which is last in them, is first."""
    parts = ["<h2>What the profiler recorded</h2>"]
    for key, table in tables(found):
        parts.append(f"<h3>{escape(table['title'])}</h3>")
        if not table["rows"]:
            parts.append(f"<p>{escape(table['why'][0].upper() + table['why'][1:])}.</p>")
            continue
        columns = table["columns"][-1:] + table["columns"][:-1]
        heading = "".join(f"<th>{escape(column)}</th>" for column in columns)
        rows = [
            "<tr>" + "".join(f"<td>{escape(shown(cell, column))}</td>" for cell, column in zip(row[-1:] + row[:-1], columns)) + "</tr>"
            for row in table["rows"]
        ]
        body = f"<thead><tr>{heading}</tr></thead><tbody>{''.join(rows)}</tbody>"
        parts.append(f'<div class="table"><table class="profile">{body}</table></div>')
        if key == "kernels":
            parts.append(f"<p>{escape(fused(found))}</p>")
    return "\n".join(parts)


def _figure(game: Game) -> str:
    size = game.board.size
    moves = len(game.frames) > 1
    alive = int(game.final.sum())
    caption = f"{game.board.name}, {size} x {size}, {alive} cells alive at the end"
    source = animation(game.frames) if moves else picture(game.final)
    return (
        f'<figure><img src="{source}" alt="{escape(caption, quote=True)}">'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )
