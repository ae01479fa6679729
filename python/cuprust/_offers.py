"""Arrays that a process offers to others, which fetch them from it (Linux).

The process keeps the elements in a file in memory, or in an allocation of its GPU, and a thread sends them to a process that presents the key.
A process of the same host gets the file, or the allocation's handle; to one of another host the bytes are sent by TCP. A connection is a claim:
what it was given stays until it is closed.
"""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import secrets
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

import cuprust
from cuprust import cuda
from cuprust._pieces import array_of, described, received
from cuprust.cuda import runtime

_KEY_BYTES = 32
_HANDLE_BYTES = 64
_FILE, _HANDLE, _BYTES = b"f", b"h", b"b"
_NONE, _SOME = b"0", b"1"
# Elements from this many bytes on are mapped, and fewer are copied.
_MAPPED = 1 << 16
# An allocation's parts begin at multiples of this, which suit any dtype.
_APART = 256


class GoneError(ConnectionError):
    """The arrays were withdrawn, or the process that offered them has ended or cannot be reached."""


@dataclass
class Offer:
    """What another process needs to fetch arrays."""

    # Who has it can fetch them, so no log shows it.
    key: bytes = field(repr=False)
    # The name of the socket for processes of the same host, and the address for others.
    local: str
    remote: tuple[str, int]
    pid: int
    # Of each array its description and where its bytes begin; and how many bytes there are together.
    parts: list[tuple[dict[str, Any], int]]
    size: int
    is_on_gpu: bool


class Offers:
    """The offers of this process, and the threads that answer those who fetch; `host` is this machine's address for others."""

    def __init__(self, host: str, limit: float) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._kept: dict[bytes, _InFile | _OnGpu] = {}
        # A name that begins with a zero byte is in no file system, and is freed with the socket.
        self._name = f"\0cuprust-offers-{secrets.token_hex(16)}"
        local = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        local.bind(self._name)
        local.listen()
        remote = socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        self._address: tuple[str, int] = remote.getsockname()[:2]
        for listener in (local, remote):
            threading.Thread(target=self._accept, args=(listener,), name="cuprust-offers", daemon=True).start()

    def add(self, arrays: Sequence[Any]) -> Offer:
        """Keep the elements that arrays have now, until `withdraw`."""
        pieces, parts, size = [], [], 0
        for array in arrays:
            header, piece = described(array)
            size += -size % (mmap.ALLOCATIONGRANULARITY if header["bytes"] >= _MAPPED else _APART)
            pieces.append(piece)
            parts.append((header, size))
            size += header["bytes"]
        places = [place for _, place in parts]
        devices = {piece.device.id if _is_on_gpu(piece) else None for piece in pieces}
        # Arrays of several devices meet in memory of the host.
        is_on_gpu = size > 0 and len(devices) == 1 and None not in devices
        elements: _InFile | _OnGpu = _OnGpu(pieces, places, size) if is_on_gpu else _InFile(pieces, places, size)
        offer = Offer(secrets.token_bytes(_KEY_BYTES), self._name, self._address, os.getpid(), parts, size, is_on_gpu)
        with self._lock:
            self._kept[offer.key] = elements
        return offer

    def withdraw(self, key: bytes) -> None:
        """Free what was kept, as soon as nobody is fetching it. A key that is not kept is no error."""
        with self._lock:
            self._kept.pop(key, None)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                # The connection has ended already, or this process may open no more files for now.
                time.sleep(0.05)
                continue
            threading.Thread(target=self._serve, args=(connection,), name="cuprust-offers", daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        # A connection on which no key, no request or no end arrives in time is closed.
        with connection, contextlib.suppress(OSError):
            connection.settimeout(self._limit)
            key = received(connection, _KEY_BYTES)
            with self._lock:
                elements = self._kept.get(key)
            connection.sendall(_NONE if elements is None else _SOME)
            while elements is not None and (request := connection.recv(1)):
                if request == _HANDLE and isinstance(elements, _OnGpu):
                    connection.sendall(elements.handle())
                elif request == _FILE:
                    socket.send_fds(connection, [_SOME], [elements.file().number])
                elif request == _BYTES:
                    with open(os.dup(elements.file().number), "rb") as file:
                        connection.sendfile(file)


def fetch(offer: Offer, name: str, connections: list[socket.socket], limit: float) -> list[Any]:
    """The arrays of an offer, with memory of their own. `connections` has the connection while it is used: shutting it down ends the call.

    Raises GoneError, with the name of the arrays, where they are not there any more, or where nothing comes for `limit` seconds.
    """
    try:
        with _connected(offer, limit) as connection, _listed(connection, connections):
            connection.sendall(offer.key)
            if received(connection, 1) != _SOME:
                raise GoneError(f"{name} cannot be fetched: the process {offer.pid} on {offer.remote[0]} has freed the arrays")
            is_local = connection.family == socket.AF_UNIX
            if is_local and offer.is_on_gpu and _is_on_gpu(cuprust.empty(0)):
                connection.sendall(_HANDLE)
                handle = received(connection, _HANDLE_BYTES)
                # Another GPU than the sender's, or one without handles, gets the elements through memory of the host.
                with contextlib.suppress(runtime.CUDARuntimeError):
                    return _from_allocation(handle, offer)
            return _from_file(_file_of_sender(connection) if is_local else _file_of_bytes(connection, offer.size), offer)
    except GoneError:
        raise
    except OSError as error:
        raise GoneError(
            f"{name} cannot be fetched: the process {offer.pid} on {offer.remote[0]} that has the arrays has ended or does not answer ({type(error).__name__}: {error})"
        ) from None


def _connected(offer: Offer, limit: float) -> socket.socket:
    """A connection to who made the offer: the local one, where there is one."""
    local = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    local.settimeout(limit)
    try:
        local.connect(offer.local)
    except OSError:
        local.close()
        return socket.create_connection(offer.remote, timeout=limit)
    return local


@contextlib.contextmanager
def _listed(connection: socket.socket, connections: list[socket.socket]) -> Iterator[None]:
    connections.append(connection)
    try:
        yield
    finally:
        connections.remove(connection)


def _file_of_sender(connection: socket.socket) -> _File:
    connection.sendall(_FILE)
    data, numbers, _, _ = socket.recv_fds(connection, 1, 1, socket.MSG_CMSG_CLOEXEC)
    if not data or not numbers:
        raise ConnectionError("the connection was closed")
    return _File(numbers[0])


def _file_of_bytes(connection: socket.socket, size: int) -> _File:
    connection.sendall(_BYTES)
    file = _File.new(size)
    if size:
        with mmap.mmap(file.number, size) as mapped, memoryview(mapped) as view:
            at = 0
            while at < size:
                with view[at:] as rest:
                    count = connection.recv_into(rest)
                if not count:
                    raise ConnectionError("the connection was closed")
                at += count
    return file


def _from_file(file: _File, offer: Offer) -> list[Any]:
    """Arrays of the elements in a file. Pages are the file's until they are written, when the array gets pages of its own."""
    is_on_host = cuprust.empty(0).__dlpack_device__()[0] == 1
    found = []
    for header, place in offer.parts:
        count = header["bytes"]
        if count < _MAPPED:
            piece = cuprust.array(numpy.frombuffer(os.pread(file.number, count, place), numpy.uint8))
        else:
            pages = mmap.mmap(file.number, count, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE, offset=place)
            values = numpy.frombuffer(pages, numpy.uint8)
            piece = cuprust.from_dlpack(values) if is_on_host else cuprust.array(values)
        found.append(array_of(header, piece))
    return found


def _from_allocation(handle: bytes, offer: Offer) -> list[Any]:
    ptr = runtime.ipcOpenMemHandle(handle)
    try:
        whole = _at(ptr, offer.size)
        found = [array_of(header, whole[place : place + header["bytes"]].copy()) for header, place in offer.parts]
        del whole
        cuda.get_current_stream().synchronize()
    finally:
        runtime.ipcCloseMemHandle(ptr)
    return found


def _is_on_gpu(array: Any) -> bool:
    return hasattr(array, "__cuda_array_interface__")


def _at(ptr: int, size: int) -> Any:
    memory: Any = cuda.MemoryPointer(cuda.UnownedMemory(ptr, size, None), 0)
    return cuprust.ndarray(size, numpy.uint8, memptr=memory)


class _File:
    """A file in memory without a name, closed with this object."""

    def __init__(self, number: int) -> None:
        self.number = number

    @classmethod
    def new(cls, size: int) -> _File:
        file = cls(os.memfd_create("cuprust-offer", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING))
        os.truncate(file.number, size)
        return file

    def write(self, values: Any, place: int) -> None:
        with memoryview(values) as rest:
            at = 0
            while at < len(rest):
                at += os.pwrite(self.number, rest[at:], place + at)

    def seal(self) -> None:
        """From now on nobody can write it."""
        fcntl.fcntl(self.number, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE)

    def __del__(self) -> None:
        os.close(self.number)


class _InFile:
    """Elements in a file in memory."""

    def __init__(self, pieces: Sequence[Any], places: Sequence[int], size: int) -> None:
        self._file = _File.new(size)
        for piece, place in zip(pieces, places, strict=True):
            # An array of the host is read where it lies.
            self._file.write(numpy.from_dlpack(piece) if piece.__dlpack_device__()[0] == 1 else piece.get(), place)
        self._file.seal()

    def file(self) -> _File:
        return self._file


class _OnGpu:
    """Elements in an allocation of a GPU, which are copied to a file when the first one asks for that."""

    def __init__(self, pieces: Sequence[Any], places: Sequence[int], size: int) -> None:
        self._device = pieces[0].device
        self._size = size
        self._lock = threading.Lock()
        self._copied: _InFile | None = None
        with self._device:
            self._ptr = runtime.malloc(size)
            whole = _at(self._ptr, size)
            for piece, place in zip(pieces, places, strict=True):
                whole[place : place + piece.nbytes] = piece
            del whole
            # Other processes read it as soon as they know it; and an error of what was recorded is raised here.
            cuda.get_current_stream().synchronize()

    def handle(self) -> bytes:
        """The allocation's handle, or zeros where the device shares no memory with other processes."""
        with self._device, contextlib.suppress(runtime.CUDARuntimeError):
            return runtime.ipcGetMemHandle(self._ptr)
        return bytes(_HANDLE_BYTES)

    def file(self) -> _File:
        with self._lock, self._device:
            if self._copied is None:
                self._copied = _InFile([_at(self._ptr, self._size)], [0], self._size)
            return self._copied.file()

    def __del__(self) -> None:
        # Memory that could not be had is none to free.
        if hasattr(self, "_ptr"):
            runtime.free(self._ptr)
