// What kernels of reductions over few elements share, in sections with the clauses that prelude.cu explains. These stand after
// the skeleton's. Each is written for a short compilation: no words, no packs, no branches, one copy of each piece of code.

//:: small_quotient has small_quotient
// The quotient of two float32, to the last bit: for a division the compiler reads and places a program of its own, which takes
// it longer than all the rest of a short kernel. A reciprocal of twenty bits is refined twice, and the quotient once, in
// float64: that is the nearest float64, and twice 24 bits and two are fewer than its 53, so that rounding it again is rounding
// once. Where a step meets an infinity, a zero or no number, the reciprocal itself gives the result.
inline float small_quotient(float a, float b) {
#if __CUDA_ARCH__
    const double x = a, y = b;
    double rough;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(rough) : "d"(y));
    double inverse = __fma_rn(__fma_rn(-y, rough, 1.0), rough, rough);
    inverse = __fma_rn(__fma_rn(-y, inverse, 1.0), inverse, inverse);
    const double near = x * inverse, nearest = __fma_rn(__fma_rn(-y, near, x), inverse, near);
    return (float)(x != 0.0 & nearest - nearest == 0.0 ? nearest : x * rough);
#else
    return a / b;
#endif
}

//:: small_room has join_room
// The states of the COUNT lanes of each row in a block of THREADS, lanes STEP threads apart, joined in a fixed tree; the result
// is in every lane of the row. What a warp alone has written, it alone waits for. It is called once for each type of state.
template <int THREADS, int STEP, int COUNT, class S> inline void join_room(S& state) {
    __shared__ S room[THREADS];
    const int place = threadIdx.x / STEP % COUNT;
    S* const mine = room + threadIdx.x;
    *mine = state;
#pragma unroll 1
    for (int distance = COUNT / 2; distance > 0; distance /= 2) {
        if (STEP * COUNT > 32 && STEP * distance > 16) __syncthreads();
        else __syncwarp();
        // What lanes join that none hears of does no harm, and a store alone needs no branch.
        state.join(mine[place + distance < COUNT ? distance * STEP : 0]);
        if (place < distance) *mine = state;
    }
    if (STEP * COUNT > 32) __syncthreads();
    else __syncwarp();
    state = mine[-place * STEP];
}

//:: small_lanes has before_lane
// The fold of the states of those of a row's LANES lanes that stand before this one. Lanes of a group of up to a warp are folded
// in a fixed tree, and groups one after another.
template <int THREADS, int LANES, class S> inline S before_lane(const S& own) {
    constexpr int group = LANES < 32 ? LANES : 32;
    __shared__ S room[THREADS];
    const int lane = threadIdx.x % group;
    S* const mine = room + threadIdx.x;
    *mine = own;
#pragma unroll 1
    for (int distance = 1; distance < group; distance *= 2) {
        __syncwarp();
        S sum = mine[lane < distance ? 0 : -distance];
        __syncwarp();
        if (lane >= distance) {
            sum.join(*mine);
            *mine = sum;
        }
    }
    if (LANES > 32) __syncthreads();
    else __syncwarp();
    S before = S::empty();
    const int place = threadIdx.x % LANES;
#pragma unroll 1
    for (int last = group - 1; last < place; last += group) before.join(mine[last - place]);
    if (lane > 0) before.join(mine[-1]);
    return before;
}

//:: small_fold has SmallFold
// A fold from the identity of its operation.
template <class T, class Op> struct SmallFold {
    T value;
    static SmallFold empty() { return SmallFold{Op::identity()}; }
    void put(const T x) { value = Op::apply(value, x); }
    void join(const SmallFold& other) { put(other.value); }
    T result() const { return value; }
};

//:: small_fold_first has SmallFoldFirst
// A fold that has no identity: it starts from the first element.
template <class T, class Op> struct SmallFoldFirst {
    T value;
    int any;
    static SmallFoldFirst empty() { return SmallFoldFirst{T{}, 0}; }
    void put(const T x) { take(x, 1); }
    void join(const SmallFoldFirst& other) { take(other.value, other.any); }
    void take(const T x, const int there) {
        const T both = Op::apply(value, x);
        value = !any ? x : there ? both : value;
        any |= there;
    }
    T result() const { return value; }
};

//:: small_argument has SmallArgument
template <class T, bool MOST> struct SmallArgument : ExtremePlace<T, MOST> {
    using ExtremePlace<T, MOST>::value;
    using ExtremePlace<T, MOST>::at;
    static SmallArgument empty() { return SmallArgument{{T{}, -1}}; }
    // A lane meets its elements in the order of their places.
    void put(const T x, const Index place) {
        const bool better = (at < 0) | this->beats(x, value);
        value = better ? x : value;
        at = better ? place : at;
    }
};

//:: small_deviations has SmallDeviations
// Count, mean and sum of squared distances from it, joined as those of samples are (Chan, Golub, LeVeque 1983).
template <class T, class R> struct SmallDeviations {
    T mean;
    R count, squares;
    static SmallDeviations empty() { return SmallDeviations{T{}, R(0), R(0)}; }
    // An infinity has no distance from itself.
    void put(const T x) { take(x, R(1), squared(x - x)); }
    void join(const SmallDeviations& other) { take(other.mean, other.count, other.squares); }
    void take(const T its_mean, const R its_count, const R its_squares) {
        const bool both = (count != R(0)) & (its_count != R(0));
        const R all = count + its_count, share = quotient(its_count, both ? all : R(1));
        const T from = count == R(0) ? its_mean : mean, apart = both ? its_mean - from : T{};
        squares = squares + its_squares + squared(apart) * (count * share);
        mean = from + portion_of(apart, share);
        count = all;
    }
    R result() const { return squares; }
};
