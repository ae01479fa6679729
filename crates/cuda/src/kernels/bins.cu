// Scattered values side by side by the bins of their places: what is then written in turn stays in the second cache.

//:: bin_drop has bin_drop
// Drops most items of a tile whose place a later one has: few are left where few places are named. `table` has a word for each item, in
// which the place that is greatest by its hash, and the last item of it, stay. The hash has one value for each place, of which the word's
// number is one half.
template <int THREADS, int ITEMS> inline void bin_drop(unsigned* table, const unsigned (&at)[ITEMS], bool (&there)[ITEMS]) {
    constexpr unsigned size = THREADS * ITEMS;
    static_assert((size & (size - 1)) == 0 && size <= 65536, "an item's number and the rest of a hash fill a word");
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) table[u * THREADS + threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const unsigned hash = at[u] * 0x9e3779b1u, own = u * THREADS + threadIdx.x;
        if (there[u]) atomicMax(table + hash / (0xffffffffu / size + 1), hash * size | own);
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const unsigned hash = at[u] * 0x9e3779b1u, own = u * THREADS + threadIdx.x;
        const unsigned last = there[u] ? table[hash / (0xffffffffu / size + 1)] : 0;
        if (last - last % size == hash * size && last % size > own) there[u] = false;
    }
    __syncthreads();
}

//:: bin_count needs bin_drop has bin_count
// Counts a tile's items in each bin, where places are claimed and it `drops` some without those. `place_of` gives the place of an item, and
// whether there is one.
template <int THREADS, int ITEMS, bool CLAIMED, class Place>
inline void bin_count(unsigned* counts, Index begin, Index count, int shift, bool drops, const Place& place_of) {
    __shared__ unsigned own[THREADS], table[CLAIMED ? THREADS * ITEMS : 1];
    own[threadIdx.x] = 0;
    unsigned at[ITEMS];
    bool there[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const Index i = begin + u * THREADS + (Index)threadIdx.x;
        at[u] = 0;
        there[u] = i < count && place_of(i, at[u]);
    }
    if constexpr (CLAIMED)
        if (drops) bin_drop<THREADS, ITEMS>(table, at, there);
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u)
        if (there[u]) atomicAdd(own + (at[u] >> shift), 1u);
    __syncthreads();
    if (own[threadIdx.x] != 0) atomicAdd(counts + threadIdx.x, own[threadIdx.x]);
}

//:: bin_start has bin_start
// Where each bin begins, and how many items there are in all: one block, a thread for each bin.
template <int THREADS> inline void bin_start(const unsigned* counts, unsigned* starts) {
    __shared__ unsigned own[THREADS];
    own[threadIdx.x] = counts[threadIdx.x];
    __syncthreads();
    unsigned before = 0;
    for (int bin = 0; bin < (int)threadIdx.x; ++bin) before += own[bin];
    starts[threadIdx.x] = before;
    if (threadIdx.x == THREADS - 1) starts[THREADS] = before + own[threadIdx.x];
}

//:: bin_tile needs pack bin_drop has bin_tile
// Brings a tile's items to their bins, in any order within each: the place of each and, where places are claimed, one more than its
// number, and its value.
template <int THREADS, int ITEMS, bool CLAIMED, class T, class Item>
inline void bin_tile(unsigned* starts, Index begin, Index count, int shift, bool drops, unsigned* to_place, unsigned* to_number,
                     typename Word<sizeof(T)>::type* to_value, const Item& item) {
    using Value = typename Word<sizeof(T)>::type;
    __shared__ unsigned own[THREADS], first[THREADS], moved[THREADS];
    __shared__ unsigned places[THREADS * ITEMS];
    __shared__ unsigned short from[CLAIMED ? THREADS * ITEMS : 1];
    __shared__ Value values[CLAIMED ? THREADS * ITEMS : 1];
    own[threadIdx.x] = 0;
    __syncthreads();
    unsigned at[ITEMS], within[ITEMS];
    bool there[ITEMS];
    T value[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const Index i = begin + u * THREADS + (Index)threadIdx.x;
        at[u] = 0;
        there[u] = i < count && item(i, at[u], value[u]);
    }
    if constexpr (CLAIMED)
        if (drops) bin_drop<THREADS, ITEMS>(places, at, there);
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) within[u] = there[u] ? atomicAdd(own + (at[u] >> shift), 1u) : 0;
    __syncthreads();
    // Each thread has a bin: how many items of the tile are in those before it, and where this tile's part of it begins.
    const unsigned here = own[threadIdx.x];
    for (int distance = 1; distance < THREADS; distance *= 2) {
        const unsigned before = (int)threadIdx.x >= distance ? own[threadIdx.x - distance] : 0;
        __syncthreads();
        own[threadIdx.x] += before;
        __syncthreads();
    }
    first[threadIdx.x] = own[threadIdx.x] - here;
    moved[threadIdx.x] = (here != 0 ? atomicAdd(starts + threadIdx.x, here) : 0) - first[threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        if (!there[u]) continue;
        const unsigned slot = first[at[u] >> shift] + within[u];
        places[slot] = at[u];
        if constexpr (CLAIMED) {
            from[slot] = (unsigned short)(u * THREADS + threadIdx.x);
            memcpy(values + slot, value + u, sizeof(T));
        }
    }
    __syncthreads();
    const unsigned all = own[THREADS - 1];
    for (unsigned slot = threadIdx.x; slot < all; slot += THREADS) {
        const unsigned place = places[slot], to = slot + moved[place >> shift];
        to_place[to] = place;
        if constexpr (CLAIMED) {
            to_number[to] = (unsigned)begin + from[slot] + 1;
            to_value[to] = values[slot];
        }
    }
}
