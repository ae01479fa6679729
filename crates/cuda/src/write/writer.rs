//! Common parts of every class of kernel: names, offsets, loads, stores, and nodes as C++ statements.

use std::fmt::Write as _;
use std::ops::Range;

use cuprust_ir::{CircularAxis, Kernel, Node, NodeId, NodeKind, ScalarId, indexed_axis};
use cuprust_num::DType;
use cuprust_ops::{Reduction, RowId};

use super::interleave::{self, Group};
use super::parameters::{Fields, PointerSlot};
use super::space::{Access, Space};

/// The C++ type of a dtype.
pub fn c_type(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 => "signed char",
        DType::U8 => "unsigned char",
        DType::I16 => "short",
        DType::U16 => "unsigned short",
        DType::I32 => "int",
        DType::U32 => "unsigned int",
        DType::I64 => "long long",
        DType::U64 => "unsigned long long",
        DType::F16 => "f16",
        DType::BF16 => "bf16",
        DType::F32 => "float",
        DType::F64 => "double",
        DType::C64 => "c64",
        DType::C128 => "c128",
    }
}

/// How an operand moves along the vectorised axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Along {
    /// Element by element, from aligned offsets: one access for all.
    Pack,
    /// With a stride.
    Step(i64),
    /// Not at all.
    Same,
    /// Along a circular axis.
    Circular(CircularAxis),
}

/// An operand: its index among the kernel's reads or writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    Read(usize),
    Write(usize),
}

pub(super) struct Writer<'a> {
    pub kernel: &'a Kernel,
    pub space: &'a Space,
    pub fields: Fields,
    /// The statements of the kernel.
    pub body: String,
    /// Declarations before the kernel.
    pub head: String,
    /// The axis along which a thread has `vector` elements.
    pub axis: usize,
    pub vector: usize,
    /// Whether there are few elements, so that text which compiles sooner is better than text which runs faster.
    pub small: bool,
    strides: Vec<(usize, i64)>,
    circular: Vec<(usize, i64, i64)>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(kernel: &'a Kernel, space: &'a Space, wide: bool, axis: usize, vector: usize) -> Writer<'a> {
        let fields = Fields::new(wide);
        let (body, head) = (String::new(), String::new());
        let mut writer =
            Writer { kernel, space, fields, body, head, axis, vector, small: false, strides: vec![], circular: vec![] };
        for i in 0..kernel.reads.len() {
            writer.declare(Which::Read(i));
        }
        for i in 0..kernel.writes.len() {
            writer.declare(Which::Write(i));
        }
        for (i, &scalar) in kernel.scalars.iter().enumerate() {
            // A scalar is passed in the dtype of the first node that uses it; nodes of other dtypes have a parameter of
            // their own.
            for node in &kernel.nodes {
                let name = format!("c{i}_{}", node.dtype.name());
                if node.kind == NodeKind::Scalar(i as u16) && !writer.fields.has(&name) {
                    writer.fields.scalar(c_type(node.dtype), &name, scalar, node.dtype);
                }
            }
        }
        let small = writer.small;
        for divisor in (0..kernel.nodes.len() as NodeId).filter_map(|id| invariant_divisor(kernel, id, small)) {
            if !writer.fields.has(&divisor.multiplier) {
                writer.fields.multiplier(&divisor.multiplier, divisor.scalar, divisor.dtype);
                if divisor.dtype.is_integer() {
                    writer.fields.form(&divisor.form(), divisor.scalar, divisor.dtype);
                }
            }
        }
        for (i, position) in space.positions.iter().enumerate() {
            writer.fields.long(&format!("q{i}"), position.offset);
        }
        for (i, table) in kernel.tables.iter().enumerate() {
            let size = table.dtype.size();
            let offset = table.layout.offset * size as i64;
            let slot = PointerSlot { at: 0, storage: table.storage, offset, align: size as u32, written: false };
            writer.fields.pointer(&format!("const {}*", c_type(table.dtype)), &format!("t{i}"), slot);
            let (extent, step) = indexed_axis(table);
            writer.fields.long(&format!("t{i}_size"), extent);
            if step != 1 {
                writer.fields.long(&format!("t{i}_step"), step);
            }
        }
        writer
    }

    /// One line of the kernel's body.
    pub(super) fn line(&mut self, depth: usize, text: impl AsRef<str>) {
        let _ = writeln!(self.body, "{:1$}{2}", "", 4 * depth, text.as_ref());
    }

    /// Marks the start of the kernel's writes: it waits for the end of its predecessor, once. All remaining threads
    /// come here, and before it they only read.
    pub(super) fn await_predecessor(&mut self) {
        if self.fields.parameters.follows_at.is_none() {
            self.fields.follows();
            self.line(1, "await_predecessor();");
        }
    }

    pub(super) fn access(&self, which: Which) -> &'a Access {
        match which {
            Which::Read(i) => &self.space.reads[i],
            Which::Write(i) => &self.space.writes[i],
        }
    }

    pub(super) fn dtype(&self, which: Which) -> DType {
        match which {
            Which::Read(i) => self.kernel.reads[i].dtype,
            Which::Write(i) => self.kernel.writes[i].view.dtype,
        }
    }

    pub(super) fn along(&self, which: Which) -> Along {
        along(self.access(which), self.axis, self.vector)
    }

    fn pointer_name(which: Which) -> String {
        match which {
            Which::Read(i) => format!("r{i}"),
            Which::Write(i) => format!("w{i}"),
        }
    }

    fn declare(&mut self, which: Which) {
        let (storage, constant) = match which {
            Which::Read(i) => (self.kernel.reads[i].storage, "const "),
            Which::Write(i) => (self.kernel.writes[i].view.storage, ""),
        };
        let dtype = self.dtype(which);
        let size = dtype.size() as i64;
        let packed = self.along(which) == Along::Pack;
        let align = if packed { self.vector as u32 * size as u32 } else { size as u32 };
        let written = matches!(which, Which::Write(_));
        let slot = PointerSlot { at: 0, storage, offset: self.access(which).offset * size, align, written };
        let kind = format!("{constant}{}*", c_type(dtype));
        self.fields.pointer(&kind, &Self::pointer_name(which), slot);
    }

    /// The interleaved groups of the reads, or of the writes.
    pub(super) fn groups(&self, writes: bool) -> Vec<Group> {
        let (kernel, space) = (self.kernel, self.space);
        let all = if writes {
            interleave::groups(kernel.writes.iter().map(|write| &write.view).zip(&space.writes), self.axis)
        } else {
            interleave::groups(kernel.reads.iter().zip(&space.reads), self.axis)
        };
        all.into_iter().filter(|group| group.packs(self.vector)).collect()
    }

    /// The wide accesses of a group, from the offset of its first period: the first element of each, as an expression
    /// of `z`, its offset in memory, and the number of its elements.
    fn wide_accesses(&mut self, which: Which, group: &Group, count: &str) -> Vec<(String, String, String)> {
        let (rank, axis, vector) = (self.space.rank(), self.axis, self.vector);
        let width = group.width(vector);
        let size = self.dtype(which).size();
        let pointer = match which {
            Which::Read(i) => i,
            Which::Write(i) => self.kernel.reads.len() + i,
        };
        self.fields.parameters.pointers[pointer].align = width as u32 * size as u32;
        let mut terms = self.offset_terms(self.access(which), 0..rank);
        let step = self.step_of(axis, group.period);
        terms.push(format!("a{axis} * {step}"));
        let (terms, name, period) = (sum(&terms), Self::pointer_name(which), group.period);
        let access = |first: i64| {
            (format!("z + {first}"), format!("p.{name} + ({terms}) + {first}"), format!("{count} * {period} - {first}"))
        };
        (0..period * vector as i64).step_by(width as usize).map(access).collect()
    }

    /// Loads the elements of a group to `r{i}{offset}` for each member `i`.
    pub(super) fn load_group(&mut self, depth: usize, group: &Group, offset: &str, count: &str) {
        let (vector, which) = (self.vector, Which::Read(group.lead()));
        let (kind, width) = (c_type(self.dtype(which)), group.width(vector));
        self.line(depth, "{");
        self.line(depth + 1, format!("{kind} z[{}];", group.period * vector as i64));
        for (into, from, there) in self.wide_accesses(which, group, count) {
            self.line(depth + 1, format!("load_pack<{width}>({into}, {from}, {there});"));
        }
        self.line(depth + 1, "#pragma unroll");
        self.line(depth + 1, format!("for (int k = 0; k < {vector}; ++k) {{"));
        for (slot, i) in &group.members {
            self.line(depth + 2, format!("(r{i}{offset})[k] = z[k * {} + {slot}];", group.period));
        }
        self.line(depth + 1, "}");
        self.line(depth, "}");
    }

    /// Stores the elements of a group from `w{i}{offset}` for each member `i`.
    fn store_group(&mut self, depth: usize, group: &Group, offset: &str, count: &str) {
        let (vector, which) = (self.vector, Which::Write(group.lead()));
        let (kind, width) = (c_type(self.dtype(which)), group.width(vector));
        self.line(depth, "{");
        self.line(depth + 1, format!("{kind} z[{}];", group.period * vector as i64));
        self.line(depth + 1, "#pragma unroll");
        self.line(depth + 1, format!("for (int k = 0; k < {vector}; ++k) {{"));
        for (slot, i) in &group.members {
            self.line(depth + 2, format!("z[k * {} + {slot}] = (w{i}{offset})[k];", group.period));
        }
        self.line(depth + 1, "}");
        for (from, into, there) in self.wide_accesses(which, group, count) {
            self.line(depth + 1, format!("store_pack<{width}>({into}, {from}, {there});"));
        }
        self.line(depth, "}");
    }

    /// Stores `w{i}{offset}` for each write `i`, the interleaved ones of these groups together.
    pub(super) fn store_writes(&mut self, depth: usize, groups: &[Group], offset: &str, count: &str) {
        for group in groups {
            self.store_group(depth, group, offset, count);
        }
        for i in (0..self.kernel.writes.len()).filter(|&i| !groups.iter().any(|group| group.has(i))) {
            let terms = self.offset_terms(self.access(Which::Write(i)), 0..self.space.rank());
            self.store(depth, Which::Write(i), &format!("w{i}{offset}"), terms, count);
        }
    }

    /// The parameter that holds a stride; equal strides along an axis share one.
    fn stride(&mut self, axis: usize, stride: i64) -> String {
        let class = class(&mut self.strides, (axis, stride), |known| known.0 == axis);
        self.fields.index(&format!("s{axis}_{class}"), stride)
    }

    /// A step along an axis as a factor.
    pub(super) fn step_of(&mut self, axis: usize, step: i64) -> String {
        if step == 1 { "(Index)1".into() } else { self.stride(axis, step) }
    }

    /// The offset on a circular axis of a position along its axis.
    fn circular_index(&mut self, circular: &CircularAxis, axis: usize, position: &str) -> String {
        let class = class(&mut self.circular, (axis, circular.start, circular.modulus), |known| known.0 == axis);
        let start = self.fields.index(&format!("g{axis}_{class}"), circular.start);
        let length = self.fields.index(&format!("d{axis}_{class}"), circular.modulus);
        let way = if circular.step >= 0 { "ahead" } else { "behind" };
        format!("{way}({position}, {start}, {length})")
    }

    /// The offset along these axes except the vectorised one: a sum of terms in the coordinates `a0`, `a1`, ..
    pub(super) fn offset_terms(&mut self, access: &Access, axes: Range<usize>) -> Vec<String> {
        let along = self.axis;
        axes.filter(|&axis| axis != along).filter_map(|axis| self.term(access, axis)).collect()
    }

    /// The offset along all of these axes, as a sum of terms.
    pub(super) fn terms(&mut self, access: &Access, axes: Range<usize>) -> Vec<String> {
        axes.filter_map(|axis| self.term(access, axis)).collect()
    }

    /// The contribution of a coordinate to an offset.
    fn term(&mut self, access: &Access, axis: usize) -> Option<String> {
        let step = access.step(axis);
        if step == 0 {
            return None;
        }
        let coordinate = match &access.circular[axis] {
            None => format!("a{axis}"),
            Some(circular) => self.circular_index(circular, axis, &format!("a{axis}")),
        };
        Some(if step == 1 { coordinate } else { format!("{coordinate} * {}", self.stride(axis, step)) })
    }

    /// Loads `vector` elements to `into`, from the offset given by the terms and the coordinate of the vectorised axis.
    pub(super) fn load(&mut self, depth: usize, which: Which, into: &str, mut terms: Vec<String>, count: &str) {
        let (v, axis, dtype) = (self.vector, self.axis, c_type(self.dtype(which)));
        let name = Self::pointer_name(which);
        let line = match self.along(which) {
            Along::Pack => {
                terms.push(format!("a{axis}"));
                format!("load_pack<{v}>({into}, p.{name} + ({}), {count});", sum(&terms))
            }
            Along::Step(stride) => {
                let step = self.step_of(axis, stride);
                terms.push(if stride == 1 { format!("a{axis}") } else { format!("a{axis} * {step}") });
                format!("load_step<{v}>({into}, p.{name} + ({}), {step}, {count});", sum(&terms))
            }
            Along::Same => format!("load_same<{v}>({into}, p.{name} + ({}));", sum(&terms)),
            Along::Circular(circular) => {
                let offset = self.circular_index(&circular, axis, &format!("a{axis} + k"));
                terms.push(match circular.stride {
                    1 => offset,
                    stride => format!("{offset} * {}", self.stride(axis, stride)),
                });
                self.line(depth, "#pragma unroll");
                let element = format!("k < {count} ? p.{name}[{}] : zero<{dtype}>()", sum(&terms));
                format!("for (int k = 0; k < {v}; ++k) ({into})[k] = {element};")
            }
        };
        self.line(depth, line);
    }

    /// Stores `vector` elements.
    pub(super) fn store(&mut self, depth: usize, which: Which, from: &str, mut terms: Vec<String>, count: &str) {
        let (v, axis) = (self.vector, self.axis);
        let name = Self::pointer_name(which);
        let line = match self.along(which) {
            Along::Pack => {
                terms.push(format!("a{axis}"));
                format!("store_pack<{v}>(p.{name} + ({}), {from}, {count});", sum(&terms))
            }
            Along::Step(stride) => {
                let step = self.step_of(axis, stride);
                terms.push(if stride == 1 { format!("a{axis}") } else { format!("a{axis} * {step}") });
                format!("store_step<{v}>(p.{name} + ({}), {from}, {step}, {count});", sum(&terms))
            }
            Along::Same => format!("if ({count} > 0) p.{name}[{}] = ({from})[0];", sum(&terms)),
            Along::Circular(circular) => {
                let offset = self.circular_index(&circular, axis, &format!("a{axis} + k"));
                terms.push(format!("{offset} * {}", self.stride(axis, circular.stride)));
                self.line(depth, "#pragma unroll");
                format!("for (int k = 0; k < {v}; ++k) if (k < {count}) p.{name}[{}] = ({from})[k];", sum(&terms))
            }
        };
        self.line(depth, line);
    }

    /// One element of a read that does not move along the vectorised axis, or is read at the coordinate `a{axis}`.
    pub(super) fn element(&mut self, which: Which, axes: Range<usize>) -> String {
        let terms = self.offset_terms(self.access(which), axes);
        format!("p.{}[{}]", Self::pointer_name(which), sum(&terms))
    }

    /// The value of a position: `base`, plus the contributions of these axes except the vectorised one. An int64.
    pub(super) fn position(&mut self, i: usize, base: &str, axes: Range<usize>) -> String {
        let along = self.axis;
        self.counted(i, base, axes.filter(|&axis| axis != along))
    }

    /// As [`Self::position`], along all of these axes.
    pub(super) fn counted(&mut self, i: usize, base: &str, axes: impl Iterator<Item = usize>) -> String {
        let mut terms = vec![base.to_owned()];
        for axis in axes {
            let stride = self.space.positions[i].strides[axis];
            if stride != 0 {
                terms.push(format!("(long long)a{axis} * {}", self.fields.long(&format!("q{i}_{axis}"), stride)));
            }
        }
        terms.join(" + ")
    }

    /// Writes `vector` positions to `into`.
    pub(super) fn load_position(&mut self, depth: usize, i: usize, into: &str, base: &str) {
        let (v, axis) = (self.vector, self.axis);
        let stride = self.space.positions[i].strides[axis];
        let step = if stride == 0 { "0".into() } else { self.fields.long(&format!("q{i}_{axis}"), stride) };
        self.line(depth, "#pragma unroll");
        self.line(
            depth,
            format!("for (int k = 0; k < {v}; ++k) ({into})[k] = {base} + ((long long)a{axis} + k) * {step};"),
        );
    }

    /// Declares the coordinates of a flat index along axes: `a{first}` to `a{last}`. Where the last of them is the
    /// vectorised one, `from` counts chunks of `vector` elements.
    pub(super) fn decode(&mut self, depth: usize, axes: Range<usize>, from: &str) {
        let (v, first) = (self.vector as i64, axes.start);
        if axes.is_empty() {
            return;
        }
        let mut rest = from.to_owned();
        for axis in axes.rev() {
            let packed = axis == self.axis && v > 1;
            let times = if packed { format!(" * {v}") } else { String::new() };
            if axis == first {
                self.line(depth, format!("const Index a{axis} = ({rest}){times};"));
                break;
            }
            let extent = self.space.shape[axis];
            let extent = if axis == self.axis { (extent + v - 1) / v } else { extent };
            let divisor = self.fields.divisor(&format!("m{axis}"), extent.max(1));
            self.line(depth, format!("const Index o{axis} = divide({rest}, {divisor});"));
            self.line(depth, format!("const Index a{axis} = ({rest} - o{axis} * (Index){divisor}.by){times};"));
            rest = format!("o{axis}");
        }
    }

    /// Declares the start of a block's square along two axes, of squares with `side` elements each way: `start{down}`
    /// and `start{right}`; and its coordinates along the other axes. Returns the parameters of both extents.
    pub(super) fn decode_squares(
        &mut self,
        [down, right]: [usize; 2],
        side: usize,
        other_axes: &[usize],
    ) -> [String; 2] {
        let shape = &self.space.shape;
        let squares = |axis: usize| (shape[axis] + side as i64 - 1).div_euclid(side as i64);
        let (across, below) =
            (self.fields.divisor("right", squares(right)), self.fields.divisor("down", squares(down)));
        let extents = [right, down].map(|axis| self.fields.index(&format!("e{axis}"), shape[axis]));
        self.line(1, format!("const Index line = divide((Index)blockIdx.x, {across});"));
        self.line(1, format!("const Index start{right} = ((Index)blockIdx.x - line * (Index){across}.by) * {side};"));
        self.line(1, format!("const Index sheet = divide(line, {below});"));
        self.line(1, format!("const Index start{down} = (line - sheet * (Index){below}.by) * {side};"));
        self.decode_axes(1, other_axes, "sheet");
        let [e_right, e_down] = extents;
        [e_down, e_right]
    }

    /// Declares the coordinates of a flat index along these axes, none of which is vectorised.
    pub(super) fn decode_axes(&mut self, depth: usize, axes: &[usize], from: &str) {
        let mut rest = from.to_owned();
        for (index, &axis) in axes.iter().enumerate().rev() {
            if index == 0 {
                self.line(depth, format!("const Index a{axis} = {rest};"));
                break;
            }
            let divisor = self.fields.divisor(&format!("m{axis}"), self.space.shape[axis].max(1));
            self.line(depth, format!("const Index o{axis} = divide({rest}, {divisor});"));
            self.line(depth, format!("const Index a{axis} = {rest} - o{axis} * (Index){divisor}.by;"));
            rest = format!("o{axis}");
        }
    }

    /// The number of the `vector` elements from the coordinate of the vectorised axis on that exist, as an `int`.
    pub(super) fn count(&mut self) -> String {
        let (axis, v) = (self.axis, self.vector);
        let extent = self.fields.index(&format!("e{axis}"), self.space.shape[axis]);
        format!("{extent} - a{axis} < {v} ? (int)({extent} - a{axis}) : {v}")
    }

    /// The outer nodes that are known after `pass` sweeps.
    pub(super) fn known_after(&self, pass: u8) -> Vec<NodeId> {
        let (nodes, levels) = (&self.kernel.nodes, &self.space.levels);
        let known =
            |id: &usize| !levels[*id].inner && levels[*id].pass == pass && !nodes[*id].kind.operands().is_empty();
        (0..nodes.len()).filter(known).map(|id| id as NodeId).collect()
    }

    /// Declares a variable for each of the outer nodes that are known after `pass` sweeps. `there` is the condition
    /// that holds in one lane of each existing row.
    pub(super) fn outer_nodes(&mut self, pass: u8, there: &str) {
        let kernel = self.kernel;
        for id in self.known_after(pass) {
            let node = &kernel.nodes[id as usize];
            let text = match node.kind {
                NodeKind::Reduce(..) => format!("state{}.s{id}.result()", pass - 1),
                _ => self.value(id, &|id| single(kernel, id), ""),
            };
            self.line(1, format!("const {} n{id} = {text};", c_type(node.dtype)));
            self.note_refused(1, id, &|id| single(kernel, id), there);
        }
    }

    /// The statement that reports operands which a node's row refuses, if it refuses some, or an index out of bounds,
    /// if the present element exists (`there`): values computed of no element are undefined. Several threads may report
    /// at the same time: they write the same.
    pub(super) fn note_refused(&mut self, depth: usize, id: NodeId, name: &dyn Fn(NodeId) -> String, there: &str) {
        let kind = &self.kernel.nodes[id as usize].kind;
        let (wrong, note) = match (kind, kind.refusal()) {
            (NodeKind::Gather { known: true, .. }, _) => return,
            (NodeKind::Gather { table, of, .. }, _) => {
                let index = name(of[0]);
                let inside = format!("(unsigned long long){index} < (unsigned long long)p.t{table}_size");
                (format!("!({inside})"), format!("note_index(p.fault, {index});"))
            }
            (_, Some(refusal)) => {
                let operands = kind.operands().iter().enumerate();
                let put =
                    |text: String, (index, of): (usize, &NodeId)| text.replace(&format!("{{{index}}}"), &name(*of));
                (operands.fold(refusal.cuda.to_owned(), put), "*(volatile long long*)p.fault = -1;".into())
            }
            (_, None) => return,
        };
        if !self.fields.has("fault") {
            self.fields.fault();
        }
        let there = if there.is_empty() { String::new() } else { format!("{there} && ") };
        self.line(depth, format!("if ({there}{wrong}) {note}"));
    }

    /// Emits the outer writes. If there are any, writing starts: the predecessor has ended, and every thread of the
    /// block has read what they replace.
    pub(super) fn begin_outer_writes(&mut self) -> Vec<usize> {
        let (space, kernel) = (self.space, self.kernel);
        let outer: Vec<usize> = (0..kernel.writes.len()).filter(|&i| !space.is_inner(&space.writes[i])).collect();
        if !outer.is_empty() {
            self.await_predecessor();
        }
        let read = |i: &usize| kernel.reads.iter().any(|read| read.storage == kernel.writes[*i].view.storage);
        if outer.iter().any(read) {
            self.line(1, "__syncthreads();");
        }
        outer
    }

    /// A node as an expression of its operands, which `name` names.
    pub(super) fn expression(&self, id: NodeId, name: &dyn Fn(NodeId) -> String) -> String {
        let kernel = self.kernel;
        if matches!(kernel.nodes[id as usize].kind, NodeKind::Scalar(_)) {
            return scalar(kernel, id);
        }
        match invariant_divisor(kernel, id, self.small) {
            Some(divisor) => expression(kernel, id, self.small, &|of| {
                if of != divisor.node {
                    return name(of);
                }
                let (kind, by) = (c_type(divisor.dtype), scalar(kernel, of));
                match divisor.dtype.is_integer() {
                    true => {
                        format!("InvariantDivisor<{kind}>{{{by}, p.{}, p.{}}}", divisor.multiplier, divisor.form())
                    }
                    false => format!("InvariantFloat<{kind}>{{{by}, p.{}}}", divisor.multiplier),
                }
            }),
            None => expression(kernel, id, self.small, name),
        }
    }

    /// A node as an expression of its operands, as [`Self::expression`]. A gather is loaded if the present element
    /// exists (`there`).
    pub(super) fn value(&self, id: NodeId, name: &dyn Fn(NodeId) -> String, there: &str) -> String {
        let NodeKind::Gather { table, of, moves, .. } = self.kernel.nodes[id as usize].kind else {
            return self.expression(id, name);
        };
        let from = if moves { format!("p.t{table} + {}", name(of[1])) } else { format!("p.t{table}") };
        let step = if self.fields.has(&format!("t{table}_step")) { format!("p.t{table}_step") } else { "1".into() };
        let there = if there.is_empty() { "true" } else { there };
        format!("gather({there}, {from}, {}, p.t{table}_size, {step})", name(of[0]))
    }

    /// The name of the kernel: its class and its operations.
    pub(super) fn name(&self, class: &str) -> String {
        let mut name = class.to_owned();
        for node in &self.kernel.nodes {
            let word = match &node.kind {
                NodeKind::Row { row, output: 0, .. } => row.row().name,
                NodeKind::Reduce(Reduction::Fold(RowId::ADD), _) => "sum",
                NodeKind::Reduce(reduction, _) => reduction.name(),
                NodeKind::Gather { .. } => "gather",
                _ => continue,
            };
            if name.len() + word.len() > 60 {
                name.push_str("_etc");
                break;
            }
            name.push('_');
            name.push_str(word);
        }
        if name == class {
            name.push_str("_copy");
        }
        name.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
    }
}

/// A node as an expression of its operands, which `name` names, as it names nodes that are not operations.
pub(crate) fn expression(kernel: &Kernel, id: NodeId, small: bool, name: &dyn Fn(NodeId) -> String) -> String {
    let node = &kernel.nodes[id as usize];
    match &node.kind {
        NodeKind::Read(_) | NodeKind::Scalar(_) | NodeKind::Position(_) | NodeKind::Reduce(..) => name(id),
        NodeKind::Gather { .. } => unreachable!("`Writer::value` writes what is gathered"),
        NodeKind::Cast(of) => format!("cast<{}>({})", c_type(node.dtype), name(*of)),
        NodeKind::Row { row, dtype, of, output } => {
            let in_floats = matches!(dtype, DType::F16 | DType::BF16 | DType::F32);
            if small && in_floats && *row == const { RowId::named("divide") } {
                return format!("small_quotient({}, {})", name(of[0]), name(of[1]));
            }
            let row = row.row();
            let mut text = row.cuda[*output as usize].replace("{T}", c_type(*dtype));
            for (index, of) in of[..row.inputs.len()].iter().enumerate() {
                text = text.replace(&format!("{{{index}}}"), &name(*of));
            }
            text
        }
    }
}

/// How an access moves along an axis of which a thread has `vector` elements.
pub(super) fn along(access: &Access, axis: usize, vector: usize) -> Along {
    if let Some(circular) = access.circular[axis] {
        return Along::Circular(circular);
    }
    let even = |value: i64| value % vector as i64 == 0;
    match access.strides[axis] {
        0 => Along::Same,
        1 if even(access.offset)
            && (0..access.strides.len()).all(|other| other == axis || even(access.step(other))) =>
        {
            Along::Pack
        }
        stride => Along::Step(stride),
    }
}

/// A scalar that divides all elements of an operand.
struct InvariantDivisor {
    node: NodeId,
    scalar: ScalarId,
    dtype: DType,
    /// The parameter that holds its multiplier.
    multiplier: String,
}

impl InvariantDivisor {
    /// The parameter that says how an integer divides.
    fn form(&self) -> String {
        format!("{}_form", self.multiplier)
    }
}

/// The scalar by which a node divides, if it divides integers by one, or floats exactly. Small kernels have their own
/// division of floats.
fn invariant_divisor(kernel: &Kernel, id: NodeId, small: bool) -> Option<InvariantDivisor> {
    let NodeKind::Row { row, dtype, of, .. } = &kernel.nodes[id as usize].kind else { return None };
    let divides = match dtype {
        DType::F32 | DType::F64 => !small && *row == const { RowId::named("divide") },
        dtype => dtype.is_integer() && row.row().divides,
    };
    if !divides || of[0] == of[1] {
        return None;
    }
    let Node { kind: NodeKind::Scalar(i), dtype } = kernel.nodes[usize::from(of[1])] else { return None };
    let (scalar, multiplier) = (kernel.scalars[usize::from(i)], format!("m{i}_{}", dtype.name()));
    Some(InvariantDivisor { node: of[1], scalar, dtype, multiplier })
}

/// The parameter that holds a scalar in its node's dtype.
pub(super) fn scalar(kernel: &Kernel, id: NodeId) -> String {
    match kernel.nodes[id as usize] {
        Node { kind: NodeKind::Scalar(i), dtype } => format!("p.c{i}_{}", dtype.name()),
        _ => format!("n{id}"),
    }
}

/// The name of a value of which a thread has one.
pub(super) fn single(kernel: &Kernel, id: NodeId) -> String {
    match kernel.nodes[id as usize].kind {
        NodeKind::Read(i) => format!("r{i}"),
        NodeKind::Position(i) => format!("q{i}"),
        _ => scalar(kernel, id),
    }
}

pub(super) fn sum(terms: &[String]) -> String {
    if terms.is_empty() { "0".into() } else { terms.join(" + ") }
}

/// The index of an entry among those of its group, to which it is appended if it is new.
fn class<T: PartialEq>(known: &mut Vec<T>, entry: T, same_group: impl Fn(&T) -> bool) -> usize {
    let group = || known.iter().filter(|known| same_group(known));
    match group().position(|known| *known == entry) {
        Some(index) => index,
        None => {
            let index = group().count();
            known.push(entry);
            index
        }
    }
}
