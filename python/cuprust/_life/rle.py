"""Which cells live in a Life pattern file: a reader of the run-length-encoded (RLE) format.

A file is comment lines that start with ``#``, one header ``x = 3, y = 3, rule = B3/S23`` (the rule may be left
out), and runs: an optional count before ``b`` (dead), ``o`` (alive) or ``$`` (end of a row), up to ``!``. Lines may
be wrapped between runs, dead cells at the end of a row may be left out, and what follows ``!`` is not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

RULES = {"b3/s23", "23/3"}


class RleError(ValueError):
    """A pattern file that is not well formed; the text begins with the file, the line and the column."""

    def __init__(self, path: object, line: int, column: int, text: str) -> None:
        super().__init__(f"{path}:{line}:{column}: {text}")
        self.line = line
        self.column = column


@dataclass(frozen=True)
class Pattern:
    """A pattern: its name, its width and height in cells, and its living cells as (row, column)."""

    name: str
    path: str
    width: int
    height: int
    cells: tuple[tuple[int, int], ...]


def read_rle(path: str | Path) -> Pattern:
    """Read the pattern in the file `path`. Raises OSError where it cannot be read and RleError where it is bad."""
    return parse_rle(Path(path).read_text(encoding="utf-8", errors="replace"), path)


def parse_rle(text: str, path: str | Path = "<text>") -> Pattern:
    """The pattern written in `text`; `path` names it in errors, and names it where no ``#N`` line does."""
    name = Path(path).stem.replace("_", " ")
    size = None
    runs: list[tuple[int, str]] = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            if line.startswith("#N") and line[2:].strip():
                name = line[2:].strip()
        elif size is None:
            if line.strip():
                size = _read_header(line, path, number)
        else:
            runs.append((number, line))
            if "!" in line:
                break
    if size is None:
        raise RleError(path, len(lines) + 1, 1, "expected the header 'x = .., y = ..', found the end of the file")
    width, height = size
    return Pattern(name, str(path), width, height, _read_runs(runs, width, height, path, len(lines) + 1))


def _read_header(line: str, path: object, number: int) -> tuple[int, int]:
    at = 0

    def take(pattern: str, expected: str) -> str:
        nonlocal at
        at += len(line[at:]) - len(line[at:].lstrip())
        found = re.compile(pattern, re.IGNORECASE).match(line, at)
        if found is None:
            rest = repr(line[at]) if at < len(line) else "the end of the line"
            raise RleError(path, number, at + 1, f"expected {expected} in the header, found {rest}")
        at = found.end()
        return found.group()

    size = []
    for letter, what in (("x", "the width"), ("y", "the height")):
        take(letter, f"'{letter}'")
        take("=", "'='")
        start = at
        size.append(int(take(r"[0-9]{1,9}(?![0-9])", f"{what}, a whole number of at most nine digits,")))
        if size[-1] == 0:
            raise RleError(path, number, start + 2, f"expected {what} to be at least 1, found 0")
        if letter == "x":
            take(",", "','")
    if line[at:].strip():
        take(",", "',' or the end of the line")
        take("rule", "'rule'")
        take("=", "'='")
        rule = line[at:].strip()
        if rule.lower() not in RULES:
            column = at + len(line[at:]) - len(line[at:].lstrip()) + 1
            raise RleError(path, number, column, f"expected the rule B3/S23, the only one played here, found {rule!r}")
    return size[0], size[1]


def _read_runs(
    lines: list[tuple[int, str]], width: int, height: int, path: object, last: int
) -> tuple[tuple[int, int], ...]:
    cells: list[tuple[int, int]] = []
    row = column = 0
    for number, line in lines:
        digits = ""
        for at, character in enumerate(line, 1):
            if character.isdecimal() and character.isascii():
                digits += character
                if len(digits) > 9:
                    raise RleError(path, number, at, "expected a run count of at most nine digits")
                continue
            if character.isspace() and not digits:
                continue
            if character not in "bo$!" or (character == "!" and digits):
                expected = f"'b', 'o' or '$' after the run count {digits}" if digits else "a run count, 'b', 'o', '$' or '!'"
                raise RleError(path, number, at, f"expected {expected}, found {character!r}")
            if character == "!":
                return tuple(cells)
            count = int(digits) if digits else 1
            if count == 0:
                raise RleError(path, number, at - len(digits), "expected a run count of at least 1, found 0")
            digits = ""
            if character == "$":
                row, column = row + count, 0
                continue
            if row >= height:
                raise RleError(path, number, at, f"expected '!', as y = {height} rows are complete, found {character!r}")
            if column + count > width:
                raise RleError(
                    path, number, at, f"expected at most x = {width} cells in a row, found {column + count} in row {row + 1}"
                )
            if character == "o":
                cells.extend((row, column + offset) for offset in range(count))
            column += count
        if digits:
            expected = f"'b', 'o' or '$' after the run count {digits}"
            raise RleError(path, number, len(line) + 1, f"expected {expected}, found the end of the line")
    raise RleError(path, last, 1, "expected '!' after the last row, found the end of the file")
