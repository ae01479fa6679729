// Running folds along rows: lanes fold packs of their own and scan these in a fixed tree; blocks of one row meet by words that
// say of themselves whether they are there.

//:: scan needs shuffle words has scan_lanes before_warp
// The fold of the states before this lane's among `WIDTH` lanes, in `before`, and the fold of them all.
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
// The fold of the warps before this thread's, each of which brings its own. `all` becomes the fold of the whole block.
template <int THREADS, class S> inline S before_warp(const S& own, S& all) {
    constexpr int size = S::words;
    __shared__ unsigned room[THREADS / 32 * size];
    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) leave(room + warp * size, own);
    __syncthreads();
    S before = S::empty();
    all = S::empty();
    for (int i = 0; i < THREADS / 32; ++i) {
        S other;
        fetch(room + i * size, other);
        if (i < warp) before.join(other);
        all.join(other);
    }
    return before;
}

//:: part needs pack has load_part store_part
// Up to V elements: in one access where there are as many and `packed` says that they are aligned.
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
// A state in the workspace: each of its words beside a mark that it is there, both in one access, so that nothing need be
// ordered. The marks are zero before.
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
// The fold of what the first `count` lanes of a warp await, the same in every lane.
template <class S> inline S await_lanes(const unsigned long long* at, int count) {
    S state = S::empty();
    const int lane = threadIdx.x % 32;
    if (lane < count) state = await<S>(at + lane * S::words);
    join_lanes<32>(state);
    return from_lane(state, 0, 32);
}
// The fold of all tiles before `tile`, which brings its own: a tree of 32 tiles a group and 32 groups a wing, and the wings
// one after another, so that the result does not depend on who came first. Called by a whole block, of which a warp awaits
// each of the three; `row` is the place of the row's states, those of `tiles` tiles, then of its groups, then of its wings. A
// tile awaits earlier ones alone.
template <class S> inline S carry_into(unsigned long long* row, Index tile, Index tiles, const S& own) {
    constexpr int size = S::words;
    __shared__ unsigned room[3 * size];
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
        if (first) leave(room + 2 * size, near);
    } else if (threadIdx.x < 64) {
        const S middle = await_lanes<S>(groups + wing * 32 * size, (int)(group % 32));
        if (first) leave(room + size, middle);
    } else if (threadIdx.x == 64) {
        leave(room, wing > 0 ? await<S>(wings + (wing - 1) * size) : S::empty());
    }
    __syncthreads();
    S carry, next;
    fetch(room, carry);
    fetch(room + size, next);
    carry.join(next);
    fetch(room + 2 * size, next);
    carry.join(next);
    if (threadIdx.x == 0 && ends_wing) {
        S most = carry;
        most.join(own);
        publish(wings + wing * size, most);
    }
    return carry;
}
