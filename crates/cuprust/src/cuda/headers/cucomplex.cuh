// The names of cuComplex.h for the complex numbers of complex.cuh.
#ifndef CUPRUST_CUCOMPLEX_H
#define CUPRUST_CUCOMPLEX_H
#include <cupy/complex.cuh>

typedef complex<float> cuComplex;
typedef complex<float> cuFloatComplex;
typedef complex<double> cuDoubleComplex;

#define CUPRUST_CUCOMPLEX(type, part, f, suffix)                                                                        \
    __device__ __forceinline__ type make_##type(part re, part im) { return type(re, im); }                              \
    __device__ __forceinline__ part cuCreal##suffix(type z) { return z.real(); }                                        \
    __device__ __forceinline__ part cuCimag##suffix(type z) { return z.imag(); }                                        \
    __device__ __forceinline__ part cuCabs##suffix(type z) { return abs(z); }                                           \
    __device__ __forceinline__ type cuConj##suffix(type z) { return conj(z); }                                          \
    __device__ __forceinline__ type cuCadd##suffix(type a, type b) { return a + b; }                                    \
    __device__ __forceinline__ type cuCsub##suffix(type a, type b) { return a - b; }                                    \
    __device__ __forceinline__ type cuCmul##suffix(type a, type b) { return a * b; }                                    \
    __device__ __forceinline__ type cuCdiv##suffix(type a, type b) { return a / b; }                                    \
    __device__ __forceinline__ type cuCfma##suffix(type a, type b, type c) { return a * b + c; }

CUPRUST_CUCOMPLEX(cuFloatComplex, float, f, f)
CUPRUST_CUCOMPLEX(cuDoubleComplex, double, , )
#undef CUPRUST_CUCOMPLEX

__device__ __forceinline__ cuComplex make_cuComplex(float re, float im) { return cuComplex(re, im); }
__device__ __forceinline__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return cuFloatComplex(z); }
__device__ __forceinline__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return cuDoubleComplex(z); }
#endif
