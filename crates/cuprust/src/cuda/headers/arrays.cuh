// The arrays that elementwise and reduction kernels see, and the positions that they go over.
#pragma once
#include <cupy/integers.cuh>

// Constants of math.h, as compilers of C++ give them.
#ifndef M_PI
#define M_E 2.7182818284590451
#define M_LOG2E 1.4426950408889634
#define M_LOG10E 0.43429448190325182
#define M_LN2 0.69314718055994529
#define M_LN10 2.3025850929940459
#define M_PI 3.1415926535897931
#define M_PI_2 1.5707963267948966
#define M_PI_4 0.78539816339744828
#define M_1_PI 0.31830988618379069
#define M_2_PI 0.63661977236758138
#define M_2_SQRTPI 1.1283791670955126
#define M_SQRT2 1.4142135623730951
#define M_SQRT1_2 0.70710678118654757
#endif

typedef long long ptrdiff_type;

// Shape and steps (in bytes) of an array.
template <int rank> struct Layout_ {
    ptrdiff_type shape[rank], strides[rank];
};
template <> struct Layout_<0> {
    ptrdiff_type shape[1], strides[1];
};

template <class T> struct Plain_ { typedef T type; };
template <class T> struct Plain_<const T> { typedef T type; };

// The positions of an array of this shape, one at a time.
template <int rank> class Indexer_ {
public:
    static const int ndim = rank;

    __device__ __forceinline__ Indexer_(const ptrdiff_type* shape) : size_(1) {
        for (int axis = 0; axis < rank; axis++) {
            shape_[axis] = shape[axis];
            size_ *= shape[axis];
        }
    }
    __device__ __forceinline__ ptrdiff_type size() const { return size_; }
    __device__ __forceinline__ const ptrdiff_type* shape() const { return shape_; }
    __device__ __forceinline__ const ptrdiff_type* get() const { return index_; }
    __device__ __forceinline__ void set(ptrdiff_type i) {
        // Division of 32 bits is several times as fast.
        if (size_ <= 0x7fffffff) {
            unsigned int rest = (unsigned int)i;
            for (int axis = rank - 1; axis > 0; axis--) {
                unsigned int extent = (unsigned int)shape_[axis];
                index_[axis] = rest % extent;
                rest /= extent;
            }
            if (rank > 0) index_[0] = rest;
        } else {
            for (int axis = rank - 1; axis > 0; axis--) {
                index_[axis] = i % shape_[axis];
                i /= shape_[axis];
            }
            if (rank > 0) index_[0] = i;
        }
    }

private:
    ptrdiff_type size_, shape_[rank + 1], index_[rank + 1];
};

// CuPy's name of it.
template <int rank> using CIndexer = Indexer_<rank>;

// An array: elements by their number in C order, or by their index. CuPy's last parameter has no effect: indices of 32 bits
// are used where the size permits.
template <class T, int rank, bool contiguous = false, bool use_32bit_indexing = true> class CArray {
public:
    static const int ndim = rank;

    __device__ __forceinline__ CArray(T* data, const Layout_<rank>& layout) : data_(data), size_(1) {
        for (int axis = 0; axis < rank; axis++) {
            shape_[axis] = layout.shape[axis];
            strides_[axis] = layout.strides[axis];
            size_ *= shape_[axis];
        }
    }
    __device__ __forceinline__ ptrdiff_type size() const { return size_; }
    __device__ __forceinline__ const ptrdiff_type* shape() const { return shape_; }
    __device__ __forceinline__ const ptrdiff_type* strides() const { return strides_; }
    __device__ __forceinline__ T* data() const { return data_; }

    template <class I> __device__ __forceinline__ T& operator[](const I* index) const {
        ptrdiff_type offset = 0;
        for (int axis = 0; axis < rank; axis++) offset += strides_[axis] * index[axis];
        return at(offset);
    }
    __device__ __forceinline__ T& operator[](ptrdiff_type i) const {
        if (contiguous) return data_[i];
        ptrdiff_type offset = 0;
        if (size_ <= 0x7fffffff) {
            unsigned int rest = (unsigned int)i;
            for (int axis = rank - 1; axis > 0; axis--) {
                unsigned int extent = (unsigned int)shape_[axis];
                offset += strides_[axis] * (rest % extent);
                rest /= extent;
            }
            if (rank > 0) offset += strides_[0] * rest;
        } else {
            for (int axis = rank - 1; axis > 0; axis--) {
                offset += strides_[axis] * (i % shape_[axis]);
                i /= shape_[axis];
            }
            if (rank > 0) offset += strides_[0] * i;
        }
        return at(offset);
    }

private:
    __device__ __forceinline__ T& at(ptrdiff_type offset) const {
        return *reinterpret_cast<T*>(reinterpret_cast<char*>(const_cast<typename Plain_<T>::type*>(data_)) + offset);
    }

    T* data_;
    ptrdiff_type size_, shape_[rank + 1], strides_[rank + 1];
};

// The position of a number, in C order, among `count` axes from `first` on.
template <int first, int count, int rank>
__device__ __forceinline__ void place_(ptrdiff_type number, const Layout_<rank>& shape, ptrdiff_type* index) {
    if (number <= 0x7fffffff) {
        unsigned int rest = (unsigned int)number;
        for (int axis = first + count - 1; axis > first; axis--) {
            unsigned int extent = (unsigned int)shape.shape[axis];
            index[axis] = rest % extent;
            rest /= extent;
        }
        if (count > 0) index[first] = rest;
    } else {
        for (int axis = first + count - 1; axis > first; axis--) {
            index[axis] = number % shape.shape[axis];
            number /= shape.shape[axis];
        }
        if (count > 0) index[first] = number;
    }
}

// How many bytes a position among these axes is from the first element.
template <int first, int count, int rank>
__device__ __forceinline__ ptrdiff_type bytes_(const Layout_<rank>& layout, const ptrdiff_type* index) {
    ptrdiff_type offset = 0;
    for (int axis = first; axis < first + count; axis++) offset += layout.strides[axis] * index[axis];
    return offset;
}

// The element this many bytes after the first one.
template <class T> __device__ __forceinline__ T& element_(T* data, ptrdiff_type offset) {
    return *reinterpret_cast<T*>(reinterpret_cast<char*>(const_cast<typename Plain_<T>::type*>(data)) + offset);
}
