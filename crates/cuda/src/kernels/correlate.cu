// One-dimensional correlation of a line with weights.

//:: correlate needs number order zero has correlate
// The sum plus a product, by fused multiply-add where the type has one.
template <class T> inline T one_more(T sum, T x, T weight) { return add(sum, multiply(x, weight)); }
inline float one_more(float sum, float x, float weight) { return fma(x, weight, sum); }
inline double one_more(double sum, double x, double weight) { return fma(x, weight, sum); }
// A block computes a tile of results, each thread OWN neighbouring ones from a sliding window of the line in registers.
// A part of the line and WEIGHTS weights at a time are in shared memory; the part has a gap after every OWN elements to
// avoid bank conflicts. Elements outside the line are zero there, and are left out where a weight is not finite: zero
// times infinity is NaN.
template <class T, bool INEXACT, int OWN, int THREADS, int WEIGHTS>
inline void correlate(const T* line, Index line_step, Index size, const T* weights, Index weights_step, Index count, Index before,
                      T* out, Index out_step, Index length) {
    constexpr int tile = OWN * THREADS, reach = tile + WEIGHTS;
    __shared__ alignas(16) unsigned char line_bytes[(reach + reach / OWN + 1) * sizeof(T)];
    __shared__ alignas(16) unsigned char weight_bytes[WEIGHTS * sizeof(T)];
    T* const x = (T*)line_bytes;
    T* const w = (T*)weight_bytes;
    const auto gapped = [](int i) { return i + i / OWN; };
    const Index begin = (Index)blockIdx.x * tile, first = begin - before;
    const int own = threadIdx.x * OWN;
    T sums[OWN];
#pragma unroll
    for (int u = 0; u < OWN; ++u) sums[u] = zero<T>();
    // The range of weights that overlap the line.
    const Index low = first + tile - 1 < 0 ? -(first + tile - 1) : 0, high = count < size - first ? count : size - first;
    for (Index k = low; k < high; k += WEIGHTS) {
        const int some = high - k < WEIGHTS ? (int)(high - k) : WEIGHTS;
        bool nonfinite = false;
        __syncthreads();
        for (int i = threadIdx.x; i < reach; i += THREADS) {
            const Index at = first + k + i;
            x[gapped(i)] = at >= 0 && at < size ? line[at * line_step] : zero<T>();
        }
        for (int i = threadIdx.x; i < some; i += THREADS) {
            w[i] = weights[(k + i) * weights_step];
            if constexpr (INEXACT) nonfinite = nonfinite || !is_finite(w[i]);
        }
        const bool inside = first + k >= 0 && first + k + tile + some - 1 <= size;
        if (__syncthreads_or(nonfinite && !inside)) {
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
