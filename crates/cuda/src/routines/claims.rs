//! Which of the indices that name a place is the last: words in which the highest claim stays.
//!
//! Claims are words, one for each place along the axis, where these fit the second cache. Reads and writes all over a
//! memory that is larger cost ten times as much: where there are many places, bits say which of them are named twice,
//! and those alone have words, which lie side by side. Where there are more places than that is good for, a table by
//! hash has two slots or more for each index.

use cuprust_ir::Result;

use super::scatter::{Site, THREADS};
use super::sorted_test::{SortedTest, needed};
use super::text::{Text, clear};
use crate::write::{Device, Written};

/// Words of so many bytes for each multiprocessor are best one for each place: they fit the second cache.
const L2_BYTES_PER_MULTIPROCESSOR: i64 = 256 << 10;

/// How many words of bits a thread numbers.
const NUMBERED: i64 = 8;

/// Where a thread keeps its claim.
#[derive(Clone, Copy)]
pub(super) struct Claims {
    layout: Layout,
    /// How many indices there are.
    count: i64,
    /// What says that there is nothing to claim.
    sorted: Option<SortedTest>,
}

#[derive(Clone, Copy)]
enum Layout {
    /// At the word of the place.
    Direct {
        /// How many words there are.
        words: i64,
    },
    /// At the word that the place's bit has, of those that are named twice.
    Bits {
        /// How many words of 32 bits there are, each place having one.
        words: i64,
    },
    /// At the slot that has the place's key: so many slots, a power of two, of a key and a claim.
    Hashed {
        /// How many slots there are.
        slots: i64,
    },
}

impl Claims {
    /// For so many indices into so many places.
    pub(super) fn of(count: i64, extent: i64, device: Device) -> Claims {
        let slots = (2 * count as u64).next_power_of_two() as i64;
        let direct = Claims { layout: Layout::Direct { words: extent }, count, sorted: None };
        let hashed = Claims { layout: Layout::Hashed { slots }, count, sorted: None };
        let bits = Claims { layout: Layout::Bits { words: extent / 32 + 1 }, count, sorted: None };
        if direct.bytes() <= L2_BYTES_PER_MULTIPROCESSOR * i64::from(device.multiprocessors) {
            return direct;
        }
        // Bits take two kernels more.
        let others = [(direct, direct.bytes()), (hashed, hashed.bytes()), (bits, bits.bytes().saturating_mul(2))];
        others.into_iter().min_by_key(|(_, bytes)| *bytes).map_or(direct, |(claims, _)| claims)
    }

    /// Where it is worth looking whether indices rise, claims that are not made where they do.
    pub(super) fn unless_sorted(self, site: &Site) -> Claims {
        Claims { sorted: SortedTest::after_workspace(self.bytes(), site), ..self }
    }

    /// What finds whether they rise.
    pub(super) fn sorted(self) -> Option<SortedTest> {
        self.sorted
    }

    /// Declares the workspace, and asks whether the kernel is needed.
    fn begin(self, t: &mut Text) {
        match self.sorted {
            Some(sorted) => sorted.emit_flag_load(t),
            None => t.fields.workspace(0, self.bytes() as usize),
        }
    }

    /// The type of a claim, which is above every number of an index, and its bytes.
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
            // The claims come first, which may be wider, then both kinds of bits, the count of those that were
            // numbered, and the numbers of the first bit in each word.
            Layout::Bits { words } => self.twice() * size + 4 * (3 * words + 2),
        }
    }

    /// How many places can be named twice.
    fn twice(self) -> i64 {
        self.count / 2 + 1
    }

    /// Declares the memory, and where its parts lie.
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
                let (twice, words) = (t.fields.long("twice", self.twice()), t.fields.long("words", words));
                t.line(format!("unsigned* const seen = (unsigned*)(claims + {twice});"));
                t.line(format!("unsigned* const again = seen + {words};"));
                t.line(format!("unsigned* const counter = again + {words};"));
                t.line("unsigned* const numbers = counter + 1;");
            }
        }
    }

    /// The kernels before the claims. `each` makes one of a thread for each index.
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

    /// Zeroes what is counted and claimed in.
    fn clear(self) -> Result<Written> {
        let words = match self.layout {
            Layout::Bits { words } => self.twice() * self.word().1 / 4 + 2 * words + 1,
            _ => self.bytes() / 4,
        };
        clear("scatter_clear", words, |t| {
            self.begin(t);
            needed(self.sorted, t);
        })
    }

    /// Numbers the places that are named twice, in any order.
    fn number(self, words: i64) -> Result<Written> {
        let mut t = Text::new();
        self.declare(&mut t);
        needed(self.sorted, &mut t);
        t.line("__shared__ unsigned all, start;");
        t.line("if (threadIdx.x == 0) all = 0;");
        t.line("__syncthreads();");
        t.line(format!("const Index first = ((Index)blockIdx.x * {THREADS} + (Index)threadIdx.x) * {NUMBERED};"));
        t.line("unsigned own = 0;");
        t.line(format!(
            "for (int u = 0; u < {NUMBERED}; ++u) own += first + u < p.words ? __popc(again[first + u]) : 0;"
        ));
        t.line("const unsigned before = own != 0 ? atomicAdd(&all, own) : 0;");
        t.line("__syncthreads();");
        t.line("if (threadIdx.x == 0) start = all != 0 ? atomicAdd(counter, all) : 0;");
        t.line("__syncthreads();");
        t.line("unsigned next = start + before;");
        t.line(format!("for (int u = 0; u < {NUMBERED}; ++u) {{"));
        t.line("if (first + u >= p.words) break;");
        t.line("numbers[first + u] = next;");
        t.line("next += __popc(again[first + u]);");
        t.line("}");
        let blocks = (words as u64).div_ceil(THREADS * NUMBERED as u64);
        t.finish("scatter_number", [blocks, 1], THREADS as u32)
    }

    /// Claims the place `at` for index `i`.
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

    /// Ends the thread of index `i` where the place `at` is another one's.
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

    /// Finds the slot of the place, where one of these lines ends the search.
    fn probe(self, t: &mut Text, ends: &[&str]) {
        t.line("const unsigned long long key = (unsigned long long)at + 1;");
        t.line("unsigned long long slot = (key * 0x9e3779b97f4a7c15ull >> 20) & p.mask;");
        t.line("for (;;) {");
        ends.iter().for_each(|line| t.line(line));
        t.line("slot = (slot + 1) & p.mask;");
        t.line("}");
    }

    /// Where the claim on the place `at` lies.
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
