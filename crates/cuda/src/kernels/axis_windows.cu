// Windows along one axis: short ones in registers, long ones by tiles in shared memory.

//:: edges has fold_edge fold_far Within
// Maps an index to one within an axis of `extent`; -1 for the constant. EDGE is the number of the edge mode.
template <int EDGE> inline Index fold_edge(Index at, Index extent) {
    if (at >= 0 && at < extent) return at;
    if (EDGE == 2) return at < 0 ? 0 : extent - 1;
    if (EDGE == 3) {
        const Index index = at % extent;
        return index < 0 ? index + extent : index;
    }
    if (EDGE == 0 || EDGE == 1) {
        if (extent == 1) return 0;
        const Index period = 2 * extent - 2 * EDGE;
        Index index = at % period;
        if (index < 0) index += period;
        return index < extent ? index : period - (1 - EDGE) - index;
    }
    return -1;
}
// The same, whose code stands once, outside of all loops.
template <int EDGE> __noinline__ Index fold_far(Index at, Index extent) { return fold_edge<EDGE>(at, extent); }
// Those of `tall` rows from `first` on that are within an axis: from `low` on and below `high`.
struct Within {
    int low, high;
    inline Within(Index first, int tall, Index extent) {
        const Index behind = extent - first;
        low = first < 0 ? (first + tall < 0 ? tall : -(int)first) : 0;
        high = behind > tall ? tall : behind < low ? low : (int)behind;
    }
};

//:: axis_tile needs edges cast has AxisTile
// The part of an array that a block works on: some `rows` along the axis from `row` on, and LANES neighbours of
// `inner`. A thread has OWN consecutive rows of one lane. OWN is odd, so that the threads of a warp read different
// banks of the tile in shared memory, in which a step along the axis is LANES.
template <int LANES, int OWN> struct AxisTile {
    Index rows, inner, before, row, start;
    int height, reach, lane, group, groups;
    bool has_lane;
    inline AxisTile(Index number, Index rows, Index inner, Index down, Index across, int most_rows, Index before, int reach)
        : rows(rows), inner(inner), before(before), reach(reach) {
        const Index index = number / across, side = number - index * across;
        const Index line = index / down, part = index - line * down;
        lane = threadIdx.x % LANES;
        group = threadIdx.x / LANES;
        groups = blockDim.x / LANES;
        row = part * most_rows;
        height = rows - row < most_rows ? (int)(rows - row) : most_rows;
        start = line * rows * inner + side * LANES + lane;
        has_lane = side * LANES + lane < inner;
    }
    // The first row of the thread.
    int first() const { return group * OWN; }
    // The rows that the windows of all threads cover.
    int tall() const { return groups * OWN + reach; }
    // The element `tap` steps after the first one of the window of a row.
    template <int EDGE, class T, class Load> T element(int at, Index tap, T outside, const Load& load) const {
        const Index index = fold_edge<EDGE>(row - before + at + tap, rows);
        return index < 0 ? outside : cast<T>(load(start + index * inner));
    }
    // Loads the elements of all windows into the tile: most are in the array, and the rest is beyond its edges.
    template <int EDGE, class T, class Load> void fill(T* tile, T outside, const Load& load) const {
        const Index first = row - before;
        const Within in(first, tall(), rows);
        // A lane beyond the last one has the elements of another.
        const Index line = has_lane ? start : start - lane, from = line + first * inner;
        fill_rows(tile, in.low, in.high, [&](int at) { return cast<T>(load(from + at * inner)); });
        const auto beyond = [&](int at) {
            const Index index = at < height + reach ? fold_edge<EDGE>(first + at, rows) : -1;
            return index < 0 ? outside : cast<T>(load(line + index * inner));
        };
        if (in.low > 0) fill_rows(tile, 0, in.low, beyond);
        if (in.high < tall()) fill_rows(tile, in.high, tall(), beyond);
        __syncthreads();
    }
    // Rows of the tile, of which several are loaded before the first is kept.
    template <class T, class Element> void fill_rows(T* tile, int from, int to, const Element& element) const {
        constexpr int AHEAD = 4;
        int at = from + group;
        for (; at + (AHEAD - 1) * groups < to; at += AHEAD * groups) {
            T x[AHEAD];
#pragma unroll
            for (int u = 0; u < AHEAD; ++u) x[u] = element(at + u * groups);
#pragma unroll
            for (int u = 0; u < AHEAD; ++u) tile[(at + u * groups) * LANES + lane] = x[u];
        }
        T x[AHEAD - 1];
#pragma unroll
        for (int u = 0; u < AHEAD - 1; ++u) {
            if (at + u * groups < to) x[u] = element(at + u * groups);
        }
#pragma unroll
        for (int u = 0; u < AHEAD - 1; ++u) {
            if (at + u * groups < to) tile[(at + u * groups) * LANES + lane] = x[u];
        }
    }
    // Stores the thread's results. Where lanes are few, they go through the tile: neighbouring threads store
    // neighbours.
    template <class T, class Store> void put(T* tile, const T (&results)[OWN], const Store& store) const {
        if constexpr (LANES < 8) {
            __syncthreads();
#pragma unroll
            for (int u = 0; u < OWN; ++u) tile[(first() + u) * LANES + lane] = results[u];
            __syncthreads();
            if (!has_lane) return;
            for (int at = group; at < height; at += groups) store(start + (row + at) * inner, tile[at * LANES + lane]);
        } else {
            if (!has_lane) return;
#pragma unroll
            for (int u = 0; u < OWN; ++u) {
                if (first() + u < height) store(start + (row + first() + u) * inner, results[u]);
            }
        }
    }
    // Computes and stores each result by itself.
    template <class Result, class Store> void each(const Result& result, const Store& store) const {
        if (!has_lane) return;
        for (int at = group; at < height; at += groups) store(start + (row + at) * inner, result(at));
    }
};

//:: march needs edges cast has march_columns march_lines
// Windows of SIZE elements along an axis in the registers of a thread, which goes along its part of a line: it loads
// AT_ONCE elements while it computes as many results, and keeps those that the next windows share with these. What is
// kept is a multiple of AT_ONCE; PADDING elements before the first window are not used.
constexpr int AT_ONCE = 8;
template <int SIZE> constexpr int KEPT = (SIZE - 1 + AT_ONCE - 1) / AT_ONCE * AT_ONCE;
template <int SIZE> constexpr int PADDING = KEPT<SIZE> - (SIZE - 1);

// Computes `height` results. `fetch` loads the elements from one on, and returns which of them are beyond a constant
// edge, a bit for each; `ready` is called when the first elements are loaded. `results` computes results from elements,
// and `put` takes them from one on.
template <int SIZE, class T, class W, class Fetch, class Ready, class Results, class Put>
inline void march(int height, W outside, const Fetch& fetch, const Ready& ready, const Results& results, const Put& put) {
    W x[KEPT<SIZE> + AT_ONCE];
    const auto keep = [&](const T (&loaded)[AT_ONCE], unsigned beyond) {
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) x[KEPT<SIZE> + u] = cast<W>(loaded[u]);
        if (beyond == 0) return;
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) {
            if (beyond >> u & 1) x[KEPT<SIZE> + u] = outside;
        }
    };
    const auto move = [&] {
#pragma unroll
        for (int k = 0; k < KEPT<SIZE>; ++k) x[k] = x[k + AT_ONCE];
    };
    T ahead[AT_ONCE];
    unsigned beyond = 0;
    if (height > 0) {
        beyond = fetch(0, ahead);
#pragma unroll 1
        for (int at = AT_ONCE; at <= KEPT<SIZE>; at += AT_ONCE) {
            keep(ahead, beyond);
            beyond = fetch(at, ahead);
            move();
        }
    }
    ready();
    for (int at = 0; at < height; at += AT_ONCE) {
        keep(ahead, beyond);
        if (at + AT_ONCE < height) beyond = fetch(KEPT<SIZE> + at + AT_ONCE, ahead);
        W out[AT_ONCE];
        results(x, out);
        put(at, out);
        move();
    }
}
// Which of the elements from an index on are beyond the edges.
inline unsigned beyond_edges(Index first, Index extent) {
    unsigned beyond = 0;
#pragma unroll
    for (int u = 0; u < AT_ONCE; ++u) beyond |= first + u < 0 || first + u >= extent ? 1u << u : 0u;
    return beyond;
}

// Windows along an axis whose elements are `inner` apart: neighbouring threads have neighbouring lines of the `lines`
// in all, of which a thread has `most_rows` of the `rows`. `load` returns the element at a position and `store` writes
// a result.
template <int EDGE, int SIZE, class T, class W, class Load, class Store, class Results>
inline void march_columns(Index lines, Index rows, Index inner, Index parts, int most_rows, Index before, W outside, const Load& load, const Store& store,
                          Results& results) {
    results.ready();
    const Index number = (Index)blockIdx.x * (Index)blockDim.x + (Index)threadIdx.x, rest = number / inner, outer = rest / parts;
    if (number >= lines * parts) return;
    const Index row = (rest - outer * parts) * most_rows, start = outer * rows * inner + (number - rest * inner);
    const int height = rows - row < most_rows ? (int)(rows - row) : most_rows;
    const Index first = row - before - PADDING<SIZE>;
    const auto fetch = [&](int at, T (&loaded)[AT_ONCE]) {
        const Index from = first + at;
        if (from >= 0 && from + AT_ONCE <= rows) {
#pragma unroll
            for (int u = 0; u < AT_ONCE; ++u) loaded[u] = load(start + (from + u) * inner);
            return 0u;
        }
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) {
            const Index index = fold_far<EDGE>(from + u, rows);
            loaded[u] = load(start + (index < 0 ? 0 : index) * inner);
        }
        return EDGE == 4 ? beyond_edges(from, rows) : 0u;
    };
    const auto put = [&](int at, const W (&out)[AT_ONCE]) {
        const Index to = start + (row + at) * inner;
        if (at + AT_ONCE <= height) {
#pragma unroll
            for (int u = 0; u < AT_ONCE; ++u) store(to + u * inner, out[u]);
        } else {
#pragma unroll
            for (int u = 0; u < AT_ONCE; ++u) {
                if (at + u < height) store(to + u * inner, out[u]);
            }
        }
    };
    march<SIZE, T>(height, outside, fetch, [] {}, results, put);
}

// Windows along the last axis. A warp has parts of lines in shared memory, as many as there are rows for: `each`
// threads share one, and compute 2^`bits` results each. A result takes the place of the last element of its window.
template <int EDGE, int SIZE, int WORDS, class T, class Out, class W, class Load, class Store, class Results>
inline void march_lines(Index lines, Index rows, Index parts, int most_rows, int each, int bits, int pitch, Index before, W outside, const Load& load,
                        const Store& store, Results& results) {
    constexpr int WORD = sizeof(T) == 8 || sizeof(Out) == 8 ? 8 : 4, LOADS = 17, STORES = 8;
    __shared__ alignas(8) unsigned char tile[WORDS * WORD];
    const Index outer = (Index)blockIdx.x / parts, row = ((Index)blockIdx.x - outer * parts) * most_rows;
    const int mine = (int)threadIdx.x / each, own = (int)threadIdx.x - mine * each;
    const Index line = outer * (32 / each) + mine, start = line * rows, first = row - before - PADDING<SIZE>;
    const int height = line >= lines ? 0 : rows - row < most_rows ? (int)(rows - row) : most_rows;
    const int tall = height > 0 ? (height + AT_ONCE - 1) / AT_ONCE * AT_ONCE + KEPT<SIZE> : 0;
    // A word of the thread's line. After the results of a thread is one that it does not use, so that threads read
    // different banks.
    unsigned char* const words = tile + mine * pitch * WORD;
    const auto word = [&](int at) { return words + (at + (at >> bits)) * WORD; };
    // The elements that are in the array, of which a thread loads several before it keeps the first, and the others.
    const Within in(first, tall, rows);
    for (int begin = in.low + own; begin < in.high; begin += LOADS * each) {
        T loaded[LOADS];
#pragma unroll
        for (int u = 0; u < LOADS; ++u) {
            if (begin + u * each < in.high) loaded[u] = load(start + first + begin + u * each);
        }
#pragma unroll
        for (int u = 0; u < LOADS; ++u) {
            if (begin + u * each < in.high) *(T*)word(begin + u * each) = loaded[u];
        }
    }
    const auto beyond = [&](int at) {
        const Index index = fold_far<EDGE>(first + at, rows);
        *(T*)word(at) = load(start + (index < 0 ? 0 : index));
    };
    for (int at = own; at < in.low; at += each) beyond(at);
    for (int at = in.high + own; at < tall; at += each) beyond(at);
    results.ready();
    __syncthreads();
    const int from = own << bits, left = height - from, length = left < 1 << bits ? left : 1 << bits;
    const auto fetch = [&](int at, T (&loaded)[AT_ONCE]) {
        const unsigned char* const here = word(from + at);
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) loaded[u] = *(const T*)(here + u * WORD);
        const Index index = first + from + at;
        return EDGE == 4 && (index < 0 || index + AT_ONCE > rows) ? beyond_edges(index, rows) : 0u;
    };
    const auto put = [&](int at, const W (&out)[AT_ONCE]) {
        unsigned char* const here = word(from + KEPT<SIZE> + at);
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) *(Out*)(here + u * WORD) = cast<Out>(out[u]);
    };
    // The first elements of a thread are the last ones of its neighbour, whose results replace them.
    march<SIZE, T>(length, outside, fetch, [] { __syncthreads(); }, results, put);
    __syncthreads();
    for (int begin = own; begin < height; begin += STORES * each) {
#pragma unroll
        for (int u = 0; u < STORES; ++u) {
            const int at = begin + u * each;
            if (at < height) store(start + row + at, *(const Out*)word(KEPT<SIZE> + at));
        }
    }
}

//:: symmetry has Symmetry
// Whether the weights before the middle one are those behind it, or their negatives, as SciPy decides it.
struct Symmetry {
    bool even, odd;
    Symmetry() = default;
    // All threads of the block take part.
    inline Symmetry(const double* weights, Index step, int count) {
        const int middle = count / 2;
        even = odd = count % 2 == 1;
        for (int far = 1 + threadIdx.x; far <= middle && count % 2 == 1; far += blockDim.x) {
            const double before = weights[(middle - far) * step], behind = weights[(middle + far) * step];
            even = even && fabs(behind - before) <= 2.220446049250313e-16;
            odd = odd && fabs(behind + before) <= 2.220446049250313e-16;
        }
        even = __syncthreads_and(even);
        odd = __syncthreads_and(odd) && !even;
    }
};

//:: taps needs march symmetry has Taps
// Sums of products with SIZE weights, in SciPy's order.
template <int SIZE> struct Taps {
    double* held;
    double own[(SIZE + 31) / 32];
    Symmetry symmetry;
    // `shared` keeps the weights.
    inline Taps(double (&shared)[SIZE], const double* weights, Index step) : held(shared) {
#pragma unroll
        for (int k = 0; k < (SIZE + 31) / 32; ++k) {
            const int tap = threadIdx.x + 32 * k;
            own[k] = threadIdx.x < 32 && tap < SIZE ? weights[tap * step] : 0.0;
        }
    }
    // Keeps the weights, which the constructor began to load. All threads of the block take part.
    inline void ready() {
#pragma unroll
        for (int k = 0; k < (SIZE + 31) / 32; ++k) {
            const int tap = threadIdx.x + 32 * k;
            if (threadIdx.x < 32 && tap < SIZE) held[tap] = own[k];
        }
        __syncthreads();
        symmetry = Symmetry(held, 1, SIZE);
    }
    inline void operator()(const double (&x)[KEPT<SIZE> + AT_ONCE], double (&out)[AT_ONCE]) const {
        if (symmetry.even) sum<1>(x, out);
        else if (symmetry.odd) sum<-1>(x, out);
        else sum<0>(x, out);
    }
    // MIRRORED 1 adds both elements of a pair, -1 subtracts them, and 0 takes them by themselves.
    template <int MIRRORED> inline void sum(const double (&x)[KEPT<SIZE> + AT_ONCE], double (&out)[AT_ONCE]) const {
        constexpr int BEGIN = MIRRORED != 0 ? SIZE / 2 : SIZE - 1;
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) out[u] = x[PADDING<SIZE> + BEGIN + u] * held[BEGIN];
#pragma unroll
        for (int tap = 0; tap < BEGIN; ++tap) {
#pragma unroll
            for (int u = 0; u < AT_ONCE; ++u) {
                double both = x[PADDING<SIZE> + tap + u];
                if constexpr (MIRRORED != 0) {
                    const double other = x[PADDING<SIZE> + SIZE - 1 - tap + u];
                    both = MIRRORED > 0 ? both + other : both - other;
                }
                out[u] += both * held[tap];
            }
        }
    }
};

//:: correlate_axis needs axis_tile symmetry has correlate_axis correlate_column
template <int N> struct Constant {
    static constexpr int value = N;
};
// How many taps are summed with elements in registers.
constexpr int TAPS_AHEAD = 4;
// The sums of a thread's windows over `count` taps from the first one on, and over as many from the last one back where
// MIRRORED is not 0: 1 adds both elements of a pair, -1 subtracts them. Element `k` is at `column[k * LANES]`.
template <int MIRRORED, int LANES, int OWN>
inline void correlate_column(double (&sums)[OWN], const double* column, const double* weights, int count, int last) {
    const auto steps = [&](auto taps, int tap) {
        constexpr int TAPS = decltype(taps)::value, WIDE = OWN + TAPS - 1;
        double x[WIDE], y[WIDE];
#pragma unroll
        for (int j = 0; j < WIDE; ++j) {
            x[j] = column[(tap + j) * LANES];
            if constexpr (MIRRORED != 0) y[j] = column[(last - tap - (TAPS - 1) + j) * LANES];
        }
#pragma unroll
        for (int t = 0; t < TAPS; ++t) {
            const double weight = weights[tap + t];
#pragma unroll
            for (int u = 0; u < OWN; ++u) {
                double both = x[u + t];
                if constexpr (MIRRORED != 0) both = MIRRORED > 0 ? both + y[u + TAPS - 1 - t] : both - y[u + TAPS - 1 - t];
                sums[u] += both * weight;
            }
        }
    };
    int tap = 0;
    for (; tap + TAPS_AHEAD <= count; tap += TAPS_AHEAD) steps(Constant<TAPS_AHEAD>(), tap);
    for (; tap < count; ++tap) steps(Constant<1>(), tap);
}
// Correlation along an axis, summed in SciPy's order. `load` returns the element at a position and `store` writes a
// result. CAPACITY is the number of elements and weights in shared memory; if it is 0, elements are loaded anew for
// each window.
template <int EDGE, int CAPACITY, int LANES, int OWN, class Load, class Store>
inline void correlate_axis(const AxisTile<LANES, OWN>& own, const double* weights, Index step, int count, double outside, const Load& load,
                           const Store& store) {
    __shared__ double tile[CAPACITY > 0 ? CAPACITY : 1];
    const int middle = count / 2;
    double* const held = tile + own.tall() * LANES;
    if constexpr (CAPACITY > 0) {
        for (int tap = threadIdx.x; tap < count; tap += blockDim.x) held[tap] = weights[tap * step];
        own.fill<EDGE>(tile, outside, load);
        weights = held;
        step = 1;
    }
    const Symmetry symmetry(weights, step, count);
    const bool even = symmetry.even, odd = symmetry.odd;
    // The element that is added first, and the taps that follow.
    const int begin = even || odd ? middle : count - 1;
    if constexpr (CAPACITY > 0) {
        double sums[OWN] = {};
        if (own.first() < own.height) {
            const double* const column = tile + own.first() * LANES + own.lane;
#pragma unroll
            for (int u = 0; u < OWN; ++u) sums[u] = column[(begin + u) * LANES] * held[begin];
            if (even) correlate_column<1, LANES>(sums, column, held, middle, count - 1);
            else if (odd) correlate_column<-1, LANES>(sums, column, held, middle, count - 1);
            else correlate_column<0, LANES>(sums, column, held, count - 1, 0);
        }
        own.put(tile, sums, store);
    } else {
        own.each(
            [&](int at) {
                const auto element = [&](int tap) { return own.element<EDGE>(at, tap, outside, load); };
                double sum = element(begin) * weights[begin * step];
                for (int tap = 0; tap < begin; ++tap) {
                    const double x = element(tap), y = even || odd ? element(count - 1 - tap) : 0;
                    sum += (even ? x + y : odd ? x - y : x) * weights[tap * step];
                }
                return sum;
            },
            store);
    }
}

//:: doubling needs order has Doubling summary_of
template <int SUMMARY, class T> inline T summary_of(T a, T b) {
    if constexpr (SUMMARY == 0) return a + b;
    else if constexpr (SUMMARY == 1) return minimum(a, b);
    else return maximum(a, b);
}
// The windows of OWN results by doubling: each step combines windows to ones of twice the size, and a window is made of
// one of each size that is a bit of its size, the least first. LEVELS steps are made in registers, on the elements `x`;
// where more follow (LONG), `x` ends as the windows of the last step that come after the parts so far. LOW are the bits
// of the size that belong to these steps.
template <int SUMMARY, int LOW, int LEVELS, bool LONG, int OWN, class T> struct Doubling {
    static constexpr int WIDE = OWN + (LONG ? 2 : 1) * (1 << LEVELS) - 2;
    T x[WIDE], out[OWN];
    bool any = false;
    inline void take(int u, T part) { out[u] = any ? summary_of<SUMMARY>(out[u], part) : part; }
    template <bool TAKES> inline void steps() {
#pragma unroll
        for (int level = 0; level < LEVELS; ++level) {
            const int width = 1 << level;
            if (LOW & width) {
                if constexpr (TAKES) {
#pragma unroll
                    for (int u = 0; u < OWN; ++u) take(u, x[u]);
                    any = true;
                }
#pragma unroll
                for (int k = 0; k < WIDE; ++k) {
                    if (k + width < WIDE) x[k] = x[k + width];
                }
            }
            if (level + 1 < LEVELS || LONG) {
#pragma unroll
                for (int k = 0; k < WIDE; ++k) {
                    if (k + width < WIDE) x[k] = summary_of<SUMMARY>(x[k], x[k + width]);
                }
            }
        }
    }
};

//:: summaries needs march doubling invariant_quotient has Summaries
// The means (SUMMARY 0), minima (1) or maxima (2) of windows of SIZE.
template <int SUMMARY, int SIZE> struct Summaries {
    inline void ready() {}
    static constexpr int LEVELS = SIZE < 2 ? 1 : SIZE < 4 ? 2 : SIZE < 8 ? 3 : SIZE < 16 ? 4 : SIZE < 32 ? 5 : 6;
    template <class T> inline void operator()(const T (&x)[KEPT<SIZE> + AT_ONCE], T (&out)[AT_ONCE]) const {
        Doubling<SUMMARY, SIZE, LEVELS, false, AT_ONCE, T> windows;
#pragma unroll
        for (int k = 0; k < windows.WIDE; ++k) windows.x[k] = k < SIZE - 1 + AT_ONCE ? x[PADDING<SIZE> + k] : T();
        windows.template steps<true>();
#pragma unroll
        for (int u = 0; u < AT_ONCE; ++u) {
            out[u] = windows.out[u];
            if constexpr (SUMMARY == 0) out[u] = out[u] / InvariantFloat<T>{T(SIZE), T(1) / T(SIZE)};
        }
    }
};

//:: slide needs axis_tile doubling cast number has slide
// The same of windows of any `size`. A thread makes LEVELS steps of the doubling; the block goes on in shared memory.
template <int SUMMARY, int EDGE, int LOW, int LEVELS, int CAPACITY, int LANES, int OWN, class T, class Load, class Store>
inline void slide(const AxisTile<LANES, OWN>& own, Index size, T outside, const Load& load, const Store& store) {
    __shared__ alignas(16) unsigned char scratch[(CAPACITY > 0 ? CAPACITY : 1) * sizeof(T)];
    if constexpr (CAPACITY > 0) {
        T *here = (T*)scratch, *there = here + own.tall() * LANES;
        own.fill<EDGE>(here, outside, load);
        Doubling<SUMMARY, LOW, LEVELS, true, OWN, T> windows;
        const auto fetch = [&](int first) {
#pragma unroll
            for (int k = 0; k < windows.WIDE; ++k) windows.x[k] = first + k < own.tall() ? here[(first + k) * LANES + own.lane] : outside;
        };
        fetch(own.first());
        windows.template steps<true>();
        for (int group = own.group;; group += own.groups) {
#pragma unroll
            for (int u = 0; u < OWN; ++u) {
                if (group * OWN + u < own.tall()) there[(group * OWN + u) * LANES + own.lane] = windows.x[u];
            }
            if ((group + own.groups) * OWN >= own.tall()) break;
            fetch((group + own.groups) * OWN);
            windows.template steps<false>();
        }
        __syncthreads();
        int taken = 0;
        for (int width = 1 << LEVELS;; width *= 2) {
            T* const other = here;
            here = there;
            there = other;
            if (size & width) {
#pragma unroll
                for (int u = 0; u < OWN; ++u) windows.take(u, here[(own.first() + taken + u) * LANES + own.lane]);
                windows.any = true;
                taken += width;
            }
            if (2 * width > size) break;
            for (int at = own.group; at < own.tall() - width; at += own.groups)
                there[at * LANES + own.lane] = summary_of<SUMMARY>(here[at * LANES + own.lane], here[(at + width) * LANES + own.lane]);
            __syncthreads();
        }
        if constexpr (SUMMARY == 0) {
#pragma unroll
            for (int u = 0; u < OWN; ++u) windows.out[u] /= (T)size;
        }
        own.put((T*)scratch, windows.out, store);
    } else {
        own.each(
            [&](int at) {
                T held = own.element<EDGE>(at, 0, outside, load);
                for (Index tap = 1; tap < size; ++tap) held = summary_of<SUMMARY>(held, own.element<EDGE>(at, tap, outside, load));
                if constexpr (SUMMARY == 0) held /= (T)size;
                return held;
            },
            store);
    }
}
