//! Behaviour of a device that comparisons of public kernels revealed, one small kernel for each.

mod rig;
use cuprust_ptx::{FindingKind, Options};
use rig::Rig;

/// A module of one kernel `k` with two pointers, its lanes' number in `%t` and the address of eight bytes for each
/// lane.
fn rig(body: &str) -> Rig {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 x, .param .u64 y)\n{{\n
        .reg .pred %q; .reg .b32 %t, %s, %r<8>; .reg .b64 %x, %y, %d<8>; .reg .f64 %e<8>;
        ld.param.u64 %x, [x]; ld.param.u64 %y, [y]; mov.u32 %t, %tid.x;
        mad.wide.u32 %x, %t, 8, %x; mad.wide.u32 %y, %t, 8, %y;
        {body}\nret;\n}}\n"
    );
    Rig::with(&text, Options { threads: 1, ..Options::default() })
}

#[test]
fn the_reciprocal_square_root_of_f64_has_all_its_bits() {
    let rig = rig("ld.global.f64 %e1, [%x]; rsqrt.approx.f64 %e2, %e1; st.global.f64 [%y], %e2;");
    let values = [2.0, 3e-300, 0.7, 1e18, f64::INFINITY, 0.0, -0.0, -1.0];
    let (x, y) = (rig.put(&values), rig.alloc::<f64>(8));
    rig.clean("k", 1, 8, 0, arguments![x, y]);
    let got = rig.get::<f64>(y, 8);
    for (v, r) in values.iter().zip(&got).take(4) {
        assert!((r * r * v - 1.0).abs() < 1e-15, "{v}: {r}");
    }
    assert_eq!(got[4..7], [0.0, f64::INFINITY, f64::NEG_INFINITY]);
    assert!(got[7].is_nan());
}

#[test]
fn device_memory_keeps_a_nan_as_it_is() {
    let rig = rig("ld.global.f64 %e1, [%y]; atom.global.add.f64 %e2, [%x], %e1;");
    let (signalling, quiet) = (0xfff0_0000_0000_0001u64, 0x7fff_ffff_ffff_ffff);
    let x = rig.put(&[signalling, 1f64.to_bits(), quiet - 1, 1f64.to_bits()]);
    let y = rig.put(&[2f64.to_bits(), signalling, quiet, 2f64.to_bits()]);
    rig.clean("k", 1, 4, 0, arguments![x, y]);
    assert_eq!(rig.get::<u64>(x, 4), [signalling, signalling, quiet, 3f64.to_bits()]);
}

#[test]
fn shared_memory_is_added_to_by_the_lanes() {
    let rig = rig(".shared .align 8 .b8 room[64]; mov.u32 %s, room; mad.lo.u32 %s, %t, 8, %s;
        ld.global.b64 %d1, [%x]; st.shared.b64 [%s], %d1; ld.global.f64 %e1, [%y];
        atom.shared.add.f64 %e2, [%s], %e1; ld.shared.b64 %d1, [%s]; st.global.b64 [%x], %d1;");
    let x = rig.put(&[0xfff0_0000_0000_0001u64, 0xfffb_4eb1_0a09_d89c]);
    let y = rig.put(&[2f64.to_bits(), 0x7fff_ffff_ffff_ffff]);
    rig.clean("k", 1, 2, 0, arguments![x, y]);
    assert_eq!(rig.get::<u64>(x, 2), [0xfff8_0000_0000_0001, 0xfffb_4eb1_0a09_d89c]);
}

#[test]
fn several_threads_may_make_one_barrier() {
    let rig = rig(".shared .align 8 .b8 meet[8]; mov.u32 %s, meet;
        mbarrier.init.shared.b64 [%s], 64; bar.sync 0; mbarrier.arrive.shared.b64 %d1, [%s];
        $wait: mbarrier.test_wait.shared.b64 %q, [%s], %d1; @!%q bra $wait; st.global.b32 [%y], %t;");
    let y = rig.alloc::<u64>(64);
    rig.clean("k", 1, 64, 0, arguments![0u64, y]);
}

#[test]
fn the_memory_set_aside_is_zero_in_every_block() {
    let rig = rig("mov.u32 %s, %reserved_smem_offset_1; cvt.u64.u32 %d1, %s; cvta.shared.u64 %d1, %d1;
        atom.add.u32 %r1, [%d1], 1; bar.sync 0; ld.u32 %r2, [%d1]; st.global.b32 [%y], %r2; bar.sync 0;
        .shared .align 8 .b8 own[256]; mov.u32 %r3, own; setp.lt.u32 %q, %r3, 1024; @%q trap;");
    let y = rig.alloc::<u64>(32);
    rig.clean("k", 5, 32, 0, arguments![0u64, y]);
    assert_eq!(rig.get::<u64>(y, 1)[0] as u32, 32);
}

/// An asynchronous copy is issued while others still read its target: it is performed later here, and earlier on a
/// device.
#[test]
fn a_copy_must_not_begin_before_its_target_is_free() {
    let body = |barrier: &str| {
        format!(
            ".shared .align 16 .b8 ring[512]; mov.u32 %s, ring; mad.lo.u32 %s, %t, 8, %s; xor.b32 %r1, %s, 256;
            cp.async.ca.shared.global [%s], [%x], 8; cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;
            ld.shared.b64 %d1, [%r1]; {barrier} cp.async.ca.shared.global [%s], [%y], 8; cp.async.commit_group;
            bar.sync 0; cp.async.wait_group 0; st.global.b64 [%y], %d1;"
        )
    };
    for (barrier, clean) in [("bar.sync 0;", true), ("", false)] {
        let rig = rig(&body(barrier));
        let (x, y) = (rig.put(&(0..64).collect::<Vec<u64>>()), rig.put(&[7u64; 64]));
        let report = rig.launch("k", 1, 64, arguments![x, y]).expect("nothing that ends a launch");
        assert_eq!(report.findings.is_empty(), clean, "{:?}", report.findings);
        assert!(report.findings.iter().all(|f| f.kind == FindingKind::Race));
    }
}

/// Kernels of `tools/units.py`, the bytes of their operands a, b, c and of their result d.
const MATRICES: [(&str, [usize; 4]); 7] = [
    ("mma_m16n8k8_f16_f16_f16_f16", [256, 128, 256, 256]),
    ("mma_m16n8k16_f32_f16_f16_f32", [512, 256, 512, 512]),
    ("mma_m16n8k16_f32_bf16_bf16_f32", [512, 256, 512, 512]),
    ("mma_m16n8k8_f32_tf32_tf32_f32", [512, 256, 512, 512]),
    ("wmma_m16n16k16_f16_f16_f16_f32", [512, 512, 1024, 512]),
    ("wmma_m8n32k16_f32_bf16_bf16_f32", [256, 1024, 1024, 1024]),
    ("wmma_m16n16k8_f32_tf32_tf32_f32", [512, 512, 1024, 1024]),
];

/// Each on three sets of operands (far apart, tiny, huge), which are in the file before what an H200 made of them.
#[test]
fn tensor_cores_sum_as_a_device_does() {
    let rig = Rig::new(include_str!("tensor/kernels.ptx"));
    let mut rest: &[u8] = include_bytes!("tensor/answers.bin");
    for (kernel, sizes) in MATRICES {
        for set in ["far", "tiny", "huge"] {
            let mut parts = sizes.iter().map(|n| rest.split_off(..*n).expect("the file holds them all"));
            let mut next = || parts.next().expect("there are four");
            let [a, b, c] = [rig.put(next()), rig.put(next()), rig.put(next())];
            let d = rig.alloc::<u8>(sizes[3]);
            rig.clean(kernel, 1, 32, 0, arguments![d, a, b, c]);
            assert!(rig.get::<u8>(d, sizes[3]) == next(), "{kernel}, {set}");
        }
    }
    assert!(rest.is_empty());
}
