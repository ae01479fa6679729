//! Writes small axes out: an instruction over `[n, 3]` becomes three over `[n]`, each over one slice.
//!
//! A reduction over such an axis is then a chain of its row's operations, in index order, and has the same space as
//! what reads its result; values that interleave (points, colours, complex parts) are values at one position. An axis
//! is written out where something reduces it, reads slices of what was computed along it, or has rows too short to be
//! walked; from there it spreads through maps, copies and reductions over other axes to all that meet the same
//! elements.
//!
//! Nothing is computed otherwise than before: the chain adds in the order in which executors add up so few elements.

use std::collections::HashMap;

use cuprust_ir::{Axes, Dims, Instruction, Layout, Opcode, Operand, Program, Relation, StorageId, View};
use cuprust_ops::{Reduction, RowId};

use crate::space::shape_of;

/// The most elements along the axes that are written out, and the most along axes whose elements are neighbours in
/// memory: a wide access holds as many.
const MAX_SLICES: i64 = 16;
const MAX_FINE_SLICES: i64 = 4;
/// Neighbours along a finer axis fill a line of memory from so many on.
const MIN_LINE: i64 = 8;
/// The most instructions that what meets in one axis may become.
const MAX_INSTRUCTIONS: i64 = 256;

/// So many axes are written out of an instruction at most, one after another: those of a stack of matrices, say.
const MAX_ROUNDS: usize = 3;

/// Says whether there was something to write out.
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

/// Which axes of which instructions are written out.
struct Chooser<'a> {
    program: &'a Program,
    /// The maps, copies and reductions that use each storage.
    users: HashMap<StorageId, Vec<usize>>,
    /// The storages that routines use: what writes one of them may be computed where the routine reads it.
    of_routines: Vec<bool>,
    chosen: Vec<Option<Axes>>,
}

impl<'a> Chooser<'a> {
    fn new(program: &'a Program) -> Chooser<'a> {
        let mut users = HashMap::<StorageId, Vec<usize>>::new();
        let mut of_routines = vec![false; program.storages.len()];
        for (place, instruction) in program.instructions.iter().enumerate() {
            for view in instruction.reads().chain(&instruction.outputs) {
                if matches!(instruction.opcode, Opcode::Routine(_)) {
                    of_routines[view.storage.0 as usize] = true;
                } else {
                    let users = users.entry(view.storage).or_default();
                    if users.last() != Some(&place) {
                        users.push(place);
                    }
                }
            }
        }
        Chooser { program, users, of_routines, chosen: vec![None; program.instructions.len()] }
    }

    fn choose(mut self) -> Vec<Option<Axes>> {
        for place in 0..self.program.instructions.len() {
            if self.chosen[place].is_none()
                && let Some(axes) =
                    self.reduced(place).or_else(|| self.sliced(place)).or_else(|| self.short_rows(place))
                && self.can_write_out(place, axes)
            {
                self.spread(place, axes);
            }
        }
        self.chosen
    }

    /// The axes that a reduction reduces, where writing them out gains something.
    fn reduced(&self, place: usize) -> Option<Axes> {
        let instruction = &self.program.instructions[place];
        let (Opcode::Reduce(_, _, axes), Some(Operand::View(view))) = (instruction.opcode, instruction.inputs.first())
        else {
            return None;
        };
        let axes = of_extent(&view.layout.shape, axes);
        let is_small = slices(&view.layout.shape, axes) <= MAX_FINE_SLICES;
        (axes != Axes::default() && (is_small || axes.iter().all(|axis| is_coarse(&view.layout, axis)))).then_some(axes)
    }

    /// The axis of a map of which others read single slices.
    fn sliced(&self, place: usize) -> Option<Axes> {
        let instruction = &self.program.instructions[place];
        let (Opcode::Map(..) | Opcode::Copy, [output]) = (instruction.opcode, &instruction.outputs[..]) else {
            return None;
        };
        let shape = &output.layout.shape;
        let slice_of = |axis: usize| {
            let along = Axes::default().with(axis);
            let readers = self.users[&output.storage].iter().filter(|&&other| other > place);
            let mut views = readers.flat_map(|&other| self.program.instructions[other].reads());
            views.any(|view| {
                let is_same = |index: i64| {
                    let slice = slice(output, along, index);
                    slice.relation(view) == Relation::Same || is_reshaped(&slice, view)
                };
                view.storage == output.storage
                    && view.layout.size() * shape[axis] == output.layout.size()
                    && (0..shape[axis]).any(is_same)
            })
        };
        let gains = |&axis: &usize| {
            (2..=MAX_SLICES).contains(&shape[axis])
                && (shape[axis] <= MAX_FINE_SLICES || is_coarse(&output.layout, axis))
        };
        let axis = (0..shape.len()).rev().filter(gains).find(|&axis| slice_of(axis))?;
        Some(Axes::default().with(axis))
    }

    /// The last axes of a map whose rows are a few elements each that do not follow each other in all of its operands,
    /// as where one number of each row, or of each small matrix, meets all of them. A copy alone gains nothing by it.
    fn short_rows(&self, place: usize) -> Option<Axes> {
        let instruction = &self.program.instructions[place];
        if !matches!(instruction.opcode, Opcode::Map(..)) {
            return None;
        }
        let shape = shape_of(instruction);
        let own: Vec<usize> = (0..shape.len()).filter(|&axis| shape[axis] != 1).collect();
        let follow = |strides: &[i64], outer: usize, inner: usize| strides[outer] == strides[inner] * shape[inner];
        // Whether two axes are one in all operands.
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
        // Of what is one row as a whole there is nothing to write out.
        let rows = own.len().checked_sub(joined + 1).filter(|&outer| outer > 0)?;
        let axes = own[rows..].iter().fold(Axes::default(), |axes, &axis| axes.with(axis));
        (slices(shape, axes) <= MAX_FINE_SLICES).then_some(axes)
    }

    /// Whether an instruction is the same work slice by slice.
    fn can_write_out(&self, place: usize, axes: Axes) -> bool {
        let instruction = &self.program.instructions[place];
        let shape = shape_of(instruction);
        let count = slices(shape, axes);
        let fits = (2..=MAX_SLICES).contains(&count);
        let is_apart = || instruction.outputs.iter().all(|output| !self.of_routines[output.storage.0 as usize]);
        fits && match instruction.opcode {
            Opcode::Copy => is_apart(),
            // Two values that may refuse operands share no kernel.
            Opcode::Map(row, _) => row.row().refuses.is_none() && is_apart(),
            Opcode::Reduce(reduction, _, reduced) => {
                let reduced = of_extent(shape, reduced);
                axes == reduced && matches!(reduction, Reduction::Fold(_))
                    || axes.iter().all(|axis| !reduced.contains(axis)) && is_apart()
            }
            Opcode::Routine(_) | Opcode::Dead(_) => false,
        }
    }

    /// Chooses an instruction and all that meet the same elements through the same map.
    fn spread(&mut self, first: usize, axes: Axes) {
        let mut found = vec![first];
        let mut next = 0;
        while let Some(&place) = found.get(next) {
            next += 1;
            let instruction = &self.program.instructions[place];
            let shape = shape_of(instruction);
            let own = instruction.reads().chain(&instruction.outputs).filter(|view| view.layout.shape == *shape);
            for view in own {
                for &other in self.users.get(&view.storage).into_iter().flatten() {
                    let reader = &self.program.instructions[other];
                    let meets = reader
                        .reads()
                        .chain(&reader.outputs)
                        .any(|met| met.storage == view.storage && met.dtype == view.dtype && met.same_map(view));
                    if meets
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
        let count = slices(shape_of(&self.program.instructions[first]), axes);
        if found.len() as i64 * count <= MAX_INSTRUCTIONS {
            found.into_iter().for_each(|place| self.chosen[place] = Some(axes));
        }
    }
}

/// The axes of the set that have more than one element.
fn of_extent(shape: &[i64], axes: Axes) -> Axes {
    let own = axes.iter().take_while(|&axis| axis < shape.len()).filter(|&axis| shape[axis] != 1);
    own.fold(Axes::default(), Axes::with)
}

/// How many slices axes have together.
fn slices(shape: &[i64], axes: Axes) -> i64 {
    axes.iter().filter_map(|axis| shape.get(axis)).fold(1, |product: i64, &extent| product.saturating_mul(extent))
}

/// Whether elements that are neighbours along another axis lie closer than those along this one.
fn is_coarse(layout: &Layout, axis: usize) -> bool {
    let finer = |other: usize| {
        other != axis && layout.shape[other] >= MIN_LINE && layout.strides[other].abs() < layout.strides[axis].abs()
    };
    layout.strides[axis] != 0 && (0..layout.rank()).any(finer)
}

/// Whether a view is a slice with axes of extent one beside.
fn is_reshaped(slice: &View, view: &View) -> bool {
    view.circular.is_empty()
        && slice.circular.is_empty()
        && view.dtype == slice.dtype
        && slice.layout.reshape(&view.layout.shape).is_some_and(|layout| layout == view.layout)
}

/// The slice of a view at one index along axes, in C order, without these axes.
fn slice(view: &View, axes: Axes, index: i64) -> View {
    let places = place_in(&view.layout.shape, axes, index);
    places.fold(view.clone(), |view, (axis, place)| view.slice_at(axis, place).without(axis))
}

/// The slice of a layout, as of a view.
fn slice_of_layout(layout: &Layout, axes: Axes, index: i64) -> Layout {
    let places = place_in(&layout.shape, axes, index);
    places.fold(layout.clone(), |layout, (axis, place)| layout.slice_at(axis, place).without(axis))
}

/// The axes of the set, and the place along each, of a slice by its index, the last axis first.
fn place_in(shape: &[i64], axes: Axes, index: i64) -> impl Iterator<Item = (usize, i64)> {
    let mut rest = index;
    (0..shape.len()).rev().filter(move |&axis| axes.contains(axis)).map(move |axis| {
        let place = rest % shape[axis];
        rest /= shape[axis];
        (axis, place)
    })
}

/// Adds an instruction to a program, slice by slice.
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
        // Along the axes it has one slice.
        let output = slice(&instruction.outputs[0], axes, 0);
        // A sum of floats begins at zero: of negative zeros it is zero. A position that never moves is a zero.
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

/// The axes of a set as they are called where others are gone.
fn without(set: Axes, gone: Axes) -> Axes {
    let called = |axis: usize| axis - gone.iter().filter(|&other| other < axis).count();
    set.iter().filter(|&axis| !gone.contains(axis)).fold(Axes::default(), |axes, axis| axes.with(called(axis)))
}
