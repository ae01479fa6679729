//! The encoding of a queue's program as words: recording copies a few of them, and the plan cache compares them.
//!
//! An instruction is a head word, the extents of its iteration space, and its operands. A storage is named by its index
//! among the storages in order of first use, and a scalar by its dtype alone, so two programs that do the same to other
//! storages, at other addresses, with other scalars, have the same words.

use cuprust_ir::{
    Axes, CircularAxis, Dims, Instruction, Layout, Opcode, Operand, ScalarId, StorageId, View, contiguous_strides,
};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Reduction, Routine, RowId};

/// The words of a program; its scalars are kept apart.
#[derive(Default)]
pub(in crate::runtime) struct Tape {
    pub(in crate::runtime) words: Vec<u64>,
    pub(in crate::runtime) scalars: Vec<Scalar>,
    /// One for each instruction.
    pub(super) marks: Vec<Mark>,
}

/// Where an instruction begins.
#[derive(Clone, Copy)]
pub(in crate::runtime) struct Mark {
    /// Its first word.
    pub(super) word: u32,
    /// The index of its first scalar.
    pub(in crate::runtime) scalar: u32,
    /// A hash of its operation and space, but not of the storages it names, by which periods are found.
    hash: u64,
}

const VIEW: u64 = 0;
const SCALAR: u64 = 1;
const POSITION: u64 = 2;

// Bits of an operand's head word, above its kind (2 bits) and dtype (8 bits).
const OWN_SHAPE: u64 = 1 << 10;
const STRIDED: u64 = 1 << 11;
const RANK: u32 = 12;
const WRAPS: u32 = 20;
const OFFSET: u64 = 1 << 28;
const LOCAL: u32 = 32;

impl Tape {
    /// Begins an instruction; its outputs and then its inputs follow.
    #[inline]
    pub(in crate::runtime) fn begin(&mut self, opcode: Opcode, outputs: usize, inputs: usize, shape: &[i64]) {
        let (word, scalar) = (self.words.len() as u32, self.scalars.len() as u32);
        let (tag, beside) = encode(opcode);
        let head = tag | (outputs as u64) << 4 | (inputs as u64) << 8 | (shape.len() as u64) << 16 | beside << 24;
        self.words.push(head);
        let mut hash = head.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        match opcode {
            Opcode::Reduce(_, _, axes) => {
                self.words.push(axes.0);
                hash ^= axes.0;
            }
            Opcode::Routine(routine) => {
                for &parameter in &*routine.words().1 {
                    self.words.push(parameter);
                    hash = hash.rotate_left(9) ^ parameter;
                }
            }
            Opcode::Map(..) | Opcode::Copy | Opcode::Dead(_) => {}
        }
        for &extent in shape {
            self.words.push(extent as u64);
            hash = hash.rotate_left(9) ^ extent as u64;
        }
        self.marks.push(Mark { word, scalar, hash });
    }

    #[inline]
    pub(in crate::runtime) fn view(
        &mut self,
        local: u32,
        dtype: DType,
        layout: &Layout,
        circular: &[CircularAxis],
        shape: &[i64],
    ) {
        let mut head = VIEW | (dtype as u64) << 2 | (layout.rank() as u64) << RANK | (local as u64) << LOCAL;
        let own = !are_equal(&layout.shape, shape);
        let strided = !circular.is_empty() || !layout.is_plain();
        if !own && !strided {
            return self.plain(local, dtype, layout.rank(), layout.offset);
        }
        head |= if own { OWN_SHAPE } else { 0 } | if strided { STRIDED } else { 0 } | (circular.len() as u64) << WRAPS;
        if layout.offset != 0 {
            self.words.extend_from_slice(&[head | OFFSET, layout.offset as u64]);
        } else {
            self.words.push(head);
        }
        self.layout(layout, own, strided);
        for wrap in circular {
            let fields =
                [wrap.axis as u64, wrap.start as u64, wrap.step as u64, wrap.modulus as u64, wrap.stride as u64];
            self.words.extend_from_slice(&fields);
        }
    }

    /// A view in C order, of the instruction's shape.
    #[inline]
    pub(in crate::runtime) fn plain(&mut self, local: u32, dtype: DType, rank: usize, offset: i64) {
        let head = VIEW | (dtype as u64) << 2 | (rank as u64) << RANK | (local as u64) << LOCAL;
        if offset == 0 {
            self.words.push(head);
        } else {
            self.words.extend_from_slice(&[head | OFFSET, offset as u64]);
        }
    }

    #[inline]
    pub(in crate::runtime) fn scalar(&mut self, scalar: Scalar) {
        self.words.push(SCALAR | (scalar.dtype() as u64) << 2);
        self.scalars.push(scalar);
    }

    pub(in crate::runtime) fn position(&mut self, layout: &Layout) {
        self.words.push(POSITION | OWN_SHAPE | STRIDED | OFFSET | (layout.rank() as u64) << RANK);
        self.words.push(layout.offset as u64);
        self.layout(layout, true, true);
    }

    #[inline]
    fn layout(&mut self, layout: &Layout, own: bool, strided: bool) {
        if own {
            self.words.extend(layout.shape.iter().map(|&extent| extent as u64));
        }
        if strided {
            self.words.extend(layout.strides.iter().map(|&stride| stride as u64));
        }
    }

    /// The instructions from `first` on up to `end`, with storages named as they were recorded.
    ///
    /// Scalars are numbered from the first one of these instructions.
    pub(in crate::runtime) fn decode(&self, first: usize, end: usize) -> Vec<Instruction> {
        if first >= self.len() {
            return vec![];
        }
        let mut reader = self.reader(first);
        (first..end).map(|_| reader.instruction()).collect()
    }

    /// An instruction, and its scalars, which are numbered from its own first one.
    pub(in crate::runtime) fn instruction(&self, at: usize) -> (Instruction, &[Scalar]) {
        (self.reader(at).instruction(), &self.scalars[self.marks[at].scalar as usize..])
    }

    /// A reader of the instructions from one on.
    fn reader(&self, at: usize) -> Reader<'_> {
        let Mark { word, scalar, .. } = self.marks[at];
        Reader { words: &self.words[word as usize..], base: scalar, scalar, next: 0 }
    }

    /// The last instruction before this one that writes a storage, among as many as `distance`.
    pub(in crate::runtime) fn writer(&self, local: u32, before: usize, distance: usize) -> Option<usize> {
        let writes = |&at: &usize| {
            let words = &self.words[self.marks[at].word as usize..];
            let (outputs, rank) = (words[0] >> 4 & 15, (words[0] >> 16 & 255) as usize);
            let parameters = match words[0] & 15 {
                2 => 1,
                3 => Routine::parameter_count((words[0] >> 40) as u8),
                _ => 0,
            };
            if outputs == 1 {
                words[1 + parameters + rank] >> LOCAL == u64::from(local)
            } else {
                self.instruction(at).0.outputs.iter().any(|output| output.storage.0 == local)
            }
        };
        (before.saturating_sub(distance)..before).rev().find(writes)
    }

    /// Removes the instructions from `count` on from the tape, with their scalars.
    pub(in crate::runtime) fn split_off(&mut self, count: usize) -> (Vec<Instruction>, Vec<Scalar>) {
        let rest = self.decode(count, self.len());
        let Mark { word, scalar, .. } = self.marks[count];
        self.words.truncate(word as usize);
        self.marks.truncate(count);
        (rest, self.scalars.split_off(scalar as usize))
    }

    /// Appends an instruction that was decoded from a tape. `names` has the new names of its storages: those of its
    /// outputs first, then those of its inputs that are views.
    pub(in crate::runtime) fn append(&mut self, instruction: &Instruction, scalars: &[Scalar], names: &[u32]) {
        let shape = match (&instruction.opcode, instruction.inputs.first()) {
            (Opcode::Reduce(..), Some(Operand::View(view))) => &view.layout.shape,
            _ => &instruction.outputs[0].layout.shape,
        };
        self.begin(instruction.opcode, instruction.outputs.len(), instruction.inputs.len(), shape);
        let mut names = names.iter().copied();
        let mut name = || names.next().expect("each view has a name");
        for view in &instruction.outputs {
            self.view(name(), view.dtype, &view.layout, &[], shape);
        }
        for input in &instruction.inputs {
            match input {
                Operand::View(view) => self.view(name(), view.dtype, &view.layout, &view.circular, shape),
                Operand::Scalar(id) => self.scalar(scalars[id.0 as usize]),
                Operand::Position(layout) => self.position(layout),
            }
        }
    }

    /// The number of the last instruction's first scalar.
    pub(in crate::runtime) fn last_scalar(&self) -> u32 {
        self.marks.last().map_or(0, |mark| mark.scalar)
    }

    /// The number of instructions.
    #[inline]
    pub(in crate::runtime) fn len(&self) -> usize {
        self.marks.len()
    }

    /// The number of instructions in one iteration of the loop that wrote the end of the tape, if it looks like one.
    pub(in crate::runtime) fn period(&self) -> Option<usize> {
        let (marks, n) = (&self.marks, self.marks.len());
        (1..=n / 3).find(|period| (n - 2 * period..n).all(|i| marks[i].hash == marks[i - period].hash))
    }

    /// The number of instructions in one iteration of the loop that wrote the whole tape, of at least three iterations.
    pub(in crate::runtime) fn whole_period(&self) -> Option<usize> {
        let (marks, n) = (&self.marks, self.marks.len());
        (1..=n / 3).find(|period| (*period..n).all(|i| marks[i].hash == marks[i - period].hash))
    }

    pub(in crate::runtime) fn clear(&mut self) {
        self.words.clear();
        self.scalars.clear();
        self.marks.clear();
    }
}

/// Whether two shapes are equal. They are short: comparing them here costs less than a call of memcmp.
#[inline]
fn are_equal(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// The tag and the 40 bits above it. The axes of a reduction and the parameters of a routine are words of their own.
fn encode(opcode: Opcode) -> (u64, u64) {
    match opcode {
        Opcode::Map(row, dtype) => (0, row.number() as u64 | (dtype as u64) << 16),
        Opcode::Copy => (1, 0),
        Opcode::Reduce(reduction, dtype, _) => {
            let (kind, row) = match reduction {
                Reduction::Fold(row) => (0, row.number() as u64),
                Reduction::ArgMax => (1, 0),
                Reduction::ArgMin => (2, 0),
                Reduction::SquaredDeviations => (3, 0),
            };
            (2, row | (dtype as u64) << 16 | kind << 24)
        }
        Opcode::Routine(routine) => (3, (routine.words().0 as u64) << 16),
        Opcode::Dead(_) => unreachable!("deaths are known by the references that are left, and not recorded"),
    }
}

struct Reader<'a> {
    words: &'a [u64],
    base: u32,
    scalar: u32,
    next: usize,
}

impl Reader<'_> {
    fn word(&mut self) -> u64 {
        self.next += 1;
        self.words[self.next - 1]
    }

    fn dims(&mut self, rank: usize) -> Dims {
        (0..rank).map(|_| self.word() as i64).collect()
    }

    fn instruction(&mut self) -> Instruction {
        let head = self.word();
        let (outputs, inputs, rank) = (head >> 4 & 15, head >> 8 & 255, head >> 16 & 255);
        let extra = head >> 24;
        let row = || RowId::from_number(extra as u16).expect("a row was recorded");
        let dtype = || DType::from_number((extra >> 16) as u8).expect("a dtype was recorded");
        let opcode = match head & 15 {
            0 => Opcode::Map(row(), dtype()),
            1 => Opcode::Copy,
            2 => {
                let reduction = match extra >> 24 & 3 {
                    0 => Reduction::Fold(row()),
                    1 => Reduction::ArgMax,
                    2 => Reduction::ArgMin,
                    _ => Reduction::SquaredDeviations,
                };
                Opcode::Reduce(reduction, dtype(), Axes(self.word()))
            }
            _ => {
                let number = (extra >> 16) as u8;
                let words = &self.words[self.next..][..Routine::parameter_count(number)];
                self.next += words.len();
                Opcode::Routine(Routine::from_words(number, words).expect("a routine was recorded"))
            }
        };
        let shape = self.dims(rank as usize);
        let outputs = (0..outputs)
            .map(|_| match self.operand(&shape) {
                Operand::View(view) => view,
                _ => unreachable!("outputs are recorded as views"),
            })
            .collect();
        let inputs = (0..inputs).map(|_| self.operand(&shape)).collect();
        Instruction { opcode, outputs, inputs }
    }

    fn operand(&mut self, shape: &Dims) -> Operand {
        let head = self.word();
        if head & 3 == SCALAR {
            self.scalar += 1;
            return Operand::Scalar(ScalarId(self.scalar - 1 - self.base));
        }
        let offset = if head & OFFSET != 0 { self.word() as i64 } else { 0 };
        let rank = (head >> RANK & 255) as usize;
        let shape = if head & OWN_SHAPE != 0 { self.dims(rank) } else { shape.clone() };
        let strides = if head & STRIDED != 0 { self.dims(rank) } else { contiguous_strides(&shape) };
        let layout = Layout { shape, strides, offset };
        if head & 3 == POSITION {
            return Operand::Position(layout);
        }
        let dtype = DType::from_number((head >> 2) as u8).expect("a dtype was recorded");
        let circular = (0..head >> WRAPS & 255)
            .map(|_| CircularAxis {
                axis: self.word() as usize,
                start: self.word() as i64,
                step: self.word() as i64,
                modulus: self.word() as i64,
                stride: self.word() as i64,
            })
            .collect();
        Operand::View(View { storage: StorageId((head >> LOCAL) as u32), dtype, layout, circular })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recorded_is_read_back() {
        let mut tape = Tape::default();
        let (square, row) = (Layout::contiguous(&[4, 6]), Layout::contiguous(&[6]).broadcast(&[4, 6]).unwrap());
        let circular = [CircularAxis { axis: 0, start: 3, step: 1, modulus: 4, stride: 6 }];
        let add = RowId::named("add");
        tape.begin(Opcode::Map(add, DType::F64), 1, 4, &[4, 6]);
        tape.view(1, DType::F64, &square, &[], &[4, 6]);
        tape.view(0, DType::F32, &row, &circular, &[4, 6]);
        tape.plain(2, DType::F64, 2, 24);
        tape.scalar(Scalar::new(2.5f64));
        tape.position(&square);
        tape.begin(Opcode::Reduce(Reduction::Fold(add), DType::F64, Axes(0b10)), 1, 1, &[4, 6]);
        tape.view(2, DType::F64, &Layout::contiguous(&[4, 1]), &[], &[4, 6]);
        tape.view(1, DType::F64, &square, &[], &[4, 6]);
        let sort = Opcode::Routine(Routine::Sort { values: true, indices: true });
        tape.begin(sort, 2, 1, &[4, 6]);
        tape.plain(2, DType::F64, 2, 0);
        tape.plain(3, DType::I64, 2, 0);
        tape.plain(1, DType::F64, 2, 0);
        let read = tape.decode(0, 3);
        assert_eq!((read[2].opcode, read[2].outputs[1].dtype, read[2].inputs.len()), (sort, DType::I64, 1));
        assert_eq!(read[0].opcode, Opcode::Map(add, DType::F64));
        assert_eq!(read[0].outputs[0].layout, square);
        let later = Layout { offset: 24, ..square.clone() };
        assert_eq!(read[0].inputs[1].view().map(|view| &view.layout), Some(&later));
        assert_eq!(read[0].inputs[2], Operand::Scalar(ScalarId(0)));
        let Operand::View(view) = &read[0].inputs[0] else { panic!("not a view") };
        assert_eq!((&view.layout, &view.circular[..], view.dtype), (&row, &circular[..], DType::F32));
        assert_eq!(read[1].opcode, Opcode::Reduce(Reduction::Fold(add), DType::F64, Axes(0b10)));
        assert_eq!(tape.decode(1, 2)[0], read[1]);
    }
}
