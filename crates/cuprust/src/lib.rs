//! NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed.
