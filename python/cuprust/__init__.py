"""NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed."""

from cuprust._alias import install_as_cupy

__all__ = ["install_as_cupy"]
