//! The parts that `CUPRUST_DISABLE` switches off, to find out whether one of them is to blame.

use std::sync::OnceLock;

use crate::{Error, Result};

/// A part of cuprust that can be switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Putting several instructions into one kernel.
    Fusion,
    /// Reading through copies, and handing the memory of a dying storage to its copy.
    CopyOnWrite,
    /// Turning memory-bound products into reductions.
    Products,
    /// Selecting among the parts of assembled arrays where they are read.
    Parts,
    /// Aligning the rows of padded arrays.
    AlignRows,
    /// Unrolling small axes.
    Unroll,
    /// Recomputing values in the kernels that read them.
    Recompute,
    /// Reusing freed memory for the next storage.
    Arena,
    /// Starting a kernel while the one before it ends.
    Overlap,
    /// Launching the steps of a plan as one graph.
    StepGraphs,
    /// Computing small integers in bytes.
    Narrowing,
    /// Compiling operations on the CPU to machine code.
    Native,
    /// Reusing plans.
    PlanCache,
    /// Keeping compiled kernels on disk.
    DiskCache,
    /// Reading the times of kernels and copies on a GPU from CUPTI; without it, events measure them.
    Cupti,
}

const VARIABLE: &str = "CUPRUST_DISABLE";

const SWITCHES: &[(&str, Switch)] = &[
    ("fusion", Switch::Fusion),
    ("cow", Switch::CopyOnWrite),
    ("products", Switch::Products),
    ("parts", Switch::Parts),
    ("alignrows", Switch::AlignRows),
    ("unroll", Switch::Unroll),
    ("recompute", Switch::Recompute),
    ("arena", Switch::Arena),
    ("overlap", Switch::Overlap),
    ("stepgraphs", Switch::StepGraphs),
    ("narrowing", Switch::Narrowing),
    ("native", Switch::Native),
    ("plancache", Switch::PlanCache),
    ("cache", Switch::DiskCache),
    ("cupti", Switch::Cupti),
];

/// What `CUPRUST_DISABLE` switches off, read once.
///
/// # Errors
/// A value error that lists the known words, where the variable has an unknown one.
pub fn switched_off() -> Result<&'static [Switch]> {
    static SWITCHED_OFF: OnceLock<Result<Vec<Switch>>> = OnceLock::new();
    let read = SWITCHED_OFF.get_or_init(|| read(&std::env::var(VARIABLE).unwrap_or_default()));
    read.as_deref().map_err(Clone::clone)
}

/// Whether a part is switched off. False where the variable is invalid: [`switched_off`] reports that.
pub fn disabled(switch: Switch) -> bool {
    switched_off().is_ok_and(|off| off.contains(&switch))
}

/// Parses words separated by commas.
fn read(words: &str) -> Result<Vec<Switch>> {
    let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
    let switch = |word: &str| match SWITCHES.iter().find(|(known, _)| *known == word) {
        Some(&(_, switch)) => Ok(switch),
        None => {
            let known: Vec<&str> = SWITCHES.iter().map(|(name, _)| *name).collect();
            Err(Error::value(format!("{VARIABLE}: `{word}` is none of {}", known.join(", "))))
        }
    };
    words.map(switch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_list_the_known_ones() {
        let error = read("fusion,magic").unwrap_err();
        assert_eq!(
            error.text(),
            "CUPRUST_DISABLE: `magic` is none of fusion, cow, products, parts, alignrows, unroll, recompute, arena, overlap, stepgraphs, narrowing, native, plancache, cache, cupti"
        );
        assert_eq!(read(" cow, fusion,,").unwrap(), [Switch::CopyOnWrite, Switch::Fusion]);
        assert_eq!(read("").unwrap(), []);
    }
}
