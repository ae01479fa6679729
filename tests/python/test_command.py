"""The command ``cuprust`` and the alias cupy: a program run by it behaves as under the interpreter itself."""

import importlib
import importlib.util
import os
import pickle
import subprocess
import sys
import textwrap
import zipfile

import pytest
from conftest import ROOT

import cuprust
from cuprust import _alias, _command


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


def outcome(*command):
    """The exit code, the output and the errors of a command of the interpreter that runs these tests."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout, done.stderr


def same_as_interpreter(*program):
    """What `cuprust run` does with a program, having checked that the interpreter does exactly the same."""
    ours = outcome("-m", "cuprust", "run", *program)
    assert ours == outcome(*program)
    return ours


SHOW = """
    import atexit, sys
    atexit.register(lambda: print("at exit", sys.modules["__main__"].mark))
    mark = 17
    print(sys.argv, sys.path[0], __name__, __file__, __package__, __spec__, __builtins__ is not None)
    import beside
    print(beside.who, sys.modules["__main__"].mark)
"""


class TestRun:
    def test_argv_path_and_main_of_a_script(self, place):
        write(place / "folder" / "show.py", SHOW)
        write(place / "folder" / "beside.py", "who = 'found'")
        code, out, _ = same_as_interpreter("folder/show.py", "-m", "--out", "x", "-h", "run")
        assert code == 0 and "['folder/show.py', '-m', '--out', 'x', '-h', 'run']" in out and "found 17\nat exit 17" in out

    def test_a_script_behind_a_link(self, place):
        write(place / "folder" / "show.py", SHOW)
        write(place / "folder" / "beside.py", "who = 'found'")
        (place / "link.py").symlink_to(place / "folder" / "show.py")
        assert same_as_interpreter("link.py")[0] == 0

    @pytest.mark.parametrize("ending", ["sys.exit()", "sys.exit(3)", "sys.exit('a reason')", "raise SystemExit(True)", "pass"])
    def test_exit_codes(self, place, ending):
        write(place / "ends.py", f"import sys\n{ending}\n")
        same_as_interpreter("ends.py")

    def test_a_traceback_starts_in_the_script(self, place):
        write(place / "fails.py", "def f(x):\n    return 1 / x\n\ntry:\n    f(0)\nexcept ZeroDivisionError:\n    [][2]\n")
        code, _, errors = same_as_interpreter("fails.py")
        assert code == 1 and "in f" in errors and "_command.py" not in errors

    def test_a_script_that_is_no_python(self, place):
        write(place / "bad.py", "x = = 2\n")
        code, _, errors = same_as_interpreter("bad.py")
        assert code == 1 and "SyntaxError" in errors

    def test_a_source_in_another_encoding(self, place):
        (place / "latin.py").write_bytes("# -*- coding: latin-1 -*-\nprint(ascii('\u00e9'))\n".encode("latin-1"))
        assert same_as_interpreter("latin.py")[1] == "'\\xe9'\n"

    def test_an_excepthook_of_the_script(self, place):
        write(place / "hook.py", "import sys\nsys.excepthook = lambda kind, *rest: print('hook', kind)\n1 / 0\n")
        assert same_as_interpreter("hook.py")[1].startswith("hook")

    def test_a_class_of_the_script_can_be_pickled(self, place):
        write(place / "pickles.py", "import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))))\n")
        assert same_as_interpreter("pickles.py")[1] == "<class '__main__.A'>\n"

    def test_a_folder_and_an_archive(self, place):
        write(place / "app" / "__main__.py", "import sys\nfrom part import x\nprint(sys.argv, sys.path[0], __name__, x)\n")
        write(place / "app" / "part.py", "x = 5")
        with zipfile.ZipFile(place / "app.zip", "w") as archive:
            archive.write(place / "app" / "__main__.py", "__main__.py")
            archive.write(place / "app" / "part.py", "part.py")
        assert same_as_interpreter("app", "a")[0] == 0
        assert same_as_interpreter("app.zip", "-b")[0] == 0
        (place / "empty").mkdir()
        code, _, errors = outcome("-m", "cuprust", "run", "empty")
        assert code == 2 and "no __main__.py in" in errors

    def test_a_module(self, place):
        write(place / "tool" / "__init__.py", "")
        write(place / "tool" / "__main__.py", "import sys\nfrom . import y\nprint(sys.argv, sys.path[0], __name__, __spec__.name)\n")
        write(place / "tool" / "y.py", "")
        code, out, _ = same_as_interpreter("-m", "tool", "-x", "--help", "-m", "z")
        assert code == 0 and "'-x', '--help', '-m', 'z'] " in out

    def test_a_module_that_fails_and_one_that_is_not_there(self, place):
        write(place / "broken.py", "import sys\nprint(sys.argv[0])\nraise KeyError('x')\n")
        code, _, errors = outcome("-m", "cuprust", "run", "-m", "broken")
        assert code == 1 and errors.count("File") == 1 and errors.endswith("KeyError: 'x'\n")
        code, _, errors = outcome("-m", "cuprust", "run", "-m", "nowhere")
        assert code == 1 and errors == "ImportError: No module named nowhere\n"

    def test_ctrl_c(self, place):
        write(place / "stopped.py", "raise KeyboardInterrupt\n")
        code, _, errors = outcome("-m", "cuprust", "run", "stopped.py")
        assert code == 130 and errors.endswith("KeyboardInterrupt\n") and "_command.py" not in errors

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["none.py"], "cannot open the file"),
            ([], "found neither"),
            (["-m"], "found neither"),
            (["--fast", "a.py"], "unknown option --fast"),
        ],
    )
    def test_no_program(self, place, arguments, words):
        code, _, errors = outcome("-m", "cuprust", "run", *arguments)
        assert code == 2 and words in errors and "Traceback" not in errors

    def test_cupy_is_cuprust_in_the_program(self, place):
        write(place / "uses.py", "import cupy as cp, cupyx, cuprust\nprint(cp is cuprust, cupyx is cuprust, cp.__name__, cp.__spec__.name)\n")
        assert outcome("-m", "cuprust", "run", "uses.py") == (0, "True True cuprust cuprust\n", "")


POOL = """
    import multiprocessing, sys
    import cupy as cp

    def work(n):
        import cupy, cupyx
        from cupy.linalg import norm
        return cupy.__name__, cupyx.__name__, norm.__module__, int(cp.arange(n).sum()), "cupy" in sys.modules

    if __name__ == "__main__":
        for method in sys.argv[1:]:
            with multiprocessing.get_context(method).Pool(2) as pool:
                print(pool.map_async(work, [3, 4]).get(60))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no forkserver")
class TestChildren:
    @pytest.mark.parametrize("how", [["pool.py"], ["-m", "pool"]], ids=["script", "module"])
    def test_processes_that_multiprocessing_starts(self, place, how):
        write(place / "pool.py", POOL)
        code, out, errors = outcome("-m", "cuprust", "run", *how, "spawn", "forkserver")
        answers = [("cuprust", "cuprust", "cuprust.linalg", total, True) for total in (3, 6)]
        assert (code, errors) == (0, "") and out == f"{answers}\n" * 2

    def test_the_real_one_is_left_alone_without_the_command(self, place):
        write(place / "asks.py", "import importlib.util, cuprust, sys\nprint([p for p in sys.path if 'cuprust' in p and '_children' in p])\n")
        assert outcome("asks.py")[1] == "[]\n"

    def test_a_stand_in_by_whichever_name_comes_first(self, place):
        for first in ["cupy", "cupyx", "cupy.cuda", "cupyx.profiler", "cupyx.scipy.special"]:
            program = f"import sys; sys.path.insert(0, {_alias.CHILDREN!r}); import {first}, cupy, cupyx, cuprust; "
            program += "print(cupy is cuprust, cupyx is cuprust, sys.modules['cupy'] is cuprust, cuprust.__spec__.name)"
            assert outcome("-c", program) == (0, "True True True cuprust\n", "")


# What the alias does to the version; cuprust's own stays in what cuprust says of itself.
VERSIONS = """
    import {name} as named, cuprust, cupy, cupyx, sys
    from cuprust import _command

    found = cupy.get_runtime_info()
    print(named.__version__, cupy.__version__, cupyx.__version__, found.cupy_version, "cupy version" in str(found))
    print(cuprust.info()["version"], cuprust._core.__version__)
    sys.argv[0] = "cuprust"
    _command.main(["--version"])
"""


class TestVersion:
    """The version of CuPy under the alias, and of cuprust without it."""

    own = cuprust._core.__version__
    aliased = f"{' '.join([_alias.CUPY_VERSION] * 4)} True\n{own} {own}\ncuprust {own}\n"

    def test_of_a_program(self, place):
        write(place / "asks.py", VERSIONS.format(name="cupy"))
        assert outcome("-m", "cuprust", "run", "asks.py") == (0, self.aliased, "")

    @pytest.mark.parametrize("name", ["cupy", "cupyx", "cupy.cuda"])
    def test_of_a_stand_in(self, place, name):
        program = f"import sys; sys.path.insert(0, {_alias.CHILDREN!r}); import {name}\n"
        write(place / "asks.py", program + textwrap.dedent(VERSIONS.format(name=name.partition(".")[0])))
        assert outcome("asks.py") == (0, self.aliased, "")

    def test_after_the_import_of_cuprust(self, place):
        program = "import cuprust\nbefore = cuprust.__version__\ncuprust.install_as_cupy()\n"
        write(place / "asks.py", program + textwrap.dedent(VERSIONS.format(name="cuprust")) + "\n")
        assert outcome("asks.py") == (0, self.aliased, "")

    def test_without_the_alias(self):
        program = "import cuprust; print(cuprust.__version__, cuprust.get_runtime_info().cupy_version, cuprust.info()['version'])"
        assert outcome("-c", program) == (0, f"{self.own} {self.own} {self.own}\n", "")

    def test_of_a_recording(self, place):
        write(place / "asks.py", "import cupy\ncupy.ones(3).sum().item()\n")
        assert outcome("-m", "cuprust", "profile", "--quiet", "--no-ceilings", "asks.py")[0] == 0
        recording = (place / "asks.cuprof").read_bytes()
        assert self.own.encode() in recording and _alias.CUPY_VERSION.encode() not in recording

    def test_it_is_that_of_the_list_of_names(self):
        major, minor, _ = _alias.CUPY_VERSION.split(".")
        assert (ROOT / "docs" / f"cupy-{major}.{minor}-names.json").exists()


class TestAlias:
    @pytest.fixture
    def names(self, place, monkeypatch):
        """A package `solid` with parts, reachable as `ghost` and `ghostx`, all gone after the test."""
        write(place / "solid" / "__init__.py", "from solid import inner\n")
        write(place / "solid" / "inner" / "__init__.py", "")
        write(place / "solid" / "inner" / "deep.py", "loads = 0\nloads += 1\nclass Thing:\n    pass\n")
        write(place / "solid" / "lacks.py", "import a_module_that_is_not_there\n")
        monkeypatch.syspath_prepend(str(place))
        monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
        names = {"ghost": "solid", "ghostx": "solid"}
        yield names
        for name in [name for name in sys.modules if name.partition(".")[0] in ("solid", *names)]:
            del sys.modules[name]

    def test_every_name_is_the_same_module(self, names):
        _alias.install(names)
        import ghost
        import ghost.inner.deep as one
        import ghostx.inner.deep as two
        from ghost.inner import deep as three
        import solid.inner.deep as real

        assert one is two is three is real is sys.modules["ghost.inner.deep"] and ghost is sys.modules["solid"]
        assert real.loads == 1
        assert (real.__name__, real.__spec__.name, real.__package__) == ("solid.inner.deep", "solid.inner.deep", "solid.inner")
        assert pickle.loads(pickle.dumps(one.Thing())).__class__ is real.Thing
        assert importlib.reload(real) is real

    def test_a_submodule_first(self, names):
        _alias.install(names)
        assert importlib.import_module("ghostx.inner.deep") is importlib.import_module("solid.inner.deep")

    def test_what_does_not_exist(self, names):
        _alias.install(names)
        with pytest.raises(ModuleNotFoundError, match="No module named 'ghost.absent'"):
            importlib.import_module("ghost.absent")
        with pytest.raises(ModuleNotFoundError, match="No module named 'ghost.absent'"):
            importlib.import_module("ghost.absent.deeper")
        assert importlib.util.find_spec("ghost.inner.absent") is None
        with pytest.raises(ModuleNotFoundError, match="a_module_that_is_not_there"):
            importlib.import_module("ghost.lacks")

    def test_twice_is_once(self, names):
        before = len(sys.meta_path)
        _alias.install(names)
        _alias.install(names)
        import ghost  # noqa: F401

        _alias.install(names)
        assert len(sys.meta_path) == before + 1

    def test_after_the_real_one_was_imported(self, names, place):
        write(place / "ghost.py", "")
        importlib.import_module("ghost")
        with pytest.raises(RuntimeError, match="ghost has been imported already, from .*ghost.py"):
            _alias.install(names)


MISSING = """
    import importlib.util
    import cupy, cupyx
    for text in ("from cupyx.scipy import nonsense", "import cupyx.scipy.nonsense", "import cupyx.nonsense.deeper", "from cupy import nonsense",
                 "from cupy.linalg import nonsense", "from cupyx.scipy.special import nonsense", "from cupyx.profiler import nonsense",
                 "import cupy.random.nonsense", "from cupy.cuda.memory import nonsense",
                 "cupy.nonsense", "cupyx.scipy.nonsense"):
        try:
            exec(text)
        except (ImportError, AttributeError) as error:
            print(type(error).__name__, error)
    print(importlib.util.find_spec("cupyx.nonsense"), importlib.util.find_spec("cuprust.nonsense"), hasattr(cupyx.scipy, "nonsense"))
    try:
        from cupyx.scipy import nonsense
    except ImportError:
        print("left out")
"""


class TestMissing:
    def test_what_is_not_there_is_named_with_the_page_that_lists_it(self, place):
        write(place / "program.py", MISSING)
        code, out, errors = outcome("-m", "cuprust", "run", "program.py")
        lines = out.splitlines()
        assert (code, errors) == (0, "")
        # Plain modules tell as packages do.
        plain = ["cupy.linalg.nonsense", "cupyx.scipy.special.nonsense", "cupyx.profiler.nonsense", "cupy.random.nonsense", "cupy.cuda.memory.nonsense"]
        names = ["cupyx.scipy.nonsense", "cupyx.scipy.nonsense", "cupyx.nonsense", "cupy.nonsense", *plain]
        for line, name in zip(lines, names):
            assert line.startswith(f"ModuleNotFoundError {name} is not in cuprust: the coverage page") and "docs/coverage.md" in line
        assert all(line.startswith("AttributeError module 'cuprust") and "docs/coverage.md" in line for line in lines[9:11])
        assert lines[11:] == ["None None False", "left out"]

    def test_the_package_by_its_own_name_is_as_any_other(self):
        code, _, errors = outcome("-c", "import cuprust; cuprust.nonsense")
        assert code == 1 and errors.endswith("AttributeError: module 'cuprust' has no attribute 'nonsense'\n")


class TestBrokenPipe:
    @pytest.mark.parametrize("words", ["info", "info --json", "--help", "stats --help", "life --help", "stats page.cuprof"])
    def test_who_reads_the_output_may_stop(self, words, place):
        if "page" in words:
            write(place / "page.py", "import cuprust as cp; print(cp.arange(9).sum())")
            assert outcome("-m", "cuprust", "profile", "--quiet", "--no-ceilings", "page.py")[0] == 0
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([sys.executable, "-m", "cuprust", *words.split()], stdout=writer, stderr=subprocess.PIPE, text=True)
        os.close(writer)
        assert (done.returncode, done.stderr) == (0, "")


class TestInfo:
    def test_how_it_is_shown(self):
        found = {
            "version": "1.2.3",
            "default_device": "cuda:0",
            "devices": [{"device": "cuda:0", "name": "A GPU", "memory_bytes": 3 * 2**30}, {"device": "cpu"}],
            "libraries": {"nvrtc": "/lib/nvrtc.so", "cublas": None},
            "search_path": ["/a", "/b"],
            "graphs": [],
            "profiling": False,
        }
        assert _command.describe(found) == [
            "version         1.2.3",
            "default device  cuda:0",
            "graphs          none",
            "profiling       no",
            "devices",
            "  - device  cuda:0",
            "    name    A GPU",
            "    memory  3.0 GiB",
            "  - device  cpu",
            "libraries",
            "  nvrtc   /lib/nvrtc.so",
            "  cublas  not found",
            "search path",
            "  - /a",
            "  - /b",
        ]

    def test_the_command(self):
        code, out, errors = outcome("-m", "cuprust", "info")
        assert (code, errors) == (0, "") and "version" in out and "default device" in out

    def test_what_is_not_found_is_named_with_what_installs_it(self):
        from cuprust import _core

        for library in _core.info()["libraries"]:
            wanted = library["path"] is None and library["name"] != "libcuda"
            assert ("install" in library) == wanted, library
            assert not wanted or library["install"].startswith("pip install "), library

    def test_the_version(self):
        import cuprust

        assert outcome("-m", "cuprust", "--version") == (0, f"cuprust {cuprust.__version__}\n", "")

    def test_help_and_a_wrong_command(self):
        code, out, _ = outcome("-m", "cuprust", "--help")
        assert code == 0 and "cuprust run" in out
        assert outcome("-m", "cuprust", "run", "--help")[0] == 0
        assert outcome("-m", "cuprust", "walk")[0] == 2
        assert outcome("-m", "cuprust")[0] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="the lines are for a shell")
@pytest.mark.parametrize("page, extras", [("README.md", "[life]"), ("docs/guide/install.md", "")])
def test_install_lines_can_be_pasted(page, extras, place):
    wheel = write(place / "dist" / "cuprust-0.1.0-cp310-abi3-manylinux_2_28_x86_64.whl", "").relative_to(place)
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("pip install")]
    done = [subprocess.run(["sh", "-c", 'pip() { printf "%s " "$@"; }; ' + line], capture_output=True, text=True) for line in lines]
    assert [(one.stdout, one.stderr) for one in done] == [(f"install {wheel}{extras} ", "")]
