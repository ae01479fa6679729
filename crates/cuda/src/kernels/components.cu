// Connected components of true elements: a union-find forest within the output, in which each element holds its
// parent's index.

//:: component_forest has component_root component_join component_load
// Reads a parent that other threads may change, bypassing the L1 cache.
inline long long component_load(long long* parents, long long at) {
    return (long long)atomicAdd((unsigned long long*)(parents + at), 0ull);
}
inline long long component_root(long long* parents, long long at) {
    for (;;) {
        const long long parent = component_load(parents, at);
        if (parent == at) return at;
        at = parent;
    }
}
// Unites the trees of two elements under the smaller root. If another thread gave the larger root a parent first, that
// parent's tree is united instead.
inline void component_join(long long* parents, long long a, long long b) {
    for (;;) {
        a = component_root(parents, a);
        b = component_root(parents, b);
        if (a == b) return;
        const long long larger = a > b ? a : b, smaller = a > b ? b : a;
        const long long seen = (long long)atomicMin((unsigned long long*)(parents + larger), (unsigned long long)smaller);
        if (seen == larger) return;
        a = seen;
        b = smaller;
    }
}
