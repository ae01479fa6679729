"""Plays the Game of Life on the same boards with Python loops, NumPy and cuprust, and measures each.

Every step is compared cell by cell; a difference ends the program with exit code 1. The result is a table. ``--out``
also writes one page of HTML with a chart, the profiler's tables and the boards. ``--profile`` records the games
instead, prints the tables of a course on profiling and answers the questions of its exercise.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from pathlib import Path

from cuprust._terminal import Parser

SIZES = [10, 25, 50, 100, 250, 500, 1000]
PATTERNS = Path(__file__).resolve().parent / "patterns"


def main(argv: list[str] | None = None) -> int:
    """Run the experiment; the exit code is 0, or 1 for a difference or an input that cannot be used."""
    options = arguments().parse_args(argv)
    if options.device:
        # cuprust reads its default device once, when the first array is made.
        os.environ["CUPRUST_DEVICE"] = options.device
    missing = [name for name in needed(options) if importlib.util.find_spec(name) is None]
    if missing:
        print(f"life: {' and '.join(missing)} not found: pip install 'cuprust[life]'", file=sys.stderr)
        return 1
    try:
        return experiment(options)
    except KeyboardInterrupt:
        print("life: stopped", file=sys.stderr)
        return 130
    except MemoryError as error:
        print(f"life: not enough memory; try smaller --sizes or fewer --steps. {error}", file=sys.stderr)
        return 1


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = Parser(prog="cuprust life", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", type=positive, nargs="+", default=SIZES, metavar="N",
                        help="sides of the random boards (default: %(default)s)")
    parser.add_argument("--steps", type=positive, default=100, help="generations of each game (default: %(default)s)")
    parser.add_argument("--seed", type=seed, default=0, help="seed of the random boards (default: %(default)s)")
    parser.add_argument("--naive-to", type=int, default=100, metavar="N",
                        help="the largest board that the Python loops play (default: %(default)s)")
    parser.add_argument("--pattern", nargs="+", type=Path, metavar="FILE", help="RLE files to play instead of the patterns of the package")
    parser.add_argument("--pattern-size", type=positive, default=64, metavar="N",
                        help="side of the boards that patterns are played on (default: %(default)s)")
    parser.add_argument("--only-random", action="store_true", help="play no patterns")
    parser.add_argument("--device", choices=["cuda", "cpu", "ptx"], help="the device of cuprust (default: its default device)")
    parser.add_argument("--profile", action="store_true", help="record the random boards, print the tables and answers")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the HTML page to this file")
    return parser


def needed(options: argparse.Namespace) -> list[str]:
    """The packages that the experiment prints and draws with; cuprust itself brings NumPy."""
    draws = options.out and not options.profile
    return ["rich", *(["matplotlib", "PIL"] if draws else [])]


def positive(text: str) -> int:
    """A whole number of at least 1."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, found {text}")
    return value


def seed(text: str) -> int:
    """A seed that NumPy's generator takes."""
    value = int(text)
    if not 0 <= value < 2**32:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to 4294967295, found {text}")
    return value


def experiment(options: argparse.Namespace) -> int:
    """Read the boards, play them, print the table and write the page."""
    import cuprust as cp

    try:
        cp.cuda.Device()
    except (ImportError, RuntimeError, ValueError) as error:
        print(f"life: {f'--device {options.device}' if options.device else 'the device'} cannot be used: {error}", file=sys.stderr)
        return 1

    from rich.console import Console

    from cuprust._life.board import pattern_board, random_board
    from cuprust._life.measure import Disagreement, play
    from cuprust._life.rle import read_rle
    from cuprust._life.table import Waiting, print_table

    if options.profile:
        return recorded(options)

    boards = []
    if not options.only_random:
        try:
            paths = options.pattern or sorted(PATTERNS.glob("*.rle"))
            boards = [pattern_board(read_rle(path), options.pattern_size) for path in paths]
        except (OSError, ValueError) as error:
            print(f"life: {error}", file=sys.stderr)
            return 1
    if options.out and not options.out.resolve().parent.is_dir():
        print(f"life: --out: the folder {options.out.resolve().parent} does not exist", file=sys.stderr)
        return 1

    boards = [random_board(size, seed=options.seed) for size in sorted(set(options.sizes))] + boards
    console = Console()
    cells = [board.size**2 * options.steps for board in boards]
    naive = [board.size <= options.naive_to for board in boards]
    work = [(way, count) for count, slow in zip(cells, naive) for way in ("naive", "numpy", "cuprust") if slow or way != "naive"]
    games = []
    with Waiting(console, work) as waiting:
        for board, count, slow in zip(boards, cells, naive):
            waiting.show(f"{board.name} {board.size}")
            try:
                games.append(play(board, options.steps, slow, lambda way: waiting.played(way, count)))
            except Disagreement as error:
                print(f"life: {error}", file=sys.stderr)
                return 1
    print_table(console, games, options.steps)
    if options.out:
        from cuprust._life.page import page
        from cuprust._life.profiling import record

        found = record(sorted(set(options.sizes)), options.steps, options.naive_to, options.seed)
        try:
            options.out.write_text(page(games, options.steps, options.seed, found), encoding="utf-8")
        except OSError as error:
            print(f"life: --out: {error}", file=sys.stderr)
            return 1
        console.print(f"The page is {options.out}", highlight=False, soft_wrap=True)
    return 0


def recorded(options: argparse.Namespace) -> int:
    """Record the games, print the tables and the answers, and write the profiler's page."""
    from rich.console import Console

    from cuprust._life.profiling import print_profile, record

    console = Console()
    found = record(sorted(set(options.sizes)), options.steps, options.naive_to, options.seed)
    print_profile(console, found)
    if options.out:
        try:
            found.recording.html(options.out)
        except OSError as error:
            print(f"life: --out: {error}", file=sys.stderr)
            return 1
        console.print(f"The page is {options.out}", highlight=False, soft_wrap=True)
    return 0
