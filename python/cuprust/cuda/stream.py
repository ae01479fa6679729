"""Streams and events."""

from cuprust._core import cuda as _cuda

Event = _cuda.Event
ExternalStream = _cuda.ExternalStream
Stream = _cuda.Stream
get_current_stream = _cuda.get_current_stream
get_elapsed_time = _cuda.get_elapsed_time
