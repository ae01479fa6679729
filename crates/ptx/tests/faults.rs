//! Is each kind of fault found, at the line where it is in the CUDA source?

mod rig;
use cuprust_ptx::{Finding, FindingKind, Options};
use rig::Rig;

const TEXT: &str = include_str!("kernels/faults.80.ptx");
const SOURCE: &str = include_str!("kernels/faults.cu");

/// The lines of the source that are marked with this name.
fn lines(name: &str) -> Vec<u32> {
    let mark = format!("FAULT({name})");
    let found: Vec<u32> = SOURCE.lines().zip(1..).filter(|(l, _)| l.contains(&mark)).map(|(_, n)| n).collect();
    assert!(!found.is_empty(), "{name} is not in the source");
    found
}

fn rig() -> Rig {
    Rig::with(TEXT, Options { threads: 1, budget: 1 << 20, ..Options::default() })
}

/// The findings of a launch, fatal or not.
fn findings(rig: &Rig, kernel: &str, grid: u32, block: u32, shared: u32, parameters: &[Vec<u8>]) -> Vec<Finding> {
    match rig.launch_shared(kernel, grid, block, shared, parameters) {
        Ok(report) => report.findings,
        Err(error) => error.findings().to_vec(),
    }
}

/// Expects exactly this kind, at the marked line.
fn expect(rig: &Rig, kernel: &str, grid: u32, block: u32, parameters: &[Vec<u8>], kind: FindingKind) -> Finding {
    let all = findings(rig, kernel, grid, block, 0, parameters);
    let Some(finding) = all.last().cloned() else { panic!("{kernel}: nothing was found") };
    assert!(all.iter().all(|f| f.kind == kind), "{kernel}: {finding}");
    let (file, line, _) = finding.at.source.clone().expect("the module carries lines");
    assert!(file.ends_with("faults.cu") && lines(kernel).contains(&line), "{kernel}: {finding}");
    assert_eq!(finding.kernel, kernel);
    finding
}

#[test]
fn addresses() {
    let rig = rig();
    let y = rig.put(&[0i32; 100]);
    let f = expect(&rig, "beyond", 2, 64, arguments![y, 100i32], FindingKind::OutOfBounds);
    assert_eq!((f.at.block, f.at.thread, f.address), ([1, 0, 0], [36, 0, 0], Some(y + 400)));
    assert!(f.detail.contains("0 bytes past the end of the allocation of 400 bytes"), "{f}");
    let f = expect(&rig, "before", 1, 32, arguments![y], FindingKind::OutOfBounds);
    assert!(f.detail.contains("4 bytes before the allocation of 400 bytes"), "{f}");
    let f = expect(&rig, "null", 1, 32, arguments![0u64], FindingKind::OutOfBounds);
    assert!(f.detail.contains("null pointer"), "{f}");
    let gone = rig.put(&[1i32; 32]);
    rig.machine.free(gone).expect("it is there");
    let f = expect(&rig, "freed", 1, 32, arguments![gone, y], FindingKind::Freed);
    assert!(f.detail.contains("128 bytes"), "{f}");
    expect(&rig, "misaligned", 1, 4, arguments![y, y], FindingKind::Misaligned);
    expect(&rig, "beyond_shared", 1, 32, arguments![y, 1i32], FindingKind::OutOfBounds);
    let all = findings(&rig, "beyond_dynamic", 1, 32, 124, arguments![y]);
    assert_eq!(all[0].kind, FindingKind::OutOfBounds);
    assert!(all[0].detail.contains("4 bytes past the end of the block's shared memory (124 bytes"), "{}", all[0]);
    let (table, _) = rig.machine.global(rig.module, "table").expect("it is there");
    let f = expect(&rig, "read_only", 1, 1, arguments![table + 4, 1i32], FindingKind::ReadOnly);
    assert!(f.detail.contains("table"), "{f}");
}

/// Each thread writes to shared memory at `%r3 + 4096`, where the register is negative.
const NARROW: &str = "
.version 8.0
.target sm_75
.address_size 64
.visible .entry narrow(.param .u32 first) {
.reg .b32 %r<4>;
.shared .b32 held[64];
mov.b32 %r0, held;
ld.param.u32 %r1, [first];
add.s32 %r2, %r0, %r1;
add.s32 %r3, %r2, -4096;
st.shared.u32 [%r3+4096], %r1;
ret;
}
";

#[test]
fn an_address_in_shared_memory_has_32_bits() {
    let rig = Rig::with(NARROW, Options { threads: 1, ..Options::default() });
    for first in [0i32, 252] {
        assert!(findings(&rig, "narrow", 1, 1, 0, arguments![first]).is_empty(), "{first}");
    }
    for (first, detail) in [(-4i32, "4 bytes before the block's shared memory"), (256, "4 bytes past the end")] {
        let all = findings(&rig, "narrow", 1, 1, 0, arguments![first]);
        assert!(all.iter().all(|f| f.kind == FindingKind::OutOfBounds), "{all:?}");
        assert!(all.first().is_some_and(|f| f.detail.contains(detail)), "{first}: {all:?}");
    }
}

#[test]
fn shared_memory_that_is_declared_has_a_limit() {
    let text = |bytes: u32| {
        let head = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry large() {";
        format!(
            "{head}\n.reg .b32 %r<2>;\n.shared .b8 held[{bytes}];\nmov.b32 %r0, held;\nst.shared.u8 [%r0], %r0;\nret;\n}}\n"
        )
    };
    let machine = cuprust_ptx::Machine::default();
    machine.load(&text(48 << 10)).expect("so much a kernel may declare");
    let error = machine.load(&text((48 << 10) + 1)).expect_err("it is more");
    assert!(error.to_string().contains("'large' declares 49153 bytes of shared memory, of 49152"), "{error}");
}

#[test]
fn memory_that_nothing_wrote() {
    let rig = rig();
    let (x, y) = (rig.alloc::<i32>(64), rig.put(&[0i32; 64]));
    rig.machine.write(x, &[0; 32 * 4]).expect("in bounds");
    let f = expect(&rig, "unwritten", 1, 32, arguments![x, y], FindingKind::Uninitialised);
    assert_eq!((f.at.thread, f.address), ([31, 0, 0], Some(x + 128)));
    rig.machine.write(x, &[0; 64 * 4]).expect("in bounds");
    rig.clean("unwritten", 1, 32, 0, arguments![x, y]);
    rig.machine.forget(x + 4 * 20, 4).expect("in bounds");
    let f = expect(&rig, "unwritten", 1, 32, arguments![x, y], FindingKind::Uninitialised);
    assert_eq!((f.at.thread, f.address, f.count), ([19, 0, 0], Some(x + 80), 1));
    let f = expect(&rig, "unwritten_shared", 1, 64, arguments![y], FindingKind::Uninitialised);
    assert_eq!(f.at.thread, [63, 0, 0]);
    expect(&rig, "unwritten_local", 1, 32, arguments![y, 3i32], FindingKind::Uninitialised);
    let x = rig.put(&[1f32; 128]);
    let y = rig.alloc::<f32>(128);
    expect(&rig, "missing_wait", 1, 32, arguments![x, y], FindingKind::Uninitialised);
}

/// A thread writes the first byte of eight in shared memory, reads all of them, and uses them in some way.
fn padded(what: &str) -> Vec<Finding> {
    let text = format!(
        "
.version 8.0
.target sm_75
.address_size 64
.visible .entry padded(.param .u64 out) {{
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
.reg .pred %p<2>;
.shared .align 8 .b8 held[16];
ld.param.u64 %rd0, [out];
mov.b32 %r0, 7;
st.shared.u8 [held], %r0;
ld.shared.u64 %rd1, [held];
{what}
ret;
}}
"
    );
    let rig = Rig::with(&text, Options { threads: 1, ..Options::default() });
    let out = rig.alloc::<u64>(4);
    findings(&rig, "padded", 1, 1, 0, arguments![out])
}

#[test]
fn padding_is_copied_and_not_used() {
    // Copied: by stores, halves, a selection, a shuffle, through memory and back.
    for what in [
        "st.global.u64 [%rd0], %rd1;",
        "mov.b64 {%r1, %r2}, %rd1; mov.b64 %rd2, {%r2, %r1}; st.global.u64 [%rd0], %rd2;",
        "setp.eq.u32 %p0, %r0, 7; selp.b64 %rd2, %rd1, %rd0, %p0; st.global.u64 [%rd0], %rd2;",
        "mov.b64 {%r1, %r2}, %rd1; shfl.sync.idx.b32 %r3, %r2, 0, 31, 1; st.global.u32 [%rd0], %r3;",
        "st.shared.u64 [held+8], %rd1; ld.shared.u64 %rd2, [held+8]; st.global.u64 [%rd0], %rd2;",
        "ld.shared.v2.u32 {%r1, %r2}, [held]; st.global.v2.u32 [%rd0], {%r1, %r2};",
    ] {
        assert!(padded(what).is_empty(), "{what}: {:?}", padded(what));
    }
    // Only written bits are used: extracted, masked, shifted until the rest is gone, or replaced.
    for what in [
        "cvt.u32.u64 %r1, %rd1; and.b32 %r1, %r1, 255; add.u32 %r1, %r1, 1; st.global.u32 [%rd0], %r1;",
        "shl.b64 %rd2, %rd1, 56; shr.u64 %rd2, %rd2, 56; add.u64 %rd2, %rd2, 1; st.global.u64 [%rd0], %rd2;",
        "mov.b64 {%r1, %r2}, %rd1; bfe.u32 %r3, %r1, 0, 8; add.u32 %r3, %r3, 1;",
        "mov.b64 {%r1, %r2}, %rd1; prmt.b32 %r3, %r1, %r0, 0x4440; add.u32 %r3, %r3, 1;",
        "or.b64 %rd2, %rd1, -256; add.u64 %rd2, %rd2, 1;",
        "mov.u64 %rd1, 5; add.u64 %rd2, %rd1, 1;",
        "st.shared.u64 [held+8], %rd1; ld.shared.u8 %r1, [held+8]; add.u32 %r1, %r1, 1;",
    ] {
        assert!(padded(what).is_empty(), "{what}: {:?}", padded(what));
    }
    // Unwritten bits are used.
    for what in [
        "add.u64 %rd2, %rd1, 1;",
        "setp.eq.u64 %p0, %rd1, 7;",
        "mov.b64 {%r1, %r2}, %rd1; add.u32 %r3, %r2, 1;",
        "shr.u64 %rd2, %rd1, 8; add.u64 %rd2, %rd2, 1;",
        "and.b64 %rd2, %rd1, 256; mul.lo.u64 %rd2, %rd2, 3;",
        "mov.b64 {%r1, %r2}, %rd1; bfe.u32 %r3, %r1, 4, 8; add.u32 %r3, %r3, 1;",
        "mov.b64 {%r1, %r2}, %rd1; shl.b32 %r3, %r0, %r2;",
        "mov.b64 {%r1, %r2}, %rd1; shl.b32 %r3, 1, %r2;",
        "add.u64 %rd2, %rd0, %rd1; st.global.u8 [%rd2], %r0;",
        "mov.b64 {%r1, %r2}, %rd1; shfl.sync.idx.b32 %r3, %r2, 0, 31, 1; cvt.rn.f32.u32 %r3, %r3;",
        "setp.eq.u32 %p0, %r0, 7; selp.b64 %rd2, %rd1, %rd0, %p0; popc.b64 %r3, %rd2;",
        "st.shared.u64 [held+8], %rd1; ld.shared.u64 %rd2, [held+8]; add.u64 %rd2, %rd2, 1;",
        "st.shared.u64 [held+8], %rd1; ld.shared.u8 %r1, [held+9];",
        "st.global.u64 [%rd0], %rd1; ld.global.u32 %r1, [%rd0+4];",
    ] {
        let all = padded(what);
        assert_eq!(all.len(), 1, "{what}: {all:?}");
        assert_eq!(all[0].kind, FindingKind::Uninitialised, "{what}");
    }
    let all = padded("add.u64 %rd2, %rd1, 1;");
    assert!(all[0].to_string().contains("uses a value") && all[0].detail.contains("0xffffffffffffff00"), "{}", all[0]);
}

#[test]
fn races() {
    let rig = rig();
    let y = rig.put(&[0i32; 64]);
    let f = expect(&rig, "race_shared", 1, 64, arguments![y], FindingKind::Race);
    let other = f.other.expect("both sides are told");
    assert_eq!(f.at.thread[0] + other.thread[0], 63);
    expect(&rig, "race_write", 1, 64, arguments![y], FindingKind::Race);
    let f = expect(&rig, "race_blocks", 4, 32, arguments![y], FindingKind::Race);
    assert_ne!(f.at.block, f.other.expect("both sides are told").block);
    let (data, flag) = (rig.put(&[0i32; 32]), rig.put(&[0i32]));
    expect(&rig, "race_no_fence", 2, 32, arguments![data, flag, y], FindingKind::Race);
    // A fence of block scope releases nothing to another block; one of device scope does.
    rig.machine.write(flag, &[0; 4]).expect("in bounds");
    expect(&rig, "race_narrow_fence", 2, 32, arguments![data, flag, y], FindingKind::Race);
    rig.machine.write(flag, &[0; 4]).expect("in bounds");
    rig.clean("ordered", 2, 32, 0, arguments![data, flag, y]);
    rig.machine.write(y, &[0; 4]).expect("in bounds");
    let all = findings(&rig, "race_atomic", 1, 64, 0, arguments![y]);
    assert!(!all.is_empty() && all.iter().all(|f| f.kind == FindingKind::Race));
    expect(&rig, "race_warp", 1, 32, arguments![y], FindingKind::Race);
}

#[test]
fn waiting() {
    let rig = rig();
    let y = rig.put(&[0i32; 64]);
    expect(&rig, "divergent", 1, 32, arguments![y], FindingKind::DivergentBarrier);
    let f = expect(&rig, "deadlock", 1, 64, arguments![y], FindingKind::Deadlock);
    assert!(f.detail.contains("32 of the 128"), "{f}");
    expect(&rig, "mask", 1, 32, arguments![y], FindingKind::WarpMask);
    let f = expect(&rig, "endless", 1, 32, arguments![y], FindingKind::Budget);
    assert!(f.detail.contains("1048576"), "{f}");
}

#[test]
fn ends() {
    let rig = rig();
    let y = rig.put(&[7i32; 64]);
    let f = expect(&rig, "traps", 1, 32, arguments![y], FindingKind::Trap);
    assert_eq!(f.at.thread, [9, 0, 0]);
    let f = expect(&rig, "asserts", 1, 32, arguments![y], FindingKind::Trap);
    assert!(f.detail.contains("y[threadIdx.x] < 5"), "{f}");
    let all = findings(&rig, "overflow", 1, 32, 0, arguments![y, 100_000i32]);
    assert_eq!(all[0].kind, FindingKind::Call, "{}", all[0]);
    assert!(all[0].detail.contains("stack overflows"), "{}", all[0]);
    rig.clean("overflow", 1, 1, 0, arguments![y, 20i32]);
}

#[test]
fn launches_that_do_not_fit() {
    let rig = rig();
    let y = rig.put(&[0i32; 64]);
    for (grid, block, parameters) in [
        ([0, 1, 1], [32, 1, 1], vec![8]),
        ([1, 1, 1], [1025, 1, 1], vec![8]),
        ([1, 70_000, 1], [1, 1, 1], vec![8]),
        ([1, 1, 1], [32, 1, 1], vec![4]),
        ([1, 1, 1], [32, 1, 1], vec![8, 8]),
    ] {
        let bytes = y.to_le_bytes();
        let parameters: Vec<&[u8]> = parameters.iter().map(|n| &bytes[..*n]).collect();
        let error = rig.machine.launch(rig.module, "before", grid, block, 0, &parameters).expect_err("it does not fit");
        assert_eq!(error.kind(), cuprust_ptx::ErrorKind::Launch);
    }
    assert!(rig.machine.launch(rig.module, "nothing", [1; 3], [1; 3], 0, &[]).is_err());
}
