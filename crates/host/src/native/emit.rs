//! The code of a segment: a loop over vectors, whose values are in registers, or in the stack where they are too many.

mod arithmetic;
mod shifts;

use std::collections::HashMap;

use cuprust_ir::{Kernel, NodeId};
use cuprust_num::DType;

use super::assembler::{Assembler, Constant, Gpr, RAX, RCX, RDI, RDX, RSI, RSP, Rm, Vector, Ymm};
use super::operation::{Action, Operation, Width};
use super::segment::{Fold, Segment};
use super::{Call, Lanes, VECTOR};

/// Registers for values; the last two of sixteen are used within an operation.
const VALUES: u8 = 14;
const T0: Ymm = Ymm(14);
const T1: Ymm = Ymm(15);

/// Registers that hold the addresses of blocks, and those of them that belong to the caller. Further addresses are
/// loaded when they are needed.
const ADDRESSES: [Gpr; 10] = [Gpr(8), Gpr(9), Gpr(10), Gpr(11), Gpr(3), Gpr(5), Gpr(12), Gpr(13), Gpr(14), Gpr(15)];
const SAVED: usize = 4;

const ONES: Constant = Constant(u64::MAX);
const ZERO: Constant = Constant(0);

/// Appends a segment's function to the code. `lanes` tells how the lanes of each input lie. The function takes a
/// [`Call`], the elements of a row, at least a vector's, and the number of rows.
pub fn emit(assembler: &mut Assembler, kernel: &Kernel, segment: &Segment, lanes: &[Lanes]) {
    let pointers = segment.inputs.len() + segment.outputs.len() + segment.folds.len();
    let saved = ADDRESSES.iter().take(pointers).skip(SAVED);
    saved.clone().for_each(|&register| assembler.push(register));
    assembler.add(RSP, 0);
    let frame = assembler.code.len() - 4;
    let row = assembler.code.len();
    if !segment.folds.is_empty() {
        assembler.vector(Vector::of(1, 0x76), T0, Some(T0), Rm::Ymm(T0));
        assembler.vector(Vector::of(0, 0x11), T0, None, in_call(MASK));
    }
    for (number, &register) in ADDRESSES.iter().take(pointers).enumerate() {
        assembler.load(register, RDI, pointer(number));
    }
    assembler.zero(RCX);
    let start = assembler.mark();
    let (mut spilled, _) = vectors(assembler, kernel, segment, lanes, 2);
    // Two vectors at a time hide the latency of the operations, but not if their values need the stack.
    if spilled > 0 {
        assembler.rewind(start);
    }
    let single;
    (spilled, single) = vectors(assembler, kernel, segment, lanes, 1);
    // The last vector of a row is the one that ends with its last lane: what it has in common with the one before is
    // computed twice, from operands that nothing has overwritten, and folded once.
    let whole = assembler.jump_if_equal(RCX, RSI);
    if !segment.folds.is_empty() {
        assembler.vector(Vector::of(0, 0x10), T0, None, in_call(TAIL));
        assembler.vector(Vector::of(0, 0x11), T0, None, in_call(MASK));
    }
    assembler.sum(RCX, RSI, -(segment.width.lanes() as i32));
    assembler.jump_to(single);
    assembler.land(whole);
    let last = assembler.count_down(RDX);
    for number in 0..segment.inputs.len() + segment.outputs.len() {
        if lanes.get(number) != Some(&Lanes::Repeated) {
            assembler.load(RAX, RDI, pitch(number));
            assembler.add_to_memory(RDI, pointer(number), RAX);
        }
    }
    assembler.jump_to(row);
    assembler.land(last);
    let bytes = (VECTOR * spilled) as i32;
    assembler.code[frame..frame + 4].copy_from_slice(&(-bytes).to_le_bytes());
    assembler.add(RSP, bytes);
    saved.rev().for_each(|&register| assembler.pop(register));
    assembler.finish();
}

const MASK: i32 = std::mem::offset_of!(Call, mask) as i32;
const TAIL: i32 = std::mem::offset_of!(Call, tail) as i32;

fn in_call(offset: i32) -> Rm {
    Rm::Memory { base: RDI, index: None, offset }
}

/// The offset of an address in a [`Call`]: those of the inputs, of the outputs, and of the folds.
fn pointer(number: usize) -> i32 {
    (std::mem::offset_of!(Call, pointers) + 8 * number) as i32
}

fn pitch(number: usize) -> i32 {
    (std::mem::offset_of!(Call, pitches) + 8 * number) as i32
}

/// The loop over this many vectors at a time. Returns how many values were stored in the stack, and where it starts.
fn vectors(
    assembler: &mut Assembler,
    kernel: &Kernel,
    segment: &Segment,
    lanes: &[Lanes],
    copies: u8,
) -> (usize, usize) {
    let step = i32::from(copies) * segment.width.lanes() as i32;
    let start = assembler.code.len();
    assembler.sum(RAX, RCX, step);
    let end = assembler.jump_if_greater(RAX, RSI);
    let mut uses: HashMap<NodeId, Vec<usize>> = HashMap::new();
    for (position, &node) in segment.nodes.iter().enumerate() {
        let operands = kernel.nodes[node as usize].kind.operands();
        operands.iter().for_each(|&of| uses.entry(of).or_default().push(position));
    }
    for (number, fold) in segment.folds.iter().enumerate() {
        uses.entry(fold.node).or_default().push(segment.nodes.len() + number);
    }
    let mut body = Body {
        assembler,
        kernel,
        segment,
        lanes,
        copies,
        uses,
        position: 0,
        held: [None; VALUES as usize],
        spilled: HashMap::new(),
        slots: 0,
    };
    for (position, &node) in segment.nodes.iter().enumerate() {
        body.position = position;
        (0..copies).for_each(|copy| body.operation(node, copy));
    }
    for number in 0..segment.folds.len() {
        body.position = segment.nodes.len() + number;
        (0..copies).for_each(|copy| body.fold(number, copy));
    }
    let slots = body.slots;
    assembler.add(RCX, step);
    assembler.jump_to(start);
    assembler.land(end);
    (slots, start)
}

/// One of the vectors of a value that are computed at a time.
type Value = (NodeId, u8);

struct Body<'a> {
    assembler: &'a mut Assembler,
    kernel: &'a Kernel,
    segment: &'a Segment,
    lanes: &'a [Lanes],
    /// How many vectors are computed at a time.
    copies: u8,
    /// By value, the positions of the operations that read it.
    uses: HashMap<NodeId, Vec<usize>>,
    /// The position of the operation that is emitted.
    position: usize,
    /// What the registers hold.
    held: [Option<Value>; VALUES as usize],
    /// The places in the stack of values that were stored there.
    spilled: HashMap<Value, i32>,
    slots: usize,
}

impl Body<'_> {
    fn dtype(&self, node: NodeId) -> DType {
        self.kernel.nodes[node as usize].dtype
    }

    fn is_wide(&self) -> bool {
        self.segment.width == Width::Eight
    }

    /// The position of the next operation that reads a value, from the current one or the one after it on.
    fn next_use(&self, node: NodeId, after: bool) -> Option<usize> {
        let from = self.position + usize::from(after);
        self.uses.get(&node)?.iter().copied().find(|&position| position >= from)
    }

    /// One of the vectors of a value. An input that is the same in all lanes has one.
    fn vector_of(&self, node: NodeId, copy: u8) -> Value {
        let is_same = |number: usize| self.lanes[number] != Lanes::Apart;
        (node, if self.input_number(node).is_some_and(is_same) { 0 } else { copy })
    }

    fn register_of(&self, node: NodeId, copy: u8) -> Option<Ymm> {
        let value = self.vector_of(node, copy);
        self.held.iter().position(|held| *held == Some(value)).map(|number| Ymm(number as u8))
    }

    /// A register that holds none of the pinned ones' values. The value whose next use is farthest leaves it.
    fn free_register(&mut self, pinned: &[Ymm]) -> Ymm {
        if let Some(number) = self.held.iter().position(Option::is_none) {
            return Ymm(number as u8);
        }
        let candidates = (0..VALUES).filter(|&number| !pinned.contains(&Ymm(number)));
        let farthest = |number: &u8| {
            let (node, _) = self.held[usize::from(*number)].expect("no register is free");
            (self.next_use(node, false).unwrap_or(usize::MAX), self.is_stored(node))
        };
        let register = Ymm(candidates.max_by_key(farthest).expect("an operation has few operands"));
        let value = self.held[usize::from(register.0)].take().expect("no register is free");
        if self.next_use(value.0, false).is_some() && !self.is_stored(value.0) && !self.spilled.contains_key(&value) {
            let offset = (VECTOR * self.slots) as i32;
            self.slots += 1;
            self.spilled.insert(value, offset);
            self.assembler.vector(Vector::of(0, 0x11), register, None, stack(offset));
        }
        register
    }

    /// Whether a value is an input, which is read again.
    fn is_stored(&self, node: NodeId) -> bool {
        self.input_number(node).is_some()
    }

    /// The number of an input.
    fn input_number(&self, node: NodeId) -> Option<usize> {
        self.segment.inputs.iter().position(|&input| input == node)
    }

    /// The memory of an input or output, of elements of this many bytes.
    fn memory(&mut self, number: usize, size: usize, copy: u8) -> Rm {
        let base = match ADDRESSES.get(number) {
            Some(&register) => register,
            None => {
                self.assembler.load(RAX, RDI, pointer(number));
                RAX
            }
        };
        if self.lanes.get(number).is_none_or(|&lanes| lanes == Lanes::Apart) {
            let offset = usize::from(copy) * self.segment.width.lanes() * size;
            Rm::Memory { base, index: Some((RCX, size as u8)), offset: offset as i32 }
        } else {
            Rm::Memory { base, index: None, offset: 0 }
        }
    }

    fn input(&mut self, node: NodeId, copy: u8) -> Rm {
        let number = self.input_number(node).expect("it is an input");
        let size = self.dtype(node).size();
        self.memory(number, size, copy)
    }

    /// Whether a value is an input of which there is one element for all lanes.
    fn is_single(&self, node: NodeId) -> bool {
        self.input_number(node).is_some_and(|number| self.lanes[number] == Lanes::Single)
    }

    /// Repeats the element of an input over a register.
    fn repeat(&mut self, register: Ymm, node: NodeId) {
        let opcode = match self.dtype(node).size() {
            1 => 0x78,
            2 => 0x79,
            4 => 0x58,
            _ => 0x59,
        };
        let memory = self.input(node, 0);
        self.assembler.vector(Vector::of_38(opcode), register, None, memory);
    }

    /// A value in a register.
    fn value(&mut self, node: NodeId, copy: u8, pinned: &[Ymm]) -> Ymm {
        if let Some(register) = self.register_of(node, copy) {
            return register;
        }
        let register = self.free_register(pinned);
        match self.spilled.get(&(node, copy)) {
            Some(&offset) => self.move_to(register, stack(offset)),
            None if self.is_single(node) => {
                self.repeat(register, node);
                if self.dtype(node) == DType::Bool {
                    self.make_mask(register);
                }
            }
            None => {
                let memory = self.input(node, copy);
                if self.dtype(node) == DType::Bool {
                    match self.segment.width {
                        Width::One => self.move_to(register, memory),
                        Width::Two => self.assembler.vector(Vector::of_38(0x30), register, None, memory),
                        Width::Four => self.assembler.vector(Vector::of_38(0x31), register, None, memory),
                        Width::Eight => self.assembler.vector(Vector::of_38(0x32), register, None, memory),
                    }
                    self.make_mask(register);
                } else {
                    self.move_to(register, memory);
                }
            }
        }
        self.held[usize::from(register.0)] = Some(self.vector_of(node, copy));
        register
    }

    /// Makes truth values masks: whatever is not zero is true.
    fn make_mask(&mut self, register: Ymm) {
        self.assembler.vector(self.equal(), register, Some(register), Rm::Constant(ZERO));
        self.bits(0xEF, register, register, Rm::Constant(ONES));
    }

    /// A value as the last operand of one instruction: in memory where nothing else reads it.
    fn operand(&mut self, node: NodeId, copy: u8, pinned: &[Ymm]) -> Rm {
        if self.register_of(node, copy).is_none() && self.next_use(node, true).is_none() {
            if let Some(&offset) = self.spilled.get(&(node, copy)) {
                return stack(offset);
            }
            if self.dtype(node) != DType::Bool && !self.is_single(node) {
                return self.input(node, copy);
            }
        }
        Rm::Ymm(self.value(node, copy, pinned))
    }

    fn move_to(&mut self, register: Ymm, from: Rm) {
        self.assembler.vector(Vector::of(0, 0x10), register, None, from);
    }

    /// Emits an operation for one of the vectors, and stores its result if it is an output.
    fn operation(&mut self, node: NodeId, copy: u8) {
        let operation = Operation::of(self.kernel, node).expect("segments consist of operations");
        let operands = self.kernel.nodes[node as usize].kind.operands().to_vec();
        let result = self.compute(operation, node, &operands, copy);
        if self.next_use(node, true).is_some() {
            self.held[usize::from(result.0)] = Some((node, copy));
        }
        if let Some(output) = self.segment.outputs.iter().position(|&output| output == node) {
            self.store(result, node, output, copy);
        }
    }

    /// Folds one of the vectors of a value into its accumulator.
    fn fold(&mut self, number: usize, copy: u8) {
        let Fold { node, action, dtype } = self.segment.folds[number];
        let value = self.value(node, copy, &[]);
        let r = self.free_register(&[value]);
        let pointer = self.segment.inputs.len() + self.segment.outputs.len() + number;
        let memory = self.memory(pointer, dtype.size(), copy);
        self.move_to(r, memory);
        self.apply(action, dtype, r, r, Rm::Ymm(value), Rm::Ymm(value));
        self.release(&[node], copy);
        if self.copies == 1 {
            self.move_to(T0, in_call(MASK));
            self.move_to(T1, memory);
            self.assembler.vector_with(Vector::of_3a(0x4C), r, Some(T1), Rm::Ymm(r), T0.0 << 4);
        }
        self.assembler.vector(Vector::of(0, 0x11), r, None, memory);
    }

    /// The register of a result, after the operands that nothing else reads have left theirs.
    fn result(&mut self, operands: &[NodeId], copy: u8, pinned: &[Ymm]) -> Ymm {
        self.release(operands, copy);
        self.free_register(pinned)
    }

    /// Frees the registers of the operands that nothing else reads.
    fn release(&mut self, operands: &[NodeId], copy: u8) {
        for &of in operands {
            let is_last = self.vector_of(of, copy).1 == copy || copy + 1 == self.copies;
            if self.next_use(of, true).is_none()
                && is_last
                && let Some(register) = self.register_of(of, copy)
            {
                self.held[usize::from(register.0)] = None;
            }
        }
    }

    /// Computes a value into the register that is returned. It is the last that an operation writes.
    fn compute(&mut self, operation: Operation, node: NodeId, operands: &[NodeId], copy: u8) -> Ymm {
        let Operation { action, dtype, .. } = operation;
        if action == Action::Convert {
            return self.convert(operands[0], dtype, self.dtype(node), copy);
        }
        let a = self.value(operands[0], copy, &[]);
        let needs_registers = matches!(
            action,
            Action::Maximum
                | Action::Minimum
                | Action::Clip
                | Action::Where
                | Action::Less
                | Action::LessEqual
                | Action::Greater
                | Action::GreaterEqual
                | Action::CopySign
        ) || action == Action::Multiply
            && matches!(self.segment.width, Width::One | Width::Eight)
            && !dtype.is_float();
        let (mut pinned, mut b, mut c) = (vec![a], Rm::Ymm(a), Rm::Ymm(a));
        if let Some(&of) = operands.get(1) {
            b = match operands.get(2).is_some() || needs_registers {
                true => Rm::Ymm(self.value(of, copy, &pinned)),
                false => self.operand(of, copy, &pinned),
            };
            pinned.extend(register(b));
        }
        if let Some(&of) = operands.get(2) {
            c = Rm::Ymm(self.value(of, copy, &pinned));
            pinned.extend(register(c));
        }
        let r = match action {
            // Its operand is read after its result is first written.
            Action::Product(_) => {
                let r = self.free_register(&pinned);
                self.release(operands, copy);
                r
            }
            _ => self.result(operands, copy, &pinned),
        };
        self.apply(action, dtype, r, a, b, c);
        r
    }

    /// Converts a value: truth values, and numbers of the same width, from a register; others as they are read.
    fn convert(&mut self, of: NodeId, from: DType, to: DType, copy: u8) -> Ymm {
        let to_float = to.is_float();
        if from == DType::Bool {
            let a = self.value(of, copy, &[]);
            let r = self.result(&[of], copy, &[a]);
            let one = match to {
                DType::F32 => repeated(1f32.to_bits()),
                DType::F64 => Constant(1f64.to_bits()),
                _ => self.one(),
            };
            self.bits(0xDB, r, a, Rm::Constant(one));
            return r;
        }
        if (from, to) == (DType::I32, DType::F32) {
            let a = self.operand(of, copy, &[]);
            let pinned: Vec<Ymm> = register(a).into_iter().collect();
            let r = self.result(&[of], copy, &pinned);
            self.assembler.vector(Vector::of(0, 0x5B), r, None, a);
            return r;
        }
        if (from, to) == (DType::I64, DType::F64) {
            // The halves as floats, exactly: the lower from 2^52 on, the upper from 2^84 on; their sum is rounded once.
            let a = self.value(of, copy, &[]);
            let r = self.result(&[of], copy, &[a]);
            let (lower, upper, both) =
                (Constant(0x4330_0000_0000_0000), Constant(0x4530_0000_8000_0000), Constant(0x4530_0000_8010_0000));
            self.assembler.shift(0x73, 2, T0, a, 32);
            self.bits(0xEF, T0, T0, Rm::Constant(upper));
            self.assembler.vector(Vector::of(1, 0x5C), T0, Some(T0), Rm::Constant(both));
            self.assembler.vector_with(Vector::of_3a(0x02), T1, Some(a), Rm::Constant(lower), 0b1010_1010);
            self.assembler.vector(Vector::of(1, 0x58), r, Some(T0), Rm::Ymm(T1));
            return r;
        }
        let r = self.result(&[of], copy, &[]);
        let memory = if self.is_single(of) {
            self.repeat(T0, of);
            Rm::Ymm(T0)
        } else {
            self.input(of, copy)
        };
        // From bytes, words and double words to lanes of four and eight bytes.
        let widen = match (from, self.is_wide() && !to_float) {
            (DType::U8, _) if self.segment.width == Width::Two => 0x30,
            (DType::I8, _) if self.segment.width == Width::Two => 0x20,
            (DType::U8, false) => 0x31,
            (DType::U16, false) => 0x33,
            (DType::I8, false) => 0x21,
            (DType::I16, false) => 0x23,
            (DType::U8, true) => 0x32,
            (DType::U16, true) => 0x34,
            (DType::U32, _) => 0x35,
            (DType::I8, true) => 0x22,
            (DType::I16, true) => 0x24,
            (_, _) => 0x25,
        };
        match (from, to) {
            (DType::F32, _) => self.assembler.vector(Vector::of(0, 0x5A), r, None, memory),
            (DType::I32, DType::F64) => self.assembler.vector(Vector::of(2, 0xE6), r, None, memory),
            (_, DType::F64) => {
                self.assembler.half(Vector::of_38(widen), r, None, memory, None);
                self.assembler.vector(Vector::of(2, 0xE6), r, None, Rm::Ymm(r));
            }
            (_, DType::F32) => {
                self.assembler.vector(Vector::of_38(widen), r, None, memory);
                self.assembler.vector(Vector::of(0, 0x5B), r, None, Rm::Ymm(r));
            }
            _ => self.assembler.vector(Vector::of_38(widen), r, None, memory),
        }
        r
    }

    /// Stores an output; truth values as bytes.
    fn store(&mut self, from: Ymm, node: NodeId, output: usize, copy: u8) {
        let (number, size) = (self.segment.inputs.len() + output, self.dtype(node).size());
        if self.dtype(node) != DType::Bool {
            let memory = self.memory(number, size, copy);
            return self.assembler.vector(Vector::of(0, 0x11), from, None, memory);
        }
        let ones = Rm::Constant(Constant(0x0101_0101_0101_0101));
        let memory = self.memory(number, 1, copy);
        if self.segment.width == Width::One {
            self.bits(0xDB, T0, from, ones);
            return self.assembler.vector(Vector::of(0, 0x11), T0, None, memory);
        }
        // The two halves of the vector are packed side by side.
        let (pack_doubles, pack_words) = (Vector::of(1, 0x6B), Vector::of(1, 0x63));
        self.assembler.vector_with(Vector::of_3a(0x39), from, None, Rm::Ymm(T0), 1);
        let store = match self.segment.width {
            Width::One | Width::Two => {
                self.assembler.half(pack_words, T0, Some(from), Rm::Ymm(T0), None);
                Vector::of(0, 0x11)
            }
            Width::Four => {
                self.assembler.half(pack_doubles, T0, Some(from), Rm::Ymm(T0), None);
                self.assembler.half(pack_words, T0, Some(T0), Rm::Ymm(T0), None);
                Vector::of(1, 0xD6)
            }
            Width::Eight => {
                // The lower double words of four lanes.
                self.assembler.half(Vector::of(0, 0xC6), T0, Some(from), Rm::Ymm(T0), Some(0b1000_1000));
                self.assembler.half(pack_doubles, T0, Some(T0), Rm::Ymm(T0), None);
                self.assembler.half(pack_words, T0, Some(T0), Rm::Ymm(T0), None);
                Vector::of(1, 0x7E)
            }
        };
        self.assembler.half(Vector::of(1, 0xDB), T0, Some(T0), ones, None);
        self.assembler.half(store, T0, None, memory, None);
    }
}

fn repeated(bits: u32) -> Constant {
    Constant(u64::from(bits) << 32 | u64::from(bits))
}

fn stack(offset: i32) -> Rm {
    Rm::Memory { base: RSP, index: None, offset }
}

fn register(operand: Rm) -> Option<Ymm> {
    match operand {
        Rm::Ymm(register) => Some(register),
        _ => None,
    }
}
