// Sorting by digits of eight bits, from the least significant on: rows that a block holds in its registers, and long rows tile by
// tile, where tiles meet by decoupled look-back. (Merrill and Garland 2016; Adinets and Merrill, "Onesweep", 2022.) A digit of each
// place belongs to one of a block's first 256 threads.

//:: sort_keys has UnsignedKey SignedKey FloatKey ComplexKey
// The digits of elements, given as their bits, whose order is NumPy's: both zeros equal, and all NaN equal and behind.
template <class U> struct UnsignedKey {
    using Bits = U;
    static constexpr int digits = sizeof(U);
    static unsigned digit(U x, int place) { return (unsigned)(x >> 8 * place) & 255; }
};
template <class U> struct SignedKey {
    using Bits = U;
    static constexpr int digits = sizeof(U);
    static unsigned digit(U x, int place) {
        return (unsigned)(U(x ^ U(U(1) << (8 * sizeof(U) - 1))) >> 8 * place) & 255;
    }
};
template <class U, unsigned long long INFINITE> struct FloatKey {
    using Bits = U;
    static constexpr int digits = sizeof(U);
    static constexpr U nan = U(2 * INFINITE + 1);
    // Negative numbers are negated as integers, so that both zeros meet; then minus infinity is moved to 0, and what was below
    // it, NaN with a sign, lies above plus infinity with the others.
    static U key(U x) {
        constexpr U high = U(U(1) << (8 * sizeof(U) - 1));
        const U sign = (x & high) != 0 ? U(~U(0)) : U(0);
        const U ordered = U(U(U(U(x ^ sign) - sign) ^ U(U(~sign) & high)) - U(high - U(INFINITE)));
        return ordered < nan ? ordered : nan;
    }
    static unsigned digit(U x, int place) { return (unsigned)(key(x) >> 8 * place) & 255; }
};
template <class U> struct alignas(2 * sizeof(U)) TwoBits {
    U re, im;
};
// Numbers without a NaN come first, then those with one in the imaginary part, then in the real part, then in both.
template <class U, unsigned long long INFINITE> struct ComplexKey {
    using Bits = TwoBits<U>;
    using Part = FloatKey<U, INFINITE>;
    static constexpr int digits = 2 * sizeof(U) + 1;
    static unsigned digit(const Bits& x, int place) {
        if (place < (int)sizeof(U)) return Part::digit(x.im, place);
        if (place < 2 * (int)sizeof(U)) return Part::digit(x.re, place - sizeof(U));
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

//:: before_thread has before_thread
// The sum of what the first 256 threads of a block bring before this one.
template <class W> inline W before_thread(W own) {
    __shared__ W sums[8];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    W sum = own;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const W other = __shfl_up_sync(0xffffffffu, sum, distance);
        if (lane >= distance) sum += other;
    }
    if (lane == 31 && warp < 8) sums[warp] = sum;
    __syncthreads();
    W before = sum - own;
    for (int i = 0; i < warp && i < 8; ++i) before += sums[i];
    __syncthreads();
    return before;
}

//:: sort_rank needs before_thread has sort_tally sort_rank rank_words
// Words of shared memory for the ranking of a block's items: of each warp a count and a mask of lanes for each digit.
template <int THREADS> constexpr int rank_words = THREADS / 32 * 512;
// How many of the block's items have the digit of the thread's own number. Each warp counts its own in `counts`, where the sums of the
// warps before it take their place.
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
// Puts in the place of each item's digit its place among those of the block, ordered by digit, equal digits by their places before: a
// warp's lanes have neighbouring items, and its items lie together. `counts` and `total` are what was tallied. The result is how many
// items have a lower digit than the thread's own number.
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
        // Lanes of one digit meet in its mask; the last of them counts all.
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
// Sorts the rows of a tile: `count` elements, `length` to a row. `source` gives them by their places in the operand, from `first` on. Where there are `SEVERAL` rows, elements are sorted by the row
// at last.
template <class Key, bool VALUES, bool PLACES, bool SEVERAL, int ITEMS, class Source>
inline void sort_rows(const Source& source, Index first, typename Key::Bits* sorted, long long* indices, int count, int length) {
    using Bits = typename Key::Bits;
    constexpr int tile = 256 * ITEMS;
    constexpr int moved = tile * (sizeof(Bits) < 2 ? 2 : sizeof(Bits)), ranking = 4 * rank_words<256>;
    __shared__ alignas(16) unsigned char room[moved > ranking ? moved : ranking];
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
    for (int place = 0; place < Key::digits + (SEVERAL ? 1 : 0); ++place) {
        // What lies behind the elements has the highest digit always, and stays there.
#pragma unroll
        for (int u = 0; u < ITEMS; ++u)
            rank[u] = own + u * 32 >= count ? 255 : place < Key::digits ? Key::digit(x[u], place) : origin[u] / length;
        const unsigned total = sort_tally<256>(rank, (unsigned*)room);
        const bool all = total == (unsigned)(threadIdx.x == 255 ? tile : count);
        if (__syncthreads_or(all)) continue;
        sort_rank<256>(rank, (unsigned*)room, total);
        __syncthreads();
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) ((Bits*)room)[rank[u]] = x[u];
        __syncthreads();
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) x[u] = ((const Bits*)room)[own + u * 32];
        if (PLACES || SEVERAL) {
            __syncthreads();
#pragma unroll
            for (int u = 0; u < ITEMS; ++u) ((unsigned short*)room)[rank[u]] = (unsigned short)origin[u];
            __syncthreads();
#pragma unroll
            for (int u = 0; u < ITEMS; ++u) origin[u] = ((const unsigned short*)room)[own + u * 32];
        }
        __syncthreads();
    }
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const int at = own + u * 32;
        if (at >= count) continue;
        if (VALUES) sorted[at] = x[u];
        if (PLACES) indices[at] = SEVERAL ? origin[u] % length : origin[u];
    }
}

//:: sort_count needs sort_keys has sort_count
// Counts how often each digit of a row comes at each place. `blocks` blocks share a row.
template <class Key, int TOGETHER, class Source>
inline void sort_count(const Source& source, Index first, Index length, Index block, Index blocks, unsigned long long* counts) {
    using Bits = typename Key::Bits;
    constexpr int bins = Key::digits * 256;
    __shared__ unsigned room[bins];
    for (int i = threadIdx.x; i < bins; i += 256) room[i] = 0;
    __syncthreads();
    for (Index at = block * 256 * TOGETHER; at < length; at += blocks * 256 * TOGETHER) {
        Bits x[TOGETHER];
        const Index rest = length - at;
#pragma unroll
        for (int u = 0; u < TOGETHER; ++u) {
            const int mine = u * 256 + threadIdx.x;
            x[u] = mine < rest ? source(first + at + mine) : Bits{};
        }
        // An addition of one, whose result is not asked for, costs no more where lanes share a digit.
#pragma unroll
        for (int u = 0; u < TOGETHER; ++u) {
            if (u * 256 + (int)threadIdx.x >= rest) continue;
#pragma unroll
            for (int place = 0; place < Key::digits; ++place) atomicAdd(room + place * 256 + Key::digit(x[u], place), 1u);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < bins; i += 256)
        if (room[i] != 0) atomicAdd(counts + i, (unsigned long long)room[i]);
}

//:: sort_plan needs before_thread has sort_plan
// Where the digits of a row begin, in the place of their counts; and the route of each pass: from where it takes the elements (0
// the source, 1 and 2 the buffers) and where to it brings them (3 the results) in two bits each, which states it uses, and a bit
// that says that there is something to do. A pass in which all elements have one digit has nothing to do. A sort of `values` alone
// has its result for the first buffer; in place that is the source too, and the number of passes must be even.
template <int DIGITS, int PASSES, bool VALUES_ALONE, bool IN_PLACE>
inline void sort_plan(unsigned long long* counts, Index length, unsigned long long* routes) {
    unsigned active = 0;
    for (int place = 0; place < DIGITS; ++place) {
        const unsigned long long own = counts[place * 256 + threadIdx.x];
        if (!__syncthreads_or(own == (unsigned long long)length)) active |= 1u << place;
        counts[place * 256 + threadIdx.x] = before_thread(own);
    }
    if (threadIdx.x != 0) return;
    if (active == 0 && !IN_PLACE) active = 1;
    if (IN_PLACE && __popc(active) % 2 == 1) active |= ~active & (active + 1);
    const int count = __popc(active);
    int from = 0;
    for (int place = 0, pass = 0; place < PASSES; ++place) {
        unsigned long long route = 0;
        if (active >> place & 1) {
            int to = 1 + pass % 2;
            if (VALUES_ALONE) to = IN_PLACE ? 2 - pass % 2 : 2 - (count - pass) % 2;
            else if (pass == count - 1) to = 3;
            route = from | to << 2 | pass % 2 << 4 | 1 << 5;
            from = to;
            ++pass;
        }
        routes[place] = route;
    }
}

//:: sort_pass needs sort_rank sort_keys has sort_pass SortRow
// A row that is sorted: two buffers, and where the results go. `Place` is how buffers keep places.
template <class Bits, class Place> struct SortRow {
    Bits* buffers[2];
    Place* places[2];
    Bits* sorted;
    long long* indices;
    Index length;
};
// A thread's items of a tile from `begin` on: of the operand, whose row is from `first` on, or of a buffer. An operand in memory is another
// buffer; one that is computed has a loop of its own, for loads do not wait for one another where no branch is between them.
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
// One pass over a tile of a row. A tile tells by `states`, one for each digit, how many elements of the tiles so far have the digit,
// or of itself, with a mark in the upper two bits; they are zero before. `next` are those of the next pass, which are cleared. `Count`
// is how states count. The first pass takes the elements from `operand`, the places from `first` on.
template <class Key, class Place, class Count, bool VALUES, bool PLACES, int THREADS, int ITEMS,
          class Source>
inline void sort_pass(const Source& operand, Index first, const SortRow<typename Key::Bits, Place>& row, int place, int route, Index tile,
                      const unsigned long long* starts, Count* states, Count* next) {
    using Bits = typename Key::Bits;
    constexpr int size = THREADS * ITEMS, together = 4;
    constexpr int widest = PLACES && sizeof(Place) > sizeof(Bits) ? sizeof(Place) : sizeof(Bits);
    constexpr int moved = size * widest, ranking = 4 * rank_words<THREADS>;
    constexpr Count own_mark = Count(1) << (8 * sizeof(Count) - 2), all_mark = 2 * own_mark, count_mask = own_mark - 1;
    if (route == 0) return;
    __shared__ alignas(16) unsigned char room[moved > ranking ? moved : ranking];
    __shared__ Index bases[256];
    const int from = route & 3, to = route >> 2 & 3;
    const Index begin = tile * size, rest = row.length - begin;
    const int count = rest < size ? (int)rest : size, own = threadIdx.x / 32 * 32 * ITEMS + threadIdx.x % 32;
    Bits x[ITEMS];
    unsigned rank[ITEMS];
    const Bits* buffer = from == 1 ? row.buffers[0] : row.buffers[1];
    take_items(x, operand, first, from == 0, buffer, begin, own, count);
    // What lies behind the elements of the last tile has the highest digit, and stays behind them.
#pragma unroll
    for (int u = 0; u < ITEMS; ++u)
        rank[u] = own + u * 32 >= count ? 255 : place < Key::digits ? Key::digit(x[u], place) : 0;
    const unsigned total = sort_tally<THREADS>(rank, (unsigned*)room);
    // Others may go on as soon as the digits are counted.
    volatile Count* state = states + tile * 256 + threadIdx.x;
    if (threadIdx.x < 256) *state = total | (tile == 0 ? all_mark : own_mark);
    const unsigned start = sort_rank<THREADS>(rank, (unsigned*)room, total);
    if (threadIdx.x < 256) {
        Count before = 0;
        bool open = true;
        for (Index at = tile - 1; open && at >= 0;) {
            // Several states are asked for at once; those behind one that is not there yet are asked for again.
            Count seen[together];
#pragma unroll
            for (int k = 0; k < together; ++k)
                seen[k] = at < k ? all_mark : *(const volatile Count*)(states + (at - k) * 256 + threadIdx.x);
            bool there = true;
            int known = 0;
#pragma unroll
            for (int k = 0; k < together; ++k) {
                there = there && open && seen[k] != 0;
                if (!there) continue;
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
    for (int u = 0; u < ITEMS; ++u) ((Bits*)room)[rank[u]] = x[u];
    __syncthreads();
    Bits* target = to == 3 ? row.sorted : to == 1 ? row.buffers[0] : row.buffers[1];
    const bool stored = VALUES || to != 3;
    // The digit of each element that this thread brings to its place.
    unsigned char digit[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const int at = u * THREADS + threadIdx.x;
        if (at >= count) continue;
        const Bits y = ((const Bits*)room)[at];
        digit[u] = place < Key::digits ? Key::digit(y, place) : 0;
        if (stored) target[bases[digit[u]] + at] = y;
    }
    if (PLACES) {
        __syncthreads();
        const Place* places = from == 0 ? nullptr : from == 1 ? row.places[0] : row.places[1];
        Place* to_places = to == 1 ? row.places[0] : row.places[1];
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const int at = own + u * 32;
            if (at < count) ((Place*)room)[rank[u]] = places == nullptr ? (Place)(begin + at) : places[begin + at];
        }
        __syncthreads();
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const int at = u * THREADS + threadIdx.x;
            if (at >= count) continue;
            const Place y = ((const Place*)room)[at];
            if (to == 3) row.indices[bases[digit[u]] + at] = (long long)y;
            else to_places[bases[digit[u]] + at] = y;
        }
    }
}
