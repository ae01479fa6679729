//! The reference semantics of a kernel, computed one position and one element at a time.

#![allow(dead_code)]

use cuprust_host::Host;
use cuprust_ir::{
    CircularAxis, Dims, Executor, Kernel, Layout, Memory, Node, NodeKind, Prepared, ScalarId, Step, StorageId,
    StreamId, View, Write,
};
use cuprust_num::{DType, Element, Scalar};
use cuprust_ops::{MAX_INPUTS, MAX_OUTPUTS, Reduction, RowId};

/// Runs a step on storages of bytes, which then hold what it leaves.
pub fn run_step(step: &Step, storages: &mut [Vec<u8>], scalars: &[Scalar]) -> cuprust_ir::Result<()> {
    let (host, stream) = (Host::new(), StreamId::default());
    let prepared = host.prepare(&[step])?.remove(0);
    let memories: Vec<Memory> = storages
        .iter_mut()
        .map(|bytes| {
            let memory = host.allocate(bytes.len() as u64, stream).unwrap();
            host.upload(bytes, memory.address, stream).unwrap();
            memory
        })
        .collect();
    let result = host.run(&prepared, &memories, scalars, stream);
    for (bytes, memory) in storages.iter_mut().zip(memories) {
        host.download(memory.address, bytes, stream).unwrap();
        host.release(memory, stream);
    }
    result
}

/// A kernel under construction, with the contents of its storages.
#[derive(Debug, Clone)]
pub struct Bench {
    pub kernel: Kernel,
    pub storages: Vec<Vec<u8>>,
    pub scalars: Vec<Scalar>,
}

/// New memories of the executor with the bytes of storages.
pub fn uploaded(host: &Host, storages: &[Vec<u8>]) -> cuprust_ir::Result<Vec<Memory>> {
    let stream = StreamId::default();
    let one = |bytes: &Vec<u8>| {
        let memory = host.allocate(bytes.len() as u64, stream)?;
        host.upload(bytes, memory.address, stream)?;
        Ok(memory)
    };
    storages.iter().map(one).collect()
}

impl Bench {
    pub fn new(shape: &[i64], outer: usize) -> Bench {
        let kernel = Kernel {
            shape: Dims::new(shape),
            outer,
            reads: vec![],
            scalars: vec![],
            positions: vec![],
            tables: vec![],
            nodes: vec![],
            writes: vec![],
        };
        Bench { kernel, storages: vec![], scalars: vec![] }
    }

    /// A storage with these elements.
    pub fn storage<T: Element>(&mut self, elements: &[T]) -> StorageId {
        let size = size_of::<T>();
        let bytes = elements.iter().flat_map(|&element| Scalar::new(element).bytes()[..size].to_vec()).collect();
        self.storages.push(bytes);
        StorageId(self.storages.len() as u32 - 1)
    }

    /// A storage of `count` elements that are small integers in any dtype.
    pub fn numbers(&mut self, dtype: DType, count: usize, seed: u64) -> StorageId {
        let mut bytes = Vec::new();
        for i in 0..count as u64 {
            let number = (i.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(seed * 77) >> 33) % 7;
            bytes.extend_from_slice(&Scalar::new(number).cast(dtype).bytes()[..dtype.size()]);
        }
        self.storages.push(bytes);
        StorageId(self.storages.len() as u32 - 1)
    }

    fn node(&mut self, kind: NodeKind, dtype: DType) -> u16 {
        self.kernel.nodes.push(Node { kind, dtype });
        self.kernel.nodes.len() as u16 - 1
    }

    /// Reads a view.
    pub fn read(&mut self, view: View) -> u16 {
        let dtype = view.dtype;
        self.kernel.reads.push(view);
        self.node(NodeKind::Read(self.kernel.reads.len() as u16 - 1), dtype)
    }

    /// Reads a whole fresh storage of the kernel's shape.
    pub fn whole(&mut self, dtype: DType, seed: u64) -> (View, u16) {
        let layout = Layout::contiguous(&self.kernel.shape);
        let storage = self.numbers(dtype, layout.size() as usize, seed);
        let view = View::new(storage, dtype, layout);
        (view.clone(), self.read(view))
    }

    pub fn scalar(&mut self, value: Scalar, dtype: DType) -> u16 {
        self.scalars.push(value);
        self.kernel.scalars.push(ScalarId(self.scalars.len() as u32 - 1));
        self.node(NodeKind::Scalar(self.kernel.scalars.len() as u16 - 1), dtype)
    }

    pub fn position(&mut self, layout: Layout) -> u16 {
        self.kernel.positions.push(layout);
        self.node(NodeKind::Position(self.kernel.positions.len() as u16 - 1), DType::I64)
    }

    pub fn cast(&mut self, of: u16, dtype: DType) -> u16 {
        self.node(NodeKind::Cast(of), dtype)
    }

    pub fn row(&mut self, name: &str, dtype: DType, of: &[u16]) -> u16 {
        self.output(name, dtype, of, 0)
    }

    pub fn output(&mut self, name: &str, dtype: DType, of: &[u16], output: u8) -> u16 {
        let row = RowId::find(name).unwrap();
        let gives = row.row().outputs[output as usize].dtype(dtype);
        self.node(NodeKind::row(row, dtype, of, output), gives)
    }

    pub fn reduce(&mut self, name: &str, of: u16) -> u16 {
        let reduction = Reduction::find(name).unwrap();
        let dtype = reduction.result(self.kernel.nodes[of as usize].dtype);
        self.node(NodeKind::Reduce(reduction, of), dtype)
    }

    /// The largest of each row, the exponentials of the distances from it, and their sum.
    pub fn exponentials(&mut self, of: u16, dtype: DType) -> (u16, u16, u16) {
        let most = self.reduce("maximum", of);
        let less = self.row("subtract", dtype, &[of, most]);
        let power = self.row("exp", dtype, &[less]);
        (most, power, self.reduce("add", power))
    }

    /// The elements of a table that indices name, of the lines that begin at `line`.
    pub fn gather(&mut self, table: View, index: u16, line: Option<u16>) -> u16 {
        let dtype = table.dtype;
        self.kernel.tables.push(table);
        let table = self.kernel.tables.len() as u16 - 1;
        self.node(
            NodeKind::Gather { table, of: [index, line.unwrap_or(0)], moves: line.is_some(), known: false },
            dtype,
        )
    }

    pub fn write(&mut self, view: View, node: u16) {
        self.kernel.writes.push(Write { view, node });
    }

    /// Writes a node to a fresh storage: over the whole space, or over the outer axes.
    pub fn store(&mut self, node: u16, whole: bool) -> StorageId {
        let (shape, outer) = (self.kernel.shape.clone(), self.kernel.outer);
        let kept: Vec<i64> = (0..shape.len()).map(|a| if whole || a < outer { shape[a] } else { 1 }).collect();
        let layout = Layout::contiguous(&kept);
        let dtype = self.kernel.nodes[node as usize].dtype;
        self.storages.push(vec![0xa5; (layout.size() as usize * dtype.size()).max(1)]);
        let storage = StorageId(self.storages.len() as u32 - 1);
        let layout = layout.broadcast(&shape).unwrap();
        self.write(View::new(storage, dtype, layout), node);
        storage
    }

    /// The executor's result.
    pub fn run(&self) -> Vec<Vec<u8>> {
        self.try_run().unwrap()
    }

    pub fn try_run(&self) -> cuprust_ir::Result<Vec<Vec<u8>>> {
        self.run_prepared(&Host::new().prepare(&[&Step::Kernel(self.kernel.clone())])?.remove(0))
    }

    /// What the kernel leaves, prepared in some way.
    pub fn run_prepared(&self, prepared: &Prepared) -> cuprust_ir::Result<Vec<Vec<u8>>> {
        let host = Host::new();
        let stream = StreamId::default();
        let memories = uploaded(&host, &self.storages)?;
        let result = host.run(prepared, &memories, &self.scalars, stream);
        let mut out = Vec::new();
        for (memory, bytes) in memories.into_iter().zip(&self.storages) {
            let mut back = vec![0; bytes.len()];
            host.download(memory.address, &mut back, stream)?;
            host.release(memory, stream);
            out.push(back);
        }
        result.map(|()| out)
    }

    /// The reference result.
    pub fn expected(&self) -> Vec<Vec<u8>> {
        let mut after = self.storages.clone();
        let mut place = Place::new(self);
        for outer in 0..self.kernel.outer_size() {
            // Reductions by node, found in order.
            place.reduced.fill(None);
            for (n, node) in self.kernel.nodes.iter().enumerate() {
                if let NodeKind::Reduce(reduction, of) = node.kind {
                    let values: Vec<Scalar> =
                        (0..self.kernel.inner_size()).map(|inner| place.at(outer, inner).value(of)).collect();
                    place.reduced[n] = Some(reduce(reduction, self.kernel.nodes[of as usize].dtype, &values));
                }
            }
            for write in &self.kernel.writes {
                let size = write.view.dtype.size();
                let steps = self.kernel.is_inner(&write.view);
                for inner in 0..if steps { self.kernel.inner_size() } else { 1 } {
                    let value = place.at(outer, inner).value(write.node);
                    let at = place.element_index(&write.view.layout, &write.view.circular) as usize * size;
                    after[write.view.storage.0 as usize][at..at + size].copy_from_slice(&value.bytes()[..size]);
                }
            }
        }
        after
    }

    /// Runs the kernel and compares it with the reference, bit by bit.
    #[track_caller]
    pub fn check(&self) {
        let (got, expected) = (self.run(), self.expected());
        for (storage, (got, expected)) in got.iter().zip(&expected).enumerate() {
            if got != expected {
                let at = got.iter().zip(expected).position(|(a, b)| a != b).unwrap();
                panic!("s{storage} differs at byte {at} of {}: {:#?}", got.len(), self.kernel);
            }
        }
    }
}

/// A generator of small numbers, the same on every run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// The elements of a storage.
pub fn elements<T: Element>(bytes: &[u8]) -> Vec<T> {
    // SAFETY: an element is plain data of this size; the read does not ask for alignment.
    bytes.chunks(size_of::<T>()).map(|chunk| unsafe { chunk.as_ptr().cast::<T>().read_unaligned() }).collect()
}

/// One position of a kernel. Each node is computed there once, however many nodes read it.
struct Place<'a> {
    bench: &'a Bench,
    indices: Vec<i64>,
    /// The results of the reductions that are done, by node.
    reduced: Vec<Option<Scalar>>,
    /// These, and what has been computed at this position.
    known: Vec<Option<Scalar>>,
}

impl<'a> Place<'a> {
    fn new(bench: &'a Bench) -> Place<'a> {
        let nothing = vec![None; bench.kernel.nodes.len()];
        Place { bench, indices: vec![0; bench.kernel.shape.len()], reduced: nothing.clone(), known: nothing }
    }

    /// Goes to a position.
    fn at(&mut self, outer: i64, inner: i64) -> &mut Self {
        let kernel = &self.bench.kernel;
        for (range, linear) in [(0..kernel.outer, outer), (kernel.outer..kernel.shape.len(), inner)] {
            let mut rest = linear;
            for axis in range.rev() {
                self.indices[axis] = rest % kernel.shape[axis].max(1);
                rest /= kernel.shape[axis].max(1);
            }
        }
        self.known.copy_from_slice(&self.reduced);
        self
    }

    fn element_index(&self, layout: &Layout, circular: &[CircularAxis]) -> i64 {
        let along = self.indices.iter().zip(layout.strides.iter()).map(|(index, stride)| index * stride);
        let turns = circular
            .iter()
            .map(|wrap| (wrap.start + wrap.step * self.indices[wrap.axis]).rem_euclid(wrap.modulus) * wrap.stride);
        layout.offset + along.sum::<i64>() + turns.sum::<i64>()
    }

    fn value(&mut self, node: u16) -> Scalar {
        if let Some(known) = self.known[node as usize] {
            return known;
        }
        let (bench, kernel) = (self.bench, &self.bench.kernel);
        let Node { kind, dtype } = &kernel.nodes[node as usize];
        let value = match kind {
            NodeKind::Read(read) => {
                let view = &kernel.reads[*read as usize];
                let at = self.element_index(&view.layout, &view.circular) as usize * dtype.size();
                Scalar::from_bytes(*dtype, &bench.storages[view.storage.0 as usize][at..])
            }
            NodeKind::Scalar(scalar) => bench.scalars[kernel.scalars[*scalar as usize].0 as usize].cast(*dtype),
            NodeKind::Position(position) => Scalar::new(self.element_index(&kernel.positions[*position as usize], &[])),
            NodeKind::Cast(of) => self.value(*of).cast(*dtype),
            NodeKind::Row { row, dtype: of_dtype, of, output } => {
                let count = row.row().inputs.len();
                let mut operands = [Scalar::zero(*of_dtype); MAX_INPUTS];
                operands.iter_mut().zip(&of[..count]).for_each(|(operand, &of)| *operand = self.value(of));
                apply(*row, *of_dtype, &operands[..count], *output)
            }
            NodeKind::Reduce(..) => panic!("a reduction is done before what reads it"),
            NodeKind::Gather { table, .. } => {
                let table = &kernel.tables[*table as usize];
                let of: Vec<i64> = kind.operands().iter().map(|&of| self.value(of).get()).collect();
                let step = *table.layout.strides.last().unwrap();
                let at = table.layout.offset + of[0] * step + of.get(1).copied().unwrap_or(0);
                Scalar::from_bytes(*dtype, &bench.storages[table.storage.0 as usize][at as usize * dtype.size()..])
            }
        };
        self.known[node as usize] = Some(value);
        value
    }
}

/// A row on single elements, by its baseline loop.
pub fn apply(row: RowId, dtype: DType, operands: &[Scalar], output: u8) -> Scalar {
    #[derive(Clone, Copy)]
    #[repr(align(16))]
    struct Element([u8; 16]);
    let (mut inputs, mut outputs) = ([Element([0; 16]); MAX_INPUTS], [Element([0; 16]); MAX_OUTPUTS]);
    inputs.iter_mut().zip(operands).for_each(|(input, operand)| input.0 = *operand.bytes());
    let (mut from, mut to) = ([std::ptr::null(); MAX_INPUTS], [std::ptr::null_mut(); MAX_OUTPUTS]);
    for (pointer, input) in from.iter_mut().zip(&inputs) {
        *pointer = input.0.as_ptr();
    }
    for (pointer, output) in to.iter_mut().zip(&mut outputs) {
        *pointer = output.0.as_mut_ptr();
    }
    // SAFETY: each pointer is to sixteen aligned bytes of its own, which hold one element of any dtype; a row has at
    // most as many inputs and outputs.
    unsafe { ((row.row().loops)(dtype).unwrap().baseline)(from.as_ptr(), to.as_ptr(), 1) };
    Scalar::from_bytes(row.row().outputs[output as usize].dtype(dtype), &outputs[output as usize].0)
}

fn reduce(reduction: Reduction, dtype: DType, values: &[Scalar]) -> Scalar {
    match reduction {
        Reduction::Fold(row) => {
            let mut values = values.iter().copied();
            let identity = row.row().identity.map(|identity| Scalar::new(identity).cast(dtype));
            let start = identity.or_else(|| values.next()).unwrap();
            values.fold(start, |a, b| apply(row, dtype, &[a, b], 0))
        }
        Reduction::ArgMax | Reduction::ArgMin => {
            let key = |scalar: &Scalar| {
                let c: cuprust_num::c128 = scalar.get();
                let sign = if reduction == Reduction::ArgMax { 1.0 } else { -1.0 };
                (c.re.is_nan() || c.im.is_nan(), c.re * sign, c.im * sign)
            };
            let before = |a: (bool, f64, f64), b: (bool, f64, f64)| {
                if a.0 || b.0 { a.0 && !b.0 } else { a.1 > b.1 || a.1 == b.1 && a.2 > b.2 }
            };
            let mut best = 0;
            for element_index in 1..values.len() {
                if before(key(&values[element_index]), key(&values[best])) {
                    best = element_index;
                }
            }
            Scalar::new(best as i64)
        }
        Reduction::SquaredDeviations => {
            let parts: Vec<cuprust_num::c128> = values.iter().map(Scalar::get).collect();
            let mean = parts.iter().sum::<cuprust_num::c128>() / values.len().max(1) as f64;
            Scalar::new(parts.iter().map(|part| (part - mean).norm_sqr()).fold(0.0, |a, b| a + b)).cast(dtype.real())
        }
    }
}
