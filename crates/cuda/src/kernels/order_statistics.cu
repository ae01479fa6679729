// Selection of the elements of given ranks, by the digits of order-preserving keys (words) from the most significant
// on: a block makes a histogram of the digits and continues with the elements in the intervals that contain the ranks.
// Long rows are counted by many blocks, of which the last one narrows the intervals; once few elements remain, they are
// copied. (Alabi et al., "Fast k-selection algorithms for graphics processing units", 2012.)

//:: order_keys has UnsignedOrder SignedOrder FloatOrder
// Conversion of elements, as bits, to words that compare in their order, and back: NaN is the greatest word, and -0.0
// is before 0.0.
template <class U> struct word_for { using type = unsigned; };
template <> struct word_for<unsigned long long> { using type = unsigned long long; };
template <class U> struct UnsignedOrder {
    using Bits = U;
    using Word = typename word_for<U>::type;
    static constexpr Word greatest = U(~U(0));
    static Word word(U x) { return x; }
    static U bits(Word x) { return U(x); }
};
template <class U> struct SignedOrder {
    using Bits = U;
    using Word = typename word_for<U>::type;
    static constexpr Word greatest = U(~U(0));
    static constexpr U high = U(U(1) << (8 * sizeof(U) - 1));
    static Word word(U x) { return U(x ^ high); }
    static U bits(Word x) { return U(U(x) ^ high); }
};
template <class U, unsigned long long INFINITE> struct FloatOrder {
    using Bits = U;
    using Word = typename word_for<U>::type;
    static constexpr Word greatest = U(~U(0));
    static constexpr U high = U(U(1) << (8 * sizeof(U) - 1)), quiet = U(INFINITE | (INFINITE & (~INFINITE + 1)) >> 1);
    static Word word(U x) {
        const U ordered = (x & high) != 0 ? U(~x) : U(x | high);
        return U(x & U(~high)) > U(INFINITE) ? greatest : Word(ordered);
    }
    static U bits(Word x) {
        const U ordered = U(x);
        return x == greatest ? quiet : (ordered & high) != 0 ? U(ordered ^ high) : U(~ordered);
    }
};

//:: rank_intervals needs before_in_block has RankIntervals
// The state of the search for at most 32 ranks: for each rank the interval of words that contains its element, both
// ends inclusive, the rank among the elements of the interval, and their number.
template <class W, int MOST> struct RankIntervals {
    using Word = W;
    static constexpr int most = MOST;
    Word low[MOST], high[MOST];
    long long rank[MOST], size[MOST], next[MOST];
    // The distinct intervals of more than one word: first word, distance of the last word, and the shift that makes
    // digits of words. `group` is the interval of each rank, or -1.
    Word begin[MOST], span[MOST];
    int shift[MOST], group[MOST], groups;
    // The number of elements in them.
    long long total;
    // The greatest word of the row.
    Word top;
};
inline int bit_length(unsigned x) { return 32 - __clz((int)x); }
inline int bit_length(unsigned long long x) { return 64 - __clzll((long long)x); }
// Finds the intervals of the ranks; called by the first warp.
template <int BITS, class A> inline void regroup(A& a, int count) {
    using Word = typename A::Word;
    const int lane = threadIdx.x;
    const bool there = lane < count;
    const Word low = there ? a.low[lane] : 0, high = there ? a.high[lane] : 0;
    const bool open = low != high;
    int first = lane;
    for (int i = count - 1; i >= 0; --i) {
        const Word other = __shfl_sync(0xffffffffu, low, i);
        const bool is_open = __shfl_sync(0xffffffffu, (int)open, i) != 0;
        if (is_open && other == low && i < first) first = i;
    }
    const bool leads = open && first == lane;
    const unsigned leaders = __ballot_sync(0xffffffffu, leads);
    const int own = __popc(leaders & ((1u << first) - 1));
    // Unused intervals are read too, so they are set.
    if (lane >= __popc(leaders) && lane < A::most) a.begin[lane] = a.span[lane] = 0;
    if (there) a.group[lane] = open ? own : -1;
    long long total = 0;
    if (leads) {
        const Word span = high - low;
        const int bits = bit_length(span);
        a.begin[own] = low;
        a.span[own] = span;
        a.shift[own] = bits > BITS ? bits - BITS : 0;
        total = a.size[lane];
    }
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) total += __shfl_xor_sync(0xffffffffu, total, distance);
    if (lane == 0) {
        a.groups = __popc(leaders);
        a.total = total;
    }
}
// The interval that contains a word, or -1.
template <class A> inline int group_of(const A& a, int groups, typename A::Word x) {
    for (int g = 0; g < groups; ++g)
        if ((typename A::Word)(x - a.begin[g]) <= a.span[g]) return g;
    return -1;
}
// Narrows the interval of each rank to that of one digit. `bins` has the digit counts of each interval. `clip` may
// change the number of a bin and its interval.
template <int THREADS, int BITS, class A, class Count, class Clip>
inline void refine(A& a, int count, const Count* bins, const Clip& clip) {
    using Word = typename A::Word;
    constexpr int size = 1 << BITS, each = size < THREADS ? 1 : size / THREADS;
    const int groups = a.groups, at = (int)threadIdx.x * each;
    for (int g = 0; g < groups; ++g) {
        const Count* mine = bins + g * size;
        long long own = 0, all;
        if (at < size)
            for (int i = 0; i < each; ++i) own += (long long)mine[at + i];
        const long long before = before_in_block<THREADS>(own, all);
        for (int j = 0; j < count; ++j) {
            const long long rank = a.rank[j];
            if (a.group[j] != g || rank < before || rank >= before + own) continue;
            int bin = at;
            long long seen = before;
            while (rank >= seen + (long long)mine[bin]) seen += (long long)mine[bin++];
            const int shift = a.shift[g];
            const Word offset = (Word)((Word)(bin + 1) << shift) - 1;
            Word low = a.begin[g] + ((Word)bin << shift), high = a.begin[g] + (offset < a.span[g] ? offset : a.span[g]);
            clip(bin, low, high);
            a.low[j] = low;
            a.high[j] = high;
            a.size[j] = (long long)mine[bin];
            a.next[j] = rank - seen;
        }
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        if (threadIdx.x < count && a.group[threadIdx.x] >= 0) a.rank[threadIdx.x] = a.next[threadIdx.x];
        __syncwarp();
        regroup<BITS>(a, count);
    }
    __syncthreads();
}

//:: within has within
// A rank, clipped to its row.
inline long long within(long long rank, Index length) { return rank < 0 ? 0 : rank < length ? rank : (long long)length - 1; }

//:: select_in_block needs rank_intervals within has select_in_block select_start
// Selects among at most one element per thread: each thread counts the elements before its own.
template <int THREADS, class A, class Each> inline void select_small(A& a, int count, void* scratch, const Each& each) {
    using Word = typename A::Word;
    __shared__ int filled;
    Word* list = (Word*)scratch;
    if (threadIdx.x == 0) filled = 0;
    __syncthreads();
    const int groups = a.groups;
    each([&](Word x) {
        if (group_of(a, groups, x) < 0) return;
        const int at = atomicAdd(&filled, 1);
        if (at < THREADS) list[at] = x;
    });
    __syncthreads();
    const int all = filled < THREADS ? filled : THREADS;
    if ((int)threadIdx.x < all) {
        const Word x = list[threadIdx.x];
        const int g = group_of(a, groups, x);
        const Word begin = a.begin[g];
        int less = 0, equal = 0, earlier = 0;
        for (int i = 0; i < all; ++i) {
            const Word y = list[i];
            less += y >= begin && y < x;
            equal += y == x;
            earlier += y == x && i < (int)threadIdx.x;
        }
        for (int j = 0; j < count; ++j) {
            if (a.group[j] != g || a.rank[j] != less + earlier) continue;
            a.low[j] = a.high[j] = x;
            a.size[j] = equal;
            a.next[j] = earlier;
        }
    }
    __syncthreads();
    if (threadIdx.x < count && a.group[threadIdx.x] >= 0) a.rank[threadIdx.x] = a.next[threadIdx.x];
    if (threadIdx.x == 0) a.groups = 0;
    __syncthreads();
}
// Selects all ranks: `each(f)` calls `f` with the word of each of the thread's elements. `scratch` is shared memory for
// the counts of all intervals, and for one word per thread.
template <int THREADS, int BITS, class A, class Each>
inline void select_in_block(A& a, int count, void* scratch, const Each& each) {
    using Word = typename A::Word;
    unsigned* bins = (unsigned*)scratch;
    for (;;) {
        const int groups = a.groups;
        if (groups == 0) break;
        if (a.total <= THREADS) {
            select_small<THREADS>(a, count, scratch, each);
            break;
        }
        for (int i = threadIdx.x; i < groups << BITS; i += THREADS) bins[i] = 0;
        __syncthreads();
        // An atomic addition of one without a result costs no more where lanes share a digit.
        each([&](Word x) {
            const int g = group_of(a, groups, x);
            if (g >= 0) atomicAdd(bins + ((g << BITS) + (int)((Word)(x - a.begin[g]) >> a.shift[g])), 1u);
        });
        __syncthreads();
        refine<THREADS, BITS>(a, count, bins, [](int, Word&, Word&) {});
    }
}
// The least and the greatest of the words of a block's elements, in every thread.
template <int THREADS, class Word, class Each> inline void extremes(const Each& each, Word& low, Word& high) {
    __shared__ Word lows[THREADS / 32], highs[THREADS / 32];
    Word smallest = ~(Word)0, largest = 0;
    each([&](Word x) {
        smallest = x < smallest ? x : smallest;
        largest = x > largest ? x : largest;
    });
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        const Word x = __shfl_xor_sync(0xffffffffu, smallest, distance), y = __shfl_xor_sync(0xffffffffu, largest, distance);
        smallest = x < smallest ? x : smallest;
        largest = y > largest ? y : largest;
    }
    if (threadIdx.x % 32 == 0) {
        lows[threadIdx.x / 32] = smallest;
        highs[threadIdx.x / 32] = largest;
    }
    __syncthreads();
    low = lows[0];
    high = highs[0];
    for (int i = 1; i < THREADS / 32; ++i) {
        low = lows[i] < low ? lows[i] : low;
        high = highs[i] > high ? highs[i] : high;
    }
    __syncthreads();
}
// Starts the search: all ranks are in the interval between the extremes of a row of `length` elements.
template <int THREADS, int BITS, class A, class Each, class Rank>
inline void select_start(A& a, int count, Index length, const Each& each, const Rank& rank_of) {
    typename A::Word low, high;
    extremes<THREADS>(each, low, high);
    if ((int)threadIdx.x < count) {
        a.low[threadIdx.x] = low;
        a.high[threadIdx.x] = high;
        a.rank[threadIdx.x] = within(rank_of((Index)threadIdx.x), length);
        a.size[threadIdx.x] = (long long)length;
    }
    if (threadIdx.x == 0) a.top = high;
    __syncthreads();
    if (threadIdx.x < 32) regroup<BITS>(a, count);
    __syncthreads();
}

//:: held_row needs order_keys has HeldRow
// A row in the registers of a block: the items of a warp are contiguous, and its lanes have neighbouring ones.
template <class Key, int THREADS, int ITEMS> struct HeldRow {
    using Word = typename Key::Word;
    Word x[ITEMS];
    int own, count;
    template <class Source> HeldRow(const Source& source, Index first, Index length) {
        own = threadIdx.x / 32 * 32 * ITEMS + threadIdx.x % 32;
        count = (int)length;
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) x[u] = own + u * 32 < count ? Key::word(source(first + own + u * 32)) : 0;
    }
    template <class F> void operator()(const F& f) const {
#pragma unroll
        for (int u = 0; u < ITEMS; ++u)
            if (own + u * 32 < count) f(x[u]);
    }
};

//:: far_row needs order_keys has FarRow
// A row that a block reads from memory in each pass.
template <class Key, int THREADS, class Source> struct FarRow {
    using Word = typename Key::Word;
    const Source& source;
    Index first, length;
    template <class F> void operator()(const F& f) const {
        constexpr int together = 8;
        for (Index at = 0; at < length; at += THREADS * together) {
            Word x[together];
            const Index rest = length - at;
#pragma unroll
            for (int u = 0; u < together; ++u) {
                const int mine = u * THREADS + threadIdx.x;
                x[u] = mine < rest ? Key::word(source(first + at + mine)) : 0;
            }
#pragma unroll
            for (int u = 0; u < together; ++u)
                if (u * THREADS + (int)threadIdx.x < rest) f(x[u]);
        }
    }
};

//:: lane_row needs order_keys has LaneRow
// A row in some lanes of a warp: `x` has its words by index, and `sorted` in ascending order, by a sorting network,
// padded with the greatest word. Item `u` of a lane has the index `u * WIDTH + lane`. (Batcher 1968.)
template <class Key, int WIDTH, int ITEMS> struct LaneRow {
    using Word = typename Key::Word;
    Word x[ITEMS], sorted[ITEMS];
    int lane, count;
    template <class Source> LaneRow(const Source& source, Index first, int length) {
        lane = threadIdx.x % WIDTH;
        count = length;
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const int at = u * WIDTH + lane;
            sorted[u] = x[u] = at < count ? Key::word(source(first + at)) : ~(Word)0;
        }
#pragma unroll
        for (int run = 2; run <= WIDTH * ITEMS; run *= 2) {
#pragma unroll
            for (int apart = run / 2; apart > 0; apart /= 2) {
                if (apart >= WIDTH) {
#pragma unroll
                    for (int u = 0; u < ITEMS; ++u) {
                        const int other = u | apart / WIDTH;
                        if (other == u) continue;
                        const Word a = sorted[u], b = sorted[other];
                        const bool ascending = (u * WIDTH & run) == 0;
                        sorted[u] = (a < b) == ascending ? a : b;
                        sorted[other] = (a < b) == ascending ? b : a;
                    }
                } else {
#pragma unroll
                    for (int u = 0; u < ITEMS; ++u) {
                        const Word a = sorted[u], b = __shfl_xor_sync(0xffffffffu, a, apart);
                        const bool ascending = ((u * WIDTH + lane) & run) == 0, lower = (lane & apart) == 0;
                        sorted[u] = (a < b) == (ascending == lower) ? a : b;
                    }
                }
            }
        }
    }
    // The word of a rank, in every lane.
    Word at(int index) const {
        Word found = 0;
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const Word x = __shfl_sync(0xffffffffu, sorted[u], index % WIDTH, WIDTH);
            if (u == index / WIDTH) found = x;
        }
        return found;
    }
};

//:: progress needs select_in_block order_keys far_row split has Progress progress_open progress_first progress_level
// The progress of the selection of a long row: the window of the first digits, the extremes, the source of the next
// level (0 the operand, 1 and 2 the buffers of words), its number of elements, whether the level copies the elements of
// the intervals, and how many it has copied; and the ranks with their intervals.
template <int MOST> struct Progress {
    unsigned long long base, shift, least, most, source, count, copies, copied;
    unsigned long long low[MOST], high[MOST];
    long long rank[MOST], size[MOST];
};
// Starts a row: its counts are zeroed, and a sample determines the window of the first digits.
template <class Key, int BITS, int MOST, class Count, class Source, class Rank>
inline void progress_open(Progress<MOST>& row, Count* bins, const Source& source, Index first, Index length, int count,
                          const Rank& rank_of) {
    using Word = typename Key::Word;
    constexpr int sampled = 4;
    for (int i = threadIdx.x; i < MOST << BITS; i += 256) bins[i] = 0;
    Word low, high;
    extremes<256>([&](auto f) {
        const Index step = length / (256 * sampled);
#pragma unroll
        for (int u = 0; u < sampled; ++u) {
            const Word x = Key::word(source(first + (Index)(u * 256 + threadIdx.x) * step));
            if (x != Key::greatest) f(x);
        }
    }, low, high);
    if (low > high) low = 0, high = Key::greatest;
    if (threadIdx.x == 0) {
        const int bits = bit_length((Word)(high - low));
        row.base = low;
        row.shift = bits > BITS ? bits - BITS : 0;
        row.least = ~0ull;
        row.most = 0;
        row.source = row.copies = row.copied = 0;
        row.count = (unsigned long long)length;
    }
    if ((int)threadIdx.x < count) {
        row.low[threadIdx.x] = 0;
        row.high[threadIdx.x] = Key::greatest;
        row.rank[threadIdx.x] = within(rank_of((Index)threadIdx.x), length);
        row.size[threadIdx.x] = (long long)length;
    }
}
// Adds a block's counts to the row's.
template <int THREADS, class Count> inline void add_counts(const unsigned* own, Count* bins, int size) {
    for (int i = threadIdx.x; i < size; i += THREADS)
        if (own[i] != 0) atomicAdd(bins + i, (Count)own[i]);
}
// Reads the row's counts and zeroes them for the next level.
template <int THREADS, class Count> inline void clear_counts(Count* bins, int size) {
    for (int i = threadIdx.x; i < size; i += THREADS) bins[i] = 0;
}
// Stores the intervals for the next level, which copies the remaining elements where they are few.
template <class A, int MOST> inline void store_progress(const A& a, Progress<MOST>& row, int count) {
    if ((int)threadIdx.x < count) {
        row.low[threadIdx.x] = a.low[threadIdx.x];
        row.high[threadIdx.x] = a.high[threadIdx.x];
        row.rank[threadIdx.x] = a.rank[threadIdx.x];
        row.size[threadIdx.x] = a.size[threadIdx.x];
    }
    if (threadIdx.x == 0) {
        row.copies = (unsigned long long)a.total <= row.count / 8;
        row.copied = 0;
    }
}
// The first level: digits of all elements in the window; elements outside it are counted in its end bins. `give` takes
// the results once they are known.
template <class Key, int THREADS, int BITS, int MOST, class Count, class Source, class Give>
inline void progress_first(RankIntervals<typename Key::Word, MOST>& a, void* scratch, Progress<MOST>& row, Count* bins, unsigned* ticket,
                           const Source& source, Index first, Index length, int count, Index block, Index blocks, const Give& give) {
    using Word = typename Key::Word;
    constexpr int size = 1 << BITS, together = 8;
    unsigned* own = (unsigned*)scratch;
    for (int i = threadIdx.x; i < size; i += THREADS) own[i] = 0;
    const Word base = (Word)row.base;
    const int shift = (int)row.shift;
    __syncthreads();
    Word low, high;
    extremes<THREADS>([&](auto f) {
        for (Index at = block * THREADS * together; at < length; at += blocks * THREADS * together) {
            Word x[together];
            const Index rest = length - at;
#pragma unroll
            for (int u = 0; u < together; ++u) {
                const int mine = u * THREADS + threadIdx.x;
                x[u] = mine < rest ? Key::word(source(first + at + mine)) : 0;
            }
#pragma unroll
            for (int u = 0; u < together; ++u) {
                if (u * THREADS + (int)threadIdx.x >= rest) continue;
                f(x[u]);
                const Word digit = x[u] < base ? 0 : (Word)(x[u] - base) >> shift;
                atomicAdd(own + (digit < size ? (int)digit : size - 1), 1u);
            }
        }
    }, low, high);
    add_counts<THREADS>(own, bins, size);
    if (threadIdx.x == 0) {
        atomicMin(&row.least, (unsigned long long)low);
        atomicMax(&row.most, (unsigned long long)high);
    }
    if (!last_of(ticket, (unsigned)blocks)) return;
    const Word least = (Word)*(volatile unsigned long long*)&row.least, most = (Word)*(volatile unsigned long long*)&row.most;
    if ((int)threadIdx.x < count) {
        a.group[threadIdx.x] = 0;
        a.rank[threadIdx.x] = row.rank[threadIdx.x];
    }
    if (threadIdx.x == 0) {
        a.groups = 1;
        a.begin[0] = base;
        a.span[0] = ~(Word)0 - base;
        a.shift[0] = shift;
        a.top = most;
    }
    __syncthreads();
    refine<THREADS, BITS>(a, count, (const volatile Count*)bins, [&](int bin, Word& low, Word& high) {
        if (bin == 0 || low < least) low = least;
        if (bin == size - 1 || high > most) high = most;
    });
    clear_counts<THREADS>(bins, size);
    store_progress(a, row, count);
    if (a.groups == 0) give(a);
}
// A later level, which does nothing if all ranks are known. Each of the `buffers` holds an eighth of the row.
template <class Key, int THREADS, int BITS, int MOST, class Count, class Source, class Give>
inline void progress_level(RankIntervals<typename Key::Word, MOST>& a, void* scratch, Progress<MOST>& row, Count* bins, unsigned* ticket,
                           const Source& source, Index first, typename Key::Word* buffers, Index apart, int count, Index block,
                           Index blocks, const Give& give) {
    using Word = typename Key::Word;
    constexpr int together = 8;
    // One block selects among at most this many words.
    constexpr unsigned long long alone = 1 << 15;
    unsigned* own = (unsigned*)scratch;
    if ((int)threadIdx.x < count) {
        a.low[threadIdx.x] = (Word)row.low[threadIdx.x];
        a.high[threadIdx.x] = (Word)row.high[threadIdx.x];
        a.rank[threadIdx.x] = row.rank[threadIdx.x];
        a.size[threadIdx.x] = row.size[threadIdx.x];
    }
    if (threadIdx.x == 0) a.top = (Word)row.most;
    __syncthreads();
    if (threadIdx.x < 32) regroup<BITS>(a, count);
    __syncthreads();
    const int groups = a.groups;
    if (groups == 0) return;
    for (int i = threadIdx.x; i < groups << BITS; i += THREADS) own[i] = 0;
    __syncthreads();
    const int from = (int)row.source, to = from == 1 ? 2 : 1;
    const bool copies = row.copies != 0;
    const Index length = (Index)row.count;
    const Word* words = buffers + (from == 2 ? apart : 0);
    Word* target = buffers + (to == 2 ? apart : 0);
    // A small number of intervals is kept in registers.
    constexpr int near = MOST <= 4 ? MOST : 1;
    Word begins[near], spans[near];
#pragma unroll
    for (int g = 0; g < near; ++g) {
        begins[g] = a.begin[g];
        spans[g] = a.span[g];
    }
    const auto find = [&](Word x) {
        if constexpr (MOST > 4) return group_of(a, groups, x);
        int found = -1;
#pragma unroll
        for (int g = 0; g < near; ++g)
            if (g < groups && (Word)(x - begins[g]) <= spans[g]) found = g;
        return found;
    };
    __shared__ unsigned long long slot;
    for (Index at = block * THREADS * together; at < length; at += blocks * THREADS * together) {
        Word x[together];
        const Index rest = length - at;
        if (from == 0) {
#pragma unroll
            for (int u = 0; u < together; ++u) {
                const int mine = u * THREADS + threadIdx.x;
                x[u] = mine < rest ? Key::word(source(first + at + mine)) : 0;
            }
        } else {
#pragma unroll
            for (int u = 0; u < together; ++u) {
                const int mine = u * THREADS + threadIdx.x;
                x[u] = mine < rest ? words[at + mine] : 0;
            }
        }
        unsigned chosen = 0;
#pragma unroll
        for (int u = 0; u < together; ++u) {
            if (u * THREADS + (int)threadIdx.x >= rest) continue;
            const int g = find(x[u]);
            if (g < 0) continue;
            chosen |= 1u << u;
            atomicAdd(own + ((g << BITS) + (int)((Word)(x[u] - a.begin[g]) >> a.shift[g])), 1u);
        }
        if (!copies) continue;
        unsigned all;
        const unsigned before = before_in_block<THREADS>((unsigned)__popc(chosen), all);
        if (all == 0) continue;
        if (threadIdx.x == 0) slot = atomicAdd(&row.copied, (unsigned long long)all);
        __syncthreads();
        Word* mine = target + (Index)slot + before;
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (chosen >> u & 1) *mine++ = x[u];
    }
    __syncthreads();
    add_counts<THREADS>(own, bins, groups << BITS);
    if (!last_of(ticket, (unsigned)blocks)) return;
    refine<THREADS, BITS>(a, count, (const volatile Count*)bins, [](int, Word&, Word&) {});
    clear_counts<THREADS>(bins, groups << BITS);
    const Word* left = copies ? target : words;
    const Index held = copies ? (Index)*(volatile unsigned long long*)&row.copied : length;
    if ((from != 0 || copies) && held <= (Index)alone) {
        const auto element = [&](Index index) { return *(const volatile Word*)(left + index); };
        select_in_block<THREADS, BITS>(a, count, scratch, [&](const auto& f) {
            for (Index at = threadIdx.x; at < held; at += THREADS) f(element(at));
        });
    }
    if (threadIdx.x == 0 && copies) {
        row.source = to;
        row.count = (unsigned long long)held;
    }
    __syncthreads();
    store_progress(a, row, count);
    if (a.groups == 0) give(a);
}
