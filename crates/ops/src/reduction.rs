//! The reductions: operations that make one number of many.

use cuprust_num::{DType, Kind};

use crate::RowId;

/// How elements along the reduced axes are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// By an associative row, from its identity where it has one.
    Fold(RowId),
    /// The position (int64, in C order over the reduced axes) of the first largest element; the first NaN where there
    /// is one.
    ArgMax,
    /// The position of the first smallest element; the first NaN where there is one.
    ArgMin,
    /// The sum of squared distances from the mean, by Welford's and Chan's updates: never a difference of large
    /// squares. Complex elements give a real sum. (Chan, Golub, LeVeque, "Algorithms for computing the sample
    /// variance", 1983.)
    SquaredDeviations,
}

impl Reduction {
    /// The dtype of the result of reducing elements of `dtype`.
    pub const fn result(self, dtype: DType) -> DType {
        match self {
            Reduction::Fold(_) => dtype,
            Reduction::ArgMax | Reduction::ArgMin => DType::I64,
            Reduction::SquaredDeviations => dtype.real(),
        }
    }

    /// The name in the text form of programs: the row's, or NumPy's.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Fold(row) => row.row().name,
            Reduction::ArgMax => "argmax",
            Reduction::ArgMin => "argmin",
            Reduction::SquaredDeviations => "deviations",
        }
    }

    /// The reduction of this name.
    pub fn find(name: &str) -> Option<Reduction> {
        match name {
            "argmax" => Some(Reduction::ArgMax),
            "argmin" => Some(Reduction::ArgMin),
            "deviations" => Some(Reduction::SquaredDeviations),
            _ => RowId::find(name).filter(|id| id.row().associative).map(Reduction::Fold),
        }
    }

    /// Whether a reduction of no elements has a result.
    pub fn has_identity(self) -> bool {
        match self {
            Reduction::Fold(row) => row.row().identity.is_some(),
            Reduction::ArgMax | Reduction::ArgMin => false,
            Reduction::SquaredDeviations => true,
        }
    }
}

/// The dtype that a reduction accumulates in, given its operand's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accumulator {
    /// The operand's dtype.
    Own,
    /// Integers narrower than 64 bits and bool are widened to int64 or uint64: sums and products.
    Wide,
    /// The operand's dtype, but the half types accumulate in float32, as those of sums do: differences and quotients.
    Single,
    /// Truth: the operand is cast to bool first.
    Truth,
}

impl Accumulator {
    /// The accumulator's dtype for an operand's.
    pub const fn dtype(self, operand: DType) -> DType {
        match (self, operand.kind()) {
            (Accumulator::Truth, _) => DType::Bool,
            (Accumulator::Wide, Kind::Bool | Kind::Signed) => DType::I64,
            (Accumulator::Wide, Kind::Unsigned) => DType::U64,
            (Accumulator::Own | Accumulator::Wide | Accumulator::Single, _) => operand,
        }
    }
}

/// A reduction by its public name.
#[derive(Debug)]
pub struct ReductionRow {
    /// NumPy's name.
    pub name: &'static str,
    /// Other names of the same function, as `amax` of `max`.
    pub aliases: &'static [&'static str],
    /// The documentation.
    pub reduction: Reduction,
    /// The dtype that it accumulates in.
    pub accumulator: Accumulator,
    /// The reduction.
    pub doc: &'static str,
}

impl ReductionRow {
    /// The reduction of this name. In a constant, an unknown name is a compile error.
    ///
    /// # Panics
    /// Where there is no such reduction.
    pub const fn named(name: &str) -> &'static ReductionRow {
        let mut index = 0;
        while index < REDUCTIONS.len() {
            if crate::rows::equal(REDUCTIONS[index].name.as_bytes(), name.as_bytes()) {
                return &REDUCTIONS[index];
            }
            index += 1;
        }
        panic!("there is no such reduction")
    }

    /// The dtype of the result for an operand's dtype, where the user names none.
    pub fn dtype(&self, operand: DType) -> DType {
        self.accumulator.dtype(operand)
    }
}

/// The dtype that a fold with result `dtype` is computed in: the half types accumulate in float32, as in NumPy.
pub fn accumulation(reduction: Reduction, dtype: DType) -> DType {
    let adds = match reduction {
        Reduction::Fold(row) => matches!(row.row().accumulator, Accumulator::Wide | Accumulator::Single),
        Reduction::SquaredDeviations => true,
        _ => false,
    };
    match dtype {
        DType::F16 | DType::BF16 if adds => DType::F32,
        _ => dtype,
    }
}

/// The reductions that are a single step; `mean`, `var` and the like are composed of these and of rows.
pub const REDUCTIONS: &[ReductionRow] = &[
    ReductionRow {
        name: "sum",
        aliases: &[],
        reduction: Reduction::Fold(RowId::named("add")),
        accumulator: Accumulator::Wide,
        doc: "The sum of the elements over the axes; zero where there are none.",
    },
    ReductionRow {
        name: "prod",
        aliases: &[],
        reduction: Reduction::Fold(RowId::named("multiply")),
        accumulator: Accumulator::Wide,
        doc: "The product of the elements over the axes; one where there are none.",
    },
    ReductionRow {
        name: "max",
        aliases: &["amax"],
        reduction: Reduction::Fold(RowId::named("maximum")),
        accumulator: Accumulator::Own,
        doc: "The largest element over the axes; NaN where there is one.",
    },
    ReductionRow {
        name: "min",
        aliases: &["amin"],
        reduction: Reduction::Fold(RowId::named("minimum")),
        accumulator: Accumulator::Own,
        doc: "The smallest element over the axes; NaN where there is one.",
    },
    ReductionRow {
        name: "nanmax",
        aliases: &[],
        reduction: Reduction::Fold(RowId::named("fmax")),
        accumulator: Accumulator::Own,
        doc: "The largest element over the axes that is not NaN; NaN where there is no other.",
    },
    ReductionRow {
        name: "nanmin",
        aliases: &[],
        reduction: Reduction::Fold(RowId::named("fmin")),
        accumulator: Accumulator::Own,
        doc: "The smallest element over the axes that is not NaN; NaN where there is no other.",
    },
    ReductionRow {
        name: "any",
        aliases: &[],
        reduction: Reduction::Fold(RowId::named("logical_or")),
        accumulator: Accumulator::Truth,
        doc: "Whether any element over the axes is true; false where there are none.",
    },
    ReductionRow {
        name: "all",
        aliases: &[],
        reduction: Reduction::Fold(RowId::named("logical_and")),
        accumulator: Accumulator::Truth,
        doc: "Whether every element over the axes is true; true where there are none.",
    },
    ReductionRow {
        name: "argmax",
        aliases: &[],
        reduction: Reduction::ArgMax,
        accumulator: Accumulator::Own,
        doc: "The position of the first largest element; of the first NaN where there is one.",
    },
    ReductionRow {
        name: "argmin",
        aliases: &[],
        reduction: Reduction::ArgMin,
        accumulator: Accumulator::Own,
        doc: "The position of the first smallest element; of the first NaN where there is one.",
    },
];
