// Atomic read-modify-write of one element.

//:: atomic_bits has change
template <int BYTES> struct AtomicBits;
template <> struct AtomicBits<2> { using type = unsigned short; };
template <> struct AtomicBits<4> { using type = unsigned; };
template <> struct AtomicBits<8> { using type = unsigned long long; };

//:: change needs atomic_bits has change
// Applies an operation by compare-and-swap.
template <class Op, class T> inline void change(T* at, const T& value) {
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
}

//:: change_byte has change_byte
// Changes a byte within its aligned word. A word that is not wholly within [low, high), the bytes that may be touched,
// is changed under `lock` by one thread at a time.
template <class Op, class T> inline void change_byte(T* at, const T value, const char* low, const char* high, unsigned* lock) {
    unsigned* word = (unsigned*)((unsigned long long)at & ~3ull);
    if ((const char*)word >= low && (const char*)(word + 1) <= high) {
        const unsigned shift = ((unsigned long long)at & 3) * 8;
        unsigned seen = *(volatile unsigned*)word, before;
        do {
            before = seen;
            const T now = Op::apply((T)(before >> shift & 0xff), value);
            seen = atomicCAS(word, before, (before & ~(0xffu << shift)) | (unsigned)(unsigned char)now << shift);
        } while (seen != before);
        return;
    }
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0u, 1u) == 0) {
            __threadfence();
            *(volatile T*)at = Op::apply(*(volatile T*)at, value);
            __threadfence();
            atomicExch(lock, 0u);
            done = true;
        }
    }
}
