// Stream compaction: blocks of 256 threads find the output positions of their selected elements by decoupled look-back.

//:: look_back has look_back
// The sum over all earlier tiles, in all lanes; called by a whole warp. The state of a tile is its own sum or its
// inclusive prefix, marked in the upper two bits; states are zero at first.
inline unsigned long long look_back(unsigned long long* states, Index tile, unsigned long long own) {
    constexpr unsigned long long own_mark = 1ull << 62, all_mark = 2ull << 62, count_mask = own_mark - 1;
    const int lane = threadIdx.x % 32;
    if (lane == 0) *(volatile unsigned long long*)(states + tile) = own | (tile == 0 ? all_mark : own_mark);
    unsigned long long sum = 0;
    for (Index at = tile - 1; at >= 0; at -= 32) {
        const Index mine = at - lane;
        unsigned long long word = all_mark;
        if (mine >= 0) do word = *(const volatile unsigned long long*)(states + mine);
            while (word == 0);
        // The nearest tile with an inclusive prefix ends the look-back.
        const unsigned ends = __ballot_sync(0xffffffffu, word >= all_mark);
        const int last = ends != 0 ? __ffs(ends) - 1 : 31;
        unsigned long long value = lane <= last ? word & count_mask : 0;
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffffu, value, distance);
        sum += value;
        if (ends != 0) break;
    }
    if (lane == 0 && tile > 0) *(volatile unsigned long long*)(states + tile) = (sum + own) | all_mark;
    return sum;
}

//:: choose needs look_back has choose_places
// The output position of each selected item of a thread; bit `u` of `chosen` selects item `u`. The items of a warp are
// contiguous, and its lanes have neighbouring items. `all` becomes the number of selected items up to and including
// this tile. `states` is unused without SEVERAL tiles.
template <int ITEMS, bool SEVERAL>
inline void choose_places(unsigned chosen, Index* to, unsigned long long* states, Index tile, unsigned long long& all) {
    __shared__ unsigned counts[8];
    __shared__ unsigned long long before;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned within[ITEMS], count = 0;
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const unsigned ballot = __ballot_sync(0xffffffffu, chosen >> u & 1);
        within[u] = count + __popc(ballot & ((1u << lane) - 1));
        count += __popc(ballot);
    }
    if (lane == 0) counts[warp] = count;
    __syncthreads();
    unsigned lower = 0, total = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) {
        lower += w < warp ? counts[w] : 0;
        total += counts[w];
    }
    if (SEVERAL) {
        if (warp == 0) {
            const unsigned long long sum = look_back(states, tile, total);
            if (lane == 0) before = sum;
        }
        __syncthreads();
        all = before + total;
    } else {
        all = total;
    }
    const Index first = (Index)(all - total) + (Index)lower;
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) to[u] = first + (Index)within[u];
}
