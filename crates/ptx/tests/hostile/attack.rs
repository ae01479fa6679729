//! Mutation of texts, and what is done with a mutated text. Shared by the test and the fuzzer.

use cuprust_ptx::{Machine, Options};

/// A Lehmer generator, good enough to choose positions.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

/// Words that are apt to be mishandled where another stood.
pub const WORDS: [&str; 24] = [
    "18446744073709551615",
    "-1",
    "0",
    "4294967296",
    "%r1",
    "%rd1",
    "%p1",
    "%f1",
    "_",
    "{",
    "}",
    "[%rd1+-9223372036854775808]",
    "bra",
    "ret",
    "$L__BB0_2",
    ".b128",
    ".pred",
    ".shared",
    ".param",
    "0dFFFFFFFFFFFFFFFF",
    "%tid.x",
    "@%p1",
    "{%r1,%r2,%r3}",
    "call.uni",
];

/// The text with a few small mutations.
pub fn wound(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let donor: Vec<&str> = text.split_ascii_whitespace().collect();
    if donor.is_empty() {
        return WORDS[dice.roll(WORDS.len())].to_owned();
    }
    for _ in 0..1 + dice.roll(4) {
        let at = dice.roll(lines.len());
        match dice.roll(8) {
            0 => drop(lines.remove(at)),
            1 => {
                let other = lines[dice.roll(lines.len())].clone();
                lines.insert(at, other);
            }
            2 => {
                let other = dice.roll(lines.len());
                lines.swap(at, other);
            }
            3 => lines.truncate(at.max(1)),
            4 => {
                let line = &mut lines[at];
                if !line.is_empty() && line.is_ascii() {
                    let k = dice.roll(line.len());
                    let byte = (32 + dice.roll(95)) as u8 as char;
                    line.replace_range(k..k + 1, &byte.to_string());
                }
            }
            _ => {
                let words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                let k = dice.roll(words.len());
                let mut words = words;
                words[k] = if dice.roll(2) == 0 {
                    WORDS[dice.roll(WORDS.len())].to_owned()
                } else {
                    donor[dice.roll(donor.len())].to_owned()
                };
                lines[at] = words.join(" ");
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n")
}

/// Loads a text and, if it loads, runs its kernels briefly with arguments of the right size; returns whether it loaded.
/// The runs depend on the text alone, so that a failure is reproducible.
pub fn attack(text: &str) -> bool {
    let sum =
        text.bytes().fold(14_695_981_039_346_656_037u64, |h, b| (h ^ u64::from(b)).wrapping_mul(1_099_511_628_211));
    let mut dice = Dice(sum);
    let options = Options { threads: 1, budget: 3000, memory: 1 << 28, ..Options::default() };
    let machine = Machine::new(Options { check: dice.roll(4) != 0, ..options });
    let Ok(module) = machine.load(text) else { return false };
    let Ok(memory) = machine.alloc(1 << 14) else { return true };
    machine.fill(memory, &[1], 1 << 14).expect("in bounds");
    for kernel in machine.kernels(module).expect("it is loaded") {
        let values: Vec<Vec<u8>> = kernel
            .parameters
            .iter()
            .map(|n| match n {
                8 => memory.to_le_bytes().to_vec(),
                n => vec![1; *n as usize],
            })
            .collect();
        let views: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
        let block = kernel.required_block.unwrap_or([1 + dice.roll(70) as u32, 1, 1]);
        let _ = machine.launch(module, &kernel.name, [2, 1, 1], block, 64, &views);
    }
    true
}
