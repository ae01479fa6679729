"""Arrays in files: each library reads the other's files; pickles only on request."""

import io
import pickle

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

ARRAYS = [np.arange(6).reshape(2, 3), np.asfortranarray(np.ones((2, 3), "f4")), np.array(2.5), np.zeros((0, 3), "c8"), np.array([True, False])]


def test_one_array(tmp_path):
    path = tmp_path / "a.npy"
    for n in ARRAYS:
        cp.save(path, cp.asarray(n))
        assert_same(cp.asarray(np.load(path)), n)
        np.save(path, n)
        a = cp.load(path)
        assert_same(a, n)
        assert_same(cp.load(path, mmap_mode="r"), n)
    cp.save(path, [1, 2, 3])
    assert_same(cp.load(str(path)), np.array([1, 2, 3]))


@pytest.mark.parametrize("name", ["savez", "savez_compressed"])
def test_several_arrays(tmp_path, name):
    path = tmp_path / "a.npz"
    getattr(cp, name)(path, cp.arange(3), np.ones(2), last=cp.zeros((2, 2)))
    with np.load(path) as theirs, cp.load(path) as ours:
        assert ours.files == theirs.files == list(ours) == list(ours.keys())
        assert sorted(ours.files) == ["arr_0", "arr_1", "last"]
        for key, array in ours.items():
            assert type(array) is cp.ndarray
            assert_same(array, theirs[key])
        assert len(ours) == 3 and "last" in ours and "none" not in ours and len(list(ours.values())) == 3
        with pytest.raises(KeyError):
            ours["none"]


def test_pickles_only_where_asked_for(tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.array([{}], dtype=object), allow_pickle=True)
    for options in [{}, {"allow_pickle": False}, {"allow_pickle": None}]:
        with pytest.raises(ValueError, match="allow_pickle"):
            cp.load(path, **options)
    with pytest.raises(TypeError):
        cp.load(path, allow_pickle=True)
    with pytest.raises(FileNotFoundError):
        cp.load(tmp_path / "none.npy")


def test_text(tmp_path):
    path = tmp_path / "a.txt"
    for a in [np.arange(6.0).reshape(2, 3), np.arange(3), np.array([1 + 2j, 3])]:
        cp.savetxt(path, cp.asarray(a), fmt="%g", header="a")
        text = path.read_text()
        np.savetxt(path, a, fmt="%g", header="a")
        assert path.read_text() == text
    with pytest.raises(ValueError):
        cp.savetxt(path, cp.ones((2, 2, 2)))
    lines = ["1,2", "3,4"]
    assert_same(cp.loadtxt(lines, delimiter=",", dtype="i4"), np.loadtxt(lines, delimiter=",", dtype="i4"))
    first, second = cp.loadtxt(lines, delimiter=",", unpack=True)
    assert_same(second, np.array([2.0, 4.0]))
    assert_same(cp.genfromtxt(["1,2", "3,"], delimiter=","), np.array([[1, 2], [3, np.nan]]))
    assert_same(cp.fromstring("1 2 3", dtype="i2", sep=" "), np.array([1, 2, 3], "i2"))
    with pytest.raises(ValueError):
        cp.loadtxt(["1 x"])


def test_bytes(tmp_path):
    path = tmp_path / "a.bin"
    for n in ARRAYS:
        cp.asarray(n).tofile(path)
        written = path.read_bytes()
        n.tofile(path)
        assert path.read_bytes() == written
        assert_same(cp.fromfile(path, dtype=n.dtype), np.fromfile(path, dtype=n.dtype))
    cp.arange(3).tofile(path, sep=",", format="%d")
    assert path.read_text() == "0,1,2"
    assert_same(cp.fromfile(path, sep=",", dtype=int), np.arange(3))
    with open(path, "wb") as file:
        cp.arange(3, dtype="u1").tofile(file)
    assert path.read_bytes() == b"\0\1\2"


def test_pickles_of_arrays(tmp_path):
    a = cp.arange(6).reshape(2, 3)
    path = tmp_path / "a.pkl"
    a.dump(path)
    assert_same(pickle.loads(path.read_bytes()), np.arange(6).reshape(2, 3))
    assert_same(cp.load(path, allow_pickle=True), np.arange(6).reshape(2, 3))
    with pytest.raises(ValueError, match="allow_pickle"):
        cp.load(path)
    file = io.BytesIO()
    a.dump(file)
    assert file.getvalue() == a.dumps()
    assert_same(pickle.loads(a.dumps()), a.get())
    with pytest.raises(IsADirectoryError):
        a.dump(tmp_path)
