//! Arrays in frames: `pad` fills a new array with a constant and writes elements into its middle.
//!
//! In a loop every pass fills another array of the same kind. Its frame is that of one which is no longer read, so it
//! takes the storage of that one, and is not filled. Of the storages of dead arrays the one that was accessed last is
//! left alone: what is written into the middle is mostly computed from there, in the same kernel.
//!
//! The rows of the middle begin anywhere in memory, and would be stored and loaded in small pieces. Where whatever
//! accesses an array does so through slices of it, its rows get a length, and a distance from the storage's beginning,
//! with which the rows of the middle are aligned.

use std::collections::{HashMap, HashSet};

use cuprust_ir::{Instruction, Layout, Opcode, Operand, Program, StorageId, View};

/// The bytes of the widest load.
const ALIGNMENT: i64 = 16;
/// Rows become longer by a fourth at most.
const MAX_GROWTH: i64 = 4;

/// An array that is filled with a constant first.
struct Frame {
    whole: View,
    value: Operand,
    /// The instructions that fill it, and that access it last.
    filled: usize,
    last: usize,
    /// The first slice that is written, and its first index along a row.
    middle: Option<(Layout, i64)>,
    /// Whether it is accessed other than through slices.
    is_refused: bool,
    /// Whether all of the middle is written before anything is read, and nothing else ever.
    is_overwritten: bool,
}

/// A view as a slice of a frame: the indices of its first element, and for each of its axes the axis of the frame along
/// which it steps, and how far. There is none for an axis that does not step.
struct Slice {
    first: Vec<i64>,
    steps: Vec<Option<(usize, i64)>>,
}

/// A frame's new layout.
struct Aligned {
    before: Layout,
    /// The frame with the elements between its rows.
    all: Layout,
    /// The frame in it.
    rows: Layout,
}

/// Lets frames take the storages of earlier ones of the same kind.
pub(crate) fn share_frames(program: &mut Program) {
    let mut frames = frames(program);
    frames.retain(|(_, frame)| frame.is_overwritten);
    frames.sort_by_key(|(_, frame)| frame.filled);
    // The storages that frames share, each with the frame that has it now.
    let mut shared: Vec<(StorageId, usize)> = Vec::new();
    let mut taken: HashMap<StorageId, StorageId> = HashMap::new();
    let mut fillings: HashSet<usize> = HashSet::new();
    for (at, (storage, frame)) in frames.iter().enumerate() {
        let alike = |&&mut (_, owner): &&mut (StorageId, usize)| {
            let other = &frames[owner].1;
            (&other.whole.layout, other.whole.dtype, &other.value)
                == (&frame.whole.layout, frame.whole.dtype, &frame.value)
                && other.middle == frame.middle
        };
        let latest = shared.iter_mut().filter(alike).map(|(_, owner)| frames[*owner].1.last).max();
        let free = shared.iter_mut().filter(alike).filter(|(_, owner)| {
            let last = frames[*owner].1.last;
            last < frame.filled && Some(last) < latest
        });
        match free.min_by_key(|(_, owner)| frames[*owner].1.last) {
            Some((first, owner)) => {
                fillings.insert(frame.filled);
                taken.insert(*storage, *first);
                *owner = at;
            }
            None => shared.push((*storage, at)),
        }
    }
    if taken.is_empty() {
        return;
    }
    let mut at = 0..program.instructions.len();
    program.instructions.retain(|_| at.next().is_some_and(|at| !fillings.contains(&at)));
    for instruction in &mut program.instructions {
        for view in instruction.views_mut() {
            view.storage = taken.get(&view.storage).copied().unwrap_or(view.storage);
        }
    }
}

/// Aligns the rows of frames.
pub(crate) fn align_rows(program: &mut Program) {
    let mut aligned: HashMap<StorageId, Aligned> = HashMap::new();
    for (storage, frame) in frames(program) {
        if let Some(new) = frame.aligned() {
            program.storages[storage.0 as usize].bytes = new.all.size() * frame.whole.dtype.size() as i64;
            aligned.insert(storage, new);
        }
    }
    if aligned.is_empty() {
        return;
    }
    for instruction in &mut program.instructions {
        let fills = is_filling(instruction);
        for view in instruction.views_mut() {
            let Some(Aligned { before, all, rows }) = aligned.get(&view.storage) else { continue };
            if fills && view.layout == *before {
                view.layout = all.clone();
            } else if let Some(slice) = Slice::of(view, before) {
                view.layout = slice.placed(&view.layout, rows);
            }
        }
    }
}

/// Whether an instruction fills its output with one number.
fn is_filling(instruction: &Instruction) -> bool {
    instruction.opcode == Opcode::Copy && matches!(instruction.inputs[..], [Operand::Scalar(_)])
}

/// The arrays of a program that are filled first, and then accessed through slices alone, but for those that outlive
/// the program or have their memory from outside.
fn frames(program: &Program) -> Vec<(StorageId, Frame)> {
    let mut frames: HashMap<StorageId, Frame> = HashMap::new();
    let mut is_accessed = vec![false; program.storages.len()];
    for (at, instruction) in program.instructions.iter().enumerate() {
        let is_routine = matches!(instruction.opcode, Opcode::Routine(_));
        let reads = instruction.reads().map(|view| (view, false));
        for (view, is_written) in reads.chain(instruction.outputs.iter().map(|view| (view, true))) {
            let storage = program.storages[view.storage.0 as usize];
            let is_first = !std::mem::replace(&mut is_accessed[view.storage.0 as usize], true);
            if is_first && is_written && is_filling(instruction) && !storage.given && !storage.outlives() {
                let is_whole = view.layout.rank() > 1 && view.layout.offset == 0 && view.layout.is_contiguous();
                let frame = Frame {
                    whole: view.clone(),
                    value: instruction.inputs[0].clone(),
                    filled: at,
                    last: at,
                    middle: None,
                    is_refused: !is_whole || !view.circular.is_empty(),
                    is_overwritten: true,
                };
                frames.insert(view.storage, frame);
            } else if let Some(frame) = frames.get_mut(&view.storage) {
                frame.access(view, is_written, is_routine);
                frame.last = at;
            }
        }
    }
    let mut frames: Vec<_> = frames.into_iter().filter(|(_, frame)| !frame.is_refused).collect();
    frames.sort_unstable_by_key(|(storage, _)| *storage);
    frames
}

impl Frame {
    fn access(&mut self, view: &View, is_written: bool, is_routine: bool) {
        let slice = Slice::of(view, &self.whole.layout).filter(|_| !is_routine && view.dtype == self.whole.dtype);
        let Some(slice) = slice else {
            self.is_refused = true;
            return;
        };
        let is_middle = self.middle.as_ref().is_none_or(|(middle, _)| *middle == view.layout);
        self.is_overwritten &= if is_written { is_middle } else { self.middle.is_some() };
        if is_written && self.middle.is_none() {
            self.middle = slice.first.last().map(|&column| (view.layout.clone(), column));
        }
    }

    /// The layout with aligned rows, if those are not aligned already, and not much shorter.
    fn aligned(&self) -> Option<Aligned> {
        let (size, column) = (self.whole.dtype.size() as i64, self.middle.as_ref()?.1);
        let items = ALIGNMENT / size;
        let shape = &self.whole.layout.shape;
        let &width = shape.last()?;
        let lead = (items - column % items) % items;
        let pitch = (lead + width + items - 1) / items * items;
        if size >= ALIGNMENT || pitch == width || MAX_GROWTH * (pitch - width) > width {
            return None;
        }
        let mut wide = shape.to_vec();
        *wide.last_mut()? = pitch;
        let all = Layout::contiguous(&wide);
        let rows = Layout { shape: shape.clone(), strides: all.strides.clone(), offset: lead };
        Some(Aligned { before: self.whole.layout.clone(), all, rows })
    }
}

impl Slice {
    fn of(view: &View, whole: &Layout) -> Option<Slice> {
        let first = whole.indices_of(view.layout.offset).filter(|_| view.circular.is_empty())?;
        let (order, mut taken) = (whole.coarsest_first(), vec![false; whole.rank()]);
        let mut steps = Vec::with_capacity(view.layout.rank());
        for (&extent, &stride) in view.layout.shape.iter().zip(view.layout.strides.iter()) {
            if extent == 1 || stride == 0 {
                steps.push(None);
                continue;
            }
            let along = |&own: &usize| {
                let step = stride / whole.strides[own];
                let last = first[own] + step * (extent - 1);
                let is_inside = extent > 1 && (0..whole.shape[own]).contains(&last);
                (stride % whole.strides[own] == 0 && is_inside).then_some((own, step))
            };
            let (own, step) = order.iter().find_map(along)?;
            if std::mem::replace(&mut taken[own], true) {
                return None;
            }
            steps.push(Some((own, step)));
        }
        Some(Slice { first, steps })
    }

    /// The slice of the frame in its new layout.
    fn placed(&self, before: &Layout, rows: &Layout) -> Layout {
        let offset = self.first.iter().zip(rows.strides.iter()).map(|(index, stride)| index * stride).sum::<i64>();
        let mut layout = Layout { offset: rows.offset + offset, ..before.clone() };
        for (stride, step) in layout.strides.iter_mut().zip(&self.steps) {
            if let Some((own, step)) = step {
                *stride = step * rows.strides[*own];
            }
        }
        layout
    }
}
