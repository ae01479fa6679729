"""Draws speed.svg from the tables of docs/measurements.md: Life and ten programs, as many times faster than CuPy and NumPy.

python docs/guide/pictures/speed.py
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
MEASUREMENTS = HERE.parents[1] / "measurements.md"

# What is drawn: a name, the row against CuPy on a GPU, and the row against NumPy on two cores with the place of the figure in its cell.
LIFE = "Life, 100 steps, N = 10 / 100 / 1000 / 4096"
SMALL = "a + b / add(a, b, out) / a[2:8] / a.sum() / float(a.sum()), 16 elements"
PROGRAMS = [
    ("Life, 10 x 10 cells", "life, 100 steps, N = 10", LIFE, 0),
    ("Life, 100 x 100", "life, 100 steps, N = 100", LIFE, 1),
    ("Life, 1000 x 1000", "life, 100 steps, N = 1000", LIFE, 2),
    ("Life, 4096 x 4096", "life, 100 steps, N = 4096", LIFE, 3),
    ("a + b of 16 elements", "a + b, 16 elements", SMALL, 0),
    ("float(a.sum()) of 16", "float(a.sum()), 16 elements", SMALL, 4),
    ("40 operations on 16", "chain of 40, 16 elements", "chain of 40, 16 elements", 0),
    ("GELU", "gelu chain, long", "gelu chain, 2e7 f64", 0),
    ("softmax of rows", "softmax of rows, square", "softmax of rows, 2000 x 2000 f64", 0),
    ("variance", "var, square", "var, 2000 x 2000 f64", 0),
    ("sum along axis 0", "sum axis 0, square", "sum, long / axis 0 / axis 1 / 256^3 f32", 1),
    ("argmax along axis 1", "argmax axis 1, square", "argmax axis 1, 2000 x 2000 f64", 0),
    ("running sum", "cumsum, long", "transpose copy / cumsum, long", 1),
    ("product of 1000 x 1000", "dot 1000 f64", "dot 1000 f64", 0),
]

ROW, LEFT, WIDTH, TOP = 22, 168, 250, 46
SPAN = 3  # powers of ten


def rows(heading, column):
    """The cells of a table's column by the text of the first one."""
    text = MEASUREMENTS.read_text(encoding="utf-8")
    part = text[text.index(f"### {heading}") :]
    cells = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in part.splitlines() if line.startswith("|")]
    first = next(place for place, row in enumerate(cells) if set(row[0]) == {"-"})
    table = []
    for row in cells[first + 1 :]:
        if row[0] == "work":
            break
        table.append(row)
    return {row[0]: row[column] for row in table}


def figures():
    """Of each program its name, and how many times CuPy's and NumPy's time is cuprust's: of two runs the lesser."""
    cupy, numpy = rows("What is called most (H100", 3), rows("What is called most (2026", 1)
    found = []
    for name, gpu, cpu, place in PROGRAMS:
        runs = re.findall(r"[\d.]+", numpy[cpu].split(" / ")[place])
        found.append((name, float(cupy[gpu]), min(map(float, runs))))
    return found


def bars(column, title, values, colour):
    """The bars of one comparison, on a logarithmic axis from a third to a thousand."""
    from math import log10

    x0 = LEFT + column * (WIDTH + 40)
    place = lambda value: x0 + WIDTH * (log10(value) + 0.5) / (SPAN + 0.5)  # noqa: E731
    height = TOP + ROW * len(values)
    parts = [f'<text x="{x0}" y="20" class="title">{title}</text>']
    for power in range(SPAN + 1):
        x = place(10**power)
        label = "level" if power == 0 else f"{10**power}x"
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height}" class="{"one" if power == 0 else "grid"}"/>')
        parts.append(f'<text x="{x:.1f}" y="{TOP - 12}" class="tick">{label}</text>')
    for number, value in enumerate(values):
        y, start, end = TOP + ROW * number, place(1), place(value)
        slower = value < 1
        parts.append(f'<rect x="{min(start, end):.1f}" y="{y + 3}" width="{abs(end - start):.1f}" height="{ROW - 7}" fill="{"#c0504d" if slower else colour}"/>')
        at, anchor = (min(start, end) - 4, "end") if slower else (end + 4, "start")
        parts.append(f'<text x="{at:.1f}" y="{y + 15}" text-anchor="{anchor}" class="value">{value:g}</text>')
    return parts


def drawing():
    """The text of the picture."""
    found = figures()
    width, height = LEFT + 2 * WIDTH + 90, TOP + ROW * len(found) + 8
    style = (
        "text{font:12px system-ui,sans-serif;fill:#1c2330}.title{font-weight:600;font-size:13px}.tick{fill:#5b6472;text-anchor:middle;font-size:11px}"
        ".grid{stroke:#d8dde6}.one{stroke:#5b6472}.name{text-anchor:end}"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        "<title>How many times faster cuprust is than CuPy on an H100 and than NumPy on two cores</title>",
        f'<style>{style}</style><rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (name, _, _) in enumerate(found):
        parts.append(f'<text x="{LEFT - 10}" y="{TOP + ROW * number + 15}" class="name">{name}</text>')
    parts += bars(0, "times as fast as CuPy, H100", [gpu for _, gpu, _ in found], "#2f6fb3")
    parts += bars(1, "times as fast as NumPy, two cores", [cpu for _, _, cpu in found], "#3c8d5a")
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    (HERE / "speed.svg").write_text(drawing(), encoding="utf-8")
