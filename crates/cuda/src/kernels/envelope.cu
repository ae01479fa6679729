// The lower envelope of parabolas along a line.

//:: lower_envelope has lower_envelope
// `cost` gives the cost at a place and `store` takes the minimum of the parabola that is lowest at one; `minima` and `begins` have room for a
// parabola for each place.
template <class Cost, class Store>
inline void lower_envelope(Index length, double square, long long* minima, double* begins, const Cost& cost, const Store& store) {
    Index count = 0;
    for (Index own = 0; own < length; ++own) {
        const double height = cost(own);
        if (!(height < __longlong_as_double(0x7ff0000000000000ll))) continue;
        const double x = (double)own;
        double begin = -__longlong_as_double(0x7ff0000000000000ll);
        while (count > 0) {
            const double y = (double)minima[count - 1];
            begin = ((height - cost((Index)minima[count - 1])) / square + (x * x - y * y)) / (2.0 * (x - y));
            if (begin > begins[count - 1] || begin != begin) break;
            --count;
            begin = -__longlong_as_double(0x7ff0000000000000ll);
        }
        minima[count] = (long long)own;
        begins[count] = begin;
        ++count;
    }
    Index lowest = 0;
    for (Index place = 0; place < length; ++place) {
        while (lowest + 1 < count && begins[lowest + 1] < (double)place) ++lowest;
        store(place, count > 0 ? minima[lowest] : (long long)place);
    }
}
