//! Do halves, tensor cores, asynchronous copies and cooperative groups give what the same work gives on the host?

mod rig;
use half::{bf16, f16};
use rig::Rig;

const HALF: [&str; 2] = [include_str!("kernels/half.75.ptx"), include_str!("kernels/half.90.ptx")];

fn bits(values: &[f16]) -> Vec<u16> {
    values.iter().map(|v| v.to_bits()).collect()
}

#[test]
fn halves() {
    for text in HALF {
        let rig = Rig::new(text);
        let n = 200;
        let x: Vec<f16> = (0..n).map(|i| f16::from_f32((i as f32 - 100.0) / 40.0)).collect();
        let b: Vec<bf16> = (0..n).map(|i| bf16::from_f32(i as f32 * 0.37)).collect();
        let xs = rig.put(&bits(&x));
        let bs = rig.put(&b.iter().map(|v| v.to_bits()).collect::<Vec<u16>>());
        let (y, z) = (rig.alloc::<u16>(n), rig.alloc::<f32>(n));
        rig.clean("halves", 2, 128, 0, arguments![n as i32, xs, bs, y, z]);
        let (y, z) = (rig.get::<u16>(y, n), rig.get::<f32>(z, n));
        for i in 0..n {
            let v = x[i].to_f32();
            let want = v * v + v.abs().sqrt() + v.exp();
            let got = f16::from_bits(y[i]).to_f32();
            assert!((got - want).abs() <= 2e-3 * want.abs().max(1.0), "{i}: {got} {want}");
            let want = bf16::from_f32(b[i].to_f32() * b[i].to_f32()).to_f32() + v.sin();
            assert!((z[i] - want).abs() <= 2e-3 * want.abs().max(1.0), "{i}: {} {want}", z[i]);
        }
    }
}

#[test]
fn a_product_on_tensor_cores() {
    for text in HALF {
        let rig = Rig::new(text);
        let k = 48;
        let a: Vec<f16> = (0..16 * k).map(|i| f16::from_f32((i * 7 % 23) as f32 - 11.0)).collect();
        let b: Vec<f16> = (0..16 * k).map(|i| f16::from_f32((i * 5 % 19) as f32 - 9.0)).collect();
        let (pa, pb, c) = (rig.put(&bits(&a)), rig.put(&bits(&b)), rig.alloc::<f32>(256));
        rig.clean("product", 1, 32, 0, arguments![pa, pb, c, k as i32]);
        let c = rig.get::<f32>(c, 256);
        for (at, got) in c.into_iter().enumerate() {
            let (r, n) = (at / 16, at % 16);
            let want: f32 = (0..k).map(|j| a[r * k + j].to_f32() * b[n * k + j].to_f32()).sum();
            assert_eq!(got, want, "{r} {n}");
        }
    }
}

#[test]
fn a_grid_meets() {
    for text in HALF {
        let rig = Rig::new(text);
        let x = rig.alloc::<i32>(8 * 64);
        rig.clean("grid", 8, 64, 0, arguments![x, 512i32]);
        let want: Vec<i32> = (0..512).map(|i| i + (i + 64) % 512).collect();
        assert_eq!(rig.get::<i32>(x, 512), want);
    }
}

#[test]
fn groups_and_copies() {
    for text in HALF {
        let rig = Rig::new(text);
        let x: Vec<i32> = (0..64).map(|i| i * i).collect();
        let (px, y) = (rig.put(&x), rig.alloc::<i32>(64));
        rig.clean("groups", 1, 64, 0, arguments![px, y]);
        let want: Vec<i32> = (0..64).map(|t| x[t / 16 * 16..t / 16 * 16 + 16].iter().sum()).collect();
        assert_eq!(rig.get::<i32>(y, 64), want);
        let x: Vec<f32> = (0..512).map(|i| i as f32).collect();
        let (px, y) = (rig.put(&x), rig.alloc::<f32>(512));
        rig.clean("pipeline", 1, 128, 0, arguments![px, y]);
        let want: Vec<f32> = x.chunks(4).rev().flatten().copied().collect();
        assert_eq!(rig.get::<f32>(y, 512), want);
    }
}

#[test]
fn barriers_in_shared_memory() {
    let rig = Rig::new(HALF[1]);
    let rounds = 5;
    let x: Vec<i32> = (0..32 * rounds).map(|i| i * 7 % 50).collect();
    let (px, y) = (rig.put(&x), rig.alloc::<i32>(32));
    rig.clean("producer", 1, 64, 0, arguments![px, y, rounds]);
    let want: Vec<i32> = (0..32).map(|l| (0..rounds).map(|r| x[(r * 32 + 31 - l) as usize]).sum()).collect();
    assert_eq!(rig.get::<i32>(y, 32), want);
}
