//! The signature of a routine: its operands by name, how it reads them, and how many operations it takes.

/// The operands and results of a routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// The names of the inputs.
    pub inputs: &'static [&'static str],
    /// The number of inputs, the last ones, that may be omitted.
    pub optional: usize,
    /// The names of the outputs.
    pub outputs: &'static [&'static str],
    /// Whether the sizes are known only at run time: the last output is one int64, the number of valid elements along
    /// the last axis of the others. These have the capacity of as many elements as the last input has, and undefined
    /// contents after the valid ones.
    pub counted: bool,
    /// Whether the outputs' former contents matter: their storages are changed in part.
    pub changes: bool,
    /// Whether the first output may be the first input.
    pub in_place: bool,
    /// The inputs whose elements may be computed where the routine reads them, and how it reads each.
    pub loads: &'static [(usize, Reading)],
    /// The estimated number of operations.
    pub growth: Growth,
}

/// How a routine reads an input that may be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Each element once.
    Once,
    /// An element once, by several threads, or not at all: the routine cannot store the elements as well.
    Scattered,
    /// Each element several times, neighbours together: the routine cannot store the elements as well, and they must be
    /// made of few others.
    Repeated,
}

/// How many operations a routine takes, by the order of their growth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// One for each element that is read or written.
    Elements,
    /// This many for each element of the outputs.
    Each(u64),
    /// For each element of the first input, the logarithm of its last extent.
    Sorted,
    /// As `Sorted`, five times: a Fourier transform.
    Transform,
    /// Two for each element of the first output and each element of the first input's last axis.
    Product,
    /// Two for each element of the first output and each one of the input at this index: a sum over a window.
    Window(usize),
    /// For each element of the first input, its last extent: the factors of matrices.
    Matrices,
}

impl Signature {
    pub(crate) const fn new(inputs: &'static [&'static str], outputs: &'static [&'static str]) -> Signature {
        Signature {
            inputs,
            optional: 0,
            outputs,
            counted: false,
            changes: false,
            in_place: false,
            loads: &[],
            growth: Growth::Elements,
        }
    }

    /// The signature of a routine on stacked matrices.
    pub(crate) const fn matrices(inputs: &'static [&'static str], outputs: &'static [&'static str]) -> Signature {
        Signature { growth: Growth::Matrices, ..Signature::new(inputs, outputs) }
    }

    pub(crate) const fn optional(self, optional: usize) -> Signature {
        Signature { optional, ..self }
    }

    pub(crate) const fn counted(self) -> Signature {
        Signature { counted: true, ..self }
    }

    pub(crate) const fn changing(self) -> Signature {
        Signature { changes: true, ..self }
    }

    pub(crate) const fn in_place(self, in_place: bool) -> Signature {
        Signature { in_place, ..self }
    }

    pub(crate) const fn loading(self, loads: &'static [(usize, Reading)]) -> Signature {
        Signature { loads, ..self }
    }

    pub(crate) const fn growing(self, growth: Growth) -> Signature {
        Signature { growth, ..self }
    }
}
