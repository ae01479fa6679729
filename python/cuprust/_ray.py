"""Ray's tensor transport of arrays: a result stays in the process of its actor, and other processes fetch the arrays from there.

`@ray.method(tensor_transport="cuprust")` chooses it. `_engines.py` registers it with Ray, and `_offers.py` moves the elements.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

import ray
from ray.experimental.rdt.tensor_transport_manager import CommunicatorMetadata, TensorTransportManager, TensorTransportMetadata

import cuprust

if TYPE_CHECKING:
    from cuprust._offers import Offer, Offers

_NAME = "CUPRUST"


def register_module(module: ModuleType) -> None:
    """Register the transport with Ray's module of transports."""
    module.register_tensor_transport(_NAME, ["cpu", "cuda"], Transport, cuprust.ndarray)


@dataclass
class Metadata(TensorTransportMetadata):
    """What Ray sends to the processes that fetch a result. A result without arrays has no offer."""

    offer: Offer | None = None


class Transport(TensorTransportManager):
    """Ray's interface to a transport: the methods are called in the process that has a result, in one that gets it, or in its owner's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._offers: Offers | None = None
        # By the numbers of results: what was said of those that this process has, and the connections for others'.
        self._made: dict[str, Metadata] = {}
        self._connections: dict[str, list[socket.socket]] = {}

    def tensor_transport_backend(self) -> str:
        return _NAME

    @staticmethod
    def is_one_sided() -> bool:
        return True

    @staticmethod
    def can_abort_transport() -> bool:
        return True

    def actor_has_tensor_transport(self, actor: Any) -> bool:
        return True

    def extract_tensor_transport_metadata(self, obj_id: str, rdt_object: list[Any]) -> Metadata:
        """Offer the arrays of a result. A task that is tried again has made the same result before."""
        # A program that imports Ray need not use the transport.
        from cuprust._offers import Offers

        with self._lock:
            made = self._made.get(obj_id)
            if made is None and rdt_object and self._offers is None:
                self._offers = Offers(_host(), _limit())
        if made is None:
            made = Metadata([(array.shape, array.dtype) for array in rdt_object])
            if rdt_object and self._offers is not None:
                made.offer = self._offers.add(rdt_object)
                made.tensor_device = "cuda" if made.offer.is_on_gpu else "cpu"
            with self._lock:
                self._made[obj_id] = made
        return made

    def get_communicator_metadata(self, src_actor: Any, dst_actor: Any, backend: str | None = None) -> CommunicatorMetadata:
        return CommunicatorMetadata()

    def recv_multiple_tensors(
        self, obj_id: str, tensor_transport_metadata: TensorTransportMetadata, communicator_metadata: Any, target_buffers: list[Any] | None = None
    ) -> list[Any]:
        """Fetch the arrays of a result. Raises ConnectionError where they are not there any more."""
        if target_buffers:
            raise ValueError("the transport of cuprust's arrays makes new arrays: it does not fetch into given ones")
        offer = tensor_transport_metadata.offer if isinstance(tensor_transport_metadata, Metadata) else None
        if offer is None:
            return []
        from cuprust._offers import fetch

        with self._lock:
            connections = self._connections.setdefault(obj_id, [])
        try:
            return fetch(offer, f"ObjectRef({obj_id})", connections, _limit())
        finally:
            with self._lock:
                if not connections:
                    self._connections.pop(obj_id, None)

    def send_multiple_tensors(self, tensors: Any, tensor_transport_metadata: Any, communicator_metadata: Any) -> None:
        raise NotImplementedError("whoever needs the arrays fetches them: there is nothing to send")

    def garbage_collect(self, obj_id: str, tensor_transport_meta: Any, tensors: Any) -> None:
        """Free what was kept for a result that has no reference any more."""
        with self._lock:
            made = self._made.pop(obj_id, None)
        if made is not None and made.offer is not None and self._offers is not None:
            self._offers.withdraw(made.offer.key)

    def abort_transport(self, obj_id: str, communicator_metadata: Any) -> None:
        """End a fetch that goes on in another thread: it raises ConnectionError."""
        with self._lock:
            connections = list(self._connections.get(obj_id, ()))
        for connection in connections:
            # One that was closed meanwhile has ended already.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def _host() -> str:
    # Ray's own types do not declare it.
    util: Any = ray.util
    return str(util.get_node_ip_address())


def _limit() -> float:
    """How many seconds a process waits for another: as long as Ray waits for a transfer."""
    return int(os.environ.get("RAY_rdt_fetch_fail_timeout_milliseconds") or 60_000) / 1000
