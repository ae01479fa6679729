"""Runs CuPy programs with cuprust, profiles them, and prints what was found on this machine.

    cuprust info                            print the version, the devices, the driver, and the libraries with their paths
    cuprust run script.py [argument ...]    run a program in which cupy and cupyx mean cuprust
    cuprust run -m module [argument ...]    the same for a module
    cuprust profile [option ...] script.py [argument ...]    run a program, and report where its time goes
    cuprust stats recording [option ...]    print the tables of a recording, or of an export of Nsight Systems
    cuprust life [option ...]               play the Game of Life with Python loops, NumPy and cuprust, and measure each
    cuprust --version                       print the version
"""

import argparse
import builtins
import importlib.machinery
import io
import json
import os
import runpy
import sys
import types

# The package's own version, which the alias leaves as it is.
from cuprust._core import __version__
from cuprust._terminal import Parser, complain, shown

RUN_USAGE = "cuprust run [-h] [-m module | script.py] [argument ...]"


def main(argv=None):
    """Run the command line `argv` (None: the process's own) and return its exit code."""
    argv = sys.argv[1:] if argv is None else list(argv)
    if argv[:1] in (["run"], ["profile"]):
        # The program handles its own output.
        return command(argv)
    try:
        try:
            return command(argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output, such as `head`, has closed it. The interpreter flushes once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def command(argv):
    """Run the command that `argv` begins with."""
    # Arguments after the program's name belong to the program, including options, which argparse would parse.
    if argv[:1] == ["run"]:
        return run(argv[1:])
    if argv[:1] in (["profile"], ["stats"]):
        from cuprust import _profile_command

        return _profile_command.profile(argv[1:], run) if argv[0] == "profile" else _profile_command.stats(argv[1:])
    if argv[:1] == ["life"]:
        from cuprust._life.main import main as life

        return life(argv[1:])
    parser = Parser(
        prog="cuprust", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"cuprust {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="{info,run,profile,stats,life}", required=True)
    information = commands.add_parser("info", help="print what was found on this machine")
    information.add_argument("--json", action="store_true", help="print it as JSON")
    commands.add_parser("run", help="run a CuPy program with cuprust", usage=RUN_USAGE)
    commands.add_parser("profile", help="run a CuPy program, and report where its time goes")
    commands.add_parser("stats", help="print the tables of a recording")
    commands.add_parser("life", help="play the Game of Life in three ways, and measure each")
    return info(parser.parse_args(argv).json)


def info(as_json=False):
    """Print what cuprust finds on this machine."""
    from cuprust import _core

    found = _core.info()
    print(json.dumps(found, indent=2, default=str) if as_json else shown("\n".join(describe(found))))
    return 0


def describe(found, indent=""):
    """The lines that show a dict of text, numbers, dicts and lists: plain values first, aligned, then the groups."""
    plain = {key: value for key, value in found.items() if not value or not isinstance(value, (dict, list, tuple))}
    width = max((len(_label(key)) for key in plain), default=0)
    lines = [f"{indent}{_label(key):<{width}}  {_text(key, value)}" for key, value in plain.items()]
    for key, value in found.items():
        if key in plain:
            continue
        lines.append(f"{indent}{_label(key)}")
        if isinstance(value, dict):
            lines += describe(value, indent + "  ")
            continue
        for item in value:
            if isinstance(item, dict):
                inner = describe(item, indent + "    ")
                lines.append(indent + "  - " + inner[0].lstrip())
                lines += inner[1:]
            else:
                lines.append(f"{indent}  - {_text(key, item)}")
    return lines


def _label(key):
    return str(key).removesuffix("_bytes").replace("_", " ")


def _text(key, value):
    if value is None:
        return "not found"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (dict, list, tuple)):
        return "none"
    if isinstance(value, int) and str(key).endswith("_bytes"):
        for unit, scale in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
            if value >= scale:
                return f"{value / scale:.1f} {unit}"
        return f"{value} bytes"
    return str(value)


def run(argv):
    """Run the program that `argv` names as the interpreter would, with cupy and cupyx meaning cuprust.

    Returns the exit code: 0, 1 after an exception (its traceback is on stderr and starts in the program), 2 where
    there is no such program, 130 after Ctrl-C. A SystemExit of the program passes through.
    """
    from cuprust._alias import CHILDREN, install_as_cupy

    if argv[:1] in (["-h"], ["--help"]):
        print(f"usage: {RUN_USAGE}\n\nRun a program in which cupy and cupyx mean cuprust.")
        return 0
    as_module = argv[:1] == ["-m"]
    program = argv[1:] if as_module else argv
    if not program or (program[0].startswith("-") and not as_module):
        print(f"usage: {RUN_USAGE}", file=sys.stderr)
        found = f"the unknown option {program[0]}" if program else "neither"
        complain(f"cuprust run: expected -m and a module, or a script, found {found}")
        return 2
    install_as_cupy()
    # Processes that multiprocessing starts get this path but not the finder.
    sys.path.insert(1, CHILDREN)
    sys.argv = program
    try:
        return _run_module(program[0]) if as_module else _run_script(program[0])
    except SystemExit:
        raise
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename in OUR_FILES:
            trace = trace.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        return 130 if isinstance(error, KeyboardInterrupt) else 1


# Files whose frames precede the program's own in a traceback and are omitted.
OUR_FILES = {__file__, os.path.join(os.path.dirname(__file__), "_profile_command.py"), runpy.__file__, "<frozen runpy>"}


def _run_module(name):
    _set_first_path(os.getcwd())
    runpy.run_module(name, run_name="__main__", alter_sys=True)
    return 0


def _run_script(script):
    path = os.path.abspath(script)
    if os.path.isdir(path) or _is_archive(path):
        spec = importlib.machinery.PathFinder.find_spec("__main__", [path])
        if spec is None or spec.loader is None:
            complain(f"cuprust run: there is no __main__.py in {path!r}")
            return 2
        _set_first_path(path)
        _run_as_main(spec.loader.get_code("__main__"), spec.origin, spec.loader, spec)
        return 0
    try:
        with io.open_code(path) as file:
            source = file.read()
    except OSError as error:
        complain(f"cuprust run: cannot open the file {path!r}: {error.strerror}")
        return 2
    _set_first_path(os.path.dirname(os.path.realpath(script)))
    code = compile(source, path, "exec", dont_inherit=True)
    _run_as_main(code, path, importlib.machinery.SourceFileLoader("__main__", path), None)
    return 0


def _run_as_main(code, path, loader, spec):
    # runpy would remove the module when the program ends; exit handlers and pickles still need its __main__.
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__cached__ = None
    module.__builtins__ = builtins
    module.__loader__ = loader
    module.__spec__ = spec
    module.__package__ = None if spec is None else ""
    sys.modules["__main__"] = module
    exec(code, module.__dict__)


def _is_archive(script):
    import zipfile

    return os.path.isfile(script) and zipfile.is_zipfile(script)


def _set_first_path(folder):
    # With -P or PYTHONSAFEPATH the interpreter does not add the program's folder to the path, and neither do we.
    if getattr(sys.flags, "safe_path", False):
        return
    del sys.path[:1]
    sys.path.insert(0, folder)
