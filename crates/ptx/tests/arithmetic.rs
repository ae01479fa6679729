//! Does every arithmetic instruction give, bit for bit, what an H200 gave on the same operands?
//!
//! `arithmetic/expected.txt` holds a hash of the device's results for each instruction (`tools/arithmetic.py` makes
//! module, operands and hashes). Approximate functions have no hash: the machine and the device are both within the
//! manual's error of the true value. With `CUPRUST_PTX_ANSWERS` set to the file of the device's results, each
//! difference is printed, theirs included.

mod rig;
use rig::Rig;

const MODULE: &str = include_str!("arithmetic/module.ptx");
const OPERANDS: &[u8] = include_bytes!("arithmetic/operands.bin");
const EXPECTED: &str = include_str!("arithmetic/expected.txt");
const COUNT: usize = 1024;
const GROUP: usize = 40;

/// The machine's results for each instruction.
fn answers(instructions: usize) -> Vec<Vec<u64>> {
    let rig = Rig::new(MODULE);
    let words: Vec<u64> = OPERANDS.chunks(8).map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes"))).collect();
    let inputs: Vec<u64> = words.chunks(COUNT).map(|c| rig.put(c)).collect();
    let out = rig.alloc::<u64>(instructions * COUNT);
    for k in 0..instructions.div_ceil(GROUP) {
        rig.clean(&format!("k{k}"), COUNT as u32 / 128, 128, 0, arguments![out, inputs[0], inputs[1], inputs[2]]);
    }
    rig.get::<u64>(out, instructions * COUNT).chunks(COUNT).map(<[u64]>::to_vec).collect()
}

fn hash(values: &[u64]) -> u64 {
    let bytes = values.iter().flat_map(|v| v.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn equal_to_the_device() {
    let lines: Vec<(&str, &str)> = EXPECTED.lines().filter_map(|l| l.split_once(' ')).collect();
    let ours = answers(lines.len());
    let device: Option<Vec<u64>> = std::env::var("CUPRUST_PTX_ANSWERS").ok().map(|path| {
        let bytes = std::fs::read(path).expect("the device's answers");
        bytes.chunks(8).map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes"))).collect()
    });
    let operands: Vec<u64> =
        OPERANDS.chunks(8).map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes"))).collect();
    let mut wrong = Vec::new();
    for (n, ((want, text), got)) in lines.iter().zip(&ours).enumerate() {
        let approximate = text.contains(".approx") || text.contains(".full");
        if let Some(device) = &device {
            let theirs = &device[n * COUNT..(n + 1) * COUNT];
            let differ: Vec<usize> = (0..COUNT).filter(|i| theirs[*i] != got[*i]).collect();
            if let Some(&i) = differ.first() {
                let worst = differ.iter().map(|i| theirs[*i].abs_diff(got[*i])).max().unwrap_or(0);
                println!(
                    "{text} differs {} times, by {worst} at most: on {:x} {:x} {:x} the device has {:x}, the machine {:x}",
                    differ.len(),
                    operands[i],
                    operands[COUNT + i],
                    operands[2 * COUNT + i],
                    theirs[i],
                    got[i]
                );
            }
        }
        if !approximate && format!("{:016x}", hash(got)) != *want {
            wrong.push(*text);
        }
    }
    assert!(wrong.is_empty(), "{} of {} instructions differ from the device: {wrong:#?}", wrong.len(), lines.len());
}
