"""Steps of random programs that read, write and fold the elements which arrays of integers name."""

import numpy as np


def places(program, size, shape):
    """Integers that name elements of an axis, some from its end; sometimes computed, or of another dtype."""
    r = program.random
    seed = f"np.random.default_rng({r.randrange(1 << 30)})"
    kind = r.randrange(4)
    if kind == 0:
        return f"xp.asarray({seed}.integers(0, {size}, {shape})) * {r.choice([1, 3])} % {size}"
    if kind == 1 and size < 100:
        return f"xp.asarray({seed}.integers({-size}, {size}, {shape}).astype('int8'))"
    return f"xp.asarray({seed}.integers({-size}, {size}, {shape}))"


def fold_at(program):
    """Folds values into the elements that indices name, repeated ones too."""
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.flags.writeable and a.ndim == 1 and a.size > 0)
    if name is None:
        return
    r, size = program.random, program.names[name].size
    # What a GPU changes in one step has at most 8 bytes; sums alone may have more.
    operation = r.choice(["add", "maximum"]) if program.names[name].dtype != np.complex128 else "add"
    count = r.choice([1, 5, 40, 300])
    values = f"xp.full({count}, {r.choice([0, 1, 2])}, dtype='{program.names[name].dtype}')"
    if program.run(f"xp.{operation}.at({name}, {places(program, size, count)}, {values})"):
        program.tame(name)


def gather(program):
    """Reads elements, and computes of them what may become one kernel with the reading; then the array may change."""
    name = program.pick(lambda a: a.ndim > 0 and 0 < a.size <= 600)
    if name is None:
        return
    r, value = program.random, program.names[name]
    axis = r.randrange(value.ndim)
    where = places(program, value.shape[axis], r.choice([1, 5, 40, (3, 7), (2, 1)]))
    taken = f"{name}[{':, ' * axis}{where}]"
    number = r.choice(["1", "2", "True"])
    made = r.choice([
        taken, f"{taken} + {number}", f"{taken} * {taken}", f"({taken} * {number}).sum(axis=-1)", f"{taken}[..., ::-1] + {taken}",
        f"{taken}.T * {number}", f"xp.where({taken} > 0, {taken}, {number})",
    ])
    # In which order what was gathered lies in memory, and so what is a view of it, is each library's own.
    program.assign(f"({taken} + {number}).max()" if r.random() < 0.15 else f"xp.ascontiguousarray({made})")
    if isinstance(value, np.ndarray) and value.flags.writeable and r.random() < 0.4:
        program.run(f"{name}[...] = {r.choice(['0', '2'])}")


def put(program):
    """Writes a number, or values that may be computed, to elements; of several values for one element the last stays."""
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.flags.writeable and a.ndim > 0 and 0 < a.size <= 600)
    if name is None:
        return
    r, value = program.random, program.names[name]
    count = r.choice([1, 5, 40])
    shape = (count, *value.shape[1:])
    values = f"(xp.arange({int(np.prod(shape))}) % 5).reshape({shape})"
    where = places(program, value.shape[0], count)
    choices = [f"= {r.choice(['0', '1', '3'])}", f"= ({values}).astype('{value.dtype}')", f"= ({values} + 1).astype('{value.dtype}')"]
    # Repeated places count once here, and what is added wraps around in no dtype.
    choices.append(f"= {name}[{places(program, value.shape[0], count)}]")
    if program.run(f"{name}[{where}] {r.choice(choices)}"):
        program.tame(name)
