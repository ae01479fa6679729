//! Random programs that have a meaning: nothing unwritten is read, and no result depends on the order of a sum.
//!
//! A program is made by running it: an instruction that has no meaning, or whose meaning rounds, is thrown away.

mod dice;
mod exact;
mod view;
mod windows;

use cuprust_ir::{Axes, Dims, Instruction, Layout, Opcode, Operand, Program, ScalarId, Storage, StorageId, View};
use cuprust_num::{DType, Scalar};
use cuprust_ops::{Distribution, Reduction, Routine, RowId, accumulation};

use crate::reference::Machine;
use crate::runner::fill::{self, Fill, Fills};
use dice::Dice;

/// A random program, what its given storages hold, and by how much floats may differ.
pub struct Made {
    pub program: Program,
    pub fills: Fills,
    /// What the given storages hold, as the program was made for it.
    pub given: Vec<Option<Vec<u8>>>,
    pub tolerance: Option<f64>,
}

impl Made {
    /// Whether the fills say what the program was made for: they go by the dtype in which a storage is seen first.
    pub fn is_filled(&self) -> bool {
        let filled = self.fills.contents(&self.program).into_iter().zip(&self.given).enumerate();
        let used = |storage: usize| {
            let views = self.program.instructions.iter().flat_map(|of| of.reads().chain(&of.outputs));
            views.into_iter().any(|view| view.storage.0 as usize == storage)
        };
        filled.into_iter().all(|(storage, (filled, given))| filled == *given || !used(storage))
    }
}

impl Made {
    /// Whether every device gives the same bits.
    pub fn is_defined(&self) -> bool {
        self.program.instructions.iter().all(exact::is_defined)
    }
}

/// The program of a seed.
pub fn program(seed: u64) -> Made {
    (0..).map(|turn| made(seed.wrapping_add(turn << 48))).find(Made::is_filled).expect("chance finds one in the end")
}

fn made(seed: u64) -> Made {
    let mut dice = Dice::new(seed);
    let shape = shape(&mut dice);
    let dtype = dice.pick(FAVOURITES);
    let made = Made { program: Program::default(), fills: Fills::default(), given: vec![], tolerance: None };
    let mut generator =
        Generator { dice, made, machine: Machine::default(), slots: vec![], recent: vec![], shape, dtype };
    generator.fill_program();
    generator.made
}

/// Dtypes to start from; any other turns up too.
const FAVOURITES: &[DType] =
    &[DType::F64, DType::F64, DType::F32, DType::I64, DType::I32, DType::U8, DType::Bool, DType::C128, DType::F16];

/// Rows that programs are mostly made of.
const ROWS: &[&str] = &[
    "add",
    "add",
    "add",
    "subtract",
    "multiply",
    "multiply",
    "negative",
    "maximum",
    "minimum",
    "less",
    "equal",
    "where",
    "clip",
    "square",
    "absolute",
    "logical_and",
    "bitwise_xor",
    "floor_divide",
    "divmod",
    "modf",
    "sign",
];

/// Rows that show the sign of a NaN, which no definition gives.
const SIGNS_OF_NAN: &[&str] = &["signbit", "copysign", "angle", "arctan2", "isneginf", "isposinf", "frexp"];

struct Slot {
    dtype: DType,
    elements: i64,
    alive: bool,
    /// Whether it holds what was rounded in no fixed order: it may be compared, and not be read.
    rounded: bool,
}

struct Generator {
    dice: Dice,
    made: Made,
    machine: Machine,
    slots: Vec<Slot>,
    /// What was read or written last: what follows is likely to meet it.
    recent: Vec<View>,
    /// The shape of most instructions.
    shape: Vec<i64>,
    /// The dtype of most storages.
    dtype: DType,
}

fn shape(dice: &mut Dice) -> Vec<i64> {
    if dice.percent(4) {
        return dice.pick(&[&[257][..], &[1000], &[33, 31], &[5, 300], &[300, 5], &[2, 2, 260], &[1030]]).to_vec();
    }
    let rank = dice.pick(&[0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5]);
    let mut shape: Vec<i64> = (0..rank).map(|_| dice.pick(&[1, 2, 2, 3, 3, 4, 5, 6, 7])).collect();
    if rank > 0 && dice.percent(2) {
        shape[dice.below(rank)] = 0;
    }
    while shape.iter().product::<i64>() > 300 {
        let largest = (0..rank).max_by_key(|&axis| shape[axis]).unwrap_or(0);
        shape[largest] = (shape[largest] / 2).max(1);
    }
    shape
}

impl Generator {
    fn fill_program(&mut self) {
        for _ in 0..1 + self.dice.below(3) {
            let dtype = if self.dice.percent(75) { self.dtype } else { self.dice.pick(DType::ALL) };
            let size = self.shape.iter().product::<i64>();
            let elements = if self.dice.percent(70) { size } else { size + self.dice.below(9) as i64 };
            let number = self.slots.len() as u32;
            if self.dice.percent(8) {
                self.made.fills.0.push((number, Fill::Edges));
            }
            let contents = fill::bytes(
                self.made.fills.of(number as usize),
                dtype,
                number as usize,
                (elements as usize) * dtype.size(),
            );
            let exported = self.dice.percent(6);
            let kept = self.dice.percent(55);
            self.add(dtype, elements, Some(&contents), kept, exported);
        }
        for _ in 0..1 + self.dice.below(14) {
            self.instruction();
        }
        if !self.made.program.storages.iter().any(|storage| storage.kept)
            && let Some(last) = self.slots.iter().rposition(|slot| slot.alive)
        {
            self.made.program.storages[last].kept = true;
        }
    }

    fn add(&mut self, dtype: DType, elements: i64, contents: Option<&[u8]>, kept: bool, exported: bool) -> u32 {
        let bytes = elements * dtype.size() as i64;
        self.made.program.storages.push(Storage { bytes, given: contents.is_some(), kept, exported });
        self.machine.add(bytes as usize, contents);
        self.made.given.push(contents.map(<[u8]>::to_vec));
        self.slots.push(Slot { dtype, elements, alive: true, rounded: false });
        self.slots.len() as u32 - 1
    }

    /// Adds an instruction, if chance finds one that has a meaning.
    fn instruction(&mut self) {
        let (storages, scalars) = (self.slots.len(), self.made.program.scalars.len());
        for _ in 0..8 {
            let found = match self.dice.below(100) {
                0..45 => self.map(),
                45..68 => self.copy(),
                68..82 => self.reduce(),
                82..88 => self.routine(),
                _ => self.death(),
            };
            if let Some(instruction) = found
                && self.accept(&instruction)
            {
                self.made.program.instructions.push(instruction);
                return;
            }
            self.slots.truncate(storages);
            self.machine.truncate(storages);
            self.made.given.truncate(storages);
            self.made.program.storages.truncate(storages);
            self.made.program.scalars.truncate(scalars);
        }
    }

    /// Runs an instruction, if it may be: then it is part of the program.
    fn accept(&mut self, instruction: &Instruction) -> bool {
        let rounded = |view: &View| self.slots[view.storage.0 as usize].rounded;
        if instruction.reads().any(rounded) {
            return false;
        }
        let loose = matches!(instruction.opcode, Opcode::Reduce(Reduction::SquaredDeviations, ..));
        // What was rounded may be overwritten in part only by what is rounded, and is not worth more trouble.
        if !exact::is_exact(&self.machine, instruction) || instruction.outputs.iter().any(rounded) {
            return false;
        }
        if self.machine.step(instruction, &self.made.program.scalars).is_err() {
            return false;
        }
        if let Opcode::Dead(storage) = instruction.opcode {
            self.slots[storage.0 as usize].alive = false;
            self.recent.retain(|view| view.storage != storage);
        }
        for view in instruction.reads().chain(&instruction.outputs) {
            self.recent.push(view.clone());
        }
        if loose {
            self.slots[instruction.outputs[0].storage.0 as usize].rounded = true;
            self.made.tolerance = Some(1e-3);
        }
        let old = self.recent.len().saturating_sub(6);
        self.recent.drain(..old);
        true
    }

    fn map(&mut self) -> Option<Instruction> {
        let row = if self.dice.percent(85) {
            RowId::find(self.dice.pick(ROWS))?
        } else {
            RowId::from_number(self.dice.below(RowId::COUNT) as u16)?
        };
        if SIGNS_OF_NAN.contains(&row.row().name) {
            return None;
        }
        let dtypes = row.row().dtypes;
        let dtype =
            if dtypes.contains(&self.dtype) && self.dice.percent(80) { self.dtype } else { self.dice.pick(dtypes) };
        let shape = self.some_shape();
        let inputs =
            row.row().inputs.iter().map(|slot| self.operand(&shape, slot.dtype(dtype))).collect::<Option<_>>()?;
        let outputs =
            row.row().outputs.iter().map(|slot| self.target(&shape, slot.dtype(dtype))).collect::<Option<_>>()?;
        Some(Instruction { opcode: Opcode::Map(row, dtype), outputs, inputs })
    }

    fn copy(&mut self) -> Option<Instruction> {
        let shape = self.some_shape();
        let operand = match self.dice.below(10) {
            0 => self.scalar(self.dtype),
            1 => self.position(&shape),
            _ => Operand::View(self.source(&shape)?),
        };
        let dtype = match &operand {
            Operand::View(view) => view.dtype,
            _ => self.dtype,
        };
        let output = self.target(&shape, dtype)?;
        Some(Instruction { opcode: Opcode::Copy, outputs: vec![output], inputs: vec![operand] })
    }

    fn reduce(&mut self) -> Option<Instruction> {
        let shape = self.some_shape();
        if shape.is_empty() {
            return None;
        }
        let view = self.source(&shape)?;
        let name = self.dice.pick(&[
            "add",
            "add",
            "add",
            "maximum",
            "minimum",
            "argmax",
            "argmin",
            "multiply",
            "logical_or",
            "logical_and",
            "bitwise_and",
            "bitwise_xor",
            "gcd",
            "fmax",
            "deviations",
        ]);
        let reduction = Reduction::find(name)?;
        let dtype = match name {
            "logical_or" | "logical_and" => DType::Bool,
            _ if self.dice.percent(80) => view.dtype,
            _ => self.dice.pick(DType::ALL),
        };
        // What records programs widens what is summed in halves.
        let dtype = accumulation(reduction, dtype);
        if let Reduction::Fold(row) = reduction {
            (row.row().loops)(dtype)?;
        } else if name == "deviations" && !dtype.is_inexact() {
            return None;
        }
        let mut axes = Axes::default();
        for axis in 0..shape.len() {
            if self.dice.percent(55) {
                axes = axes.with(axis);
            }
        }
        if axes == Axes::default() {
            axes = axes.with(self.dice.below(shape.len()));
        }
        let kept: Vec<i64> = (0..shape.len()).map(|axis| if axes.contains(axis) { 1 } else { shape[axis] }).collect();
        let output = self.target(&kept, reduction.result(dtype))?;
        if name == "deviations" && !output.dtype.is_inexact() {
            // What rounds must not be cut to an integer.
            return None;
        }
        Some(Instruction {
            opcode: Opcode::Reduce(reduction, dtype, axes),
            outputs: vec![output],
            inputs: vec![Operand::View(view)],
        })
    }

    fn routine(&mut self) -> Option<Instruction> {
        let (routine, output, inputs) = match self.dice.below(13) {
            0 => {
                let [m, k, n] = [0; 3].map(|_: i64| self.dice.pick(&[1, 2, 3, 4]));
                let batch = if self.dice.percent(30) { vec![2] } else { vec![] };
                let dtype = self.dtype;
                let matrix = |rows, columns| [&batch[..], &[rows, columns]].concat();
                let a = self.source_of(&matrix(m, k), dtype)?;
                let b = self.source_of(&matrix(k, n), dtype)?;
                let out = self.target_of(&matrix(m, n), dtype)?;
                (Routine::MatMul, out, vec![Operand::View(a), Operand::View(b)])
            }
            1 => {
                let shape = self.some_shape();
                let row = RowId::find(self.dice.pick(&["add", "multiply", "maximum", "subtract", "lcm"]))?;
                let dtype = self.dtype;
                (row.row().loops)(dtype)?;
                let (view, out) = (self.source_of(&shape, dtype)?, self.target_of(&shape, dtype)?);
                ((!shape.is_empty()).then_some(Routine::Scan { row })?, out, vec![Operand::View(view)])
            }
            2 => {
                let count = 1 + self.dice.below(9) as i64;
                let row = RowId::find(self.dice.pick(&["add", "multiply", "negative", "maximum"]))?;
                let dtype = self.dtype;
                (row.row().loops)(dtype)?;
                let index = self.source_of(&[count], DType::I64)?;
                let mut inputs = vec![Operand::View(index)];
                if row.row().inputs.len() == 2 {
                    inputs.push(Operand::View(self.source_of(&[count], dtype)?));
                }
                let length = 1 + self.dice.below(9) as i64;
                (Routine::At { row, ordered: true }, self.target_of(&[length], dtype)?, inputs)
            }
            3 => {
                let shape = self.some_shape();
                let dtype = self.dtype;
                let extent = 1 + self.dice.below(5) as i64;
                let from = self.source_of(&[&shape[..], &[extent]].concat(), dtype)?;
                let index = self.source_of(&shape, DType::I64)?;
                let inputs = vec![Operand::View(from), Operand::View(index)];
                (Routine::Gather { known: false }, self.target_of(&shape, dtype)?, inputs)
            }
            8 => {
                let shape = self.some_shape();
                let dtype = self.dtype;
                let rest = if self.dice.percent(50) { vec![] } else { vec![1 + self.dice.below(3) as i64] };
                let of_values = [&shape[..], &rest].concat();
                let (index, values) = (self.source_of(&shape, DType::I64)?, self.source_of(&of_values, dtype)?);
                let inputs = vec![Operand::View(index), Operand::View(values)];
                let extents = [&[1 + self.dice.below(9) as i64], &rest[..]].concat();
                (Routine::Scatter { unique: false }, self.target_of(&extents, dtype)?, inputs)
            }
            9 => {
                let (shape, dtype) = (self.some_shape(), self.dtype);
                // Only what is sorted has a meaning, which few elements are by chance.
                let count = self.dice.below(4) as i64;
                let sorted = self.source_of(&[count], dtype)?;
                let inputs = vec![Operand::View(sorted), Operand::View(self.source_of(&shape, dtype)?)];
                (Routine::Search { right: self.dice.percent(50) }, self.target_of(&shape, DType::I64)?, inputs)
            }
            4 => return self.sort(),
            10 => return self.selection(),
            5 | 6 => return self.choice(),
            11 | 12 => return self.windows(),
            _ => {
                let shape = self.some_shape();
                let (distribution, dtype, count) = self.dice.pick(&[
                    (Distribution::Uniform, DType::F64, 2),
                    (Distribution::Uniform, DType::F32, 2),
                    (Distribution::Integers, DType::I64, 4),
                ]);
                let words = [0; 4].map(|_: u64| Scalar::new(self.dice.below(100) as u64));
                let inputs = words[..count].iter().map(|&word| self.number(word)).collect();
                (Routine::Random { distribution }, self.target_of(&shape, dtype)?, inputs)
            }
        };
        Some(Instruction { opcode: Opcode::Routine(routine), outputs: vec![output], inputs })
    }

    /// A sort, which takes and gives rows in C order.
    fn sort(&mut self) -> Option<Instruction> {
        let (shape, dtype) = (self.some_shape(), self.dtype);
        let from = self.source_of(&shape, dtype).filter(|view| view.is_contiguous() && !shape.is_empty())?;
        let (values, indices) = self.dice.pick(&[(true, false), (false, true), (true, true)]);
        let mut outputs = vec![];
        if values {
            let in_place = !indices && self.dice.percent(30);
            outputs.push(if in_place { from.clone() } else { self.fresh(&shape, dtype)? });
        }
        if indices {
            outputs.push(self.fresh(&shape, DType::I64)?);
        }
        let plain = outputs.iter().all(View::is_contiguous);
        let opcode = Opcode::Routine(Routine::Sort { values, indices });
        plain.then_some(Instruction { opcode, outputs, inputs: vec![Operand::View(from)] })
    }

    /// A selection or a partition, which take rows in C order. Their ranks have a meaning where they are within the
    /// rows by chance.
    fn selection(&mut self) -> Option<Instruction> {
        let (dtype, rows) = (self.dtype, self.dice.below(4) as i64);
        let shape = [rows, self.some_shape().iter().product()];
        let from = self.source_of(&shape, dtype).filter(|view| view.is_contiguous() && !dtype.is_complex())?;
        let count = 1 + self.dice.below(3) as i64;
        let (routine, ranks, output) = if self.dice.percent(50) {
            let ranks = self.source_of(&[rows, count], DType::I64)?;
            let propagate = self.dice.percent(50);
            (Routine::OrderStatistics { propagate }, ranks, self.fresh(&[rows, count], dtype)?)
        } else {
            let ranks = self.source_of(&[1], DType::I64).filter(View::is_contiguous)?;
            let indices = self.dice.percent(50);
            let own = if indices { DType::I64 } else { dtype };
            (Routine::Partition { indices }, ranks, self.fresh(&shape, own)?)
        };
        let inputs = vec![Operand::View(from), Operand::View(ranks)];
        let opcode = Opcode::Routine(routine);
        output.is_contiguous().then_some(Instruction { opcode, outputs: vec![output], inputs })
    }

    /// What chooses elements: to new storages, because nothing is known of what lies behind what was chosen.
    fn choice(&mut self) -> Option<Instruction> {
        let (shape, dtype) = (self.some_shape(), self.dtype);
        let (from, size) = (self.source_of(&shape, dtype)?, shape.iter().product::<i64>());
        let mut inputs = vec![Operand::View(from)];
        let (routine, chosen) = if self.dice.percent(50) {
            if shape.is_empty() {
                return None;
            }
            (Routine::Nonzero, self.fresh(&[shape.len() as i64, size], DType::I64)?)
        } else {
            inputs.push(Operand::View(self.source_of(&shape, DType::Bool)?));
            (Routine::Select, self.fresh(&[size], dtype)?)
        };
        let count = self.fresh(&[], DType::I64)?;
        Some(Instruction { opcode: Opcode::Routine(routine), outputs: vec![chosen, count], inputs })
    }

    fn death(&mut self) -> Option<Instruction> {
        let storage = self.dice.below(self.slots.len());
        let mortal = self.slots[storage].alive && !self.made.program.storages[storage].kept;
        let opcode = Opcode::Dead(StorageId(storage as u32));
        mortal.then(|| Instruction { opcode, outputs: vec![], inputs: vec![] })
    }

    /// Mostly the shape of the program, else one made of it: flat, without an axis, or with axes exchanged.
    fn some_shape(&mut self) -> Vec<i64> {
        let mut shape = self.shape.clone();
        match self.dice.below(20) {
            0 => vec![shape.iter().product()],
            1 | 2 if !shape.is_empty() => {
                shape.remove(self.dice.below(shape.len()));
                shape
            }
            3 => {
                let order = self.dice.shuffled(shape.len());
                order.iter().map(|&axis| shape[axis]).collect()
            }
            4 | 5 if !shape.is_empty() => {
                let axis = self.dice.below(shape.len());
                shape[axis] = if self.dice.percent(50) { 1 } else { (shape[axis] - 1).max(0) };
                shape
            }
            _ => shape,
        }
    }

    fn operand(&mut self, shape: &[i64], dtype: DType) -> Option<Operand> {
        Some(match self.dice.below(20) {
            0 | 1 => self.scalar(dtype),
            2 => self.position(shape),
            _ => Operand::View(self.source(shape)?),
        })
    }

    /// A view to read: often one that was just met.
    fn source(&mut self, shape: &[i64]) -> Option<View> {
        if self.dice.percent(60) {
            let fits: Vec<&View> = self.recent.iter().filter(|view| *view.layout.shape == *shape).collect();
            if !fits.is_empty() {
                return Some(fits[self.dice.below(fits.len())].clone());
            }
        }
        // A reduction's result spread over what was reduced, as softmax reads it.
        if self.dice.percent(50) {
            let spread = |view: &View| {
                let layout = view.layout.broadcast(shape).ok().filter(|_| view.circular.is_empty())?;
                (*view.layout.shape != *shape).then(|| View { layout, ..view.clone() })
            };
            let fits: Vec<View> = self.recent.iter().filter_map(spread).collect();
            if !fits.is_empty() {
                return Some(fits[self.dice.below(fits.len())].clone());
            }
        }
        (0..4).find_map(|_| self.view_in(shape, false, None))
    }

    /// A view for a routine, which takes one dtype and, as arrays are never wrapped, no rings.
    fn source_of(&mut self, shape: &[i64], dtype: DType) -> Option<View> {
        (0..8)
            .find_map(|_| self.view_in(shape, false, Some(dtype)))
            .filter(|view| view.dtype == dtype && view.circular.is_empty())
    }

    /// A view to write: of a new storage, or of one that there is.
    fn target(&mut self, shape: &[i64], dtype: DType) -> Option<View> {
        if self.dice.percent(45)
            && let Some(view) = self.view_in(shape, true, None)
        {
            return Some(view);
        }
        let dtype = if self.dice.percent(8) { self.dice.pick(DType::ALL) } else { dtype };
        self.fresh(shape, dtype)
    }

    fn target_of(&mut self, shape: &[i64], dtype: DType) -> Option<View> {
        if self.dice.percent(40)
            && let Some(view) = self.view_in(shape, true, Some(dtype)).filter(|view| view.dtype == dtype)
        {
            return Some(view);
        }
        self.fresh(shape, dtype)
    }

    fn fresh(&mut self, shape: &[i64], dtype: DType) -> Option<View> {
        let size: i64 = shape.iter().product();
        let elements = if self.dice.percent(90) { size } else { size + self.dice.below(5) as i64 };
        let kept = self.dice.percent(35);
        let storage = self.add(dtype, elements, None, kept, false);
        let order = if self.dice.percent(88) { (0..shape.len()).collect() } else { self.dice.shuffled(shape.len()) };
        Some(View::new(StorageId(storage), dtype, Layout::ordered(shape, &order)))
    }

    fn view_in(&mut self, shape: &[i64], written: bool, dtype: Option<DType>) -> Option<View> {
        let storage = self.dice.below(self.slots.len());
        let slot = &self.slots[storage];
        if !slot.alive || dtype.is_some_and(|dtype| dtype != slot.dtype) {
            return None;
        }
        view::view(&mut self.dice, storage as u32, slot.dtype, slot.elements, shape, written)
    }

    fn scalar(&mut self, dtype: DType) -> Operand {
        let value = Scalar::new(self.dice.below(9) as f64 - 3.0).cast(dtype);
        self.number(value)
    }

    fn number(&mut self, value: Scalar) -> Operand {
        self.made.program.scalars.push(value);
        Operand::Scalar(ScalarId(self.made.program.scalars.len() as u32 - 1))
    }

    fn position(&mut self, shape: &[i64]) -> Operand {
        let strides: Dims = shape.iter().map(|_| self.dice.pick(&[0, 1, 1, 2, -1, 7])).collect();
        let offset = self.dice.below(5) as i64;
        let plain = Layout::contiguous(shape);
        let layout = Layout { shape: Dims::new(shape), strides, offset };
        Operand::Position(if self.dice.percent(50) { plain } else { layout })
    }
}
