// Inclusive scans along rows: a lane scans its own packs, and a block scans the totals of its lanes in a fixed tree.
// The blocks of one row exchange their totals by words that each have a ready flag.

//:: sum_to_lane has sum_to_lane
// The inclusive prefix sum over the lanes of a warp.
template <class W> inline W sum_to_lane(W own) {
    const int lane = threadIdx.x % 32;
    W sum = own;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const W other = __shfl_up_sync(0xffffffffu, sum, distance);
        if (lane >= distance) sum += other;
    }
    return sum;
}

//:: before_in_block needs sum_to_lane has before_in_block
// The exclusive prefix sum over the threads of a block, and in `all` the total.
template <int THREADS, class W> inline W before_in_block(W own, W& all) {
    __shared__ W sums[THREADS / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const W sum = sum_to_lane(own);
    if (lane == 31) sums[warp] = sum;
    __syncthreads();
    W before = sum - own;
    all = 0;
#pragma unroll
    for (int i = 0; i < THREADS / 32; ++i) {
        const W other = sums[i];
        before += i < warp ? other : 0;
        all += other;
    }
    __syncthreads();
    return before;
}

//:: scan needs shuffle words has scan_lanes before_warp
// Scans the states of `WIDTH` lanes: `before` becomes the exclusive prefix of this lane, and the total is returned.
template <int WIDTH, class S> inline S scan_lanes(const S& own, S& before) {
    const int lane = threadIdx.x % WIDTH;
    S sum = own;
#pragma unroll
    for (int distance = 1; distance < WIDTH; distance *= 2) {
        S earlier = from_lane(sum, lane < distance ? 0 : lane - distance, WIDTH);
        if (lane >= distance) {
            earlier.join(sum);
            sum = earlier;
        }
    }
    before = from_lane(sum, lane == 0 ? 0 : lane - 1, WIDTH);
    if (lane == 0) before = S::empty();
    return from_lane(sum, WIDTH - 1, WIDTH);
}
// The exclusive prefix of this thread's warp, of which `own` is the total; `all` becomes the total of the block.
template <int THREADS, class S> inline S before_warp(const S& own, S& all) {
    constexpr int size = S::words;
    __shared__ unsigned scratch[THREADS / 32 * size];
    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) leave(scratch + warp * size, own);
    __syncthreads();
    S before = S::empty();
    all = S::empty();
    for (int i = 0; i < THREADS / 32; ++i) {
        S other;
        fetch(scratch + i * size, other);
        if (i < warp) before.join(other);
        all.join(other);
    }
    return before;
}

//:: part needs pack has load_part store_part
// Up to V elements: in one access where there are V and they are aligned, which `packed` says.
template <int V, class T> inline void load_part(T* to, const T* from, int count, bool packed) {
    load_pack<V>(to, from, packed || count < V ? count : 0);
    if (!packed && count >= V) {
#pragma unroll
        for (int k = 0; k < V; ++k) to[k] = from[k];
    }
}
template <int V, class T> inline void store_part(T* to, const T* from, int count, bool packed) {
    if (packed || count < V) {
        store_pack<V>(to, from, count);
    } else {
#pragma unroll
        for (int k = 0; k < V; ++k) to[k] = from[k];
    }
}

//:: carry needs scan has carry_into
// A state in the workspace. Each of its words is stored with a ready flag in one 64-bit access, so that no fence is
// needed. The flags are zero before.
template <class S> inline void publish(unsigned long long* at, const S& state) {
    unsigned words[S::words];
    state.give(words);
#pragma unroll
    for (int i = 0; i < S::words; ++i) ((volatile unsigned long long*)at)[i] = words[i] | 1ull << 32;
}
template <class S> inline S await(const unsigned long long* at) {
    unsigned words[S::words];
#pragma unroll
    for (int i = 0; i < S::words; ++i) {
        unsigned long long word;
        do word = ((const volatile unsigned long long*)at)[i];
        while (word >> 32 == 0);
        words[i] = (unsigned)word;
    }
    S state;
    state.take(words);
    return state;
}
// The total of `count` consecutive states, of which each lane of a warp awaits one; it is the same in every lane.
template <class S> inline S await_lanes(const unsigned long long* at, int count) {
    S state = S::empty();
    const int lane = threadIdx.x % 32;
    if (lane < count) state = await<S>(at + lane * S::words);
    join_lanes<32>(state);
    return from_lane(state, 0, 32);
}
// The exclusive prefix of `tile`, of which `own` is the total: a tree of 32 tiles per group and 32 groups per wing, and
// the wings one after another, so that the order of joins does not depend on timing. It is called by a whole block, of
// which one warp awaits tiles, one groups and one the previous wing. `row` holds the row's states: of `tiles` tiles,
// then of groups, then of wings. A tile awaits only earlier tiles.
template <class S> inline S carry_into(unsigned long long* row, Index tile, Index tiles, const S& own) {
    constexpr int size = S::words;
    __shared__ unsigned scratch[3 * size];
    const bool first = threadIdx.x % 32 == 0;
    const Index group = tile / 32, wing = group / 32;
    const bool ends_group = tile % 32 == 31, ends_wing = ends_group && group % 32 == 31;
    unsigned long long* groups = row + tiles * size;
    unsigned long long* wings = groups + (tiles / 32 + 1) * size;
    if (threadIdx.x < 32) {
        if (first) publish(row + tile * size, own);
        const S near = await_lanes<S>(row + group * 32 * size, (int)(tile % 32));
        S whole = near;
        whole.join(own);
        if (first && ends_group) publish(groups + group * size, whole);
        if (first) leave(scratch + 2 * size, near);
    } else if (threadIdx.x < 64) {
        const S middle = await_lanes<S>(groups + wing * 32 * size, (int)(group % 32));
        if (first) leave(scratch + size, middle);
    } else if (threadIdx.x == 64) {
        leave(scratch, wing > 0 ? await<S>(wings + (wing - 1) * size) : S::empty());
    }
    __syncthreads();
    S carry, next;
    fetch(scratch, carry);
    fetch(scratch + size, next);
    carry.join(next);
    fetch(scratch + 2 * size, next);
    carry.join(next);
    if (threadIdx.x == 0 && ends_wing) {
        S joined = carry;
        joined.join(own);
        publish(wings + wing * size, joined);
    }
    return carry;
}
