//! Segments of a block program as machine code: elementwise operations that keep the values between them in registers.
//!
//! A loop of one operation loads its operands and stores its result; a segment loads what comes from outside and stores
//! what others read. A function computes rows: it moves its addresses on from one to the next. So a whole map over
//! rows, and the steps of a sweep whose reductions fold in place, are one call where they are one segment. `segment.rs`
//! says which operations of a list belong together, `operation.rs` what they may be,
//! `emit.rs` gives their values registers, `assembler.rs` encodes the instructions, of x86-64 with AVX2. Elsewhere, and
//! where the system refuses memory that can be executed, every operation has its loop.

mod assembler;
mod emit;
mod executable;
mod operation;
mod segment;

use std::mem::MaybeUninit;

use cuprust_ir::{Kernel, NodeId};

pub use executable::Executable;
pub use segment::{Fold, Segment, Unit, segments, units, whole};

use assembler::Assembler;
use operation::Operation;
use segment::{MAX_FOLDS, MAX_POINTERS};

/// Bytes of a vector.
pub const VECTOR: usize = 32;

/// Whether segments are compiled on this machine.
pub fn is_available() -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::simd::has_avx2() && !cuprust_ir::disabled(cuprust_ir::Switch::Native);
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Whether a value is computed by an operation that segments have.
pub fn is_operation(kernel: &Kernel, node: NodeId) -> bool {
    is_available() && Operation::of(kernel, node).is_some()
}

/// How the lanes of an input lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lanes {
    /// One after another.
    Apart,
    /// All are the same: there is a vector of them.
    Repeated,
    /// All are the same: there is one element.
    Single,
}

/// Most addresses of a function.
const MAX_ADDRESSES: usize = 2 * MAX_POINTERS + MAX_FOLDS;

/// What a function reads while it runs: addresses, which it moves on from row to row. Only what a segment has is
/// filled: to clear the whole would take longer than a short row.
#[repr(C, align(32))]
struct Call {
    /// The lanes that folds take part in, all bits of a lane set or none: of the present vector, and of a row's last.
    mask: MaybeUninit<[u8; VECTOR]>,
    tail: MaybeUninit<[u8; VECTOR]>,
    /// The addresses of the inputs, of the outputs, and of the folds.
    pointers: [MaybeUninit<*mut u8>; MAX_ADDRESSES],
    /// The bytes from one row to the next, of the inputs and outputs.
    pitches: [MaybeUninit<isize>; MAX_ADDRESSES],
}

/// A segment's code: takes the addresses, the elements of a row, and how many rows there are.
#[cfg(target_arch = "x86_64")]
type Entry = unsafe extern "sysv64" fn(*mut Call, usize, usize);
#[cfg(not(target_arch = "x86_64"))]
type Entry = unsafe extern "C" fn(*mut Call, usize, usize);

/// The code of a kernel's segments, while it is compiled.
#[derive(Default)]
pub struct Code {
    assembler: Assembler,
}

impl Code {
    /// Appends the function of a segment. `lanes` tells how the lanes of each input lie.
    pub fn add(&mut self, kernel: &Kernel, segment: &Segment, lanes: &[Lanes]) -> Function {
        let entry = self.assembler.code.len();
        emit::emit(&mut self.assembler, kernel, segment, lanes);
        let addresses = segment.inputs.len() + segment.outputs.len() + segment.folds.len();
        Function { entry, addresses, lanes: segment.width.lanes(), size: VECTOR / segment.width.lanes() }
    }

    /// The code in memory that can be executed; `None` where there is none.
    pub fn executable(self) -> Option<Executable> {
        Executable::new(&self.assembler.with_constants())
    }

    pub fn is_empty(&self) -> bool {
        self.assembler.code.is_empty()
    }
}

/// A segment's function.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// Its offset in the code.
    entry: usize,
    /// How many inputs, outputs and folds there are.
    addresses: usize,
    /// The lanes of a vector.
    lanes: usize,
    /// Bytes of a lane.
    size: usize,
}

impl Function {
    /// The lanes of a vector: a row has as many at least.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Computes rows of `n` elements each. `addresses` are those of the inputs, of the outputs and of the folds, with
    /// the bytes from one row to the next.
    ///
    /// # Safety
    /// The code is that of its kernel, `n` is a vector's lanes at least, and each address is one of `n` elements in
    /// each row, or of the same one for all lanes. What is written overlaps nothing that is read, nor anything else
    /// that is written; folds hold a value of earlier rows or a neutral one.
    pub unsafe fn run(
        &self,
        code: &Executable,
        addresses: impl Iterator<Item = (*mut u8, isize)>,
        n: usize,
        rows: usize,
    ) {
        debug_assert!(n >= self.lanes);
        let mut call = MaybeUninit::<Call>::uninit();
        let call = call.as_mut_ptr();
        // SAFETY: the call is this function's own; each of its fields may hold any bits.
        let (pointers, pitches, tail) = unsafe { (&mut (*call).pointers, &mut (*call).pitches, &mut (*call).tail) };
        let mut count = 0;
        for ((pointer, pitch), (address, bytes)) in pointers.iter_mut().zip(pitches).zip(addresses) {
            pointer.write(address);
            pitch.write(bytes);
            count += 1;
        }
        assert_eq!(count, self.addresses, "a function has all its addresses");
        let rest = n % self.lanes;
        if rest > 0 {
            let mut mask = [0xFF; VECTOR];
            mask[..(self.lanes - rest) * self.size].fill(0);
            tail.write(mask);
        }
        if rows > 0 {
            // SAFETY: the code is a function of this type; the caller promises the elements of the addresses, which are
            // all there.
            unsafe { std::mem::transmute::<*const u8, Entry>(code.at(self.entry))(call, n, rows) };
        }
    }
}

/// An input or output: its slot, the bytes of an element, and how its lanes lie.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    pub slot: u16,
    pub size: usize,
    pub lanes: Lanes,
}

/// A segment on the blocks of slots.
#[derive(Debug)]
pub struct Native {
    function: Function,
    inputs: Box<[Block]>,
    outputs: Box<[Block]>,
    /// Whether an input is one element for each row.
    is_by_rows: bool,
}

impl Native {
    /// A segment that reads and writes these slots.
    pub fn new(function: Function, inputs: Vec<Block>, outputs: Vec<Block>) -> Native {
        let is_by_rows = inputs.iter().any(|block| block.lanes == Lanes::Single);
        Native { function, inputs: inputs.into(), outputs: outputs.into(), is_by_rows }
    }

    /// The slots that it reads, and how their lanes lie.
    pub fn inputs(&self) -> impl Iterator<Item = (u16, Lanes)> {
        self.inputs.iter().map(|block| (block.slot, block.lanes))
    }

    /// The slots that it writes.
    pub fn outputs(&self) -> impl Iterator<Item = u16> {
        self.outputs.iter().map(|block| block.slot)
    }

    /// Computes `n` lanes, of `rows` rows that follow one another. `at` are the addresses of the slots.
    ///
    /// # Safety
    /// The code is that of its kernel. Each slot that is read has `n` elements, or as many as its lanes say: a vector,
    /// or one for each row, which then has a vector's lanes where there are several. Each that is written has room
    /// for `n`, and overlaps none of the others.
    pub unsafe fn run(&self, code: &Executable, at: &[*mut u8], n: usize, rows: usize) {
        if rows > 1 && self.is_by_rows {
            let n = n / rows;
            let addresses = self.inputs.iter().chain(&self.outputs).map(|block| {
                let elements = match block.lanes {
                    Lanes::Apart => n,
                    Lanes::Repeated => 0,
                    Lanes::Single => 1,
                };
                (at[block.slot as usize], (elements * block.size) as isize)
            });
            // SAFETY: the caller promises the elements of each row.
            unsafe { self.function.run(code, addresses, n, rows) };
        } else if n >= self.function.lanes {
            let addresses = self.inputs.iter().chain(&self.outputs).map(|block| (at[block.slot as usize], 0));
            // SAFETY: the caller promises the elements; there is one row.
            unsafe { self.function.run(code, addresses, n, 1) };
        } else if n > 0 {
            // SAFETY: the caller keeps the promises.
            unsafe { self.run_part(code, at, n) };
        }
    }

    /// Computes fewer lanes than a vector has, in vectors of their own: nothing beyond the blocks is read or written.
    ///
    /// # Safety
    /// As [`Native::run`].
    unsafe fn run_part(&self, code: &Executable, at: &[*mut u8], n: usize) {
        let mut inputs = [MaybeUninit::<[u8; VECTOR]>::uninit(); MAX_POINTERS];
        let mut outputs = [MaybeUninit::<[u8; VECTOR]>::uninit(); MAX_POINTERS];
        let read = self.inputs.iter().zip(&mut inputs).map(|(block, vector)| {
            let first = at[block.slot as usize];
            if block.lanes != Lanes::Apart {
                return (first, 0);
            }
            let vector = vector.write([0; VECTOR]).as_mut_ptr();
            // SAFETY: the block has `n` elements, and a vector room for more.
            unsafe { std::ptr::copy_nonoverlapping(first.cast_const(), vector, n * block.size) };
            (vector, 0)
        });
        let written = outputs.iter_mut().take(self.outputs.len()).map(|vector| (vector.as_mut_ptr().cast(), 0));
        // SAFETY: each input and output is a vector of lanes.
        unsafe { self.function.run(code, read.chain(written), self.function.lanes, 1) };
        for (vector, block) in outputs.iter().zip(&self.outputs) {
            // SAFETY: the function has written the vector, and the block has room for `n` elements.
            unsafe {
                std::ptr::copy_nonoverlapping(vector.as_ptr().cast(), at[block.slot as usize], n * block.size);
            }
        }
    }
}
