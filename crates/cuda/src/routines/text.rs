//! Kernels of routines as text: a struct of parameters, a body, and the layouts of operands that keep their axes.

use cuprust_ir::{Layout, Result, ScalarId, View};
use cuprust_num::DType;

use crate::write::{Class, Fields, PointerSlot, Written, c_type, finish};

/// A kernel under construction.
pub(super) struct Text {
    pub fields: Fields,
    pub head: String,
    pub body: String,
    /// The fewest blocks that a multiprocessor must be able to run at once: the compiler limits registers accordingly.
    pub at_once: u32,
    wide: bool,
}

impl Text {
    /// A kernel whose indices have 64 bits.
    pub(super) fn new() -> Text {
        Text::of_width(true)
    }

    /// A kernel whose indices, but for small sums and multiples of them, are at most `largest`: they have 32 bits where
    /// that suffices.
    pub(super) fn reaching(largest: i64) -> Text {
        Text::of_width(largest > i64::from(i32::MAX) / 4)
    }

    /// A kernel whose indices have 64 bits where `wide`, else 32.
    pub(super) fn of_width(wide: bool) -> Text {
        Text { fields: Fields::new(wide), head: String::new(), body: String::new(), at_once: 1, wide }
    }

    /// A pointer to the first element of a view, and its strides as `p.{name}_0`, `p.{name}_1`, ..
    pub(super) fn operand(&mut self, name: &str, view: &View, constant: bool) {
        let kind = if constant { format!("const {}*", c_type(view.dtype)) } else { format!("{}*", c_type(view.dtype)) };
        self.pointer(name, view, &kind, !constant);
        self.strides(name, &view.layout.strides);
    }

    /// A pointer to the first element of a view, of this type.
    pub(super) fn pointer(&mut self, name: &str, view: &View, kind: &str, written: bool) {
        let size = view.dtype.size();
        let offset = view.layout.offset * size as i64;
        let slot = PointerSlot { at: 0, storage: view.storage, offset, align: size as u32, written };
        self.fields.pointer(kind, name, slot);
    }

    /// The strides of an operand as `p.{name}_0`, `p.{name}_1`, ..
    pub(super) fn strides(&mut self, name: &str, strides: &[i64]) {
        for (axis, &stride) in strides.iter().enumerate() {
            self.fields.index(&format!("{name}_{axis}"), stride);
        }
    }

    /// A scalar as `p.{name}`.
    pub(super) fn scalar(&mut self, name: &str, scalar: ScalarId, dtype: DType) {
        self.fields.scalar(c_type(dtype), name, scalar, dtype);
    }

    /// Adds a line to the body.
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.body.push_str("    ");
        self.body.push_str(text.as_ref());
        self.body.push('\n');
    }

    /// Reports an index that is not in `0..size`, and ends its thread.
    pub(super) fn check_index(&mut self, index: &str, size: &str) {
        self.fields.fault();
        self.line(format!("if ({index} < 0 || {index} >= {size}) {{"));
        self.line(format!("    if ({index} < 0) atomicMin(p.fault, {index}); else atomicMax(p.fault + 1, {index});"));
        self.line("    return;");
        self.line("}");
    }

    /// Declares `Index i0, i1, ..`: the coordinates of the flat index `from` in C order over the first `axes` of a
    /// shape, whose extents become `p.n1`, `p.n2`, ..
    pub(super) fn decode(&mut self, from: &str, shape: &[i64]) {
        let mut rest = from.to_owned();
        for axis in (1..shape.len()).rev() {
            let extent = self.fields.index(&format!("n{axis}"), shape[axis].max(1));
            self.line(format!("const Index i{axis} = ({rest}) % {extent}, q{axis} = ({rest}) / {extent};"));
            rest = format!("q{axis}");
        }
        if !shape.is_empty() {
            self.line(format!("const Index i0 = {rest};"));
        }
    }

    /// As [`Text::decode`], by fast divisions, with extents that become `p.{name}1`, `p.{name}2`, ..
    pub(super) fn divide(&mut self, from: &str, shape: &[i64], name: &str) {
        let mut rest = from.to_owned();
        for axis in (1..shape.len()).rev() {
            let extent = self.fields.divisor(&format!("{name}{axis}"), shape[axis].max(1));
            self.line(format!(
                "const Index q{axis} = divide({rest}, {extent}), i{axis} = {rest} - q{axis} * (Index){extent}.by;"
            ));
            rest = format!("q{axis}");
        }
        if !shape.is_empty() {
            self.line(format!("const Index i0 = {rest};"));
        }
    }

    /// The offset of an operand at the coordinates of the first `axes`.
    pub(super) fn element_offset(&self, name: &str, axes: usize) -> String {
        let terms: Vec<String> = (0..axes).map(|axis| format!("i{axis} * p.{name}_{axis}")).collect();
        if terms.is_empty() { "0".into() } else { terms.join(" + ") }
    }

    /// The whole program.
    pub(super) fn finish(self, name: &str, grid: [u64; 2], block: u32) -> Result<Written> {
        let bounds = if self.at_once > 1 { format!("{block}, {}", self.at_once) } else { block.to_string() };
        finish(self.fields, &self.head, &self.body, name, self.wide, Class::Routine, bounds, block, grid)
    }
}

/// A kernel that zeroes the first words, of 32 bits, of a workspace that `declare` declares.
pub(super) fn clear(name: &str, words: i64, declare: impl FnOnce(&mut Text)) -> Result<Written> {
    const THREADS: u32 = 256;
    const ITEMS: u32 = 4;
    let mut t = Text::new();
    declare(&mut t);
    let count = t.fields.index("words", words);
    t.line("#pragma unroll");
    t.line(format!("for (int u = 0; u < {ITEMS}; ++u) {{"));
    t.line(format!(
        "const Index at = ((Index)blockIdx.x * {} + u * {THREADS} + (Index)threadIdx.x) * 4;",
        THREADS * ITEMS
    ));
    t.line(format!("if (at + 4 <= {count}) *(uint4*)(p.partials + at) = uint4{{0, 0, 0, 0}};"));
    t.line(format!("else for (Index i = at; i < {count}; ++i) p.partials[i] = 0;"));
    t.line("}");
    t.finish(name, [(words as u64).div_ceil(4 * u64::from(THREADS * ITEMS)), 1], THREADS)
}

/// The common shape of layouts, and the strides of each, after axes that all of them step through as one were merged,
/// and those of extent one were dropped.
pub(super) fn merged(layouts: &[&Layout]) -> (Vec<i64>, Vec<Vec<i64>>) {
    let (mut shape, mut strides) = (Vec::new(), vec![Vec::new(); layouts.len()]);
    for (axis, &extent) in layouts[0].shape.iter().enumerate().filter(|(_, extent)| **extent != 1) {
        let joins = |(own, layout): (&Vec<i64>, &&Layout)| own.last() == Some(&(layout.strides[axis] * extent));
        if !shape.is_empty() && strides.iter().zip(layouts).all(joins) {
            shape.last_mut().into_iter().for_each(|last| *last *= extent);
            strides.iter_mut().for_each(|own| {
                own.pop();
            });
        } else {
            shape.push(extent);
        }
        strides.iter_mut().zip(layouts).for_each(|(own, layout)| own.push(layout.strides[axis]));
    }
    (shape, strides)
}

/// The greatest distance of an element of a layout from the first one, in either direction.
pub(super) fn reach(layout: &Layout) -> i64 {
    layout.bounds().map_or(0, |(low, high)| high.max(-low))
}

/// The shape of a layout without its last axes.
pub(super) fn leading(layout: &Layout, without: usize) -> &[i64] {
    &layout.shape[..layout.rank().saturating_sub(without)]
}
