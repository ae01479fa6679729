"""Devices by number and by name, `device=` of the functions that make arrays, and what the array API standard asks of them."""

import inspect

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

HERE = str(cp.cuda.Device())
NO_GPU = pytest.mark.skipif(HERE.startswith("cuda"), reason="numbers name GPUs")


@NO_GPU
def test_without_a_gpu_there_is_one_device():
    device = cp.cuda.Device(0)
    assert device == cp.cuda.Device() == cp.cuda.Device(-1) == cp.ones(1).device and hash(device) == hash(cp.cuda.Device())
    assert device.id == int(device) == 0 and str(device) == HERE and HERE.upper() in repr(device)
    assert cp.cuda.runtime.getDeviceCount() == 1 and cp.cuda.runtime.getDevice() == 0 and cp.cuda.get_device_id() == 0
    with cp.cuda.Device(0) as entered:
        assert entered == device and cp.zeros(2).device == device
    cp.cuda.runtime.setDevice(0)
    device.use()
    device.synchronize()
    assert cp.cuda.runtime.getDeviceProperties(0)["totalGlobalMem"] > 0
    for wrong in [1, 7, 2**31]:
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="invalid device ordinal"):
            cp.cuda.Device(wrong)
    with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="cudaErrorInvalidDevice"):
        cp.cuda.runtime.setDevice(1)


@NO_GPU
def test_number_0_is_the_default_whatever_is_current():
    with cp.cuda.Device("cpu"):
        assert str(cp.cuda.Device(0)) == HERE and str(cp.cuda.Device()) == "cpu" and cp.cuda.Device("cpu").id == 0
    assert (cp.cuda.Device("cpu") == cp.cuda.Device(0)) == (HERE == "cpu")
    assert cp.cuda.Device(0) != 0 and not cp.cuda.Device(0) == "cpu"


MAKERS = {
    "array": lambda xp, **o: xp.array([1, 2], **o),
    "asarray": lambda xp, **o: xp.asarray([[1.5, 2]], **o),
    "asanyarray": lambda xp, **o: xp.asanyarray([True], **o),
    "zeros": lambda xp, **o: xp.zeros((2, 3), **o),
    "ones": lambda xp, **o: xp.ones(4, dtype="int8", **o),
    "full": lambda xp, **o: xp.full((2, 2), [1, 2], **o),
    "arange": lambda xp, **o: xp.arange(2, 7, **o),
    "linspace": lambda xp, **o: xp.linspace(0, 1, 5, **o),
    "eye": lambda xp, **o: xp.eye(3, k=1, order="F", **o),
    "zeros_like": lambda xp, **o: xp.zeros_like(xp.ones((2, 3), order="F"), **o),
    "ones_like": lambda xp, **o: xp.ones_like(xp.ones((2, 3)).T, **o),
    "full_like": lambda xp, **o: xp.full_like(xp.ones((2, 3)), 7, **o),
}


@pytest.mark.parametrize("name", [*MAKERS, "empty", "empty_like"])
def test_device_of_what_is_made(name):
    make = MAKERS.get(name) or (lambda xp, **o: xp.empty(3, **o) if name == "empty" else xp.empty_like(xp.ones(3), **o))
    for device in ["cpu", HERE, cp.cuda.Device("cpu"), cp.cuda.Device(), None, 0]:
        made = make(cp, device=device)
        expected = cp.cuda.Device() if device is None else cp.cuda.Device(device)
        assert made.device == expected
        assert str(cp.cuda.Device()) == HERE
        if name in MAKERS and name not in ("array", "asanyarray"):
            theirs = make(np)
            assert_same(made, theirs)
            assert made.flags.c_contiguous == theirs.flags.c_contiguous
    for wrong, error in [("gpu", ValueError), (1.5, TypeError), (object(), TypeError), ([0], TypeError)]:
        with pytest.raises(error):
            make(cp, device=wrong)
    assert inspect.signature(getattr(cp, name)).parameters["device"].kind == inspect.Parameter.KEYWORD_ONLY


def test_arrays_that_are_on_another_device():
    here, there = cp.arange(4.0), cp.asarray(np.arange(4.0), device="cpu")
    assert cp.asarray(there, device="cpu") is there and cp.array(there, device="cpu") is not there
    moved = cp.asarray(there, dtype="float32", device=here.device)
    assert moved.device == here.device
    assert_same(moved, np.arange(4, dtype="float32"))
    assert cp.zeros_like(there).device == there.device
    if here.device != there.device:
        assert_same(cp.zeros_like(here.reshape(2, 2).T, device="cpu"), np.zeros((2, 2)))
        with pytest.raises(ValueError, match="copy"):
            cp.asarray(there, device=here.device, copy=False)


def test_likes_of_arrays_of_the_host(both):
    grid = np.arange(24, dtype="float32").reshape(2, 3, 4)
    for prototype in [grid, grid.T, grid.transpose(1, 0, 2), np.asfortranarray(grid), grid[:, ::2], grid[::-1], np.array(3), np.zeros((0, 2)),
                      np.matrix([[1, 2]]), np.arange(3, dtype=">i4")]:  # fmt: skip
        for name in ["zeros_like", "ones_like"]:
            for options in [{}, {"dtype": "int8"}, {"order": "F"}, {"order": "C"}, {"order": "A"}, {"shape": (3, 2)},
                            {"shape": (4, 2, 3)}, {"shape": (3, 2), "order": "A"}]:
                ours, theirs = getattr(cp, name)(prototype, **options), getattr(np, name)(np.asarray(prototype), **options)
                assert_same(ours, theirs.astype(theirs.dtype.newbyteorder("=")))
                assert ours.size < 2 or ours.strides == theirs.strides
        assert cp.empty_like(prototype).shape == prototype.shape
        assert_same(cp.full_like(prototype, 2), np.full_like(prototype, 2).astype(prototype.dtype.newbyteorder("=")))
    assert cp.empty_like([1, 2]).dtype == np.int64
    with pytest.raises(TypeError, match="Unsupported dtype"):
        cp.zeros_like(np.array(["a"]))


class TestNamespace:
    def test_dtypes(self):
        ours, numpys = cp.__array_namespace_info__(), np.__array_namespace_info__()
        for kind in [None, "bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric",
                     ("bool", "integral"), ("real floating", "complex floating")]:  # fmt: skip
            assert ours.dtypes(kind=kind) == numpys.dtypes(kind=kind)
            assert ours.dtypes(kind=kind, device=cp.cuda.Device()) == numpys.dtypes(kind=kind)
        assert ours.default_dtypes() == numpys.default_dtypes() == ours.default_dtypes(device="cpu")
        for module in [ours, numpys]:
            with pytest.raises(ValueError, match="unsupported kind"):
                module.dtypes(kind="text")

    def test_devices_and_capabilities(self):
        info = cp.ones(1).__array_namespace__().__array_namespace_info__()
        assert info.default_device() == cp.cuda.Device() == info.devices()[0]
        assert len(set(map(str, info.devices()))) == len(info.devices()) and "cpu" in map(str, info.devices())
        for device in info.devices():
            assert cp.zeros(1, device=device).device == device
        capabilities = info.capabilities()
        assert capabilities.keys() == np.__array_namespace_info__().capabilities().keys()
        assert capabilities["max dimensions"] == 64
        cp.zeros((1,) * 64)
