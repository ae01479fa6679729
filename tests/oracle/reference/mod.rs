//! What a program means: instruction by instruction, element by element, straight from the definition.
//!
//! Nothing here knows how programs are planned or run. It is slow, and meant to be read.

mod reduction;
mod routine;
mod splines;
mod windows;

use cuprust_ir::{CircularAxis, Instruction, Layout, Opcode, Operand, Program, StorageId, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{MAX_INPUTS, MAX_OUTPUTS, RowId};

/// Why a program has no meaning.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// It reads bytes that nothing has written: whatever it gives is right.
    Unwritten(StorageId),
    /// It asks for what is an error, as the largest of no elements. Every executor must refuse it too.
    Refused(String),
}

/// The contents of a program's storages, as far as they are known.
#[derive(Debug, Clone, Default)]
pub struct Machine {
    storages: Vec<Contents>,
}

#[derive(Debug, Clone)]
struct Contents {
    bytes: Vec<u8>,
    written: Vec<bool>,
}

/// Runs a whole program on the contents of its given storages.
///
/// # Errors
/// Where the program has no meaning.
pub fn run(program: &Program, given: &[Option<Vec<u8>>]) -> Result<Machine, Fault> {
    let mut machine = Machine::default();
    for (storage, bytes) in program.storages.iter().zip(given) {
        machine.add(storage.bytes as usize, bytes.as_deref());
    }
    program.instructions.iter().try_for_each(|instruction| machine.step(instruction, &program.scalars))?;
    Ok(machine)
}

impl Machine {
    /// Adds a storage of this many bytes, with these contents or with unknown ones.
    pub fn add(&mut self, bytes: usize, contents: Option<&[u8]>) {
        let known = contents.is_some();
        let contents = contents.map_or_else(|| vec![0; bytes], <[u8]>::to_vec);
        assert_eq!(contents.len(), bytes, "a given storage has as many bytes as the program says");
        self.storages.push(Contents { written: vec![known; bytes], bytes: contents });
    }

    /// Forgets the storages after the first this many.
    pub fn truncate(&mut self, count: usize) {
        self.storages.truncate(count);
    }

    /// The bytes of a storage, and which of them are known.
    pub fn contents(&self, storage: usize) -> (&[u8], &[bool]) {
        let contents = &self.storages[storage];
        (&contents.bytes, &contents.written)
    }

    /// Does one instruction: all of its operands are read before anything is written.
    ///
    /// # Errors
    /// Where the instruction has no meaning. Nothing has been written then.
    pub fn step(&mut self, instruction: &Instruction, scalars: &[Scalar]) -> Result<(), Fault> {
        let results = match instruction.opcode {
            // A dead storage is not read; of an exported one the contents are seen outside all the same.
            Opcode::Dead(_) => return Ok(()),
            Opcode::Map(row, dtype) => self.map(row, dtype, instruction, scalars)?,
            Opcode::Copy => vec![self.operand(&instruction.inputs[0], size(instruction), scalars)?],
            Opcode::Reduce(reduction, dtype, axes) => {
                let Operand::View(view) = &instruction.inputs[0] else {
                    return Err(Fault::Refused("a reduction reads a view".into()));
                };
                let values = self.elements(view)?.into_iter().map(|value| value.cast(dtype)).collect();
                vec![reduction::along(reduction, dtype, axes, &view.layout.shape, values)?]
            }
            Opcode::Routine(routine) => {
                let results = self.routine(routine, instruction, scalars)?;
                if routine.signature().counted {
                    self.store_counted(instruction, &results);
                    return Ok(());
                }
                results
            }
        };
        for (output, values) in instruction.outputs.iter().zip(results) {
            self.store(output, &values);
        }
        Ok(())
    }

    fn map(&self, row: RowId, dtype: DType, of: &Instruction, scalars: &[Scalar]) -> Result<Vec<Vec<Scalar>>, Fault> {
        let operands =
            of.inputs.iter().map(|input| self.operand(input, size(of), scalars)).collect::<Result<Vec<_>, _>>()?;
        let mut results = vec![Vec::with_capacity(size(of)); row.row().outputs.len()];
        let mut values = [Scalar::zero(dtype); MAX_INPUTS];
        for position in 0..size(of) {
            for (element_index, slot) in row.row().inputs.iter().enumerate() {
                values[element_index] = operands[element_index][position].cast(slot.dtype(dtype));
            }
            let made = apply(row, dtype, &values[..operands.len()])?;
            results.iter_mut().zip(made).for_each(|(result, made)| result.push(made));
        }
        Ok(results)
    }

    /// What an operand is at each of this many positions.
    fn operand(&self, operand: &Operand, positions: usize, scalars: &[Scalar]) -> Result<Vec<Scalar>, Fault> {
        match operand {
            Operand::View(view) => self.elements(view),
            Operand::Scalar(id) => Ok(vec![scalars[id.0 as usize]; positions]),
            Operand::Position(layout) => Ok(element_offsets(layout, &[]).into_iter().map(Scalar::new).collect()),
        }
    }

    /// The elements of a view in C order.
    ///
    /// # Errors
    /// Where nothing has written one of them.
    pub fn elements(&self, view: &View) -> Result<Vec<Scalar>, Fault> {
        let (Contents { bytes, written }, size) = (&self.storages[view.storage.0 as usize], view.dtype.size());
        let element = |element_index: i64| {
            let at = element_index as usize * size;
            if written[at..at + size].iter().all(|written| *written) {
                Ok(Scalar::from_bytes(view.dtype, &bytes[at..]))
            } else {
                Err(Fault::Unwritten(view.storage))
            }
        };
        element_offsets(&view.layout, &view.circular).into_iter().map(element).collect()
    }

    /// Stores what a routine has counted: what lies behind it may be anything.
    fn store_counted(&mut self, instruction: &Instruction, results: &[Vec<Scalar>]) {
        let (Some((count, counted)), Some(values)) = (instruction.outputs.split_last(), results.last()) else { return };
        for (output, values) in counted.iter().zip(results) {
            let (contents, size) = (&mut self.storages[output.storage.0 as usize], output.dtype.size());
            for element_index in element_offsets(&output.layout, &output.circular) {
                contents.written[element_index as usize * size..][..size].fill(false);
            }
            let last = output.layout.rank() - 1;
            let cut = output.layout.slice(
                last,
                0,
                1,
                values.len() as i64 / output.layout.shape[..last].iter().product::<i64>(),
            );
            self.store(&View { layout: cut, ..output.clone() }, values);
        }
        self.store(count, values);
    }

    fn store(&mut self, view: &View, values: &[Scalar]) {
        let (contents, size) = (&mut self.storages[view.storage.0 as usize], view.dtype.size());
        for (element_index, value) in element_offsets(&view.layout, &view.circular).into_iter().zip(values) {
            let at = element_index as usize * size;
            contents.bytes[at..at + size].copy_from_slice(&value.cast(view.dtype).bytes()[..size]);
            contents.written[at..at + size].fill(true);
        }
    }
}

/// How many positions an instruction has.
fn size(instruction: &Instruction) -> usize {
    instruction.outputs[0].layout.size() as usize
}

/// The place of each position, in C order.
fn element_offsets(layout: &Layout, circular: &[CircularAxis]) -> Vec<i64> {
    let element_index = |position: i64| {
        let (mut rest, mut element_index) = (position, layout.offset);
        for axis in (0..layout.rank()).rev() {
            let index = rest % layout.shape[axis];
            rest /= layout.shape[axis];
            element_index += index * layout.strides[axis];
            for wrap in circular.iter().filter(|wrap| wrap.axis == axis) {
                element_index += (wrap.start + wrap.step * index).rem_euclid(wrap.modulus) * wrap.stride;
            }
        }
        element_index
    };
    (0..layout.size()).map(element_index).collect()
}

/// A row on one element, by the loop that every processor has.
fn apply(row: RowId, dtype: DType, operands: &[Scalar]) -> Result<[Scalar; MAX_OUTPUTS], Fault> {
    #[repr(align(16))]
    struct Element([u8; 16]);
    let loops = (row.row().loops)(dtype)
        .ok_or_else(|| Fault::Refused(format!("{} has no loop for {dtype}", row.row().name)))?;
    let mut inputs = [const { Element([0; 16]) }; MAX_INPUTS];
    let mut outputs = [const { Element([0; 16]) }; MAX_OUTPUTS];
    inputs.iter_mut().zip(operands).for_each(|(input, operand)| input.0 = *operand.bytes());
    let from = inputs.each_ref().map(|input| input.0.as_ptr());
    let to = outputs.each_mut().map(|output| output.0.as_mut_ptr());
    // SAFETY: each pointer is to sixteen aligned bytes of its own, which hold one element of any dtype; a row has at
    // most as many inputs and outputs.
    unsafe { (loops.baseline)(from.as_ptr(), to.as_ptr(), 1) };
    let slots = row.row().outputs;
    let result = |output: usize| {
        let slot = slots.get(output).unwrap_or(&slots[0]);
        Scalar::from_bytes(slot.dtype(dtype), &outputs[output].0)
    };
    Ok(std::array::from_fn(result))
}
