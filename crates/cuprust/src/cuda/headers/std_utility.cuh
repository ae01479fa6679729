// The headers utility and algorithm of C++, as far as kernels use them, for a compiler that has no headers of C++.
#pragma once
#include <type_traits>

namespace std {
// NVRTC has std::move and std::forward itself.
template <class T> __host__ __device__ T&& declval();

template <class T> __host__ __device__ void swap(T& a, T& b) {
    T kept = move(a);
    a = move(b);
    b = move(kept);
}
template <class T> __host__ __device__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> __host__ __device__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T, class Less> __host__ __device__ constexpr const T& min(const T& a, const T& b, Less less) {
    return less(b, a) ? b : a;
}
template <class T, class Less> __host__ __device__ constexpr const T& max(const T& a, const T& b, Less less) {
    return less(a, b) ? b : a;
}
template <class T> __host__ __device__ constexpr const T& clamp(const T& value, const T& low, const T& high) {
    return value < low ? low : high < value ? high : value;
}

template <class First, class Second> struct pair {
    First first;
    Second second;
};
template <class First, class Second>
__host__ __device__ constexpr pair<decay_t<First>, decay_t<Second>> make_pair(First&& first, Second&& second) {
    return {forward<First>(first), forward<Second>(second)};
}
}  // namespace std
