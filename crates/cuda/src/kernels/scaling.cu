// Scaling of matrices by powers of two, to the order of one, before a library factors them. Complex numbers are pairs
// of real ones here.

//:: matrix_scaling needs lanes has measure_exponent scale_by_two
// Whether an element of a matrix is in the region: 0 the whole matrix, 1 its lower triangle, 2 its upper one. `parts`
// are the real numbers per element.
inline bool in_region(long long at, long long rows, int parts, int region) {
    const long long column = at / rows, row = (at - column * rows) / parts;
    return region == 0 || (region == 1 ? row >= column : row <= column);
}
// Raises `word` to the exponent of the largest element plus 2000; 4000 if an element is not finite, 0 if all are zero.
template <int THREADS, class P>
inline void measure_exponent(
    const P* from, unsigned* word, long long size, long long rows, int parts, int region, int block, int blocks
) {
    P largest = P(0);
    for (long long at = (long long)block * THREADS + threadIdx.x; at < size; at += (long long)blocks * THREADS)
        if (in_region(at, rows, parts, region)) largest = fmax(largest, extent_of(from[at]));
    largest = largest_of_block<THREADS>(largest);
    if (threadIdx.x != 0 || !(largest > P(0))) return;
    int exponent = 2000;
    if (largest < P(1) / P(0)) frexp(largest, &exponent);
    atomicMax(word, (unsigned)(exponent + 2000));
}
// The exponent of the scaling: it takes a small largest element to one, and one above 2^high to 2^high.
inline int shift_of(unsigned word, int low, int high, bool even) {
    const int exponent = (int)word - 2000;
    if (word == 0 || word == 4000) return 0;
    const int shift = exponent < low ? -exponent : exponent > high ? high - exponent : 0;
    return even ? shift & ~1 : shift;
}
// Writes the elements, scaled within the region. Imaginary parts of a pair of eigenvalues do not underflow to zero.
template <int THREADS, class P>
inline void scale_by_two(
    P* to, const P* from, int shift, long long size, long long rows, int parts, int region, bool pairs, int block, int blocks
) {
    if (shift == 0 && to == from) return;
    for (long long at = (long long)block * THREADS + threadIdx.x; at < size; at += (long long)blocks * THREADS) {
        const P value = from[at];
        P scaled = shift != 0 && in_region(at, rows, parts, region) ? ldexp(value, shift) : value;
        if (pairs && at % 2 == 1 && scaled == P(0) && value != P(0))
            scaled = copysign(sizeof(P) == 4 ? P(1.40129846e-45) : P(4.9406564584124654e-324), value);
        to[at] = scaled;
    }
}
