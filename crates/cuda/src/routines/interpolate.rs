//! `spline_filter`: a thread for each part of a line, which starts far enough before the part for earlier terms to have
//! decayed; and `interpolate`: a thread for each result.

use cuprust_ir::{Error, Layout, Operand, Result, View};
use cuprust_num::{DType, Kind};
use cuprust_ops::{Edge, Extrapolation, MAX_SPLINE_ORDER, Parameter, spline_gain, spline_poles};

use super::operand::Source;
use super::text::{Text, clear, merged, reach};
use super::{output, view};
use crate::write::{Written, c_type};

const THREADS: i64 = 256;

/// The threads of a block whose warps keep 32 elements of each of their lines in shared memory.
const ROW_THREADS: i64 = 128;

/// The fewest elements of a part of a line that a thread filters.
const MIN_PART_ELEMENTS: i64 = 128;

/// The threads that fill a device.
const THREADS_TO_FILL_DEVICE: i64 = 1 << 16;

/// The longest lines that are not divided.
const MAX_UNDIVIDED_ELEMENTS: i64 = 512;

/// The kernels of `spline_filter`: for each pole one for either direction. The first direction writes to the workspace.
pub(super) fn write_filter(
    axis: i64,
    order: i64,
    edge: Edge,
    outputs: &[View],
    values: Source,
) -> Result<Vec<Written>> {
    let out = output(outputs)?;
    let shape = &out.layout.shape;
    let is_right = *shape == values.view.layout.shape && (0..shape.len() as i64).contains(&axis);
    if !is_right || spline_poles(order).is_empty() || !matches!(edge, Edge::Reflect | Edge::Mirror | Edge::Wrap) {
        return Err(Error::runtime("spline_filter takes an order from 2 to 5 and one of the axes"));
    }
    if values.view.dtype.is_complex() || out.dtype != DType::F64 {
        return Err(Error::type_("spline_filter takes real numbers and gives float64"));
    }
    if out.layout.size() == 0 {
        return Ok(Vec::new());
    }
    let mut kernels = Vec::new();
    for (number, &pole) in spline_poles(order).iter().enumerate() {
        let lines = Lines::new(out, axis as usize, pole);
        if number == 0 && lines.parts > 1 {
            kernels.push(clear("spline_filter_clear", lines.flags(), |t| lines.workspace(t))?);
        }
        kernels.push(lines.write(edge, out, (number == 0).then_some((values, spline_gain(order))), true)?);
        if lines.length == 1 {
            break;
        }
        kernels.push(lines.write(edge, out, None, false)?);
    }
    Ok(kernels)
}

/// The lines of an array along an axis, in parts.
struct Lines {
    length: i64,
    inner: i64,
    size: i64,
    /// Elements of a part, and parts of a line.
    part: i64,
    parts: i64,
    /// Elements after which a power of the pole is below the last bit of a sum.
    warm: i64,
    pole: f64,
}

impl Lines {
    fn new(out: &View, axis: usize, pole: f64) -> Lines {
        let shape = &out.layout.shape;
        let (length, inner) = (shape[axis], shape[axis + 1..].iter().product());
        let size = out.layout.size();
        let lines = size / length;
        // As many parts as fill the device, but not smaller than the cost of their start-up justifies.
        let wanted_parts = (THREADS_TO_FILL_DEVICE / lines).clamp(1, length);
        let part = ((length + wanted_parts - 1) / wanted_parts).max(MIN_PART_ELEMENTS);
        let part = if length <= MAX_UNDIVIDED_ELEMENTS { length } else { part };
        let warm = (-60.0 * std::f64::consts::LN_2 / pole.abs().ln()).abs().ceil() as i64;
        Lines { length, inner, size, part, parts: (length + part - 1) / part, warm, pole }
    }

    /// The number of words before the elements in the workspace: divided lines have one each, which says whether some
    /// element is not finite. All of such a line is NaN, as where one thread filters it.
    fn flags(&self) -> i64 {
        if self.parts > 1 { (self.size / self.length + 3) / 4 * 4 } else { 0 }
    }

    fn workspace(&self, t: &mut Text) {
        t.fields.workspace(0, (self.flags() * 4 + self.size * 8) as usize);
    }

    /// The causal filter, from values times a gain or the output into the workspace; or the anticausal one, back.
    fn write(&self, edge: Edge, out: &View, values: Option<(Source, f64)>, causal: bool) -> Result<Written> {
        let by_rows = self.inner == 1 && self.length > 1;
        let threads = if by_rows { ROW_THREADS } else { THREADS };
        let mut layouts: Vec<&Layout> = values.iter().flat_map(|(source, _)| source.layouts()).collect();
        layouts.push(&out.layout);
        let largest = layouts.iter().copied().map(reach).max().unwrap_or(0).max(self.size);
        let mut t = Text::reaching(largest);
        self.workspace(&mut t);
        let (merged_shape, strides) = merged(&layouts);
        let (to, from) = strides.split_last().map_or((&[][..], &[][..]), |(to, from)| (&to[..], from));
        if let Some((source, _)) = &values {
            source.declare(&mut t, c_type(source.view.dtype), from);
        }
        // The only element of a line is copied.
        let is_copy = self.length == 1;
        let uses_out = values.is_none();
        if uses_out || is_copy {
            t.pointer("w0", out, "double*", true);
            t.strides("w0", to);
        }
        let names = [("length", self.length), ("inner", self.inner), ("part", self.part), ("parts", self.parts)];
        for (name, value) in
            names.into_iter().chain([("warm", self.warm), ("threads", self.threads()), ("flags", self.flags())])
        {
            t.fields.index(name, value);
        }
        let power = if edge == Edge::Mirror { self.length - 1 } else { self.length };
        t.fields.add("double", "pole", 8, &self.pole.to_ne_bytes());
        t.fields.add("double", "whole", 8, &self.pole.powf(power as f64).to_ne_bytes());
        t.line("double* const held = (double*)(p.partials + p.flags);");
        t.line(format!("const Index thread = (Index)blockIdx.x * {threads} + (Index)threadIdx.x;"));
        t.line("const bool is_any = thread < p.threads;");
        if by_rows {
            t.line("if (thread / 32 * 32 >= p.threads) return;");
        } else {
            t.line("if (!is_any) return;");
        }
        t.line("const Index number = is_any ? thread : 0;");
        // Neighbouring threads filter lines that are neighbours in memory, or parts of one line.
        t.line("const Index side = number % p.inner, rest = number / p.inner;");
        t.line("const Index part = rest % p.parts, block = rest / p.parts, start = block * p.length * p.inner + side;");
        t.line("unsigned* const flag = p.partials + block * p.inner + side;");
        t.line("const Index from = part * p.part, next = from + p.part < p.length ? from + p.part : p.length;");
        t.line("const Index end = is_any ? next : from;");
        if uses_out {
            t.line("const auto element = [&](Index at) -> double& {");
            t.divide("at", &merged_shape, "m");
            t.line(format!("return p.w0[{}];", t.element_offset("w0", merged_shape.len())));
            t.line("};");
        } else if let Some((source, gain)) = &values {
            t.fields.add("double", "gain", 8, &if is_copy { 1.0 } else { *gain }.to_ne_bytes());
            t.line("const auto element = [&](Index at) {");
            t.divide("at", &merged_shape, "m");
            let value = source.element(&mut t, merged_shape.len());
            t.line(format!("return cast<double>({value}) * p.gain;"));
            t.line("};");
        }
        t.line("const auto other = [&](Index at) -> double& { return held[at]; };");
        let (read, written) = if causal { ("element", "other") } else { ("other", "element") };
        let has_flag = self.parts > 1 && (!causal || !uses_out);
        if is_copy {
            t.line("const Index at = start;");
            t.divide("at", &merged_shape, "m");
            t.line(format!("p.w0[{}] = element(at);", t.element_offset("w0", merged_shape.len())));
        } else {
            t.line(format!("const auto get = [&](Index k) {{ return {read}(start + k * p.inner); }};"));
            t.line(format!("const auto put = [&](Index at, double x) {{ {written}(at) = x; }};"));
            t.line(if has_flag && !causal { "const bool bad = *flag != 0;" } else { "const bool bad = false;" });
            t.line("const double nan = __longlong_as_double(0x7ff8000000000000ll);");
            if by_rows {
                filter_rows(&mut t, edge, causal, has_flag, read);
            } else {
                filter_chain(&mut t, edge, causal, has_flag);
            }
        }
        let step = if is_copy {
            "copy"
        } else if causal {
            "causal"
        } else {
            "anticausal"
        };
        let name = format!("spline_filter_{step}_{}", edge.to_text());
        t.finish(&name, [(self.threads() as u64).div_ceil(threads as u64), 1], threads as u32)
    }

    fn threads(&self) -> i64 {
        self.size / self.length * self.parts
    }
}

/// A thread's part of a line, where a warp loads and stores the elements of all its lines.
fn filter_rows(t: &mut Text, edge: Edge, causal: bool, has_flag: bool, read: &str) {
    let word = edge.to_word();
    t.line(format!("__shared__ double tiles[{}][32][33];", ROW_THREADS / 32));
    t.line("double state = 0;");
    if causal {
        t.line("Index k = is_any ? from - p.warm : end;");
        t.line("if (k <= 0 && is_any) {");
        t.line(format!("    state = spline_begin<{word}>(p.length, p.pole, p.whole, get);"));
        t.line("    if (from == 0) put(start, state);");
        t.line("    k = 1;");
    } else {
        t.line("Index k = is_any ? end - 1 + p.warm : from - 1;");
        t.line("if (k >= p.length - 1 && is_any) {");
        t.line(format!("    state = spline_last<{word}>(p.length, p.pole, get);"));
        t.line("    if (end == p.length) put(start + end - 1, bad ? nan : state);");
        t.line("    k = p.length - 2;");
    }
    t.line("}");
    t.line(format!("const bool finite = spline_rows<{causal}>("));
    t.line(format!("    tiles[threadIdx.x / 32], start, k, from, end, p.pole, state, bad, {read}, put);"));
    if has_flag && causal {
        t.line("if (!finite) atomicOr(flag, 1u);");
    }
}

/// A thread's part of a line, element by element.
fn filter_chain(t: &mut Text, edge: Edge, causal: bool, has_flag: bool) {
    let word = edge.to_word();
    t.line("const auto keep = [&](Index k, double x) {");
    if has_flag && causal {
        t.line("    if (!isfinite(x)) atomicOr(flag, 1u);");
    }
    t.line("    put(start + k * p.inner, x);");
    t.line("};");
    if causal {
        t.line(format!("spline_causal<{word}>(p.length, from, end, p.warm, p.pole, p.whole, get, keep);"));
        return;
    }
    t.line("if (bad) {");
    t.line("    for (Index k = from; k < end; ++k) keep(k, nan);");
    t.line("    return;");
    t.line("}");
    t.line(format!("spline_anticausal<{word}>(p.length, from, end, p.warm, p.pole, get, keep);"));
}

/// The kernel of `interpolate`.
pub(super) fn write_interpolate(
    (axes, order, extrapolation, grid): (i64, i64, Extrapolation, bool),
    outputs: &[View],
    inputs: &[Operand],
    points: Source,
) -> Result<Written> {
    let (out, values) = (output(outputs)?, view(inputs, 0)?);
    let shape = &out.layout.shape;
    let rank = values.layout.rank();
    let Some(Operand::Scalar(outside)) = inputs.get(2) else {
        return Err(Error::runtime("the value beyond the edges must be a scalar"));
    };
    if values.dtype.is_complex() || out.dtype.is_complex() || points.view.dtype != DType::F64 {
        return Err(Error::type_("interpolate takes and gives real numbers, and takes float64 coordinates"));
    }
    if axes < 1 || axes > rank as i64 || !(0..=MAX_SPLINE_ORDER).contains(&order) {
        return Err(Error::runtime("interpolate takes one axis at least, and an order from 0 to 5"));
    }
    let before = rank - axes as usize;
    let of_points = &points.view.layout.shape;
    let longest = of_points.get(1).copied().unwrap_or(0);
    let fits = if grid {
        shape.len() == rank && of_points.len() == 2 && shape[before..].iter().all(|&extent| extent <= longest)
    } else {
        of_points.get(1..) == Some(&**shape)
    };
    if shape.len() < before
        || shape[..before] != values.layout.shape[..before]
        || of_points.first() != Some(&axes)
        || !fits
    {
        return Err(Error::runtime(
            "interpolate takes a coordinate for each element of the output, or of its axes, and each axis",
        ));
    }
    let layouts = points.layouts();
    let largest = layouts.iter().copied().chain([&out.layout, &values.layout]).map(reach).max().unwrap_or(0);
    let mut t = Text::reaching(largest.max(points.view.layout.size()));
    let (merged_shape, strides) = merged(&layouts);
    points.declare(&mut t, c_type(DType::F64), &strides);
    t.operand("r0", values, true);
    t.operand("w0", out, false);
    t.scalar("outside", *outside, DType::F64);
    t.line("const auto coordinate = [&](Index at) {");
    t.divide("at", &merged_shape, "m");
    let value = points.element(&mut t, merged_shape.len());
    t.line(format!("return {value};"));
    t.line("};");
    let spline = Spline { axes: axes as usize, order, extrapolation, before };
    let name = format!("interpolate_{}_{order}_{}", if grid { "grid" } else { "points" }, extrapolation.to_text());
    let blocks =
        if grid { spline.write_grid(&mut t, out, values, longest) } else { spline.write_points(&mut t, out, values) };
    t.finish(&name, [blocks, 1], THREADS as u32)
}

/// The rows and the columns of a grid that a block has.
const GRID_ROWS: i64 = 64;
const GRID_COLUMNS: i64 = 32;

/// Splines along the last axes of an array, after those `before` them.
struct Spline {
    axes: usize,
    order: i64,
    extrapolation: Extrapolation,
    before: usize,
}

impl Spline {
    /// The type of the elements around a coordinate along an axis.
    fn taps(&self) -> String {
        let (mode, edge) = (self.extrapolation.to_word(), self.extrapolation.edge().to_word());
        format!("SplineTaps<{}, {mode}, {edge}>", self.order)
    }

    /// Declares the extents of the array along the axes of the splines.
    fn extents(&self, t: &mut Text, values: &View) -> Vec<String> {
        let extent = |axis: usize| values.layout.shape[self.before + axis];
        (0..self.axes).map(|axis| t.fields.index(&format!("extent{axis}"), extent(axis))).collect()
    }

    /// A thread for each point. Returns the number of blocks.
    fn write_points(&self, t: &mut Text, out: &View, values: &View) -> u64 {
        let shape = &out.layout.shape;
        let size = t.fields.index("size", out.layout.size());
        let extents = self.extents(t, values);
        t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (at >= {size}) return;"));
        t.divide("at", shape, "n");
        for (axis, extent) in extents.iter().enumerate() {
            t.line(format!("const {} taps{axis}(coordinate(at + {axis} * {size}), {extent});", self.taps()));
        }
        self.value(t, out, &|axis| format!("taps{axis}"));
        (out.layout.size() as u64).div_ceil(THREADS as u64)
    }

    /// A block for a rectangle of the last two axes, whose coordinates depend on the index along an axis alone: those
    /// of the rows are in shared memory, those of the columns with the threads. Returns the number of blocks.
    fn write_grid(&self, t: &mut Text, out: &View, values: &View, longest: i64) -> u64 {
        let shape = &out.layout.shape;
        let rank = shape.len();
        let (&width, outer) = shape.split_last().unwrap_or((&1, &[]));
        let (&height, outer) = outer.split_last().unwrap_or((&1, &[]));
        let (down, across) = ((height + GRID_ROWS - 1) / GRID_ROWS, (width + GRID_COLUMNS - 1) / GRID_COLUMNS);
        let numbers = [("longest", longest), ("down", down), ("across", across), ("height", height), ("width", width)];
        let [longest, down_name, across_name, height, width] = numbers.map(|(name, value)| t.fields.index(name, value));
        let extents = self.extents(t, values);
        t.line(format!(
            "const Index side = (Index)blockIdx.x % {across_name}, rest = (Index)blockIdx.x / {across_name};"
        ));
        t.line(format!("const Index part = rest % {down_name}, plane = rest / {down_name};"));
        t.decode("plane", outer);
        let (row, column) = (rank.checked_sub(2), rank - 1);
        t.line(format!(
            "const Index row = part * {GRID_ROWS}, column = side * {GRID_COLUMNS} + threadIdx.x % {GRID_COLUMNS};"
        ));
        // Threads beyond the last column have its coordinates.
        t.line(format!("const Index i{column} = column < {width} ? column : {width} - 1;"));
        let along = |axis: usize, index: &str| {
            let number = axis - self.before;
            format!("{}(coordinate({index} + {number} * {longest}), {})", self.taps(), extents[number])
        };
        let of_rows = row.filter(|row| *row >= self.before);
        if let Some(row) = of_rows {
            t.line(format!("__shared__ {} rows[{GRID_ROWS}];", self.taps()));
            t.line(format!("for (int k = threadIdx.x; k < {GRID_ROWS}; k += {THREADS}) {{"));
            let taps = along(row, &format!("(row + k < {height} ? row + k : {height} - 1)"));
            t.line(format!("    rows[k] = {taps};"));
            t.line("}");
            t.line("__syncthreads();");
        }
        for axis in (self.before..rank).filter(|axis| of_rows != Some(*axis)) {
            let taps = along(axis, &format!("i{axis}"));
            t.line(format!("const {} taps{} = {taps};", self.taps(), axis - self.before));
        }
        t.line(format!("if (column >= {width}) return;"));
        t.line("#pragma unroll 1");
        t.line(format!(
            "for (int k = threadIdx.x / {GRID_COLUMNS}; k < {GRID_ROWS} && row + k < {height}; k += {}) {{",
            THREADS / GRID_COLUMNS
        ));
        if let Some(row) = row {
            t.line(format!("const Index i{row} = row + k;"));
        }
        let name = |axis: usize| match of_rows {
            Some(row) if self.before + axis == row => "rows[k]".into(),
            _ => format!("taps{axis}"),
        };
        self.value(t, out, &name);
        t.line("}");
        (across * down).max(0) as u64 * outer.iter().product::<i64>().max(0) as u64
    }

    /// Computes and stores the value of the splines at the result whose coordinates are declared, from the elements
    /// around the point along each axis.
    fn value(&self, t: &mut Text, out: &View, taps: &dyn Fn(usize) -> String) {
        let (axes, order) = (self.axes, self.order);
        let all = |of: &dyn Fn(usize) -> String, between: &str| (0..axes).map(of).collect::<Vec<_>>().join(between);
        t.line("double value = p.outside;");
        t.line(format!("if ({}) {{", all(&|axis| format!("{}.inside", taps(axis)), " && ")));
        t.line("value = 0;");
        let stack: String = (0..self.before).map(|axis| format!(" + i{axis} * p.r0_{axis}")).collect();
        t.line(format!("const Index start = 0{stack};"));
        let unrolled = (order + 1).saturating_pow(axes as u32) <= 64;
        for axis in 0..axes {
            if unrolled || axis + 1 == axes {
                t.line("#pragma unroll");
            }
            t.line(format!("for (int k{axis} = 0; k{axis} <= {order}; ++k{axis}) {{"));
        }
        for axis in 0..axes {
            t.line(format!("const Index c{axis} = {}.at[k{axis}];", taps(axis)));
        }
        let offsets = all(&|axis| format!("c{axis} * p.r0_{}", self.before + axis), " + ");
        let read = format!("cast<double>(p.r0[start + {offsets}])");
        if self.extrapolation == Extrapolation::GridConstant {
            let outside = all(&|axis| format!("c{axis} < 0"), " || ");
            t.line(format!("double x = {outside} ? p.outside : {read};"));
        } else {
            t.line(format!("double x = {read};"));
        }
        if order > 0 {
            for axis in 0..axes {
                t.line(format!("x *= {}.weight[k{axis}];", taps(axis)));
            }
        }
        t.line("value += x;");
        for _ in 0..axes {
            t.line("}");
        }
        t.line("}");
        let offset = t.element_offset("w0", out.layout.rank());
        t.line(format!("p.w0[{offset}] = cast<{}>({});", c_type(out.dtype), rounded(out.dtype)));
    }
}

/// The text of the value, rounded and clamped to what a dtype represents.
fn rounded(dtype: DType) -> String {
    let bits = 8 * dtype.size() as i32;
    let (low, high) = match dtype.kind() {
        Kind::Float | Kind::Complex => return "value".into(),
        Kind::Bool => return "isfinite(value) ? trunc(value) : 0.0".into(),
        Kind::Unsigned => (0.0, 2f64.powi(bits) - 1.0),
        Kind::Signed => (-2f64.powi(bits - 1), 2f64.powi(bits - 1) - 1.0),
    };
    let of_nan = if bits < 32 { 0.0 } else { low };
    format!("rounded(value, {low:.1}, {high:.1}, {of_nan:.1})")
}
