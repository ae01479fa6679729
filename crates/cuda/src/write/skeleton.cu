// Device code that generated kernels share, in sections with the clauses that prelude.cu explains. It follows the
// prelude.

//:: index32 has index32
typedef int Index;

struct Divisor {
    unsigned by, magic, shift;
};
inline Index divide(Index n, Divisor d) {
    return (Index)((__umulhi((unsigned)n, d.magic) + (unsigned)n) >> d.shift);
}

//:: index64 has index64
typedef long long Index;

struct Divisor {
    long long by;
};
inline Index divide(Index n, Divisor d) { return n / d.by; }

//:: turns has await_predecessor admit_successor
// Programmatic dependent launch (compute capability 9.0): a kernel starts while the previous kernel of its stream ends,
// and waits here until that kernel, and so each earlier one, has completed and its writes are visible.
inline void await_predecessor() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
// Lets the next kernel of the stream start once all blocks of this one have called it.
inline void admit_successor() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

//:: zero has zero
template <class T> inline T zero() { return T{}; }

//:: circular has ahead behind
// The index on a circular axis of `length` that is `at` steps after, or before, `start`: the axis is wrapped once at
// most.
inline Index ahead(Index at, Index start, Index length) {
    const Index index = start + at;
    return index >= length ? index - length : index;
}
inline Index behind(Index at, Index start, Index length) {
    const Index index = start - at;
    return index < 0 ? index + length : index;
}

//:: around has around
// An index wrapped onto a circular axis of `length`; it is beyond an end by less than `length`.
inline Index around(Index at, Index length) { return at < 0 ? at + length : at >= length ? at - length : at; }

//:: pack has Word load_pack store_pack
// A pack is loaded and stored as words: the compiler splits the copy of a struct of elements into narrow accesses.
template <int BYTES> struct Word;
template <> struct Word<1> { using type = unsigned char; };
template <> struct Word<2> { using type = unsigned short; };
template <> struct Word<4> { using type = unsigned int; };
template <> struct Word<8> { using type = uint2; };
template <> struct Word<16> { using type = uint4; };
template <int V, class T> inline void load_pack(T* to, const T* from, int count) {
    if (count >= V) {
        const auto word = *(const typename Word<sizeof(T) * V>::type*)from;
        if constexpr (sizeof(T) == 1 && V >= 4) {
            // Bytes are shifted out of the words: memcpy would put them into local memory.
            unsigned words[V / 4];
            memcpy(words, &word, sizeof(word));
#pragma unroll
            for (int k = 0; k < V; ++k) to[k] = (T)(unsigned char)(words[k / 4] >> k % 4 * 8);
        } else {
            memcpy(to, &word, sizeof(word));
        }
    } else {
#pragma unroll
        for (int k = 0; k < V; ++k) to[k] = k < count ? from[k] : T{};
    }
}
template <int V, class T> inline void store_pack(T* to, const T* from, int count) {
    if (count >= V) {
        typename Word<sizeof(T) * V>::type word;
        memcpy(&word, from, sizeof(word));
        *(typename Word<sizeof(T) * V>::type*)to = word;
    } else {
#pragma unroll
        for (int k = 0; k < V; ++k)
            if (k < count) to[k] = from[k];
    }
}

//:: packed needs pack has Packed
// Elements of less than a word, unpacked where they are used: a load of others need not wait for them.
template <class T, int V> struct Packed {
    static constexpr int each = 4 / sizeof(T), bits = 8 * sizeof(T);
    unsigned words[V / each];
    inline T operator[](int k) const {
        const unsigned shifted = words[k / each] >> k % each * bits;
        if constexpr (sizeof(T) == 1) {
            return (T)(unsigned char)shifted;
        } else {
            const unsigned short half = (unsigned short)shifted;
            T value;
            memcpy(&value, &half, sizeof(T));
            return value;
        }
    }
};
template <int V, class T> inline void load_pack(Packed<T, V>& to, const T* from, int count) {
    if (count >= V) {
        const auto word = *(const typename Word<sizeof(T) * V>::type*)from;
        memcpy(to.words, &word, sizeof(word));
    } else {
        using P = Packed<T, V>;
#pragma unroll
        for (int i = 0; i < V / P::each; ++i) to.words[i] = 0;
#pragma unroll
        for (int k = 0; k < V; ++k) {
            if (k >= count) continue;
            unsigned element;
            if constexpr (sizeof(T) == 1) element = *(const unsigned char*)(from + k);
            else element = *(const unsigned short*)(from + k);
            to.words[k / P::each] |= element << k % P::each * P::bits;
        }
    }
}

//:: line needs packed has Line
// A row of a window: elements in words, and single ones beside them.
template <class T, int V, int Before, int After> struct Line {
    Packed<T, V> middle;
    T before[Before > 0 ? Before : 1], after[After > 0 ? After : 1];
    inline T operator[](int k) const {
        return k < Before ? before[k] : k < Before + V ? middle[k - Before] : after[k - Before - V];
    }
};

//:: gather has gather
// The element at an index along an axis of `size` elements; zero where the index is out of bounds or the lane is not
// active, as `there` says.
template <class T>
inline T gather(bool there, const T* line, long long index, long long size, long long step) {
    return there && (unsigned long long)index < (unsigned long long)size ? line[index * step] : T{};
}

//:: note_index has note_index
// Records an index out of bounds for the deferred error: the lowest of the negative ones, the highest of the others.
inline void note_index(long long* fault, long long index) {
    if (index < 0) atomicMin(fault, index);
    else atomicMax(fault + 1, index);
}

//:: step has load_step store_step
template <int V, class T> inline void load_step(T* to, const T* from, Index step, int count) {
#pragma unroll
    for (int k = 0; k < V; ++k) to[k] = k < count ? from[k * step] : T{};
}
template <int V, class T> inline void store_step(T* to, const T* from, Index step, int count) {
#pragma unroll
    for (int k = 0; k < V; ++k)
        if (k < count) to[k * step] = from[k];
}

//:: same has load_same
template <int V, class T> inline void load_same(T* to, const T* from) {
    const T value = *from;
#pragma unroll
    for (int k = 0; k < V; ++k) to[k] = value;
}

//:: words has leave fetch Fold FoldFirst Argument Deviations
// A value as 32-bit words.
template <class T> inline constexpr int words_of = (sizeof(T) + 3) / 4;
template <class T> inline void to_words(unsigned* words, const T& value) {
    if constexpr (sizeof(T) % 4 == 0) {
        memcpy(words, &value, sizeof(T));
    } else {
        unsigned word = 0;
        memcpy(&word, &value, sizeof(T));
        *words = word;
    }
}
template <class T> inline void from_words(const unsigned* words, T& value) { memcpy(&value, words, sizeof(T)); }
// A state of a reduction as words. Each type of state converts its members itself, because padding bytes are never
// initialised. The accesses are volatile, so that a state in the workspace is read past the L1 cache.
template <class S> inline void leave(unsigned* at, const S& state) {
    unsigned words[S::words];
    state.give(words);
#pragma unroll
    for (int i = 0; i < S::words; ++i) ((volatile unsigned*)at)[i] = words[i];
}
template <class S> inline void fetch(const unsigned* at, S& state) {
    unsigned words[S::words];
#pragma unroll
    for (int i = 0; i < S::words; ++i) words[i] = ((const volatile unsigned*)at)[i];
    state.take(words);
}

//:: shuffle needs words has join_lanes from_lane
// The state of another lane, by a shuffle within groups of `width` lanes.
template <class S> inline S from_lane(const S& state, int lane, int width) {
    unsigned words[S::words];
    state.give(words);
#pragma unroll
    for (int i = 0; i < S::words; ++i) words[i] = __shfl_sync(0xffffffffu, words[i], lane, width);
    S out;
    out.take(words);
    return out;
}
template <class S> inline S from_below(const S& state, int distance, int width) {
    unsigned words[S::words];
    state.give(words);
#pragma unroll
    for (int i = 0; i < S::words; ++i) words[i] = __shfl_down_sync(0xffffffffu, words[i], distance, width);
    S out;
    out.take(words);
    return out;
}
// The unroll factor of the loop that joins states: 1 where joining is long code.
template <class S> inline constexpr int joins = S::words > 2 ? 1 : 32;
// Reduces the states of a group of lanes in a fixed tree; the result is in the group's first lane.
template <int WIDTH, class S> inline void join_lanes(S& state) {
#pragma unroll joins<S>
    for (int distance = WIDTH / 2; distance > 0; distance /= 2) {
        const S other = from_below(state, distance, WIDTH);
        if ((int)(threadIdx.x % WIDTH) + distance < WIDTH) state.join(other);
    }
}

//:: block needs shuffle words has join_block
// Reduces the states of all threads of a block in a fixed tree; the result is in every thread.
template <int THREADS, class S> inline void join_block(S& state) {
    constexpr int size = S::words;
    __shared__ unsigned scratch[(THREADS / 32 + 1) * size];
    join_lanes<32>(state);
    if (threadIdx.x % 32 == 0) leave(scratch + threadIdx.x / 32 * size, state);
    __syncthreads();
    if (threadIdx.x < 32) {
        S mine = S::empty();
        if (threadIdx.x < THREADS / 32) fetch(scratch + threadIdx.x * size, mine);
        join_lanes<32>(mine);
        if (threadIdx.x == 0) leave(scratch + THREADS / 32 * size, mine);
    }
    __syncthreads();
    fetch(scratch + THREADS / 32 * size, state);
    __syncthreads();
}

//:: columns needs words has join_columns
// Reduces the states of each column of a block of X x Y threads, C states a thread, in a fixed tree; the result is in
// every thread of the column.
template <int X, int Y, int C, class S> inline void join_columns(S* states) {
    constexpr int size = S::words;
    __shared__ unsigned scratch[X * Y * C * size];
    const int x = threadIdx.x % X, y = threadIdx.x / X;
#pragma unroll
    for (int k = 0; k < C; ++k) leave(scratch + ((y * C + k) * X + x) * size, states[k]);
#pragma unroll 1
    for (int distance = Y / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (y < distance) {
#pragma unroll 1
            for (int k = 0; k < C; ++k) {
                unsigned* at = scratch + ((y * C + k) * X + x) * size;
                S mine, other;
                fetch(at, mine);
                fetch(at + distance * C * X * size, other);
                mine.join(other);
                leave(at, mine);
            }
        }
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < C; ++k) fetch(scratch + (k * X + x) * size, states[k]);
    __syncthreads();
}

//:: split needs words has last_of
// Whether this block is the last of `parts` blocks to arrive. The last one sees what the others wrote before, and
// resets the ticket counter for the next launch.
inline bool last_of(unsigned* ticket, unsigned parts) {
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(ticket, 1u) == parts - 1;
        // A plain store would not be ordered after the other blocks' additions.
        if (last) atomicExch(ticket, 0u);
    }
    __syncthreads();
    __threadfence();
    return last;
}

//:: pairs has Fold FoldFirst
// Reduces N elements pairwise, as a balanced tree.
template <class Op, int N, class T> inline T in_pairs(const T* x) {
    if constexpr (N == 1) return x[0];
    else return Op::apply(in_pairs<Op, N / 2>(x), in_pairs<Op, N - N / 2>(x + N / 2));
}

//:: fold needs words has Fold
// The state of a reduction by an operation with an identity.
template <class T, class Op> struct Fold {
    T value;
    static Fold empty() { return Fold{Op::identity()}; }
    template <int N> void whole(const T* x) {
        value = Op::apply(value, in_pairs<Op, N>(x));
    }
    template <int N> void some(const T* x, int count) {
#pragma unroll
        for (int i = 0; i < N; ++i)
            if (i < count) value = Op::apply(value, x[i]);
    }
    void join(const Fold& other) { value = Op::apply(value, other.value); }
    T result() const { return value; }
    static constexpr int words = words_of<T>;
    void give(unsigned* at) const { to_words(at, value); }
    void take(const unsigned* at) { from_words(at, value); }
};

//:: fold_first needs words has FoldFirst
// The state of a reduction by an operation without an identity: it starts from the first element, and `any` says
// whether there was one.
template <class T, class Op> struct FoldFirst {
    T value;
    int any;
    static FoldFirst empty() { return FoldFirst{T{}, 0}; }
    void put(const T& x) {
        value = any ? (T)Op::apply(value, x) : x;
        any = 1;
    }
    template <int N> void whole(const T* x) {
        put(in_pairs<Op, N>(x));
    }
    template <int N> void some(const T* x, int count) {
#pragma unroll
        for (int i = 0; i < N; ++i)
            if (i < count) put(x[i]);
    }
    void join(const FoldFirst& other) {
        if (other.any) put(other.value);
    }
    T result() const { return value; }
    static constexpr int words = words_of<T> + 1;
    void give(unsigned* at) const {
        to_words(at, value);
        to_words(at + words_of<T>, any);
    }
    void take(const unsigned* at) {
        from_words(at, value);
        from_words(at + words_of<T>, any);
    }
};

//:: extreme_place has Argument SmallArgument
// The state of argmax (of argmin unless MOST): an element and its index, the first of equal ones; NaN precedes all
// others.
template <class T, bool MOST> struct ExtremePlace {
    T value;
    Index at;
    static bool beats(const T& a, const T& b) {
        // Branch-free: a reduction evaluates it once per element.
        const bool none = a != a, other = b != b;
        return (none & !other) | (!none & !other & (MOST ? a > b : a < b));
    }
    void join(const ExtremePlace& other) {
        const bool earlier = (other.at < at) & !beats(value, other.value);
        const bool better = (other.at >= 0) & ((at < 0) | beats(other.value, value) | earlier);
        value = better ? other.value : value;
        at = better ? other.at : at;
    }
    long long result() const { return at < 0 ? 0 : at; }
};

//:: argument needs words has Argument
template <class T, bool MOST> struct Argument : ExtremePlace<T, MOST> {
    using ExtremePlace<T, MOST>::value;
    using ExtremePlace<T, MOST>::at;
    static Argument empty() { return Argument{{T{}, -1}}; }
    template <int N> void some(const T* x, int count, Index from) {
#pragma unroll
        for (int i = 0; i < N; ++i) {
            const bool better = (i < count) & ((at < 0) | this->beats(x[i], value));
            value = better ? x[i] : value;
            at = better ? from + i : at;
        }
    }
    static constexpr int words = words_of<T> + words_of<Index>;
    void give(unsigned* to) const {
        to_words(to, value);
        to_words(to + words_of<T>, at);
    }
    void take(const unsigned* from) {
        from_words(from, value);
        from_words(from + words_of<T>, at);
    }
};

//:: quotient has Deviations SmallDeviations
// An error of 2 ulp is small enough for means, and an exact division is long code.
inline float quotient(float a, float b) { return __fdividef(a, b); }
inline double quotient(double a, double b) { return a / b; }

//:: deviations_real has Deviations SmallDeviations
template <class R> inline R mean_of(R sum, R count) { return quotient(sum, count); }
template <class R> inline R portion_of(R x, R share) { return x * share; }
template <class R> inline R squared(R x) { return x * x; }

//:: deviations_complex has Deviations SmallDeviations with c64 c128
template <class R> inline complex<R> mean_of(complex<R> sum, R count) { return complex<R>(quotient(sum.re, count), quotient(sum.im, count)); }
template <class R> inline complex<R> portion_of(complex<R> x, R share) { return complex<R>(x.re * share, x.im * share); }
template <class R> inline R squared(complex<R> x) { return x.re * x.re + x.im * x.im; }

//:: deviations needs words has Deviations
// Count, mean and sum of squared deviations (M2), combined by the pairwise update of Chan, Golub and LeVeque (1983).
template <class T, class R> struct Deviations {
    T mean;
    R count, squares;
    static Deviations empty() { return Deviations{T{}, R(0), R(0)}; }
    template <int N> void some(const T* x, int valid) {
        if (valid <= 0) return;
        T sum = x[0];
#pragma unroll
        for (int i = 1; i < N; ++i)
            if (i < valid) sum = sum + x[i];
        Deviations batch;
        batch.count = R(valid);
        batch.mean = mean_of(sum, batch.count);
        batch.squares = R(0);
#pragma unroll
        for (int i = 0; i < N; ++i)
            if (i < valid) batch.squares = batch.squares + squared(x[i] - batch.mean);
        join(batch);
    }
    template <int N> void whole(const T* x) { some<N>(x, N); }
    void join(const Deviations& other) {
        if (other.count == R(0)) return;
        if (count == R(0)) {
            *this = other;
            return;
        }
        const R total = count + other.count, share = quotient(other.count, total);
        const T delta = other.mean - mean;
        squares = squares + other.squares + squared(delta) * (count * share);
        mean = mean + portion_of(delta, share);
        count = total;
    }
    R result() const { return squares; }
    static constexpr int words = words_of<T> + 2 * words_of<R>;
    void give(unsigned* at) const {
        to_words(at, mean);
        to_words(at + words_of<T>, count);
        to_words(at + words_of<T> + words_of<R>, squares);
    }
    void take(const unsigned* at) {
        from_words(at, mean);
        from_words(at + words_of<T>, count);
        from_words(at + words_of<T> + words_of<R>, squares);
    }
};
