// Products of a sparse matrix in CSR form and dense columns.

//:: sparse_product needs number zero words has sparse_product
template <class T> inline T from_lane_below(const T& value, int distance, int width) {
    unsigned words[words_of<T>];
    to_words(words, value);
#pragma unroll
    for (int i = 0; i < words_of<T>; ++i) words[i] = __shfl_down_sync(0xffffffffu, words[i], distance, width);
    T other;
    from_words(words, other);
    return other;
}
// LANES lanes compute one element of the output: each sums every LANES-th product, and the partial sums are added in a
// fixed order. Column indices out of bounds are skipped: they were checked when the matrix was made.
template <int LANES, class T, class I, class IndexOf>
inline void sparse_product(const T* data, Index data_step, const I* columns, Index columns_step, const I* starts, Index starts_step,
                           Index count, Index extent, Index row, bool live, IndexOf index, T* out) {
    const int lane = threadIdx.x % LANES;
    long long k = 0, end = 0;
    if (live) {
        k = starts[row * starts_step];
        end = starts[(row + 1) * starts_step];
        if (k < 0) k = 0;
        if (end > count) end = count;
    }
    T sum = zero<T>();
#pragma unroll 4
    for (k += lane; k < end; k += LANES) {
        const long long column = columns[(Index)k * columns_step];
        if (column < 0 || column >= extent) continue;
        const T x = *index((Index)column), y = data[(Index)k * data_step];
        if constexpr (same<T, bool>) sum = sum || (x && y);
        else sum = add(sum, multiply(y, x));
    }
#pragma unroll
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        const T other = from_lane_below(sum, distance, LANES);
        if constexpr (same<T, bool>) sum = sum || other;
        else sum = add(sum, other);
    }
    if (live && lane == 0) *out = sum;
}
