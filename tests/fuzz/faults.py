"""Whether an exception of another class than NumPy's reports another fault: if a call has several, each module may report any of them."""

import ast
import copy
import re

# Replacements of an argument that may remove the fault that NumPy reported. Arrays are tame ones of these dtypes
# and shapes.
DTYPES = ["?", "i8", "u1", "f8", "c16"]
SHAPES = [(), (0,), (1,), (2,), (3,), (4,), (1, 3), (3, 1), (2, 3), (3, 3), (3, 4), (2, 3, 3), (2, 1, 2, 2)]
OTHERS = [
    "0", "1", "2", "3", "7", "-1", "0.5", "1.5", "(0,)", "(0, 1)", "(1, 2)", "(2, 3)", "[0, 1]", "[1, 2, 0]", "[0, 1, 2]", "((0, 1), (2, 0))", "True", "None",
    "slice(0, 2)", "'valid'", "'constant'", "'linear'", "'f8'", "[array(xp, 'f8', (3,), 1, 'tame', 'C')]", "[array(xp, '?', (3,), 1, 'tame', 'C')] * 2",
    "[array(xp, 'f8', (3,), 1, 'tame', 'C')] * 2", "[array(xp, 'f8', (3,), 1, 'tame', 'C')] * 4",
]  # fmt: skip


def tells_another_fault(text, ours, numpys, cuprusts):
    """Whether `ours`, the exception of cuprust in a call, tells of a fault that NumPy finds too, by the same class, once another argument is mended:
    the one that made NumPy tell of another fault first. `numpys` and `cuprusts` give the exception of a call, or None.
    """
    for variant in variants(text):
        own = cuprusts(variant)
        if own is not None and type(own) is type(ours) and without_numbers(own) == without_numbers(ours):
            theirs = numpys(variant)
            if theirs is not None and isinstance(own, public(theirs)):
                return True
    return False


def public(error):
    """The class of an exception of NumPy's: its own errors of ufuncs are type errors."""
    return TypeError if isinstance(error, TypeError) else type(error)


def without_numbers(error):
    """The text of an exception without dtypes, shapes and numbers."""
    return re.sub(r"(bool|u?int|float|complex)?-?\d+|\([\d, ]*\)|bool|array of shape \S+|shape \S+", "", str(error))


def variants(text):
    """The calls that differ from a call, or from one whose arrays have all another dtype or shape or whose numbers are arrays, in one argument:
    which is left out, is the same as an array, has another dtype or shape, or is another.
    """
    trees = [ast.parse(text, mode="eval")]
    paths = list(arguments(trees[0].body))
    for kind in (*DTYPES, *SHAPES, None):
        tree = copy.deepcopy(trees[0])
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "array" and kind is not None:
                node.args[1 if isinstance(kind, str) else 2] = ast.Constant(kind) if isinstance(kind, str) else ast.parse(repr(kind), mode="eval").body
        for path in paths if kind is None else ():
            node = reach(tree.body, path)
            if not isinstance(path[-1], str) and not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                tree = ast.parse(changed(tree, path, f"xp.asarray({ast.unparse(node)})"), mode="eval")
        trees.append(tree)
    alone = copy.deepcopy(trees[-1])
    if not any("changed" in path for path in paths):
        alone.body.keywords = []
        trees.append(alone)
    for tree in trees:
        yield ast.unparse(tree)
        for path in paths:
            if tree is alone and isinstance(path[-1], str):
                continue
            for other in substitutes(reach(tree.body, path)):
                yield changed(tree, path, other)
            if isinstance(path[-1], str):
                yield changed(tree, path, None)


def arguments(call, path=()):
    """The arguments of a call, and of the call within `changed`: indices of positional ones and names of keywords."""
    if isinstance(call.func, ast.Name) and call.func.id == "changed":
        yield from arguments(call.args[0].body, (*path, "changed"))
        yield (*path, 1)
        return
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
        yield (*path, -1)
    for place, argument in enumerate(call.args):
        if not (isinstance(argument, ast.Name) and argument.id == "a"):
            yield (*path, place)
    for keyword in call.keywords:
        yield (*path, keyword.arg)


def reach(call, path):
    for step in path:
        if step == "changed":
            call = call.args[0].body
        elif step == -1:
            call = call.func.value
        elif isinstance(step, int):
            call = call.args[step]
        else:
            call = next(keyword.value for keyword in call.keywords if keyword.arg == step)
    return call


def substitutes(node):
    """Texts of possible replacements of an argument."""
    text = ast.unparse(node)
    yield f"xp.asarray({text})"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "array":
        xp, _, _, seed, _, layout = (ast.unparse(part) for part in node.args)
        own_dtype, own_shape, own_kind = (ast.unparse(node.args[place]) for place in (1, 2, 4))
        for dtype in DTYPES:
            yield f"array({xp}, {dtype!r}, {own_shape}, {seed}, {own_kind}, {layout})"
        for shape in SHAPES:
            yield f"array({xp}, {own_dtype}, {shape}, {seed}, {own_kind}, {layout})"
    for dtype in DTYPES:
        for shape in SHAPES:
            yield f"array(xp, {dtype!r}, {shape}, 1, 'tame', 'C')"
    yield from OTHERS


def changed(tree, path, other):
    """The text of a call with another argument; without it if `other` is None."""
    tree = copy.deepcopy(tree)
    call = reach(tree.body, path[:-1])
    step = path[-1]
    value = None if other is None else ast.parse(other, mode="eval").body
    if step == -1:
        call.func.value = value
    elif isinstance(step, int):
        call.args[step] = value
    else:
        call.keywords = [keyword for keyword in call.keywords if keyword.arg != step]
        if value is not None:
            call.keywords.append(ast.keyword(step, value))
    return ast.unparse(tree)
