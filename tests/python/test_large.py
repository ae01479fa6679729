"""Arrays beyond 2^31 elements, and on a GPU beyond 2^32, whose every step a 32-bit index would get wrong.

They run where the device has the memory for three of them.
"""

import pytest

import cuprust as cp

pytestmark = pytest.mark.long

DEVICE = str(cp.zeros(1).device)
SIZE = (1 << 31) + 11 if DEVICE == "cpu" else (1 << 32) + 11


@pytest.fixture(scope="module")
def large():
    """Ones in int8, with a three behind the last index that 32 bits hold, and a two at the end."""
    if DEVICE == "ptx":
        pytest.skip("billions of elements take the PTX machine hours")
    if cp.cuda.Device().mem_info[0] < 4 * SIZE:
        pytest.skip(f"needs {4 * SIZE} bytes of memory")
    array = cp.ones(SIZE, dtype=cp.int8)
    array[SIZE - 5] = 3
    array[-1] = 2
    return array


def test_reads_and_writes_behind_the_index_of_32_bits(large):
    assert large.nbytes == SIZE
    assert [int(large[SIZE - 5]), int(large[-1]), int(large[0])] == [3, 2, 1]
    assert large[SIZE - 6 :].tolist() == [1, 3, 1, 1, 1, 2]
    assert large[:: SIZE - 5].tolist() == [1, 3]


def test_sums_count_every_element(large):
    assert int(large.sum()) == SIZE + 3
    assert int(large[1:].sum()) == SIZE + 2
    assert int(cp.count_nonzero(large == 3)) == 1
    assert int(large.max()) == 3 and int(large.min()) == 1
    assert abs(float(large.mean(dtype=cp.float64)) - 1) < 1e-8


def test_places_are_found(large):
    assert int(large.argmax()) == SIZE - 5
    assert int(large[::-1].argmax()) == 4
    assert int((large == 2).argmax()) == SIZE - 1


def test_maps_reach_the_end(large):
    doubled = large + large
    assert doubled[-6:].tolist() == [2, 6, 2, 2, 2, 4]
    assert int((doubled[1:] != doubled[:-1]).sum()) == 3
    del doubled
    rolled = cp.roll(large, 3)
    assert rolled[:3].tolist() == [1, 1, 2] and rolled[-2:].tolist() == [3, 1]
    assert int(rolled.argmax()) == SIZE - 2


def test_rows_and_columns(large):
    # Both sizes are odd numbers that 3 does not divide: two long rows leave one element over.
    half = SIZE // 2
    rows = large[: 2 * half].reshape(2, half)
    assert rows.sum(axis=1).tolist() == [half, half + 2]
    assert int(rows.sum(axis=0, dtype=cp.int8).sum()) == 2 * half + 2
    assert rows.argmax(axis=1).tolist() == [0, half - 4]
    assert int(rows.T[half - 4, 1]) == 3


def test_running_sums_pass_the_index_of_32_bits(large):
    tail = cp.cumsum(large, dtype=cp.int8)
    # The sum is known modulo 256.
    assert [int(value) for value in tail[-6:]] == [_int8(SIZE - 5 + n) for n in (0, 3, 4, 5, 6, 8)]


def _int8(value):
    return (value + 128) % 256 - 128


def test_counts_take_no_eight_bytes_an_element(large):
    """A float64 for each element would be twice the memory that the test requires."""
    counts, edges = cp.histogram(large, 3, range=(1, 4))
    assert counts.tolist() == [SIZE - 2, 1, 1] and edges.tolist() == [1, 2, 3, 4]
    assert cp.histogram(large, cp.asarray([0.5, 1.5, 9]))[0].tolist() == [SIZE - 2, 2]
    assert cp.bincount(large).tolist() == [0, SIZE - 2, 1, 1]
