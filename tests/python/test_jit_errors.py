"""Python functions that are not valid kernels: each error names the line and quotes it."""

import subprocess
import sys

import pytest

import cuprust as cp
from cuprust import jit

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")


def error_of(function, *args):
    """The text of the error of a kernel that cannot be compiled."""
    with pytest.raises(jit.KernelError) as caught:
        jit.rawkernel()(function)[1, 1](*args)
        cp.cuda.Device().synchronize()
    text = str(caught.value)
    assert f'File "{__file__}", line ' in text and f"in {function.__name__}" in text
    line = int(text.split(", line ")[1].split(",")[0]) - function.__code__.co_firstlineno
    return caught.value, text.splitlines()[0], line


class TestErrors:
    def test_constructs_that_kernels_do_not_have(self):
        def generator(x):
            y = x[0]
            yield y

        def comprehension(x):
            y = [i for i in range(3)]

        def attempt(x):
            try:
                x[0] = 1
            finally:
                pass

        def nested(x):
            def f():
                pass

        def sliced(x):
            y = x[1:2]

        def anonymous(x):
            y = lambda: 1  # noqa: E731

        def otherwise(x):
            for i in range(3):
                pass
            else:
                pass

        def over(x):
            for i in x:
                pass

        def stars(x):
            y = max(*x)

        for function, words, line in [
            (generator, "'yield' is not supported", 2),
            (comprehension, "'a list comprehension' is not supported", 1),
            (attempt, "'try' is not supported", 1),
            (nested, "'def' is not supported", 1),
            (sliced, "slice", 1),
            (anonymous, "'lambda' is not supported", 1),
            (otherwise, "'else' of a loop", 1),
            (over, "a loop goes over a range", 1),
            (stars, "'*'", 1),
        ]:
            error, text, where = error_of(function, cp.zeros(3))
            assert isinstance(error, NotImplementedError) and words in text and where == line, (text, where)

    def test_types(self):
        def mixed(x):
            y = 1
            y = 2.5

        def added(x):
            y = x + 1

        def index(x):
            y = x[0.5]

        def axes(x):
            y = x[0, 0]

        def attribute(x):
            y = x.sum()

        def unknown(x):
            y = print(x[0])

        def tuple_of_two(x):
            a, b, c = jit.grid(2)

        def whole(x):
            x[0] += 1j

        def returned(x):
            return x[0]

        def arguments(x):
            y = jit.syncthreads(x)

        def element(x):
            x = 5

        for function, kind, words in [
            (mixed, TypeError, "Data type mismatch of variable: 'y'"),
            (added, TypeError, "a kernel computes with numbers"),
            (index, TypeError, "an index is an integer"),
            (axes, TypeError, "an array of 1 axes is indexed by 2"),
            (attribute, TypeError, "no attribute 'sum'"),
            (unknown, TypeError, "print is no function of a kernel"),
            (tuple_of_two, ValueError, "3 values are expected"),
            (whole, TypeError, "does not become float64"),
            (returned, TypeError, "a kernel returns nothing"),
            (arguments, TypeError, "syncthreads: too many"),
            (element, TypeError, "Data type mismatch"),
        ]:
            error, text, _ = error_of(function, cp.zeros(3))
            assert isinstance(error, kind) and words in text, text

    def test_names(self):
        def unbound(x):
            x[0] = nothing_of_the_kind  # noqa: F821

        def early(x):
            x[0] = y  # noqa: F821, F841
            y = 1  # noqa: F841

        for function in (unbound, early):
            error, text, line = error_of(function, cp.zeros(3))
            assert isinstance(error, NameError) and "Unbound name" in text and line == 1

    def test_recursion_and_arguments(self):
        @jit.rawkernel(device=True)
        def again(x):
            return again(x) + 1

        @jit.rawkernel(device=True)
        def returns_both(x):
            if x > 0:
                return 1
            return

        def recursive(x):
            x[0] = again(x[0])

        def counted(x):
            x[0] = again(x[0], 1)

        def either(x):
            x[0] = returns_both(x[0])

        with pytest.raises(ValueError, match="recursion"):
            jit.rawkernel()(recursive)[1, 1](cp.zeros(1))
        with pytest.raises(TypeError, match="takes 1 arguments, and 2"):
            jit.rawkernel()(counted)[1, 1](cp.zeros(1))
        with pytest.raises(TypeError, match="returns"):
            jit.rawkernel()(either)[1, 1](cp.zeros(1))

    def test_parameters_without_defaults(self):
        def f(x, y=1):
            pass

        assert "no defaults" in error_of(f, cp.zeros(1), 2)[1]

    def test_no_source(self):
        names = {"jit": jit}
        exec(compile("@jit.rawkernel()\ndef f(x):\n    x[0] = 1\n", "<nowhere>", "exec"), names)
        with pytest.raises(jit.KernelError, match="the source of f is not to be had"):
            names["f"][1, 1](cp.zeros(1))
        if sys.version_info >= (3, 13):
            return  # Python keeps the source of `python -c` since.
        done = subprocess.run(
            [sys.executable, "-c", "import cuprust as cp\n@cp.jit.rawkernel()\ndef f(x): x[0] = 1\nf[1, 1](cp.zeros(1))"],
            capture_output=True,
            text=True,
        )
        assert "KernelError: the source of f is not to be had" in done.stderr, done.stderr
