// LSD radix sort by digits of eight bits: rows that a block holds in its registers, and long rows tile by tile, with
// decoupled look-back between tiles. (Merrill and Garland 2016; Adinets and Merrill, "Onesweep", 2022.) Each digit
// value belongs to one of a block's first 256 threads.

//:: sort_keys has UnsignedKey SignedKey FloatKey ComplexKey
// The digits of elements, given as their bits, in NumPy's order: both zeros are equal, and all NaN are equal and last.
template <class U> struct UnsignedKey {
    using Bits = U;
    static constexpr int digits = sizeof(U);
    static unsigned digit(U x, int index) { return (unsigned)(x >> 8 * index) & 255; }
};
template <class U> struct SignedKey {
    using Bits = U;
    static constexpr int digits = sizeof(U);
    static unsigned digit(U x, int index) {
        return (unsigned)(U(x ^ U(U(1) << (8 * sizeof(U) - 1))) >> 8 * index) & 255;
    }
};
template <class U, unsigned long long INFINITE> struct FloatKey {
    using Bits = U;
    static constexpr int digits = sizeof(U);
    static constexpr U nan = U(2 * INFINITE + 1);
    // Negative numbers are negated as integers, so that both zeros are equal; then minus infinity is moved to 0, and
    // what was below it, NaN with a sign, wraps to above plus infinity, where the other NaN are.
    static U key(U x) {
        constexpr U high = U(U(1) << (8 * sizeof(U) - 1));
        const U sign = (x & high) != 0 ? U(~U(0)) : U(0);
        const U ordered = U(U(U(U(x ^ sign) - sign) ^ U(U(~sign) & high)) - U(high - U(INFINITE)));
        return ordered < nan ? ordered : nan;
    }
    static unsigned digit(U x, int index) { return (unsigned)(key(x) >> 8 * index) & 255; }
};
template <class U> struct alignas(2 * sizeof(U)) TwoBits {
    U re, im;
};
// Numbers without NaN are first, then those with NaN in the imaginary part, then in the real part, then in both.
template <class U, unsigned long long INFINITE> struct ComplexKey {
    using Bits = TwoBits<U>;
    using Part = FloatKey<U, INFINITE>;
    static constexpr int digits = 2 * sizeof(U) + 1;
    static unsigned digit(const Bits& x, int index) {
        if (index < (int)sizeof(U)) return Part::digit(x.im, index);
        if (index < 2 * (int)sizeof(U)) return Part::digit(x.re, index - sizeof(U));
        return (Part::key(x.re) == Part::nan ? 2 : 0) + (Part::key(x.im) == Part::nan ? 1 : 0);
    }
};

//:: bits_of has bits_of
// The bits of an element.
template <class Bits, class T> inline Bits bits_of(const T& element) {
    static_assert(sizeof(Bits) == sizeof(T), "an element has as many bits as its key");
    Bits bits;
    memcpy(&bits, &element, sizeof(Bits));
    return bits;
}

//:: before_thread needs sum_to_lane has before_thread
// The exclusive prefix sum over the first 256 threads of a block.
template <class W> inline W before_thread(W own) {
    __shared__ W sums[8];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const W sum = sum_to_lane(own);
    if (lane == 31 && warp < 8) sums[warp] = sum;
    __syncthreads();
    W before = sum - own;
    for (int i = 0; i < warp && i < 8; ++i) before += sums[i];
    __syncthreads();
    return before;
}

//:: sort_rank needs before_thread has sort_tally sort_rank rank_words
// The words of shared memory that rank a block's items: for each warp and digit, a count and a mask of lanes.
template <int THREADS> constexpr int rank_words = THREADS / 32 * 512;
// The number of the block's items whose digit is the thread's number. Each warp counts its items in `counts`, which
// then becomes the prefix sums over warps.
template <int THREADS, int ITEMS> inline unsigned sort_tally(const unsigned (&digit)[ITEMS], unsigned* counts) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned* own = counts + warp * 256;
    unsigned* masks = counts + (THREADS / 32 + warp) * 256;
#pragma unroll
    for (int d = lane; d < 256; d += 32) own[d] = masks[d] = 0;
    __syncwarp();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) atomicAdd(own + digit[u], 1u);
    __syncthreads();
    unsigned total = 0;
    if (threadIdx.x < 256) {
#pragma unroll
        for (int w = 0; w < THREADS / 32; ++w) {
            const unsigned count = counts[w * 256 + threadIdx.x];
            counts[w * 256 + threadIdx.x] = total;
            total += count;
        }
    }
    return total;
}
// Replaces each item's digit by the item's rank in the block: a stable order by digit. The lanes of a warp have
// neighbouring items, and the items of a warp are contiguous. `counts` and `total` come from `sort_tally`. Returns the
// number of items whose digit is lower than the thread's number.
template <int THREADS, int ITEMS> inline unsigned sort_rank(unsigned (&digit)[ITEMS], unsigned* counts, unsigned total) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned* own = counts + warp * 256;
    volatile unsigned* masks = counts + (THREADS / 32 + warp) * 256;
    const unsigned start = before_thread(total);
    if (threadIdx.x < 256) {
#pragma unroll
        for (int w = 0; w < THREADS / 32; ++w) counts[w * 256 + threadIdx.x] += start;
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        // Lanes with the same digit set their bits in its mask; the last of them counts all.
        const unsigned d = digit[u];
        atomicOr((unsigned*)masks + d, 1u << lane);
        __syncwarp();
        const unsigned peers = masks[d];
        const int last = 31 - __clz(peers);
        unsigned before = 0;
        if (lane == last) before = atomicAdd(own + d, (unsigned)__popc(peers));
        before = __shfl_sync(0xffffffffu, before, last);
        if (lane == last) masks[d] = 0;
        __syncwarp();
        digit[u] = before + __popc(peers & ((1u << lane) - 1));
    }
    return start;
}

//:: sort_rows needs sort_rank has sort_rows
// Sorts the rows of a tile: `count` elements in rows of `length`. `source` reads an element by its index in the
// operand, from `first` on. With SEVERAL rows, the elements are sorted by row last.
template <class Key, bool VALUES, bool INDICES, bool SEVERAL, int ITEMS, class Source>
inline void sort_rows(const Source& source, Index first, typename Key::Bits* sorted, long long* indices, int count, int length) {
    using Bits = typename Key::Bits;
    constexpr int tile = 256 * ITEMS;
    constexpr int moved = tile * (sizeof(Bits) < 2 ? 2 : sizeof(Bits)), ranking = 4 * rank_words<256>;
    __shared__ alignas(16) unsigned char scratch[moved > ranking ? moved : ranking];
    const int own = threadIdx.x / 32 * 32 * ITEMS + threadIdx.x % 32;
    Bits x[ITEMS];
    int origin[ITEMS];
    unsigned rank[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        origin[u] = own + u * 32;
        x[u] = origin[u] < count ? source(first + origin[u]) : Bits{};
    }
#pragma unroll 1
    for (int index = 0; index < Key::digits + (SEVERAL ? 1 : 0); ++index) {
        // Padding after the elements has the highest digit in every pass, so it stays last.
#pragma unroll
        for (int u = 0; u < ITEMS; ++u)
            rank[u] = own + u * 32 >= count ? 255 : index < Key::digits ? Key::digit(x[u], index) : origin[u] / length;
        const unsigned total = sort_tally<256>(rank, (unsigned*)scratch);
        const bool all = total == (unsigned)(threadIdx.x == 255 ? tile : count);
        if (__syncthreads_or(all)) continue;
        sort_rank<256>(rank, (unsigned*)scratch, total);
        __syncthreads();
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) ((Bits*)scratch)[rank[u]] = x[u];
        __syncthreads();
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) x[u] = ((const Bits*)scratch)[own + u * 32];
        if (INDICES || SEVERAL) {
            __syncthreads();
#pragma unroll
            for (int u = 0; u < ITEMS; ++u) ((unsigned short*)scratch)[rank[u]] = (unsigned short)origin[u];
            __syncthreads();
#pragma unroll
            for (int u = 0; u < ITEMS; ++u) origin[u] = ((const unsigned short*)scratch)[own + u * 32];
        }
        __syncthreads();
    }
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const int at = own + u * 32;
        if (at >= count) continue;
        if (VALUES) sorted[at] = x[u];
        if (INDICES) indices[at] = SEVERAL ? origin[u] % length : origin[u];
    }
}

//:: sort_count needs sort_keys has sort_count
// Histograms of the digits of a row, for each digit position. `blocks` blocks share a row.
template <class Key, int ITEMS_PER_STEP, class Source>
inline void sort_count(const Source& source, Index first, Index length, Index block, Index blocks, unsigned long long* counts) {
    using Bits = typename Key::Bits;
    constexpr int bins = Key::digits * 256;
    __shared__ unsigned scratch[bins];
    for (int i = threadIdx.x; i < bins; i += 256) scratch[i] = 0;
    __syncthreads();
    for (Index at = block * 256 * ITEMS_PER_STEP; at < length; at += blocks * 256 * ITEMS_PER_STEP) {
        Bits x[ITEMS_PER_STEP];
        const Index rest = length - at;
#pragma unroll
        for (int u = 0; u < ITEMS_PER_STEP; ++u) {
            const int mine = u * 256 + threadIdx.x;
            x[u] = mine < rest ? source(first + at + mine) : Bits{};
        }
        // An atomic addition of one without a result costs no more where lanes share a digit.
#pragma unroll
        for (int u = 0; u < ITEMS_PER_STEP; ++u) {
            if (u * 256 + (int)threadIdx.x >= rest) continue;
#pragma unroll
            for (int index = 0; index < Key::digits; ++index) atomicAdd(scratch + index * 256 + Key::digit(x[u], index), 1u);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < bins; i += 256)
        if (scratch[i] != 0) atomicAdd(counts + i, (unsigned long long)scratch[i]);
}

//:: sort_plan needs before_thread has sort_plan
// Replaces the digit counts of a row by their prefix sums, and writes the route of each pass: its source (0 the
// operand, 1 and 2 the buffers) and target (3 the results) in two bits each, which states it uses, and a bit that it is
// active. A pass in which all elements have one digit is inactive. With VALUES_ALONE the first buffer is the result;
// with IN_PLACE it is the operand too, so that the number of passes must be even.
template <int DIGITS, int PASSES, bool VALUES_ALONE, bool IN_PLACE>
inline void sort_plan(unsigned long long* counts, Index length, unsigned long long* routes) {
    unsigned active = 0;
    for (int index = 0; index < DIGITS; ++index) {
        const unsigned long long own = counts[index * 256 + threadIdx.x];
        if (!__syncthreads_or(own == (unsigned long long)length)) active |= 1u << index;
        counts[index * 256 + threadIdx.x] = before_thread(own);
    }
    if (threadIdx.x != 0) return;
    if (active == 0 && !IN_PLACE) active = 1;
    if (IN_PLACE && __popc(active) % 2 == 1) active |= ~active & (active + 1);
    const int count = __popc(active);
    int from = 0;
    for (int index = 0, pass = 0; index < PASSES; ++index) {
        unsigned long long route = 0;
        if (active >> index & 1) {
            int to = 1 + pass % 2;
            if (VALUES_ALONE) to = IN_PLACE ? 2 - pass % 2 : 2 - (count - pass) % 2;
            else if (pass == count - 1) to = 3;
            route = from | to << 2 | pass % 2 << 4 | 1 << 5;
            from = to;
            ++pass;
        }
        routes[index] = route;
    }
}

//:: sort_pass needs sort_rank sort_keys has sort_pass SortRow
// The buffers and results of a row. `StoredIndex` is the type of indices in buffers.
template <class Bits, class StoredIndex> struct SortRow {
    Bits* buffers[2];
    StoredIndex* index_buffers[2];
    Bits* sorted;
    long long* indices;
    Index length;
};
// A thread's items of a tile from `begin` on: of the operand, whose row starts at `first`, or of a buffer. An operand
// in memory is treated as a buffer; a computed one has its own loop, because loads overlap only where no branch
// separates them.
template <int ITEMS, class Bits>
inline void take_items(Bits (&x)[ITEMS], const Bits* operand, Index first, bool from_operand, const Bits* buffer, Index begin,
                       int own, int count) {
    const Bits* from = from_operand ? operand + first : buffer;
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) x[u] = own + u * 32 < count ? from[begin + own + u * 32] : Bits{};
}
template <int ITEMS, class Bits, class Source>
inline void take_items(Bits (&x)[ITEMS], const Source& operand, Index first, bool from_operand, const Bits* buffer, Index begin,
                       int own, int count) {
    if (from_operand) {
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) x[u] = own + u * 32 < count ? operand(first + begin + own + u * 32) : Bits{};
    } else {
        take_items(x, buffer, 0, true, buffer, begin, own, count);
    }
}
// One pass over a tile of a row. The look-back states of a tile, one for each digit, are its own counts or the
// inclusive prefixes, marked in the upper two bits; they are zero at first. `next` are the states of the next pass,
// which are cleared. `Count` is the type of states. The first pass reads the elements of `operand` from the index
// `first` on.
template <class Key, class StoredIndex, class Count, bool VALUES, bool INDICES, int THREADS, int ITEMS,
          class Source>
inline void sort_pass(const Source& operand, Index first, const SortRow<typename Key::Bits, StoredIndex>& row, int index, int route, Index tile,
                      const unsigned long long* starts, Count* states, Count* next) {
    using Bits = typename Key::Bits;
    constexpr int size = THREADS * ITEMS, states_per_read = 4;
    constexpr int widest = INDICES && sizeof(StoredIndex) > sizeof(Bits) ? sizeof(StoredIndex) : sizeof(Bits);
    constexpr int moved = size * widest, ranking = 4 * rank_words<THREADS>;
    constexpr Count own_mark = Count(1) << (8 * sizeof(Count) - 2), all_mark = 2 * own_mark, count_mask = own_mark - 1;
    if (route == 0) return;
    __shared__ alignas(16) unsigned char scratch[moved > ranking ? moved : ranking];
    __shared__ Index bases[256];
    const int from = route & 3, to = route >> 2 & 3;
    const Index begin = tile * size, rest = row.length - begin;
    const int count = rest < size ? (int)rest : size, own = threadIdx.x / 32 * 32 * ITEMS + threadIdx.x % 32;
    Bits x[ITEMS];
    unsigned rank[ITEMS];
    const Bits* buffer = from == 1 ? row.buffers[0] : row.buffers[1];
    take_items(x, operand, first, from == 0, buffer, begin, own, count);
    // Padding after the elements of the last tile has the highest digit, so it stays last.
#pragma unroll
    for (int u = 0; u < ITEMS; ++u)
        rank[u] = own + u * 32 >= count ? 255 : index < Key::digits ? Key::digit(x[u], index) : 0;
    const unsigned total = sort_tally<THREADS>(rank, (unsigned*)scratch);
    // Publish the counts as early as possible: later tiles wait for them.
    volatile Count* state = states + tile * 256 + threadIdx.x;
    if (threadIdx.x < 256) *state = total | (tile == 0 ? all_mark : own_mark);
    const unsigned start = sort_rank<THREADS>(rank, (unsigned*)scratch, total);
    if (threadIdx.x < 256) {
        Count before = 0;
        bool open = true;
        for (Index at = tile - 1; open && at >= 0;) {
            // Several states are read at once; those before one that is not published yet are read again.
            Count seen[states_per_read];
#pragma unroll
            for (int k = 0; k < states_per_read; ++k)
                seen[k] = at < k ? all_mark : *(const volatile Count*)(states + (at - k) * 256 + threadIdx.x);
            bool present = true;
            int known = 0;
#pragma unroll
            for (int k = 0; k < states_per_read; ++k) {
                present = present && open && seen[k] != 0;
                if (!present) continue;
                before += seen[k] & count_mask;
                open = seen[k] < all_mark;
                ++known;
            }
            at -= known;
        }
        if (tile > 0) *state = (before + total) | all_mark;
        next[tile * 256 + threadIdx.x] = 0;
        bases[threadIdx.x] = (Index)(starts[threadIdx.x] + before) - (Index)start;
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) ((Bits*)scratch)[rank[u]] = x[u];
    __syncthreads();
    Bits* target = to == 3 ? row.sorted : to == 1 ? row.buffers[0] : row.buffers[1];
    const bool stored = VALUES || to != 3;
    // The digit of each element that this thread writes.
    unsigned char digit[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const int at = u * THREADS + threadIdx.x;
        if (at >= count) continue;
        const Bits y = ((const Bits*)scratch)[at];
        digit[u] = index < Key::digits ? Key::digit(y, index) : 0;
        if (stored) target[bases[digit[u]] + at] = y;
    }
    if (INDICES) {
        __syncthreads();
        const StoredIndex* from_indices = from == 0 ? nullptr : from == 1 ? row.index_buffers[0] : row.index_buffers[1];
        StoredIndex* to_indices = to == 1 ? row.index_buffers[0] : row.index_buffers[1];
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const int at = own + u * 32;
            if (at < count) ((StoredIndex*)scratch)[rank[u]] = from_indices == nullptr ? (StoredIndex)(begin + at) : from_indices[begin + at];
        }
        __syncthreads();
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const int at = u * THREADS + threadIdx.x;
            if (at >= count) continue;
            const StoredIndex y = ((const StoredIndex*)scratch)[at];
            if (to == 3) row.indices[bases[digit[u]] + at] = (long long)y;
            else to_indices[bases[digit[u]] + at] = y;
        }
    }
}
