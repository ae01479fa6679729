// Running folds along rows: each thread folds its own elements, the threads of a block scan these in a fixed tree.

//:: scan needs shuffle words has scan_block
// The fold of all states before this thread's, in the order of the threads. `all` becomes the fold of the whole block.
template <int THREADS, class S> inline S scan_block(const S& own, S& all) {
    constexpr int size = words_of<S>;
    __shared__ unsigned room[THREADS / 32 * size];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    S sum = own;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        S before = from_lane(sum, lane - distance < 0 ? 0 : lane - distance, 32);
        if (lane >= distance) {
            before.join(sum);
            sum = before;
        }
    }
    S earlier = from_lane(sum, lane == 0 ? 0 : lane - 1, 32);
    if (lane == 0) earlier = S::empty();
    if (lane == 31) leave(room + warp * size, sum);
    __syncthreads();
    S before = S::empty();
    all = S::empty();
    for (int i = 0; i < THREADS / 32; ++i) {
        S other;
        fetch(room + i * size, other);
        if (i < warp) before.join(other);
        all.join(other);
    }
    __syncthreads();
    before.join(earlier);
    return before;
}
