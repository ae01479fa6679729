// The types and functions that the CUDA texts of rows use: C++17 without any header, for NVRTC with
// -default-device (everything here is device code) and -fmad=false.
//
// Each section opens with a line `//:: name` and these clauses:
//   needs a b    sections that it depends on, which precede it;
//   has x y      the identifiers that it defines;
//   with t u     it is omitted unless the kernel uses one of these identifiers too.
// The writer collects the identifiers of its kernel's text (types included), selects every section that defines one of
// them and whose `with` is satisfied, adds their dependencies, and emits the sections in the order of this file, without
// clauses.
//
// A kernel must put the value of each row expression into a variable of the output's type before it goes on
// (`f16 v3 = v1 + v2;`). That is where half types round and narrow integers wrap: a half type becomes float32 wherever
// it is used, so `v1 + v2` is a float, and so is `sin(v1)`.

//:: number has computed add subtract multiply negative absolute reciprocal sign real_part imaginary_part conjugate angle
template <class T> struct complex;

// Whether T is an integer or bool.
template <class T> constexpr bool whole = false;
template <> constexpr bool whole<bool> = true;
template <> constexpr bool whole<char> = true;
template <> constexpr bool whole<signed char> = true;
template <> constexpr bool whole<unsigned char> = true;
template <> constexpr bool whole<short> = true;
template <> constexpr bool whole<unsigned short> = true;
template <> constexpr bool whole<int> = true;
template <> constexpr bool whole<unsigned int> = true;
template <> constexpr bool whole<long> = true;
template <> constexpr bool whole<unsigned long> = true;
template <> constexpr bool whole<long long> = true;
template <> constexpr bool whole<unsigned long long> = true;

// Whether T is a signed integer.
template <class T> constexpr bool has_sign = false;
template <> constexpr bool has_sign<char> = char(-1) < char(0);
template <> constexpr bool has_sign<signed char> = true;
template <> constexpr bool has_sign<short> = true;
template <> constexpr bool has_sign<int> = true;
template <> constexpr bool has_sign<long> = true;
template <> constexpr bool has_sign<long long> = true;

template <class T> constexpr bool is_complex = false;
template <class T> constexpr bool is_complex<complex<T>> = true;
template <class T> constexpr bool is_half = sizeof(T) == 2 && !whole<T>;

template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

template <class T> struct part_of { using type = T; };
template <class T> struct part_of<complex<T>> { using type = T; };
template <class T> using part = typename part_of<T>::type;

// The type in which a half type is computed; every other type itself.
template <class T, bool half> struct computed_in { using type = T; };
template <class T> struct computed_in<T, true> { using type = float; };
template <class T> using computed = typename computed_in<T, is_half<T>>::type;

// Unsigned arithmetic wraps around where signed arithmetic is undefined.
template <bool wide> struct wrapping_in { using type = unsigned int; };
template <> struct wrapping_in<true> { using type = unsigned long long; };
template <class T> using wrapping = typename wrapping_in<sizeof(T) == 8>::type;

template <class T> T add(T a, T b) {
    if constexpr (whole<T>) return T(wrapping<T>(a) + wrapping<T>(b));
    else return a + b;
}
template <class T> T subtract(T a, T b) {
    if constexpr (whole<T>) return T(wrapping<T>(a) - wrapping<T>(b));
    else return a - b;
}
template <class T> T multiply(T a, T b) {
    if constexpr (whole<T>) return T(wrapping<T>(a) * wrapping<T>(b));
    else return a * b;
}
template <class T> wrapping<T> magnitude_of(T a) {
    if constexpr (has_sign<T>) return a < 0 ? wrapping<T>(0) - wrapping<T>(a) : wrapping<T>(a);
    else return a;
}
template <class T> T negative(T a) {
    if constexpr (whole<T>) return T(wrapping<T>(0) - wrapping<T>(a));
    else return -a;
}
template <class T> part<T> absolute(T a) {
    if constexpr (is_complex<T>) return hypot(a.re, a.im);
    else if constexpr (has_sign<T>) return a < 0 ? negative(a) : a;
    else if constexpr (whole<T>) return a;
    else return fabs(a);
}
template <class T> T reciprocal(T a) {
    if constexpr (is_complex<T>) {
        using P = part<T>;
        if (fabs(a.im) <= fabs(a.re)) {
            P ratio = a.im / a.re, scale = a.re + a.im * ratio;
            return T(P(1) / scale, -ratio / scale);
        }
        P ratio = a.re / a.im, scale = a.re * ratio + a.im;
        return T(ratio / scale, P(-1) / scale);
    } else if constexpr (has_sign<T>) return a == 1 || a == -1 ? a : T(0);
    else if constexpr (whole<T>) return T(a == 1);
    else return T(computed<T>(1) / computed<T>(a));
}
template <class T> T sign(T a) {
    if constexpr (is_complex<T>) {
        using P = part<T>;
        bool far = isinf(a.re), high = isinf(a.im);
        if (far || high) {
            P nan = P(0) / P(0);
            if (far && high) return T(nan, nan);
            return far ? T(copysign(P(1), a.re), P(0)) : T(P(0), copysign(P(1), a.im));
        }
        P largest = fmax(fabs(a.re), fabs(a.im));
        P scale = largest > (sizeof(P) == 4 ? P(8e37) : P(4e307)) ? P(0.25) : P(1);
        P re = a.re * scale, im = a.im * scale, magnitude = hypot(re, im);
        return magnitude == P(0) ? T(P(0), P(0)) : T(re / magnitude, im / magnitude);
    } else if constexpr (has_sign<T>) return T((a > 0) - (a < 0));
    else if constexpr (whole<T>) return T(a != 0);
    else {
        computed<T> x = a;
        return T(x != x ? x : computed<T>((x > 0) - (x < 0)));
    }
}
template <class T> part<T> real_part(T a) {
    if constexpr (is_complex<T>) return a.re;
    else return a;
}
template <class T> part<T> imaginary_part(T a) {
    if constexpr (is_complex<T>) return a.im;
    else return part<T>(computed<T>(0));
}
template <class T> T conjugate(T a) {
    if constexpr (is_complex<T>) return T(a.re, -a.im);
    else return a;
}
template <class T> part<T> angle(T a) {
    if constexpr (is_complex<T>) return atan2(a.im, a.re);
    else {
        computed<T> x = a;
        return x != x ? x : signbit(x) ? computed<T>(3.14159265358979323846) : computed<T>(0);
    }
}

//:: half needs number has f16
struct f16 {
    unsigned short bits;
    f16() = default;
    f16(float x) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x)); }
    f16(double x) { asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(x)); }
    operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};

//:: bfloat needs number has bf16
struct bf16 {
    unsigned short bits;
    bf16() = default;
    bf16(float x) {
        unsigned int wide = __float_as_uint(x);
        bits = x != x ? wide >> 16 | 0x40 : (wide + 0x7fff + (wide >> 16 & 1)) >> 16;
    }
    // Round to odd: what float32 cuts off is kept in its last bit, so that rounding again has the result of rounding
    // once.
    bf16(double x) : bf16(odd(x)) {}
    operator float() const { return __uint_as_float((unsigned int)bits << 16); }

private:
    static float odd(double x) {
        float cut = __double2float_rz(x);
        return double(cut) == x || x != x ? cut : __uint_as_float(__float_as_uint(cut) | 1);
    }
};

//:: complex needs number has complex c64 c128
template <class T> struct alignas(2 * sizeof(T)) complex {
    T re, im;
    complex() = default;
    explicit complex(T re, T im = T(0)) : re(re), im(im) {}
    explicit operator bool() const { return re != T(0) || im != T(0); }
};
using c64 = complex<float>;
using c128 = complex<double>;

template <class T> complex<T> operator+(complex<T> a, complex<T> b) { return complex<T>(a.re + b.re, a.im + b.im); }
template <class T> complex<T> operator-(complex<T> a, complex<T> b) { return complex<T>(a.re - b.re, a.im - b.im); }
template <class T> complex<T> operator-(complex<T> a) { return complex<T>(-a.re, -a.im); }
template <class T> complex<T> operator*(complex<T> a, complex<T> b) {
    return complex<T>(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
template <class T> complex<T>& operator*=(complex<T>& a, complex<T> b) { return a = a * b; }
template <class T> complex<T> operator/(complex<T> a, complex<T> b) {
    T real = fabs(b.re), imaginary = fabs(b.im);
    if (real >= imaginary) {
        if (real == T(0) && imaginary == T(0)) return complex<T>(a.re / real, a.im / real);
        T ratio = b.im / b.re, scale = T(1) / (b.re + b.im * ratio);
        return complex<T>((a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale);
    }
    T ratio = b.re / b.im, scale = T(1) / (b.im + b.re * ratio);
    return complex<T>((a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale);
}
template <class T> bool operator==(complex<T> a, complex<T> b) { return a.re == b.re && a.im == b.im; }
template <class T> bool operator!=(complex<T> a, complex<T> b) { return !(a == b); }
template <class T> bool operator<(complex<T> a, complex<T> b) {
    return (a.re < b.re && a.im == a.im && b.im == b.im) || (a.re == b.re && a.im < b.im);
}
template <class T> bool operator<=(complex<T> a, complex<T> b) {
    return (a.re < b.re && a.im == a.im && b.im == b.im) || (a.re == b.re && a.im <= b.im);
}
template <class T> bool operator>(complex<T> a, complex<T> b) { return b < a; }
template <class T> bool operator>=(complex<T> a, complex<T> b) { return b <= a; }

//:: order needs number has maximum minimum number_maximum number_minimum is_nan is_infinite is_infinity is_finite sign_bit equal_across less_across
template <class T> bool is_nan(T a) {
    if constexpr (is_complex<T>) return a.re != a.re || a.im != a.im;
    else if constexpr (whole<T>) return false;
    else return computed<T>(a) != computed<T>(a);
}
template <class T> bool is_infinite(T a) {
    if constexpr (is_complex<T>) return isinf(a.re) || isinf(a.im);
    else if constexpr (whole<T>) return false;
    else return isinf(computed<T>(a));
}
template <class T> bool is_finite(T a) {
    if constexpr (is_complex<T>) return isfinite(a.re) && isfinite(a.im);
    else if constexpr (whole<T>) return true;
    else return isfinite(computed<T>(a));
}
template <class T> bool sign_bit(T a) { return signbit(computed<T>(a)); }
// Whether it is the infinity of this sign.
template <class T> bool is_infinity(T a, bool below) {
    if constexpr (whole<T>) return false;
    else return is_infinite(a) && sign_bit(a) == below;
}
template <class T> T maximum(T a, T b) { return b <= a || is_nan(a) ? a : b; }
template <class T> T minimum(T a, T b) { return a <= b || is_nan(a) ? a : b; }
template <class T> T number_maximum(T a, T b) { return b <= a || is_nan(b) ? a : b; }
template <class T> T number_minimum(T a, T b) { return a <= b || is_nan(b) ? a : b; }
inline bool equal_across(long long a, unsigned long long b) { return a >= 0 && (unsigned long long)a == b; }
inline bool less_across(long long a, unsigned long long b) { return a < 0 || (unsigned long long)a < b; }

//:: division needs number has floor_divide modulo truncated_modulo
template <class F> F divide_down(F a, F b, F &modulus) {
    modulus = fmod(a, b);
    if (b == F(0)) return a / b;
    F quotient = (a - modulus) / b;
    if (modulus == F(0)) modulus = copysign(F(0), b);
    else if ((b < F(0)) != (modulus < F(0))) {
        modulus += b;
        quotient -= F(1);
    }
    if (quotient == F(0)) return copysign(F(0), a / b);
    F down = floor(quotient);
    return quotient - down > F(0.5) ? down + F(1) : down;
}
template <class T> T truncated_modulo(T a, T b) {
    if constexpr (whole<T>) {
        if (b == 0) return 0;
        if constexpr (has_sign<T>) if (b == -1) return 0;
        return T(a % b);
    } else return T(fmod(computed<T>(a), computed<T>(b)));
}
// Most divisors are the same for all elements, and many of them a power of two: a shift rounds down, and a mask leaves what
// has the divisor's sign.
template <class T> bool is_power_of_two(T b) { return b > 0 && (b & (b - 1)) == 0; }
template <class T> int exponent_of_two(T b) {
    if constexpr (sizeof(T) == 8) return __popcll((unsigned long long)(b - 1));
    else return __popc((unsigned int)(b - 1));
}
template <class T> T floor_divide(T a, T b) {
    if constexpr (whole<T> && sizeof(T) >= 4) if (is_power_of_two(b)) return T(a >> exponent_of_two(b));
    if constexpr (has_sign<T>) {
        if (b == 0) return 0;
        // The smallest integer over minus one overflows.
        if (b == -1) return negative(a);
        return T(a / b - (a % b != 0 && (a < 0) != (b < 0)));
    } else if constexpr (whole<T>) return b == 0 ? T(0) : T(a / b);
    else {
        computed<T> modulus;
        return T(divide_down(computed<T>(a), computed<T>(b), modulus));
    }
}
template <class T> T modulo(T a, T b) {
    if constexpr (whole<T> && sizeof(T) >= 4) if (is_power_of_two(b)) return T(a & (b - 1));
    if constexpr (has_sign<T>) {
        T rest = truncated_modulo(a, b);
        return rest != 0 && (rest < 0) != (b < 0) ? T(rest + b) : rest;
    } else if constexpr (whole<T>) return truncated_modulo(a, b);
    else {
        computed<T> modulus;
        divide_down(computed<T>(a), computed<T>(b), modulus);
        return T(modulus);
    }
}

//:: invariant_division needs number division has InvariantDivisor
// A divisor that is the same for all elements, with the multiplier that the host computes from its magnitude for division
// without a division (Granlund and Montgomery, "Division by invariant integers using multiplication", 1994).
template <class T> struct InvariantDivisor {
    T by;
    wrapping<T> multiplier;
    // By how much the high half of the product is shifted, or the exponent of a power of two; and flags.
    unsigned form;
    bool is_power_of_two() const { return form & 256; }
    bool is_zero_or_minus_one() const { return form & 512; }
    // All bits where the divisor is below zero.
    wrapping<T> sign() const { return wrapping<T>(int(form) >> 31); }
    int shift() const { return form & (8 * sizeof(wrapping<T>) - 1); }
    // The quotient of n and the magnitude. Where T has a sign, n is at most 2^31, or 2^63.
    wrapping<T> quotient(wrapping<T> n) const {
        wrapping<T> high;
        if constexpr (sizeof(T) == 8) high = __umul64hi(multiplier, n);
        else high = __umulhi(multiplier, n);
        if constexpr (!has_sign<T>) high += (n - high) >> 1;
        return high >> shift();
    }
};
template <class T> T floor_divide(T a, InvariantDivisor<T> b) {
    if (b.is_power_of_two()) return T(a >> b.shift());
    if (b.is_zero_or_minus_one()) return b.by == 0 ? T(0) : negative(a);
    if constexpr (has_sign<T>) {
        // Below zero the quotient of a positive divisor, rounded down, is the complement of the complement's. That of a
        // negative divisor is the complement of the quotient of a - 1 and its magnitude.
        const wrapping<T> shifted = wrapping<T>(a) + b.sign(), below = wrapping<T>(0) - ((a | T(shifted)) < 0);
        return T(b.quotient(shifted ^ below) ^ below ^ b.sign());
    } else return T(b.quotient(a));
}
template <class T> T modulo(T a, InvariantDivisor<T> b) {
    if (b.is_power_of_two()) return T(a & (b.by - 1));
    if (b.is_zero_or_minus_one()) return 0;
    return T(wrapping<T>(a) - wrapping<T>(floor_divide(a, b)) * wrapping<T>(b.by));
}
template <class T> T truncated_modulo(T a, InvariantDivisor<T> b) {
    if (b.is_zero_or_minus_one()) return 0;
    const wrapping<T> n = magnitude_of(a);
    const wrapping<T> rest = b.is_power_of_two() ? n & wrapping<T>(b.by - 1) : n - b.quotient(n) * magnitude_of(b.by);
    return T(a < 0 ? wrapping<T>(0) - rest : rest);
}

//:: invariant_quotient has InvariantFloat
// A float that divides all elements, with its reciprocal from the host: the nearest one, or NaN unless the divisor is
// within 2^-25 and 2^25 (2^-300 and 2^300 in float64). The product with it, corrected by its remainder, is the nearest
// quotient if that product is within 1 ulp of it (Markstein, "Computation of elementary functions on the IBM RISC
// System/6000 processor", 1990). In float64 another correction comes first; in float32 none is needed, as all pairs of
// significands have shown. Within the ranges here no operation overflows, and no remainder loses bits.
template <class T> struct InvariantFloat { T by, reciprocal; };
// The other quotients. Their code stands once, outside of all loops; that of zero is the product.
template <class T> __noinline__ T far_quotient(T a, T b) { return a / b; }
inline float operator/(float a, InvariantFloat<float> b) {
    const float near = a * b.reciprocal, size = fabsf(near);
    const float quotient = __fmaf_rn(__fmaf_rn(-near, b.by, a), b.reciprocal, near);
    if (size >= 0x1p-75f && size <= 0x1p75f) return quotient;
    return a == 0 && near == 0 ? near : far_quotient(a, b.by);
}
inline double operator/(double a, InvariantFloat<double> b) {
    const double product = a * b.reciprocal, size = fabs(product);
    const double near = __fma_rn(__fma_rn(-product, b.by, a), b.reciprocal, product);
    const double quotient = __fma_rn(__fma_rn(-near, b.by, a), b.reciprocal, near);
    if (size >= 0x1p-400 && size <= 0x1p400) return quotient;
    return a == 0 && near == 0 ? product : far_quotient(a, b.by);
}

//:: bits needs number has invert left_shift right_shift bit_count gcd lcm
template <class T> T invert(T a) {
    if constexpr (same<T, bool>) return !a;
    else return T(~a);
}
template <class T> T left_shift(T a, T count) {
    // The machine's shift of 32 bits takes larger counts as 32, and so the sign of a count makes it a large one.
    if constexpr (sizeof(T) == 4) {
        unsigned int shifted;
        asm("shl.b32 %0, %1, %2;" : "=r"(shifted) : "r"((unsigned int)a), "r"((unsigned int)count));
        return T(shifted);
    }
    // A negative count is a large one when read without its sign.
    return wrapping<T>(count) < 8 * sizeof(T) ? T(wrapping<T>(a) << wrapping<T>(count)) : T(0);
}
template <class T> T right_shift(T a, T count) {
    if constexpr (sizeof(T) == 4) {
        unsigned int shifted;
        if constexpr (has_sign<T>) asm("shr.s32 %0, %1, %2;" : "=r"(shifted) : "r"((unsigned int)a), "r"((unsigned int)count));
        else asm("shr.u32 %0, %1, %2;" : "=r"(shifted) : "r"((unsigned int)a), "r"((unsigned int)count));
        return T(shifted);
    }
    if (wrapping<T>(count) < 8 * sizeof(T)) return T(a >> count);
    if constexpr (has_sign<T>) return T(a < 0 ? -1 : 0);
    else return T(0);
}
template <class T> unsigned char bit_count(T a) {
    if constexpr (sizeof(T) == 8) return (unsigned char)__popcll((unsigned long long)absolute(a));
    else if constexpr (sizeof(T) == 4) return (unsigned char)__popc((unsigned int)absolute(a));
    else return (unsigned char)__popc((unsigned int)absolute(a) & ((1u << 8 * sizeof(T)) - 1));
}
template <class T> T gcd(T a, T b) {
    wrapping<T> x = magnitude_of(a), y = magnitude_of(b);
    while (y != 0) {
        wrapping<T> rest = x % y;
        x = y;
        y = rest;
    }
    return T(x);
}
template <class T> T lcm(T a, T b) {
    wrapping<T> divisor = magnitude_of(gcd(a, b));
    return divisor == 0 ? T(0) : T(magnitude_of(a) / divisor * magnitude_of(b));
}

//:: power needs number has power
template <class T> T power(T a, T b) {
    if constexpr (is_complex<T>) return complex_power(a, b);
    else if constexpr (whole<T>) {
        if constexpr (has_sign<T>) if (b < 0) return 0;
        wrapping<T> base = wrapping<T>(a), rest = wrapping<T>(b), product = 1;
        for (; rest != 0; rest >>= 1, base *= base) if (rest & 1) product *= base;
        return T(product);
    } else {
        computed<T> x = a, y = b;
        // Products that keep what each rounding loses, as the CPU makes them.
        if (y >= 2 && y <= 64 && y == trunc(y)) {
            int count = int(y);
            computed<T> high = x, low = 0;
            for (int bit = 30 - __clz(count); bit >= 0; bit--) {
                computed<T> square = high * high;
                low = fma(2 * high, low, fma(high, high, -square));
                high = square;
                if (count >> bit & 1) {
                    computed<T> product = high * x;
                    low = fma(low, x, fma(high, x, -product));
                    high = product;
                }
            }
            return T(isfinite(high) && high != 0 ? high + low : high);
        }
        return T(pow(x, y));
    }
}

//:: small_powers needs number has cube fourth_power
// The steps of a power with a constant exponent.
template <class T> T cube(T a) {
    computed<T> x = a, square = x * x, product = square * x;
    computed<T> low = fma(fma(x, x, -square), x, fma(square, x, -product));
    return T(isfinite(product) && product != 0 ? product + low : product);
}
template <class T> T fourth_power(T a) {
    computed<T> x = a, square = x * x, product = square * square;
    computed<T> low = fma(2 * square, fma(x, x, -square), fma(square, square, -product));
    return T(isfinite(product) && product != 0 ? product + low : product);
}

//:: rounding needs number has round_down round_up round_to_zero
template <class T> T round_down(T a) {
    if constexpr (whole<T>) return a;
    else return T(floor(computed<T>(a)));
}
template <class T> T round_up(T a) {
    if constexpr (whole<T>) return a;
    else return T(ceil(computed<T>(a)));
}
template <class T> T round_to_zero(T a) {
    if constexpr (whole<T>) return a;
    else return T(trunc(computed<T>(a)));
}

//:: floating needs number has next_after spacing fractional_part whole_part mantissa exponent scale_by_two heaviside
template <class T> auto image(T a) {
    if constexpr (sizeof(T) == 8) return (unsigned long long)__double_as_longlong(a);
    else if constexpr (sizeof(T) == 4) return __float_as_uint(a);
    else return a.bits;
}
template <class T, class B> T from_image(B bits) {
    if constexpr (sizeof(T) == 8) return __longlong_as_double((long long)bits);
    else if constexpr (sizeof(T) == 4) return __uint_as_float(bits);
    else {
        T a;
        a.bits = (unsigned short)bits;
        return a;
    }
}
template <class T> T next_after(T a, T b) {
    computed<T> x = a, y = b;
    if (x != x || y != y) return T(x + y);
    if (x == y) return b;
    auto bits = image(a);
    if (x == 0) {
        auto sign = image(b) & decltype(bits)(decltype(bits)(1) << (8 * sizeof(T) - 1));
        return from_image<T>(decltype(bits)(sign | 1));
    }
    return from_image<T>(decltype(bits)((x < y) == (x > 0) ? bits + 1 : bits - 1));
}
template <class T> T spacing(T a) {
    computed<T> x = a;
    if (!isfinite(x)) return T(x - x);
    if constexpr (is_half<T>) return T(computed<T>(next_after(a, T(__uint_as_float(0x7f800000)))) - x);
    else {
        T above = fabs(a), step = from_image<T>(image(above) + 1) - above;
        return a < 0 ? -step : step;
    }
}
template <class T> T whole_part(T a) { return T(trunc(computed<T>(a))); }
template <class T> T fractional_part(T a) {
    computed<T> x = a;
    return T(x != x ? x : copysign(isinf(x) ? computed<T>(0) : x - trunc(x), x));
}
template <class T> T mantissa(T a) {
    computed<T> x = a;
    int power;
    return isfinite(x) ? T(frexp(x, &power)) : a;
}
template <class T> int exponent(T a) {
    computed<T> x = a;
    int power = 0;
    if (isfinite(x)) frexp(x, &power);
    return power;
}
template <class T> T scale_by_two(T a, long long exponent) {
    return T(ldexp(computed<T>(a), int(exponent < -5000 ? -5000 : exponent > 5000 ? 5000 : exponent)));
}
template <class T> T heaviside(T a, T at_zero) {
    computed<T> x = a;
    return T(x != x ? x : x == 0 ? computed<T>(at_zero) : computed<T>(x > 0));
}

//:: precisions needs number has widened narrowed
// A number in double precision, and back in that of a loop; complex ones too where a kernel has some.
inline double widened(double x) { return x; }
inline double widened(float x) { return x; }
template <class T> T narrowed(double x) { return T(x); }

//:: complex_precisions needs number complex has widened narrowed with c64 c128
inline c128 widened(c128 x) { return x; }
inline c128 widened(c64 x) { return c128(x.re, x.im); }
template <class T> T narrowed(c128 x) { return T(decltype(T::re)(x.re), decltype(T::im)(x.im)); }

//:: error_functions has error_function complementary_error_function with double float f16 bf16
// CUDA's own for real numbers.
inline double error_function(double x) { return erf(x); }
inline float error_function(float x) { return erf(x); }
inline double complementary_error_function(double x) { return erfc(x); }
inline float complementary_error_function(float x) { return erfc(x); }

//:: complex_error_function needs complex special_erf_c128 has error_function with c64 c128
c128 special_erf(c128 z);
c64 special_erf(c64 z);
inline c128 error_function(c128 z) { return special_erf(z); }
inline c64 error_function(c64 z) { return special_erf(z); }

//:: complex_complementary_error_function needs complex special_erfc_c128 has complementary_error_function with c64 c128
c128 special_erfc(c128 z);
c64 special_erfc(c64 z);
inline c128 complementary_error_function(c128 z) { return special_erfc(z); }
inline c64 complementary_error_function(c64 z) { return special_erfc(z); }

//:: special needs number has degrees radians sinc bessel_i0 log_add_exp log_add_exp2
template <class T> T degrees(T a) { return T(computed<T>(a) * (computed<T>(180) / computed<T>(3.14159265358979323846))); }
template <class T> T radians(T a) { return T(computed<T>(a) * (computed<T>(3.14159265358979323846) / computed<T>(180))); }
template <class T> T sinc(T a) {
    if constexpr (is_complex<T>) {
        using P = part<T>;
        if (!bool(a)) return T(P(1));
        T y = T(a.re * P(3.14159265358979323846), a.im * P(3.14159265358979323846));
        return sin(y) / y;
    } else {
        computed<T> x = a, y = x * computed<T>(3.14159265358979323846);
        return T(x == 0 ? computed<T>(1) : sin(y) / y);
    }
}
template <class T> T bessel_i0(T a) {
    if constexpr (sizeof(T) == 8) return cyl_bessel_i0(a);
    else return T(cyl_bessel_i0f(a));
}
template <class T> T log_add_exp(T a, T b) {
    computed<T> x = a, y = b, distance = x == y ? computed<T>(0) : computed<T>(fabs(x - y));
    return T((x >= y || x != x ? x : y) + log1p(exp(-distance)));
}
template <class T> T log_add_exp2(T a, T b) {
    computed<T> x = a, y = b, distance = x == y ? computed<T>(0) : computed<T>(fabs(x - y));
    return T((x >= y || x != x ? x : y) + log1p(exp2(-distance)) * computed<T>(1.44269504088896340736));
}

//:: complex_functions needs complex has exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh rint power sinc with complex c64 c128
// float32 parts where these suffice; the inverse functions of complex64 are computed in complex128.
template <class T> constexpr bool narrow = sizeof(T) == 4;
template <class T> T nan_of() { return T(__int_as_float(0x7fc00000)); }
template <class T> T infinity_of() { return T(__int_as_float(0x7f800000)); }

template <class T> complex<T> exp(complex<T> z) {
    using C = complex<T>;
    T x = z.re, y = z.im;
    if (y == 0) return C(exp(x), y);
    if (!isfinite(y)) {
        if (isinf(x)) return x < 0 ? C(0, y != y ? T(0) : copysign(T(0), y)) : C(x, nan_of<T>());
        return C(nan_of<T>(), nan_of<T>());
    }
    T sine = sin(y), cosine = cos(y);
    if (x > T(narrow<T> ? 88 : 709) && x < T(narrow<T> ? 200 : 1500)) {
        // The exponential overflows where its product with the sine or cosine need not.
        T half = exp(x / 2);
        return C(half * cosine * half, half * sine * half);
    }
    T radius = exp(x);
    return C(radius * cosine, radius * sine);
}
template <class T> complex<T> exp2(complex<T> z) {
    return exp(complex<T>(z.re * T(0.693147180559945309417), z.im * T(0.693147180559945309417)));
}
template <class T> complex<T> expm1(complex<T> z) {
    T half = sin(z.im / 2);
    return complex<T>(expm1(z.re) * cos(z.im) - 2 * half * half, exp(z.re) * sin(z.im));
}
template <class T> T log_magnitude(T x, T y) {
    x = fabs(x);
    y = fabs(y);
    T small = x < y ? x : y, large = x < y ? y : x;
    if (large > T(narrow<T> ? 1e37 : 1e300) && !isinf(large)) return log(hypot(x / 4, y / 4)) + T(1.38629436111989061883);
    if (large < T(narrow<T> ? 1e-30 : 1e-290) && large > 0) {
        T scale = narrow<T> ? T(1.2676506002282294e30) : T(3.2733906078961419e150);
        return log(hypot(x * scale, y * scale)) - T(narrow<T> ? 100 : 500) * T(0.693147180559945309417);
    }
    T magnitude = hypot(x, y);
    if (magnitude > T(0.7) && magnitude < T(1.5)) return T(0.5) * log1p((large - 1) * (large + 1) + small * small);
    return log(magnitude);
}
template <class T> complex<T> log(complex<T> z) { return complex<T>(log_magnitude(z.re, z.im), atan2(z.im, z.re)); }
template <class T> complex<T> log2(complex<T> z) {
    complex<T> w = log(z);
    return complex<T>(w.re * T(1.44269504088896340736), w.im * T(1.44269504088896340736));
}
template <class T> complex<T> log10(complex<T> z) {
    complex<T> w = log(z);
    return complex<T>(w.re / T(2.30258509299404568402), w.im / T(2.30258509299404568402));
}
template <class T> complex<T> log1p(complex<T> z) {
    T x = z.re, y = z.im;
    T real = fabs(x) < T(0.5) && fabs(y) < T(0.5) ? T(0.5) * log1p(x * (2 + x) + y * y) : log_magnitude(1 + x, y);
    return complex<T>(real, atan2(y, 1 + x));
}
template <class T> complex<T> sqrt(complex<T> z) {
    using C = complex<T>;
    T x = z.re, y = z.im;
    if (x == 0 && y == 0) return C(0, y);
    if (isinf(y)) return C(fabs(y), y);
    if (x != x) return C(x, x);
    if (isinf(x)) {
        T rest = y - y;
        return x > 0 ? C(x, y != y ? y : copysign(rest, y)) : C(fabs(rest), copysign(x, y));
    }
    if (y != y) return C(y, y);
    // Scaling by a power of four keeps the sum from overflowing and its low bits from being lost.
    T largest = fmax(fabs(x), fabs(y)), scale = 1, back = 1;
    if (largest > T(narrow<T> ? 1e37 : 1e300)) {
        scale = T(0.0625);
        back = 4;
    } else if (largest < T(narrow<T> ? 1e-30 : 1e-280)) {
        scale = T(3.2451855365842673e32);
        back = T(5.5511151231257827e-17);
    }
    x *= scale;
    y *= scale;
    T root = sqrt((fabs(x) + hypot(x, y)) / 2), other = fabs(y) / (2 * root);
    return x >= 0 ? C(root * back, copysign(other * back, y)) : C(other * back, copysign(root * back, y));
}
template <class T> complex<T> sinh(complex<T> z) {
    using C = complex<T>;
    T x = z.re, y = z.im;
    if (y == 0) return C(sinh(x), y);
    if (!isfinite(y)) return C(x == 0 ? x : isinf(x) ? fabs(x) : nan_of<T>(), nan_of<T>());
    T sine = sin(y), cosine = cos(y);
    if (x == 0) return C(copysign(x, x * cosine), sine);
    if (fabs(x) > T(narrow<T> ? 88 : 709) && !isinf(x)) {
        T half = exp(fabs(x) / 2);
        return C(copysign(half * cosine / 2 * half, x * cosine), half * sine / 2 * half);
    }
    return C(sinh(x) * cosine, cosh(x) * sine);
}
template <class T> complex<T> cosh(complex<T> z) {
    using C = complex<T>;
    T x = z.re, y = z.im;
    if (y == 0) return C(cosh(x), x != x ? y : copysign(T(0), x) * y);
    if (!isfinite(y)) return C(isinf(x) ? fabs(x) : nan_of<T>(), x == 0 ? T(0) : nan_of<T>());
    T sine = sin(y), cosine = cos(y);
    if (x == 0) return C(cosine, x * sine);
    if (fabs(x) > T(narrow<T> ? 88 : 709) && !isinf(x)) {
        T half = exp(fabs(x) / 2);
        return C(half * cosine / 2 * half, copysign(half * sine / 2 * half, x * sine));
    }
    return C(cosh(x) * cosine, sinh(x) * sine);
}
template <class T> complex<T> tanh(complex<T> z) {
    using C = complex<T>;
    T x = z.re, y = z.im;
    if (x != x) return C(x, y == 0 ? y : nan_of<T>());
    if (isinf(x)) return C(copysign(T(1), x), copysign(T(0), isfinite(y) ? sin(y) * cos(y) : y));
    if (!isfinite(y)) return C(x == 0 ? x : nan_of<T>(), nan_of<T>());
    if (fabs(x) > T(narrow<T> ? 10 : 20)) {
        T decay = exp(-fabs(x));
        return C(copysign(T(1), x), 4 * sin(y) * cos(y) * decay * decay);
    }
    T tangent = tan(y), sine = sinh(x), secant = 1 + tangent * tangent, bottom = 1 + secant * sine * sine;
    return C(secant * sqrt(1 + sine * sine) * sine / bottom, tangent / bottom);
}
template <class T> complex<T> asinh(complex<T> z) {
    using C = complex<T>;
    if constexpr (narrow<T>) {
        c128 w = asinh(c128(z.re, z.im));
        return C(T(w.re), T(w.im));
    } else {
        T x = z.re, y = z.im;
        const T half_pi = 1.57079632679489661923;
        if (!isfinite(x) || !isfinite(y)) {
            if (isinf(x)) return C(x, y != y ? y : copysign(isinf(y) ? half_pi / 2 : T(0), y));
            if (isinf(y)) return x != x ? C(fabs(y), x) : C(copysign(infinity_of<T>(), x), copysign(half_pi, y));
            return C(nan_of<T>(), y == 0 ? y : nan_of<T>());
        }
        if (fabs(x) > 1e150 || fabs(y) > 1e150)
            return C(copysign(log_magnitude(x, y) + 0.693147180559945309417, x), atan2(y, fabs(x)));
        C lower = sqrt(C(1 + y, -x)), upper = sqrt(C(1 - y, x));
        return C(copysign(fabs(asinh(lower.re * upper.im - lower.im * upper.re)), x),
                 atan2(y, lower.re * upper.re - lower.im * upper.im));
    }
}
template <class T> complex<T> acos(complex<T> z) {
    using C = complex<T>;
    if constexpr (narrow<T>) {
        c128 w = acos(c128(z.re, z.im));
        return C(T(w.re), T(w.im));
    } else {
        T x = z.re, y = z.im;
        const T pi = 3.14159265358979323846;
        if (!isfinite(x) || !isfinite(y)) {
            if (isinf(x) && isinf(y)) return C(x < 0 ? 3 * pi / 4 : pi / 4, -y);
            if (isinf(x)) return y != y ? C(y, -fabs(x)) : C(x < 0 ? pi : T(0), -copysign(infinity_of<T>(), y));
            if (isinf(y)) return C(x != x ? x : pi / 2, -y);
            return C(x == 0 ? pi / 2 : nan_of<T>(), nan_of<T>());
        }
        if (fabs(x) > 1e150 || fabs(y) > 1e150)
            return C(atan2(fabs(y), x), copysign(log_magnitude(x, y) + 0.693147180559945309417, -y));
        C lower = sqrt(C(1 - x, -y)), upper = sqrt(C(1 + x, y));
        return C(2 * atan2(lower.re, upper.re), copysign(fabs(asinh(upper.re * lower.im - upper.im * lower.re)), -y));
    }
}
template <class T> complex<T> acosh(complex<T> z) {
    using C = complex<T>;
    C w = acos(z);
    if (w.re != w.re) return w.im != w.im ? w : C(fabs(w.im), w.re);
    if (w.im != w.im) return C(w.im, w.re);
    return C(fabs(w.im), copysign(w.re, z.im));
}
template <class T> complex<T> atanh(complex<T> z) {
    using C = complex<T>;
    if constexpr (narrow<T>) {
        c128 w = atanh(c128(z.re, z.im));
        return C(T(w.re), T(w.im));
    } else {
        const T half_pi = 1.57079632679489661923;
        T x = fabs(z.re), y = fabs(z.im), real, imaginary;
        if (isinf(y)) real = 0, imaginary = half_pi;
        else if (isinf(x)) real = 0, imaginary = y != y ? y : half_pi;
        else if (x != x || y != y) real = x == 0 ? T(0) : nan_of<T>(), imaginary = nan_of<T>();
        else if (y == 0 && x <= 1) real = atanh(x), imaginary = 0;
        else if (x > 1e150 || y > 1e150) {
            T large = fmax(x, y), u = x / large, v = y / large;
            real = u / (u * u + v * v) / large;
            imaginary = half_pi;
        } else {
            // Near one the distance vanishes in its square, and the logarithm is that of the distance itself.
            T distance = x == 1 && y < 1e-100 ? T(0) : (1 - x) * (1 - x) + y * y;
            real = distance == 0 ? T(0.5) * (T(0.693147180559945309417) - log(y)) : T(0.25) * log1p(4 * x / distance);
            imaginary = T(0.5) * (distance == 0 ? atan2(T(2), -y) : atan2(2 * y, (1 - x) * (1 + x) - y * y));
        }
        return C(copysign(real, z.re), copysign(imaginary, z.im));
    }
}
template <class T> complex<T> sin(complex<T> z) {
    complex<T> w = sinh(complex<T>(z.im, -z.re));
    return complex<T>(-w.im, w.re);
}
template <class T> complex<T> cos(complex<T> z) { return cosh(complex<T>(-z.im, z.re)); }
template <class T> complex<T> tan(complex<T> z) {
    // Nothing is negated on the way, because a device drops the sign of a negated NaN.
    complex<T> w = tanh(complex<T>(z.im, z.re));
    return complex<T>(w.im, w.re);
}
template <class T> complex<T> asin(complex<T> z) {
    complex<T> w = asinh(complex<T>(z.im, -z.re));
    return complex<T>(-w.im, w.re);
}
template <class T> complex<T> atan(complex<T> z) {
    complex<T> w = atanh(complex<T>(z.im, -z.re));
    return complex<T>(-w.im, w.re);
}
template <class T> complex<T> rint(complex<T> z) { return complex<T>(rint(z.re), rint(z.im)); }
template <class T> complex<T> complex_power(complex<T> z, complex<T> exponent) {
    using C = complex<T>;
    if constexpr (narrow<T>) {
        c128 w = complex_power(c128(z.re, z.im), c128(exponent.re, exponent.im));
        return C(T(w.re), T(w.im));
    } else {
        if (!bool(exponent)) return C(T(1));
        if (!bool(z)) return exponent.re > 0 ? C(T(0)) : C(nan_of<T>(), nan_of<T>());
        if (exponent.im == 0 && exponent.re == trunc(exponent.re) && fabs(exponent.re) < 100) {
            int count = int(fabs(exponent.re));
            C product = z;
            if (count == 2) product = z * z;
            if (count > 2) {
                product = C(T(1));
                C base = z;
                for (int rest = count; rest != 0; rest >>= 1) {
                    if (rest & 1) product = product * base;
                    base = base * base;
                }
            }
            return exponent.re < 0 ? C(T(1)) / product : product;
        }
        return exp(exponent * log(z));
    }
}

//:: cast needs number has cast
// One number as another: C's conversions, saturating at 64 bits, with NaN zero among integers.
template <class To, class From> To cast(From x) {
    if constexpr (same<To, From>) return x;
    else if constexpr (same<To, bool>) return bool(x);
    else if constexpr (is_complex<From>) {
        if constexpr (is_complex<To>) return To(part<To>(x.re), part<To>(x.im));
        else return cast<To>(x.re);
    } else if constexpr (is_complex<To>) return To(cast<part<To>>(x));
    else if constexpr (is_half<From>) return cast<To>(float(x));
    else if constexpr (is_half<To>) {
        if constexpr (same<From, float> || sizeof(From) <= 2) return To(float(x));
        else return To(double(x));
    } else if constexpr (whole<From> || !whole<To>) return To(x);
    else {
        if (x != x) return To(0);
        if constexpr (sizeof(To) == 4 && has_sign<To>) return To(__double2int_rz(double(x)));
        else if constexpr (sizeof(To) == 8 && !has_sign<To>)
            return x < 0 ? To(__double2ll_rz(double(x))) : To(__double2ull_rz(double(x)));
        else return To(__double2ll_rz(double(x)));
    }
}
