//! Findings of the checker, and their text.

use std::fmt;

/// One error in a kernel, with everything needed to find it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The kind of error.
    pub kind: FindingKind,
    /// The kernel that was launched.
    pub kernel: String,
    /// The function of the instruction; the kernel's own name outside of called functions.
    pub function: String,
    /// The thread and instruction.
    pub at: ThreadLocation,
    /// The generic address, if there is one.
    pub address: Option<u64>,
    /// Details: the nearest allocation and the distance to it, what other threads wait for.
    pub detail: String,
    /// The other side of a race.
    pub other: Option<ThreadLocation>,
    /// How often the same instruction had this finding.
    pub count: u64,
}

/// A thread at an instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct ThreadLocation {
    /// The block's position in the grid.
    pub block: [u32; 3],
    /// The thread's position in its block.
    pub thread: [u32; 3],
    /// The action of the instruction: "reads 4 bytes", "waits".
    pub action: String,
    /// The line of the PTX text.
    pub ptx_line: u32,
    /// File, line and column of the source, if the module has line information.
    pub source: Option<(String, u32, u32)>,
}

/// The kinds of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// An access outside every allocation, shared memory, or local memory.
    OutOfBounds,
    /// An access to memory that was freed.
    Freed,
    /// An address that is no multiple of what the access needs.
    Misaligned,
    /// A write to memory that may only be read.
    ReadOnly,
    /// A read of memory that nothing wrote, or a use of the unwritten part of a value.
    Uninitialised,
    /// Two threads access one location, at least one writes, and no happens-before edge orders them.
    Race,
    /// A barrier that the lanes of one warp reach at different instructions.
    DivergentBarrier,
    /// Threads wait for others that will never arrive.
    Deadlock,
    /// A warp-wide instruction whose mask leaves out the lane that executes it.
    WarpMask,
    /// The budget of instructions is exhausted: most likely an endless loop.
    Budget,
    /// `trap`, or a failed assertion.
    Trap,
    /// A call of something that is not a function, or deeper than the stack.
    Call,
}

impl FindingKind {
    /// Whether it ends the launch, as it would on a device.
    pub fn fatal(self) -> bool {
        !matches!(
            self,
            FindingKind::Uninitialised | FindingKind::Race | FindingKind::DivergentBarrier | FindingKind::WarpMask
        )
    }

    fn words(self) -> &'static str {
        match self {
            FindingKind::OutOfBounds => "out of bounds",
            FindingKind::Freed => "freed memory",
            FindingKind::Misaligned => "misaligned address",
            FindingKind::ReadOnly => "write to read-only memory",
            FindingKind::Uninitialised => "read of memory that nothing wrote",
            FindingKind::Race => "race",
            FindingKind::DivergentBarrier => "divergent barrier",
            FindingKind::Deadlock => "deadlock",
            FindingKind::WarpMask => "warp mask without the executing lane",
            FindingKind::Budget => "instruction budget spent",
            FindingKind::Trap => "trap",
            FindingKind::Call => "bad call",
        }
    }
}

impl fmt::Display for ThreadLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([bx, by, bz], [tx, ty, tz]) = (self.block, self.thread);
        write!(f, "block ({bx}, {by}, {bz}) thread ({tx}, {ty}, {tz}) {} at ", self.action)?;
        match &self.source {
            Some((file, line, column)) => write!(f, "{file}:{line}:{column} (PTX line {})", self.ptx_line),
            None => write!(f, "PTX line {}", self.ptx_line),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in kernel '{}'", self.kind.words(), self.kernel)?;
        if self.function != self.kernel {
            write!(f, ", function '{}'", self.function)?;
        }
        write!(f, ": {}", self.at)?;
        if let Some(address) = self.address {
            write!(f, ", address {address:#x}")?;
        }
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        if let Some(other) = &self.other {
            write!(f, "; the other side: {other}")?;
        }
        if self.count > 1 {
            write!(f, " ({} times)", self.count)?;
        }
        Ok(())
    }
}
