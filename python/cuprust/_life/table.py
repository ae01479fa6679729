"""What the terminal shows: a table of the games, and a progress bar where they take long enough to wait for."""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from cuprust._life.measure import Game

# Rough seconds per cell and step, used only for the length of the progress bar.
SECONDS_PER_CELL = {"naive": 2e-6, "numpy": 4e-8, "cuprust": 1e-8}


def seconds(value: float | None) -> str:
    """A time with three significant digits and the unit that suits it."""
    if value is None:
        return "-"
    # Rounded first, so that 999.9 us becomes 1 ms and not 1000 us.
    value = float(f"{value:.3g}")
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= scale:
            return f"{value / scale:g} {unit}"
    return f"{value / 1e-9:g} ns"


def ratio(value: float | None) -> str:
    """A speed-up with two or three significant digits."""
    return "-" if value is None else f"{value:.0f}x" if value >= 100 else f"{value:.3g}x"


HEADINGS = (
    "board", "size", "naive\nbest", "NumPy\nfirst", "NumPy\nbest", "cuprust\nfirst", "cuprust\nbest",
    "vs naive\nbest", "vs NumPy\nbest",
)  # fmt: skip

# The meaning of the headings.
LEGEND = "first: the first run, which also plans, compiles, and gets memory from the system; best: the fastest of three runs"


def row(game: Game) -> tuple[str, ...]:
    """One game as text, in the order of `HEADINGS`; times are per step."""
    naive = game.timings.get("naive")
    numpy, cuprust = game.timings["numpy"], game.timings["cuprust"]
    return (
        game.board.name,
        str(game.board.size),
        seconds(naive.best if naive else None),
        seconds(numpy.first),
        seconds(numpy.best),
        seconds(cuprust.first),
        seconds(cuprust.best),
        ratio(game.speedup("naive")),
        ratio(game.speedup("numpy")),
    )


def print_table(console: Console, games: Iterable[Game], steps: int) -> None:
    """Print the table of all games."""
    games = list(games)
    devices = ", ".join(sorted({game.device for game in games}))
    title = f"Game of Life, {steps} steps: time per step, and how many times faster cuprust is on {devices}"
    table = Table(title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in HEADINGS:
        words = heading == "board"
        # Only words may wrap on a narrow terminal; a number that is cut off is worse than none.
        table.add_column(heading, justify="left" if words else "right", no_wrap=not words, overflow="fold")
    for game in games:
        table.add_row(*row(game))
    console.print(table)
    console.print(LEGEND, highlight=False)


class Waiting:
    """A progress bar over planned work, in cells times steps for each way; absent where it should take under a second."""

    def __init__(self, console: Console, work: Iterable[tuple[str, int]]) -> None:
        total = sum(SECONDS_PER_CELL[way] * cells for way, cells in work)
        columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
        # Four refreshes a second keep the bar's thread out of the timings.
        absent = total < 1.0 or not console.is_terminal
        self._bar = Progress(*columns, console=console, transient=True, disable=absent, refresh_per_second=4)
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> Waiting:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def show(self, description: str) -> None:
        """Say what is being played now."""
        self._bar.update(self._task, description=description)

    def played(self, way: str, cells: int) -> None:
        """Move on by the work of one way."""
        self._bar.advance(self._task, SECONDS_PER_CELL[way] * cells)
