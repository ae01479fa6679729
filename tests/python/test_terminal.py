"""What others wrote, exports of Nsight Systems and names, is reported or refused, and steers no terminal."""

import os
import random
import re
import sqlite3
import subprocess
import sys

import numpy as np
import pytest
from conftest import LONG, ROOT

import cuprust as cp
from cuprust._terminal import shown

HOSTILE = "\x1b[31m\x1b]0;title\x07\x9b1m\r\nrow\u202e\x7f"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def command(folder, *words, stdin=None):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-m", "cuprust", *words], cwd=folder, capture_output=True, env=environment, timeout=600)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


COLUMNS = {
    "NVTX_EVENTS": "start end eventType text textId globalTid color",
    "CUPTI_ACTIVITY_KIND_KERNEL": "start end deviceId streamId globalTid demangledName shortName gridX gridY gridZ blockX blockY blockZ "
    "dynamicSharedMemory registersPerThread",
    "CUPTI_ACTIVITY_KIND_MEMCPY": "start end deviceId streamId bytes copyKind",
    "CUPTI_ACTIVITY_KIND_MEMSET": "start end deviceId streamId bytes",
    "CUPTI_ACTIVITY_KIND_RUNTIME": "start end globalTid nameId",
    "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION": "start end globalTid",
}


def export(file, rows, strings=((1, "a kernel"),), columns=COLUMNS):
    """An export with these rows, each a table with the values of some columns; a right event stands in the others."""
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE StringIds (id, value)")
    connection.executemany("INSERT INTO StringIds VALUES (?, ?)", strings)
    for table, names in columns.items():
        connection.execute(f"CREATE TABLE {table} ({', '.join(names.split())})")
    for table, given in rows:
        names = columns[table].split()
        right = {"start": 5, "end": 9, "eventType": 59, "demangledName": 1, "nameId": 1, "textId": 1}
        values = [given[name] if name in given else right.get(name) for name in names]
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
    connection.commit()
    connection.close()


class TestExports:
    def test_a_value_of_any_type_is_read_or_refused(self, tmp_path):
        """Never a traceback, and never an error of another class than of files that hold something else."""
        from cuprust._nsight import read_export

        dice = random.Random(0)
        wrong = [None, -1, 0, 2**15, 2**16, 2**31, 2**32, 2**63 - 1, -(2**63), 1e300, -1e300, float("inf"), 0.5, "text", "7", "", b"bytes", b"\xff\xfe", HOSTILE]
        kinds = {"read": 0, "refused": 0}
        for turn in range(400 if LONG else 120):
            rows = []
            for _ in range(dice.randint(1, 3)):
                table = dice.choice(list(COLUMNS))
                rows.append((table, {dice.choice(COLUMNS[table].split()): dice.choice(wrong) for _ in range(dice.randint(0, 2))}))
            file = tmp_path / f"{turn}.sqlite"
            export(file, rows, [(dice.choice([1, "1", None]), dice.choice(["a kernel", None, 7, b"\xff", HOSTILE]))])
            try:
                recording = read_export(file)
                text = recording.report() + recording.csv()
                assert not CONTROLS.search(text)
                recording.html(tmp_path / "page.html")
                recording.trace(tmp_path / "trace.json")
                kinds["read"] += 1
            except ValueError as error:
                assert "no readable export of Nsight Systems" in str(error)
                kinds["refused"] += 1
            file.unlink()
        assert min(kinds.values()) > 20, kinds

    def test_columns_that_are_missing_and_texts_that_are_no_texts(self, tmp_path):
        for place, (columns, values) in enumerate(
            [
                ({"CUPTI_ACTIVITY_KIND_KERNEL": "start"}, {}),
                ({"NVTX_EVENTS": "eventType"}, {"eventType": 34}),
                ({"NVTX_EVENTS": "eventType start"}, {"eventType": 34}),
                ({"CUPTI_ACTIVITY_KIND_MEMCPY": "bytes copyKind"}, {}),
            ]
        ):
            file = tmp_path / f"{place}.sqlite"
            export(file, [(next(iter(columns)), values)], columns=columns)
            code, out, error = command(tmp_path, "stats", file.name)
            assert code == 0 and "Traceback" not in error, error
        file = tmp_path / "no text.sqlite"
        export(file, [("CUPTI_ACTIVITY_KIND_KERNEL", {})])
        connection = sqlite3.connect(file)
        connection.execute("UPDATE StringIds SET value = CAST(x'fffe41' AS TEXT)")
        connection.commit()
        connection.close()
        code, _, error = command(tmp_path, "stats", file.name)
        assert code == 1 and "no readable export" in error and "Traceback" not in error
        file = tmp_path / "too long.sqlite"
        export(file, [("CUPTI_ACTIVITY_KIND_MEMCPY", {"end": 2**62, "bytes": 2**62})] * 5)
        code, _, error = command(tmp_path, "stats", file.name)
        assert code == 1 and "longer or larger" in error and "Traceback" not in error


class TestTerminals:
    def test_texts(self):
        assert shown("a\tb\n") == "a\tb\n" and shown("é\N{SNOWMAN}") == "é\N{SNOWMAN}"
        assert shown("\x1b[0m\r\x9b\u202e\udcff") == "\\x1b[0m\\r\\x9b\\u202e\\udcff"

    @pytest.mark.skipif(sys.platform == "win32", reason="such names of files are not to be had")
    def test_the_command_line(self, tmp_path):
        name = HOSTILE.replace("\n", "").replace("/", "")
        export(tmp_path / f"{name}.sqlite", [("CUPTI_ACTIVITY_KIND_KERNEL", {}), ("NVTX_EVENTS", {"text": HOSTILE})], [(1, HOSTILE)])
        (tmp_path / f"{name}.py").write_text(f"import cuprust as cp\nwith cp.profiler.time_range({HOSTILE!r}):\n    (cp.ones(3) + 1).get()\n")
        for words in (
            ["stats", f"{name}.sqlite"], ["stats", "--csv", f"{name}.sqlite"], ["stats", "--json", f"{name}.sqlite"],
            ["stats", f"{name}.missing"], ["stats", f"{name}.py"], ["stats", name, "--" + name], ["profile", "--no-ceilings", f"{name}.py"],
            ["profile", f"{name}.missing"], ["run", f"{name}.missing"], ["run", "-" + name], ["info", name], [name], ["life", "--" + name],
        ):  # fmt: skip
            code, out, error = command(tmp_path, *words)
            assert not CONTROLS.search(out + error), (words, out, error)
            assert "Traceback" not in error, (words, error)

    def test_errors_and_reports(self):
        calls = [
            lambda: cp.RawKernel('extern "C" __global__ void f() {}', HOSTILE)((1,), (1,), ()),
            lambda: cp.einsum(HOSTILE, cp.ones(2)),
            lambda: cp.ones(2, dtype=HOSTILE),
            lambda: cp.pad(cp.ones(2), 1, mode=HOSTILE),
            lambda: cp.cuda.Device(HOSTILE),
            lambda: cp.ElementwiseKernel("T x", "T y", HOSTILE, "f")(cp.ones(2)),
            lambda: cp.ElementwiseKernel(HOSTILE, "T y", "y = x", "f")(cp.ones(2)),
            lambda: cp.scipy.sparse.eye(2).asformat(HOSTILE),
            lambda: cp.convolve(cp.ones(2), cp.ones(2), mode=HOSTILE),
            lambda: cp.quantile(cp.ones(2), 0.5, method=HOSTILE),
        ]
        for call in calls:
            with pytest.raises(Exception) as caught:
                call()
            assert not CONTROLS.search(str(caught.value)), repr(str(caught.value))
        found = cp.profiler.benchmark(lambda: None, n_repeat=1, n_warmup=0, name=HOSTILE)
        assert not CONTROLS.search(str(found) + repr(found))

    @pytest.mark.skipif("str(cp.cuda.Device()).startswith('cuda')", reason="a driver calls on a thread of its own")
    def test_a_host_function_that_launches_itself(self):
        stream, order = cp.cuda.Stream(), []

        def again(left):
            if left:
                stream.launch_host_func(again, left - 1)
            order.append(left)

        stream.launch_host_func(again, 20_000)
        stream.synchronize()
        assert order == list(range(20_000, -1, -1)), "each runs when the one that launched it has ended, as in a stream"
        x = cp.zeros(1, np.int64)

        def add(left):
            x[...] += 1
            if left:
                stream.launch_host_func(add, left - 1)

        with stream:
            stream.launch_host_func(add, 2000)
            assert int(x[0]) == 2001
