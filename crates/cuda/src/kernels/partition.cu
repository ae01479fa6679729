// Partition of rows around the elements of some ranks (pivots): once these are selected, each element is written after
// the earlier elements of its class.

//:: part_class has class_of PartRow part_held part_tile part_lanes
// The pivots of a row: their words, ascending, and for each the number of elements that are less, and that are not
// greater.
template <int MOST> struct PartRow {
    unsigned long long word[MOST];
    long long less[MOST], up_to[MOST];
};
// The class of a word: twice the number of pivots that are less, plus one if a pivot is equal.
template <class Word> inline int class_of(const Word* pivots, int count, Word x) {
    int less = 0;
    bool equal = false;
    for (int j = 0; j < count; ++j) {
        less += pivots[j] < x;
        equal = equal || pivots[j] == x;
    }
    return 2 * less + equal;
}
// Counts the block's items by class in `totals`, and those of earlier warps in `counts`; `within` becomes the number of
// items of the same class before an item in its warp.
template <int THREADS, int ITEMS>
inline void class_tally(const int (&own)[ITEMS], int classes, unsigned* counts, unsigned* totals, unsigned (&within)[ITEMS]) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int v = 0; v < classes; ++v) {
        unsigned seen = 0;
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const unsigned ballot = __ballot_sync(0xffffffffu, own[u] == v);
            if (own[u] == v) within[u] = seen + __popc(ballot & ((1u << lane) - 1));
            seen += __popc(ballot);
        }
        if (lane == 0) counts[warp * classes + v] = seen;
    }
    __syncthreads();
    for (int v = threadIdx.x; v < classes; v += THREADS) {
        unsigned total = 0;
        for (int w = 0; w < THREADS / 32; ++w) {
            const unsigned count = counts[w * classes + v];
            counts[w * classes + v] = total;
            total += count;
        }
        totals[v] = total;
    }
    __syncthreads();
}

//:: part_held needs part_class rank_intervals held_row has part_held
// Partitions a row that a block holds: `give` receives the new index, the old index and the bits of an element.
template <class Key, int THREADS, int ITEMS, class A, class Give>
inline void part_held(const A& a, int count, const HeldRow<Key, THREADS, ITEMS>& row, const Give& give) {
    constexpr int max_classes = 2 * A::most + 1;
    __shared__ unsigned counts[THREADS / 32 * max_classes], totals[max_classes], starts[max_classes];
    const int classes = 2 * count + 1;
    int own[ITEMS];
    unsigned within[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) own[u] = row.own + u * 32 < row.count ? class_of(a.low, count, row.x[u]) : -1;
    class_tally<THREADS>(own, classes, counts, totals, within);
    if (threadIdx.x == 0) {
        unsigned start = 0;
        for (int v = 0; v < classes; ++v) {
            starts[v] = start;
            start += totals[v];
        }
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        if (own[u] < 0) continue;
        const unsigned to = starts[own[u]] + counts[threadIdx.x / 32 * classes + own[u]] + within[u];
        give((Index)to, (Index)(row.own + u * 32), Key::bits(row.x[u]));
    }
}

//:: part_lanes needs lane_row within has part_lanes
// Partitions a row that some lanes of a warp hold, as `part_held` does.
template <class Key, int WIDTH, int ITEMS, class Rank, class Give>
inline void part_lanes(const LaneRow<Key, WIDTH, ITEMS>& row, int count, Index length, const Rank& rank_of, const Give& give) {
    using Word = typename Key::Word;
    int own[ITEMS];
    bool equal[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        own[u] = 0;
        equal[u] = false;
    }
    for (int j = 0; j < count; ++j) {
        const Word pivot = row.at((int)within(rank_of((Index)j), length));
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            own[u] += pivot < row.x[u] ? 2 : 0;
            equal[u] = equal[u] || pivot == row.x[u];
        }
    }
    unsigned to[ITEMS], start = 0;
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        own[u] = u * WIDTH + row.lane < row.count ? own[u] + (equal[u] ? 1 : 0) : -1;
        to[u] = 0;
    }
    for (int v = 0; v <= 2 * count; ++v) {
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const unsigned ballot = __ballot_sync(0xffffffffu, own[u] == v) >> (threadIdx.x % 32 - row.lane);
            const unsigned all = WIDTH == 32 ? ballot : ballot & ((1u << WIDTH % 32) - 1);
            to[u] = own[u] == v ? start + __popc(all & ((1u << row.lane) - 1)) : to[u];
            start += __popc(all);
        }
    }
#pragma unroll
    for (int u = 0; u < ITEMS; ++u)
        if (own[u] >= 0) give((Index)to[u], (Index)(u * WIDTH + row.lane), Key::bits(row.x[u]));
}

//:: part_tile needs part_class look_back order_keys has part_tile
// Partitions a tile of a long row, as `part_held` does. `states` are the look-back states of all tiles, for each class.
template <class Key, int THREADS, int ITEMS, int MOST, class Source, class Give>
inline void part_tile(const PartRow<MOST>& row, const Source& source, Index first, Index length, Index tile, Index tiles, int count,
                      unsigned long long* states, const Give& give) {
    using Word = typename Key::Word;
    constexpr int max_classes = 2 * MOST + 1;
    // The compiler reads 16 bytes at a time, even for one pivot: the padding keeps those reads within the array.
    __shared__ alignas(16) Word pivots[(MOST * sizeof(Word) + 15) / 16 * 16 / sizeof(Word)];
    __shared__ unsigned counts[THREADS / 32 * max_classes], totals[max_classes];
    __shared__ Index starts[max_classes];
    const int classes = 2 * count + 1;
    for (int v = threadIdx.x; v < classes; v += THREADS) {
        if (v < count) pivots[v] = (Word)row.word[v];
        starts[v] = v == 0 ? 0 : (Index)(v % 2 == 1 ? row.less[v / 2] : row.up_to[v / 2 - 1]);
    }
    const Index begin = tile * THREADS * ITEMS + (Index)(threadIdx.x / 32 * 32 * ITEMS + threadIdx.x % 32);
    typename Key::Bits x[ITEMS];
    int own[ITEMS];
    unsigned within[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) x[u] = begin + u * 32 < length ? source(first + begin + u * 32) : 0;
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) own[u] = begin + u * 32 < length ? class_of(pivots, count, Key::word(x[u])) : -1;
    class_tally<THREADS>(own, classes, counts, totals, within);
    for (int v = threadIdx.x / 32; v < classes; v += THREADS / 32) {
        const unsigned long long before = look_back(states + v * tiles, tile, totals[v]);
        if (threadIdx.x % 32 == 0) starts[v] += (Index)before;
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        if (own[u] < 0) continue;
        const Index to = starts[own[u]] + (Index)(counts[threadIdx.x / 32 * classes + own[u]] + within[u]);
        give(to, begin + u * 32, x[u]);
    }
}
