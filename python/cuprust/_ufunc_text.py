"""The signature of a ufunc, which is NumPy's, and its documentation with an example."""

from __future__ import annotations

import inspect
import itertools
from typing import Any

from cuprust import _core

# The dtypes of loops by their letters, in the order in which they are listed.
KINDS = {"bool": "?", "integers": "bhilqBHILQ", "floats": "efdg", "complex numbers": "FDG"}

# Operands for examples: the first with a finite and informative result is used.
NUMBERS = (0.25, 0.5, 2.0, 3.0, 1.5, -0.5)


def parameters(ufunc: Any) -> list[str]:
    """The names of the operands, as NumPy has them."""
    return ["x"] if ufunc.nin == 1 else [f"x{number}" for number in range(1, ufunc.nin + 1)]


def signature(ufunc: Any) -> inspect.Signature:
    """The signature of a ufunc."""
    parameter = inspect.Parameter
    out = None if ufunc.nout == 1 else (None,) * ufunc.nout
    keywords = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True, "signature": None}
    return inspect.Signature([
        *[parameter(name, parameter.POSITIONAL_ONLY) for name in parameters(ufunc)],
        parameter("out", parameter.POSITIONAL_OR_KEYWORD, default=out),
        *[parameter(name, parameter.KEYWORD_ONLY, default=default) for name, default in keywords.items()],
    ])  # fmt: skip


def documentation(ufunc: Any) -> str:
    """The documentation of a ufunc: how it is called, what it computes, its dtypes, and an example that was computed on the CPU."""
    names = parameters(ufunc)
    operands = "`x` is an array or a number" if ufunc.nin == 1 else f"{_listed(names)} are arrays or numbers, which are broadcast"
    written = "`out` is an array that the result is written to" if ufunc.nout == 1 else f"`out` is a tuple of {ufunc.nout} arrays that the results are written to"
    parts = [
        f"{ufunc.__name__}{signature(ufunc)}",
        ufunc._summary,
        f"{operands}. There are loops for {_dtypes(ufunc)}. {written}, `where` a mask of the elements that are computed; `casting`, "
        "`order`, `dtype` and `signature` are NumPy's. `subok` has no effect.",
    ]
    if ufunc._aliases:
        parts.append(f"Other names: {', '.join(f'`{alias}`' for alias in ufunc._aliases)}.")
    example = _example(ufunc)
    return "\n\n".join([*parts, *([example] if example else [])])


def _listed(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _dtypes(ufunc: Any) -> str:
    first = {loop[0] for loop in ufunc.types}
    return ", ".join(kind for kind, letters in KINDS.items() if first.intersection(letters)) or "the dtypes of `types`"


def _example(ufunc: Any) -> str | None:
    """A call and its result."""
    loops = [loop.partition("->")[::2] for loop in ufunc.types]
    if ufunc.__name__.startswith("logical"):
        loops = [loop for loop in loops if "?" in loop[0]]
    # The loop that most programs use.
    inputs, outputs = min(loops, key=lambda loop: min(("dlq?D".find(letter) % 9 for letter in loop[0]), default=9))
    best = None
    for operands in _operands(inputs, outputs):
        text = ", ".join(one if isinstance(one, str) else f"cp.array({one})" for one in operands)
        text = text.replace("inf", "cp.inf").replace("nan", "cp.nan")
        if isinstance(operands[0], list) and isinstance(operands[0][0], complex) and not any("D" in loop for loop, _ in loops):
            continue
        values = [float(one) if isinstance(one, str) else one for one in operands]
        found = ufunc(*[_core.asarray(value, device="cpu") for value in values])
        results = [result.get() for result in (found if isinstance(found, tuple) else (found,))]
        module = "cp" if ufunc._module == "cuprust" else f"cp{ufunc._module.removeprefix('cuprust')}"
        example = f">>> {module}.{ufunc.__name__}({text})\n{found!r}"
        best = best or example
        if _says_something(values[0], results[0]):
            return example
    return best


def _says_something(operand: Any, result: Any) -> bool:
    """Whether a result is finite, is not the operand, and is not the same whole number twice."""
    if result.dtype.kind in "biu":
        return True
    if not abs(result).max() < 1e6 or (result == operand).all():
        return False
    return bool((abs(result - result.round()) > 1e-6).any() or (result[0] != result[-1] and abs(result).max() > 0))


def _operands(inputs: str, outputs: str) -> Any:
    """Operands that examples may have: lists that become arrays, and texts of numbers."""
    if inputs == "d" and outputs == "?":
        yield [[0.0, 1.5, float("inf"), float("nan")]]
    elif all(letter == "?" for letter in inputs):
        yield [[True, True, False], [True, False, False]][: len(inputs)]
    elif outputs == "?":
        yield [[1, 2, 3], [3, 2, 1]][: len(inputs)]
    elif len(inputs) <= 2:
        lists = {"d": ([0.25, 0.5], [2.0, 4.0]), "D": ([1 + 2j, 3 - 1j], [1j, 2 + 0j])}
        operands = [lists.get(letter, ([12, 10], [8, 6]))[place] for place, letter in enumerate(inputs)]
        yield operands
        if set(inputs) <= {"d"}:
            for first, second in itertools.product(((1.5, 2.0), (2.0, 3.0), (0.25, 0.5), (-0.5, 0.5), (-1.5, -0.5)), ((0.25, 0.5), (1.0, 2.0))):
                yield [list(first), list(second)][: len(inputs)]
            yield [[1 + 2j, 3 - 1j], [1j, 2 + 0j]][: len(inputs)]
    else:
        # If there are several operands, the last is an array.
        for numbers in itertools.product(NUMBERS, repeat=len(inputs)):
            *others, last = numbers
            yield [*map(repr, others), [last, last + 0.25]]
