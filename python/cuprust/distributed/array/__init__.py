"""One array in chunks on several devices of a process, or of the ranks of a group: elementwise functions, reductions and products run where the chunks are.

An index map says which slices of the array each device holds. Chunks may overlap; the mode says what an element is that several hold: in the mode
REPLICA they hold the same, in SUM, PROD, MAX and MIN it is their sum, product, largest or smallest. Functions change modes where they need another one.

Where there is no GPU, the numbers of devices are those of a program for GPUs, and all chunks are on the CPU.

>>> from cuprust.distributed.array import distributed_array
>>> a = distributed_array(np.arange(6).reshape(2, 3), {0: slice(0, 1), 1: slice(1, 2)})
>>> (a * 10).all_chunks()
{0: [array([[ 0, 10, 20]])], 1: [array([[30, 40, 50]])]}
>>> a.sum(axis=0)
array([3, 5, 7])
"""

from cuprust.distributed.array._array import DistributedArray, distributed_array, from_chunks
from cuprust.distributed.array._modes import MAX, MIN, PROD, REPLICA, SUM, Mode
from cuprust.distributed.array._products import make_2d_index_map, matmul

__all__ = ["MAX", "MIN", "PROD", "REPLICA", "SUM", "DistributedArray", "Mode", "distributed_array", "from_chunks", "make_2d_index_map", "matmul"]
