"""Arrays in chunks between processes: whatever the chunks and the mode, each rank gets NumPy's values."""

import pytest
from test_distributed import GROUP, ended, right, started, waits_on_the_host

PROGRAM = (
    GROUP
    + """
import random
from cuprust.distributed.array import MAX, MIN, PROD, REPLICA, SUM, distributed_array, from_chunks, make_2d_index_map

MODES = [REPLICA, SUM, PROD, MAX, MIN]
# All ranks draw the same.
dice = random.Random(SEED)

def index(extent):
    start = dice.randrange(extent)
    return dice.choice([slice(None), slice(start, dice.randint(start + 1, extent)), slice(start, None, 2), start])

def index_map(shape):
    chunks = {dice.randrange(size): [tuple(index(extent) for extent in shape) for _ in range(2)] for _ in range(2)}
    for half in (slice(0, shape[0] // 2), slice(shape[0] // 2, None)):
        chunks.setdefault(dice.randrange(size), []).append((half,))
    return chunks

def numbers(shape, dtype):
    return np.array([dice.randint(1, 3) for _ in range(int(np.prod(shape)))]).reshape(shape).astype(dtype)

def same(found, expected, **close):
    assert found.dtype == expected.dtype and found.shape == np.shape(expected)
    for device, chunks in found.all_chunks().items():
        assert device == rank and [chunk.shape for chunk in chunks] == [tuple(len(range(s.start, s.stop, s.step)) for s in i) for i in found.index_map[device]]
    np.testing.assert_allclose(found.get(), expected, **close)

for _ in range(6):
    shape = tuple(dice.randint(2, 6) for _ in range(dice.randint(1, 3)))
    x, y = numbers(shape, dice.choice(["i8", "f4", "f8", "c16", "u1"])), numbers(shape, "f8")
    a = distributed_array(x, index_map(shape), dice.choice(MODES[:2] if x.dtype.kind == "c" else MODES), comm)
    b = distributed_array(cp.asarray(y), index_map(shape), dice.choice(MODES), comm)
    same(a, x)
    same(a * b + 2, x * y + 2)
    same(cp.cos(b), np.cos(y), rtol=1e-14)
    same(b - b.min(axis=0), y - y.min(axis=0))
    same(a.T.astype("c16"), x.T.astype("c16"))
    for mode in MODES[:2] if x.dtype.kind == "c" else MODES:
        same(a.change_mode(mode).reshard(index_map(shape)), x)
    for axis in (None, *range(len(shape))):
        for name in ("sum", "prod", "max", "min", "any", "mean", "std", "argmax"):
            if x.dtype.kind != "c" or name not in ("max", "min", "argmax"):
                same(getattr(cp, name)(a, axis=axis), np.asarray(getattr(np, name)(x, axis=axis)), rtol=1e-5)
    halves = {0: slice(0, shape[0] // 2), size - 1: [slice(shape[0] // 2, None)]}
    given = {0: cp.asarray(x[: shape[0] // 2]), size - 1: [x[shape[0] // 2 :]]}
    same(from_chunks(shape, x.dtype, halves, {rank: given[rank]} if rank in given else {}, comm=comm) * 2, x * x.dtype.type(2))

def parts(extent):
    return [0, *sorted(dice.sample(range(1, extent), dice.randint(0, min(2, extent - 1)))), extent]

def matrix(shape):
    rows, columns = parts(shape[0]), parts(shape[1])
    owners = [[set(dice.sample(range(size), dice.randint(1, size))) for _ in columns[1:]] for _ in rows[1:]]
    x = numbers(shape, "i8")
    return x, distributed_array(x, make_2d_index_map(rows, columns, owners), dice.choice(MODES), comm)

for _ in range(6):
    m, k, n = (dice.randint(2, 9) for _ in range(3))
    (x, a), (y, b) = matrix((m, k)), matrix((k, n))
    same(a @ b, x @ y)
    same((a @ b).change_mode(REPLICA) + 1, x @ y + 1)
    same(distributed_array(x[0], {0: slice(None)}, comm=comm) @ b, x[0] @ y)

for wrong, error in (
    (lambda: distributed_array(x, {size: slice(None)}, comm=comm), ValueError),
    (lambda: a + distributed_array(x, {0: slice(None)}), RuntimeError),
    (lambda: a @ distributed_array(x.T, {0: slice(None)}), RuntimeError),
    (lambda: distributed_array(distributed_array(x, {0: slice(None)}), {0: slice(None)}, comm=comm), RuntimeError),
    (lambda: from_chunks((4,), float, {rank: slice(0, 2)}, {rank: cp.zeros(3)}, comm=comm), ValueError),
    (lambda: from_chunks((4,), float, {rank: slice(0, 2)}, {}, comm=comm), ValueError),
):
    try:
        wrong()
    except error:
        continue
    raise AssertionError(error)
print("right")
"""
)


@pytest.mark.parametrize("size", [2, 3])
def test_arrays_between_ranks(size):
    right(PROGRAM.replace("SEED", str(size)), size)


ENDING = (
    GROUP
    + """
from cuprust.distributed.array import distributed_array
a = distributed_array(np.arange(6.0), {0: slice(0, 3), 1: slice(3, 6)}, comm=comm)
if rank == 1:
    os._exit(7)
try:
    a.reshard({0: slice(None)}).get()
except nccl.NcclError as error:
    print("right" if "rank 1" in str(error) else error)
"""
)


@waits_on_the_host
def test_a_rank_that_ends_is_an_error_of_the_others():
    (out, errors, status), _ = ended(started(ENDING, 2))
    assert (status, out) == (0, "right\n"), (out, errors)
