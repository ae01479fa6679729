//! Unrolls small axes: an instruction over `[n, 3]` becomes three over `[n]`, each over one slice.
//!
//! A reduction over such an axis becomes a chain of its row's operations, in index order, and has the same space as the
//! readers of its result; interleaved values (points, colours, complex parts) become values at one position. An axis is
//! unrolled where an instruction reduces it, reads slices of what was computed along it, or has rows too short to be
//! walked; from there it spreads through maps, copies, gathers and reductions over other axes to all instructions on
//! the same elements.
//!
//! Results do not change: the chain adds in the order in which executors sum so few elements.

use std::collections::HashMap;

use cuprust_ir::{Axes, Dims, Instruction, Layout, Opcode, Operand, Program, Relation, StorageId, View};
use cuprust_ops::{Reduction, Routine, RowId};

use crate::space::shape_of;

/// The most elements along unrolled axes, and the most along axes whose elements are neighbours in memory: a wide
/// access holds as many.
const MAX_SLICES: i64 = 16;
pub(crate) const MAX_FINE_SLICES: i64 = 4;
/// The fewest neighbours along a finer axis that fill a line of memory.
const MIN_LINE_ELEMENTS: i64 = 8;
/// The most instructions that one set of connected instructions may become; and the most where each slice lies in one
/// piece, so that neighbouring threads access neighbours of it.
const MAX_INSTRUCTIONS: i64 = 256;
const MAX_INSTRUCTIONS_OF_COARSE: i64 = 1024;

/// The most axes that are unrolled of an instruction, one after another: those of a stack of matrices, for example.
const MAX_ROUNDS: usize = 3;

/// Returns whether anything was unrolled.
pub(crate) fn unroll(program: &mut Program) -> bool {
    for round in 0..MAX_ROUNDS {
        let chosen = Chooser::new(program).choose();
        if chosen.iter().all(Option::is_none) {
            return round > 0;
        }
        write_out_all(program, chosen);
    }
    true
}

fn write_out_all(program: &mut Program, chosen: Vec<Option<Axes>>) {
    let instructions = std::mem::take(&mut program.instructions);
    for (instruction, axes) in instructions.into_iter().zip(chosen) {
        match axes {
            None => program.instructions.push(instruction),
            Some(axes) => write_out(program, &instruction, axes),
        }
    }
}

/// Which axes of which instructions are unrolled.
struct Chooser<'a> {
    program: &'a Program,
    /// The maps, copies, gathers and reductions that use each storage.
    users: HashMap<StorageId, Vec<usize>>,
    /// Whether a routine uses each storage: an operand of a routine may be computed where the routine reads it.
    of_routines: Vec<bool>,
    chosen: Vec<Option<Axes>>,
}

impl<'a> Chooser<'a> {
    fn new(program: &'a Program) -> Chooser<'a> {
        let mut users = HashMap::<StorageId, Vec<usize>>::new();
        let mut of_routines = vec![false; program.storages.len()];
        for (at, instruction) in program.instructions.iter().enumerate() {
            // A gather's table is read at other positions than its own.
            let is_gather = is_known_gather(instruction);
            for (index, view) in instruction.reads().chain(&instruction.outputs).enumerate() {
                let is_element = is_gather && index > 0;
                if matches!(instruction.opcode, Opcode::Routine(_)) && !is_element {
                    of_routines[view.storage.0 as usize] = true;
                } else {
                    let users = users.entry(view.storage).or_default();
                    if users.last() != Some(&at) {
                        users.push(at);
                    }
                }
            }
        }
        Chooser { program, users, of_routines, chosen: vec![None; program.instructions.len()] }
    }

    fn choose(mut self) -> Vec<Option<Axes>> {
        for at in 0..self.program.instructions.len() {
            if self.chosen[at].is_none()
                && let Some(axes) = self.unrolled(at)
                && self.can_write_out(at, axes)
            {
                self.spread(at, axes);
            }
        }
        self.chosen
    }

    /// The axes of an instruction along which it is unrolled before any other that shares its elements.
    fn unrolled(&self, at: usize) -> Option<Axes> {
        self.reduced(at).or_else(|| self.sliced(at)).or_else(|| self.joined(at)).or_else(|| self.short_rows(at))
    }

    /// The axes of a reduction, where unrolling them gains something.
    fn reduced(&self, at: usize) -> Option<Axes> {
        let instruction = &self.program.instructions[at];
        let (Opcode::Reduce(_, _, axes), Some(Operand::View(view))) = (instruction.opcode, instruction.inputs.first())
        else {
            return None;
        };
        let axes = without_unit_axes(&view.layout.shape, axes);
        let is_small = slices(&view.layout.shape, axes) <= MAX_FINE_SLICES;
        (axes != Axes::default() && (is_small || axes.iter().all(|axis| is_coarse(&view.layout, axis)))).then_some(axes)
    }

    /// The axis of a map of which other instructions read single slices.
    fn sliced(&self, at: usize) -> Option<Axes> {
        let instruction = &self.program.instructions[at];
        let (Opcode::Map(..) | Opcode::Copy, [output]) = (instruction.opcode, &instruction.outputs[..]) else {
            return None;
        };
        let shape = &output.layout.shape;
        let slice_of = |axis: usize| {
            let along = Axes::default().with(axis);
            let readers = self.users[&output.storage].iter().filter(|&&other| other > at);
            let mut views = readers.flat_map(|&other| self.program.instructions[other].reads());
            views.any(|view| is_slice(view, output, along))
        };
        let gains = |&axis: &usize| gains_slices(&output.layout, axis);
        let axis = (0..shape.len()).rev().filter(gains).find(|&axis| slice_of(axis))?;
        Some(Axes::default().with(axis))
    }

    /// The axis of a map, a copy or a gather along which other instructions wrote slices of an operand one by one, as
    /// those of a stack.
    fn joined(&self, at: usize) -> Option<Axes> {
        let instruction = &self.program.instructions[at];
        if !matches!(instruction.opcode, Opcode::Map(..) | Opcode::Copy) && !is_known_gather(instruction) {
            return None;
        }
        let shape = shape_of(instruction);
        let of_own_shape = instruction.reads().filter(|view| view.layout.shape == *shape && view.circular.is_empty());
        let axis_of = |view: &View| {
            let is_written = |axis: usize| {
                let along = Axes::default().with(axis);
                let writers = self.users[&view.storage].iter().take_while(|&&other| other < at);
                let mut outputs = writers.flat_map(|&other| &self.program.instructions[other].outputs);
                outputs.any(|output| is_slice(output, view, along))
            };
            let moves = |&axis: &usize| view.layout.strides[axis] != 0 && gains_slices(&view.layout, axis);
            (0..shape.len()).rev().filter(moves).find(|&axis| is_written(axis))
        };
        let axis = of_own_shape.into_iter().find_map(axis_of)?;
        Some(Axes::default().with(axis))
    }

    /// The last axes of a map whose rows are a few elements each and not contiguous with each other in all of its
    /// operands, as where one number of each row, or of each small matrix, is combined with all of them. A copy alone
    /// gains nothing.
    fn short_rows(&self, at: usize) -> Option<Axes> {
        let instruction = &self.program.instructions[at];
        if !matches!(instruction.opcode, Opcode::Map(..)) {
            return None;
        }
        let shape = shape_of(instruction);
        let own: Vec<usize> = (0..shape.len()).filter(|&axis| shape[axis] != 1).collect();
        let follow = |strides: &[i64], outer: usize, inner: usize| strides[outer] == strides[inner] * shape[inner];
        // Whether two axes can be merged in all operands.
        let join = |outer: usize, inner: usize| {
            let mut views = instruction.reads().chain(&instruction.outputs);
            let mut positions = instruction.inputs.iter().filter_map(|input| match input {
                Operand::Position(layout) => Some(layout),
                _ => None,
            });
            let is_straight = |view: &View| view.circular.iter().all(|wrap| wrap.axis < outer);
            views.all(|view| follow(&view.layout.strides, outer, inner) && is_straight(view))
                && positions.all(|layout| follow(&layout.strides, outer, inner))
        };
        let joined = own.windows(2).rev().take_while(|pair| join(pair[0], pair[1])).count();
        // A single row has nothing to unroll.
        let rows = own.len().checked_sub(joined + 1).filter(|&outer| outer > 0)?;
        let axes = own[rows..].iter().fold(Axes::default(), |axes, &axis| axes.with(axis));
        (slices(shape, axes) <= MAX_FINE_SLICES).then_some(axes)
    }

    /// Whether an instruction may be executed slice by slice.
    fn can_write_out(&self, at: usize, axes: Axes) -> bool {
        let instruction = &self.program.instructions[at];
        let shape = shape_of(instruction);
        let count = slices(shape, axes);
        let fits = (2..=MAX_SLICES).contains(&count);
        let avoids_routines = || instruction.outputs.iter().all(|output| !self.of_routines[output.storage.0 as usize]);
        fits && match instruction.opcode {
            Opcode::Copy => avoids_routines(),
            Opcode::Routine(_) if is_known_gather(instruction) => avoids_routines(),
            // Two values that may refuse operands cannot share a kernel.
            Opcode::Map(row, _) => row.row().refuses.is_none() && avoids_routines(),
            Opcode::Reduce(reduction, _, reduced) => {
                let reduced = without_unit_axes(shape, reduced);
                axes == reduced && matches!(reduction, Reduction::Fold(_))
                    || axes.iter().all(|axis| !reduced.contains(axis)) && avoids_routines()
            }
            Opcode::Routine(_) | Opcode::Dead(_) => false,
        }
    }

    /// Chooses an instruction and all others that access the same elements through the same map.
    fn spread(&mut self, first: usize, axes: Axes) {
        let mut found = vec![first];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            let instruction = &self.program.instructions[at];
            let shape = shape_of(instruction);
            let own = instruction.reads().chain(&instruction.outputs).filter(|view| view.layout.shape == *shape);
            for view in own {
                for &other in self.users.get(&view.storage).into_iter().flatten() {
                    let reader = &self.program.instructions[other];
                    let is_related = reader.reads().chain(&reader.outputs).any(|view_of_reader| {
                        view_of_reader.storage == view.storage
                            && view_of_reader.dtype == view.dtype
                            && view_of_reader.same_map(view)
                    });
                    if is_related
                        && *shape_of(reader) == *shape
                        && self.chosen[other].is_none()
                        && !found.contains(&other)
                        && self.can_write_out(other, axes)
                    {
                        found.push(other);
                    }
                }
            }
        }
        let instruction = &self.program.instructions[first];
        let layout = match (instruction.opcode, instruction.inputs.first()) {
            (Opcode::Reduce(..), Some(Operand::View(view))) => Some(&view.layout),
            _ => instruction.outputs.first().map(|output| &output.layout),
        };
        let is_coarse = layout.is_some_and(|layout| axes.iter().all(|axis| is_coarse(layout, axis)));
        let limit = if is_coarse { MAX_INSTRUCTIONS_OF_COARSE } else { MAX_INSTRUCTIONS };
        let count = slices(shape_of(instruction), axes);
        if found.len() as i64 * count <= limit {
            found.into_iter().for_each(|at| self.chosen[at] = Some(axes));
        }
    }
}

/// Whether an instruction gathers by indices that are known to be in bounds: several such share a kernel.
fn is_known_gather(instruction: &Instruction) -> bool {
    matches!(instruction.opcode, Opcode::Routine(Routine::Gather { known: true }))
}

/// The axes of the set that have more than one element.
fn without_unit_axes(shape: &[i64], axes: Axes) -> Axes {
    let own = axes.iter().take_while(|&axis| axis < shape.len()).filter(|&axis| shape[axis] != 1);
    own.fold(Axes::default(), Axes::with)
}

/// The number of slices along axes: the product of their extents.
fn slices(shape: &[i64], axes: Axes) -> i64 {
    axes.iter().filter_map(|axis| shape.get(axis)).fold(1, |product: i64, &extent| product.saturating_mul(extent))
}

/// Whether neighbours along another axis lie closer in memory than those along this one.
fn is_coarse(layout: &Layout, axis: usize) -> bool {
    let finer = |other: usize| {
        other != axis
            && layout.shape[other] >= MIN_LINE_ELEMENTS
            && layout.strides[other].abs() < layout.strides[axis].abs()
    };
    layout.strides[axis] != 0 && (0..layout.rank()).any(finer)
}

/// Whether so many slices along an axis are few enough to be values at one position.
fn gains_slices(layout: &Layout, axis: usize) -> bool {
    let extent = layout.shape[axis];
    (2..=MAX_SLICES).contains(&extent) && (extent <= MAX_FINE_SLICES || is_coarse(layout, axis))
}

/// Whether a view is one of the slices of another along axes.
fn is_slice(view: &View, of: &View, along: Axes) -> bool {
    let count = slices(&of.layout.shape, along);
    let is_same = |index: i64| {
        let slice = slice(of, along, index);
        slice.relation(view) == Relation::Same || is_reshaped(&slice, view)
    };
    view.storage == of.storage && view.layout.size() * count == of.layout.size() && (0..count).any(is_same)
}

/// Whether a view is the slice with additional axes of extent one, whose strides mean nothing.
fn is_reshaped(slice: &View, view: &View) -> bool {
    let moving = |view: &View| {
        let axes = (0..view.layout.rank()).filter(|&axis| view.layout.shape[axis] != 1);
        axes.map(|axis| (view.layout.shape[axis], view.layout.strides[axis])).collect::<Vec<_>>()
    };
    view.circular.is_empty()
        && slice.circular.is_empty()
        && view.dtype == slice.dtype
        && view.layout.offset == slice.layout.offset
        && moving(view) == moving(slice)
}

/// The slice of a view at one index along axes, in C order, without these axes.
fn slice(view: &View, axes: Axes, index: i64) -> View {
    let indices = indices_along(&view.layout.shape, axes, index);
    indices.fold(view.clone(), |view, (axis, index)| view.slice_at(axis, index).without(axis))
}

/// The slice of a layout at one index along axes, as [`slice`].
fn slice_of_layout(layout: &Layout, axes: Axes, index: i64) -> Layout {
    let indices = indices_along(&layout.shape, axes, index);
    indices.fold(layout.clone(), |layout, (axis, index)| layout.slice_at(axis, index).without(axis))
}

/// The axes of the set, and the index along each, of a slice by its flat index; the last axis first.
fn indices_along(shape: &[i64], axes: Axes, index: i64) -> impl Iterator<Item = (usize, i64)> {
    let mut rest = index;
    (0..shape.len()).rev().filter(move |&axis| axes.contains(axis)).map(move |axis| {
        let index = rest % shape[axis];
        rest /= shape[axis];
        (axis, index)
    })
}

/// Appends an instruction to a program, slice by slice.
fn write_out(program: &mut Program, instruction: &Instruction, axes: Axes) {
    let count = slices(shape_of(instruction), axes);
    let input = |operand: &Operand, index: i64| match operand {
        Operand::View(view) => Operand::View(slice(view, axes, index)),
        Operand::Position(layout) => Operand::Position(slice_of_layout(layout, axes, index)),
        Operand::Scalar(id) => Operand::Scalar(*id),
    };
    if let Opcode::Reduce(Reduction::Fold(row), dtype, reduced) = instruction.opcode
        && axes.iter().any(|axis| reduced.contains(axis))
    {
        // The output has one slice along the reduced axes.
        let output = slice(&instruction.outputs[0], axes, 0);
        // A sum of floats starts at zero, because the sum of negative zeros is zero. A position whose strides are zero
        // is zero.
        let starts_at_zero = row == RowId::ADD && dtype.is_inexact();
        let still = || Layout { strides: Dims::splat(0, output.layout.rank()), offset: 0, ..output.layout.clone() };
        let zero = starts_at_zero.then(|| Operand::Position(still()));
        let mut terms = zero.into_iter().chain((0..count).map(|index| input(&instruction.inputs[0], index)));
        let Some(mut sum) = terms.next() else { return };
        let mut terms = terms.peekable();
        while let Some(term) = terms.next() {
            let made = if terms.peek().is_none() {
                output.clone()
            } else {
                program.temporary(dtype, Layout::contiguous(&output.layout.shape))
            };
            program.instructions.push(Instruction {
                opcode: Opcode::Map(row, dtype),
                outputs: vec![made.clone()],
                inputs: vec![sum, term],
            });
            sum = Operand::View(made);
        }
        return;
    }
    let opcode = match instruction.opcode {
        Opcode::Reduce(reduction, dtype, reduced) => Opcode::Reduce(reduction, dtype, without(reduced, axes)),
        other => other,
    };
    for index in 0..count {
        program.instructions.push(Instruction {
            opcode,
            outputs: instruction.outputs.iter().map(|output| slice(output, axes, index)).collect(),
            inputs: instruction.inputs.iter().map(|operand| input(operand, index)).collect(),
        });
    }
}

/// The axes of a set, renumbered after others were removed.
fn without(set: Axes, gone: Axes) -> Axes {
    let called = |axis: usize| axis - gone.iter().filter(|&other| other < axis).count();
    set.iter().filter(|&axis| !gone.contains(axis)).fold(Axes::default(), |axes, axis| axes.with(called(axis)))
}
