// Searching in sorted elements.

//:: search needs order has search
// Whether an element stands before another in ascending order: NaN behind all else, and complex numbers by their parts, those with a NaN
// in the imaginary part before those with one in the real part, and these before those with both.
template <class T> inline bool stands_before(T x, T y) {
    if constexpr (is_complex<T>) {
        if (is_nan(x.re) != is_nan(y.re)) return is_nan(y.re);
        if (is_nan(x.im) != is_nan(y.im)) return is_nan(y.im);
        return x.re < y.re || (!(y.re < x.re) && x.im < y.im);
    } else {
        return x < y || (is_nan(y) && !is_nan(x));
    }
}
// How many elements stand before a value, or with it where `RIGHT`.
template <bool RIGHT, class T> inline Index search(const T* sorted, Index step, Index count, T value) {
    Index low = 0, rest = count;
    while (rest > 0) {
        const Index half = rest / 2;
        const T other = sorted[(low + half) * step];
        const bool before = RIGHT ? !stands_before(value, other) : stands_before(other, value);
        low = before ? low + half + 1 : low;
        rest = before ? rest - half - 1 : half;
    }
    return low;
}
