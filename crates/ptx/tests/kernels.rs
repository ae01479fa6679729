//! Do ordinary kernels, as NVRTC compiles them for several architectures, give what the same work gives on the host?

mod rig;
use rig::Rig;

const FIRST: [&str; 3] =
    [include_str!("kernels/first.75.ptx"), include_str!("kernels/first.90.ptx"), include_str!("kernels/first.120.ptx")];

fn sample(n: usize) -> Vec<f32> {
    (0..n).map(|i| ((i * 37 % 101) as f32 - 50.0) / 7.0).collect()
}

#[test]
fn elementwise() {
    for text in FIRST {
        let rig = Rig::new(text);
        for n in [1usize, 31, 32, 33, 1000, 4097] {
            let x = sample(n);
            let y: Vec<f32> = x.iter().map(|v| v * 0.5 + 1.0).collect();
            let (a, b) = (rig.put(&x), rig.put(&y));
            let blocks = (n as u32).div_ceil(128);
            rig.clean("saxpy", blocks, 128, 0, arguments![n as i32, 2.5f32, a, b]);
            let want: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2.5f32.mul_add(*x, *y)).collect();
            assert_eq!(rig.get::<f32>(b, n), want);
            let out = rig.alloc::<f64>(n);
            rig.clean("mathematics", blocks, 128, 0, arguments![n as i32, a, out]);
            for (i, (got, &x)) in rig.get::<f64>(out, n).into_iter().zip(&x).enumerate() {
                let d = f64::from(x);
                let want = d.sin()
                    + f64::from(x.exp()) * (d * d).ln_1p()
                    + (i as f64).sqrt() / (1 + i) as f64
                    + f64::from(x.abs().powf(1.5));
                assert!((got - want).abs() <= 1e-6 * want.abs().max(1.0), "{i}: {got} {want}");
            }
        }
    }
}

#[test]
fn reductions() {
    for text in FIRST {
        let rig = Rig::new(text);
        for n in [1usize, 100, 1024, 5000] {
            let x: Vec<f32> = (0..n).map(|i| (i % 17) as f32).collect();
            let (a, total) = (rig.put(&x), rig.put(&[0f32]));
            rig.clean("sum", 4, 256, 0, arguments![n as i32, a, total]);
            assert_eq!(rig.get::<f32>(total, 1), [x.iter().sum::<f32>()]);
        }
        let x: Vec<i32> = (0..1024).map(|i| i * i % 1000 - 300).collect();
        let (a, b) = (rig.put(&x), rig.alloc::<i32>(4));
        rig.clean("tree", 4, 256, 1024, arguments![a, b]);
        let want: Vec<i32> = x.chunks(256).map(|c| c.iter().sum()).collect();
        assert_eq!(rig.get::<i32>(b, 4), want);
    }
}

#[test]
fn a_scan_that_looks_back() {
    for text in FIRST {
        let rig = Rig::new(text);
        for n in [1usize, 1000, 50_000] {
            let x: Vec<i32> = (0..n as i32).map(|i| i % 13 - 5).collect();
            let (a, b) = (rig.put(&x), rig.alloc::<i32>(n));
            let state = rig.put(&vec![0u32; 1 + 2048]);
            rig.clean("scan", (n as u32).div_ceil(256), 256, 0, arguments![n as i32, a, b, state]);
            let mut sum = 0;
            let want: Vec<i32> = x
                .iter()
                .map(|v| {
                    sum += v;
                    sum
                })
                .collect();
            assert_eq!(rig.get::<i32>(b, n), want);
        }
    }
}

#[test]
fn device_functions() {
    for text in FIRST {
        let rig = Rig::new(text);
        let (y, z) = (rig.alloc::<i32>(64), rig.alloc::<f32>(64));
        rig.clean("functions", 1, 64, 0, arguments![y, z, 1i32]);
        let fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
        let want: Vec<i32> = (0..64).map(|t| fibonacci[t % 12] + [1, 10, 100, 1000][t & 3]).collect();
        assert_eq!(rig.get::<i32>(y, 64), want);
        let want: Vec<f32> = (0..64).map(|t| if (t + 1) & 1 == 0 { t as f32 * 2.0 } else { t as f32 / 2.0 }).collect();
        assert_eq!(rig.get::<f32>(z, 64), want);
        let (counter, bytes) = rig.machine.global(rig.module, "counter").expect("it is there");
        assert_eq!((rig.get::<i32>(counter, 1), bytes), (vec![5 + 64], 4));
        let y = rig.alloc::<i32>(32);
        rig.clean("locals", 1, 32, 0, arguments![y, 3i32]);
        let want: Vec<i32> = (0..32)
            .map(|t| {
                let mut stack = [0; 16];
                (0..16).for_each(|i| stack[(i * 3) & 15] = i as i32 * t);
                stack[t as usize & 15]
            })
            .collect();
        assert_eq!(rig.get::<i32>(y, 32), want);
    }
}

#[test]
fn lanes_that_wait_for_each_other_make_progress() {
    for text in FIRST {
        let rig = Rig::new(text);
        for kernel in ["lock", "spin"] {
            let (mutex, value) = (rig.put(&[0i32]), rig.put(&[0i32]));
            rig.clean(kernel, 3, 64, 0, arguments![mutex, value]);
            assert_eq!(rig.get::<i32>(value, 1), [192], "{kernel}");
        }
    }
}

#[test]
fn votes_and_switches() {
    for text in FIRST {
        let rig = Rig::new(text);
        let y = rig.alloc::<u32>(96);
        rig.clean("votes", 1, 96, 0, arguments![y]);
        let want: Vec<u32> = (0..96u32)
            .map(|t| {
                let first = t / 32 * 32;
                let ballot = (0..32).filter(|l| (first + l) % 3 == 0).fold(0u32, |m, l| m | 1 << l);
                let any = u32::from((first..first + 32).contains(&70));
                let mut v = ballot.wrapping_add(4 + any).wrapping_add(u32::MAX);
                if t & 1 == 1 {
                    v = v.wrapping_add(first + 5);
                }
                match t % 7 {
                    0 => v ^ 1,
                    1 => v.wrapping_mul(3),
                    2 => v.wrapping_add(t),
                    3 => !v,
                    4 => v.wrapping_sub(77),
                    5 => v << 3,
                    _ => v | 0x100,
                }
            })
            .collect();
        assert_eq!(rig.get::<u32>(y, 96), want);
    }
}

#[test]
fn kernels_print() {
    for text in FIRST {
        let rig = Rig::new(text);
        let report = rig.clean("print", 1, 2, 0, arguments![7i32]);
        assert_eq!(report.output, "thread 0 of 7: 0.000000 yes\nthread 1 of 7: 0.500000 yes\n");
    }
}

/// NVRTC writes places between the parts of a call whose own place it does not know.
#[test]
fn places_between_the_parts_of_a_call() {
    let (mut text, mut inside, mut positions) = (String::new(), false, 0);
    let mut lines = FIRST[1].lines().peekable();
    while let Some(line) = lines.next() {
        text += line;
        text += "\n";
        inside = (inside || line.trim_start().starts_with("call")) && !line.contains(';');
        // After a comma an attribute of the place would follow.
        if inside && lines.peek().is_some_and(|next| !next.trim_start().starts_with(',')) {
            text += "\t.loc\t1 0 0\n";
            positions += 1;
        }
    }
    assert!(positions > 0);
    let (rig, plain) = (Rig::new(&text), Rig::new(FIRST[1]));
    let results = [&rig, &plain].map(|rig| {
        let a = rig.put(&[1f32, 1e10, -3e20, 0.5]);
        let out = rig.alloc::<f64>(4);
        rig.clean("mathematics", 1, 128, 0, arguments![4i32, a, out]);
        rig.get::<f64>(out, 4).iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    });
    assert_eq!(results[0], results[1]);
}
