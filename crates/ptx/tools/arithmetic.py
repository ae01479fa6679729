"""A kernel for each instruction and type on edge operands, and what a real device answers.

usage: arithmetic.py generate FOLDER     writes module.ptx and operands.bin there
       arithmetic.py device FOLDER OUT   runs the module on the first GPU (through libcuda) and writes what it answers
       arithmetic.py hashes FOLDER OUT   prints a hash of each instruction's answers, for expected.txt
"""
import ctypes
import random
import struct
import sys

COUNT = 1024
GROUP = 40  # instructions of one kernel
REGISTER = {"b16": "%h", "b32": "%r", "b64": "%d", "f32": "%f", "f64": "%e", "pred": "%p"}
INTEGERS = ["u16", "s16", "u32", "s32", "u64", "s64"]


def width(ty):
    return {"f16": "b16", "bf16": "b16", "f16x2": "b32", "bf16x2": "b32", "u16x2": "b32", "s16x2": "b32", "tf32": "b32"}.get(
        ty, ty if ty[0] == "f" else "b" + ty[1:]
    )


def instructions():
    """Each instruction as (its text with operands A, B, C and result D, result's class, operands' classes)."""
    out = []

    def add(text, result, *operands):
        names = ["A", "B", "C"][: len(operands)]
        out.append((f"{text} D, {', '.join(names)};", result, operands))

    for t in INTEGERS:
        w = width(t)
        for op in ["add", "sub", "mul.lo", "mul.hi", "min", "max", "div", "rem"]:
            add(f"{op}.{t}", w, w, w)
        for op in ["mad.lo", "mad.hi", "sad"]:
            add(f"{op}.{t}", w, w, w, w)
        if t[0] == "s":
            add(f"neg.{t}", w, w)
            add(f"abs.{t}", w, w)
        add(f"shr.{t}", w, w, "b32")
        if w != "b64":
            double = {"b16": "b32", "b32": "b64"}[w]
            add(f"mul.wide.{t}", double, w, w)
            add(f"mad.wide.{t}", double, w, w, double)
        if w != "b16":
            add(f"bfe.{t}", w, w, "b32", "b32")
            add(f"bfind.{t}", "b32", w)
            add(f"bfind.shiftamt.{t}", "b32", w)
    for w in ["b16", "b32", "b64"]:
        for op in ["and", "or", "xor"]:
            add(f"{op}.{w}", w, w, w)
        add(f"not.{w}", w, w)
        add(f"cnot.{w}", w, w)
        add(f"shl.{w}", w, w, "b32")
        if w != "b16":
            add(f"popc.{w}", "b32", w)
            add(f"clz.{w}", "b32", w)
            add(f"brev.{w}", w, w)
            # An immediate length beyond 32 is folded modulo 32 by the assembler, which the manual does not know of.
            for at, length in [(0, 0), (3, 7), (31, 1), (200, 9), (8, 255)] + [(20, 40)] * (w == "b64"):
                out.append((f"bfi.{w} D, A, B, {at}, {length};", w, (w, w)))
            out.append((f"bfi.{w} D, A, B, %r3, %r4;", w, (w, w)))
    for op in ["add.sat.s32", "sub.sat.s32", "mul24.lo.s32", "mul24.lo.u32", "mul24.hi.s32", "mul24.hi.u32", "bmsk.clamp.b32", "bmsk.wrap.b32"]:
        add(op, "b32", "b32", "b32")
    for op in ["szext.clamp.s32", "szext.clamp.u32", "szext.wrap.s32", "szext.wrap.u32"]:
        add(op, "b32", "b32", "b32")
    for op in ["mad.hi.sat.s32", "mad24.lo.s32", "mad24.lo.u32", "mad24.hi.s32", "mad24.hi.u32", "mad24.hi.sat.s32"]:
        add(op, "b32", "b32", "b32", "b32")
    for x in "us":
        for y in "us":
            add(f"dp4a.{x}32.{y}32", "b32", "b32", "b32", "b32")
            add(f"dp2a.lo.{x}32.{y}32", "b32", "b32", "b32", "b32")
            add(f"dp2a.hi.{x}32.{y}32", "b32", "b32", "b32", "b32")
    for table in [0x00, 0x01, 0x1B, 0x96, 0xCA, 0xE8, 0xFE, 0xFF, 0x78]:
        out.append((f"lop3.b32 D, A, B, C, {table};", "b32", ("b32",) * 3))
    for way in "lr":
        for mode in ["wrap", "clamp"]:
            add(f"shf.{way}.{mode}.b32", "b32", "b32", "b32", "b32")
    for mode in ["", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"]:
        add(f"prmt.b32{mode}", "b32", "b32", "b32", "b32")
    for w in ["32", "64"]:
        b = "b" + w
        r = REGISTER[b]
        for head, tail in [("add.cc", "addc"), ("sub.cc", "subc"), ("mad.lo.cc", "madc.hi"), ("mad.hi.cc", "madc.lo")]:
            third = ", C" if "mad" in head else ""
            first = f"{head}.u{w} {r}5, A, B{third};"
            out.append((f"{first} {tail}.u{w} D, B, A{third};", b, (b, b, b)))
            out.append((f"{first} {tail}.cc.u{w} {r}6, B, C{third}; addc.u{w} D, {r}5, {r}6;", b, (b, b, b)))
    for op in ["add.u16x2", "add.s16x2", "min.u16x2", "min.s16x2", "max.u16x2", "max.s16x2"]:
        add(op, "b32", "b32", "b32")
    for op in ["min.relu.s32", "max.relu.s32"]:
        add(op, "b32", "b32", "b32")

    for t in ["f32", "f64"]:
        extras = ["", ".ftz", ".sat", ".ftz.sat"] if t == "f32" else [""]
        for extra in extras:
            for mode in ["rn", "rz", "rm", "rp"]:
                for op in ["add", "sub", "mul"]:
                    add(f"{op}.{mode}{extra}.{t}", t, t, t)
                add(f"fma.{mode}{extra}.{t}", t, t, t, t)
                if "sat" not in extra:
                    add(f"div.{mode}{extra}.{t}", t, t, t)
                    add(f"rcp.{mode}{extra}.{t}", t, t)
                    add(f"sqrt.{mode}{extra}.{t}", t, t)
            if "sat" not in extra:
                for op in ["min", "max"]:
                    add(f"{op}{extra}.{t}", t, t, t)
                    if t == "f32":
                        add(f"{op}{extra}.NaN.{t}", t, t, t)
                        add(f"{op}{extra}.xorsign.abs.{t}", t, t, t)
                        add(f"{op}{extra}.NaN.xorsign.abs.{t}", t, t, t)
                add(f"abs{extra}.{t}", t, t)
        add(f"copysign.{t}", t, t, t)
        for kind in ["finite", "infinite", "number", "notanumber", "normal", "subnormal"]:
            add(f"testp.{kind}.{t}", "pred", t)
    for t in ["f16", "f16x2", "bf16", "bf16x2"]:
        w = width(t)
        half = t.startswith("f16")
        for extra in ["", ".ftz", ".sat", ".ftz.sat"] if half else [""]:
            for op in ["add", "sub", "mul"]:
                add(f"{op}.rn{extra}.{t}", w, w, w)
            add(f"fma.rn{extra}.{t}", w, w, w, w)
        for extra in ["", ".ftz"] if half else [""]:
            add(f"fma.rn{extra}.relu.{t}", w, w, w, w)
            for op in ["min", "max"]:
                for nan in ["", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"]:
                    add(f"{op}{extra}{nan}.{t}", w, w, w)
            add(f"abs{extra}.{t}", w, w)
            add(f"neg{extra}.{t}", w, w)
    approximate = []
    for extra in ["", ".ftz"]:
        for op in ["rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2"]:
            approximate.append((f"{op}.approx{extra}.f32", "f32", 1))
        approximate.append((f"div.approx{extra}.f32", "f32", 2))
        approximate.append((f"div.full{extra}.f32", "f32", 2))
    approximate.append(("tanh.approx.f32", "f32", 1))
    approximate += [("rcp.approx.ftz.f64", "f64", 1), ("rsqrt.approx.ftz.f64", "f64", 1)]
    for t in ["f16", "f16x2"]:
        approximate += [(f"ex2.approx.{t}", width(t), 1), (f"tanh.approx.{t}", width(t), 1)]
    for t in ["bf16", "bf16x2"]:
        approximate += [(f"ex2.approx.ftz.{t}", width(t), 1), (f"tanh.approx.{t}", width(t), 1)]
    for text, w, n in approximate:
        add(text, w, *[w] * n)

    compared = [(t, width(t), ["eq", "ne", "lt", "le", "gt", "ge"]) for t in INTEGERS]
    unordered = ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
    compared += [(t, width(t), ["eq", "ne", "lt", "le", "gt", "ge"] + unordered) for t in ["f32", "f64", "f16", "bf16"]]
    for t, w, tests in compared:
        for test in tests:
            add(f"setp.{test}.{t}", "pred", w, w)
    for test in ["lt", "geu"]:
        add(f"setp.{test}.ftz.f32", "pred", "f32", "f32")
        out.append((f"setp.{test}.f16x2 D|%p6, A, B; selp.b32 %r5, 2, 0, %p6;", "pair", ("b32", "b32")))
        for t in ["f32", "f16"]:
            w = width(t)
            add(f"set.{test}.u32.{t}", "b32", w, w)
        add(f"set.{test}.f32.f32", "f32", "f32", "f32")
        add(f"set.{test}.f16.f16", "b16", "b16", "b16")
        add(f"set.{test}.f16x2.f16x2", "b32", "b32", "b32")
    for join in ["and", "or", "xor"]:
        out.append((f"setp.lt.{join}.s32 D|%p6, A, B, %p5; selp.b32 %r5, 2, 0, %p6;", "pair", ("b32", "b32")))
    for t in ["b32", "b64", "f32", "f64"]:
        out.append((f"slct.{t}.s32 D, A, B, %r3;", t, (t, t)))
        out.append((f"slct.{t}.f32 D, A, B, %f3;", t, (t, t)))

    whole = ["u8", "s8"] + INTEGERS
    holds = {"u8": "b32", "s8": "b32"}
    for a in whole:
        for b in whole:
            wa, wb = holds.get(a, width(a)), holds.get(b, width(b))
            add(f"cvt.{b}.{a}", wb, wa)
            inside = a[0] == b[0] and int(a[1:]) <= int(b[1:]) or a[0] == "u" and int(a[1:]) < int(b[1:])
            if not inside:
                add(f"cvt.sat.{b}.{a}", wb, wa)
        for mode in ["rn", "rz", "rm", "rp"]:
            for b in ["f32", "f64", "f16"]:
                add(f"cvt.{mode}.{b}.{a}", width(b), holds.get(a, width(a)))
        if a[1:] != "8":
            add(f"cvt.rn.bf16.{a}", "b16", holds.get(a, width(a)))
        for mode in ["rni", "rzi", "rmi", "rpi"]:
            for b in ["f32", "f64", "f16", "bf16"][: 3 if a[1:] == "8" else 4]:
                add(f"cvt.{mode}.{a}.{b}", holds.get(a, width(a)), width(b))
            add(f"cvt.{mode}.ftz.{a}.f32", holds.get(a, width(a)), "f32")
    for mode in ["rn", "rz", "rm", "rp"]:
        for extra in ["", ".sat"]:
            add(f"cvt.{mode}{extra}.f32.f64", "f32", "f64")
            add(f"cvt.{mode}{extra}.f16.f64", "b16", "f64")
            add(f"cvt.{mode}{extra}.f16.f32", "b16", "f32")
        add(f"cvt.{mode}.ftz.f32.f64", "f32", "f64")
        for t in ["f32", "f64", "f16"]:
            add(f"cvt.{mode}i.{t}.{t}", width(t), width(t))
        add(f"cvt.{mode}i.ftz.sat.f32.f32", "f32", "f32")
    for text, result, operand in [
        ("cvt.f64.f32", "f64", "f32"), ("cvt.ftz.f64.f32", "f64", "f32"), ("cvt.f32.f16", "f32", "b16"), ("cvt.f64.f16", "f64", "b16"),
        ("cvt.ftz.f32.f16", "f32", "b16"), ("cvt.sat.f32.f32", "f32", "f32"), ("cvt.ftz.f32.f32", "f32", "f32"),
        ("cvt.f32.bf16", "f32", "b16"), ("cvt.rn.bf16.f32", "b16", "f32"), ("cvt.rz.bf16.f32", "b16", "f32"),
        ("cvt.rn.relu.bf16.f32", "b16", "f32"), ("cvt.rn.relu.f16.f32", "b16", "f32"),
        ("cvt.rna.tf32.f32", "b32", "f32"), ("cvt.rn.tf32.f32", "b32", "f32"), ("cvt.rz.tf32.f32", "b32", "f32"),
        ("cvt.rn.relu.tf32.f32", "b32", "f32"), ("cvt.sat.f32.f16", "f32", "b16"), ("cvt.sat.f16.f16", "b16", "b16"),
        ("cvt.rn.f16x2.e4m3x2", "b32", "b16"), ("cvt.rn.f16x2.e5m2x2", "b32", "b16"),
        ("cvt.rn.satfinite.e4m3x2.f16x2", "b16", "b32"), ("cvt.rn.satfinite.e5m2x2.f16x2", "b16", "b32"),
    ]:
        add(text, result, operand)
    for text, result in [
        ("cvt.rn.f16x2.f32", "b32"), ("cvt.rz.f16x2.f32", "b32"), ("cvt.rn.bf16x2.f32", "b32"), ("cvt.rz.bf16x2.f32", "b32"),
        ("cvt.rn.relu.f16x2.f32", "b32"), ("cvt.rn.satfinite.e4m3x2.f32", "b16"), ("cvt.rn.satfinite.e5m2x2.f32", "b16"),
        ("cvt.rn.satfinite.relu.e4m3x2.f32", "b16"),
    ]:
        add(text, result, "f32", "f32")
    return out


def kernel(name, first, group):
    """One kernel of several instructions: thread i takes the i-th operands, and stores 64 bits for each instruction."""
    lines = [f".visible .entry {name}(.param .u64 po, .param .u64 pa, .param .u64 pb, .param .u64 pc)", "{"]
    lines += [".reg .b16 %h<8>;", ".reg .b32 %r<10>;", ".reg .b64 %d<10>;", ".reg .f32 %f<8>;", ".reg .f64 %e<8>;", ".reg .pred %p<8>;"]
    lines += [".reg .b64 %at, %o, %x;", ".reg .b32 %i, %t;", "mov.u32 %i, %ctaid.x;", "mov.u32 %t, %ntid.x;", "mov.u32 %r7, %tid.x;"]
    lines += ["mad.lo.u32 %i, %i, %t, %r7;"]
    for k, p in enumerate("abc", 1):
        lines += [f"ld.param.u64 %x, [p{p}];", "mad.wide.u32 %at, %i, 8, %x;", f"ld.global.b64 %d{k}, [%at];"]
        lines += [f"cvt.u32.u64 %r{k}, %d{k};", f"cvt.u16.u64 %h{k}, %d{k};", f"mov.b32 %f{k}, %r{k};", f"mov.b64 %e{k}, %d{k};"]
    lines += ["mov.u32 %r4, %r1;", "setp.gt.s32 %p5, %r3, 0;", "ld.param.u64 %o, [po];", "mad.wide.u32 %at, %i, 8, %o;"]
    for k, (text, result, operands) in enumerate(group):
        names = {"D": REGISTER.get(result, "%p") + "0"}
        for letter, n, ty in zip("ABC", range(1, 4), operands):
            names[letter] = f"{REGISTER[ty]}{n}"
        for letter, register in names.items():
            for before, after in [(" ", ","), (" ", ";"), (" ", "|")]:
                text = text.replace(before + letter + after, before + register + after)
        lines.append(text)
        lines += {
            "pred": ["selp.u32 %r0, 1, 0, %p0;", "cvt.u64.u32 %x, %r0;"],
            "pair": ["selp.u32 %r0, 1, 0, %p0;", "or.b32 %r0, %r0, %r5;", "cvt.u64.u32 %x, %r0;"],
            "b16": ["cvt.u64.u16 %x, %h0;"],
            "b32": ["cvt.u64.u32 %x, %r0;"],
            "b64": ["mov.b64 %x, %d0;"],
            "f32": ["mov.b32 %r0, %f0;", "cvt.u64.u32 %x, %r0;"],
            "f64": ["mov.b64 %x, %e0;"],
        }[result]
        lines.append(f"st.global.b64 [%at+{(first + k) * COUNT * 8}], %x;")
    lines += ["ret;", "}"]
    return "\n".join(lines)


def operand(dice, kind):
    """One operand: an edge case or random bits of this kind, in 64 bits."""
    def floating(exponent, fraction):
        sign = dice.getrandbits(1) << (exponent + fraction)
        top = (1 << exponent) - 1
        mantissa = dice.choice([0, 1, (1 << fraction) - 1, 1 << (fraction - 1), dice.getrandbits(fraction), dice.getrandbits(fraction)])
        bias = top >> 1
        power = dice.choice([0, 0, 1, top, top - 1, bias, bias - 1, bias + 1, bias + fraction, max(0, bias - fraction),
                             min(top, bias + dice.randrange(0, fraction)), dice.getrandbits(exponent), dice.getrandbits(exponent)])
        return sign | power << fraction | mantissa

    if kind == "f64":
        return floating(11, 52)
    if kind == "f32":
        return floating(8, 23) << 32 | floating(8, 23)
    if kind == "f16":
        return sum(floating(5, 10) << (16 * k) for k in range(4))
    if kind == "bf16":
        return sum(floating(8, 7) << (16 * k) for k in range(4))
    value = dice.choice([0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 255, (1 << 16) - 1, 1 << 15, (1 << 32) - 1, 1 << 31, (1 << 64) - 1,
                         1 << 63, dice.getrandbits(8), dice.getrandbits(16), dice.getrandbits(32), dice.getrandbits(64), dice.getrandbits(64)])
    return (-value if dice.random() < 0.2 else value) & (1 << 64) - 1


def operands():
    dice = random.Random(20261120)
    lists = ([], [], [])
    for i in range(COUNT):
        kind = ["f64", "f32", "f16", "bf16", "int"][i % 5]
        for values in lists:
            values.append(operand(dice, kind))
    return b"".join(struct.pack(f"<{COUNT}Q", *values) for values in lists)


def generate(folder):
    """The module and its operands."""
    all_of_them = instructions()
    text = ".version 8.4\n.target sm_90\n.address_size 64\n\n"
    text += "\n\n".join(kernel(f"k{n // GROUP}", n, all_of_them[n : n + GROUP]) for n in range(0, len(all_of_them), GROUP)) + "\n"
    with open(folder + "/module.ptx", "w") as file:
        file.write(text)
    with open(folder + "/operands.bin", "wb") as file:
        file.write(operands())
    print(len(all_of_them), "instructions")


def device(folder, target):
    """What the first GPU answers, kernel after kernel, COUNT times 64 bits each."""
    cuda = ctypes.CDLL("libcuda.so.1")

    def check(status, what):
        if status:
            sys.exit(f"{what}: error {status}")

    handle, context, module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
    check(cuda.cuInit(0), "cuInit")
    check(cuda.cuDeviceGet(ctypes.byref(handle), 0), "cuDeviceGet")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), handle), "context")
    check(cuda.cuCtxSetCurrent(context), "context")
    with open(folder + "/module.ptx", "rb") as file:
        text = file.read()
    log = ctypes.create_string_buffer(1 << 16)
    options = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
    values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), 1 << 16)
    if cuda.cuModuleLoadDataEx(ctypes.byref(module), text + b"\0", 2, options, values):
        sys.exit(log.value.decode())
    with open(folder + "/operands.bin", "rb") as file:
        data = file.read()
    size = COUNT * 8
    answers = len(instructions()) * size
    pointers = []
    for k in range(4):
        p = ctypes.c_uint64()
        check(cuda.cuMemAlloc_v2(ctypes.byref(p), ctypes.c_size_t(size if k else answers)), "cuMemAlloc")
        pointers.append(p)
        if k:
            part = data[(k - 1) * size : k * size]
            check(cuda.cuMemcpyHtoD_v2(p, part, ctypes.c_size_t(size)), "cuMemcpyHtoD")
    arguments = (ctypes.c_void_p * 4)(*[ctypes.cast(ctypes.byref(p), ctypes.c_void_p) for p in pointers])
    for n in range(-(-len(instructions()) // GROUP)):
        function = ctypes.c_void_p()
        check(cuda.cuModuleGetFunction(ctypes.byref(function), module, f"k{n}".encode()), f"k{n}")
        check(cuda.cuLaunchKernel(function, COUNT // 128, 1, 1, 128, 1, 1, 0, None, arguments, None), "cuLaunchKernel")
    result = ctypes.create_string_buffer(answers)
    check(cuda.cuMemcpyDtoH_v2(result, pointers[0], ctypes.c_size_t(answers)), "cuMemcpyDtoH")
    with open(target, "wb") as out:
        out.write(result.raw)


def hashes(target):
    """One line for each instruction: the FNV-1a hash of its answers, and its text."""
    with open(target, "rb") as file:
        data = file.read()
    for n, (text, _, _) in enumerate(instructions()):
        value = 0xCBF29CE484222325
        for byte in data[n * COUNT * 8 : (n + 1) * COUNT * 8]:
            value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
        print(f"{value:016x} {text}")


if __name__ == "__main__":
    command, *rest = sys.argv[1:] or ["help"]
    if command == "generate":
        generate(*rest)
    elif command == "device":
        device(*rest)
    elif command == "hashes":
        hashes(*rest)
    else:
        sys.exit(__doc__)
