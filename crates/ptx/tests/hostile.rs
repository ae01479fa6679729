//! Does a text that is broken, truncated or made to harm give an error, and never a panic, a hang or memory without bound?

use cuprust_ptx::{ErrorKind, Machine, Module, Options};
use std::time::{Duration, Instant};

const TEXTS: [&str; 3] =
    [include_str!("kernels/first.75.ptx"), include_str!("kernels/half.90.ptx"), include_str!("kernels/faults.80.ptx")];

/// A generator of the kind of Lehmer's, good enough to pick places.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

/// Words that are apt to be mishandled where another stood.
const WORDS: [&str; 24] = [
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

/// The text with a few small wounds.
fn wound(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
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
                    let donor: Vec<&str> = text.split_ascii_whitespace().collect();
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

/// Loads a text and, if it loads, runs its kernels for a moment on arguments of the right size.
fn run(text: &str, dice: &mut Dice) {
    let options = Options { threads: 1, budget: 3000, memory: 1 << 28, ..Options::default() };
    let machine = Machine::new(Options { check: dice.roll(2) == 0, ..options });
    let Ok(module) = machine.load(text) else { return };
    let memory = machine.alloc(1 << 14).expect("room");
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
}

/// A few hundred wounded texts; `CUPRUST_PTX_FUZZ=3600` goes on for an hour.
#[test]
fn wounded_texts() {
    let seconds: u64 = std::env::var("CUPRUST_PTX_FUZZ").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let seed = std::env::var("CUPRUST_PTX_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(20_261_120);
    let begin = Instant::now();
    let mut dice = Dice(seed);
    let mut count = 0;
    while count < 300 || begin.elapsed() < Duration::from_secs(seconds) {
        let text = wound(TEXTS[dice.roll(TEXTS.len())], &mut dice);
        let state = dice.0;
        let start = Instant::now();
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&text, &mut dice)));
        let slow = start.elapsed() > Duration::from_secs(20);
        if ended.is_err() || slow {
            let path = std::env::temp_dir().join(format!("hostile-{state}.ptx"));
            std::fs::write(&path, &text).expect("the text can be kept");
            panic!("text {count} ({}) is mishandled (slow: {slow})", path.display());
        }
        count += 1;
    }
}

fn body(inside: &str) -> String {
    format!(".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n{inside}\nret;\n}}\n")
}

fn kind(text: &str) -> ErrorKind {
    Module::parse(text).expect_err("this is no module").kind()
}

#[test]
fn every_prefix_is_an_error_or_a_module() {
    let text = TEXTS[0];
    for end in (0..text.len()).step_by(997) {
        let _ = Module::parse(&text[..end]);
    }
}

#[test]
fn texts_made_to_harm() {
    assert_eq!(kind(""), ErrorKind::Parse);
    assert_eq!(kind(&"{".repeat(100_000)), ErrorKind::Parse);
    assert_eq!(kind(&body(&"{".repeat(100_000))), ErrorKind::Parse);
    assert_eq!(kind(&body(&format!("mov.b64 %rd1, {}", "{".repeat(100_000)))), ErrorKind::Parse);
    assert_eq!(kind(&body(".reg .b32 %r<4294967295>;")), ErrorKind::Parse);
    assert_eq!(kind(&body("bra nowhere;")), ErrorKind::Parse);
    assert_eq!(kind(&body("frobnicate.u32 %r1, %r2;")), ErrorKind::Unsupported);
    assert_eq!(kind(&body(".local .b8 big[1099511627776];")), ErrorKind::Parse);
    assert_eq!(kind(&body(".reg .b32 %r<2>; add.u32 %r1, %r7, 1;")), ErrorKind::Parse);
    assert_eq!(kind(&body("call absent;")), ErrorKind::Parse);
    let huge = ".version 8.0\n.target sm_75\n.address_size 64\n.global .b8 a[17179869184];\n";
    assert_eq!(kind(huge), ErrorKind::OutOfMemory);
    assert_eq!(kind(".version 1.0\n.target sm_10\n"), ErrorKind::Parse);
    assert_eq!(kind(".version 8.0\n.target sm_75\n.address_size 32\n"), ErrorKind::Parse);
    assert_eq!(kind(".version 8.0\n.target sm_75\n.global .u64 p = nothing;\n"), ErrorKind::Link);
    let error = Module::parse(&body("\n\nfrobnicate.u32 %r1, %r2;")).expect_err("this is no module");
    assert!(error.text().contains("line 8") && error.text().contains("frobnicate.u32") && error.text().contains("'k'"));
}
