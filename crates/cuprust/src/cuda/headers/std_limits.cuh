// The headers limits and cfloat of C++, as far as kernels use them, for a compiler that has no headers of C++.
#pragma once

#ifndef FLT_MAX
#define FLT_RADIX 2
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MIN 1.17549435e-38F
#define FLT_MAX 3.40282347e+38F
#define FLT_EPSILON 1.19209290e-7F
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MIN 2.2250738585072014e-308
#define DBL_MAX 1.7976931348623157e+308
#define DBL_EPSILON 2.2204460492503131e-16
#endif

namespace std {
template <class T> struct numeric_limits {
    static constexpr bool is_specialized = false;
};

#define CUPRUST_LIMITS_OF_INTEGER_(T, signed_, least, most, bits)                                           \
    template <> struct numeric_limits<T> {                                                                  \
        static constexpr bool is_specialized = true, is_integer = true, is_exact = true, is_signed = signed_; \
        static constexpr bool has_infinity = false, has_quiet_NaN = false, is_bounded = true;               \
        static constexpr int digits = bits, digits10 = bits * 30103 / 100000, radix = 2;                    \
        __host__ __device__ static constexpr T min() { return least; }                                      \
        __host__ __device__ static constexpr T max() { return most; }                                       \
        __host__ __device__ static constexpr T lowest() { return least; }                                   \
        __host__ __device__ static constexpr T epsilon() { return 0; }                                      \
        __host__ __device__ static constexpr T infinity() { return 0; }                                     \
        __host__ __device__ static constexpr T quiet_NaN() { return 0; }                                    \
    };
#define CUPRUST_LIMITS_OF_SIGNED_(T) \
    CUPRUST_LIMITS_OF_INTEGER_(T, true, static_cast<T>(1ULL << (8 * sizeof(T) - 1)), static_cast<T>(~(1ULL << (8 * sizeof(T) - 1))), 8 * int(sizeof(T)) - 1)
#define CUPRUST_LIMITS_OF_UNSIGNED_(T) CUPRUST_LIMITS_OF_INTEGER_(T, false, 0, static_cast<T>(~0ULL), 8 * int(sizeof(T)))
CUPRUST_LIMITS_OF_INTEGER_(bool, false, false, true, 1)
CUPRUST_LIMITS_OF_INTEGER_(char, char(-1) < char(0), char(char(-1) < char(0) ? -128 : 0), char(char(-1) < char(0) ? 127 : 255),
                           char(-1) < char(0) ? 7 : 8)
CUPRUST_LIMITS_OF_SIGNED_(signed char)
CUPRUST_LIMITS_OF_SIGNED_(short)
CUPRUST_LIMITS_OF_SIGNED_(int)
CUPRUST_LIMITS_OF_SIGNED_(long)
CUPRUST_LIMITS_OF_SIGNED_(long long)
CUPRUST_LIMITS_OF_UNSIGNED_(unsigned char)
CUPRUST_LIMITS_OF_UNSIGNED_(unsigned short)
CUPRUST_LIMITS_OF_UNSIGNED_(unsigned int)
CUPRUST_LIMITS_OF_UNSIGNED_(unsigned long)
CUPRUST_LIMITS_OF_UNSIGNED_(unsigned long long)
#undef CUPRUST_LIMITS_OF_UNSIGNED_
#undef CUPRUST_LIMITS_OF_SIGNED_
#undef CUPRUST_LIMITS_OF_INTEGER_

#define CUPRUST_LIMITS_OF_FLOAT_(T, least, most, step, low, bits, tens, inf, nan)                            \
    template <> struct numeric_limits<T> {                                                                   \
        static constexpr bool is_specialized = true, is_integer = false, is_exact = false, is_signed = true; \
        static constexpr bool has_infinity = true, has_quiet_NaN = true, is_bounded = true, is_iec559 = true; \
        static constexpr int digits = bits, digits10 = tens, radix = 2;                                      \
        __host__ __device__ static constexpr T min() { return least; }                                       \
        __host__ __device__ static constexpr T max() { return most; }                                        \
        __host__ __device__ static constexpr T lowest() { return -most; }                                    \
        __host__ __device__ static constexpr T epsilon() { return step; }                                    \
        __host__ __device__ static constexpr T denorm_min() { return low; }                                  \
        __device__ static T infinity() { return inf; }                                                       \
        __device__ static T quiet_NaN() { return nan; }                                                      \
    };
CUPRUST_LIMITS_OF_FLOAT_(float, FLT_MIN, FLT_MAX, FLT_EPSILON, 1.40129846e-45F, 24, 6, __int_as_float(0x7f800000), __int_as_float(0x7fc00000))
CUPRUST_LIMITS_OF_FLOAT_(double, DBL_MIN, DBL_MAX, DBL_EPSILON, 4.9406564584124654e-324, 53, 15, \
                         __longlong_as_double(0x7ff0000000000000LL), __longlong_as_double(0x7ff8000000000000LL))
#undef CUPRUST_LIMITS_OF_FLOAT_
}  // namespace std
