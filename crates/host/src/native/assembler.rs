//! Encodes the instructions of x86-64 that segments need, with vectors of 256 bits.

/// A register of 64 bits, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gpr(pub u8);

pub const RAX: Gpr = Gpr(0);
pub const RCX: Gpr = Gpr(1);
pub const RDX: Gpr = Gpr(2);
pub const RSP: Gpr = Gpr(4);
pub const RSI: Gpr = Gpr(6);
pub const RDI: Gpr = Gpr(7);

/// A vector register, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ymm(pub u8);

/// The last operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rm {
    /// A vector register.
    Ymm(Ymm),
    /// Memory at `base + index * scale + offset`; the scale is 1, 2, 4 or 8.
    Memory { base: Gpr, index: Option<(Gpr, u8)>, offset: i32 },
    /// A constant, repeated over the vector.
    Constant(Constant),
}

/// A constant: 64 bits, repeated four times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant(pub u64);

/// An instruction of vectors: its opcode map, mandatory prefix (0 none, 1 `66`, 2 `F3`), W bit, and opcode.
#[derive(Debug, Clone, Copy)]
pub struct Vector {
    pub map: u8,
    pub prefix: u8,
    pub w: u8,
    pub opcode: u8,
}

impl Vector {
    /// Of the map `0F`.
    pub const fn of(prefix: u8, opcode: u8) -> Vector {
        Vector { map: 1, prefix, w: 0, opcode }
    }

    /// Of the map `0F38` with the prefix `66`.
    pub const fn of_38(opcode: u8) -> Vector {
        Vector { map: 2, prefix: 1, w: 0, opcode }
    }

    /// Of the map `0F3A` with the prefix `66`.
    pub const fn of_3a(opcode: u8) -> Vector {
        Vector { map: 3, prefix: 1, w: 0, opcode }
    }

    /// The same with the W bit set.
    pub const fn wide(self) -> Vector {
        Vector { w: 1, ..self }
    }
}

/// The code of one segment after another.
#[derive(Default)]
pub struct Assembler {
    pub code: Vec<u8>,
    constants: Vec<Constant>,
    /// Where the code refers to a constant: the position of the offset, that of the next instruction, the constant.
    references: Vec<(usize, usize, usize)>,
}

impl Assembler {
    /// The current end of the code, for [`Assembler::rewind`].
    pub fn mark(&self) -> (usize, usize) {
        (self.code.len(), self.references.len())
    }

    /// Removes what was appended after a mark.
    pub fn rewind(&mut self, (code, references): (usize, usize)) {
        self.code.truncate(code);
        self.references.truncate(references);
    }

    /// `instruction destination, first, second`, on vectors of 256 bits. Of an instruction with one operand, that is
    /// the second, and `first` is `None`.
    pub fn vector(&mut self, of: Vector, destination: Ymm, first: Option<Ymm>, second: Rm) {
        self.encode(of, 1, destination.0, first.map_or(0, |first| first.0), second, None);
    }

    /// As [`Assembler::vector`], with a number at the end of the instruction.
    pub fn vector_with(&mut self, of: Vector, destination: Ymm, first: Option<Ymm>, second: Rm, number: u8) {
        self.encode(of, 1, destination.0, first.map_or(0, |first| first.0), second, Some(number));
    }

    /// As [`Assembler::vector_with`], on vectors of 128 bits.
    pub fn half(&mut self, of: Vector, destination: Ymm, first: Option<Ymm>, second: Rm, number: Option<u8>) {
        self.encode(of, 0, destination.0, first.map_or(0, |first| first.0), second, number);
    }

    /// A shift by a constant: `digit` is part of the opcode.
    pub fn shift(&mut self, opcode: u8, digit: u8, destination: Ymm, from: Ymm, count: u8) {
        self.encode(Vector::of(1, opcode), 1, digit, destination.0, Rm::Ymm(from), Some(count));
    }

    fn encode(&mut self, of: Vector, length: u8, reg: u8, first: u8, rm: Rm, number: Option<u8>) {
        let (x, b) = match rm {
            Rm::Ymm(Ymm(number)) => (0, number >> 3),
            Rm::Memory { base, index, .. } => (index.map_or(0, |(index, _)| index.0 >> 3), base.0 >> 3),
            Rm::Constant(_) => (0, 0),
        };
        self.code.push(0xC4);
        self.code.push((reg >> 3 ^ 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | of.map);
        self.code.push(of.w << 7 | (first ^ 15) << 3 | length << 2 | of.prefix);
        self.code.push(of.opcode);
        self.operand(reg & 7, rm, usize::from(number.is_some()));
        self.code.extend(number);
    }

    /// The bytes that name a register and the last operand; `after` bytes of the instruction follow.
    fn operand(&mut self, reg: u8, rm: Rm, after: usize) {
        match rm {
            Rm::Ymm(Ymm(number)) => self.code.push(0xC0 | reg << 3 | number & 7),
            Rm::Memory { base, index, offset } => {
                match index {
                    Some((index, scale)) => {
                        let scale = scale.trailing_zeros() as u8;
                        self.code.extend([0x84 | reg << 3, scale << 6 | (index.0 & 7) << 3 | base.0 & 7]);
                    }
                    None if base.0 & 7 == 4 => self.code.extend([0x84 | reg << 3, 0x24]),
                    None => self.code.push(0x80 | reg << 3 | base.0 & 7),
                }
                self.code.extend(offset.to_le_bytes());
            }
            Rm::Constant(constant) => {
                let known = self.constants.iter().position(|known| *known == constant);
                let number = known.unwrap_or(self.constants.len());
                if known.is_none() {
                    self.constants.push(constant);
                }
                self.code.push(0x05 | reg << 3);
                self.references.push((self.code.len(), self.code.len() + 4 + after, number));
                self.code.extend([0; 4]);
            }
        }
    }

    /// `to = [base + offset]`, 64 bits.
    pub fn load(&mut self, to: Gpr, base: Gpr, offset: i32) {
        self.code.extend([0x48 | (to.0 >> 3) << 2 | base.0 >> 3, 0x8B]);
        self.operand(to.0 & 7, Rm::Memory { base, index: None, offset }, 0);
    }

    /// `to = from`.
    pub fn copy(&mut self, to: Gpr, from: Gpr) {
        self.code.extend([0x48 | (from.0 >> 3) << 2 | to.0 >> 3, 0x89, 0xC0 | (from.0 & 7) << 3 | to.0 & 7]);
    }

    /// `[base + offset] += from`, 64 bits.
    pub fn add_to_memory(&mut self, base: Gpr, offset: i32, from: Gpr) {
        self.code.extend([0x48 | (from.0 >> 3) << 2 | base.0 >> 3, 0x01]);
        self.operand(from.0 & 7, Rm::Memory { base, index: None, offset }, 0);
    }

    /// `to += number`.
    pub fn add(&mut self, to: Gpr, number: i32) {
        self.code.extend([0x48 | to.0 >> 3, 0x81, 0xC0 | to.0 & 7]);
        self.code.extend(number.to_le_bytes());
    }

    /// `to = 0`.
    pub fn zero(&mut self, to: Gpr) {
        self.code.extend([0x48 | (to.0 >> 3) << 2 | to.0 >> 3, 0x31, 0xC0 | (to.0 & 7) << 3 | to.0 & 7]);
    }

    /// `to = from + number`.
    pub fn sum(&mut self, to: Gpr, from: Gpr, number: i32) {
        self.copy(to, from);
        self.add(to, number);
    }

    /// Compares signed numbers and jumps forward if `a > b`. Returns the jump, for [`Assembler::land`].
    pub fn jump_if_greater(&mut self, a: Gpr, b: Gpr) -> usize {
        self.compare(a, b);
        self.jump_forward(0x8F)
    }

    /// As [`Assembler::jump_if_greater`], if `a == b`.
    pub fn jump_if_equal(&mut self, a: Gpr, b: Gpr) -> usize {
        self.compare(a, b);
        self.jump_forward(0x84)
    }

    /// `counter -= 1`, and jumps forward if it is zero then.
    pub fn count_down(&mut self, counter: Gpr) -> usize {
        self.add(counter, -1);
        self.jump_forward(0x84)
    }

    fn jump_forward(&mut self, condition: u8) -> usize {
        self.code.extend([0x0F, condition, 0, 0, 0, 0]);
        self.code.len()
    }

    /// Jumps back to a position.
    pub fn jump_to(&mut self, position: usize) {
        let offset = position as i64 - (self.code.len() as i64 + 5);
        self.code.push(0xE9);
        self.code.extend((offset as i32).to_le_bytes());
    }

    /// A forward jump leads here.
    pub fn land(&mut self, jump: usize) {
        let offset = (self.code.len() - jump) as i32;
        self.code[jump - 4..jump].copy_from_slice(&offset.to_le_bytes());
    }

    fn compare(&mut self, a: Gpr, b: Gpr) {
        self.code.extend([0x48 | (b.0 >> 3) << 2 | a.0 >> 3, 0x39, 0xC0 | (b.0 & 7) << 3 | a.0 & 7]);
    }

    pub fn push(&mut self, register: Gpr) {
        self.code.extend([0x40 | register.0 >> 3, 0x50 | register.0 & 7]);
    }

    pub fn pop(&mut self, register: Gpr) {
        self.code.extend([0x40 | register.0 >> 3, 0x58 | register.0 & 7]);
    }

    /// Clears the upper halves of the vector registers and returns.
    pub fn finish(&mut self) {
        self.code.extend([0xC5, 0xF8, 0x77, 0xC3]);
    }

    /// Appends the constants, and returns the code.
    pub fn with_constants(mut self) -> Vec<u8> {
        self.code.resize(self.code.len().next_multiple_of(32), 0);
        let start = self.code.len();
        for (at, next, constant) in self.references {
            let offset = (start + 32 * constant) as i64 - next as i64;
            self.code[at..at + 4].copy_from_slice(&(offset as i32).to_le_bytes());
        }
        for Constant(bits) in self.constants {
            (0..4).for_each(|_| self.code.extend(bits.to_le_bytes()));
        }
        self.code
    }
}
