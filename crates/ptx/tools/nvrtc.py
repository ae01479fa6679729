"""Compiles one .cu file to PTX with NVRTC (pip install nvidia-cuda-nvrtc nvidia-cuda-runtime nvidia-cuda-cccl).

usage: nvrtc.py FILE.cu OUT.ptx [--gpu-architecture=compute_75] [further NVRTC options]
"""
import ctypes
import glob
import os
import site
import sys


def folders(*parts):
    """The folders of this name below every nvidia-* wheel that this Python sees."""
    roots = site.getsitepackages() + [site.getusersitepackages()]
    return [f for root in roots for f in glob.glob(os.path.join(root, "nvidia", "*", *parts))]


def library():
    """The newest libnvrtc of the wheels."""
    found = sorted(f for d in folders("lib") for f in glob.glob(os.path.join(d, "libnvrtc.so.*")))
    if not found:
        sys.exit("libnvrtc is not installed: pip install nvidia-cuda-nvrtc")
    builtins = glob.glob(os.path.join(os.path.dirname(found[-1]), "libnvrtc-builtins.so.*"))
    for path in builtins:  # NVRTC opens this one by name alone; once it is loaded, the name is found.
        ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(found[-1])


def compile_cuda(source, name, options):
    """The PTX of this CUDA C++ text, or a SystemExit with NVRTC's log."""
    nvrtc = library()
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), name.encode(), 0, None, None)
    options = list(options) + ["--include-path=" + d for d in folders("include") + folders("include", "cccl")]
    encoded = (ctypes.c_char_p * len(options))(*[o.encode() for o in options])
    status = nvrtc.nvrtcCompileProgram(program, len(options), encoded)
    size = ctypes.c_size_t()
    if status:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        sys.exit(log.value.decode())
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, text)
    return text.value.decode()


if __name__ == "__main__":
    source, target, *options = sys.argv[1:]
    if not any(o.startswith("--gpu-architecture") or o.startswith("-arch") for o in options):
        options.append("--gpu-architecture=compute_75")
    with open(source) as file:
        code = file.read()
    target = os.path.abspath(target)
    os.chdir(os.sep)  # NVRTC puts the working folder before the name of the source; the text is to name no machine's folders.
    text = compile_cuda(code, os.path.basename(source), options)
    for folder in folders("include"):
        text = text.replace(folder, "/cuda")
    with open(target, "w") as file:
        file.write(text)
