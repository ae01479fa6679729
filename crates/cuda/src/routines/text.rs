//! Kernels of routines as text: a struct of parameters, a body, and the layouts of operands that keep their axes.

use cuprust_ir::{Layout, Result, ScalarId, View};
use cuprust_num::DType;

use crate::write::{Class, Fields, PointerSlot, Written, c_type, finish};

/// A kernel under construction. Its indices have 64 bits.
pub(super) struct Text {
    pub fields: Fields,
    pub head: String,
    pub body: String,
}

impl Text {
    pub(super) fn new() -> Text {
        Text { fields: Fields::new(true), head: String::new(), body: String::new() }
    }

    /// A pointer to the first element of a view, and its strides as `p.{name}_0`, `p.{name}_1`, ..
    pub(super) fn operand(&mut self, name: &str, view: &View, constant: bool) {
        let size = view.dtype.size();
        let slot = PointerSlot {
            at: 0,
            storage: view.storage,
            offset: view.layout.offset * size as i64,
            align: size as u32,
            written: !constant,
        };
        let constant = if constant { "const " } else { "" };
        self.fields.pointer(&format!("{constant}{}*", c_type(view.dtype)), name, slot);
        for (axis, &stride) in view.layout.strides.iter().enumerate() {
            self.fields.index(&format!("{name}_{axis}"), stride);
        }
    }

    /// A scalar as `p.{name}`.
    pub(super) fn scalar(&mut self, name: &str, scalar: ScalarId, dtype: DType) {
        self.fields.scalar(c_type(dtype), name, scalar, dtype);
    }

    /// A line of the body.
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.body.push_str("    ");
        self.body.push_str(text.as_ref());
        self.body.push('\n');
    }

    /// Declares `Index i0, i1, ..`: the coordinates of the place `from` counted in C order over the first `axes` of a shape,
    /// whose extents become `p.n1`, `p.n2`, ..
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

    /// The place of an operand at the coordinates of the first `axes`.
    pub(super) fn place(&self, name: &str, axes: usize) -> String {
        let terms: Vec<String> = (0..axes).map(|axis| format!("i{axis} * p.{name}_{axis}")).collect();
        if terms.is_empty() { "0".into() } else { terms.join(" + ") }
    }

    /// The whole program.
    pub(super) fn finish(self, name: &str, grid: [u64; 2], block: u32) -> Result<Written> {
        finish(self.fields, &self.head, &self.body, name, true, Class::Routine, block as usize, block, grid)
    }
}

/// The shape of a layout without its last axes.
pub(super) fn leading(layout: &Layout, without: usize) -> &[i64] {
    &layout.shape[..layout.rank().saturating_sub(without)]
}
