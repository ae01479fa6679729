// Half precision for kernels in CUDA C++ without CUDA's headers: a number of 16 bits that is computed with as a float.
#pragma once

class float16 {
public:
    unsigned short bits;

    float16() = default;
    __device__ __forceinline__ float16(float x) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x)); }
    __device__ __forceinline__ float16(double x) { asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(x)); }
    template <class T> __device__ __forceinline__ float16(T x) : float16(double(x)) {}
    __device__ __forceinline__ operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
    __device__ __forceinline__ float16& operator+=(float x) { return *this = float16(float(*this) + x); }
    __device__ __forceinline__ float16& operator-=(float x) { return *this = float16(float(*this) - x); }
    __device__ __forceinline__ float16& operator*=(float x) { return *this = float16(float(*this) * x); }
    __device__ __forceinline__ float16& operator/=(float x) { return *this = float16(float(*this) / x); }
};

// The number of 16 bits computed with as a float, whose upper half it is.
class bfloat16 {
public:
    unsigned short bits;

    bfloat16() = default;
    __device__ __forceinline__ bfloat16(float x) {
        unsigned int wide = __float_as_uint(x);
        bits = x != x ? wide >> 16 | 0x40 : (wide + 0x7fff + (wide >> 16 & 1)) >> 16;
    }
    __device__ __forceinline__ operator float() const { return __uint_as_float((unsigned int)bits << 16); }
};
