"""Memory that another library reads and writes too: NumPy on the CPU; torch and CuPy on a GPU, where they are installed.

Programs that mix writes of both sides, through views and through several names of the same memory, must give what NumPy
gives for the same writes in one array.
"""

import random

import numpy as np
import pytest

import cuprust as cp

ON_CPU = str(cp.cuda.Device()) == "cpu"
ON_GPU = str(cp.cuda.Device()).startswith("cuda")
SIZE = 2000


class NumPy:
    """NumPy as the other library, by DLPack."""

    def __init__(self):
        self.make = lambda: np.arange(SIZE, dtype=np.float32)
        self.lend = [np.from_dlpack]
        self.borrow = [cp.from_dlpack]
        self.read = np.array

    def writable(self, array):
        return array.flags.writeable


class Torch:
    """PyTorch, by DLPack and the CUDA array interface."""

    def __init__(self):
        torch = pytest.importorskip("torch")
        self.make = lambda: torch.arange(SIZE, dtype=torch.float32, device="cuda")
        self.lend = [torch.from_dlpack, lambda a: torch.as_tensor(a, device="cuda")]
        self.borrow = [cp.from_dlpack, cp.asarray]
        self.read = lambda a: a.cpu().numpy()

    def writable(self, array):
        return True


class CuPy:
    """CuPy, by DLPack, the CUDA array interface, and a pointer."""

    def __init__(self):
        cupy = pytest.importorskip("cupy")

        def by_pointer(a):
            memory = cupy.cuda.UnownedMemory(a.data.ptr, a.nbytes, a)
            return cupy.ndarray(a.shape, a.dtype, cupy.cuda.MemoryPointer(memory, 0), strides=a.strides)

        self.make = lambda: cupy.arange(SIZE, dtype=cupy.float32)
        self.lend = [cupy.from_dlpack, cupy.asarray, by_pointer]
        self.borrow = [cp.from_dlpack, cp.asarray]
        self.read = lambda a: a.get()

    def writable(self, array):
        return True


LIBRARIES = [NumPy] if ON_CPU else [Torch, CuPy] if ON_GPU else []


@pytest.fixture(params=LIBRARIES, ids=lambda library: library.__name__)
def library(request):
    return request.param()


def test_writes_after_an_export_are_seen(library):
    for lend in library.lend:
        a = cp.arange(SIZE, dtype=np.float32)
        a += 1
        theirs = lend(a)
        a += 1
        np.testing.assert_array_equal(library.read(theirs), np.arange(SIZE) + 2)
        a[:500] = 3
        assert (library.read(theirs)[:500] == 3).all()
        cp.add(a, 1, out=a)
        assert (library.read(theirs)[:500] == 4).all()
        a[::2][:100] *= 2
        assert (library.read(theirs)[:200:2] == 8).all()
        if library.writable(theirs):
            theirs[:] = 7
            b = a * 2
            theirs[:] = 9
            assert (b.get() == 14).all() and (a.get() == 9).all()


def test_memory_that_comes_back_is_the_same_memory(library):
    for borrow in library.borrow:
        for lend in library.lend:
            a = cp.arange(SIZE, dtype=np.float32)
            back = borrow(lend(a))
            d = a * 2
            back += 1
            e = a * 2
            np.testing.assert_array_equal(d.get(), 2 * np.arange(SIZE))
            np.testing.assert_array_equal(e.get(), 2 * np.arange(SIZE) + 2)
            # One instruction that reads and writes it by both names, shifted.
            expected = a.get()
            expected[1:] += expected[:-1].copy()
            cp.add(back[1:], a[:-1], out=back[1:])
            np.testing.assert_array_equal(a.get(), expected)


def test_names_that_overlap_in_part_are_ordered(library):
    theirs = library.make()
    for borrow in library.borrow:
        expected = library.read(theirs).copy()
        low, high = borrow(theirs[: SIZE // 2 + 100]), borrow(theirs[SIZE // 2 - 100 :])
        low += 1
        expected[: SIZE // 2 + 100] += 1
        high *= 2
        expected[SIZE // 2 - 100 :] *= 2
        count = min(low.size, high.size)
        cp.add(low[:count], high[:count], out=high[:count])
        first, second = expected[: SIZE // 2 + 100], expected[SIZE // 2 - 100 :]
        second[:count] = first[:count].copy() + second[:count].copy()
        np.testing.assert_array_equal(library.read(theirs), expected)
        np.testing.assert_array_equal(low.get(), expected[: SIZE // 2 + 100])


def test_a_lease_that_has_ended_shares_nothing(library):
    a = cp.arange(SIZE, dtype=np.float32)
    theirs = library.lend[0](a)
    a += 1
    np.testing.assert_array_equal(library.read(theirs), np.arange(SIZE) + 1)
    del theirs
    for _ in range(10):
        a += 1
    np.testing.assert_array_equal(a.get(), np.arange(SIZE) + 11)


class Interleaving:
    """Writes in random order by both sides through names of the same memory, and NumPy's array with the same writes."""

    def __init__(self, library, seed):
        self.library, self.random = library, random.Random(seed)
        self.truth = np.arange(SIZE, dtype=np.float32)
        start = cp.arange(SIZE, dtype=np.float32) if self.random.random() < 0.5 else library.make()
        self.ours, self.theirs = [], []
        (self.ours if isinstance(start, cp.ndarray) else self.theirs).append((start, slice(None)))
        self.results = []
        self.streams = [cp.cuda.Stream() for _ in range(2)] if ON_GPU else []

    def part(self):
        start, stop = sorted(self.random.sample(range(SIZE), 2))
        return slice(start, stop + 1)

    def within(self, names):
        name, outer = self.random.choice(names)
        part = self.part()
        whole = self.truth[outer]
        part = slice(part.start % whole.size, None) if part.start % whole.size >= part.stop else part
        return name, whole, part

    def step(self):
        action = self.random.randrange(8)
        number = self.random.randrange(3)
        if action == 0 and self.ours and len(self.theirs) < 4:
            name, outer = self.random.choice(self.ours)
            part = self.part() if outer == slice(None) and self.random.random() < 0.5 else slice(None)
            self.theirs.append((self.random.choice(self.library.lend)(name[part]), part if outer == slice(None) else outer))
        elif action == 1 and self.theirs and len(self.ours) < 4:
            name, outer = self.random.choice(self.theirs)
            part = self.part() if outer == slice(None) and self.random.random() < 0.5 else slice(None)
            self.ours.append((self.random.choice(self.library.borrow)(name[part]), part if outer == slice(None) else outer))
        elif action == 2 and self.theirs:
            name, whole, part = self.within(self.theirs)
            if self.library.writable(name):
                name[part] = number
                whole[part] = number
        elif action == 3 and self.theirs:
            name, whole, part = self.within(self.theirs)
            if self.library.writable(name):
                view = name[part]
                view += 1
                whole[part] += 1
        elif action in (4, 5) and self.ours:
            name, whole, part = self.within(self.ours)
            if not name.flags.writeable:
                return
            if action == 4:
                name[part] = number
                whole[part] = number
            elif self.random.random() < 0.5:
                view = name[part]
                cp.add(view, 1, out=view)
                whole[part] += 1
            else:
                name += 1
                whole += 1
        elif action == 6 and self.ours:
            name, whole, part = self.within(self.ours)
            self.results.append((name[part] * 2, whole[part] * 2))
        elif action == 7 and self.ours:
            (name, outer), (other, elsewhere) = self.random.choice(self.ours), self.random.choice(self.ours)
            a, b = self.truth[outer], self.truth[elsewhere]
            count = min(a.size, b.size) - 1
            if name.flags.writeable and count > 0:
                cp.add(name[1 : count + 1], other[:count], out=name[1 : count + 1])
                a[1 : count + 1] = a[1 : count + 1] + b[:count].copy()

    def run(self, steps=12):
        for _ in range(steps):
            if self.streams and self.random.random() < 0.3:
                # A blocking stream is ordered with the null stream, which the others use.
                with self.random.choice(self.streams):
                    self.step()
            else:
                self.step()
        for name, outer in self.ours:
            np.testing.assert_array_equal(name.get(), self.truth[outer])
        for name, outer in self.theirs:
            np.testing.assert_array_equal(self.library.read(name), self.truth[outer])
        for result, expected in self.results:
            np.testing.assert_array_equal(result.get(), expected)


def test_random_interleavings(library):
    for seed in range(1000):
        try:
            Interleaving(library, seed).run()
        except AssertionError as error:
            raise AssertionError(f"interleaving {seed}: {error}") from None
