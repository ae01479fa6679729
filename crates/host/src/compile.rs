//! Compiles a kernel to a block program: which axes are lanes, when each value is computed, and in which scratch
//! blocks.

mod tiles;
mod weight;
mod whole;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use cuprust_ir::{Error, Kernel, Node, NodeId, NodeKind, Relation, Result, View};
use cuprust_num::DType;
use cuprust_ops::{MAX_INPUTS, MAX_OUTPUTS, Reduction};

use crate::cast::cast_loop;
use crate::native::{self, Block, Code, Lanes, Native, Segment, Unit, segments, units};
use crate::order::depth_first;
use crate::plan::{
    Access, Accesses, Compiled, Op, Reduced, Slot, Stage, Sweep, lanes_used_by, made_by, single_slot, used_by,
};
use crate::reduce::Reducer;
use crate::region::{accesses, regions, table};
use crate::rewrite::rewritten;
use crate::sum::{MAX_TERMS, sums};
use crate::sweep::{Reach, choose_sweep, in_memory_order, is_cut, reach_and_pass};
use crate::tile::{TILE_BYTES, Tiles};

/// Bytes of a block, by its widest element. Two kilobytes keep ten operands in the first cache; measured, 1 to 4 are
/// within a tenth of each other.
pub const BLOCK_BYTES: usize = 2048;

/// Bytes that the lanes of a block span where they lie apart: the cache lines that a step or a read loads are then in
/// the first cache when the next one reads on.
const MAX_SPAN_BYTES: usize = 16 << 10;
const MIN_LANES_APART: usize = 64;

/// Bytes of a cache line.
const LINE_BYTES: usize = 64;

/// Most bytes of the rows that one sweep keeps for the next: well within a second cache.
const MAX_KEPT_BYTES: i64 = 256 << 10;

/// Compiles a kernel.
///
/// # Errors
/// The errors of the kernel's own verification, and loops that do not exist for a dtype.
pub fn compile(kernel: &Kernel) -> Result<Compiled> {
    compile_in(kernel, in_memory_order, true)
}

/// As [`compile`], of a kernel without reductions, whose lanes run over its axes in their order.
pub fn compile_in_order(kernel: &Kernel) -> Result<Compiled> {
    compile_in(kernel, |_, axes| axes.collect(), false)
}

/// As [`compile`], without tiles: each row by itself.
pub fn compile_by_rows(kernel: &Kernel) -> Result<Compiled> {
    compile_in(kernel, in_memory_order, false)
}

fn compile_in(kernel: &Kernel, order: fn(&Kernel, Range<usize>) -> Vec<usize>, tiled: bool) -> Result<Compiled> {
    kernel.verify()?;
    if kernel.outer > kernel.shape.len() || kernel.shape.iter().any(|&extent| extent < 0) {
        return Err(Error::runtime(format!("a space of {:?} with {} outer axes", kernel.shape, kernel.outer)));
    }
    let kernel = &rewritten(kernel);
    let passes = kernel.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Reduce(..))).count() + 1;
    if kernel.nodes.len().saturating_mul(passes) > u16::MAX as usize / 2 {
        return Err(Error::runtime(format!("a kernel of {} values is too large: cut it", kernel.nodes.len())));
    }
    let compiled = Builder::new(kernel, order, native::is_available(), tiled)?.build()?;
    match compiled {
        Some(compiled) => Ok(compiled),
        // The system refuses memory that can be executed.
        None => Ok(Builder::new(kernel, order, false, tiled)?.build()?.expect("no code is made")),
    }
}

struct Builder<'a> {
    kernel: &'a Kernel,
    reach: Vec<Reach>,
    pass: Vec<u8>,
    out: Compiled,
    /// The slots of uniform and outer values.
    lasting: HashMap<NodeId, u16>,
    /// Whether outer slots outlive the list that computes them.
    keeps: bool,
    lane_axes: Vec<usize>,
    /// The inner values whose row one sweep keeps for later ones: the sweep, and the index among the kept rows.
    kept: HashMap<NodeId, (usize, u16)>,
    /// The stage whose lists are under construction.
    stage: usize,
    /// The code of the segments, where segments are compiled.
    code: Option<Code>,
    /// Whether the list under construction is compiled to segments.
    in_segments: bool,
}

impl<'a> Builder<'a> {
    fn new(
        kernel: &'a Kernel,
        order: fn(&Kernel, Range<usize>) -> Vec<usize>,
        native: bool,
        tiled: bool,
    ) -> Result<Builder<'a>> {
        let (reach, pass) = reach_and_pass(kernel);
        let keeps =
            kernel.outer < kernel.shape.len() || kernel.nodes.iter().any(|n| matches!(n.kind, NodeKind::Reduce(..)));
        let sweep = choose_sweep(kernel, &reach);
        let ordered =
            kernel.nodes.iter().any(|n| matches!(n.kind, NodeKind::Reduce(Reduction::ArgMax | Reduction::ArgMin, _)));
        let outer_axes = order(kernel, 0..kernel.outer);
        let inner_axes = if ordered {
            (kernel.outer..kernel.shape.len()).collect()
        } else {
            in_memory_order(kernel, kernel.outer..kernel.shape.len())
        };
        let (lane_axes, step_axes) = match sweep {
            Sweep::Columns => (outer_axes, inner_axes),
            Sweep::Rows => (inner_axes, outer_axes),
        };
        let extent = |axes: &[usize]| axes.iter().map(|&axis| kernel.shape[axis]).product::<i64>();
        let (lanes, steps) = (extent(&lane_axes), extent(&step_axes));
        let reduces = kernel.nodes.iter().any(|node| matches!(node.kind, NodeKind::Reduce(..)));
        let widest = widest(kernel, reduces).max(2);
        // Columns of a few values use longer blocks: each step then reads a longer run of memory.
        let wide = sweep == Sweep::Columns && steps > 1 && kernel.nodes.len() <= 4;
        // So do maps of one or two operations on contiguous elements: few blocks are in use, or none. (diff of 2^20
        // float32 on one core: 162 us with short ones.)
        let lies = |view: &View| view.circular.is_empty() && view.layout.strides.last() == Some(&1);
        let in_lines = kernel.reads.iter().chain(kernel.writes.iter().map(|write| &write.view)).all(lies);
        let blocks = kernel.nodes.iter().filter(|node| !matches!(node.kind, NodeKind::Scalar(_))).count();
        let wide = wide || !keeps && blocks <= 3 && kernel.tables.is_empty() && in_lines;
        let again = sweep == Sweep::Columns && steps > 1 || reads_lines_again(kernel, &lane_axes);
        let apart = if again { bytes_apart(kernel, &lane_axes) } else { 0 };
        let block_bytes = if wide && apart == 0 { 4 * BLOCK_BYTES } else { BLOCK_BYTES };
        let most_lanes = MAX_SPAN_BYTES.checked_div(apart).map_or(usize::MAX, |lanes| lanes.max(MIN_LANES_APART));
        let mut out = Compiled {
            accesses: Accesses { views: Vec::new(), positions: Vec::new() },
            regions: Vec::new(),
            tables: kernel.tables.iter().map(table).collect(),
            scalars: kernel.scalars.iter().map(|scalar| scalar.0).collect(),
            sweep,
            lanes,
            steps,
            tiles: None,
            block: (block_bytes / widest).min(most_lanes).min(usize::try_from(lanes).unwrap_or(usize::MAX)).max(1),
            strips: None,
            uniform: Vec::new(),
            stages: Vec::new(),
            finish: Vec::new(),
            reductions: Vec::new(),
            // Slot zero belongs to no value: it receives the unused output of a loop.
            slots: vec![Slot { at: 0, size: 16 }],
            outer_slots: Vec::new(),
            kept: Vec::new(),
            parts: false,
            weight: weight::weight(kernel),
            scratch: 0,
            code: None,
            whole: None,
            row: None,
        };
        out.parts = reduces && is_cut(sweep, lanes, steps, out.block);
        if tiled && out.fits_tiles(BLOCK_BYTES / widest) {
            let tiles = Tiles::new(kernel, &step_axes, &lane_axes, TILE_BYTES / widest)?;
            out.block = tiles.block();
            out.tiles = Some(tiles);
        }
        out.scratch = pitch(out.block, 16);
        out.accesses = accesses(kernel, &lane_axes, &step_axes)?;
        Ok(Builder {
            kernel,
            reach,
            pass,
            out,
            lasting: HashMap::new(),
            keeps,
            lane_axes,
            kept: HashMap::new(),
            stage: 0,
            code: native.then(Code::default),
            in_segments: native,
        })
    }

    /// The compiled kernel; `None` where its code cannot be executed.
    fn build(mut self) -> Result<Option<Compiled>> {
        let kernel = self.kernel;
        let needed = self.needed();
        let inner_axes = kernel.outer..kernel.shape.len();
        // A write is inner if its value is inner, or if its view steps along inner axes.
        let inner_write = |write: &cuprust_ir::Write| {
            let strides = &write.view.layout.strides;
            self.reach[write.node as usize] == Reach::Inner
                || inner_axes.clone().any(|axis| kernel.shape[axis] != 1 && strides[axis] != 0)
        };
        let inner: Vec<bool> = kernel.writes.iter().map(inner_write).collect();
        let reduces = |node: usize| matches!(kernel.nodes[node].kind, NodeKind::Reduce(..)) && needed[node];
        let last_sweep = (0..kernel.nodes.len())
            .filter(|&node| reduces(node))
            .map(|node| self.pass[node] as usize - 1)
            .chain((0..inner.len()).filter(|&w| inner[w]).map(|w| self.pass[kernel.writes[w].node as usize] as usize))
            .max();
        let last_stage = (0..kernel.nodes.len())
            .filter(|&n| needed[n])
            .map(|n| self.pass[n] as usize)
            .chain(last_sweep)
            .max()
            .unwrap_or(0);

        let uniform: Vec<NodeId> = self.nodes(&needed, |reach, _| reach == Reach::Uniform);
        self.out.uniform = self.list(&uniform, &[], &[], true)?;
        // The writes and reductions of each sweep. A write that overlaps a read is delayed until the last sweep has
        // read the old elements.
        let sweep_of = |w: usize| {
            let own = self.pass[kernel.writes[w].node as usize] as usize;
            if self.is_read(&kernel.writes[w].view) { last_sweep.unwrap_or(own) } else { own }
        };
        let writes: Vec<Vec<u16>> = (0..=last_stage)
            .map(|stage| (0..inner.len()).filter(|&w| inner[w] && sweep_of(w) == stage).map(|w| w as u16).collect())
            .collect();
        let reduced: Vec<Vec<NodeId>> = (0..=last_stage)
            .map(|stage| {
                let here = |node: &usize| reduces(*node) && self.pass[*node] as usize == stage + 1;
                (0..kernel.nodes.len()).filter(here).map(|node| node as NodeId).collect()
            })
            .collect();
        let roots: Vec<Vec<NodeId>> = (0..=last_stage)
            .map(|stage| {
                let operands = reduced[stage].iter().map(|&node| kernel.nodes[node as usize].kind.operands()[0]);
                operands.chain(writes[stage].iter().map(|&w| kernel.writes[w as usize].node)).collect()
            })
            .collect();
        self.choose_kept(&roots);
        for stage in 0..=last_stage {
            self.stage = stage;
            let outer: Vec<NodeId> = self.nodes(&needed, |reach, pass| reach == Reach::Outer && pass as usize == stage);
            if !self.keeps {
                // A map is a single list, whose blocks are free again after their last use.
                let writes: Vec<u16> = (0..kernel.writes.len() as u16).collect();
                self.out.whole = self.whole_map(&outer);
                self.in_segments = self.code.is_some() && self.out.whole.is_none();
                let ops = self.list(&outer, &writes, &[], false)?;
                self.out.stages.push(Stage { outer: ops, ..Stage::default() });
                continue;
            }
            let outer = self.list(&outer, &[], &[], true)?;
            let reductions =
                reduced[stage].iter().map(|&node| self.reduction(node)).collect::<Result<Vec<(u16, NodeId)>>>()?;
            let inner = self.inner_cone(&roots[stage], |node| self.was_kept(node));
            let whole =
                if writes[stage].is_empty() { self.whole_sweep(&inner, &reduced[stage], &reductions) } else { None };
            self.in_segments = self.code.is_some() && whole.is_none();
            let inner = self.list(&inner, &writes[stage], &reductions, false)?;
            self.in_segments = self.code.is_some();
            let reductions = reductions.iter().map(|&(reduction, _)| reduction).collect();
            self.out.stages.push(Stage { outer, inner, whole, reductions });
        }
        if self.keeps {
            for (w, write) in kernel.writes.iter().enumerate().filter(|&(w, _)| !inner[w]) {
                let (view, slot) = ((kernel.reads.len() + w) as u16, self.lasting[&write.node]);
                self.out.finish.push(Op::Store { view, slot });
            }
        }
        self.repeat_what_lanes_use();
        self.choose_strips();
        if !self.keeps && self.out.strips.is_none() {
            self.out.regions = regions(kernel, &self.lane_axes, &self.out)?;
        }
        if let Some(code) = self.code.filter(|code| !code.is_empty()) {
            self.out.code = code.executable();
            if self.out.code.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(self.out))
    }

    /// The nodes that some write depends on.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.kernel.nodes.len()];
        for write in &self.kernel.writes {
            needed[write.node as usize] = true;
        }
        for node in (0..needed.len()).rev() {
            if needed[node] {
                self.kernel.nodes[node].kind.operands().iter().for_each(|&of| needed[of as usize] = true);
            }
        }
        needed
    }

    /// The needed nodes of a kind, except reductions.
    fn nodes(&self, needed: &[bool], wanted: impl Fn(Reach, u8) -> bool) -> Vec<NodeId> {
        (0..needed.len())
            .filter(|&n| needed[n] && wanted(self.reach[n], self.pass[n]))
            .filter(|&n| !matches!(self.kernel.nodes[n].kind, NodeKind::Reduce(..)))
            .map(|n| n as NodeId)
            .collect()
    }

    /// Whether an earlier sweep than that of the present stage has kept an inner value.
    fn was_kept(&self, node: NodeId) -> bool {
        self.kept.get(&node).is_some_and(|&(at, _)| at < self.stage)
    }

    /// The inner nodes that the roots depend on, ascending. The search stops at `excluded` nodes.
    fn inner_cone(&self, roots: &[NodeId], excluded: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let mut marked = vec![false; self.kernel.nodes.len()];
        roots.iter().for_each(|&root| marked[root as usize] = true);
        for node in (0..marked.len()).rev() {
            if marked[node] && self.reach[node] == Reach::Inner && !excluded(node as NodeId) {
                self.kernel.nodes[node].kind.operands().iter().for_each(|&of| marked[of as usize] = true);
            }
        }
        (0..marked.len()).filter(|&n| marked[n] && self.reach[n] == Reach::Inner).map(|n| n as NodeId).collect()
    }

    /// Rows (or tiles) that fit the second cache are kept from sweep to sweep, if computing them again costs more than
    /// a row of work (as the exponentials of a softmax, which are summed first and divided then).
    fn choose_kept(&mut self, roots: &[Vec<NodeId>]) {
        if self.out.sweep != Sweep::Rows || self.out.parts {
            return;
        }
        let cones: Vec<Vec<NodeId>> = roots.iter().map(|roots| self.inner_cone(roots, |_| false)).collect();
        let nodes = &self.kernel.nodes;
        let (mut first, mut work) = (vec![usize::MAX; nodes.len()], vec![0u32; nodes.len()]);
        for (stage, cone) in cones.iter().enumerate() {
            cone.iter().for_each(|&node| first[node as usize] = first[node as usize].min(stage));
        }
        for node in (0..nodes.len()).filter(|&node| self.reach[node] == Reach::Inner) {
            let own = matches!(nodes[node].kind, NodeKind::Row { .. }) as u32;
            work[node] = nodes[node].kind.operands().iter().fold(own, |sum, &of| sum.saturating_add(work[of as usize]));
        }
        let kept_lanes = self.out.lanes.max(self.out.block as i64);
        let mut budget = MAX_KEPT_BYTES;
        for (stage, cone) in cones.iter().enumerate() {
            // The values of an earlier sweep that this one uses.
            let used = cone.iter().filter(|&&node| first[node as usize] == stage);
            let used = used.flat_map(|&node| nodes[node as usize].kind.operands()).chain(&roots[stage]);
            for &node in used {
                let at = first[node as usize];
                let bytes = kept_lanes.saturating_mul(nodes[node as usize].dtype.size() as i64);
                let row = matches!(nodes[node as usize].kind, NodeKind::Row { .. });
                if at < stage && row && work[node as usize] > 1 && bytes <= budget && !self.kept.contains_key(&node) {
                    budget -= bytes;
                    self.kept.insert(node, (at, self.out.kept.len() as u16));
                    self.out.kept.push(Slot { at: self.out.scratch, size: nodes[node as usize].dtype.size() });
                    self.out.scratch += pitch(kept_lanes as usize, nodes[node as usize].dtype.size());
                }
            }
        }
    }

    fn is_read(&self, view: &View) -> bool {
        self.kernel.reads.iter().any(|read| read.relation(view) != Relation::Disjoint)
    }

    /// Whether a loaded value is itself stored, maybe after its own memory has been overwritten: it must be a copy.
    fn is_stored_late(&self, node: NodeId, read: &View) -> bool {
        let writes = &self.kernel.writes;
        let is_it = |mut stored: NodeId| {
            while let Node { kind: NodeKind::Cast(of), dtype } = self.kernel.nodes[stored as usize]
                && self.kernel.nodes[of as usize].dtype == dtype
            {
                stored = of;
            }
            stored == node
        };
        writes.iter().any(|write| is_it(write.node))
            && writes.iter().any(|write| !is_it(write.node) && write.view.relation(read) != Relation::Disjoint)
    }

    fn reduction(&mut self, node: NodeId) -> Result<(u16, NodeId)> {
        let NodeKind::Reduce(reduction, of) = self.kernel.nodes[node as usize].kind else {
            return Err(Error::runtime(format!("n{node} is no reduction")));
        };
        let reducer = Reducer::new(reduction, self.kernel.nodes[of as usize].dtype)?;
        let slot = self.slot(self.kernel.nodes[node as usize].dtype);
        self.give_block(slot);
        self.lasting.insert(node, slot);
        self.out.outer_slots.push(slot);
        self.out.reductions.push(Reduced { reducer, slot, repeat: false });
        Ok((self.out.reductions.len() as u16 - 1, of))
    }

    /// Whether a value differs from lane to lane.
    fn moves_along_lanes(&self, node: NodeId) -> bool {
        match self.reach[node as usize] {
            Reach::Uniform => false,
            Reach::Outer => self.out.sweep == Sweep::Columns,
            Reach::Inner => true,
        }
    }

    /// How the lanes of a value lie: what is the same for a row has one element, and what is the same everywhere a
    /// block.
    fn lanes_of(&self, node: NodeId) -> Lanes {
        match (self.moves_along_lanes(node), self.reach[node as usize]) {
            (true, _) => Lanes::Apart,
            (false, Reach::Uniform) => Lanes::Repeated,
            (false, _) => Lanes::Single,
        }
    }

    fn slot(&mut self, dtype: DType) -> u16 {
        self.out.slots.push(Slot { at: 0, size: dtype.size() });
        self.out.slots.len() as u16 - 1
    }

    /// The slot of a value that the list has computed, or an earlier one.
    fn slot_of(&self, of: NodeId, slots: &HashMap<NodeId, u16>) -> Result<u16> {
        let slot = slots.get(&of).or_else(|| self.lasting.get(&of)).copied();
        slot.ok_or_else(|| Error::runtime(format!("n{of} is not there in time")))
    }

    fn give_block(&mut self, slot: u16) {
        self.out.slots[slot as usize].at = self.out.scratch;
        self.out.scratch += pitch(self.out.block, self.out.slots[slot as usize].size);
    }

    /// The operations that compute these nodes, in dependency order from the roots, then push and store.
    fn list(
        &mut self,
        nodes: &[NodeId],
        writes: &[u16],
        reductions: &[(u16, NodeId)],
        lasting: bool,
    ) -> Result<Vec<Op>> {
        let kernel = self.kernel;
        let wanted: HashMap<NodeId, ()> = nodes.iter().map(|&node| (node, ())).collect();
        let roots = reductions.iter().map(|&(_, of)| of).chain(writes.iter().map(|&w| kernel.writes[w as usize].node));
        let order = depth_first(kernel, roots.clone().chain(nodes.iter().copied()), |node| wanted.contains_key(&node));
        let mut slots: HashMap<NodeId, u16> = HashMap::new();
        // The single write into whose memory each node is computed.
        let mut aims: HashMap<NodeId, u16> = HashMap::new();
        for &w in writes {
            let write = &kernel.writes[w as usize];
            if wanted.contains_key(&write.node) && !self.is_read(&write.view) && !self.kept.contains_key(&write.node) {
                aims.entry(write.node).or_insert(w);
            }
        }
        let is_given = |node: NodeId| !lasting && self.was_kept(node);
        let is_kept = |node: NodeId| self.kept.contains_key(&node);
        // What is computed in one lane needs no code of its own.
        let by_lanes = nodes.iter().any(|&node| self.moves_along_lanes(node));
        let segments = match self.in_segments && by_lanes {
            true => segments(kernel, &order, &is_given, &is_kept, &|node| self.lanes_of(node) == Lanes::Single),
            false => vec![],
        };
        let in_segments: HashSet<NodeId> = segments.iter().flat_map(|segment| segment.nodes.iter().copied()).collect();
        let single: Vec<NodeId> = order.iter().copied().filter(|node| !in_segments.contains(node)).collect();
        let used = reductions.iter().map(|&(_, of)| of);
        // All writes count: another list may store a value that this one computes.
        let used = used.chain(kernel.writes.iter().map(|write| write.node));
        let sums = sums(kernel, &single, &used.collect::<Vec<NodeId>>(), is_kept);
        let inside_sums: HashSet<NodeId> = sums.values().flat_map(|sum| sum.inside.iter().copied()).collect();
        let units = units(kernel, &order, &segments, &is_given);
        let mut ops = Vec::new();
        if self.out.tiles.is_some() && !lasting {
            self.broadcast(&single, &segments, roots, &mut slots, &mut ops)?;
        }
        for unit in units {
            let node = match unit {
                Unit::Node(node) => node,
                Unit::Segment(index) => {
                    let made = self.segment(&segments[index], &mut slots, &aims, lasting, &mut ops)?;
                    push(&mut ops, reductions, &made);
                    continue;
                }
            };
            if slots.contains_key(&node) || inside_sums.contains(&node) {
                continue;
            }
            let dtype = kernel.nodes[node as usize].dtype;
            let operand = |of: NodeId, slots: &HashMap<NodeId, u16>| {
                slots
                    .get(&of)
                    .or_else(|| self.lasting.get(&of))
                    .copied()
                    .ok_or_else(|| Error::runtime(format!("n{node} is made of n{of}, which is not there in time")))
            };
            // A cast to the same dtype is its operand.
            if let NodeKind::Cast(of) = kernel.nodes[node as usize].kind
                && kernel.nodes[of as usize].dtype == dtype
            {
                let slot = operand(of, &slots)?;
                slots.insert(node, slot);
                continue;
            }
            let held = self.kept.get(&node).filter(|_| !lasting).copied();
            let op = match kernel.nodes[node as usize].kind.clone() {
                _ if held.is_some_and(|(at, _)| at < self.stage) => {
                    Op::Keep { kept: held.map_or(0, |(_, kept)| kept), slot: self.slot(dtype) }
                }
                NodeKind::Row { .. } if sums.contains_key(&node) => {
                    let sum = &sums[&node];
                    let mut inputs = [0; MAX_TERMS];
                    for (input, &of) in inputs.iter_mut().zip(&sum.operands) {
                        *input = operand(of, &slots)?;
                    }
                    Op::Sum { run: sum.run, inputs, count: sum.operands.len() as u8, slot: self.slot(dtype) }
                }
                NodeKind::Cast(of) => {
                    let input = operand(of, &slots)?;
                    let run = cast_loop(kernel.nodes[of as usize].dtype, dtype);
                    Op::Run { run, inputs: single_slot(input), outputs: single_slot(self.slot(dtype)), many: false }
                }
                NodeKind::Row { row, dtype: of_dtype, of, .. } => {
                    let mut inputs = [0; MAX_INPUTS];
                    let count = row.row().inputs.len();
                    for (input, &of) in inputs.iter_mut().zip(&of[..count]) {
                        *input = operand(of, &slots)?;
                    }
                    let loops = (row.row().loops)(of_dtype)
                        .ok_or_else(|| Error::type_(format!("{} has no loop for {of_dtype}", row.row().name)))?;
                    let mut outputs = [0; MAX_OUTPUTS];
                    for (number, slot) in row.row().outputs.iter().enumerate() {
                        // The other outputs of the same row are computed along with this one.
                        let twin = order.iter().copied().find(|&other| {
                            matches!(&kernel.nodes[other as usize].kind, NodeKind::Row { row: r, dtype: d, of: o, output }
                                if *r == row && *d == of_dtype && o[..count] == of[..count] && *output as usize == number)
                        });
                        // At most one of two outputs is unused and has slot 0; several must not share it.
                        if twin.is_some() || row.row().outputs.len() > 2 {
                            outputs[number] = self.slot(slot.dtype(of_dtype));
                        }
                        if let Some(twin) = twin {
                            slots.insert(twin, outputs[number]);
                        }
                    }
                    let many = count > 3 || row.row().outputs.len() > 2;
                    Op::Run { run: loops.best(), inputs, outputs, many }
                }
                NodeKind::Read(read) => {
                    let aimed = aims.contains_key(&node);
                    let in_place = !lasting && !self.is_stored_late(node, &kernel.reads[read as usize]);
                    Op::Fetch { view: read, slot: self.slot(dtype), in_place, aimed }
                }
                NodeKind::Position(position) => Op::Number { position, slot: self.slot(dtype) },
                NodeKind::Scalar(scalar) => Op::Scalar { scalar, slot: self.slot(dtype), dtype },
                NodeKind::Gather { table, of, moves, .. } => {
                    let index = operand(of[0], &slots)?;
                    let line = if moves { operand(of[1], &slots)? } else { 0 };
                    Op::Gather { table, index, line, slot: self.slot(dtype) }
                }
                NodeKind::Reduce(..) => return Err(Error::runtime(format!("n{node} is computed before its sweep"))),
            };
            let made: Vec<(NodeId, u16)> = match &op {
                Op::Run { outputs, .. } => {
                    let own = if slots.contains_key(&node) { None } else { Some((node, outputs[0])) };
                    let all = slots.iter().filter(|(_, slot)| outputs.contains(slot)).map(|(&n, &s)| (n, s));
                    own.into_iter().chain(all).collect()
                }
                Op::Fetch { slot, .. }
                | Op::Sum { slot, .. }
                | Op::Number { slot, .. }
                | Op::Scalar { slot, .. }
                | Op::Gather { slot, .. }
                | Op::Keep { slot, .. } => vec![(node, *slot)],
                _ => vec![],
            };
            for &(made, slot) in &made {
                slots.insert(made, slot);
                self.place(made, slot, &aims, lasting, &mut ops);
            }
            ops.push(op);
            push(&mut ops, reductions, &made);
        }
        for &(reduction, of) in reductions {
            let slot = self.slot_of(of, &slots)?;
            if !ops.iter().any(|op| matches!(op, Op::Push { reduction: pushed, .. } if *pushed == reduction)) {
                ops.push(Op::Push { reduction, slot });
            }
        }
        for &w in writes {
            let slot = self.slot_of(kernel.writes[w as usize].node, &slots)?;
            ops.push(Op::Store { view: kernel.reads.len() as u16 + w, slot });
        }
        if lasting {
            for (&node, &slot) in &slots {
                if self.reach[node as usize] == Reach::Outer && !self.out.outer_slots.contains(&slot) {
                    self.out.outer_slots.push(slot);
                }
            }
            let mut own: Vec<u16> = ops.iter().flat_map(made_by).collect();
            own.sort_unstable();
            own.dedup();
            own.iter().for_each(|&slot| self.give_block(slot));
            self.lasting.extend(slots);
        } else {
            self.give_blocks(&ops);
        }
        Ok(ops)
    }

    /// Appends what says where a value is computed, if that is not a block of its own.
    fn place(&self, made: NodeId, slot: u16, aims: &HashMap<NodeId, u16>, lasting: bool, ops: &mut Vec<Op>) {
        if let Some(&(_, kept)) = self.kept.get(&made).filter(|&&(at, _)| !lasting && at == self.stage) {
            ops.push(Op::Keep { kept, slot });
        }
        if let Some(&w) = aims.get(&made) {
            ops.push(Op::Aim { view: self.kernel.reads.len() as u16 + w, slot });
        }
    }

    /// Appends a segment. Returns its outputs and their slots.
    fn segment(
        &mut self,
        segment: &Segment,
        slots: &mut HashMap<NodeId, u16>,
        aims: &HashMap<NodeId, u16>,
        lasting: bool,
        ops: &mut Vec<Op>,
    ) -> Result<Vec<(NodeId, u16)>> {
        let kernel = self.kernel;
        let (mut inputs, mut lanes) = (Vec::new(), Vec::new());
        let size = |node: NodeId| kernel.nodes[node as usize].dtype.size();
        for &of in &segment.inputs {
            let own = self.lanes_in(segment, of);
            // What has one element for each row may be there repeated too.
            let slot = match own {
                Lanes::Single => self.slot_of(of, &HashMap::new())?,
                _ => self.slot_of(of, slots)?,
            };
            inputs.push(Block { slot, size: size(of), lanes: own });
            lanes.push(own);
        }
        let mut made = Vec::new();
        for &node in &segment.outputs {
            let slot = self.slot(kernel.nodes[node as usize].dtype);
            slots.insert(node, slot);
            self.place(node, slot, aims, lasting, ops);
            made.push((node, slot));
        }
        let outputs = made.iter().map(|&(node, slot)| Block { slot, size: size(node), lanes: Lanes::Apart }).collect();
        let function = self.code.get_or_insert_default().add(kernel, segment, &lanes);
        ops.push(Op::Native(Arc::new(Native::new(function, inputs, outputs))));
        Ok(made)
    }

    /// Allocates a block for each slot that the list defines; the block is free again after the slot's last use.
    fn give_blocks(&mut self, ops: &[Op]) {
        let mut last: HashMap<u16, usize> = HashMap::new();
        for (at, op) in ops.iter().enumerate() {
            used_by(op).chain(made_by(op)).for_each(|slot| {
                last.insert(slot, at);
            });
        }
        let mut free: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut own: HashMap<u16, ()> = HashMap::new();
        for (at, op) in ops.iter().enumerate() {
            for slot in made_by(op) {
                if own.insert(slot, ()).is_none() {
                    let size = self.out.slots[slot as usize].size;
                    match free.get_mut(&size).and_then(Vec::pop) {
                        Some(block) => self.out.slots[slot as usize].at = block,
                        None => self.give_block(slot),
                    }
                }
            }
            for slot in used_by(op).chain(made_by(op)) {
                if last[&slot] == at && own.remove(&slot).is_some() {
                    let Slot { at, size } = self.out.slots[slot as usize];
                    free.entry(size).or_default().push(at);
                }
            }
        }
    }

    /// Uniform values, and outer values where rows are swept one at a time, are computed in one lane and then repeated
    /// over all where blocks use them.
    fn repeat_what_lanes_use(&mut self) {
        let rows = self.out.sweep == Sweep::Rows && self.out.tiles.is_none();
        let (mut by_lanes, mut in_blocks): (Vec<u16>, Vec<u16>) = (Vec::new(), Vec::new());
        let mut note = |ops: &[Op]| {
            for (slot, lanes) in ops.iter().flat_map(lanes_used_by) {
                match lanes {
                    Lanes::Single => {}
                    Lanes::Repeated => by_lanes.push(slot),
                    Lanes::Apart => {
                        by_lanes.push(slot);
                        in_blocks.push(slot);
                    }
                }
            }
        };
        for stage in &self.out.stages {
            note(&stage.inner);
            if !rows {
                note(&stage.outer);
            }
        }
        if !rows {
            note(&self.out.finish);
        }
        let repeat = |ops: &mut Vec<Op>| {
            let mut own: Vec<u16> = ops.iter().flat_map(made_by).filter(|slot| by_lanes.contains(slot)).collect();
            own.sort_unstable();
            own.dedup();
            ops.extend(own.into_iter().map(|slot| Op::Repeat { slot, in_vector: !in_blocks.contains(&slot) }));
        };
        repeat(&mut self.out.uniform);
        if rows {
            self.out.stages.iter_mut().for_each(|stage| repeat(&mut stage.outer));
            for reduced in &mut self.out.reductions {
                reduced.repeat = by_lanes.contains(&reduced.slot);
            }
        }
    }

    /// Long rows are swept in strips of a block's width if some view is transposed: the cache lines that one row loads
    /// serve the next rows.
    fn choose_strips(&mut self) {
        let Some(&last) = self.lane_axes.last() else { return };
        let length = self.kernel.shape[last];
        let transposed = |access: &Access| {
            let stride = access.lanes.last_stride().abs();
            stride >= 64 && access.lanes.smallest_stride().is_some_and(|smallest| smallest < stride)
        };
        let plain = self.out.sweep == Sweep::Columns && self.out.steps == 1 && self.out.lanes > length;
        if plain && length >= 2 * self.out.block as i64 && self.out.accesses.views.iter().any(transposed) {
            self.out.strips = Some(length);
        }
    }
}

/// Appends the pushes of values that reductions take, at once: the blocks are in the first cache, and their memory is
/// free again afterwards.
fn push(ops: &mut Vec<Op>, reductions: &[(u16, NodeId)], made: &[(NodeId, u16)]) {
    for &(reduction, of) in reductions {
        if let Some(&(_, slot)) = made.iter().find(|(made, _)| *made == of) {
            ops.push(Op::Push { reduction, slot });
        }
    }
}

/// The bytes of the widest value. In a map, only values that others are computed from count: a value that is only
/// stored goes straight to its memory and is not loaded again.
fn widest(kernel: &Kernel, reduces: bool) -> usize {
    let size = |node: &NodeId| kernel.nodes[*node as usize].dtype.size();
    let operands = kernel.nodes.iter().flat_map(|node| node.kind.operands()).filter(|_| !reduces);
    operands.map(size).max().or_else(|| kernel.nodes.iter().map(|node| node.dtype.size()).max()).unwrap_or(8)
}

/// The axis along which lanes follow one another.
fn fastest(kernel: &Kernel, lane_axes: &[usize]) -> Option<usize> {
    lane_axes.iter().rev().copied().find(|&axis| kernel.shape[axis] > 1)
}

/// The bytes from one lane of a view to the next.
fn lane_bytes(view: &View, fastest: usize) -> usize {
    usize::try_from(view.step(fastest).unsigned_abs()).unwrap_or(usize::MAX).saturating_mul(view.dtype.size())
}

/// The bytes from one lane to the next, in the read whose lanes lie farthest apart; 0 where lanes follow one another.
fn bytes_apart(kernel: &Kernel, lane_axes: &[usize]) -> usize {
    let Some(fastest) = fastest(kernel, lane_axes) else { return 0 };
    let lie_apart = |view: &&View| view.step(fastest).unsigned_abs() > 1;
    kernel.reads.iter().filter(lie_apart).map(|view| lane_bytes(view, fastest)).max().unwrap_or(0)
}

/// Whether reads whose lanes lie a cache line or more apart take elements of the same lines, as the columns of a matrix
/// do.
fn reads_lines_again(kernel: &Kernel, lane_axes: &[usize]) -> bool {
    let Some(fastest) = fastest(kernel, lane_axes) else { return false };
    let line = |view: &View| view.layout.offset.saturating_mul(view.dtype.size() as i64) / LINE_BYTES as i64;
    let apart = kernel.reads.iter().filter(|view| lane_bytes(view, fastest) >= LINE_BYTES);
    let mut places: Vec<_> = apart.map(|view| (view.storage, view.step(fastest), line(view))).collect();
    places.sort_unstable();
    places.windows(2).any(|pair| pair[0] == pair[1])
}

/// Bytes from one block to the next: not a power of two, so that loads do not wait for stores 4096 bytes before them.
fn pitch(lanes: usize, size: usize) -> usize {
    (lanes * size).next_multiple_of(64) + 64
}
