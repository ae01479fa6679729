//! Stream compaction in a single pass: `nonzero` and `a[mask]`.

use cuprust_ir::{Error, Layout, Result, View};
use cuprust_num::DType;

use super::operand::Source;
use super::outputs_of;
use super::text::{Text, clear, merged, reach};
use crate::write::{Device, Written, c_type, is_small};

const THREADS: i64 = 256;

/// Items of a thread, unless there are few of them, when it has one.
const ITEMS_PER_THREAD: i64 = 16;

/// Items of a thread whose elements are long to compute: the code is repeated for each of them.
const LONG_ITEMS_PER_THREAD: i64 = 4;

/// The kernels that find the elements that are not zero.
pub(super) fn write_nonzero(outputs: &[View], values: Source, device: Device) -> Result<Vec<Written>> {
    let outputs = outputs_of(outputs, 2)?;
    let (indices, shape) = (&outputs[0].layout, &values.view.layout.shape[..]);
    if outputs[0].dtype != DType::I64 || indices.rank() != 2 || indices.shape[0] != shape.len() as i64 {
        return Err(Error::type_("nonzero gives a row of int64 indices for each axis"));
    }
    let name = format!("nonzero_{}", shape.len());
    let choice = Choice { values: None, chooser: values, outputs, device, name };
    // The index along each axis follows from the element's index in C order.
    choice.write(|t| {
        t.divide("at", shape, "n");
        for axis in 0..shape.len() {
            t.line(format!("p.w0[{axis} * p.w0_0 + to[u] * p.w0_1] = (long long)i{axis};"));
        }
    })
}

/// The kernels that find the elements where a mask is true.
pub(super) fn write_select(outputs: &[View], values: Source, mask: Source, device: Device) -> Result<Vec<Written>> {
    let outputs = outputs_of(outputs, 2)?;
    if mask.view.dtype != DType::Bool || values.view.layout.shape != mask.view.layout.shape {
        return Err(Error::type_("select takes a mask of bools of the values' shape"));
    }
    if outputs[0].dtype != values.view.dtype || outputs[0].layout.rank() != 1 {
        return Err(Error::type_("select gives one axis of values"));
    }
    let choice = Choice { values: Some(values), chooser: mask, outputs, device, name: "select".into() };
    choice.write(|t| t.line("p.w0[to[u] * p.w0_0] = x[u];"))
}

struct Choice<'a> {
    /// The source of the chosen elements; `None` for their indices.
    values: Option<Source<'a>>,
    /// The mask that chooses elements.
    chooser: Source<'a>,
    /// The chosen elements, and the count.
    outputs: &'a [View],
    device: Device,
    name: String,
}

impl Choice<'_> {
    /// The kernels. `store` emits the store of item `u` to index `to[u]`.
    fn write(&self, store: impl Fn(&mut Text)) -> Result<Vec<Written>> {
        let [chosen, count] = self.outputs else { return Err(Error::runtime("a choice must have a count")) };
        let size = self.chooser.view.layout.size();
        let sources: Vec<Source> = self.values.into_iter().chain([self.chooser]).collect();
        if count.dtype != DType::I64 || count.layout.size() != 1 {
            return Err(Error::type_("the count must be a single int64"));
        }
        if chosen.layout.shape.last().is_none_or(|&capacity| capacity < size) {
            return Err(Error::runtime("the output is too small for all elements"));
        }
        let small = is_small(size, self.device) || size <= THREADS;
        let long = sources.iter().any(Source::is_long);
        let items = if small && size <= THREADS {
            1
        } else if long {
            LONG_ITEMS_PER_THREAD
        } else {
            ITEMS_PER_THREAD
        };
        let tiles = (size + THREADS * items - 1) / (THREADS * items);
        let read = sources.iter().flat_map(Source::views);
        let far = read.chain(self.outputs).map(|view| reach(&view.layout)).max().unwrap_or(0).max(size);
        // The last tile extends beyond the elements.
        let mut t = Text::of_width(far > i64::from(i32::MAX) - (1 << 16));
        let layouts: Vec<Vec<&Layout>> = sources.iter().map(Source::layouts).collect();
        let (shape, strides) = merged(&layouts.concat());
        let mut remaining_strides = &strides[..];
        for (source, layouts) in sources.iter().zip(&layouts) {
            let (own, tail) = remaining_strides.split_at(layouts.len());
            source.declare(&mut t, c_type(source.view.dtype), own);
            remaining_strides = tail;
        }
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
        if self.values.is_some() {
            t.line(format!("{} x[{items}];", c_type(chosen.dtype)));
        }
        // Stores of computed elements in addition to the result. Bools are the mask itself.
        let kept_as = |source: &Source, array: &'static str| match source.view.dtype {
            _ if !source.is_stored() => None,
            DType::Bool if array == "y" => Some("(chosen >> u & 1) != 0"),
            _ => Some(if array == "x" { "x[u]" } else { "y[u]" }),
        };
        let values_kept = self.values.as_ref().and_then(|values| kept_as(values, "x"));
        let chooser_kept = kept_as(&self.chooser, "y");
        if chooser_kept == Some("y[u]") {
            t.line(format!("{} y[{items}];", c_type(self.chooser.view.dtype)));
        }
        t.line("unsigned chosen = 0;");
        let each = |t: &mut Text| {
            t.line("#pragma unroll");
            t.line(format!("for (int u = 0; u < {items}; ++u) {{"));
            t.line("const Index at = own + u * 32;");
        };
        each(&mut t);
        t.line(format!("if (at < {size_name}) {{"));
        t.divide("at", &shape, "m");
        // Values are loaded together with their mask: waiting for the mask first would cost more than the superfluous
        // loads.
        if let Some(values) = self.values {
            let value = values.element(&mut t, shape.len());
            t.line(format!("x[u] = {value};"));
        }
        let chosen_one = self.chooser.element(&mut t, shape.len());
        if chooser_kept == Some("y[u]") {
            t.line(format!("y[u] = {chosen_one};"));
        }
        t.line(format!("chosen |= cast<bool>({chosen_one}) ? 1u << u : 0u;"));
        t.line("}");
        t.line("}");
        t.line(format!("Index to[{items}];"));
        t.line("unsigned long long all;");
        t.line(format!("choose_places<{items}, {}>(chosen, to, {states}, tile, all);", tiles > 1));
        t.line("if (threadIdx.x == 0 && tile == (Index)gridDim.x - 1) *p.w1 = (long long)all;");
        // This is not among the loads, which would have to wait for a store between them.
        for (source, kept) in self.values.iter().zip([values_kept]).chain([(&self.chooser, chooser_kept)]) {
            let Some(kept) = kept else { continue };
            each(&mut t);
            t.line(format!("if (at < {size_name}) {{"));
            t.divide("at", &shape, "m");
            source.store(&mut t, shape.len(), kept);
            t.line("}");
            t.line("}");
        }
        each(&mut t);
        t.line("if (chosen >> u & 1) {");
        store(&mut t);
        t.line("}");
        t.line("}");
        let grid = [tiles.max(1) as u64, 1];
        let kernel =
            t.finish(&format!("{}_{}", self.name, if tiles > 1 { "tiles" } else { "block" }), grid, THREADS as u32)?;
        let kernel = Written { small: small && tiles <= 1, ..kernel };
        if tiles <= 1 {
            Ok(vec![kernel])
        } else {
            let states = clear("choose_clear", 2 * tiles, |t| t.fields.workspace(0, 8 * tiles as usize))?;
            Ok(vec![states, kernel])
        }
    }
}
