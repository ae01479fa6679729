"""Captured work by CUDA's handles: graphs and executable graphs. `Stream.end_capture` gives a `Graph`, which is an object of its own."""

from __future__ import annotations

import os as _os
from typing import Any as _Any

from cuprust._core import cuda as _cuda
from cuprust.cuda._handles import _end, _keep, _kept, _stream

CUDARuntimeError = _cuda.CUDARuntimeError

streamCaptureModeGlobal, streamCaptureModeThreadLocal, streamCaptureModeRelaxed = range(3)
streamCaptureStatusNone, streamCaptureStatusActive, streamCaptureStatusInvalidated = range(3)
cudaGraphDebugDotFlagsVerbose = 1


class _Executable:
    """A graph that can be launched."""

    def __init__(self, graph: _cuda.Graph) -> None:
        self.graph = graph


def _of(handle: int, kind: _Any, what: str) -> _Any:
    found = _kept.get(handle)
    if not isinstance(found, kind):
        raise CUDARuntimeError(f"cudaErrorInvalidValue: invalid argument: {handle:#x} is no {what} that was made here")
    return found


def streamBeginCapture(stream: int, mode: int = streamCaptureModeRelaxed) -> None:
    """Begin to capture a stream. Raises CUDARuntimeError for the null stream, and for one that is captured already."""
    _stream(stream).begin_capture(mode)


def streamEndCapture(stream: int) -> int:
    """End the capture of a stream, and give the graph of it by a handle. `graphDestroy` ends it."""
    graph = _stream(stream).end_capture()
    return _keep(graph.graph or id(graph), graph)


def graphInstantiate(graph: int) -> int:
    """An executable graph of a graph, by a handle. `graphExecDestroy` frees it; the graph may be freed before."""
    executable = _Executable(_of(graph, _cuda.Graph, "graph"))
    return _keep(id(executable), executable)


def graphLaunch(graphExec: int, stream: int) -> None:
    """Launch an executable graph on a stream."""
    _of(graphExec, _Executable, "executable graph").graph.launch(_stream(stream))


def graphUpload(graphExec: int, stream: int) -> None:
    """Upload what the first launch needs to the device, on a stream."""
    _of(graphExec, _Executable, "executable graph").graph.upload(_stream(stream))


def graphDebugDotPrint(graph: int, path: str, flags: int = 0) -> None:
    """Write a graph to a file in DOT, the language of Graphviz. `flags` are CUDA's ``cudaGraphDebugDotFlags``."""
    text = _of(graph, _cuda.Graph, "graph").debug_dot_str(flags)
    with open(_os.fspath(path), "w") as file:
        file.write(text)


def graphDestroy(graph: int) -> None:
    """Free a graph. Raises CUDARuntimeError for another handle."""
    _of(graph, _cuda.Graph, "graph")
    _end(graph, "graph")


def graphExecDestroy(graphExec: int) -> None:
    """Free an executable graph. Raises CUDARuntimeError for another handle."""
    _of(graphExec, _Executable, "executable graph")
    _end(graphExec, "executable graph")
