"""The commands ``cuprust profile`` and ``cuprust stats``: recording a program, and reading what was recorded."""

import argparse
import contextlib
import cProfile
import json
import os
import pstats
import sys
from pathlib import Path

import _lsprof

from cuprust._core import __version__
from cuprust._core import profiler as core
from cuprust._terminal import Parser, complain

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")

# The most functions of Python's profile that are kept, those with the most time.
MAX_FUNCTIONS = 600

SQLITE = b"SQLite format 3\0"


def profile(argv, run):
    """Record the program that `argv` names, by `run`, which runs a program as the command ``cuprust run`` does. Gives its exit code."""
    parser = Parser(
        prog="cuprust profile",
        usage="cuprust profile [options] [-m module | script.py] [argument ...]",
        description="Run a CuPy program with cuprust, and report where its time goes. The report is printed on stderr.",
        allow_abbrev=False,
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the recording to FILE (default: the program's name with .cuprof)")
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write the report as one page of HTML")
    parser.add_argument("--trace", type=Path, metavar="FILE", help="also write Chrome's trace events, which Perfetto opens")
    parser.add_argument("--no-python", action="store_true", help="do not run Python's profiler (cProfile)")
    parser.add_argument("--calls", action="store_true", help="record each call of a function of arrays as a range")
    parser.add_argument("--shapes", action="store_true", help="as --calls, with the dtypes and shapes of the operands")
    parser.add_argument("--no-ceilings", action="store_true", help="do not measure the peak rates of the devices")
    parser.add_argument("--quiet", action="store_true", help="print no report")
    parser.add_argument("program", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    own, program = split(argv)
    options = parser.parse_args(own)
    is_module = program[:1] == ["-m"]
    name = program[int(is_module)] if len(program) > is_module else ""
    if not name or not is_module and not os.path.exists(name):
        complain(f"cuprust profile: there is no program {name!r}" if name else "cuprust profile: no program is named")
        return 2
    stem = name if is_module else Path(name).stem
    output = options.output or Path(f"{stem}.cuprof")
    try:
        recorder = core.Recorder(output)
    except OSError as error:
        complain(f"cuprust profile: {error}")
        return 2
    core.note("program", " ".join(program))
    core.note("cuprust", __version__)
    if options.calls or options.shapes:
        core.record_calls(options.shapes)
    # Time of devices, and of waiting for them, does not count for the function that happens to read a value.
    python, away = None if options.no_python else Outer(core.python_time, 1e-9), core.time_away()
    process = os.getpid()
    with flushed_exits(), beside_others(python):
        try:
            return run(program)
        finally:
            if python is not None:
                python.disable()
            if os.getpid() == process:
                core.note("_away", repr((core.time_away() - away) * 1e-9))
                finish(recorder, python, output, options)
            else:
                # A forked child ends here too: its parent reports the recording.
                core.flush()


def split(argv):
    """The options of the command, and the program with its arguments: they begin with ``-m`` or the first word that is no option."""
    takes = {"-o", "--output", "--html", "--trace"}
    place = 0
    while place < len(argv) and argv[place].startswith("-") and argv[place] != "-m":
        place += 2 if argv[place] in takes else 1
    return argv[:place], argv[place:]


class Outer(cProfile.Profile):
    """Python's profile of the whole program. A profiler that the program enables itself takes its place meanwhile."""

    enable = _lsprof.Profiler.enable
    disable = _lsprof.Profiler.disable


@contextlib.contextmanager
def beside_others(outer):
    """Enable a profiler that makes way for those of the program: the interpreter has one at a time."""
    if outer is None:
        yield
        return
    ours, theirs = cProfile.Profile.enable, cProfile.Profile.disable

    def enable(self, *arguments, **named):
        outer.disable()
        return ours(self, *arguments, **named)

    def disable(self):
        theirs(self)
        with contextlib.suppress(ValueError):
            outer.enable()

    cProfile.Profile.enable, cProfile.Profile.disable = enable, disable
    try:
        with contextlib.suppress(ValueError):
            outer.enable()
        yield
    finally:
        del cProfile.Profile.enable, cProfile.Profile.disable


@contextlib.contextmanager
def flushed_exits():
    """Have `os._exit`, by which forked children end, write what was recorded."""
    leave = os._exit

    def flush_and_leave(status):
        core.flush()
        leave(status)

    os._exit = flush_and_leave
    try:
        yield
    finally:
        os._exit = leave


def finish(recorder, python, output, options):
    """End a recording, and write and print what was requested."""
    try:
        if python is not None:
            stat = output.with_suffix(".pstat")
            note_python(python, stat)
        if not options.no_ceilings:
            core.measure_ceilings()
        recording = recorder.stop()
    except Exception as error:
        # Exceptions of the program arrive here as well; the program's own exit code counts.
        complain(f"cuprust profile: {error}")
        with contextlib.suppress(Exception):
            recorder.close()
        recording = core.Recording.open(output)
    written = [("Recording", output)]
    if python is not None:
        written.append(("Profile of Python", stat))
    for what, path, write in [("Page", options.html, recording.html), ("Trace", options.trace, recording.trace)]:
        if path is not None:
            try:
                write(path)
                written.append((what, path))
            except OSError as error:
                complain(f"cuprust profile: {error}")
    sys.stdout.flush()
    if not options.quiet:
        print(recording.report(), file=sys.stderr)
    for what, path in written:
        complain(f"{what}: {path}")


def note_python(profiler, stat):
    """Write Python's profile to a file that `pstats` opens, and note it in the recording."""
    profiler.create_stats()
    try:
        profiler.dump_stats(stat)
    except OSError as error:
        complain(f"cuprust profile: {error}")
    stats = pstats.Stats(profiler).stats
    longest = sorted(stats, key=lambda function: -stats[function][3])[:MAX_FUNCTIONS]
    positions = {function: position for position, function in enumerate(longest)}
    functions, calls = [], []
    for function in longest:
        file, line, name = function
        _, count, own, cumulative, callers = stats[function]
        # An example in the package counts as a program.
        if file.startswith(PACKAGE) and not file.startswith(os.path.join(PACKAGE, "_life", "")):
            file = "<cuprust>/" + file[len(PACKAGE) :]
        functions.append(f"{clean(file)}\t{line}\t{count}\t{own!r}\t{cumulative!r}\t{clean(name)}")
        for caller, (_, count, own, cumulative) in callers.items():
            if caller in positions:
                calls.append(f"{positions[function]}\t{positions[caller]}\t{count}\t{own!r}\t{cumulative!r}")
    core.note("_python", "\n".join(functions))
    core.note("_python_calls", "\n".join(calls))


def clean(text):
    return text.replace("\t", " ").replace("\n", " ")


def stats(argv):
    """Print the tables of a recording. Gives the exit code: 0, 1 for a file that is no recording, 2 for one that is not there."""
    parser = Parser(
        prog="cuprust stats", description="Print the tables of a recording of `cuprust profile`, or of a SQLite export of Nsight Systems."
    )
    parser.add_argument("file", type=Path, help="the recording")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print the tables with commas between cells")
    form.add_argument("--json", action="store_true", help="print the tables and the advice as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as one page of HTML instead")
    parser.add_argument("--trace", type=Path, metavar="FILE", help="write Chrome's trace events instead")
    options = parser.parse_args(argv)
    try:
        recording = read(options.file)
        for path, write in [(options.html, recording.html), (options.trace, recording.trace)]:
            if path is not None:
                write(path)
        if options.csv:
            print(recording.csv(), end="")
        elif options.json:
            everything = {"tables": recording.tables(), "advice": recording.advice(), "warnings": recording.warnings}
            print(json.dumps(everything, indent=1))
        elif options.html is None and options.trace is None:
            print(recording.report(), end="")
    except BrokenPipeError:
        # It is an OSError too, but not an error of the recording.
        raise
    except (OSError, ValueError) as error:
        complain(f"cuprust stats: {error}")
        return 2 if isinstance(error, FileNotFoundError) or not options.file.exists() else 1
    return 0


def read(file):
    """The recording in a file: one of this profiler, or a SQLite export of Nsight Systems.

    Raises OSError for a file that cannot be read, ValueError for one that is neither.
    """
    with open(file, "rb") as opened:
        head = opened.read(len(SQLITE))
    if head == SQLITE:
        from cuprust._nsight import read_export

        return read_export(file)
    return core.Recording.open(file)
