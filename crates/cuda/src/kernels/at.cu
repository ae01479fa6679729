// Read, change and write of one element that several threads may want to change.

//:: atomic_bits has change
template <int BYTES> struct AtomicBits;
template <> struct AtomicBits<4> { using type = unsigned; };
template <> struct AtomicBits<8> { using type = unsigned long long; };

//:: change needs atomic_bits has change
// By an operation, as one step for each thread: the value that was computed from is compared with the one that is there.
template <class Op, class T> inline void change(T* at, const T& value) {
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        using Bits = typename AtomicBits<sizeof(T)>::type;
        Bits seen = *(volatile Bits*)at, before;
        do {
            before = seen;
            T old, now;
            memcpy(&old, &before, sizeof(T));
            now = Op::apply(old, value);
            Bits bits;
            memcpy(&bits, &now, sizeof(T));
            seen = atomicCAS((Bits*)at, before, bits);
        } while (seen != before);
    } else {
        // A narrow element is changed within the word it lies in.
        unsigned* word = (unsigned*)((unsigned long long)at & ~3ull);
        const unsigned shift = ((unsigned long long)at & 3) * 8, mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << shift;
        unsigned seen = *(volatile unsigned*)word, before;
        do {
            before = seen;
            const unsigned part = (before & mask) >> shift;
            T old, now;
            memcpy(&old, &part, sizeof(T));
            now = Op::apply(old, value);
            unsigned bits = 0;
            memcpy(&bits, &now, sizeof(T));
            seen = atomicCAS(word, before, (before & ~mask) | bits << shift);
        } while (seen != before);
    }
}
