// QR factors, eigenvalues and singular values of small matrices, by blocks and groups of lanes as in `matrices.cu`.

//:: block_qr needs lanes held_matrix has block_qr
// Householder QR in place, as LAPACK's geqrf.
template <int THREADS, int GROUP, int CAPACITY, class T>
inline void block_qr(const T* from, T* to, T* scales, int m, int n) {
    using P = part<T>;
    constexpr int GROUPS = THREADS / GROUP;
    __shared__ T scratch[CAPACITY > 0 ? CAPACITY : 1];
    const int lane = threadIdx.x % GROUP, group = threadIdx.x / GROUP;
    T* a = CAPACITY > 0 ? scratch : to;
    const int step = CAPACITY > 0 ? m | 1 : m;
    copy_matrix<THREADS>(a, step, from, m, m, n);
    __syncthreads();
    for (int k = 0; k < m && k < n; ++k) {
        T* column = a + k * step;
        const T first = column[k];
        P largest = 0;
        for (int i = k + 1 + lane; i < m; i += GROUP) largest = fmax(largest, extent_of(column[i]));
        largest = largest_of_group<GROUP>(largest);
        // Scaled by a power of two, which is exact: squares and reciprocals of the column itself may overflow or
        // underflow.
        const P scale = unit_scale(fmax(largest, extent_of(first)));
        const bool reflects = largest > P(0) || imaginary_part(first) != P(0);
        T tau = zero<T>(), inverse = zero<T>();
        P beta = real_part(first);
        // An element of the reflection's vector.
        const auto vector_of = [&](T element) { return times(element, scale) * inverse; };
        if (reflects) {
            P sum = 0;
            for (int i = k + 1 + lane; i < m; i += GROUP) sum = plus_square(sum, times(column[i], scale));
            sum = sum_group<GROUP>(sum);
            const T head = times(first, scale);
            const P multiple = -copysign(sqrt(plus_square(sum, head)), real_part(head));
            beta = multiple / scale;
            tau = times(T(multiple) - head, P(1) / multiple);
            inverse = T(1) / (head - T(multiple));
            for (int start = k + 1; start < n; start += GROUPS) {
                const int j = start + group;
                T* own = a + j * step;
                T sum = zero<T>();
                if (j < n) {
                    if (lane == 0) sum = own[k];
                    for (int i = k + 1 + lane; i < m; i += GROUP) sum = plus(sum, conjugate(vector_of(column[i])), own[i]);
                }
                sum = -(conjugate(tau) * sum_group<GROUP>(sum));
                if (j < n) {
                    if (lane == 0) own[k] = own[k] + sum;
                    for (int i = k + 1 + lane; i < m; i += GROUP) own[i] = plus(own[i], vector_of(column[i]), sum);
                }
            }
        }
        __syncthreads();
        if (reflects)
            for (int i = k + 1 + threadIdx.x; i < m; i += THREADS) column[i] = vector_of(column[i]);
        if (threadIdx.x == 0) column[k] = T(beta), scales[k] = tau;
    }
    __syncthreads();
    copy_matrix<THREADS>(to, m, (const T*)a, step, m, n);
}

//:: block_basis needs lanes held_matrix has block_basis
// The first `columns` columns of the product of `count` reflections, as LAPACK's orgqr.
template <int THREADS, int GROUP, int CAPACITY, int ROWS, int COLUMNS, class T>
inline void block_basis(const T* factored, const T* scales, T* to, int m, int columns, int count) {
    constexpr int GROUPS = THREADS / GROUP;
    __shared__ T scratch[CAPACITY > 0 ? CAPACITY : 1];
    const int lane = threadIdx.x % GROUP, group = threadIdx.x / GROUP;
    const T* v = factored;
    int step = m;
    if (CAPACITY > 0) {
        step = m | 1;
        copy_matrix<THREADS>(scratch, step, factored, m, m, count);
        v = scratch;
    }
    __syncthreads();
    for (int first = 0; first < columns; first += GROUPS * COLUMNS) {
        const int column = first + group * COLUMNS;
        T x[COLUMNS][ROWS];
#pragma unroll
        for (int c = 0; c < COLUMNS; ++c)
#pragma unroll
            for (int r = 0; r < ROWS; ++r) x[c][r] = r * GROUP + lane == column + c ? T(1) : T(0);
        // Reflections of later rows do not change these columns.
        const int last = first + GROUPS * COLUMNS < count ? first + GROUPS * COLUMNS : count;
        for (int k = last - 1; k >= 0; --k) {
            const T tau = scales[k];
            T own[ROWS];
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const int i = r * GROUP + lane;
                own[r] = i < k || i >= m ? T(0) : i == k ? T(1) : v[k * step + i];
            }
#pragma unroll
            for (int c = 0; c < COLUMNS; ++c) {
                T sum = zero<T>();
#pragma unroll
                for (int r = 0; r < ROWS; ++r) sum = plus(sum, conjugate(own[r]), x[c][r]);
                sum = -(tau * sum_group<GROUP>(sum));
#pragma unroll
                for (int r = 0; r < ROWS; ++r) x[c][r] = plus(x[c][r], own[r], sum);
            }
        }
#pragma unroll
        for (int c = 0; c < COLUMNS; ++c)
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const int i = r * GROUP + lane;
                if (i < m && column + c < columns) to[(long long)(column + c) * m + i] = x[c][r];
            }
    }
}

//:: jacobi needs lanes has orthogonalize
// The norm up to which a column counts as zero in a matrix whose largest element is of the order of one. A column in
// the span of others becomes rounding errors, and rotating these would leave smaller ones for ever.
template <class P> inline P negligible() { return sizeof(P) == 4 ? P(1e-18) : P(1e-64); }
// The rotation of a pair of columns: tangent and cosine; false if the columns are orthogonal up to `enough`. `alpha`
// and `beta` are squared norms, `size` is the absolute value of the inner product.
template <class P> inline bool rotation(P alpha, P beta, P size, P enough, P& t, P& c) {
    if constexpr (sizeof(P) == 8) {
        // Squares of non-negligible numbers do not underflow, so three slow functions suffice instead of six.
        const P least = negligible<P>() * negligible<P>();
        if (!(alpha > least && beta > least && size * size > enough * enough * (alpha * beta))) return false;
        const P half = (beta - alpha) * P(0.5);
        t = copysign(size, half) / (fabs(half) + sqrt(fma(half, half, size * size)));
    } else {
        const P one_length = sqrt(alpha), other_length = sqrt(beta);
        const bool long_enough = one_length > negligible<P>() && other_length > negligible<P>();
        if (!(long_enough && size > enough * one_length * other_length)) return false;
        const P zeta = (beta - alpha) / (2 * size);
        // The square of a large number would overflow, and the one under the root is negligible then.
        const P root = fabs(zeta) < P(1e9) ? sqrt(fma(zeta, zeta, P(1))) : fabs(zeta);
        t = copysign(P(1), zeta) / (fabs(zeta) + root);
    }
    c = P(1) / sqrt(fma(t, t, P(1)));
    return true;
}
// The conjugate of a number, divided by its absolute value.
template <class T, class P> inline T phase_of(T gamma, P size) {
    if constexpr (!is_complex<T>) return copysign(P(1), gamma);
    else {
        // The inverse of a denormal number would overflow.
        const P up = P(1ull << 40);
        return times(times(conjugate(gamma), up), P(1) / (size * up));
    }
}
// One-sided Jacobi (Hestenes 1958): rotates pairs of columns of w until all are orthogonal, and those of v alike unless
// v is null; the pairs of a round run in parallel. Returns whether it converged. A lane holds ROWS elements of a column
// in registers, unless ROWS is 0.
template <int THREADS, int GROUP, int ROWS, class T> inline bool orthogonalize(T* w, int w_step, int m, T* v, int v_step, int n) {
    using P = part<T>;
    constexpr int GROUPS = THREADS / GROUP, SWEEPS = 40;
    __shared__ int turned;
    const int lane = threadIdx.x % GROUP, group = threadIdx.x / GROUP;
    const P enough = sqrt(P(m)) * (sizeof(P) == 4 ? P(1.1920929e-7) : P(2.220446049250313e-16));
    const int players = n + n % 2, pairs = players / 2;
    // Calls `each` for each of the lane's rows among `rows`.
    const auto each_row = [&](int rows, const auto& each) {
        if constexpr (ROWS > 0) {
#pragma unroll
            for (int u = 0; u < ROWS; ++u)
                if (u * GROUP + lane < rows) each(u, u * GROUP + lane);
        } else {
            for (int r = lane; r < rows; r += GROUP) each(0, r);
        }
    };
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        __syncthreads();
        if (threadIdx.x == 0) turned = 0;
        __syncthreads();
        for (int round = 0; round < players - 1; ++round) {
            for (int first = 0; first < pairs; first += GROUPS) {
                // Round-robin schedule: one column stays, and the others rotate, so that each pair occurs once.
                const int pair = first + group;
                const int one = pair == 0 ? players - 1 : (round + pair) % (players - 1);
                const int other = (round + players - 1 - pair) % (players - 1);
                const int i = one < other ? one : other, j = one < other ? other : one;
                const bool there = pair < pairs && j < n;
                T *wi = w + i * w_step, *wj = w + j * w_step;
                T x[ROWS > 0 ? ROWS : 1], y[ROWS > 0 ? ROWS : 1];
                P alpha = 0, beta = 0;
                T gamma = T(0);
                if (ROWS > 0 && there) each_row(m, [&](int u, int r) { x[u] = wi[r], y[u] = wj[r]; });
                if (there)
                    each_row(m, [&](int u, int r) {
                        if (ROWS == 0) x[u] = wi[r], y[u] = wj[r];
                        alpha = plus_square(alpha, x[u]);
                        beta = plus_square(beta, y[u]);
                        gamma = plus(gamma, conjugate(x[u]), y[u]);
                    });
                alpha = sum_group<GROUP>(alpha);
                beta = sum_group<GROUP>(beta);
                gamma = sum_group<GROUP>(gamma);
                const P size = absolute(gamma);
                P t, c;
                if (there && rotation(alpha, beta, size, enough, t, c)) {
                    turned = 1;
                    const P s = c * t;
                    const T phase = phase_of(gamma, size), cosine = T(c), sine = T(s);
                    each_row(m, [&](int u, int r) {
                        const T a = ROWS > 0 ? x[u] : wi[r], b = (ROWS > 0 ? y[u] : wj[r]) * phase;
                        wi[r] = plus(times(a, c), -sine, b);
                        wj[r] = plus(times(a, s), cosine, b);
                    });
                    if (v != 0) {
                        T *vi = v + i * v_step, *vj = v + j * v_step;
                        if (ROWS > 0) each_row(n, [&](int u, int r) { x[u] = vi[r], y[u] = vj[r]; });
                        each_row(n, [&](int u, int r) {
                            const T a = ROWS > 0 ? x[u] : vi[r], b = (ROWS > 0 ? y[u] : vj[r]) * phase;
                            vi[r] = plus(times(a, c), -sine, b);
                            vj[r] = plus(times(a, s), cosine, b);
                        });
                    }
                }
            }
            __syncthreads();
        }
        if (turned == 0) return true;
    }
    return false;
}
// The position of the i-th value in descending order, or in ascending order; equal values keep their order.
template <class P> inline int rank_of(const P* values, int n, int i, bool ascending) {
    int rank = 0;
    for (int j = 0; j < n; ++j) {
        const bool before = ascending ? values[j] < values[i] : values[j] > values[i];
        rank += before || values[j] == values[i] && j < i;
    }
    return rank;
}

//:: block_svd needs jacobi held_matrix has block_svd
// The SVD of a matrix with at least as many rows as columns. HELD is what shared memory holds: nothing, the matrix, or
// the right vectors too; the rest is in `space`. `count` is the number of left vectors to compute, 0 for none.
template <int THREADS, int GROUP, int ROWS, int CAPACITY, int HELD, class T>
inline void block_svd(
    const T* from, part<T>* values, T* u, T* vh, long long* info, T* space, int m, int n, int count
) {
    using P = part<T>;
    constexpr int GROUPS = THREADS / GROUP;
    __shared__ T scratch[CAPACITY > 0 ? CAPACITY : 1];
    __shared__ P lengths[256];
    __shared__ int indices[256];
    const int lane = threadIdx.x % GROUP, group = threadIdx.x / GROUP;
    const int step = HELD > 0 ? m | 1 : m;
    T* w = HELD > 0 ? scratch : space;
    T* v = count == 0 ? (T*)0 : HELD == 2 ? scratch + step * n : HELD == 1 ? space : space + m * n;
    P largest = 0;
    for (int at = threadIdx.x; at < m * n; at += THREADS) largest = fmax(largest, extent_of(from[at]));
    largest = largest_of_block<THREADS>(largest);
    const bool finite = largest < P(1) / P(0);
    const P scale = finite ? unit_scale(largest) : P(1);
    for (int at = threadIdx.x; at < m * n; at += THREADS) {
        const int column = at / m;
        w[column * step + at - column * m] = times(from[at], scale);
    }
    if (v != 0)
        for (int at = threadIdx.x; at < n * n; at += THREADS) v[at] = at / n == at % n ? T(1) : T(0);
    __syncthreads();
    const bool found = finite && orthogonalize<THREADS, GROUP, ROWS>(w, step, m, v, n, n);
    if (!found) {
        const P nan = P(0) / P(0);
        for (int i = threadIdx.x; i < n; i += THREADS) values[i] = nan;
        for (int i = threadIdx.x; i < m * count; i += THREADS) u[i] = T(nan);
        for (int i = threadIdx.x; count > 0 && i < n * n; i += THREADS) vh[i] = T(nan);
        if (threadIdx.x == 0) *info = 1;
        return;
    }
    for (int start = 0; start < n; start += GROUPS) {
        const int i = start + group;
        P sum = 0;
        if (i < n)
            for (int r = lane; r < m; r += GROUP) sum = plus_square(sum, w[i * step + r]);
        sum = sum_group<GROUP>(sum);
        if (i < n && lane == 0) lengths[i] = sqrt(sum);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += THREADS) {
        const int index = rank_of(lengths, n, i, false);
        indices[i] = index;
        values[index] = lengths[i] / scale;
    }
    if (threadIdx.x == 0) *info = 0;
    if (count == 0) return;
    __syncthreads();
    // Vectors of negligible norm are replaced.
    const P least = negligible<P>();
    int good = 0;
    for (int i = 0; i < n; ++i) good += lengths[i] > least;
    for (int at = threadIdx.x; at < m * n; at += THREADS) {
        const int i = at / m, r = at - i * m;
        if (lengths[i] > least) u[indices[i] * m + r] = times(w[i * step + r], P(1) / lengths[i]);
    }
    for (int at = threadIdx.x; at < n * n; at += THREADS) {
        const int i = at / n, r = at - i * n;
        vh[r * n + indices[i]] = conjugate(v[at]);
    }
    __syncthreads();
    // The rest of the basis by Gram-Schmidt, twice, from unit vectors whose remainder is long enough.
    if (threadIdx.x >= 32) return;
    int trial = 0;
    for (int column = good; column < count; ++column) {
        T* own = u + column * m;
        for (int tries = 1;; ++tries) {
            const int unit = trial++ % m;
            P square = 0;
            for (int r = threadIdx.x; r < m; r += 32) {
                T rest = r == unit ? T(1) : T(0);
                for (int i = 0; i < column; ++i) rest = plus(rest, -u[i * m + r], conjugate(u[i * m + unit]));
                own[r] = rest;
                square = plus_square(square, rest);
            }
            if (sum_group<32>(square) * (2 * m) >= P(m - column) || tries >= m) break;
        }
        for (int i = 0; i < column; ++i) {
            T sum = T(0);
            for (int r = threadIdx.x; r < m; r += 32) sum = plus(sum, conjugate(u[i * m + r]), own[r]);
            sum = -sum_group<32>(sum);
            for (int r = threadIdx.x; r < m; r += 32) own[r] = plus(own[r], u[i * m + r], sum);
        }
        P square = 0;
        for (int r = threadIdx.x; r < m; r += 32) square = plus_square(square, own[r]);
        const P length = sqrt(sum_group<32>(square));
        for (int r = threadIdx.x; r < m; r += 32) own[r] = times(own[r], P(1) / length);
        __syncwarp();
    }
}

//:: block_eigh needs jacobi held_matrix has block_eigh
// A scaled Hermitian matrix, of which one triangle is read.
template <class T> struct Hermitian {
    const T* a;
    part<T> scale;
    int n;
    bool lower;

    inline T at(int row, int column) const {
        const bool own = lower ? row >= column : row <= column;
        const T element = times(own ? a[column * n + row] : conjugate(a[row * n + column]), scale);
        return row == column ? T(real_part(element)) : element;
    }
    // A row times a vector.
    inline T times_vector(int row, const T* v) const {
        T sum = zero<T>();
        for (int k = 0; k < n; ++k) sum = plus(sum, at(row, k), v[k]);
        return sum;
    }
};
// The eigenvalues of a Hermitian matrix. A shift by a multiple of the identity makes it positive definite and well
// conditioned, so that its left singular vectors, which one-sided Jacobi computes, are its eigenvectors. Where shared
// memory is too small, the matrix is in `space`.
template <int THREADS, int GROUP, int ROWS, int CAPACITY, class T>
inline void block_eigh(
    const T* from, part<T>* values, T* vectors, long long* info, T* space, int n, bool lower, bool wanted
) {
    using P = part<T>;
    constexpr int GROUPS = THREADS / GROUP, OWN_ROWS = ROWS > 0 ? ROWS : 256 / GROUP;
    __shared__ T scratch[CAPACITY > 0 ? CAPACITY : 1];
    __shared__ P found[256];
    __shared__ int indices[256];
    const int lane = threadIdx.x % GROUP, group = threadIdx.x / GROUP;
    const int step = CAPACITY > 0 ? n | 1 : n;
    T* w = CAPACITY > 0 ? scratch : space;
    Hermitian<T> a{from, P(1), n, lower};
    P largest = 0;
    for (int at = threadIdx.x; at < n * n; at += THREADS) largest = fmax(largest, extent_of(a.at(at % n, at / n)));
    largest = largest_of_block<THREADS>(largest);
    const bool finite = largest < P(1) / P(0);
    P bound = 0;
    if (finite) {
        a.scale = unit_scale(largest);
        for (int i = threadIdx.x; i < n; i += THREADS) {
            P sum = 0;
            for (int j = 0; j < n; ++j) sum += taxicab(a.at(i, j));
            bound = fmax(bound, sum);
        }
    }
    bound = largest_of_block<THREADS>(bound);
    // Slightly more than the bound: a much shorter column would be lost in the rounding errors of the others, and a
    // large shift loses the vectors.
    const P shift = bound > P(0) ? bound * P(1.25) : P(1);
    for (int at = threadIdx.x; at < n * n; at += THREADS) {
        const int j = at / n, i = at - j * n;
        w[j * step + i] = i == j ? a.at(i, j) + T(shift) : a.at(i, j);
    }
    // Calls `each` for each column of the group, with its squared norm.
    const auto each_column = [&](const auto& each) {
        for (int start = 0; start < n; start += GROUPS) {
            const int j = start + group;
            P square = 0;
            if (j < n)
                for (int r = lane; r < n; r += GROUP) square = plus_square(square, w[j * step + r]);
            each(j, sum_group<GROUP>(square));
        }
    };
    bool converged = finite;
    for (int pass = 0; pass < 2 && converged; ++pass) {
        // The second pass starts from the matrix times the vectors of the first, without the rounding errors of its
        // rotations.
        if (pass == 1)
            each_column([&](int j, P square) {
                T* own = w + j * step;
                const P inverse = P(1) / sqrt(square);
                T image[OWN_ROWS];
#pragma unroll
                for (int u = 0; u < OWN_ROWS; ++u) {
                    const int r = u * GROUP + lane;
                    if (j < n && r < n) image[u] = times(plus(a.times_vector(r, own), own[r], T(shift)), inverse);
                }
                __syncwarp();
#pragma unroll
                for (int u = 0; u < OWN_ROWS; ++u) {
                    const int r = u * GROUP + lane;
                    if (j < n && r < n) own[r] = image[u];
                }
            });
        __syncthreads();
        converged = orthogonalize<THREADS, GROUP, ROWS>(w, step, n, (T*)0, 0, n);
    }
    if (!converged) {
        const P nan = P(0) / P(0);
        for (int i = threadIdx.x; i < n; i += THREADS) values[i] = nan;
        for (int i = threadIdx.x; wanted && i < n * n; i += THREADS) vectors[i] = T(nan);
        // A matrix with elements that are not finite has NaN eigenvalues, which is no failure.
        if (threadIdx.x == 0) *info = finite;
        return;
    }
    each_column([&](int j, P square) {
        T* own = w + j * step;
        P sum = 0;
        if (j < n)
            for (int r = lane; r < n; r += GROUP) sum += real_part(conjugate(own[r]) * a.times_vector(r, own));
        sum = sum_group<GROUP>(sum);
        if (j < n && lane == 0) found[j] = sum / square;
        __syncwarp();
        if (j < n)
            for (int r = lane; r < n; r += GROUP) own[r] = times(own[r], P(1) / sqrt(square));
    });
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += THREADS) {
        const int index = rank_of(found, n, i, true);
        indices[i] = index;
        values[index] = found[i] / a.scale;
    }
    if (threadIdx.x == 0) *info = 0;
    if (!wanted) return;
    __syncthreads();
    for (int at = threadIdx.x; at < n * n; at += THREADS) {
        const int j = at / n, r = at - j * n;
        vectors[indices[j] * n + r] = w[j * step + r];
    }
}
