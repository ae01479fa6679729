"""Rendezvous of ranks: the process with rank 0 sends the id of a group to all others, at an address that all know."""

from __future__ import annotations

import os
import socket
import struct
import threading
import time

from cuprust._pieces import received

_GREETING = struct.Struct("<4sII")
_MAGIC = b"cpr1"
_REPLY = struct.Struct("<BI")
# The time limit in seconds for a connection's greeting.
_GREETING_TIME = 5.0


def timeout() -> float:
    """How many seconds a rank waits for another."""
    return float(os.environ.get("CUPRUST_COLLECTIVES_TIMEOUT") or 600)


class Store:
    """Sends an id to this many other ranks, from a thread of the process with rank 0."""

    def __init__(self, ranks: int, host: str, port: int, group: bytes) -> None:
        self._ranks, self._group = ranks, group
        self._served: set[int] = set()
        self._socket = socket.create_server((host, port), backlog=max(ranks, 1))
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, name="cuprust-store", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with self._socket:
            while len(self._served) < self._ranks - 1:
                try:
                    connection, _ = self._socket.accept()
                except OSError:
                    # `stop` has closed the socket.
                    return
                with connection:
                    try:
                        connection.settimeout(_GREETING_TIME)
                        self._answer(connection)
                    except OSError:
                        # A peer that does not send a greeting, or has disconnected, gets no reply.
                        continue

    def _answer(self, connection: socket.socket) -> None:
        magic, ranks, rank = _GREETING.unpack(received(connection, _GREETING.size))
        if magic != _MAGIC:
            return
        error = b""
        if ranks != self._ranks:
            error = f"the ranks name different sizes of the group: {self._ranks}, and {ranks} by rank {rank}".encode()
        elif rank in self._served:
            error = f"two ranks of the group have the number {rank}".encode()
        else:
            self._served.add(rank)
        text = error or self._group
        connection.sendall(_REPLY.pack(bool(error), len(text)) + text)

    def stop(self) -> None:
        """End the thread, whether or not all ranks have connected."""
        try:
            # Closing the socket does not wake a thread that is accepting connections.
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()
        self._thread.join(_GREETING_TIME)


def fetch(ranks: int, rank: int, host: str, port: int) -> bytes:
    """The id, from the process with rank 0, which is waited for.

    Raises RuntimeError where it does not arrive in time, or refuses the rank.
    """
    deadline = time.monotonic() + timeout()
    while True:
        try:
            with socket.create_connection((host, port), timeout=_GREETING_TIME) as connection:
                connection.sendall(_GREETING.pack(_MAGIC, ranks, rank))
                is_error, length = _REPLY.unpack(received(connection, _REPLY.size))
                text = received(connection, length)
        except OSError as error:
            if time.monotonic() > deadline:
                raise RuntimeError(
                    f"rank {rank} of {ranks} has waited {timeout():g} s for rank 0 at {host}:{port} ({error}); "
                    "CUPRUST_COLLECTIVES_TIMEOUT sets another time"
                ) from None
            time.sleep(0.05)
            continue
        if is_error:
            raise RuntimeError(text.decode())
        return text
