// Algorithms over ranges of elements, each by the thread that calls it. A range is two iterators: pointers, or classes with their operators.

namespace algorithms {

// The elements of an axis that lie a number of bytes apart.
template <class T> struct Steps {
    T* place;
    long long stride;

    T& operator*() const { return *place; }
    T& operator[](long long count) const { return *(*this + count); }
    Steps operator+(long long count) const { return {(T*)((char*)place + count * stride), stride}; }
    Steps operator-(long long count) const { return *this + -count; }
    long long operator-(Steps other) const { return stride == 0 ? 0 : ((char*)place - (char*)other.place) / stride; }
    Steps& operator++() { return *this = *this + 1; }
    bool operator==(Steps other) const { return place == other.place; }
    bool operator!=(Steps other) const { return place != other.place; }
};

// The same number at every place, and numbers that count up.
template <class T> struct Same {
    T value;
    long long at;

    T operator*() const { return value; }
    T operator[](long long) const { return value; }
    Same operator+(long long count) const { return {value, at + count}; }
    Same operator-(long long count) const { return {value, at - count}; }
    long long operator-(Same other) const { return at - other.at; }
    Same& operator++() { return *this = *this + 1; }
    bool operator==(Same other) const { return at == other.at; }
    bool operator!=(Same other) const { return at != other.at; }
};
template <class T> struct Counting {
    T first;
    long long at;

    T operator*() const { return T(first + T(at)); }
    T operator[](long long count) const { return T(first + T(at + count)); }
    Counting operator+(long long count) const { return {first, at + count}; }
    Counting operator-(long long count) const { return {first, at - count}; }
    long long operator-(Counting other) const { return at - other.at; }
    Counting& operator++() { return *this = *this + 1; }
    bool operator==(Counting other) const { return at == other.at; }
    bool operator!=(Counting other) const { return at != other.at; }
};

template <class A, class B> struct Pair {
    A first;
    B second;
};
template <class I> struct Element {
    static I start;
    template <class T> struct Plain { using type = T; };
    template <class T> struct Plain<T&> { using type = T; };
    template <class T> struct Plain<const T&> { using type = T; };
    using type = typename Plain<decltype(*start)>::type;
};
template <class I> using element = typename Element<I>::type;

template <class I, class O> O copy(I first, I last, O out) {
    for (; first != last; ++first, ++out) *out = *first;
    return out;
}
template <class I, class T> void fill(I first, I last, T value) {
    for (; first != last; ++first) *first = value;
}
template <class I, class T> void sequence(I first, I last, T start, T step) {
    for (; first != last; ++first, start = T(start + step)) *first = start;
}
template <class I, class J> J swap_ranges(I first, I last, J other) {
    for (; first != last; ++first, ++other) {
        element<I> kept = *first;
        *first = *other;
        *other = kept;
    }
    return other;
}
template <class I> void reverse(I first, I last) {
    for (; first != last; ++first) {
        last = last - 1;
        if (first == last) return;
        element<I> kept = *first;
        *first = *last;
        *last = kept;
    }
}
template <class I, class O> O reverse_copy(I first, I last, O out) {
    for (; first != last; ++out) {
        last = last - 1;
        *out = *last;
    }
    return out;
}
template <class M, class I, class O> O gather(M first, M last, I from, O out) {
    for (; first != last; ++first, ++out) *out = from[*first];
    return out;
}
template <class I, class M, class O> void scatter(I first, I last, M map, O out) {
    for (; first != last; ++first, ++map) *(out + *map) = *first;
}
template <class I, class T> void replace(I first, I last, T old, T value) {
    for (; first != last; ++first)
        if (*first == old) *first = value;
}
template <class I, class O, class T> O replace_copy(I first, I last, O out, T old, T value) {
    for (; first != last; ++first, ++out) *out = *first == old ? value : T(*first);
    return out;
}
template <class I, class O, class T> O remove_copy(I first, I last, O out, T value) {
    for (; first != last; ++first)
        if (!(*first == value)) {
            *out = *first;
            ++out;
        }
    return out;
}
template <class I, class T> I remove(I first, I last, T value) { return remove_copy(first, last, first, value); }

template <class I, class T> long long count(I first, I last, T value) {
    long long found = 0;
    for (; first != last; ++first) found += *first == value;
    return found;
}
template <class I, class T> I find(I first, I last, T value) {
    while (first != last && !(*first == value)) ++first;
    return first;
}
template <class I, class J> Pair<I, J> mismatch(I first, I last, J other) {
    while (first != last && *first == *other) {
        ++first;
        ++other;
    }
    return {first, other};
}
template <class I, class J> bool equal(I first, I last, J other) { return mismatch(first, last, other).first == last; }
template <class I> I is_sorted_until(I first, I last) {
    if (first == last) return last;
    for (I next = first + 1; next != last; ++first, ++next)
        if (*next < *first) return next;
    return last;
}
template <class I> bool is_sorted(I first, I last) { return is_sorted_until(first, last) == last; }

template <class I, class T> I lower_bound(I first, I last, T value) {
    for (long long left = last - first; left > 0;) {
        long long half = left / 2;
        if (first[half] < value) {
            first = first + (half + 1);
            left -= half + 1;
        } else left = half;
    }
    return first;
}
template <class I, class T> I upper_bound(I first, I last, T value) {
    for (long long left = last - first; left > 0;) {
        long long half = left / 2;
        if (!(value < first[half])) {
            first = first + (half + 1);
            left -= half + 1;
        } else left = half;
    }
    return first;
}
template <class I, class T> Pair<I, I> equal_range(I first, I last, T value) {
    return {lower_bound(first, last, value), upper_bound(first, last, value)};
}
template <class I, class T> bool binary_search(I first, I last, T value) {
    I found = lower_bound(first, last, value);
    return found != last && !(value < *found);
}
template <class I, class J, class O> O lower_bound(I first, I last, J values, J end, O out) {
    for (; values != end; ++values, ++out) *out = lower_bound(first, last, element<I>(*values)) - first;
    return out;
}
template <class I, class J, class O> O upper_bound(I first, I last, J values, J end, O out) {
    for (; values != end; ++values, ++out) *out = upper_bound(first, last, element<I>(*values)) - first;
    return out;
}
template <class I, class J, class O> O binary_search(I first, I last, J values, J end, O out) {
    for (; values != end; ++values, ++out) *out = binary_search(first, last, element<I>(*values));
    return out;
}

template <class I, class T> T reduce(I first, I last, T total) {
    for (; first != last; ++first) total = T(total + T(*first));
    return total;
}
template <class I, class J, class T> T inner_product(I first, I last, J other, T total) {
    for (; first != last; ++first, ++other) total = T(total + T(T(*first) * T(*other)));
    return total;
}
template <class I, class O> O adjacent_difference(I first, I last, O out) {
    if (first == last) return out;
    element<I> before = *first;
    *out = before;
    for (++first, ++out; first != last; ++first, ++out) {
        element<I> here = *first;
        *out = here - before;
        before = here;
    }
    return out;
}
template <class I, class O> O inclusive_scan(I first, I last, O out) {
    if (first == last) return out;
    element<I> total = *first;
    *out = total;
    for (++first, ++out; first != last; ++first, ++out) *out = total = element<I>(total + *first);
    return out;
}
template <class I, class O, class T> O exclusive_scan(I first, I last, O out, T total) {
    for (; first != last; ++first, ++out) {
        T next = T(total + T(*first));
        *out = total;
        total = next;
    }
    return out;
}
template <class K, class I, class O> O inclusive_scan_by_key(K first, K last, I values, O out) {
    if (first == last) return out;
    element<K> key = *first;
    element<I> total = *values;
    *out = total;
    for (++first, ++values, ++out; first != last; ++first, ++values, ++out) {
        total = *first == key ? element<I>(total + *values) : element<I>(*values);
        key = *first;
        *out = total;
    }
    return out;
}
template <class K, class I, class O, class T> O exclusive_scan_by_key(K first, K last, I values, O out, T start) {
    if (first == last) return out;
    element<K> key = *first;
    for (T total = start; first != last; ++first, ++values, ++out) {
        if (!(*first == key)) total = start;
        key = *first;
        T next = T(total + T(*values));
        *out = total;
        total = next;
    }
    return out;
}
template <class K, class I, class L, class O> Pair<L, O> reduce_by_key(K first, K last, I values, L keys, O out) {
    while (first != last) {
        element<K> key = *first;
        element<I> total = *values;
        for (++first, ++values; first != last && *first == key; ++first, ++values) total = element<I>(total + *values);
        *keys = key;
        *out = total;
        ++keys;
        ++out;
    }
    return {keys, out};
}
template <class I> I unique(I first, I last) {
    if (first == last) return last;
    I out = first;
    for (++first; first != last; ++first)
        if (!(*out == *first)) {
            ++out;
            *out = *first;
        }
    return out + 1;
}
template <class K, class I> Pair<K, I> unique_by_key(K first, K last, I values) {
    if (first == last) return {first, values};
    K keys = first;
    I out = values;
    for (++first, ++values; first != last; ++first, ++values)
        if (!(*keys == *first)) {
            ++keys;
            ++out;
            *keys = *first;
            *out = *values;
        }
    return {keys + 1, out + 1};
}

// Which of two sorted ranges a set operation takes elements from: what only the first has, what both have, what only the second has.
template <bool own, bool both, bool others, class I, class J, class O> O merged(I a, I a_end, J b, J b_end, O out) {
    while (a != a_end || b != b_end) {
        bool first = b == b_end || (a != a_end && *a < *b), second = !first && (a == a_end || *b < *a);
        if (second ? others : first ? own : both) {
            if (second) *out = *b;
            else *out = *a;
            ++out;
        }
        if (!second) ++a;
        if (!first) ++b;
    }
    return out;
}
template <bool own, bool both, bool others, class I, class J, class V, class W, class O, class P>
Pair<O, P> merged(I a, I a_end, J b, J b_end, V v, W w, O out, P values) {
    while (a != a_end || b != b_end) {
        bool first = b == b_end || (a != a_end && *a < *b), second = !first && (a == a_end || *b < *a);
        if (second ? others : first ? own : both) {
            if (second) {
                *out = *b;
                *values = *w;
            } else {
                *out = *a;
                *values = *v;
            }
            ++out;
            ++values;
        }
        if (!second) {
            ++a;
            ++v;
        }
        if (!first) {
            ++b;
            ++w;
        }
    }
    return {out, values};
}

// Sorts in place: a heap, or runs that are merged, which keeps the order of what is equal.
template <class K, class V> struct Sorted {
    K keys;
    V values;
    bool has_values;

    void exchange(long long i, long long j) {
        element<K> key = keys[i];
        *(keys + i) = keys[j];
        *(keys + j) = key;
        if (has_values) {
            element<V> value = values[i];
            *(values + i) = values[j];
            *(values + j) = value;
        }
    }
    void sink(long long root, long long count) {
        for (long long child = 2 * root + 1; child < count; root = child, child = 2 * root + 1) {
            if (child + 1 < count && keys[child] < keys[child + 1]) child++;
            if (!(keys[root] < keys[child])) return;
            exchange(root, child);
        }
    }
    void heap_sort(long long count) {
        for (long long root = count / 2; root > 0; root--) sink(root - 1, count);
        for (long long end = count; end > 1; end--) {
            exchange(0, end - 1);
            sink(0, end - 1);
        }
    }
    // Runs are merged where they are, by rotations, and what is equal keeps its order.
    void turn(long long first, long long middle, long long last) {
        flip(first, middle);
        flip(middle, last);
        flip(first, last);
    }
    void flip(long long first, long long last) {
        for (last--; first < last; first++, last--) exchange(first, last);
    }
    void merge(long long first, long long middle, long long last) {
        while (first < middle && middle < last) {
            if (!(keys[middle] < keys[first])) {
                first++;
                continue;
            }
            long long end = middle + 1;
            while (end < last && keys[end] < keys[first]) end++;
            turn(first, middle, end);
            first += end - middle;
            middle = end;
        }
    }
    void stable_sort(long long count) {
        for (long long width = 1; width < count; width *= 2)
            for (long long first = 0; first + width < count; first += 2 * width)
                merge(first, first + width, first + 2 * width < count ? first + 2 * width : count);
    }
};
template <class K> void sort(K first, K last) { Sorted<K, K>{first, first, false}.heap_sort(last - first); }
template <class K, class V> void sort_by_key(K first, K last, V values) {
    Sorted<K, V>{first, values, true}.heap_sort(last - first);
}
template <class K> void stable_sort(K first, K last) { Sorted<K, K>{first, first, false}.stable_sort(last - first); }
template <class K, class V> void stable_sort_by_key(K first, K last, V values) {
    Sorted<K, V>{first, values, true}.stable_sort(last - first);
}
}  // namespace algorithms
