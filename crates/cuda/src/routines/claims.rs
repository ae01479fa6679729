//! Claims: words that find the last of several indices of one element, as the highest claim on it.
//!
//! Claims are words, one for each element along the axis, where these fit the L2 cache. Scattered accesses to memory
//! that is larger cost ten times as much: where there are many elements, a bit set finds those that are named twice,
//! and only these have words, which lie side by side. For even more elements, a hash table has at least two slots for
//! each index.

use cuprust_ir::Result;

use super::scatter::{Scatter, THREADS};
use super::sorted_test::{SortedTest, needed};
use super::text::{Text, clear};
use crate::write::{Device, Written};

/// The most bytes of words for each multiprocessor with one word for each element: they then fit the L2 cache.
const MAX_DIRECT_BYTES_PER_MULTIPROCESSOR: i64 = 256 << 10;

/// Words of the bit set that a thread numbers.
const WORDS_PER_THREAD: i64 = 8;

/// The claims of a scatter.
#[derive(Clone, Copy)]
pub(super) struct Claims {
    layout: Layout,
    /// The number of indices.
    count: i64,
    /// The test whether claims are needed.
    sorted: Option<SortedTest>,
}

#[derive(Clone, Copy)]
enum Layout {
    /// One word for each element.
    Direct {
        /// The number of words.
        words: i64,
    },
    /// One word for each element that is named twice, found by its number in the bit set.
    Bits {
        /// The number of 32-bit words of a bit set with a bit for each element.
        words: i64,
    },
    /// A hash table with slots of a key and a claim; their number is a power of two.
    Hashed {
        /// The number of slots.
        slots: i64,
    },
}

impl Claims {
    /// The claims for `count` indices into `extent` elements.
    pub(super) fn of(count: i64, extent: i64, device: Device) -> Claims {
        let slots = (2 * count as u64).next_power_of_two() as i64;
        let direct = Claims { layout: Layout::Direct { words: extent }, count, sorted: None };
        let hashed = Claims { layout: Layout::Hashed { slots }, count, sorted: None };
        let bits = Claims { layout: Layout::Bits { words: extent / 32 + 1 }, count, sorted: None };
        if direct.bytes() <= MAX_DIRECT_BYTES_PER_MULTIPROCESSOR * i64::from(device.multiprocessors) {
            return direct;
        }
        // The bit set needs two more kernels.
        let candidates = [(direct, direct.bytes()), (hashed, hashed.bytes()), (bits, bits.bytes().saturating_mul(2))];
        candidates.into_iter().min_by_key(|(_, bytes)| *bytes).map_or(direct, |(claims, _)| claims)
    }

    /// These claims with a test for sorted indices, which need none, where the test pays off.
    pub(super) fn unless_sorted(self, target: &Scatter) -> Claims {
        Claims { sorted: SortedTest::after_workspace(self.bytes(), target), ..self }
    }

    /// The test for sorted indices.
    pub(super) fn sorted(self) -> Option<SortedTest> {
        self.sorted
    }

    /// Declares the workspace, and loads the flag that says whether the kernel is needed.
    fn begin(self, t: &mut Text) {
        match self.sorted {
            Some(sorted) => sorted.emit_flag_load(t),
            None => t.fields.workspace(0, self.bytes() as usize),
        }
    }

    /// The type of a claim, which can hold every index plus one, and its bytes.
    fn word(self) -> (&'static str, i64) {
        match self.layout {
            Layout::Hashed { .. } => ("unsigned long long", 8),
            _ if self.count < i64::from(u32::MAX) => ("unsigned", 4),
            _ => ("unsigned long long", 8),
        }
    }

    fn bytes(self) -> i64 {
        let (_, size) = self.word();
        match self.layout {
            Layout::Direct { words } => words.saturating_mul(size),
            Layout::Hashed { slots } => 16 * slots,
            // The claims come first, which may be wider, then both bit sets, the counter of numbered elements, and the
            // number of the first bit in each word.
            Layout::Bits { words } => self.max_repeated() * size + 4 * (3 * words + 2),
        }
    }

    /// The most elements that can be named twice.
    fn max_repeated(self) -> i64 {
        self.count / 2 + 1
    }

    /// Declares the arrays of the workspace.
    pub(super) fn declare(self, t: &mut Text) {
        self.begin(t);
        let (word, _) = self.word();
        t.line(format!("{word}* const claims = ({word}*)p.partials;"));
        match self.layout {
            Layout::Direct { .. } => {}
            Layout::Hashed { slots } => {
                t.fields.long("mask", slots - 1);
            }
            Layout::Bits { words } => {
                let (max_repeated, words) =
                    (t.fields.long("twice", self.max_repeated()), t.fields.long("words", words));
                t.line(format!("unsigned* const seen = (unsigned*)(claims + {max_repeated});"));
                t.line(format!("unsigned* const again = seen + {words};"));
                t.line(format!("unsigned* const counter = again + {words};"));
                t.line("unsigned* const numbers = counter + 1;");
            }
        }
    }

    /// The kernels before the claims. `each` makes a kernel with a thread for each index.
    pub(super) fn prepare(self, each: impl Fn(&str, &dyn Fn(&mut Text)) -> Result<Written>) -> Result<Vec<Written>> {
        let mut kernels = vec![self.clear()?];
        if let Layout::Bits { words } = self.layout {
            kernels.push(each("scatter_mark", &|t| {
                t.line("const unsigned bit = 1u << (at & 31);");
                t.line("if (atomicOr(seen + (at >> 5), bit) & bit) atomicOr(again + (at >> 5), bit);");
            })?);
            kernels.push(self.number(words)?);
        }
        Ok(kernels)
    }

    /// Zeroes the bit sets and claims.
    fn clear(self) -> Result<Written> {
        let words = match self.layout {
            Layout::Bits { words } => self.max_repeated() * self.word().1 / 4 + 2 * words + 1,
            _ => self.bytes() / 4,
        };
        clear("scatter_clear", words, |t| {
            self.begin(t);
            needed(self.sorted, t);
        })
    }

    /// Numbers the elements that are named twice, in any order.
    fn number(self, words: i64) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        needed(self.sorted, &mut t);
        t.line("__shared__ unsigned all, start;");
        t.line("if (threadIdx.x == 0) all = 0;");
        t.line("__syncthreads();");
        t.line(format!(
            "const Index first = ((Index)blockIdx.x * {THREADS} + (Index)threadIdx.x) * {WORDS_PER_THREAD};"
        ));
        t.line("unsigned own = 0;");
        t.line(format!(
            "for (int u = 0; u < {WORDS_PER_THREAD}; ++u) own += first + u < p.words ? __popc(again[first + u]) : 0;"
        ));
        t.line("const unsigned before = own != 0 ? atomicAdd(&all, own) : 0;");
        t.line("__syncthreads();");
        t.line("if (threadIdx.x == 0) start = all != 0 ? atomicAdd(counter, all) : 0;");
        t.line("__syncthreads();");
        t.line("unsigned next = start + before;");
        t.line(format!("for (int u = 0; u < {WORDS_PER_THREAD}; ++u) {{"));
        t.line("if (first + u >= p.words) break;");
        t.line("numbers[first + u] = next;");
        t.line("next += __popc(again[first + u]);");
        t.line("}");
        let blocks = (words as u64).div_ceil(THREADS * WORDS_PER_THREAD as u64);
        t.finish("scatter_number", [blocks, 1], THREADS as u32)
    }

    /// Claims element `at` for index `i`.
    pub(super) fn claim(self, t: &mut Text) {
        let (word, _) = self.word();
        if let Layout::Hashed { .. } = self.layout {
            self.probe(
                t,
                &[
                    "unsigned long long held = atomicCAS(claims + 2 * slot, 0ull, key);",
                    "if (held == 0 || held == key) break;",
                ],
            );
        }
        if let Layout::Bits { .. } = self.layout {
            t.line("if ((again[at >> 5] >> (at & 31) & 1) == 0) return;");
        }
        t.line(format!("atomicMax({}, ({word})(i + 1));", self.address()));
    }

    /// Ends the thread of index `i` where another index has the claim on element `at`.
    pub(super) fn compare(self, t: &mut Text) {
        let (word, _) = self.word();
        if let Layout::Hashed { .. } = self.layout {
            self.probe(t, &["if (claims[2 * slot] == key) break;"]);
        }
        let is_named_twice = match self.layout {
            Layout::Bits { .. } => "(again[at >> 5] >> (at & 31) & 1) != 0 && ",
            _ => "",
        };
        t.line(format!("if ({is_named_twice}*({}) != ({word})(i + 1)) return;", self.address()));
    }

    /// Probes for the slot of the element; the lines `ends` end the search.
    fn probe(self, t: &mut Text, ends: &[&str]) {
        t.line("const unsigned long long key = (unsigned long long)at + 1;");
        t.line("unsigned long long slot = (key * 0x9e3779b97f4a7c15ull >> 20) & p.mask;");
        t.line("for (;;) {");
        ends.iter().for_each(|line| t.line(line));
        t.line("slot = (slot + 1) & p.mask;");
        t.line("}");
    }

    /// The address of the claim on element `at`.
    fn address(self) -> &'static str {
        match self.layout {
            Layout::Direct { .. } => "claims + at",
            Layout::Hashed { .. } => "claims + 2 * slot + 1",
            Layout::Bits { .. } => "claims + numbers[at >> 5] + __popc(again[at >> 5] & ((1u << (at & 31)) - 1))",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_take_the_least_memory() {
        let device = Device { multiprocessors: 132 };
        let layout = |count: i64, extent: i64| Claims::of(count, extent, device).layout;
        assert!(matches!(layout(1000, 1 << 20), Layout::Direct { words } if words == 1 << 20));
        assert!(matches!(layout(1 << 24, 1 << 26), Layout::Bits { .. }));
        assert!(matches!(layout(1 << 20, 1 << 26), Layout::Hashed { slots } if slots == 1 << 21));
        assert!(matches!(layout(1 << 30, 1 << 24), Layout::Direct { .. }));
        assert_eq!(Claims::of(1 << 33, 1 << 20, device).word().1, 8);
    }
}
