"""Writes `docs/reference.md` from the docstrings of the installed package: the modules and classes that the function table does not declare.

    python docs/reference.py            # write the page
    python docs/reference.py --check    # exit with 1 where the page is not what would be written
"""

import importlib
import inspect
import re
import sys
from pathlib import Path

PAGE = Path(__file__).with_name("reference.md")

HEAD = """# Kernels, devices, profiler, sparse matrices

The modules and classes beside the [functions](functions.md) and [ufuncs](ufuncs.md). Written from the package's docstrings by
`python docs/reference.py`: change the docstrings, not this page.
"""

# The chapters: of a module all public names, or those that are named.
CHAPTERS = [
    ("Kernels of your own", "cuprust", ["RawKernel", "RawModule", "ElementwiseKernel", "ReductionKernel", "fuse", "vectorize", "GeneralizedUFunc"]),
    ("Kernels in Python", "cuprust.jit", None),
    ("Profiler", "cuprust.profiler", None),
    ("Devices, streams, events, graphs", "cuprust.cuda", None),
    ("Memory hooks", "cuprust.cuda.memory_hooks", None),
    ("Page-locked memory", "cuprust.cuda.pinned_memory", None),
    ("Ranges for other profilers", "cuprust.cuda.nvtx", None),
    ("NVRTC", "cuprust.cuda.nvrtc", None),
    ("Collectives of arrays", "cuprust.distributed", None),
    ("Arrays on several devices", "cuprust.distributed.array", None),
    ("NCCL", "cuprust.cuda.nccl", None),
    ("CUDA's runtime", "cuprust.cuda.runtime", None),
    ("Sparse matrices", "cuprust.scipy.sparse", None),
    ("Linear algebra of sparse matrices", "cuprust.scipy.sparse.linalg", None),
    ("Orthogonal polynomials", "cuprust.scipy.special", [
        "legendre", "chebyt", "chebyu", "chebyc", "chebys", "jacobi", "laguerre", "genlaguerre", "hermite", "hermitenorm", "gegenbauer",
        "sh_legendre", "sh_chebyt", "sh_chebyu", "sh_jacobi",
    ]),  # fmt: skip
    ("Quasi-Monte Carlo", "cuprust.scipy.stats.qmc", None),
    ("Cooperative groups", "cuprust.jit.cg", None),
    ("Reductions of blocks and warps", "cuprust.jit.cub", None),
    ("Algorithms of a thread", "cuprust.jit.thrust", None),
]

# Names of modules that are written as a table: many functions with a sentence each.
SHORT = {"cuprust.cuda.runtime"}


def page() -> str:
    """The text of the page."""
    parts = [HEAD]
    seen: set[int] = set()
    for title, name, wanted in CHAPTERS:
        module = importlib.import_module(name)
        names = wanted or sorted(getattr(module, "__all__", [one for one in vars(module) if not one.startswith("_")]), key=str.lower)
        parts.append(f"\n## {title}\n\n`{name}`: {inline(first(module))}\n" if wanted is None else f"\n## {title}\n")
        found = [(one, getattr(module, one)) for one in names]
        found = [(one, value) for one, value in found if not inspect.ismodule(value)]
        values = [one for one, value in found if not callable(value)]
        calls = [(one, value) for one, value in found if callable(value)]
        if name in SHORT:
            parts.append("\n| name | what it does |\n|---|---|\n" + "".join(f"| `{one}{signature(value)}` | {cell(value)} |\n" for one, value in calls))
        else:
            for one, value in calls:
                # A class that two modules have is described once.
                if id(value) not in seen:
                    seen.add(id(value))
                    parts.append(entry(name, one, value))
        if values:
            parts.append(f"\nValues: {', '.join(f'`{one}`' for one in values)}.\n")
    return "".join(parts)


def entry(module: str, name: str, value: object) -> str:
    """What the page says of a function or class."""
    text = f"\n### {module}.{name}\n\n```python\n{name}{signature(value)}\n```\n\n{markdown(documentation(value))}\n"
    if inspect.isclass(value):
        rows = [f"| `{one}{signature(member, bound=True)}` | {cell(member)} |\n" for one, member in members(value)]
        if rows:
            text += "\n| member | what it does |\n|---|---|\n" + "".join(rows)
    return text


def members(value: type) -> list[tuple[str, object]]:
    """The public methods and properties that a class of the package has."""
    own = [one for one in value.__mro__ if one.__module__.split(".")[0] in ("cuprust", "cupy")]
    names = {name: member for one in reversed(own) for name, member in vars(one).items() if not name.startswith("_")}
    return [(name, getattr(value, name)) for name, member in sorted(names.items()) if documentation(getattr(value, name))]


def documentation(value: object) -> str:
    """The docstring of a value; of a number or text none."""
    return "" if isinstance(value, (int, float, str, tuple, dict, type(None))) else inspect.getdoc(value) or ""


def signature(value: object, bound: bool = False) -> str:
    """The parameters with their defaults, without their types, which the stubs have."""
    if not callable(value):
        return ""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "(..)"
    kept = [one.replace(annotation=one.empty) for one in found.parameters.values() if not (bound and one.name == "self")]
    text = str(found.replace(parameters=kept, return_annotation=found.empty))
    # Objects are shown by their class: an address differs from run to run.
    return re.sub(r"<([\w.]+)[^<>]* at 0x[0-9a-f]+>", r"<\1>", text)


def first(value: object) -> str:
    """The first paragraph of a docstring in one line."""
    return " ".join(documentation(value).partition("\n\n")[0].split())


def cell(value: object) -> str:
    return inline(first(value)).replace("|", "\\|")


def inline(text: str) -> str:
    """A text of a docstring as Markdown: what is in double backticks is code as well."""
    text = text.replace("``", "`")
    # What is outside of code is text: signs that Markdown would read are escaped.
    parts = text.split("`")
    return "`".join(part if place % 2 else re.sub(r"([*_<\[])", r"\\\1", part) for place, part in enumerate(parts))


def markdown(text: str) -> str:
    """A docstring as Markdown: paragraphs, and examples as blocks of code."""
    blocks = []
    for block in text.split("\n\n"):
        lines = block.split("\n")
        if lines[0].startswith(">>>"):
            blocks.append("```pycon\n" + block + "\n```")
        elif all(line.startswith("    ") for line in lines):
            blocks.append("```\n" + "\n".join(line[4:] for line in lines) + "\n```")
        elif any(line.startswith(">>>") for line in lines):
            place = next(place for place, line in enumerate(lines) if line.startswith(">>>"))
            blocks += [inline("\n".join(lines[:place])), "```pycon\n" + "\n".join(lines[place:]) + "\n```"]
        else:
            blocks.append(inline(block))
    return "\n\n".join(blocks)


if __name__ == "__main__":
    text = page()
    if "--check" in sys.argv[1:]:
        sys.exit(0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text else f"{PAGE} is not fresh: run python docs/reference.py")
    PAGE.write_text(text, encoding="utf-8")
