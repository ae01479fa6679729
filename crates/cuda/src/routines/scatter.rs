//! Writing values where indices name places along an axis: one thread for each value.
//!
//! Where an index may be there twice, the last values must win whichever thread comes first. Of few indices each thread looks through
//! those behind its own. Of many, a first kernel claims places: the highest in the order of the indices stays; a second one writes the
//! values whose claim has stayed. Claims are words, one for each place along the axis, or, where that would be more memory, in a table by
//! hash that has two slots or more for each index.

use cuprust_ir::{Dims, Error, Layout, Operand, Result, View};
use cuprust_num::DType;

use super::text::{Text, merged};
use super::{output, view};
use crate::write::{Written, c_type};

const THREADS: u64 = 256;

/// Where a thread keeps its claim.
#[derive(Clone, Copy)]
enum Claims {
    /// At the word of the place.
    Direct {
        /// How many words there are.
        words: i64,
    },
    /// At the slot that has the place's key: so many slots, a power of two, of a key and a claim.
    Hashed {
        /// How many slots there are.
        slots: i64,
    },
}

impl Claims {
    fn of(count: i64, extent: i64) -> Claims {
        let slots = (2 * count as u64).next_power_of_two() as i64;
        if extent <= 2 * slots { Claims::Direct { words: extent } } else { Claims::Hashed { slots } }
    }

    /// How many words of 64 bits they are.
    fn words(self) -> i64 {
        match self {
            Claims::Direct { words } => words,
            Claims::Hashed { slots } => 2 * slots,
        }
    }

    /// Declares `claim`, the pointer to the claim on `at`; in a table its slot is taken, or, where it is `there`, found.
    fn find(self, t: &mut Text, there: bool) {
        t.line("unsigned long long* const claims = (unsigned long long*)p.partials;");
        match self {
            Claims::Direct { .. } => t.line("unsigned long long* const claim = claims + at;"),
            Claims::Hashed { slots } => {
                let mask = t.fields.long("mask", slots - 1);
                t.line("const unsigned long long key = (unsigned long long)at + 1;");
                t.line(format!("unsigned long long slot = (key * 0x9e3779b97f4a7c15ull >> 20) & {mask};"));
                t.line("for (;;) {");
                if there {
                    t.line("    if (claims[2 * slot] == key) break;");
                } else {
                    t.line("    const unsigned long long held = atomicCAS(claims + 2 * slot, 0ull, key);");
                    t.line("    if (held == 0 || held == key) break;");
                }
                t.line(format!("    slot = (slot + 1) & {mask};"));
                t.line("}");
                t.line("unsigned long long* const claim = claims + 2 * slot + 1;");
            }
        }
    }
}

/// The kernels that change an output.
pub(super) fn write(unique: bool, outputs: &[View], inputs: &[Operand]) -> Result<Vec<Written>> {
    let (out, index, values) = (output(outputs)?, view(inputs, 0)?, view(inputs, 1)?);
    let Some((&extent, rest)) = out.layout.shape.split_first() else {
        return Err(Error::runtime("`scatter` changes a view of one axis at least"));
    };
    if index.dtype != DType::I64 || values.dtype != out.dtype {
        return Err(Error::type_("`scatter` takes an int64 index and values of the output's dtype"));
    }
    if values.layout.shape[..] != [&index.layout.shape[..], rest].concat() {
        return Err(Error::type_("`scatter` takes the values of one place for each index"));
    }
    let count = index.layout.size();
    let site = Site { out, index, values, count, inner: rest.iter().product(), extent };
    if unique {
        return Ok(vec![site.store("scatter", None)?]);
    }
    if count <= THREADS as i64 && site.inner == 1 {
        return Ok(vec![site.block()?]);
    }
    let claims = Claims::of(count, extent);
    Ok(vec![clear(claims)?, site.claim(claims)?, site.store("scatter_store", Some(claims))?])
}

/// The operands.
struct Site<'a> {
    out: &'a View,
    index: &'a View,
    values: &'a View,
    /// How many indices there are.
    count: i64,
    /// How many elements a place has.
    inner: i64,
    /// How many places there are along the axis.
    extent: i64,
}

impl Site<'_> {
    /// The kernel by which indices claim their places: a thread for each.
    fn claim(&self, claims: Claims) -> Result<Written> {
        let mut t = Text::new();
        let (shape, strides) = merged(&[&self.index.layout]);
        t.pointer("r0", self.index, "const long long*", false);
        t.strides("r0", &strides[0]);
        t.fields.workspace(0, 8 * claims.words() as usize);
        let count = t.fields.index("count", self.count);
        t.line(format!("const Index i = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (i >= {count}) return;"));
        t.decode("i", &shape);
        t.line(format!("const Index at = p.r0[{}];", t.place("r0", shape.len())));
        self.check(&mut t);
        claims.find(&mut t, false);
        t.line("atomicMax(claim, (unsigned long long)i + 1);");
        t.finish("scatter_claim", [(self.count as u64).div_ceil(THREADS), 1], THREADS as u32)
    }

    /// The kernel that writes values whose index has its claim, or all: a thread for each.
    fn store(&self, name: &str, claims: Option<Claims>) -> Result<Written> {
        let mut t = Text::new();
        t.pointer("r0", self.index, "const long long*", false);
        // Over the values' shape: index, values and output, each without a step where it does not move.
        let rank = self.values.layout.rank();
        let own = self.index.layout.rank();
        let mut index_strides = vec![0i64; rank];
        index_strides[..own].copy_from_slice(&self.index.layout.strides);
        let mut out_strides = vec![0i64; rank];
        out_strides[own..].copy_from_slice(&self.out.layout.strides[1..]);
        let over = |strides: &[i64]| Layout {
            shape: self.values.layout.shape.clone(),
            strides: Dims::new(strides),
            offset: 0,
        };
        let (index, out) = (over(&index_strides), over(&out_strides));
        // Which index it is, counted in C order: what claims are compared with.
        let mut step = 1;
        let mut order = vec![0i64; rank];
        for axis in (0..own).rev() {
            order[axis] = step;
            step *= self.index.layout.shape[axis];
        }
        let (shape, strides) = merged(&[&self.values.layout, &index, &out, &over(&order)]);
        t.pointer("w0", self.out, &format!("{}*", c_type(self.out.dtype)), true);
        t.strides("w0", &strides[2]);
        t.pointer("r1", self.values, &format!("const {}*", c_type(self.values.dtype)), false);
        t.strides("r1", &strides[0]);
        t.strides("named", &strides[1]);
        t.strides("order", &strides[3]);
        let along = t.fields.index("along", self.out.layout.strides[0]);
        if let Some(claims) = claims {
            t.fields.workspace(0, 8 * claims.words() as usize);
        }
        let all = self.count * self.inner;
        let count = t.fields.index("all", all);
        t.line(format!("const Index own = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (own >= {count}) return;"));
        t.decode("own", &shape);
        t.line(format!("const Index at = p.r0[{}];", t.place("named", shape.len())));
        self.check(&mut t);
        if let Some(claims) = claims {
            t.line(format!("const Index i = {};", t.place("order", shape.len())));
            claims.find(&mut t, true);
            t.line("if (*claim != (unsigned long long)i + 1) return;");
        }
        let (to, from) = (t.place("w0", shape.len()), t.place("r1", shape.len()));
        t.line(format!("p.w0[at * {along} + {to}] = p.r1[{from}];"));
        t.finish(name, [(all as u64).div_ceil(THREADS), 1], THREADS as u32)
    }

    /// The kernel of one block, for few indices of single elements.
    fn block(&self) -> Result<Written> {
        let mut t = Text::new();
        // Places of one element have axes of extent one alone, which the values' last axes are too.
        let values = Layout {
            shape: self.index.layout.shape.clone(),
            strides: Dims::new(&self.values.layout.strides[..self.index.layout.rank()]),
            offset: self.values.layout.offset,
        };
        let (both, strides) = merged(&[&self.index.layout, &values]);
        t.pointer("r0", self.index, "const long long*", false);
        t.strides("r0", &strides[0]);
        t.pointer("r1", self.values, &format!("const {}*", c_type(self.values.dtype)), false);
        t.strides("r1", &strides[1]);
        t.pointer("w0", self.out, &format!("{}*", c_type(self.out.dtype)), true);
        let along = t.fields.index("along", self.out.layout.strides[0]);
        let count = t.fields.index("count", self.count);
        t.line(format!("__shared__ long long places[{THREADS}];"));
        t.line("const Index i = (Index)threadIdx.x;");
        t.decode("i", &both);
        t.line(format!("const Index at = i < {count} ? p.r0[{}] : -1;", t.place("r0", both.len())));
        t.line("places[i] = at;");
        t.line("__syncthreads();");
        t.line(format!("if (i >= {count}) return;"));
        self.check(&mut t);
        t.line("bool last = true;");
        t.line(format!("for (Index other = i + 1; other < {count}; ++other) last = last && places[other] != at;"));
        t.line(format!("if (last) p.w0[at * {along}] = p.r1[{}];", t.place("r1", both.len())));
        t.finish("scatter_block", [1, 1], THREADS as u32)
    }

    /// Notes an index out of bounds, whose thread is done.
    fn check(&self, t: &mut Text) {
        let size = t.fields.index("size", self.extent);
        t.check_index("at", &size);
    }
}

/// Zeroes the claims.
fn clear(claims: Claims) -> Result<Written> {
    let mut t = Text::new();
    t.fields.workspace(0, 8 * claims.words() as usize);
    let words = t.fields.index("words", claims.words());
    t.line(format!("const Index at = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
    t.line(format!("if (at < {words}) ((unsigned long long*)p.partials)[at] = 0;"));
    t.finish("scatter_clear", [(claims.words() as u64).div_ceil(THREADS), 1], THREADS as u32)
}
