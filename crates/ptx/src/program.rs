//! The executable form: a kernel and the functions it may call, each decoded once into compact instructions.

use crate::alu::{Alu, Operands};
use crate::convert::Conversion;
use crate::lanes::Constants;
use crate::soft::Spec;
use crate::syntax::Space;

/// No instruction: the reconvergence point of a branch whose lanes meet again only at the end of the function.
pub(crate) const NO_INSTRUCTION: u32 = u32::MAX;
/// A predicate that is always true: register zero, not negated.
pub(crate) const ALWAYS: u32 = 0;
/// Where the parameters of a call in progress begin in the parameter space; the kernel's own lie below.
pub(crate) const CALL_PARAMETERS: u64 = 1 << 24;

/// A kernel with everything that it may call.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) name: String,
    /// By index among the module's functions; `None` for those that this kernel cannot reach.
    pub(crate) functions: Vec<Option<Function>>,
    pub(crate) entry: usize,
    /// Where each parameter lies in the kernel's parameter block, and its bytes.
    pub(crate) parameters: Vec<(u64, u64)>,
    pub(crate) parameter_bytes: u64,
    /// Declared shared memory with its gaps, and where the dynamic part begins.
    pub(crate) shared: Vec<SharedVariable>,
    pub(crate) shared_bytes: u64,
    /// The first bytes of these that are reserved for the system: each block finds them zero.
    pub(crate) reserved_shared: usize,
    /// Whether it synchronises the whole grid, and whether it allocates from the heap.
    pub(crate) cooperates: bool,
    pub(crate) takes_memory: bool,
    pub(crate) required: Option<[u32; 3]>,
    pub(crate) most_threads: Option<u64>,
    pub(crate) files: Vec<(u32, String)>,
}

/// One declared shared variable.
#[derive(Debug, Clone)]
pub(crate) struct SharedVariable {
    pub(crate) name: String,
    pub(crate) start: u64,
    pub(crate) bytes: u64,
}

/// One decoded function.
#[derive(Debug, Default)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) code: Vec<Instruction>,
    /// The index of its first instruction among all of the program's.
    pub(crate) first: u32,
    /// The number of registers of each class that a call has.
    pub(crate) w32: u32,
    pub(crate) w64: u32,
    pub(crate) predicates: u32,
    pub(crate) constants: Constants,
    pub(crate) floats: Vec<Spec>,
    pub(crate) conversions: Vec<Conversion>,
    /// Bytes of the parameter space of one lane: its own parameters first, then those of the calls it makes.
    pub(crate) parameter_bytes: u32,
    /// Where each result and parameter lies there, and its bytes.
    pub(crate) results: Vec<(u32, u32)>,
    pub(crate) parameters: Vec<(u32, u32)>,
    /// Local memory of one lane.
    pub(crate) local_bytes: u32,
    /// Source positions of the instructions: file, line, column. The first stands for none.
    pub(crate) locations: Vec<(u32, u32, u32)>,
}

/// One instruction.
#[derive(Debug)]
pub(crate) struct Instruction {
    pub(crate) op: Op,
    /// The predicate in front: register times two, plus one if negated.
    pub(crate) guard: u32,
    /// The line of the PTX text.
    pub(crate) line: u32,
    /// The index of its source position.
    pub(crate) location: u32,
}

/// The operation of an instruction. Predicate operands are register times two, plus one if negated.
#[derive(Debug)]
pub(crate) enum Op {
    Nop,
    Alu(Alu, Operands),
    Carry(Box<Carry>),
    Compare(Box<Compare>),
    /// Bit `2a + b` of the table is the result.
    Logic {
        table: u8,
        d: u32,
        a: u32,
        b: u32,
    },
    Select {
        wide: bool,
        d: u32,
        a: u32,
        b: u32,
        p: u32,
    },
    /// `testp`: bit k of the classes is set where the number is: finite, infinite, number, NaN, normal, subnormal.
    Test {
        class: Class,
        wide: bool,
        d: u32,
        a: u32,
    },
    Special {
        register: Special,
        wide: bool,
        d: u32,
    },
    /// The address of the function's local memory, plus an offset.
    LocalAddress {
        wide: bool,
        d: u32,
        offset: u32,
    },
    Load(Box<Access>),
    Store(Box<Access>),
    /// A kernel's parameter, the same for every lane.
    LoadParameter(Box<Access>),
    Atomic(Box<Atomic>),
    /// `cvta`: from a window to generic, or back; the window begins at `base`.
    ToGeneric {
        d: u32,
        a: u32,
        base: u64,
    },
    FromGeneric {
        d: u32,
        a: u32,
        base: u64,
    },
    IsSpace {
        d: u32,
        a: u32,
        space: Space,
    },
    Branch {
        target: u32,
        reconverge: u32,
    },
    BranchIndex(Box<BranchIndex>),
    Call(Box<Call>),
    Return,
    Exit,
    Trap,
    Breakpoint,
    Fence {
        scope: Scope,
    },
    Sleep,
    Barrier(Box<Barrier>),
    /// `bar.warp.sync`
    WarpBarrier {
        mask: u32,
    },
    Shuffle(Box<Shuffle>),
    Vote {
        kind: Vote,
        d: u32,
        p: u32,
        mask: u32,
    },
    Match {
        all: bool,
        wide: bool,
        d: u32,
        p: Option<u32>,
        a: u32,
        mask: u32,
    },
    Reduce {
        kind: Reduction,
        d: u32,
        a: u32,
        mask: u32,
    },
    ActiveMask {
        d: u32,
    },
    Elect {
        d: Option<u32>,
        p: u32,
        mask: u32,
    },
    CopyAsync(Box<CopyAsync>),
    CopyCommit,
    /// Waits until at most this many groups are pending.
    CopyWait {
        left: u32,
    },
    /// `mbarrier`
    Mbarrier(Box<Mbarrier>),
    Matrix(Box<Matrix>),
    LoadMatrix(Box<LoadMatrix>),
    Fragment(Box<Fragment>),
    StackSave {
        d: u32,
        wide: bool,
    },
    StackRestore {
        a: u32,
        wide: bool,
    },
    StackGrow {
        d: u32,
        a: u32,
        wide: bool,
        align: u32,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Finite,
    Infinite,
    Number,
    Nan,
    Normal,
    Subnormal,
}

/// Addition, subtraction or multiply-add with the carry flag.
#[derive(Debug)]
pub(crate) struct Carry {
    pub(crate) kind: CarryKind,
    pub(crate) wide: bool,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) d: u32,
    pub(crate) s: [u32; 3],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CarryKind {
    Add,
    Sub,
    MadLow,
    MadHighU,
    MadHighS,
}

/// `setp` and `set`.
#[derive(Debug)]
pub(crate) struct Compare {
    pub(crate) ty: Compared,
    pub(crate) test: Test,
    pub(crate) flush: bool,
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// The table of [`Op::Logic`] that combines the outcome with `c`.
    pub(crate) table: u8,
    pub(crate) c: u32,
    pub(crate) result: Compares,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Compares {
    /// A predicate, and perhaps the one for the opposite outcome (or, for packed types, for the high half).
    Predicates(u32, Option<u32>),
    /// These bits where true, else zero.
    Word { d: u32, yes: u32 },
    /// The same in each half, by the halves' own outcome.
    Packed { d: u32, yes: u32 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compared {
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
    F16,
    Bf16,
    F32,
    F64,
    F16x2,
    Bf16x2,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Test {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Special {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    LaneId,
    WarpId,
    NWarpId,
    SmId,
    NSmId,
    GridId,
    MaskEq,
    MaskLe,
    MaskLt,
    MaskGe,
    MaskGt,
    Clock,
    ClockHigh,
    Nanoseconds,
    NanosecondsHigh,
    DynamicShared,
    TotalShared,
    /// The address of the workspace that a cooperative grid synchronises through.
    Workspace,
    WorkspaceHigh,
    Number(u32),
}

/// The threads with whose accesses an access is ordered: none, the block's, or all of the device and the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Weak,
    Block,
    Device,
}

/// The base of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    Absolute,
    Narrow(u32),
    Wide(u32),
    /// The function's local memory.
    Frame,
}

/// A load or store.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    pub(crate) space: Space,
    /// Bytes of one element: 1, 2, 4 or 8.
    pub(crate) bytes: u32,
    pub(crate) signed: bool,
    /// The registers of the elements, and whether each is 64 bits wide; a sink (`_`) has no register.
    pub(crate) elements: Vec<Element>,
    pub(crate) base: Base,
    pub(crate) offset: i64,
    pub(crate) scope: Scope,
    pub(crate) acquire: bool,
    pub(crate) release: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Element {
    /// A register, or for a store perhaps a constant; `None` is `_`.
    pub(crate) register: Option<u32>,
    pub(crate) wide: bool,
}

/// `atom` and `red`.
#[derive(Debug)]
pub(crate) struct Atomic {
    pub(crate) kind: AtomicKind,
    /// One element, or several, each of which is atomic.
    pub(crate) access: Access,
    /// The operands of each element.
    pub(crate) b: Vec<u32>,
    pub(crate) c: Vec<u32>,
    pub(crate) bits: u32,
    pub(crate) result: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum AtomicKind {
    Add,
    And,
    Or,
    Xor,
    Exchange,
    CompareExchange,
    Inc,
    Dec,
    MinU,
    MinS,
    MaxU,
    MaxS,
    /// Floating arithmetic; packed types are computed half by half.
    Float(Spec, bool),
}

#[derive(Debug)]
pub(crate) struct BranchIndex {
    pub(crate) a: u32,
    pub(crate) targets: Vec<u32>,
    pub(crate) reconverge: u32,
}

#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) target: Target,
    /// Where results and arguments lie in the caller's parameter space.
    pub(crate) results: Vec<(u32, u32)>,
    pub(crate) arguments: Vec<(u32, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Function(u32),
    /// A 64-bit register with a function's address.
    Register(u32),
    Print,
    AssertFail,
    Malloc,
    Free,
}

#[derive(Debug)]
pub(crate) struct Barrier {
    pub(crate) kind: BarrierKind,
    pub(crate) id: u32,
    pub(crate) count: Option<u32>,
    /// All lanes of the warp must arrive together.
    pub(crate) aligned: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BarrierKind {
    Sync,
    Arrive,
    /// The number of threads with the predicate.
    Count {
        d: u32,
        p: u32,
    },
    And {
        d: u32,
        p: u32,
    },
    Or {
        d: u32,
        p: u32,
    },
}

#[derive(Debug)]
pub(crate) struct Shuffle {
    pub(crate) kind: ShuffleKind,
    pub(crate) d: u32,
    pub(crate) p: Option<u32>,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
    pub(crate) mask: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShuffleKind {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reduction {
    Add,
    MinU,
    MinS,
    MaxU,
    MaxS,
    And,
    Or,
    Xor,
}

/// `cp.async`: the source's address, and how many of the bytes are read; the rest is filled with zeros.
#[derive(Debug)]
pub(crate) struct CopyAsync {
    pub(crate) to: Access,
    pub(crate) from: Access,
    pub(crate) bytes: u32,
    pub(crate) size: Option<u32>,
    /// Where true, nothing is read and zeros are written.
    pub(crate) ignore: Option<u32>,
}

/// An operation on a barrier that lies in shared memory.
#[derive(Debug)]
pub(crate) struct Mbarrier {
    pub(crate) kind: MbarrierKind,
    pub(crate) access: Access,
    /// A count, a parity, or (64 bits wide) a state.
    pub(crate) operand: Option<u32>,
    /// The register of the state, or the predicate of a wait.
    pub(crate) result: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MbarrierKind {
    Init,
    Invalidate,
    Arrive,
    /// Arrives, and leaves later phases.
    Drop,
    /// Whether the phase of this state has ended.
    Test,
    /// Whether the phase of this parity has ended.
    TestParity,
    /// The lane's asynchronous copies arrive; the variant `noinc` counts arrivals that were expected already.
    Copies {
        counted: bool,
    },
}

/// The elements of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    F16,
    Bf16,
    Tf32,
    F32,
    F64,
    S8,
    U8,
    S4,
    U4,
    S32,
}

/// `mma` and `wmma.mma`: d = a b + c.
#[derive(Debug)]
pub(crate) struct Matrix {
    pub(crate) shape: [u32; 3],
    pub(crate) cells: [Cell; 4],
    /// The cell that each lane and register holds: the layouts of a, of b, and of c and d.
    pub(crate) wmma: bool,
    pub(crate) saturate: bool,
    pub(crate) d: Vec<u32>,
    pub(crate) a: Vec<u32>,
    pub(crate) b: Vec<u32>,
    pub(crate) c: Vec<u32>,
}

/// `ldmatrix` and `stmatrix`
#[derive(Debug)]
pub(crate) struct LoadMatrix {
    pub(crate) access: Access,
    pub(crate) transposed: bool,
    pub(crate) store: bool,
}

/// `wmma.load` and `wmma.store`
#[derive(Debug)]
pub(crate) struct Fragment {
    pub(crate) access: Access,
    pub(crate) store: bool,
    /// `a`, `b` or `c` (also `d`).
    pub(crate) role: u8,
    pub(crate) shape: [u32; 3],
    pub(crate) cell: Cell,
    pub(crate) column_major: bool,
    /// The register or constant that holds the stride, in elements.
    pub(crate) stride: u32,
}
