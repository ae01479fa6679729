// Complex numbers for kernels in CUDA C++: complex<float> and complex<double>, with the operators and functions of <complex>.
#pragma once

#define CUPRUST_INLINE __host__ __device__ __forceinline__

template <class T> class complex;

// Products that the compiler does not join with a sum: a quotient is the same wherever it is computed.
__device__ __forceinline__ float rounded_product_(float a, float b) { return __fmul_rn(a, b); }
__device__ __forceinline__ double rounded_product_(double a, double b) { return __dmul_rn(a, b); }

template <class T> class alignas(2 * sizeof(T)) complex {
public:
    typedef T value_type;

    complex() = default;
    CUPRUST_INLINE constexpr complex(T re, T im = T(0)) : re_(re), im_(im) {}
    template <class U> CUPRUST_INLINE constexpr complex(const complex<U>& z) : re_(T(z.real())), im_(T(z.imag())) {}

    CUPRUST_INLINE constexpr T real() const { return re_; }
    CUPRUST_INLINE constexpr T imag() const { return im_; }
    CUPRUST_INLINE void real(T re) { re_ = re; }
    CUPRUST_INLINE void imag(T im) { im_ = im; }

    CUPRUST_INLINE explicit operator bool() const { return re_ != T(0) || im_ != T(0); }

    CUPRUST_INLINE complex& operator+=(const complex& z) { return *this = complex(re_ + z.re_, im_ + z.im_); }
    CUPRUST_INLINE complex& operator-=(const complex& z) { return *this = complex(re_ - z.re_, im_ - z.im_); }
    CUPRUST_INLINE complex& operator*=(const complex& z) { return *this = *this * z; }
    __device__ __forceinline__ complex& operator/=(const complex& z) { return *this = *this / z; }

    friend CUPRUST_INLINE complex operator+(const complex& a) { return a; }
    friend CUPRUST_INLINE complex operator-(const complex& a) { return complex(-a.re_, -a.im_); }
    friend CUPRUST_INLINE complex operator+(const complex& a, const complex& b) { return complex(a.re_ + b.re_, a.im_ + b.im_); }
    friend CUPRUST_INLINE complex operator-(const complex& a, const complex& b) { return complex(a.re_ - b.re_, a.im_ - b.im_); }
    friend CUPRUST_INLINE complex operator*(const complex& a, const complex& b) {
        return complex(a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_);
    }
    // Smith's division keeps what squares of the parts would overflow or lose.
    friend __device__ __forceinline__ complex operator/(const complex& a, const complex& b) {
        T re = b.re_ < T(0) ? -b.re_ : b.re_, im = b.im_ < T(0) ? -b.im_ : b.im_;
        if (re >= im) {
            if (re == T(0) && im == T(0)) return complex(a.re_ / re, a.im_ / im);
            T ratio = b.im_ / b.re_, scale = T(1) / (b.re_ + rounded_product_(b.im_, ratio));
            return complex((a.re_ + rounded_product_(a.im_, ratio)) * scale, (a.im_ - rounded_product_(a.re_, ratio)) * scale);
        }
        T ratio = b.re_ / b.im_, scale = T(1) / (b.im_ + rounded_product_(b.re_, ratio));
        return complex((rounded_product_(a.re_, ratio) + a.im_) * scale, (rounded_product_(a.im_, ratio) - a.re_) * scale);
    }
    friend CUPRUST_INLINE bool operator==(const complex& a, const complex& b) { return a.re_ == b.re_ && a.im_ == b.im_; }
    friend CUPRUST_INLINE bool operator!=(const complex& a, const complex& b) { return !(a == b); }
    // Complex numbers are ordered by their real parts first, as NumPy orders them.
    friend CUPRUST_INLINE bool operator<(const complex& a, const complex& b) {
        return a.re_ < b.re_ || (a.re_ == b.re_ && a.im_ < b.im_);
    }
    friend CUPRUST_INLINE bool operator>(const complex& a, const complex& b) { return b < a; }
    friend CUPRUST_INLINE bool operator<=(const complex& a, const complex& b) {
        return a.re_ < b.re_ || (a.re_ == b.re_ && a.im_ <= b.im_);
    }
    friend CUPRUST_INLINE bool operator>=(const complex& a, const complex& b) { return b <= a; }

private:
    T re_, im_;
};

template <class T> CUPRUST_INLINE T real(const complex<T>& z) { return z.real(); }
template <class T> CUPRUST_INLINE T imag(const complex<T>& z) { return z.imag(); }
template <class T> CUPRUST_INLINE complex<T> conj(const complex<T>& z) { return complex<T>(z.real(), -z.imag()); }
template <class T> CUPRUST_INLINE T abs(const complex<T>& z) { return hypot(z.real(), z.imag()); }
template <class T> CUPRUST_INLINE T arg(const complex<T>& z) { return atan2(z.imag(), z.real()); }
template <class T> CUPRUST_INLINE T norm(const complex<T>& z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T> CUPRUST_INLINE complex<T> polar(const T& r, const T& theta = T(0)) {
    return complex<T>(r * cos(theta), r * sin(theta));
}
template <class T> CUPRUST_INLINE complex<T> exp(const complex<T>& z) {
    T e = exp(z.real());
    return z.imag() == T(0) ? complex<T>(e, z.imag()) : complex<T>(e * cos(z.imag()), e * sin(z.imag()));
}
template <class T> CUPRUST_INLINE complex<T> log(const complex<T>& z) { return complex<T>(log(abs(z)), arg(z)); }
template <class T> CUPRUST_INLINE complex<T> log10(const complex<T>& z) {
    return log(z) * complex<T>(T(0.43429448190325182765));
}
template <class T> CUPRUST_INLINE complex<T> log2(const complex<T>& z) {
    return log(z) * complex<T>(T(1.44269504088896340736));
}
template <class T> CUPRUST_INLINE complex<T> sqrt(const complex<T>& z) {
    T re = z.real(), im = z.imag();
    if (re == T(0) && im == T(0)) return complex<T>(T(0), im);
    T half = sqrt((fabs(re) + abs(z)) * T(0.5));
    return re >= T(0) ? complex<T>(half, im / (T(2) * half)) : complex<T>(fabs(im) / (T(2) * half), copysign(half, im));
}
template <class T> CUPRUST_INLINE complex<T> pow(const complex<T>& a, const complex<T>& b) {
    if (b == complex<T>(T(0))) return complex<T>(T(1));
    if (a == complex<T>(T(0))) return complex<T>(T(0));
    return exp(b * log(a));
}
template <class T> CUPRUST_INLINE complex<T> pow(const complex<T>& a, const T& b) { return pow(a, complex<T>(b)); }
template <class T> CUPRUST_INLINE complex<T> pow(const T& a, const complex<T>& b) { return pow(complex<T>(a), b); }
template <class T> CUPRUST_INLINE complex<T> sinh(const complex<T>& z) {
    return complex<T>(sinh(z.real()) * cos(z.imag()), cosh(z.real()) * sin(z.imag()));
}
template <class T> CUPRUST_INLINE complex<T> cosh(const complex<T>& z) {
    return complex<T>(cosh(z.real()) * cos(z.imag()), sinh(z.real()) * sin(z.imag()));
}
template <class T> CUPRUST_INLINE complex<T> tanh(const complex<T>& z) {
    T t = tanh(z.real()), s = T(1) / cosh(z.real()), tangent = tan(z.imag());
    T scale = T(1) / (T(1) + t * t * tangent * tangent);
    return complex<T>(t * (T(1) + tangent * tangent) * scale, tangent * s * s * scale);
}
template <class T> CUPRUST_INLINE complex<T> sin(const complex<T>& z) {
    return complex<T>(sin(z.real()) * cosh(z.imag()), cos(z.real()) * sinh(z.imag()));
}
template <class T> CUPRUST_INLINE complex<T> cos(const complex<T>& z) {
    return complex<T>(cos(z.real()) * cosh(z.imag()), -sin(z.real()) * sinh(z.imag()));
}
template <class T> CUPRUST_INLINE complex<T> tan(const complex<T>& z) {
    complex<T> w = tanh(complex<T>(-z.imag(), z.real()));
    return complex<T>(w.imag(), -w.real());
}
template <class T> CUPRUST_INLINE complex<T> asinh(const complex<T>& z) {
    return log(z + sqrt(z * z + complex<T>(T(1))));
}
template <class T> CUPRUST_INLINE complex<T> acosh(const complex<T>& z) {
    return log(z + sqrt(z + complex<T>(T(1))) * sqrt(z - complex<T>(T(1))));
}
template <class T> CUPRUST_INLINE complex<T> atanh(const complex<T>& z) {
    complex<T> one(T(1));
    return complex<T>(T(0.5)) * (log(one + z) - log(one - z));
}
template <class T> CUPRUST_INLINE complex<T> asin(const complex<T>& z) {
    complex<T> w = asinh(complex<T>(-z.imag(), z.real()));
    return complex<T>(w.imag(), -w.real());
}
template <class T> CUPRUST_INLINE complex<T> acos(const complex<T>& z) {
    complex<T> w = asin(z);
    return complex<T>(T(1.57079632679489661923) - w.real(), -w.imag());
}
template <class T> CUPRUST_INLINE complex<T> atan(const complex<T>& z) {
    complex<T> w = atanh(complex<T>(-z.imag(), z.real()));
    return complex<T>(w.imag(), -w.real());
}
template <class T> CUPRUST_INLINE bool isnan(const complex<T>& z) { return isnan(z.real()) || isnan(z.imag()); }
template <class T> CUPRUST_INLINE bool isinf(const complex<T>& z) { return isinf(z.real()) || isinf(z.imag()); }
template <class T> CUPRUST_INLINE bool isfinite(const complex<T>& z) { return isfinite(z.real()) && isfinite(z.imag()); }

#undef CUPRUST_INLINE
