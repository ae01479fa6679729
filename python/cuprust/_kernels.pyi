"""The classes of kernels that users write."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from cuprust import ArrayLike, ndarray
from cuprust._core import cuda as _cuda

class RawKernel:
    code: str | None
    file_path: str | None
    backend: str
    enable_cooperative_groups: bool
    max_dynamic_shared_size_bytes: int
    preferred_shared_memory_carveout: int
    def __init__(
        self,
        code: str,
        name: str,
        options: Iterable[str] | None = None,
        backend: str = "nvrtc",
        translate_cucomplex: bool = False,
        *,
        enable_cooperative_groups: bool = False,
        jitify: bool = False,
    ) -> None: ...
    def __call__(
        self,
        grid: Sequence[int],
        block: Sequence[int],
        args: Iterable[Any],
        *,
        shared_mem: int = 0,
        stream: _cuda.Stream | None = None,
    ) -> None: ...
    def compile(self, log_stream: Any = None) -> None: ...
    @property
    def attributes(self) -> dict[str, int]: ...
    @property
    def binary_version(self) -> int: ...
    @property
    def cache_mode_ca(self) -> int: ...
    @property
    def const_size_bytes(self) -> int: ...
    @property
    def kernel(self) -> _cuda.Function: ...
    @property
    def local_size_bytes(self) -> int: ...
    @property
    def max_threads_per_block(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def num_regs(self) -> int: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def ptx_version(self) -> int: ...
    @property
    def shared_size_bytes(self) -> int: ...

class RawModule:
    code: str | None
    file_path: str | None
    backend: str
    enable_cooperative_groups: bool
    def __init__(
        self,
        code: str | None = None,
        *,
        path: str | None = None,
        options: Iterable[str] | None = None,
        backend: str = "nvrtc",
        translate_cucomplex: bool = False,
        enable_cooperative_groups: bool = False,
        name_expressions: Sequence[str] | None = None,
        jitify: bool = False,
    ) -> None: ...
    def compile(self, log_stream: Any = None) -> None: ...
    def get_function(self, name: str) -> RawKernel: ...
    def get_global(self, name: str) -> _cuda.MemoryPointer: ...
    @property
    def module(self) -> RawModule: ...
    @property
    def name_expressions(self) -> tuple[str, ...] | None: ...
    @property
    def options(self) -> tuple[str, ...]: ...

class ParameterInfo:
    @property
    def name(self) -> str: ...
    @property
    def ctype(self) -> str: ...
    @property
    def dtype(self) -> np.dtype[Any] | None: ...
    @property
    def raw(self) -> bool: ...
    @property
    def is_const(self) -> bool: ...

class _UserKernel:
    @property
    def in_params(self) -> tuple[ParameterInfo, ...]: ...
    @property
    def out_params(self) -> tuple[ParameterInfo, ...]: ...
    @property
    def params(self) -> tuple[ParameterInfo, ...]: ...
    @property
    def nin(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def nargs(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def preamble(self) -> str: ...
    @property
    def reduce_dims(self) -> bool: ...
    @property
    def cached_code(self) -> str: ...
    @property
    def cached_codes(self) -> dict[int, str]: ...

class ElementwiseKernel(_UserKernel):
    no_return: bool
    return_tuple: bool
    def __init__(
        self,
        in_params: str,
        out_params: str,
        operation: str,
        name: str = "kernel",
        reduce_dims: bool = True,
        preamble: str = "",
        no_return: bool = False,
        return_tuple: bool = False,
        doc: str = "",
        *,
        options: Iterable[str] | None = None,
        loop_prep: str = "",
        after_loop: str = "",
    ) -> None: ...
    def __call__(
        self,
        *args: ArrayLike,
        size: int | None = None,
        block_size: int | None = None,
        stream: _cuda.Stream | None = None,
    ) -> Any: ...
    @property
    def kwargs(self) -> dict[str, Any]: ...
    @property
    def operation(self) -> str: ...

class ReductionKernel(_UserKernel):
    def __init__(
        self,
        in_params: str,
        out_params: str,
        map_expr: str,
        reduce_expr: str,
        post_map_expr: str,
        identity: Any,
        name: str = "reduce_kernel",
        reduce_type: str | None = None,
        reduce_dims: bool = True,
        preamble: str = "",
        options: Iterable[str] | None = None,
    ) -> None: ...
    def __call__(
        self,
        *args: ArrayLike,
        out: ndarray | tuple[ndarray, ...] | None = None,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        stream: _cuda.Stream | None = None,
    ) -> Any: ...
    @property
    def identity(self) -> str | None: ...
    @property
    def map_expr(self) -> str: ...
    @property
    def reduce_expr(self) -> str: ...
    @property
    def post_map_expr(self) -> str: ...
    @property
    def reduce_type(self) -> str | None: ...
    @property
    def options(self) -> tuple[str, ...]: ...
