// Items of a scatter are grouped into bins of neighbouring target indices, so that the writes of a bin hit the L2
// cache.

//:: bin_drop has bin_drop
// Drops most items of a tile whose target index a later item has too, so that few items remain where few indices occur.
// `table` is a hash table with one word per item: atomicMax keeps the greatest hash of the slot and, in the low bits,
// its last item. The hash is a bijection of the index; its high half is the slot.
template <int THREADS, int ITEMS> inline void bin_drop(unsigned* table, const unsigned (&at)[ITEMS], bool (&present)[ITEMS]) {
    constexpr unsigned size = THREADS * ITEMS;
    static_assert((size & (size - 1)) == 0 && size <= 65536, "an item's number and the rest of a hash fill a word");
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) table[u * THREADS + threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const unsigned hash = at[u] * 0x9e3779b1u, own = u * THREADS + threadIdx.x;
        if (present[u]) atomicMax(table + hash / (0xffffffffu / size + 1), hash * size | own);
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const unsigned hash = at[u] * 0x9e3779b1u, own = u * THREADS + threadIdx.x;
        const unsigned last = present[u] ? table[hash / (0xffffffffu / size + 1)] : 0;
        if (last - last % size == hash * size && last % size > own) present[u] = false;
    }
    __syncthreads();
}

//:: bin_count needs bin_drop has bin_count
// Counts a tile's items in each bin. With CLAIMED and `drops`, items overwritten by later ones are not counted.
// `index_of` gives the target index of an item, and returns whether it has one.
template <int THREADS, int ITEMS, bool CLAIMED, class IndexOf>
inline void bin_count(unsigned* counts, Index begin, Index count, int shift, bool drops, const IndexOf& index_of) {
    __shared__ unsigned own[THREADS], table[CLAIMED ? THREADS * ITEMS : 1];
    own[threadIdx.x] = 0;
    unsigned at[ITEMS];
    bool present[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const Index i = begin + u * THREADS + (Index)threadIdx.x;
        at[u] = 0;
        present[u] = i < count && index_of(i, at[u]);
    }
    if constexpr (CLAIMED)
        if (drops) bin_drop<THREADS, ITEMS>(table, at, present);
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u)
        if (present[u]) atomicAdd(own + (at[u] >> shift), 1u);
    __syncthreads();
    if (own[threadIdx.x] != 0) atomicAdd(counts + threadIdx.x, own[threadIdx.x]);
}

//:: bin_start has bin_start
// Exclusive prefix sum of the counts, with the total at the end: one block, one thread per bin.
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
// Writes a tile's items to their bins, in any order within a bin: the target index of each and, with CLAIMED, its item
// number plus one and its value.
template <int THREADS, int ITEMS, bool CLAIMED, class T, class Item>
inline void bin_tile(unsigned* starts, Index begin, Index count, int shift, bool drops, unsigned* to_index, unsigned* to_item,
                     typename Word<sizeof(T)>::type* to_value, const Item& item) {
    using Value = typename Word<sizeof(T)>::type;
    __shared__ unsigned own[THREADS], first[THREADS], moved[THREADS];
    __shared__ unsigned indices[THREADS * ITEMS];
    __shared__ unsigned short from[CLAIMED ? THREADS * ITEMS : 1];
    __shared__ Value values[CLAIMED ? THREADS * ITEMS : 1];
    own[threadIdx.x] = 0;
    __syncthreads();
    unsigned at[ITEMS], within[ITEMS];
    bool present[ITEMS];
    T value[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const Index i = begin + u * THREADS + (Index)threadIdx.x;
        at[u] = 0;
        present[u] = i < count && item(i, at[u], value[u]);
    }
    if constexpr (CLAIMED)
        if (drops) bin_drop<THREADS, ITEMS>(indices, at, present);
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) within[u] = present[u] ? atomicAdd(own + (at[u] >> shift), 1u) : 0;
    __syncthreads();
    // One thread per bin: the prefix sum of the tile's counts, and the start of the tile's part of the bin.
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
        if (!present[u]) continue;
        const unsigned slot = first[at[u] >> shift] + within[u];
        indices[slot] = at[u];
        if constexpr (CLAIMED) {
            from[slot] = (unsigned short)(u * THREADS + threadIdx.x);
            memcpy(values + slot, value + u, sizeof(T));
        }
    }
    __syncthreads();
    const unsigned all = own[THREADS - 1];
    for (unsigned slot = threadIdx.x; slot < all; slot += THREADS) {
        const unsigned index = indices[slot], to = slot + moved[index >> shift];
        to_index[to] = index;
        if constexpr (CLAIMED) {
            to_item[to] = (unsigned)begin + from[slot] + 1;
            to_value[to] = values[slot];
        }
    }
}
