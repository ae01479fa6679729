//! Writing values where indices name elements: one thread for each value.
//!
//! Where an index may be there twice, the last value must win whichever thread comes first. Of few indices each thread looks through
//! those behind its own. Of many, a first kernel claims elements: the highest place in the order of the indices stays; a second one
//! writes the values whose claim has stayed. Claims are words, one for each element of the output, or, where that would be more
//! memory, in a table by hash that has two slots or more for each index.

use cuprust_ir::{Error, Operand, Result, View};
use cuprust_num::DType;

use super::text::{Text, merged};
use super::{output, view};
use crate::write::{Written, c_type};

const THREADS: u64 = 256;

/// Where a thread keeps its claim.
#[derive(Clone, Copy)]
enum Claims {
    /// At the word of the element.
    Direct {
        /// How many words there are.
        words: i64,
    },
    /// At the slot that has the element's key: so many slots, a power of two, of a key and a claim.
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
    if out.layout.rank() != 1 || index.dtype != DType::I64 {
        return Err(Error::runtime("`scatter` changes a one-dimensional view at int64 indices"));
    }
    if values.dtype != out.dtype || values.layout.shape != index.layout.shape {
        return Err(Error::type_("`scatter` takes one value of the output's dtype for each index"));
    }
    let (count, extent) = (index.layout.size(), out.layout.size());
    let site = Site { out, index, values, count };
    if unique {
        return Ok(vec![site.kernel("scatter", None, |t| store(t, "true"))?]);
    }
    if count <= THREADS as i64 {
        return Ok(vec![site.block()?]);
    }
    let claims = Claims::of(count, extent);
    let claim = site.kernel("scatter_claim", Some(claims), |t| {
        claims.find(t, false);
        t.line("atomicMax(claim, (unsigned long long)i + 1);");
    })?;
    let write = site.kernel("scatter_store", Some(claims), |t| {
        claims.find(t, true);
        store(t, "*claim == (unsigned long long)i + 1");
    })?;
    Ok(vec![clear(claims)?, claim, write])
}

/// The operands.
struct Site<'a> {
    out: &'a View,
    index: &'a View,
    values: &'a View,
    count: i64,
}

impl Site<'_> {
    /// The parameters, and the shape of index and values with axes that step as one merged.
    fn start(&self) -> (Text, Vec<i64>) {
        let mut t = Text::new();
        let (shape, strides) = merged(&[&self.index.layout, &self.values.layout]);
        t.operand("w0", self.out, false);
        t.pointer("r0", self.index, "const long long*", false);
        t.strides("r0", &strides[0]);
        t.pointer("r1", self.values, &format!("const {}*", c_type(self.values.dtype)), false);
        t.strides("r1", &strides[1]);
        (t, shape)
    }

    /// A kernel of a thread for each index, whose body runs where the index `at` is in bounds.
    fn kernel(&self, name: &str, claims: Option<Claims>, body: impl Fn(&mut Text)) -> Result<Written> {
        let (mut t, shape) = self.start();
        if let Some(claims) = claims {
            t.fields.workspace(0, 8 * claims.words() as usize);
        }
        let count = t.fields.index("count", self.count);
        t.line(format!("const Index i = (Index)blockIdx.x * {THREADS} + (Index)threadIdx.x;"));
        t.line(format!("if (i >= {count}) return;"));
        t.decode("i", &shape);
        t.line(format!("const Index at = p.r0[{}];", t.place("r0", shape.len())));
        self.check(&mut t);
        t.line(format!("const Index from = {};", t.place("r1", shape.len())));
        body(&mut t);
        t.finish(name, [(self.count as u64).div_ceil(THREADS), 1], THREADS as u32)
    }

    /// The kernel of one block.
    fn block(&self) -> Result<Written> {
        let (mut t, shape) = self.start();
        let count = t.fields.index("count", self.count);
        t.line(format!("__shared__ long long places[{THREADS}];"));
        t.line("const Index i = (Index)threadIdx.x;");
        t.decode("i", &shape);
        t.line(format!("const Index at = i < {count} ? p.r0[{}] : -1;", t.place("r0", shape.len())));
        t.line("places[i] = at;");
        t.line("__syncthreads();");
        t.line(format!("if (i >= {count}) return;"));
        self.check(&mut t);
        t.line("bool last = true;");
        t.line(format!("for (Index other = i + 1; other < {count}; ++other) last = last && places[other] != at;"));
        t.line(format!("const Index from = {};", t.place("r1", shape.len())));
        store(&mut t, "last");
        t.finish("scatter_block", [1, 1], THREADS as u32)
    }

    /// Notes an index out of bounds, whose thread is done.
    fn check(&self, t: &mut Text) {
        let size = t.fields.index("size", self.out.layout.size());
        t.check_index("at", &size);
    }
}

/// Writes the thread's value where the condition holds.
fn store(t: &mut Text, condition: &str) {
    t.line(format!("if ({condition}) p.w0[at * p.w0_0] = p.r1[from];"));
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
