//! Routines on windows of an array: along one axis, by a tile for each block, and of any form, by a thread for each
//! result.

use cuprust_ir::{Error, Layout, Operand, Result, ScalarId, View};
use cuprust_num::{DType, Kind};
use cuprust_ops::{Edge, Parameter, Summary, Weighted, selection};

use super::operand::Source;
use super::text::{Text, merged};
use super::{output, view};
use crate::write::{Written, c_type};

const THREADS: i64 = 256;

/// Results of a thread, and the elements in shared memory of such a tile.
const OWN: i64 = 8;
const CAPACITY: i64 = 3072;

/// Most elements of a window that go through a network in registers.
const MAX_NETWORK: i64 = 49;

/// Windows along an axis.
#[derive(Clone, Copy)]
pub(super) struct Along {
    pub axis: i64,
    pub size: i64,
    pub before: i64,
    pub edge: Edge,
}

/// What stands beyond a constant edge: the scalar at a place among the inputs.
fn outside(inputs: &[Operand], place: usize) -> Result<ScalarId> {
    match inputs.get(place) {
        Some(Operand::Scalar(id)) => Ok(*id),
        _ => Err(Error::runtime("what stands beyond the edges is a scalar")),
    }
}

/// The kernel of `correlate_axis`.
pub(super) fn write_correlate(along: Along, outputs: &[View], inputs: &[Operand], values: Source) -> Result<Written> {
    let weights = view(inputs, 1)?;
    if weights.dtype != DType::F64 || weights.layout.rank() != 1 || weights.layout.shape[0] > i64::from(i32::MAX) {
        return Err(Error::type_("correlate_axis takes a line of float64 as weights"));
    }
    let along = Along { size: weights.layout.shape[0], ..along };
    let mut t = Tile::open(along, outputs, values, DType::F64, outside(inputs, 2)?)?;
    t.text.operand("r1", weights, true);
    let count = t.text.fields.index("count", along.size);
    let capacity = if t.is_direct { 0 } else { CAPACITY };
    t.text.line(format!(
        "correlate_axis<{}, {THREADS}, {capacity}>(own, p.r1, p.r1_0, (int){count}, p.outside, load, store);",
        along.edge.to_word(),
    ));
    t.finish(format!("correlate_axis_{}", along.edge.to_text()))
}

/// The kernel of `slide`.
pub(super) fn write_slide(
    summary: Summary,
    along: Along,
    outputs: &[View],
    inputs: &[Operand],
    values: Source,
) -> Result<Written> {
    let dtype = if summary == Summary::Mean { DType::F64 } else { values.view.dtype };
    let mut t = Tile::open(along, outputs, values, dtype, outside(inputs, 1)?)?;
    let size = t.text.fields.index("size", along.size);
    let capacity = if t.is_direct { 0 } else { CAPACITY };
    t.text.line(format!(
        "slide<{}, {}, {THREADS}, {OWN}, {capacity}, {}>(own, {size}, p.outside, load, store);",
        summary.to_word(),
        along.edge.to_word(),
        c_type(dtype),
    ));
    t.finish(format!("slide_{}_{}", summary.to_text(), along.edge.to_text()))
}

/// A kernel by tiles, begun: `own` is a block's tile, `load` and `store` take positions.
struct Tile {
    text: Text,
    /// Whether windows are too long for shared memory.
    is_direct: bool,
    blocks: i64,
}

impl Tile {
    fn open(along: Along, outputs: &[View], values: Source, dtype: DType, outside: ScalarId) -> Result<Tile> {
        let out = output(outputs)?;
        let shape = &out.layout.shape;
        let axis = along.axis as usize;
        if *shape != values.view.layout.shape || axis >= shape.len() || along.size < 1 {
            return Err(Error::runtime("windows along an axis give an element for each that they take"));
        }
        let outer: i64 = shape[..axis].iter().product();
        let (rows, inner): (i64, i64) = (shape[axis], shape[axis + 1..].iter().product());
        let reach = along.size - 1;
        let fits = |lanes: i64| (CAPACITY / lanes - reach).min(THREADS * OWN / lanes);
        let lanes = [32, 16, 8, 4, 2, 1].map(|lanes: i64| lanes.min(inner.max(1)));
        let found = lanes.into_iter().find(|&lanes| fits(lanes) >= rows.min(32.max(reach / 4)).min(fits(1)).max(1));
        let (lanes, most_rows) = match found {
            Some(lanes) => (lanes, fits(lanes).min(rows).max(1)),
            None => (lanes[0], (THREADS * OWN / lanes[0]).min(rows).max(1)),
        };
        let (down, across) = ((rows + most_rows - 1) / most_rows, (inner + lanes - 1) / lanes);
        let far = values
            .views()
            .into_iter()
            .chain([out])
            .map(|view| view.layout.bounds().map_or(0, |(low, high)| high.max(-low)));
        let largest = far.max().unwrap_or(0).max(out.layout.size()).max(along.before.abs()).max(reach);
        let mut t = Text::of_width(largest > i64::from(i32::MAX) / 4);
        let layouts: Vec<&Layout> = values.layouts().into_iter().chain([&out.layout]).collect();
        let (merged_shape, strides) = merged(&layouts);
        let (to, from) = strides.split_last().map_or((&[][..], &[][..]), |(to, from)| (&to[..], from));
        values.declare(&mut t, c_type(values.view.dtype), from);
        t.pointer("w0", out, &format!("{}*", c_type(out.dtype)), true);
        t.strides("w0", to);
        t.scalar("outside", outside, dtype);
        let names = [("rows", rows), ("inner", inner), ("down", down), ("across", across), ("most_rows", most_rows)];
        for (name, value) in names.into_iter().chain([("lanes", lanes), ("before", along.before), ("reach", reach)]) {
            t.fields.index(name, value);
        }
        t.line("const AxisTile own((Index)blockIdx.x, p.rows, p.inner, p.down, p.across, (int)p.most_rows, (int)p.lanes, p.before, (int)p.reach);");
        t.line("const auto load = [&](Index at) {");
        t.divide("at", &merged_shape, "m");
        let value = values.element(&mut t, merged_shape.len());
        t.line(format!("return cast<{}>({value});", c_type(dtype)));
        t.line("};");
        t.line("const auto store = [&](Index at, auto value) {");
        t.divide("at", &merged_shape, "m");
        t.line(format!("p.w0[{}] = cast<{}>(value);", t.place("w0", merged_shape.len()), c_type(out.dtype)));
        t.line("};");
        Ok(Tile { text: t, is_direct: found.is_none(), blocks: outer * down * across })
    }

    fn finish(self, name: String) -> Result<Written> {
        let name = if self.is_direct { format!("{name}_far") } else { name };
        self.text.finish(&name, [self.blocks.max(0) as u64, 1], THREADS as u32)
    }
}

/// The kernel of `neighbors`.
pub(super) fn write_neighbors(weighted: Weighted, edge: Edge, outputs: &[View], inputs: &[Operand]) -> Result<Written> {
    let (out, weights) = (output(outputs)?, view(inputs, 2)?);
    let mut t = Text::new();
    let element = |read: &str| format!("cast<double>({read})");
    let count = elements(&mut t, edge, out, inputs, (outside(inputs, 3)?, DType::F64), &element)?;
    if weights.dtype != DType::F64 || weights.layout.rank() != 1 || weights.layout.shape[0] != count {
        return Err(Error::type_("neighbors takes a float64 weight for each offset"));
    }
    t.operand("r2", weights, true);
    t.line(format!("const double value = neighbors<{}>(p.r2, p.r2_0, p.count, element);", weighted.to_word()));
    t.line(format!("p.w0[{}] = cast<{}>(value);", t.place("w0", out.layout.rank()), c_type(out.dtype)));
    t.finish(&format!("neighbors_{}_{}", weighted.to_text(), edge.to_text()), blocks(out), THREADS as u32)
}

/// The kernel of `rank_neighbors`.
pub(super) fn write_rank(rank: i64, edge: Edge, outputs: &[View], inputs: &[Operand]) -> Result<Written> {
    let (out, values) = (output(outputs)?, view(inputs, 0)?);
    if values.dtype != out.dtype {
        return Err(Error::type_("rank_neighbors gives elements of the dtype of the values"));
    }
    let order = order_of(out.dtype)?;
    let bits = match out.dtype.size() {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned int",
        _ => "unsigned long long",
    };
    let mut t = Text::new();
    let element = |read: &str| format!("Order::word(__builtin_bit_cast({bits}, {read}))");
    t.line(format!("using Order = {order};"));
    let count = elements(&mut t, edge, out, inputs, (outside(inputs, 2)?, out.dtype), &element)?;
    let rank_name = t.fields.index("rank", rank);
    let is_extreme = rank == 0 || rank == count - 1;
    let name = if !is_extreme && count <= MAX_NETWORK {
        t.line(format!("Order::Word v[{count}];"));
        t.line("#pragma unroll");
        t.line(format!("for (int k = 0; k < {count}; ++k) v[k] = element(k);"));
        for exchange in selection(count as usize, rank as usize) {
            let (low, high) = (exchange.low, exchange.high);
            t.line(match (exchange.keeps.low(), exchange.keeps.high()) {
                (true, true) => format!("exchange(v[{low}], v[{high}]);"),
                (true, false) => format!("v[{low}] = v[{low}] < v[{high}] ? v[{low}] : v[{high}];"),
                (false, _) => format!("v[{high}] = v[{low}] < v[{high}] ? v[{high}] : v[{low}];"),
            });
        }
        t.line(format!("const Order::Word value = v[{rank}];"));
        format!("rank_{rank}_of_{count}_{}", edge.to_text())
    } else {
        t.line(format!("const Order::Word value = rank_neighbors<Order>({rank_name}, p.count, element);"));
        format!("rank_neighbors_{}", edge.to_text())
    };
    let place = t.place("w0", out.layout.rank());
    t.line(format!("p.w0[{place}] = __builtin_bit_cast({}, Order::bits(value));", c_type(out.dtype)));
    t.finish(&name, blocks(out), THREADS as u32)
}

/// The text of the type that makes ordered words of a dtype's bits.
fn order_of(dtype: DType) -> Result<String> {
    let bits = ["unsigned char", "unsigned short", "unsigned int", "unsigned long long"]
        [dtype.size().trailing_zeros() as usize % 4];
    Ok(match (dtype.kind(), dtype) {
        (Kind::Bool | Kind::Unsigned, _) => format!("UnsignedOrder<{bits}>"),
        (Kind::Signed, _) => format!("SignedOrder<{bits}>"),
        (Kind::Float, DType::F16) => format!("FloatOrder<{bits}, 0x7c00ull>"),
        (Kind::Float, DType::BF16) => format!("FloatOrder<{bits}, 0x7f80ull>"),
        (Kind::Float, DType::F32) => format!("FloatOrder<{bits}, 0x7f800000ull>"),
        (Kind::Float, _) => format!("FloatOrder<{bits}, 0x7ff0000000000000ull>"),
        (Kind::Complex, _) => return Err(Error::type_("there is no order of complex numbers")),
    })
}

fn blocks(out: &View) -> [u64; 2] {
    [(out.layout.size() as u64).div_ceil(THREADS as u64), 1]
}

/// Declares `element(k)`: the element at the `k`-th offset from a thread's place, through `convert`, which is given
/// what reads it; and the coordinates of the place. The number of offsets is `p.count`.
fn elements(
    t: &mut Text,
    edge: Edge,
    out: &View,
    inputs: &[Operand],
    (outside, dtype): (ScalarId, DType),
    convert: &dyn Fn(&str) -> String,
) -> Result<i64> {
    let (values, offsets) = (view(inputs, 0)?, view(inputs, 1)?);
    let shape = &out.layout.shape;
    let rank = shape.len();
    if *shape != values.layout.shape || rank == 0 || values.dtype.is_complex() || out.dtype.is_complex() {
        return Err(Error::runtime("windows give a real element for each that they take"));
    }
    if offsets.dtype != DType::I64 || offsets.layout.rank() != 2 || offsets.layout.shape[1] != rank as i64 {
        return Err(Error::runtime("windows take a row of int64 for each offset"));
    }
    let count = offsets.layout.shape[0];
    if count < 1 {
        return Err(Error::runtime("windows take one offset at least"));
    }
    t.operand("r0", values, true);
    t.operand("r1", offsets, true);
    t.operand("w0", out, false);
    t.scalar("outside", outside, dtype);
    let size = t.fields.index("size", out.layout.size());
    t.fields.index("count", count);
    t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (at >= {size}) return;"));
    t.divide("at", shape, "m");
    t.fields.index("extent0", shape[0]);
    t.line("const auto element = [&](Index k) {");
    let mut places = Vec::new();
    for axis in 0..rank {
        let extent = t.fields.index(&format!("extent{axis}"), shape[axis]);
        let offset = format!("(Index)p.r1[k * p.r1_0 + {axis} * p.r1_1]");
        t.line(format!("const Index c{axis} = fold_edge<{}>(i{axis} + {offset}, {extent});", edge.to_word()));
        if edge == Edge::Constant {
            t.line(format!("if (c{axis} < 0) return {};", convert("p.outside")));
        }
        places.push(format!("c{axis} * p.r0_{axis}"));
    }
    t.line(format!("return {};", convert(&format!("p.r0[{}]", places.join(" + ")))));
    t.line("};");
    Ok(count)
}
