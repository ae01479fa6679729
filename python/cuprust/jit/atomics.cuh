// Atomic operations on the types that CUDA's own functions lack: what has the same bits, or compares and swaps.

template <class T> struct Word { using type = T; };
template <> struct Word<long long> { using type = unsigned long long; };
template <> struct Word<double> { using type = unsigned long long; };
template <class T> using word = typename Word<T>::type;

template <class T> T as(word<T> bits) {
    if constexpr (same<T, double>) return __longlong_as_double((long long)bits);
    else return T(bits);
}
template <class T> word<T> bits_of(T value) {
    if constexpr (same<T, double>) return (unsigned long long)__double_as_longlong(value);
    else return word<T>(value);
}

template <class T> T atomic_add(T* place, T value) {
    if constexpr (is_half<T>) {
        unsigned short* bits = (unsigned short*)place;
        unsigned short seen = *(volatile unsigned short*)bits, assumed;
        T before;
        do {
            assumed = seen;
            before.bits = assumed;
            T after(float(before) + float(value));
            seen = atomicCAS(bits, assumed, after.bits);
        } while (seen != assumed);
        return before;
    } else if constexpr (same<T, long long>) return as<T>(atomicAdd((word<T>*)place, bits_of(value)));
    else return atomicAdd(place, value);
}
template <class T> T atomic_sub(T* place, T value) { return atomic_add(place, T(negative(value))); }
template <class T> T atomic_exch(T* place, T value) { return as<T>(atomicExch((word<T>*)place, bits_of(value))); }
template <class T> T atomic_min(T* place, T value) { return atomicMin(place, value); }
template <class T> T atomic_max(T* place, T value) { return atomicMax(place, value); }
template <class T> T atomic_inc(T* place, T value) { return atomicInc(place, value); }
template <class T> T atomic_dec(T* place, T value) { return atomicDec(place, value); }
template <class T> T atomic_and(T* place, T value) { return as<T>(atomicAnd((word<T>*)place, bits_of(value))); }
template <class T> T atomic_or(T* place, T value) { return as<T>(atomicOr((word<T>*)place, bits_of(value))); }
template <class T> T atomic_xor(T* place, T value) { return as<T>(atomicXor((word<T>*)place, bits_of(value))); }
template <class T> T atomic_cas(T* place, T compare, T value) {
    return as<T>(atomicCAS((word<T>*)place, bits_of(compare), bits_of(value)));
}
