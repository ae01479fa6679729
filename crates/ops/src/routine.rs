//! The closed list of what is not elementwise and not a reduction.

use crate::{Reduction, RowId};

/// An operation that each executor has as a whole, in the file of the same name under its `routines/`.
///
/// The operands are named below in the order of an instruction's outputs and inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Routine {
    /// `out[.., m, n] = a[.., m, k] @ b[.., k, n]`: all of one dtype, batch axes already broadcast.
    MatMul,
    /// `out` is filled with random numbers. Inputs: the seed and the first counter (both uint64 scalars), then the
    /// distribution's parameters. The element at position `i` of `out` in C order depends on these and on `i` alone.
    Random(Distribution),
    /// `out[.., i] = in[.., 0] op .. op in[.., i]` along the last axis, by an associative row.
    Scan(RowId),
    /// `out[index[i]] = out[index[i]] op value[i]`, repeated indices counted each time: NumPy's `ufunc.at`. `out` is
    /// one-dimensional, `index` int64 within its bounds.
    At(RowId),
    /// `out[..] = in[.., index[..]]`: at each position of `out`, the element of the input's last axis that the int64 index at
    /// the same position names, within its bounds. `in` and `out` have one dtype, `index` has the shape of `out`, and `in`
    /// has that shape and one axis more.
    Gather,
}

/// A distribution of random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distribution {
    /// Float: uniform on [0, 1), every multiple of 2^-53 (float64) or 2^-24 (float32) equally likely.
    Uniform,
    /// Float: the standard normal distribution, by the Box-Muller transform.
    Normal,
    /// Integers: uniform from a low to a high bound, both inclusive and given as two int64 or uint64 scalars.
    Integers,
}

impl Routine {
    /// The name in the text form of programs.
    pub fn name(self) -> String {
        match self {
            Routine::MatMul => "matmul".into(),
            Routine::Random(Distribution::Uniform) => "random.uniform".into(),
            Routine::Random(Distribution::Normal) => "random.normal".into(),
            Routine::Random(Distribution::Integers) => "random.integers".into(),
            Routine::Scan(row) => format!("scan.{}", row.row().name),
            Routine::At(row) => format!("at.{}", row.row().name),
            Routine::Gather => "gather".into(),
        }
    }

    /// The routine of this name.
    pub fn find(name: &str) -> Option<Routine> {
        let folding = |name| match Reduction::find(name) {
            Some(Reduction::Fold(row)) => Some(row),
            _ => None,
        };
        Some(match name.split_once('.') {
            None if name == "matmul" => Routine::MatMul,
            None if name == "gather" => Routine::Gather,
            Some(("random", "uniform")) => Routine::Random(Distribution::Uniform),
            Some(("random", "normal")) => Routine::Random(Distribution::Normal),
            Some(("random", "integers")) => Routine::Random(Distribution::Integers),
            Some(("scan", row)) => Routine::Scan(folding(row)?),
            Some(("at", row)) => Routine::At(RowId::find(row)?),
            _ => return None,
        })
    }

    /// Whether the output's former contents count: its storage is changed in part.
    pub const fn reads_output(self) -> bool {
        matches!(self, Routine::At(_))
    }

    /// A number for the compact form of programs, and the row it carries, if it carries one.
    pub const fn number(self) -> (u8, Option<RowId>) {
        match self {
            Routine::MatMul => (0, None),
            Routine::Random(Distribution::Uniform) => (1, None),
            Routine::Random(Distribution::Normal) => (2, None),
            Routine::Random(Distribution::Integers) => (3, None),
            Routine::Scan(row) => (4, Some(row)),
            Routine::At(row) => (5, Some(row)),
            Routine::Gather => (6, None),
        }
    }

    /// The routine of this number; `row` counts where the routine carries one.
    pub const fn from_number(number: u8, row: RowId) -> Option<Routine> {
        Some(match number {
            0 => Routine::MatMul,
            1 => Routine::Random(Distribution::Uniform),
            2 => Routine::Random(Distribution::Normal),
            3 => Routine::Random(Distribution::Integers),
            4 => Routine::Scan(row),
            5 => Routine::At(row),
            6 => Routine::Gather,
            _ => return None,
        })
    }
}
