// The components of what is true: a union-find forest within the output, in which each element holds its parent's place.

//:: component_forest has component_root component_join component_load
// A parent that other threads may change meanwhile: read past the first cache.
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
// Makes one tree of those of two elements, whose root is the lesser root. Where another thread gave the greater root a parent first, its
// tree is joined instead.
inline void component_join(long long* parents, long long a, long long b) {
    for (;;) {
        a = component_root(parents, a);
        b = component_root(parents, b);
        if (a == b) return;
        const long long most = a > b ? a : b, least = a > b ? b : a;
        const long long seen = (long long)atomicMin((unsigned long long*)(parents + most), (unsigned long long)least);
        if (seen == most) return;
        a = seen;
        b = least;
    }
}
