//! Fuzz target: no text may make the machine panic, hang, or allocate memory without bound. Coverage selects the texts
//! that are kept.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

#[path = "../../tests/hostile/attack.rs"]
mod attack;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        attack::attack(text);
    }
});

// Some mutations change bytes; most change lines and words, because a text that does not parse reaches little code.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut dice = attack::Dice(u64::from(seed) << 8 | 1);
    let Ok(text) = std::str::from_utf8(&data[..size]) else { return fuzzer_mutate(data, size, max_size) };
    if size == 0 || dice.roll(4) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let wounded = attack::wound(text, &mut dice);
    let length = wounded.len().min(max_size).min(data.len());
    data[..length].copy_from_slice(&wounded.as_bytes()[..length]);
    length
});
