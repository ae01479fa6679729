"""Recordings of the profiler: counts, tables, advice, files, and the state at a program's end."""

import gc
import json
import os
import pstats
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from conftest import on_cpu

import cuprust as cp
from cuprust._core import profiler as core
from cuprust._life.step import life_step_gpu

needs_cpu = pytest.mark.skipif(not on_cpu(), reason="what runs as it is called, and where, is the CPU's")


@pytest.fixture(autouse=True)
def nothing_is_under_way():
    """What earlier tests left, as programs whose callers were interrupted, has ended before anything is counted."""
    gc.collect()
    cp.cuda.synchronize()


def rows(recording, key):
    """The rows of a table as dicts; none where there is no such table."""
    table = recording.tables().get(key, {"columns": [], "rows": []})
    return [dict(zip(table["columns"], row)) for row in table["rows"]]


def command(place, *arguments, program=None, code=0, **more):
    """Run ``cuprust`` in a folder, with a program written to ``program.py``; its stdout and stderr."""
    if program is not None:
        (place / "program.py").write_text(textwrap.dedent(program))
    result = subprocess.run(
        [sys.executable, "-m", "cuprust", *map(str, arguments)], cwd=place, capture_output=True, text=True, timeout=300, **more
    )
    assert result.returncode == code, result.stderr
    return result.stdout, result.stderr


def recorded(place, program, *options, code=0):
    """The recording of a program, and the command's output."""
    out, errors = command(place, "profile", "--no-ceilings", *options, "program.py", program=program, code=code)
    return core.Recording.open(place / "program.cuprof"), out, errors


class TestRecording:
    def test_every_call_is_counted(self, tmp_path):
        # In a process of its own: what other tests left under way would be counted too.
        program = """
            import cuprust as cp
            a = cp.arange(50_000) + 0.5
            float(a.sum())
            with cp.profiler.profile() as found:
                for _ in range(7):
                    float((a * a).sum())
            found.save("calls.cuprof")
        """
        command(tmp_path, "run", "program.py", program=program)
        found = core.Recording.open(tmp_path / "calls.cuprof")
        assert sum(row["Instances"] for row in rows(found, "fusion")) >= 7
        flushes = rows(found, "flushes")
        assert sum(row["Count"] for row in flushes) == 7 and sum(row["Instructions"] for row in flushes) == 14
        assert [row["Reason"] for row in flushes] == ["elements are read"]
        names = [row["Fused operations"] for row in rows(found, "fusion")]
        assert names == ["multiply+add"], "a product and its sum are one kernel"
        assert [row["Count"] for row in rows(found, "transfers") if row["Direction"] == "device to host"] == [7]

    def test_work_that_others_left_is_not_counted(self):
        """Operations that other code recorded on other streams run before a recording begins; those left within it run at its end."""
        streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]

        def leave():
            results = []
            for stream in streams:
                with stream:
                    results.append(cp.arange(50_000) * 2.0)
            return results

        a, left = cp.arange(50_000) + 0.5, leave()
        float(a.sum())
        with cp.profiler.profile() as found:
            for _ in range(7):
                float((a * a).sum())
        assert [(row["Reason"], row["Count"], row["Instructions"]) for row in rows(found, "flushes")] == [("elements are read", 7, 14)]
        with cp.profiler.profile() as found:
            left += leave()
        assert [(row["Reason"], row["Count"]) for row in rows(found, "flushes")] == [("a recording begins or ends", 3)]
        assert all(float(result[3]) == 6.0 for result in left)

    def test_a_recording_leaves_captures_alone(self):
        stream, a = cp.cuda.Stream(non_blocking=True), cp.arange(50_000) + 0.5
        with stream:
            stream.begin_capture()
            result = a + 1
            with cp.profiler.profile():
                twice = result * 2
            graph = stream.end_capture()
        graph.launch(stream)
        assert float(twice[1]) == 5.0

    def test_bytes_and_operations_are_those_of_the_kernel(self):
        a, b = cp.ones(100_000), cp.ones(100_000)
        cp.cuda.synchronize()
        with cp.profiler.profile() as found:
            kept = a * b + 1.0
            cp.cuda.synchronize()
        (row,) = rows(found, "fusion")
        assert (row["Read (MB)"], row["Written (MB)"], row["Operations"]) == (1.6, 0.8, 2)
        assert float(kept[0]) == 2.0

    @needs_cpu
    def test_what_runs_as_it_is_called_is_counted_too(self):
        a = cp.ones(10)
        cp.cuda.synchronize()
        with cp.profiler.profile() as found:
            for _ in range(25):
                kept = a + a
        assert [(row["Name"], row["Instances"]) for row in rows(found, "kernels")] == [("add", 25)]
        assert kept.shape == (10,)

    def test_copies_have_their_bytes(self):
        host = np.ones(25_000)
        with cp.profiler.profile() as found:
            cp.asnumpy(cp.asarray(host))
        sizes = {row["Operation"].split("memcpy ")[-1]: row["Total (MB)"] for row in rows(found, "memory-size")}
        assert sizes["Host-to-Device]"] == 0.2 and sizes["Device-to-Host]"] == 0.2

    def test_ranges_are_nested_and_of_each_thread(self, tmp_path):
        def work():
            with cp.profiler.time_range("inner thread"):
                pass

        @cp.profiler.time_range(color_id=2)
        def decorated(depth):
            if depth:
                decorated(depth - 1)

        with cp.profiler.profile() as found:
            with cp.profiler.time_range("outer"), cp.profiler.time_range("inner", argb_color=0xFF00FF00):
                pass
            decorated(3)
            threads = [threading.Thread(target=work) for _ in range(5)]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
            cp.cuda.nvtx.RangePush("pushed", 3)
            cp.cuda.nvtx.Mark("moment")
            cp.cuda.nvtx.RangePop()
            cp.cuda.nvtx.RangePop()
        ranges = {row["Range"]: row for row in rows(found, "ranges")}
        counts = {name: row["Instances"] for name, row in ranges.items()}
        assert counts == {":outer": 1, ":inner": 1, ":decorated": 4, ":inner thread": 5, ":pushed": 1}
        found.trace(tmp_path / "trace.json")
        events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
        outer, inner = (next(event for event in events if event.get("name") == name and event["ph"] == "X") for name in ("outer", "inner"))
        # The one begins first and ends last: on the clock of the recording, whose microseconds are rounded.
        assert outer["ts"] <= inner["ts"] and inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"] + 0.001

    def test_a_range_ends_with_an_exception(self):
        with cp.profiler.profile() as found:
            with pytest.raises(KeyError), cp.profiler.time_range("fails"):
                raise KeyError
            with cp.profiler.time_range("after"):
                pass
        assert {row["Range"] for row in rows(found, "ranges")} == {":fails", ":after"}

    def test_a_stretch_within_another_is_its_part(self):
        with cp.profiler.profile() as outer:
            with cp.profiler.time_range("before"):
                pass
            with cp.profiler.profile() as inner, cp.profiler.time_range("within"):
                pass
        assert {row["Range"] for row in rows(inner, "ranges")} == {":within"}
        assert {row["Range"] for row in rows(outer, "ranges")} == {":before", ":within"}

    def test_nothing_is_recorded_outside(self):
        with cp.profiler.profile() as found:
            pass
        with cp.profiler.time_range("later"):
            float(cp.ones(10_000).sum())
        assert not core.is_on() and not rows(found, "ranges") and not rows(found, "kernels")

    def test_many_threads_record_at_once(self):
        def work():
            for _ in range(300):
                with cp.profiler.time_range("turn"):
                    float(cp.ones(5000).sum())

        with cp.profiler.profile() as found:
            threads = [threading.Thread(target=work) for _ in range(6)]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
        (row,) = rows(found, "ranges")
        assert row["Instances"] == 1800

    def test_reports_before_the_end_are_refused(self):
        with cp.profiler.profile() as found:
            with pytest.raises(RuntimeError, match="after the with statement"):
                found.report()
            with pytest.raises(RuntimeError, match="already"):
                found.__enter__()

    def test_what_is_saved_is_read(self, tmp_path):
        with cp.profiler.profile() as found, cp.profiler.time_range("kept"):
            float(cp.arange(9000.0).sum())
        found.save(tmp_path / "a.cuprof")
        again = core.Recording.open(tmp_path / "a.cuprof")
        assert again.tables() == found.tables() and len(again) == len(found.recording) and again.duration == found.recording.duration
        with pytest.raises(OSError, match="nowhere"):
            found.save(tmp_path / "nowhere" / "a.cuprof")
        with pytest.raises(OSError, match="nowhere"):
            cp.profiler.profile(file=tmp_path / "nowhere" / "a.cuprof").__enter__()

    def test_the_trace_is_what_perfetto_reads(self, tmp_path):
        with cp.profiler.profile() as found, cp.profiler.time_range("outer"):
            float(cp.arange(9000.0).sum())
        found.trace(tmp_path / "trace.json")
        events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
        complete = [event for event in events if event["ph"] == "X"]
        outer = next(event for event in complete if event["name"] == "outer")
        kernel = next(event for event in complete if event["cat"] == "Kernel")
        assert outer["ts"] <= kernel["ts"] and kernel["ts"] + kernel["dur"] <= outer["ts"] + outer["dur"] + 0.001
        named = {(event["pid"], event["tid"]) for event in events if event["ph"] == "M" and event["name"] == "thread_name"}
        assert {(event["pid"], event["tid"]) for event in complete} <= named


LIFE = """
    import cProfile, sys
    import cupy as cp
    from cupyx.profiler import time_range
    from cupy.cuda import profiler

    @time_range()
    def life_step_gpu(grid):
        n = sum(cp.roll(cp.roll(grid, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return cp.where((n == 3) | ((grid == 1) & (n == 2)), 1, 0)

    def simulate(size, steps):
        grid = (cp.random.random((size, size)) < 0.2).astype(int)
        for _ in range(steps):
            grid = life_step_gpu(grid)
        return grid

    profiler.start()
    print(sys.argv[1:], int(simulate(70, 30).sum()) >= 0)
    profiler.stop()
"""


class TestCommand:
    def test_a_program_of_cupy(self, tmp_path):
        command(tmp_path, "profile", "-o", "x.cuprof", "--html", "x.html", "--trace", "x.json", "program.py", "-o", "y", program=LIFE)
        out, errors = command(tmp_path, "profile", "--no-ceilings", "program.py", "--html", "a b")
        assert out == "['--html', 'a b'] True\n"
        assert "NVTX Range Summary" in errors and ":life_step_gpu" in errors and "Recording: program.cuprof" in errors
        assert (tmp_path / "x.html").stat().st_size > 20_000 and json.loads((tmp_path / "x.json").read_text())["traceEvents"]
        assert not (tmp_path / "y").exists()
        (ranges,) = rows(core.Recording.open(tmp_path / "x.cuprof"), "ranges")
        assert (ranges["Instances"], ranges["Range"], ranges["Style"]) == (30, ":life_step_gpu", "PushPop")
        stats = pstats.Stats(str(tmp_path / "program.pstat")).stats
        (calls,) = [value[1] for (_, _, name), value in stats.items() if name == "simulate"]
        assert calls == 1

    def test_calls_with_their_operands(self, tmp_path):
        program = """
            import cupy as cp
            a = cp.ones((3, 4), cp.float32)
            for _ in range(5):
                b = cp.add(a, 1) + a
                c = -b[0] * 2
                c += 1
                cp.roll(a, 1, axis=0).sum(axis=1)
            a @ a.T
        """
        recording, *_ = recorded(tmp_path, program, "--shapes")
        counts = {row["Function"]: row["Num Calls"] for row in rows(recording, "calls")}
        array = "float32[3, 4]"
        assert counts.items() >= {
            f"add({array}, int)": 5, f"add({array}, {array})": 5, f"getitem({array}, int)": 5, "negative(float32[4])": 5,
            "multiply(float32[4], int)": 5, "add(float32[4], int)": 5, f"sum({array})": 5, f"matmul({array}, float32[4, 3])": 1,
        }.items()  # fmt: skip
        assert not rows(recording, "ranges")
        recording, *_ = recorded(tmp_path, program, "--calls")
        names = {row["Function"]: row["Num Calls"] for row in rows(recording, "calls")}
        assert (names["add"], names["roll"], names["sum"]) == (15, 5, 5)
        recording, *_ = recorded(tmp_path, program)
        assert not rows(recording, "calls")

    def test_without_python(self, tmp_path):
        recording, *_ = recorded(tmp_path, LIFE, "--no-python")
        assert not (tmp_path / "program.pstat").exists() and "_python" not in recording.notes

    def test_a_module(self, tmp_path):
        (tmp_path / "tool.py").write_text("import cupy, sys; print(sys.argv[1:], float(cupy.ones(9000).sum()))")
        out, _ = command(tmp_path, "profile", "--no-ceilings", "-m", "tool", "-m", "x")
        assert out == "['-m', 'x'] 9000.0\n" and core.Recording.open(tmp_path / "tool.cuprof").tables()

    @pytest.mark.parametrize(
        ("ending", "code"),
        [("raise KeyError('gone')", 1), ("sys.exit(7)", 7), ("raise KeyboardInterrupt", 130), ("os._exit(5)", 5), ("x = = 1", 1)],
    )
    def test_whatever_ends_a_program_leaves_a_recording(self, tmp_path, ending, code):
        start = "" if "= =" in ending else "import cupy, os, sys\nwith cupy.profiler.time_range('done'): float(cupy.ones(9000).sum())\n"
        recording, _, errors = recorded(tmp_path, start + ending + "\n", code=code)
        assert bool(rows(recording, "ranges")) == bool(start)
        if "raise KeyError" in ending:
            assert "KeyError: 'gone'" in errors and "_profile_command" not in errors and "_command" not in errors
        command(tmp_path, "stats", "program.cuprof")

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_a_signal_leaves_a_recording(self, tmp_path, number):
        program = """
            import cupy, time
            for _ in range(20):
                with cupy.profiler.time_range("turn"):
                    float(cupy.ones(9000).sum())
            with cupy.profiler.time_range("open"):
                open("ready", "w").close()
                while True:
                    time.sleep(0.02)
        """
        (tmp_path / "program.py").write_text(textwrap.dedent(program))
        whole = {":turn": 20, ":open": 1}

        def recorded():
            try:
                recording = core.Recording.open(tmp_path / "program.cuprof")
            except (OSError, ValueError):
                return None
            return {row["Range"]: row["Instances"] for row in rows(recording, "ranges")}

        process = subprocess.Popen(
            [sys.executable, "-m", "cuprust", "profile", "--no-ceilings", "program.py"],
            cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            # Even if the program records nothing further, its earlier records are written soon.
            deadline = time.monotonic() + 600
            while not ((tmp_path / "ready").exists() and recorded() == whole) and time.monotonic() < deadline:
                time.sleep(0.05)
            process.send_signal(number)
            code = process.wait(600)
        finally:
            process.kill()
        assert code == (130 if number == signal.SIGINT else -number)
        assert recorded() == whole

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
    @needs_cpu
    def test_forked_children_record_in_the_same_file(self, tmp_path):
        program = """
            import os
            import cupy as cp
            with cp.profiler.time_range("parent"):
                float(cp.ones(9000).sum())
            children = []
            for _ in range(3):
                child = os.fork()
                if child == 0:
                    with cp.profiler.time_range("child"):
                        float(cp.ones(9000).sum())
                    os._exit(0)
                children.append(child)
            [os.waitpid(child, 0) for child in children]
            if os.fork() == 0:
                with cp.profiler.time_range("child that ends as a program does"):
                    pass
                raise SystemExit(0)
            os.wait()
            with cp.profiler.time_range("parent"):
                pass
        """
        recording, _, errors = recorded(tmp_path, program)
        counts = {row["Range"]: row["Instances"] for row in rows(recording, "ranges")}
        assert counts == {":parent": 2, ":child": 3, ":child that ends as a program does": 1}
        assert errors.count("Recording: ") == 1 and "of 5 processes" in errors

    def test_a_program_that_profiles_itself(self, tmp_path):
        program = """
            import cProfile, io, pstats
            def inner(): return sum(range(1000))
            def outer(): return inner()
            profiler = cProfile.Profile()
            profiler.enable(); outer(); profiler.disable()
            found = pstats.Stats(profiler, stream=io.StringIO()).stats
            print(sorted(name for (_, _, name) in found if name in ("inner", "outer")))
            def after(): return 1
            after()
        """
        recording, out, _ = recorded(tmp_path, program)
        assert out == "['inner', 'outer']\n" and "\tafter" in recording.notes["_python"]

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["profile", "none.py"], "there is no program 'none.py'"),
            (["profile"], "no program is named"),
            (["profile", "-m"], "no program is named"),
            (["profile", "-o", "nowhere/x", "program.py"], "cannot be kept"),
            (["profile", "--fast", "program.py"], "unrecognized arguments: --fast"),
            (["stats", "none.cuprof"], "No such file"),
            (["stats"], "required: file"),
        ],
    )
    def test_bad_calls(self, tmp_path, arguments, words):
        _, errors = command(tmp_path, *arguments, program="pass", code=2)
        assert words in errors and "Traceback" not in errors


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    place = tmp_path_factory.mktemp("stats")
    recorded(place, LIFE)
    return place


class TestStats:
    def test_text_csv_and_json(self, kept):
        text, _ = command(kept, "stats", "program.cuprof")
        assert "NVTX Range Summary" in text and " Advice" in text
        csv, _ = command(kept, "stats", "--csv", "program.cuprof")
        found = json.loads(command(kept, "stats", "--json", "program.cuprof")[0])
        table = found["tables"]["ranges"]
        lines = csv.split("\n\n")[0].splitlines()
        assert lines[0] == table["title"] and lines[1].split(",") == table["columns"]
        assert lines[1] == "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range"
        assert [int(lines[2].split(",")[place]) for place in (1, 2)] == table["rows"][0][1:3]

    def test_a_recording_that_is_cut_off(self, kept, tmp_path):
        whole = (kept / "program.cuprof").read_bytes()
        (tmp_path / "cut.cuprof").write_bytes(whole[: len(whole) - 50])
        text, _ = command(tmp_path, "stats", "cut.cuprof")
        assert "the recording is cut off" in text

    @pytest.mark.parametrize(
        ("content", "words"),
        [(b"", "it is empty"), (b"a text\n" * 9, "begins with other bytes"), (b"\x7fELF" + bytes(99), "begins with other bytes")],
    )
    def test_foreign_files(self, tmp_path, content, words):
        (tmp_path / "foreign").write_bytes(content)
        _, errors = command(tmp_path, "stats", "foreign", code=1)
        assert words in errors and "Traceback" not in errors

    def export(self, file, kernels=5):
        connection = sqlite3.connect(file)
        connection.executescript("""
            CREATE TABLE StringIds (id INTEGER, value TEXT);
            CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER, color INTEGER);
            CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, nameId INTEGER, globalTid INTEGER, correlationId INTEGER);
            CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, gridX INTEGER,
                gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER, demangledName INTEGER, shortName INTEGER);
            CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, bytes INTEGER, copyKind INTEGER);
        """)
        connection.executemany("INSERT INTO StringIds VALUES (?, ?)", [(1, "cudaFree"), (2, "cuLaunchKernel"), (3, "cupy_add"), (4, "step"), (5, "cudaMalloc_v3020")])
        connection.execute("INSERT INTO NVTX_EVENTS VALUES (100, 9000, 59, NULL, 4, 281474976710800, NULL)")
        connection.execute("INSERT INTO NVTX_EVENTS VALUES (100, NULL, 59, 'open', NULL, 281474976710800, NULL)")
        for turn in range(20):
            connection.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 1, 281474976710800, 0)", (turn * 10**8, turn * 10**8 + 26_010_325))
            connection.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 2, 281474976710800, 0)", (turn * 10, turn * 10 + 3258))
        connection.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 5, 5, 281474976710800, 0)")
        for turn in range(kernels):
            connection.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 7, 8, 1, 1, 256, 1, 1, 3, 3)", (turn * 100, turn * 100 + 31))
        connection.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (5, 1272, 0, 7, 25949, 8)")
        connection.commit()
        connection.close()

    def test_an_export_of_nsight_systems(self, tmp_path):
        self.export(tmp_path / "export.sqlite")
        found = json.loads(command(tmp_path, "stats", "--json", "export.sqlite")[0])
        table = lambda key: [dict(zip(found["tables"][key]["columns"], row)) for row in found["tables"][key]["rows"]]  # noqa: E731
        assert [(row["Name"], row["Instances"], row["Total Time (ns)"]) for row in table("kernels")] == [("cupy_add", 5, 155)]
        assert [(row["Range"], row["Avg (ns)"]) for row in table("ranges")] == [(":step", 8900.0)]
        assert [(row["Name"], row["Num Calls"]) for row in table("api")] == [("cudaFree", 20), ("cuLaunchKernel", 20), ("cudaMalloc", 1)]
        assert [(row["Operation"], row["Total (MB)"]) for row in table("memory-size")] == [("[CUDA memcpy Device-to-Device]", 0.025949)]
        assert [advice["rule"] for advice in found["advice"]] == ["idle", "allocation-stalls"], "cudaFree takes 86 % of the calls, as in the course"

    def test_other_databases(self, tmp_path):
        connection = sqlite3.connect(tmp_path / "other.sqlite")
        connection.execute("CREATE TABLE a (b)")
        connection.commit()
        connection.close()
        assert "none of its tables" in command(tmp_path, "stats", "other.sqlite", code=1)[1]
        (tmp_path / "broken.sqlite").write_bytes(b"SQLite format 3\0" + bytes(500))
        assert "no readable export" in command(tmp_path, "stats", "broken.sqlite", code=1)[1]


class TestComparison:
    def test_two_functions_are_called_in_turn(self):
        called = []
        found = cp.profiler.compare(lambda: called.append(0), lambda: called.append(1), n_repeat=24)
        assert called.count(0) == called.count(1) >= 24 and len(found.first) == len(found.second) == 24
        assert found.interval[0] <= found.ratio <= found.interval[1]

    def test_the_ratio_is_that_of_the_times(self):
        from cuprust._comparison import Comparison

        found = Comparison(("f", "g"), [1.0, 1.1, 0.9, 1.0] * 6, [3.0, 3.3, 2.7, 3.0] * 6)
        assert found.interval[0] <= found.ratio <= found.interval[1] and abs(found.ratio - 3) < 1e-9 and "f is 3.00 times as fast as g" in str(found)
        assert "no difference is certain" in str(Comparison(("f", "g"), [1.0, 2.0] * 12, [2.0, 1.0] * 12))
        with pytest.raises(ValueError, match="at least 2"):
            cp.profiler.compare(abs, abs, (1,), n_repeat=1)
        with pytest.raises(TypeError, match="not callable"):
            cp.profiler.compare(3, abs)

    def test_the_size_from_which_on_a_device_is_faster(self, tmp_path):
        from cuprust._comparison import Crossover

        make = lambda first, second: Crossover("f", ("a", "b"), [1, 10, 100, 1000], (first, second)).size  # noqa: E731
        assert make([1, 1, 1, 1], [2, 0.5, 2, 0.5]) == 1000
        assert make([1, 1, 1, 1], [2, 0.5, 0.5, 0.5]) == 10
        assert make([1, 1, 1, 1], [0.5] * 4) == 1
        assert make([1, 1, 1, 1], [0.5, 0.5, 0.5, 1]) is None
        found = cp.profiler.crossover(cp.sin, lambda n: (cp.ones(n),), [1000, 10], devices=("cpu", "ptx"), n_repeat=3, n_warmup=1)
        assert found.sizes == [10, 1000] and [len(times) for times in found.times] == [2, 2]
        assert "ptx is slower" in str(Crossover("f", ("cpu", "ptx"), [10, 1000], ([1, 1], [2, 2])))
        found.chart(tmp_path / "chart.svg")
        assert (tmp_path / "chart.svg").read_text().count("<circle") == 4
        for bad, error in [(dict(sizes=[]), ValueError), (dict(devices=("cpu",)), ValueError), (dict(make_args=3), TypeError)]:
            with pytest.raises(error):
                cp.profiler.crossover(**{"func": cp.sin, "make_args": lambda n: (cp.ones(n),), "sizes": [3], **bad})

    def test_the_first_call_is_told_apart(self):
        found = cp.profiler.benchmark(cp.cos, (cp.ones(9000),), n_repeat=20, n_warmup=2)
        assert found.first_time > 0 and 0 <= found.compile_time <= found.first_time
        low, middle = found.percentiles([0, 50])["CPU"]
        assert low == found.cpu_times.min() and middle == np.median(found.cpu_times)
        assert cp.profiler.benchmark(cp.cos, (cp.ones(9),), n_repeat=2, n_warmup=0).first_time is None

    def test_the_magic_of_ipython(self, capsys):
        class Shell:
            user_ns, magics, kinds = {"cp": cp}, {}, {}

            def register_magic_function(self, function, kind, name):
                self.magics[name], self.kinds[name] = function, kind

        shell = Shell()
        cp.profiler.load_ipython_extension(shell)
        assert shell.kinds == {"gpu_timeit": "line_cell", "profile": "cell"}
        found = shell.magics["gpu_timeit"]("-n 3 -o -w 1 -d 10 y = cp.ones(-2 + 7)")
        assert len(found.cpu_times) == 3 and shell.user_ns["y"].shape == (5,) and "CPU:" in capsys.readouterr().out
        # What IPython shows of a result would be the same line again.
        assert shell.magics["gpu_timeit"]("-n 2 -w 1 z = 4", "z += 1\n") is None
        assert shell.user_ns["z"] == 4 + 1 + 2 and capsys.readouterr().out.count("CPU:") == 1
        found = shell.magics["profile"](" kept ", "total = float((cp.arange(1000) * 2.0).sum())\n")
        assert shell.user_ns["total"] == 999000.0 and found is shell.user_ns["kept"]
        assert "Kernel Execution" in str(found) and capsys.readouterr().out == ""
        with pytest.raises(ValueError, match="name of a variable"):
            shell.magics["profile"]("two words", "pass")

    def test_a_profile_shows_itself(self):
        class Printer:
            def text(self, text):
                self.shown = text

        with cp.profiler.profile() as found:
            assert "profile object" in str(found) and found._repr_html_() is None
            float((cp.arange(1000) * 2.0).sum())
        printer = Printer()
        found._repr_pretty_(printer, False)
        assert printer.shown == str(found) == found.report()
        page = found._repr_html_()
        assert page.startswith("<iframe ") and page.count('"') == 8 and "&lt;!doctype html" in page.lower()


INJECTION = r"""
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
typedef struct { uint16_t version, size; uint32_t category; int32_t colorType; uint32_t color; int32_t payloadType, reserved; uint64_t payload;
    int32_t messageType; const char *message; } Attributes;
static int mark(const Attributes *a) { printf("mark %s %08x\n", a->message, a->color); return fflush(stdout); }
static int push(const Attributes *a) { printf("push %s %d %u\n", a->message, a->colorType, (unsigned)a->size); return fflush(stdout); }
static int pop(void) { printf("pop\n"); return fflush(stdout); }
typedef struct { size_t size; int (*table)(int, void ****, unsigned *); } Callbacks;
int InitializeInjectionNvtx2(const void *(*exported)(uint32_t)) {
    const Callbacks *callbacks = exported(1);
    void ***table; unsigned size;
    if (!exported(3) || !callbacks || callbacks->table(4, &table, &size) || !callbacks->table(1, &table, &size) || size != 16) return 0;
    *table[1] = (void *)mark; *table[8] = (void *)push; *table[11] = (void *)pop;
    return 1;
}
"""


@pytest.mark.skipif(sys.platform != "linux", reason="tools are found so on Linux")
def test_other_tools_see_ranges_by_nvtx(tmp_path):
    compiler = next((name for name in ("cc", "gcc", "clang") if any(os.access(f"{p}/{name}", os.X_OK) for p in os.get_exec_path())), None)
    if compiler is None:
        pytest.skip("there is no C compiler to make a tool with")
    (tmp_path / "tool.c").write_text(INJECTION)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", "tool.so", "tool.c"], cwd=tmp_path, check=True)
    program = """
        import cupy as cp
        from cupyx.profiler import time_range
        with time_range("outer"), time_range("red", argb_color=0xFFFF0000):
            cp.cuda.nvtx.MarkC("here", 0xFF00FF00)
    """
    (tmp_path / "program.py").write_text(textwrap.dedent(program))
    environment = {**os.environ, "NVTX_INJECTION64_PATH": str(tmp_path / "tool.so")}
    out, _ = command(tmp_path, "run", "program.py", env=environment)
    assert out.splitlines() == ["push outer 0 48", "push red 1 48", "mark here ff00ff00", "pop", "pop"]
    environment["NVTX_INJECTION64_PATH"] = str(tmp_path / "none.so")
    assert command(tmp_path, "run", "program.py", env=environment)[0] == ""
