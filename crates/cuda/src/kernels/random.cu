// Random numbers, bit by bit as cuprust_num::random defines them.

//:: philox has philox
inline void philox(unsigned* words, unsigned long long seed, unsigned long long counter, unsigned trial = 0) {
    unsigned k0 = (unsigned)seed, k1 = (unsigned)(seed >> 32);
    unsigned c0 = (unsigned)counter, c1 = (unsigned)(counter >> 32), c2 = trial, c3 = 0;
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        const unsigned low_a = 0xd2511f53u * c0, high_a = __umulhi(0xd2511f53u, c0);
        const unsigned low_b = 0xcd9e8d57u * c2, high_b = __umulhi(0xcd9e8d57u, c2);
        c0 = high_b ^ c1 ^ k0;
        c1 = low_b;
        c2 = high_a ^ c3 ^ k1;
        c3 = low_a;
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    words[0] = c0, words[1] = c1, words[2] = c2, words[3] = c3;
}

//:: uniform has uniform_single uniform_double uniform_half uniform_bfloat normal_single normal_double
inline float uniform_single(unsigned word) { return (float)(int)(word >> 8) * 5.9604644775390625e-8f; }
inline double uniform_double(unsigned first, unsigned second) {
    return (double)((long long)(first >> 5) * 67108864 + (long long)(second >> 6)) * 1.1102230246251565404e-16;
}
inline float uniform_half(unsigned word) { return (float)(int)(word >> 21) * 0.00048828125f; }
inline float uniform_bfloat(unsigned word) { return (float)(int)(word >> 24) * 0.00390625f; }

//:: normal needs uniform has normal_single normal_double
// A pair of the Box-Muller transform. For all words the angle is small and the radius argument is neither subnormal nor
// infinite: written so that the compiler can see it, the slow paths of sincosf and logf are eliminated.
inline void normal_single(float* pair, unsigned first, unsigned second) {
    const float share = (float)((int)(first >> 8) + 1) * 5.9604644775390625e-8f;
    if (share < 1.17549435082228750797e-38f) return;
    __builtin_assume(__float_as_uint(share) < 0x7f800000u);
    const float radius = sqrtf(-2.0f * logf(share));
    // Both factors are exact, and so is their product.
    const float angle = (float)(int)(second >> 8) * (6.28318530717958647692f * 5.9604644775390625e-8f);
    __builtin_assume(!(fabsf(angle) >= 105615.0f));
    float sine, cosine;
    sincosf(angle, &sine, &cosine);
    pair[0] = radius * cosine;
    pair[1] = radius * sine;
}
inline void normal_double(double* pair, const unsigned* words) {
    const long long bits = (long long)(words[0] >> 5) * 67108864 + (long long)(words[1] >> 6) + 1;
    const double radius = sqrt(-2.0 * log((double)bits * 1.1102230246251565404e-16));
    const double angle = uniform_double(words[2], words[3]) * 6.28318530717958647692;
    __builtin_assume(!(fabs(angle) >= 2147483648.0));
    double sine, cosine;
    sincos(angle, &sine, &cosine);
    pair[0] = radius * cosine;
    pair[1] = radius * sine;
}

//:: integer_draw needs philox has integer_draw
// From `low` to `low + span`: the high half of the product of `span + 1` and a 64-bit number, computed as number * span
// + number. To be unbiased, a number whose low half is below the threshold is drawn again, from the same position of
// its counter's next block.
inline unsigned long long integer_draw(
    unsigned first, unsigned second, unsigned long long low, unsigned long long span, unsigned long long seed,
    unsigned long long counter, bool odd) {
    const unsigned long long values = span + 1;
    unsigned long long bits = (unsigned long long)first | (unsigned long long)second << 32;
    if (bits * values < values) {
        const unsigned long long least = (0ull - values) % values;
        for (unsigned trial = 1; bits * values < least; ++trial) {
            unsigned words[4];
            philox(words, seed, counter, trial);
            bits = odd ? (unsigned long long)words[2] | (unsigned long long)words[3] << 32
                       : (unsigned long long)words[0] | (unsigned long long)words[1] << 32;
        }
    }
    const unsigned long long product = bits * span;
    return low + __umul64hi(bits, span) + (product + bits < product);
}
