// Sums of products of a line and of weights that are moved along it.

//:: correlate needs number order zero has correlate
// A sum and one more product, which is rounded with it.
template <class T> inline T one_more(T sum, T x, T weight) { return add(sum, multiply(x, weight)); }
inline float one_more(float sum, float x, float weight) { return fma(x, weight, sum); }
inline double one_more(double sum, double x, double weight) { return fma(x, weight, sum); }
// A block makes the sums of a tile, each thread OWN neighbours, for which it holds in registers what of the line they have in common. The
// line's part and the weights lie in shared memory, so many weights at a time; the part has a gap behind each OWN elements, so that lanes
// meet different banks. What lies outside of the line is zero there: a weight that is not finite must not meet that.
template <class T, bool INEXACT, int OWN, int THREADS, int WEIGHTS>
inline void correlate(const T* line, Index line_step, Index size, const T* weights, Index weights_step, Index count, Index before,
                      T* out, Index out_step, Index length) {
    constexpr int tile = OWN * THREADS, reach = tile + WEIGHTS;
    __shared__ alignas(16) unsigned char line_room[(reach + reach / OWN + 1) * sizeof(T)];
    __shared__ alignas(16) unsigned char weights_room[WEIGHTS * sizeof(T)];
    T* const x = (T*)line_room;
    T* const w = (T*)weights_room;
    const auto gapped = [](int i) { return i + i / OWN; };
    const Index begin = (Index)blockIdx.x * tile, first = begin - before;
    const int own = threadIdx.x * OWN;
    T sums[OWN];
#pragma unroll
    for (int u = 0; u < OWN; ++u) sums[u] = zero<T>();
    // The weights that meet the line at all.
    const Index low = first + tile - 1 < 0 ? -(first + tile - 1) : 0, high = count < size - first ? count : size - first;
    for (Index k = low; k < high; k += WEIGHTS) {
        const int some = high - k < WEIGHTS ? (int)(high - k) : WEIGHTS;
        bool strange = false;
        __syncthreads();
        for (int i = threadIdx.x; i < reach; i += THREADS) {
            const Index at = first + k + i;
            x[gapped(i)] = at >= 0 && at < size ? line[at * line_step] : zero<T>();
        }
        for (int i = threadIdx.x; i < some; i += THREADS) {
            w[i] = weights[(k + i) * weights_step];
            if constexpr (INEXACT) strange = strange || !is_finite(w[i]);
        }
        const bool inside = first + k >= 0 && first + k + tile + some - 1 <= size;
        if (__syncthreads_or(strange && !inside)) {
            for (int i = 0; i < some; ++i)
                for (int u = 0; u < OWN; ++u) {
                    const Index at = first + k + own + u + i;
                    if (at >= 0 && at < size) sums[u] = one_more(sums[u], x[gapped(own + u + i)], w[i]);
                }
            continue;
        }
        T held[2 * OWN], by[OWN];
#pragma unroll
        for (int u = 0; u < OWN; ++u) held[u] = x[gapped(own + u)];
        int i = 0;
#pragma unroll 1
        for (; i + OWN <= some; i += OWN) {
#pragma unroll
            for (int u = 0; u < OWN; ++u) {
                held[OWN + u] = x[gapped(own + i + OWN + u)];
                by[u] = w[i + u];
            }
#pragma unroll
            for (int j = 0; j < OWN; ++j)
#pragma unroll
                for (int u = 0; u < OWN; ++u) sums[u] = one_more(sums[u], held[u + j], by[j]);
#pragma unroll
            for (int u = 0; u < OWN; ++u) held[u] = held[OWN + u];
        }
#pragma unroll 1
        for (; i < some; ++i)
#pragma unroll
            for (int u = 0; u < OWN; ++u) sums[u] = one_more(sums[u], x[gapped(own + i + u)], w[i]);
    }
#pragma unroll
    for (int u = 0; u < OWN; ++u)
        if (begin + own + u < length) out[(begin + own + u) * out_step] = sums[u];
}
