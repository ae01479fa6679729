//! Choosing elements one by one in a single pass: `nonzero` and `a[mask]`.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::text::{Text, merged};
use super::{outputs_of, view};
use crate::write::{Device, Written, c_type, is_small};

const THREADS: i64 = 256;

/// Items of a thread; one, where there are few.
const ITEMS: i64 = 16;

/// The kernels that find the elements that are not zero.
pub(super) fn write_nonzero(outputs: &[View], inputs: &[Operand], device: Device) -> Result<Vec<Written>> {
    let (values, outputs) = (view(inputs, 0)?, outputs_of(outputs, 2)?);
    let (indices, shape) = (&outputs[0].layout, &values.layout.shape[..]);
    if outputs[0].dtype != DType::I64 || indices.rank() != 2 || indices.shape[0] != shape.len() as i64 {
        return Err(Error::type_("nonzero gives a row of int64 indices for each axis"));
    }
    let (merged, strides) = merged(&[&values.layout]);
    let choice = Choice { inputs: &[values], outputs, shape: merged, device, name: format!("nonzero_{}", shape.len()) };
    choice.write(
        |t| {
            t.pointer("r0", values, &format!("const {}*", c_type(values.dtype)), false);
            t.strides("r0", &strides[0]);
        },
        |t, axes| {
            // The place of an element in C order tells its index along each axis.
            let place = t.place("r0", axes);
            t.line(format!("chosen |= cast<bool>(p.r0[{place}]) ? 1u << u : 0u;"));
        },
        |t| {
            t.divide("at", shape, "n");
            for axis in 0..shape.len() {
                t.line(format!("p.w0[{axis} * p.w0_0 + to[u] * p.w0_1] = (long long)i{axis};"));
            }
        },
    )
}

/// The kernels that find the elements where a mask is true.
pub(super) fn write_select(outputs: &[View], inputs: &[Operand], device: Device) -> Result<Vec<Written>> {
    let (values, mask, outputs) = (view(inputs, 0)?, view(inputs, 1)?, outputs_of(outputs, 2)?);
    if mask.dtype != DType::Bool || values.layout.shape != mask.layout.shape {
        return Err(Error::type_("select takes a mask of bools of the values' shape"));
    }
    if outputs[0].dtype != values.dtype || outputs[0].layout.rank() != 1 {
        return Err(Error::type_("select gives one axis of values"));
    }
    let (merged, strides) = merged(&[&values.layout, &mask.layout]);
    let choice = Choice { inputs: &[values, mask], outputs, shape: merged, device, name: "select".into() };
    choice.write(
        |t| {
            t.pointer("r0", values, &format!("const {}*", c_type(values.dtype)), false);
            t.strides("r0", &strides[0]);
            t.pointer("r1", mask, "const bool*", false);
            t.strides("r1", &strides[1]);
        },
        |t, axes| {
            let (value, place) = (t.place("r0", axes), t.place("r1", axes));
            // Values are loaded beside their mask: to wait for it first would cost more than what is not needed.
            t.line(format!("x[u] = p.r0[{value}];"));
            t.line(format!("chosen |= p.r1[{place}] ? 1u << u : 0u;"));
        },
        |t| t.line("p.w0[to[u] * p.w0_0] = x[u];"),
    )
}

struct Choice<'a> {
    /// The operands. The last one says which elements are chosen.
    inputs: &'a [&'a View],
    /// What is chosen, and the count.
    outputs: &'a [View],
    /// The shape of the inputs, with axes that step as one merged.
    shape: Vec<i64>,
    device: Device,
    name: String,
}

impl Choice<'_> {
    /// The kernels. `declare` adds the inputs, `load` loads item `u` at the coordinates of so many axes, and `store` writes it to
    /// the place `to[u]`.
    fn write(
        &self,
        declare: impl Fn(&mut Text),
        load: impl Fn(&mut Text, usize),
        store: impl Fn(&mut Text),
    ) -> Result<Vec<Written>> {
        let [chosen, count] = self.outputs else { return Err(Error::runtime("what is chosen has a count")) };
        let size = self.inputs[0].layout.size();
        if count.dtype != DType::I64 || count.layout.size() != 1 {
            return Err(Error::type_("the count is one int64"));
        }
        if chosen.layout.shape.last().is_none_or(|&room| room < size) {
            return Err(Error::runtime("the output has no room for all elements"));
        }
        let small = is_small(size, self.device) || size <= THREADS;
        let items = if small && size <= THREADS { 1 } else { ITEMS };
        let tiles = (size + THREADS * items - 1) / (THREADS * items);
        let reach = |view: &View| view.layout.bounds().map_or(0, |(low, high)| high.max(-low));
        let far = self.inputs.iter().copied().chain(self.outputs).map(reach).max().unwrap_or(0).max(size);
        // Tiles end a little behind the elements.
        let mut t = Text::of_width(far > i64::from(i32::MAX) - (1 << 16));
        declare(&mut t);
        t.operand("w0", chosen, false);
        t.pointer("w1", count, "long long*", true);
        let size_name = t.fields.index("size", size);
        if tiles > 1 {
            t.fields.workspace(0, 8 * tiles as usize);
        }
        let states = if tiles > 1 { "(unsigned long long*)p.partials" } else { "nullptr" };
        t.line("const Index tile = (Index)blockIdx.x;");
        t.line(format!(
            "const Index own = tile * {} + (Index)(threadIdx.x / 32 * {} + threadIdx.x % 32);",
            THREADS * items,
            32 * items
        ));
        if self.name == "select" {
            t.line(format!("{} x[{items}];", c_type(chosen.dtype)));
        }
        t.line("unsigned chosen = 0;");
        let each = |t: &mut Text| {
            t.line("#pragma unroll");
            t.line(format!("for (int u = 0; u < {items}; ++u) {{"));
            t.line("const Index at = own + u * 32;");
        };
        each(&mut t);
        t.line(format!("if (at < {size_name}) {{"));
        t.divide("at", &self.shape, "m");
        load(&mut t, self.shape.len());
        t.line("}");
        t.line("}");
        t.line(format!("Index to[{items}];"));
        t.line("unsigned long long all;");
        t.line(format!("choose_places<{items}, {}>(chosen, to, {states}, tile, all);", tiles > 1));
        t.line("if (threadIdx.x == 0 && tile == (Index)gridDim.x - 1) *p.w1 = (long long)all;");
        each(&mut t);
        t.line("if (chosen >> u & 1) {");
        store(&mut t);
        t.line("}");
        t.line("}");
        let grid = [tiles.max(1) as u64, 1];
        let kernel =
            t.finish(&format!("{}_{}", self.name, if tiles > 1 { "tiles" } else { "block" }), grid, THREADS as u32)?;
        let kernel = Written { small: small && tiles <= 1, ..kernel };
        if tiles <= 1 { Ok(vec![kernel]) } else { Ok(vec![clear(tiles)?, kernel]) }
    }
}

/// Zeroes the states of tiles.
fn clear(tiles: i64) -> Result<Written> {
    let mut t = Text::new();
    t.fields.workspace(0, 8 * tiles as usize);
    let count = t.fields.index("tiles", tiles);
    t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (at < {count}) ((unsigned long long*)p.partials)[at] = 0;"));
    t.finish("choose_clear", [(tiles as u64).div_ceil(THREADS as u64), 1], THREADS as u32)
}
