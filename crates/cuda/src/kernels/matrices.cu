// LU and Cholesky factors of small column-major matrices, and their triangular solves: one block per matrix, with some
// columns per group of lanes; `group_lu` has one group per matrix. Products are added by explicit fma, because the text
// is compiled without contraction.

//:: lanes needs number zero has times sum_group largest_of_block
// a + b c
inline float plus(float a, float b, float c) { return fma(b, c, a); }
inline double plus(double a, double b, double c) { return fma(b, c, a); }
// a times a real number
inline float times(float a, float b) { return a * b; }
inline double times(double a, double b) { return a * b; }
// The square of the absolute value, added to a real number.
inline float plus_square(float a, float b) { return fma(b, b, a); }
inline double plus_square(double a, double b) { return fma(b, b, a); }
// The sum of the absolute values of the parts.
template <class T> inline part<T> taxicab(T a) {
    if constexpr (is_complex<T>) return fabs(a.re) + fabs(a.im);
    else return fabs(a);
}
// The size by which elimination chooses a pivot. As in LAPACK, NaN is chosen only as the first candidate.
template <class T> inline part<T> pivot_size(T a, bool first) {
    const part<T> size = taxicab(a);
    return size >= part<T>(0) ? size : part<T>(first ? 1 : -1) / part<T>(0);
}
// The larger absolute value of the parts, infinite where one is not finite.
template <class T> inline part<T> extent_of(T a) {
    const part<T> size = is_complex<T> ? fmax(fabs(real_part(a)), fabs(imaginary_part(a))) : fabs(real_part(a));
    const bool finite = isfinite(real_part(a)) && isfinite(imaginary_part(a));
    return finite ? size : part<T>(1) / part<T>(0);
}
// The power of two that scales numbers of this largest size to the order of one.
template <class P> inline P unit_scale(P largest) {
    int exponent = 0;
    if (largest > P(0) && largest < P(1) / P(0)) frexp(largest, &exponent);
    const int max_exponent = sizeof(P) == 4 ? 120 : 1000;
    return ldexp(P(1), -(exponent < -max_exponent ? -max_exponent : exponent > max_exponent ? max_exponent : exponent));
}
// a / b
inline float quotient(float a, float b) { return a / b; }
inline double quotient(double a, double b) { return a / b; }
template <class T> inline T from_xor(T value, int distance) {
    unsigned words[sizeof(T) / 4];
    memcpy(words, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < (int)sizeof(T) / 4; ++i) words[i] = __shfl_xor_sync(0xffffffffu, words[i], distance);
    memcpy(&value, words, sizeof(T));
    return value;
}
// The value of a lane of the group.
template <int GROUP, class T> inline T from_group(T value, int lane) {
    unsigned words[sizeof(T) / 4];
    memcpy(words, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < (int)sizeof(T) / 4; ++i) words[i] = __shfl_sync(0xffffffffu, words[i], lane, GROUP);
    memcpy(&value, words, sizeof(T));
    return value;
}
template <int GROUP, class T> inline T sum_group(T value) {
#pragma unroll
    for (int distance = GROUP / 2; distance > 0; distance /= 2) value = value + from_xor(value, distance);
    return value;
}
template <int GROUP, class P> inline P largest_of_group(P value) {
#pragma unroll
    for (int distance = GROUP / 2; distance > 0; distance /= 2) value = fmax(value, from_xor(value, distance));
    return value;
}
// The largest size of the group and the first index that has it, with the other values of its lane.
template <int GROUP, class P, class... More> inline void largest_and_first(P& size, int& index, More&... more) {
#pragma unroll
    for (int distance = GROUP / 2; distance > 0; distance /= 2) {
        const P other = from_xor(size, distance);
        const int there = from_xor(index, distance);
        const bool better = other > size || other == size && there < index;
        const auto take = [&](auto& own) {
            const auto others = from_xor(own, distance);
            if (better) own = others;
        };
        (take(more), ...);
        if (better) size = other, index = there;
    }
}
// The largest of the block's values, none of which is NaN.
template <int THREADS, class P> inline P largest_of_block(P value) {
    __shared__ P scratch[THREADS / 32];
    value = largest_of_group<32>(value);
    __syncthreads();
    if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = value;
    __syncthreads();
    for (int warp = 0; warp < THREADS / 32; ++warp) value = fmax(value, scratch[warp]);
    return value;
}

//:: lanes_complex needs lanes complex has block_lu group_lu block_cholesky block_solve block_qr block_basis block_svd block_eigh with c64 c128
template <class T> inline complex<T> plus(complex<T> a, complex<T> b, complex<T> c) {
    return complex<T>(fma(-b.im, c.im, fma(b.re, c.re, a.re)), fma(b.im, c.re, fma(b.re, c.im, a.im)));
}
template <class T> inline complex<T> times(complex<T> a, T b) { return complex<T>(a.re * b, a.im * b); }
template <class T> inline T plus_square(T a, complex<T> b) { return fma(b.im, b.im, fma(b.re, b.re, a)); }
// Both are scaled first, which is exact: the reciprocal of a subnormal number and the square of a large one would
// overflow.
template <class T> inline complex<T> quotient(complex<T> a, complex<T> b) {
    const T scale = unit_scale(fmax(fabs(b.re), fabs(b.im)));
    return times(a, scale) / times(b, scale);
}

//:: held_matrix has copy_matrix
// Copies a matrix of m rows with leading dimensions `from_step` and `to_step`.
template <int THREADS, class T>
inline void copy_matrix(T* to, int to_step, const T* from, int from_step, int m, int n) {
    if (to == from) return;
    for (int at = threadIdx.x; at < m * n; at += THREADS) {
        const int column = at / m, row = at - column * m;
        to[column * to_step + row] = from[column * from_step + row];
    }
}

//:: block_lu needs lanes held_matrix has block_lu
// LU factorisation in place. Row `pivots[k]`, counted from one, was exchanged with row k; `info` is the first zero
// pivot, or 0. Each column belongs to one group, whose lane i % GROUP has row i. There is one block barrier per pivot:
// each group divides column k for itself; the group of column k writes it after the next barrier, when no other group
// reads it; and the warp of column k + 1 updates that column and chooses its pivot first.
template <int THREADS, int GROUP, int CAPACITY, int ROWS, class T>
inline void block_lu(const T* from, T* to, long long* pivots, long long* info, int m, int n) {
    constexpr int GROUPS = THREADS / GROUP, IN_WARP = 32 / GROUP;
    __shared__ T scratch[CAPACITY > 0 ? CAPACITY : 1];
    __shared__ int chosen[256];
    const int lane = threadIdx.x % GROUP, group = threadIdx.x / GROUP, count = m < n ? m : n;
    T* a = CAPACITY > 0 ? scratch : to;
    const int step = CAPACITY > 0 ? m | 1 : m;
    copy_matrix<THREADS>(a, step, from, m, m, n);
    __syncthreads();
    const auto choose = [&](int k) {
        part<T> best = -1;
        int at = k;
        for (int i = k + threadIdx.x % 32; i < m; i += 32) {
            const part<T> size = pivot_size(a[k * step + i], i == k);
            if (size > best) best = size, at = i;
        }
        largest_and_first<32>(best, at);
        if (threadIdx.x % 32 == 0) chosen[k] = at;
    };
    const auto exchange = [&](int column, int k) {
        T* own = a + column * step;
        const T other = own[chosen[k]];
        own[chosen[k]] = own[k];
        own[k] = other;
    };
    if (threadIdx.x < 32) choose(0);
    // Column k from row k on, already divided.
    T done[ROWS];
    const auto write = [&](int k) {
        if (k % GROUPS != group) return;
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int i = r * GROUP + lane;
            if (i >= k && i < m) a[k * step + i] = done[r];
        }
    };
    long long wrong = 0;
    for (int k = 0; k < count; ++k) {
        __syncthreads();
        if (k > 0) write(k - 1);
        // The finished column that was written last has not had this row exchange yet.
        for (int j = threadIdx.x; j < k - 1; j += THREADS) {
            if (j == k - 2) exchange(j, k - 1);
            exchange(j, k);
        }
        const int at = chosen[k];
        const T* column = a + k * step;
        const T pivot = column[at];
        const bool regular = !(pivot == T(0));
        if (!regular && wrong == 0) wrong = k + 1;
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int i = r * GROUP + lane;
            done[r] = i == k ? pivot : i > k && i < m ? column[i == at ? k : i] : T(0);
            if (i > k && i < m && regular) done[r] = quotient(done[r], pivot);
        }
        const int ahead = k + 1 < count ? (k + 1) % GROUPS / IN_WARP : -1;
        int j = k + 1 + (group + GROUPS - (k + 1) % GROUPS) % GROUPS;
        for (int base = k + 1; base < n; base += GROUPS, j += GROUPS) {
            T* own = a + j * step;
            T x[ROWS], top = T(0), bottom = T(0);
            if (j < n) {
                top = own[k], bottom = own[at];
#pragma unroll
                for (int r = 0; r < ROWS; ++r) {
                    const int i = r * GROUP + lane;
                    x[r] = i == at ? top : i > k && i < m ? own[i] : T(0);
                }
            }
            __syncwarp();
            if (j < n) {
#pragma unroll
                for (int r = 0; r < ROWS; ++r) {
                    const int i = r * GROUP + lane;
                    if (i == k) own[i] = bottom;
                    else if (i > k && i < m) own[i] = regular ? plus(x[r], done[r], -bottom) : x[r];
                }
            }
            if (base == k + 1 && (int)threadIdx.x / 32 == ahead) {
                __syncwarp();
                choose(k + 1);
            }
        }
    }
    __syncthreads();
    write(count - 1);
    if (threadIdx.x == 0 && count > 1) exchange(count - 2, count - 1);
    for (int k = threadIdx.x; k < count; k += THREADS) pivots[k] = chosen[k] + 1;
    __syncthreads();
    copy_matrix<THREADS>(to, m, (const T*)a, step, m, n);
    if (threadIdx.x == 0) *info = wrong;
}

//:: group_lu needs lanes has group_lu
// LU factorisation of a matrix of at most GROUP rows and columns, one row in the registers of each lane, with the
// results of `block_lu`. Rows stay in their lanes: `index` is the row of the result that a lane has. Every four steps
// the registers rotate by four columns, so that column k is in register k % 4 and only four steps are unrolled, not
// GROUP. Lanes without a matrix (not `there`) take part in the shuffles.
template <int GROUP, class T>
inline void group_lu(const T* from, T* to, long long* pivots, long long* info, int m, int n, bool there) {
    constexpr int TURN = 4, CHUNK = 8;
    const int lane = threadIdx.x % GROUP, count = m < n ? m : n;
    T x[GROUP];
#pragma unroll
    for (int j = 0; j < GROUP; ++j) x[j] = there && lane < m && j < n ? from[j * m + lane] : T(0);
    // The writes below may overlap reads of other lanes.
    __syncwarp();
    int index = lane, pivot_of_lane = 0, wrong = 0, turned = 0;
    for (; turned < count; turned += TURN) {
#pragma unroll
        for (int s = 0; s < TURN; ++s) {
            const int k = turned + s;
            if (k >= count) break;
            // Of equal sizes the first row is the pivot.
            part<T> best = index < k || lane >= m ? part<T>(-1) : pivot_size(x[s], index == k);
            int at = index, winner = lane;
            largest_and_first<GROUP>(best, at, winner);
            if (lane == k) pivot_of_lane = at + 1;
            if (lane == winner) index = k;
            else if (index == k) index = at;
            const T pivot = from_group<GROUP>(x[s], winner);
            const bool regular = !(pivot == T(0)), behind = regular && index > k && lane < m;
            if (!regular && wrong == 0) wrong = k + 1;
            if (behind) x[s] = quotient(x[s], pivot);
#pragma unroll
            for (int chunk = 0; chunk < GROUP; chunk += CHUNK) {
                if (turned + chunk >= n) break;
                T row[CHUNK];
#pragma unroll
                for (int c = 0; c < CHUNK; ++c)
                    if (chunk + c > s) row[c] = from_group<GROUP>(x[chunk + c], winner);
#pragma unroll
                for (int c = 0; c < CHUNK; ++c)
                    if (chunk + c > s && turned + chunk + c < GROUP && behind) x[chunk + c] = plus(x[chunk + c], x[s], -row[c]);
            }
        }
        T first[TURN];
#pragma unroll
        for (int j = 0; j < TURN; ++j) first[j] = x[j];
#pragma unroll
        for (int j = 0; j < GROUP - TURN; ++j) x[j] = x[j + TURN];
#pragma unroll
        for (int j = 0; j < TURN; ++j) x[GROUP - TURN + j] = first[j];
    }
    if (!there) return;
#pragma unroll
    for (int j = 0; j < GROUP; ++j) {
        const int column = (j + turned) % GROUP;
        if (lane < m && column < n) to[column * m + index] = x[j];
    }
    if (lane < count) pivots[lane] = pivot_of_lane;
    if (lane == 0) *info = wrong;
}

//:: block_cholesky needs lanes held_matrix has block_cholesky
// Cholesky factorisation in place, of the lower triangle; `info` is the order of the first leading minor that is not
// positive, or 0. One block barrier per column, as in `block_lu`.
template <int THREADS, int GROUP, int CAPACITY, int ROWS, class T>
inline void block_cholesky(const T* from, T* to, long long* info, int n) {
    constexpr int GROUPS = THREADS / GROUP;
    __shared__ T scratch[CAPACITY > 0 ? CAPACITY : 1];
    const int lane = threadIdx.x % GROUP, group = threadIdx.x / GROUP;
    T* a = CAPACITY > 0 ? scratch : to;
    const int step = CAPACITY > 0 ? n | 1 : n;
    copy_matrix<THREADS>(a, step, from, n, n, n);
    T done[ROWS];
    const auto write = [&](int k) {
        if (k % GROUPS != group) return;
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int i = r * GROUP + lane;
            if (i >= k && i < n) a[k * step + i] = done[r];
        }
    };
    long long wrong = 0;
    for (int k = 0; k < n; ++k) {
        __syncthreads();
        if (k > 0) write(k - 1);
        const T* column = a + k * step;
        const part<T> square = real_part(column[k]), root = sqrt(square), inverse = part<T>(1) / root;
        // The comparison is false for NaN.
        if (!(square > part<T>(0))) {
            wrong = k + 1;
            break;
        }
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int i = r * GROUP + lane;
            done[r] = i == k ? T(root) : i > k && i < n ? times(column[i], inverse) : T(0);
        }
        for (int j = k + 1 + (group + GROUPS - (k + 1) % GROUPS) % GROUPS; j < n; j += GROUPS) {
            T* own = a + j * step;
            const T factor = -conjugate(times(column[j], inverse));
            T x[ROWS];
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const int i = r * GROUP + lane;
                x[r] = i >= j && i < n ? own[i] : T(0);
            }
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const int i = r * GROUP + lane;
                if (i >= j && i < n) own[i] = plus(x[r], done[r], factor);
            }
        }
    }
    __syncthreads();
    if (wrong == 0) write(n - 1);
    __syncthreads();
    copy_matrix<THREADS>(to, n, (const T*)a, step, n, n);
    if (threadIdx.x == 0) *info = wrong;
}

//:: triangle needs lanes has Triangle
// A triangle of a matrix, and its solve for columns that a group of lanes holds: row i in lane i % GROUP.
template <class T> struct Triangle {
    const T* a;
    int step, n;
    bool lower, unit, transposed, conjugated;

    inline T at(int row, int column) const {
        const T element = transposed ? a[row * step + column] : a[column * step + row];
        return conjugated ? conjugate(element) : element;
    }
    // Both alternatives are read before one is selected: selecting the location would make the compiler put the columns
    // in local memory.
    template <int GROUP, int ROWS, int COLUMNS> inline void solve(T (&x)[COLUMNS][ROWS]) const {
        const int lane = threadIdx.x % GROUP;
        const bool forward = lower != transposed;
        for (int count = 0; count < n; ++count) {
            const int k = forward ? count : n - 1 - count;
            T diagonal = unit ? T(1) : at(k, k);
            T found[COLUMNS];
#pragma unroll
            for (int c = 0; c < COLUMNS; ++c) {
                T own = x[c][0];
#pragma unroll
                for (int r = 1; r < ROWS; ++r) {
                    const T other = x[c][r];
                    own = k / GROUP == r ? other : own;
                }
                found[c] = from_group<GROUP>(own, k % GROUP);
            }
            if (!unit) {
                // A division takes as long as many products: each column is divided by its own lane.
                T own = found[0];
#pragma unroll
                for (int c = 1; c < COLUMNS; ++c) {
                    const T other = found[c];
                    own = lane % COLUMNS == c ? other : own;
                }
                own = quotient(own, diagonal);
#pragma unroll
                for (int c = 0; c < COLUMNS; ++c) found[c] = COLUMNS > 1 ? from_group<GROUP>(own, c) : own;
            }
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const int i = r * GROUP + lane;
                const bool behind = forward ? i > k && i < n : i < k;
                const T factor = behind ? -at(i, k) : T(0);
#pragma unroll
                for (int c = 0; c < COLUMNS; ++c) {
                    const T value = x[c][r], next = plus(value, factor, found[c]);
                    x[c][r] = i == k ? found[c] : behind ? next : value;
                }
            }
        }
    }
};

//:: block_solve needs triangle held_matrix has block_solve
// Solves for `count` columns of n rows by a triangle, or by LU factors where there are pivots. This is block `block` of
// the `parts` blocks that share a matrix.
template <int THREADS, int GROUP, int CAPACITY, int ROWS, int COLUMNS, class T>
inline void block_solve(
    const T* from, T* to, int count, const T* matrix, const long long* pivots, int n, bool lower, bool unit, bool transposed,
    bool conjugated, int block, int parts
) {
    constexpr int GROUPS = THREADS / GROUP;
    __shared__ T scratch[CAPACITY > 0 ? CAPACITY : 1];
    __shared__ int order[GROUP * ROWS], others[GROUP * ROWS];
    const int lane = threadIdx.x % GROUP, group = threadIdx.x / GROUP;
    const T* a = matrix;
    int step = n;
    if (CAPACITY > 0) {
        step = n | 1;
        copy_matrix<THREADS>(scratch, step, matrix, n, n, n);
        a = scratch;
    }
    for (int i = threadIdx.x; i < n; i += THREADS) {
        order[i] = i;
        others[i] = pivots != 0 ? (int)pivots[i] - 1 : i;
    }
    __syncthreads();
    if (threadIdx.x == 0 && pivots != 0)
        for (int i = 0; i < n; ++i) {
            const int other = others[i], own = order[i];
            order[i] = order[other];
            order[other] = own;
        }
    __syncthreads();
    for (int first = block * GROUPS * COLUMNS; first < count; first += parts * GROUPS * COLUMNS) {
        const int column = first + group * COLUMNS;
        T x[COLUMNS][ROWS];
#pragma unroll
        for (int c = 0; c < COLUMNS; ++c)
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const int i = r * GROUP + lane;
                const bool there = i < n && column + c < count;
                x[c][r] = there ? from[(long long)(column + c) * n + (transposed ? i : order[i])] : T(0);
            }
        __syncwarp();
        if (pivots == 0) {
            Triangle<T>{a, step, n, lower, unit, transposed, conjugated}.template solve<GROUP>(x);
        } else {
            // For the transpose, the upper triangle is solved first.
            for (int pass = 0; pass < 2; ++pass) {
                const bool low = (pass == 0) != transposed;
                Triangle<T>{a, step, n, low, low, transposed, conjugated}.template solve<GROUP>(x);
            }
        }
#pragma unroll
        for (int c = 0; c < COLUMNS; ++c)
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const int i = r * GROUP + lane;
                if (i < n && column + c < count) to[(long long)(column + c) * n + (transposed ? order[i] : i)] = x[c][r];
            }
    }
}
