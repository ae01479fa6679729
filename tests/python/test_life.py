"""The Life experiment: its pattern reader, its three ways to step, its comparison, and its command line."""

import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

import cuprust as cp
from cuprust._life import main, measure, table
from cuprust._life.board import pattern_board, random_board
from cuprust._life.measure import Disagreement, compare, play
from cuprust._life.page import chart, page, picture
from cuprust._life.rle import RleError, parse_rle, read_rle
from cuprust._life.step import life_step_gpu, life_step_naive, life_step_numpy, simulate_life_cuprust, simulate_life_numpy
from cuprust._life.table import ratio, seconds

PATTERNS = sorted(main.PATTERNS.glob("*.rle"))


def gpu(grid):
    """One step in cuprust, from and to NumPy."""
    return cp.asnumpy(life_step_gpu(cp.asarray(grid)))


STEPS = pytest.mark.parametrize("step", [life_step_naive, life_step_numpy, gpu], ids=["naive", "numpy", "cuprust"])


def board_of(*rows):
    return np.array([[int(cell == "o") for cell in row] for row in rows], dtype=np.int64)


class TestRle:
    def test_a_glider(self):
        pattern = parse_rle("#N Glider\n#C text\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\nanything at all")
        assert (pattern.name, pattern.width, pattern.height) == ("Glider", 3, 3)
        assert pattern.cells == ((0, 1), (1, 2), (2, 0), (2, 1), (2, 2))

    def test_lines_wrap_between_runs_and_rows_may_be_empty(self):
        pattern = parse_rle("x=4,y=4\n2o\n2b$\n2$ b o!")
        assert pattern.cells == ((0, 0), (0, 1), (3, 1))

    @pytest.mark.parametrize("rule", ["", ", rule = b3/s23", ", rule = 23/3", ",rule=B3/S23"])
    def test_ways_to_write_the_rule(self, rule):
        assert parse_rle(f"x = 1, y = 1{rule}\no!").cells == ((0, 0),)

    @pytest.mark.parametrize(
        ("text", "line", "column", "words"),
        [
            ("", 1, 1, "expected the header"),
            ("#N only a name\n", 2, 1, "expected the header"),
            ("bob$2bo$3o!", 1, 1, "expected 'x' in the header, found 'b'"),
            ("x : 3, y = 3\n3o!", 1, 3, "expected '=' in the header, found ':'"),
            ("x = , y = 3\n3o!", 1, 5, "the width, a whole number"),
            ("x = 3 y = 3\n3o!", 1, 7, "expected ',' in the header, found 'y'"),
            ("x = 3,\n3o!", 1, 7, "expected 'y' in the header, found the end of the line"),
            ("x = 0, y = 3\n!", 1, 5, "at least 1"),
            ("x = 99999999999, y = 3\n!", 1, 5, "at most nine digits"),
            ("x = 3, y = 3 rule\n3o!", 1, 14, "expected ',' or the end of the line"),
            ("x = 3, y = 3, rule = B36/S23\n3o!", 1, 22, "B3/S23"),
            ("x = 3, y = 3\nbob$\n2bq$3o!", 3, 3, "found 'q'"),
            ("x = 3, y = 3\nbob$2", 2, 6, "after the run count 2, found the end of the line"),
            ("x = 3, y = 3\nbob$2 bo!", 2, 6, "after the run count 2, found ' '"),
            ("x = 3, y = 3\nbob$2!", 2, 6, "after the run count 2, found '!'"),
            ("x = 3, y = 3\nbob$\n", 3, 1, "expected '!'"),
            ("x = 3, y = 3\n4o!", 2, 2, "at most x = 3 cells"),
            ("x = 3, y = 3\n2obo!", 2, 4, "found 4 in row 1"),
            ("x = 3, y = 2\n3o$3o$3o!", 2, 8, "y = 2 rows are complete"),
            ("x = 3, y = 2\n0o!", 2, 1, "at least 1, found 0"),
            ("x = 3, y = 2\n1234567890o!", 2, 10, "at most nine digits"),
            ("x = 3, y = 2\n999999999o!", 2, 10, "at most x = 3 cells"),
            ("x = 3, y = 2\n\u0663o!", 2, 1, "expected a run count"),
        ],
    )
    def test_a_bad_file_is_an_error_with_file_line_and_column(self, text, line, column, words):
        with pytest.raises(RleError) as error:
            parse_rle(text, "bad.rle")
        assert str(error.value).startswith(f"bad.rle:{line}:{column}: ")
        assert words in str(error.value)

    def test_bytes_that_are_no_text(self, tmp_path):
        path = tmp_path / "bad.rle"
        path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
        with pytest.raises(RleError, match="bad.rle:1:1: expected 'x'"):
            read_rle(path)

    def test_a_pattern_larger_than_the_board(self):
        with pytest.raises(ValueError, match="36 x 9 cells and the board only 20 x 20; give --pattern-size 36"):
            pattern_board(read_rle(main.PATTERNS / "gosper_glider_gun.rle"), 20)

    def test_a_pattern_stands_in_the_middle(self):
        board = pattern_board(parse_rle("x = 2, y = 1\n2o!"), 5)
        assert np.array_equal(np.argwhere(board.grid), [[2, 1], [2, 2]])


class TestSteps:
    @STEPS
    def test_a_block_stays(self, step):
        block = board_of("....", ".oo.", ".oo.", "....")
        assert np.array_equal(step(block), block)

    @STEPS
    def test_a_blinker_turns(self, step):
        blinker = board_of(".....", ".....", ".ooo.", ".....", ".....")
        assert np.array_equal(step(blinker), blinker.T)

    @STEPS
    def test_opposite_edges_are_joined(self, step):
        corner = board_of("o..oo", ".....", ".....", ".....", ".....")
        expected = board_of("....o", "....o", ".....", ".....", "....o")
        assert np.array_equal(step(corner), expected)

    @STEPS
    def test_every_neighbourhood_follows_the_rule(self, step):
        for bits in range(512):
            grid = np.zeros((5, 5), dtype=np.int64)
            grid[1:4, 1:4] = np.array([bits >> place & 1 for place in range(9)]).reshape(3, 3)
            around = grid[1:4, 1:4].sum() - grid[2, 2]
            assert step(grid)[2, 2] == (around == 3 or (grid[2, 2] == 1 and around == 2)), grid

    @pytest.mark.parametrize("N", [1, 2, 3, 10, 33])
    def test_all_agree_on_random_boards(self, N):
        game = play(random_board(N, seed=N), 12, with_naive=True)
        assert set(game.timings) == {"naive", "numpy", "cuprust"}

    def test_a_history_keeps_each_board(self):
        grid = random_board(20, seed=3).grid
        history, last = simulate_life_cuprust(cp.asarray(grid), 5)
        expected, expected_last = simulate_life_numpy(grid, 5)
        assert len(history) == 5
        for ours, numpy in zip([*history, last], [*expected, expected_last]):
            assert np.array_equal(cp.asnumpy(ours), numpy)


class TestPatterns:
    """The known state of each pattern, after a number of generations in cuprust."""

    @staticmethod
    def after(name, steps, N=64):
        grid = pattern_board(read_rle(main.PATTERNS / f"{name}.rle"), N).grid
        _, last = simulate_life_cuprust(cp.asarray(grid), steps)
        return grid, cp.asnumpy(last)

    def test_four_are_shipped(self):
        assert [path.stem for path in PATTERNS] == ["glider", "gosper_glider_gun", "pulsar", "r_pentomino"]

    def test_the_glider_moves_one_cell_down_and_right_in_four_steps(self):
        first, last = self.after("glider", 4)
        assert np.array_equal(last, np.roll(first, (1, 1), axis=(0, 1)))

    def test_the_pulsar_has_period_three(self):
        first, last = self.after("pulsar", 3)
        assert np.array_equal(last, first)
        assert not np.array_equal(self.after("pulsar", 1)[1], first)

    def test_the_gun_has_made_one_glider_after_thirty_steps(self):
        first, last = self.after("gosper_glider_gun", 30)
        assert first.sum() == 36
        assert last.sum() == 36 + 5

    def test_the_r_pentomino_has_121_cells_after_100_steps(self):
        assert self.after("r_pentomino", 100)[1].sum() == 121


class TestComparison:
    def test_the_first_step_and_cell_that_differ_are_named(self):
        board = random_board(6)
        good = [np.zeros((6, 6), dtype=np.int64) for _ in range(4)]
        bad = [grid.copy() for grid in good]
        bad[2][3, 4] = bad[3][0, 0] = 1
        with pytest.raises(Disagreement, match=r"6 x 6, step 2, cell \(row 3, column 4\): x has 1 and NumPy has 0"):
            compare(board, "x", bad, good)

    def test_another_dtype_and_a_missing_board_are_differences(self):
        board = random_board(6)
        good = [np.zeros((6, 6), dtype=np.int64)] * 2
        with pytest.raises(Disagreement, match="dtype int32"):
            compare(board, "x", [grid.astype(np.int32) for grid in good], good)
        with pytest.raises(Disagreement, match="x made 1 boards, NumPy 2"):
            compare(board, "x", good[:1], good)


class TestTiming:
    def test_every_way_is_run_three_times_however_long_it_takes(self, monkeypatch):
        clock, calls = iter(range(0, 1000, 5)), []
        monkeypatch.setattr(measure, "perf_counter", lambda: next(clock))
        _, timing = measure._time(lambda: calls.append(1), 10)
        assert (len(calls), timing.first, timing.best) == (3, 0.5, 0.5)
        _, timing = measure._time(lambda: calls.append(1), 10, enough=measure.LONG_SECONDS)
        assert len(calls) == 5

    def test_the_first_run_and_the_best_are_shown(self):
        game = measure.Game(random_board(7), 1, device="cpu")
        game.timings = {"numpy": measure.Timing(4.0, 2.0), "cuprust": measure.Timing(2.0, 0.1), "naive": measure.Timing(9.0, 8.0)}
        assert game.speedup("numpy") == 20 and game.speedup("other") is None
        assert table.row(game) == ("random", "7", "8 s", "4 s", "2 s", "2 s", "100 ms", "80x", "20x")
        assert len(table.HEADINGS) == len(table.row(game))
        for name in ("NumPy\nfirst", "NumPy\nbest", "cuprust\nfirst", "cuprust\nbest"):
            assert name in table.HEADINGS
        assert "first run" in table.LEGEND

    def test_no_number_is_cut_short_in_a_terminal_of_80_columns(self):
        import io

        from rich.console import Console

        game = measure.Game(random_board(1000), 100, device="cuda:0")
        game.timings = {way: measure.Timing(123e-6, 123e-6) for way in measure.WAYS}
        out = io.StringIO()
        table.print_table(Console(file=out, width=80), [game], 100)
        assert out.getvalue().count("123 us") == 5 and "random" in out.getvalue() and "cuda:0" in out.getvalue()
        assert out.getvalue().count("first") >= 3 and "cuprust" in out.getvalue()


class TestOutput:
    def test_numbers(self):
        assert [seconds(value) for value in (None, 2.5, 0.0123, 9.997e-4, 4.56e-5, 3e-9)] == [
            "-", "2.5 s", "12.3 ms", "1 ms", "45.6 us", "3 ns"
        ]
        assert [ratio(value) for value in (None, 1.234, 56.78, 1234.5)] == ["-", "1.23x", "56.8x", "1234x"]

    def test_the_page_needs_no_other_file(self):
        games = [play(random_board(N), 2, with_naive=True) for N in (5, 8)]
        text = page(games, 2, 0)
        assert text.count("data:image/png;base64,") == 2
        assert text.count("<svg") == 1 and "naive loops" in chart(games)
        assert 'src="http' not in text and "<link" not in text and "<script" not in text

    def test_a_board_moves_and_a_large_one_does_not(self):
        import base64
        import io

        from PIL import Image

        games = [play(random_board(N, seed=1), 5, with_naive=False) for N in (9, 200)]
        moving, still = (part.split('"')[0] for part in page(games, 5, 0).split('src="data:image/png;base64,')[1:])
        with Image.open(io.BytesIO(base64.b64decode(moving))) as image:
            assert image.n_frames == len(games[0].frames) == 6
            for number, board in enumerate(games[0].frames):
                image.seek(number)
                assert np.array_equal(np.asarray(image.convert("1")), board == 0)
        assert getattr(Image.open(io.BytesIO(base64.b64decode(still))), "n_frames", 1) == 1

    def test_a_picture_is_the_board(self):
        import base64
        import io

        from PIL import Image

        grid = random_board(17, seed=5).grid
        data = base64.b64decode(picture(grid).split(",", 1)[1])
        assert np.array_equal(np.asarray(Image.open(io.BytesIO(data))), grid == 0)


def life(*arguments, folder, columns=120):
    """The exit code, output and errors of the experiment."""
    command = [sys.executable, "-m", "cuprust", "life", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env={**os.environ, "COLUMNS": str(columns)})
    return done.returncode, done.stdout, done.stderr


class TestCommandLine:
    def test_a_small_run(self, tmp_path):
        code, out, errors = life("--sizes", 8, 6, "--steps", 3, "--out", "life.html", folder=tmp_path)
        assert (code, errors) == (0, "")
        assert "R-pentomino" in out and "vs NumPy" in out
        assert (tmp_path / "life.html").read_text(encoding="utf-8").count("<img") == 6

    def test_the_page_has_the_courses_tables_and_the_machine(self, tmp_path):
        code, _, errors = life("--sizes", 8, "--steps", 3, "--only-random", "--out", "life.html", folder=tmp_path)
        assert (code, errors) == (0, "")
        text = (tmp_path / "life.html").read_text(encoding="utf-8")
        for title in ("NVTX Range Summary", "Kernel Execution", "Memory Operations (by Time)", "Memory Operations (by Size)"):
            assert f"<h3>{title}</h3>" in text
        assert "<td>:life_step_gpu</td>" in text and "Measured on 2" in text and f"NumPy {np.__version__}" in text

    def test_the_example_is_the_command(self, tmp_path):
        runs = [[sys.executable, str(ROOT / "examples" / "life" / "main.py")], [sys.executable, "-m", "cuprust", "life"]]
        first, second = (subprocess.run([*run, "--help"], capture_output=True, text=True, check=True, cwd=tmp_path).stdout for run in runs)
        assert first == second and "usage: cuprust life" in first and "--profile" in first

    def test_what_is_not_installed_is_named(self, monkeypatch, capsys):
        found = main.importlib.util.find_spec
        monkeypatch.setattr(main.importlib.util, "find_spec", lambda name: None if name in ("rich", "PIL") else found(name))
        assert main.main(["--sizes", "5", "--out", "life.html"]) == 1
        assert capsys.readouterr().err == "life: rich and PIL not found: pip install 'cuprust[life]'\n"

    @pytest.mark.parametrize("device", ["cpu", "ptx"])
    @pytest.mark.parametrize("sizes", [(10, 25, 50, 100), (50, 100, 250, 500, 1000)], ids=["small", "large"])
    def test_the_courses_experiments_answer_its_questions(self, tmp_path, device, sizes):
        steps = 2 if device == "ptx" or sizes[-1] > 100 else 5
        # On the PTX machine a step of a large board takes seconds.
        sizes = sizes[:-2] if device == "ptx" and sizes[-1] > 100 else sizes
        out_file = tmp_path / "p.html"
        arguments = ["--profile", "--device", device, "--sizes", *sizes, "--steps", steps, "--naive-to", 50, "--out", out_file]
        code, out, errors = life(*arguments, folder=tmp_path, columns=2000)
        assert (code, errors) == (0, "") and out_file.stat().st_size > 20_000
        titles = ["NVTX Range Summary", "Kernel Execution", "Memory Operations (by Time)", "Memory Operations (by Size)", "Flushes by Reason"]
        assert all(title in out for title in titles) and ("\n CUDA API Summary\n" in out) == (device == "ptx")
        lines = out.splitlines()
        questions = [place for place, line in enumerate(lines) if line.endswith("?")]
        assert len(questions) == 12 and all(lines[place + 1].endswith(".") for place in questions)
        # Each implementation ran each size for this number of steps.
        ranges = {line.split()[-1]: int(line[28:37].replace(" ", "")) for line in lines if "PushPop" in line}
        naive = sum(size <= 50 for size in sizes)
        assert ranges == {
            ":simulate_life_naive": naive, ":life_step_naive": naive * steps, ":simulate_life_numpy": len(sizes),
            ":life_step_numpy": len(sizes) * steps, ":simulate_life_cuprust": len(sizes), ":life_step_gpu": len(sizes) * steps,
        }  # fmt: skip
        assert ("life_step_naive. Shares of" in out) == ("Write the loops of life_step_naive as operations on whole arrays" in out)
        assert "is faster than naive" in out or "is not faster than naive" in out
        for size in (sizes[0], sizes[-1]):
            assert f"times the kernels' time at size {size}" in out

    def test_the_runs_are_named(self, tmp_path):
        code, out, _ = life("--sizes", 6, "--steps", 2, "--only-random", "--out", "life.html", folder=tmp_path)
        assert code == 0 and "first: the first run" in out and "best: the fastest of three runs" in out and "few runs" not in out
        page = (tmp_path / "life.html").read_text(encoding="utf-8")
        assert "best: the fastest of three runs" in page and "<th>cuprust<br>first</th><th>cuprust<br>best</th>" in page

    @pytest.mark.skipif(cp.is_available(), reason="there is a GPU")
    def test_a_device_that_is_not_there(self, tmp_path):
        code, out, errors = life("--device", "cuda", folder=tmp_path)
        assert (code, out) == (1, "") and errors.startswith("life: --device cuda cannot be used: ") and errors.count("\n") == 1

    def test_a_bad_pattern_file(self, tmp_path):
        (tmp_path / "bad.rle").write_text("x = 3, y = 3\nbob$?\n")
        code, out, errors = life("--pattern", "bad.rle", folder=tmp_path)
        assert (code, out) == (1, "")
        assert errors == "life: bad.rle:2:5: expected a run count, 'b', 'o', '$' or '!', found '?'\n"

    def test_a_missing_pattern_file_and_one_too_large(self, tmp_path):
        assert "No such file" in life("--pattern", "none.rle", folder=tmp_path)[2]
        code, _, errors = life("--pattern", PATTERNS[1], "--pattern-size", 10, folder=tmp_path)
        assert code == 1 and "the board only 10 x 10" in errors

    def test_a_difference_ends_it_with_exit_code_1(self, monkeypatch, capsys):
        def forgetful(grid, timesteps):
            history, last = simulate_life_cuprust(grid, timesteps)
            history[2] = history[1]
            return history, last

        monkeypatch.setattr(measure, "simulate_life_cuprust", forgetful)
        assert main.main(["--sizes", "20", "--steps", "5", "--only-random"]) == 1
        assert "random board of 20 x 20, step 2, cell (row" in capsys.readouterr().err

    def test_ctrl_c_leaves_without_a_traceback(self, monkeypatch, capsys):
        def interrupted(*_):
            raise KeyboardInterrupt

        monkeypatch.setattr(measure, "simulate_life_naive", interrupted)
        assert main.main(["--sizes", "5", "--steps", "2", "--only-random"]) == 130
        assert capsys.readouterr().err == "life: stopped\n"

    def test_a_folder_that_does_not_exist(self, tmp_path):
        code, _, errors = life("--out", "none/life.html", folder=tmp_path)
        assert code == 1 and "does not exist" in errors

    @pytest.mark.parametrize("bad", [("--sizes", "0"), ("--steps", "-3"), ("--seed", "-1"), ("--device", "gpu"), ("--sizes", "x")])
    def test_bad_options(self, bad, tmp_path):
        code, _, errors = life(*bad, folder=tmp_path)
        assert code == 2 and bad[0] in errors
