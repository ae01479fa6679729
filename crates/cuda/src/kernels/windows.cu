// Windows of any form.

//:: window_table has window_table
// Tabulates the offsets of a window: the distance of each element from the centre in memory, in `far`, and the least
// and greatest offset along each axis. Returns false if a distance does not fit.
template <int RANK, int THREADS>
inline bool window_table(const long long* offsets, Index step, Index axis_step, Index count, const Index (&strides)[RANK], Index* far,
                         int (&low)[RANK], int (&high)[RANK]) {
    if (threadIdx.x < RANK) {
        low[threadIdx.x] = 0x7fffffff;
        high[threadIdx.x] = -0x7fffffff;
    }
    __syncthreads();
    bool fits = true;
    // All lanes of a warp iterate alike, because of the shuffles.
    for (Index first = threadIdx.x & ~31; first < count; first += THREADS) {
        const Index k = first + (threadIdx.x & 31);
        const Index own = k < count ? k : count - 1;
        Index distance = 0;
#pragma unroll
        for (int axis = 0; axis < RANK; ++axis) {
            const long long offset = offsets[own * step + axis * axis_step];
            fits = fits && offset > -0x40000000ll && offset < 0x40000000ll;
            int smallest = (int)offset, largest = (int)offset;
            for (int lane = 16; lane > 0; lane /= 2) {
                const int other = __shfl_xor_sync(0xffffffffu, smallest, lane), another = __shfl_xor_sync(0xffffffffu, largest, lane);
                smallest = other < smallest ? other : smallest;
                largest = another > largest ? another : largest;
            }
            if ((threadIdx.x & 31) == 0) {
                atomicMin(&low[axis], smallest);
                atomicMax(&high[axis], largest);
            }
            distance += (Index)offset * strides[axis];
        }
        if (k < count) far[k] = distance;
    }
    return __syncthreads_and(fits);
}

//:: weighted needs order number has Weighted
// The sum of products (WEIGHTED 0), or the minimum (1) or maximum (2) of element plus weight.
template <int WEIGHTED> struct Weighted {
    double held = WEIGHTED == 0 ? 0.0 : WEIGHTED == 1 ? __longlong_as_double(0x7ff0000000000000ll) : -__longlong_as_double(0x7ff0000000000000ll);
    inline void add(double x, double weight) {
        if constexpr (WEIGHTED == 0) held += x * weight;
        else if constexpr (WEIGHTED == 1) held = minimum(held, x + weight);
        else held = maximum(held, x + weight);
    }
};

//:: neighbors needs weighted has neighbors
template <int WEIGHTED, class Element>
inline double neighbors(const double* weights, Index step, Index count, const Element& element) {
    Weighted<WEIGHTED> all;
    for (Index k = 0; k < count; ++k) all.add(element(k), weights[k * step]);
    return all.held;
}

//:: rectangle_tile needs edges has fill_rectangle
// Loads a rectangle of `height` rows and `pitch` columns of a plane, which may reach beyond it, into shared memory,
// where it has less than 2^16 elements. `from` are the coordinates of its first element, and `convert` gives what is
// kept of an element. What is not in the plane is loaded from elsewhere and then replaced, so that no load waits for
// another.
template <int EDGE, int THREADS, class T, class Kept, class Convert>
inline void fill_rectangle(Kept* tile, int height, int pitch, const T* plane, const Index (&extents)[2], const Index (&strides)[2],
                           const Index (&from)[2], Kept outside, const Convert& convert) {
    constexpr int AHEAD = 4;
    const unsigned reciprocal = 0xffffffffu / (unsigned)pitch + 1;
    const bool inside = from[0] >= 0 && from[1] >= 0 && from[0] + height <= extents[0] && from[1] + pitch <= extents[1];
    const int count = height * pitch;
    for (int begin = threadIdx.x; begin < count; begin += AHEAD * THREADS) {
        Index y[AHEAD], x[AHEAD];
        T loaded[AHEAD];
#pragma unroll
        for (int u = 0; u < AHEAD; ++u) {
            const int at = begin + u * THREADS < count ? begin + u * THREADS : count - 1, row = (int)__umulhi((unsigned)at, reciprocal);
            y[u] = from[0] + row;
            x[u] = from[1] + at - row * pitch;
        }
        if (!inside) {
#pragma unroll
            for (int u = 0; u < AHEAD; ++u) {
                y[u] = fold_edge<EDGE>(y[u], extents[0]);
                x[u] = fold_edge<EDGE>(x[u], extents[1]);
            }
        }
#pragma unroll
        for (int u = 0; u < AHEAD; ++u) loaded[u] = plane[(y[u] < 0 ? 0 : y[u]) * strides[0] + (x[u] < 0 ? 0 : x[u]) * strides[1]];
#pragma unroll
        for (int u = 0; u < AHEAD; ++u) {
            if (begin + u * THREADS < count) tile[begin + u * THREADS] = y[u] < 0 || x[u] < 0 ? outside : convert(loaded[u]);
        }
    }
    __syncthreads();
}

//:: neighbors_in_rectangle needs rectangle_tile cast weighted has neighbors_in_rectangle
// The same in rectangles of `tall` rows and `wide` columns of a plane, in the same order. A block has 32 * COLUMNS
// columns of results from `at` on, a thread OWN rows of COLUMNS, 32 apart: each element of the tile in shared memory is
// read once for the rows, and each weight once for the columns. There are OWN - 1 rows in a window at least. `before`
// is the window's part before its element, and `put` writes a result. TALL and WIDE are the rows and columns of windows
// whose loops are unrolled, and 0 for others.
template <int WEIGHTED, int EDGE, int WARPS, int OWN, int COLUMNS, int CAPACITY, int COUNT, int TALL, int WIDE, class T, class Put>
inline void neighbors_in_rectangle(const T* plane, const Index (&extents)[2], const Index (&strides)[2], const Index (&at)[2], const Index (&before)[2],
                                   int any_tall, int any_wide, const double* weights, Index step, double outside, const Put& put) {
    constexpr int COLUMNS_AT_ONCE = WIDE > 0 ? WIDE : 2;
    const int tall = TALL > 0 ? TALL : any_tall, wide = WIDE > 0 ? WIDE : any_wide;
    __shared__ double tile[CAPACITY], held[COUNT];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, pitch = 32 * COLUMNS - 1 + wide, height = OWN * WARPS - 1 + tall;
    for (int k = threadIdx.x; k < tall * wide; k += 32 * WARPS) held[k] = weights[k * step];
    const Index from[] = {at[0] - before[0], at[1] - before[1]};
    fill_rectangle<EDGE, 32 * WARPS>(tile, height, pitch, plane, extents, strides, from, outside, [](T x) { return cast<double>(x); });
    Weighted<WEIGHTED> all[OWN][COLUMNS];
    // Adds an element of each column, for the thread's rows from `first` on and below `end`.
    const auto add = [&](int row, int k, int first, int end) {
        const double *const line = tile + (warp * OWN + row) * pitch + lane + k, *const own = held + row * wide + k;
        double x[COLUMNS];
#pragma unroll
        for (int c = 0; c < COLUMNS; ++c) x[c] = line[32 * c];
#pragma unroll
        for (int u = 0; u < OWN; ++u) {
            if (u < first || u >= end) continue;
            const double weight = own[-u * wide];
#pragma unroll
            for (int c = 0; c < COLUMNS; ++c) all[u][c].add(x[c], weight);
        }
    };
    // The window has OWN - 1 rows at least: above and below those that all of the thread's rows read are as many
    // others.
#pragma unroll
    for (int row = 0; row < OWN - 1; ++row) {
#pragma unroll COLUMNS_AT_ONCE
        for (int k = 0; k < wide; ++k) add(row, k, 0, row + 1);
    }
#pragma unroll 1
    for (int row = OWN - 1; row < tall; ++row) {
#pragma unroll COLUMNS_AT_ONCE
        for (int k = 0; k < wide; ++k) add(row, k, 0, OWN);
    }
#pragma unroll
    for (int below = 0; below < OWN - 1; ++below) {
#pragma unroll COLUMNS_AT_ONCE
        for (int k = 0; k < wide; ++k) add(tall + below, k, below + 1, OWN);
    }
#pragma unroll
    for (int u = 0; u < OWN; ++u) {
#pragma unroll
        for (int c = 0; c < COLUMNS; ++c) {
            const Index row = at[0] + warp * OWN + u, column = at[1] + lane + 32 * c;
            if (row < extents[0] && column < extents[1]) put(row, column, all[u][c].held);
        }
    }
}

//:: rank_neighbors needs order_keys has rank_neighbors exchange
template <class W> inline void exchange(W& low, W& high) {
    const W a = low, b = high;
    low = a < b ? a : b;
    high = a < b ? b : a;
}
// The word of a rank in a window, bit by bit from the most significant one on; in one pass for the first and the last
// rank.
template <class Order, class Word> inline typename Order::Word rank_neighbors(Index rank, Index count, const Word& word) {
    using W = typename Order::Word;
    if (rank == 0 || rank == count - 1) {
        W held = word(0);
        for (Index k = 1; k < count; ++k) {
            const W x = word(k);
            held = (x < held) == (rank == 0) ? x : held;
        }
        return held;
    }
    W found = 0;
    Index left = rank;
    for (int bit = 8 * sizeof(typename Order::Bits) - 1; bit >= 0; --bit) {
        Index less = 0;
        for (Index k = 0; k < count; ++k) less += (word(k) >> bit) == (found >> bit) ? 1 : 0;
        if (left >= less) {
            left -= less;
            found |= W(1) << bit;
        }
    }
    return found;
}

//:: rank_by_columns needs edges order_keys has rank_by_columns sum_of_lanes
// The sum over all lanes of a warp.
inline int sum_of_lanes(int x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffffu, x);
#else
    for (int lane = 16; lane > 0; lane /= 2) x += __shfl_xor_sync(0xffffffffu, x, lane);
    return x;
#endif
}
// A rank filter of 8-bit words in rectangles of `tall` rows and `wide` columns of a plane, by histograms. The block
// has the histogram of each column of the window's rows, and moves them down from row to row. In each row a warp moves
// the histogram of the window along `each` results: a lane has the counts of eight words, adds those of the column that
// enters and subtracts those of the column that leaves. `at` is the block's first result, `rows` and `columns` are the
// numbers of its results, `before` is the window's part before its element, and `put` writes a word.
template <int EDGE, int WARPS, int COLUMNS, class Order, class Bits, class Put>
inline void rank_by_columns(const Bits* plane, const Index (&extents)[2], const Index (&strides)[2], const Index (&at)[2], const Index (&before)[2],
                            int rows, int columns, int each, int tall, int wide, int rank, Bits outside, const Put& put) {
    __shared__ alignas(16) unsigned char counts[COLUMNS * 256];
    // The histogram of the window of each warp's first result: the counts of a word and of the next but one in a
    // number.
    __shared__ alignas(16) unsigned first[WARPS][128];
    __shared__ unsigned char entering[COLUMNS], leaving[COLUMNS];
    const int own = threadIdx.x, lane = own & 31, warp = own >> 5, start = warp * each;
    const bool has_column = own < columns + wide - 1;
    const Index along = has_column ? fold_edge<EDGE>(at[1] - before[1] + own, extents[1]) : -1;
    const auto word = [&](int row) {
        const Index line = fold_edge<EDGE>(at[0] - before[0] + row, extents[0]);
        return (int)Order::word(line < 0 || along < 0 ? outside : plane[line * strides[0] + along * strides[1]]);
    };
    // Eight words lie together. They are rotated by the column, as equal words of neighbouring columns are frequent.
    const auto eight = [&](int column, int index) { return counts + column * 256 + ((index + column) & 31) * 8; };
    for (int i = own; i < COLUMNS * 64; i += 32 * WARPS) ((unsigned*)counts)[i] = 0;
    __syncthreads();
    int next = 0, last = 0;
    if (has_column) {
        for (int row = 0; row < tall; ++row) {
            const int x = word(row);
            ++eight(own, x >> 3)[x & 7];
        }
        next = word(tall);
        last = word(0);
    }
    const unsigned halves = 0x00ff00ffu, ones = 0x01010101u;
    const auto low = [&](unsigned x) { return x & halves; };
    const auto high = [&](unsigned x) { return x >> 8 & halves; };
    const auto total = [&](uint2 x) { return (int)__dp4a(x.x, ones, __dp4a(x.y, ones, 0u)); };
    const auto column_counts = [&](int column) { return *(const uint2*)eight(column, lane); };
    const int results = columns - start < each ? columns - start : each;
    __syncthreads();
    if (results > 0) {
        uint4 sums = {0, 0, 0, 0};
        for (int k = 0; k < wide; ++k) {
            const uint2 x = column_counts(start + k);
            sums = {sums.x + low(x.x), sums.y + high(x.x), sums.z + low(x.y), sums.w + high(x.y)};
        }
        ((uint4*)first[warp])[lane] = sums;
        __syncwarp();
    }
    int home = 0;
    for (int row = 0; row < rows; ++row) {
        if (row > 0) {
            __syncthreads();
            if (has_column) {
                --eight(own, last >> 3)[last & 7];
                ++eight(own, next >> 3)[next & 7];
                leaving[own] = (unsigned char)last;
                entering[own] = (unsigned char)next;
                // They are loaded a row ahead.
                if (row + 1 < rows) {
                    next = word(tall + row);
                    last = word(row);
                }
            }
            __syncthreads();
            if (results > 0) {
                for (int k = lane; k < wide; k += 32) {
                    const int in = entering[start + k], out = leaving[start + k];
                    const auto number = [&](int x) { return first[warp] + (x >> 3) * 4 + (x >> 2 & 1) * 2 + (x & 1); };
                    const auto one = [&](int x) { return x & 2 ? 65536u : 1u; };
                    atomicAdd(number(in), one(in));
                    atomicAdd(number(out), 0u - one(out));
                }
                __syncwarp();
            }
        }
        if (results <= 0) continue;
        uint4 sums = ((const uint4*)first[warp])[lane];
        const unsigned pairs = sums.x + sums.y + sums.z + sums.w;
        int all = (int)((pairs & 0xffffu) + (pairs >> 16)), found = 0;
        // The number of elements in the lanes before `home`, the lane that has the result.
        int less = sum_of_lanes(lane < home ? all : 0);
        for (int k = 0; k < results; ++k) {
            if (k > 0) {
                const uint2 in = column_counts(start + k + wide - 1), out = column_counts(start + k - 1);
                sums.x += low(in.x) - low(out.x);
                sums.y += high(in.x) - high(out.x);
                sums.z += low(in.y) - low(out.y);
                sums.w += high(in.y) - high(out.y);
                const int more = total(in) - total(out);
                all += more;
                less += sum_of_lanes(lane < home ? more : 0);
            }
            int here = __shfl_sync(0xffffffffu, all, home);
            while (rank < less) {
                here = __shfl_sync(0xffffffffu, all, --home);
                less -= here;
            }
            while (rank >= less + here) {
                less += here;
                here = __shfl_sync(0xffffffffu, all, ++home);
            }
            // The word within the lane, by halves.
            int left = rank - less, x = lane * 8;
            unsigned even = sums.x, odd = sums.y;
            const unsigned four = even + odd;
            int count = (int)((four & 0xffffu) + (four >> 16));
            if (left >= count) {
                left -= count;
                even = sums.z;
                odd = sums.w;
                x += 4;
            }
            count = (int)((even & 0xffffu) + (odd & 0xffffu));
            if (left >= count) {
                left -= count;
                even >>= 16;
                x += 2;
            }
            if (left >= (int)(even & 0xffffu)) ++x;
            x = __shfl_sync(0xffffffffu, x, home);
            if (lane == k) found = x;
        }
        if (lane < results) put(at[0] + row, at[1] + start + lane, found);
    }
}

//:: rank_by_counts needs edges order_keys has rank_by_counts
// A rank filter of 8-bit words by histograms: a thread keeps the histogram of its window and slides it along AXIS over
// `rows` results. The block lists the elements that enter and leave, for offsets in C order; for another order, or if
// more than LISTED enter, each window is counted anew. `at` are the coordinates of a thread's first result, `put`
// writes a word.
template <int RANK, int AXIS, int EDGE, int THREADS, int LISTED, class Order, class Bits, class Put>
inline void rank_by_counts(const Bits* values, const Index (&extents)[RANK], const Index (&strides)[RANK], const long long* offsets, Index step,
                           Index axis_step, Index count, Index rank, const Index (&at)[RANK], Index rows, Bits outside, const Put& put) {
    __shared__ unsigned short counts[256 * THREADS];
    __shared__ unsigned short lists[2][LISTED];
    __shared__ int far[2][LISTED], lengths[2];
    const auto offset = [&](Index k, int axis) { return (Index)offsets[k * step + axis * axis_step]; };
    // Compares an offset, moved along AXIS, with another one in C order.
    const auto compare = [&](Index k, Index moved, Index other) {
#pragma unroll
        for (int axis = 0; axis < RANK; ++axis) {
            const Index a = offset(k, axis) + (axis == AXIS ? moved : 0), b = offset(other, axis);
            if (a != b) return a < b ? -1 : 1;
        }
        return 0;
    };
    if (threadIdx.x < 2) lengths[threadIdx.x] = 0;
    bool sorted = true, close = true;
    for (Index k = 1 + threadIdx.x; k < count; k += THREADS) sorted = sorted && compare(k - 1, 0, k) < 0;
    sorted = __syncthreads_and(sorted);
    for (Index k = threadIdx.x; sorted && k < count; k += THREADS) {
#pragma unroll
        for (int list = 0; list < 2; ++list) {
            // An element enters if the window has no element after it along AXIS, and leaves if it has none before it.
            Index first = 0, end = count;
            int found = 1;
            while (first < end && found != 0) {
                const Index middle = first + (end - first) / 2;
                found = compare(k, list == 0 ? 1 : -1, middle);
                if (found > 0) first = middle + 1;
                else end = middle;
            }
            if (found == 0) continue;
            const int index = atomicAdd(&lengths[list], 1);
            if (index >= LISTED) continue;
            Index distance = 0;
#pragma unroll
            for (int axis = 0; axis < RANK; ++axis) distance += offset(k, axis) * strides[axis];
            close = close && distance == (int)distance;
            lists[list][index] = (unsigned short)k;
            far[list][index] = (int)distance;
        }
    }
    close = __syncthreads_and(close);
    const int entering = lengths[0], leaving = lengths[1];
    const bool follows = sorted && entering <= LISTED && leaving <= LISTED;
    unsigned short* const own = counts + threadIdx.x;
    // Whether the entering and leaving elements are within the array along all axes but AXIS, and their range along
    // AXIS.
    bool inside = follows && close && rows > 0;
    Index low = 0, high = 0;
    for (int list = 0; list < 2 && inside; ++list) {
        for (int e = 0; e < (list == 0 ? entering : leaving) && inside; ++e) {
#pragma unroll
            for (int axis = 0; axis < RANK; ++axis) {
                const Index far_along = offset(lists[list][e], axis), index = at[axis] + far_along;
                if (axis != AXIS) inside = inside && index >= 0 && index < extents[axis];
                else {
                    low = far_along < low ? far_along : low;
                    high = far_along > high ? far_along : high;
                }
            }
        }
    }
    const auto word = [&](Index k, Index row) {
        Index index = 0;
#pragma unroll
        for (int axis = 0; axis < RANK; ++axis) {
            const Index along = fold_edge<EDGE>((axis == AXIS ? at[axis] + row : at[axis]) + offset(k, axis), extents[axis]);
            if (along < 0) return (int)Order::word(outside);
            index += along * strides[axis];
        }
        return (int)Order::word(values[index]);
    };
    Index start = 0;
#pragma unroll
    for (int axis = 0; axis < RANK; ++axis) start += at[axis] * strides[axis];
    int current = 0, less = 0;
    const auto count_word = [&](int x, int by) {
        own[x * THREADS] += by;
        less += x < current ? by : 0;
    };
    const auto move = [&](int list, int length, Index row, int by) {
        const Index along = at[AXIS] + row;
        if (inside && along + low >= 0 && along + high < extents[AXIS]) {
            const Bits* const line = values + start + row * strides[AXIS];
            // Loads are issued in batches, so that their latencies overlap with counting.
            int e = 0;
            for (; e + 8 <= length; e += 8) {
                int words[8];
#pragma unroll
                for (int u = 0; u < 8; ++u) words[u] = (int)Order::word(line[far[list][e + u]]);
#pragma unroll
                for (int u = 0; u < 8; ++u) count_word(words[u], by);
            }
            for (; e < length; ++e) count_word((int)Order::word(line[far[list][e]]), by);
        } else {
            for (int e = 0; e < length; ++e) count_word(word(lists[list][e], row), by);
        }
    };
    for (Index row = 0; row < rows; ++row) {
        if (row == 0 || !follows) {
            for (int x = 0; x < 256; ++x) own[x * THREADS] = 0;
            less = 0;
            for (Index k = 0; k < count; ++k) count_word(word(k, row), 1);
        } else {
            move(1, leaving, row - 1, -1);
            move(0, entering, row, 1);
        }
        while (less > (int)rank) less -= own[--current * THREADS];
        while (less + own[current * THREADS] <= (int)rank) less += own[current++ * THREADS];
        put(row, current);
    }
}
