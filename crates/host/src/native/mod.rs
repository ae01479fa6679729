//! Segments of a block program as machine code: elementwise operations that keep the values between them in registers.
//!
//! A loop of one operation loads its operands and stores its result; a segment loads what comes from outside and stores
//! what others read. `segment.rs` says which operations of a list belong together, `operation.rs` what they may be,
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
pub use segment::{Segment, Unit, segments, units};

use assembler::Assembler;
use segment::MAX_POINTERS;

/// Bytes of a vector.
const VECTOR: usize = 32;

/// Whether segments are compiled on this machine.
pub fn is_available() -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::simd::has_avx2() && !cuprust_ir::disabled(cuprust_ir::Switch::Native);
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// A segment's function: the addresses of its inputs, those of its outputs, and how many elements it computes.
#[cfg(target_arch = "x86_64")]
type Function = unsafe extern "sysv64" fn(*const *const u8, *const *mut u8, usize);
#[cfg(not(target_arch = "x86_64"))]
type Function = unsafe extern "C" fn(*const *const u8, *const *mut u8, usize);

/// The code of a kernel's segments, while it is compiled.
#[derive(Default)]
pub struct Code {
    assembler: Assembler,
}

impl Code {
    /// Appends a segment, whose inputs and outputs are these slots. `moves` tells for each input whether it differs
    /// from lane to lane.
    pub fn add(
        &mut self,
        kernel: &Kernel,
        segment: &Segment,
        moves: &[bool],
        inputs: &[u16],
        outputs: &[u16],
    ) -> Native {
        let entry = self.assembler.code.len();
        emit::emit(&mut self.assembler, kernel, segment, moves);
        let size = |node: &NodeId| kernel.nodes[*node as usize].dtype.size();
        let inputs = inputs.iter().zip(&segment.inputs).zip(moves);
        let inputs = inputs.map(|((&slot, node), &moves)| Block { slot, step: if moves { size(node) } else { 0 } });
        let outputs = outputs.iter().zip(&segment.outputs).map(|(&slot, node)| Block { slot, step: size(node) });
        Native { entry, lanes: segment.width.lanes(), inputs: inputs.collect(), outputs: outputs.collect() }
    }

    /// The code in memory that can be executed; `None` where there is none.
    pub fn executable(self) -> Option<Executable> {
        Executable::new(&self.assembler.with_constants())
    }

    pub fn is_empty(&self) -> bool {
        self.assembler.code.is_empty()
    }
}

/// An input or output: its slot, and the bytes from one lane to the next.
#[derive(Debug, Clone, Copy)]
struct Block {
    slot: u16,
    step: usize,
}

/// A compiled segment.
#[derive(Debug)]
pub struct Native {
    /// The offset of its function in the code.
    entry: usize,
    lanes: usize,
    inputs: Box<[Block]>,
    outputs: Box<[Block]>,
}

impl Native {
    /// The slots that it reads.
    pub fn inputs(&self) -> impl Iterator<Item = u16> {
        self.inputs.iter().map(|block| block.slot)
    }

    /// The slots that it writes.
    pub fn outputs(&self) -> impl Iterator<Item = u16> {
        self.outputs.iter().map(|block| block.slot)
    }

    /// Computes `n` lanes. `at` are the addresses of the slots.
    ///
    /// # Safety
    /// The code is that of its kernel. Each slot that is read has `n` elements, or a whole vector of the same one; each
    /// that is written has room for `n`, and overlaps none of the others.
    pub unsafe fn run(&self, code: &Executable, at: &[*mut u8], n: usize) {
        // SAFETY: the code is a function of this type, as the caller says.
        let function = unsafe { std::mem::transmute::<*const u8, Function>(code.at(self.entry)) };
        // Of the arrays only what a segment has is filled: to clear them would take longer than a short block.
        let mut from = [MaybeUninit::<*const u8>::uninit(); MAX_POINTERS];
        let mut to = [MaybeUninit::<*mut u8>::uninit(); MAX_POINTERS];
        let mut run = |first: usize, lanes: usize| {
            for (from, block) in from.iter_mut().zip(&self.inputs) {
                from.write(at[block.slot as usize].wrapping_add(first * block.step).cast_const());
            }
            for (to, block) in to.iter_mut().zip(&self.outputs) {
                to.write(at[block.slot as usize].wrapping_add(first * block.step));
            }
            // SAFETY: the caller promises the elements; these are a multiple of a vector's lanes among them.
            unsafe { function(from.as_ptr().cast(), to.as_ptr().cast(), lanes) };
        };
        let rest = n % self.lanes;
        if n >= self.lanes {
            run(0, n - rest);
            // The last vector is the one that ends with the last lane: what it has in common with the one before is
            // computed twice, from operands that nothing has overwritten.
            if rest > 0 {
                run(n - self.lanes, self.lanes);
            }
        } else if n > 0 {
            // SAFETY: the caller keeps the promises.
            unsafe { self.run_part(function, at, n) };
        }
    }

    /// Computes fewer lanes than a vector has, in vectors of their own: nothing beyond the blocks is read or written.
    ///
    /// # Safety
    /// As [`Native::run`], and the function is the segment's.
    unsafe fn run_part(&self, function: Function, at: &[*mut u8], n: usize) {
        let mut from = [MaybeUninit::<*const u8>::uninit(); MAX_POINTERS];
        let mut to = [MaybeUninit::<*mut u8>::uninit(); MAX_POINTERS];
        let mut inputs = [MaybeUninit::<[u8; VECTOR]>::uninit(); MAX_POINTERS];
        let mut outputs = [MaybeUninit::<[u8; VECTOR]>::uninit(); MAX_POINTERS];
        for ((from, vector), block) in from.iter_mut().zip(&mut inputs).zip(&self.inputs) {
            let first = at[block.slot as usize].cast_const();
            if block.step == 0 {
                from.write(first);
                continue;
            }
            let vector = vector.write([0; VECTOR]).as_mut_ptr();
            // SAFETY: the block has `n` elements, and a vector room for more.
            unsafe { std::ptr::copy_nonoverlapping(first, vector, n * block.step) };
            from.write(vector);
        }
        for ((to, vector), _) in to.iter_mut().zip(&mut outputs).zip(&self.outputs) {
            to.write(vector.as_mut_ptr().cast());
        }
        // SAFETY: each input and output is a vector of lanes.
        unsafe { function(from.as_ptr().cast(), to.as_ptr().cast(), self.lanes) };
        for (vector, block) in outputs.iter().zip(&self.outputs) {
            // SAFETY: the function has written the vector, and the block has room for `n` elements.
            unsafe {
                std::ptr::copy_nonoverlapping(vector.as_ptr().cast(), at[block.slot as usize], n * block.step);
            }
        }
    }
}
