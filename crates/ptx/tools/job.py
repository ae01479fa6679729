"""Does the jobs of `cuprust-ptx job` on a device, and compares what the two left.

usage: job.py device FILE FOLDER [TEXT]       does the jobs whose name has this text in it on the first GPU, through libcuda
       job.py compare FILE MACHINE DEVICE     a table: each output of the machine beside the device's

`cuprust-ptx job` says how FILE is written; FOLDER gets JOB.BUFFER for each output. A job that faults on the device ends the
process that does it, and the rest goes on in another one.
"""
import array
import ctypes
import math
import os
import struct
import subprocess
import sys

NUMBERS = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q", "f32": "f", "f64": "d"}


def jobs(path):
    """Each job of the file as (name, its lines split into words)."""
    found = []
    with open(path) as file:
        for line in file:
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if words[0] == "job":
                found.append((words[1], []))
            else:
                found[-1][1].append(words)
    return found


def content(base, name):
    with open(os.path.join(base, name), "rb") as file:
        return file.read()


class Device:
    """The first GPU, with a context of its own."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        handle, context = ctypes.c_int(), ctypes.c_void_p()
        self("cuInit", 0)
        self("cuDeviceGet", ctypes.byref(handle), 0)
        self("cuDevicePrimaryCtxRetain", ctypes.byref(context), handle)
        self("cuCtxSetCurrent", context)

    def __call__(self, name, *arguments):
        status = getattr(self.cuda, name)(*arguments)
        if status:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(status, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'error').decode()} ({status})")

    def load(self, text):
        log = ctypes.create_string_buffer(1 << 16)
        options = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), 1 << 16)
        module = ctypes.c_void_p()
        try:
            self("cuModuleLoadDataEx", ctypes.byref(module), text + b"\0", 2, options, values)
        except RuntimeError as error:
            raise RuntimeError(f"{error}: {log.value.decode()}") from None
        return module

    def variable(self, module, name):
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        self("cuModuleGetGlobal_v2", ctypes.byref(address), ctypes.byref(size), module, name.encode())
        return address, size.value

    def run(self, name, lines, base, folder):
        """One job from its first line to its last."""
        module, buffers = None, {}
        for verb, *rest in lines:
            if verb == "module":
                module = self.load(content(base, rest[0]))
            elif verb == "buffer":
                data = bytes(int(rest[1])) if rest[1].isdigit() else content(base, rest[1])
                address = ctypes.c_uint64()
                self("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(len(data), 1)))
                self("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
                buffers[rest[0]] = (address, len(data))
            elif verb == "set":
                data = content(base, rest[1])
                address, size = self.variable(module, rest[0])
                if len(data) > size:
                    raise RuntimeError(f"{rest[1]} has {len(data)} bytes and '{rest[0]}' {size}")
                self("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
            elif verb in ("launch", "cooperate"):
                self.launch(module, buffers, verb == "cooperate", rest)
            elif verb == "output":
                address, size = buffers[rest[0]] if rest[0] in buffers else self.variable(module, rest[0])
                data = ctypes.create_string_buffer(size)
                self("cuMemcpyDtoH_v2", data, address, ctypes.c_size_t(size))
                with open(os.path.join(folder, f"{name}.{rest[0]}"), "wb") as out:
                    out.write(data.raw)
            else:
                raise RuntimeError(f"'{verb}' is not a line of a job")
        for address, _ in buffers.values():
            self("cuMemFree_v2", address)
        self("cuModuleUnload", module)

    def launch(self, module, buffers, cooperates, words):
        kernel, grid, block, shared, *words = words
        function = ctypes.c_void_p()
        self("cuModuleGetFunction", ctypes.byref(function), module, kernel.encode())
        if int(shared) > 48 << 10:
            # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            self("cuFuncSetAttribute", function, 8, int(shared))
        values = [ctypes.create_string_buffer(argument(word, buffers)) for word in words]
        pointers = (ctypes.c_void_p * max(len(values), 1))(*[ctypes.cast(v, ctypes.c_void_p) for v in values])
        sizes = [ctypes.c_uint(n) for n in three(grid) + three(block) + [int(shared)]]
        if cooperates:
            self("cuLaunchCooperativeKernel", function, *sizes, None, pointers)
        else:
            self("cuLaunchKernel", function, *sizes, None, pointers, None)
        self("cuCtxSynchronize")


def three(text):
    numbers = [int(n) for n in text.split(",")]
    return numbers + [1] * (3 - len(numbers))


def argument(word, buffers):
    """The bytes of one parameter."""
    out = b""
    for part in word.split("/"):
        if part[0] == "@":
            name, _, offset = part[1:].partition("+")
            out += struct.pack("<Q", buffers[name][0].value + int(offset or 0))
            continue
        kind, _, value = part.partition(":")
        if kind == "hex":
            out += bytes.fromhex(value)
        elif kind[0] == "f":
            out += struct.pack("<" + NUMBERS[kind], float(value))
        else:
            out += struct.pack("<" + NUMBERS[kind], int(value, 0))
    return out


def device(path, folder, only=""):
    """Jobs one after the other; after a fault the rest in a new process, as the context is lost."""
    os.makedirs(folder, exist_ok=True)
    chosen = [job for job in jobs(path) if only in job[0]]
    first = int(os.environ.get("JOB_FIRST", "0"))
    gpu = Device()
    for at in range(first, len(chosen)):
        name, lines = chosen[at]
        try:
            gpu.run(name, lines, os.path.dirname(path), folder)
            print(f"{name}: done", flush=True)
        except (RuntimeError, OSError) as error:
            print(f"{name}: {error}", flush=True)
            if at + 1 < len(chosen):
                environment = dict(os.environ, JOB_FIRST=str(at + 1))
                sys.exit(subprocess.run([sys.executable, *sys.argv], env=environment).returncode)


def values(data, kind):
    """Numbers and their places on the line of all numbers of the type, for distances in the last place."""
    if kind in ("f16", "bf16"):
        bits = array.array("H", data)
        if kind == "f16":
            numbers = [v[0] for v in struct.iter_unpack("<e", data)]
        else:
            numbers = [struct.unpack("<f", struct.pack("<I", b << 16))[0] for b in bits]
        top = 1 << 15
    elif kind in ("f32", "f64"):
        bits = array.array({"f32": "I", "f64": "Q"}[kind], data)
        numbers = array.array(NUMBERS[kind], data)
        top = 1 << (31 if kind == "f32" else 63)
    else:
        numbers = array.array(NUMBERS[kind], data)
        return numbers, numbers
    return numbers, [b if b < top else top - b for b in bits]


def distance(ours, theirs, kind):
    """How two outputs differ, in words."""
    if ours == theirs:
        return "equal"
    (a, x), (b, y) = values(ours, kind), values(theirs, kind)
    if len(a) != len(b):
        return f"{len(a)} numbers and {len(b)}"
    apart = [k for k in range(len(a)) if x[k] != y[k] and not (a[k] != a[k] and b[k] != b[k])]
    if not apart:
        return "equal but for signs of zero and bits of NaN"
    finite = [k for k in apart if math.isfinite(a[k]) and math.isfinite(b[k])]
    if len(finite) < len(apart):
        return f"{len(apart)} of {len(a)} differ, {len(apart) - len(finite)} of them not finite"
    steps = max(abs(x[k] - y[k]) for k in apart)
    largest = max((abs(v) for v in b if math.isfinite(v)), default=0)
    most = max(abs(a[k] - b[k]) for k in apart)
    text = f"{len(apart)} of {len(a)} differ, by {steps} in the last place"
    if largest:
        text += f", {most / largest:.1e} of the largest"
    return text + f" (first at {apart[0]}: {a[apart[0]]!r} and {b[apart[0]]!r})"


def compare(path, machine, other):
    """A line for each output, and how many are equal."""
    total = equal = 0
    for name, lines in jobs(path):
        for verb, *rest in lines:
            if verb != "output":
                continue
            total += 1
            files = [os.path.join(folder, f"{name}.{rest[0]}") for folder in (machine, other)]
            missing = [f for f in files if not os.path.exists(f)]
            text = f"no {missing[0]}" if missing else distance(*[content("", f) for f in files], rest[1])
            equal += text == "equal"
            print(f"{name} {rest[0]} {rest[1]}: {text}")
    print(f"{equal} of {total} outputs are equal")


if __name__ == "__main__":
    command, *rest = sys.argv[1:] or ["help"]
    if command == "device" and len(rest) in (2, 3):
        device(*rest)
    elif command == "compare" and len(rest) == 3:
        compare(*rest)
    else:
        sys.exit(__doc__)
