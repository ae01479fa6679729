"""A random program with parts as functions of `fuse`: it runs twice, the second time from the recordings."""

import ast
import random

import cuprust as cp
from program import statement


class Parts:
    """The lines of a program, of which some in a row are a function each. Lines of `alone` are run as they are: those that raise, or
    look at elements."""

    def __init__(self, lines, alone):
        chance = random.Random("\n".join(lines))
        self.parts, bound, row = [], set(), []
        for place, line in enumerate(lines):
            loads, stores, removes = names_of(line)
            if place in alone or removes or "read(" in line:
                self.close(row, bound)
                row = []
                self.parts.append((line, None, (), (), (place,)))
                bound |= stores
                continue
            row.append((line, loads, stores, place))
            if chance.random() < 0.2:
                self.close(row, bound)
                row = []
        self.close(row, bound)

    def close(self, row, bound):
        """Makes a function of lines in a row."""
        if not row:
            return
        inside, arguments = set(), set()
        for _, loads, stores, _ in row:
            arguments |= loads & bound - inside
            inside |= stores
        arguments, results = sorted(arguments), sorted(inside)
        body = [line for line, *_ in row] + [f"return {', '.join(results)}{',' * (len(results) == 1)}" if results else "return ()"]
        text = f"def part({', '.join(arguments)}):\n" + "".join(f"    {line}\n" for line in body)
        self.parts.append((text, {}, arguments, results, [place for *_, place in row]))
        bound |= inside

    def run(self, names):
        """Runs the lines. Gives those of a function that looks at elements after all, and of which nothing has run then: whether a line
        does may depend on what is computed already."""
        for text, kept, arguments, results, places in self.parts:
            if kept is None:
                try:
                    exec(statement(text), names)
                except Exception:
                    pass
                continue
            if "part" not in kept:
                made = {name: names[name] for name in ("xp", "np", "odd", "elsewhere")}
                exec(statement(text), made)
                kept["part"] = cp.fuse(made["part"])
            try:
                names.update(zip(results, kept["part"](*[names[name] for name in arguments])))
            except TypeError as error:
                if "may not read" not in str(error):
                    raise
                return places
        return ()

    def programs(self):
        """The outcome of the functions."""
        return [text for _, kept, *_ in self.parts if kept for text in kept["part"].programs()]


def names_of(line):
    """The names that a line reads, binds and removes."""
    nodes = [node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Name)]
    chosen = lambda kind: {node.id for node in nodes if isinstance(node.ctx, kind)}
    own = {part.arg for part in ast.walk(ast.parse(line)) if isinstance(part, ast.arg)}
    loads = chosen(ast.Load) - own
    # `a += b` reads what it binds.
    loads |= {node.target.id for node in ast.walk(ast.parse(line)) if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}
    return loads, chosen(ast.Store), chosen(ast.Del)
