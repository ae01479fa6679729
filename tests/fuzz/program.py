"""Random array programs: lines of Python in which `xp` is NumPy or cuprust, made so that every result is exact.

A program is made while NumPy runs it, so that each line fits the arrays there are. Values are kept small integers, in
whatever dtype, so that sums do not depend on their order and both sides must agree to the last bit.
"""

import functools
import random

import numpy as np

from places import fold_at, gather, put

DTYPES = ["bool", "int8", "uint8", "int16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64",
          "complex64", "complex128"]
EXTENTS = [0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 17, 70]
MAX_ELEMENTS = 6000
MAX_INTEGER = 64
# float16 does not hold all larger integers.
MAX_HALF = 2048

NUMBERS = ["add", "subtract", "multiply", "maximum", "minimum"]
COMPARISONS = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or", "logical_xor"]
BITS = ["bitwise_and", "bitwise_or", "bitwise_xor"]
ONES = ["negative", "absolute", "square", "logical_not", "sign", "conjugate", "positive"]
FOLDS = ["sum", "max", "min", "any", "all", "argmax", "argmin", "count_nonzero"]


@functools.lru_cache(maxsize=256)
def statement(line):
    """A line's code, which takes longer to make than most lines take to run; each line runs three times."""
    return compile(line, "<program>", "exec")


def truths(bytes):
    """Bytes of bools that mean the same and are 0 or 1."""
    return np.not_equal(bytes, 0).astype("uint8")


def here(call, *arrays):
    """NumPy's counterpart of a call on another device: its result, in memory of its own."""
    return np.array(call(*arrays))


class Program:
    """Lines that have run on NumPy, and the arrays that are alive after them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.names = {"xp": np, "np": np, "odd": truths, "elsewhere": here}
        self.count = 0

    def arrays(self):
        """The arrays of `xp`; names that begin otherwise are NumPy's on both sides."""
        arrays = (np.ndarray, np.generic)
        return {name: value for name, value in self.names.items() if name[0] == "a" and isinstance(value, arrays)}

    def pick(self, where=lambda a: True):
        fitting = [name for name, value in self.arrays().items() if where(value)]
        return self.random.choice(fitting) if fitting else None

    def fresh(self):
        self.count += 1
        return f"a{self.count}"

    def run(self, line):
        """Runs a line on NumPy and keeps it, whether it raises or not; returns whether it did not raise."""
        self.lines.append(line)
        try:
            exec(statement(line), self.names)
        except Exception:
            return False
        return True

    def assign(self, expression):
        """Binds an expression's value to a new name, and maps it back to small integers if it is larger."""
        name = self.fresh()
        if not self.run(f"{name} = {expression}"):
            return
        self.tame(name)

    def tame(self, name):
        value = self.names[name]
        if value.size == 0 or value.dtype == bool:
            return
        if np.abs(value.real.astype(np.float64)).max() > MAX_INTEGER or (
            value.dtype.kind == "c" and np.abs(value.imag.astype(np.float64)).max() > MAX_INTEGER
        ):
            if not value.flags.writeable:
                # A scalar of NumPy's, which is read-only.
                self.run(f"del {name}")
            elif value.dtype.kind == "c":
                self.run(f"{name}[...] = 3")
            else:
                self.run(f"xp.remainder({name}, 7, out={name})")


def make(seed, steps, on_host=True):
    """A program of about this many steps; with memory shared with NumPy where the device's is the host's, else with operations
    on the other device."""
    program = Program(seed)
    kinds, weights = zip(*[(step, weight) for step, weight in STEPS if step is not (travel if on_host else share)])
    for _ in range(3):
        create(program)
    for _ in range(steps):
        program.random.choices(kinds, weights)[0](program)
        sizes = [value.size for value in program.arrays().values()]
        while len(sizes) > 12:
            delete(program)
            sizes.pop()
    return program


def shape_of(program):
    rank = program.random.choices([0, 1, 2, 3, 4], [1, 4, 5, 2, 1])[0]
    while True:
        shape = tuple(program.random.choice(EXTENTS) for _ in range(rank))
        if np.prod(shape, dtype=np.int64) <= MAX_ELEMENTS:
            return shape


def create(program):
    shape, dtype, r = shape_of(program), program.random.choice(DTYPES), program.random
    size = int(np.prod(shape, dtype=np.int64))
    kind = r.randrange(5)
    if kind == 0:
        expression = f"xp.{r.choice(['zeros', 'ones'])}({shape}, dtype='{dtype}')"
    elif kind == 1:
        expression = f"xp.full({shape}, {r.randrange(2, 6)}, dtype='{dtype}')"
    elif kind == 2 and dtype != "bool":
        expression = f"(xp.arange({size}) % {r.randrange(2, 9)}).astype('{dtype}').reshape({shape})"
    else:
        low = 0 if dtype[0] in "bu" else -5
        data = f"np.random.default_rng({r.randrange(1 << 30)}).integers({low}, 6, {shape}).astype('{dtype}')"
        expression = f"xp.asarray({data})"
    program.assign(expression)


def index(program, value):
    """A basic index into an array: slices of all signs, integers, newaxis, an ellipsis."""
    r, parts = program.random, []
    for extent in value.shape:
        kind = r.randrange(6)
        if kind == 0 and extent > 0:
            parts.append(str(r.randrange(-extent, extent)))
        elif kind == 1:
            parts.append(f"::{r.choice([-1, -2, 2, 3])}")
        elif kind == 2:
            parts.append(f"{r.randrange(0, extent + 1)}:")
        elif kind == 3:
            parts.append(f":{r.randrange(-1, extent + 2)}:{r.choice([1, 1, 2])}")
        else:
            parts.append(":")
        if r.random() < 0.08:
            parts.append("None")
    if parts and r.random() < 0.15:
        parts[r.randrange(len(parts)):] = ["..."]
    return ", ".join(parts) or "..."


def view(program):
    name = program.pick(lambda a: isinstance(a, np.ndarray))
    if name is None:
        return
    value, r = program.names[name], program.random
    kind = r.randrange(8)
    if kind < 3:
        # An index of a single element gives a scalar of NumPy's, and a view of cuprust's; the ellipsis makes both
        # views.
        where = index(program, value)
        expression = f"{name}[{where if '...' in where else where + ', ...'}]"
    elif kind == 3:
        expression = f"{name}.T"
    elif kind == 4:
        axes = list(range(value.ndim))
        r.shuffle(axes)
        expression = f"xp.transpose({name}, {tuple(axes)})"
    elif kind == 5:
        expression = f"{name}.reshape({reshaped(program, value.size)})"
    elif kind == 6:
        shape = (*[r.randrange(1, 4) for _ in range(r.randrange(2))], *value.shape)
        if np.prod(shape) > MAX_ELEMENTS:
            return
        expression = f"xp.broadcast_to({name}, {tuple(int(e) for e in shape)})"
    else:
        expression = f"xp.flip({name}, {r.randrange(value.ndim)})" if value.ndim else f"{name}[None]"
    new = program.fresh()
    program.run(f"{new} = {expression}")


def reshaped(program, size):
    if size == 0:
        return (0, program.random.randrange(1, 3))
    shape, rest = [], size
    for factor in (2, 3, 5, 7):
        if rest % factor == 0 and program.random.random() < 0.6:
            shape.append(factor)
            rest //= factor
    shape.insert(program.random.randrange(len(shape) + 1), rest)
    return tuple(shape)


def copy(program):
    name = program.pick()
    if name is None:
        return
    value, r = program.names[name], program.random
    kind = r.randrange(4)
    if kind == 0:
        program.assign(f"{name}.copy()")
    elif kind == 1:
        target = r.choice(DTYPES)
        if target[0] == "u" and value.dtype.kind in "fc" or value.dtype.kind == "c" and target[0] != "c":
            return
        program.assign(f"{name}.astype('{target}')")
    elif kind == 2 and value.ndim:
        axis = r.choice([None, r.randrange(value.ndim), -1])
        program.assign(f"xp.roll({name}, {r.randrange(-4, 5)}, axis={axis})")
    elif value.ndim >= 2:
        axes = r.sample(range(value.ndim), 2)
        program.assign(f"xp.roll({name}, ({r.randrange(-3, 4)}, {r.randrange(-3, 4)}), axis={tuple(axes)})")


def partner(program, value):
    """Another operand that broadcasts with this one: an array's name or a number."""
    r = program.random
    if r.random() < 0.3:
        return str(r.choice([0, 1, 2, 3, -1, 2.0, True]))

    def fits(other):
        try:
            return np.prod(np.broadcast_shapes(value.shape, other.shape)) <= MAX_ELEMENTS
        except ValueError:
            return False

    return program.pick(fits) or "2"


def binary(program):
    name = program.pick()
    if name is None:
        return
    value, r = program.names[name], program.random
    other = partner(program, value)
    operation = r.choice(NUMBERS + NUMBERS + COMPARISONS + BITS)
    operands = (name, other) if r.random() < 0.5 else (other, name)
    program.assign(f"xp.{operation}({operands[0]}, {operands[1]})")


def unary(program):
    name = program.pick()
    if name is not None:
        program.assign(f"xp.{program.random.choice(ONES)}({name})")


def travel(program):
    """An operation on another device, of arrays that are moved there and back."""
    name = program.pick(lambda a: isinstance(a, np.ndarray))
    if name is None:
        return
    value, r = program.names[name], program.random
    other = program.pick(lambda a: isinstance(a, np.ndarray) and a.shape == value.shape)
    call = r.choice([f"a {r.choice(['+', '*', '<'])} b", "a[..., ::-1]" if value.ndim else "a", "xp.where(a == b, a, 3)", "a"])
    program.assign(f"elsewhere(lambda a, b: {call}, {name}, {other})")


def choose(program):
    name = program.pick()
    if name is None:
        return
    value = program.names[name]
    # Whether `where` refuses a number out of the dtype's range depends on NumPy's version.
    other = partner(program, value).replace("-1", "3")
    program.assign(f"xp.where({name} {program.random.choice(['>', '==', '<='])} 1, {name}, {other})")


def has_exact_sums(value):
    """Whether every sum of some of the elements is exact: larger integers in float16 depend on where a device rounds."""
    return value.dtype != np.float16 or np.abs(value.astype(np.float64)).sum() <= MAX_HALF


def fold(program):
    name = program.pick()
    if name is None:
        return
    value, r = program.names[name], program.random
    operation = r.choice(FOLDS if has_exact_sums(value) else FOLDS[1:])
    axis = r.choice([None, *range(value.ndim)]) if value.ndim else None
    if operation not in ("argmax", "argmin") and value.ndim >= 2 and r.random() < 0.2:
        axis = tuple(r.sample(range(value.ndim), 2))
    # NumPy counts over all axes into a Python integer, whose dtype is weak; with the axes kept it is an array's.
    keep = f", keepdims={r.random() < 0.5 or operation == 'count_nonzero'}"
    program.assign(f"xp.{operation}({name}, axis={axis}{keep})")


def scan(program):
    name = program.pick(lambda a: a.ndim >= 1 and a.dtype != bool)
    if name is None:
        return
    value, r = program.names[name], program.random
    axis = r.randrange(value.ndim)
    running = ["maximum", "minimum", *(BITS if value.dtype.kind in "iu" else [])]
    if r.random() < 0.5 and has_exact_sums(value):
        program.assign(f"xp.cumsum({name}, axis={axis})")
    else:
        program.assign(f"xp.{r.choice(running)}.accumulate({name}, axis={axis})")


def has_axes(a):
    return isinstance(a, np.ndarray) and a.ndim >= 1


def arrange(program):
    """Sorts, in place too, or returns the sorting indices: equal elements stay in their order."""
    name = program.pick(has_axes)
    if name is None:
        return
    value, r = program.names[name], program.random
    axis = r.choice([*range(value.ndim), -1])
    kind = r.randrange(4)
    if kind == 0:
        program.assign(f"xp.sort({name}, axis={r.choice([axis, None])})")
    elif kind == 1:
        program.assign(f"xp.remainder(xp.argsort({name}, axis={r.choice([axis, None])}, kind='stable'), 8)")
    elif kind == 2:
        program.assign(f"xp.sort({name} * 2, axis={axis})")
    else:
        program.run(f"{name}.sort(axis={axis}, kind='stable')")


def find(program):
    """The indices of the nonzero elements, or the elements where a mask is true."""
    name = program.pick(has_axes)
    if name is None:
        return
    r, value = program.random, program.names[name]
    kind = r.randrange(4)
    if kind == 0:
        program.assign(f"xp.remainder(xp.nonzero({name})[{r.randrange(value.ndim)}], 9)")
    elif kind == 1:
        program.assign(f"xp.remainder(xp.flatnonzero({name}), 9)")
    elif kind == 2:
        program.assign(f"{name}[{name} {r.choice(['>', '==', '!='])} {r.choice([0, 1, 2])}]")
    else:
        program.assign(f"{name}[{name}.any(axis={tuple(range(1, value.ndim))})]")


def level(program):
    """A comparison with a reduction of the same array: rows are read twice, and the result may be reduced again."""
    name = program.pick(lambda a: a.ndim >= 1 and a.size > 0 and a.dtype != bool and a.dtype.kind != "c")
    if name is None:
        return
    r, axis, value = program.random, program.random.randrange(program.names[name].ndim), program.names[name]
    outer = ["max", "min", *(["sum"] if has_exact_sums(value) else [])]
    expression = f"{name} - xp.{r.choice(outer)}({name}, axis={axis}, keepdims=True)"
    if r.random() < 0.5:
        # Sums of sums exceed the integers that float16 holds.
        folds = ["max", "any"] if value.dtype == np.float16 else ["max", "sum", "any"]
        expression = f"xp.{r.choice(folds)}({expression}, axis={r.choice([axis, None])}, keepdims=True)"
    program.assign(expression)


def join(program):
    name = program.pick(lambda a: a.ndim >= 1 and a.size <= 1000)
    if name is None:
        return
    r, value = program.random, program.names[name]
    other = program.pick(lambda a: a.shape == value.shape) or name
    axis = r.randrange(value.ndim)
    if r.random() < 0.5 or value.shape[axis] < 2:
        return program.assign(f"xp.{r.choice(['concatenate', 'stack'])}([{name}, {other}, {name}], axis={axis})")
    # A shift: the other end, a number, or a part of another array takes the place of what leaves.
    count = r.randrange(1, min(value.shape[axis], 8))
    before = [":" if own != axis else f":{count}" for own in range(value.ndim)]
    after = [":" if own != axis else f"{count}:" for own in range(value.ndim)]
    head, tail = (f"[{', '.join(cut)}]" for cut in (before, after))
    widths = [(0, count) if own == axis else (0, 0) for own in range(value.ndim)]
    shifted = r.choice([
        f"xp.concatenate([{name}{tail}, {name}{head}], axis={axis})",
        f"xp.concatenate([{name}{tail}, {other}{head}], axis={axis})",
        f"xp.concatenate([{other}{head}, ({name} | {name} if {name}.dtype == bool else {name} * 1){tail}], axis={axis})",
        f"xp.pad({name}{tail}, {widths})",
    ])
    program.assign(f"xp.where({shifted} == {name}, {other}, {name})" if r.random() < 0.5 else shifted)


def product(program):
    name = program.pick(lambda a: a.ndim == 2 and a.size <= 400)
    if name is not None:
        program.assign(f"xp.matmul({name}, {name}.T)")


def change(program):
    """Writes into an array that exists: in place, through a view, from an overlapping view, under a mask."""
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.flags.writeable)
    if name is None:
        return
    value, r = program.names[name], program.random
    kind = r.randrange(8)
    if kind == 0:
        line = f"{name} {r.choice(['+=', '-=', '*=', '|=', '&='])} {partner(program, value)}"
    elif kind == 1:
        line = f"{name}[{index(program, value)}] = {r.choice(['0', '1', '5', 'True', '2.0'])}"
    elif kind == 2:
        where = index(program, value)
        # Only NumPy refuses an array of one element if the index selects a single element.
        single = np.ndim(eval(f"{name}[{where}]", program.names)) == 0
        line = f"{name}[{where}] = {'3' if single else partner(program, value)}"
    elif kind == 3 and value.ndim:
        line = f"{name}[1:] {r.choice(['=', '+=', '-='])} {name}[:-1]"
    elif kind == 4 and value.ndim == 2 and value.shape[0] == value.shape[1]:
        line = f"{name} += {name}.T"
    elif kind == 5:
        line = f"xp.{r.choice(NUMBERS)}({name}, {partner(program, value)}, out={name}, casting='unsafe')"
    elif kind == 6:
        line = f"{name}[{name} > 2] = 1"
    else:
        other = partner(program, value)
        line = f"xp.{r.choice(NUMBERS)}({name}, {other}, out={name}, where={name} != 0, casting='unsafe')"
    if program.run(line):
        program.tame(name)


def broadens(program):
    """Writes into an array that has more axes or larger extents than the operands, which may be a part of it; or is refused."""
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.flags.writeable and a.ndim >= 1)
    if name is None:
        return
    value, r = program.names[name], program.random

    def narrower(other):
        try:
            return other.shape != value.shape and np.broadcast_shapes(value.shape, other.shape) == value.shape
        except ValueError:
            return False

    # Sometimes an operand does not fit, and then the output is refused. NumPy's numbers alone are not kept small, and
    # casts of what is too large for an integer are the processor's.
    fits = narrower if r.random() < 0.9 else lambda a: True
    operand = program.pick(lambda a: isinstance(a, np.ndarray) and fits(a))
    if operand is None or r.random() < 0.4:
        operand = r.choice([f"{name}[:1]", f"{name}[-1]", f"{name}[..., :1]"])
    kind, mask = r.randrange(3), r.choice([f"{operand} > 1", f"{name} != 0", f"{name}[:1] <= 2"])
    if kind == 0:
        line = f"xp.{r.choice(NUMBERS)}({operand}, {r.choice(['2', '1', operand])}, out={name}, casting='unsafe')"
    elif kind == 1:
        line = f"xp.{r.choice(ONES)}({operand}, out={name}, casting='unsafe')"
    else:
        line = f"xp.{r.choice(NUMBERS)}({operand}, {r.choice(['2', operand])}, out={name}, where={mask}, casting='unsafe')"
    if program.run(line):
        program.tame(name)


def unset(program):
    """Elements that a mask leaves out of a new array are not set, so it is read only where the mask is true."""
    name = program.pick()
    if name is None:
        return
    value, r = program.names[name], program.random
    chosen = program.pick(lambda a: np.ndim(a) <= value.ndim and a.shape == value.shape[value.ndim - np.ndim(a):]) or name
    mask = f"{chosen} {r.choice(['>', '==', '<='])} 1"
    if r.random() < 0.5:
        program.assign(f"xp.where({mask}, xp.{r.choice(ONES)}({name}, where={mask}), 0)")
    else:
        program.assign(f"xp.where({mask}, xp.{r.choice(NUMBERS + COMPARISONS)}({name}, {r.choice([name, '2'])}, where={mask}), 0)")


def stencil(program):
    """Sums neighbours on a grid of integers, as Conway's Life does, where a few values may be too large for a byte."""
    r = program.random
    name = program.pick(lambda a: a.ndim == 2 and a.size >= 1024 and a.dtype.kind in "iu")
    if name is None or r.random() < 0.3:
        name, shape = program.fresh(), r.choice([(32, 32), (40, 100), (5, 300), (700, 3)])
        dtype = r.choice(["int64", "int64", "int32", "uint64", "int16", "uint8"])
        data = f"np.random.default_rng({r.randrange(1 << 30)}).integers(0, {r.choice([2, 2, 6])}, {shape}).astype('{dtype}')"
        program.run(f"{name} = xp.asarray({data})")
    if program.names[name].flags.writeable and r.random() < 0.3:
        program.run(f"{name}[-1, {r.randrange(3)}] = {r.choice([17, 32, 60])}")
    taps = r.sample([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)], r.randrange(5, 9))
    count = program.fresh()
    rolled = [f"xp.roll(xp.roll({name}, {i}, axis=0), {j}, axis=1)" for i, j in taps]
    program.run(f"{count} = {' + '.join(rolled)}")
    program.assign(f"xp.where(({count} == {r.randrange(4)}) | (({name} == 1) & ({count} == 2)), 1, {r.choice(['0', '-1', name])})")
    if r.random() < 0.5:
        program.run(f"del {count}")
    else:
        program.tame(count)


def loosen(program):
    """Writes bytes that bools are not made of through a view of a bool array. What NumPy counts with them is not always right, so
    `odd` makes them 0 and 1 there."""
    r = program.random
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.dtype == bool and a.flags.writeable)
    if name is not None:
        where = index(program, program.names[name])
        program.run(f"{name}.view('uint8')[{r.choice(['...', where])}] = odd({r.choice([0, 1, 2, 5, 255])})")


def share(program):
    """Shows an array to NumPy, or NumPy's to the other side, without a copy: both write in turn, and each reads what is there."""
    r = program.random
    shared = [name for name in program.names if name[0] == "n" and name[1:].isdigit()]
    if shared and r.random() < 0.5:
        return touch(program, r.choice(shared))
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.flags.writeable and a.size > 0)
    if name is None or r.random() < 0.3:
        data, name, shape = program.fresh(), program.fresh(), shape_of(program)
        dtype = r.choice(DTYPES)
        low, high = (0, 256) if dtype == "bool" else (0, 6)
        made = f"np.random.default_rng({r.randrange(1 << 30)}).integers({low}, {high}, {shape})"
        made = f"odd({made}.astype('uint8')).view('bool')" if dtype == "bool" else f"{made}.astype('{dtype}')"
        lent = f"n{data[1:]}"
        program.run(f"{lent} = np.array({made}, ndmin=1)")
        if not program.run(f"{name} = xp.from_dlpack({lent})"):
            return
    else:
        lent = f"n{program.fresh()[1:]}"
        if not program.run(f"{lent} = np.from_dlpack({name})"):
            return
    for _ in range(r.randrange(1, 4)):
        kind, number = r.randrange(5), r.choice([0, 1, 2])
        if kind == 0:
            program.run(f"{name}[{index(program, program.names[name])}] = {number}")
        elif kind == 1 and program.names[name].dtype != bool:
            if program.run(f"{name} += {number}"):
                program.tame(name)
        elif kind == 2:
            program.run(f"{lent}[...] = np.array({name} if xp is np else xp.asnumpy({name}))[..., ::-1]")
        elif kind == 3:
            program.assign(f"{name} + {number}")
        else:
            touch(program, lent)
    if r.random() < 0.3:
        program.run(f"del {lent}")


def touch(program, lent):
    """Reads or writes, as NumPy does, memory that both sides have."""
    r, where = program.random, index(program, program.names[lent])
    if r.random() < 0.4:
        program.run(f"read(np.array({lent}))")
    elif program.names[lent].dtype == bool:
        program.run(f"{lent}.view('uint8')[{where}] = odd({r.choice([0, 1, 3, 200])})")
    else:
        program.run(f"{lent}[{where}] = {r.choice([0, 1, 2])}")


def swap(program):
    """Converts the elements to NumPy in the other byte order, and back."""
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.dtype.itemsize > 1)
    if name is None:
        return
    r, dtype = program.random, program.names[name].dtype.newbyteorder().str
    shape = program.names[name].shape
    lent = f"n{program.fresh()[1:]}"
    order = r.choice("CF")
    program.run(f"{lent} = np.zeros({shape}, '{dtype}', order='{order}')")
    program.run(f"{lent}[...] = {name} if xp is np else {name}.get(out=np.zeros({shape}, '{dtype}', order='{r.choice('CF')}'))")
    kind = r.randrange(3)
    if kind == 0:
        program.assign(f"xp.asarray({lent}).astype({lent}.dtype.newbyteorder('='))")
    elif kind == 1 and program.names[lent].size:
        native = program.names[name].dtype.str
        program.assign(f"xp.frombuffer({lent}.tobytes(), '{dtype}').astype('{native}')")
    else:
        program.assign(f"xp.asarray([{lent}, {lent}], dtype={lent}.dtype.newbyteorder('='))")


def delete(program):
    name = program.pick()
    if name is not None:
        program.run(f"del {name}")


def read(program):
    name = program.pick(lambda a: a.size > 0)
    if name is None:
        return
    value, r = program.names[name], program.random
    if r.random() < 0.5 and value.ndim:
        program.run(f"read({name}[{', '.join(str(r.randrange(e)) for e in value.shape)}])")
    else:
        program.run(f"read({name})")


STEPS = [(create, 2), (view, 8), (copy, 6), (binary, 10), (unary, 3), (choose, 2), (fold, 5), (scan, 2), (arrange, 2), (find, 2), (level, 2), (join, 2), (fold_at, 2), (gather, 4), (put, 3),
         (product, 1), (change, 9), (broadens, 3), (unset, 2), (stencil, 1), (loosen, 1), (share, 3), (travel, 2), (swap, 1), (delete, 4),
         (read, 2)]
