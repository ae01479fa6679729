//! A written kernel: its text, and its launch configuration.

use super::Parameters;

/// The class of a kernel, which determines its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Elementwise over operands that all lie as one axis.
    Flat,
    /// Elementwise over several axes.
    Strided,
    /// Elementwise through tiles in shared memory, where operands are transposed relative to each other.
    Tiled,
    /// Elementwise over windows of an array that several of its reads share.
    Stencil,
    /// Reduces operands that each move along some of the outer axes only: a thread computes a square of results.
    Blocked,
    /// Reduces along the axis of the smallest stride: some lanes for each row.
    Rows,
    /// The same, with a row split among blocks.
    RowsSplit,
    /// Reduces across the axis of the smallest stride.
    Columns,
    /// The same, with the columns split among blocks.
    ColumnsSplit,
    /// A kernel of a routine.
    Routine,
}

/// A kernel as CUDA C++, and its launch for the sizes that it was written for.
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
    /// Whether it is for few elements, whose work takes less time than its compilation.
    pub small: bool,
    /// Blocks in x and y; zero in x if there is nothing to do.
    pub grid: [u32; 2],
    /// Threads in a block.
    pub block: u32,
    /// The one parameter.
    pub parameters: Parameters,
}

/// The numbers of blocks and threads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Geometry {
    pub class: Class,
    /// The most threads of a block, for the compiler.
    pub bounds: usize,
    pub block: u32,
    pub grid: [u64; 2],
}
