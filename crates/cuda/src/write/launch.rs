//! What a written kernel is: its text, and how it is launched.

use super::Parameters;

/// The class of a kernel: which text was written for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Elementwise over operands that all lie as one axis.
    Flat,
    /// Elementwise over several axes.
    Strided,
    /// Elementwise through a tile in shared memory, where operands are transposed against each other.
    Tiled,
    /// Elementwise over windows of an array that several of its reads share.
    Stencil,
    /// Reduces operands that each move along some of the outer axes alone: a square of results a thread.
    Blocked,
    /// Reduces along the axis that lies densest in memory: some lanes a row.
    Rows,
    /// The same, with a row split among blocks.
    RowsSplit,
    /// Reduces across the axis that lies densest in memory.
    Columns,
    /// The same, with the columns split among blocks.
    ColumnsSplit,
    /// A kernel of a routine.
    Routine,
}

/// A kernel as CUDA C++, and how to launch it on the sizes that it was written for.
///
/// The text depends on the structure of the kernel alone, so that kernels of other sizes have the same text.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// The program, without headers, for `-default-device`. It has one kernel.
    pub text: String,
    /// The name of the kernel, not mangled.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Whether it is for few elements, which wait for nothing as long as for its compilation.
    pub small: bool,
    /// Blocks in x and y. Zero in x: there is nothing to do.
    pub grid: [u32; 2],
    /// Threads in a block.
    pub block: u32,
    /// The one parameter.
    pub parameters: Parameters,
}

/// Blocks and threads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Geometry {
    pub class: Class,
    /// The most threads a block has, for the compiler.
    pub bounds: usize,
    pub block: u32,
    pub grid: [u64; 2],
}
