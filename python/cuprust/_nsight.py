"""Reading the SQLite export of Nsight Systems as a recording."""

import sqlite3

from cuprust._core import profiler as core

# The names of the export's tables, each with the columns that are read.
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


# The longest text or blob that is read, in bytes.
MAX_TEXT_BYTES = 1 << 24


def read_export(file):
    """The recording that an export holds. Raises ValueError where it is no export of Nsight Systems, or holds what none does."""
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    try:
        if hasattr(connection, "setlimit"):
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_TEXT_BYTES)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables & {RANGES, KERNELS, CALLS, COPIES}:
            raise ValueError("it has none of its tables")
        connection.row_factory = sqlite3.Row
        texts = {}
        if "StringIds" in tables:
            texts = {row["id"]: row["value"] for row in connection.execute("SELECT id, value FROM StringIds")}
        events = []
        for table, convert in CONVERT.items():
            if table in tables:
                events += filter(None, (convert(dict(row), texts) for row in connection.execute(f"SELECT * FROM {table}")))
        # Tables sum durations and bytes.
        copied = sum(event[VALUES][0] for event in events if event[KIND] == "copy")
        if max(copied, sum(event[DURATION] for event in events)) >= 2**63:
            raise ValueError("its events are longer or larger than those of any program")
        return core.Recording.of(events, [("source", f"Nsight Systems, {file.name}")])
    except (sqlite3.Error, ValueError) as error:
        raise ValueError(f"{file}: no readable export of Nsight Systems: {error}") from None
    finally:
        connection.close()


def number(row, column, bits=63):
    """The number in a column, which as many bits hold: 0 for none, and for a negative one. Raises ValueError for anything else."""
    value = row.get(column)
    if value is None:
        return 0
    if not isinstance(value, (int, float)) or not -(2**63) <= value < 2**bits:
        raise ValueError(f"an event whose {column} is {value!r:.60}")
    return max(0, int(value))


def text(*values):
    """The first of some texts that there is. Raises ValueError for a value that is none."""
    for value in values:
        if value is not None and not isinstance(value, str):
            raise ValueError(f"a name that is {value!r:.60}")
        if value:
            return value
    return ""


# The positions of an event's kind, duration and values.
KIND, DURATION, VALUES = 0, 6, 8


def event(kind, name, row, detail=0, values=(0, 0, 0, 0)):
    """An event of a row that has a start and an end; None where it did not end."""
    if row.get("start") is None or row.get("end") is None:
        return None
    device = FIRST_GPU + number(row, "deviceId", 15)
    # The lower half of a thread's number is the operating system's.
    thread = number(row, "globalTid") & 0xFFFFFF
    start, end = number(row, "start"), number(row, "end")
    return kind, name, device, number(row, "streamId", 32), thread, start, max(0, end - start), detail, list(values)


def range_of(row, texts):
    name = text(row.get("text"), texts.get(row.get("textId")))
    if row.get("eventType") == MARK:
        return event("mark", name, {**row, "end": row.get("start")})
    if row.get("eventType") not in (PUSH_POP, START_END):
        return None
    return event("range", name, row, values=(number(row, "color", 32), 0, 0, 0))


def kernel_of(row, texts):
    name = text(texts.get(row.get("demangledName")), texts.get(row.get("shortName")))
    grid, block = (
        number(row, f"{of}X", 32) << 32 | number(row, f"{of}Y", 16) << 16 | number(row, f"{of}Z", 16) for of in ("grid", "block")
    )
    return event("kernel", name, row, values=(grid, block, number(row, "dynamicSharedMemory", 32), number(row, "registersPerThread", 32)))


def copy_of(row, _texts):
    return event("copy", "", row, number(row, "copyKind", 8), (number(row, "bytes"), 0, 0, 0))


def fill_of(row, _texts):
    return event("copy", "", row, FILL, (number(row, "bytes"), 0, 0, 0))


def call_of(row, texts):
    # Names of the runtime's functions end in their version.
    name = text(texts.get(row.get("nameId")))
    return event("call", name.rsplit("_v", 1)[0] if name.rsplit("_v", 1)[-1].isdigit() else name, row)


def wait_of(row, _texts):
    return event("wait", "a synchronisation", row)


CONVERT = {RANGES: range_of, KERNELS: kernel_of, COPIES: copy_of, FILLS: fill_of, CALLS: call_of, WAITS: wait_of}
