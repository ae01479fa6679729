//! Does a text that is broken, truncated or made to harm give an error, and never a panic, a hang or memory without
//! bound?

#[path = "hostile/attack.rs"]
mod attack;
use attack::{Dice, attack, wound};
use cuprust_ptx::{ErrorKind, Module};
use std::time::{Duration, Instant};

const TEXTS: [&str; 3] =
    [include_str!("kernels/first.75.ptx"), include_str!("kernels/half.90.ptx"), include_str!("kernels/faults.80.ptx")];

/// A text that takes longer than this is taken to hang, however busy the machine is.
const HANGS: Duration = Duration::from_secs(600);

/// The separator of the kept texts.
const SEPARATOR: &str = "\n//--------\n";

/// A few hundred mutated texts; `CUPRUST_PTX_FUZZ=3600` continues for an hour.
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
        let ended = std::panic::catch_unwind(|| attack(&text));
        let hangs = start.elapsed() > HANGS;
        if ended.is_err() || hangs {
            let path = std::env::temp_dir().join(format!("hostile-{state}.ptx"));
            std::fs::write(&path, &text).expect("the text can be kept");
            panic!("text {count} ({}) is mishandled (hangs: {hangs})", path.display());
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

/// The corpus of the fuzzer, where each text covers code that no other does, and the failures that it found.
#[test]
fn kept_texts() {
    let all = include_str!("hostile/corpus.txt");
    let mut loaded = 0;
    for (k, text) in all.split(SEPARATOR).enumerate() {
        let start = Instant::now();
        match std::panic::catch_unwind(|| attack(text)) {
            Ok(yes) => loaded += u32::from(yes),
            Err(_) => panic!("text {k} is mishandled: {text}"),
        }
        assert!(start.elapsed() < HANGS, "text {k} hangs: {text}");
    }
    assert!(loaded > 100, "only {loaded} of the kept texts load, so they reach little");
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
    assert_eq!(kind(&body(".reg .b32 %r<2>; bfind.shiftamt.u16 %r0, %r1;")), ErrorKind::Unsupported);
    let huge = ".version 8.0\n.target sm_75\n.address_size 64\n.global .b8 a[17179869184];\n";
    assert_eq!(kind(huge), ErrorKind::OutOfMemory);
    assert_eq!(kind(".version 1.0\n.target sm_10\n"), ErrorKind::Parse);
    assert_eq!(kind(".version 8.0\n.target sm_75\n.address_size 32\n"), ErrorKind::Parse);
    assert_eq!(kind(".version 8.0\n.target sm_75\n.global .u64 p = nothing;\n"), ErrorKind::Link);
    let error = Module::parse(&body("\n\nfrobnicate.u32 %r1, %r2;")).expect_err("this is no module");
    assert!(error.text().contains("line 8") && error.text().contains("frobnicate.u32") && error.text().contains("'k'"));
}
