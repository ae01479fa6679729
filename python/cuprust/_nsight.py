"""Reading the SQLite export of Nsight Systems as a recording."""

import sqlite3

from cuprust._core import profiler as core

# The names of this export's tables, each with the columns that are read.
RANGES = "NVTX_EVENTS"
KERNELS = "CUPTI_ACTIVITY_KIND_KERNEL"
COPIES = "CUPTI_ACTIVITY_KIND_MEMCPY"
FILLS = "CUPTI_ACTIVITY_KIND_MEMSET"
CALLS = "CUPTI_ACTIVITY_KIND_RUNTIME"
WAITS = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION"

# The types of NVTX events: a mark, a range of a thread, and one that may end in another thread.
MARK, PUSH_POP, START_END = 34, 59, 60
FILL = 16
FIRST_GPU = 2


def read_export(file):
    """The recording that an export holds. Raises ValueError where it is no export of Nsight Systems."""
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables & {RANGES, KERNELS, CALLS, COPIES}:
            raise ValueError(f"{file}: a database that is no export of Nsight Systems: it has none of its tables")
        connection.row_factory = sqlite3.Row
        texts = {}
        if "StringIds" in tables:
            texts = {row["id"]: row["value"] for row in connection.execute("SELECT id, value FROM StringIds")}
        events = []
        for table, convert in CONVERT.items():
            if table in tables:
                events += filter(None, (convert(dict(row), texts) for row in connection.execute(f"SELECT * FROM {table}")))
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{file}: no readable export of Nsight Systems: {error}") from None
    finally:
        connection.close()
    return core.Recording.of(events, [("source", f"Nsight Systems, {file.name}")])


def number(value):
    return max(0, int(value or 0))


def event(kind, name, row, detail=0, values=(0, 0, 0, 0)):
    """An event of a row that has a start and an end; None where it did not end."""
    if row.get("start") is None or row.get("end") is None:
        return None
    device = FIRST_GPU + number(row.get("deviceId"))
    # The lower half of a thread's number is that of the operating system.
    thread = number(row.get("globalTid")) & 0xFFFFFF
    start, end = number(row["start"]), number(row["end"])
    return kind, name, device, number(row.get("streamId")), thread, start, max(0, end - start), detail, list(values)


def range_of(row, texts):
    name = row.get("text") or texts.get(row.get("textId"), "")
    if row.get("eventType") == MARK:
        return event("mark", name, {**row, "end": row["start"]})
    if row.get("eventType") not in (PUSH_POP, START_END):
        return None
    return event("range", name, row, values=(number(row.get("color")), 0, 0, 0))


def kernel_of(row, texts):
    name = texts.get(row.get("demangledName")) or texts.get(row.get("shortName"), "")
    grid = number(row.get("gridX")) << 32 | number(row.get("gridY")) << 16 | number(row.get("gridZ"))
    block = number(row.get("blockX")) << 32 | number(row.get("blockY")) << 16 | number(row.get("blockZ"))
    return event("kernel", name, row, values=(grid, block, number(row.get("dynamicSharedMemory")), number(row.get("registersPerThread"))))


def copy_of(row, _texts):
    return event("copy", "", row, number(row.get("copyKind")), (number(row.get("bytes")), 0, 0, 0))


def fill_of(row, _texts):
    return event("copy", "", row, FILL, (number(row.get("bytes")), 0, 0, 0))


def call_of(row, texts):
    # Names of the runtime's functions end in their version.
    name = texts.get(row.get("nameId"), "")
    return event("call", name.rsplit("_v", 1)[0] if name.rsplit("_v", 1)[-1].isdigit() else name, row)


def wait_of(row, _texts):
    return event("wait", "a synchronisation", row)


CONVERT = {RANGES: range_of, KERNELS: kernel_of, COPIES: copy_of, FILLS: fill_of, CALLS: call_of, WAITS: wait_of}
