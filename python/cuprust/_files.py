"""Arrays in files: NumPy's formats, read and written on the host. Pickles are read and written only where they are requested."""

from __future__ import annotations

from collections.abc import Iterator as _Iterator
from typing import Any as _Any

import numpy as _numpy
from numpy.lib.npyio import NpzFile as _NumpysFile

from cuprust import asarray as _asarray
from cuprust import asnumpy as _asnumpy
from cuprust import ndarray as _ndarray

__all__ = [
    "NpzFile", "fromfile", "fromstring", "genfromtxt", "load", "loadtxt", "save", "savetxt", "savez", "savez_compressed",
]  # fmt: skip


def _uploaded(array: _numpy.ndarray[_Any, _Any]) -> _ndarray:
    made: _ndarray = _asarray(array)
    return made


class NpzFile:
    """The arrays of an ``.npz`` file by name, each read when it is requested. It closes the file at the end of a ``with`` block."""

    def __init__(self, npz_file: _Any) -> None:
        self.npz_file = npz_file

    def __enter__(self) -> NpzFile:
        self.npz_file.__enter__()
        return self

    def __exit__(self, typ: _Any, val: _Any, traceback: _Any) -> None:
        self.npz_file.__exit__(typ, val, traceback)

    def __getitem__(self, key: str, /) -> _ndarray:
        return _uploaded(self.npz_file[key])

    def __iter__(self) -> _Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def __contains__(self, key: object, /) -> bool:
        return key in self.npz_file

    @property
    def files(self) -> list[str]:
        """The names of the arrays."""
        return list(self.npz_file.files)

    def keys(self) -> list[str]:
        """The names of the arrays."""
        return self.files

    def values(self) -> _Iterator[_ndarray]:
        """The arrays, one after the other."""
        return (self[key] for key in self.files)

    def items(self) -> _Iterator[tuple[str, _ndarray]]:
        """The names and the arrays, one after the other."""
        return ((key, self[key]) for key in self.files)

    def close(self) -> None:
        """Close the file."""
        self.npz_file.close()


def load(file: _Any, mmap_mode: str | None = None, allow_pickle: bool | None = None) -> _Any:
    """The array of an ``.npy`` file, the arrays of an ``.npz`` file by name, or what a pickle holds.

    Raises ValueError for a pickle where `allow_pickle` does not allow it, OSError for a file that cannot be read.

    >>> import io
    >>> file = io.BytesIO()
    >>> cp.save(file, cp.arange(3))
    >>> _ = file.seek(0)
    >>> cp.load(file)
    array([0, 1, 2])
    """
    loaded = _numpy.load(file, mmap_mode=mmap_mode, allow_pickle=bool(allow_pickle))  # type: ignore[arg-type]
    if isinstance(loaded, _NumpysFile):
        return NpzFile(loaded)
    # An object from a pickle that is not a NumPy array is returned unchanged.
    return _uploaded(loaded) if isinstance(loaded, _numpy.ndarray) else loaded


def save(file: _Any, arr: _Any, allow_pickle: bool | None = None) -> None:
    """Write an array to an ``.npy`` file, a path or a file open for bytes."""
    _numpy.save(file, _asnumpy(arr), allow_pickle=bool(allow_pickle))


def savez(file: _Any, *args: _Any, **kwds: _Any) -> None:
    """Write arrays to an ``.npz`` file: keywords are their names, and without one they are ``arr_0``, ``arr_1`` and so on."""
    named: dict[str, _Any] = {name: _asnumpy(array) for name, array in kwds.items()}
    _numpy.savez(file, *map(_asnumpy, args), **named)


def savez_compressed(file: _Any, *args: _Any, **kwds: _Any) -> None:
    """Write arrays to a compressed ``.npz`` file: keywords are their names, as of `savez`."""
    named: dict[str, _Any] = {name: _asnumpy(array) for name, array in kwds.items()}
    _numpy.savez_compressed(file, *map(_asnumpy, args), **named)


def savetxt(fname: _Any, X: _Any, *args: _Any, **kwargs: _Any) -> None:
    """Write an array of one or two axes as text, a row a line. Further arguments are those of ``numpy.savetxt``."""
    _numpy.savetxt(fname, _asnumpy(X), *args, **kwargs)


def loadtxt(*args: _Any, **kwargs: _Any) -> _Any:
    """The array of a text, a row a line. The arguments are those of ``numpy.loadtxt``.

    >>> cp.loadtxt(["1 2", "3 4"])
    array([[1., 2.],
           [3., 4.]])
    """
    return _loaded(_numpy.loadtxt(*args, **kwargs))


def genfromtxt(*args: _Any, **kwargs: _Any) -> _Any:
    """The array of a text in which values may be missing. The arguments are those of ``numpy.genfromtxt``.

    >>> cp.genfromtxt(["1,2", "3,"], delimiter=",")
    array([[ 1.,  2.],
           [ 3., nan]])
    """
    return _loaded(_numpy.genfromtxt(*args, **kwargs))


def fromfile(*args: _Any, **kwargs: _Any) -> _ndarray:
    """The array of a file's bytes, or of text with a separator. The arguments are those of ``numpy.fromfile``."""
    return _uploaded(_numpy.fromfile(*args, **kwargs))


def fromstring(*args: _Any, **kwargs: _Any) -> _ndarray:
    """The array of a text of numbers with a separator. The arguments are those of ``numpy.fromstring``.

    >>> cp.fromstring("1 2 3", sep=" ")
    array([1., 2., 3.])
    """
    return _uploaded(_numpy.fromstring(*args, **kwargs))


def _loaded(made: _Any) -> _Any:
    """What NumPy read: an array, or with ``unpack`` and fields a list of them."""
    return [_uploaded(each) for each in made] if isinstance(made, (list, tuple)) else _uploaded(made)
