//! `scatter`: writes values to the elements that indices name along an axis, with one thread for each value.
//!
//! Where an index may be repeated, the last value must win whichever thread comes first. Of few indices, each thread
//! searches those after its own. Of many, a first kernel claims elements: the claim of the last index remains; a second
//! one writes the values whose claim remained (`claims.rs`). A single value for all indices needs no claims. Many
//! values for a large array are first sorted into bins by their indices (`bins.rs`). A test for sorted indices, which
//! need none of this, precedes both (`sorted_test.rs`).

use cuprust_ir::{Dims, Error, Layout, Result, View};
use cuprust_num::DType;

use super::bins::Bins;
use super::claims::Claims;
use super::operand::Source;
use super::output;
use super::sorted_test::needed;
use super::text::{Text, merged};
use crate::write::{Device, Written, c_type};

pub(super) const THREADS: u64 = 256;

/// Bytes of the L2 cache for each multiprocessor; the fewest indices for each multiprocessor for which it pays off to
/// read them again for each band of elements that fits the cache; and the most bands. On an H200 2^24 float32 go to
/// 2^24 elements in 410 us by two bands, and in 800 by one; to 2^26 in 980 by four, and in 1030 by one.
const L2_BYTES_PER_MULTIPROCESSOR: i64 = 256 << 10;
const MIN_BANDED_INDICES_PER_MULTIPROCESSOR: i64 = 1 << 14;
const MAX_BANDS: i64 = 4;

/// The kernels that change an output.
pub(super) fn write(
    unique: bool,
    outputs: &[View],
    index: Source,
    values: Source,
    device: Device,
) -> Result<Vec<Written>> {
    let out = output(outputs)?;
    let Some((&extent, inner_shape)) = out.layout.shape.split_first() else {
        return Err(Error::runtime("`scatter` changes a view of one axis at least"));
    };
    if index.view.dtype != DType::I64 || values.view.dtype != out.dtype {
        return Err(Error::type_("`scatter` takes an int64 index and values of the output's dtype"));
    }
    if values.view.layout.shape[..] != [&index.view.layout.shape[..], inner_shape].concat() {
        return Err(Error::type_("`scatter` takes values of one element of the first axis for each index"));
    }
    let count = index.view.layout.size();
    let scatter = Scatter { out, index, values, count, inner: inner_shape.iter().product(), extent, device };
    let single_value = scatter.is_single_value();
    if !unique
        && scatter.is_spread()
        && (single_value || scatter.is_dense())
        && let Some(bins) = Bins::of(&scatter, !single_value)
    {
        return bins.write();
    }
    if unique || single_value {
        return Ok(vec![scatter.store("scatter", None)?]);
    }
    if count <= THREADS as i64 && scatter.inner == 1 {
        return Ok(vec![scatter.block()?]);
    }
    let claims = Claims::of(count, extent, device).unless_sorted(&scatter);
    let mut kernels = claims.sorted().map_or(Ok(Vec::new()), |sorted| sorted.kernels(&scatter))?;
    kernels.extend(claims.prepare(|name, each| scatter.each_index(name, claims, each))?);
    kernels.push(scatter.each_index("scatter_claim", claims, |t| claims.claim(t))?);
    kernels.push(scatter.store("scatter_store", Some(claims))?);
    Ok(kernels)
}

/// The operands.
pub(super) struct Scatter<'a> {
    pub out: &'a View,
    pub index: Source<'a>,
    pub values: Source<'a>,
    /// The number of indices.
    pub count: i64,
    /// The number of elements for each index.
    pub inner: i64,
    /// The extent of the axis.
    pub extent: i64,
    pub device: Device,
}

impl Scatter<'_> {
    /// Whether the values are the same for every index, so that the order of the indices does not matter.
    fn is_single_value(&self) -> bool {
        let own = self.index.view.layout.rank();
        let still = |layout: &&Layout| layout.strides[..own].iter().all(|&stride| stride == 0);
        self.values.layouts().iter().all(still)
    }

    /// The bytes of an element.
    pub(super) fn size(&self) -> i64 {
        self.out.dtype.size() as i64
    }

    /// Whether so many single elements go to so large an array that reading their indices again for each band pays off.
    fn is_spread(&self) -> bool {
        let sms = i64::from(self.device.multiprocessors);
        let plain = !self.index.is_long() && !self.values.is_long() && self.inner == 1;
        let dense = self.extent / 8 <= self.count && self.count >= MIN_BANDED_INDICES_PER_MULTIPROCESSOR * sms;
        plain && dense && self.extent.saturating_mul(self.size()) > L2_BYTES_PER_MULTIPROCESSOR * sms
    }

    /// Whether the values are so dense that bins, which move values as well as indices, are faster than claims on the
    /// unsorted indices. On an H200, 2^23 float32 go to 2^26 elements in 890 us by bins and in 800 by claims, 2^24 in
    /// 1260 and 1520.
    fn is_dense(&self) -> bool {
        self.extent / 4 <= self.count
            && self.count >= 2 * MIN_BANDED_INDICES_PER_MULTIPROCESSOR * i64::from(self.device.multiprocessors)
    }

    /// The number of bands of elements that are written one after another.
    fn bands(&self) -> i64 {
        let sms = i64::from(self.device.multiprocessors);
        if self.is_spread() {
            (self.extent.saturating_mul(self.size()) / (L2_BYTES_PER_MULTIPROCESSOR * sms) + 1).min(MAX_BANDS)
        } else {
            1
        }
    }

    /// Declares the index and, if `valued`, the values over the shape of the index, and returns that shape.
    pub(super) fn declare(&self, t: &mut Text, valued: bool) -> Vec<i64> {
        // Values of single elements have only axes of extent one after those of the index.
        let of_index = &self.index.view.layout.shape;
        let cut = |layout: &Layout| Layout {
            shape: of_index.clone(),
            strides: Dims::new(&layout.strides[..of_index.len()]),
            offset: layout.offset,
        };
        let values: Vec<Layout> = self.values.layouts().into_iter().filter(|_| valued).map(cut).collect();
        let mut layouts = self.index.layouts();
        let named = layouts.len();
        layouts.extend(&values);
        let (both, strides) = merged(&layouts);
        self.index.declare(t, "long long", &strides[..named]);
        if valued {
            self.values.declare(t, c_type(self.out.dtype), &strides[named..]);
        }
        both
    }

    /// A kernel with a thread for each index, the `i`-th in C order, of element `at`.
    fn each_index(&self, name: &str, claims: Claims, each: impl Fn(&mut Text)) -> Result<Written> {
        let mut t = Text::new();
        let (shape, strides) = merged(&self.index.layouts());
        self.index.declare(&mut t, "long long", &strides);
        claims.declare(&mut t);
        let count = t.fields.index("count", self.count);
        t.line(format!("const Index i = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (i >= {count}) return;"));
        t.decode("i", &shape);
        let position = self.index.element(&mut t, shape.len());
        t.line(format!("const Index at = {position};"));
        self.check(&mut t);
        needed(claims.sorted(), &mut t);
        each(&mut t);
        t.finish(name, [(self.count as u64).div_ceil(THREADS), 1], THREADS as u32)
    }

    /// The kernel that writes the values whose index has its claim, or all: a thread for each.
    fn store(&self, name: &str, claims: Option<Claims>) -> Result<Written> {
        let mut t = Text::new();
        // Over the values' shape: values, index and output, each with stride zero where it does not move.
        let of_values = &self.values.view.layout.shape;
        let (rank, own) = (of_values.len(), self.index.view.layout.rank());
        let over = |first: usize, strides: &[i64]| {
            let mut all = vec![0i64; rank];
            all[first..first + strides.len()].copy_from_slice(strides);
            Layout { shape: of_values.clone(), strides: Dims::new(&all), offset: 0 }
        };
        // The number of the index in C order, which claims are compared with.
        let mut step = 1;
        let mut order = vec![0i64; own];
        for axis in (0..own).rev() {
            order[axis] = step;
            step *= self.index.view.layout.shape[axis];
        }
        let named: Vec<Layout> = self.index.layouts().iter().map(|layout| over(0, &layout.strides)).collect();
        let (to, order) = (over(own, &self.out.layout.strides[1..]), over(0, &order));
        let mut layouts = self.values.layouts();
        let values = layouts.len();
        layouts.extend(named.iter().chain([&to, &order]));
        let (shape, strides) = merged(&layouts);
        self.values.declare(&mut t, c_type(self.out.dtype), &strides[..values]);
        self.index.declare(&mut t, "long long", &strides[values..values + named.len()]);
        t.pointer("w0", self.out, &format!("{}*", c_type(self.out.dtype)), true);
        t.strides("w0", &strides[values + named.len()]);
        t.strides("order", &strides[values + named.len() + 1]);
        let along = t.fields.index("along", self.out.layout.strides[0]);
        if let Some(claims) = claims {
            claims.declare(&mut t);
        }
        let all = self.count * self.inner;
        let count = t.fields.index("all", all);
        let (bands, blocks) = (self.bands(), (all as u64).div_ceil(THREADS));
        let block = if bands > 1 {
            let blocks = t.fields.index("blocks", blocks as i64);
            format!("(Index)blockIdx.x % {blocks}")
        } else {
            "(Index)blockIdx.x".into()
        };
        t.line(format!("const Index own = {block} * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (own >= {count}) return;"));
        t.decode("own", &shape);
        // Indices, which are read once for each band, must not evict written elements from the cache.
        let position = match bands {
            1 => self.index.element(&mut t, shape.len()),
            _ => self.index.element_streamed(&mut t, shape.len()),
        };
        t.line(format!("const Index at = {position};"));
        self.check(&mut t);
        if bands > 1 {
            let width = t.fields.index("width", (self.extent + bands - 1) / bands);
            t.line(format!("const Index low = (Index)blockIdx.x / p.blocks * {width};"));
            t.line(format!("if (at < low || at >= low + {width}) return;"));
        }
        if let Some(claims) = claims {
            needed(claims.sorted(), &mut t);
            t.line(format!("const Index i = {};", t.element_offset("order", shape.len())));
            claims.compare(&mut t);
        }
        let value = self.values.element(&mut t, shape.len());
        t.line(format!("p.w0[at * {along} + {}] = {value};", t.element_offset("w0", shape.len())));
        t.finish(name, [blocks * bands as u64, 1], THREADS as u32)
    }

    /// The kernel of one block, for few indices of single elements.
    fn block(&self) -> Result<Written> {
        let mut t = Text::new();
        let both = self.declare(&mut t, true);
        t.pointer("w0", self.out, &format!("{}*", c_type(self.out.dtype)), true);
        let along = t.fields.index("along", self.out.layout.strides[0]);
        let count = t.fields.index("count", self.count);
        t.line(format!("__shared__ long long targets[{THREADS}];"));
        t.line("const Index i = (Index)threadIdx.x;");
        t.line("Index at = -1;");
        t.line(format!("if (i < {count}) {{"));
        t.decode("i", &both);
        let position = self.index.element(&mut t, both.len());
        t.line(format!("at = {position};"));
        t.line("}");
        t.line("targets[i] = at;");
        t.line("__syncthreads();");
        t.line(format!("if (i >= {count}) return;"));
        self.check(&mut t);
        t.line("bool last = true;");
        t.line(format!("for (Index other = i + 1; other < {count}; ++other) last = last && targets[other] != at;"));
        t.line("if (!last) return;");
        t.decode("i", &both);
        let value = self.values.element(&mut t, both.len());
        t.line(format!("p.w0[at * {along}] = {value};"));
        t.finish("scatter_block", [1, 1], THREADS as u32)
    }

    /// Reports an index out of bounds, and ends its thread.
    pub(super) fn check(&self, t: &mut Text) {
        let size = t.fields.index("size", self.extent);
        t.check_index("at", &size);
    }
}
