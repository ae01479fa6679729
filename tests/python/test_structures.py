"""Structured dtypes of kernels, compared with the CUDA C++ compiler's layout of the same struct."""

import numpy as np
import pytest

import cuprust as cp

STRUCTS = [
    ([("a", "i1"), ("b", "f8")], "char a; double b;"),
    ([("a", "?"), ("z", "c16")], "bool a; double2 z;"),
    ([("z", "c8"), ("a", "i1")], "float2 z; char a;"),
    ([("a", "i2", (3,)), ("b", "u4"), ("c", "i1")], "short a[3]; unsigned b; char c;"),
    ([("a", "i1"), ("s", [("x", "i1"), ("y", "f8")]), ("b", "f2")], "char a; struct { char x; double y; } s; unsigned short b;"),
    ([("a", "i1"), ("s", [("x", "i1"), ("y", "i4")], (2,))], "char a; struct { char x; int y; } s[2];"),
]


@pytest.mark.parametrize("fields, members", STRUCTS)
def test_fields_stand_where_the_compiler_puts_them(fields, members):
    dtype = cp.make_aligned_dtype(fields)
    places = [f"(long long)&((S*)0)->{name}" for name in dtype.names]
    body = " ".join(f"to[{i}] = {what};" for i, what in enumerate([*places, "sizeof(S)", "alignof(S)"]))
    kernel = cp.RawKernel(f'struct S {{ {members} }};\nextern "C" __global__ void places(long long* to) {{ {body} }}', "places")
    found = cp.zeros(len(places) + 2, "i8")
    kernel((1,), (1,), (found,))
    assert found.get()[:-1].tolist() == [*(dtype.fields[name][1] for name in dtype.names), dtype.itemsize]


def test_alignment():
    assert cp.make_aligned_dtype("?,q").itemsize == 16
    wide = cp.make_aligned_dtype("?,q", alignment=64)
    assert wide.itemsize == 64
    around = cp.make_aligned_dtype([("a", "i1"), ("s", wide)])
    assert around.fields["s"][1] == 64 and around.itemsize == 128
    loose = np.dtype([("x", "i1"), ("y", "f8")])
    assert cp.make_aligned_dtype([("a", "i1"), ("s", loose)], recurse=False).fields["s"][1] == 1
    for alignment in (3, 0, 4):
        with pytest.raises(ValueError):
            cp.make_aligned_dtype("?,q", alignment=alignment)


@pytest.mark.parametrize("dtype", ["f8", "i4", [("a", "O")], [("a", "S3")], [("a", "U1")]])
def test_what_has_no_place_in_a_struct(dtype):
    with pytest.raises(TypeError):
        cp.make_aligned_dtype(dtype)
