// Connected components of true elements: a union-find forest within the output, in which each element holds its
// parent's index.

//:: component_forest has component_word component_root component_join component_load
// The unsigned integer that the parents of a type are changed as.
template <class T> struct component_word { using type = unsigned long long; };
template <> struct component_word<int> { using type = unsigned int; };
// Reads a parent that other threads may change, bypassing the L1 cache.
template <class T> inline T component_load(T* parents, long long at) {
    using Word = typename component_word<T>::type;
    return (T)atomicAdd((Word*)(parents + at), (Word)0);
}
template <class T> inline T component_root(T* parents, T at) {
    for (;;) {
        const T parent = component_load(parents, at);
        if (parent == at) return at;
        at = parent;
    }
}
// Unites the trees of two elements under the smaller root. If another thread gave the larger root a parent first, that
// parent's tree is united instead.
template <class T> inline void component_join(T* parents, T a, T b) {
    using Word = typename component_word<T>::type;
    for (;;) {
        a = component_root(parents, a);
        b = component_root(parents, b);
        if (a == b) return;
        const T larger = a > b ? a : b, smaller = a > b ? b : a;
        const T seen = (T)atomicMin((Word*)(parents + larger), (Word)smaller);
        if (seen == larger) return;
        a = seen;
        b = smaller;
    }
}
