// Atomic operations on numbers for which CUDA has none of its own.
#pragma once

// Replaces a word by what `change` makes of it, and returns the word before. Nothing is read but atomically: the first
// comparison, with zero, says what is there.
template <class Word, class Change> __device__ __forceinline__ Word atomic_change_(Word* address, const Change& change) {
    Word before = 0, assumed;
    do {
        assumed = before;
        before = atomicCAS(address, assumed, change(assumed));
    } while (before != assumed);
    return before;
}

__device__ __forceinline__ long long atomicAdd(long long* address, long long value) {
    return (long long)atomicAdd((unsigned long long*)address, (unsigned long long)value);
}

__device__ __forceinline__ float atomicMax(float* address, float value) {
    return __uint_as_float(atomic_change_((unsigned int*)address, [=](unsigned int bits) {
        return __float_as_uint(fmaxf(value, __uint_as_float(bits)));
    }));
}
__device__ __forceinline__ float atomicMin(float* address, float value) {
    return __uint_as_float(atomic_change_((unsigned int*)address, [=](unsigned int bits) {
        return __float_as_uint(fminf(value, __uint_as_float(bits)));
    }));
}
__device__ __forceinline__ double atomicMax(double* address, double value) {
    return __longlong_as_double(atomic_change_((unsigned long long*)address, [=](unsigned long long bits) {
        return (unsigned long long)__double_as_longlong(fmax(value, __longlong_as_double(bits)));
    }));
}
__device__ __forceinline__ double atomicMin(double* address, double value) {
    return __longlong_as_double(atomic_change_((unsigned long long*)address, [=](unsigned long long bits) {
        return (unsigned long long)__double_as_longlong(fmin(value, __longlong_as_double(bits)));
    }));
}

template <class Half> __device__ __forceinline__ Half atomic_add_half_(Half* address, Half value) {
    Half before;
    before.bits = atomic_change_(&address->bits, [=](unsigned short bits) {
        Half sum;
        sum.bits = bits;
        return Half(float(sum) + float(value)).bits;
    });
    return before;
}
__device__ __forceinline__ float16 atomicAdd(float16* address, float16 value) { return atomic_add_half_(address, value); }
__device__ __forceinline__ bfloat16 atomicAdd(bfloat16* address, bfloat16 value) { return atomic_add_half_(address, value); }
