"""Jobs (see job.py) that hold the tensor core's instructions and the atomics to a device.

usage: units.py FOLDER     writes units.ptx, units.jobs and their operands there
"""
import math
import os
import random
import struct
import sys

HEAD = ".version 8.4\n.target sm_90\n.address_size 64\n"
REGISTER = {32: ("b32", "%r"), 64: ("b64", "%d")}
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "s32": 32}


def mmas():
    """Each `mma` as shape, layouts or nothing, and types d, a, b, c."""
    for d in ("f16", "f32"):
        for k in (8, 16):
            yield (16, 8, k), (d, "f16", "f16", d), ""
    for k in (8, 16):
        yield (16, 8, k), ("f32", "bf16", "bf16", "f32"), ""
    for k in (4, 8):
        yield (16, 8, k), ("f32", "tf32", "tf32", "f32"), ""
    yield (8, 8, 4), ("f64",) * 4, ""
    for k in (4, 8, 16):
        yield (16, 8, k), ("f64",) * 4, ""
    for a in ("s8", "u8"):
        for b in ("s8", "u8"):
            for m, k in ((8, 16), (16, 16), (16, 32)):
                yield (m, 8, k), ("s32", a, b, "s32"), ""
                yield (m, 8, k), ("s32", a, b, "s32"), ".satfinite"
    for a in ("s4", "u4"):
        for b in ("s4", "u4"):
            for m, k in ((8, 32), (16, 32), (16, 64)):
                yield (m, 8, k), ("s32", a, b, "s32"), ""


def wmmas():
    for shape in ((16, 16, 16), (32, 8, 16), (8, 32, 16)):
        for d in ("f16", "f32"):
            for c in ("f16", "f32"):
                yield shape, (d, "f16", "f16", c)
        yield shape, ("f32", "bf16", "bf16", "f32")
        for a in ("s8", "u8"):
            yield shape, ("s32", a, a, "s32")
    yield (16, 16, 8), ("f32", "tf32", "tf32", "f32")
    yield (8, 8, 4), ("f64",) * 4


def extent(shape, role):
    m, n, k = shape
    return {"a": m * k, "b": k * n, "c": m * n, "d": m * n}[role]


def registers(shape, role, cell, wmma):
    """How many registers of a lane hold this fragment."""
    if wmma and cell == "f16" and role in "ab":
        return 8
    return extent(shape, role) * BITS[cell] // (32 * max(BITS[cell], 32))


def random_cells(dice, cell, count, spread):
    """This many cells as bytes. Without a spread they are small integers, so that every order of summing is exact; 'tiny' and
    'huge' ones have products at the ends of f32 (or what f16 holds), 'edge' is zeros, infinities and the like."""
    if cell in ("s8", "u8", "s4", "u4", "s32"):
        if cell == "s32":
            pick = [dice.choice([0, 1, -1, (1 << 31) - 1, -(1 << 31), dice.randrange(-(1 << 31), 1 << 31)]) for _ in range(count)]
            return struct.pack(f"<{count}i", *pick)
        return dice.randbytes(count * BITS[cell] // 8)
    largest = {"f16": 65504.0, "f64": 1.7e308}.get(cell, 3.38e38)
    middle = {"f16": (-19, 7), "f64": (-530, 508)}.get(cell, (-70, 62))
    edges = [0.0] * 12 + [-0.0, -0.0, 1.0, -1.0, largest, -largest, math.inf, -math.inf, math.nan]

    def number():
        if spread == "edge":
            return dice.choice(edges)
        if spread in ("tiny", "huge"):
            return dice.gauss(0, 1) * 2.0 ** (middle[spread == "huge"] + dice.randrange(-5, 6))
        return dice.randrange(-4, 5) if not spread else dice.gauss(0, 1) * 2.0 ** dice.randrange(-spread, spread + 1)

    numbers = [number() for _ in range(count)]
    if cell == "f16":
        return struct.pack(f"<{count}e", *[v if v != v or abs(v) in (0, math.inf) else max(-largest, min(largest, v)) for v in numbers])
    if cell == "bf16":
        return b"".join(struct.pack("<f", v)[2:] for v in numbers)
    return struct.pack(f"<{count}{'d' if cell == 'f64' else 'f'}", *numbers)


def operand_list(prefix, first, count):
    return "{" + ", ".join(f"{prefix}{first + k}" for k in range(count)) + "}"


def matrix_kernel(name, shape, types, extra, wmma):
    """Fragments a, b, c in parameters 1 to 3 (registers of lanes for mma, matrices for wmma), d in parameter 0."""
    size = "m{}n{}k{}".format(*shape)
    lines = [f".visible .entry {name}(.param .u64 pd, .param .u64 pa, .param .u64 pb, .param .u64 pc)", "{",
             ".reg .b32 %r<200>; .reg .b64 %d<100>; .reg .b64 %p<8>; .reg .b32 %t;", "mov.u32 %t, %tid.x;"]
    groups, counter = {}, {32: 0, 64: 0}
    for role, cell in zip("dabc", types):
        wide = 64 if cell == "f64" else 32
        count = registers(shape, role, cell, wmma)
        groups[role] = (operand_list(REGISTER[wide][1], counter[wide], count), wide, counter[wide], count)
        counter[wide] += count
    for at, (role, cell) in enumerate(zip("dabc", types)):
        text, wide, first, count = groups[role]
        lines.append(f"ld.param.u64 %p{at}, [p{role}];")
        if wmma:
            if role != "d":
                layout = "col" if role == "b" else "row"
                lines.append(f"wmma.load.{role}.sync.aligned.{layout}.{size}.global.{cell} {text}, [%p{at}];")
            continue
        lines.append(f"mad.wide.u32 %p{at}, %t, {count * wide // 8}, %p{at};")
        if role != "d":
            lines += [f"ld.global.{REGISTER[wide][0]} {REGISTER[wide][1]}{first + k}, [%p{at}+{k * wide // 8}];" for k in range(count)]
    d, a, b, c = types
    fragments = ", ".join(groups[role][0] for role in "dabc")
    if wmma:
        named = f"{d}.{c}" if a == "f16" else f"{d}.{a}.{b}.{c}"
        rounding = ".rn" if a == "f64" else ""
        lines.append(f"wmma.mma.sync.aligned.row.col.{size}{rounding}.{named} {fragments};")
        lines.append(f"wmma.store.d.sync.aligned.row.{size}.global.{d} [%p0], {groups['d'][0]};")
    else:
        lines.append(f"mma.sync.aligned.{size}.row.col{extra}.{d}.{a}.{b}.{c} {fragments};")
        _, wide, first, count = groups["d"]
        lines += [f"st.global.{REGISTER[wide][0]} [%p0+{k * wide // 8}], {REGISTER[wide][1]}{first + k};" for k in range(count)]
    return "\n".join(lines + ["ret;", "}"])


def atomics():
    """Each atomic as operation, type and whether it is of floating numbers."""
    for t in ("u32", "s32", "u64", "s64"):
        for op in ("add", "min", "max"):
            if (op, t) != ("add", "s64"):
                yield op, t
    for t in ("b32", "b64"):
        for op in ("and", "or", "xor", "exch", "cas"):
            yield op, t
    yield "cas", "b16"
    yield "inc", "u32"
    yield "dec", "u32"
    yield "add", "f32"
    yield "add", "f64"
    for t in ("f16", "f16x2", "bf16", "bf16x2"):
        yield "add.noftz", t


def atomic_kernel(name, op, ty):
    """Each thread on its own location, in device and in shared memory: what was there, and what is there afterwards."""
    bits = {"f16x2": 32, "bf16x2": 32, "bf16": 16}.get(ty) or int(ty[1:])
    b = f"b{bits}"
    third = ", %c" if op == "cas" else ""
    lines = [f".visible .entry {name}(.param .u64 out, .param .u64 operands)", "{",
             f".reg .{b} %a, %b, %c, %o, %x; .reg .b64 %p, %q, %v; .reg .b32 %t, %s;", ".shared .align 8 .b8 room[1024];",
             "mov.u32 %t, %tid.x; ld.param.u64 %p, [out]; ld.param.u64 %q, [operands];",
             "mad.wide.u32 %p, %t, 32, %p; mad.wide.u32 %q, %t, 24, %q;",
             "mov.u32 %s, room; mad.lo.u32 %s, %t, 8, %s;",
             f"ld.global.{b} %a, [%q]; ld.global.{b} %b, [%q+8]; ld.global.{b} %c, [%q+16];"]
    for at, (space, place) in enumerate([("global", "%p"), ("shared", "%s")]):
        offset = 16 * at
        lines += [f"st.{space}.{b} [{place}], %a;", f"atom.{space}.{op}.{ty} %o, [{place}], %b{third};", f"ld.{space}.{b} %x, [{place}];",
                  f"cvt.u64.u{bits} %v, %o; st.global.b64 [%p+{offset + 8}], %v;" if bits < 64 else f"st.global.b64 [%p+{offset + 8}], %o;",
                  f"cvt.u64.u{bits} %v, %x; st.global.b64 [%p+{offset}], %v;" if bits < 64 else f"st.global.b64 [%p+{offset}], %x;"]
    return "\n".join(lines + ["ret;", "}"])


def edge(dice, ty):
    """An operand of 64 bits whose low bits are an edge case of the type."""
    kind = {"f32": (8, 23), "f64": (11, 52), "f16": (5, 10), "f16x2": (5, 10), "bf16": (8, 7), "bf16x2": (8, 7)}.get(ty)
    if not kind:
        value = dice.choice([0, 1, 2, 7, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, dice.getrandbits(32), dice.getrandbits(64)])
        return value
    exponent, fraction = kind
    width, value = 1 + exponent + fraction, 0
    for k in range(64 // width):
        power = dice.choice([0, 0, 1, (1 << exponent) - 1, (1 << exponent) - 2, dice.getrandbits(exponent), (1 << (exponent - 1)) + dice.randrange(-2, 3)])
        part = dice.getrandbits(1) << (width - 1) | power << fraction | dice.choice([0, 1, (1 << fraction) - 1, dice.getrandbits(fraction)])
        value |= part << (width * k)
    return value


def main(folder):
    os.makedirs(folder, exist_ok=True)
    dice = random.Random(20261121)
    kernels, lines = [], []

    def keep(name, data):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
        return name

    def job(name, operands, result, ty, arguments):
        lines.extend([f"job {name}", "module units.ptx", f"buffer d {result} zero"])
        lines.extend(f"buffer {k} {keep(name + '.' + k + '.in', data)}" for k, data in operands)
        lines.extend([f"launch {name.split('-')[0]} 1 {arguments} 0 @d " + " ".join("@" + k for k, _ in operands), f"output d {ty}", ""])

    every = [(shape, types, extra, False) for shape, types, extra in mmas()] + [(shape, types, "", True) for shape, types in wmmas()]
    for shape, types, extra, wmma in every:
        name = "_".join(["wmma" if wmma else "mma", "m{}n{}k{}".format(*shape), *types]) + extra.replace(".", "_")
        kernels.append(matrix_kernel(name, shape, types, extra, wmma))
        floats = types[1][0] in "bft"
        for label, spread in [("exact", 0), ("near", 1), ("far", 6), ("tiny", "tiny"), ("huge", "huge"), ("edge", "edge")] if floats else [("all", 0)]:
            operands = []
            for role, cell in list(zip("dabc", types))[1:]:
                count = extent(shape, role) if wmma else registers(shape, role, cell, wmma) * 32 * max(32, BITS[cell]) // BITS[cell]
                operands.append((role, random_cells(dice, cell, count, spread)))
            size = extent(shape, "d") * BITS[types[0]] // 8
            job(f"{name}-{label}", operands, size, types[0].replace("s32", "i32"), 32)
    for op, ty in atomics():
        name = f"atom_{op}_{ty}".replace(".", "_")
        kernels.append(atomic_kernel(name, op, ty))
        data = b""
        for _ in range(128):
            a = edge(dice, ty)
            # A comparison is to succeed now and then.
            data += struct.pack("<3Q", a, a if op == "cas" and dice.random() < 0.5 else edge(dice, ty), edge(dice, ty))
        job(name, [("operands", data)], 128 * 32, "u64", 128)
    with open(os.path.join(folder, "units.ptx"), "w") as file:
        file.write(HEAD + "\n".join(kernels) + "\n")
    with open(os.path.join(folder, "units.jobs"), "w") as file:
        file.write("\n".join(lines))
    print(sum(line.startswith("job ") for line in lines), "jobs")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
