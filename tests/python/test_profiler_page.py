"""The page of the profiler's report in a real browser: it opens, finds, zooms, sorts and filters, and says nothing on the console."""

import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import textwrap
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest
from conftest import LONG

import cuprust as cp
from cuprust._core import profiler as core

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)

# What ranges are called in a long recording.
NAMES = [f"range {number % 20}" for number in range(500)]

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium: install it (Debian: apt install chromium), CONTRIBUTING.md says what it is for")


class Socket:
    """A connection by WebSocket (RFC 6455), as far as the browser's debugging interface needs it."""

    def __init__(self, url):
        address, _, path = url.removeprefix("ws://").partition("/")
        host, _, port = address.partition(":")
        self.connection = socket.create_connection((host, int(port)), timeout=300)
        key = base64.b64encode(os.urandom(16)).decode()
        request = f"GET /{path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self.connection.sendall(f"{request}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self.exactly(1)
        assert b" 101 " in answer.splitlines()[0]

    def exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.connection.recv(count - len(data))
            assert part, "the browser has closed the connection"
            data += part
        return data

    def send(self, message):
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(data))
        assert len(data) < 1 << 16
        self.connection.sendall(b"\x81" + length + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data)))

    def receive(self):
        text, last = b"", False
        while not last:
            first, second = self.exactly(2)
            last, length = bool(first & 0x80), second & 0x7F
            if length >= 126:
                length = int.from_bytes(self.exactly(2 if length == 126 else 8), "big")
            text += self.exactly(length)
        return json.loads(text)


class Page:
    """A page in a headless browser."""

    def __init__(self, folder):
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
        self.process = subprocess.Popen([BROWSER, *options, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = folder / "DevToolsActivePort"
        deadline = time.monotonic() + 300
        while not port.exists() or not port.read_text().strip():
            assert time.monotonic() < deadline and self.process.poll() is None, "the browser did not start"
            time.sleep(0.05)
        number = port.read_text().splitlines()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{number}/json", timeout=300) as answer:
            target = next(target for target in json.load(answer) if target["type"] == "page")
        self.socket, self.count, self.said = Socket(target["webSocketDebuggerUrl"]), 0, []
        for domain in ("Runtime", "Log", "Page"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=1400, height=900, deviceScaleFactor=1, mobile=False)

    def ask(self, method, **parameters):
        self.count += 1
        self.socket.send({"id": self.count, "method": method, "params": parameters})
        while True:
            answer = self.socket.receive()
            if answer.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
                self.said.append(answer["params"])
            if answer.get("id") == self.count:
                assert "error" not in answer, answer
                return answer["result"]

    def run(self, script):
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def open(self, file):
        """Open a page and give the seconds until it is ready."""
        start = time.monotonic()
        self.ask("Page.navigate", url=file.resolve().as_uri())
        while self.run("document.documentElement?.dataset.ready") != "yes":
            assert time.monotonic() < start + 300, self.said
            time.sleep(0.02)
        self.drawn()
        return time.monotonic() - start

    def drawn(self):
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def mouse(self, kind, x, y, **more):
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def picture(self, file):
        file.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]))

    def close(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    page = Page(tmp_path_factory.mktemp("browser"))
    yield page
    page.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The page of a recording with ranges, kernels, copies and Python's calls."""
    from cuprust import _profile_command

    file = tmp_path_factory.mktemp("page") / "report.html"
    import cProfile

    python = cProfile.Profile()

    @cp.profiler.time_range()
    def life_step(grid):
        n = sum(cp.roll(cp.roll(grid, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return cp.where((n == 3) | ((grid == 1) & (n == 2)), 1, 0)

    @cp.profiler.time_range()
    def count(grid):
        return [int(row.sum()) for row in grid]

    with cp.profiler.profile() as found:
        python.enable()
        grid = cp.asarray((np.random.default_rng(0).random((80, 80)) < 0.3).astype(int))
        for _ in range(12):
            with cp.profiler.time_range("step", color_id=1), cp.profiler.time_range("inner"):
                grid = life_step(grid)
                int(grid.sum())
        count(grid)
        for function in (cp.sin, cp.cos, cp.exp, cp.sqrt, cp.square, cp.isnan):
            function(grid).get()
        python.disable()
        _profile_command.note_python(python, file.with_suffix(".pstat"))
    found.html(file)
    return file, found


def test_the_page_opens_and_says_nothing(page, report):
    file, found = report
    page.said.clear()
    page.open(file)
    assert page.run("document.querySelectorAll('#tables section').length") == len(found.tables())
    advice = [f"{a['title']} ({a['share']} of the run)" for a in found.advice()]
    assert page.run("[...document.querySelectorAll('#advice b')].map((b) => b.textContent)") == advice
    # Something of every lane was drawn: pixels in more colours than the ground has.
    colours = page.run(textwrap.dedent("""
        (() => {
          const canvas = document.getElementById('timeline');
          const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data, seen = new Set();
          for (let place = 0; place < data.length; place += 4) seen.add(data[place] << 16 | data[place + 1] << 8 | data[place + 2]);
          return seen.size;
        })()"""))
    assert colours > 10
    assert page.said == []
    if os.environ.get("CUPRUST_TEST_PICTURES"):
        page.picture(Path(os.environ["CUPRUST_TEST_PICTURES"]) / "report.png")


def test_the_search_finds_a_kernel_and_goes_to_it(page, report):
    page.open(report[0])
    search = "const box = document.getElementById('search'); box.value = '{}'; box.dispatchEvent(new Event('input'));"
    page.run(f"(() => {{ {search.format('bitwise_and')} }})()")
    page.drawn()
    assert page.run("document.getElementById('found').textContent") == "1 of 12 found"
    # The view is as wide as six of what was found, and has it in the middle.
    first, last = (int(part) for part in page.run("document.getElementById('timeline').dataset.view").split())
    start, length = page.run("(([lane, item]) => lanes[lane].items[item].slice(0, 2))(timeline.matches[0])")
    assert first <= start < start + length <= last and abs((last - first) - max(100, 6 * length)) <= 2
    page.run("document.getElementById('next').click()")
    assert page.run("document.getElementById('found').textContent") == "2 of 12 found"
    page.run(f"(() => {{ {search.format('no such thing')} }})()")
    assert page.run("document.getElementById('found').textContent") == "0 found"
    assert page.said == []


def test_the_timeline_is_zoomed_and_moved(page, report):
    page.open(report[0])
    view = lambda: [int(part) for part in page.run("document.getElementById('timeline').dataset.view").split()]  # noqa: E731
    first, last = view()
    box = page.run("(({x, y, width, height}) => [x, y, width, height])(document.getElementById('timeline').getBoundingClientRect())")
    x, y = box[0] + box[2] / 2, box[1] + 40
    page.mouse("mouseWheel", x, y, deltaX=0, deltaY=-400, modifiers=2)
    page.drawn()
    zoomed = view()
    assert zoomed[1] - zoomed[0] < (last - first) * 0.6
    page.mouse("mousePressed", x, y, button="left", clickCount=1)
    page.mouse("mouseMoved", x + 100, y, button="left", buttons=1)
    page.mouse("mouseReleased", x + 100, y, button="left", clickCount=1)
    page.drawn()
    moved = view()
    assert moved[0] < zoomed[0] and abs((moved[1] - moved[0]) - (zoomed[1] - zoomed[0])) <= 2
    page.run("document.getElementById('zoom-all').click()")
    page.drawn()
    assert view() == [first, last]
    # Plain scrolling is the page's own.
    page.mouse("mouseWheel", x, y, deltaX=0, deltaY=40)
    assert view() == [first, last]


def test_what_lies_under_the_pointer_is_told(page, report):
    page.open(report[0])
    place = page.run("""(() => {
        const found = timeline.drawn.find((each) => each[4][2] === names.indexOf("step")), box = document.getElementById("timeline").getBoundingClientRect();
        return [box.x + (found[0] + found[2]) / 2, box.y + (found[1] + found[3]) / 2];
    })()""")
    page.mouse("mouseMoved", *place)
    assert page.run("document.getElementById('tip').textContent").startswith("step\n")


def test_what_each_device_did_adds_up(page, report):
    file, found = report
    page.open(file)
    kernels, copies = (sum(row[1] for row in found.tables()[key]["rows"]) for key in ("kernels", "memory-time"))
    caption = page.run("document.querySelector('#busy figcaption').textContent")
    assert caption.startswith(f"{cp.cuda.Device()}: busy for ")
    (busy,) = page.run("data.busy.map((device) => device.named.reduce((sum, part) => sum + part[1], device.others))")
    assert busy == kernels + copies
    widths = page.run("[...document.querySelectorAll('#busy .stack span')].map((bar) => bar.getBoundingClientRect().width)")
    assert len(widths) == page.run("document.querySelectorAll('#busy .key li').length") == 7, "six by name, and the others"
    stack = page.run("document.querySelector('#busy .stack').clientWidth")
    assert abs(sum(widths) - stack * min(1, busy / found.recording.duration)) < 0.02 * stack + 7
    # A table of a few rows needs no filter.
    assert page.run("document.querySelector('#table-ranges input')") is None


def test_tables_are_sorted_and_filtered(page, report):
    page.open(report[0])
    cells = "[...document.querySelectorAll('#table-kernels tbody tr')].map((row) => row.lastChild.textContent)"
    names = page.run(cells)
    place = page.run("[...document.querySelectorAll('#table-kernels th')].length")
    page.run(f"document.querySelectorAll('#table-kernels th')[{place - 1}].click()")
    assert page.run(cells) == sorted(names, key=str.lower)
    page.run("(() => { const box = document.querySelector('#table-kernels input'); box.value = 'WHERE'; box.dispatchEvent(new Event('input')); })()")
    filtered = page.run(cells)
    assert filtered and all("where" in name for name in filtered)


def test_pythons_calls_are_looked_into(page, report):
    page.open(report[0])
    place = page.run("""(() => {
        const found = icicles.find((each) => functions[each[4]].name === "life_step"), box = document.getElementById("icicle").getBoundingClientRect();
        document.getElementById("icicle").scrollIntoView();
        const now = document.getElementById("icicle").getBoundingClientRect();
        return [now.x + (found[0] + found[2]) / 2, now.y + (found[1] + found[3]) / 2];
    })()""")
    page.mouse("mousePressed", *place, button="left", clickCount=1)
    page.mouse("mouseReleased", *place, button="left", clickCount=1)
    assert page.run("document.getElementById('path').textContent").startswith("life_step (")
    page.run("document.getElementById('root').click()")
    assert page.run("document.getElementById('path').textContent") == ""


def test_wrappers_and_own_frames_are_folded(page, report):
    page.open(report[0])
    # A function that time_range wraps stands below what called it, once, and is not one with others that are wrapped
    # too.
    frames = page.run("icicles.map(([left, top, right, bottom, number]) => [functions[number].name, functions[number].file, top])")
    assert {"life_step", "count"} <= {name for name, *_ in frames}
    assert not [name for name, file, _ in frames if file.endswith(("contextlib.py", "_ranges.py")) or name.endswith((".life_step", ".count"))]
    assert not [file for _, file, _ in frames if file.startswith(("<cuprust>/", "<frozen importlib"))]
    # Its time is that of its own frame, whole: the wrapper's was handed on.
    widths = page.run("""icicles.filter((each) => functions[each[4]].name === 'life_step').map((each) => [each[5], functions[each[4]].total])""")
    assert widths and abs(sum(shown for shown, _ in widths) / widths[0][1] - 1) < 0.02


def test_empty_tables_say_why(page, report):
    file, found = report
    page.open(file)
    shown = page.run("[...document.querySelectorAll('#empty li')].map((item) => item.textContent)")
    assert shown == [f"{title}: {why}" for title, why in found.recording.empty_tables().values()]
    assert all(key not in found.tables() for key in found.recording.empty_tables())


def test_the_report_is_read_on_a_phone(page, report):
    page.ask("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
    try:
        page.open(report[0])
        assert page.run("document.documentElement.scrollWidth") <= 390, "nothing but a table is scrolled sideways"
        # The subject of a row is in its first cell, stays there, and is not broken into letters.
        frame = "document.querySelector('#table-fusion .table')"
        assert page.run(f"{frame}.scrollWidth > {frame}.clientWidth && {frame}.querySelector('td').textContent") == "add+equal+bitwise_and+bitwise_or+where"
        before = page.run(f"{frame}.querySelector('td').getBoundingClientRect().left")
        page.run(f"{frame}.scrollLeft = 400")
        page.drawn()
        assert page.run(f"{frame}.querySelector('td').getBoundingClientRect().left") == before
        assert page.run(f"{frame}.querySelector('td').getBoundingClientRect().height") < 120
        # A vertical swipe scrolls the page, and a tap shows details of its target.
        assert page.run("getComputedStyle(document.getElementById('timeline')).touchAction") == "pan-y"
        assert page.run("getComputedStyle(document.getElementById('icicle')).touchAction") == "auto"
        box = page.run("(({left, top}) => [left, top])(document.getElementById('timeline').getBoundingClientRect())")
        page.ask("Input.synthesizeTapGesture", x=int(box[0] + 120), y=int(box[1] + 56), gestureSourceType="touch")
        page.drawn()
        assert "step" in page.run("document.getElementById('tip').textContent")
        assert page.said == []
        if os.environ.get("CUPRUST_TEST_PICTURES"):
            page.picture(Path(os.environ["CUPRUST_TEST_PICTURES"]) / "report-phone.png")
    finally:
        page.ask("Emulation.setDeviceMetricsOverride", width=1400, height=900, deviceScaleFactor=1, mobile=False)


def test_the_page_of_life_is_read_on_a_phone(page, tmp_path, monkeypatch):
    from cuprust._life import main

    monkeypatch.chdir(tmp_path)
    assert main.main(["--sizes", "8", "150", "--steps", "3", "--out", "life.html"]) == 0
    page.said.clear()
    page.ask("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=3, mobile=True)
    try:
        page.ask("Page.navigate", url=(tmp_path / "life.html").as_uri())
        images = "[...document.images]"
        while not page.run(f"document.readyState === 'complete' && {images}.length > 0 && {images}.every((image) => image.complete)"):
            time.sleep(0.02)
        page.drawn()
        assert page.run("document.documentElement.scrollWidth") <= 390, "nothing but a wide table is scrolled sideways"
        assert page.run(f"{images}.length") == 6 and page.run(f"Math.min(...{images}.map((image) => image.naturalWidth))") >= 8
        boxes = page.run(f"{images}.concat(...document.querySelectorAll('svg')).map((each) => (({{left, right, top}}) => [left, right, top])(each.getBoundingClientRect()))")
        assert all(0 <= left < right <= 390 for left, right, top in boxes)
        assert len({top for left, right, top in boxes[:2]}) == 1, "two boards stand side by side"
        # The subject of a row is first, and stays there while the figures are scrolled.
        page.run("document.querySelectorAll('.table').forEach((table) => { table.scrollLeft = 300 })")
        page.drawn()
        names = page.run("[...document.querySelectorAll('.profile td:first-child')].map((cell) => (({left, right}) => [left, right])(cell.getBoundingClientRect()))")
        assert len(names) > 4 and all(0 <= left < right - 100 <= 290 for left, right in names)
        assert page.run("parseFloat(getComputedStyle(document.querySelector('p')).fontSize)") >= 14
        assert page.run("Math.min(...[...document.querySelectorAll('svg text')].map((text) => text.getBoundingClientRect().height))") > 9
        assert page.said == []
        if os.environ.get("CUPRUST_TEST_PICTURES"):
            page.picture(Path(os.environ["CUPRUST_TEST_PICTURES"]) / "life.png")
    finally:
        page.ask("Emulation.setDeviceMetricsOverride", width=1400, height=900, deviceScaleFactor=1, mobile=False)


@pytest.mark.parametrize("kind", ["report", "life"])
def test_pages_are_dark_where_the_system_is(page, report, tmp_path, monkeypatch, kind):
    file = report[0]
    if kind == "life":
        from cuprust._life.main import main

        monkeypatch.chdir(tmp_path)
        file = tmp_path / "life.html"
        assert main(["--sizes", "8", "--steps", "2", "--only-random", "--out", str(file)]) == 0
    page.said.clear()
    brightness = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)"
    seen = {}
    try:
        for scheme in ("light", "dark"):
            page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            page.ask("Page.navigate", url=file.resolve().as_uri())
            while page.run("document.readyState") != "complete":
                time.sleep(0.02)
            page.drawn()
            ink = brightness.replace("backgroundColor", "color")
            seen[scheme] = page.run(brightness), page.run(ink)
            # Text of a drawing has the colour of the page's text.
            texts = page.run("[...document.querySelectorAll('svg text')].map((text) => getComputedStyle(text).fill)")
            assert all(text == page.run("getComputedStyle(document.querySelector('svg')).color") for text in texts)
            if os.environ.get("CUPRUST_TEST_PICTURES"):
                page.picture(Path(os.environ["CUPRUST_TEST_PICTURES"]) / f"{kind}-{scheme}.png")
    finally:
        page.ask("Emulation.setEmulatedMedia", features=[])
    assert seen["light"][0] > 700 and seen["light"][1] < 200 and seen["dark"][0] < 120 and seen["dark"][1] > 600
    assert page.said == []


def test_a_recording_of_many_events_is_small_and_opens(page, tmp_path):
    count = 10_000_000 if LONG else 1_000_000
    file, turns = tmp_path / "many.cuprof", count // (5 * len(NAMES))
    with cp.cuda.Device("cpu"):
        a = cp.ones(10)
        cp.cuda.synchronize()
        recorder = core.Recorder(file)
        for _ in range(turns):
            # A range is two events, its beginning and itself; a sum of few elements is three: its memory is taken and
            # given back.
            for name in NAMES:
                core.range_push(name)
                core.range_pop()
            for _ in NAMES:
                a + a
    recorder.close()
    ranges = kernels = turns * len(NAMES)
    least = 2 * ranges + 3 * kernels
    assert least * 80 < file.stat().st_size < least * 100, "ten million events are less than a gigabyte"
    start = time.monotonic()
    recording = core.Recording.open(file)
    opened = time.monotonic() - start
    start = time.monotonic()
    text = recording.report()
    reported = time.monotonic() - start
    # The report does not count that a thread has a name.
    assert f"{len(recording) - 1:,}".replace(",", " ") + " events" in text and text.count("PushPop") == len(set(NAMES))
    assert [row[2] for row in recording.tables()["kernels"]["rows"]] == [kernels]
    start = time.monotonic()
    recording.html(tmp_path / "many.html")
    written = time.monotonic() - start
    assert (tmp_path / "many.html").stat().st_size < 12_000_000
    shown = page.open(tmp_path / "many.html")
    print(f"{file.stat().st_size // 80} events: opened in {opened:.2f} s, reported in {reported:.2f} s, page written in {written:.2f} s and opened in {shown:.2f} s")
    assert " events the timeline draws the" in page.run("document.getElementById('warnings').textContent")
    found = page.run("[...document.querySelectorAll('#table-ranges tbody td:nth-child(3)')].map((cell) => Number(cell.textContent.replace(/\\D/g, '')))")
    assert sum(found) == ranges
    assert page.said == []
