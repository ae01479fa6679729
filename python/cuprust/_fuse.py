"""`fuse`: what it wraps is fused anyway, because operations are recorded. The name is here for programs that use it."""

import functools

from cuprust import _core


def fuse(*args, **kwargs):
    """A function of arrays whose operations run as few kernels: of every function they do, so it gives the function's own results.

    As with CuPy, it is a decorator, with arguments (``kernel_name``) or without, and the function may not look at elements: an ``if`` on
    an array raises TypeError.
    """
    if len(args) == 1 and not kwargs and callable(args[0]):
        return _Fused(args[0], None)
    names = ("kernel_name",)
    unknown = set(kwargs) - set(names)
    if unknown or len(args) > len(names):
        raise TypeError(f"fuse takes the keyword kernel_name alone, not {sorted(unknown) or args}")
    name = kwargs.get("kernel_name", args[0] if args else None)
    return lambda function: _Fused(function, name)


class _Fused:
    """A function whose arrays are not looked at while it runs."""

    def __init__(self, function, name):
        self._function = function
        self.name = name or getattr(function, "__name__", None)
        functools.update_wrapper(self, function)

    def __call__(self, *args):
        before = _core._allow_waiting(False)
        try:
            return self._function(*args)
        except _core.DeviceSynchronized as error:
            raise TypeError("a fused function may not look at the elements of its arrays: use where for an if") from error
        finally:
            _core._allow_waiting(before)

    def __repr__(self):
        return f"<Fusion name={self.name}>"

    def clear_cache(self):
        """Nothing is kept for the function alone."""
