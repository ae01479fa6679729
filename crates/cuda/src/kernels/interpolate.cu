// B-splines: their coefficients, by recursive filters along lines, and their values at points.

//:: folded_coordinates has fold_coordinate
inline double whole_periods(double x, double period) { return period * trunc(x / period); }
// Maps a coordinate outside an axis to one within it, with SciPy's rounding. MODE is the number of the extrapolation:
// reflect, mirror, nearest, wrap, constant, grid_wrap, grid_constant.
template <int MODE> inline double fold_coordinate(double x, Index extent) {
    const double last = (double)(extent - 1), size = (double)extent;
    const bool below = x < 0;
    if (MODE == 2 || MODE == 6 || !(below || x > last)) return x;
    if (MODE == 4) return -1;
    if (extent <= 1) return 0;
    if (MODE == 1) {
        const double period = 2 * last;
        if (below) {
            x = whole_periods(-x, period) + x;
            return x <= -last ? x + period : -x;
        }
        x = x - whole_periods(x, period);
        return x >= size ? period - x : x;
    }
    if (MODE == 0) {
        const double period = 2 * size;
        if (below) {
            if (x < -period) x = whole_periods(-x, period) + x;
            return x < -size ? x + period : (x > -1e-15 ? 1e-15 : -x) - 1;
        }
        x = x - whole_periods(x, period);
        return x >= size ? period - x - 1 : x;
    }
    if (MODE == 3) return below ? x + last * (trunc(-x / last) + 1) : x - whole_periods(x, last);
    return below ? x + size * (trunc((-1 - x) / size) + 1) : x - whole_periods(x, size);
}

//:: spline_taps needs edges folded_coordinates has SplineTaps
// The weights of the B-spline at the elements around a point that is `x` after their centre; the last one makes the sum
// one.
template <int ORDER> inline void spline_weights(double x, double* to) {
    const double from_next = 1 - x;
    if constexpr (ORDER == 1) to[0] = 1 - x;
    else if constexpr (ORDER == 2) {
        const double far = 0.5 - x;
        to[0] = 0.5 * far * far;
        to[1] = 0.75 - x * x;
    } else if constexpr (ORDER == 3) {
        const auto near = [](double y) { return (y * y * (y - 2) * 3 + 4) / 6; };
        to[0] = from_next * from_next * from_next / 6;
        to[1] = near(x);
        to[2] = near(from_next);
    } else if constexpr (ORDER == 4) {
        const auto beside = [](double y) { return y * (y * (y * (5 - y) / 6 - 1.25) + 5.0 / 24) + 55.0 / 96; };
        const double square = x * x, far = (0.5 - x) * (0.5 - x);
        to[0] = far * far / 24;
        to[1] = beside(1 + x);
        to[2] = square * (square * 0.25 - 0.625) + 115.0 / 192;
        to[3] = beside(from_next);
    } else if constexpr (ORDER == 5) {
        const auto near = [](double y) {
            const double square = y * y;
            return square * (square * (0.25 - y / 12) - 0.5) + 0.55;
        };
        const auto beside = [](double y) { return y * (y * (y * (y * (y / 24 - 0.375) + 1.25) - 1.75) + 0.625) + 0.425; };
        const double square = from_next * from_next;
        to[0] = from_next * square * square / 120;
        to[1] = beside(x + 1);
        to[2] = near(x);
        to[3] = near(from_next);
        to[4] = beside(from_next + 1);
    }
    double rest = 1;
#pragma unroll
    for (int tap = 0; tap < ORDER; ++tap) rest -= to[tap];
    to[ORDER] = rest;
}
// The elements around a coordinate along an axis: their indices, -1 for the constant, and their weights. EDGE is the
// number of the edge mode that folds indices.
template <int ORDER, int MODE, int EDGE> struct SplineTaps {
    Index at[ORDER + 1];
    double weight[ORDER + 1];
    bool inside;
    SplineTaps() = default;
    inline SplineTaps(double x, Index extent) {
        double centre = floor(ORDER % 2 == 1 ? x : x + 0.5);
        // Most points are away from the edges. Those of order 0 may be beyond them, and round to an element within. What is
        // too great for an index becomes the greatest one.
        const Index first = (Index)centre - ORDER / 2;
        if (centre >= ORDER / 2 && first < extent - ORDER && (ORDER > 0 || (x >= 0 && x <= (double)(extent - 1)))) {
            inside = true;
#pragma unroll
            for (int tap = 0; tap <= ORDER; ++tap) at[tap] = first + tap;
            if constexpr (ORDER > 0) spline_weights<ORDER>(x - centre, weight);
            return;
        }
        x = fold_coordinate<MODE>(x, extent);
        inside = extent > 0 && (MODE == 2 || MODE == 6 || (x > -1 && x < (double)extent + 1));
        if (!inside) return;
        centre = floor(ORDER % 2 == 1 ? x : x + 0.5);
        // Far beyond the edge all elements are those at the edge, or the constant.
        const double low = -2.0 * ORDER - 1, high = (double)extent + 2 * ORDER;
        const double near = MODE != 2 && MODE != 6 ? centre : centre < low ? low : centre > high ? high : centre;
        const Index begin = (isnan(centre) ? 0 : (Index)near) - ORDER / 2;
#pragma unroll
        for (int tap = 0; tap <= ORDER; ++tap) at[tap] = fold_edge<EDGE>(begin + tap, extent);
        if constexpr (ORDER > 0) spline_weights<ORDER>(x - centre, weight);
    }
};

//:: rounded_numbers has rounded
// A number rounded to the nearest integer of a range, halves away from zero.
inline double rounded(double x, double low, double high, double of_nan) {
    if (isnan(x)) return of_nan;
    x = x > 0 ? x + 0.5 : x - 0.5;
    return x < low ? low : x > high ? high : x;
}

//:: spline_filter has spline_begin spline_last spline_causal spline_anticausal spline_rows
// How many elements are loaded before the first one of them is used: the loads of a chain wait for nothing.
constexpr int SPLINE_LOADS = 16;
// Adds `power * term(k)` for each k below `end` to a sum, as long as the power of the pole is not zero.
template <class Term> inline void spline_sum(double& sum, double& power, double pole, Index end, const Term& term) {
    Index k = 1;
    for (; k + SPLINE_LOADS <= end && power != 0; k += SPLINE_LOADS) {
        double x[SPLINE_LOADS];
#pragma unroll
        for (int u = 0; u < SPLINE_LOADS; ++u) x[u] = term(k + u);
#pragma unroll
        for (int u = 0; u < SPLINE_LOADS; ++u, power *= pole) {
            if (power != 0) sum += power * x[u];
        }
    }
    for (; k < end && power != 0; ++k, power *= pole) sum += power * term(k);
}
// The first value of the causal filter of a line that `at` reads, as if the line were extended to infinity. EDGE is the
// number of the edge mode, `whole` the pole to the power of the line's length, or of one less where the line is
// mirrored.
template <int EDGE, class At> inline double spline_begin(Index n, double pole, double whole, const At& at) {
    const double first = at(0);
    double power = pole, sum = first;
    if (EDGE == 3) {
        spline_sum(sum, power, pole, n, [&](Index k) { return at(n - k); });
        return sum / (1 - power);
    }
    const auto both = [&](Index k) { return at(k) + whole * at(n - 1 - k); };
    sum = both(0);
    spline_sum(sum, power, pole, EDGE == 0 ? n : n - 1, both);
    return EDGE == 0 ? sum * (pole / (1 - whole * whole)) + first : sum / (1 - whole * whole);
}
// The last value of the anticausal filter.
template <int EDGE, class At> inline double spline_last(Index n, double pole, const At& at) {
    const double last = at(n - 1);
    if (EDGE == 3) {
        double sum = last, power = pole;
        spline_sum(sum, power, pole, n, [&](Index k) { return at(k - 1); });
        return sum * (pole / (power - 1));
    }
    if (EDGE == 0) return last * (pole / (pole - 1));
    return (pole * at(n - 2) + last) * pole / (pole * pole - 1);
}
// The causal filter of the elements `from` to `to` of a line. It begins `warm` elements before, so that the effect of
// earlier ones has decayed.
template <int EDGE, class At, class Put>
inline void spline_causal(Index n, Index from, Index to, Index warm, double pole, double whole, const At& at, const Put& put) {
    double state = 0;
    Index k = from - warm;
    if (k <= 0) {
        state = spline_begin<EDGE>(n, pole, whole, at);
        if (from == 0) put(0, state);
        k = 1;
    }
    for (; k + SPLINE_LOADS <= to; k += SPLINE_LOADS) {
        double x[SPLINE_LOADS];
#pragma unroll
        for (int u = 0; u < SPLINE_LOADS; ++u) x[u] = at(k + u);
#pragma unroll
        for (int u = 0; u < SPLINE_LOADS; ++u) {
            state = x[u] + pole * state;
            if (k + u >= from) put(k + u, state);
        }
    }
    for (; k < to; ++k) {
        state = at(k) + pole * state;
        if (k >= from) put(k, state);
    }
}
// The anticausal filter of the same elements, which begins `warm` elements after them.
template <int EDGE, class At, class Put>
inline void spline_anticausal(Index n, Index from, Index to, Index warm, double pole, const At& at, const Put& put) {
    double state = 0;
    Index k = to - 1 + warm;
    if (k >= n - 1) {
        state = spline_last<EDGE>(n, pole, at);
        if (to == n) put(n - 1, state);
        k = n - 2;
    }
    for (; k - SPLINE_LOADS >= from - 1; k -= SPLINE_LOADS) {
        double x[SPLINE_LOADS];
#pragma unroll
        for (int u = 0; u < SPLINE_LOADS; ++u) x[u] = at(k - u);
#pragma unroll
        for (int u = 0; u < SPLINE_LOADS; ++u) {
            state = pole * (state - x[u]);
            if (k - u < to) put(k - u, state);
        }
    }
    for (; k >= from; --k) {
        state = pole * (state - at(k));
        if (k < to) put(k, state);
    }
}
// The recurrence of one of the filters by a warp, where the elements of lines lie one after another: a lane has the part
// `from` to `to` of a line that begins at `start`, and its state is that before element `k`. All lanes load 32 elements
// of each lane's line at once, and store as many; a lane that is `bad` stores NaN. Returns whether all states were
// finite.
template <bool CAUSAL, class Element, class Put>
inline bool spline_rows(double (*tile)[33], Index start, Index k, Index from, Index to, double pole, double state, bool bad,
                        const Element& element, const Put& put) {
    const int lane = threadIdx.x & 31;
    const unsigned all = 0xffffffffu;
    bool finite = true;
    for (; __any_sync(all, CAUSAL ? k < to : k >= from); k += CAUSAL ? 32 : -32) {
#pragma unroll 16
        for (int row = 0; row < 32; ++row) {
            const Index line = __shfl_sync(all, start, row), end = __shfl_sync(all, CAUSAL ? to : from, row);
            const Index here = __shfl_sync(all, k, row) + (CAUSAL ? lane : -lane);
            if (CAUSAL ? here < end : here >= end) tile[row][lane] = element(line + here);
        }
        __syncwarp();
        const Index left = CAUSAL ? to - k : k - from + 1;
        for (int u = 0; u < (left < 32 ? (int)left : 32); ++u) {
            const double x = tile[lane][u];
            state = CAUSAL ? x + pole * state : pole * (state - x);
            finite = finite && isfinite(state);
            tile[lane][u] = state;
        }
        __syncwarp();
#pragma unroll 4
        for (int row = 0; row < 32; ++row) {
            const Index line = __shfl_sync(all, start, row), low = __shfl_sync(all, from, row), high = __shfl_sync(all, to, row);
            const Index here = __shfl_sync(all, k, row) + (CAUSAL ? lane : -lane);
            const bool is_bad = __shfl_sync(all, (int)bad, row);
            if (here >= low && here < high) put(line + here, is_bad ? __longlong_as_double(0x7ff8000000000000ll) : tile[row][lane]);
        }
        __syncwarp();
    }
    return finite;
}
