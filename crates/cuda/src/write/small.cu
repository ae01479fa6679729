// Device code that generated kernels of small reductions share, in sections with the clauses that prelude.cu explains.
// It follows the skeleton. It is written to compile fast: no packs, no branches, no unrolling.

//:: small_quotient has small_quotient
// The correctly rounded quotient of two float32. The compiler inlines a subroutine for a float32 division, which takes
// it longer to compile than the rest of a short kernel. Here an approximate reciprocal of 20 bits is refined by two
// Newton steps and the quotient by one, in float64: that gives the nearest float64, and rounding it to float32 is no
// double rounding, because 53 bits are more than 2 * 24 + 2. For infinities, zeros and NaN the approximate reciprocal
// gives the result.
inline float small_quotient(float a, float b) {
#if __CUDA_ARCH__
    const double x = a, y = b;
    double approximate;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(approximate) : "d"(y));
    double inverse = __fma_rn(__fma_rn(-y, approximate, 1.0), approximate, approximate);
    inverse = __fma_rn(__fma_rn(-y, inverse, 1.0), inverse, inverse);
    const double near = x * inverse, nearest = __fma_rn(__fma_rn(-y, near, x), inverse, near);
    return (float)(x != 0.0 & nearest - nearest == 0.0 ? nearest : x * approximate);
#else
    return a / b;
#endif
}

//:: small_room has join_room
// Reduces the states of the COUNT lanes of each row of a block of THREADS threads, lanes STEP threads apart, in a fixed
// tree in shared memory; the result is in every lane of the row. A row within a warp needs __syncwarp alone. It is
// called once for each type of state, because its shared memory is static.
template <int THREADS, int STEP, int COUNT, class S> inline void join_room(S& state) {
    __shared__ S scratch[THREADS];
    const int index = threadIdx.x / STEP % COUNT;
    S* const mine = scratch + threadIdx.x;
    *mine = state;
#pragma unroll 1
    for (int distance = COUNT / 2; distance > 0; distance /= 2) {
        if (STEP * COUNT > 32 && STEP * distance > 16) __syncthreads();
        else __syncwarp();
        // Every lane joins, also where its result is not stored: the store alone is conditional.
        state.join(mine[index + distance < COUNT ? distance * STEP : 0]);
        if (index < distance) *mine = state;
    }
    if (STEP * COUNT > 32) __syncthreads();
    else __syncwarp();
    state = mine[-index * STEP];
}

//:: small_lanes has before_lane
// An exclusive scan: the reduction of the states of the lanes before this one, of a row of LANES lanes. Within a group
// of up to a warp it is a Hillis-Steele scan; the totals of the groups before are joined one after another.
template <int THREADS, int LANES, class S> inline S before_lane(const S& own) {
    constexpr int group = LANES < 32 ? LANES : 32;
    __shared__ S scratch[THREADS];
    const int lane = threadIdx.x % group;
    S* const mine = scratch + threadIdx.x;
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
    const int index = threadIdx.x % LANES;
#pragma unroll 1
    for (int last = group - 1; last < index; last += group) before.join(mine[last - index]);
    if (lane > 0) before.join(mine[-1]);
    return before;
}

//:: small_fold has SmallFold
// The state of a reduction by an operation with an identity.
template <class T, class Op> struct SmallFold {
    T value;
    static SmallFold empty() { return SmallFold{Op::identity()}; }
    void put(const T x) { value = Op::apply(value, x); }
    void join(const SmallFold& other) { put(other.value); }
    T result() const { return value; }
};

//:: small_fold_first has SmallFoldFirst
// The state of a reduction by an operation without an identity: it starts from the first element.
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
    // A lane visits its elements in the order of their indices.
    void put(const T x, const Index index) {
        const bool better = (at < 0) | this->beats(x, value);
        value = better ? x : value;
        at = better ? index : at;
    }
};

//:: small_deviations has SmallDeviations
// Count, mean and sum of squared deviations (M2), combined by the pairwise update of Chan, Golub and LeVeque (1983).
template <class T, class R> struct SmallDeviations {
    T mean;
    R count, squares;
    static SmallDeviations empty() { return SmallDeviations{T{}, R(0), R(0)}; }
    // The deviation of an infinity from itself is NaN, so that M2 is NaN.
    void put(const T x) { take(x, R(1), squared(x - x)); }
    void join(const SmallDeviations& other) { take(other.mean, other.count, other.squares); }
    void take(const T its_mean, const R its_count, const R its_squares) {
        const bool both = (count != R(0)) & (its_count != R(0));
        const R total = count + its_count, share = quotient(its_count, both ? total : R(1));
        const T from = count == R(0) ? its_mean : mean, delta = both ? its_mean - from : T{};
        squares = squares + its_squares + squared(delta) * (count * share);
        mean = from + portion_of(delta, share);
        count = total;
    }
    R result() const { return squares; }
};
