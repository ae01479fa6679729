// Scattered values side by side by the bins of their places: what is then written in turn stays in the second cache.

//:: bin_count has bin_count
// Counts a tile's items in each bin. `place_of` gives the place of an item, and whether there is one.
template <int THREADS, int ITEMS, class Place>
inline void bin_count(unsigned* counts, Index begin, Index count, int shift, const Place& place_of) {
    __shared__ unsigned own[THREADS];
    own[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const Index i = begin + u * THREADS + (Index)threadIdx.x;
        unsigned at;
        if (i < count && place_of(i, at)) atomicAdd(own + (at >> shift), 1u);
    }
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

//:: bin_tile needs pack has bin_tile
// Brings a tile's items to their bins, in any order within each: the place of each and, where places are claimed, one more than its
// number, and its value.
template <int THREADS, int ITEMS, bool CLAIMED, class T, class Item>
inline void bin_tile(unsigned* starts, Index begin, Index count, int shift, unsigned* to_place, unsigned* to_number,
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
        there[u] = i < count && item(i, at[u], value[u]);
        within[u] = there[u] ? atomicAdd(own + (at[u] >> shift), 1u) : 0;
    }
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
