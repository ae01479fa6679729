//! `components`: a union-find forest of runs in four kernels: one makes words of bits and a tree of each run, one joins
//! the trees of neighbors by atomic operations, one numbers the roots, and one writes the number of each element. The
//! root of a tree is its least node, whatever the order in which threads join them.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::operand::Source;
use super::text::{Text, clear, reach};
use super::{outputs_of, view};
use crate::write::{Written, c_type};

const THREADS: i64 = 256;

/// Elements in a word of bits.
const BITS: i64 = 32;

/// Words whose elements a warp of the last kernel writes.
const WORDS_PER_WARP: i64 = 4;

pub(super) fn write(outputs: &[View], inputs: &[Operand], values: Source) -> Result<Vec<Written>> {
    let outputs = outputs_of(outputs, 2)?;
    let (numbers, count, offsets) = (&outputs[0], &outputs[1], view(inputs, 1)?);
    let (shape, size) = (&values.view.layout.shape, values.view.layout.size());
    let holds = match numbers.dtype {
        DType::I32 => i32::try_from(size).is_ok(),
        dtype => dtype == DType::I64,
    };
    if values.view.dtype != DType::Bool || offsets.dtype != DType::I64 || !holds || count.dtype != DType::I64 {
        return Err(Error::type_(
            "components takes bools and int64 offsets, and gives int64 numbers, or int32 ones of few elements",
        ));
    }
    let Some((&length, outer)) = shape.split_last() else {
        return Err(Error::runtime("components takes an array of one axis at least"));
    };
    if offsets.layout.rank() != 2 || offsets.layout.shape[1] != shape.len() as i64 {
        return Err(Error::runtime("components takes a row for each offset"));
    }
    if numbers.layout.shape != *shape || !numbers.is_contiguous() || count.layout.size() != 1 {
        return Err(Error::runtime("components gives a number for each element, in C order, and a count"));
    }
    if size == 0 {
        return Ok(vec![]);
    }
    Forest::new(numbers, offsets, values, (outer, length), size).write(count)
}

struct Forest<'a> {
    numbers: &'a View,
    offsets: &'a View,
    values: Source<'a>,
    /// The extents of all axes but the last.
    outer: &'a [i64],
    /// The extent of the last axis, in elements and in words.
    length: i64,
    words_per_line: i64,
    size: i64,
    words: i64,
    /// The type of nodes and its bytes.
    node: (&'static str, i64),
}

impl<'a> Forest<'a> {
    fn new(
        numbers: &'a View,
        offsets: &'a View,
        values: Source<'a>,
        (outer, length): (&'a [i64], i64),
        size: i64,
    ) -> Forest<'a> {
        let words_per_line = (length as u64).div_ceil(BITS as u64) as i64;
        // Negative nodes are numbers.
        let node = if i32::try_from(size).is_ok() { ("int", 4) } else { ("long long", 8) };
        let words = size / length * words_per_line;
        Forest { numbers, offsets, values, outer, length, words_per_line, size, words, node }
    }

    fn write(&self, count: &View) -> Result<Vec<Written>> {
        let states = clear("components_clear", 4 * self.tiles(), |t| t.fields.workspace(0, self.bytes()))?;
        Ok(vec![states, self.begin()?, self.join()?, self.end(count)?, self.number()?])
    }

    /// Blocks with a word for each thread.
    fn tiles(&self) -> i64 {
        (self.words as u64).div_ceil(THREADS as u64) as i64
    }

    /// The bytes of the workspace: the states of two sums over all tiles, the first node of each word and the number of
    /// nodes, the words, and the parents.
    fn bytes(&self) -> usize {
        (16 * self.tiles() + (4 + self.node.1) * (self.words + 2 - self.words % 2) + self.node.1 * self.size) as usize
    }

    /// A kernel that has loaded nothing yet, with its workspace.
    fn begun(&self) -> Text {
        let read = self.values.views().into_iter().map(|view| reach(&view.layout)).max().unwrap_or(0);
        let mut t = Text::reaching(read.max(self.words * BITS).max(reach(&self.offsets.layout)));
        t.fields.workspace(0, self.bytes());
        let (words, tiles) = (t.fields.index("words", self.words), t.fields.long("tiles", self.tiles()));
        let node = self.node.0;
        t.line("unsigned long long* const states = (unsigned long long*)p.partials;");
        t.line(format!("{node}* const firsts = ({node}*)(states + 2 * {tiles});"));
        // An even number of elements keeps what follows aligned.
        t.line(format!("const Index even = {words} + 2 - ({words} & 1);"));
        t.line("unsigned* const bits = (unsigned*)(firsts + even);");
        t.line(format!("{node}* const parents = ({node}*)(bits + even);"));
        t
    }

    /// As [`Forest::begun`], with the offsets and with `along`.
    fn begun_with_offsets(&self) -> Text {
        let mut t = self.begun();
        t.operand("r1", self.offsets, true);
        let (rank, rows) = (self.outer.len() + 1, t.fields.index("rows", self.offsets.layout.shape[0]));
        t.line(format!("const bool along = component_along<{rank}>(p.r1, {rows}, p.r1_0, p.r1_1);"));
        t
    }

    /// Declares the line of `word`, the place `within` it, and the coordinates of the line.
    fn place(&self, t: &mut Text) {
        let by = t.fields.divisor("by", self.words_per_line);
        t.line(format!("const Index line = divide(word, {by}), within = word - line * (Index){by}.by;"));
        t.divide("line", self.outer, "m");
    }

    fn begin(&self) -> Result<Written> {
        let mut t = self.begun_with_offsets();
        let values = &self.values;
        let strides: Vec<Vec<i64>> = values.layouts().iter().map(|layout| layout.strides.to_vec()).collect();
        values.declare(&mut t, c_type(DType::Bool), &strides);
        let (words, length) = (t.fields.index("words", self.words), t.fields.index("length", self.length));
        t.line("const int lane = threadIdx.x % 32;");
        t.line(format!("const Index first = (Index)blockIdx.x * {THREADS} + (Index)(threadIdx.x - lane);"));
        t.line("unsigned own = 0;");
        t.line(format!("#pragma unroll {}", if values.is_long() { 1 } else { 8 }));
        t.line("for (int k = 0; k < 32; ++k) {");
        t.line("const Index word = first + k;");
        t.line("bool value = false;");
        t.line(format!("if (word < {words}) {{"));
        self.place(&mut t);
        let last = self.outer.len();
        t.line(format!("const Index i{last} = within * {BITS} + lane;"));
        t.line(format!("if (i{last} < {length}) {{"));
        let element = values.element(&mut t, last + 1);
        t.line(format!("value = {element};"));
        if values.is_stored() {
            values.store(&mut t, last + 1, "value");
        }
        t.line("}");
        t.line("}");
        t.line("const unsigned some = __ballot_sync(0xffffffffu, value);");
        t.line("if (lane == k) own = some;");
        t.line("}");
        t.line("const Index word = first + lane;");
        let by = t.fields.divisor("by", self.words_per_line);
        t.line(format!("const bool inner = word - divide(word, {by}) * (Index){by}.by != 0;"));
        t.line(format!("component_begin(own, along, inner, bits, firsts, parents, states, word, {words});"));
        t.finish("components_begin", [self.tiles() as u64, 1], THREADS as u32)
    }

    fn join(&self) -> Result<Written> {
        /// Offsets of which a block knows whether they add nothing beside others.
        const KNOWN: i64 = 64;
        let mut t = self.begun_with_offsets();
        let rank = self.outer.len() + 1;
        let (words, rows) = (t.fields.index("words", self.words), t.fields.index("rows", self.offsets.layout.shape[0]));
        t.line(format!("__shared__ bool beside[{KNOWN}];"));
        t.line(format!("for (int k = threadIdx.x; k < {KNOWN}; k += {THREADS})"));
        t.line(format!(
            "    beside[k] = along && k < {rows} && component_beside<{rank}>(p.r1, {rows}, p.r1_0, p.r1_1, k);"
        ));
        t.line("__syncthreads();");
        t.line(format!("const Index word = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (word >= {words}) return;"));
        t.line("const unsigned own = bits[word];");
        t.line("if (own == 0) return;");
        let node = self.node.0;
        t.line(format!("const {node} first = firsts[word];"));
        self.place(&mut t);
        t.line("if (along && word % 32 == 0 && within > 0 && (own & 1) != 0 && bits[word - 1] >> 31 != 0)");
        t.line(format!("    component_join(parents, first, first - ({node})1);"));
        t.line(format!("for (Index k = 0; k < {rows}; ++k) {{"));
        let mut other = "0".to_owned();
        for (axis, &extent) in self.outer.iter().enumerate() {
            let extent = t.fields.index(&format!("extent{axis}"), extent);
            t.line(format!("const long long c{axis} = i{axis} + p.r1[k * p.r1_0 + {axis} * p.r1_1];"));
            t.line(format!("if (c{axis} < 0 || c{axis} >= {extent}) continue;"));
            other = format!("({other}) * {extent} + (Index)c{axis}");
        }
        let (length, by) = (t.fields.index("length", self.length), t.fields.index("per_line", self.words_per_line));
        t.line(format!("const long long last = p.r1[k * p.r1_0 + {} * p.r1_1];", rank - 1));
        t.line(format!("const Index other = {other};"));
        t.line(format!("if (last <= -{length} || last >= {length} || along && other == line && last == -1) continue;"));
        t.line(format!("const bool known = k < {KNOWN} && beside[k];"));
        t.line(format!(
            "component_meet(own, along, known, first, other * {by}, within, {by}, within * {BITS} + (Index)last, bits, \
             firsts, parents);"
        ));
        t.line("}");
        t.finish("components_join", [self.tiles() as u64, 1], THREADS as u32)
    }

    fn end(&self, count: &View) -> Result<Written> {
        let mut t = self.begun();
        t.pointer("w1", count, "long long*", true);
        let (words, tiles) = (t.fields.index("words", self.words), t.fields.long("tiles", self.tiles()));
        t.line(format!("const Index first = (Index)blockIdx.x * {THREADS};"));
        t.line(format!("const {} to = firsts[min(first + {THREADS}, {words})];", self.node.0));
        t.line(format!("const unsigned long long all = component_end(firsts[first], to, parents, states + {tiles});"));
        t.line("if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) *p.w1 = (long long)all;");
        t.finish("components_end", [self.tiles() as u64, 1], THREADS as u32)
    }

    fn number(&self) -> Result<Written> {
        let mut t = self.begun_with_offsets();
        let kind = c_type(self.numbers.dtype);
        t.pointer("w0", self.numbers, &format!("{kind}*"), true);
        let (words, length) = (t.fields.index("words", self.words), t.fields.index("length", self.length));
        let by = t.fields.divisor("by", self.words_per_line);
        let node = self.node.0;
        t.line("const int lane = threadIdx.x % 32;");
        t.line(format!(
            "const Index start = ((Index)blockIdx.x * {} + (Index)(threadIdx.x / 32)) * {WORDS_PER_WARP};",
            THREADS / BITS
        ));
        t.line("#pragma unroll");
        t.line(format!("for (int k = 0; k < {WORDS_PER_WARP}; ++k) {{"));
        t.line("const Index word = start + k;");
        t.line(format!("const Index line = divide(word, {by}), at = (word - line * (Index){by}.by) * {BITS} + lane;"));
        t.line(format!("const unsigned own = word < {words} ? bits[word] : 0;"));
        t.line(format!("{node} number = 0;"));
        t.line("if (own >> lane & 1) {");
        t.line("number = component_number(parents, component_run(own, along, firsts[word], lane));");
        t.line("}");
        t.line(format!("if (word < {words} && at < {length}) p.w0[line * {length} + at] = ({kind})number;"));
        t.line("}");
        let blocks = (self.words as u64).div_ceil((THREADS / BITS * WORDS_PER_WARP) as u64);
        t.finish("components_number", [blocks, 1], THREADS as u32)
    }
}
