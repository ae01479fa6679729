// Searching in sorted elements.

//:: search needs order has search
// Whether an element is before another in ascending order: NaN is last, and complex numbers are in lexicographic order,
// those with a NaN in the imaginary part before those with one in the real part, and these before those with both.
template <class T> inline bool is_before(T x, T y) {
    if constexpr (is_complex<T>) {
        if (is_nan(x.re) != is_nan(y.re)) return is_nan(y.re);
        if (is_nan(x.im) != is_nan(y.im)) return is_nan(y.im);
        return x.re < y.re || (!(y.re < x.re) && x.im < y.im);
    } else {
        return x < y || (is_nan(y) && !is_nan(x));
    }
}
// Binary search: the index of a value among the `rest` elements from `low` on, after those that are less or, with
// RIGHT, equal.
template <bool RIGHT, class T> inline Index search(const T* sorted, Index step, Index low, Index rest, T value) {
    while (rest > 0) {
        const Index half = rest / 2;
        const T other = sorted[(low + half) * step];
        const bool before = RIGHT ? !is_before(value, other) : is_before(other, value);
        low = before ? low + half + 1 : low;
        rest = before ? rest - half - 1 : half;
    }
    return low;
}

//:: guide needs order has Guide
// Intervals of equal length, except for the two outer ones, which are unbounded; `last` is the number of the last one.
// The outer intervals contain some of the least and greatest elements, so that one outlier does not put all others into
// one interval.
template <class T, class Scale> struct Guide {
    T low;
    Scale scale;
    int last;
    Guide(const T* sorted, Index step, Index count, int intervals) {
        low = sorted[count / 64 * step];
        scale = (Scale)intervals / distance(sorted[(count - 1 - count / 64) * step]);
        last = intervals - 1;
        // Without a usable length there is one interval.
        if (!(scale > (Scale)0 && scale < (Scale)1e30f)) last = 0;
    }
    // The distance of a number above the lowest interval, zero below it.
    Scale distance(T x) const {
        if constexpr (T(0.5f) != T(0)) return x - low;
        else return x < low ? (Scale)0 : (Scale)((unsigned long long)x - (unsigned long long)low);
    }
    // The interval of a number, which is monotonic in the number; NaN is in the last.
    int interval(T x) const {
        const Scale at = distance(x) * scale;
        return last > 0 && !(at >= (Scale)last) && !is_nan(x) ? (at > (Scale)0 ? (int)at : 0) : last;
    }
};
