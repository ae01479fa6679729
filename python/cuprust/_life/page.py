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
from cuprust._life.measure import FRAMES, LARGEST, Game
from cuprust._life.profiling import Found, shown, tables
from cuprust._life.table import HEADINGS, LEGEND, row

COLORS = {"naive": "#8a8a8a", "numpy": "#2f6db5", "cuprust": "#c8501e"}
LABELS = {"naive": "naive loops", "numpy": "NumPy", "cuprust": "cuprust"}

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d1d1d; background: #fff; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0 }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child, th:last-child, td:last-child { text-align: left }
svg { width: 100%; max-width: 48rem; height: auto }
.boards { display: flex; flex-wrap: wrap; gap: 1.2rem }
figure { margin: 0 }
figure img { width: 14rem; height: 14rem; image-rendering: pixelated; border: 1px solid #bbb; display: block }
figcaption { font-size: .85rem; color: #555; max-width: 14rem }
.wide { overflow-x: auto }
.wide table { font-size: .85rem; white-space: nowrap }
.profile th:first-child, .profile td:first-child { text-align: right }
h1 { line-height: 1.2 }
@media (max-width: 40rem) { body { margin: 1rem auto; font-size: 15px } h1 { font-size: 1.5rem } h2 { font-size: 1.2rem } th, td { padding: .2rem .4rem } .boards { gap: 1rem 4vw }
  figure img { width: 42vw; height: 42vw } figcaption { max-width: 42vw }
  .profile th:last-child, .profile td:last-child { position: sticky; right: 0; background: #fff; border-left: 1px solid #ddd; min-width: 38vw; max-width: 38vw;
    white-space: normal; overflow-wrap: anywhere } }
"""


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
<h1>Game of Life: naive loops, NumPy, cuprust</h1>
<p>{steps} generations of each board on a torus, seed {seed}. All ways agree in every cell of every step.
Times are per step. {escape(LEGEND)}. The chart shows the best runs. cuprust runs on {escape(games[0].device)}.</p>
<p>{escape(machine())}</p>
{drawing}
<h2>Times</h2>
<div class="wide"><table>
<thead><tr>{heading}</tr></thead>
<tbody>
{rows}
</tbody>
</table></div>
{profiled}
<h2>Boards</h2>
<p>The first {min(FRAMES, steps + 1)} boards of each game of {steps} generations; of boards of more than {LARGEST} cells a side, the last generation.</p>
<div class="boards">
{boards}
</div>
</body>
</html>
"""


def chart(games: Sequence[Game]) -> str:
    """Time per step against board size for the random boards, both axes logarithmic, as an SVG element."""
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "life", "font.family": "sans-serif", "font.size": 13}):
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
        axes.grid(True, which="major", color="#e4e4e4")
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
        figure.tight_layout()
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        plt.close(figure)
    text = out.getvalue()
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
    """The tables of the profiling course, of NumPy's and cuprust's games."""
    parts = ["<h2>What the profiler recorded</h2>"]
    for table in tables(found):
        heading = "".join(f"<th>{escape(column)}</th>" for column in table["columns"])
        rows = [
            "<tr>" + "".join(f"<td>{escape(shown(cell, column))}</td>" for cell, column in zip(row, table["columns"])) + "</tr>"
            for row in table["rows"]
        ]
        body = f"<thead><tr>{heading}</tr></thead><tbody>{''.join(rows)}</tbody>"
        parts.append(f'<h3>{escape(table["title"])}</h3><div class="wide"><table class="profile">{body}</table></div>')
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
