//! The syntax tree of a PTX module, before names are resolved; it borrows from the text.

use std::collections::HashMap;

/// A state space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Generic,
    Global,
    Const,
    Shared,
    Local,
    Param,
}

/// A type's kind and width in bits. `B` has bits alone; `F` is IEEE; the packed kinds hold two of 16 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    Pred,
    B(u8),
    U(u8),
    S(u8),
    F(u8),
    Bf16,
    Tf32,
    F16x2,
    Bf16x2,
    /// Two f32 in 64 bits.
    F32x2,
    /// Two 16-bit integers in 32 bits, signed or not.
    U16x2,
    S16x2,
    /// An eight-bit float: four or five exponent bits, and the same packed in pairs.
    E4m3x2,
    E5m2x2,
    E4m3,
    E5m2,
}

impl Ty {
    /// The type of this name, without its dot.
    pub(crate) fn named(name: &str) -> Option<Ty> {
        Some(match name {
            "pred" => Ty::Pred,
            "b8" => Ty::B(8),
            "b16" => Ty::B(16),
            "b32" => Ty::B(32),
            "b64" => Ty::B(64),
            "b128" => Ty::B(128),
            "u8" => Ty::U(8),
            "u16" => Ty::U(16),
            "u32" => Ty::U(32),
            "u64" => Ty::U(64),
            "s8" => Ty::S(8),
            "s16" => Ty::S(16),
            "s32" => Ty::S(32),
            "s64" => Ty::S(64),
            "f16" => Ty::F(16),
            "f32" => Ty::F(32),
            "f64" => Ty::F(64),
            "bf16" => Ty::Bf16,
            "tf32" => Ty::Tf32,
            "f16x2" => Ty::F16x2,
            "bf16x2" => Ty::Bf16x2,
            "f32x2" => Ty::F32x2,
            "u16x2" => Ty::U16x2,
            "s16x2" => Ty::S16x2,
            "e4m3x2" => Ty::E4m3x2,
            "e5m2x2" => Ty::E5m2x2,
            "e4m3" => Ty::E4m3,
            "e5m2" => Ty::E5m2,
            _ => return None,
        })
    }

    /// Width in bits; a predicate has one.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Ty::Pred => 1,
            Ty::B(n) | Ty::U(n) | Ty::S(n) | Ty::F(n) => u32::from(n),
            Ty::Bf16 | Ty::E4m3x2 | Ty::E5m2x2 => 16,
            Ty::E4m3 | Ty::E5m2 => 8,
            Ty::Tf32 | Ty::F16x2 | Ty::Bf16x2 | Ty::U16x2 | Ty::S16x2 => 32,
            Ty::F32x2 => 64,
        }
    }

    /// Width in bytes in memory; a predicate has none there, and counts as one.
    pub(crate) fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    pub(crate) fn signed(self) -> bool {
        matches!(self, Ty::S(_))
    }

    /// Whether it is a floating-point type, packed ones included.
    pub(crate) fn float(self) -> bool {
        !matches!(self, Ty::Pred | Ty::B(_) | Ty::U(_) | Ty::S(_) | Ty::U16x2 | Ty::S16x2)
    }
}

/// A whole module.
#[derive(Debug, Default)]
pub(crate) struct Unit<'a> {
    pub(crate) version: (u32, u32),
    pub(crate) target: &'a str,
    pub(crate) files: HashMap<u32, &'a str>,
    pub(crate) variables: Vec<Variable<'a>>,
    pub(crate) functions: Vec<Function<'a>>,
    pub(crate) aliases: Vec<(&'a str, &'a str)>,
}

/// A variable or parameter: `bytes` long, or of unknown length when `[]` is after its name.
#[derive(Debug, Clone)]
pub(crate) struct Variable<'a> {
    pub(crate) name: &'a str,
    pub(crate) space: Space,
    pub(crate) align: u32,
    pub(crate) bytes: u64,
    pub(crate) open: bool,
    pub(crate) external: bool,
    /// The first bytes; the others are zero.
    pub(crate) init: Vec<u8>,
    pub(crate) relocations: Vec<Relocation<'a>>,
    /// A parameter declared as a register, as `.reg .b32 x`.
    pub(crate) register: Option<Ty>,
    pub(crate) line: u32,
}

/// The address of another symbol in an initialiser.
#[derive(Debug, Clone)]
pub(crate) struct Relocation<'a> {
    pub(crate) offset: u64,
    pub(crate) bytes: u32,
    pub(crate) symbol: &'a str,
    pub(crate) addend: i64,
}

/// A kernel or a device function; without a body it is a declaration.
#[derive(Debug)]
pub(crate) struct Function<'a> {
    pub(crate) name: &'a str,
    pub(crate) kernel: bool,
    pub(crate) results: Vec<Variable<'a>>,
    pub(crate) parameters: Vec<Variable<'a>>,
    pub(crate) body: Option<Vec<Statement<'a>>>,
    /// `.reqntid`, if present: the only block shape that may be launched.
    pub(crate) required: Option<[u32; 3]>,
    /// `.maxntid`, if present: the most threads of a block.
    pub(crate) most_threads: Option<u64>,
    pub(crate) line: u32,
}

/// One statement of a body.
#[derive(Debug)]
pub(crate) enum Statement<'a> {
    /// Registers of a type: one of that name, or `count` of them with numbers after the name.
    Register(Ty, &'a str, Option<u32>, u32),
    Variable(Variable<'a>),
    Label(&'a str, u32),
    Instruction(Instruction<'a>),
    /// A source line: file, line, column, and the index of the function it was inlined into.
    Location {
        file: u32,
        line: u32,
        column: u32,
    },
    Open,
    Close(u32),
    /// `name: .branchtargets a, b, c;` or `.calltargets`.
    Targets(&'a str, Vec<&'a str>),
    /// `name: .callprototype ...;`
    Prototype,
}

/// One instruction as written.
#[derive(Debug)]
pub(crate) struct Instruction<'a> {
    /// The predicate register in front, and whether it is negated.
    pub(crate) guard: Option<(&'a str, bool)>,
    pub(crate) opcode: &'a str,
    pub(crate) operands: Vec<Operand<'a>>,
    pub(crate) line: u32,
}

/// One operand as written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Operand<'a> {
    Name(&'a str),
    /// A name with an offset, outside brackets.
    Offset(&'a str, i64),
    Int(u64),
    F32(u32),
    F64(u64),
    /// `[base + offset]`; a constant address has no base.
    Address(Option<&'a str>, i64),
    Vector(Vec<Operand<'a>>),
    /// `(a, b)` of a call.
    Group(Vec<Operand<'a>>),
    /// `p|q`
    Pair(&'a str, &'a str),
    /// `!p`
    Not(&'a str),
}
