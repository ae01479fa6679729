//! The elements of a routine's operand in the text of a kernel: loaded from memory, or computed from what is loaded.

use cuprust_ir::{Layout, Load, NodeId, NodeKind, View, indexed_axis};

use cuprust_num::DType;

use super::text::Text;
use crate::write::{c_type, expression, is_long};

/// An operand: its index among the inputs, its view, and its load if it is computed.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub index: usize,
    pub view: &'a View,
    pub load: Option<&'a Load>,
}

impl<'a> Source<'a> {
    /// The views that are read or stored for the operand, over its shape.
    pub(super) fn views(&self) -> Vec<&'a View> {
        match self.load {
            None => vec![self.view],
            Some(load) => {
                let stored = load.kernel.writes.iter().filter(|_| load.stored).map(|write| &write.view);
                load.kernel.reads.iter().chain(stored).collect()
            }
        }
    }

    /// The layouts over the operand's shape that its elements depend on, at least one, in the order in which
    /// [`Source::declare`] takes their steps.
    pub(super) fn layouts(&self) -> Vec<&'a Layout> {
        let positions = self.load.into_iter().flat_map(|load| &load.kernel.positions);
        let layouts: Vec<&Layout> = self.views().into_iter().map(|view| &view.layout).chain(positions).collect();
        if layouts.is_empty() { vec![&self.view.layout] } else { layouts }
    }

    /// Whether the text of an element is long.
    pub(super) fn is_long(&self) -> bool {
        self.load.is_some_and(|load| load.kernel.nodes.iter().any(|node| is_long(&node.kind)))
    }

    /// Declares the fields, with steps along axes that may be fewer than the operand's. `kind` is the type that
    /// elements in memory are read as.
    pub(super) fn declare(&self, t: &mut Text, kind: &str, strides: &[Vec<i64>]) {
        let name = format!("r{}", self.index);
        let Some(Load { kernel, stored }) = self.load else {
            t.pointer(&name, self.view, &format!("const {kind}*"), false);
            t.strides(&name, &strides[0]);
            return;
        };
        let mut strides = strides.iter();
        let mut next = || strides.next().map_or(&[][..], |strides| strides);
        for (i, read) in kernel.reads.iter().enumerate() {
            t.pointer(&format!("{name}r{i}"), read, &format!("const {}*", c_type(read.dtype)), false);
            t.strides(&format!("{name}r{i}"), next());
        }
        if *stored {
            t.pointer(&format!("{name}w"), &kernel.writes[0].view, &format!("{}*", c_type(self.view.dtype)), true);
            t.strides(&format!("{name}w"), next());
        }
        for (i, position) in kernel.positions.iter().enumerate() {
            t.fields.long(&format!("{name}q{i}"), position.offset);
            for (axis, &stride) in next().iter().enumerate() {
                t.fields.long(&format!("{name}q{i}_{axis}"), stride);
            }
        }
        for (i, table) in kernel.tables.iter().enumerate() {
            t.pointer(&format!("{name}t{i}"), table, &format!("const {}*", c_type(table.dtype)), false);
            let (extent, step) = indexed_axis(table);
            t.fields.long(&format!("{name}t{i}_size"), extent);
            t.fields.long(&format!("{name}t{i}_step"), step);
        }
        for node in &kernel.nodes {
            if let NodeKind::Scalar(scalar) = node.kind {
                let name = self.scalar(scalar, c_type(node.dtype));
                if !t.fields.has(&name) {
                    t.scalar(&name, kernel.scalars[usize::from(scalar)], node.dtype);
                }
            }
        }
    }

    fn scalar(&self, scalar: u16, kind: &str) -> String {
        format!("r{}c{scalar}_{}", self.index, kind.replace(' ', "_"))
    }

    /// The element at the coordinates of the first `axes`: an expression; the lines that it needs are emitted before
    /// it.
    pub(super) fn element(&self, t: &mut Text, axes: usize) -> String {
        self.element_read(t, axes, |_, read| read)
    }

    /// As [`Source::element`], for integers that must not evict other data from the caches.
    pub(super) fn element_streamed(&self, t: &mut Text, axes: usize) -> String {
        self.element_read(t, axes, |dtype, read| if dtype.is_integer() { format!("__ldcs(&{read})") } else { read })
    }

    fn element_read(&self, t: &mut Text, axes: usize, reading: impl Fn(DType, String) -> String) -> String {
        let own = format!("r{}", self.index);
        let Some(Load { kernel, .. }) = self.load else {
            return reading(self.view.dtype, format!("p.{own}[{}]", t.element_offset(&own, axes)));
        };
        let name = |id: NodeId| match kernel.nodes[usize::from(id)].kind {
            NodeKind::Scalar(scalar) => {
                format!("p.{}", self.scalar(scalar, c_type(kernel.nodes[usize::from(id)].dtype)))
            }
            _ => format!("{own}n{id}"),
        };
        for (index, node) in kernel.nodes.iter().enumerate() {
            let id = index as NodeId;
            let text = match node.kind {
                NodeKind::Scalar(_) => continue,
                NodeKind::Read(i) => {
                    reading(node.dtype, format!("p.{own}r{i}[{}]", t.element_offset(&format!("{own}r{i}"), axes)))
                }
                NodeKind::Position(i) => {
                    let steps = (0..axes).map(|axis| format!(" + (long long)i{axis} * p.{own}q{i}_{axis}"));
                    format!("p.{own}q{i}{}", steps.collect::<String>())
                }
                NodeKind::Gather { table, of, moves, .. } => {
                    let table = format!("p.{own}t{table}");
                    let line = if moves { format!("{table} + {}", name(of[1])) } else { table.clone() };
                    format!("gather(true, {line}, {}, {table}_size, {table}_step)", name(of[0]))
                }
                _ => expression(kernel, id, false, &name),
            };
            t.line(format!("const {} {} = {text};", c_type(node.dtype), name(id)));
        }
        name(kernel.writes[0].node)
    }

    /// Whether the computed elements are stored too.
    pub(super) fn is_stored(&self) -> bool {
        self.load.is_some_and(|load| load.stored)
    }

    /// Emits the store of an element at the coordinates of the first `axes`.
    pub(super) fn store(&self, t: &mut Text, axes: usize, value: &str) {
        let name = format!("r{}w", self.index);
        t.line(format!("p.{name}[{}] = {value};", t.element_offset(&name, axes)));
    }
}
