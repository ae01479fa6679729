"""Collectives of ranks on one host, side by side: cuprust's `cuda.nccl`, CuPy's, and torch.distributed, in turns in the same processes.

    python benches/collectives.py cupy,cuprust,torch                 on two GPUs, from 1 KiB to 1 GiB
    python benches/collectives.py cuprust,connections,torch --most 25 --best        on the CPU: shared memory, TCP alone, and torch's gloo

Each rank is a process with a GPU of its own; where there is none, a process on the CPU. A repeat makes several calls where they are
short. Printed are the median microseconds, or the fewest, a call of the slowest rank, the gigabytes a second that a rank's array has at that
time, and how many times as fast as each other library cuprust is.
"""

import argparse
import importlib
import os
import socket
import statistics
import subprocess
import sys
import time

import numpy as np

REPEATS = 9
CLOCK = time.perf_counter
CALLS = ("all_reduce", "all_gather", "send/recv")
# Most seconds and most calls of a repeat.
REPEAT_TIME, MAX_CALLS = 20e-3, 200


class Nccl:
    """`cuda.nccl` of CuPy or of cuprust, by addresses."""

    def __init__(self, name, group):
        # Ranks on the CPU of one host share memory, unless they may have none.
        os.environ["CUPRUST_COLLECTIVES_SHARED_MEMORY"] = "0" if name == "connections" else ""
        name = "cuprust" if name == "connections" else name
        self.xp = importlib.import_module(name)
        self.nccl = importlib.import_module(name + ".cuda.nccl")
        self.xp.cuda.Device(group.rank % self.xp.cuda.runtime.getDeviceCount()).use()
        words = self.nccl.get_unique_id() if group.rank == 0 else None
        self.comm = self.nccl.NcclCommunicator(group.size, group.share(words), group.rank)
        self.group, self.stream = group, self.xp.cuda.Stream.null

    def call(self, name, count):
        xp, comm, nccl, size, stream = self.xp, self.comm, self.nccl, self.group.size, self.stream.ptr
        given, got = xp.full(count, self.group.rank + 1, np.float32), xp.zeros(count * (size if name == "all_gather" else 1), np.float32)
        ahead, behind = (self.group.rank + 1) % size, (self.group.rank - 1) % size
        float32, total = nccl.NCCL_FLOAT32, nccl.NCCL_SUM

        def transfer():
            nccl.groupStart()
            comm.send(given.data.ptr, count, float32, ahead, stream)
            comm.recv(got.data.ptr, count, float32, behind, stream)
            nccl.groupEnd()

        calls = {
            "all_reduce": lambda: comm.allReduce(given.data.ptr, got.data.ptr, count, float32, total, stream),
            "all_gather": lambda: comm.allGather(given.data.ptr, got.data.ptr, count, float32, stream),
            "send/recv": transfer,
        }
        return calls[name], lambda: got.get()

    def wait(self):
        self.stream.synchronize()


class Torch:
    """torch.distributed: NCCL on GPUs, gloo on the CPU."""

    def __init__(self, _, group):
        import torch
        import torch.distributed as distributed

        self.torch, self.distributed, self.group = torch, distributed, group
        self.gpu = torch.cuda.is_available()
        self.device = f"cuda:{group.rank % torch.cuda.device_count()}" if self.gpu else "cpu"
        if self.gpu:
            torch.cuda.set_device(self.device)
        port = group.share(free_port() if group.rank == 0 else None)
        backend = "nccl" if self.gpu else "gloo"
        distributed.init_process_group(backend, init_method=f"tcp://127.0.0.1:{port}", rank=group.rank, world_size=group.size)

    def call(self, name, count):
        torch, distributed, size, rank = self.torch, self.distributed, self.group.size, self.group.rank
        given = torch.full((count,), rank + 1.0, device=self.device)
        got = torch.zeros(count * (size if name == "all_gather" else 1), device=self.device)
        ahead, behind = (rank + 1) % size, (rank - 1) % size

        def transfer():
            operations = [distributed.P2POp(distributed.isend, given, ahead), distributed.P2POp(distributed.irecv, got, behind)]
            for request in distributed.batch_isend_irecv(operations):
                request.wait()

        # Its all_reduce is in place.
        target = got if name == "all_reduce" else given
        calls = {
            "all_reduce": lambda: distributed.all_reduce(target),
            "all_gather": lambda: distributed.all_gather_into_tensor(got, given),
            "send/recv": transfer,
        }
        if name == "all_reduce":
            got.copy_(given)
        return calls[name], lambda: got.cpu().numpy()

    def wait(self):
        if self.gpu:
            self.torch.cuda.synchronize()


class Group:
    """The ranks of this run, and words between them over a socket of rank 0."""

    def __init__(self, rank, size, port):
        self.rank, self.size = rank, size
        if rank == 0:
            with socket.create_server(("127.0.0.1", port)) as server:
                self.peers = [server.accept()[0].makefile("rw") for _ in range(size - 1)]
        else:
            while True:
                try:
                    self.peers = [socket.create_connection(("127.0.0.1", port)).makefile("rw")]
                    return
                except OSError:
                    time.sleep(0.01)

    def share(self, value):
        """The value of rank 0, on all."""
        if self.rank:
            return eval(self.peers[0].readline())
        self._tell(value)
        return value

    def most(self, value):
        """The largest value of all ranks, on all ranks: also a barrier."""
        if self.rank:
            self._tell(value)
            return eval(self.peers[0].readline())
        value = max([value, *(eval(peer.readline()) for peer in self.peers)])
        self._tell(value)
        return value

    def _tell(self, value):
        for peer in self.peers:
            peer.write(repr(value) + "\n")
            peer.flush()


def seconds(group, library, call, count):
    group.most(0)
    start = CLOCK()
    for _ in range(count):
        call()
    library.wait()
    return group.most((CLOCK() - start) / count)


def collectives(arguments, group):
    libraries = {name: (Torch if name == "torch" else Nccl)(name, group) for name in arguments.modules.split(",")}
    if group.rank == 0:
        print(f"{'':12}{'bytes':>14}" + "".join(f"{name + ' us':>14}{'GB/s':>8}" for name in libraries), flush=True)
    for name in CALLS:
        for power in range(arguments.least, arguments.most + 1, 5):
            count = (1 << power) // 4
            calls = {}
            for library, each in libraries.items():
                calls[library], result = each.call(name, count)
                calls[library]()
                each.wait()
                found, size = result(), group.size
                expected = size * (size + 1) / 2 if name == "all_reduce" else (group.rank - 1) % size + 1 if name == "send/recv" else size
                assert found[-1] == expected, (library, name, found)
            number = {}
            for library, call in calls.items():
                once = seconds(group, libraries[library], call, 3)
                number[library] = max(1, min(MAX_CALLS, int(REPEAT_TIME / once)))
            times = {library: [] for library in calls}
            for _ in range(REPEATS):
                for library, call in calls.items():
                    times[library].append(seconds(group, libraries[library], call, number[library]))
            if group.rank == 0:
                summary = min if arguments.best else statistics.median
                taken = {library: summary(found) for library, found in times.items()}
                line = f"{name:12}{1 << power:14}" + "".join(f"{found * 1e6:14.1f}{(1 << power) / found / 1e9:8.1f}" for found in taken.values())
                ratios = [f"{taken[other] / taken['cuprust']:.2f} times {other}" for other in taken if other != "cuprust"]
                print(line + "  " + ", ".join(ratios), flush=True)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", help="cuprust, cupy, connections and torch, with commas between")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--least", type=int, default=10, help="the power of two of the fewest bytes")
    parser.add_argument("--most", type=int, default=30, help="the power of two of the most bytes")
    parser.add_argument("--best", action="store_true", help="the fastest repeat, on a machine that does other work too")
    parser.add_argument("--processor", action="store_true", help="processor time, which other work does not lengthen")
    parser.add_argument("--rank", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.processor:
        global CLOCK
        CLOCK = time.process_time
    if arguments.rank is not None:
        group = Group(arguments.rank, arguments.ranks, arguments.port)
        return collectives(arguments, group)
    port = str(free_port())
    words = [sys.executable, *sys.argv, "--port", port]
    ranks = [subprocess.Popen([*words, "--rank", str(rank)], env={**os.environ}) for rank in range(arguments.ranks)]
    sys.exit(max(abs(rank.wait()) for rank in ranks))


if __name__ == "__main__":
    main()
