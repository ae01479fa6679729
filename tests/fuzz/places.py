"""Steps of random programs that read, write and fold elements by arrays of integers."""

import numpy as np


def places(program, size, shape):
    """Integer indices of an axis, some from its end; sometimes computed, or of another dtype."""
    r = program.random
    seed = f"np.random.default_rng({r.randrange(1 << 30)})"
    kind = r.randrange(4)
    if kind == 0:
        return f"xp.asarray({seed}.integers(0, {size}, {shape})) * {r.choice([1, 3])} % {size}"
    if kind == 1 and size < 100:
        return f"xp.asarray({seed}.integers({-size}, {size}, {shape}).astype('int8'))"
    return f"xp.asarray({seed}.integers({-size}, {size}, {shape}))"


def fold_at(program):
    """Folds values into elements by indices, with repetitions."""
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.flags.writeable and a.ndim == 1 and a.size > 0)
    if name is None:
        return
    r, size = program.random, program.names[name].size
    # An atomic update of a GPU has at most 8 bytes; only sums may have more.
    operation = r.choice(["add", "maximum"]) if program.names[name].dtype != np.complex128 else "add"
    count = r.choice([1, 5, 40, 300])
    values = f"xp.full({count}, {r.choice([0, 1, 2])}, dtype='{program.names[name].dtype}')"
    if program.run(f"xp.{operation}.at({name}, {places(program, size, count)}, {values})"):
        program.tame(name)


def gather(program):
    """Reads elements, and computes with them what may be fused with the reading; then the array may change."""
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
    # The memory order of gathered elements, and so which results are views of them, is each library's own.
    program.assign(f"({taken} + {number}).max()" if r.random() < 0.15 else f"xp.ascontiguousarray({made})")
    if isinstance(value, np.ndarray) and value.flags.writeable and r.random() < 0.4:
        program.run(f"{name}[...] = {r.choice(['0', '2'])}")


def put(program):
    """Writes a number, or values that may be computed, to elements; of several values for one element the last one stays."""
    name = program.pick(lambda a: isinstance(a, np.ndarray) and a.flags.writeable and a.ndim > 0 and 0 < a.size <= 600)
    if name is None:
        return
    r, value = program.random, program.names[name]
    count = r.choice([1, 5, 40])
    shape = (count, *value.shape[1:])
    values = f"(xp.arange({int(np.prod(shape))}) % 5).reshape({shape})"
    where = places(program, value.shape[0], count)
    choices = [f"= {r.choice(['0', '1', '3'])}", f"= ({values}).astype('{value.dtype}')", f"= ({values} + 1).astype('{value.dtype}')"]
    # Repeated indices count once here, and the added number does not overflow in any dtype.
    choices.append(f"= {name}[{places(program, value.shape[0], count)}]")
    if program.run(f"{name}[{where}] {r.choice(choices)}"):
        program.tame(name)
